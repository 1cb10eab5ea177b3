//! A launch: checks its shape and arguments, runs its blocks.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};

use super::block::run_block;
use crate::error::{LaunchError, MemoryError};
use crate::fault::Fault;
use crate::memory::{Buffer, Memory, SHARED_LARGEST, State};
use crate::program::{Function, Module};

/// The shape of a launch, and how the host carries it out.
///
/// ```
/// let launch = ptx_vm::Launch { grid: [4, 1, 1], block: [128, 1, 1], ..Default::default() };
/// assert_eq!(launch.shared_bytes, 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launch {
    /// Blocks along x, y and z.
    pub grid: [u32; 3],
    /// Threads of a block along x, y and z.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory of a block.
    pub shared_bytes: u32,
    /// Host threads that run blocks, at least 1. Blocks are begun in ascending order. With 1 everything is
    /// deterministic, faults of races included.
    pub threads: usize,
    /// Instructions that one GPU thread may carry out.
    pub step_limit: u64,
    /// Takes votes, shuffles, matches and reductions of a warp for barriers that order memory, as `bar.warp.sync` is:
    /// warp-synchronous programs rely on it, the PTX memory model does not promise it. Without, what only they separate
    /// is reported as a race.
    pub collectives_order_memory: bool,
}

impl Default for Launch {
    /// One block of one thread, no dynamic shared memory, as many host threads as there are processors, 2³⁶
    /// instructions a thread, and the PTX memory model: votes and shuffles order nothing.
    fn default() -> Self {
        static PROCESSORS: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
        let threads = *PROCESSORS.get_or_init(|| std::thread::available_parallelism().map_or(1, NonZeroUsize::get));
        Launch {
            grid: [1; 3],
            block: [1; 3],
            shared_bytes: 0,
            threads,
            step_limit: 1 << 36,
            collectives_order_memory: false,
        }
    }
}

/// An argument of an entry. Its size must be that of the parameter.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Argument {
    U32(u32),
    U64(u64),
    F32(f32),
    F64(f64),
    /// The address of a byte of a buffer; `offset` may be the buffer's size, one past its end.
    Pointer {
        buffer: Buffer,
        offset: usize,
    },
    /// The bytes of a structure passed by value, or of any other parameter.
    Bytes(Vec<u8>),
}

/// What a launch did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statistics {
    /// Instructions carried out by all threads.
    pub instructions: u64,
    pub blocks: u64,
    pub threads: u64,
    /// Warp collectives (shuffles, votes, `bar.warp.sync`, …), one for each group of lanes.
    pub collectives: u64,
    /// Barriers of blocks that were passed.
    pub barriers: u64,
}

impl Statistics {
    pub(super) fn add(&mut self, other: Statistics) {
        self.instructions += other.instructions;
        self.blocks += other.blocks;
        self.threads += other.threads;
        self.collectives += other.collectives;
        self.barriers += other.barriers;
    }
}

/// What all blocks of a launch share.
pub(super) struct Grid<'l> {
    pub module: &'l Module,
    pub entry: &'l Function,
    pub entry_index: usize,
    pub buffers: &'l [State],
    pub arguments: Vec<u8>,
    pub grid_shape: [u32; 3],
    pub block_shape: [u32; 3],
    pub blocks: u64,
    /// Of a block.
    pub threads: u32,
    pub dynamic_shared: u32,
    pub first_instance: u64,
    pub concurrent: bool,
    pub step_limit: u64,
    pub collectives_order_memory: bool,
}

impl Grid<'_> {
    pub(super) fn thread_position(&self, linear: u32) -> [u32; 3] {
        let [x, y, _] = self.block_shape;
        [linear % x, linear / x % y, linear / x / y]
    }

    pub(super) fn block_position(&self, linear: u64) -> [u32; 3] {
        let [x, y, _] = self.grid_shape.map(u64::from);
        [(linear % x) as u32, (linear / x % y) as u32, (linear / x / y) as u32]
    }
}

/// Every run of a block by this process has its own number, so that shadows of earlier launches mean nothing to later
/// ones.
static INSTANCES: AtomicU64 = AtomicU64::new(1);
const LAST_INSTANCE: u64 = 1 << 40;

