//! Gradients of a table that store only the rows that occur.
use crate::{Bags, Element};
use lacuna::rows::{add_n, add_n_ids};
use lacuna::segments::{PlanBuffers, plan_scratch};
use lacuna::{Dense, Error, RowSparse, RowSparseMut, dot};

/// A row_sparse gradient of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct RowSparseGradient<V> {
    rows: usize,
    row_length: usize,
    ids: Vec<u32>,
    data: Vec<V>,
}

impl<V: Element> RowSparseGradient<V> {
    /// The gradient of the table in `bags x table`, from the gradient of the product: `bags^T x upstream`, of which
    /// only the rows named by `bags` are made.
    pub fn of_product(bags: &Bags<V>, upstream: Dense<V>) -> Result<Self, Error> {
        let (csr, row_length) = (bags.csr()?, upstream.columns());
        let nnz = csr.nnz();
        let (mut ids, mut segments, mut rows, mut entries) =
            (vec![0; nnz], vec![0; nnz + 1], vec![0; nnz], vec![0; nnz]);
        let buffers = PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut rows, entries: &mut entries };
        let plan = dot::transpose_plan(csr, 0..csr.columns(), buffers, &mut vec![0; plan_scratch(nnz)])?;
        let stored = plan.stored_rows();
        let mut data = vec![V::ZERO; stored * row_length];
        let out = RowSparseMut::trusted(csr.columns(), row_length, plan.ids(), &mut data)?;
        dot::csr_t_dense(&plan, csr.values(), upstream, out)?;
        ids.truncate(stored);
        Ok(Self { rows: csr.columns(), row_length, ids, data })
    }

    /// The sum of the gradients of one table that is used several times; `None` of none.
    pub fn sum(mut gradients: Vec<Self>) -> Result<Option<Self>, Error> {
        let (Some(last), true) = (gradients.last(), gradients.len() > 1) else { return Ok(gradients.pop()) };
        let (rows, row_length) = (last.rows, last.row_length);
        let views = gradients.iter().map(Self::view).collect::<Result<Vec<_>, _>>()?;
        let mut cursors = vec![0; views.len()];
        let mut ids = vec![0; views.iter().map(RowSparse::stored_rows).sum()];
        let stored = add_n_ids(&views, &mut cursors, &mut ids)?;
        ids.truncate(stored);
        let mut data = vec![V::ZERO; stored * row_length];
        add_n(&views, &mut cursors, RowSparseMut::trusted(rows, row_length, &ids, &mut data)?)?;
        Ok(Some(Self { rows, row_length, ids, data }))
    }

    /// The rows that are stored, ascending.
    pub fn ids(&self) -> &[u32] {
        &self.ids
    }

    /// Their values, one row after the other.
    pub fn data(&self) -> &[V] {
        &self.data
    }

    /// The same gradient for a kernel.
    pub fn view(&self) -> Result<RowSparse<'_, V, u32>, Error> {
        // The ids are a plan's or a union's: they ascend and lie inside.
        Ok(RowSparse::trusted(self.rows, self.row_length, &self.ids, &self.data)?)
    }
}
