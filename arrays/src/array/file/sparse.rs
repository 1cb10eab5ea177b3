//! Parts of sparse arrays as other programs leave them: out of order, with room behind the last entry, or with several
//! entries at one place.
use super::{Fault, Outside};
use crate::array::dtype::Stored;
use crate::array::values::{reserve, zeros};
use crate::array::{Array, ArrayError, Dtype, Storage, Values, with_values};
use lacuna::{Csr, FormatError, Index};

/// What becomes of entries at one place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Duplicates {
    Refuse,
    Add,
    /// Of truth values: true if one of them is.
    Or,
}

/// Pointers, and what stands behind them: of a csr its columns, of a csc its rows.
pub(super) struct Compressed {
    pub indptr: Vec<i64>,
    pub indices: Vec<i64>,
    pub data: Values,
}

fn named(name: &str) -> impl Fn(ArrayError) -> Fault {
    move |error| Fault::Array { name: name.to_owned(), error }
}

/// A csr whose rows may be out of order.
pub(super) fn csr(
    name: &str,
    shape: [usize; 2],
    mut parts: Compressed,
    duplicates: Duplicates,
) -> Result<Array, Fault> {
    prune(&mut parts);
    let Compressed { indptr, mut indices, mut data } = parts;
    if !is_canonical(shape, &indptr, &indices, &data).map_err(|error| named(name)(error.into()))? {
        check_lines(name, ["row", "column"], &indptr, &indices, shape[1])?;
        let order = order(&indptr, &indices).map_err(named(name))?;
        if let Some(twice) = first_twice(&indptr, &indices, &order) {
            if duplicates == Duplicates::Refuse {
                let (row, column, entries) = twice;
                return Err(Fault::EntryTwice { name: name.to_owned(), row, column, entries });
            }
            let rows = expand(&indptr, indices.len()).map_err(named(name))?;
            return coo(name, shape, &rows, &indices, data, duplicates);
        }
        indices = gather(&indices, &order, 1).map_err(named(name))?;
        data = gather_values(&data, &order, 1).map_err(named(name))?;
    }
    Array::from_storage(shape.to_vec(), Storage::Csr { indptr, indices, data }).map_err(named(name))
}

/// The csr of a csc.
pub(super) fn csc(
    name: &str,
    [rows, columns]: [usize; 2],
    mut parts: Compressed,
    duplicates: Duplicates,
) -> Result<Array, Fault> {
    let column_of = expanded(name, ["column", "row"], [columns, rows], &mut parts)?;
    coo(name, [rows, columns], &parts.indices, &column_of, parts.data, duplicates)
}

