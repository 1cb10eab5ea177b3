//! A device with the checks that wait on it.
use crate::Error;
use crate::buffer::Buffer;
use crate::check::{Check, Checks};
use crate::driver::{Cuda, Driver, DriverError};
use std::cell::{RefCell, RefMut};

/// Where kernels are launched: one stream of a device.
///
/// Everything is begun in order and no call of a kernel waits; uploads from ordinary memory, downloads and
/// [`finish`](Self::finish) do. What only the device can find out, such as a row that is not stored, is reported by
/// `finish`. The call that it concerns has then written nothing, unless its documentation says what it has; those after
/// it were carried out. Without `finish` nothing is reported: 16640 checks wait on the device, in 390 KiB, and the call
/// that begins one more waits for them and keeps the first refusal for `finish`.
#[derive(Debug)]
pub struct Gpu<D: Driver = Cuda> {
    driver: D,
    checks: RefCell<Checks<D>>,
}

impl Gpu<Cuda> {
    /// The device of number `ordinal`, with a stream of its own. Whoever opens the device in a process uses the same
    /// one: its arrays can be used by all, and a module is compiled once.
    ///
    /// # Errors
    /// [`Error::Driver`]: no driver or one that is older than CUDA 11.2, no such device, one of a compute capability
    /// below 8.0, or a driver without its compiler of PTX.
    pub fn open(ordinal: usize) -> Result<Self, Error> {
        Self::new(Cuda::new(ordinal)?)
    }

    /// Another stream of the same device: what is begun there runs beside what is begun here. Arrays can be used on
    /// both; what writes one keeps its place among what uses it.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn new_stream(&self) -> Result<Self, Error> {
        Self::new(self.driver.new_stream()?)
    }

    /// What is begun here from now on waits for what was begun there.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn wait_for(&self, other: &Self) -> Result<(), Error> {
        Ok(self.driver.wait_for(&other.driver)?)
    }
}

impl<D: Driver> Gpu<D> {
    /// A device behind any driver.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn new(driver: D) -> Result<Self, Error> {
        let checks = RefCell::new(Checks::new(&driver)?);
        Ok(Self { driver, checks })
    }

    /// The driver.
    pub const fn driver(&self) -> &D {
        &self.driver
    }

    /// Waits for everything that was begun, and looks at what it found.
    ///
    /// # Errors
    /// [`Error::Kernel`]: the first refusal since the last time; [`Error::Driver`].
    pub fn finish(&self) -> Result<(), Error> {
        let mut checks = self.checks.borrow_mut();
        // To look at checks is to wait.
        if checks.are_none() {
            self.driver.synchronize()?;
        }
        match checks.finish(&self.driver)? {
            None => Ok(()),
            Some(refusal) => Err(refusal.into()),
        }
    }

    /// Begins checks, whose words follow each other.
    pub(crate) fn begin(&self, checks: &[Check]) -> Result<Begun<'_, D>, DriverError> {
        let mut begun = self.checks.borrow_mut();
        let first = begun.begin(&self.driver, checks)?;
        Ok(Begun { checks: begun, first })
    }
}

/// The words of checks that were begun together.
pub(crate) struct Begun<'g, D: Driver> {
    checks: RefMut<'g, Checks<D>>,
    first: usize,
}

impl<D: Driver> Begun<'_, D> {
    /// The memory of the words, and where those of check `number` start.
    pub(crate) fn words(&mut self, number: usize) -> (&mut Buffer<D, u64>, usize) {
        (self.checks.words(), self.first + number * crate::check::WORDS)
    }
}
