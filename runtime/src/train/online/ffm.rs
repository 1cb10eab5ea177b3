//! A field-aware factorization machine that learns row after row.
use super::super::error::TrainError;
use super::super::random::{Random, Stream};
use super::super::scalar::TrainValue;
use super::objective::Objective;
use super::rows::{Array, Rows};
use crate::large_pages;
use lacuna::optim::Rule;
use lacuna::{Csr, Index, prefetch};
use serde::{Deserialize, Serialize};

/// Factors that are computed with at once.
const LANES: usize = 4;

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
    objective: Objective,
    table: Vec<Chunk<V, N>>,
}

/// An entry of a row.
#[derive(Clone, Copy)]
struct Entry<V> {
    /// Where the factors of its feature begin, in chunks.
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
        let mut table = vec![[[V::ZERO; LANES]; N]; features * ffm.fields * ffm.chunks()];
        large_pages::advise(&mut table);
        let factors = ffm.factors;
        let places = move || {
            (0..features * ffm.fields).flat_map(move |row| {
                (0..factors).map(move |factor| (row * ffm.chunks() + factor / LANES, factor % LANES))
            })
        };
        if arrays.is_empty() {
            let mut random = Random::new(ffm.seed, Stream::Weight);
            let scale = 1.0 / (factors as f64).sqrt();
            for (chunk, lane) in places() {
                table[chunk][0][lane] = V::from_f64(scale * random.uniform());
            }
        }
        for (array, (values, _)) in arrays.iter().enumerate().take(N) {
            for ((chunk, lane), &value) in places().zip(values) {
                table[chunk][array][lane] = value;
            }
        }
        Self { rule, l2, ffm, objective, table }
    }

    /// The entries of a row, and what its logit is multiplied by.
    fn entries<I: Index>(&self, (indices, values): (&[I], &[V]), entries: &mut Vec<Entry<V>>) -> V {
        let (fields, chunks) = (self.ffm.fields, self.ffm.chunks());
        entries.clear();
        entries.extend(indices.iter().zip(values).map(|(index, &value)| {
            let (feature, field) = (index.to_usize() / fields, index.to_usize() % fields);
            Entry { feature: feature * fields * chunks, field: field * chunks, value }
        }));
        if !self.ffm.normalise {
            return V::ONE;
        }
        let squares = values.iter().fold(V::ZERO, |sum, &value| sum + value * value);
        if squares > V::ZERO { V::ONE / squares } else { V::ZERO }
    }

    /// `sum over a < b of <w(feature a, field b), w(feature b, field a)> x_a x_b`, times the scale: lane l adds the
    /// factors k with k mod 4 = l, pair after pair, and the lanes are combined by halves.
    #[inline(always)]
    fn logit(&self, entries: &[Entry<V>], scale: V) -> V {
        let chunks = self.ffm.chunks();
        let mut lanes = [V::ZERO; LANES];
        for_each_pair(entries, |([first, second], value)| {
            let firsts = self.table.get(first..first + chunks).unwrap_or_default();
            let seconds = self.table.get(second..second + chunks).unwrap_or_default();
            for (first, second) in firsts.iter().zip(seconds) {
                for lane in 0..LANES {
                    lanes[lane] = lanes[lane] + first[0][lane] * second[0][lane] * value;
                }
            }
        });
        ((lanes[0] + lanes[2]) + (lanes[1] + lanes[3])) * scale
    }

    /// Steps of both factors of each pair, one pair after the other.
    #[inline(always)]
    fn learn_row<I: Index>(&mut self, entries: &[Entry<V>], slope: V, next: Option<&[I]>) {
        let coefficients = self.rule.coefficients();
        let (chunks, fields, l2) = (self.ffm.chunks(), self.ffm.fields, self.l2);
        let length = fields * chunks;
        for (place, &one) in entries.iter().enumerate() {
            // Spread over the row, so that no more is asked for than memory gives meanwhile.
            if let Some(next) = next.and_then(|next| next.get(place)) {
                prefetch(&self.table, next.to_usize() / fields * length, length);
            }
            for &other in entries.get(place + 1..).unwrap_or_default() {
                let ([first, second], value) = pair(one, other);
                let ranges = [first..first + chunks, second..second + chunks];
                let Ok([firsts, seconds]) = self.table.get_disjoint_mut(ranges) else { continue };
                let slope = slope * value;
                for (first, second) in firsts.iter_mut().zip(seconds) {
                    let (own, its) = (*first, *second);
                    *first = step::<V, R, N>(&coefficients, l2, slope, own, its[0]);
                    *second = step::<V, R, N>(&coefficients, l2, slope, its, own[0]);
                }
            }
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
fn pair<V: TrainValue>(one: Entry<V>, other: Entry<V>) -> Pair<V> {
    ([one.feature + other.field, other.feature + one.field], one.value * other.value)
}

#[inline(always)]
fn for_each_pair<V: TrainValue>(entries: &[Entry<V>], mut visit: impl FnMut(Pair<V>)) {
    for (place, &one) in entries.iter().enumerate() {
        entries.get(place + 1..).unwrap_or_default().iter().for_each(|&other| visit(pair(one, other)));
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
        let mut entries = Vec::new();
        logits.resize(labels.len(), V::ZERO);
        for ((row, &label), logit) in (0..x.rows()).zip(labels).zip(logits) {
            let scale = self.entries(x.row(row), &mut entries);
            *logit = self.logit(&entries, scale);
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
            let next = (row + 1 < x.rows()).then(|| x.row(row + 1).0);
            self.learn_row(&entries, slope, next);
        }
        Ok(())
    }

    fn score(&self, x: Csr<'_, V, I>, logits: &mut Vec<V>) -> Result<(), TrainError> {
        let mut entries = Vec::new();
        logits.clear();
        logits.extend((0..x.rows()).map(|row| {
            let scale = self.entries(x.row(row), &mut entries);
            self.logit(&entries, scale)
        }));
        Ok(())
    }

    fn columns(&self) -> usize {
        self.table.len() / self.ffm.chunks()
    }

    fn array(&self, array: usize) -> Array<V> {
        let rows = self.table.chunks_exact(self.ffm.chunks());
        let factors = rows.flat_map(|row| {
            let lanes = row.iter().flat_map(|chunk| chunk.get(array).copied().unwrap_or([V::ZERO; LANES]));
            lanes.take(self.ffm.factors)
        });
        (factors.collect(), Vec::new())
    }

    fn weight(&self) -> Array<V> {
        Rows::<V, I>::array(self, 0)
    }

    fn settle(&mut self) {}

    fn seen(&self) -> Option<(u32, Vec<V>)> {
        None
    }
}
