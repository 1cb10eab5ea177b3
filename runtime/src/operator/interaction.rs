//! What pairs of features add to a prediction.
use super::columns::Columns;
use super::inputs::values;
use super::{Backward, Context, Inputs, Operator, OperatorError, with_float};
use crate::array::{Array, Element};
use lacuna::infer::Stype::{Csr, Dense, RowSparse};
use lacuna::{Broadcast, DenseMut, RowSparseMut, RowsMut, Value};

/// The second term of a factorization machine: `0.5 sum_f ((x v_f)^2 - x^2 v_f^2)`, the sum of `<v_i, v_j> x_i x_j` over all pairs of features of a row. Operands `x` (N x F, csr) and `v` (F x K, dense or
/// row_sparse); the result is dense (N x 1).
///
/// Gradient of `v`: row_sparse, of the columns that occur in `x`; of `x` there is none. Rows of `v` whose columns do not occur are not read, whereas MXNet's example squares and sums all of them
/// (`_square_sum`). Source: MXNet `example/sparse/factorization_machine`.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_runtime::operator::{Context, Interaction};
/// let x = Array::csr(Some([1, 3]), vec![0, 2], vec![0, 2], vec![2.0_f32, 3.0])?;
/// let v = Array::dense(&[3, 2], vec![1.0_f32, 10.0, 0.0, 0.0, 5.0, 7.0])?;
/// // <(1, 10), (5, 7)> 2 3
/// assert_eq!(Context::new().run(&Interaction, &[&x, &v])?.data::<f32>(), Some(&[450.0][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Interaction;

const NAME: &str = "Interaction";

impl Operator for Interaction {
    fn name(&self) -> &'static str {
        NAME
    }

    fn forward(&self, context: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let [x, v] = operands(inputs)?;
        with_float!(NAME, x, V => with_rows::<V>(context, x, v, false, |own| {
            let (rows, cpu) = (own.x.rows(), context.cpu);
            let (norms, squares, diagonal) = (own.zeros(own.ids().len()), own.zeros(rows), own.zeros(rows));
            cpu.square_sum_rows(own.v, norms)?;
            let of_squares = own.occurring(own.squares()?)?;
            cpu.csr_dense(of_squares, lacuna::Dense::new(norms.len(), 1, norms)?, DenseMut::new(rows, 1, diagonal)?)?;
            cpu.square_sum_rows(own.products, squares)?;
            let twice = own.zeros(rows);
            cpu.subtract(squares, diagonal, twice)?;
            Ok(cpu.mul_scalar(twice, V::narrow(0.5), output.reuse_dense(&[rows, 1])?)?)
        }))
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand == 1
    }

    fn backward(&self, context: &Context, call: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
        let [x, v] = operands(call.inputs)?;
        if call.gradient.stype() != Dense {
            return Err(call.inputs.no_path(NAME));
        }
        with_float!(NAME, x, V => with_rows::<V>(context, x, v, true, |own| of_v::<V>(own, call.gradient, gradient)))
    }
}

fn operands(inputs: Inputs<'_>) -> Result<[&Array; 2], OperatorError> {
    let [x, v] = inputs.all(NAME)?;
    if x.stype() != Csr || v.stype() == Csr {
        return Err(inputs.no_path(NAME));
    }
    match (x.shape(), v.shape()) {
        (&[_, columns], &[features, _]) if columns == features => Ok([x, v]),
        (_, found) => {
            Err(OperatorError::Shape { operator: NAME, operand: 1, expected: "a row for each column of the first", found: found.to_vec() })
        }
    }
}

/// `x^T (g x v) - (x^2)^T g * v`, in the rows of the columns that occur.
fn of_v<V: Element + Value>(own: &Occurring<'_, V>, outer: &Array, to: &mut Array) -> Result<(), OperatorError> {
    let (cpu, rows, ids, plan) = (own.context.cpu, own.x.rows(), own.ids(), own.columns.plan()?);
    let (features, factors) = (own.x.columns(), own.v.columns());
    let outer = values::<V>(NAME, 0, outer)?;
    let weighted = own.zeros(rows * factors);
    let out: RowsMut<'_, V, i64> = DenseMut::new(rows, factors, weighted)?.into();
    cpu.rows_multiply(own.products.into(), Broadcast::Column(outer), out)?;
    let weights = own.zeros(ids.len());
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
        let places = [x.indptr().as_ptr().addr(), x.indices().as_ptr().addr(), x.values().as_ptr().addr(), v.as_ptr().addr()];
        let lengths = [x.indptr().len(), x.columns(), x.nnz(), v.len()];
        (context.version > 0).then_some(Self { version: context.version, places, lengths })
    }
}

impl Gathered {
    /// Reads the rows of `v` again, unless they are `known` to be there.
    fn gather<V: Element + Value>(
        &mut self,
        context: &Context,
        columns: &Columns,
        x: lacuna::Csr<'_, V, i64>,
        v: &Array,
        known: bool,
    ) -> Result<(), OperatorError> {
        let (ids, cpu, all) = (columns.ids(), context.cpu, values::<V>(NAME, 1, v)?);
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

/// Calls `compute` with the rows of `v` that occur in `x`; in the backward pass those of the forward pass, if no value has changed since.
fn with_rows<V: Element + Value>(
    context: &Context,
    x: &Array,
    v: &Array,
    back: bool,
    compute: impl FnOnce(&Occurring<'_, V>) -> Result<(), OperatorError>,
) -> Result<(), OperatorError> {
    let x = x.as_csr::<V>()?;
    let columns = Columns::with_places(context, x)?;
    let mut gathered = context.gathered.take();
    let computed = gathered.gather(context, &columns, x, v, back).and_then(|()| {
        let (v, products) = (gathered.rows.as_dense()?, gathered.products.as_dense()?);
        compute(&Occurring { context, columns: &columns, x, v, products })
    });
    context.gathered.replace(gathered);
    computed
}

/// The columns that occur in `x`, the rows of `v` for them, and `x v`.
struct Occurring<'a, V> {
    context: &'a Context,
    columns: &'a Columns,
    x: lacuna::Csr<'a, V, i64>,
    v: lacuna::Dense<'a, V>,
    products: lacuna::Dense<'a, V>,
}

impl<'a, V: Element + Value> Occurring<'a, V> {
    fn ids(&self) -> &'a [i64] {
        self.columns.ids()
    }

    fn zeros(&self, length: usize) -> &'a mut [V] {
        self.context.arena.alloc_slice_fill_copy(length, V::ZERO)
    }

    /// `x` with other values, as a matrix of the columns that occur alone.
    fn occurring(&self, values: &'a [V]) -> Result<lacuna::Csr<'a, V, i64>, OperatorError> {
        Ok(lacuna::Csr::trusted(self.x.rows(), self.ids().len(), self.x.indptr(), self.columns.places(), values)?)
    }

    /// `x^2`, of its entries.
    fn squares(&self) -> Result<&'a [V], OperatorError> {
        let squares = self.zeros(self.x.nnz());
        self.context.cpu.square(self.x.values(), squares)?;
        Ok(squares)
    }
}
