//! The CUDA driver, by cudarc.
mod current;
mod device;
mod memory;
mod module;
mod pool;
mod reason;

pub use memory::{CudaMemory, CudaPinned};

use super::{Argument, Driver, DriverError, Entry, Grid};
use cudarc::driver::{CudaContext, result, sys};
use current::Current;
use device::{Device, Queue};
use memory::{Access, History};
use module::{Modules, Texts};
use reason::{allocation, reason, require_driver, transfer, version};
use std::ffi::c_void;
use std::fmt;
use std::sync::{Arc, PoisonError};

/// Dynamic shared memory that a block has without asking.
const SHARED_BYTES: u32 = 48 << 10;

/// A stream of an NVIDIA GPU.
///
/// Operations are carried out in the order in which they are begun. Those on other streams of the same device run
/// beside them, but any two that use the same memory, and of which one writes it, keep their order. Dropping a stream
/// waits for what was begun on it; meanwhile other streams go on.
///
/// All streams of a device in a process share its memory and its compiled modules, whether they come from
/// [`new_stream`](Self::new_stream) or from another [`new`](Self::new). Every function leaves the calling thread the
/// context that it had.
pub struct Cuda {
    queue: Queue,
    modules: Arc<Modules>,
    device: Arc<Device>,
    /// That of the thread that drops this; what is above it is dropped before.
    current: Current,
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

    /// Device number `ordinal`, with the PTX of this crate and a stream that begins after what was begun on the device.
    ///
    /// Nothing is compiled yet but a module of a few bytes, to see whether the driver can: a module is when the first
    /// of its entries is launched, which takes the driver a moment in each process that has not cached it.
    ///
    /// # Errors
    /// [`DriverError::NoDriver`]; [`DriverError::NoDevice`], also for a driver older than CUDA 11.2 and for a compute
    /// capability below 8.0, with both numbers; [`DriverError::Ptx`] if the driver compiles no PTX, as without
    /// libnvidia-ptxjitcompiler.
    pub fn new(ordinal: usize) -> Result<Self, DriverError> {
        // SAFETY: it is this crate's PTX.
        unsafe { Self::with_modules(ordinal, crate::MODULES) }
    }

