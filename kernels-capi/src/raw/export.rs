//! The functions of the C ABI, from one row for each name.

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
    Plan,
    PlanOut,
    PlanBuffers,
    Sgd,
    SgdMomentum,
    /// Numbers of the value type, as many as the length that follows.
    Values,
    ValuesMut,
    /// Numbers of the index type, as many as the length that follows.
    Indices,
    IndicesMut,
    /// Sizes that are written, as many as the length that follows.
    SizesMut,
    /// `RowSparse` structs, as many as the length that follows.
    RowSparseList,
    /// Bytes, as many as the length that follows.
    Scratch,
    /// A number.
    Size,
    /// The place of a number.
    SizeOut,
    /// The length of the array before it.
    Length,
}

/// One function of the C ABI. All take pointers and sizes only, the last of them a pointer to [`ErrorNumbers`](crate::ErrorNumbers), and give a [`Status`](crate::Status).
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// The exported name.
    pub name: &'static str,
    /// The function of `lacuna`: its module and name.
    pub door: (&'static str, &'static str),
    /// The value type; empty for functions without one.
    pub value: &'static str,
    /// The index type.
    pub index: &'static str,
    /// Name and kind of each parameter but the last.
    pub parameters: &'static [(&'static str, Kind)],
    /// The function itself.
    pub address: *const (),
}

/// The C type of a parameter.
macro_rules! argument_type {
    (Csr, $V:tt, $I:tt) => { *const $crate::types::Csr<$V, $I> };
    (CsrMut, $V:tt, $I:tt) => { *const $crate::types::CsrMut<$V, $I> };
    (CsrOut, $V:tt, $I:tt) => { *mut $crate::types::Csr<$V, $I> };
    (CsrMutOut, $V:tt, $I:tt) => { *mut $crate::types::CsrMut<$V, $I> };
    (Dense, $V:tt, $I:tt) => { *const $crate::types::Dense<$V> };
    (DenseMut, $V:tt, $I:tt) => { *const $crate::types::DenseMut<$V> };
    (RowSparse, $V:tt, $I:tt) => { *const $crate::types::RowSparse<$V, $I> };
    (RowSparseMut, $V:tt, $I:tt) => { *const $crate::types::RowSparseMut<$V, $I> };
    (RowSparseOut, $V:tt, $I:tt) => { *mut $crate::types::RowSparse<$V, $I> };
    (RowSparseMutOut, $V:tt, $I:tt) => { *mut $crate::types::RowSparseMut<$V, $I> };
    (RowsMut, $V:tt, $I:tt) => { *const $crate::types::RowsMut<$V, $I> };
    (Plan, $V:tt, $I:tt) => { *const $crate::types::Plan<$I> };
    (PlanOut, $V:tt, $I:tt) => { *mut $crate::types::Plan<$I> };
    (PlanBuffers, $V:tt, $I:tt) => { *const $crate::types::PlanBuffers<$I> };
    (Sgd, $V:tt, $I:tt) => { *const $crate::types::Sgd<$V> };
    (SgdMomentum, $V:tt, $I:tt) => { *const $crate::types::SgdMomentum<$V> };
    (Values, $V:tt, $I:tt) => { *const $V };
    (ValuesMut, $V:tt, $I:tt) => { *mut $V };
    (Indices, $V:tt, $I:tt) => { *const $I };
    (IndicesMut, $V:tt, $I:tt) => { *mut $I };
    (SizesMut, $V:tt, $I:tt) => { *mut usize };
    (RowSparseList, $V:tt, $I:tt) => { *const $crate::types::RowSparse<$V, $I> };
    (Scratch, $V:tt, $I:tt) => { *mut core::ffi::c_void };
    (Size, $V:tt, $I:tt) => { usize };
    (SizeOut, $V:tt, $I:tt) => { *mut usize };
}
pub(crate) use argument_type;

