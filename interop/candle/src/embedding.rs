//! An embedding as an operator of candle.
//!
//! candle adds what an operator's `bwd` returns to a dense gradient of the argument's shape, so a table's gradient must
//! not be returned from there. `bwd` makes it row_sparse, puts it beside the table and returns none: the graph stays
//! whole (the table may be used several times and anywhere in it), and no step makes anything of the table's size.
use crate::element::{Checked, matrix, zeros};
use crate::{Bags, Element, RowSparseGradient, threads};
use candle_core::{CpuStorage, CustomOp1, Error, Layout, Module, Result, Shape, Storage, Tensor, Var, bail};
use lacuna::dot::CsrTDense;
use lacuna::embedding::{Bag, Sum};
use lacuna::owned::OwnedPlan;
use lacuna::rows::{add_n, add_n_ids};
use lacuna::{Dense, DenseMut, RowSparse, RowSparseMut};
use std::fmt::{self, Debug, Formatter};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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
    beside: Arc<Beside<V>>,
}

/// What lies beside the table.
struct Beside<V> {
    /// Gradients that await the optimizer, one for each use of the table.
    gradients: Mutex<Vec<RowSparseGradient<V>>>,
    /// The steps that rows of the table may have missed: those of the optimizer that made the last step.
    missed: Mutex<Option<Arc<dyn MissedSteps>>>,
}

/// Steps that rows of a table have missed.
pub(crate) trait MissedSteps: Send + Sync {
    /// Brings the rows of these ids up to date.
    fn catch_up(&self, table: &Var, ids: &[u32]) -> Result<()>;
    /// Brings all rows up to date.
    fn flush(&self, table: &Var) -> Result<()>;
}

/// The data, also where a thread that held it has panicked: each change is whole by itself.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
        if table.dims2()?.1 == 0 {
            bail!("a table of shape {:?} has rows without values", table.dims());
        }
        if table.dtype() != V::DTYPE || !table.device().is_cpu() || !table.is_contiguous() {
            let (dtype, device) = (table.dtype(), table.device());
            bail!("a table is a contiguous matrix of {:?} on the CPU, not one of {dtype:?} on {device:?}", V::DTYPE);
        }
        let beside = Beside { gradients: Mutex::default(), missed: Mutex::default() };
        Ok(Self { table, beside: Arc::new(beside) })
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
        if bags.vocabulary() != self.table.dim(0)? {
            bail!("bags of a vocabulary of {} for a table of {} rows", bags.vocabulary(), self.table.dim(0)?);
        }
        let missed = lock(&self.beside.missed).clone();
        if let Some(missed) = missed {
            missed.catch_up(&self.table, bags.ids())?;
        }
        self.table.apply_op1(BagSum { bags, beside: self.beside.clone() })
    }

    /// Takes the sum of the gradients that backward passes have left since the last call; `None` if there were none.
    ///
    /// # Errors
    /// Never.
    pub fn take_gradient(&self) -> Result<Option<RowSparseGradient<V>>> {
        let gradients = std::mem::take(&mut *lock(&self.beside.gradients));
        sum(gradients).map_err(Error::wrap)
    }

    /// Brings all rows up to date: before anything but this embedding reads a table with
    /// [exact updates](crate::Update::Exact), or writes one. Without those there is nothing to do.
    ///
    /// # Errors
    /// Never.
    pub fn flush(&self) -> Result<()> {
        let missed = lock(&self.beside.missed).clone();
        missed.map_or(Ok(()), |missed| missed.flush(&self.table))
    }

    /// What rows miss from now on is known to `steps`.
    pub(crate) fn watch(&self, steps: Arc<dyn MissedSteps>) -> Result<()> {
        let mut missed = lock(&self.beside.missed);
        if let Some(others) = missed.as_ref().filter(|others| !Arc::ptr_eq(others, &steps)) {
            others.flush(&self.table)?;
        }
        *missed = Some(steps);
        Ok(())
    }
}

/// A plain look-up, with the interface of `candle_nn::Embedding`: `U32` ids of any shape, one row of the table for
/// each.
impl<V: Element> Module for SparseEmbedding<V> {
    fn forward(&self, ids: &Tensor) -> Result<Tensor> {
        let (vocabulary, length) = self.table.dims2()?;
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

impl<V: Element> BagSum<V> {
    fn forward(&self, table: Dense<V>, sums: &mut [V]) -> Checked<()> {
        let (bags, length) = (self.bags.csr()?, table.columns());
        let out = DenseMut::new(self.bags.len(), length, sums)?;
        let work = bags.nnz().saturating_mul(length);
        Ok(threads::run(Bag { reduction: Sum, bags, padding: usize::MAX, weight: table, out }, work)?)
    }

    /// The gradient of the table, from that of the sums: `bags^T x above`, of which only the rows that occur are made.
    fn gradient(&self, above: Dense<V>) -> Checked<RowSparseGradient<V>> {
        let bags = self.bags.csr()?;
        let plan = OwnedPlan::transpose(bags)?;
        let (rows, length) = (bags.columns(), above.columns());
        let mut data = vec![V::ZERO; plan.ids().len() * length];
        let out = RowSparseMut::trusted(rows, length, plan.ids(), &mut data)?;
        let product = CsrTDense { plan: plan.view()?, values: bags.values(), b: above, out };
        threads::run(product, bags.nnz().saturating_mul(length))?;
        Ok(RowSparseGradient::new(rows, length, plan.ids().to_vec(), data)?)
    }
}

impl<V: Element> CustomOp1 for BagSum<V> {
    fn name(&self) -> &'static str {
        "lacuna-embedding-bag"
    }

    fn cpu_fwd(&self, table: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let table = matrix::<V>(table, layout)?;
        let (rows, columns) = (self.bags.len(), table.columns());
        let mut sums = zeros(rows, columns)?;
        self.forward(table, &mut sums).map_err(Error::wrap)?;
        Ok((V::to_cpu_storage_owned(sums), Shape::from((rows, columns))))
    }

    fn bwd(&self, _table: &Tensor, _sums: &Tensor, above: &Tensor) -> Result<Option<Tensor>> {
        let above = above.contiguous()?;
        let (storage, layout) = above.storage_and_layout();
        let Storage::Cpu(storage) = &*storage else { bail!("{}: the gradient is not on the CPU", self.name()) };
        let gradient = self.gradient(matrix(storage, layout)?).map_err(Error::wrap)?;
        lock(&self.beside.gradients).push(gradient);
        Ok(None)
    }
}

/// The sum of the gradients of a table that is used several times; `None` of none.
fn sum<V: Element>(mut gradients: Vec<RowSparseGradient<V>>) -> Checked<Option<RowSparseGradient<V>>> {
    let (Some(last), true) = (gradients.last(), gradients.len() > 1) else { return Ok(gradients.pop()) };
    let (rows, length) = (last.rows(), last.row_length());
    let views: Vec<_> = gradients.iter().map(RowSparseGradient::view).collect();
    let mut cursors = vec![0; views.len()];
    let mut ids = vec![0; views.iter().map(RowSparse::stored_rows).sum()];
    let stored = add_n_ids(&views, &mut cursors, &mut ids)?;
    ids.truncate(stored);
    let mut data = vec![V::ZERO; stored * length];
    add_n(&views, &mut cursors, RowSparseMut::trusted(rows, length, &ids, &mut data)?)?;
    Ok(Some(RowSparseGradient::new(rows, length, ids, data)?))
}
