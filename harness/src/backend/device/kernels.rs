//! Calls by their types.
use super::operand::{Held, Sender, lent};
use super::{OnDevice, entry, settle, whole};
use lacuna::call::{Answer, Call, Operator};
use lacuna::error::CallError;
use lacuna::{Error as Refusal, Index, Value};
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{Error, Gpu};

/// What came of a kernel: the first error of the device, or that an operand is not one of the operator.
type Begun = Result<Result<(), Error>, CallError>;

macro_rules! kernels {
    ({} $(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt ($($operand:ident: $kind:ident
        $(($($detail:tt)*))?),*) -> $output:ty, $cut:ident,
        $call:ident $parameters:tt $fields:tt, $peer:literal, $structure:tt;)*) => {
        /// Begins the kernels whose functions on a device have their operands; nothing for other operators.
        fn begin<D: Driver, V: Value, I: Index>(
            operator: Operator,
            gpu: &Gpu<D>,
            held: &mut [Held<'_, D, V, I>],
        ) -> Option<Begun> {
            Some(match operator {
                $(Operator::$name => kernels! {
                    @begin $cut gpu held V $family $name ($($operand: $kind $(($($detail)*))?),*)
                },)*
                _ => return None,
            })
        }

        /// True for the operators of [`begin`].
        const fn is_begun(operator: Operator) -> bool {
            match operator {
                $(Operator::$name => kernels! { @is_begun $cut },)*
                _ => false,
            }
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
    (@begin parts $gpu:ident $held:ident $V:ident $family:ident $name:ident ($($operand:ident: $kind:ident
        $(($($detail:tt)*))?),*)) => {{
        // A function of its own: one of all operators would take long to compile.
        let run = |held: &mut [Held<'_, D, V, I>]| -> Begun {
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
            Ok(entry::$family::$name($gpu, $(lacuna::lent_operand!($operand $kind)),*))
        };
        run($held)
    }};
    (@begin $cut:ident $($rest:tt)*) => { return None };
    (@is_begun parts) => { true };
    (@is_begun $cut:ident) => { false };
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
        if !is_begun(call.operator) {
            return self.of_other_forms::<V, I>(call);
        }
        let mut wrong = None;
        self.run(|gpu| {
            let (mut sender, mut held) = (Sender::<D, I>::new(gpu), Vec::with_capacity(call.operands.len()));
            for operand in &mut *call.operands {
                match sender.send::<V>(operand)? {
                    Some(there) => held.push(there),
                    None => {
                        wrong = Some(CallError::Operand { operand: held.len() + 1 });
                        return Ok(());
                    }
                }
            }
            match begin(call.operator, gpu, &mut held) {
                Some(Ok(begun)) => {
                    let verdict = settle(gpu, begun)?;
                    held.into_iter().try_for_each(|operand| operand.fetch(gpu))?;
                    verdict
                }
                Some(Err(error)) => {
                    wrong = Some(error);
                    Ok(())
                }
                None => Ok(()),
            }
        })?;
        wrong.map_or(Ok(Answer::None), |error| Err(error.into()))
    }
}
