//! Planted faults are found and named.
use crate::files::{copies, edit_element, failures, report_on, set_metadata, write_case};
use lacuna_harness::report::Status;

const PRODUCT: &str = "dot/csr_dense_columns_3_f32";
const TRANSPOSED: &str = "dot/csrT_dense_density_0.5_f32";

fn add_to_float(amount: f64) -> impl FnOnce([u8; 8]) -> [u8; 8] {
    move |bytes| (f64::from_le_bytes(bytes) + amount).to_le_bytes()
}

#[test]
fn a_wrong_value_is_named() {
    let (directory, [path]) = copies([PRODUCT]);
    assert!(report_on(directory.path()).passed());
    edit_element(&path, "exact.out", 7, add_to_float(1e-4));
    let report = report_on(directory.path());
    assert!(!report.passed());
    let failure = &failures(&report.cases[0])[0];
    assert_eq!(
        (&*failure.backend, &*failure.difference.output, &*failure.difference.place),
        ("scalar i64", "out", "[2, 1]")
    );
    assert!(failure.difference.expected_bits.starts_with("0x") && failure.difference.found_bits.starts_with("0x"));
    assert!(
        failure.difference.remark.starts_with("off by ") && failure.difference.remark.contains("allowed"),
        "{}",
        failure.difference.remark
    );
    assert_eq!(report.cases[0].location.file, path);
}

#[test]
fn a_nan_is_no_number() {
    let (directory, [path]) = copies([PRODUCT]);
    edit_element(&path, "exact.out", 0, |_: [u8; 8]| f64::NAN.to_le_bytes());
    let report = report_on(directory.path());
    assert_eq!(failures(&report.cases[0])[0].difference.expected, "NaN");
}

#[test]
fn a_copy_must_have_the_very_bits() {
    let (directory, [path]) = copies(["cast_storage/csr_to_dense_density_0.1_f64"]);
    edit_element(&path, "exact.out", 0, |bytes: [u8; 8]| (u64::from_le_bytes(bytes) ^ 1 << 63).to_le_bytes());
    assert_eq!(failures(&report_on(directory.path()).cases[0])[0].difference.place, "[0, 0]");
}

#[test]
fn a_wrong_index_is_named_on_either_side() {
    for tensor in ["exact.out.indices", "out.out.indices"] {
        let (directory, [path]) = copies([TRANSPOSED]);
        edit_element(&path, tensor, 2, |bytes: [u8; 8]| (i64::from_le_bytes(bytes) + 1).to_le_bytes());
        let report = report_on(directory.path());
        let difference = &failures(&report.cases[0])[0].difference;
        assert_eq!(difference.place, "index 2");
        assert_eq!(difference.expected.parse::<i64>().unwrap(), difference.found.parse::<i64>().unwrap() + 1);
    }
}

#[test]
fn another_schema_is_refused() {
    let (directory, [path, _]) = copies([PRODUCT, TRANSPOSED]);
    set_metadata(&path, "schema", Some("3"));
    let report = report_on(directory.path());
    let bad: Vec<_> = report.cases.iter().filter(|case| case.status != Status::Passed).collect();
    assert_eq!(bad.len(), 1, "the other case still runs");
    assert_eq!(bad[0].location.file, path);
    assert_eq!(failures(bad[0])[0].difference.found, "schema \"3\" is not supported, only \"1\" and \"2\" are");
}

#[test]
fn broken_files_are_failures() {
    let (directory, [no_op, cut, no_tensor]) = copies([PRODUCT, TRANSPOSED, "dot/csr_dense_1x1_f32"]);
    set_metadata(&no_op, "op", None);
    let bytes = std::fs::read(&cut).unwrap();
    std::fs::write(&cut, &bytes[..bytes.len() - 8]).unwrap();
    set_metadata(&no_tensor, "outputs", Some(r#"[{"name": "other", "stype": "default", "shape": [1, 1]}]"#));
    let report = report_on(directory.path());
    let reason = |path: &std::path::Path| {
        let case = report.cases.iter().find(|case| case.location.file == path).unwrap();
        failures(case)[0].difference.found.clone()
    };
    assert_eq!(reason(&no_op), "the metadata lacks \"op\"");
    assert!(reason(&cut).starts_with("not a safetensors file"), "{}", reason(&cut));
    assert_eq!(reason(&no_tensor), "tensor \"out.other\" is missing");
}

#[test]
fn an_unknown_operator_is_skipped_by_name() {
    let (directory, _) = copies([PRODUCT]);
    let inputs = r#"[{"name": "data", "stype": "default", "shape": [0]}]"#;
    write_case(
        &directory.path().join("frobnicate/a.safetensors"),
        &[("schema", "1"), ("op", "frobnicate"), ("inputs", inputs)],
    );
    let report = report_on(directory.path());
    assert!(report.passed());
    assert_eq!(report.cases[1].status, Status::Skipped("no kernel for frobnicate".to_owned()));
}

#[test]
fn what_a_kernel_does_not_cover_is_skipped() {
    let (directory, [path]) = copies([PRODUCT]);
    for (params, reason) in [
        (
            r#"{"forward_stype": "csr", "other": 1}"#,
            "no kernel for dot of csr, dense with {\"forward_stype\":\"csr\",\"other\":1}",
        ),
        (r#"{"other": 1}"#, "no kernel for dot with parameter other"),
    ] {
        set_metadata(&path, "params", Some(params));
        assert_eq!(report_on(directory.path()).cases[0].status, Status::Skipped(reason.to_owned()));
    }
}

#[test]
fn a_refusal_of_another_kind_fails() {
    let (directory, [path]) = copies(["dot/csr_dense_refuses_3_rows_for_4_f32"]);
    assert!(report_on(directory.path()).passed());
    set_metadata(&path, "error", Some("csr_indices"));
    let report = report_on(directory.path());
    let difference = &failures(&report.cases[0])[0].difference;
    assert_eq!(difference.expected, "the error \"csr_indices\"");
    assert!(difference.found.starts_with("the error \"shape\" ("), "{}", difference.found);
}

#[test]
fn a_refusal_that_does_not_come_fails() {
    let (directory, [path]) = copies([PRODUCT]);
    set_metadata(&path, "outputs", Some("[]"));
    set_metadata(&path, "error", Some("shape"));
    assert_eq!(failures(&report_on(directory.path()).cases[0])[0].difference.found, "a result");
}
