"""What the binding adds to the kernels: no copies, lifetimes, parts, plans that are used again, checks, threads."""

from __future__ import annotations

import copy
import gc
import itertools
import pickle
import sys
import threading
import time
import tracemalloc
import unittest
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np
import scipy.sparse  # type: ignore[import-untyped]
from numpy.typing import NDArray

from lacuna_sparse import kernels as lacuna
from test_calls import KernelCase, dense_of, expand, on_all_types, row_sparse_of


def random_csr(rows: int, columns: int, density: float, value: Any = np.float32) -> Any:
    return scipy.sparse.random_array((rows, columns), density=density, format="csr", dtype=value, rng=np.random.default_rng(5))


class NoCopies(unittest.TestCase):
    def test_the_library_gets_the_arrays_themselves(self) -> None:
        a = random_csr(50, 40, 0.1)
        view = lacuna._csr(a, "a")
        self.assertEqual((view.indptr, view.indices, view.values), (a.indptr.ctypes.data, a.indices.ctypes.data, a.data.ctypes.data))
        wide = np.zeros((40, 30), np.float32)
        part = lacuna._dense(wide[::2, 3:9], "b", wide.dtype)
        self.assertEqual((part.data, part.rows, part.columns, part.stride), (wide.ctypes.data + 12, 20, 6, 60))
        column = lacuna._dense(wide[:, 4], "b", wide.dtype)
        self.assertEqual((column.data, column.rows, column.columns, column.stride), (wide.ctypes.data + 16, 40, 1, 30))
        rows = lacuna.RowSparse((9, 30), np.array([1, 8], np.int32), wide[:2])
        self.assertEqual(lacuna._row_sparse(rows, "b").data, wide.ctypes.data)
        checked = lacuna.check_csr(a)
        self.assertTrue(checked.trusted and checked.data is a.data and checked.indices is a.indices and checked.indptr is a.indptr)
        self.assertTrue(
            np.shares_memory(scipy.sparse.csr_array((checked.data, checked.indices, checked.indptr), checked.shape).data, a.data)
        )

    def test_a_call_with_output_allocates_next_to_nothing(self) -> None:
        a, b = lacuna.check_csr(random_csr(4000, 2000, 0.02)), np.ones((2000, 16), np.float32)
        out, buffers = np.empty((4000, 16), np.float32), lacuna.PlanBuffers(len(a.data), np.int32)
        plan = lacuna.transpose_plan(a)
        rows = lacuna.csr_t_dense(plan, a.data, out)

        def calls() -> None:
            lacuna.csr_dense(a, b, out)
            lacuna.csr_t_dense(plan, a.data, out, rows)
            lacuna.transpose_plan(a, buffers=buffers)
            for start, end in lacuna.partition_csr(a, 4):
                lacuna.csr_dense(lacuna.csr_rows(a, start, end), b, out[start:end])

        calls()
        tracemalloc.start()
        try:
            before = tracemalloc.get_traced_memory()[0]
            tracemalloc.reset_peak()
            calls()
            self.assertLess(tracemalloc.get_traced_memory()[1] - before, 20_000)
        finally:
            tracemalloc.stop()

    def test_arrays_live_as_long_as_what_points_to_them(self) -> None:
        class Fresh:
            """Makes new arrays at every look."""

            shape = (50, 40)
            indptr = property(lambda self: random_csr(50, 40, 0.1).indptr.copy())
            indices = property(lambda self: random_csr(50, 40, 0.1).indices.copy())
            data = property(lambda self: random_csr(50, 40, 0.1).data.copy())

        fresh: Any = Fresh()
        expected = random_csr(50, 40, 0.1) @ np.ones((40, 3), np.float32)
        view = lacuna._csr(fresh, "a")
        self.assertEqual([array.ctypes.data for array in view.arrays], [view.indptr, view.indices, view.values])
        part, plan = lacuna.csr_rows(fresh, 10, 30), lacuna.transpose_plan(fresh)
        gc.collect()
        np.testing.assert_allclose(lacuna.csr_dense(part, np.ones((40, 3), np.float32)), expected[10:30], rtol=1e-5)
        lacuna.check_plan(plan)

    def test_a_plan_that_owns_its_memory_is_read_only_and_shared(self) -> None:
        a = random_csr(50, 40, 0.1)
        plan = lacuna.transpose_plan(a)
        result = lacuna.csr_t_dense(plan, a.data, np.ones((50, 2), np.float32))
        self.assertIs(result.indices, plan.ids)
        for array in (plan.ids, plan.segments, plan.rows, plan.entries):
            self.assertFalse(array.flags.writeable)

    def test_copies_of_what_has_been_used_are_used_by_themselves(self) -> None:
        a, ones = random_csr(1500, 40, 0.1), np.ones((1500, 1), np.float32)
        plan, ends, slices = lacuna.transpose_plan(a), lacuna.block_ends(a), lacuna.sell_plan(a)
        checked = lacuna.csr(a)

        def uses(plan: Any, ends: Any, slices: Any) -> list[bytes]:
            products = (
                lacuna.csr_t_dense_to_dense(plan, a.data, ones), lacuna.csr_t_dense_scatter(checked, ones, ends=ends),
                lacuna.sell_column(slices, a.data, ones[:40]),
            )  # fmt: skip
            return [product.tobytes() for product in products]

        expected = uses(plan, ends, slices)
        self.assertEqual(uses(plan, ends, slices), expected)
        for copies in (pickle.loads(pickle.dumps((plan, ends, slices))), [copy.copy(used) for used in (plan, ends, slices)], copy.deepcopy((plan, ends, slices))):
            self.assertEqual(uses(*copies), expected)
        backwards = replace(plan, entries=plan.entries[::-1].copy())
        self.assertNotEqual(uses(backwards, ends, slices)[0], expected[0])
        self.assertEqual(uses(plan, ends, slices), expected)

        gradient, hyper = lacuna.RowSparse((2, 2), np.array([1], np.int32), np.ones((1, 2), np.float32)), lacuna.Sgd(learning_rate=1.0)
        for changed, step in ((hyper, 1), (hyper, 1), (replace(hyper, learning_rate=2.0), 2), (copy.deepcopy(hyper), 1), (hyper, 1)):
            weight = np.zeros((2, 2), np.float32)
            lacuna.sgd(changed, gradient, weight)
            self.assertEqual(weight.tolist(), [[0, 0], [-step, -step]])

    def test_a_plan_in_buffers_ends_with_the_next(self) -> None:
        a, ones = random_csr(50, 40, 0.1), np.ones((50, 2), np.float32)
        buffers = lacuna.PlanBuffers(a.nnz, np.int32)
        plan = lacuna.transpose_plan(a, buffers=buffers)
        self.assertTrue(np.shares_memory(plan.ids, buffers.ids))
        result, part = lacuna.csr_t_dense(plan, a.data, ones), lacuna.plan_segments(plan, 0, 5)
        self.assertFalse(np.shares_memory(result.indices, buffers.ids))
        lacuna.transpose_plan(a[:10], buffers=buffers)
        for old in (plan, part):
            with self.assertRaisesRegex(ValueError, "plan is gone"):
                lacuna.csr_t_dense(old, a.data, ones)


