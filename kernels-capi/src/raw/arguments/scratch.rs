//! Scratch memory, and lists of arrays, whose views are made in it.
use super::product;
use crate::raw::memory::{Array, ArrayMut, ErrorPlace, Lists, Memory};
use crate::raw::{Argument, Declared, Refused, Report, Typed};
use crate::status::{MemoryFault, OperandCode, Refusal, Status};
use crate::types::RowSparse;
use core::ffi::c_void;
use core::mem::MaybeUninit;
use core::slice;
use lacuna::call::Element;
use lacuna::error::Operand;
use lacuna::{Index, KernelError, Number};

/// Scratch of so many bytes.
pub(crate) struct ScratchBytes(pub(crate) *mut c_void, pub(crate) usize);

impl Argument for ScratchBytes {
    type Declared = ArrayMut<u8>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory<'_>) -> Result<Self::Declared, Refused> {
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

#[inline(always)]
pub(crate) fn integers<T: Element>(scratch: &mut [u8]) -> Result<&mut [T], Refusal> {
    let (pointer, length) = (aligned::<T>(scratch)?, scratch.len() / size_of::<T>());
    if length == 0 {
        return Ok(&mut []);
    }
    // SAFETY: aligned, inside the scratch, which is borrowed; any bits are a number.
    Ok(unsafe { slice::from_raw_parts_mut(pointer, length) })
}

/// A list of row_sparse arrays.
pub(crate) struct RowSparseList<V, I>(pub(crate) *const Typed<RowSparse, V, I>, pub(crate) usize);

/// The same, declared.
pub(crate) struct DeclaredRowSparseList<V, I>(Array<Typed<RowSparse, V, I>>);

impl<V: Number, I: Index> Argument for RowSparseList<V, I> {
    type Declared = DeclaredRowSparseList<V, I>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory<'_>) -> Result<Self::Declared, Refused> {
        Ok(DeclaredRowSparseList(memory.read(self.0, self.1, OperandCode::Input)?))
    }
}

impl<V: Number, I: Index> Declared for DeclaredRowSparseList<V, I> {
    type View<'a> = RowSparseStructs<'a, V, I>;
    #[inline(always)]
    unsafe fn declare_last(&self, memory: &mut Memory<'_>) -> Result<(), Refused> {
        // SAFETY: the contract.
        for input in unsafe { self.0.slice() } {
            let RowSparse { value_type, index_type, trusted, stored_rows, row_length, indices, data, .. } = input.of;
            memory.of_values::<V>(value_type)?;
            memory.of_indices::<I>(index_type)?;
            memory.choice(trusted, 1)?;
            memory.read_last::<I>(indices.cast(), stored_rows, OperandCode::Indices)?;
            memory.read_last::<V>(data.cast(), product(stored_rows, row_length), OperandCode::Data)?;
        }
        Ok(())
    }
    #[inline(always)]
    unsafe fn view<'a>(self, _report: &mut Report) -> Result<Self::View<'a>, Refused> {
        // SAFETY: the contract.
        Ok(RowSparseStructs(unsafe { self.0.slice() }))
    }
}

/// The structs of a list, all of which have been declared: only `view` makes one.
pub(crate) struct RowSparseStructs<'a, V, I>(&'a [Typed<RowSparse, V, I>]);

/// Bytes of scratch for one array of a list, and its cursor.
pub(crate) const LIST_SCRATCH: usize = size_of::<lacuna::RowSparse<f32, i32>>() + size_of::<usize>();

impl<'a, V: Number, I: Index> RowSparseStructs<'a, V, I> {
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
            let (mut report, mut lists) = (Report::new(), Lists::new());
            let declared = input.declare(&mut Memory::new(ErrorPlace::NONE, crate::raw::Named::BOTH, &mut report, &mut lists));
            // SAFETY: the contract, for 'a; the arrays have been declared by `declare_last`.
            let view = declared.and_then(|declared| unsafe { declared.view(&mut report) });
            place.write(view.map_err(|refused| Refusal::Told(report.numbers(&refused)))?);
        }
        // SAFETY: all have just been written.
        Ok((unsafe { views.assume_init_ref() }, cursors))
    }
}
