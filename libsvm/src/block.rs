//! Text in blocks of whole lines.

use std::{
    io::{self, Read, Seek},
    mem,
};

use crate::compression::Decompressed;

/// Why there is no next block.
#[derive(Debug)]
pub(super) enum BlockFault {
    Io(io::Error),
    LineTooLong { max: usize },
}

/// Whole lines, and the start of the line after them.
#[derive(Debug, Default)]
struct Block {
    buffer: Vec<u8>,
    /// Where the whole lines end.
    cut: usize,
    filled: usize,
    fault: Option<BlockFault>,
}

#[derive(Debug)]
struct Source<R> {
    read: Decompressed<R>,
    ended: bool,
    pending: Option<io::Error>,
    size: usize,
    longest_line: usize,
}

/// A source in blocks of at most a given size, each cut after its last line feed; the last one ends with the input. A
/// line longer than a block makes the block grow. There are two blocks, so that one may be loaded while the other is in
/// use.
#[derive(Debug)]
pub(super) struct Blocks<R> {
    source: Source<R>,
    /// Where a reset goes, if the source can seek.
    start: Option<u64>,
    current: Block,
    /// What was taken of the current block.
    taken: usize,
    next: Block,
    next_loaded: bool,
}

impl<R: Read> Blocks<R> {
    pub(super) fn new(read: R, start: Option<u64>, size: usize, longest_line: usize) -> Self {
        let longest_line = longest_line.max(1);
        Self {
            source: Source {
                read: Decompressed::new(read),
                ended: false,
                pending: None,
                size: size.clamp(1, longest_line),
                longest_line,
            },
            start,
            current: Block::default(),
            taken: 0,
            next: Block::default(),
            next_loaded: false,
        }
    }

    /// The lines of the current block that were not taken.
    pub(super) fn text(&self) -> &[u8] {
        &self.current.buffer[self.taken..self.current.cut]
    }

    pub(super) fn take(&mut self, bytes: usize) {
        self.taken += bytes;
    }

    #[cfg(all(test, feature = "threads"))]
    pub(super) fn capacity(&self) -> usize {
        self.current.buffer.capacity() + self.next.buffer.capacity()
    }

    /// Replaces the block by the next one; `false` at the end of the input. What can be read before a fault comes
    /// before it.
    pub(super) fn advance(&mut self) -> Result<bool, BlockFault> {
        if !mem::take(&mut self.next_loaded) {
            self.source.load(self.current.start_of_next(), &mut self.next);
        }
        mem::swap(&mut self.current, &mut self.next);
        self.taken = 0;
        self.current.fault.take().map_or(Ok(self.current.cut > 0), Err)
    }

    /// The current text, and a call that loads the next block meanwhile.
    pub(super) fn text_and_load(&mut self) -> (&[u8], impl FnOnce()) {
        let Self { source, current, taken, next, next_loaded, .. } = self;
        let current = &*current;
        (&current.buffer[*taken..current.cut], move || {
            source.load(current.start_of_next(), next);
            *next_loaded = true;
        })
    }
}

impl<R: Read + Seek> Blocks<R> {
    /// Goes back to the start; `None` for a stream.
    pub(super) fn reset(&mut self) -> Option<io::Result<()>> {
        let start = self.start?;
        self.current.clear();
        (self.taken, self.next_loaded) = (0, false);
        (self.source.ended, self.source.pending) = (false, None);
        Some(self.source.read.restart(start))
    }
}

impl Block {
    fn start_of_next(&self) -> &[u8] {
        &self.buffer[self.cut..self.filled]
    }

    fn clear(&mut self) {
        (self.cut, self.filled, self.fault) = (0, 0, None);
    }
}

impl<R: Read> Source<R> {
    /// Makes a block of the start of a line and of what follows it.
    fn load(&mut self, start: &[u8], block: &mut Block) {
        block.clear();
        let size = self.size.max(start.len());
        if block.buffer.len() < size {
            // New zeros cost nothing until they are used; a small file uses few.
            block.buffer = vec![0; size];
        }
        block.buffer[..start.len()].copy_from_slice(start);
        block.filled = start.len();
        let mut searched = 0;
        loop {
            self.fill(block);
            if let Some(last) = block.buffer[searched..block.filled].iter().rposition(|&byte| byte == b'\n') {
                block.cut = searched + last + 1;
            } else if let Some(error) = self.pending.take() {
                block.fault = Some(BlockFault::Io(error));
            } else if self.ended {
                block.cut = block.filled;
            } else if block.filled >= self.longest_line {
                block.fault = Some(BlockFault::LineTooLong { max: self.longest_line });
            } else {
                searched = block.filled;
                block.buffer.resize(block.buffer.len().saturating_mul(2).min(self.longest_line), 0);
                continue;
            }
            return;
        }
    }

    fn fill(&mut self, block: &mut Block) {
        while !self.ended && self.pending.is_none() && block.filled < block.buffer.len() {
            match self.read.read(&mut block.buffer[block.filled..]) {
                Ok(0) => self.ended = true,
                Ok(bytes) => block.filled += bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => self.pending = Some(error),
            }
        }
    }
}
