use super::{draw_rows_of, draw_shape};
use crate::dot::transposed::{numbers, sums};
use crate::law;
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::{Guarded, Profile, Random, Real, RowSparse, smaller};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct AddN<V> {
    pub rows: usize,
    pub length: usize,
    pub inputs: Vec<RowSparse<V>>,
    pub knobs: Knobs,
}

impl<V: Real> Arbitrary for AddN<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let many = random.once_in(200);
        let ((rows, length), count) = if many {
            ((2, 1 + random.below(2)), 1023 + random.below(4))
        } else {
            (draw_shape(random), random.below(6))
        };
        let inputs = if many {
            let profile = Profile::draw(random);
            (0..count)
                .map(|_| {
                    RowSparse::of_ids(
                        rows,
                        length,
                        if random.once_in(9) { vec![1] } else { vec![0, 1] },
                        profile,
                        random,
                    )
                })
                .collect()
        } else {
            (0..count).map(|_| draw_rows_of(random, (rows, length))).collect()
        };
        Self { rows, length, inputs, knobs: Knobs::draw(random) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let mut cases: Vec<Self> = Vec::new();
        cases.extend(
            smaller(self.inputs.len())
                .into_iter()
                .map(|kept| Self { inputs: self.inputs[kept].to_vec(), ..self.clone() }),
        );
        cases.extend(smaller(self.length).into_iter().map(|kept| Self {
            length: kept.len(),
            inputs: self.inputs.iter().map(|input| input.keep_length(kept.clone())).collect(),
            ..self.clone()
        }));
        cases.extend(smaller(self.rows).into_iter().filter(|kept| kept.start == 0).map(|kept| Self {
            rows: kept.end,
            inputs: self.inputs.iter().map(|input| input.keep_rows(kept.end)).collect(),
            ..self.clone()
        }));
        if self.inputs.len() < 9 {
            for (which, input) in self.inputs.iter().enumerate() {
                cases.extend(input.fewer().into_iter().map(|fewer| {
                    let mut case = self.clone();
                    case.inputs[which] = fewer;
                    case
                }));
            }
        }
        cases.extend(self.knobs.plainer().into_iter().map(|knobs| Self { knobs, ..self.clone() }));
        Box::new(cases.into_iter())
    }
}

impl<V: Real> Case<V> for AddN<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let typed: Vec<_> = self.inputs.iter().map(RowSparse::typed::<I>).collect();
        let inputs: Vec<_> = typed.iter().map(|input| input.view()).collect();
        let mut cursors = vec![usize::MAX; inputs.len()];
        let mut ids = vec![I::default(); inputs.iter().map(|input| input.stored_rows()).sum()];
        let stored = told(backend.add_n_ids(&inputs, &mut cursors, &mut ids))?;
        ids.truncate(stored);
        let mut out = Guarded::rows(stored, self.length, 0);
        let mut rest = out.row_sparse(self.rows, &ids);
        if !cut {
            told(backend.add_n(&inputs, &mut cursors, rest))?;
        } else {
            for rows in self.knobs.parts(self.rows) {
                let (part, others) = rest.split_rows_at(rows.len());
                let inputs =
                    inputs.iter().map(|input| told(input.row_range(rows.clone()))).collect::<Result<Vec<_>, _>>()?;
                told(backend.add_n(&inputs, &mut cursors, part))?;
                rest = others;
            }
        }
        Ok(Output { structure: numbers(&ids), values: out.finish()? })
    }

    fn law(&self) -> Output<V> {
        let rows = self
            .inputs
            .iter()
            .flat_map(|input| input.ids.iter().enumerate().map(move |(k, &id)| (id, V::ONE, input.row(k))));
        sums(rows, self.length, law::without_blocks)
    }

    fn reference(&self) -> Expected {
        let inputs: Vec<_> = self.inputs.iter().map(Referenced::referenced).collect();
        let (structure, sums) = reference::add_n(&inputs, self.length);
        Expected { structure, values: sums.data }
    }
}

properties!(add_n, AddN);
