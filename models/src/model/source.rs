//! Where the arrays of a saved model are, and which of them were taken.
use super::ModelError;
use super::generation::Generation;
use lacuna::infer::Stype;
use lacuna_runtime::array::file::{TensorFile, load_all};
use lacuna_runtime::array::{Array, Dtype, Storage};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

/// The arrays of a saved model by their names. Each is taken once.
#[derive(Debug)]
pub(super) struct Source {
    kind: Kind,
    /// Shapes of those that were not taken.
    left: BTreeMap<String, Vec<usize>>,
}

#[derive(Debug)]
enum Kind {
    /// Read when they are asked for.
    Tensors(TensorFile),
    Shards(Generation),
    /// Of a file that is read as a whole: of another format, or compressed.
    Arrays(BTreeMap<String, Array>),
}

impl Source {
    pub fn open(path: &Path) -> Result<Self, ModelError> {
        let kind = if path.is_dir() {
            Kind::Shards(Generation::open(path)?)
        } else {
            match TensorFile::open(path)? {
                Some(file) => Kind::Tensors(file),
                None => Kind::Arrays(load_all(path)?.into_iter().collect()),
            }
        };
        let left = match &kind {
            Kind::Tensors(file) => {
                let shape = |name: String| Some((name.clone(), file.shape(&name)?.to_vec()));
                file.names().into_iter().filter_map(shape).collect()
            }
            Kind::Shards(shards) => shards.shapes(),
            Kind::Arrays(arrays) => arrays.iter().map(|(name, array)| (name.clone(), array.shape().to_vec())).collect(),
        };
        Ok(Self { kind, left })
    }

    /// Shapes of all arrays that were not taken.
    pub fn into_shapes(self) -> BTreeMap<String, Vec<usize>> {
        self.left
    }

    /// The shards, if the model is in some.
    pub const fn generation(&self) -> Option<&Generation> {
        match &self.kind {
            Kind::Shards(generation) => Some(generation),
            _ => None,
        }
    }

    /// All of an array.
    pub fn take(&mut self, name: &str) -> Result<Array, ModelError> {
        let missing = || ModelError::Missing { name: name.to_owned() };
        self.left.remove(name).ok_or_else(missing)?;
        match &mut self.kind {
            Kind::Tensors(file) => file.read(name, None)?,
            Kind::Shards(shards) => shards.read(name, None)?,
            Kind::Arrays(arrays) => arrays.remove(name),
        }
        .ok_or_else(missing)
    }

    /// Rows of a dense array of this form, as a row_sparse one.
    pub fn take_rows(
        &mut self,
        name: &str,
        (shape, dtype): (&[usize], Dtype),
        rows: Range<usize>,
    ) -> Result<Array, ModelError> {
        let missing = || ModelError::Missing { name: name.to_owned() };
        let found = self.left.remove(name).ok_or_else(missing)?;
        let part = if found == shape {
            match &mut self.kind {
                Kind::Tensors(file) => file.read(name, Some(rows.clone()))?,
                Kind::Shards(shards) => shards.read(name, Some(rows.clone()))?,
                Kind::Arrays(arrays) => {
                    let (first, last) = (i64::try_from(rows.start).ok(), i64::try_from(rows.end).ok());
                    let array = arrays.remove(name).ok_or_else(missing)?;
                    Some(if array.stype() == Stype::Dense { array.slice_rows(first, last)? } else { array })
                }
            }
            .ok_or_else(missing)?
        } else {
            // What it would be says which one it is.
            Array::zeros(Stype::Dense, &[0], dtype)?
        };
        if found != shape || part.dtype() != dtype || part.stype() != Stype::Dense {
            return Err(ModelError::Form {
                name: name.to_owned(),
                expected_stype: Stype::Dense,
                expected_dtype: dtype,
                expected: shape.to_vec(),
                found_stype: part.stype(),
                found_dtype: part.dtype(),
                found,
            });
        }
        let (mut part, indices) = (part, rows.map(|row| row as i64).collect());
        let data = part.take_memory().values;
        Ok(Array::from_storage(shape.to_vec(), Storage::RowSparse { indices, data })?)
    }

    /// Refuses arrays that were not taken.
    pub fn end(self) -> Result<(), ModelError> {
        self.left.into_keys().next().map_or(Ok(()), |name| Err(ModelError::Unknown { name }))
    }
}
