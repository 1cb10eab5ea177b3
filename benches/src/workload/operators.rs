//! Operators on csr and on slices: W6 and W12.
use super::{Visitor, Workload, check};
use crate::source::Source;
use anyhow::{Context, Result, ensure};
use lacuna::segments::SegmentPlan;
use lacuna::{Csr, CsrMut, Dense, DenseMut, RowSparseMut, Value, cast, dot, embedding, slice};
use lacuna_benches_operands::buffer::Buffer;
use lacuna_benches_operands::plan::PlanMemory;
use lacuna_benches_operands::seeded::random;
use lacuna_runtime::Cpu;
use rand::RngExt;

type Matrix<'a> = Csr<'a, f32, i32>;

/// What a workload works on, what is timed, and what compares a sample of the result.
struct Calls<S> {
    state: S,
    run: fn(&mut S) -> Result<()>,
    check: fn(&S) -> Result<()>,
}

impl<S> Workload for Calls<S> {
    fn run(&mut self) -> Result<()> {
        (self.run)(&mut self.state)
    }

    fn check(&mut self) -> Result<()> {
        (self.run)(&mut self.state)?;
        (self.check)(&self.state)
    }
}

/// Operands and the memory of a csr.
struct Sparse<'a, T> {
    backend: Cpu,
    a: Matrix<'a>,
    with: T,
    indptr: Buffer<i32>,
    indices: Buffer<i32>,
    values: Buffer<f32>,
    scratch: Buffer<u64>,
    sums: Buffer<f32>,
}

impl<T> Sparse<'_, T> {
    fn result(&self, columns: usize) -> Result<Matrix<'_>> {
        let stored = *self.indptr.last().context("no pointer")? as usize;
        Ok(Csr::new(self.indptr.len() - 1, columns, &self.indptr, &self.indices[..stored], &self.values[..stored])?)
    }
}

/// The matrix of a set, square.
fn square(source: &Source, set: &str, rows: usize, with: impl FnOnce(Matrix) -> Result<()>) -> Result<()> {
    let rows = source.scaled(rows);
    let set = source.csr(set, rows, rows)?;
    let &[matrix] = &set.batches()?[..] else { anyhow::bail!("more than one matrix") };
    with(matrix)
}

/// Two of them.
fn pair(source: &Source, set: &str, rows: usize, with: impl FnOnce(Matrix, Matrix) -> Result<()>) -> Result<()> {
    square(source, &format!("{set}a"), rows, |a| square(source, &format!("{set}b"), rows, |b| with(a, b)))
}

pub(super) fn csr_add(source: &Source, one_pass: bool, set: &str, rows: usize, visit: Visitor) -> Result<()> {
    pair(source, set, rows, |a, b| {
        let most = a.nnz() + b.nnz();
        let (indptr, indices, values) = (source.zeros(a.rows() + 1)?, source.zeros(most)?, source.zeros(most)?);
        let state = Sparse {
            backend: source.backend,
            a,
            with: b,
            indptr,
            indices,
            values,
            scratch: source.zeros(0)?,
            sums: source.zeros(0)?,
        };
        let two_calls = |s: &mut Sparse<Matrix>| {
            s.indptr[0] = 0;
            s.backend.csr_union_nnz(s.a, s.with, &mut s.indptr[1..])?;
            let stored = cast::accumulate_indptr(&mut s.indptr)?;
            let out = CsrMut::trusted(
                s.a.rows(),
                s.a.columns(),
                &s.indptr,
                &mut s.indices[..stored],
                &mut s.values[..stored],
            )?;
            Ok(s.backend.csr_add(s.a, s.with, out)?)
        };
        let one_call = |s: &mut Sparse<Matrix>| {
            s.backend.csr_add_one_pass(s.a, s.with, &mut s.indptr, &mut s.indices, &mut s.values)?;
            Ok(())
        };
        let check = |s: &Sparse<Matrix>| {
            let sum = s.result(s.a.columns())?;
            for row in check::sample(sum.rows(), 100) {
                let (columns, values) = sum.row(row);
                for (&column, &value) in columns.iter().zip(values) {
                    let terms = [s.a, s.with].into_iter().filter_map(|matrix| {
                        let (columns, values) = matrix.row(row);
                        columns.binary_search(&column).ok().map(|place| f64::from(values[place]))
                    });
                    check::sum(|| format!("row {row}, column {column}"), value, terms)?;
                }
                let stored = s.a.row(row).0.len() + s.with.row(row).0.len();
                ensure!(
                    columns.len() <= stored && 2 * columns.len() >= stored,
                    "row {row} has {} entries",
                    columns.len()
                );
            }
            Ok(())
        };
        visit(&mut Calls { state, run: if one_pass { one_call } else { two_calls }, check })
    })
}

