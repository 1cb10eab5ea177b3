//! What carries out launches: the CUDA driver, or anything else that runs PTX.
//!
//! The launch functions of this crate are generic over a [`Driver`], so that an interpreter of PTX runs exactly what a
//! GPU runs.
#[cfg(feature = "ptx-vm")]
mod any;
mod cuda;
#[cfg(feature = "ptx-vm")]
mod ptx_vm;
#[cfg(feature = "ptx-vm")]
mod transfers;

#[cfg(feature = "ptx-vm")]
pub use any::{AnyDriver, Either};
pub use cuda::{Cuda, CudaMemory, CudaPinned, DeviceFacts};
#[cfg(feature = "ptx-vm")]
pub use ptx_vm::{PtxVm, VmMemory};
#[cfg(feature = "ptx-vm")]
pub use transfers::{TransferCounts, Transfers};

use std::fmt::Debug;

/// Blocks and threads of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Blocks along x and y.
    pub blocks: [u32; 2],
    /// Threads of a block, all along x.
    pub threads: u32,
    /// Bytes of shared memory of a block.
    pub shared: u32,
}

/// An entry of the PTX.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The module that it is in: one of [`MODULES`](crate::MODULES).
    pub module: &'a str,
    /// Its name.
    pub name: &'a str,
}

/// One parameter of an entry.
#[derive(Debug)]
pub enum Argument<'a, M> {
    /// The address of byte `.1` of memory that the entry reads.
    Read(&'a M, usize),
    /// The address of byte `.1` of memory that the entry writes, or reads and writes.
    Write(&'a mut M, usize),
    /// An address of nothing.
    Null,
    /// 32 bits: an integer, or a number of single precision.
    U32(u32),
    /// 64 bits: an integer, or a number of double precision.
    U64(u64),
}

/// Memory, transfers and launches of a device, in order on one stream.
///
/// Launches, fills, copies inside the device and transfers from and to pinned memory are asynchronous. An upload waits
/// until `from` has been read, a download for what was begun before it.
pub trait Driver {
    /// Memory of the device. Freed when dropped, after what was begun before.
    type Memory: Debug;
    /// Memory of the host that the device can reach by itself.
    type Pinned: Debug;

    /// What the device calls itself.
    fn name(&self) -> String;

    /// Memory of unspecified contents.
    ///
    /// # Errors
    /// [`DriverError::OutOfMemory`].
    fn allocate(&self, bytes: usize) -> Result<Self::Memory, DriverError>;

    /// Memory of another owner: `bytes` bytes of the device from an address on. To drop it frees nothing.
    ///
    /// # Safety
    /// The bytes are there until everything that was begun with this memory is done, and whoever else uses them keeps
    /// the order of this stream.
    ///
    /// # Errors
    /// [`DriverError::OutOfMemory`] where the device needs a copy.
    unsafe fn borrow(&self, address: u64, bytes: usize) -> Result<Self::Memory, DriverError>;

    /// Begins to fill `bytes` bytes from byte `start` on with the byte `value`.
    ///
    /// # Errors
    /// [`DriverError::Transfer`].
    fn fill(&self, memory: &mut Self::Memory, start: usize, bytes: usize, value: u8) -> Result<(), DriverError>;

    /// Begins to write a few words to the start of `to`, without the wait of an upload.
    ///
    /// # Errors
    /// [`DriverError::Transfer`].
    fn write_words(&self, words: &[u32], to: &mut Self::Memory) -> Result<(), DriverError>;

    /// Copies `from` to the start of `to`. On return `from` may be changed.
    ///
    /// # Errors
    /// [`DriverError::Transfer`].
    fn upload(&self, from: &[u8], to: &mut Self::Memory) -> Result<(), DriverError>;

    /// Copies the bytes from byte `start` on to `to`, and waits for it.
    ///
    /// # Errors
    /// [`DriverError::Transfer`], or what went wrong in a launch before.
    fn download(&self, from: &Self::Memory, start: usize, to: &mut [u8]) -> Result<(), DriverError>;

    /// Begins to copy `bytes` bytes inside the device, from byte `start` on to byte `at` and behind it.
    ///
    /// # Errors
    /// [`DriverError::Transfer`].
    fn copy(
        &self,
        from: &Self::Memory,
        start: usize,
        to: &mut Self::Memory,
        at: usize,
        bytes: usize,
    ) -> Result<(), DriverError>;

    /// Pinned memory, zeroed.
    ///
    /// # Errors
    /// [`DriverError::OutOfMemory`].
    fn allocate_pinned(&self, bytes: usize) -> Result<Self::Pinned, DriverError>;

    /// The bytes of pinned memory, once no transfer uses it.
    ///
    /// # Errors
    /// What went wrong in a transfer or a launch before.
    fn pinned<'p>(&self, memory: &'p Self::Pinned) -> Result<&'p [u8], DriverError>;

    /// As [`pinned`](Self::pinned), to be written.
    ///
    /// # Errors
    /// What went wrong in a transfer or a launch before.
    fn pinned_mut<'p>(&self, memory: &'p mut Self::Pinned) -> Result<&'p mut [u8], DriverError>;

    /// Begins to copy all of `from` to the start of `to`.
    ///
    /// # Errors
    /// [`DriverError::Transfer`].
    fn upload_pinned(&self, from: &Self::Pinned, to: &mut Self::Memory) -> Result<(), DriverError>;

    /// Begins to copy bytes from the start of `from` to all of `to`.
    ///
    /// # Errors
    /// [`DriverError::Transfer`].
    fn download_pinned(&self, from: &Self::Memory, to: &mut Self::Pinned) -> Result<(), DriverError>;

    /// The address of memory, for a table of addresses. Never null, also for no bytes: an entry takes null for an array
    /// that is not given.
    fn address(&self, memory: &Self::Memory) -> u64;

    /// Begins to run an entry of the PTX, whose module is loaded when it is asked for first; nothing, on a grid without
    /// blocks. `others` is memory that it reads by addresses that it finds in the memory of its arguments.
    ///
    /// # Safety
    /// The entry accesses only this memory, inside its bounds, and only as the arguments say.
    ///
    /// # Errors
    /// [`DriverError::Ptx`], [`DriverError::UnknownEntry`], [`DriverError::Launch`].
    unsafe fn launch(
        &self,
        entry: Entry<'_>,
        grid: Grid,
        arguments: &mut [Argument<'_, Self::Memory>],
        others: &[&Self::Memory],
    ) -> Result<(), DriverError>;

    /// Waits for all that was begun.
    ///
    /// # Errors
    /// What went wrong in it.
    fn synchronize(&self) -> Result<(), DriverError>;
}

