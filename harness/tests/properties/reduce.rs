//! Sums, means, norms and extremes, of all values, rows and columns: every kernel of the family in one property, as
//! they differ in little.
use crate::law;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference::Reduction;
use lacuna_testing::{Csr, Dense, Guarded, Profile, Random, Real, smaller};
use quickcheck::{Arbitrary, Gen};
use std::ops::Range;

/// What is reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Whole,
    Rows,
    Columns,
    CsrRows,
    CsrColumns,
}

#[derive(Clone, Debug)]
pub struct Reduce<V> {
    reduction: Reduction,
    form: Form,
    /// For the forms of a dense matrix, and of all values.
    dense: Dense<V>,
    csr: Csr<V>,
    knobs: Knobs,
}

impl<V: Real> Arbitrary for Reduce<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        use Form::*;
        let random = &mut Random::new(g);
        let form = random.in_turn(&[Whole, Rows, Columns, CsrRows, CsrColumns]);
        let long = |random: &mut Random| random.in_turn(&[31, 33, 64, 127, 129, 1023, 1024, 1025, 2048, 2049, 4097]);
        let (mut rows, mut columns) = match random.percent() {
            0..60 => (random.below(20), random.below(20)),
            60..80 => (random.below(12), random.below(110)),
            80..90 => (random.below(110), random.below(5)),
            _ => (random.below(4), long(random)),
        };
        if matches!(form, Columns | CsrColumns) {
            (rows, columns) = (columns, rows);
        }
        let profile = Profile::draw(random);
        Self::of_shape(random, form, [rows, columns], profile)
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let mut cases = Vec::new();
        cases.extend(smaller(self.csr.rows).into_iter().map(|kept| Self {
            csr: self.csr.keep_rows(kept.clone()),
            dense: self.dense.keep(kept, 0..self.dense.columns),
            ..self.clone()
        }));
        cases.extend(smaller(self.csr.columns).into_iter().filter(|kept| kept.start == 0).map(|kept| Self {
            csr: self.csr.keep_columns(kept.end),
            dense: self.dense.keep(0..self.dense.rows, kept),
            ..self.clone()
        }));
        cases.extend(self.csr.fewer().into_iter().map(|csr| Self { csr, ..self.clone() }));
        cases.extend(self.dense.plainer().into_iter().map(|dense| Self { dense, ..self.clone() }));
        Box::new(cases.into_iter())
    }
}

/// The method of a backend for each reduction.
macro_rules! call {
    (
        $reduction:expr,
        $backend:ident.[
            $sum:ident $mean:ident $norm1:ident $norm2:ident $square_sum:ident $max:ident $min:ident
        ] $arguments:tt
    ) => {
        told(match $reduction {
            Reduction::Sum => $backend.$sum $arguments,
            Reduction::Mean => $backend.$mean $arguments,
            Reduction::Norm1 => $backend.$norm1 $arguments,
            Reduction::Norm2 => $backend.$norm2 $arguments,
            Reduction::SquareSum => $backend.$square_sum $arguments,
            Reduction::Max => $backend.$max $arguments,
            Reduction::Min => $backend.$min $arguments,
        })
    };
}

impl<V: Real> Reduce<V> {
    pub fn of_shape(random: &mut Random, form: Form, [rows, columns]: [usize; 2], profile: Profile) -> Self {
        let one_in = random.one_of(&[1, 1, 2, 7]);
        let stored = (0..rows).map(|_| (0..columns).filter(|_| random.once_in(one_in)).collect()).collect();
        let csr = Csr::of_rows(columns, stored, profile, random);
        let dense = Dense::draw(rows, columns, profile, random);
        Self { reduction: random.one_of(&Reduction::ALL), form, dense, csr, knobs: Knobs::draw(random) }
    }

    /// The sum of a matrix whose entries are all stored.
    pub fn sum_of_shape(random: &mut Random, form: Form, [rows, columns]: [usize; 2]) -> Self {
        let stored = (0..rows).map(|_| (0..columns).collect()).collect();
        let csr = Csr::of_rows(columns, stored, Profile::Plain, random);
        Self { reduction: Reduction::Sum, csr, ..Self::of_shape(random, form, [rows, columns], Profile::Plain) }
    }

    /// Of how many elements all values are the stored ones.
    fn count(&self) -> usize {
        self.dense.data.len() + self.csr.rows % 3
    }

    /// The terms of each result, and how many elements they are of.
    fn values(&self) -> (Vec<Vec<V>>, usize) {
        let (dense, csr) = (&self.dense, &self.csr);
        match self.form {
            Form::Whole => (vec![dense.data.clone()], self.count()),
            Form::Rows => ((0..dense.rows).map(|row| dense.row(row).to_vec()).collect(), dense.columns),
            Form::Columns => {
                let column = |column: usize| (0..dense.rows).map(|row| dense.row(row)[column]).collect();
                ((0..dense.columns).map(column).collect(), dense.rows)
            }
            Form::CsrRows => {
                ((0..csr.rows).map(|row| csr.entries(row).map(|(_, value)| value).collect()).collect(), csr.columns)
            }
            Form::CsrColumns => {
                let mut columns = vec![Vec::new(); csr.columns];
                for row in 0..csr.rows {
                    csr.entries(row).for_each(|(column, value)| columns[column].push(value));
                }
                (columns, csr.rows)
            }
        }
    }

