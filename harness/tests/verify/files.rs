//! Copies of fixtures, and faults planted in them.
use lacuna_harness::report::{CaseReport, Failure, Report, Status};
use lacuna_harness::verify::{Options, verify};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tempfile::TempDir;

/// The committed fixtures.
pub fn committed() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("fixtures")
}

/// A directory with some committed cases, each in a file of its own, and the paths of the files.
pub fn copies<const N: usize>(cases: [&str; N]) -> (TempDir, [PathBuf; N]) {
    let directory = tempfile::tempdir().unwrap();
    let paths = cases.map(|case| {
        let (operator, name) = case.split_once('/').unwrap();
        let (path, container) =
            (directory.path().join(format!("{case}.safetensors")), container(&committed(), operator));
        write_file(&path, &container, operator, name);
        path
    });
    (directory, paths)
}

/// A directory with some committed cases in containers.
pub fn contained(cases: &[&str]) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    let mut operators: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (operator, name) in cases.iter().map(|case| case.split_once('/').unwrap()) {
        operators.entry(operator).or_default().push(name);
    }
    for (operator, names) in operators {
        let (header, data) = parts(&container(&committed(), operator));
        let is_kept = |name: &str| names.iter().any(|kept| name.split('/').next() == Some(kept));
        let (mut kept, data) = select(&header, &data, |name| is_kept(name).then(|| name.to_owned()));
        let mut metadata = header["__metadata__"].as_object().unwrap().clone();
        metadata.retain(|key, _| ["schema", "op"].contains(&key.as_str()) || is_kept(key));
        kept.insert("__metadata__".to_owned(), metadata.into());
        save(&container(directory.path(), operator), &kept, &data);
    }
    directory
}

/// The container of an operator.
pub fn container(directory: &Path, operator: &str) -> PathBuf {
    directory.join(format!("{operator}.safetensors"))
}

/// The cases of a container that are given other parameters, in a container.
pub fn with_other_parameters(
    directory: &Path,
    operator: &str,
    change: impl Fn(&str, &Map<String, Value>) -> Option<Map<String, Value>>,
) {
    let (header, data) = parts(&container(&committed(), operator));
    let mut metadata = header["__metadata__"].as_object().unwrap().clone();
    metadata.retain(|name, text| {
        if ["schema", "op"].contains(&name.as_str()) {
            return true;
        }
        let mut case: Map<_, _> = serde_json::from_str(text.as_str().unwrap()).unwrap();
        let is_refusal = case.get("error").is_some_and(|error| !error.is_null());
        let own = case.get("params").and_then(Value::as_object).cloned().unwrap_or_default();
        let Some(changed) = change(name, &own).filter(|changed| !is_refusal && *changed != own) else { return false };
        case.insert("params".to_owned(), changed.into());
        *text = Value::from(case).to_string().into();
        true
    });
    let is_kept = |tensor: &str| tensor.split('/').next().is_some_and(|name| metadata.contains_key(name));
    let (mut kept, data) = select(&header, &data, |name| is_kept(name).then(|| name.to_owned()));
    if metadata.len() > 2 {
        kept.insert("__metadata__".to_owned(), metadata.into());
        save(&container(directory, operator), &kept, &data);
    }
}

/// Writes a case of a container as a file of its own.
pub fn write_file(path: &Path, container: &Path, operator: &str, name: &str) {
    let (header, data) = parts(container);
    let (mut file, data) =
        select(&header, &data, |tensor| tensor.strip_prefix(name)?.strip_prefix('/').map(str::to_owned));
    let description: Map<_, _> = serde_json::from_str(header["__metadata__"][name].as_str().unwrap()).unwrap();
    // A key for each field, whose value is a string: of what is none, the JSON.
    let text = |value: Value| if value.is_string() { value } else { value.to_string().into() };
    let mut metadata: Map<_, _> = description.into_iter().map(|(key, value)| (key, text(value))).collect();
    metadata.extend([("schema".to_owned(), "1".into()), ("op".to_owned(), operator.into())]);
    file.insert("__metadata__".to_owned(), metadata.into());
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    save(path, &file, &data);
}

/// The tensors that are given a name, without gaps.
fn select(
    header: &Map<String, Value>,
    data: &[u8],
    rename: impl Fn(&str) -> Option<String>,
) -> (Map<String, Value>, Vec<u8>) {
    let range = |info: &Value| {
        let [from, to] = [0, 1].map(|end| usize::try_from(info["data_offsets"][end].as_u64().unwrap()).unwrap());
        from..to
    };
    let tensors = header.iter().filter(|(name, _)| *name != "__metadata__");
    let mut tensors: Vec<_> = tensors.filter_map(|(name, info)| Some((range(info), rename(name)?, info))).collect();
    tensors.sort_by_key(|(range, ..)| (range.start, range.end));
    let (mut selected, mut bytes) = (Map::new(), Vec::new());
    for (range, name, info) in tensors {
        let mut info = info.clone();
        info["data_offsets"] = serde_json::json!([bytes.len(), bytes.len() + range.len()]);
        bytes.extend_from_slice(&data[range]);
        selected.insert(name, info);
    }
    (selected, bytes)
}

/// The report on one directory.
pub fn report_on(directory: &Path) -> Report {
    verify(&Options { fixtures: vec![directory.to_owned()], ..Options::default() }).unwrap()
}

/// The report on the committed fixtures, made once.
pub fn committed_report() -> &'static Report {
    static REPORT: OnceLock<Report> = OnceLock::new();
    REPORT.get_or_init(|| report_on(&committed()))
}

/// The failures of a case.
pub fn failures(case: &CaseReport) -> &[Failure] {
    match &case.status {
        Status::Failed(failures) => failures,
        _ => &[],
    }
}

/// Header and numbers of a file.
pub fn parts(path: &Path) -> (Map<String, Value>, Vec<u8>) {
    let bytes = fs::read(path).unwrap();
    let length = usize::try_from(u64::from_le_bytes(bytes[..8].try_into().unwrap())).unwrap();
    (serde_json::from_slice(&bytes[8..8 + length]).unwrap(), bytes[8 + length..].to_vec())
}

/// Writes header and numbers.
pub fn save(path: &Path, header: &Map<String, Value>, data: &[u8]) {
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
pub fn edit_element<const BYTES: usize>(
    path: &Path,
    tensor: &str,
    element: usize,
    edit: impl FnOnce([u8; BYTES]) -> [u8; BYTES],
) {
    let (header, mut data) = parts(path);
    let start = usize::try_from(header[tensor]["data_offsets"][0].as_u64().unwrap()).unwrap();
    let place = &mut data[start + element * BYTES..start + (element + 1) * BYTES];
    let edited = edit((&*place).try_into().unwrap());
    place.copy_from_slice(&edited);
    save(path, &header, &data);
}
