//! Operators as graphs name them.
use super::parameters::Parameters;
use super::shapes::{Misfit, Shapes};
use super::{ENTRIES, Operator, function};
use crate::array::Function;
use crate::symbol::SymbolError;
use std::collections::BTreeMap;
use std::fmt::{self, Debug, Formatter};

/// An operator that graphs can have.
pub(crate) struct Entry {
    /// Its registered name in MXNet.
    pub name: &'static str,
    pub aliases: &'static [&'static str],
    /// The names of its operands.
    pub operands: &'static [&'static str],
    pub build: fn(&Parameters<'_>) -> Result<Built, SymbolError>,
}

/// How the shapes of a call hang together.
type Rule = Box<dyn Fn(&mut Shapes<'_>) -> Result<(), Misfit>>;

/// An operator with its parameters.
pub(crate) struct Built {
    pub operator: Box<dyn Operator>,
    pub shapes: Rule,
    pub gradients: Gradients,
    /// Operands of this call.
    pub operands: usize,
    /// An operand whose dtype is its own.
    pub own_dtype: Option<usize>,
    /// An operand of class numbers, which may be of `int64` beside other numbers.
    pub classes: Option<usize>,
}

/// An operand of a backward operator.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Of {
    /// The gradient of the result.
    Gradient,
    /// An operand of the operator.
    Input(usize),
    /// Its result.
    Output,
}

/// How an operator's gradients are stored.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Gradients {
    /// As that of the result, which is passed on.
    Passed,
    /// As that of the result, through `negative`.
    Negated,
    /// As the results of a backward operator, one for each operand.
    Through(&'static str, &'static [Of]),
    /// Row_sparse for the first operand, where MXNet infers nothing.
    Rows(&'static str, &'static [Of]),
    /// There are none: `zeros_like` of the operand.
    Zero,
}

impl Debug for Entry {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Entry {
    /// That of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        ENTRIES.iter().copied().flatten().find(|entry| entry.name == name || entry.aliases.contains(&name))
    }

    /// True for an operator with a result for each of `num_outputs`.
    pub fn has_several_results(&self) -> bool {
        self.name == "SliceChannel"
    }

    /// That of a function, and its parameters.
    pub fn of(function: Function) -> Option<(&'static Self, Vec<(&'static str, f64)>)> {
        let parameters = match (function, function::scalar_of(function)) {
            (Function::Clip { a_min, a_max }, _) => vec![("a_min", a_min), ("a_max", a_max)],
            (_, Some(scalar)) => vec![("scalar", scalar)],
            _ => Vec::new(),
        };
        let with_underscore =
            function::FUNCTIONS.iter().find(|entry| entry.name.strip_prefix('_') == Some(function.name()));
        with_underscore.or_else(|| Self::named(function.name())).map(|entry| (entry, parameters))
    }

    pub fn build(&self, attributes: &BTreeMap<String, String>) -> Result<Built, SymbolError> {
        let parameters = Parameters::new(self.name, attributes);
        let built = (self.build)(&parameters)?;
        parameters.finish()?;
        Ok(Built { operands: if built.operands == 0 { self.operands.len() } else { built.operands }, ..built })
    }
}

impl Built {
    pub fn new(
        operator: impl Operator + 'static,
        shapes: impl Fn(&mut Shapes<'_>) -> Result<(), Misfit> + 'static,
        gradients: Gradients,
    ) -> Self {
        Self {
            operator: Box::new(operator),
            shapes: Box::new(shapes),
            gradients,
            operands: 0,
            own_dtype: None,
            classes: None,
        }
    }

    /// Of operands and a result of one shape.
    pub fn of_one_shape(operator: impl Operator + 'static, gradients: Gradients) -> Self {
        Self::new(operator, |shapes| shapes.same(), gradients)
    }

    pub fn operands(mut self, operands: usize) -> Self {
        self.operands = operands;
        self
    }

    pub fn classes(mut self, operand: usize) -> Self {
        self.classes = Some(operand);
        self
    }

    pub fn own_dtype(mut self, operand: usize) -> Self {
        self.own_dtype = Some(operand);
        self
    }
}

/// The entries of a file's operators: name, other names, names of operands, and how they are built of parameters.
macro_rules! entries {
    ($($name:literal $([$($alias:literal),*])? ($($operand:literal),*) |$parameters:ident| $build:expr;)*) => {
        pub(super) const ENTRIES: &[$crate::operator::Entry] = &[$($crate::operator::Entry {
            name: $name,
            aliases: &[$($($alias),*)?],
            operands: &[$($operand),*],
            build: |$parameters| {
                #[allow(unused_imports)]
                use $crate::operator::{Built, Gradients::*, Of::*, Shapes};
                Ok($build)
            },
        },)*];
    };
}
pub(super) use entries;
