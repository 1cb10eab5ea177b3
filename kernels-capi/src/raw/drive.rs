//! Every function of an operator: from its words to a call without types, and from the answer to the places of the results. Compiled once for two types, and not for each function.
use super::arguments::{
    DeclaredBlockEnds, DeclaredBroadcast, DeclaredBuffers, DeclaredCsr, DeclaredDense, DeclaredPlan, DeclaredRowSparse,
    DeclaredRowSparseList, DeclaredRows, DeclaredSlicedPlan, List, ListMut, OneValue, Place, RowSparseList, Scalar, ScratchBytes, integers,
    product,
};
use super::memory::{Array, ArrayMut};
use super::{Argument, Call, Refused, Typed, with_index, with_number};
use crate::status::{ErrorNumbers, MemoryFault, OperandCode, Refusal, Status};
use crate::types;
use core::ffi::c_void;
use core::marker::PhantomData;
use core::mem::{MaybeUninit, replace};
use lacuna::call::{Answer, AnyOperand, ElementType, Erase, Operator, Single};
use lacuna::error::{CallError, Operand};
use lacuna::segments::PlanBuffers;
use lacuna::{Error, Index, KernelError, Number, RowSparse};

/// How an argument is taken.
#[derive(Clone, Copy)]
pub(crate) enum Take {
    Csr,
    CsrMut,
    Dense,
    DenseMut,
    RowSparse,
    RowSparseMut,
    RowsMut,
    Broadcast,
    Plan,
    PlanBuffers,
    BlockEnds,
    SlicedPlan,
    Values,
    ValuesMut,
    Indices,
    IndicesMut,
    RowSparseList,
    /// Scratch for the views of the list before it, and their cursors.
    Cursors,
    /// Scratch of a sort.
    Keys,
    /// Scratch of a search.
    Words,
    /// Scratch of indices.
    IndicesScratch,
    Scalar,
    Size,
    Stream,
    /// The struct of a rule.
    Rule(Rules),
    SizeOut,
    PlanOut,
    BlockEndsOut,
    SlicedPlanOut,
}

impl Take {
    /// Parameters of the function: one, and one for a length.
    pub(super) const fn parameters(self) -> u32 {
        match self {
            Self::RowSparseList | Self::Cursors | Self::Keys | Self::Words | Self::IndicesScratch => 2,
            _ => 1,
        }
    }
}

impl Take {
    /// True for structs that name a value type first, and true for those that name an index type, behind it or first.
    pub(super) const fn tags(self) -> (bool, bool) {
        match self {
            Self::Csr | Self::CsrMut | Self::RowSparse | Self::RowSparseMut | Self::RowsMut | Self::Broadcast | Self::RowSparseList => {
                (true, true)
            }
            Self::Dense | Self::DenseMut | Self::Values | Self::ValuesMut => (true, false),
            Self::Plan | Self::PlanBuffers | Self::BlockEnds | Self::SlicedPlan | Self::Indices | Self::IndicesMut => (false, true),
            _ => (false, false),
        }
    }
}

/// How the struct of a rule is taken, for each type of its numbers.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    pub(crate) f32: TakeRule,
    pub(crate) f64: TakeRule,
}

