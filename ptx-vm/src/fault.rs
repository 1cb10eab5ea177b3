//! What can go wrong while a program runs.

use std::fmt;

/// A state space of PTX.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Space {
    Global,
    Shared,
    Local,
    Constant,
    Parameter,
}

impl fmt::Display for Space {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Space::Global => "global",
            Space::Shared => "shared",
            Space::Local => "local",
            Space::Constant => "constant",
            Space::Parameter => "parameter",
        })
    }
}

/// Whether memory was read, written or both at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AccessKind {
    Read,
    Write,
    Atomic,
}

impl fmt::Display for AccessKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            AccessKind::Read => "read",
            AccessKind::Write => "write",
            AccessKind::Atomic => "atomic access",
        })
    }
}

/// The other side of a race.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Opponent {
    pub block: [u32; 3],
    /// `None` if several threads are possible.
    pub thread: Option<[u32; 3]>,
    pub access: AccessKind,
    /// Line of the PTX text, where it is known: that of the last write.
    pub line: Option<usize>,
}

/// The kind of a [`Fault`], with its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// An access that is not within one buffer or variable. `nearest` is the first address and the size of the nearest
    /// one, if there is one.
    OutOfBounds { space: Space, access: AccessKind, address: u64, size: usize, nearest: Option<(u64, usize)> },
    /// An access whose address is not a multiple of its size.
    Misaligned { space: Space, access: AccessKind, address: u64, size: usize },
    /// An access to a buffer after [`Memory::free`](crate::Memory::free).
    UseAfterFree { access: AccessKind, address: u64, size: usize, buffer: (u64, usize) },
    /// A read of memory that nothing wrote.
    Unwritten { space: Space, address: u64, size: usize },
    /// Two threads of a block touch the same byte of shared memory, one of them writes, and no barrier orders them.
    SharedRace { access: AccessKind, address: u64, other: Opponent },
    /// Two blocks of a launch, or two threads of a block without a barrier between them, touch the same byte of global
    /// memory, and one of them writes.
    GlobalRace { access: AccessKind, address: u64, other: Opponent },
    /// A load through the read-only path, `ld.global.nc`, of memory that the same launch wrote: by `other`, which may
    /// be the thread itself.
    ReadOnlyPath { address: u64, size: usize, other: Opponent },
    /// Lanes named in the mask of a collective cannot take part: they wait elsewhere (thread and line) or have exited.
    DivergentCollective { mask: u32, arrived: u32, exited: u32, waiting_elsewhere: Vec<([u32; 3], usize)> },
    /// A lane calls a collective with a mask that lacks the lane itself.
    NotInMask { mask: u32, lane: u32 },
    /// A shuffle takes the value of a lane that does not take part.
    AbsentLane { mask: u32, source: u32 },
    /// Threads of the block wait at different barriers. The other thread, and its line.
    DivergentBarrier { barrier: u32, other_barrier: u32, other_thread: [u32; 3], other_line: usize },
    /// A barrier with a number or a thread count that the hardware does not have.
    InvalidBarrier { barrier: u64, count: Option<u64> },
    /// No thread of the block can go on. Of each group of waiting threads: how many, the first one, and its line.
    Deadlock { waiting: Vec<(usize, [u32; 3], usize)> },
    /// The thread carried out more instructions than [`Launch::step_limit`](crate::Launch::step_limit).
    StepLimit { limit: u64 },
    /// The program called `trap`.
    Trap,
    /// The program called `brkpt`.
    Breakpoint,
    /// An integer division or remainder by zero, whose result the hardware does not define.
    DivisionByZero,
    /// A branch through a table with an index beyond its end.
    BranchIndex { index: u64, targets: usize },
    /// A write to a `.const` variable or to a parameter of an entry.
    ReadOnly { space: Space, address: u64 },
    /// Calls nested too deep.
    StackOverflow { depth: usize },
    /// The host has no memory left for a page of a buffer that the program writes to.
    OutOfMemory { address: u64 },
    /// Control ran past the last instruction of a function.
    EndOfCode,
    /// A state that the interpreter holds to be impossible: a defect of this crate.
    Internal(&'static str),
}

/// Why a launch was stopped: what went wrong, in which thread and on which line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    pub kind: FaultKind,
    pub entry: String,
    pub block: [u32; 3],
    pub thread: [u32; 3],
    /// Line of the PTX text, counted from 1.
    pub line: usize,
    /// The text of that line.
    pub source: String,
    /// File, line and column of the program that the PTX was made from, where the text has `.loc` directives.
    pub place: Option<(String, u32, u32)>,
}

