//! The functions of the C ABI: of each entry, one for all types.

/// The C type of an argument.
macro_rules! argument_type {
    (RowsMut(1)) => { *const $crate::types::RowsMut };
    (CsrOut) => { *mut $crate::types::Csr };
    (CsrMutOut) => { *mut $crate::types::CsrMut };
    (RowSparseOut) => { *mut $crate::types::RowSparse };
    (RowSparseMutOut) => { *mut $crate::types::RowSparseMut };
    (PlanOut) => { *mut $crate::types::Plan };
    (BlockEndsOut) => { *mut $crate::types::BlockEnds };
    (SellPlanOut) => { *mut $crate::types::SellPlan };
    (Rule($rule:ident $own:tt)) => { *const $crate::hyper::$rule };
    (Values) => { *const $crate::types::Array };
    (ValuesMut) => { *const $crate::types::ArrayMut };
    (Indices) => { *const $crate::types::Array };
    (IndicesMut) => { *const $crate::types::ArrayMut };
    (NumbersMut) => { *const $crate::types::ArrayMut };
    (SizesMut) => { *mut usize };
    (RowSparseList) => { *const $crate::types::RowSparse };
    (Keys) => { *mut core::ffi::c_void };
    (Words) => { *mut core::ffi::c_void };
    (IndicesScratch) => { *mut core::ffi::c_void };
    (Cursors) => { *mut core::ffi::c_void };
    (Scalar) => { *const core::ffi::c_void };
    (Size) => { usize };
    (SizeOut) => { *mut usize };
    ($kind:ident) => { *const $crate::types::$kind };
}
pub(crate) use argument_type;

/// An argument of a function that is not an operator, to be declared and viewed.
macro_rules! argument {
    (Values $argument:ident) => {
        $crate::raw::List($argument, $crate::raw::Of::Values, $crate::status::OperandCode::Values)
    };
    (NumbersMut $argument:ident) => {
        $crate::raw::ListMut($argument, $crate::raw::Of::Indices, $crate::status::OperandCode::Output)
    };
    (SizesMut $argument:ident $length:ident) => {
        $crate::raw::Sizes($argument, $length)
    };
    (Size $argument:ident) => {
        $argument
    };
    (SizeOut $argument:ident) => {
        $crate::raw::Place($argument)
    };
    (CsrOut $argument:ident) => {
        $crate::raw::Place($argument)
    };
    (CsrMutOut $argument:ident) => {
        $crate::raw::Place($argument)
    };
    (RowSparseOut $argument:ident) => {
        $crate::raw::Place($argument)
    };
    (RowSparseMutOut $argument:ident) => {
        $crate::raw::Place($argument)
    };
    (PlanOut $argument:ident) => {
        $crate::raw::Place($argument)
    };
    ($kind:ident $argument:ident) => {
        $argument
    };
}
pub(crate) use argument;

/// The kind of a parameter in the table.
macro_rules! kind {
    (Rule($rule:ident [$($own:ident)*])) => { $crate::describe::Kind::Rule(&[$(stringify!($own)),*]) };
    (RowsMut(1)) => { $crate::describe::Kind::RowsMut };
    (Cursors) => { $crate::describe::Kind::Scratch };
    (Keys) => { $crate::describe::Kind::Scratch };
    (Words) => { $crate::describe::Kind::Scratch };
    (IndicesScratch) => { $crate::describe::Kind::Scratch };
    ($kind:ident) => { $crate::describe::Kind::$kind };
}
pub(crate) use kind;

/// How an argument of an operator is taken.
macro_rules! take_kind {
    (Rule($rule:ident $own:tt)) => {
        $crate::raw::Take::Rule($crate::raw::Rules {
            f32: $crate::raw::rule::<$crate::hyper::$rule, f32>,
            f64: $crate::raw::rule::<$crate::hyper::$rule, f64>,
        })
    };
    (RowsMut(1)) => {
        $crate::raw::Take::RowsMut
    };
    ($kind:ident) => {
        $crate::raw::Take::$kind
    };
}
pub(crate) use take_kind;

