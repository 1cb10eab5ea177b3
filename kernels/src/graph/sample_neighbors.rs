use super::sample::{Fill, check_sample, choose};
use crate::dispatch::Level;
use crate::error::KernelError;
use crate::kernel::{Body, Kernel};
use crate::random::Stream;
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::{Csr, CsrMut, Index, Value};

/// The arguments of [`sample_neighbors`].
#[derive(Debug)]
pub struct SampleNeighbors<'a, V, I> {
    /// R x C.
    pub graph: Csr<'a, V, I>,
    /// Rows of it.
    pub vertices: &'a [I],
    /// Random numbers.
    pub stream: Stream,
    /// A row for each vertex, of as many edges as it should have; C columns.
    pub out: CsrMut<'a, V, I>,
}

impl<V: Value, I: Index> Body for SampleNeighbors<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        check_sample(self.graph, self.vertices, &self.out)
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Value, I: Index> Work for SampleNeighbors<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Baseline;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { graph, vertices, stream, mut out } = self;
        for (row, vertex) in vertices.iter().enumerate().take(out.rows()) {
            let (columns, values) = out.row_mut(row);
            choose(stream, vertex.to_usize(), graph.row(vertex.to_usize()), Fill { columns, values });
        }
    }
}

impl<V: Value, I: Index> Split for SampleNeighbors<'_, V, I> {
    split_fields!((out, vertices), graph, stream);
}

/// `out[s, :] = ` some of the edges of `graph[vertices[s], :]`, without repetition, each set of that size with the same
/// probability.
///
/// Which ones is a function of the stream, the vertex and the number alone: another place among the vertices, other
/// parts or another processor change nothing. Draw number `t` of vertex `v` is element `t` (of 64 bits, low word first)
/// of the stream whose seed and number are the words of block `first + v` of `stream`; Floyd's algorithm takes a place
/// up to `d - n + t`, of `d` edges and `n` that are wanted, or that place itself where the one drawn is taken.
///
/// For several hops, the vertices of the next are the columns of this one; a stream of its own for each hop.
/// [`subgraph`](super::subgraph()) renumbers what is sampled.
///
/// - Shapes: `graph` csr R x C, `vertices` n ids in any order, also repeated, `out` csr n x C of the pointers of
///   [`sample_indptr`](super::sample_indptr()), or any others with at most the edges of each vertex.
/// - Structure: columns ascend.
/// - Values are copied bit for bit.
/// - Cost: one block of the generator for each edge drawn, and a place among those drawn before; a row that is wanted
///   as a whole is copied.
/// - Parts: rows of `out`; [`SampleNeighbors`] [splits](crate::Split) them.
/// - Source: MXNet `contrib.dgl_csr_neighbor_uniform_sample`, whose choice depends on the calls before, and which cuts
///   a sample off that has too many vertices.
///
/// # Errors
/// [`KernelError::Shape`], [`KernelError::Ids`] for the first vertex that is none, [`KernelError::Pattern`] for the
/// first row with more edges than its vertex has; then nothing is written.
///
/// ```
/// use lacuna::random::Stream;
/// use lacuna::{Csr, CsrMut, graph};
/// let edges = Csr::new(2, 5, &[0, 4, 5], &[0, 1, 3, 4, 2], &[1.0_f32, 2.0, 3.0, 4.0, 5.0])?;
/// let (vertices, mut indptr) = ([1, 0], [0; 3]);
/// let nnz = graph::sample_indptr(edges, &vertices, 2, &mut indptr)?;
/// let (mut indices, mut values) = (vec![0; nnz], vec![0.0; nnz]);
/// graph::sample_neighbors(edges, &vertices, Stream::new(42, 0), CsrMut::new(2, 5, &indptr, &mut indices, &mut values)?)?;
/// assert_eq!((indptr, indices[0], values[0]), ([0, 1, 3], 2, 5.0));
/// assert!(indices[1] < indices[2]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "_contrib_dgl_csr_neighbor_uniform_sample")]
#[inline]
pub fn sample_neighbors<V: Value, I: Index>(
    graph: Csr<'_, V, I>,
    vertices: &[I],
    stream: Stream,
    out: CsrMut<'_, V, I>,
) -> Result<(), KernelError> {
    SampleNeighbors { graph, vertices, stream, out }.call()
}
