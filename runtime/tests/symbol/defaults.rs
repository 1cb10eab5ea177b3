//! Parameters that a graph leaves out have MXNet's defaults.
use super::cases::all;
use super::peer::expect_results;
use super::table_of_defaults::lines;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Two texts of one parameter.
fn are_equal(one: &str, other: &str) -> bool {
    let flag = |text: &str| match text {
        "True" | "true" => "1".to_owned(),
        "False" | "false" => "0".to_owned(),
        text => text.to_owned(),
    };
    let (one, other) = (flag(one), flag(other));
    one == other || one.parse::<f32>().is_ok_and(|one| other.parse::<f32>().is_ok_and(|other| one == other))
}

/// Runs all graphs with other parameters; which ones were changed.
fn run(change: impl Fn(&str, &[[&str; 3]], &mut Map<String, Value>, &mut BTreeSet<String>)) -> BTreeSet<String> {
    let (table, mut changed) = (lines("operator"), BTreeSet::new());
    for mut case in all() {
        let mut graph: Value = serde_json::from_str(&case.json).unwrap();
        for node in graph["nodes"].as_array_mut().unwrap() {
            let operator = node["op"].as_str().unwrap().to_owned();
            let own: Vec<_> = table.iter().filter(|[of, ..]| *of == operator).copied().collect();
            let mut parameters = node.get("attrs").and_then(Value::as_object).cloned().unwrap_or_default();
            change(&operator, &own, &mut parameters, &mut changed);
            node["attrs"] = parameters.into();
        }
        case.json = graph.to_string();
        expect_results(&case, 1);
    }
    changed
}

#[test]
fn graphs_without_what_is_the_default_have_the_results_of_the_peer() {
    let left_out = run(|operator, table, parameters, changed| {
        for [_, name, default] in table {
            if parameters.get(*name).is_some_and(|value| are_equal(value.as_str().unwrap(), default)) {
                parameters.remove(*name);
                changed.insert(format!("{operator} {name}"));
            }
        }
    });
    assert!(left_out.len() >= 8, "{left_out:#?}");
}

#[test]
fn graphs_that_name_the_default_have_the_results_of_the_peer() {
    let named = run(|operator, table, parameters, changed| {
        for [_, name, default] in table {
            if !parameters.contains_key(*name) {
                parameters.insert((*name).to_owned(), (*default).into());
                changed.insert(format!("{operator} {name}"));
            }
        }
    });
    assert!(named.len() > 85, "{named:#?}");
}
