//! Graphs.
pub mod edge_id;
pub mod sample_neighbors;
pub mod sample_neighbors_weighted;
pub mod subgraph;

use crate::cast::dense_to_csr::structure;
use crate::dot::transposed::numbers;
use crate::verdict::{Expected, Knobs, Output, told};
use lacuna::{CsrMut, Index, KernelError};
use lacuna_harness::reference::Triplets;
use lacuna_testing::{Csr, Profile, Random, Real};

/// A graph, with rows of all lengths.
fn draw_graph<V: Real>(random: &mut Random) -> Csr<V> {
    let (rows, columns) = (random.below(20), random.one_of(&[0, 1, 3, 9, 40, 300]));
    let of_row = |random: &mut Random| {
        let most = random.one_of(&[0, 1, 4, 20, 300]);
        let entries = random.below(most + 1);
        random.ascending(entries, columns)
    };
    let rows = (0..rows).map(|_| of_row(random)).collect();
    let profile = Profile::draw(random);
    Csr::of_rows(columns, rows, profile, random)
}

/// So many ids below a bound, in any order and repeated.
fn any_ids(random: &mut Random, count: usize, below: usize) -> Vec<usize> {
    (0..if below == 0 { 0 } else { random.below(count + 1) }).map(|_| random.below(below)).collect()
}

fn typed<I: Index>(ids: &[usize]) -> Vec<I> {
    ids.iter().map(|&id| I::from_usize(id)).collect()
}

/// A csr of these pointers, filled as a whole or in parts.
fn filled<V: Real, I: Index>(
    shape: [usize; 2],
    indptr: &[I],
    knobs: Option<&Knobs>,
    fill: impl Fn(std::ops::Range<usize>, CsrMut<V, I>) -> Result<(), KernelError>,
) -> Result<Output<V>, String> {
    let nnz = indptr.last().map_or(0, |last| last.to_usize());
    let (mut indices, mut values) = (vec![I::from_usize(9); nnz], vec![V::ONE; nnz]);
    let mut rest = told(CsrMut::new(shape[0], shape[1], indptr, &mut indices, &mut values))?;
    match knobs {
        None => told(fill(0..shape[0], rest))?,
        Some(knobs) => {
            for part in knobs.parts(shape[0]) {
                let (out, others) = rest.split_rows_at(part.len());
                told(fill(part, out))?;
                rest = others;
            }
        }
    }
    told(lacuna::Csr::new(shape[0], shape[1], indptr, &indices, &values))?;
    Ok(Output { structure: [numbers(indptr), numbers(&indices)].concat(), values })
}

/// What the reference says, whose values are those of the graph.
fn copies(found: &Triplets) -> Expected {
    Expected::copies(structure(found), &found.entries.iter().map(|entry| entry.2).collect::<Vec<_>>())
}

/// The same in the value type.
fn narrowed<V: Real>(found: &Triplets) -> Output<V> {
    Output { structure: structure(found), values: found.entries.iter().map(|entry| V::narrow(entry.2)).collect() }
}
