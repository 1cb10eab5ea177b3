//! Drawn schedules, run.
use crate::rules::Drawn;
use lacuna::optim::exact::{CatchUp, ExactStep, Schedule, Touch};
use lacuna::optim::update;
use lacuna::{DenseMut, Kernel, RowSparse, RowSparseMut, RowsMut, Split, Value};
use lacuna_testing::Random;

/// Calls `case` on `LACUNA_CASES` random schedules, 100 if not set.
pub fn schedules(case: impl Fn(&mut Random)) {
    let cases = std::env::var("LACUNA_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(100);
    (0..cases).for_each(|seed| case(&mut Random::seeded(seed)));
}

/// A table of `N` arrays, all with these stored rows, or dense.
#[derive(Clone)]
struct Table<V, const N: usize> {
    rows: usize,
    length: usize,
    ids: Option<Vec<i32>>,
    arrays: [Vec<V>; N],
}

impl<V: Value, const N: usize> Table<V, N> {
    fn draw<R: Drawn<V, N>>(draw: &mut Random) -> Self {
        let (rows, length) = (1 + draw.below(6), draw.one_of(&[0, 1, 3, 8, 17, 64, 73]));
        let ids: Option<Vec<i32>> = draw.once_in(3).then(|| (0..rows as i32).filter(|_| !draw.once_in(3)).collect());
        let stored = ids.as_ref().map_or(rows, Vec::len);
        let arrays = std::array::from_fn(|array| {
            (0..stored * length)
                .map(|_| {
                    let value = draw.number::<V>();
                    if R::is_square(array) { value * value } else { value }
                })
                .collect()
        });
        Self { rows, length, ids, arrays }
    }

    fn stored(&self) -> Vec<i32> {
        self.ids.clone().unwrap_or_else(|| (0..self.rows as i32).collect())
    }

    fn views(&mut self) -> [RowsMut<'_, V, i32>; N] {
        let (rows, length, ids) = (self.rows, self.length, self.ids.as_deref());
        self.arrays.each_mut().map(|array| match ids {
            None => DenseMut::new(rows, length, array).unwrap().into(),
            Some(ids) => RowSparseMut::new(rows, length, ids, array).unwrap().into(),
        })
    }

    fn bits(&self) -> [Vec<u64>; N] {
        self.arrays.each_ref().map(|array| array.iter().map(|value| value.widen().to_bits()).collect())
    }

    /// A gradient for some of the rows that are stored.
    fn gradient(&self, draw: &mut Random) -> (Vec<i32>, Vec<V>) {
        let ids: Vec<i32> = self.stored().into_iter().filter(|_| draw.once_in(4)).collect();
        let data = (0..ids.len() * self.length).map(|_| draw.number()).collect();
        (ids, data)
    }
}

/// Runs it by any of the ways that there are, which all give the same bits.
fn run<R: CatchUp<V, N>, V: Value, const N: usize>(draw: &mut Random, call: ExactStep<'_, R, V, i32, N>) {
    match draw.below(4) {
        0 => call.call().unwrap(),
        1 => call.call_scalar().unwrap(),
        parts => {
            call.check().unwrap();
            call.split(parts).for_each(|part| part.run().unwrap());
        }
    }
}

/// One event of a schedule.
fn touch<R: CatchUp<V, N>, V: Value, const N: usize>(
    draw: &mut Random,
    (schedule, stamps): (&mut Schedule<'_, R, V, N>, &mut Vec<u32>),
    table: &mut Table<V, N>,
    touch: Touch<R>,
    touched: RowSparse<'_, V, i32>,
) {
    run(draw, ExactStep { records: schedule.records(), touch, touched, states: table.views(), stamps });
    match touch {
        Touch::Step(rule) => schedule.push(&rule).unwrap(),
        Touch::Read => (),
        Touch::Flush => {
            stamps.fill(0);
            schedule.clear();
        }
    }
}

/// The bits of standard updates, wherever all rows are up to date.
pub fn bits<V: Value, R: CatchUp<V, N>, S: Drawn<V, N>, const N: usize>(draw: &mut Random, exact: impl Fn(S) -> R) {
    let mut table = Table::draw::<S>(draw);
    let mut standard = table.clone();
    let mut memory = vec![None; 1 + draw.below(12)];
    let mut schedule = Schedule::new(&mut memory);
    let (mut stamps, kind) = (vec![0; table.stored().len()], draw.below(3));
    let all = RowSparse::new(table.rows, 0, &[], &[]).unwrap();
    for _ in 0..draw.below(40) {
        let rule = S::draw(draw, kind);
        let (ids, data) = table.gradient(draw);
        let gradient = RowSparse::new(table.rows, table.length, &ids, &data).unwrap();
        update(&rule, gradient, standard.views()).unwrap();
        touch(draw, (&mut schedule, &mut stamps), &mut table, Touch::Step(exact(rule)), gradient);
        if draw.once_in(3) {
            let ids: Vec<i32> = table.stored().into_iter().filter(|_| draw.once_in(2)).collect();
            let read = RowSparse::new(table.rows, 0, &ids, &[]).unwrap();
            touch(draw, (&mut schedule, &mut stamps), &mut table, Touch::Read, read);
        }
        if schedule.is_full() || draw.once_in(12) {
            touch(draw, (&mut schedule, &mut stamps), &mut table, Touch::Flush, all);
            assert_eq!(table.bits(), standard.bits(), "{rule:?}");
        }
    }
    touch(draw, (&mut schedule, &mut stamps), &mut table, Touch::Flush, all);
    assert_eq!(table.bits(), standard.bits());
}

/// Wherever a row is brought up to date, it is within a few roundings of the steps that it missed in `f64`, or has the
/// bits of these steps themselves.
pub fn accuracy<V: Value, R: CatchUp<V, N> + Drawn<V, N>, const N: usize>(draw: &mut Random) {
    let mut table = Table::draw::<R>(draw);
    // Now and then, as many steps as fill several blocks of the schedule, and few reads.
    let is_long = draw.once_in(16);
    let (room, steps, read_once_in) = if is_long { (200, 170, 24) } else { (40, 60, 4) };
    let mut memory = vec![None; 1 + draw.below(room)];
    let (mut stamps, kind) = (vec![0; table.stored().len()], draw.below(3));
    for _ in 0..draw.below(steps) {
        let mut schedule = Schedule::resume(&mut memory);
        if schedule.is_full() || draw.once_in(read_once_in) {
            let flushed = schedule.is_full();
            let ids: Vec<i32> =
                if flushed { table.stored() } else { table.stored().into_iter().filter(|_| draw.once_in(3)).collect() };
            let places: Vec<usize> =
                ids.iter().map(|id| table.stored().iter().position(|stored| stored == id).unwrap()).collect();
            let rules: Vec<R> = schedule.records().iter().flatten().map(|record| *record.rule()).collect();
            let (before, seen) = (table.clone(), stamps.clone());
            let (what, ids) = if flushed { (Touch::Flush, vec![]) } else { (Touch::Read, ids) };
            let read = RowSparse::new(table.rows, 0, &ids, &[]).unwrap();
            touch(draw, (&mut schedule, &mut stamps), &mut table, what, read);
            for &place in &places {
                (place * table.length..(place + 1) * table.length)
                    .for_each(|at| check(&before, &table, at, &rules[seen[place] as usize..]));
            }
        }
        let rule = R::draw(draw, kind);
        let (ids, data) = table.gradient(draw);
        let gradient = RowSparse::new(table.rows, table.length, &ids, &data).unwrap();
        touch(draw, (&mut schedule, &mut stamps), &mut table, Touch::Step(rule), gradient);
    }
}

fn check<V: Value, R: Drawn<V, N>, const N: usize>(before: &Table<V, N>, after: &Table<V, N>, at: usize, missed: &[R]) {
    let old = before.arrays.each_ref().map(|array| array[at]);
    let found = after.arrays.each_ref().map(|array| array[at]);
    let (mut exact, mut size) = (old.map(V::widen), 0.0_f64);
    let mut largest = exact.map(f64::abs);
    for rule in missed {
        let (next, terms) = rule.idle(exact);
        (exact, size) = (next, size.max(terms));
        for (largest, now) in largest.iter_mut().zip(exact) {
            *largest = largest.max(now.abs());
        }
    }
    largest[0] = largest[0].max(size);
    // What a rounding adds; in f64, that of the comparison and of the products too.
    let (digit, tiny) = if size_of::<V>() == 4 {
        (f64::from(f32::EPSILON), 1e-44)
    } else {
        (f64::EPSILON * (2.0 + missed.len() as f64), 0.0)
    };
    let is_near = |array: usize| {
        let scale = if array == 0 {
            largest.iter().take(2).sum()
        } else {
            largest[array].max(if N == 2 { largest[0] } else { 0.0 })
        };
        (found[array].widen() - exact[array]).abs() <= 3.0 * digit * scale + tiny
    };
    if !(0..N).all(is_near) {
        let replayed = missed
            .iter()
            .fold(old, |old, rule| R::step(&rule.coefficients(), R::prepare(&rule.common(), None, old[0]), old));
        let bits = |values: [V; N]| values.map(|value| value.widen().to_bits());
        assert_eq!(bits(found), bits(replayed), "{old:?} by {missed:?} should be about {exact:?}, is {found:?}");
    }
}
