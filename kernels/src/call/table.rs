//! Every operator for all its types: the only place that compiles them all.
use super::element::ElementType;
use super::{Answer, Call, Operator};
use crate::dispatch::{Level, Unavailable, detected};
use crate::error::{CallError, Error};
use crate::instances::is_built;
use crate::kernel::{How, Kernel};
use crate::simd::At;
use crate::{Index, KernelError, Number, Split, Storage, Value};

/// Threads of the caller, where the library is built for them.
#[cfg(feature = "threads")]
#[doc(hidden)]
pub type Pool<'m> = &'m dyn super::Threads;
#[cfg(not(feature = "threads"))]
#[doc(hidden)]
pub type Pool<'m> = &'m core::convert::Infallible;

/// What is to be done with a call.
#[derive(Clone, Copy)]
enum Mode<'m> {
    Check,
    Run(How),
    #[cfg_attr(not(feature = "threads"), allow(dead_code))]
    OnThreads(Pool<'m>, How),
}

impl Mode<'_> {
    #[inline(always)]
    fn whole<K: Kernel>(self, call: K) -> Result<Answer, Error>
    where
        K::Output: Into<Answer>,
    {
        Ok(match self {
            Self::Check => call.check().map(|()| Answer::None),
            Self::Run(how) | Self::OnThreads(_, how) => call.perform(how).map(Into::into),
        }?)
    }

    #[cfg(feature = "threads")]
    #[inline(always)]
    fn parts<K: Kernel<Output = ()> + Split + Send + Sync>(self, call: K) -> Result<Answer, Error> {
        self.piece(&mut super::parts::Piece::new(call, &K::perform))
    }

    /// What is done with a kernel that can be cut, without its type.
    #[cfg(feature = "threads")]
    fn piece(self, call: &mut (dyn super::parts::Checked + Sync)) -> Result<Answer, Error> {
        match self {
            Self::Check => call.check_range(0..call.check_length()),
            Self::Run(how) => call.run(how),
            Self::OnThreads(threads, how) => super::parts::perform_in_parts(call, threads, how),
        }?;
        Ok(Answer::None)
    }

    #[cfg(not(feature = "threads"))]
    #[inline(always)]
    fn parts<K: Kernel<Output = ()> + Split>(self, call: K) -> Result<Answer, Error> {
        self.whole(call)
    }

    #[inline(always)]
    fn structure<A: Into<Answer>>(self, find: impl FnOnce(How) -> Result<A, KernelError>) -> Result<Answer, Error> {
        match self {
            Self::Check => Ok(Answer::None),
            Self::Run(how) | Self::OnThreads(_, how) => Ok(find(how)?.into()),
        }
    }
}

impl Call<'_, '_> {
    /// Checks the operands.
    ///
    /// # Errors
    /// Those of the kernel, and [`CallError`] if the operands are not those of the operator. A structure call has no
    /// check of its own: it finds out while it works.
    pub fn check(&mut self) -> Result<(), Error> {
        self.enter(Mode::Check).map(drop)
    }

    /// Runs on this thread.
    ///
    /// # Errors
    /// Those of the function, and [`CallError`] if the operands are not those of the operator.
    pub fn run(&mut self) -> Result<Answer, Error> {
        self.enter(Mode::Run(How::CALL))
    }

    /// Runs on this thread at a SIMD level, whatever [`crate::dispatch`] says.
    ///
    /// # Errors
    /// Those of [`run`](Self::run).
    pub fn run_at(&mut self, level: AvailableLevel) -> Result<Answer, Error> {
        self.enter(Mode::Run(How { at: level.0, checked: false }))
    }

    /// Runs in parts on threads of the caller, if the kernel can be cut. The whole is checked before.
    ///
    /// # Errors
    /// Those of [`run`](Self::run); of the parts, the error of the first that has one.
    #[cfg(feature = "threads")]
    pub fn run_on(&mut self, threads: Pool<'_>) -> Result<Answer, Error> {
        self.enter(Mode::OnThreads(threads, How::CALL))
    }

    /// As [`run_on`](Self::run_on), at a SIMD level.
    ///
    /// # Errors
    /// Those of [`run`](Self::run).
    #[cfg(feature = "threads")]
    pub fn run_on_at(&mut self, threads: Pool<'_>, level: AvailableLevel) -> Result<Answer, Error> {
        self.enter(Mode::OnThreads(threads, How { at: level.0, checked: false }))
    }

    /// [`run`](Self::run), or with threads `run_on`, of one operator, whatever the call says: a program that only calls
    /// this links no other.
    ///
    /// # Errors
    /// Those of [`run`](Self::run).
    #[doc(hidden)]
    pub fn run_single(&mut self, single: Single, threads: Option<Pool<'_>>) -> Result<Answer, Error> {
        let mode = match threads {
            None => Mode::Run(How::CALL),
            Some(threads) => Mode::OnThreads(threads, How::CALL),
        };
        (single.0)(self, mode)
    }

    fn enter(&mut self, mode: Mode<'_>) -> Result<Answer, Error> {
        TABLE[self.operator as usize](self, mode)
    }

