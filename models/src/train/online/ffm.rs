//! A field-aware factorization machine that learns row after row.
use super::super::error::TrainError;
use super::super::random::{Random, Stream};
use super::super::scalar::TrainValue;
use super::objective::Objective;
use super::rows::{Array, Digest, Rows};
use lacuna::optim::Rule;
use lacuna::{Csr, Index, prefetch};
use lacuna_runtime::large_pages;
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

    /// The same, where their number may be known to the compiler: 0 is none.
    #[inline(always)]
    const fn chunks_if<const CHUNKS: usize>(self) -> usize {
        if CHUNKS == 0 { self.chunks() } else { CHUNKS }
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
    /// Of the row that is learnt, and of the next one.
    entries: [Vec<Entry<V>>; 2],
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
        Self { rule, l2, ffm, features, objective, table, start, entries: Default::default() }
    }

    /// The chunks of all columns.
    #[inline(always)]
    fn chunks(&self) -> &[Chunk<V, N>] {
        self.table.get(self.start..).unwrap_or_default().as_chunks().0
    }

    /// The factors or one of their states, as they are saved.
    fn numbers(&self, array: usize) -> impl Iterator<Item = V> {
        let (columns, factors) = (self.features * self.ffm.fields, self.ffm.factors);
        self.chunks().chunks_exact(self.ffm.chunks()).take(columns).flat_map(move |column| {
            let lanes = column.iter().filter_map(move |chunk| chunk.get(array)).flatten();
            lanes.take(factors).copied()
        })
    }

    /// Replaces the entries by those of a row, if there is one.
    fn read<I: Index>(&self, x: Csr<'_, V, I>, row: usize, entries: &mut Vec<Entry<V>>) {
        let (fields, chunks) = (self.ffm.fields, self.ffm.chunks());
        let (indices, values) = if row < x.rows() { x.row(row) } else { Default::default() };
        entries.clear();
        entries.extend(indices.iter().zip(values).map(|(index, &value)| {
            let (feature, field) = (index.to_usize() / fields, index.to_usize() % fields);
            Entry { feature: feature * fields * chunks, field: field * chunks, value }
        }));
    }

    /// What the logit of a row is multiplied by.
    fn scale(&self, entries: &[Entry<V>]) -> V {
        if !self.ffm.normalise {
            return V::ONE;
        }
        let squares = entries.iter().fold(V::ZERO, |sum, entry| sum + entry.value * entry.value);
        if squares > V::ZERO { V::ONE / squares } else { V::ZERO }
    }

    /// `sum over a < b of <w(feature a, field b), w(feature b, field a)> x_a x_b`, times the scale: lane l adds the
    /// factors k with k mod 4 = l, pair after pair, and the lanes are combined by halves.
    #[inline(always)]
    fn logit<const CHUNKS: usize>(&self, entries: &[Entry<V>], scale: V, next: &[Entry<V>]) -> V {
        let (table, chunks) = (self.chunks(), self.ffm.chunks_if::<CHUNKS>());
        let mut lanes = [V::ZERO; LANES];
        for (place, &one) in entries.iter().enumerate() {
            for (behind, &other) in (place + 1..).zip(entries.get(place + 1..).unwrap_or_default()) {
                ask_for(table, next, place, behind);
                let ([first, second], value) = pair(one, other);
                for chunk in 0..chunks {
                    let factors = [first, second].map(|place| table.get(place + chunk));
                    let [Some(first), Some(second)] = factors else { continue };
                    for lane in 0..LANES {
                        lanes[lane] = lanes[lane] + first[0][lane] * second[0][lane] * value;
                    }
                }
            }
        }
        combined(&lanes) * scale
    }

    /// Steps of both factors of each pair, one pair after the other.
    #[inline(always)]
    fn learn_row<const CHUNKS: usize>(&mut self, entries: &[Entry<V>], slope: V, next: &[Entry<V>]) {
        let (coefficients, l2, chunks) = (self.rule.coefficients(), self.l2, self.ffm.chunks_if::<CHUNKS>());
        let table = self.table.get_mut(self.start..).unwrap_or_default().as_chunks_mut().0;
        for (place, &one) in entries.iter().enumerate() {
            for (behind, &other) in (place + 1..).zip(entries.get(place + 1..).unwrap_or_default()) {
                ask_for(table, next, place, behind);
                let ([first, second], value) = pair(one, other);
                let slope = slope * value;
                for chunk in 0..chunks {
                    let both = table.get_disjoint_mut([first + chunk, second + chunk]);
                    let Ok([first, second]) = both else { continue };
                    let (own, its) = (*first, *second);
                    *first = step::<V, R, N>(&coefficients, l2, slope, own, its[0]);
                    *second = step::<V, R, N>(&coefficients, l2, slope, its, own[0]);
                }
            }
        }
    }

    #[inline(always)]
    fn learn_rows<I: Index, const CHUNKS: usize>(
        &mut self,
        x: Csr<'_, V, I>,
        labels: &[V],
        weights: Option<&[V]>,
        logits: &mut [V],
    ) {
        let [mut entries, mut next] = mem::take(&mut self.entries);
        self.read(x, 0, &mut next);
        for ((row, &label), logit) in (0..x.rows()).zip(labels).zip(logits) {
            mem::swap(&mut entries, &mut next);
            self.read(x, row + 1, &mut next);
            let scale = self.scale(&entries);
            *logit = self.logit::<CHUNKS>(&entries, scale, &[]);
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
            self.learn_row::<CHUNKS>(&entries, slope, &next);
        }
        self.entries = [entries, next];
    }

    #[inline(always)]
    fn score_rows<I: Index, const CHUNKS: usize>(&self, x: Csr<'_, V, I>, logits: &mut Vec<V>) {
        let [mut entries, mut next] = [Vec::new(), Vec::new()];
        self.read(x, 0, &mut next);
        logits.extend((0..x.rows()).map(|row| {
            mem::swap(&mut entries, &mut next);
            self.read(x, row + 1, &mut next);
            self.logit::<CHUNKS>(&entries, self.scale(&entries), &next)
        }));
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
fn pair<V: TrainValue>(one: Entry<V>, other: Entry<V>) -> Pair<V> {
    ([one.feature + other.field, other.feature + one.field], one.value * other.value)
}

/// Asks for the factors of a pair of the next row: one pair for each of this row, so that no more is asked for at once
/// than memory gives meanwhile.
#[inline(always)]
fn ask_for<V: TrainValue, const N: usize>(table: &[Chunk<V, N>], next: &[Entry<V>], place: usize, behind: usize) {
    if let (Some(&one), Some(&other)) = (next.get(place), next.get(behind)) {
        pair(one, other).0.into_iter().for_each(|place| prefetch(table, place, 1));
    }
}

/// Lanes combined by halves. In a function of its own: else the loop over pairs would have two halves, too.
#[inline(never)]
fn combined<V: TrainValue>(&[a, b, c, d]: &[V; LANES]) -> V {
    (a + c) + (b + d)
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

    fn gradient(
        &self,
        x: Csr<'_, V, I>,
        slopes: &[V],
        weights: Option<&[V]>,
    ) -> Result<(Vec<usize>, Vec<V>), TrainError> {
        let (table, chunks) = (self.chunks(), self.ffm.chunks());
        let of_feature = self.ffm.fields * chunks;
        let mut sums = vec![[V::ZERO; LANES]; self.features * of_feature];
        let (mut is_there, mut entries) = (vec![false; self.features], Vec::new());
        for (row, &slope) in (0..x.rows()).zip(slopes) {
            self.read(x, row, &mut entries);
            let mut slope = slope * self.scale(&entries);
            if let Some(&weight) = weights.and_then(|weights| weights.get(row)) {
                slope = slope * weight;
            }
            for (place, &one) in entries.iter().enumerate() {
                if let Some(is_there) = is_there.get_mut(one.feature / of_feature) {
                    *is_there = true;
                }
                for &other in entries.get(place + 1..).unwrap_or_default() {
                    let (places, value) = pair(one, other);
                    let slope = slope * value;
                    for chunk in 0..chunks {
                        let [Some(first), Some(second)] = places.map(|place| table.get(place + chunk)) else {
                            continue;
                        };
                        for (place, own, its) in [(places[0], first[0], second[0]), (places[1], second[0], first[0])] {
                            let sum = sums.get_mut(place + chunk).into_iter().flatten();
                            for ((sum, own), its) in sum.zip(own).zip(its) {
                                *sum = *sum + (self.l2 * own + slope * its);
                            }
                        }
                    }
                }
            }
        }
        let features: Vec<usize> = (0..self.features).filter(|&feature| is_there[feature]).collect();
        let factors = features.iter().flat_map(|feature| {
            let sums = sums.get(feature * of_feature..(feature + 1) * of_feature).unwrap_or_default();
            sums.chunks_exact(chunks).flat_map(|field| field.as_flattened().iter().take(self.ffm.factors))
        });
        let factors = factors.copied().collect();
        Ok((features, factors))
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
