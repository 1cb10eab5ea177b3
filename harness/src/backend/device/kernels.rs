//! Calls by their types.
use super::OnDevice;
use crate::backend::device;
use lacuna::call::{Answer, Call, Operator};
use lacuna::{Error, Index, KernelError, Value};
use lacuna_cuda::driver::Driver;

macro_rules! kernels {
    ({} $(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt ($($operand:ident: $kind:ident
        $(($($detail:tt)*))?),*) -> $output:ty, $cut:ident,
        $call:ident $parameters:tt $fields:tt, $peer:literal, $structure:tt;)*) => {
        impl<D: Driver + Send> OnDevice<D>
        where
            D::Memory: Send,
        {
            pub(super) fn of_types<V: Value, I: Index>(&self, call: &mut Call<'_, '_>) -> Result<Answer, Error> {
                match call.operator {
                    $(Operator::$name => {
                        let run = |call: &mut Call<'_, '_>| {
                            let [$($operand),*] = call.operands()?;
                            $(let $operand = $operand.typed::<lacuna::held_operand!($kind $(($($detail)*))? V I)>()?;)*
                            $(let $operand = lacuna::lent_operand!($operand $kind);)*
                            let done: Result<$output, KernelError> = device::call! {
                                self $cut $generics $family $name ($($kind $operand),*)
                            };
                            Ok(done?.into())
                        };
                        run(call)
                    })*
                    _ => self.structure::<V, I>(call),
                }
            }
        }
    };
}
lacuna::for_each_kernel!(kernels);
