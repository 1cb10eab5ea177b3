//! The list of kernels. Everything that exists once for each kernel is derived from it, or checked against it by a test.
//!
//! [`KERNELS`] is the list as data, [`for_each_kernel!`](crate::for_each_kernel) hands it to a macro as tokens.

/// Calls `$callback! { {context} rows }`, with the rows of the list:
///
/// ```text
/// /// formula
/// family::name [generics] (operand: Kind, ...) -> output, cut, Arguments(parameters) { fields }, "operators of the peer", [structure calls];
/// ```
///
/// - `[V I]`: there is an instance for each value and index type; `[V]`: for each value type.
/// - A kind is the operand's view, or `Rule(Name [own hyper-parameters])` for hyper-parameters; [`operand!`](crate::operand) gives its type.
/// - `Arguments` is the family's type; its parameters come after a lifetime, its fields are made of the operands.
/// - `parts`: the arguments can be [split](crate::Split); `whole`: they cannot; `host`: they can, and there is no entry for a GPU.
#[doc(hidden)]
#[macro_export]
macro_rules! for_each_kernel {
    ($callback:ident $({ $($context:tt)* })?) => {
        $callback! {
            { $($($context)*)? }
            /// `C = A B`
            dot::csr_dense [V I] (a: Csr, b: Dense, out: DenseMut) -> (), parts, CsrDense(V, I) { a, b, out }, "dot(csr, default)", [];
            /// `C = A B`
            dot::csr_row_sparse [V I] (a: Csr, b: RowSparse, out: DenseMut) -> (), parts, CsrRowSparse(V, I) { a, b, out }, "dot(csr, row_sparse)", [];
            /// `C = A^T B`
            dot::csr_t_dense [V I] (plan: Plan, values: Values, b: Dense, out: RowSparseMut) -> (), parts, CsrTDense(V, I) { plan: *plan, values, b, out },
                "dot(csr, default, transpose_a)", [transpose_plan];
            /// `C = A^T B`
            dot::csr_t_dense_to_dense [V I] (plan: Plan, values: Values, b: Dense, out: DenseMut) -> (), parts, CsrTDenseToDense(V, I) { plan: *plan, values, b, out },
                "dot(csr, default, transpose_a, forward_stype=default)", [transpose_plan];
            /// `C = A^T B`
            dot::csr_t_row_sparse [V I] (plan: Plan, values: Values, b: RowSparse, out: RowSparseMut) -> (), parts, CsrTRowSparse(V, I) { plan: *plan, values, b, out },
                "dot(csr, row_sparse, transpose_a)", [transpose_plan_row_sparse];
            /// `C = A^T B`
            dot::csr_t_dense_scatter [V I] (a: Csr, ends: BlockEnds, b: Dense, totals: ValuesMut, out: DenseMut) -> (), host,
                CsrTDenseScatter(V, I) { a, ends: *ends, b, totals, out, rows: $crate::dot::OutputRows::ALL }, "dot(csr, default, transpose_a, forward_stype=default)", [block_ends];
            /// `C = A^T B`
            dot::csr_t_row_sparse_scatter [V I] (a: Csr, ends: BlockEnds, b: RowSparse, totals: ValuesMut, out: DenseMut) -> (), host,
                CsrTRowSparseScatter(V, I) { a, ends: *ends, b, totals, out, rows: $crate::dot::OutputRows::ALL }, "", [block_ends_row_sparse];
            /// `C = A B`
            dot::sliced_column [V I] (plan: SlicedPlan, values: Values, b: Dense, out: DenseMut) -> (), host, SlicedColumn(V, I) { plan: *plan, values, b, out }, "", [sliced_plan, sliced_plan_transposed];
            /// entries != 0
            cast::dense_to_csr [V I] (dense: Dense, out: CsrMut) -> (), parts, DenseToCsr(V, I) { dense, out }, "cast_storage", [dense_row_nnz, accumulate_indptr];
            /// entries != 0
            cast::dense_to_csr_one_pass [V I] (dense: Dense, indptr: IndicesMut, indices: IndicesMut, values: ValuesMut) -> usize, whole,
                DenseToCsrOnePass(V, I) { dense, indptr, indices, values }, "cast_storage", [];
            /// entries, else 0
            cast::csr_to_dense [V I] (csr: Csr, out: DenseMut) -> (), parts, CsrToDense(V, I) { csr, out }, "cast_storage", [];
            /// rows with an element != 0
            cast::dense_to_row_sparse [V I] (dense: Dense, out: RowSparseMut) -> (), parts, DenseToRowSparse(V, I) { dense, out }, "cast_storage", [dense_row_ids];
            /// stored rows, else 0
            cast::row_sparse_to_dense [V I] (input: RowSparse, out: DenseMut) -> (), parts, RowSparseToDense(V, I) { input, out }, "cast_storage", [];
            /// the rows asked for
            rows::retain [V I] (data: RowSparse, out: RowSparseMut) -> (), parts, Retain(V, I) { data, out }, "sparse_retain", [retain_ids];
            /// sum of rows with equal id
            rows::coalesce [V I] (plan: Plan, input: RowSparse, out: RowSparseMut) -> (), parts, Coalesce(V, I) { plan: *plan, input, out }, "", [coalesce_plan];
            /// sum of arrays
            rows::add_n [V I] (inputs: RowSparseList, cursors: Cursors, out: RowSparseMut) -> (), parts, AddN(V, I) { inputs, cursors, out, rows: $crate::rows::SumRows::ALL }, "add_n, elemwise_add", [add_n_ids];
            /// values in another order
            rows::permute [V I] (entries: Indices, values: Values, out: ValuesMut) -> (), parts, Permute(V, I) { entries, values, out }, "", [];
            /// `w = (1 - lr * wd) * w - lr * h`
            optim::sgd [V I] (hyper: Rule(Sgd []), gradient: RowSparse, weight: RowsMut) -> (), parts, Step($crate::optim::Sgd<V>, V, I, 1) { rule: *hyper, gradient, states: [weight] },
                "sgd_update", [];
            /// `m = (mu * m - (lr * wd) * w) - lr * h; w = w + m`
            optim::sgd_momentum [V I] (hyper: Rule(SgdMomentum [momentum]), gradient: RowSparse, weight: RowsMut, momentum: RowsMut) -> (), parts,
                Step($crate::optim::SgdMomentum<V>, V, I, 2) { rule: *hyper, gradient, states: [weight, momentum] }, "sgd_mom_update", [];
            /// `k = mu * m; n = k - lr * (h + wd * w); w = (w - k) + (1 + mu) * n; m = n`
            optim::nag [V I] (hyper: Rule(Nag [momentum]), gradient: RowSparse, weight: RowsMut, momentum: RowsMut) -> (), parts,
                Step($crate::optim::Nag<V>, V, I, 2) { rule: *hyper, gradient, states: [weight, momentum] }, "nag_mom_update", [];
            /// `n = n + h * h; w = (1 - lr * wd) * w - (h / sqrt(n + epsilon)) * lr`
            optim::adagrad [V I] (hyper: Rule(AdaGrad [epsilon]), gradient: RowSparse, weight: RowsMut, history: RowsMut) -> (), parts,
                Step($crate::optim::AdaGrad<V>, V, I, 2) { rule: *hyper, gradient, states: [weight, history] }, "adagrad_update", [];
            /// `|x|`
            map::abs [V] (input: Values, out: ValuesMut) -> (), parts, Map($crate::map::Abs, V) { function: $crate::map::Abs, input, out }, "abs", [];
            /// `x^2`
            map::square [V] (input: Values, out: ValuesMut) -> (), parts, Map($crate::map::Square, V) { function: $crate::map::Square, input, out }, "square", [];
            /// `x y`
            binary::multiply [V] (left: Values, right: Values, out: ValuesMut) -> (), parts, Pairs($crate::binary::Multiply, V) { function: $crate::binary::Multiply, left, right, out }, "elemwise_mul", [];
            /// `x - y`
            binary::subtract [V] (left: Values, right: Values, out: ValuesMut) -> (), parts, Pairs($crate::binary::Subtract, V) { function: $crate::binary::Subtract, left, right, out }, "elemwise_sub", [];
        }
    };
}

