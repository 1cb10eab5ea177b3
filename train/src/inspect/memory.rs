//! What an array takes in each storage type, and where a sparse one begins to pay.
use lacuna::infer::Stype;
use lacuna_runtime::array::Array;

/// Bytes of an index.
const INDEX: u128 = 8;

/// What decides how many bytes an array takes.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_train::Sizes;
/// let a = Array::dense(&[2, 3], vec![1.0_f32, 0.0, 2.0, 0.0, 0.0, 0.0])?;
/// let sizes = Sizes::of(&a);
/// // 2 entries of 4 + 8 bytes, 3 pointers of 8; 1 row of 3 * 4 + 8 bytes.
/// assert_eq!((sizes.dense(), sizes.csr(), sizes.row_sparse()), (24, Some(48), Some(20)));
/// # Ok::<(), lacuna_runtime::array::ArrayError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sizes {
    /// Of the first dimension; 1 without dimensions.
    pub rows: u128,
    /// Elements of a row.
    pub row_length: u128,
    /// Bytes of an element.
    pub element: u128,
    /// Dimensions.
    pub dimensions: usize,
    /// What a csr would store: elements that are not 0, or all entries of one.
    pub entries: u128,
    /// What a row_sparse array would store: rows with an element that is not 0, or all rows of one.
    pub stored_rows: u128,
}

impl Sizes {
    /// Of an array. Cost: one read of its values.
    #[must_use]
    pub fn of(array: &Array) -> Self {
        let (rows, trailing) = array.shape().split_first().map_or((1, &[][..]), |(&rows, trailing)| (rows, trailing));
        let (mut entries, mut stored_rows) = (0, 0);
        for nonzero in array.row_nonzeros() {
            entries += nonzero as u128;
            stored_rows += u128::from(nonzero > 0);
        }
        match array.stype() {
            Stype::Dense => {}
            Stype::Csr => entries = array.nnz() as u128,
            Stype::RowSparse => stored_rows = array.indices().map_or(0, <[i64]>::len) as u128,
        }
        Self {
            rows: rows as u128,
            row_length: trailing.iter().fold(1, |product: u128, &length| product.saturating_mul(length as u128)),
            element: array.dtype().size() as u128,
            dimensions: array.shape().len(),
            entries,
            stored_rows,
        }
    }

    /// Elements, stored or not.
    #[must_use]
    pub fn elements(&self) -> u128 {
        self.rows.saturating_mul(self.row_length)
    }

    /// Bytes as a dense array.
    #[must_use]
    pub fn dense(&self) -> u128 {
        self.elements().saturating_mul(self.element)
    }

    /// Bytes as a csr, which has two dimensions.
    #[must_use]
    pub fn csr(&self) -> Option<u128> {
        let bytes = self.entries.saturating_mul(self.element + INDEX).saturating_add(self.pointers());
        (self.dimensions == 2).then_some(bytes)
    }

    /// Bytes as a row_sparse array, which has dimensions.
    #[must_use]
    pub fn row_sparse(&self) -> Option<u128> {
        let row = self.row_length.saturating_mul(self.element).saturating_add(INDEX);
        (self.dimensions > 0).then_some(self.stored_rows.saturating_mul(row))
    }

    fn pointers(&self) -> u128 {
        self.rows.saturating_add(1).saturating_mul(INDEX)
    }

    /// Entries as a part of all elements; 0 without elements.
    #[must_use]
    pub fn density(&self) -> f64 {
        ratio(self.entries, self.elements())
    }

    /// Stored rows as a part of all rows; 0 without rows.
    #[must_use]
    pub fn share_of_rows(&self) -> f64 {
        ratio(self.stored_rows, self.rows)
    }

    /// The density below which a csr takes less than the dense array; 0 where the pointers alone take as much.
    #[must_use]
    pub fn csr_break_even(&self) -> f64 {
        let left = self.dense().saturating_sub(self.pointers());
        ratio(left, self.elements().saturating_mul(self.element + INDEX))
    }

