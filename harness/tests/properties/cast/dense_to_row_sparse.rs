use super::DenseCase;
use crate::dot::transposed::numbers;
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::{Guarded, Random, Real};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct DenseToRowSparse<V>(pub DenseCase<V>);

impl<V: Real> Arbitrary for DenseToRowSparse<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        Self(DenseCase::draw(&mut Random::new(g)))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(self.0.shrunk().into_iter().map(Self))
    }
}

impl<V: Real> DenseToRowSparse<V> {
    fn rows(&self) -> usize {
        self.0.dense.rows
    }
}

impl<V: Real> Case<V> for DenseToRowSparse<V> {
    fn knobs(&self) -> &Knobs {
        &self.0.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let dense = self.0.dense.strided();
        let (mut ids, mut stored) = (vec![I::default(); self.rows()], 0);
        if !cut {
            stored = told(backend.dense_row_ids(dense.view(), 0, &mut ids))?;
            // Exactly as much room as needed is enough.
            if backend.dense_row_ids(dense.view(), 0, &mut ids[..stored]) != Ok(stored) {
                return Err(format!("room for {stored} ids was refused"));
            }
        } else {
            for rows in self.knobs().parts(self.rows()) {
                let first = rows.start;
                stored += told(backend.dense_row_ids(told(dense.view().row_range(rows))?, first, &mut ids[stored..]))?;
            }
        }
        let mut out = Guarded::rows(stored, self.0.dense.columns, 0);
        let mut rest = out.row_sparse(self.rows(), &ids[..stored]);
        if !cut {
            told(backend.dense_to_row_sparse(dense.view(), rest))?;
        } else {
            for rows in self.knobs().parts(self.rows()) {
                let (part, others) = rest.split_rows_at(rows.len());
                told(backend.dense_to_row_sparse(told(dense.view().row_range(rows))?, part))?;
                rest = others;
            }
        }
        Ok(Output { structure: numbers(&ids[..stored]), values: out.finish()? })
    }

    fn law(&self) -> Output<V> {
        let dense = &self.0.dense;
        let structure: Vec<usize> =
            (0..dense.rows).filter(|&row| dense.row(row).iter().any(|&x| x != V::ZERO)).collect();
        Output { values: structure.iter().flat_map(|&row| dense.row(row)).copied().collect(), structure }
    }

    fn reference(&self) -> Expected {
        let stored = reference::dense_to_row_sparse(&self.0.dense.referenced());
        Expected::copies(stored.ids, &stored.data.data)
    }
}

properties!(dense_to_row_sparse, DenseToRowSparse);
