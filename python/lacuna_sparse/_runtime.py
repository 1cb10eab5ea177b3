"""The second C library, `lacuna_runtime.h`: text and learners."""

from __future__ import annotations

import ctypes
import json
import os
import weakref
from collections.abc import Mapping, Sequence
from ctypes import POINTER, byref, c_bool, c_char_p, c_double, c_float, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lacuna_sparse._library import RUNTIME, LibraryError
from lacuna_sparse.kernels import LacunaError

#: `lacuna_runtime_status`.
_ARGUMENT, _SETTINGS, _DATA, _FILE, _DEFECT, _DEVICE = range(1, 7)

_VALUES: dict[np.dtype[Any], int] = {np.dtype(np.float32): 1, np.dtype(np.float64): 2}
_SIXTEEN_BITS: dict[str, int] = {"float16": 3, "bfloat16": 4}
_INDICES: dict[np.dtype[Any], int] = {np.dtype(np.int32): 7, np.dtype(np.int64): 8}
_DTYPES: dict[int, np.dtype[Any]] = {number: dtype for dtype, number in {**_VALUES, **_INDICES}.items()}


class TextError(ValueError):
    """Text is malformed, or cannot be read: a sentence with file, line and column."""


class Rows(ctypes.Structure):
    """`lacuna_rows`."""

    _fields_ = [
        ("value_type", c_uint32), ("index_type", c_uint32), ("rows", c_size_t), ("columns", c_size_t), ("nnz", c_size_t),
        ("indptr", c_void_p), ("indices", c_void_p), ("values", c_void_p),
    ]  # fmt: skip
    arrays: tuple[NDArray[Any], ...]


class TextView(ctypes.Structure):
    """`lacuna_text_rows`."""

    _fields_ = [("matrix", Rows), ("labels", c_void_p), ("weights", c_void_p), ("query_ids", c_uint64)]


class TextScan(ctypes.Structure):
    """`lacuna_text_size`."""

    _fields_ = [
        ("rows", c_uint64), ("entries", c_uint64), ("features", c_size_t), ("fields", c_size_t), ("base", c_uint32),
    ]  # fmt: skip


class SlotsAdmitted(ctypes.Structure):
    """`lacuna_slots_admitted`."""

    _fields_ = [("assigned", c_size_t), ("missing", c_size_t), ("refused", c_size_t)]


class SlotsUse(ctypes.Structure):
    """`lacuna_slots_in_use`."""

    _fields_ = [("slots", c_size_t), ("used", c_size_t), ("candidates", c_size_t), ("step", c_uint64)]


class Quantized(ctypes.Structure):
    """`lacuna_quantized`."""

    _fields_ = [("codes", c_void_p), ("scales", c_void_p), ("rows", c_size_t), ("row_length", c_size_t)]


class Table(ctypes.Structure):
    """`lacuna_table`."""

    _fields_ = [("value_type", c_uint32), ("rows", c_size_t), ("row_length", c_size_t), ("values", c_void_p)]


class Bags(ctypes.Structure):
    """`lacuna_bags`."""

    _fields_ = [("bags", c_size_t), ("indptr", c_void_p), ("ids", c_void_p), ("weights", c_void_p), ("padding", c_int64)]


#: `lacuna_slot_assigned`.
_ASSIGNED = np.dtype([("id", np.uint64), ("evicted", np.uint64), ("slot", np.int64), ("was_used", np.uint64)])


class Loss(ctypes.Structure):
    """`lacuna_loss`: rows, the sum of their losses, and that of their weights."""

    _fields_ = [("rows", c_uint64), ("sum", c_double), ("weight", c_double)]

    @property
    def mean(self) -> float:
        """The mean loss; 0 without rows."""
        weight = float(self.weight)
        return float(self.sum) / weight if weight else 0.0


