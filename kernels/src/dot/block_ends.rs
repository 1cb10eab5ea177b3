//! Where the sums of a product by scattering end their blocks.
use crate::call::erased;
use crate::error::{KernelError, Operand, capacity, expect};
use crate::unsigned::unsigned;
use crate::view::{row_places, short_debug};
use crate::{Csr, Index, RowSparse, Value, order};
use core::ops::Range;

/// The entries of a csr at which a column has had another [`order::BLOCK`] terms, and the columns that have more than
/// these: what [`csr_t_dense_scatter`](super::csr_t_dense_scatter()) must know to add by the order law.
///
/// Most patterns have none: no column of a matrix of at most 1024 rows has more than 1024 terms, so there the default
/// serves. It depends on the pattern only, and is made by [`block_ends`] or [`block_ends_row_sparse`] in memory of the
/// caller.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct BlockEnds<'a, I> {
    columns: &'a [I],
    entries: &'a [I],
    shape: BlockShape,
}
unsigned! { [] BlockEnds [] [] { shape; columns, entries } }
erased! { 'a BlockEnds<I: Index> as AnyBlockEnds { shape: BlockShape } [columns entries] [] [] [] }

short_debug! {
    BlockEnds<I> { columns: |ends| ends.columns.len(), entries: |ends| ends.entries.len(), nnz: |ends| ends.shape.nnz }
}

/// The matrix that [`BlockEnds`] are of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockShape {
    /// Rows of the csr.
    pub rows: usize,
    /// Columns of the csr.
    pub columns: usize,
    /// Stored entries of the csr.
    pub nnz: usize,
}

/// None, for a matrix of at most 1024 rows.
impl<I> Default for BlockEnds<'_, I> {
    fn default() -> Self {
        Self { columns: &[], entries: &[], shape: BlockShape::default() }
    }
}

impl<'a, I: Index> BlockEnds<'a, I> {
    /// Block ends that were made before: `columns` with more than 1024 terms, ascending, and `entries` that end a
    /// block, ascending. Checks order and range, in O(length); that they are those of the pattern is trusted.
    ///
    /// # Errors
    /// [`KernelError::Pattern`] for the first column or entry that does not ascend or is outside.
    ///
    /// ```
    /// use lacuna::dot::{BlockEnds, BlockShape};
    /// let shape = BlockShape { rows: 3000, columns: 2, nnz: 3000 };
    /// assert_eq!(BlockEnds::new(&[1], &[1023, 2047], shape)?.columns(), [1]);
    /// assert!(BlockEnds::new(&[2], &[1023, 2047], shape).is_err());
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    pub fn new(columns: &'a [I], entries: &'a [I], shape: BlockShape) -> Result<Self, KernelError> {
        for (operand, places, length) in
            [(Operand::Columns, columns, shape.columns), (Operand::Entries, entries, shape.nnz)]
        {
            let mut least = 0;
            for (place, number) in places.iter().enumerate() {
                let found = number.to_usize();
                if found < least || found >= length {
                    let expected = if found < least { least } else { length.saturating_sub(1) };
                    return Err(KernelError::Pattern { operand, row: place, expected, found });
                }
                least = found + 1;
            }
        }
        Ok(Self::trusted(columns, entries, shape))
    }

    /// The unchecked constructor: it checks nothing. With wrong numbers the sums are cut elsewhere, and nothing else
    /// happens.
    #[must_use]
    pub const fn trusted(columns: &'a [I], entries: &'a [I], shape: BlockShape) -> Self {
        Self { columns, entries, shape }
    }

    /// The columns with more than 1024 terms, ascending.
    #[must_use]
    pub const fn columns(&self) -> &'a [I] {
        self.columns
    }
    /// The entries that end a block, ascending.
    #[must_use]
    pub const fn entries(&self) -> &'a [I] {
        self.entries
    }
    /// The matrix that they are of.
    #[must_use]
    pub const fn shape(&self) -> BlockShape {
        self.shape
    }

    /// Values of scratch that a product with `columns` columns needs for the sums of ended blocks.
    #[must_use]
    pub const fn totals(&self, columns: usize) -> usize {
        self.columns.len().saturating_mul(columns)
    }

    /// Those of the columns before `column`, and of the others.
    pub(super) fn split_columns_at(self, column: usize) -> (Self, Self) {
        let (before, others) = self.columns.split_at(self.columns.partition_point(|heavy| heavy.to_usize() < column));
        (Self { columns: before, ..self }, Self { columns: others, ..self })
    }

    /// Refuses those of a matrix of another shape. None are those of any, if so few rows are multiplied.
    pub(super) fn check<V: Value>(&self, a: &Csr<V, I>, multiplied: usize) -> Result<(), KernelError> {
        if multiplied <= order::BLOCK && self.columns.is_empty() && self.entries.is_empty() {
            return Ok(());
        }
        expect(Operand::Plan, 0, a.rows(), self.shape.rows)?;
        expect(Operand::Plan, 1, a.columns(), self.shape.columns)?;
        expect(Operand::Plan, 2, a.nnz(), self.shape.nnz)
    }

    /// With the indices as loops read them.
    #[inline(always)]
    pub(super) fn unsigned(self) -> BlockEnds<'a, I::Unsigned> {
        let Self { columns, entries, shape } = self;
        BlockEnds { columns: I::unsigned(columns), entries: I::unsigned(entries), shape }
    }

    /// Where the sum of the ended blocks of a column stands.
    #[inline(always)]
    pub(super) fn place_of(&self, column: usize) -> Option<usize> {
        let place = self.columns.partition_point(|heavy| heavy.to_usize() < column);
        self.columns.get(place).filter(|heavy| heavy.to_usize() == column).map(|_| place)
    }
}

