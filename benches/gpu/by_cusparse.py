"""cuSPARSE itself, with each algorithm for csr, on memory of PyTorch. Operands and results are row-major."""

import ctypes

from by_torch import Torch, close
from clock import TorchEvents
from inputs import PATTERNS, workloads

FLOAT, INDEX_32, BASE_ZERO, ROW_MAJOR, NUMERIC = 0, 2, 0, 2, 1
PLAIN, TRANSPOSED = 0, 1
ALGORITHMS = {"default": 0, "alg1": 4, "alg2": 6, "alg3": 12}
CONVERSION = 1
# CUDA 12 and 13 have the same one.
NAMES = ("libcusparse.so.12", "libcusparse.so.11", "libcusparse.so")


def pointer(tensor):
    return ctypes.c_void_p(tensor.data_ptr())


class Library:
    def __init__(self, torch):
        torch.cuda.init()
        self.library = self.open()
        self.handle = ctypes.c_void_p()
        self.call("cusparseCreate", ctypes.byref(self.handle))
        self.call("cusparseSetStream", self.handle, ctypes.c_void_p(torch.cuda.current_stream().cuda_stream))

    @staticmethod
    def open():
        for name in NAMES:
            try:
                return ctypes.CDLL(name)
            except OSError as error:
                reason = error
        raise reason

    def call(self, name, *arguments):
        status = getattr(self.library, name)(*arguments)
        if status != 0:
            self.library.cusparseGetErrorString.restype = ctypes.c_char_p
            raise RuntimeError(f"{name}: {self.library.cusparseGetErrorString(status).decode()}")

    def version(self):
        version = ctypes.c_int()
        self.call("cusparseGetVersion", self.handle, ctypes.byref(version))
        return f"{version.value // 1000}.{version.value // 100 % 10}"

    def csr(self, indptr, indices, values, rows, columns):
        matrix, (rows, columns, entries) = ctypes.c_void_p(), map(ctypes.c_int64, (rows, columns, values.numel()))
        self.call(
            "cusparseCreateCsr", ctypes.byref(matrix), rows, columns, entries, pointer(indptr), pointer(indices),
            pointer(values), INDEX_32, INDEX_32, BASE_ZERO, FLOAT,
        )  # fmt: skip
        return matrix

    def dense(self, tensor):
        matrix, (rows, columns) = ctypes.c_void_p(), map(ctypes.c_int64, tensor.shape)
        self.call("cusparseCreateDnMat", ctypes.byref(matrix), rows, columns, columns, pointer(tensor), FLOAT, ROW_MAJOR)
        return matrix


class Product:
    """`out = op(a) b` by one algorithm, whose buffer and analysis are made beforehand."""

    def __init__(self, torch, library, arrays, operation, b, out, algorithm):
        self.library, self.kept = library, (arrays, b, out)
        rows = arrays[0].numel() - 1
        one, zero = ctypes.c_float(1), ctypes.c_float(0)
        # They live as long as what points to them.
        self.scalars = one, zero
        self.arguments = (
            library.handle, operation, PLAIN, ctypes.byref(one), library.csr(*arrays, rows, rows), library.dense(b),
            ctypes.byref(zero), library.dense(out), FLOAT, ALGORITHMS[algorithm],
        )  # fmt: skip
        size = ctypes.c_size_t()
        library.call("cusparseSpMM_bufferSize", *self.arguments, ctypes.byref(size))
        self.buffer = torch.empty(max(size.value, 1), dtype=torch.uint8, device="cuda")
        library.call("cusparseSpMM_preprocess", *self.arguments, pointer(self.buffer))

    def __call__(self):
        self.library.call("cusparseSpMM", *self.arguments, pointer(self.buffer))

    def __del__(self):
        matrix, b, out = (self.arguments[place] for place in (4, 5, 7)) if hasattr(self, "arguments") else (None,) * 3
        if matrix:
            self.library.library.cusparseDestroySpMat(matrix)
            self.library.library.cusparseDestroyDnMat(b)
            self.library.library.cusparseDestroyDnMat(out)


class Conversion:
    """From csr to csc, whose arrays are the csr of the transpose."""

    def __init__(self, torch, library, arrays):
        indptr, indices, values = arrays
        self.library, self.kept = library, arrays
        self.result = torch.empty_like(indptr), torch.empty_like(indices), torch.empty_like(values)
        pointers, columns, elements = self.result
        rows, entries = indptr.numel() - 1, values.numel()
        self.arguments = (
            library.handle, rows, rows, entries, pointer(values), pointer(indptr), pointer(indices), pointer(elements),
            pointer(pointers), pointer(columns), FLOAT, NUMERIC, BASE_ZERO, CONVERSION,
        )  # fmt: skip
        size = ctypes.c_size_t()
        library.call("cusparseCsr2cscEx2_bufferSize", *self.arguments, ctypes.byref(size))
        self.buffer = torch.empty(max(size.value, 1), dtype=torch.uint8, device="cuda")
        self()

    def __call__(self):
        self.library.call("cusparseCsr2cscEx2", *self.arguments, pointer(self.buffer))


def run(torch, library, report, folder):
    source, clock, names = Torch(torch, "cuda", folder), TorchEvents(torch), workloads()
    for pattern, widths in PATTERNS.items():
        kernels = ("csr_dense", "csr_t_dense", "csr_t_dense_anew")
        wanted = [f"transpose_plan_{pattern}", *(f"{kernel}_{pattern}_{width}" for kernel in kernels for width in widths)]
        wanted = {name for name in wanted if report.wants(name, names)}
        if wanted:
            products(torch, library, report, source, clock, pattern, widths, wanted)


def products(torch, library, report, source, clock, pattern, widths, wanted):
    a = source.csr(pattern)
    arrays = a.crow_indices(), a.col_indices(), a.values()
    conversion = Conversion(torch, library, arrays)
    transposed = conversion.result

    def line(workload, peer, prepare, notes):
        if workload in wanted:
            report.line(clock, workload, peer, prepare, notes)

    line(f"transpose_plan_{pattern}", "cusparse_csr2csc", lambda: conversion, "with values; output and buffer reused")
    for width in widths:
        b = source.dense(a.shape[0], width)
        expected, expected_t = a @ b, a.t() @ b

        def product(operation, of, algorithm, result):
            out = torch.full_like(result, float("nan"))
            call = Product(torch, library, of, operation, b, out, algorithm)
            call()
            close(out, result)
            return call

        for algorithm in ALGORITHMS:
            ready, name = "analysis and buffer ready; output reused", f"cusparse_{algorithm}"
            line(
                f"csr_dense_{pattern}_{width}", name,
                lambda: product(PLAIN, arrays, algorithm, expected), ready,
            )  # fmt: skip
            line(
                f"csr_t_dense_{pattern}_{width}", f"{name}_of_csc",
                lambda: product(PLAIN, transposed, algorithm, expected_t), "converted to csc before; " + ready,
            )  # fmt: skip
            notes = "transposing operation, without conversion; " + ready
            for kernel in ("csr_t_dense", "csr_t_dense_anew"):
                line(
                    f"{kernel}_{pattern}_{width}", f"{name}_transposing",
                    lambda: product(TRANSPOSED, arrays, algorithm, expected_t), notes,
                )  # fmt: skip

            def converted():
                multiply = product(PLAIN, transposed, algorithm, expected_t)

                def both():
                    conversion()
                    multiply()

                return both

            line(f"csr_t_dense_anew_{pattern}_{width}", f"{name}_csr2csc", converted, "conversion and product; " + ready)
