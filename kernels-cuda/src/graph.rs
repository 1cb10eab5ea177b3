//! Graphs: [`lacuna::graph`] on a device, whose pointers are found on the host.
use crate::array::DeviceCsr;
use crate::check::Check;
use crate::driver::Driver;
use crate::entries;
use crate::gpu::Begun;
use crate::{Buffer, Error, Gpu};
use lacuna::checks::expect;
use lacuna::error::Operand;
use lacuna::random::Stream;
use lacuna::{Index, Value};

/// The values of edges, -1 without one: [`lacuna::graph::edge_id`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape) for lists of different lengths, with nothing begun;
/// [`Error::Driver`]. By [`Gpu::finish`]: [`KernelError::Ids`](lacuna::KernelError::Ids) for a vertex that is none;
/// then nothing is written.
pub fn edge_id<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    graph: &DeviceCsr<D, V, I>,
    sources: &Buffer<D, I>,
    targets: &Buffer<D, I>,
    out: &mut Buffer<D, V>,
) -> Result<(), Error> {
    let (driver, length, [rows, columns]) = (gpu.driver(), sources.len(), [graph.rows, graph.columns]);
    expect(Operand::Right, 2, length, targets.len())?;
    expect(Operand::Output, 2, length, out.len())?;
    let mut check = gpu.begin(&[Check::Ids { rows }, Check::Ids { rows: columns }])?;
    entries::check_places { places: sources, length, below: rows, check: check.words(0) }.on(driver).run(length)?;
    entries::check_places { places: targets, length, below: columns, check: check.words(1) }.on(driver).run(length)?;
    let entry = entries::edge_id { graph: graph.into(), sources, targets, output: out, length, checks: check.words(0) };
    Ok(entry.on(driver).run(length)?)
}

/// The entries in some rows and columns, renumbered: [`lacuna::graph::subgraph`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`]. By [`Gpu::finish`]:
/// [`KernelError::Ids`](lacuna::KernelError::Ids), with nothing written;
/// [`KernelError::Pattern`](lacuna::KernelError::Pattern) at the first row that has more or fewer entries than `out`;
/// other rows are then written.
pub fn subgraph<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    graph: &DeviceCsr<D, V, I>,
    rows: &Buffer<D, I>,
    columns: &Buffer<D, I>,
    out: &mut DeviceCsr<D, V, I>,
) -> Result<(), Error> {
    let (driver, row_count, column_count) = (gpu.driver(), rows.len(), columns.len());
    expect(Operand::Output, 0, row_count, out.rows)?;
    expect(Operand::Output, 1, column_count, out.columns)?;
    let mut check =
        gpu.begin(&[Check::Ids { rows: graph.rows }, Check::Ids { rows: graph.columns }, Check::Pattern])?;
    entries::check_places { places: rows, length: row_count, below: graph.rows, check: check.words(0) }
        .on(driver)
        .run(row_count)?;
    let ascending =
        entries::check_ascending { list: columns, length: column_count, below: graph.columns, check: check.words(1) };
    ascending.on(driver).run(column_count)?;
    let entry = entries::subgraph {
        graph: graph.into(),
        rows,
        row_count,
        columns,
        column_count,
        out: out.into(),
        checks: check.words(0),
    };
    entry.on(driver).run(row_count.max(1))?;
    let (indptr, check) = (&out.indptr, check.words(2));
    Ok(entries::subgraph_refusal { graph: graph.into(), rows, columns, column_count, indptr, check }
        .on(driver)
        .run_one()?)
}

/// Some of the edges of each vertex: [`lacuna::graph::sample_neighbors`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`]. By [`Gpu::finish`]:
/// [`KernelError::Ids`](lacuna::KernelError::Ids) and [`KernelError::Pattern`](lacuna::KernelError::Pattern); then
/// nothing is written.
pub fn sample_neighbors<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    graph: &DeviceCsr<D, V, I>,
    vertices: &Buffer<D, I>,
    stream: Stream,
    out: &mut DeviceCsr<D, V, I>,
) -> Result<(), Error> {
    let (length, mut check) = begin_sample(gpu, graph, vertices, out)?;
    let entry = entries::sample_neighbors {
        graph: graph.into(),
        vertices,
        length,
        stream: stream.into(),
        out: out.into(),
        checks: check.words(0),
    };
    Ok(entry.on(gpu.driver()).run(length)?)
}

/// The same with probabilities in proportion to the weights of columns: [`lacuna::graph::sample_neighbors_weighted`].
///
/// # Errors
/// As [`sample_neighbors`].
pub fn sample_neighbors_weighted<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    graph: &DeviceCsr<D, V, I>,
    vertices: &Buffer<D, I>,
    weight: &Buffer<D, V>,
    stream: Stream,
    out: &mut DeviceCsr<D, V, I>,
) -> Result<(), Error> {
    let columns = graph.columns;
    expect(Operand::Weight, 2, columns, weight.len())?;
    let (length, mut check) = begin_sample(gpu, graph, vertices, out)?;
    let (stream, checks) = (stream.into(), check.words(0));
    let entry = entries::sample_neighbors_weighted {
        graph: graph.into(),
        vertices,
        length,
        weight,
        columns,
        stream,
        out: out.into(),
        checks,
    };
    Ok(entry.on(gpu.driver()).run(length)?)
}

/// Checks what all ways of sampling have: gives the number of vertices, and what the device has found out.
fn begin_sample<'g, D: Driver, V: Value, I: Index>(
    gpu: &'g Gpu<D>,
    graph: &DeviceCsr<D, V, I>,
    vertices: &Buffer<D, I>,
    out: &DeviceCsr<D, V, I>,
) -> Result<(usize, Begun<'g, D>), Error> {
    let (driver, length) = (gpu.driver(), vertices.len());
    expect(Operand::Output, 0, length, out.rows)?;
    expect(Operand::Output, 1, graph.columns, out.columns)?;
    let mut check = gpu.begin(&[Check::Ids { rows: graph.rows }, Check::Pattern])?;
    entries::check_places { places: vertices, length, below: graph.rows, check: check.words(0) }
        .on(driver)
        .run(length)?;
    let (indptr, rows, wanted) = (&graph.indptr, graph.rows, &out.indptr);
    entries::check_degrees { indptr, rows, vertices, length, wanted, check: check.words(1) }.on(driver).run(length)?;
    Ok((length, check))
}
