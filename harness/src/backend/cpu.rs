//! The kernels on threads.
use super::{Backend, Cpu};
use lacuna::call::{Answer, AvailableLevel, Call, ElementType, Operator};
use lacuna::dispatch::{Level, Unavailable};
use lacuna::{Csr, Dense, Error, Index, RowSparse, Value};

/// [`Cpu`] at one SIMD level, whatever level [`lacuna::dispatch`] has for the process.
#[derive(Clone, Copy)]
pub struct CpuAt {
    cpu: Cpu,
    level: Level,
    available: AvailableLevel,
}

impl CpuAt {
    /// On `threads` threads, at `level`.
    ///
    /// # Errors
    /// If the processor does not have it.
    pub fn new(threads: usize, level: Level) -> Result<Self, Unavailable> {
        Ok(Self { cpu: Cpu { threads }, level, available: level.try_into()? })
    }
}

impl Backend for CpuAt {
    fn name(&self) -> String {
        format!("cpu {} x{}", self.level, self.cpu.threads.max(1))
    }
    fn run(&self, call: &mut Call<'_, '_>) -> Result<Answer, Error> {
        match call.operator {
            // Of what the runtime cuts in its own way, only the work of one thread takes a level.
            Operator::dense_row_nnz
            | Operator::dense_row_ids
            | Operator::dense_to_csr_one_pass
            | Operator::csr_add_one_pass
            | Operator::csr_subtract_one_pass
            | Operator::csr_multiply_one_pass
            | Operator::csr_union_nnz
            | Operator::csr_intersection_nnz
            | Operator::transpose_plan
            | Operator::transpose_plan_row_sparse
            | Operator::add_n_ids
                if self.cpu.threads > 1 =>
            {
                Backend::run(&self.cpu, call)
            }
            _ => call.run_on_at(&self.cpu, self.available),
        }
    }
}

impl Backend for Cpu {
    fn name(&self) -> String {
        Cpu::name(self)
    }
    fn run(&self, call: &mut Call<'_, '_>) -> Result<Answer, Error> {
        match (call.value, call.index) {
            (ElementType::F32, ElementType::I32) => run::<f32, i32>(self, call),
            (ElementType::F32, ElementType::I64) => run::<f32, i64>(self, call),
            (ElementType::F32, ElementType::U32) => run::<f32, u32>(self, call),
            (ElementType::F64, ElementType::I32) => run::<f64, i32>(self, call),
            (ElementType::F64, ElementType::I64) => run::<f64, i64>(self, call),
            (ElementType::F64, ElementType::U32) => run::<f64, u32>(self, call),
            _ => call.run_on(self),
        }
    }
}

/// Calls that the runtime has a way of its own for, which is no way of cutting rows.
fn run<V: Value, I: Index>(cpu: &Cpu, call: &mut Call<'_, '_>) -> Result<Answer, Error> {
    macro_rules! one_pass {
        ($name:ident) => {{
            let [a, b, indptr, indices, values] = call.operands()?;
            cpu.$name(a.typed::<Csr<V, I>>()?, b.typed()?, indptr.typed()?, indices.typed()?, values.typed()?)?.into()
        }};
    }
    Ok(match call.operator {
        Operator::dense_row_nnz => {
            let [dense, counts] = call.operands()?;
            cpu.dense_row_nnz(dense.typed::<Dense<V>>()?, counts.typed::<&mut [I]>()?)?.into()
        }
        Operator::dense_row_ids => {
            let [dense, first_row, ids] = call.operands()?;
            cpu.dense_row_ids(dense.typed::<Dense<V>>()?, first_row.typed()?, ids.typed::<&mut [I]>()?)?.into()
        }
        Operator::dense_to_csr_one_pass => {
            let [dense, indptr, indices, values] = call.operands()?;
            cpu.dense_to_csr_one_pass(
                dense.typed::<Dense<V>>()?,
                indptr.typed::<&mut [I]>()?,
                indices.typed()?,
                values.typed()?,
            )?
            .into()
        }
        Operator::csr_add_one_pass => one_pass!(csr_add_one_pass),
        Operator::csr_subtract_one_pass => one_pass!(csr_subtract_one_pass),
        Operator::csr_multiply_one_pass => one_pass!(csr_multiply_one_pass),
        Operator::csr_union_nnz => {
            let [a, b, counts] = call.operands()?;
            cpu.csr_union_nnz(a.typed::<Csr<V, I>>()?, b.typed()?, counts.typed()?)?.into()
        }
        Operator::csr_intersection_nnz => {
            let [a, b, counts] = call.operands()?;
            cpu.csr_intersection_nnz(a.typed::<Csr<V, I>>()?, b.typed()?, counts.typed()?)?.into()
        }
        Operator::transpose_plan => {
            let [a, first, end, buffers, scratch] = call.operands()?;
            cpu.transpose_plan(
                a.typed::<Csr<V, I>>()?,
                first.typed()?..end.typed()?,
                buffers.typed()?,
                scratch.typed()?,
            )?
            .into()
        }
        Operator::transpose_plan_row_sparse => {
            let [a, b, first, end, buffers, scratch] = call.operands()?;
            let columns = first.typed()?..end.typed()?;
            cpu.transpose_plan_row_sparse(
                a.typed::<Csr<V, I>>()?,
                b.typed()?,
                columns,
                buffers.typed()?,
                scratch.typed()?,
            )?
            .into()
        }
        Operator::add_n_ids => {
            let [inputs, cursors, ids] = call.operands()?;
            cpu.add_n_ids(inputs.typed::<&[RowSparse<V, I>]>()?, cursors.typed()?, ids.typed()?)?.into()
        }
        _ => return call.run_on(cpu),
    })
}
