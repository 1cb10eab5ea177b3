//! The inference of storage types through C: every line of what MXNet infers, and what is refused.
use super::model::numbers::{numbers, sizes};
use super::statuses::UNTOUCHED;
use super::texts::sentence;
use lacuna::infer::{Axis, Parameters};
use lacuna_capi::infer::{lacuna_infer, lacuna_infer_nearest};
use lacuna_capi::types::{Device, Mode, Stype};
use lacuna_capi::{ErrorNumbers, Status};
use std::ffi::{CString, c_char};
use std::ptr::{null, null_mut};

const LINES: &str = include_str!("../../../fixtures/inference.txt");
const ANY: u32 = Stype::Any as u32;

/// A call whose texts are C's.
struct Asked {
    operator: CString,
    names: Vec<CString>,
    values: Vec<CString>,
    device: Device,
    inputs: Vec<u32>,
}

fn text(text: &str) -> CString {
    CString::new(text).unwrap()
}

fn pointers(texts: &[CString]) -> Vec<*const c_char> {
    texts.iter().map(|text| text.as_ptr()).collect()
}

impl Asked {
    fn new(operator: &str, parameters: &[(&str, &str)], inputs: &[u32]) -> Self {
        let (names, values) = parameters.iter().map(|(name, value)| (text(name), text(value))).unzip();
        Self { operator: text(operator), names, values, device: Device::Cpu, inputs: inputs.to_vec() }
    }

    fn infer(&self, outputs: &mut [u32]) -> Result<u32, ErrorNumbers> {
        let (names, values, mut mode, mut error) = (pointers(&self.names), pointers(&self.values), 77, UNTOUCHED);
        let (inputs, length) = (self.inputs.as_ptr(), self.inputs.len());
        let (operator, device) = (self.operator.as_ptr(), self.device as u32);
        let (out, count) = (outputs.as_mut_ptr(), outputs.len());
        // SAFETY: texts that end with a zero, and arrays of these lengths.
        let status = unsafe {
            lacuna_infer(
                operator,
                names.as_ptr(),
                values.as_ptr(),
                names.len(),
                device,
                inputs,
                length,
                out,
                count,
                &mut mode,
                &mut error,
            )
        };
        if status == Status::Ok {
            assert_eq!(error, UNTOUCHED);
            return Ok(mode);
        }
        assert_eq!((error.status, mode), (status as i32, 77));
        Err(error)
    }

    fn nearest(&self) -> String {
        let (names, values) = (pointers(&self.names), pointers(&self.values));
        let call = |text: *mut c_char, capacity| {
            let (inputs, length) = (self.inputs.as_ptr(), self.inputs.len());
            let (operator, device) = (self.operator.as_ptr(), self.device as u32);
            // SAFETY: texts that end with a zero, and arrays of these lengths.
            unsafe {
                lacuna_infer_nearest(
                    operator,
                    names.as_ptr(),
                    values.as_ptr(),
                    names.len(),
                    device,
                    inputs,
                    length,
                    text,
                    capacity,
                )
            }
        };
        let length = call(null_mut(), 0);
        let mut found = vec![c_char::MAX; length + 2];
        assert_eq!(call(found.as_mut_ptr(), length + 1), length);
        assert_eq!(found[length..], [0, c_char::MAX]);
        let mut cut = [c_char::MAX; 5];
        assert_eq!(call(cut.as_mut_ptr(), 4), length);
        assert_eq!((&cut[..length.min(3)], cut[length.min(3)], cut[4]), (&found[..length.min(3)], 0, c_char::MAX));
        found[..length].iter().map(|&byte| char::from(byte.cast_unsigned())).collect()
    }
}

/// The items of a list or of an object, without those of what is in them.
fn items(json: &str) -> Vec<&str> {
    let (mut items, mut start, mut depth) = (Vec::new(), 0, 0);
    for (place, letter) in json.char_indices() {
        match letter {
            '[' => depth += 1,
            ']' => depth -= 1,
            ',' if depth == 0 => {
                items.push(json[start..place].trim());
                start = place + 1;
            }
            _ => {}
        }
    }
    items.push(json[start..].trim());
    items.retain(|item| !item.is_empty());
    items
}