/// The most columns, and the most entries, that [`block_ends`] can find in a matrix of `nnz` entries.
///
/// ```
/// assert_eq!(lacuna::dot::block_ends_capacity(5000), 4);
/// ```
#[must_use]
pub const fn block_ends_capacity(nnz: usize) -> usize {
    nnz / order::BLOCK
}

/// Elements of scratch for [`block_ends`].
///
/// ```
/// assert_eq!(lacuna::dot::block_ends_scratch(1000), 33_768);
/// ```
#[must_use]
pub const fn block_ends_scratch(columns: usize) -> usize {
    columns.saturating_add(GROUPS)
}

/// Counters of groups of columns: few enough to stay near the processor, enough for matrices of millions of entries.
pub(crate) const GROUPS: usize = 1 << 15;

/// The low bits of a column that tell its group. Few groups for few entries: the counters stay nearer.
#[inline(always)]
pub(crate) fn group_mask(nnz: usize) -> usize {
    (nnz / (order::BLOCK / 2)).next_power_of_two().clamp(GROUPS / 16, GROUPS) - 1
}

/// The group of a column: those with equal low bits.
#[inline(always)]
pub(crate) fn group_of(column: usize, mask: usize) -> usize {
    column & (mask % GROUPS)
}

/// Finds the block ends of `a`, for [`csr_t_dense_scatter`](super::csr_t_dense_scatter()): the structure call, once for
/// a pattern.
///
/// - Cost: O(1) up to 1024 rows; else one pass over the columns of the entries, three if a column may have more than
///   1024 terms.
/// - Memory: `columns` and `entries` of [`block_ends_capacity`], scratch of [`block_ends_scratch`]. Nothing of it is
///   needed up to 1024 rows.
///
/// # Errors
/// [`KernelError::Capacity`]; then `columns` and `entries` may have been written.
///
/// ```
/// use lacuna::{Csr, Dense, DenseMut, dot};
/// // 3000 rows, all with one entry in column 1.
/// let (indptr, indices): (Vec<_>, _) = ((0..=3000).collect(), [1; 3000]);
/// let a = Csr::new(3000, 2, &indptr, &indices, &[0.1_f32; 3000])?;
/// let (mut columns, mut entries) = ([0; 2], [0; 2]);
/// let ends = dot::block_ends(a, &mut columns, &mut entries, &mut vec![0; dot::block_ends_scratch(2)])?;
/// assert_eq!((ends.columns(), ends.entries()), (&[1][..], &[1023, 2047][..]));
///
/// let (mut out, mut totals) = ([0.0; 2], [0.0; 1]);
/// dot::csr_t_dense_scatter(a, &ends, Dense::new(3000, 1, &[1.0; 3000])?, &mut totals, DenseMut::new(2, 1, &mut out)?)?;
/// // One running sum of 3000 terms would be 300.00909.
/// assert_eq!(out, [0.0, 299.99713]);
/// # Ok::<(), lacuna::Error>(())
/// ```
pub fn block_ends<'e, V: Value, I: Index>(
    a: Csr<'_, V, I>,
    columns: &'e mut [I],
    entries: &'e mut [I],
    scratch: &mut [I],
) -> Result<BlockEnds<'e, I>, KernelError> {
    let shape = BlockShape { rows: a.rows(), columns: a.columns(), nnz: a.nnz() };
    of_all_rows(a.indptr(), a.indices(), shape, [columns, entries], scratch)
}

#[inline(never)]
fn of_all_rows<'e, I: Index>(
    indptr: &[I],
    indices: &[I],
    shape: BlockShape,
    memory: [&'e mut [I]; 2],
    scratch: &mut [I],
) -> Result<BlockEnds<'e, I>, KernelError> {
    // The rows follow each other: one piece.
    let first = indptr.first().map_or(0, |first| first.to_usize());
    let end = indptr.last().map_or(0, |last| last.to_usize().wrapping_sub(first));
    find(indices, shape.rows, core::iter::once(0..end), shape, memory, scratch)
}

