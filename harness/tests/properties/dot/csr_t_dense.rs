use super::shapes;
use super::transposed::{in_order, numbers, plan, stale, sums};
use crate::law;
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna::segments::SegmentPlan;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::{Csr, Dense, Guarded, Profile, Random, Real, smaller};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct CsrTDense<V> {
    pub a: Csr<V>,
    pub b: Dense<V>,
    pub knobs: Knobs,
}

impl<V: Real> CsrTDense<V> {
    pub fn draw(random: &mut Random, sparse: bool) -> Self {
        let profile = Profile::draw(random);
        let (a, n) = shapes::draw_transposed(random, profile, sparse);
        Self { b: Dense::draw(a.rows, n, Profile::draw(random), random), a, knobs: Knobs::draw(random) }
    }

    pub fn shrunk(&self) -> Vec<Self> {
        let mut cases: Vec<Self> = Vec::new();
        cases.extend(smaller(self.a.rows).into_iter().map(|kept| Self {
            a: self.a.keep_rows(kept.clone()),
            b: self.b.keep(kept, 0..self.b.columns),
            ..self.clone()
        }));
        cases.extend(
            smaller(self.b.columns)
                .into_iter()
                .map(|kept| Self { b: self.b.keep(0..self.b.rows, kept), ..self.clone() }),
        );
        let columns = smaller(self.a.columns).into_iter().filter(|kept| kept.start == 0);
        cases.extend(columns.map(|kept| Self { a: self.a.keep_columns(kept.end), ..self.clone() }));
        cases.extend(self.a.fewer().into_iter().map(|a| Self { a, ..self.clone() }));
        cases.extend(self.b.plainer().into_iter().map(|b| Self { b, ..self.clone() }));
        cases.extend(self.knobs.plainer().into_iter().map(|knobs| Self { knobs, ..self.clone() }));
        cases
    }

    /// The product into rows of the ids of `plan`, cut by `cut`.
    fn product<I: Index>(
        &self,
        backend: &dyn Backend,
        (plan, values): (&SegmentPlan<I>, &[V]),
        cut: bool,
    ) -> Result<Output<V>, String> {
        let b = self.b.strided();
        let b = b.view();
        let mut out = Guarded::rows(plan.stored_rows(), self.b.columns, 0);
        let mut rest = out.row_sparse(plan.output_rows(), plan.ids());
        if !cut {
            told(backend.csr_t_dense(plan, values, b, rest))?;
        } else {
            for rows in self.knobs.parts(plan.output_rows()) {
                let (part, others) = rest.split_rows_at(rows.len());
                told(backend.csr_t_dense(&told(plan.row_range(rows))?, values, b, part))?;
                rest = others;
            }
        }
        Ok(Output { structure: numbers(plan.ids()), values: out.finish()? })
    }
}

impl<V: Real> Arbitrary for CsrTDense<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        Self::draw(&mut Random::new(g), true)
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(self.shrunk().into_iter())
    }
}

impl<V: Real> Case<V> for CsrTDense<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    /// Cut: rows of the result, segments of the plan (cut evenly or anywhere), or plans of columns.
    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let a = self.a.typed::<I>();
        let mut output = Output { structure: vec![], values: vec![] };
        let mut append = |part: Output<V>| {
            output.structure.extend(part.structure);
            output.values.extend(part.values);
        };
        let mut memory = stale(a.view().nnz());
        if cut && self.knobs.form == 3 {
            for columns in self.knobs.parts(self.a.columns) {
                let plan = plan(&mut memory, backend, a.view(), None, columns)?;
                let (plan, values) = in_order(backend, plan, a.view().values(), self.knobs.in_order)?;
                append(self.product(backend, (&plan, &values), false)?);
            }
            return Ok(output);
        }
        let plan = plan(&mut memory, backend, a.view(), None, 0..self.a.columns)?;
        let (plan, values) = in_order(backend, plan, a.view().values(), self.knobs.in_order)?;
        match self.knobs.form {
            _ if !cut => append(self.product(backend, (&plan, &values), false)?),
            0 => append(self.product(backend, (&plan, &values), true)?),
            1 => {
                for segments in plan.partition(3) {
                    append(self.product(backend, (&told(plan.segment_range(segments))?, &values), false)?);
                }
            }
            _ => {
                for segments in self.knobs.parts(plan.stored_rows()) {
                    append(self.product(backend, (&told(plan.segment_range(segments))?, &values), true)?);
                }
            }
        }
        Ok(output)
    }

    fn law(&self) -> Output<V> {
        let entries = (0..self.a.rows)
            .flat_map(|row| self.a.entries(row).map(move |(column, value)| (column, value, self.b.row(row))));
        sums(entries, self.b.columns, law::running)
    }

    fn reference(&self) -> Expected {
        let (structure, sums) = reference::transposed(&self.a.referenced(), &self.b.referenced());
        Expected { structure, values: sums.data }
    }
}

properties!(csr_t_dense, CsrTDense);
