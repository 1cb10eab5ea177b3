//! Each kind of argument: which arrays it names, and the view that they become.
use super::memory::{Array, ArrayMut, Memory};
use super::{Argument, Declared};
use crate::status::{MemoryFault, OperandCode, Refusal, Status};
use crate::types::{
    Csr, CsrMut, Dense, DenseMut, Plan, PlanBuffers, RowSparse, RowSparseMut, RowsMut, Scratch, Sgd, SgdMomentum, Storage, Update,
};
use core::mem::MaybeUninit;
use core::slice;
use lacuna::error::Operand;
use lacuna::index::SortKey;
use lacuna::rows::PlanShape;
use lacuna::{Index, KernelError, Value};

/// Refuses a number that is above the highest of its choices.
#[inline(always)]
fn choice(found: u32, highest: u32) -> Result<u32, MemoryFault> {
    if found <= highest {
        return Ok(found);
    }
    Err(MemoryFault { status: Status::InvalidChoice, operand: OperandCode::None, expected: highest as usize, found: found as usize })
}

/// Elements of an array of `count` groups; more than any memory has, where that does not fit.
#[inline(always)]
fn product(count: usize, each: usize) -> usize {
    count.saturating_mul(each)
}

/// Elements from the start of the first row to the end of the last.
#[inline(always)]
fn extent(rows: usize, columns: usize, stride: usize) -> usize {
    if rows == 0 || columns == 0 { 0 } else { product(rows - 1, stride).saturating_add(columns) }
}

/// Rows from id 0 to the last.
#[inline(always)]
fn rows_with_first(first_row: usize, rows: usize) -> Result<usize, Refusal> {
    let fault = MemoryFault { status: Status::LengthOverflow, operand: OperandCode::None, expected: usize::MAX, found: rows };
    first_row.checked_add(rows).ok_or(Refusal::Memory(fault))
}

/// A csr, or the csr of a [`CsrMut`].
pub(crate) struct DeclaredCsr<V, I, Indices, Values> {
    rows: usize,
    columns: usize,
    trusted: bool,
    indptr: Array<I>,
    indices: Indices,
    values: Values,
    value: core::marker::PhantomData<V>,
}

impl<V: Value, I: Index> Argument for Csr<V, I> {
    type Declared = DeclaredCsr<V, I, Array<I>, Array<V>>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory) -> Result<Self::Declared, MemoryFault> {
        let Self { rows, columns, nnz, .. } = self;
        Ok(DeclaredCsr {
            rows,
            columns,
            trusted: choice(self.trusted, 1)? == 1,
            indptr: memory.read(self.indptr, rows.saturating_add(1), OperandCode::Indptr)?,
            indices: memory.read(self.indices, nnz, OperandCode::Indices)?,
            values: memory.read(self.values, nnz, OperandCode::Values)?,
            value: core::marker::PhantomData,
        })
    }
}

impl<V: Value, I: Index> Declared for DeclaredCsr<V, I, Array<I>, Array<V>> {
    type View<'a> = lacuna::Csr<'a, V, I>;
    #[inline(always)]
    unsafe fn view<'a>(self) -> Result<Self::View<'a>, Refusal> {
        // SAFETY: the contract.
        let (indptr, indices, values) = unsafe { (self.indptr.slice(), self.indices.slice(), self.values.slice()) };
        let door = if self.trusted { lacuna::Csr::trusted } else { lacuna::Csr::new };
        Ok(door(self.rows, self.columns, indptr, indices, values)?)
    }
}

impl<V: Value, I: Index> Argument for CsrMut<V, I> {
    type Declared = DeclaredCsr<V, I, ArrayMut<I>, ArrayMut<V>>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory) -> Result<Self::Declared, MemoryFault> {
        let Self { rows, columns, nnz, .. } = self;
        Ok(DeclaredCsr {
            rows,
            columns,
            trusted: choice(self.trusted, 1)? == 1,
            indptr: memory.read(self.indptr, rows.saturating_add(1), OperandCode::Indptr)?,
            indices: memory.write(self.indices, nnz, OperandCode::Indices)?,
            values: memory.write(self.values, nnz, OperandCode::Values)?,
            value: core::marker::PhantomData,
        })
    }
}

