//! The table of operators: everything that it names exists, and everything that MXNet has is in it.
#![allow(clippy::unwrap_used)]
use lacuna::infer::Operator;
use lacuna::list::KERNELS;
use lacuna_harness::operators::{View, markdown, operators};
use std::collections::BTreeSet;
use std::fs;

/// True for a kernel, a structure call that the list names, or what needs no kernel.
fn exists(step: &str) -> bool {
    let Some((family, name)) = step.split_once("::") else { return View::named(step).is_some() };
    KERNELS.iter().any(|kernel| kernel.family == family && (kernel.name == name || kernel.structure.contains(&name)))
}

#[test]
fn every_path_is_of_kernels_that_exist() {
    for entry in operators() {
        assert!(!entry.forms.is_empty(), "{}", entry.operator);
        for form in entry.forms {
            assert!(!form.path.is_empty(), "{}", entry.operator);
            let missing: Vec<_> = form.path.iter().filter(|step| !exists(step)).collect();
            assert!(missing.is_empty(), "{} {}: {missing:?}", entry.operator, form.storage());
            assert!(
                form.operands.chars().chain([form.result]).all(|letter| "CDR*".contains(letter)),
                "{}",
                form.storage()
            );
        }
        for name in entry.names {
            assert!(Operator::named(name).is_some(), "{name}");
        }
    }
}

/// Every combination for which MXNet has a sparse path, by its own log.
#[test]
fn every_sparse_path_of_the_peer_has_one_here() {
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/inference.txt")).unwrap();
    let mut missing = BTreeSet::new();
    for line in text.lines().filter(|line| line.ends_with(" fcompute_ex") && !line.contains("backward")) {
        let (call, found) = line.split_once(" -> ").unwrap();
        let (name, operands) = (call.split(' ').next().unwrap(), call.rsplit(' ').next().unwrap());
        let result = found.chars().next().unwrap();
        // Inferred, but MXNet has no kernel for it, and silently computes with dense copies.
        let without_kernel = ["_hypot", "_power"].contains(&name);
        if without_kernel || operands.chars().chain([result]).all(|letter| letter == 'D') {
            continue;
        }
        let known = operators().filter(|entry| entry.names.contains(&name)).flat_map(|entry| entry.forms);
        // A sum of many arrays is one of pairs of them.
        let same = |form: &str| form == operands || form.ends_with('*') && operands.contains(&form[..1]);
        if !known.into_iter().any(|form| same(form.operands) && form.result == result) {
            missing.insert(format!("{name} {operands} -> {result}"));
        }
    }
    assert!(missing.is_empty(), "{}", missing.into_iter().collect::<Vec<_>>().join("\n"));
}

#[test]
fn the_document_is_what_the_program_prints() {
    let document = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/operators.md")).unwrap();
    assert_eq!(document, markdown(), "cargo run --release -- operators --markdown > docs/operators.md");
}
