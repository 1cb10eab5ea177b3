//! candle's storage on the CPU as Lacuna's views: no copy in either direction.
use candle_core::{CpuStorage, Error, Layout, Result, WithDType, bail};
use lacuna::{Dense, DenseMut, Value};
use std::ops::Range;

/// A value that both candle and Lacuna compute with.
pub trait Element: Value + WithDType {
    /// The storage's values, to be written; `None` if they are of another type.
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

/// Rows, columns, and where the values of a row-major matrix lie.
fn extent(layout: &Layout) -> Result<(usize, usize, Range<usize>)> {
    let (rows, columns) = layout.shape().dims2()?;
    match layout.contiguous_offsets() {
        Some((start, end)) => Ok((rows, columns, start..end)),
        None => bail!("a {rows} x {columns} matrix with strides {:?} is not contiguous", layout.stride()),
    }
}

/// A matrix to be read.
pub fn matrix<'a, V: Element>(storage: &'a CpuStorage, layout: &Layout) -> Result<Dense<'a, V>> {
    let (rows, columns, place) = extent(layout)?;
    let values = V::cpu_storage_as_slice(storage)?;
    Dense::new(rows, columns, values.get(place).unwrap_or(&[])).map_err(Error::wrap)
}

/// A matrix to be written in place.
pub fn matrix_mut<'a, V: Element>(storage: &'a mut CpuStorage, layout: &Layout) -> Result<DenseMut<'a, V>> {
    let (rows, columns, place) = extent(layout)?;
    let Some(values) = V::slice_mut(storage) else { bail!("the matrix is not of the type {:?}", V::DTYPE) };
    DenseMut::new(rows, columns, values.get_mut(place).unwrap_or_default()).map_err(Error::wrap)
}
