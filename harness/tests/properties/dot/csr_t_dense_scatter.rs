use super::csr_t_dense::CsrTDense;
use super::csr_t_dense_to_dense::CsrTDenseToDense;
use super::transposed::{EndsMemory, run_parts};
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna::dot::OutputRows;
use lacuna_harness::backend::Backend;
use lacuna_testing::{Guarded, Random, Real};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct CsrTDenseScatter<V>(pub CsrTDenseToDense<V>);

impl<V: Real> Arbitrary for CsrTDenseScatter<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        Self(CsrTDenseToDense(CsrTDense::draw(&mut Random::new(g), false)))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(self.0.shrink().map(Self))
    }
}

impl<V: Real> Case<V> for CsrTDenseScatter<V> {
    fn knobs(&self) -> &Knobs {
        self.0.knobs()
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let CsrTDense { a, b, knobs } = &self.0.0;
        let mut out = Guarded::rows(a.columns, b.columns, knobs.pad);
        let mut memory = EndsMemory::stale(a.rows, a.indices.len(), a.columns);
        let (a, b) = (a.typed::<I>(), b.strided());
        let (a, b) = (a.view(), b.view());
        let ends = memory.find(backend, a, None)?;
        let totals = &mut vec![V::narrow(7.0); ends.totals(b.columns())];
        if cut {
            let call = lacuna::dot::CsrTDenseScatter {
                a,
                ends,
                b,
                totals,
                out: out.dense(a.columns()),
                rows: OutputRows::ALL,
            };
            run_parts(call, knobs)?;
        } else {
            told(backend.csr_t_dense_scatter(a, &ends, b, totals, out.dense(a.columns())))?;
        }
        Ok(Output { structure: vec![], values: out.finish()? })
    }

    fn law(&self) -> Output<V> {
        self.0.law()
    }

    fn reference(&self) -> Expected {
        self.0.reference()
    }
}

properties!(csr_t_dense_scatter, CsrTDenseScatter);
