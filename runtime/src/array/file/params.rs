//! MXNet's own files, as `mx.nd.save` writes them: the same arrays give the same bytes.
use super::bytes::Bytes;
use super::limits::{MOST_DIMENSIONS, check_rows, product};
use super::{Fault, error::excerpt};
use crate::array::{Array, Dtype, Storage, Values};
use lacuna::infer::Stype;

const FILE: u64 = 0x112;
/// Arrays whose shapes have no length 0 and at least one dimension; and those where these are legal.
const ARRAY: u32 = 0xF993_FAC9;
const ARRAY_OF_ANY_SHAPE: u32 = 0xF993_FACA;

/// The flags of dtypes: places in this list.
const FLAGS: [Dtype; 7] = [Dtype::F32, Dtype::F64, Dtype::F16, Dtype::U8, Dtype::I32, Dtype::I8, Dtype::I64];

/// The flag of indices.
const I64: i32 = 6;

pub(super) fn read(bytes: &[u8]) -> Result<Vec<(String, Array)>, Fault> {
    let mut bytes = Bytes::new(bytes);
    let magic = bytes.u64("file magic")?;
    if magic != FILE {
        return Err(Fault::Field { what: "file magic", at: 0, found: magic as i64 });
    }
    bytes.u64("reserved field")?;
    let count = bytes.count("arrays", 4)?;
    let mut arrays = Vec::new();
    for number in 0..count {
        arrays.push(read_array(&mut bytes, number)?);
    }
    let names = bytes.count("names", 8)?;
    if names != 0 && names != count {
        return Err(Fault::Count { what: "names", expected: count as u64, found: names as u64 });
    }
    let mut named = Vec::new();
    for array in arrays {
        let mut name = String::new();
        if names != 0 {
            let length = bytes.count("name", 1)?;
            let text = bytes.take("name", length)?;
            name = std::str::from_utf8(text)
                .map_err(|_| Fault::Unsupported { what: "name", found: excerpt(text) })?
                .to_owned();
        }
        named.push((name, array));
    }
    match bytes.left() {
        0 => Ok(named),
        left => Err(Fault::Count { what: "bytes behind the last name", expected: 0, found: left as u64 }),
    }
}

fn read_shape(bytes: &mut Bytes<'_>, what: &'static str) -> Result<Vec<usize>, Fault> {
    let at = bytes.at();
    let dimensions = bytes.i32(what)?;
    if usize::try_from(dimensions).is_ok_and(|dimensions| dimensions > MOST_DIMENSIONS) || dimensions < 0 {
        return Err(Fault::Field { what, at, found: dimensions.into() });
    }
    let mut shape = Vec::new();
    for _ in 0..dimensions {
        let at = bytes.at();
        let length = bytes.u64(what)?;
        let found = length as i64;
        shape.push(usize::try_from(found).map_err(|_| Fault::Field { what, at, found })?);
    }
    Ok(shape)
}

