//! Sorted columns, each once: from triplets, or from a csr that breaks these rules.
use crate::error::{IndexFault, KernelError, Operand, capacity, expect, index_fits};
use crate::kernel::Kernel;
use crate::rows::Coalesce;
use crate::segments::{PlanBuffers, PlanShape, SegmentPlan, group, plan_scratch};
use crate::view::{first_outside, row_places, short_debug};
use crate::{Csr, Index, RowSparse, RowSparseMut, Value};
use core::ops::Range;

/// Where a canonical pattern is written: `indptr` takes one element more than there are rows, `indices` as many as
/// there are entries, and `plan` is for as many.
pub struct CanonicalBuffers<'a, I> {
    /// Receives the pointers.
    pub indptr: &'a mut [I],
    /// Receives the columns.
    pub indices: &'a mut [I],
    /// Receives which entries are added for each of them.
    pub plan: PlanBuffers<'a, I>,
}

short_debug! {
    CanonicalBuffers<I> { indptr: |buffers| buffers.indptr.len(), indices: |buffers| buffers.indices.len() }
}

/// The pattern of a csr in canonical form, and which entries of the input are added for each of its own. Made by
/// [`canonical_coo`] and [`canonical_csr`]; it serves as long as the pattern of the input stays, whatever the values
/// are.
#[derive(Clone, Copy)]
pub struct Canonical<'a, I> {
    columns: usize,
    indptr: &'a [I],
    indices: &'a [I],
    plan: SegmentPlan<'a, I>,
}

short_debug! {
    Canonical<I> { rows: |of| of.indptr.len().saturating_sub(1), columns: |of| of.columns, nnz: |of| of.indices.len() }
}

impl<'a, I: Index> Canonical<'a, I> {
    /// Number of rows.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.indptr.len().saturating_sub(1)
    }
    /// Number of columns.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns
    }
    /// The pointers.
    #[must_use]
    pub const fn indptr(&self) -> &'a [I] {
        self.indptr
    }
    /// The columns: in each row ascending and distinct.
    #[must_use]
    pub const fn indices(&self) -> &'a [I] {
        self.indices
    }
    /// The plan of the sums: its segment `k` has the entries of the input that are added for entry `k`, in their order.
    /// [`rows::coalesce`](crate::rows::coalesce()) takes it, of values as rows of one element.
    #[must_use]
    pub const fn plan(&self) -> &SegmentPlan<'a, I> {
        &self.plan
    }

    /// The value call: writes the sums of the input's values to `out`, and gives the matrix with them. A sum begins at
    /// +0, so that a lone -0.0 becomes +0.0.
    ///
    /// # Errors
    /// [`KernelError::Shape`] for values that are not as many as the input has entries, or for another length of `out`;
    /// then nothing is written.
    pub fn csr<'v, V: Value>(&self, values: &[V], out: &'v mut [V]) -> Result<Csr<'v, V, I>, KernelError>
    where
        'a: 'v,
    {
        let (entries, nnz) = (self.plan.entries(), self.indices.len());
        expect(Operand::Values, 2, entries.len(), values.len())?;
        expect(Operand::Output, 2, nnz, out.len())?;
        // These lengths fit: no constructor has anything to refuse.
        let shape =
            |_| KernelError::Shape { operand: Operand::Values, axis: 2, expected: entries.len(), found: values.len() };
        let input = RowSparse::trusted(entries.len(), 1, entries, values).map_err(shape)?;
        let sums = RowSparseMut::trusted(nnz, 1, self.plan.ids(), &mut *out).map_err(shape)?;
        Coalesce { plan: self.plan, input, out: sums }.call()?;
        Csr::trusted(self.rows(), self.columns, self.indptr, self.indices, out).map_err(shape)
    }
}

