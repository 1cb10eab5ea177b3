#!/usr/bin/env python3
"""Writes the files of scipy/ with SciPy and NumPy, and checks with them the files that this project writes.

Packages: scipy==1.17.1, numpy==2.4.6. Nothing here depends on the time or on the machine: the same packages write the same bytes.

    generate_scipy.py                writes the files
    generate_scipy.py --check DIR    loads what `cargo test -p lacuna-runtime --test array` has written to DIR (LACUNA_ARRAYS=DIR), and compares it with the arrays here
"""
import pathlib
import sys
import warnings
import zipfile
from io import BytesIO

import numpy as np
from scipy import io, sparse

HERE = pathlib.Path(__file__).parent / "scipy"

NUMBERS = ["float16", "float32", "float64", "int8", "uint8", "int32", "int64"]


def csr(dtype="float64", index="int32"):
    """3 x 5; the second row is empty, and one stored value is 0."""
    matrix = sparse.csr_matrix((np.array([1, 2, 0, 4]), np.array([0, 2, 1, 3]), np.array([0, 2, 2, 4])), shape=(3, 5)).astype(dtype)
    matrix.indices, matrix.indptr = matrix.indices.astype(index), matrix.indptr.astype(index)
    return matrix


def unsorted():
    """Rows out of order, and an element in two parts: 2 x 4, [[0, 0, 3, 1], [7, 0, 0, 0]]."""
    return sparse.csr_matrix((np.array([1.0, 3.0, 2.0, 5.0]), np.array([3, 2, 0, 0]), np.array([0, 2, 4])), shape=(2, 4))


def coo():
    """Triplets in no order, one element in two parts: 4 x 3, element (2, 1) is 3 + 4."""
    return sparse.coo_matrix((np.array([3, 5, 4, 6]), (np.array([2, 0, 2, 3]), np.array([1, 2, 1, 0]))), shape=(4, 3))


def blocks():
    """Blocks of 2 x 3, the second row of blocks out of order and with one in two parts: 4 x 6."""
    data = np.arange(24.0).reshape(4, 2, 3)
    return sparse.bsr_matrix((data, np.array([1, 1, 0, 0]), np.array([0, 1, 4])), shape=(4, 6))


def diagonals():
    """4 x 3, [[1, 0, 0], [4, 2, 0], [0, 0, 3], [0, 0, 6]]; one number of a diagonal is 0, two are outside."""
    return sparse.dia_matrix((np.array([[1.0, 2, 3], [4, 0, 6], [7, 8, 0]]), np.array([0, -1, 2])), shape=(4, 3))


def truth():
    """An element in two parts, and one that is stored as false: 2 x 3."""
    values = np.array([True, True, False, True])
    return sparse.csr_matrix((values, np.array([1, 1, 0, 2]), np.array([0, 2, 4])), shape=(2, 3))


def changed(place, column):
    """A csr of 3 x 3 whose column at `place` nobody has checked."""
    matrix = sparse.csr_matrix(np.eye(3))
    matrix.indices[place] = column
    return matrix


def wide(dtype):
    """The largest and the least number."""
    limits = np.iinfo(dtype)
    return sparse.csr_matrix((np.array([limits.max, limits.min], dtype), np.array([0, 1]), np.array([0, 2])), shape=(1, 2))


def sparse_files():
    return {
        "csr": (csr(), True),
        "csr_stored": (csr("float32"), False),
        "csr_int64": (csr("float32", "int64"), True),
        "csr_array": (sparse.csr_array(csr("int32")), True),
        "csr_bool": (csr() > 1, True),
        "csr_big_endian": (sparse.csr_matrix((csr().data.astype(">f4"), csr().indices.astype(">i4"), csr().indptr.astype(">i4")), shape=(3, 5)), True),
        "csr_empty": (sparse.csr_matrix((2, 3), dtype="float32"), True),
        "unsorted": (unsorted(), True),
        "csc": (csr("float32").tocsc(), True),
        "csc_stored": (csr("int8").tocsc(), False),
        "coo": (coo(), True),
        "coo_stored": (coo().astype("float32"), False),
        "bsr": (csr().tobsr((1, 5)), True),
        "complex": (csr("complex64"), True),
        "bsr_blocks": (blocks(), True),
        "dia": (diagonals(), True),
        "csr_1d": (sparse.csr_array(np.array([0.0, 1, 0, 2])), True),
        "coo_1d": (sparse.coo_array(np.array([0.0, 1, 0, 2])), True),
        "bool_twice": (truth(), True),
        "bool_twice_coo": (truth().tocoo(), True),
        **{f"csr_{dtype}": (wide(dtype), True) for dtype in ["int16", "uint16", "uint32", "uint64"]},
        "negative": (changed(1, -1), True),
        "outside": (changed(2, 7), True),
    }


def dense():
    return np.arange(24).reshape(2, 3, 4)


