//! Optimizers on row_sparse gradients: a group of threads a touched row, and for rules of whole rows as many as a sum
//! of a row has lanes. One function for all rules, and one for all rules of whole rows; a rule's entry says which rule,
//! and what it has beside the common hyper-parameters.
use super::array::Ids;
use super::check::{Check, WORDS};
use super::entry::{self, Draws, Groups, Pattern, RowSparse, State};
use super::gpu::{load, store, sync_warp};
use super::group::{Place, place, thread, with_width};
use super::reduce::{SQUARE_SUM, sum_with};
use core::{array, ptr};
use lacuna::optim::{RoundingDraws, RowRule, Rule, Update};
use lacuna::reduce::{Square, Term};
use lacuna::{Index, Storage, Value};

pub(crate) unsafe fn check_stored<I: Index>(
    entry::check_stored { needed, target, checks, number }: entry::check_stored<I>,
) {
    let row = Ids::new(needed).row(thread());
    if row < target.rows && Ids::new(target).find(row).is_none() {
        Check::new(checks.add(WORDS * number)).refuse(row);
        Check::new(checks).refuse(row);
    }
}

pub(crate) unsafe fn load_rows<V: Storage, I: Index>(
    entry::load_rows { table, pattern, rows, groups }: entry::load_rows<V, I>,
) {
    let k = place(groups.lane_bits, 1).row;
    let row = Ids::new(pattern).row(k);
    if row >= table.rows {
        return;
    }
    let (from, to) = (table.data.add(row * table.stride), rows.add(k * table.columns));
    with_width!(groups.wide, V, WIDTH => {
        let mut place = place(groups.lane_bits, WIDTH);
        while place.column < table.columns {
            store(to.add(place.column), V::load_array(&load::<V, WIDTH>(from.add(place.column))));
            place.column += place.step;
        }
    });
}

/// Columns of a thread, which one block of random numbers serves.
const PIECE: usize = RoundingDraws::COLUMNS;

pub(crate) unsafe fn store_rows<V: Storage, I: Index>(
    entry::store_rows { rows, pattern, table, columns, groups, draws }: entry::store_rows<V, I>,
) {
    let mut place = place(groups.lane_bits, PIECE);
    let (k, row) = (place.row, Ids::new(pattern).row(place.row));
    if row >= table.rows {
        return;
    }
    let (from, to) = (rows.add(k * columns), table.data.add(row * table.stride));
    let Draws { key_low, key_high, first_row, stochastic } = draws;
    let draws = RoundingDraws { key: [key_low, key_high], first_row };
    while place.column < columns {
        let [random] = if stochastic == 0 { [[0; PIECE]] } else { draws.columns::<1>(row, place.column) };
        let round = |value, i: usize| {
            if stochastic == 0 { V::store(value) } else { V::store_at_random(value, random[i]) }
        };
        if groups.wide == 0 {
            for i in 0..PIECE {
                if place.column + i < columns {
                    *to.add(place.column + i) = round(*from.add(place.column + i), i);
                }
            }
        } else {
            let values = load::<V::Arithmetic, PIECE>(from.add(place.column));
            store::<V, PIECE>(to.add(place.column), array::from_fn(|i| round(values[i], i)));
        }
        place.column += place.step;
    }
}

impl<V, I> State<V, I> {
    #[inline(always)]
    fn pattern(&self, rows: usize) -> Pattern<I> {
        Pattern { ids: self.ids, stored: self.stored, capacity: self.capacity, rows }
    }
}

impl<V: Value, I: Index> State<V, I> {
    /// Where a row is.
    #[inline(always)]
    unsafe fn row(&self, row: usize, rows: usize) -> Option<*mut V> {
        let place = Ids::new(self.pattern(rows)).find(row)?;
        Some(self.data.add(place * self.stride))
    }
}

/// Where the touched row of a group of threads is: its gradient, null where it has none, and the weight and the states.
struct Row<V, const N: usize> {
    gradient: *const V,
    states: [*mut V; N],
}