/// The line of each entry, whose index is in range then. `names` are those of a line, and of what is in it.
pub(super) fn expanded(
    name: &str,
    names: [&'static str; 2],
    shape: [usize; 2],
    parts: &mut Compressed,
) -> Result<Vec<i64>, Fault> {
    prune(parts);
    let Compressed { indptr, indices, data } = parts;
    is_canonical(shape, indptr, indices, data).map_err(|error| named(name)(error.into()))?;
    check_lines(name, names, indptr, indices, shape[1])?;
    expand(indptr, indices.len()).map_err(named(name))
}

/// The csr of entries in any order.
pub(super) fn coo(
    name: &str,
    shape: [usize; 2],
    rows: &[i64],
    columns: &[i64],
    data: Values,
    duplicates: Duplicates,
) -> Result<Array, Fault> {
    check_range(name, "row", rows, shape[0])?;
    check_range(name, "column", columns, shape[1])?;
    if duplicates != Duplicates::Or {
        return Array::coo_of(shape, rows, columns, &data).map_err(named(name));
    }
    // As counts, which are 0 only where nothing is true.
    let counts = data.cast(Dtype::I64).and_then(|data| Array::coo_of(shape, rows, columns, &data));
    let mut array = counts.map_err(named(name))?;
    if let Storage::Csr { data, .. } = &mut array.storage
        && let Values::I64(counts) = data
    {
        *data = Values::U8(counts.iter().map(|&count| u8::from(count != 0)).collect());
    }
    Ok(array)
}

/// A row_sparse array whose rows may be out of order. A row that is stored twice is refused.
pub(super) fn row_sparse(name: &str, shape: Vec<usize>, indices: Vec<i64>, data: Values) -> Result<Array, Fault> {
    let rows = shape.first().copied().unwrap_or(0);
    let row_length = super::limits::product(shape.get(1..).unwrap_or_default());
    check_range(name, "row", &indices, rows)?;
    let storage = if indices.is_sorted() || indices.len().checked_mul(row_length) != Some(data.len()) {
        Storage::RowSparse { indices, data }
    } else {
        let all = [0, indices.len() as i64];
        let order = order(&all, &indices).map_err(named(name))?;
        let data = gather_values(&data, &order, row_length).map_err(named(name))?;
        Storage::RowSparse { indices: gather(&indices, &order, 1).map_err(named(name))?, data }
    };
    if let Storage::RowSparse { indices, .. } = &storage
        && let Some(&[row, _]) = indices.array_windows().find(|[first, second]| first == second)
    {
        return Err(Fault::RowTwice { name: name.to_owned(), row });
    }
    Array::from_storage(shape, storage).map_err(named(name))
}

/// Refuses an index of what is called `what` that is outside of `count`.
fn check_range(name: &str, what: &'static str, indices: &[i64], count: usize) -> Result<(), Fault> {
    let outside = indices.iter().enumerate().find(|(_, index)| !is_within(**index, count));
    outside.map_or(Ok(()), |(entry, &found)| {
        let (name, entry, count) = (name.to_owned(), entry as u64, count as u64);
        Err(Fault::Outside(Box::new(Outside { name, line: None, entry, what, found, count })))
    })
}

fn is_within(index: i64, count: usize) -> bool {
    usize::try_from(index).is_ok_and(|index| index < count)
}

impl Compressed {
    /// How many entries there are before the room behind the last row, if that is not empty.
    fn used(&self) -> Option<usize> {
        let end = self.indptr.last().and_then(|&end| usize::try_from(end).ok());
        end.filter(|&end| end < self.indices.len() && self.indices.len() == self.data.len())
    }

    /// Entries behind the last row.
    pub fn spare(&self) -> usize {
        self.used().map_or(0, |end| self.indices.len() - end)
    }
}

/// Takes away what stands behind the last row: room that was kept free.
fn prune(parts: &mut Compressed) {
    if let Some(end) = parts.used() {
        parts.indices.truncate(end);
        with_values!(&mut parts.data, |values| values.truncate(end));
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

/// The entries of each line.
fn lines(indptr: &[i64]) -> impl Iterator<Item = (u64, std::ops::Range<usize>)> {
    indptr.windows(2).enumerate().map(|(line, pair)| (line as u64, pair[0].to_usize()..pair[1].to_usize()))
}

/// Refuses an index that is outside of `count`, of what is called `what` in what is called `line`.
fn check_lines(
    name: &str,
    [line, what]: [&'static str; 2],
    indptr: &[i64],
    indices: &[i64],
    count: usize,
) -> Result<(), Fault> {
    for (number, places) in lines(indptr) {
        let of_line = indices.get(places.clone()).unwrap_or_default();
        if let Some((place, &found)) = of_line.iter().enumerate().find(|(_, index)| !is_within(**index, count)) {
            let (name, entry, count) = (name.to_owned(), (places.start + place) as u64, count as u64);
            return Err(Fault::Outside(Box::new(Outside {
                name,
                line: Some((line, number)),
                entry,
                what,
                found,
                count,
            })));
        }
    }
    Ok(())
}

/// The entries line by line, each by ascending index, equal ones as they come.
fn order(indptr: &[i64], indices: &[i64]) -> Result<Vec<usize>, ArrayError> {
    let mut order = Vec::new();
    reserve(&mut order, indices.len())?;
    order.extend(0..indices.len());
    for (_, places) in lines(indptr) {
        if let Some(line) = order.get_mut(places) {
            line.sort_by_key(|&entry| indices.get(entry));
        }
    }
    Ok(order)
}

/// Row and column of the first place with two entries, and these.
fn first_twice(indptr: &[i64], indices: &[i64], order: &[usize]) -> Option<(u64, i64, [u64; 2])> {
    lines(indptr).find_map(|(row, places)| {
        order.get(places)?.array_windows().find_map(|&[first, second]| {
            let column = *indices.get(first)?;
            (indices.get(second) == Some(&column)).then_some((row, column, [first as u64, second as u64]))
        })
    })
}

/// Blocks of `length` values in another order.
fn gather<V: Copy>(values: &[V], order: &[usize], length: usize) -> Result<Vec<V>, ArrayError> {
    let mut out = Vec::new();
    reserve(&mut out, values.len())?;
    for &block in order {
        out.extend_from_slice(values.get(block * length..(block + 1) * length).unwrap_or_default());
    }
    Ok(out)
}

fn gather_values(values: &Values, order: &[usize], length: usize) -> Result<Values, ArrayError> {
    with_values!(values, |values| gather(values, order, length).map(Stored::wrap))
}

/// The line of each entry, of pointers that have been checked.
fn expand(indptr: &[i64], entries: usize) -> Result<Vec<i64>, ArrayError> {
    let mut ids = zeros(entries)?;
    for (line, places) in lines(indptr) {
        if let Some(places) = ids.get_mut(places) {
            places.fill(line as i64);
        }
    }
    Ok(ids)
}
