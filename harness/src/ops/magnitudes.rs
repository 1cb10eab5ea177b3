//! How large the terms of each stored value were, and how often they were rounded: what its error is measured by.
use crate::fixture::{Array, Stype};
use crate::reference::Tracked;
use std::collections::HashMap;

/// For each stored value of a result: the sum of the magnitudes of its terms, and the most roundings that an operand
/// goes through on its way into it.
///
/// Empty for results that are copied, which must have the very bits of what they are copies of.
#[derive(Clone, Debug, Default)]
pub struct Magnitudes {
    /// Sums of magnitudes, in the order of the stored values.
    pub sums: Vec<f64>,
    /// Numbers of roundings.
    pub roundings: Vec<u32>,
}

impl Magnitudes {
    /// Of values that know how far they may be off.
    pub(super) fn tracked(values: impl Iterator<Item = Tracked>) -> Self {
        // An error of `e` units is that of `r` roundings of magnitude `e / r`; each counts for half a smallest
        // subnormal, too.
        let of = |value: Tracked| {
            let roundings = value.tiny.clamp(0.0, f64::from(u32::MAX)).ceil();
            if value.error == 0.0 {
                (0.0, 0)
            } else {
                (value.error * 1.001 / roundings.max(1.0), roundings.max(1.0) as u32)
            }
        };
        let (sums, roundings) = values.map(of).unzip();
        Self { sums, roundings }
    }

    /// Magnitude and roundings of stored value `i`; nothing if it is a copy.
    pub fn get(&self, i: usize) -> Option<(f64, u32)> {
        Some((*self.sums.get(i)?, *self.roundings.get(i)?))
    }
}

/// Finds stored rows of a dense or row_sparse array.
pub(super) struct StoredRows<'a> {
    array: &'a Array,
    /// For a row_sparse array, the place of each stored row.
    places: Option<HashMap<usize, usize>>,
}

impl<'a> StoredRows<'a> {
    pub(super) fn new(array: &'a Array) -> Self {
        let place = |(place, &id): (usize, &i64)| usize::try_from(id).ok().map(|id| (id, place));
        let places =
            (array.stype == Stype::RowSparse).then(|| array.indices.iter().enumerate().filter_map(place).collect());
        Self { array, places }
    }

    /// Where the values of `row` start, if it is stored.
    pub(super) fn start(&self, row: usize) -> Option<usize> {
        let place = match &self.places {
            Some(places) => *places.get(&row)?,
            None => Some(row).filter(|&row| row < self.array.rows())?,
        };
        Some(place * self.array.row_length())
    }

    /// A value; zero if its row is not stored.
    pub(super) fn value(&self, row: usize, column: usize) -> f64 {
        self.start(row).map_or(0.0, |start| self.array.values.get(start + column))
    }
}

/// Adds up rows that are sums of rows.
pub(super) struct RowSums<'a> {
    result: StoredRows<'a>,
    sums: Vec<f64>,
    terms: Vec<u32>,
}

impl<'a> RowSums<'a> {
    pub(super) fn new(result: &'a Array) -> Self {
        let length = result.values.len();
        Self { result: StoredRows::new(result), sums: vec![0.0; length], terms: vec![0; length] }
    }

    /// `factor * values[start..]` is a term of `row` of the result.
    pub(super) fn add(&mut self, row: usize, factor: f64, array: &Array, start: usize) {
        let Some(to) = self.result.start(row) else { return };
        for column in 0..array.row_length() {
            if let (Some(sum), Some(terms)) = (self.sums.get_mut(to + column), self.terms.get_mut(to + column)) {
                *sum += (factor * array.values.get(start + column)).abs();
                *terms += 1;
            }
        }
    }

    /// Sums of products: one rounding in the product, and one in each addition but that to zero.
    pub(super) fn of_products(self) -> Magnitudes {
        Magnitudes { sums: self.sums, roundings: self.terms }
    }

    /// Sums of values.
    pub(super) fn of_values(self) -> Magnitudes {
        let roundings = self.terms.iter().map(|terms| terms.saturating_sub(1)).collect();
        Magnitudes { sums: self.sums, roundings }
    }
}
