//! An analysed csr: its rows grouped by length, so that several of them go through one register.
use super::slice_rows::analyse;
use super::slices::{HEADER, Kind, SLICE, Slice, Slices};
use crate::call::erased;
use crate::error::{KernelError, Operand, expect};
use crate::unsigned::unsigned;
use crate::view::short_debug;
use crate::{Csr, Index, Value};

/// Rows that are sorted by length among themselves: what a thread's part is made of.
pub(super) const WINDOW: usize = 8192;

/// Where a window begins: its first slice, value and index.
pub(super) const MARKS: usize = 3;

/// The pattern of a csr, analysed for many products: made once by [`sell_plan`] or [`sell_plan_transposed`] in memory
/// of the caller, and used by [`sell_column`](super::sell_column()) with values that [`entries`](Self::entries) have
/// brought into its order.
///
/// In windows of 8192, rows are sorted by length. 16 rows of one length are a slice, whose entries are stored term by
/// term, row by row (sliced ELLPACK, without padding: rows that are left over, and those of more than 64 entries, stay
/// rows). Where each row of a slice has the columns of the one before it plus one, as in a matrix with a band, one
/// index serves 16 entries, and those of the slices that go on so.
#[derive(Clone, Copy)]
pub struct SellPlan<'a, I> {
    /// All that the structure call was given, as far as it can be used.
    memory: &'a [I],
    shape: SellShape,
    /// The first of the rows that this plan has.
    first_row: usize,
    indices: &'a [I],
    entries: &'a [I],
    order: &'a [I],
    slices: &'a [I],
    windows: &'a [I],
}
unsigned! { [] SellPlan [] [] { shape, first_row; memory, indices, entries, order, slices, windows } }
erased! {
    'a SellPlan<I: Index> as AnySellPlan { shape: SellShape, first_row: usize } [
        memory indices entries order slices windows
    ] [] [] []
}

short_debug! {
    SellPlan<I> { rows: |plan| plan.shape.rows, columns: |plan| plan.shape.columns, nnz: |plan| plan.shape.nnz }
}

/// What is used of the memory is equal.
impl<I: PartialEq> PartialEq for SellPlan<'_, I> {
    fn eq(&self, other: &Self) -> bool {
        let of = |plan: &Self| {
            (plan.shape, plan.first_row, plan.indices, plan.entries, plan.order, plan.slices, plan.windows)
        };
        of(self) == of(other)
    }
}
impl<I: Eq> Eq for SellPlan<'_, I> {}

/// The matrix that a [`SellPlan`] is of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SellShape {
    /// Its rows.
    pub rows: usize,
    /// Its columns.
    pub columns: usize,
    /// Its stored entries.
    pub nnz: usize,
    /// True if it is the transposed of the matrix that is meant: then a sum with one column is that of a transposed
    /// product, one running sum.
    pub transposed: bool,
}

/// The largest number of elements that a SELL plan takes, of which some go unused where there is a band: 16 bytes a row
/// and 8 an entry with indices of 4 bytes.
///
/// ```
/// assert_eq!(lacuna::dot::sell_plan_length(1000, 5000), 14_006);
/// ```
#[must_use]
pub const fn sell_plan_length(rows: usize, nnz: usize) -> usize {
    let windows = MARKS * (rows.div_ceil(WINDOW) + 1);
    nnz.saturating_mul(2).saturating_add(rows.saturating_mul(1 + HEADER)).saturating_add(windows)
}

/// Analyses `a` for many products with dense matrices: the structure call of [`sell_column`](super::sell_column()).
///
/// - Memory: [`sell_plan_length`] elements, which the plan borrows.
/// - Cost: two passes over the pointers, and one over the indices.
///
/// # Errors
/// [`KernelError::Capacity`], and [`KernelError::Index`] if three times the rows do not fit the index type; then
/// nothing is written.
///
/// ```
/// use lacuna::{Csr, Dense, DenseMut, dot};
/// let a = Csr::new(2, 3, &[0, 1, 3], &[1, 0, 2], &[2.0_f64, 1.0, 4.0])?;
/// let mut memory = vec![0; dot::sell_plan_length(a.rows(), a.nnz())];
/// let plan = dot::sell_plan(a, &mut memory)?;
/// let values: Vec<_> = plan.entries().iter().map(|&entry| a.values()[entry as usize]).collect();
///
/// let mut y = [0.0; 2];
/// dot::sell_column(&plan, &values, Dense::new(3, 1, &[1.0, 10.0, 100.0])?, DenseMut::new(2, 1, &mut y)?)?;
/// assert_eq!(y, [20.0, 401.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
pub fn sell_plan<'p, V: Value, I: Index>(
    a: Csr<'_, V, I>,
    memory: &'p mut [I],
) -> Result<SellPlan<'p, I>, KernelError> {
    let shape = SellShape { rows: a.rows(), columns: a.columns(), nnz: a.nnz(), transposed: false };
    analyse(a.indptr(), a.indices(), None, shape, memory)
}

