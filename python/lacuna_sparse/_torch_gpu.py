"""Tensors of GPUs: what `lacuna_sparse.torch` computes on them, in the order of PyTorch's current stream."""

# PyTorch need not be there when types are checked.
# mypy: disable-error-code="import-not-found", allow-subclassing-any, allow-untyped-decorators, no-warn-unused-ignores
# mypy: no-warn-return-any
from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from torch.utils.weak import WeakIdKeyDictionary

from lacuna_sparse import kernels
from lacuna_sparse._gpu import NO_PADDING, Gpu, Operand, Plan, csr, dense, indices, row_sparse, rows_of, rule, size, values_of


def numbers(tensor: Any, name: str, dtypes: tuple[Any, ...], device: Any) -> Any:
    """A dense tensor of one of these dtypes on a device, which is made contiguous if it is not."""
    if not isinstance(tensor, torch.Tensor):
        raise TypeError(f"{name} is a {type(tensor).__name__}, not a tensor")
    if tensor.layout != torch.strided or tensor.device != device:
        raise TypeError(f"{name} is a {tensor.layout} tensor on {tensor.device}: a dense one on {device} is needed")
    if tensor.dtype not in dtypes:
        raise TypeError(f"{name} has dtype {tensor.dtype}: {' and '.join(map(str, dtypes))} are there")
    return tensor.detach().contiguous()


def plain(tensor: Any, name: str, dtypes: tuple[Any, ...], device: Any) -> Any:
    """The same, to be read by a GPU. Indices are read one by one, and may begin anywhere."""
    tensor = numbers(tensor, name, dtypes, device)
    return aligned(tensor) if tensor.is_floating_point() else tensor


def aligned(tensor: Any) -> Any:
    """The tensor, or a copy, if it is a part of another that begins where accesses of 16 bytes may not."""
    return tensor.clone() if tensor.data_ptr() % 16 else tensor


def widened(tensor: Any) -> Any:
    """Numbers as they are computed with."""
    tensor = tensor.detach().contiguous()
    return tensor.float() if tensor.dtype in (torch.float16, torch.bfloat16) else aligned(tensor)


#: The ids of the last gradient of each table, which are rows and ascend: to find that out again would be to wait for the GPU.
_ASCENDING: Any = WeakIdKeyDictionary()


def sparse(ids: Any, rows: Any, table: Any) -> Any:
    """A gradient of a table as PyTorch has it: the rows are distinct and ascend."""
    rows, ids = rows.to(table.dtype).reshape(len(ids), *table.shape[1:]), ids.long().unsqueeze(0)
    _ASCENDING[table] = ids
    return torch.sparse_coo_tensor(ids, rows, tuple(table.shape), is_coalesced=True, check_invariants=False)


#: Those of the streams that were used. PyTorch's streams live as long as the process.
_OPEN: dict[tuple[int, int], Gpu] = {}
_OPENING = threading.Lock()

#: True if tensors of the CPU are those of a device, which the interpreter of PTX is: for tests.
_interprets = False


def is_on_gpu(tensor: Any) -> bool:
    return isinstance(tensor, torch.Tensor) and (tensor.is_cuda or (_interprets and tensor.device.type == "cpu"))


def gpu_of(tensor: Any) -> Gpu:
    """The GPU of a tensor, on the stream that is current."""
    if tensor.is_cuda:
        device = tensor.device.index
        place = device, torch.cuda.current_stream(device).cuda_stream
    else:
        place = -1, 0
    gpu = _OPEN.get(place)
    if gpu is None:
        with _OPENING:
            gpu = _OPEN.get(place)
            if gpu is None:
                gpu = _OPEN[place] = Gpu(*place)
    return gpu


def synchronize() -> None:
    """Waits for the calls of this package on all GPUs, and raises what they have refused: `ValueError`."""
    for gpu in list(_OPEN.values()):
        gpu.finish()


# -------------------------------------------------------------------------------------------------------------- products


