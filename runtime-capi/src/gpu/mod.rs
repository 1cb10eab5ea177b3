//! Kernels on the caller's memory of a GPU.
mod mixed;
mod operand;

pub use mixed::lacuna_mixed_update_gpu;
pub use operand::{GpuKind, GpuOperand};

use crate::failure::{Failure, Status, answer};
use crate::raw;
use crate::rows::Type;
use half::{bf16, f16};
use lacuna::call::Operator;
use lacuna::{Index, Storage, Value};
use lacuna_cuda::call::{self, DeviceOperand};
use lacuna_cuda::driver::{AnyDriver, Cuda, PtxVm};
use lacuna_cuda::{Buffer, DevicePlan, Error, dot, embedding, rows};
use operand::Operands;
use std::ffi::{c_char, c_void};

/// A stream of a GPU.
pub struct Gpu(lacuna_cuda::Gpu<AnyDriver>);

/// Which terms each row of a sparse result has, of a csr, of bags or of rows to coalesce.
pub struct GpuPlan(Plan);

pub(crate) enum Plan {
    I32(DevicePlan<AnyDriver, i32>),
    I64(DevicePlan<AnyDriver, i64>),
}

/// The index types of a device.
pub(crate) trait DeviceIndex: Index {
    fn of_plan(plan: &Plan) -> Option<&DevicePlan<AnyDriver, Self>>;
    fn plan(plan: DevicePlan<AnyDriver, Self>) -> Plan;
}

macro_rules! indices {
    ($($I:ident $Variant:ident;)*) => {$(
        impl DeviceIndex for $I {
            fn of_plan(plan: &Plan) -> Option<&DevicePlan<AnyDriver, Self>> {
                if let Plan::$Variant(plan) = plan { Some(plan) } else { None }
            }

            fn plan(plan: DevicePlan<AnyDriver, Self>) -> Plan {
                Plan::$Variant(plan)
            }
        }
    )*};
}
indices! {
    i32 I32;
    i64 I64;
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Driver(error) => Self::Device(error.to_string()),
            Error::Call(error) => Self::Argument(error.to_string()),
            error => Self::Data(error.to_string()),
        }
    }
}

/// Compiles one of two bodies for the types of a call: that of values to compute with, or that of numbers of 16 bits.
macro_rules! with_types {
    ($types:expr, $I:ident => $V:ident $numbers:block $S:ident $stored:block) => {{
        let [value, index] = $types;
        match value {
            _ if value == Type::F32 as u32 => with_types!(@of index, $I, $V = f32, $numbers),
            _ if value == Type::F64 as u32 => with_types!(@of index, $I, $V = f64, $numbers),
            _ if value == Type::F16 as u32 => with_types!(@of index, $I, $S = f16, $stored),
            _ if value == Type::Bf16 as u32 => with_types!(@of index, $I, $S = bf16, $stored),
            _ => Err(Failure::Argument(format!("value_type is {value}: not F32 (1), F64 (2), F16 (3) or BF16 (4)"))),
        }
    }};
    (@of $index:ident, $I:ident, $V:ident = $type:ty, $body:block) => {{
        type $V = $type;
        match $index {
            _ if $index == Type::I32 as u32 => {
                type $I = i32;
                $body
            }
            _ if $index == Type::I64 as u32 => {
                type $I = i64;
                $body
            }
            _ => Err(Failure::Argument(format!("index_type is {}: neither I32 (7) nor I64 (8)", $index))),
        }
    }};
}

