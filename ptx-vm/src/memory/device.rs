//! Device memory, as the host sees it.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard};

use super::address::{BUFFER_FIRST, MODULE_FIRST};
use super::pages::NoRoom;
use super::segment::Segment;
use crate::error::MemoryError;
use crate::execute::Arena;

/// Names a buffer of a [`Memory`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Buffer {
    memory: u32,
    index: u32,
}

#[derive(Debug)]
pub(crate) enum State {
    Live(Segment),
    Freed { base: u64, size: usize },
}

/// All buffers, locked against allocation.
type Buffers<'m> = RwLockReadGuard<'m, Vec<State>>;

/// Device memory: separate buffers that the host allocates, fills and reads, and that launches work on.
///
/// Each buffer has bounds of its own, its address is a multiple of 256, and there are gigabytes of guard between any
/// two. What nothing has written cannot be read, by the program or by the host.
///
/// ```
/// use ptx_vm::{Memory, MemoryError};
///
/// let memory = Memory::new();
/// let buffer = memory.allocate(8)?;
/// memory.write(buffer, 0, &[1, 2, 3, 4])?;
/// let mut first = [0; 4];
/// memory.read(buffer, 0, &mut first)?;
/// assert_eq!(first, [1, 2, 3, 4]);
/// assert_eq!(memory.read(buffer, 2, &mut first), Err(MemoryError::Unwritten { offset: 4 }));
/// memory.free(buffer)?;
/// assert_eq!(memory.size(buffer), Err(MemoryError::UnknownBuffer));
/// # Ok::<(), MemoryError>(())
/// ```
#[derive(Debug)]
pub struct Memory {
    id: u32,
    buffers: RwLock<Vec<State>>,
    /// What runs of blocks need, kept for the next launch.
    arenas: Mutex<Vec<Arena>>,
}

impl Default for Memory {
    fn default() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        Memory { id: NEXT.fetch_add(1, Ordering::Relaxed), buffers: RwLock::default(), arenas: Mutex::default() }
    }
}

impl Memory {
    /// Memory without buffers.
    #[must_use]
    pub fn new() -> Self {
        Memory::default()
    }

    /// A new buffer, of which nothing is written. Zero bytes are allowed, and more bytes than the host has: only pages
    /// of 64 KiB that something writes to take memory of the host, eight bytes for each of theirs.
    ///
    /// # Errors
    ///
    /// [`MemoryError::OutOfMemory`] for more than 32 GiB, and if there is no room for a list of the pages.
    pub fn allocate(&self, bytes: usize) -> Result<Buffer, MemoryError> {
        let mut buffers = self.buffers.write().unwrap_or_else(PoisonError::into_inner);
        let slot = BUFFER_FIRST + buffers.len() as u64;
        let room = u32::try_from(buffers.len()).ok().filter(|_| slot < MODULE_FIRST);
        let (Some(index), Some(segment)) = (room, Segment::new(slot, bytes)) else {
            return Err(MemoryError::OutOfMemory { bytes });
        };
        buffers.push(State::Live(segment));
        Ok(Buffer { memory: self.id, index })
    }

    /// Gives a buffer back. Its address is not used again: a later access through it is reported as one to freed
    /// memory.
    ///
    /// # Errors
    ///
    /// [`MemoryError::UnknownBuffer`]
    pub fn free(&self, buffer: Buffer) -> Result<(), MemoryError> {
        let mut buffers = self.buffers.write().unwrap_or_else(PoisonError::into_inner);
        match buffers.get_mut(buffer.index as usize) {
            Some(state @ State::Live(_)) if buffer.memory == self.id => {
                if let State::Live(segment) = state {
                    *state = State::Freed { base: segment.base(), size: segment.size() };
                }
                Ok(())
            }
            _ => Err(MemoryError::UnknownBuffer),
        }
    }

    /// Copies bytes of the host into a buffer. Whole pages of one byte again and again take no memory.
    ///
    /// # Errors
    ///
    /// [`MemoryError::UnknownBuffer`], [`MemoryError::OutOfBounds`], [`MemoryError::OutOfMemory`]
    pub fn write(&self, buffer: Buffer, offset: usize, bytes: &[u8]) -> Result<(), MemoryError> {
        self.with(buffer, |segment| {
            within(segment, offset, bytes.len())?;
            segment.copy_in(offset, bytes).map_err(|NoRoom| MemoryError::OutOfMemory { bytes: segment.size() })
        })
    }

    /// Writes one byte to `length` bytes from `offset` on. Whole pages take no memory.
    ///
    /// ```
    /// # use ptx_vm::{Memory, MemoryError};
    /// let memory = Memory::new();
    /// let large = memory.allocate(20 << 30)?;
    /// memory.fill(large, 0, 20 << 30, 7)?;
    /// memory.write(large, 10 << 30, &[1])?;
    /// let mut bytes = [0; 2];
    /// memory.read(large, 10 << 30, &mut bytes)?;
    /// assert_eq!(bytes, [1, 7]);
    /// # Ok::<(), MemoryError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`MemoryError::UnknownBuffer`], [`MemoryError::OutOfBounds`], [`MemoryError::OutOfMemory`]
    pub fn fill(&self, buffer: Buffer, offset: usize, length: usize, byte: u8) -> Result<(), MemoryError> {
        self.with(buffer, |segment| {
            within(segment, offset, length)?;
            segment.fill(offset, length, byte).map_err(|NoRoom| MemoryError::OutOfMemory { bytes: segment.size() })
        })
    }

    /// Copies bytes of a buffer to the host.
    ///
    /// # Errors
    ///
    /// [`MemoryError::UnknownBuffer`], [`MemoryError::OutOfBounds`], or [`MemoryError::Unwritten`] if one of the bytes
    /// was never written. What was copied before the error is unspecified.
    pub fn read(&self, buffer: Buffer, offset: usize, to: &mut [u8]) -> Result<(), MemoryError> {
        self.with(buffer, |segment| {
            within(segment, offset, to.len())?;
            segment.copy_out(offset, to).map_err(|offset| MemoryError::Unwritten { offset })
        })
    }

    /// Bytes of a buffer.
    ///
    /// # Errors
    ///
    /// [`MemoryError::UnknownBuffer`]
    pub fn size(&self, buffer: Buffer) -> Result<usize, MemoryError> {
        self.with(buffer, |segment| Ok(segment.size()))
    }

    /// The address that programs see.
    ///
    /// # Errors
    ///
    /// [`MemoryError::UnknownBuffer`]
    pub fn address(&self, buffer: Buffer) -> Result<u64, MemoryError> {
        self.with(buffer, |segment| Ok(segment.base()))
    }

    fn with<T>(
        &self,
        buffer: Buffer,
        action: impl FnOnce(&Segment) -> Result<T, MemoryError>,
    ) -> Result<T, MemoryError> {
        match self.buffers().get(buffer.index as usize) {
            Some(State::Live(segment)) if buffer.memory == self.id => action(segment),
            _ => Err(MemoryError::UnknownBuffer),
        }
    }

    pub(crate) fn buffers(&self) -> Buffers<'_> {
        self.buffers.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn take_arena(&self) -> Arena {
        self.arenas.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    pub(crate) fn return_arena(&self, arena: Arena) {
        self.arenas.lock().unwrap_or_else(PoisonError::into_inner).push(arena);
    }
}

fn within(segment: &Segment, offset: usize, length: usize) -> Result<(), MemoryError> {
    let size = segment.size();
    if offset <= size && length <= size - offset {
        Ok(())
    } else {
        Err(MemoryError::OutOfBounds { offset, length, size })
    }
}
