//! The kernels of the list.
use crate::raw::exports;

/// What a C program must know of a kernel beside its formula, as far as the types of the arguments do not say it.
pub const NOTES: &[(&str, &str)] = &[
    ("csr_dense", "`a` is R x K, `b` K x n, `out` R x n."),
    ("csr_row_sparse", "`a` is R x K, `b` K x n, `out` R x n."),
    ("csr_t_dense", "`a` is R x K: its `lacuna_dot_transpose_plan_*` and its values. `b` is R x n, `out` K x n with the ids of the plan."),
    ("csr_t_dense_to_dense", "`a` is R x K: its `lacuna_dot_transpose_plan_*` and its values. `b` is R x n, `out` K x n."),
    (
        "csr_t_row_sparse",
        "`a` is R x K: its `lacuna_dot_transpose_plan_row_sparse_*` and its values. `b` is R x n, `out` K x n with the ids of the plan.",
    ),
    (
        "csr_t_dense_scatter",
        "`a` is R x K, `b` R x n, `out` K x n. `ends` are the `lacuna_dot_block_ends_*` of `a`, all zero if `a` has at most 1024 rows. `totals` is scratch: `ends->columns_length` times n values.",
    ),
    (
        "csr_t_row_sparse_scatter",
        "`a` is R x K, `b` R x n, `out` K x n. `ends` are the `lacuna_dot_block_ends_row_sparse_*` of both, all zero if `b` stores at most 1024 rows. `totals` is scratch: `ends->columns_length` times n values.",
    ),
    (
        "sliced_column",
        "`plan` is the `lacuna_dot_sliced_plan_*` of an R x K matrix, `values` are its values, put in order by `lacuna_rows_permute_*` with the entries of the plan. `b` is K x 1, `out` R x 1.",
    ),
    (
        "dense_to_csr",
        "At the first row whose number of elements is not what `indptr` says it stops, with the rows before it, and a part of it, written.",
    ),
    (
        "dense_to_csr_one_pass",
        "Arrays may be longer than needed; `count` gets the stored entries. Where one is too short, the error says what is needed, and they hold anything.",
    ),
    ("dense_to_row_sparse", "The ids of `out` are known: those of `lacuna_cast_dense_row_ids_*`, or any others."),
    ("coalesce", "`plan` is the `lacuna_rows_coalesce_plan_*` of `input`."),
    (
        "permute",
        "`out` is as long as `entries`: `out[t]` is `values[entries[t]]`. With the entries of a plan these are the values for that plan in order.",
    ),
    ("add_n", "`out` has the ids of `lacuna_rows_add_n_ids_*`. `cursors` is scratch of `lacuna_add_n_scratch` bytes."),
];

/// An operand as the function of `lacuna` takes it.
macro_rules! passed {
    ($operand:ident Plan) => {
        &$operand
    };
    ($operand:ident BlockEnds) => {
        &$operand
    };
    ($operand:ident SlicedPlan) => {
        &$operand
    };
    ($operand:ident Rule) => {
        &$operand
    };
    ($operand:ident $kind:ident) => {
        $operand
    };
}

/// Rows of the list as entries of [`exports!`].
macro_rules! kernels {
    ({} $(#[doc = $formula:literal] $family:ident::$name:ident $types:tt ($($operands:tt)*) -> $output:tt, $cut:ident,
        $call:ident $parameters:tt $fields:tt, $peer:literal, $structure:tt;)*) => {
        $(kernels! { @row $output, #[doc = $formula] $family::$name $types ($($operands)*) })*

        /// The functions of this file, by name and type.
        #[doc(hidden)]
        pub const FUNCTIONS: &[&[crate::describe::Function]] = &[$($name::FUNCTIONS),*];
    };
    (@row (), #[doc = $formula:literal] $family:ident::$name:ident $types:tt ($($operand:ident: $kind:ident $(($($detail:tt)*))?),*)) => {
        exports! { @entry #[doc = $formula] $family::$name $types ($($operand: $kind $(($($detail)*))?),*) {
            kernels!(@lists $($operand: $kind,)*);
            Ok(lacuna::$family::$name($(passed!($operand $kind)),*)?)
        } }
    };
    (@row usize, #[doc = $formula:literal] $family:ident::$name:ident $types:tt ($($operand:ident: $kind:ident),*)) => {
        exports! { @entry #[doc = $formula] $family::$name $types ($($operand: $kind,)* count: SizeOut) {
            count.set(lacuna::$family::$name($(passed!($operand $kind)),*)?);
            Ok(())
        } }
    };
    // The views of a list are made in scratch, and the cursors behind them.
    (@lists $inputs:ident: RowSparseList, $cursors:ident: Cursors, $($rest:tt)*) => { let ($inputs, $cursors) = $inputs.views($cursors)?; };
    (@lists $operand:ident: $kind:ident, $($rest:tt)*) => { kernels!(@lists $($rest)*); };
    (@lists) => {};
}
lacuna::for_each_kernel!(kernels);
