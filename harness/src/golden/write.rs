//! Writing results.
use super::{Computed, compute};
use crate::backend::Runner;
use crate::fixture::{Array, Case, Compare, Description, encode};
use crate::verify::cases;
use anyhow::{Context, Result, bail, ensure};
use lacuna_runtime::atomic_file::write_atomically;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// How many results were written, and how many cases have none here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Cases with results, in a file for each operator.
    pub results: usize,
    /// Cases without.
    pub skipped: usize,
}

/// Writes the results of all fixtures (of the default ones, if no directory is given) into `directory`, as containers
/// `<operator>.safetensors`. The same bytes every time.
///
/// # Errors
/// If a fixture cannot be read or its call makes no sense, two have results of the same name, a file of one case holds
/// its result already, or a file cannot be written.
pub fn write(directory: &Path, fixtures: &[PathBuf], runner: &Runner) -> Result<Written> {
    let (_, cases) = cases(fixtures, None)?;
    // What cannot be written is reported before the work.
    let writable = std::fs::create_dir_all(directory).and_then(|()| tempfile::tempfile_in(directory));
    drop(writable.with_context(|| format!("cannot write into {}", directory.display()))?);
    for found in &cases {
        let earlier = directory.join(&found.operator).join(format!("{}.safetensors", found.name));
        ensure!(!earlier.exists(), "{} has a result of the same case: remove it first", earlier.display());
    }
    let mut written = Written::default();
    let mut operators: BTreeMap<String, BTreeMap<_, _>> = BTreeMap::new();
    for found in cases {
        let case = found.read()?;
        let Some(golden) = golden(&case, runner)? else {
            written.skipped += 1;
            continue;
        };
        let title = case.title();
        if operators.entry(case.op).or_default().insert(case.name, golden).is_some() {
            bail!("two fixtures are named {title}");
        }
        written.results += 1;
    }
    for (operator, cases) in &operators {
        let file = directory.join(format!("{operator}.safetensors"));
        let bytes = encode(operator, cases).with_context(|| file.display().to_string())?;
        write_atomically(&file, &bytes)?;
    }
    Ok(written)
}

/// A case that has results only; the operands are in the fixture of the same name.
fn golden(case: &Case, runner: &Runner) -> Result<Option<(Description, Vec<Array>)>> {
    let (results, error) = match compute(case, runner)? {
        Computed::Results(results) => (results, None),
        Computed::Refused(kind) => (Vec::new(), Some(kind)),
        Computed::Skipped(_) => return Ok(None),
        Computed::Broken(fault) => bail!("{}: {fault}", case.title()),
    };
    let description = Description {
        params: case.params.clone(),
        inputs: Vec::new(),
        outputs: results.iter().map(Array::described).collect(),
        compare: Compare::Structure,
        error,
        source: concat!("lacuna ", env!("CARGO_PKG_VERSION")).to_owned(),
        note: "results only; the operands are in the fixture of this name".to_owned(),
    };
    Ok(Some((description, results)))
}
