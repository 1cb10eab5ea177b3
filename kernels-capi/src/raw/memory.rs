//! The arrays of a call, before anything in them is read: present, aligned, inside the address space, and apart where
//! they are written.
use super::report::{Refused, Report};
use super::typed::Types;
use crate::status::OperandCode;
use crate::types::Type;
use core::ffi::c_void;
use core::mem::MaybeUninit;
use core::slice::{from_raw_parts, from_raw_parts_mut};

/// Addresses from `start` to before `end`.
#[derive(Clone, Copy)]
struct Span {
    start: usize,
    end: usize,
}

/// A span, and whose it is.
#[derive(Clone, Copy)]
struct Declared {
    span: Span,
    /// The argument, from 1; 0 for the place of the error's numbers.
    argument: u32,
    operand: OperandCode,
}

impl Span {
    const NONE: Self = Self { start: 0, end: 0 };

    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }
}

/// As many arrays and structs as a call can read, and arrays as it can write with the place of the error's numbers.
pub const MOST_ARRAYS: usize = 32;

/// A list of spans. Its memory is written only as it grows: to clear all of it would take a small call longer than its
/// work.
struct Spans {
    spans: MaybeUninit<[Declared; MOST_ARRAYS]>,
    count: usize,
}

impl Spans {
    /// An empty list, in its place: one that is moved there would be copied whole.
    #[inline(always)]
    fn begin(place: &mut MaybeUninit<Self>) -> &mut Self {
        // SAFETY: the count is written, and spans may be anything.
        unsafe {
            (&raw mut (*place.as_mut_ptr()).count).write(0);
            place.assume_init_mut()
        }
    }

    /// False if there is no place left.
    #[inline(always)]
    fn add(&mut self, declared: Declared) -> bool {
        if self.count == MOST_ARRAYS {
            return false;
        }
        // SAFETY: inside of the array.
        unsafe { self.spans.as_mut_ptr().cast::<Declared>().add(self.count).write(declared) };
        self.count += 1;
        true
    }

    #[inline(always)]
    fn at(&self, place: usize) -> &Declared {
        // SAFETY: `add` has written the first `count` spans.
        unsafe { &*self.spans.as_ptr().cast::<Declared>().add(place) }
    }

    #[inline(always)]
    fn meet(&self, span: Span) -> bool {
        (0..self.count).any(|place| span.meets(self.at(place).span))
    }

    /// The first that shares memory with this.
    fn met(&self, span: Span) -> Option<Declared> {
        (0..self.count).map(|place| *self.at(place)).find(|declared| span.meets(declared.span))
    }
}

/// Where the numbers of an error go.
#[derive(Clone, Copy)]
pub(crate) struct ErrorPlace(Span);

impl ErrorPlace {
    /// A pointer, which may be null.
    #[inline(always)]
    pub(crate) fn new<T>(pointer: *const T, report: &mut Report) -> Result<Self, Refused> {
        Ok(Self(span(pointer.cast(), usize::from(!pointer.is_null()), Layout::of::<T>(), OperandCode::None, report)?))
    }
}

/// Where a call's lists lie.
pub(crate) struct Lists {
    reads: MaybeUninit<Spans>,
    writes: MaybeUninit<Spans>,
}

impl Lists {
    #[inline(always)]
    pub(crate) const fn new() -> Self {
        Self { reads: MaybeUninit::uninit(), writes: MaybeUninit::uninit() }
    }
}

/// The memory that a call reads and writes, as far as it has been declared.
pub(crate) struct Memory<'r> {
    report: &'r mut Report,
    error: ErrorPlace,
    error_met: bool,
    /// The argument in work, from 1; 0 where none is.
    pub(super) argument: u32,
    types: Types,
    reads: &'r mut Spans,
    /// The first is the place of the error's numbers.
    writes: &'r mut Spans,
}

/// Bytes of an element, and what its address is a multiple of.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    pub(super) size: usize,
    pub(super) alignment: usize,
}

impl Layout {
    #[inline(always)]
    pub(super) const fn of<T>() -> Self {
        Self { size: size_of::<T>(), alignment: align_of::<T>() }
    }

    #[inline(always)]
    const fn of_numbers(of: Type) -> Self {
        match of {
            Type::I8 | Type::U8 => Self::of::<u8>(),
            Type::F16 | Type::Bf16 => Self::of::<u16>(),
            Type::F32 | Type::I32 | Type::U32 => Self::of::<u32>(),
            Type::F64 | Type::I64 => Self::of::<u64>(),
        }
    }
}

