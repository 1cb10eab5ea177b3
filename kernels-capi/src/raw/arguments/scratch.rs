//! Scratch memory, and lists of arrays, whose views are made in it.
use super::product;
use crate::raw::memory::{Memory, slice, slice_mut};
use crate::raw::{Argument, Refused, Report, Viewed};
use crate::status::{MemoryFault, OperandCode, Refusal, Status};
use crate::types::RowSparse;
use core::ffi::c_void;
use core::mem::MaybeUninit;
use core::slice as slices;
use lacuna::call::Element;
use lacuna::error::Operand;
use lacuna::{Index, KernelError, Number};

/// Scratch of so many bytes.
#[derive(Clone, Copy)]
pub(crate) struct Scratch(pub(crate) *mut c_void, pub(crate) usize);

impl Argument for Scratch {
    unsafe fn declare(&self, memory: &mut Memory<'_>) -> Result<(), Refused> {
        memory.write(self.0.cast::<u8>(), self.1, OperandCode::Scratch)
    }
}

impl Scratch {
    /// # Safety
    /// It has been declared, and the contract of [`raw`](crate::raw).
    pub(crate) unsafe fn bytes<'a>(self) -> &'a mut [u8] {
        // SAFETY: the caller's promise.
        unsafe { slice_mut(self.0, self.1) }
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
    Ok(unsafe { slices::from_raw_parts_mut(pointer, length) })
}

/// A list of row_sparse arrays.
#[derive(Clone, Copy)]
pub(crate) struct RowSparseList(pub(crate) *const RowSparse, pub(crate) usize);

impl Argument for RowSparseList {
    unsafe fn declare(&self, memory: &mut Memory<'_>) -> Result<(), Refused> {
        memory.read(self.0, self.1, OperandCode::Input)
    }
}

/// Bytes of scratch for one array of a list, and its cursor.
pub(crate) const LIST_SCRATCH: usize = size_of::<lacuna::RowSparse<f32, i32>>() + size_of::<usize>();

impl RowSparseList {
    /// Declares the arrays of the list, when all that is written has been declared.
    ///
    /// # Safety
    /// The list has been declared, and the contract of [`raw`](crate::raw).
    pub(crate) unsafe fn declare_arrays(&self, memory: &mut Memory<'_>) -> Result<(), Refused> {
        // SAFETY: the caller's promise.
        let structs = unsafe { slice::<RowSparse>(self.0.cast(), self.1) };
        for &RowSparse { value_type, index_type, trusted, stored_rows, row_length, indices, data, .. } in structs {
            memory.of_values(value_type)?;
            memory.of_indices(index_type)?;
            memory.choice(trusted, 1)?;
            memory.read_last_indices(indices, stored_rows, OperandCode::Indices)?;
            memory.read_last_values(data, product(stored_rows, row_length), OperandCode::Data)?;
        }
        Ok(())
    }

    /// Makes the views in the scratch, and a cursor for each.
    ///
    /// # Safety
    /// The list and its arrays have been declared, and the contract of [`raw`](crate::raw).
    #[allow(clippy::type_complexity)]
    pub(crate) unsafe fn views<'a, 's, V: Number, I: Index>(
        self,
        number: u32,
        scratch: &'s mut [u8],
    ) -> Result<(&'s [lacuna::RowSparse<'a, V, I>], &'s mut [usize]), Refusal> {
        const { assert!(size_of::<lacuna::RowSparse<V, I>>() + size_of::<usize>() == LIST_SCRATCH) };
        // SAFETY: the caller's promise.
        let structs = unsafe { slice::<RowSparse>(self.0.cast(), self.1) };
        let count = structs.len();
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
        // SAFETY: two ranges of the borrowed scratch, one after the other, that holds both; views may be uninitialised,
        // cursors are integers.
        let (views, cursors) =
            unsafe { (slices::from_raw_parts_mut(views, count), slices::from_raw_parts_mut(cursors, count)) };
        let mut report = Report::new();
        for (place, input) in views.iter_mut().zip(structs) {
            // SAFETY: the contract, for 'a; the arrays have been declared.
            let view = unsafe { Viewed::<V, I>::view(input, &mut report) };
            place.write(view.map_err(|refused| Refusal::Told(report.numbers(&refused).of_argument(number)))?);
        }
        // SAFETY: all have just been written.
        Ok((unsafe { views.assume_init_ref() }, cursors))
    }
}