/// Calls `$body` with the types of a call, as `V`, `I` and `$types`, of those that a function supports.
macro_rules! typed {
    ([] ($($argument:ident $kind:ident),*) $error:ident $types:ident $body:expr) => {{
        type V = f32;
        type I = u32;
        let $types = $crate::raw::Types::NONE;
        $body
    }};
    ([N M] ($input:ident $kind:ident, $out:ident $of_out:ident) $error:ident $types:ident $body:expr) => {{
        let $types = $crate::raw::types_of_two([$input, $out.cast()]);
        let of_out = $crate::raw::Types { value: $types.index, ..$types };
        $crate::raw::with_number!($types, $crate::raw::no_types($types, $error), V => {
            $crate::raw::with_number!(of_out, $crate::raw::no_types(of_out, $error), I => $body)
        })
    }};
    ([$($generic:ident)*] ($($argument:ident $kind:ident),*) $error:ident $types:ident $body:expr) => {{
        use $crate::raw::{Take, Word};
        let $types = $crate::raw::types_of(&[$($crate::raw::typed!(@take $kind)),*], &[$($argument.word()),*]);
        $crate::raw::typed!(@each [$($generic)*] $types $error $body)
    }};
    (@each [I] $types:ident $error:ident $body:expr) => {{
        type V = f32;
        $crate::raw::with_index!($types, $crate::raw::no_types($types, $error), I => $body)
    }};
    (@each [N I] $types:ident $error:ident $body:expr) => {
        $crate::raw::with_number!($types, $crate::raw::no_types($types, $error), V => {
            $crate::raw::with_index!($types, $crate::raw::no_types($types, $error), I => $body)
        })
    };
    // What is a kind of a view says its types; sizes and places of answers say none.
    (@take CsrOut) => { Take::Size };
    (@take CsrMutOut) => { Take::Size };
    (@take RowSparseOut) => { Take::Size };
    (@take RowSparseMutOut) => { Take::Size };
    (@take SizesMut) => { Take::Size };
    (@take $kind:ident) => { Take::$kind };
}
pub(crate) use typed;

/// Parameters of an argument: one, and one for its length.
macro_rules! parameters {
    () => {
        1
    };
    ($length:ident) => {
        2
    };
}
pub(crate) use parameters;

/// How exported names begin: parts and checks have no module in theirs.
macro_rules! prefix {
    (view) => {
        "lacuna_"
    };
    (dispatch) => {
        "lacuna_"
    };
    ($family:ident) => {
        concat!("lacuna_", stringify!($family), "_")
    };
}
pub(crate) use prefix;

