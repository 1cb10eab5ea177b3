use super::csr_row_sparse::stored;
use super::shapes;
use super::transposed::{in_order, numbers, plan, stale, sums};
use crate::law;
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna::segments::SegmentPlan;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::{Csr, Guarded, Profile, Random, Real, RowSparse, smaller};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct CsrTRowSparse<V> {
    pub a: Csr<V>,
    pub b: RowSparse<V>,
    pub knobs: Knobs,
}

impl<V: Real> Arbitrary for CsrTRowSparse<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        Self::draw(&mut Random::new(g), true)
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(self.shrunk().into_iter())
    }
}

impl<V: Real> CsrTRowSparse<V> {
    pub fn draw(random: &mut Random, sparse: bool) -> Self {
        let profile = Profile::draw(random);
        let (a, n) = shapes::draw_transposed::<V>(random, profile, sparse);
        let count = stored(random, a.rows);
        let ids = random.ascending(count, a.rows);
        Self { b: RowSparse::of_ids(a.rows, n, ids, Profile::draw(random), random), a, knobs: Knobs::draw(random) }
    }

    pub fn shrunk(&self) -> Vec<Self> {
        let mut cases: Vec<Self> = Vec::new();
        let rows = smaller(self.a.rows).into_iter().filter(|kept| kept.start == 0);
        cases.extend(rows.map(|kept| Self {
            b: self.b.keep_rows(kept.end),
            a: self.a.keep_rows(kept),
            ..self.clone()
        }));
        cases.extend(
            smaller(self.b.length).into_iter().map(|kept| Self { b: self.b.keep_length(kept), ..self.clone() }),
        );
        let columns = smaller(self.a.columns).into_iter().filter(|kept| kept.start == 0);
        cases.extend(columns.map(|kept| Self { a: self.a.keep_columns(kept.end), ..self.clone() }));
        cases.extend(self.a.fewer().into_iter().map(|a| Self { a, ..self.clone() }));
        cases.extend(self.b.fewer().into_iter().map(|b| Self { b, ..self.clone() }));
        cases.extend(self.knobs.plainer().into_iter().map(|knobs| Self { knobs, ..self.clone() }));
        cases
    }

    fn product<I: Index>(&self, backend: &dyn Backend, plan: SegmentPlan<I>, cut: bool) -> Result<Output<V>, String> {
        let (a, b) = (self.a.typed::<I>(), self.b.typed::<I>());
        let b = b.view();
        let (plan, values) = in_order(backend, plan, a.view().values(), self.knobs.in_order)?;
        let (plan, values) = (&plan, &values);
        let mut out = Guarded::rows(plan.stored_rows(), self.b.length, 0);
        let mut rest = out.row_sparse(plan.output_rows(), plan.ids());
        if !cut {
            told(backend.csr_t_row_sparse(plan, values, b, rest))?;
        } else {
            for rows in self.knobs.parts(plan.output_rows()) {
                let (part, others) = rest.split_rows_at(rows.len());
                told(backend.csr_t_row_sparse(&told(plan.row_range(rows))?, values, b, part))?;
                rest = others;
            }
        }
        Ok(Output { structure: numbers(plan.ids()), values: out.finish()? })
    }
}

impl<V: Real> Case<V> for CsrTRowSparse<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    /// Cut: rows of the result, or plans of columns.
    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let (a, b) = (self.a.typed::<I>(), self.b.typed::<I>());
        let mut memory = stale(a.view().nnz());
        if !cut || self.knobs.form < 2 {
            return self.product(
                backend,
                plan(&mut memory, backend, a.view(), Some(b.view()), 0..self.a.columns)?,
                cut,
            );
        }
        let mut output = Output { structure: vec![], values: vec![] };
        for columns in self.knobs.parts(self.a.columns) {
            let part = self.product(backend, plan(&mut memory, backend, a.view(), Some(b.view()), columns)?, false)?;
            output.structure.extend(part.structure);
            output.values.extend(part.values);
        }
        Ok(output)
    }

    /// Entries of rows that `b` does not store are no terms.
    fn law(&self) -> Output<V> {
        let rows = (0..self.a.rows).filter_map(|row| Some((row, self.b.find(row)?)));
        sums(
            rows.flat_map(|(row, stored)| self.a.entries(row).map(move |(column, value)| (column, value, stored))),
            self.b.length,
            law::running,
        )
    }

    fn reference(&self) -> Expected {
        let (structure, sums) = reference::transposed_row_sparse(&self.a.referenced(), &self.b.referenced());
        Expected { structure, values: sums.data }
    }
}

properties!(csr_t_row_sparse, CsrTRowSparse);
