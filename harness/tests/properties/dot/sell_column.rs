use super::shapes;
use super::transposed::run_parts;
use crate::law;
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna::dot::{SellPlan, sell_plan_length};
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::{Csr, Dense, Guarded, Profile, Random, Real, smaller};
use quickcheck::{Arbitrary, Gen};

/// Lengths of rows: around the lanes, and the longest that go into slices.
const LENGTHS: [usize; 12] = [0, 1, 2, 3, 4, 5, 7, 8, 9, 63, 64, 65];

#[derive(Clone, Debug)]
pub struct SellColumn<V> {
    pub a: Csr<V>,
    pub b: Dense<V>,
    /// As the transposed of a matrix, in which its entries stand the other way round.
    pub transposed: bool,
    pub knobs: Knobs,
}

impl<V: Real> Arbitrary for SellColumn<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let profile = Profile::draw(random);
        let a = match random.percent() {
            0..40 => shapes::draw(random, profile).0,
            40..75 => of_few_lengths(random, profile),
            _ => banded(random, profile),
        };
        Self {
            b: Dense::draw(a.columns, 1, Profile::draw(random), random),
            a,
            transposed: random.once_in(3),
            knobs: Knobs::draw(random),
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let mut cases: Vec<Self> = Vec::new();
        cases.extend(smaller(self.a.rows).into_iter().map(|kept| Self { a: self.a.keep_rows(kept), ..self.clone() }));
        cases.extend(self.a.fewer().into_iter().map(|a| Self { a, ..self.clone() }));
        cases.extend(self.b.plainer().into_iter().map(|b| Self { b, ..self.clone() }));
        cases.extend(self.knobs.plainer().into_iter().map(|knobs| Self { knobs, ..self.clone() }));
        Box::new(cases.into_iter())
    }
}

/// Rows of so few lengths that many are alike.
fn of_few_lengths<V: Real>(random: &mut Random, profile: Profile) -> Csr<V> {
    let (rows, columns) = (random.one_of(&[15, 16, 17, 40, 70]), 66 + random.below(9));
    let lengths = [(); 3].map(|()| random.one_of(&LENGTHS));
    let rows = (0..rows)
        .map(|_| random.one_of(&lengths))
        .collect::<Vec<_>>()
        .into_iter()
        .map(|length| random.ascending(length, columns));
    let rows = rows.collect();
    Csr::of_rows(columns, rows, profile, random)
}

/// Diagonals, which at times end within the matrix or miss an entry.
pub fn diagonals(
    random: &mut Random,
    rows: usize,
    columns: usize,
    offsets: &[isize],
    broken: usize,
) -> Vec<Vec<usize>> {
    let row = |row: usize, random: &mut Random| {
        let shift = usize::from(random.once_in(broken));
        let inside = offsets
            .iter()
            .filter_map(|offset| (row + shift).checked_add_signed(*offset).filter(|column| *column < columns));
        inside.collect::<Vec<_>>()
    };
    (0..rows).map(|number| row(number, random)).collect()
}

fn banded<V: Real>(random: &mut Random, profile: Profile) -> Csr<V> {
    let (rows, columns) = (random.one_of(&[16, 33, 64, 100]), 30 + random.below(90));
    let offsets: &[isize] = random.one_of(&[&[0][..], &[-1, 0, 1], &[-9, -1, 0, 1, 9], &[2, 5], &[-20, -3]]);
    let broken = random.one_of(&[20, 1000]);
    let mut rows = match random.turn(3) {
        // The diagonal goes on behind an empty row.
        0 => diagonals(random, 16, columns, &[0], 1000)
            .into_iter()
            .chain([vec![]])
            .chain(diagonals(random, 24, columns, &[16], 1000))
            .collect(),
        // The last row of a slice stands apart.
        1 => {
            let mut rows = diagonals(random, rows, columns, offsets, 1000);
            rows[15].iter_mut().for_each(|column| *column += 1);
            rows
        }
        _ => diagonals(random, rows, columns, offsets, broken),
    };
    rows.iter_mut().for_each(|row| row.retain(|column| *column < columns));
    Csr::of_rows(columns, rows, profile, random)
}

