//! Calls by their types.
use super::OnDevice;
use crate::backend::device;
use lacuna::call::{Answer, Call, Operator};
use lacuna::{Error, Index, KernelError, Value};
use lacuna_cuda::driver::Driver;

/// The type of an operand as it lies in a call.
macro_rules! held {
    (Plan) => { lacuna::segments::SegmentPlan<'_, I> };
    (BlockEnds) => { lacuna::dot::BlockEnds<'_, I> };
    (SlicedPlan) => { lacuna::dot::SlicedPlan<'_, I> };
    (Rule($rule:ident $own:tt)) => { lacuna::optim::$rule<V> };
    ($kind:ident $(($($detail:tt)*))?) => { lacuna::operand!($kind $(($($detail)*))? V I) };
}

/// An operand as a function takes it.
macro_rules! lent {
    ($operand:ident Plan) => {
        &$operand
    };
    ($operand:ident BlockEnds) => {
        &$operand
    };
    ($operand:ident SlicedPlan) => {
        &$operand
    };
    ($operand:ident Rule) => {
        &$operand
    };
    ($operand:ident $kind:ident) => {
        $operand
    };
}

macro_rules! kernels {
    ({} $(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt ($($operand:ident: $kind:ident $(($($detail:tt)*))?),*) -> $output:ty, $cut:ident,
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
                            $(let $operand = $operand.typed::<held!($kind $(($($detail)*))?)>()?;)*
                            $(let $operand = lent!($operand $kind);)*
                            let done: Result<$output, KernelError> = device::call! { self $cut $generics $family $name ($($kind $operand),*) };
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
