//! The sum. Source: MXNet `sum`.
use super::Itself;
use super::reduction::{of_values, reduction};

of_values! { sum Sum, "sum of x", "[-1.0]" }

reduction! {
    Sum, "sum of x", Itself, |sum, _count| sum;
    sum_rows "[-1.0, 2.0]", sum_columns "[3.0, 0.0, -2.0]", sum_csr_rows, sum_csr_columns
}
