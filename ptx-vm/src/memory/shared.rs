//! Memory of one block.

use crate::parse::Reason;
use crate::race::{Accessor, Conflict, Objection};

/// First address of static variables: address 0 is nobody's.
const STATIC_START: u64 = 1024;
/// First address of the memory whose size the launch gives.
const DYNAMIC_START: u64 = 1 << 18;
/// Between static variables, so that an overrun does not meet the next one.
const GAP: u64 = 256;
/// The most that a block can have on any GPU.
pub(crate) const LARGEST: usize = 227 << 10;

/// Where the static variables are.
#[derive(Debug, Default)]
pub(crate) struct SharedLayout {
    /// First address and end of each, ascending.
    variables: Vec<(u64, u64)>,
    pub bytes: usize,
    pub dynamic_align: usize,
}

impl SharedLayout {
    pub(crate) fn place(&mut self, size: usize, align: usize) -> Result<u64, Reason> {
        let end = self.variables.last().map_or(STATIC_START, |&(_, end)| end + GAP);
        let start = end.next_multiple_of(align.max(1) as u64);
        let end = start.saturating_add(size as u64);
        self.bytes = self.bytes.saturating_add(size);
        if self.bytes > LARGEST || end >= DYNAMIC_START {
            return Err("the shared variables are larger than any GPU's shared memory".to_owned());
        }
        self.variables.push((start, end));
        Ok(start)
    }

    pub(crate) fn dynamic_address(&mut self, align: usize) -> u64 {
        self.dynamic_align = self.dynamic_align.max(align);
        DYNAMIC_START
    }
}

#[derive(Clone, Debug, Default)]
struct Cell {
    data: u32,
    /// The run of a block that the rest belongs to.
    epoch: u32,
    writer_clock: u32,
    reader_clock: u32,
    writer_line: u32,
    reader_line: u32,
    writer: u16,
    reader: u16,
    written: u8,
    /// Bytes of the last write.
    writer_bytes: u8,
    reader_bytes: u8,
    flags: u8,
}

const WRITER_STRONG: u8 = 4;
const READER_STRONG: u8 = 8;

#[derive(Debug, Default)]
pub(crate) struct SharedMemory {
    fixed: Vec<Cell>,
    dynamic: Vec<Cell>,
    dynamic_bytes: usize,
    epoch: u32,
}

impl SharedMemory {
    /// For the next block.
    pub(crate) fn begin(&mut self, layout: &SharedLayout, dynamic_bytes: usize) {
        if self.epoch == u32::MAX {
            self.fixed.clear();
            self.dynamic.clear();
            self.epoch = 0;
        }
        self.epoch += 1;
        let end = layout.variables.last().map_or(STATIC_START, |&(_, end)| end);
        let fixed = usize::try_from((end - STATIC_START).div_ceil(4)).unwrap_or(0);
        if self.fixed.len() < fixed {
            self.fixed.resize(fixed, Cell::default());
        }
        let dynamic = dynamic_bytes.div_ceil(4);
        if self.dynamic.len() < dynamic {
            self.dynamic.resize(dynamic, Cell::default());
        }
        self.dynamic_bytes = dynamic_bytes;
    }

    /// The variable that holds the address, or else the nearest one: first address and size.
    pub(crate) fn nearest(&self, layout: &SharedLayout, address: u64) -> Option<(u64, usize)> {
        let dynamic = (self.dynamic_bytes > 0).then_some((DYNAMIC_START, DYNAMIC_START + self.dynamic_bytes as u64));
        let all = layout.variables.iter().copied().chain(dynamic);
        all.min_by_key(|&(start, end)| if address < start { start - address } else { address.saturating_sub(end) })
            .map(|(start, end)| (start, (end - start) as usize))
    }

    fn within(&self, layout: &SharedLayout, address: u64, bytes: usize) -> bool {
        let end = address.saturating_add(bytes as u64);
        if address >= DYNAMIC_START {
            return end <= DYNAMIC_START + self.dynamic_bytes as u64;
        }
        layout.variables.iter().any(|&(start, limit)| address >= start && end <= limit)
    }

    /// Whether the access lies within one variable.
    pub(crate) fn contains(&self, layout: &SharedLayout, address: u64, bytes: usize) -> bool {
        self.within(layout, address, bytes)
    }

    fn cell(&mut self, address: u64) -> Option<&mut Cell> {
        let epoch = self.epoch;
        let cell = if address >= DYNAMIC_START {
            self.dynamic.get_mut((address - DYNAMIC_START) as usize / 4)
        } else {
            self.fixed.get_mut(address.wrapping_sub(STATIC_START) as usize / 4)
        }?;
        if cell.epoch != epoch {
            *cell = Cell { epoch, ..Cell::default() };
        }
        Some(cell)
    }

