//! Products of whole matrices in each of their forms: W10, transposed csr times dense, to dense; and W4 with one column
//! by a SELL plan.
use super::{Visitor, Workload, check};
use crate::source::Source;
use anyhow::{Context, Result};
use lacuna::dot::{self, BlockEnds, Products, SpmmAlgorithm};
use lacuna::segments::SegmentPlan;
use lacuna::{Csr, Dense, DenseMut};
use lacuna_benches_operands::buffer::Buffer;
use lacuna_benches_operands::plan::PlanMemory;
use lacuna_runtime::{Cpu, Product};

/// What is at hand when the time starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Nothing: with several columns the block ends are found, then all is scattered.
    Unprepared,
    /// The block ends.
    Scatter,
    /// The plan.
    Plan,
    /// The plan, and the values in its order.
    InOrder,
    /// The transposed matrix, sliced for one column.
    Analysed,
}

/// What is multiplied.
enum Work<'a> {
    Unprepared { columns: Vec<i32>, entries: Vec<i32>, scratch: Vec<i32>, totals: Vec<f32> },
    Column { columns: Vec<i32>, totals: Vec<f32> },
    Plan(SegmentPlan<'a, i32>, &'a [f32]),
    Prepared(Product<'a, f32, i32>),
}

struct Whole<'a> {
    backend: Cpu,
    a: Csr<'a, f32, i32>,
    transposed: bool,
    b: Dense<'a, f32>,
    work: Work<'a>,
    out: DenseMut<'a, f32>,
}

impl Workload for Whole<'_> {
    fn run(&mut self) -> Result<()> {
        let out = self.out.reborrow();
        match &mut self.work {
            Work::Unprepared { columns, entries, scratch, totals } => {
                let ends: BlockEnds<i32> = dot::block_ends(self.a, columns, entries, scratch)?;
                self.backend.csr_t_dense_scatter(self.a, &ends, self.b, totals, out)?;
            }
            Work::Column { columns, totals } => dot::csr_t_column(self.a, self.b, columns, totals, out)?,
            Work::Plan(plan, values) => self.backend.csr_t_dense_to_dense(plan, values, self.b, out)?,
            Work::Prepared(product) => product.multiply(&self.backend, self.b, out)?,
        }
        Ok(())
    }

    fn check(&mut self) -> Result<()> {
        self.out.data_mut().fill(f32::NAN);
        self.run()?;
        let out = self.out.as_dense();
        let rows: Vec<_> = check::sample(out.rows(), 20).collect();
        let mut terms = vec![Vec::new(); rows.len()];
        for row in 0..self.a.rows() {
            let (indices, values) = self.a.row(row);
            for (&index, &value) in indices.iter().zip(values) {
                let (to, from) = if self.transposed { (index as usize, row) } else { (row, index as usize) };
                if let Ok(place) = rows.binary_search(&to) {
                    terms[place].push((from, f64::from(value)));
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

/// The product in `form`, prepared for so many products that this form is chosen.
fn prepared<'a>(
    a: Csr<'a, f32, i32>,
    transpose: bool,
    columns: usize,
    count: usize,
    form: SpmmAlgorithm,
) -> Result<Work<'a>> {
    let product = Product::new(a, Products { transpose, columns, count, threads: 1 })?;
    anyhow::ensure!(product.form() == form, "{:?} was chosen", product.form());
    Ok(Work::Prepared(product))
}

pub(super) fn square(
    source: &Source,
    form: Form,
    set: &'static str,
    rows: usize,
    columns: usize,
    visit: Visitor,
) -> Result<()> {
    let rows = source.scaled(rows);
    let set = source.csr(set, rows, rows)?;
    let a = *set.batches()?.first().context("no rows")?;
    // The kit's right-hand sides are the first columns of one matrix.
    let wide = source.dense("d1m_128", rows, 128)?;
    let mut b: Buffer<f32> = source.zeros(rows * columns)?;
    for (to, from) in b.chunks_exact_mut(columns).zip(wide.chunks_exact(128)) {
        to.copy_from_slice(&from[..columns]);
    }
    drop(wide);
    let mut out = source.zeros(rows * columns)?;
    let planned = matches!(form, Form::Plan | Form::InOrder);
    let mut memory = PlanMemory::new(if planned { a.nnz() } else { 0 }, source.pages)?;
    let mut permuted = source.zeros(if form == Form::InOrder { a.nnz() } else { 0 })?;
    let work = match form {
        Form::Unprepared if columns == 1 => {
            Work::Column { columns: vec![0; dot::block_ends_scratch(a.columns())], totals: vec![0.0; a.columns()] }
        }
        Form::Unprepared => {
            let room = dot::block_ends_capacity(a.nnz());
            let (entries, totals) = (vec![0; room], vec![0.0; room * columns]);
            Work::Unprepared {
                columns: vec![0; room],
                entries,
                scratch: vec![0; dot::block_ends_scratch(a.columns())],
                totals,
            }
        }
        Form::Scatter => prepared(a, true, columns, 2, SpmmAlgorithm::Scatter)?,
        Form::Plan | Form::InOrder => {
            let (buffers, scratch) = memory.lend();
            let plan = dot::transpose_plan(a, 0..a.columns(), buffers, scratch)?;
            if form == Form::InOrder {
                plan.permute(a.values(), &mut permuted)?;
                Work::Plan(plan.in_order(), &permuted)
            } else {
                Work::Plan(plan, a.values())
            }
        }
        Form::Analysed if columns == 1 => prepared(a, true, columns, usize::MAX, SpmmAlgorithm::SellTransposed)?,
        Form::Analysed => prepared(a, true, columns, usize::MAX, SpmmAlgorithm::Transposed)?,
    };
    visit(&mut Whole {
        backend: source.backend,
        a,
        transposed: true,
        b: Dense::new(rows, columns, &b)?,
        work,
        out: DenseMut::new(rows, columns, &mut out)?,
    })
}

pub(super) fn sliced(source: &Source, set: &'static str, rows: usize, visit: Visitor) -> Result<()> {
    let rows = source.scaled(rows);
    let set = source.csr(set, rows, rows)?;
    let a = *set.batches()?.first().context("no rows")?;
    let b = source.dense("d1m_1", rows, 1)?;
    let mut out = source.zeros(rows)?;
    visit(&mut Whole {
        backend: source.backend,
        a,
        transposed: false,
        b: Dense::new(rows, 1, &b)?,
        work: prepared(a, false, 1, usize::MAX, SpmmAlgorithm::Sell)?,
        out: DenseMut::new(rows, 1, &mut out)?,
    })
}
