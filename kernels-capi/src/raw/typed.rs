//! From the types that structs name to types.
use super::Take;
use crate::status::{ErrorNumbers, Status};
use crate::types::{self, Type};
use core::mem::MaybeUninit;
use lacuna::call::{Element, ElementType};

/// The types of a call.
#[derive(Clone, Copy)]
pub(crate) struct Types {
    pub(crate) value: Type,
    pub(crate) index: Type,
    pub(crate) named: Named,
}

/// Which types operands of a call name. For the others any stand in, and an array is not wrong because it has another
/// one.
#[derive(Clone, Copy)]
pub(crate) struct Named {
    pub(crate) value: bool,
    pub(crate) index: bool,
}

impl Types {
    /// Of a call of no arrays.
    pub(crate) const NONE: Self =
        Self { value: ANY_VALUE, index: ANY_INDEX, named: Named { value: false, index: false } };

    /// Both of them named.
    pub(crate) const fn all(value: Type, index: Type) -> Self {
        Self { value, index, named: Named { value: true, index: true } }
    }
}

/// Where a call names no types, any that the library has.
const ANY_VALUE: Type = if cfg!(feature = "f32") {
    Type::F32
} else if cfg!(feature = "f64") {
    Type::F64
} else if cfg!(feature = "half") {
    Type::F16
} else {
    Type::U8
};
const ANY_INDEX: Type = if cfg!(feature = "i32") { Type::U32 } else { Type::I64 };

/// What structs of arrays begin with, aligned as they are. Of those that name one type, the others are a gap.
#[repr(C)]
#[derive(Clone, Copy)]
struct Tags {
    first: u32,
    second: MaybeUninit<u32>,
    third: MaybeUninit<u32>,
    aligned: [usize; 0],
}

/// The types of the first arrays that name some: the operands that follow must have the same ones.
///
/// # Safety
/// The contract of [`raw`](super), where each word is of the type that `takes` says.
pub(crate) unsafe fn types_of(takes: &[Take], mut words: &[*const ()]) -> Types {
    let (mut value, mut index) = (None, None);
    for take in takes {
        if value.is_some() && index.is_some() {
            break;
        }
        let (own, rest) = words.split_at_checked(take.parameters() as usize).unwrap_or_default();
        words = rest;
        let (has_value, has_index) = take.tags();
        let pointer = own.first().copied().unwrap_or_default().cast::<Tags>();
        let most = isize::MAX as usize / size_of::<types::RowSparse>();
        let is_there = !matches!(take, Take::RowSparseList)
            || own.get(1).is_some_and(|length| (1..=most).contains(&length.addr()));
        if !(has_value || has_index) || !is_there || pointer.is_null() || !pointer.is_aligned() {
            continue;
        }
        // SAFETY: structs that name types are larger, and begin with them.
        let Tags { first, second, third, .. } = unsafe { *pointer };
        // SAFETY: as above; these have three numbers of 32 bits.
        let without = matches!(take, Take::RowsMut | Take::Broadcast)
            && unsafe { third.assume_init() } != types::Storage::RowSparse as u32;
        let has_index = has_index && !without;
        if has_value {
            value = value.or(Type::of_value(first));
        }
        if has_index {
            // SAFETY: as above; a struct that names both types has two numbers of 32 bits.
            index = index.or(Type::of_index(if has_value { unsafe { second.assume_init() } } else { first }));
        }
    }
    let named = Named { value: value.is_some(), index: index.is_some() };
    Types { value: value.unwrap_or_else(|| unnamed_value(takes)), index: index.unwrap_or(ANY_INDEX), named }
}

/// Stands in for the type of values that no operand names. A number by itself, such as a probability, is a `double`.
#[cold]
fn unnamed_value(takes: &[Take]) -> Type {
    let is_number_alone =
        takes.iter().any(|take| matches!(take, Take::Scalar)) && !takes.iter().any(|take| take.tags().0);
    if is_number_alone { Type::F64 } else { ANY_VALUE }
}

