//! Products of one matrix, in the form that suits them.
use crate::Cpu;
use lacuna::dot::{self, BlockEnds, BlockShape, Products, SellPlan, SellShape, SpmmAlgorithm, TransposeBuffers};
use lacuna::error::Operand;
use lacuna::{Csr, Dense, DenseMut, Index, KernelError, Value, order, rows};

/// A csr that is multiplied with dense matrices, itself or transposed: chooses a [form](SpmmAlgorithm), prepares it
/// once, and owns the memory for it.
///
/// ```
/// use lacuna::{Csr, Dense, DenseMut, dot::{SpmmAlgorithm, Products}};
/// use lacuna_arrays::{Cpu, Product};
/// let a = Csr::new(2, 3, &[0, 2, 3], &[0, 2, 0], &[1.0_f32, 2.0, 3.0])?;
/// let mut gradient = Product::new(a, Products { transpose: true, columns: 1, count: 100, threads: 1 })?;
/// // Which of them pays depends on the processor.
/// assert!(matches!(gradient.form(), SpmmAlgorithm::SellTransposed | SpmmAlgorithm::Scatter));
///
/// let mut out = [0.0; 3];
/// gradient.multiply(&Cpu { threads: 1 }, Dense::new(2, 1, &[10.0, 100.0])?, DenseMut::new(3, 1, &mut out)?)?;
/// assert_eq!(out, [310.0, 0.0, 20.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Debug)]
pub struct Product<'a, V, I> {
    a: Csr<'a, V, I>,
    state: State<V, I>,
}

/// What the forms need, made once; of a scatter of one column, its scratch.
#[derive(Debug)]
enum State<V, I> {
    Csr,
    Scatter { columns: Vec<I>, entries: Vec<I>, shape: BlockShape, totals: Vec<V> },
    ScatterColumn { columns: Vec<I>, totals: Vec<V> },
    Transposed { indptr: Vec<I>, indices: Vec<I>, entries: Vec<I>, values: Vec<V> },
    Sell { memory: Vec<I>, shape: SellShape, values: Vec<V> },
}

fn filled<T: Clone + Default>(length: usize) -> Vec<T> {
    vec![T::default(); length]
}

/// The transposed pattern in memory of its own: pointers, indices, and the entries of the csr.
fn transpose<V: Value, I: Index>(a: Csr<V, I>) -> Result<[Vec<I>; 3], KernelError> {
    let (mut indptr, mut indices, mut entries) =
        (filled(a.columns().saturating_add(1)), filled(a.nnz()), filled(a.nnz()));
    dot::transpose(a, TransposeBuffers { indptr: &mut indptr, indices: &mut indices, entries: &mut entries })?;
    Ok([indptr, indices, entries])
}

impl<'a, V: Value, I: Index> Product<'a, V, I> {
    /// Prepares the form that [`SpmmAlgorithm::of_matrix`] gives.
    ///
    /// # Errors
    /// Those of [`with_form`](Self::with_form).
    pub fn new(a: Csr<'a, V, I>, products: Products) -> Result<Self, KernelError> {
        Self::with_form(a, SpmmAlgorithm::of_matrix(&a, products))
    }

    /// Prepares a form. [`SpmmAlgorithm::ScatterColumn`], [`Sell`](SpmmAlgorithm::Sell) and
    /// [`SellTransposed`](SpmmAlgorithm::SellTransposed) are for one column.
    ///
    /// # Errors
    /// Those of the form's structure call: [`KernelError::Index`], if the numbers of a SELL plan do not fit the index
    /// type.
    pub fn with_form(a: Csr<'a, V, I>, form: SpmmAlgorithm) -> Result<Self, KernelError> {
        let mut product = Self { a, state: Self::prepare(a, form)? };
        product.set_values(a.values())?;
        Ok(product)
    }

