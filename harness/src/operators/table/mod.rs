//! The rows of the table: those of MXNet's sparse operators, in the order of its own table.
mod arithmetic;
mod arrays;
mod others;

use super::{Entry, Form};

/// What needs no kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The values of a sparse array as a slice: a function of values keeps the pattern.
    Values,
    /// A range of rows of a csr or row_sparse, as it lies in memory.
    Rows,
    /// The array itself, or a copy of its arrays.
    Copy,
    /// Zeros, pointers and all.
    Zeros,
}

impl View {
    /// All of them, by the names that paths have for them.
    pub const ALL: &[(&str, Self)] =
        &[("values()", Self::Values), ("rows()", Self::Rows), ("copy", Self::Copy), ("fill(0)", Self::Zeros)];

    /// That of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, view)| *view)
    }
}

const fn form(operands: &'static str, result: char, path: &'static [&'static str]) -> Form {
    Form { operands, result, when: "", path }
}

const fn form_when(operands: &'static str, result: char, when: &'static str, path: &'static [&'static str]) -> Form {
    Form { operands, result, when, path }
}

/// All of them.
pub fn operators() -> impl Iterator<Item = &'static Entry> {
    [arithmetic::OPERATORS, arrays::OPERATORS, others::OPERATORS].into_iter().flatten()
}
