//! The places of a csr matrix, and its products.
//!
//! The product and the product at stored places are each other's gradients.
use super::{Error, Result, threads, zeros};
use lacuna::dot::{self, BlockEnds, BlockShape, CsrDense, CsrTDenseScatter, OutputRows, Sddmm};
use lacuna::{Csr, CsrMut, Dense, DenseMut, Value, order};
use std::sync::Arc;

/// The places of a csr matrix of R x K, or of its transposed, checked once and shared by clones. Its values come with
/// each call.
///
/// ```
/// use lacuna_interop::training::Places;
///
/// // [[10, 0, 2], [0, 0, 3]], times vectors.
/// let a = Places::new((2, 3), vec![0, 2, 3], vec![0, 2, 2])?;
/// let values = [10.0_f32, 2.0, 3.0];
/// assert_eq!(a.multiply(&values, &[1.0, 3.0, 5.0], 1)?, [20.0, 15.0]);
/// assert_eq!(a.t().multiply(&values, &[1.0, 2.0], 1)?, [10.0, 0.0, 8.0]);
/// assert_eq!(a.multiply_at_places(&[1.0_f32, 2.0], &[1.0, 3.0, 5.0], 1)?, [1.0, 5.0, 10.0]);
/// # Ok::<(), lacuna_interop::training::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Places {
    pattern: Arc<Pattern>,
    transposed: bool,
}

/// What all products of a matrix share.
#[derive(Debug)]
struct Pattern {
    shape: BlockShape,
    indptr: Vec<u32>,
    indices: Vec<u32>,
    /// Of [`BlockEnds`], for transposed products.
    columns: Vec<u32>,
    entries: Vec<u32>,
}

impl Pattern {
    fn new((rows, columns): (usize, usize), indptr: Vec<u32>, indices: Vec<u32>) -> Result<Self> {
        let places = vec![0_u8; indices.len()];
        Csr::new(rows, columns, &indptr, &indices, &places)?;
        let shape = BlockShape { rows, columns, nnz: indices.len() };
        let mut pattern = Self { shape, indptr, indices, columns: Vec::new(), entries: Vec::new() };
        if rows > order::BLOCK {
            let most = dot::block_ends_capacity(shape.nnz);
            let (mut heavy, mut entries) = (vec![0; most], vec![0; most]);
            let mut scratch = vec![0; dot::block_ends_scratch(columns)];
            let values = vec![0.0_f32; shape.nnz];
            let ends = dot::block_ends(pattern.csr(&values)?, &mut heavy, &mut entries, &mut scratch)?;
            (pattern.columns, pattern.entries) = (ends.columns().to_vec(), ends.entries().to_vec());
        }
        Ok(pattern)
    }

    fn csr<'a, V: Value>(&'a self, values: &'a [V]) -> Result<Csr<'a, V, u32>> {
        Ok(Csr::trusted(self.shape.rows, self.shape.columns, &self.indptr, &self.indices, values)?)
    }

    /// `A b`.
    fn multiply<V: Value>(&self, values: &[V], b: Dense<'_, V>, out: &mut [V]) -> Result<()> {
        let (a, n) = (self.csr(values)?, b.columns());
        let out = DenseMut::new(self.shape.rows, n, out)?;
        Ok(threads::run(CsrDense { a, b, out }, self.shape.nnz.saturating_mul(n))?)
    }

    /// `A^T b`.
    fn multiply_transposed<V: Value>(&self, values: &[V], b: Dense<'_, V>, out: &mut [V]) -> Result<()> {
        let (a, n) = (self.csr(values)?, b.columns());
        let ends = BlockEnds::trusted(&self.columns, &self.entries, self.shape);
        let mut totals = vec![V::ZERO; ends.totals(n)];
        let out = DenseMut::new(self.shape.columns, n, out)?;
        let product = CsrTDenseScatter { a, ends, b, totals: &mut totals, out, rows: OutputRows::ALL };
        Ok(threads::run(product, self.shape.nnz.saturating_mul(n))?)
    }

    /// `left right^T` at the stored places.
    fn multiply_at_places<V: Value>(&self, left: Dense<'_, V>, right: Dense<'_, V>) -> Result<Vec<V>> {
        let BlockShape { rows, columns, nnz } = self.shape;
        // The kernel borrows them as the result's, and reads them.
        let mut indices = self.indices.clone();
        let mut values = vec![V::ZERO; nnz];
        let out = CsrMut::trusted(rows, columns, &self.indptr, &mut indices, &mut values)?;
        threads::run(Sddmm { a: left, b: right, out }, nnz.saturating_mul(left.columns()))?;
        Ok(values)
    }
}

