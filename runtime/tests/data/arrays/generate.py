#!/usr/bin/env python3
"""Writes the files beside it with MXNet 1.9.1 and NumPy, and checks with them the files that this project writes.

Packages: those of fixtures/requirements.txt.

    generate.py                writes the files
    generate.py --check DIR    loads what `cargo test -p lacuna-runtime --test array` has written to DIR (LACUNA_ARRAYS=DIR), and compares it with the arrays here
"""
import pathlib
import sys

import numpy as np

np.bool = bool  # MXNet 1.9.1 asks for names that NumPy has removed.
import mxnet as mx

HERE = pathlib.Path(__file__).parent


def csr(dtype="float32"):
    return mx.nd.sparse.csr_matrix(([1, 2, 3, 4], [0, 2, 1, 3], [0, 2, 2, 4]), shape=(3, 5), dtype=dtype)


def row_sparse(dtype="float32"):
    return mx.nd.sparse.row_sparse_array(([[[1, 2], [3, 4]], [[5, 6], [7, 8]]], [1, 4]), shape=(6, 2, 2), dtype=dtype)


def dense(dtype="float32"):
    return mx.nd.arange(6, dtype=dtype).reshape((2, 3))


def params():
    return {
        "unnamed": [dense(), csr(), row_sparse(), mx.nd.sparse.zeros("csr", (2, 3)), mx.nd.sparse.zeros("row_sparse", (4, 2))],
        "named": {f"{name}:{dtype}": make(dtype)
                  for name, make in [("dense", dense), ("csr", csr), ("rows", row_sparse)]
                  for dtype in ["float16", "float32", "float64", "int8", "uint8", "int32", "int64"]},
        "one_csr": [mx.nd.sparse.csr_matrix(([1, 2, 3], [0, 2, 1], [0, 2, 3]), shape=(2, 3))],
    }


def prints():
    """Arrays, as bits, and what MXNet prints of them."""
    random = np.random.RandomState(7)
    cases = [
        np.arange(6).reshape(2, 3), np.zeros((2, 2)), np.array([0.1, 1, 1e-3, 100]), np.array([1e-5, 1]), np.array([1e8, 1]), np.array([0.0001, 1]),
        np.array([np.nan, np.inf, -np.inf, 1.5]), np.array([np.nan, 1]), np.array([-np.inf, 1]), np.array([1e-300, 1]), np.array([1234.5678, 0.001]), np.array([1 / 3, 2 / 3]),
        random.randn(40), random.randn(3, 4, 5), random.randn(2, 2, 2, 2), random.rand(50, 60), random.rand(1200) * 1e6, random.randn(7, 30), random.rand(3, 300, 2),
        np.array([16777216.0, 0.5]), np.array([999.9, 1]), np.array([[1.0]]), np.array([-0.0, 0.0]), np.array([1e-30, 3e30]), np.array([123456.789]), np.array([3.0, -200.25]),
        # In the middle of two texts of as few digits; and whole numbers for which fewer digits would do.
        np.array([25720.3125]), np.array([25720.3125, 0.5]), np.array([16777.0625, -25720.3125]), np.array([2.0**60, 2.0**-40]), np.array([67108872.0, 2.0]),
    ]
    lines = []
    for case in cases:
        for dtype in ["float16", "float32", "float64", "int32", "int64", "int8", "uint8"]:
            with np.errstate(all="ignore"):
                array = case.astype(dtype)
            if dtype != "float32" and array.size > 50:
                continue
            shape = ",".join(map(str, array.shape))
            lines.append(f"{dtype} {shape} {array.tobytes().hex()} {str(mx.nd.array(array, dtype=dtype))!r}")
    return "\n".join(lines) + "\n"


def write():
    for name, arrays in params().items():
        mx.nd.save(str(HERE / f"{name}.params"), arrays)
    (HERE / "prints.txt").write_text(prints())


def same(found, expected, name):
    assert found.stype == expected.stype and found.shape == expected.shape and found.dtype == expected.dtype, name
    found.check_format() if found.stype != "default" else None
    parts = {"default": [], "csr": ["indptr", "indices", "data"], "row_sparse": ["indices", "data"]}[found.stype]
    for part in parts:
        assert getattr(found, part).asnumpy().tobytes() == getattr(expected, part).asnumpy().tobytes(), (name, part)
    assert found.asnumpy().tobytes() == expected.asnumpy().tobytes(), name


def check(folder):
    for name, expected in params().items():
        found = mx.nd.load(str(folder / f"{name}.params"))
        assert type(found) is type(expected) and len(found) == len(expected), name
        for key in expected if isinstance(expected, dict) else range(len(expected)):
            same(found[key], expected[key], f"{name} {key}")
        print(f"{name}.params: {len(expected)} arrays, the same")


if __name__ == "__main__":
    check(pathlib.Path(sys.argv[2])) if sys.argv[1:2] == ["--check"] else write()
