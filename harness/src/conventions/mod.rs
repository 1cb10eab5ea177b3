//! The calling conventions of cases: what a case means in terms of the operators that [operations](crate::ops) know.
//!
//! Files may name an operator as MXNet's registry does (`_mul_scalar`, `_backward_sin`, `_contrib_edge_id`) or as its
//! users do (`mul_scalar`, `backward_sin`, `edge_id`). A gradient with two results is two calls. Where no operation
//! takes the operands as they are stored, copies with another storage are tried, as MXNet's storage fallback does; the
//! report counts these cases.
mod defaults;
mod gradients;
mod matrices;
mod names;
mod shape_gradients;
mod storage;

pub use storage::{Prepared, in_pattern_of, prepare, stored_as};

use crate::fixture::{Array, Case};
use crate::ops::AnyOperation;
use crate::tolerance::Precision;

/// What a case consists of.
#[derive(Debug)]
pub struct Calls {
    /// Each has the parameters, operands and results that its operator has in [`crate::ops`].
    pub calls: Vec<Case>,
    /// True if their operands are copies in another order.
    pub copied: bool,
}

/// The calls of a case.
///
/// # Errors
/// A sentence about a call that makes no sense.
pub fn calls(case: &Case) -> Result<Calls, String> {
    let case = &gradients::by_public_name(case);
    let of_shapes = case.op.strip_prefix("backward_").filter(|_| storage::has_room(case));
    let found = if let Some(calls) = of_shapes.and_then(|of| shape_gradients::calls(case, of)) {
        Calls { calls, copied: true }
    } else {
        let calls = gradients::calls(case)?.map_or_else(|| names::call(case).map(|call| vec![call]), Ok)?;
        Calls { calls, copied: false }
    };
    let (listed, computed) = (case.outputs.len(), found.calls.iter().map(|call| call.outputs.len()).sum::<usize>());
    if listed == computed { Ok(found) } else { Err(format!("the case has {listed} results, its operator {computed}")) }
}

/// How many results a case has; a call that must be refused is made, though none is listed.
fn results(case: &Case) -> usize {
    case.outputs.len().max(1)
}

fn is_known(operator: &str) -> bool {
    AnyOperation::ALL.iter().any(|operation| operation.operators().contains(&operator))
}

/// The precision of what the results of a case are compared with, if that is not the one of their types. MXNet has some
/// factors in single precision, also where it computes in double precision.
pub fn precision_of_expected(case: &Case) -> Option<Precision> {
    if case.exact.is_empty() {
        return None;
    }
    let by_mxnet_alone = case.is_from_mxnet() && !case.source.contains("exact:");
    let decays = || case.params.number("wd").ok().flatten().unwrap_or(0.0) != 0.0;
    let in_single = match &*case.op {
        "degrees" | "radians" | "backward_degrees" | "backward_radians" | "_backward_erf" => true,
        "sgd_update" => case.params.switch("lazy_update", true) == Ok(false) && decays(),
        _ => false,
    };
    Some(if by_mxnet_alone && in_single { Precision::Single } else { Precision::Double })
}

/// The call of an operator on some of the operands of a case, with result `number` of it.
fn part(case: &Case, operator: &str, inputs: Vec<Array>, number: usize) -> Case {
    let one = |arrays: &[Array]| arrays.get(number).map(renamed).into_iter().collect();
    let mut outputs: Vec<_> = case.outputs.get(number).cloned().into_iter().collect();
    outputs.iter_mut().for_each(|output| output.name = OUT.to_owned());
    let (out, exact) = (one(&case.out), one(&case.exact));
    Case { op: operator.to_owned(), inputs, outputs, out, exact, ..case.clone() }
}

/// The name of a result.
const OUT: &str = "out";

fn renamed(array: &Array) -> Array {
    Array { name: OUT.to_owned(), ..array.clone() }
}

/// Operand `place` of a case.
fn operand(case: &Case, place: usize) -> Result<Array, String> {
    case.inputs.get(place).cloned().ok_or_else(|| format!("the call has no operand {place}"))
}
