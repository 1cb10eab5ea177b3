//! Every function of an operator: from its words to a call without types, and from the answer to the places of the
//! results. What looks into arrays is compiled once for two types, the rest once.
use super::answer::give;
use super::arguments::{RowSparseList, Scalar, integers, product};
use super::take::{self, Own, Take, Takes, declare};
use super::work::work;
use super::{Blame, Call, Refused, Types, no_types, with_index, with_number};
use crate::status::{ErrorNumbers, Fault, MemoryFault, OperandCode, Refusal, Status};
use crate::types;
use core::mem::MaybeUninit;
use lacuna::call::{Answer, AnyOperand, Erase, Operator, Pool, Single};
use lacuna::error::{CallError, Operand};
use lacuna::{Error, Index, KernelError, Number};

/// As many arguments as any function has.
pub(crate) const MOST_ARGUMENTS: usize = 12;

type Operands<'a> = [MaybeUninit<AnyOperand<'a>>; MOST_ARGUMENTS];

/// Writes the operands of arrays, and returns how many operands there are.
type Views =
    unsafe fn(&Takes, &[*const ()], &mut Call<'_>, &mut Operands<'_>, Option<Sharing<'_>>) -> Result<usize, Refused>;

/// An operator as a function of the C ABI.
pub struct Driven {
    pub(crate) operator: Operator,
    pub(crate) single: Single,
    pub(crate) takes: Takes,
}

impl core::fmt::Debug for Driven {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.operator.fmt(f)
    }
}

/// Threads that share calls from so much [work](work()) on.
#[derive(Clone, Copy)]
pub(crate) struct Sharing<'t> {
    pub(crate) threads: Pool<'t>,
    pub(crate) least_work: usize,
}

/// Makes the call of an operator. `words` are the parameters of the function but the last, as pointers; sizes are their
/// addresses.
///
/// # Safety
/// The contract of [`raw`](super), where each word is of the type that the operator takes.
pub(crate) unsafe fn drive(
    driven: &Driven,
    words: &[*const ()],
    error: *mut ErrorNumbers,
    sharing: Option<Sharing<'_>>,
) -> Status {
    let takes = &driven.takes;
    // SAFETY: passed on.
    let types = unsafe { super::types_of(takes.kinds, words) };
    // SAFETY: passed on.
    let not_there = || unsafe { no_types(types, error) };
    let views: Views =
        with_number!(types, return not_there(), V => with_index!(types, return not_there(), I => views::<V, I>));
    // SAFETY: passed on.
    unsafe {
        // To fill them takes longer than a small kernel.
        let mut operands: Operands<'_> = [const { MaybeUninit::uninit() }; MOST_ARGUMENTS];
        let operands = &raw mut operands;
        super::run(
            error,
            types,
            |call| declare_all(takes, words, call, &mut *operands),
            |call| perform(driven, words, call, (views, &mut *operands), sharing),
        )
    }
}

/// Each argument with its words.
pub(super) fn each<'w>(takes: &'w Takes, mut words: &'w [*const ()]) -> impl Iterator<Item = (Take, Own)> + use<'w> {
    takes.kinds.iter().map(move |&kind| {
        let (own, rest) = words.split_at_checked(kind.parameters() as usize).unwrap_or_default();
        words = rest;
        let word = |place: usize| own.get(place).copied().unwrap_or_default();
        (kind, (word(0), word(1).addr()))
    })
}

/// The same, each with the number of its parameter, from 1.
fn numbered<'w>(takes: &'w Takes, words: &'w [*const ()]) -> impl Iterator<Item = (u32, Take, Own)> + use<'w> {
    let mut next = 1;
    each(takes, words).map(move |(kind, own)| {
        let number = next;
        next += kind.parameters();
        (number, kind, own)
    })
}

/// Declares all arguments, and makes the operands of those that name no arrays.
///
/// # Safety
/// As [`drive`].
unsafe fn declare_all(
    takes: &Takes,
    words: &[*const ()],
    call: &mut Call<'_>,
    operands: &mut Operands<'_>,
) -> Result<(), Refused> {
    for ((kind, own), place) in each(takes, words).zip(operands) {
        // SAFETY: passed on.
        unsafe { declare(kind, own, call, place) }?;
    }
    // SAFETY: passed on.
    if takes.has_scratch { unsafe { declare_lists(takes, words, call) } } else { Ok(()) }
}

