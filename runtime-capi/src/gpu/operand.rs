//! Operands in the caller's memory.
use super::{DeviceIndex, GpuPlan};
use crate::failure::Failure;
use crate::raw;
use lacuna::Storage;
use lacuna::call::Operator;
use lacuna::optim::{Common, Update};
use lacuna::random::Stream;
use lacuna_cuda::call::{self, DeviceOperand};
use lacuna_cuda::driver::AnyDriver;
use lacuna_cuda::{Buffer, DeviceCsr, DeviceDense, DeviceRowSparse, Gpu, Pattern};
use std::ffi::{c_char, c_void};

/// What an operand of a kernel on a GPU is.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GpuKind {
    /// Scratch in bytes, which a GPU does not need. Scratch that is values is `LACUNA_GPU_KIND_VALUES` of length 0.
    Scratch = 0,
    /// `rows` x `columns` with `length` entries: `indptr`, `indices`, and the values in `data`. Its pattern is not
    /// checked. What kernels make of pointers that are no csr's is unspecified; they stay inside the arrays.
    Csr = 1,
    /// `rows` x `columns` in `data`; rows begin `stride` elements after each other.
    Dense = 2,
    /// `rows` rows of `columns` elements, of which `length` are stored: their ids in `indices`, their elements in
    /// `data`. Of a result of a plan, `plan` stands for ids and `length`, and `data` has room for all of its rows.
    RowSparse = 3,
    /// `length` structs like this of row_sparse arrays, at `data` in memory of the host.
    RowSparseList = 4,
    /// `plan`.
    Plan = 5,
    /// `length` values at `data`.
    Values = 6,
    /// `length` indices at `indices`.
    Indices = 7,
    /// `length` values at `data`, the same for each row.
    Row = 8,
    /// `length` values at `data`, the same for each column.
    Column = 9,
    /// A `double` at `data` in memory of the host.
    Scalar = 10,
    /// `length`.
    Size = 11,
    /// Seed, stream and first element of random numbers: three `uint64_t` at `data` in memory of the host.
    Stream = 12,
    /// Hyper-parameters of the optimizer that is called: `length` `double` at `data` in memory of the host. The first
    /// are learning rate, weight decay, what gradients are multiplied by, their bound or a negative number, and 0 for
    /// lazy or 1 for standard updates; then come the rule's own, in the order of its struct in `lacuna.h`.
    Rule = 13,
}

/// All of them.
const KINDS: [GpuKind; 14] = [
    GpuKind::Scratch,
    GpuKind::Csr,
    GpuKind::Dense,
    GpuKind::RowSparse,
    GpuKind::RowSparseList,
    GpuKind::Plan,
    GpuKind::Values,
    GpuKind::Indices,
    GpuKind::Row,
    GpuKind::Column,
    GpuKind::Scalar,
    GpuKind::Size,
    GpuKind::Stream,
    GpuKind::Rule,
];

/// An operand of a kernel on a GPU. What its kind does not name is of no meaning.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GpuOperand {
    /// A `lacuna_gpu_kind`.
    pub kind: u32,
    /// Rows, stored or not.
    pub rows: usize,
    /// Columns, or elements of a row.
    pub columns: usize,
    /// Distance of row starts.
    pub stride: usize,
    /// Number of entries, of stored rows, or of elements.
    pub length: usize,
    /// `rows + 1` places of entries.
    pub indptr: *mut c_void,
    /// Columns, ids, or indices.
    pub indices: *mut c_void,
    /// Values, or what the kind says.
    pub data: *mut c_void,
    /// A plan.
    pub plan: *const GpuPlan,
}

/// Kernels read and write so many bytes of values at once.
const ACCESS: usize = 16;

/// An array of values of the device.
///
/// # Safety
/// If it is not null and as long as said, it is the caller's promise.
pub(super) unsafe fn values<T: Copy + Default>(
    gpu: &Gpu<AnyDriver>,
    pointer: *mut c_void,
    length: usize,
    name: &str,
) -> Result<Buffer<AnyDriver, T>, Failure> {
    // SAFETY: as the caller's.
    unsafe { aligned(gpu, pointer, length, (name, ACCESS)) }
}

