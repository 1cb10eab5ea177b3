//! The rows that a worker asks for.
use super::KvError;
use lacuna::infer::Stype;
use lacuna_arrays::array::{Array, Dtype, Values};

/// Row ids, in any order and as often as they come: a slice, or a dense array of any shape and dtype. The indices of a
/// csr batch are the rows of the weight that it needs.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_runtime::kvstore::RowIds;
/// let batch = Array::csr(Some([2, 9]), vec![0, 2, 3], vec![0, 7, 7], vec![1.0_f32; 3])?;
/// assert!(matches!(RowIds::from(batch.indices().unwrap_or_default()), RowIds::Slice([0, 7, 7])));
/// # Ok::<(), lacuna_runtime::array::ArrayError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum RowIds<'a> {
    /// A slice.
    Slice(&'a [i64]),
    /// A dense array. A `float32` one holds each whole number up to 2^24 only: larger ids have been rounded before they
    /// are read here.
    Array(&'a Array),
}

impl<'a> From<&'a [i64]> for RowIds<'a> {
    fn from(ids: &'a [i64]) -> Self {
        Self::Slice(ids)
    }
}

impl<'a> From<&'a Array> for RowIds<'a> {
    fn from(ids: &'a Array) -> Self {
        Self::Array(ids)
    }
}

impl RowIds<'_> {
    /// The ids, ascending and each once, all of them below the number of rows.
    #[doc(hidden)]
    pub fn unique(self, key: &str, rows: usize) -> Result<Vec<i64>, KvError> {
        let mut ids = match self {
            Self::Slice(ids) => ids.to_vec(),
            Self::Array(array) => whole_numbers(key, array)?,
        };
        let is_outside = |id: &i64| usize::try_from(*id).map_or(true, |id| id >= rows);
        if let Some((place, &id)) = ids.iter().enumerate().find(|(_, id)| is_outside(id)) {
            return Err(KvError::RowId { key: key.to_owned(), place, id, rows });
        }
        ids.sort_unstable();
        ids.dedup();
        Ok(ids)
    }
}

fn whole_numbers(key: &str, array: &Array) -> Result<Vec<i64>, KvError> {
    if array.stype() != Stype::Dense {
        return Err(KvError::IdStorage { key: key.to_owned(), found: array.stype() });
    }
    let wide = array.here()?.values().cast(if array.dtype().is_float() { Dtype::F64 } else { Dtype::I64 })?;
    match wide {
        Values::I64(ids) => Ok(ids),
        Values::F64(numbers) => numbers.iter().enumerate().map(|(place, &number)| whole(key, place, number)).collect(),
        other => Err(crate::array::ArrayError::Dtype { expected: Dtype::I64, found: other.dtype() }.into()),
    }
}

fn whole(key: &str, place: usize, found: f64) -> Result<i64, KvError> {
    const END: f64 = 9_223_372_036_854_775_808.0;
    // NaN is not below it either.
    if found.abs() < END && found.fract() == 0.0 {
        Ok(found as i64)
    } else {
        Err(KvError::RowNumber { key: key.to_owned(), place, found })
    }
}
