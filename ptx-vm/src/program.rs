//! The decoded form of a module: what the interpreter runs.

use std::collections::HashMap;
use std::sync::Arc;

use crate::fault::Space;
use crate::memory::{SharedLayout, Variable};
use crate::operation::{Binary, Comparison, Conversion, Ternary, Unary};

/// A place in a function's frame. Constants have places too, so that every operand is read in the same way.
pub(crate) type Slot = u16;

/// The slot that takes results nobody asked for.
pub(crate) const SINK: Slot = 0;

/// One `.param` of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parameter {
    pub name: String,
    /// Bytes.
    pub size: usize,
    /// Bytes, a power of two.
    pub align: usize,
    /// From the start of the parameter block.
    pub offset: usize,
}

/// A parsed PTX module: its entries can be [launched](Module::launch).
///
/// Parsing reads, checks and decodes the whole text once. A module can be launched many times, by several host threads
/// at once. The variables of the module (`.global` and `.const`) live in it and keep their contents from launch to
/// launch.
#[derive(Debug)]
pub struct Module {
    pub(crate) text: String,
    pub(crate) lines: Vec<std::ops::Range<usize>>,
    pub(crate) functions: Vec<Function>,
    pub(crate) entries: Vec<usize>,
    pub(crate) entry_by_name: HashMap<String, usize>,
    pub(crate) variables: Vec<Variable>,
    pub(crate) shared: Arc<SharedLayout>,
    pub(crate) files: HashMap<u64, String>,
}

