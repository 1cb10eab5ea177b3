//! Arrays as graphs: a csr whose entries are edges.
use super::create::matrix;
use super::dtype::Stored;
use super::values::zeros;
use super::{Array, ArrayError, Dtype, Element, Storage, Values, with_values};
use crate::Cpu;
use lacuna::error::IndexFault;
use lacuna::graph::{sample_indptr, subgraph_indptr};
use lacuna::random::Stream;
use lacuna::{Csr, CsrMut, Index, KernelError, Value};

const CPU: Cpu = Cpu { threads: 1 };

/// An edge that is not there.
const NO_EDGE: i64 = -1;

/// The parts of a csr on the host.
struct Edges<'a> {
    rows: usize,
    columns: usize,
    indptr: &'a [i64],
    indices: &'a [i64],
    data: &'a Values,
}

impl Array {
    fn edges(&self, operation: &'static str) -> Result<Edges<'_>, ArrayError> {
        match &self.storage {
            Storage::Csr { indptr, indices, data } => {
                let [rows, columns] = matrix(&self.shape)?;
                Ok(Edges { rows, columns, indptr, indices, data })
            }
            Storage::Device(resident) => Err(resident.on_device(operation)),
            _ => Err(ArrayError::Unsupported { operation, stype: self.stype() }),
        }
    }

    /// The values of the edges `sources[k]` to `targets[k]` of a csr, -1 where there is none: a dense array of its
    /// dtype, so that ids of `int64` keep all their bits. MXNet's `contrib.edge_id`. Cost: a search in a row for each.
    ///
    /// # Errors
    /// [`ArrayError::Unsupported`] for another storage type, [`ArrayError::Dtype`] for numbers that have no -1,
    /// [`ArrayError::Length`] for lists of different lengths, [`ArrayError::Kernel`] for the first vertex that is none,
    /// [`ArrayError::OnDevice`].
    ///
    /// ```
    /// use lacuna_arrays::array::Array;
    /// let ids = vec![(1_i64 << 60) + 1, 7, 8];
    /// let graph = Array::csr(Some([2, 3]), vec![0, 2, 3], vec![0, 2, 1], ids)?;
    /// assert_eq!(graph.edge_ids(&[0, 0, 1], &[0, 1, 1])?.data(), Some(&[(1_i64 << 60) + 1, -1, 8][..]));
    /// # Ok::<(), lacuna_arrays::array::ArrayError>(())
    /// ```
    pub fn edge_ids(&self, sources: &[i64], targets: &[i64]) -> Result<Self, ArrayError> {
        let edges = self.edges("edge_ids")?;
        if sources.len() != targets.len() {
            return Err(ArrayError::Length {
                shape: vec![sources.len()],
                expected: sources.len(),
                found: targets.len(),
            });
        }
        let data = match edges.data {
            Values::F32(values) => edges.of_kernel(values, sources, targets)?,
            Values::F64(values) => edges.of_kernel(values, sources, targets)?,
            Values::U8(_) => return Err(ArrayError::Dtype { expected: Dtype::I64, found: Dtype::U8 }),
            Values::I8(values) => edges.searched(values, -1, sources, targets)?,
            Values::I32(values) => edges.searched(values, -1, sources, targets)?,
            Values::I64(values) => edges.searched(values, NO_EDGE, sources, targets)?,
            Values::F16(values) => edges.searched(values, half::f16::NEG_ONE, sources, targets)?,
            Values::Bf16(values) => edges.searched(values, half::bf16::NEG_ONE, sources, targets)?,
        };
        Self::from_storage(vec![sources.len()], Storage::Dense { data })
    }

    /// The edges of a csr between some of its vertices, which ascend: vertex `k` of the result is `vertices[k]`. Values
    /// are those of the edges, of any dtype. Of MXNet's `contrib.dgl_subgraph` this is the mapping to the edges of the
    /// whole.
    ///
    /// # Errors
    /// As [`edge_ids`](Self::edge_ids), and [`ArrayError::Kernel`] for vertices that do not ascend.
    ///
    /// ```
    /// use lacuna_arrays::array::Array;
    /// let graph = Array::csr(Some([3, 3]), vec![0, 2, 3, 5], vec![0, 2, 1, 0, 2], vec![1_i64, 2, 3, 4, 5])?;
    /// let part = graph.subgraph(&[0, 2])?;
    /// assert_eq!((part.indptr(), part.indices(), part.data()), (Some(&[0, 2, 4][..]), Some(&[0, 1, 0, 1][..]), Some(&[1_i64, 2, 4, 5][..])));
    /// # Ok::<(), lacuna_arrays::array::ArrayError>(())
    /// ```
    pub fn subgraph(&self, vertices: &[i64]) -> Result<Self, ArrayError> {
        let shape = [vertices.len(); 2];
        self.edges("subgraph")?.moved(
            shape,
            |graph, pointers| subgraph_indptr(graph, vertices, vertices, pointers),
            |graph, out| CPU.subgraph(graph, vertices, vertices, out),
        )
    }

    /// At most so many edges of each of some vertices of a csr, without repetition: a csr with a row for each vertex.
    /// Without weights all sets of them are as likely; with weights, a number for each vertex of the graph, an edge
    /// comes with the weight of the vertex that it leads to. Which ones is a function of the seed, the vertex and the
    /// number alone. One hop of MXNet's `contrib.dgl_csr_neighbor_uniform_sample` and
    /// `dgl_csr_neighbor_non_uniform_sample`, whose numbers are its own.
    ///
    /// # Errors
    /// [`ArrayError::Unsupported`] for another storage type, [`ArrayError::Kernel`] for the first vertex that is none,
    /// and for weights of another number than the columns; [`ArrayError::OnDevice`].
    ///
    /// ```
    /// use lacuna_arrays::array::Array;
    /// let graph = Array::csr(Some([2, 4]), vec![0, 3, 4], vec![0, 2, 3, 1], vec![10_i64, 11, 12, 13])?;
    /// let sample = graph.sample_neighbors(&[1, 0], 2, None, 7)?;
    /// assert_eq!((sample.indptr(), sample.shape()), (Some(&[0, 1, 3][..]), &[2, 4][..]));
    /// // A weight of 0 is never chosen while there are others.
    /// let weighted = graph.sample_neighbors(&[0], 2, Some(&[1.0, 0.0, 0.0, 1.0]), 7)?;
    /// assert_eq!((weighted.indices(), weighted.data()), (Some(&[0, 3][..]), Some(&[10_i64, 12][..])));
    /// # Ok::<(), lacuna_arrays::array::ArrayError>(())
    /// ```
    pub fn sample_neighbors(
        &self,
        vertices: &[i64],
        most: usize,
        weights: Option<&[f64]>,
        seed: u64,
    ) -> Result<Self, ArrayError> {
        let (edges, stream) = (self.edges("sample_neighbors")?, Stream::new(seed, 0));
        let shape = [vertices.len(), edges.columns];
        edges.moved(
            shape,
            |graph, pointers| sample_indptr(graph, vertices, most, pointers),
            |graph, out| match weights {
                None => CPU.sample_neighbors(graph, vertices, stream, out),
                Some(weights) => CPU.sample_neighbors_weighted(graph, vertices, weights, stream, out),
            },
        )
    }

    /// The same edges, each with the value 1 in `float32`. MXNet's `contrib.dgl_adjacency`.
    ///
    /// # Errors
    /// [`ArrayError::Unsupported`] for another storage type, [`ArrayError::OnDevice`], [`ArrayError::Memory`].
    pub fn adjacency(&self) -> Result<Self, ArrayError> {
        let mut ones = zeros::<f32>(self.edges("adjacency")?.indices.len())?;
        ones.fill(1.0);
        self.with_data(Values::F32(ones))
    }
}

impl Edges<'_> {
    /// What two kernels, for pointers and for entries, choose of the edges, with values of any dtype.
    fn moved(
        &self,
        shape: [usize; 2],
        pointers_of: impl FnOnce(Csr<'_, f64, i64>, &mut [i64]) -> Result<usize, KernelError>,
        fill: impl FnOnce(Csr<'_, f64, i64>, CsrMut<'_, f64, i64>) -> Result<(), KernelError>,
    ) -> Result<Array, ArrayError> {
        // Numbers of entries instead of values: whole numbers, which are exact, so that any dtype is moved as it is.
        let mut places = zeros::<f64>(self.indices.len())?;
        places.iter_mut().enumerate().for_each(|(place, number)| *number = place as f64);
        let graph = Csr::trusted(self.rows, self.columns, self.indptr, self.indices, &places)?;
        let mut pointers = zeros(shape[0].saturating_add(1))?;
        let nnz = pointers_of(graph, &mut pointers)?;
        let (mut to, mut entries) = (zeros(nnz)?, zeros::<f64>(nnz)?);
        fill(graph, CsrMut::new(shape[0], shape[1], &pointers, &mut to, &mut entries)?)?;
        let data = with_values!(self.data, |values| Stored::wrap(picked(values, &entries)));
        Array::from_storage(shape.to_vec(), Storage::Csr { indptr: pointers, indices: to, data })
    }

    fn of_kernel<V: Value + Element>(
        &self,
        values: &[V],
        sources: &[i64],
        targets: &[i64],
    ) -> Result<Values, ArrayError> {
        let graph = Csr::trusted(self.rows, self.columns, self.indptr, self.indices, values)?;
        let mut out = zeros::<V>(sources.len())?;
        CPU.edge_id(graph, sources, targets, &mut out)?;
        Ok(V::wrap(out))
    }

    /// The same for numbers that no kernel computes with.
    fn searched<V: Element>(
        &self,
        values: &[V],
        none: V,
        sources: &[i64],
        targets: &[i64],
    ) -> Result<Values, ArrayError> {
        for (ids, length) in [(sources, self.rows), (targets, self.columns)] {
            let expected = i64::try_from(length).unwrap_or(i64::MAX);
            let is_outside = |id: i64| !(0..expected).contains(&id);
            if let Some((entry, &found)) = ids.iter().enumerate().find(|(_, id)| is_outside(**id)) {
                let (fault, expected) =
                    if found < 0 { (IndexFault::Negative, 0) } else { (IndexFault::TooLarge, expected) };
                return Err(KernelError::Ids { entry, fault, expected, found }.into());
            }
        }
        let mut out = zeros::<V>(sources.len())?;
        for (to, (source, target)) in out.iter_mut().zip(sources.iter().zip(targets)) {
            let row = source.to_usize();
            let pointer = |row: usize| self.indptr.get(row).map_or(0, |pointer| pointer.to_usize());
            let places = pointer(row)..pointer(row + 1);
            let found = self.indices.get(places.clone()).unwrap_or_default().binary_search(target);
            let value = found.ok().and_then(|place| values.get(places.start + place));
            *to = value.copied().unwrap_or(none);
        }
        Ok(V::wrap(out))
    }
}

/// The values at these places.
fn picked<V: Element>(values: &[V], places: &[f64]) -> Vec<V> {
    places.iter().filter_map(|&place| values.get(place as usize).copied()).collect()
}
