//! Cases of numbers of 16 bits.
use crate::files::{committed, contained, copies, edit_element, failures, report_on, set_metadata};
use lacuna::list::KERNELS;
use lacuna_harness::backend::Runner;
use lacuna_harness::fixture::{Dtype, Values, find};
use lacuna_harness::golden::{Expected, check, write};
use lacuna_harness::report::Status;
use lacuna_harness::verify::{Asked, Options, verify};
use std::collections::BTreeSet;

/// A case, a result of it, and an element that is rounded there.
const ROUNDED: [(&str, &str, usize); 9] = [
    ("dot/edges_3_f16", "out", 1),
    ("dot/drawn_9_transposed_to_dense_bf16", "out", 7),
    ("coalesce/edges_16_bf16", "out.data", 5),
    ("EmbeddingBag/mean_drawn_16_f16", "out", 9),
    ("Embedding_gradient/drawn_16_to_row_sparse_f16", "grad.data", 17),
    ("Cast/to_float16_f64", "out", 3),
    ("Cast/to_bfloat16_i64", "out", 0),
    ("mixed_sgd_update/edges_stochastic_bf16", "weight", 4),
    ("mp_sgd_mom_update/nearest_f16", "weight", 2),
];

#[test]
fn a_number_beside_the_right_one_fails() {
    for (case, tensor, element) in ROUNDED {
        for step in [-1, 1] {
            let (directory, [path]) = copies([case]);
            assert_eq!(report_on(directory.path()).cases[0].status, Status::Passed, "{case}");
            let beside = |bytes: [u8; 2]| (u16::from_le_bytes(bytes).wrapping_add_signed(step)).to_le_bytes();
            edit_element(&path, &format!("out.{tensor}"), element, beside);
            let report = report_on(directory.path());
            let place = failures(&report.cases[0]).first().map(|failure| failure.difference.expected_bits.len());
            assert_eq!(place, Some("0x0000".len()), "{case}: {:?}", report.cases[0]);
        }
    }
}

#[test]
fn the_sign_of_a_zero_counts() {
    let case = find(&committed()).unwrap().into_iter().find(|found| found.title() == "dot/edges_3_f16").unwrap();
    let case = case.read().unwrap();
    let Values::F16(out) = &case.out[0].values else { panic!("{:?}", case.out[0].values) };
    let signs = [false, true].map(|is_negative| {
        out.iter().position(|value| value.to_f32() == 0.0 && value.is_sign_negative() == is_negative).unwrap()
    });
    for element in signs {
        let (directory, [path]) = copies(["dot/edges_3_f16"]);
        edit_element(&path, "out.out", element, |[low, high]: [u8; 2]| [low, high ^ 0x80]);
        assert!(!failures(&report_on(directory.path()).cases[0]).is_empty(), "{element}");
    }
}

/// By bits only where the case says so; else within the roundings of the type.
#[test]
fn results_of_others_have_the_tolerance_of_their_type() {
    for compare in ["structure", "values"] {
        let (directory, [path]) = copies(["dot/drawn_9_f16"]);
        set_metadata(&path, "compare", Some(compare));
        let beside = |bytes: [u8; 2]| (u16::from_le_bytes(bytes) + 1).to_le_bytes();
        edit_element(&path, "out.out", 40, beside);
        assert_eq!(report_on(directory.path()).cases[0].status, Status::Passed, "{compare}");
        edit_element(&path, "out.out", 40, |bytes: [u8; 2]| (u16::from_le_bytes(bytes) + 200).to_le_bytes());
        assert!(!report_on(directory.path()).passed(), "{compare}");
    }
    // A step of an optimizer, whose master is of single precision.
    let (directory, [path]) = copies(["mp_sgd_mom_update/nearest_f16"]);
    set_metadata(&path, "compare", None);
    edit_element(&path, "out.weight", 3, |bytes: [u8; 2]| (u16::from_le_bytes(bytes) + 1).to_le_bytes());
    edit_element(&path, "out.weight32", 3, |bytes: [u8; 4]| (u32::from_le_bytes(bytes) + 1).to_le_bytes());
    assert_eq!(report_on(directory.path()).cases[0].status, Status::Passed);
    edit_element(&path, "out.weight32", 3, |bytes: [u8; 4]| (u32::from_le_bytes(bytes) + 1000).to_le_bytes());
    let report = report_on(directory.path());
    assert_eq!(failures(&report.cases[0])[0].difference.output, "weight32");
}

#[test]
fn every_kernel_of_16_bits_has_cases_of_both_types() {
    let asked = Asked { backends: vec!["scalar".to_owned()], ..Asked::default() };
    let report = verify(&Options { filter: Some("f16".to_owned()), asked, ..Options::default() }).unwrap();
    for dtype in [Dtype::F16, Dtype::Bf16] {
        let cases = report.cases.iter().filter(|case| case.dtype == Some(dtype) && !case.copied);
        let run: BTreeSet<_> = cases.flat_map(|case| &case.kernels).copied().collect();
        let takes = KERNELS.iter().filter(|kernel| kernel.values.contains(&dtype.name()));
        assert_eq!(run, takes.map(|kernel| kernel.name).collect(), "{dtype:?}");
    }
}

#[test]
fn golden_files_keep_the_types() {
    let cases = ROUNDED.map(|(case, ..)| case);
    let (fixtures, golden) = (contained(&cases), tempfile::tempdir().unwrap());
    let fixtures = [fixtures.path().to_owned()];
    assert_eq!(write(golden.path(), &fixtures, &Runner::Scalar).unwrap().results, cases.len());
    let checked = check(golden.path(), Expected::Computed(&fixtures, &Runner::Cpu(None))).unwrap();
    assert_eq!((checked.compared, checked.mismatches), (cases.len(), Vec::new()));
    let types: BTreeSet<_> = find(golden.path())
        .unwrap()
        .into_iter()
        .map(|found| found.read().unwrap().out[0].values.name().to_owned())
        .collect();
    assert_eq!(types, ["BF16", "F16"].map(str::to_owned).into());
}
