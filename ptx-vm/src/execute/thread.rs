//! One thread: runs alone until it ends or meets others.

use super::access::{Faulty, Reach};
use super::block::Block;
use super::{atomic, convert, float, integer};
use crate::fault::{FaultKind, Space};
use crate::memory::{LocalMemory, WINDOW_LOCAL, WINDOW_PARAMETER, WINDOW_SHARED, window};
use crate::operation::mask;
use crate::program::{Access, Function, Instruction, SpecialRegister, Transfer};
use crate::race::Accessor;

/// Calls can nest this deep,
const DEEPEST: usize = 1024;
/// with so many registers in all frames together,
const MOST_REGISTERS: usize = 1 << 20;
/// and so many bytes of local memory: what hardware gives a thread.
const MOST_LOCAL: usize = 512 << 10;

#[derive(Debug, Default)]
pub(super) struct Thread {
    /// Frames of all active calls.
    pub registers: Vec<u64>,
    /// First register of the active frame.
    pub base: usize,
    pub function: usize,
    pub position: usize,
    /// Linear in the block.
    pub linear: u16,
    parameters: Vec<u8>,
    parameter_base: usize,
    local: LocalMemory,
    local_base: usize,
    callers: Vec<Caller>,
    carry: bool,
    pub steps: u64,
}

#[derive(Debug)]
struct Caller {
    function: usize,
    position: usize,
    base: usize,
    parameter_base: usize,
    local_base: usize,
    local_top: usize,
    call: u32,
}

/// Why a thread stopped. Its position is that of the instruction that it waits at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    Exit,
    Collective(u32),
    Barrier(u32),
}

impl Thread {
    pub(super) fn start(&mut self, function: usize, code: &Function, linear: u16) {
        self.registers.clear();
        self.registers.extend_from_slice(&code.frame);
        self.base = 0;
        self.function = function;
        self.position = 0;
        self.linear = linear;
        self.parameters.clear();
        self.parameters.resize(code.parameter_bytes, 0);
        self.parameter_base = 0;
        self.callers.clear();
        self.carry = false;
        self.steps = 0;
        self.local.clear();
        self.local_base = if code.local_bytes > 0 { self.local.push(code.local_bytes) } else { 0 };
    }

    pub(super) fn register(&self, slot: u16) -> u64 {
        self.registers.get(self.base + usize::from(slot)).copied().unwrap_or(0)
    }

    pub(super) fn set_register(&mut self, slot: u16, value: u64) {
        if let Some(place) = self.registers.get_mut(self.base + usize::from(slot)) {
            *place = value;
        }
    }