    /// The results in a range, by one call.
    fn part<I: Index>(&self, backend: &dyn Backend, range: Range<usize>, out: &mut [V]) -> Result<(), String> {
        let reduction = self.reduction;
        match self.form {
            Form::Whole => {
                let values = &self.dense.data[..];
                told(match reduction {
                    Reduction::Sum => backend.sum(values, out),
                    Reduction::Mean => backend.mean(values, self.count(), out),
                    Reduction::Norm1 => backend.norm1(values, out),
                    Reduction::Norm2 => backend.norm2(values, out),
                    Reduction::SquareSum => backend.square_sum(values, out),
                    Reduction::Max => backend.max(values, self.count(), out),
                    Reduction::Min => backend.min(values, self.count(), out),
                })
            }
            Form::Rows => {
                let strided = self.dense.strided();
                let rows = told(strided.view().row_range(range))?;
                call!(
                    reduction,
                    backend.[sum_rows mean_rows norm1_rows norm2_rows square_sum_rows max_rows min_rows](rows, out)
                )
            }
            Form::Columns => {
                let strided = self.dense.strided();
                let whole = strided.view();
                let data = whole.data().get(range.start..).unwrap_or(&[]);
                let columns = if range.len() == whole.columns() {
                    whole
                } else {
                    told(lacuna::Dense::with_stride(whole.rows(), range.len(), whole.stride(), data))?
                };
                call!(
                    reduction,
                    backend.[
                        sum_columns mean_columns norm1_columns norm2_columns square_sum_columns max_columns min_columns
                    ](columns, out)
                )
            }
            Form::CsrRows => {
                let typed = self.csr.typed::<I>();
                let rows = told(typed.view().row_range(range))?;
                call!(reduction, backend.[sum_csr_rows mean_csr_rows norm1_csr_rows norm2_csr_rows square_sum_csr_rows
                    max_csr_rows min_csr_rows](rows, out))
            }
            Form::CsrColumns => {
                let typed = self.csr.typed::<I>();
                let scratch = &mut vec![V::ONE; lacuna::reduce::csr_columns_scratch(self.csr.rows, self.csr.columns)];
                call!(
                    reduction,
                    backend.[sum_csr_columns mean_csr_columns norm1_csr_columns norm2_csr_columns
                        square_sum_csr_columns max_csr_columns min_csr_columns](
                        typed.view(),
                        scratch,
                        out
                    )
                )
            }
        }
    }
}

impl<V: Real> Case<V> for Reduce<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let length = self.values().0.len();
        let mut out = Guarded::rows(1, length, 0);
        let mut rest = out.slice();
        let stays_whole = matches!(self.form, Form::Whole | Form::CsrColumns);
        let parts = if cut && !stays_whole { self.knobs.parts(length) } else { std::iter::once(0..length).collect() };
        for part in parts {
            let (to, others) = rest.split_at_mut(part.len());
            self.part::<I>(backend, part, to)?;
            rest = others;
        }
        Ok(Output { structure: vec![], values: out.finish()? })
    }

    fn law(&self) -> Output<V> {
        let lanes = match self.form {
            Form::Whole => 32,
            Form::Rows | Form::CsrRows => 4,
            Form::Columns | Form::CsrColumns => 1,
        };
        let (values, count) = self.values();
        let of = |values: Vec<V>| {
            if self.reduction.is_extreme() {
                return V::narrow(self.reduction.extreme(values.into_iter().map(Into::into), count));
            }
            let terms: Vec<f64> = values
                .into_iter()
                .map(|x| match (self.reduction, x.into()) {
                    (Reduction::Norm1, x) => f64::abs(x),
                    (Reduction::Norm2 | Reduction::SquareSum, x) => x * x,
                    (_, x) => x,
                })
                .collect();
            let sum = V::narrow(law::accurate::<V>(&terms, lanes));
            match self.reduction {
                Reduction::Mean => sum / V::narrow(count as f64),
                Reduction::Norm2 => sum.root(),
                _ => sum,
            }
        };
        Output { structure: vec![], values: values.into_iter().map(of).collect() }
    }

    fn reference(&self) -> Expected {
        let (values, count) = self.values();
        let of = |values: Vec<V>| self.reduction.of(values.into_iter().map(Into::into), count);
        Expected { structure: vec![], values: values.into_iter().map(of).collect() }
    }
}

properties!(reduce, Reduce);
