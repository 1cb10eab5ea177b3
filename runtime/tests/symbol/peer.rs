//! What MXNet 1.9.1 makes of graphs.
use super::cases::{Case, Told, all};
use lacuna::infer::Stype;
use lacuna_runtime::array::Array;
use lacuna_runtime::autograd::GradientRequest;
use lacuna_runtime::operator::{Context, Fallback};
use lacuna_runtime::symbol::{Bind, Executor, Symbol};
use serde_json::Value;

fn loaded(case: &Case) -> Symbol {
    Symbol::from_json(&case.json).unwrap_or_else(|error| panic!("{}: {error}", case.title))
}

#[test]
fn names_shapes_and_storage_types_are_the_peers() {
    for case in all() {
        let (symbol, title) = (loaded(&case), &case.title);
        assert_eq!(symbol.list_arguments(), case.list_arguments, "{title}");
        assert_eq!(symbol.list_outputs(), case.list_outputs, "{title}");
        assert_eq!(symbol.list_auxiliary_states(), case.list_auxiliary_states, "{title}");
        let shapes = symbol.infer_shape(&case.shapes()).unwrap();
        assert_eq!(
            (shapes.arguments, shapes.outputs),
            (case.argument_shapes.clone(), case.output_shapes.clone()),
            "{title}"
        );
        let wanted = case.wanted();
        let types = symbol.infer_storage_type(&[], &wanted).unwrap();
        let names = |stypes: &[Stype]| stypes.iter().map(|stype| stype.name().to_owned()).collect::<Vec<_>>();
        assert_eq!(names(&types.arguments), case.argument_stypes, "{title}");
        let expected: Vec<String> = wanted.iter().map(|name| case.gradient_stypes[*name].clone()).collect();
        assert_eq!(names(&types.gradients), expected, "{title}");
    }
}

/// The listing without the modes of calls whose operands and results are all dense: there MXNet's mode only names its
/// dense library.
fn told(listing: &str) -> Vec<String> {
    let mut nodes: Vec<String> = Vec::new();
    for line in listing.lines() {
        match nodes.last_mut() {
            Some(node) if !line.starts_with("node") => *node = format!("{node}\n{line}"),
            _ => nodes.push(line.to_owned()),
        }
    }
    let sparse = |node: &String| node.contains("csr") || node.contains("row_sparse");
    nodes.into_iter().map(|node| if sparse(&node) { node } else { node.replace("fcompute_ex", "fcompute") }).collect()
}

#[test]
fn listings_are_the_peers() {
    // A node with several results is as many nodes here, or one with the result that is seen.
    let has_several =
        |case: &Case| ["SliceChannel", "BatchNorm", "L2Normalization"].iter().any(|name| case.json.contains(name));
    for case in all().into_iter().filter(|case| !has_several(case)) {
        let types = loaded(&case).infer_storage_type(&[], &case.wanted()).unwrap();
        assert_eq!(told(&types.to_string()), told(&case.listing), "{}", case.title);
    }
}

#[test]
fn graphs_are_written_as_the_peer_writes_them() {
    for (number, case) in all().iter().enumerate() {
        let text = loaded(case).to_json();
        let [written, expected] = [&text, &case.json].map(|text| serde_json::from_str::<Value>(text).unwrap());
        assert_eq!(written, expected, "{}", case.title);
        // For MXNet to load: data/symbol/generate.py --check.
        if let Some(folder) = std::env::var_os("LACUNA_SYMBOLS") {
            std::fs::write(std::path::Path::new(&folder).join(format!("{number}.json")), text).unwrap();
        }
    }
}

/// Equal shapes, and elements within four units in the last place of a number of size 1 or larger.
fn compare(title: &str, expected: &Told, found: &Array) {
    assert_eq!(found.shape(), expected.shape, "{title}");
    let [expected, found] = [&expected.array(), found].map(|array| array.tostype(Stype::Dense).unwrap());
    for (expected, found) in expected.data::<f32>().unwrap().iter().zip(found.data::<f32>().unwrap()) {
        assert!((expected - found).abs() <= 4.8e-7 * expected.abs().max(1.0), "{title}: {found}, not {expected}");
    }
}

fn bound(case: &Case, threads: usize) -> Executor {
    let (symbol, mut context) = (loaded(case), Context::with_threads(threads));
    context.fallback = Fallback::Dense;
    let bind = case
        .null
        .iter()
        .fold(Bind::new(&symbol).context(context), |bind, name| bind.request_of(name, GradientRequest::Null));
    bind.simple(&case.shapes()).unwrap_or_else(|error| panic!("{}: {error}", case.title))
}

/// The results, gradients and states of MXNet, recorded and replayed.
pub fn expect_results(case: &Case, threads: usize) {
    if case.inputs.is_empty() {
        return;
    }
    let mut executor = bound(case, threads);
    // Twice: recorded, and replayed.
    for _ in 0..2 {
        for (name, array) in &case.inputs {
            executor.set(name, array.array()).unwrap_or_else(|error| panic!("{}: {error}", case.title));
        }
        for (name, array) in &case.states {
            executor.set(name, array.array()).unwrap_or_else(|error| panic!("{}: {error}", case.title));
        }
        executor.forward(!case.heads.is_empty()).unwrap_or_else(|error| panic!("{}: {error}", case.title));
        for (expected, found) in case.outputs.iter().zip(executor.outputs().unwrap()) {
            assert_eq!(found.stype().name(), expected.stype, "{}", case.title);
            compare(&case.title, expected, found);
        }
        if case.heads.is_empty() {
            continue;
        }
        let heads: Vec<Array> = case.heads.iter().map(Told::array).collect();
        executor.backward(&heads.iter().collect::<Vec<_>>()).unwrap_or_else(|error| panic!("{}: {error}", case.title));
        for (name, expected) in &case.next_states {
            compare(&format!("{}, {name}", case.title), expected, executor.aux_dict()[&**name]);
        }
        let gradients = executor.grad_dict();
        assert_eq!(gradients.keys().collect::<Vec<_>>(), case.gradients.keys().collect::<Vec<_>>(), "{}", case.title);
        for (name, expected) in &case.gradients {
            assert_eq!(gradients[&**name].stype().name(), expected.stype, "{}", case.title);
            compare(&format!("{}, gradient of {name}", case.title), expected, gradients[&**name]);
        }
    }
}

#[test]
fn results_and_gradients_are_the_peers() {
    for (case, threads) in all().iter().flat_map(|case| [(case, 1), (case, 3)]) {
        expect_results(case, threads);
    }
}