    fn prepare(a: Csr<V, I>, form: SpmmAlgorithm) -> Result<State<V, I>, KernelError> {
        let values = filled(a.nnz());
        Ok(match form {
            SpmmAlgorithm::Scatter => {
                let room = dot::block_ends_capacity(a.nnz());
                let (mut columns, mut entries, mut scratch) =
                    (filled(room), filled(room), filled(dot::block_ends_scratch(a.columns())));
                let ends = dot::block_ends(a, &mut columns, &mut entries, &mut scratch)?;
                let (heavy, places, shape) = (ends.columns().len(), ends.entries().len(), ends.shape());
                columns.truncate(heavy);
                entries.truncate(places);
                State::Scatter { columns, entries, shape, totals: Vec::new() }
            }
            SpmmAlgorithm::ScatterColumn if a.rows() <= order::BLOCK => {
                State::ScatterColumn { columns: Vec::new(), totals: Vec::new() }
            }
            SpmmAlgorithm::ScatterColumn => State::ScatterColumn {
                columns: filled(dot::block_ends_scratch(a.columns())),
                totals: filled(a.columns()),
            },
            SpmmAlgorithm::Transposed => {
                let [indptr, indices, entries] = transpose(a)?;
                State::Transposed { indptr, indices, entries, values }
            }
            SpmmAlgorithm::Sell => {
                let mut memory = filled(dot::sell_plan_length(a.rows(), a.nnz()));
                let shape = dot::sell_plan(a, &mut memory)?.shape();
                State::Sell { memory, shape, values }
            }
            SpmmAlgorithm::SellTransposed => {
                let [indptr, indices, entries] = transpose(a)?;
                let mut memory = filled(dot::sell_plan_length(a.columns(), a.nnz()));
                // The plan looks at the pattern alone, so any values serve.
                let pattern = Csr::trusted(a.columns(), a.rows(), &indptr, &indices, a.values());
                let misfit = |_| KernelError::Shape {
                    operand: Operand::Values,
                    axis: 2,
                    expected: indices.len(),
                    found: a.nnz(),
                };
                let shape = dot::sell_plan_transposed(pattern.map_err(misfit)?, &entries, &mut memory)?.shape();
                State::Sell { memory, shape, values }
            }
            _ => State::Csr,
        })
    }

    /// The form of the products.
    #[must_use]
    pub const fn form(&self) -> SpmmAlgorithm {
        match &self.state {
            State::Csr => SpmmAlgorithm::Csr,
            State::Scatter { .. } => SpmmAlgorithm::Scatter,
            State::ScatterColumn { .. } => SpmmAlgorithm::ScatterColumn,
            State::Transposed { .. } => SpmmAlgorithm::Transposed,
            State::Sell { shape, .. } if shape.transposed => SpmmAlgorithm::SellTransposed,
            State::Sell { .. } => SpmmAlgorithm::Sell,
        }
    }

    /// Bytes that have been prepared, beside the csr.
    #[must_use]
    pub fn nbytes(&self) -> usize {
        match &self.state {
            State::Csr => 0,
            State::Scatter { columns, entries, totals, .. } => {
                size_of_val(&**columns) + size_of_val(&**entries) + size_of_val(&**totals)
            }
            State::ScatterColumn { columns, totals } => size_of_val(&**columns) + size_of_val(&**totals),
            State::Transposed { indptr, indices, entries, values } => {
                size_of_val(&**indptr) + size_of_val(&**indices) + size_of_val(&**entries) + size_of_val(&**values)
            }
            State::Sell { memory, values, .. } => size_of_val(&**memory) + size_of_val(&**values),
        }
    }

    /// Takes other values of the same pattern.
    ///
    /// # Errors
    /// [`KernelError::Shape`] if there are not as many as the csr has entries; then the values stay.
    pub fn set_values(&mut self, values: &'a [V]) -> Result<(), KernelError> {
        let (expected, found) = (self.a.nnz(), values.len());
        let misfit = |_| KernelError::Shape { operand: Operand::Values, axis: 2, expected, found };
        self.a = self.a.with_values(values).map_err(misfit)?;
        match &mut self.state {
            State::Csr | State::Scatter { .. } | State::ScatterColumn { .. } => Ok(()),
            State::Transposed { entries, values: permuted, .. } => rows::permute(entries, values, permuted),
            State::Sell { memory, shape, values: permuted } => {
                rows::permute(SellPlan::trusted(memory, *shape)?.entries(), values, permuted)
            }
        }
    }

    /// `out = A b`, or `out = A^T b`.
    ///
    /// # Errors
    /// Those of the kernel: [`KernelError::Shape`]; then nothing is written. A form for one column refuses others.
    pub fn multiply(&mut self, cpu: &Cpu, b: Dense<V>, out: DenseMut<V>) -> Result<(), KernelError> {
        let a = self.a;
        match &mut self.state {
            State::Csr => cpu.csr_dense(a, b, out),
            State::Scatter { columns, entries, shape, totals } => {
                let ends = BlockEnds::trusted(columns, entries, *shape);
                totals.resize(ends.totals(b.columns()), V::ZERO);
                cpu.csr_t_dense_scatter(a, &ends, b, totals, out)
            }
            State::ScatterColumn { columns, totals } => dot::csr_t_column(a, b, columns, totals, out),
            State::Transposed { indptr, indices, values, .. } => {
                let misfit = |_| KernelError::Shape {
                    operand: Operand::Values,
                    axis: 2,
                    expected: indices.len(),
                    found: values.len(),
                };
                let transposed = Csr::trusted(a.columns(), a.rows(), indptr, indices, values).map_err(misfit)?;
                cpu.csr_dense(transposed, b, out)
            }
            State::Sell { memory, shape, values } => {
                cpu.sell_column(&SellPlan::trusted(memory, *shape)?, values, b, out)
            }
        }
    }
}
