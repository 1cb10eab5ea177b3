//! Calls of more arrays than any function has yet.
use super::arguments::Scalar;
use super::{MOST_ARRAYS, Sizes, Types, run};
use crate::status::{ErrorNumbers, OperandCode, Status};
use crate::types::Type;

const UNTOUCHED: ErrorNumbers =
    ErrorNumbers { status: -5, argument: 5, operand: 5, fault: 5, row: 5, ..ErrorNumbers::NONE };

/// A call that reads and writes so many arrays of one element, the last of which that are written begins `shift`
/// elements further.
fn call(reads: usize, writes: usize, input: &mut [i64], shift: isize) -> (Status, ErrorNumbers) {
    let mut error = UNTOUCHED;
    let (start, length) = (input.as_mut_ptr(), 1);
    let scalar = |place: usize| Scalar(start.wrapping_add(place).cast_const().cast());
    let sizes = |place: usize| {
        let shift = if place + 1 == writes { shift } else { 0 };
        Sizes(start.wrapping_add(reads + place).wrapping_offset(shift).cast(), length)
    };
    let declare = |call: &mut super::Call<'_>| unsafe {
        // SAFETY: nothing but addresses is looked at.
        (0..reads).try_for_each(|place| call.declare(&scalar(place), 1))?;
        (0..writes).try_for_each(|place| call.declare(&sizes(place), 1))
    };
    // SAFETY: nothing but the numbers of the error is looked at.
    let status = unsafe { run(&raw mut error, Types::all(Type::I64, Type::I64), declare, |_| Ok(())) };
    (status, error)
}

fn refused(status: Status, argument: u32, operand: OperandCode, expected: i64, found: i64) -> (Status, ErrorNumbers) {
    let (code, operand) = (status as i32, operand as u32);
    (status, ErrorNumbers { status: code, argument, operand, expected, found, ..ErrorNumbers::NONE })
}

#[test]
fn many_arrays_are_told_apart() {
    let mut memory = [0; 3 * MOST_ARRAYS];
    for (reads, writes) in [(1, 1), (9, 2), (9, 9), (MOST_ARRAYS, MOST_ARRAYS - 1)] {
        assert_eq!(call(reads, writes, &mut memory, 0), (Status::Ok, UNTOUCHED));
    }
}

#[test]
fn the_last_of_many_arrays_meets_the_others() {
    let (most, mut memory) = (MOST_ARRAYS, [0; 3 * MOST_ARRAYS]);
    let last = (2 * most - 1) as u32;
    for met in 0..2 * most - 2 {
        let shift = met as isize - (2 * most as isize - 2);
        let (status, mut expected) = refused(Status::Overlap, last, OperandCode::Output, 0, 0);
        let other = if met < most { OperandCode::Values } else { OperandCode::Output };
        (expected.other_argument, expected.other_operand) = (met as u32 + 1, other as u32);
        assert_eq!(call(most, most - 1, &mut memory, shift), (status, expected), "array {met}");
    }
}

#[test]
fn one_array_more_is_no_overlap() {
    let (most, mut memory) = (MOST_ARRAYS, [0; 3 * MOST_ARRAYS]);
    let (argument, found) = (most as u32 + 1, most as i64 + 1);
    assert_eq!(
        call(most + 1, 1, &mut memory, 0),
        refused(Status::TooManyArrays, argument, OperandCode::Values, most as i64, found)
    );
    assert_eq!(
        call(1, most, &mut memory, 0),
        refused(Status::TooManyArrays, argument, OperandCode::Output, most as i64, found)
    );
}