    /// Runs until the thread stops. On a fault, `position` is that of the instruction that failed.
    #[allow(clippy::too_many_lines)]
    pub(super) fn run(&mut self, block: &mut Block<'_>) -> Faulty<Stop> {
        let grid = block.grid;
        let limit = grid.step_limit;
        let warp = usize::from(self.linear) / crate::race::WARP;
        let who = Accessor {
            clocks: &block.clocks,
            thread: self.linear,
            clock: block.clocks.now(warp),
            instance: block.instance,
            first_instance: grid.first_instance,
            instances: grid.blocks,
            concurrent: grid.concurrent,
        };
        let mut reach = Reach { grid, shared: &mut block.shared, local: &mut self.local, who };
        'call: loop {
            let Some(function) = grid.module.functions.get(self.function) else {
                return Err(Box::new(FaultKind::Internal("a function that does not exist")));
            };
            let Some(r) = self.registers.get_mut(self.base..) else {
                return Err(Box::new(FaultKind::Internal("a frame that does not exist")));
            };
            let mut position = self.position;
            // Keeps the position for the report.
            macro_rules! attempt {
                ($result:expr) => {
                    match $result {
                        Ok(value) => value,
                        Err(kind) => {
                            self.position = position;
                            return Err(kind);
                        }
                    }
                };
            }
            macro_rules! stop {
                ($kind:expr) => {{
                    self.position = position;
                    return Err(Box::new($kind));
                }};
            }
            macro_rules! line {
                () => {
                    function.lines.get(position).copied().unwrap_or(0)
                };
            }
            macro_rules! arithmetic {
                ($d:expr, $result:expr) => {
                    match $result {
                        Some(value) => r[usize::from($d)] = value,
                        None => stop!(FaultKind::Internal("an operation of the wrong family")),
                    }
                };
            }
            loop {
                let Some(&instruction) = function.code.get(position) else {
                    // Compilers end functions that do not return without an instruction.
                    self.position = position.saturating_sub(1);
                    return Err(Box::new(FaultKind::EndOfCode));
                };
                self.steps += 1;
                if self.steps > limit {
                    stop!(FaultKind::StepLimit { limit });
                }
                match instruction {
                    Instruction::Move { d, a } => r[usize::from(d)] = r[usize::from(a)],
                    Instruction::Binary { operation, d, a, b } => {
                        let (a, b) = (r[usize::from(a)], r[usize::from(b)]);
                        arithmetic!(d, integer::binary(operation, a, b).or_else(|| float::binary(operation, a, b)));
                    }
                    Instruction::Ternary { operation, d, a, b, c } => {
                        let (a, b, c) = (r[usize::from(a)], r[usize::from(b)], r[usize::from(c)]);
                        arithmetic!(
                            d,
                            integer::ternary(operation, a, b, c).or_else(|| float::ternary(operation, a, b, c))
                        );
                    }
                    Instruction::Compare { operation, d, a, b } => {
                        let (a, b) = (r[usize::from(a)], r[usize::from(b)]);
                        let result = integer::compare(operation, a, b).or_else(|| float::compare(operation, a, b));
                        arithmetic!(d, result.map(u64::from));
                    }
                    Instruction::BranchIf { predicate, unless, target } => {
                        if (r[usize::from(predicate)] != 0) != unless {
                            position = target as usize;
                            continue;
                        }
                    }
                    Instruction::Branch { target } => {
                        position = target as usize;
                        continue;
                    }
                    Instruction::Load { d, address, offset, access } => {
                        let address = r[usize::from(address)].wrapping_add_signed(i64::from(offset));
                        r[usize::from(d)] = attempt!(reach.load(access, address, line!()));
                    }
                    Instruction::Store { a, address, offset, access } => {
                        let address = r[usize::from(address)].wrapping_add_signed(i64::from(offset));
                        attempt!(reach.store(access, address, r[usize::from(a)], line!()));
                    }
                    Instruction::Select { d, a, b, predicate } => {
                        r[usize::from(d)] =
                            if r[usize::from(predicate)] != 0 { r[usize::from(a)] } else { r[usize::from(b)] };
                    }
                    Instruction::Extend { d, a, from, signed, to } => {
                        let value = r[usize::from(a)];
                        let unused = u32::from(64 - from);
                        let value = value << unused;
                        r[usize::from(d)] =
                            if signed { (value as i64 >> unused) as u64 } else { value >> unused } & mask(to);
                    }
                    Instruction::Unary { operation, d, a } => {
                        let a = r[usize::from(a)];
                        arithmetic!(d, integer::unary(operation, a).or_else(|| float::unary(operation, a)));
                    }
                    Instruction::Divide { operation, d, a, b } => {
                        match integer::divide(operation, r[usize::from(a)], r[usize::from(b)]) {
                            Some(value) => r[usize::from(d)] = value,
                            None => stop!(FaultKind::DivisionByZero),
                        }
                    }
                    Instruction::Logic { d, a, b, c, table } => {
                        r[usize::from(d)] =
                            integer::logic(r[usize::from(a)], r[usize::from(b)], r[usize::from(c)], table);
                    }
                    Instruction::Convert { d, a, conversion } => {
                        r[usize::from(d)] = convert::convert(conversion, r[usize::from(a)])
                    }
                    Instruction::Extract { d, a, shift, bits } => {
                        r[usize::from(d)] = r[usize::from(a)] >> shift & mask(bits)
                    }
                    Instruction::Pack { d, a, b, shift } => {
                        r[usize::from(d)] = r[usize::from(a)] | r[usize::from(b)] << shift
                    }
                    Instruction::Carry { d, a, b, bits, subtract, take, set } => {
                        let (a, b) = (u128::from(r[usize::from(a)]), u128::from(r[usize::from(b)]));
                        let carry = u128::from(take && self.carry);
                        // A borrow shows as ones above the result.
                        let result = if subtract { a.wrapping_sub(b).wrapping_sub(carry) } else { a + b + carry };
                        r[usize::from(d)] = result as u64 & mask(bits);
                        if set {
                            self.carry = result >> bits & 1 == 1;
                        }
                    }
                    Instruction::Special { d, register } => {
                        r[usize::from(d)] = u64::from(special(register, self.linear, grid, block.position))
                    }
                    Instruction::LoadArgument { d, offset, access } => {
                        r[usize::from(d)] = bytes_to_value(grid.arguments.get(offset as usize..), access);
                    }
                    Instruction::LoadFrame { d, offset, access } => {
                        r[usize::from(d)] =
                            bytes_to_value(self.parameters.get(self.parameter_base + offset as usize..), access);
                    }
                    Instruction::StoreFrame { a, offset, access } => {
                        let start = self.parameter_base + offset as usize;
                        if let Some(place) = self.parameters.get_mut(start..start + usize::from(access.bytes)) {
                            for (place, byte) in place.iter_mut().zip(r[usize::from(a)].to_le_bytes()) {
                                *place = byte;
                            }
                        }
                    }
                    Instruction::LoadVector { list, address, offset, access } => {
                        let address = r[usize::from(address)].wrapping_add_signed(i64::from(offset));
                        let values = attempt!(reach.load_vector(access, address, line!()));
                        for (&slot, value) in function
                            .lists
                            .get(list as usize..)
                            .unwrap_or_default()
                            .iter()
                            .zip(values)
                            .take(usize::from(access.count))
                        {
                            r[usize::from(slot)] = value;
                        }
                    }
                    Instruction::StoreVector { list, address, offset, access } => {
                        let address = r[usize::from(address)].wrapping_add_signed(i64::from(offset));
                        let mut values = [0; 4];
                        for (place, &slot) in values
                            .iter_mut()
                            .zip(function.lists.get(list as usize..).unwrap_or_default())
                            .take(usize::from(access.count))
                        {
                            *place = r[usize::from(slot)];
                        }
                        attempt!(reach.store_vector(access, address, values, line!()));
                    }
                    Instruction::Atomic { operation, wide, space, d, address, b, c, offset } => {
                        let address = r[usize::from(address)].wrapping_add_signed(i64::from(offset));
                        let (b, c) = (r[usize::from(b)], r[usize::from(c)]);
                        let change = |old: u64| atomic::apply(operation, wide, old, b, c);
                        r[usize::from(d)] = attempt!(reach.update(space, address, wide, line!(), change));
                    }
                    Instruction::LocalAddress { d, offset } => {
                        r[usize::from(d)] = (self.local_base + offset as usize) as u64
                    }
                    Instruction::ToGeneric { d, a, space } => {
                        r[usize::from(d)] = r[usize::from(a)].wrapping_add(window_of(space))
                    }
                    Instruction::FromGeneric { d, a, space } => {
                        r[usize::from(d)] = r[usize::from(a)].wrapping_sub(window_of(space))
                    }
                    Instruction::IsSpace { d, a, space } => {
                        r[usize::from(d)] = u64::from(lies_in(grid.module, r[usize::from(a)], space))
                    }
                    Instruction::Guard { predicate, unless, count } => {
                        if (r[usize::from(predicate)] != 0) == unless {
                            position += usize::from(count);
                        }
                    }
                    Instruction::BranchIndex { a, first, count } => {
                        let index = r[usize::from(a)];
                        let target = if index < u64::from(count) {
                            function.targets.get(first as usize + index as usize)
                        } else {
                            None
                        };
                        match target {
                            Some(&target) => {
                                position = target as usize;
                                continue;
                            }
                            None => stop!(FaultKind::BranchIndex { index, targets: count as usize }),
                        }
                    }
                    Instruction::Nothing => {}
                    Instruction::Collective { collective } => {
                        self.position = position;
                        return Ok(Stop::Collective(collective));
                    }
                    Instruction::Barrier { barrier } => {
                        self.position = position;
                        return Ok(Stop::Barrier(barrier));
                    }
                    Instruction::Exit => return Ok(Stop::Exit),
                    Instruction::Trap => stop!(FaultKind::Trap),
                    Instruction::Breakpoint => stop!(FaultKind::Breakpoint),
                    Instruction::Return => {
                        let Some(caller) = self.callers.pop() else { return Ok(Stop::Exit) };
                        let results = grid
                            .module
                            .functions
                            .get(caller.function)
                            .and_then(|function| function.calls.get(caller.call as usize));
                        for &transfer in results.map(|call| call.results.as_slice()).unwrap_or_default() {
                            copy_parameter(
                                &mut self.parameters,
                                transfer,
                                self.parameter_base,
                                caller.parameter_base,
                                true,
                            );
                        }
                        self.registers.truncate(self.base);
                        self.parameters.truncate(self.parameter_base);
                        reach.local.pop(caller.local_top);
                        self.function = caller.function;
                        self.position = caller.position + 1;
                        self.base = caller.base;
                        self.parameter_base = caller.parameter_base;
                        self.local_base = caller.local_base;
                        continue 'call;
                    }
                    Instruction::Call { call } => {
                        let callee = function
                            .calls
                            .get(call as usize)
                            .and_then(|call| Some((call, grid.module.functions.get(call.function)?)));
                        let Some((target, callee)) = callee else {
                            stop!(FaultKind::Internal("a call of a function that does not exist"))
                        };
                        let registers = self.registers.len() + callee.frame.len();
                        if self.callers.len() >= DEEPEST
                            || registers > MOST_REGISTERS
                            || reach.local.top() + callee.local_bytes > MOST_LOCAL
                        {
                            stop!(FaultKind::StackOverflow { depth: self.callers.len() });
                        }
                        let parameter_base = self.parameters.len().next_multiple_of(16);
                        self.parameters.resize(parameter_base + callee.parameter_bytes, 0);
                        for &transfer in &target.arguments {
                            copy_parameter(&mut self.parameters, transfer, parameter_base, self.parameter_base, false);
                        }
                        self.callers.push(Caller {
                            function: self.function,
                            position,
                            base: self.base,
                            parameter_base: self.parameter_base,
                            local_base: self.local_base,
                            local_top: reach.local.top(),
                            call,
                        });
                        self.parameter_base = parameter_base;
                        self.base = self.registers.len();
                        self.registers.extend_from_slice(&callee.frame);
                        self.local_base = if callee.local_bytes > 0 { reach.local.push(callee.local_bytes) } else { 0 };
                        self.function = target.function;
                        self.position = 0;
                        continue 'call;
                    }
                }
                position += 1;
            }
        }
    }
}

