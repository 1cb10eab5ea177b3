//! Products of two dense matrices.
#![allow(non_camel_case_types)]
use super::outcome::{dense, settle_new, unwritten};
use super::sparse_products::{described, product_magnitudes};
use super::{Inputs, Magnitudes, Operation, Outcome};
use crate::backend::Backend;
use crate::fixture::{Array, Case, CaseIndex, Number, Stype};
use lacuna::DenseMut;
use lacuna::dot::dense_dense_scratch;

macro_rules! products {
    ($($(#[$doc:meta])* $name:ident: $transposed:expr;)*) => {$(
        $(#[$doc])*
        pub(super) struct $name;

        impl Operation for $name {
            const OPERATORS: &'static [&'static str] = &["dot"];
            const KERNEL: Option<&'static str> = Some(stringify!($name));
            const PARAMETERS: &'static [&'static str] = &["transpose_a", "transpose_b", "forward_stype"];

            fn accepts(case: &Case) -> Result<bool, String> {
                let (stypes, transposed, wanted) = described(case)?;
                Ok(
                    stypes == [Stype::Default; 2] && transposed == $transposed &&
                    [None, Some("default")].contains(&wanted)
                )
            }

            fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
                let (a, b) = (inputs.dense(0)?, inputs.dense(1)?);
                let (rows, terms) = if $transposed[0] { (a.columns(), a.rows()) } else { (a.rows(), a.columns()) };
                let columns = if $transposed[1] { b.rows() } else { b.columns() };
                let (mut scratch, mut out) = (
                    unwritten(dense_dense_scratch(rows, columns, terms)), unwritten(rows * columns)
                );
                settle_new(backend.$name(a, b, &mut scratch, DenseMut::new(rows, columns, &mut out)?), &out)?;
                Ok(vec![dense("out", vec![rows, columns], out)])
            }

            fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
                product_magnitudes(case, results, $transposed)
            }
        }
    )*};
}
products! {
    /// `dense_dense`.
    dense_dense: [false, false];
    /// `dense_t_dense`.
    dense_t_dense: [true, false];
    /// `dense_dense_t`.
    dense_dense_t: [false, true];
}
