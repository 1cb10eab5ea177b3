//! What a graph accepts when it is bound, it runs, and every result is stored as was inferred: each operator, with
//! operands of each storage type.
use lacuna::infer::Stype;
use lacuna_runtime::array::Array;
use lacuna_runtime::autograd::GradientRequest;
use lacuna_runtime::operator::{Context, Fallback};
use lacuna_runtime::symbol::{Bind, Symbol};

/// An operator, its parameters, and the shapes of its operands.
type Call = (&'static str, &'static [(&'static str, &'static str)], &'static [&'static [usize]]);

const MATRIX: &[usize] = &[6, 5];
const CALLS: &[Call] = &[
    ("elemwise_add", &[], &[MATRIX, MATRIX]),
    ("elemwise_sub", &[], &[MATRIX, MATRIX]),
    ("elemwise_mul", &[], &[MATRIX, MATRIX]),
    ("elemwise_div", &[], &[MATRIX, MATRIX]),
    ("broadcast_add", &[], &[MATRIX, &[1, 5]]),
    ("dot", &[], &[MATRIX, &[5, 4]]),
    ("dot", &[("transpose_a", "True")], &[MATRIX, &[6, 4]]),
    ("dot", &[("transpose_b", "True")], &[MATRIX, &[4, 5]]),
    ("dot", &[("transpose_a", "True"), ("transpose_b", "True")], &[MATRIX, &[4, 6]]),
    ("_plus_scalar", &[("scalar", "0")], &[MATRIX]),
    ("_plus_scalar", &[("scalar", "1.5")], &[MATRIX]),
    ("_minus_scalar", &[("scalar", "1.5")], &[MATRIX]),
    ("_mul_scalar", &[("scalar", "1.5")], &[MATRIX]),
    ("_div_scalar", &[("scalar", "1.5")], &[MATRIX]),
    ("_rminus_scalar", &[("scalar", "1.5")], &[MATRIX]),
    ("_power_scalar", &[("scalar", "2")], &[MATRIX]),
    ("_maximum_scalar", &[("scalar", "0.5")], &[MATRIX]),
    ("_equal_scalar", &[("scalar", "0")], &[MATRIX]),
    ("_greater_scalar", &[("scalar", "0.5")], &[MATRIX]),
    ("clip", &[("a_min", "-1"), ("a_max", "1")], &[MATRIX]),
    ("clip", &[("a_min", "0.5"), ("a_max", "1")], &[MATRIX]),
    ("relu", &[], &[MATRIX]),
    ("abs", &[], &[MATRIX]),
    ("sign", &[], &[MATRIX]),
    ("square", &[], &[MATRIX]),
    ("sqrt", &[], &[MATRIX]),
    ("negative", &[], &[MATRIX]),
    ("exp", &[], &[MATRIX]),
    ("sigmoid", &[], &[MATRIX]),
    ("tanh", &[], &[MATRIX]),
    ("cos", &[], &[MATRIX]),
    ("_copy", &[], &[MATRIX]),
    ("BlockGrad", &[], &[MATRIX]),
    ("cast_storage", &[("stype", "default")], &[MATRIX]),
    ("cast_storage", &[("stype", "csr")], &[MATRIX]),
    ("cast_storage", &[("stype", "row_sparse")], &[MATRIX]),
    ("sum", &[], &[MATRIX]),
    ("mean", &[], &[MATRIX]),
    ("sum", &[("axis", "1"), ("keepdims", "True")], &[MATRIX]),
    ("mean", &[("axis", "0")], &[MATRIX]),
    ("dot", &[("forward_stype", "default"), ("transpose_a", "True")], &[MATRIX, &[6, 4]]),
    ("dot", &[("forward_stype", "csr")], &[MATRIX, &[5, 4]]),
    ("slice", &[("begin", "(0, 1)"), ("end", "(None, -1)")], &[MATRIX]),
    ("Flatten", &[], &[MATRIX]),
    ("make_loss", &[], &[MATRIX]),
    ("Concat", &[("num_args", "2"), ("dim", "1")], &[MATRIX, MATRIX]),
    ("FullyConnected", &[("num_hidden", "4")], &[MATRIX, &[4, 5], &[4]]),
    ("LinearRegressionOutput", &[], &[MATRIX, MATRIX]),
    ("LogisticRegressionOutput", &[], &[MATRIX, MATRIX]),
    ("_square_sum", &[("axis", "1")], &[MATRIX]),
    ("Reshape", &[("shape", "(5, 6)")], &[MATRIX]),
    ("reciprocal", &[], &[MATRIX]),
    ("logical_not", &[], &[MATRIX]),
    ("hard_sigmoid", &[], &[MATRIX]),
    ("ones_like", &[], &[MATRIX]),
    ("zeros_like", &[], &[MATRIX]),
    ("_contrib_quadratic", &[("a", "1.5"), ("b", "-0.5")], &[MATRIX]),
    ("_contrib_quadratic", &[("a", "1.5"), ("c", "2")], &[MATRIX]),
    ("_logical_and_scalar", &[("scalar", "2")], &[MATRIX]),
    ("_contrib_gradientmultiplier", &[("scalar", "2")], &[MATRIX]),
    ("_contrib_round_ste", &[], &[MATRIX]),
    ("_maximum", &[], &[MATRIX, MATRIX]),
    ("_minimum", &[], &[MATRIX, MATRIX]),
    ("_mod", &[], &[MATRIX, MATRIX]),
    ("_power", &[], &[MATRIX, MATRIX]),
    ("_greater_equal", &[], &[MATRIX, MATRIX]),
    ("_logical_or", &[], &[MATRIX, MATRIX]),
    ("reshape_like", &[], &[MATRIX, &[5, 6]]),
    ("broadcast_add", &[], &[MATRIX, &[6, 1]]),
    ("broadcast_sub", &[], &[MATRIX, &[1, 5]]),
    ("broadcast_sub", &[], &[MATRIX, &[6, 1]]),
    ("broadcast_mul", &[], &[MATRIX, &[1, 5]]),
    ("broadcast_mul", &[], &[MATRIX, &[6, 1]]),
    ("broadcast_mul", &[], &[MATRIX, MATRIX]),
    ("broadcast_maximum", &[], &[MATRIX, &[6, 1]]),
    ("broadcast_equal", &[], &[MATRIX, &[1, 5]]),
    ("add_n", &[("num_args", "3")], &[MATRIX, MATRIX, MATRIX]),
    ("where", &[], &[MATRIX, MATRIX, MATRIX]),
    ("max", &[("axis", "1")], &[MATRIX]),
    ("norm", &[], &[MATRIX]),
    ("norm", &[("axis", "0")], &[MATRIX]),
    ("norm", &[("axis", "1"), ("keepdims", "True")], &[MATRIX]),
    ("norm", &[("ord", "1")], &[MATRIX]),
    ("_square_sum", &[("axis", "0")], &[MATRIX]),
    ("softmax", &[], &[MATRIX]),
    ("log_softmax", &[("axis", "0")], &[MATRIX]),
    ("transpose", &[], &[MATRIX]),
    ("slice", &[("begin", "(1, 1)"), ("end", "(5, 4)")], &[MATRIX]),
    ("slice", &[("begin", "(1,)"), ("end", "(5,)"), ("step", "(2,)")], &[MATRIX]),
    ("slice_axis", &[("axis", "0"), ("begin", "1"), ("end", "4")], &[MATRIX]),
    ("expand_dims", &[("axis", "0")], &[MATRIX]),
    ("broadcast_to", &[("shape", "(4, 6, 5)")], &[MATRIX]),
    ("Concat", &[("num_args", "2"), ("dim", "0")], &[MATRIX, MATRIX]),
    ("stack", &[("num_args", "2")], &[MATRIX, MATRIX]),
    ("MAERegressionOutput", &[], &[MATRIX, MATRIX]),
    ("MakeLoss", &[], &[MATRIX]),
    ("BatchNorm", &[("fix_gamma", "False")], &[MATRIX, &[5], &[5], &[5], &[5]]),
];

