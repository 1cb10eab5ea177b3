//! One call through the C ABI, held against its rules and against the same call in Rust.
use super::blame::is_at_fault;
use super::call::{Argument, Call, Contents, ERROR_BYTES, Use, Way};
use super::element::Element;
use super::faults::{Faults, faults, keeps_the_contract};
use super::memory::{Guards, Memory, Pointer};
use super::record::{Field, Record};
use super::rust::{by_rust, of_unmade};
use lacuna_capi::status::OperandCode;
use lacuna_capi::{ErrorNumbers, Status};

/// What a call has answered.
#[derive(Clone, Copy, Debug)]
pub struct Answered {
    pub status: Status,
    /// The numbers, if there was a place for them.
    pub numbers: Option<ErrorNumbers>,
}

/// Functions whose outputs are documented to be written in part when a kernel refuses.
const WRITTEN_IN_PART: &[&str] = &[
    "dense_to_csr",
    "dense_to_csr_one_pass",
    "dense_row_ids",
    "add_n_ids",
    "block_ends",
    "block_ends_row_sparse",
    "csr_add",
    "csr_subtract",
    "csr_multiply",
    "csr_maximum",
    "csr_minimum",
    "csr_greater",
    "csr_not_equal",
    "csr_add_one_pass",
    "csr_subtract_one_pass",
    "csr_multiply_one_pass",
    "rows_intersection_ids",
    "csr_csr_indices",
    "prune_ids",
    "subgraph",
    "uniform_pattern",
    "row_ids",
];

/// Makes the call, unless the caller would break the contract of the header.
///
/// # Panics
/// If the call breaks a rule.
pub fn check(call: &Call, guards: Guards) -> Option<Answered> {
    check_way(call, guards, Way::Direct)
}

/// The same, of a call that is made in this way.
///
/// # Panics
/// If the call breaks a rule.
pub fn check_way(call: &Call, guards: Guards, way: Way) -> Option<Answered> {
    let memory = Memory::new(call, guards);
    if !keeps_the_contract(call, &memory) {
        return None;
    }
    let mut faults = faults(call, &memory);
    let before = regions(call, &memory);
    // SAFETY: the contract is kept.
    let number = unsafe { call.by_c(&memory, way) };
    let status = Status::from_number(number).unwrap_or_else(|| panic!("status {number}: {call:?}"));
    assert!(memory.guards_are_whole(), "written outside of all arrays: {call:?}");
    let after = regions(call, &memory);
    if faults.is_unmade(call) {
        faults.told.extend(of_unmade(call, &memory));
        let numbers = told(call, &memory, status, &faults);
        unchanged(call, &before, &after, numbers);
        return Some(Answered { status, numbers });
    }
    if !faults.is_empty() {
        let numbers = told(call, &memory, status, &faults);
        // Not even scratch.
        assert_eq!(after, with_error(call, &before, numbers), "written by a refused call: {call:?}");
        return Some(Answered { status, numbers });
    }
    let mut twin = Memory::new(call, guards);
    let of_rust = by_rust(call, &mut twin);
    assert!(twin.guards_are_whole(), "Rust has written outside of all arrays: {call:?}");
    let Err(told) = of_rust else {
        assert_eq!(status, Status::Ok, "a good call: {call:?}");
        same(call, &memory, &twin, &before);
        return Some(Answered { status, numbers: None });
    };
    let numbers = error_numbers(call, &memory);
    assert!(told.iter().any(|refused| refused.status == number), "{status:?} instead of {told:?}: {call:?}");
    if let Some(numbers) = numbers {
        // Which argument a kernel's error is about, Rust does not say.
        let of_none = ErrorNumbers { argument: 0, ..numbers };
        let is_of = numbers.argument == 0 || is_at_fault(call, &numbers);
        assert!(
            told.contains(&numbers) || told.contains(&of_none) && is_of,
            "{numbers:?} instead of {told:?}: {call:?}"
        );
    }
    if WRITTEN_IN_PART.contains(&call.path().1) {
        if way != Way::Direct {
            // What one part finds out comes too late for others.
            return Some(Answered { status, numbers });
        }
        let in_part = |(region, before): (usize, Vec<u8>)| {
            if matches!(call.regions[region].contents, Contents::Numbers(..)) { twin.region(region) } else { before }
        };
        let expected: Vec<_> = before.into_iter().enumerate().map(in_part).collect();
        unchanged(call, &expected, &after, numbers);
    } else {
        unchanged(call, &before, &after, numbers);
    }
    Some(Answered { status, numbers })
}

fn regions(call: &Call, memory: &Memory) -> Vec<Vec<u8>> {
    (0..call.regions.len()).map(|region| memory.region(region)).collect()
}

/// The numbers where the call was to put them, if it could.
fn error_numbers(call: &Call, memory: &Memory) -> Option<ErrorNumbers> {
    let place = call.error.region.map(|_| memory.read(call.error, ERROR_BYTES))?;
    let word = |at: usize, length: usize| {
        place[at..at + length].iter().rev().fold(0_u64, |word, &byte| word << 8 | u64::from(byte))
    };
    Some(ErrorNumbers {
        status: word(0, 4) as i32,
        argument: word(4, 4) as u32,
        operand: word(8, 4) as u32,
        fault: word(12, 4) as u32,
        row: word(16, 8) as i64,
        entry: word(24, 8) as i64,
        expected: word(32, 8) as i64,
        found: word(40, 8) as i64,
        other_argument: word(48, 4) as u32,
        other_operand: word(52, 4) as u32,
    })
}

