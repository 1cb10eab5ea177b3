//! The dtypes that kernels compute with, and those that some take too.

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

/// The same of an array of 16 bits too: `f16` or `bf16`.
macro_rules! with_storage {
    ($operator:expr, $dtype:expr, $V:ident => $body:expr) => {
        match $dtype {
            $crate::array::Dtype::F32 => {
                type $V = f32;
                $body
            }
            $crate::array::Dtype::F64 => {
                type $V = f64;
                $body
            }
            $crate::array::Dtype::F16 => {
                type $V = half::f16;
                $body
            }
            $crate::array::Dtype::Bf16 => {
                type $V = half::bf16;
                $body
            }
            found => Err($crate::operator::OperatorError::NotFloat { operator: $operator, found }),
        }
    };
}
pub(crate) use {with_float, with_storage};
