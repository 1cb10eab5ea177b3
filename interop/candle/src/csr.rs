//! A csr matrix, whose products are operators of candle.
//!
//! The product and the product at stored places are each other's gradients, so each operator's `bwd` calls the others.
use crate::element::{Checked, matrix, slice, zeros};
use crate::{Element, threads};
use candle_core::{CpuStorage, CustomOp2, DType, Error, Layout, Result, Shape, Tensor, bail};
use lacuna::dot::{self, BlockEnds, BlockShape, CsrDense, CsrTDenseScatter, OutputRows, Sddmm};
use lacuna::{Csr, CsrMut, Dense, DenseMut, order};
use std::sync::Arc;

/// The places of a csr matrix of R x K, checked once and shared by clones. Its values come with each call: a tensor,
/// or a [`Var`](candle_core::Var) that is trained.
///
/// Tensors lie on the CPU and are `F32` or `F64`, all of a call alike. One that is not contiguous is copied. Results
/// and gradients have the same bits on any number of threads.
///
/// ```
/// use candle_core::{Device, Tensor, Var};
/// use lacuna_candle::CsrMatrix;
///
/// // [[10, 0, 2], [0, 0, 3]]
/// let a = CsrMatrix::new((2, 3), vec![0, 2, 3], vec![0, 2, 2])?;
/// let values = Var::new(&[10.0_f32, 2.0, 3.0], &Device::Cpu)?;
/// let b = Tensor::new(&[[1.0_f32, 2.0], [3.0, 4.0], [5.0, 6.0]], &Device::Cpu)?;
///
/// let product = a.matmul(&values, &b)?;
/// assert_eq!(product.to_vec2::<f32>()?, [[20.0, 32.0], [15.0, 18.0]]);
/// let gradients = product.sum_all()?.backward()?;
/// assert_eq!(gradients.get(&values).unwrap().to_vec1::<f32>()?, [3.0, 11.0, 11.0]);
/// assert_eq!(a.t().matmul(&values, &product)?.dims(), [3, 2]);
/// # Ok::<(), candle_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct CsrMatrix {
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
    fn new((rows, columns): (usize, usize), indptr: Vec<u32>, indices: Vec<u32>) -> Checked<Self> {
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

    fn csr<'a, V: Element>(&'a self, values: &'a [V]) -> Checked<Csr<'a, V, u32>> {
        Ok(Csr::trusted(self.shape.rows, self.shape.columns, &self.indptr, &self.indices, values)?)
    }

    /// `A b`.
    fn multiply<V: Element>(&self, values: &[V], b: Dense<V>, out: &mut [V]) -> Checked<()> {
        let (a, n) = (self.csr(values)?, b.columns());
        let out = DenseMut::new(self.shape.rows, n, out)?;
        Ok(threads::run(CsrDense { a, b, out }, self.shape.nnz.saturating_mul(n))?)
    }

    /// `A^T b`.
    fn multiply_transposed<V: Element>(&self, values: &[V], b: Dense<V>, out: &mut [V]) -> Checked<()> {
        let (a, n) = (self.csr(values)?, b.columns());
        let ends = BlockEnds::trusted(&self.columns, &self.entries, self.shape);
        let mut totals = vec![V::ZERO; ends.totals(n)];
        let out = DenseMut::new(self.shape.columns, n, out)?;
        let product = CsrTDenseScatter { a, ends, b, totals: &mut totals, out, rows: OutputRows::ALL };
        Ok(threads::run(product, self.shape.nnz.saturating_mul(n))?)
    }

    /// `left right^T` at the stored places.
    fn multiply_at_places<V: Element>(&self, left: Dense<V>, right: Dense<V>) -> Checked<Vec<V>> {
        let BlockShape { rows, columns, nnz } = self.shape;
        // The kernel borrows them as the result's, and reads them.
        let mut indices = self.indices.clone();
        let mut values = vec![V::ZERO; nnz];
        let out = CsrMut::trusted(rows, columns, &self.indptr, &mut indices, &mut values)?;
        threads::run(Sddmm { a: left, b: right, out }, nnz.saturating_mul(left.columns()))?;
        Ok(values)
    }
}