/// # Safety
/// As [`drive`]; all arguments have been declared, and `views` is that of the types of the call.
unsafe fn perform<'a>(
    Driven { operator, single, takes }: &Driven,
    words: &[*const ()],
    call: &mut Call<'_>,
    (views, operands): (Views, &mut Operands<'a>),
    sharing: Option<Sharing<'_>>,
) -> Result<(), Refused> {
    // SAFETY: passed on: all arguments have been declared.
    let count = unsafe { views(takes, words, call, operands, sharing) }?;
    // SAFETY: each of the first `count` has been written.
    let operands = unsafe { operands.get_mut(..count).unwrap_or_default().assume_init_mut() };
    let types = call.types();
    // SAFETY: passed on: all arguments have been declared.
    let blame = |numbers: &ErrorNumbers| unsafe { argument(takes, words, types, numbers) };
    call.work(blame, || {
        let scratch = if takes.has_scratch {
            // SAFETY: passed on: all arguments have been declared.
            unsafe { take_scratch(takes, words, types, operands) }?
        } else {
            Scratch::NONE
        };
        let shared = sharing.filter(|sharing| work(operands) >= sharing.least_work);
        let mut call = lacuna::call::Call::new(*operator, types.value.element(), types.index.element(), operands);
        match call.run_single(*single, shared.map(|sharing| sharing.threads)) {
            Ok(Answer::None) => Ok(()),
            Ok(answer) => {
                // SAFETY: the arrays are those of the call, which is over.
                unsafe { give(answer, takes, words, types) };
                Ok(())
            }
            Err(error) => Err(refusal(error, scratch, types)),
        }
    })
}

/// Declares the arrays of a list, when all that is written has been declared.
///
/// # Safety
/// As [`drive`]; and all arguments have been declared.
unsafe fn declare_lists(takes: &Takes, words: &[*const ()], call: &mut Call<'_>) -> Result<(), Refused> {
    call.restart();
    for (kind, (pointer, length)) in each(takes, words) {
        if matches!(kind, Take::RowSparseList) {
            // SAFETY: passed on.
            unsafe { call.declare_list(RowSparseList(pointer.cast(), length)) }?;
        } else {
            call.skip(kind.parameters());
        }
    }
    Ok(())
}

/// Writes the operands that are not ready, except for lists and scratch.
///
/// # Safety
/// As [`drive`]; and all arguments have been declared, with these types.
#[cfg_attr(not(feature = "threads"), allow(unused_variables))]
unsafe fn views<V: Number, I: Index>(
    takes: &Takes,
    words: &[*const ()],
    call: &mut Call<'_>,
    operands: &mut Operands<'_>,
    sharing: Option<Sharing<'_>>,
) -> Result<usize, Refused> {
    let mut count = 0;
    for (argument, ((kind, own), place)) in each(takes, words).zip(operands).enumerate() {
        let (pointer, _) = own;
        macro_rules! view {
            ($argument:expr) => {
                // SAFETY: passed on.
                _ = place.write(unsafe { call.view::<V, I, _>(&$argument, 1) }?.erase())
            };
            (@at $struct:ident) => {
                view!(pointer.cast::<types::$struct>())
            };
            (@list $list:ident) => {{
                call.skip(1);
                // SAFETY: passed on.
                _ = place.write(unsafe { take::$list(pointer).elements::<I>() }.erase());
            }};
        }
        match kind {
            #[cfg(feature = "threads")]
            Take::Csr if let Some(sharing) = sharing => {
                // SAFETY: passed on: declared, and so there.
                let csr = unsafe { call.csr_on::<V, I>(&*pointer.cast(), sharing) }?;
                place.write(csr.erase());
            }
            Take::Csr => view!(@at Csr),
            Take::CsrMut => view!(@at CsrMut),
            Take::Dense => view!(@at Dense),
            Take::DenseMut => view!(@at DenseMut),
            Take::RowSparse => view!(@at RowSparse),
            Take::RowSparseMut => view!(@at RowSparseMut),
            Take::RowsMut => view!(@at RowsMut),
            Take::Broadcast => view!(@at Broadcast),
            Take::Plan => view!(@at Plan),
            Take::PlanBuffers => view!(@at PlanBuffers),
            Take::BlockEnds => view!(@at BlockEnds),
            Take::SellPlan => view!(@at SellPlan),
            Take::Values => view!(take::values(pointer)),
            Take::Scalar => view!(Scalar(pointer.cast())),
            Take::ValuesMut => {
                call.skip(1);
                // SAFETY: passed on.
                _ = place.write(unsafe { take::values_mut(pointer).elements::<V>() }.erase());
            }
            Take::Indices => view!(@list indices),
            Take::IndicesMut => view!(@list indices_mut),
            Take::Size | Take::Stream | Take::Rule(_) => call.skip(1),
            Take::RowSparseList | Take::Cursors | Take::Keys | Take::Words | Take::IndicesScratch => {
                call.skip(2);
                place.write(AnyOperand::Taken);
            }
            Take::SizeOut | Take::PlanOut | Take::BlockEndsOut | Take::SellPlanOut => {
                call.skip(1);
                continue;
            }
        }
        count = argument + 1;
    }
    Ok(count)
}

