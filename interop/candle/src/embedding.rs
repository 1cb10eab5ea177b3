//! An embedding as an operator of candle.
//!
//! candle adds what an operator's `bwd` returns to a dense gradient of the argument's shape, so a table's gradient must
//! not be returned from there. `bwd` makes it row_sparse, puts it beside the table and returns none: the graph stays
//! whole (the table may be used several times and anywhere in it), and no step makes anything of the table's size.
use crate::element::{matrix, slice_mut};
use crate::{Bags, Element, RowSparseGradient};
use candle_core::{
    CpuStorage, CustomOp1, Device, Error, InplaceOp1, Layout, Module, Result, Shape, Storage, Tensor, Var, bail,
};
use lacuna_interop::training::{self, Beside, Embedding};
use std::fmt::{self, Debug, Formatter};
use std::marker::PhantomData;
use std::sync::Arc;

/// A table of N x L, a [`Var`], whose gradient is row_sparse. A clone is the same table, with the same gradients.
///
/// ```
/// use candle_core::{Device, Module, Tensor, Var};
/// use lacuna_candle::SparseEmbedding;
///
/// let table = Var::new(&[[1.0_f32, 2.0], [3.0, 4.0], [5.0, 6.0]], &Device::Cpu)?;
/// let embedding = SparseEmbedding::<f32>::new(table)?;
/// let rows = embedding.forward(&Tensor::new(&[2_u32, 0, 2], &Device::Cpu)?)?;
/// assert_eq!(rows.to_vec2::<f32>()?, [[5.0, 6.0], [1.0, 2.0], [5.0, 6.0]]);
///
/// rows.sum_all()?.backward()?;
/// let gradient = embedding.take_gradient()?.unwrap();
/// assert_eq!((gradient.indices(), gradient.data()), (&[0, 2][..], &[1.0, 1.0, 2.0, 2.0][..]));
/// # Ok::<(), candle_core::Error>(())
/// ```
#[derive(Clone)]
pub struct SparseEmbedding<V> {
    table: Var,
    shape: (usize, usize),
    beside: Arc<Beside<V>>,
}

impl<V> Debug for SparseEmbedding<V> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("SparseEmbedding").field("shape", &self.table.shape()).finish_non_exhaustive()
    }
}

impl<V: Element> SparseEmbedding<V> {
    /// The embedding of a table, which is not copied. A tensor of a `VarMap` becomes the same variable by
    /// [`Var::from_tensor`].
    ///
    /// # Errors
    /// For a table that is not a contiguous matrix of this type on the CPU, and for rows without values.
    pub fn new(table: Var) -> Result<Self> {
        let shape = table.dims2()?;
        if shape.1 == 0 {
            bail!("a table of shape {:?} has rows without values", table.dims());
        }
        if table.dtype() != V::DTYPE || !table.device().is_cpu() || !table.is_contiguous() {
            let (dtype, device) = (table.dtype(), table.device());
            bail!("a table is a contiguous matrix of {:?} on the CPU, not one of {dtype:?} on {device:?}", V::DTYPE);
        }
        Ok(Self { table, shape, beside: Arc::default() })
    }

    /// The table: a variable of candle, which gets no dense gradient. With an optimizer of
    /// [exact updates](crate::Update::Exact), its rows are up to date after [`flush`](Self::flush).
    pub fn table(&self) -> &Var {
        &self.table
    }

    /// The sums of the table's rows by bag, each row times the weight of its entry: of shape (bags, L).
    ///
    /// # Errors
    /// For bags of another vocabulary than the table has rows.
    pub fn sum_bags(&self, bags: Arc<Bags<V>>) -> Result<Tensor> {
        let (vocabulary, rows) = (bags.vocabulary(), self.shape.0);
        if vocabulary != rows {
            return Err(Error::wrap(training::Error::Vocabulary { vocabulary, rows }));
        }
        self.catch_up(bags.ids())?;
        self.table.apply_op1(BagSum { bags, beside: self.beside.clone() })
    }

