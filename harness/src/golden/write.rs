//! Writing results.
use super::{Computed, compute};
use crate::backend::Runner;
use crate::fixture::{Array, Case, encode, read};
use crate::verify::files;
use anyhow::{Context, Result, bail};
use lacuna_runtime::atomic_file::write_atomically;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// How many files were written, and how many cases have no results here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Files.
    pub files: usize,
    /// Cases without.
    pub skipped: usize,
}

/// Writes the results of all fixtures (of the default ones, if no directory is given) below `directory`. The same bytes every time.
///
/// # Errors
/// If a fixture cannot be read or its call makes no sense, two have the same name, or a file cannot be written.
pub fn write(directory: &Path, fixtures: &[PathBuf], runner: &Runner) -> Result<Written> {
    let (_, files) = files(fixtures, None)?;
    // What cannot be written is reported before the work.
    let writable = std::fs::create_dir_all(directory).and_then(|()| tempfile::tempfile_in(directory));
    drop(writable.with_context(|| format!("cannot write into {}", directory.display()))?);
    let (mut written, mut names) = (Written::default(), BTreeSet::new());
    for file in &files {
        let case = read(&file.path)?;
        if !names.insert(case.title()) {
            bail!("two fixtures are named {}", case.title());
        }
        let Some(bytes) = golden_file(&case, runner)? else {
            written.skipped += 1;
            continue;
        };
        let folder = directory.join(&case.op);
        std::fs::create_dir_all(&folder).with_context(|| format!("{}: cannot be made", folder.display()))?;
        write_atomically(&folder.join(format!("{}.safetensors", case.name)), &bytes)?;
        written.files += 1;
    }
    Ok(written)
}

/// A file of schema 1 that holds results only; the operands are in the fixture of the same name.
fn golden_file(case: &Case, runner: &Runner) -> Result<Option<Vec<u8>>> {
    let (results, error) = match compute(case, runner)? {
        Computed::Results(results) => (results, None),
        Computed::Refused(kind) => (Vec::new(), Some(kind)),
        Computed::Skipped(_) => return Ok(None),
        Computed::Broken(fault) => bail!("{}: {fault}", case.title()),
    };
    let described: Vec<_> = results.iter().map(Array::described).collect();
    let mut metadata = BTreeMap::from([
        ("schema", "1".to_owned()),
        ("op", case.op.clone()),
        ("params", case.params.to_json()),
        ("inputs", "[]".to_owned()),
        ("outputs", serde_json::json!(described).to_string()),
        ("compare", "structure".to_owned()),
        ("source", concat!("lacuna ", env!("CARGO_PKG_VERSION")).to_owned()),
        ("note", "results only; the operands are in the fixture of this name".to_owned()),
    ]);
    if let Some(kind) = error {
        metadata.insert("error", kind);
    }
    Ok(Some(encode(&metadata, "out", &results)))
}
