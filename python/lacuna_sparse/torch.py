"""PyTorch: sparse products and embeddings with gradients, and optimizers that touch only the rows of a sparse gradient.

| here | what |
|---|---|
| `CsrMatrix` | a csr for `a @ b` and `a.T @ b`, with the gradients of `b` and of its values |
| `Embedding`, `EmbeddingBag` | as in `torch.nn`, with a sparse gradient of distinct, ascending rows |
| `SlotEmbedding`, `SlotEmbeddingBag` | the same of any ids of 64 bits, which get rows when they occur, and give them back |
| `QuantizedEmbedding`, `QuantizedEmbeddingBag` | a trained table in 8 bits a number, to serve |
| `SGD`, `AdaGrad`, `Adam`, `AdamW`, `Ftrl` | optimizers for sparse and dense gradients, lazy or with `exact=True` |

    from lacuna_sparse.torch import Adam, EmbeddingBag
    table = EmbeddingBag(1_000_000, 64)
    optimizer = Adam(table.parameters(), lr=0.001, weight_decay=1e-4)
    table(ids, offsets).sum().backward()
    optimizer.step()                        # reads and writes the rows of `ids` alone

By default, updates of sparse gradients are lazy: a row without a gradient does not decay, and its moments wait. With `exact=True` a
row makes up for the steps that it has missed when it is next read by `embedding` or `embedding_bag`, or has a gradient: the model is
that of dense gradients. A step touches no other rows, except that every 1,024th brings all of them up to date. Before anything else
reads the table, `optimizer.flush()` does that; `optimizer.state_dict()` and the `state_dict()` of the modules here do so by themselves.

Tables and parameters may be bfloat16 or float16: computed with in float32, and rounded once, with states of float32. The optimizers
round weights stochastically, by random numbers of `seed`, parameter, step, row and column: small steps count on the average, and the
bits depend on nothing else. `rounding="nearest"` loses them. There is no `exact` then.

Other tensors are float32 or float64. They are used where they are, without copies. The bits of results and gradients depend on the
operands alone: not on the number of threads (`torch.get_num_threads()` of them share large operations), and not on
`torch.use_deterministic_algorithms`. Gradients of gradients are not there. Ids are int32 or int64.

Tensors may lie on NVIDIA GPUs, with the same bits: csr products, `Embedding`, `EmbeddingBag`, and the optimizers but for `exact`.
All is done in the order of the current stream. An id that is no row is found there: `backward` raises `LacunaError` for it, or
`synchronize()`; what was looked up is zeros.
"""

# PyTorch need not be there when types are checked.
# mypy: disable-error-code="import-not-found", allow-subclassing-any, allow-untyped-decorators, no-warn-unused-ignores
# mypy: no-warn-return-any
from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, wraps
from typing import Any, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch.autograd.function import once_differentiable
from torch.utils.weak import WeakIdKeyDictionary

from lacuna_sparse import _runtime, kernels
from lacuna_sparse import _torch_gpu as _gpu
from lacuna_sparse._torch_gpu import synchronize
from lacuna_sparse.kernels import _kernels

__all__ = [
    "AdaGrad", "Adam", "AdamW", "CsrMatrix", "Embedding", "EmbeddingBag", "Ftrl", "QuantizedEmbedding", "QuantizedEmbeddingBag", "SGD",
    "SlotEmbedding", "SlotEmbeddingBag", "embedding", "embedding_bag", "synchronize",
]  # fmt: skip

_FLOATS = (torch.float32, torch.float64)
#: What tables and parameters may be of besides: computed with in float32, and rounded once.
_HALVES = (torch.bfloat16, torch.float16)
_TABLES = (*_FLOATS, *_HALVES)
_INDICES = (torch.int32, torch.int64)

_Function = TypeVar("_Function", bound=Callable[..., Any])


# --------------------------------------------------------------------------------------------------------------- tensors


_CPU = torch.device("cpu")


def _checked(tensor: Any, name: str, dtypes: tuple[Any, ...]) -> NDArray[Any]:
    """The memory of a tensor of the CPU."""
    tensor = _gpu.numbers(tensor, name, dtypes, _CPU)
    # NumPy has no such numbers.
    return tensor.view(torch.int16).numpy().view(kernels.BFLOAT16) if tensor.dtype == torch.bfloat16 else tensor.numpy()


def _tensor(array: NDArray[Any]) -> Any:
    """The tensor of memory that `_checked` would give."""
    return torch.from_numpy(array.view(np.int16)).view(torch.bfloat16) if array.dtype == kernels.BFLOAT16 else torch.from_numpy(array)


def _rows(array: NDArray[Any], shape: Sequence[int]) -> NDArray[Any]:
    """The numbers of an array of this shape, as many rows as its first dimension has; there may be none."""
    return array.reshape(shape[0], math.prod(shape[1:]))


def _widened(tensor: Any, name: str) -> NDArray[Any]:
    """The numbers of a table, or of a gradient, as they are computed with."""
    if isinstance(tensor, torch.Tensor) and tensor.dtype in _HALVES:
        tensor = tensor.detach().float()
    return _checked(tensor, name, _FLOATS)


def _on_threads(function: _Function) -> _Function:
    """The function with as many threads as PyTorch has, for its large calls."""

    @wraps(function)
    def with_threads(*arguments: Any) -> Any:
        with kernels.threads(min(torch.get_num_threads(), 1024)):
            return function(*arguments)

    return with_threads  # type: ignore[return-value]


def _rows_of(gradient: kernels.RowSparse[Any, Any], size: Sequence[int], dtype: Any) -> Any:
    """A gradient as PyTorch has it: the rows are distinct and ascend."""
    ids = torch.from_numpy(gradient.indices.astype(np.int64, copy=not gradient.indices.flags.writeable))
    rows = torch.from_numpy(gradient.data).to(dtype).reshape(len(ids), *size[1:])
    return torch.sparse_coo_tensor(ids.unsqueeze(0), rows, tuple(size), is_coalesced=True, check_invariants=False)


def _transposed_rows(plan: kernels.TransposePlan[Any], values: NDArray[Any], b: NDArray[Any]) -> kernels.RowSparse[Any, Any]:
    """The rows that the plan has of a transposed product."""
    out = kernels.RowSparse((plan.output_rows, b.shape[1]), plan.ids, np.empty((plan.stored_rows, b.shape[1]), b.dtype), trusted=True)
    kernels.csr_t_dense(plan, values, b, out)
    return out


# -------------------------------------------------------------------------------------------------------------- products


