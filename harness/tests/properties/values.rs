//! Functions of one number and of two: random values for every one of the list.
use crate::verdict::{Case, Expected, Knobs, Output, Verdict, properties, same, told};
use lacuna::{Index, KernelError};
use lacuna_harness::backend::Backend;
use lacuna_harness::reference::{self, Sum, Tracked};
use lacuna_testing::{Guarded, Profile, Random, Real, smaller};
use quickcheck::{Arbitrary, Gen};
use std::marker::PhantomData;
use std::ops::Range;

/// A function of the list.
pub trait Function: Clone + std::fmt::Debug + 'static {
    const OPERANDS: usize;
    const NUMBERS: usize;
    /// True if an elementary function is a part of it: then its bits in f64 are its own.
    const ELEMENTARY: bool;
    /// True for a formula of several operations, with such a function among them: in f64 only the reference judges it.
    const OF_ELEMENTARY: bool;

    fn call<V: Real>(backend: &dyn Backend, operands: &[&[V]], numbers: &[V], out: &mut [V])
    -> Result<(), KernelError>;
    fn formula<A: reference::Arithmetic>(operands: &[A], numbers: &[A]) -> A;
}

#[derive(Clone, Debug)]
pub struct Values<V, F> {
    operands: Vec<Vec<V>>,
    numbers: Vec<V>,
    knobs: Knobs,
    function: PhantomData<F>,
}

impl<V: Real, F: Function> Arbitrary for Values<V, F> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let length = match random.percent() {
            0..60 => random.below(70),
            60..95 => random.below(300),
            _ => 1000 + random.below(2000),
        };
        let operands = (0..F::OPERANDS).map(|_| Profile::draw(random).values(random, length)).collect();
        let numbers = Profile::draw(random).values(random, F::NUMBERS);
        Self { operands, numbers, knobs: Knobs::draw(random), function: PhantomData }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let kept = smaller(self.operands[0].len()).into_iter();
        let cases = kept.map(|kept| Self {
            operands: self.operands.iter().map(|values| values[kept.clone()].to_vec()).collect(),
            ..self.clone()
        });
        Box::new(cases.collect::<Vec<_>>().into_iter())
    }
}

impl<V: Real, F: Function> Values<V, F> {
    fn by_formula<A: reference::Arithmetic>(&self, convert: impl Fn(V) -> A) -> Vec<A> {
        let numbers: Vec<_> = self.numbers.iter().map(|&number| convert(number)).collect();
        (0..self.operands[0].len())
            .map(|i| F::formula(&self.operands.iter().map(|values| convert(values[i])).collect::<Vec<_>>(), &numbers))
            .collect()
    }
}

impl<V: Real + reference::Arithmetic, F: Function> Case<V> for Values<V, F> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    // No index type plays a part.
    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let mut out = Guarded::rows(1, self.operands[0].len(), 0);
        let mut rest = out.slice();
        let operands =
            |part: Range<usize>| -> Vec<&[V]> { self.operands.iter().map(|values| &values[part.clone()]).collect() };
        if !cut {
            told(F::call(backend, &operands(0..rest.len()), &self.numbers, rest))?;
        } else {
            for part in self.knobs.parts(rest.len()) {
                let (to, others) = rest.split_at_mut(part.len());
                told(F::call(backend, &operands(part), &self.numbers, to))?;
                rest = others;
            }
        }
        Ok(Output { structure: vec![], values: out.finish()? })
    }

    fn law(&self) -> Output<V> {
        Output { structure: vec![], values: self.by_formula(|value| value) }
    }

    fn by_law(&self, found: &Output<V>) -> Verdict {
        if size_of::<V>() == size_of::<f64>() && F::OF_ELEMENTARY {
            return Ok(());
        }
        if size_of::<V>() == size_of::<f32>() || !F::ELEMENTARY {
            return same(|| "scalar by the order law".into(), &self.law(), found);
        }
        // In f64 the law is less than one unit in the last place from the exact value, and the oracle may be four. A
        // product or quotient may double the units, and rounds both.
        let units = if F::OPERANDS == 1 { 5 } else { 2 * 5 + 1 };
        let (law, places) = (self.law().values, found.values.iter().enumerate());
        let near = |x: f64, y: f64| {
            x == 0.0 && y == 0.0 && x.to_bits() == y.to_bits()
                || x.to_bits().abs_diff(y.to_bits()) <= units
                || x.is_nan() && y.is_nan()
        };
        match places.map(|(at, &value)| (at, law[at], value)).find(|&(_, law, value)| !near(law.into(), value.into())) {
            None => Ok(()),
            Some((at, law, value)) => {
                Err(format!("value {at} of {:?} should be about {law:?}, is {value:?}", self.operands[0][at]))
            }
        }
    }

    fn reference(&self) -> Expected {
        let values = self.by_formula(|value| Tracked::new(value.into()));
        Expected { structure: vec![], values: values.into_iter().map(Sum::from).collect() }
    }
}

