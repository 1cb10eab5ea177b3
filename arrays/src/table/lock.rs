//! A file that this process alone uses.
use super::TableError;
use super::error::Action;
use std::fs::{File, TryLockError};
use std::ops::Deref;
use std::path::Path;

/// A file with an exclusive lock.
#[derive(Debug)]
pub(super) struct LockedFile(File);

impl LockedFile {
    pub(super) fn new(file: File, path: &Path) -> Result<Self, TableError> {
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(TableError::Locked { path: path.to_owned() }),
            Err(TryLockError::Error(source)) => {
                Err(TableError::Io { path: path.to_owned(), action: Action::Locked, source })
            }
        }
    }
}

impl Deref for LockedFile {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl Drop for LockedFile {
    fn drop(&mut self) {
        // Closing it is not enough: a child that another thread has just started has the file too, until it runs its
        // program.
        let _ = self.0.unlock();
    }
}
