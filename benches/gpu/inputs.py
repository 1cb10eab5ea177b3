"""The files that `gpu inputs` writes, without NumPy."""

import ast
import mmap
import os

ROW_LENGTH = 128
WIDTHS = (1, 8, 32, 128)
PATTERNS = {"uniform": WIDTHS, "power_law": WIDTHS, "laplacian": WIDTHS, "small": WIDTHS, "tiny": (8,)}
PERCENTAGES = (1, 10)
TOUCHED = (100, 10_000, 100_000, 500_000)

SIZES = {"<f4": 4, "<i4": 4, "<i8": 8}


class Array:
    """Elements of a file, mapped."""

    def __init__(self, path):
        with open(path, "rb") as file:
            start = file.read(10)
            if start[:8] != b"\x93NUMPY\x01\x00":
                raise ValueError(f"{path}: not an npy file of version 1")
            length = int.from_bytes(start[8:], "little")
            header = ast.literal_eval(file.read(length).decode("latin1"))
            # A copy on write: libraries warn of memory that they must not write.
            self.memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
        self.kind, self.shape, self.offset = header["descr"], header["shape"], 10 + length
        if self.kind not in SIZES or header["fortran_order"]:
            raise ValueError(f"{path}: {self.kind}, Fortran order {header['fortran_order']}")
        self.length = 1
        for dimension in self.shape:
            self.length *= dimension
        if len(self.memory) - self.offset < self.length * SIZES[self.kind]:
            raise ValueError(f"{path}: shorter than its header says")


class Inputs:
    def __init__(self, folder):
        self.folder = folder

    def array(self, name):
        return Array(os.path.join(self.folder, name + ".npy"))

    def csr(self, name):
        """Row pointers, columns and values."""
        return tuple(self.array(f"{name}_{part}") for part in ("indptr", "indices", "values"))

    def rows(self):
        """Rows of the weights."""
        return self.array("uniform_indptr").length - 1


def workloads():
    """The names of the workloads that other libraries have."""
    names = ["copy"]
    for pattern, widths in PATTERNS.items():
        names.append(f"transpose_plan_{pattern}")
        for kernel in ("csr_dense", "csr_t_dense", "csr_t_dense_anew"):
            names.extend(f"{kernel}_{pattern}_{width}" for width in widths)
    for percentage in PERCENTAGES:
        names.extend(f"{kernel}_{percentage}" for kernel in ("csr_to_dense", "dense_to_csr"))
    names.extend(("row_sparse_to_dense", "dense_row_ids", "dense_to_row_sparse"))
    names.extend(("add_n_anew", "retain", "coalesce", "coalesce_anew"))
    for touched in TOUCHED:
        names.extend((f"sgd_{touched}", f"sgd_momentum_{touched}"))
    names.append("sgd_momentum_standard")
    return names