@on_all_types
class Parts(KernelCase):
    def test_csr_rows(self) -> None:
        part = lacuna.csr_rows(self.a, 7, 33)
        self.assertTrue(part.trusted and np.shares_memory(part.data, self.a.data) and np.shares_memory(part.indptr, self.a.indptr))
        self.same(dense_of(lacuna.Csr(part.shape, part.indptr - part.indptr[0], part.indices, part.data)), self.a_dense[7:33])
        self.same(lacuna.csr_dense(part, self.b), self.a_dense[7:33] @ self.b)
        again = lacuna.csr_rows(part, 3, 10)
        self.same(lacuna.csr_to_dense(again), self.a_dense[10:17])
        self.assertEqual(lacuna.csr_rows(self.a, 60, 60).shape, (0, 25))

    def test_csr_mut_rows(self) -> None:
        whole = lacuna.dense_to_csr(self.a_dense, index_dtype=self.index)
        out = lacuna.Csr(whole.shape, whole.indptr, np.zeros_like(whole.indices), np.zeros_like(whole.data))
        for start, end in lacuna.partition_csr(whole, 3):
            lacuna.dense_to_csr(self.a_dense[start:end], lacuna.csr_mut_rows(out, start, end))
        self.same(out.indices, whole.indices)
        self.same(out.data, whole.data)

    def test_row_sparse_rows(self) -> None:
        part = lacuna.row_sparse_rows(self.b_rows, 4, 17)
        self.assertEqual((part.shape, part.first_row, part.trusted), ((13, 9), 4, True))
        self.assertTrue(np.shares_memory(part.data, self.b_rows.data) and np.shares_memory(part.indices, self.b_rows.indices))
        self.same(expand(part), expand(self.b_rows)[4:17])
        self.same(lacuna.row_sparse_to_dense(part), expand(self.b_rows)[4:17])
        self.same(lacuna.row_sparse_to_dense(lacuna.row_sparse_rows(part, 2, 9)), expand(self.b_rows)[6:13])

    def test_results_of_ranges_count_from_their_start(self) -> None:
        part, expected = lacuna.row_sparse_rows(self.b_rows, 4, 17), expand(self.b_rows)[4:17]
        kept = lacuna.retain(part, np.array([0, 2, 12], self.index))
        self.assertEqual((kept.shape, kept.first_row), ((13, 9), 0))
        self.same(kept.data, expected[[0, 2, 12]])
        total = lacuna.add_n([part, part, part])
        self.assertEqual((total.shape, total.first_row), ((13, 9), 0))
        self.same(expand(total), 3 * expected)

    def test_row_sparse_mut_rows(self) -> None:
        out = lacuna.RowSparse(self.b_rows.shape, self.b_rows.indices, np.zeros_like(self.b_rows.data))
        for start, end in lacuna.partition_row_sparse(out, 3):
            lacuna.dense_to_row_sparse(expand(self.b_rows)[start:end], lacuna.row_sparse_mut_rows(out, start, end))
        self.same(out.data, self.b_rows.data)

    def test_plan_segments_and_rows(self) -> None:
        plan = lacuna.transpose_plan(self.a)
        expected = self.a_dense.T @ self.c
        segments = lacuna.plan_segments(plan, 2, 9)
        self.assertIsInstance(segments, lacuna.TransposePlan)
        self.same(segments.ids, plan.ids[2:9])
        self.same(lacuna.csr_t_dense(segments, self.a.data, self.c).data, expected[plan.ids[2:9]])
        rows = lacuna.plan_rows(plan, 6, 19)
        self.assertEqual((rows.output_rows, rows.first_row), (13, 6))
        self.same(lacuna.csr_t_dense_to_dense(rows, self.a.data, self.c), expected[6:19])
        self.same(expand(lacuna.csr_t_dense(rows, self.a.data, self.c)), expected[6:19])

    def test_partitions_cover_everything_once(self) -> None:
        plan = lacuna.transpose_plan(self.a)
        for parts in (1, 3, 100):
            for ranges, end in (
                (lacuna.partition_csr(self.a, parts, trusted=True), 60),
                (lacuna.partition_row_sparse(self.b_rows, parts), 25),
                (lacuna.partition_plan(plan, parts), plan.stored_rows),
            ):
                self.assertLessEqual(len(ranges), parts)
                self.assertEqual([0, *(stop for _, stop in ranges)], [*(start for start, _ in ranges), end])

    def test_checks_give_trust(self) -> None:
        self.assertTrue(lacuna.check_csr(self.a).trusted)
        checked = lacuna.check_row_sparse(self.b_rows)
        self.assertTrue(checked.trusted and checked.data is self.b_rows.data)
        plan = lacuna.transpose_plan(self.a)
        ids, segments, rows, entries = pickle.loads(pickle.dumps((plan.ids, plan.segments, plan.rows, plan.entries)))
        loaded = lacuna.TransposePlan(ids, segments, rows, entries, plan.values, plan.operand_rows, plan.output_rows)
        self.assertFalse(loaded.trusted)
        self.assertTrue(lacuna.check_plan(loaded).trusted)
        self.same(lacuna.csr_t_dense(loaded, self.a.data, self.c).data, lacuna.csr_t_dense(plan, self.a.data, self.c).data)

    def test_trusted_arrays_are_not_looked_at(self) -> None:
        """Garbage in trusted arrays gives some result, and nothing worse."""
        self.a.indices[:] = self.index(24) - self.a.indices[::-1]
        with self.assertRaises(lacuna.FormatError):
            lacuna.csr_dense(self.a, self.b)
        self.assertEqual(lacuna.csr_dense(self.a, self.b, trusted=True).shape, (60, 9))