/// Defines functions of the C ABI (unit tests need none of them: there they have no names, and are not compiled), each
/// in a module of its name, and lists them in `FUNCTIONS`. An entry has the documentation, the function of `lacuna`,
/// the types that it supports, the arguments with their kinds, and what to do once these are views.
macro_rules! exports {
    ($($(#[doc = $doc:literal])* $family:ident::$name:ident $types:tt ($($arguments:tt)*) $body:tt)*) => {
        $(exports! { @entry $(#[doc = $doc])* $family::$name $types ($($arguments)*) $body })*

        /// The functions of this file, by name and type.
        #[doc(hidden)]
        pub const FUNCTIONS: &[$crate::describe::Function] = &[$($name::FUNCTION),*];
    };

    (@entry $(#[doc = $doc:literal])* $family:ident::$name:ident $types:tt ($($arguments:tt)*) $body:tt) => {
        exports! { @arguments { [$($doc),*] $family $name $types $body } [] $($arguments)*, }
    };

    // An array has a length beside it: each of these expansions makes an identifier of its own.
    (@arguments $entry:tt $done:tt $name:ident: SizesMut, $($rest:tt)*) => {
        exports! { @array $entry $done $name SizesMut length "_length" $($rest)* }
    };
    (@arguments $entry:tt $done:tt $name:ident: RowSparseList, $($rest:tt)*) => {
        exports! { @array $entry $done $name RowSparseList length "_length" $($rest)* }
    };
    (@arguments $entry:tt $done:tt $name:ident: Keys, $($rest:tt)*) => {
        exports! { @array $entry $done $name Keys length "_bytes" $($rest)* }
    };
    (@arguments $entry:tt $done:tt $name:ident: Words, $($rest:tt)*) => {
        exports! { @array $entry $done $name Words length "_bytes" $($rest)* }
    };
    (@arguments $entry:tt $done:tt $name:ident: IndicesScratch, $($rest:tt)*) => {
        exports! { @array $entry $done $name IndicesScratch length "_bytes" $($rest)* }
    };
    (@arguments $entry:tt $done:tt $name:ident: Cursors, $($rest:tt)*) => {
        exports! { @array $entry $done $name Cursors length "_bytes" $($rest)* }
    };
    (@arguments $entry:tt [$($done:tt)*] $name:ident: $kind:ident $(($($detail:tt)*))?, $($rest:tt)*) => {
        exports! { @arguments $entry [$($done)* { $name ($kind $(($($detail)*))?) }] $($rest)* }
    };
    (@array $entry:tt [$($done:tt)*] $name:ident $kind:ident $length:ident $end:literal $($rest:tt)*) => {
        exports! { @arguments $entry [$($done)* { $name ($kind) $length $end }] $($rest)* }
    };

    (@arguments { $doc:tt $family:ident $name:ident $types:tt $body:tt } $arguments:tt) => {
        /// A function, and what it is as data.
        pub mod $name {
            #[allow(unused_imports)]
            use super::*;
            exports! { @operator $name $arguments $body }
            exports! { @function $doc $family $name $types $arguments $body }
            exports! { @row $doc $family $name $types $arguments }
        }
    };
    (@operator $name:ident [$({ $argument:ident ($($kind:tt)*) $($length:ident $end:literal)? })*] ;) => {
        const OPERATOR: Option<&$crate::raw::Driven> = Some(&$crate::raw::Driven {
            operator: lacuna::call::Operator::$name,
            single: lacuna::call::single::$name,
            takes: $crate::raw::Takes::of(
                &[$($crate::raw::take_kind!($($kind)*)),*],
                &[$(exports!(@named $argument ($($kind)*) $($length)?)),*],
            ),
        });
    };
    (@operator $name:ident $arguments:tt $body:block) => {
        const OPERATOR: Option<&$crate::raw::Driven> = None;
    };
    (
        @function [$($doc:literal),*] $family:ident $name:ident $types:tt [
            $({ $argument:ident ($($kind:tt)*) $($length:ident $end:literal)? })*
        ] $body:tt
    ) => {
        $(#[doc = $doc])*
        ///
        /// # Safety
        /// Every pointer that is not null points to what its type names, in the stated length; during the call nobody
        /// else writes any of it, or reads what the call writes.
        #[cfg_attr(not(any(test, feature = "unnamed")), unsafe(export_name = concat!($crate::raw::prefix!($family), stringify!($name))))]
        #[allow(unsafe_code)]
        pub unsafe extern "C" fn call(
            $($argument: $crate::raw::argument_type!($($kind)*), $($length: usize,)?)*
            error: *mut $crate::status::ErrorNumbers,
        ) -> $crate::status::Status {
            // SAFETY: the contract of `raw`, which is this function's.
            unsafe { exports!(@body $name $types error [$({ $argument ($($kind)*) $($length)? })*] $body) }
        }
    };
    // An operator.
    (@body $name:ident $types:tt $error:ident [$({ $argument:ident ($($kind:tt)*) $($length:ident)? })*] ;) => {{
        use $crate::raw::Word;
        const DRIVEN: &$crate::raw::Driven = OPERATOR.unwrap();
        $crate::raw::drive(DRIVEN, &[$($argument.word(), $($length.word(),)?)*], $error, None)
    }};
    // Arguments are looked into only when all of them have been declared.
    (
        @body $name:ident $types:tt $error:ident [$({ $argument:ident ($kind:ident) $($length:ident)? })*] $body:block
    ) => {{
        const BLAME: $crate::raw::Blame =
            $crate::raw::Blame::of(&[$(exports!(@named $argument ($kind) $($length)?)),*]);
        $crate::raw::typed!($types ($($argument $kind),*) $error types $crate::raw::run(
            $error,
            types,
            |call| {
                $({
                    let $argument = $crate::raw::argument!($kind $argument $($length)?);
                    call.declare(&$argument, $crate::raw::parameters!($($length)?))?;
                })*
                Ok(())
            },
            |call| {
                $(let $argument = $crate::raw::argument!($kind $argument $($length)?);)*
                $(let $argument = call.view::<V, I, _>(&$argument, $crate::raw::parameters!($($length)?))?;)*
                call.work(|numbers| BLAME.argument(numbers), || $body)
            },
        ))
    }};
    (@named $argument:ident ($($kind:tt)*) $($length:ident)?) => {
        (stringify!($argument), $crate::raw::kind!($($kind)*), $crate::raw::parameters!($($length)?))
    };
    (
        @row [$($doc:literal),*] $family:ident $name:ident [$($generic:ident)*] [
            $({ $argument:ident ($($kind:tt)*) $($length:ident $end:literal)? })*
        ]
    ) => {
        #[doc(hidden)]
        pub const FUNCTION: $crate::describe::Function = $crate::describe::Function {
            name: concat!($crate::raw::prefix!($family), stringify!($name)),
            path: (stringify!($family), stringify!($name)),
            types: stringify!($($generic)*),
            doc: &[$($doc),*],
            parameters: &[$(
                $crate::describe::Parameter {
                    name: stringify!($argument),
                    kind: $crate::raw::kind!($($kind)*),
                    c: <$crate::raw::argument_type!($($kind)*) as $crate::describe::Described>::TYPE,
                },
                $($crate::describe::Parameter {
                    name: concat!(stringify!($argument), $end),
                    kind: $crate::describe::Kind::Length,
                    c: <usize as $crate::describe::Described>::TYPE,
                },)?
            )*],
            address: call as *const (),
            operator: OPERATOR,
        };
    };
}
pub(crate) use exports;
