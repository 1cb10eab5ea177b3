//! Who is ordered before whom.
//!
//! Each warp has a clock that counts its synchronisations. An access is stamped with its thread and the clock of its
//! warp. It is ordered before a later access of another thread if a barrier of the block or a `bar.warp.sync` that both
//! threads took part in came between (any collective of the warp, if the launch says so): that is, if its stamp is not
//! above the clock at the last such event.

pub(crate) const WARP: usize = 32;
const WARPS: usize = 32;

/// For each member of a row, the clock up to which it has seen each other member.
type Seen = Box<[[u32; 32]; 32]>;

#[derive(Debug, Default, Clone)]
struct WarpClock {
    now: u32,
    /// Stamps up to here are ordered for all lanes of the warp.
    warp: u32,
    /// Stamps up to here are ordered for the whole block.
    block: u32,
    /// Only once a collective of a part of the lanes took place.
    lanes: Option<Seen>,
}

#[derive(Debug, Default)]
pub(crate) struct Clocks {
    warps: Vec<WarpClock>,
    /// Only once a barrier of a part of the warps took place.
    partial: Option<Seen>,
    /// Of each barrier, what the warps had seen that arrived there without waiting.
    arrived: Option<Box<[[u32; 32]; 16]>>,
}

impl Clocks {
    pub(crate) fn reset(&mut self, warps: usize) {
        self.warps.clear();
        // Stamps begin at 1: what a new shadow holds, 0, is ordered before everything.
        self.warps.resize_with(warps, || WarpClock { now: 1, ..WarpClock::default() });
        self.partial = None;
        self.arrived = None;
    }

    pub(crate) fn now(&self, warp: usize) -> u32 {
        self.warps.get(warp).map_or(0, |clock| clock.now)
    }

    /// A collective that orders memory, of the lanes in `mask`; `all` if no live lane is missing.
    pub(crate) fn synchronize_lanes(&mut self, warp: usize, mask: u32, all: bool) {
        let Some(clock) = self.warps.get_mut(warp) else { return };
        let now = clock.now;
        clock.now = now.saturating_add(1);
        if all {
            clock.warp = now;
            return;
        }
        let seen = clock.lanes.get_or_insert_with(|| Box::new([[0; 32]; 32]));
        let members = |lane: usize| mask >> lane & 1 == 1;
        let mut merged = [0u32; 32];
        for row in (0..WARP).filter(|&lane| members(lane)).filter_map(|lane| seen.get(lane)) {
            for (known, &other) in merged.iter_mut().zip(row) {
                *known = (*known).max(other);
            }
        }
        for (lane, known) in merged.iter_mut().enumerate() {
            if members(lane) {
                *known = now;
            }
        }
        for row in (0..WARP).filter(|&lane| members(lane)) {
            if let Some(row) = seen.get_mut(row) {
                *row = merged;
            }
        }
    }

    /// A barrier of all live threads of the block.
    pub(crate) fn synchronize_block(&mut self) {
        for clock in &mut self.warps {
            clock.warp = clock.now;
            clock.block = clock.now;
            clock.now = clock.now.saturating_add(1);
        }
    }

    /// A thread of a warp arrives at a barrier without waiting.
    pub(crate) fn arrive(&mut self, barrier: usize, warp: usize) {
        let arrived = self.arrived.get_or_insert_with(|| Box::new([[0; 32]; 16]));
        let (Some(known), Some(clock)) = (arrived.get_mut(barrier), self.warps.get_mut(warp)) else { return };
        if let Some(row) = self.partial.as_ref().and_then(|seen| seen.get(warp)) {
            for (known, &other) in known.iter_mut().zip(row) {
                *known = (*known).max(other);
            }
        }
        if let Some(own) = known.get_mut(warp) {
            *own = clock.now;
        }
        clock.now = clock.now.saturating_add(1);
    }

