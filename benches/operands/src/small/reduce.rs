//! Sums, means and norms.
use super::operands::{COLUMNS, ROWS, WIDTH, csr, dense, dense_out, values, zeros};
use super::{Call, Form};
use anyhow::Result;

/// Two blocks, whole vectors of every level, and a tail.
const LENGTH: usize = 2003;

macro_rules! benches {
    (
        {} $(
            $(#[$doc:meta])* $family:ident::$name:ident $generics:tt $operands:tt -> $output:ty, $cut:ident,
            $call:ident $parameters:tt $fields:tt, $peer:literal, $structure:tt;
        )*
    ) => {
        $(benches! { @$family $name $call $operands })*
    };
    (@reduce $name:ident $call:ident ($values:ident: Values, $out:ident: DenseMut)) => {
        pub(super) fn $name(form: Form) -> Result<Call> {
            let (values, mut out) = (
                values(if stringify!($name) == "repeat_rows" { ROWS } else { WIDTH })?, dense_out(ROWS, WIDTH)?
            );
            Ok(call!(form, reduce::$name(values, out.reborrow())))
        }
    };
    (
        @reduce $name:ident $call:ident (
            $gradient:ident: Values, $a:ident: Dense, $result:ident: Values, $out:ident: DenseMut
        )
    ) => {
        pub(super) fn $name(form: Form) -> Result<Call> {
            let (gradient, a, result) = (
                benches!(@operand $call $gradient)?, benches!(@operand $call $a)?, benches!(@operand $call $result)?
            );
            let mut out = dense_out(ROWS, WIDTH)?;
            Ok(call!(form, reduce::$name(gradient, a, result, out.reborrow())))
        }
    };
    (@reduce $name:ident $call:ident ($($operand:ident: $kind:ident),*)) => {
        pub(super) fn $name(form: Form) -> Result<Call> {
            $(let $operand = benches!(@operand $call $operand)?;)*
            Ok(call!(form, reduce::$name($($operand),*)))
        }
    };
    (@operand Whole values) => { values(LENGTH) };
    (@operand Whole count) => { anyhow::Ok(LENGTH) };
    (@operand Whole out) => { zeros(1) };
    (@operand DenseRows a) => { dense(ROWS, WIDTH) };
    (@operand DenseRows out) => { zeros(ROWS) };
    (@operand DenseColumns a) => { dense(ROWS, WIDTH) };
    (@operand DenseColumns out) => { zeros(WIDTH) };
    (@operand CsrRows a) => { csr() };
    (@operand CsrRows out) => { zeros(ROWS) };
    (@operand CsrColumns a) => { csr() };
    (@operand CsrColumns scratch) => { zeros(lacuna::reduce::csr_columns_scratch(ROWS, COLUMNS)) };
    (@operand CsrColumns out) => { zeros(COLUMNS) };
    (@operand ArgmaxRows a) => { dense(ROWS, WIDTH) };
    (@operand ArgmaxRows out) => { zeros::<i32>(ROWS) };
    (@operand ExtremeRowsBackward gradient) => { values(ROWS) };
    (@operand ExtremeRowsBackward result) => { values(ROWS) };
    (@operand ExtremeColumnsBackward gradient) => { values(WIDTH) };
    (@operand ExtremeColumnsBackward result) => { values(WIDTH) };
    (@operand ExtremeRowsBackward a) => { dense(ROWS, WIDTH) };
    (@operand ExtremeColumnsBackward a) => { dense(ROWS, WIDTH) };
    (@operand NnzRows a) => { csr() };
    (@operand NnzRows out) => { zeros::<i32>(ROWS) };
    (@operand NnzColumns a) => { csr() };
    (@operand NnzColumns out) => { zeros::<i32>(COLUMNS) };
    (@$family:ident $($rest:tt)*) => {};
}
lacuna::for_each_kernel!(benches);
