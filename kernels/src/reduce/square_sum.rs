//! The sum of squares. Source: MXNet `_square_sum`.
use super::Square;
use super::reduction::{of_values, reduction};

of_values! { square_sum SquareSum, "sum of x^2", "[25.0]" }

reduction! {
    SquareSum, "sum of x^2", Square, |sum, _count| sum;
    square_sum_rows "[25.0, 4.0]", square_sum_columns "[9.0, 0.0, 20.0]", square_sum_csr_rows, square_sum_csr_columns
}
