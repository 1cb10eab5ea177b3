//! Files that are there completely or not at all.
//!
//! Links are followed, and a file that is replaced keeps its permissions and, where the system lets it, its owner. What
//! is no regular file (a device, a pipe) is written into as it is. While a file is being written, its bytes are in
//! `.NAME.lacuna-PROCESS-XXXXXX` beside it, under a lock that ends with the process; such files that a killed process
//! has left are removed when the same target is written again.
use std::fs::{File, Metadata, OpenOptions, read_dir, remove_file};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;
use thiserror::Error;

/// Links that may follow one another, as on Linux.
const MOST_LINKS: usize = 40;

/// Bytes of a target's name that its temporary files bear; a file name has room for 255.
const LONGEST_LABEL: usize = 200;

/// A file is not written. What it prints is all: it has no source, so that a chain of errors tells it once.
#[derive(Debug, Error)]
#[error("{}: {fault}", path.display())]
pub struct AtomicFileError {
    /// As it was named.
    pub path: PathBuf,
    /// Why.
    pub fault: AtomicFileFault,
}

/// Why a file is not written. As [`AtomicFileError`], it has no source.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AtomicFileFault {
    /// The path is that of a folder.
    #[error("is a folder")]
    IsFolder,
    /// Links go on and on.
    #[error("more than {MOST_LINKS} links")]
    Links,
    /// The system does not say where a link leads.
    #[error("cannot follow the link: {0}")]
    Link(io::Error),
    /// The system refuses.
    #[error("cannot be written: {0}")]
    Write(io::Error),
    /// There is no folder for it.
    #[error("cannot write into {}: no such folder", folder.display())]
    NoFolder { folder: PathBuf },
    /// The folder takes no file.
    #[error("cannot write into {}: {error}", folder.display())]
    Folder { folder: PathBuf, error: io::Error },
}

impl AtomicFileFault {
    fn of(self, path: &Path) -> AtomicFileError {
        AtomicFileError { path: path.to_owned(), fault: self }
    }
}

/// A refusal of the system, for the file of this name.
fn refused(path: &Path) -> impl Fn(io::Error) -> AtomicFileError {
    |error| AtomicFileFault::Write(error).of(path)
}

/// Where bytes go.
#[derive(Debug)]
enum Target {
    /// A device, a pipe, or an open file of a process: opened as it is.
    Direct(PathBuf),
    /// A regular file that is replaced, or made if there is none.
    Regular { path: PathBuf, replaced: Option<Metadata> },
}

/// Finds the file that a path stands for.
fn resolve(name: &Path) -> Result<Target, AtomicFileError> {
    match std::fs::metadata(name) {
        Ok(found) if found.is_dir() => return Err(AtomicFileFault::IsFolder.of(name)),
        Ok(found) if !found.is_file() => return Ok(Target::Direct(name.to_owned())),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(refused(name)(error)),
    }
    let mut path = name.to_owned();
    for _ in 0..MOST_LINKS {
        match std::fs::symlink_metadata(&path) {
            Ok(found) if found.is_symlink() => {
                let link = std::fs::read_link(&path).map_err(|error| AtomicFileFault::Link(error).of(name))?;
                path = folder(&path).join(link);
                // A link there names an open file, as /dev/stdout does: its place must not get another one.
                if cfg!(unix) && path.starts_with("/proc") {
                    return Ok(Target::Direct(path));
                }
            }
            found => return Ok(Target::Regular { path, replaced: found.ok() }),
        }
    }
    Err(AtomicFileFault::Links.of(name))
}

/// The folder that a file is in.
pub(crate) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// How the temporary files of all processes for this target begin.
fn label(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let end = (0..=name.len().min(LONGEST_LABEL)).rev().find(|&end| name.is_char_boundary(end));
    format!(".{}.lacuna-", &name[..end.unwrap_or(0)])
}

/// Removes the temporary files for a target that nobody writes any more. What cannot be removed stays.
pub(crate) fn remove_stale(target: &Path) {
    let label = label(target);
    for entry in read_dir(folder(target)).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some((process, _)) = name.to_str().and_then(|name| name.strip_prefix(&label)?.split_once('-')) else {
            continue;
        };
        let written_by_a_process = !process.is_empty() && process.bytes().all(|byte| byte.is_ascii_digit());
        if !written_by_a_process || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        // The lock is there as long as the process that writes it.
        if let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = remove_file(entry.path());
        }
    }
}

