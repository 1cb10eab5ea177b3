"""Kernels on the memory of a GPU, through `lacuna_gpu_call` of the second C library.

All work is done in the order of a stream. What only the GPU finds out, such as an id that is no row, is raised by `finish`; the call
that it concerns has then written nothing. The device -1 is an interpreter of the same code, whose memory is the host's.
"""

from __future__ import annotations

import ctypes
import threading
import weakref
from collections.abc import Callable, Sequence
from ctypes import c_double, c_size_t, c_uint32, c_void_p
from math import prod
from typing import Any

import numpy as np

from lacuna_sparse import kernels
from lacuna_sparse._runtime import MixedUpdates, Table, _call, _function

#: `lacuna_type`.
_TYPES: dict[str, int] = {"float32": 1, "float64": 2, "float16": 3, "bfloat16": 4, "int32": 7, "int64": 8}

#: `lacuna_gpu_kind`.
_SCRATCH, _CSR, _DENSE, _ROW_SPARSE, _LIST, _PLAN, _VALUES, _INDICES, _ROW, _COLUMN, _SCALAR, _SIZE, _STREAM, _RULE = range(14)

#: What is the padding of no id.
NO_PADDING = c_size_t(-1).value


class Operand(ctypes.Structure):
    """`lacuna_gpu_operand`, which keeps what it points to. Arrays are PyTorch's or NumPy's, contiguous."""

    _fields_ = [
        ("kind", c_uint32), ("rows", c_size_t), ("columns", c_size_t), ("stride", c_size_t), ("length", c_size_t),
        ("indptr", c_void_p), ("indices", c_void_p), ("data", c_void_p), ("plan", c_void_p),
    ]  # fmt: skip
    kept: tuple[Any, ...]

    def keeping(self, *kept: Any) -> Operand:
        self.kept = kept
        return self


def _address(array: Any) -> int:
    return array.ctypes.data if isinstance(array, np.ndarray) else array.data_ptr()


def _type(dtype: Any) -> int:
    return _TYPES[str(dtype).removeprefix("torch.")]


def csr(shape: tuple[int, int], indptr: Any, indices: Any, values: Any) -> Operand:
    pointers = _address(indptr), _address(indices), _address(values)
    return Operand(_CSR, shape[0], shape[1], 0, len(indices), *pointers).keeping(indptr, indices, values)


def dense(matrix: Any) -> Operand:
    """Rows of all dimensions but the first; of one dimension, a column."""
    columns = prod(matrix.shape[1:])
    return Operand(_DENSE, len(matrix), columns, columns, data=_address(matrix)).keeping(matrix)


def row_sparse(rows: int, ids: Any, data: Any) -> Operand:
    """Stored rows of these ids, which ascend."""
    pointers = _address(ids), _address(data)
    return Operand(_ROW_SPARSE, rows, prod(data.shape[1:]), 0, len(ids), None, *pointers).keeping(ids, data)


def rows_of(plan: Plan, data: Any) -> Operand:
    """The rows of a plan's result, with room for all that there may be."""
    columns = prod(data.shape[1:])
    return Operand(_ROW_SPARSE, plan.output_rows, columns, data=_address(data), plan=plan.handle).keeping(plan, data)


def values_of(array: Any) -> Operand:
    return Operand(_VALUES, length=prod(array.shape), data=_address(array)).keeping(array)


def indices(array: Any) -> Operand:
    return Operand(_INDICES, length=prod(array.shape), indices=_address(array)).keeping(array)


def size(number: int) -> Operand:
    return Operand(_SIZE, length=number)


def rule(name: str, hyper: Any) -> Operand:
    """The hyper-parameters of the optimizer `name`, one of `lacuna_sparse.kernels`."""
    own = [field for field, *_ in kernels._STRUCTS[name]._fields_]
    own = own[1 : own.index("weight_decay")]
    clip = -1.0 if hyper.clip_gradient is None else hyper.clip_gradient
    common = [hyper.learning_rate, hyper.weight_decay, hyper.rescale_gradient, clip, float(not hyper.lazy)]
    numbers = (c_double * (5 + len(own)))(*common, *(getattr(hyper, field) for field in own))
    return Operand(_RULE, length=len(numbers), data=ctypes.addressof(numbers)).keeping(numbers)


class Plan:
    """The terms of each row of a sparse result: `lacuna_gpu_plan`."""

    def __init__(self, gpu: Gpu, kernel: str, output_rows: int, types: tuple[int, int], operands: tuple[Operand, ...]) -> None:
        self.output_rows, self._gpu, self.handle = output_rows, gpu, c_void_p()
        with gpu.lock:
            _call("gpu_plan_new", gpu.handle, kernel.encode(), *types, _array(operands), len(operands), ctypes.byref(self.handle))
        weakref.finalize(self, _free_plan, gpu, self.handle).atexit = False
        #: How many rows there may be.
        self.room: int = _function("gpu_plan_room")(self.handle)
        self.operand = Operand(_PLAN, plan=self.handle)

    def ids(self, make: Callable[[int], Any]) -> Any:
        """The ids of the rows that there are, in an array that `make` makes of their number. Waits for it, and raises what was refused
        before."""
        rows, gpu = c_size_t(), self._gpu
        with gpu.lock:
            _call("gpu_plan_rows", gpu.handle, self.handle, ctypes.byref(rows))
            ids = make(rows.value)
            _call("gpu_plan_ids", gpu.handle, self.handle, rows.value, _address(ids))
        return ids


def _free_plan(gpu: Gpu, handle: c_void_p) -> None:
    with gpu.lock:
        _function("gpu_plan_free")(handle)


def _array(operands: tuple[Operand, ...]) -> Any:
    return (Operand * len(operands))(*operands)


class Gpu:
    """A stream of a GPU: `lacuna_gpu`. Threads take turns."""

    def __init__(self, device: int, stream: int) -> None:
        self.handle, self.lock = c_void_p(), threading.RLock()
        _call("gpu_open", device, stream or None, ctypes.byref(self.handle))

    def call(self, kernel: str, value: Any, index: Any, *operands: Operand) -> None:
        """Begins a kernel, whose values and indices have these dtypes."""
        with self.lock:
            _call("gpu_call", self.handle, kernel.encode(), _type(value), _type(index), _array(operands), len(operands))

    def plan(self, kernel: str, output_rows: int, value: Any, index: Any, *operands: Operand) -> Plan:
        return Plan(self, kernel, output_rows, (_type(value), _type(index)), operands)

    def update_mixed(self, updates: MixedUpdates, table: Any, ids: Any, gradient: Any, states: Sequence[Any]) -> None:
        """Begins a step of a table of 16 bits: of the rows of these ids, of int64, which ascend. States are float32."""
        view = Table(_type(table.dtype), len(table), prod(table.shape[1:]), _address(table))
        addresses = (c_void_p * len(states))(*map(_address, states))
        rows = _address(ids), len(ids), _address(gradient), addresses, len(states)
        with self.lock:
            _call("mixed_update_gpu", updates._handle, self.handle, ctypes.byref(view), *rows)

    def finish(self) -> None:
        """Waits for what was begun, and raises what was refused."""
        with self.lock:
            _call("gpu_finish", self.handle)
