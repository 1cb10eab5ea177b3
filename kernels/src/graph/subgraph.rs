use super::edge_id::vertices_inside;
use crate::dispatch::Level;
use crate::error::{KernelError, Operand, capacity, expect, index_fits};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::view::first_fault;
use crate::{Csr, CsrMut, Index, Value};

/// Calls `found(place in the row, place in the list)` for the columns of a row that are in the list, both ascending.
/// Steps are doubled through the longer of the two.
#[inline(always)]
fn meet<I: Index>(row: &[I], list: &[I], mut found: impl FnMut(usize, usize)) {
    let row_is_short = row.len() <= list.len();
    let (short, long) = if row_is_short { (row, list) } else { (list, row) };
    let mut place = 0_usize;
    for (number, &column) in short.iter().enumerate() {
        let mut step = 1_usize;
        while long.get(place.saturating_add(step)).is_some_and(|other| *other < column) {
            place = place.saturating_add(step);
            step = step.saturating_mul(2);
        }
        let end = place.saturating_add(step).saturating_add(1).min(long.len());
        place += long.get(place..end).map_or(0, |near| near.partition_point(|other| *other < column));
        if long.get(place) == Some(&column) {
            if row_is_short { found(number, place) } else { found(place, number) }
        }
    }
}

/// Entries of a row whose columns are in the list.
#[doc(hidden)]
#[inline(always)]
pub fn count_row<I: Index>(row: &[I], list: &[I]) -> usize {
    let mut count = 0;
    meet(row, list, |_, _| count += 1);
    count
}

/// Writes the entries of a row whose columns are in the list, as far as there is room, and gives how many there are.
#[doc(hidden)]
#[inline(always)]
pub fn fill_row<V: Value, I: Index>((row, values): (&[I], &[V]), list: &[I], (to, out): (&mut [I], &mut [V])) -> usize {
    let mut stored = 0;
    meet(row, list, |entry, column| {
        if let (Some(index), Some(to), Some(value)) = (to.get_mut(stored), out.get_mut(stored), values.get(entry)) {
            (*index, *to) = (I::from_usize(column), *value);
        }
        stored += 1;
    });
    stored
}

fn check_lists<V: Value, I: Index>(graph: Csr<'_, V, I>, rows: &[I], columns: &[I]) -> Result<(), KernelError> {
    vertices_inside(rows, graph.rows())?;
    match first_fault(columns, graph.columns()) {
        Some((entry, fault, expected, found)) => Err(KernelError::Ids { entry, fault, expected, found }),
        None => Ok(()),
    }
}

/// The structure call of [`subgraph`]: writes its pointers, one more than `rows`, and gives the number of entries.
///
/// # Errors
/// [`KernelError::Ids`] for the first row that is none, then for the first column that is none or not above the one
/// before it; [`KernelError::Capacity`] if `indptr` is too short; [`KernelError::Index`] if a pointer does not fit the
/// index type, as it can where rows are repeated. Then nothing is written.
pub fn subgraph_indptr<V: Value, I: Index>(
    graph: Csr<'_, V, I>,
    rows: &[I],
    columns: &[I],
    indptr: &mut [I],
) -> Result<usize, KernelError> {
    check_lists(graph, rows, columns)?;
    capacity(Operand::Indptr, rows.len().saturating_add(1), indptr.len())?;
    let most = rows.iter().fold(0_usize, |total, row| total.saturating_add(graph.entries(row.to_usize()).len()));
    let counts = rows.iter().map(|row| count_row(graph.row(row.to_usize()).0, columns));
    pointers(most, counts, indptr)
}

/// Running totals of counts, from 0, which are `most` at most: counted before, if that may not fit.
pub(super) fn pointers<I: Index>(
    most: usize,
    counts: impl Iterator<Item = usize> + Clone,
    indptr: &mut [I],
) -> Result<usize, KernelError> {
    if most > I::MAX {
        index_fits::<I>(counts.clone().fold(0, usize::saturating_add))?;
    }
    let (mut total, mut rest) = (0_usize, indptr.iter_mut());
    if let Some(first) = rest.next() {
        *first = I::from_usize(0);
    }
    for (to, count) in rest.zip(counts) {
        total = total.saturating_add(count);
        *to = I::from_usize(total);
    }
    Ok(total)
}

