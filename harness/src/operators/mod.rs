//! MXNet's sparse operators, each with the kernels that compute it here.
mod print;
mod table;

pub use print::{OperatorsArguments, markdown, run};
pub use table::{View, operators};

/// An MXNet operator, or several that share their storage combinations.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name in MXNet's table.
    pub operator: &'static str,
    /// The names that inference knows.
    pub names: &'static [&'static str],
    /// Combinations of storage types, with what computes them.
    pub forms: &'static [Form],
    /// What computes the gradients.
    pub gradient: &'static [&'static str],
    /// What a user must know beside it.
    pub note: &'static str,
}

/// A combination of storage types.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// `C`, `D` or `R` for each operand, and for the result: `"CD"` and `'R'`.
    pub operands: &'static str,
    /// The result's.
    pub result: char,
    /// Parameters, where they decide.
    pub when: &'static str,
    /// Kernels and structure calls, in the order of their calls: `family::name`; or a [`View`].
    pub path: &'static [&'static str],
}

impl Form {
    /// `C D -> R`.
    #[must_use]
    pub fn storage(&self) -> String {
        let operands: Vec<_> = self.operands.chars().map(String::from).collect();
        format!("{} -> {}", operands.join(" "), self.result)
    }
}
