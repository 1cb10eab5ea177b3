"""Lacuna's sparse kernels on NumPy and SciPy arrays, through the C ABI, without copies.

    import numpy, scipy.sparse
    from lacuna_sparse import kernels as lacuna
    a = scipy.sparse.random_array((1000, 50), density=0.1, format="csr", dtype=numpy.float32)
    c = lacuna.csr_dense(a, numpy.ones((50, 8), numpy.float32))

**Arrays.** A csr is any object with `shape`, `indptr`, `indices` and `data` (`scipy.sparse.csr_array`, `csr_matrix`, or
`Csr`); a row_sparse array is a `RowSparse`; a dense matrix is an `ndarray` whose rows lie at any distance and are each
contiguous: one of more than two dimensions counts as rows of all the rest, a vector as a matrix of one column. Values are
float32 or float64, indices int32, int64 or uint32, one type of each in a call. What would need a copy is refused: `TypeError`
for a wrong type, dtype or byte order, `ValueError` for a memory layout or an array that cannot be written. All memory from
the first to the last element of an array that is written belongs to the call, gaps between rows included: no other array of the
call, and no other thread, may use it. No thread may write what the call reads.

**Errors.** What the library refuses becomes a `LacunaError` with the numbers: every function may raise `FormatError` (broken
arrays: unsorted, repeated, out of range, wrong length) and `ShapeError` (dimensions that do not fit together); docstrings
name only what comes besides. A refused call has written nothing, where its docstring does not say otherwise.

**Trust.** A call checks the whole pattern of a csr or row_sparse, in time proportional to its stored indices. `trusted=True`
(or `Csr(..., trusted=True)`, `RowSparse(..., trusted=True)`) leaves this to you: `check_csr` and `check_row_sparse` check once and
give back the same arrays as trusted. If that trust is broken a result is unspecified, but nothing outside of the arrays is touched.
`lacuna.csr(a)` checks once and makes a `CheckedCsr`, which no call looks at again: with its operators `@` and `.T @`, small products
cost little more than the kernel.
Bags of ids (`bag_sum` and its like) may repeat an id, or have them in any order: such a `Csr` must be made with `trusted=True`.

**Nothing.** `padding` and `ignore` may be `None`: no id is padding, no label is left out.

**Threads.** Calls are thread-safe, and the GIL is released while a kernel runs. Threads share a large call, such as a product of
1,048,576 entries times columns, with the same bits on any number of them: `OMP_NUM_THREADS`, or all processors, if `set_threads(4)` or `with threads(4):` says
nothing else. Where only the library of the kernels is installed, and not `lacuna_runtime`, each call has one thread.

    with lacuna.threads(2):
        d = lacuna.csr_dense(a, numpy.ones((50, 8), numpy.float32))

The library is looked for in `LACUNA_LIBRARY`, in the package, where `cargo xtask capi` puts it, and by the system's loader.
"""

from __future__ import annotations

import builtins
import ctypes
import math
import operator
import sys
from collections.abc import Callable, Mapping, Sequence
from ctypes import CFUNCTYPE, POINTER, addressof, c_char, c_char_p, c_double, c_float, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import lru_cache, partial
from math import prod
from typing import Any, Generic, NoReturn, Protocol, TypeAlias, TypeVar, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray

from lacuna_sparse import _library, _threads
from lacuna_sparse._library import LibraryError
from lacuna_sparse._threads import get_threads, set_threads, threads
from lacuna_sparse.kernels._table import SIGNATURES, STRUCTS

__all__ = [
    "AdaDelta", "AdaGrad", "AdaGradL2", "Adam", "AdamW", "Adamax", "ArgumentError", "BlockEnds", "Broadcast", "CapacityError", "CheckedCsr", "CoalescePlan",
    "Column", "Csr", "CsrLike", "Fault", "FormatError", "Ftml", "Ftrl", "IdsError", "IndexOverflowError", "InferenceError", "KernelError",
    "LacunaError", "LambDirection", "LevelError", "LibraryError", "MissingRowError", "Nadam", "Nag", "Operand", "ParameterError", "PatternError",
    "Plan", "PlanBuffers", "RangeError", "RmsProp", "RmsPropCentered", "Row", "RowSparse", "Sgd", "SgdMomentum", "ShapeError", "SignSgd", "Signum",
    "SellPlan", "Status", "Stream", "TransposePlan", "accumulate_indptr", "adadelta", "adagrad", "adagrad_l2", "adam", "adamax", "adamw", "add_n",
    "add_n_ids", "add_n_scratch", "bag_plan", "block_ends", "block_ends_capacity", "block_ends_row_sparse", "block_ends_scratch", "canonical_coo",
    "canonical_csr", "cast", "check_csr", "check_plan", "check_row_sparse", "coalesce", "coalesce_plan", "csr", "csr_csr_scratch", "csr_dense",
    "csr_mut_rows", "csr_row_sparse", "csr_rows", "csr_t_column", "csr_t_dense", "csr_t_dense_scatter", "csr_t_dense_to_dense", "csr_t_row_sparse",
    "csr_t_row_sparse_scatter", "csr_to_dense", "dense_csr_scratch", "dense_dense_scratch", "dense_row_ids", "dense_row_nnz", "dense_to_csr", "dense_to_csr_one_pass",
    "dense_to_row_sparse", "error_text", "force_level", "ftml", "ftrl", "get_threads", "infer", "infer_nearest", "lamb_direction", "level", "level_detected",
    "level_name", "library_path", "nadam", "nag", "partition_csr", "partition_plan", "partition_row_sparse", "permute", "plan_rows", "plan_scratch",
    "plan_segments", "retain", "retain_ids", "rmsprop", "rmsprop_centered", "row_sparse_mut_rows", "row_sparse_rows", "row_sparse_to_dense", "set_threads", "sgd",
    "sgd_momentum", "sign_sgd", "signum", "sell_column", "sell_plan", "sell_plan_length", "sell_plan_transposed", "status_text", "threads", "transpose",
    "transpose_plan", "transpose_plan_row_sparse", "version",
    "GroupAdaGrad", "Lamb", "Lars", "RowAdaGrad", "RowAdam", "RowLamb", "RowRmsProp",
    "group_adagrad", "lamb", "lars", "row_adagrad", "row_adam", "row_lamb", "row_rmsprop",
]  # fmt: skip

#: The C ABI that this file is written for: versions before 1.0 keep it as long as the second number stays.
ABI = "0.1"

Value = TypeVar("Value", bound=np.generic)
Index = TypeVar("Index", bound=np.int32 | np.int64 | np.uint32)
Value_co = TypeVar("Value_co", bound=np.generic, covariant=True)
Index_co = TypeVar("Index_co", bound=np.int32 | np.int64 | np.uint32, covariant=True)


# ---------------------------------------------------------------------------------------------------------------- errors


class Status(IntEnum):
    """Why a call was refused: `lacuna_status`."""

    OK = 0
    NULL_POINTER = 1
    MISALIGNED_POINTER = 2
    LENGTH_OVERFLOW = 3
    OVERLAP = 4
    INVALID_CHOICE = 5
    TOO_MANY_ARRAYS = 6
    TYPE = 7
    NOT_BUILT = 8
    CSR_SHAPE = 10
    CSR_INDPTR = 11
    CSR_INDICES = 12
    ROW_SPARSE_SHAPE = 13
    ROW_SPARSE_INDICES = 14
    DENSE_SHAPE = 15
    DIMENSION = 16
    DENSE_STRIDE = 17
    SHAPE = 20
    CAPACITY = 21
    IDS = 22
    MISSING_ROW = 23
    PATTERN = 24
    RANGE = 25
    INDEX = 26
    PARAMETER = 27
    LEVEL_UNAVAILABLE = 30
    UNKNOWN_OPERATOR = 40
    OPERATOR_PARAMETER = 41
    OPERATOR_INPUTS = 42
    OPERATOR_OUTPUTS = 43
    NOT_IMPLEMENTED = 44
    OTHER = 99

    @classmethod
    def _missing_(cls, value: object) -> Status:
        return cls.OTHER


class Operand(IntEnum):
    """Which array or argument is at fault: `lacuna_operand`. A state of an optimizer is `STATE` and its number, from 1."""

    NONE = 0
    INDPTR = 1
    INDICES = 2
    VALUES = 3
    DATA = 4
    LEFT = 5
    RIGHT = 6
    OUTPUT = 7
    INPUT = 8
    IDS = 9
    PLAN = 10
    GRADIENT = 11
    WEIGHT = 12
    SCRATCH = 13
    SEGMENTS = 14
    ROWS = 15
    ENTRIES = 16
    COLUMNS = 17
    STRUCT = 18
    STATE = 32

    @classmethod
    def _missing_(cls, value: object) -> Operand:
        if not isinstance(value, int) or not cls.STATE < value < cls.STATE + 256:
            return cls.NONE
        state = int.__new__(cls, value)
        state._name_, state._value_ = f"STATE_{value - cls.STATE}", value
        return state


class Fault(IntEnum):
    """Which rule is broken: `lacuna_fault`."""

    NONE = 0
    NEGATIVE = 1
    TOO_LARGE = 2
    NOT_ASCENDING = 3
    START = 4
    DECREASING = 5
    END = 6
    ROWS = 7
    COLUMNS = 8
    ELEMENTS = 9
    BEFORE_FIRST = 10
    CLIP_GRADIENT = 11
    HIGH = 12
    PROBABILITY = 13
    DEVIATION = 14
    CLIP_WEIGHTS = 15

    @classmethod
    def _missing_(cls, value: object) -> Fault:
        return cls.NONE


class LacunaError(ValueError):
    """A call was refused. `str` of it is one sentence with the numbers.

    `argument` is the parameter's name ("" if not one alone is at fault), `row` and `entry` are the place, `expected` is a length,
    a dimension or a bound, `found` what is there instead. Of arrays that overlap, `other_argument` and `other_operand` are the
    other one. Numbers of no meaning for a `status` are 0.
    """

    def __init__(
        self, message: str, argument: str = "", status: int = Status.OTHER, operand: int = 0, fault: int = 0,
        row: int = 0, entry: int = 0, expected: int = 0, found: int = 0, other_argument: str = "", other_operand: int = 0,
    ) -> None:  # fmt: skip
        # As the arguments, so that an error survives pickle.
        super().__init__(message, argument, status, operand, fault, row, entry, expected, found, other_argument, other_operand)
        self.argument, self.other_argument, self.other_operand = argument, other_argument, Operand(other_operand)
        self.status, self.operand, self.fault = Status(status), Operand(operand), Fault(fault)
        self.row, self.entry, self.expected, self.found = row, entry, expected, found

    def __str__(self) -> str:
        return str(self.args[0])


class ArgumentError(LacunaError):
    """Memory of the arguments: arrays that overlap, lengths beyond the address space."""


class FormatError(LacunaError):
    """The arrays of a csr, row_sparse or dense argument do not keep the rules of its format."""


class KernelError(LacunaError):
    """The arguments, each sound in itself, do not fit the call."""


class ShapeError(KernelError):
    """A dimension (`fault`: `ROWS`, `COLUMNS` or `ELEMENTS`) of `operand` does not fit the others."""


class CapacityError(KernelError):
    """An array for output or scratch has `found` elements and needs `expected`."""


class IdsError(KernelError):
    """An id of a list is out of order or out of range."""


class MissingRowError(KernelError):
    """A row that must be changed is not stored in a row_sparse operand."""


class PatternError(KernelError):
    """The pattern of the output is not the one that the inputs give, or a plan is none."""


class RangeError(KernelError):
    """The range from `row` to before `found` is not inside of 0 to `expected`."""


class IndexOverflowError(KernelError):
    """A number, `found`, does not fit the index dtype, whose largest is `expected`."""


class ParameterError(KernelError):
    """A hyper-parameter that no update can use: a bound `clip_gradient` that is negative or not a number."""


class LevelError(LacunaError):
    """The processor does not have this SIMD level."""


class InferenceError(LacunaError):
    """The operator, its parameters or the storage types of its operands are none that inference knows."""


_ERRORS: dict[Status, type[LacunaError]] = {
    **{status: ArgumentError for status in Status if Status.OK < status < Status.CSR_SHAPE},
    **{status: FormatError for status in Status if Status.CSR_SHAPE <= status <= Status.DENSE_STRIDE},
    Status.SHAPE: ShapeError,
    Status.CAPACITY: CapacityError,
    Status.IDS: IdsError,
    Status.MISSING_ROW: MissingRowError,
    Status.PATTERN: PatternError,
    Status.RANGE: RangeError,
    Status.INDEX: IndexOverflowError,
    Status.PARAMETER: ParameterError,
    Status.LEVEL_UNAVAILABLE: LevelError,
    **{status: InferenceError for status in Status if Status.UNKNOWN_OPERATOR <= status <= Status.NOT_IMPLEMENTED},
}


# ------------------------------------------------------------------------------------------- the C ABI: structs and functions


class _View(ctypes.Structure):
    """Holds addresses, and with them the arrays, so that these live as long as it does."""

    arrays: tuple[NDArray[Any], ...]
    value: np.dtype[Any]
    index: np.dtype[Any]


_C_TYPES: dict[str, Any] = {
    "size_t": c_size_t, "int32_t": c_int32, "uint32_t": c_uint32, "int64_t": c_int64, "uint64_t": c_uint64, "double": c_double, "void*": c_void_p,
}  # fmt: skip

#: Every struct of the header: one class for what is read and for what is written.
_STRUCTS: dict[str, type[_View]] = {}
for _name, _fields in STRUCTS.items():
    _read = _STRUCTS.get(_name.removesuffix("_mut"))
    _STRUCTS[_name] = _read or type(_name, (_View,), {"_fields_": [(_field, _C_TYPES[_kind]) for _field, _kind in _fields]})

_Array, _Csr, _Dense, _RowSparse = _STRUCTS["array"], _STRUCTS["csr"], _STRUCTS["dense"], _STRUCTS["row_sparse"]
_RowsMut, _Broadcast, _Stream, _Error = _STRUCTS["rows_mut"], _STRUCTS["broadcast"], _STRUCTS["stream"], _STRUCTS["error"]
_Plan, _PlanBuffers, _BlockEnds, _SellPlan = (_STRUCTS[_name] for _name in ("plan", "plan_buffers", "block_ends", "sell_plan"))

