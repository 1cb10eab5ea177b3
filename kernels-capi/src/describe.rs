//! The C ABI as data: what the header is written from, and what tests and the replay walk.
use core::ffi::c_void;
pub(crate) use half::{bf16, f16};

/// A type as C names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// A number, an enum or `void`.
    Plain(&'static str),
    /// A struct, and the types that its name ends with.
    Struct(&'static str, &'static [&'static str]),
    /// A pointer, to what a call may write or to what it only reads.
    Pointer {
        /// What it points to.
        to: &'static Type,
        /// True if a call may write there.
        written: bool,
    },
}

/// A Rust type that C has, too.
pub trait Described {
    /// The type in C.
    const TYPE: Type;
    /// How names of functions and structs end that are made for it.
    const SUFFIX: &'static str = "";
}

macro_rules! plain {
    ($($rust:ty, $c:literal $(, $suffix:literal)?;)*) => {$(
        impl Described for $rust {
            const TYPE: Type = Type::Plain($c);
            $(const SUFFIX: &'static str = $suffix;)?
        }
    )*};
}
plain! {
    f32, "float", "f32";
    f64, "double", "f64";
    i32, "int32_t", "i32";
    i64, "int64_t", "i64";
    u32, "uint32_t", "u32";
    u64, "uint64_t", "u64";
    usize, "size_t";
    f16, "lacuna_f16", "f16";
    bf16, "lacuna_bf16", "bf16";
    // What C calls `char` is one of these, too: in queries, which have texts and no such numbers, they are that.
    i8, "int8_t", "i8";
    u8, "uint8_t", "u8";
    c_void, "void";
}

impl<T: Described> Described for *const T {
    const TYPE: Type = Type::Pointer { to: &T::TYPE, written: false };
}

impl<T: Described> Described for *mut T {
    const TYPE: Type = Type::Pointer { to: &T::TYPE, written: true };
}

/// A field of a struct.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What it means, line by line.
    pub doc: &'static [&'static str],
    /// Its type.
    pub c: Type,
    /// Where it lies.
    pub offset: usize,
}

/// A struct for some types.
#[derive(Clone, Copy, Debug)]
pub struct Struct {
    /// Its name in C.
    pub name: &'static str,
    /// The type that it is.
    pub c: Type,
    /// What it means, line by line.
    pub doc: &'static [&'static str],
    /// Its fields, in order.
    pub fields: &'static [Field],
    /// Its bytes.
    pub size: usize,
    /// What its address is a multiple of.
    pub alignment: usize,
}

/// An enum.
#[derive(Clone, Copy, Debug)]
pub struct Enum {
    /// Its name in C.
    pub name: &'static str,
    /// The number that it is.
    pub c: Type,
    /// What it means, line by line.
    pub doc: &'static [&'static str],
    /// Name, number and meaning of each choice.
    pub variants: &'static [(&'static str, i64, &'static [&'static str])],
}

/// What kind of argument a parameter of a C function is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Kind {
    Csr,
    CsrMut,
    CsrOut,
    CsrMutOut,
    Dense,
    DenseMut,
    RowSparse,
    RowSparseMut,
    RowSparseOut,
    RowSparseMutOut,
    RowsMut,
    Broadcast,
    Plan,
    PlanOut,
    PlanBuffers,
    BlockEnds,
    BlockEndsOut,
    SlicedPlan,
    SlicedPlanOut,
    /// Hyper-parameters, with the names of those that the rule does not share with others.
    Rule(&'static [&'static str]),
    /// Numbers of the value type, as many as the length that follows.
    Values,
    ValuesMut,
    /// Numbers of the index type, as many as the length that follows.
    Indices,
    IndicesMut,
    /// Numbers of the type of a cast's result, as many as the length that follows.
    NumbersMut,
    /// Sizes that are written, as many as the length that follows.
    SizesMut,
    /// `RowSparse` structs, as many as the length that follows.
    RowSparseList,
    /// Bytes, as many as the length that follows.
    Scratch,
    /// A number of the value type, by its address.
    Scalar,
    /// Where random numbers come from.
    Stream,
    /// A number.
    Size,
    /// The place of a number.
    SizeOut,
    /// The length of the array before it.
    Length,
}