class _Pattern:
    """Places of a csr that were checked once, and what its products need of them."""

    def __init__(self, shape: tuple[int, int], indptr: NDArray[Any], indices: NDArray[Any]) -> None:
        self.shape, self.indptr, self.indices = shape, indptr, indices
        self._ends: dict[Any, kernels.BlockEnds[Any]] = {}
        # The values do not matter, and need not be there twice.
        kernels.check_csr(self.csr(np.zeros(len(indices), np.float32), trusted=False))

    @staticmethod
    def take(tensor: Any, name: str) -> NDArray[Any]:
        """The memory of a tensor of numbers."""
        return _checked(tensor, name, _FLOATS)

    @staticmethod
    def give(array: NDArray[Any]) -> Any:
        """The tensor of a result."""
        return torch.from_numpy(array)

    def csr(self, values: NDArray[Any], trusted: bool = True) -> kernels.Csr[Any, Any]:
        return kernels.Csr(self.shape, self.indptr, self.indices, values, trusted)

    def multiply(self, values: NDArray[Any], b: NDArray[Any]) -> NDArray[Any]:
        return kernels.csr_dense(self.csr(values), b)

    def multiply_transposed(self, values: NDArray[Any], b: NDArray[Any]) -> NDArray[Any]:
        a = self.csr(values)
        if values.dtype not in self._ends:
            self._ends[values.dtype] = kernels.block_ends(a)
        return kernels.csr_t_dense_scatter(a, b, ends=self._ends[values.dtype])

    def multiply_at_places(self, left: NDArray[Any], right: NDArray[Any]) -> NDArray[Any]:
        """`left right^T` at the stored places."""
        out = self.csr(np.empty(len(self.indices), left.dtype))
        _kernels.sddmm(_rows(left, left.shape), _rows(right, right.shape), out)
        return out.data


class _Product(torch.autograd.Function):
    """`a b`, or `a^T b`, of the pattern and the values of `a`."""

    @staticmethod
    @_on_threads
    def forward(ctx: Any, pattern: _Pattern | _gpu.Pattern, transposed: bool, values: Any, b: Any) -> Any:
        ctx.pattern, ctx.transposed = pattern, transposed
        ctx.save_for_backward(values, b)
        multiply = pattern.multiply_transposed if transposed else pattern.multiply
        return pattern.give(multiply(pattern.take(values, "values"), pattern.take(b, "b")))

    @staticmethod
    @once_differentiable
    @_on_threads
    def backward(ctx: Any, gradient: Any) -> tuple[Any, ...]:
        values, b = ctx.saved_tensors
        take, give = ctx.pattern.take, ctx.pattern.give
        above, right = take(gradient, "gradient"), take(b, "b")
        of_values = of_b = None
        if ctx.needs_input_grad[2]:
            # The gradient of a value is a product of a row of the incoming gradient and a row of `b`.
            sides = (right, above) if ctx.transposed else (above, right)
            of_values = give(ctx.pattern.multiply_at_places(*sides))
        if ctx.needs_input_grad[3]:
            multiply = ctx.pattern.multiply if ctx.transposed else ctx.pattern.multiply_transposed
            of_b = give(multiply(take(values, "values"), above))
        return None, None, of_values, of_b


class CsrMatrix:
    """A csr of shape (R, K) whose pattern is checked here, and in no product.

    `a @ b` is (R, n) for `b` of (K, n), and (R,) for one of (K,); `a.T @ b` the transposed product. Gradients are those of `b` and,
    if they require one, of the values: at the stored places alone. `values` are used where they are, so that an optimizer that
    changes them changes the matrix. `a.with_values(...)` has the pattern of `a`, without another check.

        a = CsrMatrix(crow_indices, col_indices, values, (rows, columns))
        a = CsrMatrix.of(tensor)        # a `torch.sparse_csr` tensor, or a csr of SciPy

    `lacuna_sparse.LacunaError` if the columns of a row do not ascend strictly, or are out of range.
    """

    def __init__(self, crow_indices: Any, col_indices: Any, values: Any, size: Sequence[int]) -> None:
        rows, columns = size
        arrays = (crow_indices, "crow_indices"), (col_indices, "col_indices")
        pattern: _Pattern | _gpu.Pattern
        if _gpu.is_on_gpu(values):
            pattern = _gpu.Pattern((rows, columns), *(_gpu.plain(array, name, _INDICES, values.device) for array, name in arrays))
        else:
            pattern = _Pattern((rows, columns), *(_checked(array, name, _INDICES) for array, name in arrays))
        pattern.take(values, "values")
        self._set(pattern, values, False)

    def _set(self, pattern: _Pattern | _gpu.Pattern, values: Any, transposed: bool) -> None:
        if values.shape != (len(pattern.indices),):
            raise ValueError(f"values have shape {tuple(values.shape)}, not ({len(pattern.indices)},)")
        self._pattern, self.values, self._transposed = pattern, values, transposed

    @classmethod
    def of(cls, matrix: Any) -> CsrMatrix:
        """The csr of a `torch.sparse_csr` tensor, or of a csr of SciPy, which shares its memory."""
        if isinstance(matrix, torch.Tensor):
            if matrix.layout != torch.sparse_csr:
                raise TypeError(f"matrix is a {matrix.layout} tensor: to_sparse_csr() makes a csr")
            matrix = matrix.detach()
            return cls(matrix.crow_indices(), matrix.col_indices(), matrix.values(), matrix.shape)
        indptr, indices, values = (torch.from_numpy(getattr(matrix, name)) for name in ("indptr", "indices", "data"))
        return cls(indptr, indices, values, matrix.shape)

    def with_values(self, values: Any) -> CsrMatrix:
        """The same pattern with other values."""
        self._pattern.take(values, "values")
        other = CsrMatrix.__new__(CsrMatrix)
        other._set(self._pattern, values, self._transposed)
        return other

    @property
    def T(self) -> CsrMatrix:
        """The transpose, for products."""
        other = CsrMatrix.__new__(CsrMatrix)
        other._set(self._pattern, self.values, not self._transposed)
        return other

    @property
    def shape(self) -> tuple[int, int]:
        rows, columns = self._pattern.shape
        return (columns, rows) if self._transposed else (rows, columns)

    def __matmul__(self, b: Any) -> Any:
        if isinstance(b, torch.Tensor) and b.dtype != self.values.dtype:
            raise TypeError(f"b has dtype {b.dtype}, the values {self.values.dtype}")
        return _Product.apply(self._pattern, self._transposed, self.values, b)


# ------------------------------------------------------------------------------------------------------------ embeddings


