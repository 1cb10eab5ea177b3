//! Transfers that nothing waits for.
use crate::buffer::{Buffer, bytes, bytes_mut};
use crate::driver::{Driver, DriverError};
use crate::{Error, Gpu};
use lacuna::error::Operand;
use lacuna::{Index, KernelError, Number};
use std::marker::PhantomData;

/// Elements in memory of the host that the device reaches by itself.
///
/// A transfer from or to it is begun like a launch, and runs while the host does other things. Its elements can be
/// reached again once no transfer uses them: asking for them waits for that.
#[derive(Debug)]
pub struct Pinned<D: Driver, T> {
    memory: D::Pinned,
    length: usize,
    element: PhantomData<T>,
}

impl<D: Driver, V: Number> Pinned<D, V> {
    /// `length` values, all zero.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn values(gpu: &Gpu<D>, length: usize) -> Result<Self, Error> {
        Self::zeros(gpu, length)
    }
}

impl<D: Driver, I: Index> Pinned<D, I> {
    /// `length` indices, all zero.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn indices(gpu: &Gpu<D>, length: usize) -> Result<Self, Error> {
        Self::zeros(gpu, length)
    }
}

impl<D: Driver, T: Copy> Pinned<D, T> {
    fn zeros(gpu: &Gpu<D>, length: usize) -> Result<Self, Error> {
        let bytes = length.checked_mul(size_of::<T>()).ok_or(DriverError::OutOfMemory { bytes: usize::MAX })?;
        Ok(Self { memory: gpu.driver().allocate_pinned(bytes)?, length, element: PhantomData })
    }

    /// Number of elements.
    pub const fn len(&self) -> usize {
        self.length
    }

    /// True without elements.
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }
}

impl<D: Driver, T: Copy + Default> Pinned<D, T> {
    /// Copies the elements to `to`, once no transfer writes them.
    ///
    /// # Errors
    /// [`KernelError::Capacity`] for another length, [`Error::Driver`].
    pub fn read(&self, gpu: &Gpu<D>, to: &mut [T]) -> Result<(), Error> {
        fits(self.length, to.len())?;
        bytes_mut(to).copy_from_slice(gpu.driver().pinned(&self.memory)?);
        Ok(())
    }

    /// Copies `from` to the elements, once no transfer uses them.
    ///
    /// # Errors
    /// [`KernelError::Capacity`] for another length, [`Error::Driver`].
    pub fn write(&mut self, gpu: &Gpu<D>, from: &[T]) -> Result<(), Error> {
        fits(self.length, from.len())?;
        gpu.driver().pinned_mut(&mut self.memory)?.copy_from_slice(bytes(from));
        Ok(())
    }
}

impl<D: Driver, T: Copy + Default> Buffer<D, T> {
    /// Begins to copy all elements from pinned memory.
    ///
    /// # Errors
    /// [`KernelError::Capacity`] for another length, [`Error::Driver`].
    pub fn upload_pinned(&mut self, gpu: &Gpu<D>, from: &Pinned<D, T>) -> Result<(), Error> {
        fits(self.len(), from.length)?;
        Ok(gpu.driver().upload_pinned(&from.memory, &mut self.memory)?)
    }

    /// Begins to copy all elements to pinned memory.
    ///
    /// # Errors
    /// [`KernelError::Capacity`] for another length, [`Error::Driver`].
    pub fn download_pinned(&self, gpu: &Gpu<D>, to: &mut Pinned<D, T>) -> Result<(), Error> {
        fits(self.len(), to.length)?;
        Ok(gpu.driver().download_pinned(&self.memory, &mut to.memory)?)
    }
}

fn fits(needed: usize, found: usize) -> Result<(), KernelError> {
    if needed == found { Ok(()) } else { Err(KernelError::Capacity { operand: Operand::Data, needed, found }) }
}