impl CsrMatrix {
    /// The matrix of `shape` rows and columns with entries `indptr[r]..indptr[r + 1]` in row r, whose columns are
    /// `indices`.
    ///
    /// # Errors
    /// If `indptr` does not ascend from 0 to the number of entries, one for each row and one more, or the columns of a
    /// row do not ascend strictly, or one is out of range.
    pub fn new(shape: (usize, usize), indptr: Vec<u32>, indices: Vec<u32>) -> Result<Self> {
        let pattern = Pattern::new(shape, indptr, indices).map_err(Error::wrap)?;
        Ok(Self { pattern: Arc::new(pattern), transposed: false })
    }

    /// The same from tensors of one dimension, of `U32` or `I64`, which are copied.
    ///
    /// # Errors
    /// As [`new`](Self::new), and for other types, or a number that 32 bits do not hold.
    pub fn from_tensors(shape: (usize, usize), indptr: &Tensor, indices: &Tensor) -> Result<Self> {
        Self::new(shape, numbers(indptr, "indptr")?, numbers(indices, "indices")?)
    }

    /// The transposed matrix, for products. It shares the places.
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

    /// `A B`: for `values` of shape (entries) and `b` of (K, n) a tensor of (R, n), for one of (K) one of (R).
    ///
    /// The gradient of `b` is `A^T G`; that of `values` is `G B^T` at the stored places alone. Only those are computed
    /// that lead to a variable.
    ///
    /// # Errors
    /// For tensors of another shape or type than these, of two types, or not on the CPU.
    pub fn matmul(&self, values: &Tensor, b: &Tensor) -> Result<Tensor> {
        self.check_values(values)?;
        check_rows("b", b, self.shape().1)?;
        check_pair(["values", "b"], [values, b])?;
        values.contiguous()?.apply_op2(&b.contiguous()?, Product(self.clone()))
    }

    /// `left right^T` at the stored places: for `left` of (R, n) and `right` of (K, n), or of (R) and (K), a tensor of
    /// (entries). Scores of edges of a graph are such products.
    ///
    /// With the gradient as values of a matrix S of the same places, the gradient of `left` is `S right`, and that of
    /// `right` is `S^T left`.
    ///
    /// # Errors
    /// For tensors of another shape or type than these, of two types, or not on the CPU.
    pub fn matmul_at_places(&self, left: &Tensor, right: &Tensor) -> Result<Tensor> {
        let (rows, columns) = self.shape();
        check_rows("left", left, rows)?;
        check_rows("right", right, columns)?;
        if left.dims().get(1) != right.dims().get(1) {
            bail!("left has shape {:?}, right {:?}: their rows differ in length", left.dims(), right.dims());
        }
        check_pair(["left", "right"], [left, right])?;
        left.contiguous()?.apply_op2(&right.contiguous()?, ProductAtPlaces(self.clone()))
    }

    fn check_values(&self, values: &Tensor) -> Result<()> {
        if values.dims() != [self.nnz()] {
            bail!("values have shape {:?}, not [{}]", values.dims(), self.nnz());
        }
        Ok(())
    }
}

/// Numbers of one dimension as those of the kernels.
fn numbers(tensor: &Tensor, name: &str) -> Result<Vec<u32>> {
    match tensor.dtype() {
        DType::U32 => tensor.to_vec1(),
        DType::I64 => {
            let narrow = |(place, &number): (usize, &i64)| match u32::try_from(number) {
                Ok(number) => Ok(number),
                Err(_) => bail!("{name}: number {place} is {number}, not one of 32 bits without a sign"),
            };
            tensor.to_vec1::<i64>()?.iter().enumerate().map(narrow).collect()
        }
        other => bail!("{name} is of type {other:?}: U32 and I64 are there"),
    }
}

fn check_rows(name: &str, tensor: &Tensor, rows: usize) -> Result<()> {
    match *tensor.dims() {
        [found] | [found, _] if found == rows => Ok(()),
        ref dims => bail!("{name} has shape {dims:?}: {rows} rows are needed, or a vector of {rows}"),
    }
}

