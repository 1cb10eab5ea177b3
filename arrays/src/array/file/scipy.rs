//! The members of a sparse matrix, as `scipy.sparse.save_npz` writes them.
use super::Fault;
use super::limits::check_rows;
use super::npy::{Npy, write_text, write_values};
use super::npz::Members;
use super::number::{Number, check_sums};
use super::options::LoadOptions;
use super::sparse::{Compressed, Duplicates, coo, csc, csr, expanded};
use crate::array::dtype::Stored;
use crate::array::values::reserve;
use crate::array::{Array, ArrayError, Values, with_values};
use lacuna::infer::Stype;

/// The member that makes a file one of a sparse matrix: its text.
pub(super) const FORMAT: &str = "format";

/// All members of sparse matrices.
pub(super) const PARTS: [&str; 10] =
    [FORMAT, "shape", "data", "indptr", "indices", "row", "col", "coords", "offsets", "_is_array"];

/// Numbers with their shape.
struct Numbers {
    shape: Vec<usize>,
    values: Values,
    number: Option<Number>,
}

/// Whether the file is a sparse matrix: arrays can have the name of its member, too.
pub(super) fn is_sparse(members: &Members<'_>) -> Result<bool, Fault> {
    if !members.has(FORMAT) {
        return Ok(false);
    }
    match members.member(FORMAT, |npy| Ok(npy.text().is_some())) {
        Err(Fault::Member { fault, .. }) if fault.is_foreign() => Ok(false),
        is_text => is_text,
    }
}

pub(super) fn read(members: &Members<'_>, options: &LoadOptions<'_>) -> Result<Array, Fault> {
    let format = members.member(FORMAT, |npy| Ok(npy.text().unwrap_or_default()))?;
    let shape = members.member("shape", lengths)?;
    let Numbers { shape: data_shape, values: data, number } = members.member("data", |npy| {
        Ok(Numbers { shape: npy.shape().to_vec(), values: npy.values()?, number: npy.number() })
    })?;
    let expected = match &*format {
        "csr" | "csc" | "coo" => 1,
        "dia" => 2,
        "bsr" => 3,
        _ => return Err(Fault::Unsupported { what: "sparse format", found: format.chars().take(40).collect() }),
    };
    if data_shape.len() != expected {
        let (expected, found) = (expected as u64, data_shape.len() as u64);
        return Err(Fault::Count { what: "dimensions of the values", expected, found });
    }
    let duplicates = if number == Some(Number::Bool) { Duplicates::Or } else { Duplicates::Add };
    let part = |name| members.member(name, |npy| npy.integers());
    let compressed = |data| {
        let parts = Compressed { indptr: part("indptr")?, indices: part("indices")?, data };
        options.tell_spare(&format, &parts);
        Ok::<_, Fault>(parts)
    };
    if format != "csr" {
        check_rows(shape[0], members.bytes(), options.most_rows)?;
    }
    let array = match &*format {
        "csr" => csr(&format, shape, compressed(data)?, duplicates),
        "csc" => csc(&format, shape, compressed(data)?, duplicates),
        "coo" => {
            let [rows, columns] = if members.has("coords") {
                members.member("coords", coordinates)?
            } else {
                [part("row")?, part("col")?]
            };
            coo(&format, shape, &rows, &columns, data, duplicates)
        }
        "dia" => {
            let (rows, columns, kept) = diagonals(shape, &part("offsets")?, &data_shape, &data)?;
            coo(&format, shape, &rows, &columns, kept, duplicates)
        }
        _ => blocks(shape, &data_shape, compressed(data)?, duplicates),
    }?;
    if number == Some(Number::U64) { check_sums(array) } else { Ok(array) }
}

/// Rows and columns. A vector is one row.
fn lengths(npy: &Npy<'_>) -> Result<[usize; 2], Fault> {
    let shape = npy.integers()?;
    let lengths: Vec<usize> = shape.iter().filter_map(|&length| usize::try_from(length).ok()).collect();
    match *lengths {
        _ if lengths.len() != shape.len() => {
            let found = shape.iter().copied().find(|&length| length < 0).unwrap_or(i64::MAX);
            Err(Fault::Length { found })
        }
        [rows, columns] => Ok([rows, columns]),
        [columns] => Ok([1, columns]),
        _ => Err(Fault::Count { what: "dimensions of a sparse matrix", expected: 2, found: shape.len() as u64 }),
    }
}

/// Rows and columns of entries; those of a vector are columns.
fn coordinates(npy: &Npy<'_>) -> Result<[Vec<i64>; 2], Fault> {
    let mut rows = npy.integers()?;
    match *npy.shape() {
        [2, entries] => {
            let columns = rows.split_off(entries);
            Ok([rows, columns])
        }
        [1, entries] => Ok([vec![0; entries], rows]),
        _ => {
            let found = npy.shape().first().copied().unwrap_or(0) as u64;
            Err(Fault::Count { what: "coordinates of an entry", expected: 2, found })
        }
    }
}