_SIGNATURES: dict[str, tuple[list[Any], Any]] = {
    "runtime_message": ([], c_char_p),
    "learner_new": ([c_char_p, POINTER(c_void_p)], c_int32),
    "learner_load": ([c_char_p, c_char_p, POINTER(c_void_p)], c_int32),
    "learner_free": ([c_void_p], None),
    "learner_learn": ([c_void_p, POINTER(Rows), c_void_p, c_void_p, c_void_p, c_size_t, POINTER(Loss)], c_int32),
    "learner_learn_text": ([c_void_p, c_char_p, c_char_p, POINTER(Loss)], c_int32),
    "learner_predict": ([c_void_p, POINTER(Rows), c_bool, c_size_t, POINTER(c_float), c_size_t], c_int32),
    "learner_save": ([c_void_p, c_char_p], c_int32),
    "learner_columns": ([c_void_p], c_size_t),
    "learner_outputs": ([c_void_p], c_size_t),
    "learner_settings": ([c_void_p], c_char_p),
    "learner_array": ([c_void_p, c_char_p, POINTER(c_float), c_size_t, POINTER(c_size_t)], c_int32),
    "exact_new": ([c_char_p, c_uint32, c_size_t, c_size_t, POINTER(c_void_p)], c_int32),
    "exact_free": ([c_void_p], None),
    "exact_set": ([c_void_p, c_char_p, c_double], c_int32),
    "exact_update": ([c_void_p, c_void_p, c_size_t, c_void_p, POINTER(c_void_p), c_size_t], c_int32),
    "exact_catch_up": ([c_void_p, c_void_p, c_size_t, POINTER(c_void_p), c_size_t], c_int32),
    "exact_flush": ([c_void_p, POINTER(c_void_p), c_size_t], c_int32),
    "mixed_new": ([c_char_p, POINTER(c_void_p)], c_int32),
    "mixed_free": ([c_void_p], None),
    "mixed_set": ([c_void_p, c_char_p, c_double], c_int32),
    "mixed_step": ([c_void_p], c_uint64),
    "mixed_update": ([c_void_p, POINTER(Table), c_void_p, c_size_t, c_void_p, POINTER(c_void_p), c_size_t], c_int32),
    "mixed_update_quantized": ([c_void_p, POINTER(Quantized), c_void_p, c_size_t, c_void_p, POINTER(c_void_p), c_size_t], c_int32),
    "mixed_update_gpu": (
        [c_void_p, c_void_p, POINTER(Table), c_void_p, c_size_t, c_void_p, POINTER(c_void_p), c_size_t], c_int32,
    ),
    "slots_new": ([c_char_p, POINTER(c_void_p)], c_int32),
    "slots_load": ([c_void_p, c_size_t, POINTER(c_void_p)], c_int32),
    "slots_free": ([c_void_p], None),
    "slots_admit": ([c_void_p, c_void_p, c_size_t, c_uint64, c_void_p, c_void_p, c_size_t, POINTER(SlotsAdmitted)], c_int32),
    "slots_find": ([c_void_p, c_void_p, c_size_t, c_void_p, POINTER(c_size_t)], c_int32),
    "slots_remove": ([c_void_p, c_void_p, c_size_t, c_void_p, POINTER(c_size_t)], c_int32),
    "slots_evict_older_than": ([c_void_p, c_uint64, c_void_p, c_void_p, c_size_t, POINTER(c_size_t)], c_int32),
    "slots_use": ([c_void_p, POINTER(SlotsUse)], c_int32),
    "slots_words": ([c_void_p, POINTER(c_void_p), POINTER(c_size_t)], c_int32),
    "gpu_open": ([c_int32, c_void_p, POINTER(c_void_p)], c_int32),
    "gpu_finish": ([c_void_p], c_int32),
    "gpu_call": ([c_void_p, c_char_p, c_uint32, c_uint32, c_void_p, c_size_t], c_int32),
    "gpu_plan_new": ([c_void_p, c_char_p, c_uint32, c_uint32, c_void_p, c_size_t, POINTER(c_void_p)], c_int32),
    "gpu_plan_room": ([c_void_p], c_size_t),
    "gpu_plan_rows": ([c_void_p, c_void_p, POINTER(c_size_t)], c_int32),
    "gpu_plan_ids": ([c_void_p, c_void_p, c_size_t, c_void_p], c_int32),
    "gpu_plan_free": ([c_void_p], None),
    "quantized_encode": ([c_void_p, c_size_t, POINTER(Quantized)], c_int32),
    "quantized_decode": ([POINTER(Quantized), c_size_t, c_void_p], c_int32),
    "quantized_lookup": ([POINTER(Quantized), c_void_p, c_size_t, c_size_t, c_void_p], c_int32),
    "quantized_bags": ([POINTER(Quantized), POINTER(Bags), c_bool, c_size_t, c_void_p], c_int32),
    "text_read": ([c_char_p, c_char_p, POINTER(c_void_p)], c_int32),
    "text_view": ([c_void_p, POINTER(TextView)], c_int32),
    "text_free": ([c_void_p], None),
    "text_scan": ([c_char_p, c_char_p, POINTER(TextScan)], c_int32),
    "text_labels": ([c_char_p, c_char_p, POINTER(c_double), c_size_t, POINTER(c_size_t)], c_int32),
    "text_write": ([c_char_p, POINTER(Rows), c_void_p, c_uint32], c_int32),
}

