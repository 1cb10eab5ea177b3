//! Functions of one number and of two: random values for every one of the list.
use crate::arrays::smaller;
use crate::canvas::Canvas;
use crate::random::{Profile, Random, Real};
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::{Index, KernelError};
use lacuna_harness::backend::Backend;
use lacuna_harness::reference::{self, Sum, Tracked};
use quickcheck::{Arbitrary, Gen};
use std::marker::PhantomData;
use std::ops::Range;

/// A function of the list.
pub trait Function: Clone + std::fmt::Debug + 'static {
    const OPERANDS: usize;

    fn call<V: Real>(backend: &impl Backend, operands: &[&[V]], out: &mut [V]) -> Result<(), KernelError>;
    fn formula<A: reference::Arithmetic>(operands: &[A]) -> A;
}

#[derive(Clone, Debug)]
pub struct Values<V, F> {
    operands: Vec<Vec<V>>,
    knobs: Knobs,
    function: PhantomData<F>,
}

impl<V: Real, F: Function> Arbitrary for Values<V, F> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let length = match random.below(100) {
            0..60 => random.below(70),
            60..95 => random.below(300),
            _ => 1000 + random.below(2000),
        };
        let operands = (0..F::OPERANDS).map(|_| Profile::draw(random).values(random, length)).collect();
        Self { operands, knobs: Knobs::draw(random), function: PhantomData }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let kept = smaller(self.operands[0].len()).into_iter();
        let cases =
            kept.map(|kept| Self { operands: self.operands.iter().map(|values| values[kept.clone()].to_vec()).collect(), ..self.clone() });
        Box::new(cases.collect::<Vec<_>>().into_iter())
    }
}

impl<V: Real, F: Function> Values<V, F> {
    fn by_formula<A: reference::Arithmetic>(&self, convert: impl Fn(V) -> A) -> Vec<A> {
        (0..self.operands[0].len())
            .map(|i| F::formula(&self.operands.iter().map(|values| convert(values[i])).collect::<Vec<_>>()))
            .collect()
    }
}

impl<V: Real + reference::Arithmetic, F: Function> Case<V> for Values<V, F> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    // No index type plays a part.
    fn run<I: Index>(&self, backend: &impl Backend, cut: bool) -> Result<Output<V>, String> {
        let mut out = Canvas::new(1, self.operands[0].len(), 0);
        let mut rest = out.slice();
        let operands = |part: Range<usize>| -> Vec<&[V]> { self.operands.iter().map(|values| &values[part.clone()]).collect() };
        if !cut {
            told(F::call(backend, &operands(0..rest.len()), rest))?;
        } else {
            for part in self.knobs.parts(rest.len()) {
                let (to, others) = rest.split_at_mut(part.len());
                told(F::call(backend, &operands(part), to))?;
                rest = others;
            }
        }
        Ok(Output { structure: vec![], values: out.finish()? })
    }

    fn law(&self) -> Output<V> {
        Output { structure: vec![], values: self.by_formula(|value| value) }
    }

    fn reference(&self) -> Expected {
        let values = self.by_formula(|value| Tracked::new(value.into()));
        Expected { structure: vec![], values: values.into_iter().map(Sum::from).collect() }
    }
}

/// The properties of each row of the list without an index type, whose function is a type of its own.
macro_rules! functions {
    ({} $(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt $operands:tt -> $output:ty, $cut:ident, $call:ident $parameters:tt $fields:tt, $peer:literal,
        $structure:tt;)*) => {
        $(functions! { @row $generics $name $parameters [] $operands })*
    };
    (@row [V] $name:ident $parameters:tt [$($operand:ident)*] ($next:ident: Values, $($rest:tt)*)) => {
        functions! { @row [V] $name $parameters [$($operand)* $next] ($($rest)*) }
    };
    (@row [V] $name:ident ($function:ty, V) [$($operand:ident)*] ($out:ident: ValuesMut)) => {
        impl Function for $function {
            const OPERANDS: usize = [$(stringify!($operand)),*].len();

            fn call<V: Real>(backend: &impl Backend, operands: &[&[V]], $out: &mut [V]) -> Result<(), KernelError> {
                let [$($operand),*] = operands else { unreachable!() };
                backend.$name($($operand),*, $out)
            }

            fn formula<A: reference::Arithmetic>(operands: &[A]) -> A {
                let [$($operand),*] = operands else { unreachable!() };
                reference::$name($(*$operand),*)
            }
        }

        properties!($name, Values, $function);
    };
    (@row [V I] $name:ident $parameters:tt [] $operands:tt) => {};
}
lacuna::for_each_kernel!(functions);
