//! Functions of two arrays of any storage.
#![allow(non_camel_case_types)]
pub(super) use super::values::*;

use super::magnitudes::StoredRows;
use super::outcome::{Watched, csr, dense, like, row_sparse, settle, settle_new, unwritten};
use super::{Inputs, Magnitudes, Operation, Outcome, Stop};
use crate::backend::Backend;
use crate::fixture::{Array, Case, CaseIndex, Number, Stype};
use crate::reference::{self, Tracked};
use lacuna::{Broadcast, CsrMut, DenseMut, RowSparseMut};
use std::collections::HashMap;

const DENSE: Stype = Stype::Default;

/// The storage types of a case with two operands.
fn pair(case: &Case) -> Option<[Stype; 2]> {
    if let [left, right] = &case.inputs[..] { Some([left.stype, right.stype]) } else { None }
}

/// True for two operands of one shape, or for an operator that broadcasts.
fn fits(case: &Case) -> bool {
    case.op.starts_with("broadcast_")
        || case.inputs.windows(2).all(|pair| pair[0].shape == pair[1].shape || case.error.is_some())
}

/// Which axes an operand shares with a result: in MXNet its shape alone decides, in a kernel the caller.
#[derive(Clone, Copy)]
enum Axes {
    Both,
    Row,
    Column,
    None,
}

fn axes(operand: &[usize], result: &[usize]) -> Axes {
    match *operand {
        _ if operand == result => Axes::Both,
        [1] | [1, 1] => Axes::None,
        [_] | [1, _] => Axes::Row,
        [_, 1] => Axes::Column,
        _ => Axes::Both,
    }
}

/// The shape of the result of two operands.
fn result_shape(left: &[usize], right: &[usize]) -> Vec<usize> {
    let rank = left.len().max(right.len());
    let of = |shape: &[usize], axis: usize| (axis + shape.len()).checked_sub(rank).map_or(1, |axis| shape[axis]);
    if left == right { left.to_vec() } else { (0..rank).map(|axis| of(left, axis).max(of(right, axis))).collect() }
}

fn brought<'i, V: Number, I: CaseIndex>(
    inputs: &'i Inputs<V, I>,
    place: usize,
    result: &[usize],
) -> Result<Broadcast<'i, V, I>, Stop> {
    if inputs.stype(place) == Some(Stype::RowSparse) {
        return Ok(inputs.row_sparse(place)?.into());
    }
    Ok(match axes(inputs.shape(place)?, result) {
        Axes::Both => inputs.dense(place)?.into(),
        Axes::Row => Broadcast::Row(inputs.values(place)?),
        Axes::Column => Broadcast::Column(inputs.values(place)?),
        Axes::None => Broadcast::Scalar(inputs.values(place)?[0]),
    })
}

/// The elements of an array; zero where nothing is stored.
struct Elements<'a> {
    array: &'a Array,
    axes: Axes,
    rows: StoredRows<'a>,
    entries: HashMap<(usize, usize), usize>,
}

impl<'a> Elements<'a> {
    fn new(array: &'a Array, result: &[usize]) -> Self {
        let places = 0..if array.stype == Stype::Csr { array.values.len() } else { 0 };
        let entries = places.map(|place| (array.position(place), place)).collect();
        Self { array, axes: axes(&array.shape, result), rows: StoredRows::new(array), entries }
    }

    /// The element, if it is stored.
    fn stored(&self, row: usize, column: usize) -> Option<f64> {
        let values = &self.array.values;
        match self.axes {
            _ if self.array.stype == Stype::Csr => self.entries.get(&(row, column)).map(|&place| values.get(place)),
            Axes::Both => self.rows.start(row).map(|start| values.get(start + column)),
            Axes::Row => Some(values.get(column)),
            Axes::Column => Some(values.get(row)),
            Axes::None => Some(values.get(0)),
        }
    }
}

/// How far a function of two elements may be off, in every stored value of the result.
fn tracked(case: &Case, results: &[Array], formula: impl Fn(Tracked, Tracked) -> Tracked) -> Vec<Magnitudes> {
    let of_result = |result: &Array| {
        let operands: Vec<_> = case.inputs.iter().map(|input| Elements::new(input, &result.shape)).collect();
        let element =
            |operand: usize, (row, column)| Tracked::new(operands[operand].stored(row, column).unwrap_or_default());
        Magnitudes::tracked(
            (0..result.values.len()).map(|i| formula(element(0, result.position(i)), element(1, result.position(i)))),
        )
    };
    results.iter().map(of_result).collect()
}

