//! Transposed csr times dense, to row_sparse: W1 to W3 backwards.
use super::product::Batched;
use super::{Visitor, Workload, check};
use crate::source::Source;
use anyhow::{Result, ensure};
use lacuna::segments::SegmentPlan;
use lacuna::{Csr, Dense, RowSparseMut, dot};
use lacuna_benches_operands::buffer::Buffer;
use lacuna_benches_operands::plan::PlanMemory;
use lacuna_runtime::Cpu;

struct Transposed<'a> {
    batches: Vec<Csr<'a, f32, i32>>,
    operand: Dense<'a, f32>,
    memory: Memory,
}

/// Room for the batch with the most entries.
struct Memory {
    backend: Cpu,
    plan: PlanMemory<i32>,
    data: Buffer<f32>,
}

impl Memory {
    /// What a training step does: the plan, then the values.
    fn product(&mut self, a: Csr<f32, i32>, b: Dense<f32>) -> Result<(SegmentPlan<'_, i32>, &[f32])> {
        let (buffers, scratch) = self.plan.lend();
        let plan = dot::transpose_plan(a, 0..a.columns(), buffers, scratch)?;
        let data = &mut self.data[..plan.stored_rows() * b.columns()];
        self.backend.csr_t_dense(
            &plan,
            a.values(),
            b,
            RowSparseMut::trusted(a.columns(), b.columns(), plan.ids(), data)?,
        )?;
        Ok((plan, data))
    }
}

impl Workload for Transposed<'_> {
    fn run(&mut self) -> Result<()> {
        for &batch in &self.batches {
            self.memory.product(batch, self.operand)?;
        }
        Ok(())
    }

    fn check(&mut self) -> Result<()> {
        for &batch in &self.batches {
            self.memory.data.fill(f32::NAN);
            let (plan, data) = self.memory.product(batch, self.operand)?;
            compare(batch, self.operand, plan.ids(), data)?;
        }
        Ok(())
    }
}

fn compare(a: Csr<f32, i32>, b: Dense<f32>, ids: &[i32], data: &[f32]) -> Result<()> {
    let mut expected = a.indices().to_vec();
    expected.sort_unstable();
    expected.dedup();
    ensure!(ids == expected, "row ids differ");
    let n = b.columns();
    for k in check::sample(ids.len(), 50) {
        let entries = || {
            (0..a.rows())
                .flat_map(|row| a.entries(row).map(move |entry| (row, entry)))
                .filter(|&(_, entry)| a.indices()[entry] == ids[k])
        };
        for column in check::sample(n, 5) {
            let terms = entries().map(|(row, entry)| f64::from(a.values()[entry]) * f64::from(b.row(row)[column]));
            check::sum(|| format!("row {}, column {column}", ids[k]), data[k * n + column], terms)?;
        }
    }
    Ok(())
}

pub(super) fn batched(source: &Source, shape: Batched, operand: &str, columns: usize, visit: Visitor) -> Result<()> {
    let set = source.csr(shape.set, source.scaled(shape.columns), shape.rows)?;
    let operand = source.dense(operand, shape.rows, columns)?;
    let batches = set.batches()?;
    let entries = batches.iter().map(Csr::nnz).max().unwrap_or(0);
    let memory = Memory {
        backend: source.backend,
        plan: PlanMemory::new(entries, source.pages)?,
        data: source.zeros(entries * columns)?,
    };
    visit(&mut Transposed { batches, operand: Dense::new(shape.rows, columns, &operand)?, memory })
}
