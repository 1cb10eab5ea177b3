//! The arrays of a call, before anything in them is read: present, aligned, inside the address space, and apart where they are written.
use super::report::{Refused, Report};
use super::typed::Named;
use crate::status::OperandCode;
use crate::types::Type;
use core::mem::MaybeUninit;
use core::slice;
use lacuna::call::{Element, ElementType};

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

/// As many arrays as a call can read, and as it can write with the place of the error's numbers.
pub const MOST_ARRAYS: usize = 32;

/// A list of spans. Its memory is written only as it grows: to clear all of it would take a small call longer than its work.
struct Spans {
    spans: MaybeUninit<[Span; MOST_ARRAYS]>,
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
    fn add(&mut self, span: Span) -> bool {
        if self.count == MOST_ARRAYS {
            return false;
        }
        // SAFETY: inside of the array.
        unsafe { self.spans.as_mut_ptr().cast::<Span>().add(self.count).write(span) };
        self.count += 1;
        true
    }

    #[inline(always)]
    fn meet(&self, span: Span) -> bool {
        // SAFETY: `add` has written the first `count` spans.
        (0..self.count).any(|place| span.meets(unsafe { self.spans.as_ptr().cast::<Span>().add(place).read() }))
    }
}

/// Where the numbers of an error go.
#[derive(Clone, Copy)]
pub(crate) struct ErrorPlace(Span);

impl ErrorPlace {
    pub(crate) const NONE: Self = Self(Span::NONE);

    /// A pointer, which may be null.
    #[inline(always)]
    pub(crate) fn new<T>(pointer: *const T, report: &mut Report) -> Result<Self, Refused> {
        Ok(Self(span(pointer, usize::from(!pointer.is_null()), OperandCode::None, report)?))
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
    named: Named,
    reads: &'r mut Spans,
    /// The first is the place of the error's numbers.
    writes: &'r mut Spans,
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
fn span<T>(pointer: *const T, length: usize, operand: OperandCode, report: &mut Report) -> Result<Span, Refused> {
    if length == 0 {
        return Ok(Span::NONE);
    }
    let (start, most) = (pointer.addr(), isize::MAX as usize / size_of::<T>());
    // A length that is too large gives a wrong end, which is not looked at.
    let (end, overflows) = start.overflowing_add(length.wrapping_mul(size_of::<T>()));
    if start == 0 || !pointer.is_aligned() || length > most || overflows {
        return Err(report.no_array(pointer, length, operand));
    }
    Ok(Span { start, end })
}

impl<'r> Memory<'r> {
    #[inline(always)]
    pub(crate) fn new(error: ErrorPlace, named: Named, report: &'r mut Report, lists: &'r mut Lists) -> Self {
        let writes = Spans::begin(&mut lists.writes);
        writes.add(error.0);
        Self { report, error, error_met: false, named, reads: Spans::begin(&mut lists.reads), writes }
    }

    /// Refuses a number that is above the highest of its choices.
    #[inline(always)]
    pub(crate) fn choice(&mut self, found: u32, highest: u32) -> Result<u32, Refused> {
        if found <= highest { Ok(found) } else { Err(self.report.no_choice(found, highest)) }
    }

    /// Refuses a type of values that is not `V`.
    #[inline(always)]
    pub(crate) fn of_values<V: Element>(&mut self, found: u32) -> Result<(), Refused> {
        let expected = type_of::<V>() as u32;
        if found == expected { Ok(()) } else { Err(self.report.no_type(found, if self.named.value { expected } else { 0 })) }
    }

    /// Refuses a type of indices that is not `I`.
    #[inline(always)]
    pub(crate) fn of_indices<I: Element>(&mut self, found: u32) -> Result<(), Refused> {
        let expected = type_of::<I>() as u32;
        if found == expected { Ok(()) } else { Err(self.report.no_type(found, if self.named.index { expected } else { 0 })) }
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

    #[inline(always)]
    fn apart_from_writes(&mut self, span: Span, operand: OperandCode) -> Result<(), Refused> {
        if self.writes.meet(span) {
            self.error_met = span.meets(self.error.0);
            return Err(self.report.overlap(operand));
        }
        Ok(())
    }

    /// Declares an array that is read.
    #[inline(always)]
    pub(crate) fn read<T>(&mut self, pointer: *const T, length: usize, operand: OperandCode) -> Result<Array<T>, Refused> {
        let span = span(pointer, length, operand, self.report)?;
        self.apart_from_writes(span, operand)?;
        // An array that cannot be remembered cannot be distinguished from later ones.
        if self.reads.add(span) { Ok(Array { pointer, length }) } else { Err(self.report.too_many(operand)) }
    }

    /// Declares an array that is read when all that is written has been declared: it takes no place in this list, so there may be any number of these.
    #[inline(always)]
    pub(crate) fn read_last<T>(&mut self, pointer: *const T, length: usize, operand: OperandCode) -> Result<Array<T>, Refused> {
        let span = span(pointer, length, operand, self.report)?;
        self.apart_from_writes(span, operand)?;
        Ok(Array { pointer, length })
    }

    /// Declares an array that is written.
    #[inline(always)]
    pub(crate) fn write<T>(&mut self, pointer: *mut T, length: usize, operand: OperandCode) -> Result<ArrayMut<T>, Refused> {
        let span = span(pointer, length, operand, self.report)?;
        self.apart_from_writes(span, operand)?;
        if self.reads.meet(span) {
            return Err(self.report.overlap(operand));
        }
        if self.writes.add(span) { Ok(ArrayMut { pointer, length }) } else { Err(self.report.too_many(operand)) }
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
    /// The same array once more. Only one of both may be looked into at a time.
    pub(crate) const fn again(&self) -> Self {
        Self { pointer: self.pointer, length: self.length }
    }

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

/// The type as C names it.
pub(crate) const fn type_of<T: Element>() -> Type {
    code(T::ELEMENT)
}

/// The same, of a type that is known when a call runs. (Of those of scratch, which no struct names, any.)
pub(crate) const fn code(element: ElementType) -> Type {
    match element {
        ElementType::F32 => Type::F32,
        ElementType::F64 => Type::F64,
        #[cfg(feature = "half")]
        ElementType::F16 => Type::F16,
        #[cfg(feature = "half")]
        ElementType::Bf16 => Type::Bf16,
        ElementType::I8 => Type::I8,
        ElementType::U8 => Type::U8,
        ElementType::I32 => Type::I32,
        ElementType::I64 => Type::I64,
        _ => Type::U32,
    }
}
