//! Graphs that older versions have written: what MXNet 1.9.1 makes of the same text.
use lacuna_runtime::symbol::{Symbol, SymbolError};

const VARIABLES: &str = r#"{"op":"null","param":{},"name":"x","inputs":[],"backward_source_id":-1},
    {"op":"null","param":{},"name":"w","inputs":[],"backward_source_id":-1,"attr":{"lr_mult":"3","color":"red"}},
    {"op":"null","param":{},"name":"b","inputs":[],"backward_source_id":-1}"#;

/// A fully connected layer with these fields, and what stands beside the nodes.
fn graph(fields: &str, beside: &str) -> Result<Symbol, SymbolError> {
    let layer = format!(r#"{{"op":"FullyConnected","name":"fc","inputs":[[0,0],[1,0],[2,0]]{fields}}}"#);
    Symbol::from_json(&format!(r#"{{"nodes":[{VARIABLES},{layer}],"heads":[[3,0]]{beside}}}"#))
}

fn attributes(symbol: &Symbol, node: &str) -> Vec<(String, String)> {
    symbol.attributes().remove(node).cloned().unwrap_or_default().into_iter().collect()
}

fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect()
}

fn refusal(fields: &str, beside: &str) -> String {
    graph(fields, beside).unwrap_err().to_string()
}

#[test]
fn parameters_and_attributes_are_one() {
    let fields = r#","param":{"no_bias":"False","num_hidden":"2"},"attr":{"ctx_group":"dev1"},"backward_source_id":-1"#;
    let symbol = graph(fields, r#","arg_nodes":[0,1,2]"#).unwrap();
    assert_eq!(symbol.list_arguments(), ["x", "w", "b"]);
    let expected = [("__ctx_group__", "dev1"), ("no_bias", "False"), ("num_hidden", "2")];
    assert_eq!(attributes(&symbol, "fc"), pairs(&expected));
    assert_eq!(attributes(&symbol, "w"), pairs(&[("__lr_mult__", "3"), ("color", "red")]));
    // What is in both is that of the attributes; and attributes for operands go to them.
    let fields = r#","param":{"num_hidden":"2"},
        "attr":{"weight_lr_mult":"2.0","bias_wd_mult":"0","ctx_group":"g","num_hidden":"5","__x__":"1"}"#;
    let symbol = graph(fields, "").unwrap();
    assert_eq!(attributes(&symbol, "fc"), pairs(&[("__ctx_group__", "g"), ("__x__", "1"), ("num_hidden", "5")]));
    assert_eq!(attributes(&symbol, "w"), pairs(&[("__lr_mult__", "2.0"), ("color", "red")]));
    assert_eq!(attributes(&symbol, "b"), pairs(&[("__wd_mult__", "0")]));
}

#[test]
fn short_names_are_those_of_versions_before_1_9_1() {
    let fields = r#","attrs":{"num_hidden":"2","ctx_group":"g"}"#;
    let version = |number: u32| graph(fields, &format!(r#","attrs":{{"mxnet_version":["int",{number}]}}"#));
    assert_eq!(attributes(&version(10_900).unwrap(), "fc"), pairs(&[("__ctx_group__", "g"), ("num_hidden", "2")]));
    assert_eq!(version(10_901).unwrap_err().to_string(), "FullyConnected has no parameter ctx_group");
    let unknown = r#","param":{"num_hidden":"2"},"attr":{"foo_lr_mult":"2"}"#;
    assert_eq!(refusal(unknown, ""), "FullyConnected has no parameter foo_lr_mult");
}

/// MXNet refuses these too, or drops one of two in silence.
#[test]
fn nothing_of_a_file_is_dropped() {
    let fields = r#","param":{"num_hidden":"2"}"#;
    let reason = |refused: String| refused.strip_prefix("the graph is no JSON of its kind: ").unwrap().to_owned();
    let with = |more: &str| reason(refusal(&format!("{fields}{more}"), ""));
    assert!(with(r#","other":1"#).starts_with("unknown field `other`"));
    assert!(with(r#","attr":{"__a__":"1"},"attrs":{"__b__":"1"}"#).starts_with("duplicate field `attrs`"));
    assert_eq!(with(r#","attr":{"__a__":"1","__a__":"2"}"#), "key __a__ is given twice");
    assert_eq!(with(r#","control_deps":[1]"#), "node fc has 1 control_deps, which are not supported");
    assert_eq!(with(r#","subgraphs":[{},{}]"#), "node fc has 2 subgraphs, which are not supported");
    assert!(graph(&format!(r#"{fields},"control_deps":[],"subgraphs":[]"#), "").is_ok());
    let beside = |more: &str| reason(refusal(fields, more));
    assert!(beside(r#","other":1"#).starts_with("unknown field `other`"));
    assert_eq!(beside(r#","arg_nodes":[0,3]"#), "arg_nodes has node 3, which is no variable");
    let version = r#","attrs":{"mxnet_version":"1.9.1"}"#;
    assert_eq!(beside(version), r#"mxnet_version is "1.9.1", not ["int", NUMBER]"#);
    assert_eq!(beside(r#","arg_nodes":[9]"#), "arg_nodes has node 9, which is no variable");
    let head = |numbers: &str| {
        Symbol::from_json(&format!(r#"{{"nodes":[{VARIABLES}],"heads":[{numbers}]}}"#))
            .map_err(|error| error.to_string())
    };
    for (numbers, count) in [("[0]", 1), ("[0,0,0,0]", 4)] {
        let expected = format!("a head has a reference of {count} numbers, not 2 or 3");
        assert_eq!(reason(head(numbers).unwrap_err()), expected);
    }
    assert!(head("[0,0]").is_ok() && head("[0,0,1]").is_ok());
}
