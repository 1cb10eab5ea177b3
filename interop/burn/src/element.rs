//! Tensors as slices of the kernels, and back.
use crate::{Error, Result};
use burn::backend::autodiff::checkpoint::strategy::NoCheckpointing;
use burn::backend::tensor::FloatTensor;
use burn::backend::{Autodiff, Flex};
use burn::tensor::{DType, Int, Shape, Tensor, TensorData};
use std::borrow::Cow;

/// burn's tensors on the CPU.
pub(crate) type Host = FloatTensor<Flex>;
/// The same in a graph.
pub(crate) type Tracked = Autodiff<Flex, NoCheckpointing>;

/// A type of values that both burn and the kernels compute with: `f32` or `f64`.
pub trait Element: lacuna::Value + burn::tensor::Element {
    /// burn's name of the type.
    const DTYPE: DType;

    /// The values of a tensor that lie one after the other; `None` of others, and of another type.
    #[doc(hidden)]
    fn slice(tensor: &Host) -> Option<&[Self]>;
}

macro_rules! element {
    ($($type:ty, $dtype:ident;)*) => {
        $(impl Element for $type {
            const DTYPE: DType = DType::$dtype;

            fn slice(tensor: &Host) -> Option<&[Self]> {
                tensor.as_slice()
            }
        })*
    };
}
element! {
    f32, F32;
    f64, F64;
}

/// The values of a tensor, row after row.
pub(crate) fn values<V: Element>(tensor: &Host) -> Cow<'_, [V]> {
    match V::slice(tensor) {
        Some(values) => Cow::Borrowed(values),
        None => Cow::Owned(V::slice(&tensor.to_contiguous()).unwrap_or_default().to_vec()),
    }
}

/// A tensor of these values.
pub(crate) fn host<V: Element>(values: Vec<V>, shape: impl Into<Shape>) -> Host {
    Host::from_data(TensorData::new(values, shape))
}

/// What burn refuses by itself.
pub(crate) fn of_burn(error: impl std::fmt::Debug) -> Error {
    Error::Burn(format!("{error:?}"))
}

/// Numbers of any type of integers.
pub(crate) fn numbers<const D: usize>(tensor: Tensor<D, Int>) -> Result<Vec<i64>> {
    tensor.try_into_data_as::<i64>().map_err(of_burn)?.try_into_vec().map_err(of_burn)
}
