//! Safetensors: a dense array is a tensor; a sparse one is a tensor for each of its parts, with storage types and
//! shapes under one key of the metadata, as JSON.
use super::Fault;

use super::number::Number;
use super::options::{Content, LoadOptions, Member};
use crate::array::{Array, Dtype, Storage, Values};
use crate::json_keys::key_twice;
use lacuna::infer::Stype;
use safetensors::tensor::{SafeTensors, TensorView, serialize};
use std::collections::{BTreeMap, HashMap, HashSet};

/// One key, so that the bytes of the file do not depend on the order of a hash table.
pub(super) const KEY: &str = "lacuna_arrays";

const DTYPES: [(Dtype, safetensors::Dtype); 8] = [
    (Dtype::F16, safetensors::Dtype::F16),
    (Dtype::Bf16, safetensors::Dtype::BF16),
    (Dtype::F32, safetensors::Dtype::F32),
    (Dtype::F64, safetensors::Dtype::F64),
    (Dtype::I8, safetensors::Dtype::I8),
    (Dtype::U8, safetensors::Dtype::U8),
    (Dtype::I32, safetensors::Dtype::I32),
    (Dtype::I64, safetensors::Dtype::I64),
];

/// What is read, too.
const OTHERS: [(Number, safetensors::Dtype); 5] = [
    (Number::Bool, safetensors::Dtype::BOOL),
    (Number::I16, safetensors::Dtype::I16),
    (Number::U16, safetensors::Dtype::U16),
    (Number::U32, safetensors::Dtype::U32),
    (Number::U64, safetensors::Dtype::U64),
];

/// Storage type and shape of each sparse array.
type Sparse = BTreeMap<String, (String, Vec<usize>)>;

/// The header, if it has a length that the file has; what else is wrong with it is not told here.
fn header(bytes: &[u8]) -> Option<&str> {
    let length = usize::try_from(u64::from_le_bytes(*bytes.first_chunk()?)).ok()?;
    std::str::from_utf8(bytes.get(8..length.checked_add(8)?)?).ok()
}

/// Numbers of this type.
pub(super) fn number_of(dtype: safetensors::Dtype) -> Result<Number, Fault> {
    let known = DTYPES.iter().map(|&(dtype, stored)| (Number::As(dtype), stored)).chain(OTHERS);
    let number = known.into_iter().find(|(_, stored)| *stored == dtype).map(|(number, _)| number);
    number.ok_or_else(|| Fault::Unsupported { what: "dtype", found: dtype.to_string() })
}

/// Shape and values of a tensor.
fn values(tensors: &SafeTensors<'_>, name: &str) -> Result<(Vec<usize>, Values), Fault> {
    let tensor = tensors.tensor(name)?;
    Ok((tensor.shape().to_vec(), number_of(tensor.dtype())?.read(tensor.data())?))
}

fn sparse_array(tensors: &SafeTensors<'_>, name: &str, stype: Stype, shape: Vec<usize>) -> Result<Array, Fault> {
    let part = |part: &str| values(tensors, &format!("{name}.{part}")).map(|(_, values)| values);
    let integers = |name: &str| match part(name)? {
        Values::I64(values) => Ok(values),
        other => Err(Fault::Unsupported { what: "index dtype", found: other.dtype().to_string() }),
    };
    let storage = match stype {
        Stype::Csr => Storage::Csr { indptr: integers("indptr")?, indices: integers("indices")?, data: part("data")? },
        Stype::RowSparse => Storage::RowSparse { indices: integers("indices")?, data: part("data")? },
        Stype::Dense => Storage::Dense { data: part("data")? },
    };
    Array::from_storage(shape, storage).map_err(|error| Fault::Array { name: name.to_owned(), error })
}

fn dense_array(tensors: &SafeTensors<'_>, name: &str) -> Result<Array, Fault> {
    let (shape, data) = values(tensors, name)?;
    Array::from_storage(shape, Storage::Dense { data }).map_err(|error| Fault::Array { name: name.to_owned(), error })
}

