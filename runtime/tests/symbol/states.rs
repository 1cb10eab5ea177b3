//! Auxiliary states: moving means and variances.
use lacuna_runtime::array::Array;
use lacuna_runtime::autograd::GradientRequest;
use lacuna_runtime::symbol::{Apply, Symbol};

fn normal() -> Symbol {
    let x = Symbol::variable("x").with_shape(&[2, 1]);
    Apply::new("BatchNorm").named("bn").operand(&x).parameter("fix_gamma", "False").symbol().unwrap()
}

fn numbers(array: &Array) -> &[f32] {
    array.data().unwrap()
}

#[test]
fn states_are_no_arguments_and_have_no_gradients() {
    let symbol = normal();
    assert_eq!(symbol.list_arguments(), ["x", "bn_gamma", "bn_beta"]);
    assert_eq!(symbol.list_auxiliary_states(), ["bn_moving_mean", "bn_moving_var"]);
    assert_eq!(symbol.attributes()["bn_moving_var"]["__init__"], r#"["one", {}]"#);
    assert_eq!(symbol.infer_shape(&[]).unwrap().auxiliary, [[1], [1]]);
    let executor = symbol.simple_bind(&[], GradientRequest::Write).unwrap();
    assert_eq!(executor.grad_dict().keys().collect::<Vec<_>>(), [&"bn_beta", &"bn_gamma", &"x"]);
    let names: Vec<String> = executor.named_arrays().into_keys().collect();
    assert_eq!(names, ["arg:bn_beta", "arg:bn_gamma", "arg:x", "aux:bn_moving_mean", "aux:bn_moving_var"]);
}

#[test]
fn backward_replaces_states_in_training_alone() {
    let mut executor = normal().simple_bind(&[], GradientRequest::Write).unwrap();
    let one = |number: f32| Array::dense(&[1], vec![number]).unwrap();
    executor
        .set_named_arrays([
            ("arg:x", Array::dense(&[2, 1], vec![3.0_f32, 7.0]).unwrap()),
            ("arg:bn_gamma", one(1.0)),
            ("aux:bn_moving_var", one(1.0)),
        ])
        .unwrap();
    executor.forward(false).unwrap();
    executor.backward(&[]).unwrap();
    assert_eq!(numbers(executor.aux_dict()["bn_moving_mean"]), [0.0]);
    executor.forward(true).unwrap();
    assert_eq!(numbers(executor.aux_dict()["bn_moving_mean"]), [0.0]);
    executor.backward(&[]).unwrap();
    // 0.1 of the mean 5; 0.9 of 1 and 0.1 of the variance 4.
    let states = executor.aux_dict();
    assert!((numbers(states["bn_moving_mean"])[0] - 0.5).abs() < 1e-6);
    assert!((numbers(states["bn_moving_var"])[0] - 1.3).abs() < 1e-6);
}

#[test]
fn names_of_arrays_say_what_they_are() {
    let mut executor = normal().simple_bind(&[], GradientRequest::Null).unwrap();
    let one = || Array::dense(&[1], vec![1.0_f32]).unwrap();
    for name in ["bn_gamma", "arg:bn_moving_mean", "aux:bn_gamma", "arg:y"] {
        let refused = executor.set_named_arrays([(name, one())]).unwrap_err().to_string();
        assert!(refused.ends_with("is no argument: there are x, bn_gamma, bn_beta"), "{refused}");
    }
    let wrong = executor.set_named_arrays([("aux:bn_moving_mean", Array::dense(&[2], vec![1.0_f32; 2]).unwrap())]);
    let expected =
        "argument bn_moving_mean is default float32 of shape [2], but default float32 of shape [1] is needed";
    assert_eq!(wrong.unwrap_err().to_string(), expected);
    let missing = normal().bind(vec![("x", Array::dense(&[2, 1], vec![1.0_f32; 2]).unwrap())], GradientRequest::Null);
    assert_eq!(missing.unwrap_err().to_string(), "argument bn_gamma has no array");
}