class _Lookup(torch.autograd.Function):
    @staticmethod
    @_on_threads
    def forward(ctx: Any, ids: Any, weight: Any, padding_idx: int | None) -> Any:
        places, table = _checked(ids, "ids", _INDICES).reshape(-1), _checked(weight, "weight", _TABLES)
        ctx.places, ctx.size, ctx.padding, ctx.dtype = places, weight.shape, padding_idx, weight.dtype
        out = np.empty((len(places), *table.shape[1:]), table.dtype)
        _kernels.lookup(places, table, out)
        return _tensor(out).reshape(*ids.shape, *weight.shape[1:])

    @staticmethod
    @once_differentiable
    @_on_threads
    def backward(ctx: Any, gradient: Any) -> tuple[Any, ...]:
        rows = _rows(_widened(gradient, "gradient"), (len(ctx.places), *ctx.size[1:]))
        # Bags of one id each.
        pointers = np.arange(len(ctx.places) + 1, dtype=ctx.places.dtype)
        ones = np.ones(len(ctx.places), rows.dtype)
        bags = kernels.Csr((len(ctx.places), ctx.size[0]), pointers, ctx.places, ones, trusted=True)
        plan = kernels.bag_plan(bags, ctx.padding)
        return None, _rows_of(_transposed_rows(plan, ones, rows), ctx.size, ctx.dtype), None


@dataclass(frozen=True)
class _Missed:
    """The steps that rows of a table may have missed, of a rule with these states."""

    rule: str
    states: tuple[Any, ...]
    updates: _runtime.ExactUpdates

    def arrays(self, weight: Any) -> list[NDArray[Any]]:
        return [tensor.detach().numpy() for tensor in (weight, *self.states)]


#: What rows of tables have missed, as long as these live: also where their optimizer does not any more.
_MISSED: Any = WeakIdKeyDictionary()


def _missed_of(weight: Any) -> _Missed | None:
    found: _Missed | None = _MISSED.get(weight) if _MISSED and isinstance(weight, torch.Tensor) else None
    return found


def _bring_up_to_date(weight: Any, ids: Any) -> None:
    missed = _missed_of(weight)
    if missed is not None:
        missed.updates.catch_up(_checked(ids, "ids", _INDICES).reshape(-1), missed.arrays(weight))


def _flush(weight: Any) -> None:
    missed = _missed_of(weight)
    if missed is not None:
        missed.updates.flush(missed.arrays(weight))


class _GpuLookup(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, ids: Any, weight: Any, padding_idx: int | None) -> Any:
        places = _gpu.plain(ids, "ids", _INDICES, weight.device).reshape(-1)
        # The table itself, by which its optimizer knows the gradient.
        ctx.places, ctx.table, ctx.padding = places, weight, padding_idx
        rows = _gpu.lookup(places, _gpu.plain(weight, "weight", _TABLES, weight.device))
        return rows.reshape(*ids.shape, *weight.shape[1:])

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, gradient: Any) -> tuple[Any, ...]:
        above = _gpu.widened(gradient).reshape(len(ctx.places), *ctx.table.shape[1:])
        # Bags of one id each.
        pointers = torch.arange(len(ctx.places) + 1, dtype=ctx.places.dtype, device=above.device)
        bags = _gpu.Bags(pointers, ctx.places, len(ctx.table), ctx.padding)
        ids, rows = bags.rows_of_gradient(above.new_ones(len(ctx.places)), None, above)
        return None, _gpu.sparse(ids, rows, ctx.table), None


def embedding(ids: Any, weight: Any, padding_idx: int | None = None) -> Any:
    """The rows `weight[ids]`: ids of any shape, weight (N, ...), result (shape of ids, ...).

    The gradient of `weight` is sparse, with a row for each distinct id, ascending; `padding_idx` has none. `LacunaError` for an id
    that is out of range.
    """
    if _gpu.is_on_gpu(weight):
        return _GpuLookup.apply(ids, weight, padding_idx)
    _bring_up_to_date(weight, ids)
    return _Lookup.apply(ids, weight, padding_idx)


class _Bag(torch.autograd.Function):
    @staticmethod
    @_on_threads
    def forward(ctx: Any, weight: Any, ids: Any, pointers: Any, mode: str, shares: Any, padding_idx: int | None) -> Any:
        table, places = _checked(weight, "weight", _TABLES), _checked(ids, "ids", _INDICES)
        table = _rows(table, table.shape)
        if shares is None:
            shares = torch.ones(len(places), dtype=weight.dtype)
        values = _checked(shares, "per_sample_weights", (weight.dtype,))
        bags = kernels.Csr((len(pointers) - 1, len(table)), pointers, places, values, trusted=True)
        ctx.bags, ctx.mode, ctx.size, ctx.padding = replace(bags, data=_widened(shares, "")), mode, weight.shape, padding_idx
        ctx.save_for_backward(weight)
        out = np.empty((len(pointers) - 1, table.shape[1]), table.dtype)
        # Where each maximum was found.
        ctx.entries = np.empty(out.shape, places.dtype) if mode == "max" else None

        if mode == "max":
            _kernels.bag_max(bags, padding_idx, table, ctx.entries, out)
        elif mode == "mean":
            _kernels.bag_mean(bags, padding_idx, table, out)
        else:
            _kernels.bag_sum(bags, padding_idx, table, out)
        return _tensor(out).reshape(len(out), *weight.shape[1:])

    @staticmethod
    @once_differentiable
    @_on_threads
    def backward(ctx: Any, gradient: Any) -> tuple[Any, ...]:
        (weight,), bags = ctx.saved_tensors, ctx.bags
        above = _rows(_widened(gradient, "gradient"), gradient.shape)
        of_weight = of_shares = None
        if ctx.needs_input_grad[0]:
            plan = kernels.bag_plan(bags, ctx.padding)
            if ctx.mode == "max":
                rows: kernels.RowSparse[Any, Any] = kernels.RowSparse(
                    (bags.shape[1], above.shape[1]), plan.ids, np.empty((plan.stored_rows, above.shape[1]), above.dtype), trusted=True
                )
                _kernels.bag_max_gradient(plan, ctx.entries, above, rows)
            else:
                values = bags.data
                if ctx.mode == "mean":
                    values = np.empty_like(values)
                    _kernels.bag_shares(bags, ctx.padding, values)
                rows = _transposed_rows(plan, values, above)
            of_weight = _rows_of(rows, ctx.size, weight.dtype)
        if ctx.needs_input_grad[4]:
            out, table = replace(bags, data=np.empty_like(bags.data)), weight.detach()
            if table.dtype in _HALVES:
                # Only the rows that occur are widened.
                rows_in_use, places = np.unique(bags.indices, return_inverse=True)
                table = table[torch.from_numpy(rows_in_use)]
                out = replace(out, shape=(bags.shape[0], len(rows_in_use)), indices=places.astype(bags.indices.dtype))
            _kernels.sddmm(above, _rows(_widened(table, "weight"), table.shape), out)
            if ctx.padding is not None:
                out.data[bags.indices == ctx.padding] = 0
            of_shares = torch.from_numpy(out.data).to(weight.dtype)
        return of_weight, None, None, None, of_shares, None


