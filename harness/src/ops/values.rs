//! Functions of one number and of two, on the values of dense arrays, or of sparse ones whose pattern the result keeps.
use super::operation::of_any_storage;
use super::outcome::{like, settle_new, unwritten};
use super::{Inputs, Magnitudes, Operation, Outcome, Stop};
use crate::backend::Backend;
use crate::fixture::{Array, Case, CaseIndex, Number, Params, Stored, Stype};
use crate::reference::{self, Arithmetic, Tracked};

/// The number of names in a list.
pub(super) const fn count(list: &str) -> usize {
    let (bytes, mut at, mut names) = (list.as_bytes(), 0, 1);
    while at < bytes.len() {
        names += (bytes[at] == b',') as usize;
        at += 1;
    }
    names
}

/// The names in a list, which commas and spaces are between.
pub(super) const fn split<const N: usize>(list: &'static str) -> [&'static str; N] {
    let (mut names, mut name, mut rest, mut at) = ([""; N], 0, list, 0);
    while at < rest.len() {
        if rest.as_bytes()[at] == b',' {
            (names[name], rest) = rest.split_at(at);
            rest = rest.split_at(2).1;
            (name, at) = (name + 1, 0);
        } else {
            at += 1;
        }
    }
    names[name] = rest;
    names
}

/// True for operands of one pattern: all dense, or sparse where a sparse result is that of the function.
fn one_pattern(case: &Case, operands: usize, keeps_zero: bool) -> bool {
    let same = case.inputs.windows(2).all(|pair| {
        let [left, right] =
            [&pair[0], &pair[1]].map(|array| (array.stype, &array.shape, &array.indptr, &array.indices));
        left == right
    });
    case.inputs.len() == operands
        && same
        && (keeps_zero || case.inputs.iter().all(|input| input.stype == Stype::Default))
}

/// What MXNet takes for a parameter of a function that a case leaves out.
fn default_of(operator: &str, name: &str) -> Option<f64> {
    Some(match (operator.trim_start_matches("_backward_").trim_start_matches("_contrib_"), name) {
        ("hard_sigmoid", "alpha") => f64::from(0.2_f32),
        ("hard_sigmoid", "beta") => 0.5,
        ("smooth_l1", "scalar") => 1.0,
        ("quadratic", _) => 0.0,
        _ => return None,
    })
}

/// The parameters of a function. As in MXNet, `scalar` has double precision, the others single precision.
fn numbers<const N: usize>(operator: &str, params: &Params, names: [&str; N]) -> Result<[f64; N], String> {
    let mut numbers = [0.0; N];
    for (number, name) in numbers.iter_mut().zip(names) {
        let given = if name == "scalar" { params.double(name)? } else { params.number(name)?.map(f64::from) };
        let of_call = given.or_else(|| default_of(operator, name));
        *number = of_call.ok_or_else(|| format!("parameter {name} is missing"))?;
    }
    Ok(numbers)
}

/// A parameter in the value type: rounded once, if the type does not have it.
fn rounded(number: f64) -> Tracked {
    let exact = f64::from(number as f32) == number;
    if exact { Tracked::new(number) } else { Tracked::new(number) * Tracked::exact(1.0) }
}

/// How far a formula may be off, in every stored value.
fn tracked<const N: usize>(
    case: &Case,
    results: &[Array],
    formula: impl Fn([Tracked; N]) -> Tracked,
) -> Vec<Magnitudes> {
    let of = |i: usize| std::array::from_fn(|operand| Tracked::new(case.inputs[operand].values.get(i)));
    results.iter().map(|result| Magnitudes::tracked((0..result.values.len()).map(|i| formula(of(i))))).collect()
}

