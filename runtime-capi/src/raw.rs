//! Pointers of the caller, and the only `unsafe` of the crate but the functions themselves.
//!
//! The caller guarantees that a pointer that is not null points to the stated length, and that nobody else writes that
//! memory during the call.
use crate::failure::Failure;
use std::ffi::{CStr, c_char};
use std::slice;

fn expect<T>(pointer: *const T, name: &str) -> Result<(), Failure> {
    if pointer.is_null() {
        return Err(Failure::Argument(format!("{name} is null")));
    }
    if !pointer.is_aligned() {
        return Err(Failure::Argument(format!("{name} is not aligned for {} bytes", align_of::<T>())));
    }
    Ok(())
}

fn expect_length<T>(length: usize, name: &str) -> Result<(), Failure> {
    match length.checked_mul(size_of::<T>()) {
        Some(bytes) if isize::try_from(bytes).is_ok() => Ok(()),
        _ => Err(Failure::Argument(format!("{name} has {length} numbers, more than memory"))),
    }
}

/// Numbers that are read.
///
/// # Safety
/// The rules of this module.
pub(crate) unsafe fn array<'a, T>(pointer: *const T, length: usize, name: &str) -> Result<&'a [T], Failure> {
    if length == 0 {
        return Ok(&[]);
    }
    expect(pointer, name)?;
    expect_length::<T>(length, name)?;
    // SAFETY: neither null nor unaligned; the caller says that so much is there.
    Ok(unsafe { slice::from_raw_parts(pointer, length) })
}

/// Numbers that are there or not.
///
/// # Safety
/// The rules of this module.
pub(crate) unsafe fn optional<'a, T>(pointer: *const T, length: usize, name: &str) -> Result<Option<&'a [T]>, Failure> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: as the caller's.
    unsafe { array(pointer, length, name) }.map(Some)
}

/// Numbers that are written.
///
/// # Safety
/// The rules of this module.
pub(crate) unsafe fn array_mut<'a, T>(pointer: *mut T, length: usize, name: &str) -> Result<&'a mut [T], Failure> {
    if length == 0 {
        return Ok(&mut []);
    }
    expect(pointer, name)?;
    expect_length::<T>(length, name)?;
    // SAFETY: neither null nor unaligned; the caller says that so much is there, and that it is nobody else's.
    Ok(unsafe { slice::from_raw_parts_mut(pointer, length) })
}

/// What is read.
///
/// # Safety
/// The rules of this module.
pub(crate) unsafe fn one<'a, T>(pointer: *const T, name: &str) -> Result<&'a T, Failure> {
    expect(pointer, name)?;
    // SAFETY: neither null nor unaligned; the caller says that it is there.
    Ok(unsafe { &*pointer })
}

/// What is written.
///
/// # Safety
/// The rules of this module.
pub(crate) unsafe fn one_mut<'a, T>(pointer: *mut T, name: &str) -> Result<&'a mut T, Failure> {
    expect(pointer, name)?;
    // SAFETY: neither null nor unaligned; the caller says that it is there, and nobody else's.
    Ok(unsafe { &mut *pointer })
}

/// A text that ends with a zero.
///
/// # Safety
/// The rules of this module.
pub(crate) unsafe fn text<'a>(pointer: *const c_char, name: &str) -> Result<&'a str, Failure> {
    expect(pointer, name)?;
    // SAFETY: not null; the caller says that a zero ends it.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|_| Failure::Argument(format!("{name} is not UTF-8")))
}

/// Gives a new handle to the caller.
///
/// # Safety
/// The rules of this module.
pub(crate) unsafe fn give<T>(handle: T, out: *mut *mut T, name: &str) -> Result<(), Failure> {
    // SAFETY: as the caller's.
    *unsafe { one_mut(out, name) }? = Box::into_raw(Box::new(handle));
    Ok(())
}

/// Drops a handle, if it is one.
///
/// # Safety
/// It was [given](give), and is not used any more.
pub(crate) unsafe fn free<T>(handle: *mut T) {
    if !handle.is_null() {
        // SAFETY: it comes from `give`, and the caller gives it back.
        drop(unsafe { Box::from_raw(handle) });
    }
}

/// Frees words that were leaked.
///
/// # Safety
/// They are all of a boxed slice.
pub(crate) unsafe fn free_words(words: &'static mut [u64]) {
    // SAFETY: as the caller's; the reference ends here.
    drop(unsafe { Box::from_raw(words) });
}
