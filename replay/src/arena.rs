//! Memory for the arguments of one call, taken from a slice of the caller.
use crate::Element;
use crate::reader::Array;
use core::fmt::{self, Display, Formatter};
use core::marker::PhantomData;

/// What an arena must be a multiple of: enough for every array and scratch of the C ABI.
pub const ARENA_ALIGNMENT: usize = 16;

/// Why a record cannot be replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The bytes are no record, or one of numbers that this processor cannot hold.
    Record,
    /// There is no function of this name, or its arguments are others.
    Function,
    /// The arena has no room for the arguments.
    Arena {
        /// Bytes that would have done.
        needed: usize,
        /// Bytes that it has.
        found: usize,
    },
}

impl Display for Fault {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Record => f.write_str("not a record of this version"),
            Self::Function => f.write_str("a function that this library does not have"),
            Self::Arena { needed, found } => write!(f, "the arena has {found} bytes, the call needs {needed}"),
        }
    }
}

impl core::error::Error for Fault {}

/// Hands out memory from the start of a slice, never the same twice.
pub(crate) struct Arena<'m> {
    start: *mut u8,
    capacity: usize,
    used: usize,
    memory: PhantomData<&'m mut [u128]>,
}

impl<'m> Arena<'m> {
    pub(crate) fn new(memory: &'m mut [u128]) -> Self {
        Self { start: memory.as_mut_ptr().cast(), capacity: size_of_val(memory), used: 0, memory: PhantomData }
    }

    /// So many bytes, aligned, and apart from all others.
    pub(crate) fn bytes(&mut self, length: usize) -> Result<*mut u8, Fault> {
        let end = length
            .checked_next_multiple_of(ARENA_ALIGNMENT)
            .and_then(|length| self.used.checked_add(length))
            .ok_or(Fault::Record)?;
        if end > self.capacity {
            return Err(Fault::Arena { needed: end, found: self.capacity });
        }
        // SAFETY: inside the memory, as has just been checked.
        let place = unsafe { self.start.add(self.used) };
        self.used = end;
        Ok(place)
    }

    /// A place that holds `value`.
    pub(crate) fn place<T: Copy>(&mut self, value: T) -> Result<*mut T, Fault> {
        const { assert!(align_of::<T>() <= ARENA_ALIGNMENT) };
        let place = self.bytes(size_of::<T>())?.cast::<T>();
        // SAFETY: a place of its own, of that size and aligned.
        unsafe { place.write(value) };
        Ok(place)
    }

    /// A copy of an array. One without elements is null.
    pub(crate) fn array(&mut self, array: &Array<'_>) -> Result<*mut u8, Fault> {
        if array.length == 0 {
            return Ok(core::ptr::null_mut());
        }
        let length = array.length.checked_mul(array.element.size()).ok_or(Fault::Record)?;
        let place = self.bytes(length)?;
        if array.element == Element::Size {
            for (k, chunk) in array.bytes.as_chunks().0.iter().enumerate() {
                let size = usize::try_from(u64::from_le_bytes(*chunk)).map_err(|_| Fault::Record)?;
                // SAFETY: inside the place, which has room for `array.length` sizes.
                unsafe { place.cast::<usize>().add(k).write(size) };
            }
        } else {
            // SAFETY: as many bytes as the place has, and apart from it.
            unsafe { place.copy_from_nonoverlapping(array.bytes.as_ptr(), length) };
        }
        Ok(place)
    }
}