macro_rules! csr_pairs {
    ($($name:ident $nnz:ident $($one_pass:ident)? => $formula:ident $peers:tt;)*) => {$(
        /// With its structure calls.
        pub(super) struct $name;

        impl Operation for $name {
            const OPERATORS: &'static [&'static str] = &$peers;
            const KERNEL: Option<&'static str> = Some(stringify!($name));

            fn accepts(case: &Case) -> Result<bool, String> {
                Ok(pair(case) == Some([Stype::Csr; 2]))
            }

            fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
                let (a, b) = (inputs.csr(0)?, inputs.csr(1)?);
                let mut indptr = vec![I::UNWRITTEN; a.rows() + 1];
                indptr[0] = I::from_usize(0);
                backend.$nnz(a, b, &mut indptr[1..])?;
                let stored = backend.accumulate_indptr(&mut indptr)?;
                let (mut indices, mut values) = (vec![I::UNWRITTEN; stored], unwritten(stored));
                let out = CsrMut::new(a.rows(), a.columns(), &indptr, &mut indices, &mut values)?;
                settle_new(backend.$name(a, b, out), &values)?;
                Ok(vec![csr("out", inputs.shape(0)?.to_vec(), &indptr, &indices, values)])
            }

            fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
                tracked(case, results, reference::$formula)
            }
        }

        $(csr_pairs! { @one_pass $one_pass $name $peers })?
    )*};
    (@one_pass $one_pass:ident $name:ident [$($peer:literal),*]) => {
        /// Into arrays that have room for the entries of both.
        pub(super) struct $one_pass;

        impl Operation for $one_pass {
            const OPERATORS: &'static [&'static str] = &[$($peer),*];
            const KERNEL: Option<&'static str> = Some(stringify!($one_pass));

            fn accepts(case: &Case) -> Result<bool, String> {
                $name::accepts(case)
            }

            fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
                let (a, b) = (inputs.csr(0)?, inputs.csr(1)?);
                let (mut indptr, room) = (vec![I::UNWRITTEN; a.rows() + 1], a.nnz() + b.nnz());
                let (mut indices, mut values) = (vec![I::UNWRITTEN; room], unwritten(room));
                let result = backend.$one_pass(a, b, &mut indptr, &mut indices, &mut values);
                let stored = settle_new(result, &values)?;
                values.truncate(stored);
                Ok(vec![csr("out", inputs.shape(0)?.to_vec(), &indptr, &indices[..stored], values)])
            }

            fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
                $name::magnitudes(case, results)
            }
        }
    };
}
csr_pairs! {
    csr_add csr_union_nnz csr_add_one_pass => add ["elemwise_add", "_grad_add"];
    csr_subtract csr_union_nnz csr_subtract_one_pass => subtract ["elemwise_sub"];
    csr_multiply csr_intersection_nnz csr_multiply_one_pass => multiply ["elemwise_mul"];
    csr_maximum csr_union_nnz => maximum ["_maximum"];
    csr_minimum csr_union_nnz => minimum ["_minimum"];
    csr_greater csr_union_nnz => greater ["_greater"];
    csr_not_equal csr_union_nnz => not_equal ["_not_equal"];
}

/// The rows that a result stores; `None` for a dense one.
enum Rows {
    All,
    Union,
    Intersection,
    Left,
    Right,
}

