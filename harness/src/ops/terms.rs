//! How much arithmetic went into each stored value: what its error is measured by.
use crate::fixture::{Array, Stype};
use std::collections::HashMap;

/// For each stored value of a result: the sum of the magnitudes of its terms, and how many roundings went into it.
///
/// Empty for results that are copied, where nothing may be off.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// Sums of magnitudes, in the order of the stored values.
    pub magnitudes: Vec<f64>,
    /// Numbers of roundings.
    pub roundings: Vec<u32>,
}

impl Terms {
    /// Magnitude and roundings of stored value `i`, which is `exact`.
    pub fn get(&self, i: usize, exact: f64) -> (f64, u32) {
        match (self.magnitudes.get(i), self.roundings.get(i)) {
            (Some(&magnitude), Some(&roundings)) => (magnitude, roundings),
            _ => (exact.abs(), 0),
        }
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
        let places = (array.stype == Stype::RowSparse).then(|| array.indices.iter().enumerate().filter_map(place).collect());
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
    magnitudes: Vec<f64>,
    terms: Vec<u32>,
}

impl<'a> RowSums<'a> {
    pub(super) fn new(result: &'a Array) -> Self {
        let length = result.values.len();
        Self { result: StoredRows::new(result), magnitudes: vec![0.0; length], terms: vec![0; length] }
    }

    /// `factor * values[start..]` is a term of `row` of the result.
    pub(super) fn add(&mut self, row: usize, factor: f64, array: &Array, start: usize) {
        let Some(to) = self.result.start(row) else { return };
        for column in 0..array.row_length() {
            if let (Some(magnitude), Some(terms)) = (self.magnitudes.get_mut(to + column), self.terms.get_mut(to + column)) {
                *magnitude += (factor * array.values.get(start + column)).abs();
                *terms += 1;
            }
        }
    }

    /// Sums of products: one rounding for each product, and one for each addition but the first, which adds to zero.
    pub(super) fn of_products(self) -> Terms {
        let roundings = self.terms.iter().map(|terms| (2 * terms).saturating_sub(1)).collect();
        Terms { magnitudes: self.magnitudes, roundings }
    }

    /// Sums of values.
    pub(super) fn of_values(self) -> Terms {
        let roundings = self.terms.iter().map(|terms| terms.saturating_sub(1)).collect();
        Terms { magnitudes: self.magnitudes, roundings }
    }
}
