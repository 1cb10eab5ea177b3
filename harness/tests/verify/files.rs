//! Copies of fixtures, and faults planted in them.
use lacuna_harness::report::{CaseReport, Failure, Report, Status};
use lacuna_harness::verify::{Options, verify};
use serde_json::{Map, Value};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The committed fixtures.
pub fn committed() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("fixtures")
}

/// A directory with copies of some committed cases, and the paths of the copies.
pub fn copies<const N: usize>(cases: [&str; N]) -> (TempDir, [PathBuf; N]) {
    let directory = tempfile::tempdir().unwrap();
    let paths = cases.map(|case| {
        let name = format!("{case}.safetensors");
        let path = directory.path().join(&name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::copy(committed().join(&name), &path).unwrap();
        path
    });
    (directory, paths)
}

/// The report on one directory.
pub fn report_on(directory: &Path) -> Report {
    verify(&Options { fixtures: vec![directory.to_owned()], ..Options::default() }).unwrap()
}

/// The failures of a case.
pub fn failures(case: &CaseReport) -> &[Failure] {
    match &case.status {
        Status::Failed(failures) => failures,
        _ => &[],
    }
}

fn parts(path: &Path) -> (Map<String, Value>, Vec<u8>) {
    let bytes = fs::read(path).unwrap();
    let length = usize::try_from(u64::from_le_bytes(bytes[..8].try_into().unwrap())).unwrap();
    (serde_json::from_slice(&bytes[8..8 + length]).unwrap(), bytes[8 + length..].to_vec())
}

fn save(path: &Path, header: &Map<String, Value>, data: &[u8]) {
    let mut text = serde_json::to_vec(header).unwrap();
    text.resize(text.len().next_multiple_of(8), b' ');
    fs::write(path, [&(text.len() as u64).to_le_bytes()[..], &text, data].concat()).unwrap();
}

/// Writes a case without tensors' data of its own: metadata, and one empty operand.
pub fn write_case(path: &Path, metadata: &[(&str, &str)]) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let metadata: Map<_, _> = metadata.iter().map(|&(key, value)| (key.to_owned(), value.into())).collect();
    let operand = serde_json::json!({"dtype": "F32", "shape": [0], "data_offsets": [0, 0]});
    let header = [("__metadata__".to_owned(), metadata.into()), ("in.data".to_owned(), operand)];
    save(path, &header.into_iter().collect(), &[]);
}

/// Changes a key of the metadata, or removes it.
pub fn set_metadata(path: &Path, key: &str, value: Option<&str>) {
    let (mut header, data) = parts(path);
    let metadata = header["__metadata__"].as_object_mut().unwrap();
    match value {
        Some(value) => drop(metadata.insert(key.to_owned(), value.into())),
        None => drop(metadata.remove(key)),
    }
    save(path, &header, &data);
}

/// Changes the bytes of one element of a tensor.
pub fn edit_element<const BYTES: usize>(path: &Path, tensor: &str, element: usize, edit: impl FnOnce([u8; BYTES]) -> [u8; BYTES]) {
    let (header, mut data) = parts(path);
    let start = usize::try_from(header[tensor]["data_offsets"][0].as_u64().unwrap()).unwrap();
    let place = &mut data[start + element * BYTES..start + (element + 1) * BYTES];
    let edited = edit((&*place).try_into().unwrap());
    place.copy_from_slice(&edited);
    save(path, &header, &data);
}
