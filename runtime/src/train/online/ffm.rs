//! A field-aware factorization machine that learns row after row.
use super::super::error::TrainError;
use super::super::random::{Random, Stream};
use super::super::scalar::TrainValue;
use super::objective::Objective;
use super::rows::{Array, Digest, Rows};
use crate::large_pages;
use lacuna::optim::Rule;
use lacuna::{Csr, Index, prefetch};
use serde::{Deserialize, Serialize};
use std::{iter, mem};

/// Factors that are computed with at once.
const LANES: usize = 4;

/// Arrays of that many numbers in what memory gives at once.
const fn of_line<V>() -> usize {
    LINE_BYTES / size_of::<[V; LANES]>()
}

/// What memory gives at once.
const LINE_BYTES: usize = 64;

/// What a field-aware factorization machine has beside a linear classifier.
///
/// Column `feature * fields + field` of its rows has the value of the feature in that field.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FfmSettings {
    /// Number of fields.
    pub fields: usize,
    /// Numbers that stand for a feature where it meets a field.
    pub factors: usize,
    /// Whether the logit of a row is divided by the sum of its squared values.
    pub normalise: bool,
    /// Of the first weights.
    pub seed: u64,
}

impl FfmSettings {
    /// Chunks of the factors, the last one filled up with zeros.
    const fn chunks(self) -> usize {
        self.factors.div_ceil(LANES)
    }

    /// Numbers in memory for each feature and field, of each array.
    pub(super) const fn padded(self) -> usize {
        self.chunks() * LANES
    }
}

/// Some factors, and the states of these.
type Chunk<V, const N: usize> = [[V; LANES]; N];

/// The factors of feature `j` for field `f` are those of the column `j * fields + f`.
#[derive(Debug)]
pub(super) struct Machine<V, R, const N: usize> {
    rule: R,
    l2: V,
    ffm: FfmSettings,
    features: usize,
    objective: Objective,
    table: Vec<[V; LANES]>,
    /// Where the first chunk of the table is: from there on, none lies in two lines of the cache.
    start: usize,
    /// Of the row that is learnt.
    entries: Vec<Entry<V>>,
}

/// An entry of a row.
#[derive(Clone, Copy, Debug)]
struct Entry<V> {
    /// Where the factors of its feature begin.
    feature: usize,
    /// How far behind it those of its field are.
    field: usize,
    value: V,
}

/// A pair of entries: where the factors of the first for the field of the second are, and the other way round, and the
/// product of the values.
type Pair<V> = ([usize; 2], V);

impl<V: TrainValue, R: Rule<V, N>, const N: usize> Machine<V, R, N> {
    /// A machine of arrays, or else of first weights, uniform from 0 to `1 / sqrt(factors)`.
    pub(super) fn of(
        rule: R,
        l2: V,
        ffm: FfmSettings,
        features: usize,
        objective: Objective,
        arrays: &[Array<V>],
    ) -> Self {
        let columns = features * ffm.fields;
        let mut table = vec![[V::ZERO; LANES]; columns * ffm.chunks() * N + of_line::<V>()];
        large_pages::advise(&mut table);
        let start = table.as_ptr().align_offset(LINE_BYTES);
        let start = if start > of_line::<V>() { 0 } else { start };
        let factors = ffm.factors;
        let places = move || {
            (0..columns).flat_map(move |row| {
                (0..factors).map(move |factor| (start + (row * ffm.chunks() + factor / LANES) * N, factor % LANES))
            })
        };
        if arrays.is_empty() {
            let mut random = Random::new(ffm.seed, Stream::Weight);
            let scale = 1.0 / (factors as f64).sqrt();
            for (chunk, lane) in places() {
                table[chunk][lane] = V::from_f64(scale * random.uniform());
            }
        }
        for (array, (values, _)) in arrays.iter().enumerate().take(N) {
            for ((chunk, lane), &value) in places().zip(values) {
                table[chunk + array][lane] = value;
            }
        }
        Self { rule, l2, ffm, features, objective, table, start, entries: Vec::new() }
    }

    /// The factors or one of their states, as they are saved.
    fn numbers(&self, array: usize) -> impl Iterator<Item = V> {
        let (columns, chunks, factors) = (self.features * self.ffm.fields, self.ffm.chunks(), self.ffm.factors);
        let table = self.table.get(self.start..).unwrap_or_default();
        table.chunks_exact(chunks * N).take(columns).flat_map(move |column| {
            let lanes = column.iter().skip(array).step_by(N).flatten();
            lanes.take(factors).copied()
        })
    }

