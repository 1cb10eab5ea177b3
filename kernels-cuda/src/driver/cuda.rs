//! The CUDA driver, by cudarc.
mod memory;
mod module;
mod pool;
mod reason;

pub use memory::{CudaMemory, CudaPinned};

use super::{Argument, Driver, DriverError, Entry, Grid};
use cudarc::driver::{CudaContext, result, sys};
use memory::{Access, History, Queue};
use module::Modules;
use reason::{allocation, reason, require_driver, transfer};
use std::ffi::c_void;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// What the PTX needs.
const CAPABILITY: (i32, i32) = (8, 0);

/// Dynamic shared memory that a block has without asking.
const SHARED_BYTES: u32 = 48 << 10;

/// A stream of an NVIDIA GPU.
///
/// Operations are carried out in the order in which they are begun. Those on other streams of the same device run
/// beside them, but any two that use the same memory, and of which one writes it, keep their order. Dropping a stream
/// waits for what was begun on it.
pub struct Cuda {
    device: Arc<Device>,
    queue: Queue,
}

/// What the streams of a device share.
struct Device {
    ordinal: usize,
    name: String,
    modules: Modules,
    context: Arc<CudaContext>,
    /// How many streams there are. Held while something is begun, so that a second stream comes before it or after it.
    streams: RwLock<usize>,
    next: AtomicU64,
}

/// What the driver says of a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceFacts {
    /// Its name.
    pub name: String,
    /// Its compute capability, such as 9.0.
    pub compute_capability: (i32, i32),
    /// Bytes of its memory.
    pub total_memory: usize,
    /// Bytes of its memory that nothing uses.
    pub free_memory: usize,
    /// The CUDA version of the driver, such as 12.8.
    pub driver_version: (i32, i32),
}

impl Cuda {
    /// How many devices there are.
    ///
    /// # Errors
    /// [`DriverError::NoDriver`], [`DriverError::NoDevice`] if the driver does not work.
    pub fn device_count() -> Result<usize, DriverError> {
        require_driver(0)?;
        match CudaContext::device_count() {
            Ok(count) => Ok(usize::try_from(count).unwrap_or(0)),
            Err(error) if error.0 == sys::CUresult::CUDA_ERROR_NO_DEVICE => Ok(0),
            Err(error) => Err(DriverError::NoDevice { ordinal: 0, reason: reason(error) }),
        }
    }

    /// Device number `ordinal`, with the PTX of this crate and a stream. Nothing is compiled yet: a module is when the
    /// first of its entries is launched, which takes the driver a moment in each process that has not cached it.
    ///
    /// # Errors
    /// [`DriverError::NoDriver`], [`DriverError::NoDevice`].
    pub fn new(ordinal: usize) -> Result<Self, DriverError> {
        // SAFETY: it is this crate's PTX.
        unsafe { Self::with_modules(ordinal, crate::MODULES) }
    }

