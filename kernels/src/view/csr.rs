//! Compressed sparse rows.
use super::{dimension_fits, first_fault, range_inside, short_debug};
use crate::call::erased;
use crate::dispatch::Level;
use crate::error::{FormatError, IndptrFault, KernelError, Operand};
use crate::simd::{At, Levels, Simd, Work};
use crate::split::{equal, ranges};
use crate::unsigned::unsigned;
use crate::{Index, Number};
use core::ops::Range;

/// A borrowed csr matrix: row `r` stores the columns `indices[indptr[r]..indptr[r + 1]]`, strictly ascending, and the
/// values at the same places.
///
/// Explicit zeros are legal and count as stored. `indptr` always has `rows + 1` pointers, the first of them 0 (in a
/// view of a [row range](Self::row_range) the pointers keep their values, and count from the first).
///
/// ```
/// use lacuna::Csr;
/// let a = Csr::new(3, 4, &[0, 2, 2, 3], &[0, 3, 1], &[1.0_f32, 2.0, 3.0])?;
/// assert_eq!((a.nnz(), a.nbytes()), (3, 3 * 4 + 3 * 4 + 4 * 4));
/// assert_eq!(a.row(0), (&[0, 3][..], &[1.0, 2.0][..]));
/// # Ok::<(), lacuna::FormatError>(())
/// ```
#[doc(alias("CSRNDArray", "csr_matrix", "torch.sparse_csr_tensor", "cusparseCreateCsr"))]
#[derive(Clone, Copy)]
pub struct Csr<'a, V, I> {
    rows: usize,
    columns: usize,
    /// [`new`](Csr::new) made it, or it is a part of one that it made: loops read without a check what its indices
    /// name, so nothing else may set this.
    is_checked: bool,
    indptr: &'a [I],
    indices: &'a [I],
    values: &'a [V],
}
unsigned! { [V] Csr [V] [] { rows, columns, is_checked, values; indptr, indices } }
erased! {
    'a Csr<V: Number, I: Index> as AnyCsr { rows: usize, columns: usize, is_checked: bool } [indptr indices] [values]
    [] []
}