class _GpuBag(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, weight: Any, ids: Any, pointers: Any, mode: str, shares: Any, padding_idx: int | None) -> Any:
        table = _gpu.plain(weight, "weight", _TABLES, weight.device)
        if shares is None:
            shares = weight.new_ones(len(ids))
        shares = _gpu.plain(shares, "per_sample_weights", (weight.dtype,), weight.device)
        places = _gpu.plain(ids, "ids", _INDICES, weight.device)
        ctx.bags, ctx.mode, ctx.table = _gpu.Bags(pointers, places, len(table), padding_idx), mode, weight
        out, ctx.entries = ctx.bags.reduce(mode, shares, table)
        ctx.save_for_backward(weight, shares)
        return out

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, gradient: Any) -> tuple[Any, ...]:
        (weight, shares), above = ctx.saved_tensors, _gpu.widened(gradient)
        of_weight = of_shares = None
        if ctx.needs_input_grad[0]:
            values = _gpu.widened(shares)
            if ctx.mode == "mean":
                values = ctx.bags.shares_of_means(values)
            ids, rows = ctx.bags.rows_of_gradient(values, ctx.entries, above)
            of_weight = _gpu.sparse(ids, rows, ctx.table)
        if ctx.needs_input_grad[4]:
            of_shares = ctx.bags.shares_gradient(_gpu.widened(weight), above).to(weight.dtype)
        return of_weight, None, None, None, of_shares, None


def embedding_bag(
    ids: Any,
    weight: Any,
    offsets: Any = None,
    mode: str = "mean",
    per_sample_weights: Any = None,
    include_last_offset: bool = False,
    padding_idx: int | None = None,
) -> Any:
    """Sums, means or maxima of the rows of bags of ids, as `torch.nn.functional.embedding_bag` has them.

    `ids` of shape (B, L) are B bags; those of shape (n,) are cut by `offsets`, where each bag begins. `per_sample_weights`, for "sum"
    alone, have the shape of the ids. Entries of `padding_idx` do not count. The gradient of `weight` is sparse.
    """
    if mode not in ("sum", "mean", "max"):
        raise ValueError(f"mode is {mode!r}: sum, mean and max are there")
    shares = _shares(ids, mode, per_sample_weights)
    if _gpu.is_on_gpu(weight):
        pointers = _gpu_bag_pointers(ids, offsets, include_last_offset, weight.device)
        return _GpuBag.apply(weight, ids.reshape(-1), pointers, mode, shares, padding_idx)
    pointers = _bag_pointers(ids, offsets, include_last_offset)
    _bring_up_to_date(weight, ids)
    return _Bag.apply(weight, ids.reshape(-1), pointers, mode, shares, padding_idx)


def _shares(ids: Any, mode: str, per_sample_weights: Any) -> Any:
    """The weights of the entries of bags, if there are some."""
    if per_sample_weights is None:
        return None
    if mode != "sum":
        raise ValueError(f"per_sample_weights are for mode sum, not {mode}")
    if per_sample_weights.shape != ids.shape:
        raise ValueError(f"per_sample_weights have shape {tuple(per_sample_weights.shape)}, ids {tuple(ids.shape)}")
    return per_sample_weights.reshape(-1)


def _gpu_bag_pointers(ids: Any, offsets: Any, include_last_offset: bool, device: Any) -> Any:
    """The same on a GPU, where offsets are not looked at: what they make of bags stays inside the ids."""
    kind = _gpu.plain(ids, "ids", _INDICES, device).dtype
    if ids.dim() == 2 and offsets is None:
        return torch.arange(ids.shape[0] + 1, dtype=kind, device=device) * ids.shape[1]
    if ids.dim() != 1 or offsets is None:
        raise ValueError(f"ids have {ids.dim()} dimensions{'' if offsets is None else ', and offsets'}: 2, or 1 with offsets, are needed")
    starts = _gpu.plain(offsets, "offsets", _INDICES, device).reshape(-1).to(kind)
    if include_last_offset and len(starts) == 0:
        raise ValueError("offsets are empty, and so without the last one")
    # Without a copy from the host, which would wait.
    return starts if include_last_offset else torch.nn.functional.pad(starts, (0, 1), value=len(ids))


def _bag_pointers(ids: Any, offsets: Any, include_last_offset: bool) -> NDArray[Any]:
    """Where each bag begins, and where the last one ends."""
    kind = _checked(ids, "ids", _INDICES).dtype
    if ids.dim() == 2:
        if offsets is not None:
            raise ValueError("ids of two dimensions are bags: offsets are for those of one")
        pointers = (np.arange(ids.shape[0] + 1) * ids.shape[1]).astype(kind)
    elif ids.dim() == 1 and offsets is not None:
        starts = _checked(offsets, "offsets", _INDICES).reshape(-1)
        pointers = starts.astype(kind) if include_last_offset else np.append(starts, len(ids)).astype(kind)
        if len(pointers) == 0 or pointers[0] != 0 or pointers[-1] != len(ids) or (np.diff(pointers) < 0).any():
            raise ValueError(f"offsets do not ascend from 0 to the {len(ids)} ids")
    else:
        raise ValueError(f"ids have {ids.dim()} dimensions: 2, or 1 with offsets, are needed")
    return pointers