/// What scratch is counted in, and how many bytes there are.
#[derive(Clone, Copy)]
struct Scratch {
    unit: usize,
    bytes: usize,
    /// Whether the call has some.
    is_taken: bool,
}

impl Scratch {
    const NONE: Self = Self { unit: 1, bytes: 0, is_taken: false };
}

/// Makes operands of scratch, and of a list, whose views are made in it.
///
/// # Safety
/// As [`drive`]; and all arguments have been declared.
unsafe fn take_scratch(
    takes: &Takes,
    words: &[*const ()],
    types: Types,
    operands: &mut [AnyOperand<'_>],
) -> Result<Scratch, Refusal> {
    let mut taken = Scratch::NONE;
    let mut list = None;
    for (argument, (number, kind, own)) in numbered(takes, words).enumerate() {
        let mut put = |place: usize, operand| {
            if let Some(to) = operands.get_mut(place) {
                *to = operand;
            }
        };
        if matches!(kind, Take::RowSparseList) {
            list = Some((RowSparseList(own.0.cast(), own.1), argument, number));
        }
        if !matches!(kind, Take::Cursors | Take::Keys | Take::Words | Take::IndicesScratch) {
            continue;
        }
        // SAFETY: passed on.
        let bytes = unsafe { take::scratch(own).bytes() };
        (taken.bytes, taken.is_taken) = (bytes.len(), true);
        taken.unit = match kind {
            Take::Cursors => {
                let Some((structs, of_list, number)) = list.take() else { return Err(no_list()) };
                // SAFETY: passed on.
                let (views, cursors) = unsafe { list_of((structs, number), bytes, types) }?;
                put(of_list, views);
                put(argument, cursors);
                1
            }
            Take::Words => {
                put(argument, integers::<u64>(bytes)?.erase());
                size_of::<u64>()
            }
            kind => with_index!(types, return Err(not_made(types.index)), I => {
                if matches!(kind, Take::Keys) {
                    put(argument, integers::<<I as Index>::Key>(bytes)?.erase());
                    size_of::<<I as Index>::Key>()
                } else {
                    put(argument, integers::<I>(bytes)?.erase());
                    size_of::<I>()
                }
            }),
        };
    }
    Ok(taken)
}

/// The views of a list, which is the argument with this number, and their cursors.
///
/// # Safety
/// The list and its arrays have been declared, and the contract of [`raw`](super).
unsafe fn list_of<'a>(
    (list, number): (RowSparseList, u32),
    scratch: &'a mut [u8],
    types: Types,
) -> Result<(AnyOperand<'a>, AnyOperand<'a>), Refusal> {
    macro_rules! of_values {
        ($V:ty) => {
            with_index!(types, Err(not_made(types.index)), I => {
                // SAFETY: passed on.
                let (views, cursors) = unsafe { list.views::<$V, I>(number, scratch) }?;
                Ok((views.erase(), cursors.erase()))
            })
        };
    }
    match types.value {
        #[cfg(feature = "f32")]
        types::Type::F32 => of_values!(f32),
        #[cfg(feature = "f64")]
        types::Type::F64 => of_values!(f64),
        other => Err(not_made(other)),
    }
}

