//! Functions of two values, element by element: [`lacuna::binary`] on a device. On the values of arrays of one pattern.
use crate::driver::Driver;
use crate::{Buffer, Error, Gpu, entries};
use lacuna::Value;
use lacuna::checks::expect;
use lacuna::error::Operand;

/// A launch function for each function of the list of kernels.
macro_rules! functions {
    ({} optim $rules:tt map $map:tt binary { $($(#[$doc:meta])* $name:ident $function:ty;)* }) => {$(
        $(#[$doc])*
        #[doc = concat!("of the elements at each place: [`lacuna::binary::", stringify!($name), "`].")]
        ///
        /// # Errors
        /// [`KernelError::Shape`](lacuna::KernelError::Shape) for another length, with nothing begun; [`Error::Driver`].
        pub fn $name<D: Driver, V: Value>(
            gpu: &Gpu<D>,
            left: &Buffer<D, V>,
            right: &Buffer<D, V>,
            output: &mut Buffer<D, V>,
        ) -> Result<(), Error> {
            let length = left.len();
            expect(Operand::Right, 2, length, right.len())?;
            expect(Operand::Output, 2, length, output.len())?;
            Ok(entries::$name { left, right, output, length }.on(gpu.driver()).run_wide::<V>(length)?)
        }
    )*};
}
for_each_member! { functions }
