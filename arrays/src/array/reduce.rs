//! Sums, means, norms and numbers of stored elements.
use super::create::matrix;
use super::values::zeros;
use super::{Array, ArrayError, Dtype, Element, Storage, Values, rows_of, with_values};
use crate::Cpu;
use lacuna::infer::Stype;
use lacuna::reduce::csr_columns_scratch;
use lacuna::{Csr, Dense, KernelError, Value};

/// Declares the reductions: of a slice of values, of the rows and columns of a dense matrix, and of those of a csr.
macro_rules! reductions {
    ($($(#[$doc:meta])* $variant:ident $whole:ident $(($count:ident))? $rows:ident $columns:ident $csr_rows:ident
        $csr_columns:ident;)*) => {
        /// What is made of all elements, or of those of a row or column, by its kernel in [`lacuna::reduce`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Reduction {
            $($(#[$doc])* $variant,)*
        }

        impl Reduction {
            /// Its name: that of the kernel.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => stringify!($whole),)* }
            }

            fn whole<V: Value>(self, cpu: Cpu, values: &[V], _count: usize, out: &mut [V]) -> Result<(), KernelError> {
                match self { $(Self::$variant => cpu.$whole(values, $({ let $count = _count; $count },)? out),)* }
            }

            fn rows<V: Value>(self, cpu: Cpu, a: Dense<'_, V>, out: &mut [V]) -> Result<(), KernelError> {
                match self { $(Self::$variant => cpu.$rows(a, out),)* }
            }

            fn columns<V: Value>(self, cpu: Cpu, a: Dense<'_, V>, out: &mut [V]) -> Result<(), KernelError> {
                match self { $(Self::$variant => cpu.$columns(a, out),)* }
            }

            fn csr_rows<V: Value>(self, cpu: Cpu, a: Csr<'_, V, i64>, out: &mut [V]) -> Result<(), KernelError> {
                match self { $(Self::$variant => cpu.$csr_rows(a, out),)* }
            }

            fn csr_columns<V: Value>(
                self,
                cpu: Cpu,
                a: Csr<'_, V, i64>,
                scratch: &mut [V],
                out: &mut [V],
            ) -> Result<(), KernelError> {
                match self { $(Self::$variant => cpu.$csr_columns(a, scratch, out),)* }
            }
        }
    };
}

reductions! {
    /// The sum.
    Sum sum sum_rows sum_columns sum_csr_rows sum_csr_columns;
    /// The sum, divided by the number of elements, stored or not.
    Mean mean(count) mean_rows mean_columns mean_csr_rows mean_csr_columns;
    /// The sum of the magnitudes. (`norm` with `ord=1`)
    Norm1 norm1 norm1_rows norm1_columns norm1_csr_rows norm1_csr_columns;
    /// The root of the sum of the squares. (`norm` with `ord=2`)
    Norm2 norm2 norm2_rows norm2_columns norm2_csr_rows norm2_csr_columns;
    /// The largest element, stored or not.
    Max max(count) max_rows max_columns max_csr_rows max_csr_columns;
    /// The smallest element, stored or not.
    Min min(count) min_rows min_columns min_csr_rows min_csr_columns;
}

/// The same on any number of threads.
const CPU: Cpu = Cpu { threads: 1 };

impl Array {
    /// A reduction of all elements (`axis` none), over the first dimension (0) or over the columns of a matrix (1):
    /// a dense array without that dimension, or with its length 1 where `keepdims` is set. The whole, and the only
    /// dimension of an array, give one element.
    ///
    /// A csr is read as it is stored, and so is the whole of a row_sparse array; an axis of a row_sparse array takes a
    /// dense copy. `f16` and `bf16` are computed in `f32` and rounded once.
    ///
    /// # Errors
    /// [`ArrayError::Axis`] for an axis that is not there, and for the second one of more than two dimensions;
    /// [`ArrayError::NotFloat`] for integers, [`ArrayError::OnDevice`], [`ArrayError::Memory`]; those of the kernel,
    /// for the largest of no elements for example.
    ///
    /// ```
    /// use lacuna_arrays::array::{Array, Reduction};
    /// let a = Array::csr(Some([2, 3]), vec![0, 2, 3], vec![0, 2, 2], vec![3.0_f32, -4.0, 2.0])?;
    /// let numbers = |reduction, axis| Ok::<_, lacuna_arrays::array::ArrayError>(a.reduce(reduction, axis, false)?.data::<f32>().unwrap().to_vec());
    /// assert_eq!((numbers(Reduction::Norm2, Some(1))?, numbers(Reduction::Sum, Some(0))?), (vec![5.0, 2.0], vec![3.0, 0.0, -2.0]));
    /// assert_eq!((numbers(Reduction::Norm1, None)?, a.reduce(Reduction::Sum, None, true)?.shape()), (vec![9.0], &[1, 1][..]));
    /// # Ok::<(), lacuna_arrays::array::ArrayError>(())
    /// ```
    pub fn reduce(&self, reduction: Reduction, axis: Option<usize>, keepdims: bool) -> Result<Self, ArrayError> {
        self.expect_host(reduction.name())?;
        let (dtype, rank) = (self.dtype(), self.shape.len());
        if let Some(axis) = axis.filter(|&axis| axis >= rank || (axis > 0 && rank > 2)) {
            return Err(ArrayError::Axis { axis, dimensions: rank });
        }
        if !dtype.is_float() {
            return Err(ArrayError::NotFloat { function: reduction.name(), dtype });
        }
        let shape = match axis {
            _ if rank == 0 => vec![1],
            None if keepdims => vec![1; rank],
            None => vec![1],
            Some(_) if rank == 1 => vec![1],
            Some(axis) => {
                let lengths = self.shape.iter().enumerate();
                let kept =
                    lengths.filter_map(|(own, &length)| if own == axis { keepdims.then_some(1) } else { Some(length) });
                kept.collect()
            }
        };
        let dense = if axis.is_some() && self.stype() == Stype::RowSparse { Some(self.dense_copy()?) } else { None };
        let input = dense.as_deref().unwrap_or(self);
        let wide = match dtype {
            Dtype::F16 | Dtype::Bf16 => Some(input.astype(Dtype::F32)?),
            _ => None,
        };
        let input = wide.as_ref().unwrap_or(input);
        let data = match input.values() {
            Values::F32(values) => input.reduced(reduction, axis, values)?.cast(dtype)?,
            Values::F64(values) => input.reduced(reduction, axis, values)?,
            other => return Err(ArrayError::NotFloat { function: reduction.name(), dtype: other.dtype() }),
        };
        Self::from_storage(shape, Storage::Dense { data })
    }

    fn reduced<V: Value + Element>(
        &self,
        reduction: Reduction,
        axis: Option<usize>,
        values: &[V],
    ) -> Result<Values, ArrayError> {
        let mut out = zeros::<V>(1)?;
        match (axis, &self.storage) {
            (Some(axis), Storage::Csr { .. }) => {
                let [rows, columns] = matrix(&self.shape)?;
                out = zeros(if axis == 0 { columns } else { rows })?;
                if axis == 0 {
                    let mut scratch = zeros(csr_columns_scratch(rows, columns))?;
                    reduction.csr_columns(CPU, self.as_csr()?, &mut scratch, &mut out)?;
                } else {
                    reduction.csr_rows(CPU, self.as_csr()?, &mut out)?;
                }
            }
            (Some(axis), _) if self.shape.len() > 1 => {
                let (rows, row_length) = rows_of(&self.shape)?;
                let view = Dense::new(rows, row_length, values)?;
                out = zeros(if axis == 0 { row_length } else { rows })?;
                if axis == 0 { reduction.columns(CPU, view, &mut out)? } else { reduction.rows(CPU, view, &mut out)? }
            }
            _ => reduction.whole(CPU, values, self.size(), &mut out)?,
        }
        Ok(V::wrap(out))
    }

    /// The sum: [`reduce`](Self::reduce) with [`Reduction::Sum`].
    ///
    /// # Errors
    /// As there.
    pub fn sum(&self, axis: Option<usize>) -> Result<Self, ArrayError> {
        self.reduce(Reduction::Sum, axis, false)
    }

    /// The mean: [`reduce`](Self::reduce) with [`Reduction::Mean`].
    ///
    /// # Errors
    /// As there.
    pub fn mean(&self, axis: Option<usize>) -> Result<Self, ArrayError> {
        self.reduce(Reduction::Mean, axis, false)
    }

    /// The Euclidean norm: [`reduce`](Self::reduce) with [`Reduction::Norm2`].
    ///
    /// # Errors
    /// As there.
    pub fn norm(&self, axis: Option<usize>) -> Result<Self, ArrayError> {
        self.reduce(Reduction::Norm2, axis, false)
    }

    /// How many elements a csr stores, explicit zeros among them: all in all (`axis` none), in each column (0) or in
    /// each row (1), as `int64`. MXNet does not count columns.
    ///
    /// # Errors
    /// [`ArrayError::Unsupported`] for another storage type, [`ArrayError::Axis`], [`ArrayError::OnDevice`].
    ///
    /// ```
    /// use lacuna_arrays::array::Array;
    /// let a = Array::csr(Some([2, 3]), vec![0, 2, 3], vec![0, 2, 2], vec![7_i32, 0, 1])?;
    /// let counts = |axis| a.getnnz(axis).map(|counts| counts.data::<i64>().unwrap().to_vec());
    /// assert_eq!((counts(None)?, counts(Some(0))?, counts(Some(1))?), (vec![3], vec![1, 0, 2], vec![2, 1]));
    /// # Ok::<(), lacuna_arrays::array::ArrayError>(())
    /// ```
    pub fn getnnz(&self, axis: Option<usize>) -> Result<Self, ArrayError> {
        self.expect_host("getnnz")?;
        let Storage::Csr { indptr, indices, data } = &self.storage else {
            return Err(ArrayError::Unsupported { operation: "getnnz", stype: self.stype() });
        };
        let [rows, columns] = matrix(&self.shape)?;
        let counts = match axis {
            None => vec![i64::try_from(indices.len()).unwrap_or(i64::MAX)],
            Some(axis @ (0 | 1)) => {
                let mut counts = zeros::<i64>(if axis == 0 { columns } else { rows })?;
                with_values!(data, |values| {
                    let csr = Csr::trusted(rows, columns, indptr, indices, values)?;
                    if axis == 0 { CPU.nnz_columns(csr, &mut counts)? } else { CPU.nnz_rows(csr, &mut counts)? }
                });
                counts
            }
            Some(axis) => return Err(ArrayError::Axis { axis, dimensions: 2 }),
        };
        Self::dense(&[counts.len()], counts)
    }
}
