//! Memory that is asked for before it is read.
use crate::processor;

/// Asks the processor to bring the `length` elements of `data` from `start` on near, for a loop that knows what it will
/// read next. No effect where there is no such instruction.
///
/// It changes when memory is touched, never what is computed: any `start` and `length` will do, also behind the end of
/// `data`.
///
/// ```
/// let (table, rows) = (vec![1.0_f32; 1000], [7, 993, 12, 500, 3]);
/// let mut sum = 0.0;
/// for (k, &row) in rows.iter().enumerate() {
///     if let Some(&next) = rows.get(k + 2) {
///         lacuna::prefetch(&table, next, 1);
///     }
///     sum += table[row];
/// }
/// assert_eq!(sum, 5.0);
/// ```
#[inline(always)]
pub fn prefetch<V>(data: &[V], start: usize, length: usize) {
    processor::prefetch(data, start, length.min(data.len()));
}
