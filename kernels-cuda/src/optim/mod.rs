//! Optimizers on row_sparse gradients, or dense ones as [rows](DeviceRows): [`lacuna::optim`] on a device.
mod global_norm;
mod stored_rows;
mod touched_rows;
mod update;

pub use global_norm::global_norm;
pub use stored_rows::{load_rows, store_rows};

use crate::array::{DeviceRows, DeviceRowsMut};
use crate::driver::Driver;
use crate::launch::Groups;
use crate::{Error, Gpu, entries};
use lacuna::optim::Hyper;
use lacuna::{Index, Kernel, Value};
use update::{Step, update};

/// A function for each rule of the list of kernels.
macro_rules! rules {
    ({} optim { $($(#[$doc:meta])* $step:ident $name:ident $Rule:ident [$($own:ident)*] [$($state:ident)*]
        [$($number:ident)*];)* } $($others:tt)*) => {$(
        /// One step, begun:
        $(#[$doc])*
        #[doc = concat!("([`lacuna::optim::", stringify!($name), "`]).")]
        ///
        /// # Errors
        /// [`KernelError::Parameter`](lacuna::KernelError::Parameter) and
        /// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`]. By
        /// [`Gpu::finish`]: [`KernelError::MissingRow`](lacuna::KernelError::MissingRow) if a row_sparse weight or
        /// state does not store a row that must be written; then nothing is written.
        pub fn $name<'g, D: Driver + 'g, V: Value, I: Index>(
            gpu: &Gpu<D>,
            hyper: &lacuna::optim::$Rule<V>,
            gradient: impl Into<DeviceRows<'g, D, V, I>>,
            $($state: DeviceRowsMut<'_, D, V, I>,)*
            $($number: DeviceRowsMut<'_, D, V, I>,)*
        ) -> Result<(), Error> {
            // Nothing is read or written for the check.
            let check = |gradient, states, numbers| rules!(@call $step *hyper, gradient states numbers).check();
            let groups = rules!(@groups $step);
            update(gpu, &hyper.common(), &gradient.into(), [$($state),*], [$($number),*], (check, groups), |driver,
                step| {
                let Step { common, gradient, states, numbers, groups, refused } = step;
                entries::$name {
                    common, own: [$(entries::Number(hyper.$own)),*], gradient, states, numbers, groups, refused
                }.on(driver)
            })
        }
    )*};
    (@call Step $rule:expr, $gradient:ident $states:ident $numbers:ident) => {{
        let [] = $numbers;
        lacuna::optim::Step { rule: $rule, gradient: $gradient, states: $states }
    }};
    (@call RowStep $rule:expr, $gradient:ident $states:ident $numbers:ident) => {
        lacuna::optim::RowStep { rule: $rule, gradient: $gradient, states: $states, numbers: $numbers }
    };
    (@groups Step) => { Groups::new::<V> };
    (@groups RowStep) => { Groups::lanes_of_row::<V> };
}
for_each_member! { rules }