class CheckedOnce(unittest.TestCase):
    """A csr that was checked when it was made, and is not checked again."""

    def setUp(self) -> None:
        self.a = random_csr(1500, 70, 0.1)
        rng = np.random.default_rng(3)
        self.vector, self.matrix = (rng.standard_normal(shape).astype(np.float32) for shape in ((70,), (70, 5)))
        self.tall = rng.standard_normal((1500, 3)).astype(np.float32)

    def same(self, found: NDArray[Any], expected: NDArray[Any]) -> None:
        self.assertEqual((found.dtype, found.shape, found.tobytes()), (expected.dtype, expected.shape, expected.tobytes()))

    def test_products_are_those_of_the_kernels(self) -> None:
        for value, index in itertools.product((np.float32, np.float64), (np.int32, np.int64, np.uint32)):
            a = scipy.sparse.csr_array(self.a.astype(value))
            a.indices, a.indptr = a.indices.astype(index), a.indptr.astype(index)
            checked = lacuna.csr(a)
            for b in (self.vector, self.matrix, self.matrix[:, :1], self.matrix[:, ::2].copy(), self.matrix[:, 1:3], self.matrix[:, :0]):
                operand = b.astype(value, copy=False)
                self.same(checked @ operand, lacuna.csr_dense(a, operand))
            for c in (self.tall, self.tall[:, 0].copy()):
                self.same(checked.T @ c.astype(value), lacuna.csr_t_dense_scatter(a, c.astype(value)))
            self.same(checked.T.T @ self.vector.astype(value), checked @ self.vector.astype(value))
        frozen = self.vector.copy()
        frozen.flags.writeable = False
        checked = lacuna.csr(self.a)
        self.same(checked @ frozen, checked @ self.vector)
        np.testing.assert_allclose(checked @ self.matrix, self.a @ self.matrix, 1e-4, 1e-5)
        np.testing.assert_allclose(checked.T @ self.tall, self.a.T @ self.tall, 1e-4, 1e-4)
        self.same(lacuna.csr_to_dense(checked), self.a.toarray())
        self.assertEqual((checked.shape, checked.T.shape), ((1500, 70), (70, 1500)))

    def test_products_into_memory_by_threads_and_from_the_left(self) -> None:
        large = random_csr(3000, 2000, 0.05)
        checked, rng = lacuna.csr(large), np.random.default_rng(5)
        for shape in ((2000,), (2000, 4)):
            b = rng.standard_normal(shape).astype(np.float32)
            expected, out = checked @ b, np.empty((3000, *shape[1:]), np.float32)
            for count in (1, 2, 5):
                with lacuna.threads(count):
                    self.same(checked.dot(b), expected)
                    out.fill(7)
                    self.assertIs(checked.dot(b, out), out)
                self.same(out, expected)
            c = rng.standard_normal((3000, *shape[1:])).astype(np.float32)
            out = np.empty((2000, *shape[1:]), np.float32)
            self.assertIs(checked.T.dot(c, out), out)
            self.same(out, checked.T @ c)
        left = rng.standard_normal((6, 3000)).astype(np.float32)
        np.testing.assert_allclose(left @ checked, left @ large.toarray(), 1e-4, 1e-4)
        np.testing.assert_allclose(left[0] @ checked, left[0] @ large.toarray(), 1e-4, 1e-4)
        self.assertEqual((left[:0] @ checked).shape, (0, 2000))

    def test_sparse_operands_of_any_format(self) -> None:
        other = scipy.sparse.random_array((70, 40), density=0.2, rng=np.random.default_rng(2), dtype=np.float32)
        expected = (self.a @ other.tocsr()).toarray()
        checked = lacuna.csr(self.a)
        operands = [convert(other) for convert in (scipy.sparse.csr_array, scipy.sparse.csc_array, scipy.sparse.coo_array, scipy.sparse.csr_matrix)]
        for operand in (*operands, lacuna.csr(other), lacuna.csr(other.tocsc())):
            product = checked @ operand
            self.assertIsInstance(product, lacuna.CheckedCsr)
            np.testing.assert_allclose(product.to_scipy().toarray(), expected, 1e-5, 1e-5)
            self.same(product.data, (checked @ operands[0]).data)
        wide = operands[0].copy()
        wide.indices, wide.indptr = wide.indices.astype(np.int64), wide.indptr.astype(np.int64)
        # Both become wide: of a narrow one, columns could be taken for others.
        for product in (checked @ wide, lacuna._widened(checked) @ operands[0]):
            self.assertEqual(product.indices.dtype, np.int64)
            self.same(product.data, (checked @ operands[0]).data)
        np.testing.assert_allclose((checked @ checked.to_scipy().T).to_scipy().toarray(), (self.a @ self.a.T).toarray(), 1e-4, 1e-4)
        self.assertEqual((checked @ scipy.sparse.csr_array((70, 3), dtype=np.float32)).shape, (1500, 3))
        for convert in (scipy.sparse.csc_array, scipy.sparse.coo_array):
            self.same(lacuna.csr(convert(self.a)) @ self.vector, checked @ self.vector)

    def test_broken_patterns_are_refused_when_it_is_made(self) -> None:
        self.a.indices[3] = 70
        with self.assertRaisesRegex(lacuna.FormatError, "entry 3: index 70 is not less than the number of columns, 70"):
            lacuna.csr(self.a)
        self.a.indices[3] = self.a.indices[2]
        with self.assertRaises(lacuna.FormatError):
            lacuna.csr(self.a)
        with self.assertRaisesRegex(TypeError, "ndarray, which has no indptr"):
            lacuna.csr(self.a.toarray())

    def test_wrong_operands_are_refused(self) -> None:
        checked = lacuna.csr(self.a)
        for operand in (self.tall, self.vector[:-1], np.ones((7, 70), np.float32)):
            with self.assertRaises(lacuna.ShapeError):
                checked @ operand
        with self.assertRaises(lacuna.ShapeError):
            checked.T @ self.vector
        for wrong in (self.vector.astype(np.float64), self.vector.tolist(), 2.0):
            with self.assertRaises(TypeError):
                checked @ wrong  # type: ignore[operator]
        with self.assertRaises(lacuna.ShapeError):
            self.vector @ checked
        with self.assertRaises(lacuna.ShapeError):
            self.matrix @ checked
        with self.assertRaises(lacuna.ShapeError):
            checked @ checked
        with self.assertRaises(TypeError):
            checked @ scipy.sparse.csr_array(self.a.T.astype(np.float64))
        for wrong_out, kind in ((np.empty(1499, np.float32), lacuna.ShapeError), (np.empty(1500), TypeError)):
            with self.assertRaises(kind):
                checked.dot(self.vector, wrong_out)
        with self.assertRaisesRegex(ValueError, "cannot be written"):
            lacuna.csr_mut_rows(checked, 0, 2)

    def test_it_keeps_views_or_copies(self) -> None:
        checked, copied = lacuna.csr(self.a), lacuna.csr(self.a, copy=True)
        for name in ("indptr", "indices", "data"):
            array, own = getattr(checked, name), getattr(copied, name)
            self.assertTrue(np.shares_memory(array, getattr(self.a, name)) and not np.shares_memory(own, getattr(self.a, name)))
            self.assertFalse(array.flags.writeable or own.flags.writeable)
            self.assertTrue(getattr(self.a, name).flags.writeable)
        expected = copied @ self.vector
        self.same(checked @ self.vector, expected)
        self.a.data *= 2
        self.same(checked @ self.vector, expected * 2)
        self.same(copied @ self.vector, expected)
        self.a.indices[:] = 0
        self.same(copied @ self.vector, expected)
        del self.a
        gc.collect()
        self.assertEqual((checked @ self.vector).shape, (1500,))

    def test_a_pattern_that_changes_reaches_no_other_memory(self) -> None:
        pad, nnz = 4096, self.a.nnz
        memory = np.full(3 * pad + 1501 + nnz, -7, np.int32)
        values = np.full(2 * pad + nnz, np.float32(3.5))
        indptr, indices = memory[pad : pad + 1501], memory[2 * pad + 1501 : 2 * pad + 1501 + nnz]
        data = values[pad : pad + nnz]
        indptr[:], indices[:], data[:] = self.a.indptr, self.a.indices, self.a.data
        checked = lacuna.csr(lacuna.Csr((1500, 70), indptr, indices, data))
        expected = checked @ self.vector
        rng = np.random.default_rng(1)
        for broken, low, high in ((indices, -(2**31), 2**31), (indices, -200, 200), (indptr, -(2**31), 2**31), (indptr, -5, nnz + 500)):
            kept = broken.copy()
            broken[:] = rng.integers(low, high, len(broken))
            products = checked @ self.vector, checked @ self.matrix, checked.T @ self.tall
            self.assertEqual([len(product) for product in products], [1500, 1500, 70])
            broken[:] = kept
        self.same(checked @ self.vector, expected)
        inside = np.zeros(len(memory), bool)
        inside[pad : pad + 1501] = inside[2 * pad + 1501 : 2 * pad + 1501 + nnz] = True
        self.assertTrue((memory[~inside] == -7).all() and (values[:pad] == 3.5).all() and (values[pad + nnz :] == 3.5).all())

    def test_copies_of_it_are_checked_again(self) -> None:
        checked = lacuna.csr(self.a)
        loaded = pickle.loads(pickle.dumps(checked))
        self.assertIsInstance(loaded, lacuna.CheckedCsr)
        self.same(loaded @ self.matrix, checked @ self.matrix)

    def test_threads_share_it(self) -> None:
        checked = lacuna.csr(self.a)
        vectors = [np.random.default_rng(seed).standard_normal(70).astype(np.float32) for seed in range(40)]
        expected = [lacuna.csr_dense(self.a, vector) for vector in vectors]
        with ThreadPoolExecutor(8) as pool:
            for _ in range(20):
                for found, right in zip(pool.map(lambda vector: checked @ vector, vectors), expected):
                    self.same(found, right)


