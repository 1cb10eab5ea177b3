//! Matrices to text.
use crate::array::file::{Fault, error::no_place};
use crate::array::{Array, Dtype, Storage, Values};
use std::fmt::Display;
use std::io::Write;

/// A csr as its entries, row after row; a dense matrix as all elements, column after column. The bits of every number
/// come back.
pub(in crate::array::file) fn write(arrays: &[(String, Array)]) -> Result<Vec<u8>, Fault> {
    let [(name, array)] = arrays else {
        return Err(Fault::Count { what: "arrays in one Matrix Market file", expected: 1, found: arrays.len() as u64 });
    };
    let &[rows, columns] = array.shape() else { return Err(no_place(name, array)) };
    let (field, wide) = if array.dtype().is_float() { ("real", Dtype::F64) } else { ("integer", Dtype::I64) };
    let values = array.values().cast(wide).map_err(|error| Fault::Array { name: name.clone(), error })?;
    let text = |value: usize| match &values {
        Values::I64(values) => values.get(value).map(ToString::to_string),
        Values::F64(values) => values.get(value).copied().map(number),
        _ => None,
    };
    let mut out = Vec::new();
    let write =
        |out: &mut Vec<u8>, line: &dyn Display| writeln!(out, "{line}").map_err(|error| Fault::Write(error.into()));
    match &array.storage {
        Storage::Csr { indptr, indices, .. } => {
            write(&mut out, &format_args!("%%MatrixMarket matrix coordinate {field} general"))?;
            write(&mut out, &format_args!("{rows} {columns} {}", indices.len()))?;
            let mut entries = indices.iter().enumerate();
            for (row, pointers) in indptr.windows(2).enumerate() {
                let count = usize::try_from(pointers[1] - pointers[0]).unwrap_or(0);
                for (entry, column) in entries.by_ref().take(count) {
                    write(&mut out, &format_args!("{} {} {}", row + 1, column + 1, text(entry).unwrap_or_default()))?;
                }
            }
        }
        Storage::Dense { .. } => {
            write(&mut out, &format_args!("%%MatrixMarket matrix array {field} general"))?;
            write(&mut out, &format_args!("{rows} {columns}"))?;
            for column in 0..if rows == 0 { 0 } else { columns } {
                for row in 0..rows {
                    write(&mut out, &text(row * columns + column).unwrap_or_default())?;
                }
            }
        }
        Storage::RowSparse { .. } | Storage::Device(_) => return Err(no_place(name, array)),
    }
    Ok(out)
}

/// The fewest digits that distinguish a number from its neighbours; an exponent where it is shorter.
fn number(value: f64) -> String {
    match value.abs() {
        size if size.is_nan() => "nan".to_owned(),
        size if size != 0.0 && size.is_finite() && !(1e-5..1e16).contains(&size) => format!("{value:e}"),
        _ => value.to_string(),
    }
}
