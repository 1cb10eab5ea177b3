use super::{copied, draw, exact, filled};
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::{Csr, Profile, Random, Real, smaller};
use quickcheck::{Arbitrary, Gen};

/// One beside the other.
#[derive(Clone, Debug)]
pub struct Concat<V> {
    parts: Vec<Csr<V>>,
    knobs: Knobs,
}

impl<V: Real> Arbitrary for Concat<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let first: Csr<V> = draw(random);
        let rows = first.rows;
        let mut parts = vec![first];
        for _ in 0..random.below(4) {
            let columns = random.below(12);
            let of_row = |random: &mut Random| {
                let count = random.below(columns + 1);
                random.ascending(count, columns)
            };
            let stored = (0..rows).map(|_| of_row(random)).collect();
            let profile = Profile::draw(random);
            parts.push(Csr::of_rows(columns, stored, profile, random));
        }
        Self { parts, knobs: Knobs::draw(random) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let mut cases: Vec<Self> = Vec::new();
        cases.extend((self.parts.len() > 1).then(|| Self { parts: self.parts[1..].to_vec(), ..self.clone() }));
        cases.extend((self.parts.len() > 1).then(|| Self { parts: self.parts[..1].to_vec(), ..self.clone() }));
        let rows = smaller(self.parts[0].rows).into_iter();
        cases.extend(rows.map(|kept| Self {
            parts: self.parts.iter().map(|part| part.keep_rows(kept.clone())).collect(),
            ..self.clone()
        }));
        Box::new(cases.into_iter())
    }
}

impl<V: Real> Case<V> for Concat<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let parts: Vec<_> = self.parts.iter().map(Csr::typed::<I>).collect();
        let (rows, columns) = (self.parts[0].rows, self.parts.iter().map(|part| part.columns).sum());
        let mut indptr = vec![I::from_usize(0); rows + 1];
        for part in &parts {
            told(backend.add_row_nnz(part.view(), &mut indptr[1..]))?;
        }
        told(backend.accumulate_indptr(&mut indptr))?;
        filled((rows, columns), &indptr, cut.then_some(&self.knobs), |rows, mut out| {
            let (mut starts, mut first) = (vec![I::from_usize(0); rows.len()], 0);
            for part in &parts {
                let part = part.view().row_range(rows.clone())?;
                backend.concat(part, first, &starts, out.reborrow())?;
                backend.add_row_nnz(part, &mut starts)?;
                first += part.columns();
            }
            Ok(())
        })
    }

    fn law(&self) -> Output<V> {
        exact(self.reference())
    }

    fn reference(&self) -> Expected {
        copied(&reference::concat(&self.parts.iter().map(Referenced::referenced).collect::<Vec<_>>()))
    }
}

properties!(concat, Concat);

/// One below the other, and back: rows and columns of a concatenation are its parts.
#[test]
fn parts_of_a_concatenation_are_what_it_was_made_of() {
    fn property(Concat { parts, .. }: Concat<f64>) -> Result<(), String> {
        let below: Vec<_> = parts.iter().map(Csr::typed::<i32>).collect();
        let rows = parts[0].rows;
        let mut indptr = vec![0; rows + 1];
        for part in &below {
            told(lacuna::slice::add_row_nnz(part.view(), &mut indptr[1..]))?;
        }
        let nnz = told(lacuna::cast::accumulate_indptr(&mut indptr))?;
        let (mut indices, mut values, mut starts, mut first) = (vec![0; nnz], vec![0.0; nnz], vec![0; rows], 0);
        let columns = parts.iter().map(|part| part.columns).sum();
        for part in &below {
            let out = told(lacuna::CsrMut::new(rows, columns, &indptr, &mut indices, &mut values))?;
            told(lacuna::slice::concat(part.view(), first, &starts, out))?;
            told(lacuna::slice::add_row_nnz(part.view(), &mut starts))?;
            first += part.view().columns();
        }
        let whole = told(lacuna::Csr::new(rows, columns, &indptr, &indices, &values))?;
        first = 0;
        for part in &below {
            let (part, mut pointers) = (part.view(), vec![0; rows + 1]);
            let nnz = told(lacuna::slice::columns_indptr(whole, first..first + part.columns(), &mut pointers))?;
            let (mut indices, mut values) = (vec![0; nnz], vec![0.0; nnz]);
            let out = told(lacuna::CsrMut::new(rows, part.columns(), &pointers, &mut indices, &mut values))?;
            told(lacuna::slice::columns(whole, first, out))?;
            first += part.columns();
            let bits = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
            if indices != part.indices() || bits(&values) != bits(part.values()) {
                return Err(format!("{indices:?} {values:?} instead of {part:?}"));
            }
        }
        Ok(())
    }
    crate::cases::check(property as fn(Concat<f64>) -> Result<(), String>);
}