pub(super) fn csr_csr(source: &Source, set: &str, rows: usize, visit: Visitor) -> Result<()> {
    pair(source, set, rows, |a, b| {
        let most =
            (0..a.rows()).map(|row| a.row(row).0.iter().map(|&k| b.row(k as usize).0.len()).sum::<usize>()).sum();
        let (indptr, indices, values) = (source.zeros(a.rows() + 1)?, source.zeros(most)?, source.zeros(most)?);
        let (scratch, sums) =
            (source.zeros(dot::csr_csr_scratch(b.columns()))?, source.zeros(b.columns() * source.backend.threads)?);
        let state = Sparse { backend: source.backend, a, with: b, indptr, indices, values, scratch, sums };
        let run = |s: &mut Sparse<Matrix>| {
            s.indptr[0] = 0;
            dot::csr_csr_row_nnz(s.a, s.with, &mut s.indptr[1..], &mut s.scratch)?;
            let stored = cast::accumulate_indptr(&mut s.indptr)?;
            dot::csr_csr_indices(s.a, s.with, &s.indptr, &mut s.indices[..stored], &mut s.scratch)?;
            let out = CsrMut::trusted(
                s.a.rows(),
                s.with.columns(),
                &s.indptr,
                &mut s.indices[..stored],
                &mut s.values[..stored],
            )?;
            Ok(s.backend.csr_csr(s.a, s.with, &mut s.sums, out)?)
        };
        let check = |s: &Sparse<Matrix>| {
            let product = s.result(s.with.columns())?;
            for row in check::sample(product.rows(), 50) {
                let (columns, values) = product.row(row);
                for (&column, &value) in columns.iter().zip(values) {
                    let (places, factors) = s.a.row(row);
                    let terms = places.iter().zip(factors).filter_map(|(&k, &factor)| {
                        let (columns, values) = s.with.row(k as usize);
                        columns.binary_search(&column).ok().map(|place| f64::from(factor) * f64::from(values[place]))
                    });
                    check::sum(|| format!("row {row}, column {column}"), value, terms)?;
                }
            }
            Ok(())
        };
        visit(&mut Calls { state, run, check })
    })
}

/// Sums or norms of rows (axis 1) or columns (axis 0).
struct Reduced<'a> {
    backend: Cpu,
    a: Matrix<'a>,
    scratch: Buffer<f32>,
    out: Buffer<f32>,
}

pub(super) fn reduce(source: &Source, norm: bool, axis: usize, set: &str, rows: usize, visit: Visitor) -> Result<()> {
    square(source, set, rows, |a| {
        let length = if axis == 0 { a.columns() } else { a.rows() };
        let state = Reduced {
            backend: source.backend,
            a,
            scratch: source.zeros(lacuna::reduce::csr_columns_scratch(a.rows(), a.columns()))?,
            out: source.zeros(length)?,
        };
        let run: fn(&mut Reduced) -> Result<()> = match (norm, axis) {
            (false, 0) => |s| Ok(s.backend.sum_csr_columns(s.a, &mut s.scratch, &mut s.out)?),
            (false, _) => |s| Ok(s.backend.sum_csr_rows(s.a, &mut s.out)?),
            (true, 0) => |s| Ok(s.backend.norm2_csr_columns(s.a, &mut s.scratch, &mut s.out)?),
            (true, _) => |s| Ok(s.backend.norm2_csr_rows(s.a, &mut s.out)?),
        };
        let rows: fn(&Reduced) -> Result<()> = |s| {
            check::sample(s.a.rows(), 100).try_for_each(|row| {
                let terms = s.a.row(row).1.iter().map(|&x| f64::from(x));
                check::sum(|| format!("row {row}"), s.out[row], terms)
            })
        };
        let columns: fn(&Reduced) -> Result<()> = |s| {
            check::sample(s.a.columns(), 20).try_for_each(|column| {
                let terms =
                    s.a.indices()
                        .iter()
                        .zip(s.a.values())
                        .filter(|(at, _)| **at as usize == column)
                        .map(|(_, &x)| f64::from(x));
                check::sum(|| format!("column {column}"), s.out[column], terms)
            })
        };
        let norms: fn(&Reduced) -> Result<()> = |s| {
            let total = s.out.iter().map(|&norm| f64::from(norm) * f64::from(norm)).sum::<f64>();
            let expected = s.a.values().iter().map(|&x| f64::from(x) * f64::from(x)).sum::<f64>();
            ensure!(
                (total - expected).abs() <= 1e-5 * expected,
                "the squares of the norms add to {total}, should add to {expected}"
            );
            Ok(())
        };
        visit(&mut Calls { state, run, check: if norm { norms } else { [columns, rows][axis] } })
    })
}

