//! Files that are there completely or not at all.
use anyhow::{Context, Result, ensure};
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// The folder that a file is in.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Refuses, before hours of work, a path that cannot be written at their end.
pub fn check_target(path: &Path) -> Result<()> {
    ensure!(!path.is_dir(), "{}: is a folder", path.display());
    let folder = folder(path);
    tempfile::tempfile_in(folder).with_context(|| format!("{}: cannot write into {}", path.display(), folder.display()))?;
    Ok(())
}

/// Writes a file under a temporary name in the same folder, and gives it its name when all of it is on the disk.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<()> {
    let write = || -> std::io::Result<()> {
        let folder = folder(path);
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // As any new file: what the umask leaves of it.
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        let mut file = builder.prefix(".lacuna-").tempfile_in(folder)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        // The name, too, has to reach the disk.
        if cfg!(unix) {
            File::open(folder)?.sync_all()?;
        }
        Ok(())
    };
    write().with_context(|| format!("{}: cannot be written", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_a_file_and_leaves_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bin");
        for content in [b"old".as_slice(), b"newer"] {
            check_target(&path).unwrap();
            write_atomically(&path, content).unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), content);
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn refuses_what_cannot_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("no").join("a.bin");
        assert!(format!("{:#}", check_target(&missing).unwrap_err()).contains("cannot write into"));
        assert!(write_atomically(&missing, b"x").is_err());
        assert!(check_target(folder.path()).is_err());
    }
}