impl Module {
    /// Runs an entry of the module on `memory`, to the end of all its blocks or to the first fault.
    ///
    /// # Errors
    ///
    /// [`LaunchError::Fault`] if the program did what no GPU program may do; anything else if the launch was refused
    /// before it began.
    ///
    /// ```
    /// use ptx_vm::{Argument, Launch, Memory, Module};
    ///
    /// let module = Module::parse("
    ///     .version 7.0
    ///     .target sm_80
    ///     .address_size 64
    ///     .visible .entry double(.param .u64 numbers)
    ///     {
    ///         .reg .b32 %r<3>;
    ///         .reg .b64 %rd<4>;
    ///         ld.param.u64 %rd1, [numbers];
    ///         mov.u32 %r1, %tid.x;
    ///         mul.wide.u32 %rd2, %r1, 4;
    ///         add.s64 %rd3, %rd1, %rd2;
    ///         ld.global.u32 %r2, [%rd3];
    ///         shl.b32 %r2, %r2, 1;
    ///         st.global.u32 [%rd3], %r2;
    ///         ret;
    ///     }")?;
    /// let memory = Memory::new();
    /// let numbers = memory.allocate(8)?;
    /// memory.write(numbers, 0, &[3, 0, 0, 0, 5, 0, 0, 0])?;
    ///
    /// let launch = Launch { block: [2, 1, 1], ..Launch::default() };
    /// module.launch(&memory, "double", &launch, &[Argument::Pointer { buffer: numbers, offset: 0 }])?;
    /// let mut bytes = [0; 8];
    /// memory.read(numbers, 0, &mut bytes)?;
    /// assert_eq!(bytes, [6, 0, 0, 0, 10, 0, 0, 0]);
    ///
    /// // One thread too many is a fault, with its thread and line.
    /// let launch = Launch { block: [3, 1, 1], ..Launch::default() };
    /// let error = module.launch(&memory, "double", &launch, &[Argument::Pointer { buffer: numbers, offset: 0 }]).unwrap_err();
    /// let ptx_vm::LaunchError::Fault(fault) = error else { panic!("{error}") };
    /// assert_eq!((fault.thread, fault.line), ([2, 0, 0], 13));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn launch(
        &self,
        memory: &Memory,
        entry: &str,
        launch: &Launch,
        arguments: &[Argument],
    ) -> Result<Statistics, LaunchError> {
        let entry_index = *self.entry_by_name.get(entry).ok_or_else(|| LaunchError::UnknownEntry(entry.to_owned()))?;
        let entry = self.functions.get(entry_index).ok_or_else(|| LaunchError::UnknownEntry(entry.to_owned()))?;
        let (blocks, threads) = check_shape(entry, launch)?;
        let required = self.shared.bytes.saturating_add(launch.shared_bytes as usize);
        if required > SHARED_LARGEST {
            return Err(LaunchError::SharedMemory { required, limit: SHARED_LARGEST });
        }
        let arguments = pack(entry, memory, arguments)?;
        let first_instance = INSTANCES.fetch_add(blocks, Ordering::Relaxed);
        if first_instance.saturating_add(blocks) >= LAST_INSTANCE {
            return Err(shape_error(launch, "this process has run as many blocks as it can count"));
        }
        let host_threads = launch.threads.min(usize::try_from(blocks).unwrap_or(usize::MAX));
        let buffers = memory.buffers();
        let grid = Grid {
            module: self,
            entry,
            entry_index,
            buffers: &buffers,
            arguments,
            grid_shape: launch.grid,
            block_shape: launch.block,
            blocks,
            threads,
            dynamic_shared: launch.shared_bytes,
            first_instance,
            concurrent: host_threads > 1,
            step_limit: launch.step_limit,
            collectives_order_memory: launch.collectives_order_memory,
        };
        let queue = Queue {
            next: AtomicU64::new(0),
            end: AtomicU64::new(blocks),
            fault: Mutex::new(None),
            total: Mutex::default(),
        };
        if host_threads <= 1 {
            queue.work(&grid, memory);
        } else {
            std::thread::scope(|scope| {
                for _ in 1..host_threads {
                    // If the host has no more threads to give, the others do the work.
                    let _ = std::thread::Builder::new().spawn_scoped(scope, || queue.work(&grid, memory));
                }
                queue.work(&grid, memory);
            });
        }
        let Queue { fault, total, .. } = queue;
        match fault.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some((_, fault)) => Err(LaunchError::Fault(fault)),
            None => Ok(total.into_inner().unwrap_or_else(PoisonError::into_inner)),
        }
    }
}

/// Blocks in ascending order. After a fault only the blocks before it still run: the lowest fault is reported.
struct Queue {
    next: AtomicU64,
    end: AtomicU64,
    fault: Mutex<Option<(u64, Box<Fault>)>>,
    total: Mutex<Statistics>,
}