impl<V: Value, I: Index> Declared for DeclaredCsr<V, I, ArrayMut<I>, ArrayMut<V>> {
    type View<'a> = lacuna::CsrMut<'a, V, I>;
    #[inline(always)]
    unsafe fn view<'a>(self) -> Result<Self::View<'a>, Refusal> {
        // SAFETY: the contract.
        let (indptr, indices, values) = unsafe { (self.indptr.slice(), self.indices.slice(), self.values.slice()) };
        let door = if self.trusted { lacuna::CsrMut::trusted } else { lacuna::CsrMut::new };
        Ok(door(self.rows, self.columns, indptr, indices, values)?)
    }
}

/// A dense matrix, read or written.
pub(crate) struct DeclaredDense<Data> {
    rows: usize,
    columns: usize,
    stride: usize,
    data: Data,
}

impl<V: Value> Argument for Dense<V> {
    type Declared = DeclaredDense<Array<V>>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory) -> Result<Self::Declared, MemoryFault> {
        let Self { rows, columns, stride, .. } = self;
        Ok(DeclaredDense { rows, columns, stride, data: memory.read(self.data, extent(rows, columns, stride), OperandCode::Data)? })
    }
}

impl<V: Value> Declared for DeclaredDense<Array<V>> {
    type View<'a> = lacuna::Dense<'a, V>;
    #[inline(always)]
    unsafe fn view<'a>(self) -> Result<Self::View<'a>, Refusal> {
        // SAFETY: the contract.
        Ok(lacuna::Dense::with_stride(self.rows, self.columns, self.stride, unsafe { self.data.slice() })?)
    }
}

impl<V: Value> Argument for DenseMut<V> {
    type Declared = DeclaredDense<ArrayMut<V>>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory) -> Result<Self::Declared, MemoryFault> {
        let Self { rows, columns, stride, .. } = self;
        Ok(DeclaredDense { rows, columns, stride, data: memory.write(self.data, extent(rows, columns, stride), OperandCode::Data)? })
    }
}

impl<V: Value> Declared for DeclaredDense<ArrayMut<V>> {
    type View<'a> = lacuna::DenseMut<'a, V>;
    #[inline(always)]
    unsafe fn view<'a>(self) -> Result<Self::View<'a>, Refusal> {
        // SAFETY: the contract.
        Ok(lacuna::DenseMut::with_stride(self.rows, self.columns, self.stride, unsafe { self.data.slice() })?)
    }
}

/// A row_sparse array, read or written.
pub(crate) struct DeclaredRowSparse<I, Data> {
    rows: usize,
    row_length: usize,
    first_row: usize,
    trusted: bool,
    indices: Array<I>,
    data: Data,
}

impl<V: Value, I: Index> Argument for RowSparse<V, I> {
    type Declared = DeclaredRowSparse<I, Array<V>>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory) -> Result<Self::Declared, MemoryFault> {
        let Self { rows, row_length, stored_rows, first_row, .. } = self;
        Ok(DeclaredRowSparse {
            rows,
            row_length,
            first_row,
            trusted: choice(self.trusted, 1)? == 1,
            indices: memory.read(self.indices, stored_rows, OperandCode::Indices)?,
            data: memory.read(self.data, product(stored_rows, row_length), OperandCode::Data)?,
        })
    }
}

