use super::draw_shape;
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference::{self, Sum, Tracked};
use lacuna_testing::{Csr, Dense, Guarded, Profile, Random, Real, smaller};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct Regression<V> {
    result: Dense<V>,
    label: Csr<V>,
    scale: V,
    knobs: Knobs,
}

impl<V: Real> Arbitrary for Regression<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let [rows, columns] = draw_shape(random);
        let one_in = random.one_of(&[1, 2, 7]);
        let stored = (0..rows).map(|_| (0..columns).filter(|_| random.once_in(one_in)).collect()).collect();
        let (result, of_label) = (Dense::draw(rows, columns, Profile::draw(random), random), Profile::draw(random));
        let scale = Profile::draw(random).value(random);
        Self { result, label: Csr::of_rows(columns, stored, of_label, random), scale, knobs: Knobs::draw(random) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let kept = smaller(self.result.rows).into_iter();
        let cases = kept.map(|kept| Self {
            result: self.result.keep(kept.clone(), 0..self.result.columns),
            label: self.label.keep_rows(kept),
            ..self.clone()
        });
        Box::new(cases.collect::<Vec<_>>().into_iter())
    }
}

impl<V: Real> Case<V> for Regression<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let (rows, result, label) = (self.result.rows, self.result.strided(), self.label.typed::<I>());
        let mut out = Guarded::rows(rows, self.result.columns, self.knobs.pad);
        let mut rest = out.dense(rows);
        for part in if cut { self.knobs.parts(rows) } else { std::iter::once(0..rows).collect() } {
            let (to, others) = rest.split_rows_at(part.len());
            let (result, label) = (told(result.view().row_range(part.clone()))?, told(label.view().row_range(part))?);
            told(backend.csr_regression_gradient(result, label, self.scale, to))?;
            rest = others;
        }
        Ok(Output { structure: vec![], values: out.finish()? })
    }

    fn law(&self) -> Output<V> {
        let of_row = |row: usize| {
            let mut labels = vec![V::ZERO; self.result.columns];
            self.label.entries(row).for_each(|(column, value)| labels[column] = value);
            let differences = self.result.row(row).iter().zip(labels).map(|(&y, z)| (y - z) * self.scale);
            differences.collect::<Vec<_>>()
        };
        Output { structure: vec![], values: (0..self.result.rows).flat_map(of_row).collect() }
    }

    fn reference(&self) -> Expected {
        let scale = Tracked::new(self.scale.into());
        let found = reference::csr_regression_gradient(
            &self.result.referenced(),
            &self.label.referenced(),
            scale,
            Tracked::new,
        );
        Expected { structure: vec![], values: found.into_iter().map(Sum::from).collect() }
    }
}

properties!(csr_regression_gradient, Regression);
