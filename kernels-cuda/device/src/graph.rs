//! Graphs: a thread for each edge that is asked for, or for each row of the result.
use super::check::{Check, WORDS};
use super::entry::{self, Csr, CsrMut};
use super::group::thread;
use core::slice::{from_raw_parts, from_raw_parts_mut};
use lacuna::graph::{Fill, choose, choose_weighted, count_row, edge, fill_row};
use lacuna::random::Stream;
use lacuna::{Index, Value};

/// The places of a row.
#[inline(always)]
unsafe fn places<I: Index>(indptr: *const I, capacity: usize, row: usize) -> (usize, usize) {
    let start = (*indptr.add(row)).to_usize().min(capacity);
    (start, (*indptr.add(row + 1)).to_usize().min(capacity).max(start) - start)
}

impl<V: Value, I: Index> Csr<V, I> {
    /// Columns and values of a row; none, if there is no such row.
    #[inline(always)]
    unsafe fn row_if_any<'a>(self, row: usize) -> (&'a [I], &'a [V]) {
        if row >= self.rows {
            return (&[], &[]);
        }
        let (start, length) = places(self.indptr, self.capacity, row);
        (from_raw_parts(self.indices.add(start), length), from_raw_parts(self.values.add(start), length))
    }
}

impl<V: Value, I: Index> CsrMut<V, I> {
    /// Columns and values of a row, to be written.
    #[inline(always)]
    unsafe fn row<'a>(self, row: usize) -> (&'a mut [I], &'a mut [V]) {
        let (start, length) = places(self.indptr, self.capacity, row);
        (from_raw_parts_mut(self.indices.add(start), length), from_raw_parts_mut(self.values.add(start), length))
    }
}

/// Refuses the first id that is not below `below`, or not above the one before it.
pub(crate) unsafe fn check_ascending<I: Index>(
    entry::check_ascending { list, length, below, check }: entry::check_ascending<I>,
) {
    let at = thread();
    if at < length && ((*list.add(at)).to_usize() >= below || at > 0 && *list.add(at - 1) >= *list.add(at)) {
        Check::new(check).refuse(at);
    }
}

/// Refuses the first row that should have more edges than its vertex has.
pub(crate) unsafe fn check_degrees<I: Index>(
    entry::check_degrees { indptr, rows, vertices, length, wanted, check }: entry::check_degrees<I>,
) {
    let at = thread();
    if at < length {
        let vertex = (*vertices.add(at)).to_usize();
        if vertex < rows && places(wanted, usize::MAX, at).1 > places(indptr, usize::MAX, vertex).1 {
            Check::new(check).refuse(at);
        }
    }
}

/// True if a list of ids has been refused; one thread says why.
#[inline(always)]
pub(crate) unsafe fn refused<I: Index>(checks: *mut u64, number: usize, list: *const I) -> bool {
    let check = Check::new(checks.add(number * WORDS));
    let Some(at) = check.refused() else { return false };
    if thread() == 0 {
        // What counts as the bound is known to the host, except for an id that does not ascend.
        let before = if at > 0 { (*list.add(at - 1)).to_i64() } else { 0 };
        check.explain(before, (*list.add(at)).to_i64());
    }
    true
}

pub(crate) unsafe fn edge_id<V: Value, I: Index>(
    entry::edge_id { graph, sources, targets, output, length, checks }: entry::edge_id<V, I>,
) {
    if refused(checks, 0, sources) | refused(checks, 1, targets) {
        return;
    }
    let at = thread();
    if at < length {
        let (columns, values) = graph.row_if_any((*sources.add(at)).to_usize());
        *output.add(at) = edge(columns, values, *targets.add(at));
    }
}

pub(crate) unsafe fn subgraph<V: Value, I: Index>(
    entry::subgraph { graph, rows, row_count, columns, column_count, out, checks }: entry::subgraph<V, I>,
) {
    if refused(checks, 0, rows) | refused(checks, 1, columns) {
        return;
    }
    let at = thread();
    if at < row_count {
        let to = out.row(at);
        let room = to.0.len();
        let stored = fill_row(graph.row_if_any((*rows.add(at)).to_usize()), from_raw_parts(columns, column_count), to);
        if stored != room {
            Check::new(checks.add(2 * WORDS)).refuse(at);
        }
    }
}

/// One thread counts again in the row that was refused.
pub(crate) unsafe fn subgraph_refusal<V: Value, I: Index>(
    entry::subgraph_refusal { graph, rows, columns, column_count, indptr, check }: entry::subgraph_refusal<V, I>,
) {
    let Some(at) = Check::new(check).refused() else { return };
    let stored = count_row(graph.row_if_any((*rows.add(at)).to_usize()).0, from_raw_parts(columns, column_count));
    Check::new(check).explain(stored as i64, places(indptr, usize::MAX, at).1 as i64);
}

/// True if a vertex, or the edges that are wanted of one, have been refused; one thread says why.
#[inline(always)]
unsafe fn refused_sample<V: Value, I: Index>(
    graph: Csr<V, I>,
    vertices: *const I,
    out: CsrMut<V, I>,
    checks: *mut u64,
) -> bool {
    let of_rows = Check::new(checks.add(WORDS));
    if refused(checks, 0, vertices) {
        return true;
    }
    let Some(at) = of_rows.refused() else { return false };
    if thread() == 0 {
        let degree = places(graph.indptr, usize::MAX, (*vertices.add(at)).to_usize()).1;
        of_rows.explain(degree as i64, places(out.indptr, usize::MAX, at).1 as i64);
    }
    true
}

pub(crate) unsafe fn sample_neighbors<V: Value, I: Index>(
    entry::sample_neighbors { graph, vertices, length, stream, out, checks }: entry::sample_neighbors<V, I>,
) {
    let at = thread();
    if !refused_sample(graph, vertices, out, checks) && at < length {
        let (vertex, (columns, values)) = ((*vertices.add(at)).to_usize(), out.row(at));
        let entry::Stream { seed, stream, first } = stream;
        choose(Stream { seed, stream, first }, vertex, graph.row_if_any(vertex), Fill { columns, values });
    }
}

pub(crate) unsafe fn sample_neighbors_weighted<V: Value, I: Index>(
    entry::sample_neighbors_weighted {
        graph, vertices, length, weight, columns: width, stream, out, checks
    }: entry::sample_neighbors_weighted<V, I>,
) {
    let at = thread();
    if !refused_sample(graph, vertices, out, checks) && at < length {
        let (vertex, (columns, values)) = ((*vertices.add(at)).to_usize(), out.row(at));
        let (entry::Stream { seed, stream, first }, weight) = (stream, from_raw_parts(weight, width));
        choose_weighted(
            Stream { seed, stream, first },
            vertex,
            graph.row_if_any(vertex),
            weight,
            Fill { columns, values },
        );
    }
}
