//! Sums over the elements of a row, of squares of what a rule makes of each.
use crate::reduce::lanes::Lanes;
use crate::reduce::{Square, Term};
use crate::{Value, order};
use core::array;

/// Running sums by the lanes of the order law.
type Running<V> = Lanes<Square, V, { order::LANES }>;

/// The sums of the squares of `terms(gradient, [states])` over a row; without a gradient it is 0. The slices have one length.
#[inline(always)]
pub(super) fn row_sums<V: Value, const N: usize, const S: usize>(
    gradient: Option<&[V]>,
    states: [&[V]; N],
    terms: &impl Fn(V, [V; N]) -> [V; S],
) -> [V; S] {
    let length = states.first().map_or(0, |state| state.len());
    if length <= order::BLOCK {
        return block_sums(gradient.map(|gradient| &gradient[..length]), states, terms).map(V::narrow);
    }
    let mut totals: [Lanes<Square, V, 1>; S] = array::from_fn(|_| Lanes::start());
    for block in order::blocks(length) {
        let sums = block_sums(gradient.map(|gradient| &gradient[block.clone()]), states.map(|state| &state[block.clone()]), terms);
        for (total, sum) in totals.iter_mut().zip(sums) {
            total.add(&[sum]);
        }
    }
    totals.map(|total| V::narrow(total.sums[0]))
}

/// The same of at most a block.
#[inline(always)]
fn block_sums<V: Value, const N: usize, const S: usize>(
    gradient: Option<&[V]>,
    states: [&[V]; N],
    terms: &impl Fn(V, [V; N]) -> [V; S],
) -> [f64; S] {
    let mut running: [Running<V>; S] = array::from_fn(|_| Lanes::start());
    let (gradient, states) = add_chunks::<16, V, N, S>(&mut running, gradient, states, terms);
    let (gradient, states) = add_chunks::<{ order::LANES }, V, N, S>(&mut running, gradient, states, terms);
    // Fewer than there are lanes, from the first on: even a term of zero would change the others.
    for lane in 0..order::LANES {
        let old = states.map(|state| state.get(lane).copied());
        if old.iter().all(Option::is_some) {
            let gradient = gradient.and_then(|gradient| gradient.get(lane)).copied().unwrap_or(V::ZERO);
            for (running, term) in running.iter_mut().zip(terms(gradient, old.map(|old| old.unwrap_or(V::ZERO)))) {
                running.add_to(lane, Square::of(term));
            }
        }
    }
    running.map(|running| Square::combine(running.sums))
}

/// Adds whole chunks of slices of one length, whole numbers of lanes, and gives what is left.
#[inline(always)]
fn add_chunks<'s, 'g, const CHUNK: usize, V: Value, const N: usize, const S: usize>(
    running: &mut [Running<V>; S],
    gradient: Option<&'g [V]>,
    states: [&'s [V]; N],
    terms: &impl Fn(V, [V; N]) -> [V; S],
) -> (Option<&'g [V]>, [&'s [V]; N]) {
    let count = states.first().map_or(0, |state| state.len() / CHUNK);
    let gradient = gradient.map(|gradient| gradient.as_chunks::<CHUNK>()).map(|(chunks, rest)| (&chunks[..count], rest));
    let states = states.map(|state| state.as_chunks::<CHUNK>()).map(|(chunks, rest)| (&chunks[..count], rest));
    for chunk in 0..count {
        let gradient = gradient.map_or([V::ZERO; CHUNK], |gradient| gradient.0[chunk]);
        let mut of_chunk = [[V::ZERO; CHUNK]; S];
        for i in 0..CHUNK {
            let terms = terms(gradient[i], array::from_fn(|s| states[s].0[chunk][i]));
            for s in 0..S {
                of_chunk[s][i] = terms[s];
            }
        }
        for (running, terms) in running.iter_mut().zip(&of_chunk) {
            for terms in terms.as_chunks().0 {
                running.add_values(terms);
            }
        }
    }
    (gradient.map(|gradient| gradient.1), states.map(|state| state.1))
}
