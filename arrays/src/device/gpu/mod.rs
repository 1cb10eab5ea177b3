//! Arrays in the memory of a GPU. Operators on them are for `lacuna-runtime`, which works with what is stored here.
pub mod cast;
pub mod stored;
pub(super) mod transfer;

use super::{Accelerator, Device, DeviceError};
use crate::array::{Array, ArrayError, Dtype};
use lacuna::infer::Stype;
use lacuna::optim::GlobalNorm;
use lacuna_cuda::driver::Cuda;
use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// The driver of all devices of a program. With the interpreter, it is one of two: operators are compiled once for both.
#[cfg(feature = "ptx-vm")]
pub type Driver = lacuna_cuda::driver::AnyDriver;
#[cfg(not(feature = "ptx-vm"))]
pub type Driver = Cuda;

pub type Buffer<V> = lacuna_cuda::Buffer<Driver, V>;
pub type DeviceBroadcast<'a, V> = lacuna_cuda::DeviceBroadcast<'a, Driver, V, i64>;
pub type DeviceCsr<V> = lacuna_cuda::DeviceCsr<Driver, V, i64>;
pub type DeviceDense<V> = lacuna_cuda::DeviceDense<Driver, V>;
pub type DevicePlan = lacuna_cuda::DevicePlan<Driver, i64>;
pub type DeviceRowsMut<'a, V> = lacuna_cuda::DeviceRowsMut<'a, Driver, V, i64>;
pub type DeviceRowSparse<V> = lacuna_cuda::DeviceRowSparse<Driver, V, i64>;
pub type Gpu = lacuna_cuda::Gpu<Driver>;
pub type Pattern = lacuna_cuda::Pattern<Driver, i64>;

/// A device of `lacuna_cuda`, which one thread at a time gives work to.
#[derive(Debug)]
pub struct Accelerated {
    own: Mutex<Own>,
    name: String,
}

/// What a device has beside arrays.
#[derive(Debug)]
pub struct Own {
    pub gpu: Gpu,
    /// All rows of so many, which dense gradients are said to store: uploaded when a number is asked for first.
    all_rows: RefCell<BTreeMap<usize, Pattern>>,
}

impl Own {
    pub fn all_rows(&self, rows: usize) -> Result<Pattern, lacuna_cuda::Error> {
        if let Some(pattern) = self.all_rows.borrow().get(&rows) {
            return Ok(pattern.clone());
        }
        let ids: Vec<i64> = (0..).take(rows).collect();
        let pattern = Pattern::upload(&self.gpu, rows, &ids)?;
        self.all_rows.borrow_mut().insert(rows, pattern.clone());
        Ok(pattern)
    }
}

/// The GPUs that are in use.
static OPEN: Mutex<BTreeMap<usize, Weak<Accelerated>>> = Mutex::new(BTreeMap::new());

pub(super) fn open(ordinal: usize) -> Result<Arc<Accelerated>, DeviceError> {
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(accelerator) = open.get(&ordinal).and_then(Weak::upgrade) {
        return Ok(accelerator);
    }
    let name = format!("gpu({ordinal})");
    let opened = Cuda::new(ordinal).map_err(lacuna_cuda::Error::from).and_then(|driver| {
        #[cfg(feature = "ptx-vm")]
        let driver = Driver::Cuda(driver);
        Gpu::new(driver)
    });
    let gpu = opened.map_err(|error| DeviceError::Unusable { device: name.clone(), reason: error.to_string() })?;
    let accelerator = Arc::new(Accelerated::new(gpu, &name));
    open.insert(ordinal, Arc::downgrade(&accelerator));
    Ok(accelerator)
}

impl Accelerated {
    pub(super) fn new(gpu: Gpu, name: &str) -> Self {
        Self { own: Mutex::new(Own { gpu, all_rows: RefCell::default() }), name: name.to_owned() }
    }

    pub fn own(&self) -> MutexGuard<'_, Own> {
        self.own.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl From<lacuna_cuda::Error> for ArrayError {
    fn from(error: lacuna_cuda::Error) -> Self {
        match error {
            lacuna_cuda::Error::Kernel(error) => error.into(),
            lacuna_cuda::Error::Format(error) => error.into(),
            other => Self::Device { reason: other.to_string() },
        }
    }
}

impl Accelerator for Accelerated {
    fn name(&self) -> &str {
        &self.name
    }

    fn finish(&self) -> Result<(), ArrayError> {
        Ok(self.own().gpu.finish()?)
    }

    fn zeros(&self, here: &Device, shape: &[usize], dtype: Dtype) -> Result<Array, ArrayError> {
        transfer::zeros(&self.own().gpu, here, shape, dtype)
    }

    fn ones(&self, here: &Device, shape: &[usize], dtype: Dtype) -> Result<Array, ArrayError> {
        transfer::ones(&self.own().gpu, here, shape, dtype)
    }

    fn upload(&self, here: &Device, array: &Array) -> Result<Array, ArrayError> {
        transfer::upload(&self.own().gpu, here, array)
    }

    fn download(&self, array: &Array) -> Result<Array, ArrayError> {
        let own = self.own();
        own.gpu.finish()?;
        transfer::download(&own.gpu, array)
    }

    fn tostype(&self, here: &Device, array: &Array, stype: Stype) -> Result<Array, ArrayError> {
        cast::tostype(&self.own().gpu, here, array, stype)
    }

    fn astype(&self, here: &Device, array: &Array, dtype: Dtype) -> Result<Array, ArrayError> {
        cast::astype(&self.own().gpu, here, array, dtype)
    }

    fn rows(&self, here: &Device, array: &Array, rows: Range<usize>) -> Result<Array, ArrayError> {
        transfer::rows(&self.own().gpu, here, array, rows)
    }

    fn global_norm(&self, gradients: &[&Array]) -> Result<GlobalNorm, ArrayError> {
        transfer::global_norm(&self.own().gpu, gradients)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
