//! Sums, means, norms and extremes: of all values, or along one axis of a matrix.
#![allow(non_camel_case_types)]
use super::operation::of_any_storage;
use super::outcome::{dense, row_sparse, settle_new, unwritten};
use super::{Inputs, Magnitudes, Operation, Outcome, Stop};
use crate::backend::Backend;
use crate::fixture::{Array, Case, CaseIndex, Number, Params, Stored, Stype, Values};
use crate::reference::Reduction;
use lacuna::{Dense, DenseMut, RowSparse};

const PARAMETERS: &[&str] = &["axis", "keepdims", "ord"];

/// The axis: `None` for all values, else the axis that is summed over, from 0.
pub(super) fn axis(params: &Params, rank: usize) -> Result<Option<Vec<usize>>, String> {
    let from_start = |axis: i64| if axis < 0 { axis + rank as i64 } else { axis };
    Ok(params
        .integers("axis")?
        .map(|axes| axes.into_iter().map(|axis| usize::try_from(from_start(axis)).unwrap_or(usize::MAX)).collect()))
}

/// True for a case over this axis, with this order of the norm.
fn accepts(case: &Case, stypes: &[Stype], over: Option<usize>, order: f32) -> Result<bool, String> {
    let [data] = &case.inputs[..] else { return Ok(false) };
    let axes = axis(&case.params, data.shape.len())?;
    let axes_fit = match (over, axes) {
        (None, None) => true,
        (Some(over), Some(axes)) => axes == [over] && data.shape.len() == 2,
        _ => false,
    };
    Ok(stypes.contains(&data.stype) && axes_fit && case.params.number("ord")?.unwrap_or(2.0) == order)
}

/// The shape of a result over an axis of a matrix, or over all.
fn shape(inputs: &Inputs<impl Number, impl CaseIndex>, over: Option<usize>) -> Result<Vec<usize>, Stop> {
    let (whole, keeps) = (inputs.shape(0)?, inputs.params.switch("keepdims", false)?);
    Ok(match (over, keeps) {
        (None, true) => vec![1; whole.len()],
        (None, false) => vec![1],
        (Some(over), true) => (0..whole.len()).map(|axis| if axis == over { 1 } else { whole[axis] }).collect(),
        (Some(over), false) => vec![whole[1 - over]],
    })
}

/// What the results are sums of.
fn magnitudes(case: &Case, results: &[Array], reduction: Reduction, over: Option<usize>) -> Vec<Magnitudes> {
    let ([data], [result]) = (&case.inputs[..], results) else { return Vec::new() };
    let columns = if over.is_some() { data.shape[1] } else { 1 };
    let count = over.map_or(data.shape.iter().product(), |over| data.shape[over]);
    // The result that a stored value is a term of: its row, its column, or the only one.
    let row_of = |at: usize| match data.stype {
        Stype::Csr => data.indptr.partition_point(|&pointer| pointer as usize <= at) - 1,
        Stype::RowSparse => data.indices[at / columns] as usize,
        Stype::Default => at / columns,
    };
    let column_of = |at: usize| if data.stype == Stype::Csr { data.indices[at] as usize } else { at % columns };
    let mut stored = vec![Vec::new(); if over == Some(1) { data.shape[0] } else { columns }];
    for at in 0..data.values.len() {
        let to = match over {
            None => 0,
            Some(1) => row_of(at),
            Some(_) => column_of(at),
        };
        stored[to].push(data.values.get(at));
    }
    let places: Vec<usize> = if result.stype == Stype::RowSparse {
        result.indices.iter().map(|&id| id as usize).collect()
    } else {
        (0..result.values.len()).collect()
    };
    // One of the elements, as it is.
    if reduction.is_extreme() {
        return Vec::new();
    }
    let sums = places.iter().map(|&place| reduction.of(stored[place].iter().copied(), count));
    let in_double = matches!(data.values, Values::F32(_));
    let (sums, roundings) = sums.map(|of| (of.magnitude, roundings(reduction, of.terms, in_double))).unzip();
    vec![Magnitudes { sums, roundings }]
}

/// How often a term is rounded on its way into a result. A sum that was made in a wider type is rounded once; what that
/// type loses of as many terms as memory holds is less than another rounding.
fn roundings(reduction: Reduction, terms: usize, in_double: bool) -> u32 {
    let of_sum = match terms {
        0 | 1 => 0,
        _ if in_double => 2,
        _ => terms as u32,
    };
    // Of a mean the quotient, of a sum of squares the square, of a norm both that and the root.
    let others = match reduction {
        Reduction::Mean | Reduction::SquareSum => 1,
        Reduction::Norm2 => 2,
        _ => 0,
    };
    if terms == 0 { 0 } else { of_sum + others }
}

/// The stored rows of a row_sparse, or those of a dense matrix.
fn stored_rows<'a, V: Number, I: CaseIndex>(inputs: &'a Inputs<V, I>) -> Result<Dense<'a, V>, Stop> {
    if inputs.stype(0) == Some(Stype::RowSparse) {
        let array = inputs.row_sparse(0)?;
        return Ok(Dense::new(array.stored_rows(), array.row_length(), array.data())?);
    }
    inputs.dense(0)
}

