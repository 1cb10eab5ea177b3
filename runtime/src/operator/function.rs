//! Functions of each element.
use super::inputs::values;
use super::{Backward, Context, Inputs, Operator, OperatorError, with_float};
use crate::Cpu;
use crate::array::{Array, Element, Function};
use lacuna::infer::Stype::{Csr, Dense};
use lacuna::{DenseMut, KernelError, Value};

/// A [`Function`] of each element. A sparse operand keeps its pattern where the function of 0 is 0, and has no path where it is not.
///
/// Gradient: that of the result times the derivative, which is 0 where the function has steps. Of a sparse operand it is on its pattern, where it is 0 elsewhere: there is no path from a dense gradient through a
/// function like `sin`, whose derivative at 0 is 1. Source: MXNet's unary and scalar operators.
#[derive(Clone, Copy, Debug)]
pub struct Map(pub Function);

impl Operator for Map {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn forward(&self, _: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let [x] = inputs.all(self.name())?;
        if x.stype() != Dense && !self.0.keeps_zero() {
            return Err(inputs.no_path(self.name()));
        }
        with_float!(self.name(), x, V => Ok(self.0.run(values::<V>(self.name(), 0, x)?, output.reuse_structure(x)?)?))
    }

    fn backward(&self, context: &Context, call: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
        let [x] = call.inputs.all(self.name())?;
        with_float!(self.name(), x, V => {
            let outer = self.on_pattern::<V>(context, call, x)?.ok_or_else(|| call.inputs.no_path(self.name()))?;
            let out = gradient.reuse_structure::<V>(x)?;
            let [x, result] = [x, call.output].map(|array| values::<V>(self.name(), 0, array));
            Ok(self.gradient(context, outer, x?, result?, out)?)
        })
    }
}

impl Map {
    /// True if the gradient is 0 where the operand is.
    fn is_flat_at_zero<V: Element + Value>(self, context: &Context) -> Result<bool, OperatorError> {
        let (mut result, mut slope) = ([V::ZERO], [V::ZERO]);
        self.0.run(&[V::ZERO], &mut result)?;
        self.gradient(context, &[V::narrow(1.0)], &[V::ZERO], &result, &mut slope)?;
        Ok(slope == [V::ZERO])
    }

    /// The gradient of the output where `x` stores something, if there is none elsewhere.
    fn on_pattern<'a, V: Element + Value>(
        self,
        context: &'a Context,
        call: &Backward<'a>,
        x: &Array,
    ) -> Result<Option<&'a [V]>, OperatorError> {
        let (outer, cpu) = (call.gradient, context.cpu);
        if outer.stype() == x.stype() && outer.shape() == x.shape() && outer.indices() == x.indices() && outer.indptr() == x.indptr() {
            return values::<V>(self.name(), 0, outer).map(Some);
        }
        if outer.stype() != Dense || !self.is_flat_at_zero::<V>(context)? {
            return Ok(None);
        }
        let (matrix, gathered) = (outer.as_dense::<V>()?, context.arena.alloc_slice_fill_copy(x.nnz(), V::ZERO));
        if x.stype() == Csr {
            cpu.entries_gather(x.as_csr::<V>()?, matrix.into(), gathered)?;
        } else {
            let ids = x.indices().unwrap_or_default();
            let (rows, row_length) = (x.shape().first().copied().unwrap_or_default(), x.shape().iter().skip(1).product());
            let matrix = lacuna::Dense::new(rows, row_length, matrix.data())?;
            cpu.lookup(ids, matrix, DenseMut::new(ids.len(), row_length, gathered)?)?;
        }
        Ok(Some(gathered))
    }
}

