//! `lacuna golden`, as a library.
use crate::files::{copies, edit_element};
use lacuna_harness::backend::Runner;
use lacuna_harness::golden::{Expected, check, write};
use std::fs;
use std::path::{Path, PathBuf};

const CASES: [&str; 4] = [
    "cast_storage/dense_to_csr_density_0.1_f32",
    "dot/csrT_dense_density_0.5_f64",
    "dot/csr_dense_refuses_3_rows_for_4_f32",
    "sgd_mom_update/dense_lazy_plain_f32",
];

fn files(directory: &Path) -> Vec<PathBuf> {
    CASES.iter().map(|case| directory.join(format!("{case}.safetensors"))).collect()
}

#[test]
fn what_was_written_is_right_and_the_same_every_time() {
    let (fixtures, _) = copies(CASES);
    let fixtures = [fixtures.path().to_owned()];
    let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    assert_eq!(write(first.path(), &fixtures, &Runner::Scalar).unwrap().files, CASES.len());
    write(second.path(), &fixtures, &Runner::Scalar).unwrap();
    for (first, second) in files(first.path()).iter().zip(files(second.path())) {
        assert_eq!(fs::read(first).unwrap(), fs::read(second).unwrap());
    }
    let ptx_vm = Runner::new("ptx-vm").unwrap();
    for other in
        [Expected::Computed(&fixtures, &Runner::Scalar), Expected::Computed(&fixtures, &ptx_vm), Expected::Directory(second.path())]
    {
        let checked = check(first.path(), other).unwrap();
        assert_eq!((checked.compared, checked.mismatches), (CASES.len(), Vec::new()));
    }
}

#[test]
fn one_flipped_bit_is_named() {
    let (fixtures, _) = copies(CASES);
    let fixtures = [fixtures.path().to_owned()];
    let golden = tempfile::tempdir().unwrap();
    write(golden.path(), &fixtures, &Runner::Scalar).unwrap();
    edit_element(&files(golden.path())[3], "out.weight", 4, |mut bytes: [u8; 4]| {
        bytes[0] ^= 1;
        bytes
    });
    let checked = check(golden.path(), Expected::Computed(&fixtures, &Runner::Scalar)).unwrap();
    let [mismatch] = &checked.mismatches[..] else { panic!("{checked:?}") };
    assert_eq!((&*mismatch.case, &*mismatch.difference.place), ("sgd_mom_update/dense_lazy_plain_f32", "[1, 1]"));
    assert_ne!(mismatch.difference.expected_bits, mismatch.difference.found_bits);
}

#[test]
fn missing_and_extra_results_are_named() {
    let (fixtures, _) = copies(CASES);
    let fixtures = [fixtures.path().to_owned()];
    let (golden, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    write(golden.path(), &fixtures, &Runner::Scalar).unwrap();
    write(other.path(), &fixtures, &Runner::Scalar).unwrap();
    fs::remove_file(&files(other.path())[1]).unwrap();
    fs::remove_file(&files(golden.path())[0]).unwrap();
    let checked = check(golden.path(), Expected::Directory(other.path())).unwrap();
    let differences: Vec<_> = checked.mismatches.iter().map(|mismatch| mismatch.to_string()).collect();
    assert_eq!(
        differences,
        [
            "dot/csrT_dense_density_0.5_f64: call: expected results, found no result",
            "cast_storage/dense_to_csr_density_0.1_f32: file: expected no such result, found one",
        ]
    );
}