_functions: dict[str, Any] = {}


def _function(name: str) -> Any:
    function = _functions.get(name)
    if function is None:
        library = RUNTIME.load()
        try:
            function = getattr(library, f"lacuna_{name}")
        except AttributeError:
            raise LibraryError(f"{RUNTIME.path()} has no lacuna_{name}") from None
        function.argtypes, function.restype = _SIGNATURES[name]
        _functions[name] = function
    return function


def _call(name: str, *arguments: Any) -> None:
    """Calls a function that gives a status. The GIL is released meanwhile."""
    status = _function(name)(*arguments)
    if status:
        message = (_function("runtime_message")() or b"").decode()
        if status == _FILE:
            raise OSError(message)
        if status in (_DEFECT, _DEVICE):
            raise RuntimeError(message)
        if name.startswith("gpu") and status == _DATA:
            raise LacunaError(message)
        raise (TextError if name.startswith("text") or name.endswith("text") else ValueError)(message)


def _path(path: str | os.PathLike[str]) -> bytes:
    return os.fsencode(os.fspath(path))


def _json(members: Mapping[str, Any] | None) -> bytes | None:
    return None if members is None else json.dumps({name: value for name, value in members.items() if value is not None}).encode()


def rows_of(matrix: Any) -> Rows:
    """A view of a csr, whose arrays are converted only where the library does not have their dtype. Columns must ascend."""

    def as_one_of(array: Any, dtypes: Mapping[np.dtype[Any], int], other: type[Any]) -> NDArray[Any]:
        array = np.asarray(array)
        return np.ascontiguousarray(array if array.dtype in dtypes else array.astype(other))

    indptr, indices = as_one_of(matrix.indptr, _INDICES, np.int64), as_one_of(matrix.indices, _INDICES, np.int64)
    if indptr.dtype != indices.dtype:
        indptr, indices = indptr.astype(np.int64), indices.astype(np.int64)
    values = as_one_of(matrix.data, _VALUES, np.float64)
    count, columns = matrix.shape
    pointers = (array.ctypes.data for array in (indptr, indices, values))
    rows = Rows(_VALUES[values.dtype], _INDICES[indices.dtype], count, columns, len(values), *pointers)
    rows.arrays = (indptr, indices, values)
    return rows


def _numbers(numbers: Any, dtype: type[Any], length: int | None, name: str) -> NDArray[Any] | None:
    """A contiguous copy, if need be, of a vector."""
    if numbers is None:
        return None
    array = np.ascontiguousarray(numbers, dtype)
    if array.ndim != 1 or (length is not None and len(array) != length):
        raise ValueError(f"{name} has shape {array.shape}, not ({length},)")
    return array


def _pointer(array: NDArray[Any] | None) -> int | None:
    return None if array is None else array.ctypes.data


