//! Four bytes of global memory and their shadow.
//!
//! The shadow holds the last writer and the last reader. Stamps name the run of a block by a number that is never used
//! twice, so nothing is cleared between launches. A stamp is written before the other side's is read, both in one total
//! order: of two accesses that race on two host threads, at least one sees the other.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::race::{Accessor, Conflict, Objection};

const RELAXED: Ordering = Ordering::Relaxed;

#[derive(Debug, Default)]
pub(super) struct Cell {
    pub data: AtomicU32,
    /// Bits 0 to 3: bytes that were ever written. Above: the line of the last write.
    meta: AtomicU32,
    writer: AtomicU64,
    reader: AtomicU64,
    writer_clock: AtomicU32,
    reader_clock: AtomicU32,
}

/// A clock with the block that it belongs to: two blocks on two host threads may have left the stamp of one and the
/// clock of the other.
fn tagged(who: &Accessor<'_>) -> u32 {
    (who.instance as u32) << 24 | who.clock.min(CLOCK)
}

/// The clock that goes with a stamp; 0, which is ordered before everything, if it is another block's or too large to
/// hold.
fn untagged(stamp: Stamp, clock: u32) -> u32 {
    if clock >> 24 == stamp.instance() as u32 & 0xff && clock & CLOCK != CLOCK { clock & CLOCK } else { 0 }
}

const CLOCK: u32 = 0xff_ffff;

/// Bits of a stamp: instance, 24 bits up; thread, 10 bits; bytes, 4 bits; flags.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Stamp(u64);

const STRONG: u64 = 1 << 7;
const MANY_BLOCKS: u64 = 1 << 6;

impl Stamp {
    fn new(instance: u64, thread: u16, bytes: u8, flags: u8, rest: u64) -> Self {
        Stamp(instance << 24 | u64::from(thread & 0x3ff) << 12 | u64::from(bytes) << 8 | rest | u64::from(flags))
    }

    fn instance(self) -> u64 {
        self.0 >> 24
    }

    fn thread(self) -> u16 {
        (self.0 >> 12 & 0x3ff) as u16
    }

    fn bytes(self) -> u8 {
        (self.0 >> 8 & 0xf) as u8
    }

    fn flags(self) -> u8 {
        (self.0 & 3) as u8
    }

    fn strong(self) -> bool {
        self.0 & STRONG != 0
    }

    fn many_blocks(self) -> bool {
        self.0 & MANY_BLOCKS != 0
    }

    /// Set in the same launch, by an access to at least one of these bytes.
    fn concerns(self, who: &Accessor<'_>, bytes: u8) -> bool {
        self.instance().wrapping_sub(who.first_instance) < who.instances && self.bytes() & bytes != 0
    }
}

impl Cell {
    /// Four bytes that the host has written.
    pub(super) fn filled(byte: u8) -> Self {
        Cell { data: AtomicU32::new(u32::from_le_bytes([byte; 4])), meta: AtomicU32::new(0xf), ..Cell::default() }
    }

    pub(super) fn written(&self, bytes: u8) -> bool {
        self.meta.load(RELAXED) & u32::from(bytes) == u32::from(bytes)
    }

    /// By the host.
    pub(super) fn mark_written(&self, bytes: u8) {
        self.meta.fetch_or(u32::from(bytes), RELAXED);
    }

    pub(super) fn load(&self) -> u32 {
        self.data.load(RELAXED)
    }

    /// `value` is in place for its bytes.
    pub(super) fn store(&self, value: u32, bytes: u8) {
        if bytes == 0xf {
            self.data.store(value, RELAXED);
        } else {
            let mut keep = u32::MAX;
            for byte in 0..4 {
                if bytes >> byte & 1 == 1 {
                    keep &= !(0xff << (8 * byte));
                }
            }
            // Another block may write the other bytes at this moment.
            let _ = self.data.fetch_update(RELAXED, RELAXED, |old| Some(old & keep | value & !keep));
        }
    }

