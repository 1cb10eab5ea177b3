//! Optimizers on row_sparse gradients: a group of threads a touched row.
use super::array::Ids;
use super::check::{Check, WORDS};
use super::gpu::{load, store};
use super::group::{Place, place, thread, with_width};
use lacuna::optim::{Sgd, SgdMomentum, Update};
use lacuna::{Index, Value};

#[inline(always)]
unsafe fn any_refused(checks: *mut u64, count: usize) -> bool {
    let mut refused = false;
    for check in 0..count {
        refused |= Check::new(checks.add(WORDS * check)).refused().is_some();
    }
    refused
}

/// Refuses the first row that is touched but not stored.
unsafe fn missing<I: Index>(
    ids: *const I,
    stored: *const I,
    capacity: usize,
    target_ids: *const I,
    target_stored: *const I,
    target_capacity: usize,
    rows: usize,
    check: *mut u64,
) {
    let row = Ids::new(ids, stored, capacity, rows).row(thread());
    if row < rows && Ids::new(target_ids, target_stored, target_capacity, rows).find(row).is_none() {
        Check::new(check).refuse(row);
    }
}

#[inline(always)]
fn hyper<V: Value>(learning_rate: V, weight_decay: V, rescale_gradient: V, standard: u32) -> Sgd<V> {
    let update = if standard == 0 { Update::Lazy } else { Update::Standard };
    Sgd { weight_decay, rescale_gradient, update, ..Sgd::new(learning_rate) }
}

/// The places of a touched row: the weight's, and the gradient's where it has one.
#[inline(always)]
unsafe fn touched<I: Index>(k: usize, standard: u32, gradient: Ids<I>, weight: Ids<I>) -> Option<(usize, usize, Option<usize>)> {
    if standard == 0 {
        let row = gradient.row(k);
        if row == usize::MAX { None } else { Some((row, weight.find(row)?, Some(k))) }
    } else {
        let row = weight.row(k);
        if row == usize::MAX { None } else { Some((row, k, gradient.find(row))) }
    }
}

#[inline(always)]
unsafe fn sgd_row<const WIDTH: usize, V: Value>(
    hyper: &Sgd<V>,
    clip: Option<V>,
    gradient: Option<*const V>,
    weight: *mut V,
    columns: usize,
    mut place: Place,
) {
    let c = hyper.coefficients();
    while place.column < columns {
        let to = weight.add(place.column);
        let mut w = load::<V, WIDTH>(to);
        match gradient {
            None => {
                for w in &mut w {
                    *w = c.step_absent(*w);
                }
            }
            Some(gradient) => {
                let g = load::<V, WIDTH>(gradient.add(place.column));
                for i in 0..WIDTH {
                    w[i] = match clip {
                        None => c.step(g[i], w[i]),
                        Some(bound) => c.step_clipped(bound, g[i], w[i]),
                    };
                }
            }
        }
        store(to, w);
        place.column += place.step;
    }
}

unsafe fn sgd_step<V: Value, I: Index>(
    learning_rate: V,
    weight_decay: V,
    rescale_gradient: V,
    clip_gradient: V,
    clips: u32,
    standard: u32,
    ids: *const I,
    stored: *const I,
    capacity: usize,
    gradient: *const V,
    rows: usize,
    columns: usize,
    weight_ids: *const I,
    weight_stored: *const I,
    weight_capacity: usize,
    weight: *mut V,
    weight_stride: usize,
    lane_bits: u32,
    wide: u32,
    checks: *mut u64,
    check_count: usize,
) {
    let gradient_ids = Ids::new(ids, stored, capacity, rows);
    let weight_ids = Ids::new(weight_ids, weight_stored, weight_capacity, rows);
    let Some((_, to, from)) = touched(place(lane_bits, 1).row, standard, gradient_ids, weight_ids) else { return };
    if any_refused(checks, check_count) {
        return;
    }
    let hyper = hyper(learning_rate, weight_decay, rescale_gradient, standard);
    let clip = (clips != 0).then_some(clip_gradient);
    let (from, to) = (from.map(|k| gradient.add(k * columns)), weight.add(to * weight_stride));
    with_width!(wide, V, WIDTH => sgd_row::<WIDTH, V>(&hyper, clip, from, to, columns, place(lane_bits, WIDTH)));
}

