//! What a device other than the host does.
use super::Device;
use crate::array::{Array, ArrayError, Dtype};
use lacuna::infer::Stype;
use lacuna::optim::GlobalNorm;
use std::any::Any;
use std::fmt::{self, Debug, Formatter};
use std::ops::Range;
use std::sync::Arc;

/// An array in the memory of a device.
#[derive(Clone)]
pub struct Resident {
    pub device: Device,
    pub stype: Stype,
    pub dtype: Dtype,
    /// The most elements that it can store.
    pub room: usize,
    /// Of one `int64` that the host has copied there: the number, so that nobody has to wait for it.
    #[cfg(feature = "cuda")]
    pub number: Option<i64>,
    /// What the device calls an array. Copies share it until one of them is written.
    pub memory: Arc<dyn Any + Send + Sync>,
}

impl Resident {
    /// Pointers and indices of an array of this shape.
    pub fn places(&self, shape: &[usize]) -> usize {
        let (rows, row_length) = (shape.first().copied().unwrap_or_default(), shape.iter().skip(1).product());
        match self.stype {
            Stype::Dense => 0,
            Stype::Csr => rows + 1 + self.room,
            Stype::RowSparse => self.room.checked_div(row_length).unwrap_or(0),
        }
    }

    /// The host does not do this with it.
    pub fn on_device(&self, operation: &'static str) -> ArrayError {
        ArrayError::OnDevice { operation, device: self.device.to_string() }
    }
}

/// The same memory.
impl PartialEq for Resident {
    fn eq(&self, other: &Self) -> bool {
        self.device == other.device && Arc::ptr_eq(&self.memory, &other.memory)
    }
}

impl Debug for Resident {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { device, stype, dtype, room, .. } = self;
        write!(f, "{stype} of {dtype}, at most {room} stored, on {device}")
    }
}

/// A device other than the host. `here` is the handle of it that arrays hold.
pub(crate) trait Accelerator: Debug + Send + Sync {
    fn name(&self) -> &str;
    fn finish(&self) -> Result<(), ArrayError>;
    fn zeros(&self, here: &Device, shape: &[usize], dtype: Dtype) -> Result<Array, ArrayError>;
    fn ones(&self, here: &Device, shape: &[usize], dtype: Dtype) -> Result<Array, ArrayError>;
    fn upload(&self, here: &Device, array: &Array) -> Result<Array, ArrayError>;
    fn download(&self, array: &Array) -> Result<Array, ArrayError>;
    fn tostype(&self, here: &Device, array: &Array, stype: Stype) -> Result<Array, ArrayError>;
    fn astype(&self, here: &Device, array: &Array, dtype: Dtype) -> Result<Array, ArrayError>;
    fn rows(&self, here: &Device, array: &Array, rows: Range<usize>) -> Result<Array, ArrayError>;
    fn global_norm(&self, gradients: &[&Array]) -> Result<GlobalNorm, ArrayError>;
    /// For who knows what it is.
    #[cfg(feature = "cuda")]
    fn as_any(&self) -> &dyn Any;
}
