"""Sparse kernels and learners, with the same bits on every processor and any number of threads.

| module | what |
|---|---|
| `lacuna_sparse` | csr matrices that were checked once, for products by `@`; LibSVM text; maps from ids to rows of a table; tables of 8 and 16 bits |
| `lacuna_sparse.sklearn` | estimators: linear models, factorization machines |
| `lacuna_sparse.torch` | products, embeddings and optimizers for PyTorch on the CPU |
| `lacuna_sparse.kernels` | every kernel, on NumPy and SciPy arrays, without copies |

    import numpy, scipy.sparse, lacuna_sparse
    a = scipy.sparse.random_array((1000, 50), density=0.1, format="csr", dtype=numpy.float32)
    c = lacuna_sparse.csr(a)                      # checked here, and in no call
    y = c @ numpy.ones(50, numpy.float32)         # the same for a matrix; c.T @ y
"""

from lacuna_sparse._library import LibraryError
from lacuna_sparse._runtime import MixedUpdates, QuantizedTable, SlotMap
from lacuna_sparse._text import TextError, dump_svmlight_file, load_svmlight_file
from lacuna_sparse._threads import get_threads, set_threads, threads
from lacuna_sparse.kernels import CheckedCsr, LacunaError, csr

__all__ = [
    "CheckedCsr", "LacunaError", "LibraryError", "MixedUpdates", "QuantizedTable", "SlotMap", "TextError", "csr", "dump_svmlight_file",
    "get_threads", "load_svmlight_file", "set_threads", "threads",
]  # fmt: skip

__version__ = "0.1.0"