class Pattern:
    """Places of a csr that were checked once, and the plan of its transposed products."""

    def __init__(self, shape: tuple[int, int], indptr: Any, indices: Any) -> None:
        self.shape, self.indptr, self.indices = shape, indptr, indices
        self._plans: dict[Gpu, Plan] = {}
        rows, columns = shape
        is_csr = len(indptr) == rows + 1 and indptr.dtype == indices.dtype
        if is_csr and rows + len(indices):
            starts = torch.zeros(len(indices) + 1, dtype=torch.bool, device=indices.device)
            starts[indptr.clamp(0, len(indices))] = True
            ascends = (indices[1:] > indices[:-1]) | starts[1:-1]
            ends = (indptr[0] == 0) & (indptr[-1] == len(indices)) & (indptr[1:] >= indptr[:-1]).all()
            is_csr = bool(ends & ascends.all() & ((indices >= 0) & (indices < columns)).all())
        if not is_csr:
            # The host says what is wrong, with its place.
            pointers, places = (array.cpu().numpy() for array in (indptr, indices))
            kernels.check_csr(kernels.Csr(shape, pointers, places, torch.zeros(len(indices)).numpy()))

    def take(self, tensor: Any, name: str) -> Any:
        """A tensor of numbers beside the pattern."""
        return plain(tensor, name, (torch.float32, torch.float64), self.indices.device)

    @staticmethod
    def give(result: Any) -> Any:
        return result

    def _csr(self, values: Any) -> Operand:
        return csr(self.shape, self.indptr, self.indices, values)

    def _call(self, kernel: str, of: Any, *operands: Operand) -> None:
        gpu_of(of).call(kernel, of.dtype, self.indices.dtype, *operands)

    def multiply(self, values: Any, b: Any) -> Any:
        out = b.new_empty(self.shape[0], *b.shape[1:])
        self._call("csr_dense", b, self._csr(values), dense(b), dense(out))
        return out

    def multiply_transposed(self, values: Any, b: Any) -> Any:
        gpu, out = gpu_of(b), b.new_empty(self.shape[1], *b.shape[1:])
        plan = self._plans.get(gpu)
        if plan is None:
            plan = gpu.plan("transpose_plan", self.shape[1], values.dtype, self.indices.dtype, self._csr(values))
            self._plans[gpu] = plan
        self._call("csr_t_dense_to_dense", b, plan.operand, values_of(values), dense(b), dense(out))
        return out

    def multiply_at_places(self, left: Any, right: Any) -> Any:
        """`left right^T` at the stored places."""
        out = left.new_empty(len(self.indices))
        self._call("sddmm", left, dense(left), dense(right), self._csr(out))
        return out


# ------------------------------------------------------------------------------------------------------------ embeddings


def lookup(ids: Any, table: Any) -> Any:
    """The rows of ids; zeros, if an id is refused."""
    out = table.new_zeros(len(ids), *table.shape[1:])
    gpu_of(table).call("lookup", table.dtype, ids.dtype, indices(ids), dense(table), dense(out))
    return out


