//! The kernels that repeat a value for each row or column, and those that count entries: all in one property.
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_testing::{Csr, Guarded, Profile, Random, Real, smaller};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Rows,
    Columns,
    NnzRows,
    NnzColumns,
}

#[derive(Clone, Debug)]
pub struct Repeat<V> {
    form: Form,
    csr: Csr<V>,
    /// One for each row, and one for each column.
    of_rows: Vec<V>,
    of_columns: Vec<V>,
    knobs: Knobs,
}

impl<V: Real> Arbitrary for Repeat<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        use Form::*;
        let random = &mut Random::new(g);
        let (rows, columns) = match random.percent() {
            0..70 => (random.below(20), random.below(20)),
            70..85 => (random.below(9), random.below(300)),
            _ => (random.below(300), random.below(9)),
        };
        let profile = Profile::draw(random);
        let one_in = random.one_of(&[1, 2, 7]);
        let stored = (0..rows).map(|_| (0..columns).filter(|_| random.once_in(one_in)).collect()).collect();
        Self {
            form: random.one_of(&[Rows, Columns, NnzRows, NnzColumns]),
            csr: Csr::of_rows(columns, stored, profile, random),
            of_rows: profile.values(random, rows),
            of_columns: profile.values(random, columns),
            knobs: Knobs::draw(random),
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let mut cases = Vec::new();
        cases.extend(smaller(self.csr.rows).into_iter().map(|kept| Self {
            csr: self.csr.keep_rows(kept.clone()),
            of_rows: self.of_rows[kept].to_vec(),
            ..self.clone()
        }));
        cases.extend(smaller(self.csr.columns).into_iter().filter(|kept| kept.start == 0).map(|kept| Self {
            csr: self.csr.keep_columns(kept.end),
            of_columns: self.of_columns[kept].to_vec(),
            ..self.clone()
        }));
        cases.extend(self.csr.fewer().into_iter().map(|csr| Self { csr, ..self.clone() }));
        Box::new(cases.into_iter())
    }
}

impl<V: Real> Case<V> for Repeat<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let (rows, columns) = (self.csr.rows, self.csr.columns);
        let typed = self.csr.typed::<I>();
        let a = typed.view();
        let numbers = |counts: Vec<I>| Output {
            structure: counts.iter().map(|count| count.to_usize()).collect(),
            values: vec![],
        };
        let by_rows = matches!(self.form, Form::Rows | Form::NnzRows);
        let parts = if cut && (by_rows || self.form == Form::Columns) {
            self.knobs.parts(rows)
        } else {
            std::iter::once(0..rows).collect()
        };
        match self.form {
            Form::Rows | Form::Columns => {
                let mut canvas = Guarded::rows(rows, columns, self.knobs.pad);
                let mut rest = canvas.dense(rows);
                for part in parts {
                    let (to, others) = rest.split_rows_at(part.len());
                    if self.form == Form::Rows {
                        told(backend.repeat_rows(&self.of_rows[part], to))?;
                    } else {
                        told(backend.repeat_columns(&self.of_columns, to))?;
                    }
                    rest = others;
                }
                Ok(Output { structure: vec![], values: canvas.finish()? })
            }
            Form::NnzRows => {
                let mut counts = vec![I::from_usize(99); rows];
                for part in parts {
                    told(backend.nnz_rows(told(a.row_range(part.clone()))?, &mut counts[part]))?;
                }
                Ok(numbers(counts))
            }
            Form::NnzColumns => {
                let mut counts = vec![I::from_usize(99); columns];
                told(backend.nnz_columns(a, &mut counts))?;
                Ok(numbers(counts))
            }
        }
    }

    fn law(&self) -> Output<V> {
        let (rows, columns) = (self.csr.rows, self.csr.columns);
        let count = |is_counted: &dyn Fn(usize, usize) -> bool| {
            (0..rows).map(|row| self.csr.entries(row).filter(|&(column, _)| is_counted(row, column)).count()).sum()
        };
        let structure: Vec<usize> = match self.form {
            Form::NnzRows => (0..rows).map(|row| count(&|r, _| r == row)).collect(),
            Form::NnzColumns => (0..columns).map(|column| count(&|_, c| c == column)).collect(),
            _ => vec![],
        };
        let values = match self.form {
            Form::Rows => (0..rows).flat_map(|row| vec![self.of_rows[row]; columns]).collect(),
            Form::Columns => (0..rows).flat_map(|_| self.of_columns.clone()).collect(),
            _ => vec![],
        };
        Output { structure, values }
    }

    fn reference(&self) -> Expected {
        let Output { structure, values } = self.law();
        Expected::copies(structure, &values.into_iter().map(Into::into).collect::<Vec<f64>>())
    }
}

properties!(repeat, Repeat);
