//! The members of a sparse matrix, as `scipy.sparse.save_npz` writes them.
use super::Fault;
use super::limits::check_rows;
use super::npy::{write_text, write_values};
use super::npz::Members;
use crate::array::values::zeros;
use crate::array::{Array, ArrayError, Storage, Values, with_values};
use lacuna::infer::Stype;
use lacuna::{Csr, FormatError, Index};

/// The member that makes a file one of a sparse matrix.
pub(super) const FORMAT: &str = "format";

pub(super) fn read(members: &Members) -> Result<Array, Fault> {
    let text = |format: Option<String>| {
        format.ok_or_else(|| Fault::Unsupported { what: "sparse format", found: "no text".to_owned() })
    };
    let format = members.member(FORMAT, |npy| text(npy.text()))?;
    let shape = members.member("shape", |npy| {
        let shape = npy.integers()?;
        let lengths: Vec<usize> = shape.iter().filter_map(|&length| usize::try_from(length).ok()).collect();
        let dimensions = shape.len() as u64;
        lengths.try_into().map_err(|_| Fault::Count {
            what: "lengths of a sparse matrix, 0 or more",
            expected: 2,
            found: dimensions,
        })
    })?;
    let data = members.member("data", |npy| {
        let dimensions = npy.shape().len();
        if dimensions != 1 && matches!(&*format, "csr" | "csc" | "coo") {
            return Err(Fault::Count { what: "dimensions of the values", expected: 1, found: dimensions as u64 });
        }
        npy.values()
    })?;
    let part = |name| members.member(name, |npy| npy.integers());
    let array = match &*format {
        "csr" => of_rows(shape, part("indptr")?, part("indices")?, data),
        "csc" => {
            check_rows(shape[0], members.bytes())?;
            of_columns(shape, part("indptr")?, part("indices")?, data)
        }
        "coo" => {
            check_rows(shape[0], members.bytes())?;
            let (rows, columns) =
                if members.has("coords") { halves(part("coords")?) } else { (part("row")?, part("col")?) };
            Array::coo_of(shape, &rows, &columns, &data)
        }
        _ => return Err(Fault::Unsupported { what: "sparse format", found: format.chars().take(40).collect() }),
    };
    array.map_err(|source| Fault::Array { name: format.clone(), source })
}

/// Rows, then columns.
fn halves(mut rows: Vec<i64>) -> (Vec<i64>, Vec<i64>) {
    let columns = rows.split_off(rows.len() / 2);
    (rows, columns)
}

/// A csr as SciPy may hold it: its rows can be out of order and have an element in several parts, which are then sorted
/// and added.
fn of_rows(shape: [usize; 2], indptr: Vec<i64>, mut indices: Vec<i64>, mut data: Values) -> Result<Array, ArrayError> {
    prune(&indptr, &mut indices, &mut data);
    if is_canonical(shape, &indptr, &indices, &data)? {
        return Array::from_storage(shape.to_vec(), Storage::Csr { indptr, indices, data });
    }
    let rows = expand(&indptr, indices.len())?;
    Array::coo_of(shape, &rows, &indices, &data)
}

fn of_columns(
    [rows, columns]: [usize; 2],
    indptr: Vec<i64>,
    mut indices: Vec<i64>,
    mut data: Values,
) -> Result<Array, ArrayError> {
    prune(&indptr, &mut indices, &mut data);
    is_canonical([columns, rows], &indptr, &indices, &data)?;
    let column_of = expand(&indptr, indices.len())?;
    Array::coo_of([rows, columns], &indices, &column_of, &data)
}

/// Takes away what stands behind the last row: room that SciPy kept free.
fn prune(indptr: &[i64], indices: &mut Vec<i64>, data: &mut Values) {
    let end = indptr.last().and_then(|&end| usize::try_from(end).ok());
    if let Some(end) = end.filter(|&end| end < indices.len() && indices.len() == data.len()) {
        indices.truncate(end);
        with_values!(data, |values| values.truncate(end));
    }
}

/// Whether the indices of each row ascend. Whatever they are, pointers that do not name each entry once are an error.
fn is_canonical(
    [rows, columns]: [usize; 2],
    indptr: &[i64],
    indices: &[i64],
    data: &Values,
) -> Result<bool, FormatError> {
    match with_values!(data, |values| Csr::new(rows, columns, indptr, indices, values).map(|_| ())) {
        Ok(()) => Ok(true),
        Err(FormatError::CsrIndices { .. }) => Ok(false),
        Err(error) => Err(error),
    }
}

/// The row of each entry, of pointers that have been checked.
fn expand(indptr: &[i64], entries: usize) -> Result<Vec<i64>, ArrayError> {
    let mut ids = zeros(entries)?;
    for (id, pair) in indptr.windows(2).enumerate() {
        if let Some(places) = ids.get_mut(pair[0].to_usize()..pair[1].to_usize()) {
            places.fill(id as i64);
        }
    }
    Ok(ids)
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
