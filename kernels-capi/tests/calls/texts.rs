//! Texts for C: sentences of errors, cut off where there is no room, and names.
use super::model::numbers::{numbers, of_format, of_kernel, sizes};
use super::round_trip::{OPERANDS, format_errors, kernel_errors};
use lacuna::KernelError;
use lacuna::dispatch::{Level, Unavailable};
use lacuna::error::Operand;
use lacuna_capi::status::{Fault, OperandCode};
use lacuna_capi::text::{
    lacuna_error_text, lacuna_level, lacuna_level_detected, lacuna_level_name, lacuna_status_text, lacuna_version,
};
use lacuna_capi::{ErrorNumbers, Status};
use std::ffi::{CStr, c_char};
use std::ptr::{null, null_mut};

/// The sentence that C gets.
pub fn sentence(error: &ErrorNumbers) -> String {
    let mut text = vec![c_char::MAX; 400];
    // SAFETY: numbers of an error, and a buffer of that length.
    let length = unsafe { lacuna_error_text(error, text.as_mut_ptr(), text.len()) };
    // SAFETY: the sentence ends with a zero.
    let sentence = unsafe { CStr::from_ptr(text.as_ptr()) }.to_str().unwrap().to_owned();
    assert_eq!(sentence.len(), length);
    assert!(text[length + 1..].iter().all(|&byte| byte == c_char::MAX), "written behind the sentence");
    sentence
}

#[test]
fn sentences_are_those_of_the_rust_errors() {
    for error in format_errors() {
        assert_eq!(sentence(&of_format(error, 3)), format!("argument 3: {error}"));
    }
    for error in kernel_errors() {
        let mut text = error.to_string();
        if let KernelError::Capacity { operand: Operand::Scratch, .. } = error {
            // C counts scratch in bytes.
            text = text.replace("elements", "bytes");
        }
        assert_eq!(sentence(&of_kernel(error, 0)), text);
        assert_eq!(sentence(&of_kernel(error, 1)), format!("argument 1: {text}"));
    }
    for (asked, detected) in
        [(Level::Avx512, Level::Baseline), (Level::Avx512, Level::Avx2), (Level::Avx2, Level::Baseline)]
    {
        let unavailable = Unavailable { asked, detected };
        assert_eq!(
            sentence(&sizes(Status::LevelUnavailable, detected as usize, asked as usize)),
            unavailable.to_string()
        );
    }
}

#[test]
fn sentences_of_memory() {
    let of = |status, operand: OperandCode, expected, found| {
        sentence(&ErrorNumbers { argument: 2, operand: operand as u32, ..sizes(status, expected, found) })
    };
    use OperandCode::{Data, None, Output, Plan};
    assert_eq!(of(Status::NullPointer, Data, 9, 0), "argument 2: data: null pointer for 9 elements");
    assert_eq!(of(Status::NullPointer, None, 1, 0), "argument 2: a pointer is null");
    assert_eq!(of(Status::MisalignedPointer, Plan, 8, 3), "argument 2: plan: the address is 3 above a multiple of 8");
    let beyond = "18446744073709551615 elements do not fit the address space";
    assert_eq!(of(Status::LengthOverflow, Output, 5, usize::MAX), format!("argument 2: output: {beyond}"));
    assert_eq!(of(Status::Overlap, Output, 0, 0), "argument 2: output: an array that is written overlaps another one");
    assert_eq!(of(Status::InvalidChoice, None, 1, 7), "argument 2: 7 is none of the choices 0 to 1");
    for (operand, code) in OPERANDS.into_iter().zip((1..18).chain([33, 287])) {
        let told = ErrorNumbers { operand: code, ..numbers(Status::Overlap) };
        assert_eq!(sentence(&told), format!("{operand}: an array that is written overlaps another one"));
    }
}

#[test]
fn scratch_is_counted_in_its_unit() {
    let scratch = ErrorNumbers { operand: OperandCode::Scratch as u32, ..sizes(Status::Capacity, 12, 11) };
    assert_eq!(sentence(&scratch), "capacity: scratch needs 12 bytes, has 11");
    let values = ErrorNumbers { fault: Fault::Elements as u32, ..scratch };
    assert_eq!(sentence(&values), "capacity: scratch needs 12 elements, has 11");
}

#[test]
fn what_is_not_there_is_nothing_and_ids_are_of_no_axis() {
    let pattern = ErrorNumbers { operand: OperandCode::Output as u32, row: 3, ..sizes(Status::Pattern, usize::MAX, 5) };
    assert_eq!(sentence(&pattern), "pattern: the output should store nothing at 3, stores 5");
    let label = ErrorNumbers { entry: 1, fault: Fault::TooLarge as u32, ..sizes(Status::Ids, 4, 9) };
    assert_eq!(sentence(&label), "ids: entry 1: 9 is not less than 4, the number of choices");
    let bound = ErrorNumbers {
        fault: Fault::ClipWeights as u32,
        found: (-1.0_f64).to_bits().cast_signed(),
        ..numbers(Status::Parameter)
    };
    assert_eq!(sentence(&bound), "clip_weights: -1 is neither 0 nor above");
}

