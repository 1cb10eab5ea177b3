//! What happens where operands are stored in a way that no kernel takes.
use super::{Backward, Context, Inputs, Operator, OperatorError, Stypes};
use lacuna::infer::Stype;
use lacuna_arrays::array::{Array, ArrayError};
use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};

/// What happens where operands are stored in a way that no kernel takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fallback {
    /// An error that names the operator and the storage types.
    #[default]
    Refuse,
    /// Operators compute with dense copies of the operands, as in MXNet, and
    /// [`Context::notices`](super::Context::notices) lists each distinct case once.
    Dense,
}

/// An operator that had to compute with dense copies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Its name.
    pub operator: &'static str,
    /// It, with its parameters.
    pub parameters: String,
    /// How its operands were stored.
    pub stypes: Stypes,
}

impl Display for Notice {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { operator, parameters, stypes } = self;
        write!(
            f,
            "storage type fallback: {operator} has no path for operands stored as {stypes}, and computes with dense \
                copies of them ({parameters})"
        )
    }
}

fn dense(array: &Array) -> Result<Cow<'_, Array>, ArrayError> {
    Ok(if array.stype() == Stype::Dense { Cow::Borrowed(array) } else { Cow::Owned(array.tostype(Stype::Dense)?) })
}

fn all_dense(inputs: Inputs<'_>) -> Result<Vec<Cow<'_, Array>>, ArrayError> {
    inputs.iter().map(dense).collect()
}

/// Dense copies lead somewhere only if something was sparse.
fn leads_somewhere(notice: &Notice, sparse: bool) -> Result<(), OperatorError> {
    if sparse {
        Ok(())
    } else {
        Err(OperatorError::NoPath { operator: notice.operator, stypes: notice.stypes.clone() })
    }
}

pub(super) fn forward(
    context: &mut Context,
    operator: &dyn Operator,
    inputs: Inputs<'_>,
    output: &mut Array,
    notice: Notice,
) -> Result<(), OperatorError> {
    leads_somewhere(&notice, inputs.iter().any(|input| input.stype() != Stype::Dense))?;
    let copies = all_dense(inputs)?;
    let copies: Vec<&Array> = copies.iter().map(AsRef::as_ref).collect();
    operator.forward(context, Inputs::from(&*copies), output)?;
    context.note(notice);
    Ok(())
}

pub(super) fn backward(
    context: &mut Context,
    operator: &dyn Operator,
    call: &Backward<'_>,
    operand: usize,
    gradient: &mut Array,
    notice: Notice,
) -> Result<(), OperatorError> {
    let sparse = |array: &Array| array.stype() != Stype::Dense;
    leads_somewhere(&notice, call.inputs.iter().any(sparse) || sparse(call.gradient))?;
    let (copies, output, of_output) = (all_dense(call.inputs)?, dense(call.output)?, dense(call.gradient)?);
    let copies: Vec<&Array> = copies.iter().map(AsRef::as_ref).collect();
    let dense_call =
        Backward { inputs: Inputs::from(&*copies), output: &output, gradient: &of_output, stype: Some(Stype::Dense) };
    operator.backward(context, &dense_call, operand, gradient)?;
    context.note(notice);
    Ok(())
}

pub(super) fn state(
    context: &Context,
    operator: &dyn Operator,
    inputs: Inputs<'_>,
    operand: usize,
    next: &mut Array,
) -> Result<(), OperatorError> {
    let copies = all_dense(inputs)?;
    let copies: Vec<&Array> = copies.iter().map(AsRef::as_ref).collect();
    operator.state(context, Inputs::from(&*copies), operand, next)
}