/// Refuses what cannot be a pointer to `length` elements.
#[inline(always)]
fn span(
    pointer: *const c_void,
    length: usize,
    element: Layout,
    operand: OperandCode,
    report: &mut Report,
) -> Result<Span, Refused> {
    if length == 0 {
        return Ok(Span::NONE);
    }
    // An alignment is a power of two.
    let (start, misaligned) = (pointer.addr(), pointer.addr() & (element.alignment - 1) != 0);
    let (bytes, too_long) = length.overflowing_mul(element.size);
    let (end, overflows) = start.overflowing_add(bytes);
    if start == 0 || misaligned || too_long || bytes > isize::MAX as usize || overflows {
        return Err(report.no_array(pointer, length, element, operand));
    }
    Ok(Span { start, end })
}

impl<'r> Memory<'r> {
    #[inline(always)]
    pub(crate) fn new(error: ErrorPlace, types: Types, report: &'r mut Report, lists: &'r mut Lists) -> Self {
        let writes = Spans::begin(&mut lists.writes);
        writes.add(Declared { span: error.0, argument: 0, operand: OperandCode::None });
        let reads = Spans::begin(&mut lists.reads);
        Self { report, error, error_met: false, argument: 0, types, reads, writes }
    }

    #[inline(always)]
    pub(crate) const fn types(&self) -> Types {
        self.types
    }

    /// Refuses a number that is above the highest of its choices.
    #[inline(always)]
    pub(crate) fn choice(&mut self, found: u32, highest: u32) -> Result<u32, Refused> {
        if found <= highest { Ok(found) } else { Err(self.report.no_choice(found, highest)) }
    }

    /// Refuses a type of values that is not that of the call.
    #[inline(always)]
    pub(crate) fn of_values(&mut self, found: u32) -> Result<(), Refused> {
        let expected = self.types.value as u32;
        if found == expected {
            Ok(())
        } else {
            Err(self.report.no_type(found, if self.types.named.value { expected } else { 0 }))
        }
    }

    /// Refuses a type of indices that is not that of the call.
    #[inline(always)]
    pub(crate) fn of_indices(&mut self, found: u32) -> Result<(), Refused> {
        let expected = self.types.index as u32;
        if found == expected {
            Ok(())
        } else {
            Err(self.report.no_type(found, if self.types.named.index { expected } else { 0 }))
        }
    }

    #[inline(always)]
    pub(crate) const fn report(&mut self) -> &mut Report {
        self.report
    }

    /// True if an array lies where the numbers of the error would go.
    #[inline(always)]
    pub(crate) const fn error_met(&self) -> bool {
        self.error_met
    }

    /// The struct at a pointer, if it can be there. It is declared, so that the call writes nothing over it.
    ///
    /// # Safety
    /// The contract of [`raw`](super), for `'a`.
    #[inline(always)]
    pub(crate) unsafe fn at<'a, S>(&mut self, pointer: *const S) -> Result<&'a S, Refused> {
        if pointer.is_null() || !pointer.is_aligned() {
            return Err(self.report.no_struct(pointer));
        }
        let start = pointer.addr();
        self.remember_read(Span { start, end: start.saturating_add(size_of::<S>()) }, OperandCode::Struct)?;
        // SAFETY: there and aligned; that it is an `S` is the caller's promise.
        Ok(unsafe { &*pointer })
    }

    #[inline(always)]
    fn apart_from_writes(&mut self, span: Span, operand: OperandCode) -> Result<(), Refused> {
        if self.writes.meet(span) { Err(self.overlap(span, operand)) } else { Ok(()) }
    }

    /// What a span shares memory with that has been declared.
    #[cold]
    #[inline(never)]
    fn overlap(&mut self, span: Span, operand: OperandCode) -> Refused {
        self.error_met = span.meets(self.error.0);
        let other = self.writes.met(span).or_else(|| self.reads.met(span));
        let other = other.map_or((0, OperandCode::None), |Declared { argument, operand, .. }| (argument, operand));
        self.report.overlap(operand, other)
    }

    #[inline(always)]
    fn remember_read(&mut self, span: Span, operand: OperandCode) -> Result<(), Refused> {
        self.apart_from_writes(span, operand)?;
        // What cannot be remembered cannot be distinguished from later arrays.
        let declared = Declared { span, argument: self.argument, operand };
        if self.reads.add(declared) { Ok(()) } else { Err(self.report.too_many(operand)) }
    }

    #[inline]
    fn declare_read(
        &mut self,
        pointer: *const c_void,
        length: usize,
        element: Layout,
        operand: OperandCode,
    ) -> Result<(), Refused> {
        let span = span(pointer, length, element, operand, self.report)?;
        if length == 0 { Ok(()) } else { self.remember_read(span, operand) }
    }