/// Numbers of which some are zero.
fn array(shape: &[usize], stype: Stype) -> Array {
    let size: usize = shape.iter().product();
    let data = (0..size).map(|i| if i % 3 == 0 { 0.0 } else { 0.25 + i as f32 / 8.0 }).collect::<Vec<_>>();
    Array::dense(shape, data).unwrap().tostype(stype).unwrap()
}

/// All storage types of operands; only matrices are csr.
fn storages(shapes: &[&[usize]]) -> Vec<Vec<Stype>> {
    let mut all = vec![Vec::new()];
    for shape in shapes {
        let of_one = [Stype::Dense, Stype::Csr, Stype::RowSparse];
        let possible = of_one.into_iter().filter(|stype| *stype != Stype::Csr || shape.len() == 2);
        all = possible.flat_map(|stype| all.iter().map(move |first| [&first[..], &[stype]].concat())).collect();
    }
    all
}

const NAMES: [&str; 5] = ["a", "b", "c", "d", "e"];

/// Result and gradients of a call, with the storage types that were inferred. `None` if nothing runs it.
fn run(&(operator, parameters, shapes): &Call, stypes: &[Stype]) -> Result<Option<Vec<(Array, Stype)>>, String> {
    let told = |what: &str, error: &dyn std::fmt::Display| format!("{what}: {error}");
    let operands: Vec<Symbol> =
        NAMES.iter().zip(stypes).map(|(name, stype)| Symbol::variable(name).with_stype(*stype)).collect();
    let symbol = Symbol::apply(operator, &operands.iter().collect::<Vec<_>>(), parameters);
    let symbol = symbol.map_err(|error| told("apply", &error))?;
    let wanted = &NAMES[..stypes.len()];
    let Ok(types) = symbol.infer_storage_type(&[], wanted) else { return Ok(None) };
    let mut context = Context::new();
    if types.refuse_fallbacks().is_err() {
        context.fallback = Fallback::Dense;
    }
    let arrays = NAMES.iter().zip(shapes).zip(stypes).map(|((name, shape), stype)| (*name, array(shape, *stype)));
    let bound = Bind::new(&symbol).context(context).request(GradientRequest::Write).arrays(arrays.collect());
    let mut executor = bound.map_err(|error| told("bind", &error))?;
    executor.forward(true).map_err(|error| told("forward", &error))?;
    executor.backward(&[]).map_err(|error| told("backward", &error))?;
    let mut found = vec![(executor.output(0).map_err(|error| told("output", &error))?.clone(), types.outputs[0])];
    let gradients = wanted.iter().zip(&types.gradients);
    found.extend(gradients.filter_map(|(name, stype)| Some((executor.gradient(name).ok()?.clone(), *stype))));
    Ok(Some(found))
}

