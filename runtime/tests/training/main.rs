//! What training is made of, by what MXNet 1.9.1 makes of the same small inputs. `tests/data/training/generate.py` has
//! written the expectations.
#![allow(clippy::unwrap_used)]

mod initializers;
mod libsvm_batches;
mod memory_batches;
mod metrics;
mod prefetch;
mod row_weights;
mod schedules;
mod text_windows;

use serde_json::Value;

/// The part of the expectations with this name.
fn expected(name: &str) -> Value {
    let all: Value = serde_json::from_str(include_str!("../data/training/expected.json")).unwrap();
    assert_eq!(all["source"], "mxnet 1.9.1");
    all[name].clone()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn size(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// All numbers of a list of any depth.
fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(items) => items.iter().flat_map(numbers).collect(),
        value => vec![number(value)],
    }
}

fn floats(value: &Value) -> Vec<f32> {
    numbers(value).into_iter().map(|number| number as f32).collect()
}

fn integers(value: &Value) -> Vec<i64> {
    numbers(value).into_iter().map(|number| number as i64).collect()
}

/// The lengths of a list of lists.
fn shape(value: &Value) -> Vec<usize> {
    match value {
        Value::Array(items) => {
            std::iter::once(items.len()).chain(items.first().map(shape).unwrap_or_default()).collect()
        }
        _ => Vec::new(),
    }
}

#[track_caller]
fn assert_near(found: f64, expected: f64, relative: f64) {
    assert!((found - expected).abs() <= relative * expected.abs(), "{found} is not {expected}");
}
