use super::csr_row_sparse::stored;
use crate::law;
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::{Dense, Guarded, Profile, Random, Real, RowSparse, smaller};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct DenseRowSparseT<V> {
    a: Dense<V>,
    b: RowSparse<V>,
    knobs: Knobs,
}

impl<V: Real> Arbitrary for DenseRowSparseT<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let (rows, columns, length) = match random.turn(20) {
            0..10 => (random.below(5), random.below(6), random.below(6)),
            10..17 => (random.below(9), random.below(20), random.one_of(&[1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33])),
            17..19 => (random.below(3), random.below(6), random.in_turn(&[1023, 1024, 1025, 2049])),
            // More rows of A than stay near.
            _ => (70, random.below(6), 1000),
        };
        let count = stored(random, columns);
        let ids = random.ascending(count, columns);
        let a = Dense::draw(rows, length, Profile::draw(random), random);
        Self {
            a,
            b: RowSparse::of_ids(columns, length, ids, Profile::draw(random), random),
            knobs: Knobs::draw(random),
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let mut cases: Vec<Self> = Vec::new();
        cases.extend(
            smaller(self.a.rows)
                .into_iter()
                .map(|kept| Self { a: self.a.keep(kept, 0..self.b.length), ..self.clone() }),
        );
        cases.extend(smaller(self.b.length).into_iter().map(|kept| Self {
            a: self.a.keep(0..self.a.rows, kept.clone()),
            b: self.b.keep_length(kept),
            ..self.clone()
        }));
        cases.extend(self.b.fewer().into_iter().map(|b| Self { b, ..self.clone() }));
        cases.extend(self.a.plainer().into_iter().map(|a| Self { a, ..self.clone() }));
        cases.extend(self.knobs.plainer().into_iter().map(|knobs| Self { knobs, ..self.clone() }));
        Box::new(cases.into_iter())
    }
}

impl<V: Real> Case<V> for DenseRowSparseT<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let (a, b) = (self.a.strided(), self.b.typed::<I>());
        let mut out = Guarded::rows(self.a.rows, self.b.rows, self.knobs.pad);
        let mut rest = out.dense(self.a.rows);
        if !cut {
            told(backend.dense_row_sparse_t(a.view(), b.view(), rest))?;
        } else {
            for rows in self.knobs.parts(self.a.rows) {
                let (part, others) = rest.split_rows_at(rows.len());
                told(backend.dense_row_sparse_t(told(a.view().row_range(rows))?, b.view(), part))?;
                rest = others;
            }
        }
        Ok(Output { structure: vec![], values: out.finish()? })
    }

    fn law(&self) -> Output<V> {
        let mut values = Vec::new();
        for row in 0..self.a.rows {
            for column in 0..self.b.rows {
                let right = self.b.find(column).unwrap_or(&[]);
                let terms: Vec<_> =
                    self.a.row(row).iter().zip(right).map(|(left, right)| Some(*left * *right)).collect();
                values.push(law::lanes(&terms));
            }
        }
        Output { structure: vec![], values }
    }

    fn reference(&self) -> Expected {
        let values = reference::dense_product_row_sparse_transposed(&self.a.referenced(), &self.b.referenced()).data;
        Expected { structure: vec![], values }
    }
}

properties!(dense_row_sparse_t, DenseRowSparseT);