/// The structure call for triplets (COO): entry `k` lies at row `row_indices[k]` and column `column_indices[k]`, in any
/// order, and any number of them at one place. [`Canonical::csr`] is the value call.
///
/// - Order: the values of a place are added as sums of repeated rows are, [`order`](crate::order), row 3: in the order
///   in which they come. An entry that cancels to zero stays.
/// - Cost: a sort by column (or a count, if there are no more columns than entries) and a count by row: O(n + rows).
///   Scratch: [`plan_scratch`] of the triplets.
/// - Source: MXNet's `csr_matrix` of triplets, by SciPy; its own operators take duplicates as they are, and differ in
///   what they make of them.
///
/// # Errors
/// [`KernelError::Shape`] for lists of different lengths, [`KernelError::Ids`] for the first row that is outside,
/// [`KernelError::Pattern`] for the first column that is, [`KernelError::Index`] for more triplets than the index type
/// counts, [`KernelError::Capacity`] for short buffers or scratch; then nothing is written.
///
/// ```
/// use lacuna::{Csr, segments::PlanBuffers, slice};
/// let (mut indptr, mut indices, mut ids, mut segments, mut rows_of, mut entries) = ([0; 3], [0; 4], [0; 4], [0; 5], [0; 4], [0; 4]);
/// let plan = PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut rows_of, entries: &mut entries };
/// let buffers = slice::CanonicalBuffers { indptr: &mut indptr, indices: &mut indices, plan };
/// let pattern = slice::canonical_coo((2, 9), &[1, 0, 1, 1], &[7, 3, 2, 7], buffers, &mut [0_u64; 8])?;
/// let mut sums = [0.0; 3];
/// let csr = pattern.csr(&[1.0_f32, 2.0, 3.0, 4.0], &mut sums)?;
/// assert_eq!(csr, Csr::new(2, 9, &[0, 1, 3], &[3, 2, 7], &[2.0, 3.0, 5.0])?);
/// # Ok::<(), lacuna::Error>(())
/// ```
pub fn canonical_coo<'p, I: Index>(
    (rows, columns): (usize, usize),
    row_indices: &[I],
    column_indices: &[I],
    buffers: CanonicalBuffers<'p, I>,
    scratch: &mut [I::Key],
) -> Result<Canonical<'p, I>, KernelError> {
    expect(Operand::Columns, 2, row_indices.len(), column_indices.len())?;
    if let Some((entry, _)) = first_outside(row_indices, rows) {
        let found = row_indices[entry].to_i64();
        let (fault, expected) = if found < 0 {
            (IndexFault::Negative, 0)
        } else {
            (IndexFault::TooLarge, i64::try_from(rows).unwrap_or(i64::MAX))
        };
        return Err(KernelError::Ids { entry, fault, expected, found });
    }
    let count = row_indices.len();
    let room = Room { rows, columns, indices: column_indices, operand: Operand::Columns, terms: count };
    let row_of = |source: usize| row_indices.get(source).map_or(usize::MAX, |row| row.to_usize());
    canonical(&room, (0..count).map(|k| (k, k..k + 1)), row_of, buffers, scratch)
}

/// The structure call for a csr whose columns are in any order and repeated, which only [`Csr::trusted`] takes: what
/// [`canonical_coo`] is for its triplets.
///
/// # Errors
/// As there, without [`KernelError::Ids`]; and [`KernelError::Shape`] if the pointers do not name each entry once.
pub fn canonical_csr<'p, V: Value, I: Index>(
    csr: Csr<'_, V, I>,
    buffers: CanonicalBuffers<'p, I>,
    scratch: &mut [I::Key],
) -> Result<Canonical<'p, I>, KernelError> {
    of_rows((csr.rows(), csr.columns()), csr.indptr(), csr.indices(), buffers, scratch)
}

#[inline(never)]
fn of_rows<'p, I: Index>(
    (rows, columns): (usize, usize),
    indptr: &[I],
    indices: &[I],
    buffers: CanonicalBuffers<'p, I>,
    scratch: &mut [I::Key],
) -> Result<Canonical<'p, I>, KernelError> {
    let places = |row| row_places(indptr, row);
    let terms = (0..rows).map(|row| indices.get(places(row)).map_or(0, <[I]>::len)).fold(0, usize::saturating_add);
    expect(Operand::Input, 2, indices.len(), terms)?;
    let room = Room { rows, columns, indices, operand: Operand::Indices, terms };
    canonical(&room, (0..rows).map(|row| (row, places(row))), |row| row, buffers, scratch)
}

/// The triplets without their rows.
struct Room<'a, I> {
    rows: usize,
    columns: usize,
    indices: &'a [I],
    /// What the caller calls them.
    operand: Operand,
    terms: usize,
}