#[inline(always)]
unsafe fn sgd_momentum_row<const WIDTH: usize, V: Value>(
    hyper: &SgdMomentum<V>,
    clip: Option<V>,
    gradient: Option<*const V>,
    (weight, momentum): (*mut V, *mut V),
    columns: usize,
    mut place: Place,
) {
    let c = hyper.coefficients();
    while place.column < columns {
        let (to_weight, to_momentum) = (weight.add(place.column), momentum.add(place.column));
        let (mut w, mut m) = (load::<V, WIDTH>(to_weight), load::<V, WIDTH>(to_momentum));
        match gradient {
            None => {
                for i in 0..WIDTH {
                    (w[i], m[i]) = c.step_absent(w[i], m[i]);
                }
            }
            Some(gradient) => {
                let g = load::<V, WIDTH>(gradient.add(place.column));
                for i in 0..WIDTH {
                    (w[i], m[i]) = match clip {
                        None => c.step(g[i], w[i], m[i]),
                        Some(bound) => c.step_clipped(bound, g[i], w[i], m[i]),
                    };
                }
            }
        }
        store(to_weight, w);
        store(to_momentum, m);
        place.column += place.step;
    }
}

unsafe fn sgd_momentum_step<V: Value, I: Index>(
    learning_rate: V,
    weight_decay: V,
    rescale_gradient: V,
    clip_gradient: V,
    momentum_rate: V,
    clips: u32,
    standard: u32,
    ids: *const I,
    stored: *const I,
    capacity: usize,
    gradient: *const V,
    rows: usize,
    columns: usize,
    weight_ids: *const I,
    weight_stored: *const I,
    weight_capacity: usize,
    weight: *mut V,
    weight_stride: usize,
    momentum_ids: *const I,
    momentum_stored: *const I,
    momentum_capacity: usize,
    momentum: *mut V,
    momentum_stride: usize,
    lane_bits: u32,
    wide: u32,
    checks: *mut u64,
    check_count: usize,
) {
    let gradient_ids = Ids::new(ids, stored, capacity, rows);
    let weight_ids = Ids::new(weight_ids, weight_stored, weight_capacity, rows);
    let Some((row, to, from)) = touched(place(lane_bits, 1).row, standard, gradient_ids, weight_ids) else { return };
    if any_refused(checks, check_count) {
        return;
    }
    let Some(to_momentum) = Ids::new(momentum_ids, momentum_stored, momentum_capacity, rows).find(row) else { return };
    let hyper = SgdMomentum { momentum: momentum_rate, sgd: hyper(learning_rate, weight_decay, rescale_gradient, standard) };
    let clip = (clips != 0).then_some(clip_gradient);
    let from = from.map(|k| gradient.add(k * columns));
    let to = (weight.add(to * weight_stride), momentum.add(to_momentum * momentum_stride));
    with_width!(wide, V, WIDTH => sgd_momentum_row::<WIDTH, V>(&hyper, clip, from, to, columns, place(lane_bits, WIDTH)));
}

entries! {
    /// One step of SGD. Null weight ids: a dense weight.
    fn sgd[V, I](learning_rate: V, weight_decay: V, rescale_gradient: V, clip_gradient: V, clips: u32, standard: u32, ids: *const I, stored: *const I,
        capacity: usize, gradient: *const V, rows: usize, columns: usize, weight_ids: *const I, weight_stored: *const I, weight_capacity: usize, weight: *mut V,
        weight_stride: usize, lane_bits: u32, wide: u32, checks: *mut u64, check_count: usize) = sgd_step;
    /// One step of SGD with momentum.
    fn sgd_momentum[V, I](learning_rate: V, weight_decay: V, rescale_gradient: V, clip_gradient: V, momentum_rate: V, clips: u32, standard: u32, ids: *const I,
        stored: *const I, capacity: usize, gradient: *const V, rows: usize, columns: usize, weight_ids: *const I, weight_stored: *const I,
        weight_capacity: usize, weight: *mut V, weight_stride: usize, momentum_ids: *const I, momentum_stored: *const I, momentum_capacity: usize,
        momentum: *mut V, momentum_stride: usize, lane_bits: u32, wide: u32, checks: *mut u64, check_count: usize) = sgd_momentum_step;
}

entries! {
    /// Refuses the first touched row that the target does not store.
    fn check_stored[I](ids: *const I, stored: *const I, capacity: usize, target_ids: *const I, target_stored: *const I, target_capacity: usize, rows: usize,
        check: *mut u64) = missing;
}