    /// Where the factors of a feature begin.
    #[inline(always)]
    fn feature(&self, index: usize) -> usize {
        self.start + index / self.ffm.fields * self.length()
    }

    /// How far apart features are.
    #[inline(always)]
    const fn length(&self) -> usize {
        self.ffm.fields * self.ffm.chunks() * N
    }

    /// The entries of a row, and what its logit is multiplied by.
    fn entries<I: Index>(&self, (indices, values): (&[I], &[V]), entries: &mut Vec<Entry<V>>) -> V {
        let (fields, chunks) = (self.ffm.fields, self.ffm.chunks());
        entries.clear();
        entries.extend(indices.iter().zip(values).map(|(index, &value)| {
            let index = index.to_usize();
            Entry { feature: self.feature(index), field: index % fields * chunks * N, value }
        }));
        if !self.ffm.normalise {
            return V::ONE;
        }
        let squares = values.iter().fold(V::ZERO, |sum, &value| sum + value * value);
        if squares > V::ZERO { V::ONE / squares } else { V::ZERO }
    }

    /// Chunks of the factors, of a number that is known when this is compiled, or else 0.
    #[inline(always)]
    const fn chunks<const CHUNKS: usize>(&self) -> usize {
        if CHUNKS == 0 { self.ffm.chunks() } else { CHUNKS }
    }

    /// `sum over a < b of <w(feature a, field b), w(feature b, field a)> x_a x_b`, times the scale: lane l adds the
    /// factors k with k mod 4 = l, pair after pair, and the lanes are combined by halves.
    #[inline(always)]
    fn logit<const CHUNKS: usize>(&self, entries: &[Entry<V>], scale: V, mut beside: impl FnMut()) -> V {
        let chunks = self.chunks::<CHUNKS>();
        let mut lanes = [V::ZERO; LANES];
        for_each_pair(entries, |([first, second], value)| {
            beside();
            for chunk in 0..chunks {
                let factors = [first, second].map(|place| self.table.get(place + chunk * N));
                let [Some(first), Some(second)] = factors else { continue };
                for lane in 0..LANES {
                    lanes[lane] = lanes[lane] + first[lane] * second[lane] * value;
                }
            }
        });
        ((lanes[0] + lanes[2]) + (lanes[1] + lanes[3])) * scale
    }

    /// Steps of both factors of each pair, one pair after the other.
    #[inline(always)]
    fn learn_row<I: Index, const CHUNKS: usize>(
        &mut self,
        entries: &[Entry<V>],
        slope: V,
        mut ahead: Ahead<'_, I>,
    ) {
        let coefficients = self.rule.coefficients();
        let (chunks, l2) = (self.chunks::<CHUNKS>(), self.l2);
        for_each_pair(entries, |([first, second], value)| {
            ahead.ask(self);
            let slope = slope * value;
            for chunk in 0..chunks {
                let [first, second] = [first, second].map(|place| place + chunk * N);
                let ranges = [first..first + N, second..second + N];
                let Ok([first, second]) = self.table.get_disjoint_mut(ranges) else { continue };
                let (Some(first), Some(second)) = (first.first_chunk_mut(), second.first_chunk_mut()) else { continue };
                let (own, its) = (*first, *second);
                *first = step::<V, R, N>(&coefficients, l2, slope, own, its[0]);
                *second = step::<V, R, N>(&coefficients, l2, slope, its, own[0]);
            }
        });
    }

    #[inline(always)]
    fn learn_rows<I: Index, const CHUNKS: usize>(
        &mut self,
        x: Csr<'_, V, I>,
        labels: &[V],
        weights: Option<&[V]>,
        logits: &mut [V],
    ) {
        let mut entries = mem::take(&mut self.entries);
        for ((row, &label), logit) in (0..x.rows()).zip(labels).zip(logits) {
            let scale = self.entries(x.row(row), &mut entries);
            *logit = self.logit::<CHUNKS>(&entries, scale, || {});
            let mut slope = [*logit];
            self.objective.slopes(&mut slope, label);
            let mut slope = slope[0] * scale;
            if let Some(&weight) = weights.and_then(|weights| weights.get(row)) {
                // Not even decayed.
                if weight == V::ZERO {
                    continue;
                }
                slope = slope * weight;
            }
            self.learn_row::<_, CHUNKS>(&entries, slope, Ahead::of(self, x, row));
        }
        self.entries = entries;
    }