impl Queue {
    fn work(&self, grid: &Grid<'_>, memory: &Memory) {
        let mut arena = memory.take_arena();
        let mut statistics = Statistics::default();
        loop {
            let block = self.next.fetch_add(1, Ordering::Relaxed);
            if block >= self.end.load(Ordering::Acquire) {
                break;
            }
            if let Err(fault) = run_block(grid, block, &mut arena, &mut statistics) {
                let mut lowest = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
                if lowest.as_ref().is_none_or(|&(other, _)| block < other) {
                    *lowest = Some((block, fault));
                    self.end.store(block, Ordering::Release);
                }
            }
        }
        memory.return_arena(arena);
        self.total.lock().unwrap_or_else(PoisonError::into_inner).add(statistics);
    }
}

fn shape_error(launch: &Launch, reason: &'static str) -> LaunchError {
    LaunchError::Shape { grid: launch.grid, block: launch.block, reason }
}

/// Blocks of the grid and threads of a block.
fn check_shape(entry: &Function, launch: &Launch) -> Result<(u64, u32), LaunchError> {
    let refuse = |reason| Err(shape_error(launch, reason));
    let [x, y, z] = launch.block;
    if launch.grid.contains(&0) || launch.block.contains(&0) {
        return refuse("an extent is zero");
    }
    if x > 1024 || y > 1024 || z > 64 || u64::from(x) * u64::from(y) * u64::from(z) > 1024 {
        return refuse("a block has at most 1024 threads, and at most 64 along z");
    }
    let [grid_x, grid_y, grid_z] = launch.grid;
    if grid_x > i32::MAX as u32 || grid_y > 65_535 || grid_z > 65_535 {
        return refuse("a grid has at most 2147483647 blocks along x and 65535 along y and z");
    }
    let Some(blocks) =
        (u64::from(grid_x) * u64::from(grid_y)).checked_mul(u64::from(grid_z)).filter(|&blocks| blocks < LAST_INSTANCE)
    else {
        return refuse("there are more blocks than can ever run");
    };
    let product = |limit: [u32; 3]| limit.iter().fold(1u64, |product, &part| product.saturating_mul(u64::from(part)));
    let threads = x * y * z;
    if entry.maximum_threads.is_some_and(|limit| u64::from(threads) > product(limit)) {
        return refuse("the block is larger than the entry's `.maxntid`");
    }
    if entry.required_threads.is_some_and(|required| required != launch.block) {
        return refuse("the block has not the shape of the entry's `.reqntid`");
    }
    if launch.threads == 0 {
        return refuse("at least one host thread is needed");
    }
    Ok((blocks, threads))
}

fn pack(entry: &Function, memory: &Memory, arguments: &[Argument]) -> Result<Vec<u8>, LaunchError> {
    if arguments.len() != entry.parameters.len() {
        return Err(LaunchError::ArgumentCount { expected: entry.parameters.len(), found: arguments.len() });
    }
    let end = entry.parameters.last().map_or(0, |parameter| parameter.offset + parameter.size);
    let mut packed = vec![0; end];
    for (index, (parameter, argument)) in entry.parameters.iter().zip(arguments).enumerate() {
        let mut put = |bytes: &[u8]| {
            if bytes.len() != parameter.size {
                let (name, expected, found) = (parameter.name.clone(), parameter.size, bytes.len());
                return Err(LaunchError::ArgumentSize { index, name, expected, found });
            }
            if let Some(place) = packed.get_mut(parameter.offset..parameter.offset + parameter.size) {
                place.copy_from_slice(bytes);
            }
            Ok(())
        };
        match argument {
            Argument::U32(value) => put(&value.to_le_bytes())?,
            Argument::U64(value) => put(&value.to_le_bytes())?,
            Argument::F32(value) => put(&value.to_le_bytes())?,
            Argument::F64(value) => put(&value.to_le_bytes())?,
            Argument::Bytes(bytes) => put(bytes)?,
            &Argument::Pointer { buffer, offset } => {
                let fail = |error: MemoryError| LaunchError::ArgumentBuffer { index, error };
                let (address, size) = (memory.address(buffer).map_err(fail)?, memory.size(buffer).map_err(fail)?);
                if offset > size {
                    return Err(LaunchError::ArgumentOffset { index, offset, size });
                }
                put(&(address + offset as u64).to_le_bytes())?;
            }
        }
    }
    Ok(packed)
}
