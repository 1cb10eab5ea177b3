use crate::referenced::Referenced;
use crate::rows::{draw_rows, shrunk_rows};
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::{Guarded, Random, Real, RowSparse};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct RowSparseToDense<V> {
    pub input: RowSparse<V>,
    pub knobs: Knobs,
}

impl<V: Real> Arbitrary for RowSparseToDense<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        Self { input: draw_rows(random), knobs: Knobs::draw(random) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let inputs = shrunk_rows(&self.input).into_iter().map(|input| Self { input, ..self.clone() });
        let knobs = self.knobs.plainer().into_iter().map(|knobs| Self { knobs, ..self.clone() });
        Box::new(inputs.chain(knobs).collect::<Vec<_>>().into_iter())
    }
}

impl<V: Real> Case<V> for RowSparseToDense<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let input = self.input.typed::<I>();
        let mut out = Guarded::rows(self.input.rows, self.input.length, self.knobs.pad);
        let mut rest = out.dense(self.input.rows);
        if !cut {
            told(backend.row_sparse_to_dense(input.view(), rest))?;
        } else {
            let parts = if self.knobs.form == 0 {
                input.view().partition(3).collect()
            } else {
                self.knobs.parts(self.input.rows)
            };
            for rows in parts {
                let (part, others) = rest.split_rows_at(rows.len());
                told(backend.row_sparse_to_dense(told(input.view().row_range(rows))?, part))?;
                rest = others;
            }
        }
        Ok(Output { structure: vec![], values: out.finish()? })
    }

    fn law(&self) -> Output<V> {
        let zeros = vec![V::ZERO; self.input.length];
        Output {
            structure: vec![],
            values: (0..self.input.rows).flat_map(|row| self.input.find(row).unwrap_or(&zeros).to_vec()).collect(),
        }
    }

    fn reference(&self) -> Expected {
        Expected::copies(vec![], &reference::row_sparse_to_dense(&self.input.referenced()).data)
    }
}

properties!(row_sparse_to_dense, RowSparseToDense);