fn check_pair(names: [&str; 2], tensors: [&Tensor; 2]) -> Result<()> {
    for (name, tensor) in names.iter().zip(tensors) {
        if !matches!(tensor.dtype(), DType::F32 | DType::F64) || !tensor.device().is_cpu() {
            bail!("{name} is of type {:?} on {:?}: F32 and F64 on the CPU are there", tensor.dtype(), tensor.device());
        }
    }
    if tensors[0].dtype() != tensors[1].dtype() {
        bail!("{} is of type {:?}, {} of {:?}", names[0], tensors[0].dtype(), names[1], tensors[1].dtype());
    }
    Ok(())
}

/// Values and B to `A B`.
struct Product(CsrMatrix);

impl Product {
    fn typed<V: Element>(
        &self,
        (values, of_values): (&CpuStorage, &Layout),
        (b, of_b): (&CpuStorage, &Layout),
    ) -> Result<(CpuStorage, Shape)> {
        let CsrMatrix { pattern, transposed } = &self.0;
        let (values, b, (rows, _)) = (slice::<V>(values, of_values)?, matrix(b, of_b)?, self.0.shape());
        let mut out = zeros(rows, b.columns())?;
        let multiply = if *transposed { Pattern::multiply_transposed } else { Pattern::multiply };
        multiply(pattern, values, b, &mut out).map_err(Error::wrap)?;
        let shape = if of_b.dims().len() == 1 { Shape::from(rows) } else { Shape::from((rows, b.columns())) };
        Ok((V::to_cpu_storage_owned(out), shape))
    }
}

impl CustomOp2 for Product {
    fn name(&self) -> &'static str {
        "lacuna-csr-matmul"
    }

    fn cpu_fwd(
        &self,
        values: &CpuStorage,
        of_values: &Layout,
        b: &CpuStorage,
        of_b: &Layout,
    ) -> Result<(CpuStorage, Shape)> {
        match values {
            CpuStorage::F32(_) => self.typed::<f32>((values, of_values), (b, of_b)),
            // Which refuses any other type.
            _ => self.typed::<f64>((values, of_values), (b, of_b)),
        }
    }

    fn bwd(&self, values: &Tensor, b: &Tensor, _: &Tensor, above: &Tensor) -> Result<(Option<Tensor>, Option<Tensor>)> {
        Ok((
            values.track_op().then(|| self.0.matmul_at_places(above, b)).transpose()?,
            b.track_op().then(|| self.0.t().matmul(values, above)).transpose()?,
        ))
    }
}

/// Left and right to `left right^T` at the stored places.
struct ProductAtPlaces(CsrMatrix);

impl ProductAtPlaces {
    fn typed<V: Element>(
        &self,
        (left, of_left): (&CpuStorage, &Layout),
        (right, of_right): (&CpuStorage, &Layout),
    ) -> Result<(CpuStorage, Shape)> {
        let (left, right) = (matrix::<V>(left, of_left)?, matrix(right, of_right)?);
        let (left, right) = if self.0.transposed { (right, left) } else { (left, right) };
        let values = self.0.pattern.multiply_at_places(left, right).map_err(Error::wrap)?;
        let count = values.len();
        Ok((V::to_cpu_storage_owned(values), Shape::from(count)))
    }
}

impl CustomOp2 for ProductAtPlaces {
    fn name(&self) -> &'static str {
        "lacuna-csr-matmul-at-places"
    }

    fn cpu_fwd(
        &self,
        left: &CpuStorage,
        of_left: &Layout,
        right: &CpuStorage,
        of_right: &Layout,
    ) -> Result<(CpuStorage, Shape)> {
        match left {
            CpuStorage::F32(_) => self.typed::<f32>((left, of_left), (right, of_right)),
            // Which refuses any other type.
            _ => self.typed::<f64>((left, of_left), (right, of_right)),
        }
    }

    fn bwd(
        &self,
        left: &Tensor,
        right: &Tensor,
        _: &Tensor,
        above: &Tensor,
    ) -> Result<(Option<Tensor>, Option<Tensor>)> {
        Ok((
            left.track_op().then(|| self.0.matmul(above, right)).transpose()?,
            right.track_op().then(|| self.0.t().matmul(above, left)).transpose()?,
        ))
    }
}
