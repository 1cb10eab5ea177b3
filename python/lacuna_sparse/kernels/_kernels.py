"""A function for each kernel that the rest of this package has none of its own for. Made by `cargo xtask capi`."""

from __future__ import annotations

from typing import Any

from lacuna_sparse import kernels as lacuna
from lacuna_sparse.kernels import Broadcast, CsrLike, Plan, RowSparse, Stream
from numpy.typing import NDArray

__all__ = ["abs", "abs_backward", "accumulate_csr", "accumulate_rows", "add", "add_row_nnz", "arccos", "arccos_backward", "arccosh", "arccosh_backward", "arcsin", "arcsin_backward", "arcsinh", "arcsinh_backward", "arctan", "arctan_backward", "arctanh", "arctanh_backward", "argmax_rows", "bag_max", "bag_max_gradient", "bag_mean", "bag_shares", "bag_sum", "bernoulli", "broadcast_subtract_csr", "cbrt", "cbrt_backward", "ceil", "clip", "clip_backward", "columns", "columns_indptr", "concat", "cos", "cos_backward", "cosh", "cosh_backward", "csr_add", "csr_add_one_pass", "csr_broadcast_add", "csr_broadcast_subtract", "csr_csr", "csr_csr_indices", "csr_csr_row_nnz", "csr_greater", "csr_intersection_nnz", "csr_maximum", "csr_minimum", "csr_multiply", "csr_multiply_one_pass", "csr_not_equal", "csr_regression_gradient", "csr_subtract", "csr_subtract_one_pass", "csr_union_nnz", "degrees", "dense_csr", "dense_csr_t", "dense_dense", "dense_dense_t", "dense_row_sparse_t", "dense_t_dense", "diagonal", "div_scalar", "divide", "edge_id", "entries_divide", "entries_gather", "entries_multiply", "equal", "equal_scalar", "erf", "erf_backward", "erfinv", "erfinv_backward", "exp", "expected_counts", "expected_counts_unique", "expm1", "expm1_backward", "extreme_columns_backward", "extreme_rows_backward", "floor", "gamma", "gamma_backward", "gammaln", "gammaln_backward", "greater", "greater_equal", "greater_equal_scalar", "greater_scalar", "hard_sigmoid", "hard_sigmoid_backward", "hinge", "hinge_gradient", "hypot", "hypot_scalar", "hypot_scalar_backward", "lesser_equal_scalar", "lesser_scalar", "log", "log10", "log10_backward", "log1p", "log1p_backward", "log2", "log2_backward", "log_backward", "log_softmax", "log_softmax_backward", "log_uniform", "log_uniform_unique", "lookup", "lookup_row_sparse", "mae_gradient", "max", "max_columns", "max_csr_columns", "max_csr_rows", "max_rows", "maximum", "maximum_scalar", "mean", "mean_columns", "mean_csr_columns", "mean_csr_rows", "mean_rows", "min", "min_columns", "min_csr_columns", "min_csr_rows", "min_rows", "minimum", "minimum_scalar", "mod_scalar", "modulo", "mul_scalar", "multiply", "negative", "nnz_columns", "nnz_rows", "norm1", "norm1_columns", "norm1_csr_columns", "norm1_csr_rows", "norm1_rows", "norm2", "norm2_columns", "norm2_csr_columns", "norm2_csr_rows", "norm2_rows", "normal", "not_equal", "not_equal_scalar", "occurring_columns", "plus_scalar", "power", "power_law_pattern", "power_scalar", "power_scalar_backward", "prune", "prune_ids", "prune_indptr", "quadratic", "quadratic_backward", "radians", "rcbrt", "rcbrt_backward", "rdiv_scalar", "rdiv_scalar_backward", "regression_gradient", "relu", "relu_backward", "repeat_columns", "repeat_rows", "rint", "rminus_scalar", "rmod_scalar", "rmod_scalar_backward", "round", "row_ids", "rows_add", "rows_divide", "rows_greater", "rows_intersection_ids", "rows_maximum", "rows_minimum", "rows_multiply", "rows_not_equal", "rows_subtract", "rpower_scalar", "rpower_scalar_backward", "rsqrt", "rsqrt_backward", "sample_indptr", "sample_neighbors", "sample_neighbors_weighted", "sampled_softmax", "sddmm", "select", "select_x_gradient", "select_y_gradient", "sigmoid", "sigmoid_backward", "sigmoid_cross_entropy", "sigmoid_cross_entropy_gradient", "sign", "sin", "sin_backward", "sinh", "sinh_backward", "smooth_l1", "smooth_l1_backward", "softmax", "softmax_backward", "softmax_columns", "softmax_cross_entropy", "softmax_cross_entropy_gradient", "softmax_output_gradient", "softmax_output_gradient_columns", "softrelu", "softrelu_backward", "softsign", "softsign_backward", "sqrt", "sqrt_backward", "square", "square_backward", "square_sum", "square_sum_columns", "square_sum_csr_columns", "square_sum_csr_rows", "square_sum_rows", "squared_hinge", "squared_hinge_gradient", "subgraph", "subgraph_indptr", "subtract", "sum", "sum_columns", "sum_csr_columns", "sum_csr_rows", "sum_rows", "take", "take_indptr", "tan", "tan_backward", "tanh", "tanh_backward", "trunc", "uniform", "uniform_pattern"]


def accumulate_csr(input: CsrLike[Any, Any], sum: NDArray[Any]) -> None:
    """`S + A`."""
    lacuna._invoke("binary_accumulate_csr", input, sum)


def accumulate_rows(input: Broadcast, sum: NDArray[Any]) -> None:
    """`S + A`."""
    lacuna._invoke("binary_accumulate_rows", input, sum)