    /// As [`new`](Self::new), with other modules, by name and text.
    ///
    /// # Safety
    /// What an entry of this crate's PTX accesses, the entry of that name accesses here, and no more.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub unsafe fn with_modules(
        ordinal: usize,
        texts: &'static [(&'static str, &'static str)],
    ) -> Result<Self, DriverError> {
        require_driver(ordinal)?;
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
        let modules = Modules::new(&context, texts);
        let stream = context.new_stream().map_err(failed)?;
        let device = Device { ordinal, name, modules, context, streams: RwLock::new(1), next: AtomicU64::new(1) };
        let cuda = Self { device: Arc::new(device), queue: Queue { number: 0, stream } };
        // A device without pools keeps nothing, and has slower allocations: no reason to refuse it.
        let _ = cuda.keep_memory(u64::MAX);
        Ok(cuda)
    }

    /// Another stream of this device, which shares its PTX and its memory. It begins after what was begun here.
    ///
    /// # Errors
    /// [`DriverError::Transfer`].
    pub fn new_stream(&self) -> Result<Self, DriverError> {
        let mut streams = self.device.streams.write().unwrap_or_else(PoisonError::into_inner);
        // With one stream nothing was noted: the fork makes that come before everything on the new stream, and so
        // before its forks.
        let stream = self.queue.stream.fork().map_err(transfer)?;
        *streams += 1;
        let number = self.device.next.fetch_add(1, Ordering::Relaxed);
        Ok(Self { device: self.device.clone(), queue: Queue { number, stream } })
    }

    /// What is begun here from now on waits for what was begun on `other` before.
    ///
    /// # Errors
    /// [`DriverError::Transfer`], also where `other` is of another device.
    pub fn wait_for(&self, other: &Self) -> Result<(), DriverError> {
        if !Arc::ptr_eq(&self.device, &other.device) {
            return Err(DriverError::Transfer { reason: "the streams are not of one device".to_owned() });
        }
        self.queue.stream.join(&other.queue.stream).map_err(transfer)
    }

    /// What the driver says of the device.
    ///
    /// # Errors
    /// [`DriverError::Transfer`].
    pub fn facts(&self) -> Result<DeviceFacts, DriverError> {
        let context = &self.device.context;
        let (free_memory, total_memory) = context.mem_get_info().map_err(transfer)?;
        let mut version = 0;
        // SAFETY: writes one integer.
        unsafe { sys::cuDriverGetVersion(&mut version) }.result().map_err(transfer)?;
        Ok(DeviceFacts {
            name: self.device.name.clone(),
            compute_capability: context.compute_capability().map_err(transfer)?,
            total_memory,
            free_memory,
            // 12080 stands for 12.8.
            driver_version: (version / 1000, version % 1000 / 10),
        })
    }

    /// Begins `work` on the stream, after everything that it depends on.
    fn begin(
        &self,
        uses: &[(&History, Access)],
        work: impl FnOnce(sys::CUstream) -> Result<(), result::DriverError>,
    ) -> Result<(), result::DriverError> {
        let streams = self.device.streams.read().unwrap_or_else(PoisonError::into_inner);
        self.device.context.bind_to_thread()?;
        for (history, access) in uses {
            history.wait(&self.queue, *access)?;
        }
        work(self.queue.stream.cu_stream())?;
        if *streams > 1 || uses.iter().any(|(history, _)| history.is_away(&self.queue)) {
            let event = self.queue.stream.record_event(None).or_else(|error| {
                // Without an event nothing could wait for the work.
                self.queue.stream.synchronize()?;
                Err(error)
            })?;
            let event = Arc::new(event);
            for (history, access) in uses {
                history.note(&self.queue, *access, &event);
            }
        }
        Ok(())
    }

    /// Whether pinned memory is of this device.
    fn check_pinned(&self, memory: &CudaPinned) -> Result<(), DriverError> {
        if memory.is_of(&self.device.context) {
            return Ok(());
        }
        Err(DriverError::Transfer { reason: "the pinned memory is of another device".to_owned() })
    }

    /// Whether `bytes` bytes from `start` on are inside memory of this device.
    fn check(&self, memory: &CudaMemory, start: usize, bytes: usize) -> Result<(), DriverError> {
        let size = memory.bytes();
        let reason = if !memory.is_of(&self.device.context) {
            "the memory is of another device".to_owned()
        } else if start.checked_add(bytes).is_none_or(|end| end > size) {
            format!("{bytes} bytes from byte {start} on are not inside memory of {size} bytes")
        } else {
            return Ok(());
        };
        Err(DriverError::Transfer { reason })
    }
}

impl fmt::Debug for Cuda {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "stream {} of device {}, {}", self.queue.number, self.device.ordinal, self.device.name)
    }
}

impl Drop for Cuda {
    fn drop(&mut self) {
        // What is left no longer waits for this stream.
        let mut streams = self.device.streams.write().unwrap_or_else(PoisonError::into_inner);
        memory::bind(&self.device.context);
        self.device.context.record_err(self.queue.stream.synchronize());
        *streams -= 1;
    }
}

impl Driver for Cuda {
    type Memory = CudaMemory;
    type Pinned = CudaPinned;

    fn name(&self) -> String {
        self.device.name.clone()
    }