impl<V: Value, I: Index> Declared for DeclaredRowSparse<I, Array<V>> {
    type View<'a> = lacuna::RowSparse<'a, V, I>;
    #[inline(always)]
    unsafe fn view<'a>(self) -> Result<Self::View<'a>, Refusal> {
        let Self { rows, row_length, first_row, .. } = self;
        // SAFETY: the contract.
        let (indices, data) = unsafe { (self.indices.slice(), self.data.slice()) };
        let door = if self.trusted { lacuna::RowSparse::trusted } else { lacuna::RowSparse::new };
        let all = door(rows_with_first(first_row, rows)?, row_length, indices, data)?;
        Ok(if first_row == 0 { all } else { all.row_range(first_row..first_row + rows)? })
    }
}

impl<V: Value, I: Index> Argument for RowSparseMut<V, I> {
    type Declared = DeclaredRowSparse<I, ArrayMut<V>>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory) -> Result<Self::Declared, MemoryFault> {
        let Self { rows, row_length, stored_rows, first_row, .. } = self;
        Ok(DeclaredRowSparse {
            rows,
            row_length,
            first_row,
            trusted: choice(self.trusted, 1)? == 1,
            indices: memory.read(self.indices, stored_rows, OperandCode::Indices)?,
            data: memory.write(self.data, product(stored_rows, row_length), OperandCode::Data)?,
        })
    }
}

impl<V: Value, I: Index> Declared for DeclaredRowSparse<I, ArrayMut<V>> {
    type View<'a> = lacuna::RowSparseMut<'a, V, I>;
    #[inline(always)]
    unsafe fn view<'a>(self) -> Result<Self::View<'a>, Refusal> {
        let Self { rows, row_length, first_row, .. } = self;
        // SAFETY: the contract.
        let (indices, data) = unsafe { (self.indices.slice(), self.data.slice()) };
        let door = if self.trusted { lacuna::RowSparseMut::trusted } else { lacuna::RowSparseMut::new };
        let all = door(rows_with_first(first_row, rows)?, row_length, indices, data)?;
        Ok(if first_row == 0 { all } else { all.split_rows_at(first_row).1 })
    }
}

/// A weight or a state.
pub(crate) enum DeclaredRows<V, I> {
    Dense(DeclaredDense<ArrayMut<V>>),
    RowSparse(DeclaredRowSparse<I, ArrayMut<V>>),
}

impl<V: Value, I: Index> Argument for RowsMut<V, I> {
    type Declared = DeclaredRows<V, I>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory) -> Result<Self::Declared, MemoryFault> {
        let Self { rows, row_length, stride, stored_rows, first_row, indices, data, trusted, .. } = self;
        if choice(self.storage, Storage::RowSparse as u32)? == Storage::Dense as u32 {
            return Ok(DeclaredRows::Dense(DenseMut { rows, columns: row_length, stride, data }.declare(memory)?));
        }
        let row_sparse = RowSparseMut { rows, row_length, stored_rows, first_row, indices, data, trusted };
        Ok(DeclaredRows::RowSparse(row_sparse.declare(memory)?))
    }
}

impl<V: Value, I: Index> Declared for DeclaredRows<V, I> {
    type View<'a> = lacuna::RowsMut<'a, V, I>;
    #[inline(always)]
    unsafe fn view<'a>(self) -> Result<Self::View<'a>, Refusal> {
        Ok(match self {
            // SAFETY: passed on.
            Self::Dense(dense) => unsafe { dense.view() }?.into(),
            // SAFETY: passed on.
            Self::RowSparse(row_sparse) => unsafe { row_sparse.view() }?.into(),
        })
    }
}

/// A plan.
pub(crate) struct DeclaredPlan<I> {
    shape: PlanShape,
    first_row: usize,
    trusted: bool,
    ids: Array<I>,
    segments: Array<I>,
    rows: Array<I>,
    entries: Array<I>,
}

