//! The interpreter of PTX as a device.
use super::transfers::TransferCounts;
use super::{Argument, Driver, DriverError, Entry, Grid};
use crate::MODULES;
use ptx_vm::{Buffer, Launch, LaunchError, MemoryError, Module};
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};
use std::{ptr, slice};

/// Instructions that a thread may carry out: what takes more never ends.
const STEP_LIMIT: u64 = 1 << 30;

/// Runs the committed PTX on the CPU, and reports what a GPU would not: reads of memory that nothing wrote, races,
/// divergent collectives.
///
/// Memory may be larger than the host's: only what is written to takes any, and whole pages of one byte do not.
#[derive(Debug)]
pub struct PtxVm {
    /// In the order of [`MODULES`], each read when one of its entries is launched first.
    modules: Arc<[OnceLock<Result<Module, DriverError>>; MODULES.len()]>,
    /// A module, by its place among them, that has another text.
    replaced: Option<(usize, Arc<str>)>,
    memory: Arc<ptx_vm::Memory>,
    transfers: Arc<TransferCounts>,
    threads: usize,
}

/// A buffer of the interpreter, freed when dropped.
#[derive(Debug)]
pub struct VmMemory {
    memory: Arc<ptx_vm::Memory>,
    buffer: Buffer,
    bytes: usize,
    /// The host's memory that this stands for.
    borrowed: Option<u64>,
}

impl Drop for VmMemory {
    fn drop(&mut self) {
        if let Some(address) = self.borrowed {
            // SAFETY: that of `borrow`.
            let host = unsafe { host_bytes(address, self.bytes) };
            // It has as many bytes.
            let _ = self.memory.read(self.buffer, 0, host);
        }
        // Nothing but this frees it.
        let _ = self.memory.free(self.buffer);
    }
}

impl PtxVm {
    /// An interpreter of [`MODULES`] on as many threads of the host.
    pub fn new(threads: usize) -> Self {
        Self {
            modules: Arc::new([const { OnceLock::new() }; MODULES.len()]),
            replaced: None,
            memory: Arc::new(ptx_vm::Memory::new()),
            transfers: Arc::default(),
            threads,
        }
    }

    /// The same with another text of one of the [`MODULES`], to see whether a test notices.
    ///
    /// Whatever the text does, it does in the interpreter's memory: an access outside of a launch's buffers is
    /// reported and not made.
    ///
    /// # Errors
    /// [`DriverError::Ptx`], if there is no such module.
    pub fn with_module(self, name: &str, text: String) -> Result<Self, DriverError> {
        let number = MODULES.iter().position(|module| module.name() == name);
        let number = number.ok_or_else(|| DriverError::Ptx { reason: format!("no module {name}") })?;
        let modules = Arc::new([const { OnceLock::new() }; MODULES.len()]);
        Ok(Self { modules, replaced: Some((number, text.into())), ..self })
    }

    /// Another interpreter, with memory of its own, of the same texts: what one of both has read the other need not
    /// read.
    #[must_use]
    pub fn another(&self, threads: usize) -> Self {
        Self {
            modules: Arc::clone(&self.modules),
            replaced: self.replaced.clone(),
            memory: Arc::new(ptx_vm::Memory::new()),
            transfers: Arc::default(),
            threads,
        }
    }

    /// The transfers of this interpreter, which go on being counted: uploads and downloads of arrays, from and to pinned
    /// memory, too.
    #[must_use]
    pub fn transfers(&self) -> Arc<TransferCounts> {
        Arc::clone(&self.transfers)
    }

    fn write(&self, from: &[u8], to: &VmMemory) -> Result<(), DriverError> {
        self.memory.write(to.buffer, 0, from).map_err(|error| transfer(&error))
    }

    fn read(&self, from: &VmMemory, start: usize, to: &mut [u8]) -> Result<(), DriverError> {
        self.memory.read(from.buffer, start, to).map_err(|error| transfer(&error))
    }

    fn module(&self, entry: Entry<'_>) -> Result<&Module, DriverError> {
        let number = MODULES.iter().position(|module| module.name() == entry.module);
        let number = number.ok_or_else(|| DriverError::UnknownEntry { entry: entry.name.to_owned() })?;
        let read = || {
            let text = match &self.replaced {
                Some((replaced, text)) if *replaced == number => Cow::Borrowed(&**text),
                _ => MODULES[number].text(),
            };
            Module::parse(&text).map_err(|error| DriverError::Ptx { reason: error.to_string() })
        };
        self.modules[number].get_or_init(read).as_ref().map_err(Clone::clone)
    }
}

/// Memory of the host.
///
/// # Safety
/// So many bytes are there, and nothing else uses them.
unsafe fn host_bytes<'a>(address: u64, bytes: usize) -> &'a mut [u8] {
    if bytes == 0 {
        return &mut [];
    }
    // SAFETY: as the caller's.
    unsafe { slice::from_raw_parts_mut(ptr::with_exposed_provenance_mut(address as usize), bytes) }
}

fn transfer(error: &MemoryError) -> DriverError {
    DriverError::Transfer { reason: error.to_string() }
}

