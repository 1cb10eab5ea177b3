//! Parameters that a call names though they are MXNet's default, and though not every operation knows them.
use crate::fixture::Case;
use crate::ops::AnyOperation;
use serde_json::Value;

/// What MXNet has told of its operators.
const TABLE: &str = include_str!("../../../fixtures/defaults.txt");

/// The default of an operator's parameter. The operator may have its public name.
fn default_of(operator: &str, parameter: &str) -> Option<&'static str> {
    let of = |name: String| {
        TABLE.lines().find_map(|line| {
            let rest = line.strip_prefix("operator ")?.strip_prefix(&*name)?.strip_prefix(' ')?;
            rest.strip_prefix(parameter)?.strip_prefix(' ')
        })
    };
    ["", "_", "_contrib_", "_sparse_"].iter().find_map(|prefix| of(format!("{prefix}{operator}")))
}

fn is(value: &Value, default: &str) -> bool {
    match value {
        Value::Bool(flag) => default == if *flag { "True" } else { "False" },
        Value::Number(number) => {
            number.as_f64().is_some_and(|number| default.parse::<f32>().is_ok_and(|default| number as f32 == default))
        }
        Value::String(text) => text == default,
        Value::Null => default == "None",
        _ => false,
    }
}

/// The call without such parameters.
pub(super) fn without(call: Case) -> Case {
    // By all operations of its operator: each may be the one that carries the call out.
    let is_known = |name: &str| {
        let mut own = AnyOperation::ALL.iter().filter(|operation| operation.operators().contains(&&*call.op));
        own.all(|operation| operation.parameters().contains(&name))
    };
    let is_surplus = |name: &str, value: &Value| {
        !is_known(name) && default_of(&call.op, name).is_some_and(|default| is(value, default))
    };
    let surplus: Vec<_> = call
        .params
        .entries()
        .filter(|(name, value)| is_surplus(name, value))
        .map(|(name, _)| name.to_owned())
        .collect();
    let params = surplus.iter().fold(call.params.clone(), |params, name| params.without(name));
    Case { params, ..call }
}
