//! Memory, and which streams have used it.
//!
//! cudarc's own tracking keeps one event for the last read: of reads on two streams, a later write waits for one only. It also stops when the second last stream is
//! gone, though its work may be under way, and costs two calls of the driver for each argument of a launch. So it is switched off, and done here: each operation is
//! followed by one event that all its memory shares, and by none as long as there is one stream.
use cudarc::driver::result::DriverError;
use cudarc::driver::{CudaContext, CudaEvent, CudaSlice, CudaStream, DevicePtr, PinnedHostSlice};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// A stream, with a number that no other of its device has had: the driver gives the handles of streams that are gone to new ones.
pub(super) struct Queue {
    pub(super) number: u64,
    pub(super) stream: Arc<CudaStream>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Read,
    Write,
}

/// The end of an operation on a stream.
#[derive(Clone)]
struct Use {
    queue: u64,
    event: Arc<CudaEvent>,
}

/// The operations that later ones may have to wait for.
#[derive(Default)]
struct Uses {
    write: Option<Use>,
    /// Since the write, the last of each stream.
    reads: Vec<Use>,
}

/// Memory of a device.
pub struct CudaMemory {
    /// Nothing for no bytes, which the driver refuses.
    slice: Option<CudaSlice<u8>>,
    /// Where it was allocated, and will be freed.
    home: u64,
    uses: Mutex<Uses>,
}

impl CudaMemory {
    pub(super) fn new(slice: Option<CudaSlice<u8>>, home: u64) -> Self {
        Self { slice, home, uses: Mutex::default() }
    }

    /// Number of bytes.
    pub(super) fn bytes(&self) -> usize {
        self.slice.as_ref().map_or(0, CudaSlice::len)
    }

    /// Null for no bytes.
    pub(super) fn address(&self) -> u64 {
        self.slice.as_ref().map_or(0, |slice| slice.device_ptr(slice.stream()).0)
    }

    /// Whether it is of this context, or nothing.
    pub(super) fn is_of(&self, context: &Arc<CudaContext>) -> bool {
        self.slice.as_ref().is_none_or(|slice| Arc::ptr_eq(slice.context(), context))
    }

    /// Whether an operation on the stream needs an event though there is no other stream: the memory will be freed on one that is gone.
    pub(super) fn is_away(&self, queue: &Queue) -> bool {
        self.home != queue.number
    }

    /// Makes the stream wait for the operations on others that this access must come after.
    pub(super) fn wait(&self, queue: &Queue, access: Access) -> Result<(), DriverError> {
        let uses = self.uses.lock().unwrap_or_else(PoisonError::into_inner);
        let reads = uses.reads.iter().filter(|_| access == Access::Write);
        for before in uses.write.iter().chain(reads).filter(|before| before.queue != queue.number) {
            queue.stream.wait(&before.event)?;
        }
        Ok(())
    }

    /// Notes an operation that `event` is the end of.
    pub(super) fn note(&self, queue: &Queue, access: Access, event: &Arc<CudaEvent>) {
        let this = Use { queue: queue.number, event: event.clone() };
        let mut uses = self.uses.lock().unwrap_or_else(PoisonError::into_inner);
        uses.reads.retain(|read| access == Access::Read && read.queue != queue.number);
        match access {
            Access::Read => uses.reads.push(this),
            Access::Write => uses.write = Some(this),
        }
    }
}

impl Drop for CudaMemory {
    fn drop(&mut self) {
        let Some(slice) = &self.slice else { return };
        let context = slice.context();
        bind(context);
        let uses = self.uses.get_mut().unwrap_or_else(PoisonError::into_inner);
        for before in uses.write.iter().chain(&uses.reads).filter(|before| before.queue != self.home) {
            context.record_err(slice.stream().wait(&before.event));
        }
        // `slice` is now freed on its stream.
    }
}

impl fmt::Debug for CudaMemory {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{} bytes at {:#x}", self.bytes(), self.address())
    }
}

/// Memory of the host that a device reaches by itself.
pub struct CudaPinned {
    /// Nothing for no bytes. Its event is the end of the last transfer, and each transfer waits for it.
    pub(super) slice: Option<PinnedHostSlice<u8>>,
}

impl CudaPinned {
    /// Number of bytes.
    pub(super) fn bytes(&self) -> usize {
        self.slice.as_ref().map_or(0, PinnedHostSlice::len)
    }
}

impl fmt::Debug for CudaPinned {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{} pinned bytes", self.bytes())
    }
}

/// Makes the context that of this thread, where an error cannot be returned: the next function that can return one will.
pub(super) fn bind(context: &Arc<CudaContext>) {
    // An error that was kept would keep `bind_to_thread` from binding.
    let kept = context.check_err();
    context.record_err(context.bind_to_thread());
    context.record_err(kept);
}