def add(left: NDArray[Any], right: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`x + y`."""
    return lacuna._into("binary_add", left, right, out, like="first")


def broadcast_subtract_csr(b: Broadcast, a: CsrLike[Any, Any], out: NDArray[Any]) -> None:
    """`B - A`."""
    lacuna._invoke("binary_broadcast_subtract_csr", b, a, out)


def csr_add(a: CsrLike[Any, Any], b: CsrLike[Any, Any], out: CsrLike[Any, Any]) -> None:
    """`A + B`."""
    lacuna._invoke("binary_csr_add", a, b, out)


def csr_add_one_pass(a: CsrLike[Any, Any], b: CsrLike[Any, Any], indptr: NDArray[Any], indices: NDArray[Any], values: NDArray[Any]) -> int:
    """`A + B`."""
    return lacuna._invoke("binary_csr_add_one_pass", a, b, indptr, indices, values)


def csr_broadcast_add(a: CsrLike[Any, Any], b: Broadcast, out: NDArray[Any]) -> None:
    """`A + B`."""
    lacuna._invoke("binary_csr_broadcast_add", a, b, out)


def csr_broadcast_subtract(a: CsrLike[Any, Any], b: Broadcast, out: NDArray[Any]) -> None:
    """`A - B`."""
    lacuna._invoke("binary_csr_broadcast_subtract", a, b, out)


def csr_greater(a: CsrLike[Any, Any], b: CsrLike[Any, Any], out: CsrLike[Any, Any]) -> None:
    """`A > B, element by element`."""
    lacuna._invoke("binary_csr_greater", a, b, out)


def csr_intersection_nnz(a: CsrLike[Any, Any], b: CsrLike[Any, Any], counts: NDArray[Any]) -> None:
    """Writes the number of columns that both `a` and `b` store, for each row. Written to `indptr + 1` with `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr`."""
    lacuna._invoke("binary_csr_intersection_nnz", a, b, counts)


def csr_maximum(a: CsrLike[Any, Any], b: CsrLike[Any, Any], out: CsrLike[Any, Any]) -> None:
    """`max(A, B), element by element`."""
    lacuna._invoke("binary_csr_maximum", a, b, out)


def csr_minimum(a: CsrLike[Any, Any], b: CsrLike[Any, Any], out: CsrLike[Any, Any]) -> None:
    """`min(A, B), element by element`."""
    lacuna._invoke("binary_csr_minimum", a, b, out)


def csr_multiply(a: CsrLike[Any, Any], b: CsrLike[Any, Any], out: CsrLike[Any, Any]) -> None:
    """`A B, element by element`."""
    lacuna._invoke("binary_csr_multiply", a, b, out)


def csr_multiply_one_pass(a: CsrLike[Any, Any], b: CsrLike[Any, Any], indptr: NDArray[Any], indices: NDArray[Any], values: NDArray[Any]) -> int:
    """`A B, element by element`."""
    return lacuna._invoke("binary_csr_multiply_one_pass", a, b, indptr, indices, values)


def csr_not_equal(a: CsrLike[Any, Any], b: CsrLike[Any, Any], out: CsrLike[Any, Any]) -> None:
    """`A != B, element by element`."""
    lacuna._invoke("binary_csr_not_equal", a, b, out)


def csr_subtract(a: CsrLike[Any, Any], b: CsrLike[Any, Any], out: CsrLike[Any, Any]) -> None:
    """`A - B`."""
    lacuna._invoke("binary_csr_subtract", a, b, out)


def csr_subtract_one_pass(a: CsrLike[Any, Any], b: CsrLike[Any, Any], indptr: NDArray[Any], indices: NDArray[Any], values: NDArray[Any]) -> int:
    """`A - B`."""
    return lacuna._invoke("binary_csr_subtract_one_pass", a, b, indptr, indices, values)


def csr_union_nnz(a: CsrLike[Any, Any], b: CsrLike[Any, Any], counts: NDArray[Any]) -> None:
    """Writes the number of columns that `a` or `b` stores, for each row. Written to `indptr + 1` with `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr`."""
    lacuna._invoke("binary_csr_union_nnz", a, b, counts)


def divide(left: NDArray[Any], right: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`x / y`."""
    return lacuna._into("binary_divide", left, right, out, like="first")


def entries_divide(a: CsrLike[Any, Any], b: Broadcast, out: NDArray[Any]) -> None:
    """`A / B`, element by element, at the entries of A."""
    lacuna._invoke("binary_entries_divide", a, b, out)


def entries_gather(a: CsrLike[Any, Any], b: Broadcast, out: NDArray[Any]) -> None:
    """`B` at the entries of A."""
    lacuna._invoke("binary_entries_gather", a, b, out)


def entries_multiply(a: CsrLike[Any, Any], b: Broadcast, out: NDArray[Any]) -> None:
    """`A B`, element by element, at the entries of A."""
    lacuna._invoke("binary_entries_multiply", a, b, out)


def equal(left: NDArray[Any], right: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`x == y`."""
    return lacuna._into("binary_equal", left, right, out, like="first")


def greater(left: NDArray[Any], right: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`x > y`."""
    return lacuna._into("binary_greater", left, right, out, like="first")


def greater_equal(left: NDArray[Any], right: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`x >= y`."""
    return lacuna._into("binary_greater_equal", left, right, out, like="first")


def hypot(left: NDArray[Any], right: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`hypot(x, y)`."""
    return lacuna._into("binary_hypot", left, right, out, like="first")


def maximum(left: NDArray[Any], right: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`max(x, y)`."""
    return lacuna._into("binary_maximum", left, right, out, like="first")


def minimum(left: NDArray[Any], right: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`min(x, y)`."""
    return lacuna._into("binary_minimum", left, right, out, like="first")


def modulo(left: NDArray[Any], right: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`mod(x, y)`."""
    return lacuna._into("binary_modulo", left, right, out, like="first")


def multiply(left: NDArray[Any], right: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`x y`."""
    return lacuna._into("binary_multiply", left, right, out, like="first")


def not_equal(left: NDArray[Any], right: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`x != y`."""
    return lacuna._into("binary_not_equal", left, right, out, like="first")


def power(left: NDArray[Any], right: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`x^y`."""
    return lacuna._into("binary_power", left, right, out, like="first")


def rows_add(left: Broadcast, right: Broadcast, out: NDArray[Any] | RowSparse[Any, Any]) -> None:
    """`A + B`."""
    lacuna._invoke("binary_rows_add", left, right, out)


def rows_divide(left: Broadcast, right: Broadcast, out: NDArray[Any] | RowSparse[Any, Any]) -> None:
    """`A / B, element by element`."""
    lacuna._invoke("binary_rows_divide", left, right, out)


def rows_greater(left: Broadcast, right: Broadcast, out: NDArray[Any] | RowSparse[Any, Any]) -> None:
    """`A > B, element by element`."""
    lacuna._invoke("binary_rows_greater", left, right, out)


def rows_intersection_ids(left: RowSparse[Any, Any], right: RowSparse[Any, Any], ids: NDArray[Any]) -> int:
    """Writes the ids of the rows that both arrays store. `stored_rows` gets their number.  If `ids` is too short, the error says how many elements are needed, and it holds the first ones."""
    return lacuna._invoke("binary_rows_intersection_ids", left, right, ids)


def rows_maximum(left: Broadcast, right: Broadcast, out: NDArray[Any] | RowSparse[Any, Any]) -> None:
    """`max(A, B), element by element`."""
    lacuna._invoke("binary_rows_maximum", left, right, out)


def rows_minimum(left: Broadcast, right: Broadcast, out: NDArray[Any] | RowSparse[Any, Any]) -> None:
    """`min(A, B), element by element`."""
    lacuna._invoke("binary_rows_minimum", left, right, out)


def rows_multiply(left: Broadcast, right: Broadcast, out: NDArray[Any] | RowSparse[Any, Any]) -> None:
    """`A B, element by element`."""
    lacuna._invoke("binary_rows_multiply", left, right, out)


def rows_not_equal(left: Broadcast, right: Broadcast, out: NDArray[Any] | RowSparse[Any, Any]) -> None:
    """`A != B, element by element`."""
    lacuna._invoke("binary_rows_not_equal", left, right, out)


def rows_subtract(left: Broadcast, right: Broadcast, out: NDArray[Any] | RowSparse[Any, Any]) -> None:
    """`A - B`."""
    lacuna._invoke("binary_rows_subtract", left, right, out)


def subtract(left: NDArray[Any], right: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`x - y`."""
    return lacuna._into("binary_subtract", left, right, out, like="first")


def csr_csr(a: CsrLike[Any, Any], b: CsrLike[Any, Any], scratch: NDArray[Any], out: CsrLike[Any, Any]) -> None:
    """`C = A B`."""
    lacuna._invoke("dot_csr_csr", a, b, scratch, out)


def csr_csr_indices(a: CsrLike[Any, Any], b: CsrLike[Any, Any], indptr: NDArray[Any], indices: NDArray[Any], scratch: NDArray[Any]) -> None:
    """Writes the columns of each row of the product `a b`, ascending, for the pointers of `lacuna_dot_csr_csr_row_nnz`. `scratch` as there.  At the first row whose number of columns is not what `indptr` says it stops, with the rows before it, and a part of it, written."""
    lacuna._invoke("dot_csr_csr_indices", a, b, indptr, indices, scratch)


def csr_csr_row_nnz(a: CsrLike[Any, Any], b: CsrLike[Any, Any], counts: NDArray[Any], scratch: NDArray[Any]) -> None:
    """Writes the number of entries of each row of the product `a b`. Written to `indptr + 1` with `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr`.  `scratch`: `lacuna_csr_csr_scratch` bytes of the columns of `b`."""
    lacuna._invoke("dot_csr_csr_row_nnz", a, b, counts, scratch)


def dense_csr(a: NDArray[Any], b: CsrLike[Any, Any], scratch: NDArray[Any], out: NDArray[Any]) -> None:
    """`C = A B`."""
    lacuna._invoke("dot_dense_csr", a, b, scratch, out)


def dense_csr_t(a: NDArray[Any], b: CsrLike[Any, Any], out: NDArray[Any]) -> None:
    """`C = A B^T`."""
    lacuna._invoke("dot_dense_csr_t", a, b, out)


def dense_dense(a: NDArray[Any], b: NDArray[Any], scratch: NDArray[Any], out: NDArray[Any]) -> None:
    """`C = A B`."""
    lacuna._invoke("dot_dense_dense", a, b, scratch, out)


def dense_dense_t(a: NDArray[Any], b: NDArray[Any], scratch: NDArray[Any], out: NDArray[Any]) -> None:
    """`C = A B^T`."""
    lacuna._invoke("dot_dense_dense_t", a, b, scratch, out)


def dense_row_sparse_t(a: NDArray[Any], b: RowSparse[Any, Any], out: NDArray[Any]) -> None:
    """`C = A B^T`."""
    lacuna._invoke("dot_dense_row_sparse_t", a, b, out)


def dense_t_dense(a: NDArray[Any], b: NDArray[Any], scratch: NDArray[Any], out: NDArray[Any]) -> None:
    """`C = A^T B`."""
    lacuna._invoke("dot_dense_t_dense", a, b, scratch, out)


def occurring_columns(b: CsrLike[Any, Any], columns: NDArray[Any], places: NDArray[Any]) -> int:
    """Writes the columns that occur in `b`, ascending, and for each entry the place of its column among them. `count` gets their number. Both arrays have room for as many elements as `b` stores.  With `places` as columns, `b` is a matrix of `count` columns."""
    return lacuna._invoke("dot_occurring_columns", b, columns, places)


def sddmm(a: NDArray[Any], b: NDArray[Any], out: CsrLike[Any, Any]) -> None:
    """`C = A B^T` at the stored places of C."""
    lacuna._invoke("dot_sddmm", a, b, out)


def bag_max(bags: CsrLike[Any, Any], padding: int | None, weight: NDArray[Any], entries: NDArray[Any], out: NDArray[Any]) -> None:
    """maxima of the rows of bags."""
    lacuna._invoke("embedding_bag_max", bags, padding, weight, entries, out)


def bag_max_gradient(plan: Plan[Any], entries: NDArray[Any], gradient: NDArray[Any], out: RowSparse[Any, Any]) -> None:
    """for each weight row, the sum of the gradients of the maxima taken from it."""
    lacuna._invoke("embedding_bag_max_gradient", plan, entries, gradient, out)


def bag_mean(bags: CsrLike[Any, Any], padding: int | None, weight: NDArray[Any], out: NDArray[Any]) -> None:
    """means of the rows of bags."""
    lacuna._invoke("embedding_bag_mean", bags, padding, weight, out)


def bag_shares(bags: CsrLike[Any, Any], padding: int | None, out: NDArray[Any]) -> None:
    """each entry's value, divided by the number of entries of its bag."""
    lacuna._invoke("embedding_bag_shares", bags, padding, out)


def bag_sum(bags: CsrLike[Any, Any], padding: int | None, weight: NDArray[Any], out: NDArray[Any]) -> None:
    """sums of the rows of bags."""
    lacuna._invoke("embedding_bag_sum", bags, padding, weight, out)


def lookup(ids: NDArray[Any], weight: NDArray[Any], out: NDArray[Any]) -> None:
    """the rows of the ids."""
    lacuna._invoke("embedding_lookup", ids, weight, out)


def lookup_row_sparse(ids: NDArray[Any], weight: RowSparse[Any, Any], out: NDArray[Any]) -> None:
    """the rows of the ids."""
    lacuna._invoke("embedding_lookup_row_sparse", ids, weight, out)


def edge_id(graph: CsrLike[Any, Any], sources: NDArray[Any], targets: NDArray[Any], out: NDArray[Any]) -> None:
    """value of the edge, or -1 if there is none."""
    lacuna._invoke("graph_edge_id", graph, sources, targets, out)


def sample_indptr(graph: CsrLike[Any, Any], vertices: NDArray[Any], most: int, indptr: NDArray[Any]) -> int:
    """Writes pointers to `most` edges of each of the vertices, or to all that it has. `nnz` gets the last one.  `indptr` has at least one element more than `vertices`."""
    return lacuna._invoke("graph_sample_indptr", graph, vertices, most, indptr)


def sample_neighbors(graph: CsrLike[Any, Any], vertices: NDArray[Any], stream: Stream, out: CsrLike[Any, Any]) -> None:
    """some of the edges of each vertex."""
    lacuna._invoke("graph_sample_neighbors", graph, vertices, stream, out)


def sample_neighbors_weighted(graph: CsrLike[Any, Any], vertices: NDArray[Any], weight: NDArray[Any], stream: Stream, out: CsrLike[Any, Any]) -> None:
    """some of the edges of each vertex, with given probabilities."""
    lacuna._invoke("graph_sample_neighbors_weighted", graph, vertices, weight, stream, out)


def subgraph(graph: CsrLike[Any, Any], rows: NDArray[Any], columns: NDArray[Any], out: CsrLike[Any, Any]) -> None:
    """entries in some rows and columns, renumbered."""
    lacuna._invoke("graph_subgraph", graph, rows, columns, out)


def subgraph_indptr(graph: CsrLike[Any, Any], rows: NDArray[Any], columns: NDArray[Any], indptr: NDArray[Any]) -> int:
    """Writes the pointers of a subgraph: the entries of `graph` in the rows `rows` and the columns `columns`, which ascend. `nnz` gets the last one.  `indptr` has at least one element more than `rows`."""
    return lacuna._invoke("graph_subgraph_indptr", graph, rows, columns, indptr)


def csr_regression_gradient(result: NDArray[Any], label: CsrLike[Any, Any], scale: float, out: NDArray[Any]) -> None:
    """`(Y - Z) scale`."""
    lacuna._invoke("loss_csr_regression_gradient", result, label, scale, out)


def hinge(result: NDArray[Any], label: NDArray[Any], margin: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`max(margin - y z, 0)`."""
    return lacuna._into("loss_hinge", result, label, margin, out, like="first")


def hinge_gradient(result: NDArray[Any], label: NDArray[Any], margin: float, scale: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`-z scale where margin - y z > 0, else 0`."""
    return lacuna._into("loss_hinge_gradient", result, label, margin, scale, out, like="first")


def log_softmax(logits: NDArray[Any], out: NDArray[Any]) -> None:
    """`x - ln(sum of e^x)` of each row."""
    lacuna._invoke("loss_log_softmax", logits, out)


def log_softmax_backward(gradient: NDArray[Any], result: NDArray[Any], out: NDArray[Any]) -> None:
    """`g - e^y sum of g` of each row."""
    lacuna._invoke("loss_log_softmax_backward", gradient, result, out)


def mae_gradient(result: NDArray[Any], label: NDArray[Any], scale: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`sign(y - z) scale`."""
    return lacuna._into("loss_mae_gradient", result, label, scale, out, like="first")


def regression_gradient(result: NDArray[Any], label: NDArray[Any], scale: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`(y - z) scale`."""
    return lacuna._into("loss_regression_gradient", result, label, scale, out, like="first")


def sampled_softmax(true_logits: NDArray[Any], noise_logits: NDArray[Any], true_counts: NDArray[Any], noise_counts: NDArray[Any], labels: NDArray[Any], noise: NDArray[Any], weights: NDArray[Any], losses: NDArray[Any], true_gradient: NDArray[Any], out: NDArray[Any]) -> None:
    """loss of the label against sampled noise, and its gradients."""
    lacuna._invoke("loss_sampled_softmax", true_logits, noise_logits, true_counts, noise_counts, labels, noise, weights, losses, true_gradient, out)


def sigmoid_cross_entropy(logits: NDArray[Any], labels: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`(max(x, 0) - x z) + softrelu(-|x|)`."""
    return lacuna._into("loss_sigmoid_cross_entropy", logits, labels, out, like="first")


def sigmoid_cross_entropy_gradient(logits: NDArray[Any], labels: NDArray[Any], scale: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`(sigmoid(x) - z) scale`."""
    return lacuna._into("loss_sigmoid_cross_entropy_gradient", logits, labels, scale, out, like="first")


def softmax(logits: NDArray[Any], out: NDArray[Any]) -> None:
    """`e^x / sum of e^x` of each row."""
    lacuna._invoke("loss_softmax", logits, out)


def softmax_backward(gradient: NDArray[Any], result: NDArray[Any], out: NDArray[Any]) -> None:
    """`y (g - sum of g y)` of each row."""
    lacuna._invoke("loss_softmax_backward", gradient, result, out)


def softmax_columns(logits: NDArray[Any], classes: int, out: NDArray[Any]) -> None:
    """`e^x / sum of e^x` of each column of an element of the batch."""
    lacuna._invoke("loss_softmax_columns", logits, classes, out)


def softmax_cross_entropy(logits: NDArray[Any], labels: NDArray[Any], ignore: int | None, out: NDArray[Any]) -> None:
    """`ln(sum of e^x) - x of the label` of each row."""
    lacuna._invoke("loss_softmax_cross_entropy", logits, labels, ignore, out)


def softmax_cross_entropy_gradient(logits: NDArray[Any], labels: NDArray[Any], ignore: int | None, scale: float, out: NDArray[Any]) -> None:
    """`(softmax - one_hot) scale`."""
    lacuna._invoke("loss_softmax_cross_entropy_gradient", logits, labels, ignore, scale, out)


def softmax_output_gradient(probabilities: NDArray[Any], labels: NDArray[Any], ignore: int | None, smooth_alpha: float, scale: float, out: NDArray[Any]) -> None:
    """`(P - one_hot, smoothed) scale`."""
    lacuna._invoke("loss_softmax_output_gradient", probabilities, labels, ignore, smooth_alpha, scale, out)


def softmax_output_gradient_columns(probabilities: NDArray[Any], labels: NDArray[Any], classes: int, ignore: int | None, smooth_alpha: float, scale: float, out: NDArray[Any]) -> None:
    """`(P - one_hot, smoothed) scale` of each column of an element of the batch."""
    lacuna._invoke("loss_softmax_output_gradient_columns", probabilities, labels, classes, ignore, smooth_alpha, scale, out)


def squared_hinge(result: NDArray[Any], label: NDArray[Any], margin: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`m m, with m = max(margin - y z, 0)`."""
    return lacuna._into("loss_squared_hinge", result, label, margin, out, like="first")


def squared_hinge_gradient(result: NDArray[Any], label: NDArray[Any], margin: float, scale: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`0 where m <= 0, else -z (m + m) scale, with m = margin - y z`."""
    return lacuna._into("loss_squared_hinge_gradient", result, label, margin, scale, out, like="first")


def abs(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`|x|`."""
    return lacuna._into("map_abs", input, out, like="first")


def abs_backward(gradient: NDArray[Any], input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g sign(x)`."""
    return lacuna._into("map_abs_backward", gradient, input, out, like="first")


def arccos(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`arccos(x)`."""
    return lacuna._into("map_arccos", input, out, like="first")


def arccos_backward(gradient: NDArray[Any], input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g (-(1 / sqrt((1 - x) (1 + x))))`."""
    return lacuna._into("map_arccos_backward", gradient, input, out, like="first")


def arccosh(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`arccosh(x)`."""
    return lacuna._into("map_arccosh", input, out, like="first")


def arccosh_backward(gradient: NDArray[Any], input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g (1 / (sqrt(|x| - 1) sqrt(|x| + 1)))`."""
    return lacuna._into("map_arccosh_backward", gradient, input, out, like="first")


def arcsin(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`arcsin(x)`."""
    return lacuna._into("map_arcsin", input, out, like="first")


def arcsin_backward(gradient: NDArray[Any], input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g (1 / sqrt((1 - x) (1 + x)))`."""
    return lacuna._into("map_arcsin_backward", gradient, input, out, like="first")


def arcsinh(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`arcsinh(x)`."""
    return lacuna._into("map_arcsinh", input, out, like="first")


def arcsinh_backward(gradient: NDArray[Any], input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g (r / sqrt(1 + r r)) where |x| > 1, else g (1 / sqrt(x x + 1)), with r = 1 / |x|`."""
    return lacuna._into("map_arcsinh_backward", gradient, input, out, like="first")


def arctan(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`arctan(x)`."""
    return lacuna._into("map_arctan", input, out, like="first")


def arctan_backward(gradient: NDArray[Any], input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g (1 / (1 + x x))`."""
    return lacuna._into("map_arctan_backward", gradient, input, out, like="first")


def arctanh(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`arctanh(x)`."""
    return lacuna._into("map_arctanh", input, out, like="first")


def arctanh_backward(gradient: NDArray[Any], input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g (1 / ((1 - x) (1 + x)))`."""
    return lacuna._into("map_arctanh_backward", gradient, input, out, like="first")


def cbrt(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`cbrt(x)`."""
    return lacuna._into("map_cbrt", input, out, like="first")


def cbrt_backward(gradient: NDArray[Any], result: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g (1 / (3 (y y)))`."""
    return lacuna._into("map_cbrt_backward", gradient, result, out, like="first")


def ceil(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`ceil(x)`."""
    return lacuna._into("map_ceil", input, out, like="first")


def clip(input: NDArray[Any], a_min: float, a_max: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`clip(x, a_min, a_max)`."""
    return lacuna._into("map_clip", input, a_min, a_max, out, like="first")


def clip_backward(gradient: NDArray[Any], input: NDArray[Any], a_min: float, a_max: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`0 where x < a_min, else 0 where x > a_max, else g`."""
    return lacuna._into("map_clip_backward", gradient, input, a_min, a_max, out, like="first")


def cos(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`cos(x)`."""
    return lacuna._into("map_cos", input, out, like="first")


def cos_backward(gradient: NDArray[Any], input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g (-sin(x))`."""
    return lacuna._into("map_cos_backward", gradient, input, out, like="first")


def cosh(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`cosh(x)`."""
    return lacuna._into("map_cosh", input, out, like="first")


def cosh_backward(gradient: NDArray[Any], input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g sinh(x)`."""
    return lacuna._into("map_cosh_backward", gradient, input, out, like="first")


def degrees(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`f64(x (180 / pi))`."""
    return lacuna._into("map_degrees", input, out, like="first")


def div_scalar(input: NDArray[Any], scalar: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`x / s`."""
    return lacuna._into("map_div_scalar", input, scalar, out, like="first")


def equal_scalar(input: NDArray[Any], scalar: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`x == s`."""
    return lacuna._into("map_equal_scalar", input, scalar, out, like="first")


def erf(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`erf(x)`."""
    return lacuna._into("map_erf", input, out, like="first")


def erf_backward(gradient: NDArray[Any], input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g (f64(2 / sqrt(pi)) e^-(x x))`."""
    return lacuna._into("map_erf_backward", gradient, input, out, like="first")


def erfinv(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`erfinv(x)`."""
    return lacuna._into("map_erfinv", input, out, like="first")


def erfinv_backward(gradient: NDArray[Any], input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g (f64(sqrt(pi) / 2) e^(erfinv(x) erfinv(x)))`."""
    return lacuna._into("map_erfinv_backward", gradient, input, out, like="first")


def exp(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`e^x`."""
    return lacuna._into("map_exp", input, out, like="first")


def expm1(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`expm1(x)`."""
    return lacuna._into("map_expm1", input, out, like="first")


def expm1_backward(gradient: NDArray[Any], input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g e^x`."""
    return lacuna._into("map_expm1_backward", gradient, input, out, like="first")


def floor(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`floor(x)`."""
    return lacuna._into("map_floor", input, out, like="first")


def gamma(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`gamma(x)`."""
    return lacuna._into("map_gamma", input, out, like="first")


def gamma_backward(gradient: NDArray[Any], input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g (gamma(x) digamma(x))`."""
    return lacuna._into("map_gamma_backward", gradient, input, out, like="first")


def gammaln(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`gammaln(x)`."""
    return lacuna._into("map_gammaln", input, out, like="first")


def gammaln_backward(gradient: NDArray[Any], input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g digamma(x)`."""
    return lacuna._into("map_gammaln_backward", gradient, input, out, like="first")


def greater_equal_scalar(input: NDArray[Any], scalar: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`x >= s`."""
    return lacuna._into("map_greater_equal_scalar", input, scalar, out, like="first")


def greater_scalar(input: NDArray[Any], scalar: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`x > s`."""
    return lacuna._into("map_greater_scalar", input, scalar, out, like="first")


def hard_sigmoid(input: NDArray[Any], alpha: float, beta: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`clip(alpha x + beta, 0, 1)`."""
    return lacuna._into("map_hard_sigmoid", input, alpha, beta, out, like="first")


def hard_sigmoid_backward(gradient: NDArray[Any], input: NDArray[Any], alpha: float, beta: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`((g alpha where alpha != 0, else 0) where y < 1, else 0) where y > 0, else 0, with y = alpha x + beta`."""
    return lacuna._into("map_hard_sigmoid_backward", gradient, input, alpha, beta, out, like="first")


def hypot_scalar(input: NDArray[Any], scalar: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`hypot(x, s)`."""
    return lacuna._into("map_hypot_scalar", input, scalar, out, like="first")


def hypot_scalar_backward(gradient: NDArray[Any], input: NDArray[Any], scalar: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g (x / hypot(x, s))`."""
    return lacuna._into("map_hypot_scalar_backward", gradient, input, scalar, out, like="first")


def lesser_equal_scalar(input: NDArray[Any], scalar: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`x <= s`."""
    return lacuna._into("map_lesser_equal_scalar", input, scalar, out, like="first")


def lesser_scalar(input: NDArray[Any], scalar: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`x < s`."""
    return lacuna._into("map_lesser_scalar", input, scalar, out, like="first")


def log(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`ln(x)`."""
    return lacuna._into("map_log", input, out, like="first")


def log10(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`log10(x)`."""
    return lacuna._into("map_log10", input, out, like="first")


def log10_backward(gradient: NDArray[Any], input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g (1 / (x ln(10)))`."""
    return lacuna._into("map_log10_backward", gradient, input, out, like="first")


def log1p(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`log1p(x)`."""
    return lacuna._into("map_log1p", input, out, like="first")


def log1p_backward(gradient: NDArray[Any], input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g (1 / (1 + x))`."""
    return lacuna._into("map_log1p_backward", gradient, input, out, like="first")


def log2(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`log2(x)`."""
    return lacuna._into("map_log2", input, out, like="first")


def log2_backward(gradient: NDArray[Any], input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g (1 / (x ln(2)))`."""
    return lacuna._into("map_log2_backward", gradient, input, out, like="first")


def log_backward(gradient: NDArray[Any], input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g (1 / x)`."""
    return lacuna._into("map_log_backward", gradient, input, out, like="first")


def maximum_scalar(input: NDArray[Any], scalar: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`max(x, s)`."""
    return lacuna._into("map_maximum_scalar", input, scalar, out, like="first")


def minimum_scalar(input: NDArray[Any], scalar: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`min(x, s)`."""
    return lacuna._into("map_minimum_scalar", input, scalar, out, like="first")


def mod_scalar(input: NDArray[Any], scalar: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`mod(x, s)`."""
    return lacuna._into("map_mod_scalar", input, scalar, out, like="first")


def mul_scalar(input: NDArray[Any], scalar: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`x s`."""
    return lacuna._into("map_mul_scalar", input, scalar, out, like="first")


def negative(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`-x`."""
    return lacuna._into("map_negative", input, out, like="first")


def not_equal_scalar(input: NDArray[Any], scalar: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`x != s`."""
    return lacuna._into("map_not_equal_scalar", input, scalar, out, like="first")


def plus_scalar(input: NDArray[Any], scalar: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`x + s`."""
    return lacuna._into("map_plus_scalar", input, scalar, out, like="first")


def power_scalar(input: NDArray[Any], scalar: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`x^s`."""
    return lacuna._into("map_power_scalar", input, scalar, out, like="first")


def power_scalar_backward(gradient: NDArray[Any], input: NDArray[Any], scalar: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g (x^(s - 1) s)`."""
    return lacuna._into("map_power_scalar_backward", gradient, input, scalar, out, like="first")


def quadratic(input: NDArray[Any], a: float, b: float, c: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`(a x + b) x + c`."""
    return lacuna._into("map_quadratic", input, a, b, c, out, like="first")


def quadratic_backward(gradient: NDArray[Any], input: NDArray[Any], a: float, b: float, c: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g ((a + a) x + b)`."""
    return lacuna._into("map_quadratic_backward", gradient, input, a, b, c, out, like="first")


def radians(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`f64(x (pi / 180))`."""
    return lacuna._into("map_radians", input, out, like="first")


def rcbrt(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`rcbrt(x)`."""
    return lacuna._into("map_rcbrt", input, out, like="first")


def rcbrt_backward(gradient: NDArray[Any], input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g (-(rcbrt(x) / (3 x)))`."""
    return lacuna._into("map_rcbrt_backward", gradient, input, out, like="first")


def rdiv_scalar(input: NDArray[Any], scalar: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`s / x`."""
    return lacuna._into("map_rdiv_scalar", input, scalar, out, like="first")


def rdiv_scalar_backward(gradient: NDArray[Any], input: NDArray[Any], scalar: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g (-s / (x x))`."""
    return lacuna._into("map_rdiv_scalar_backward", gradient, input, scalar, out, like="first")


def relu(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`max(x, 0)`."""
    return lacuna._into("map_relu", input, out, like="first")


def relu_backward(gradient: NDArray[Any], result: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g (1 where y > 0, else 0 where y <= 0, else y)`."""
    return lacuna._into("map_relu_backward", gradient, result, out, like="first")


def rint(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`rint(x)`."""
    return lacuna._into("map_rint", input, out, like="first")


def rminus_scalar(input: NDArray[Any], scalar: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`s - x`."""
    return lacuna._into("map_rminus_scalar", input, scalar, out, like="first")


def rmod_scalar(input: NDArray[Any], scalar: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`mod(s, x)`."""
    return lacuna._into("map_rmod_scalar", input, scalar, out, like="first")


def rmod_scalar_backward(gradient: NDArray[Any], input: NDArray[Any], scalar: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g (-floor(s / x))`."""
    return lacuna._into("map_rmod_scalar_backward", gradient, input, scalar, out, like="first")


def round(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`round(x)`."""
    return lacuna._into("map_round", input, out, like="first")


def rpower_scalar(input: NDArray[Any], scalar: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`s^x`."""
    return lacuna._into("map_rpower_scalar", input, scalar, out, like="first")


def rpower_scalar_backward(gradient: NDArray[Any], result: NDArray[Any], scalar: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g (y ln(s))`."""
    return lacuna._into("map_rpower_scalar_backward", gradient, result, scalar, out, like="first")


def rsqrt(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`rsqrt(x)`."""
    return lacuna._into("map_rsqrt", input, out, like="first")


def rsqrt_backward(gradient: NDArray[Any], input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g (-(0.5 rsqrt(x) / x))`."""
    return lacuna._into("map_rsqrt_backward", gradient, input, out, like="first")


def sigmoid(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`sigmoid(x)`."""
    return lacuna._into("map_sigmoid", input, out, like="first")


def sigmoid_backward(gradient: NDArray[Any], result: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g (y (1 - y))`."""
    return lacuna._into("map_sigmoid_backward", gradient, result, out, like="first")


def sign(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`sign(x)`."""
    return lacuna._into("map_sign", input, out, like="first")


def sin(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`sin(x)`."""
    return lacuna._into("map_sin", input, out, like="first")


def sin_backward(gradient: NDArray[Any], input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g cos(x)`."""
    return lacuna._into("map_sin_backward", gradient, input, out, like="first")


def sinh(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`sinh(x)`."""
    return lacuna._into("map_sinh", input, out, like="first")


def sinh_backward(gradient: NDArray[Any], input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g cosh(x)`."""
    return lacuna._into("map_sinh_backward", gradient, input, out, like="first")


def smooth_l1(input: NDArray[Any], scalar: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`|x| - 0.5 (1 / (s s)) where |x| > 1 / (s s), else 0.5 x x (s s)`."""
    return lacuna._into("map_smooth_l1", input, scalar, out, like="first")


def smooth_l1_backward(gradient: NDArray[Any], input: NDArray[Any], scalar: float, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`-g where x < -(1 / (s s)), else g where x > 1 / (s s), else g (s s x)`."""
    return lacuna._into("map_smooth_l1_backward", gradient, input, scalar, out, like="first")


def softrelu(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`softrelu(x)`."""
    return lacuna._into("map_softrelu", input, out, like="first")


def softrelu_backward(gradient: NDArray[Any], input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g sigmoid(x)`."""
    return lacuna._into("map_softrelu_backward", gradient, input, out, like="first")


def softsign(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`x / (1 + |x|)`."""
    return lacuna._into("map_softsign", input, out, like="first")


def softsign_backward(gradient: NDArray[Any], input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g (1 / ((1 + |x|) (1 + |x|)))`."""
    return lacuna._into("map_softsign_backward", gradient, input, out, like="first")


def sqrt(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`sqrt(x)`."""
    return lacuna._into("map_sqrt", input, out, like="first")


def sqrt_backward(gradient: NDArray[Any], result: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g (0.5 / y)`."""
    return lacuna._into("map_sqrt_backward", gradient, result, out, like="first")


def square(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`x x`."""
    return lacuna._into("map_square", input, out, like="first")


def square_backward(gradient: NDArray[Any], input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g (x + x)`."""
    return lacuna._into("map_square_backward", gradient, input, out, like="first")


def tan(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`tan(x)`."""
    return lacuna._into("map_tan", input, out, like="first")


def tan_backward(gradient: NDArray[Any], result: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g (1 + y y)`."""
    return lacuna._into("map_tan_backward", gradient, result, out, like="first")


def tanh(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`tanh(x)`."""
    return lacuna._into("map_tanh", input, out, like="first")


def tanh_backward(gradient: NDArray[Any], result: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`g ((1 - y) (1 + y))`."""
    return lacuna._into("map_tanh_backward", gradient, result, out, like="first")


def trunc(input: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`trunc(x)`."""
    return lacuna._into("map_trunc", input, out, like="first")


def bernoulli(stream: Stream, probability: float, value: float, out: NDArray[Any]) -> None:
    """`value` with the probability, else 0."""
    lacuna._invoke("random_bernoulli", stream, probability, value, out)


def expected_counts(ids: NDArray[Any], classes: int, tries: int, out: NDArray[Any]) -> None:
    """`tries p`."""
    lacuna._invoke("random_expected_counts", ids, classes, tries, out)


def expected_counts_unique(ids: NDArray[Any], classes: int, tries: int, out: NDArray[Any]) -> None:
    """`-expm1(tries log1p(-p))`."""
    lacuna._invoke("random_expected_counts_unique", ids, classes, tries, out)


def log_uniform(stream: Stream, classes: int, ids: NDArray[Any], out: NDArray[Any]) -> None:
    """classes drawn with `p(c) = (log(c + 2) - log(c + 1)) / log(classes + 1)`, and their expected counts `n p`."""
    lacuna._invoke("random_log_uniform", stream, classes, ids, out)


def log_uniform_unique(stream: Stream, classes: int, ids: NDArray[Any]) -> int:
    """Writes different classes of the log-uniform distribution, ascending, as many as `ids` has elements. `tries` gets how many draws they took, as `lacuna_random_expected_counts_unique` takes it. Near as many ids as classes take very many draws: all of 10,000 about 700,000, all of 1,000,000 about 160 million, which is most of a minute."""
    return lacuna._invoke("random_log_uniform_unique", stream, classes, ids)


def normal(stream: Stream, mean: float, deviation: float, out: NDArray[Any]) -> None:
    """`mean + deviation z`."""
    lacuna._invoke("random_normal", stream, mean, deviation, out)


def power_law_pattern(columns: int, indptr: NDArray[Any], indices: NDArray[Any]) -> None:
    """Writes the pattern of a csr whose rows are twice as long from row to row, until there are as many entries as `indices` has elements; those behind have the first column alone.  `indptr` has one element more than there are rows, `indices` at least two for each."""
    lacuna._invoke("random_power_law_pattern", columns, indptr, indices)


def row_ids(stream: Stream, rows: int, density: float, ids: NDArray[Any]) -> int:
    """Writes the ids of a row_sparse of which each row is stored with the probability `density`, a `double`, ascending, as `lacuna_random_uniform_pattern` writes those of one row. `stored_rows` gets their number."""
    return lacuna._invoke("random_row_ids", stream, rows, density, ids)


def uniform(stream: Stream, low: float, high: float, out: NDArray[Any]) -> None:
    """`low + (high - low) u`."""
    lacuna._invoke("random_uniform", stream, low, high, out)


def uniform_pattern(stream: Stream, columns: int, density: float, indptr: NDArray[Any], indices: NDArray[Any]) -> int:
    """Writes the pattern of a csr of which each element is stored with the probability `density`, a `double`: `indptr` has one element more than there are rows. `nnz` gets the number of entries.  If `indices` is too short, not all pointers are written, and the error reports one entry more than there is room for. For `n` elements, `n d + 6 sqrt(n d) + 9` entries are enough."""
    return lacuna._invoke("random_uniform_pattern", stream, columns, density, indptr, indices)


def argmax_rows(a: NDArray[Any], out: NDArray[Any]) -> None:
    """column of the largest value of each row."""
    lacuna._invoke("reduce_argmax_rows", a, out)


def extreme_columns_backward(gradient: NDArray[Any], a: NDArray[Any], result: NDArray[Any], out: NDArray[Any]) -> None:
    """`g` where `x` is the extreme of its column, else 0."""
    lacuna._invoke("reduce_extreme_columns_backward", gradient, a, result, out)


def extreme_rows_backward(gradient: NDArray[Any], a: NDArray[Any], result: NDArray[Any], out: NDArray[Any]) -> None:
    """`g` where `x` is the extreme of its row, else 0."""
    lacuna._invoke("reduce_extreme_rows_backward", gradient, a, result, out)


def max(values: NDArray[Any], count: int, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`largest x`."""
    return lacuna._into("reduce_max", values, count, out, like="one")


def max_columns(a: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`largest x` of each column."""
    return lacuna._into("reduce_max_columns", a, out, like="columns")


def max_csr_columns(a: CsrLike[Any, Any], scratch: NDArray[Any], out: NDArray[Any]) -> None:
    """`largest x` of each column."""
    lacuna._invoke("reduce_max_csr_columns", a, scratch, out)


def max_csr_rows(a: CsrLike[Any, Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`largest x` of each row."""
    return lacuna._into("reduce_max_csr_rows", a, out, like="rows")


def max_rows(a: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`largest x` of each row."""
    return lacuna._into("reduce_max_rows", a, out, like="rows")


def mean(values: NDArray[Any], count: int, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`(sum of x) / count`."""
    return lacuna._into("reduce_mean", values, count, out, like="one")


def mean_columns(a: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`(sum of x) / count` of each column."""
    return lacuna._into("reduce_mean_columns", a, out, like="columns")


def mean_csr_columns(a: CsrLike[Any, Any], scratch: NDArray[Any], out: NDArray[Any]) -> None:
    """`(sum of x) / count` of each column."""
    lacuna._invoke("reduce_mean_csr_columns", a, scratch, out)


def mean_csr_rows(a: CsrLike[Any, Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`(sum of x) / count` of each row."""
    return lacuna._into("reduce_mean_csr_rows", a, out, like="rows")


def mean_rows(a: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`(sum of x) / count` of each row."""
    return lacuna._into("reduce_mean_rows", a, out, like="rows")


def min(values: NDArray[Any], count: int, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`smallest x`."""
    return lacuna._into("reduce_min", values, count, out, like="one")


def min_columns(a: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`smallest x` of each column."""
    return lacuna._into("reduce_min_columns", a, out, like="columns")


def min_csr_columns(a: CsrLike[Any, Any], scratch: NDArray[Any], out: NDArray[Any]) -> None:
    """`smallest x` of each column."""
    lacuna._invoke("reduce_min_csr_columns", a, scratch, out)


def min_csr_rows(a: CsrLike[Any, Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`smallest x` of each row."""
    return lacuna._into("reduce_min_csr_rows", a, out, like="rows")


def min_rows(a: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`smallest x` of each row."""
    return lacuna._into("reduce_min_rows", a, out, like="rows")


def nnz_columns(a: CsrLike[Any, Any], out: NDArray[Any]) -> None:
    """stored entries of each column."""
    lacuna._invoke("reduce_nnz_columns", a, out)


def nnz_rows(a: CsrLike[Any, Any], out: NDArray[Any]) -> None:
    """stored entries of each row."""
    lacuna._invoke("reduce_nnz_rows", a, out)


def norm1(values: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`sum of |x|`."""
    return lacuna._into("reduce_norm1", values, out, like="one")


def norm1_columns(a: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`sum of |x|` of each column."""
    return lacuna._into("reduce_norm1_columns", a, out, like="columns")


def norm1_csr_columns(a: CsrLike[Any, Any], scratch: NDArray[Any], out: NDArray[Any]) -> None:
    """`sum of |x|` of each column."""
    lacuna._invoke("reduce_norm1_csr_columns", a, scratch, out)


def norm1_csr_rows(a: CsrLike[Any, Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`sum of |x|` of each row."""
    return lacuna._into("reduce_norm1_csr_rows", a, out, like="rows")


def norm1_rows(a: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`sum of |x|` of each row."""
    return lacuna._into("reduce_norm1_rows", a, out, like="rows")


def norm2(values: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`sqrt(sum of x^2)`."""
    return lacuna._into("reduce_norm2", values, out, like="one")


def norm2_columns(a: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`sqrt(sum of x^2)` of each column."""
    return lacuna._into("reduce_norm2_columns", a, out, like="columns")


def norm2_csr_columns(a: CsrLike[Any, Any], scratch: NDArray[Any], out: NDArray[Any]) -> None:
    """`sqrt(sum of x^2)` of each column."""
    lacuna._invoke("reduce_norm2_csr_columns", a, scratch, out)


def norm2_csr_rows(a: CsrLike[Any, Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`sqrt(sum of x^2)` of each row."""
    return lacuna._into("reduce_norm2_csr_rows", a, out, like="rows")


def norm2_rows(a: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`sqrt(sum of x^2)` of each row."""
    return lacuna._into("reduce_norm2_rows", a, out, like="rows")


def repeat_columns(values: NDArray[Any], out: NDArray[Any]) -> None:
    """a value for each column."""
    lacuna._invoke("reduce_repeat_columns", values, out)


def repeat_rows(values: NDArray[Any], out: NDArray[Any]) -> None:
    """a value for each row."""
    lacuna._invoke("reduce_repeat_rows", values, out)


def square_sum(values: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`sum of x^2`."""
    return lacuna._into("reduce_square_sum", values, out, like="one")


def square_sum_columns(a: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`sum of x^2` of each column."""
    return lacuna._into("reduce_square_sum_columns", a, out, like="columns")


def square_sum_csr_columns(a: CsrLike[Any, Any], scratch: NDArray[Any], out: NDArray[Any]) -> None:
    """`sum of x^2` of each column."""
    lacuna._invoke("reduce_square_sum_csr_columns", a, scratch, out)


def square_sum_csr_rows(a: CsrLike[Any, Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`sum of x^2` of each row."""
    return lacuna._into("reduce_square_sum_csr_rows", a, out, like="rows")


def square_sum_rows(a: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`sum of x^2` of each row."""
    return lacuna._into("reduce_square_sum_rows", a, out, like="rows")


def sum(values: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`sum of x`."""
    return lacuna._into("reduce_sum", values, out, like="one")


def sum_columns(a: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`sum of x` of each column."""
    return lacuna._into("reduce_sum_columns", a, out, like="columns")


def sum_csr_columns(a: CsrLike[Any, Any], scratch: NDArray[Any], out: NDArray[Any]) -> None:
    """`sum of x` of each column."""
    lacuna._invoke("reduce_sum_csr_columns", a, scratch, out)


def sum_csr_rows(a: CsrLike[Any, Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`sum of x` of each row."""
    return lacuna._into("reduce_sum_csr_rows", a, out, like="rows")


def sum_rows(a: NDArray[Any], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`sum of x` of each row."""
    return lacuna._into("reduce_sum_rows", a, out, like="rows")


def add_row_nnz(csr: CsrLike[Any, Any], counts: NDArray[Any]) -> None:
    """Adds the number of entries of each row of `csr` to `counts`. From zeros on, with each array that lies beside the others, they are first the `starts` of `lacuna_slice_concat`, and written to `indptr + 1` with `indptr[0] = 0` they become pointers in the end, by `lacuna_cast_accumulate_indptr`."""
    lacuna._invoke("slice_add_row_nnz", csr, counts)


def columns(csr: CsrLike[Any, Any], first_column: int, out: CsrLike[Any, Any]) -> None:
    """a range of columns."""
    lacuna._invoke("slice_columns", csr, first_column, out)


def columns_indptr(csr: CsrLike[Any, Any], first_column: int, end_column: int, indptr: NDArray[Any]) -> int:
    """Writes the pointers of the columns of `csr` from `first_column` to before `end_column` to `indptr`, which has `csr->rows + 1` elements. `nnz` gets the number of entries."""
    return lacuna._invoke("slice_columns_indptr", csr, first_column, end_column, indptr)


def concat(csr: CsrLike[Any, Any], first_column: int, starts: NDArray[Any], out: CsrLike[Any, Any]) -> None:
    """copies one array to its place in a concatenation."""
    lacuna._invoke("slice_concat", csr, first_column, starts, out)


def diagonal(csr: CsrLike[Any, Any], first_column: int, out: NDArray[Any]) -> None:
    """a diagonal."""
    lacuna._invoke("slice_diagonal", csr, first_column, out)


def prune(csr: CsrLike[Any, Any], out: CsrLike[Any, Any]) -> None:
    """entries `!= 0`."""
    lacuna._invoke("slice_prune", csr, out)


def prune_ids(array: RowSparse[Any, Any], ids: NDArray[Any]) -> int:
    """Writes the ids of the stored rows of `array` with an element that is not 0, counted from its first row. `stored_rows` gets their number. `lacuna_rows_retain` copies these rows.  If `ids` is too short, the error says how many elements are needed, and it holds the first ones."""
    return lacuna._invoke("slice_prune_ids", array, ids)


def prune_indptr(csr: CsrLike[Any, Any], indptr: NDArray[Any]) -> int:
    """Writes the pointers of the entries of `csr` that are not 0 to `indptr`, which has `csr->rows + 1` elements. `nnz` gets their number."""
    return lacuna._invoke("slice_prune_indptr", csr, indptr)


def select(condition: CsrLike[Any, Any], x: NDArray[Any], y: NDArray[Any], out: NDArray[Any]) -> None:
    """`x` where the condition is not 0, else `y`."""
    lacuna._invoke("slice_select", condition, x, y, out)


def select_x_gradient(condition: CsrLike[Any, Any], gradient: NDArray[Any], out: NDArray[Any]) -> None:
    """the gradient where the condition is not 0, else 0."""
    lacuna._invoke("slice_select_x_gradient", condition, gradient, out)


def select_y_gradient(condition: CsrLike[Any, Any], gradient: NDArray[Any], out: NDArray[Any]) -> None:
    """0 where the condition is not 0, else the gradient."""
    lacuna._invoke("slice_select_y_gradient", condition, gradient, out)


def take(csr: CsrLike[Any, Any], ids: NDArray[Any], out: CsrLike[Any, Any]) -> None:
    """rows by ids."""
    lacuna._invoke("slice_take", csr, ids, out)


def take_indptr(csr: CsrLike[Any, Any], ids: NDArray[Any], indptr: NDArray[Any]) -> int:
    """Writes the pointers of the rows `ids` of `csr` to `indptr`, which has one element more than `ids`. `nnz` gets the number of entries."""
    return lacuna._invoke("slice_take_indptr", csr, ids, indptr)
