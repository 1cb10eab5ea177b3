"""CuPy. Its products of a csr call cuSPARSE's default algorithm with column-major operands."""

from by_torch import TOLERANCE
from clock import CupyEvents
from inputs import PATTERNS, PERCENTAGES, workloads

KINDS = {"<f4": "float32", "<i4": "int32", "<i8": "int64"}


class Cupy:
    def __init__(self, cupy, folder):
        import cupyx.scipy.sparse
        import numpy

        self.cupy, self.sparse, self.numpy, self.folder = cupy, cupyx.scipy.sparse, numpy, folder

    def array(self, array, count=None):
        count = array.length if count is None else count
        host = self.numpy.frombuffer(array.memory, dtype=KINDS[array.kind], count=count, offset=array.offset)
        return self.cupy.asarray(host)

    def csr(self, name):
        indptr, indices, values = (self.array(array) for array in self.folder.csr(name))
        rows = indptr.size - 1
        return self.sparse.csr_matrix((values, indices, indptr), shape=(rows, rows))

    def dense(self, rows, columns):
        return self.array(self.folder.array("dense"), rows * columns).reshape(rows, columns)

    def same(self, found, expected):
        norm = self.cupy.linalg.norm
        if not float(norm(found - expected)) <= TOLERANCE * float(norm(expected)):
            raise ValueError("the result is wrong")


def run(cupy, report, folder):
    import cupyx.cusparse as cusparse

    source, clock, names = Cupy(cupy, folder), CupyEvents(cupy), workloads()
    other_order = "not comparable: operands and result column-major; default algorithm; output allocated"

    def line(workload, peer, prepare, notes):
        if report.wants(workload, names):
            report.line(clock, workload, peer, prepare, notes)

    for pattern, widths in PATTERNS.items():
        kernels = ("csr_dense", "csr_t_dense", "csr_t_dense_anew")
        wanted = [f"transpose_plan_{pattern}", *(f"{kernel}_{pattern}_{width}" for kernel in kernels for width in widths)]
        if not any(report.wants(name, names) for name in wanted):
            continue
        a = source.csr(pattern)
        transposed = a.T.tocsr()
        line(f"transpose_plan_{pattern}", "cupy_tocsc", lambda: a.tocsc, "new arrays, with values")
        for width in widths:
            b = source.dense(a.shape[0], width)
            by_column = cupy.asfortranarray(b)
            expected, expected_t = a @ b, transposed @ b

            def checked(call, result):
                source.same(call(), result)
                return call

            notes = "operands made column-major each time; output allocated"
            line(f"csr_dense_{pattern}_{width}", "cupy_dot", lambda: lambda: a @ b, notes)
            line(f"csr_t_dense_{pattern}_{width}", "cupy_dot_of_csc", lambda: lambda: transposed @ b, "converted to csc before; " + notes)
            line(
                f"csr_t_dense_anew_{pattern}_{width}", "cupy_dot_transposed",
                lambda: checked(lambda: a.T @ b, expected_t), "transposing operation; " + notes,
            )  # fmt: skip
            line(
                f"csr_dense_{pattern}_{width}", "cupy_spmm",
                lambda: checked(lambda: cusparse.spmm(a, by_column), expected), other_order,
            )  # fmt: skip
            line(
                f"csr_t_dense_anew_{pattern}_{width}", "cupy_spmm_transposing",
                lambda: checked(lambda: cusparse.spmm(a, by_column, transa=True), expected_t), other_order,
            )  # fmt: skip
    for percentage in PERCENTAGES:
        if any(report.wants(f"{kernel}_{percentage}", names) for kernel in ("csr_to_dense", "dense_to_csr")):
            csr = source.csr(f"cast_{percentage}")
            line(f"csr_to_dense_{percentage}", "cupy_toarray", lambda: csr.toarray, "output allocated")
            dense = csr.toarray(order="C")
            line(
                f"dense_to_csr_{percentage}", "cupy_dense_to_sparse",
                lambda: lambda: cusparse.denseToSparse(dense, format="csr"), "new arrays; waits for their length",
            )  # fmt: skip
    cupy.get_default_memory_pool().free_all_blocks()