    /// An aligned read of 1, 2, 4 or 8 bytes within a variable.
    pub(crate) fn read(
        &mut self,
        address: u64,
        bytes: usize,
        who: &Accessor<'_>,
        strong: bool,
        line: u32,
    ) -> Result<u64, Objection> {
        if bytes == 8 {
            let low = self.read(address, 4, who, strong, line)?;
            return Ok(self.read(address + 4, 4, who, strong, line)? << 32 | low);
        }
        let lane = (address % 4) as u32;
        let mask = ((1u8 << bytes) - 1) << lane;
        let Some(cell) = self.cell(address) else { return Err(Objection::Unwritten) };
        cell.check_read(who, mask, strong, line)?;
        Ok(u64::from(cell.data >> (8 * lane)) & crate::operation::mask(8 * bytes as u8))
    }

    pub(crate) fn write(
        &mut self,
        address: u64,
        bytes: usize,
        value: u64,
        who: &Accessor<'_>,
        strong: bool,
        line: u32,
    ) -> Result<(), Objection> {
        if bytes == 8 {
            self.write(address, 4, value, who, strong, line)?;
            return self.write(address + 4, 4, value >> 32, who, strong, line);
        }
        let lane = (address % 4) as u32;
        let mask = ((1u8 << bytes) - 1) << lane;
        let Some(cell) = self.cell(address) else { return Ok(()) };
        cell.check_write(who, mask, strong, line)?;
        let bits = (crate::operation::mask(8 * bytes as u8) as u32) << (8 * lane);
        cell.data = cell.data & !bits | (value as u32) << (8 * lane) & bits;
        Ok(())
    }

    pub(crate) fn update(
        &mut self,
        address: u64,
        wide: bool,
        who: &Accessor<'_>,
        line: u32,
        change: impl Fn(u64) -> u64,
    ) -> Result<u64, Objection> {
        let bytes = if wide { 8 } else { 4 };
        for part in (0..bytes).step_by(4) {
            if self.cell(address + part).is_none_or(|cell| cell.written != 0xf) {
                return Err(Objection::Unwritten);
            }
        }
        let old = self.peek(address, wide);
        self.write(address, bytes as usize, change(old), who, true, line)?;
        Ok(old)
    }

    fn peek(&mut self, address: u64, wide: bool) -> u64 {
        let low = self.cell(address).map_or(0, |cell| u64::from(cell.data));
        if wide { self.cell(address + 4).map_or(0, |cell| u64::from(cell.data)) << 32 | low } else { low }
    }
}

impl Cell {
    fn check_read(&mut self, who: &Accessor<'_>, mask: u8, strong: bool, line: u32) -> Result<(), Objection> {
        self.against_writer(who, mask, strong)?;
        if self.written & mask != mask {
            return Err(Objection::Unwritten);
        }
        let mut flags = if strong { READER_STRONG } else { 0 };
        if self.reader_bytes & mask != 0 {
            flags &= self.flags;
            flags |= who.flags_after(self.reader, self.reader_clock, self.flags & 3);
        }
        self.flags = self.flags & WRITER_STRONG | flags;
        self.reader = who.thread;
        self.reader_clock = who.clock;
        self.reader_line = line;
        self.reader_bytes = mask;
        Ok(())
    }

    fn against_writer(&self, who: &Accessor<'_>, mask: u8, strong: bool) -> Result<(), Objection> {
        let writer_strong = self.flags & WRITER_STRONG != 0;
        if self.writer_bytes & mask == 0
            || self.writer == who.thread
            || (strong && writer_strong)
            || who.clocks.ordered(who.thread, self.writer, self.writer_clock)
        {
            return Ok(());
        }
        Err(Objection::Race(Conflict {
            instance: who.instance,
            thread: Some(self.writer),
            line: Some(self.writer_line),
            write: true,
            strong: writer_strong,
        }))
    }

    fn check_write(&mut self, who: &Accessor<'_>, mask: u8, strong: bool, line: u32) -> Result<(), Objection> {
        self.against_writer(who, mask, strong)?;
        let reader_strong = self.flags & READER_STRONG != 0;
        if self.reader_bytes & mask != 0 && !(strong && reader_strong) {
            let other = self.reader != who.thread && !who.clocks.ordered(who.thread, self.reader, self.reader_clock);
            if other || who.clocks.live_flags(self.reader, self.reader_clock, self.flags & 3) != 0 {
                let thread = other.then_some(self.reader);
                let line = other.then_some(self.reader_line);
                return Err(Objection::Race(Conflict {
                    instance: who.instance,
                    thread,
                    line,
                    write: false,
                    strong: reader_strong,
                }));
            }
        }
        let same_interval = self.writer == who.thread && self.writer_clock == who.clock && self.writer_bytes != 0;
        let plain_under = same_interval && self.flags & WRITER_STRONG == 0;
        self.flags = self.flags & !WRITER_STRONG | if strong && !plain_under { WRITER_STRONG } else { 0 };
        self.writer_bytes = if same_interval { self.writer_bytes | mask } else { mask };
        self.writer = who.thread;
        self.writer_clock = who.clock;
        self.writer_line = line;
        self.written |= mask;
        Ok(())
    }
}
