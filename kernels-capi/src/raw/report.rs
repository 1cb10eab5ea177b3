//! Refusals, written down where they are found: what a call returns on the way is only that there was one.
//!
//! A call has dozens of places where it may be refused. That each has a few instructions, and the rest stands here
//! once, makes calls small and fast.
use super::memory::Layout;
use crate::status::{ErrorNumbers, MemoryFault, OperandCode, Refusal, Status};
use core::ffi::c_void;
use core::mem::MaybeUninit;

/// The numbers of a refusal, as soon as there is one.
pub(crate) struct Report(MaybeUninit<ErrorNumbers>);

/// A refusal that has been written down: only a [`Report`] makes one.
#[derive(Debug)]
pub(crate) struct Refused(());

impl Report {
    #[inline(always)]
    pub(crate) const fn new() -> Self {
        Self(MaybeUninit::uninit())
    }

    /// The status of a refusal.
    #[cold]
    #[inline(never)]
    pub(super) fn status(&self, refused: &Refused) -> Status {
        Status::from_number(self.numbers(refused).status).unwrap_or(Status::Other)
    }

    /// The same, and writes the numbers, if there is a place for them.
    ///
    /// # Safety
    /// `place` is null, or the place of such numbers.
    #[cold]
    #[inline(never)]
    pub(super) unsafe fn tell(&self, refused: &Refused, argument: u32, place: *mut ErrorNumbers) -> Status {
        if !place.is_null() {
            // SAFETY: the caller's promise.
            unsafe { place.write(self.numbers(refused).of_argument(argument)) };
        }
        self.status(refused)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn refuse(&mut self, refusal: Refusal) -> Refused {
        self.0.write(ErrorNumbers::of(refusal));
        Refused(())
    }

    /// Writes down an error, if there is one.
    #[inline(always)]
    pub(crate) fn told<T, E: Into<Refusal>>(&mut self, result: Result<T, E>) -> Result<T, Refused> {
        result.map_err(|error| self.refuse(error.into()))
    }

    /// What has been written down.
    pub(crate) const fn numbers(&self, _refused: &Refused) -> ErrorNumbers {
        // SAFETY: whoever has made a `Refused` has written them.
        unsafe { self.0.assume_init() }
    }

    fn memory(&mut self, status: Status, operand: OperandCode, expected: usize, found: usize) -> Refused {
        self.refuse(MemoryFault { status, operand, expected, found }.into())
    }

    /// What is wrong with a struct.
    #[cold]
    #[inline(never)]
    pub(super) fn no_struct<T>(&mut self, pointer: *const T) -> Refused {
        self.no_array(pointer.cast(), 1, Layout::of::<T>(), OperandCode::None)
    }

    /// What is wrong with an array.
    #[cold]
    #[inline(never)]
    pub(super) fn no_array(
        &mut self,
        pointer: *const c_void,
        length: usize,
        element: Layout,
        operand: OperandCode,
    ) -> Refused {
        let Layout { size, alignment } = element;
        let (start, most) = (pointer.addr(), isize::MAX as usize / size);
        if start == 0 {
            self.memory(Status::NullPointer, operand, length, 0)
        } else if !start.is_multiple_of(alignment) {
            self.memory(Status::MisalignedPointer, operand, alignment, start % alignment)
        } else {
            self.memory(Status::LengthOverflow, operand, most, length)
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn overlap(
        &mut self,
        operand: OperandCode,
        (other_argument, other_operand): (u32, OperandCode),
    ) -> Refused {
        self.refuse(Refusal::Told(ErrorNumbers {
            operand: operand as u32,
            other_argument,
            other_operand: other_operand as u32,
            ..ErrorNumbers::new(Status::Overlap)
        }))
    }

    #[cold]
    #[inline(never)]
    pub(super) fn too_many(&mut self, operand: OperandCode) -> Refused {
        self.memory(Status::TooManyArrays, operand, super::MOST_ARRAYS, super::MOST_ARRAYS + 1)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn no_choice(&mut self, found: u32, highest: u32) -> Refused {
        self.memory(Status::InvalidChoice, OperandCode::None, highest as usize, found as usize)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn no_type(&mut self, found: u32, expected: u32) -> Refused {
        self.memory(Status::Type, OperandCode::None, expected as usize, found as usize)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn not_built(&mut self, found: u32) -> Refused {
        self.memory(Status::NotBuilt, OperandCode::None, 0, found as usize)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn too_long(&mut self, rows: usize) -> Refused {
        self.memory(Status::LengthOverflow, OperandCode::None, usize::MAX, rows)
    }
}