/// A locked temporary file for a target.
pub(crate) fn temporary(target: &Path) -> io::Result<NamedTempFile> {
    let prefix = format!("{}{}-", label(target), std::process::id());
    loop {
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // As any new file: what the umask leaves of it.
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        let file = builder.prefix(&prefix).tempfile_in(folder(target))?;
        // A file system without locks has no stale files removed either.
        let _ = file.as_file().lock();
        // Before it was locked, another process may have taken it for a stale one.
        if file.path().exists() {
            return Ok(file);
        }
    }
}

/// Gives a new file the permissions of the one that it replaces.
fn keep_mode(file: &File, replaced: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        // Only root may give files away; to keep the owner is worth a try, no more.
        let _ = fchown(file, Some(replaced.uid()), Some(replaced.gid()));
    }
    file.set_permissions(replaced.permissions())
}

/// Refuses, before hours of work, a path that cannot be written at their end; and removes what killed processes have
/// left of earlier attempts.
///
/// # Errors
/// [`AtomicFileError`]: what is wrong with the path.
pub fn check_target(path: &Path) -> Result<(), AtomicFileError> {
    // A pipe is not opened: that would wait for its reader.
    let Target::Regular { path: target, replaced } = resolve(path)? else { return Ok(()) };
    if replaced.is_some() {
        OpenOptions::new().write(true).open(&target).map_err(refused(path))?;
    }
    remove_stale(&target);
    let folder = folder(&target).to_owned();
    if !folder.is_dir() {
        return Err(AtomicFileFault::NoFolder { folder }.of(path));
    }
    match tempfile::tempfile_in(&folder) {
        Ok(_) => Ok(()),
        Err(error) => Err(AtomicFileFault::Folder { folder, error }.of(path)),
    }
}

/// Writes a file under a temporary name in the same folder, and gives it its name when all of it is on the disk.
///
/// # Errors
/// [`AtomicFileError`]: what is wrong with the path, or what went wrong; then a regular file is as before.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), AtomicFileError> {
    let mut file = AtomicFile::create(path)?;
    file.write_all(bytes).map_err(refused(path))?;
    file.finish()
}

/// A file that is written part by part, and gets its name when it is [finished](Self::finish). If it is dropped before,
/// a regular file is as before.
///
/// ```
/// use lacuna_arrays::atomic_file::AtomicFile;
/// use std::io::Write;
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("rows.txt");
/// let mut file = AtomicFile::create(&path)?;
/// writeln!(file, "0.5")?;
/// assert!(!path.exists());
/// file.finish()?;
/// assert_eq!(std::fs::read_to_string(&path)?, "0.5\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct AtomicFile {
    /// As it was named.
    name: PathBuf,
    open: Open,
}

#[derive(Debug)]
enum Open {
    Direct(File),
    Temporary { file: NamedTempFile, path: PathBuf, replaced: Option<Box<Metadata>> },
}

impl AtomicFile {
    /// Opens a temporary file in the same folder, or a device or a pipe as it is.
    ///
    /// # Errors
    /// [`AtomicFileError`]: what is wrong with the path.
    pub fn create(path: &Path) -> Result<Self, AtomicFileError> {
        let target = resolve(path)?;
        let open = || match target {
            Target::Direct(path) => Ok(Open::Direct(OpenOptions::new().append(true).open(path)?)),
            Target::Regular { path, replaced } => {
                remove_stale(&path);
                let (file, replaced) = (temporary(&path)?, replaced.map(Box::new));
                Ok::<_, io::Error>(Open::Temporary { file, path, replaced })
            }
        };
        let open = open().map_err(refused(path))?;
        Ok(Self { name: path.to_owned(), open })
    }

    /// Gives the file its name, when all of it is on the disk.
    ///
    /// # Errors
    /// [`AtomicFileError`]: what went wrong; then a regular file is as before.
    pub fn finish(self) -> Result<(), AtomicFileError> {
        let Self { name, open } = self;
        let Open::Temporary { file, path, replaced } = open else { return Ok(()) };
        replace(file, &path, replaced.as_deref()).map_err(refused(&name))
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.open {
            Open::Direct(file) => file.write(bytes),
            Open::Temporary { file, .. } => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.open {
            Open::Direct(file) => file.flush(),
            Open::Temporary { file, .. } => file.flush(),
        }
    }
}

fn replace(file: NamedTempFile, path: &Path, replaced: Option<&Metadata>) -> io::Result<()> {
    if let Some(replaced) = replaced {
        keep_mode(file.as_file(), replaced)?;
    }
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    // The name, too, has to reach the disk.
    if cfg!(unix) {
        File::open(folder(path))?.sync_all()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> =
            read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn replaces_a_file_and_leaves_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a.bin", &"ä".repeat(127)] {
            let path = folder.path().join(name);
            for content in [b"old".as_slice(), b"newer"] {
                check_target(&path).unwrap();
                write_atomically(&path, content).unwrap();
                assert_eq!(std::fs::read(&path).unwrap(), content);
            }
            assert_eq!(names(folder.path()), [name]);
            remove_file(path).unwrap();
        }
    }