class Threads(unittest.TestCase):
    """On any number of threads, the bits of one call on the whole. Values are random, so that another order of sums would show."""

    def setUp(self) -> None:
        self.a = lacuna.check_csr(random_csr(3000, 700, 0.03, np.float32))
        rng = np.random.default_rng(9)
        self.b, self.c = (rng.standard_normal((rows, 24)).astype(np.float32) for rows in (700, 3000))
        self.plan = lacuna.transpose_plan(self.a)

    def shared(self, threads: int, work: Any, ranges: list[tuple[int, int]]) -> None:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda part: work(*part), ranges))

    def test_products(self) -> None:
        for columns, threads in itertools.product((1, 24), (1, 4)):
            b, c = self.b[:, :columns], self.c[:, :columns]
            out = np.empty((3000, columns), np.float32)
            self.shared(
                threads,
                lambda start, end: lacuna.csr_dense(lacuna.csr_rows(self.a, start, end), b, out[start:end]),
                lacuna.partition_csr(self.a, threads),
            )
            self.same_bits(out, lacuna.csr_dense(self.a, b))

            expected = lacuna.csr_t_dense(self.plan, self.a.data, c)
            rows = lacuna.RowSparse(expected.shape, self.plan.ids, np.empty_like(expected.data), trusted=True)

            def segments(start: int, end: int) -> None:
                part = lacuna.plan_segments(self.plan, start, end)
                lacuna.csr_t_dense(part, self.a.data, c, lacuna.RowSparse(rows.shape, part.ids, rows.data[start:end], trusted=True))

            self.shared(threads, segments, lacuna.partition_plan(self.plan, threads))
            self.same_bits(rows.data, expected.data)

            dense = np.empty((700, columns), np.float32)
            self.shared(
                threads,
                lambda start, end: lacuna.csr_t_dense_to_dense(lacuna.plan_rows(self.plan, start, end), self.a.data, c, dense[start:end]),
                [(start, start + 100) for start in range(0, 700, 100)],
            )
            self.same_bits(dense, lacuna.row_sparse_to_dense(expected))

    def test_optimizer(self) -> None:
        gradient = row_sparse_of(np.where(np.arange(3000)[:, None] % 3 == 1, self.c, np.float32(0)), np.int32)
        hyper, results = lacuna.SgdMomentum(learning_rate=0.1, momentum=0.9, weight_decay=0.01), []
        for threads in (1, 4):
            weight, momentum = self.c.copy(), np.zeros_like(self.c)

            def update(start: int, end: int) -> None:
                lacuna.sgd_momentum(hyper, lacuna.row_sparse_rows(gradient, start, end), weight[start:end], momentum[start:end])

            for _ in range(3):
                self.shared(threads, update, lacuna.partition_row_sparse(gradient, threads))
            results.append(weight.tobytes() + momentum.tobytes())
        self.assertEqual(results[0], results[1])

    def test_independent_calls_at_once(self) -> None:
        expected = lacuna.csr_dense(self.a, self.b)
        bad = lacuna.Csr(self.a.shape, self.a.indptr, self.a.indices[::-1].copy(), self.a.data)

        def call(place: int) -> None:
            if place % 3 == 0:
                with self.assertRaises(lacuna.FormatError) as caught:
                    lacuna.csr_dense(bad, self.b)
                self.assertEqual(caught.exception.argument, "a")
            else:
                self.same_bits(lacuna.csr_dense(self.a, self.b), expected)

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(call, range(60)))

    def test_the_gil_is_released(self) -> None:
        """While another thread is between two looks at the clock, around a kernel, this one looks at it, too.

        With so long a switch interval a thread gives the GIL away only where it waits or releases it: this one when it sleeps, the other
        one inside of the kernel or not at all.
        """
        b, out, before = np.ones((700, 2000), np.float32), np.empty((3000, 2000), np.float32), sys.getswitchinterval()
        times: list[float] = []

        def call() -> None:
            times.append(time.monotonic())
            lacuna.csr_dense(self.a, b, out)
            times.append(time.monotonic())

        sys.setswitchinterval(60)
        try:
            for _ in range(50):
                times.clear()
                thread = threading.Thread(target=call)
                thread.start()
                looks = []
                while thread.is_alive():
                    looks.append(time.monotonic())
                    time.sleep(0.0005)
                if any(times[0] < look < times[1] for look in looks):
                    return
        finally:
            sys.setswitchinterval(before)
        self.fail("nothing else ran during 50 calls")

    def same_bits(self, found: NDArray[Any], expected: NDArray[Any]) -> None:
        self.assertEqual(found.tobytes(), expected.tobytes())


if __name__ == "__main__":
    unittest.main()
