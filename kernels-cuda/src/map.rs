//! Functions of one value, element by element: [`lacuna::map`] on a device. On the values of any array: dense, csr and row_sparse.
use crate::driver::Driver;
use crate::{Buffer, Error, Gpu, entries};
use lacuna::Value;
use lacuna::checks::expect;
use lacuna::error::Operand;

/// A launch function for each function of the list of kernels.
macro_rules! functions {
    ({} optim $rules:tt map { $($(#[$doc:meta])* $name:ident $function:ty;)* } binary $binary:tt) => {$(
        $(#[$doc])*
        #[doc = concat!("of each element: [`lacuna::map::", stringify!($name), "`].")]
        ///
        /// # Errors
        /// [`KernelError::Shape`](lacuna::KernelError::Shape) for another length, with nothing begun; [`Error::Driver`].
        pub fn $name<D: Driver, V: Value>(gpu: &Gpu<D>, input: &Buffer<D, V>, output: &mut Buffer<D, V>) -> Result<(), Error> {
            let length = input.len();
            expect(Operand::Output, 2, length, output.len())?;
            Ok(entries::$name { input, output, length }.on(gpu.driver()).run_wide::<V>(length)?)
        }
    )*};
}
for_each_member! { functions }