fn bytes_to_value(bytes: Option<&[u8]>, access: Access) -> u64 {
    let mut value = [0; 8];
    for (place, &byte) in value.iter_mut().zip(bytes.unwrap_or_default()).take(usize::from(access.bytes)) {
        *place = byte;
    }
    let value = u64::from_le_bytes(value);
    if access.sign_bits == 0 {
        return value;
    }
    let unused = 64 - 8 * u32::from(access.bytes);
    ((value << unused) as i64 >> unused) as u64 & mask(access.sign_bits)
}

fn copy_parameter(parameters: &mut [u8], transfer: Transfer, callee: usize, caller: usize, back: bool) {
    let (inside, outside) = (callee + transfer.callee, caller + transfer.caller);
    let (from, to) = if back { (inside, outside) } else { (outside, inside) };
    if from + transfer.size <= parameters.len() && to + transfer.size <= parameters.len() {
        parameters.copy_within(from..from + transfer.size, to);
    }
}

fn window_of(space: Space) -> u64 {
    match space {
        Space::Shared => WINDOW_SHARED,
        Space::Local => WINDOW_LOCAL,
        Space::Parameter => WINDOW_PARAMETER,
        Space::Global | Space::Constant => 0,
    }
}

fn lies_in(module: &crate::Module, address: u64, space: Space) -> bool {
    match (space, window(address).0) {
        (Space::Global, found) => found.is_none(),
        (Space::Constant, None) => {
            module.variables.iter().any(|variable| variable.constant && variable.segment.offset(address, 0).is_some())
        }
        (space, found) => found == Some(space),
    }
}