class ExactUpdates:
    """Exact lazy updates of a table of shape `(rows, row_length)`, whose arrays, the weight and the states of the rule, are given in
    each call: `settings` are those of `lacuna_exact_new`, as a mapping. Calls are refused with `ValueError`.
    """

    def __init__(self, settings: Mapping[str, Any], dtype: np.dtype[Any], shape: tuple[int, int]) -> None:
        self._handle, self.dtype, self.shape = c_void_p(), dtype, shape
        self._numbers: dict[str, float] = {}
        _call("exact_new", _json(settings), _VALUES[dtype], *shape, byref(self._handle))
        weakref.finalize(self, _function("exact_free"), self._handle)

    def set(self, numbers: Mapping[str, float]) -> None:
        """Hyper-parameters of the steps to come."""
        for name, number in numbers.items():
            if self._numbers.get(name) != number:
                _call("exact_set", self._handle, name.encode(), number)
                self._numbers[name] = number

    def _arrays(self, arrays: Sequence[NDArray[Any]]) -> Any:
        size = self.shape[0] * self.shape[1]
        for place, array in enumerate(arrays):
            if array.dtype != self.dtype or array.size != size or not array.flags.c_contiguous or not array.flags.writeable:
                raise ValueError(f"array {place} of {array.dtype} and shape {array.shape} is not one of {size} {self.dtype} to write")
        return (c_void_p * len(arrays))(*(array.ctypes.data for array in arrays))

    def update(self, ids: NDArray[Any], gradient: NDArray[Any], arrays: Sequence[NDArray[Any]]) -> None:
        """One step of the rows of ascending `ids`."""
        ids, gradient = np.ascontiguousarray(ids, np.int64), np.ascontiguousarray(gradient, self.dtype)
        if gradient.size != len(ids) * self.shape[1]:
            raise ValueError(f"the gradient has {gradient.size} numbers, not {len(ids)} rows of {self.shape[1]}")
        _call("exact_update", self._handle, _pointer(ids), len(ids), _pointer(gradient), self._arrays(arrays), len(arrays))

    def catch_up(self, ids: NDArray[Any], arrays: Sequence[NDArray[Any]]) -> None:
        """Brings the rows of any `ids` up to date."""
        ids = np.ascontiguousarray(ids, np.int64)
        _call("exact_catch_up", self._handle, _pointer(ids), len(ids), self._arrays(arrays), len(arrays))

    def flush(self, arrays: Sequence[NDArray[Any]]) -> None:
        """Brings all rows up to date."""
        _call("exact_flush", self._handle, self._arrays(arrays), len(arrays))


def _ids(ids: Any) -> NDArray[np.uint64]:
    array = np.ascontiguousarray(ids)
    if array.dtype.kind not in "iu":
        raise TypeError(f"ids have dtype {array.dtype}: whole numbers are needed")
    return array.reshape(-1).astype(np.int64 if array.dtype.kind == "i" else np.uint64, copy=False).view(np.uint64)