/// A csr matrix of a known `indptr` whose columns and values can be written.
pub struct CsrMut<'a, V, I> {
    rows: usize,
    columns: usize,
    indptr: &'a [I],
    indices: &'a mut [I],
    values: &'a mut [V],
}
unsigned! { [V] CsrMut [V] [] { rows, columns, values; indptr, indices } }
erased! { 'a CsrMut<V: Number, I: Index> as AnyCsrMut { rows: usize, columns: usize } [indptr] [] [indices] [values] }

/// The places of row `row`; empty if there is no such row.
#[inline(always)]
pub(crate) fn row_places<I: Index>(indptr: &[I], row: usize) -> Range<usize> {
    let Some(&[start, end]) = indptr.get(row..).and_then(|rest| rest.first_chunk::<2>()) else { return 0..0 };
    // Only a view of a row range has a first pointer other than 0.
    let first = indptr[0].to_usize();
    start.to_usize().wrapping_sub(first)..end.to_usize().wrapping_sub(first)
}

/// As [`Csr::rows_of_chunk`].
const fn rows_of_chunk(rows: usize, stored: usize, entries: usize) -> usize {
    match stored.checked_div(rows) {
        Some(mean) => match entries / (mean + 1) {
            0 => 1,
            chunk @ 1..=256 => chunk,
            _ => 256,
        },
        None => 1,
    }
}

fn check_lengths<I: Index>(
    rows: usize,
    columns: usize,
    indptr: usize,
    indices: usize,
    values: usize,
) -> Result<(), FormatError> {
    dimension_fits::<I>(rows)?;
    dimension_fits::<I>(columns)?;
    let wrong = |array, expected, found| Err(FormatError::CsrShape { array, expected, found });
    if rows.checked_add(1) != Some(indptr) {
        return wrong(Operand::Indptr, rows.saturating_add(1), indptr);
    }
    if indices != values {
        return wrong(Operand::Values, indices, values);
    }
    Ok(())
}

/// True if pointers begin with 0, end with the number of entries and never fall.
fn pointers_fit<I: Index>(indptr: &[I], entries: usize) -> bool {
    match (indptr.first(), indptr.last()) {
        (Some(first), Some(last)) => (first.to_i64(), last.to_usize()) == (0, entries) && I::never_fall(indptr),
        _ => false,
    }
}

fn check_indptr<I: Index>(indptr: &[I], entries: usize) -> Result<(), FormatError> {
    if pointers_fit(indptr, entries) {
        return Ok(());
    }
    let wrong =
        |row, fault, expected, found: I| Err(FormatError::CsrIndptr { row, fault, expected, found: found.to_i64() });
    let mut before = 0;
    for (row, &pointer) in indptr.iter().enumerate() {
        if row == 0 && pointer.to_i64() != 0 {
            return wrong(row, IndptrFault::Start, 0, pointer);
        }
        if pointer.to_i64() < before {
            return wrong(row, IndptrFault::Decreasing, before, pointer);
        }
        before = pointer.to_i64();
    }
    match indptr.last() {
        Some(&last) if last.to_usize() != entries => {
            wrong(indptr.len() - 1, IndptrFault::End, i64::try_from(entries).unwrap_or(i64::MAX), last)
        }
        _ => Ok(()),
    }
}

/// The columns of each row, one by one, for pointers that are right.
fn check_columns<I: Index>(indptr: &[I], indices: &[I], columns: usize) -> Result<(), FormatError> {
    for row in 0..indptr.len().saturating_sub(1) {
        let entries = row_places(indptr, row);
        if let Some((position, fault, expected, found)) = first_fault(&indices[entries.clone()], columns) {
            return Err(FormatError::CsrIndices { row, entry: entries.start + position, fault, expected, found });
        }
    }
    Ok(())
}

/// True if the columns of these rows ascend and are inside, and, if the first is one of them, the pointers of all rows are
/// right: compared without a branch for a single one. It may be false of a matrix that is right but has columns that no
/// signed type can index.
#[inline(always)]
pub(crate) fn rows_fit<I: Index>(indptr: &[I], indices: &[I], columns: usize, rows: Range<usize>) -> bool {
    At::DISPATCHED.run(Fits { indptr, indices, columns, rows })
}

struct Fits<'a, I> {
    indptr: &'a [I],
    indices: &'a [I],
    columns: usize,
    rows: Range<usize>,
}

impl<I: Index> Work for Fits<'_, I> {
    type Output = bool;
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) -> bool {
        /// Entries that stay in the first cache.
        const CHUNK: usize = 4096;
        // 16 bytes of x86-64 have none for the larger of two numbers.
        let by_largest = L::REGISTER > 16 || cfg!(not(target_arch = "x86_64"));
        let Self { indptr, indices, columns, rows } = self;
        if rows.end >= indptr.len() || rows.start == 0 && !pointers_fit(indptr, indices.len()) {
            return false;
        }
        let Some((_, next)) = indices.split_first() else { return true };
        let here = &indices[..next.len()];
        let chunk = rows_of_chunk(indptr.len() - 1, indices.len(), CHUNK);
        rows.clone().step_by(chunk).all(|row| {
            let pointers = &indptr[row..=(row + chunk).min(rows.end)];
            let (Some((first, ends)), Some(last)) = (pointers.split_first(), pointers.last()) else { return false };
            let (mut start, end) = (first.to_usize(), last.to_usize());
            if start == end {
                return true;
            }
            // Those of the chunk and the next one: each is compared with the one behind it.
            let Some(pairs) = indices.get(start..(end + 1).min(indices.len())) else { return false };
            let Some(ascents) = I::ascents(pairs, columns, by_largest) else { return false };
            // Between rows, columns need not ascend: so often they do not.
            let falls = |end: usize| {
                let last = end.wrapping_sub(1);
                last < here.len() && here[last] >= next[last]
            };
            let between: usize = if I::ascents(pointers, usize::MAX, by_largest) == Some(ends.len()) {
                ends.iter().map(|end| usize::from(falls(end.to_usize()))).sum()
            } else {
                // A row without entries ends where the one before it does.
                let mut ends_anew = |end: usize| end != core::mem::replace(&mut start, end);
                ends.iter().map(|end| end.to_usize()).map(|end| usize::from(ends_anew(end) & falls(end))).sum()
            };
            pairs.len() - 1 - ascents == between
        })
    }
}

