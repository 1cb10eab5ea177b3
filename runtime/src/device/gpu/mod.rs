//! Arrays and operators by the kernels of `lacuna_cuda`, on any driver.
mod call;
mod cast;
mod composed;
mod dense;
mod elementwise;
mod function;
mod interaction;
mod lstmp;
mod lstmp_cell;
mod moves;
mod product;
mod rows;
mod sampled_softmax;
mod stored;
mod transfer;
mod update;

use super::{Accelerator, Device, DeviceError};
use crate::array::{Array, ArrayError, Dtype};
use crate::operator::OperatorError;
use crate::operator::backend::{Backend, Done};
use crate::optimizer::Optimizer;
use call::On;
use lacuna::infer::Stype;
use lacuna::optim::GlobalNorm;
use lacuna_cuda::driver::{Cuda, Driver};
use lacuna_cuda::{Gpu, Pattern};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// A driver whose arrays go from thread to thread.
pub(super) trait Machine: Driver<Memory: Send + Sync> + Debug + Send + 'static {}

impl<D: Driver<Memory: Send + Sync> + Debug + Send + 'static> Machine for D {}

/// A device of `lacuna_cuda`, which one thread at a time gives work to.
#[derive(Debug)]
pub(super) struct Accelerated<D: Driver> {
    own: Mutex<Own<D>>,
    name: String,
}

/// What a device has beside arrays.
#[derive(Debug)]
struct Own<D: Driver> {
    gpu: Gpu<D>,
    /// All rows of so many, which dense gradients are said to store: uploaded when a number is asked for first.
    all_rows: RefCell<BTreeMap<usize, Pattern<D, i64>>>,
}

impl<D: Machine> Own<D> {
    fn all_rows(&self, rows: usize) -> Result<Pattern<D, i64>, lacuna_cuda::Error> {
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
static OPEN: Mutex<BTreeMap<usize, Weak<dyn Accelerator>>> = Mutex::new(BTreeMap::new());

pub(super) fn open(ordinal: usize) -> Result<Arc<dyn Accelerator>, DeviceError> {
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(accelerator) = open.get(&ordinal).and_then(Weak::upgrade) {
        return Ok(accelerator);
    }
    let name = format!("gpu({ordinal})");
    let opened = Cuda::new(ordinal).map_err(lacuna_cuda::Error::from).and_then(|driver| {
        // As the interpreter's, so that operators are compiled once for both.
        #[cfg(feature = "ptx-vm")]
        let driver = lacuna_cuda::driver::AnyDriver::Cuda(driver);
        Gpu::new(driver)
    });
    let gpu = opened.map_err(|error| DeviceError::Unusable { device: name.clone(), reason: error.to_string() })?;
    let accelerator: Arc<dyn Accelerator> = Arc::new(Accelerated::new(gpu, &name));
    open.insert(ordinal, Arc::downgrade(&accelerator));
    Ok(accelerator)
}

impl<D: Machine> Accelerated<D> {
    pub fn new(gpu: Gpu<D>, name: &str) -> Self {
        Self { own: Mutex::new(Own { gpu, all_rows: RefCell::default() }), name: name.to_owned() }
    }

    fn own(&self) -> MutexGuard<'_, Own<D>> {
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

impl From<lacuna_cuda::Error> for OperatorError {
    fn from(error: lacuna_cuda::Error) -> Self {
        Self::Array(error.into())
    }
}

impl<D: Machine> Accelerator for Accelerated<D> {
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

    fn call(
        &self,
        here: &Device,
        operator: &'static str,
        training: bool,
        work: &mut dyn FnMut(&dyn Backend) -> Done,
    ) -> Done {
        work(&On { own: &*self.own(), here, operator, training })
    }

    fn update(
        &self,
        optimizer: &Optimizer,
        step: u64,
        gradient: &Array,
        weight: &mut Array,
        states: &mut [Array],
    ) -> Result<(), ArrayError> {
        update::update(&self.own(), optimizer, step, gradient, weight, states)
    }
}
