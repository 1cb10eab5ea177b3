//! Operators by all their names.
use super::{is_known, operand, part};
use crate::fixture::{Array, Case, Values};
use serde_json::Value;

/// What calls of an operator are here.
enum Call {
    /// Those of this operator.
    Same(&'static str),
    /// Those of this operator, on the first operand alone.
    First(&'static str),
    /// Those of this operator, with the opposite number.
    Negated(&'static str),
    /// Those of this operator, with the operands exchanged.
    Exchanged(&'static str),
}
use Call::{Exchanged, First, Negated, Same};

/// Names in the files of users, or in MXNet's registry, that operations do not have.
const NAMES: &[(&[&str], Call)] = &[
    (&["identity", "_copy", "BlockGrad", "stop_gradient", "make_loss"], First("copy")),
    (&["gradientmultiplier", "_contrib_gradientmultiplier"], First("copy")),
    (&["identity_with_attr_like_rhs", "_identity_with_attr_like_rhs"], First("copy")),
    (&["LinearRegressionOutput", "MAERegressionOutput"], First("copy")),
    (&["LogisticRegressionOutput"], First("sigmoid")),
    (&["round_ste", "_contrib_round_ste"], Same("round")),
    (&["sign_ste", "_contrib_sign_ste"], Same("sign")),
    (&["minus_scalar", "_minus_scalar"], Negated("_plus_scalar")),
    (&["scatter_minus_scalar", "_scatter_minus_scalar"], Negated("_scatter_plus_scalar")),
    (&["quadratic"], Same("_contrib_quadratic")),
    (&["backward_quadratic", "_contrib_backward_quadratic"], Same("_backward_quadratic")),
    (&["grad_add"], Same("_grad_add")),
    (&["scatter_elemwise_div"], Same("_scatter_elemwise_div")),
    (&["maximum"], Same("_maximum")),
    (&["minimum"], Same("_minimum")),
    (&["hypot"], Same("_hypot")),
    (&["lesser", "_lesser"], Exchanged("_greater")),
    (&["lesser_equal", "_lesser_equal"], Exchanged("_greater_equal")),
    (&["broadcast_lesser"], Exchanged("broadcast_greater")),
    (&["power"], Same("_power")),
    (&["mod"], Same("_mod")),
    (&["ElementWiseSum"], Same("add_n")),
    (&["Concat"], Same("concat")),
    (&["SparseEmbedding", "_contrib_SparseEmbedding"], Same("Embedding")),
    (&["cast", "amp_cast"], Same("Cast")),
    (&["dgl_adjacency"], Same("_contrib_dgl_adjacency")),
];

/// The call of a case that is one call.
pub(super) fn call(case: &Case) -> Result<Case, String> {
    if ["edge_id", "_contrib_edge_id"].contains(&&*case.op) && case.inputs.len() == 3 {
        return edges(case);
    }
    let mut call = case.clone();
    let known = NAMES.iter().find(|(names, _)| names.contains(&&*case.op));
    match known {
        Some((_, Same(operator))) => call.op = (*operator).to_owned(),
        Some((_, First(operator))) => {
            call.op = (*operator).to_owned();
            call.inputs.truncate(1);
            call.params = Default::default();
        }
        Some((_, Exchanged(operator))) => {
            call.op = (*operator).to_owned();
            call.inputs.reverse();
        }
        Some((_, Negated(operator))) => {
            call.op = (*operator).to_owned();
            let scalar = case.params.double("scalar")?.unwrap_or(0.0);
            call.params = call.params.with("scalar", Value::from(-scalar));
        }
        None if case.op.ends_with("_scalar") && !case.op.starts_with('_') => call.op = format!("_{}", case.op),
        None => call.op = without_prefix(&case.op),
    }
    // Into the storage that it has.
    let wanted = call.params.word("stype")?.map(str::to_owned);
    if call.op == "cast_storage" && call.inputs.iter().any(|input| Some(input.stype.word()) == wanted.as_deref()) {
        (call.op, call.params) = ("copy".to_owned(), Default::default());
    }
    if call.op == "Embedding" {
        call.params = call.params.without("deterministic");
    }
    if REDUCTIONS.contains(&&*call.op) {
        over_all_axes(&mut call)?;
    }
    Ok(call)
}

/// The name without what MXNet's registry puts before names of its sparse and newer operators, if that is known here.
fn without_prefix(operator: &str) -> String {
    let prefixes = ["_sparse_", "_contrib_", "_"];
    let known = || prefixes.iter().filter_map(|prefix| operator.strip_prefix(prefix)).find(|name| is_known(name));
    if is_known(operator) { operator.to_owned() } else { known().unwrap_or(operator).to_owned() }
}

const REDUCTIONS: &[&str] = &["sum", "mean", "norm", "max", "min", "square_sum"];

/// A list of all axes is no axis.
fn over_all_axes(call: &mut Case) -> Result<(), String> {
    let rank = call.inputs.first().map_or(0, |data| data.shape.len());
    let Some(axes) = call.params.integers("axis")? else { return Ok(()) };
    let from_start = |axis: i64| if axis < 0 { axis + rank as i64 } else { axis };
    if (0..rank as i64).all(|axis| axes.iter().any(|&given| from_start(given) == axis)) {
        call.params = call.params.without("axis");
    }
    Ok(())
}

/// `edge_id` with sources and targets as operands of their own: here they are the rows of one.
fn edges(case: &Case) -> Result<Case, String> {
    let [mut sources, targets] = [operand(case, 1)?, operand(case, 2)?];
    let both = match (&sources.values, &targets.values) {
        (Values::F32(u), Values::F32(v)) => Values::F32([&u[..], v].concat()),
        (Values::F64(u), Values::F64(v)) => Values::F64([&u[..], v].concat()),
        (Values::I64(u), Values::I64(v)) => Values::I64([&u[..], v].concat()),
        (u, v) => return Err(format!("sources are {}, targets {}", u.name(), v.name())),
    };
    sources = Array { name: "pairs".to_owned(), shape: vec![2, both.len() / 2], values: both, ..sources };
    Ok(part(case, "_contrib_edge_id", vec![operand(case, 0)?, sources], 0))
}