/// Checks the reported faults of memory. Returns the numbers, if there are any.
fn told(call: &Call, memory: &Memory, status: Status, faults: &Faults) -> Option<ErrorNumbers> {
    let aligned = memory.address(call.error).is_multiple_of(align_of::<ErrorNumbers>());
    let numbers = if aligned { error_numbers(call, memory) } else { None };
    let is_told = |numbers: &ErrorNumbers| numbers.status == status as i32 && faults.told.contains(numbers);
    if let Some(numbers) = numbers.filter(is_told) {
        return Some(numbers);
    }
    let without_place =
        call.error.region.is_none() && faults.told.iter().any(|numbers| numbers.status == status as i32);
    assert!(
        without_place || faults.untold.contains(&status),
        "{status:?} with {numbers:?} instead of {faults:?}: {call:?}"
    );
    None
}

/// The bytes with the numbers of an error where they belong.
fn with_error(call: &Call, before: &[Vec<u8>], numbers: Option<ErrorNumbers>) -> Vec<Vec<u8>> {
    let mut expected = before.to_vec();
    if let (Some(numbers), Some(region)) = (numbers, call.error.region) {
        let ErrorNumbers {
            status,
            argument,
            operand,
            fault,
            row,
            entry,
            expected: should,
            found,
            other_argument,
            other_operand,
        } = numbers;
        let halves = [status as u32, argument, operand, fault].into_iter().flat_map(u32::to_ne_bytes);
        let wholes = [row, entry, should, found].into_iter().flat_map(i64::to_ne_bytes);
        let others = [other_argument, other_operand].into_iter().flat_map(u32::to_ne_bytes);
        let bytes: Vec<_> = halves.chain(wholes).chain(others).collect();
        expected[region][call.error.offset..call.error.offset + ERROR_BYTES].copy_from_slice(&bytes);
    }
    expected
}

/// A refused call has written nothing but its error, and scratch.
fn unchanged(call: &Call, before: &[Vec<u8>], after: &[Vec<u8>], numbers: Option<ErrorNumbers>) {
    let [before, after] =
        [with_error(call, before, numbers), after.to_vec()].map(|regions| without_scratch(call, regions));
    for (region, (after, before)) in after.iter().zip(&before).enumerate() {
        assert_eq!(bits(call, region, after), bits(call, region, before), "region {region} was written: {call:?}");
    }
}

/// What scratch holds has no meaning: where panels begin in it depends on its address.
fn without_scratch(call: &Call, mut regions: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    let is_scratch = |used: &&Use| {
        let is_bytes = used.array.element == Element::Scratch && used.array.operand == OperandCode::Scratch;
        let is_struct = used.array.operand == OperandCode::Struct;
        is_bytes || !is_struct && call.function.parameters[used.argument as usize - 1].name == "scratch"
    };
    for used in call.uses().iter().filter(is_scratch) {
        if let Some(region) = used.array.pointer.region {
            let bytes = used.length.saturating_mul(used.size);
            regions[region].iter_mut().skip(used.array.pointer.offset).take(bytes).for_each(|byte| *byte = 0);
        }
    }
    regions
}

/// What is compared of a region.
pub fn bits(call: &Call, region: usize, bytes: &[u8]) -> Vec<u64> {
    match call.regions[region].contents {
        Contents::Numbers(element, _) => call.taken_for(element).bits(bytes),
        _ => Element::Scratch.bits(bytes),
    }
}

/// A call that has done its work has written what the same call in Rust has written.
fn same(call: &Call, memory: &Memory, twin: &Memory, before: &[Vec<u8>]) {
    let [mut found, mut expected] = [memory, twin].map(|memory| without_scratch(call, regions(call, memory)));
    // Structs have pointers in them: those of arguments stay what they were, that of an answer is compared by what it
    // points to.
    for (region, contents) in call.regions.iter().map(|region| &region.contents).enumerate() {
        if matches!(contents, Contents::Records(_)) {
            expected[region].clone_from(&before[region]);
        }
    }
    for argument in &call.arguments {
        let Argument::Answer { pointer: Pointer { region: Some(region), offset }, shape } = argument else { continue };
        let answer = *offset..offset + Argument::answer_size(shape);
        let answers = [memory, twin].map(|memory| memory.region(*region)[answer.clone()].to_vec());
        match shape {
            Some(shape) => same_record(&shape.decode(&answers[0]), memory, &shape.decode(&answers[1]), twin, call),
            None => assert_eq!(answers[0], answers[1], "the answer: {call:?}"),
        }
        found[*region][answer.clone()].fill(0);
        expected[*region][answer].fill(0);
    }
    for (region, (found, expected)) in found.iter().zip(&expected).enumerate() {
        assert_eq!(bits(call, region, found), bits(call, region, expected), "region {region}: {call:?}");
    }
}

/// The same numbers, and pointers to the same places of each memory.
fn same_record(found: &Record, memory: &Memory, expected: &Record, twin: &Memory, call: &Call) {
    let number = |field: &Field| match *field {
        Field::Size(size) => size as u64,
        Field::Word(word) => word,
        Field::Choice { value, .. } | Field::Type(value) => value.into(),
        Field::Real(real) => real.to_bits(),
        Field::Array(_) => 0,
    };
    for ((name, found), (_, expected)) in found.fields.iter().zip(&expected.fields) {
        assert_eq!(number(found), number(expected), "{name}: {call:?}");
    }
    if !found.is_known() {
        return;
    }
    for ((found, length), (expected, of_expected)) in found.told().into_iter().zip(expected.told()) {
        assert_eq!(length, of_expected, "{:?}: {call:?}", found.operand);
        let places = (memory.place(found.pointer.offset), twin.place(expected.pointer.offset));
        assert!(length == 0 || places.0 == places.1, "{:?} at {places:?}: {call:?}", found.operand);
    }
}
