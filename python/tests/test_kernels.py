"""The functions that are made from the table: each against NumPy or SciPy where they have the same, and all of them in every type."""

from __future__ import annotations

import math
import unittest
from collections.abc import Callable, Sequence
from statistics import NormalDist
from typing import Any

import ml_dtypes
import numpy as np
import scipy.sparse  # type: ignore[import-untyped]

from lacuna_sparse import kernels as lacuna

VALUES = (np.float32, np.float64)
INDICES: tuple[Any, ...] = (np.int32, np.int64, np.uint32)
#: What kernels take that move numbers.
MOVED: tuple[Any, ...] = (np.float32, np.float64, np.float16, np.int32, np.int64, np.uint8, np.int8)
BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
RNG = np.random.default_rng(12)

#: Functions of one value by the name that NumPy has for them, with the interval that they are tried on.
UNARY: dict[str, tuple[Callable[..., Any], float, float]] = {
    "abs": (np.abs, -5, 5), "square": (np.square, -5, 5), "negative": (np.negative, -5, 5), "sign": (np.sign, -5, 5),
    "floor": (np.floor, -5, 5), "ceil": (np.ceil, -5, 5), "trunc": (np.trunc, -5, 5),
    "degrees": (np.degrees, -5, 5), "radians": (np.radians, -5, 5),
    "exp": (np.exp, -5, 5), "expm1": (np.expm1, -5, 5), "log": (np.log, 0.1, 5), "log2": (np.log2, 0.1, 5),
    "log10": (np.log10, 0.1, 5), "log1p": (np.log1p, -0.9, 5), "sin": (np.sin, -9, 9), "cos": (np.cos, -9, 9), "tan": (np.tan, -1, 1),
    "arcsin": (np.arcsin, -1, 1), "arccos": (np.arccos, -1, 1), "arctan": (np.arctan, -9, 9), "sinh": (np.sinh, -5, 5), "cosh": (np.cosh, -5, 5),
    "tanh": (np.tanh, -5, 5), "arcsinh": (np.arcsinh, -5, 5), "arccosh": (np.arccosh, 1, 9), "arctanh": (np.arctanh, -0.9, 0.9),
    "sqrt": (np.sqrt, 0, 9), "cbrt": (np.cbrt, -9, 9), "relu": (lambda x: np.maximum(x, 0), -5, 5),
    "sigmoid": (lambda x: 1 / (1 + np.exp(-x)), -5, 5), "softrelu": (lambda x: np.log1p(np.exp(x)), -5, 5), "rsqrt": (lambda x: 1 / np.sqrt(x), 0.1, 9),
    "erf": (np.vectorize(math.erf), -4, 4), "erfinv": (np.vectorize(lambda x: NormalDist().inv_cdf((x + 1) / 2) / math.sqrt(2)), -0.99, 0.99),
    "gamma": (np.vectorize(math.gamma), -3.9, 9), "gammaln": (np.vectorize(math.lgamma), -3.9, 9),
}  # fmt: skip

#: Functions of two.
BINARY: dict[str, Callable[..., Any]] = {
    "add": np.add, "subtract": np.subtract, "multiply": np.multiply, "divide": np.divide, "maximum": np.maximum, "minimum": np.minimum, "equal": np.equal,
    "not_equal": np.not_equal, "greater": np.greater, "greater_equal": np.greater_equal, "lesser": np.less, "lesser_equal": np.less_equal, "hypot": np.hypot,
    "power": np.power, "modulo": np.mod,
}  # fmt: skip

#: Reductions along an axis: of the whole array, of each row, of each column.
REDUCTIONS: dict[str, Callable[..., Any]] = {
    "sum": np.sum, "mean": np.mean, "norm1": lambda x, axis=None: np.abs(x).sum(axis), "norm2": lambda x, axis=None: np.sqrt(np.square(x).sum(axis)),
    "square_sum": lambda x, axis=None: np.square(x).sum(axis),
}  # fmt: skip


def function(name: str) -> Any:
    return getattr(lacuna, name)


def tolerance(dtype: Any) -> float:
    return 1e-5 if dtype == np.float32 else 1e-12


def matrix(rows: int, columns: int, value: Any, index: Any, density: float = 0.4) -> lacuna.Csr[Any, Any]:
    dense = RNG.standard_normal((rows, columns)).astype(value) * (RNG.random((rows, columns)) < density)
    return lacuna.dense_to_csr(dense.astype(value), index_dtype=index)


