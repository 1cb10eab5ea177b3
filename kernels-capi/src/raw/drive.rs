//! Every function of an operator: from its words to a call without types, and from the answer to the places of the results. Compiled once for two types, and not for each function.
use super::arguments::{integers, product};
use super::memory::ArrayMut;
use super::take::{Listed, Slot, Take, declare};
use super::{Call, Refused, with_index, with_number};
use crate::status::{ErrorNumbers, MemoryFault, OperandCode, Refusal, Status};
use core::mem::{MaybeUninit, replace};
use lacuna::call::{Answer, AnyOperand, ElementType, Erase, Operator, Single};
use lacuna::error::{CallError, Operand};
use lacuna::segments::PlanBuffers;
use lacuna::{Error, Index, KernelError};

/// As many arguments as any function has.
pub(crate) const MOST_ARGUMENTS: usize = 12;

/// Makes the call of an operator. `words` are the parameters of the function but the last, as pointers; sizes are their addresses.
///
/// # Safety
/// The contract of [`raw`](super), where each word is of the type that `takes` says.
pub(crate) unsafe fn drive(operator: (Operator, Single), takes: &[Take], words: &[*const ()], error: *mut ErrorNumbers) -> Status {
    // SAFETY: passed on.
    let types = unsafe { super::types_of(takes, words) };
    // SAFETY: passed on.
    unsafe {
        with_number!(types, error, V => with_index!(types, error, I => {
            super::run(error, types.named, |call| arguments::<V, I>(operator, takes, words, call))
        }))
    }
}

/// Where results lie whose sizes the call returns.
struct Found<I> {
    buffers: [Option<ArrayMut<I>>; 6],
    count: usize,
}

impl<I> Found<I> {
    fn add(&mut self, array: &ArrayMut<I>) {
        if let Some(place) = self.buffers.get_mut(self.count) {
            *place = Some(array.again());
            self.count += 1;
        }
    }
}

