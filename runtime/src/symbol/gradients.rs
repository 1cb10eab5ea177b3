//! What the peer's gradients are made of.

/// An operand of a backward operator.
#[derive(Clone, Copy, Debug)]
pub(super) enum Of {
    /// The gradient of the result.
    Gradient,
    /// An operand of the operator.
    Input(usize),
    /// Its result.
    Output,
}

/// How an operator's gradients are stored.
#[derive(Clone, Copy, Debug)]
pub(super) enum Gradients {
    /// As that of the result, which is passed on.
    Passed,
    /// As that of the result, through `negative`.
    Negated,
    /// As the results of a backward operator, one for each operand.
    Through(&'static str, &'static [Of]),
    /// As the results of an operator that the peer does not have by a name of its own: dense.
    Alike(&'static [Of]),
    /// There are none: `zeros_like` of the operand.
    Zero,
}
