//! The interpreter or a GPU as one type, so that what runs a kernel on a device is compiled once for both.
use super::{Argument, Cuda, Driver, DriverError, Entry, Grid, PtxVm};

/// One of the drivers, their memory, or their pinned memory.
#[derive(Debug)]
pub enum Either<V, C> {
    /// The interpreter's.
    Vm(V),
    /// The GPU's.
    Cuda(C),
}

/// Any driver.
pub type AnyDriver = Either<PtxVm, Cuda>;

type Memory = Either<<PtxVm as Driver>::Memory, <Cuda as Driver>::Memory>;
type Pinned = Either<<PtxVm as Driver>::Pinned, <Cuda as Driver>::Pinned>;

/// Memory of another driver than the one that is asked.
fn foreign<T>() -> Result<T, DriverError> {
    Err(DriverError::Transfer { reason: "memory of another device".to_owned() })
}

/// The arguments, if all of them are of one driver.
fn arguments<'s, 'a, M: 'a>(
    given: &'s mut [Argument<'a, Memory>],
    of: impl Fn(&'s Memory) -> Option<&'s M>,
    of_mut: impl Fn(&'s mut Memory) -> Option<&'s mut M>,
) -> Option<Vec<Argument<'s, M>>> {
    let one = |argument: &'s mut Argument<'a, Memory>| {
        Some(match argument {
            Argument::Read(memory, start) => Argument::Read(of(memory)?, *start),
            Argument::Write(memory, start) => Argument::Write(of_mut(memory)?, *start),
            Argument::Null => Argument::Null,
            Argument::U32(word) => Argument::U32(*word),
            Argument::U64(word) => Argument::U64(*word),
        })
    };
    given.iter_mut().map(one).collect()
}

impl<V, C> Either<V, C> {
    const fn vm(&self) -> Option<&V> {
        match self {
            Self::Vm(vm) => Some(vm),
            Self::Cuda(_) => None,
        }
    }

    const fn vm_mut(&mut self) -> Option<&mut V> {
        match self {
            Self::Vm(vm) => Some(vm),
            Self::Cuda(_) => None,
        }
    }

    const fn cuda(&self) -> Option<&C> {
        match self {
            Self::Vm(_) => None,
            Self::Cuda(cuda) => Some(cuda),
        }
    }

    const fn cuda_mut(&mut self) -> Option<&mut C> {
        match self {
            Self::Vm(_) => None,
            Self::Cuda(cuda) => Some(cuda),
        }
    }
}

impl Driver for AnyDriver {
    type Memory = Memory;
    type Pinned = Pinned;

    fn name(&self) -> String {
        match self {
            Self::Vm(vm) => vm.name(),
            Self::Cuda(cuda) => cuda.name(),
        }
    }

    fn allocate(&self, bytes: usize) -> Result<Memory, DriverError> {
        match self {
            Self::Vm(vm) => vm.allocate(bytes).map(Either::Vm),
            Self::Cuda(cuda) => cuda.allocate(bytes).map(Either::Cuda),
        }
    }

    unsafe fn borrow(&self, address: u64, bytes: usize) -> Result<Memory, DriverError> {
        // SAFETY: the caller's promise.
        unsafe {
            match self {
                Self::Vm(vm) => vm.borrow(address, bytes).map(Either::Vm),
                Self::Cuda(cuda) => cuda.borrow(address, bytes).map(Either::Cuda),
            }
        }
    }

    fn fill(&self, memory: &mut Memory, start: usize, bytes: usize, value: u8) -> Result<(), DriverError> {
        match (self, memory) {
            (Self::Vm(vm), Either::Vm(memory)) => vm.fill(memory, start, bytes, value),
            (Self::Cuda(cuda), Either::Cuda(memory)) => cuda.fill(memory, start, bytes, value),
            _ => foreign(),
        }
    }

    fn write_words(&self, words: &[u32], to: &mut Memory) -> Result<(), DriverError> {
        match (self, to) {
            (Self::Vm(vm), Either::Vm(to)) => vm.write_words(words, to),
            (Self::Cuda(cuda), Either::Cuda(to)) => cuda.write_words(words, to),
            _ => foreign(),
        }
    }

    fn upload(&self, from: &[u8], to: &mut Memory) -> Result<(), DriverError> {
        match (self, to) {
            (Self::Vm(vm), Either::Vm(to)) => vm.upload(from, to),
            (Self::Cuda(cuda), Either::Cuda(to)) => cuda.upload(from, to),
            _ => foreign(),
        }
    }