impl Kind {
    /// Arrays that it reads, and arrays that it writes. (Those of the structs of a list are told apart without being remembered.)
    pub(crate) const fn arrays(self) -> (usize, usize) {
        match self {
            Self::Size | Self::Length | Self::Rule(_) | Self::Stream => (0, 0),
            Self::Dense | Self::Values | Self::Scalar | Self::Indices | Self::RowSparseList | Self::SlicedPlan => (1, 0),
            Self::RowSparse | Self::Broadcast | Self::BlockEnds => (2, 0),
            Self::Csr => (3, 0),
            Self::Plan => (4, 0),
            Self::CsrMut => (1, 2),
            Self::RowSparseMut | Self::RowsMut => (1, 1),
            Self::DenseMut | Self::ValuesMut | Self::IndicesMut | Self::NumbersMut | Self::SizesMut | Self::Scratch | Self::SizeOut => {
                (0, 1)
            }
            Self::CsrOut | Self::CsrMutOut | Self::RowSparseOut | Self::RowSparseMutOut => (0, 1),
            Self::PlanOut | Self::BlockEndsOut | Self::SlicedPlanOut => (0, 1),
            Self::PlanBuffers => (0, 4),
        }
    }
}

/// A parameter of a function.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub kind: Kind,
    /// Its type.
    pub c: Type,
}

/// A function. All take pointers and sizes only, and one more parameter than is told here, the last: a pointer to [`ErrorNumbers`](crate::ErrorNumbers). They give a
/// [`Status`](crate::Status).
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// The exported name.
    pub name: &'static str,
    /// The function of `lacuna`: its module and name.
    pub path: (&'static str, &'static str),
    /// The value type; empty for functions without one.
    pub value: &'static str,
    /// The index type, likewise.
    pub index: &'static str,
    /// What it does, line by line.
    pub doc: &'static [&'static str],
    /// Each parameter but the last.
    pub parameters: &'static [Parameter],
    /// The function itself.
    pub address: *const (),
}

/// A function that answers with a text or a number alone.
#[derive(Clone, Copy, Debug)]
pub struct Query {
    /// The exported name.
    pub name: &'static str,
    /// What it does, line by line.
    pub doc: &'static [&'static str],
    /// Name and type of each parameter.
    pub parameters: &'static [(&'static str, Type)],
    /// What it gives.
    pub result: Type,
}

