//! What the header says is found wrong with the memory of a call, before anything in it is read.
use super::call::{Argument, Call, Contents, ERROR_BYTES, Use};
use super::element::{Element, NUMBERS};
use super::memory::{Memory, Pointer};
use super::numbers::sizes;
use super::record::Role;
use super::types::values;
use lacuna_capi::status::OperandCode;
use lacuna_capi::{ErrorNumbers, Kind, Status};
use std::collections::BTreeSet;

/// What must be refused.
#[derive(Debug, Default)]
pub struct Faults {
    /// Any of these may be reported.
    pub told: Vec<ErrorNumbers>,
    /// These, too, but without numbers, as an array lies where they would go.
    pub untold: Vec<Status>,
}

impl Faults {
    /// True if all that is wrong is that the function does not support the type. So much is found only after the
    /// formats, or before.
    pub fn is_unmade(&self, call: &Call) -> bool {
        let is_type = |numbers: &ErrorNumbers| numbers.status == Status::Type as i32 && numbers.expected == 0;
        call.unmade().is_some() && self.untold.is_empty() && self.told.iter().all(is_type)
    }

    pub fn is_empty(&self) -> bool {
        self.told.is_empty() && self.untold.is_empty()
    }
}

/// A null or misaligned pointer, or a length beyond the address space, with what the error says of it.
fn of_pointer(used: &Use, address: usize) -> Option<(Status, usize, usize)> {
    if used.length == 0 {
        return None;
    }
    if address == 0 {
        return Some((Status::NullPointer, used.length, 0));
    }
    if !address.is_multiple_of(used.alignment) {
        return Some((Status::MisalignedPointer, used.alignment, address % used.alignment));
    }
    let most = isize::MAX as usize / used.size;
    used.bytes(address).is_none().then_some((Status::LengthOverflow, most, used.length))
}

fn meet(left: (usize, usize), right: (usize, usize)) -> bool {
    left.0 < right.1 && right.0 < left.1
}

/// What is wrong with the types that structs name: the parameter, the type that is expected, and what is found. Any of
/// these may be reported.
fn of_types(call: &Call) -> BTreeSet<(u32, u32, u32)> {
    let mut faults = BTreeSet::new();
    for (number, record, _) in call.structs() {
        for (role, tag) in record.tags() {
            match call.named(role) {
                Some(element) if element.tag() == tag => {}
                Some(element) => _ = faults.insert((number, element.tag(), tag)),
                // No operand says what is expected.
                None => faults.extend(
                    [0, Element::U32.tag()]
                        .into_iter()
                        .chain(NUMBERS.map(Element::tag))
                        .map(|expected| (number, expected, tag)),
                ),
            }
        }
    }
    if let Some(element) = call.unmade() {
        // The fault of all of them, or of one that names it.
        let names = call.structs().into_iter().filter(|(_, record, _)| record.named(Role::Value) == Some(element));
        faults.extend(names.map(|(number, ..)| number).chain([0]).map(|number| (number, 0, element.tag())));
    }
    faults
}

