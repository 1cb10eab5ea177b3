//! Operators as graphs name them.
use super::parameters::Parameters;
use super::shapes::{Misfit, Shapes};
use super::{ENTRIES, Operator, function};
use crate::symbol::SymbolError;
use lacuna_arrays::array::Function;
use std::collections::BTreeMap;
use std::fmt::{self, Debug, Formatter};
use std::ops::Range;

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
    /// As the result of a backward operator for the first operand; of the others there are none.
    First(&'static str, &'static [Of]),
    /// As the results of a backward operator for all operands but the first, which has none.
    Rest(&'static str, &'static [Of]),
    /// As the result of an operator, called for each operand.
    Each(&'static str, &'static [Of]),
    /// Row_sparse for the first operand, where MXNet infers nothing.
    Rows(&'static str, &'static [Of]),
    /// There are none: `zeros_like` of the operand.
    Zero,
}

/// Names of the operands of operators that take any number of them.
pub(super) const ARGUMENTS: &[&str] = &[
    "arg0", "arg1", "arg2", "arg3", "arg4", "arg5", "arg6", "arg7", "arg8", "arg9", "arg10", "arg11", "arg12", "arg13",
    "arg14", "arg15", "arg16", "arg17", "arg18", "arg19", "arg20", "arg21", "arg22", "arg23", "arg24", "arg25",
    "arg26", "arg27", "arg28", "arg29", "arg30", "arg31",
];

/// The gradient of the result, and as many operands as there are.
pub(super) const OF_ARGUMENTS: &[Of] = &[
    Of::Gradient,
    Of::Input(0),
    Of::Input(1),
    Of::Input(2),
    Of::Input(3),
    Of::Input(4),
    Of::Input(5),
    Of::Input(6),
    Of::Input(7),
    Of::Input(8),
    Of::Input(9),
    Of::Input(10),
    Of::Input(11),
    Of::Input(12),
    Of::Input(13),
    Of::Input(14),
    Of::Input(15),
    Of::Input(16),
    Of::Input(17),
    Of::Input(18),
    Of::Input(19),
    Of::Input(20),
    Of::Input(21),
    Of::Input(22),
    Of::Input(23),
    Of::Input(24),
    Of::Input(25),
    Of::Input(26),
    Of::Input(27),
    Of::Input(28),
    Of::Input(29),
    Of::Input(30),
    Of::Input(31),
];

impl Gradients {
    /// True where MXNet calls the backward operator though nothing but zeros comes from above.
    pub fn is_always_called(&self) -> bool {
        const ALWAYS: &[&str] = &[
            "_backward_Activation",
            "_backward_BatchNorm",
            "_backward_Concat",
            "_backward_FullyConnected",
            "_backward_L2Normalization",
            "_backward_MakeLoss",
            "_backward_SliceChannel",
            "_backward_SoftmaxOutput",
            "_backward_SwapAxis",
            "_backward_linear_reg_out",
            "_backward_logistic_reg_out",
            "_backward_mae_reg_out",
            "ones_like",
        ];
        match self {
            Self::Rest(..) | Self::Each(..) => true,
            Self::Through(operator, _) => ALWAYS.contains(operator),
            _ => false,
        }
    }

    /// True where the backward operator does something though nothing but zeros comes from above: a loss has its own
    /// gradient, and states are replaced.
    pub fn needs_no_gradient(&self) -> bool {
        const LOSSES: &[&str] = &[
            "_backward_BatchNorm",
            "_backward_MakeLoss",
            "_backward_SoftmaxOutput",
            "_backward_linear_reg_out",
            "_backward_logistic_reg_out",
            "_backward_mae_reg_out",
            "ones_like",
        ];
        matches!(self, Self::Through(operator, _) if LOSSES.contains(operator))
    }
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

    /// The operands that are auxiliary states.
    pub fn states(&self) -> Range<usize> {
        if self.name == "BatchNorm" { super::batch_norm::STATES } else { 0..0 }
    }

    /// What a state that is made for the operator begins with, as MXNet writes it.
    pub fn initial(&self, operand: &str) -> &'static str {
        if operand == "moving_var" { r#"["one", {}]"# } else { r#"["zero", {}]"# }
    }

    /// How many results the operator has in MXNet, of which the first is seen.
    pub fn results_in_file(&self) -> usize {
        match self.name {
            "BatchNorm" => 3,
            "L2Normalization" => 2,
            _ => 1,
        }
    }

    /// That of a function, and its parameters.
    pub fn of(function: Function) -> Option<(&'static Self, Vec<(&'static str, f64)>)> {
        let parameters = match (function, function::scalar_of(function)) {
            (Function::Clip { a_min, a_max }, _) => vec![("a_min", a_min), ("a_max", a_max)],
            (Function::HardSigmoid { alpha, beta }, _) => vec![("alpha", alpha), ("beta", beta)],
            (Function::Quadratic { a, b, c }, _) => vec![("a", a), ("b", b), ("c", c)],
            (_, Some(scalar)) => vec![("scalar", scalar)],
            _ => Vec::new(),
        };
        let own = |prefix| {
            let named = move |entry: &&Self| entry.name.strip_prefix(prefix) == Some(function.name());
            function::FUNCTIONS.iter().chain(function::ENTRIES).find(named)
        };
        own("_").or_else(|| own("_contrib_")).or_else(|| Self::named(function.name())).map(|entry| (entry, parameters))
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