/// The types of two arrays of values: the second one's stands as that of the indices.
///
/// # Safety
/// The contract of [`raw`](super).
pub(crate) unsafe fn types_of_two(arrays: [*const types::Array; 2]) -> Types {
    let [value, index] = arrays.map(|array| {
        if array.is_null() || !array.is_aligned() {
            return None;
        }
        // SAFETY: there and aligned; that it is one is the caller's promise.
        Type::of_value(unsafe { (*array).element_type })
    });
    let are = value.is_some() && index.is_some();
    Types {
        value: value.unwrap_or(ANY_VALUE),
        index: index.unwrap_or(ANY_VALUE),
        named: Named { value: are, index: are },
    }
}

/// Refuses a call that supports other types, or whose types the library does not have.
///
/// # Safety
/// The contract of [`raw`](super) for `error`.
pub(crate) unsafe fn no_types(types: Types, error: *mut ErrorNumbers) -> Status {
    // SAFETY: passed on.
    unsafe { super::run(error, types, |call| Err(call.no_types(types)), |_| Ok(())) }
}

/// `$body` with `$I` as the index type of a call, or `$otherwise` if the library does not have it.
macro_rules! with_index {
    ($types:expr, $otherwise:expr, $I:ident => $body:expr) => {
        match $types.index {
            #[cfg(feature = "i32")]
            $crate::types::Type::I32 => {
                type $I = i32;
                $body
            }
            #[cfg(feature = "i64")]
            $crate::types::Type::I64 => {
                type $I = i64;
                $body
            }
            #[cfg(feature = "i32")]
            $crate::types::Type::U32 => {
                type $I = u32;
                $body
            }
            _ => $otherwise,
        }
    };
}
pub(crate) use with_index;

/// `$body` with `$V` as the value type of a call, or `$otherwise` if the library does not have it.
macro_rules! with_number {
    ($types:expr, $otherwise:expr, $V:ident => $body:expr) => {
        match $types.value {
            #[cfg(feature = "f32")]
            $crate::types::Type::F32 => {
                type $V = f32;
                $body
            }
            #[cfg(feature = "f64")]
            $crate::types::Type::F64 => {
                type $V = f64;
                $body
            }
            #[cfg(feature = "half")]
            $crate::types::Type::F16 => {
                type $V = half::f16;
                $body
            }
            #[cfg(feature = "half")]
            $crate::types::Type::Bf16 => {
                type $V = half::bf16;
                $body
            }
            #[cfg(feature = "integers")]
            $crate::types::Type::I8 => {
                type $V = i8;
                $body
            }
            #[cfg(feature = "integers")]
            $crate::types::Type::U8 => {
                type $V = u8;
                $body
            }
            #[cfg(feature = "integers")]
            $crate::types::Type::I32 => {
                type $V = i32;
                $body
            }
            #[cfg(feature = "integers")]
            $crate::types::Type::I64 => {
                type $V = i64;
                $body
            }
            _ => $otherwise,
        }
    };
}
pub(crate) use with_number;

/// The type as C names it. (Of those of scratch, which no struct names, any.)
pub(crate) const fn type_of<T: Element>() -> Type {
    match T::ELEMENT {
        ElementType::F32 => Type::F32,
        ElementType::F64 => Type::F64,
        #[cfg(feature = "half")]
        ElementType::F16 => Type::F16,
        #[cfg(feature = "half")]
        ElementType::Bf16 => Type::Bf16,
        ElementType::I8 => Type::I8,
        ElementType::U8 => Type::U8,
        ElementType::I32 => Type::I32,
        ElementType::I64 => Type::I64,
        _ => Type::U32,
    }
}

impl Type {
    /// As a call names it.
    pub(crate) const fn element(self) -> ElementType {
        match self {
            Self::F32 => ElementType::F32,
            Self::F64 => ElementType::F64,
            #[cfg(feature = "half")]
            Self::F16 => ElementType::F16,
            #[cfg(feature = "half")]
            Self::Bf16 => ElementType::Bf16,
            Self::I8 => ElementType::I8,
            Self::U8 => ElementType::U8,
            Self::I32 => ElementType::I32,
            Self::I64 => ElementType::I64,
            _ => ElementType::U32,
        }
    }
}