short_debug! { Csr<V, I> { rows: |csr| csr.rows, columns: |csr| csr.columns, nnz: |csr| csr.indices.len() } }
short_debug! { CsrMut<V, I> { rows: |csr| csr.rows, columns: |csr| csr.columns, nnz: |csr| csr.indices.len() } }

/// Equal shapes and equal rows, whatever the pointers count from.
impl<V: Number, I: Index> PartialEq for Csr<'_, V, I> {
    fn eq(&self, other: &Self) -> bool {
        (self.rows, self.columns, self.nnz()) == (other.rows, other.columns, other.nnz())
            && self.iter().eq(other.iter())
    }
}

impl<'a, V: Number, I: Index> Csr<'a, V, I> {
    /// The checked constructor: it checks every rule of the format, in O(rows + nnz). Products with one column then
    /// compare no index again.
    ///
    /// # Errors
    /// [`FormatError::CsrShape`], [`FormatError::CsrIndptr`], [`FormatError::CsrIndices`], in this order, each for its
    /// first place; and [`FormatError::Dimension`] if rows or columns do not fit the index type.
    pub fn new(
        rows: usize,
        columns: usize,
        indptr: &'a [I],
        indices: &'a [I],
        values: &'a [V],
    ) -> Result<Self, FormatError> {
        let csr = Self::trusted(rows, columns, indptr, indices, values)?;
        csr.checked(I::rows_fit(indptr, indices, columns, 0..rows))
    }

    /// As [`new`](Self::new), with the entries checked in parts on threads of the caller.
    ///
    /// # Errors
    /// Those of [`new`](Self::new), the same for any number of threads.
    #[cfg(feature = "threads")]
    pub fn new_on(
        threads: &dyn crate::call::Threads,
        [rows, columns]: [usize; 2],
        indptr: &'a [I],
        indices: &'a [I],
        values: &'a [V],
    ) -> Result<Self, FormatError> {
        let csr = Self::trusted(rows, columns, indptr, indices, values)?;
        // Of pointers that fall, any row: then the first part finds that they do.
        let row_of = |entry: usize| indptr.partition_point(|pointer| pointer.to_usize() < entry).min(rows);
        let fits = crate::call::each_range(0..indices.len(), threads, &|entries| {
            let end = if entries.end == indices.len() { rows } else { row_of(entries.end) };
            if I::rows_fit(indptr, indices, columns, row_of(entries.start)..end) { Ok(()) } else { Err(()) }
        });
        csr.checked(fits.is_ok())
    }

    /// The view if its columns `fit`, or if a look at one after the other finds no fault.
    fn checked(self, fit: bool) -> Result<Self, FormatError> {
        if !fit {
            check_indptr(self.indptr, self.indices.len())?;
            check_columns(self.indptr, self.indices, self.columns)?;
        }
        Ok(Self { is_checked: true, ..self })
    }

    /// The unchecked constructor: it checks lengths only, in O(1). See the [module](crate::view) for what happens when
    /// the trust is broken.
    ///
    /// # Errors
    /// [`FormatError::CsrShape`] and [`FormatError::Dimension`].
    pub fn trusted(
        rows: usize,
        columns: usize,
        indptr: &'a [I],
        indices: &'a [I],
        values: &'a [V],
    ) -> Result<Self, FormatError> {
        check_lengths::<I>(rows, columns, indptr.len(), indices.len(), values.len())?;
        Ok(Self { rows, columns, is_checked: false, indptr, indices, values })
    }

    /// Arrays of fitting lengths: `is_checked` as [`is_checked`](Self::is_checked) says, of a view that was made of
    /// them before.
    #[cfg(feature = "alloc")]
    pub(crate) const fn of_owned(
        [rows, columns]: [usize; 2],
        is_checked: bool,
        indptr: &'a [I],
        indices: &'a [I],
        values: &'a [V],
    ) -> Self {
        Self { rows, columns, is_checked, indptr, indices, values }
    }

