//! An embedding as a custom operator of candle.
//!
//! candle adds what an operator's `bwd` returns to a dense gradient of the argument's shape, so a table's gradient must
//! not be returned from there. `bwd` makes it row_sparse, puts it beside the table and returns none: the graph stays
//! whole (the table may be used several times and anywhere in it), and no step makes anything of the table's size.
use crate::storage::matrix;
use crate::{Bags, Element, RowSparseGradient};
use candle_core::{CpuStorage, CustomOp1, Error, Layout, Module, Result, Shape, Storage, Tensor, Var, bail};
use lacuna::{DenseMut, dot};
use std::sync::{Arc, Mutex, PoisonError};

/// Row_sparse gradients that await the optimizer, one for each use of the table.
type Pending<V> = Arc<Mutex<Vec<RowSparseGradient<V>>>>;

/// A table of vocabulary x dimension whose gradient is row_sparse. A clone is the same table.
#[derive(Clone, Debug)]
pub struct SparseEmbedding<V> {
    table: Var,
    pending: Pending<V>,
}

impl<V: Element> SparseEmbedding<V> {
    /// The embedding of a table on the CPU, which is not copied.
    pub fn new(table: Var) -> Result<Self> {
        table.dims2()?;
        if table.dtype() != V::DTYPE || !table.device().is_cpu() || !table.is_contiguous() {
            bail!(
                "a table should be a contiguous matrix of {:?} on the CPU, is of {:?} on {:?}",
                V::DTYPE,
                table.dtype(),
                table.device()
            );
        }
        Ok(Self { table, pending: Pending::default() })
    }

    /// The table: a variable of candle, which keeps no dense gradient.
    pub fn table(&self) -> &Var {
        &self.table
    }

    /// Sums the table's rows by bag: the result has a row for each bag.
    pub fn sum_bags(&self, bags: Arc<Bags<V>>) -> Result<Tensor> {
        self.table.apply_op1(BagProduct { bags, pending: self.pending.clone() })
    }

    /// Takes the sum of the gradients that backward passes have left since the last call; `None` if there were none.
    pub fn take_gradient(&self) -> Result<Option<RowSparseGradient<V>>> {
        let gradients = std::mem::take(&mut *self.pending.lock().unwrap_or_else(PoisonError::into_inner));
        RowSparseGradient::sum(gradients).map_err(Error::wrap)
    }
}

/// A plain look-up, with the interface of `candle_nn::Embedding`: u32 ids of any shape, one row of the table for each.
impl<V: Element> Module for SparseEmbedding<V> {
    fn forward(&self, ids: &Tensor) -> Result<Tensor> {
        let (vocabulary, dimension) = self.table.dims2()?;
        let mut shape = ids.dims().to_vec();
        shape.push(dimension);
        let bags = Bags::lookup(vocabulary, &ids.flatten_all()?.to_vec1::<u32>()?)?;
        self.sum_bags(Arc::new(bags))?.reshape(shape)
    }
}

/// The product of a csr matrix and a table.
struct BagProduct<V> {
    bags: Arc<Bags<V>>,
    pending: Pending<V>,
}

impl<V: Element> CustomOp1 for BagProduct<V> {
    fn name(&self) -> &'static str {
        "lacuna-embedding-bag"
    }

    fn cpu_fwd(&self, table: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let table = matrix::<V>(table, layout)?;
        let (rows, columns) = (self.bags.len(), table.columns());
        let mut sums = vec![V::ZERO; rows * columns];
        let mut product = || -> std::result::Result<(), lacuna::Error> {
            Ok(dot::csr_dense(self.bags.csr()?, table, DenseMut::new(rows, columns, &mut sums)?)?)
        };
        product().map_err(Error::wrap)?;
        Ok((V::to_cpu_storage_owned(sums), Shape::from((rows, columns))))
    }

    fn bwd(&self, _table: &Tensor, _sums: &Tensor, upstream: &Tensor) -> Result<Option<Tensor>> {
        let upstream = upstream.contiguous()?;
        let (storage, layout) = upstream.storage_and_layout();
        let Storage::Cpu(storage) = &*storage else { bail!("{}: the gradient is not on the CPU", self.name()) };
        let gradient = RowSparseGradient::of_product(&self.bags, matrix(storage, layout)?).map_err(Error::wrap)?;
        self.pending.lock().unwrap_or_else(PoisonError::into_inner).push(gradient);
        Ok(None)
    }
}