/// Half of the rows, in random order.
pub(super) fn take(source: &Source, set: &str, rows: usize, visit: Visitor) -> Result<()> {
    square(source, set, rows, |a| {
        let random = &mut random("take");
        let ids: Vec<i32> = (0..a.rows() / 2).map(|_| random.random_range(0..a.rows() as i32)).collect();
        let most = ids.iter().map(|&id| a.row(id as usize).0.len()).sum();
        let (indptr, indices, values) = (source.zeros(ids.len() + 1)?, source.zeros(most)?, source.zeros(most)?);
        let (scratch, sums) = (source.zeros(0)?, source.zeros(0)?);
        let state = Sparse { backend: source.backend, a, with: ids, indptr, indices, values, scratch, sums };
        let run = |s: &mut Sparse<Vec<i32>>| {
            let stored = slice::take_indptr(s.a, &s.with, &mut s.indptr)?;
            let out = CsrMut::trusted(
                s.with.len(),
                s.a.columns(),
                &s.indptr,
                &mut s.indices[..stored],
                &mut s.values[..stored],
            )?;
            Ok(s.backend.take(s.a, &s.with, out)?)
        };
        let check = |s: &Sparse<Vec<i32>>| {
            let result = s.result(s.a.columns())?;
            s.with.iter().enumerate().try_for_each(|(row, &id)| {
                ensure!(result.row(row) == s.a.row(id as usize), "row {row} is not row {id}");
                Ok(())
            })
        };
        visit(&mut Calls { state, run, check })
    })
}

/// The middle half of the columns.
pub(super) fn columns(source: &Source, set: &str, rows: usize, visit: Visitor) -> Result<()> {
    square(source, set, rows, |a| {
        let range = a.columns() / 4..a.columns() / 4 * 3;
        let (indptr, indices, values) = (source.zeros(a.rows() + 1)?, source.zeros(a.nnz())?, source.zeros(a.nnz())?);
        let (scratch, sums) = (source.zeros(0)?, source.zeros(0)?);
        let state = Sparse { backend: source.backend, a, with: range, indptr, indices, values, scratch, sums };
        let run = |s: &mut Sparse<std::ops::Range<usize>>| {
            let stored = slice::columns_indptr(s.a, s.with.clone(), &mut s.indptr)?;
            let out = CsrMut::trusted(
                s.a.rows(),
                s.with.len(),
                &s.indptr,
                &mut s.indices[..stored],
                &mut s.values[..stored],
            )?;
            Ok(s.backend.columns(s.a, s.with.start, out)?)
        };
        let check = |s: &Sparse<std::ops::Range<usize>>| {
            let result = s.result(s.with.len())?;
            for row in check::sample(s.a.rows(), 1000) {
                let (columns, values) = s.a.row(row);
                let inside = columns.iter().zip(values).filter(|(column, _)| s.with.contains(&(**column as usize)));
                let (columns, values) = result.row(row);
                let found = columns.iter().map(|column| column + s.with.start as i32).zip(values);
                ensure!(found.eq(inside.map(|(&column, value)| (column, value))), "row {row} differs");
            }
            Ok(())
        };
        visit(&mut Calls { state, run, check })
    })
}

/// The sums of bags, and with their gradient the gradient of the weight.
struct Bags<'a> {
    backend: Cpu,
    bags: Matrix<'a>,
    weight: Dense<'a, f32>,
    out: DenseMut<'a, f32>,
    plan: PlanMemory<i32>,
    gradient: Buffer<f32>,
}