    /// Takes the sum of the gradients that backward passes have left since the last call; `None` if there were none.
    ///
    /// # Errors
    /// Never.
    pub fn take_gradient(&self) -> Result<Option<RowSparseGradient<V>>> {
        self.take_gradient_sum()
    }

    /// Brings all rows up to date: before anything but this embedding reads a table with
    /// [exact updates](crate::Update::Exact), or writes one. Without those there is nothing to do.
    ///
    /// # Errors
    /// Never.
    pub fn flush(&self) -> Result<()> {
        self.flush_all()
    }
}

impl<V: Element> Embedding<V> for SparseEmbedding<V> {
    type State = Tensor;
    type Error = Error;

    fn shape(&self) -> (usize, usize) {
        self.shape
    }

    fn beside(&self) -> &Beside<V> {
        &self.beside
    }

    fn change(&self, change: impl Fn(&mut [V]) -> training::Result<()>) -> Result<()> {
        self.table.inplace_op1(&InPlace(change, PhantomData))
    }

    fn to_state(&self, values: &[V]) -> Result<Tensor> {
        Tensor::from_slice(values, self.shape, &Device::Cpu)
    }

    fn of_state(&self, name: &str, state: &Tensor) -> Result<Vec<V>> {
        if state.dims() != self.table.dims() || state.dtype() != V::DTYPE {
            let (dims, dtype, expected) = (state.dims(), state.dtype(), self.table.dims());
            bail!("state {name} has shape {dims:?} and type {dtype:?}, the table {expected:?} and {:?}", V::DTYPE);
        }
        state.flatten_all()?.to_vec1()
    }

    fn refuse(error: training::Error) -> Error {
        Error::wrap(error)
    }
}

/// A plain look-up, with the interface of `candle_nn::Embedding`: `U32` ids of any shape, one row of the table for
/// each.
impl<V: Element> Module for SparseEmbedding<V> {
    fn forward(&self, ids: &Tensor) -> Result<Tensor> {
        let (vocabulary, length) = self.shape;
        let mut shape = ids.dims().to_vec();
        shape.push(length);
        let bags = Bags::lookup(vocabulary, ids.flatten_all()?.to_vec1::<u32>()?)?;
        self.sum_bags(Arc::new(bags))?.reshape(shape)
    }
}

/// A table to its sums by bag.
struct BagSum<V> {
    bags: Arc<Bags<V>>,
    beside: Arc<Beside<V>>,
}

impl<V: Element> CustomOp1 for BagSum<V> {
    fn name(&self) -> &'static str {
        "lacuna-embedding-bag"
    }

    fn cpu_fwd(&self, table: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let table = matrix::<V>(table, layout)?;
        let (rows, columns) = (self.bags.len(), table.columns());
        let sums = self.bags.sums(table).map_err(Error::wrap)?;
        Ok((V::to_cpu_storage_owned(sums), Shape::from((rows, columns))))
    }

    fn bwd(&self, _table: &Tensor, _sums: &Tensor, above: &Tensor) -> Result<Option<Tensor>> {
        let above = above.contiguous()?;
        let (storage, layout) = above.storage_and_layout();
        let Storage::Cpu(storage) = &*storage else { bail!("{}: the gradient is not on the CPU", self.name()) };
        self.beside.leave(&self.bags, matrix(storage, layout)?).map_err(Error::wrap)?;
        Ok(None)
    }
}

/// A change of a table, as candle's operator that writes it in its storage.
struct InPlace<F, V>(F, PhantomData<V>);

impl<F: Fn(&mut [V]) -> training::Result<()>, V: Element> InplaceOp1 for InPlace<F, V> {
    fn name(&self) -> &'static str {
        "lacuna-lazy-optimizer"
    }

    fn cpu_fwd(&self, table: &mut CpuStorage, layout: &Layout) -> Result<()> {
        (self.0)(slice_mut(table, layout)?).map_err(Error::wrap)
    }
}
