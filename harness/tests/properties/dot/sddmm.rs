use super::patterns::{self, Target, structure};
use super::shapes;
use super::transposed::numbers;
use crate::law;
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::{Csr, Dense, Profile, Random, Real, smaller};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct Sddmm<V> {
    a: Dense<V>,
    b: Dense<V>,
    /// Its values do not matter.
    pattern: Csr<V>,
    knobs: Knobs,
}

impl<V: Real> Arbitrary for Sddmm<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let profile = Profile::draw(random);
        let (pattern, n) = shapes::draw::<V>(random, profile);
        // Sums around the block, of small matrices.
        let small = pattern.rows * pattern.columns < 40;
        let n = if small && random.turn(3) == 0 { random.in_turn(&[2049, 1025, 2049, 1024, 2049, 1023]) } else { n };
        let a = Dense::draw(pattern.rows, n, Profile::draw(random), random);
        let b = Dense::draw(pattern.columns, n, Profile::draw(random), random);
        Self { a, b, pattern: Csr { lead: 0, ..pattern }, knobs: Knobs::draw(random) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let (columns, n) = (self.pattern.columns, self.a.columns);
        let mut cases: Vec<Self> = Vec::new();
        cases.extend(smaller(self.pattern.rows).into_iter().map(|kept| Self {
            a: self.a.keep(kept.clone(), 0..n),
            pattern: self.pattern.keep_rows(kept),
            ..self.clone()
        }));
        cases.extend(smaller(n).into_iter().map(|kept| Self {
            a: self.a.keep(0..self.pattern.rows, kept.clone()),
            b: self.b.keep(0..columns, kept),
            ..self.clone()
        }));
        cases.extend(self.pattern.fewer().into_iter().map(|pattern| Self { pattern, ..self.clone() }));
        cases.extend(self.a.plainer().into_iter().map(|a| Self { a, ..self.clone() }));
        cases.extend(self.b.plainer().into_iter().map(|b| Self { b, ..self.clone() }));
        cases.extend(self.knobs.plainer().into_iter().map(|knobs| Self { knobs, ..self.clone() }));
        Box::new(cases.into_iter())
    }
}

impl<V: Real> Case<V> for Sddmm<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let (a, b, rows) = (self.a.strided(), self.b.strided(), self.pattern.rows);
        let mut target = Target::<V, I>::new(rows, &patterns::of(&self.pattern));
        let ranges = if cut { self.knobs.parts(rows) } else { std::iter::once(0..rows).collect() };
        target.write(self.pattern.columns, &ranges, |rows, out| {
            told(backend.sddmm(told(a.view().row_range(rows))?, b.view(), out))
        })?;
        Ok(Output { structure: [numbers(&target.indptr), numbers(&target.indices)].concat(), values: target.values })
    }

    fn law(&self) -> Output<V> {
        let places = patterns::of(&self.pattern);
        let sum = |&(row, column): &(usize, usize)| {
            let terms = self.a.row(row).iter().zip(self.b.row(column)).map(|(left, right)| Some(*left * *right));
            law::lanes(&terms.collect::<Vec<_>>())
        };
        Output { structure: structure(self.pattern.rows, &places), values: places.iter().map(sum).collect() }
    }

    fn reference(&self) -> Expected {
        let places = patterns::of(&self.pattern);
        let values = reference::sampled_product(&self.a.referenced(), &self.b.referenced(), &places);
        Expected { structure: structure(self.pattern.rows, &places), values }
    }
}

properties!(sddmm, Sddmm);
