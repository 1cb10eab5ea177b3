//! One block: its threads in turn, until all have ended or none can go on.

use super::launch::{Grid, Statistics};
use super::thread::{Stop, Thread};
use crate::fault::{Fault, FaultKind};
use crate::memory::SharedMemory;
use crate::race::{Clocks, WARP};

/// Threads move between this and the states of a block: boxed, so that a move is one word.
#[allow(clippy::vec_box)]
type Idle = Vec<Box<Thread>>;

/// What running a block needs, kept for the next block.
#[derive(Debug, Default)]
pub(crate) struct Arena {
    clocks: Clocks,
    shared: SharedMemory,
    states: Vec<State>,
    idle: Idle,
}

#[derive(Debug, Default)]
pub(super) enum State {
    #[default]
    Fresh,
    Ready(Box<Thread>),
    Waiting(Box<Thread>, Stop),
    Done,
}

pub(super) struct Block<'l> {
    pub grid: &'l Grid<'l>,
    pub position: [u32; 3],
    pub instance: u64,
    pub clocks: Clocks,
    pub shared: SharedMemory,
    pub states: Vec<State>,
    idle: Idle,
    pub statistics: Statistics,
    /// Threads that arrived at each barrier without waiting.
    pub arrivals: [u32; 16],
}

/// Runs a block from its beginning to its end.
pub(super) fn run_block(
    grid: &Grid<'_>,
    index: u64,
    arena: &mut Arena,
    statistics: &mut Statistics,
) -> Result<(), Box<Fault>> {
    let mut block = Block {
        grid,
        position: grid.block_position(index),
        instance: grid.first_instance + index,
        clocks: std::mem::take(&mut arena.clocks),
        shared: std::mem::take(&mut arena.shared),
        states: std::mem::take(&mut arena.states),
        idle: std::mem::take(&mut arena.idle),
        statistics: Statistics { blocks: 1, threads: u64::from(grid.threads), ..Statistics::default() },
        arrivals: [0; 16],
    };
    block.states.clear();
    block.states.resize_with(grid.threads as usize, State::default);
    block.clocks.reset((grid.threads as usize).div_ceil(WARP));
    block.shared.begin(&grid.module.shared, grid.dynamic_shared as usize);
    let result = block.run();
    statistics.add(block.statistics);
    *arena = Arena { clocks: block.clocks, shared: block.shared, states: block.states, idle: block.idle };
    result
}

impl Block<'_> {
    fn run(&mut self) -> Result<(), Box<Fault>> {
        let warps = self.states.len().div_ceil(WARP);
        loop {
            let mut progress = false;
            for warp in 0..warps {
                loop {
                    progress |= self.run_lanes(warp)?;
                    if !self.meet_lanes(warp)? {
                        break;
                    }
                    progress = true;
                }
            }
            progress |= self.meet_block()?;
            if !progress {
                return if self.states.iter().all(|state| matches!(state, State::Done)) {
                    Ok(())
                } else {
                    Err(self.stuck())
                };
            }
        }
    }

    /// Runs all lanes of a warp that can go on; whether there was one.
    fn run_lanes(&mut self, warp: usize) -> Result<bool, Box<Fault>> {
        let first = warp * WARP;
        let mut any = false;
        for linear in first..self.states.len().min(first + WARP) {
            let Some(state) = self.states.get_mut(linear) else { break };
            let mut thread = match std::mem::replace(state, State::Done) {
                State::Fresh => {
                    let mut thread = self.idle.pop().unwrap_or_default();
                    thread.start(self.grid.entry_index, self.grid.entry, linear as u16);
                    thread
                }
                State::Ready(thread) => thread,
                other => {
                    *state = other;
                    continue;
                }
            };
            any = true;
            let next = match thread.run(self) {
                Ok(Stop::Exit) => {
                    self.statistics.instructions += thread.steps;
                    self.idle.push(thread);
                    continue;
                }
                Ok(stop) => State::Waiting(thread, stop),
                Err(kind) => {
                    self.statistics.instructions += thread.steps;
                    return Err(self.fault(*kind, &thread));
                }
            };
            if let Some(state) = self.states.get_mut(linear) {
                *state = next;
            }
        }
        Ok(any)
    }

    pub(super) fn waiting(&self, linear: usize) -> Option<(&Thread, Stop)> {
        match self.states.get(linear) {
            Some(State::Waiting(thread, stop)) => Some((thread, *stop)),
            _ => None,
        }
    }

    /// Lets a waiting thread go on after the instruction that it waits at.
    pub(super) fn release(&mut self, linear: usize, set: impl FnOnce(&mut Thread)) {
        let Some(state) = self.states.get_mut(linear) else { return };
        *state = match std::mem::replace(state, State::Done) {
            State::Waiting(mut thread, _) => {
                set(&mut thread);
                thread.position += 1;
                State::Ready(thread)
            }
            other => other,
        };
    }

    pub(super) fn line(&self, thread: &Thread) -> u32 {
        self.grid
            .module
            .functions
            .get(thread.function)
            .and_then(|function| function.lines.get(thread.position))
            .copied()
            .unwrap_or(0)
    }

    pub(super) fn fault(&self, kind: FaultKind, thread: &Thread) -> Box<Fault> {
        let line = self.line(thread);
        let module = self.grid.module;
        let place = module.functions.get(thread.function).and_then(|function| *function.places.get(thread.position)?);
        Box::new(Fault {
            kind,
            entry: self.grid.entry.name.clone(),
            block: self.position,
            thread: self.grid.thread_position(u32::from(thread.linear)),
            line: line as usize,
            source: module.line(line).to_owned(),
            place: place
                .map(|place| (module.files.get(&place.file).cloned().unwrap_or_default(), place.line, place.column)),
        })
    }
}
