//! candle's storage on the CPU as views of the kernels: no copy in either direction.
use candle_core::{CpuStorage, Error, Layout, Result, WithDType, bail};
use lacuna::{Dense, Value};
use std::ops::Range;

/// A type of values that both candle and the kernels compute with: `f32` or `f64`.
pub trait Element: Value + WithDType {
    /// The values of a storage, to be written; `None` if they are of another type.
    #[doc(hidden)]
    fn slice_mut(storage: &mut CpuStorage) -> Option<&mut [Self]>;
}

impl Element for f32 {
    fn slice_mut(storage: &mut CpuStorage) -> Option<&mut [Self]> {
        if let CpuStorage::F32(values) = storage { Some(values) } else { None }
    }
}

impl Element for f64 {
    fn slice_mut(storage: &mut CpuStorage) -> Option<&mut [Self]> {
        if let CpuStorage::F64(values) = storage { Some(values) } else { None }
    }
}

/// Where the values of a tensor lie that follow each other.
fn extent(layout: &Layout) -> Result<Range<usize>> {
    match layout.contiguous_offsets() {
        Some((start, end)) => Ok(start..end),
        None => bail!("a tensor of shape {:?} with strides {:?} is not contiguous", layout.dims(), layout.stride()),
    }
}

/// Rows and columns; a vector is one column.
fn sides(layout: &Layout) -> Result<(usize, usize)> {
    match *layout.dims() {
        [rows] => Ok((rows, 1)),
        [rows, columns] => Ok((rows, columns)),
        ref dims => bail!("a matrix or a vector is needed, not a tensor of shape {dims:?}"),
    }
}

/// The values of a contiguous tensor.
pub(crate) fn slice<'a, V: Element>(storage: &'a CpuStorage, layout: &Layout) -> Result<&'a [V]> {
    Ok(V::cpu_storage_as_slice(storage)?.get(extent(layout)?).unwrap_or_default())
}

/// A matrix to be read.
pub(crate) fn matrix<'a, V: Element>(storage: &'a CpuStorage, layout: &Layout) -> Result<Dense<'a, V>> {
    let (rows, columns) = sides(layout)?;
    Dense::new(rows, columns, slice(storage, layout)?).map_err(Error::wrap)
}

/// The values of a contiguous tensor, to be written in place.
pub(crate) fn slice_mut<'a, V: Element>(storage: &'a mut CpuStorage, layout: &Layout) -> Result<&'a mut [V]> {
    let extent = extent(layout)?;
    let Some(values) = V::slice_mut(storage) else { bail!("the values are not of type {:?}", V::DTYPE) };
    Ok(values.get_mut(extent).unwrap_or_default())
}