/// Hands the instances of some types to a macro, after `@types` and a context: identifier, end of names, value type and index type of each.
macro_rules! for_types {
    ([V I] $callback:ident $context:tt) => {
        $callback! { @types $context
            f32_i32 "_f32_i32" f32 i32, f32_i64 "_f32_i64" f32 i64, f32_u32 "_f32_u32" f32 u32,
            f64_i32 "_f64_i32" f64 i32, f64_i64 "_f64_i64" f64 i64, f64_u32 "_f64_u32" f64 u32
        }
    };
    ([S I] $callback:ident $context:tt) => {
        $callback! { @types $context
            f32_i32 "_f32_i32" f32 i32, f32_i64 "_f32_i64" f32 i64, f32_u32 "_f32_u32" f32 u32,
            f64_i32 "_f64_i32" f64 i32, f64_i64 "_f64_i64" f64 i64, f64_u32 "_f64_u32" f64 u32,
            f16_i32 "_f16_i32" f16 i32, f16_i64 "_f16_i64" f16 i64, f16_u32 "_f16_u32" f16 u32,
            bf16_i32 "_bf16_i32" bf16 i32, bf16_i64 "_bf16_i64" bf16 i64, bf16_u32 "_bf16_u32" bf16 u32
        }
    };
    ([N I] $callback:ident $context:tt) => {
        $callback! { @types $context
            f32_i32 "_f32_i32" f32 i32, f32_i64 "_f32_i64" f32 i64, f32_u32 "_f32_u32" f32 u32,
            f64_i32 "_f64_i32" f64 i32, f64_i64 "_f64_i64" f64 i64, f64_u32 "_f64_u32" f64 u32,
            f16_i32 "_f16_i32" f16 i32, f16_i64 "_f16_i64" f16 i64, f16_u32 "_f16_u32" f16 u32,
            bf16_i32 "_bf16_i32" bf16 i32, bf16_i64 "_bf16_i64" bf16 i64, bf16_u32 "_bf16_u32" bf16 u32,
            i32_i32 "_i32_i32" i32 i32, i32_i64 "_i32_i64" i32 i64, i32_u32 "_i32_u32" i32 u32,
            i64_i32 "_i64_i32" i64 i32, i64_i64 "_i64_i64" i64 i64, i64_u32 "_i64_u32" i64 u32,
            u8_i32 "_u8_i32" u8 i32, u8_i64 "_u8_i64" u8 i64, u8_u32 "_u8_u32" u8 u32,
            i8_i32 "_i8_i32" i8 i32, i8_i64 "_i8_i64" i8 i64, i8_u32 "_i8_u32" i8 u32
        }
    };
    ([N] $callback:ident $context:tt) => {
        $callback! { @types $context
            f32 "_f32" f32 (), f64 "_f64" f64 (), of_f16 "_f16" f16 (), of_bf16 "_bf16" bf16 (), i32 "_i32" i32 (), i64 "_i64" i64 (), u8 "_u8" u8 (), i8 "_i8" i8 ()
        }
    };
    // Casts: from each type to each.
    ([N M] $callback:ident $context:tt) => {
        $callback! { @types $context
            f32_f32 "_f32_f32" f32 f32, f32_f64 "_f32_f64" f32 f64, f32_f16 "_f32_f16" f32 f16, f32_bf16 "_f32_bf16" f32 bf16, f32_i32 "_f32_i32" f32 i32, f32_i64 "_f32_i64" f32 i64, f32_u8 "_f32_u8" f32 u8, f32_i8 "_f32_i8" f32 i8,
            f64_f32 "_f64_f32" f64 f32, f64_f64 "_f64_f64" f64 f64, f64_f16 "_f64_f16" f64 f16, f64_bf16 "_f64_bf16" f64 bf16, f64_i32 "_f64_i32" f64 i32, f64_i64 "_f64_i64" f64 i64, f64_u8 "_f64_u8" f64 u8, f64_i8 "_f64_i8" f64 i8,
            f16_f32 "_f16_f32" f16 f32, f16_f64 "_f16_f64" f16 f64, f16_f16 "_f16_f16" f16 f16, f16_bf16 "_f16_bf16" f16 bf16, f16_i32 "_f16_i32" f16 i32, f16_i64 "_f16_i64" f16 i64, f16_u8 "_f16_u8" f16 u8, f16_i8 "_f16_i8" f16 i8,
            bf16_f32 "_bf16_f32" bf16 f32, bf16_f64 "_bf16_f64" bf16 f64, bf16_f16 "_bf16_f16" bf16 f16, bf16_bf16 "_bf16_bf16" bf16 bf16, bf16_i32 "_bf16_i32" bf16 i32, bf16_i64 "_bf16_i64" bf16 i64, bf16_u8 "_bf16_u8" bf16 u8, bf16_i8 "_bf16_i8" bf16 i8,
            i32_f32 "_i32_f32" i32 f32, i32_f64 "_i32_f64" i32 f64, i32_f16 "_i32_f16" i32 f16, i32_bf16 "_i32_bf16" i32 bf16, i32_i32 "_i32_i32" i32 i32, i32_i64 "_i32_i64" i32 i64, i32_u8 "_i32_u8" i32 u8, i32_i8 "_i32_i8" i32 i8,
            i64_f32 "_i64_f32" i64 f32, i64_f64 "_i64_f64" i64 f64, i64_f16 "_i64_f16" i64 f16, i64_bf16 "_i64_bf16" i64 bf16, i64_i32 "_i64_i32" i64 i32, i64_i64 "_i64_i64" i64 i64, i64_u8 "_i64_u8" i64 u8, i64_i8 "_i64_i8" i64 i8,
            u8_f32 "_u8_f32" u8 f32, u8_f64 "_u8_f64" u8 f64, u8_f16 "_u8_f16" u8 f16, u8_bf16 "_u8_bf16" u8 bf16, u8_i32 "_u8_i32" u8 i32, u8_i64 "_u8_i64" u8 i64, u8_u8 "_u8_u8" u8 u8, u8_i8 "_u8_i8" u8 i8,
            i8_f32 "_i8_f32" i8 f32, i8_f64 "_i8_f64" i8 f64, i8_f16 "_i8_f16" i8 f16, i8_bf16 "_i8_bf16" i8 bf16, i8_i32 "_i8_i32" i8 i32, i8_i64 "_i8_i64" i8 i64, i8_u8 "_i8_u8" i8 u8, i8_i8 "_i8_i8" i8 i8
        }
    };
    ([V] $callback:ident $context:tt) => {
        $callback! { @types $context f32 "_f32" f32 (), f64 "_f64" f64 () }
    };
    ([I] $callback:ident $context:tt) => {
        $callback! { @types $context i32 "_i32" () i32, i64 "_i64" () i64, u32 "_u32" () u32 }
    };
    ([] $callback:ident $context:tt) => {
        $callback! { @types $context call "" () () }
    };
}
pub(crate) use for_types;

impl Described for () {
    const TYPE: Type = Type::Plain("void");
}