    #[inline]
    fn declare_write(
        &mut self,
        pointer: *const c_void,
        length: usize,
        element: Layout,
        operand: OperandCode,
    ) -> Result<(), Refused> {
        let span = span(pointer, length, element, operand, self.report)?;
        if length == 0 {
            return Ok(());
        }
        if self.writes.meet(span) || self.reads.meet(span) {
            return Err(self.overlap(span, operand));
        }
        let declared = Declared { span, argument: self.argument, operand };
        if self.writes.add(declared) { Ok(()) } else { Err(self.report.too_many(operand)) }
    }

    /// Declares an array that is read.
    #[inline(always)]
    pub(crate) fn read<T>(&mut self, pointer: *const T, length: usize, operand: OperandCode) -> Result<(), Refused> {
        self.declare_read(pointer.cast(), length, Layout::of::<T>(), operand)
    }

    /// Declares values that are read.
    #[inline(always)]
    pub(crate) fn read_values(
        &mut self,
        pointer: *const c_void,
        length: usize,
        operand: OperandCode,
    ) -> Result<(), Refused> {
        self.declare_read(pointer, length, Layout::of_numbers(self.types.value), operand)
    }

    /// Declares indices that are read.
    #[inline(always)]
    pub(crate) fn read_indices(
        &mut self,
        pointer: *const c_void,
        length: usize,
        operand: OperandCode,
    ) -> Result<(), Refused> {
        self.declare_read(pointer, length, Layout::of_numbers(self.types.index), operand)
    }

    /// Declares values or indices that are read when all that is written has been declared: they take no place in this
    /// list, so there may be any number of these.
    #[inline]
    fn read_last(
        &mut self,
        pointer: *const c_void,
        length: usize,
        of: Type,
        operand: OperandCode,
    ) -> Result<(), Refused> {
        let span = span(pointer, length, Layout::of_numbers(of), operand, self.report)?;
        self.apart_from_writes(span, operand)
    }

    /// As [`read_values`](Self::read_values), of arrays of a list, when all that is written has been declared.
    pub(crate) fn read_last_values(
        &mut self,
        pointer: *const c_void,
        length: usize,
        operand: OperandCode,
    ) -> Result<(), Refused> {
        self.read_last(pointer, length, self.types.value, operand)
    }

    /// As [`read_indices`](Self::read_indices), likewise.
    pub(crate) fn read_last_indices(
        &mut self,
        pointer: *const c_void,
        length: usize,
        operand: OperandCode,
    ) -> Result<(), Refused> {
        self.read_last(pointer, length, self.types.index, operand)
    }

    /// Declares an array that is written.
    #[inline(always)]
    pub(crate) fn write<T>(&mut self, pointer: *mut T, length: usize, operand: OperandCode) -> Result<(), Refused> {
        self.declare_write(pointer.cast_const().cast(), length, Layout::of::<T>(), operand)
    }

    /// Declares values that are written.
    #[inline(always)]
    pub(crate) fn write_values(
        &mut self,
        pointer: *mut c_void,
        length: usize,
        operand: OperandCode,
    ) -> Result<(), Refused> {
        self.declare_write(pointer, length, Layout::of_numbers(self.types.value), operand)
    }

    /// Declares indices that are written.
    #[inline(always)]
    pub(crate) fn write_indices(
        &mut self,
        pointer: *mut c_void,
        length: usize,
        operand: OperandCode,
    ) -> Result<(), Refused> {
        self.declare_write(pointer, length, Layout::of_numbers(self.types.index), operand)
    }
}

/// The elements of an array.
///
/// # Safety
/// The array has been declared with this length and a type of the size of `T`; for `'a`, all elements are initialised,
/// and nobody writes them.
#[inline(always)]
pub(crate) unsafe fn slice<'a, T>(pointer: *const c_void, length: usize) -> &'a [T] {
    if length == 0 {
        return &[];
    }
    // SAFETY: present, aligned and inside the address space, as `span` has found; the rest is the caller's promise.
    unsafe { from_raw_parts(pointer.cast(), length) }
}

/// The elements of an array that is written.
///
/// # Safety
/// As [`slice`]; and for `'a`, all elements are the call's alone.
#[inline(always)]
pub(crate) unsafe fn slice_mut<'a, T>(pointer: *mut c_void, length: usize) -> &'a mut [T] {
    if length == 0 {
        return &mut [];
    }
    // SAFETY: present, aligned, inside the address space and apart from every other array of the call; the rest is the
    // caller's promise.
    unsafe { from_raw_parts_mut(pointer.cast(), length) }
}
