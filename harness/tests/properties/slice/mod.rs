//! Parts of csr matrices. A file per kernel.
pub mod canonical;
pub mod columns;
pub mod concat;
pub mod diagonal;
pub mod prune;
pub mod select;
pub mod select_x_gradient;
pub mod select_y_gradient;
pub mod take;

use crate::dot::shapes;
use crate::dot::transposed::numbers;
use crate::verdict::{Expected, Knobs, Output, told};
use lacuna::{CsrMut, Index, KernelError};
use lacuna_harness::reference::Triplets;
use lacuna_testing::{Csr, Profile, Random, Real, smaller};
use std::ops::Range;

pub fn draw<V: Real>(random: &mut Random) -> Csr<V> {
    let profile = Profile::draw(random);
    shapes::draw(random, profile).0
}

/// With fewer rows, columns or entries.
pub fn shrunk<V: Real>(csr: &Csr<V>) -> Vec<Csr<V>> {
    let mut fewer: Vec<_> = smaller(csr.rows).into_iter().map(|kept| csr.keep_rows(kept)).collect();
    fewer
        .extend(smaller(csr.columns).into_iter().filter(|kept| kept.start == 0).map(|kept| csr.keep_columns(kept.end)));
    fewer.extend(csr.fewer());
    fewer
}

/// A csr of known pointers that is filled by one call, or by calls on the rows of its parts.
pub fn filled<V: Real, I: Index>(
    (rows, columns): (usize, usize),
    indptr: &[I],
    parts: Option<&Knobs>,
    mut fill: impl FnMut(Range<usize>, CsrMut<V, I>) -> Result<(), KernelError>,
) -> Result<Output<V>, String> {
    let nnz = indptr[rows].to_usize();
    let (mut indices, mut values) = (vec![I::from_usize(9); nnz], vec![V::ONE; nnz]);
    let mut rest = told(CsrMut::new(rows, columns, indptr, &mut indices, &mut values))?;
    match parts {
        None => told(fill(0..rows, rest))?,
        Some(knobs) => {
            for part in knobs.parts(rows) {
                let (out, others) = rest.split_rows_at(part.len());
                told(fill(part, out))?;
                rest = others;
            }
        }
    }
    // Sorted and well-formed.
    told(lacuna::Csr::new(rows, columns, indptr, &indices, &values))?;
    Ok(Output { structure: [numbers(indptr), numbers(&indices)].concat(), values })
}

/// Pointers, then columns.
pub fn structure(csr: &Triplets) -> Vec<usize> {
    let pointer = |row| csr.entries.iter().filter(|entry| entry.0 < row).count();
    (0..=csr.rows).map(pointer).chain(csr.entries.iter().map(|entry| entry.1)).collect()
}

/// What copies a csr.
pub fn copied(csr: &Triplets) -> Expected {
    Expected::copies(structure(csr), &csr.entries.iter().map(|entry| entry.2).collect::<Vec<_>>())
}

/// The copies that are expected, in the value type.
pub fn exact<V: Real>(expected: Expected) -> Output<V> {
    Output { structure: expected.structure, values: expected.values.iter().map(|sum| V::narrow(sum.value)).collect() }
}
