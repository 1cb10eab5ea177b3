//! Cases by the public names of operators, and on copies of operands in another storage.
use crate::files::{committed, committed_report, copies, edit_element, failures, parts, report_on, save, set_metadata};
use lacuna::list::KERNELS;
use lacuna_harness::ops::AnyOperation;
use lacuna_harness::reference;
use lacuna_harness::report::Status;
use lacuna_runtime::optimizer::Optimizer;

/// The operators of the page that tells how files of cases are written.
const OPERATORS: &str = "dot cast_storage sparse_retain slice concat take where add_n getnnz zeros_like elemwise_add \
    elemwise_sub elemwise_mul elemwise_div broadcast_add broadcast_sub broadcast_mul broadcast_div grad_add \
    plus_scalar minus_scalar mul_scalar div_scalar scatter_plus_scalar scatter_minus_scalar scatter_elemwise_div \
    equal_scalar not_equal_scalar greater_scalar greater_equal_scalar lesser_scalar lesser_equal_scalar clip quadratic \
    gradientmultiplier identity identity_with_attr_like_rhs BlockGrad make_loss round_ste sign_ste sum mean norm \
    square_sum Embedding SparseEmbedding backward_Embedding FullyConnected LinearRegressionOutput \
    LogisticRegressionOutput MAERegressionOutput backward_LinearRegressionOutput backward_LogisticRegressionOutput \
    backward_MAERegressionOutput edge_id dgl_adjacency dgl_subgraph sgd_update sgd_mom_update adam_update \
    adagrad_update group_adagrad_update ftrl_update check_format relu negative abs sign round rint ceil floor trunc fix \
    sin tan arcsin arctan degrees radians sinh tanh arcsinh arctanh log1p expm1 square sqrt cbrt backward_dot \
    backward_elemwise_add backward_elemwise_sub backward_elemwise_mul backward_elemwise_div backward_sum \
    backward_mean backward_square_sum backward_mul_scalar backward_sin backward_relu backward_abs backward_tanh";

