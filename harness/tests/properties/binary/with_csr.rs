//! Functions of a csr and what is broadcast to it: dense, and at the entries of the csr.
use super::operand::Operand;
use super::{Difference, Function, Gathered, Product, Quotient, Reversed, Sum};
use crate::dot::shapes;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::{Broadcast, DenseMut, Index, KernelError};
use lacuna_harness::backend::Backend;
use lacuna_harness::reference::{self, Arithmetic, Tracked};
use lacuna_testing::{Csr, Guarded, Profile, Random, Real};
use quickcheck::{Arbitrary, Gen};
use std::marker::PhantomData;

type View<'a, V, I> = lacuna::Csr<'a, V, I>;

/// A csr and an operand.
#[derive(Clone, Debug)]
struct Pair<V> {
    a: Csr<V>,
    b: Operand<V>,
    knobs: Knobs,
}

impl<V: Real> Pair<V> {
    fn draw(random: &mut Random) -> Self {
        let profile = Profile::draw(random);
        let (a, _): (Csr<V>, _) = shapes::draw(random, profile);
        Self { b: Operand::draw(a.rows, a.columns, random), a, knobs: Knobs::draw(random) }
    }

    fn fewer(&self) -> Vec<Self> {
        self.a.fewer().into_iter().map(|a| Self { a, ..self.clone() }).collect()
    }
}

macro_rules! cases {
    ($($case:ident $member:ident)*) => {$(
        #[derive(Clone, Debug)]
        pub struct $case<V, F>(Pair<V>, PhantomData<F>);

        impl<V: Real, F: Function> Arbitrary for $case<V, F> {
            fn arbitrary(g: &mut Gen) -> Self {
                Self(Pair::draw(&mut Random::new(g)), PhantomData)
            }
            fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
                Box::new(self.0.fewer().into_iter().map(|pair| Self(pair, PhantomData)))
            }
        }

        impl<V: Real + Arithmetic, F: $member> Case<V> for $case<V, F> {
            fn knobs(&self) -> &Knobs {
                &self.0.knobs
            }
            fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
                self.made::<I>(backend, cut)
            }
            fn law(&self) -> Output<V> {
                Output { structure: vec![], values: self.by_formula(|value| value) }
            }
            fn reference(&self) -> Expected {
                let values = self.by_formula(|value| Tracked::new(value.into()));
                Expected { structure: vec![], values: values.into_iter().map(reference::Sum::from).collect() }
            }
        }
    )*};
}
cases! { IntoDense Dense AtEntries Entries }

pub trait Dense: Function {
    fn call<V: Real, I: Index>(
        backend: &dyn Backend,
        a: View<V, I>,
        b: Broadcast<V, I>,
        out: DenseMut<V>,
    ) -> Result<(), KernelError>;
}

pub trait Entries: Function {
    fn call<V: Real, I: Index>(
        backend: &dyn Backend,
        a: View<V, I>,
        b: Broadcast<V, I>,
        out: &mut [V],
    ) -> Result<(), KernelError>;
}

macro_rules! members {
    ($($function:ident $name:ident $member:ident $case:ident $out:ty, |$backend:ident, $a:ident, $b:ident,
        $to:ident| $call:expr;)*) => {$(
        impl $member for $function {
            fn call<V: Real, I: Index>(
                $backend: &dyn Backend, $a: View<V, I>, $b: Broadcast<V, I>, $to: $out
            ) -> Result<(), KernelError> {
                $call
            }
        }
        properties!($name, $case, super::super::$function);
    )*};
}
members! {
    Sum csr_broadcast_add Dense IntoDense DenseMut<V>, |backend, a, b, out| backend.csr_broadcast_add(a, b, out);
    Difference csr_broadcast_subtract Dense IntoDense DenseMut<V>, |backend, a, b,
        out| backend.csr_broadcast_subtract(a, b, out);
    Reversed broadcast_subtract_csr Dense IntoDense DenseMut<V>, |backend, a, b,
        out| backend.broadcast_subtract_csr(b, a, out);
    Product entries_multiply Entries AtEntries &mut [V], |backend, a, b, out| backend.entries_multiply(a, b, out);
    Quotient entries_divide Entries AtEntries &mut [V], |backend, a, b, out| backend.entries_divide(a, b, out);
    Gathered entries_gather Entries AtEntries &mut [V], |backend, a, b, out| backend.entries_gather(a, b, out);
}

impl<V: Real, F: Function> IntoDense<V, F> {
    fn by_formula<A: Arithmetic>(&self, convert: impl Fn(V) -> A) -> Vec<A> {
        let Pair { a, b, .. } = &self.0;
        let mut values = Vec::new();
        for row in 0..a.rows {
            let mut stored = vec![V::ZERO; a.columns];
            a.entries(row).for_each(|(column, value)| stored[column] = value);
            values.extend((0..a.columns).map(|column| F::formula(convert(stored[column]), convert(b.at(row, column)))));
        }
        values
    }
}

impl<V: Real, F: Dense> IntoDense<V, F> {
    fn made<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let Pair { a, b, knobs } = &self.0;
        let (typed, operand, mut out) = (a.typed::<I>(), b.typed::<I>(), Guarded::rows(a.rows, a.columns, knobs.pad));
        let (mut rest, mut left) = (out.dense(a.rows), operand.view());
        for rows in if cut { knobs.parts(a.rows) } else { std::iter::once(0..a.rows).collect() } {
            let ((part, others), (b, other)) = (rest.split_rows_at(rows.len()), left.split_rows_at(rows.len()));
            told(F::call(backend, told(typed.view().row_range(rows))?, b, part))?;
            (rest, left) = (others, other);
        }
        Ok(Output { structure: vec![], values: out.finish()? })
    }
}

impl<V: Real, F: Function> AtEntries<V, F> {
    fn by_formula<A: Arithmetic>(&self, convert: impl Fn(V) -> A) -> Vec<A> {
        let Pair { a, b, .. } = &self.0;
        let of_row = |row: usize| a.entries(row).map(move |(column, value)| (row, column, value));
        let entries = (0..a.rows).flat_map(of_row);
        entries.map(|(row, column, value)| F::formula(convert(value), convert(b.at(row, column)))).collect()
    }
}

impl<V: Real, F: Entries> AtEntries<V, F> {
    fn made<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let Pair { a, b, knobs } = &self.0;
        let (typed, operand, mut out) = (a.typed::<I>(), b.typed::<I>(), Guarded::rows(1, a.values.len(), 0));
        let (mut rest, mut left) = (out.slice(), operand.view());
        for rows in if cut { knobs.parts(a.rows) } else { std::iter::once(0..a.rows).collect() } {
            let (b, other) = left.split_rows_at(rows.len());
            let part = told(typed.view().row_range(rows))?;
            let (to, others) = rest.split_at_mut(part.nnz());
            told(F::call(backend, part, b, to))?;
            (rest, left) = (others, other);
        }
        Ok(Output { structure: vec![], values: out.finish()? })
    }
}