def dense(csr: lacuna.Csr[Any, Any]) -> Any:
    return lacuna.csr_to_dense(csr)


class Elements(unittest.TestCase):
    def test_functions_of_one_value(self) -> None:
        for name, (expected, low, high) in UNARY.items():
            for dtype in VALUES:
                x = RNG.uniform(low, high, (7, 5)).astype(dtype)
                found = function(name)(x)
                np.testing.assert_allclose(found, expected(x), tolerance(dtype), 1e-6 if dtype == np.float32 else 1e-14, err_msg=name)
                self.assertEqual((found.dtype, found.shape), (x.dtype, x.shape))
                again = np.empty_like(x)
                self.assertIs(function(name)(x, again), again)
                self.assertEqual(again.tobytes(), found.tobytes())

    def test_functions_of_two_values(self) -> None:
        for name, expected in BINARY.items():
            if name not in lacuna.__all__:
                continue
            for dtype in VALUES:
                x, y = (np.array(RNG.integers(1, 4, (6, 5)), dtype) for _ in range(2))
                np.testing.assert_allclose(function(name)(x, y), expected(x, y), tolerance(dtype), err_msg=name)
        with self.assertRaises(lacuna.ShapeError):
            lacuna.subtract(np.zeros(3), np.zeros(4))

    def test_functions_with_scalars(self) -> None:
        x = np.array([-2.0, 0.0, 3.0])
        self.assertEqual(lacuna.plus_scalar(x, 1.5).tolist(), [-0.5, 1.5, 4.5])
        self.assertEqual(lacuna.mul_scalar(x, -2.0).tolist(), [4.0, 0.0, -6.0])
        self.assertEqual(lacuna.clip(x, -1.0, 1.0).tolist(), [-1.0, 0.0, 1.0])
        self.assertEqual(lacuna.greater_scalar(x, 0.0).tolist(), [0.0, 0.0, 1.0])


class Reductions(unittest.TestCase):
    def test_dense_and_csr(self) -> None:
        for value in VALUES:
            for index in INDICES:
                csr = matrix(9, 6, value, index)
                x = dense(csr)
                for name, expected in REDUCTIONS.items():
                    whole = (x.size,) if name == "mean" else ()
                    np.testing.assert_allclose(function(name)(x, *whole)[0], expected(x), 1e-5, err_msg=name)
                    for axis, where in ((1, "rows"), (0, "columns")):
                        np.testing.assert_allclose(function(f"{name}_{where}")(x), expected(x, axis=axis), 1e-4, 1e-6, err_msg=f"{name}_{where}")
                        scratch = (np.empty(4 * 6, value),) if where == "columns" else ()
                        out: Any = np.empty(6 if where == "columns" else 9, value)
                        function(f"{name}_csr_{where}")(csr, *scratch, out)
                        np.testing.assert_allclose(out, expected(x, axis=axis), 1e-4, 1e-6, err_msg=f"{name}_csr_{where}")