fn fits(bytes: usize, start: usize, length: usize) -> Result<(), DriverError> {
    match start.checked_add(length) {
        Some(end) if end <= bytes => Ok(()),
        _ => {
            Err(DriverError::Transfer { reason: format!("{length} bytes from byte {start} on are not inside {bytes}") })
        }
    }
}

impl Driver for PtxVm {
    type Memory = VmMemory;
    type Pinned = Vec<u8>;

    fn name(&self) -> String {
        match &self.replaced {
            None => "PTX interpreter".to_owned(),
            Some((number, _)) => format!("PTX interpreter, with another module {}", MODULES[*number].name()),
        }
    }

    fn allocate(&self, bytes: usize) -> Result<VmMemory, DriverError> {
        let buffer = self.memory.allocate(bytes).map_err(|_| DriverError::OutOfMemory { bytes })?;
        Ok(VmMemory { memory: Arc::clone(&self.memory), buffer, bytes, borrowed: None })
    }

    /// Of the host: the interpreter has a copy of it, which goes back when it is dropped.
    unsafe fn borrow(&self, address: u64, bytes: usize) -> Result<VmMemory, DriverError> {
        let mut memory = self.allocate(bytes)?;
        // SAFETY: as the caller's.
        self.write(unsafe { host_bytes(address, bytes) }, &memory)?;
        memory.borrowed = Some(address);
        Ok(memory)
    }

    fn fill(&self, memory: &mut VmMemory, start: usize, bytes: usize, value: u8) -> Result<(), DriverError> {
        self.memory.fill(memory.buffer, start, bytes, value).map_err(|error| transfer(&error))
    }

    fn write_words(&self, words: &[u32], to: &mut VmMemory) -> Result<(), DriverError> {
        let bytes: Vec<_> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
        self.write(&bytes, to)
    }

    fn upload(&self, from: &[u8], to: &mut VmMemory) -> Result<(), DriverError> {
        self.transfers.upload(from.len());
        self.write(from, to)
    }

    fn download(&self, from: &VmMemory, start: usize, to: &mut [u8]) -> Result<(), DriverError> {
        self.transfers.download(to.len());
        self.read(from, start, to)
    }

    fn copy(
        &self,
        from: &VmMemory,
        start: usize,
        to: &mut VmMemory,
        at: usize,
        bytes: usize,
    ) -> Result<(), DriverError> {
        fits(from.bytes, start, bytes)?;
        let mut contents = vec![0; bytes];
        self.read(from, start, &mut contents)?;
        self.memory.write(to.buffer, at, &contents).map_err(|error| transfer(&error))
    }

    fn allocate_pinned(&self, bytes: usize) -> Result<Vec<u8>, DriverError> {
        Ok(vec![0; bytes])
    }

    fn pinned<'p>(&self, memory: &'p Vec<u8>) -> Result<&'p [u8], DriverError> {
        Ok(memory)
    }

    fn pinned_mut<'p>(&self, memory: &'p mut Vec<u8>) -> Result<&'p mut [u8], DriverError> {
        Ok(memory)
    }

    fn upload_pinned(&self, from: &Vec<u8>, to: &mut VmMemory) -> Result<(), DriverError> {
        self.upload(from, to)
    }

    fn download_pinned(&self, from: &VmMemory, to: &mut Vec<u8>) -> Result<(), DriverError> {
        self.download(from, 0, to)
    }

    fn address(&self, memory: &VmMemory) -> u64 {
        // A buffer that is not dropped has an address.
        self.memory.address(memory.buffer).unwrap_or(0)
    }

    unsafe fn launch(
        &self,
        entry: Entry<'_>,
        grid: Grid,
        arguments: &mut [Argument<'_, VmMemory>],
        _others: &[&VmMemory],
    ) -> Result<(), DriverError> {
        let arguments: Vec<_> = arguments
            .iter()
            .map(|argument| match argument {
                Argument::Read(memory, offset) => ptx_vm::Argument::Pointer { buffer: memory.buffer, offset: *offset },
                Argument::Write(memory, offset) => ptx_vm::Argument::Pointer { buffer: memory.buffer, offset: *offset },
                Argument::Null => ptx_vm::Argument::U64(0),
                Argument::U32(word) => ptx_vm::Argument::U32(*word),
                Argument::U64(word) => ptx_vm::Argument::U64(*word),
            })
            .collect();
        let Grid { blocks: [x, y], threads, shared } = grid;
        let (grid, block) = ([x, y, 1], [threads, 1, 1]);
        let launch = Launch {
            grid,
            block,
            shared_bytes: shared,
            threads: self.threads,
            step_limit: STEP_LIMIT,
            ..Launch::default()
        };
        match self.module(entry)?.launch(&self.memory, entry.name, &launch, &arguments) {
            Ok(_) => Ok(()),
            Err(LaunchError::UnknownEntry { .. }) => Err(DriverError::UnknownEntry { entry: entry.name.to_owned() }),
            Err(error) => Err(DriverError::Launch { entry: entry.name.to_owned(), reason: error.to_string() }),
        }
    }

    fn synchronize(&self) -> Result<(), DriverError> {
        Ok(())
    }
}