/// Takes an argument: its arrays are declared.
macro_rules! take {
    (Values, $call:ident, $argument:ident, $length:ident) => {
        $call.take($crate::raw::List($argument, $length, $crate::status::OperandCode::Values), 2)
    };
    (ValuesMut, $call:ident, $argument:ident, $length:ident) => {
        $call.take($crate::raw::ListMut($argument, $length, $crate::status::OperandCode::Values), 2)
    };
    (Indices, $call:ident, $argument:ident, $length:ident) => {
        $call.take($crate::raw::List($argument, $length, $crate::status::OperandCode::Ids), 2)
    };
    (IndicesMut, $call:ident, $argument:ident, $length:ident) => {
        $call.take($crate::raw::ListMut($argument, $length, $crate::status::OperandCode::Output), 2)
    };
    (SizesMut, $call:ident, $argument:ident, $length:ident) => {
        $call.take($crate::raw::ListMut($argument, $length, $crate::status::OperandCode::Output), 2)
    };
    (RowSparseList, $call:ident, $argument:ident, $length:ident) => {
        $call.take($crate::raw::RowSparseList($argument, $length), 2)
    };
    (Scratch, $call:ident, $argument:ident, $length:ident) => {
        $call.take($crate::raw::ScratchBytes($argument, $length), 2)
    };
    (Size, $call:ident, $argument:ident) => {
        $call.take($argument, 1)
    };
    (SizeOut, $call:ident, $argument:ident) => {
        $call.take($crate::raw::Place($argument), 1)
    };
    (CsrOut, $call:ident, $argument:ident) => {
        $call.take($crate::raw::Place($argument), 1)
    };
    (CsrMutOut, $call:ident, $argument:ident) => {
        $call.take($crate::raw::Place($argument), 1)
    };
    (RowSparseOut, $call:ident, $argument:ident) => {
        $call.take($crate::raw::Place($argument), 1)
    };
    (RowSparseMutOut, $call:ident, $argument:ident) => {
        $call.take($crate::raw::Place($argument), 1)
    };
    (PlanOut, $call:ident, $argument:ident) => {
        $call.take($crate::raw::Place($argument), 1)
    };
    ($kind:ident, $call:ident, $argument:ident) => {
        $call.take_struct($argument)
    };
}
pub(crate) use take;

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

/// Defines functions of the C ABI. Each entry has the documentation, the function of `lacuna`, the arguments with their kinds (and, in brackets, the parameter that holds the length), what
/// to do once these are views, and one row for each exported name with its value and index type.
macro_rules! exports {
    (
        @function [$($doc:tt)*] ($($argument:ident: $kind:ident $([$length:ident])?),* $(,)?) $body:block $name:ident $V:tt $I:tt
    ) => {
        $($doc)*
        ///
        /// # Safety
        /// Every pointer that is not null points to what its type names, in the stated length; during the call nobody else writes any of it, or reads what the call writes.
        #[unsafe(no_mangle)]
        #[allow(unsafe_code, clippy::too_many_arguments)]
        pub unsafe extern "C" fn $name(
            $($argument: $crate::raw::argument_type!($kind, $V, $I), $($length: usize,)?)*
            error: *mut $crate::status::ErrorNumbers,
        ) -> $crate::status::Status {
            // SAFETY: the contract of `raw`, which is this function's; arguments are looked into only when all of them have been declared.
            unsafe {
                $crate::raw::run(error, |call| {
                    $(let $argument = $crate::raw::take!($kind, call, $argument $(, $length)?)?;)*
                    call.restart();
                    $(call.take_last(&$argument, $crate::raw::parameters!($($length)?))?;)*
                    call.restart();
                    $(let $argument = call.view($argument, $crate::raw::parameters!($($length)?))?;)*
                    call.work([$(stringify!($argument)),*].len());
                    $body
                })
            }
        }
    };
    (@functions $docs:tt $arguments:tt $body:block $($name:ident $V:tt $I:tt)*) => {
        $($crate::raw::exports!(@function $docs $arguments $body $name $V $I);)*
    };
    ($(
        $(#[$doc:meta])*
        $family:ident::$door:ident $arguments:tt $body:block as {
            $($name:ident: $V:tt, $I:tt;)*
        }
    )*) => {
        $($crate::raw::exports!(@functions [$(#[$doc])*] $arguments $body $($name $V $I)*);)*

        /// The functions of this file.
        #[doc(hidden)]
        pub const FUNCTIONS: &[$crate::raw::Function] = &[
            $($($crate::raw::exports!(@entry $family $door $name $V $I $arguments),)*)*
        ];
    };
    (@entry $family:ident $door:ident $name:ident $V:tt $I:tt ($($argument:ident: $kind:ident $([$length:ident])?),* $(,)?)) => {
        $crate::raw::Function {
            name: stringify!($name),
            door: (stringify!($family), stringify!($door)),
            value: stringify!($V),
            index: stringify!($I),
            parameters: &[$((stringify!($argument), $crate::raw::Kind::$kind), $((stringify!($length), $crate::raw::Kind::Length),)?)*],
            address: $name as *const (),
        }
    };
}
pub(crate) use exports;