pub(super) fn read(bytes: &[u8], options: &LoadOptions<'_>) -> Result<Vec<Member>, Fault> {
    let once = |text: &str| key_twice(text).map_or(Ok(()), |name| Err(Fault::NameTwice { name }));
    header(bytes).map_or(Ok(()), once)?;
    let (_, metadata) = SafeTensors::read_metadata(bytes)?;
    let tensors = SafeTensors::deserialize(bytes)?;
    let described = metadata.metadata().as_ref().and_then(|metadata| metadata.get(KEY));
    let sparse: Sparse = match described {
        None => Sparse::new(),
        Some(text) => {
            once(text)?;
            serde_json::from_str(text).map_err(|_| Fault::Text {
                what: KEY,
                at: 8,
                found: text.chars().take(40).collect(),
            })?
        }
    };
    let (mut parts, mut found) = (HashSet::new(), Vec::new());
    for (name, (stype, shape)) in sparse {
        let (stype, of_stype): (Stype, &[&str]) = match Stype::named(&stype) {
            Some(stype @ Stype::Csr) => (stype, &["indptr", "indices", "data"]),
            Some(stype @ Stype::RowSparse) => (stype, &["indices", "data"]),
            _ => return Err(Fault::Text { what: "storage type", at: 8, found: stype.chars().take(40).collect() }),
        };
        parts.extend(of_stype.iter().map(|part| format!("{name}.{part}")));
        found.push((name, Some((stype, shape))));
    }
    let dense = tensors.names().into_iter().filter(|&name| !parts.contains(name));
    found.extend(dense.map(|name| (name.to_owned(), None)));
    found.sort_by(|a, b| a.0.cmp(&b.0));
    let member = |number, name: String, sparse| {
        if !options.wants(number, &name) {
            return Ok(Member { name, content: Content::Unwanted });
        }
        let content = Content::of(match sparse {
            Some((stype, shape)) => sparse_array(&tensors, &name, stype, shape),
            None => dense_array(&tensors, &name),
        })?;
        Ok(Member { name, content })
    };
    let numbered = found.into_iter().enumerate();
    numbered.map(|(number, (name, sparse))| member(number, name, sparse)).collect()
}

pub(super) fn write(arrays: &[(String, Array)]) -> Result<Vec<u8>, Fault> {
    let mut parts: Vec<(String, Vec<usize>, safetensors::Dtype, Vec<u8>)> = Vec::new();
    let mut sparse = Sparse::new();
    for (name, array) in arrays {
        if name.is_empty() {
            return Err(Fault::Name { name: name.clone() });
        }
        let dtype = DTYPES
            .iter()
            .find(|(dtype, _)| *dtype == array.dtype())
            .map_or(safetensors::Dtype::F64, |(_, dtype)| *dtype);
        let mut data = Vec::new();
        array.values().write(&mut data);
        if array.stype() == Stype::Dense {
            parts.push((name.clone(), array.shape().to_vec(), dtype, data));
            continue;
        }
        sparse.insert(name.clone(), (array.stype().name().to_owned(), array.shape().to_vec()));
        for (part, numbers) in [("indptr", array.indptr()), ("indices", array.indices())] {
            if let Some(numbers) = numbers {
                let bytes = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
                parts.push((format!("{name}.{part}"), vec![numbers.len()], safetensors::Dtype::I64, bytes));
            }
        }
        let mut stored = vec![array.nnz()];
        if let (Stype::RowSparse, Some(indices)) = (array.stype(), array.indices()) {
            stored = [&[indices.len()], array.shape().get(1..).unwrap_or_default()].concat();
        }
        parts.push((format!("{name}.data"), stored, dtype, data));
    }
    let mut names = HashSet::new();
    if let Some((name, ..)) = parts.iter().find(|(name, ..)| !names.insert(name)) {
        return Err(Fault::Name { name: name.clone() });
    }
    let tensors =
        parts.iter().map(|(name, shape, dtype, bytes)| Ok((name, TensorView::new(*dtype, shape.clone(), bytes)?)));
    let tensors = tensors.collect::<Result<Vec<_>, safetensors::SafeTensorError>>()?;
    let metadata = serde_json::to_string(&sparse).map_err(|error| Fault::Write(error.into()))?;
    let metadata = (!sparse.is_empty()).then(|| HashMap::from([(KEY.to_owned(), metadata)]));
    Ok(serialize(tensors, metadata)?)
}
