//! Optimizers on row_sparse gradients: a group of threads a touched row. One function for all rules; a rule's entry says which rule, and what it has beside the common
//! hyper-parameters.
use super::array::Ids;
use super::check::{Check, WORDS};
use super::entry::{self, Groups, Pattern, RowSparse, State};
use super::gpu::{load, store};
use super::group::{Place, place, thread, with_width};
use core::array;
use lacuna::optim::{Common, Rule, Update};
use lacuna::{Index, Value};

pub(crate) unsafe fn check_stored<I: Index>(entry::check_stored { needed, target, checks, number }: entry::check_stored<I>) {
    let row = Ids::new(needed).row(thread());
    if row < target.rows && Ids::new(target).find(row).is_none() {
        Check::new(checks.add(WORDS * number)).refuse(row);
        Check::new(checks).refuse(row);
    }
}

impl<V, I> State<V, I> {
    #[inline(always)]
    fn pattern(&self, rows: usize) -> Pattern<I> {
        Pattern { ids: self.ids, stored: self.stored, capacity: self.capacity, rows }
    }
}

/// Where the touched row of a group of threads is: its gradient, null where it has none, and the weight and the states.
struct Row<V, const N: usize> {
    gradient: *const V,
    states: [*mut V; N],
}

/// The touched row `k`: of the gradient, or, for a standard update, of the weight.
#[inline(always)]
unsafe fn row<const N: usize, V: Value, I: Index>(
    k: usize,
    standard: bool,
    gradient: RowSparse<V, I>,
    states: &[State<V, I>; N],
) -> Option<Row<V, N>> {
    let (ids, weight) = (Ids::new(gradient.pattern()), Ids::new(states[0].pattern(gradient.rows)));
    let row = if standard { weight.row(k) } else { ids.row(k) };
    if row == usize::MAX {
        return None;
    }
    let (in_gradient, in_weight) = if standard { (ids.find(row), k) } else { (Some(k), weight.find(row)?) };
    let mut found = [states[0].data.add(in_weight * states[0].stride); N];
    for s in 1..N {
        let place = Ids::new(states[s].pattern(gradient.rows)).find(row)?;
        found[s] = states[s].data.add(place * states[s].stride);
    }
    let gradient = in_gradient.map_or(core::ptr::null(), |k| gradient.data.add(k * gradient.columns));
    Some(Row { gradient, states: found })
}

#[inline(always)]
unsafe fn update_row<const WIDTH: usize, const N: usize, V: Value, R: Rule<V, N>>(
    c: &R::Coefficients,
    common: &Common<V>,
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
            let gradient = if absent { V::ZERO } else { common.prepare(gradient[i]) };
            let stepped = R::step(c, gradient, array::from_fn(|s| old[s][i]));
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
    with_width!(groups.wide, V, WIDTH => update_row::<WIDTH, N, V, R>(&c, &common, &row, gradient.columns, place(groups.lane_bits, WIDTH)));
}

/// A function for each rule.
macro_rules! rules {
    ({} optim { $($(#[$doc:meta])* $name:ident $Rule:ident [$($own:ident)*] $arrays:tt;)* } $($others:tt)*) => {$(
        pub(crate) unsafe fn $name<V: Value, I: Index>(
            entry::$name { common, own: [$($own),*], gradient, states, groups, refused }: entry::$name<V, I>,
        ) {
            let entry::Common { learning_rate, weight_decay, rescale_gradient, clip_gradient, standard } = common;
            let (clip_gradient, update) = (Some(clip_gradient), if standard == 0 { Update::Lazy } else { Update::Standard });
            let rule = lacuna::optim::$Rule { learning_rate, $($own,)* weight_decay, rescale_gradient, clip_gradient, update };
            self::update(rule, gradient, states, groups, refused);
        }
    )*};
}
for_each_member! { rules }