impl Places {
    /// The places of a matrix of `shape` rows and columns with entries `indptr[r]..indptr[r + 1]` in row r, whose
    /// columns are `indices`.
    ///
    /// # Errors
    /// If `indptr` does not ascend from 0 to the number of entries, one for each row and one more, or the columns of a
    /// row do not ascend strictly, or one is out of range.
    pub fn new(shape: (usize, usize), indptr: Vec<u32>, indices: Vec<u32>) -> Result<Self> {
        Ok(Self { pattern: Arc::new(Pattern::new(shape, indptr, indices)?), transposed: false })
    }

    /// Those of the transposed matrix, which are shared.
    #[must_use]
    pub fn t(&self) -> Self {
        Self { pattern: self.pattern.clone(), transposed: !self.transposed }
    }

    /// Rows and columns.
    pub fn shape(&self) -> (usize, usize) {
        let BlockShape { rows, columns, .. } = self.pattern.shape;
        if self.transposed { (columns, rows) } else { (rows, columns) }
    }

    /// Where the entries of each row of the matrix that is not transposed begin, and their number.
    pub fn indptr(&self) -> &[u32] {
        &self.pattern.indptr
    }

    /// The columns of the entries of the matrix that is not transposed.
    pub fn indices(&self) -> &[u32] {
        &self.pattern.indices
    }

    /// Number of entries.
    pub fn nnz(&self) -> usize {
        self.pattern.shape.nnz
    }

    /// Checks shapes of operands of [`multiply`](Self::multiply): values of (entries), and `b` of (K, n) or (K).
    ///
    /// # Errors
    /// For other shapes.
    pub fn check_product(&self, values: &[usize], b: &[usize]) -> Result<()> {
        if values != [self.nnz()] {
            return Err(Error::Values { dims: values.to_vec(), nnz: self.nnz() });
        }
        check_rows("b", b, self.shape().1)
    }

    /// Checks shapes of operands of [`multiply_at_places`](Self::multiply_at_places): `left` of (R, n) and `right` of
    /// (K, n), or of (R) and (K).
    ///
    /// # Errors
    /// For other shapes.
    pub fn check_product_at_places(&self, left: &[usize], right: &[usize]) -> Result<()> {
        let (rows, columns) = self.shape();
        check_rows("left", left, rows)?;
        check_rows("right", right, columns)?;
        if left.get(1) != right.get(1) {
            return Err(Error::Lengths { left: left.to_vec(), right: right.to_vec() });
        }
        Ok(())
    }

    /// `A B`, of R x n, for `values` of the entries and `b` of K x n, row after row.
    ///
    /// # Errors
    /// For arrays of other lengths.
    pub fn multiply<V: Value>(&self, values: &[V], b: &[V], n: usize) -> Result<Vec<V>> {
        let (rows, columns) = self.shape();
        let b = Dense::new(columns, n, b)?;
        let mut out = zeros(rows, n)?;
        let multiply = if self.transposed { Pattern::multiply_transposed } else { Pattern::multiply };
        multiply(&self.pattern, values, b, &mut out)?;
        Ok(out)
    }

    /// `left right^T` at the stored places, for `left` of R x n and `right` of K x n, row after row.
    ///
    /// # Errors
    /// For arrays of other lengths.
    pub fn multiply_at_places<V: Value>(&self, left: &[V], right: &[V], n: usize) -> Result<Vec<V>> {
        let (rows, columns) = self.shape();
        let (left, right) = (Dense::new(rows, n, left)?, Dense::new(columns, n, right)?);
        let (left, right) = if self.transposed { (right, left) } else { (left, right) };
        self.pattern.multiply_at_places(left, right)
    }
}

/// Checks that an operand has so many rows, or is a vector of so many.
///
/// # Errors
/// For another shape.
pub fn check_rows(name: &'static str, dims: &[usize], rows: usize) -> Result<()> {
    match *dims {
        [found] | [found, _] if found == rows => Ok(()),
        _ => Err(Error::Rows { name, dims: dims.to_vec(), rows }),
    }
}

/// Numbers of 64 bits as those of the kernels.
///
/// # Errors
/// For a number that 32 bits without a sign do not hold.
pub fn narrow(name: &'static str, numbers: impl IntoIterator<Item = i64>) -> Result<Vec<u32>> {
    let narrow = |(place, number)| u32::try_from(number).map_err(|_| Error::Number { name, place, number });
    numbers.into_iter().enumerate().map(narrow).collect()
}