/// A value as MXNet writes it in a graph.
fn value(json: &str) -> String {
    match json {
        "true" => "True".to_owned(),
        "false" => "False".to_owned(),
        "null" => "None".to_owned(),
        list if list.starts_with('[') => {
            let items = items(&list[1..list.len() - 1]);
            format!("({}{})", items.join(", ").replace("null", "None"), if items.len() == 1 { "," } else { "" })
        }
        other => other.trim_matches('"').to_owned(),
    }
}

fn stypes(letters: &str) -> Vec<u32> {
    letters.chars().map(|letter| "DCR".find(letter).unwrap() as u32).collect()
}

#[test]
fn every_line_of_the_peer() {
    let (mut lines, mut refused, mut near) = (0, 0, 0);
    for line in LINES.lines().filter(|line| !line.starts_with('#')) {
        let (call, expected) = line.split_once(" -> ").unwrap();
        let (operator, rest) = call.split_once(' ').unwrap();
        let (json, inputs) = rest.rsplit_once(' ').unwrap();
        let pairs: Vec<_> =
            items(&json[1..json.len() - 1]).into_iter().map(|item| item.split_once(": ").unwrap()).collect();
        let pairs: Vec<_> = pairs.into_iter().map(|(name, json)| (name.trim_matches('"'), value(json))).collect();
        let pairs: Vec<_> = pairs.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let asked = Asked::new(operator, &pairs, &stypes(inputs));
        let text = asked.nearest();
        lines += 1;
        let Some((outputs, mode)) = expected.split_once(' ') else {
            // Nothing says how many results there would be: one.
            let found = asked.infer(&mut [ANY]);
            // For a range without 0, MXNet's inference refuses what its documents promise.
            assert!(operator == "clip" || found.is_err_and(|error| error == numbers(Status::NotImplemented)), "{line}");
            refused += 1;
            continue;
        };
        let mut found = vec![ANY; outputs.len()];
        let how = asked.infer(&mut found).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(found, stypes(outputs), "{line}");
        let mode = match mode {
            "fcompute" => Mode::Dense,
            "fcompute_ex" => Mode::Sparse,
            "fcompute_fallback" => Mode::Fallback,
            other => panic!("{other}"),
        };
        // Where nothing is sparse, MXNet's mode names its dense library.
        assert!(how == mode as u32 || !format!("{inputs}{outputs}").contains(['C', 'R']), "{line}");
        near += usize::from(!text.is_empty());
        assert!(
            text.is_empty() || text.starts_with(&format!("{operator}(")) && how == Mode::Fallback as u32,
            "{line}: {text}"
        );
    }
    assert!(lines > 2000 && refused > 20 && near > 500, "{lines} {refused} {near}");
}

#[test]
fn nearest_paths_in_words() {
    let (dense, csr, row_sparse) = (Stype::Dense as u32, Stype::Csr as u32, Stype::RowSparse as u32);
    let both = [("transpose_a", "True"), ("transpose_b", "True")];
    assert_eq!(Asked::new("dot", &both, &[csr, dense]).nearest(), "dot(default, default) -> default, fcompute");
    assert_eq!(Asked::new("elemwise_add", &[], &[csr, csr]).nearest(), "");
    assert_eq!(
        Asked::new("_equal", &[], &[row_sparse, csr]).nearest(),
        "_equal(default, default) -> default, fcompute"
    );
    assert_eq!(Asked::new("no_such_operator", &[], &[csr]).nearest(), "");
    assert_eq!(Asked::new("dot", &[], &[csr]).nearest(), "");
    let on_gpu = Asked { device: Device::Gpu, ..Asked::new("elemwise_add", &[], &[csr, csr]) };
    assert_eq!(on_gpu.infer(&mut [ANY]), Ok(Mode::Fallback as u32));
    // To convert the other one would be as near.
    assert_eq!(on_gpu.nearest(), "elemwise_add(csr, default) -> default, fcompute_ex");
}

