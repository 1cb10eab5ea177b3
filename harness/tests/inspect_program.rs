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

/// What is no array is named with its type, and the others are shown; with `--name` nothing else is decoded.
#[test]
fn what_is_no_array_is_named() {
    let path = file("runtime/tests/data/arrays/scipy/mixed.npz");
    let all = run(&[&path]);
    let words = all.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("mixed.npz: .npz, 2 arrays and 2 of other types, "), "{all}");
    for line in [
        "not read  vocab: dtype `<U2` is not supported\n",
        "not read  fields: dtype `[('a', '<f4')]` is not supported\n",
        "array     w: default of float32, 2 x 2\n",
        "array     b: default of int64, 1\n",
    ] {
        assert!(all.contains(line), "{line}{all}");
    }
    let one = run(&[&path, "--name", "b"]);
    assert!(one.contains("array     b: ") && !one.contains("vocab"), "{one}");
    assert!(refusal(&[&path, "--name", "vocab"]).ends_with("mixed.npz: vocab: dtype `<U2` is not supported\n"));
    assert!(refusal(&[&path, "--name", "x"]).ends_with("no array `x`: there are w, vocab, fields, b\n"));
}

/// A file of MXNet with a csr of 1 x 3 that has one entry, and room for two more.
fn params_with_room() -> Vec<u8> {
    const CSR: i32 = 2;
    const FLOAT32: i32 = 0;
    const INT64: i32 = 6;
    let mut bytes = [0x112_i64, 0, 1].map(i64::to_le_bytes).concat();
    bytes.extend(0xF993_FAC9_u32.to_le_bytes());
    let i32s = |bytes: &mut Vec<u8>, numbers: &[i32]| bytes.extend(numbers.iter().flat_map(|n| n.to_le_bytes()));
    let i64s = |bytes: &mut Vec<u8>, numbers: &[i64]| bytes.extend(numbers.iter().flat_map(|n| n.to_le_bytes()));
    // The shape of what is stored, the shape, the context, the types.
    i32s(&mut bytes, &[CSR, 1]);
    i64s(&mut bytes, &[3]);
    i32s(&mut bytes, &[2]);
    i64s(&mut bytes, &[1, 3]);
    i32s(&mut bytes, &[1, 0, FLOAT32, INT64, 1]);
    i64s(&mut bytes, &[2]);
    i32s(&mut bytes, &[INT64, 1]);
    i64s(&mut bytes, &[3]);
    bytes.extend([5.0_f32, 0.0, 0.0].map(f32::to_le_bytes).concat());
    // Pointers, columns, no names.
    i64s(&mut bytes, &[0, 1, 2, 0, 0, 0]);
    bytes
}

/// What is beside the arrays, behind the last row of a csr, or a query id.
#[test]
fn what_is_left_out_is_told_once_or_refused() {
    let mixed = file("runtime/tests/data/arrays/scipy/mixed.npz");
    let expected = format!("error: {mixed}: vocab: dtype `<U2` is not supported: --strict refuses that\n");
    assert_eq!(refusal(&[&mixed, "--strict"]), expected);
    assert_eq!(run(&[&mixed, "--strict", "--name", "b"]), run(&[&mixed, "--name", "b"]));

    let folder = tempfile::tempdir().unwrap();
    let rows = folder.path().join("rows.libsvm");
    std::fs::write(&rows, "1 qid:3 1:1\n0 2:1\n1 qid:4 1:2\n").unwrap();
    let rows = rows.to_str().unwrap();
    let spare = folder.path().join("spare.params");
    std::fs::write(&spare, params_with_room()).unwrap();
    let spare = spare.to_str().unwrap();
    let one = format!("{rows}: not used: query ids (qid) of 2 rows");
    let other = format!("{spare}: 0: not used: 2 entries behind the last row");
    for (path, sentence) in [(rows, one), (spare, other)] {
        let found = command(&[path]).output().unwrap();
        assert!(found.status.success() && !found.stdout.is_empty());
        assert_eq!(String::from_utf8(found.stderr).unwrap(), format!("{sentence}\n"));
        assert_eq!(refusal(&[path, "--strict"]), format!("error: {sentence}: --strict refuses that\n"));
    }
}

/// One line that tells what is wrong once.
#[test]
fn faults_are_told_once() {
    for (name, expected) in [
        ("negative.npz", "array `csr`: row 1, entry 1: column -1 is out of range: there are 3 columns\n"),
        ("outside.npz", "array `csr`: row 2, entry 2: column 7 is out of range: there are 3 columns\n"),
        ("twice.npz", "the name `a.npy` is given twice\n"),
        ("structured.npy", "structured.npy: dtype `[('a', '<f4'), ('b', '<i8')]` is not supported\n"),
        ("complex.mtx", "complex.mtx: field `complex` is not supported\n"),
        ("uint64_large.npy", "value 1, 9223372036854775808, is more than int64 can be, 9223372036854775807\n"),
    ] {
        let path = file(&format!("runtime/tests/data/arrays/scipy/{name}"));
        let told = refusal(&[&path]);
        assert!(told.starts_with(&format!("error: {path}: ")) && told.ends_with(expected), "{told}");
        assert_eq!(told.matches(expected.trim()).count(), 1, "{told}");
    }
}