    fn download(&self, from: &Memory, start: usize, to: &mut [u8]) -> Result<(), DriverError> {
        match (self, from) {
            (Self::Vm(vm), Either::Vm(from)) => vm.download(from, start, to),
            (Self::Cuda(cuda), Either::Cuda(from)) => cuda.download(from, start, to),
            _ => foreign(),
        }
    }

    fn copy(&self, from: &Memory, start: usize, to: &mut Memory, at: usize, bytes: usize) -> Result<(), DriverError> {
        match (self, from, to) {
            (Self::Vm(vm), Either::Vm(from), Either::Vm(to)) => vm.copy(from, start, to, at, bytes),
            (Self::Cuda(cuda), Either::Cuda(from), Either::Cuda(to)) => cuda.copy(from, start, to, at, bytes),
            _ => foreign(),
        }
    }

    fn allocate_pinned(&self, bytes: usize) -> Result<Pinned, DriverError> {
        match self {
            Self::Vm(vm) => vm.allocate_pinned(bytes).map(Either::Vm),
            Self::Cuda(cuda) => cuda.allocate_pinned(bytes).map(Either::Cuda),
        }
    }

    fn pinned<'p>(&self, memory: &'p Pinned) -> Result<&'p [u8], DriverError> {
        match (self, memory) {
            (Self::Vm(vm), Either::Vm(memory)) => vm.pinned(memory),
            (Self::Cuda(cuda), Either::Cuda(memory)) => cuda.pinned(memory),
            _ => foreign(),
        }
    }

    fn pinned_mut<'p>(&self, memory: &'p mut Pinned) -> Result<&'p mut [u8], DriverError> {
        match (self, memory) {
            (Self::Vm(vm), Either::Vm(memory)) => vm.pinned_mut(memory),
            (Self::Cuda(cuda), Either::Cuda(memory)) => cuda.pinned_mut(memory),
            _ => foreign(),
        }
    }

    fn upload_pinned(&self, from: &Pinned, to: &mut Memory) -> Result<(), DriverError> {
        match (self, from, to) {
            (Self::Vm(vm), Either::Vm(from), Either::Vm(to)) => vm.upload_pinned(from, to),
            (Self::Cuda(cuda), Either::Cuda(from), Either::Cuda(to)) => cuda.upload_pinned(from, to),
            _ => foreign(),
        }
    }

    fn download_pinned(&self, from: &Memory, to: &mut Pinned) -> Result<(), DriverError> {
        match (self, from, to) {
            (Self::Vm(vm), Either::Vm(from), Either::Vm(to)) => vm.download_pinned(from, to),
            (Self::Cuda(cuda), Either::Cuda(from), Either::Cuda(to)) => cuda.download_pinned(from, to),
            _ => foreign(),
        }
    }

    fn address(&self, memory: &Memory) -> u64 {
        match (self, memory) {
            (Self::Vm(vm), Either::Vm(memory)) => vm.address(memory),
            (Self::Cuda(cuda), Either::Cuda(memory)) => cuda.address(memory),
            // Nothing lies there.
            _ => 0,
        }
    }

    unsafe fn launch(
        &self,
        entry: Entry<'_>,
        grid: Grid,
        given: &mut [Argument<'_, Memory>],
        others: &[&Memory],
    ) -> Result<(), DriverError> {
        match self {
            Self::Vm(vm) => {
                let others: Option<Vec<_>> = others.iter().map(|memory| memory.vm()).collect();
                let (Some(mut arguments), Some(others)) = (arguments(given, Either::vm, Either::vm_mut), others) else {
                    return foreign();
                };
                // SAFETY: the caller's promise.
                unsafe { vm.launch(entry, grid, &mut arguments, &others) }
            }
            Self::Cuda(cuda) => {
                let others: Option<Vec<_>> = others.iter().map(|memory| memory.cuda()).collect();
                let (Some(mut arguments), Some(others)) = (arguments(given, Either::cuda, Either::cuda_mut), others)
                else {
                    return foreign();
                };
                // SAFETY: the caller's promise.
                unsafe { cuda.launch(entry, grid, &mut arguments, &others) }
            }
        }
    }

    fn synchronize(&self) -> Result<(), DriverError> {
        match self {
            Self::Vm(vm) => vm.synchronize(),
            Self::Cuda(cuda) => cuda.synchronize(),
        }
    }
}