    /// With the indices as loops read them.
    #[inline(always)]
    pub(crate) fn unsigned(self) -> Csr<'a, V, I::Unsigned> {
        let Self { rows, columns, is_checked, indptr, indices, values } = self;
        Csr { rows, columns, is_checked, indptr: I::unsigned(indptr), indices: I::unsigned(indices), values }
    }

    /// Number of rows.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }
    /// Number of columns.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns
    }
    /// Number of stored entries.
    #[must_use]
    pub const fn nnz(&self) -> usize {
        self.indices.len()
    }
    /// The row pointers. In a view of a row range they count from the first.
    #[must_use]
    pub const fn indptr(&self) -> &'a [I] {
        self.indptr
    }
    /// The columns of the stored entries.
    #[must_use]
    pub const fn indices(&self) -> &'a [I] {
        self.indices
    }
    /// The stored values.
    #[must_use]
    pub const fn values(&self) -> &'a [V] {
        self.values
    }
    /// Bytes of the three arrays.
    #[must_use]
    pub const fn nbytes(&self) -> usize {
        size_of_val(self.values) + size_of_val(self.indices) + size_of_val(self.indptr)
    }

    /// The pattern with other values: one for each stored entry.
    ///
    /// # Errors
    /// [`FormatError::CsrShape`] if the number of values differs.
    pub fn with_values<'b, W: Number>(&self, values: &'b [W]) -> Result<Csr<'b, W, I>, FormatError>
    where
        'a: 'b,
    {
        let csr = Csr::trusted(self.rows, self.columns, self.indptr, self.indices, values)?;
        Ok(Csr { is_checked: self.is_checked, ..csr })
    }

    /// True if [`new`](Self::new) checked the arrays, of this view or of one that it is a part of.
    #[must_use]
    pub const fn is_checked(&self) -> bool {
        self.is_checked
    }

    /// True if each index is below `length`.
    #[inline(always)]
    pub(crate) fn is_below(&self, length: usize) -> bool {
        self.is_checked && self.columns <= length || I::all_below(self.indices, length)
    }

    /// The places of row `row` in [`indices`](Self::indices) and [`values`](Self::values); empty if there is no such
    /// row.
    #[inline(always)]
    #[must_use]
    pub fn entries(&self, row: usize) -> Range<usize> {
        row_places(self.indptr, row)
    }

    /// The places of each row's entries, in order; reversed or outside only if the trust is broken.
    #[inline(always)]
    pub(crate) fn entry_ranges(&self) -> impl Iterator<Item = Range<usize>> + use<'a, V, I> {
        let first = self.indptr.first().map_or(0, |first| first.to_usize());
        let place = move |pointer: I| pointer.to_usize().wrapping_sub(first);
        let mut end = 0;
        self.indptr
            .get(1..)
            .unwrap_or(&[])
            .iter()
            .map(move |&pointer| core::mem::replace(&mut end, place(pointer))..end)
    }

    /// All columns and values, in a form that shows the compiler that there are as many of both: one check then does
    /// for both.
    #[inline(always)]
    pub(crate) fn stored(&self) -> (&'a [I], &'a [V]) {
        let entries = self.indices.len().min(self.values.len());
        (&self.indices[..entries], &self.values[..entries])
    }

    /// Columns and values of each row; empty where the pointers are broken.
    #[inline(always)]
    pub(crate) fn row_slices(&self) -> impl Iterator<Item = (&'a [I], &'a [V])> + use<'a, V, I> {
        let (indices, values) = self.stored();
        self.entry_ranges().map(move |range| match (indices.get(range.clone()), values.get(range)) {
            (Some(indices), Some(values)) => (indices, values),
            _ => (&[][..], &[][..]),
        })
    }

    /// Columns and values of row `row`; empty if there is no such row.
    #[inline(always)]
    #[must_use]
    pub fn row(&self, row: usize) -> (&'a [I], &'a [V]) {
        let entries = self.entries(row);
        match (self.indices.get(entries.clone()), self.values.get(entries)) {
            (Some(indices), Some(values)) => (indices, values),
            _ => (&[], &[]),
        }
    }

    /// Columns and values of each row, in order.
    ///
    /// ```
    /// use lacuna::Csr;
    /// let a = Csr::new(3, 4, &[0, 2, 2, 3], &[0, 3, 1], &[1.0_f32, 2.0, 3.0])?;
    /// let sums: Vec<f32> = a.iter().map(|(_, values)| values.iter().sum()).collect();
    /// assert_eq!(sums, [3.0, 0.0, 3.0]);
    /// # Ok::<(), lacuna::FormatError>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (&'a [I], &'a [V])> + use<'a, V, I> {
        self.row_slices()
    }

    /// The rows of `range` as a view of their own, without copying.
    ///
    /// # Errors
    /// [`KernelError::Range`] if the range is not inside.
    pub fn row_range(&self, range: Range<usize>) -> Result<Self, KernelError> {
        range_inside(&range, 0, self.rows)?;
        Ok(self.part(range))
    }

    /// Rows that hold about so many entries: one at least, and not so many that uneven ones could make it far more.
    #[inline(always)]
    pub(crate) fn rows_of_chunk(&self, entries: usize) -> usize {
        rows_of_chunk(self.rows, self.indices.len(), entries)
    }

    /// The rows of a range that is inside.
    #[inline(always)]
    pub(crate) fn part(&self, range: Range<usize>) -> Self {
        let first = self.indptr[0].to_usize();
        let entries = self.indptr[range.start].to_usize().wrapping_sub(first)
            ..self.indptr[range.end].to_usize().wrapping_sub(first);
        Self {
            rows: range.len(),
            indptr: &self.indptr[range.start..=range.end],
            indices: self.indices.get(entries.clone()).unwrap_or(&[]),
            values: self.values.get(entries).unwrap_or(&[]),
            ..*self
        }
    }

    /// The rows before `row`, and the others. `row` is cut to the number of rows.
    #[must_use]
    pub fn split_rows_at(self, row: usize) -> (Self, Self) {
        let row = row.min(self.rows);
        (self.part(0..row), self.part(row..self.rows))
    }

    /// The first row of part `part` of `parts` parts of nearly equal stored entries (of equal rows, if nothing is
    /// stored).
    pub(crate) fn first_row_of(&self, part: usize, parts: usize) -> usize {
        let first = self.indptr.first().map_or(0, |first| first.to_usize());
        let entries = self.indptr.last().map_or(0, |last| last.to_usize()).saturating_sub(first);
        // Cut by entries, fewer rows than parts could share one.
        if parts >= self.rows || part >= parts || entries == 0 {
            return equal(self.rows, part, parts);
        }
        let target = first.saturating_add(equal(entries, part, parts));
        self.indptr.partition_point(|pointer| pointer.to_usize() < target).min(self.rows)
    }

    /// The number of rows that end before entry `entry`.
    pub(crate) fn rows_before(&self, entry: usize) -> usize {
        let first = self.indptr.first().map_or(0, |first| first.to_usize());
        self.indptr.partition_point(|pointer| pointer.to_usize().wrapping_sub(first) <= entry).saturating_sub(1)
    }

    /// Cuts the rows into at most `parts` ranges that hold nearly equal numbers of stored entries: the way to share
    /// work between threads.
    ///
    /// ```
    /// use lacuna::Csr;
    /// let a = Csr::new(4, 9, &[0, 5, 6, 7, 8], &[0, 1, 2, 3, 4, 0, 0, 0], &[1.0_f32; 8])?;
    /// assert!(a.partition(2).eq([0..1, 1..4]));
    /// # Ok::<(), lacuna::FormatError>(())
    /// ```
    pub fn partition(&self, parts: usize) -> impl Iterator<Item = Range<usize>> + Clone + use<'a, V, I> {
        let (csr, parts) = (*self, parts.min(self.rows));
        ranges(parts, move |part| csr.first_row_of(part, parts))
    }
}

