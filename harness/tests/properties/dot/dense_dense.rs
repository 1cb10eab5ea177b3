use crate::law;
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::dot::dense_dense_scratch;
use lacuna::{DenseMut, Index, KernelError};
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::{Dense, Guarded, Profile, Random, Real, smaller};
use quickcheck::{Arbitrary, Gen};

/// Two dense matrices, either one transposed.
#[derive(Clone, Debug)]
pub struct Product<V, const LEFT: bool, const RIGHT: bool> {
    a: Dense<V>,
    b: Dense<V>,
    /// For how many parts there is scratch.
    scratch: usize,
    knobs: Knobs,
}

impl<V: Real, const LEFT: bool, const RIGHT: bool> Arbitrary for Product<V, LEFT, RIGHT> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        // Around tiles of every level, and around blocks of terms.
        let (mut rows, mut columns) = (
            random.one_of(&[0, 1, 2, 3, 5, 6, 7, 8, 9, 13, 17]),
            random.one_of(&[0, 1, 2, 4, 7, 8, 9, 15, 16, 17, 33]),
        );
        let mut terms = random.one_of(&[0, 1, 2, 3, 7, 8, 9, 16, 33]);
        if random.once_in(12) {
            (rows, columns, terms) = (random.below(3), random.below(4), random.in_turn(&[1023, 1024, 1025, 2049]));
        }
        let a = if LEFT { (terms, rows) } else { (rows, terms) };
        let b = if RIGHT { (columns, terms) } else { (terms, columns) };
        let a = Dense::draw(a.0, a.1, Profile::draw(random), random);
        let b = Dense::draw(b.0, b.1, Profile::draw(random), random);
        Self { a, b, scratch: random.one_of(&[1, 1, 2, 7]), knobs: Knobs::draw(random) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let [rows, columns, terms] = self.shape();
        let with = |rows: Range, columns: Range, terms: Range| Self {
            a: if LEFT { self.a.keep(terms.clone(), rows) } else { self.a.keep(rows, terms.clone()) },
            b: if RIGHT { self.b.keep(columns, terms) } else { self.b.keep(terms, columns) },
            ..self.clone()
        };
        let mut cases: Vec<Self> = Vec::new();
        cases.extend(smaller(rows).into_iter().map(|kept| with(kept, 0..columns, 0..terms)));
        cases.extend(smaller(columns).into_iter().map(|kept| with(0..rows, kept, 0..terms)));
        cases.extend(smaller(terms).into_iter().map(|kept| with(0..rows, 0..columns, kept)));
        cases.extend(self.a.plainer().into_iter().map(|a| Self { a, ..self.clone() }));
        cases.extend(self.b.plainer().into_iter().map(|b| Self { b, ..self.clone() }));
        cases.extend(self.knobs.plainer().into_iter().map(|knobs| Self { knobs, ..self.clone() }));
        Box::new(cases.into_iter())
    }
}

type Range = std::ops::Range<usize>;

impl<V: Real, const LEFT: bool, const RIGHT: bool> Product<V, LEFT, RIGHT> {
    /// Rows and columns of the result, terms of each of its sums.
    fn shape(&self) -> [usize; 3] {
        let (rows, terms) = if LEFT { (self.a.columns, self.a.rows) } else { (self.a.rows, self.a.columns) };
        [rows, if RIGHT { self.b.rows } else { self.b.columns }, terms]
    }

    pub fn of_calls(
        &self,
        cut: bool,
        call: impl Fn(lacuna::Dense<'_, V>, lacuna::Dense<'_, V>, &mut [V], DenseMut<'_, V>) -> Result<(), KernelError>,
    ) -> Result<Output<V>, String> {
        let [rows, columns, terms] = self.shape();
        let b = self.b.strided();
        let mut scratch = vec![V::narrow(f64::NAN); self.scratch * dense_dense_scratch(rows, columns, terms)];
        let mut out = Guarded::rows(rows, columns, self.knobs.pad);
        let mut rest = out.dense(rows);
        let parts = if cut { self.knobs.parts(rows) } else { std::iter::once(0..rows).collect() };
        for rows in parts {
            let (part, others) = rest.split_rows_at(rows.len());
            let a = if LEFT { self.a.keep(0..terms, rows) } else { self.a.keep(rows, 0..terms) }.strided();
            told(call(a.view(), b.view(), &mut scratch, part))?;
            rest = others;
        }
        Ok(Output { structure: vec![], values: out.finish()? })
    }

    pub fn of_law(&self) -> Output<V> {
        let [rows, columns, terms] = self.shape();
        let term = |row: usize, column: usize, k: usize| {
            let left = if LEFT { self.a.row(k)[row] } else { self.a.row(row)[k] };
            (left, if RIGHT { self.b.row(column)[k] } else { self.b.row(k)[column] })
        };
        let sum = |row, column| law::fused(&(0..terms).map(|k| term(row, column, k)).collect::<Vec<_>>());
        Output {
            structure: vec![],
            values: (0..rows)
                .flat_map(|row| (0..columns).map(move |column| (row, column)))
                .map(|(row, column)| sum(row, column))
                .collect(),
        }
    }

    pub fn of_reference(&self) -> Expected {
        Expected {
            structure: vec![],
            values: reference::dense_dense_product(&self.a.referenced(), &self.b.referenced(), [LEFT, RIGHT]).data,
        }
    }

    pub const fn its_knobs(&self) -> &Knobs {
        &self.knobs
    }
}

pub type DenseDense<V> = Product<V, false, false>;

impl<V: Real> Case<V> for DenseDense<V> {
    fn knobs(&self) -> &Knobs {
        self.its_knobs()
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        self.of_calls(cut, |a, b, scratch, out| backend.dense_dense(a, b, scratch, out))
    }

    fn law(&self) -> Output<V> {
        self.of_law()
    }

    fn reference(&self) -> Expected {
        self.of_reference()
    }
}

properties!(dense_dense, DenseDense);
