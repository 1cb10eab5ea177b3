//! From pointers and lengths to views: the only part of this crate with `unsafe`.
//!
//! Every function of the C ABI has one contract. The caller promises that
//!
//! - every pointer that is not null points to the struct that its type names, or to an array of at least the stated length, in one allocation;
//! - nobody writes to any of it during the call, and nobody reads what the call writes.
//!
//! Everything else is checked: that pointers are there and aligned, that lengths fit the address space, that arrays which are written lie apart from all others, that
//! choices are known, that formats and shapes are right. What is found wrong becomes a status, with nothing written but the numbers of the error.
#![allow(unsafe_code)]
mod arguments;
mod export;
mod memory;
pub mod scratch;
pub mod text;

pub(crate) use arguments::{LIST_SCRATCH, List, ListMut, Place, RowSparseList, ScratchBytes, with_keys};
pub use export::{Function, Kind};
pub(crate) use export::{argument_type, exports, parameters, take};

use crate::status::{ErrorNumbers, MemoryFault, OperandCode, Refusal, Status};
use memory::{ErrorPlace, Memory};

/// One argument, or the struct that a pointer of an argument names.
pub(crate) trait Argument {
    /// Its arrays, declared.
    type Declared: Declared;

    /// Names the arrays. Nothing in them is read.
    fn declare(self, memory: &mut Memory) -> Result<Self::Declared, MemoryFault>;
}

/// An argument whose arrays are there.
pub(crate) trait Declared {
    /// What the kernel gets.
    type View<'a>;

    /// Declares arrays that wait until all that is written has been declared.
    ///
    /// # Safety
    /// The contract of this module.
    #[inline(always)]
    unsafe fn declare_last(&self, _memory: &mut Memory) -> Result<(), MemoryFault> {
        Ok(())
    }

    /// Checks what the arrays hold.
    ///
    /// # Safety
    /// The contract of this module, for `'a`; and all arguments of the call have been declared.
    unsafe fn view<'a>(self) -> Result<Self::View<'a>, Refusal>;
}

/// A call while its arguments are taken.
pub(crate) struct Call {
    memory: Memory,
    /// The argument in work, from 1; 0 where none is.
    argument: u32,
}

impl Call {
    /// Begins with the first argument.
    #[inline(always)]
    pub(crate) const fn restart(&mut self) {
        self.argument = 0;
    }

    /// Begins the work itself: what is refused from here on is the fault of no argument alone, but where there is only one.
    #[inline(always)]
    pub(crate) const fn work(&mut self, arguments: usize) {
        self.argument = if arguments == 1 { 1 } else { 0 };
    }

    /// Copies the struct that the next argument points to, and declares its arrays.
    ///
    /// # Safety
    /// The contract of this module.
    #[inline(always)]
    pub(crate) unsafe fn take_struct<A: Argument + Copy>(&mut self, pointer: *const A) -> Result<A::Declared, Refusal> {
        self.argument += 1;
        let fault = |status, expected, found| MemoryFault { status, operand: OperandCode::None, expected, found };
        if pointer.is_null() {
            return Err(fault(Status::NullPointer, 1, 0).into());
        }
        if !pointer.is_aligned() {
            return Err(fault(Status::MisalignedPointer, align_of::<A>(), pointer.addr() % align_of::<A>()).into());
        }
        // SAFETY: there and aligned; that it is an `A` is the caller's promise.
        let argument = unsafe { *pointer };
        Ok(argument.declare(&mut self.memory)?)
    }

    /// Declares the arrays of the next argument, which takes `parameters` parameters of the function.
    #[inline(always)]
    pub(crate) fn take<A: Argument>(&mut self, argument: A, parameters: u32) -> Result<A::Declared, Refusal> {
        self.argument += 1;
        let declared = argument.declare(&mut self.memory)?;
        self.argument += parameters - 1;
        Ok(declared)
    }

    /// # Safety
    /// The contract of this module.
    #[inline(always)]
    pub(crate) unsafe fn take_last(&mut self, declared: &impl Declared, parameters: u32) -> Result<(), Refusal> {
        self.argument += 1;
        // SAFETY: passed on.
        unsafe { declared.declare_last(&mut self.memory) }?;
        self.argument += parameters - 1;
        Ok(())
    }

    /// # Safety
    /// The contract of this module, for `'a`; and all arguments of the call have been declared.
    #[inline(always)]
    pub(crate) unsafe fn view<'a, D: Declared>(&mut self, declared: D, parameters: u32) -> Result<D::View<'a>, Refusal> {
        self.argument += 1;
        // SAFETY: passed on.
        let view = unsafe { declared.view() }?;
        self.argument += parameters - 1;
        Ok(view)
    }
}

/// Runs a call: its status is returned, and the numbers of a refusal go to `error`, if that is not null.
///
/// # Safety
/// The contract of this module for `error`; `body` keeps it for everything else.
#[inline(always)]
pub(crate) unsafe fn run(error: *mut ErrorNumbers, body: impl FnOnce(&mut Call) -> Result<(), Refusal>) -> Status {
    let place = match ErrorPlace::new(error) {
        Ok(place) => place,
        // There is no place for the numbers.
        Err(fault) => return fault.status,
    };
    let mut call = Call { memory: Memory::new(place), argument: 0 };
    match body(&mut call) {
        Ok(()) => Status::Ok,
        Err(refusal) => {
            let numbers = refused(refusal, call.argument);
            if !error.is_null() && !call.memory.error_met() {
                // SAFETY: aligned, as `ErrorPlace::new` has found, and apart from every array; that it is there is the caller's promise.
                unsafe { error.write(numbers) };
            }
            Status::from_number(numbers.status).unwrap_or(Status::Other)
        }
    }
}

#[cold]
#[inline(never)]
fn refused(refusal: Refusal, argument: u32) -> ErrorNumbers {
    ErrorNumbers::of(refusal, argument)
}