#: C types by the kinds that `_SIGNATURES` uses.
_KINDS: dict[str, Any] = {
    **{name: POINTER(struct) for name, struct in _STRUCTS.items()},
    **{f"{name}_out": POINTER(struct) for name, struct in _STRUCTS.items()},
    **{kind: POINTER(_Array) for kind in ("values", "values_mut", "indices", "indices_mut", "numbers_mut")},
    **{kind: c_void_p for kind in ("sizes_mut", "scalar", "scratch", "uint32*")},
    "row_sparse_list": POINTER(_RowSparse), "char*": c_char_p, "char**": POINTER(c_char_p),
    "size": c_size_t, "length": c_size_t, "size_out": POINTER(c_size_t), "int32": c_int32, "uint32": c_uint32,
}  # fmt: skip

#: Every function of the header: parameters by name and kind, and what it gives back, if that is not a status.
_SIGNATURES: dict[str, str] = {
    **SIGNATURES,
    "level": "-> uint32",
    "level_detected": "-> uint32",
    "level_name": "level:uint32 -> char*",
    "version": "-> char*",
    "status_text": "status:int32 -> char*",
    "error_text": "error:error text:char* capacity:size -> size",
    "infer": "operator_name:char* names:char** values:char** parameters:size device:uint32 inputs:uint32* inputs_length:size "
    "outputs:uint32* outputs_length:size mode:uint32*",
    "infer_nearest": "operator_name:char* names:char** values:char** parameters:size device:uint32 inputs:uint32* inputs_length:size "
    "text:char* capacity:size -> size",
    "plan_scratch": "index_type:uint32 entries:size -> size",
    "block_ends_capacity": "nnz:size -> size",
    "block_ends_scratch": "index_type:uint32 columns:size -> size",
    "sell_plan_length": "rows:size nnz:size -> size",
    "add_n_scratch": "inputs:size -> size",
    "csr_csr_scratch": "columns:size -> size",
    "dense_csr_scratch": "rows:size columns:size -> size",
    "dense_dense_scratch": "rows:size columns:size terms:size -> size",
}

#: `bfloat16` without the package ml_dtypes, whose own is taken as well: `bits.view(BFLOAT16)` of the 16 bits of each number.
BFLOAT16 = np.dtype([("bfloat16", np.uint16)])

#: Types of values, with their numbers in C. Kernels that compute with them have the first two; some the 16-bit floats too, and those that only move them all.
#: `bfloat16` of the package ml_dtypes is added when it is met.
_VALUES: dict[np.dtype[Any], int] = {
    np.dtype(np.float32): 1, np.dtype(np.float64): 2, np.dtype(np.float16): 3,
    np.dtype(np.int32): 7, np.dtype(np.int64): 8, np.dtype(np.uint8): 6, np.dtype(np.int8): 5, BFLOAT16: 4,
}  # fmt: skip
_INDICES: dict[np.dtype[Any], int] = {np.dtype(np.int32): 7, np.dtype(np.int64): 8, np.dtype(np.uint32): 9}
#: All of them by number.
_DTYPES = ("none", "float32", "float64", "float16", "bfloat16", "int8", "uint8", "int32", "int64", "uint32")

_library_of_kernels = _library.Library("lacuna", "LACUNA_LIBRARY", "lacuna_version", ABI)
_functions: dict[str, Any] = {}


def _function(name: str) -> Any:
    """The function of the library, with its C types set."""
    if function := _functions.get(name):
        return function
    try:
        function = getattr(_library_of_kernels.load(), f"lacuna_{name}")
    except AttributeError:
        raise LibraryError(f"{library_path()} has no lacuna_{name}") from None
    parameters, _, result = _SIGNATURES[name].partition("->")
    function.argtypes = [_KINDS[parameter.partition(":")[2]] for parameter in parameters.split()]
    if not result:
        function.argtypes += [POINTER(_Error)]
    function.restype = _KINDS[result.strip()] if result else c_int32
    _functions[name] = function
    return function


def _call(function: str, *arguments: Any) -> None:
    """Calls a function that gives a status. The GIL is released meanwhile."""
    error = _Error()
    if status := _run(function, arguments, error):
        error.status = status
        parameters = _parameters(function)
        place = error.argument - 1 if 0 < error.argument <= len(parameters) else 0
        name, kind = parameters[place]
        if status == Status.NOT_BUILT:
            raise LibraryError(f"{library_path()} was built without {_DTYPES[error.found] if error.found else function}")
        if status == Status.TYPE and not error.expected:
            raise TypeError(f"{function.partition('_')[2]} takes no {_DTYPES[error.found]} values")
        if status == Status.TYPE:
            of_values = kind.startswith("values") or getattr(arguments[place], "value_type", 0) == error.found
            _raise_type(name, "values" if of_values else "indices", error.expected, error.found)
        other = parameters[error.other_argument - 1][0] if 0 < error.other_argument <= len(parameters) else ""
        _raise(error, name if error.argument or len(parameters) == 1 else "", other)


def _run(function: str, arguments: Sequence[Any], error: _View) -> int:
    """The status of a call, which threads share if it is large."""
    if _work(function)(arguments) >= _threads.LEAST_WORK and (count := get_threads()) > 1 and (pool := _threads.pool(count)):
        words = [_word(argument) for argument in arguments]
        return pool.call(b"lacuna_" + function.encode(), words, addressof(error))
    return int(_function(function)(*arguments, error))


#: Fields of arguments that say how many entries a call goes through, from the kind that decides where there are several; how long
#: the rows are that it reads; and how many elements it reads and writes.
_ENTRIES = (("csr_mut", "nnz"), ("indices", "length"), ("csr", "nnz"), ("plan", "terms"), ("sell_plan", "nnz"))
_WIDTHS = {"dense": ("columns",), "row_sparse": ("row_length",)}
_READ = {"values": ("length",), "dense": ("rows", "columns"), "row_sparse": ("stored_rows", "row_length")}
_WRITTEN = {
    "values_mut": ("length",), "indices_mut": (), "csr_mut": (), "dense_mut": ("rows", "columns"),
    "row_sparse_mut": ("stored_rows", "row_length"), "rows_mut": ("rows", "row_length"),
}  # fmt: skip


@lru_cache(maxsize=None)
def _parameters(function: str) -> tuple[tuple[str, str], ...]:
    """The parameters of a function that gives a status, by name and kind."""
    return tuple(parameter.partition(":")[::2] for parameter in _SIGNATURES[function].split())


@lru_cache(maxsize=None)
def _work(function: str) -> Callable[[Sequence[Any]], int]:
    """How much a call has to do, by its arguments, as the library counts it, or more: it looks again."""
    kinds = [kind for _, kind in _parameters(function)]

    def of(fields: Mapping[str, tuple[str, ...]]) -> list[str]:
        return [" * ".join(f"a[{place}].{field}" for field in fields[kind]) for place, kind in enumerate(kinds) if fields.get(kind)]

    def largest(numbers: Sequence[str]) -> str:
        return f"max({', '.join(numbers)})" if len(numbers) > 1 else numbers[0]

    # Checks and plans are not shared.
    if not any(kind in _WRITTEN for kind in kinds) or any(kind.endswith("_out") for kind in kinds):
        return lambda _: 0
    entries = next((found for kind, field in _ENTRIES if (found := of({kind: (field,)}))), [])
    widths = of(_WIDTHS)
    if SIGNATURES.get(function, "").startswith("hyper:"):
        # An update goes to the rows of its gradient, and to its states.
        work = f"4 * {largest(of(_READ))}"
    else:
        elements = of(_WRITTEN) if entries else of({**_READ, **_WRITTEN})
        terms = [f"{largest(entries)} * {largest(['4', *widths])}"] if entries else []
        work = largest([*elements, *terms, "0"])
    if "block_ends" in kinds:
        # Fewest columns for which it pays that each part goes through all entries.
        work = f"{work} if {largest(['4', *widths])} >= 128 else 0"
    # Each call counts: an expression is the quickest.
    return eval(f"lambda a: {work}", {"max": builtins.max})  # type: ignore[no-any-return]


def _word(argument: Any) -> int:
    """An argument as a pointer or a size: structs and places of results are pointed to."""
    if isinstance(argument, c_void_p):
        return argument.value or 0
    if argument is None or isinstance(argument, int):
        return argument or 0
    return addressof(argument)


def _raise_type(name: str, what: str, expected: int, found: int) -> NoReturn:
    raise TypeError(f"{name} has {what} of dtype {_DTYPES[found]}, other arguments have {_DTYPES[expected]}")


def _raise(error: _View, argument: str, other: str = "") -> NoReturn:
    error.argument = 0
    names = ("status", "operand", "fault", "row", "entry", "expected", "found", "other_operand")
    numbers: dict[str, Any] = {name: getattr(error, name) for name in names}
    sentence = _sentence(error).replace(f"argument {error.other_argument}", other) if other else _sentence(error)
    message = f"{argument}: {sentence}" if argument else sentence
    raise _ERRORS.get(Status(error.status), LacunaError)(message, argument, other_argument=other, **numbers)


def _sentence(error: _View) -> str:
    length = _function("error_text")(error, None, 0)
    text = ctypes.create_string_buffer(length + 1)
    _function("error_text")(error, text, length + 1)
    return text.value.decode()


# ---------------------------------------------------------------------------------------------------------------- arrays


class CsrLike(Protocol[Value_co, Index_co]):
    """What a csr argument must have: a `scipy.sparse.csr_array` or `csr_matrix` has it. `format`, if it has one, must be "csr"."""

    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def indptr(self) -> NDArray[Index_co]: ...
    @property
    def indices(self) -> NDArray[Index_co]: ...
    @property
    def data(self) -> NDArray[Value_co]: ...


@dataclass(frozen=True, eq=False)
class Csr(Generic[Value, Index]):
    """A csr matrix of shape (R, K), as three borrowed arrays; columns ascend strictly in each row.

    `indptr` has R + 1 pointers; those of a range of rows (`csr_rows`) count from any first one, for which it must be trusted.
    `scipy.sparse.csr_array((c.data, c.indices, c.indptr), c.shape)` makes SciPy's from a whole one.
    """

    shape: tuple[int, int]
    indptr: NDArray[Index]
    indices: NDArray[Index]
    data: NDArray[Value]
    trusted: bool = False


@dataclass(frozen=True, eq=False)
class RowSparse(Generic[Value, Index]):
    """Dense rows, of which only some are stored, as borrowed arrays: row `indices[k]` is `data[k]`, all others are zero.

    `shape` is that of the whole array, R x ..., `data` has shape (stored rows, ...) and is contiguous, `indices` ascend strictly. In
    a range of rows (`row_sparse_rows`) ids keep their values, and `first_row` is the one that counts as row 0.
    """

    shape: tuple[int, ...]
    indices: NDArray[Index]
    data: NDArray[Value]
    first_row: int = 0
    trusted: bool = False


class PlanBuffers(Generic[Index]):
    """Memory for the plan of a csr of up to `entries` entries, to be used again. A plan in it ends when the next one is made in it,
    which no other thread may do, or use that plan for, at the same time.
    """

    def __init__(self, entries: int, index_dtype: type[Index] | np.dtype[Index]) -> None:
        index = _index_dtype(index_dtype)
        self.ids: NDArray[Index] = np.empty(_size(entries, "entries"), index)
        self.segments: NDArray[Index] = np.empty(entries + 1, index)
        self.rows: NDArray[Index] = np.empty(entries, index)
        self.entries: NDArray[Index] = np.empty(entries, index)
        self.scratch = _aligned(plan_scratch(entries, index))
        self._generation = 0

    def _seal(self) -> None:
        for array in (self.ids, self.segments, self.rows, self.entries):
            array.flags.writeable = False
        del self.scratch


class _Kept:
    """Keeps its struct, once a call has made it: with the arrays, whose memory then stays where it is. Copies make their own."""

    _view: _View | None = None

    def _keep(self, view: _View) -> _View:
        object.__setattr__(self, "_view", view)
        return view

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_view"}


@dataclass(frozen=True, eq=False)
class Plan(_Kept, Generic[Index]):
    """The terms of a sum of rows, grouped by the id of the result's row. It depends on patterns only, and serves any values.

    Segment `s`, for the id `ids[s]`, has the terms `segments[s]` to before `segments[s + 1]`: row `rows[t]` of the operand times value
    `entries[t]` of `values` values. `transpose_plan` and its like make it, trusted and read-only; threads can share it.
    """

    ids: NDArray[Index]
    segments: NDArray[Index]
    rows: NDArray[Index]
    entries: NDArray[Index]
    values: int
    operand_rows: int
    output_rows: int
    first_row: int = 0
    trusted: bool = False
    _buffers: PlanBuffers[Index] | None = field(default=None, repr=False)
    _generation: int = field(default=0, repr=False)

    @property
    def stored_rows(self) -> int:
        """Stored rows of a row_sparse result."""
        return len(self.ids)

    @property
    def terms(self) -> int:
        """Terms of all sums together."""
        return len(self.rows)


class TransposePlan(Plan[Index]):
    """A plan of transposed products."""


class CoalescePlan(Plan[Index]):
    """A plan of `coalesce`."""


#: Terms after which a running sum begins anew.
_BLOCK = 1024


@dataclass(frozen=True, eq=False)
class BlockEnds(_Kept, Generic[Index]):
    """Where the sums of a transposed product without a plan end their blocks of 1024 terms: the columns with more than these,
    and the entries of the csr, of this `shape` with `nnz` entries, that end one. It depends on the pattern only. `block_ends` and
    its like make it, trusted and read-only; threads can share it.
    """

    columns: NDArray[Index]
    entries: NDArray[Index]
    shape: tuple[int, int]
    nnz: int
    trusted: bool = False


@dataclass(frozen=True, eq=False)
class SellPlan(_Kept, Generic[Index]):
    """The pattern of a csr of this `shape`, with `nnz` entries, analysed for many products with one column: what a `sell_plan` function
    has written to `memory`, a part of which are the `entries`. Both are read-only; threads can share it.
    """

    memory: NDArray[Index]
    entries: NDArray[Index]
    shape: tuple[int, int]
    nnz: int
    transposed: bool = False


_AnyPlan = TypeVar("_AnyPlan", bound=Plan[Any])


@dataclass(frozen=True, eq=False)
class Row(Generic[Value]):
    """Values that are the same for each row of a result: one for each of its columns."""

    values: NDArray[Value]


@dataclass(frozen=True, eq=False)
class Column(Generic[Value]):
    """Values that are the same for each column of a result: one for each of its rows."""

    values: NDArray[Value]


#: What is brought to the shape of a result: a dense or row_sparse array of that shape, a row, a column, or a number.
Broadcast: TypeAlias = "NDArray[Any] | RowSparse[Any, Any] | Row[Any] | Column[Any] | float"


@dataclass(frozen=True)
class Stream:
    """A sequence of random numbers and the element with which a draw begins: element i is a function of the seed, the stream and i alone."""

    seed: int
    stream: int = 0
    first: int = 0


#: `SIZE_MAX`.
_NOTHING = 2 * sys.maxsize + 1