/// Opens a GPU. `stream` is a `CUstream` of its primary context, in whose order all is done: that of the CUDA runtime or
/// of PyTorch; null is the default stream. It must live as long as the handle and its plans. With `device` -1 an
/// interpreter runs the same PTX on the host, slowly, and "device memory" is memory of the host.
///
/// Nothing but this looks for libcuda. A handle has 390 KiB of device memory for what its calls check there.
///
/// # Safety
/// `stream` is one, and `out` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_gpu_open(device: i32, stream: *mut c_void, out: *mut *mut Gpu) -> Status {
    answer(|| {
        let driver = match usize::try_from(device) {
            // SAFETY: as the caller's.
            Ok(ordinal) => AnyDriver::Cuda(unsafe { Cuda::on_stream(ordinal, stream) }.map_err(Error::from)?),
            Err(_) if device == -1 => AnyDriver::Vm(PtxVm::new(1)),
            Err(_) => return Err(Failure::Argument(format!("device is {device}: no number of a GPU"))),
        };
        // SAFETY: as the caller's.
        unsafe { raw::give(Gpu(lacuna_cuda::Gpu::new(driver)?), out, "out") }
    })
}

/// Frees a handle, which may be null, after what was begun with it.
///
/// # Safety
/// It comes from `lacuna_gpu_open`, has no plans any more, and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_gpu_free(gpu: *mut Gpu) {
    // SAFETY: as the caller's.
    unsafe { raw::free(gpu) };
}

/// Waits for all that was begun. What only the GPU has found, such as an id that is no row, is reported here, the first
/// since the last time; the call that it concerns has written nothing.
///
/// # Safety
/// The handle is one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_gpu_finish(gpu: *mut Gpu) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        Ok(unsafe { raw::one_mut(gpu, "gpu") }?.0.finish()?)
    })
}

/// Begins a kernel of `lacuna.h`, by the last part of its name: `csr_dense` is `lacuna_dot_csr_dense`. Its operands are
/// those of that function, in their order, without lengths and without the error.
///
/// `value_type` and `index_type` are those of the arrays. All pointers are of the device, unless a kind says otherwise.
/// Values begin at a multiple of 16 bytes. The memory must stay until the kernel is done: that of PyTorch does, if it is freed in the order of the stream.
///
/// # Safety
/// Operands are as their kinds say, and nothing that is written overlaps anything else.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_gpu_call(
    gpu: *mut Gpu,
    kernel: *const c_char,
    value_type: u32,
    index_type: u32,
    operands: *const GpuOperand,
    count: usize,
) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        let given = unsafe { Operands::new(gpu, kernel, operands, count) }?;
        with_types!([value_type, index_type], I => V {
            // SAFETY: as the caller's.
            let mut there = unsafe { given.take::<V, I>(|number| Some(V::narrow(number))) }?;
            Ok(call::run(given.gpu, given.operator, &mut there)?)
        } S {
            // SAFETY: as the caller's.
            let mut there = unsafe { given.take::<S, I>(|_| None) }?;
            Ok(call::run_stored(given.gpu, given.operator, &mut there)?)
        })
    })
}

/// Begins to make a plan by `transpose_plan` (of a csr), `transpose_plan_row_sparse` (and of a row_sparse array),
/// `bag_plan` (of a csr and the size `padding`) or `coalesce_plan` (of a row_sparse array). It belongs to the caller,
/// who frees it.
///
/// # Safety
/// As `lacuna_gpu_call`; `out` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_gpu_plan_new(
    gpu: *mut Gpu,
    kernel: *const c_char,
    value_type: u32,
    index_type: u32,
    operands: *const GpuOperand,
    count: usize,
    out: *mut *mut GpuPlan,
) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        let given = unsafe { Operands::new(gpu, kernel, operands, count) }?;
        let made = with_types!([value_type, index_type], I => V {
            // SAFETY: as the caller's.
            unsafe { planned::<V, I>(&given) }
        } S {
            // SAFETY: as the caller's.
            unsafe { planned::<S, I>(&given) }
        })?;
        // SAFETY: as the caller's.
        unsafe { raw::give(GpuPlan(made), out, "out") }
    })
}