    #[inline(always)]
    fn score_rows<I: Index, const CHUNKS: usize>(&self, x: Csr<'_, V, I>, logits: &mut Vec<V>) {
        let mut entries = Vec::new();
        logits.extend((0..x.rows()).map(|row| {
            let scale = self.entries(x.row(row), &mut entries);
            let mut ahead = Ahead::of(self, x, row);
            self.logit::<CHUNKS>(&entries, scale, || ahead.ask(self))
        }));
    }
}

/// The features of the next row, whose memory is asked for line after line while a row is computed: no more at once
/// than memory gives meanwhile.
struct Ahead<'a, I> {
    indices: &'a [I],
    /// Lines for each pair.
    lines: usize,
    /// The part of a feature that has not been asked for.
    place: usize,
    end: usize,
}

impl<'a, I: Index> Ahead<'a, I> {
    fn of<V: TrainValue, R: Rule<V, N>, const N: usize>(
        machine: &Machine<V, R, N>,
        x: Csr<'a, V, I>,
        row: usize,
    ) -> Self {
        let indices = if row + 1 < x.rows() { x.row(row + 1).0 } else { &[] };
        let (entries, lines) = (x.row(row).0.len(), indices.len() * machine.length().div_ceil(of_line::<V>()));
        let pairs = entries * entries.saturating_sub(1) / 2;
        // A few of them may be left.
        let lines = (lines + pairs / 2) / pairs.max(1);
        Self { indices, lines, place: 0, end: 0 }
    }

    /// Asks for what is next.
    #[inline(always)]
    fn ask<V: TrainValue, R: Rule<V, N>, const N: usize>(&mut self, machine: &Machine<V, R, N>) {
        for _ in 0..self.lines {
            if self.place >= self.end {
                let Some((index, rest)) = self.indices.split_first() else { return };
                (self.indices, self.place) = (rest, machine.feature(index.to_usize()));
                self.end = self.place + machine.length();
            }
            prefetch(&machine.table, self.place, 1);
            self.place += of_line::<V>();
        }
    }
}

/// A step of some factors, whose gradient is `l2 w` and the slope times the factors of the other entry. The rules here
/// neither rescale nor clip it.
#[inline(always)]
fn step<V: TrainValue, R: Rule<V, N>, const N: usize>(
    coefficients: &R::Coefficients,
    l2: V,
    slope: V,
    own: Chunk<V, N>,
    its: [V; LANES],
) -> Chunk<V, N> {
    let mut new = own;
    for lane in 0..LANES {
        let gradient = l2 * own[0][lane] + slope * its[lane];
        let states = R::step(coefficients, gradient, std::array::from_fn(|state| own[state][lane]));
        for (new, state) in new.iter_mut().zip(states) {
            new[lane] = state;
        }
    }
    new
}

#[inline(always)]
fn for_each_pair<V: TrainValue>(entries: &[Entry<V>], mut visit: impl FnMut(Pair<V>)) {
    for (place, &one) in entries.iter().enumerate() {
        for &other in entries.get(place + 1..).unwrap_or_default() {
            visit(([one.feature + other.field, other.feature + one.field], one.value * other.value));
        }
    }
}

impl<V: TrainValue, I: Index, R: Rule<V, N> + Send + Sync, const N: usize> Rows<V, I> for Machine<V, R, N> {
    fn learn(
        &mut self,
        x: Csr<'_, V, I>,
        labels: &[V],
        weights: Option<&[V]>,
        logits: &mut Vec<V>,
    ) -> Result<(), TrainError> {
        logits.resize(labels.len(), V::ZERO);
        match self.ffm.chunks() {
            1 => self.learn_rows::<_, 1>(x, labels, weights, logits),
            _ => self.learn_rows::<_, 0>(x, labels, weights, logits),
        }
        Ok(())
    }

    fn score(&self, x: Csr<'_, V, I>, logits: &mut Vec<V>) -> Result<(), TrainError> {
        logits.clear();
        match self.ffm.chunks() {
            1 => self.score_rows::<_, 1>(x, logits),
            _ => self.score_rows::<_, 0>(x, logits),
        }
        Ok(())
    }

    fn columns(&self) -> usize {
        self.features * self.ffm.fields
    }

    fn array(&self, array: usize) -> Array<V> {
        let mut numbers = Vec::with_capacity(self.features * self.ffm.fields * self.ffm.factors);
        self.numbers(array).for_each(|number| numbers.push(number));
        (numbers, Vec::new())
    }

    fn weight(&self) -> Array<V> {
        Rows::<V, I>::array(self, 0)
    }

    fn digest(&self) -> Digest {
        Digest::of(self.numbers(0), iter::empty())
    }

    fn settle(&mut self) {}

    fn seen(&self) -> Option<(u32, Vec<V>)> {
        None
    }
}