class Embedding(torch.nn.Module):
    """A table of `num_embeddings` rows, looked up by `embedding`: `torch.nn.Embedding` with `sparse=True`."""

    def __init__(self, num_embeddings: int, embedding_dim: int, padding_idx: int | None = None, *, dtype: Any = torch.float32) -> None:
        super().__init__()
        if padding_idx is not None and not 0 <= padding_idx < num_embeddings:
            raise ValueError(f"padding_idx is {padding_idx}: rows are 0 to {num_embeddings - 1}")
        self.padding_idx = padding_idx
        self.weight = torch.nn.Parameter(torch.empty(num_embeddings, embedding_dim, dtype=dtype))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draws every row from the standard normal distribution; that of `padding_idx` is zero."""
        torch.nn.init.normal_(self.weight)
        if self.padding_idx is not None:
            with torch.no_grad():
                self.weight[self.padding_idx].fill_(0)

    def extra_repr(self) -> str:
        padding = "" if self.padding_idx is None else f", padding_idx={self.padding_idx}"
        return f"{self.weight.shape[0]}, {self.weight.shape[1]}{padding}"

    def _apply(self, *arguments: Any, **named: Any) -> Any:
        # Where the table goes, or what it becomes, steps that rows have missed are not made up for.
        _flush(self.weight)
        _MISSED.pop(self.weight, None)
        return super()._apply(*arguments, **named)  # type: ignore[no-untyped-call]

    def _save_to_state_dict(self, *arguments: Any) -> None:
        _flush(self.weight)
        super()._save_to_state_dict(*arguments)

    def forward(self, ids: Any) -> Any:
        return embedding(ids, self.weight, self.padding_idx)


class EmbeddingBag(Embedding):
    """A table of rows, of which bags are summed by `embedding_bag`: `torch.nn.EmbeddingBag` with `sparse=True`."""

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        mode: str = "mean",
        *,
        include_last_offset: bool = False,
        padding_idx: int | None = None,
        dtype: Any = torch.float32,
    ) -> None:
        super().__init__(num_embeddings, embedding_dim, padding_idx, dtype=dtype)
        if mode not in ("sum", "mean", "max"):
            raise ValueError(f"mode is {mode!r}: sum, mean and max are there")
        self.mode, self.include_last_offset = mode, include_last_offset

    def extra_repr(self) -> str:
        return f"{super().extra_repr()}, mode={self.mode!r}"

    def forward(self, ids: Any, offsets: Any = None, per_sample_weights: Any = None) -> Any:
        return embedding_bag(ids, self.weight, offsets, self.mode, per_sample_weights, self.include_last_offset, self.padding_idx)


# ------------------------------------------------------------------------------------------------------------- quantized


class QuantizedEmbedding(torch.nn.Module):
    """An embedding to serve, of 8 bits a number and two floats a row: a quarter of the memory of float32. It has no gradient.

    `codes` (uint8) and `scales` (float32) are buffers: see `lacuna_sparse.QuantizedTable`. Ids are int32 or int64, results float32, with
    the bits of an embedding of the decoded numbers. `ValueError` for an id that is no row.

        served = QuantizedEmbedding.of(trained)         # of an Embedding, torch.nn's or that of this module
    """

    codes: Any
    scales: Any

    def __init__(self, num_embeddings: int, embedding_dim: int) -> None:
        super().__init__()
        self.register_buffer("codes", torch.zeros(num_embeddings, embedding_dim, dtype=torch.uint8))
        self.register_buffer("scales", torch.zeros(num_embeddings, 2))

    def extra_repr(self) -> str:
        return f"{self.codes.shape[0]}, {self.codes.shape[1]}"

    @classmethod
    def of(cls, trained: Any) -> Any:
        """The nearest codes of the rows of an embedding."""
        served = cls(*trained.weight.shape)
        served._take(trained)
        return served

    def _take(self, trained: Any) -> None:
        _flush(trained.weight)
        numbers = _widened(trained.weight, "weight")
        table = _runtime.QuantizedTable.encode(numbers, threads=torch.get_num_threads())
        self.codes, self.scales = torch.from_numpy(table.codes), torch.from_numpy(table.scales)

    def _table(self) -> _runtime.QuantizedTable:
        return _runtime.QuantizedTable(self.codes.numpy(), self.scales.numpy(), threads=torch.get_num_threads())

    def decode(self) -> Any:
        """All numbers."""
        return torch.from_numpy(self._table().decode())

    def forward(self, ids: Any) -> Any:
        return torch.from_numpy(self._table().lookup(_checked(ids, "ids", _INDICES)))


class QuantizedEmbeddingBag(QuantizedEmbedding):
    """The same of sums ("sum") or means ("mean") of bags of rows, as `EmbeddingBag` has them.

    `QuantizedEmbeddingBag.of(trained)` takes mode, offsets and padding of an `EmbeddingBag`, torch.nn's or that of this module.
    """

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        mode: str = "mean",
        *,
        include_last_offset: bool = False,
        padding_idx: int | None = None,
    ) -> None:
        super().__init__(num_embeddings, embedding_dim)
        if mode not in ("sum", "mean"):
            raise ValueError(f"mode is {mode!r}: sum and mean are there")
        self.mode, self.include_last_offset, self.padding_idx = mode, include_last_offset, padding_idx

    def extra_repr(self) -> str:
        return f"{super().extra_repr()}, mode={self.mode!r}"

    @classmethod
    def of(cls, trained: Any) -> Any:
        """The nearest codes of the rows of an embedding."""
        (rows, columns), padding = trained.weight.shape, trained.padding_idx
        served = cls(rows, columns, trained.mode, include_last_offset=trained.include_last_offset, padding_idx=padding)
        served._take(trained)
        return served

    def forward(self, ids: Any, offsets: Any = None, per_sample_weights: Any = None) -> Any:
        shares, pointers = _shares(ids, self.mode, per_sample_weights), _bag_pointers(ids, offsets, self.include_last_offset)
        values = None if shares is None else _widened(shares, "per_sample_weights")
        places = _checked(ids, "ids", _INDICES).reshape(-1)
        return torch.from_numpy(self._table().bags(pointers, places, values, mean=self.mode == "mean", padding=self.padding_idx))


# ----------------------------------------------------------------------------------------------------------------- slots

#: Rows of tables that were made anew, whose states the optimizer has not yet cleared.
_RENEWED: Any = WeakIdKeyDictionary()


class _OfSlots(Embedding):
    """Ids of 64 bits in front of a table, whose last row, of zeros, is that of ids without a slot."""

    def _begin(self, slots: int, candidates: int, admit_after: int, eviction: str, initializer: Any, on_evict: Any) -> None:
        self.slots = _runtime.SlotMap(slots, candidates=candidates, admit_after=admit_after, eviction=eviction)
        self.admit_after, self.initializer, self.on_evict = admit_after, initializer, on_evict

    def extra_repr(self) -> str:
        return f"{self.slots.capacity}, {self.weight.shape[1]}, used={len(self.slots)}"

    def get_extra_state(self) -> Any:
        return torch.from_numpy(self.slots.words().view(np.int64))

    def set_extra_state(self, state: Any) -> None:
        slots = _runtime.SlotMap.load(state.numpy())
        if slots.capacity != self.slots.capacity:
            raise ValueError(f"the map that was saved has {slots.capacity} slots, not {self.slots.capacity}")
        self.slots = slots

    def _rows(self, ids: Any) -> Any:
        """The row of each id. In training, ids are counted, and those that are due get a row."""
        numbers = _checked(ids, "ids", _INDICES)
        if self.training:
            rows, assigned = self.slots.admit(numbers, self.slots.step + 1)
            if len(assigned):
                self._renew(assigned)
                if self.admit_after > 1:
                    # Also where they occur before they were due.
                    rows = self.slots.find(numbers)
        else:
            rows = self.slots.find(numbers)
        return torch.from_numpy(np.minimum(rows, self.slots.capacity))

    @torch.no_grad()
    def _renew(self, assigned: NDArray[Any]) -> None:
        rows = torch.from_numpy(np.ascontiguousarray(assigned["slot"]))
        # What the rows have missed was for the ids before.
        _bring_up_to_date(self.weight, rows)
        evicted = torch.from_numpy(assigned["was_used"] > 0)
        if self.on_evict is not None and evicted.any():
            self.on_evict(torch.from_numpy(assigned["evicted"].view(np.int64))[evicted], self.weight[rows[evicted]])
        new = torch.empty(len(rows), *self.weight.shape[1:], dtype=self.weight.dtype)
        self.initializer(new)
        self.weight[rows] = new
        waiting = torch.cat([_RENEWED.get(self.weight, rows[:0]), rows])
        # Another optimizer never asks for them.
        _RENEWED[self.weight] = waiting if len(waiting) <= 2 * len(self.weight) else waiting.unique()

    def evict_older_than(self, forwards: int) -> Any:
        """Gives back the rows of ids that have not occurred in the last `forwards` calls of training, and tells their ids."""
        ids, rows = self.slots.evict_older_than(max(0, self.slots.step + 1 - forwards))
        if self.on_evict is not None and len(ids):
            _bring_up_to_date(self.weight, torch.from_numpy(rows))
            self.on_evict(torch.from_numpy(ids.view(np.int64)), self.weight.detach()[torch.from_numpy(rows)])
        return torch.from_numpy(ids.view(np.int64))


class SlotEmbedding(_OfSlots):
    """An embedding of ids that nobody has numbered: hashes, or a vocabulary that grows. `slots` rows belong to the ids in use.

    In training, an id gets a row with its occurrence `admit_after`, before which it is one of `candidates` ids that are counted. Where no
    row is free, it takes that of the id which has not occurred for the longest time (`eviction` "age"), or which has occurred least
    ("frequency"), but none of the same call. `on_evict(ids, rows)` is told of ids that lose their rows. A new row is drawn by
    `initializer`, and the optimizers here begin its states with zeros. Ids without a row get zeros, and no gradient. In evaluation
    nothing changes. `state_dict()` has the map, too.

        table = SlotEmbedding(1_000_000, 64, admit_after=3, candidates=1_000_000)
        rows = table(hashes)                    # int64, of any shape
    """

    def __init__(
        self,
        slots: int,
        embedding_dim: int,
        *,
        admit_after: int = 1,
        candidates: int = 0,
        eviction: str = "age",
        initializer: Callable[[Any], Any] = torch.nn.init.normal_,
        on_evict: Callable[[Any, Any], Any] | None = None,
        dtype: Any = torch.float32,
    ) -> None:
        super().__init__(slots + 1, embedding_dim, slots, dtype=dtype)
        self._begin(slots, candidates, admit_after, eviction, initializer, on_evict)

    def forward(self, ids: Any) -> Any:
        return embedding(self._rows(ids), self.weight, self.padding_idx)


class SlotEmbeddingBag(_OfSlots, EmbeddingBag):
    """Bags of ids that nobody has numbered, as `SlotEmbedding` has them: ids without a row do not count, as padding does not."""

    def __init__(
        self,
        slots: int,
        embedding_dim: int,
        mode: str = "mean",
        *,
        include_last_offset: bool = False,
        admit_after: int = 1,
        candidates: int = 0,
        eviction: str = "age",
        initializer: Callable[[Any], Any] = torch.nn.init.normal_,
        on_evict: Callable[[Any, Any], Any] | None = None,
        dtype: Any = torch.float32,
    ) -> None:
        EmbeddingBag.__init__(
            self, slots + 1, embedding_dim, mode, include_last_offset=include_last_offset, padding_idx=slots, dtype=dtype
        )
        self._begin(slots, candidates, admit_after, eviction, initializer, on_evict)

    def forward(self, ids: Any, offsets: Any = None, per_sample_weights: Any = None) -> Any:
        return EmbeddingBag.forward(self, self._rows(ids), offsets, per_sample_weights)


# ------------------------------------------------------------------------------------------------------------ optimizers


@lru_cache(maxsize=8)
def _all_rows(count: int) -> NDArray[Any]:
    rows = np.arange(count)
    rows.flags.writeable = False
    return rows


class _RowOptimizer(torch.optim.Optimizer):
    """Steps by the kernels of `lacuna_sparse.kernels`."""

    def __init__(self, params: Iterable[Any], defaults: dict[str, Any], exact: bool, rounding: str, seed: int) -> None:
        if rounding not in ("stochastic", "nearest"):
            raise ValueError(f"rounding is {rounding!r}: stochastic and nearest are there")
        if not 0 <= seed < 1 << 64:
            raise ValueError(f"seed is {seed}: not a number of 64 bits")
        super().__init__(params, {**defaults, "exact": bool(exact), "rounding": rounding, "seed": seed})

    def __getstate__(self) -> dict[str, Any]:
        self.flush()
        return super().__getstate__()

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        for group in self.param_groups:
            for name, default in (("exact", False), ("rounding", "stochastic"), ("seed", 0)):
                group.setdefault(name, default)
            for parameter in group["params"]:
                # It was of a table before this one.
                _MISSED.pop(parameter, None)

    def _step(self, group: dict[str, Any], steps: int) -> tuple[Any, Any, tuple[str, ...]]:
        """The rule, its hyper-parameters in a step, counted from 1, and the names of the states it takes."""
        raise NotImplementedError

    def _named_rule(self, group: dict[str, Any]) -> tuple[str, dict[str, float]]:
        """The name of the rule of updates that are exact or of mixed precision, and its hyper-parameters."""
        raise NotImplementedError

    def _arrays(self, parameter: Any, names: Sequence[str]) -> list[NDArray[Any]]:
        """The weight and its states, which begin with zeros."""
        state, arrays = self.state[parameter], [_checked(parameter, "", _TABLES)]
        dtype = torch.float32 if parameter.dtype in _HALVES else parameter.dtype
        for name in names:
            if name not in state:
                state[name] = torch.zeros_like(parameter, dtype=dtype, memory_format=torch.contiguous_format)
            arrays.append(state[name].numpy())
        return arrays

    def flush(self) -> None:
        """Brings all rows of all parameters with `exact` up to date: before they are read by anything but the functions here."""
        for group in self.param_groups:
            for parameter in group["params"]:
                _flush(parameter)

    def state_dict(self) -> dict[str, Any]:
        """The states, of rows that are up to date."""
        self.flush()
        return super().state_dict()

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """The states as they were saved."""
        super().load_state_dict(state_dict)
        saved = (number for group in state_dict["param_groups"] for number in group["params"])
        parameters = (parameter for group in self.param_groups for parameter in group["params"])
        for number, parameter in zip(saved, parameters):
            # PyTorch has rounded the states of such a parameter to its own 16 bits.
            if parameter.dtype in _HALVES:
                for name, state in state_dict["state"].get(number, {}).items():
                    self.state[parameter][name] = state.to(parameter.device, copy=True) if isinstance(state, torch.Tensor) else state

    def _mixed(self, group: dict[str, Any], steps: int, place: int) -> Any:
        """Updates of mixed precision, whose next step is the one of this number, counted from 1."""
        rule, numbers = self._named_rule(group)
        return _runtime.MixedUpdates(
            rule, learning_rate=numbers.pop("learning_rate"), weight_decay=numbers.pop("weight_decay"), hyper=numbers,
            rounding=group["rounding"], seed=group["seed"], parameter=place, step=steps - 1, threads=torch.get_num_threads(),
        )  # fmt: skip

    def _update_exactly(self, group: dict[str, Any], parameter: Any, gradient: kernels.RowSparse[Any, Any], steps: int) -> None:
        (rule, numbers), names = self._named_rule(group), self._step(group, steps)[2]
        arrays, missed = self._arrays(parameter, names), _missed_of(parameter)
        states = tuple(self.state[parameter][name] for name in names)
        if missed is None or missed.rule != rule or any(one is not other for one, other in zip(missed.states, states)):
            # Of another rule or optimizer.
            _flush(parameter)
            settings = {"optimizer": rule, "step": steps - 1, "threads": torch.get_num_threads()}
            shape = len(parameter), parameter[0].numel() if len(parameter) else 1
            missed = _Missed(rule, states, _runtime.ExactUpdates(settings, arrays[0].dtype, shape))
            _MISSED[parameter] = missed
        missed.updates.set(numbers)
        missed.updates.update(gradient.indices, gradient.data, arrays)

    @torch.no_grad()
    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """One step. Of a parameter with a sparse gradient, rows that the gradient does not have stay as they are, and so do their
        states: their moments and their decay wait for a gradient, or with `exact` for the next time that they are read."""
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        parameters = ((group, parameter) for group in self.param_groups for parameter in group["params"])
        for place, (group, parameter) in enumerate(parameters):
            if parameter.grad is not None:
                self._update(group, parameter, place)
        return loss

    @_on_threads
    def _update(self, group: dict[str, Any], parameter: Any, place: int) -> None:
        name = f"parameter {place}"
        if _gpu.is_on_gpu(parameter):
            self._update_on_gpu(group, parameter, place)
            return
        if parameter.dim() == 0 or not parameter.is_contiguous():
            raise ValueError(f"{name} of shape {tuple(parameter.shape)} is not contiguous, or has no rows")
        _checked(parameter, name, _FLOATS if group["exact"] else _TABLES)
        gradient, state = self._gradient(parameter, name), self.state[parameter]
        renewed = _RENEWED.pop(parameter, None)
        if renewed is not None:
            for array in state.values():
                if isinstance(array, torch.Tensor):
                    array[renewed] = 0
        steps = state.get("step", 0) + 1
        if group["exact"]:
            self._update_exactly(group, parameter, gradient, steps)
            state["step"] = steps
            return
        if parameter.dtype in _HALVES:
            weight, *states = self._arrays(parameter, self._step(group, steps)[2])
            self._mixed(group, steps, place).update(weight, gradient.indices, gradient.data, states)
            state["step"] = steps
            return
        _flush(parameter)
        rule, hyper, names = self._step(group, steps)
        arrays = self._arrays(parameter, names)
        state["step"] = steps
        rule(hyper, gradient, *arrays)

    def _update_on_gpu(self, group: dict[str, Any], parameter: Any, place: int) -> None:
        name = f"parameter {place}"
        if parameter.dim() == 0 or not parameter.is_contiguous():
            raise ValueError(f"{name} of shape {tuple(parameter.shape)} is not contiguous, or has no rows")
        if group["exact"]:
            raise ValueError(f"{name} is on {parameter.device}: exact updates are there on the CPU")
        weight = _gpu.numbers(parameter, name, _TABLES, parameter.device)
        state, (ids, rows) = self.state[parameter], _gpu.gradient(parameter, name)
        steps = state.get("step", 0) + 1
        rule, hyper, names = self._step(group, steps)
        dtype = torch.float32 if parameter.dtype in _HALVES else parameter.dtype
        for array in names:
            if array not in state:
                state[array] = torch.zeros_like(parameter, dtype=dtype, memory_format=torch.contiguous_format)
        arrays = [weight, *(state[array] for array in names)]
        if parameter.dtype in _HALVES:
            _gpu.update_mixed(self._mixed(group, steps, place), ids, rows, arrays)
        else:
            _gpu.update(rule.__name__, hyper, ids, rows, arrays)
        state["step"] = steps

    @staticmethod
    def _gradient(parameter: Any, name: str) -> kernels.RowSparse[Any, Any]:
        gradient = parameter.grad
        if gradient.layout == torch.sparse_coo:
            if gradient.sparse_dim() != 1:
                raise ValueError(f"the gradient of {name} has {gradient.sparse_dim()} sparse dimensions, not 1")
            ids, rows = gradient._indices()[0].numpy(), gradient._values()
            # Autograd forgets that a gradient is coalesced, and `coalesce` would sort it again.
            if not (ids[1:] > ids[:-1]).all():
                gradient = gradient.coalesce()
                ids, rows = gradient.indices()[0].numpy(), gradient.values()
        else:
            ids, rows = _all_rows(len(parameter)), gradient
        # PyTorch does not check ids: the kernel does.
        return kernels.RowSparse(tuple(parameter.shape), ids, _checked(rows, f"the gradient of {name}", (parameter.dtype,)))


def _not_negative(**numbers: float) -> None:
    for name, number in numbers.items():
        if not 0 <= number < math.inf:
            raise ValueError(f"{name} is {number}: not a number from 0 on")


def _below_one(**numbers: float) -> None:
    for name, number in numbers.items():
        if not 0 <= number < 1:
            raise ValueError(f"{name} is {number}: not a number from 0 to below 1")


class SGD(_RowOptimizer):
    """`w = w - lr (g + weight_decay w)`, or with `momentum` m: `v = m v - lr (g + weight_decay w)`, `w = w + v`."""

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 0.01,
        momentum: float = 0.0,
        weight_decay: float = 0.0,
        *,
        exact: bool = False,
        rounding: str = "stochastic",
        seed: int = 0,
    ) -> None:
        _not_negative(lr=lr, weight_decay=weight_decay)
        _below_one(momentum=momentum)
        super().__init__(params, {"lr": lr, "momentum": momentum, "weight_decay": weight_decay}, exact, rounding, seed)

    def _named_rule(self, group: dict[str, Any]) -> tuple[str, dict[str, float]]:
        numbers = {"learning_rate": group["lr"], "weight_decay": group["weight_decay"]}
        return ("sgd_momentum", {**numbers, "momentum": group["momentum"]}) if group["momentum"] else ("sgd", numbers)

    def _step(self, group: dict[str, Any], steps: int) -> tuple[Any, Any, tuple[str, ...]]:
        numbers = {"learning_rate": group["lr"], "weight_decay": group["weight_decay"]}
        if group["momentum"]:
            return kernels.sgd_momentum, kernels.SgdMomentum(momentum=group["momentum"], **numbers), ("momentum",)
        return kernels.sgd, kernels.Sgd(**numbers), ()


class AdaGrad(_RowOptimizer):
    """`h = g + weight_decay w`, `n = n + h^2`, `w = w - lr h / (sqrt(n) + eps)`, as `torch.optim.Adagrad`, which refuses a decay of sparse gradients."""

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 0.01,
        eps: float = 1e-10,
        weight_decay: float = 0.0,
        *,
        exact: bool = False,
        rounding: str = "stochastic",
        seed: int = 0,
    ) -> None:
        _not_negative(lr=lr, eps=eps, weight_decay=weight_decay)
        super().__init__(params, {"lr": lr, "eps": eps, "weight_decay": weight_decay}, exact, rounding, seed)

    def _named_rule(self, group: dict[str, Any]) -> tuple[str, dict[str, float]]:
        return "adagrad_l2", {"learning_rate": group["lr"], "epsilon": group["eps"], "weight_decay": group["weight_decay"]}

    def _step(self, group: dict[str, Any], steps: int) -> tuple[Any, Any, tuple[str, ...]]:
        hyper = kernels.AdaGradL2(learning_rate=group["lr"], epsilon=group["eps"], weight_decay=group["weight_decay"])
        return kernels.adagrad_l2, hyper, ("history",)


class Adam(_RowOptimizer):
    """Adam with weight decay in the gradient, for sparse and dense gradients: what `torch.optim.SparseAdam` computes, and the decay.

    `m = b1 m + (1 - b1) h`, `v = b2 v + (1 - b2) h^2`, `w = w - lr sqrt(1 - b2^t) / (1 - b1^t) m / (sqrt(v) + eps)`, with
    `h = g + weight_decay w` and the number `t` of the parameter's steps. `eps` stands where SparseAdam has it: with the dense
    `torch.optim.Adam`, it is divided by `sqrt(1 - b2^t)`. There is no AMSGrad: its maxima are of a gradient that rows without one
    do not get.
    """

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 0.001,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        *,
        exact: bool = False,
        rounding: str = "stochastic",
        seed: int = 0,
    ) -> None:
        _not_negative(lr=lr, eps=eps, weight_decay=weight_decay)
        _below_one(**{"betas[0]": betas[0], "betas[1]": betas[1]})
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay}, exact, rounding, seed)

    def _named_rule(self, group: dict[str, Any]) -> tuple[str, dict[str, float]]:
        beta1, beta2 = group["betas"]
        numbers = {"learning_rate": group["lr"], "beta1": beta1, "beta2": beta2, "epsilon": group["eps"]}
        return "adam", {**numbers, "weight_decay": group["weight_decay"]}

    @staticmethod
    def _numbers(group: dict[str, Any], steps: int) -> dict[str, Any]:
        beta1, beta2 = group["betas"]
        rate = group["lr"] * math.sqrt(1 - beta2**steps) / (1 - beta1**steps)
        return {"learning_rate": rate, "beta1": beta1, "beta2": beta2, "epsilon": group["eps"]}

    def _step(self, group: dict[str, Any], steps: int) -> tuple[Any, Any, tuple[str, ...]]:
        hyper = kernels.Adam(weight_decay=group["weight_decay"], **self._numbers(group, steps))
        return kernels.adam, hyper, ("mean", "variance")


class AdamW(Adam):
    """Adam whose decay is not part of the gradient: `w = w - lr weight_decay w - lr ... m / (sqrt(v) + eps)`."""

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 0.001,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.01,
        *,
        exact: bool = False,
        rounding: str = "stochastic",
        seed: int = 0,
    ) -> None:
        super().__init__(params, lr, betas, eps, weight_decay, exact=exact, rounding=rounding, seed=seed)

    def _named_rule(self, group: dict[str, Any]) -> tuple[str, dict[str, float]]:
        return "adamw", {**super()._named_rule(group)[1], "weight_decay": group["lr"] * group["weight_decay"], "eta": 1.0}

    def _step(self, group: dict[str, Any], steps: int) -> tuple[Any, Any, tuple[str, ...]]:
        hyper = kernels.AdamW(weight_decay=group["lr"] * group["weight_decay"], **self._numbers(group, steps))
        return kernels.adamw, hyper, ("mean", "variance")


class Ftrl(_RowOptimizer):
    """FTRL-proximal: weights of which `l1` makes most zero. A weight that was drawn stays until its row has a gradient.

    `z = z + g - (sqrt(n + g^2) - sqrt(n)) w / lr`, `n = n + g^2`, and `w = 0` where `|z| <= l1`, else
    `(sign(z) l1 - z) / ((beta + sqrt(n)) / lr + l2)`.
    """

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 0.1,
        l1: float = 0.01,
        l2: float = 0.0,
        beta: float = 1.0,
        *,
        exact: bool = False,
        rounding: str = "stochastic",
        seed: int = 0,
    ) -> None:
        _not_negative(lr=lr, l1=l1, l2=l2, beta=beta)
        super().__init__(params, {"lr": lr, "l1": l1, "l2": l2, "beta": beta}, exact, rounding, seed)

    def _named_rule(self, group: dict[str, Any]) -> tuple[str, dict[str, float]]:
        return "ftrl", {"learning_rate": group["lr"], "lambda1": group["l1"], "weight_decay": group["l2"], "beta": group["beta"]}

    def _step(self, group: dict[str, Any], steps: int) -> tuple[Any, Any, tuple[str, ...]]:
        hyper = kernels.Ftrl(learning_rate=group["lr"], lambda1=group["l1"], weight_decay=group["l2"], beta=group["beta"])
        return kernels.ftrl, hyper, ("z", "n")
