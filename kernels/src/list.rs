//! The list of kernels. Everything that exists once for each kernel is derived from it, or checked against it by a test.
//!
//! [`KERNELS`] is the list as data, [`for_each_kernel!`](crate::for_each_kernel) hands it to a macro as tokens.

/// Calls `$callback! { {context} rows }`, with the rows of the list:
///
/// ```text
/// /// formula
/// family::name [generics] (operand: Kind, ...) -> output, cut, Arguments(parameters) { fields }, "operators of MXNet", [structure calls];
/// ```
///
/// - `[V I]`: there is an instance for each value and index type; `[V]`: for each value type. `[S I]`: operands may be of any [`Storage`](crate::Storage); `[N I]`, `[N]`: of any
///   [`Number`](crate::Number), which the kernel moves and does not compute with. Either is called `V` in what follows.
/// - A kind is the operand's view, or `Rule(Name [own hyper-parameters])` for hyper-parameters; `RowsMut(1)` are rows of one number each. [`operand!`](crate::operand) gives its type.
/// - `Arguments` is the family's type; its parameters come after a lifetime, its fields are made of the operands.
/// - `parts`: the arguments can be [split](crate::Split); `whole`: they cannot; `host`: they can, and there is no entry for a GPU.
#[doc(hidden)]
#[macro_export]
macro_rules! for_each_kernel {
    ($callback:ident $({ $($context:tt)* })?) => {
        $callback! {
            { $($($context)*)? }
            /// `C = A B`
            dot::csr_dense [S I] (a: Csr, b: Dense, out: DenseMut) -> (), parts, CsrDense(V, I) { a, b, out }, "dot(csr, default)", [];
            /// `C = A B`
            dot::csr_row_sparse [V I] (a: Csr, b: RowSparse, out: DenseMut) -> (), parts, CsrRowSparse(V, I) { a, b, out }, "dot(csr, row_sparse)", [];
            /// `C = A^T B`
            dot::csr_t_dense [S I] (plan: Plan, values: Values, b: Dense, out: RowSparseMut) -> (), parts, CsrTDense(V, I) { plan: *plan, values, b, out },
                "dot(csr, default, transpose_a)", [transpose_plan];
            /// `C = A^T B`
            dot::csr_t_dense_to_dense [S I] (plan: Plan, values: Values, b: Dense, out: DenseMut) -> (), parts, CsrTDenseToDense(V, I) { plan: *plan, values, b, out },
                "dot(csr, default, transpose_a, forward_stype=default)", [transpose_plan];
            /// `C = A^T B`
            dot::csr_t_row_sparse [V I] (plan: Plan, values: Values, b: RowSparse, out: RowSparseMut) -> (), parts, CsrTRowSparse(V, I) { plan: *plan, values, b, out },
                "dot(csr, row_sparse, transpose_a)", [transpose_plan_row_sparse];
            /// `C = A^T B`
            dot::csr_t_dense_scatter [V I] (a: Csr, ends: BlockEnds, b: Dense, totals: ValuesMut, out: DenseMut) -> (), host,
                CsrTDenseScatter(V, I) { a, ends: *ends, b, totals, out, rows: $crate::dot::OutputRows::ALL }, "dot(csr, default, transpose_a, forward_stype=default)", [block_ends];
            /// `C = A^T B`
            dot::csr_t_column [V I] (a: Csr, b: Dense, columns: IndicesMut, totals: ValuesMut, out: DenseMut) -> (), host, CsrTColumn(V, I) { a, b, columns, totals, out },
                "dot(csr, default, transpose_a, forward_stype=default)", [];
            /// `C = A^T B`
            dot::csr_t_row_sparse_scatter [V I] (a: Csr, ends: BlockEnds, b: RowSparse, totals: ValuesMut, out: DenseMut) -> (), host,
                CsrTRowSparseScatter(V, I) { a, ends: *ends, b, totals, out, rows: $crate::dot::OutputRows::ALL }, "", [block_ends_row_sparse];
            /// `C = A B`
            dot::sell_column [V I] (plan: SellPlan, values: Values, b: Dense, out: DenseMut) -> (), host, SellColumn(V, I) { plan: *plan, values, b, out }, "", [sell_plan, sell_plan_transposed];
            /// `C = A B`
            dot::csr_csr [V I] (a: Csr, b: Csr, scratch: ValuesMut, out: CsrMut) -> (), parts, CsrCsr(V, I) { a, b, scratch, out }, "dot(csr, csr)",
                [csr_csr_row_nnz, csr_csr_indices];
            /// `C = A B`
            dot::dense_csr [V I] (a: Dense, b: Csr, scratch: ValuesMut, out: DenseMut) -> (), parts, DenseCsr(V, I) { a, b, scratch, out }, "dot(default, csr)", [occurring_columns];
            /// `C = A B^T`
            dot::dense_csr_t [V I] (a: Dense, b: Csr, out: DenseMut) -> (), parts, DenseCsrT(V, I) { a, b, out }, "dot(default, csr, transpose_b)", [];
            /// `C = A B^T`
            dot::dense_row_sparse_t [V I] (a: Dense, b: RowSparse, out: DenseMut) -> (), parts, DenseRowSparseT(V, I) { a, b, out }, "FullyConnected", [];
            /// `C = A B`
            dot::dense_dense [V] (a: Dense, b: Dense, scratch: ValuesMut, out: DenseMut) -> (), parts,
                DenseDense($crate::dot::Neither, V) { transposition: $crate::dot::Neither, a, b, scratch, out }, "dot(default, default)", [];
            /// `C = A^T B`
            dot::dense_t_dense [V] (a: Dense, b: Dense, scratch: ValuesMut, out: DenseMut) -> (), parts,
                DenseDense($crate::dot::Left, V) { transposition: $crate::dot::Left, a, b, scratch, out }, "dot(default, default, transpose_a)", [];
            /// `C = A B^T`
            dot::dense_dense_t [V] (a: Dense, b: Dense, scratch: ValuesMut, out: DenseMut) -> (), parts,
                DenseDense($crate::dot::Right, V) { transposition: $crate::dot::Right, a, b, scratch, out }, "dot(default, default, transpose_b)", [];
            /// `C = A B^T` at the stored places of C
            dot::sddmm [V I] (a: Dense, b: Dense, out: CsrMut) -> (), parts, Sddmm(V, I) { a, b, out }, "", [];
            /// entries != 0
            cast::dense_to_csr [V I] (dense: Dense, out: CsrMut) -> (), parts, DenseToCsr(V, I) { dense, out }, "cast_storage", [dense_row_nnz, accumulate_indptr];
            /// entries != 0
            cast::dense_to_csr_one_pass [V I] (dense: Dense, indptr: IndicesMut, indices: IndicesMut, values: ValuesMut) -> usize, whole,
                DenseToCsrOnePass(V, I) { dense, indptr, indices, values }, "cast_storage", [];
            /// entries, else 0
            cast::csr_to_dense [N I] (csr: Csr, out: DenseMut) -> (), parts, CsrToDense(V, I) { csr, out }, "cast_storage", [];
            /// rows with an element != 0
            cast::dense_to_row_sparse [V I] (dense: Dense, out: RowSparseMut) -> (), parts, DenseToRowSparse(V, I) { dense, out }, "cast_storage", [dense_row_ids];
            /// stored rows, else 0
            cast::row_sparse_to_dense [V I] (input: RowSparse, out: DenseMut) -> (), parts, RowSparseToDense(V, I) { input, out }, "cast_storage", [];
            /// the rows with the given ids
            rows::retain [N I] (data: RowSparse, out: RowSparseMut) -> (), parts, Retain(V, I) { data, out }, "sparse_retain", [retain_ids];
            /// sum of rows with equal id
            rows::coalesce [S I] (plan: Plan, input: RowSparse, out: RowSparseMut) -> (), parts, Coalesce(V, I) { plan: *plan, input, out }, "", [coalesce_plan];
            /// sum of arrays
            rows::add_n [V I] (inputs: RowSparseList, cursors: Cursors, out: RowSparseMut) -> (), parts, AddN(V, I) { inputs, cursors, out, rows: $crate::rows::SumRows::ALL }, "add_n, elemwise_add", [add_n_ids];
            /// values in another order
            rows::permute [N I] (entries: Indices, values: Values, out: ValuesMut) -> (), parts, Permute(V, I) { entries, values, out }, "", [];
            /// rows by ids
            slice::take [N I] (csr: Csr, ids: Indices, out: CsrMut) -> (), parts, Take(V, I) { csr, ids, out }, "take", [take_indptr];
            /// a range of columns
            slice::columns [V I] (csr: Csr, first_column: Size, out: CsrMut) -> (), parts, Columns(V, I) { csr, first_column, out }, "slice", [columns_indptr];
            /// copies one array to its place in a concatenation
            slice::concat [V I] (csr: Csr, first_column: Size, starts: Indices, out: CsrMut) -> (), parts, Concat(V, I) { csr, first_column, starts, out }, "concat", [add_row_nnz];
            /// entries `!= 0`
            slice::prune [V I] (csr: Csr, out: CsrMut) -> (), parts, Prune(V, I) { csr, out }, "", [prune_indptr];
            /// `x` where the condition is not 0, else `y`
            slice::select [V I] (condition: Csr, x: Dense, y: Dense, out: DenseMut) -> (), parts, Select($crate::slice::Both, V, I) { sides: $crate::slice::Both, condition, x, y, out }, "where", [];
            /// the gradient where the condition is not 0, else 0
            slice::select_x_gradient [V I] (condition: Csr, gradient: Dense, out: DenseMut) -> (), parts, Select($crate::slice::OnlyX, V, I) { sides: $crate::slice::OnlyX, condition, x: gradient, y: gradient, out }, "_backward_where", [];
            /// 0 where the condition is not 0, else the gradient
            slice::select_y_gradient [V I] (condition: Csr, gradient: Dense, out: DenseMut) -> (), parts, Select($crate::slice::OnlyY, V, I) { sides: $crate::slice::OnlyY, condition, x: gradient, y: gradient, out }, "_backward_where", [];
            /// a diagonal
            slice::diagonal [V I] (csr: Csr, first_column: Size, out: ValuesMut) -> (), parts, Diagonal(V, I) { csr, first_column, out }, "diag", [];
            /// the rows of the ids
            embedding::lookup [N I] (ids: Indices, weight: Dense, out: DenseMut) -> (), parts, Lookup(V, I) { ids, weight, out }, "Embedding", [];
            /// the rows of the ids
            embedding::lookup_row_sparse [V I] (ids: Indices, weight: RowSparse, out: DenseMut) -> (), parts, LookupRowSparse(V, I) { ids, weight, out }, "Embedding", [];
            /// sums of the rows of bags
            embedding::bag_sum [S I] (bags: Csr, padding: Size, weight: Dense, out: DenseMut) -> (), parts,
                Bag($crate::embedding::Sum, V, I) { reduction: $crate::embedding::Sum, bags, padding, weight, out }, "", [bag_plan];
            /// means of the rows of bags
            embedding::bag_mean [S I] (bags: Csr, padding: Size, weight: Dense, out: DenseMut) -> (), parts,
                Bag($crate::embedding::Mean, V, I) { reduction: $crate::embedding::Mean, bags, padding, weight, out }, "", [];
            /// each entry's value, divided by the number of entries of its bag
            embedding::bag_shares [V I] (bags: Csr, padding: Size, out: ValuesMut) -> (), parts, BagShares(V, I) { bags, padding, out }, "", [];
            /// maxima of the rows of bags
            embedding::bag_max [V I] (bags: Csr, padding: Size, weight: Dense, entries: IndicesMut, out: DenseMut) -> (), parts,
                BagMax(V, I) { bags, padding, weight, entries, out, first: 0 }, "", [];
            /// for each weight row, the sum of the gradients of the maxima taken from it
            embedding::bag_max_gradient [V I] (plan: Plan, entries: Indices, gradient: Dense, out: RowSparseMut) -> (), parts,
                BagMaxGradient(V, I) { plan: *plan, entries, gradient, out }, "", [bag_plan];
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
            /// `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - (lr * m) / (sqrt(v) + epsilon)`
            optim::adam [V I] (hyper: Rule(Adam [beta1 beta2 epsilon]), gradient: RowSparse, weight: RowsMut, mean: RowsMut, variance: RowsMut) -> (), parts,
                Step($crate::optim::Adam<V>, V, I, 3) { rule: *hyper, gradient, states: [weight, mean, variance] }, "adam_update, pytorch_sparse_adam", [];
            /// `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - eta * ((lr * m) / (sqrt(v) + epsilon) + wd * w)`
            optim::adamw [V I] (hyper: Rule(AdamW [beta1 beta2 epsilon eta]), gradient: RowSparse, weight: RowsMut, mean: RowsMut, variance: RowsMut) -> (), parts,
                Step($crate::optim::AdamW<V>, V, I, 3) { rule: *hyper, gradient, states: [weight, mean, variance] }, "_contrib_adamw_update, pytorch_adamw", [];
            /// `z = z + (h - ((sqrt(n + h * h) - sqrt(n)) * w) / lr); n = n + h * h; w = (sign(z) * lambda1 - z) / ((beta + sqrt(n)) / lr + wd) where |z| > lambda1, else 0`
            optim::ftrl [V I] (hyper: Rule(Ftrl [lambda1 beta]), gradient: RowSparse, weight: RowsMut, z: RowsMut, n: RowsMut) -> (), parts,
                Step($crate::optim::Ftrl<V>, V, I, 3) { rule: *hyper, gradient, states: [weight, z, n] }, "ftrl_update", [];
            /// `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; u = max(beta2 * u, |h|); w = w - (lr * m) / u where u is not 0`
            optim::adamax [V I] (hyper: Rule(Adamax [beta1 beta2]), gradient: RowSparse, weight: RowsMut, mean: RowsMut, largest: RowsMut) -> (), parts,
                Step($crate::optim::Adamax<V>, V, I, 3) { rule: *hyper, gradient, states: [weight, mean, largest] }, "adamax_update, pytorch_adamax", [];
            /// `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - (lr * (gradient_share * h + mean_share * m)) / (sqrt(v / correction2) + epsilon)`
            optim::nadam [V I] (hyper: Rule(Nadam [beta1 beta2 epsilon gradient_share mean_share correction2]), gradient: RowSparse, weight: RowsMut, mean: RowsMut, variance: RowsMut) -> (), parts,
                Step($crate::optim::Nadam<V>, V, I, 3) { rule: *hyper, gradient, states: [weight, mean, variance] }, "nadam_update, pytorch_nadam", [];
            /// `s = rho * s + (1 - rho) * (h * h); d = (sqrt(u + epsilon) / sqrt(s + epsilon)) * h; u = rho * u + (1 - rho) * (d * d); w = w - lr * (d + wd * w)`
            optim::adadelta [V I] (hyper: Rule(AdaDelta [rho epsilon]), gradient: RowSparse, weight: RowsMut, squares: RowsMut, deltas: RowsMut) -> (), parts,
                Step($crate::optim::AdaDelta<V>, V, I, 3) { rule: *hyper, gradient, states: [weight, squares, deltas] }, "adadelta_update, pytorch_adadelta", [];
            /// `h = clip(rescale * g + wd * w); n = n + h * h; w = w - (lr * h) / (sqrt(n) + epsilon)`
            optim::adagrad_l2 [V I] (hyper: Rule(AdaGradL2 [epsilon]), gradient: RowSparse, weight: RowsMut, history: RowsMut) -> (), parts,
                Step($crate::optim::AdaGradL2<V>, V, I, 2) { rule: *hyper, gradient, states: [weight, history] }, "pytorch_adagrad", [];
            /// `h = clip(rescale * g + wd * w); v = beta2 * v + (1 - beta2) * (h * h); k = (correction1 / lr) * (sqrt(v / correction2) + epsilon); z = (beta1 * z + (1 - beta1) * h) - (k - beta1 * d) * w; d = k; w = -z / d`
            optim::ftml [V I] (hyper: Rule(Ftml [beta1 beta2 epsilon correction1 correction2]), gradient: RowSparse, weight: RowsMut, d: RowsMut, v: RowsMut, z: RowsMut) -> (), parts,
                Step($crate::optim::Ftml<V>, V, I, 4) { rule: *hyper, gradient, states: [weight, d, v, z] }, "ftml_update", [];
            /// `h = clip(rescale * g + wd * w); s = rho * s + (1 - rho) * (h * h); w = clip(w - lr * (h / sqrt(s + epsilon)))`
            optim::rmsprop [V I] (hyper: Rule(RmsProp [rho epsilon clip_weights]), gradient: RowSparse, weight: RowsMut, squares: RowsMut) -> (), parts,
                Step($crate::optim::RmsProp<V>, V, I, 2) { rule: *hyper, gradient, states: [weight, squares] }, "rmsprop_update, pytorch_rmsprop", [];
            /// `h = clip(rescale * g + wd * w); s = rho * s + (1 - rho) * (h * h); m = rho * m + (1 - rho) * h; d = momentum * d - lr * (h / sqrt((s - m * m) + epsilon)); w = clip(w + d)`
            optim::rmsprop_centered [V I] (hyper: Rule(RmsPropCentered [rho momentum epsilon clip_weights]), gradient: RowSparse, weight: RowsMut, squares: RowsMut, average: RowsMut, delta: RowsMut) -> (), parts,
                Step($crate::optim::RmsPropCentered<V>, V, I, 4) { rule: *hyper, gradient, states: [weight, squares, average, delta] }, "rmspropalex_update", [];
            /// `w = (1 - lr * wd) * w - lr * sign(h)`
            optim::sign_sgd [V I] (hyper: Rule(SignSgd []), gradient: RowSparse, weight: RowsMut) -> (), parts,
                Step($crate::optim::SignSgd<V>, V, I, 1) { rule: *hyper, gradient, states: [weight] }, "signsgd_update", [];
            /// `m = (mu * m - ((1 - mu) * wd) * w) - (1 - mu) * h; w = (1 - lr * decoupled_decay) * w + lr * sign(m)`
            optim::signum [V I] (hyper: Rule(Signum [momentum decoupled_decay]), gradient: RowSparse, weight: RowsMut, momentum: RowsMut) -> (), parts,
                Step($crate::optim::Signum<V>, V, I, 2) { rule: *hyper, gradient, states: [weight, momentum] }, "signum_update", [];
            /// `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); direction = (m / correction1) / (sqrt(v / correction2) + epsilon) + wd * w`
            optim::lamb_direction [V I] (hyper: Rule(LambDirection [beta1 beta2 epsilon correction1 correction2]), gradient: RowSparse, weight: RowsMut, mean: RowsMut, variance: RowsMut, direction: RowsMut) -> (), parts,
                Step($crate::optim::LambDirection<V>, V, I, 4) { rule: *hyper, gradient, states: [weight, mean, variance, direction] }, "lamb_update_phase1", [];
            /// `n = n + sum(h * h) / L; w = (1 - lr * wd) * w - (lr * h) / sqrt(n + epsilon)`
            optim::group_adagrad [V I] (hyper: Rule(GroupAdaGrad [epsilon]), gradient: RowSparse, weight: RowsMut, history: RowsMut(1)) -> (), parts,
                RowStep($crate::optim::GroupAdaGrad<V>, V, I, 1, 1, 1) { rule: *hyper, gradient, states: [weight], numbers: [history] }, "group_adagrad_update", [];
            /// `h = clip(rescale * g) + wd * w; n = n + sum(h * h) / L; w = w - (lr / (sqrt(n) + epsilon)) * h`
            optim::row_adagrad [V I] (hyper: Rule(RowAdaGrad [epsilon]), gradient: RowSparse, weight: RowsMut, history: RowsMut(1)) -> (), parts,
                RowStep($crate::optim::RowAdaGrad<V>, V, I, 1, 1, 1) { rule: *hyper, gradient, states: [weight], numbers: [history] }, "", [];
            /// `h = clip(rescale * g) + wd * w; n = rho * n + (1 - rho) * (sum(h * h) / L); w = w - (lr / (sqrt(n) + epsilon)) * h`
            optim::row_rmsprop [V I] (hyper: Rule(RowRmsProp [rho epsilon]), gradient: RowSparse, weight: RowsMut, history: RowsMut(1)) -> (), parts,
                RowStep($crate::optim::RowRmsProp<V>, V, I, 1, 1, 1) { rule: *hyper, gradient, states: [weight], numbers: [history] }, "", [];
            /// `v = beta2 * v + (1 - beta2) * (sum(h * h) / L); m = beta1 * m + (1 - beta1) * h; w = w - lr * (m / (correction1 * (sqrt(v / correction2) + epsilon)) + wd * w)`
            optim::row_adam [V I] (hyper: Rule(RowAdam [beta1 beta2 epsilon correction1 correction2]), gradient: RowSparse, weight: RowsMut, mean: RowsMut, variance: RowsMut(1)) -> (), parts,
                RowStep($crate::optim::RowAdam<V>, V, I, 2, 1, 1) { rule: *hyper, gradient, states: [weight, mean], numbers: [variance] }, "", [];
            /// `v = beta2 * v + (1 - beta2) * (sum(h * h) / L); m = beta1 * m + (1 - beta1) * h; d = m / (correction1 * (sqrt(v / correction2) + epsilon)) + wd * w; w = w - ((lr * norm(w)) / norm(d)) * d`
            optim::row_lamb [V I] (hyper: Rule(RowLamb [beta1 beta2 epsilon correction1 correction2]), gradient: RowSparse, weight: RowsMut, mean: RowsMut, variance: RowsMut(1)) -> (), parts,
                RowStep($crate::optim::RowLamb<V>, V, I, 2, 1, 2) { rule: *hyper, gradient, states: [weight, mean], numbers: [variance] }, "", [];
            /// `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); d = (m / correction1) / (sqrt(v / correction2) + epsilon) + wd * w; w = w - ((lr * norm(w)) / norm(d)) * d`
            optim::lamb [V I] (hyper: Rule(Lamb [beta1 beta2 epsilon correction1 correction2 lower_bound upper_bound]), gradient: RowSparse, weight: RowsMut, mean: RowsMut, variance: RowsMut) -> (), parts,
                RowStep($crate::optim::Lamb<V>, V, I, 3, 0, 2) { rule: *hyper, gradient, states: [weight, mean, variance], numbers: [] }, "lamb_update_phase1, lamb_update_phase2", [];
            /// `s = lr * ((eta * norm(w)) / ((norm(h) + wd * norm(w)) + epsilon)); m = (mu * m - (s * wd) * w) - s * h; w = w + m`
            optim::lars [V I] (hyper: Rule(Lars [momentum eta epsilon]), gradient: RowSparse, weight: RowsMut, momentum: RowsMut) -> (), parts,
                RowStep($crate::optim::Lars<V>, V, I, 2, 0, 2) { rule: *hyper, gradient, states: [weight, momentum], numbers: [] }, "", [];
            /// `|x|`
            map::abs [V] (input: Values, out: ValuesMut) -> (), parts, Elements($crate::map::Abs, V, 1) { function: $crate::map::Abs, inputs: [input], out }, "abs", [];
            /// `g sign(x)`
            map::abs_backward [V] (gradient: Values, input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Abs>, V, 2) { function: $crate::map::Backward($crate::map::Abs), inputs: [gradient, input], out }, "_backward_abs", [];
            /// `x x`
            map::square [V] (input: Values, out: ValuesMut) -> (), parts, Elements($crate::map::Square, V, 1) { function: $crate::map::Square, inputs: [input], out }, "square", [];
            /// `g (x + x)`
            map::square_backward [V] (gradient: Values, input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Square>, V, 2) { function: $crate::map::Backward($crate::map::Square), inputs: [gradient, input], out }, "_backward_square", [];
            /// `max(x, 0)`
            map::relu [V] (input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Relu, V, 1) { function: $crate::map::Relu, inputs: [input], out }, "relu", [];
            /// `g (1 where y > 0, else 0 where y <= 0, else y)`
            map::relu_backward [V] (gradient: Values, result: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Relu>, V, 2) { function: $crate::map::Backward($crate::map::Relu), inputs: [gradient, result], out }, "_backward_relu", [];
            /// `-x`
            map::negative [V] (input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Negative, V, 1) { function: $crate::map::Negative, inputs: [input], out }, "negative", [];
            /// `sign(x)`
            map::sign [V] (input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Sign, V, 1) { function: $crate::map::Sign, inputs: [input], out }, "sign", [];
            /// `round(x)`
            map::round [V] (input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Round, V, 1) { function: $crate::map::Round, inputs: [input], out }, "round", [];
            /// `rint(x)`
            map::rint [V] (input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Rint, V, 1) { function: $crate::map::Rint, inputs: [input], out }, "rint", [];
            /// `floor(x)`
            map::floor [V] (input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Floor, V, 1) { function: $crate::map::Floor, inputs: [input], out }, "floor", [];
            /// `ceil(x)`
            map::ceil [V] (input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Ceil, V, 1) { function: $crate::map::Ceil, inputs: [input], out }, "ceil", [];
            /// `trunc(x)`
            map::trunc [V] (input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Trunc, V, 1) { function: $crate::map::Trunc, inputs: [input], out }, "trunc, fix", [];
            /// `f64(x (180 / pi))`
            map::degrees [V] (input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Degrees, V, 1) { function: $crate::map::Degrees, inputs: [input], out }, "degrees", [];
            /// `f64(x (pi / 180))`
            map::radians [V] (input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Radians, V, 1) { function: $crate::map::Radians, inputs: [input], out }, "radians", [];
            /// `x / (1 + |x|)`
            map::softsign [V] (input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Softsign, V, 1) { function: $crate::map::Softsign, inputs: [input], out }, "softsign", [];
            /// `g (1 / ((1 + |x|) (1 + |x|)))`
            map::softsign_backward [V] (gradient: Values, input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Softsign>, V, 2) { function: $crate::map::Backward($crate::map::Softsign), inputs: [gradient, input], out }, "_backward_softsign", [];
            /// `clip(alpha x + beta, 0, 1)`
            map::hard_sigmoid [V] (input: Values, alpha: Scalar, beta: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::HardSigmoid<V>, V, 1) { function: $crate::map::HardSigmoid { alpha, beta }, inputs: [input], out }, "hard_sigmoid", [];
            /// `((g alpha where alpha != 0, else 0) where y < 1, else 0) where y > 0, else 0, with y = alpha x + beta`
            map::hard_sigmoid_backward [V] (gradient: Values, input: Values, alpha: Scalar, beta: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::HardSigmoid<V>>, V, 2) { function: $crate::map::Backward($crate::map::HardSigmoid { alpha, beta }), inputs: [gradient, input], out }, "_backward_hard_sigmoid", [];
            /// `x + s`
            map::plus_scalar [V] (input: Values, scalar: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::PlusScalar<V>, V, 1) { function: $crate::map::PlusScalar { scalar }, inputs: [input], out }, "_plus_scalar, _scatter_plus_scalar", [];
            /// `x s`
            map::mul_scalar [V] (input: Values, scalar: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::MulScalar<V>, V, 1) { function: $crate::map::MulScalar { scalar }, inputs: [input], out }, "_mul_scalar", [];
            /// `x / s`
            map::div_scalar [V] (input: Values, scalar: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::DivScalar<V>, V, 1) { function: $crate::map::DivScalar { scalar }, inputs: [input], out }, "_div_scalar", [];
            /// `s - x`
            map::rminus_scalar [V] (input: Values, scalar: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::RminusScalar<V>, V, 1) { function: $crate::map::RminusScalar { scalar }, inputs: [input], out }, "_rminus_scalar", [];
            /// `s / x`
            map::rdiv_scalar [V] (input: Values, scalar: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::RdivScalar<V>, V, 1) { function: $crate::map::RdivScalar { scalar }, inputs: [input], out }, "_rdiv_scalar", [];
            /// `g (-s / (x x))`
            map::rdiv_scalar_backward [V] (gradient: Values, input: Values, scalar: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::RdivScalar<V>>, V, 2) { function: $crate::map::Backward($crate::map::RdivScalar { scalar }), inputs: [gradient, input], out }, "_backward_rdiv_scalar", [];
            /// `max(x, s)`
            map::maximum_scalar [V] (input: Values, scalar: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::MaximumScalar<V>, V, 1) { function: $crate::map::MaximumScalar { scalar }, inputs: [input], out }, "_maximum_scalar", [];
            /// `min(x, s)`
            map::minimum_scalar [V] (input: Values, scalar: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::MinimumScalar<V>, V, 1) { function: $crate::map::MinimumScalar { scalar }, inputs: [input], out }, "_minimum_scalar", [];
            /// `x == s`
            map::equal_scalar [N] (input: Values, scalar: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::EqualScalar<V>, V, 1) { function: $crate::map::EqualScalar { scalar }, inputs: [input], out }, "_equal_scalar", [];
            /// `x != s`
            map::not_equal_scalar [N] (input: Values, scalar: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::NotEqualScalar<V>, V, 1) { function: $crate::map::NotEqualScalar { scalar }, inputs: [input], out }, "_not_equal_scalar", [];
            /// `x > s`
            map::greater_scalar [N] (input: Values, scalar: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::GreaterScalar<V>, V, 1) { function: $crate::map::GreaterScalar { scalar }, inputs: [input], out }, "_greater_scalar", [];
            /// `x >= s`
            map::greater_equal_scalar [N] (input: Values, scalar: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::GreaterEqualScalar<V>, V, 1) { function: $crate::map::GreaterEqualScalar { scalar }, inputs: [input], out }, "_greater_equal_scalar", [];
            /// `x < s`
            map::lesser_scalar [N] (input: Values, scalar: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::LesserScalar<V>, V, 1) { function: $crate::map::LesserScalar { scalar }, inputs: [input], out }, "_lesser_scalar", [];
            /// `x <= s`
            map::lesser_equal_scalar [N] (input: Values, scalar: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::LesserEqualScalar<V>, V, 1) { function: $crate::map::LesserEqualScalar { scalar }, inputs: [input], out }, "_lesser_equal_scalar", [];
            /// `clip(x, a_min, a_max)`
            map::clip [V] (input: Values, a_min: Scalar, a_max: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::Clip<V>, V, 1) { function: $crate::map::Clip { a_min, a_max }, inputs: [input], out }, "clip", [];
            /// `0 where x < a_min, else 0 where x > a_max, else g`
            map::clip_backward [V] (gradient: Values, input: Values, a_min: Scalar, a_max: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Clip<V>>, V, 2) { function: $crate::map::Backward($crate::map::Clip { a_min, a_max }), inputs: [gradient, input], out }, "_backward_clip", [];
            /// `(a x + b) x + c`
            map::quadratic [V] (input: Values, a: Scalar, b: Scalar, c: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::Quadratic<V>, V, 1) { function: $crate::map::Quadratic { a, b, c }, inputs: [input], out }, "_contrib_quadratic", [];
            /// `g ((a + a) x + b)`
            map::quadratic_backward [V] (gradient: Values, input: Values, a: Scalar, b: Scalar, c: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Quadratic<V>>, V, 2) { function: $crate::map::Backward($crate::map::Quadratic { a, b, c }), inputs: [gradient, input], out }, "_backward_quadratic", [];
            /// `|x| - 0.5 (1 / (s s)) where |x| > 1 / (s s), else 0.5 x x (s s)`
            map::smooth_l1 [V] (input: Values, scalar: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::SmoothL1<V>, V, 1) { function: $crate::map::SmoothL1 { scalar }, inputs: [input], out }, "smooth_l1", [];
            /// `-g where x < -(1 / (s s)), else g where x > 1 / (s s), else g (s s x)`
            map::smooth_l1_backward [V] (gradient: Values, input: Values, scalar: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::SmoothL1<V>>, V, 2) { function: $crate::map::Backward($crate::map::SmoothL1 { scalar }), inputs: [gradient, input], out }, "_backward_smooth_l1", [];
            /// `e^x`
            map::exp [V] (input: Values, out: ValuesMut) -> (), parts, Elements($crate::map::Exp, V, 1) { function: $crate::map::Exp, inputs: [input], out }, "exp", [];
            /// `expm1(x)`
            map::expm1 [V] (input: Values, out: ValuesMut) -> (), parts, Elements($crate::map::Expm1, V, 1) { function: $crate::map::Expm1, inputs: [input], out }, "expm1", [];
            /// `g e^x`
            map::expm1_backward [V] (gradient: Values, input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Expm1>, V, 2) { function: $crate::map::Backward($crate::map::Expm1), inputs: [gradient, input], out }, "_backward_expm1", [];
            /// `ln(x)`
            map::log [V] (input: Values, out: ValuesMut) -> (), parts, Elements($crate::map::Log, V, 1) { function: $crate::map::Log, inputs: [input], out }, "log", [];
            /// `g (1 / x)`
            map::log_backward [V] (gradient: Values, input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Log>, V, 2) { function: $crate::map::Backward($crate::map::Log), inputs: [gradient, input], out }, "_backward_log", [];
            /// `log2(x)`
            map::log2 [V] (input: Values, out: ValuesMut) -> (), parts, Elements($crate::map::Log2, V, 1) { function: $crate::map::Log2, inputs: [input], out }, "log2", [];
            /// `g (1 / (x ln(2)))`
            map::log2_backward [V] (gradient: Values, input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Log2>, V, 2) { function: $crate::map::Backward($crate::map::Log2), inputs: [gradient, input], out }, "_backward_log2", [];
            /// `log10(x)`
            map::log10 [V] (input: Values, out: ValuesMut) -> (), parts, Elements($crate::map::Log10, V, 1) { function: $crate::map::Log10, inputs: [input], out }, "log10", [];
            /// `g (1 / (x ln(10)))`
            map::log10_backward [V] (gradient: Values, input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Log10>, V, 2) { function: $crate::map::Backward($crate::map::Log10), inputs: [gradient, input], out }, "_backward_log10", [];
            /// `log1p(x)`
            map::log1p [V] (input: Values, out: ValuesMut) -> (), parts, Elements($crate::map::Log1p, V, 1) { function: $crate::map::Log1p, inputs: [input], out }, "log1p", [];
            /// `g (1 / (1 + x))`
            map::log1p_backward [V] (gradient: Values, input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Log1p>, V, 2) { function: $crate::map::Backward($crate::map::Log1p), inputs: [gradient, input], out }, "_backward_log1p", [];
            /// `sigmoid(x)`
            map::sigmoid [V] (input: Values, out: ValuesMut) -> (), parts, Elements($crate::map::Sigmoid, V, 1) { function: $crate::map::Sigmoid, inputs: [input], out }, "sigmoid", [];
            /// `g (y (1 - y))`
            map::sigmoid_backward [V] (gradient: Values, result: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Sigmoid>, V, 2) { function: $crate::map::Backward($crate::map::Sigmoid), inputs: [gradient, result], out }, "_backward_sigmoid", [];
            /// `softrelu(x)`
            map::softrelu [V] (input: Values, out: ValuesMut) -> (), parts, Elements($crate::map::Softrelu, V, 1) { function: $crate::map::Softrelu, inputs: [input], out }, "softrelu", [];
            /// `g sigmoid(x)`
            map::softrelu_backward [V] (gradient: Values, input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Softrelu>, V, 2) { function: $crate::map::Backward($crate::map::Softrelu), inputs: [gradient, input], out }, "_backward_softrelu", [];
            /// `sin(x)`
            map::sin [V] (input: Values, out: ValuesMut) -> (), parts, Elements($crate::map::Sin, V, 1) { function: $crate::map::Sin, inputs: [input], out }, "sin", [];
            /// `g cos(x)`
            map::sin_backward [V] (gradient: Values, input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Sin>, V, 2) { function: $crate::map::Backward($crate::map::Sin), inputs: [gradient, input], out }, "_backward_sin", [];
            /// `cos(x)`
            map::cos [V] (input: Values, out: ValuesMut) -> (), parts, Elements($crate::map::Cos, V, 1) { function: $crate::map::Cos, inputs: [input], out }, "cos", [];
            /// `g (-sin(x))`
            map::cos_backward [V] (gradient: Values, input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Cos>, V, 2) { function: $crate::map::Backward($crate::map::Cos), inputs: [gradient, input], out }, "_backward_cos", [];
            /// `tan(x)`
            map::tan [V] (input: Values, out: ValuesMut) -> (), parts, Elements($crate::map::Tan, V, 1) { function: $crate::map::Tan, inputs: [input], out }, "tan", [];
            /// `g (1 + y y)`
            map::tan_backward [V] (gradient: Values, result: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Tan>, V, 2) { function: $crate::map::Backward($crate::map::Tan), inputs: [gradient, result], out }, "_backward_tan", [];
            /// `arcsin(x)`
            map::arcsin [V] (input: Values, out: ValuesMut) -> (), parts, Elements($crate::map::Arcsin, V, 1) { function: $crate::map::Arcsin, inputs: [input], out }, "arcsin", [];
            /// `g (1 / sqrt((1 - x) (1 + x)))`
            map::arcsin_backward [V] (gradient: Values, input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Arcsin>, V, 2) { function: $crate::map::Backward($crate::map::Arcsin), inputs: [gradient, input], out }, "_backward_arcsin", [];
            /// `arccos(x)`
            map::arccos [V] (input: Values, out: ValuesMut) -> (), parts, Elements($crate::map::Arccos, V, 1) { function: $crate::map::Arccos, inputs: [input], out }, "arccos", [];
            /// `g (-(1 / sqrt((1 - x) (1 + x))))`
            map::arccos_backward [V] (gradient: Values, input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Arccos>, V, 2) { function: $crate::map::Backward($crate::map::Arccos), inputs: [gradient, input], out }, "_backward_arccos", [];
            /// `arctan(x)`
            map::arctan [V] (input: Values, out: ValuesMut) -> (), parts, Elements($crate::map::Arctan, V, 1) { function: $crate::map::Arctan, inputs: [input], out }, "arctan", [];
            /// `g (1 / (1 + x x))`
            map::arctan_backward [V] (gradient: Values, input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Arctan>, V, 2) { function: $crate::map::Backward($crate::map::Arctan), inputs: [gradient, input], out }, "_backward_arctan", [];
            /// `sinh(x)`
            map::sinh [V] (input: Values, out: ValuesMut) -> (), parts, Elements($crate::map::Sinh, V, 1) { function: $crate::map::Sinh, inputs: [input], out }, "sinh", [];
            /// `g cosh(x)`
            map::sinh_backward [V] (gradient: Values, input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Sinh>, V, 2) { function: $crate::map::Backward($crate::map::Sinh), inputs: [gradient, input], out }, "_backward_sinh", [];
            /// `cosh(x)`
            map::cosh [V] (input: Values, out: ValuesMut) -> (), parts, Elements($crate::map::Cosh, V, 1) { function: $crate::map::Cosh, inputs: [input], out }, "cosh", [];
            /// `g sinh(x)`
            map::cosh_backward [V] (gradient: Values, input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Cosh>, V, 2) { function: $crate::map::Backward($crate::map::Cosh), inputs: [gradient, input], out }, "_backward_cosh", [];
            /// `tanh(x)`
            map::tanh [V] (input: Values, out: ValuesMut) -> (), parts, Elements($crate::map::Tanh, V, 1) { function: $crate::map::Tanh, inputs: [input], out }, "tanh", [];
            /// `g ((1 - y) (1 + y))`
            map::tanh_backward [V] (gradient: Values, result: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Tanh>, V, 2) { function: $crate::map::Backward($crate::map::Tanh), inputs: [gradient, result], out }, "_backward_tanh", [];
            /// `arcsinh(x)`
            map::arcsinh [V] (input: Values, out: ValuesMut) -> (), parts, Elements($crate::map::Arcsinh, V, 1) { function: $crate::map::Arcsinh, inputs: [input], out }, "arcsinh", [];
            /// `g (r / sqrt(1 + r r)) where |x| > 1, else g (1 / sqrt(x x + 1)), with r = 1 / |x|`
            map::arcsinh_backward [V] (gradient: Values, input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Arcsinh>, V, 2) { function: $crate::map::Backward($crate::map::Arcsinh), inputs: [gradient, input], out }, "_backward_arcsinh", [];
            /// `arccosh(x)`
            map::arccosh [V] (input: Values, out: ValuesMut) -> (), parts, Elements($crate::map::Arccosh, V, 1) { function: $crate::map::Arccosh, inputs: [input], out }, "arccosh", [];
            /// `g (1 / (sqrt(|x| - 1) sqrt(|x| + 1)))`
            map::arccosh_backward [V] (gradient: Values, input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Arccosh>, V, 2) { function: $crate::map::Backward($crate::map::Arccosh), inputs: [gradient, input], out }, "_backward_arccosh", [];
            /// `arctanh(x)`
            map::arctanh [V] (input: Values, out: ValuesMut) -> (), parts, Elements($crate::map::Arctanh, V, 1) { function: $crate::map::Arctanh, inputs: [input], out }, "arctanh", [];
            /// `g (1 / ((1 - x) (1 + x)))`
            map::arctanh_backward [V] (gradient: Values, input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Arctanh>, V, 2) { function: $crate::map::Backward($crate::map::Arctanh), inputs: [gradient, input], out }, "_backward_arctanh", [];
            /// `sqrt(x)`
            map::sqrt [V] (input: Values, out: ValuesMut) -> (), parts, Elements($crate::map::Sqrt, V, 1) { function: $crate::map::Sqrt, inputs: [input], out }, "sqrt", [];
            /// `g (0.5 / y)`
            map::sqrt_backward [V] (gradient: Values, result: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Sqrt>, V, 2) { function: $crate::map::Backward($crate::map::Sqrt), inputs: [gradient, result], out }, "_backward_sqrt", [];
            /// `rsqrt(x)`
            map::rsqrt [V] (input: Values, out: ValuesMut) -> (), parts, Elements($crate::map::Rsqrt, V, 1) { function: $crate::map::Rsqrt, inputs: [input], out }, "rsqrt", [];
            /// `g (-(0.5 rsqrt(x) / x))`
            map::rsqrt_backward [V] (gradient: Values, input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Rsqrt>, V, 2) { function: $crate::map::Backward($crate::map::Rsqrt), inputs: [gradient, input], out }, "_backward_rsqrt", [];
            /// `cbrt(x)`
            map::cbrt [V] (input: Values, out: ValuesMut) -> (), parts, Elements($crate::map::Cbrt, V, 1) { function: $crate::map::Cbrt, inputs: [input], out }, "cbrt", [];
            /// `g (1 / (3 (y y)))`
            map::cbrt_backward [V] (gradient: Values, result: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Cbrt>, V, 2) { function: $crate::map::Backward($crate::map::Cbrt), inputs: [gradient, result], out }, "_backward_cbrt", [];
            /// `rcbrt(x)`
            map::rcbrt [V] (input: Values, out: ValuesMut) -> (), parts, Elements($crate::map::Rcbrt, V, 1) { function: $crate::map::Rcbrt, inputs: [input], out }, "rcbrt", [];
            /// `g (-(rcbrt(x) / (3 x)))`
            map::rcbrt_backward [V] (gradient: Values, input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Rcbrt>, V, 2) { function: $crate::map::Backward($crate::map::Rcbrt), inputs: [gradient, input], out }, "_backward_rcbrt", [];
            /// `erf(x)`
            map::erf [V] (input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Erf, V, 1) { function: $crate::map::Erf, inputs: [input], out }, "erf", [];
            /// `g (f64(2 / sqrt(pi)) e^-(x x))`
            map::erf_backward [V] (gradient: Values, input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Erf>, V, 2) { function: $crate::map::Backward($crate::map::Erf), inputs: [gradient, input], out }, "_backward_erf", [];
            /// `erfinv(x)`
            map::erfinv [V] (input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Erfinv, V, 1) { function: $crate::map::Erfinv, inputs: [input], out }, "erfinv", [];
            /// `g (f64(sqrt(pi) / 2) e^(erfinv(x) erfinv(x)))`
            map::erfinv_backward [V] (gradient: Values, input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Erfinv>, V, 2) { function: $crate::map::Backward($crate::map::Erfinv), inputs: [gradient, input], out }, "_backward_erfinv", [];
            /// `gamma(x)`
            map::gamma [V] (input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Gamma, V, 1) { function: $crate::map::Gamma, inputs: [input], out }, "gamma", [];
            /// `g (gamma(x) digamma(x))`
            map::gamma_backward [V] (gradient: Values, input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Gamma>, V, 2) { function: $crate::map::Backward($crate::map::Gamma), inputs: [gradient, input], out }, "_backward_gamma", [];
            /// `gammaln(x)`
            map::gammaln [V] (input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Gammaln, V, 1) { function: $crate::map::Gammaln, inputs: [input], out }, "gammaln", [];
            /// `g digamma(x)`
            map::gammaln_backward [V] (gradient: Values, input: Values, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::Gammaln>, V, 2) { function: $crate::map::Backward($crate::map::Gammaln), inputs: [gradient, input], out }, "_backward_gammaln", [];
            /// `x^s`
            map::power_scalar [V] (input: Values, scalar: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::PowerScalar<V>, V, 1) { function: $crate::map::PowerScalar { scalar }, inputs: [input], out }, "_power_scalar", [];
            /// `g (x^(s - 1) s)`
            map::power_scalar_backward [V] (gradient: Values, input: Values, scalar: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::PowerScalar<V>>, V, 2) { function: $crate::map::Backward($crate::map::PowerScalar { scalar }), inputs: [gradient, input], out }, "_backward_power_scalar", [];
            /// `s^x`
            map::rpower_scalar [V] (input: Values, scalar: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::RpowerScalar<V>, V, 1) { function: $crate::map::RpowerScalar { scalar }, inputs: [input], out }, "_rpower_scalar", [];
            /// `g (y ln(s))`
            map::rpower_scalar_backward [V] (gradient: Values, result: Values, scalar: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::RpowerScalar<V>>, V, 2) { function: $crate::map::Backward($crate::map::RpowerScalar { scalar }), inputs: [gradient, result], out }, "_backward_rpower_scalar", [];
            /// `hypot(x, s)`
            map::hypot_scalar [V] (input: Values, scalar: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::HypotScalar<V>, V, 1) { function: $crate::map::HypotScalar { scalar }, inputs: [input], out }, "_hypot_scalar", [];
            /// `g (x / hypot(x, s))`
            map::hypot_scalar_backward [V] (gradient: Values, input: Values, scalar: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::HypotScalar<V>>, V, 2) { function: $crate::map::Backward($crate::map::HypotScalar { scalar }), inputs: [gradient, input], out }, "_backward_hypot_scalar", [];
            /// `mod(x, s)`
            map::mod_scalar [V] (input: Values, scalar: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::ModScalar<V>, V, 1) { function: $crate::map::ModScalar { scalar }, inputs: [input], out }, "_mod_scalar", [];
            /// `mod(s, x)`
            map::rmod_scalar [V] (input: Values, scalar: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::RmodScalar<V>, V, 1) { function: $crate::map::RmodScalar { scalar }, inputs: [input], out }, "_rmod_scalar", [];
            /// `g (-floor(s / x))`
            map::rmod_scalar_backward [V] (gradient: Values, input: Values, scalar: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::map::Backward<$crate::map::RmodScalar<V>>, V, 2) { function: $crate::map::Backward($crate::map::RmodScalar { scalar }), inputs: [gradient, input], out }, "_backward_rmod_scalar", [];
            /// `x y`
            binary::multiply [V] (left: Values, right: Values, out: ValuesMut) -> (), parts, Elements($crate::binary::Multiply, V, 2) { function: $crate::binary::Multiply, inputs: [left, right], out }, "elemwise_mul", [];
            /// `x - y`
            binary::subtract [V] (left: Values, right: Values, out: ValuesMut) -> (), parts, Elements($crate::binary::Subtract, V, 2) { function: $crate::binary::Subtract, inputs: [left, right], out }, "elemwise_sub", [];
            /// `max(x, y)`
            binary::maximum [V] (left: Values, right: Values, out: ValuesMut) -> (), parts, Elements($crate::binary::Maximum, V, 2) { function: $crate::binary::Maximum, inputs: [left, right], out }, "_maximum", [];
            /// `min(x, y)`
            binary::minimum [V] (left: Values, right: Values, out: ValuesMut) -> (), parts, Elements($crate::binary::Minimum, V, 2) { function: $crate::binary::Minimum, inputs: [left, right], out }, "_minimum", [];
            /// `x == y`
            binary::equal [V] (left: Values, right: Values, out: ValuesMut) -> (), parts, Elements($crate::binary::Equal, V, 2) { function: $crate::binary::Equal, inputs: [left, right], out }, "_equal", [];
            /// `x != y`
            binary::not_equal [V] (left: Values, right: Values, out: ValuesMut) -> (), parts, Elements($crate::binary::NotEqual, V, 2) { function: $crate::binary::NotEqual, inputs: [left, right], out }, "_not_equal", [];
            /// `x > y`
            binary::greater [V] (left: Values, right: Values, out: ValuesMut) -> (), parts, Elements($crate::binary::Greater, V, 2) { function: $crate::binary::Greater, inputs: [left, right], out }, "_greater", [];
            /// `x >= y`
            binary::greater_equal [V] (left: Values, right: Values, out: ValuesMut) -> (), parts, Elements($crate::binary::GreaterEqual, V, 2) { function: $crate::binary::GreaterEqual, inputs: [left, right], out }, "_greater_equal", [];
            /// `x^y`
            binary::power [V] (left: Values, right: Values, out: ValuesMut) -> (), parts, Elements($crate::binary::Power, V, 2) { function: $crate::binary::Power, inputs: [left, right], out }, "_power", [];
            /// `hypot(x, y)`
            binary::hypot [V] (left: Values, right: Values, out: ValuesMut) -> (), parts, Elements($crate::binary::Hypot, V, 2) { function: $crate::binary::Hypot, inputs: [left, right], out }, "_hypot", [];
            /// `mod(x, y)`
            binary::modulo [V] (left: Values, right: Values, out: ValuesMut) -> (), parts, Elements($crate::binary::Modulo, V, 2) { function: $crate::binary::Modulo, inputs: [left, right], out }, "_mod", [];
            /// `sum of x`
            reduce::sum [V] (values: Values, out: ValuesMut) -> (), parts, Whole($crate::reduce::Sum, V) { reduction: $crate::reduce::Sum, values, count: values.len(), out }, "sum", [];
            /// `sum of x` of each row
            reduce::sum_rows [V] (a: Dense, out: ValuesMut) -> (), parts, DenseRows($crate::reduce::Sum, V) { reduction: $crate::reduce::Sum, a, out }, "sum", [];
            /// `sum of x` of each column
            reduce::sum_columns [V] (a: Dense, out: ValuesMut) -> (), parts, DenseColumns($crate::reduce::Sum, V) { reduction: $crate::reduce::Sum, a, out, columns: $crate::reduce::OutputColumns::ALL }, "sum", [];
            /// `sum of x` of each row
            reduce::sum_csr_rows [V I] (a: Csr, out: ValuesMut) -> (), parts, CsrRows($crate::reduce::Sum, V, I) { reduction: $crate::reduce::Sum, a, out }, "sum", [];
            /// `sum of x` of each column
            reduce::sum_csr_columns [V I] (a: Csr, scratch: ValuesMut, out: ValuesMut) -> (), parts, CsrColumns($crate::reduce::Sum, V, I) { reduction: $crate::reduce::Sum, a, scratch, out }, "sum", [];
            /// `(sum of x) / count`
            reduce::mean [V] (values: Values, count: Size, out: ValuesMut) -> (), parts, Whole($crate::reduce::Mean, V) { reduction: $crate::reduce::Mean, values, count, out }, "mean", [];
            /// `(sum of x) / count` of each row
            reduce::mean_rows [V] (a: Dense, out: ValuesMut) -> (), parts, DenseRows($crate::reduce::Mean, V) { reduction: $crate::reduce::Mean, a, out }, "mean", [];
            /// `(sum of x) / count` of each column
            reduce::mean_columns [V] (a: Dense, out: ValuesMut) -> (), parts, DenseColumns($crate::reduce::Mean, V) { reduction: $crate::reduce::Mean, a, out, columns: $crate::reduce::OutputColumns::ALL }, "mean", [];
            /// `(sum of x) / count` of each row
            reduce::mean_csr_rows [V I] (a: Csr, out: ValuesMut) -> (), parts, CsrRows($crate::reduce::Mean, V, I) { reduction: $crate::reduce::Mean, a, out }, "mean", [];
            /// `(sum of x) / count` of each column
            reduce::mean_csr_columns [V I] (a: Csr, scratch: ValuesMut, out: ValuesMut) -> (), parts, CsrColumns($crate::reduce::Mean, V, I) { reduction: $crate::reduce::Mean, a, scratch, out }, "mean", [];
            /// `sum of |x|`
            reduce::norm1 [V] (values: Values, out: ValuesMut) -> (), parts, Whole($crate::reduce::Norm1, V) { reduction: $crate::reduce::Norm1, values, count: values.len(), out }, "norm", [];
            /// `sum of |x|` of each row
            reduce::norm1_rows [V] (a: Dense, out: ValuesMut) -> (), parts, DenseRows($crate::reduce::Norm1, V) { reduction: $crate::reduce::Norm1, a, out }, "norm", [];
            /// `sum of |x|` of each column
            reduce::norm1_columns [V] (a: Dense, out: ValuesMut) -> (), parts, DenseColumns($crate::reduce::Norm1, V) { reduction: $crate::reduce::Norm1, a, out, columns: $crate::reduce::OutputColumns::ALL }, "norm", [];
            /// `sum of |x|` of each row
            reduce::norm1_csr_rows [V I] (a: Csr, out: ValuesMut) -> (), parts, CsrRows($crate::reduce::Norm1, V, I) { reduction: $crate::reduce::Norm1, a, out }, "", [];
            /// `sum of |x|` of each column
            reduce::norm1_csr_columns [V I] (a: Csr, scratch: ValuesMut, out: ValuesMut) -> (), parts, CsrColumns($crate::reduce::Norm1, V, I) { reduction: $crate::reduce::Norm1, a, scratch, out }, "", [];
            /// `sqrt(sum of x^2)`
            reduce::norm2 [V] (values: Values, out: ValuesMut) -> (), parts, Whole($crate::reduce::Norm2, V) { reduction: $crate::reduce::Norm2, values, count: values.len(), out }, "norm", [];
            /// `sqrt(sum of x^2)` of each row
            reduce::norm2_rows [V] (a: Dense, out: ValuesMut) -> (), parts, DenseRows($crate::reduce::Norm2, V) { reduction: $crate::reduce::Norm2, a, out }, "norm", [];
            /// `sqrt(sum of x^2)` of each column
            reduce::norm2_columns [V] (a: Dense, out: ValuesMut) -> (), parts, DenseColumns($crate::reduce::Norm2, V) { reduction: $crate::reduce::Norm2, a, out, columns: $crate::reduce::OutputColumns::ALL }, "norm", [];
            /// `sqrt(sum of x^2)` of each row
            reduce::norm2_csr_rows [V I] (a: Csr, out: ValuesMut) -> (), parts, CsrRows($crate::reduce::Norm2, V, I) { reduction: $crate::reduce::Norm2, a, out }, "norm", [];
            /// `sqrt(sum of x^2)` of each column
            reduce::norm2_csr_columns [V I] (a: Csr, scratch: ValuesMut, out: ValuesMut) -> (), parts, CsrColumns($crate::reduce::Norm2, V, I) { reduction: $crate::reduce::Norm2, a, scratch, out }, "norm", [];
            /// `sum of x^2`
            reduce::square_sum [V] (values: Values, out: ValuesMut) -> (), parts, Whole($crate::reduce::SquareSum, V) { reduction: $crate::reduce::SquareSum, values, count: values.len(), out }, "_square_sum", [];
            /// `sum of x^2` of each row
            reduce::square_sum_rows [V] (a: Dense, out: ValuesMut) -> (), parts, DenseRows($crate::reduce::SquareSum, V) { reduction: $crate::reduce::SquareSum, a, out }, "_square_sum", [];
            /// `sum of x^2` of each column
            reduce::square_sum_columns [V] (a: Dense, out: ValuesMut) -> (), parts, DenseColumns($crate::reduce::SquareSum, V) { reduction: $crate::reduce::SquareSum, a, out, columns: $crate::reduce::OutputColumns::ALL }, "_square_sum", [];
            /// `sum of x^2` of each row
            reduce::square_sum_csr_rows [V I] (a: Csr, out: ValuesMut) -> (), parts, CsrRows($crate::reduce::SquareSum, V, I) { reduction: $crate::reduce::SquareSum, a, out }, "", [];
            /// `sum of x^2` of each column
            reduce::square_sum_csr_columns [V I] (a: Csr, scratch: ValuesMut, out: ValuesMut) -> (), parts, CsrColumns($crate::reduce::SquareSum, V, I) { reduction: $crate::reduce::SquareSum, a, scratch, out }, "", [];
            /// `largest x`
            reduce::max [V] (values: Values, count: Size, out: ValuesMut) -> (), parts, Whole($crate::reduce::Max, V) { reduction: $crate::reduce::Max, values, count, out }, "max", [];
            /// `largest x` of each row
            reduce::max_rows [V] (a: Dense, out: ValuesMut) -> (), parts, DenseRows($crate::reduce::Max, V) { reduction: $crate::reduce::Max, a, out }, "max", [];
            /// `largest x` of each column
            reduce::max_columns [V] (a: Dense, out: ValuesMut) -> (), parts, DenseColumns($crate::reduce::Max, V) { reduction: $crate::reduce::Max, a, out, columns: $crate::reduce::OutputColumns::ALL }, "max", [];
            /// `largest x` of each row
            reduce::max_csr_rows [V I] (a: Csr, out: ValuesMut) -> (), parts, CsrRows($crate::reduce::Max, V, I) { reduction: $crate::reduce::Max, a, out }, "max", [];
            /// `largest x` of each column
            reduce::max_csr_columns [V I] (a: Csr, scratch: ValuesMut, out: ValuesMut) -> (), parts, CsrColumns($crate::reduce::Max, V, I) { reduction: $crate::reduce::Max, a, scratch, out }, "max", [];
            /// `smallest x`
            reduce::min [V] (values: Values, count: Size, out: ValuesMut) -> (), parts, Whole($crate::reduce::Min, V) { reduction: $crate::reduce::Min, values, count, out }, "min", [];
            /// `smallest x` of each row
            reduce::min_rows [V] (a: Dense, out: ValuesMut) -> (), parts, DenseRows($crate::reduce::Min, V) { reduction: $crate::reduce::Min, a, out }, "min", [];
            /// `smallest x` of each column
            reduce::min_columns [V] (a: Dense, out: ValuesMut) -> (), parts, DenseColumns($crate::reduce::Min, V) { reduction: $crate::reduce::Min, a, out, columns: $crate::reduce::OutputColumns::ALL }, "min", [];
            /// `smallest x` of each row
            reduce::min_csr_rows [V I] (a: Csr, out: ValuesMut) -> (), parts, CsrRows($crate::reduce::Min, V, I) { reduction: $crate::reduce::Min, a, out }, "min", [];
            /// `smallest x` of each column
            reduce::min_csr_columns [V I] (a: Csr, scratch: ValuesMut, out: ValuesMut) -> (), parts, CsrColumns($crate::reduce::Min, V, I) { reduction: $crate::reduce::Min, a, scratch, out }, "min", [];
            /// column of the largest value of each row
            reduce::argmax_rows [V I] (a: Dense, out: IndicesMut) -> (), parts, ArgmaxRows(V, I) { a, out }, "argmax", [];
            /// `g` where `x` is the extreme of its row, else 0
            reduce::extreme_rows_backward [V] (gradient: Values, a: Dense, result: Values, out: DenseMut) -> (), parts, ExtremeRowsBackward(V) { gradient, a, result, out }, "_backward_max", [];
            /// `g` where `x` is the extreme of its column, else 0
            reduce::extreme_columns_backward [V] (gradient: Values, a: Dense, result: Values, out: DenseMut) -> (), parts, ExtremeColumnsBackward(V) { gradient, a, result, out }, "_backward_max", [];
            /// `x + y`
            binary::add [V] (left: Values, right: Values, out: ValuesMut) -> (), parts, Elements($crate::binary::Add, V, 2) { function: $crate::binary::Add, inputs: [left, right], out }, "elemwise_add", [];
            /// `x / y`
            binary::divide [V] (left: Values, right: Values, out: ValuesMut) -> (), parts, Elements($crate::binary::Divide, V, 2) { function: $crate::binary::Divide, inputs: [left, right], out }, "elemwise_div", [];
            /// `A + B`
            binary::csr_add [V I] (a: Csr, b: Csr, out: CsrMut) -> (), parts, CsrPairs($crate::binary::Add, V, I)
                { function: $crate::binary::Add, a, b, out }, "elemwise_add, _grad_add", [csr_union_nnz];
            /// `A + B`
            binary::csr_add_one_pass [V I] (a: Csr, b: Csr, indptr: IndicesMut, indices: IndicesMut, values: ValuesMut) -> usize, whole, CsrPairsOnePass($crate::binary::Add, V, I)
                { function: $crate::binary::Add, a, b, indptr, indices, values }, "elemwise_add", [];
            /// `A - B`
            binary::csr_subtract [V I] (a: Csr, b: Csr, out: CsrMut) -> (), parts, CsrPairs($crate::binary::Subtract, V, I)
                { function: $crate::binary::Subtract, a, b, out }, "elemwise_sub", [csr_union_nnz];
            /// `A - B`
            binary::csr_subtract_one_pass [V I] (a: Csr, b: Csr, indptr: IndicesMut, indices: IndicesMut, values: ValuesMut) -> usize, whole, CsrPairsOnePass($crate::binary::Subtract, V, I)
                { function: $crate::binary::Subtract, a, b, indptr, indices, values }, "elemwise_sub", [];
            /// `A B, element by element`
            binary::csr_multiply [V I] (a: Csr, b: Csr, out: CsrMut) -> (), parts, CsrPairs($crate::binary::Multiply, V, I)
                { function: $crate::binary::Multiply, a, b, out }, "elemwise_mul", [csr_intersection_nnz];
            /// `A B, element by element`
            binary::csr_multiply_one_pass [V I] (a: Csr, b: Csr, indptr: IndicesMut, indices: IndicesMut, values: ValuesMut) -> usize, whole, CsrPairsOnePass($crate::binary::Multiply, V, I)
                { function: $crate::binary::Multiply, a, b, indptr, indices, values }, "elemwise_mul", [];
            /// `max(A, B), element by element`
            binary::csr_maximum [V I] (a: Csr, b: Csr, out: CsrMut) -> (), parts, CsrPairs($crate::binary::Maximum, V, I)
                { function: $crate::binary::Maximum, a, b, out }, "_maximum", [csr_union_nnz];
            /// `min(A, B), element by element`
            binary::csr_minimum [V I] (a: Csr, b: Csr, out: CsrMut) -> (), parts, CsrPairs($crate::binary::Minimum, V, I)
                { function: $crate::binary::Minimum, a, b, out }, "_minimum", [csr_union_nnz];
            /// `A > B, element by element`
            binary::csr_greater [V I] (a: Csr, b: Csr, out: CsrMut) -> (), parts, CsrPairs($crate::binary::Greater, V, I)
                { function: $crate::binary::Greater, a, b, out }, "_greater", [csr_union_nnz];
            /// `A != B, element by element`
            binary::csr_not_equal [V I] (a: Csr, b: Csr, out: CsrMut) -> (), parts, CsrPairs($crate::binary::NotEqual, V, I)
                { function: $crate::binary::NotEqual, a, b, out }, "_not_equal", [csr_union_nnz];
            /// `A + B`
            binary::rows_add [V I] (left: Broadcast, right: Broadcast, out: RowsMut) -> (), parts, RowPairs($crate::binary::Add, V, I)
                { function: $crate::binary::Add, left, right, out }, "elemwise_add, broadcast_add", [];
            /// `A - B`
            binary::rows_subtract [V I] (left: Broadcast, right: Broadcast, out: RowsMut) -> (), parts, RowPairs($crate::binary::Subtract, V, I)
                { function: $crate::binary::Subtract, left, right, out }, "elemwise_sub, broadcast_sub", [];
            /// `A B, element by element`
            binary::rows_multiply [V I] (left: Broadcast, right: Broadcast, out: RowsMut) -> (), parts, RowPairs($crate::binary::Multiply, V, I)
                { function: $crate::binary::Multiply, left, right, out }, "elemwise_mul, broadcast_mul", [rows_intersection_ids];
            /// `A / B, element by element`
            binary::rows_divide [V I] (left: Broadcast, right: Broadcast, out: RowsMut) -> (), parts, RowPairs($crate::binary::Divide, V, I)
                { function: $crate::binary::Divide, left, right, out }, "elemwise_div, broadcast_div, _scatter_elemwise_div", [];
            /// `max(A, B), element by element`
            binary::rows_maximum [V I] (left: Broadcast, right: Broadcast, out: RowsMut) -> (), parts, RowPairs($crate::binary::Maximum, V, I)
                { function: $crate::binary::Maximum, left, right, out }, "_maximum, broadcast_maximum", [];
            /// `min(A, B), element by element`
            binary::rows_minimum [V I] (left: Broadcast, right: Broadcast, out: RowsMut) -> (), parts, RowPairs($crate::binary::Minimum, V, I)
                { function: $crate::binary::Minimum, left, right, out }, "_minimum, broadcast_minimum", [];
            /// `A > B, element by element`
            binary::rows_greater [V I] (left: Broadcast, right: Broadcast, out: RowsMut) -> (), parts, RowPairs($crate::binary::Greater, V, I)
                { function: $crate::binary::Greater, left, right, out }, "_greater, broadcast_greater", [];
            /// `A != B, element by element`
            binary::rows_not_equal [V I] (left: Broadcast, right: Broadcast, out: RowsMut) -> (), parts, RowPairs($crate::binary::NotEqual, V, I)
                { function: $crate::binary::NotEqual, left, right, out }, "_not_equal, broadcast_not_equal", [];
            /// `A + B`
            binary::csr_broadcast_add [V I] (a: Csr, b: Broadcast, out: DenseMut) -> (), parts, CsrBroadcast($crate::binary::Add, V, I)
                { function: $crate::binary::Add, a, b, out }, "elemwise_add, broadcast_add", [];
            /// `A - B`
            binary::csr_broadcast_subtract [V I] (a: Csr, b: Broadcast, out: DenseMut) -> (), parts, CsrBroadcast($crate::binary::Subtract, V, I)
                { function: $crate::binary::Subtract, a, b, out }, "elemwise_sub, broadcast_sub", [];
            /// `B - A`
            binary::broadcast_subtract_csr [V I] (b: Broadcast, a: Csr, out: DenseMut) -> (), parts, CsrBroadcast($crate::binary::Swapped<$crate::binary::Subtract>, V, I)
                { function: $crate::binary::Swapped($crate::binary::Subtract), a, b, out }, "elemwise_sub, broadcast_sub", [];
            /// `A B`, element by element, at the entries of A
            binary::entries_multiply [V I] (a: Csr, b: Broadcast, out: ValuesMut) -> (), parts, Entries($crate::binary::Multiply, V, I)
                { function: $crate::binary::Multiply, a, b, out }, "elemwise_mul, broadcast_mul", [];
            /// `A / B`, element by element, at the entries of A
            binary::entries_divide [V I] (a: Csr, b: Broadcast, out: ValuesMut) -> (), parts, Entries($crate::binary::Divide, V, I)
                { function: $crate::binary::Divide, a, b, out }, "broadcast_div", [];
            /// `B` at the entries of A
            binary::entries_gather [V I] (a: Csr, b: Broadcast, out: ValuesMut) -> (), parts, Entries($crate::binary::Second, V, I)
                { function: $crate::binary::Second, a, b, out }, "", [];
            /// `S + A`
            binary::accumulate_csr [V I] (input: Csr, sum: DenseMut) -> (), parts, AccumulateCsr(V, I)
                { input, sum }, "add_n", [];
            /// `S + A`
            binary::accumulate_rows [V I] (input: Broadcast, sum: DenseMut) -> (), parts, AccumulateRows(V, I)
                { input, sum }, "add_n", [];
            /// `low + (high - low) u`
            random::uniform [V] (stream: Stream, low: Scalar, high: Scalar, out: ValuesMut) -> (), parts,
                Draw($crate::random::Uniform<V>, V) { distribution: $crate::random::Uniform { low, high }, stream, out }, "random_uniform", [];
            /// `value` with the probability, else 0
            random::bernoulli [V] (stream: Stream, probability: Scalar, value: Scalar, out: ValuesMut) -> (), parts,
                Draw($crate::random::Bernoulli<V>, V) { distribution: $crate::random::Bernoulli { probability, value }, stream, out }, "random_bernoulli", [];
            /// `(y - z) scale`
            loss::regression_gradient [V] (result: Values, label: Values, scale: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::loss::RegressionGradient<V>, V, 2) { function: $crate::loss::RegressionGradient { scale }, inputs: [result, label], out },
                "_backward_linear_reg_out", [];
            /// `sign(y - z) scale`
            loss::mae_gradient [V] (result: Values, label: Values, scale: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::loss::MaeGradient<V>, V, 2) { function: $crate::loss::MaeGradient { scale }, inputs: [result, label], out }, "_backward_mae_reg_out", [];
            /// `(max(x, 0) - x z) + softrelu(-|x|)`
            loss::sigmoid_cross_entropy [V] (logits: Values, labels: Values, out: ValuesMut) -> (), parts,
                Elements($crate::loss::SigmoidCrossEntropy, V, 2) { function: $crate::loss::SigmoidCrossEntropy, inputs: [logits, labels], out }, "SigmoidBCELoss", [];
            /// `(sigmoid(x) - z) scale`
            loss::sigmoid_cross_entropy_gradient [V] (logits: Values, labels: Values, scale: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::loss::SigmoidCrossEntropyGradient<V>, V, 2) { function: $crate::loss::SigmoidCrossEntropyGradient { scale }, inputs: [logits, labels], out },
                "_backward_logistic_reg_out, SigmoidBCELoss_backward", [];
            /// `max(margin - y z, 0)`
            loss::hinge [V] (result: Values, label: Values, margin: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::loss::Hinge<V>, V, 2) { function: $crate::loss::Hinge { margin }, inputs: [result, label], out }, "HingeLoss", [];
            /// `-z scale where margin - y z > 0, else 0`
            loss::hinge_gradient [V] (result: Values, label: Values, margin: Scalar, scale: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::loss::HingeGradient<V>, V, 2) { function: $crate::loss::HingeGradient { margin, scale }, inputs: [result, label], out },
                "HingeLoss_backward, SVMOutput_backward_linear", [];
            /// `m m, with m = max(margin - y z, 0)`
            loss::squared_hinge [V] (result: Values, label: Values, margin: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::loss::SquaredHinge<V>, V, 2) { function: $crate::loss::SquaredHinge { margin }, inputs: [result, label], out }, "SquaredHingeLoss", [];
            /// `0 where m <= 0, else -z (m + m) scale, with m = margin - y z`
            loss::squared_hinge_gradient [V] (result: Values, label: Values, margin: Scalar, scale: Scalar, out: ValuesMut) -> (), parts,
                Elements($crate::loss::SquaredHingeGradient<V>, V, 2) { function: $crate::loss::SquaredHingeGradient { margin, scale }, inputs: [result, label], out },
                "SquaredHingeLoss_backward, SVMOutput_backward", [];
            /// `(Y - Z) scale`
            loss::csr_regression_gradient [V I] (result: Dense, label: Csr, scale: Scalar, out: DenseMut) -> (), parts, CsrRegressionGradient(V, I) { result, label, scale, out },
                "_backward_linear_reg_out", [];
            /// `e^x / sum of e^x` of each row
            loss::softmax [V] (logits: Dense, out: DenseMut) -> (), parts, Rows($crate::loss::Softmax, V, 1) { function: $crate::loss::Softmax, inputs: [logits], out },
                "softmax", [];
            /// `e^x / sum of e^x` of each column of an element of the batch
            loss::softmax_columns [V] (logits: Dense, classes: Size, out: DenseMut) -> (), parts,
                Columns($crate::loss::Softmax, V, 1) { function: $crate::loss::Softmax, inputs: [logits], classes, out }, "softmax", [];
            /// `y (g - sum of g y)` of each row
            loss::softmax_backward [V] (gradient: Dense, result: Dense, out: DenseMut) -> (), parts,
                Rows($crate::loss::SoftmaxBackward, V, 2) { function: $crate::loss::SoftmaxBackward, inputs: [gradient, result], out }, "_backward_softmax", [];
            /// `x - ln(sum of e^x)` of each row
            loss::log_softmax [V] (logits: Dense, out: DenseMut) -> (), parts, Rows($crate::loss::LogSoftmax, V, 1) { function: $crate::loss::LogSoftmax, inputs: [logits], out },
                "log_softmax", [];
            /// `g - e^y sum of g` of each row
            loss::log_softmax_backward [V] (gradient: Dense, result: Dense, out: DenseMut) -> (), parts,
                Rows($crate::loss::LogSoftmaxBackward, V, 2) { function: $crate::loss::LogSoftmaxBackward, inputs: [gradient, result], out }, "_backward_log_softmax", [];
            /// `ln(sum of e^x) - x of the label` of each row
            loss::softmax_cross_entropy [V I] (logits: Dense, labels: Indices, ignore: Size, out: ValuesMut) -> (), parts, SoftmaxCrossEntropy(V, I) { logits, labels, ignore, out },
                "softmax_cross_entropy", [];
            /// `(softmax - one_hot) scale`
            loss::softmax_cross_entropy_gradient [V I] (logits: Dense, labels: Indices, ignore: Size, scale: Scalar, out: DenseMut) -> (), parts,
                LabelGradient($crate::loss::Logits, V, I) { of: $crate::loss::Logits, input: logits, labels, ignore, smooth_alpha: V::ZERO, scale, out }, "_backward_SoftmaxOutput", [];
            /// `(P - one_hot, smoothed) scale`
            loss::softmax_output_gradient [V I] (probabilities: Dense, labels: Indices, ignore: Size, smooth_alpha: Scalar, scale: Scalar, out: DenseMut) -> (), parts,
                LabelGradient($crate::loss::Probabilities, V, I) { of: $crate::loss::Probabilities, input: probabilities, labels, ignore, smooth_alpha, scale, out },
                "_backward_SoftmaxOutput", [];
            /// `(P - one_hot, smoothed) scale` of each column of an element of the batch
            loss::softmax_output_gradient_columns [V I] (probabilities: Dense, labels: Indices, classes: Size, ignore: Size, smooth_alpha: Scalar, scale: Scalar, out: DenseMut) -> (), parts,
                SoftmaxOutputGradientColumns(V, I) { probabilities, labels, classes, ignore, smooth_alpha, scale, out }, "_backward_SoftmaxOutput", [];
            /// loss of the label against sampled noise, and its gradients
            loss::sampled_softmax [V I] (true_logits: Values, noise_logits: Dense, true_counts: Values, noise_counts: Values, labels: Indices, noise: Indices, weights: Values, losses: ValuesMut,
                true_gradient: ValuesMut, out: DenseMut) -> (), parts,
                SampledSoftmax(V, I) { true_logits, noise_logits, true_counts, noise_counts, labels, noise, weights, losses, true_gradient, out }, "sampled_softmax", [];
            /// `mean + deviation z`
            random::normal [V] (stream: Stream, mean: Scalar, deviation: Scalar, out: ValuesMut) -> (), parts,
                Draw($crate::random::Normal<V>, V) { distribution: $crate::random::Normal { mean, deviation }, stream, out }, "random_normal", [];
            /// classes drawn with `p(c) = (log(c + 2) - log(c + 1)) / log(classes + 1)`, and their expected counts `n p`
            random::log_uniform [V I] (stream: Stream, classes: Size, ids: IndicesMut, out: ValuesMut) -> (), parts,
                LogUniform(V, I) { stream, classes, draws: ids.len(), ids, out }, "rand_zipfian", [];
            /// `tries p`
            random::expected_counts [V I] (ids: Indices, classes: Size, tries: Size, out: ValuesMut) -> (), parts,
                ExpectedCounts($crate::random::Repeated, V, I) { count: $crate::random::Repeated, ids, classes, tries, out }, "rand_zipfian", [];
            /// `-expm1(tries log1p(-p))`
            random::expected_counts_unique [V I] (ids: Indices, classes: Size, tries: Size, out: ValuesMut) -> (), parts,
                ExpectedCounts($crate::random::Distinct, V, I) { count: $crate::random::Distinct, ids, classes, tries, out }, "_sample_unique_zipfian", [log_uniform_unique];
            /// value of the edge, or -1 if there is none
            graph::edge_id [V I] (graph: Csr, sources: Indices, targets: Indices, out: ValuesMut) -> (), parts, EdgeId(V, I) { graph, sources, targets, out },
                "_contrib_edge_id", [];
            /// entries in some rows and columns, renumbered
            graph::subgraph [V I] (graph: Csr, rows: Indices, columns: Indices, out: CsrMut) -> (), parts, Subgraph(V, I) { graph, rows, columns, out },
                "_contrib_dgl_subgraph, _contrib_dgl_graph_compact", [subgraph_indptr];
            /// some of the edges of each vertex
            graph::sample_neighbors [V I] (graph: Csr, vertices: Indices, stream: Stream, out: CsrMut) -> (), parts, SampleNeighbors(V, I) { graph, vertices, stream, out },
                "_contrib_dgl_csr_neighbor_uniform_sample", [sample_indptr];
            /// some of the edges of each vertex, with given probabilities
            graph::sample_neighbors_weighted [V I] (graph: Csr, vertices: Indices, weight: Values, stream: Stream, out: CsrMut) -> (), parts,
                SampleNeighborsWeighted(V, I) { graph, vertices, weight, stream, out }, "_contrib_dgl_csr_neighbor_non_uniform_sample", [sample_indptr];
            /// a value for each row
            reduce::repeat_rows [V] (values: Values, out: DenseMut) -> (), parts, RepeatRows(V) { values, out }, "backward_sum", [];
            /// a value for each column
            reduce::repeat_columns [V] (values: Values, out: DenseMut) -> (), parts, RepeatColumns(V) { values, out }, "backward_sum", [];
            /// stored entries of each row
            reduce::nnz_rows [N I] (a: Csr, out: IndicesMut) -> (), parts, NnzRows(V, I) { a, out }, "_contrib_getnnz", [];
            /// stored entries of each column
            reduce::nnz_columns [N I] (a: Csr, out: IndicesMut) -> (), parts, NnzColumns(V, I) { a, out }, "", [];
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
    (SellPlan $V:ident $I:ident) => { &$crate::dot::SellPlan<'_, $I> };
    (BlockEnds $V:ident $I:ident) => { &$crate::dot::BlockEnds<'_, $I> };
    (Broadcast $V:ident $I:ident) => { $crate::Broadcast<'_, $V, $I> };
    (Values $V:ident $I:ident) => { &[$V] };
    (ValuesMut $V:ident $I:ident) => { &mut [$V] };
    (Indices $V:ident $I:ident) => { &[$I] };
    (IndicesMut $V:ident $I:ident) => { &mut [$I] };
    (RowSparseList $V:ident $I:ident) => { &[$crate::RowSparse<'_, $V, $I>] };
    (Cursors $V:ident $I:ident) => { &mut [usize] };
    (Scalar $V:ident $I:ident) => { $V };
    (Size $V:ident $I:ident) => { usize };
    (Stream $V:ident $I:ident) => { $crate::random::Stream };
    (RowsMut(1) $V:ident $I:ident) => { $crate::RowsMut<'_, $V, $I> };
    (Rule($rule:ident [$($own:ident)*]) $V:ident $I:ident) => { &$crate::optim::$rule<$V> };
}

/// The type of an operand as it lies in a [`Call`](crate::call::Call): `held_operand!(Plan V I)`.
#[doc(hidden)]
#[macro_export]
macro_rules! held_operand {
    (Plan $V:ident $I:ident) => { $crate::segments::SegmentPlan<'_, $I> };
    (BlockEnds $V:ident $I:ident) => { $crate::dot::BlockEnds<'_, $I> };
    (SellPlan $V:ident $I:ident) => { $crate::dot::SellPlan<'_, $I> };
    (Rule($rule:ident $own:tt) $V:ident $I:ident) => { $crate::optim::$rule<$V> };
    (PlanBuffers $V:ident $I:ident) => { $crate::segments::PlanBuffers<'_, $I> };
    (Keys $V:ident $I:ident) => { &mut [<$I as $crate::Index>::Key] };
    (Words $V:ident $I:ident) => { &mut [u64] };
    ($kind:ident $(($($detail:tt)*))? $V:ident $I:ident) => { $crate::operand!($kind $(($($detail)*))? $V $I) };
}

/// Such an operand as the function takes it: `lent_operand!(plan Plan)`.
#[doc(hidden)]
#[macro_export]
macro_rules! lent_operand {
    ($operand:ident Plan) => {
        &$operand
    };
    ($operand:ident BlockEnds) => {
        &$operand
    };
    ($operand:ident SellPlan) => {
        &$operand
    };
    ($operand:ident Rule) => {
        &$operand
    };
    ($operand:ident $kind:ident) => {
        $operand
    };
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
    /// [`RowsMut`](crate::RowsMut) of one number each.
    RowNumbersMut,
    /// A [`Broadcast`](crate::Broadcast).
    Broadcast,
    /// A [`SegmentPlan`](crate::segments::SegmentPlan).
    Plan,
    /// [`BlockEnds`](crate::dot::BlockEnds).
    BlockEnds,
    /// A [`SellPlan`](crate::dot::SellPlan).
    SellPlan,
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
    /// One value.
    Scalar,
    /// A number of elements, or a place.
    Size,
    /// A [`Stream`](crate::random::Stream) of random numbers.
    Stream,
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
            Self::RowNumbersMut => "one number per row (dense or row_sparse)",
            Self::Broadcast => "broadcast",
            Self::Plan => "plan",
            Self::SellPlan => "SELL plan",
            Self::BlockEnds => "block ends",
            Self::Values | Self::ValuesMut => "values",
            Self::Indices | Self::IndicesMut => "indices",
            Self::RowSparseList => "row_sparse, ...",
            Self::Cursors => "scratch",
            Self::Scalar => "scalar",
            Self::Size => "size",
            Self::Stream => "stream",
            Self::Rule => "hyper-parameters",
        }
    }

    /// True if the kernel writes it.
    #[must_use]
    pub const fn is_written(self) -> bool {
        matches!(
            self,
            Self::CsrMut
                | Self::DenseMut
                | Self::RowSparseMut
                | Self::RowsMut
                | Self::RowNumbersMut
                | Self::ValuesMut
                | Self::IndicesMut
                | Self::Cursors
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
    /// The MXNet operators that it is a part of; empty for kernels that only this project has.
    pub peer: &'static str,
    /// Structure calls that prepare its operands: most find the pattern of a result whose size depends on data.
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
            operands: &[$((stringify!($operand), rows!(@kind $kind $(($($detail)*))?))),*],
            splits: rows!(@splits $cut),
            device: rows!(@device $cut),
            peer: $peer,
            structure: &[$(stringify!($structure)),*],
            values: rows!(@values $generics),
            indices: rows!(@indices $generics),
            guarantee: Guarantee::Bitwise,
        }),*];
    };
    (@kind RowsMut(1)) => { OperandKind::RowNumbersMut };
    (@kind $kind:ident $($detail:tt)?) => { OperandKind::$kind };
    (@splits parts) => { true };
    (@splits whole) => { false };
    (@splits host) => { true };
    (@device host) => { false };
    (@device $cut:ident) => { true };
    (@values [N $($I:ident)?]) => { &["f32", "f64", "f16", "bf16", "i32", "i64", "u8", "i8"] };
    (@values [S I]) => { &["f32", "f64", "f16", "bf16"] };
    (@values $generics:tt) => { &["f32", "f64"] };
    (@indices [$value:ident]) => { &[] };
    (@indices $generics:tt) => { &["i32", "i64", "u32"] };
}
for_each_kernel!(rows);