impl<I: Index> Argument for Plan<I> {
    type Declared = DeclaredPlan<I>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory) -> Result<Self::Declared, MemoryFault> {
        let Self { stored_rows, terms, values, operand_rows, output_rows, first_row, .. } = self;
        Ok(DeclaredPlan {
            shape: PlanShape { values, operand_rows, output_rows },
            first_row,
            trusted: choice(self.trusted, 1)? == 1,
            ids: memory.read(self.ids, stored_rows, OperandCode::Ids)?,
            segments: memory.read(self.segments, stored_rows.saturating_add(1), OperandCode::Plan)?,
            rows: memory.read(self.rows, terms, OperandCode::Plan)?,
            entries: memory.read(self.entries, terms, OperandCode::Plan)?,
        })
    }
}

impl<I: Index> Declared for DeclaredPlan<I> {
    type View<'a> = lacuna::rows::SegmentPlan<'a, I>;
    #[inline(always)]
    unsafe fn view<'a>(self) -> Result<Self::View<'a>, Refusal> {
        let Self { shape, first_row, .. } = self;
        // SAFETY: the contract.
        let (ids, segments) = unsafe { (self.ids.slice(), self.segments.slice()) };
        // SAFETY: the contract.
        let (rows, entries) = unsafe { (self.rows.slice(), self.entries.slice()) };
        let door = if self.trusted { lacuna::rows::SegmentPlan::trusted } else { lacuna::rows::SegmentPlan::new };
        let all_rows = rows_with_first(first_row, shape.output_rows)?;
        let all = door(ids, segments, rows, entries, PlanShape { output_rows: all_rows, ..shape })?;
        Ok(if first_row == 0 { all } else { all.row_range(first_row..all_rows)? })
    }
}

impl<I: Index> From<lacuna::rows::SegmentPlan<'_, I>> for Plan<I> {
    fn from(plan: lacuna::rows::SegmentPlan<'_, I>) -> Self {
        let PlanShape { values, operand_rows, output_rows } = plan.shape();
        Self {
            stored_rows: plan.stored_rows(),
            terms: plan.terms(),
            values,
            operand_rows,
            output_rows,
            first_row: plan.first_row(),
            ids: plan.ids().as_ptr(),
            segments: plan.segments().as_ptr(),
            rows: plan.rows().as_ptr(),
            entries: plan.entries().as_ptr(),
            trusted: 1,
        }
    }
}

impl<V: Value, I: Index> From<lacuna::Csr<'_, V, I>> for Csr<V, I> {
    fn from(csr: lacuna::Csr<'_, V, I>) -> Self {
        Self {
            rows: csr.rows(),
            columns: csr.columns(),
            nnz: csr.nnz(),
            indptr: csr.indptr().as_ptr(),
            indices: csr.indices().as_ptr(),
            values: csr.values().as_ptr(),
            trusted: 1,
        }
    }
}

impl<V: Value, I: Index> From<lacuna::CsrMut<'_, V, I>> for CsrMut<V, I> {
    fn from(mut csr: lacuna::CsrMut<'_, V, I>) -> Self {
        Self {
            rows: csr.rows(),
            columns: csr.columns(),
            nnz: csr.nnz(),
            indptr: csr.indptr().as_ptr(),
            indices: csr.indices_mut().as_mut_ptr(),
            values: csr.values_mut().as_mut_ptr(),
            trusted: 1,
        }
    }
}

impl<V: Value, I: Index> From<lacuna::RowSparse<'_, V, I>> for RowSparse<V, I> {
    fn from(row_sparse: lacuna::RowSparse<'_, V, I>) -> Self {
        Self {
            rows: row_sparse.rows(),
            row_length: row_sparse.row_length(),
            stored_rows: row_sparse.stored_rows(),
            first_row: row_sparse.first_row(),
            indices: row_sparse.indices().as_ptr(),
            data: row_sparse.data().as_ptr(),
            trusted: 1,
        }
    }
}

