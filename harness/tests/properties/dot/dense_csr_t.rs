use super::dense_csr::Product;
use crate::law;
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::{Guarded, Real};

pub type DenseCsrT<V> = Product<V, true>;

impl<V: Real> Case<V> for DenseCsrT<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let (a, b) = (self.a.strided(), self.b.typed::<I>());
        let mut out = Guarded::rows(self.a.rows, self.b.rows, self.knobs.pad);
        let mut rest = out.dense(self.a.rows);
        if !cut {
            told(backend.dense_csr_t(a.view(), b.view(), rest))?;
        } else {
            for rows in self.knobs.parts(self.a.rows) {
                let (part, others) = rest.split_rows_at(rows.len());
                told(backend.dense_csr_t(told(a.view().row_range(rows))?, b.view(), part))?;
                rest = others;
            }
        }
        Ok(Output { structure: vec![], values: out.finish()? })
    }

    fn law(&self) -> Output<V> {
        let mut values = Vec::new();
        for row in 0..self.a.rows {
            for column in 0..self.b.rows {
                let terms: Vec<_> = self.b.entries(column).map(|(k, value)| Some(value * self.a.row(row)[k])).collect();
                values.push(law::lanes(&terms));
            }
        }
        Output { structure: vec![], values }
    }

    fn reference(&self) -> Expected {
        Expected {
            structure: vec![],
            values: reference::dense_product_transposed(&self.a.referenced(), &self.b.referenced()).data,
        }
    }
}

properties!(dense_csr_t, DenseCsrT);
