//! Loads and stores: which memory an address means, bounds, alignment, and what the shadow says.

use super::launch::Grid;
use crate::fault::{AccessKind, FaultKind, Opponent, Space};
use crate::memory::{BUFFER_FIRST, LocalMemory, MODULE_FIRST, SLOT_SHIFT, Segment, SharedMemory, State, window};
use crate::operation::mask;
use crate::program::Access;
use crate::race::{Accessor, Conflict, Objection};

/// What an instruction of one thread can reach.
pub(super) struct Reach<'r> {
    pub grid: &'r Grid<'r>,
    pub shared: &'r mut SharedMemory,
    pub local: &'r mut LocalMemory,
    pub who: Accessor<'r>,
}

/// A fault on the heap: faults are rare, results are everywhere.
pub(super) type Faulty<T> = Result<T, Box<FaultKind>>;

fn fault<T>(kind: FaultKind) -> Faulty<T> {
    Err(Box::new(kind))
}

/// The value of one element with its sign extended.
#[inline(always)]
fn extended(value: u64, access: Access) -> u64 {
    if access.sign_bits == 0 {
        return value;
    }
    let unused = 64 - 8 * u32::from(access.bytes);
    ((value << unused) as i64 >> unused) as u64 & mask(access.sign_bits)
}

impl Reach<'_> {
    #[inline]
    pub(super) fn load(&mut self, access: Access, address: u64, line: u32) -> Faulty<u64> {
        let bytes = usize::from(access.bytes);
        self.load_element(access, address, bytes, line).map(|value| extended(value, access))
    }

    #[cold]
    fn misaligned(&self, space: Space, access: AccessKind, address: u64, size: usize) -> Box<FaultKind> {
        Box::new(FaultKind::Misaligned { space, access, address, size })
    }

    /// The elements of a vector; as a whole it must be aligned.
    pub(super) fn load_vector(&mut self, access: Access, address: u64, line: u32) -> Faulty<[u64; 4]> {
        let bytes = usize::from(access.bytes);
        let mut values = [0; 4];
        self.check_vector(access, address, AccessKind::Read)?;
        for (index, place) in values.iter_mut().take(usize::from(access.count)).enumerate() {
            *place =
                extended(self.load_element(access, address.wrapping_add((index * bytes) as u64), bytes, line)?, access);
        }
        Ok(values)
    }

    pub(super) fn store_vector(&mut self, access: Access, address: u64, values: [u64; 4], line: u32) -> Faulty<()> {
        let bytes = usize::from(access.bytes);
        self.check_vector(access, address, AccessKind::Write)?;
        for (index, value) in values.into_iter().take(usize::from(access.count)).enumerate() {
            self.store(access, address.wrapping_add((index * bytes) as u64), value, line)?;
        }
        Ok(())
    }

    /// Alignment and bounds of the whole, so that a vector that is partly outside leaves no trace.
    fn check_vector(&self, access: Access, address: u64, kind: AccessKind) -> Faulty<()> {
        let size = usize::from(access.bytes) * usize::from(access.count);
        let (space, place) = self.resolve(access.space, address, kind, size)?;
        if !place.is_multiple_of(size as u64) {
            return Err(self.misaligned(space, kind, address, size));
        }
        if matches!(space, Space::Global | Space::Constant) {
            self.segment(place, size, kind, space)?;
        }
        Ok(())
    }

    /// The space that an address lies in, and the address there.
    #[inline(always)]
    fn resolve(&self, space: Option<Space>, address: u64, kind: AccessKind, size: usize) -> Faulty<(Space, u64)> {
        let (found, place) = match space {
            // Addresses of these spaces are offsets in their windows.
            Some(space @ (Space::Shared | Space::Local | Space::Parameter)) => return Ok((space, address)),
            _ => window(address),
        };
        match (space, found) {
            (Some(space), None) => Ok((space, address)),
            (None, None) => Ok((Space::Global, address)),
            (None, Some(found)) => Ok((found, place)),
            (Some(space), Some(_)) => {
                fault(FaultKind::OutOfBounds { space, access: kind, address, size, nearest: None })
            }
        }
    }

    #[inline]
    fn load_element(&mut self, access: Access, address: u64, bytes: usize, line: u32) -> Faulty<u64> {
        let kind = AccessKind::Read;
        let (space, place) = self.resolve(access.space, address, kind, bytes)?;
        if place & (bytes as u64 - 1) != 0 {
            return Err(self.misaligned(space, kind, address, bytes));
        }
        match space {
            Space::Shared => {
                if !self.shared.contains(&self.grid.module.shared, place, bytes) {
                    return self.out_of_shared(kind, place, bytes);
                }
                let result = self.shared.read(place, bytes, &self.who, access.strong, line);
                result.map_err(|objection| self.object(objection, space, kind, place, bytes))
            }
            Space::Local => {
                self.local.read(place, bytes).map_err(|problem| self.local_fault(problem, kind, place, bytes))
            }
            Space::Parameter => self.argument(place, bytes),
            _ => {
                let (segment, offset) = self.segment(place, bytes, kind, space)?;
                if access.read_only
                    && let Some(conflict) = segment.last_write(offset, bytes, &self.who)
                {
                    return fault(FaultKind::ReadOnlyPath { address, size: bytes, other: self.opponent(conflict) });
                }
                segment
                    .read(offset, bytes, &self.who, access.strong)
                    .map_err(|objection| self.object(objection, space, kind, place, bytes))
            }
        }
    }

    #[inline]
    pub(super) fn store(&mut self, access: Access, address: u64, value: u64, line: u32) -> Faulty<()> {
        let bytes = usize::from(access.bytes);
        let kind = AccessKind::Write;
        let (space, place) = self.resolve(access.space, address, kind, bytes)?;
        if place & (bytes as u64 - 1) != 0 {
            return Err(self.misaligned(space, kind, address, bytes));
        }
        let value = value & mask(8 * access.bytes);
        match space {
            Space::Shared => {
                if !self.shared.contains(&self.grid.module.shared, place, bytes) {
                    return self.out_of_shared(kind, place, bytes);
                }
                let result = self.shared.write(place, bytes, value, &self.who, access.strong, line);
                result.map_err(|objection| self.object(objection, space, kind, place, bytes))
            }
            Space::Local => {
                self.local.write(place, bytes, value).map_err(|problem| self.local_fault(problem, kind, place, bytes))
            }
            Space::Parameter | Space::Constant => fault(FaultKind::ReadOnly { space, address }),
            Space::Global => {
                let (segment, offset) = self.segment(place, bytes, kind, space)?;
                segment
                    .write(offset, bytes, value, &self.who, access.strong, line)
                    .map_err(|objection| self.object(objection, space, kind, place, bytes))
            }
        }
    }

    /// Replaces a value by a function of it; the old value.
    pub(super) fn update(
        &mut self,
        space: Option<Space>,
        address: u64,
        wide: bool,
        line: u32,
        change: impl Fn(u64) -> u64,
    ) -> Faulty<u64> {
        let bytes = if wide { 8 } else { 4 };
        let kind = AccessKind::Atomic;
        let (space, place) = self.resolve(space, address, kind, bytes)?;
        if place & (bytes as u64 - 1) != 0 {
            return Err(self.misaligned(space, kind, address, bytes));
        }
        match space {
            Space::Shared => {
                if !self.shared.contains(&self.grid.module.shared, place, bytes) {
                    return self.out_of_shared(kind, place, bytes);
                }
                let result = self.shared.update(place, wide, &self.who, line, change);
                result.map_err(|objection| self.object(objection, space, kind, place, bytes))
            }
            Space::Global => {
                let (segment, offset) = self.segment(place, bytes, kind, space)?;
                segment
                    .update(offset, wide, &self.who, line, change)
                    .map_err(|objection| self.object(objection, space, kind, place, bytes))
            }
            _ => fault(FaultKind::OutOfBounds {
                space: Space::Global,
                access: kind,
                address,
                size: bytes,
                nearest: None,
            }),
        }
    }

    /// The buffer or variable that holds the whole access.
    #[inline]
    fn segment(&self, address: u64, bytes: usize, kind: AccessKind, space: Space) -> Faulty<(&Segment, usize)> {
        let slot = address >> SLOT_SHIFT;
        if slot < MODULE_FIRST {
            if space == Space::Global
                && let Some(State::Live(segment)) = self.grid.buffers.get(slot.wrapping_sub(BUFFER_FIRST) as usize)
                && let Some(offset) = segment.offset(address, bytes)
            {
                return Ok((segment, offset));
            }
        } else if let Some(variable) = self.grid.module.variables.get((slot - MODULE_FIRST) as usize)
            && let Some(offset) = variable.segment.offset(address, bytes)
        {
            if variable.constant && kind != AccessKind::Read {
                return fault(FaultKind::ReadOnly { space: Space::Constant, address });
            }
            if variable.constant || space == Space::Global {
                return Ok((&variable.segment, offset));
            }
        }
        self.out_of_bounds(address, bytes, kind, space)
    }

    #[cold]
    fn out_of_bounds<T>(&self, address: u64, size: usize, access: AccessKind, space: Space) -> Faulty<T> {
        let slot = address >> SLOT_SHIFT;
        let buffer = |slot: u64| self.grid.buffers.get(slot.wrapping_sub(BUFFER_FIRST) as usize);
        if let Some(&State::Freed { base, size: length }) = buffer(slot) {
            return fault(FaultKind::UseAfterFree { access, address, size, buffer: (base, length) });
        }
        let extent = |segment: &Segment| (segment.base(), segment.size());
        let nearest = if slot < MODULE_FIRST {
            match buffer(slot) {
                Some(State::Live(segment)) => Some(extent(segment)),
                _ => None,
            }
        } else {
            self.grid.module.variables.get((slot - MODULE_FIRST) as usize).map(|variable| extent(&variable.segment))
        };
        fault(FaultKind::OutOfBounds { space, access, address, size, nearest })
    }

    #[cold]
    fn out_of_shared<T>(&self, access: AccessKind, address: u64, size: usize) -> Faulty<T> {
        let nearest = self.shared.nearest(&self.grid.module.shared, address);
        fault(FaultKind::OutOfBounds { space: Space::Shared, access, address, size, nearest })
    }

    #[cold]
    fn local_fault(
        &self,
        problem: crate::memory::LocalFault,
        access: AccessKind,
        address: u64,
        size: usize,
    ) -> Box<FaultKind> {
        Box::new(match problem {
            crate::memory::LocalFault::Unwritten => FaultKind::Unwritten { space: Space::Local, address, size },
            crate::memory::LocalFault::OutOfBounds => {
                FaultKind::OutOfBounds { space: Space::Local, access, address, size, nearest: Some(self.local.size()) }
            }
        })
    }

    /// A parameter of the entry, read through an address.
    fn argument(&self, address: u64, bytes: usize) -> Faulty<u64> {
        let start = usize::try_from(address).unwrap_or(usize::MAX);
        let Some(source) = self.grid.arguments.get(start..start.saturating_add(bytes)) else {
            let nearest = Some((0, self.grid.arguments.len()));
            return fault(FaultKind::OutOfBounds {
                space: Space::Parameter,
                access: AccessKind::Read,
                address,
                size: bytes,
                nearest,
            });
        };
        let mut value = [0; 8];
        for (place, &byte) in value.iter_mut().zip(source) {
            *place = byte;
        }
        Ok(u64::from_le_bytes(value))
    }

    #[cold]
    fn object(
        &self,
        objection: Objection,
        space: Space,
        access: AccessKind,
        address: u64,
        size: usize,
    ) -> Box<FaultKind> {
        Box::new(match objection {
            Objection::Unwritten => FaultKind::Unwritten { space, address, size },
            Objection::NoRoom => FaultKind::OutOfMemory { address },
            Objection::Race(conflict) => {
                let other = self.opponent(conflict);
                if space == Space::Shared {
                    FaultKind::SharedRace { access, address, other }
                } else {
                    FaultKind::GlobalRace { access, address, other }
                }
            }
        })
    }

    fn opponent(&self, conflict: Conflict) -> Opponent {
        let access = match (conflict.write, conflict.strong) {
            (true, true) => AccessKind::Atomic,
            (true, false) => AccessKind::Write,
            (false, _) => AccessKind::Read,
        };
        let line = conflict.line.map(|line| line as usize);
        let block = self.grid.block_position(conflict.instance.wrapping_sub(self.who.first_instance));
        Opponent {
            block,
            thread: conflict.thread.map(|thread| self.grid.thread_position(u32::from(thread))),
            access,
            line,
        }
    }
}