def npy_files():
    return {
        **{dtype: dense().astype(dtype) for dtype in NUMBERS},
        "fortran": np.asfortranarray(dense().astype("float32")),
        "big_endian": dense().astype(">i4"),
        "scalar": np.float64(2.5),
        "vector": np.array([1, 2, 3], "int64"),
        "none": np.zeros((3, 0), "float32"),
        "uint16": np.arange(3, dtype="uint16"),
        "int16": np.array([-32768, 32767], "int16"),
        "uint32": np.array([0, 2**32 - 1], "uint32"),
        "uint64": np.array([0, 2**63 - 1], ">u8"),
        "uint64_large": np.array([0, 2**63], "uint64"),
        "bool": np.array([[True, False], [False, True]]),
        "structured": np.zeros(2, [("a", "<f4"), ("b", "<i8")]),
    }


def write_files(folder):
    for name, (matrix, compressed) in sparse_files().items():
        sparse.save_npz(folder / f"{name}.npz", matrix, compressed)
    for name, array in npy_files().items():
        np.save(folder / f"{name}.npy", array)
    with open(folder / "version_2.npy", "wb") as file:
        np.lib.format.write_array(file, dense().astype("float32"), version=(2, 0))
    np.savez(folder / "dense_stored.npz", a=dense().astype("float32"), b=np.array([1, 2, 3], "int64"))
    np.savez_compressed(folder / "dense.npz", a=dense().astype("float32"), b=np.array([1, 2, 3], "int64"))
    np.savez_compressed(folder / "mixed.npz", w=np.ones((2, 2), "float32"), vocab=np.array(["a", "bc"]), fields=np.zeros(2, [("a", "<f4")]), b=np.array([5], "int64"))
    with warnings.catch_warnings(action="ignore"), zipfile.ZipFile(folder / "twice.npz", "w") as archive:
        for array in [np.zeros(1, "uint8"), np.ones(1, "uint8")]:
            file = BytesIO()
            np.save(file, array)
            archive.writestr(zipfile.ZipInfo("a.npy"), file.getvalue())

    symmetric = np.array([[2, 0, 3], [0, 0, 4], [3, 4, 5]])
    skew = np.array([[0, -1.5, 0], [1.5, 0, 2.25], [0, -2.25, 0]])
    for name, matrix, options in [
        ("real", csr(), {}),
        ("integer", csr("int64"), {"comment": "two lines\nof comment"}),
        ("pattern", coo(), {"field": "pattern"}),
        ("symmetric", sparse.coo_matrix(symmetric), {"symmetry": "symmetric"}),
        ("skew", sparse.coo_matrix(skew), {"symmetry": "skew-symmetric"}),
        ("array", np.array([[1.5, -2.0, 0.0], [1e-300, 0.1, 3e8]]), {}),
        ("array_integer", np.array([[1, -2], [3, 4], [5, 6]]), {}),
        ("array_symmetric", symmetric.astype("float64"), {"symmetry": "symmetric"}),
        ("array_skew", skew, {"symmetry": "skew-symmetric"}),
        ("complex", csr("complex64"), {}),
        ("unsigned", csr("uint64"), {}),
    ]:
        io.mmwrite(folder / f"{name}.mtx", matrix, **options)


def same(found, expected, name):
    assert found.shape == expected.shape and found.dtype == expected.dtype, (name, found.dtype, expected.dtype)
    if sparse.issparse(expected):
        assert found.format == expected.format, name
        for part in ["indptr", "indices", "data"]:
            assert np.array_equal(getattr(found, part), getattr(expected, part)), (name, part)
    else:
        assert found.tobytes() == expected.tobytes(), name


def check(folder):
    for dtype in NUMBERS:
        if dtype != "float16":  # of which SciPy has no sparse matrices
            same(sparse.load_npz(folder / f"csr_{dtype}.npz"), csr(dtype), dtype)
        same(np.load(folder / f"{dtype}.npy"), dense().astype(dtype), dtype)
        number = "float64" if dtype.startswith("float") else "int64"
        same(io.mmread(folder / f"csr_{dtype}.mtx").tocsr(), csr(number), dtype)
    same(io.mmread(folder / "array.mtx"), np.array([[1.5, -2.0, 0.0], [1e-300, 0.1, 3e8]]), "array")
    same(io.mmread(folder / "array_integer.mtx"), np.array([[1, -2], [3, 4], [5, 6]]), "array_integer")
    # SciPy writes -0 and reads it as 0.
    same(io.mmread(folder / "special.mtx") + 0.0, np.array([[np.inf, -np.inf], [0.0, 5e-324], [np.float32(0.1), 1.7976931348623157e308]]), "special")
    with np.load(folder / "dense.npz") as arrays:
        assert sorted(arrays) == ["a", "b"]
        same(arrays["a"], dense().astype("float32"), "a")
        same(arrays["b"], np.array([1, 2, 3], "int64"), "b")
    print(f"{len(list(folder.iterdir()))} files, the same")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--check"]:
        check(pathlib.Path(sys.argv[2]))
    else:
        HERE.mkdir(exist_ok=True)
        write_files(HERE)
