//! Where an array is.
use super::create::Storage;
use super::{Array, ArrayError};
use crate::device::Device;
#[cfg(feature = "cuda")]
use crate::device::Resident;
use std::borrow::Cow;

impl Array {
    /// Where it is.
    #[must_use]
    pub fn context(&self) -> Device {
        match &self.storage {
            Storage::Device(resident) => resident.device.clone(),
            _ => Device::cpu(),
        }
    }

    /// A copy there, which has waited for what a device was doing with the array, and with the same bits. In the
    /// context where it is, a copy on a device shares its memory until one of the two is written.
    ///
    /// # Errors
    /// [`ArrayError::DeviceDtype`] for numbers that a device does not keep, [`ArrayError::Device`] if it has no room;
    /// towards the host also what calls before have found, such as an id that is no row.
    ///
    /// ```
    /// use lacuna_arrays::array::Array;
    /// use lacuna_arrays::device::Device;
    /// let a = Array::dense(&[2], vec![1.0_f32, 2.0])?;
    /// match Device::gpu(0) {
    ///     Ok(gpu) => assert_eq!(a.as_in_context(&gpu)?.to_string(), "\n[1. 2.]\n<NDArray 2 @gpu(0)>"),
    ///     Err(error) => assert!(error.to_string().starts_with("gpu(0) cannot be used: ")),
    /// }
    /// # Ok::<(), lacuna_arrays::array::ArrayError>(())
    /// ```
    pub fn as_in_context(&self, context: &Device) -> Result<Self, ArrayError> {
        if self.context() == *context {
            return Ok(self.clone());
        }
        let here = self.here()?;
        context.upload(&here)
    }

    /// The array itself where it is there, a copy there otherwise.
    #[doc(hidden)]
    pub fn into_context(self, context: &Device) -> Result<Self, ArrayError> {
        if self.context() == *context { Ok(self) } else { self.as_in_context(context) }
    }

    #[doc(hidden)]
    pub const fn is_on_host(&self) -> bool {
        !matches!(self.storage, Storage::Device(_))
    }

    /// An array that a device has made.
    #[cfg(feature = "cuda")]
    pub(crate) const fn resident(shape: Vec<usize>, resident: Resident) -> Self {
        Self { shape, storage: Storage::Device(resident) }
    }

    #[cfg(feature = "cuda")]
    pub(crate) const fn storage(&self) -> &Storage {
        &self.storage
    }

    #[cfg(feature = "cuda")]
    pub(crate) const fn storage_mut(&mut self) -> &mut Storage {
        &mut self.storage
    }

    /// Refuses what the host does with an array on a device.
    #[doc(hidden)]
    pub fn expect_host(&self, operation: &'static str) -> Result<(), ArrayError> {
        match &self.storage {
            Storage::Device(resident) => Err(resident.on_device(operation)),
            _ => Ok(()),
        }
    }

    /// The array, or a copy of it on the host.
    #[doc(hidden)]
    pub fn here(&self) -> Result<Cow<'_, Self>, ArrayError> {
        Ok(match &self.storage {
            Storage::Device(resident) => Cow::Owned(resident.device.download(self)?),
            _ => Cow::Borrowed(self),
        })
    }
}
