"""Every kernel on every type against NumPy and SciPy.

Values are small whole numbers, so that every sum is exact in any order, and compared exactly.
"""

from __future__ import annotations

import itertools
import unittest
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import scipy.sparse  # type: ignore[import-untyped]
from numpy.typing import NDArray

from lacuna_sparse import kernels as lacuna
from lacuna_sparse.kernels import Status

VALUES: list[Any] = [np.float32, np.float64]
INDICES: list[Any] = [np.int32, np.int64, np.uint32]


def whole(rng: np.random.Generator, shape: tuple[int, ...], density: float, dtype: Any) -> NDArray[Any]:
    """Whole numbers from -8 to 8, most of them 0; the first, a middle and the last row are all 0."""
    array: NDArray[Any] = np.where(rng.random(shape) < density, rng.integers(-8, 9, shape), 0).astype(dtype)
    if shape[0] > 4:
        array[[0, shape[0] // 2, -1]] = 0
    return array


def csr_of(dense: NDArray[Any], index: Any) -> lacuna.Csr[Any, Any]:
    """The csr of a dense matrix by SciPy; every tenth entry becomes an explicit zero."""
    matrix = scipy.sparse.csr_array(dense)
    matrix.data[::10] = 0
    return lacuna.Csr(matrix.shape, matrix.indptr.astype(index), matrix.indices.astype(index), matrix.data)


def dense_of(csr: lacuna.Csr[Any, Any]) -> NDArray[Any]:
    result = np.zeros(csr.shape, csr.data.dtype)
    for row in range(csr.shape[0]):
        entries = slice(int(csr.indptr[row]), int(csr.indptr[row + 1]))
        result[row, csr.indices[entries]] = csr.data[entries]
    return result


def row_sparse_of(dense: NDArray[Any], index: Any) -> lacuna.RowSparse[Any, Any]:
    """The rows with an element other than 0, and row 0, which has none."""
    ids = np.union1d(np.flatnonzero(dense.reshape(len(dense), -1).any(axis=1)), [0]).astype(index)
    return lacuna.RowSparse(dense.shape, ids, dense[ids])


def expand(array: lacuna.RowSparse[Any, Any]) -> NDArray[Any]:
    result = np.zeros(array.shape, array.data.dtype)
    result[array.indices.astype(np.int64) - array.first_row] = array.data
    return result


def every_third_empty(array: NDArray[Any]) -> NDArray[Any]:
    array[::3] = 0
    return array


def on_all_types(case: type[KernelCase]) -> type[KernelCase]:
    """Makes a test case of the other pairs of types, too."""
    for value, index in itertools.product(VALUES, INDICES):
        if (value, index) != (case.value, case.index):
            name = f"{case.__name__}_{value.__name__}_{index.__name__}"
            globals()[name] = type(name, (case,), {"value": value, "index": index, "__module__": __name__})
    return case


class Inference(unittest.TestCase):
    def test_storage_of_results(self) -> None:
        self.assertEqual(lacuna.infer("dot", ["csr", "default"], {"transpose_a": True}), ("fcompute_ex", ["row_sparse"]))
        self.assertEqual(lacuna.infer("sum", ["csr"], {"axis": (1,), "keepdims": False}), ("fcompute_ex", ["default"]))
        self.assertEqual(lacuna.infer("elemwise_add", ["csr", "csr"]), ("fcompute_ex", ["csr"]))
        self.assertEqual(lacuna.infer("elemwise_add", ["csr", "csr"], device="gpu"), ("fcompute_fallback", ["csr"]))
        self.assertEqual(lacuna.infer("elemwise_add", ["csr", "csr"], outputs=["default"]), ("fcompute_fallback", ["default"]))
        self.assertEqual(lacuna.infer("_backward_dot", ["default", "csr", "default"], outputs=[None, None])[1], ["default", "row_sparse"])

    def test_nearest_path(self) -> None:
        both = {"transpose_a": True, "transpose_b": True}
        self.assertEqual(lacuna.infer_nearest("dot", ["csr", "default"], both), "dot(default, default) -> default, fcompute")
        self.assertEqual(lacuna.infer_nearest("elemwise_add", ["csr", "csr"]), "")

    def test_refusals(self) -> None:
        refused: list[tuple[int, str, str, Callable[[], object]]] = [
            (Status.UNKNOWN_OPERATOR, "operator_name", "no operator of this name", lambda: lacuna.infer("no_such", [])),
            (Status.OPERATOR_INPUTS, "inputs_length", "1 operands, but the operator takes 2", lambda: lacuna.infer("dot", ["csr"])),
            (Status.OPERATOR_OUTPUTS, "outputs_length", "2 places for outputs, but the operator has 1", lambda: lacuna.infer("abs", ["csr"], outputs=[None] * 2)),
            (Status.OPERATOR_PARAMETER, "values", "a parameter of an operator has no such value", lambda: lacuna.infer("sum", ["csr"], {"axis": "x"})),
            (Status.NOT_IMPLEMENTED, "", "an operator takes neither", lambda: lacuna.infer("_contrib_getnnz", ["row_sparse"])),
        ]  # fmt: skip
        for status, argument, text, call in refused:
            with self.assertRaisesRegex(lacuna.InferenceError, text) as raised:
                call()
            self.assertEqual((raised.exception.status, raised.exception.argument), (status, argument))
        with self.assertRaisesRegex(ValueError, "is none of"):
            lacuna.infer("abs", ["coo"])
        with self.assertRaisesRegex(ValueError, "is none of"):
            lacuna.infer("abs", ["csr"], device="tpu")


class KernelCase(unittest.TestCase):
    """Csr, dense and row_sparse operands of one pair of types."""

    value: Any = np.float32
    index: Any = np.int32

    def setUp(self) -> None:
        rng, value, index = np.random.default_rng(7), self.value, self.index
        self.a = csr_of(whole(rng, (60, 25), 0.2, value), index)
        self.a_dense = dense_of(self.a)
        self.b = whole(rng, (25, 9), 0.9, value)
        self.b_rows = row_sparse_of(whole(rng, (25, 9), 0.3, value), index)
        self.c = whole(rng, (60, 9), 0.9, value)
        self.c_rows = row_sparse_of(every_third_empty(whole(rng, (60, 9), 0.2, value)), index)

    def same(self, found: Any, expected: NDArray[Any]) -> None:
        """Equal in shape, dtype and every element. (NumPy's own assertion takes other dtypes and shapes.)"""
        self.assertIsInstance(found, np.ndarray)
        self.assertEqual((found.shape, found.dtype), (expected.shape, expected.dtype))
        np.testing.assert_array_equal(found, expected)


@on_all_types
class Products(KernelCase):
    def test_csr_dense(self) -> None:
        self.same(lacuna.csr_dense(self.a, self.b), self.a_dense @ self.b)
        self.same(lacuna.csr_dense(self.a, self.b[:, 0]), self.a_dense @ self.b[:, 0])
        self.same(lacuna.csr_dense(self.a, self.b[:, :1]), self.a_dense @ self.b[:, :1])
        cube = self.b.reshape(25, 3, 3)
        self.same(lacuna.csr_dense(self.a, cube), (self.a_dense @ self.b).reshape(60, 3, 3))
        out = np.full((60, 12), -1, self.value)
        self.assertIs(lacuna.csr_dense(self.a, self.b, out[:, 1:10], trusted=True).base, out)
        self.same(out[:, 1:10], self.a_dense @ self.b)
        self.assertTrue((out[:, [0, 10, 11]] == -1).all())

    def test_csr_row_sparse(self) -> None:
        expected = self.a_dense @ expand(self.b_rows)
        self.same(lacuna.csr_row_sparse(self.a, self.b_rows), expected)
        out = np.empty((60, 9), self.value)
        self.assertIs(lacuna.csr_row_sparse(self.a, self.b_rows, out, trusted=True), out)
        self.same(out, expected)

    def test_transpose(self) -> None:
        transposed, entries = lacuna.transpose(self.a)
        lacuna.check_csr(transposed)
        self.same(lacuna.csr_to_dense(transposed), self.a_dense.T)
        self.same(transposed.data, self.a.data[entries])
        again, _ = lacuna.transpose(transposed)
        for found, expected in ((again.indptr, self.a.indptr), (again.indices, self.a.indices), (again.data, self.a.data)):
            self.same(found, expected)

    def test_csr_t_dense(self) -> None:
        expected = self.a_dense.T @ self.c
        for buffers in (None, lacuna.PlanBuffers(len(self.a.data), self.index)):
            plan = lacuna.transpose_plan(self.a, buffers=buffers)
            self.assertIsInstance(plan, lacuna.TransposePlan)
            self.same(plan.ids, np.unique(self.a.indices))
            self.assertEqual((plan.stored_rows, plan.terms, plan.values), (len(plan.ids), len(self.a.data), len(self.a.data)))
            result = lacuna.csr_t_dense(plan, self.a.data, self.c)
            self.same(expand(result), expected)
            self.same(lacuna.csr_t_dense(plan, 2 * self.a.data, self.c).data, 2 * result.data)
            self.assertIs(lacuna.csr_t_dense(plan, self.a.data, self.c, result), result)
            self.same(lacuna.csr_t_dense_to_dense(plan, self.a.data, self.c), expected)
            self.same(lacuna.csr_t_dense_to_dense(plan, self.a.data, self.c[:, 1]), expected[:, 1])
        part = lacuna.transpose_plan(self.a, (5, 20), trusted=True)
        inside = np.where((np.arange(25) >= 5) & (np.arange(25) < 20), expected.T, 0).T
        self.same(expand(lacuna.csr_t_dense(part, self.a.data, self.c)), inside)
        self.same(lacuna.csr_t_dense_to_dense(part, self.a.data, self.c), inside)

    def test_csr_t_row_sparse(self) -> None:
        expected = self.a_dense.T @ expand(self.c_rows)
        plan = lacuna.transpose_plan_row_sparse(self.a, self.c_rows)
        result = lacuna.csr_t_row_sparse(plan, self.a.data, self.c_rows)
        self.same(expand(result), expected)
        used = np.isin(np.repeat(np.arange(60), np.diff(self.a.indptr).astype(np.int64)), self.c_rows.indices)
        self.same(result.indices, np.unique(self.a.indices[used]))
        part = lacuna.transpose_plan_row_sparse(self.a, self.c_rows, (3, 11))
        inside = np.where((np.arange(25) >= 3) & (np.arange(25) < 11), expected.T, 0).T
        self.same(expand(lacuna.csr_t_row_sparse(part, self.a.data, self.c_rows)), inside)

    def test_csr_t_dense_scatter(self) -> None:
        expected = self.a_dense.T @ self.c
        self.same(lacuna.csr_t_dense_scatter(self.a, self.c), expected)
        self.same(lacuna.csr_t_dense_scatter(self.a, self.c[:, 1]), expected[:, 1])
        ends = lacuna.block_ends(self.a)
        self.assertEqual((len(ends.columns), len(ends.entries), ends.shape, ends.nnz), (0, 0, (60, 25), len(self.a.data)))
        out = np.full((25, 12), -1, self.value)
        columns = self.c.shape[1]
        result = lacuna.csr_t_dense_scatter(self.a, self.c, out[:, 1 : 1 + columns], ends=ends, trusted=True)
        self.assertIs(result.base, out)
        self.same(out[:, 1 : 1 + columns], expected)
        self.assertTrue((out[:, [0, *range(1 + columns, 12)]] == -1).all())

    def test_csr_t_column(self) -> None:
        expected = self.a_dense.T @ self.c[:, :1]
        self.same(lacuna.csr_t_column(self.a, self.c[:, 0]), expected[:, 0])
        out = np.full((25, 3), -1, self.value)
        result = lacuna.csr_t_column(self.a, self.c[:, :1], out[:, 1:2], trusted=True)
        self.assertIs(result.base, out)
        self.same(out[:, 1:2], expected)
        self.assertTrue((out[:, ::2] == -1).all())
        with self.assertRaises(lacuna.ShapeError):
            lacuna.csr_t_column(self.a, self.c)

    def test_csr_t_row_sparse_scatter(self) -> None:
        expected = self.a_dense.T @ expand(self.c_rows)
        self.same(lacuna.csr_t_row_sparse_scatter(self.a, self.c_rows), expected)
        ends = lacuna.block_ends_row_sparse(self.a, self.c_rows, trusted=True)
        out = np.empty_like(expected)
        self.assertIs(lacuna.csr_t_row_sparse_scatter(self.a, self.c_rows, out, ends=ends), out)
        self.same(out, expected)

    def test_scatter_of_many_rows(self) -> None:
        """Columns with more terms than a block: the bits of the plan's product."""
        rng = np.random.default_rng(8)
        indptr = (2 * np.arange(3001)).astype(self.index)
        indices = np.stack([np.zeros(3000), 1 + np.arange(3000) % 4], 1).ravel().astype(self.index)
        a = lacuna.Csr((3000, 5), indptr, indices, rng.standard_normal(6000).astype(self.value))
        b = rng.standard_normal((3000, 3)).astype(self.value)
        plan = lacuna.transpose_plan(a)
        ends = lacuna.block_ends(a)
        self.same(ends.columns, np.array([0], self.index))
        self.same(ends.entries, np.array([2046, 4094], self.index))
        self.assertFalse(ends.columns.flags.writeable or ends.entries.flags.writeable)
        expected = lacuna.csr_t_dense_to_dense(plan, a.data, b)
        for known in (None, ends, replace(ends, trusted=False)):
            self.same(lacuna.csr_t_dense_scatter(a, b, ends=known), expected)
        for k in range(3):
            self.same(lacuna.csr_t_column(a, b[:, k]), expected[:, k])
            self.same(lacuna.csr_t_dense_scatter(a, b[:, k]), expected[:, k])
        ids = np.arange(0, 3000, 2).astype(self.index)
        stored = lacuna.RowSparse((3000, 3), ids, b[::2].copy())
        ends = lacuna.block_ends_row_sparse(a, stored)
        self.same(ends.entries, np.array([4 * 1023], self.index))
        rows = lacuna.csr_t_row_sparse(lacuna.transpose_plan_row_sparse(a, stored), a.data, stored)
        for known in (None, ends):
            self.same(lacuna.csr_t_row_sparse_scatter(a, stored, ends=known), expand(rows))


    def test_sell_column(self) -> None:
        """More rows than a slice has, in a band and elsewhere: the bits of the products without plans."""
        rng = np.random.default_rng(9)
        band = scipy.sparse.diags_array([np.ones(100)] * 3, offsets=[-2, 0, 5], shape=(100, 110)).astype(bool).toarray()
        for dense in (self.a_dense != 0, band):
            values = rng.standard_normal(dense.shape).astype(self.value)
            a = scipy.sparse.csr_array(np.where(dense, values, 0).astype(self.value))
            a = lacuna.Csr(a.shape, a.indptr.astype(self.index), a.indices.astype(self.index), a.data)
            plan = lacuna.sell_plan(a)
            self.assertEqual((plan.shape, plan.nnz, plan.transposed), (a.shape, len(a.data), False))
            self.assertEqual(len(plan.memory), lacuna.sell_plan_length(a.shape[0], len(a.data)))
            self.same(np.sort(plan.entries), np.arange(len(a.data), dtype=self.index))
            self.assertFalse(plan.memory.flags.writeable or plan.entries.flags.writeable)
            x = rng.standard_normal(a.shape[1]).astype(self.value)
            data = lacuna.permute(plan.entries, a.data)
            expected = lacuna.csr_dense(a, x)
            self.same(lacuna.sell_column(plan, data, x), expected)
            out = np.full((a.shape[0], 3), -1, self.value)
            lacuna.sell_column(plan, data, x[:, None], out[:, 1:2])
            self.same(out[:, 1], expected)
            self.assertTrue((out[:, [0, 2]] == -1).all())

            plan = lacuna.sell_plan_transposed(*lacuna.transpose(a), trusted=True)
            self.assertEqual((plan.shape, plan.transposed), (a.shape[::-1], True))
            y = rng.standard_normal(a.shape[0]).astype(self.value)
            expected = lacuna.csr_t_dense_to_dense(lacuna.transpose_plan(a), a.data, y)
            self.same(lacuna.sell_column(plan, lacuna.permute(plan.entries, a.data), y), expected)


@on_all_types
class Casts(KernelCase):
    def test_dense_to_csr(self) -> None:
        dense, expected = self.a_dense, scipy.sparse.csr_array(self.a_dense)
        self.same(lacuna.dense_row_nnz(dense, index_dtype=self.index), np.count_nonzero(dense, axis=1).astype(self.index))
        indptr = np.zeros(61, self.index)
        self.same(lacuna.dense_row_nnz(dense, indptr[1:]), indptr[1:])
        self.assertEqual(lacuna.accumulate_indptr(indptr), expected.nnz)
        known = lacuna.Csr((60, 25), indptr, np.empty(expected.nnz, self.index), np.empty(expected.nnz, self.value))
        room = np.empty(61, self.index), np.empty(700, self.index), np.empty(700, self.value)
        one_pass = lacuna.dense_to_csr_one_pass(dense, *room)
        self.assertTrue(np.shares_memory(one_pass.data, room[2]))
        for csr in (lacuna.dense_to_csr(dense, index_dtype=self.index), lacuna.dense_to_csr(dense, known), one_pass):
            self.assertEqual(csr.shape, (60, 25))
            self.same(csr.indptr, expected.indptr.astype(self.index))
            self.same(csr.indices, expected.indices.astype(self.index))
            self.same(csr.data, expected.data)

    def test_csr_to_dense(self) -> None:
        self.same(lacuna.csr_to_dense(self.a), self.a_dense)
        out = np.ones((60, 25), self.value)
        self.assertIs(lacuna.csr_to_dense(self.a, out, trusted=True), out)
        self.same(out, self.a_dense)

    def test_row_sparse(self) -> None:
        for dense in (self.b, expand(self.b_rows), expand(self.b_rows).reshape(25, 3, 3), self.b[:, 0]):
            ids = np.flatnonzero(dense.reshape(25, -1).any(axis=1)).astype(self.index)
            self.same(lacuna.dense_row_ids(dense, index_dtype=self.index), ids)
            self.same(lacuna.dense_row_ids(dense, 100, np.empty(30, self.index)), ids + self.index(100))
            cast: lacuna.RowSparse[Any, Any] = lacuna.dense_to_row_sparse(dense, index_dtype=self.index)
            self.same(cast.indices, ids)
            self.same(cast.data, dense[ids])
            self.same(lacuna.row_sparse_to_dense(cast), dense)
            known = lacuna.RowSparse(dense.shape, ids, np.empty_like(dense[ids]))
            self.assertIs(lacuna.dense_to_row_sparse(dense, known), known)
            self.same(known.data, dense[ids])
            out = np.ones_like(dense)
            self.assertIs(lacuna.row_sparse_to_dense(cast, out), out)
            self.same(out, dense)


@on_all_types
class Rows(KernelCase):
    def test_retain(self) -> None:
        ids = np.array([0, 2, 13, 20, 24], self.index)
        self.assertEqual(lacuna.retain_ids(self.b_rows, ids), 5)
        kept = lacuna.retain(self.b_rows, ids)
        self.assertTrue(np.shares_memory(kept.indices, ids))
        self.same(kept.data, expand(self.b_rows)[ids])
        out = lacuna.RowSparse(self.b_rows.shape, ids, np.full((5, 9), 7, self.value))
        self.assertIs(lacuna.retain(self.b_rows, out=out), out)
        self.same(out.data, kept.data)
        nothing = lacuna.RowSparse((25, 9), ids[:0], self.b[:0])
        self.same(lacuna.retain(nothing, ids).data, self.b[:0])

    def test_coalesce(self) -> None:
        ids = np.array([7, 3, 7, 0, 24, 3, 7], self.index)
        shuffled = lacuna.RowSparse((25, 9), ids, self.c[1:8])
        expected = np.zeros((25, 9), self.value)
        np.add.at(expected, ids.astype(np.int64), self.c[1:8])
        plan = lacuna.coalesce_plan(shuffled)
        for result in (lacuna.coalesce(shuffled), lacuna.coalesce(shuffled, plan)):
            self.same(result.indices, np.unique(ids))
            self.same(expand(result), expected)
        out = lacuna.RowSparse((25, 9), plan.ids, np.empty((4, 9), self.value))
        self.assertIs(lacuna.coalesce(shuffled, plan, out), out)
        self.same(expand(out), expected)

    def test_permute(self) -> None:
        entries = np.array([3, 0, 3, 1], self.index)
        values = self.b[0].copy()
        self.same(lacuna.permute(entries, values), values[entries])
        out = np.empty(4, self.value)
        self.assertIs(lacuna.permute(entries, values, out), out)
        self.same(out, values[entries])

    def test_add_n(self) -> None:
        other = row_sparse_of(every_third_empty(self.c[:25].copy()), self.index)
        for inputs in ([other], [self.b_rows, other], [self.b_rows, other, self.b_rows, other]):
            union = np.unique(np.concatenate([array.indices for array in inputs]))
            expected = np.sum([expand(array) for array in inputs], axis=0, dtype=self.value)
            self.same(lacuna.add_n_ids(inputs), union)
            self.same(lacuna.add_n_ids(inputs, np.empty(40, self.index)), union)
            result = lacuna.add_n(inputs)
            self.same(result.indices, union)
            self.same(expand(result), expected)
            self.assertIs(lacuna.add_n(inputs, result), result)


@on_all_types
class Elements(KernelCase):
    def test_functions_of_elements(self) -> None:
        left, right = self.c[:25] - self.value(0.5), self.c[25:50]
        for found, expected in (
            (lacuna.abs(left), np.abs(left)), (lacuna.square(left), left * left),
            (lacuna.multiply(left, right), left * right), (lacuna.subtract(left, right), left - right),
        ):  # fmt: skip
            self.same(found, expected)
        out = np.empty_like(left)
        self.assertIs(lacuna.subtract(left, right, out), out)
        self.same(out, left - right)
        self.same(lacuna.abs(np.array([-0.0, -np.inf], self.value)), np.array([0.0, np.inf], self.value))


@on_all_types
class Optimizers(KernelCase):
    """Against the formulas, each operation rounded to the dtype as NumPy does, by bits."""

    def test_sgd(self) -> None:
        v, weight = self.value, self.c[:25] / self.value(3)
        gradient, rows = self.b_rows, self.b_rows.indices.astype(np.int64)
        for decay, clip, lazy in itertools.product([0.0, 0.01], [None, 0.7], [True, False]):
            hyper = lacuna.Sgd(learning_rate=0.1, weight_decay=decay, rescale_gradient=0.3, clip_gradient=clip, lazy=lazy)
            keep, expected = v(1) - v(0.1) * v(decay), weight.copy()
            limit = v(np.inf) if clip is None else v(clip)
            step = v(0.1) * np.clip(v(0.3) * gradient.data, -limit, limit)
            if not lazy:
                expected *= keep
            expected[rows] = keep * weight[rows] - step
            for found in self.weights(weight):
                lacuna.sgd(hyper, gradient, found)
                self.same(found.data if isinstance(found, lacuna.RowSparse) else found, expected)

    def test_sgd_momentum(self) -> None:
        v, weight, momentum = self.value, self.c[:25] / self.value(3), self.c[25:50] / self.value(7)
        gradient, rows = self.b_rows, self.b_rows.indices.astype(np.int64)
        for decay in (0.0, 0.01):
            hyper = lacuna.SgdMomentum(learning_rate=0.1, momentum=0.9, weight_decay=decay, rescale_gradient=0.25)
            moved, expected = momentum.copy(), weight.copy()
            moved[rows] = (v(0.9) * momentum[rows] - (v(0.1) * v(decay)) * weight[rows]) - v(0.1) * (v(0.25) * gradient.data)
            expected[rows] = weight[rows] + moved[rows]
            for found, state in itertools.product(self.weights(weight), self.weights(momentum)):
                state_before = state.data.copy() if isinstance(state, lacuna.RowSparse) else state.copy()
                weight_before = found.data.copy() if isinstance(found, lacuna.RowSparse) else found.copy()
                lacuna.sgd_momentum(hyper, gradient, found, state)
                self.same(found.data if isinstance(found, lacuna.RowSparse) else found, expected)
                self.same(state.data if isinstance(state, lacuna.RowSparse) else state, moved)
                (found.data if isinstance(found, lacuna.RowSparse) else found)[...] = weight_before
                (state.data if isinstance(state, lacuna.RowSparse) else state)[...] = state_before

    def test_nag(self) -> None:
        v, weight, momentum = self.value, self.c[:25] / self.value(3), self.c[25:50] / self.value(7)
        gradient, rows = self.b_rows, self.b_rows.indices.astype(np.int64)
        hyper = lacuna.Nag(learning_rate=0.1, momentum=0.9, weight_decay=0.01, rescale_gradient=0.25)
        kept = v(0.9) * momentum[rows]
        moved, expected = momentum.copy(), weight.copy()
        moved[rows] = kept - v(0.1) * (v(0.25) * gradient.data + v(0.01) * weight[rows])
        expected[rows] = (weight[rows] - kept) + (v(1) + v(0.9)) * moved[rows]
        for found, state in zip(self.weights(weight), self.weights(momentum), strict=True):
            lacuna.nag(hyper, gradient, found, state)
            self.same(found.data if isinstance(found, lacuna.RowSparse) else found, expected)
            self.same(state.data if isinstance(state, lacuna.RowSparse) else state, moved)

    def test_adagrad(self) -> None:
        v, weight, history = self.value, self.c[:25] / self.value(3), self.c[25:50] * self.c[25:50]
        gradient, rows = self.b_rows, self.b_rows.indices.astype(np.int64)
        hyper = lacuna.AdaGrad(learning_rate=0.1, epsilon=0.5, weight_decay=0.01, rescale_gradient=0.25)
        scaled, summed, expected = v(0.25) * gradient.data, history.copy(), weight.copy()
        summed[rows] = history[rows] + scaled * scaled
        expected[rows] = (v(1) - v(0.1) * v(0.01)) * weight[rows] - (scaled / np.sqrt(summed[rows] + v(0.5))) * v(0.1)
        for found, state in zip(self.weights(weight), self.weights(history), strict=True):
            lacuna.adagrad(hyper, gradient, found, state)
            self.same(found.data if isinstance(found, lacuna.RowSparse) else found, expected)
            self.same(state.data if isinstance(state, lacuna.RowSparse) else state, summed)

    def weights(self, weight: NDArray[Any]) -> list[Any]:
        """The same rows as a dense array, as part of a wider one, and as row_sparse with all rows stored."""
        wide = np.zeros((25, 16), self.value)
        wide[:, 2:11] = weight
        return [weight.copy(), wide[:, 2:11], lacuna.RowSparse((25, 9), np.arange(25, dtype=self.index), weight.copy())]


class Boundaries(KernelCase):
    def test_scipy_matrices_are_taken_as_they_are(self) -> None:
        dense = whole(np.random.default_rng(1), (30, 20), 0.3, np.float32)
        b = np.ones((20, 2), np.float32)
        for kind in (scipy.sparse.csr_array, scipy.sparse.csr_matrix):
            self.same(lacuna.csr_dense(kind(dense), b), dense @ b)
        large = scipy.sparse.csr_array(dense)
        large.indptr, large.indices = large.indptr.astype(np.int64), large.indices.astype(np.int64)
        self.same(lacuna.csr_dense(large, b), dense @ b)

    def test_an_explicit_zero_is_an_entry(self) -> None:
        a = lacuna.Csr((1, 2), np.array([0, 1], np.int32), np.array([1], np.int32), np.zeros(1))
        self.assertTrue(np.isnan(lacuna.csr_dense(a, np.array([1.0, np.inf]))).all())

    def test_sizes_of_zero(self) -> None:
        for rows, columns, n in itertools.product([0, 3], repeat=3):
            indptr, empty = np.zeros(rows + 1, np.int32), np.zeros(0, np.int32)
            a = lacuna.Csr((rows, columns), indptr, empty, np.zeros(0))
            self.same(lacuna.csr_dense(a, np.ones((columns, n))), np.zeros((rows, n)))
            plan = lacuna.transpose_plan(a)
            self.same(lacuna.csr_t_dense(plan, a.data, np.ones((rows, n))).data, np.zeros((0, n)))
            self.same(lacuna.csr_t_dense_to_dense(plan, a.data, np.ones((rows, n))), np.zeros((columns, n)))
            self.same(lacuna.csr_to_dense(lacuna.dense_to_csr(np.zeros((rows, columns)))), np.zeros((rows, columns)))

    def test_what_counts_as_zero(self) -> None:
        dense = np.array([[0.0, -0.0, np.nan, 5e-324]])
        self.same(lacuna.dense_to_csr(dense).indices, np.array([2, 3], np.int32))


if __name__ == "__main__":
    unittest.main()
