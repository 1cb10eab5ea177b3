"""Reads LibSVM text into the arrays of a csr: `label [qid:n] index:value index:value ... [# comment]`.

Numbers are rounded correctly, once, to the dtype asked for; indices must ascend; errors name file and line.
"""

from __future__ import annotations

import math
import re
import struct
from array import array
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_LARGEST_INDEX = 2**31 - 1


class LibsvmError(ValueError):
    """A file holds no data, or a line that is not accepted."""


@dataclass(frozen=True)
class Examples:
    """Labels, (rows,), and the arrays of a csr of shape (rows, features), with int32 indices."""

    labels: NDArray[Any]
    indptr: NDArray[np.int32]
    indices: NDArray[np.int32]
    values: NDArray[Any]
    features: int


def number(text: str, single: bool) -> float:
    """The float64 nearest to a decimal number, or the float32 nearest to it. `ValueError` if it is no finite number of that type."""
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"`{_excerpt(text)}` is not a number")
    value = _nearest_single(text) if single else float(text)
    if not math.isfinite(value):
        raise ValueError(f"`{_excerpt(text)}` is too large for {'float32' if single else 'float64'}")
    return value


@lru_cache(maxsize=1 << 16)
def _nearest_single(text: str) -> float:
    double = float(text)
    if math.isfinite(double) and _single(double) != double:
        # A double halfway between two float32 would be rounded a second time without knowing on which side of it the number
        # lies. So of the two doubles around the number the odd one is taken, which is never halfway.
        exact = Decimal(text)
        if exact != Decimal(double) and struct.pack(">d", double)[-1] % 2 == 0:
            double = math.nextafter(double, math.inf if exact > Decimal(double) else -math.inf)
    return _single(double)


def _single(double: float) -> float:
    try:
        return float(struct.unpack("<f", struct.pack("<f", double))[0])
    except OverflowError:
        return math.copysign(math.inf, double)


def _excerpt(text: str) -> str:
    return ascii(text if len(text) <= 40 else text[:40] + "...")[1:-1]


def _index(text: str, base: int) -> int:
    if re.fullmatch("-[0-9]+", text):
        raise ValueError(f"negative feature index `{_excerpt(text)}`")
    if not re.fullmatch("[0-9]+", text):
        raise ValueError(f"`{_excerpt(text)}` is not a feature index")
    digits = text.lstrip("0") or "0"
    index = int(digits) - base if len(digits) < 20 else _LARGEST_INDEX
    if index < 0:
        raise ValueError("feature index 0 in a one-based file")
    # The number of features must fit int32, too.
    if index >= _LARGEST_INDEX:
        raise ValueError(f"feature index {_excerpt(text)} does not fit int32")
    return index


def _label(token: str, single: bool) -> float:
    if "," in token:
        raise ValueError(f"several labels `{_excerpt(token)}`: only one is supported")
    if ":" in token:
        raise ValueError(f"`{_excerpt(token)}` is a feature of a row without a label, or a label with a weight, which is not used")
    return number(token, single)


def read(path: str, dtype: type[np.float32] | type[np.float64], base: int) -> Examples:
    """Reads a file whose first feature has the number `base`. `LibsvmError` with file and line; `OSError` if it cannot be read."""
    single = dtype is np.float32
    labels, values = (array("f"), array("f")) if single else (array("d"), array("d"))
    indices, indptr = array("i"), array("i", [0])
    features = 0
    with open(path, encoding="utf-8-sig", errors="backslashreplace", newline="\n") as file:
        for line_number, line in enumerate(file, 1):
            tokens = re.split("[ \t]+", line.rstrip("\n").removesuffix("\r").partition("#")[0].strip(" \t"))
            if tokens == [""]:
                continue
            try:
                labels.append(_label(tokens[0], single))
                entries = tokens[1:]
                if entries and entries[0].startswith("qid:"):
                    if not re.fullmatch("[0-9]+", entries.pop(0)[4:]):
                        raise ValueError("the query id is not an unsigned number")
                previous = -1
                for entry in entries:
                    text, colon, value = entry.partition(":")
                    if not colon:
                        raise ValueError(f"feature `{_excerpt(entry)}` has no value")
                    index = _index(text, base)
                    if index <= previous:
                        raise ValueError(f"feature index {text} after {previous + base}: indices must ascend")
                    indices.append(index)
                    values.append(number(value, single))
                    previous = index
                features = max(features, previous + 1)
                if len(indices) > _LARGEST_INDEX:
                    raise ValueError(f"more than {_LARGEST_INDEX} entries do not fit int32")
                indptr.append(len(indices))
            except ValueError as reason:
                raise LibsvmError(f"{path}:{line_number}: {reason}") from None
    if not labels:
        raise LibsvmError(f"{path}: no rows")
    return Examples(
        np.frombuffer(labels, dtype), np.frombuffer(indptr, np.int32), np.frombuffer(indices, np.int32),
        np.frombuffer(values, dtype), features,
    )  # fmt: skip
