//! The table of operators: everything that it names exists, and everything that MXNet has is in it.
#![allow(clippy::unwrap_used)]
use lacuna::infer::Operator;
use lacuna::list::KERNELS;
use lacuna_harness::fixture::{Stype, find};
use lacuna_harness::operators::{View, markdown, operators};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

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
        let without_kernel = name == "_power";
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

/// Paths that no golden case has in these words: operators and operands of the line, and why.
const OTHERWISE: [[&str; 3]; 9] = [
    ["_contrib_quadratic", "R -> R", "MXNet has it of csr alone; graphs of the runtime have it"],
    ["_equal, _greater_equal, _lesser_equal", "C C -> C", "what differs instead: `_not_equal` has cases"],
    ["_equal, _greater_equal, _lesser_equal", "R R -> R", "what differs instead: `_not_equal` has cases"],
    ["_scatter_elemwise_div", "R C -> R", "MXNet has no result in float64"],
    ["contrib dgl_*, edge_id", "C D -> C", "the vertices are an operand of cases, too"],
    ["contrib dgl_*, edge_id", "R", "ids of cases are dense"],
    ["elemwise_div", "C D -> C", "MXNet's result is dense; `broadcast_div` has cases of the whole shape"],
    ["random_uniform, random_normal, .. with out=rsp", "R -> R", "cases have no operand"],
    ["concat (dim 0)", "C * -> C", "cases have the name `concat`"],
];

/// Each line of the table, for one of its operators, by a golden case that `lacuna verify` passes.
#[test]
fn every_path_has_a_golden_case() {
    let letter = |stype: Stype| match stype {
        Stype::Default => 'D',
        Stype::Csr => 'C',
        Stype::RowSparse => 'R',
    };
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("fixtures");
    let mut found = BTreeSet::new();
    for case in find(&committed).unwrap() {
        let case = case.read().unwrap();
        if case.error.is_some() {
            continue;
        }
        let operands: String = case.inputs.iter().map(|input| letter(input.stype)).collect();
        for output in &case.outputs {
            for prefix in ["", "_", "_contrib_", "_sparse_"] {
                found.insert((format!("{prefix}{}", case.op), operands.clone(), letter(output.stype)));
            }
        }
    }
    let fits = |form: &str, operands: &str| match form.strip_suffix('*') {
        Some(first) => operands.starts_with(first) && operands.len() > 1,
        None => form == operands,
    };
    let (mut missing, mut used) = (BTreeSet::new(), BTreeSet::new());
    for entry in operators() {
        for form in entry.forms {
            let has = |(name, operands, result): &(String, String, char)| {
                entry.names.contains(&&**name) && fits(form.operands, operands) && *result == form.result
            };
            if found.iter().any(has) {
                continue;
            }
            let is_this =
                |[operator, storage, _]: &[&str; 3]| *operator == entry.operator && form.storage().contains(storage);
            match OTHERWISE.iter().position(is_this) {
                Some(place) => used.insert(place),
                None => missing.insert(format!("{}: {} {}", entry.operator, form.storage(), form.when)),
            };
        }
    }
    assert_eq!(used.len(), OTHERWISE.len(), "lines that have cases now: {used:?}");
    assert!(missing.is_empty(), "{}", missing.into_iter().collect::<Vec<_>>().join("\n"));
}

#[test]
fn the_document_is_what_the_program_prints() {
    let document = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/operators.md")).unwrap();
    assert_eq!(document, markdown(), "cargo run --release -- operators --markdown > docs/operators.md");
}
