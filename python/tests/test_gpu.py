"""Kernels on a GPU by `lacuna_sparse._gpu`, here in the interpreter of PTX, on memory of the host."""

from __future__ import annotations

import ctypes
import unittest
from typing import Any

import numpy as np
from lacuna_sparse import LacunaError, MixedUpdates, _gpu, kernels
from numpy.typing import NDArray


def drawn(seed: int, *shape: int) -> NDArray[np.float32]:
    return np.random.default_rng(seed).standard_normal(shape, np.float32)


def zeros(*shape: int) -> NDArray[np.float32]:
    return np.zeros(shape, np.float32)


def ones(*shape: int) -> NDArray[np.float32]:
    return np.ones(shape, np.float32)


class Calls(unittest.TestCase):
    """`lacuna_gpu_call` of every kind of operand, and what it refuses."""

    def setUp(self) -> None:
        self.gpu = _gpu.Gpu(-1, 0)

    def call(self, kernel: str, *operands: _gpu.Operand, value: Any = "float32", index: Any = "int64") -> None:
        self.gpu.call(kernel, value, index, *operands)
        self.gpu.finish()

    def test_operands_of_the_host(self) -> None:
        out, stream = zeros(5), (ctypes.c_uint64 * 3)(7, 1, 4)
        low, high = ctypes.c_double(-1), ctypes.c_double(2)
        numbers = [_gpu.Operand(_gpu._SCALAR, data=ctypes.addressof(number)) for number in (low, high)]
        self.call("uniform", _gpu.Operand(_gpu._STREAM, data=ctypes.addressof(stream)), *numbers, _gpu.values_of(out))
        expected = np.zeros(5, np.float32)
        kernels.uniform(kernels.Stream(7, 1, 4), -1.0, 2.0, expected)
        np.testing.assert_array_equal(out, expected)

    def test_tables_of_16_bits(self) -> None:
        ids = np.array([0, 3, 4])
        for name, count in (("sgd", 0), ("adagrad", 1), ("adam", 2)):
            for columns in (3, 8):
                tables = [drawn(1, 6, columns).astype(np.float16) for _ in range(2)]
                states = [[zeros(6, columns) for _ in range(count)] for _ in range(2)]
                here, there = (MixedUpdates(name, learning_rate=0.01, seed=5) for _ in range(2))
                for step in range(3):
                    gradient = drawn(step, 3, columns).astype(np.float16)
                    here.update(tables[0], ids, gradient, states[0])
                    self.gpu.update_mixed(there, tables[1], ids, gradient, states[1])
                    self.gpu.finish()
                self.assertEqual(here.step, there.step)
                self.assertTrue(np.array_equal(tables[0], tables[1]))
                for one, other in zip(*states, strict=True):
                    self.assertTrue(np.array_equal(one, other))

    def test_refused_tables(self) -> None:
        updates, table, ids = MixedUpdates("adam"), np.ones((6, 4), np.float16), np.array([0, 3])
        gradient, states = np.ones((2, 4), np.float16), [zeros(6, 4), zeros(6, 4)]
        with self.assertRaisesRegex(ValueError, "adam has 5 operands, not 4"):
            self.gpu.update_mixed(updates, table, ids, gradient, states[:1])
        with self.assertRaisesRegex(ValueError, "value_type is 1"):
            self.gpu.update_mixed(updates, zeros(6, 4), ids, gradient, states)
        with self.assertRaisesRegex(ValueError, "gradient is not aligned for 16 bytes"):
            self.gpu.update_mixed(updates, table, ids, np.ones(9, np.float16)[1:], states)
        with self.assertRaisesRegex(ValueError, r"states\[1\] is not aligned for 16 bytes"):
            self.gpu.update_mixed(updates, table, ids, gradient, [states[0], zeros(25)[1:]])
        self.gpu.finish()
        self.assertEqual(updates.step, 0)
        self.assertTrue((table == 1).all() and not states[0].any())
        # For an id that is no row nothing is written.
        self.gpu.update_mixed(MixedUpdates("sgd", learning_rate=0.5), table, np.array([3, 7]), gradient, [])
        self.gpu.finish()
        self.assertEqual(table.sum(1).tolist(), [4, 4, 4, 2, 4, 4])

    def test_operands_that_are_broadcast(self) -> None:
        left, row, column = drawn(1, 3, 4), drawn(2, 4), drawn(3, 3)
        number = ctypes.c_double(1.5)
        for operand, right in (
            (_gpu.Operand(_gpu._ROW, length=4, data=row.ctypes.data), row),
            (_gpu.Operand(_gpu._COLUMN, length=3, data=column.ctypes.data), column[:, None]),
            (_gpu.Operand(_gpu._SCALAR, data=ctypes.addressof(number)), 1.5),
        ):
            out = zeros(3, 4)
            self.call("rows_add", _gpu.dense(left), operand, _gpu.dense(out))
            self.assertTrue(np.array_equal(out, left + right))
        # The first elements of rows that are longer.
        wide, out = drawn(4, 3, 9), zeros(3, 4)
        strided = _gpu.Operand(_gpu._DENSE, rows=3, columns=4, stride=9, data=wide.ctypes.data)
        self.call("rows_add", strided, _gpu.dense(left), _gpu.dense(out))
        self.assertTrue(np.array_equal(out, wide[:, :4] + left))

    def test_rows_that_are_stored(self) -> None:
        ids, rows = np.array([3, 0, 3, 1, 0]), drawn(1, 5, 2)
        plan = self.gpu.plan("coalesce_plan", 6, rows.dtype, ids.dtype, _gpu.row_sparse(6, ids, rows))
        self.assertEqual(plan.room, 5)
        sums = zeros(5, 2)
        self.call("coalesce", plan.operand, _gpu.row_sparse(6, ids, rows), _gpu.rows_of(plan, sums))
        found = plan.ids(lambda count: np.empty(count, np.int64))
        self.assertEqual(found.tolist(), [0, 1, 3])
        expected = zeros(6, 2)
        for place, row in zip(ids, rows):
            expected[place] += row
        self.assertTrue(np.array_equal(sums[:3], expected[[0, 1, 3]]))

        more, scratch = ones(1, 2), _gpu.Operand(_gpu._SCRATCH)
        one = np.array([3])
        listed = (_gpu.Operand * 2)(_gpu.row_sparse(6, found, sums[:3]), _gpu.row_sparse(6, one, more))
        inputs = _gpu.Operand(_gpu._LIST, length=2, data=ctypes.addressof(listed))
        out = zeros(3, 2)
        self.call("add_n", inputs, scratch, _gpu.row_sparse(6, found, out))
        self.assertTrue(np.array_equal(out, sums[:3] + np.array([[0.0], [0], [1]])))
        # A row of an input that the result does not store.
        self.gpu.call("add_n", "float32", "int64", inputs, scratch, _gpu.row_sparse(6, found[:2], out))
        with self.assertRaises(LacunaError):
            self.gpu.finish()

    def test_scratch_of_the_host_is_not_needed(self) -> None:
        indptr, columns, values = np.array([0, 1, 2]), np.array([1, 0]), np.array([2, 3], np.float32)
        b, out, none = drawn(1, 3, 2), zeros(3, 2), _gpu.Operand(_gpu._VALUES)
        self.call("dense_csr", _gpu.dense(b), _gpu.csr((2, 2), indptr, columns, values), none, _gpu.dense(out))
        self.assertTrue(np.array_equal(out, np.stack([b[:, 1] * 3, b[:, 0] * 2], 1)))

    def test_a_plan_of_stored_rows(self) -> None:
        indptr, columns, values = np.array([0, 2, 3, 4]), np.array([0, 2, 2, 1]), np.array([1, 2, 3, 4], np.float32)
        a = _gpu.csr((3, 4), indptr, columns, values)
        stored, b = np.array([0, 1]), np.array([[10], [100]], np.float32)
        plan = self.gpu.plan("transpose_plan_row_sparse", 4, values.dtype, columns.dtype, a, _gpu.row_sparse(3, stored, b))
        out = zeros(plan.room, 1)
        self.call("csr_t_row_sparse", plan.operand, _gpu.values_of(values), _gpu.row_sparse(3, stored, b), _gpu.rows_of(plan, out))
        self.assertEqual((plan.ids(lambda count: np.empty(count, np.int64)).tolist(), out[:2].tolist()), ([0, 2], [[10], [320]]))

    def test_what_is_refused(self) -> None:
        matrix, out = ones(2, 3), ones(6)
        places = np.array([0, 1])
        for kernel, operands, message in (
            ("no_kernel", (), "no kernel is called"),
            ("exp", (_gpu.values_of(matrix),), "exp has 2 operands, not 1"),
            ("exp", (_gpu.dense(matrix), _gpu.values_of(out)), "operand 1 of exp, is of another kind"),
            ("exp", (_gpu.values_of(matrix), _gpu.Operand(99)), "operand 2 .*: kind is 99"),
            ("exp", (_gpu.Operand(_gpu._VALUES, length=6), _gpu.values_of(out)), "operand 1 .*: data is null"),
            ("exp", (_gpu.Operand(_gpu._VALUES, length=6, data=out.ctypes.data + 4), _gpu.values_of(out)), "data is not aligned for 16 bytes"),
            ("lookup", (_gpu.Operand(_gpu._INDICES, length=1, indices=places.ctypes.data + 4), _gpu.dense(matrix), _gpu.dense(out)), "aligned for 8 bytes"),
            ("lookup", (_gpu.Operand(_gpu._INDICES, length=2), _gpu.dense(matrix), _gpu.dense(out)), "operand 1 ids: indices is null"),
            ("coalesce", (_gpu.Operand(_gpu._PLAN),), "plan: plan is null"),
            ("csr_to_dense", (_gpu.Operand(_gpu._CSR, rows=1 << 63, columns=1), _gpu.dense(out)), "operand 1"),
            ("sgd", (_gpu.Operand(_gpu._RULE, length=2, data=out.ctypes.data),), "2 numbers are not the hyper-parameters of sgd"),
            ("dense_to_csr_one_pass", (), "is no call of a device"),
            ("transpose_plan", (), "is no call of a device"),
        ):
            with self.assertRaisesRegex(ValueError, message, msg=kernel):
                self.call(kernel, *operands)
        stride = _gpu.Operand(_gpu._DENSE, rows=2, columns=3, stride=2, data=matrix.ctypes.data)
        with self.assertRaisesRegex(ValueError, "stride"):
            self.call("rows_add", stride, _gpu.dense(matrix), _gpu.dense(matrix))
        with self.assertRaisesRegex(ValueError, "6"):
            self.call("exp", _gpu.values_of(matrix), _gpu.values_of(out[:5]))
        with self.assertRaisesRegex(ValueError, "is no call of a device"):
            self.call("exp", _gpu.values_of(matrix.astype(np.float16)), _gpu.values_of(out.astype(np.float16)), value="float16")
        with self.assertRaisesRegex(ValueError, "value_type is 7"):
            self.call("exp", _gpu.values_of(places), _gpu.values_of(places), value="int32")
        number = ctypes.c_double(1)
        scalar = _gpu.Operand(_gpu._SCALAR, data=ctypes.addressof(number))
        with self.assertRaisesRegex(ValueError, "16 bits have no scalar"):
            self.call("uniform", scalar, value="bfloat16")
        with self.assertRaisesRegex(ValueError, "makes no plan of these operands"):
            self.gpu.plan("bag_plan", 3, "float32", "int64")
        plan = self.gpu.plan("coalesce_plan", 6, out.dtype, places.dtype, _gpu.row_sparse(6, places, matrix))
        with self.assertRaisesRegex(ValueError, "plan has indices of another type"):
            self.call("coalesce", plan.operand, index="int32")
        with self.assertRaisesRegex(ValueError, "device is -2"):
            _gpu.Gpu(-2, 0)
        # Nothing was written, and nothing waits.
        self.assertTrue(np.array_equal(out, ones(6)))
        self.gpu.finish()

    def test_a_gpu_that_is_not_there(self) -> None:
        with self.assertRaisesRegex(RuntimeError, "CUDA"):
            _gpu.Gpu(1 << 20, 0)


if __name__ == "__main__":
    unittest.main()
