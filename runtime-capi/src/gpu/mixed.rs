//! Updates of mixed precision on the caller's memory of a GPU.
use super::Gpu;
use super::operand::{array, values};
use crate::failure::{Failure, Status, answer};
use crate::mixed::{Mixed, Table};
use crate::raw;
use crate::rows::Type;
use half::{bf16, f16};
use lacuna::Storage;
use lacuna::call::{Element, Operator};
use lacuna::cast::CastTo;
use lacuna_cuda::call::{self, DeviceOperand};
use lacuna_cuda::driver::AnyDriver;
use lacuna_cuda::{DeviceDense, DeviceRowSparse, Pattern, cast, optim};
use std::ffi::c_void;

/// As `lacuna_mixed_update`, begun on a GPU, of which all arrays are; `states` itself, the pointers to them, is of the
/// host. The bits are those of `lacuna_mixed_update`. Values begin at a multiple of 16 bytes. The touched rows take
/// device memory for two `float` for each of their numbers until the step is done. Ids are not checked: for one that is
/// no row nothing is written, but what becomes of the other rows is unspecified then.
///
/// # Safety
/// As `lacuna_mixed_update`, and as `lacuna_gpu_call`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_mixed_update_gpu(
    mixed: *mut Mixed,
    gpu: *mut Gpu,
    table: *const Table,
    ids: *const i64,
    stored: usize,
    gradient: *const c_void,
    states: *const *mut f32,
    count: usize,
) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        let (mixed, gpu, table, states) = unsafe {
            let (mixed, gpu) = (raw::one_mut(mixed, "mixed")?, &raw::one_mut(gpu, "gpu")?.0);
            (mixed, gpu, raw::one(table, "table")?, raw::array(states, count, "states")?)
        };
        let gradient = Gradient { ids, stored, numbers: gradient };
        match table.value_type {
            // SAFETY: as the caller's.
            kind if kind == Type::F16 as u32 => unsafe { update::<f16>(mixed, gpu, table, &gradient, states) },
            // SAFETY: as the caller's.
            kind if kind == Type::Bf16 as u32 => unsafe { update::<bf16>(mixed, gpu, table, &gradient, states) },
            kind => Err(Failure::Argument(format!("value_type is {kind}: neither F16 (3) nor BF16 (4)"))),
        }
    })
}

/// `stored` rows.
struct Gradient {
    ids: *const i64,
    stored: usize,
    numbers: *const c_void,
}

/// # Safety
/// As `lacuna_mixed_update_gpu`.
unsafe fn update<V: Storage<Arithmetic = f32> + CastTo<f32>>(
    mixed: &mut Mixed,
    gpu: &lacuna_cuda::Gpu<AnyDriver>,
    &Table { rows, row_length, values: table, .. }: &Table,
    &Gradient { ids, stored, numbers }: &Gradient,
    states: &[*mut f32],
) -> Result<(), Failure> {
    let all = rows.saturating_mul(row_length);
    // SAFETY: as the caller's.
    let (table, ids, narrow) = unsafe {
        (
            values::<V>(gpu, table, all, "values")?,
            array::<i64>(gpu, ids.cast_mut().cast(), stored, "ids")?,
            values::<V>(gpu, numbers.cast_mut(), stored.saturating_mul(row_length), "gradient")?,
        )
    };
    let mut table = DeviceDense::from_buffer(rows, row_length, table)?;
    let touched = Pattern::from_buffer(gpu, rows, ids)?;
    let of_state = |(place, &state): (usize, &*mut f32)| {
        // SAFETY: as the caller's.
        let state = unsafe { values(gpu, state.cast(), all, &format!("states[{place}]")) }?;
        Ok::<_, Failure>(DeviceOperand::Dense(DeviceDense::from_buffer(rows, row_length, state)?))
    };
    let states = states.iter().enumerate().map(of_state).collect::<Result<Vec<_>, _>>()?;
    mixed.next(|optimizer, rule, rounding, _| {
        let operator = Operator::by_name(optimizer.name());
        let operator = operator.ok_or_else(|| Failure::Settings(format!("{} is no kernel", optimizer.name())))?;
        let mut gradient = DeviceRowSparse::new(gpu, &touched, row_length)?;
        cast::cast(gpu, &narrow, gradient.data_mut())?;
        let weight = optim::load_rows(gpu, &table, &touched)?;
        let rule = DeviceOperand::Rule(rule.of_numbers(f32::ELEMENT));
        let mut operands = vec![rule, DeviceOperand::RowSparse(gradient), DeviceOperand::RowSparse(weight)];
        operands.extend(states);
        call::run(gpu, operator, &mut operands)?;
        match operands.get(2) {
            Some(DeviceOperand::RowSparse(weight)) => Ok(optim::store_rows(gpu, weight, &mut table, rounding)?),
            _ => Ok(()),
        }
    })
}
