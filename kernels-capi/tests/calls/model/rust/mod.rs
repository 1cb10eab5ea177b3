//! The same call of the function of `lacuna`.
mod functions;
mod parts;
mod views;

use super::call::{Argument, Call};
use super::element::{Element, Number};
use super::memory::{Memory, Pointer};
use super::numbers::of_kernel;
use super::record::{Record, Role};
use half::{bf16, f16};
use lacuna::{Index, KernelError};
use lacuna_capi::status::{Fault, OperandCode};
use lacuna_capi::{ErrorNumbers, Status};
use views::{Told, Views};

/// What a function gives back beside what it writes to arrays: a size, or the struct of a view.
enum Answer {
    Nothing,
    Size(usize),
    Struct(Record),
}

impl From<()> for Answer {
    fn from((): ()) -> Self {
        Self::Nothing
    }
}

impl From<usize> for Answer {
    fn from(size: usize) -> Self {
        Self::Size(size)
    }
}

/// What a function says.
type Outcome = Result<Answer, Vec<ErrorNumbers>>;

fn refused(error: KernelError) -> Vec<ErrorNumbers> {
    vec![of_kernel(error, 0)]
}

/// A function of a value type, by its index type.
macro_rules! of_index {
    ($call:ident, $memory:ident, $V:ident, $functions:path) => {
        match $call.named(Role::Index) {
            Some(Element::I32) | None => {
                typed($call, $memory, $functions as fn((&str, &str), &Views<$V, i32>) -> Outcome)
            }
            Some(Element::I64) => typed($call, $memory, $functions as fn((&str, &str), &Views<$V, i64>) -> Outcome),
            Some(Element::U32) => typed($call, $memory, $functions as fn((&str, &str), &Views<$V, u32>) -> Outcome),
            Some(other) => panic!("{other:?} is no index type"),
        }
    };
}

/// Makes the call on arrays that have been found good. An error may be any of those that are given.
pub fn by_rust(call: &Call, memory: &mut Memory) -> Result<(), Vec<ErrorNumbers>> {
    // Where no operand says of which values it is, a number is a `double`; of none, any type will do.
    let answer = match (call.path(), call.named(Role::Value).or(call.made.value)) {
        (("cast", "cast"), _) => functions::cast(call, memory),
        (("dispatch", _), _) => parts::force(call),
        (_, Some(Element::F32) | None) => of_index!(call, memory, f32, functions::kernel),
        (_, Some(Element::F64)) => of_index!(call, memory, f64, functions::kernel),
        (_, Some(Element::F16)) => of_index!(call, memory, f16, functions::stored),
        (_, Some(Element::Bf16)) => of_index!(call, memory, bf16, functions::stored),
        (_, Some(Element::I32)) => of_index!(call, memory, i32, functions::moved),
        (_, Some(Element::I64)) => of_index!(call, memory, i64, functions::moved),
        (_, Some(Element::U8)) => of_index!(call, memory, u8, functions::moved),
        (_, Some(Element::I8)) => of_index!(call, memory, i8, functions::moved),
        (_, Some(other)) => panic!("{other:?} is no type of values"),
    };
    // Where there is only one argument, every fault is its own.
    let only = u32::from(call.arguments.len() == 1);
    // Scratch without a type is counted in bytes, an array of values in its elements.
    let is_bytes = |argument: &Argument| matches!(argument, Argument::Array(array, _) if array.operand == OperandCode::Scratch && array.element == Element::Scratch);
    let has_bytes = call.arguments.iter().any(is_bytes);
    let unit = |refused: &ErrorNumbers| {
        let is_scratch = refused.status == Status::Capacity as i32 && refused.operand == OperandCode::Scratch as u32;
        if is_scratch && !has_bytes { Fault::Elements as u32 } else { refused.fault }
    };
    let answer = answer.map_err(|refused| -> Vec<_> {
        let of_call = |refused: ErrorNumbers| ErrorNumbers {
            argument: refused.argument.max(only),
            fault: unit(&refused),
            ..refused
        };
        refused.into_iter().map(of_call).collect()
    })?;
    let place = call.arguments.iter().find_map(|argument| match argument {
        Argument::Answer { pointer, .. } => Some(*pointer),
        _ => None,
    });
    match (answer, place) {
        (Answer::Nothing, None) => {}
        (Answer::Size(size), Some(place)) => memory.write(place, &Element::Size.encode(Number::Integer(size as i64))),
        (Answer::Struct(record), Some(place)) => {
            let bytes = record.encode(|pointer: Pointer| memory.address(pointer));
            memory.write(place, &bytes);
        }
        _ => panic!("{}: one answer, and one place for it", call.function.name),
    }
    Ok(())
}

/// What else may be reported for a call whose function does not support its type, which is found when the formats have
/// been looked at and the scratch is taken.
pub fn of_unmade(call: &Call, memory: &Memory) -> Vec<ErrorNumbers> {
    let told = match call.named(Role::Value) {
        Some(Element::F16) => of_index!(call, memory, f16, functions::unmade),
        Some(Element::Bf16) => of_index!(call, memory, bf16, functions::unmade),
        Some(Element::I32) => of_index!(call, memory, i32, functions::unmade),
        Some(Element::I64) => of_index!(call, memory, i64, functions::unmade),
        Some(Element::U8) => of_index!(call, memory, u8, functions::unmade),
        Some(Element::I8) => of_index!(call, memory, i8, functions::unmade),
        other => panic!("every function is made for {other:?}"),
    };
    told.err().unwrap_or_default()
}

fn typed<V: Told, I: Index>(
    call: &Call,
    memory: &Memory,
    functions: fn((&str, &str), &Views<V, I>) -> Outcome,
) -> Outcome {
    let views = Views::<V, I>::new(call, memory);
    let faults = views.format_faults();
    if !faults.is_empty() {
        return Err(faults);
    }
    match call.path() {
        ("view", name) => parts::part(name, &views),
        path => functions(path, &views),
    }
}