/// The number of the touched row `k`: of the gradient, or, for a standard update, of the weight.
#[inline(always)]
unsafe fn number<V: Value, I: Index>(
    k: usize,
    standard: bool,
    gradient: RowSparse<V, I>,
    weight: &State<V, I>,
) -> Option<usize> {
    let pattern = if standard { weight.pattern(gradient.rows) } else { gradient.pattern() };
    Some(Ids::new(pattern).row(k)).filter(|&row| row != usize::MAX)
}

/// The touched row `k`.
#[inline(always)]
unsafe fn row<const N: usize, V: Value, I: Index>(
    k: usize,
    standard: bool,
    gradient: RowSparse<V, I>,
    states: &[State<V, I>; N],
) -> Option<Row<V, N>> {
    let row = number(k, standard, gradient, &states[0])?;
    let (ids, weight) = (Ids::new(gradient.pattern()), Ids::new(states[0].pattern(gradient.rows)));
    let (in_gradient, in_weight) = if standard { (ids.find(row), k) } else { (Some(k), weight.find(row)?) };
    let mut found = [states[0].data.add(in_weight * states[0].stride); N];
    for s in 1..N {
        found[s] = states[s].row(row, gradient.rows)?;
    }
    let gradient = in_gradient.map_or(ptr::null(), |k| gradient.data.add(k * gradient.columns));
    Some(Row { gradient, states: found })
}

/// Where the numbers of the touched row `k` are.
#[inline(always)]
unsafe fn numbers_of<const M: usize, V: Value, I: Index>(
    k: usize,
    standard: bool,
    gradient: RowSparse<V, I>,
    weight: &State<V, I>,
    numbers: &[State<V, I>; M],
) -> Option<[*mut V; M]> {
    let row = number(k, standard, gradient, weight)?;
    let mut found = [ptr::null_mut(); M];
    for m in 0..M {
        found[m] = numbers[m].row(row, gradient.rows)?;
    }
    Some(found)
}

#[inline(always)]
unsafe fn update_row<const WIDTH: usize, const N: usize, V: Value>(
    step: &impl Fn(Option<V>, [V; N]) -> [V; N],
    row: &Row<V, N>,
    columns: usize,
    mut place: Place,
) {
    while place.column < columns {
        // All loads are on their way before the first number is used.
        let absent = row.gradient.is_null();
        let gradient = if absent { [V::ZERO; WIDTH] } else { load::<V, WIDTH>(row.gradient.add(place.column)) };
        let old: [[V; WIDTH]; N] = array::from_fn(|s| load(row.states[s].add(place.column)));
        let mut new = old;
        for i in 0..WIDTH {
            let old = array::from_fn(|s| old[s][i]);
            let stepped = step((!absent).then_some(gradient[i]), old);
            for s in 0..N {
                new[s][i] = stepped[s];
            }
        }
        for s in 0..N {
            store(row.states[s].add(place.column), new[s]);
        }
        place.column += place.step;
    }
}

#[inline(always)]
unsafe fn update<const N: usize, V: Value, I: Index, R: Rule<V, N>>(
    rule: R,
    gradient: RowSparse<V, I>,
    states: [State<V, I>; N],
    groups: Groups,
    refused: *mut u64,
) {
    let (c, common) = (rule.coefficients(), rule.common());
    let standard = common.update == Update::Standard;
    // The word is asked for first, so that it comes together with what says where the row is.
    let refused = Check::new(refused).refused().is_some();
    let Some(row) = row(place(groups.lane_bits, 1).row, standard, gradient, &states) else { return };
    if refused {
        return;
    }
    let step = |gradient, old: [V; N]| R::step(&c, R::prepare(&common, gradient, old[0]), old);
    with_width!(
        groups.wide, V, WIDTH => update_row::<WIDTH, N,
        V>(&step, &row, gradient.columns, place(groups.lane_bits, WIDTH))
    );
}

