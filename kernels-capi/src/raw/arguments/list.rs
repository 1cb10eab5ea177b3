//! Lists of numbers, places of answers, and plain sizes.
use crate::raw::memory::{Memory, slice, slice_mut};
use crate::raw::{Argument, Refused, Report, Viewed};
use crate::status::OperandCode;
use crate::types;
use core::ffi::c_void;
use core::mem::MaybeUninit;
use lacuna::Number;

/// Which type the elements of a list have.
#[derive(Clone, Copy)]
pub(crate) enum Of {
    Values,
    Indices,
}

/// A list of elements, read.
#[derive(Clone, Copy)]
pub(crate) struct List(pub(crate) *const types::Array, pub(crate) Of, pub(crate) OperandCode);

impl Argument for List {
    unsafe fn declare(&self, memory: &mut Memory<'_>) -> Result<(), Refused> {
        // SAFETY: passed on.
        let &types::Array { element_type, length, data } = unsafe { memory.at(self.0) }?;
        match self.1 {
            Of::Values => memory.of_values(element_type).and_then(|()| memory.read_values(data, length, self.2)),
            Of::Indices => memory.of_indices(element_type).and_then(|()| memory.read_indices(data, length, self.2)),
        }
    }
}

impl List {
    /// # Safety
    /// The list has been declared, `T` is the type of its elements, and the contract of [`raw`](crate::raw).
    #[inline(always)]
    pub(crate) unsafe fn elements<'a, T>(self) -> &'a [T] {
        // SAFETY: declared.
        let types::Array { length, data, .. } = unsafe { *self.0 };
        // SAFETY: the caller's promise.
        unsafe { slice(data, length) }
    }
}

impl<V: 'static, I> Viewed<V, I> for List {
    type View<'a> = &'a [V];
    unsafe fn view<'a>(&self, _: &mut Report) -> Result<Self::View<'a>, Refused> {
        // SAFETY: passed on.
        Ok(unsafe { self.elements() })
    }
}

/// A list of elements that are written.
#[derive(Clone, Copy)]
pub(crate) struct ListMut(pub(crate) *const types::ArrayMut, pub(crate) Of, pub(crate) OperandCode);

impl Argument for ListMut {
    unsafe fn declare(&self, memory: &mut Memory<'_>) -> Result<(), Refused> {
        // SAFETY: passed on.
        let &types::ArrayMut { element_type, length, data } = unsafe { memory.at(self.0) }?;
        match self.1 {
            Of::Values => memory.of_values(element_type).and_then(|()| memory.write_values(data, length, self.2)),
            Of::Indices => memory.of_indices(element_type).and_then(|()| memory.write_indices(data, length, self.2)),
        }
    }
}

impl ListMut {
    /// # Safety
    /// As [`List::elements`]; and nothing else refers to them.
    #[inline(always)]
    pub(crate) unsafe fn elements<'a, T>(self) -> &'a mut [T] {
        // SAFETY: declared.
        let types::ArrayMut { length, data, .. } = unsafe { *self.0 };
        // SAFETY: the caller's promise.
        unsafe { slice_mut(data, length) }
    }
}

/// A list of the second type of a call.
impl<V, I: 'static> Viewed<V, I> for ListMut {
    type View<'a> = &'a mut [I];
    unsafe fn view<'a>(&self, _: &mut Report) -> Result<Self::View<'a>, Refused> {
        // SAFETY: passed on.
        Ok(unsafe { self.elements() })
    }
}

/// A list of sizes that are written.
#[derive(Clone, Copy)]
pub(crate) struct Sizes(pub(crate) *mut usize, pub(crate) usize);

impl Argument for Sizes {
    unsafe fn declare(&self, memory: &mut Memory<'_>) -> Result<(), Refused> {
        memory.write(self.0, self.1, OperandCode::Output)
    }
}

impl<V, I> Viewed<V, I> for Sizes {
    type View<'a> = &'a mut [usize];
    unsafe fn view<'a>(&self, _: &mut Report) -> Result<Self::View<'a>, Refused> {
        // SAFETY: the contract.
        Ok(unsafe { slice_mut(self.0.cast(), self.1) })
    }
}

/// The address of one value: functions take nothing but pointers and sizes.
#[derive(Clone, Copy)]
pub(crate) struct Scalar(pub(crate) *const c_void);

impl Argument for Scalar {
    unsafe fn declare(&self, memory: &mut Memory<'_>) -> Result<(), Refused> {
        memory.read_values(self.0, 1, OperandCode::Values)
    }
}

impl<V: Number, I> Viewed<V, I> for Scalar {
    type View<'a> = V;
    unsafe fn view<'a>(&self, _: &mut Report) -> Result<Self::View<'a>, Refused> {
        // SAFETY: the contract; one value has been declared.
        Ok(unsafe { *self.0.cast() })
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

impl<T> Clone for Place<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Place<T> {}

impl<T> Place<T> {
    /// # Safety
    /// The place has been declared, and the contract of [`raw`](crate::raw).
    pub(crate) unsafe fn set(self, value: T) {
        // SAFETY: there, aligned and apart from all arrays, as it was declared; memory for a `T` by the contract.
        unsafe { self.0.write(value) };
    }
}

impl<T> Argument for Place<T> {
    unsafe fn declare(&self, memory: &mut Memory<'_>) -> Result<(), Refused> {
        memory.write(self.0, 1, OperandCode::Output)
    }
}

impl<V, I, T: 'static> Viewed<V, I> for Place<T> {
    type View<'a> = Out<'a, T>;
    unsafe fn view<'a>(&self, _: &mut Report) -> Result<Self::View<'a>, Refused> {
        // SAFETY: there, aligned and apart from all arrays, as it was declared; memory for a `T` by the contract.
        Ok(Out(unsafe { &mut *self.0.cast() }))
    }
}

/// A number.
impl Argument for usize {
    unsafe fn declare(&self, _: &mut Memory<'_>) -> Result<(), Refused> {
        Ok(())
    }
}

impl<V, I> Viewed<V, I> for usize {
    type View<'a> = usize;
    unsafe fn view<'a>(&self, _: &mut Report) -> Result<Self::View<'a>, Refused> {
        Ok(*self)
    }
}