/// Finds the block ends of the rows of `a` that `b` stores, for
/// [`csr_t_row_sparse_scatter`](super::csr_t_row_sparse_scatter()); as [`block_ends`], except for one pass over the
/// entries of these rows.
///
/// # Errors
/// As [`block_ends`], and [`KernelError::Shape`] if `a` and `b` differ in their number of rows.
pub fn block_ends_row_sparse<'e, V: Value, I: Index>(
    a: Csr<'_, V, I>,
    b: RowSparse<'_, V, I>,
    columns: &'e mut [I],
    entries: &'e mut [I],
    scratch: &mut [I],
) -> Result<BlockEnds<'e, I>, KernelError> {
    expect(Operand::Right, 0, a.rows(), b.rows())?;
    let shape = BlockShape { rows: a.rows(), columns: a.columns(), nnz: a.nnz() };
    of_stored_rows(a.indptr(), a.indices(), (b.first_row(), b.indices()), shape, [columns, entries], scratch)
}

#[inline(never)]
fn of_stored_rows<'e, I: Index>(
    indptr: &[I],
    indices: &[I],
    (first_row, ids): (usize, &[I]),
    shape: BlockShape,
    memory: [&'e mut [I]; 2],
    scratch: &mut [I],
) -> Result<BlockEnds<'e, I>, KernelError> {
    let pieces = ids.iter().map(|id| row_places(indptr, id.to_usize().wrapping_sub(first_row)));
    find(indices, ids.len(), pieces, shape, memory, scratch)
}

/// Columns are counted by groups first, those with equal low bits: no column of a group of at most 1024 entries has
/// more. Only the columns of other groups are counted one by one.
#[inline(always)]
fn find<'e, I: Index>(
    indices: &[I],
    rows: usize,
    pieces: impl Iterator<Item = Range<usize>> + Clone,
    shape: BlockShape,
    [columns, entries]: [&'e mut [I]; 2],
    scratch: &mut [I],
) -> Result<BlockEnds<'e, I>, KernelError> {
    if rows <= order::BLOCK {
        return Ok(BlockEnds { columns: &[], entries: &[], shape });
    }
    let needed = block_ends_scratch(shape.columns);
    let Some((groups, counts)) =
        scratch.get_mut(..needed).and_then(|scratch| scratch.split_first_chunk_mut::<GROUPS>())
    else {
        return Err(KernelError::Capacity { operand: Operand::Scratch, needed, found: scratch.len() });
    };
    let pieces = pieces.map(|piece| (piece.start, indices.get(piece).unwrap_or(&[])));
    let (zero, many) = (I::from_usize(0), |count: &I| count.to_usize() > order::BLOCK);
    let mask = group_mask(indices.len());
    let group = |index: I| group_of(index.to_usize(), mask);
    groups[..=mask % GROUPS].fill(zero);
    for (_, piece) in pieces.clone() {
        for index in piece {
            let count = &mut groups[group(*index)];
            *count = I::from_usize(count.to_usize() + 1);
        }
    }
    if !groups[..=mask % GROUPS].iter().any(many) {
        return Ok(BlockEnds { columns: &[], entries: &[], shape });
    }
    let in_large_group = |index: &I| many(&groups[group(*index)]);
    counts.fill(zero);
    for (_, piece) in pieces.clone() {
        for index in piece.iter().filter(|index| in_large_group(index)) {
            if let Some(count) = counts.get_mut(index.to_usize()) {
                *count = I::from_usize(count.to_usize() + 1);
            }
        }
    }
    // From here on a count is the number of terms so far, and that of a column without blocks is none.
    let none = I::LARGEST;
    let (mut heavy, mut ends) = (0, 0);
    for (column, count) in counts.iter_mut().enumerate() {
        if many(count) {
            ends += count.to_usize() / order::BLOCK;
            if let Some(place) = columns.get_mut(heavy) {
                *place = I::from_usize(column);
            }
            heavy += 1;
        }
        *count = if many(count) { zero } else { none };
    }
    capacity(Operand::Columns, heavy, columns.len())?;
    capacity(Operand::Entries, ends, entries.len())?;
    let mut end = 0;
    for (first, piece) in pieces {
        for (place, index) in piece.iter().enumerate().filter(|(_, index)| in_large_group(index)) {
            let Some(terms) = counts.get_mut(index.to_usize()).filter(|terms| **terms != none) else { continue };
            *terms = I::from_usize(terms.to_usize() + 1);
            if terms.to_usize().is_multiple_of(order::BLOCK)
                && let Some(entry) = entries.get_mut(end)
            {
                *entry = I::from_usize(first + place);
                end += 1;
            }
        }
    }
    Ok(BlockEnds { columns: &columns[..heavy], entries: &entries[..end], shape })
}
