//! A csr matrix, whose products are operators of candle.
//!
//! The product and the product at stored places are each other's gradients, so each operator's `bwd` calls the others.
use crate::Element;
use crate::element::slice;
use candle_core::{CpuStorage, CustomOp2, DType, Error, Layout, Result, Shape, Tensor, bail};
use lacuna_interop::training::{Places, narrow};
use std::ops::Deref;

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
pub struct CsrMatrix(Places);

/// For what is read: the shape, the number of entries and their places.
impl Deref for CsrMatrix {
    type Target = Places;

    fn deref(&self) -> &Places {
        &self.0
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
        Places::new(shape, indptr, indices).map(Self).map_err(Error::wrap)
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
        Self(self.0.t())
    }

    /// `A B`: for `values` of shape (entries) and `b` of (K, n) a tensor of (R, n), for one of (K) one of (R).
    ///
    /// The gradient of `b` is `A^T G`; that of `values` is `G B^T` at the stored places alone. Only those are computed
    /// that lead to a variable.
    ///
    /// # Errors
    /// For tensors of another shape or type than these, of two types, or not on the CPU.
    pub fn matmul(&self, values: &Tensor, b: &Tensor) -> Result<Tensor> {
        self.check_product(values.dims(), b.dims()).map_err(Error::wrap)?;
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
        self.check_product_at_places(left.dims(), right.dims()).map_err(Error::wrap)?;
        check_pair(["left", "right"], [left, right])?;
        left.contiguous()?.apply_op2(&right.contiguous()?, ProductAtPlaces(self.clone()))
    }
}

/// Numbers of one dimension as those of the kernels.
fn numbers(tensor: &Tensor, name: &'static str) -> Result<Vec<u32>> {
    match tensor.dtype() {
        DType::U32 => tensor.to_vec1(),
        DType::I64 => narrow(name, tensor.to_vec1()?).map_err(Error::wrap),
        other => bail!("{name} is of type {other:?}: U32 and I64 are there"),
    }
}

/// Values in a row; 1 of a vector.
fn row_length(layout: &Layout) -> usize {
    layout.dims().get(1).copied().unwrap_or(1)
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
        let (n, (rows, _)) = (row_length(of_b), self.0.shape());
        let out = self.0.multiply::<V>(slice(values, of_values)?, slice(b, of_b)?, n).map_err(Error::wrap)?;
        let shape = if of_b.dims().len() == 1 { Shape::from(rows) } else { Shape::from((rows, n)) };
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
        let (left, right, n) = (slice::<V>(left, of_left)?, slice(right, of_right)?, row_length(of_left));
        let values = self.0.multiply_at_places(left, right, n).map_err(Error::wrap)?;
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
