//! Functions of two csr matrices, by pointers that were counted and in one pass.
use super::{Difference, Differs, Exceeds, Function, Greatest, Least, Product, Sum};
use crate::cast::dense_to_csr::structure;
use crate::dot::shapes;
use crate::dot::transposed::numbers;
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::{CsrMut, Index, KernelError};
use lacuna_harness::backend::Backend;
use lacuna_harness::reference::{self, Arithmetic, Tracked, Triplets};
use lacuna_testing::{Csr, Profile, Random, Real, smaller};
use quickcheck::{Arbitrary, Gen};
use std::marker::PhantomData;

type View<'a, V, I> = lacuna::Csr<'a, V, I>;

pub trait Member: Function {
    fn count<V: Real, I: Index>(
        backend: &dyn Backend,
        a: View<V, I>,
        b: View<V, I>,
        counts: &mut [I],
    ) -> Result<(), KernelError>;
    fn call<V: Real, I: Index>(
        backend: &dyn Backend,
        a: View<V, I>,
        b: View<V, I>,
        out: CsrMut<V, I>,
    ) -> Result<(), KernelError>;
    /// `None` for a function without this form.
    fn one_pass<V: Real, I: Index>(
        _backend: &dyn Backend,
        _a: View<V, I>,
        _b: View<V, I>,
        _out: (&mut [I], &mut [I], &mut [V]),
    ) -> Option<Result<usize, KernelError>> {
        None
    }
}

macro_rules! members {
    ($($function:ident $name:ident $nnz:ident $($one_pass:ident)?;)*) => {$(
        impl Member for $function {
            fn count<V: Real, I: Index>(
                backend: &dyn Backend, a: View<V, I>, b: View<V, I>, counts: &mut [I]
            ) -> Result<(), KernelError> {
                backend.$nnz(a, b, counts)
            }
            fn call<V: Real, I: Index>(
                backend: &dyn Backend, a: View<V, I>, b: View<V, I>, out: CsrMut<V, I>
            ) -> Result<(), KernelError> {
                backend.$name(a, b, out)
            }
            $(fn one_pass<V: Real, I: Index>(
                backend: &dyn Backend,
                a: View<V, I>,
                b: View<V, I>,
                (indptr, indices, values): (&mut [I], &mut [I], &mut [V]),
            ) -> Option<Result<usize, KernelError>> {
                Some(backend.$one_pass(a, b, indptr, indices, values))
            })?
        }
        properties!($name, CsrPairs, super::super::$function);
    )*};
}
members! {
    Sum csr_add csr_union_nnz csr_add_one_pass;
    Difference csr_subtract csr_union_nnz csr_subtract_one_pass;
    Product csr_multiply csr_intersection_nnz csr_multiply_one_pass;
    Greatest csr_maximum csr_union_nnz;
    Least csr_minimum csr_union_nnz;
    Exceeds csr_greater csr_union_nnz;
    Differs csr_not_equal csr_union_nnz;
}

#[derive(Clone, Debug)]
pub struct CsrPairs<V, F> {
    a: Csr<V>,
    b: Csr<V>,
    knobs: Knobs,
    function: PhantomData<F>,
}

impl<V: Real, F: Function> Arbitrary for CsrPairs<V, F> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let profile = Profile::draw(random);
        let (a, _): (Csr<V>, _) = shapes::draw(random, profile);
        let row = |row: usize, random: &mut Random| {
            let of_a: Vec<_> = a.entries(row).map(|entry| entry.0).collect();
            match random.below(4) {
                0 => of_a,
                1 => vec![],
                _ => {
                    let count = random.below(2 * of_a.len() + 2);
                    random.ascending(count, a.columns)
                }
            }
        };
        let rows = (0..a.rows).map(|number| row(number, random)).collect();
        let b = Csr::of_rows(a.columns, rows, profile, random);
        Self { a, b, knobs: Knobs::draw(random), function: PhantomData }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let mut cases: Vec<Self> = Vec::new();
        let rows = smaller(self.a.rows).into_iter();
        cases.extend(rows.map(|kept| Self {
            a: self.a.keep_rows(kept.clone()),
            b: self.b.keep_rows(kept),
            ..self.clone()
        }));
        let columns = smaller(self.a.columns).into_iter().filter(|kept| kept.start == 0);
        cases.extend(columns.map(|kept| Self {
            a: self.a.keep_columns(kept.end),
            b: self.b.keep_columns(kept.end),
            ..self.clone()
        }));
        cases.extend(self.a.fewer().into_iter().map(|a| Self { a, ..self.clone() }));
        cases.extend(self.b.fewer().into_iter().map(|b| Self { b, ..self.clone() }));
        cases.extend(self.knobs.plainer().into_iter().map(|knobs| Self { knobs, ..self.clone() }));
        Box::new(cases.into_iter())
    }
}

