//! Barriers of the block, and what to say when nothing can go on.

use super::block::{Block, State};
use super::thread::{Stop, Thread};
use crate::fault::{Fault, FaultKind};
use crate::program::{Barrier, BarrierReduction};
use crate::race::WARP;

/// A thread at a barrier.
struct Arrival {
    linear: usize,
    id: usize,
    count: Option<u64>,
    barrier: Barrier,
}

impl Block<'_> {
    /// Passes the barriers that are complete; whether there was one.
    pub(super) fn meet_block(&mut self) -> Result<bool, Box<Fault>> {
        let mut arrivals = Vec::new();
        for linear in 0..self.states.len() {
            if let Some((thread, Stop::Barrier(index))) = self.waiting(linear) {
                arrivals.push(self.arrival(linear, thread, index)?);
            }
        }
        if arrivals.is_empty() {
            return Ok(false);
        }
        let mut progress = false;
        for arrival in arrivals.iter().filter(|arrival| arrival.barrier.arrive) {
            if let Some(count) = self.arrivals.get_mut(arrival.id) {
                *count += 1;
            }
            self.clocks.arrive(arrival.id, arrival.linear / WARP);
            self.release(arrival.linear, |_| {});
            progress = true;
        }
        arrivals.retain(|arrival| !arrival.barrier.arrive);
        let live = self.states.iter().filter(|state| !matches!(state, State::Done)).count();
        for id in 0..16 {
            let group: Vec<&Arrival> = arrivals.iter().filter(|arrival| arrival.id == id).collect();
            let Some(&leader) = group.first() else { continue };
            let arrived = self.arrivals.get(id).copied().unwrap_or(0) as usize;
            let complete = match leader.count {
                None => group.len() == live,
                // Counted in whole warps: absent and exited lanes count as arrived.
                Some(count) => (self.whole_warps(&group) * WARP + arrived) as u64 >= count,
            };
            if complete {
                self.check_same(leader, &group)?;
                self.pass(id, &group, group.len() == live);
                if let Some(count) = self.arrivals.get_mut(id) {
                    *count = 0;
                }
                progress = true;
            }
        }
        Ok(progress)
    }

    fn arrival(&self, linear: usize, thread: &Thread, index: u32) -> Result<Arrival, Box<Fault>> {
        let barrier =
            self.grid.module.functions.get(thread.function).and_then(|function| function.barriers.get(index as usize));
        let Some(&barrier) = barrier else {
            return Err(self.fault(FaultKind::Internal("a barrier that does not exist"), thread));
        };
        let id = thread.register(barrier.id);
        let count = barrier.count.map(|slot| thread.register(slot));
        if id >= 16 || count.is_some_and(|count| count == 0 || count % 32 != 0 || count > 1024) {
            return Err(self.fault(FaultKind::InvalidBarrier { barrier: id, count }, thread));
        }
        Ok(Arrival { linear, id: id as usize, count, barrier })
    }

    fn whole_warps(&self, group: &[&Arrival]) -> usize {
        let warps = self.states.len().div_ceil(WARP);
        let whole = |warp: usize| {
            let members = group.iter().filter(|arrival| arrival.linear / WARP == warp).count();
            let live =
                self.states.iter().skip(warp * WARP).take(WARP).filter(|state| !matches!(state, State::Done)).count();
            members > 0 && members == live
        };
        (0..warps).filter(|&warp| whole(warp)).count()
    }

    /// Threads that pass one aligned barrier together must be at one instruction: in a warp always, in the block unless
    /// thread counts are given.
    fn check_same(&self, leader: &Arrival, group: &[&Arrival]) -> Result<(), Box<Fault>> {
        let place =
            |arrival: &Arrival| self.waiting(arrival.linear).map(|(thread, _)| (thread.function, thread.position));
        for &arrival in group {
            let reference = if arrival.count.is_some() {
                group.iter().copied().find(|other| other.linear / WARP == arrival.linear / WARP).unwrap_or(arrival)
            } else {
                leader
            };
            if arrival.count != leader.count || (arrival.barrier.aligned && place(arrival) != place(reference)) {
                return Err(self.divergent_barrier(arrival, reference));
            }
        }
        Ok(())
    }

    fn divergent_barrier(&self, arrival: &Arrival, other: &Arrival) -> Box<Fault> {
        let (Some((thread, _)), Some((other_thread, _))) = (self.waiting(arrival.linear), self.waiting(other.linear))
        else {
            return self.fault(FaultKind::Internal("a barrier without threads"), &Thread::default());
        };
        let kind = FaultKind::DivergentBarrier {
            barrier: arrival.id as u32,
            other_barrier: other.id as u32,
            other_thread: self.grid.thread_position(u32::from(other_thread.linear)),
            other_line: self.line(other_thread) as usize,
        };
        self.fault(kind, thread)
    }

    fn pass(&mut self, id: usize, group: &[&Arrival], all: bool) {
        let operand = |arrival: &&Arrival| {
            let (_, _, slot) = arrival.barrier.reduction?;
            self.waiting(arrival.linear).map(|(thread, _)| thread.register(slot) != 0)
        };
        let set = group.iter().filter_map(operand).filter(|&value| value).count();
        let asked = group.iter().filter(|arrival| arrival.barrier.reduction.is_some()).count();
        for arrival in group {
            self.release(arrival.linear, |thread| {
                if let Some((reduction, d, _)) = arrival.barrier.reduction {
                    let value = match reduction {
                        BarrierReduction::Count => set as u64,
                        BarrierReduction::And => u64::from(set == asked),
                        BarrierReduction::Or => u64::from(set > 0),
                    };
                    thread.set_register(d, value);
                }
            });
        }
        self.statistics.barriers += 1;
        if all {
            self.clocks.synchronize_block();
        } else {
            let members = group.iter().fold(0u32, |mask, arrival| mask | 1 << (arrival.linear / WARP % 32));
            self.clocks.synchronize_warps(id, members);
        }
    }

    /// Why no thread can go on.
    pub(super) fn stuck(&self) -> Box<Fault> {
        if let Some(fault) = self.vain_collective() {
            return fault;
        }
        let mut arrivals: Vec<Arrival> = Vec::new();
        let mut waiting: Vec<(usize, [u32; 3], usize)> = Vec::new();
        let mut first = None;
        for linear in 0..self.states.len() {
            let Some((thread, stop)) = self.waiting(linear) else { continue };
            first = first.or(Some(thread));
            let line = self.line(thread) as usize;
            match waiting.iter_mut().find(|(_, _, other)| *other == line) {
                Some((count, _, _)) => *count += 1,
                None => waiting.push((1, self.grid.thread_position(u32::from(thread.linear)), line)),
            }
            if let Stop::Barrier(index) = stop {
                match self.arrival(linear, thread, index) {
                    Ok(arrival) => arrivals.push(arrival),
                    Err(fault) => return fault,
                }
            }
        }
        if let Some(leader) = arrivals.first()
            && let Some(other) = arrivals.iter().find(|arrival| arrival.id != leader.id)
        {
            return self.divergent_barrier(other, leader);
        }
        match first {
            Some(thread) => self.fault(FaultKind::Deadlock { waiting }, thread),
            None => self.fault(FaultKind::Internal("no thread waits, and none can run"), &Thread::default()),
        }
    }
}