fn read_array(bytes: &mut Bytes<'_>, number: usize) -> Result<Array, Fault> {
    let named = |source| Fault::Array { name: format!("number {number}"), source };
    let at = bytes.at();
    let magic = bytes.u32("array magic")?;
    if magic != ARRAY && magic != ARRAY_OF_ANY_SHAPE {
        return Err(Fault::Field { what: "array magic", at, found: magic.into() });
    }
    let at = bytes.at();
    let stype = match bytes.i32("storage type")? {
        0 => Stype::Dense,
        1 => Stype::RowSparse,
        2 => Stype::Csr,
        found => return Err(Fault::Field { what: "storage type", at, found: found.into() }),
    };
    let stored = if stype == Stype::Dense { None } else { Some(read_shape(bytes, "storage shape")?) };
    let shape = read_shape(bytes, "shape")?;
    if shape.is_empty() && magic == ARRAY {
        return Err(Fault::Unsupported { what: "array", found: "an array without a shape".to_owned() });
    }
    bytes.take("context", 8)?;
    let at = bytes.at();
    let flag = bytes.i32("dtype")?;
    let unknown = Fault::Field { what: "dtype", at, found: flag.into() };
    let dtype = usize::try_from(flag).ok().and_then(|flag| FLAGS.get(flag).copied()).ok_or(unknown)?;
    let parts = match stype {
        Stype::Dense => 0,
        Stype::RowSparse => 1,
        Stype::Csr => 2,
    };
    let mut lengths = Vec::new();
    for _ in 0..parts {
        let at = bytes.at();
        let flag = bytes.i32("index dtype")?;
        if flag != I64 {
            return Err(Fault::Field { what: "index dtype", at, found: flag.into() });
        }
        lengths.push(product(&read_shape(bytes, "index shape")?));
    }
    let data = bytes.take_elements("values", product(stored.as_deref().unwrap_or(&shape)), dtype.size())?;
    let data = Values::read(dtype, data);
    let mut parts = Vec::new();
    for length in lengths {
        let Values::I64(part) = Values::read(Dtype::I64, bytes.take_elements("indices", length, 8)?) else { continue };
        parts.push(part);
    }
    let mut parts = parts.into_iter();
    let mut part = || parts.next().unwrap_or_default();
    let storage = match stype {
        Stype::Dense => Storage::Dense { data },
        Stype::RowSparse => Storage::RowSparse { indices: part(), data },
        Stype::Csr => {
            let (mut indptr, indices) = (part(), part());
            // A csr of zeros that has no pointers: a defect of MXNet's functions.
            if indptr.is_empty() && indices.is_empty() && data.len() == 0 {
                let rows = shape.first().copied().unwrap_or(0);
                check_rows(rows, bytes.at() + bytes.left() as u64)?;
                indptr = vec![0; rows + 1];
            }
            Storage::Csr { indptr, indices, data }
        }
    };
    Array::from_storage(shape, storage).map_err(named)
}

pub(super) fn write(arrays: &[(String, Array)]) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    let u64s =
        |bytes: &mut Vec<u8>, numbers: &[u64]| numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
    u64s(&mut bytes, &[FILE, 0, arrays.len() as u64]);
    for (name, array) in arrays {
        write_array(&mut bytes, name, array)?;
    }
    let unnamed = arrays.iter().all(|(name, _)| name.is_empty());
    u64s(&mut bytes, &[if unnamed { 0 } else { arrays.len() as u64 }]);
    for (name, _) in arrays.iter().filter(|_| !unnamed) {
        u64s(&mut bytes, &[name.len() as u64]);
        bytes.extend(name.as_bytes());
    }
    Ok(bytes)
}

fn write_array(bytes: &mut Vec<u8>, name: &str, array: &Array) -> Result<(), Fault> {
    let (stype, dtype, dimensions) = (array.stype(), array.dtype(), array.shape().len());
    let no_place = || Fault::NoPlace { name: name.to_owned(), stype, dtype, dimensions };
    let flag = FLAGS.iter().position(|&known| known == dtype).ok_or_else(no_place)?;
    let legacy = dimensions > 0 && !array.shape().contains(&0);
    let i32s =
        |bytes: &mut Vec<u8>, numbers: &[i32]| numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
    let shape = |bytes: &mut Vec<u8>, shape: &[usize]| {
        bytes.extend((shape.len() as i32).to_le_bytes());
        shape.iter().for_each(|&length| bytes.extend((length as u64).to_le_bytes()));
    };
    bytes.extend(if legacy { ARRAY } else { ARRAY_OF_ANY_SHAPE }.to_le_bytes());
    let id = match stype {
        Stype::Dense => 0,
        Stype::RowSparse => 1,
        Stype::Csr => 2,
    };
    i32s(bytes, &[id]);
    match stype {
        Stype::Dense => {}
        Stype::Csr => shape(bytes, &[array.nnz()]),
        Stype::RowSparse => {
            let stored = array.indices().map_or(0, <[i64]>::len);
            let trailing = array.shape().get(1..).unwrap_or_default();
            shape(bytes, &[&[stored], trailing].concat());
        }
    }
    shape(bytes, array.shape());
    i32s(bytes, &[1, 0, flag as i32]);
    let parts = [array.indptr(), array.indices()];
    for part in parts.iter().flatten() {
        i32s(bytes, &[I64]);
        shape(bytes, &[part.len()]);
    }
    array.values().write(bytes);
    for part in parts.iter().flatten() {
        part.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
    }
    Ok(())
}
