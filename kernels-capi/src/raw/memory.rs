//! The arrays of a call, before anything in them is read: present, aligned, inside the address space, and apart where they are written.
use crate::status::{MemoryFault, OperandCode, Status};
use core::slice;

/// Addresses from `start` to before `end`.
#[derive(Clone, Copy)]
struct Span {
    start: usize,
    end: usize,
}

impl Span {
    const NONE: Self = Self { start: 0, end: 0 };

    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }
}

/// More than any call has.
const MOST: usize = 16;

/// The memory that a call reads and writes, as far as it has been declared.
pub(crate) struct Memory {
    /// Where the numbers of an error go.
    error: Span,
    error_met: bool,
    reads: [Span; MOST],
    read_count: usize,
    writes: [Span; MOST],
    write_count: usize,
}

/// An array that has passed every check that needs no look into it. Only [`Memory`] makes one that is not empty.
pub(crate) struct Array<T> {
    pointer: *const T,
    length: usize,
}

/// An array to be written, likewise.
pub(crate) struct ArrayMut<T> {
    pointer: *mut T,
    length: usize,
}

/// Refuses what cannot be a pointer to `length` elements.
#[inline(always)]
fn span<T>(pointer: *const T, length: usize, operand: OperandCode) -> Result<Span, MemoryFault> {
    let fault = |status, expected, found| Err(MemoryFault { status, operand, expected, found });
    if length == 0 {
        return Ok(Span::NONE);
    }
    let start = pointer.addr();
    if start == 0 {
        return fault(Status::NullPointer, length, 0);
    }
    if !pointer.is_aligned() {
        return fault(Status::MisalignedPointer, align_of::<T>(), start % align_of::<T>());
    }
    let end = length.checked_mul(size_of::<T>()).filter(|&bytes| bytes <= isize::MAX as usize).and_then(|bytes| start.checked_add(bytes));
    match end {
        Some(end) => Ok(Span { start, end }),
        None => fault(Status::LengthOverflow, isize::MAX as usize / size_of::<T>(), length),
    }
}

/// Refuses a span that meets one of the others, or is known to meet one.
#[inline(always)]
fn apart(span: Span, others: &[Span], met: bool, operand: OperandCode) -> Result<(), MemoryFault> {
    if met || others.iter().any(|other| span.meets(*other)) {
        return Err(MemoryFault { status: Status::Overlap, operand, expected: 0, found: 0 });
    }
    Ok(())
}

impl Memory {
    /// Starts with the place of the error's numbers, which may be null.
    #[inline(always)]
    pub(crate) fn new<T>(error: *const T) -> Result<Self, MemoryFault> {
        let error = span(error, usize::from(!error.is_null()), OperandCode::None)?;
        Ok(Self { error, error_met: false, reads: [Span::NONE; MOST], read_count: 0, writes: [Span::NONE; MOST], write_count: 0 })
    }

    /// True if an array lies where the numbers of the error would go.
    #[inline(always)]
    pub(crate) const fn error_met(&self) -> bool {
        self.error_met
    }

    #[inline(always)]
    fn apart_from_writes(&mut self, span: Span, operand: OperandCode) -> Result<(), MemoryFault> {
        self.error_met |= span.meets(self.error);
        apart(span, &self.writes[..self.write_count], self.error_met, operand)
    }

    /// Declares an array that is read.
    #[inline(always)]
    pub(crate) fn read<T>(&mut self, pointer: *const T, length: usize, operand: OperandCode) -> Result<Array<T>, MemoryFault> {
        let span = span(pointer, length, operand)?;
        self.apart_from_writes(span, operand)?;
        if let Some(place) = self.reads.get_mut(self.read_count) {
            *place = span;
            self.read_count += 1;
        }
        Ok(Array { pointer, length })
    }

    /// Declares an array that is read when all that is written has been declared: it takes no place in this list, so there may be any number of these.
    #[inline(always)]
    pub(crate) fn read_last<T>(&mut self, pointer: *const T, length: usize, operand: OperandCode) -> Result<Array<T>, MemoryFault> {
        self.apart_from_writes(span(pointer, length, operand)?, operand)?;
        Ok(Array { pointer, length })
    }

    /// Declares an array that is written.
    #[inline(always)]
    pub(crate) fn write<T>(&mut self, pointer: *mut T, length: usize, operand: OperandCode) -> Result<ArrayMut<T>, MemoryFault> {
        let span = span(pointer, length, operand)?;
        self.apart_from_writes(span, operand)?;
        apart(span, &self.reads[..self.read_count], false, operand)?;
        if let Some(place) = self.writes.get_mut(self.write_count) {
            *place = span;
            self.write_count += 1;
        }
        Ok(ArrayMut { pointer, length })
    }
}

impl<T> Array<T> {
    /// # Safety
    /// For `'a`, all elements are initialised, and nobody writes them.
    #[inline(always)]
    pub(crate) unsafe fn slice<'a>(&self) -> &'a [T] {
        if self.length == 0 {
            return &[];
        }
        // SAFETY: present, aligned and inside the address space, as `span` has found; the rest is the caller's promise.
        unsafe { slice::from_raw_parts(self.pointer, self.length) }
    }
}

impl<T> ArrayMut<T> {
    /// # Safety
    /// For `'a`, all elements are the call's alone.
    #[inline(always)]
    pub(crate) unsafe fn slice<'a>(self) -> &'a mut [T] {
        if self.length == 0 {
            return &mut [];
        }
        // SAFETY: present, aligned, inside the address space and apart from every other array of the call; the rest is the caller's promise.
        unsafe { slice::from_raw_parts_mut(self.pointer, self.length) }
    }
}
