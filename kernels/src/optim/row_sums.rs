//! Sums over the elements of a row, of squares of what a rule makes of each.
use super::{Common, RowRule};
use crate::reduce::lanes::{Blocks as SumsOfBlocks, Lanes};
use crate::reduce::{Square, Term};
use crate::{Value, arrays, order};
use core::ops::Range;

/// Running sums by the lanes of the order law.
type Running<V> = Lanes<Square, V, { order::LANES }>;

/// What an element gives to the sums of its row. (A closure might become a function of its own, without the
/// instructions of its caller's level.)
pub(super) trait Terms<V: Value, const N: usize, const S: usize> {
    fn of(&self, gradient: Option<V>, old: [V; N]) -> [V; S];
}

/// Those of a rule.
pub(super) struct TermsOf<'a, R: RowRule<V, N, M, S>, V: Value, const N: usize, const M: usize, const S: usize> {
    pub(super) common: &'a Common<V>,
    pub(super) coefficients: &'a R::Coefficients,
}

impl<R: RowRule<V, N, M, S>, V: Value, const N: usize, const M: usize, const S: usize> Terms<V, N, S>
    for TermsOf<'_, R, V, N, M, S>
{
    #[inline(always)]
    fn of(&self, gradient: Option<V>, old: [V; N]) -> [V; S] {
        R::terms(self.coefficients, R::prepare(self.common, gradient, old[0]), old)
    }
}

/// The second ones of a rule, of a row of which the first sums are known.
struct SecondOf<'a, R: RowRule<V, N, M, S>, V: Value, const N: usize, const M: usize, const S: usize> {
    of: &'a TermsOf<'a, R, V, N, M, S>,
    row: &'a R::Row,
}

impl<R: RowRule<V, N, M, S>, V: Value, const N: usize, const M: usize, const S: usize> Terms<V, N, 1>
    for SecondOf<'_, R, V, N, M, S>
{
    #[inline(always)]
    fn of(&self, gradient: Option<V>, old: [V; N]) -> [V; 1] {
        [R::second_term(self.of.coefficients, self.row, R::prepare(self.of.common, gradient, old[0]), old)]
    }
}

/// A row, of which blocks of the order law are added to sums.
pub(super) trait Blocks<V: Value, const N: usize> {
    fn add<const S: usize>(&self, block: Range<usize>, sums: &mut Sums<V, S>, terms: &impl Terms<V, N, S>);
}

/// What a row of `length` elements gives to their steps, and its new numbers.
#[inline(always)]
pub(super) fn of_row<R: RowRule<V, N, M, S>, V: Value, const N: usize, const M: usize, const S: usize>(
    terms: &TermsOf<'_, R, V, N, M, S>,
    length: usize,
    old: [V; M],
    blocks: &impl Blocks<V, N>,
) -> (R::Row, [V; M]) {
    let (row, new) = R::row(terms.coefficients, row_sums(length, blocks, terms), length, old);
    if const { !R::RESUMS } {
        return (row, new);
    }
    let [sum] = row_sums(length, blocks, &SecondOf { of: terms, row: &row });
    (R::second_row(terms.coefficients, row, sum), new)
}

/// Sums of squares over at most a block of the order law, to which elements are added piece by piece.
pub(super) struct Sums<V: Value, const S: usize>([Running<V>; S]);

impl<V: Value, const S: usize> Sums<V, S> {
    /// Adds the squares of the terms of slices of one length, which except for the last ones is a whole number of
    /// lanes.
    #[inline(always)]
    pub(super) fn add<const N: usize>(
        &mut self,
        gradient: Option<&[V]>,
        states: [&[V]; N],
        terms: &impl Terms<V, N, S>,
    ) {
        let (gradient, states) = add_chunks::<16, V, N, S>(&mut self.0, gradient, states, terms);
        let (gradient, states) = add_chunks::<{ order::LANES }, V, N, S>(&mut self.0, gradient, states, terms);
        // Fewer than there are lanes, from the first on: even a term of zero would change the others.
        for lane in 0..order::LANES {
            if states.iter().all(|state| lane < state.len()) {
                let gradient = gradient.and_then(|gradient| gradient.get(lane)).copied();
                for (running, term) in self.0.iter_mut().zip(terms.of(gradient, arrays::at(&states, lane))) {
                    running.add_to(lane, Square::of(term));
                }
            }
        }
    }
}

/// The sums of a row of `length` elements.
#[inline(always)]
fn row_sums<V: Value, const N: usize, const S: usize>(
    length: usize,
    row: &impl Blocks<V, N>,
    terms: &impl Terms<V, N, S>,
) -> [V; S] {
    let (mut blocks, mut start) = (SumsOfBlocks::<Square, V, S>::start(), 0);
    loop {
        let end = length.min(start + order::BLOCK);
        let sums = block_sums(start..end, row, terms);
        if end - start == length {
            return narrowed(sums);
        }
        blocks.add(&sums);
        if end == length {
            return narrowed(blocks.finish());
        }
        start = end;
    }
}

#[inline(always)]
fn narrowed<V: Value, const S: usize>(sums: [f64; S]) -> [V; S] {
    let mut narrowed = [V::ZERO; S];
    for (to, sum) in narrowed.iter_mut().zip(sums) {
        *to = V::narrow(sum);
    }
    narrowed
}

#[inline(always)]
fn block_sums<V: Value, const N: usize, const S: usize>(
    block: Range<usize>,
    row: &impl Blocks<V, N>,
    terms: &impl Terms<V, N, S>,
) -> [f64; S] {
    let (mut sums, mut combined) = (Sums([Lanes::start(); S]), [0.0; S]);
    row.add(block, &mut sums, terms);
    for (to, running) in combined.iter_mut().zip(&sums.0) {
        *to = Square::combine(running.sums);
    }
    combined
}

/// Adds whole chunks of slices of one length, whole numbers of lanes, and gives what is left.
#[inline(always)]
#[allow(clippy::needless_range_loop)]
fn add_chunks<'s, 'g, const CHUNK: usize, V: Value, const N: usize, const S: usize>(
    running: &mut [Running<V>; S],
    gradient: Option<&'g [V]>,
    states: [&'s [V]; N],
    terms: &impl Terms<V, N, S>,
) -> (Option<&'g [V]>, [&'s [V]; N]) {
    let count = states.first().map_or(0, |state| state.len() / CHUNK);
    let gradient =
        gradient.map(|gradient| gradient.as_chunks::<CHUNK>()).map(|(chunks, rest)| (&chunks[..count], rest));
    let (states, rest) = arrays::chunks::<CHUNK, V, N>(states, count);
    for chunk in 0..count {
        let (old, mut of_chunk) = (arrays::chunk(&states, chunk), [[V::ZERO; CHUNK]; S]);
        // Whether there is a gradient is asked for once, and not for each element.
        match gradient {
            None => {
                for i in 0..CHUNK {
                    let terms = terms.of(None, arrays::at(&old, i));
                    for s in 0..S {
                        of_chunk[s][i] = terms[s];
                    }
                }
            }
            Some(gradient) => {
                for i in 0..CHUNK {
                    let terms = terms.of(Some(gradient.0[chunk][i]), arrays::at(&old, i));
                    for s in 0..S {
                        of_chunk[s][i] = terms[s];
                    }
                }
            }
        }
        for (running, terms) in running.iter_mut().zip(&of_chunk) {
            for terms in terms.as_chunks().0 {
                running.add_values(terms);
            }
        }
    }
    (gradient.map(|gradient| gradient.1), rest)
}
