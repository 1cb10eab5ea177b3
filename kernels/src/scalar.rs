//! The kernels without CPU dispatch: compiled for what the target guarantees, whatever the processor has.
//!
//! Same names, arguments and bits as the functions of the families: those of [`list`](crate::list), which all stand
//! here in one module. Of structure calls, only those with loops for each level stand here; plans sort at the level of
//! [`dispatch`](crate::dispatch).
use crate::KernelError;
use crate::cast::{Cast, CastTo, RowIds, RowNnz};
use crate::instances::OfValue;
use crate::kernel::How;
use crate::kernel::Kernel;
use crate::{Dense, Index, Number, Storage, Value};

macro_rules! functions {
    ({} $($(#[$doc:meta])* $family:ident::$name:ident $generics:tt ($($operand:ident: $kind:ident
        $(($($detail:tt)*))?),*) -> $output:ty, $cut:ident,
        $call:ident $parameters:tt { $($field:tt)* }, $peer:literal, $structure:tt;)*) => {
        $(
            functions! {
                @function $family $name $generics ($($operand: ($kind $(($($detail)*))?)),*) -> $output,
                ($crate::$family::$call { $($field)* })
            }
        )*
    };
    (@function $family:ident $name:ident [V I] $($rest:tt)*) => { functions! { @bound Value $family $name $($rest)* } };
    (@function $family:ident $name:ident [S I] $($rest:tt)*) => {
        functions! { @bound Storage $family $name $($rest)* }
    };
    (@function $family:ident $name:ident [N I] $($rest:tt)*) => {
        functions! { @bound Number $family $name $($rest)* }
    };
    (
        @bound $bound:ident $family:ident $name:ident ($($operand:ident: ($($kind:tt)*)),*) -> $output:ty, ($call:expr)
    ) => {
        #[doc = concat!("[`", stringify!($family), "::", stringify!($name), "`](crate::", stringify!($family), "::",
            stringify!($name), "()) without CPU dispatch.")]
        ///
        /// # Errors
        /// As there.
        pub fn $name<V: $bound, I: Index>(
            $($operand: crate::operand!($($kind)* V I)),*
        ) -> Result<$output, KernelError> {
            $call.call_scalar()
        }
    };
    (@function $family:ident $name:ident [V] $($rest:tt)*) => {
        functions! { @of_values Value $family $name $($rest)* }
    };
    (@function $family:ident $name:ident [N] $($rest:tt)*) => {
        functions! { @of_values Number $family $name $($rest)* }
    };
    (
        @of_values $bound:ident $family:ident $name:ident ($($operand:ident: ($($kind:tt)*)),*) -> $output:ty,
        ($call:expr)
    ) => {
        #[doc = concat!("[`", stringify!($family), "::", stringify!($name), "`](crate::", stringify!($family), "::",
            stringify!($name), "()) without CPU dispatch.")]
        ///
        /// # Errors
        /// As there.
        pub fn $name<V: $bound>($($operand: crate::operand!($($kind)* V I)),*) -> Result<$output, KernelError> {
            $call.call_scalar()
        }
    };
}
crate::for_each_kernel!(functions);

/// [`cast::dense_row_nnz`](crate::cast::dense_row_nnz()) without CPU dispatch.
///
/// # Errors
/// As there.
pub fn dense_row_nnz<V: Value, I: Index>(dense: Dense<'_, V>, counts: &mut [I]) -> Result<(), KernelError> {
    <V as OfValue<V>>::dense_row_nnz::<I>(RowNnz { dense, counts }, How::CALL_SCALAR)
}

/// [`cast::dense_row_ids`](crate::cast::dense_row_ids()) without CPU dispatch.
///
/// # Errors
/// As there.
pub fn dense_row_ids<V: Value, I: Index>(
    dense: Dense<'_, V>,
    first_row: usize,
    ids: &mut [I],
) -> Result<usize, KernelError> {
    <V as OfValue<V>>::dense_row_ids::<I>(RowIds { dense, first_row, ids }, How::CALL_SCALAR)
}

/// [`cast::cast`](crate::cast::cast()) without CPU dispatch.
///
/// # Errors
/// As there.
pub fn cast<A: CastTo<B>, B: Number>(input: &[A], out: &mut [B]) -> Result<(), KernelError> {
    Cast { input, out }.call_scalar()
}