impl<'a, V: Number, I: Index> CsrMut<'a, V, I> {
    /// A csr to be filled: `indptr` is checked, `indices` and `values` may hold anything.
    ///
    /// # Errors
    /// [`FormatError::CsrShape`], [`FormatError::CsrIndptr`] and [`FormatError::Dimension`].
    pub fn new(
        rows: usize,
        columns: usize,
        indptr: &'a [I],
        indices: &'a mut [I],
        values: &'a mut [V],
    ) -> Result<Self, FormatError> {
        let csr = Self::trusted(rows, columns, indptr, indices, values)?;
        check_indptr(indptr, csr.nnz())?;
        Ok(csr)
    }

    /// The unchecked constructor: it checks lengths only, in O(1). The pointers may count from any first one, as they
    /// do in a [part](Self::split_rows_at).
    ///
    /// # Errors
    /// [`FormatError::CsrShape`] and [`FormatError::Dimension`].
    pub fn trusted(
        rows: usize,
        columns: usize,
        indptr: &'a [I],
        indices: &'a mut [I],
        values: &'a mut [V],
    ) -> Result<Self, FormatError> {
        check_lengths::<I>(rows, columns, indptr.len(), indices.len(), values.len())?;
        Ok(Self { rows, columns, indptr, indices, values })
    }