    #[test]
    fn refuses_what_cannot_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("no").join("a.bin");
        assert!(check_target(&missing).unwrap_err().to_string().contains("cannot write into"));
        assert!(write_atomically(&missing, b"x").is_err());
        assert!(check_target(folder.path()).is_err());
        assert!(write_atomically(folder.path(), b"x").unwrap_err().to_string().ends_with(": is a folder"));
    }

    #[test]
    fn what_a_killed_process_has_left_is_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let target = at("w.bin");
        // A process that is being killed drops no file: its lock alone is gone.
        let killed = temporary(&target).unwrap().keep().unwrap().1;
        assert!(
            killed
                .file_name()
                .unwrap()
                .to_str()
                .unwrap()
                .starts_with(&format!(".w.bin.lacuna-{}-", std::process::id()))
        );
        let alive = temporary(&target).unwrap();
        let others = [".other.bin.lacuna-1-abcdef", ".w.bin.lacuna-notes-1", ".w.bin.lacuna-", "w.bin.lacuna-1-abcdef"];
        for other in others {
            std::fs::write(at(other), "mine").unwrap();
        }
        check_target(&target).unwrap();
        assert!(!killed.exists() && alive.path().exists());
        write_atomically(&target, b"new").unwrap();
        assert!(alive.path().exists() && others.iter().all(|other| at(other).exists()), "{:?}", names(folder.path()));
        assert_eq!(names(folder.path()).len(), others.len() + 2);
    }

    #[cfg(unix)]
    mod unix {
        use super::*;
        use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
        use std::process::Command;

        #[test]
        fn a_link_stays_and_its_file_is_written() {
            let folder = tempfile::tempdir().unwrap();
            let at = |name: &str| folder.path().join(name);
            std::fs::create_dir(at("real")).unwrap();
            symlink("real/w.bin", at("second")).unwrap();
            symlink(at("second"), at("first")).unwrap();
            // The first time there is no file at its end.
            for content in [b"one".as_slice(), b"two"] {
                check_target(&at("first")).unwrap();
                write_atomically(&at("first"), content).unwrap();
                assert_eq!(std::fs::read(at("real/w.bin")).unwrap(), content);
                assert!(at("first").is_symlink() && at("second").is_symlink());
            }
            assert_eq!(names(&at("real")), ["w.bin"]);
            symlink("round", at("round")).unwrap();
            assert!(check_target(&at("round")).is_err());
        }

        #[test]
        fn a_file_keeps_its_mode_and_owner() {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("w.bin");
            std::fs::write(&path, "old").unwrap();
            // Root may give it away, others keep it.
            let _ = std::os::unix::fs::chown(&path, Some(12345), Some(23456));
            let owner = |path: &Path| {
                std::fs::metadata(path).map(|found| (found.uid(), found.gid(), found.mode() & 0o7777)).unwrap()
            };
            for mode in [0o600, 0o664, 0o755] {
                std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
                let before = owner(&path);
                write_atomically(&path, b"new").unwrap();
                assert_eq!(owner(&path), before);
                assert_eq!(before.2, mode);
            }
        }

        #[test]
        fn what_is_no_regular_file_stays_and_is_written_into() {
            let folder = tempfile::tempdir().unwrap();
            let pipe = folder.path().join("pipe");
            assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
            let link = folder.path().join("link");
            symlink(&pipe, &link).unwrap();
            for path in [&pipe, &link] {
                check_target(path).unwrap();
                let reader = std::thread::spawn({
                    let pipe = pipe.clone();
                    move || std::fs::read(pipe).unwrap()
                });
                write_atomically(path, b"bytes").unwrap();
                assert_eq!(reader.join().unwrap(), b"bytes");
                assert!(std::fs::metadata(&pipe).unwrap().file_type().is_fifo());
            }
            assert_eq!(names(folder.path()), ["link", "pipe"]);

            // As root, a device of our own could be replaced.
            let device = folder.path().join("null");
            if Command::new("mknod").arg(&device).args(["c", "1", "3"]).output().is_ok_and(|made| made.status.success())
            {
                check_target(&device).unwrap();
                // A container may forbid to open it, but not keep us from replacing it.
                let _ = write_atomically(&device, b"bytes");
                assert!(std::fs::symlink_metadata(&device).unwrap().file_type().is_char_device());
            }
            write_atomically(Path::new("/dev/null"), b"bytes").unwrap();
        }
    }
}
