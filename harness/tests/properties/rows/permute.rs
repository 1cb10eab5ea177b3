use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::{Guarded, Profile, Random, Real, smaller};
use quickcheck::{Arbitrary, Gen};

/// Places in any order, and repeated.
#[derive(Clone, Debug)]
pub struct Permute<V> {
    entries: Vec<usize>,
    values: Vec<V>,
    knobs: Knobs,
}

impl<V: Real> Arbitrary for Permute<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let (length, count) = match random.percent() {
            0..90 => (random.below(70), random.below(70)),
            _ => (1000 + random.below(2000), random.below(3000)),
        };
        let values = Profile::draw(random).values(random, length);
        let entries = (0..if length == 0 { 0 } else { count }).map(|_| random.below(length)).collect();
        Self { entries, values, knobs: Knobs::draw(random) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let cases = smaller(self.entries.len())
            .into_iter()
            .map(|kept| Self { entries: self.entries[kept].to_vec(), ..self.clone() });
        Box::new(cases.collect::<Vec<_>>().into_iter())
    }
}

impl<V: Real> Case<V> for Permute<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let entries: Vec<I> = self.entries.iter().map(|&entry| I::from_usize(entry)).collect();
        let mut out = Guarded::rows(1, entries.len(), 0);
        let mut rest = out.slice();
        if !cut {
            told(backend.permute(&entries, &self.values, rest))?;
        } else {
            for part in self.knobs.parts(entries.len()) {
                let (to, others) = rest.split_at_mut(part.len());
                told(backend.permute(&entries[part], &self.values, to))?;
                rest = others;
            }
        }
        Ok(Output { structure: vec![], values: out.finish()? })
    }

    fn law(&self) -> Output<V> {
        Output { structure: vec![], values: self.entries.iter().map(|&entry| self.values[entry]).collect() }
    }

    fn reference(&self) -> Expected {
        let values: Vec<f64> = self.values.iter().map(|&value| value.into()).collect();
        Expected::copies(vec![], &reference::permute(&self.entries, &values))
    }
}

properties!(permute, Permute);