/// Functions by the operand that their gradient's kernel takes.
macro_rules! for_each_gradient {
    ($callback:ident) => {
        $callback! {
            input: Abs abs_backward, Square square_backward, Softsign softsign_backward, Expm1 expm1_backward, Log log_backward, Log2 log2_backward, Log10 log10_backward, Log1p log1p_backward,
                Softrelu softrelu_backward, Sin sin_backward, Cos cos_backward, Arcsin arcsin_backward, Arccos arccos_backward, Arctan arctan_backward, Sinh sinh_backward, Cosh cosh_backward,
                Arcsinh arcsinh_backward, Arccosh arccosh_backward, Arctanh arctanh_backward, Rsqrt rsqrt_backward, Rcbrt rcbrt_backward, Erf erf_backward,;
            result: Relu relu_backward, Sigmoid sigmoid_backward, Tan tan_backward, Tanh tanh_backward, Sqrt sqrt_backward, Cbrt cbrt_backward, Exp multiply,;
            scalar: RdivScalar rdiv_scalar_backward input, PowerScalar power_scalar_backward input, RpowerScalar rpower_scalar_backward result, HypotScalar hypot_scalar_backward input,
                RmodScalar rmod_scalar_backward input, SmoothL1 smooth_l1_backward input,;
            alone: Negative negative, Degrees degrees, Radians radians,;
        }
    };
}
#[cfg(feature = "cuda")]
pub(crate) use for_each_gradient;

macro_rules! gradients {
    (input: $($of_input:ident $by_input:ident,)*; result: $($of_result:ident $by_result:ident,)*;
        scalar: $($scalar:ident $by_scalar:ident $operand:ident,)*; alone: $($alone:ident $by_alone:ident,)*;) => {
        impl Map {
            fn gradient<V: Element + Value>(
                self,
                context: &Context,
                outer: &[V],
                input: &[V],
                result: &[V],
                out: &mut [V],
            ) -> Result<(), KernelError> {
                let cpu = context.cpu;
                match self.0 {
                    $(Function::$of_input => cpu.$by_input(outer, input, out),)*
                    $(Function::$of_result => cpu.$by_result(outer, result, out),)*
                    $(Function::$scalar(scalar) => cpu.$by_scalar(outer, gradients!(@$operand input result), V::narrow(scalar), out),)*
                    $(Function::$alone => cpu.$by_alone(outer, out),)*
                    Function::Clip { a_min, a_max } => cpu.clip_backward(outer, input, V::narrow(a_min), V::narrow(a_max), out),
                    Function::MulScalar(scalar) => cpu.mul_scalar(outer, V::narrow(scalar), out),
                    Function::DivScalar(scalar) => cpu.div_scalar(outer, V::narrow(scalar), out),
                    Function::RminusScalar(_) => cpu.negative(outer, out),
                    Function::MaximumScalar(scalar) => chosen(context, outer, out, |cpu, to| cpu.greater_equal_scalar(input, V::narrow(scalar), to)),
                    Function::MinimumScalar(scalar) => chosen(context, outer, out, |cpu, to| cpu.lesser_equal_scalar(input, V::narrow(scalar), to)),
                    Function::PlusScalar(_) | Function::ModScalar(_) => {
                        out.copy_from_slice(outer);
                        Ok(())
                    }
                    Function::Ceil | Function::Floor | Function::Rint | Function::Round | Function::Sign | Function::Trunc | Function::EqualScalar(_) | Function::NotEqualScalar(_)
                    | Function::GreaterScalar(_) | Function::GreaterEqualScalar(_) | Function::LesserScalar(_) | Function::LesserEqualScalar(_) => {
                        out.fill(V::ZERO);
                        Ok(())
                    }
                }
            }
        }
    };
    (@input $input:ident $result:ident) => { $input };
    (@result $input:ident $result:ident) => { $result };
}
for_each_gradient! { gradients }

/// The gradient where a comparison is 1.
fn chosen<V: Element + Value>(
    context: &Context,
    outer: &[V],
    out: &mut [V],
    compare: impl FnOnce(Cpu, &mut [V]) -> Result<(), KernelError>,
) -> Result<(), KernelError> {
    let ones = context.arena.alloc_slice_fill_copy(outer.len(), V::ZERO);
    compare(context.cpu, ones)?;
    context.cpu.multiply(outer, ones, out)
}