/// The type that stands for a function in a test.
macro_rules! named {
    ($name:ident) => {
        #[allow(non_camel_case_types)]
        #[derive(Clone, Debug)]
        pub struct $name;
    };
}

/// The properties of each row of the list that is such a function.
macro_rules! functions {
    ({} $(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt $operands:tt
        -> $output:ty, $cut:ident, $call:ident $parameters:tt $fields:tt, $peer:literal,
        $structure:tt;)*) => {
        /// The functions.
        mod names {
            $(functions! { @name $family $generics $name $operands })*
        }
        $(functions! { @row $family $generics $name [] [] $operands })*
    };
    (@name map [$value:ident] $name:ident $operands:tt) => { named!($name); };
    (@name binary [$value:ident] $name:ident $operands:tt) => { named!($name); };
    (@name loss [$value:ident] $name:ident ($first:ident: Values, $($rest:tt)*)) => { named!($name); };
    (@name $family:ident $generics:tt $name:ident $operands:tt) => {};
    (@row $family:ident [$value:ident] $name:ident [$($operand:ident)*] [] ($next:ident: Values, $($rest:tt)*)) => {
        functions! { @row $family [$value] $name [$($operand)* $next] [] ($($rest)*) }
    };
    (
        @row $family:ident [$value:ident] $name:ident $operands:tt [$($number:ident)*] (
            $next:ident: Scalar, $($rest:tt)*
        )
    ) => {
        functions! { @row $family [$value] $name $operands [$($number)* $next] ($($rest)*) }
    };
    (@row map $($row:tt)*) => { functions! { @function $($row)* } };
    (@row binary $($row:tt)*) => { functions! { @function $($row)* } };
    (@row loss [$value:ident] $name:ident [$($operand:ident)+] $($row:tt)*) => {
        functions! { @function [$value] $name [$($operand)+] $($row)* }
    };
    (@row $family:ident $($row:tt)*) => {};
    (@function [$value:ident] $name:ident [$($operand:ident)*] [$($number:ident)*] ($out:ident: ValuesMut)) => {
        impl Function for names::$name {
            const OPERANDS: usize = <[&str]>::len(&[$(stringify!($operand)),*]);
            const NUMBERS: usize = <[&str]>::len(&[$(stringify!($number)),*]);
            const ELEMENTARY: bool = reference::is_elementary(stringify!($name));
            const OF_ELEMENTARY: bool = reference::is_of_elementary(stringify!($name));

            fn call<V: Real>(
                backend: &dyn Backend, operands: &[&[V]], numbers: &[V], $out: &mut [V]
            ) -> Result<(), KernelError> {
                let ([$($operand),*], [$($number),*]) = (operands, numbers) else { unreachable!() };
                backend.$name($($operand,)* $(*$number,)* $out)
            }

            fn formula<A: reference::Arithmetic>(operands: &[A], numbers: &[A]) -> A {
                let ([$($operand),*], [$($number),*]) = (operands, numbers) else { unreachable!() };
                reference::$name($(*$operand,)* $(*$number),*)
            }
        }

        properties!($name, Values, crate::values::names::$name);
    };
    (@function [$value:ident I] $($row:tt)*) => {};
}
lacuna::for_each_kernel!(functions);