#[derive(Debug, Default)]
pub(crate) struct Function {
    pub name: String,
    pub entry: bool,
    /// False while only a declaration has been seen.
    pub defined: bool,
    pub parameters: Vec<Parameter>,
    pub results: Vec<Parameter>,
    pub code: Vec<Instruction>,
    /// Of each instruction, the line of the text.
    pub lines: Vec<u32>,
    /// Of each instruction, its place in the source program by `.loc`, if the text has any.
    pub places: Vec<Option<SourcePlace>>,
    /// The frame as it is at the start: registers zero, constants in their slots.
    pub frame: Vec<u64>,
    pub lists: Vec<Slot>,
    pub targets: Vec<u32>,
    pub calls: Vec<Call>,
    pub collectives: Vec<Collective>,
    pub barriers: Vec<Barrier>,
    /// Bytes of parameters of this function, its results and those of the functions that it calls.
    pub parameter_bytes: usize,
    pub local_bytes: usize,
    pub maximum_threads: Option<[u32; 3]>,
    pub required_threads: Option<[u32; 3]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SourcePlace {
    pub file: u64,
    pub line: u32,
    pub column: u32,
}

/// How a memory instruction touches memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Access {
    /// `None`: a generic address.
    pub space: Option<Space>,
    /// Of one element.
    pub bytes: u8,
    /// Elements, 1, 2 or 4.
    pub count: u8,
    /// Extend the sign of what is loaded to this many bits; 0 is not at all.
    pub sign_bits: u8,
    /// Relaxed, acquire, release or volatile: does not race with its like.
    pub strong: bool,
    /// Through the read-only path, `.nc`: nothing may write there during the launch.
    pub read_only: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SpecialRegister {
    Thread(u8),
    ThreadCount(u8),
    Block(u8),
    BlockCount(u8),
    Lane,
    Warp,
    WarpCount,
    LanesEqual,
    LanesBelow,
    LanesUpTo,
    LanesAbove,
    LanesFrom,
    DynamicShared,
    TotalShared,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AtomicOperation {
    Add,
    MinimumSigned,
    MinimumUnsigned,
    MaximumSigned,
    MaximumUnsigned,
    And,
    Or,
    Xor,
    Exchange,
    CompareExchange,
    Increment,
    Decrement,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Instruction {
    Move {
        d: Slot,
        a: Slot,
    },
    Special {
        d: Slot,
        register: SpecialRegister,
    },
    Unary {
        operation: Unary,
        d: Slot,
        a: Slot,
    },
    Binary {
        operation: Binary,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    /// Integer division and remainder: the ones that can fault.
    Divide {
        operation: Binary,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Ternary {
        operation: Ternary,
        d: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    /// Any function of three bits, by its truth table.
    Logic {
        d: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
        table: u8,
    },
    Compare {
        operation: Comparison,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Select {
        d: Slot,
        a: Slot,
        b: Slot,
        predicate: Slot,
    },
    /// Takes the low `from` bits, extends them with the sign or with zeros, keeps `to` bits.
    Extend {
        d: Slot,
        a: Slot,
        from: u8,
        signed: bool,
        to: u8,
    },
    Convert {
        d: Slot,
        a: Slot,
        conversion: Conversion,
    },
    Extract {
        d: Slot,
        a: Slot,
        shift: u8,
        bits: u8,
    },
    Pack {
        d: Slot,
        a: Slot,
        b: Slot,
        shift: u8,
    },
    /// Addition and subtraction with the carry flag.
    Carry {
        d: Slot,
        a: Slot,
        b: Slot,
        bits: u8,
        subtract: bool,
        take: bool,
        set: bool,
    },
    LoadArgument {
        d: Slot,
        offset: u32,
        access: Access,
    },
    LoadFrame {
        d: Slot,
        offset: u32,
        access: Access,
    },
    StoreFrame {
        a: Slot,
        offset: u32,
        access: Access,
    },
    Load {
        d: Slot,
        address: Slot,
        offset: i32,
        access: Access,
    },
    /// `list` is the first of `access.count` slots in the function's lists.
    LoadVector {
        list: u32,
        address: Slot,
        offset: i32,
        access: Access,
    },
    Store {
        a: Slot,
        address: Slot,
        offset: i32,
        access: Access,
    },
    StoreVector {
        list: u32,
        address: Slot,
        offset: i32,
        access: Access,
    },
    Atomic {
        operation: AtomicOperation,
        wide: bool,
        space: Option<Space>,
        d: Slot,
        address: Slot,
        b: Slot,
        c: Slot,
        offset: i32,
    },
    /// The address of a variable in the function's own frame of local memory.
    LocalAddress {
        d: Slot,
        offset: u32,
    },
    ToGeneric {
        d: Slot,
        a: Slot,
        space: Space,
    },
    FromGeneric {
        d: Slot,
        a: Slot,
        space: Space,
    },
    IsSpace {
        d: Slot,
        a: Slot,
        space: Space,
    },
    /// Runs the next `count` instructions only if the predicate is not `unless`.
    Guard {
        predicate: Slot,
        unless: bool,
        count: u8,
    },
    Branch {
        target: u32,
    },
    BranchIf {
        predicate: Slot,
        unless: bool,
        target: u32,
    },
    BranchIndex {
        a: Slot,
        first: u32,
        count: u32,
    },
    Call {
        call: u32,
    },
    Return,
    Exit,
    Trap,
    Breakpoint,
    Collective {
        collective: u32,
    },
    Barrier {
        barrier: u32,
    },
    Nothing,
}

/// Bytes copied between the caller's and the callee's parameters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Transfer {
    pub caller: usize,
    pub callee: usize,
    pub size: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub function: usize,
    pub arguments: Vec<Transfer>,
    pub results: Vec<Transfer>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShuffleMode {
    Up,
    Down,
    Butterfly,
    Index,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reduction {
    Add,
    And,
    Or,
    Xor,
    MinimumSigned,
    MinimumUnsigned,
    MaximumSigned,
    MaximumUnsigned,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CollectiveKind {
    Shuffle(ShuffleMode),
    VoteAll,
    VoteAny,
    VoteUniform,
    Ballot,
    MatchAny,
    MatchAll,
    Reduce(Reduction),
    Synchronize,
    Elect,
    /// `activemask`: the lanes that meet here when none of them can go on otherwise.
    Active,
}

/// An instruction that several lanes of a warp carry out together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Collective {
    pub kind: CollectiveKind,
    pub d: Slot,
    pub predicate: Slot,
    pub a: Slot,
    pub b: Slot,
    pub c: Slot,
    pub mask: Slot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BarrierReduction {
    Count,
    And,
    Or,
}

/// A barrier of the block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Barrier {
    pub id: Slot,
    /// Threads expected; without it, all threads of the block.
    pub count: Option<Slot>,
    pub aligned: bool,
    /// Does not wait.
    pub arrive: bool,
    pub reduction: Option<(BarrierReduction, Slot, Slot)>,
}

impl Module {
    /// The names of the entries, in the order of the text.
    pub fn entries(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().filter_map(|&index| self.functions.get(index)).map(|function| function.name.as_str())
    }

    /// The parameters of an entry; `None` if there is no entry of this name.
    pub fn parameters(&self, entry: &str) -> Option<&[Parameter]> {
        self.entry(entry).map(|function| function.parameters.as_slice())
    }

    pub(crate) fn entry(&self, name: &str) -> Option<&Function> {
        self.entry_by_name.get(name).and_then(|&index| self.functions.get(index))
    }

    /// The text of a line, counted from 1, without its surrounding space.
    pub(crate) fn line(&self, number: u32) -> &str {
        let range = self.lines.get((number as usize).wrapping_sub(1)).cloned().unwrap_or_default();
        self.text.get(range).unwrap_or_default().trim()
    }
}
