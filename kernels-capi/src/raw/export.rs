//! The functions of the C ABI: of one entry, one for each value and index type.

/// The C type of an argument.
macro_rules! argument_type {
    (Csr $V:tt $I:tt) => { *const $crate::types::Csr<$V, $I> };
    (CsrMut $V:tt $I:tt) => { *const $crate::types::CsrMut<$V, $I> };
    (CsrOut $V:tt $I:tt) => { *mut $crate::types::Csr<$V, $I> };
    (CsrMutOut $V:tt $I:tt) => { *mut $crate::types::CsrMut<$V, $I> };
    (Dense $V:tt $I:tt) => { *const $crate::types::Dense<$V> };
    (DenseMut $V:tt $I:tt) => { *const $crate::types::DenseMut<$V> };
    (RowSparse $V:tt $I:tt) => { *const $crate::types::RowSparse<$V, $I> };
    (RowSparseMut $V:tt $I:tt) => { *const $crate::types::RowSparseMut<$V, $I> };
    (RowSparseOut $V:tt $I:tt) => { *mut $crate::types::RowSparse<$V, $I> };
    (RowSparseMutOut $V:tt $I:tt) => { *mut $crate::types::RowSparseMut<$V, $I> };
    (RowsMut $V:tt $I:tt) => { *const $crate::types::RowsMut<$V, $I> };
    (RowsMut(1) $V:tt $I:tt) => { *const $crate::types::RowsMut<$V, $I> };
    (Broadcast $V:tt $I:tt) => { *const $crate::types::Broadcast<$V, $I> };
    (Plan $V:tt $I:tt) => { *const $crate::types::Plan<$I> };
    (PlanOut $V:tt $I:tt) => { *mut $crate::types::Plan<$I> };
    (PlanBuffers $V:tt $I:tt) => { *const $crate::types::PlanBuffers<$I> };
    (BlockEnds $V:tt $I:tt) => { *const $crate::types::BlockEnds<$I> };
    (BlockEndsOut $V:tt $I:tt) => { *mut $crate::types::BlockEnds<$I> };
    (SlicedPlan $V:tt $I:tt) => { *const $crate::types::SlicedPlan<$I> };
    (SlicedPlanOut $V:tt $I:tt) => { *mut $crate::types::SlicedPlan<$I> };
    (Rule($rule:ident $own:tt) $V:tt $I:tt) => { *const $crate::hyper::$rule<$V> };
    (Values $V:tt $I:tt) => { *const $V };
    (ValuesMut $V:tt $I:tt) => { *mut $V };
    (Indices $V:tt $I:tt) => { *const $I };
    (IndicesMut $V:tt $I:tt) => { *mut $I };
    (NumbersMut $V:tt $I:tt) => { *mut $I };
    (SizesMut $V:tt $I:tt) => { *mut usize };
    (RowSparseList $V:tt $I:tt) => { *const $crate::types::RowSparse<$V, $I> };
    (Keys $V:tt $I:tt) => { *mut core::ffi::c_void };
    (Words $V:tt $I:tt) => { *mut core::ffi::c_void };
    (IndicesScratch $V:tt $I:tt) => { *mut core::ffi::c_void };
    (Cursors $V:tt $I:tt) => { *mut core::ffi::c_void };
    (Scalar $V:tt $I:tt) => { *const $V };
    (Size $V:tt $I:tt) => { usize };
    (Stream $V:tt $I:tt) => { *const $crate::types::Stream };
    (SizeOut $V:tt $I:tt) => { *mut usize };
}
pub(crate) use argument_type;

/// Takes an argument: its arrays are declared.
macro_rules! take {
    (Values $call:ident $argument:ident $length:ident) => {
        $call.take($crate::raw::List($argument, $length, $crate::status::OperandCode::Values), 2)
    };
    (ValuesMut $call:ident $argument:ident $length:ident) => {
        $call.take($crate::raw::ListMut($argument, $length, $crate::status::OperandCode::Values), 2)
    };
    (Indices $call:ident $argument:ident $length:ident) => {
        $call.take($crate::raw::List($argument, $length, $crate::status::OperandCode::Ids), 2)
    };
    (IndicesMut $call:ident $argument:ident $length:ident) => {
        $call.take($crate::raw::ListMut($argument, $length, $crate::status::OperandCode::Output), 2)
    };
    (NumbersMut $call:ident $argument:ident $length:ident) => {
        $call.take($crate::raw::ListMut($argument, $length, $crate::status::OperandCode::Output), 2)
    };
    (SizesMut $call:ident $argument:ident $length:ident) => {
        $call.take($crate::raw::ListMut($argument, $length, $crate::status::OperandCode::Output), 2)
    };
    (Size $call:ident $argument:ident) => {
        $call.take($argument, 1)
    };
    (SizeOut $call:ident $argument:ident) => {
        $call.take($crate::raw::Place($argument), 1)
    };
    (CsrOut $call:ident $argument:ident) => {
        $call.take($crate::raw::Place($argument), 1)
    };
    (CsrMutOut $call:ident $argument:ident) => {
        $call.take($crate::raw::Place($argument), 1)
    };
    (RowSparseOut $call:ident $argument:ident) => {
        $call.take($crate::raw::Place($argument), 1)
    };
    (RowSparseMutOut $call:ident $argument:ident) => {
        $call.take($crate::raw::Place($argument), 1)
    };
    (PlanOut $call:ident $argument:ident) => {
        $call.take($crate::raw::Place($argument), 1)
    };
    ($kind:ident $(($($detail:tt)*))? $call:ident $argument:ident) => {
        $call.take_struct($argument)
    };
}
pub(crate) use take;

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
    (Rule($rule:ident $own:tt) $V:tt) => {
        $crate::raw::Take::Rule($crate::raw::rule::<$crate::hyper::$rule<$V>, lacuna::optim::$rule<$V>>)
    };
    (RowsMut(1) $V:tt) => {
        $crate::raw::Take::RowsMut
    };
    ($kind:ident $V:tt) => {
        $crate::raw::Take::$kind
    };
}
pub(crate) use take_kind;

