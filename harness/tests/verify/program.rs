//! The program itself: exit status, messages, output in a pipe.
use crate::files::{committed, contained, container, copies, edit_element, set_metadata, write_file};
use lacuna_harness::backend::Runner;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

const CASES: [&str; 2] = ["dot/csr_dense_columns_3_f32", "dot/csr_dense_refuses_3_rows_for_4_f32"];

fn lacuna(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lacuna")).args(arguments).output().unwrap()
}

/// In a directory of its own.
fn lacuna_in(directory: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lacuna")).args(arguments).current_dir(directory).output().unwrap()
}

/// A directory whose default fixtures are copies of these cases.
fn project<const N: usize>(cases: [&str; N]) -> TempDir {
    let (fixtures, _) = copies(cases);
    let project = tempfile::tempdir().unwrap();
    std::fs::rename(fixtures.keep(), project.path().join("fixtures")).unwrap();
    std::fs::write(project.path().join("fixtures/generate.py"), "").unwrap();
    project
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn success_is_status_0_without_escape_codes() {
    let (directory, _) = copies(CASES);
    let output = lacuna(&["verify", "--fixtures", path(directory.path())]);
    let (out, error) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{out}{error}");
    assert!(out.contains("ok: 2 passed, 0 failed, 0 skipped of 2 cases"), "{out}");
    assert!(out.contains("same bits") && out.contains("cuda"), "{out}");
    assert!(!out.contains('\u{1b}') && !error.contains('\u{1b}'));
    assert_eq!(error, "ran 2 cases of dot\n");
}

#[test]
fn failure_is_status_1_and_names_the_element() {
    let (directory, [bad, _]) = copies(CASES);
    edit_element(&bad, "exact.out", 7, |bytes: [u8; 8]| (f64::from_le_bytes(bytes) + 1.0).to_le_bytes());
    let json = directory.path().join("report.json");
    let output = lacuna(&["verify", "--fixtures", path(directory.path()), "--json", path(&json)]);
    let out = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{out}");
    assert!(out.contains("scalar i64: out[2, 1]: expected") && out.contains(path(&bad)), "{out}");
    let report: serde_json::Value = serde_json::from_slice(&std::fs::read(json).unwrap()).unwrap();
    assert_eq!((report["ok"].as_bool(), report["failed"].as_u64()), (Some(false), Some(1)));
    assert_eq!(report["cases"][0]["status"]["failed"][0]["place"], "[2, 1]");
}

#[test]
fn a_required_backend_that_is_missing_is_a_failure() {
    let (directory, _) = copies(CASES);
    let verify = |backend: &str| lacuna(&["verify", "--fixtures", path(directory.path()), "--require", backend]);
    assert!(verify("scalar,cpu,capi").status.success());
    let output = verify("scalar,cuda");
    assert_eq!(output.status.success(), Runner::new("cuda").is_ok());
    assert_eq!(text(&output.stdout).contains("required backend cuda did not run"), !output.status.success());
}

#[test]
fn wrong_input_is_status_2_and_one_line() {
    let (directory, _) = copies(CASES);
    let fixtures = path(directory.path());
    let empty = tempfile::tempdir().unwrap();
    let missing = directory.path().join("missing");
    let fixture = directory.path().join(CASES[0]).with_extension("safetensors");
    for (arguments, message) in [
        (&["verify", "--fixtures", path(&missing)][..], "no such directory".to_owned()),
        (&["verify", "--fixtures", path(empty.path())], format!("{}: no fixtures", empty.path().display())),
        (
            &["verify", "--fixtures", fixtures, "--backend", "gpu"],
            "unknown backend \"gpu\"; there are: all, scalar, cpu".to_owned(),
        ),
        (&["verify", "--fixtures", fixtures, "--require", "gpu"], "unknown backend \"gpu\"".to_owned()),
        (&["verify", "--fixtures", fixtures, "--library", fixtures], format!("no shared library: {fixtures}")),
        (
            &["verify", "--fixtures", fixtures, "--library", path(&missing)],
            format!("no shared library: {}", missing.display()),
        ),
        (
            &["verify", "--fixtures", fixtures, "--library", path(&fixture)],
            format!("no shared library: {}", fixture.display()),
        ),
        (&["verify", "--backend", "cpu", "--library", path(&missing)], "a library is for the backend capi".to_owned()),
        (&["golden", "hashes", "--library", path(&missing)], format!("no shared library: {}", missing.display())),
        (&["golden", "hashes", path(&missing)], format!("{} cannot be read", missing.display())),
        (&["verify", "--fixtures", fixtures, "--threads", "0"], "must be at least 1".to_owned()),
        (&["verify", "--fixtures", fixtures, "--filter", "nothing"], "no case has \"nothing\" in its name".to_owned()),
        (&["golden", "check", path(&missing)], "no such directory".to_owned()),
    ] {
        let output = lacuna(arguments);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(
            error.starts_with("error: ") && error.contains(&message) && error.lines().count() == 1,
            "{arguments:?}: {error}"
        );
    }
}

#[test]
fn the_default_fixtures_are_found_from_anywhere() {
    for directory in [committed(), std::env::temp_dir()] {
        let output = Command::new(env!("CARGO_BIN_EXE_lacuna"))
            .args(["verify", "--filter", "dot/csr_dense_1x1", "--backend", "scalar"])
            .current_dir(directory)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains("ok: 2 passed"));
    }
}