    /// The share of stored rows below which a row_sparse array takes less than the dense one.
    #[must_use]
    pub fn row_sparse_break_even(&self) -> f64 {
        let values = self.row_length.saturating_mul(self.element);
        ratio(values, values.saturating_add(INDEX))
    }
}

fn ratio(part: u128, whole: u128) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lacuna_runtime::array::Dtype;

    #[test]
    fn bytes_are_those_of_the_array_in_each_storage_type() {
        let numbers = [0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 1.0, 0.0, 2.0, 0.0, 0.0, 0.0].to_vec();
        let dense = Array::dense(&[4, 3], numbers).unwrap();
        for &dtype in Dtype::ALL {
            let dense = dense.astype(dtype).unwrap();
            let [csr, rows] = [Stype::Csr, Stype::RowSparse].map(|stype| dense.tostype(stype).unwrap());
            let bytes = [dense.nbytes(), csr.nbytes(), rows.nbytes()].map(|bytes| Some(bytes as u128));
            for array in [&dense, &csr, &rows] {
                let sizes = Sizes::of(array);
                assert_eq!([Some(sizes.dense()), sizes.csr(), sizes.row_sparse()], bytes, "{dtype} {}", array.stype());
            }
        }
        // What is stored counts in its own storage type, what is not 0 in the others.
        let zeros = Sizes::of(&Array::csr(Some([3, 2]), vec![0, 1, 2, 2], vec![0, 1], vec![0.0_f32, 5.0]).unwrap());
        assert_eq!((zeros.entries, zeros.stored_rows), (2, 1));
        let zeros = Sizes::of(&Array::row_sparse(&[3, 2], vec![0, 1], vec![0.0_f32, 0.0, 5.0, 0.0]).unwrap());
        assert_eq!((zeros.entries, zeros.stored_rows), (1, 2));
    }

    /// `12 nnz + 8 (R + 1) < 4 R C` and `nnr (4 L + 8) < 4 R L`, of float32.
    #[test]
    fn break_even_points() {
        let sizes = Sizes { rows: 1000, row_length: 100, element: 4, dimensions: 2, entries: 0, stored_rows: 0 };
        assert_eq!(sizes.csr_break_even(), (400_000.0 - 8008.0) / 1_200_000.0);
        assert_eq!(sizes.row_sparse_break_even(), 400.0 / 408.0);
        for (entries, less) in [(32_665, true), (32_666, false)] {
            let sizes = Sizes { entries, ..sizes };
            assert_eq!(sizes.csr().unwrap() < sizes.dense(), less);
            assert_eq!(sizes.density() < sizes.csr_break_even(), less);
        }
        for (stored_rows, less) in [(980, true), (981, false)] {
            let sizes = Sizes { stored_rows, ..sizes };
            assert_eq!(sizes.row_sparse().unwrap() < sizes.dense(), less);
            assert_eq!(sizes.share_of_rows() < sizes.row_sparse_break_even(), less);
        }
        // Pointers of one column of two bytes take more than the column.
        assert_eq!(Sizes { row_length: 1, element: 2, ..sizes }.csr_break_even(), 0.0);
    }

    #[test]
    fn shapes_at_the_ends() {
        let scalar = Sizes::of(&Array::dense(&[], vec![1.0_f64]).unwrap());
        assert_eq!((scalar.dense(), scalar.csr(), scalar.row_sparse()), (8, None, None));
        let none = Sizes::of(&Array::dense(&[usize::MAX, 0], Vec::<f32>::new()).unwrap());
        assert_eq!((none.dense(), none.density(), none.csr_break_even(), none.share_of_rows()), (0, 0.0, 0.0, 0.0));
        let huge = Sizes::of(&Array::row_sparse(&[1 << 60, 1 << 20], vec![], Vec::<f32>::new()).unwrap());
        assert_eq!((huge.dense(), huge.row_sparse()), (1 << 82, Some(0)));
        let cube = Sizes::of(&Array::dense(&[2, 3, 4], vec![1_u8; 24]).unwrap());
        assert_eq!((cube.csr(), cube.row_sparse()), (None, Some(2 * (12 + 8))));
    }
}