    fn allocate(&self, bytes: usize) -> Result<CudaMemory, DriverError> {
        if bytes == 0 {
            return Ok(CudaMemory::new(None, self.queue.number));
        }
        // SAFETY: as bytes, any contents are valid.
        let slice = unsafe { self.queue.stream.alloc(bytes) }.map_err(|error| allocation(error, bytes))?;
        let memory = CudaMemory::new(Some(slice), self.queue.number);
        // Other streams have to wait for the allocation.
        self.begin(&[(&memory.history, Access::Write)], |_| Ok(())).map_err(transfer)?;
        Ok(memory)
    }

    fn fill(&self, memory: &mut CudaMemory, start: usize, bytes: usize, value: u8) -> Result<(), DriverError> {
        self.check(memory, start, bytes)?;
        if bytes == 0 {
            return Ok(());
        }
        let address = memory.address() + start as u64;
        // SAFETY: the bytes are inside the memory, which lives until after this on the stream.
        self.begin(&[(&memory.history, Access::Write)], |stream| unsafe {
            result::memset_d8_async(address, value, bytes, stream)
        })
        .map_err(transfer)
    }

    fn upload(&self, from: &[u8], to: &mut CudaMemory) -> Result<(), DriverError> {
        self.check(to, 0, from.len())?;
        if from.is_empty() {
            return Ok(());
        }
        let address = to.address();
        // SAFETY: the bytes are inside the memory, and `from` is borrowed until the copy is done.
        let begun = self.begin(&[(&to.history, Access::Write)], |stream| unsafe {
            result::memcpy_htod_async(address, from, stream)
        });
        // Ordinary memory has been copied, but `from` may be pinned.
        let done = self.queue.stream.synchronize();
        begun.and(done).map_err(transfer)
    }

    fn download(&self, from: &CudaMemory, start: usize, to: &mut [u8]) -> Result<(), DriverError> {
        self.check(from, start, to.len())?;
        if !to.is_empty() {
            let address = from.address() + start as u64;
            // SAFETY: the bytes are inside the memory, and `to` is borrowed until the copy is done.
            let begun = self.begin(&[(&from.history, Access::Read)], |stream| unsafe {
                result::memcpy_dtoh_async(to, address, stream)
            });
            let done = self.queue.stream.synchronize();
            begun.and(done).map_err(transfer)?;
        }
        Ok(())
    }

    fn copy(
        &self,
        from: &CudaMemory,
        start: usize,
        to: &mut CudaMemory,
        at: usize,
        bytes: usize,
    ) -> Result<(), DriverError> {
        self.check(from, start, bytes)?;
        self.check(to, at, bytes)?;
        if bytes == 0 {
            return Ok(());
        }
        let (source, target) = (from.address() + start as u64, to.address() + at as u64);
        let uses = [(&from.history, Access::Read), (&to.history, Access::Write)];
        // SAFETY: the bytes are inside both memories, which live until after this on the stream.
        self.begin(&uses, |stream| unsafe { result::memcpy_dtod_async(target, source, bytes, stream) })
            .map_err(transfer)
    }

    fn allocate_pinned(&self, bytes: usize) -> Result<CudaPinned, DriverError> {
        if bytes == 0 {
            return Ok(CudaPinned::new(None));
        }
        if bytes >= isize::MAX as usize {
            return Err(DriverError::OutOfMemory { bytes });
        }
        // Without flags: cudarc's default is memory that the host reads slowly.
        // SAFETY: filled at once.
        let slice = unsafe { self.device.context.alloc_pinned_with_flags::<u8>(bytes, 0) };
        let mut slice = slice.map_err(|error| allocation(error, bytes))?;
        slice.as_mut_slice().map_err(transfer)?.fill(0);
        Ok(CudaPinned::new(Some(slice)))
    }