/// Analyses a transposed matrix: the products with it have the bits of the transposed products of the matrix itself.
///
/// `entries` are the places of its entries in the matrix itself, from its transposition: so the plan's
/// [`entries`](SellPlan::entries) are places there, too, and no transposed values are needed.
///
/// # Errors
/// As [`sell_plan`], and [`KernelError::Shape`] if there are not as many `entries` as `transposed` has.
///
/// ```
/// use lacuna::{Csr, Dense, DenseMut, dot};
/// // [[1, 0, 2], [3, 0, 0]], and its transposed matrix.
/// let values = [1.0_f32, 2.0, 3.0];
/// let (transposed, entries) = (Csr::new(3, 2, &[0, 2, 2, 3], &[0, 1, 0], &[0.0_f32; 3])?, [0, 2, 1]);
/// let mut memory = vec![0; dot::sell_plan_length(3, 3)];
/// let plan = dot::sell_plan_transposed(transposed, &entries, &mut memory)?;
/// let values: Vec<_> = plan.entries().iter().map(|&entry| values[entry as usize]).collect();
///
/// let mut out = [0.0; 3];
/// dot::sell_column(&plan, &values, Dense::new(2, 1, &[10.0, 100.0])?, DenseMut::new(3, 1, &mut out)?)?;
/// assert_eq!(out, [310.0, 0.0, 20.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
pub fn sell_plan_transposed<'p, V: Value, I: Index>(
    transposed: Csr<'_, V, I>,
    entries: &[I],
    memory: &'p mut [I],
) -> Result<SellPlan<'p, I>, KernelError> {
    expect(Operand::Entries, 2, transposed.nnz(), entries.len())?;
    let shape =
        SellShape { rows: transposed.rows(), columns: transposed.columns(), nnz: transposed.nnz(), transposed: true };
    analyse(transposed.indptr(), transposed.indices(), Some(entries), shape, memory)
}

impl<'a, I: Index> SellPlan<'a, I> {
    /// A plan that was made before: its memory, [`sell_plan_length`] elements as the structure call has filled them.
    /// Checks the length only; with other contents, what is written to a result is unspecified, and nothing else
    /// happens.
    ///
    /// # Errors
    /// [`KernelError::Capacity`] if the memory is too short.
    ///
    /// ```
    /// use lacuna::{Csr, dot};
    /// let a = Csr::new(2, 3, &[0, 1, 3], &[1, 0, 2], &[2.0_f64, 1.0, 4.0])?;
    /// let mut memory = vec![0; dot::sell_plan_length(2, 3)];
    /// let shape = dot::sell_plan(a, &mut memory)?.shape();
    /// assert_eq!(dot::SellPlan::trusted(&memory, shape)?.nbytes(), 4 * (3 + 3 + 2 + 3 * 2 + 6));
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    pub fn trusted(memory: &'a [I], shape: SellShape) -> Result<Self, KernelError> {
        let SellShape { rows, nnz, .. } = shape;
        let (needed, found) = (sell_plan_length(rows, nnz), memory.len());
        let short = KernelError::Capacity { operand: Operand::Plan, needed, found };
        let memory = memory.get(..needed).ok_or(short)?;
        let (indices, rest) = memory.split_at_checked(nnz).ok_or(short)?;
        let (entries, rest) = rest.split_at_checked(nnz).ok_or(short)?;
        let (order, rest) = rest.split_at_checked(rows).ok_or(short)?;
        let (slices, rest) = rest.split_at_checked(rows.saturating_mul(HEADER)).ok_or(short)?;
        let windows = rest.get(..MARKS * (rows.div_ceil(WINDOW) + 1)).ok_or(short)?;
        // The last marks say how much is used.
        let [slice, _, index] =
            windows.last_chunk::<MARKS>().map_or([0; MARKS], |marks| marks.map(|mark| mark.to_usize()));
        let slices = slices.get(..slice.saturating_mul(HEADER)).unwrap_or(slices);
        Ok(Self {
            memory,
            shape,
            first_row: 0,
            indices: indices.get(..index).unwrap_or(indices),
            entries,
            order,
            slices,
            windows,
        })
    }