/// Everything that is wrong with types, pointers, lengths and choices.
pub fn faults(call: &Call, memory: &Memory) -> Faults {
    let mut faults = Faults::default();
    let error = memory.address(call.error);
    if !error.is_multiple_of(align_of::<ErrorNumbers>()) {
        faults.untold.push(Status::MisalignedPointer);
        return faults;
    }
    let mut tell = |argument, status, operand: OperandCode, expected, found| {
        faults.told.push(ErrorNumbers { argument, operand: operand as u32, ..sizes(status, expected, found) });
    };
    for (number, expected, found) in of_types(call) {
        tell(number, Status::Type, OperandCode::None, expected as usize, found as usize);
    }
    // A struct that is not there has no arrays.
    let mut without = Vec::new();
    for (number, argument) in call.numbered() {
        let records = match argument {
            Argument::Record { home, pointer } => {
                let record = &call.records(*home)[0];
                let address = memory.address(*pointer);
                if address == 0 {
                    tell(number, Status::NullPointer, OperandCode::None, 1, 0);
                    without.push(number);
                    continue;
                }
                if !address.is_multiple_of(record.alignment()) {
                    tell(
                        number,
                        Status::MisalignedPointer,
                        OperandCode::None,
                        record.alignment(),
                        address % record.alignment(),
                    );
                    without.push(number);
                    continue;
                }
                &call.records(*home)[..1]
            }
            Argument::List { home, pointer, length } if *pointer == Pointer::to(*home) => {
                let records = call.records(*home);
                &records[..(*length).min(records.len())]
            }
            _ => continue,
        };
        for (found, highest) in records.iter().flat_map(|record| record.choices()) {
            if found > highest {
                tell(number, Status::InvalidChoice, OperandCode::None, highest as usize, found as usize);
            }
        }
    }
    let uses: Vec<_> = call.uses().into_iter().filter(|used| !without.contains(&used.argument)).collect();
    let mut spans = Vec::new();
    // Where the operands that name the type are not there, a number may be taken for one of any type that the function
    // supports.
    let any_number = Role::Value.is_named(call.function) && call.named(Role::Value).is_none();
    for used in &uses {
        let address = memory.address(used.array.pointer);
        if any_number && call.function.parameters[used.argument as usize - 1].kind == Kind::Scalar {
            let taken = values(call.function).iter().map(|element| Use {
                size: element.size(),
                alignment: element.size(),
                ..*used
            });
            for (status, expected, found) in taken.filter_map(|used| of_pointer(&used, address)) {
                tell(used.argument, status, used.array.operand, expected, found);
            }
            spans.push((used, (address, address.saturating_add(used.size))));
            continue;
        }
        match of_pointer(used, address) {
            Some((status, expected, found)) => tell(used.argument, status, used.array.operand, expected, found),
            None => spans
                .push((used, (address, address + if used.length == 0 { 0 } else { used.bytes(address).unwrap_or(0) }))),
        }
    }
    let filled: Vec<_> = spans.into_iter().filter(|(_, span)| span.0 < span.1).collect();
    let mut overlaps = Vec::new();
    for (number, (left, of_left)) in filled.iter().enumerate() {
        for (right, of_right) in &filled[number + 1..] {
            if (left.array.written || right.array.written) && meet(*of_left, *of_right) {
                for (used, other) in [(left, right), (right, left)] {
                    overlaps.push(ErrorNumbers {
                        argument: used.argument,
                        operand: used.array.operand as u32,
                        other_argument: other.argument,
                        other_operand: other.array.operand as u32,
                        ..sizes(Status::Overlap, 0, 0)
                    });
                }
            }
        }
    }
    faults.told.extend(overlaps);
    if error != 0 && filled.iter().any(|(_, span)| meet(*span, (error, error + ERROR_BYTES))) {
        faults.untold.push(Status::Overlap);
    }
    faults
}

/// True if the caller keeps the contract: arrays, answers and the error's numbers lie in one region where their
/// pointers and lengths can be those of an array at all.
pub fn keeps_the_contract(call: &Call, memory: &Memory) -> bool {
    let inside = |pointer: Pointer, bytes: usize| {
        pointer.region.is_some_and(|region| {
            pointer.offset.checked_add(bytes).is_some_and(|end| end <= call.regions[region].size())
        })
    };
    let holds_structs = |pointer: Pointer| {
        pointer.region.is_some_and(|region| matches!(call.regions[region].contents, Contents::Records(_)))
    };
    let answers_fit = call.arguments.iter().all(|argument| match argument {
        // A struct of an argument may make way for an answer, one of its own kind.
        Argument::Answer { pointer, shape } if holds_structs(*pointer) && shape.is_some() => {
            let record = pointer.region.map(|region| &call.records(region)[0]);
            record.map(|record| record.kind) == shape.as_ref().map(|shape| shape.kind) && pointer.offset == 0
        }
        _ => true,
    });
    // What is not the struct must not look like one.
    let structs_fit = call.arguments.iter().all(|argument| match argument {
        Argument::Record { home, pointer } => {
            let address = memory.address(*pointer);
            *pointer == Pointer::to(*home)
                || address == 0
                || !address.is_multiple_of(call.records(*home)[0].alignment())
        }
        Argument::List { home, pointer, .. } => {
            let address = memory.address(*pointer);
            *pointer == Pointer::to(*home) || address == 0 || !address.is_multiple_of(align_of::<usize>())
        }
        _ => true,
    });
    let uses_fit = call.uses().iter().all(|used| {
        let address = memory.address(used.array.pointer);
        let bytes = used.bytes(address);
        used.length == 0
            || of_pointer(used, address).is_some()
            || bytes.is_some_and(|bytes| inside(used.array.pointer, bytes))
    });
    let error = memory.address(call.error);
    answers_fit
        && structs_fit
        && uses_fit
        && (error == 0 || !error.is_multiple_of(align_of::<ErrorNumbers>()) || inside(call.error, ERROR_BYTES))
}