#[test]
fn golden_round_trip() {
    let (directory, _) = copies(CASES);
    let golden = tempfile::tempdir().unwrap();
    let (fixtures, golden) = (path(directory.path()), path(golden.path()));
    let written = lacuna(&["golden", "write", golden, "--fixtures", fixtures]);
    assert_eq!(text(&written.stdout), format!("wrote 2 results to {golden}, skipped 0\n"));
    let checked = lacuna(&["golden", "check", golden, "--fixtures", fixtures]);
    assert_eq!(text(&checked.stdout), format!("ok: 2 results in {golden}, 0 differ\n"));
    edit_element(&container(Path::new(golden), "dot"), "csr_dense_columns_3_f32/out.out", 0, |bytes: [u8; 4]| {
        (u32::from_le_bytes(bytes) ^ 1).to_le_bytes()
    });
    let differing = lacuna(&["golden", "check", golden, "--fixtures", fixtures]);
    assert_eq!(differing.status.code(), Some(1));
    assert!(
        text(&differing.stdout).contains("dot/csr_dense_columns_3_f32: out[0, 0]: expected"),
        "{}",
        text(&differing.stdout)
    );
}

#[test]
fn nothing_but_skipped_cases_is_a_failure() {
    let (directory, [first, second]) = copies(CASES);
    for case in [first, second] {
        set_metadata(&case, "params", Some(r#"{"other": true}"#));
    }
    let output = lacuna(&["verify", "--fixtures", path(directory.path()), "--backend", "scalar"]);
    let out = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{out}");
    assert!(out.contains("every case was skipped") && out.contains("FAILED: 0 passed, 0 failed, 2 skipped"), "{out}");
}

/// What cannot be written is reported at once: before a fixture is read that does not exist.
#[test]
fn targets_are_checked_before_the_work() {
    let (directory, [case, _]) = copies(CASES);
    let fixtures = path(directory.path());
    let unwritable = directory.path().join("missing/target");
    let (folder, unwritable, case) = (path(directory.path()), path(&unwritable), path(&case));
    for (arguments, said) in [
        (&["verify", "--fixtures", fixtures, "--json", unwritable][..], "cannot write into"),
        (&["verify", "--fixtures", fixtures, "--json", folder], "is a folder"),
        (&["golden", "write", case, "--fixtures", fixtures], "cannot write into"),
        (&["golden", "hashes", "--write", unwritable], "cannot write into"),
        (&["golden", "hashes", "--record", unwritable], "cannot write into"),
        (&["golden", "hashes", "--record", folder], "is a folder"),
        (&["golden", "hashes", unwritable], "cannot be read"),
    ] {
        let output = lacuna(arguments);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(output.stdout.is_empty() && !error.contains("ran 2 cases"), "{arguments:?}: {error}");
        assert!(error.contains(said) && error.lines().count() == 1, "{arguments:?}: {error}");
    }
}

#[test]
fn a_shorter_report_leaves_nothing_of_a_longer_one() {
    let (directory, _) = copies(CASES);
    let json = directory.path().join("report.json");
    std::fs::write(&json, "x".repeat(1 << 20)).unwrap();
    // An unknown backend is found before anything is written.
    assert_eq!(lacuna(&["verify", "--backend", "gpu", "--json", path(&json)]).status.code(), Some(2));
    assert_eq!(std::fs::metadata(&json).unwrap().len(), 1 << 20);
    let output =
        lacuna(&["verify", "--fixtures", path(directory.path()), "--backend", "scalar", "--json", path(&json)]);
    assert!(output.status.success());
    let report: serde_json::Value = serde_json::from_slice(&std::fs::read(json).unwrap()).unwrap();
    assert_eq!(report["passed"].as_u64(), Some(2));
}

/// What fails leaves its target as it was: no file where there was none.
#[test]
fn failed_work_leaves_its_target_as_it_was() {
    let (directory, _) = copies(CASES);
    let project = project(CASES);
    std::fs::write(project.path().join("fixtures").join(CASES[0]).with_extension("safetensors"), "no tensors").unwrap();
    let (new, old) = (directory.path().join("new"), directory.path().join("old"));
    std::fs::write(&old, "as it was").unwrap();
    for target in [&new, &old] {
        let nothing =
            lacuna(&["verify", "--fixtures", path(directory.path()), "--filter", "nothing", "--json", path(target)]);
        let unreadable = lacuna_in(project.path(), &["golden", "hashes", "--record", path(target)]);
        for output in [nothing, unreadable] {
            assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
        }
        assert!(!new.exists());
        assert_eq!(text(&std::fs::read(&old).unwrap()), "as it was");
    }
}

/// A file that reaches the limit of its size half written is not the target.
#[cfg(unix)]
#[test]
fn a_report_that_does_not_fit_leaves_its_target_as_it_was() {
    let (directory, _) = copies(CASES);
    let json = directory.path().join("report.json");
    std::fs::write(&json, "as it was").unwrap();
    let limited = format!("trap '' XFSZ; ulimit -f 1; exec {} \"$@\"", env!("CARGO_BIN_EXE_lacuna"));
    let verify = ["verify", "--fixtures", path(directory.path()), "--backend", "scalar", "--json", path(&json)];
    let output = Command::new("sh").args(["-c", &limited, "sh"]).args(verify).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert_eq!(text(&std::fs::read(&json).unwrap()), "as it was");
}

/// `verify` fails a call that makes no sense, and so does everything that computes it.
#[test]
fn golden_names_a_broken_fixture() {
    let project = project(CASES);
    let fixtures = project.path().join("fixtures");
    let fixtures = path(&fixtures);
    let golden = tempfile::tempdir().unwrap();
    let results = path(golden.path());
    assert!(lacuna(&["golden", "write", results, "--fixtures", fixtures]).status.success());
    let list = project.path().join("list");
    assert!(lacuna_in(project.path(), &["golden", "hashes", "--write", path(&list)]).status.success());

    set_metadata(
        &Path::new(fixtures).join(CASES[0]).with_extension("safetensors"),
        "params",
        Some(r#"{"transpose_a": 7}"#),
    );
    let fault = format!("{}: parameter transpose_a should be true or false, is 7", CASES[0]);
    for arguments in
        [&["golden", "write", results, "--fixtures", fixtures][..], &["golden", "hashes", "--write", path(&list)]]
    {
        let output = lacuna_in(project.path(), arguments);
        assert_eq!(
            (output.status.code(), text(&output.stderr)),
            (Some(2), format!("error: {fault}\n")),
            "{arguments:?}"
        );
    }
    // Whether or not it has results.
    let (without, _) = copies([CASES[1]]);
    for _ in 0..2 {
        let output = lacuna(&["golden", "check", results, "--fixtures", fixtures]);
        let out = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{out}");
        assert!(out.lines().any(|line| line.contains(CASES[0]) && line.contains("parameter transpose_a")), "{out}");
        let _ = std::fs::remove_file(container(golden.path(), "dot"));
        assert!(lacuna(&["golden", "write", results, "--fixtures", path(without.path())]).status.success());
    }
}

/// Also in files of single cases, as earlier versions wrote them.
#[test]
fn golden_check_names_every_corrupt_file() {
    let cases = [CASES[0], CASES[1], "dot/csr_dense_1x1_f32", "dot/csrT_dense_density_0.5_f32"];
    let fixtures = contained(&[&cases[..], &["sgd_update/dense_lazy_plain_f32"]].concat());
    let golden = tempfile::tempdir().unwrap();
    let (fixtures, results) = (path(fixtures.path()), path(golden.path()));
    assert!(lacuna(&["golden", "write", results, "--fixtures", fixtures]).status.success());
    let file = |case: &str| golden.path().join(format!("{case}.safetensors"));
    for case in cases {
        let (operator, name) = case.split_once('/').unwrap();
        write_file(&file(case), &container(golden.path(), operator), operator, name);
    }
    std::fs::remove_file(container(golden.path(), "dot")).unwrap();
    for broken in [file(cases[0]), container(golden.path(), "sgd_update")] {
        let bytes = std::fs::read(&broken).unwrap();
        std::fs::write(broken, &bytes[..bytes.len() - 1]).unwrap();
    }
    std::fs::write(file(cases[2]), "no tensors").unwrap();
    // The case of the container that cannot be read is a result that is not there.
    for (other, compared, differing) in [(&["--fixtures", fixtures][..], 6, 4), (&["--other", results], 5, 3)] {
        let output = lacuna(&[&["golden", "check", results], other].concat());
        let out = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{out}");
        for case in [cases[0], cases[2], "sgd_update"] {
            assert!(
                out.lines().any(|line| line.contains(&format!("{case}: ")) && line.contains("not a safetensors file")),
                "{case}: {out}"
            );
        }
        assert!(out.ends_with(&format!("FAILED: {compared} results in {results}, {differing} differ\n")), "{out}");
    }
}
