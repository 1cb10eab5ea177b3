//! What the lanes of a warp do together.

use super::block::{Block, State};
use super::thread::Stop;
use crate::fault::{Fault, FaultKind};
use crate::program::{Collective, CollectiveKind, Reduction, SINK, ShuffleMode};
use crate::race::WARP;

/// Lanes of a warp, one bit each.
type Lanes = u32;

#[derive(Clone, Copy)]
struct Group {
    mask: Lanes,
    members: Lanes,
    collective: Collective,
}

fn lanes(mask: Lanes) -> impl Iterator<Item = usize> {
    (0..WARP).filter(move |&lane| mask >> lane & 1 == 1)
}

impl Block<'_> {
    /// Carries out one collective of the warp whose lanes are all there; whether there was one.
    pub(super) fn meet_lanes(&mut self, warp: usize) -> Result<bool, Box<Fault>> {
        let first = warp * WARP;
        let mut handled: Lanes = 0;
        let mut active = None;
        for lane in 0..WARP {
            if handled >> lane & 1 == 1 {
                continue;
            }
            let Some(group) = self.group(first, lane)? else { continue };
            handled |= group.members;
            if group.collective.kind == CollectiveKind::Active {
                active = active.or(Some(group));
                continue;
            }
            let exited = self.exited(first);
            if group.members == group.mask & self.live(first) {
                if matches!(group.collective.kind, CollectiveKind::Shuffle(_)) && group.mask & exited != 0 {
                    return Err(self.divergent(first, group));
                }
                self.carry_out(warp, group)?;
                return Ok(true);
            }
        }
        match active {
            Some(group) => {
                self.carry_out(warp, group)?;
                Ok(true)
            }
            None => Ok(false),
        }
    }

    /// Lanes that exist and have not exited.
    fn live(&self, first: usize) -> Lanes {
        (0..WARP)
            .filter(|&lane| self.states.get(first + lane).is_some_and(|state| !matches!(state, State::Done)))
            .fold(0, |mask, lane| mask | 1 << lane)
    }

    fn exited(&self, first: usize) -> Lanes {
        (0..WARP)
            .filter(|&lane| matches!(self.states.get(first + lane), Some(State::Done)))
            .fold(0, |mask, lane| mask | 1 << lane)
    }

    /// The lanes that wait with this one, if it waits at a collective.
    fn group(&self, first: usize, lane: usize) -> Result<Option<Group>, Box<Fault>> {
        let Some((thread, Stop::Collective(index))) = self.waiting(first + lane) else { return Ok(None) };
        let (function, position) = (thread.function, thread.position);
        let collective =
            self.grid.module.functions.get(function).and_then(|function| function.collectives.get(index as usize));
        let Some(&collective) = collective else {
            return Err(self.fault(FaultKind::Internal("a collective that does not exist"), thread));
        };
        let free = collective.kind == CollectiveKind::Active;
        let mask = if free { Lanes::MAX } else { thread.register(collective.mask) as u32 };
        if mask >> lane & 1 == 0 {
            return Err(self.fault(FaultKind::NotInMask { mask, lane: lane as u32 }, thread));
        }
        let mut members = 1 << lane;
        for other in lane + 1..WARP {
            if let Some((thread, Stop::Collective(_))) = self.waiting(first + other)
                && (thread.function, thread.position) == (function, position)
                && (free || thread.register(collective.mask) as u32 == mask)
            {
                members |= 1 << other;
            }
        }
        if members & !mask != 0 {
            let lane = (members & !mask).trailing_zeros();
            let thread = self.waiting(first + lane as usize).map_or(thread, |(thread, _)| thread);
            return Err(self.fault(FaultKind::NotInMask { mask, lane }, thread));
        }
        Ok(Some(Group { mask, members, collective }))
    }

    fn divergent(&self, first: usize, group: Group) -> Box<Fault> {
        let missing = group.mask & self.live(first) & !group.members;
        let waiting_elsewhere = lanes(missing)
            .filter_map(|lane| self.waiting(first + lane))
            .map(|(thread, _)| (self.grid.thread_position(u32::from(thread.linear)), self.line(thread) as usize))
            .collect();
        let kind = FaultKind::DivergentCollective {
            mask: group.mask,
            arrived: group.members,
            exited: group.mask & self.exited(first),
            waiting_elsewhere,
        };
        let lane = group.members.trailing_zeros() as usize;
        match self.waiting(first + lane) {
            Some((thread, _)) => self.fault(kind, thread),
            None => self.fault(kind, &super::thread::Thread::default()),
        }
    }

    /// The fault of the first collective that waits in vain, when no thread of the block can go on.
    pub(super) fn vain_collective(&self) -> Option<Box<Fault>> {
        for linear in 0..self.states.len() {
            let first = linear / WARP * WARP;
            match self.group(first, linear - first) {
                Ok(None) => {}
                Ok(Some(group)) => return Some(self.divergent(first, group)),
                Err(fault) => return Some(fault),
            }
        }
        None
    }

    fn carry_out(&mut self, warp: usize, group: Group) -> Result<(), Box<Fault>> {
        let first = warp * WARP;
        let Group { collective, members, mask, .. } = group;
        let (mut a, mut b, mut c) = ([0u64; WARP], [0u64; WARP], [0u64; WARP]);
        for lane in lanes(members) {
            if let Some((thread, _)) = self.waiting(first + lane) {
                for (array, slot) in [(&mut a, collective.a), (&mut b, collective.b), (&mut c, collective.c)] {
                    if let Some(place) = array.get_mut(lane) {
                        *place = thread.register(slot);
                    }
                }
            }
        }
        let mut results = [(0u64, false); WARP];
        match collective.kind {
            CollectiveKind::Shuffle(mode) => {
                for lane in lanes(members) {
                    let of = |array: &[u64; WARP], lane: usize| array.get(lane).copied().unwrap_or(0);
                    let (source, in_range) =
                        shuffle_source(mode, lane as u32, of(&b, lane) as u32, of(&c, lane) as u32);
                    if members >> source & 1 == 0 {
                        let kind = FaultKind::AbsentLane { mask, source };
                        return match self.waiting(first + lane) {
                            Some((thread, _)) => Err(self.fault(kind, thread)),
                            None => Ok(()),
                        };
                    }
                    if let Some(place) = results.get_mut(lane) {
                        *place = (of(&a, source as usize), in_range);
                    }
                }
            }
            CollectiveKind::MatchAny => {
                for lane in lanes(members) {
                    let equal = select(members, &a, |value| Some(&value) == a.get(lane));
                    if let Some(place) = results.get_mut(lane) {
                        *place = (u64::from(equal), false);
                    }
                }
            }
            CollectiveKind::Elect => {
                let leader = members.trailing_zeros();
                for (lane, place) in results.iter_mut().enumerate() {
                    *place = (u64::from(leader), leader as usize == lane);
                }
            }
            kind => results = [agree(kind, members, &a); WARP],
        }
        for (lane, &(value, predicate)) in results.iter().enumerate().filter(|&(lane, _)| members >> lane & 1 == 1) {
            self.release(first + lane, |thread| {
                if collective.d != SINK {
                    thread.set_register(collective.d, value);
                }
                if collective.predicate != SINK {
                    thread.set_register(collective.predicate, u64::from(predicate));
                }
            });
        }
        self.statistics.collectives += 1;
        let orders = match collective.kind {
            CollectiveKind::Synchronize => true,
            CollectiveKind::Active => false,
            _ => self.grid.collectives_order_memory,
        };
        if orders {
            self.clocks.synchronize_lanes(warp, members, members == self.live(first));
        }
        Ok(())
    }
}