impl<V: Value, I: Index> From<lacuna::RowSparseMut<'_, V, I>> for RowSparseMut<V, I> {
    fn from(mut row_sparse: lacuna::RowSparseMut<'_, V, I>) -> Self {
        Self {
            rows: row_sparse.rows(),
            row_length: row_sparse.row_length(),
            stored_rows: row_sparse.stored_rows(),
            first_row: row_sparse.first_row(),
            indices: row_sparse.indices().as_ptr(),
            data: row_sparse.data_mut().as_mut_ptr(),
            trusted: 1,
        }
    }
}

/// Where a plan is written.
pub(crate) struct DeclaredBuffers<I> {
    ids: ArrayMut<I>,
    segments: ArrayMut<I>,
    rows: ArrayMut<I>,
    entries: ArrayMut<I>,
}

impl<I: Index> Argument for PlanBuffers<I> {
    type Declared = DeclaredBuffers<I>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory) -> Result<Self::Declared, MemoryFault> {
        Ok(DeclaredBuffers {
            ids: memory.write(self.ids, self.ids_length, OperandCode::Ids)?,
            segments: memory.write(self.segments, self.segments_length, OperandCode::Plan)?,
            rows: memory.write(self.rows, self.rows_length, OperandCode::Plan)?,
            entries: memory.write(self.entries, self.entries_length, OperandCode::Plan)?,
        })
    }
}

impl<I: Index> Declared for DeclaredBuffers<I> {
    type View<'a> = lacuna::rows::PlanBuffers<'a, I>;
    #[inline(always)]
    unsafe fn view<'a>(self) -> Result<Self::View<'a>, Refusal> {
        // SAFETY: the contract.
        let (ids, segments) = unsafe { (self.ids.slice(), self.segments.slice()) };
        // SAFETY: the contract.
        let (rows, entries) = unsafe { (self.rows.slice(), self.entries.slice()) };
        Ok(lacuna::rows::PlanBuffers { ids, segments, rows, entries })
    }
}

/// Hyper-parameters name no arrays.
impl<V: Value> Argument for Sgd<V> {
    type Declared = lacuna::optim::Sgd<V>;
    #[inline(always)]
    fn declare(self, _memory: &mut Memory) -> Result<Self::Declared, MemoryFault> {
        let Self { learning_rate, weight_decay, rescale_gradient, clip_gradient, .. } = self;
        let standard = choice(self.update, Update::Standard as u32)? == Update::Standard as u32;
        Ok(lacuna::optim::Sgd {
            learning_rate,
            weight_decay,
            rescale_gradient,
            clip_gradient: (choice(self.clips, 1)? == 1).then_some(clip_gradient),
            update: if standard { lacuna::optim::Update::Standard } else { lacuna::optim::Update::Lazy },
        })
    }
}

impl<V: Value> Declared for lacuna::optim::Sgd<V> {
    type View<'a> = Self;
    #[inline(always)]
    unsafe fn view<'a>(self) -> Result<Self::View<'a>, Refusal> {
        Ok(self)
    }
}

impl<V: Value> Argument for SgdMomentum<V> {
    type Declared = lacuna::optim::SgdMomentum<V>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory) -> Result<Self::Declared, MemoryFault> {
        Ok(lacuna::optim::SgdMomentum { sgd: self.sgd.declare(memory)?, momentum: self.momentum })
    }
}

impl<V: Value> Declared for lacuna::optim::SgdMomentum<V> {
    type View<'a> = Self;
    #[inline(always)]
    unsafe fn view<'a>(self) -> Result<Self::View<'a>, Refusal> {
        Ok(self)
    }
}

/// A list of elements.
pub(crate) struct List<T>(pub(crate) *const T, pub(crate) usize, pub(crate) OperandCode);

impl<T: 'static> Argument for List<T> {
    type Declared = Array<T>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory) -> Result<Self::Declared, MemoryFault> {
        memory.read(self.0, self.1, self.2)
    }
}

impl<T: 'static> Declared for Array<T> {
    type View<'a> = &'a [T];
    #[inline(always)]
    unsafe fn view<'a>(self) -> Result<Self::View<'a>, Refusal> {
        // SAFETY: the contract.
        Ok(unsafe { self.slice() })
    }
}

