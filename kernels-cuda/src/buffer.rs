//! Typed memory of the device.
use crate::driver::{Driver, DriverError};
use crate::{Error, Gpu};
use lacuna::checks::range_inside;
use lacuna::{Index, Number};
use std::marker::PhantomData;
use std::ops::Range;
use std::slice;

/// Elements in the memory of a device.
///
/// Only this crate makes buffers: of the value and index types of [`lacuna`], which are sealed, and of `u64`.
#[derive(Debug)]
pub struct Buffer<D: Driver, T> {
    pub(crate) memory: D::Memory,
    length: usize,
    element: PhantomData<T>,
}

/// The bytes of numbers.
pub(crate) fn bytes<T: Copy>(numbers: &[T]) -> &[u8] {
    // SAFETY: `T` is one a [`Number`], `u32` or `u64`, which have no padding; the bytes are those of the slice.
    unsafe { slice::from_raw_parts(numbers.as_ptr().cast(), size_of_val(numbers)) }
}

/// The bytes of numbers, to be written.
pub(crate) fn bytes_mut<T: Copy>(numbers: &mut [T]) -> &mut [u8] {
    // SAFETY: as in `bytes`; and every pattern of bits is a number.
    unsafe { slice::from_raw_parts_mut(numbers.as_mut_ptr().cast(), size_of_val(numbers)) }
}

/// A number of 4 bytes as a word of 32 bits, any other as one of 64.
pub(crate) fn word<T: Copy>(number: T) -> Result<u32, u64> {
    match *bytes(&[number]) {
        [a, b, c, d] => Ok(u32::from_ne_bytes([a, b, c, d])),
        [a, b, c, d, e, f, g, h] => Err(u64::from_ne_bytes([a, b, c, d, e, f, g, h])),
        _ => Err(0),
    }
}

impl<D: Driver, I: Index> Buffer<D, I> {
    /// A copy of indices of the host.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn upload(gpu: &Gpu<D>, indices: &[I]) -> Result<Self, Error> {
        Ok(Self::from_slice(gpu.driver(), indices)?)
    }

    /// Copies the indices to the host, and waits for it.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn download(&self, gpu: &Gpu<D>) -> Result<Vec<I>, Error> {
        Ok(self.to_vec(gpu.driver(), self.length)?)
    }
}

impl<D: Driver, V: Number> Buffer<D, V> {
    /// A copy of values of the host.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn upload_values(gpu: &Gpu<D>, values: &[V]) -> Result<Self, Error> {
        Ok(Self::from_slice(gpu.driver(), values)?)
    }

    /// One value, without the wait of an upload. A device takes it from a scalar that is broadcast.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn one(gpu: &Gpu<D>, value: V) -> Result<Self, Error> {
        Ok(Self::of_one(gpu.driver(), value)?)
    }

    /// Copies the values to the host, and waits for it.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn download_values(&self, gpu: &Gpu<D>) -> Result<Vec<V>, Error> {
        Ok(self.to_vec(gpu.driver(), self.length)?)
    }
}