/// An array of indices of the device.
///
/// # Safety
/// As [`values`].
pub(super) unsafe fn array<T: Copy + Default>(
    gpu: &Gpu<AnyDriver>,
    pointer: *mut c_void,
    length: usize,
    name: &str,
) -> Result<Buffer<AnyDriver, T>, Failure> {
    // SAFETY: as the caller's.
    unsafe { aligned(gpu, pointer, length, (name, align_of::<T>())) }
}

/// # Safety
/// As [`values`].
unsafe fn aligned<T: Copy + Default>(
    gpu: &Gpu<AnyDriver>,
    pointer: *mut c_void,
    length: usize,
    (name, alignment): (&str, usize),
) -> Result<Buffer<AnyDriver, T>, Failure> {
    let address = pointer.expose_provenance();
    if length > 0 && address == 0 {
        return Err(Failure::Argument(format!("{name} is null")));
    }
    if length > 0 && !address.is_multiple_of(alignment) {
        return Err(Failure::Argument(format!("{name} is not aligned for {alignment} bytes")));
    }
    // SAFETY: as the caller's.
    Ok(unsafe { Buffer::borrow(gpu, address as u64, length) }?)
}

/// A kernel, and the operands that it is given.
pub(super) struct Operands<'a> {
    pub gpu: &'a Gpu<AnyDriver>,
    pub operator: Operator,
    given: &'a [GpuOperand],
}

type There<'a, V, I> = DeviceOperand<'a, AnyDriver, V, I>;

impl<'a> Operands<'a> {
    /// # Safety
    /// Those of [`raw`].
    pub unsafe fn new(
        gpu: *mut super::Gpu,
        kernel: *const c_char,
        operands: *const GpuOperand,
        count: usize,
    ) -> Result<Self, Failure> {
        // SAFETY: as the caller's.
        let (gpu, name, given): (&'a super::Gpu, _, _) = unsafe {
            (raw::one_mut(gpu, "gpu")?, raw::text(kernel, "kernel")?, raw::array(operands, count, "operands")?)
        };
        let operator = Operator::by_name(name);
        let operator = operator.ok_or_else(|| Failure::Argument(format!("no kernel is called {name:?}")))?;
        Ok(Self { gpu: &gpu.0, operator, given })
    }