#[test]
fn results_of_the_caller_keep_their_storage() {
    let (dense, csr) = (Stype::Dense as u32, Stype::Csr as u32);
    let (add, mut outputs) = (Asked::new("elemwise_add", &[("num_hidden", "what?")], &[csr, csr]), [dense]);
    assert_eq!((add.infer(&mut outputs), outputs), (Ok(Mode::Fallback as u32), [dense]));
    assert_eq!((add.infer(&mut [csr]), add.infer(&mut [ANY])), (Ok(Mode::Sparse as u32), Ok(Mode::Sparse as u32)));
}

#[test]
fn refusals() {
    let csr = Stype::Csr as u32;
    let mut outputs = [ANY];
    let mut refused = |asked: &Asked, expected: ErrorNumbers, words: &str| {
        let found = asked.infer(&mut outputs).unwrap_err();
        assert_eq!((found, outputs), (expected, [ANY]));
        assert_eq!(sentence(&found), words);
    };
    let of = |argument, numbers| ErrorNumbers { argument, ..numbers };
    let add = |inputs: &[u32]| Asked::new("elemwise_add", &[], inputs);
    refused(
        &Asked::new("no_such_operator", &[], &[csr]),
        of(1, numbers(Status::UnknownOperator)),
        "argument 1: no operator of this name",
    );
    let wrong = Asked::new("sum", &[("keepdims", "1"), ("axis", "rows")], &[csr]);
    let expected = ErrorNumbers { entry: 1, ..of(3, numbers(Status::OperatorParameter)) };
    refused(&wrong, expected, "argument 3: a parameter of an operator has no such value");
    refused(
        &add(&[csr]),
        of(7, sizes(Status::OperatorInputs, 2, 1)),
        "argument 7: 1 operands, but the operator takes 2",
    );
    refused(
        &add(&[csr; 257]),
        of(7, sizes(Status::OperatorInputs, 256, 257)),
        "argument 7: 257 operands, but the operator takes 256",
    );
    let expected = ErrorNumbers { entry: 1, ..of(6, sizes(Status::InvalidChoice, 2, 3)) };
    refused(&add(&[csr, ANY]), expected, "argument 6: 3 is none of the choices 0 to 2");
    let words = "an operator takes neither these storage types nor dense copies";
    refused(&Asked::new("_contrib_getnnz", &[], &[Stype::RowSparse as u32]), numbers(Status::NotImplemented), words);
    let expected = of(9, sizes(Status::OperatorOutputs, 1, 2));
    assert_eq!(add(&[csr; 2]).infer(&mut [ANY; 2]), Err(expected));
    assert_eq!(sentence(&expected), "argument 9: 2 places for outputs, but the operator has 1");
    assert_eq!(add(&[csr; 2]).infer(&mut [ANY; 257]), Err(of(9, sizes(Status::OperatorOutputs, 256, 257))));
    assert_eq!(add(&[csr; 2]).infer(&mut [4]), Err(of(8, sizes(Status::InvalidChoice, 3, 4))));
}