/// Rows, columns and values of the diagonals: those that are not 0, as SciPy makes a csr of them.
/// `data[d, column]` is in row `column - offsets[d]`.
fn diagonals(
    shape: [usize; 2],
    offsets: &[i64],
    data_shape: &[usize],
    data: &Values,
) -> Result<(Vec<i64>, Vec<i64>, Values), Fault> {
    let (count, length) = (data_shape.first().copied().unwrap_or(0), data_shape.get(1).copied().unwrap_or(0));
    if offsets.len() != count {
        let (expected, found) = (count as u64, offsets.len() as u64);
        return Err(Fault::Count { what: "offsets of diagonals", expected, found });
    }
    let mut sorted = offsets.to_vec();
    sorted.sort_unstable();
    if let Some(&[offset, _]) = sorted.array_windows().find(|[first, second]| first == second) {
        return Err(Fault::DiagonalTwice { offset });
    }
    let (mut rows, mut columns, mut places) = (Vec::new(), Vec::new(), Vec::new());
    let is_stored =
        with_values!(data, |values| values.iter().map(|value| value.differs_from_zero()).collect::<Vec<_>>());
    for (diagonal, &offset) in offsets.iter().enumerate() {
        for column in 0..length.min(shape[1]) {
            let place = diagonal * length + column;
            let row = (column as i64).checked_sub(offset).and_then(|row| usize::try_from(row).ok());
            if let Some(row) = row.filter(|&row| row < shape[0])
                && is_stored.get(place) == Some(&true)
            {
                rows.push(row as i64);
                columns.push(column as i64);
                places.push(place);
            }
        }
    }
    let kept = with_values!(data, |values| Stored::wrap(
        places.iter().filter_map(|&place| values.get(place).copied()).collect()
    ));
    Ok((rows, columns, kept))
}

/// The csr of blocks, all of whose elements are stored, zeros too.
fn blocks(
    [rows, columns]: [usize; 2],
    data_shape: &[usize],
    parts: Compressed,
    duplicates: Duplicates,
) -> Result<Array, Fault> {
    let name = "bsr";
    let &[count, height, width] = data_shape else { return Err(Fault::Missing { name: "data" }) };
    for (what, length, block) in [("rows", rows, height), ("columns", columns, width)] {
        if block == 0 || length % block != 0 {
            return Err(Fault::Blocks { what, length: length as u64, block: block as u64 });
        }
    }
    let named = |error: ArrayError| Fault::Array { name: name.to_owned(), error };
    let Compressed { indptr, indices, data } = parts;
    // Of blocks, the numbers.
    let mut grid = Compressed { indptr, indices, data: Values::I64((0..count as i64).collect()) };
    let names = ["block row", "block column"];
    let block_rows = expanded(name, names, [rows / height, columns / width], &mut grid)?;
    let (mut row_of, mut column_of, mut places) = (Vec::new(), Vec::new(), Vec::new());
    reserve(&mut row_of, data.len()).map_err(named)?;
    reserve(&mut column_of, data.len()).map_err(named)?;
    reserve(&mut places, data.len()).map_err(named)?;
    for (block, (&block_row, &block_column)) in block_rows.iter().zip(&grid.indices).enumerate() {
        for element in 0..height * width {
            row_of.push(block_row * height as i64 + (element / width) as i64);
            column_of.push(block_column * width as i64 + (element % width) as i64);
            places.push(block * height * width + element);
        }
    }
    let data = with_values!(&data, |values| Stored::wrap(
        places.iter().filter_map(|&place| values.get(place).copied()).collect()
    ));
    coo(name, [rows, columns], &row_of, &column_of, data, duplicates)
}

/// The members of a csr, unless NumPy has no name for the type of its values.
pub(super) fn write(array: &Array) -> Option<Vec<(&'static str, Vec<u8>)>> {
    let (Some(indptr), Some(indices)) = (array.indptr(), array.indices()) else { return None };
    let integers = |numbers: &[i64]| write_values(&[numbers.len()], &Values::I64(numbers.to_vec()));
    let shape: Vec<i64> = array.shape().iter().map(|&length| i64::try_from(length).ok()).collect::<Option<_>>()?;
    Some(vec![
        ("indices", integers(indices)?),
        ("indptr", integers(indptr)?),
        (FORMAT, write_text(Stype::Csr.name())),
        ("shape", integers(&shape)?),
        ("data", write_values(&[array.nnz()], array.values())?),
    ])
}