/// A list of elements that are written.
pub(crate) struct ListMut<T>(pub(crate) *mut T, pub(crate) usize, pub(crate) OperandCode);

impl<T: 'static> Argument for ListMut<T> {
    type Declared = ArrayMut<T>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory) -> Result<Self::Declared, MemoryFault> {
        memory.write(self.0, self.1, self.2)
    }
}

impl<T: 'static> Declared for ArrayMut<T> {
    type View<'a> = &'a mut [T];
    #[inline(always)]
    unsafe fn view<'a>(self) -> Result<Self::View<'a>, Refusal> {
        // SAFETY: the contract.
        Ok(unsafe { self.slice() })
    }
}

/// A number, or a struct, that a call answers with.
pub(crate) struct Out<'a, T>(&'a mut MaybeUninit<T>);

impl<T> Out<'_, T> {
    pub(crate) fn set(self, value: impl Into<T>) {
        self.0.write(value.into());
    }
}

/// The place of an answer.
pub(crate) struct Place<T>(pub(crate) *mut T);

impl<T: 'static> Argument for Place<T> {
    type Declared = Place<T>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory) -> Result<Self::Declared, MemoryFault> {
        memory.write(self.0, 1, OperandCode::Output)?;
        Ok(self)
    }
}

impl<T: 'static> Declared for Place<T> {
    type View<'a> = Out<'a, T>;
    #[inline(always)]
    unsafe fn view<'a>(self) -> Result<Self::View<'a>, Refusal> {
        // SAFETY: there, aligned and apart from all arrays, as it was declared; memory for a `T` by the contract.
        Ok(Out(unsafe { &mut *self.0.cast() }))
    }
}

/// A number.
impl Argument for usize {
    type Declared = usize;
    #[inline(always)]
    fn declare(self, _memory: &mut Memory) -> Result<Self::Declared, MemoryFault> {
        Ok(self)
    }
}

impl Declared for usize {
    type View<'a> = usize;
    #[inline(always)]
    unsafe fn view<'a>(self) -> Result<Self::View<'a>, Refusal> {
        Ok(self)
    }
}

/// Scratch of so many bytes.
pub(crate) struct ScratchBytes(pub(crate) *mut Scratch, pub(crate) usize);

impl Argument for ScratchBytes {
    type Declared = ArrayMut<u8>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory) -> Result<Self::Declared, MemoryFault> {
        memory.write(self.0.cast(), self.1, OperandCode::Scratch)
    }
}

#[inline(always)]
fn aligned<T>(scratch: &mut [u8]) -> Result<*mut T, Refusal> {
    let pointer = scratch.as_mut_ptr().cast::<T>();
    if scratch.is_empty() || pointer.is_aligned() {
        return Ok(pointer);
    }
    let (expected, found) = (align_of::<T>(), pointer.addr() % align_of::<T>());
    Err(MemoryFault { status: Status::MisalignedPointer, operand: OperandCode::Scratch, expected, found }.into())
}

/// Scratch as keys of a sort.
#[inline(always)]
fn keys<K: SortKey>(scratch: &mut [u8]) -> Result<&mut [K], Refusal> {
    let (pointer, length) = (aligned::<K>(scratch)?, scratch.len() / size_of::<K>());
    if length == 0 {
        return Ok(&mut []);
    }
    // SAFETY: aligned, inside the scratch, which is borrowed; keys are integers, so any bits will do.
    Ok(unsafe { slice::from_raw_parts_mut(pointer, length) })
}

