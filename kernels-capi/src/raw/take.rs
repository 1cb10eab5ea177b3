//! How the arguments of an operator are taken.
use super::arguments::{List, ListMut, Of, Place, RowSparseList, Scalar, Scratch};
use super::{Blame, Call, Memory, NamedArgument, Refused, Types};
use crate::status::OperandCode;
use crate::types::{self, Type};
use core::ffi::c_void;
use core::mem::MaybeUninit;
use lacuna::call::{AnyOperand, Erase};

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
    SellPlan,
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
    SellPlanOut,
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
            Self::Csr
            | Self::CsrMut
            | Self::RowSparse
            | Self::RowSparseMut
            | Self::RowsMut
            | Self::Broadcast
            | Self::RowSparseList => (true, true),
            Self::Dense | Self::DenseMut | Self::Values | Self::ValuesMut => (true, false),
            Self::Plan | Self::PlanBuffers | Self::BlockEnds | Self::SellPlan | Self::Indices | Self::IndicesMut => {
                (false, true)
            }
            _ => (false, false),
        }
    }
}

/// How all arguments of a function are taken.
pub(crate) struct Takes {
    pub(super) kinds: &'static [Take],
    /// Some of them are scratch.
    pub(super) has_scratch: bool,
    /// Whom errors are about.
    pub(super) blame: Blame,
}

impl Takes {
    pub(crate) const fn of(kinds: &'static [Take], arguments: &[NamedArgument]) -> Self {
        let (mut place, mut has_scratch) = (0, false);
        while place < kinds.len() {
            has_scratch |= matches!(kinds[place], Take::Cursors | Take::Keys | Take::Words | Take::IndicesScratch);
            place += 1;
        }
        Self { kinds, has_scratch, blame: Blame::of(arguments) }
    }
}

/// How the struct of a rule is taken, for each type of its numbers.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    pub(crate) f32: TakeRule,
    pub(crate) f64: TakeRule,
}

type TakeRule = unsafe fn(*const (), &mut Memory<'_>) -> Result<AnyOperand<'static>, Refused>;

impl Rules {
    /// How the struct is taken for numbers of this type. `None` of those that no rule computes with.
    const fn of(self, value: Type) -> Option<TakeRule> {
        match value {
            Type::F32 => Some(self.f32),
            Type::F64 => Some(self.f64),
            _ => None,
        }
    }
}

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

/// The struct of a rule, for numbers of a type.
pub(crate) trait Hyper<V> {
    /// The rule's hyper-parameters.
    type Rule: Erase<'static>;
    /// Makes them, with defaults for what is 0.
    fn rule(&self, memory: &mut Memory<'_>) -> Result<Self::Rule, Refused>;
}

/// Takes the struct of a rule.
///
/// # Safety
/// The pointer is null or one to an `R`.
pub(crate) unsafe fn rule<R: Hyper<V>, V>(
    pointer: *const (),
    memory: &mut Memory<'_>,
) -> Result<AnyOperand<'static>, Refused> {
    // SAFETY: passed on.
    Ok(unsafe { memory.at(pointer.cast::<R>()) }?.rule(memory)?.erase())
}

/// The values of a call's lists.
pub(super) const fn values(pointer: *const ()) -> List {
    List(pointer.cast(), Of::Values, OperandCode::Values)
}

/// The indices of a call's lists.
pub(super) const fn indices(pointer: *const ()) -> List {
    List(pointer.cast(), Of::Indices, OperandCode::Ids)
}

/// The values that a call writes to lists.
pub(super) const fn values_mut(pointer: *const ()) -> ListMut {
    ListMut(pointer.cast(), Of::Values, OperandCode::Values)
}

/// The indices that a call writes to lists.
pub(super) const fn indices_mut(pointer: *const ()) -> ListMut {
    ListMut(pointer.cast(), Of::Indices, OperandCode::Output)
}

/// An argument with the number beside it: its length, where it has one.
pub(super) type Own = (*const (), usize);

/// Declares the next argument, or makes the operand of one that names no arrays.
///
/// # Safety
/// As [`drive`](super::drive).
pub(super) unsafe fn declare(
    kind: Take,
    (pointer, length): Own,
    call: &mut Call<'_>,
    place: &mut MaybeUninit<AnyOperand<'_>>,
) -> Result<(), Refused> {
    call.memory.argument += 1;
    let memory = &mut call.memory;
    macro_rules! declare {
        ($argument:expr) => {
            // SAFETY: passed on.
            unsafe { super::Argument::declare(&$argument, memory) }?
        };
        (@at $struct:ident) => {
            declare!(pointer.cast::<types::$struct>())
        };
        (@out $struct:ty) => {
            declare!(Place(pointer.cast::<$struct>().cast_mut()))
        };
    }
    match kind {
        Take::Csr => declare!(@at Csr),
        Take::CsrMut => declare!(@at CsrMut),
        Take::Dense => declare!(@at Dense),
        Take::DenseMut => declare!(@at DenseMut),
        Take::RowSparse => declare!(@at RowSparse),
        Take::RowSparseMut => declare!(@at RowSparseMut),
        Take::RowsMut => declare!(@at RowsMut),
        Take::Broadcast => declare!(@at Broadcast),
        Take::Plan => declare!(@at Plan),
        Take::PlanBuffers => declare!(@at PlanBuffers),
        Take::BlockEnds => declare!(@at BlockEnds),
        Take::SellPlan => declare!(@at SellPlan),
        Take::Values => declare!(values(pointer)),
        Take::Indices => declare!(indices(pointer)),
        Take::ValuesMut => declare!(values_mut(pointer)),
        Take::IndicesMut => declare!(indices_mut(pointer)),
        Take::RowSparseList => declare!(RowSparseList(pointer.cast(), length)),
        Take::Cursors | Take::Keys | Take::Words | Take::IndicesScratch => declare!(scratch((pointer, length))),
        Take::Scalar => declare!(Scalar(pointer.cast())),
        Take::SizeOut => declare!(@out usize),
        Take::PlanOut => declare!(@out types::Plan),
        Take::BlockEndsOut => declare!(@out types::BlockEnds),
        Take::SellPlanOut => declare!(@out types::SellPlan),
        Take::Stream => {
            // SAFETY: passed on.
            let &types::Stream { seed, stream, first } = unsafe { memory.at(pointer.cast::<types::Stream>()) }?;
            place.write(lacuna::random::Stream { seed, stream, first }.erase());
        }
        Take::Rule(rules) => {
            let Types { value, index, .. } = memory.types();
            let Some(rule) = rules.of(value) else {
                // Of any type the struct is the same.
                // SAFETY: passed on.
                unsafe { (rules.f32)(pointer, memory) }?;
                // The type is that of another argument.
                call.memory.argument -= 1;
                return Err(call.no_types(Types::all(value, index)));
            };
            // SAFETY: passed on.
            place.write(unsafe { rule(pointer, memory) }?);
        }
        Take::Size => _ = place.write(pointer.addr().erase()),
    }
    call.memory.argument += kind.parameters() - 1;
    Ok(())
}

/// The scratch of an argument.
pub(super) const fn scratch((pointer, length): Own) -> Scratch {
    Scratch(pointer.cast::<c_void>().cast_mut(), length)
}
