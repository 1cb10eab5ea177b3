//! A device that counts transfers.
use lacuna_cuda::Gpu;
use lacuna_cuda::driver::{Argument, Driver, DriverError, Entry, Grid, PtxVm, VmMemory};
use lacuna_runtime::device::Device;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Transfers between host and device since the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfers {
    pub uploads: usize,
    pub bytes_there: usize,
    pub downloads: usize,
    pub bytes_back: usize,
}

#[derive(Debug, Default)]
pub struct Counts([AtomicUsize; 4]);

impl Counts {
    pub fn now(&self) -> Transfers {
        let [uploads, bytes_there, downloads, bytes_back] = self.0.each_ref().map(|count| count.load(Relaxed));
        Transfers { uploads, bytes_there, downloads, bytes_back }
    }

    fn add(&self, transfers: usize, bytes: usize) {
        self.0[transfers].fetch_add(1, Relaxed);
        self.0[transfers + 1].fetch_add(bytes, Relaxed);
    }
}

#[derive(Debug)]
struct Counted {
    vm: PtxVm,
    counts: Arc<Counts>,
}

/// A device of its own, and its counts.
pub fn device() -> (Device, Arc<Counts>) {
    let counts = Arc::new(Counts::default());
    let driver = Counted { vm: PtxVm::new(1), counts: Arc::clone(&counts) };
    (Device::with_driver(Gpu::new(driver).unwrap(), "counted"), counts)
}

impl Driver for Counted {
    type Memory = VmMemory;
    type Pinned = Vec<u8>;

    fn name(&self) -> String {
        self.vm.name()
    }
    fn allocate(&self, bytes: usize) -> Result<VmMemory, DriverError> {
        self.vm.allocate(bytes)
    }
    unsafe fn borrow(&self, address: u64, bytes: usize) -> Result<VmMemory, DriverError> {
        // SAFETY: what the caller promises is what is asked for.
        unsafe { self.vm.borrow(address, bytes) }
    }
    fn write_words(&self, words: &[u32], to: &mut VmMemory) -> Result<(), DriverError> {
        self.vm.write_words(words, to)
    }
    fn fill(&self, memory: &mut VmMemory, start: usize, bytes: usize, value: u8) -> Result<(), DriverError> {
        self.vm.fill(memory, start, bytes, value)
    }
    fn upload(&self, from: &[u8], to: &mut VmMemory) -> Result<(), DriverError> {
        self.counts.add(0, from.len());
        self.vm.upload(from, to)
    }
    fn download(&self, from: &VmMemory, start: usize, to: &mut [u8]) -> Result<(), DriverError> {
        self.counts.add(2, to.len());
        self.vm.download(from, start, to)
    }
    fn copy(
        &self,
        from: &VmMemory,
        start: usize,
        to: &mut VmMemory,
        at: usize,
        bytes: usize,
    ) -> Result<(), DriverError> {
        self.vm.copy(from, start, to, at, bytes)
    }
    fn allocate_pinned(&self, bytes: usize) -> Result<Vec<u8>, DriverError> {
        self.vm.allocate_pinned(bytes)
    }
    fn pinned<'p>(&self, memory: &'p Vec<u8>) -> Result<&'p [u8], DriverError> {
        self.vm.pinned(memory)
    }
    fn pinned_mut<'p>(&self, memory: &'p mut Vec<u8>) -> Result<&'p mut [u8], DriverError> {
        self.vm.pinned_mut(memory)
    }
    fn upload_pinned(&self, from: &Vec<u8>, to: &mut VmMemory) -> Result<(), DriverError> {
        self.counts.add(0, from.len());
        self.vm.upload_pinned(from, to)
    }
    fn download_pinned(&self, from: &VmMemory, to: &mut Vec<u8>) -> Result<(), DriverError> {
        self.counts.add(2, to.len());
        self.vm.download_pinned(from, to)
    }
    fn address(&self, memory: &VmMemory) -> u64 {
        self.vm.address(memory)
    }
    unsafe fn launch(
        &self,
        entry: Entry<'_>,
        grid: Grid,
        arguments: &mut [Argument<'_, VmMemory>],
        others: &[&VmMemory],
    ) -> Result<(), DriverError> {
        // SAFETY: what the caller promises is what is asked for.
        unsafe { self.vm.launch(entry, grid, arguments, others) }
    }
    fn synchronize(&self) -> Result<(), DriverError> {
        self.vm.synchronize()
    }
}
