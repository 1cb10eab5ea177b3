//! Graphs.
#![allow(non_camel_case_types)]
use super::outcome::{csr, dense, settle_new, unwritten};
use super::random::stream;
use super::{Inputs, Operation, Outcome, Stop};
use crate::backend::Backend;
use crate::fixture::{Case, CaseIndex, Number, Stype};
use lacuna::{Csr, CsrMut};

/// True for a csr, and ids.
fn is_graph(case: &Case) -> bool {
    matches!(&case.inputs[..], [graph, ids] if graph.stype == Stype::Csr && ids.stype == Stype::Default)
}

/// `edge_id`: the operand of ids has the sources in its first row, and the targets in its second.
pub(super) struct edge_id;

impl Operation for edge_id {
    const OPERATORS: &'static [&'static str] = &["_contrib_edge_id"];
    const KERNEL: Option<&'static str> = Some("edge_id");
    const IDS: Option<usize> = Some(1);

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(is_graph(case) && case.inputs[1].shape.first() == Some(&2))
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let (graph, pairs) = (inputs.csr(0)?, inputs.ids(1)?);
        let (sources, targets) = pairs.split_at(pairs.len() / 2);
        let mut out = unwritten(sources.len());
        settle_new(backend.edge_id(graph, sources, targets, &mut out), &out)?;
        Ok(vec![dense("out", vec![out.len()], out)])
    }
}

/// Fills a csr of these pointers.
fn filled<V: Number, I: CaseIndex>(
    shape: [usize; 2],
    indptr: &[I],
    nnz: usize,
    fill: impl FnOnce(CsrMut<V, I>) -> Result<(), lacuna::KernelError>,
) -> Outcome {
    let (mut indices, mut values) = (vec![I::UNWRITTEN; nnz], unwritten(nnz));
    let out = CsrMut::new(shape[0], shape[1], indptr, &mut indices, &mut values)?;
    settle_new(fill(out), &values)?;
    Ok(vec![csr("out", shape.to_vec(), indptr, &indices, values)])
}

fn part<V: Number, I: CaseIndex>(backend: &dyn Backend, graph: Csr<V, I>, rows: &[I], columns: &[I]) -> Outcome {
    let mut indptr = vec![I::UNWRITTEN; rows.len() + 1];
    let nnz = backend.subgraph_indptr(graph, rows, columns, &mut indptr)?;
    filled([rows.len(), columns.len()], &indptr, nnz, |out| backend.subgraph(graph, rows, columns, out))
}

/// `subgraph`, with its structure call: of the vertices, or of the first rows and the columns of the vertices.
pub(super) struct subgraph;

impl Operation for subgraph {
    const OPERATORS: &'static [&'static str] = &["_contrib_dgl_subgraph", "_contrib_dgl_graph_compact"];
    const KERNEL: Option<&'static str> = Some("subgraph");
    const IDS: Option<usize> = Some(1);
    const PARAMETERS: &'static [&'static str] = &["compact"];

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(is_graph(case))
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let (graph, vertices) = (inputs.csr(0)?, inputs.ids(1)?);
        if inputs.params.switch("compact", false)? {
            let rows: Vec<I> = (0..vertices.len()).map(I::from_usize).collect();
            return part(backend, graph, &rows, vertices);
        }
        part(backend, graph, vertices, vertices)
    }
}

/// `subgraph` with the edges numbered in their order, instead of their values.
pub(super) struct numbered_subgraph;

impl Operation for numbered_subgraph {
    const OPERATORS: &'static [&'static str] = &["numbered_subgraph"];
    const KERNEL: Option<&'static str> = Some("subgraph");
    const IDS: Option<usize> = Some(1);

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(is_graph(case))
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let mut found = subgraph::run(backend, inputs)?;
        for part in &mut found {
            part.values = V::into_values((0..part.values.len()).map(|edge| V::narrow(edge as f64)).collect());
        }
        Ok(found)
    }
}

/// `sample_neighbors`, with its structure call.
pub(super) struct sample_neighbors;

impl Operation for sample_neighbors {
    const OPERATORS: &'static [&'static str] = &["_contrib_dgl_csr_neighbor_uniform_sample"];
    const KERNEL: Option<&'static str> = Some("sample_neighbors");
    const IDS: Option<usize> = Some(1);
    const PARAMETERS: &'static [&'static str] = &["num_neighbor", "seed", "stream", "first"];

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(is_graph(case))
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let (graph, vertices, stream) = (inputs.csr(0)?, inputs.ids(1)?, stream(inputs.params)?);
        let (indptr, nnz) = sample(backend, inputs)?;
        filled([vertices.len(), graph.columns()], &indptr, nnz, |out| {
            backend.sample_neighbors(graph, vertices, stream, out)
        })
    }
}

/// The pointers of a sample, and how many edges it has.
fn sample<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Result<(Vec<I>, usize), Stop> {
    let (graph, vertices) = (inputs.csr(0)?, inputs.ids(1)?);
    let most = inputs.params.number("num_neighbor")?.unwrap_or(2.0);
    let mut indptr = vec![I::UNWRITTEN; vertices.len() + 1];
    let nnz = backend.sample_indptr(graph, vertices, most as usize, &mut indptr)?;
    Ok((indptr, nnz))
}

/// `sample_neighbors_weighted`, with its structure call: the third operand has the weights.
pub(super) struct sample_neighbors_weighted;

impl Operation for sample_neighbors_weighted {
    const OPERATORS: &'static [&'static str] = &["_contrib_dgl_csr_neighbor_non_uniform_sample"];
    const KERNEL: Option<&'static str> = Some("sample_neighbors_weighted");
    const IDS: Option<usize> = Some(1);
    const PARAMETERS: &'static [&'static str] = &["num_neighbor", "seed", "stream", "first"];

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(matches!(&case.inputs[..], [graph, ..] if graph.stype == Stype::Csr) && case.inputs.len() == 3)
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let (graph, vertices, weight, stream) =
            (inputs.csr(0)?, inputs.ids(1)?, inputs.values(2)?, stream(inputs.params)?);
        let (indptr, nnz) = sample(backend, inputs)?;
        filled([vertices.len(), graph.columns()], &indptr, nnz, |out| {
            backend.sample_neighbors_weighted(graph, vertices, weight, stream, out)
        })
    }
}