macro_rules! row_pairs {
    ($($name:ident $formula:ident [$($peer:literal),*] |$stypes:ident, $op:ident| $rows:expr;)*) => {$(
        /// With its structure calls.
        pub(super) struct $name;

        impl Operation for $name {
            const OPERATORS: &'static [&'static str] = &[$($peer),*];
            const KERNEL: Option<&'static str> = Some(stringify!($name));

            fn accepts(case: &Case) -> Result<bool, String> {
                let of_rows = pair(case).is_some_and(|stypes| !stypes.contains(&Stype::Csr));
                Ok(of_rows && fits(case))
            }

            fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
                use Stype::RowSparse;
                let shape = result_shape(inputs.shape(0)?, inputs.shape(1)?);
                let (rows, length) = (shape.first().copied().unwrap_or(1), shape.iter().skip(1).product::<usize>());
                let ($stypes, $op) = (
                    [inputs.stype(0), inputs.stype(1)].map(|stype| stype == Some(RowSparse)), inputs.op
                );
                let stored = |place| inputs.row_sparse(place);
                let ids = match $rows {
                    Rows::All => None,
                    Rows::Left => Some(stored(0)?.indices().to_vec()),
                    Rows::Right => Some(stored(1)?.indices().to_vec()),
                    union_or_not => {
                        let (left, right) = (stored(0)?, stored(1)?);
                        let mut ids = vec![I::UNWRITTEN; left.stored_rows() + right.stored_rows()];
                        let found = if matches!(union_or_not, Rows::Union) {
                            backend.add_n_ids(&[left, right], &mut [0; 2], &mut ids)?
                        } else {
                            backend.rows_intersection_ids(left, right, &mut ids)?
                        };
                        ids.truncate(found);
                        Some(ids)
                    }
                };
                let (left, right) = (brought(inputs, 0, &shape)?, brought(inputs, 1, &shape)?);
                let mut values = unwritten(ids.as_ref().map_or(rows, Vec::len) * length);
                let out = match &ids {
                    Some(ids) => RowSparseMut::new(rows, length, ids, &mut values)?.into(),
                    None => DenseMut::new(rows, length, &mut values)?.into(),
                };
                settle_new(backend.$name(left, right, out), &values)?;
                Ok(vec![match ids {
                    Some(ids) => row_sparse("out", shape, &ids, values),
                    None => dense("out", shape, values),
                }])
            }

            fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
                tracked(case, results, reference::$formula)
            }
        }
    )*};
}
row_pairs! {
    rows_add add [
        "elemwise_add", "broadcast_add", "_grad_add"
    ] |stored, _op| if stored == [true; 2] { Rows::Union } else { Rows::All };
    rows_subtract subtract [
        "elemwise_sub", "broadcast_sub"
    ] |stored, _op| if stored == [true; 2] { Rows::Union } else { Rows::All };
    rows_multiply multiply ["elemwise_mul", "broadcast_mul"] |stored, _op| match stored {
        [true, true] => Rows::Intersection,
        [true, false] => Rows::Left,
        [false, true] => Rows::Right,
        _ => Rows::All,
    };
    rows_divide divide ["elemwise_div", "broadcast_div", "_scatter_elemwise_div"] |stored, op| {
        if op == "_scatter_elemwise_div" && stored[0] { Rows::Left } else { Rows::All }
    };
    rows_maximum maximum [
        "_maximum", "broadcast_maximum"
    ] |stored, _op| if stored == [true; 2] { Rows::Union } else { Rows::All };
    rows_minimum minimum [
        "_minimum", "broadcast_minimum"
    ] |stored, _op| if stored == [true; 2] { Rows::Union } else { Rows::All };
    rows_greater greater [
        "_greater", "broadcast_greater"
    ] |stored, _op| if stored == [true; 2] { Rows::Union } else { Rows::All };
    rows_not_equal not_equal [
        "_not_equal", "broadcast_not_equal"
    ] |stored, _op| if stored == [true; 2] { Rows::Union } else { Rows::All };
}

/// A csr and a broadcast operand: places of the operands.
macro_rules! csr_broadcasts {
    ($($name:ident $formula:ident [$($peer:literal),*] $csr:literal $other:literal $commutes:literal;)*) => {$(
        /// Into a dense matrix.
        pub(super) struct $name;

        impl Operation for $name {
            const OPERATORS: &'static [&'static str] = &[$($peer),*];
            const KERNEL: Option<&'static str> = Some(stringify!($name));

            fn accepts(case: &Case) -> Result<bool, String> {
                let Some(stypes) = pair(case) else { return Ok(false) };
                let first = stypes.iter().position(|stype| *stype == Stype::Csr);
                let one = stypes != [Stype::Csr; 2] && first.is_some_and(|place| place == $csr || $commutes);
                Ok(fits(case) && one)
            }

            fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
                let (
                    of_csr, of_other
                ) = if inputs.stype($csr) == Some(Stype::Csr) { ($csr, $other) } else { ($other, $csr) };
                let (a, shape) = (inputs.csr(of_csr)?, inputs.shape(of_csr)?);
                let b = brought(inputs, of_other, shape)?;
                let mut values = unwritten(a.rows() * a.columns());
                let out = DenseMut::new(a.rows(), a.columns(), &mut values)?;
                settle_new(csr_broadcasts!(@call $name backend a b out), &values)?;
                Ok(vec![dense("out", shape.to_vec(), values)])
            }

            fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
                tracked(case, results, reference::$formula)
            }
        }
    )*};
    (@call broadcast_subtract_csr $backend:ident $a:ident $b:ident $out:ident) => {
        $backend.broadcast_subtract_csr($b, $a, $out)
    };
    (@call $name:ident $backend:ident $a:ident $b:ident $out:ident) => { $backend.$name($a, $b, $out) };
}
csr_broadcasts! {
    csr_broadcast_add add ["elemwise_add", "broadcast_add"] 0 1 true;
    csr_broadcast_subtract subtract ["elemwise_sub", "broadcast_sub"] 0 1 false;
    broadcast_subtract_csr subtract ["elemwise_sub", "broadcast_sub"] 1 0 false;
}