type TakeRule = unsafe fn(*const (), &mut Call<'_>) -> Result<AnyOperand<'static>, Refused>;

/// A parameter of a function.
pub(crate) trait Word {
    /// As a pointer; a size is its address.
    fn word(self) -> *const ();
}

impl<T> Word for *const T {
    fn word(self) -> *const () {
        self.cast()
    }
}

impl<T> Word for *mut T {
    fn word(self) -> *const () {
        self.cast_const().cast()
    }
}

impl Word for usize {
    fn word(self) -> *const () {
        core::ptr::without_provenance(self)
    }
}

/// Takes the struct of a rule.
///
/// # Safety
/// The pointer is null or one to an `R`.
pub(crate) unsafe fn rule<R, T>(pointer: *const (), call: &mut Call<'_>) -> Result<AnyOperand<'static>, Refused>
where
    R: Argument<Declared = super::Plain<T>> + Copy,
    T: Erase<'static>,
{
    // SAFETY: passed on.
    Ok(unsafe { call.take_struct(pointer.cast::<R>()) }?.0.erase())
}

/// An argument whose arrays have been declared.
enum Slot<V, I> {
    None,
    Csr(DeclaredCsr<V, I, Array<I>, Array<V>>),
    CsrMut(DeclaredCsr<V, I, ArrayMut<I>, ArrayMut<V>>),
    Dense(DeclaredDense<Array<V>>),
    DenseMut(DeclaredDense<ArrayMut<V>>),
    RowSparse(DeclaredRowSparse<I, Array<V>>),
    RowSparseMut(DeclaredRowSparse<I, ArrayMut<V>>),
    RowsMut(DeclaredRows<V, I>),
    Broadcast(DeclaredBroadcast<V, I>),
    Plan(DeclaredPlan<I>),
    PlanBuffers(DeclaredBuffers<I>),
    BlockEnds(DeclaredBlockEnds<I>),
    SlicedPlan(DeclaredSlicedPlan<I>),
    Values(Array<V>),
    ValuesMut(ArrayMut<V>),
    Indices(Array<I>),
    IndicesMut(ArrayMut<I>),
    RowSparseList(DeclaredRowSparseList<V, I>),
    Scratch(ArrayMut<u8>),
    Scalar(OneValue<V>),
    /// It names no arrays, and is an operand already.
    Ready,
    SizeOut(Place<usize>),
    PlanOut(Place<types::Plan>),
    BlockEndsOut(Place<types::BlockEnds>),
    SlicedPlanOut(Place<types::SlicedPlan>),
}

/// As many arguments as any function has.
pub(crate) const MOST_ARGUMENTS: usize = 12;

/// A number that arrays of a call can have.
pub(crate) trait Listed: Number {
    /// A list of row_sparse arrays as an operand. `None` of numbers that no kernel adds.
    fn list<'a, I: Index>(list: &'a [RowSparse<'a, Self, I>]) -> Option<AnyOperand<'a>>;
    /// How the struct of a rule is taken. `None` of numbers that no rule computes with.
    fn rule(rules: Rules) -> Option<TakeRule>;
}

macro_rules! listed {
    ($($sums:ident)* / $($(#[$condition:meta])? $moves:ty),*) => {
        $(impl Listed for $sums {
            fn list<'a, I: Index>(list: &'a [RowSparse<'a, Self, I>]) -> Option<AnyOperand<'a>> {
                Some(list.erase())
            }
            fn rule(rules: Rules) -> Option<TakeRule> {
                Some(rules.$sums)
            }
        })*
        $($(#[$condition])? impl Listed for $moves {
            fn list<'a, I: Index>(_: &'a [RowSparse<'a, Self, I>]) -> Option<AnyOperand<'a>> {
                None
            }
            fn rule(_: Rules) -> Option<TakeRule> {
                None
            }
        })*
    };
}
listed!(f32 f64 / #[cfg(feature = "half")] half::f16, #[cfg(feature = "half")] half::bf16, i32, i64, u8, i8);

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
            super::run(error, |call| arguments::<V, I>(operator, takes, words, call))
        }))
    }
}

/// Where results lie whose sizes the answer tells.
struct Found<I> {
    buffers: [(*mut I, usize); 6],
    count: usize,
}

impl<I> Found<I> {
    fn add(&mut self, array: &ArrayMut<I>) {
        if let Some(place) = self.buffers.get_mut(self.count) {
            *place = array.raw();
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
    let mut found = Found { buffers: [const { (core::ptr::null_mut(), 0) }; 6], count: 0 };
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
            Slot::SlicedPlan(declared) => _ = place.write(view!(declared).erase()),
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

/// No call is made for values of this type.
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
        _ => Refusal::Memory(MemoryFault { status: Status::Other, operand: OperandCode::None, expected: 0, found: 0 }),
    }
}

/// Writes an answer to its place.
///
/// # Safety
/// The found arrays are the call's alone, and nothing else refers to them any more.
unsafe fn give<V, I: Index>(answer: Answer, out: Slot<V, I>, found: Found<I>) {
    let array = |place: usize| -> &mut [I] {
        let (pointer, length) = found.buffers[place];
        // SAFETY: the caller's promise; each is used once.
        if length == 0 { &mut [] } else { unsafe { core::slice::from_raw_parts_mut(pointer, length) } }
    };
    match out {
        // SAFETY: declared, in each arm.
        Slot::SizeOut(place) => unsafe { place.set(answer.size()) },
        Slot::PlanOut(place) => {
            let [ids, segments, rows, entries] = [0, 1, 2, 3].map(|buffer| array(found.count.saturating_sub(4) + buffer));
            if let Some(plan) = answer.plan(PlanBuffers { ids, segments, rows, entries }) {
                // SAFETY: as above.
                unsafe { place.set(plan.into()) };
            }
        }
        Slot::BlockEndsOut(place) => {
            if let Some(ends) = answer.block_ends(array(0), array(1)) {
                // SAFETY: as above.
                unsafe { place.set(ends.into()) };
            }
        }
        Slot::SlicedPlanOut(place) => {
            if let Some(plan) = answer.sliced_plan(array(0)) {
                // SAFETY: as above.
                unsafe { place.set(plan.into()) };
            }
        }
        _ => {}
    }
}

/// Declares an argument, or makes the operand of one that names no arrays.
///
/// # Safety
/// As [`drive`].
unsafe fn declare<V: Listed, I: Index>(
    kind: Take,
    words: &[*const ()],
    call: &mut Call<'_>,
    slot: &mut MaybeUninit<Slot<V, I>>,
    place: &mut MaybeUninit<AnyOperand<'_>>,
) -> Result<(), Refused> {
    let pointer = words.first().copied().unwrap_or_default();
    let length = words.get(1).copied().unwrap_or_default().addr();
    macro_rules! structs {
        ($name:ident $V:ty, $I:ty) => {
            // SAFETY: passed on.
            slot.write(Slot::$name(unsafe { call.take_struct(pointer.cast::<Typed<types::$name, $V, $I>>()) }?))
        };
    }
    macro_rules! array {
        ($name:ident $list:ident $type:ident $T:ty, $code:ident) => {
            // SAFETY: passed on.
            slot.write(Slot::$name(unsafe {
                call.take_as(pointer.cast::<types::$type>(), |array| $list::<$T>(array, OperandCode::$code, PhantomData))
            }?))
        };
    }
    macro_rules! out {
        ($name:ident $type:ty) => {
            slot.write(Slot::$name(call.take(Place(pointer.cast::<$type>().cast_mut()), 1)?))
        };
    }
    match kind {
        Take::Csr => structs!(Csr V, I),
        Take::CsrMut => structs!(CsrMut V, I),
        Take::Dense => structs!(Dense V, ()),
        Take::DenseMut => structs!(DenseMut V, ()),
        Take::RowSparse => structs!(RowSparse V, I),
        Take::RowSparseMut => structs!(RowSparseMut V, I),
        Take::RowsMut => structs!(RowsMut V, I),
        Take::Broadcast => structs!(Broadcast V, I),
        Take::Plan => structs!(Plan(), I),
        Take::PlanBuffers => structs!(PlanBuffers(), I),
        Take::BlockEnds => structs!(BlockEnds(), I),
        Take::SlicedPlan => structs!(SlicedPlan(), I),
        Take::Values => array!(Values List Array V, Values),
        Take::Indices => array!(Indices List Array I, Ids),
        Take::ValuesMut => array!(ValuesMut ListMut ArrayMut V, Values),
        Take::IndicesMut => array!(IndicesMut ListMut ArrayMut I, Output),
        Take::RowSparseList => slot.write(Slot::RowSparseList(call.take(RowSparseList(pointer.cast(), length), 2)?)),
        Take::Cursors | Take::Keys | Take::Words | Take::IndicesScratch => {
            slot.write(Slot::Scratch(call.take(ScratchBytes(pointer.cast::<c_void>().cast_mut(), length), 2)?))
        }
        Take::Scalar => slot.write(Slot::Scalar(call.take(Scalar(pointer.cast::<V>()), 1)?)),
        Take::SizeOut => out!(SizeOut usize),
        Take::PlanOut => out!(PlanOut types::Plan),
        Take::BlockEndsOut => out!(BlockEndsOut types::BlockEnds),
        Take::SlicedPlanOut => out!(SlicedPlanOut types::SlicedPlan),
        Take::Stream => {
            // SAFETY: passed on.
            place.write(unsafe { call.take_struct(pointer.cast::<types::Stream>()) }?.0.erase());
            slot.write(Slot::Ready)
        }
        Take::Rule(rules) => {
            let Some(rule) = V::rule(rules) else {
                return Err(call.no_types(super::Types { value: super::type_of::<V>(), index: super::type_of::<I>() }));
            };
            // SAFETY: passed on.
            place.write(unsafe { rule(pointer, call) }?);
            slot.write(Slot::Ready)
        }
        Take::Size => {
            place.write(call.take(pointer.addr(), 1)?.erase());
            slot.write(Slot::Ready)
        }
    };
    Ok(())
}
