use super::csr_t_dense::CsrTDense;
use super::csr_t_dense_to_dense::CsrTDenseToDense;
use super::transposed::run_parts;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna::dot::block_ends_scratch;
use lacuna_harness::backend::Backend;
use lacuna_testing::{Dense, Guarded, Profile, Random, Real};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct CsrTColumn<V>(pub CsrTDenseToDense<V>);

impl<V: Real> Arbitrary for CsrTColumn<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let CsrTDense { a, knobs, .. } = CsrTDense::draw(random, false);
        let b = Dense::draw(a.rows, 1, Profile::draw(random), random);
        Self(CsrTDenseToDense(CsrTDense { a, b, knobs }))
    }
}

impl<V: Real> Case<V> for CsrTColumn<V> {
    fn knobs(&self) -> &Knobs {
        self.0.knobs()
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let CsrTDense { a, b, knobs } = &self.0.0;
        let mut out = Guarded::rows(a.columns, 1, knobs.pad);
        let (counts, totals) = if a.rows <= 1024 { (0, 0) } else { (block_ends_scratch(a.columns), a.columns) };
        let (mut counts, mut totals) = (vec![I::from_usize(99); counts], vec![V::narrow(7.0); totals]);
        let (a, b) = (a.typed::<I>(), b.strided());
        let (a, b) = (a.view(), b.view());
        if cut {
            let (columns, totals) = (&mut counts[..], &mut totals[..]);
            run_parts(lacuna::dot::CsrTColumn { a, b, columns, totals, out: out.dense(a.columns()) }, knobs)?;
        } else {
            told(backend.csr_t_column(a, b, &mut counts, &mut totals, out.dense(a.columns())))?;
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

properties!(csr_t_column, CsrTColumn);
