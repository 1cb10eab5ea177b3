"""LibSVM text, as `sklearn.datasets.load_svmlight_file` reads it, at the speed of memory."""

from __future__ import annotations

import os
import warnings
from typing import Any, Literal

import numpy as np
from numpy.typing import DTypeLike, NDArray

from lacuna_sparse import _runtime
from lacuna_sparse._runtime import TextError
from lacuna_sparse._threads import processors

__all__ = ["TextError", "dump_svmlight_file", "load_svmlight_file"]


def load_svmlight_file(
    f: str | os.PathLike[str],
    *,
    n_features: int | None = None,
    dtype: DTypeLike = np.float64,
    zero_based: bool | Literal["auto"] = "auto",
    sort_indices: bool = False,
    threads: int | None = None,
) -> tuple[Any, NDArray[Any]]:
    """The rows of LibSVM text, or gzip of it, as `(X, y)`: a `scipy.sparse.csr_matrix` of shape (rows, features), and labels.

    `dtype` is float32 or float64; numbers are rounded correctly. Indices are int32, or int64 if there are more entries. A file is
    one-based under `"auto"` if it never uses feature 0. `threads` threads read, all by default; the result is the same.

    `TextError` names file, line and column. scikit-learn takes lines that are refused here: an index twice, indices that do not
    ascend (unless `sort_indices`), `label:weight`. Query ids are left out with a warning.
    """
    import scipy.sparse  # type: ignore[import-untyped]

    value = np.dtype(dtype)
    if value not in (np.dtype(np.float32), np.dtype(np.float64)):
        raise TypeError(f"dtype is {value}: float32 or float64")
    options = {
        "base": "auto" if zero_based == "auto" else "zero" if zero_based else "one",
        "features": n_features,
        "sort_rows": sort_indices,
        "threads": processors() if threads is None else threads,
        "wide_values": value == np.float64,
    }
    try:
        text = _runtime.read_text(f, options)
    except TextError:
        # Too many entries or features for int32, or an error, which comes again.
        text = _runtime.read_text(f, {**options, "wide_indices": True})
    if text.query_ids:
        warnings.warn(f"{os.fspath(f)}: {text.query_ids} rows have a query id, which is left out", stacklevel=2)
    return scipy.sparse.csr_matrix((text.data, text.indices, text.indptr), text.shape), text.labels


def dump_svmlight_file(X: Any, y: Any, f: str | os.PathLike[str], *, zero_based: bool = True) -> None:
    """Writes rows and labels as LibSVM text, completely or not at all: the same bits are read back.

    `X` is a csr of float32 or float64, whose columns ascend, or what SciPy makes one of.
    """
    import scipy.sparse

    X = scipy.sparse.csr_matrix(X)
    if not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
    _runtime.write_text(f, X, y, not zero_based)