/// What no function of the table leads to.
fn no_list() -> Refusal {
    KernelError::Capacity { operand: Operand::Scratch, needed: 0, found: 0 }.into()
}

/// No call supports arrays of this type.
fn not_made(of: types::Type) -> Refusal {
    MemoryFault { status: Status::Type, operand: OperandCode::None, expected: 0, found: of as usize }.into()
}

/// The error of a call. That of scratch counts in bytes.
#[cold]
fn refusal(error: Error, scratch: Scratch, types: Types) -> Refusal {
    match error {
        Error::Kernel(KernelError::Capacity { operand: Operand::Scratch, needed, .. }) if scratch.unit > 1 => {
            KernelError::Capacity {
                operand: Operand::Scratch,
                needed: product(needed, scratch.unit),
                found: scratch.bytes,
            }
            .into()
        }
        // Scratch that is an array is counted in its elements.
        Error::Kernel(error @ KernelError::Capacity { operand: Operand::Scratch, .. }) if !scratch.is_taken => {
            Refusal::Told(ErrorNumbers { fault: Fault::Elements as u32, ..ErrorNumbers::of(error.into()) })
        }
        Error::Kernel(error) => error.into(),
        Error::Format(error) => error.into(),
        Error::Call(CallError::Types { .. }) => not_made(types.value),
        Error::Call(CallError::NotBuilt) => {
            MemoryFault { status: Status::NotBuilt, operand: OperandCode::None, expected: 0, found: 0 }.into()
        }
        _ => Refusal::Memory(MemoryFault { status: Status::Other, operand: OperandCode::None, expected: 0, found: 0 }),
    }
}

/// The argument that an error is about, as far as it is one; where the name of the operand does not say it, by what the
/// arguments hold.
///
/// # Safety
/// As [`drive`]; and all arguments have been declared.
#[cold]
unsafe fn argument(takes: &Takes, words: &[*const ()], types: Types, numbers: &ErrorNumbers) -> u32 {
    let blame: &Blame = &takes.blame;
    let status = Status::from_number(numbers.status);
    let mut numbered = numbered(takes, words).map(|(number, kind, own)| (number, kind, own.0));
    if status == Some(Status::Index) || status == Some(Status::Dimension) {
        // A size that is too large by itself, or the last number below it.
        let found = numbers.found as u64;
        let is_it = |&(_, kind, size): &(u32, Take, *const ())| {
            matches!(kind, Take::Size) && [found, found.wrapping_add(1)].contains(&(size.addr() as u64))
        };
        return blame.or_only(numbered.find(is_it).map_or(0, |(number, ..)| number));
    }
    let [first, second] = blame.lists;
    if status != Some(Status::Ids) || second == 0 {
        return blame.argument(numbers);
    }
    // The first list is looked at first, and its ids are rows of the csr.
    let (mut rows, mut id) = (0, None);
    for (number, kind, pointer) in numbered {
        if matches!(kind, Take::Csr) {
            // SAFETY: declared.
            rows = unsafe { (*pointer.cast::<types::Csr>()).rows };
        }
        if number == u32::from(first) {
            with_index!(types, (), I => {
                // SAFETY: declared.
                let ids = unsafe { take::indices(pointer).elements::<I>() };
                id = usize::try_from(numbers.entry).ok().and_then(|entry| ids.get(entry)).map(|id| id.to_i64());
            });
        }
    }
    let is_first = id == Some(numbers.found) && usize::try_from(numbers.found).map_or(true, |id| id >= rows);
    u32::from(if is_first { first } else { second })
}