    /// A barrier of some warps.
    pub(crate) fn synchronize_warps(&mut self, barrier: usize, members: u32) {
        let seen = self.partial.get_or_insert_with(|| Box::new([[0; 32]; 32]));
        let arrived = self.arrived.as_mut().and_then(|arrived| arrived.get_mut(barrier));
        let mut merged = arrived.map(std::mem::take).unwrap_or_default();
        let member = |warp: usize| members >> warp & 1 == 1;
        for row in (0..WARPS).filter(|&warp| member(warp)).filter_map(|warp| seen.get(warp)) {
            for (known, &other) in merged.iter_mut().zip(row) {
                *known = (*known).max(other);
            }
        }
        for (warp, clock) in self.warps.iter_mut().enumerate().filter(|&(warp, _)| member(warp)) {
            if let Some(known) = merged.get_mut(warp) {
                *known = clock.now;
            }
            clock.warp = clock.now;
            clock.now = clock.now.saturating_add(1);
        }
        for row in (0..WARPS).filter(|&warp| member(warp)) {
            if let Some(row) = seen.get_mut(row) {
                *row = merged;
            }
        }
    }

    /// Whether an access of `other`, stamped `stamp`, is ordered before what `thread` does now.
    pub(crate) fn ordered(&self, thread: u16, other: u16, stamp: u32) -> bool {
        let (warp, other_warp) = (usize::from(thread) / WARP, usize::from(other) / WARP);
        let Some(clock) = self.warps.get(other_warp) else { return true };
        // A clock at its end can no longer order anything.
        if stamp <= clock.block || stamp == u32::MAX {
            return true;
        }
        if warp == other_warp {
            let lane = |thread: u16| usize::from(thread) % WARP;
            let seen = || clock.lanes.as_ref().and_then(|lanes| lanes.get(lane(thread))?.get(lane(other)).copied());
            stamp <= clock.warp || seen().is_some_and(|seen| stamp <= seen)
        } else {
            self.partial.as_ref().and_then(|seen| seen.get(warp)?.get(other_warp)).is_some_and(|&seen| stamp <= seen)
        }
    }

    /// Which flags of "several readers" still matter for a shadow whose last reader, `reader`, was stamped `stamp`.
    pub(crate) fn live_flags(&self, reader: u16, stamp: u32, flags: u8) -> u8 {
        let Some(clock) = self.warps.get(usize::from(reader) / WARP) else { return 0 };
        // After partial synchronisation one clock cannot stand for several readers: rather no report than a wrong one.
        let lanes = stamp > clock.warp && clock.lanes.is_none() && self.partial.is_none();
        let warps = stamp > clock.block && self.partial.is_none();
        flags & (if lanes { MANY_LANES } else { 0 } | if warps { MANY_WARPS } else { 0 })
    }
}

/// Several lanes of the last reader's warp have read.
pub(crate) const MANY_LANES: u8 = 1;
/// Several warps have read.
pub(crate) const MANY_WARPS: u8 = 2;

/// Who makes an access.
#[derive(Clone, Copy)]
pub(crate) struct Accessor<'c> {
    pub clocks: &'c Clocks,
    /// Linear in the block.
    pub thread: u16,
    pub clock: u32,
    /// A number that no other run of a block has.
    pub instance: u64,
    /// The instances of this launch.
    pub first_instance: u64,
    pub instances: u64,
    /// Other host threads run blocks of this launch.
    pub concurrent: bool,
}

impl Accessor<'_> {
    /// The flags of a shadow after a read by this accessor, when its last reader was another access of the same block.
    pub(crate) fn flags_after(&self, reader: u16, stamp: u32, flags: u8) -> u8 {
        let flags = self.clocks.live_flags(reader, stamp, flags);
        if reader == self.thread || self.clocks.ordered(self.thread, reader, stamp) {
            flags
        } else if usize::from(reader) / WARP == usize::from(self.thread) / WARP {
            flags | MANY_LANES
        } else {
            flags | MANY_WARPS
        }
    }
}

/// The other side of a race, as the shadow knows it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conflict {
    pub instance: u64,
    pub thread: Option<u16>,
    pub line: Option<u32>,
    pub write: bool,
    pub strong: bool,
}

/// What the shadow has against an access.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Objection {
    Unwritten,
    /// The host has no memory for what is to be written.
    NoRoom,
    Race(Conflict),
}
