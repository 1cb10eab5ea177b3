//! Transposed csr times dense, to dense, of whole matrices: W10, in each of its forms.
use super::{Visitor, Workload, check};
use crate::buffer::Buffer;
use crate::plan::PlanMemory;
use crate::source::Source;
use anyhow::{Context, Result};
use lacuna::dot::{self, BlockEnds};
use lacuna::segments::SegmentPlan;
use lacuna::{Csr, Dense, DenseMut};
use lacuna_runtime::Cpu;

/// What is at hand when the time starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Nothing: the block ends are found, then all is scattered.
    Unprepared,
    /// The block ends.
    Scatter,
    /// The plan.
    Plan,
}

struct Whole<'a> {
    form: Form,
    backend: Cpu,
    a: Csr<'a, f32, i32>,
    b: Dense<'a, f32>,
    memory: Memory<'a>,
    plan: Option<SegmentPlan<'a, i32>>,
    out: DenseMut<'a, f32>,
}

/// For block ends.
struct Memory<'a> {
    columns: &'a mut [i32],
    entries: &'a mut [i32],
    scratch: &'a mut [i32],
    totals: &'a mut [f32],
}

impl Workload for Whole<'_> {
    fn run(&mut self) -> Result<()> {
        let out = self.out.reborrow();
        match self.form {
            Form::Plan => {
                let plan = self.plan.as_ref().context("no plan")?;
                self.backend.csr_t_dense_to_dense(plan, self.a.values(), self.b, out)?;
            }
            Form::Unprepared => {
                let Memory { columns, entries, scratch, totals } = &mut self.memory;
                let ends = dot::block_ends(self.a, columns, entries, scratch)?;
                self.backend.csr_t_dense_scatter(self.a, &ends, self.b, totals, out)?;
            }
            // None of the kit's columns has more than 1024 entries.
            Form::Scatter => {
                let shape = dot::BlockShape { rows: self.a.rows(), columns: self.a.columns(), nnz: self.a.nnz() };
                self.backend.csr_t_dense_scatter(self.a, &BlockEnds::trusted(&[], &[], shape), self.b, self.memory.totals, out)?;
            }
        }
        Ok(())
    }

    fn check(&mut self) -> Result<()> {
        self.out.data_mut().fill(f32::NAN);
        self.run()?;
        let out = self.out.as_dense();
        let rows: Vec<_> = check::sample(self.a.columns(), 20).collect();
        let mut terms = vec![Vec::new(); rows.len()];
        for row in 0..self.a.rows() {
            let (indices, values) = self.a.row(row);
            for (&index, &value) in indices.iter().zip(values) {
                if let Ok(place) = rows.binary_search(&(index as usize)) {
                    terms[place].push((row, f64::from(value)));
                }
            }
        }
        for (&row, terms) in rows.iter().zip(&terms) {
            for column in check::sample(out.columns(), 5) {
                let terms = terms.iter().map(|&(k, value)| value * f64::from(self.b.row(k)[column]));
                check::sum(|| format!("row {row}, column {column}"), out.row(row)[column], terms)?;
            }
        }
        Ok(())
    }
}

pub(super) fn square(source: &Source, form: Form, set: &'static str, rows: usize, columns: usize, visit: Visitor) -> Result<()> {
    let rows = source.scaled(rows);
    let set = source.csr(set, rows, rows)?;
    let batches = set.batches()?;
    let a = *batches.first().context("no rows")?;
    // The kit's right-hand sides are the first columns of one matrix.
    let wide = source.dense("d1m_128", rows, 128)?;
    let mut b: Buffer<f32> = source.zeros(rows * columns)?;
    for (to, from) in b.chunks_exact_mut(columns).zip(wide.chunks_exact(128)) {
        to.copy_from_slice(&from[..columns]);
    }
    drop(wide);
    let mut out = source.zeros(rows * columns)?;
    let room = dot::block_ends_capacity(a.nnz());
    let (mut heavy, mut entries) = (vec![0; room], vec![0; room]);
    let mut scratch = vec![0; dot::block_ends_scratch(a.columns())];
    let mut totals = vec![0.0; room * columns];
    let memory = Memory { columns: &mut heavy, entries: &mut entries, scratch: &mut scratch, totals: &mut totals };
    let mut plan_memory = PlanMemory::new(if form == Form::Plan { a.nnz() } else { 0 }, source.pages)?;
    let plan = match form {
        Form::Plan => {
            let (buffers, scratch) = plan_memory.lend();
            Some(dot::transpose_plan(a, 0..a.columns(), buffers, scratch)?)
        }
        _ => None,
    };
    visit(&mut Whole {
        form,
        backend: source.backend,
        a,
        b: Dense::new(rows, columns, &b)?,
        memory,
        plan,
        out: DenseMut::new(rows, columns, &mut out)?,
    })
}
