//! From pointers and lengths to views: the only part of this crate with `unsafe`, except for the call of `abort` in its
//! panic handler.
//!
//! Every function of the C ABI has one contract. The caller promises that
//!
//! - every pointer that is not null points to the struct that its type names, or to an array of at least the stated
//!   length, in one allocation;
//! - nobody writes to any of it during the call, and nobody reads what the call writes.
//!
//! Everything else is checked: that pointers are there and aligned, that lengths fit the address space, that arrays
//! which are written lie apart from all others, that choices are known, that formats and shapes are right. What is
//! found wrong becomes a status, with nothing written but the numbers of the error.
#![allow(unsafe_code)]
mod answer;
mod arguments;
mod blame;
mod drive;
mod export;
pub mod infer;
mod invoke;
mod memory;
mod report;
pub mod scratch;
#[cfg(feature = "threads")]
mod shared;
mod take;
#[cfg(test)]
mod tests;
pub mod text;
mod typed;
mod work;

pub(crate) use arguments::{LIST_SCRATCH, List, ListMut, Of, Place, Sizes, common};
pub(crate) use blame::{Blame, Named as NamedArgument};
pub use drive::Driven;
pub(crate) use drive::drive;
pub(crate) use export::{argument, argument_type, exports, kind, parameters, prefix, take_kind, typed};
pub use invoke::{MOST_WORDS, invoke};
pub use memory::MOST_ARRAYS;
pub(crate) use memory::{Lists, Memory};
#[cfg(feature = "threads")]
pub use shared::call_on;
pub(crate) use typed::{Types, no_types, type_of, types_of, types_of_two, with_index, with_number};

pub(crate) use report::{Refused, Report};
pub(crate) use take::{Hyper, Rules, Take, Takes, Word, rule};

use crate::status::{ErrorNumbers, Refusal, Status};
use crate::types::Type;
use memory::ErrorPlace;

/// A struct that names arrays.
pub(crate) trait Struct {
    /// Declares its arrays. Nothing in them is read.
    fn declare(&self, memory: &mut Memory<'_>) -> Result<(), Refused>;
}

/// An argument.
pub(crate) trait Argument {
    /// Declares its arrays, and those of the struct that it points to. Nothing in them is read.
    ///
    /// # Safety
    /// The contract of this module.
    unsafe fn declare(&self, memory: &mut Memory<'_>) -> Result<(), Refused>;
}

impl<S: Struct> Argument for *const S {
    unsafe fn declare(&self, memory: &mut Memory<'_>) -> Result<(), Refused> {
        // SAFETY: passed on.
        unsafe { memory.at(*self) }?.declare(memory)
    }
}

/// An argument, or the struct that it points to, whose arrays are of these types.
pub(crate) trait Viewed<V, I> {
    /// What the kernel gets.
    type View<'a>;

    /// Checks what the arrays hold.
    ///
    /// # Safety
    /// The contract of this module, for `'a`; and all arguments of the call have been declared, with these types.
    unsafe fn view<'a>(&self, report: &mut Report) -> Result<Self::View<'a>, Refused>;
}

impl<V, I, S: Viewed<V, I>> Viewed<V, I> for *const S {
    type View<'a> = S::View<'a>;
    #[inline(always)]
    unsafe fn view<'a>(&self, report: &mut Report) -> Result<Self::View<'a>, Refused> {
        // SAFETY: declared: there and aligned. The rest is passed on.
        unsafe { (**self).view(report) }
    }
}

/// A call while its arguments are taken.
pub(crate) struct Call<'r> {
    memory: Memory<'r>,
}

impl Call<'_> {
    /// Begins with the first argument.
    #[inline(always)]
    pub(crate) const fn restart(&mut self) {
        self.memory.argument = 0;
    }

    /// Does the work itself. What is refused there is about the argument that `blame` finds.
    #[inline(always)]
    pub(crate) fn work(
        &mut self,
        blame: impl FnOnce(&ErrorNumbers) -> u32,
        work: impl FnOnce() -> Result<(), Refusal>,
    ) -> Result<(), Refused> {
        self.memory.argument = 0;
        work().map_err(|refusal| {
            let numbers = ErrorNumbers::of(refusal);
            let argument = blame(&numbers);
            self.memory.report().refuse(Refusal::Told(numbers.of_argument(argument)))
        })
    }