class Sparse(unittest.TestCase):
    def test_products_and_sums_of_csr(self) -> None:
        for value in VALUES:
            for index in INDICES:
                a, b = matrix(7, 7, value, index), matrix(7, 7, value, index)
                x, y = dense(a), dense(b)
                places: Any = (np.empty(8, index), np.empty(a.data.size + b.data.size, index), np.empty(a.data.size + b.data.size, value))
                for name, expected in (("add", x + y), ("subtract", x - y), ("multiply", x * y)):
                    count = function(f"csr_{name}_one_pass")(a, b, *places)
                    found = lacuna.Csr((7, 7), places[0], places[1][:count].copy(), places[2][:count].copy())
                    np.testing.assert_allclose(dense(lacuna.check_csr(found)), expected, 1e-6, err_msg=name)
                product = scipy.sparse.csr_array(x) @ scipy.sparse.csr_array(y)
                pattern = scipy.sparse.csr_array((x != 0).astype(value)) @ scipy.sparse.csr_array((y != 0).astype(value))
                pattern.sort_indices()
                out = lacuna.Csr((7, 7), pattern.indptr.astype(index), pattern.indices.astype(index), np.zeros(pattern.nnz, value))
                lacuna.csr_csr(a, b, np.empty(7, value), out)
                np.testing.assert_allclose(dense(out), product.toarray(), 1e-4, 1e-6)

    def test_rows_and_columns(self) -> None:
        a = matrix(6, 5, np.float64, np.int32)
        ids = np.array([4, 0, 4], np.int32)
        indptr = np.empty(4, np.int32)
        nnz = lacuna.take_indptr(a, ids, indptr)
        out = lacuna.Csr((3, 5), indptr, np.empty(nnz, np.int32), np.empty(nnz))
        lacuna.take(a, ids, out)
        np.testing.assert_array_equal(dense(lacuna.check_csr(out)), dense(a)[ids])
        indptr = np.empty(7, np.int32)
        nnz = lacuna.columns_indptr(a, 1, 4, indptr)
        out = lacuna.Csr((6, 3), indptr, np.empty(nnz, np.int32), np.empty(nnz))
        lacuna.columns(a, 1, out)
        np.testing.assert_array_equal(dense(lacuna.check_csr(out)), dense(a)[:, 1:4])

    def test_lookups_and_triplets(self) -> None:
        weight, ids, rows = RNG.standard_normal((9, 3)), np.array([8, 0, 8]), np.empty((3, 3))
        lacuna.lookup(ids, weight, rows)
        np.testing.assert_array_equal(rows, weight[ids])
        with self.assertRaises(lacuna.IdsError):
            lacuna.lookup(np.array([9]), weight, rows[:1])
        row_indices, column_indices, values = np.array([1, 0, 1, 1]), np.array([2, 1, 0, 2]), np.array([1.0, 2.0, 3.0, 4.0])
        indptr, indices, plan = lacuna.canonical_coo((2, 3), row_indices, column_indices)
        summed = lacuna.coalesce(lacuna.RowSparse((plan.operand_rows,), np.zeros(4, np.int64), values), plan)
        expected = scipy.sparse.coo_array((values, (row_indices, column_indices)), (2, 3)).tocsr()
        self.assertEqual((indptr.tolist(), indices.tolist(), summed.data.tolist()), (expected.indptr.tolist(), [1, 0, 2], [2.0, 3.0, 5.0]))

    def test_plans_of_every_type(self) -> None:
        for index in INDICES:
            ids: Any = np.array([3, 1, 3], index)
            rows: Any = np.array([0, 0, 1], index)
            indptr, indices, plan = lacuna.canonical_coo((2, 5), rows, ids)
            self.assertEqual((indptr.tolist(), indices.tolist(), plan.terms), ([0, 2, 3], [1, 3, 3], 3))
            for value in VALUES:
                bags: Any = lacuna.Csr((2, 5), np.array([0, 2, 3]).astype(index), ids, np.ones(3, value))
                self.assertEqual(lacuna.bag_plan(bags, 5).ids.tolist(), [1, 3])
                self.assertEqual(lacuna.canonical_csr(bags)[1].tolist(), [1, 3, 3])

    def test_random_numbers_are_a_function_of_the_stream(self) -> None:
        out, part = np.empty(100), np.empty(40)
        lacuna.uniform(lacuna.Stream(7), -1.0, 1.0, out)
        lacuna.uniform(lacuna.Stream(7, first=60), -1.0, 1.0, part)
        self.assertEqual(out[60:].tobytes(), part.tobytes())
        self.assertTrue((np.abs(out) <= 1).all() and abs(float(out.mean())) < 0.3)


    def test_a_probability_without_arrays_of_values(self) -> None:
        for index in INDICES:
            densities: tuple[Any, ...] = (0.25, np.float32(0.25), np.float64(0.25))
            for density in densities:
                ids, indptr, indices = np.empty(10_000, index), np.empty(101, index), np.empty(10_000, index)
                stored = lacuna.row_ids(lacuna.Stream(1), 10_000, density, ids)
                nnz = lacuna.uniform_pattern(lacuna.Stream(1), 100, density, indptr, indices)
                for count in (stored, nnz):
                    self.assertTrue(2300 < count < 2700, count)
                self.assertTrue((np.diff(ids[:stored].astype(np.int64)) > 0).all() and indptr[-1] == nnz)


