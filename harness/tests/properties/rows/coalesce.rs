use super::draw_shape;
use crate::dot::transposed::{numbers, stale, sums};
use crate::law;
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::{Index, RowSparse as View};
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::{Guarded, Profile, Random, Real, RowSparse, smaller};
use quickcheck::{Arbitrary, Gen};

/// Rows whose ids are in any order and repeated.
#[derive(Clone, Debug)]
pub struct Coalesce<V> {
    pub input: RowSparse<V>,
    pub knobs: Knobs,
}

impl<V: Real> Arbitrary for Coalesce<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let ((mut rows, mut length), mut count) = (draw_shape(random), random.below(50));
        match random.percent() {
            0..4 => {
                (rows, length, count) = (1 + random.below(2), random.below(3), random.one_of(&[1024, 1025, 2049, 3000]))
            }
            4..14 => rows = i32::MAX as usize + 1,
            _ => {}
        }
        let ids = (0..if rows == 0 { 0 } else { count })
            .map(|_| if random.once_in(9) { rows - 1 } else { random.below(rows) })
            .collect();
        let profile = Profile::draw(random);
        let input = RowSparse { first_row: 0, ..RowSparse::of_ids(rows, length, ids, profile, random) };
        Self { input, knobs: Knobs::draw(random) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let mut cases: Vec<Self> = Vec::new();
        cases.extend(self.input.fewer().into_iter().map(|input| Self { input, ..self.clone() }));
        cases.extend(
            smaller(self.input.length)
                .into_iter()
                .map(|kept| Self { input: self.input.keep_length(kept), ..self.clone() }),
        );
        let fewest = self.input.ids.iter().max().map_or(0, |id| id + 1);
        if self.input.rows > fewest {
            cases.push(Self { input: RowSparse { rows: fewest, ..self.input.clone() }, ..self.clone() });
        }
        cases.extend(self.knobs.plainer().into_iter().map(|knobs| Self { knobs, ..self.clone() }));
        Box::new(cases.into_iter())
    }
}

impl<V: Real> Case<V> for Coalesce<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let stored: Vec<I> = self.input.ids.iter().map(|&id| I::from_usize(id)).collect();
        let input = told(View::trusted(self.input.rows, self.input.length, &stored, &self.input.data))?;
        let mut memory = stale(stored.len());
        let (buffers, scratch) = memory.buffers();
        let plan = told(backend.coalesce_plan(input, buffers, scratch))?;
        let plan = if self.knobs.in_order { plan.in_order() } else { plan };
        let mut out = Guarded::rows(plan.stored_rows(), self.input.length, 0);
        let mut rest = out.row_sparse(self.input.rows, plan.ids());
        if !cut {
            told(backend.coalesce(&plan, input, rest))?;
        } else {
            for rows in self.knobs.parts(self.input.rows) {
                let (part, others) = rest.split_rows_at(rows.len());
                told(backend.coalesce(&told(plan.row_range(rows))?, input, part))?;
                rest = others;
            }
        }
        Ok(Output { structure: numbers(plan.ids()), values: out.finish()? })
    }

    fn law(&self) -> Output<V> {
        sums(
            self.input.ids.iter().enumerate().map(|(k, &id)| (id, V::ONE, self.input.row(k))),
            self.input.length,
            law::running,
        )
    }

    fn reference(&self) -> Expected {
        let (structure, sums) = reference::coalesce(&self.input.referenced());
        Expected { structure, values: sums.data }
    }
}

properties!(coalesce, Coalesce);
