//! A call whose storage types are inferred.
use super::attempt::Attempt;
use super::{Device, InferError, Mode, Operator, Parameters, Stype};

/// A call of an operator, as far as storage types go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Call<'a> {
    /// The operator.
    pub operator: Operator,
    /// Its parameters.
    pub parameters: Parameters,
    /// Where it runs.
    pub device: Device,
    /// How its operands are stored.
    pub inputs: &'a [Stype],
}

/// How the call runs, and how its outputs are stored. An output whose place holds a storage type already (an array that
/// the caller supplies) keeps it.
///
/// # Errors
/// - [`InferError::Inputs`], [`InferError::Outputs`] for operands or places that the operator does not have; then no
///   output is assigned;
/// - [`InferError::NotImplemented`] where the operator takes neither these storage types nor dense copies.
///
/// ```
/// use lacuna::infer::{Call, Device, InferError, Mode, Operator, Parameters, Stype, infer};
/// let call = |name, inputs| Call { operator: Operator::named(name).unwrap(), parameters: Parameters::default(), device: Device::Cpu, inputs };
/// let mut outputs = [None];
/// assert_eq!(infer(&call("elemwise_mul", &[Stype::Csr, Stype::Dense]), &mut outputs), Ok(Mode::Sparse));
/// assert_eq!(outputs, [Some(Stype::Csr)]);
/// assert_eq!(infer(&call("_contrib_getnnz", &[Stype::RowSparse]), &mut [None]), Err(InferError::NotImplemented));
/// assert_eq!(infer(&call("sqrt", &[]), &mut [None]), Err(InferError::Inputs { expected: 1, found: 0 }));
/// ```
pub fn infer(call: &Call<'_>, outputs: &mut [Option<Stype>]) -> Result<Mode, InferError> {
    let (fewest, most) = call.operator.operands();
    let found = call.inputs.len();
    if found < fewest || found > most {
        return Err(InferError::Inputs { expected: if found < fewest { fewest } else { most }, found });
    }
    let expected = call.operator.outputs(found, &call.parameters);
    if outputs.len() != expected {
        return Err(InferError::Outputs { expected, found: outputs.len() });
    }
    call.operator.rule().infer(&mut Attempt { call, outputs })
}
