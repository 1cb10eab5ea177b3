//! Optimizers on row_sparse gradients: [`lacuna::optim`] on a device.
mod touched_rows;
mod update;

use crate::array::{DeviceRowSparse, DeviceRowsMut};
use crate::driver::Driver;
use crate::{Error, Gpu, entries};
use lacuna::{Index, Value};
use update::{Step, update};

/// A function for each rule of the list of kernels.
macro_rules! rules {
    ({} optim { $($(#[$doc:meta])* $name:ident $Rule:ident [$($own:ident)*] [$($array:ident)*];)* } $($others:tt)*) => {$(
        /// One step, begun:
        $(#[$doc])*
        #[doc = concat!("([`lacuna::optim::", stringify!($name), "`]).")]
        ///
        /// # Errors
        /// [`KernelError::Parameter`](lacuna::KernelError::Parameter) and [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`]. By [`Gpu::finish`]:
        /// [`KernelError::MissingRow`](lacuna::KernelError::MissingRow) if a row_sparse weight or state does not store a row that must be written; then nothing is written.
        pub fn $name<D: Driver, V: Value, I: Index>(
            gpu: &Gpu<D>,
            hyper: &lacuna::optim::$Rule<V>,
            gradient: &DeviceRowSparse<D, V, I>,
            $($array: DeviceRowsMut<'_, D, V, I>),*
        ) -> Result<(), Error> {
            update(gpu, hyper, gradient, [$($array),*], |driver, step| {
                let Step { common, gradient, states, groups, refused } = step;
                entries::$name { common, own: [$(entries::Number(hyper.$own)),*], gradient, states, groups, refused }.on(driver)
            })
        }
    )*};
}
for_each_member! { rules }
