//! Safetensors: a dense array is a tensor; a sparse one is a tensor for each of its parts, with storage types and
//! shapes under one key of the metadata, as JSON.
use super::Fault;
use crate::array::{Array, Dtype, Storage, Values};
use lacuna::infer::Stype;
use safetensors::tensor::{SafeTensors, TensorView, serialize};
use std::collections::{BTreeMap, HashMap, HashSet};

/// One key, so that the bytes of the file do not depend on the order of a hash table.
const KEY: &str = "lacuna_arrays";

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

/// Storage type and shape of each sparse array.
type Sparse = BTreeMap<String, (String, Vec<usize>)>;

pub(super) fn read(bytes: &[u8]) -> Result<Vec<(String, Array)>, Fault> {
    let (_, metadata) = SafeTensors::read_metadata(bytes)?;
    let tensors = SafeTensors::deserialize(bytes)?;
    let described = metadata.metadata().as_ref().and_then(|metadata| metadata.get(KEY));
    let sparse: Sparse = match described {
        None => Sparse::new(),
        Some(text) => serde_json::from_str(text)
            .map_err(|_| Fault::Unsupported { what: "metadata", found: text.chars().take(40).collect() })?,
    };
    let values = |name: &str| -> Result<(Vec<usize>, Values), Fault> {
        let tensor = tensors.tensor(name)?;
        let known = DTYPES.iter().find(|(_, dtype)| *dtype == tensor.dtype());
        let (dtype, _) =
            known.ok_or_else(|| Fault::Unsupported { what: "dtype", found: tensor.dtype().to_string() })?;
        Ok((tensor.shape().to_vec(), Values::read(*dtype, tensor.data())))
    };
    let mut parts = HashSet::new();
    let mut arrays = Vec::new();
    for (name, (stype, shape)) in sparse {
        let mut part = |part: &str| {
            let name = format!("{name}.{part}");
            let values = values(&name);
            parts.insert(name);
            values.map(|(_, values)| values)
        };
        let integers = |values: Values| match values {
            Values::I64(values) => Ok(values),
            other => Err(Fault::Unsupported { what: "index dtype", found: other.dtype().to_string() }),
        };
        let storage = match Stype::named(&stype) {
            Some(Stype::Csr) => Storage::Csr {
                indptr: integers(part("indptr")?)?,
                indices: integers(part("indices")?)?,
                data: part("data")?,
            },
            Some(Stype::RowSparse) => Storage::RowSparse { indices: integers(part("indices")?)?, data: part("data")? },
            _ => return Err(Fault::Unsupported { what: "storage type", found: stype }),
        };
        let array =
            Array::from_storage(shape, storage).map_err(|source| Fault::Array { name: name.clone(), source })?;
        arrays.push((name, array));
    }
    for name in tensors.names() {
        if !parts.contains(name) {
            let (shape, data) = values(name)?;
            let array = Array::from_storage(shape, Storage::Dense { data })
                .map_err(|source| Fault::Array { name: name.to_owned(), source })?;
            arrays.push((name.to_owned(), array));
        }
    }
    arrays.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(arrays)
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
