//! The operators of the runtime, by the graphs that users build of them: inference, results, and gradients by the tape.
use crate::fixture::{Array, Case, Stype, Values};
use lacuna::infer;
use lacuna_runtime::array::{self, Dtype};
use lacuna_runtime::autograd::GradientRequest;
use lacuna_runtime::operator::{Context, Fallback};
use lacuna_runtime::symbol::{Bind, Executor, Symbol, SymbolError};
use serde_json::Value;

/// The name of the operand that is the gradient of the result.
const HEAD: &str = "ograd";

/// Gradients that MXNet's registry has of the result instead of the operand: no graph asks for them.
const OF_RESULTS: [&str; 12] = [
    "_backward_cbrt",
    "_backward_expm1",
    "_backward_log_softmax",
    "_backward_max",
    "_backward_min",
    "_backward_rcbrt",
    "_backward_rsqrt",
    "_backward_sigmoid",
    "_backward_softmax",
    "_backward_sqrt",
    "_backward_tan",
    "_backward_tanh",
];

/// Cases that graphs answer otherwise on purpose: rows that neither of two row_sparse arrays stores are not stored by
/// their product, where MXNet multiplies 0 by infinity.
const DIFFERENT: [(&str, &str); 1] = [("backward_cbrt", "row_sparse_row_sparse")];

/// What a graph of one operator has given.
#[derive(Clone, Debug)]
pub struct Found {
    /// Results, or gradients of the operands.
    pub results: Vec<Array>,
    /// Whether dense copies of sparse operands were computed with, as MXNet's storage fallback does.
    pub by_fallback: bool,
}

/// Why a graph has no results.
#[derive(Clone, Debug)]
pub enum NoResults {
    /// It was refused when it was built or bound: a form of the operator that graphs do not have.
    Refused(String),
    /// It was bound, and did not run.
    Failed(String),
}

/// Runs a case as a graph of its operator, or of the operator that it is the gradient of; none if graphs have no such
/// operator or no such arrays.
///
/// # Errors
/// [`NoResults`], though the case has results.
pub fn run(case: &Case) -> Option<Result<Found, NoResults>> {
    let is_known = |(operator, name): &(&str, &str)| *operator == case.op && case.name.starts_with(name);
    if case.error.is_some() || OF_RESULTS.contains(&&*case.op) || DIFFERENT.iter().any(is_known) {
        return None;
    }
    let backward = ["_backward_", "backward_"].iter().find_map(|prefix| case.op.strip_prefix(prefix));
    let operands: Vec<&Array> = case.inputs.iter().filter(|input| backward.is_none() || input.name != HEAD).collect();
    let names: Vec<String> = (0..operands.len()).map(|place| format!("operand{place}")).collect();
    let variables: Vec<Symbol> = names.iter().map(|name| Symbol::variable(name)).collect();
    let parameters: Vec<(String, String)> =
        case.params.entries().filter_map(|(name, value)| Some((name.to_owned(), text(value)?))).collect();
    let parameters: Vec<(&str, &str)> = parameters.iter().map(|(name, value)| (&**name, &**value)).collect();
    let operator = backward.unwrap_or(&case.op);
    let symbol = match Symbol::apply(operator, &variables.iter().collect::<Vec<_>>(), &parameters) {
        Ok(symbol) => symbol,
        // The kernels' own operators, and those that graphs do not have.
        Err(SymbolError::Operator { .. }) => return None,
        Err(error) => return Some(Err(NoResults::Refused(error.to_string()))),
    };
    let arrays: Option<Vec<_>> =
        names.iter().map(String::as_str).zip(&operands).map(|(name, operand)| Some((name, made(operand)?))).collect();
    let head = case.inputs.iter().find(|input| backward.is_some() && input.name == HEAD);
    let head = match head {
        Some(head) => Some(made(head)?),
        None => None,
    };
    let request = if backward.is_some() { GradientRequest::Write } else { GradientRequest::Null };
    let mut executor = match bound(&symbol, arrays?, request) {
        Ok(executor) => executor,
        Err(error) => return Some(Err(NoResults::Refused(error.to_string()))),
    };
    let results = match backward {
        Some(_) => gradients(&mut executor, wanted(case, names), head),
        None => forward(&mut executor),
    };
    Some(results.map_err(|error| NoResults::Failed(error.to_string())).and_then(|results| {
        let of_another_type = || NoResults::Failed("a result of another type".to_owned());
        let results = results.iter().map(listed).collect::<Option<_>>().ok_or_else(of_another_type)?;
        Ok(Found { results, by_fallback: !executor.notices().is_empty() })
    }))
}

