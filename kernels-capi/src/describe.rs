//! The C ABI as data: what the header is written from, and what tests and the replay walk.
use core::ffi::c_void;

/// A type as C names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// A number, an enum or `void`.
    Plain(&'static str),
    /// A struct.
    Struct(&'static str),
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
}

macro_rules! plain {
    ($($rust:ty, $c:literal;)*) => {$(
        impl Described for $rust {
            const TYPE: Type = Type::Plain($c);
        }
    )*};
}
plain! {
    f32, "float";
    f64, "double";
    i32, "int32_t";
    i64, "int64_t";
    u32, "uint32_t";
    u64, "uint64_t";
    usize, "size_t";
    // What C calls `char` is one of these, too: in queries, which have texts and no such numbers, they are that.
    i8, "int8_t";
    u8, "uint8_t";
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

/// A struct.
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
    SellPlan,
    SellPlanOut,
    /// Hyper-parameters, with the names of those that the rule does not share with others.
    Rule(&'static [&'static str]),
    /// An array of the value type.
    Values,
    ValuesMut,
    /// An array of the index type.
    Indices,
    IndicesMut,
    /// An array of any type.
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
    /// True for a struct that names the value type of a call. Where none does, a scalar is a `double`.
    #[must_use]
    pub const fn names_value_type(self) -> bool {
        matches!(
            self,
            Self::Csr
                | Self::CsrMut
                | Self::Dense
                | Self::DenseMut
                | Self::RowSparse
                | Self::RowSparseMut
                | Self::RowsMut
                | Self::Broadcast
                | Self::RowSparseList
                | Self::Values
                | Self::ValuesMut
        )
    }

    /// True for the place of an answer.
    pub(crate) const fn is_answer(self) -> bool {
        matches!(
            self,
            Self::SizeOut
                | Self::CsrOut
                | Self::CsrMutOut
                | Self::RowSparseOut
                | Self::RowSparseMutOut
                | Self::PlanOut
                | Self::BlockEndsOut
                | Self::SellPlanOut
        )
    }

    /// Arrays and structs that it reads, and arrays that it writes. (Those of the structs of a list are distinguished
    /// without being remembered.)
    pub(crate) const fn arrays(self) -> (usize, usize) {
        match self {
            Self::Size | Self::Length => (0, 0),
            Self::Scalar | Self::RowSparseList | Self::Rule(_) | Self::Stream => (1, 0),
            Self::Dense | Self::Values | Self::Indices | Self::SellPlan => (2, 0),
            Self::RowSparse | Self::Broadcast | Self::BlockEnds => (3, 0),
            Self::Csr => (4, 0),
            Self::Plan => (5, 0),
            Self::CsrMut => (2, 2),
            Self::RowSparseMut | Self::RowsMut => (2, 1),
            Self::DenseMut | Self::ValuesMut | Self::IndicesMut | Self::NumbersMut => (1, 1),
            Self::SizesMut | Self::Scratch | Self::SizeOut => (0, 1),
            Self::CsrOut | Self::CsrMutOut | Self::RowSparseOut | Self::RowSparseMutOut => (0, 1),
            Self::PlanOut | Self::BlockEndsOut | Self::SellPlanOut => (0, 1),
            Self::PlanBuffers => (1, 4),
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

/// A function. All take pointers and sizes only, and one more parameter than is listed here, the last: a pointer to
/// [`ErrorNumbers`](crate::ErrorNumbers). They give a [`Status`](crate::Status).
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// The exported name.
    pub name: &'static str,
    /// The function of `lacuna`: its module and name.
    pub path: (&'static str, &'static str),
    /// The types that it supports, as in the list of kernels: `V` is `f32` and `f64`, `S` those and the numbers of 16
    /// bits, `N` and `M` any number, `I` an index type.
    pub types: &'static str,
    /// What it does, line by line.
    pub doc: &'static [&'static str],
    /// Each parameter but the last.
    pub parameters: &'static [Parameter],
    /// The function itself.
    pub address: *const (),
    #[doc(hidden)]
    pub operator: Option<&'static crate::raw::Driven>,
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

/// Defines structs of the C ABI, and lists them in `STRUCTS`.
macro_rules! structs {
    (
        $($(#[doc = $doc:expr])* $name:ident as $c:ident { $($(#[doc = $field_doc:expr])* $field:ident: $type:ty,)* })*
    ) => {
        $(
            $(#[doc = $doc])*
            #[repr(C)]
            #[derive(Clone, Copy, Debug, PartialEq)]
            pub struct $name {
                $($(#[doc = $field_doc])* pub $field: $type,)*
            }

            impl $crate::describe::Described for $name {
                const TYPE: $crate::describe::Type = $crate::describe::Type::Struct(concat!("lacuna_", stringify!($c)));
            }
        )*

        /// The structs of this file.
        #[doc(hidden)]
        pub const STRUCTS: &[$crate::describe::Struct] = &[$($crate::describe::Struct {
            name: concat!("lacuna_", stringify!($c)),
            c: <$name as $crate::describe::Described>::TYPE,
            doc: &[$($doc),*],
            fields: &[$($crate::describe::Field {
                name: stringify!($field),
                doc: &[$($field_doc),*],
                c: <$type as $crate::describe::Described>::TYPE,
                offset: core::mem::offset_of!($name, $field),
            }),*],
            size: size_of::<$name>(),
            alignment: align_of::<$name>(),
        }),*];
    };
}
pub(crate) use structs;

/// Defines an enum of the C ABI and its description, the type's `ENUM`.
macro_rules! numbered {
    (
        $(#[doc = $doc:literal])* $name:ident as $c:ident: $number:ident {
            $($(#[doc = $variant_doc:literal])* $variant:ident = $value:literal,)*
        }
    ) => {
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

/// Defines functions that answer with a text or a number alone, and lists them in `QUERIES`. Brackets hold what makes
/// one unsafe.
macro_rules! queries {
    (
        $(
            $(#[doc = $doc:literal])* [
                $($qualifier:ident $safety:literal)?
            ] fn $name:ident($($parameter:ident: $type:ty),*) ->
            $result:ty $body:block
        )*
    ) => {
        $(
            $(#[doc = $doc])*
            $(
                #[doc = "\n# Safety\n"]
                #[doc = $safety]
            )?
            #[cfg_attr(not(feature = "unnamed"), unsafe(no_mangle))]
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
