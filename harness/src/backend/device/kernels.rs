//! Calls by their types.
use super::operand::{Held, Sender, lent};
use super::{OnDevice, entry, settle, whole};
use lacuna::call::{Answer, Call, Operator};
use lacuna::error::CallError;
use lacuna::{Error as Refusal, Index, Value};
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{Error, Gpu};

/// Begins a kernel, unless an operand is not one of the operator.
type Begin<D, V, I> = fn(&Gpu<D>, &mut [Held<'_, D, V, I>]) -> Result<Result<(), Error>, CallError>;

macro_rules! kernels {
    ({} $(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt ($($operand:ident: $kind:ident
        $(($($detail:tt)*))?),*) -> $output:ty, $cut:ident,
        $call:ident $parameters:tt $fields:tt, $peer:literal, $structure:tt;)*) => {
        /// The function of an operator, if it has one on a device with the operands of the kernel.
        fn function_of<D: Driver, V: Value, I: Index>(operator: Operator) -> Option<Begin<D, V, I>> {
            Some(match operator {
                $(Operator::$name => kernels! {
                    @begin $cut V $family $name ($($operand: $kind $(($($detail)*))?),*)
                },)*
                _ => return None,
            })
        }

        impl<D: Driver + Send> OnDevice<D>
        where
            D::Memory: Send,
        {
            /// The kernels whose functions on a device have another form, and structure calls.
            fn of_other_forms<V: Value, I: Index>(&self, call: &mut Call<'_, '_>) -> Result<Answer, Refusal> {
                match call.operator {
                    $(Operator::$name => kernels! {
                        @whole $cut self call V I $name ($($operand: $kind $(($($detail)*))?),*)
                    },)*
                    _ => self.structure::<V, I>(call),
                }
            }
        }
    };
    (@begin parts $V:ident $family:ident $name:ident ($($operand:ident: $kind:ident $(($($detail:tt)*))?),*)) => {
        |gpu, held| {
            let found = held.len();
            let [$($operand),*] = held else {
                return Err(CallError::Count { expected: [$(stringify!($operand)),*].len(), found });
            };
            let mut place = 0;
            $(
                place += 1;
                let wrong = CallError::Operand { operand: place };
                let $operand = lent!($kind $(($($detail)*))? $operand $V).ok_or(wrong)?;
            )*
            Ok(entry::$family::$name(gpu, $(lacuna::lent_operand!($operand $kind)),*))
        }
    };
    (@begin $cut:ident $($rest:tt)*) => { return None };
    (@whole parts $self:ident $call:ident $V:ident $I:ident $name:ident $operands:tt) => {
        $self.structure::<$V, $I>($call)
    };
    (@whole $cut:ident $self:ident $call:ident $V:ident $I:ident $name:ident ($($operand:ident: $kind:ident
        $(($($detail:tt)*))?),*)) => {{
        let [$($operand),*] = $call.operands()?;
        $(let $operand = $operand.typed::<lacuna::held_operand!($kind $(($($detail)*))? $V $I)>()?;)*
        $(let $operand = lacuna::lent_operand!($operand $kind);)*
        Ok(whole::$name($self, $($operand),*)?.into())
    }};
}
lacuna::for_each_kernel!(kernels);

impl<D: Driver + Send> OnDevice<D>
where
    D::Memory: Send,
{
    pub(super) fn of_types<V: Value, I: Index>(&self, call: &mut Call<'_, '_>) -> Result<Answer, Refusal> {
        let Some(begin) = function_of::<D, V, I>(call.operator) else {
            return self.of_other_forms::<V, I>(call);
        };
        let mut wrong = None;
        self.run(|gpu| {
            let (mut sender, mut held) = (Sender::<D, I>::new(gpu), Vec::with_capacity(call.operands.len()));
            for operand in &mut *call.operands {
                let Some(there) = sender.send::<V>(operand)? else {
                    wrong = Some(CallError::Operand { operand: held.len() + 1 });
                    return Ok(());
                };
                held.push(there);
            }
            match begin(gpu, &mut held) {
                Ok(begun) => {
                    let verdict = settle(gpu, begun)?;
                    held.into_iter().try_for_each(|operand| operand.fetch(gpu))?;
                    verdict
                }
                Err(error) => {
                    wrong = Some(error);
                    Ok(())
                }
            }
        })?;
        wrong.map_or(Ok(Answer::None), |error| Err(error.into()))
    }
}