impl fmt::Display for Opponent {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "a {} by ", self.access)?;
        match self.thread {
            Some(thread) => write!(formatter, "thread {thread:?} of block {:?}", self.block)?,
            None => write!(formatter, "several threads of block {:?}", self.block)?,
        }
        match self.line {
            Some(line) => write!(formatter, " on line {line}"),
            None => Ok(()),
        }
    }
}

fn nearest_text(nearest: &Option<(u64, usize)>) -> String {
    match nearest {
        Some((first, size)) => format!("the nearest is {size} bytes at {first:#x}"),
        None => "there is none near".to_owned(),
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultKind::OutOfBounds { space, access, address, size, nearest } => {
                write!(
                    formatter,
                    "{access} of {size} bytes at {address:#x} is out of bounds of every {space} buffer or variable \
                        ({})",
                    nearest_text(nearest)
                )
            }
            FaultKind::Misaligned { space, access, address, size } => {
                write!(formatter, "{access} of {size} bytes of {space} memory at {address:#x} is misaligned")
            }
            FaultKind::UseAfterFree { access, address, size, buffer } => {
                write!(
                    formatter,
                    "{access} of {size} bytes at {address:#x} in a buffer that was freed ({} bytes at {:#x})",
                    buffer.1, buffer.0
                )
            }
            FaultKind::Unwritten { space, address, size } => {
                write!(formatter, "read of {size} bytes of {space} memory at {address:#x} that nothing wrote")
            }
            FaultKind::SharedRace { access, address, other } => {
                write!(formatter, "{access} of shared memory at {address:#x} races with {other}")
            }
            FaultKind::GlobalRace { access, address, other } => {
                write!(formatter, "{access} of global memory at {address:#x} races with {other}")
            }
            FaultKind::ReadOnlyPath { address, size, other } => {
                write!(formatter, "read of {size} bytes at {address:#x} through the read-only path after {other}")
            }
            FaultKind::DivergentCollective { mask, arrived, exited, waiting_elsewhere } => {
                write!(
                    formatter,
                    "the mask {mask:#010x} names lanes that do not arrive: arrived {arrived:#010x}, exited \
                        {exited:#010x}"
                )?;
                for (thread, line) in waiting_elsewhere {
                    write!(formatter, ", thread {thread:?} waits on line {line}")?;
                }
                Ok(())
            }
            FaultKind::NotInMask { mask, lane } => {
                write!(formatter, "the mask {mask:#010x} lacks lane {lane}, which calls")
            }
            FaultKind::AbsentLane { mask, source } => {
                write!(
                    formatter,
                    "the shuffle takes a value from lane {source}, which does not take part (mask {mask:#010x})"
                )
            }
            FaultKind::DivergentBarrier { barrier, other_barrier, other_thread, other_line } => {
                write!(
                    formatter,
                    "waits at barrier {barrier} while thread {other_thread:?} waits at barrier {other_barrier} on line \
                        {other_line}"
                )
            }
            FaultKind::InvalidBarrier { barrier, count } => match count {
                Some(count) => write!(formatter, "barrier {barrier} with a count of {count} threads does not exist"),
                None => write!(formatter, "barrier {barrier} does not exist"),
            },
            FaultKind::Deadlock { waiting } => {
                formatter.write_str("no thread of the block can go on:")?;
                for (position, (count, thread, line)) in waiting.iter().enumerate() {
                    let comma = if position == 0 { "" } else { "," };
                    write!(formatter, "{comma} {count} wait on line {line} (first {thread:?})")?;
                }
                Ok(())
            }
            FaultKind::StepLimit { limit } => write!(formatter, "more than {limit} instructions"),
            FaultKind::Trap => formatter.write_str("trap"),
            FaultKind::Breakpoint => formatter.write_str("breakpoint"),
            FaultKind::DivisionByZero => formatter.write_str("integer division by zero"),
            FaultKind::BranchIndex { index, targets } => {
                write!(formatter, "branch by index {index} into a table of {targets}")
            }
            FaultKind::ReadOnly { space, address } => {
                write!(formatter, "write to read-only {space} memory at {address:#x}")
            }
            FaultKind::StackOverflow { depth } => write!(formatter, "more than {depth} nested calls"),
            FaultKind::OutOfMemory { address } => {
                write!(formatter, "the host has no memory for what is written at {address:#x}")
            }
            FaultKind::EndOfCode => formatter.write_str("control ran past the end of the function"),
            FaultKind::Internal(what) => write!(formatter, "defect of the interpreter: {what}"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{} in thread {:?} of block {:?} of entry {} on line {}: `{}`",
            self.kind, self.thread, self.block, self.entry, self.line, self.source
        )?;
        match &self.place {
            Some((file, line, column)) => write!(formatter, " (made from {file}:{line}:{column})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Fault {}