#[test]
fn a_limit_on_rows_and_entries_at_one_place() {
    let folder = tempfile::tempdir().unwrap();
    let rows = folder.path().join("rows.mtx");
    std::fs::write(&rows, "%%MatrixMarket matrix coordinate real general\n5000000 2 1\n1 1 1\n").unwrap();
    let rows = rows.to_str().unwrap();
    assert!(run(&[rows]).contains("csr of float64, 5,000,000 x 2\n"));
    let refused = refusal(&[rows, "--most-rows", "1000000"]);
    assert!(refused.ends_with("rows 5000000 is more than a file of 64 bytes may have, 1000000\n"), "{refused}");

    // A csr of float32, 1 x 2, with column 1 twice, as MXNet writes it.
    let twice = folder.path().join("twice.params");
    let mut bytes = Vec::new();
    let i32s = |bytes: &mut Vec<u8>, numbers: &[i32]| bytes.extend(numbers.iter().flat_map(|n| n.to_le_bytes()));
    let i64s = |bytes: &mut Vec<u8>, numbers: &[i64]| bytes.extend(numbers.iter().flat_map(|n| n.to_le_bytes()));
    i64s(&mut bytes, &[0x112, 0, 1]);
    i32s(&mut bytes, &[0xF993_FAC9_u32.cast_signed(), 2, 1, 2, 0, 2, 1, 0, 2, 0, 1, 0, 0, 6, 1, 2, 0, 6, 1, 2, 0]);
    bytes.extend([1.0_f32, 2.0].iter().flat_map(|number| number.to_le_bytes()));
    i64s(&mut bytes, &[0, 2, 1, 1, 0]);
    std::fs::write(&twice, bytes).unwrap();
    let twice = twice.to_str().unwrap();
    assert!(refusal(&[twice]).ends_with("array `0`: row 0 has column 1 twice, as entries 0 and 1\n"));
    assert!(run(&[twice, "--sum-duplicates"]).contains("stored    1 of 2 elements; density 0.500\n"));
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
    assert!(text.ends_with(&format!("\nrow lengths written to {svg}\n")), "{text}");
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
    std::fs::write(&text, "1 2\n").unwrap();
    let shown = text.to_str().unwrap();
    let expected =
        format!("error: {shown}: neither a .params, safetensors, .npy, .npz, Matrix Market nor LibSVM file\n");
    assert_eq!(refusal(&[shown]), expected);
    let folder = folder.path().to_str().unwrap();
    assert_eq!(refusal(&[folder]), format!("error: {folder}: is a folder\n"));
}

/// Benchmark files such as `a9a` have no extension.
#[test]
fn rows_of_libsvm_are_known_without_an_extension() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a9a");
    let shown = path.to_str().unwrap();
    for text in ["-1 3:1 11:1\n", "# rows\n\n+1 qid:7 0:0.5\n", "\u{feff}1\t2:1\n"] {
        std::fs::write(&path, text).unwrap();
        assert!(run(&[shown]).contains(": LibSVM, 2 arrays"), "{text}");
    }
    for text in ["", "1\n", "1 apple:2\n", "1 2 3\n", "words 1:2\n", "1 1:\n"] {
        std::fs::write(&path, text).unwrap();
        assert!(refusal(&[shown]).contains("neither a .params"), "{text}");
    }
    std::fs::write(&path, "1\n0\n").unwrap();
    assert!(run(&[shown, "--format", "libsvm"]).contains(": LibSVM, 2 arrays"));
    assert!(refusal(&[shown, "--format", "npy"]).contains("npy magic of 6 bytes, but 4 are left"));

    std::fs::write(&path, "1 1:1 3:1 3:2\n").unwrap();
    assert!(refusal(&[shown]).ends_with("feature index 3 appears twice; --sum-duplicates adds its values\n"));
    assert!(run(&[shown, "--sum-duplicates"]).contains("stored    2 of 4 elements; density 0.500\n"));
}

#[test]
fn gzip_is_shown_as_what_is_in_it() {
    let plain = file("runtime/tests/data/arrays/scipy/real.mtx");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("real.mtx.gz");
    let mut gzip = flate2::write::GzEncoder::new(std::fs::File::create(&path).unwrap(), flate2::Compression::fast());
    gzip.write_all(&std::fs::read(&plain).unwrap()).unwrap();
    gzip.finish().unwrap();
    // Behind what tells of the file.
    let arrays = |text: String| text.split_once("\n\n").unwrap().1.to_owned();
    assert_eq!(arrays(run(&[path.to_str().unwrap()])), arrays(run(&[&plain])));
}