    fn no_kernel(&self) -> Error {
        CallError::Types { value: self.value, index: self.index }.into()
    }

    /// Takes indices of `i32` as those of `u32`: one kernel serves both.
    fn make_unsigned(&mut self) {
        self.operands.iter_mut().for_each(super::AnyOperand::make_unsigned);
    }
}

/// A SIMD level that this processor has.
#[derive(Clone, Copy)]
pub struct AvailableLevel(At);

impl TryFrom<Level> for AvailableLevel {
    type Error = Unavailable;
    fn try_from(asked: Level) -> Result<Self, Unavailable> {
        At::level(asked).map(Self).ok_or_else(|| Unavailable { asked, detected: detected() })
    }
}

/// One operator of the table.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Single(Entry);

/// One operator for all its types.
type Entry = fn(&mut Call<'_, '_>, Mode<'_>) -> Result<Answer, Error>;

/// Takes the operands of a call.
macro_rules! take {
    ($call:ident ($($operand:ident: $kind:ident $(($($detail:tt)*))?),*) $V:ident $I:ident) => {
        let [$($operand),*] = $call.operands()?;
        $(let $operand = $operand.typed::<crate::held_operand!($kind $(($($detail)*))? $V $I)>()?;)*
        $(let $operand = crate::lent_operand!($operand $kind);)*
    };
}

/// Picks the instance of the types of a call.
macro_rules! instance {
    ([V I] $($rest:tt)*) => { instance! { @values both [] $($rest)* } };
    ([S I] $($rest:tt)*) => {
        instance! {
            @values both [
                [#[cfg(feature = "half")]] F16 ::half::f16, [#[cfg(feature = "half")]] Bf16 ::half::bf16,
            ] $($rest)*
        }
    };
    ([N I] $($rest:tt)*) => { instance! { @numbers both $($rest)* } };
    ([V] $($rest:tt)*) => { instance! { @values value [] $($rest)* } };
    ([N] $($rest:tt)*) => { instance! { @numbers value $($rest)* } };
    (@numbers $of:ident $($rest:tt)*) => {
        instance! { @values $of [
            [#[cfg(feature = "half")]] F16 ::half::f16, [#[cfg(feature = "half")]] Bf16 ::half::bf16,
            [#[cfg(feature = "table-integers")]] I32 i32, [#[cfg(feature = "table-integers")]] I64 i64,
            [#[cfg(feature = "table-integers")]] U8 u8, [#[cfg(feature = "table-integers")]] I8 i8,
        ] $($rest)* }
    };
    (@values $of:ident [$($others:tt)*] $signed:tt $($rest:tt)*) => {
        instance! {
            @$of $signed [
                [#[cfg(feature = "table-f32")]] F32 f32, [#[cfg(feature = "table-f64")]] F64 f64, $($others)*
            ] $($rest)*
        }
    };
    ([I] $signed:tt $call:ident $mode:ident $of_types:ident) => {
        match $call.index {
            #[cfg(feature = "table-i32")]
            ElementType::I32 => $of_types::<f32, i32>($call, $mode),
            #[cfg(feature = "table-i64")]
            ElementType::I64 => $of_types::<f32, i64>($call, $mode),
            #[cfg(feature = "table-i32")]
            ElementType::U32 => $of_types::<f32, u32>($call, $mode),
            _ => Err($call.no_kernel()),
        }
    };
    // One after the other: conditions of two types do not fit one arm.
    (@both signed $values:tt $call:ident $mode:ident $of_types:ident) => {
        match $call.index {
            #[cfg(feature = "table-i32")]
            ElementType::I32 => instance! { @value_of i32 $values $call $mode $of_types },
            #[cfg(feature = "table-i64")]
            ElementType::I64 => instance! { @value_of i64 $values $call $mode $of_types },
            #[cfg(feature = "table-i32")]
            ElementType::U32 => instance! { @value_of u32 $values $call $mode $of_types },
            _ => Err($call.no_kernel()),
        }
    };
    (@both unsigned $values:tt $call:ident $mode:ident $of_types:ident) => {{
        if $call.index == ElementType::I32 {
            $call.make_unsigned();
        }
        match $call.index {
            #[cfg(feature = "table-i64")]
            ElementType::I64 => instance! { @value_of i64 $values $call $mode $of_types },
            #[cfg(feature = "table-i32")]
            ElementType::I32 | ElementType::U32 => instance! { @value_of u32 $values $call $mode $of_types },
            _ => Err($call.no_kernel()),
        }
    }};
    (@value $signed:tt $values:tt $call:ident $mode:ident $of_types:ident) => {
        instance! { @value_of u32 $values $call $mode $of_types }
    };
    (
        @value_of $index:ident [
            $([$($condition:tt)*] $variant:ident $value:ty,)*
        ] $call:ident $mode:ident $of_types:ident
    ) => {
        match $call.value {
            $(
                $($condition)*
                ElementType::$variant => $of_types::<$value, $index>($call, $mode),
            )*
            _ => Err($call.no_kernel()),
        }
    };
}

/// An entry of the table.
macro_rules! entry {
    // The ids of bags are checked by their kernels, which say which one is negative.
    (@family embedding $kinds:tt $($rest:tt)*) => { entry! { @function embedding signed $($rest)* } };
    (@family $family:ident $kinds:tt $($rest:tt)*) => { entry! { @signed $family $kinds $($rest)* } };
    // Where no other operand is a plain array of indices, none of them is negative.
    (@signed $family:ident [Indices $($kinds:ident)*] $($rest:tt)*) => {
        entry! { @function $family signed $($rest)* }
    };
    (@signed $family:ident [IndicesMut $($kinds:ident)*] $($rest:tt)*) => {
        entry! { @function $family signed $($rest)* }
    };
    (@signed $family:ident [RowSparseList $($kinds:ident)*] $($rest:tt)*) => {
        entry! { @function $family signed $($rest)* }
    };
    (@signed $family:ident [$kind:ident $($kinds:ident)*] $($rest:tt)*) => {
        entry! { @signed $family [$($kinds)*] $($rest)* }
    };
    (@signed $family:ident [] $($rest:tt)*) => { entry! { @function $family unsigned $($rest)* } };
    (@function $family:ident $signed:ident [V I] $($rest:tt)*) => {
        entry! { @bound $family $signed [V I] Value $($rest)* }
    };
    (@function $family:ident $signed:ident [S I] $($rest:tt)*) => {
        entry! { @bound $family $signed [S I] Storage $($rest)* }
    };
    (@function $family:ident $signed:ident [N I] $($rest:tt)*) => {
        entry! { @bound $family $signed [N I] Number $($rest)* }
    };
    (@function $family:ident $signed:ident [V] $($rest:tt)*) => {
        entry! { @bound $family $signed [V] Value $($rest)* }
    };
    (@function $family:ident $signed:ident [N] $($rest:tt)*) => {
        entry! { @bound $family $signed [N] Number $($rest)* }
    };
    (@function $family:ident $signed:ident [I] $($rest:tt)*) => {
        entry! { @bound $family $signed [I] Value $($rest)* }
    };
    (
        @bound $family:ident $signed:ident $generics:tt $bound:ident $name:ident $operands:tt $mode:ident $result:expr
    ) => {
        // A module of its own can be compiled beside others. A library of few types has no use for some.
        #[cfg_attr(not(feature = "call"), allow(dead_code, unused_variables))]
        mod $name {
            use super::*;

            #[allow(clippy::extra_unused_type_parameters)]
            fn of_types<V: $bound, I: Index>(call: &mut Call<'_, '_>, $mode: Mode<'_>) -> Result<Answer, Error> {
                take!(call $operands V I);
                $result
            }

            pub(super) fn entry(call: &mut Call<'_, '_>, mode: Mode<'_>) -> Result<Answer, Error> {
                if !is_built!($family) {
                    return Err(CallError::NotBuilt.into());
                }
                instance!($generics $signed call mode of_types)
            }
        }
    };
}

macro_rules! table {
    ({ $(#[doc = $finds:literal] $structure_family:ident::$structure:ident $structure_generics:tt ($($part:ident:
        $part_kind:ident),*) -> $found:tt $($how:ident)? $body:block;)* }
        $(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt ($($operand:ident: $kind:ident
            $(($($detail:tt)*))?),*) -> $output:ty, $cut:ident,
        $call:ident $parameters:tt { $($field:tt)* }, $peer:literal, $calls:tt;)*) => {
        $(
            entry! {
                @family $family [$($kind)*] $generics $name ($($operand: $kind $(($($detail)*))?),*) mode table!(
                    @run $cut mode (crate::$family::$call { $($field)* })
                )
            }
        )*
        $(
            entry! {
                @function $structure_family signed $structure_generics $structure ($($part: $part_kind),*) mode table!(
                    @find mode ($($how)?) $body
                )
            }
        )*

        /// Each operator by itself.
        #[doc(hidden)]
        #[allow(non_upper_case_globals)]
        pub mod single {
            use super::Single;
            $(
                #[doc = $formula]
                pub const $name: Single = Single(super::$name::entry);
            )*
            $(
                #[doc = $finds]
                pub const $structure: Single = Single(super::$structure::entry);
            )*
        }

        /// By [`Operator`]. No `static`: that would be compiled for the unit tests too, with all kernels.
        const TABLE: &[Entry] = &[$($name::entry,)* $($structure::entry,)*];
    };
    (@run whole $mode:ident $call:expr) => { $mode.whole($call) };
    (@run $cut:ident $mode:ident $call:expr) => { $mode.parts($call) };
    (@find $mode:ident () $body:block) => { $mode.structure(|_| $body) };
    (@find $mode:ident ($how:ident) $body:block) => { $mode.structure(|$how| $body) };
}

macro_rules! with_kernels {
    ({} $($rows:tt)*) => { crate::for_each_kernel! { table { $($rows)* } } };
}
crate::for_each_structure_call!(with_kernels);

const _: () = assert!(Operator::ALL.len() == TABLE.len());