    /// As [`new`](Self::new), with other modules.
    ///
    /// # Safety
    /// What an entry of this crate's PTX accesses, the entry of that name accesses here, and no more.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub unsafe fn with_modules(ordinal: usize, texts: Texts) -> Result<Self, DriverError> {
        Self::open(ordinal, texts, Device::new_queue)
    }

    /// Device number `ordinal`, on a stream that another library has made in the device's primary context: that of
    /// PyTorch's `torch.cuda.current_stream().cuda_stream`, or of the CUDA runtime. Null is the default stream.
    ///
    /// What is begun here comes after what was begun on the stream, and before what is begun on it later.
    ///
    /// # Safety
    /// The stream is one of that context, and lives as long as this, and what was allocated here.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub unsafe fn on_stream(ordinal: usize, stream: *mut c_void) -> Result<Self, DriverError> {
        // SAFETY: as the caller's.
        Self::open(ordinal, crate::MODULES, |device| unsafe { device.queue_of(stream) })
    }

    fn open(
        ordinal: usize,
        texts: Texts,
        queue: impl FnOnce(&Device) -> Result<Queue, DriverError>,
    ) -> Result<Self, DriverError> {
        require_driver(ordinal)?;
        // There is no context before this.
        result::init().map_err(|error| DriverError::NoDevice { ordinal, reason: reason(error) })?;
        let current = Current::keep();
        let device = Device::open(ordinal)?;
        let queue = queue(&device)?;
        let modules = device.modules(texts);
        drop(current);
        Ok(Self { queue, modules, device, current: Current::default() })
    }

    /// Another stream of this device, which shares its PTX and its memory. It begins after what was begun here.
    ///
    /// # Errors
    /// [`DriverError::Transfer`].
    pub fn new_stream(&self) -> Result<Self, DriverError> {
        let _current = Current::keep();
        let mut streams = self.device.streams.write().unwrap_or_else(PoisonError::into_inner);
        // With one stream nothing was noted: the fork makes that come before everything on the new stream, and so
        // before its forks.
        let queue = streams.add(self.queue.stream.fork().map_err(transfer)?);
        let (modules, device) = (self.modules.clone(), self.device.clone());
        Ok(Self { queue, modules, device, current: Current::default() })
    }

    /// What is begun here from now on waits for what was begun on `other` before.
    ///
    /// # Errors
    /// [`DriverError::Transfer`], also where `other` is of another device.
    pub fn wait_for(&self, other: &Self) -> Result<(), DriverError> {
        self.device.check("a stream", &other.device)?;
        let _current = Current::keep();
        self.queue.stream.join(&other.queue.stream).map_err(transfer)
    }

    /// What the driver says of the device.
    ///
    /// # Errors
    /// [`DriverError::Transfer`].
    pub fn facts(&self) -> Result<DeviceFacts, DriverError> {
        let _current = Current::keep();
        let context = &self.device.context;
        let (free_memory, total_memory) = context.mem_get_info().map_err(transfer)?;
        Ok(DeviceFacts {
            name: self.device.name.clone(),
            compute_capability: context.compute_capability().map_err(transfer)?,
            total_memory,
            free_memory,
            driver_version: version().map_err(transfer)?,
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
        if !streams.is_single() || uses.iter().any(|(history, _)| history.is_away(&self.queue)) {
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

    /// Whether `bytes` bytes from `start` on are inside memory of this device.
    fn check(&self, memory: &CudaMemory, start: usize, bytes: usize) -> Result<(), DriverError> {
        self.device.check("memory", &memory.device)?;
        let size = memory.bytes();
        if start.checked_add(bytes).is_some_and(|end| end <= size) {
            return Ok(());
        }
        let reason = format!("{bytes} bytes from byte {start} on are not inside memory of {size} bytes");
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
        self.current = Current::keep();
        memory::bind(&self.device.context);
        // Nothing can be begun here while this waits, so the others need not.
        self.device.context.record_err(self.queue.stream.synchronize());
        // From now on a stream that is left alone waits for nothing.
        self.device.streams.write().unwrap_or_else(PoisonError::into_inner).remove(&self.queue);
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
            return Ok(CudaMemory::new(None, self.queue.number, &self.device));
        }
        let _current = Current::keep();
        // SAFETY: as bytes, any contents are valid.
        let slice = unsafe { self.queue.stream.alloc(bytes) }.map_err(|error| allocation(error, bytes))?;
        let memory = CudaMemory::new(Some(slice), self.queue.number, &self.device);
        // Other streams have to wait for the allocation.
        self.begin(&[(&memory.history, Access::Write)], |_| Ok(())).map_err(transfer)?;
        Ok(memory)
    }

    unsafe fn borrow(&self, address: u64, bytes: usize) -> Result<CudaMemory, DriverError> {
        if bytes == 0 {
            return Ok(CudaMemory::new(None, self.queue.number, &self.device));
        }
        // SAFETY: as the caller's. It is never freed.
        let slice = unsafe { self.queue.stream.upgrade_device_ptr(address, bytes) };
        Ok(CudaMemory::borrowed(slice, self.queue.number, &self.device))
    }

    fn fill(&self, memory: &mut CudaMemory, start: usize, bytes: usize, value: u8) -> Result<(), DriverError> {
        let _current = Current::keep();
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

    fn write_words(&self, words: &[u32], to: &mut CudaMemory) -> Result<(), DriverError> {
        let _current = Current::keep();
        self.check(to, 0, size_of_val(words))?;
        let address = to.address();
        self.begin(&[(&to.history, Access::Write)], |stream| {
            words.iter().enumerate().try_for_each(|(place, word)| {
                // SAFETY: the words are inside the memory, which lives until after this on the stream.
                unsafe { sys::cuMemsetD32Async(address + 4 * place as u64, *word, 1, stream) }.result()
            })
        })
        .map_err(transfer)
    }

    fn upload(&self, from: &[u8], to: &mut CudaMemory) -> Result<(), DriverError> {
        let _current = Current::keep();
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
        let _current = Current::keep();
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
        let _current = Current::keep();
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
            return Ok(CudaPinned::new(None, &self.device));
        }
        if bytes >= isize::MAX as usize {
            return Err(DriverError::OutOfMemory { bytes });
        }
        let _current = Current::keep();
        // Without flags: cudarc's default is memory that the host reads slowly.
        // SAFETY: filled at once.
        let slice = unsafe { self.device.context.alloc_pinned_with_flags::<u8>(bytes, 0) };
        let mut slice = slice.map_err(|error| allocation(error, bytes))?;
        slice.as_mut_slice().map_err(transfer)?.fill(0);
        Ok(CudaPinned::new(Some(slice), &self.device))
    }

    fn pinned<'p>(&self, memory: &'p CudaPinned) -> Result<&'p [u8], DriverError> {
        let _current = Current::keep();
        memory.read().map_err(transfer)
    }

    fn pinned_mut<'p>(&self, memory: &'p mut CudaPinned) -> Result<&'p mut [u8], DriverError> {
        let _current = Current::keep();
        memory.write().map_err(transfer)
    }

    fn upload_pinned(&self, from: &CudaPinned, to: &mut CudaMemory) -> Result<(), DriverError> {
        let _current = Current::keep();
        let bytes = from.bytes();
        self.check(to, 0, bytes)?;
        self.device.check("pinned memory", &from.device)?;
        let Some(source) = from.raw_const().map_err(transfer)? else { return Ok(()) };
        let target = to.address();
        let begun = self.begin(&[(&from.history, Access::Read), (&to.history, Access::Write)], |stream| {
            // SAFETY: both have these bytes, and each waits for this copy before it is written or freed.
            unsafe { sys::cuMemcpyHtoDAsync_v2(target, source.cast(), bytes, stream) }.result()
        });
        begun.map_err(transfer)
    }

    fn download_pinned(&self, from: &CudaMemory, to: &mut CudaPinned) -> Result<(), DriverError> {
        let _current = Current::keep();
        let bytes = to.bytes();
        self.check(from, 0, bytes)?;
        self.device.check("pinned memory", &to.device)?;
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
        let _current = Current::keep();
        let failed = |reason: String| DriverError::Launch { entry: entry.name.to_owned(), reason };
        let function = self.modules.function(entry)?;
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
        let _current = Current::keep();
        self.queue.stream.synchronize().map_err(transfer)
    }
}
