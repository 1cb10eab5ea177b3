//! The sum of absolute values. Source: MXNet `norm` with `ord=1`.
use super::Magnitude;
use super::reduction::{of_values, reduction};

of_values! { norm1 Norm1, "sum of |x|", "[7.0]" }

reduction! {
    Norm1, "sum of |x|", Magnitude, |sum, _count| sum;
    norm1_rows "[7.0, 2.0]", norm1_columns "[3.0, 0.0, 6.0]", norm1_csr_rows, norm1_csr_columns
}