/// The type of an operand of a kernel, as its function takes it: `operand!(Csr V I)`.
#[doc(hidden)]
#[macro_export]
macro_rules! operand {
    (Csr $V:ident $I:ident) => { $crate::Csr<'_, $V, $I> };
    (CsrMut $V:ident $I:ident) => { $crate::CsrMut<'_, $V, $I> };
    (Dense $V:ident $I:ident) => { $crate::Dense<'_, $V> };
    (DenseMut $V:ident $I:ident) => { $crate::DenseMut<'_, $V> };
    (RowSparse $V:ident $I:ident) => { $crate::RowSparse<'_, $V, $I> };
    (RowSparseMut $V:ident $I:ident) => { $crate::RowSparseMut<'_, $V, $I> };
    (RowsMut $V:ident $I:ident) => { $crate::RowsMut<'_, $V, $I> };
    (Plan $V:ident $I:ident) => { &$crate::segments::SegmentPlan<'_, $I> };
    (SlicedPlan $V:ident $I:ident) => { &$crate::dot::SlicedPlan<'_, $I> };
    (BlockEnds $V:ident $I:ident) => { &$crate::dot::BlockEnds<'_, $I> };
    (Values $V:ident $I:ident) => { &[$V] };
    (ValuesMut $V:ident $I:ident) => { &mut [$V] };
    (Indices $V:ident $I:ident) => { &[$I] };
    (IndicesMut $V:ident $I:ident) => { &mut [$I] };
    (RowSparseList $V:ident $I:ident) => { &[$crate::RowSparse<'_, $V, $I>] };
    (Cursors $V:ident $I:ident) => { &mut [usize] };
    (Rule($rule:ident [$($own:ident)*]) $V:ident $I:ident) => { &$crate::optim::$rule<$V> };
}

/// What an operand of a kernel is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OperandKind {
    /// A [`Csr`](crate::Csr).
    Csr,
    /// A [`CsrMut`](crate::CsrMut).
    CsrMut,
    /// A [`Dense`](crate::Dense).
    Dense,
    /// A [`DenseMut`](crate::DenseMut).
    DenseMut,
    /// A [`RowSparse`](crate::RowSparse).
    RowSparse,
    /// A [`RowSparseMut`](crate::RowSparseMut).
    RowSparseMut,
    /// [`RowsMut`](crate::RowsMut): dense or row_sparse, updated in place.
    RowsMut,
    /// A [`SegmentPlan`](crate::segments::SegmentPlan).
    Plan,
    /// [`BlockEnds`](crate::dot::BlockEnds).
    BlockEnds,
    /// A [`SlicedPlan`](crate::dot::SlicedPlan).
    SlicedPlan,
    /// Values.
    Values,
    /// Values that are written.
    ValuesMut,
    /// Indices.
    Indices,
    /// Indices that are written.
    IndicesMut,
    /// A list of [`RowSparse`](crate::RowSparse).
    RowSparseList,
    /// Scratch: a number for each array of a list.
    Cursors,
    /// Hyper-parameters.
    Rule,
}

impl OperandKind {
    /// The name in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Csr | Self::CsrMut => "csr",
            Self::Dense | Self::DenseMut => "dense",
            Self::RowSparse | Self::RowSparseMut => "row_sparse",
            Self::RowsMut => "rows (dense or row_sparse)",
            Self::Plan => "plan",
            Self::SlicedPlan => "sliced plan",
            Self::BlockEnds => "block ends",
            Self::Values | Self::ValuesMut => "values",
            Self::Indices | Self::IndicesMut => "indices",
            Self::RowSparseList => "row_sparse, ...",
            Self::Cursors => "scratch",
            Self::Rule => "hyper-parameters",
        }
    }

    /// True if the kernel writes it.
    #[must_use]
    pub const fn is_written(self) -> bool {
        matches!(
            self,
            Self::CsrMut | Self::DenseMut | Self::RowSparseMut | Self::RowsMut | Self::ValuesMut | Self::IndicesMut | Self::Cursors
        )
    }
}

/// What a kernel promises about its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Guarantee {
    /// The same bits at every level, on any number of threads, on every processor.
    Bitwise,
}

/// One kernel.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Row {
    /// The module.
    pub family: &'static str,
    /// The function, in the module and in [`crate::scalar`]. Its file is `kernels/src/<family>/<name>.rs`.
    pub name: &'static str,
    /// What it computes.
    pub formula: &'static str,
    /// Names and kinds of the operands, in order.
    pub operands: &'static [(&'static str, OperandKind)],
    /// True if the arguments can be [split](crate::Split) for threads.
    pub splits: bool,
    /// True if it has an entry for a GPU.
    pub device: bool,
    /// The operators of the peer that it is a part of; empty for those of this project alone.
    pub peer: &'static str,
    /// Functions that must be called before it: they find the pattern of a result whose size depends on data.
    pub structure: &'static [&'static str],
    /// Value types.
    pub values: &'static [&'static str],
    /// Index types; none, if it does not look at indices.
    pub indices: &'static [&'static str],
    /// The promise about its bits.
    pub guarantee: Guarantee,
}

macro_rules! rows {
    ({} $(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt ($($operand:ident: $kind:ident $(($($detail:tt)*))?),*) -> $output:ty, $cut:ident,
        $call:ident $parameters:tt $fields:tt, $peer:literal, [$($structure:ident),*];)*) => {
        /// All kernels, by family.
        pub const KERNELS: &[Row] = &[$(Row {
            family: stringify!($family),
            name: stringify!($name),
            formula: $formula,
            operands: &[$((stringify!($operand), OperandKind::$kind)),*],
            splits: rows!(@splits $cut),
            device: rows!(@device $cut),
            peer: $peer,
            structure: &[$(stringify!($structure)),*],
            values: &["f32", "f64"],
            indices: rows!(@indices $generics),
            guarantee: Guarantee::Bitwise,
        }),*];
    };
    (@splits parts) => { true };
    (@splits whole) => { false };
    (@splits host) => { true };
    (@device host) => { false };
    (@device $cut:ident) => { true };
    (@indices [V I]) => { &["i32", "i64", "u32"] };
    (@indices [V]) => { &[] };
}
for_each_kernel!(rows);