    /// All of them. `scalar` gives numbers their type.
    ///
    /// # Safety
    /// They are as their kinds say.
    pub unsafe fn take<V: Storage, I: DeviceIndex>(
        &self,
        scalar: impl Fn(f64) -> Option<V>,
    ) -> Result<Vec<There<'a, V, I>>, Failure> {
        // SAFETY: as the caller's.
        let one = |given| unsafe { self.one::<V, I>(given, &scalar) };
        self.given.iter().enumerate().map(|(place, given)| one(given).map_err(|error| self.at(place, error))).collect()
    }

    /// An error with the operand that it is about.
    fn at(&self, place: usize, error: Failure) -> Failure {
        let name = self.operator.row().and_then(|row| row.operands.get(place)).map_or("", |(name, _)| name);
        error.about(&format!("operand {} {name}", place + 1))
    }

    /// # Safety
    /// It is as its kind says.
    unsafe fn one<V: Storage, I: DeviceIndex>(
        &self,
        given: &'a GpuOperand,
        scalar: &impl Fn(f64) -> Option<V>,
    ) -> Result<There<'a, V, I>, Failure> {
        let (gpu, &GpuOperand { kind, rows, columns, stride, length, indptr, indices, data, .. }) = (self.gpu, given);
        let known = KINDS.into_iter().find(|&one| one as u32 == kind);
        let kind = known.ok_or_else(|| Failure::Argument(format!("kind is {kind}: no kind of operand")))?;
        // SAFETY: as the caller's, here and below.
        let values = |length| unsafe { values::<V>(gpu, data, length, "data") };
        // SAFETY: as above.
        let places = |pointer, length, name| unsafe { array::<I>(gpu, pointer, length, name) };
        Ok(match kind {
            GpuKind::Scratch => DeviceOperand::Scratch,
            GpuKind::Csr => {
                let indptr = places(indptr, rows.saturating_add(1), "indptr")?;
                let indices = places(indices, length, "indices")?;
                DeviceOperand::Csr(DeviceCsr::from_buffers(rows, columns, indptr, indices, values(length)?)?)
            }
            GpuKind::Dense => {
                let elements = DeviceDense::<AnyDriver, V>::elements(rows, columns, stride);
                DeviceOperand::Dense(DeviceDense::with_stride(rows, columns, stride, values(elements)?)?)
            }
            // SAFETY: as the caller's.
            GpuKind::RowSparse => DeviceOperand::RowSparse(unsafe { self.row_sparse(given) }?),
            GpuKind::RowSparseList => {
                // SAFETY: as the caller's.
                let list = unsafe { raw::array(data.cast::<GpuOperand>(), length, "data") }?;
                // SAFETY: as the caller's.
                let arrays = list.iter().map(|one| unsafe { self.row_sparse(one) });
                DeviceOperand::List(arrays.collect::<Result<_, _>>()?)
            }
            // SAFETY: as the caller's.
            GpuKind::Plan => DeviceOperand::Plan(unsafe { plan(given) }?),
            GpuKind::Values => DeviceOperand::Values(values(length)?),
            GpuKind::Indices => DeviceOperand::Indices(places(indices, length, "indices")?),
            GpuKind::Row => DeviceOperand::Row(values(length)?),
            GpuKind::Column => DeviceOperand::Column(values(length)?),
            GpuKind::Scalar => {
                // SAFETY: as the caller's.
                let number = *unsafe { raw::one(data.cast::<f64>(), "data") }?;
                let number = scalar(number);
                let number = number.ok_or_else(|| Failure::Argument("16 bits have no scalar operands".to_owned()))?;
                DeviceOperand::Scalar(number, Some(Buffer::one(gpu, number)?))
            }
            GpuKind::Size => DeviceOperand::Size(length),
            GpuKind::Stream => {
                // SAFETY: as the caller's.
                let &[seed, stream, first] = unsafe { raw::one(data.cast::<[u64; 3]>(), "data") }?;
                DeviceOperand::Stream(Stream { seed, stream, first })
            }
            GpuKind::Rule => {
                // SAFETY: as the caller's.
                let numbers = unsafe { raw::array(data.cast::<f64>(), length, "data") }?;
                let rule = rule(self.operator, numbers).map(|rule| rule.of_numbers(V::ELEMENT));
                DeviceOperand::Rule(rule.ok_or_else(|| {
                    Failure::Argument(format!("{length} numbers are not the hyper-parameters of {:?}", self.operator))
                })?)
            }
        })
    }

    /// # Safety
    /// The operand is as its kind says.
    unsafe fn row_sparse<V: Storage, I: DeviceIndex>(
        &self,
        given: &GpuOperand,
    ) -> Result<DeviceRowSparse<AnyDriver, V, I>, Failure> {
        let gpu = self.gpu;
        let pattern = if given.plan.is_null() {
            // SAFETY: as the caller's.
            let ids = unsafe { array(gpu, given.indices, given.length, "indices") }?;
            Pattern::from_buffer(gpu, given.rows, ids)?
        } else {
            // SAFETY: as the caller's.
            unsafe { plan::<I>(given) }?.pattern().clone()
        };
        let elements = pattern.capacity().saturating_mul(given.columns);
        // SAFETY: as the caller's.
        let data = unsafe { values(gpu, given.data, elements, "data") }?;
        Ok(DeviceRowSparse::from_buffer(&pattern, given.columns, data)?)
    }
}

/// # Safety
/// The plan is one.
unsafe fn plan<'a, I: DeviceIndex>(
    given: &'a GpuOperand,
) -> Result<&'a lacuna_cuda::DevicePlan<AnyDriver, I>, Failure> {
    // SAFETY: as the caller's.
    let plan: &'a GpuPlan = unsafe { raw::one(given.plan, "plan") }?;
    I::of_plan(&plan.0).ok_or_else(|| Failure::Argument("plan has indices of another type".to_owned()))
}

/// The rule of these numbers.
fn rule(operator: Operator, numbers: &[f64]) -> Option<lacuna::call::AnyRule> {
    let (&[learning_rate, weight_decay, rescale_gradient, clip, update], own) = numbers.split_first_chunk()?;
    let update = if update == 0.0 { Update::Lazy } else { Update::Standard };
    let clip_gradient = (clip >= 0.0).then_some(clip);
    call::rule(operator, Common { learning_rate, weight_decay, rescale_gradient, clip_gradient, update }, own)
}
