//! The Euclidean norm. Source: MXNet `norm`, which gives NaN for an infinite element in a row or column; here its norm
//! is infinite.
use super::Square;
use super::reduction::{of_values, reduction};

of_values! { norm2 Norm2, "square root of the sum of x^2", "[5.0]" }

reduction! {
    Norm2, "square root of the sum of x^2", Square, |sum, _count| sum.root();
    norm2_rows "[5.0, 2.0]", norm2_columns "[3.0, 0.0, 20.0_f32.sqrt()]", norm2_csr_rows, norm2_csr_columns
}