    pub(super) fn check_read(&self, who: &Accessor<'_>, bytes: u8, strong: bool) -> Result<(), Objection> {
        let old = Stamp(self.reader.load(RELAXED));
        let after = |old: Stamp| {
            if !old.concerns(who, bytes) {
                return Stamp::new(who.instance, who.thread, bytes, 0, if strong { STRONG } else { 0 });
            }
            let strong = strong && old.strong();
            let rest = if strong { STRONG } else { 0 };
            if old.instance() != who.instance {
                return Stamp::new(who.instance, who.thread, bytes, 0, rest | MANY_BLOCKS);
            }
            let flags = who.flags_after(old.thread(), untagged(old, self.reader_clock.load(RELAXED)), old.flags());
            Stamp::new(who.instance, who.thread, bytes, flags, rest | old.0 & MANY_BLOCKS)
        };
        let new = after(old);
        if new != old || self.reader_clock.load(RELAXED) != tagged(who) {
            if who.concurrent {
                let replaced = Stamp(self.reader.swap(new.0, Ordering::SeqCst));
                if replaced != old && replaced.concerns(who, bytes) && replaced.instance() != who.instance {
                    self.reader.fetch_or(MANY_BLOCKS, Ordering::SeqCst);
                }
            } else {
                self.reader.store(new.0, RELAXED);
            }
            self.reader_clock.store(tagged(who), RELAXED);
        }
        let writer = Stamp(self.writer.load(if who.concurrent { Ordering::SeqCst } else { RELAXED }));
        self.against_writer(writer, who, bytes, strong)?;
        if self.written(bytes) { Ok(()) } else { Err(Objection::Unwritten) }
    }

    /// The last write of this launch to one of these bytes.
    pub(super) fn last_write(&self, who: &Accessor<'_>, bytes: u8) -> Option<Conflict> {
        let writer = Stamp(self.writer.load(RELAXED));
        writer.concerns(who, bytes).then(|| self.write_conflict(writer))
    }

    fn write_conflict(&self, writer: Stamp) -> Conflict {
        let line = Some(self.meta.load(RELAXED) >> 4).filter(|&line| line != 0);
        Conflict {
            instance: writer.instance(),
            thread: Some(writer.thread()),
            line,
            write: true,
            strong: writer.strong(),
        }
    }

    fn against_writer(&self, writer: Stamp, who: &Accessor<'_>, bytes: u8, strong: bool) -> Result<(), Objection> {
        if !writer.concerns(who, bytes) || (strong && writer.strong()) {
            return Ok(());
        }
        if writer.instance() == who.instance
            && (writer.thread() == who.thread
                || who.clocks.ordered(who.thread, writer.thread(), untagged(writer, self.writer_clock.load(RELAXED))))
        {
            return Ok(());
        }
        Err(Objection::Race(self.write_conflict(writer)))
    }

    pub(super) fn check_write(&self, who: &Accessor<'_>, bytes: u8, strong: bool, line: u32) -> Result<(), Objection> {
        let mut new = Stamp::new(who.instance, who.thread, bytes, 0, if strong { STRONG } else { 0 });
        let old = if who.concurrent {
            Stamp(self.writer.swap(new.0, Ordering::SeqCst))
        } else {
            let old = Stamp(self.writer.load(RELAXED));
            self.writer.store(new.0, RELAXED);
            old
        };
        self.against_writer(old, who, bytes, strong)?;
        let same_interval = old.instance() == who.instance
            && old.thread() == who.thread
            && self.writer_clock.load(RELAXED) == tagged(who);
        if same_interval && old != new {
            // Remember the other bytes, and a plain write under an atomic one.
            new.0 |= u64::from(old.bytes()) << 8;
            if !old.strong() {
                new.0 &= !STRONG;
            }
            self.writer.store(new.0, RELAXED);
        }
        self.writer_clock.store(tagged(who), RELAXED);
        let line = line << 4;
        if bytes == 0xf {
            self.meta.store(line | 0xf, RELAXED);
        } else {
            let _ = self.meta.fetch_update(RELAXED, RELAXED, |old| Some(line | old & 0xf | u32::from(bytes)));
        }
        let reader = Stamp(self.reader.load(if who.concurrent { Ordering::SeqCst } else { RELAXED }));
        if !reader.concerns(who, bytes) || (strong && reader.strong()) {
            return Ok(());
        }
        let conflict = |thread| {
            Err(Objection::Race(Conflict {
                instance: reader.instance(),
                thread,
                line: None,
                write: false,
                strong: reader.strong(),
            }))
        };
        if reader.instance() != who.instance {
            return conflict(Some(reader.thread()));
        }
        if reader.many_blocks() {
            return conflict(None);
        }
        let clock = untagged(reader, self.reader_clock.load(RELAXED));
        if reader.thread() != who.thread && !who.clocks.ordered(who.thread, reader.thread(), clock) {
            return conflict(Some(reader.thread()));
        }
        if who.clocks.live_flags(reader.thread(), clock, reader.flags()) != 0 {
            return conflict(None);
        }
        Ok(())
    }
}
