use super::patterns::{self, Target, structure};
use super::shapes;
use super::transposed::numbers;
use crate::law;
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna::dot::csr_csr_scratch;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::{Csr, Profile, Random, Real, smaller};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct CsrCsr<V> {
    a: Csr<V>,
    b: Csr<V>,
    /// Where the product is sampled; `None` for the whole of it.
    places: Option<Vec<(usize, usize)>>,
    /// For how many parts there is scratch.
    scratch: usize,
    knobs: Knobs,
}

impl<V: Real> Arbitrary for CsrCsr<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let profile = Profile::draw(random);
        let (a, n) = shapes::draw::<V>(random, profile);
        let columns = if random.once_in(4) { random.one_of(&[64, 65, 128, 200, 4097, 5000]) } else { n };
        // Where A is wide, most rows of B are empty or short.
        let longest = if a.columns > 200 { 3 } else { 30 };
        let rows = (0..a.columns).map(|_| {
            let count = if random.once_in(3) { 0 } else { random.below(columns.min(longest) + 1) };
            random.ascending(count, columns)
        });
        let rows = rows.collect();
        let b = Csr::of_rows(columns, rows, Profile::draw(random), random);
        let places = random.once_in(3).then(|| patterns::draw(random, a.rows, columns));
        Self { a, b, places, scratch: random.one_of(&[0, 1, 1, 2, 7, 9]), knobs: Knobs::draw(random) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let mut cases: Vec<Self> = Vec::new();
        if self.places.is_some() {
            cases.push(Self { places: None, ..self.clone() });
        } else {
            cases.extend(
                smaller(self.a.rows).into_iter().map(|kept| Self { a: self.a.keep_rows(kept), ..self.clone() }),
            );
            cases.extend(
                smaller(self.b.columns)
                    .into_iter()
                    .filter(|kept| kept.start == 0)
                    .map(|kept| Self { b: self.b.keep_columns(kept.end), ..self.clone() }),
            );
        }
        cases.extend(smaller(self.a.columns).into_iter().filter(|kept| kept.start == 0).map(|kept| Self {
            a: self.a.keep_columns(kept.end),
            b: self.b.keep_rows(kept),
            ..self.clone()
        }));
        cases.extend(self.a.fewer().into_iter().map(|a| Self { a, ..self.clone() }));
        cases.extend(self.b.fewer().into_iter().map(|b| Self { b, ..self.clone() }));
        cases.extend(self.knobs.plainer().into_iter().map(|knobs| Self { knobs, ..self.clone() }));
        Box::new(cases.into_iter())
    }
}

impl<V: Real> CsrCsr<V> {
    fn places(&self) -> Vec<(usize, usize)> {
        self.places.clone().unwrap_or_else(|| reference::product_places(&self.a.referenced(), &self.b.referenced()))
    }

    /// Pointers and columns by the structure calls.
    fn target<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Target<V, I>, String> {
        let (a, b) = (self.a.typed::<I>(), self.b.typed::<I>());
        if let Some(places) = &self.places {
            return Ok(Target::new(self.a.rows, places));
        }
        let ranges = if cut { self.knobs.parts(self.a.rows) } else { std::iter::once(0..self.a.rows).collect() };
        let mut scratch = vec![u64::MAX; csr_csr_scratch(self.b.columns)];
        let mut indptr = vec![I::default(); self.a.rows + 1];
        for rows in &ranges {
            let counts = &mut indptr[rows.start + 1..rows.end + 1];
            told(backend.csr_csr_row_nnz(told(a.view().row_range(rows.clone()))?, b.view(), counts, &mut scratch))?;
        }
        let nnz = told(backend.accumulate_indptr(&mut indptr))?;
        let mut indices = vec![I::from_usize(9); nnz];
        for rows in ranges {
            let entries = indptr[rows.start].to_usize()..indptr[rows.end].to_usize();
            let part = told(a.view().row_range(rows.clone()))?;
            told(backend.csr_csr_indices(
                part,
                b.view(),
                &indptr[rows.start..=rows.end],
                &mut indices[entries],
                &mut scratch,
            ))?;
        }
        Ok(Target { indptr, indices, values: vec![V::ONE; nnz] })
    }
}

impl<V: Real> Case<V> for CsrCsr<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let (a, b) = (self.a.typed::<I>(), self.b.typed::<I>());
        let mut target = self.target::<I>(backend, cut)?;
        let ranges = if cut { self.knobs.parts(self.a.rows) } else { std::iter::once(0..self.a.rows).collect() };
        let mut scratch = vec![V::narrow(f64::NAN); self.scratch * self.b.columns];
        target.write(self.b.columns, &ranges, |rows, out| {
            told(backend.csr_csr(told(a.view().row_range(rows))?, b.view(), &mut scratch, out))
        })?;
        told(lacuna::Csr::new(self.a.rows, self.b.columns, &target.indptr, &target.indices, &target.values))?;
        Ok(Output { structure: [numbers(&target.indptr), numbers(&target.indices)].concat(), values: target.values })
    }

    /// An entry whose row of B does not store the column keeps its place.
    fn law(&self) -> Output<V> {
        let places = self.places();
        let of_b: Vec<Vec<_>> = (0..self.b.rows).map(|row| self.b.entries(row).collect()).collect();
        let term = |column: usize, (k, value): (usize, V)| {
            let found = of_b[k].binary_search_by_key(&column, |entry| entry.0).ok();
            found.map(|place| value * of_b[k][place].1)
        };
        let sum = |&(row, column): &(usize, usize)| {
            law::running(&self.a.entries(row).map(|entry| term(column, entry)).collect::<Vec<_>>())
        };
        Output { structure: structure(self.a.rows, &places), values: places.iter().map(sum).collect() }
    }

    fn reference(&self) -> Expected {
        let places = self.places();
        let values = reference::product_csr(&self.a.referenced(), &self.b.referenced(), &places);
        Expected { structure: structure(self.a.rows, &places), values }
    }
}

properties!(csr_csr, CsrCsr);