class SlotMap:
    """A map from ids, any numbers of 64 bits, to `slots` rows of a table, which the caller owns.

    An id gets a slot with its occurrence `admit_after`; before that it is one of `candidates` ids that are counted. Where no slot is
    free, a new id takes that of the least last step (`eviction` "age"), or of the least count ("frequency"); none that the same step
    has used. The map depends on the options and on the sequence of ids and steps alone. Takes 64 bytes for each slot and candidate,
    80 by frequency. Calls are refused with `ValueError`, and change nothing then.

        slots = SlotMap(1_000_000)
        rows, assigned = slots.admit(ids, step)         # rows of `assigned["slot"]` are to be made anew
    """

    #: What stands for no slot.
    MISSING = np.iinfo(np.int64).max

    def __init__(self, slots: int, *, candidates: int = 0, admit_after: int = 1, eviction: str = "age") -> None:
        settings = {"slots": slots, "candidates": candidates, "admit_after": admit_after, "eviction": eviction}
        self._open("slots_new", _json(settings))

    def _open(self, name: str, *arguments: Any) -> None:
        self._handle = c_void_p()
        _call(name, *arguments, byref(self._handle))
        weakref.finalize(self, _function("slots_free"), self._handle)

    @classmethod
    def load(cls, words: NDArray[Any]) -> SlotMap:
        """The map of `words()`, which are checked and copied."""
        words = np.ascontiguousarray(words).view(np.uint64).reshape(-1)
        found = cls.__new__(cls)
        found._open("slots_load", _pointer(words), len(words))
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return SlotMap.load, (self.words(),)

    def _use(self) -> SlotsUse:
        use = SlotsUse()
        _call("slots_use", self._handle, byref(use))
        return use

    def __len__(self) -> int:
        """Slots in use."""
        return int(self._use().used)

    @property
    def capacity(self) -> int:
        """All slots."""
        return int(self._use().slots)

    @property
    def candidates(self) -> int:
        """Ids that are counted and have no slot."""
        return int(self._use().candidates)

    @property
    def step(self) -> int:
        """The last step."""
        return int(self._use().step)

    def admit(self, ids: Any, step: int) -> tuple[NDArray[np.int64], NDArray[Any]]:
        """Counts occurrences of ids in a step, which is none before the last one, and gives slots to ids that are due.

        The slot of each occurrence, or `MISSING`, in the shape of the ids; and the slots that were given to ids, with the fields `id`,
        `slot`, `was_used` and, if it was, `evicted`, the id that had it before. Save the rows of evicted ids, then make them anew.
        """
        ids, shape = _ids(ids), np.shape(ids)
        slots, assigned = np.empty(len(ids), np.int64), np.empty(min(len(ids), self.capacity), _ASSIGNED)
        admitted = SlotsAdmitted()
        arguments = (_pointer(ids), len(ids), step, _pointer(slots), _pointer(assigned), len(assigned), byref(admitted))
        _call("slots_admit", self._handle, *arguments)
        return slots.reshape(shape), assigned[: admitted.assigned].copy()

    def find(self, ids: Any) -> NDArray[np.int64]:
        """The slot of each id, or `MISSING`, in the shape of the ids. Changes nothing."""
        return self._slots("slots_find", ids)

    def remove(self, ids: Any) -> NDArray[np.int64]:
        """Forgets ids; the slot that each had, or `MISSING`."""
        return self._slots("slots_remove", ids)

    def _slots(self, name: str, ids: Any) -> NDArray[np.int64]:
        places, shape, count = _ids(ids), np.shape(ids), c_size_t()
        slots = np.empty(len(places), np.int64)
        _call(name, self._handle, _pointer(places), len(places), _pointer(slots), byref(count))
        return slots.reshape(shape)

    def evict_older_than(self, step: int) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """Forgets all ids whose last step is before `step`; those that had a slot, and their slots, which ascend."""
        used, count = len(self), c_size_t()
        ids, slots = np.empty(used, np.uint64), np.empty(used, np.int64)
        _call("slots_evict_older_than", self._handle, step, _pointer(ids), _pointer(slots), used, byref(count))
        return ids[: count.value].copy(), slots[: count.value].copy()

    def words(self) -> NDArray[np.uint64]:
        """All of the map, to be saved: `docs/slot-map.md` says what the words mean."""
        words, length = c_void_p(), c_size_t()
        _call("slots_words", self._handle, byref(words), byref(length))
        return np.ctypeslib.as_array(ctypes.cast(words, POINTER(c_uint64)), (length.value,)).copy()