class Queries(unittest.TestCase):
    def test_scratch(self) -> None:
        self.assertGreater(lacuna.csr_csr_scratch(100), lacuna.csr_csr_scratch(1))
        self.assertEqual(lacuna.dense_csr_scratch(10, 5), 0)
        self.assertGreater(lacuna.dense_csr_scratch(5000, 5), 0)
        self.assertGreater(lacuna.dense_dense_scratch(5, 5, 50), lacuna.dense_dense_scratch(5, 5, 1))


class Everything(unittest.TestCase):
    """Every function that is made from the table, in every type: on arrays that fit, or are refused."""

    def operand(self, kind: str, name: str, value: Any, index: Any) -> Any:
        square = np.arange(16, dtype=value).reshape(4, 4) + 1
        csr = lacuna.Csr((4, 4), np.arange(5, dtype=index), np.arange(4, dtype=index), np.ones(4, value))
        bags = lacuna.transpose_plan(csr)
        operands = {
            "csr": csr, "csr_mut": csr, "dense": square, "dense_mut": square.copy(), "values": np.ones(4, value), "values_mut": np.ones(16 if name == "scratch" else 4, value),
            "indices": np.arange(4, dtype=index), "indices_mut": np.zeros(5, index), "row_sparse": lacuna.RowSparse((4, 4), np.arange(4, dtype=index), square),
            "row_sparse_mut": lacuna.RowSparse((4, 4), np.arange(4, dtype=index), square.copy()), "rows_mut": square.copy(), "plan": bags, "broadcast": lacuna.RowSparse((4, 4), np.arange(4, dtype=index), square),
            "stream": lacuna.Stream(1), "scalar": value(0.5), "size": 1, "scratch": np.empty(4096, np.uint8), "sizes_mut": np.zeros(8, np.uintp),
        }  # fmt: skip
        return operands[kind]

    def bits(self, operand: Any) -> bytes:
        array = operand if isinstance(operand, np.ndarray) else getattr(operand, "data", None)
        return array.tobytes() if isinstance(array, np.ndarray) and array.dtype != np.uint8 else b""

    def tearDown(self) -> None:
        lacuna.force_level(0)

    def test_all_types(self) -> None:
        taken, refused = set(), set()
        for stem, signature in lacuna._SIGNATURES.items():
            name = stem.partition("_")[2]
            if name not in lacuna._kernels.__all__:
                continue
            shown = [parameter.split(":") for parameter in signature.split() if not parameter.endswith((":length", ":size_out"))]
            for value in VALUES:
                for index in INDICES:
                    # The same bits at the lowest level and at the best one.
                    answers: list[tuple[Any, list[bytes]]] = []
                    for level in (1, 0):
                        lacuna.force_level(level)
                        operands = [self.operand(kind, of, value, index) for of, kind in shown]
                        try:
                            count = lacuna._invoke(stem, *operands)
                            answers.append((count, [self.bits(operand) for operand in operands]))
                            taken.add(stem)
                        except lacuna.LacunaError as error:
                            answers.append((str(error), []))
                            refused.add(stem)
                    self.assertEqual(answers[0], answers[1], f"{stem} {np.dtype(value).name} {np.dtype(index).name}")
        self.assertGreater(len(taken), 3 * len(refused), sorted(refused))


