//! Composition, attributes, fallbacks and executors.
use lacuna::infer::{Mode, Stype};
use lacuna_runtime::array::{Array, Dtype, Function};
use lacuna_runtime::autograd::GradientRequest;
use lacuna_runtime::operator::{Context, Fallback};
use lacuna_runtime::symbol::{Apply, Bind, Symbol};

#[test]
fn variables_of_one_name_are_one() {
    let y = Symbol::variable("x").multiply(&Symbol::variable("x")).unwrap();
    assert_eq!(y.list_arguments(), ["x"]);
    // An attribute makes it another one.
    let refused = Symbol::variable("x").add(&Symbol::variable("x").with_shape(&[2])).unwrap_err();
    assert_eq!(refused.to_string(), "two different nodes are called x");
}

#[test]
fn made_variables_have_the_attributes_of_their_operator() {
    let x = Symbol::variable("x");
    let layer = Apply::new("FullyConnected")
        .named("fc")
        .operand(&x)
        .parameter("num_hidden", 3)
        .attribute("lr_mult", "0.5")
        .symbol()
        .unwrap();
    let attributes = layer.attributes();
    assert_eq!(attributes.keys().collect::<Vec<_>>(), [&"fc", &"fc_bias", &"fc_weight"]);
    assert!(attributes.values().all(|own| own["__lr_mult__"] == "0.5" && own["num_hidden"] == "3"));
    assert_eq!(layer.attribute("lr_mult"), Some("0.5"));
    let weight = Symbol::variable("w");
    let named = Apply::new("FullyConnected").named("fc").operand_named("weight", &weight).parameter("num_hidden", 3);
    assert_eq!(named.symbol().unwrap().list_arguments(), ["fc_data", "w", "fc_bias"]);
}

#[test]
fn names_of_nodes_count_up() {
    let x = Symbol::variable("x");
    let [first, second] = [x.map(Function::Cosh).unwrap(), x.map(Function::Cosh).unwrap()];
    assert_ne!(first.name(), second.name());
    let both = Symbol::group(&[&first, &second]).unwrap();
    assert_eq!(both.list_outputs().len(), 2);
    assert_eq!(both.output(1).unwrap().name(), second.name());
    assert_eq!(both.internals().list_outputs().len(), 3);
}

#[test]
fn all_functions_are_operators() {
    let x = Symbol::variable("x").with_shape(&[2, 2]);
    let clip = Function::Clip { a_min: -1.0, a_max: 1.5 };
    for function in [
        Function::Softrelu,
        Function::RdivScalar(2.0),
        Function::SmoothL1(1.0),
        clip,
        Function::Negative,
        Function::Trunc,
    ] {
        let loaded = Symbol::from_json(&x.map(function).unwrap().to_json()).unwrap();
        let mut executor = loaded.simple_bind(&[], GradientRequest::Write).unwrap();
        let numbers = Array::dense(&[2, 2], vec![0.5_f32, -0.25, 2.0, 3.0]).unwrap();
        executor.set("x", numbers.clone()).unwrap();
        executor.forward(true).unwrap();
        executor.backward(&[]).unwrap();
        assert_eq!(executor.output(0).unwrap().data::<f32>(), numbers.map(function).unwrap().data::<f32>());
    }
}

#[test]
fn dtypes_follow_from_each_other() {
    let y = Symbol::variable("ids").embedding(&Symbol::variable("w"), 5, 2).unwrap();
    let dtypes = y.infer_type(&[("ids", Dtype::I64), ("w", Dtype::F64)]).unwrap();
    assert_eq!((dtypes.arguments, dtypes.outputs), (vec![Dtype::I64, Dtype::F64], vec![Dtype::F64]));
    let mut executor = Bind::new(&y)
        .dtype("ids", Dtype::I64)
        .request_of("ids", GradientRequest::Null)
        .simple(&[("ids", &[3])])
        .unwrap();
    executor.forward(false).unwrap();
    assert_eq!(executor.output(0).unwrap().shape(), [3, 2]);
}

fn fallback() -> Symbol {
    let x = Symbol::variable("x").with_stype(Stype::Csr).with_shape(&[2, 4]);
    let first = Apply::new("_rdiv_scalar").named("first").operand(&x).parameter("scalar", "2.5").symbol().unwrap();
    let second = Apply::new("_rdiv_scalar").named("second").operand(&x).parameter("scalar", "2.5").symbol().unwrap();
    let third = Apply::new("_rdiv_scalar").named("third").operand(&x).parameter("scalar", "3").symbol().unwrap();
    Symbol::group(&[&first, &second, &third]).unwrap()
}

#[test]
fn a_fallback_is_told_once_for_each_case() {
    let graph = fallback();
    let mut context = Context::new();
    context.fallback = Fallback::Dense;
    let executor = Bind::new(&graph).context(context).request(GradientRequest::Null).simple(&[]).unwrap();
    let notices = executor.notices();
    assert_eq!(notices.iter().map(|notice| &*notice.node).collect::<Vec<_>>(), ["first", "third"]);
    let text = "\nStorage type fallback detected:\noperator = _rdiv_scalar\ninput storage types = [csr, ]\noutput storage \
            types = [default, ]\nparams = {\"scalar\" : 2.5, }\ncontext.dev_mask = cpu\n";
    assert!(notices[0].to_string().starts_with(text));
    assert!(
        executor
            .storage_types()
            .modes()
            .all(|(_, operator, mode)| (operator, mode) == ("_rdiv_scalar", Mode::Fallback))
    );
}

#[test]
fn gradients_are_added_up_or_left_out() {
    let y = Symbol::variable("x").map(Function::Square).unwrap();
    let x = || vec![("x", Array::dense(&[2], vec![3.0_f64, -1.0]).unwrap())];
    let mut executor = y.bind(x(), GradientRequest::Add).unwrap();
    for times in 1..=2 {
        executor.forward(true).unwrap();
        executor.backward(&[]).unwrap();
        assert_eq!(
            executor.gradient("x").unwrap().data::<f64>(),
            Some(&[6.0 * f64::from(times), -2.0 * f64::from(times)][..])
        );
    }
    executor.zero_gradients().unwrap();
    assert_eq!(executor.gradient("x").unwrap().data::<f64>(), Some(&[0.0, 0.0][..]));
    let executor = y.bind(x(), GradientRequest::Null).unwrap();
    assert!(executor.grad_dict().is_empty() && executor.aux_dict().is_empty());
    assert_eq!(executor.arg_dict().keys().collect::<Vec<_>>(), [&"x"]);
}

#[test]
fn a_long_graph_is_no_problem() {
    let nodes: Vec<String> = (1..50_000)
        .map(|node| format!(r#"{{"op":"negative","name":"n{node}","inputs":[[{},0]]}}"#, node - 1))
        .collect();
    let text =
        format!(r#"{{"nodes":[{{"op":"null","name":"x","inputs":[]}},{}],"heads":[[49999,0]]}}"#, nodes.join(","));
    let symbol = Symbol::from_json(&text).unwrap();
    assert_eq!(symbol.infer_shape(&[("x", &[1])]).unwrap().outputs, [[1]]);
    assert_eq!(symbol.infer_storage_type(&[("x", Stype::Csr)], &[]).unwrap().outputs, [Stype::Csr]);
}
