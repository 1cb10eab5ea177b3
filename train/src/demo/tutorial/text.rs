//! Arrays and answers as text.
use anyhow::Result;
use lacuna::infer::Stype;
use lacuna_runtime::array::{Array, Element};
use std::fmt::Display;

/// Columns of a label.
const LABEL: usize = 13;

/// The numbers of an array, without what it is: `print(a.asnumpy())`.
pub fn numbers(array: &Array) -> Result<String> {
    let text = array.tostype(Stype::Dense)?.to_string();
    Ok(text.trim_start_matches('\n').rsplit_once('\n').map_or_else(String::new, |(numbers, _)| numbers.to_owned()))
}

/// The part of a sparse array that has these numbers, as an array of its own: `print(a.indices)`.
pub fn list<V: Element>(numbers: Option<&[V]>, shape: &[usize]) -> Result<String> {
    Ok(Array::dense(shape, numbers.unwrap_or_default().to_vec())?.to_string())
}

/// What is wrong, where nothing is computed.
pub fn refused<T, E: Display>(result: Result<T, E>) -> String {
    result.map_or_else(|error| error.to_string(), |_| "no error".to_owned())
}

/// Python's `True` and `False`.
pub const fn python(value: bool) -> &'static str {
    if value { "True" } else { "False" }
}

/// A text without blanks at the ends of lines, and without empty lines around it.
pub fn tidy(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

/// Statements as the compiler prints them, with what belongs to one line in one line.
pub fn tidy_code(code: &str) -> String {
    tidy(&code.replace(" =\n", " = ").replace(",\n", ",\n    "))
}

/// Lines behind a label.
pub fn labelled(label: &str, text: &str) -> String {
    let mut shown = String::new();
    for (place, line) in text.lines().enumerate() {
        let label = if place == 0 { label } else { "" };
        shown += &format!("{}   {label:<LABEL$} {line}", if place == 0 { "" } else { "\n" });
    }
    shown
}
