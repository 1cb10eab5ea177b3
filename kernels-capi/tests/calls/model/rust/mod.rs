//! The same call of the function of `lacuna`.
mod functions;
mod parts;
mod views;

use super::call::{Argument, Call};
use super::element::{Element, Number};
use super::memory::{Memory, Pointer};
use super::numbers::of_kernel;
use super::record::Record;
use lacuna::{Index, KernelError};
use lacuna_capi::ErrorNumbers;
use views::{Real, Views};

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

/// Makes the call on arrays that have been found good. An error may be any of those that are given.
pub fn by_rust(call: &Call, memory: &mut Memory) -> Result<(), Vec<ErrorNumbers>> {
    let answer = match (call.function.value, call.function.index) {
        ("", "") => parts::force(call),
        ("f32" | "", "i32" | "") => typed::<f32, i32>(call, memory),
        ("f32" | "", "i64") => typed::<f32, i64>(call, memory),
        ("f32" | "", "u32") => typed::<f32, u32>(call, memory),
        ("f64", "i32" | "") => typed::<f64, i32>(call, memory),
        ("f64", "i64") => typed::<f64, i64>(call, memory),
        ("f64", "u32") => typed::<f64, u32>(call, memory),
        types => panic!("{types:?}"),
    };
    // Where there is only one argument, every fault is its own.
    let only = u32::from(call.arguments.len() == 1);
    let answer = answer.map_err(|refused| -> Vec<_> {
        refused.into_iter().map(|refused| ErrorNumbers { argument: refused.argument.max(only), ..refused }).collect()
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

fn typed<V: Real, I: Index>(call: &Call, memory: &Memory) -> Outcome {
    let views = Views::<V, I>::new(call, memory);
    let faults = views.format_faults();
    if !faults.is_empty() {
        return Err(faults);
    }
    match call.path() {
        ("view", name) => parts::part(name, &views),
        path => functions::kernel(path, &views),
    }
}
