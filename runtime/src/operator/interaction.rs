//! What pairs of features add to a prediction.
use super::inputs::values;
use super::{Backward, Context, Inputs, Operator, OperatorError, with_float};
use crate::array::{Array, Element};
use lacuna::dot::transpose_plan;
use lacuna::infer::Stype::{Csr, Dense, RowSparse};
use lacuna::segments::{PlanBuffers, SegmentPlan, plan_scratch};
use lacuna::{Broadcast, DenseMut, RowSparseMut, RowsMut, Value};

/// The second term of a factorization machine: `0.5 sum_f ((x v_f)^2 - x^2 v_f^2)`, the sum of `<v_i, v_j> x_i x_j` over all pairs of features of a row. Operands `x` (N x F, csr) and `v` (F x K, dense or
/// row_sparse); the result is dense (N x 1).
///
/// Gradient of `v`: row_sparse, of the columns that occur in `x`; of `x` there is none. Rows of `v` whose columns do not occur are not read, whereas the peer's example squares and sums all of them
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
        with_float!(NAME, x, V => {
            let own = Occurring::<V>::new(context, x, v)?;
            let (rows, cpu) = (own.rows, context.cpu);
            let (norms, squares, diagonal) = (own.zeros(own.ids().len()), own.zeros(rows), own.zeros(rows));
            cpu.square_sum_rows(own.v()?, norms)?;
            cpu.csr_dense(own.x(own.squares()?)?, lacuna::Dense::new(norms.len(), 1, norms)?, DenseMut::new(rows, 1, diagonal)?)?;
            cpu.square_sum_rows(own.products()?, squares)?;
            let twice = own.zeros(rows);
            cpu.subtract(squares, diagonal, twice)?;
            Ok(cpu.mul_scalar(twice, V::narrow(0.5), output.reuse_dense(&[rows, 1])?)?)
        })
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand == 1
    }

    fn backward(&self, context: &Context, call: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
        let [x, v] = operands(call.inputs)?;
        if call.gradient.stype() != Dense {
            return Err(call.inputs.no_path(NAME));
        }
        with_float!(NAME, x, V => of_v::<V>(context, &Occurring::new(context, x, v)?, call.gradient, gradient))
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
fn of_v<V: Element + Value>(context: &Context, own: &Occurring<'_, V>, outer: &Array, to: &mut Array) -> Result<(), OperatorError> {
    let (cpu, rows, factors, stored) = (context.cpu, own.rows, own.factors, own.ids().len());
    let outer = values::<V>(NAME, 0, outer)?;
    let weighted = own.zeros(rows * factors);
    let out: RowsMut<'_, V, i64> = DenseMut::new(rows, factors, weighted)?.into();
    cpu.rows_multiply(own.products()?.into(), Broadcast::Column(outer), out)?;
    let (crossed, weights) = (own.zeros(stored * factors), own.zeros(stored));
    let out = RowSparseMut::trusted(own.features, factors, own.ids(), crossed)?;
    cpu.csr_t_dense(&own.plan, own.values, lacuna::Dense::new(rows, factors, weighted)?, out)?;
    let out = RowSparseMut::trusted(own.features, 1, own.ids(), weights)?;
    cpu.csr_t_dense(&own.plan, own.squares()?, lacuna::Dense::new(rows, 1, outer)?, out)?;
    let diagonal = own.zeros(stored * factors);
    let out: RowsMut<'_, V, i64> = DenseMut::new(stored, factors, diagonal)?.into();
    cpu.rows_multiply(own.v()?.into(), Broadcast::Column(weights), out)?;
    Ok(cpu.subtract(crossed, diagonal, to.reuse_row_sparse(&[own.features, factors], own.ids())?)?)
}

/// The columns that occur in `x`, the rows of `v` for them, and `x` as a matrix of these columns alone.
struct Occurring<'a, V> {
    context: &'a Context,
    plan: SegmentPlan<'a, i64>,
    indptr: &'a [i64],
    /// Of each entry, the place of its column among those that occur.
    places: &'a [i64],
    values: &'a [V],
    v: &'a [V],
    rows: usize,
    features: usize,
    factors: usize,
}

impl<'a, V: Element + Value> Occurring<'a, V> {
    fn new(context: &'a Context, x: &'a Array, v: &Array) -> Result<Self, OperatorError> {
        let (arena, cpu) = (&context.arena, context.cpu);
        let x = x.as_csr::<V>()?;
        let (entries, features) = (x.nnz(), x.columns());
        let buffers = PlanBuffers {
            ids: arena.alloc_slice_fill_default(entries),
            segments: arena.alloc_slice_fill_default(entries + 1),
            rows: arena.alloc_slice_fill_default(entries),
            entries: arena.alloc_slice_fill_default(entries),
        };
        let plan = transpose_plan(x, 0..features, buffers, arena.alloc_slice_fill_default(plan_scratch(entries)))?;
        let places = arena.alloc_slice_fill_default::<i64>(entries);
        for (column, segment) in (0..).zip(plan.segments().windows(2)) {
            let &[start, end] = segment else { continue };
            for &entry in plan.entries().get(start as usize..end as usize).unwrap_or_default() {
                if let Some(place) = places.get_mut(entry as usize) {
                    *place = column;
                }
            }
        }
        let (ids, factors) = (plan.ids(), v.shape().get(1).copied().unwrap_or_default());
        let all = values::<V>(NAME, 1, v)?;
        let own = arena.alloc_slice_fill_copy(ids.len() * factors, V::ZERO);
        let out = DenseMut::new(ids.len(), factors, own)?;
        if v.stype() == RowSparse {
            cpu.lookup_row_sparse(ids, v.as_row_sparse()?, out)?;
        } else {
            cpu.lookup(ids, lacuna::Dense::new(features, factors, all)?, out)?;
        }
        Ok(Self { context, plan, indptr: x.indptr(), places, values: x.values(), v: own, rows: x.rows(), features, factors })
    }

    fn ids(&self) -> &'a [i64] {
        self.plan.ids()
    }

    fn zeros(&self, length: usize) -> &'a mut [V] {
        self.context.arena.alloc_slice_fill_copy(length, V::ZERO)
    }

    /// `x` with other values.
    fn x(&self, values: &'a [V]) -> Result<lacuna::Csr<'a, V, i64>, OperatorError> {
        Ok(lacuna::Csr::trusted(self.rows, self.ids().len(), self.indptr, self.places, values)?)
    }

    fn v(&self) -> Result<lacuna::Dense<'a, V>, OperatorError> {
        Ok(lacuna::Dense::new(self.ids().len(), self.factors, self.v)?)
    }

    /// `x^2`, of its entries.
    fn squares(&self) -> Result<&'a [V], OperatorError> {
        let squares = self.zeros(self.values.len());
        self.context.cpu.square(self.values, squares)?;
        Ok(squares)
    }

    /// `x v`.
    fn products(&self) -> Result<lacuna::Dense<'a, V>, OperatorError> {
        let products = self.zeros(self.rows * self.factors);
        self.context.cpu.csr_dense(self.x(self.values)?, self.v()?, DenseMut::new(self.rows, self.factors, products)?)?;
        Ok(lacuna::Dense::new(self.rows, self.factors, products)?)
    }
}
