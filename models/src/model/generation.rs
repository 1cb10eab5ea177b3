//! Models in shards: a folder has generations, each a folder with a file of each rank, and a manifest that is written
//! when all of these are there.
use super::ModelError;
use lacuna_runtime::array::Array;
use lacuna_runtime::array::file::{Fault, FileError, TensorFile};
use lacuna_runtime::atomic_file::write_atomically;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

const MANIFEST: &str = "manifest.json";
const PREFIX: &str = "generation-";
/// Generations that are kept.
const KEPT: usize = 2;
/// Of manifests.
pub(super) const VERSION: u32 = 1;

/// What makes files of shards a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    /// Of this format.
    pub version: u32,
    pub generation: u64,
    /// That the model had taken.
    pub steps: u64,
    /// Shapes of what is cut.
    pub tables: BTreeMap<String, Vec<usize>>,
    /// One for each rank.
    pub shards: Vec<Shard>,
}

/// The file of a rank.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Shard {
    pub bytes: u64,
    pub crc32: u32,
    /// Its rows of each table.
    pub rows: BTreeMap<String, [usize; 2]>,
}

/// Shards that are all there.
#[derive(Debug)]
pub(super) struct Generation {
    folder: PathBuf,
    manifest: Manifest,
    files: Vec<TensorFile>,
}

fn fault(path: &Path, fault: impl Into<Fault>) -> ModelError {
    FileError { path: path.to_owned(), fault: fault.into() }.into()
}

fn shard_file(folder: &Path, rank: usize) -> PathBuf {
    folder.join(format!("shard-{rank}.safetensors"))
}

/// Length and checksum.
fn contents(path: &Path) -> Result<(u64, u32), ModelError> {
    let mut file = File::open(path).map_err(|error| fault(path, error))?;
    let (mut hash, mut length, mut block) = (crc32fast::Hasher::new(), 0, vec![0; 1 << 20]);
    loop {
        match file.read(&mut block) {
            Ok(0) => return Ok((length, hash.finalize())),
            Ok(read) => {
                length += read as u64;
                hash.update(block.get(..read).unwrap_or_default());
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(fault(path, error)),
        }
    }
}

/// The generations of a folder by their numbers, whole or not.
fn generations(folder: &Path) -> Result<BTreeMap<u64, PathBuf>, ModelError> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(|error| fault(folder, error))? {
        let entry = entry.map_err(|error| fault(folder, error))?;
        let name = entry.file_name();
        let number = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.parse().ok());
        found.extend(number.map(|number: u64| (number, entry.path())));
    }
    Ok(found)
}

fn is_whole(folder: &Path) -> bool {
    folder.join(MANIFEST).is_file()
}

/// Whether a model is [saved](super::FactorizationMachine::save) to this path in shards: it is a folder, or ends with a
/// separator.
#[must_use]
pub fn is_folder(path: &Path) -> bool {
    path.is_dir()
        || path.as_os_str().as_encoded_bytes().last().is_some_and(|&last| std::path::is_separator(last.into()))
}

/// The newest whole generation in a folder, which [`load`](super::FactorizationMachine::load) takes; or the folder
/// itself if it is one.
///
/// # Errors
/// [`ModelError::NoGeneration`], [`ModelError::File`].
pub fn newest(folder: &Path) -> Result<PathBuf, ModelError> {
    if is_whole(folder) {
        return Ok(folder.to_owned());
    }
    let newest = generations(folder)?.into_values().rfind(|path| is_whole(path));
    newest.ok_or_else(|| ModelError::NoGeneration { folder: folder.to_owned() })
}

/// The file of the first rank, which says what the model is.
pub(super) fn first_file(path: &Path) -> Result<PathBuf, ModelError> {
    if path.is_dir() { Ok(shard_file(&newest(path)?, 0)) } else { Ok(path.to_owned()) }
}

/// Makes the folder of the next generation, whose number no other has had that is still there.
pub(super) fn begin(folder: &Path) -> Result<u64, ModelError> {
    fs::create_dir_all(folder).map_err(|error| fault(folder, error))?;
    let number = generations(folder)?.into_keys().next_back().unwrap_or_default().saturating_add(1);
    let path = of_number(folder, number);
    fs::create_dir(&path).map_err(|error| fault(&path, error))?;
    // The name has to reach the disk.
    if cfg!(unix) {
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(|error| fault(folder, error))?;
    }
    Ok(number)
}

/// The folder of a generation.
pub(super) fn of_number(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("{PREFIX}{number:08}"))
}

/// Writes the file of a rank.
pub(super) fn write_shard(
    folder: &Path,
    rank: usize,
    bytes: &[u8],
    rows: BTreeMap<String, [usize; 2]>,
) -> Result<Shard, ModelError> {
    let path = shard_file(folder, rank);
    if !folder.is_dir() {
        return Err(ModelError::NotShared { folder: folder.to_owned() });
    }
    write_atomically(&path, bytes).map_err(|error| fault(&path, Fault::Write(error.into())))?;
    Ok(Shard { bytes: bytes.len() as u64, crc32: crc32fast::hash(bytes), rows })
}

