//! `lacuna golden`, as a library.
use crate::files::{contained, container, copies, edit_element, write_file};
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

/// The containers of the results, by operator.
fn files(directory: &Path) -> Vec<PathBuf> {
    ["cast_storage", "dot", "sgd_mom_update"].map(|operator| container(directory, operator)).to_vec()
}

#[test]
fn what_was_written_is_right_and_the_same_every_time() {
    let (fixtures, _) = copies(CASES);
    let fixtures = [fixtures.path().to_owned()];
    let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    assert_eq!(write(first.path(), &fixtures, &Runner::Scalar).unwrap().results, CASES.len());
    write(second.path(), &fixtures, &Runner::Scalar).unwrap();
    for (first, second) in files(first.path()).iter().zip(files(second.path())) {
        assert_eq!(fs::read(first).unwrap(), fs::read(second).unwrap());
    }
    // The same of the same cases in containers.
    let (contained, third) = (contained(&CASES), tempfile::tempdir().unwrap());
    assert_eq!(write(third.path(), &[contained.path().to_owned()], &Runner::Scalar).unwrap().results, CASES.len());
    for (first, third) in files(first.path()).iter().zip(files(third.path())) {
        assert_eq!(fs::read(first).unwrap(), fs::read(third).unwrap());
    }
    let ptx_vm = Runner::new("ptx-vm").unwrap();
    for other in [
        Expected::Computed(&fixtures, &Runner::Scalar),
        Expected::Computed(&fixtures, &ptx_vm),
        Expected::Directory(second.path()),
    ] {
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
    edit_element(&files(golden.path())[2], "dense_lazy_plain_f32/out.weight", 4, |mut bytes: [u8; 4]| {
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
    // One of the two cases of the operator stays.
    let (dot, kept) = (container(other.path(), "dot"), "csr_dense_refuses_3_rows_for_4_f32");
    write_file(&other.path().join(format!("dot/{kept}.safetensors")), &dot, "dot", kept);
    fs::remove_file(dot).unwrap();
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

/// Earlier versions wrote a file for each result.
#[test]
fn results_in_single_files_are_read() {
    let (fixtures, _) = copies(CASES);
    let fixtures = [fixtures.path().to_owned()];
    let (golden, earlier) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    write(golden.path(), &fixtures, &Runner::Scalar).unwrap();
    for (operator, name) in CASES.map(|case| case.split_once('/').unwrap()) {
        write_file(
            &earlier.path().join(operator).join(format!("{name}.safetensors")),
            &container(golden.path(), operator),
            operator,
            name,
        );
    }
    for other in [Expected::Computed(&fixtures, &Runner::Scalar), Expected::Directory(golden.path())] {
        let checked = check(earlier.path(), other).unwrap();
        assert_eq!((checked.compared, checked.mismatches), (CASES.len(), Vec::new()));
    }
}

/// Results of one case in two files of a folder could not be told apart: nothing is written beside the earlier one.
#[test]
fn a_folder_with_a_result_of_the_same_case_is_refused() {
    let (fixtures, _) = copies(CASES);
    let fixtures = [fixtures.path().to_owned()];
    let (golden, earlier) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    write(golden.path(), &fixtures, &Runner::Scalar).unwrap();
    let name = "csr_dense_refuses_3_rows_for_4_f32";
    let file = earlier.path().join(format!("dot/{name}.safetensors"));
    write_file(&file, &container(golden.path(), "dot"), "dot", name);
    let refused = write(earlier.path(), &fixtures, &Runner::Scalar).unwrap_err().to_string();
    assert_eq!(refused, format!("{} has a result of the same case: remove it first", file.display()));
    assert!(files(earlier.path()).iter().all(|file| !file.exists()));
    // That of another case may stay.
    fs::rename(&file, file.with_file_name("another.safetensors")).unwrap();
    write(earlier.path(), &fixtures, &Runner::Scalar).unwrap();
}

/// Names of a file of one case that a container has for itself.
#[test]
fn a_case_named_like_a_key_is_refused() {
    let (fixtures, [path, ..]) = copies(CASES);
    for name in ["op", "schema"] {
        let renamed = path.with_file_name(format!("{name}.safetensors"));
        fs::copy(&path, &renamed).unwrap();
        let golden = tempfile::tempdir().unwrap();
        let error = write(golden.path(), &[fixtures.path().to_owned()], &Runner::Scalar).unwrap_err();
        assert_eq!(
            format!("{error:#}"),
            format!("{}: {name:?} cannot be the name of a case in a container", files(golden.path())[0].display())
        );
        fs::remove_file(renamed).unwrap();
    }
}
