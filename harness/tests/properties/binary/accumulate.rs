//! Terms of a sum of arrays of mixed storage.
use super::operand::Operand;
use crate::dot::shapes;
use crate::rows::draw_shape;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference::{self, Arithmetic, Sum, Tracked};
use lacuna_testing::{Csr, Guarded, Profile, Random, Real};
use quickcheck::{Arbitrary, Gen};

/// What is added to what.
#[derive(Clone, Debug)]
struct Terms<V> {
    rows: usize,
    columns: usize,
    before: Vec<V>,
    knobs: Knobs,
}

impl<V: Real> Terms<V> {
    fn draw((rows, columns): (usize, usize), random: &mut Random) -> Self {
        let profile = Profile::draw(random);
        let knobs = Knobs { pad: 0, ..Knobs::draw(random) };
        Self { rows, columns, before: profile.values(random, rows * columns), knobs }
    }

    /// The sums with the terms that are stored.
    fn by_formula<A: Arithmetic>(
        &self,
        convert: impl Fn(V) -> A,
        stored: impl Fn(usize, usize) -> Option<V>,
    ) -> Vec<A> {
        let places = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        let sum = |(&before, (row, column)): (&V, _)| match stored(row, column) {
            Some(term) => reference::add(convert(before), convert(term)),
            None => convert(before),
        };
        self.before.iter().zip(places).map(sum).collect()
    }
}

#[derive(Clone, Debug)]
pub struct AccumulateCsr<V>(Csr<V>, Terms<V>);

impl<V: Real> Arbitrary for AccumulateCsr<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let profile = Profile::draw(random);
        let (csr, _) = shapes::draw(random, profile);
        let terms = Terms::draw((csr.rows, csr.columns), random);
        Self(csr, terms)
    }
}

#[derive(Clone, Debug)]
pub struct AccumulateRows<V>(Operand<V>, Terms<V>);

impl<V: Real> Arbitrary for AccumulateRows<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let shape = draw_shape(random);
        let operand = Operand::draw(shape.0, shape.1, random);
        Self(operand, Terms::draw(shape, random))
    }
}

macro_rules! cases {
    ($($case:ident |$input:ident| $stored:expr, |$backend:ident, $typed:ident, $rows:ident,
        $sum:ident| $call:expr;)*) => {$(
        impl<V: Real + Arithmetic> Case<V> for $case<V> {
            fn knobs(&self) -> &Knobs {
                &self.1.knobs
            }

            fn run<I: Index>(&self, $backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
                let Self(input, Terms { rows, columns, before, knobs }) = self;
                let ($typed, mut out) = (input.typed::<I>(), Guarded::holding(before, *columns, 0));
                let mut rest = out.dense(*rows);
                for $rows in if cut { knobs.parts(*rows) } else { std::iter::once(0..*rows).collect() } {
                    let ($sum, others) = rest.split_rows_at($rows.len());
                    told($call)?;
                    rest = others;
                }
                Ok(Output { structure: vec![], values: out.finish()? })
            }

            fn law(&self) -> Output<V> {
                let $input = &self.0;
                Output { structure: vec![], values: self.1.by_formula(|value| value, $stored) }
            }

            fn reference(&self) -> Expected {
                let $input = &self.0;
                let values = self.1.by_formula(|value| Tracked::new(value.into()), $stored);
                Expected { structure: vec![], values: values.into_iter().map(Sum::from).collect() }
            }
        }
    )*};
}
cases! {
    AccumulateCsr |csr| |row, column| csr.entries(row).find(|entry| entry.0 == column).map(|entry| entry.1),
        |backend, csr, rows, sum| backend.accumulate_csr(told(csr.view().row_range(rows))?, sum);
    AccumulateRows |operand| |row, column| operand.stored(row, column),
        |backend, operand, rows, sum| {
            let (start, length) = (rows.start, rows.len());
            backend.accumulate_rows(operand.view().split_rows_at(start).1.split_rows_at(length).0, sum)
        };
}
properties!(accumulate_csr, AccumulateCsr);
properties!(accumulate_rows, AccumulateRows);