/// A plan in `memory`, and the values of a product in its order.
pub fn plan<'p, V: Real, I: Index>(
    backend: &dyn Backend,
    a: lacuna::Csr<V, I>,
    memory: &'p mut Vec<I>,
) -> Result<(SellPlan<'p, I>, Vec<V>), String> {
    memory.resize(sell_plan_length(a.rows(), a.nnz()), I::from_usize(99));
    let plan = told(backend.sell_plan(a, memory))?;
    let mut values = vec![V::narrow(-7.25); a.nnz()];
    told(backend.permute(plan.entries(), a.values(), &mut values))?;
    Ok((plan, values))
}

/// As [`plan`], of a transposed matrix with the `values` of the matrix itself, in which its entries are at `places`.
pub fn plan_transposed<'p, V: Real, I: Index>(
    backend: &dyn Backend,
    transposed: lacuna::Csr<V, I>,
    (values, places): (&[V], &[I]),
    memory: &'p mut Vec<I>,
) -> Result<(SellPlan<'p, I>, Vec<V>), String> {
    memory.resize(sell_plan_length(transposed.rows(), transposed.nnz()), I::from_usize(99));
    let plan = told(backend.sell_plan_transposed(transposed, places, memory))?;
    let mut in_order = vec![V::narrow(-7.25); transposed.nnz()];
    told(backend.permute(plan.entries(), values, &mut in_order))?;
    Ok((plan, in_order))
}

impl<V: Real> Case<V> for SellColumn<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let (a, b) = (self.a.typed::<I>(), self.b.strided());
        let (a, b) = (a.view(), b.view());
        let mut memory = Vec::new();
        let backwards: Vec<_> = a.values().iter().rev().copied().collect();
        let places: Vec<_> = (0..a.nnz()).rev().map(I::from_usize).collect();
        let (plan, values) = if self.transposed {
            plan_transposed(backend, a, (&backwards, &places), &mut memory)?
        } else {
            plan(backend, a, &mut memory)?
        };
        // Every term is there once, and the terms of a row are in order.
        let mut terms: Vec<_> = plan.terms(plan.entries()).collect();
        terms.sort_by_key(|(row, ..)| *row);
        let row = |row: usize| a.row(row).0.iter().map(move |column| (row, column.to_usize()));
        let place = |k: usize| I::from_usize(if self.transposed { a.nnz() - 1 - k } else { k });
        let expected = (0..a.rows()).flat_map(row).enumerate().map(|(k, (row, column))| (row, column, place(k)));
        if !terms.iter().copied().eq(expected) {
            return Err(format!("{}: terms {terms:?}", backend.name()));
        }
        let mut out = Guarded::rows(a.rows(), 1, self.knobs.pad);
        if cut {
            run_parts(lacuna::dot::SellColumn { plan, values: &values, b, out: out.dense(a.rows()) }, &self.knobs)?;
        } else {
            told(backend.sell_column(&plan, &values, b, out.dense(a.rows())))?;
        }
        Ok(Output { structure: vec![], values: out.finish()? })
    }

    fn law(&self) -> Output<V> {
        let element = |row: usize| {
            let terms: Vec<_> =
                self.a.entries(row).map(|(column, value)| Some(value * self.b.row(column)[0])).collect();
            if self.transposed { law::running(&terms) } else { law::lanes(&terms) }
        };
        Output { structure: vec![], values: (0..self.a.rows).map(element).collect() }
    }

    fn reference(&self) -> Expected {
        Expected { structure: vec![], values: reference::product(&self.a.referenced(), &self.b.referenced()).data }
    }
}

properties!(sell_column, SellColumn);
