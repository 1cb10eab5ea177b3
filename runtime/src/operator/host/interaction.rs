//! What pairs of features add to a prediction.
use super::Host;
use super::columns::Columns;
use crate::operator::backend::Done;
use crate::operator::{Context, OperatorError};
use lacuna::infer::Stype::RowSparse;
use lacuna::{Broadcast, DenseMut, RowSparseMut, RowsMut, Value};
use lacuna_arrays::array::{Array, Element};

pub(super) fn forward<V: Element + Value>(host: Host<'_>, x: &Array, v: &Array, out: &mut Array) -> Done {
    with_rows::<V>(host, x, v, false, |own| {
        let (rows, cpu) = (own.x.rows(), host.context.cpu);
        let (norms, squares, diagonal) = (host.scratch(own.ids().len()), host.scratch(rows), host.scratch(rows));
        cpu.square_sum_rows(own.v, norms)?;
        let of_squares = own.occurring(own.squares()?)?;
        cpu.csr_dense(of_squares, lacuna::Dense::new(norms.len(), 1, norms)?, DenseMut::new(rows, 1, diagonal)?)?;
        cpu.square_sum_rows(own.products, squares)?;
        let twice = host.scratch(rows);
        cpu.subtract(squares, diagonal, twice)?;
        Ok(cpu.mul_scalar(twice, V::narrow(0.5), out.reuse_dense(&[rows, 1])?)?)
    })
}

pub(super) fn gradient<V: Element + Value>(
    host: Host<'_>,
    x: &Array,
    v: &Array,
    outer: &Array,
    out: &mut Array,
) -> Done {
    with_rows::<V>(host, x, v, true, |own| of_v::<V>(host, own, outer, out))
}

/// `x^T (g x v) - (x^2)^T g * v`, in the rows of the columns that occur.
fn of_v<V: Element + Value>(host: Host<'_>, own: &Occurring<'_, V>, outer: &Array, to: &mut Array) -> Done {
    let (cpu, rows, ids, plan) = (host.context.cpu, own.x.rows(), own.ids(), own.columns.plan()?);
    let (features, factors) = (own.x.columns(), own.v.columns());
    let outer = host.values::<V>(0, outer)?;
    let weighted = host.scratch(rows * factors);
    let out: RowsMut<'_, V, i64> = DenseMut::new(rows, factors, weighted)?.into();
    cpu.rows_multiply(own.products.into(), Broadcast::Column(outer), out)?;
    let weights = host.scratch(ids.len());
    let out = RowSparseMut::trusted(features, 1, ids, weights)?;
    cpu.csr_t_dense(&plan, own.squares()?, lacuna::Dense::new(rows, 1, outer)?, out)?;
    let gradient = to.reuse_row_sparse::<V>(&[features, factors], ids)?;
    let out = RowSparseMut::trusted(features, factors, ids, &mut *gradient)?;
    cpu.csr_t_dense(&plan, own.x.values(), lacuna::Dense::new(rows, factors, weighted)?, out)?;
    for ((gradient, v), &weight) in gradient.chunks_exact_mut(factors.max(1)).zip(own.v.iter()).zip(&*weights) {
        for (gradient, &v) in gradient.iter_mut().zip(v) {
            *gradient = *gradient - v * weight;
        }
    }
    Ok(())
}

/// Rows of `v` that occurred, and `x v`, kept from the forward pass for the backward pass.
#[derive(Debug)]
pub(crate) struct Gathered {
    of: Option<Source>,
    rows: Array,
    products: Array,
}

impl Default for Gathered {
    /// Without memory: what stands in the context while they are in use.
    fn default() -> Self {
        Self { of: None, rows: Array::hollow(), products: Array::hollow() }
    }
}

/// What they are of: arrays at these places, since the context last learnt that a value has changed.
#[derive(Debug, PartialEq)]
struct Source {
    version: u64,
    places: [usize; 4],
    lengths: [usize; 4],
}