/// Calls `make` with the scratch as keys. Where these are too few, the error counts in bytes.
#[inline(always)]
pub(crate) fn with_keys<K: SortKey, T>(scratch: &mut [u8], make: impl FnOnce(&mut [K]) -> Result<T, KernelError>) -> Result<T, Refusal> {
    let found = scratch.len();
    make(keys(scratch)?).map_err(|error| match error {
        KernelError::Capacity { operand: Operand::Scratch, needed, .. } => {
            KernelError::Capacity { operand: Operand::Scratch, needed: product(needed, size_of::<K>()), found }.into()
        }
        other => other.into(),
    })
}

/// A list of row_sparse arrays.
pub(crate) struct RowSparseList<V, I>(pub(crate) *const RowSparse<V, I>, pub(crate) usize);

/// The same, declared.
pub(crate) struct DeclaredRowSparseList<V, I>(Array<RowSparse<V, I>>);

impl<V: Value, I: Index> Argument for RowSparseList<V, I> {
    type Declared = DeclaredRowSparseList<V, I>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory) -> Result<Self::Declared, MemoryFault> {
        Ok(DeclaredRowSparseList(memory.read(self.0, self.1, OperandCode::Input)?))
    }
}

impl<V: Value, I: Index> Declared for DeclaredRowSparseList<V, I> {
    type View<'a> = RowSparseStructs<'a, V, I>;
    #[inline(always)]
    unsafe fn declare_last(&self, memory: &mut Memory) -> Result<(), MemoryFault> {
        // SAFETY: the contract.
        for input in unsafe { self.0.slice() } {
            choice(input.trusted, 1)?;
            memory.read_last(input.indices, input.stored_rows, OperandCode::Indices)?;
            memory.read_last(input.data, product(input.stored_rows, input.row_length), OperandCode::Data)?;
        }
        Ok(())
    }
    #[inline(always)]
    unsafe fn view<'a>(self) -> Result<Self::View<'a>, Refusal> {
        // SAFETY: the contract.
        Ok(RowSparseStructs(unsafe { self.0.slice() }))
    }
}

/// The structs of a list, all of which have been declared: only `view` makes one.
pub(crate) struct RowSparseStructs<'a, V, I>(&'a [RowSparse<V, I>]);

/// Bytes of scratch for one array of a list, and its cursor.
pub(crate) const LIST_SCRATCH: usize = size_of::<lacuna::RowSparse<f32, i32>>() + size_of::<usize>();

impl<'a, V: Value, I: Index> RowSparseStructs<'a, V, I> {
    /// Makes the views in the scratch, and a cursor for each.
    #[allow(clippy::type_complexity)]
    pub(crate) fn views<'s>(self, scratch: &'s mut [u8]) -> Result<(&'s [lacuna::RowSparse<'a, V, I>], &'s mut [usize]), Refusal> {
        const { assert!(size_of::<lacuna::RowSparse<V, I>>() + size_of::<usize>() == LIST_SCRATCH) };
        let count = self.0.len();
        let needed = product(count, LIST_SCRATCH);
        if scratch.len() < needed {
            return Err(KernelError::Capacity { operand: Operand::Scratch, needed, found: scratch.len() }.into());
        }
        if count == 0 {
            return Ok((&[], &mut []));
        }
        let views = aligned::<MaybeUninit<lacuna::RowSparse<'a, V, I>>>(scratch)?;
        // SAFETY: inside the scratch, as its length has been checked.
        let cursors = unsafe { views.add(count) }.cast::<usize>();
        // SAFETY: two ranges of the borrowed scratch, one after the other, that holds both; views may be uninitialised, cursors are integers.
        let (views, cursors) = unsafe { (slice::from_raw_parts_mut(views, count), slice::from_raw_parts_mut(cursors, count)) };
        for (place, input) in views.iter_mut().zip(self.0) {
            let declared = input.declare(&mut Memory::new::<u8>(core::ptr::null())?)?;
            // SAFETY: the contract, for 'a; the arrays have been declared by `declare_last`.
            place.write(unsafe { declared.view() }?);
        }
        // SAFETY: all have just been written.
        Ok((unsafe { views.assume_init_ref() }, cursors))
    }
}
