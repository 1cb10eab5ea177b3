//! Golden cases as graphs of the runtime.
use crate::files::{committed, copies, failures};
use lacuna_harness::backend::graphs;
use lacuna_harness::fixture::{Stype, find};
use lacuna_harness::report::Report;
use lacuna_harness::verify::{Asked, Options, verify};
use std::path::Path;

fn by_graphs(directory: &Path) -> Report {
    let asked = Asked { backends: vec!["runtime".to_owned()], ..Asked::default() };
    verify(&Options { fixtures: vec![directory.to_owned()], asked, ..Options::default() }).unwrap()
}

/// Fewer would mean that names of operators are not understood any more.
const LEAST_RUNS: usize = 4000;

/// More would mean that forms were lost.
const MOST_REFUSED: usize = 200;

#[test]
fn all_cases_of_graphs_are_right() {
    let report = by_graphs(&committed());
    let wrong: Vec<_> = report.cases.iter().filter(|case| !failures(case).is_empty()).collect();
    assert!(wrong.is_empty(), "{:#?}", wrong.iter().map(|case| (&case.location, failures(case))).collect::<Vec<_>>());
    let [line] = &report.backends[..] else { panic!("{:?}", report.backends) };
    assert!(line.runs >= LEAST_RUNS && line.fallbacks > 300 && line.refused <= MOST_REFUSED, "{line:?}");
}

fn run(case: &str) -> Option<Result<graphs::Found, graphs::NoResults>> {
    let (directory, _) = copies([case]);
    graphs::run(&find(directory.path()).unwrap().remove(0).read().unwrap())
}

#[test]
fn results_and_gradients_come_by_paths_or_by_dense_copies() {
    let product = run("dot/copied_csr_dense_nn_default_f32").unwrap().unwrap();
    assert!(!product.by_fallback && product.results[0].stype == Stype::Default);
    let gradient = run("backward_dot/csr_dense_f32").unwrap().unwrap();
    assert_eq!((gradient.results.len(), gradient.results[0].stype), (1, Stype::RowSparse));
    assert!(run("dot/copied_csr_dense_tn_csr_f32").unwrap().unwrap().by_fallback);
}

#[test]
fn what_graphs_do_not_have_is_no_case_of_theirs() {
    assert!(run("edge_id/integers_f32").is_none() && run("_backward_tanh/dense_f32").is_none());
}