#[test]
fn a_sentence_without_room_is_cut_off() {
    let error = ErrorNumbers { argument: 4, ..sizes(Status::DenseShape, 12, 11) };
    let whole = "argument 4: dense shape: needs 12 elements, has 11";
    assert_eq!(sentence(&error), whole);
    for capacity in 0..whole.len() + 3 {
        let mut text = vec![c_char::MAX; capacity + 8];
        // SAFETY: numbers of an error, and a buffer of at least that capacity.
        let length = unsafe { lacuna_error_text(&error, text.as_mut_ptr(), capacity) };
        assert_eq!(length, whole.len(), "the length of all of it");
        let kept = capacity.saturating_sub(1).min(whole.len());
        let bytes: Vec<u8> = text.iter().map(|&byte| byte as u8).collect();
        assert_eq!(&bytes[..kept], &whole.as_bytes()[..kept]);
        let end = usize::from(capacity > 0);
        assert!(bytes[kept..kept + end].iter().all(|&byte| byte == 0));
        assert!(text[kept + end..].iter().all(|&byte| byte == c_char::MAX), "written behind the capacity {capacity}");
    }
    // SAFETY: a null text has no capacity, whatever is said of it.
    unsafe {
        assert_eq!(lacuna_error_text(&error, null_mut(), 0), whole.len());
        assert_eq!(lacuna_error_text(&error, null_mut(), 99), whole.len());
    }
}

#[test]
fn no_error_is_an_empty_sentence() {
    let mut text = [c_char::MAX; 3];
    // SAFETY: no error, and a buffer of that length.
    assert_eq!(unsafe { lacuna_error_text(null(), text.as_mut_ptr(), text.len()) }, 0);
    assert_eq!(text, [0, c_char::MAX, c_char::MAX]);
    // What is not aligned is no error.
    let error = numbers(Status::Overlap);
    let misaligned = (&raw const error).wrapping_byte_add(1);
    // SAFETY: the pointer is not read.
    assert_eq!(unsafe { lacuna_error_text(misaligned, text.as_mut_ptr(), text.len()) }, 0);
    assert_eq!(sentence(&numbers(Status::Ok)), "no error");
}

fn text(pointer: *const c_char) -> &'static str {
    // SAFETY: texts of the library end with a zero and stay.
    unsafe { CStr::from_ptr(pointer) }.to_str().unwrap()
}

#[test]
fn every_status_has_a_text() {
    let known = [
        (0, "no error"),
        (1, "a pointer is null"),
        (2, "a pointer is misaligned"),
        (3, "an array does not fit the address space"),
        (4, "an array that is written overlaps another one"),
        (5, "a field holds none of its choices"),
        (7, "an array has another type than the other operands, or one that the call does not support"),
        (8, "the library was built without this type or this family"),
        (10, "lengths of the arrays of a csr do not fit its shape"),
        (11, "a pointer of indptr is wrong"),
        (12, "a column index is wrong"),
        (13, "lengths of the arrays of a row_sparse do not fit its shape"),
        (14, "a row id of a row_sparse is wrong"),
        (15, "a dense array does not fit its shape"),
        (6, "a call has too many arrays"),
        (16, "a dimension is too large"),
        (17, "the stride of a dense array is less than its columns"),
        (20, "a dimension of an operand does not fit the others"),
        (21, "an array for output or scratch is too short"),
        (22, "an id is out of order or out of range"),
        (23, "a row that must be changed is not stored"),
        (24, "the pattern of the output is not the one that the inputs give, or a plan is none"),
        (25, "a range is not inside an axis"),
        (26, "a number does not fit the index type"),
        (27, "a hyper-parameter that no update can use"),
        (30, "the processor does not have this SIMD level"),
        (40, "no operator of this name"),
        (41, "a parameter of an operator has no such value"),
        (42, "an operator takes another number of operands"),
        (43, "an operator has another number of results"),
        (44, "an operator takes neither these storage types nor dense copies"),
        (99, "another error"),
    ];
    for number in (-300..300).chain([i32::MIN, i32::MAX]) {
        let expected = known.iter().find(|(known, _)| *known == number).map(|(_, text)| *text);
        assert_eq!(text(lacuna_status_text(number)), expected.unwrap_or("an unknown status"));
        assert_eq!(Status::from_number(number).map(|status| status as i32), expected.map(|_| number));
        if let (Some(expected), 1..=8 | 99) = (expected, number) {
            // Where there are no numbers, the sentence is the text.
            let told = ErrorNumbers { status: number, ..numbers(Status::Ok) };
            let has_numbers = matches!(number, 2 | 3 | 5);
            assert!(has_numbers || sentence(&told) == expected, "{}", sentence(&told));
        }
    }
    assert_eq!(sentence(&ErrorNumbers { status: 77, ..numbers(Status::Ok) }), "an unknown status");
}

#[test]
fn version_and_levels() {
    assert_eq!(text(lacuna_version()), env!("CARGO_PKG_VERSION"));
    for (number, name) in
        [(0, "unknown"), (1, "baseline"), (2, "avx2"), (3, "avx512"), (4, "unknown"), (u32::MAX, "unknown")]
    {
        assert_eq!(text(lacuna_level_name(number)), name);
    }
    for &level in Level::ALL {
        assert_eq!(text(lacuna_level_name(level as u32)), level.name());
    }
    let _turn = super::LEVEL.write();
    assert_eq!(lacuna_level_detected(), lacuna::dispatch::detected() as u32);
    assert_eq!(lacuna_level(), lacuna::dispatch::level() as u32);
}
