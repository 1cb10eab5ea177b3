use super::shapes;
use crate::law;
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use half::{bf16, f16};
use lacuna::{Index, Number};
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::{Csr, Dense, Guarded, Profile, Random, Real, smaller};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct CsrDense<V> {
    pub a: Csr<V>,
    pub b: Dense<V>,
    pub knobs: Knobs,
}

impl<V: Real> Arbitrary for CsrDense<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let profile = Profile::draw(random);
        let (a, n) = shapes::draw(random, profile);
        Self { b: Dense::draw(a.columns, n, Profile::draw(random), random), a, knobs: Knobs::draw(random) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let mut cases: Vec<Self> = Vec::new();
        cases.extend(smaller(self.a.rows).into_iter().map(|kept| Self { a: self.a.keep_rows(kept), ..self.clone() }));
        cases.extend(
            smaller(self.b.columns)
                .into_iter()
                .map(|kept| Self { b: self.b.keep(0..self.b.rows, kept), ..self.clone() }),
        );
        cases.extend(smaller(self.a.columns).into_iter().filter(|kept| kept.start == 0).map(|kept| Self {
            a: self.a.keep_columns(kept.end),
            b: self.b.keep(kept, 0..self.b.columns),
            ..self.clone()
        }));
        cases.extend(self.a.fewer().into_iter().map(|a| Self { a, ..self.clone() }));
        cases.extend(self.b.plainer().into_iter().map(|b| Self { b, ..self.clone() }));
        cases.extend(self.knobs.plainer().into_iter().map(|knobs| Self { knobs, ..self.clone() }));
        Box::new(cases.into_iter())
    }
}

impl<V: Real> Case<V> for CsrDense<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let (a, b) = (self.a.typed::<I>(), self.b.strided());
        let a = a.view();
        let mut out = Guarded::rows(self.a.rows, self.b.columns, self.knobs.pad);
        let mut rest = out.dense(self.a.rows);
        if !cut {
            told(backend.csr_dense(a, b.view(), rest))?;
        } else {
            let parts = if self.knobs.form == 0 { a.partition(3).collect() } else { self.knobs.parts(self.a.rows) };
            for rows in parts {
                let (part, others) = rest.split_rows_at(rows.len());
                told(backend.csr_dense(told(a.row_range(rows))?, b.view(), part))?;
                rest = others;
            }
        }
        Ok(Output { structure: vec![], values: out.finish()? })
    }

    fn law(&self) -> Output<V> {
        let n = self.b.columns;
        let element = |row: usize, j: usize| {
            let terms: Vec<_> =
                self.a.entries(row).map(|(column, value)| Some(value * self.b.row(column)[j])).collect();
            if n == 1 { law::lanes(&terms) } else { law::running(&terms) }
        };
        let values =
            (0..self.a.rows).flat_map(|row| (0..n).map(move |j| (row, j))).map(|(row, j)| element(row, j)).collect();
        Output { structure: vec![], values }
    }

    fn reference(&self) -> Expected {
        Expected { structure: vec![], values: reference::product(&self.a.referenced(), &self.b.referenced()).data }
    }
}

properties!(csr_dense, CsrDense);

#[test]
fn names_of_types_are_those_of_the_list() {
    for kernel in lacuna::list::KERNELS {
        let values = [
            f32::NAME,
            f64::NAME,
            f16::NAME,
            bf16::NAME,
            <i32 as Number>::NAME,
            <i64 as Number>::NAME,
            u8::NAME,
            i8::NAME,
        ];
        assert!([2, 4, 8].contains(&kernel.values.len()) && values.starts_with(kernel.values), "{}", kernel.name);
        let indices = [<i32 as Index>::NAME, <i64 as Index>::NAME, <u32 as Index>::NAME];
        assert!(kernel.indices.is_empty() || kernel.indices == indices, "{}", kernel.name);
    }
}
