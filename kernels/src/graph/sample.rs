//! What all ways of sampling neighbours share.
use super::edge_id::vertices_inside;
use super::subgraph::pointers;
use crate::error::{KernelError, Operand, capacity, expect};
use crate::random::{Stream, stream_of};
use crate::{Csr, CsrMut, Index, Value};

/// Columns and values of a row that is filled with a sample.
#[doc(hidden)]
#[derive(Debug)]
pub struct Fill<'a, V, I> {
    /// At first places in the row that is sampled, ascending.
    pub columns: &'a mut [I],
    /// As many.
    pub values: &'a mut [V],
}

impl<V: Value, I: Index> Fill<'_, V, I> {
    /// Writes a place among the first `count`, which ascend; false, if it is there already.
    #[inline(always)]
    fn insert(&mut self, count: usize, place: usize) -> bool {
        let place = I::from_usize(place);
        let mut at = self.columns.get(..count).map_or(0, |before| before.partition_point(|other| *other < place));
        if at < count && self.columns.get(at) == Some(&place) {
            return false;
        }
        let mut moved = place;
        while at <= count {
            let Some(to) = self.columns.get_mut(at) else { return true };
            moved = core::mem::replace(to, moved);
            at += 1;
        }
        true
    }

    /// From places to columns and values.
    #[inline(always)]
    pub(super) fn look_up(self, columns: &[I], values: &[V]) {
        for (column, value) in self.columns.iter_mut().zip(self.values) {
            let place = column.to_usize();
            if let (Some(found), Some(of_edge)) = (columns.get(place), values.get(place)) {
                (*column, *value) = (*found, *of_edge);
            }
        }
    }
}

/// A number below `bound`, the same for all to within 2^-64, from number `element` of a stream.
#[inline(always)]
fn below(stream: Stream, element: u64, bound: usize) -> usize {
    let words = stream.block(element / 2);
    let [low, high] = if element.is_multiple_of(2) { [words[0], words[1]] } else { [words[2], words[3]] };
    let number = u64::from(high) << 32 | u64::from(low);
    ((u128::from(number) * bound as u128) >> 64) as usize
}

/// Chooses as many edges of a vertex as there is room for, all sets of them alike.
#[doc(hidden)]
#[inline(always)]
pub fn choose<V: Value, I: Index>(
    stream: Stream,
    vertex: usize,
    (columns, values): (&[I], &[V]),
    mut to: Fill<'_, V, I>,
) {
    let (wanted, degree) = (to.columns.len(), columns.len());
    let (stream, first) = (stream_of(stream, vertex), degree.saturating_sub(wanted));
    for count in 0..wanted.min(degree) {
        let last = first + count;
        // Floyd: a place up to the last, or the last itself if that is taken.
        let place = if first == 0 { last } else { below(stream, count as u64, last.saturating_add(1)) };
        if !to.insert(count, place) {
            to.insert(count, last);
        }
    }
    to.look_up(columns, values);
}

/// Refuses vertices that are none, and a pattern with more edges of a vertex than it has.
pub(super) fn check_sample<V: Value, I: Index>(
    graph: Csr<'_, V, I>,
    vertices: &[I],
    out: &CsrMut<'_, V, I>,
) -> Result<(), KernelError> {
    expect(Operand::Output, 0, vertices.len(), out.rows())?;
    expect(Operand::Output, 1, graph.columns(), out.columns())?;
    vertices_inside(vertices, graph.rows())?;
    for (row, vertex) in vertices.iter().enumerate() {
        let [degree, wanted] =
            [graph.entries(vertex.to_usize()), out.as_csr().entries(row)].map(|entries| entries.len());
        if wanted > degree {
            return Err(KernelError::Pattern { operand: Operand::Output, row, expected: degree, found: wanted });
        }
    }
    Ok(())
}

/// The structure call of the samples of neighbours: pointers to `most` edges of each vertex, or to all that it has.
/// Gives the number of edges.
///
/// `indptr` has one element more than `vertices`.
///
/// # Errors
/// [`KernelError::Ids`] for the first vertex that is none, [`KernelError::Capacity`] if `indptr` is too short;
/// [`KernelError::Index`] if a pointer does not fit the index type, as it can where vertices are repeated. Then nothing
/// is written.
pub fn sample_indptr<V: Value, I: Index>(
    graph: Csr<'_, V, I>,
    vertices: &[I],
    most: usize,
    indptr: &mut [I],
) -> Result<usize, KernelError> {
    vertices_inside(vertices, graph.rows())?;
    capacity(Operand::Indptr, vertices.len().saturating_add(1), indptr.len())?;
    let counts = vertices.iter().map(|vertex| graph.entries(vertex.to_usize()).len().min(most));
    pointers(usize::MAX, counts, indptr)
}