    /// The refusal of types that a call does not support, or that the library does not have.
    #[cold]
    #[inline(never)]
    // With all types, each is there.
    #[allow(clippy::overly_complex_bool_expr, clippy::nonminimal_bool, clippy::needless_bool)]
    pub(crate) fn no_types(&mut self, types: Types) -> Refused {
        let has = |of: Type| match of {
            Type::F32 => cfg!(feature = "f32"),
            Type::F64 => cfg!(feature = "f64"),
            Type::F16 | Type::Bf16 => cfg!(feature = "half"),
            Type::I8 | Type::U8 | Type::I32 | Type::I64 | Type::U32 => cfg!(feature = "integers"),
        };
        let has_index = if matches!(types.index, Type::I64) { cfg!(feature = "i64") } else { cfg!(feature = "i32") };
        if has(types.value) && has_index {
            return self.memory.report().no_type(types.value as u32, 0);
        }
        let missing = if has(types.value) { types.index } else { types.value };
        self.memory.report().not_built(missing as u32)
    }

    /// Declares the arrays of the next argument, which takes `parameters` parameters of the function.
    ///
    /// # Safety
    /// The contract of this module.
    #[inline(always)]
    pub(crate) unsafe fn declare(&mut self, argument: &impl Argument, parameters: u32) -> Result<(), Refused> {
        self.memory.argument += 1;
        // SAFETY: passed on.
        unsafe { argument.declare(&mut self.memory) }?;
        self.memory.argument += parameters - 1;
        Ok(())
    }

    /// Declares the arrays of the next argument, a list.
    ///
    /// # Safety
    /// The list has been declared, and the contract of this module.
    unsafe fn declare_list(&mut self, list: arguments::RowSparseList) -> Result<(), Refused> {
        self.memory.argument += 1;
        // SAFETY: passed on.
        unsafe { list.declare_arrays(&mut self.memory) }?;
        self.memory.argument += 1;
        Ok(())
    }

    #[inline(always)]
    const fn types(&self) -> Types {
        self.memory.types()
    }

    /// Goes on to the next argument: this one, of so many parameters, is ready.
    pub(crate) const fn skip(&mut self, parameters: u32) {
        self.memory.argument += parameters;
    }

    /// The view of the next argument.
    ///
    /// # Safety
    /// The contract of this module, for `'a`; and all arguments of the call have been declared, with these types.
    #[inline(always)]
    pub(crate) unsafe fn view<'a, V, I, A: Viewed<V, I>>(
        &mut self,
        argument: &A,
        parameters: u32,
    ) -> Result<A::View<'a>, Refused> {
        self.memory.argument += 1;
        // SAFETY: passed on.
        let view = unsafe { argument.view(self.memory.report()) }?;
        self.memory.argument += parameters - 1;
        Ok(view)
    }
}

#[cfg(feature = "threads")]
impl Call<'_> {
    /// [`view`](Self::view) of a csr, which threads check if it is large.
    ///
    /// # Safety
    /// As there.
    unsafe fn csr_on<'a, V: lacuna::Number, I: lacuna::Index>(
        &mut self,
        csr: &crate::types::Csr,
        sharing: drive::Sharing<'_>,
    ) -> Result<lacuna::Csr<'a, V, I>, Refused> {
        if csr.nnz < sharing.least_work {
            // SAFETY: passed on.
            return unsafe { self.view::<V, I, _>(&core::ptr::from_ref(csr), 1) };
        }
        self.memory.argument += 1;
        // SAFETY: passed on.
        unsafe { csr.view_on(sharing.threads, self.memory.report()) }
    }
}

/// Runs a call: `declare` declares all arguments, and `work` does the rest. Its status is returned, and the numbers of a
/// refusal go to `error`, if that is not null and lies over nothing that was declared before.
///
/// # Safety
/// The contract of this module for `error`; `declare` and `work` keep it for everything else.
#[inline(always)]
pub(crate) unsafe fn run(
    error: *mut ErrorNumbers,
    types: Types,
    declare: impl FnOnce(&mut Call<'_>) -> Result<(), Refused>,
    work: impl FnOnce(&mut Call<'_>) -> Result<(), Refused>,
) -> Status {
    let mut report = Report::new();
    let place = match ErrorPlace::new(error, &mut report) {
        Ok(place) => place,
        // There is no place for the numbers.
        Err(refused) => return report.status(&refused),
    };
    let mut lists = Lists::new();
    let mut call = Call { memory: Memory::new(place, types, &mut report, &mut lists) };
    let done = declare(&mut call).and_then(|()| {
        call.restart();
        work(&mut call)
    });
    let Err(refused) = done else { return Status::Ok };
    let (argument, place) = (call.memory.argument, if call.memory.error_met() { core::ptr::null_mut() } else { error });
    // SAFETY: null, or aligned, as `ErrorPlace::new` has found, and apart from what was declared; that it is there is the
    // caller's promise.
    unsafe { report.tell(&refused, argument, place) }
}