class QuantizedTable:
    """A table whose numbers have 8 bits each, and two more floats a row: a quarter of the memory of float32.

    Number c of row r is `scales[r, 0] * codes[r, c] + scales[r, 1]`: one of 256 at equal distances between the least and the greatest of
    the row, at most half a distance from what was encoded. `codes` (N, D) are uint8, `scales` (N, 2) float32; both are used where they
    are. Results are float32, with the bits that a table of the decoded numbers gives, on any number of threads. `ValueError` for an id
    that is no row.

        table = QuantizedTable.encode(weight)
        rows = table.lookup(ids)
    """

    def __init__(self, codes: NDArray[np.uint8], scales: NDArray[np.float32], *, threads: int = 1) -> None:
        for array, name, dtype in ((codes, "codes", np.uint8), (scales, "scales", np.float32)):
            if not isinstance(array, np.ndarray) or array.dtype != dtype or array.ndim != 2 or not array.flags.c_contiguous:
                raise TypeError(f"{name} are not a C-contiguous matrix of {np.dtype(dtype).name}")
        if scales.shape != (len(codes), 2):
            raise ValueError(f"scales have shape {scales.shape}, not {(len(codes), 2)}")
        self.codes, self.scales, self.threads = codes, scales, threads

    @classmethod
    def encode(cls, dense: Any, *, threads: int = 1) -> QuantizedTable:
        """The nearest codes of a matrix. A row with an infinity or NaN becomes NaN as a whole."""
        numbers = np.ascontiguousarray(dense, np.float32)
        if numbers.ndim != 2:
            raise ValueError(f"a table has 2 dimensions, not {numbers.ndim}")
        table = cls(np.empty(numbers.shape, np.uint8), np.empty((len(numbers), 2), np.float32), threads=threads)
        _call("quantized_encode", _pointer(numbers), threads, byref(table._view()))
        return table

    def _view(self) -> Quantized:
        return Quantized(_pointer(self.codes), _pointer(self.scales), *self.codes.shape)

    def __len__(self) -> int:
        """Rows."""
        return len(self.codes)

    @property
    def nbytes(self) -> int:
        """Bytes of codes and scales."""
        return int(self.codes.nbytes + self.scales.nbytes)

    def decode(self) -> NDArray[np.float32]:
        """All numbers."""
        out = np.empty(self.codes.shape, np.float32)
        _call("quantized_decode", byref(self._view()), self.threads, _pointer(out))
        return out

    def lookup(self, ids: Any) -> NDArray[np.float32]:
        """The rows of ids, integers of any shape: (shape of ids, D)."""
        places, shape = _integers(ids, "ids"), np.shape(ids)
        out = np.empty((len(places), self.codes.shape[1]), np.float32)
        _call("quantized_lookup", byref(self._view()), _pointer(places), len(places), self.threads, _pointer(out))
        return out.reshape(*shape, self.codes.shape[1])

    def bags(
        self, indptr: Any, ids: Any, weights: Any = None, *, mean: bool = False, padding: int | None = None
    ) -> NDArray[np.float32]:
        """The sum of the rows of each bag, times `weights` if there are some, or their mean: (B, D).

        Bag b has the ids from `indptr[b]` to before `indptr[b + 1]`; those that are `padding` do not count.
        """
        pointers, places = _integers(indptr, "indptr"), _integers(ids, "ids")
        if len(pointers) == 0 or pointers[-1] != len(places):
            raise ValueError(f"indptr has {len(pointers)} numbers, of which the last is not {len(places)}, the number of ids")
        shares = None if weights is None else np.ascontiguousarray(weights, np.float32).reshape(-1)
        if shares is not None and len(shares) != len(places):
            raise ValueError(f"{len(shares)} weights of {len(places)} ids")
        if padding is not None and padding < 0:
            raise ValueError(f"padding is {padding}, no id")
        bags = Bags(len(pointers) - 1, _pointer(pointers), _pointer(places), _pointer(shares), -1 if padding is None else padding)
        out = np.empty((len(pointers) - 1, self.codes.shape[1]), np.float32)
        _call("quantized_bags", byref(self._view()), byref(bags), mean, self.threads, _pointer(out))
        return out


def _integers(numbers: Any, name: str) -> NDArray[np.int64]:
    array = np.asarray(numbers)
    if array.size and array.dtype.kind not in "iu":
        raise TypeError(f"{name} are {array.dtype}, not integers")
    return np.ascontiguousarray(array, np.int64).reshape(-1)


