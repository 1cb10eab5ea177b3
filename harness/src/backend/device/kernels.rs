//! Calls by their types.
use super::operand::{Sender, Sent};
use super::{OnDevice, settle, whole};
use lacuna::call::{Answer, AnyOperand, Call, Operator};
use lacuna::error::CallError;
use lacuna::{Error as Refusal, Index, Storage, Value};
use lacuna_cuda::call::{self, DeviceOperand};
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{Error, Gpu};
use std::cell::OnceCell;

macro_rules! kernels {
    ({} $(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt ($($operand:ident: $kind:ident
        $(($($detail:tt)*))?),*) -> $output:ty, $cut:ident,
        $call:ident $parameters:tt $fields:tt, $peer:literal, $structure:tt;)*) => {
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
        if !call::has::<D, V, I>(call.operator) {
            return self.of_other_forms::<V, I>(call);
        }
        self.begun::<V, I>(call, call::run, |sender, operand| sender.send_any(operand))
    }

    /// Of numbers of 16 bits.
    pub(super) fn of_stored_types<V: Storage, I: Index>(&self, call: &mut Call<'_, '_>) -> Result<Answer, Refusal> {
        if !call::has_stored::<D, V, I>(call.operator) {
            return self.structure_of_stored::<V, I>(call);
        }
        self.begun::<V, I>(call, call::run_stored, |sender, operand| sender.send(operand))
    }

    fn begun<'a, V: Storage, I: Index>(
        &self,
        call: &mut Call<'_, 'a>,
        begin: impl Fn(&Gpu<D>, Operator, &mut [DeviceOperand<'_, D, V, I>]) -> Result<(), Error>,
        send: impl for<'g> Fn(&Sender<'g, D, I>, &mut AnyOperand<'a>) -> Result<Option<Sent<'g, 'a, D, V, I>>, Error>,
    ) -> Result<Answer, Refusal> {
        let mut wrong = None;
        self.run(|gpu| {
            let plan = OnceCell::new();
            let (sender, count) = (Sender::<D, I>::new(gpu, &plan), call.operands.len());
            let (mut operands, mut back) = (Vec::with_capacity(count), Vec::with_capacity(count));
            for operand in &mut *call.operands {
                let Some((there, to)) = send(&sender, operand)? else {
                    wrong = Some(CallError::Operand { operand: operands.len() + 1 });
                    return Ok(());
                };
                operands.push(there);
                back.push(to);
            }
            match begin(gpu, call.operator, &mut operands) {
                Err(Error::Call(error)) => {
                    wrong = Some(match error {
                        call::CallError::Count { expected, found, .. } => CallError::Count { expected, found },
                        call::CallError::Operand { operand, .. } => CallError::Operand { operand },
                        _ => CallError::Types { value: V::ELEMENT, index: I::ELEMENT },
                    });
                    Ok(())
                }
                begun => {
                    let verdict = settle(gpu, begun)?;
                    back.into_iter().zip(&operands).try_for_each(|(to, there)| to.fetch(gpu, there))?;
                    verdict
                }
            }
        })?;
        wrong.map_or(Ok(Answer::None), |error| Err(error.into()))
    }
}
