//! Lists of numbers, places of answers, and plain sizes.
use crate::raw::memory::{Array, ArrayMut, Memory};
use crate::raw::{Argument, Declared, Refused, Report};
use crate::status::OperandCode;
use crate::types;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use lacuna::call::Element;

/// A list of elements, of a struct that is one.
pub(crate) struct List<T>(pub(crate) types::Array, pub(crate) OperandCode, pub(crate) PhantomData<T>);

impl<T: Element> Argument for List<T> {
    type Declared = Array<T>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory<'_>) -> Result<Self::Declared, Refused> {
        if matches!(self.1, OperandCode::Values) {
            memory.of_values::<T>(self.0.element_type)?;
        } else {
            memory.of_indices::<T>(self.0.element_type)?;
        }
        memory.read(self.0.data.cast(), self.0.length, self.1)
    }
}

impl<T: 'static> Declared for Array<T> {
    type View<'a> = &'a [T];
    #[inline(always)]
    unsafe fn view<'a>(self, _report: &mut Report) -> Result<Self::View<'a>, Refused> {
        // SAFETY: the contract.
        Ok(unsafe { self.slice() })
    }
}

/// A list of elements that are written.
pub(crate) struct ListMut<T>(pub(crate) types::ArrayMut, pub(crate) OperandCode, pub(crate) PhantomData<T>);

impl<T: Element> Argument for ListMut<T> {
    type Declared = ArrayMut<T>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory<'_>) -> Result<Self::Declared, Refused> {
        if matches!(self.1, OperandCode::Values) {
            memory.of_values::<T>(self.0.element_type)?;
        } else {
            memory.of_indices::<T>(self.0.element_type)?;
        }
        memory.write(self.0.data.cast(), self.0.length, self.1)
    }
}

/// A list of sizes that are written.
pub(crate) struct Sizes(pub(crate) *mut usize, pub(crate) usize);

impl Argument for Sizes {
    type Declared = ArrayMut<usize>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory<'_>) -> Result<Self::Declared, Refused> {
        memory.write(self.0, self.1, OperandCode::Output)
    }
}

impl<T: 'static> Declared for ArrayMut<T> {
    type View<'a> = &'a mut [T];
    #[inline(always)]
    unsafe fn view<'a>(self, _report: &mut Report) -> Result<Self::View<'a>, Refused> {
        // SAFETY: the contract.
        Ok(unsafe { self.slice() })
    }
}

/// The address of one value: functions take nothing but pointers and sizes.
pub(crate) struct Scalar<V>(pub(crate) *const V);

/// A value that is there.
pub(crate) struct OneValue<V>(Array<V>);

impl<V: Copy + 'static> Argument for Scalar<V> {
    type Declared = OneValue<V>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory<'_>) -> Result<Self::Declared, Refused> {
        memory.read(self.0, 1, OperandCode::Values).map(OneValue)
    }
}

impl<V: Copy + 'static> Declared for OneValue<V> {
    type View<'a> = V;
    #[inline(always)]
    unsafe fn view<'a>(self, _report: &mut Report) -> Result<Self::View<'a>, Refused> {
        // SAFETY: the contract; an array of one element.
        Ok(unsafe { *self.0.slice().as_ptr() })
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

impl<T> Place<T> {
    /// # Safety
    /// The place has been declared, and the contract of [`raw`](crate::raw).
    pub(crate) unsafe fn set(self, value: T) {
        // SAFETY: there, aligned and apart from all arrays, as it was declared; memory for a `T` by the contract.
        unsafe { self.0.write(value) };
    }
}

impl<T: 'static> Argument for Place<T> {
    type Declared = Place<T>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory<'_>) -> Result<Self::Declared, Refused> {
        memory.write(self.0, 1, OperandCode::Output)?;
        Ok(self)
    }
}

impl<T: 'static> Declared for Place<T> {
    type View<'a> = Out<'a, T>;
    #[inline(always)]
    unsafe fn view<'a>(self, _report: &mut Report) -> Result<Self::View<'a>, Refused> {
        // SAFETY: there, aligned and apart from all arrays, as it was declared; memory for a `T` by the contract.
        Ok(Out(unsafe { &mut *self.0.cast() }))
    }
}

/// A number.
impl Argument for usize {
    type Declared = usize;
    #[inline(always)]
    fn declare(self, _memory: &mut Memory<'_>) -> Result<Self::Declared, Refused> {
        Ok(self)
    }
}

impl Declared for usize {
    type View<'a> = usize;
    #[inline(always)]
    unsafe fn view<'a>(self, _report: &mut Report) -> Result<Self::View<'a>, Refused> {
        Ok(self)
    }
}
