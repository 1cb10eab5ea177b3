//! The kernels on threads.
use super::{Backend, Cpu, Here};
use lacuna::call::{Answer, Array, ArrayMut, AvailableLevel, Call, ElementType, Operator};
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
        // What the runtime cuts in its own way takes no level: on one thread nothing is cut.
        if self.cpu.threads > 1 { run_on(&self.cpu, call, Some(self.available)) } else { call.run_at(self.available) }
    }
}

impl Backend for Cpu {
    fn name(&self) -> String {
        Cpu::name(self)
    }
    fn run(&self, call: &mut Call<'_, '_>) -> Result<Answer, Error> {
        run_on(self, call, None)
    }
    fn cast(&self, input: Array<'_>, out: ArrayMut<'_>) -> Result<(), Error> {
        Here::Cpu(*self).cast(input, out)
    }
    fn here(&self) -> Option<Here> {
        Some(Here::Cpu(*self))
    }
}

/// On threads, at a level or at that of the process.
fn run_on(cpu: &Cpu, call: &mut Call<'_, '_>, level: Option<AvailableLevel>) -> Result<Answer, Error> {
    let found = match (call.value, call.index) {
        (ElementType::F32, ElementType::I32) => in_own_way::<f32, i32>(cpu, call)?,
        (ElementType::F32, ElementType::I64) => in_own_way::<f32, i64>(cpu, call)?,
        (ElementType::F32, ElementType::U32) => in_own_way::<f32, u32>(cpu, call)?,
        (ElementType::F64, ElementType::I32) => in_own_way::<f64, i32>(cpu, call)?,
        (ElementType::F64, ElementType::I64) => in_own_way::<f64, i64>(cpu, call)?,
        (ElementType::F64, ElementType::U32) => in_own_way::<f64, u32>(cpu, call)?,
        _ => None,
    };
    match (found, level) {
        (Some(answer), _) => Ok(answer),
        (None, Some(level)) => call.run_on_at(cpu, level),
        (None, None) => call.run_on(cpu),
    }
}

/// Calls that the runtime has a way of its own for, which is no way of cutting rows.
fn in_own_way<V: Value, I: Index>(cpu: &Cpu, call: &mut Call<'_, '_>) -> Result<Option<Answer>, Error> {
    macro_rules! one_pass {
        ($name:ident) => {{
            let [a, b, indptr, indices, values] = call.operands()?;
            cpu.$name(a.typed::<Csr<V, I>>()?, b.typed()?, indptr.typed()?, indices.typed()?, values.typed()?)?.into()
        }};
    }
    Ok(Some(match call.operator {
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
        _ => return Ok(None),
    }))
}