/// The types of an operator's call; where it has none, any will do.
macro_rules! driven_type {
    (value ()) => {
        f32
    };
    (index ()) => {
        u32
    };
    ($of:ident $type:tt) => {
        $type
    };
}
pub(crate) use driven_type;

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

/// Defines functions of the C ABI (unit tests need none of them: there they have no names, and are not compiled), each in a module of its name, and lists them in `FUNCTIONS`. An entry has the documentation, the function of `lacuna`, the types that it is made for,
/// the arguments with their kinds, and what to do once these are views.
macro_rules! exports {
    ($($(#[doc = $doc:literal])* $family:ident::$name:ident $types:tt ($($arguments:tt)*) $body:tt)*) => {
        $(exports! { @entry $(#[doc = $doc])* $family::$name $types ($($arguments)*) $body })*

        /// The functions of this file, by name and type.
        #[doc(hidden)]
        pub const FUNCTIONS: &[&[$crate::describe::Function]] = &[$($name::FUNCTIONS),*];
    };

    (@entry $(#[doc = $doc:literal])* $family:ident::$name:ident $types:tt ($($arguments:tt)*) $body:tt) => {
        exports! { @arguments { [$($doc),*] $family $name $types $body } [] $($arguments)*, }
    };

    // An array has a length beside it: each of these expansions makes an identifier of its own.
    (@arguments $entry:tt $done:tt $name:ident: Values, $($rest:tt)*) => { exports! { @array $entry $done $name Values length "_length" $($rest)* } };
    (@arguments $entry:tt $done:tt $name:ident: ValuesMut, $($rest:tt)*) => { exports! { @array $entry $done $name ValuesMut length "_length" $($rest)* } };
    (@arguments $entry:tt $done:tt $name:ident: Indices, $($rest:tt)*) => { exports! { @array $entry $done $name Indices length "_length" $($rest)* } };
    (@arguments $entry:tt $done:tt $name:ident: IndicesMut, $($rest:tt)*) => { exports! { @array $entry $done $name IndicesMut length "_length" $($rest)* } };
    (@arguments $entry:tt $done:tt $name:ident: NumbersMut, $($rest:tt)*) => { exports! { @array $entry $done $name NumbersMut length "_length" $($rest)* } };
    (@arguments $entry:tt $done:tt $name:ident: SizesMut, $($rest:tt)*) => { exports! { @array $entry $done $name SizesMut length "_length" $($rest)* } };
    (@arguments $entry:tt $done:tt $name:ident: RowSparseList, $($rest:tt)*) => { exports! { @array $entry $done $name RowSparseList length "_length" $($rest)* } };
    (@arguments $entry:tt $done:tt $name:ident: Keys, $($rest:tt)*) => { exports! { @array $entry $done $name Keys length "_bytes" $($rest)* } };
    (@arguments $entry:tt $done:tt $name:ident: Words, $($rest:tt)*) => { exports! { @array $entry $done $name Words length "_bytes" $($rest)* } };
    (@arguments $entry:tt $done:tt $name:ident: IndicesScratch, $($rest:tt)*) => { exports! { @array $entry $done $name IndicesScratch length "_bytes" $($rest)* } };
    (@arguments $entry:tt $done:tt $name:ident: Cursors, $($rest:tt)*) => { exports! { @array $entry $done $name Cursors length "_bytes" $($rest)* } };
    (@arguments $entry:tt [$($done:tt)*] $name:ident: $kind:ident $(($($detail:tt)*))?, $($rest:tt)*) => {
        exports! { @arguments $entry [$($done)* { $name ($kind $(($($detail)*))?) }] $($rest)* }
    };
    (@array $entry:tt [$($done:tt)*] $name:ident $kind:ident $length:ident $end:literal $($rest:tt)*) => {
        exports! { @arguments $entry [$($done)* { $name ($kind) $length $end }] $($rest)* }
    };

    (@arguments { $doc:tt $family:ident $name:ident $types:tt $body:tt } $arguments:tt) => {
        /// A function, for each of its types.
        pub mod $name {
            #[allow(unused_imports)]
            use super::*;
            #[allow(unused_imports)]
            use $crate::describe::{bf16, f16};
            $crate::describe::for_types! { $types exports { $doc $family $name $arguments $body } }
        }
    };
    (@types { $doc:tt $family:ident $name:ident $arguments:tt $body:tt } $($instance:ident $suffix:literal $V:tt $I:tt),*) => {
        $(exports! { @function $doc $family $name $arguments $body $instance $suffix $V $I })*

        #[doc(hidden)]
        pub const FUNCTIONS: &[$crate::describe::Function] = &[$(exports!(@row $doc $family $name $arguments $instance $suffix $V $I)),*];
    };
    // An operator.
    (@function [$($doc:literal),*] $family:ident $name:ident [$({ $argument:ident ($($kind:tt)*) $($length:ident $end:literal)? })*] ; $instance:ident $suffix:literal $V:tt $I:tt) => {
        $(#[doc = $doc])*
        ///
        /// # Safety
        /// Every pointer that is not null points to what its type names, in the stated length; during the call nobody else writes any of it, or reads what the call writes.
        #[cfg_attr(not(test), unsafe(export_name = concat!($crate::raw::prefix!($family), stringify!($name), $suffix)))]
        #[allow(unsafe_code)]
        pub unsafe extern "C" fn $instance(
            $($argument: $crate::raw::argument_type!($($kind)* $V $I), $($length: usize,)?)*
            error: *mut $crate::status::ErrorNumbers,
        ) -> $crate::status::Status {
            use $crate::raw::Word;
            const TAKES: &[$crate::raw::Take] = &[$($crate::raw::take_kind!($($kind)* $V)),*];
            let words = [$($argument.word(), $($length.word(),)?)*];
            // SAFETY: the contract of `raw`, which is this function's; the words are of the types that `TAKES` says.
            unsafe {
                $crate::raw::drive::<$crate::raw::driven_type!(value $V), $crate::raw::driven_type!(index $I)>((lacuna::call::Operator::$name, lacuna::call::single::$name), TAKES, &words, error)
            }
        }
    };
    (@function [$($doc:literal),*] $family:ident $name:ident [$({ $argument:ident ($($kind:tt)*) $($length:ident $end:literal)? })*] $body:block $instance:ident $suffix:literal $V:tt $I:tt) => {
        $(#[doc = $doc])*
        ///
        /// # Safety
        /// Every pointer that is not null points to what its type names, in the stated length; during the call nobody else writes any of it, or reads what the call writes.
        #[cfg_attr(not(test), unsafe(export_name = concat!($crate::raw::prefix!($family), stringify!($name), $suffix)))]
        #[allow(unsafe_code)]
        pub unsafe extern "C" fn $instance(
            $($argument: $crate::raw::argument_type!($($kind)* $V $I), $($length: usize,)?)*
            error: *mut $crate::status::ErrorNumbers,
        ) -> $crate::status::Status {
            // SAFETY: the contract of `raw`, which is this function's; arguments are looked into only when all of them have been declared.
            unsafe {
                $crate::raw::run(error, |call| {
                    $(let $argument = $crate::raw::take!($($kind)* call $argument $($length)?)?;)*
                    call.restart();
                    $(call.take_last(&$argument, $crate::raw::parameters!($($length)?))?;)*
                    call.restart();
                    $(let $argument = call.view($argument, $crate::raw::parameters!($($length)?))?;)*
                    call.work([$(stringify!($argument)),*].len(), || $body)
                })
            }
        }
    };
    (@row [$($doc:literal),*] $family:ident $name:ident [$({ $argument:ident ($($kind:tt)*) $($length:ident $end:literal)? })*] $instance:ident $suffix:literal $V:tt $I:tt) => {
        $crate::describe::Function {
            name: concat!($crate::raw::prefix!($family), stringify!($name), $suffix),
            path: (stringify!($family), stringify!($name)),
            value: <$V as $crate::describe::Described>::SUFFIX,
            index: <$I as $crate::describe::Described>::SUFFIX,
            doc: &[$($doc),*],
            parameters: &[$(
                $crate::describe::Parameter {
                    name: stringify!($argument),
                    kind: $crate::raw::kind!($($kind)*),
                    c: <$crate::raw::argument_type!($($kind)* $V $I) as $crate::describe::Described>::TYPE,
                },
                $($crate::describe::Parameter {
                    name: concat!(stringify!($argument), $end),
                    kind: $crate::describe::Kind::Length,
                    c: <usize as $crate::describe::Described>::TYPE,
                },)?
            )*],
            address: $instance as *const (),
        }
    };
}
pub(crate) use exports;
