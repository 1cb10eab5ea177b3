//! One buffer of global memory, or one variable of a module.

use std::sync::{Mutex, PoisonError};

use super::address::{LARGEST, MODULE_FIRST, base_of_slot};
use super::cell::Cell;
use super::pages::{NoRoom, PAGE, Pages};
use crate::parse::Reason;
use crate::race::{Accessor, Conflict, Objection};

#[derive(Debug)]
pub(crate) struct Segment {
    base: u64,
    size: usize,
    pages: Pages,
}

/// Operations on 64 bits that must be atomic take one of these.
static WIDE: [Mutex<()>; 16] = [const { Mutex::new(()) }; 16];

/// The bytes of the first and the second cell that an access touches.
fn masks(offset: usize, bytes: usize) -> (u8, u8) {
    match bytes {
        8 => (0xf, 0xf),
        4 => (0xf, 0),
        _ => ((((1u8 << bytes) - 1) << (offset % 4)), 0),
    }
}

impl Segment {
    /// `None` if there is no room.
    pub(super) fn new(slot: u64, size: usize) -> Option<Self> {
        if size > LARGEST {
            return None;
        }
        Some(Segment { base: base_of_slot(slot), size, pages: Pages::new(size)? })
    }

    pub(crate) fn base(&self) -> u64 {
        self.base
    }

    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// Offset of an access that lies within.
    pub(crate) fn offset(&self, address: u64, bytes: usize) -> Option<usize> {
        let offset = usize::try_from(address.wrapping_sub(self.base)).ok()?;
        (offset <= self.size && bytes <= self.size - offset).then_some(offset)
    }

    /// An aligned read of 1, 2, 4 or 8 bytes within the segment.
    pub(crate) fn read(&self, offset: usize, bytes: usize, who: &Accessor<'_>, strong: bool) -> Result<u64, Objection> {
        let (low, high) = masks(offset, bytes);
        let Some(cell) = self.pages.get(offset / 4) else { return Err(Objection::Unwritten) };
        cell.check_read(who, low, strong)?;
        if high == 0 {
            return Ok(u64::from(cell.load()) >> (8 * (offset % 4)) & crate::operation::mask(8 * bytes as u8));
        }
        let Some(second) = self.pages.get(offset / 4 + 1) else { return Err(Objection::Unwritten) };
        second.check_read(who, high, strong)?;
        let _lock = strong.then(|| wide_lock(offset));
        Ok(u64::from(second.load()) << 32 | u64::from(cell.load()))
    }

    /// The last write of this launch to the bytes of an aligned access.
    pub(crate) fn last_write(&self, offset: usize, bytes: usize, who: &Accessor<'_>) -> Option<Conflict> {
        let (low, high) = masks(offset, bytes);
        let find = |index: usize, mask: u8| self.pages.get(index)?.last_write(who, mask);
        find(offset / 4, low).or_else(|| find(offset / 4 + 1, high))
    }

    /// An aligned write within the segment.
    pub(crate) fn write(
        &self,
        offset: usize,
        bytes: usize,
        value: u64,
        who: &Accessor<'_>,
        strong: bool,
        line: u32,
    ) -> Result<(), Objection> {
        let (low, high) = masks(offset, bytes);
        let cell = self.cell_to_write(offset / 4)?;
        cell.check_write(who, low, strong, line)?;
        if high == 0 {
            cell.store((value as u32) << (8 * (offset % 4)), low);
            return Ok(());
        }
        let second = self.cell_to_write(offset / 4 + 1)?;
        second.check_write(who, high, strong, line)?;
        let _lock = strong.then(|| wide_lock(offset));
        cell.store(value as u32, low);
        second.store((value >> 32) as u32, high);
        Ok(())
    }

    /// Replaces a value of 4 or 8 bytes by a function of it; the old value.
    pub(crate) fn update(
        &self,
        offset: usize,
        wide: bool,
        who: &Accessor<'_>,
        line: u32,
        change: impl Fn(u64) -> u64,
    ) -> Result<u64, Objection> {
        let Some(cell) = self.pages.get(offset / 4) else { return Err(Objection::Unwritten) };
        let second = if wide { self.pages.get(offset / 4 + 1) } else { None };
        if !cell.written(0xf) || second.is_some_and(|second| !second.written(0xf)) {
            return Err(Objection::Unwritten);
        }
        cell.check_write(who, 0xf, true, line)?;
        match second {
            None => {
                use std::sync::atomic::Ordering::Relaxed;
                let update = |old: u32| Some(change(u64::from(old)) as u32);
                Ok(u64::from(cell.data.fetch_update(Relaxed, Relaxed, update).unwrap_or_else(|old| old)))
            }
            Some(second) => {
                second.check_write(who, 0xf, true, line)?;
                let _lock = wide_lock(offset);
                let old = u64::from(second.load()) << 32 | u64::from(cell.load());
                let new = change(old);
                cell.store(new as u32, 0xf);
                second.store((new >> 32) as u32, 0xf);
                Ok(old)
            }
        }
    }

