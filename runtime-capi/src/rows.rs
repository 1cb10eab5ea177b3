//! Rows of the caller, as batches.
use crate::failure::Failure;
use crate::raw;
use lacuna::prefetch;
use lacuna_runtime::libsvm::CsrBatch;
use std::ffi::c_void;
use std::ops::Range;

/// Types of numbers, with the values that they have in `lacuna.h`.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// `float`.
    F32 = 1,
    /// `double`.
    F64 = 2,
    /// 16 bits, of which 5 are the exponent.
    F16 = 3,
    /// The upper 16 bits of a `float`.
    Bf16 = 4,
    /// `int32_t`.
    I32 = 7,
    /// `int64_t`.
    I64 = 8,
}

/// Rows of a csr matrix that are read. The columns of a row ascend.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// The type of the values: F32 or F64.
    pub value_type: u32,
    /// The type of `indptr` and `indices`: I32 or I64.
    pub index_type: u32,
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// Number of entries.
    pub nnz: usize,
    /// `rows + 1` places: the entries of row r are `indptr[r]` to before `indptr[r + 1]`. The first is 0.
    pub indptr: *const c_void,
    /// The column of each entry.
    pub indices: *const c_void,
    /// The value of each entry.
    pub values: *const c_void,
}

/// Numbers of one of two types.
#[derive(Clone, Copy)]
enum Numbers<'a, A, B> {
    Narrow(&'a [A]),
    Wide(&'a [B]),
}

impl<A: Copy + Into<B>, B: Copy> Numbers<'_, A, B> {
    const fn len(&self) -> usize {
        match self {
            Self::Narrow(numbers) => numbers.len(),
            Self::Wide(numbers) => numbers.len(),
        }
    }

    /// The number at a place, which is there.
    #[inline(always)]
    fn get(&self, place: usize) -> Option<B> {
        match self {
            Self::Narrow(numbers) => numbers.get(place).map(|&number| number.into()),
            Self::Wide(numbers) => numbers.get(place).copied(),
        }
    }
}

/// A matrix whose places of rows are those of a csr.
pub(crate) struct Matrix<'a> {
    pub rows: usize,
    pub columns: usize,
    indptr: Numbers<'a, i32, i64>,
    indices: Numbers<'a, i32, i64>,
    values: Numbers<'a, f32, f64>,
}

/// What belongs to the rows.
#[derive(Clone, Copy, Default)]
pub(crate) struct OfRows<'a> {
    pub labels: &'a [f64],
    pub weights: Option<&'a [f64]>,
}

/// # Safety
/// Those of [`raw`].
unsafe fn indices<'a>(
    kind: u32,
    pointer: *const c_void,
    length: usize,
    name: &str,
) -> Result<Numbers<'a, i32, i64>, Failure> {
    // SAFETY: as the caller's.
    unsafe {
        match kind {
            _ if kind == Type::I32 as u32 => Ok(Numbers::Narrow(raw::array(pointer.cast(), length, name)?)),
            _ if kind == Type::I64 as u32 => Ok(Numbers::Wide(raw::array(pointer.cast(), length, name)?)),
            _ => Err(Failure::Argument(format!("index_type is {kind}: neither I32 (7) nor I64 (8)"))),
        }
    }
}

impl<'a> Matrix<'a> {
    /// The rows, with their places looked at.
    ///
    /// # Safety
    /// Those of [`raw`].
    pub unsafe fn new(rows: &Rows) -> Result<Self, Failure> {
        let &Rows { value_type, index_type, rows, columns, nnz, indptr, indices: columns_of, values } = rows;
        let places = rows.checked_add(1).ok_or_else(|| Failure::Argument(format!("{rows} rows")))?;
        // SAFETY: as the caller's.
        let matrix = unsafe {
            let values = match value_type {
                _ if value_type == Type::F32 as u32 => Numbers::Narrow(raw::array(values.cast(), nnz, "values")?),
                _ if value_type == Type::F64 as u32 => Numbers::Wide(raw::array(values.cast(), nnz, "values")?),
                _ => {
                    let text = format!("value_type is {value_type}: neither F32 (1) nor F64 (2)");
                    return Err(Failure::Argument(text));
                }
            };
            Self {
                rows,
                columns,
                indptr: indices(index_type, indptr, places, "indptr")?,
                indices: indices(index_type, columns_of, nnz, "indices")?,
                values,
            }
        };
        matrix.check_places()?;
        Ok(matrix)
    }

    fn check_places(&self) -> Result<(), Failure> {
        let mut before = 0;
        for row in 0..=self.rows {
            let place = self.indptr.get(row).unwrap_or_default();
            if place < before || (row == 0 && place != 0) {
                let expected = if row == 0 { "0".to_owned() } else { format!("at least {before}") };
                return Err(Failure::Data(format!("indptr[{row}] is {place}, not {expected}")));
            }
            before = place;
        }
        let nnz = self.indices.len();
        if before as u64 != nnz as u64 {
            return Err(Failure::Data(format!("indptr ends with {before}, and there are {nnz} entries")));
        }
        Ok(())
    }

