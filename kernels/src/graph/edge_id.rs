use crate::dispatch::Level;
use crate::error::{IndexFault, KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::view::first_outside;
use crate::{Csr, Index, Value};

/// The arguments of [`edge_id`].
#[derive(Debug)]
pub struct EdgeId<'a, V, I> {
    /// R x C.
    pub graph: Csr<'a, V, I>,
    /// Rows.
    pub sources: &'a [I],
    /// Columns, as many.
    pub targets: &'a [I],
    /// As many.
    pub out: &'a mut [V],
}

/// A list of vertices is refused for the first that is none.
pub(crate) fn vertices_inside<I: Index>(vertices: &[I], count: usize) -> Result<(), KernelError> {
    let Some((entry, _)) = first_outside(vertices, count) else { return Ok(()) };
    let found = vertices.get(entry).map_or(0, |vertex| vertex.to_i64());
    if found < 0 {
        return Err(KernelError::Ids { entry, fault: IndexFault::Negative, expected: 0, found });
    }
    Err(KernelError::Ids {
        entry,
        fault: IndexFault::TooLarge,
        expected: i64::try_from(count).unwrap_or(i64::MAX),
        found,
    })
}

/// The value of the edge from a row, of these columns and values, to `target`: -1 without one.
#[doc(hidden)]
#[inline(always)]
pub fn edge<V: Value, I: Index>(columns: &[I], values: &[V], target: I) -> V {
    let place = columns.partition_point(|column| *column < target);
    match (columns.get(place), values.get(place)) {
        (Some(column), Some(value)) if *column == target => *value,
        _ => -V::ONE,
    }
}

impl<V: Value, I: Index> Body for EdgeId<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Right, 2, self.sources.len(), self.targets.len())?;
        expect(Operand::Output, 2, self.sources.len(), self.out.len())?;
        vertices_inside(self.sources, self.graph.rows())?;
        vertices_inside(self.targets, self.graph.columns())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Value, I: Index> Work for EdgeId<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Baseline;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        for ((to, source), target) in self.out.iter_mut().zip(self.sources).zip(self.targets) {
            let (columns, values) = self.graph.row(source.to_usize());
            *to = edge(columns, values, *target);
        }
    }
}

impl<V: Value, I: Index> Split for EdgeId<'_, V, I> {
    split_fields!((out, sources, targets), graph);
}

/// `out[t] = graph[sources[t], targets[t]]`, and -1 where no edge is stored.
///
/// - Shapes: `graph` csr R x C; `sources`, `targets` and `out` slices of one length.
/// - Values are copied bit for bit, also explicit zeros.
/// - Cost: a binary search in a row for each pair.
/// - Parts: elements of `out`; [`EdgeId`] [splits](crate::Split) them.
/// - Source: MXNet `contrib.edge_id`, which reads anything for a vertex that is none.
///
/// # Errors
/// [`KernelError::Shape`] for lists of different lengths, [`KernelError::Ids`] for the first source that is no row,
/// then for the first target that is no column; then nothing is written.
///
/// ```
/// use lacuna::{Csr, graph};
/// let edges = Csr::new(3, 3, &[0, 2, 2, 3], &[0, 2, 1], &[5.0_f32, 6.0, 7.0])?;
/// let mut out = [0.0; 3];
/// graph::edge_id(edges, &[0, 2, 1], &[2, 1, 1], &mut out)?;
/// assert_eq!(out, [6.0, 7.0, -1.0]);
/// assert!(graph::edge_id(edges, &[0, 3, 1], &[2, 1, 1], &mut out).is_err());
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "_contrib_edge_id")]
#[inline]
pub fn edge_id<V: Value, I: Index>(
    graph: Csr<'_, V, I>,
    sources: &[I],
    targets: &[I],
    out: &mut [V],
) -> Result<(), KernelError> {
    EdgeId { graph, sources, targets, out }.call()
}