#[test]
fn pointers_that_are_not_there() {
    let (name, inputs, mut outputs, mut mode) = (text("relu"), [1_u32], [ANY], 77);
    let (name, out) = (name.as_ptr(), outputs.as_mut_ptr());
    let mut refused = |call: &dyn Fn(*mut u32, *mut ErrorNumbers) -> Status, expected: ErrorNumbers| {
        let mut error = UNTOUCHED;
        assert_eq!(call(&mut mode, &mut error) as i32, expected.status);
        assert_eq!(error, expected);
        // Nobody has to listen.
        assert_eq!(call(&mut mode, null_mut()) as i32, expected.status);
        assert_eq!(mode, 77);
    };
    let of = |argument, numbers| ErrorNumbers { argument, ..numbers };
    let none = |argument, length| of(argument, sizes(Status::NullPointer, length, 0));
    // SAFETY: what is not there is refused before it is read.
    unsafe {
        refused(&|mode, e| lacuna_infer(null(), null(), null(), 0, 0, inputs.as_ptr(), 1, out, 1, mode, e), none(1, 1));
        refused(&|mode, e| lacuna_infer(name, null(), null(), 2, 0, inputs.as_ptr(), 1, out, 1, mode, e), none(2, 2));
        refused(&|mode, e| lacuna_infer(name, &name, null(), 1, 0, inputs.as_ptr(), 1, out, 1, mode, e), none(3, 1));
        refused(&|mode, e| lacuna_infer(name, &name, &null(), 1, 0, inputs.as_ptr(), 1, out, 1, mode, e), none(3, 1));
        refused(&|mode, e| lacuna_infer(name, null(), null(), 0, 0, null(), 1, out, 1, mode, e), none(6, 1));
        refused(
            &|mode, e| lacuna_infer(name, null(), null(), 0, 0, inputs.as_ptr(), 1, null_mut(), 1, mode, e),
            none(8, 1),
        );
        refused(
            &|_, e| lacuna_infer(name, null(), null(), 0, 0, inputs.as_ptr(), 1, out, 1, null_mut(), e),
            none(10, 1),
        );
        let device = of(5, sizes(Status::InvalidChoice, 1, 2));
        refused(&|mode, e| lacuna_infer(name, null(), null(), 0, 2, inputs.as_ptr(), 1, out, 1, mode, e), device);
        let aside = inputs.as_ptr().wrapping_byte_add(1);
        let misaligned = of(6, sizes(Status::MisalignedPointer, 4, 1));
        refused(&|mode, e| lacuna_infer(name, null(), null(), 0, 0, aside, 1, out, 1, mode, e), misaligned);
        let long = of(6, sizes(Status::LengthOverflow, isize::MAX as usize / 4, usize::MAX));
        refused(
            &|mode, e| lacuna_infer(name, null(), null(), 0, 0, inputs.as_ptr(), usize::MAX, out, 1, mode, e),
            long,
        );
        let mut room = [UNTOUCHED; 2];
        let aside = room.as_mut_ptr().wrapping_byte_add(1);
        let found = lacuna_infer(null(), null(), null(), 0, 0, inputs.as_ptr(), 1, out, 1, &mut 0, aside);
        assert_eq!((found, room), (Status::MisalignedPointer, [UNTOUCHED; 2]));
    }
    assert_eq!(outputs, [ANY]);
}

/// What the file has no line for.
#[test]
fn texts_of_parameters() {
    let set = |name, text| {
        let mut parameters = Parameters::default();
        parameters.set(name, text).map(|()| parameters).ok()
    };
    let plain = Parameters::default();
    for (text, axis) in [
        ("None", Axis::All),
        ("()", Axis::All),
        (" (-1,) ", Axis::One(-1)),
        ("[0, 1]", Axis::Several),
        ("0,1", Axis::Several),
        ("2", Axis::One(2)),
    ] {
        assert_eq!(set("axis", text), Some(Parameters { axis, ..plain }), "{text}");
    }
    for (text, has_step) in
        // As MXNet 1.9.1: steps along two axes are steps, whatever they are.
        [
            ("(None, None)", true),
            ("None", false),
            ("()", false),
            ("(1,)", false),
            ("(1, 1)", true),
            ("(2,)", true),
        ]
    {
        assert_eq!(set("step", text), Some(Parameters { has_step, ..plain }), "{text}");
    }
    assert_eq!(set("scalar", "-1e-3"), Some(Parameters { scalar: -1e-3, ..plain }));
    assert_eq!(set("forward_stype", "None"), Some(plain));
    for (name, text) in [
        ("axis", "(0, rows)"),
        ("axis", "0.5"),
        ("keepdims", "yes"),
        ("stype", "coo"),
        ("scalar", ""),
        ("mode", "wrapped"),
        ("ord", "-1"),
        ("dim", "None"),
    ] {
        assert_eq!(set(name, text), None, "{name} {text}");
    }
    assert_eq!(set("num_hidden", "no number"), Some(plain));
}