class Numbers(unittest.TestCase):
    """Values that are neither float32 nor float64."""

    def test_casts(self) -> None:
        numbers = np.array([0, -0.5, 1.5, 2.5, -1.5, 100.25, 127.5, 255.5, 1e4], np.float64)
        for source in MOVED:
            given = lacuna.cast(np.abs(numbers), source) if source == np.uint8 else lacuna.cast(numbers, source)
            for target in MOVED:
                found = lacuna.cast(given, target)
                wide = given.astype(np.float64)
                if np.issubdtype(target, np.integer) and not np.issubdtype(source, np.integer):
                    bounds = np.iinfo(target)
                    expected = np.clip(np.trunc(wide), bounds.min, bounds.max).astype(target)
                else:
                    expected = given.astype(target)
                np.testing.assert_array_equal(found, expected, f"{source} to {target}")
        out = np.empty(2, np.int8)
        self.assertIs(lacuna.cast(np.array([1.5, -300], np.float32), out), out)
        self.assertEqual(out.tolist(), [1, -128])
        with self.assertRaisesRegex(lacuna.ShapeError, "out"):
            lacuna.cast(numbers, out)
        with self.assertRaisesRegex(TypeError, "dtype int16"):
            lacuna.cast(numbers, np.int16)

    def test_what_is_moved(self) -> None:
        for value in MOVED:
            for index in INDICES:
                array = scipy.sparse.random_array((6, 9), density=0.4, format="csr", rng=RNG, data_sampler=lambda size: RNG.integers(1, 100, size).astype(np.float64))
                csr = lacuna.Csr((6, 9), array.indptr.astype(index), array.indices.astype(index), array.data.astype(value))
                expected = array.toarray().astype(value)
                np.testing.assert_array_equal(lacuna.csr_to_dense(csr), expected)
                ids = np.array([4, 0, 4], index)
                indptr = np.empty(4, index)
                nnz = lacuna.take_indptr(csr, ids, indptr)
                out = lacuna.Csr((3, 9), indptr, np.empty(nnz, index), np.empty(nnz, value))
                lacuna.take(csr, ids, out)
                np.testing.assert_array_equal(lacuna.csr_to_dense(out), expected[[4, 0, 4]])
                counts = np.empty(6, index)
                lacuna.nnz_rows(csr, counts)
                np.testing.assert_array_equal(counts, np.count_nonzero(expected, axis=1))
                rows = np.empty((3, 9), value)
                lacuna.lookup(ids, expected, rows)
                np.testing.assert_array_equal(rows, expected[[4, 0, 4]])
                plan = lacuna.transpose_plan(csr)
                np.testing.assert_array_equal(lacuna.permute(plan.entries, csr.data), csr.data[plan.entries])

    def test_comparisons(self) -> None:
        for value in MOVED:
            numbers = np.array([1, 2, 3, 0], value)
            for name, compare in (("greater", np.greater), ("lesser_equal", np.less_equal), ("not_equal", np.not_equal)):
                found = function(f"{name}_scalar")(numbers, 2)
                np.testing.assert_array_equal(found, compare(numbers, 2).astype(value), f"{name} {value}")

    def test_half(self) -> None:
        """As with the widened operands, rounded once."""
        for half in (np.dtype(np.float16), BFLOAT16):
            a = matrix(6, 5, np.float32, np.int32)
            narrow = lacuna.Csr(a.shape, a.indptr, a.indices, lacuna.cast(a.data, half))
            wide = lacuna.Csr(a.shape, a.indptr, a.indices, lacuna.cast(narrow.data, np.float32))
            b = lacuna.cast(RNG.standard_normal(5 * 4).astype(np.float32), half)
            of_b = lacuna.cast(b, np.float32).reshape(5, 4)
            found, expected = lacuna.csr_dense(narrow, b.reshape(5, 4)), lacuna.csr_dense(wide, of_b)
            np.testing.assert_array_equal(found.ravel().view(np.uint16), lacuna.cast(expected.ravel(), half).view(np.uint16))
            self.assertEqual(found.dtype, half)
        with self.assertRaisesRegex(TypeError, "csr_row_sparse takes no float16 values"):
            of_rows: Any = lacuna.RowSparse((5, 4), np.array([1], np.int32), np.ones((1, 4), np.float16))
            lacuna.csr_row_sparse(lacuna.Csr(a.shape, a.indptr, a.indices, a.data.astype(np.float16)), of_rows)

    def test_none_is_no_padding_and_no_label(self) -> None:
        # A row of bags may repeat an id.
        bags = lacuna.Csr((2, 3), np.array([0, 2, 3], np.int32), np.array([2, 2, 1], np.int32), np.ones(3, np.float32), trusted=True)
        weight, out = np.arange(6, dtype=np.float32).reshape(3, 2), np.zeros((2, 2), np.float32)
        lacuna.bag_sum(bags, None, weight, out)
        self.assertEqual(out.tolist(), [[8, 10], [2, 3]])
        lacuna.bag_sum(bags, 1, weight, out)
        self.assertEqual(out.tolist(), [[8, 10], [0, 0]])
        losses = np.zeros(2, np.float32)
        lacuna.softmax_cross_entropy(np.zeros((2, 2), np.float32), np.array([0, 1], np.int32), None, losses)
        self.assertTrue(np.allclose(losses, math.log(2)))
        with self.assertRaises(ValueError):
            lacuna.bag_sum(bags, -1, weight, out)


if __name__ == "__main__":
    unittest.main()
