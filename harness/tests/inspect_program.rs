//! `lacuna inspect` as a program: files of each kind, what it shows and draws, and refusals.
#![allow(clippy::unwrap_used)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lacuna"));
    command.arg("inspect").args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn shown(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn run(arguments: &[&str]) -> String {
    shown(&command(arguments).output().unwrap())
}

/// The one line of a run that is refused.
fn refusal(arguments: &[&str]) -> String {
    let output = command(arguments).output().unwrap();
    let wrong = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{wrong}");
    assert_eq!(wrong.matches('\n').count(), 1, "{wrong}");
    wrong
}

fn file(name: &str) -> String {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).canonicalize().unwrap();
    path.to_str().unwrap().to_owned()
}

/// SciPy's matrix, in three kinds of files.
#[test]
fn one_matrix_in_files_of_scipy() {
    for (name, format, dtype) in [
        ("csr_stored.npz", ".npz", "float32"),
        ("real.mtx", "Matrix Market", "float64"),
        ("integer.mtx", "Matrix Market", "int64"),
    ] {
        let text = run(&[&file(&format!("runtime/tests/data/arrays/scipy/{name}"))]);
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(&format!("{name}: {format}, 1 array,")), "{text}");
        assert!(
            words.contains(&format!(
                "array 0: csr of {dtype}, 3 x 5 stored 4 of 15 elements, 1 of them 0; density 0.267"
            )),
            "{text}"
        );
        assert!(
            words.contains(
                "rows 3; entries of a row: 0 to 2, mean 1.33 entries rows 0 1 #################### 1 0 2-3 2 ####"
            ),
            "{text}"
        );
    }
}

#[test]
fn arrays_with_names() {
    let path = file("runtime/tests/data/arrays/named.params");
    let all = run(&[&path]);
    assert_eq!(all.matches("\narray ").count(), 21, "{all}");
    let one = run(&[&path, "--name", "rows:float32"]);
    assert!(one.contains("array     rows:float32: row_sparse of float32, 6 x 2 x 2\n"), "{one}");
    assert_eq!(one.matches("\narray ").count(), 1, "{one}");
    let refused = refusal(&[&path, "--name", "x"]);
    assert!(
        refused.ends_with(
            "no array `x`: there are dense:float16, dense:float32, dense:float64, dense:int8, dense:uint8, \
                dense:int32, dense:int64, csr:float16, csr:float32, csr:float64, csr:int8, csr:uint8, 9 more\n"
        ),
        "{refused}"
    );
}

/// In a container of golden cases, arrays are named after their case.
#[test]
fn the_arrays_of_a_golden_case() {
    let path = file("fixtures/zeros_like.safetensors");
    let all = run(&[&path]);
    let (f32, f64) = (run(&[&path, "--name", "csr_f32"]), run(&[&path, "--name", "csr_f64"]));
    for (case, dtype) in [(&f32, "float32"), (&f64, "float64")] {
        assert_eq!(case.matches("\narray ").count(), all.matches("array     csr_f32/").count(), "{case}");
        assert!(case.contains("/in.data.data: ") && case.contains(dtype), "{case}");
    }
    let one = run(&[&path, "--name", "csr_f32/in.data.indptr"]);
    assert_eq!(one.matches("\narray ").count(), 1, "{one}");
    assert!(refusal(&[&path, "--name", "csr_f"]).contains("no array `csr_f`: there are "));
}

#[test]
fn row_lengths_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let svg = folder.path().join("rows.svg");
    let (svg, data) = (svg.to_str().unwrap(), file("data/agaricus.test.libsvm"));
    assert!(refusal(&[&data, "--svg", svg]).ends_with("--svg draws one array: choose it by --name, of data, label\n"));
    assert!(!Path::new(svg).exists());
    let text = run(&[&data, "--name", "data", "--svg", svg]);
    assert!(text.ends_with(&format!("\nrow lengths drawn to {svg}\n")), "{text}");
    let drawn = std::fs::read_to_string(svg).unwrap();
    for text in ["data of agaricus.test.libsvm: csr of float32, 1,611 x 127", "entries of a row", "16-31", "1,611"] {
        assert!(drawn.contains(text), "{text}");
    }
    let target = folder.path().to_str().unwrap();
    assert_eq!(refusal(&[&data, "--name", "data", "--svg", target]), format!("error: {target}: is a folder\n"));
}

#[test]
fn standard_input_and_what_is_no_file_of_arrays() {
    let mut child = command(&["-"]).stdin(Stdio::piped()).spawn().unwrap();
    let bytes = std::fs::read(file("runtime/tests/data/arrays/scipy/vector.npy")).unwrap();
    child.stdin.take().unwrap().write_all(&bytes).unwrap();
    let text = shown(&child.wait_with_output().unwrap());
    assert!(
        text.contains("standard input: .npy, 1 array, 152 B\n") && text.contains("default of int64, 3\n"),
        "{text}"
    );

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.npz");
    let shown = path.to_str().unwrap();
    assert!(refusal(&[shown]).starts_with(&format!("error: {shown}: ")));
    std::fs::write(&path, "no zip file").unwrap();
    assert!(refusal(&[shown]).starts_with(&format!("error: {shown}: not a good .npz file: ")));
    let text = folder.path().join("text");
    std::fs::write(&text, "1 0:2\n").unwrap();
    let shown = text.to_str().unwrap();
    let expected =
        format!("error: {shown}: neither a .params, safetensors, .npy, .npz, Matrix Market nor LibSVM file\n");
    assert_eq!(refusal(&[shown]), expected);
    let folder = folder.path().to_str().unwrap();
    assert_eq!(refusal(&[folder]), format!("error: {folder}: is a folder\n"));
}
