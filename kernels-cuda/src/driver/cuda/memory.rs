//! Memory of devices and pinned memory, and which streams have used it.
//!
//! cudarc's own tracking keeps one event for the last read: of reads on two streams, a later write waits for one only.
//! It also stops when the second last stream is gone, though its work may be under way, and costs two calls of the
//! driver for each argument of a launch. So it is switched off, and done here: each operation is followed by one event
//! that all its memory shares, and by none as long as there is one stream.
use super::current::Current;
use super::device::{Device, Queue};
use cudarc::driver::result::DriverError;
use cudarc::driver::{CudaContext, CudaEvent, CudaSlice, DevicePtr, PinnedHostSlice};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

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

impl Uses {
    /// Those that an access must come after.
    fn before(&self, access: Access) -> impl Iterator<Item = &Use> {
        self.write.iter().chain(self.reads.iter().filter(move |_| access == Access::Write))
    }
}

/// The uses of one piece of memory.
pub(super) struct History {
    /// The stream that frees the memory: its own operations need no event. The host frees pinned memory, which has
    /// none.
    home: Option<u64>,
    uses: Mutex<Uses>,
}

impl History {
    fn new(home: Option<u64>) -> Self {
        Self { home, uses: Mutex::default() }
    }

    /// Whether an operation on the stream needs an event though there is no other stream.
    pub(super) fn is_away(&self, queue: &Queue) -> bool {
        self.home != Some(queue.number)
    }

    /// Makes the stream wait for the operations on others that this access must come after.
    pub(super) fn wait(&self, queue: &Queue, access: Access) -> Result<(), DriverError> {
        let uses = self.uses.lock().unwrap_or_else(PoisonError::into_inner);
        uses.before(access)
            .filter(|before| before.queue != queue.number)
            .try_for_each(|before| queue.stream.wait(&before.event))
    }

    /// Makes the host wait for the operations that this access must come after.
    fn wait_on_host(&self, access: Access) -> Result<(), DriverError> {
        let uses = self.uses.lock().unwrap_or_else(PoisonError::into_inner);
        uses.before(access).try_for_each(|before| before.event.synchronize())
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

/// The address of no bytes, aligned like every other.
const NO_BYTES: u64 = 256;

/// Memory of a device.
pub struct CudaMemory {
    /// Nothing for no bytes, which the driver refuses. Freed on the stream where it was allocated.
    slice: Option<CudaSlice<u8>>,
    /// Freed by someone else.
    is_borrowed: bool,
    pub(super) history: History,
    pub(super) device: Arc<Device>,
    /// That of the thread that drops this; what is above it is dropped before.
    current: Current,
}

impl CudaMemory {
    pub(super) fn new(slice: Option<CudaSlice<u8>>, home: u64, device: &Arc<Device>) -> Self {
        let history = History::new(Some(home));
        Self { slice, is_borrowed: false, history, device: device.clone(), current: Current::default() }
    }

    pub(super) fn borrowed(slice: CudaSlice<u8>, home: u64, device: &Arc<Device>) -> Self {
        let mut memory = Self::new(Some(slice), home, device);
        memory.is_borrowed = true;
        memory
    }

    /// Number of bytes.
    pub(super) fn bytes(&self) -> usize {
        self.slice.as_ref().map_or(0, CudaSlice::len)
    }

    /// Never null, which stands for an array that is not given.
    pub(super) fn address(&self) -> u64 {
        self.slice.as_ref().map_or(NO_BYTES, |slice| slice.device_ptr(slice.stream()).0)
    }
}

impl Drop for CudaMemory {
    fn drop(&mut self) {
        if self.is_borrowed {
            self.slice.take().map(CudaSlice::leak);
            return;
        }
        self.current = Current::keep();
        let (Some(slice), context) = (&self.slice, &self.device.context) else { return };
        bind(context);
        let uses = self.history.uses.get_mut().unwrap_or_else(PoisonError::into_inner);
        for before in uses.before(Access::Write).filter(|before| Some(before.queue) != self.history.home) {
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
    /// Nothing for no bytes. cudarc's event of it is never recorded.
    slice: Option<PinnedHostSlice<u8>>,
    pub(super) history: History,
    pub(super) device: Arc<Device>,
    /// As in [`CudaMemory`].
    current: Current,
}

impl CudaPinned {
    pub(super) fn new(slice: Option<PinnedHostSlice<u8>>, device: &Arc<Device>) -> Self {
        Self { slice, history: History::new(None), device: device.clone(), current: Current::default() }
    }

    /// Number of bytes.
    pub(super) fn bytes(&self) -> usize {
        self.slice.as_ref().map_or(0, PinnedHostSlice::len)
    }

    /// The bytes, which transfers may be using; nothing for no bytes.
    pub(super) fn raw(&mut self) -> Result<Option<*mut u8>, DriverError> {
        self.slice.as_mut().map(PinnedHostSlice::as_mut_ptr).transpose()
    }

    /// The bytes, which transfers may be reading; nothing for no bytes.
    pub(super) fn raw_const(&self) -> Result<Option<*const u8>, DriverError> {
        self.slice.as_ref().map(PinnedHostSlice::as_ptr).transpose()
    }

    /// The bytes, once no transfer writes them.
    pub(super) fn read(&self) -> Result<&[u8], DriverError> {
        let Some(slice) = &self.slice else { return Ok(&[]) };
        self.history.wait_on_host(Access::Read)?;
        slice.as_slice()
    }

    /// The bytes, once no transfer uses them.
    pub(super) fn write(&mut self) -> Result<&mut [u8], DriverError> {
        let Some(slice) = &mut self.slice else { return Ok(&mut []) };
        self.history.wait_on_host(Access::Write)?;
        slice.as_mut_slice()
    }
}

impl Drop for CudaPinned {
    fn drop(&mut self) {
        self.current = Current::keep();
        if self.slice.is_none() {
            return;
        }
        let context = &self.device.context;
        bind(context);
        context.record_err(self.history.wait_on_host(Access::Write));
    }
}

impl fmt::Debug for CudaPinned {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{} pinned bytes", self.bytes())
    }
}

/// Makes the context that of this thread, where an error cannot be returned: the next function that can return one
/// will.
pub(super) fn bind(context: &Arc<CudaContext>) {
    // An error that was kept would keep `bind_to_thread` from binding.
    let kept = context.check_err();
    context.record_err(context.bind_to_thread());
    context.record_err(kept);
}