    /// The memory that it was made in, [`sell_plan_length`] elements: what [`trusted`](Self::trusted) takes.
    #[must_use]
    pub const fn memory(&self) -> &'a [I] {
        self.memory
    }
    /// The matrix that it is of; of a part, the whole matrix.
    #[must_use]
    pub const fn shape(&self) -> SellShape {
        self.shape
    }
    /// The entry of the matrix that each value of a product comes from.
    #[must_use]
    pub const fn entries(&self) -> &'a [I] {
        self.entries
    }
    /// The terms of its rows, each with its row, its column and its value of `values`, which are in the order of the
    /// [`entries`](Self::entries) or these themselves. Slice by slice: those of one row come in the order of the row.
    ///
    /// ```
    /// use lacuna::{Csr, dot};
    /// let a = Csr::new(2, 3, &[0, 2, 3], &[0, 2, 1], &[2.0_f64, 1.0, 4.0])?;
    /// let mut memory = vec![0; dot::sell_plan_length(2, 3)];
    /// let plan = dot::sell_plan(a, &mut memory)?;
    /// // The shorter row comes first.
    /// assert!(plan.terms(plan.entries()).eq([(1, 1, 2), (0, 0, 0), (0, 2, 1)]));
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    pub fn terms<T: Copy>(&self, values: &'a [T]) -> impl Iterator<Item = (usize, usize, T)> {
        self.slices(values).flat_map(|Slice { kind, rows, indices, values, length, .. }| {
            let each = rows.len().clamp(1, SLICE);
            values.iter().enumerate().map_while(move |(place, value)| {
                let (term, slice) = ((place / each) % length, place / each / length);
                let row = place % each + slice * each;
                let column = match kind {
                    Kind::Band => indices.get(term)?.to_usize().wrapping_add(row),
                    Kind::Row | Kind::Gathered => indices.get(place)?.to_usize(),
                };
                Some((rows.get(row)?.to_usize(), column, *value))
            })
        })
    }
    /// Bytes that a product reads of it, and those of its [`entries`](Self::entries), which only new values need.
    #[must_use]
    pub const fn nbytes(&self) -> usize {
        size_of_val(self.indices)
            + size_of_val(self.entries)
            + size_of_val(self.order)
            + size_of_val(self.slices)
            + size_of_val(self.windows)
    }

    #[inline(always)]
    pub(super) const fn rows(&self) -> usize {
        self.order.len()
    }
    #[inline(always)]
    pub(super) const fn first_row(&self) -> usize {
        self.first_row
    }

    /// Windows of rows.
    pub(super) const fn windows(&self) -> usize {
        (self.windows.len() / MARKS).saturating_sub(1)
    }

    /// The first window of a part of nearly as many entries as the others.
    pub(super) fn cut(&self, part: usize, parts: usize) -> usize {
        let (marks, _) = self.windows.as_chunks::<MARKS>();
        let (Some([_, first, _]), Some([_, last, _])) = (marks.first(), marks.last()) else { return 0 };
        if part >= parts || parts >= self.windows() || first == last {
            return crate::split::equal(self.windows(), part, parts);
        }
        let target = first.to_usize().saturating_add(crate::split::equal(
            last.to_usize().saturating_sub(first.to_usize()),
            part,
            parts,
        ));
        marks.partition_point(|[_, entry, _]| entry.to_usize() < target).min(self.windows())
    }

    /// The windows before `window`, and the others.
    pub(super) fn split_windows_at(self, window: usize) -> (Self, Self) {
        let window = window.min(self.windows());
        let rows = window.saturating_mul(WINDOW).min(self.order.len());
        let (top, rest) = self.order.split_at(rows);
        let before = self.windows.get(..(window + 1) * MARKS).unwrap_or(self.windows);
        (
            Self { order: top, windows: before, ..self },
            Self {
                order: rest,
                windows: self.windows.get(window * MARKS..).unwrap_or(&[]),
                first_row: self.first_row + rows,
                ..self
            },
        )
    }

    /// The slices of the plan, with the values of a product.
    #[inline(always)]
    pub(super) fn slices<V>(&self, values: &'a [V]) -> Slices<'a, V, I> {
        let (marks, _) = self.windows.as_chunks::<MARKS>();
        let at = |marks: Option<&[I; MARKS]>| marks.map_or([0; MARKS], |marks| marks.map(|mark| mark.to_usize()));
        let ([slice, entry, index], [end, ..]) = (at(marks.first()), at(marks.last()));
        Slices {
            headers: self.slices.as_chunks::<HEADER>().0.get(slice..end).unwrap_or(&[]),
            rows: self.order,
            indices: self.indices.get(index..).unwrap_or(&[]),
            values: values.get(entry..).unwrap_or(&[]),
        }
    }
}