class Learner:
    """A model that learns: `settings` are those of `lacuna_runtime.h`, as a mapping.

    Calls are refused with `ValueError`, a sentence with the numbers. A learner may be used by one thread at a time.
    """

    def __init__(self, settings: Mapping[str, Any]) -> None:
        handle = c_void_p()
        _call("learner_new", _json(settings), byref(handle))
        self._take(handle)

    @classmethod
    def load(cls, path: str | os.PathLike[str], settings: Mapping[str, Any] | None = None) -> Learner:
        """The model of a file of `save`, or of `lacuna train`. `OSError` if it holds none."""
        handle = c_void_p()
        _call("learner_load", _path(path), _json(settings), byref(handle))
        learner = cls.__new__(cls)
        learner._take(handle)
        return learner

    def _take(self, handle: c_void_p) -> None:
        self._handle = handle
        weakref.finalize(self, _function("learner_free"), handle)

    @property
    def columns(self) -> int:
        """Columns of its rows."""
        return int(_function("learner_columns")(self._handle))

    @property
    def outputs(self) -> int:
        """Numbers for each row."""
        return int(_function("learner_outputs")(self._handle))

    @property
    def settings(self) -> dict[str, Any]:
        """All settings."""
        found: dict[str, Any] = json.loads(_function("learner_settings")(self._handle))
        return found

    def learn(self, rows: Rows, labels: Any, weights: Any = None, order: Any = None) -> Loss:
        """One pass over rows, in the order of their numbers in `order`. The losses are those before each row was learnt."""
        loss, count = Loss(), int(rows.rows)
        labels, weights = _numbers(labels, np.float64, count, "labels"), _numbers(weights, np.float64, count, "weights")
        order = _numbers(order, np.uint64, None, "order")
        length = 0 if order is None else len(order)
        _call("learner_learn", self._handle, rows, _pointer(labels), _pointer(weights), _pointer(order), length, byref(loss))
        return loss

    def learn_text(self, path: str | os.PathLike[str], options: Mapping[str, Any] | None = None) -> Loss:
        """One pass over the rows of a text file."""
        loss = Loss()
        _call("learner_learn_text", self._handle, _path(path), _json(options), byref(loss))
        return loss

    def predict(self, rows: Rows, logits: bool = False, threads: int = 1) -> NDArray[np.float32]:
        """An array of shape (rows, outputs)."""
        out = np.empty((int(rows.rows), self.outputs), np.float32)
        _call("learner_predict", self._handle, rows, logits, threads, out.ctypes.data_as(POINTER(c_float)), out.size)
        return out

    def array(self, name: str) -> NDArray[np.float32]:
        """An array of its numbers."""
        found = c_size_t()
        _call("learner_array", self._handle, name.encode(), None, 0, byref(found))
        out = np.empty(found.value, np.float32)
        _call("learner_array", self._handle, name.encode(), out.ctypes.data_as(POINTER(c_float)), len(out), byref(found))
        return out

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a file, completely or not at all."""
        _call("learner_save", self._handle, _path(path))


@dataclass(frozen=True)
class Text:
    """Rows of a text file: the arrays of a csr of this shape."""

    shape: tuple[int, int]
    indptr: NDArray[Any]
    indices: NDArray[Any]
    data: NDArray[Any]
    labels: NDArray[Any]
    weights: NDArray[Any] | None
    query_ids: int


class _Memory:
    """Memory of the library, which is freed when no array of it is left."""

    def __init__(self, handle: c_void_p) -> None:
        weakref.finalize(self, _function("text_free"), handle)

    def array(self, pointer: int | None, length: int, dtype: np.dtype[Any]) -> NDArray[Any]:
        if not length or not pointer:
            return np.empty(length, dtype)
        buffer = (ctypes.c_char * (length * dtype.itemsize)).from_address(pointer)
        buffer._memory = self  # type: ignore[attr-defined]
        array: NDArray[Any] = np.frombuffer(buffer, dtype)  # type: ignore[call-overload]
        return array


def read_text(path: str | os.PathLike[str], options: Mapping[str, Any]) -> Text:
    """All rows of a text file, in memory of the library."""
    handle, view = c_void_p(), TextView()
    _call("text_read", _path(path), _json(options), byref(handle))
    memory = _Memory(handle)
    _call("text_view", handle, byref(view))
    rows = view.matrix
    value, index = _DTYPES[rows.value_type], _DTYPES[rows.index_type]
    return Text(
        shape=(rows.rows, rows.columns),
        indptr=memory.array(rows.indptr, rows.rows + 1, index),
        indices=memory.array(rows.indices, rows.nnz, index),
        data=memory.array(rows.values, rows.nnz, value),
        labels=memory.array(view.labels, rows.rows, value),
        weights=memory.array(view.weights, rows.rows, value) if view.weights else None,
        query_ids=view.query_ids,
    )


def write_text(path: str | os.PathLike[str], matrix: Any, labels: Any, one_based: bool) -> None:
    """Writes rows as LibSVM text, completely or not at all."""
    rows = rows_of(matrix)
    labels = _numbers(labels, np.float32 if rows.value_type == 1 else np.float64, int(rows.rows), "y")
    _call("text_write", _path(path), rows, _pointer(labels), int(one_based))


def scan_text(path: str | os.PathLike[str], options: Mapping[str, Any]) -> TextScan:
    """What a text file holds."""
    found = TextScan()
    _call("text_scan", _path(path), _json(options), byref(found))
    return found


def labels_of_text(path: str | os.PathLike[str], options: Mapping[str, Any]) -> NDArray[np.float64]:
    """The labels of a text file, each once, ascending."""
    found, out = c_size_t(), np.empty(10_000)
    _call("text_labels", _path(path), _json(options), out.ctypes.data_as(POINTER(c_double)), len(out), byref(found))
    return out[: found.value].copy()


class MixedUpdates:
    """Updates of tables of fewer bits than the rule computes with: of 16 bits a number, or of 8 (`QuantizedTable`), with float32 states.

    `optimizer` is "sgd", "sgd_momentum", "adagrad", "adagrad_l2", "adam", "adamw" or "ftrl", `hyper` its other hyper-parameters. A row
    that is touched is widened, updated, and rounded once: by default stochastically, so that steps of less than half the last digit
    count with the probability of their size; or to the "nearest", which loses them. The random numbers are a function of `seed`,
    `parameter` (a number of its own for each table), the step, row and column: the bits depend on nothing else. Refusals are
    `ValueError` or `TypeError`, and write nothing.

        table, mean, variance = QuantizedTable.encode(weight), np.zeros_like(weight), np.zeros_like(weight)
        updates = MixedUpdates("adam", learning_rate=0.001, seed=7)
        updates.update(table, ids, gradient, (mean, variance))          # in place; only the rows of ascending ids
    """

    def __init__(
        self,
        optimizer: str = "sgd",
        *,
        learning_rate: float = 0.01,
        weight_decay: float = 0.0,
        hyper: Mapping[str, float] | None = None,
        rounding: str = "stochastic",
        seed: int = 0,
        parameter: int = 0,
        step: int = 0,
        threads: int = 1,
    ) -> None:
        settings = {
            "optimizer": optimizer, "learning_rate": learning_rate, "weight_decay": weight_decay, "hyper": dict(hyper or {}),
            "rounding": rounding, "seed": seed, "parameter": parameter, "step": step, "threads": threads,
        }  # fmt: skip
        self._handle = c_void_p()
        _call("mixed_new", _json(settings), byref(self._handle))
        weakref.finalize(self, _function("mixed_free"), self._handle)

    @property
    def step(self) -> int:
        """Steps that were made: what `step=` takes to go on from."""
        return int(_function("mixed_step")(self._handle))

    def set(self, **numbers: float) -> None:
        """Hyper-parameters of the steps to come, such as `learning_rate`."""
        for name, number in numbers.items():
            _call("mixed_set", self._handle, name.encode(), number)

    def update(self, table: NDArray[Any] | QuantizedTable, ids: Any, gradient: NDArray[Any], states: Sequence[NDArray[Any]] = ()) -> None:
        """One step of the rows of ascending `ids`. `gradient` (ids, D) has the dtype of the table: float16, bfloat16 (of ml_dtypes, or
        `kernels.BFLOAT16`), or float32 for a `QuantizedTable`. `states` (N, D) are those of the rule, zeros at the beginning.
        """
        weight: NDArray[Any] = table.codes if isinstance(table, QuantizedTable) else _written(table, "the table")
        places, dtype = _integers(ids, "ids"), np.dtype(np.float32) if isinstance(table, QuantizedTable) else weight.dtype
        if not isinstance(gradient, np.ndarray) or gradient.dtype != dtype or gradient.size != len(places) * (weight.size // max(len(weight), 1)):
            raise ValueError(f"the gradient is not {len(places)} rows of {weight.shape[1:]} numbers of {dtype}")
        for place, state in enumerate(states):
            if _written(state, f"state {place}").dtype != np.float32 or state.size != weight.size:
                raise ValueError(f"state {place} of {state.dtype} and shape {state.shape} is not float32 of {weight.shape}")
        arrays = (c_void_p * len(states))(*(state.ctypes.data for state in states))
        rows = (_pointer(places), len(places), _pointer(np.ascontiguousarray(gradient)), arrays, len(states))
        if isinstance(table, QuantizedTable):
            _call("mixed_update_quantized", self._handle, byref(table._view()), *rows)
            return
        # That of `kernels.BFLOAT16` is the name of its one field.
        name = weight.dtype.names[0] if weight.dtype.names else weight.dtype.name
        kind = _SIXTEEN_BITS.get(name)
        if kind is None:
            raise TypeError(f"the table has dtype {name}: float16 and bfloat16 are there")
        view = Table(kind, len(weight), weight.size // max(len(weight), 1), _pointer(weight))
        _call("mixed_update", self._handle, byref(view), *rows)


def _written(array: Any, name: str) -> NDArray[Any]:
    if not isinstance(array, np.ndarray) or array.ndim == 0 or not array.flags.c_contiguous or not array.flags.writeable:
        raise TypeError(f"{name} is no C-contiguous array that can be written")
    return array