    /// Number of rows.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }
    /// Number of columns.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns
    }
    /// Number of stored entries.
    #[must_use]
    pub const fn nnz(&self) -> usize {
        self.indices.len()
    }
    /// The row pointers. In a part of a matrix they count from the first.
    #[must_use]
    pub const fn indptr(&self) -> &'a [I] {
        self.indptr
    }
    /// The columns of the stored entries.
    pub const fn indices_mut(&mut self) -> &mut [I] {
        self.indices
    }
    /// The stored values.
    pub const fn values_mut(&mut self) -> &mut [V] {
        self.values
    }
    /// The columns and the values, for as long as they were borrowed.
    #[must_use]
    pub const fn into_parts(self) -> (&'a mut [I], &'a mut [V]) {
        (self.indices, self.values)
    }
    /// The same matrix, to be read.
    #[must_use]
    pub const fn as_csr(&self) -> Csr<'_, V, I> {
        Csr {
            rows: self.rows,
            columns: self.columns,
            is_checked: false,
            indptr: self.indptr,
            indices: self.indices,
            values: self.values,
        }
    }

    /// The same matrix, for a shorter time.
    pub const fn reborrow(&mut self) -> CsrMut<'_, V, I> {
        CsrMut {
            rows: self.rows,
            columns: self.columns,
            indptr: self.indptr,
            indices: self.indices,
            values: self.values,
        }
    }

    /// Columns and values of row `row`, to be written; empty if there is no such row.
    #[inline(always)]
    pub fn row_mut(&mut self, row: usize) -> (&mut [I], &mut [V]) {
        let entries = self.as_csr().entries(row);
        match (self.indices.get_mut(entries.clone()), self.values.get_mut(entries)) {
            (Some(indices), Some(values)) => (indices, values),
            _ => (&mut [], &mut []),
        }
    }

    /// Rows `row` and `row + 1`, as [`row_mut`](Self::row_mut) gives each; both empty where either is broken. Behind the
    /// last row there is an empty one.
    #[inline(always)]
    pub(crate) fn two_rows_mut(&mut self, row: usize) -> [(&mut [I], &mut [V]); 2] {
        let first = self.as_csr().entries(row);
        let next = row.saturating_add(1);
        let second = if next < self.rows { self.as_csr().entries(next) } else { first.end..first.end };
        let all = first.start..second.end;
        match (self.indices.get_mut(all.clone()), self.values.get_mut(all)) {
            (Some(indices), Some(values)) if first.start <= first.end && first.end <= second.end => {
                let ((indices, second_indices), (values, second_values)) =
                    (indices.split_at_mut(first.len()), values.split_at_mut(first.len()));
                [(indices, values), (second_indices, second_values)]
            }
            _ => [(&mut [], &mut []), (&mut [], &mut [])],
        }
    }

    /// The rows before `row`, and the others: two views that can be written at the same time. `row` is cut to the
    /// number of rows.
    #[must_use]
    pub fn split_rows_at(self, row: usize) -> (Self, Self) {
        let row = row.min(self.rows);
        let entry = self.indptr[row].to_usize().wrapping_sub(self.indptr[0].to_usize()).min(self.indices.len());
        let (indices, indices_rest) = self.indices.split_at_mut(entry);
        let (values, values_rest) = self.values.split_at_mut(entry);
        let columns = self.columns;
        (
            Self { rows: row, columns, indptr: &self.indptr[..=row], indices, values },
            Self {
                rows: self.rows - row,
                columns,
                indptr: &self.indptr[row..],
                indices: indices_rest,
                values: values_rest,
            },
        )
    }
}