/// # Safety
/// As [`drive`].
unsafe fn arguments<V: Listed, I: Index>(
    (operator, single): (Operator, Single),
    takes: &[Take],
    words: &[*const ()],
    call: &mut Call<'_>,
) -> Result<(), Refused> {
    // To fill them takes longer than a small kernel.
    let mut slots = [const { MaybeUninit::<Slot<V, I>>::uninit() }; MOST_ARGUMENTS];
    let mut operands = [const { MaybeUninit::<AnyOperand<'_>>::uninit() }; MOST_ARGUMENTS];
    let slots = slots.get_mut(..takes.len()).unwrap_or_default();
    let mut rest = words;
    for ((slot, place), kind) in slots.iter_mut().zip(&mut operands).zip(takes) {
        let (own, after) = rest.split_at_checked(kind.parameters() as usize).unwrap_or((&[], &[]));
        rest = after;
        // SAFETY: passed on.
        unsafe { declare(*kind, own, call, slot, place) }?;
    }
    // SAFETY: each has just been written.
    let slots = unsafe { slots.assume_init_mut() };
    if takes.iter().any(|take| matches!(take, Take::RowSparseList)) {
        call.restart();
        for (slot, kind) in slots.iter().zip(takes) {
            match slot {
                // SAFETY: passed on.
                Slot::RowSparseList(list) => unsafe { call.take_last(list, 2) }?,
                _ => call.skip(kind.parameters()),
            }
        }
    }
    call.restart();
    // SAFETY: passed on: all arguments have been declared.
    unsafe { work(slots, &mut operands, (operator, single), takes, call) }
}

/// # Safety
/// As [`drive`]; and all arguments have been declared; operands that are ready have been written.
unsafe fn work<'a, V: Listed, I: Index>(
    slots: &mut [Slot<V, I>],
    operands: &mut [MaybeUninit<AnyOperand<'a>>; MOST_ARGUMENTS],
    (operator, single): (Operator, Single),
    takes: &[Take],
    call: &mut Call<'_>,
) -> Result<(), Refused> {
    let mut count = 0;
    let mut found = Found { buffers: [const { None }; 6], count: 0 };
    let mut scratch: Option<(&mut [u8], Take)> = None;
    let mut list = None;
    let mut out = Slot::None;
    for (((argument, slot), place), kind) in slots.iter_mut().enumerate().zip(&mut *operands).zip(takes) {
        let parameters = kind.parameters();
        // Once, and for all that it is: a copy of what is declared would cost as much as its check.
        macro_rules! view {
            ($declared:ident) => {
                // SAFETY: passed on; a slot is looked at once, and has nothing to drop.
                unsafe { call.view(core::ptr::read($declared), parameters) }?
            };
        }
        match slot {
            Slot::Csr(declared) => _ = place.write(view!(declared).erase()),
            Slot::CsrMut(declared) => _ = place.write(view!(declared).erase()),
            Slot::Dense(declared) => _ = place.write(view!(declared).erase()),
            Slot::DenseMut(declared) => _ = place.write(view!(declared).erase()),
            Slot::RowSparse(declared) => _ = place.write(view!(declared).erase()),
            Slot::RowSparseMut(declared) => _ = place.write(view!(declared).erase()),
            Slot::RowsMut(declared) => _ = place.write(view!(declared).erase()),
            Slot::Broadcast(declared) => _ = place.write(view!(declared).erase()),
            Slot::Plan(declared) => _ = place.write(view!(declared).erase()),
            Slot::BlockEnds(declared) => _ = place.write(view!(declared).erase()),
            Slot::SellPlan(declared) => _ = place.write(view!(declared).erase()),
            Slot::Values(declared) => _ = place.write(view!(declared).erase()),
            Slot::ValuesMut(declared) => _ = place.write(view!(declared).erase()),
            Slot::Indices(declared) => _ = place.write(view!(declared).erase()),
            Slot::Scalar(declared) => _ = place.write(view!(declared).erase()),
            Slot::PlanBuffers(declared) => {
                declared.arrays().into_iter().for_each(|array| found.add(array));
                place.write(view!(declared).erase());
            }
            Slot::IndicesMut(declared) => {
                found.add(declared);
                place.write(view!(declared).erase());
            }
            Slot::RowSparseList(declared) => {
                list = Some((view!(declared), argument));
                place.write(AnyOperand::Taken);
            }
            Slot::Scratch(declared) => {
                scratch = Some((view!(declared), *kind));
                place.write(AnyOperand::Taken);
            }
            Slot::Ready => call.skip(parameters),
            place => {
                call.skip(parameters);
                out = replace(place, Slot::None);
                continue;
            }
        }
        count = argument + 1;
    }
    // SAFETY: each of the first `count` has been written.
    let operands = unsafe { operands.get_mut(..count).unwrap_or_default().assume_init_mut() };
    call.work(takes.len(), || {
        let (mut unit, mut bytes) = (1, 0);
        if let Some((scratch, kind)) = scratch {
            bytes = scratch.len();
            // What is scratch stands behind what it is for: behind the list, or as the last operand.
            let place = takes.iter().position(|take| core::mem::discriminant(take) == core::mem::discriminant(&kind)).unwrap_or(0);
            let operand = match kind {
                Take::Keys => (size_of::<I::Key>(), integers::<I::Key>(scratch)?.erase()),
                Take::Words => (size_of::<u64>(), integers::<u64>(scratch)?.erase()),
                Take::IndicesScratch => (size_of::<I>(), integers::<I>(scratch)?.erase()),
                _ => {
                    let Some((structs, of_list)) = list.take() else { return Err(no_list()) };
                    let (views, cursors) = structs.views(scratch)?;
                    if let Some(place) = operands.get_mut(of_list) {
                        *place = V::list(views).ok_or_else(|| not_made(V::ELEMENT))?;
                    }
                    (1, cursors.erase())
                }
            };
            unit = operand.0;
            if let Some(place) = operands.get_mut(place) {
                *place = operand.1;
            }
        }
        let answer = lacuna::call::Call::new(operator, V::ELEMENT, I::ELEMENT, operands).run_single(single);
        let answer = answer.map_err(|error| refusal(error, unit, bytes))?;
        // SAFETY: the arrays are those of the call, which is over.
        unsafe { give(answer, out, found) };
        Ok(())
    })
}

/// What no function of the table leads to.
fn no_list() -> Refusal {
    KernelError::Capacity { operand: Operand::Scratch, needed: 0, found: 0 }.into()
}

/// No call supports values of this type.
fn not_made(value: ElementType) -> Refusal {
    let found = super::memory::code(value) as usize;
    MemoryFault { status: Status::Type, operand: OperandCode::None, expected: 0, found }.into()
}

/// The error of a call. That of scratch counts in bytes.
fn refusal(error: Error, unit: usize, found: usize) -> Refusal {
    match error {
        Error::Kernel(KernelError::Capacity { operand: Operand::Scratch, needed, .. }) if unit > 1 => {
            KernelError::Capacity { operand: Operand::Scratch, needed: product(needed, unit), found }.into()
        }
        Error::Kernel(error) => error.into(),
        Error::Format(error) => error.into(),
        Error::Call(CallError::Types { value, .. }) => not_made(value),
        Error::Call(CallError::NotBuilt) => {
            MemoryFault { status: Status::NotBuilt, operand: OperandCode::None, expected: 0, found: 0 }.into()
        }
        _ => Refusal::Memory(MemoryFault { status: Status::Other, operand: OperandCode::None, expected: 0, found: 0 }),
    }
}

/// Writes an answer to its place.
///
/// # Safety
/// The found arrays are the call's alone, and nothing else refers to them any more.
unsafe fn give<V, I: Index>(answer: Answer, out: Slot<V, I>, mut found: Found<I>) {
    let count = found.count;
    let mut array = |place: usize| -> &mut [I] {
        // SAFETY: the caller's promise; each is taken once.
        found.buffers.get_mut(place).and_then(Option::take).map_or(&mut [], |array| unsafe { array.slice() })
    };
    match out {
        // SAFETY: declared, in each arm.
        Slot::SizeOut(place) => unsafe { place.set(answer.size()) },
        Slot::PlanOut(place) => {
            let [ids, segments, rows, entries] = [0, 1, 2, 3].map(|buffer| array(count.saturating_sub(4) + buffer));
            if let Some(plan) = answer.plan(PlanBuffers { ids, segments, rows, entries }) {
                // SAFETY: as above.
                unsafe { place.set(plan.into()) };
            }
        }
        Slot::BlockEndsOut(place) => {
            let [columns, entries] = [0, 1].map(&mut array);
            if let Some(ends) = answer.block_ends(columns, entries) {
                // SAFETY: as above.
                unsafe { place.set(ends.into()) };
            }
        }
        Slot::SellPlanOut(place) => {
            if let Some(plan) = answer.sell_plan(array(0)) {
                // SAFETY: as above.
                unsafe { place.set(plan.into()) };
            }
        }
        _ => {}
    }
}
