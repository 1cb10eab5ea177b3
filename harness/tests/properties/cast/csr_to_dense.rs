use crate::dot::shapes;
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::{Csr, Guarded, Profile, Random, Real, smaller};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct CsrToDense<V> {
    pub csr: Csr<V>,
    pub knobs: Knobs,
}

impl<V: Real> Arbitrary for CsrToDense<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let profile = Profile::draw(random);
        Self { csr: shapes::draw(random, profile).0, knobs: Knobs::draw(random) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let mut cases: Vec<Self> = Vec::new();
        cases.extend(
            smaller(self.csr.rows).into_iter().map(|kept| Self { csr: self.csr.keep_rows(kept), ..self.clone() }),
        );
        let columns = smaller(self.csr.columns).into_iter().filter(|kept| kept.start == 0);
        cases.extend(columns.map(|kept| Self { csr: self.csr.keep_columns(kept.end), ..self.clone() }));
        cases.extend(self.csr.fewer().into_iter().map(|csr| Self { csr, ..self.clone() }));
        cases.extend(self.knobs.plainer().into_iter().map(|knobs| Self { knobs, ..self.clone() }));
        Box::new(cases.into_iter())
    }
}

impl<V: Real> Case<V> for CsrToDense<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let csr = self.csr.typed::<I>();
        let mut out = Guarded::rows(self.csr.rows, self.csr.columns, self.knobs.pad);
        let mut rest = out.dense(self.csr.rows);
        if !cut {
            told(backend.csr_to_dense(csr.view(), rest))?;
        } else {
            for rows in self.knobs.parts(self.csr.rows) {
                let (part, others) = rest.split_rows_at(rows.len());
                told(backend.csr_to_dense(told(csr.view().row_range(rows))?, part))?;
                rest = others;
            }
        }
        Ok(Output { structure: vec![], values: out.finish()? })
    }

    fn law(&self) -> Output<V> {
        let mut values = vec![V::ZERO; self.csr.rows * self.csr.columns];
        for row in 0..self.csr.rows {
            for (column, value) in self.csr.entries(row) {
                values[row * self.csr.columns + column] = value;
            }
        }
        Output { structure: vec![], values }
    }

    fn reference(&self) -> Expected {
        Expected::copies(vec![], &reference::csr_to_dense(&self.csr.referenced()).data)
    }
}

properties!(csr_to_dense, CsrToDense);
