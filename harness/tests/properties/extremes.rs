//! The place of the largest element of a row, and the gradients of extremes: all in one property.
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_testing::{Dense, Guarded, Profile, Random, Real, smaller};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Argmax,
    RowsBackward,
    ColumnsBackward,
}

#[derive(Clone, Debug)]
pub struct Extremes<V> {
    form: Form,
    a: Dense<V>,
    /// One for each row and one for each column.
    gradient: Vec<V>,
    /// The column, or row, that a result is taken from; some are no extremes.
    taken: usize,
    knobs: Knobs,
}

impl<V: Real> Arbitrary for Extremes<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        use Form::*;
        let random = &mut Random::new(g);
        let (rows, columns) = match random.percent() {
            0..70 => (random.below(20), 1 + random.below(20)),
            70..85 => (random.below(9), 1 + random.below(3000)),
            _ => (random.below(300), 1 + random.below(9)),
        };
        let profile = Profile::draw(random);
        let mut a = Dense::draw(rows, columns, profile, random);
        // Equal ones, far and near.
        if !a.data.is_empty() {
            for _ in 0..random.below(9) {
                let (from, to) = (random.below(a.data.len()), random.below(a.data.len()));
                a.data[to] = a.data[from];
            }
        }
        let gradient = profile.values(random, rows.max(columns));
        let form = random.one_of(&[Argmax, RowsBackward, ColumnsBackward]);
        Self { form, a, gradient, taken: random.below(5), knobs: Knobs::draw(random) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let rows = smaller(self.a.rows)
            .into_iter()
            .map(|kept| Self { a: self.a.keep(kept, 0..self.a.columns), ..self.clone() });
        let columns = smaller(self.a.columns).into_iter().filter(|kept| !kept.is_empty());
        let columns = columns.map(|kept| Self { a: self.a.keep(0..self.a.rows, kept), ..self.clone() });
        Box::new(rows.chain(columns).collect::<Vec<_>>().into_iter())
    }
}

impl<V: Real> Extremes<V> {
    /// A gradient and a result for each row or column.
    fn vectors(&self) -> (Vec<V>, Vec<V>) {
        let (a, taken) = (&self.a, self.taken);
        let result: Vec<V> = if self.form == Form::ColumnsBackward {
            (0..a.columns).map(|column| if a.rows == 0 { V::ONE } else { a.row(taken % a.rows)[column] }).collect()
        } else {
            (0..a.rows).map(|row| a.row(row)[taken % a.columns]).collect()
        };
        (self.gradient.iter().copied().cycle().take(result.len()).collect(), result)
    }
}

impl<V: Real> Case<V> for Extremes<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let (rows, columns) = (self.a.rows, self.a.columns);
        let strided = self.a.strided();
        let parts = if cut { self.knobs.parts(rows) } else { std::iter::once(0..rows).collect() };
        if self.form == Form::Argmax {
            let mut places = vec![I::from_usize(99); rows];
            for part in parts {
                told(backend.argmax_rows(told(strided.view().row_range(part.clone()))?, &mut places[part]))?;
            }
            return Ok(Output { structure: places.iter().map(|place| place.to_usize()).collect(), values: vec![] });
        }
        let (gradient, result) = self.vectors();
        let mut canvas = Guarded::rows(rows, columns, self.knobs.pad);
        let mut rest = canvas.dense(rows);
        for part in parts {
            let (to, others) = rest.split_rows_at(part.len());
            let a = told(strided.view().row_range(part.clone()))?;
            if self.form == Form::RowsBackward {
                told(backend.extreme_rows_backward(&gradient[part.clone()], a, &result[part], to))?;
            } else {
                told(backend.extreme_columns_backward(&gradient, a, &result, to))?;
            }
            rest = others;
        }
        Ok(Output { structure: vec![], values: canvas.finish()? })
    }

    fn law(&self) -> Output<V> {
        let a = &self.a;
        if self.form == Form::Argmax {
            let place = |row: &[V]| {
                let nan = row.iter().position(|x| x.is_nan());
                nan.unwrap_or_else(|| (0..row.len()).find(|&at| row.iter().all(|&x| x <= row[at])).unwrap())
            };
            return Output { structure: (0..a.rows).map(|row| place(a.row(row))).collect(), values: vec![] };
        }
        let (gradient, result) = self.vectors();
        let element = |row: usize, column: usize| {
            let at = if self.form == Form::RowsBackward { row } else { column };
            if a.row(row)[column] == result[at] { gradient[at] } else { V::ZERO }
        };
        let values = (0..a.rows)
            .flat_map(|row| (0..a.columns).map(move |column| (row, column)))
            .map(|(row, column)| element(row, column));
        Output { structure: vec![], values: values.collect() }
    }

    fn reference(&self) -> Expected {
        let Output { structure, values } = self.law();
        Expected::copies(structure, &values.into_iter().map(Into::into).collect::<Vec<f64>>())
    }
}

properties!(extremes, Extremes);