    fn entries(&self, row: usize) -> Range<usize> {
        let at = |row| self.indptr.get(row).map_or(0, |place| place as usize);
        at(row)..at(row + 1)
    }

    /// Asks for the entries of a row that is appended soon.
    #[inline(always)]
    fn ask_for(&self, row: usize) {
        let entries = self.entries(row);
        match self.indices {
            Numbers::Narrow(numbers) => prefetch(numbers, entries.start, entries.len()),
            Numbers::Wide(numbers) => prefetch(numbers, entries.start, entries.len()),
        }
        match self.values {
            Numbers::Narrow(numbers) => prefetch(numbers, entries.start, entries.len()),
            Numbers::Wide(numbers) => prefetch(numbers, entries.start, entries.len()),
        }
    }

    /// Appends rows to a batch, in `f32`. Columns must ascend, and values be finite.
    pub fn append(
        &self,
        rows: impl ExactSizeIterator<Item = usize> + Clone,
        of_rows: OfRows<'_>,
        batch: &mut CsrBatch<f32, i32>,
    ) -> Result<(), Failure> {
        let mut ahead = rows.clone().skip(ROWS_AHEAD);
        for row in rows {
            if let Some(ahead) = ahead.next().filter(|&row| row < self.rows) {
                self.ask_for(ahead);
            }
            self.append_row(row, of_rows, batch)?;
        }
        batch.features = self.columns;
        Ok(())
    }

    #[inline(always)]
    fn append_row(&self, row: usize, of_rows: OfRows<'_>, batch: &mut CsrBatch<f32, i32>) -> Result<(), Failure> {
        if row >= self.rows {
            return Err(Failure::Data(format!("row {row} of {} rows", self.rows)));
        }
        let (entries, begin) = (self.entries(row), batch.indices.len());
        let ascend = match self.indices {
            Numbers::Narrow(numbers) => append_columns(numbers.get(entries.clone()), self.columns, &mut batch.indices),
            Numbers::Wide(numbers) => append_columns(numbers.get(entries.clone()), self.columns, &mut batch.indices),
        };
        match self.values {
            Numbers::Narrow(numbers) => {
                batch.values.extend_from_slice(numbers.get(entries.clone()).unwrap_or_default());
            }
            Numbers::Wide(numbers) => {
                let numbers = numbers.get(entries.clone()).unwrap_or_default();
                batch.values.extend(numbers.iter().map(|&number| number as f32));
            }
        }
        let values = batch.values.get(begin..).unwrap_or_default();
        let finite = values.iter().fold(true, |finite, value| finite & value.is_finite());
        if !ascend || !finite {
            return Err(self.fault(row, entries));
        }
        let end = i32::try_from(batch.indices.len());
        batch.indptr.push(end.map_err(|_| Failure::Data(format!("row {row}: more than 2^31 entries in a batch")))?);
        let number = |name: &str, numbers: &[f64]| -> Result<f32, Failure> {
            let number = numbers.get(row).copied().unwrap_or_default();
            let narrow = number as f32;
            if narrow.is_finite() {
                return Ok(narrow);
            }
            Err(Failure::Data(format!("row {row}: the {name} {number:?} is not a finite float")))
        };
        batch.labels.push(number("label", of_rows.labels)?);
        if let Some(weights) = of_rows.weights {
            let weight = number("weight", weights)?;
            if weight < 0.0 {
                return Err(Failure::Data(format!("row {row}: the weight {weight} is negative")));
            }
            batch.weights.push(weight);
        }
        Ok(())
    }

    /// The first entry of a row that breaks a rule.
    #[cold]
    fn fault(&self, row: usize, entries: Range<usize>) -> Failure {
        let mut before = -1;
        for entry in entries {
            let (column, value) = (self.indices.get(entry).unwrap_or(-1), self.values.get(entry).unwrap_or_default());
            if column <= before || column as u64 >= self.columns as u64 {
                let columns = self.columns;
                let text = format!("row {row}, entry {entry}: column {column} behind {before} of {columns} columns");
                return Failure::Data(text);
            }
            if i32::try_from(column).is_err() {
                return Failure::Data(format!("column {column}: more than 2^31 columns"));
            }
            if !(value as f32).is_finite() {
                return Failure::Data(format!("row {row}, entry {entry}: the value {value:?} is not a finite float"));
            }
            before = column;
        }
        Failure::Data(format!("row {row} is malformed"))
    }
}

/// Rows between the one that is appended and the one that is asked for.
const ROWS_AHEAD: usize = 8;

/// Appends columns, and says whether they ascend inside of a matrix.
#[inline(always)]
fn append_columns<I: Copy + Into<i64>>(columns: Option<&[I]>, count: usize, to: &mut Vec<i32>) -> bool {
    let columns = columns.unwrap_or_default();
    let below = i64::try_from(count).unwrap_or(i64::MAX).min(1 << 31);
    let mut ascend = columns.first().is_none_or(|&first| first.into() >= 0);
    ascend &= columns.last().is_none_or(|&last| last.into() < below);
    for pair in columns.windows(2) {
        ascend &= pair[0].into() < pair[1].into();
    }
    to.extend(columns.iter().map(|&column| column.into() as i32));
    ascend
}
