//! What the streams of a device share, whoever opened them.
use super::module::{Modules, Texts};
use super::reason::{reason, transfer};
use crate::driver::DriverError;
use cudarc::driver::{CudaContext, CudaStream, sys};
use std::ffi::c_void;
use std::fmt::Display;
use std::sync::{Arc, Mutex, PoisonError, RwLock, Weak};

/// What the PTX needs.
const CAPABILITY: (i32, i32) = (8, 0);

/// The devices that something is left of.
static DEVICES: Mutex<Vec<Weak<Device>>> = Mutex::new(Vec::new());

/// A device of the process.
pub(super) struct Device {
    pub(super) ordinal: usize,
    pub(super) name: String,
    pub(super) context: Arc<CudaContext>,
    /// Held while something is begun, so that another stream comes before it or after it.
    pub(super) streams: RwLock<Streams>,
    /// Those that a stream uses.
    modules: Mutex<Vec<Weak<Modules>>>,
}

/// A stream, with a number that no other of its device has had: the driver gives the handles of streams that are gone
/// to new ones.
#[derive(Clone)]
pub(super) struct Queue {
    pub(super) number: u64,
    pub(super) stream: Arc<CudaStream>,
}

/// The streams of a device.
#[derive(Default)]
pub(super) struct Streams {
    open: Vec<Queue>,
    next: u64,
}

impl Streams {
    /// Whether there is only one, whose operations are in order as they are.
    pub(super) const fn is_single(&self) -> bool {
        self.open.len() < 2
    }

    pub(super) fn add(&mut self, stream: Arc<CudaStream>) -> Queue {
        let queue = Queue { number: self.next, stream };
        self.next += 1;
        self.open.push(queue.clone());
        queue
    }

    pub(super) fn remove(&mut self, queue: &Queue) {
        self.open.retain(|open| open.number != queue.number);
    }
}

impl Device {
    /// The device of that number: one for all of the process, as long as something is left of it.
    pub(super) fn open(ordinal: usize) -> Result<Arc<Self>, DriverError> {
        let mut devices = DEVICES.lock().unwrap_or_else(PoisonError::into_inner);
        devices.retain(|device| device.strong_count() > 0);
        if let Some(device) = devices.iter().filter_map(Weak::upgrade).find(|device| device.ordinal == ordinal) {
            return Ok(device);
        }
        let device = Arc::new(Self::new(ordinal)?);
        devices.push(Arc::downgrade(&device));
        Ok(device)
    }

    fn new(ordinal: usize) -> Result<Self, DriverError> {
        let missing = |reason: String| DriverError::NoDevice { ordinal, reason };
        let failed = |error| missing(reason(error));
        i32::try_from(ordinal).map_err(|_| missing("there are not that many".to_owned()))?;
        let context = CudaContext::new(ordinal).map_err(failed)?;
        // SAFETY: `memory` orders the streams.
        unsafe { context.disable_event_tracking() };
        let name = context.name().map_err(failed)?;
        let capability = context.compute_capability().map_err(failed)?;
        if capability < CAPABILITY {
            let ((major, minor), (least, least_minor)) = (capability, CAPABILITY);
            return Err(missing(format!(
                "{name} has compute capability {major}.{minor}, and {least}.{least_minor} is needed"
            )));
        }
        Modules::require_compiler(&context)?;
        let device = Self { ordinal, name, context, streams: RwLock::default(), modules: Mutex::default() };
        // A device without pools keeps nothing, and has slower allocations: no reason to refuse it.
        let _ = device.keep_memory(u64::MAX);
        Ok(device)
    }

    /// The modules of these texts: one for all streams that use them.
    pub(super) fn modules(&self, texts: Texts) -> Arc<Modules> {
        let mut modules = self.modules.lock().unwrap_or_else(PoisonError::into_inner);
        modules.retain(|modules| modules.strong_count() > 0);
        modules.iter().filter_map(Weak::upgrade).find(|modules| modules.are_of(texts)).unwrap_or_else(|| {
            let new = Arc::new(Modules::new(&self.context, texts));
            modules.push(Arc::downgrade(&new));
            new
        })
    }

    /// Another stream. It begins after everything that was begun on the device.
    pub(super) fn new_queue(&self) -> Result<Queue, DriverError> {
        let failed = |error| DriverError::NoDevice { ordinal: self.ordinal, reason: reason(error) };
        self.add(self.context.new_stream().map_err(failed)?)
    }

    /// That of someone else, who destroys it.
    ///
    /// # Safety
    /// It is a stream of the context, and lives as long as what is made of it.
    pub(super) unsafe fn queue_of(&self, stream: *mut c_void) -> Result<Queue, DriverError> {
        self.context.bind_to_thread().map_err(transfer)?;
        // SAFETY: as the caller's.
        self.add(unsafe { self.context.wrap_borrowed_stream(stream.cast()) })
    }

    fn add(&self, stream: Arc<CudaStream>) -> Result<Queue, DriverError> {
        let mut streams = self.streams.write().unwrap_or_else(PoisonError::into_inner);
        // A stream that was alone has noted nothing.
        streams.open.iter().try_for_each(|open| stream.join(&open.stream)).map_err(transfer)?;
        Ok(streams.add(stream))
    }

    /// Whether `what` of another is of this device.
    pub(super) fn check(&self, what: impl Display, other: &Self) -> Result<(), DriverError> {
        if std::ptr::eq(self, other) {
            return Ok(());
        }
        let reason = format!("{what} of device {} is used on device {}", other.ordinal, self.ordinal);
        Err(DriverError::Transfer { reason })
    }

    /// What [`Cuda::keep_memory`](super::Cuda::keep_memory) says.
    pub(super) fn keep_memory(&self, mut bytes: u64) -> Result<(), DriverError> {
        let mut pool = std::ptr::null_mut();
        let threshold = sys::CUmemPool_attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD;
        self.context.bind_to_thread().map_err(transfer)?;
        // SAFETY: writes the handle of the pool.
        unsafe { sys::cuDeviceGetDefaultMemPool(&mut pool, self.context.cu_device()) }.result().map_err(transfer)?;
        // SAFETY: this attribute is read from 64 bits.
        unsafe { sys::cuMemPoolSetAttribute(pool, threshold, (&raw mut bytes).cast()) }.result().map_err(transfer)
    }
}
