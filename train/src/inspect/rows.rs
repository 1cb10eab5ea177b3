//! How long the rows of an array are.
use lacuna::infer::Stype;
use lacuna_runtime::array::Array;

/// Rows by their lengths: stored entries of a csr, elements that are not 0 of other arrays.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_train::RowLengths;
/// let a = Array::csr(Some([4, 9]), vec![0, 1, 1, 4, 7], vec![5, 0, 1, 2, 0, 1, 8], vec![1.0_f32; 7])?;
/// let lengths = RowLengths::of(&a);
/// assert_eq!((lengths.shortest, lengths.longest, lengths.mean()), (0, 3, 1.75));
/// // Of length 0, of 1, and of 2 or 3.
/// assert_eq!(lengths.bins, [1, 1, 2]);
/// # Ok::<(), lacuna_runtime::array::ArrayError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowLengths {
    /// How many rows there are.
    pub rows: u64,
    /// Length of the shortest row.
    pub shortest: u64,
    /// Length of the longest row.
    pub longest: u64,
    /// Of all rows.
    pub total: u64,
    /// Rows of length 0, of length 1, of 2 and 3, and so on, from each power of two to the next, up to the longest.
    pub bins: Vec<u64>,
}

impl RowLengths {
    /// Of an array. Cost: one read of its pointers or values.
    #[must_use]
    pub fn of(array: &Array) -> Self {
        let rows = array.shape().first().map_or(1, |&rows| rows as u64);
        let mut lengths = Self { shortest: u64::MAX, ..Self::default() };
        match (array.stype(), array.indptr()) {
            (Stype::Csr, Some(indptr)) => {
                for (start, end) in indptr.iter().zip(indptr.iter().skip(1)) {
                    lengths.add(u64::try_from(end - start).unwrap_or(0), 1);
                }
            }
            _ => array.row_nonzeros().for_each(|length| lengths.add(length as u64, 1)),
        }
        // Those that are not stored.
        lengths.add(0, rows.saturating_sub(lengths.rows));
        if rows == 0 { Self::default() } else { lengths }
    }

    fn add(&mut self, length: u64, rows: u64) {
        if rows == 0 {
            return;
        }
        let bin = (u64::BITS - length.leading_zeros()) as usize;
        if bin >= self.bins.len() {
            self.bins.resize(bin + 1, 0);
        }
        if let Some(count) = self.bins.get_mut(bin) {
            *count += rows;
        }
        self.rows += rows;
        self.total = self.total.saturating_add(length.saturating_mul(rows));
        (self.shortest, self.longest) = (self.shortest.min(length), self.longest.max(length));
    }

    /// Of all rows; 0 without rows.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.rows == 0 { 0.0 } else { self.total as f64 / self.rows as f64 }
    }

    /// The bins from that of the shortest row on, with their numbers.
    pub fn used(&self) -> impl Iterator<Item = (usize, u64)> + Clone + '_ {
        self.bins.iter().copied().enumerate().skip_while(|(_, rows)| *rows == 0)
    }

    /// The first and the last length of a bin.
    #[must_use]
    pub fn range(bin: usize) -> (u64, u64) {
        let end = 1_u64.checked_shl(u32::try_from(bin).unwrap_or(u32::MAX)).map_or(u64::MAX, |end| end - 1);
        (if bin == 0 { 0 } else { end / 2 + 1 }, end)
    }

    /// A bin in words.
    #[must_use]
    pub fn label(bin: usize) -> String {
        match Self::range(bin) {
            (first, last) if first == last => first.to_string(),
            (first, last) => format!("{first}-{last}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_end_below_powers_of_two() {
        let labels: Vec<_> = (0..6).map(RowLengths::label).collect();
        assert_eq!(labels, ["0", "1", "2-3", "4-7", "8-15", "16-31"]);
        assert_eq!(RowLengths::range(64), (1 << 63, u64::MAX));
        let mut indptr = vec![0];
        for length in [0, 1, 2, 3, 4, 7, 8, 8, 0] {
            indptr.push(indptr.last().copied().unwrap() + length);
        }
        let indices: Vec<_> = indptr.windows(2).flat_map(|pair| 0..pair[1] - pair[0]).collect();
        let values = vec![0_u8; indices.len()];
        let csr = Array::csr(Some([9, 8]), indptr, indices, values).unwrap();
        let lengths = RowLengths::of(&csr);
        assert_eq!(lengths, RowLengths { rows: 9, shortest: 0, longest: 8, total: 33, bins: vec![2, 1, 2, 2, 2] });
    }

    #[test]
    fn rows_that_are_not_stored_are_empty() {
        let rows = Array::row_sparse(&[1 << 50, 2], vec![3, 9], vec![1.0_f32, 0.0, 2.0, 3.0]).unwrap();
        let lengths = RowLengths::of(&rows);
        assert_eq!(lengths.bins, [(1 << 50) - 2, 1, 1]);
        assert_eq!((lengths.shortest, lengths.longest, lengths.total), (0, 2, 3));
        let none = Array::dense(&[usize::MAX, 0], Vec::<f32>::new()).unwrap();
        assert_eq!(RowLengths::of(&none).bins, [u64::MAX]);
        assert_eq!(RowLengths::of(&Array::dense(&[0, 5], Vec::<f32>::new()).unwrap()), RowLengths::default());
        assert_eq!(RowLengths::of(&Array::dense(&[], vec![2.0_f32]).unwrap()).bins, [0, 1]);
        let cube = Array::dense(&[2, 1, 3], vec![0, 1, 2, 0, 0, 0]).unwrap();
        assert_eq!(RowLengths::of(&cube).bins, [1, 0, 1]);
    }
}
