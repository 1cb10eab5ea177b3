//! Arrays are structs: in every function, each of them must be there and aligned, and so must what it points to.
use super::model::base::good;
use super::model::call::{Argument, Call};
use super::model::check::check;
use super::model::memory::{Guards, Pointer};
use super::model::record::{Array, Field};
use super::model::types::typed;
use super::{cases, draws, turn};
use lacuna_capi::status::OperandCode;
use lacuna_capi::{Kind, Status};

/// Places of the structs of arrays: the argument, its number, and the region.
fn lists(call: &Call) -> Vec<(usize, u32, usize)> {
    let of_argument = |(place, (number, argument)): (usize, (u32, &Argument))| {
        let Argument::Record { home, .. } = *argument else { return None };
        let kind = call.records(home)[0].kind;
        let is_list =
            matches!(kind, Kind::Values | Kind::ValuesMut | Kind::Indices | Kind::IndicesMut | Kind::NumbersMut);
        is_list.then_some((place, number, home))
    };
    call.numbered().enumerate().filter_map(of_argument).collect()
}

/// The call is refused with these numbers: status, argument, operand, expected, found.
fn refused(call: &Call, status: Status, argument: u32, operand: OperandCode, expected: usize, found: usize) {
    let answered = check(call, Guards::Bytes).unwrap_or_else(|| panic!("nothing of it is read: {call:?}"));
    assert_eq!(answered.status, status, "{call:?}");
    // There may be no place for them.
    if let Some(numbers) = answered.numbers {
        let told = (numbers.argument, numbers.operand, numbers.expected, numbers.found);
        assert_eq!(told, (argument, operand as u32, expected as i64, found as i64), "{call:?}");
    }
}

#[test]
fn every_list_is_looked_at() {
    let mut count = 0;
    for made in typed() {
        let _turn = turn(made.function);
        for case in 0..cases(12) {
            let call = good(made, &mut draws(&made.name(), case));
            for (place, number, home) in lists(&call) {
                let at = |pointer| {
                    let mut call = call.clone();
                    call.arguments[place] = Argument::Record { home, pointer };
                    call
                };
                refused(&at(Pointer::NULL), Status::NullPointer, number, OperandCode::None, 1, 0);
                for by in [1, 2, 4, 7] {
                    for pointer in [Pointer::to(home).plus(by), Pointer::at(by)] {
                        refused(&at(pointer), Status::MisalignedPointer, number, OperandCode::None, 8, by);
                    }
                }
                let (array, length) = call.records(home)[0].arrays()[0];
                let to = |pointer| {
                    let mut call = call.clone();
                    *call.records_mut(home)[0].field_mut("data") = Field::Array(Array { pointer, ..array });
                    call
                };
                if length == 0 {
                    continue;
                }
                refused(&to(Pointer::NULL), Status::NullPointer, number, array.operand, length, 0);
                for by in 1..array.element.size() {
                    refused(
                        &to(array.pointer.plus(by)),
                        Status::MisalignedPointer,
                        number,
                        array.operand,
                        array.element.size(),
                        by,
                    );
                }
                count += 1;
            }
        }
    }
    assert!(count > 0);
}