/// The device, or its driver, cannot do what was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DriverError {
    /// There is no CUDA driver on this machine.
    #[error("no CUDA driver: libcuda is not installed")]
    NoDriver,
    /// The driver finds no device of this number.
    #[error("no CUDA device {ordinal}: {reason}")]
    NoDevice {
        /// The number that was asked for.
        ordinal: usize,
        /// What the driver says.
        reason: String,
    },
    /// The driver does not take the PTX.
    #[error("the driver refused the PTX: {reason}")]
    Ptx {
        /// What the driver says.
        reason: String,
    },
    /// The device, or the host's pinned memory, has no room.
    #[error("out of memory: {bytes} bytes more cannot be had")]
    OutOfMemory {
        /// The bytes asked for.
        bytes: usize,
    },
    /// The PTX has no such entry.
    #[error("the PTX has no entry {entry}")]
    UnknownEntry {
        /// Its name.
        entry: String,
    },
    /// A launch did not begin.
    #[error("launch of {entry}: {reason}")]
    Launch {
        /// The entry.
        entry: String,
        /// What the driver says.
        reason: String,
    },
    /// Something that was begun went wrong, or a transfer did not fit its memory.
    #[error("device: {reason}")]
    Transfer {
        /// What the driver says.
        reason: String,
    },
}
