//! How the arguments of an operator are taken.
use super::arguments::{
    DeclaredBlockEnds, DeclaredBroadcast, DeclaredBuffers, DeclaredCsr, DeclaredDense, DeclaredPlan, DeclaredRowSparse,
    DeclaredRowSparseList, DeclaredRows, DeclaredSellPlan, List, ListMut, OneValue, Place, RowSparseList, Scalar, ScratchBytes,
};
use super::memory::{Array, ArrayMut};
use super::{Argument, Call, Refused, Typed};
use crate::status::OperandCode;
use crate::types;
use core::ffi::c_void;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use lacuna::call::{AnyOperand, Erase};
use lacuna::{Index, Number, RowSparse};

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
            Self::Csr | Self::CsrMut | Self::RowSparse | Self::RowSparseMut | Self::RowsMut | Self::Broadcast | Self::RowSparseList => {
                (true, true)
            }
            Self::Dense | Self::DenseMut | Self::Values | Self::ValuesMut => (true, false),
            Self::Plan | Self::PlanBuffers | Self::BlockEnds | Self::SellPlan | Self::Indices | Self::IndicesMut => (false, true),
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
pub(super) enum Slot<V, I> {
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
    SellPlan(DeclaredSellPlan<I>),
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
    SellPlanOut(Place<types::SellPlan>),
}

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

/// Declares an argument, or makes the operand of one that names no arrays.
///
/// # Safety
/// As [`drive`](super::drive).
pub(super) unsafe fn declare<V: Listed, I: Index>(
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
        Take::SellPlan => structs!(SellPlan(), I),
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
        Take::SellPlanOut => out!(SellPlanOut types::SellPlan),
        Take::Stream => {
            // SAFETY: passed on.
            place.write(unsafe { call.take_struct(pointer.cast::<types::Stream>()) }?.0.erase());
            slot.write(Slot::Ready)
        }
        Take::Rule(rules) => {
            let Some(rule) = V::rule(rules) else {
                let (value, index) = (super::type_of::<V>(), super::type_of::<I>());
                return Err(call.no_types(super::Types { value, index, named: super::Named::BOTH }));
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