#[test]
fn every_operator_of_the_page_has_cases() {
    let missing: Vec<_> = OPERATORS
        .split_whitespace()
        .filter(|operator| !committed().join(format!("{operator}.safetensors")).exists())
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn a_wrong_value_is_named_in_a_case_on_copies() {
    let (directory, [path]) = copies(["plus_scalar/csr_0_1_f32"]);
    let report = report_on(directory.path());
    assert!(report.passed() && report.copied() == 1);
    edit_element(&path, "exact.out", 7, |bytes: [u8; 8]| (f64::from_le_bytes(bytes) + 1e-5).to_le_bytes());
    let report = report_on(directory.path());
    assert_eq!(failures(&report.cases[0])[0].difference.place, "[1, 2]");
}

#[test]
fn a_number_where_the_kernel_stores_nothing_is_named() {
    // The kernel gives a csr, MXNet a dense array.
    let (directory, [path]) = copies(["broadcast_mul/copied_dense_csr_f32"]);
    assert!(report_on(directory.path()).passed());
    let (header, data) = parts(&path);
    let start = usize::try_from(header["exact.out"]["data_offsets"][0].as_u64().unwrap()).unwrap();
    let elements = data[start..].as_chunks::<8>().0;
    let absent = elements.iter().position(|bytes| f64::from_le_bytes(*bytes) == 0.0).unwrap();
    edit_element(&path, "exact.out", absent, |_: [u8; 8]| f64::MIN_POSITIVE.to_le_bytes());
    let report = report_on(directory.path());
    let difference = &failures(&report.cases[0])[0].difference;
    assert_eq!(difference.place, format!("[{}, {}]", absent / 5, absent % 5));
    assert_eq!(difference.found, "nothing stored");
}

#[test]
fn each_gradient_of_a_case_counts() {
    for output in ["exact.out0", "exact.out1"] {
        let (directory, [path]) = copies(["backward_elemwise_mul/dense_dense_dense_f64"]);
        assert!(report_on(directory.path()).passed());
        edit_element(&path, output, 3, |bytes: [u8; 8]| (f64::from_le_bytes(bytes) * 1.001).to_le_bytes());
        assert_eq!(failures(&report_on(directory.path()).cases[0])[0].difference.place, "[0, 3]");
    }
}

#[test]
fn results_that_nothing_computes_fail() {
    for operator in ["backward_negative", "backward_slice", "identity"] {
        for compare in ["structure", "values"] {
            let (directory, [path]) = copies(["backward_elemwise_mul/dense_dense_dense_f32"]);
            set_metadata(&path, "op", Some(operator));
            set_metadata(&path, "compare", Some(compare));
            let report = report_on(directory.path());
            assert!(!failures(&report.cases[0]).is_empty(), "{operator} {compare}: {:?}", report.cases[0].status);
        }
    }
}

/// Without results, too, a gradient is computed: here it should be refused, and is not.
#[test]
fn gradients_that_must_be_refused_are_called() {
    for operator in ["dot/dense_dense", "elemwise_mul/dense_dense_dense", "concat/dim_1", "negative/dense_dense"] {
        let (directory, [path]) = copies([&*format!("backward_{operator}_f32")]);
        set_metadata(&path, "error", Some("shape"));
        let (mut header, data) = parts(&path);
        header["__metadata__"]["outputs"] = "[]".into();
        let results: Vec<_> =
            header.keys().filter(|name| name.starts_with("out.") || name.starts_with("exact.")).cloned().collect();
        // They are operands that nobody names then; the file keeps its bytes.
        let mut described: Vec<serde_json::Value> =
            serde_json::from_str(header["__metadata__"]["inputs"].as_str().unwrap()).unwrap();
        for (number, name) in results.iter().enumerate() {
            let tensor = header.remove(name).unwrap();
            described
                .push(serde_json::json!({"name": format!("x{number}"), "stype": "default", "shape": tensor["shape"]}));
            header.insert(format!("in.x{number}"), tensor);
        }
        header["__metadata__"]["inputs"] = serde_json::to_string(&described).unwrap().into();
        save(&path, &header, &data);
        let report = report_on(directory.path());
        let difference = failures(&report.cases[0]).first().map(|failure| &failure.difference);
        assert!(
            difference.is_some_and(|difference| difference.found == "a result"),
            "{operator}: {:?}",
            report.cases[0]
        );
    }
}

#[test]
fn gradients_have_internal_names_too() {
    for (case, operator) in [
        ("backward_dot/dense_dense_f32", "_backward_dot"),
        ("backward_elemwise_mul/dense_dense_dense_f32", "_backward_mul"),
        ("backward_broadcast_div/shapes_1_f32", "_backward_broadcast_div"),
        ("backward_concat/dim_1_f32", "_backward_Concat"),
        ("backward_Embedding/ids_sparse_f32", "_backward_Embedding"),
        ("backward_LogisticRegressionOutput/csr_scaled_f32", "_backward_logistic_reg_out"),
        ("mul_scalar/csr_0_1_f32", "_mul_scalar"),
        ("edge_id/integers_f32", "_contrib_edge_id"),
        ("square/csr_f32", "_sparse_square"),
    ] {
        let (directory, [path]) = copies([case]);
        set_metadata(&path, "op", Some(operator));
        let report = report_on(directory.path());
        assert_eq!(report.cases[0].status, Status::Passed, "{operator}");
    }
}

#[test]
fn scalars_have_double_precision() {
    let (directory, [path]) = copies(["mul_scalar/dense_0_1_f64"]);
    assert!(report_on(directory.path()).passed());
    set_metadata(&path, "params", Some(&format!(r#"{{"scalar": {}}}"#, f64::from(0.1_f32))));
    assert!(!report_on(directory.path()).passed());
}

#[test]
fn left_out_parameters_have_the_defaults_of_mxnet() {
    for (case, params) in [
        ("hard_sigmoid/dense_alpha_0_25_beta_0_5_f64", r#"{"alpha": 0.25}"#),
        ("smooth_l1/dense_scalar_1_0_f64", "{}"),
        ("_contrib_quadratic/dense_a_0_5_b_minus_1_5_c_0_0_f64", r#"{"a": 0.5, "b": -1.5}"#),
    ] {
        let (directory, [path]) = copies([case]);
        set_metadata(&path, "params", Some(params));
        assert!(report_on(directory.path()).passed(), "{case}");
    }
}

/// Half precision: operands are exact in single precision, and results are as near as half precision can be.
#[test]
fn values_of_half_precision_are_read() {
    let (directory, [path]) = copies(["_mul_scalar/dense_scalar_minus_1_5_f32"]);
    let (mut header, data) = parts(&path);
    let halves = |data: &[u8], factor: f32| -> Vec<u8> {
        let of =
            |bytes: &[u8; 4]| half::f16::from_f32(half::f16::from_f32(f32::from_le_bytes(*bytes)).to_f32() * factor);
        data.as_chunks::<4>().0.iter().flat_map(|bytes| of(bytes).to_le_bytes()).collect()
    };
    let range = |name: &str| {
        let offset = |end| usize::try_from(header[name]["data_offsets"][end].as_u64().unwrap()).unwrap();
        offset(0)..offset(1)
    };
    let operand = &data[range("in.data")];
    let both = [halves(operand, 1.0), halves(operand, -1.5)];
    header.remove("exact.out");
    for (k, name) in ["in.data", "out.out"].into_iter().enumerate() {
        header[name]["dtype"] = "F16".into();
        header[name]["data_offsets"] = serde_json::json!([k * both[0].len(), (k + 1) * both[0].len()]);
    }
    save(&path, &header, &both.concat());
    let report = report_on(directory.path());
    assert_eq!(report.cases[0].status, Status::Passed);
    edit_element(&path, "out.out", 4, |bytes: [u8; 2]| (u16::from_le_bytes(bytes) + 3).to_le_bytes());
    assert!(!report_on(directory.path()).passed());
}

/// A sparse array may have any shape; a dense copy of it may not.
#[test]
fn an_array_too_large_to_copy_is_skipped() {
    let (directory, [path]) = copies(["plus_scalar/csr_0_1_f32"]);
    for columns in ["1099511627776", "9223372036854775807"] {
        let inputs = format!(r#"[{{"name": "data", "stype": "csr", "shape": [6, {columns}]}}]"#);
        set_metadata(&path, "inputs", Some(&inputs));
        let status = &report_on(directory.path()).cases[0].status;
        assert!(matches!(status, Status::Skipped(_)), "{status:?}");
    }
}

/// What a kernel takes runs on the case's own operands: copies are for what none takes.
#[test]
fn cases_of_kernels_run_without_copies() {
    let known = |operator: &str| {
        AnyOperation::ALL.iter().any(|operation| operation.operators().contains(&operator))
            && !operator.starts_with("backward_")
    };
    let report = committed_report();
    assert_eq!(report.count(|status| matches!(status, Status::Skipped(_))), 0);
    let copied = report.cases.iter().filter(|case| case.copied && known(&case.operator));
    let unexpected: Vec<_> =
        copied.filter_map(|case| case.location.case.clone()).filter(|title| !title.contains("/copied_")).collect();
    assert!(unexpected.is_empty(), "{unexpected:?}");
    assert!(report.copied() > 900);
}

/// Hyper-parameters that are left out: those of MXNet's operators, here and in the runtime, whose defaults are those of
/// the kernels, of C and of the programs.
#[test]
fn left_out_hyper_parameters_have_the_defaults_of_mxnet() {
    for (kernel, name, expected) in [
        ("sgd_momentum", "momentum", 0.0),
        ("adam", "beta1", 0.9),
        ("adam", "beta2", 0.999),
        ("adam", "epsilon", 1e-8),
        ("adagrad", "epsilon", 1e-7),
        ("group_adagrad", "epsilon", 1e-5),
        ("ftrl", "lambda1", 0.01),
        ("ftrl", "beta", 1.0),
    ] {
        assert_eq!(reference::default_of(kernel, name), Some(expected), "{kernel} {name}");
    }
    let (mut compared, mut different) = (0, Vec::new());
    for kernel in KERNELS.iter().filter(|kernel| kernel.family == "optim") {
        let Some(optimizer) = Optimizer::named(kernel.name, 0.5) else { continue };
        for name in optimizer.hyper_parameters() {
            let (Some(here), Some(found)) = (reference::default_of(kernel.name, name), optimizer.get(name)) else {
                continue;
            };
            if f64::from(here) != found && here != found as f32 {
                different.push(format!("{} {name}: {here} in the verifier, {found} in the runtime", kernel.name));
            }
            compared += 1;
        }
    }
    assert!(different.is_empty(), "{different:#?}");
    assert!(compared > 30, "{compared}");
}