    fn pinned<'p>(&self, memory: &'p CudaPinned) -> Result<&'p [u8], DriverError> {
        memory.read().map_err(transfer)
    }

    fn pinned_mut<'p>(&self, memory: &'p mut CudaPinned) -> Result<&'p mut [u8], DriverError> {
        memory.write().map_err(transfer)
    }

    fn upload_pinned(&self, from: &CudaPinned, to: &mut CudaMemory) -> Result<(), DriverError> {
        let bytes = from.bytes();
        self.check(to, 0, bytes)?;
        self.check_pinned(from)?;
        let Some(source) = from.raw_const().map_err(transfer)? else { return Ok(()) };
        let target = to.address();
        let begun = self.begin(&[(&from.history, Access::Read), (&to.history, Access::Write)], |stream| {
            // SAFETY: both have these bytes, and each waits for this copy before it is written or freed.
            unsafe { sys::cuMemcpyHtoDAsync_v2(target, source.cast(), bytes, stream) }.result()
        });
        begun.map_err(transfer)
    }

    fn download_pinned(&self, from: &CudaMemory, to: &mut CudaPinned) -> Result<(), DriverError> {
        let bytes = to.bytes();
        self.check(from, 0, bytes)?;
        self.check_pinned(to)?;
        let Some(target) = to.raw().map_err(transfer)? else { return Ok(()) };
        let source = from.address();
        let begun = self.begin(&[(&from.history, Access::Read), (&to.history, Access::Write)], |stream| {
            // SAFETY: as in `upload_pinned`.
            unsafe { sys::cuMemcpyDtoHAsync_v2(target.cast(), source, bytes, stream) }.result()
        });
        begun.map_err(transfer)
    }

    fn address(&self, memory: &CudaMemory) -> u64 {
        memory.address()
    }

    unsafe fn launch(
        &self,
        entry: Entry<'_>,
        grid: Grid,
        arguments: &mut [Argument<'_, CudaMemory>],
        others: &[&CudaMemory],
    ) -> Result<(), DriverError> {
        let failed = |reason: String| DriverError::Launch { entry: entry.name.to_owned(), reason };
        let function = self.device.modules.function(entry)?;
        let mut uses: Vec<_> = others.iter().map(|memory| (&memory.history, Access::Read)).collect();
        let mut words = Vec::with_capacity(arguments.len());
        for argument in arguments.iter() {
            let (memory, start, access): (&CudaMemory, _, _) = match argument {
                Argument::Read(memory, start) => (memory, *start, Access::Read),
                Argument::Write(memory, start) => (memory, *start, Access::Write),
                Argument::Null => {
                    words.push(0);
                    continue;
                }
                Argument::U32(word) => {
                    // The driver reads as many bytes as the parameter has, and hosts of GPUs begin with the low ones.
                    words.push(u64::from(*word));
                    continue;
                }
                Argument::U64(word) => {
                    words.push(*word);
                    continue;
                }
            };
            self.check(memory, start, 0).map_err(|error| failed(error.to_string()))?;
            words.push(memory.address() + start as u64);
            uses.push((&memory.history, access));
        }
        for memory in others {
            self.check(memory, 0, 0).map_err(|error| failed(error.to_string()))?;
        }
        let [x, y] = grid.blocks;
        if x == 0 || y == 0 {
            return Ok(());
        }
        let mut parameters: Vec<*mut c_void> = words.iter_mut().map(|word| (word as *mut u64).cast()).collect();
        let begun = self.begin(&uses, |stream| {
            if grid.shared > SHARED_BYTES {
                let attribute = sys::CUfunction_attribute_enum::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
                let bytes = i32::try_from(grid.shared).unwrap_or(i32::MAX);
                // SAFETY: the function lives as long as the module.
                unsafe { result::function::set_function_attribute(function.0, attribute, bytes) }?;
            }
            // SAFETY: there is a word of 8 bytes for each parameter, which the driver copies; the caller answers for
            // the rest.
            unsafe {
                result::launch_kernel(function.0, (x, y, 1), (grid.threads, 1, 1), grid.shared, stream, &mut parameters)
            }
        });
        begun.map_err(|error| failed(reason(error)))
    }

    fn synchronize(&self) -> Result<(), DriverError> {
        self.queue.stream.synchronize().map_err(transfer)
    }
}