/// A csr and a broadcast operand, on the pattern of the csr.
macro_rules! entries {
    ($($name:ident $formula:expr, [$($peer:literal),*] $commutes:literal;)*) => {$(
        /// On the pattern of the csr.
        pub(super) struct $name;

        impl Operation for $name {
            const OPERATORS: &'static [&'static str] = &[$($peer),*];
            const KERNEL: Option<&'static str> = Some(stringify!($name));

            fn accepts(case: &Case) -> Result<bool, String> {
                let stypes = pair(case);
                Ok(
                    fits(case) &&
                    (stypes == Some([Stype::Csr, DENSE]) || $commutes && stypes == Some([DENSE, Stype::Csr]))
                )
            }

            fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
                let (of_csr, of_other) = if inputs.stype(0) == Some(Stype::Csr) { (0, 1) } else { (1, 0) };
                let a = inputs.csr(of_csr)?;
                let b = brought(inputs, of_other, inputs.shape(of_csr)?)?;
                let mut values = unwritten(a.nnz());
                settle_new(backend.$name(a, b, &mut values), &values)?;
                Ok(vec![like("out", inputs, of_csr, values)?])
            }

            fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
                tracked(case, results, $formula)
            }
        }
    )*};
}
entries! {
    entries_multiply reference::multiply, ["elemwise_mul", "broadcast_mul"] true;
    entries_divide reference::divide, ["broadcast_div"] false;
    entries_gather |_, y| y, ["gather_at"] false;
}

/// Sums of arrays of mixed storage, by both kernels.
macro_rules! accumulate {
    ($($name:ident)*) => {$(
        /// A sum of arrays of mixed storage, one after the other.
        pub(super) struct $name;

        impl Operation for $name {
            const OPERATORS: &'static [&'static str] = &["add_n"];
            const KERNEL: Option<&'static str> = Some(stringify!($name));
            const PARAMETERS: &'static [&'static str] = &["num_args"];

            fn accepts(case: &Case) -> Result<bool, String> {
                Ok(case.inputs.iter().any(|input| input.stype != Stype::RowSparse))
            }

            fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
                let shape = inputs.shape(0)?.to_vec();
                let (rows, length) = (shape.first().copied().unwrap_or(1), shape.iter().skip(1).product::<usize>());
                let mut values = vec![V::ZERO; rows * length];
                for place in 0..inputs.len() {
                    let before = values.clone();
                    let sum = DenseMut::new(rows, length, &mut values)?;
                    let result = if inputs.stype(place) == Some(Stype::Csr) {
                        backend.accumulate_csr(inputs.csr(place)?, sum)
                    } else {
                        let input: Broadcast<'_, V, I> =
                            if inputs.stype(place) == Some(DENSE) { inputs.dense(place)?.into() } else {
                                inputs.row_sparse(place)?.into()
                            };
                        backend.accumulate_rows(input, sum)
                    };
                    settle(result, &[Watched { output: "out", now: &values, before: Some(&before) }])?;
                }
                Ok(vec![dense("out", shape, values)])
            }

            fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
                let of_result = |result: &Array| {
                    let terms: Vec<_> = case.inputs.iter().map(|input| Elements::new(input, &result.shape)).collect();
                    let sum = |(row, column)| {
                        let stored = terms.iter().filter_map(|term| term.stored(row, column));
                        stored.fold(Tracked::new(0.0), |sum, term| sum + Tracked::new(term))
                    };
                    Magnitudes::tracked((0..result.values.len()).map(|i| sum(result.position(i))))
                };
                results.iter().map(of_result).collect()
            }
        }
    )*};
}
accumulate! { accumulate_csr accumulate_rows }
