//! The product of a sparse row with one column: row 2 of the order law, the same for every operand that a column can
//! stand in.
use crate::processor::Instructions;
use crate::simd::Simd;
use crate::{Index, Number, Storage, order};

/// What the entries of a row are multiplied by.
///
/// A trait and not a closure, because those are compiled without the level's instructions unless they happen to be
/// inlined.
pub(crate) trait Column<V: Storage, I: Index> {
    /// The factor of an entry; `None` if its row is not stored.
    fn factor(&self, index: I) -> Option<V::Arithmetic>;

    /// The running sums of at most [`order::BLOCK`] entries.
    #[inline(always)]
    fn lanes<L: Simd>(&self, simd: L, indices: &[I], values: &[V]) -> [V::Arithmetic; order::LANES] {
        let mut lanes = [V::Arithmetic::ZERO; order::LANES];
        let (index_fours, index_rest) = indices.as_chunks::<{ order::LANES }>();
        let (value_fours, value_rest) = values.as_chunks::<{ order::LANES }>();
        for (indices, values) in index_fours.iter().zip(value_fours) {
            self.add_four(simd, &mut lanes, indices, values);
        }
        if !index_rest.is_empty() {
            self.add_entries(simd, &mut lanes, index_rest, value_rest);
        }
        lanes
    }

    /// Adds four entries.
    #[inline(always)]
    fn add_four<L: Simd>(
        &self,
        simd: L,
        lanes: &mut [V::Arithmetic; order::LANES],
        indices: &[I; order::LANES],
        values: &[V; order::LANES],
    ) {
        self.add_entries(simd, lanes, indices, values);
    }

    /// Adds up to four entries. Lanes without one get +0, which changes no bit of a running sum: one that started from
    /// +0 is never -0.
    ///
    /// Every lane has a place that is known when this is compiled: lanes chosen at run time would live in memory.
    #[inline(always)]
    fn add_entries<L: Simd>(&self, simd: L, lanes: &mut [V::Arithmetic; order::LANES], indices: &[I], values: &[V]) {
        let (mut loaded, mut factors) = ([V::Arithmetic::ZERO; order::LANES], [V::Arithmetic::ZERO; order::LANES]);
        for (l, (to, factor)) in loaded.iter_mut().zip(&mut factors).enumerate() {
            if let (Some(&index), Some(&value)) = (indices.get(l), values.get(l))
                && let Some(found) = self.factor(index)
            {
                (*to, *factor) = (value.load(), found);
            }
        }
        V::Arithmetic::add_products(simd, lanes, &loaded, &factors);
    }
}

/// One row against a column.
#[inline(always)]
pub(crate) fn row_times_column<L: Simd, V: Storage, I: Index>(
    simd: L,
    indices: &[I],
    values: &[V],
    column: &impl Column<V, I>,
) -> V::Arithmetic {
    if indices.len() <= order::BLOCK {
        return order::combine_lanes(column.lanes(simd, indices, values));
    }
    let mut total = V::Arithmetic::ZERO;
    for (indices, values) in indices.chunks(order::BLOCK).zip(values.chunks(order::BLOCK)) {
        total = order::add(total, order::combine_lanes(column.lanes(simd, indices, values)));
    }
    total
}
