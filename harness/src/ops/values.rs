//! Functions of one number and of two, on the values of dense arrays, or of sparse ones whose pattern the result keeps.
use super::outcome::{like, settle_new, unwritten};
use super::{Inputs, Magnitudes, Operation, Outcome, Stop};
use crate::backend::Backend;
use crate::fixture::{Array, Case, CaseIndex, Number, Stype};
use crate::reference::{self, Tracked};

/// True for operands of one pattern: all dense, of one shape, or a sparse one alone.
fn one_pattern(case: &Case, operands: usize) -> bool {
    let same = case.inputs.windows(2).all(|pair| pair[0].shape == pair[1].shape);
    case.inputs.len() == operands && (operands == 1 || same && case.inputs.iter().all(|input| input.stype == Stype::Default))
}

/// How far a formula may be off, in every stored value.
fn tracked<const N: usize>(case: &Case, results: &[Array], formula: impl Fn([Tracked; N]) -> Tracked) -> Vec<Magnitudes> {
    let of = |i: usize| std::array::from_fn(|operand| Tracked::new(case.inputs[operand].values.get(i)));
    results.iter().map(|result| Magnitudes::tracked((0..result.values.len()).map(|i| formula(of(i))))).collect()
}

/// An operation for each function of the list.
macro_rules! functions {
    ({} $(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt $operands:tt -> $output:ty, $cut:ident, $call:ident $parameters:tt $fields:tt, $peer:literal,
        $structure:tt;)*) => {
        $(functions! { @row $generics $name [] $operands $peer })*
    };
    (@row [V] $name:ident [$($operand:ident)*] ($next:ident: Values, $($rest:tt)*) $peer:literal) => {
        functions! { @row [V] $name [$($operand)* $next] ($($rest)*) $peer }
    };
    (@row [V] $name:ident [$($operand:ident)*] ($out:ident: ValuesMut) $peer:literal) => {
        #[allow(non_camel_case_types)]
        pub(super) struct $name;

        impl Operation for $name {
            const OPERATORS: &'static [&'static str] = &[$peer];
            const KERNEL: Option<&'static str> = Some(stringify!($name));

            fn accepts(case: &Case) -> Result<bool, String> {
                Ok(one_pattern(case, [$(stringify!($operand)),*].len()))
            }

            fn run<B: Backend, V: Number, I: CaseIndex>(backend: &B, inputs: &Inputs<V, I>) -> Outcome {
                inputs.check(0)?;
                let operands = (0..inputs.len()).map(|place| inputs.values(place)).collect::<Result<Vec<_>, _>>()?;
                let [$($operand),*] = operands[..] else { return Err(Stop::Broken(format!("{} operands", inputs.len()))) };
                let mut $out = unwritten(inputs.values(0)?.len());
                settle_new(backend.$name($($operand),*, &mut $out), &$out)?;
                Ok(vec![like("out", inputs, 0, $out)?])
            }

            fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
                tracked(case, results, |[$($operand),*]| reference::$name($($operand),*))
            }
        }
    };
    (@row [V I] $name:ident [] $operands:tt $peer:literal) => {};
}
lacuna::for_each_kernel!(functions);
