//! Graphs.
use super::operands::{COLUMNS, ROWS, csr, ids, leaked, values, zeros};
use super::{Call, Form};
use anyhow::Result;
use lacuna::random::Stream;
use lacuna::{CsrMut, graph};

pub(super) fn edge_id(form: Form) -> Result<Call> {
    const PAIRS: usize = 1003;
    let edges = csr()?;
    let list = |step: usize, below: usize| leaked(&(0..PAIRS).map(|k| (k * step % below) as i32).collect::<Vec<_>>());
    let (sources, targets, out) = (list(29, ROWS)?, list(37, COLUMNS)?, zeros::<f32>(PAIRS)?);
    Ok(call!(form, graph::edge_id(edges, sources, targets, out)))
}

/// It does not dispatch.
pub(super) fn subgraph_indptr(_: Form) -> Result<Call> {
    let (edges, rows, columns) = (csr()?, ids(ROWS, 3, 1)?, ids(COLUMNS, 2, 0)?);
    let indptr = zeros::<i32>(rows.len() + 1)?;
    Ok(Box::new(move || Ok(graph::subgraph_indptr(edges, rows, columns, indptr).map(drop)?)))
}

pub(super) fn subgraph(form: Form) -> Result<Call> {
    let (edges, rows, columns) = (csr()?, ids(ROWS, 3, 1)?, ids(COLUMNS, 2, 0)?);
    let indptr = zeros::<i32>(rows.len() + 1)?;
    let nnz = graph::subgraph_indptr(edges, rows, columns, indptr)?;
    let (indptr, indices, values) = (&*indptr, zeros::<i32>(nnz)?, zeros::<f32>(nnz)?);
    Ok(call!(
        form,
        graph::subgraph(edges, rows, columns, CsrMut::new(rows.len(), columns.len(), indptr, indices, values)?)
    ))
}

/// It does not dispatch.
pub(super) fn sample_indptr(_: Form) -> Result<Call> {
    let (edges, vertices) = (csr()?, ids(ROWS, 2, 0)?);
    let indptr = zeros::<i32>(vertices.len() + 1)?;
    Ok(Box::new(move || Ok(graph::sample_indptr(edges, vertices, 5, indptr).map(drop)?)))
}

pub(super) fn sample_neighbors(form: Form) -> Result<Call> {
    let (edges, vertices) = (csr()?, ids(ROWS, 2, 0)?);
    let indptr = zeros::<i32>(vertices.len() + 1)?;
    let nnz = graph::sample_indptr(edges, vertices, 5, indptr)?;
    let (indptr, indices, values) = (&*indptr, zeros::<i32>(nnz)?, zeros::<f32>(nnz)?);
    let stream = Stream::new(42, 0);
    Ok(call!(
        form,
        graph::sample_neighbors(
            edges,
            vertices,
            stream,
            CsrMut::new(vertices.len(), COLUMNS, indptr, indices, values)?
        )
    ))
}

pub(super) fn sample_neighbors_weighted(form: Form) -> Result<Call> {
    let (edges, vertices, weight) = (csr()?, ids(ROWS, 2, 0)?, values(COLUMNS)?);
    let indptr = zeros::<i32>(vertices.len() + 1)?;
    let nnz = graph::sample_indptr(edges, vertices, 5, indptr)?;
    let (indptr, indices, kept) = (&*indptr, zeros::<i32>(nnz)?, zeros::<f32>(nnz)?);
    let stream = Stream::new(42, 0);
    Ok(call!(
        form,
        graph::sample_neighbors_weighted(
            edges,
            vertices,
            weight,
            stream,
            CsrMut::new(vertices.len(), COLUMNS, indptr, indices, kept)?
        )
    ))
}
