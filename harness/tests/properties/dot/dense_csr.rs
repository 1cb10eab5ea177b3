use super::shapes;
use crate::law;
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna::dot::dense_csr_scratch;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::{Csr, Dense, Guarded, Profile, Random, Real, smaller};
use quickcheck::{Arbitrary, Gen};
use std::collections::BTreeSet;

/// A dense matrix and a csr, of as many columns as the other has rows, or columns if `TRANSPOSED`.
#[derive(Clone, Debug)]
pub struct Product<V, const TRANSPOSED: bool> {
    pub a: Dense<V>,
    pub b: Csr<V>,
    /// For how many parts there is scratch.
    scratch: usize,
    pub knobs: Knobs,
}

pub type DenseCsr<V> = Product<V, false>;

impl<V: Real, const TRANSPOSED: bool> Arbitrary for Product<V, TRANSPOSED> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let profile = Profile::draw(random);
        let (b, _) = if TRANSPOSED {
            shapes::draw::<V>(random, profile)
        } else {
            shapes::draw_transposed(random, profile, false)
        };
        let k = if TRANSPOSED { b.columns } else { b.rows };
        let rows = if k > 200 { random.below(6) } else { random.one_of(&[0, 1, 2, 3, 4, 5, 7, 8, 9, 12]) };
        let a = Dense::draw(rows, k, Profile::draw(random), random);
        Self { a, b, scratch: random.one_of(&[1, 1, 2, 7]), knobs: Knobs::draw(random) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let mut cases: Vec<Self> = Vec::new();
        cases.extend(
            smaller(self.a.rows)
                .into_iter()
                .map(|kept| Self { a: self.a.keep(kept, 0..self.a.columns), ..self.clone() }),
        );
        cases.extend(smaller(self.b.rows).into_iter().map(|kept| {
            let a = if TRANSPOSED { self.a.clone() } else { self.a.keep(0..self.a.rows, kept.clone()) };
            Self { a, b: self.b.keep_rows(kept), ..self.clone() }
        }));
        cases.extend(smaller(self.b.columns).into_iter().filter(|kept| kept.start == 0).map(|kept| {
            let a = if TRANSPOSED { self.a.keep(0..self.a.rows, kept.clone()) } else { self.a.clone() };
            Self { a, b: self.b.keep_columns(kept.end), ..self.clone() }
        }));
        cases.extend(self.b.fewer().into_iter().map(|b| Self { b, ..self.clone() }));
        cases.extend(self.a.plainer().into_iter().map(|a| Self { a, ..self.clone() }));
        cases.extend(self.knobs.plainer().into_iter().map(|knobs| Self { knobs, ..self.clone() }));
        Box::new(cases.into_iter())
    }
}

impl<V: Real> Case<V> for DenseCsr<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let (a, b) = (self.a.strided(), self.b.typed::<I>());
        let mut scratch = vec![V::narrow(f64::NAN); self.scratch * dense_csr_scratch(self.b.rows, self.b.columns)];
        let mut out = Guarded::rows(self.a.rows, self.b.columns, self.knobs.pad);
        let mut rest = out.dense(self.a.rows);
        if !cut {
            told(backend.dense_csr(a.view(), b.view(), &mut scratch, rest))?;
        } else {
            for rows in self.knobs.parts(self.a.rows) {
                let (part, others) = rest.split_rows_at(rows.len());
                told(backend.dense_csr(told(a.view().row_range(rows))?, b.view(), &mut scratch, part))?;
                rest = others;
            }
        }
        let mut structure = Vec::new();
        if self.b.lead == 0 {
            let [mut columns, mut places] = [(); 2].map(|()| vec![I::from_usize(9); self.b.indices.len()]);
            let count = told(backend.occurring_columns(b.view(), &mut columns, &mut places))?;
            structure.extend(columns[..count].iter().chain(&places).map(|number| number.to_usize()));
        }
        Ok(Output { structure, values: out.finish()? })
    }

    /// A k whose row of B does not store the column keeps its place.
    fn law(&self) -> Output<V> {
        let of_b: Vec<Vec<_>> = (0..self.b.rows).map(|row| self.b.entries(row).collect()).collect();
        let mut values = Vec::new();
        for row in 0..self.a.rows {
            for column in 0..self.b.columns {
                let found = |k: usize| {
                    of_b[k].binary_search_by_key(&column, |entry| entry.0).ok().map(|place| of_b[k][place].1)
                };
                let terms: Vec<_> = self
                    .a
                    .row(row)
                    .iter()
                    .enumerate()
                    .map(|(k, value)| found(k).map(|factor| *value * factor))
                    .collect();
                values.push(law::running(&terms));
            }
        }
        Output { structure: self.structure(), values }
    }

    fn reference(&self) -> Expected {
        Expected {
            structure: self.structure(),
            values: reference::dense_product(&self.a.referenced(), &self.b.referenced()).data,
        }
    }
}

impl<V: Real> DenseCsr<V> {
    /// The columns that occur, and the place of each entry's among them.
    fn structure(&self) -> Vec<usize> {
        let columns: BTreeSet<_> = self.b.indices.iter().copied().filter(|_| self.b.lead == 0).collect();
        let columns: Vec<_> = columns.into_iter().collect();
        let places =
            self.b.indices.iter().filter(|_| self.b.lead == 0).map(|index| columns.binary_search(index).unwrap());
        columns.iter().copied().chain(places).collect()
    }
}

properties!(dense_csr, DenseCsr);
