//! Parameters that are left out have MXNet's defaults: those of `fixtures/defaults.txt`, which MXNet has told itself.
use crate::files::{committed, failures, with_other_parameters};
use lacuna::list::KERNELS;
use lacuna_harness::reference;
use lacuna_harness::report::{Report, Status};
use lacuna_harness::verify::{Asked, Options, verify};
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

type Parameters = BTreeMap<String, String>;

/// The lines of one kind: parameters by the name of whose they are.
fn table(kind: &str) -> BTreeMap<String, Parameters> {
    let text = fs::read_to_string(committed().join("defaults.txt")).unwrap();
    let mut found = BTreeMap::<String, Parameters>::new();
    for line in text.lines() {
        let words: Vec<_> = line.split(' ').collect();
        if let [own, name, parameter, default] = words[..]
            && own == kind
        {
            found.entry(name.to_owned()).or_default().insert(parameter.to_owned(), default.to_owned());
        }
    }
    found
}

/// The parameters of a container's operator, which may have its public name.
fn parameters<'t>(table: &'t BTreeMap<String, Parameters>, operator: &str) -> Option<&'t Parameters> {
    ["", "_", "_contrib_", "_sparse_"].iter().find_map(|prefix| table.get(&format!("{prefix}{operator}")))
}

fn is_default(value: &Value, default: &str) -> bool {
    match value {
        Value::Bool(flag) => default == if *flag { "True" } else { "False" },
        Value::Number(number) => default.parse::<f32>().is_ok_and(|default| number.as_f64().unwrap() as f32 == default),
        Value::String(text) => text == default,
        Value::Null => default == "None",
        _ => false,
    }
}

/// The default as a case has it; lists and what is no value are none.
fn value(default: &str) -> Option<Value> {
    match default {
        "True" => Some(true.into()),
        "False" => Some(false.into()),
        "None" => None,
        list if list.starts_with(['[', '(']) => None,
        text => Some(match (text.parse::<i64>(), text.parse::<f64>()) {
            (Ok(whole), _) => whole.into(),
            (_, Ok(number)) => number.into(),
            _ => text.into(),
        }),
    }
}

/// Verifies the cases in single precision that `change` gives other parameters.
fn changed(
    backends: &[&str],
    change: impl Fn(&Parameters, &Map<String, Value>, &mut dyn FnMut(&str)) -> Map<String, Value>,
) -> (Report, BTreeSet<String>) {
    let (directory, defaults, found) = (tempfile::tempdir().unwrap(), table("operator"), RefCell::new(BTreeSet::new()));
    for entry in fs::read_dir(committed()).unwrap() {
        let path = entry.unwrap().path();
        let Some(operator) = path.file_name().and_then(|name| name.to_str()?.strip_suffix(".safetensors")) else {
            continue;
        };
        let Some(of_operator) = parameters(&defaults, operator) else { continue };
        with_other_parameters(directory.path(), operator, |name, own| {
            let mut note = |parameter: &str| {
                found.borrow_mut().insert(format!("{operator} {parameter}"));
            };
            name.ends_with("_f32").then(|| change(of_operator, own, &mut note))
        });
    }
    let asked = Asked { backends: backends.iter().map(|&name| name.to_owned()).collect(), ..Asked::default() };
    let fixtures = vec![directory.path().to_owned()];
    (verify(&Options { fixtures, asked, ..Options::default() }).unwrap(), found.into_inner())
}

fn expect_right(report: &Report, least: usize) {
    let wrong = report.cases.iter().filter(|case| !failures(case).is_empty());
    let wrong: Vec<_> = wrong.map(|case| (&case.location, failures(case))).collect();
    assert!(wrong.is_empty(), "{} cases: {:#?}", wrong.len(), &wrong[..wrong.len().min(5)]);
    let skipped: Vec<_> = report.cases.iter().filter(|case| matches!(case.status, Status::Skipped(_))).collect();
    assert!(skipped.is_empty(), "{:#?}", skipped.iter().map(|case| (&case.location, &case.status)).collect::<Vec<_>>());
    assert!(report.cases.len() >= least, "{} cases", report.cases.len());
}

const BACKENDS: [&[&str]; 2] = [&["scalar"], &["runtime"]];

/// MXNet's results are those of the defaults, whether a case says so or not.
#[test]
fn cases_that_leave_out_what_is_the_default_have_the_same_results() {
    for backends in BACKENDS {
        let (report, found) = changed(backends, |defaults, own, note| {
            let is_said = |name: &str, value: &Value| {
                let is_said = defaults.get(name).is_none_or(|default| !is_default(value, default));
                if !is_said {
                    note(name);
                }
                is_said
            };
            let mut is_said = is_said;
            own.iter()
                .filter(|(name, value)| is_said(name, value))
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect()
        });
        expect_right(&report, 650);
        assert!(found.len() >= 40, "{found:#?}");
    }
}

#[test]
fn cases_that_name_the_default_have_the_same_results() {
    for backends in BACKENDS {
        let (report, found) = changed(backends, |defaults, own, note| {
            let mut named = own.clone();
            for (name, default) in defaults {
                if let (Some(value), false) = (value(default), own.contains_key(name)) {
                    note(name);
                    named.insert(name.clone(), value);
                }
            }
            named
        });
        expect_right(&report, 1500);
        assert!(found.len() >= 125, "{found:#?}");
    }
}

/// The verifier's own defaults of the steps of optimizers, which cases of PyTorch and of rows use too.
#[test]
fn steps_of_optimizers_have_the_defaults_of_the_table() {
    let mut compared = 0;
    for (kernel, parameters) in table("kernel") {
        assert!(KERNELS.iter().any(|known| known.family == "optim" && known.name == kernel), "{kernel}");
        for (name, default) in parameters {
            let Some(found) = reference::default_of(&kernel, &name) else { continue };
            let expected = if name == "clip_weights" { f32::INFINITY } else { default.parse().unwrap() };
            assert_eq!(found, expected, "{kernel} {name}");
            compared += 1;
        }
    }
    assert!(compared > 25, "{compared}");
    let table = table("operator");
    // The words of the specification.
    for (operator, parameter, expected) in [
        ("adam_update", "beta1", "0.9"),
        ("adam_update", "beta2", "0.999"),
        ("adam_update", "epsilon", "1e-08"),
        ("ftrl_update", "lamda1", "0.01"),
        ("ftrl_update", "beta", "1"),
        ("_sparse_adagrad_update", "epsilon", "1e-07"),
        ("_contrib_group_adagrad_update", "epsilon", "1e-05"),
        ("sgd_update", "wd", "0"),
        ("sgd_update", "rescale_grad", "1"),
        ("sgd_update", "clip_gradient", "-1"),
        ("sgd_update", "lazy_update", "True"),
        ("dot", "transpose_a", "False"),
        ("dot", "transpose_b", "False"),
        ("dot", "forward_stype", "None"),
        ("take", "axis", "0"),
        ("take", "mode", "clip"),
    ] {
        assert_eq!(table[operator][parameter], expected, "{operator} {parameter}");
    }
}
