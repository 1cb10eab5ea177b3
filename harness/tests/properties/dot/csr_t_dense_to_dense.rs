use super::csr_t_dense::CsrTDense;
use super::transposed::{at_places, in_order, plan, stale};
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference::Sum;
use lacuna_testing::{Guarded, Random, Real};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct CsrTDenseToDense<V>(pub CsrTDense<V>);

impl<V: Real> Arbitrary for CsrTDenseToDense<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        Self(CsrTDense::draw(&mut Random::new(g), false))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(self.0.shrunk().into_iter().map(Self))
    }
}

impl<V: Real> Case<V> for CsrTDenseToDense<V> {
    fn knobs(&self) -> &Knobs {
        &self.0.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let (a, b) = (self.0.a.typed::<I>(), self.0.b.strided());
        let mut memory = stale(a.view().nnz());
        let plan = plan(&mut memory, backend, a.view(), None, 0..self.0.a.columns)?;
        let (plan, values) = in_order(backend, plan, a.view().values(), self.0.knobs.in_order)?;
        let values = &values;
        let mut out = Guarded::rows(self.0.a.columns, self.0.b.columns, self.0.knobs.pad);
        let mut rest = out.dense(self.0.a.columns);
        if !cut {
            told(backend.csr_t_dense_to_dense(&plan, values, b.view(), rest))?;
        } else {
            for rows in self.0.knobs.parts(self.0.a.columns) {
                let (part, others) = rest.split_rows_at(rows.len());
                told(backend.csr_t_dense_to_dense(&told(plan.row_range(rows))?, values, b.view(), part))?;
                rest = others;
            }
        }
        Ok(Output { structure: vec![], values: out.finish()? })
    }

    fn law(&self) -> Output<V> {
        let stored = self.0.law();
        Output {
            structure: vec![],
            values: at_places([self.0.a.columns, self.0.b.columns], &stored.structure, &stored.values, V::ZERO),
        }
    }

    fn reference(&self) -> Expected {
        let stored = self.0.reference();
        let shape = [self.0.a.columns, self.0.b.columns];
        Expected { structure: vec![], values: at_places(shape, &stored.structure, &stored.values, Sum::default()) }
    }
}

properties!(csr_t_dense_to_dense, CsrTDenseToDense);