pub(super) fn bags(source: &Source, backward: bool, visit: Visitor) -> Result<()> {
    const WIDTH: usize = 128;
    let rows = source.scaled(super::MILLION);
    let set = source.csr("w3", rows, 20 * 128)?;
    let &[bags] = &set.batches()?[..] else { anyhow::bail!("more than one batch") };
    let weight = source.dense("d1m_128", rows, WIDTH)?;
    let mut out = source.zeros(bags.rows() * WIDTH)?;
    let state = Bags {
        backend: source.backend,
        bags,
        weight: Dense::new(rows, WIDTH, &weight)?,
        out: DenseMut::new(bags.rows(), WIDTH, &mut out)?,
        plan: PlanMemory::new(bags.nnz(), source.pages)?,
        gradient: source.zeros(bags.nnz() * WIDTH)?,
    };
    let forward: fn(&mut Bags) -> Result<()> =
        |s| Ok(s.backend.bag_sum(s.bags, usize::MAX, s.weight, s.out.reborrow())?);
    let both: fn(&mut Bags) -> Result<()> = |s| {
        s.backend.bag_sum(s.bags, usize::MAX, s.weight, s.out.reborrow())?;
        let (buffers, scratch) = s.plan.lend();
        let plan: SegmentPlan<i32> = embedding::bag_plan(s.bags, usize::MAX, buffers, scratch)?;
        let out =
            RowSparseMut::trusted(s.weight.rows(), WIDTH, plan.ids(), &mut s.gradient[..plan.ids().len() * WIDTH])?;
        Ok(s.backend.csr_t_dense(&plan, s.bags.values(), s.out.as_dense(), out)?)
    };
    let check = |s: &Bags| {
        let out = s.out.as_dense();
        for row in check::sample(s.bags.rows(), 100) {
            let (ids, values) = s.bags.row(row);
            for column in check::sample(WIDTH, 4) {
                let terms =
                    ids.iter().zip(values).map(|(&id, &v)| f64::from(v) * f64::from(s.weight.row(id as usize)[column]));
                check::sum(|| format!("bag {row}, column {column}"), out.row(row)[column], terms)?;
            }
        }
        Ok(())
    };
    visit(&mut Calls { state, run: if backward { both } else { forward }, check })
}

/// A function of each element of a slice that is larger than all caches.
pub(super) struct Map {
    backend: Cpu,
    input: Buffer<f32>,
    out: Buffer<f32>,
    exact: fn(f64) -> f64,
}

/// A function by its name, how it is called, and the same of one number in f64.
pub(super) type Function = (&'static str, fn(&mut Map) -> Result<()>, fn(f64) -> f64);

pub(super) const FUNCTIONS: [Function; 6] = [
    ("negative", |s| Ok(s.backend.negative(&s.input, &mut s.out)?), |x| -x),
    ("square", |s| Ok(s.backend.square(&s.input, &mut s.out)?), |x| x * x),
    ("exp", |s| Ok(s.backend.exp(&s.input, &mut s.out)?), f64::exp),
    ("tanh", |s| Ok(s.backend.tanh(&s.input, &mut s.out)?), f64::tanh),
    ("sigmoid", |s| Ok(s.backend.sigmoid(&s.input, &mut s.out)?), |x| 1.0 / (1.0 + (-x).exp())),
    ("sin", |s| Ok(s.backend.sin(&s.input, &mut s.out)?), f64::sin),
];

pub(super) fn map(source: &Source, (_, run, exact): Function, visit: Visitor) -> Result<()> {
    let length = source.scaled(16 << 20);
    let mut input = source.zeros(length)?;
    for (i, x) in input.iter_mut().enumerate() {
        // From -8 to 8, in an order that no predictor knows.
        *x = (i.wrapping_mul(2_654_435_761) % 65_536) as f32 / 4096.0 - 8.0;
    }
    let check = |s: &Map| {
        for i in check::sample(s.input.len(), 1000) {
            let (expected, found) = ((s.exact)(s.input[i].widen()), s.out[i].widen());
            ensure!(
                (found - expected).abs() <= 1.2e-7 * expected.abs(),
                "of {} it is {found}, should be {expected}",
                s.input[i]
            );
        }
        Ok(())
    };
    visit(&mut Calls { state: Map { backend: source.backend, input, out: source.zeros(length)?, exact }, run, check })
}