/// Makes it a generation, and removes those before the last ones.
pub(super) fn finish(folder: &Path, manifest: &Manifest) -> Result<(), ModelError> {
    let own = of_number(folder, manifest.generation);
    for (rank, shard) in manifest.shards.iter().enumerate() {
        let path = shard_file(&own, rank);
        let found = fs::metadata(&path).map_err(|_| ModelError::NotShared { folder: path.clone() })?.len();
        if found != shard.bytes {
            return Err(ModelError::Shard { path, expected: shard.bytes, found, before: None });
        }
    }
    let path = own.join(MANIFEST);
    let text = serde_json::to_vec_pretty(manifest).map_err(|error| fault(&path, Fault::Write(error.into())))?;
    write_atomically(&path, &text).map_err(|error| fault(&path, Fault::Write(error.into())))?;
    let mut kept = 0;
    for (number, path) in generations(folder)?.into_iter().rev() {
        if number <= manifest.generation && is_whole(&path) && kept < KEPT {
            kept += 1;
        } else if number < manifest.generation {
            // First what makes it whole. What cannot be removed stays.
            let _ = fs::remove_file(path.join(MANIFEST));
            let _ = fs::remove_dir_all(path);
        }
    }
    Ok(())
}

impl Generation {
    /// The newest whole generation of a folder, or this one. All of its files have the lengths that were written.
    ///
    /// # Errors
    /// What is wrong with it; it names the one before, if there is one.
    pub fn open(folder: &Path) -> Result<Self, ModelError> {
        let folder = newest(folder)?;
        let path = folder.join(MANIFEST);
        let text = fs::read_to_string(&path).map_err(|error| fault(&path, error))?;
        let wrong = |cause: String| ModelError::Manifest { path: path.clone(), cause, before: before(&folder) };
        let manifest: Manifest = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        if manifest.version != VERSION {
            return Err(wrong(format!("version {} is not known", manifest.version)));
        }
        // Of each table, the ranks have its rows one after the other.
        for (name, shape) in &manifest.tables {
            let mut end = 0;
            for (rank, shard) in manifest.shards.iter().enumerate() {
                match shard.rows.get(name) {
                    Some(&[first, last]) if first == end && last >= first => end = last,
                    found => {
                        return Err(wrong(format!("rank {rank} has rows {found:?} of `{name}`, behind row {end}")));
                    }
                }
            }
            if shape.first() != Some(&end) {
                return Err(wrong(format!("the ranks have {end} rows of `{name}`, whose shape is {shape:?}")));
            }
        }
        let mut files = Vec::new();
        for (rank, &Shard { bytes: expected, .. }) in manifest.shards.iter().enumerate() {
            let path = shard_file(&folder, rank);
            let found = match fs::metadata(&path) {
                Ok(found) => found.len(),
                Err(error) if error.kind() == ErrorKind::NotFound => 0,
                Err(error) => return Err(fault(&path, error)),
            };
            if found != expected {
                return Err(ModelError::Shard { path, expected, found, before: before(&folder) });
            }
            files.push(TensorFile::open(&path)?.ok_or_else(|| fault(&path, Fault::Unknown))?);
        }
        Ok(Self { folder, manifest, files })
    }

    /// Compares the contents of some of its files with what was written: those of every `ranks`-th rank from this one
    /// on.
    pub fn verify(&self, rank: usize, ranks: usize) -> Result<(), ModelError> {
        for (number, shard) in self.manifest.shards.iter().enumerate().skip(rank).step_by(ranks.max(1)) {
            let path = shard_file(&self.folder, number);
            let (found, checksum) = contents(&path)?;
            if found != shard.bytes {
                return Err(ModelError::Shard { path, expected: shard.bytes, found, before: before(&self.folder) });
            }
            if checksum != shard.crc32 {
                return Err(ModelError::Checksum { path, before: before(&self.folder) });
            }
        }
        Ok(())
    }

    /// The shapes of all arrays.
    pub fn shapes(&self) -> BTreeMap<String, Vec<usize>> {
        let mut shapes = self.manifest.tables.clone();
        for file in &self.files {
            for name in file.names() {
                if let (false, Some(shape)) = (shapes.contains_key(&name), file.shape(&name)) {
                    shapes.insert(name, shape.to_vec());
                }
            }
        }
        shapes
    }

    /// An array, or these of its rows, whoever has written them.
    pub fn read(&self, name: &str, rows: Option<Range<usize>>) -> Result<Option<Array>, ModelError> {
        let Some(shape) = self.manifest.tables.get(name) else {
            let Some(file) = self.files.first() else { return Ok(None) };
            return Ok(file.read(name, rows)?);
        };
        let rows = rows.unwrap_or(0..shape.first().copied().unwrap_or_default());
        let mut parts = Vec::new();
        for (file, shard) in self.files.iter().zip(&self.manifest.shards) {
            let [first, last] = shard.rows.get(name).copied().unwrap_or_default();
            let (begin, end) = (rows.start.max(first), rows.end.min(last));
            if begin < end {
                parts.extend(file.read(name, Some(begin - first..end - first))?);
            }
        }
        match (&*parts, self.files.first()) {
            // No rows say what its numbers are.
            ([], Some(file)) => Ok(file.read(name, Some(0..0))?),
            ([] | [_], _) => Ok(parts.pop()),
            _ => Ok(Some(Array::concat_rows(&parts.iter().collect::<Vec<_>>())?)),
        }
    }
}

/// The whole generation before this one.
fn before(generation: &Path) -> Option<PathBuf> {
    let own: u64 = generation.file_name()?.to_str()?.strip_prefix(PREFIX)?.parse().ok()?;
    let others = generations(generation.parent()?).ok()?;
    others.range(..own).rev().map(|(_, path)| path.clone()).find(|path| is_whole(path))
}
