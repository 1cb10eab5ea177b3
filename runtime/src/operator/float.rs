//! The dtypes that kernels compute with.

/// The expression, with the type of the array's elements: `f32` or `f64`.
macro_rules! with_float {
    ($operator:expr, $array:expr, $V:ident => $body:expr) => {
        match $array.dtype() {
            $crate::array::Dtype::F32 => {
                type $V = f32;
                $body
            }
            $crate::array::Dtype::F64 => {
                type $V = f64;
                $body
            }
            found => Err($crate::operator::OperatorError::NotFloat { operator: $operator, found }),
        }
    };
}
pub(crate) use with_float;