/// The operands whose gradients the case lists: all, those behind a condition, or where it lists one, that of the weight
/// of a product and of the data of everything else.
fn wanted(case: &Case, names: Vec<String>) -> Vec<String> {
    let count = case.outputs.len();
    match (names.len() - count.min(names.len()), case.op.ends_with("dot") || case.op.ends_with("where")) {
        (left_out, true) => names.into_iter().skip(left_out).collect(),
        (_, false) => names.into_iter().take(count).collect(),
    }
}

type Results = Result<Vec<array::Array>, SymbolError>;

fn bound(
    symbol: &Symbol,
    arrays: Vec<(&str, array::Array)>,
    request: GradientRequest,
) -> Result<Executor, SymbolError> {
    let mut context = Context::new();
    context.fallback = Fallback::Dense;
    Bind::new(symbol).context(context).request(request).arrays(arrays)
}

fn forward(executor: &mut Executor) -> Results {
    executor.forward(false)?;
    Ok(executor.outputs()?.into_iter().cloned().collect())
}

fn gradients(executor: &mut Executor, names: Vec<String>, head: Option<array::Array>) -> Results {
    executor.forward(true)?;
    executor.backward(&head.iter().collect::<Vec<_>>())?;
    names.iter().map(|name| executor.gradient(name).cloned()).collect()
}

/// A parameter as MXNet writes it.
fn text(value: &Value) -> Option<String> {
    Some(match value {
        Value::Null => return None,
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(values) => {
            let values: Vec<_> = values.iter().map(|value| text(value).unwrap_or_else(|| "None".to_owned())).collect();
            format!("({})", values.join(", "))
        }
        other => other.to_string(),
    })
}

/// The array of the runtime.
fn made(array: &Array) -> Option<array::Array> {
    macro_rules! of {
        ($values:expr) => {{
            let values = $values.clone();
            match array.stype {
                Stype::Default => array::Array::dense(&array.shape, values),
                Stype::Csr => {
                    let &[rows, columns] = &*array.shape else { return None };
                    array::Array::csr(Some([rows, columns]), array.indptr.clone(), array.indices.clone(), values)
                }
                Stype::RowSparse => array::Array::row_sparse(&array.shape, array.indices.clone(), values),
            }
        }};
    }
    match &array.values {
        Values::F32(values) => of!(values).ok(),
        Values::F64(values) => of!(values).ok(),
        Values::I64(values) => of!(values).ok(),
        Values::F16(_) | Values::Bf16(_) | Values::Other(..) => None,
    }
}

/// The array of a case.
fn listed(array: &array::Array) -> Option<Array> {
    let values = match array.dtype() {
        Dtype::F32 => Values::F32(array.data::<f32>()?.to_vec()),
        Dtype::F64 => Values::F64(array.data::<f64>()?.to_vec()),
        Dtype::I64 => Values::I64(array.data::<i64>()?.to_vec()),
        _ => return None,
    };
    let stype = match array.stype() {
        infer::Stype::Dense => Stype::Default,
        infer::Stype::Csr => Stype::Csr,
        infer::Stype::RowSparse => Stype::RowSparse,
    };
    let list = |numbers: Option<&[i64]>| numbers.unwrap_or_default().to_vec();
    Some(Array {
        name: "out".to_owned(),
        stype,
        shape: array.shape().to_vec(),
        indptr: list(array.indptr()),
        indices: list(array.indices()),
        values,
    })
}