/// The lane that a lane takes its value from, and whether it was in range.
fn shuffle_source(mode: ShuffleMode, lane: u32, b: u32, c: u32) -> (u32, bool) {
    let (b, clamp, segment) = (b & 31, c & 31, c >> 8 & 31);
    let lowest = lane & segment;
    let highest = lowest | clamp & !segment;
    let (source, in_range) = match mode {
        ShuffleMode::Up => (lane.wrapping_sub(b), lane.cast_signed() - b.cast_signed() >= highest.cast_signed()),
        ShuffleMode::Down => (lane + b, lane + b <= highest),
        ShuffleMode::Butterfly => (lane ^ b, lane ^ b <= highest),
        ShuffleMode::Index => {
            let source = lowest | b & !segment;
            (source, source <= highest)
        }
    };
    if in_range { (source, true) } else { (lane, false) }
}

/// The members whose value passes a test.
fn select(members: Lanes, values: &[u64; WARP], test: impl Fn(u64) -> bool) -> Lanes {
    members & values.iter().rev().fold(0, |mask, &value| mask << 1 | u32::from(test(value)))
}

/// The result of a collective that gives all lanes the same one.
fn agree(kind: CollectiveKind, members: Lanes, values: &[u64; WARP]) -> (u64, bool) {
    let set = || select(members, values, |value| value != 0);
    let first = values.get(members.trailing_zeros() as usize).copied().unwrap_or(0);
    match kind {
        CollectiveKind::VoteAll => (u64::from(set() == members), false),
        CollectiveKind::VoteAny => (u64::from(set() != 0), false),
        CollectiveKind::VoteUniform => (u64::from(set() == 0 || set() == members), false),
        CollectiveKind::Ballot => (u64::from(set()), false),
        CollectiveKind::MatchAll => {
            let same = select(members, values, |value| value == first) == members;
            (if same { u64::from(members) } else { 0 }, same)
        }
        CollectiveKind::Reduce(reduction) => {
            let values = lanes(members).filter_map(|lane| values.get(lane)).map(|&value| value as u32);
            (u64::from(values.reduce(|left, right| reduce(reduction, left, right)).unwrap_or(0)), false)
        }
        CollectiveKind::Active => (u64::from(members), false),
        // Each lane has a result of its own, or none.
        CollectiveKind::MatchAny | CollectiveKind::Elect | CollectiveKind::Synchronize | CollectiveKind::Shuffle(_) => {
            (0, false)
        }
    }
}

fn reduce(reduction: Reduction, left: u32, right: u32) -> u32 {
    match reduction {
        Reduction::Add => left.wrapping_add(right),
        Reduction::And => left & right,
        Reduction::Or => left | right,
        Reduction::Xor => left ^ right,
        Reduction::MinimumSigned => left.cast_signed().min(right.cast_signed()).cast_unsigned(),
        Reduction::MinimumUnsigned => left.min(right),
        Reduction::MaximumSigned => left.cast_signed().max(right.cast_signed()).cast_unsigned(),
        Reduction::MaximumUnsigned => left.max(right),
    }
}