/// The arguments of [`subgraph`].
#[derive(Debug)]
pub struct Subgraph<'a, V, I> {
    /// R x C.
    pub graph: Csr<'a, V, I>,
    /// n rows of it, in any order.
    pub rows: &'a [I],
    /// m columns of it, ascending.
    pub columns: &'a [I],
    /// n x m, of the right pointers.
    pub out: CsrMut<'a, V, I>,
}

impl<V: Value, I: Index> Body for Subgraph<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Output, 0, self.rows.len(), self.out.rows())?;
        expect(Operand::Output, 1, self.columns.len(), self.out.columns())?;
        check_lists(self.graph, self.rows, self.columns)
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self)
    }
}

impl<V: Value, I: Index> Work for Subgraph<'_, V, I> {
    type Output = Result<(), KernelError>;
    const HIGHEST: Level = Level::Baseline;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) -> Result<(), KernelError> {
        let Self { graph, rows, columns, mut out } = self;
        for (row, from) in rows.iter().enumerate().take(out.rows()) {
            let to = out.row_mut(row);
            let room = to.0.len();
            let stored = fill_row(graph.row(from.to_usize()), columns, to);
            if stored != room {
                return Err(KernelError::Pattern { operand: Operand::Output, row, expected: stored, found: room });
            }
        }
        Ok(())
    }
}

impl<V: Value, I: Index> Split for Subgraph<'_, V, I> {
    split_fields!((out, rows), graph, columns);
}

/// `out[i, j] = graph[rows[i], columns[j]]`, as far as it is stored: the entries in some rows and columns, renumbered.
///
/// With the same ascending vertices for both, the subgraph that they induce; the numbers of its edges in the graph are
/// its values, if those of the graph are their numbers. With the rows of a [sampled](super::sample_neighbors()) graph
/// and the vertices that occur in it, the same edges among these alone. Ones in place of the values give the adjacency
/// matrix.
///
/// - Shapes: `graph` csr R x C, `rows` n ids in any order, also repeated, `columns` m ids, ascending and distinct,
///   `out` csr n x m of the pointers of [`subgraph_indptr`](super::subgraph_indptr()).
/// - Structure: columns ascend, explicit zeros stay.
/// - Values are copied bit for bit.
/// - Cost: for each row, steps through the shorter of the row and the list, and a search by doubling steps in the
///   other.
/// - Parts: rows of `out`; [`Subgraph`] [splits](crate::Split) them.
/// - Source: MXNet `contrib.dgl_subgraph`, whose two results are these edges with their new numbers and with their
///   values, and `contrib.dgl_graph_compact`.
///
/// # Errors
/// [`KernelError::Shape`], and [`KernelError::Ids`] as [`subgraph_indptr`](super::subgraph_indptr()), with nothing
/// written; [`KernelError::Pattern`] at the first row that has more or fewer entries than `out`, with the rows before
/// it, and a part of it, written.
///
/// ```
/// use lacuna::{Csr, CsrMut, graph};
/// let edges = Csr::new(3, 3, &[0, 2, 3, 5], &[0, 2, 1, 0, 2], &[1.0_f32, 2.0, 3.0, 4.0, 5.0])?;
/// let (vertices, mut indptr) = ([0, 2], [0; 3]);
/// let nnz = graph::subgraph_indptr(edges, &vertices, &vertices, &mut indptr)?;
/// let (mut indices, mut values) = (vec![0; nnz], vec![0.0; nnz]);
/// graph::subgraph(edges, &vertices, &vertices, CsrMut::new(2, 2, &indptr, &mut indices, &mut values)?)?;
/// assert_eq!((indptr, &indices[..], &values[..]), ([0, 2, 4], &[0, 1, 0, 1][..], &[1.0, 2.0, 4.0, 5.0][..]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias("_contrib_dgl_subgraph", "_contrib_dgl_graph_compact"))]
#[inline]
pub fn subgraph<V: Value, I: Index>(
    graph: Csr<'_, V, I>,
    rows: &[I],
    columns: &[I],
    out: CsrMut<'_, V, I>,
) -> Result<(), KernelError> {
    Subgraph { graph, rows, columns, out }.call()
}
