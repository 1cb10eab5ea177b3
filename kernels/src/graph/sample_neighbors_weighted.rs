use super::sample::{Fill, check_sample};
use crate::dispatch::Level;
use crate::elementary::Elementary;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::random::{BLOCK, Distribution, Stream, block, element, stream_of};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::{Csr, CsrMut, Index, Value};

/// Exponentially distributed numbers.
#[derive(Clone, Copy)]
struct Exponential;

impl Distribution<f64> for Exponential {
    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        Ok(())
    }

    #[inline(always)]
    fn of(self, units: [f64; BLOCK]) -> [f64; BLOCK] {
        units.map(|unit| -Elementary::ln(1.0 - unit))
    }
}

/// Chooses as many edges of a vertex as there is room for, those of the least keys.
#[doc(hidden)]
#[inline(always)]
pub fn choose_weighted<V: Value, I: Index>(
    stream: Stream,
    vertex: usize,
    (columns, values): (&[I], &[V]),
    weight: &[V],
    mut to: Fill<'_, V, I>,
) {
    if to.columns.len() < columns.len() {
        let (stream, mut kept) = (stream_of(stream, vertex), 0);
        for (number, columns) in columns.chunks(BLOCK).enumerate() {
            let drawn = block(Exponential, stream, number as u64);
            for (place, column) in columns.iter().enumerate() {
                let weight = weight.get(column.to_usize()).map_or(0.0, |weight| weight.widen());
                let key = if weight > 0.0 { element(drawn, place) / weight } else { f64::INFINITY };
                kept = to.keep(kept, number * BLOCK + place, V::narrow(key));
            }
        }
        to.sort();
    } else {
        for (place, to) in to.columns.iter_mut().enumerate() {
            *to = I::from_usize(place);
        }
    }
    to.look_up(columns, values);
}

/// While edges are chosen the values are their keys.
impl<V: Value, I: Index> Fill<'_, V, I> {
    /// Inserts a place behind those of the same key or a lesser one, among the first `kept`, and gives how many there
    /// are then. The last is dropped, if there is no room.
    #[inline(always)]
    fn keep(&mut self, kept: usize, place: usize, key: V) -> usize {
        let mut at = kept;
        while let Some(&mut before) = at.checked_sub(1).and_then(|before| self.values.get_mut(before)) {
            if before <= key {
                break;
            }
            self.put(at, before, self.columns.get(at - 1).copied().unwrap_or_default());
            at -= 1;
        }
        self.put(at, key, I::from_usize(place));
        self.columns.len().min(kept + 1)
    }

    #[inline(always)]
    fn put(&mut self, at: usize, key: V, place: I) {
        if let (Some(column), Some(value)) = (self.columns.get_mut(at), self.values.get_mut(at)) {
            (*column, *value) = (place, key);
        }
    }

    /// Brings the places into their order.
    #[inline(always)]
    fn sort(&mut self) {
        for end in 1..self.columns.len() {
            let mut at = end;
            while let Some([before, place]) = at.checked_sub(1).and_then(|before| self.columns.get_mut(before..=at)) {
                if before <= place {
                    break;
                }
                core::mem::swap(before, place);
                at -= 1;
            }
        }
    }
}

/// The arguments of [`sample_neighbors_weighted`].
#[derive(Debug)]
pub struct SampleNeighborsWeighted<'a, V, I> {
    /// R x C.
    pub graph: Csr<'a, V, I>,
    /// Rows of it.
    pub vertices: &'a [I],
    /// How probable each column is, in relation to others: C elements.
    pub weight: &'a [V],
    /// Random numbers.
    pub stream: Stream,
    /// A row for each vertex, of as many edges as it should have; C columns.
    pub out: CsrMut<'a, V, I>,
}

impl<V: Value, I: Index> Body for SampleNeighborsWeighted<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Weight, 2, self.graph.columns(), self.weight.len())?;
        check_sample(self.graph, self.vertices, &self.out)
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Value, I: Index> Work for SampleNeighborsWeighted<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Baseline;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { graph, vertices, weight, stream, mut out } = self;
        for (row, vertex) in vertices.iter().enumerate().take(out.rows()) {
            let (columns, values) = out.row_mut(row);
            choose_weighted(stream, vertex.to_usize(), graph.row(vertex.to_usize()), weight, Fill { columns, values });
        }
    }
}

impl<V: Value, I: Index> Split for SampleNeighborsWeighted<'_, V, I> {
    split_fields!((out, vertices), graph, weight, stream);
}

/// `out[s, :] = ` some of the edges of `graph[vertices[s], :]`, drawn one after the other without repetition, each time
/// with probabilities in proportion to `weight[column]`.
///
/// The edges of the least keys `-log(1 - u) / weight[column]` are kept, in the precision of the values; of equal keys
/// those that stand before. `u` is a unit of 53 bits: for the edge at place `t` of vertex `v` that of element `t` of
/// the stream whose seed and number are the words of block `first + v` of `stream`. So the edges that are chosen are a
/// function of the stream, the vertex and the number alone, and more of them contain those of fewer.
///
/// - Shapes: as [`sample_neighbors`](super::sample_neighbors()); `weight` a slice of C elements, from 0 on, of any sum.
///   An edge whose weight is 0, below, or NaN is chosen where there are too few others, those that stand before first,
///   as is one whose key is beyond the largest value.
/// - Structure: columns ascend.
/// - Values are copied bit for bit.
/// - Cost: half a block of the generator, a logarithm and a division for each edge of a vertex, and a place among those
///   kept, for about `n log(d / n)` of `d` edges; a row that is wanted as a whole is copied.
/// - Parts: rows of `out`; [`SampleNeighborsWeighted`] [splits](crate::Split) them.
/// - Source: MXNet `contrib.dgl_csr_neighbor_non_uniform_sample`, whose choice depends on the calls before.
///
/// # Errors
/// [`KernelError::Shape`], [`KernelError::Ids`] for the first vertex that is none, [`KernelError::Pattern`] for the
/// first row with more edges than its vertex has; then nothing is written.
///
/// ```
/// use lacuna::random::Stream;
/// use lacuna::{Csr, CsrMut, graph};
/// let edges = Csr::new(1, 5, &[0, 4], &[0, 1, 3, 4], &[1.0_f32, 2.0, 3.0, 4.0])?;
/// let (weight, mut indptr) = ([0.0, 0.5, 9.0, 0.0, 0.25], [0; 2]);
/// let nnz = graph::sample_indptr(edges, &[0], 2, &mut indptr)?;
/// let (mut indices, mut values) = (vec![0; nnz], vec![0.0; nnz]);
/// let out = CsrMut::new(1, 5, &indptr, &mut indices, &mut values)?;
/// graph::sample_neighbors_weighted(edges, &[0], &weight, Stream::new(42, 0), out)?;
/// assert_eq!((indices, values), (vec![1, 4], vec![2.0, 4.0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "_contrib_dgl_csr_neighbor_non_uniform_sample")]
#[inline]
pub fn sample_neighbors_weighted<V: Value, I: Index>(
    graph: Csr<'_, V, I>,
    vertices: &[I],
    weight: &[V],
    stream: Stream,
    out: CsrMut<'_, V, I>,
) -> Result<(), KernelError> {
    SampleNeighborsWeighted { graph, vertices, weight, stream, out }.call()
}
