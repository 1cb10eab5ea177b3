//! Arrays to bytes.
use super::{ARRAY, ARRAY_OF_ANY_SHAPE, FILE, FLAGS};
use crate::array::Array;
use crate::array::file::Fault;
use lacuna::infer::Stype;
use std::collections::HashSet;

/// The flag of indices.
const I64: i32 = 6;

pub(in crate::array::file) fn write(arrays: &[(String, Array)]) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    let u64s =
        |bytes: &mut Vec<u8>, numbers: &[u64]| numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
    u64s(&mut bytes, &[FILE, 0, arrays.len() as u64]);
    for (name, array) in arrays {
        write_array(&mut bytes, name, array)?;
    }
    let unnamed = arrays.iter().all(|(name, _)| name.is_empty());
    let mut names = HashSet::new();
    if let Some((name, _)) = arrays.iter().find(|(name, _)| !unnamed && !names.insert(name)) {
        return Err(Fault::Name { name: name.clone() });
    }
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