    #[inline]
    fn cell_to_write(&self, cell: usize) -> Result<&Cell, Objection> {
        self.pages.get_or_make(cell).map_err(|NoRoom| Objection::NoRoom)
    }

    /// By the host, within the segment: the parts of the bytes that lie in one page each.
    fn by_page(
        mut position: usize,
        end: usize,
        mut action: impl FnMut(std::ops::Range<usize>) -> Result<(), NoRoom>,
    ) -> Result<(), NoRoom> {
        while position < end {
            let next = end.min((position / PAGE + 1) * PAGE);
            action(position..next)?;
            position = next;
        }
        Ok(())
    }

    /// Whether these bytes of a page are all that the segment has of it.
    fn is_whole_page(&self, part: &std::ops::Range<usize>) -> bool {
        part.start.is_multiple_of(PAGE) && (part.len() == PAGE || part.end == self.size)
    }

    /// By the host, within the segment.
    pub(super) fn fill(&self, offset: usize, length: usize, byte: u8) -> Result<(), NoRoom> {
        Self::by_page(offset, offset + length, |part| {
            if self.is_whole_page(&part) && self.pages.fill(part.start / PAGE, byte) {
                return Ok(());
            }
            self.put(part.start, &vec![byte; part.len()])
        })
    }

    /// By the host, within the segment. Whole pages of one byte take no memory.
    pub(super) fn copy_in(&self, offset: usize, bytes: &[u8]) -> Result<(), NoRoom> {
        Self::by_page(offset, offset + bytes.len(), |part| {
            let from = bytes.get(part.start - offset..part.end - offset).unwrap_or_default();
            if self.is_whole_page(&part)
                && let [first, rest @ ..] = from
                && from.starts_with(rest)
                && self.pages.fill(part.start / PAGE, *first)
            {
                return Ok(());
            }
            self.put(part.start, from)
        })
    }

    fn put(&self, offset: usize, bytes: &[u8]) -> Result<(), NoRoom> {
        let mut position = offset;
        let mut rest = bytes;
        while !rest.is_empty() {
            let lane = position % 4;
            let (now, later) = rest.split_at(rest.len().min(4 - lane));
            let mut word = [0u8; 4];
            let mut mask = 0;
            for (index, &byte) in now.iter().enumerate() {
                if let Some(place) = word.get_mut(lane + index) {
                    *place = byte;
                    mask |= 1 << (lane + index);
                }
            }
            let cell = self.pages.get_or_make(position / 4)?;
            cell.store(u32::from_le_bytes(word), mask);
            cell.mark_written(mask);
            position += now.len();
            rest = later;
        }
        Ok(())
    }

    /// By the host; the offset of the first byte that was never written.
    pub(super) fn copy_out(&self, offset: usize, to: &mut [u8]) -> Result<(), usize> {
        let mut position = offset;
        let mut rest = to;
        while !rest.is_empty() {
            let in_page = PAGE - position % PAGE;
            let count = rest.len().min(in_page);
            let (now, later) = rest.split_at_mut(count);
            match self.pages.filled(position / PAGE) {
                Some(byte) => now.fill(byte),
                None => self.copy_cells(position, now)?,
            }
            position += count;
            rest = later;
        }
        Ok(())
    }

    fn copy_cells(&self, offset: usize, to: &mut [u8]) -> Result<(), usize> {
        let mut position = offset;
        let mut rest = to;
        while !rest.is_empty() {
            let lane = position % 4;
            let count = rest.len().min(4 - lane);
            let (now, later) = rest.split_at_mut(count);
            let Some(cell) = self.pages.get(position / 4) else { return Err(position) };
            let word = cell.load().to_le_bytes();
            for (index, place) in now.iter_mut().enumerate() {
                if !cell.written(1 << (lane + index)) {
                    return Err(position + index);
                }
                *place = word.get(lane + index).copied().unwrap_or(0);
            }
            position += count;
            rest = later;
        }
        Ok(())
    }
}

fn wide_lock(offset: usize) -> std::sync::MutexGuard<'static, ()> {
    let [first, ..] = &WIDE;
    WIDE.get(offset / 8 % WIDE.len()).unwrap_or(first).lock().unwrap_or_else(PoisonError::into_inner)
}

/// A variable of a module.
#[derive(Debug)]
pub(crate) struct Variable {
    pub segment: Segment,
    pub constant: bool,
}

impl Variable {
    /// What no initialiser covers is zero.
    pub(crate) fn new(index: usize, size: usize, contents: Option<&[u8]>, constant: bool) -> Result<Self, Reason> {
        let segment = Segment::new(MODULE_FIRST + index as u64, size).ok_or("no room for the variable")?;
        let room = segment.fill(0, size, 0).and_then(|()| segment.copy_in(0, contents.unwrap_or_default()));
        room.map_err(|NoRoom| "no room for the variable")?;
        Ok(Variable { segment, constant })
    }

    pub(crate) fn address(&self) -> u64 {
        self.segment.base()
    }
}