/// The operations of a reduction.
macro_rules! operations {
    ($($Reduction:ident $operator:literal $order:literal: $whole:ident [$($count:ident)?] $rows:ident $columns:ident
        [$($columns_of:ident)*] $csr_rows:ident $csr_columns:ident;)*) => {$(
        operations! { @operation $whole $Reduction $operator $order, &[Stype::Default, Stype::Csr, Stype::RowSparse],
            None, |backend, inputs| {
            inputs.check(0)?;
            let mut out = unwritten(1);
            $(let $count = inputs.shape(0)?.iter().product();)?
            settle_new(backend.$whole(inputs.values(0)?, $($count,)? &mut out), &out)?;
            Ok(vec![dense("out", shape(inputs, None)?, out)])
        } }
        operations! { @operation $rows $Reduction $operator $order, &[Stype::Default, Stype::RowSparse], Some(1),
            |backend, inputs| {
            let rows = stored_rows(inputs)?;
            let mut out = unwritten(rows.rows());
            settle_new(backend.$rows(rows, &mut out), &out)?;
            let shape = shape(inputs, Some(1))?;
            if inputs.stype(0) == Some(Stype::Default) {
                return Ok(vec![dense("out", shape, out)]);
            }
            if inputs.params.switch("keepdims", false)? {
                return Ok(vec![row_sparse("out", shape, inputs.ids(0)?, out)]);
            }
            let mut all = unwritten(shape[0]);
            let stored = RowSparse::new(shape[0], 1, inputs.ids(0)?, &out)?;
            settle_new(backend.row_sparse_to_dense(stored, DenseMut::new(shape[0], 1, &mut all)?), &all)?;
            Ok(vec![dense("out", shape, all)])
        } }
        operations! { @operation $columns $Reduction $operator $order, &[Stype::Default, $(Stype::$columns_of)*],
            Some(0), |backend, inputs| {
            let rows = stored_rows(inputs)?;
            let mut out = unwritten(rows.columns());
            settle_new(backend.$columns(rows, &mut out), &out)?;
            Ok(vec![dense("out", shape(inputs, Some(0))?, out)])
        } }
        operations! { @operation $csr_rows $Reduction $operator $order, &[Stype::Csr], Some(1), |backend, inputs| {
            let a = inputs.csr(0)?;
            let mut out = unwritten(a.rows());
            settle_new(backend.$csr_rows(a, &mut out), &out)?;
            Ok(vec![dense("out", shape(inputs, Some(1))?, out)])
        } }
        operations! { @operation $csr_columns $Reduction $operator $order, &[Stype::Csr], Some(0), |backend, inputs| {
            let a = inputs.csr(0)?;
            let (mut scratch, mut out) = (
                unwritten(lacuna::reduce::csr_columns_scratch(a.rows(), a.columns())), unwritten(a.columns())
            );
            settle_new(backend.$csr_columns(a, &mut scratch, &mut out), &out)?;
            Ok(vec![dense("out", shape(inputs, Some(0))?, out)])
        } }
    )*};
    (
        @operation $name:ident $Reduction:ident $operator:literal $order:literal, $stypes:expr, $over:expr,
        |$backend:ident, $inputs:ident| $run:block
    ) => {
        pub(super) struct $name;

        impl Operation for $name {
            const OPERATORS: &'static [&'static str] = &[$operator];
            const KERNEL: Option<&'static str> = Some(stringify!($name));
            const PARAMETERS: &'static [&'static str] = PARAMETERS;

            fn accepts(case: &Case) -> Result<bool, String> {
                accepts(case, $stypes, $over, $order)
            }

            fn run<V: Number, I: CaseIndex>($backend: &dyn Backend, $inputs: &Inputs<V, I>) -> Outcome {
                $run
            }

            fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
                magnitudes(case, results, Reduction::$Reduction, $over)
            }
        }
    };
}
operations! {
    Sum "sum" 2.0: sum [] sum_rows sum_columns [RowSparse] sum_csr_rows sum_csr_columns;
    // A row_sparse array has more rows than it stores.
    Mean "mean" 2.0: mean [count] mean_rows mean_columns [] mean_csr_rows mean_csr_columns;
    Norm1 "norm" 1.0: norm1 [] norm1_rows norm1_columns [RowSparse] norm1_csr_rows norm1_csr_columns;
    Norm2 "norm" 2.0: norm2 [] norm2_rows norm2_columns [RowSparse] norm2_csr_rows norm2_csr_columns;
    SquareSum "square_sum" 2.0: square_sum [] square_sum_rows square_sum_columns [RowSparse] square_sum_csr_rows
        square_sum_csr_columns;
    Max "max" 2.0: max [count] max_rows max_columns [] max_csr_rows max_csr_columns;
    Min "min" 2.0: min [count] min_rows min_columns [] min_csr_rows min_csr_columns;
}