/// What is wrong with a call: it does not run, or its results are not those of dense operands, stored as inferred.
fn check(call: &Call, stypes: &[Stype]) -> Result<(), String> {
    let Some(found) = run(call, stypes)? else { return Ok(()) };
    // An operator of sparse arrays alone takes no dense ones.
    let dense = run(call, &vec![Stype::Dense; stypes.len()])?.unwrap_or_else(|| found.clone());
    for (number, ((found, stype), (expected, _))) in found.iter().zip(&dense).enumerate() {
        let what = if number == 0 { "the result".to_owned() } else { format!("the gradient of {}", NAMES[number - 1]) };
        if found.stype() != *stype {
            return Err(format!("{what} is {}, inferred was {stype}", found.stype()));
        }
        // MXNet has no gradient of a csr in products; here it is on the pattern of the csr.
        if call.0 == "dot" && number > 0 && stypes[number - 1] == Stype::Csr {
            continue;
        }
        let numbers = |array: &Array| array.tostype(Stype::Dense).unwrap().data::<f32>().unwrap().to_vec();
        for (found, expected) in numbers(found).into_iter().zip(numbers(expected)) {
            let same = found == expected || (found.is_nan() && expected.is_nan());
            if !same && (found - expected).abs() > 1e-5 * expected.abs() {
                return Err(format!("{what} has {found}, of dense operands it is {expected}"));
            }
        }
    }
    Ok(())
}

#[test]
fn what_is_bound_runs_with_the_inferred_storage() {
    let mut wrong = Vec::new();
    for call in CALLS {
        for stypes in storages(call.2) {
            if let Err(reason) = check(call, &stypes) {
                let stypes: Vec<_> = stypes.iter().map(Stype::to_string).collect();
                wrong.push(format!("{} {:?} of {}: {reason}", call.0, call.1, stypes.join(", ")));
            }
        }
    }
    assert!(wrong.is_empty(), "{} calls:\n{}", wrong.len(), wrong.join("\n"));
}
