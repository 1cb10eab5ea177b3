use super::csr_t_row_sparse::CsrTRowSparse;
use super::transposed::{EndsMemory, at_places, run_parts};
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna::dot::OutputRows;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference::Sum;
use lacuna_testing::{Guarded, Random, Real};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct CsrTRowSparseScatter<V>(pub CsrTRowSparse<V>);

impl<V: Real> Arbitrary for CsrTRowSparseScatter<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        Self(CsrTRowSparse::draw(&mut Random::new(g), false))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(self.0.shrunk().into_iter().map(Self))
    }
}

impl<V: Real> Case<V> for CsrTRowSparseScatter<V> {
    fn knobs(&self) -> &Knobs {
        self.0.knobs()
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let CsrTRowSparse { a, b, knobs } = &self.0;
        let mut out = Guarded::rows(a.columns, b.length, knobs.pad);
        let mut memory = EndsMemory::stale(b.ids.len(), a.indices.len(), a.columns);
        let (a, b) = (a.typed::<I>(), b.typed::<I>());
        let (a, b) = (a.view(), b.view());
        let ends = memory.find(backend, a, Some(b))?;
        let totals = &mut vec![V::narrow(7.0); ends.totals(b.row_length())];
        if cut {
            let call = lacuna::dot::CsrTRowSparseScatter {
                a,
                ends,
                b,
                totals,
                out: out.dense(a.columns()),
                rows: OutputRows::ALL,
            };
            run_parts(call, knobs)?;
        } else {
            told(backend.csr_t_row_sparse_scatter(a, &ends, b, totals, out.dense(a.columns())))?;
        }
        Ok(Output { structure: vec![], values: out.finish()? })
    }

    fn law(&self) -> Output<V> {
        let stored = self.0.law();
        Output {
            structure: vec![],
            values: at_places([self.0.a.columns, self.0.b.length], &stored.structure, &stored.values, V::ZERO),
        }
    }

    fn reference(&self) -> Expected {
        let stored = self.0.reference();
        let shape = [self.0.a.columns, self.0.b.length];
        Expected { structure: vec![], values: at_places(shape, &stored.structure, &stored.values, Sum::default()) }
    }
}

properties!(csr_t_row_sparse_scatter, CsrTRowSparseScatter);
