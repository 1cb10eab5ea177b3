//! The optimizer of a sparse embedding: SGD with momentum, on the rows that the gradient stores.
use crate::storage::matrix_mut;
use crate::{Element, RowSparseGradient, SparseEmbedding};
use candle_core::{CpuStorage, Error, InplaceOp1, Layout, Result, bail};
use lacuna::DenseMut;
use lacuna::optim::{SgdMomentum, sgd_momentum};
use std::cell::RefCell;

/// SGD with momentum for one [`SparseEmbedding`], in place.
///
/// By the default of [`SgdMomentum`] it is lazy: weight and momentum of a row change only when the row occurs in a
/// batch.
#[derive(Debug)]
pub struct LazySgd<V> {
    embedding: SparseEmbedding<V>,
    hyper: SgdMomentum<V>,
    /// As the table.
    momentum: Vec<V>,
}

impl<V: Element> LazySgd<V> {
    /// An optimizer with a momentum of zero. Pages of memory are provided by the system as rows on them first occur, so
    /// rows that never do take none.
    pub fn new(embedding: SparseEmbedding<V>, hyper: SgdMomentum<V>) -> Self {
        let momentum = vec![V::ZERO; embedding.table().elem_count()];
        Self { embedding, hyper, momentum }
    }

    /// An optimizer that goes on with a momentum, given as [`momentum`](Self::momentum) gives it.
    pub fn resume(embedding: SparseEmbedding<V>, hyper: SgdMomentum<V>, momentum: Vec<V>) -> Result<Self> {
        let expected = embedding.table().elem_count();
        if momentum.len() != expected {
            bail!("the momentum should have {expected} values, as the table has, and has {}", momentum.len());
        }
        Ok(Self { embedding, hyper, momentum })
    }

    /// The embedding that is trained.
    pub fn embedding(&self) -> &SparseEmbedding<V> {
        &self.embedding
    }

    /// The momentum, as the table.
    pub fn momentum(&self) -> &[V] {
        &self.momentum
    }

    /// Applies the gradients that backward passes have left, and gives the number of rows that they store.
    pub fn apply(&mut self) -> Result<usize> {
        let Some(gradient) = self.embedding.take_gradient()? else { return Ok(0) };
        let update = InPlace { hyper: &self.hyper, gradient: &gradient, momentum: RefCell::new(&mut self.momentum) };
        self.embedding.table().inplace_op1(&update)?;
        Ok(gradient.ids().len())
    }
}

/// One step, as candle's operator that writes the table in its storage.
struct InPlace<'a, V> {
    hyper: &'a SgdMomentum<V>,
    gradient: &'a RowSparseGradient<V>,
    momentum: RefCell<&'a mut [V]>,
}

impl<V: Element> InplaceOp1 for InPlace<'_, V> {
    fn name(&self) -> &'static str {
        "lacuna-lazy-sgd"
    }

    fn cpu_fwd(&self, table: &mut CpuStorage, layout: &Layout) -> Result<()> {
        let table = matrix_mut::<V>(table, layout)?;
        let mut momentum = self.momentum.borrow_mut();
        let step = || {
            let momentum = DenseMut::new(table.rows(), table.columns(), &mut momentum)?;
            Ok::<_, lacuna::Error>(sgd_momentum(self.hyper, self.gradient.view()?, table.into(), momentum.into())?)
        };
        step().map_err(Error::wrap)
    }
}