def _size(number: int, name: str, part: str = "") -> int:
    number = operator.index(number)
    if not 0 <= number <= sys.maxsize:
        raise ValueError(f"{name}{part} is {number}: not a size")
    return number


def _index_dtype(dtype: DTypeLike) -> np.dtype[Any]:
    index = np.dtype(dtype)
    if index not in _INDICES:
        raise TypeError(f"indices of dtype {index}: only int32, int64 and uint32 are there")
    return index


def _aligned(size: int) -> NDArray[np.uint8]:
    """Bytes from an address that is good for everything."""
    memory = np.empty(size + 16, np.uint8)
    start = -memory.ctypes.data % 16
    return memory[start : start + size]


#: Flags of an array that is contiguous and aligned, and of one that can be written besides.
_READABLE, _WRITEABLE = 0x101, 0x501


def _usable(array: Any, dtype: np.dtype[Any], write: bool) -> bool:
    """True for the common case: a contiguous array that needs no closer look."""
    flags = _WRITEABLE if write else _READABLE
    return type(array) is np.ndarray and array.dtype == dtype and array.flags.num & flags == flags


def _check(array: NDArray[Any], name: str, dtype: np.dtype[Any], write: bool) -> None:
    """Refuses what is not an ndarray of that dtype, or has memory that cannot be used as it is, whatever its strides."""
    if not isinstance(array, np.ndarray) or isinstance(array, np.ma.MaskedArray):
        raise TypeError(f"{name} is a {type(array).__name__}, not a numpy.ndarray")
    if array.dtype != dtype:
        raise TypeError(f"{name} has dtype {_dtype_name(array)}, not {dtype.name}")
    if not array.flags.aligned:
        raise ValueError(f"{name} is not aligned in memory")
    if write and not array.flags.writeable:
        raise ValueError(f"{name} cannot be written")


_from_buffer = c_char.from_buffer


def _data(array: NDArray[Any]) -> int:
    """The address of a contiguous array, 0 without elements: by its buffer, which takes a quarter of the time of `ctypes.data`."""
    if not array.size:
        return 0
    try:
        return addressof(_from_buffer(array))  # type: ignore[arg-type]
    except (BufferError, TypeError, ValueError):
        # It cannot be written, or has numbers that buffers do not know.
        return array.__array_interface__["data"][0]  # type: ignore[no-any-return]


def _address(array: NDArray[Any], name: str, dtype: np.dtype[Any], write: bool = False, part: str = "") -> int:
    """The address of a contiguous array of one dimension."""
    if not _usable(array, dtype, write) or array.ndim != 1:
        name += part
        _check(array, name, dtype, write)
        if array.ndim != 1:
            raise ValueError(f"{name} has {array.ndim} dimensions, not 1")
        if not array.flags.c_contiguous:
            raise ValueError(f"{name} is not contiguous: its elements lie {array.strides[0]} bytes apart, not {array.itemsize}")
    return _data(array)


def _array(array: NDArray[Any], name: str, dtype: np.dtype[Any], write: bool = False) -> _View:
    address = _address(array, name, dtype, write)
    view = _Array(_VALUES.get(dtype) or _INDICES[dtype], len(array), address)
    view.arrays = (array,)
    return view


def _plain_name(dtype: np.dtype[Any]) -> str:
    """The name of a dtype, `BFLOAT16` included."""
    return dtype.names[0] if dtype.names else dtype.name


def _dtype_name(array: NDArray[Any]) -> str:
    name = _plain_name(array.dtype)
    return name if array.dtype.isnative else f"{name} in the other byte order"


def _known(array: Any, name: str, choices: dict[np.dtype[Any], int], part: str = "") -> np.dtype[Any]:
    """The dtype of an array that decides for the whole call, if it is one of the choices."""
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name}{part} is a {type(array).__name__}, not a numpy.ndarray")
    dtype: np.dtype[Any] = array.dtype
    if dtype in choices:
        return dtype
    # The name of a dtype takes as long as all else.
    if choices is _VALUES and _plain_name(dtype) == "bfloat16":
        _VALUES[dtype] = 4
        return dtype
    names = ", ".join(map(_plain_name, choices))
    raise TypeError(f"{name}{part} has dtype {_dtype_name(array)}, which is none of {names}")


def _refuse_length(name: str, status: Status, operand: Operand, expected: int, found: int) -> NoReturn:
    """For lengths that the C ABI does not see: there, one number stands for all arrays that must be of the same length."""
    _raise(_Error(status=status, operand=operand, expected=expected, found=found), name)


def _csr(csr: CsrLike[Any, Any], name: str, trusted: bool = False, write: bool = False) -> _View:
    if isinstance(csr, CheckedCsr) and not write:
        return csr._view
    try:
        # Read once: a property may make another array each time.
        shape, indptr, indices, data = csr.shape, csr.indptr, csr.indices, csr.data
    except AttributeError:
        raise TypeError(f"{name} is a {type(csr).__name__}, which has no indptr, indices and data, and so is no csr") from None
    if (kind := getattr(csr, "format", "csr")) != "csr":
        raise TypeError(f"{name} is a {kind} matrix, not csr: tocsr() makes one")
    if len(shape) != 2:
        raise ValueError(f"{name} has {len(shape)} dimensions, not 2")
    value, index = _known(data, name, _VALUES, ".data"), _known(indices, name, _INDICES, ".indices")
    rows, columns = _size(shape[0], name, ".shape"), _size(shape[1], name, ".shape")
    pointers, stored = _address(indptr, name, index, False, ".indptr"), _address(indices, name, index, write, ".indices")
    values, nnz = _address(data, name, value, write, ".data"), len(indices)
    if len(indptr) != rows + 1:
        _refuse_length(name, Status.CSR_SHAPE, Operand.INDPTR, rows + 1, len(indptr))
    if len(data) != nnz:
        _refuse_length(name, Status.CSR_SHAPE, Operand.VALUES, nnz, len(data))
    trusted = trusted or getattr(csr, "trusted", False) is True
    view = _Csr(_VALUES[value], _INDICES[index], trusted, rows, columns, nnz, pointers, stored, values)
    view.arrays, view.value, view.index = (indptr, indices, data), value, index
    return view


def _dense(array: NDArray[Any], name: str, value: np.dtype[Any] | None = None, write: bool = False) -> _View:
    if value is None:
        value = _known(array, name, _VALUES)
    usable = _usable(array, value, write)
    if usable and array.ndim == 2:
        rows, columns = array.shape
        stride = columns
    elif usable and array.ndim == 1:
        rows, columns, stride = len(array), 1, 1
    else:
        _check(array, name, value, write)
        if array.ndim == 0:
            raise ValueError(f"{name} has no dimensions")
        rows, columns = array.shape[0], prod(array.shape[1:])
        stride, rest = (columns, 0) if rows <= 1 or columns == 0 else divmod(array.strides[0], array.itemsize)
        if rows and not array[0].flags.c_contiguous:
            raise ValueError(f"{name} has rows that are not contiguous (strides {array.strides}): numpy.ascontiguousarray copies it")
        if rest or stride < columns:
            length = columns * array.itemsize
            raise ValueError(f"{name} has rows of {length} bytes that lie {array.strides[0]} apart: numpy.ascontiguousarray copies it")
    view = _Dense(_VALUES[value], rows, columns, stride, _data(array))
    view.arrays, view.value = (array,), value
    return view


def _row_sparse(array: RowSparse[Any, Any], name: str, write: bool = False, trusted: bool = False) -> _View:
    if not isinstance(array, RowSparse):
        raise TypeError(f"{name} is a {type(array).__name__}, not a lacuna.RowSparse")
    shape, indices, data = array.shape, array.indices, array.data
    value, index = _known(data, name, _VALUES, ".data"), _known(indices, name, _INDICES, ".indices")
    if len(shape) == 0:
        raise ValueError(f"{name} has no dimensions")
    rows, *trailing = [_size(length, name, ".shape") for length in shape]
    ids = _address(indices, name, index, False, ".indices")
    if not _usable(data, value, write):
        _check(data, f"{name}.data", value, write)
        if not data.flags.c_contiguous:
            raise ValueError(f"{name}.data is not contiguous (strides {data.strides})")
    if data.shape[1:] != tuple(trailing) or data.ndim == 0:
        raise ValueError(f"{name}.data has shape {data.shape}, which does not end in {tuple(trailing)}")
    stored, length = len(indices), _size(prod(trailing), name, ".shape")
    if len(data) != stored:
        _refuse_length(name, Status.ROW_SPARSE_SHAPE, Operand.DATA, stored * length, data.size)
    first_row = _size(array.first_row, name, ".first_row")
    view = _RowSparse(_VALUES[value], _INDICES[index], trusted or array.trusted, rows, length, stored, first_row, ids, _data(data))
    view.arrays, view.value, view.index = (indices, data), value, index
    return view


def _rows_mut(array: NDArray[Any] | RowSparse[Any, Any], name: str, value: np.dtype[Any] | None = None) -> _View:
    if isinstance(array, RowSparse):
        rows = _row_sparse(array, name, write=True)
        places = rows.row_length, rows.stored_rows, rows.first_row, rows.indices, rows.data
        view = _RowsMut(rows.value_type, rows.index_type, 1, rows.trusted, rows.rows, rows.row_length, *places)
    else:
        rows = _dense(array, name, value, write=True)
        view = _RowsMut(rows.value_type, 0, 0, 0, rows.rows, rows.columns, rows.stride, 0, 0, None, rows.data)
    view.arrays, view.value = rows.arrays, rows.value
    return view


def _plan(plan: Plan[Any], name: str, kind: type[Plan[Any]] = Plan) -> _View:
    if not isinstance(plan, kind):
        raise TypeError(f"{name} is a {type(plan).__name__}, not a lacuna.{kind.__name__}")
    if plan._buffers is not None and plan._buffers._generation != plan._generation:
        raise ValueError(f"{name} is gone: another plan has been made in its buffers")
    if plan._view:
        return plan._view
    index = _known(plan.ids, f"{name}.ids", _INDICES)
    arrays = (plan.ids, plan.segments, plan.rows, plan.entries)
    names = ("ids", "segments", "rows", "entries")
    addresses = [_address(array, f"{name}.{part}", index) for array, part in zip(arrays, names)]
    if len(plan.segments) != len(plan.ids) + 1 or len(plan.entries) != len(plan.rows):
        raise ValueError(f"{name} has arrays of {', '.join(str(len(array)) for array in arrays)} elements, which do not fit together")
    sizes = [_size(getattr(plan, part), f"{name}.{part}") for part in ("values", "operand_rows", "output_rows", "first_row")]
    view = _Plan(_INDICES[index], plan.trusted, len(plan.ids), len(plan.rows), *sizes, *addresses)
    view.arrays, view.index = arrays, index
    return plan._keep(view)


def _broadcast(operand: Any, name: str, value: np.dtype[Any] | None) -> _View:
    """`value` is the dtype of a number."""
    if isinstance(operand, RowSparse):
        of = _row_sparse(operand, name)
        view = _Broadcast(of.value_type, of.index_type, 1, of.trusted, of.rows, of.row_length, 0, of.stored_rows, of.first_row, of.indices, of.data)
    elif isinstance(operand, np.ndarray):
        of = _dense(operand, name)
        view = _Broadcast(of.value_type, 0, 0, 0, of.rows, of.columns, of.stride, 0, 0, None, of.data)
    else:
        row, column = isinstance(operand, Row), isinstance(operand, Column)
        values = _contiguous(operand.values) if row or column else np.array([operand], value)
        of = _array(values, f"{name}.values", _known(values, f"{name}.values", _VALUES))
        form = 2 if row else 3 if column else 4
        view = _Broadcast(of.element_type, 0, form, 0, values.size if column else 0, values.size if row else 0, 0, 0, 0, None, of.data)
        of.value = values.dtype
    view.arrays, view.value = of.arrays, of.value
    return view


def _contiguous(array: Any) -> Any:
    """In one dimension, if that needs no copy."""
    return array.reshape(-1) if isinstance(array, np.ndarray) and array.ndim != 1 and array.flags.c_contiguous else array


def _block_ends(ends: BlockEnds[Any], name: str, index: np.dtype[Any]) -> _View:
    if not isinstance(ends, BlockEnds):
        raise TypeError(f"{name} is a {type(ends).__name__}, not a lacuna.BlockEnds")
    if ends._view and ends._view.index == index:
        return ends._view
    columns, entries = _address(ends.columns, f"{name}.columns", index), _address(ends.entries, f"{name}.entries", index)
    sizes = [_size(length, f"{name}.shape") for length in ends.shape]
    places = columns, len(ends.columns), entries, len(ends.entries)
    view = _BlockEnds(_INDICES[index], ends.trusted, *places, *sizes, _size(ends.nnz, f"{name}.nnz"))
    view.arrays, view.index = (ends.columns, ends.entries), index
    return ends._keep(view)


def _find_block_ends(function: str, view: _View, terms: int, *arguments: Any) -> BlockEnds[Any]:
    """Calls a function that finds block ends, of `terms` rows of a csr: without a look at it, if these are no more than a block."""
    length, needed = (block_ends_capacity(view.nnz), block_ends_scratch(view.columns, view.index)) if terms > _BLOCK else (0, 0)
    columns, entries, scratch = np.empty(length, view.index), np.empty(length, view.index), _aligned(needed)
    places = [_array(array, "ends", view.index, write=True) for array in (columns, entries)]
    ends = _BlockEnds()
    _call(function, view, *arguments, *places, scratch.ctypes.data, len(scratch), ends)
    # What is not needed is given back.
    columns, entries = columns[: ends.columns_length].copy(), entries[: ends.entries_length].copy()
    for array in (columns, entries):
        array.flags.writeable = False
    return BlockEnds(columns, entries, (ends.matrix_rows, ends.matrix_columns), ends.matrix_nnz, True)


def _scatter(function: str, left: _View, ends: BlockEnds[Any], right: _View, row_shape: tuple[int, ...], out: NDArray[Any] | None) -> NDArray[Any]:
    """Calls a product without a plan."""
    places = _block_ends(ends, "ends", left.index)
    result = np.empty((left.columns, *row_shape), left.value) if out is None else out
    target = _dense(result, "out", left.value, write=True)
    totals = np.empty(places.columns_length * target.columns, left.value)
    _call(function, left, places, right, _array(totals, "totals", left.value, write=True), target)
    return result