impl<D: Driver, T: Copy + Default> Buffer<D, T> {
    /// Elements in memory of another owner, as [`Driver::borrow`]. To drop the buffer frees nothing.
    ///
    /// # Safety
    /// That of [`Driver::borrow`]; the address is a multiple of the size of an element, which is a [`Number`] or an
    /// [`Index`], and for numbers a multiple of 16.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub unsafe fn borrow(gpu: &Gpu<D>, address: u64, length: usize) -> Result<Self, Error> {
        let bytes = length.checked_mul(size_of::<T>()).ok_or(DriverError::OutOfMemory { bytes: usize::MAX })?;
        // SAFETY: as the caller's.
        let memory = unsafe { gpu.driver().borrow(address, bytes) }?;
        Ok(Self { memory, length, element: PhantomData })
    }

    /// Begins to copy the elements inside the device.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn duplicate(&self, gpu: &Gpu<D>) -> Result<Self, Error> {
        self.part(gpu, 0..self.length)
    }

    /// Begins to copy some of the elements inside the device.
    ///
    /// # Errors
    /// [`KernelError::Range`](lacuna::KernelError::Range) for a range that is not inside, [`Error::Driver`].
    pub fn part(&self, gpu: &Gpu<D>, range: Range<usize>) -> Result<Self, Error> {
        range_inside(&range, 2, self.length)?;
        let mut copy = Self::new(gpu.driver(), range.len())?;
        let size = size_of::<T>();
        gpu.driver().copy(&self.memory, range.start * size, &mut copy.memory, 0, range.len() * size)?;
        Ok(copy)
    }

    /// Begins to copy all elements of another buffer to the place `first` and those behind it.
    ///
    /// # Errors
    /// [`KernelError::Range`](lacuna::KernelError::Range) if there is no room for them, [`Error::Driver`].
    pub fn place(&mut self, gpu: &Gpu<D>, first: usize, from: &Self) -> Result<(), Error> {
        range_inside(&(first..first.saturating_add(from.length)), 2, self.length)?;
        let size = size_of::<T>();
        Ok(gpu.driver().copy(&from.memory, 0, &mut self.memory, first * size, from.length * size)?)
    }

    /// Elements of unspecified value.
    pub(crate) fn new(driver: &D, length: usize) -> Result<Self, DriverError> {
        let bytes = length.checked_mul(size_of::<T>()).ok_or(DriverError::OutOfMemory { bytes: usize::MAX })?;
        Ok(Self { memory: driver.allocate(bytes)?, length, element: PhantomData })
    }

    /// A copy of `elements`.
    pub(crate) fn from_slice(driver: &D, elements: &[T]) -> Result<Self, DriverError> {
        let mut buffer = Self::new(driver, elements.len())?;
        buffer.write(driver, elements)?;
        Ok(buffer)
    }

    /// One number, without the wait of a copy.
    pub(crate) fn of_one(driver: &D, number: T) -> Result<Self, DriverError> {
        let (words, rest) = bytes(slice::from_ref(&number)).as_chunks();
        let mut buffer = Self::new(driver, 1)?;
        if rest.is_empty() {
            let words: Vec<_> = words.iter().map(|&word| u32::from_ne_bytes(word)).collect();
            driver.write_words(&words, &mut buffer.memory)?;
        } else {
            buffer.write(driver, &[number])?;
        }
        Ok(buffer)
    }

    /// Elements all of whose bytes are `byte`.
    pub(crate) fn filled(driver: &D, length: usize, byte: u8) -> Result<Self, DriverError> {
        let mut buffer = Self::new(driver, length)?;
        buffer.fill(driver, byte)?;
        Ok(buffer)
    }

    /// Number of elements.
    pub const fn len(&self) -> usize {
        self.length
    }

    /// True without elements.
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Writes the first elements.
    pub(crate) fn write(&mut self, driver: &D, elements: &[T]) -> Result<(), DriverError> {
        driver.upload(bytes(elements), &mut self.memory)
    }

    pub(crate) fn fill(&mut self, driver: &D, byte: u8) -> Result<(), DriverError> {
        driver.fill(&mut self.memory, 0, self.length * size_of::<T>(), byte)
    }

    /// Reads elements from `start` on, and waits for it.
    pub(crate) fn read(&self, driver: &D, start: usize, to: &mut [T]) -> Result<(), DriverError> {
        driver.download(&self.memory, start * size_of::<T>(), bytes_mut(to))
    }

    /// Reads the first `length` elements, and waits for it.
    pub(crate) fn to_vec(&self, driver: &D, length: usize) -> Result<Vec<T>, DriverError> {
        let mut elements = vec![T::default(); length.min(self.length)];
        self.read(driver, 0, &mut elements)?;
        Ok(elements)
    }
}
