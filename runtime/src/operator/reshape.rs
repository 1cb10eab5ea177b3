//! Arrays as they are: copied, in another storage type, in another shape.
use super::{Backward, Context, Inputs, Operator, OperatorError};
use crate::array::{Array, ArrayError};
use lacuna::infer::Stype;

/// The operand as it is. Source: MXNet `_copy`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Copy;

/// The operand as it is, without a gradient. Source: MXNet `BlockGrad`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Detach;

/// The operand in another storage type. Gradient: that of the result. Source: MXNet `cast_storage`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastStorage {
    /// Which one.
    pub stype: Stype,
}

/// The elements of a dense operand in another shape. Source: MXNet `reshape`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reshape {
    /// The lengths of the dimensions.
    pub shape: Vec<usize>,
}

impl Operator for Copy {
    fn name(&self) -> &'static str {
        "_copy"
    }
    fn forward(&self, _: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let [x] = inputs.all(self.name())?;
        Ok(output.reuse_copy(x)?)
    }
    fn backward(&self, _: &Context, call: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
        Ok(gradient.reuse_copy(call.gradient)?)
    }
}

impl Operator for Detach {
    fn name(&self) -> &'static str {
        "BlockGrad"
    }
    fn forward(&self, context: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        Copy.forward(context, inputs, output)
    }
    fn has_gradient(&self, _operand: usize) -> bool {
        false
    }
    fn backward(&self, _: &Context, _: &Backward<'_>, operand: usize, _: &mut Array) -> Result<(), OperatorError> {
        Err(OperatorError::NoGradient { operator: self.name(), operand })
    }
}

impl Operator for CastStorage {
    fn name(&self) -> &'static str {
        "cast_storage"
    }
    fn forward(&self, _: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let [x] = inputs.all(self.name())?;
        *output = x.tostype(self.stype)?;
        Ok(())
    }
    fn backward(&self, _: &Context, call: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
        Ok(gradient.reuse_copy(call.gradient)?)
    }
}

impl Operator for Reshape {
    fn name(&self) -> &'static str {
        "reshape"
    }
    fn forward(&self, _: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let [x] = inputs.all(self.name())?;
        if x.stype() != Stype::Dense {
            return Err(inputs.no_path(self.name()));
        }
        reshaped(x, &self.shape, output)
    }
    fn backward(&self, _: &Context, call: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
        let [x] = call.inputs.all(self.name())?;
        if call.gradient.stype() != Stype::Dense {
            return Err(call.inputs.no_path(self.name()));
        }
        reshaped(call.gradient, x.shape(), gradient)
    }
}

fn reshaped(x: &Array, shape: &[usize], output: &mut Array) -> Result<(), OperatorError> {
    let (expected, found) = (shape.iter().try_fold(1_usize, |product, &length| product.checked_mul(length)), x.size());
    if expected != Some(found) {
        return Err(ArrayError::Length { shape: shape.to_vec(), expected: expected.unwrap_or(usize::MAX), found }.into());
    }
    output.reuse_copy(x)?;
    Ok(output.set_dense_shape(shape)?)
}