/// The sums over a row of the squares of the terms of its elements, which get its gradient, by the threads of the row.
/// The whole warp calls it.
#[inline(always)]
unsafe fn square_sums<const N: usize, const S: usize, V: Value>(
    terms: &impl Fn(Option<V>, [V; N]) -> [V; S],
    row: &Row<V, N>,
    columns: usize,
) -> [V; S] {
    let of_column = |column: usize| {
        let old = array::from_fn(|s| *row.states[s].add(column));
        let gradient = if row.gradient.is_null() { None } else { Some(*row.gradient.add(column)) };
        terms(gradient, old)
    };
    // The last one first: it tends to need the most, and then no register holds the others.
    let mut sums = [V::ZERO; S];
    for s in (0..S).rev() {
        sums[s] = V::narrow(sum_with::<V>(SQUARE_SUM, columns, |column| Square::of(of_column(column)[s])));
    }
    sums
}

#[inline(always)]
unsafe fn update_by_rows<const N: usize, const M: usize, const S: usize, V: Value, I: Index, R: RowRule<V, N, M, S>>(
    rule: R,
    gradient: RowSparse<V, I>,
    (states, numbers): ([State<V, I>; N], [State<V, I>; M]),
    groups: Groups,
    refused: *mut u64,
) {
    let (c, common, columns) = (rule.coefficients(), rule.common(), gradient.columns);
    let standard = common.update == Update::Standard;
    let refused = Check::new(refused).refused().is_some();
    let k = place(groups.lane_bits, 1).row;
    let found = if refused || columns == 0 { None } else { row(k, standard, gradient, &states) };
    let found = found.and_then(|row| Some((row, numbers_of(k, standard, gradient, &states[0], &numbers)?)));
    let old = found.as_ref().map_or([V::ZERO; M], |(_, numbers)| array::from_fn(|m| *numbers[m]));
    // A row that is not there has no columns.
    let (there, none) =
        (found.is_some(), (Row { gradient: ptr::null(), states: [ptr::null_mut(); N] }, [ptr::null_mut(); M]));
    let ((row, numbers), columns) = (found.unwrap_or(none), if there { columns } else { 0 });
    let prepare = |gradient, weight| R::prepare(&common, gradient, weight);
    let sums = square_sums(&|gradient, old: [V; N]| R::terms(&c, prepare(gradient, old[0]), old), &row, columns);
    let (mut of_row, new) = R::row(&c, sums, columns, old);
    if R::RESUMS {
        let [sum] = square_sums(
            &|gradient, old: [V; N]| [R::second_term(&c, &of_row, prepare(gradient, old[0]), old)],
            &row,
            columns,
        );
        of_row = R::second_row(&c, of_row, sum);
    }
    // All threads of a row have read its numbers.
    sync_warp();
    if !there {
        return;
    }
    if place(groups.lane_bits, 1).column == 0 {
        for m in 0..M {
            *numbers[m] = new[m];
        }
    }
    let step = |gradient, old: [V; N]| R::step(&c, &of_row, prepare(gradient, old[0]), old);
    with_width!(
        groups.wide, V, WIDTH => update_row::<WIDTH, N, V>(&step, &row, columns, place(groups.lane_bits, WIDTH))
    );
}

/// A function for each rule.
macro_rules! rules {
    ({} optim { $($(#[$doc:meta])* $step:ident $name:ident $Rule:ident [$($own:ident)*] $states:tt $numbers:tt;)* }
        $($others:tt)*) => {$(
        pub(crate) unsafe fn $name<V: Value, I: Index>(
            entry::$name { common, own: [$($own),*], gradient, states, numbers, groups, refused }: entry::$name<V, I>,
        ) {
            let entry::Common { learning_rate, weight_decay, rescale_gradient, clip_gradient, standard } = common;
            let (clip_gradient, update) = (
                Some(clip_gradient), if standard == 0 { Update::Lazy } else { Update::Standard }
            );
            let rule = lacuna::optim::$Rule {
                learning_rate, $($own,)* weight_decay, rescale_gradient, clip_gradient, update
            };
            rules! { @update $step rule gradient states numbers groups refused }
        }
    )*};
    (@update Step $rule:ident $gradient:ident $states:ident $numbers:ident $groups:ident $refused:ident) => {
        let [] = $numbers;
        self::update($rule, $gradient, $states, $groups, $refused);
    };
    (@update RowStep $rule:ident $gradient:ident $states:ident $numbers:ident $groups:ident $refused:ident) => {
        update_by_rows($rule, $gradient, ($states, $numbers), $groups, $refused);
    };
}
for_each_member! { rules }
