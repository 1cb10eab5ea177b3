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
use lacuna::{Index, Kernel, RowSparse, Value};
use update::{Step, prepare, without_rows};

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
            let (gradient, states, numbers) = (gradient.into(), [$($state),*], [$($number),*]);
            // Nothing is read or written for the check.
            let shapes = RowSparse::new(gradient.rows(), gradient.row_length, &[], &[])?;
            let (of_states, of_numbers) = (without_rows(&states)?, without_rows(&numbers)?);
            rules!(@call $step *hyper, shapes of_states of_numbers).check()?;
            let step = prepare(gpu, &hyper.common(), &gradient, states, numbers, rules!(@groups $step))?;
            let Step { common, gradient, states, numbers, mut checks, rows, groups } = step;
            let refused = checks.as_mut().map(|checks| checks.words(0));
            let own = [$(entries::Number(hyper.$own)),*];
            let entry = entries::$name { common, own, gradient, states, numbers, groups: groups.into(), refused };
            Ok(entry.on(gpu.driver()).run_groups(rows, groups)?)
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
