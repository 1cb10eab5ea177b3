//! Copies between host and device, counted.
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Copies between host and device since the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfers {
    /// From the host to the device.
    pub uploads: usize,
    /// In all uploads.
    pub bytes_there: usize,
    /// From the device to the host.
    pub downloads: usize,
    /// In all downloads.
    pub bytes_back: usize,
}

/// [`Transfers`] up to now, of a driver that is in use.
#[derive(Debug, Default)]
pub struct TransferCounts([AtomicUsize; 4]);

impl TransferCounts {
    /// The transfers up to now.
    pub fn now(&self) -> Transfers {
        let [uploads, bytes_there, downloads, bytes_back] = self.0.each_ref().map(|count| count.load(Relaxed));
        Transfers { uploads, bytes_there, downloads, bytes_back }
    }

    pub(super) fn upload(&self, bytes: usize) {
        self.add(0, bytes);
    }

    pub(super) fn download(&self, bytes: usize) {
        self.add(2, bytes);
    }

    fn add(&self, transfers: usize, bytes: usize) {
        self.0[transfers].fetch_add(1, Relaxed);
        self.0[transfers + 1].fetch_add(bytes, Relaxed);
    }
}