def _column(left: _View, right: _View, row_shape: tuple[int, ...], out: NDArray[Any] | None) -> NDArray[Any]:
    """Calls a transposed product with one column, for which nothing is known of the pattern."""
    result = np.empty((left.columns, *row_shape), left.value) if out is None else out
    target = _dense(result, "out", left.value, write=True)
    many = left.rows > _BLOCK
    columns = np.empty(block_ends_scratch(left.columns, left.index) // left.index.itemsize if many else 0, left.index)
    totals = np.empty(left.columns if many else 0, left.value)
    scratch = _array(columns, "columns", left.index, write=True), _array(totals, "totals", left.value, write=True)
    _call("dot_csr_t_column", left, right, *scratch, target)
    return result


def _sell_plan(plan: SellPlan[Any], name: str) -> _View:
    if not isinstance(plan, SellPlan):
        raise TypeError(f"{name} is a {type(plan).__name__}, not a lacuna.SellPlan")
    if plan._view:
        return plan._view
    index = _known(plan.memory, f"{name}.memory", _INDICES)
    sizes = [_size(length, f"{name}.shape") for length in plan.shape]
    memory = _address(plan.memory, f"{name}.memory", index)
    view = _SellPlan(_INDICES[index], plan.transposed, *sizes, _size(plan.nnz, f"{name}.nnz"), memory, len(plan.memory), None)
    view.arrays, view.index = (plan.memory,), index
    return plan._keep(view)


def _make_sell_plan(function: str, view: _View, *arguments: Any) -> SellPlan[Any]:
    """Calls a function that makes a SELL plan."""
    memory: NDArray[Any] = np.empty(sell_plan_length(view.rows, view.nnz), view.index)
    plan = _SellPlan()
    _call(function, view, *arguments, _array(memory, "memory", view.index, write=True), plan)
    memory.flags.writeable = False
    return SellPlan(memory, _cut(memory, plan.entries, plan.nnz), (plan.rows, plan.columns), plan.nnz, plan.transposed == 1)


def _cut(array: NDArray[Any], address: int | None, length: int) -> NDArray[Any]:
    """The part of an array that the library has pointed to."""
    if length == 0 or address is None:
        return array[:0]
    start = (address - array.ctypes.data) // array.itemsize
    return array[start : start + length]


def _make_plan(
    kind: type[_AnyPlan], function: str, index: np.dtype[Any], entries: int, buffers: PlanBuffers[Any] | None, *arguments: Any
) -> _AnyPlan:
    """Calls a plan function; without buffers it gets its own, which are read-only afterwards."""
    place: PlanBuffers[Any] = PlanBuffers(entries, index) if buffers is None else buffers
    if not isinstance(place, PlanBuffers):
        raise TypeError(f"buffers is a {type(place).__name__}, not a lacuna.PlanBuffers")
    arrays = (place.ids, place.segments, place.rows, place.entries)
    addresses = [number for array in arrays for number in (_address(array, "buffers", index, write=True), len(array))]
    place._generation += 1
    plan = _Plan()
    _call(function, *arguments, _PlanBuffers(_INDICES[index], *addresses), place.scratch.ctypes.data, place.scratch.nbytes, plan)
    if buffers is None:
        place._seal()
    ids, segments = place.ids[: plan.stored_rows], place.segments[: plan.stored_rows + 1]
    return kind(
        ids, segments, place.rows[: plan.terms], place.entries[: plan.terms], plan.values, plan.operand_rows, plan.output_rows,
        plan.first_row, True, buffers, place._generation,
    )  # fmt: skip


def _plan_part(function: str, plan: _AnyPlan, start: int, end: int) -> _AnyPlan:
    part = _Plan()
    _call(function, _plan(plan, "plan"), _size(start, "start"), _size(end, "end"), part)
    return replace(
        plan,
        ids=_cut(plan.ids, part.ids, part.stored_rows), segments=_cut(plan.segments, part.segments, part.stored_rows + 1),
        rows=_cut(plan.rows, part.rows, part.terms), entries=_cut(plan.entries, part.entries, part.terms),
        values=part.values, operand_rows=part.operand_rows, output_rows=part.output_rows, first_row=part.first_row, trusted=True,
    )  # fmt: skip


def _pattern_of(plan: Plan[Index], row_shape: tuple[int, ...], value: np.dtype[Any]) -> RowSparse[Any, Index]:
    """New memory for the result of a plan. The ids are shared with the plan, unless its buffers may get other ones."""
    ids = plan.ids if plan._buffers is None else plan.ids.copy()
    data = np.empty((len(ids), *row_shape), value)
    return RowSparse((plan.output_rows, *row_shape), ids, data, plan.first_row, trusted=True)


@lru_cache(maxsize=None)
def _operands(function: str) -> tuple[tuple[str, str], ...]:
    """The parameters of a kernel that a caller gives: the others follow from them."""
    return tuple((name, kind) for name, kind in _parameters(function) if kind not in ("length", "size_out"))


def _invoke(function: str, *operands: Any) -> int:
    """Calls a kernel with operands as its signature has them: what follows from others (lengths, the place of a number) is added. Gives that number, or 0."""
    if len(operands) != (expected := len(_operands(function))):
        raise TypeError(f"{function} takes {expected} operands, not {len(operands)}")
    arguments: list[Any] = []
    given, numbers, value, length, count = iter(operands), [], None, 0, c_size_t()
    for name, kind in _parameters(function):
        if kind == "size_out":
            arguments.append(count)
        elif kind == "length":
            # Scratch stands before it.
            arguments.append(length)
        elif _is_number(kind, operand := next(given)):
            numbers.append((len(arguments), name, kind, operand))
            arguments.append(None)
        elif kind == "scratch":
            length = len(operand := _contiguous(operand))
            arguments.append(_address(operand, name, np.dtype(np.uint8), write=True))
        else:
            arguments.append(view := _OPERANDS[kind](operand, name))
            value = getattr(view, "value", None) if value is None else value
    # Numbers have the type of the arrays of values; where there are none, they are float64.
    value = np.dtype(np.float64) if value is None else value
    for place, name, kind, operand in numbers:
        arguments[place] = _broadcast(operand, name, value) if kind == "broadcast" else _scalar(operand, value)
    _call(function, *arguments)
    return count.value


def _is_number(kind: str, operand: Any) -> bool:
    """True for what has no type of its own."""
    return kind == "scalar" or (kind == "broadcast" and not isinstance(operand, (np.ndarray, RowSparse, Row, Column)))


def _values(array: Any, name: str, write: bool = False) -> _View:
    array = _contiguous(array)
    value = _known(array, name, _VALUES)
    view = _array(array, name, value, write)
    view.value = value
    return view


def _indices(array: Any, name: str, write: bool = False) -> _View:
    array = _contiguous(array)
    return _array(array, name, _known(array, name, _INDICES), write)


def _scalar(number: Any, value: np.dtype[Any]) -> Any:
    """A number in memory, rounded to the type of the values."""
    kind = _SCALARS.get(value)
    return kind(number) if kind and type(number) in (float, int) else np.array([number], value).ctypes.data_as(c_void_p)


def _stream(stream: Any, name: str) -> _View:
    if not isinstance(stream, Stream):
        raise TypeError(f"{name} is a {type(stream).__name__}, not a lacuna.Stream")
    return _Stream(stream.seed, stream.stream, stream.first)


def _size_or_none(size: Any, name: str) -> int:
    # The largest size is no id and no label.
    return _NOTHING if size is None and name in ("padding", "ignore") else _size(size, name)


#: A number of each type that Python's floats become without a look at them.
_SCALARS: dict[np.dtype[Any], Any] = {np.dtype(np.float32): c_float * 1, np.dtype(np.float64): c_double * 1}

#: How operands are taken, by their kind.
_OPERANDS: dict[str, Callable[[Any, str], Any]] = {
    "csr": _csr, "csr_mut": partial(_csr, write=True), "dense": _dense, "dense_mut": partial(_dense, write=True), "row_sparse": _row_sparse,
    "row_sparse_mut": partial(_row_sparse, write=True), "rows_mut": _rows_mut, "broadcast": partial(_broadcast, value=None), "plan": _plan,
    "values": _values, "values_mut": partial(_values, write=True), "indices": _indices, "indices_mut": partial(_indices, write=True),
    "stream": _stream, "size": _size_or_none,
}  # fmt: skip


def _into(function: str, *operands: Any, like: str) -> NDArray[Any]:
    """Calls a kernel whose last operand is a result that the caller need not give: it is as long as the first operand, or its rows or columns, or one number."""
    first, out = operands[0], operands[-1]
    if out is None:
        value = _known(getattr(first, "data", first) if hasattr(first, "indptr") else first, "the first operand", _VALUES)
        if like == "first":
            out = np.empty(first.shape, value)
        elif like == "one":
            out = np.empty(1, value)
        else:
            out = np.empty(first.shape[0] if like == "rows" else prod(first.shape[1:]), value)
    _invoke(function, *operands[:-1], out)
    return out  # type: ignore[no-any-return]


# -------------------------------------------------------------------------------------------------------------- products

_STATUS_OF_THREE = CFUNCTYPE(c_int32, c_void_p, c_void_p, c_void_p, c_void_p)


@lru_cache(maxsize=1)
def _multiply() -> Any:
    """`dot_csr_dense` for structs whose addresses are known."""
    return _STATUS_OF_THREE(ctypes.cast(_function("dot_csr_dense"), c_void_p).value or 0)


class _Slot:
    """The structs of a product with a matrix of `columns` columns, for one call at a time: only addresses of data change."""

    def __init__(self, left: _View, columns: int) -> None:
        kind = left.value_type
        self.right, self.out = _Dense(kind, left.columns, columns, columns, None), _Dense(kind, left.rows, columns, columns, None)
        self.error = _Error()
        self.addresses = addressof(left), addressof(self.right), addressof(self.out), addressof(self.error)
        self.is_large = left.nnz * builtins.max(columns, 4) >= _threads.LEAST_WORK


class CheckedCsr(Csr[Value, Index]):
    """A csr that has been checked once, when it was made: no call that takes it checks it again. `csr` makes it.

    `c @ b`, `c.T @ b` and `b @ c` are new arrays, for a vector or matrix `b` of the same dtype; `c.dot(b, out)` writes into `out`.
    For a sparse `b`, of this class or SciPy's, `c @ b` is of this class. Everything that takes a csr to be read takes it. Threads can
    share it.

    Its arrays are read-only views, without copies: it keeps their memory alive, and nothing here writes them. Whoever has the arrays
    from which it was made can still do so. Values may change between calls. If the pattern changes, results are unspecified, but no
    call reads or writes memory outside of the arrays, as the kernels check each place that they go to. `copy=True` makes it
    independent. Memory must not be given back by `ndarray.resize(..., refcheck=False)`.
    """

    _view: _View
    _slots: dict[int, list[_Slot]]
    _ends: BlockEnds[Index] | None
    _multiply: Any

    def __init__(self, csr: CsrLike[Value, Index], *, copy: bool = False) -> None:
        if copy:
            given = _csr(csr, "csr")
            indptr, indices, data = given.arrays
            csr = Csr((given.rows, given.columns), indptr.copy(), indices.copy(), data.copy())
        view = _checked(csr)
        indptr, indices, data = kept = [array.view(np.ndarray) for array in view.arrays]
        for array in kept:
            array.flags.writeable = False
        super().__init__((view.rows, view.columns), indptr, indices, data, True)
        for name, value in (("_view", view), ("_slots", {}), ("_ends", None), ("_multiply", _multiply())):
            object.__setattr__(self, name, value)

    def __reduce__(self) -> tuple[Any, ...]:
        # Addresses are of this process: what is unpickled is checked again.
        return csr, (Csr(self.shape, self.indptr, self.indices, self.data),)

    #: `ndarray @ c` is none of NumPy's.
    __array_ufunc__ = None

    @overload
    def __matmul__(self, b: NDArray[Value]) -> NDArray[Value]: ...
    @overload
    def __matmul__(self, b: CsrLike[Value, Any]) -> CheckedCsr[Value, Index]: ...
    def __matmul__(self, b: Any) -> Any:
        if not self._takes(b):
            return csr_dense(self, b) if isinstance(b, np.ndarray) or not hasattr(b, "shape") else _sparse_product(self, csr(b))
        return self._write(b, np.empty((self._view.rows, *b.shape[1:]), self._view.value))

    def _takes(self, b: Any) -> bool:
        """True for a vector or matrix that needs no closer look."""
        return _usable(b, self._view.value, False) and b.ndim in (1, 2) and b.shape[0] == self._view.columns

    def _write(self, b: NDArray[Value], result: NDArray[Value]) -> NDArray[Value]:
        """The product, into contiguous memory of its shape."""
        columns = 1 if b.ndim == 1 else b.shape[1]
        # A slot of its own for each call at the same time: lists are safe to be shared.
        slots = self._slots.setdefault(columns, [])
        try:
            slot = slots.pop()
        except IndexError:
            slot = _Slot(self._view, columns)
        slot.right.data, slot.out.data = _data(b), _data(result)
        if slot.is_large and (count := get_threads()) > 1 and (pool := _threads.pool(count)):
            status = pool.call(b"lacuna_dot_csr_dense", slot.addresses[:3], slot.addresses[3])
        else:
            status = self._multiply(*slot.addresses)
        if status:
            return csr_dense(self, b, result)
        slots.append(slot)
        return result

    def __rmatmul__(self, b: NDArray[Value]) -> NDArray[Value]:
        if isinstance(b, np.ndarray) and b.ndim == 1:
            return self.T @ b
        left = _dense(b, "b", self._view.value)
        out = np.empty((left.rows, self.shape[1]), self._view.value)
        _kernels.dense_csr(b, self, np.empty(dense_csr_scratch(*self.shape), out.dtype), out)
        return out

    def dot(self, b: NDArray[Value], out: NDArray[Value] | None = None) -> NDArray[Value]:
        """`self @ b` for a vector or matrix, into `out` if there is one."""
        if not self._takes(b):
            return csr_dense(self, b, out)
        shape = (self._view.rows, *b.shape[1:])
        result = np.empty(shape, self._view.value) if out is None else out
        if not _usable(result, self._view.value, True) or result.shape != shape:
            return csr_dense(self, b, result)
        return self._write(b, result)

    def to_scipy(self) -> Any:
        """A `scipy.sparse.csr_array` of the same memory, which is not to be written."""
        import scipy.sparse  # type: ignore[import-untyped]

        return scipy.sparse.csr_array((self.data, self.indices, self.indptr), self.shape)

    @property
    def T(self) -> _Transposed[Value, Index]:
        """The transpose, for `c.T @ b` and `c.T.dot(b, out)`, by `csr_t_dense_scatter`."""
        return _Transposed(self)


def _widened(a: CheckedCsr[Value, Any]) -> CheckedCsr[Value, Any]:
    """With indices of 64 bits, which hold all others."""
    return csr(Csr(a.shape, a.indptr.astype(np.int64), a.indices.astype(np.int64), a.data))


def _sparse_product(a: CheckedCsr[Value, Index], b: CheckedCsr[Value, Any]) -> CheckedCsr[Value, Index]:
    """`a b`: how many entries each row has, where, and what."""
    if a.indices.dtype != b.indices.dtype:
        return _sparse_product(_widened(a), _widened(b))
    columns, index = b.shape[1], a.indices.dtype
    scratch, counts = np.empty(csr_csr_scratch(columns), np.uint8), np.empty(a.shape[0], index)
    _kernels.csr_csr_row_nnz(a, b, counts, scratch)
    entries = int(counts.sum(dtype=np.int64))
    if entries > np.iinfo(index).max:
        return _sparse_product(_widened(a), _widened(b))
    indptr, indices = np.zeros(a.shape[0] + 1, index), np.empty(entries, index)
    np.cumsum(counts, out=indptr[1:])
    _kernels.csr_csr_indices(a, b, indptr, indices, scratch)
    out: Csr[Value, Index] = Csr((a.shape[0], columns), indptr, indices, np.empty(entries, a.data.dtype))
    _kernels.csr_csr(a, b, np.empty(columns, a.data.dtype), out)
    return csr(out)


class _Transposed(Generic[Value, Index]):
    def __init__(self, csr: CheckedCsr[Value, Index]) -> None:
        self._csr = csr

    __array_ufunc__ = None

    @property
    def T(self) -> CheckedCsr[Value, Index]:
        return self._csr

    @property
    def shape(self) -> tuple[int, int]:
        return self._csr.shape[1], self._csr.shape[0]

    def __matmul__(self, b: NDArray[Value]) -> NDArray[Value]:
        return self.dot(b)

    def dot(self, b: NDArray[Value], out: NDArray[Value] | None = None) -> NDArray[Value]:
        """`self @ b`, into `out` if there is one."""
        if self._csr._ends is None:
            object.__setattr__(self._csr, "_ends", block_ends(self._csr))
        return csr_t_dense_scatter(self._csr, b, out, ends=self._csr._ends)


def csr(matrix: Any, *, copy: bool = False) -> CheckedCsr[Any, Any]:
    """Checks every rule of a csr, and keeps it, or with `copy` its numbers, so that no call needs to check it again.

    Another sparse matrix of SciPy, such as a csc or coo, is made a csr first, by its own `tocsr`.
    """
    if isinstance(matrix, CheckedCsr) and not copy:
        return matrix
    if getattr(matrix, "format", "csr") != "csr" and hasattr(matrix, "tocsr"):
        matrix = matrix.tocsr()
    return CheckedCsr(matrix, copy=copy)


def csr_dense(a: CsrLike[Value, Index], b: NDArray[Value], out: NDArray[Value] | None = None, *, trusted: bool = False) -> NDArray[Value]:
    """`out = a b`: csr (R, K), dense (K, n) or (K,), dense (R, n) or (R,)."""
    left = _csr(a, "a", trusted)
    right = _dense(b, "b", left.value)
    result = np.empty((left.rows, *b.shape[1:]), left.value) if out is None else out
    _call("dot_csr_dense", left, right, _dense(result, "out", left.value, write=True))
    return result


def csr_row_sparse(
    a: CsrLike[Value, Index], b: RowSparse[Value, Index], out: NDArray[Value] | None = None, *, trusted: bool = False
) -> NDArray[Value]:
    """`out = a b`: csr (R, K), row_sparse (K, ...), dense (R, ...)."""
    left = _csr(a, "a", trusted)
    right = _row_sparse(b, "b")
    result = np.empty((left.rows, *b.shape[1:]), left.value) if out is None else out
    _call("dot_csr_row_sparse", left, right, _dense(result, "out", left.value, write=True))
    return result


def transpose_plan(
    a: CsrLike[Any, Index],
    columns: tuple[int, int] | None = None,
    *,
    buffers: PlanBuffers[Index] | None = None,
    trusted: bool = False,
) -> TransposePlan[Index]:
    """Groups the entries of `a` by column, for its transposed products with dense matrices.

    If `columns` are given, only those from the first to before the second count: other rows of a result are zero. The plan owns
    its memory, or is made in `buffers` (`CapacityError` if they are too short).
    """
    view = _csr(a, "a", trusted)
    start, end = (0, view.columns) if columns is None else columns
    bounds = _size(start, "columns"), _size(end, "columns")
    return _make_plan(TransposePlan, "dot_transpose_plan", view.index, view.nnz, buffers, view, *bounds)


def transpose(a: CsrLike[Value, Index], *, trusted: bool = False) -> tuple[Csr[Value, Index], NDArray[Index]]:
    """`a^T`, and the entry of `a` that each of its entries is: with other values, the data of the transposed matrix is `permute(entries, values)`."""
    view = _csr(a, "a", trusted)
    indptr: NDArray[Any] = np.empty(view.columns + 1, view.index)
    indices: NDArray[Any] = np.empty(view.nnz, view.index)
    entries: NDArray[Any] = np.empty(view.nnz, view.index)
    places = [_array(array, "transposed", view.index, write=True) for array in (indptr, indices, entries)]
    _call("dot_transpose", view, *places)
    return Csr((view.columns, view.rows), indptr, indices, permute(entries, a.data), trusted=True), entries


def transpose_plan_row_sparse(
    a: CsrLike[Value, Index],
    b: RowSparse[Value, Index],
    columns: tuple[int, int] | None = None,
    *,
    buffers: PlanBuffers[Index] | None = None,
    trusted: bool = False,
) -> TransposePlan[Index]:
    """As `transpose_plan`, of those entries of `a` whose row `b` stores: for the transposed product with `b`."""
    view = _csr(a, "a", trusted)
    right = _row_sparse(b, "b")
    start, end = (0, view.columns) if columns is None else columns
    bounds = _size(start, "columns"), _size(end, "columns")
    return _make_plan(TransposePlan, "dot_transpose_plan_row_sparse", view.index, view.nnz, buffers, view, right, *bounds)


def csr_t_dense(
    plan: TransposePlan[Index], values: NDArray[Value], b: NDArray[Value], out: RowSparse[Value, Index] | None = None
) -> RowSparse[Value, Index]:
    """`out = a^T b`: csr (R, K) as its plan and values, dense (R, ...), row_sparse (K, ...) with the ids of the plan.

    `PatternError` if `out` has other ids.
    """
    groups = _plan(plan, "plan", TransposePlan)
    value = _known(values, "values", _VALUES)
    factors = _array(values, "values", value)
    right = _dense(b, "b", value)
    result = _pattern_of(plan, b.shape[1:], value) if out is None else out
    target = _row_sparse(result, "out", write=True)
    _call("dot_csr_t_dense", groups, factors, right, target)
    return result


def csr_t_dense_to_dense(
    plan: TransposePlan[Any], values: NDArray[Value], b: NDArray[Value], out: NDArray[Value] | None = None
) -> NDArray[Value]:
    """`out = a^T b`: csr (R, K) as its plan and values, dense (R, ...), dense (K, ...)."""
    groups = _plan(plan, "plan", TransposePlan)
    value = _known(values, "values", _VALUES)
    factors = _array(values, "values", value)
    right = _dense(b, "b", value)
    result = np.empty((plan.output_rows, *b.shape[1:]), value) if out is None else out
    target = _dense(result, "out", value, write=True)
    _call("dot_csr_t_dense_to_dense", groups, factors, right, target)
    return result


def csr_t_row_sparse(
    plan: TransposePlan[Index], values: NDArray[Value], b: RowSparse[Value, Index], out: RowSparse[Value, Index] | None = None
) -> RowSparse[Value, Index]:
    """`out = a^T b`: csr (R, K) as its `transpose_plan_row_sparse` and values, row_sparse (R, ...), row_sparse (K, ...).

    `PatternError` if `out` has other ids than the plan.
    """
    groups = _plan(plan, "plan", TransposePlan)
    value = _known(values, "values", _VALUES)
    factors = _array(values, "values", value)
    right = _row_sparse(b, "b")
    result = _pattern_of(plan, b.shape[1:], value) if out is None else out
    target = _row_sparse(result, "out", write=True)
    _call("dot_csr_t_row_sparse", groups, factors, right, target)
    return result


def block_ends(a: CsrLike[Any, Index], *, trusted: bool = False) -> BlockEnds[Index]:
    """Finds where the sums of `csr_t_dense_scatter` end their blocks. Up to 1024 rows there are none, and nothing is looked at."""
    view = _csr(a, "a", trusted)
    return _find_block_ends("dot_block_ends", view, view.rows)


def block_ends_row_sparse(a: CsrLike[Value, Index], b: RowSparse[Value, Index], *, trusted: bool = False) -> BlockEnds[Index]:
    """As `block_ends`, of those rows of `a` that `b` stores: for `csr_t_row_sparse_scatter`."""
    view = _csr(a, "a", trusted)
    right = _row_sparse(b, "b")
    return _find_block_ends("dot_block_ends_row_sparse", view, right.stored_rows, right)


def csr_t_dense_scatter(
    a: CsrLike[Value, Index],
    b: NDArray[Value],
    out: NDArray[Value] | None = None,
    *,
    ends: BlockEnds[Index] | None = None,
    trusted: bool = False,
) -> NDArray[Value]:
    """`out = a^T b` without a plan: csr (R, K), dense (R, ...), dense (K, ...). The fastest way to one product, with the bits of a plan's.

    `ends` are the `block_ends` of `a`, which serve any values of its pattern; without them they are found, in time for one to three
    looks at the columns of all entries if `a` has more than 1024 rows. With one column, `csr_t_column` is called then.
    """
    left = _csr(a, "a", trusted)
    right = _dense(b, "b", left.value)
    if ends is None and right.columns == 1:
        return _column(left, right, b.shape[1:], out)
    known = _find_block_ends("dot_block_ends", left, left.rows) if ends is None else ends
    return _scatter("dot_csr_t_dense_scatter", left, known, right, b.shape[1:], out)


def csr_t_column(
    a: CsrLike[Value, Index], b: NDArray[Value], out: NDArray[Value] | None = None, *, trusted: bool = False
) -> NDArray[Value]:
    """`out = a^T b` with one column: csr (R, K), dense (R,) or (R, 1), dense (K,) or (K, 1). The fastest where the pattern of `a` is met once."""
    left = _csr(a, "a", trusted)
    return _column(left, _dense(b, "b", left.value), b.shape[1:], out)


def csr_t_row_sparse_scatter(
    a: CsrLike[Value, Index],
    b: RowSparse[Value, Index],
    out: NDArray[Value] | None = None,
    *,
    ends: BlockEnds[Index] | None = None,
    trusted: bool = False,
) -> NDArray[Value]:
    """`out = a^T b` without a plan: csr (R, K), row_sparse (R, ...), dense (K, ...). `ends` are the `block_ends_row_sparse` of both."""
    left = _csr(a, "a", trusted)
    right = _row_sparse(b, "b")
    known = _find_block_ends("dot_block_ends_row_sparse", left, right.stored_rows, right) if ends is None else ends
    return _scatter("dot_csr_t_row_sparse_scatter", left, known, right, b.shape[1:], out)


def sell_plan(a: CsrLike[Any, Index], *, trusted: bool = False) -> SellPlan[Index]:
    """Analyses `a` for many products with one column, by `sell_column`."""
    return _make_sell_plan("dot_sell_plan", _csr(a, "a", trusted))


def sell_plan_transposed(a: CsrLike[Any, Index], entries: NDArray[Index], *, trusted: bool = False) -> SellPlan[Index]:
    """As `sell_plan`, of `a, entries = transpose(matrix)`: for products with the transposed matrix, in the bits of `csr_t_dense_to_dense`.

    The values of `sell_column` are then `permute(plan.entries, matrix.data)`; those of `a` are not looked at.
    """
    view = _csr(a, "a", trusted)
    return _make_sell_plan("dot_sell_plan_transposed", view, _array(entries, "entries", view.index))


def sell_column(plan: SellPlan[Any], values: NDArray[Value], b: NDArray[Value], out: NDArray[Value] | None = None) -> NDArray[Value]:
    """`out = a b` for a csr (R, K) as its `sell_plan`, a vector or one column b (K, ...), out (R, ...): the bits of `csr_dense`.

    `values` are in the order of the plan: `permute(plan.entries, a.data)`.
    """
    slices = _sell_plan(plan, "plan")
    value = _known(values, "values", _VALUES)
    factors = _array(values, "values", value)
    right = _dense(b, "b", value)
    result = np.empty((plan.shape[0], *b.shape[1:]), value) if out is None else out
    target = _dense(result, "out", value, write=True)
    _call("dot_sell_column", slices, factors, right, target)
    return result


# ----------------------------------------------------------------------------------------------------------------- casts


def dense_row_nnz(dense: NDArray[Any], counts: NDArray[Any] | None = None, *, index_dtype: DTypeLike = np.int32) -> NDArray[Any]:
    """The number of elements of each row that a csr stores, those not equal to 0 (so NaN, but not -0.0): `counts`, (rows,)."""
    view = _dense(dense, "dense")
    result: NDArray[Any] = np.empty(view.rows, _index_dtype(index_dtype)) if counts is None else counts
    index = _known(result, "counts", _INDICES)
    _call("cast_dense_row_nnz", view, _array(result, "counts", index, write=True))
    return result


def accumulate_indptr(indptr: NDArray[Index]) -> int:
    """Turns counts into pointers in place, `indptr[r] = indptr[0] + ... + indptr[r]`, and gives the last one.

    `IndexOverflowError` if a pointer does not fit the dtype; nothing is written then.
    """
    index = _known(indptr, "indptr", _INDICES)
    nnz = c_size_t()
    _call("cast_accumulate_indptr", _array(indptr, "indptr", index, write=True), nnz)
    return nnz.value


def dense_to_csr(dense: NDArray[Value], out: Csr[Value, Any] | None = None, *, index_dtype: DTypeLike = np.int32) -> Csr[Value, Any]:
    """Casts a dense matrix into a new csr, or into `out`, whose `indptr` is known (`dense_row_nnz`, `accumulate_indptr`).

    `PatternError` at the first row that has another number of elements than `out.indptr` says; what is before it is written then.
    """
    view = _dense(dense, "dense")
    result: Csr[Any, Any]
    if out is None:
        indptr = np.zeros(view.rows + 1, _index_dtype(index_dtype))
        dense_row_nnz(dense, indptr[1:])
        nnz = accumulate_indptr(indptr)
        result = Csr((view.rows, view.columns), indptr, np.empty(nnz, indptr.dtype), np.empty(nnz, view.value), trusted=True)
    else:
        result = out
    target = _csr(result, "out", write=True)
    _call("cast_dense_to_csr", view, target)
    return result


def dense_to_csr_one_pass(
    dense: NDArray[Value], indptr: NDArray[Index], indices: NDArray[Index], values: NDArray[Value]
) -> Csr[Value, Index]:
    """Casts a dense matrix in one pass into arrays of any sufficient length, and gives the csr in their first elements.

    `CapacityError`, with the needed length, if one is too short; what they hold then is unspecified.
    """
    view = _dense(dense, "dense")
    index = _known(indptr, "indptr", _INDICES)
    nnz = c_size_t()
    places = [_array(array, name, index, write=True) for array, name in ((indptr, "indptr"), (indices, "indices"))]
    _call("cast_dense_to_csr_one_pass", view, *places, _array(values, "values", view.value, write=True), nnz)
    return Csr((view.rows, view.columns), indptr[: view.rows + 1], indices[: nnz.value], values[: nnz.value], trusted=True)


def cast(input: NDArray[Any], out: NDArray[Any] | DTypeLike) -> NDArray[Any]:
    """`input`, of one dimension, in another type: into an array, or a new one of that dtype. To an integer type the integer part, or the least or
    largest integer beyond it, and 0 of NaN; from one integer type to another the low bits; to a float the nearest number, of two the even one.
    """
    result = out if isinstance(out, np.ndarray) else np.empty(len(input), out)
    value, to = _known(input, "input", _VALUES), _known(result, "out", _VALUES)
    _call("cast_cast", _array(input, "input", value), _array(result, "out", to, write=True))
    return result


def csr_to_dense(csr: CsrLike[Value, Any], out: NDArray[Value] | None = None, *, trusted: bool = False) -> NDArray[Value]:
    """The entries of `csr`, (R, K), and 0 elsewhere."""
    view = _csr(csr, "csr", trusted)
    result = np.empty((view.rows, view.columns), view.value) if out is None else out
    _call("cast_csr_to_dense", view, _dense(result, "out", view.value, write=True))
    return result


def dense_row_ids(
    dense: NDArray[Any], first_row: int = 0, ids: NDArray[Any] | None = None, *, index_dtype: DTypeLike = np.int32
) -> NDArray[Any]:
    """The ids of the rows that have an element other than 0, counted from `first_row`: the first elements of `ids`.

    `CapacityError`, with the needed length, if `ids` is too short; it holds the first ones then.
    """
    view = _dense(dense, "dense")
    result: NDArray[Any] = np.empty(view.rows, _index_dtype(index_dtype)) if ids is None else ids
    index = _known(result, "ids", _INDICES)
    stored = c_size_t()
    _call("cast_dense_row_ids", view, _size(first_row, "first_row"), _array(result, "ids", index, write=True), stored)
    return result[: stored.value]


def dense_to_row_sparse(
    dense: NDArray[Value], out: RowSparse[Value, Any] | None = None, *, index_dtype: DTypeLike = np.int32
) -> RowSparse[Value, Any]:
    """Casts a dense array into a new row_sparse one, or into `out`, whose ids are known (`dense_row_ids`)."""
    view = _dense(dense, "dense")
    result: RowSparse[Any, Any]
    if out is None:
        ids: NDArray[Any] = dense_row_ids(dense, index_dtype=index_dtype)
        result = RowSparse(dense.shape, ids, np.empty((len(ids), *dense.shape[1:]), view.value), trusted=True)
    else:
        result = out
    target = _row_sparse(result, "out", write=True)
    _call("cast_dense_to_row_sparse", view, target)
    return result


def row_sparse_to_dense(input: RowSparse[Value, Any], out: NDArray[Value] | None = None) -> NDArray[Value]:
    """The stored rows of `input`, and 0 elsewhere."""
    view = _row_sparse(input, "input")
    result = np.empty(input.shape, view.value) if out is None else out
    _call("cast_row_sparse_to_dense", view, _dense(result, "out", view.value, write=True))
    return result


# ------------------------------------------------------------------------------------------------- rows of row_sparse arrays


def retain_ids(data: RowSparse[Any, Index], ids: NDArray[Index]) -> int:
    """Checks ids of rows to be retained (`IdsError`). Gives how many the result stores: all, or none if `data` stores no row."""
    view, stored = _row_sparse(data, "data"), c_size_t()
    _call("rows_retain_ids", view, _array(ids, "ids", view.index), stored)
    return stored.value


def retain(
    data: RowSparse[Value, Index], ids: NDArray[Index] | None = None, out: RowSparse[Value, Index] | None = None
) -> RowSparse[Value, Index]:
    """The rows of `data` with these `ids`, or with those of `out`; rows that `data` does not store become zero.

    `ids` ascend strictly (`IdsError`), and are shared with the result. In a range of rows they count from its start.
    """
    view = _row_sparse(data, "data")
    if (ids is None) == (out is None):
        raise TypeError("retain needs either ids or out")
    if out is None and ids is not None:
        ids = ids[: retain_ids(data, ids)]
        out = replace(data, indices=ids, data=np.empty((len(ids), *data.shape[1:]), view.value), first_row=0, trusted=True)
    assert out is not None
    _call("rows_retain", view, _row_sparse(out, "out", write=True))
    return out


def coalesce_plan(input: RowSparse[Any, Index], *, buffers: PlanBuffers[Index] | None = None) -> CoalescePlan[Index]:
    """Groups the stored rows of `input` by id. Ids may come in any order, and more than once; `IdsError` if one is out of range."""
    view = _row_sparse(input, "input", trusted=True)
    return _make_plan(CoalescePlan, "rows_coalesce_plan", view.index, view.stored_rows, buffers, view)


def coalesce(
    input: RowSparse[Value, Index], plan: CoalescePlan[Index] | None = None, out: RowSparse[Value, Index] | None = None
) -> RowSparse[Value, Index]:
    """Makes rows canonical: adds rows of `input` with the same id, in their order. `plan` is its `coalesce_plan`.

    `PatternError` if `out` has other ids than the plan.
    """
    groups = coalesce_plan(input) if plan is None else plan
    view = _row_sparse(input, "input", trusted=True)
    result = _pattern_of(groups, input.shape[1:], view.value) if out is None else out
    target = _row_sparse(result, "out", write=True)
    numbers = _plan(groups, "plan", CoalescePlan)
    _call("rows_coalesce", numbers, view, target)
    return result


def _row_sparse_list(inputs: Sequence[RowSparse[Any, Any]]) -> tuple[list[_View], Any, NDArray[np.uint8]]:
    if not inputs:
        raise ValueError("inputs is empty")
    views = [_row_sparse(array, f"inputs[{place}]") for place, array in enumerate(inputs)]
    for place, view in enumerate(views):
        for what, tag in (("values", "value_type"), ("indices", "index_type")):
            # The library says only that one of the list is wrong.
            if (found := getattr(view, tag)) != (expected := getattr(views[0], tag)):
                _raise_type(f"inputs[{place}]", what, expected, found)
    return views, (_RowSparse * len(views))(*views), _aligned(add_n_scratch(len(views)))


def permute(entries: NDArray[Any], values: NDArray[Value], out: NDArray[Value] | None = None) -> NDArray[Value]:
    """`out = values[entries]`, of one dimension. `PatternError` for an entry outside of `values`; negative ones do not count from the end."""
    value, index = _known(values, "values", _VALUES), _known(entries, "entries", _INDICES)
    result = np.empty(len(entries), value) if out is None else out
    _call("rows_permute", _array(entries, "entries", index), _array(values, "values", value), _array(result, "out", value, write=True))
    return result


def add_n_ids(inputs: Sequence[RowSparse[Any, Index]], ids: NDArray[Index] | None = None) -> NDArray[Index]:
    """The sorted union of the ids of `inputs`, all of one shape: the first elements of `ids`. In ranges of rows, ids count from 0.

    `CapacityError`, with the needed length, if `ids` is too short; it holds the first ones then.
    """
    views, array, scratch = _row_sparse_list(inputs)
    index, stored = views[0].index, c_size_t()
    result = np.empty(builtins.sum(view.stored_rows for view in views), index) if ids is None else ids
    _call("rows_add_n_ids", array, len(views), scratch.ctypes.data, scratch.nbytes, _array(result, "ids", index, write=True), stored)
    return result[: stored.value]


def add_n(inputs: Sequence[RowSparse[Value, Index]], out: RowSparse[Value, Index] | None = None) -> RowSparse[Value, Index]:
    """`out = inputs[0] + inputs[1] + ...`, all of one shape, with the ids of `add_n_ids` (`PatternError` if `out` has others)."""
    views, array, scratch = _row_sparse_list(inputs)
    if out is None:
        ids, shape = add_n_ids(inputs), inputs[0].shape
        out = RowSparse(shape, ids, np.empty((len(ids), *shape[1:]), views[0].value), trusted=True)
    target = _row_sparse(out, "out", write=True)
    _call("rows_add_n", array, len(views), scratch.ctypes.data, scratch.nbytes, target)
    return out


# ------------------------------------------------------------------------------------------------------------ optimizers


@dataclass(frozen=True, kw_only=True)
class _Hyper(_Kept):
    """Hyper-parameters that all optimizers have, rounded to the dtype of the values. The gradient is first multiplied by `rescale_gradient`, then
    limited to minus and plus `clip_gradient`, a number from 0 on (`ParameterError`). `lazy`: only rows that the gradient stores are touched, also by
    weight decay and states.
    """

    learning_rate: float
    weight_decay: float = 0.0
    rescale_gradient: float = 1.0
    clip_gradient: float | None = None
    lazy: bool = True

    def _struct(self, rule: str) -> _View:
        if self._view:
            return self._view
        struct = _STRUCTS[rule]
        # 0 stands for the default in C, -0.0 for 0.
        given = {name: getattr(self, name) or -0.0 for name, *_ in struct._fields_ if hasattr(self, name)}
        clips = self.clip_gradient is not None
        return self._keep(struct(**{**given, "clip_gradient": self.clip_gradient or 0.0, "clips": clips, "update": not self.lazy}))


@dataclass(frozen=True, kw_only=True)
class Sgd(_Hyper):
    """Hyper-parameters of SGD."""


@dataclass(frozen=True, kw_only=True)
class SgdMomentum(_Hyper):
    """Hyper-parameters of SGD with momentum: `momentum` is mu."""

    momentum: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Nag(_Hyper):
    """Hyper-parameters of Nesterov's accelerated gradient: `momentum` is mu."""

    momentum: float = 0.0


@dataclass(frozen=True, kw_only=True)
class AdaGrad(_Hyper):
    """Hyper-parameters of AdaGrad."""

    epsilon: float = 1e-7


@dataclass(frozen=True, kw_only=True)
class AdaGradL2(_Hyper):
    """Hyper-parameters of AdaGrad with the decay in the gradient, as PyTorch has it."""

    epsilon: float = 1e-10


@dataclass(frozen=True, kw_only=True)
class AdaDelta(_Hyper):
    """Hyper-parameters of AdaDelta, whose learning rate is 1 in MXNet."""

    rho: float = 0.9
    epsilon: float = 1e-05


@dataclass(frozen=True, kw_only=True)
class RmsProp(_Hyper):
    """Hyper-parameters of RMSProp; weights are limited to minus and plus `clip_weights`."""

    rho: float = 0.95
    epsilon: float = 1e-08
    clip_weights: float = math.inf


@dataclass(frozen=True, kw_only=True)
class RmsPropCentered(_Hyper):
    """Hyper-parameters of centered RMSProp with momentum."""

    rho: float = 0.95
    momentum: float = 0.9
    epsilon: float = 1e-08
    clip_weights: float = math.inf


@dataclass(frozen=True, kw_only=True)
class Adam(_Hyper):
    """Hyper-parameters of Adam; the learning rate holds the correction of the moments."""

    beta1: float = 0.9
    beta2: float = 0.999
    epsilon: float = 1e-08


@dataclass(frozen=True, kw_only=True)
class AdamW(_Hyper):
    """Hyper-parameters of Adam with decoupled decay; `eta` multiplies the whole step."""

    beta1: float = 0.9
    beta2: float = 0.999
    epsilon: float = 1e-08
    eta: float = 1.0


@dataclass(frozen=True, kw_only=True)
class Adamax(_Hyper):
    """Hyper-parameters of Adamax; the learning rate holds the correction of the mean."""

    beta1: float = 0.9
    beta2: float = 0.999


@dataclass(frozen=True, kw_only=True)
class Nadam(_Hyper):
    """Hyper-parameters of Nadam; the last three depend on the number of the step."""

    beta1: float = 0.9
    beta2: float = 0.999
    epsilon: float = 1e-08
    gradient_share: float
    mean_share: float
    correction2: float


@dataclass(frozen=True, kw_only=True)
class Ftml(_Hyper):
    """Hyper-parameters of FTML; the corrections are `1 - beta^t` in step `t`."""

    beta1: float = 0.6
    beta2: float = 0.999
    epsilon: float = 1e-08
    correction1: float
    correction2: float


@dataclass(frozen=True, kw_only=True)
class Ftrl(_Hyper):
    """Hyper-parameters of FTRL; `lambda1` weighs the l1 norm."""

    lambda1: float = 0.01
    beta: float = 1.0


@dataclass(frozen=True, kw_only=True)
class SignSgd(_Hyper):
    """Hyper-parameters of signSGD."""


@dataclass(frozen=True, kw_only=True)
class Signum(_Hyper):
    """Hyper-parameters of Signum."""

    momentum: float = 0.0
    decoupled_decay: float = 0.0


@dataclass(frozen=True, kw_only=True)
class LambDirection(_Hyper):
    """Hyper-parameters of the first phase of LAMB; the corrections are `1 - beta^t` in step `t`."""

    beta1: float = 0.9
    beta2: float = 0.999
    epsilon: float = 1e-06
    correction1: float
    correction2: float


@dataclass(frozen=True, kw_only=True)
class GroupAdaGrad(_Hyper):
    """Hyper-parameters of group AdaGrad."""

    epsilon: float = 1e-5


@dataclass(frozen=True, kw_only=True)
class RowAdaGrad(_Hyper):
    """Hyper-parameters of row-wise AdaGrad."""

    epsilon: float = 1e-8


@dataclass(frozen=True, kw_only=True)
class RowRmsProp(_Hyper):
    """Hyper-parameters of row-wise RMSProp."""

    rho: float = 0.99
    epsilon: float = 1e-8


@dataclass(frozen=True, kw_only=True)
class RowAdam(_Hyper):
    """Hyper-parameters of Adam with one variance a row. The corrections are `1 - beta ** t` in step `t`, or 1."""

    beta1: float = 0.9
    beta2: float = 0.999
    epsilon: float = 1e-8
    correction1: float = 1.0
    correction2: float = 1.0


@dataclass(frozen=True, kw_only=True)
class RowLamb(RowAdam):
    """Hyper-parameters of LAMB with one variance a row. The corrections are `1 - beta ** t` in step `t`, or 1."""


@dataclass(frozen=True, kw_only=True)
class Lamb(_Hyper):
    """Hyper-parameters of LAMB. The corrections are `1 - beta ** t` in step `t`, or 1; the norm of a weight counts as something within the bounds, of which one below zero is none."""

    beta1: float = 0.9
    beta2: float = 0.999
    epsilon: float = 1e-6
    correction1: float = 1.0
    correction2: float = 1.0
    lower_bound: float = -1.0
    upper_bound: float = -1.0


@dataclass(frozen=True, kw_only=True)
class Lars(_Hyper):
    """Hyper-parameters of LARS: `momentum` is mu."""

    momentum: float
    eta: float = 0.001
    epsilon: float = 0.0


def _step(
    rule: str, hyper: _Hyper, kind: type[_Hyper], gradient: RowSparse[Value, Index], **states: NDArray[Value] | RowSparse[Value, Index]
) -> None:
    if type(hyper) is not kind:
        raise TypeError(f"hyper is a {type(hyper).__name__}, not a lacuna.{kind.__name__}")
    view = _row_sparse(gradient, "gradient")
    targets = [_rows_mut(state, name, view.value) for name, state in states.items()]
    _call(f"optim_{rule}", hyper._struct(rule), view, *targets)


def sgd(hyper: Sgd, gradient: RowSparse[Value, Index], weight: NDArray[Value] | RowSparse[Value, Index]) -> None:
    """`weight = (1 - lr wd) weight - lr gradient` in place; both (R, ...).

    `MissingRowError` if a row_sparse weight does not store a row of the gradient.
    """
    _step("sgd", hyper, Sgd, gradient, weight=weight)


def sgd_momentum(
    hyper: SgdMomentum,
    gradient: RowSparse[Value, Index],
    weight: NDArray[Value] | RowSparse[Value, Index],
    momentum: NDArray[Value] | RowSparse[Value, Index],
) -> None:
    """`momentum = mu momentum - lr wd weight - lr gradient`, then `weight = weight + momentum`, in place; all (R, ...).

    `MissingRowError` if a row_sparse weight or momentum does not store a row of the gradient.
    """
    _step("sgd_momentum", hyper, SgdMomentum, gradient, weight=weight, momentum=momentum)


def nag(
    hyper: Nag,
    gradient: RowSparse[Value, Index],
    weight: NDArray[Value] | RowSparse[Value, Index],
    momentum: NDArray[Value] | RowSparse[Value, Index],
) -> None:
    """`n = mu momentum - lr (gradient + wd weight)`, then `weight = weight - mu momentum + (1 + mu) n` and `momentum = n`, in place; all (R, ...).

    `MissingRowError` if a row_sparse weight or momentum does not store a row of the gradient.
    """
    _step("nag", hyper, Nag, gradient, weight=weight, momentum=momentum)


def adagrad(
    hyper: AdaGrad,
    gradient: RowSparse[Value, Index],
    weight: NDArray[Value] | RowSparse[Value, Index],
    history: NDArray[Value] | RowSparse[Value, Index],
) -> None:
    """`history = history + gradient^2`, then `weight = (1 - lr wd) weight - lr gradient / sqrt(history + epsilon)`, in place; all (R, ...).

    `MissingRowError` if a row_sparse weight or history does not store a row of the gradient.
    """
    _step("adagrad", hyper, AdaGrad, gradient, weight=weight, history=history)


def adagrad_l2(
    hyper: AdaGradL2,
    gradient: RowSparse[Value, Index],
    weight: NDArray[Value] | RowSparse[Value, Index],
    history: NDArray[Value] | RowSparse[Value, Index],
) -> None:
    """`history = history + gradient^2`, then `weight = weight - lr gradient / (sqrt(history) + epsilon)`, where the gradient has its decay, in place; all (R, ...).

    `MissingRowError` if a row_sparse weight or history does not store a row of the gradient.
    """
    _step("adagrad_l2", hyper, AdaGradL2, gradient, weight=weight, history=history)


def adadelta(
    hyper: AdaDelta,
    gradient: RowSparse[Value, Index],
    weight: NDArray[Value] | RowSparse[Value, Index],
    squares: NDArray[Value] | RowSparse[Value, Index],
    deltas: NDArray[Value] | RowSparse[Value, Index],
) -> None:
    """`squares`, the step by the root of `deltas / squares`, and `deltas`, in place; all (R, ...).

    `MissingRowError` if a row_sparse array does not store a row of the gradient.
    """
    _step("adadelta", hyper, AdaDelta, gradient, weight=weight, squares=squares, deltas=deltas)


def rmsprop(
    hyper: RmsProp,
    gradient: RowSparse[Value, Index],
    weight: NDArray[Value] | RowSparse[Value, Index],
    squares: NDArray[Value] | RowSparse[Value, Index],
) -> None:
    """`squares = rho squares + (1 - rho) gradient^2`, then `weight = weight - lr gradient / sqrt(squares + epsilon)`, in place; all (R, ...).

    `MissingRowError` if a row_sparse weight or squares does not store a row of the gradient.
    """
    _step("rmsprop", hyper, RmsProp, gradient, weight=weight, squares=squares)


def rmsprop_centered(
    hyper: RmsPropCentered,
    gradient: RowSparse[Value, Index],
    weight: NDArray[Value] | RowSparse[Value, Index],
    squares: NDArray[Value] | RowSparse[Value, Index],
    average: NDArray[Value] | RowSparse[Value, Index],
    delta: NDArray[Value] | RowSparse[Value, Index],
) -> None:
    """`squares` and `average`, `delta = momentum delta - lr gradient / sqrt(squares - average^2 + epsilon)`, then `weight = weight + delta`, in place; all (R, ...).

    `MissingRowError` if a row_sparse array does not store a row of the gradient.
    """
    _step("rmsprop_centered", hyper, RmsPropCentered, gradient, weight=weight, squares=squares, average=average, delta=delta)


def adam(
    hyper: Adam,
    gradient: RowSparse[Value, Index],
    weight: NDArray[Value] | RowSparse[Value, Index],
    mean: NDArray[Value] | RowSparse[Value, Index],
    variance: NDArray[Value] | RowSparse[Value, Index],
) -> None:
    """`mean` and `variance`, then `weight = weight - lr mean / (sqrt(variance) + epsilon)`, in place; all (R, ...).

    `MissingRowError` if a row_sparse array does not store a row of the gradient.
    """
    _step("adam", hyper, Adam, gradient, weight=weight, mean=mean, variance=variance)


def adamw(
    hyper: AdamW,
    gradient: RowSparse[Value, Index],
    weight: NDArray[Value] | RowSparse[Value, Index],
    mean: NDArray[Value] | RowSparse[Value, Index],
    variance: NDArray[Value] | RowSparse[Value, Index],
) -> None:
    """`mean` and `variance`, then `weight = weight - eta (lr mean / (sqrt(variance) + epsilon) + wd weight)`, in place; all (R, ...).

    `MissingRowError` if a row_sparse array does not store a row of the gradient.
    """
    _step("adamw", hyper, AdamW, gradient, weight=weight, mean=mean, variance=variance)


def adamax(
    hyper: Adamax,
    gradient: RowSparse[Value, Index],
    weight: NDArray[Value] | RowSparse[Value, Index],
    mean: NDArray[Value] | RowSparse[Value, Index],
    largest: NDArray[Value] | RowSparse[Value, Index],
) -> None:
    """`mean` and `largest = max(beta2 largest, |gradient|)`, then `weight = weight - lr mean / largest` where that is not 0, in place; all (R, ...).

    `MissingRowError` if a row_sparse array does not store a row of the gradient.
    """
    _step("adamax", hyper, Adamax, gradient, weight=weight, mean=mean, largest=largest)


def nadam(
    hyper: Nadam,
    gradient: RowSparse[Value, Index],
    weight: NDArray[Value] | RowSparse[Value, Index],
    mean: NDArray[Value] | RowSparse[Value, Index],
    variance: NDArray[Value] | RowSparse[Value, Index],
) -> None:
    """`mean` and `variance`, then `weight = weight - lr (gradient_share gradient + mean_share mean) / (sqrt(variance / correction2) + epsilon)`, in place; all (R, ...).

    `MissingRowError` if a row_sparse array does not store a row of the gradient.
    """
    _step("nadam", hyper, Nadam, gradient, weight=weight, mean=mean, variance=variance)


def ftml(
    hyper: Ftml,
    gradient: RowSparse[Value, Index],
    weight: NDArray[Value] | RowSparse[Value, Index],
    d: NDArray[Value] | RowSparse[Value, Index],
    v: NDArray[Value] | RowSparse[Value, Index],
    z: NDArray[Value] | RowSparse[Value, Index],
) -> None:
    """`v`, `d` and `z`, then `weight = -z / d`, in place; all (R, ...).

    `MissingRowError` if a row_sparse array does not store a row of the gradient.
    """
    _step("ftml", hyper, Ftml, gradient, weight=weight, d=d, v=v, z=z)


def ftrl(
    hyper: Ftrl,
    gradient: RowSparse[Value, Index],
    weight: NDArray[Value] | RowSparse[Value, Index],
    z: NDArray[Value] | RowSparse[Value, Index],
    n: NDArray[Value] | RowSparse[Value, Index],
) -> None:
    """`z` and `n`, then `weight = (sign(z) lambda1 - z) / ((beta + sqrt(n)) / lr + wd)` where `|z| > lambda1`, else `0`, in place; all (R, ...).

    `MissingRowError` if a row_sparse array does not store a row of the gradient.
    """
    _step("ftrl", hyper, Ftrl, gradient, weight=weight, z=z, n=n)


def sign_sgd(
    hyper: SignSgd,
    gradient: RowSparse[Value, Index],
    weight: NDArray[Value] | RowSparse[Value, Index],
) -> None:
    """`weight = (1 - lr wd) weight - lr sign(gradient)`, in place; all (R, ...).

    `MissingRowError` if a row_sparse weight does not store a row of the gradient.
    """
    _step("sign_sgd", hyper, SignSgd, gradient, weight=weight)


def signum(
    hyper: Signum,
    gradient: RowSparse[Value, Index],
    weight: NDArray[Value] | RowSparse[Value, Index],
    momentum: NDArray[Value] | RowSparse[Value, Index],
) -> None:
    """`momentum = mu momentum - (1 - mu) (wd weight + gradient)`, then `weight = (1 - lr decoupled_decay) weight + lr sign(momentum)`, in place; all (R, ...).

    `MissingRowError` if a row_sparse weight or momentum does not store a row of the gradient.
    """
    _step("signum", hyper, Signum, gradient, weight=weight, momentum=momentum)


def lamb_direction(
    hyper: LambDirection,
    gradient: RowSparse[Value, Index],
    weight: NDArray[Value] | RowSparse[Value, Index],
    mean: NDArray[Value] | RowSparse[Value, Index],
    variance: NDArray[Value] | RowSparse[Value, Index],
    direction: NDArray[Value] | RowSparse[Value, Index],
) -> None:
    """`mean` and `variance`, then `direction = (mean / correction1) / (sqrt(variance / correction2) + epsilon) + wd weight`, in place; all (R, ...).

    `MissingRowError` if a row_sparse array does not store a row of the gradient.
    """
    _step("lamb_direction", hyper, LambDirection, gradient, weight=weight, mean=mean, variance=variance, direction=direction)


def group_adagrad(
    hyper: GroupAdaGrad,
    gradient: RowSparse[Value, Index],
    weight: NDArray[Value] | RowSparse[Value, Index],
    history: NDArray[Value] | RowSparse[Value, Index],
) -> None:
    """`history = history + mean(gradient^2)` of a row, then `weight = (1 - lr wd) weight - lr gradient / sqrt(history + epsilon)`, in place; `history` (R, 1), the others (R, ...).

    `MissingRowError` if a row_sparse weight or state does not store a row of the gradient.
    """
    _step("group_adagrad", hyper, GroupAdaGrad, gradient, weight=weight, history=history)


def row_adagrad(
    hyper: RowAdaGrad,
    gradient: RowSparse[Value, Index],
    weight: NDArray[Value] | RowSparse[Value, Index],
    history: NDArray[Value] | RowSparse[Value, Index],
) -> None:
    """`h = gradient + wd weight`, `history = history + mean(h^2)` of a row, then `weight = weight - lr h / (sqrt(history) + epsilon)`, in place; `history` (R, 1), the others (R, ...).

    `MissingRowError` if a row_sparse weight or state does not store a row of the gradient.
    """
    _step("row_adagrad", hyper, RowAdaGrad, gradient, weight=weight, history=history)


def row_rmsprop(
    hyper: RowRmsProp,
    gradient: RowSparse[Value, Index],
    weight: NDArray[Value] | RowSparse[Value, Index],
    history: NDArray[Value] | RowSparse[Value, Index],
) -> None:
    """As `row_adagrad` with `history = rho history + (1 - rho) mean(h^2)`, in place; `history` (R, 1), the others (R, ...).

    `MissingRowError` if a row_sparse weight or state does not store a row of the gradient.
    """
    _step("row_rmsprop", hyper, RowRmsProp, gradient, weight=weight, history=history)


def row_adam(
    hyper: RowAdam,
    gradient: RowSparse[Value, Index],
    weight: NDArray[Value] | RowSparse[Value, Index],
    mean: NDArray[Value] | RowSparse[Value, Index],
    variance: NDArray[Value] | RowSparse[Value, Index],
) -> None:
    """A step of Adam whose `variance` is of the mean of the squares of a row, with decoupled decay, in place; `variance` (R, 1), the others (R, ...).

    `MissingRowError` if a row_sparse weight or state does not store a row of the gradient.
    """
    _step("row_adam", hyper, RowAdam, gradient, weight=weight, mean=mean, variance=variance)


def row_lamb(
    hyper: RowLamb,
    gradient: RowSparse[Value, Index],
    weight: NDArray[Value] | RowSparse[Value, Index],
    mean: NDArray[Value] | RowSparse[Value, Index],
    variance: NDArray[Value] | RowSparse[Value, Index],
) -> None:
    """A step of LAMB with every row a parameter of its own, whose `variance` is of the mean of the squares of a row, in place; `variance` (R, 1), the others (R, ...).

    `MissingRowError` if a row_sparse weight or state does not store a row of the gradient.
    """
    _step("row_lamb", hyper, RowLamb, gradient, weight=weight, mean=mean, variance=variance)


def lamb(
    hyper: Lamb,
    gradient: RowSparse[Value, Index],
    weight: NDArray[Value] | RowSparse[Value, Index],
    mean: NDArray[Value] | RowSparse[Value, Index],
    variance: NDArray[Value] | RowSparse[Value, Index],
) -> None:
    """A step of LAMB with every row a parameter of its own, in place; all (R, ...).

    `MissingRowError` if a row_sparse weight or state does not store a row of the gradient.
    """
    _step("lamb", hyper, Lamb, gradient, weight=weight, mean=mean, variance=variance)


def lars(
    hyper: Lars,
    gradient: RowSparse[Value, Index],
    weight: NDArray[Value] | RowSparse[Value, Index],
    momentum: NDArray[Value] | RowSparse[Value, Index],
) -> None:
    """A step of LARS with every row a parameter of its own, in place; all (R, ...).

    `MissingRowError` if a row_sparse weight or state does not store a row of the gradient.
    """
    _step("lars", hyper, Lars, gradient, weight=weight, momentum=momentum)


# ------------------------------------------------------------------------------------------------- embeddings, canonical arrays


def bag_plan(bags: CsrLike[Any, Index], padding: int | None, *, buffers: PlanBuffers[Index] | None = None) -> TransposePlan[Index]:
    """Groups the entries of bags (a csr: a row for each bag, whose columns are ids in any order) by id, for the gradients of an embedding.

    Entries whose id is `padding` are no terms. `csr_t_dense(plan, bags.data, gradient)` is the gradient of the weight of `bag_sum`.
    """
    view = _csr(bags, "bags", trusted=True)
    return _make_plan(TransposePlan, "embedding_bag_plan", view.index, view.nnz, buffers, view, _size_or_none(padding, "padding"))


def _canonical(function: str, index: np.dtype[Any], rows: int, entries: int, *arguments: Any) -> tuple[NDArray[Any], NDArray[Any], CoalescePlan[Any]]:
    indptr: NDArray[Any] = np.empty(rows + 1, index)
    indices: NDArray[Any] = np.empty(entries, index)
    places = [_array(array, "pattern", index, write=True) for array in (indptr, indices)]
    plan = _make_plan(CoalescePlan, function, index, entries, None, *arguments, *places)
    return indptr, indices[: plan.stored_rows], plan


def canonical_coo(
    shape: tuple[int, int], row_indices: NDArray[Index], column_indices: NDArray[Index]
) -> tuple[NDArray[Index], NDArray[Index], CoalescePlan[Index]]:
    """The pattern of the csr that has an entry for each place of triplets in any order and any number: indptr, indices, and the plan of the sums.

    `coalesce(RowSparse((n,), ids, values), plan)`, with a row for each triplet and any ids, adds the values of equal places in their order.
    """
    index = _known(row_indices, "row_indices", _INDICES)
    places = _array(row_indices, "row_indices", index), _array(column_indices, "column_indices", index)
    rows, columns = (_size(length, "shape") for length in shape)
    return _canonical("slice_canonical_coo", index, rows, len(row_indices), rows, columns, *places)


def canonical_csr(csr: CsrLike[Any, Index]) -> tuple[NDArray[Index], NDArray[Index], CoalescePlan[Index]]:
    """As `canonical_coo`, of a csr whose columns are in any order and repeated."""
    view = _csr(csr, "csr", trusted=True)
    return _canonical("slice_canonical_csr", view.index, view.rows, view.nnz, view)


# ---------------------------------------------------------------------------------------------------- checks, parts, ranges


def _checked(csr: CsrLike[Any, Any]) -> _View:
    view = _csr(csr, "csr")
    # Every rule is checked nevertheless, and once.
    view.trusted = True
    _call("check_csr", view)
    return view


def check_csr(csr: CsrLike[Value, Index]) -> Csr[Value, Index]:
    """Checks every rule of a csr, and gives the same arrays as a trusted one: for as long as they do not change."""
    view = _checked(csr)
    indptr, indices, data = view.arrays
    return Csr((view.rows, view.columns), indptr, indices, data, trusted=True)


def check_row_sparse(row_sparse: RowSparse[Value, Index]) -> RowSparse[Value, Index]:
    """Checks every rule of a row_sparse array, and gives the same arrays as a trusted one: for as long as they do not change."""
    view = _row_sparse(row_sparse, "row_sparse")
    # Every rule is checked nevertheless, and once.
    view.trusted = True
    _call("check_row_sparse", view)
    return replace(row_sparse, trusted=True)


def check_plan(plan: _AnyPlan) -> _AnyPlan:
    """Checks every rule of a plan, such as one of arrays that were stored, and gives it as a trusted one."""
    view = _plan(plan, "plan")
    # Every rule is checked nevertheless, and once.
    view.trusted = True
    _call("check_plan", view)
    return replace(plan, trusted=True)


def _csr_part(function: str, whole: _View, start: int, end: int) -> Csr[Any, Any]:
    part, (indptr, indices, data) = _Csr(), whole.arrays
    _call(function, whole, _size(start, "start"), _size(end, "end"), part)
    return Csr(
        (part.rows, part.columns), _cut(indptr, part.indptr, part.rows + 1), _cut(indices, part.indices, part.nnz),
        _cut(data, part.values, part.nnz), bool(part.trusted),
    )  # fmt: skip


def csr_rows(csr: CsrLike[Value, Index], start: int, end: int, *, trusted: bool = False) -> Csr[Value, Index]:
    """The rows from `start` to before `end`, without copying."""
    return _csr_part("csr_rows", _csr(csr, "csr", trusted), start, end)


def csr_mut_rows(csr: CsrLike[Value, Index], start: int, end: int, *, trusted: bool = False) -> Csr[Value, Index]:
    """The rows from `start` to before `end` of a csr that is to be filled: only its `indptr` is read."""
    return _csr_part("csr_mut_rows", _csr(csr, "csr", trusted, write=True), start, end)


def _row_sparse_part(function: str, array: RowSparse[Any, Any], view: _View, start: int, end: int) -> RowSparse[Any, Any]:
    part, (indices, data) = _RowSparse(), view.arrays
    _call(function, view, _size(start, "start"), _size(end, "end"), part)
    ids = _cut(indices, part.indices, part.stored_rows)
    first = (ids.ctypes.data - indices.ctypes.data) // indices.itemsize if len(ids) else 0
    shape = (part.rows, *array.shape[1:])
    return RowSparse(shape, ids, data[first : first + len(ids)], part.first_row, bool(part.trusted))


def row_sparse_rows(row_sparse: RowSparse[Value, Index], start: int, end: int) -> RowSparse[Value, Index]:
    """The rows from `start` to before `end`, without copying."""
    return _row_sparse_part("row_sparse_rows", row_sparse, _row_sparse(row_sparse, "row_sparse"), start, end)


def row_sparse_mut_rows(row_sparse: RowSparse[Value, Index], start: int, end: int) -> RowSparse[Value, Index]:
    """The rows from `start` to before `end`, to be written."""
    view = _row_sparse(row_sparse, "row_sparse", write=True)
    return _row_sparse_part("row_sparse_mut_rows", row_sparse, view, start, end)


def plan_segments(plan: _AnyPlan, start: int, end: int) -> _AnyPlan:
    """The segments from `start` to before `end`: their results are those stored rows of a row_sparse result."""
    return _plan_part("plan_segments", plan, start, end)


def plan_rows(plan: _AnyPlan, start: int, end: int) -> _AnyPlan:
    """The segments whose ids lie from `start` to before `end`, as a plan of a result that has just these rows."""
    return _plan_part("plan_rows", plan, start, end)


def _partition(function: str, view: _View, parts: int) -> list[tuple[int, int]]:
    rows = view.stored_rows if function == "partition_plan" else view.rows
    bounds, ranges = (c_size_t * (builtins.min(_size(parts, "parts"), rows) + 1))(), c_size_t()
    _call(function, view, parts, bounds, len(bounds), ranges)
    return [(bounds[place], bounds[place + 1]) for place in range(ranges.value)]


def partition_csr(csr: CsrLike[Any, Any], parts: int, *, trusted: bool = False) -> list[tuple[int, int]]:
    """Cuts the rows into at most `parts` ranges (start, end) of nearly equal stored entries, for as many threads."""
    return _partition("partition_csr", _csr(csr, "csr", trusted), parts)


def partition_row_sparse(row_sparse: RowSparse[Any, Any], parts: int) -> list[tuple[int, int]]:
    """Cuts the rows into at most `parts` ranges (start, end) of nearly equal stored rows, for as many threads."""
    return _partition("partition_row_sparse", _row_sparse(row_sparse, "row_sparse"), parts)


def partition_plan(plan: Plan[Any], parts: int) -> list[tuple[int, int]]:
    """Cuts the segments into at most `parts` ranges (start, end) of nearly equal terms, for as many threads."""
    return _partition("partition_plan", _plan(plan, "plan"), parts)


# ------------------------------------------------------------------------------------------------------------ the library


def library_path() -> str:
    """The file that the library was loaded from. `LibraryError`, with the places looked at, if there is none."""
    return _library_of_kernels.path()


def version() -> str:
    """The version of the library, such as "0.1.0"."""
    return str(_function("version")().decode())


def level() -> int:
    """The SIMD level that kernels run at, from 1. All levels give the same bits."""
    return int(_function("level")())


def level_detected() -> int:
    """The best SIMD level of this processor."""
    return int(_function("level_detected")())


def level_name(level: int) -> str:
    """The name of a level: "baseline", "avx2" or "avx512"; "unknown" for any other number."""
    return str(_function("level_name")(_size(level, "level")).decode())


def force_level(level: int) -> None:
    """Makes all kernels of the process run at a level, 0 for the best one. `LevelError` if the processor does not have it."""
    _call("force_level", _size(level, "level"))
    # The library with the threads has a level of its own.
    if pool := _threads.pool(1):
        pool.call(b"lacuna_force_level", (level,), 0)


def status_text(status: int) -> str:
    """A short text for a status, of any number."""
    return str(_function("status_text")(status).decode())


def error_text(error: LacunaError) -> str:
    """The library's sentence for the numbers of an error."""
    numbers = (error.row, error.entry, error.expected, error.found)
    return _sentence(_Error(error.status, 0, error.operand, error.fault, *numbers))


_STYPES = ("default", "csr", "row_sparse")
_MODES = ("fcompute", "fcompute_ex", "fcompute_fallback")


def _choice(choices: tuple[str, ...], name: str, argument: str) -> int:
    if name not in choices:
        raise ValueError(f"{argument}: {name!r} is none of {', '.join(choices)}")
    return choices.index(name)


def _operator(operator: str, inputs: Sequence[str], parameters: Mapping[str, object] | None, device: str) -> tuple[Any, ...]:
    """The first arguments of both functions of inference."""
    names = [name.encode() for name in parameters or {}]
    values = [str(value).encode() for value in (parameters or {}).values()]
    texts = c_char_p * len(names)
    stypes = (c_uint32 * len(inputs))(*(_choice(_STYPES, stype, "inputs") for stype in inputs))
    return operator.encode(), texts(*names), texts(*values), len(names), _choice(("cpu", "gpu"), device, "device"), stypes, len(inputs)


def infer(
    operator: str, inputs: Sequence[str], parameters: Mapping[str, object] | None = None, device: str = "cpu", outputs: Sequence[str | None] = (None,)
) -> tuple[str, list[str]]:  # fmt: skip
    """How an operator of MXNet runs on operands of these storage types ("default", "csr", "row_sparse"), and how its results are stored.

    The mode is "fcompute_ex" for a kernel of these storage types, "fcompute" for the dense one, "fcompute_fallback" for the dense one between
    casts. `outputs` has an item for each result: the storage type of an array that the caller supplies, or None.
    """
    found = (c_uint32 * len(outputs))(*(3 if stype is None else _choice(_STYPES, stype, "outputs") for stype in outputs))
    mode = c_uint32()
    _call("infer", *_operator(operator, inputs, parameters, device), found, len(outputs), ctypes.byref(mode))
    return _MODES[mode.value], [_STYPES[stype] for stype in found]


def infer_nearest(operator: str, inputs: Sequence[str], parameters: Mapping[str, object] | None = None, device: str = "cpu") -> str:
    """The storage types nearest to these for which the operator has a path, such as "dot(csr, default) -> default, fcompute_ex".

    Empty if there is a path for these, or none at all.
    """
    asked = _operator(operator, inputs, parameters, device)
    length = _function("infer_nearest")(*asked, None, 0)
    text = ctypes.create_string_buffer(length + 1)
    _function("infer_nearest")(*asked, text, length + 1)
    return text.value.decode()


def plan_scratch(entries: int, index_dtype: DTypeLike) -> int:
    """Bytes of scratch for a plan of so many entries."""
    return int(_function("plan_scratch")(_INDICES[_index_dtype(index_dtype)], _size(entries, "entries")))


def block_ends_capacity(nnz: int) -> int:
    """Elements that the columns, and the entries, of the block ends of a csr with so many entries have at most."""
    return int(_function("block_ends_capacity")(_size(nnz, "nnz")))


def block_ends_scratch(columns: int, index_dtype: DTypeLike) -> int:
    """Bytes of scratch for finding the block ends of a csr with so many columns and more than 1024 rows."""
    return int(_function("block_ends_scratch")(_INDICES[_index_dtype(index_dtype)], _size(columns, "columns")))


def sell_plan_length(rows: int, nnz: int) -> int:
    """Elements of memory for the SELL plan of a csr."""
    return int(_function("sell_plan_length")(_size(rows, "rows"), _size(nnz, "nnz")))


def add_n_scratch(inputs: int) -> int:
    """Bytes of scratch for a sum of so many arrays."""
    return int(_function("add_n_scratch")(_size(inputs, "inputs")))


def csr_csr_scratch(columns: int) -> int:
    """Bytes of scratch for the structure calls of a product with a csr of so many columns."""
    return int(_function("csr_csr_scratch")(_size(columns, "columns")))


def dense_dense_scratch(rows: int, columns: int, terms: int) -> int:
    """Values of scratch for a product of two dense matrices, transposed or not, of so many rows and columns and so many terms in each sum."""
    return int(_function("dense_dense_scratch")(_size(rows, "rows"), _size(columns, "columns"), _size(terms, "terms")))


def dense_csr_scratch(rows: int, columns: int) -> int:
    """Values of scratch for a product of a dense matrix with a csr of so many rows and columns."""
    return int(_function("dense_csr_scratch")(_size(rows, "rows"), _size(columns, "columns")))


# ------------------------------------------------------------------------------------------------------------- the others

# They call functions of this module.
from lacuna_sparse.kernels import _kernels  # noqa: E402
from lacuna_sparse.kernels._kernels import *  # noqa: E402, F403

__all__ += _kernels.__all__
