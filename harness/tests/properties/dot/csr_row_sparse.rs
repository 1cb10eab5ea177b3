use super::shapes;
use crate::law;
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::{Csr, Guarded, Profile, Random, Real, RowSparse, smaller};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct CsrRowSparse<V> {
    pub a: Csr<V>,
    pub b: RowSparse<V>,
    pub knobs: Knobs,
}

/// How many of `rows` rows are stored: none, some, or all.
pub fn stored(random: &mut Random, rows: usize) -> usize {
    match random.below(6) {
        0 => 0,
        1 => rows,
        _ => random.below(rows + 1),
    }
}

impl<V: Real> CsrRowSparse<V> {
    pub fn draw(random: &mut Random, of_a: Profile, of_b: Profile) -> Self {
        let (a, n) = shapes::draw::<V>(random, of_a);
        let count = stored(random, a.columns);
        let ids = random.ascending(count, a.columns);
        Self { b: RowSparse::of_ids(a.columns, n, ids, of_b, random), a, knobs: Knobs::draw(random) }
    }
}

impl<V: Real> Arbitrary for CsrRowSparse<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let profiles = [(); 2].map(|()| Profile::draw(random));
        let case = Self::draw(random, profiles[0], profiles[1]);
        // The kernel finds the columns of a row in any order.
        if random.once_in(4) { Self { a: case.a.unordered(random), ..case } } else { case }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let mut cases: Vec<Self> = Vec::new();
        cases.extend(smaller(self.a.rows).into_iter().map(|kept| Self { a: self.a.keep_rows(kept), ..self.clone() }));
        cases.extend(
            smaller(self.b.length).into_iter().map(|kept| Self { b: self.b.keep_length(kept), ..self.clone() }),
        );
        cases.extend(smaller(self.a.columns).into_iter().filter(|kept| kept.start == 0).map(|kept| Self {
            a: self.a.keep_columns(kept.end),
            b: self.b.keep_rows(kept.end),
            ..self.clone()
        }));
        cases.extend(self.a.fewer().into_iter().map(|a| Self { a, ..self.clone() }));
        cases.extend(self.b.fewer().into_iter().map(|b| Self { b, ..self.clone() }));
        cases.extend(self.knobs.plainer().into_iter().map(|knobs| Self { knobs, ..self.clone() }));
        Box::new(cases.into_iter())
    }
}

impl<V: Real> Case<V> for CsrRowSparse<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let (a, b) = (self.a.typed::<I>(), self.b.typed::<I>());
        let mut out = Guarded::rows(self.a.rows, self.b.length, self.knobs.pad);
        let mut rest = out.dense(self.a.rows);
        if !cut {
            told(backend.csr_row_sparse(a.view(), b.view(), rest))?;
        } else {
            for rows in self.knobs.parts(self.a.rows) {
                let (part, others) = rest.split_rows_at(rows.len());
                told(backend.csr_row_sparse(told(a.view().row_range(rows))?, b.view(), part))?;
                rest = others;
            }
        }
        Ok(Output { structure: vec![], values: out.finish()? })
    }

    /// An entry whose row is not stored adds nothing, and keeps its place.
    fn law(&self) -> Output<V> {
        let n = self.b.length;
        let mut values = Vec::new();
        for row in 0..self.a.rows {
            let entries: Vec<_> = self.a.entries(row).map(|(column, value)| (value, self.b.find(column))).collect();
            for j in 0..n {
                let terms: Vec<_> =
                    entries.iter().map(|(value, stored)| stored.map(|stored| *value * stored[j])).collect();
                values.push(if n == 1 { law::lanes(&terms) } else { law::running(&terms) });
            }
        }
        Output { structure: vec![], values }
    }

    fn reference(&self) -> Expected {
        Expected {
            structure: vec![],
            values: reference::product_row_sparse(&self.a.referenced(), &self.b.referenced()).data,
        }
    }
}

properties!(csr_row_sparse, CsrRowSparse);
