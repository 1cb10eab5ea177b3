//! `lacuna demo csr` and its like: the tutorials of MXNet on sparse arrays, statement by statement, with what MXNet
//! 1.9.1 prints of each beside what is computed here.
//!
//! `runtime/tests/data/tutorial/generate.py` has MXNet's statements, and writes what they print.
// A statement in a macro brings its semicolon where it is a `let`, and not where it is an expression.
#![allow(redundant_semicolons)]

mod csr;
mod gluon;
mod gpu;
mod peer;
mod row_sparse;
mod shared;
mod steps;
mod symbols;
mod text;

pub use steps::{TutorialReport, TutorialStep, Verdict};

use super::DemoModel;
use crate::report::{Form, Report};
use anyhow::Result;
use std::io::Write;
use steps::Steps;

/// A tutorial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tutorial {
    /// On csr arrays.
    Csr,
    /// On row_sparse arrays.
    RowSparse,
    /// On graphs, and a linear regression trained by one.
    Symbols,
    /// On layers, and what a sparse gradient saves.
    Gluon,
}

impl Tutorial {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Csr, Self::RowSparse, Self::Symbols, Self::Gluon];

    /// The tutorial that a command asks for.
    pub(super) const fn of(model: &DemoModel) -> Option<Self> {
        match model {
            DemoModel::Csr => Some(Self::Csr),
            DemoModel::RowSparse => Some(Self::RowSparse),
            DemoModel::Symbols => Some(Self::Symbols),
            DemoModel::Gluon => Some(Self::Gluon),
            DemoModel::Kdd2010(_) => None,
        }
    }

    /// Its name in the recorded statements.
    const fn name(self) -> &'static str {
        match self {
            Self::Csr => "csr",
            Self::RowSparse => "row_sparse",
            Self::Symbols => "symbols",
            Self::Gluon => "gluon",
        }
    }
}

/// Runs a tutorial, and shows it on `out`.
///
/// # Errors
/// If a statement that is meant to work does not, or `out` cannot be written. That something else is computed than
/// expected is no error, and in the report.
pub fn demo_tutorial(tutorial: Tutorial, out: &mut (dyn Write + Send), form: Form) -> Result<TutorialReport> {
    let mut report = Report::new(out, form);
    let mut steps = Steps::new(tutorial.name(), &mut report)?;
    match tutorial {
        Tutorial::Csr => csr::run(&mut steps),
        Tutorial::RowSparse => row_sparse::run(&mut steps),
        Tutorial::Symbols => symbols::run(&mut steps),
        Tutorial::Gluon => gluon::run(&mut steps),
    }?;
    steps.finish()
}
