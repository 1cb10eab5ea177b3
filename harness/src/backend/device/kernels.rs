//! Calls by their types.
use super::operand::{Held, Sender, lent};
use super::{OnDevice, entry, settle, whole};
use lacuna::call::{Answer, AnyOperand, Call, Operator};
use lacuna::error::CallError;
use lacuna::{Error as Refusal, Index, Storage, Value};
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

        /// The same for numbers of 16 bits, which not all kernels take.
        fn function_of_stored<D: Driver, V: Storage, I: Index>(operator: Operator) -> Option<Begin<D, V, I>> {
            Some(match operator {
                $(Operator::$name => kernels! {
                    @begin_stored $family $generics $cut V $family $name ($($operand: $kind $(($($detail)*))?),*)
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
    // Those functions of numbers are there for values to compute with.
    (@begin_stored map $($rest:tt)*) => { return None };
    (@begin_stored $module:ident [S I] $($rest:tt)*) => { kernels! { @begin $($rest)* } };
    (@begin_stored $module:ident [N I] $($rest:tt)*) => { kernels! { @begin $($rest)* } };
    (@begin_stored $module:ident $generics:tt $($rest:tt)*) => { return None };
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
        match function_of::<D, V, I>(call.operator) {
            Some(begin) => self.begun(call, begin, |sender, operand| sender.send_any(operand)),
            None => self.of_other_forms::<V, I>(call),
        }
    }

    /// Of numbers of 16 bits.
    pub(super) fn of_stored_types<V: Storage, I: Index>(&self, call: &mut Call<'_, '_>) -> Result<Answer, Refusal> {
        match function_of_stored::<D, V, I>(call.operator) {
            Some(begin) => self.begun(call, begin, |sender, operand| sender.send(operand)),
            None => self.structure_of_stored::<V, I>(call),
        }
    }

    fn begun<'a, V: Storage, I: Index>(
        &self,
        call: &mut Call<'_, 'a>,
        begin: Begin<D, V, I>,
        send: impl for<'g> Fn(&mut Sender<'g, D, I>, &mut AnyOperand<'a>) -> Result<Option<Held<'a, D, V, I>>, Error>,
    ) -> Result<Answer, Refusal> {
        let mut wrong = None;
        self.run(|gpu| {
            let (mut sender, mut held) = (Sender::<D, I>::new(gpu), Vec::with_capacity(call.operands.len()));
            for operand in &mut *call.operands {
                let Some(there) = send(&mut sender, operand)? else {
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
