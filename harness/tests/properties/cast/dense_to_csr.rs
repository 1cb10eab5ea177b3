use super::DenseCase;
use crate::dot::transposed::numbers;
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::{CsrMut, Index};
use lacuna_harness::backend::Backend;
use lacuna_harness::reference::{self, Triplets};
use lacuna_testing::{Random, Real};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct DenseToCsr<V>(pub DenseCase<V>);

impl<V: Real> Arbitrary for DenseToCsr<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        Self(DenseCase::draw(&mut Random::new(g)))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(self.0.shrunk().into_iter().map(Self))
    }
}

/// Pointers and columns of a csr, in this order, as the structure of a result.
pub fn structure(csr: &Triplets) -> Vec<usize> {
    let pointers = (0..=csr.rows).map(|row| csr.entries.iter().filter(|entry| entry.0 < row).count());
    pointers.chain(csr.entries.iter().map(|entry| entry.1)).collect()
}

impl<V: Real> Case<V> for DenseToCsr<V> {
    fn knobs(&self) -> &Knobs {
        &self.0.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let (dense, rows, columns) = (self.0.dense.strided(), self.0.dense.rows, self.0.dense.columns);
        let mut indptr = vec![I::default(); rows + 1];
        if !cut {
            told(backend.dense_row_nnz(dense.view(), &mut indptr[1..]))?;
        } else {
            for part in self.0.knobs.parts(rows) {
                let counts = &mut indptr[part.start + 1..part.end + 1];
                told(backend.dense_row_nnz(told(dense.view().row_range(part))?, counts))?;
            }
        }
        let nnz = told(backend.accumulate_indptr(&mut indptr))?;
        let (mut indices, mut values) = (vec![I::from_usize(9); nnz], vec![V::ONE; nnz]);
        let mut rest = told(CsrMut::new(rows, columns, &indptr, &mut indices, &mut values))?;
        if !cut {
            told(backend.dense_to_csr(dense.view(), rest))?;
        } else {
            for part in self.0.knobs.parts(rows) {
                let (out, others) = rest.split_rows_at(part.len());
                told(backend.dense_to_csr(told(dense.view().row_range(part))?, out))?;
                rest = others;
            }
        }
        told(lacuna::Csr::new(rows, columns, &indptr, &indices, &values))?;
        Ok(Output { structure: [numbers(&indptr), numbers(&indices)].concat(), values })
    }

    fn law(&self) -> Output<V> {
        let values = self.0.dense.data.iter().copied().filter(|&value| value != V::ZERO).collect();
        Output { structure: structure(&reference::dense_to_csr(&self.0.dense.referenced())), values }
    }

    fn reference(&self) -> Expected {
        let csr = reference::dense_to_csr(&self.0.dense.referenced());
        Expected::copies(structure(&csr), &csr.entries.iter().map(|entry| entry.2).collect::<Vec<_>>())
    }
}

properties!(dense_to_csr, DenseToCsr);
