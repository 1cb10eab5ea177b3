//! What graphs refuse, in words.
use lacuna::infer::Stype;
use lacuna_runtime::array::{Array, Dtype, Function};
use lacuna_runtime::autograd::GradientRequest;
use lacuna_runtime::symbol::{Apply, Bind, Symbol, SymbolError};
use std::fmt::Debug;

fn says<T: Debug>(found: Result<T, SymbolError>, expected: &str) {
    assert_eq!(found.unwrap_err().to_string(), expected);
}

fn variables() -> [Symbol; 2] {
    [Symbol::variable("x"), Symbol::variable("w")]
}

#[test]
fn what_is_composed() {
    let [x, w] = &variables();
    says(Symbol::apply("Convolution", &[x], &[]), r#"no operator is called "Convolution""#);
    says(Symbol::apply("exp", &[x, w], &[]), "exp has 1 operands, not 2");
    says(Symbol::apply("FullyConnected", &[x], &[]), "FullyConnected needs parameter num_hidden");
    says(
        Symbol::apply("FullyConnected", &[x], &[("num_hidden", "none")]),
        r#"FullyConnected: parameter num_hidden is "none", but an integer of 1 or more is needed"#,
    );
    says(Symbol::apply("dot", &[x, w], &[("transposed", "1")]), "dot has no parameter transposed");
    says(
        Symbol::apply("sum", &[x], &[("exclude", "maybe")]),
        r#"sum: parameter exclude is "maybe", but True or False is needed"#,
    );
    says(
        Symbol::apply("slice", &[x], &[("begin", "(1, x)"), ("end", "(None, 2)")]),
        r#"slice: parameter begin is "(1, x)", but a tuple of integers or None is needed"#,
    );
    says(Symbol::apply("_square_sum", &[x], &[]), "_square_sum needs parameter axis");
    says(Apply::new("dot").operand(x).operand_named("lhs", w).symbol(), "dot has no operand lhs left");
    says(Symbol::group(&[x, w]).unwrap().map(Function::Exp), "one symbol is needed, not a group of 2");
    says(Apply::new("exp").named("x").operand(x).symbol(), "two different nodes are called x");
}

#[test]
fn what_is_inferred() {
    let [x, w] = &variables();
    let dot = Apply::new("dot").named("product").operand(x).operand(w).symbol().unwrap();
    says(
        dot.infer_shape(&[("x", &[2, 4]), ("w", &[3, 4])]),
        "node product (dot): operand 1 has shape [3, 4], but [4, 4] is needed",
    );
    says(dot.infer_shape(&[("x", &[2, 4])]), "the shapes of w cannot be inferred");
    says(
        dot.infer_shape(&[("x", &[2]), ("w", &[3, 2])]),
        "node product (dot): operand 1 has shape [3, 2], but [2, 2] is needed",
    );
    let turned = Symbol::apply("dot", &[x, w], &[("transpose_b", "True")]).unwrap();
    let refused = turned.infer_shape(&[("x", &[2]), ("w", &[2])]).unwrap_err().to_string();
    assert!(
        refused.ends_with("operand 1 has shape [2], but no vector, as vectors are not transposed, is needed"),
        "{refused}"
    );
    let lengths = Apply::new("L2Normalization").named("length").operand(x).parameter("mode", "channel").symbol();
    says(
        lengths.unwrap().infer_shape(&[("x", &[2, 3])]),
        "node length (L2Normalization): operand 0 has shape [2, 3], but one of 3 dimensions or more is needed",
    );
    says(
        Symbol::apply("L2Normalization", &[x], &[("mode", "rows")]),
        r#"L2Normalization: parameter mode is "rows", but instance, channel or spatial is needed"#,
    );
    says(dot.infer_shape(&[]), "the shapes of x, w cannot be inferred");
    says(dot.infer_shape(&[("y", &[2])]), "y is no argument: there are x, w");
    says(
        dot.infer_type(&[("x", Dtype::F64), ("w", Dtype::F32)]),
        "node product (dot): operand 1 is float32, but float64 is needed",
    );
    says(dot.infer_storage_type(&[], &["y"]), "y is no argument: there are x, w");
    let squares = Apply::new("_square_sum").named("squares").operand(x).parameter("axis", 1).symbol().unwrap();
    says(
        squares.infer_storage_type(&[("x", Stype::Csr)], &[]),
        "node squares (_square_sum): not implemented for operands stored as [csr]",
    );
    let wrong = Symbol::variable("x").with_attribute("__shape__", "(2, x)");
    says(wrong.infer_shape(&[]), r#"node x: attribute __shape__ is "(2, x)", but a tuple of integers is needed"#);
    says(
        wrong.with_attribute("__storage_type__", "7").infer_storage_type(&[], &[]),
        r#"node x: attribute __storage_type__ is "7", but 0, 1 or 2 is needed"#,
    );
}

#[test]
fn what_is_bound_and_run() {
    let exp = Apply::new("exp").named("e").operand(&Symbol::variable("x").with_stype(Stype::Csr)).symbol().unwrap();
    says(
        exp.simple_bind(&[("x", &[2, 4])], GradientRequest::Null),
        "node e (exp): no path for operands stored as [csr], and fallbacks are refused",
    );
    says(exp.simple_bind(&[("x", &[2])], GradientRequest::Null), "x: a csr array has 2 dimensions, not 1");
    let [x, w] = &variables();
    let dot = x.dot(w).unwrap();
    let ones = |shape: &[usize]| Array::dense(shape, vec![1.0_f32; shape.iter().product()]).unwrap();
    says(dot.bind(vec![("x", ones(&[2, 2]))], GradientRequest::Write), "argument w has no array");
    says(
        Bind::new(&dot).request_of("z", GradientRequest::Null).simple(&[("x", &[2, 2]), ("w", &[2, 2])]),
        "z is no argument: there are x, w",
    );
    let mut executor = dot.bind(vec![("x", ones(&[2, 2])), ("w", ones(&[2, 1]))], GradientRequest::Write).unwrap();
    says(executor.outputs(), "forward has not run yet");
    says(executor.backward(&[]), "forward has not run yet");
    executor.forward(true).unwrap();
    says(executor.output(1), "output 1 is asked for, but there are 1");
    says(executor.backward(&[&ones(&[2, 1]), &ones(&[2, 1])]), "2 gradients, but there are 1 outputs");
    says(executor.backward(&[&ones(&[2])]), "backward: operand 0 has shape [2], but that of the result is needed");
    says(
        executor.set("x", ones(&[3, 2])),
        "argument x is default float32 of shape [3, 2], but default float32 of shape [2, 2] is needed",
    );
    let embedding = Apply::new("Embedding")
        .named("rows")
        .operand(x)
        .operand(w)
        .parameter("input_dim", 3)
        .parameter("output_dim", 1);
    let embedding = embedding.symbol().unwrap();
    let mut executor = embedding
        .bind(vec![("x", Array::dense(&[1], vec![3.0_f32]).unwrap()), ("w", ones(&[3, 1]))], GradientRequest::Write)
        .unwrap();
    says(
        executor.forward(true),
        "node rows: Embedding: element 0 is 3, which is not an integer from 0 to 3 (exclusive)",
    );
    // And runs once the ids are right.
    executor.set("x", Array::dense(&[1], vec![2.0_f32]).unwrap()).unwrap();
    executor.forward(true).unwrap();
}

#[test]
fn what_is_loaded() {
    let graph = |nodes: &str, heads: &str| Symbol::from_json(&format!(r#"{{"nodes":[{nodes}],"heads":[{heads}]}}"#));
    let x = r#"{"op":"null","name":"x","inputs":[]}"#;
    says(
        graph(r#"{"op":"exp","name":"e","inputs":[[0,0,0]]}"#, "[0,0,0]"),
        "node e refers to node 0, but only 0 come before",
    );
    says(graph(x, "[1,0,0]"), "a head refers to node 1, but only 1 come before");
    says(graph(x, "[0,1,0]"), "a head refers to output 1 of node 0, which has one output");
    says(graph(x, "[]"), "the graph is no JSON of its kind: a head has a reference of 0 numbers, not 2 or 3");
    says(graph(&format!("{x},{x}"), "[0,0,0]"), "two different nodes are called x");
    says(
        graph(&format!(r#"{x},{{"op":"dot","name":"d","inputs":[[0,0,0]]}}"#), "[1,0,0]"),
        "dot has 2 operands, not 1",
    );
    says(
        graph(&format!(r#"{x},{{"op":"Pooling","name":"d","inputs":[[0,0,0]]}}"#), "[1,0,0]"),
        r#"no operator is called "Pooling""#,
    );
    says(
        graph(&format!(r#"{x},{{"op":"null","name":"y","inputs":[[0,0,0]]}}"#), "[1,0,0]"),
        "the graph is no JSON of its kind: variable y has 1 inputs",
    );
    assert!(matches!(Symbol::from_json("{"), Err(SymbolError::Json { .. })));
}

/// A call of an operator on variables of these shapes: what it infers, in words.
fn infers(operator: &str, parameters: &[(&str, &str)], shapes: &[&[usize]]) -> String {
    let names = ["a", "b", "c", "d", "e"];
    let operands: Vec<Symbol> = names.iter().zip(shapes).map(|(name, _)| Symbol::variable(name)).collect();
    let node = operands.iter().fold(Apply::new(operator).named("n"), Apply::operand);
    let node = parameters.iter().fold(node, |node, (name, value)| node.parameter(name, value));
    let given: Vec<(&str, &[usize])> = names.into_iter().zip(shapes.iter().copied()).collect();
    match node.symbol().and_then(|symbol| symbol.infer_shape(&given)) {
        Ok(shapes) => format!("{:?}", shapes.outputs),
        Err(error) => error.to_string(),
    }
}

#[test]
fn shapes_that_do_not_fit() {
    let says = |found: String, expected: &str| assert!(found.contains(expected), "{found}");
    says(
        infers("broadcast_add", &[], &[&[4, 3], &[4]]),
        "operand 1 has shape [4], but [4, 3], or 1 for a length of it,",
    );
    says(infers("_maximum", &[], &[&[4, 3], &[4, 1]]), "operand 1 has shape [4, 1], but [4, 3]");
    says(infers("sum", &[("axis", "(0, 0)")], &[&[4, 3]]), "an array with these axes, each once");
    says(infers("norm", &[("axis", "2")], &[&[4, 3]]), "an array with these axes, each once");
    says(infers("norm", &[("ord", "3")], &[&[4, 3]]), r#"norm: parameter ord is "3", but 1 or 2 is needed"#);
    says(infers("transpose", &[("axes", "(0, 0)")], &[&[4, 3]]), "but one that fits Transpose([0, 0]) is needed");
    says(infers("slice", &[("begin", "(3,)"), ("end", "(2,)")], &[&[4, 3]]), "operand 0 has shape [4, 3]");
    says(infers("slice", &[("begin", "(0,)"), ("end", "(2,)"), ("step", "(0,)")], &[&[4]]), "operand 0 has shape [4]");
    says(infers("SliceChannel", &[("num_outputs", "2"), ("axis", "0")], &[&[3, 4]]), "operand 0 has shape [3, 4]");
    says(infers("Reshape", &[("shape", "(-1, -1)")], &[&[4, 3]]), "operand 0 has shape [4, 3]");
    says(infers("Reshape", &[("shape", "(5, 0)")], &[&[4, 3]]), "operand 0 has shape [4, 3]");
    says(infers("squeeze", &[("axis", "0")], &[&[4, 3]]), "operand 0 has shape [4, 3]");
    says(infers("broadcast_to", &[("shape", "(2, 3)")], &[&[4, 3]]), "operand 0 has shape [4, 3]");
    says(
        infers("Concat", &[("num_args", "2"), ("dim", "0")], &[&[4, 3], &[4, 2]]),
        "operand 1 has shape [4, 2], but [4, 3]",
    );
    says(infers("Concat", &[("num_args", "33")], &[&[4, 3]]), r#"parameter num_args is "33", but 1 to 32 is needed"#);
    says(infers("where", &[], &[&[3], &[4, 3], &[4, 3]]), "operand 0 has shape [3], but [4, 3]");
    says(infers("take", &[("axis", "2")], &[&[4, 3], &[2]]), "operand 0 has shape [4, 3], but one that has axis 2");
    says(infers("take", &[("mode", "nearest")], &[&[4, 3], &[2]]), r#"mode is "nearest", but clip, wrap or raise"#);
    says(infers("pick", &[], &[&[4, 3], &[3]]), "operand 1 has shape [3], but [4]");
    says(infers("softmax", &[("axis", "2")], &[&[4, 3]]), "operand 0 has shape [4, 3], but one that has axis 2");
    says(infers("softmax", &[("temperature", "0")], &[&[4, 3]]), "but a number other than 0, or None is needed");
    says(infers("BatchNorm", &[], &[&[4, 3], &[4]]), "operand 1 has shape [4], but [3]");
    says(infers("SoftmaxOutput", &[("normalization", "all")], &[&[4, 3]]), "but null, batch or valid is needed");
    says(infers("SoftmaxOutput", &[], &[&[4, 3, 2]]), "operand 0 has shape [4, 3, 2], but a matrix is needed");
    says(
        infers("SoftmaxOutput", &[("multi_output", "True")], &[&[4, 3, 2], &[4, 3]]),
        "operand 1 has shape [4, 3], but [4, 2]",
    );
    let deep = [1; 9];
    says(infers("sum", &[], &[&deep]), "in 8 dimensions or fewer");
}

#[test]
fn what_is_left_out_has_the_default_of_the_peer() {
    assert_eq!(infers("Concat", &[("num_args", "2")], &[&[4, 3], &[4, 2]]), "[[4, 5]]");
    assert_eq!(infers("stack", &[("num_args", "2")], &[&[4, 3], &[4, 3]]), "[[2, 4, 3]]");
    assert_eq!(infers("take", &[], &[&[4, 3], &[2, 2]]), "[[2, 2, 3]]");
    assert_eq!(infers("pick", &[], &[&[4, 3], &[4]]), "[[4]]");
    assert_eq!(infers("transpose", &[], &[&[4, 3, 2]]), "[[2, 3, 4]]");
    assert_eq!(infers("max", &[], &[&[4, 3]]), "[[1]]");
    assert_eq!(infers("squeeze", &[], &[&[1, 3, 1]]), "[[3]]");
    assert_eq!(infers("SwapAxis", &[], &[&[4, 3]]), "[[4, 3]]");
    assert_eq!(infers("one_hot", &[("depth", "5")], &[&[4]]), "[[4, 5]]");
}