/// # Safety
/// As `lacuna_gpu_plan_new`.
unsafe fn planned<V: Storage, I: DeviceIndex>(given: &Operands<'_>) -> Result<Plan, Failure> {
    // SAFETY: as the caller's.
    let there = unsafe { given.take::<V, I>(|_| None) }?;
    let (gpu, operator) = (given.gpu, given.operator);
    Ok(I::plan(match (operator, &*there) {
        (Operator::transpose_plan, [DeviceOperand::Csr(a)]) => dot::transpose_plan(gpu, a)?,
        (Operator::transpose_plan_row_sparse, [DeviceOperand::Csr(a), DeviceOperand::RowSparse(b)]) => {
            dot::transpose_plan_row_sparse(gpu, a, b)?
        }
        (Operator::bag_plan, [DeviceOperand::Csr(bags), DeviceOperand::Size(padding)]) => {
            embedding::bag_plan(gpu, bags, *padding)?
        }
        (Operator::coalesce_plan, [DeviceOperand::RowSparse(input)]) => rows::coalesce_plan(gpu, input)?,
        _ => return Err(Failure::Argument(format!("{operator:?} makes no plan of these operands"))),
    }))
}

/// The most rows that a sparse result of the plan can store: what its data must have room for.
///
/// # Safety
/// The plan is null or one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_gpu_plan_room(plan: *const GpuPlan) -> usize {
    // SAFETY: as the caller's.
    match unsafe { raw::one(plan, "plan") } {
        Ok(GpuPlan(Plan::I32(plan))) => plan.pattern().capacity(),
        Ok(GpuPlan(Plan::I64(plan))) => plan.pattern().capacity(),
        Err(_) => 0,
    }
}

/// How many rows a sparse result of the plan stores. Waits for all that was begun, and reports what `lacuna_gpu_finish`
/// would.
///
/// # Safety
/// Both handles are ones, the plan is of this GPU, and `rows` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_gpu_plan_rows(gpu: *mut Gpu, plan: *const GpuPlan, rows: *mut usize) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        let (gpu, plan, rows) =
            unsafe { (&raw::one_mut(gpu, "gpu")?.0, &raw::one(plan, "plan")?.0, raw::one_mut(rows, "rows")?) };
        gpu.finish()?;
        *rows = match plan {
            Plan::I32(plan) => plan.pattern().count(gpu)?,
            Plan::I64(plan) => plan.pattern().count(gpu)?,
        };
        Ok(())
    })
}

/// Begins to copy the first `count` ids of the rows of the plan's result to memory of the device, which has room for as
/// many of the plan's index type.
///
/// # Safety
/// As `lacuna_gpu_plan_rows`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_gpu_plan_ids(
    gpu: *mut Gpu,
    plan: *const GpuPlan,
    count: usize,
    ids: *mut c_void,
) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        let (gpu, plan) = unsafe { (&raw::one_mut(gpu, "gpu")?.0, &raw::one(plan, "plan")?.0) };
        match plan {
            // SAFETY: as the caller's.
            Plan::I32(plan) => unsafe { copy_ids(gpu, plan.pattern().ids(), count, ids) },
            // SAFETY: as the caller's.
            Plan::I64(plan) => unsafe { copy_ids(gpu, plan.pattern().ids(), count, ids) },
        }
    })
}

/// # Safety
/// As `lacuna_gpu_plan_ids`.
unsafe fn copy_ids<I: Index>(
    gpu: &lacuna_cuda::Gpu<AnyDriver>,
    ids: &Buffer<AnyDriver, I>,
    count: usize,
    to: *mut c_void,
) -> Result<(), Failure> {
    // SAFETY: as the caller's.
    let mut to = unsafe { operand::array::<I>(gpu, to, count, "ids") }?;
    Ok(to.place(gpu, 0, &ids.part(gpu, 0..count)?)?)
}

/// Frees a plan, which may be null, after what was begun with it.
///
/// # Safety
/// It comes from `lacuna_gpu_plan_new`, and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_gpu_plan_free(plan: *mut GpuPlan) {
    // SAFETY: as the caller's.
    unsafe { raw::free(plan) };
}
