//! Functions of two operands with rows.
use super::operand::Operand;
use super::{Difference, Differs, Exceeds, Function, Greatest, Least, Product, Quotient, Sum};
use crate::dot::transposed::numbers;
use crate::rows::draw_shape;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::{Broadcast, Index, KernelError, RowsMut};
use lacuna_harness::backend::Backend;
use lacuna_harness::reference::{self, Arithmetic, Tracked};
use lacuna_testing::{Guarded, Random, Real};
use quickcheck::{Arbitrary, Gen};
use std::marker::PhantomData;

pub trait Member: Function {
    fn call<V: Real, I: Index>(
        backend: &dyn Backend,
        left: Broadcast<V, I>,
        right: Broadcast<V, I>,
        out: RowsMut<V, I>,
    ) -> Result<(), KernelError>;
}

macro_rules! members {
    ($($function:ident $name:ident;)*) => {$(
        impl Member for $function {
            fn call<V: Real, I: Index>(
                backend: &dyn Backend,
                left: Broadcast<V, I>,
                right: Broadcast<V, I>,
                out: RowsMut<V, I>,
            ) -> Result<(), KernelError> {
                backend.$name(left, right, out)
            }
        }
        properties!($name, RowPairs, super::super::$function);
    )*};
}
members! {
    Sum rows_add;
    Difference rows_subtract;
    Product rows_multiply;
    Quotient rows_divide;
    Greatest rows_maximum;
    Least rows_minimum;
    Exceeds rows_greater;
    Differs rows_not_equal;
}

#[derive(Clone, Debug)]
pub struct RowPairs<V, F> {
    rows: usize,
    columns: usize,
    left: Operand<V>,
    right: Operand<V>,
    /// `None` for a dense result.
    ids: Option<Vec<usize>>,
    knobs: Knobs,
    function: PhantomData<F>,
}

impl<V: Real, F: Function> Arbitrary for RowPairs<V, F> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let (rows, columns) = draw_shape(random);
        let (left, right) = (Operand::draw(rows, columns, random), Operand::draw(rows, columns, random));
        let any = random.below(rows + 1);
        let ids = match (&left, &right) {
            // The patterns that the functions have.
            (Operand::RowSparse(left), Operand::RowSparse(right)) if random.once_in(2) => {
                let stores = |row: &usize| {
                    let of = [left.ids.contains(row), right.ids.contains(row)];
                    if F::UNION { of != [false; 2] } else { of == [true; 2] }
                };
                Some((0..rows).filter(stores).collect())
            }
            _ => random.once_in(2).then(|| random.ascending(any, rows)),
        };
        Self { rows, columns, left, right, ids, knobs: Knobs::draw(random), function: PhantomData }
    }
}

impl<V: Real, F: Function> RowPairs<V, F> {
    fn by_formula<A: Arithmetic>(&self, convert: impl Fn(V) -> A) -> (Vec<usize>, Vec<A>) {
        let rows = self.ids.clone().unwrap_or_else(|| (0..self.rows).collect());
        let places = rows.iter().flat_map(|&row| (0..self.columns).map(move |column| (row, column)));
        let element =
            |(row, column)| F::formula(convert(self.left.at(row, column)), convert(self.right.at(row, column)));
        let values = places.map(element).collect();
        (self.ids.clone().unwrap_or_default(), values)
    }
}

impl<V: Real + Arithmetic, F: Member> Case<V> for RowPairs<V, F> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let (left, right) = (self.left.typed::<I>(), self.right.typed::<I>());
        let ids: Option<Vec<I>> = self.ids.as_ref().map(|ids| ids.iter().map(|&id| I::from_usize(id)).collect());
        let (Operand::RowSparse(of_left), Operand::RowSparse(of_right)) = (&self.left, &self.right) else {
            return self.run_with(backend, (left.view(), right.view()), ids, cut);
        };
        let (first, second) = (of_left.typed::<I>(), of_right.typed::<I>());
        let mut both = vec![I::from_usize(0); of_left.ids.len()];
        let found = told(backend.rows_intersection_ids(first.view(), second.view(), &mut both))?;
        let expected: Vec<_> = of_left.ids.iter().copied().filter(|id| of_right.ids.contains(id)).collect();
        if numbers(&both[..found]) != expected {
            return Err(format!("intersection {both:?}, not {expected:?}"));
        }
        self.run_with(backend, (left.view(), right.view()), ids, cut)
    }

    fn law(&self) -> Output<V> {
        let (structure, values) = self.by_formula(|value| value);
        Output { structure, values }
    }

    fn reference(&self) -> Expected {
        let (structure, values) = self.by_formula(|value| Tracked::new(value.into()));
        Expected { structure, values: values.into_iter().map(reference::Sum::from).collect() }
    }
}

impl<V: Real, F: Member> RowPairs<V, F> {
    fn run_with<I: Index>(
        &self,
        backend: &dyn Backend,
        (left, right): (Broadcast<V, I>, Broadcast<V, I>),
        ids: Option<Vec<I>>,
        cut: bool,
    ) -> Result<Output<V>, String> {
        let pad = if ids.is_some() { 0 } else { self.knobs.pad };
        let mut out = Guarded::rows(ids.as_ref().map_or(self.rows, Vec::len), self.columns, pad);
        {
            let mut rest: (Broadcast<V, I>, Broadcast<V, I>, RowsMut<V, I>) = (
                left,
                right,
                match &ids {
                    Some(ids) => out.row_sparse(self.rows, ids).into(),
                    None => out.dense(self.rows).into(),
                },
            );
            for rows in if cut { self.knobs.parts(self.rows) } else { std::iter::once(0..self.rows).collect() } {
                let (left, right, out) = rest;
                let ((left, other_left), (right, other_right)) =
                    (left.split_rows_at(rows.len()), right.split_rows_at(rows.len()));
                let (out, others) = out.split_rows_at(rows.len());
                told(F::call(backend, left, right, out))?;
                rest = (other_left, other_right, others);
            }
        }
        Ok(Output { structure: ids.as_deref().map(numbers).unwrap_or_default(), values: out.finish()? })
    }
}