class Bags:
    """Bags of the rows of a table: `pointers` say where each begins in `ids`."""

    def __init__(self, pointers: Any, ids: Any, rows: int, padding: int | None) -> None:
        self.pointers, self.ids, self.rows = pointers, ids, rows
        self.padding = size(NO_PADDING if padding is None else padding)

    def _csr(self, shares: Any) -> Operand:
        return csr((len(self.pointers) - 1, self.rows), self.pointers, self.ids, shares)

    def _call(self, kernel: str, of: Any, *operands: Operand) -> None:
        gpu_of(of).call(kernel, of.dtype, self.ids.dtype, *operands)

    def reduce(self, mode: str, shares: Any, table: Any) -> tuple[Any, Any]:
        """The sum, mean or maximum of each bag; of maxima, the entries that they come from, too."""
        out = table.new_zeros(len(self.pointers) - 1, *table.shape[1:])
        if mode != "max":
            self._call(f"bag_{mode}", table, self._csr(shares), self.padding, dense(table), dense(out))
            return out, None
        entries = self.ids.new_zeros(out.numel())
        self._call("bag_max", table, self._csr(shares), self.padding, dense(table), indices(entries), dense(out))
        return out, entries

    def shares_of_means(self, shares: Any) -> Any:
        """What each entry adds to the mean of its bag."""
        out = torch.zeros_like(shares)
        self._call("bag_shares", shares, self._csr(shares), self.padding, values_of(out))
        return out

    def rows_of_gradient(self, shares: Any, entries: Any, gradient: Any) -> tuple[Any, Any]:
        """Ids, ascending, and rows of the gradient of the table: for sums of these shares, or for maxima of these entries."""
        gpu = gpu_of(gradient)
        plan = gpu.plan("bag_plan", self.rows, gradient.dtype, self.ids.dtype, self._csr(shares), self.padding)
        data = gradient.new_empty(plan.room, *gradient.shape[1:])
        if entries is None:
            self._call("csr_t_dense", gradient, plan.operand, values_of(shares), dense(gradient), rows_of(plan, data))
        else:
            self._call("bag_max_gradient", gradient, plan.operand, indices(entries), dense(gradient), rows_of(plan, data))
        ids = plan.ids(self.ids.new_empty)
        return ids, data[: len(ids)]

    def shares_gradient(self, table: Any, gradient: Any) -> Any:
        """The gradient of the shares of sums."""
        out = gradient.new_empty(len(self.ids))
        self._call("sddmm", gradient, dense(gradient), dense(table), self._csr(out))
        if self.padding.length != NO_PADDING:
            out[self.ids == self.padding.length] = 0
        return out


# ------------------------------------------------------------------------------------------------------------ optimizers


def gradient(parameter: Any, name: str) -> tuple[Any, Any]:
    """Ids, which ascend, and rows of the gradient of a parameter. Of a sparse one, this waits for what the ids are."""
    found = parameter.grad
    rows = len(parameter)
    if found.layout != torch.sparse_coo:
        return torch.arange(rows, device=parameter.device), plain(found, f"the gradient of {name}", (parameter.dtype,), parameter.device)
    if found.sparse_dim() != 1:
        raise ValueError(f"the gradient of {name} has {found.sparse_dim()} sparse dimensions, not 1")
    ids, of_ids, known = found._indices(), found._values(), _ASCENDING.get(parameter)
    # Autograd forgets that a gradient is coalesced, and `coalesce` would sort it again.
    if known is None or known.data_ptr() != ids.data_ptr() or known.shape != ids.shape:
        if not (ids[0, 1:] > ids[0, :-1]).all():
            found = found.coalesce()
            ids, of_ids = found.indices(), found.values()
        # PyTorch does not check ids, and the kernel leaves out those that are no rows.
        first, last = (int(ids[0, 0]), int(ids[0, -1])) if ids.numel() else (0, 0)
        if first < 0 or last >= rows:
            raise kernels.LacunaError(f"the gradient of {name} has ids from {first} to {last}, of {rows} rows")
    return ids[0].contiguous(), plain(of_ids, f"the gradient of {name}", (parameter.dtype,), parameter.device)


@contextmanager
def written(arrays: Sequence[Any]) -> Iterator[list[Any]]:
    """The arrays, to be written: copies that go back, of those that are not aligned."""
    there = [aligned(array) for array in arrays]
    yield there
    for array, copy in zip(arrays, there):
        if copy is not array:
            array.copy_(copy)


def update(name: str, hyper: Any, ids: Any, rows: Any, arrays: Sequence[Any]) -> None:
    """One step of the optimizer `name` on a gradient of these rows, whose ids ascend, of weight and states."""
    with written(arrays) as there:
        operands = rule(name, hyper), row_sparse(len(arrays[0]), ids, rows), *map(dense, there)
        gpu_of(rows).call(name, rows.dtype, ids.dtype, *operands)


def update_mixed(updates: Any, ids: Any, rows: Any, arrays: Sequence[Any]) -> None:
    """The same of a weight of 16 bits, by `MixedUpdates`."""
    with written(arrays) as (weight, *states):
        gpu_of(rows).update_mixed(updates, weight, ids, rows, states)
