//! Files that can be read again and again, made of whatever the user names.
use crate::report::Report;
use anyhow::{Context, Result, bail, ensure};
use std::fs::{File, FileType};
use std::io::{Read, Seek, copy, stdin};
use std::path::Path;

/// A regular file, at its start.
#[derive(Debug)]
pub struct Input {
    /// What errors call it.
    pub name: String,
    /// What plots call it.
    pub short_name: String,
    /// The file.
    pub file: File,
    /// Its size.
    pub bytes: u64,
    /// Whether it is a temporary copy of what came through a pipe.
    pub is_copied: bool,
}

/// What plots call a file.
pub fn short_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// True for the name of the standard input.
pub fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-")
}

/// What can be read only once, as it is, with its name; `None` for a file.
pub fn open_stream(path: &Path) -> Result<Option<(String, Box<dyn Read + Send>)>> {
    if is_standard_input(path) {
        return Ok(Some(("standard input".to_owned(), Box::new(stdin()))));
    }
    let name = path.display().to_string();
    if !std::fs::metadata(path).is_ok_and(|found| is_pipe(found.file_type())) {
        return Ok(None);
    }
    let pipe = File::open(path).with_context(|| name.clone())?;
    Ok(Some((name, Box::new(pipe))))
}

/// What is read once, from its first byte to its last: a file, a pipe or standard input, with its name.
pub fn open_once(path: &Path) -> Result<(String, Box<dyn Read + Send>)> {
    match open_stream(path)? {
        Some(stream) => Ok(stream),
        None => {
            let (name, file) = open_regular(path)?;
            Ok((name, Box::new(file)))
        }
    }
}

/// A regular file, and its name.
fn open_regular(path: &Path) -> Result<(String, File)> {
    let name = path.display().to_string();
    let found = std::fs::metadata(path).with_context(|| name.clone())?;
    if found.is_dir() {
        bail!("{name}: is a folder");
    }
    if !found.is_file() {
        bail!("{name}: neither a file nor a pipe; - is standard input");
    }
    let file = File::open(path).with_context(|| name.clone())?;
    Ok((name, file))
}

/// Refuses to read one standard input twice.
pub(crate) fn expect_one_standard_input(data: Option<&Path>, test: Option<&Path>) -> Result<()> {
    let twice = [data, test].iter().all(|path| path.is_some_and(is_standard_input));
    ensure!(!twice, "standard input can be --data or --test, not both");
    Ok(())
}

/// Opens what a run reads, and says so where that takes as long as others write.
pub(crate) fn open_input(path: &Path, report: &mut Report<'_>) -> Result<Input> {
    Input::open(path, |name| report.line(&format!("reading {name} to its end")))
}

impl Input {
    /// Opens a file. A pipe, which can be read only once, is copied to a temporary file up to its end; `waiting` is
    /// called before.
    pub fn open(path: &Path, mut waiting: impl FnMut(&str) -> Result<()>) -> Result<Self> {
        if is_standard_input(path) {
            let name = "standard input";
            waiting(name)?;
            return Self::copied(name.to_owned(), name.to_owned(), stdin().lock());
        }
        let name = path.display().to_string();
        let short_name = short_name(path);
        let found = std::fs::metadata(path).with_context(|| name.clone())?;
        if is_pipe(found.file_type()) {
            waiting(&name)?;
            let pipe = File::open(path).with_context(|| name.clone())?;
            return Self::copied(name, short_name, pipe);
        }
        let (name, file) = open_regular(path)?;
        Ok(Self { name, short_name, file, bytes: found.len(), is_copied: false })
    }

    /// The same file once more; both have one place in it.
    pub(crate) fn try_clone(&self) -> Result<Self> {
        let Self { name, short_name, file, bytes, is_copied } = self;
        let file = file.try_clone().with_context(|| name.clone())?;
        let (bytes, is_copied) = (*bytes, *is_copied);
        Ok(Self { name: name.clone(), short_name: short_name.clone(), file, bytes, is_copied })
    }

    fn copied(name: String, short_name: String, mut from: impl Read) -> Result<Self> {
        let mut copied = || -> std::io::Result<_> {
            let mut file = tempfile::tempfile()?;
            let bytes = copy(&mut from, &mut file)?;
            file.rewind()?;
            Ok((file, bytes))
        };
        let (file, bytes) = copied().with_context(|| format!("{name}: cannot be copied to a temporary file"))?;
        Ok(Self { name, short_name, file, bytes, is_copied: true })
    }
}

#[cfg(unix)]
fn is_pipe(kind: FileType) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&kind)
}

#[cfg(not(unix))]
fn is_pipe(_: FileType) -> bool {
    false
}