/// An operation for each function of the list.
macro_rules! functions {
    ({} $(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt $operands:tt
        -> $output:ty, $cut:ident, $call:ident $parameters:tt $fields:tt, $peer:literal,
        $structure:tt;)*) => {
        $(functions! { @row $family $generics $name [] [] $operands $fields $peer })*
    };
    // In a file of its own.
    (@row reduce $($rest:tt)*) => {};
    (
        @row $family:ident [$value:tt] $name:ident [$($operand:ident)*] [] (
            $next:ident: Values, $($rest:tt)*
        ) $fields:tt $peer:literal
    ) => {
        functions! { @row $family [$value] $name [$($operand)* $next] [] ($($rest)*) $fields $peer }
    };
    (
        @row $family:ident [$value:tt] $name:ident $operands:tt [$($number:ident)*] (
            $next:ident: Scalar, $($rest:tt)*
        ) $fields:tt $peer:literal
    ) => {
        functions! { @row $family [$value] $name $operands [$($number)* $next] ($($rest)*) $fields $peer }
    };
    (@row $family:ident [$value:tt] $name:ident [$($operand:ident)*] [$($number:ident)*] ($out:ident: ValuesMut)
        { function: $function:expr, inputs: $inputs:tt, $to:ident } $peer:literal) => {
        #[allow(non_camel_case_types)]
        pub(super) struct $name;

        impl Operation for $name {
            const OPERATORS: &'static [&'static str] = &split::<{ count($peer) }>($peer);
            const KERNEL: Option<&'static str> = Some(stringify!($name));
            const PARAMETERS: &'static [&'static str] = &[$(stringify!($number)),*];

            fn accepts(case: &Case) -> Result<bool, String> {
                let [$($number),*] = numbers(&case.op, &case.params, [$(stringify!($number)),*])?;
                // Some MXNet operators compute on the stored values only, whatever the function of 0 is.
                let keeps_zero = case.op.starts_with("_scatter_") || functions!(
                    @keeps_zero $family [$($operand)*] [$($number)*] $function
                );
                Ok(one_pattern(case, [$(stringify!($operand)),*].len(), keeps_zero))
            }

            functions! { @run $value [$($operand)*] [$($number)*] $out $name }

            fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
                let Ok([$($number),*]) = numbers(
                    &case.op, &case.params, [$(stringify!($number)),*]
                ) else { return Vec::new() };
                $(let $number = rounded($number);)*
                tracked(case, results, |[$($operand),*]| reference::$name($($operand,)* $($number),*))
            }
        }
    };
    (@row $family:ident $generics:tt $name:ident [] [] $operands:tt $fields:tt $peer:literal) => {};
    (@run N $($of:tt)*) => {
        of_any_storage!();
        functions! { @run_as run_stored Stored $($of)* }
    };
    (@run V $($of:tt)*) => { functions! { @run_as run Number $($of)* } };
    (@run_as $run:ident $bound:ident [$($operand:ident)*] [$($number:ident)*] $out:ident $name:ident) => {
        fn $run<V: $bound, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
            inputs.check(0)?;
            let [$($number),*] = numbers(inputs.op, inputs.params, [$(stringify!($number)),*])?.map(V::from_f64);
            let operands = inputs.all_values()?;
            let [$($operand),*] = operands[..] else {
                return Err(Stop::Broken(format!("{} operands", inputs.len())))
            };
            let mut $out = unwritten(inputs.values(0)?.len());
            settle_new(backend.$name($($operand,)* $($number,)* &mut $out), &$out)?;
            Ok(vec![like("out", inputs, 0, $out)?])
        }
    };
    (@keeps_zero map [$operand:ident] [$($number:ident)*] $function:expr) => {
        lacuna::map::Unary::<f64>::keeps_zero(&$function)
    };
    // A gradient is formed where the forward call has a number.
    (
        @keeps_zero map [$gradient:ident $operand:ident] [$($number:ident)*] $function:expr
    ) => {{ $(let _ = $number;)* true }};
    (@keeps_zero binary $operands:tt [] $function:expr) => { false };
    (@keeps_zero loss $operands:tt [$($number:ident)*] $function:expr) => {{ $(let _ = $number;)* false }};
}
lacuna::for_each_kernel!(functions);