/// True for a gradient of the results over this axis, and the array that they are sums of.
fn accepts_gradient(case: &Case, stype: Stype, over: usize) -> Result<bool, String> {
    let [_, data] = &case.inputs[..] else { return Ok(false) };
    Ok(data.stype == stype && data.shape.len() == 2 && axis(&case.params, 2)? == Some(vec![over]))
}

/// An operation that repeats a gradient.
macro_rules! repeats {
    ($($name:ident $stype:ident $over:literal |$backend:ident, $inputs:ident| $run:block)*) => {$(
        pub(super) struct $name;

        impl Operation for $name {
            const OPERATORS: &'static [&'static str] = &["backward_sum"];
            const KERNEL: Option<&'static str> = Some(stringify!($name));
            const PARAMETERS: &'static [&'static str] = &["axis"];

            fn accepts(case: &Case) -> Result<bool, String> {
                accepts_gradient(case, Stype::$stype, $over)
            }

            fn run<V: Number, I: CaseIndex>($backend: &dyn Backend, $inputs: &Inputs<V, I>) -> Outcome {
                $run
            }
        }
    )*};
}
repeats! {
    repeat_rows Default 1 |backend, inputs| {
        let shape = inputs.shape(1)?.to_vec();
        let mut out = unwritten(shape[0] * shape[1]);
        settle_new(backend.repeat_rows(inputs.values(0)?, DenseMut::new(shape[0], shape[1], &mut out)?), &out)?;
        Ok(vec![dense("out", shape, out)])
    }
    repeat_columns Default 0 |backend, inputs| {
        let shape = inputs.shape(1)?.to_vec();
        let mut out = unwritten(shape[0] * shape[1]);
        settle_new(backend.repeat_columns(inputs.values(0)?, DenseMut::new(shape[0], shape[1], &mut out)?), &out)?;
        Ok(vec![dense("out", shape, out)])
    }
}

/// True for a gradient of the extremes over this axis.
fn accepts_extremes(case: &Case, over: usize) -> Result<bool, String> {
    let [_, data, _] = &case.inputs[..] else { return Ok(false) };
    Ok(data.stype == Stype::Default && data.shape.len() == 2 && axis(&case.params, 2)? == Some(vec![over]))
}

/// The gradient of extremes.
macro_rules! gradients {
    ($($name:ident $over:literal)*) => {$(
        pub(super) struct $name;

        impl Operation for $name {
            const OPERATORS: &'static [&'static str] = &["_backward_max", "_backward_min"];
            const KERNEL: Option<&'static str> = Some(stringify!($name));
            const PARAMETERS: &'static [&'static str] = &["axis"];

            fn accepts(case: &Case) -> Result<bool, String> {
                accepts_extremes(case, $over)
            }

            fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
                let shape = inputs.shape(1)?.to_vec();
                let mut out = unwritten(shape[0] * shape[1]);
                let to = DenseMut::new(shape[0], shape[1], &mut out)?;
                settle_new(backend.$name(inputs.values(0)?, inputs.dense(1)?, inputs.values(2)?, to), &out)?;
                Ok(vec![dense("out", shape, out)])
            }
        }
    )*};
}
gradients! { extreme_rows_backward 1 extreme_columns_backward 0 }

pub(super) struct argmax_rows;

impl Operation for argmax_rows {
    const OPERATORS: &'static [&'static str] = &["argmax"];
    const KERNEL: Option<&'static str> = Some("argmax_rows");
    const PARAMETERS: &'static [&'static str] = &["axis"];

    fn accepts(case: &Case) -> Result<bool, String> {
        accepts(case, &[Stype::Default], Some(1), 2.0)
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let a = inputs.dense(0)?;
        let mut out = vec![I::UNWRITTEN; a.rows()];
        backend.argmax_rows(a, &mut out)?;
        let values = Values::I64(out.iter().map(|place| place.to_i64()).collect());
        Ok(vec![Array { values, ..dense::<V>("out", vec![a.rows()], Vec::new()) }])
    }
}

/// An operation that counts entries.
macro_rules! counts {
    ($($name:ident $over:literal $length:ident;)*) => {$(
        pub(super) struct $name;

        impl Operation for $name {
            const OPERATORS: &'static [&'static str] = &["getnnz"];
            const KERNEL: Option<&'static str> = Some(stringify!($name));
            const PARAMETERS: &'static [&'static str] = &["axis"];

            fn accepts(case: &Case) -> Result<bool, String> {
                accepts(case, &[Stype::Csr], Some($over), 2.0)
            }

            of_any_storage!();

            fn run_stored<V: Stored, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
                let a = inputs.csr(0)?;
                let mut out = vec![I::UNWRITTEN; a.$length()];
                backend.$name(a, &mut out)?;
                let values = Values::I64(out.iter().map(|count| count.to_i64()).collect());
                Ok(vec![Array { values, ..dense::<V>("out", vec![a.$length()], Vec::new()) }])
            }
        }
    )*};
}
counts! {
    nnz_rows 1 rows;
    nnz_columns 0 columns;
}