/// Defines structs of the C ABI, generic over the value type `V`, the index type `I`, both or none, and lists their instances in `STRUCTS`, those `of` these types.
macro_rules! structs {
    ($($(#[doc = $doc:expr])* $name:ident as $c:ident [$($generic:ident)*] of $types:tt { $($(#[doc = $field_doc:expr])* $field:ident: $type:ty,)* })*) => {
        $(
            $(#[doc = $doc])*
            #[repr(C)]
            #[derive(Clone, Copy, Debug, PartialEq)]
            pub struct $name<$($generic),*> {
                $($(#[doc = $field_doc])* pub $field: $type,)*
            }

            impl<$($generic: $crate::describe::Described),*> $crate::describe::Described for $name<$($generic),*> {
                const TYPE: $crate::describe::Type = $crate::describe::Type::Struct(concat!("lacuna_", stringify!($c)), &[$($generic::SUFFIX),*]);
            }

            mod $c {
                use super::*;
                #[allow(unused_imports)]
                use $crate::describe::{bf16, f16};
                $crate::describe::for_types! { $types structs {
                    $name $c [$($generic)*] [$($doc),*] [$($field [$($field_doc),*] ($type))*]
                } }
            }
        )*

        /// The structs of this file, for all types.
        #[doc(hidden)]
        pub const STRUCTS: &[&[$crate::describe::Struct]] = &[$($c::INSTANCES),*];
    };
    (@types { $name:ident $c:ident $generics:tt $doc:tt $fields:tt } $($instance:ident $suffix:literal $V:tt $I:tt),*) => {
        $(structs! { @instance $name $c $generics $doc $fields $instance $suffix $V $I })*
        pub const INSTANCES: &[$crate::describe::Struct] = &[$($instance::STRUCT),*];
    };
    (@instance $name:ident $c:ident [$($generic:ident)*] [$($doc:expr),*] [$($field:ident [$($field_doc:expr),*] ($type:ty))*] $instance:ident $suffix:literal $V:tt $I:tt) => {
        mod $instance {
            #[allow(unused_imports)]
            use super::*;
            #[allow(dead_code)]
            type V = $V;
            #[allow(dead_code)]
            type I = $I;
            type This = $name<$($generic),*>;
            pub const STRUCT: $crate::describe::Struct = $crate::describe::Struct {
                name: concat!("lacuna_", stringify!($c), $suffix),
                c: <This as $crate::describe::Described>::TYPE,
                doc: &[$($doc),*],
                fields: &[$($crate::describe::Field {
                    name: stringify!($field),
                    doc: &[$($field_doc),*],
                    c: <$type as $crate::describe::Described>::TYPE,
                    offset: core::mem::offset_of!(This, $field),
                }),*],
                size: size_of::<This>(),
                alignment: align_of::<This>(),
            };
        }
    };
}
pub(crate) use structs;

/// Defines an enum of the C ABI and its description, the type's `ENUM`.
macro_rules! numbered {
    ($(#[doc = $doc:literal])* $name:ident as $c:ident: $number:ident { $($(#[doc = $variant_doc:literal])* $variant:ident = $value:literal,)* }) => {
        $(#[doc = $doc])*
        #[repr($number)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[doc = $variant_doc])* $variant = $value,)*
        }

        impl $name {
            #[doc(hidden)]
            pub const ENUM: $crate::describe::Enum = $crate::describe::Enum {
                name: concat!("lacuna_", stringify!($c)),
                c: <$number as $crate::describe::Described>::TYPE,
                doc: &[$($doc),*],
                variants: &[$((stringify!($variant), $value, &[$($variant_doc),*])),*],
            };
        }
    };
}
pub(crate) use numbered;

/// Defines functions that answer with a text or a number alone, and lists them in `QUERIES`. Brackets hold what makes one unsafe.
macro_rules! queries {
    ($($(#[doc = $doc:literal])* [$($qualifier:ident $safety:literal)?] fn $name:ident($($parameter:ident: $type:ty),*) -> $result:ty $body:block)*) => {
        $(
            $(#[doc = $doc])*
            $(
                #[doc = "\n# Safety\n"]
                #[doc = $safety]
            )?
            #[unsafe(no_mangle)]
            pub $($qualifier)? extern "C" fn $name($($parameter: $type),*) -> $result $body
        )*

        /// The functions of this file.
        #[doc(hidden)]
        pub const QUERIES: &[$crate::describe::Query] = &[$($crate::describe::Query {
            name: stringify!($name),
            doc: &[$($doc),*],
            parameters: &[$((stringify!($parameter), <$type as $crate::describe::Described>::TYPE)),*],
            result: <$result as $crate::describe::Described>::TYPE,
        }),*];
    };
}
pub(crate) use queries;
