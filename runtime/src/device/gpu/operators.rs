//! Which operators have kernels for a device.
use super::Machine;
use super::call::Call;
use crate::array::Array;
use crate::operator::{
    Add, AddRow, Backward, CastStorage, Concat, Copy, Detach, Divide, Dot, Dropout, Embedding, FullyConnected, Interaction,
    LinearRegressionOutput, LogisticRegressionOutput, Lstmp, LstmpLast, LstmpOutput, Map, Mean, Multiply, Operator, OperatorError, Reshape,
    SampledSoftmax, SampledSoftmaxLoss, ScaleGradient, SigmoidCrossEntropy, SoftmaxCrossEntropy, SoftmaxOutput, Subtract, Sum,
    WeightedSoftmaxOutput,
};
use std::any::Any;

/// An [`Operator`] on arrays of a device. Results are new: those of a step before are freed as they are replaced, and the driver takes their memory again.
pub(super) trait Kernels<D: Machine> {
    fn forward(&self, call: &mut Call<'_, D>) -> Result<Array, OperatorError>;

    /// The gradient of an operand.
    fn backward(&self, call: &mut Call<'_, D>, backward: &Backward<'_>, operand: usize) -> Result<Array, OperatorError>;
}

macro_rules! operators {
    ($($Operator:ident)*) => {
        /// The kernels of an operator.
        pub(super) fn find<D: Machine>(operator: &dyn Operator) -> Option<&dyn Kernels<D>> {
            let operator: &dyn Any = operator;
            $(if let Some(operator) = operator.downcast_ref::<$Operator>() {
                return Some(operator);
            })*
            None
        }
    };
}
operators! {
    Dot FullyConnected Add Subtract Multiply Divide AddRow Map Sum Mean Embedding Interaction SoftmaxCrossEntropy SigmoidCrossEntropy LinearRegressionOutput LogisticRegressionOutput SoftmaxOutput
    WeightedSoftmaxOutput CastStorage Copy Detach Reshape Concat Dropout ScaleGradient Lstmp LstmpOutput LstmpLast SampledSoftmax SampledSoftmaxLoss
}