impl Source {
    /// None where changes are not reported.
    fn new<V: Value>(context: &Context, x: lacuna::Csr<'_, V, i64>, v: &[V]) -> Option<Self> {
        let places =
            [x.indptr().as_ptr().addr(), x.indices().as_ptr().addr(), x.values().as_ptr().addr(), v.as_ptr().addr()];
        let lengths = [x.indptr().len(), x.columns(), x.nnz(), v.len()];
        (context.version > 0).then_some(Self { version: context.version, places, lengths })
    }
}

impl Gathered {
    /// Reads the rows of `v` again, unless they are `known` to be there.
    fn gather<V: Element + Value>(
        &mut self,
        host: Host<'_>,
        columns: &Columns,
        x: lacuna::Csr<'_, V, i64>,
        v: &Array,
        known: bool,
    ) -> Done {
        let context = host.context;
        let (ids, cpu, all) = (columns.ids(), context.cpu, host.values::<V>(1, v)?);
        let source = Source::new(context, x, all);
        if known && source.is_some() && self.of == source {
            return Ok(());
        }
        self.of = None;
        let factors = v.shape().get(1).copied().unwrap_or_default();
        let out = DenseMut::new(ids.len(), factors, self.rows.reuse_dense(&[ids.len(), factors])?)?;
        if v.stype() == RowSparse {
            cpu.lookup_row_sparse(ids, v.as_row_sparse::<V>()?, out)?;
        } else {
            cpu.lookup(ids, lacuna::Dense::new(x.columns(), factors, all)?, out)?;
        }
        let occurring = lacuna::Csr::trusted(x.rows(), ids.len(), x.indptr(), columns.places(), x.values())?;
        let out = DenseMut::new(x.rows(), factors, self.products.reuse_dense(&[x.rows(), factors])?)?;
        cpu.csr_dense(occurring, self.rows.as_dense()?, out)?;
        self.of = source;
        Ok(())
    }
}

/// Calls `compute` with the rows of `v` that occur in `x`; in the backward pass those of the forward pass, if no value
/// has changed since.
fn with_rows<V: Element + Value>(
    host: Host<'_>,
    x: &Array,
    v: &Array,
    back: bool,
    compute: impl FnOnce(&Occurring<'_, V>) -> Done,
) -> Done {
    let (context, x) = (host.context, x.as_csr::<V>()?);
    let columns = Columns::with_places(context, x)?;
    let mut gathered = context.gathered.take();
    let computed = gathered.gather(host, &columns, x, v, back).and_then(|()| {
        let (v, products) = (gathered.rows.as_dense()?, gathered.products.as_dense()?);
        compute(&Occurring { host, columns: &columns, x, v, products })
    });
    context.gathered.replace(gathered);
    computed
}

/// The columns that occur in `x`, the rows of `v` for them, and `x v`.
struct Occurring<'a, V> {
    host: Host<'a>,
    columns: &'a Columns,
    x: lacuna::Csr<'a, V, i64>,
    v: lacuna::Dense<'a, V>,
    products: lacuna::Dense<'a, V>,
}

impl<'a, V: Element + Value> Occurring<'a, V> {
    fn ids(&self) -> &'a [i64] {
        self.columns.ids()
    }

    /// `x` with other values, as a matrix of the columns that occur alone.
    fn occurring(&self, values: &'a [V]) -> Result<lacuna::Csr<'a, V, i64>, OperatorError> {
        Ok(lacuna::Csr::trusted(self.x.rows(), self.ids().len(), self.x.indptr(), self.columns.places(), values)?)
    }

    /// `x^2`, of its entries.
    fn squares(&self) -> Result<&'a [V], OperatorError> {
        let squares = self.host.scratch(self.x.nnz());
        self.host.context.cpu.square(self.x.values(), squares)?;
        Ok(squares)
    }
}