/// Sorts by column, then by row: both keep the order of what is equal. `sources` gives places of entries, each with
/// what `row_of` makes the row of.
#[inline(always)]
fn canonical<'p, I: Index>(
    &Room { rows, columns, indices: columns_of, operand, terms }: &Room<'_, I>,
    sources: impl Iterator<Item = (usize, Range<usize>)> + Clone,
    row_of: impl Fn(usize) -> usize,
    buffers: CanonicalBuffers<'p, I>,
    scratch: &mut [I::Key],
) -> Result<Canonical<'p, I>, KernelError> {
    let CanonicalBuffers { indptr, indices, plan: PlanBuffers { ids, segments, rows: term_rows, entries } } = buffers;
    index_fits::<I>(terms)?;
    index_fits::<I>(rows)?;
    index_fits::<I>(columns.saturating_sub(1))?;
    if let Some((row, found)) = first_outside(columns_of, columns) {
        return Err(KernelError::Pattern { operand, row, expected: columns.saturating_sub(1), found });
    }
    capacity(Operand::Indptr, rows.saturating_add(1), indptr.len())?;
    capacity(Operand::Indices, terms, indices.len())?;
    capacity(Operand::Ids, terms, ids.len())?;
    capacity(Operand::Rows, terms, term_rows.len())?;
    capacity(Operand::Entries, terms, entries.len())?;
    capacity(Operand::Segments, terms.saturating_add(1), segments.len())?;
    capacity(Operand::Scratch, plan_scratch(terms), scratch.len())?;

    let shape = PlanShape { values: terms, operand_rows: rows.max(terms), output_rows: columns };
    let by_column =
        PlanBuffers { ids: &mut *ids, segments: &mut *segments, rows: &mut *term_rows, entries: &mut *entries };
    group(columns_of, 0..columns, sources, shape, by_column, scratch)?;

    let (indptr, order) = (&mut indptr[..=rows], &mut ids[..terms]);
    indptr.fill(I::from_usize(0));
    for source in &term_rows[..terms] {
        if let Some(count) = indptr.get_mut(row_of(source.to_usize())) {
            *count = I::from_usize(count.to_usize() + 1);
        }
    }
    let mut next = 0;
    for pointer in &mut *indptr {
        let start = next;
        next += pointer.to_usize();
        *pointer = I::from_usize(start);
    }
    for (source, entry) in term_rows[..terms].iter().zip(&entries[..terms]) {
        let Some(pointer) = indptr.get_mut(row_of(source.to_usize())) else { continue };
        let place = pointer.to_usize();
        *pointer = I::from_usize(place.wrapping_add(1));
        if let Some(to) = order.get_mut(place) {
            *to = *entry;
        }
    }

    // Each pointer is now where its row ends, and becomes the number of places before it.
    let (mut stored, mut start) = (0, 0);
    for pointer in &mut indptr[..rows] {
        let end = core::mem::replace(pointer, I::from_usize(stored)).to_usize();
        let mut before = None;
        for term in start..end {
            let entry = order.get(term).copied().unwrap_or_default();
            let column = columns_of.get(entry.to_usize()).copied();
            if let (Some(row), Some(of_entry)) = (term_rows.get_mut(term), entries.get_mut(term)) {
                (*row, *of_entry) = (entry, entry);
            }
            if column != before {
                if let (Some(index), Some(segment)) = (indices.get_mut(stored), segments.get_mut(stored)) {
                    (*index, *segment) = (column.unwrap_or_default(), I::from_usize(term));
                }
                stored += 1;
            }
            before = column;
        }
        start = end;
    }
    let stored = stored.min(terms);
    indptr[rows] = I::from_usize(stored);
    segments[stored] = I::from_usize(terms);
    for (number, id) in ids[..stored].iter_mut().enumerate() {
        *id = I::from_usize(number);
    }
    let shape = PlanShape { values: terms, operand_rows: terms, output_rows: stored };
    let plan =
        SegmentPlan::trusted(&ids[..stored], &segments[..=stored], &term_rows[..terms], &entries[..terms], shape)?;
    Ok(Canonical { columns, indptr, indices: &indices[..stored], plan })
}
