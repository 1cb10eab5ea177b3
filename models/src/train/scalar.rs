//! What training needs of a value type beyond the kernels' arithmetic.
use super::online::Learnt;
use lacuna::Value;
use lacuna_runtime::array::Element;
use lacuna_runtime::libsvm::LibsvmValue;
use safetensors::Dtype;

/// `f32` or `f64`.
pub trait TrainValue: Value + LibsvmValue + Element + Learnt {
    /// The type in a safetensors file.
    const FILE_DTYPE: Dtype;

    /// Rounded to nearest.
    fn from_f64(value: f64) -> Self;
    /// Exact.
    fn to_f64(self) -> f64;
    /// Appends the bits, least significant byte first.
    fn write_bits(self, bytes: &mut Vec<u8>);
    /// The values that [`write_bits`](Self::write_bits) has written; `None` if one is not finite.
    fn read_finite(bytes: &[u8]) -> Option<Vec<Self>>;
    /// The bits, in the lower half for `f32`.
    fn bits(self) -> u64;
}

macro_rules! train_value {
    ($type:ty, $dtype:expr) => {
        impl TrainValue for $type {
            const FILE_DTYPE: Dtype = $dtype;

            #[inline(always)]
            fn from_f64(value: f64) -> Self {
                value as $type
            }
            #[inline(always)]
            fn to_f64(self) -> f64 {
                f64::from(self)
            }
            fn write_bits(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }
            fn read_finite(bytes: &[u8]) -> Option<Vec<Self>> {
                let values = bytes.as_chunks().0.iter().map(|&bytes| Self::from_le_bytes(bytes));
                values.map(|value| value.is_finite().then_some(value)).collect()
            }
            fn bits(self) -> u64 {
                self.to_bits().into()
            }
        }
    };
}
train_value!(f32, Dtype::F32);
train_value!(f64, Dtype::F64);
