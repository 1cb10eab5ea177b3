//! The hash list: what every processor's C ABI makes of the golden cases, one hash a case.
use crate::backend::{Backend, Capi};
use crate::fixture::{Case, CaseIndex, default_directory, with_dtype};
use crate::ops::{AnyOperation, Inputs, Runs, Selection, Stop, select};
use crate::verify::cases;
use anyhow::{Context, Result, bail};
use lacuna_runtime::atomic_file::write_atomically;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// One case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hashed {
    /// Its title, and what the line is called if the case has several.
    pub case: String,
    /// Over the answers of all its calls, with each index type.
    pub hash: u64,
}

/// The project's own list.
pub fn default_list() -> PathBuf {
    default_directory().join("hashes.txt")
}

/// Makes the calls of all cases, and gives their hashes by the cases' names. Each case's record goes to `record`.
///
/// # Errors
/// If a fixture cannot be read or its call makes no sense, or the library fails.
pub fn hashes(capi: &Capi, mut record: impl FnMut(&[u8])) -> Result<Vec<Hashed>> {
    let mut hashed = Vec::new();
    for found in cases(&[], None)?.1 {
        let case = found.read()?;
        let (operations, dtype) = match select(&case) {
            Selection::Run(operations, dtype) => (operations, dtype),
            // The C ABI has no such call.
            Selection::Refuse(..) | Selection::Skip(_) => continue,
            Selection::Broken(sentence) => bail!("{}: {sentence}", case.title()),
        };
        let lines: BTreeSet<_> = operations.iter().map(|operation| operation.line()).collect();
        for line in lines {
            let title = line.map_or_else(|| case.title(), |line| format!("{}/{line}", case.title()));
            capi.begin(&title);
            let (before, _) = capi.recorded();
            let of_c = |operation: &&AnyOperation| operation.line() == line && !operation.is_here();
            for &operation in operations.iter().filter(of_c) {
                with_dtype!(dtype, V => run_indices::<V>(&case, operation, capi))?;
            }
            let (calls, hash) = capi.recorded();
            // A case that is refused before any call says nothing of bits.
            if calls.len() > before.len() {
                record(&calls);
                hashed.push(Hashed { case: title, hash });
            }
        }
    }
    hashed.sort_by(|left, right| left.case.cmp(&right.case));
    Ok(hashed)
}

fn run_indices<V: Runs>(case: &Case, operation: AnyOperation, capi: &Capi) -> Result<()> {
    run::<V, i32>(case, operation, capi)?;
    run::<V, i64>(case, operation, capi)?;
    run::<V, u32>(case, operation, capi)
}

fn run<V: Runs, I: CaseIndex>(case: &Case, operation: AnyOperation, capi: &Capi) -> Result<()> {
    let inputs = match Inputs::<V, I>::new(case, operation) {
        Ok(Some(inputs)) => inputs,
        Ok(None) => return Ok(()),
        Err(sentence) => bail!("{}: {sentence}", case.title()),
    };
    let outcome = operation.run(capi, &inputs);
    if let Some(fault) = capi.take_fault() {
        bail!("{}: {fault}", case.title());
    }
    match outcome {
        Err(Stop::Broken(sentence)) => bail!("{}: {sentence}", case.title()),
        // Refused calls have answers too.
        Ok(_) | Err(Stop::Refused(_)) => Ok(()),
    }
}

/// The list as text: a line a case, the name and 16 hexadecimal digits.
pub fn to_text(hashed: &[Hashed]) -> String {
    hashed.iter().map(|Hashed { case, hash }| format!("{case} {hash:016x}\n")).collect()
}

/// Writes the list.
///
/// # Errors
/// If the file cannot be written.
pub fn write_list(file: &Path, hashed: &[Hashed]) -> Result<()> {
    Ok(write_atomically(file, to_text(hashed).as_bytes())?)
}

/// The cases that differ from the list in `file`, are missing in it, or in `hashed`: a line for each.
///
/// # Errors
/// If the file cannot be read, or a line of it is none of a list.
pub fn compare_list(file: &Path, hashed: &[Hashed]) -> Result<Vec<String>> {
    let text = std::fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let mut listed = BTreeMap::new();
    for (number, line) in text.lines().enumerate() {
        let parsed = line.split_once(' ').and_then(|(case, hash)| Some((case, u64::from_str_radix(hash, 16).ok()?)));
        let (case, hash) =
            parsed.with_context(|| format!("{}:{}: not a case and its hash: {line:?}", file.display(), number + 1))?;
        listed.insert(case, hash);
    }
    let mut differing = Vec::new();
    for Hashed { case, hash } in hashed {
        match listed.remove(&**case) {
            Some(expected) if expected == *hash => {}
            Some(expected) => differing.push(format!("{case}: expected {expected:016x}, found {hash:016x}")),
            None => differing.push(format!("{case}: not in the list; found {hash:016x}")),
        }
    }
    differing.extend(listed.into_iter().map(|(case, hash)| format!("{case}: expected {hash:016x}, found no calls")));
    Ok(differing)
}