fn special(register: SpecialRegister, linear: u16, grid: &super::launch::Grid<'_>, block: [u32; 3]) -> u32 {
    let lane = u32::from(linear) % 32;
    let axis = |triple: [u32; 3], axis: u8| triple.get(usize::from(axis)).copied().unwrap_or(0);
    match register {
        SpecialRegister::Thread(index) => axis(grid.thread_position(u32::from(linear)), index),
        SpecialRegister::ThreadCount(index) => axis(grid.block_shape, index),
        SpecialRegister::Block(index) => axis(block, index),
        SpecialRegister::BlockCount(index) => axis(grid.grid_shape, index),
        SpecialRegister::Lane => lane,
        SpecialRegister::Warp => u32::from(linear) / 32,
        SpecialRegister::WarpCount => grid.threads.div_ceil(32),
        SpecialRegister::LanesEqual => 1 << lane,
        SpecialRegister::LanesBelow => (1 << lane) - 1,
        SpecialRegister::LanesUpTo => ((1 << lane) - 1) | (1 << lane),
        SpecialRegister::LanesAbove => !(((1 << lane) - 1) | (1 << lane)),
        SpecialRegister::LanesFrom => !((1 << lane) - 1),
        SpecialRegister::DynamicShared => grid.dynamic_shared,
        SpecialRegister::TotalShared => grid.dynamic_shared + grid.module.shared.bytes as u32,
    }
}