impl<V: Real, F: Function> CsrPairs<V, F> {
    /// Pointers and columns of the result, and its elements by the formula.
    fn by_formula<A: Arithmetic>(&self, convert: impl Fn(V) -> A) -> (Vec<usize>, Vec<A>) {
        let (a, b) = (self.a.referenced(), self.b.referenced());
        let pattern = reference::pattern_of_pair(&a, &b, F::UNION);
        let entries = pattern.iter().map(|&(row, column)| (row, column, 0.0)).collect();
        let at = |csr: &Csr<V>, (row, column)| {
            csr.entries(row).find(|entry| entry.0 == column).map_or(V::ZERO, |entry| entry.1)
        };
        let values = pattern.iter().map(|&place| F::formula(convert(at(&self.a, place)), convert(at(&self.b, place))));
        (structure(&Triplets { rows: self.a.rows, columns: self.a.columns, entries }), values.collect())
    }
}

impl<V: Real + Arithmetic, F: Member> Case<V> for CsrPairs<V, F> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let (a, b, rows) = (self.a.typed::<I>(), self.b.typed::<I>(), self.a.rows);
        let mut indptr = vec![I::default(); rows + 1];
        if !cut && self.knobs.form % 2 == 1 {
            // All that there may be, or no more than there is.
            let room = match (self.knobs.form, F::UNION) {
                (1, true) => self.a.values.len() + self.b.values.len(),
                (1, false) => self.a.values.len().min(self.b.values.len()),
                _ => reference::pattern_of_pair(&self.a.referenced(), &self.b.referenced(), F::UNION).len(),
            };
            let (mut indices, mut values) = (vec![I::from_usize(9); room], vec![V::ONE; room]);
            if let Some(stored) = F::one_pass(backend, a.view(), b.view(), (&mut indptr, &mut indices, &mut values)) {
                let stored = told(stored)?;
                told(lacuna::Csr::new(rows, self.a.columns, &indptr, &indices[..stored], &values[..stored]))?;
                values.truncate(stored);
                return Ok(Output { structure: [numbers(&indptr), numbers(&indices[..stored])].concat(), values });
            }
        }
        let parts = if cut { self.knobs.parts(rows) } else { std::iter::once(0..rows).collect() };
        for rows in parts.clone() {
            let counts = &mut indptr[rows.start + 1..rows.end + 1];
            let (a, b) = (told(a.view().row_range(rows.clone()))?, told(b.view().row_range(rows))?);
            told(F::count(backend, a, b, counts))?;
        }
        let nnz = told(backend.accumulate_indptr(&mut indptr))?;
        let (mut indices, mut values) = (vec![I::from_usize(9); nnz], vec![V::ONE; nnz]);
        let mut rest = told(CsrMut::new(rows, self.a.columns, &indptr, &mut indices, &mut values))?;
        for rows in parts {
            let (out, others) = rest.split_rows_at(rows.len());
            let (a, b) = (told(a.view().row_range(rows.clone()))?, told(b.view().row_range(rows))?);
            told(F::call(backend, a, b, out))?;
            rest = others;
        }
        told(lacuna::Csr::new(rows, self.a.columns, &indptr, &indices, &values))?;
        Ok(Output { structure: [numbers(&indptr), numbers(&indices)].concat(), values })
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
