"""Every kind of wrong input, with the numbers of its error; and what the binding itself refuses, so that nothing is ever copied."""

from __future__ import annotations

import ctypes
import pickle
import unittest
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import scipy.sparse  # type: ignore[import-untyped]
from numpy.typing import NDArray

from lacuna_sparse import kernels as lacuna
from lacuna_sparse.kernels import Fault, Operand, Status

I32 = np.int32


def csr(indptr: list[int], indices: list[int], columns: int = 4, dtype: Any = np.float32) -> lacuna.Csr[Any, Any]:
    return lacuna.Csr((len(indptr) - 1, columns), np.array(indptr, I32), np.array(indices, I32), np.ones(len(indices), dtype))


def rows(ids: list[int], total: int = 6, length: int = 2, dtype: Any = np.float32) -> lacuna.RowSparse[Any, Any]:
    return lacuna.RowSparse((total, length), np.array(ids, I32), np.ones((len(ids), length), dtype))


def ones(*shape: int) -> NDArray[np.float32]:
    return np.ones(shape, np.float32)


class Numbers(unittest.TestCase):
    """Errors of the library."""

    def refused(self, kind: type[lacuna.LacunaError], call: Any, **numbers: Any) -> lacuna.LacunaError:
        """Every field of the error is compared: those that are not named must be 0."""
        with self.assertRaises(kind) as caught:
            call()
        error = caught.exception
        self.assertIs(type(error), kind)
        names = ("argument", "status", "operand", "fault", "row", "entry", "expected", "found", "other_argument", "other_operand")
        default = {**dict.fromkeys(names, 0), "argument": "", "other_argument": ""}
        self.assertEqual({name: getattr(error, name) for name in names}, {**default, **numbers})
        start = f"{error.argument}: " if error.argument else ""
        if not error.other_argument:
            self.assertEqual(str(error), start + lacuna.error_text(error))
        copy = pickle.loads(pickle.dumps(error))
        self.assertEqual((type(copy), str(copy), vars(copy)), (kind, str(error), vars(error)))
        return error

    def test_csr_indices(self) -> None:
        def case(indices: list[int], fault: Fault, entry: int, expected: int, found: int) -> None:
            bad = csr([0, 2, 2, 5], indices)
            numbers = dict(
                status=Status.CSR_INDICES, operand=Operand.INDICES, fault=fault, row=2, entry=entry, expected=expected, found=found
            )
            self.refused(lacuna.FormatError, lambda: lacuna.csr_dense(bad, ones(4, 2)), argument="a", **numbers)
            self.refused(lacuna.FormatError, lambda: lacuna.csr_to_dense(bad), argument="csr", **numbers)
            self.refused(lacuna.FormatError, lambda: lacuna.check_csr(replace(bad, trusted=True)), argument="csr", **numbers)

        case([0, 3, 0, 2, 1], Fault.NOT_ASCENDING, 4, 2, 1)
        case([0, 3, 0, 2, 2], Fault.NOT_ASCENDING, 4, 2, 2)
        case([0, 3, 0, 2, 4], Fault.TOO_LARGE, 4, 4, 4)
        case([0, 3, -1, 2, 3], Fault.NEGATIVE, 2, 0, -1)

    def test_scipy_matrices_that_are_not_canonical(self) -> None:
        unsorted = scipy.sparse.csr_array((ones(3), np.array([2, 0, 1], I32), np.array([0, 2, 3], I32)), (2, 3))
        error = self.refused(
            lacuna.FormatError, lambda: lacuna.csr_dense(unsorted, ones(3, 1)),
            argument="a", status=Status.CSR_INDICES, operand=Operand.INDICES, fault=Fault.NOT_ASCENDING, entry=1, expected=2,
        )  # fmt: skip
        self.assertEqual(str(error), "a: csr indices: row 0, entry 1: index 0 is not greater than the one before it, 2")
        unsorted.sort_indices()
        np.testing.assert_array_equal(lacuna.csr_dense(unsorted, ones(3, 1)), unsorted @ ones(3, 1))
        with self.assertRaises(lacuna.FormatError):
            lacuna.csr_dense(scipy.sparse.csr_array((ones(2), np.array([1, 1], I32), np.array([0, 2], I32)), (1, 3)), ones(3, 1))

    def test_csr_indptr(self) -> None:
        for indptr, fault, row, expected, found in (
            ([1, 2, 3], Fault.START, 0, 0, 1),
            ([0, 2, 1, 3], Fault.DECREASING, 2, 2, 1),
            ([0, 1, 2], Fault.END, 2, 3, 2),
        ):
            bad = csr(indptr, [0, 1, 2])
            self.refused(
                lacuna.FormatError, lambda: lacuna.transpose_plan(bad),
                argument="a", status=Status.CSR_INDPTR, operand=Operand.INDPTR, fault=fault, row=row, expected=expected, found=found,
            )  # fmt: skip

    def test_lengths(self) -> None:
        a, b = csr([0, 1, 2], [0, 1]), rows([1, 4])
        for bad, operand, expected, found in (
            (replace(a, shape=(3, 4)), Operand.INDPTR, 4, 3),
            (replace(a, data=ones(3)), Operand.VALUES, 2, 3),
        ):
            numbers = dict(argument="a", status=Status.CSR_SHAPE, operand=operand, expected=expected, found=found)
            self.refused(lacuna.FormatError, lambda: lacuna.csr_dense(bad, ones(4, 2)), **numbers)
        self.refused(
            lacuna.FormatError, lambda: lacuna.row_sparse_to_dense(replace(b, data=ones(3, 2))),
            argument="input", status=Status.ROW_SPARSE_SHAPE, operand=Operand.DATA, expected=4, found=6,
        )  # fmt: skip

    def test_row_sparse_indices(self) -> None:
        for ids, fault, entry, expected, found in (
            ([1, 4, 4], Fault.NOT_ASCENDING, 2, 4, 4),
            ([1, 6], Fault.TOO_LARGE, 1, 6, 6),
            ([-2], Fault.NEGATIVE, 0, 0, -2),
        ):
            numbers = dict(
                status=Status.ROW_SPARSE_INDICES, operand=Operand.INDICES, fault=fault, entry=entry, expected=expected, found=found
            )
            bad = rows(ids)
            self.refused(lacuna.FormatError, lambda: lacuna.row_sparse_to_dense(bad), argument="input", **numbers)
            self.refused(lacuna.FormatError, lambda: lacuna.csr_row_sparse(csr([0], [], 6), bad), argument="b", **numbers)
            weight = ones(6, 2)
            self.refused(lacuna.FormatError, lambda: lacuna.sgd(lacuna.Sgd(learning_rate=0.1), bad, weight), argument="gradient", **numbers)
            self.assertTrue((weight == 1).all())

    def test_dimensions_beyond_the_index_type(self) -> None:
        numbers: dict[str, Any] = dict(status=Status.DIMENSION, expected=2**31, found=2**31 + 1)
        self.refused(lacuna.FormatError, lambda: lacuna.check_csr(csr([0], [], 2**31 + 1)), argument="csr", **numbers)
        counts = np.array([0, 2**30, 2**30], I32)
        numbers = dict(argument="indptr", status=Status.INDEX, expected=2**31 - 1, found=2**31)
        self.refused(lacuna.IndexOverflowError, lambda: lacuna.accumulate_indptr(counts), **numbers)
        self.assertEqual(counts.tolist(), [0, 2**30, 2**30])

    def test_shapes(self) -> None:
        a, out = csr([0, 1, 2], [0, 1]), np.full((2, 3), 7, np.float32)
        for argument, b, target, operand, fault, expected, found in (
            ("b", ones(5, 3), out, Operand.RIGHT, Fault.ROWS, 4, 5),
            ("out", ones(4, 2), out, Operand.OUTPUT, Fault.COLUMNS, 2, 3),
            ("out", ones(4, 3), out[:1], Operand.OUTPUT, Fault.ROWS, 2, 1),
        ):
            numbers: dict[str, Any] = dict(argument=argument, status=Status.SHAPE, operand=operand, fault=fault, expected=expected, found=found)
            self.refused(lacuna.ShapeError, lambda: lacuna.csr_dense(a, b, target), **numbers)
        self.assertTrue((out == 7).all())
        numbers = dict(argument="end", status=Status.RANGE, fault=Fault.ROWS, row=1, expected=2, found=3)
        self.refused(lacuna.RangeError, lambda: lacuna.csr_rows(a, 1, 3), **numbers)
        numbers = dict(argument="out", status=Status.SHAPE, operand=Operand.OUTPUT, fault=Fault.ELEMENTS, expected=3, found=2)
        self.refused(lacuna.ShapeError, lambda: lacuna.abs(ones(3, 1), ones(2, 1)), **numbers)
        numbers = dict(argument="values", status=Status.SHAPE, operand=Operand.VALUES, fault=Fault.ELEMENTS, expected=2, found=1)
        self.refused(lacuna.ShapeError, lambda: lacuna.csr_t_dense(lacuna.transpose_plan(a), a.data[:1], ones(2, 1)), **numbers)

    def test_capacity(self) -> None:
        dense = ones(3, 4)
        short = np.empty(4, I32), np.empty(11, I32), np.empty(12, np.float32)
        numbers: dict[str, Any] = dict(argument="indices", status=Status.CAPACITY, operand=Operand.INDICES, expected=12, found=11)
        self.refused(lacuna.CapacityError, lambda: lacuna.dense_to_csr_one_pass(dense, *short), **numbers)
        numbers = dict(argument="ids", status=Status.CAPACITY, operand=Operand.IDS, expected=3, found=2)
        self.refused(lacuna.CapacityError, lambda: lacuna.dense_row_ids(dense, 0, np.empty(2, I32)), **numbers)
        self.refused(lacuna.CapacityError, lambda: lacuna.add_n_ids([rows([0, 3]), rows([1, 3])], np.empty(2, I32)), **numbers)
        buffers = lacuna.PlanBuffers(3, I32)
        with self.assertRaises(lacuna.CapacityError) as caught:
            lacuna.transpose_plan(csr([0, 4], [0, 1, 2, 3]), buffers=buffers)
        self.assertGreater(caught.exception.expected, caught.exception.found)

    def test_ids_rows_and_patterns(self) -> None:
        numbers: dict[str, Any] = dict(
            argument="ids", status=Status.IDS, operand=Operand.IDS, fault=Fault.NOT_ASCENDING, entry=2, expected=5, found=3
        )
        self.refused(lacuna.IdsError, lambda: lacuna.retain(rows([1]), np.array([1, 5, 3], I32)), **numbers)
        numbers = dict(argument="input", status=Status.IDS, operand=Operand.IDS, fault=Fault.TOO_LARGE, entry=1, expected=6, found=9)
        self.refused(lacuna.IdsError, lambda: lacuna.coalesce(rows([1, 9])), **numbers)
        numbers = dict(argument="weight", status=Status.MISSING_ROW, operand=Operand.WEIGHT, row=4)
        self.refused(lacuna.MissingRowError, lambda: lacuna.sgd(lacuna.Sgd(learning_rate=1), rows([1, 4]), rows([1, 5])), **numbers)
        numbers = dict(argument="momentum", status=Status.MISSING_ROW, operand=Operand.STATE + 1, row=1)
        hyper = lacuna.SgdMomentum(learning_rate=1, momentum=0)
        self.refused(lacuna.MissingRowError, lambda: lacuna.sgd_momentum(hyper, rows([1]), ones(6, 2), rows([2])), **numbers)
        plan = lacuna.sell_plan(csr([0, 2], [0, 1]))
        numbers = dict(status=Status.CAPACITY, operand=Operand.PLAN, expected=len(plan.memory), found=len(plan.memory) - 1, argument="plan")
        short = replace(plan, memory=plan.memory[:-1])
        self.refused(lacuna.CapacityError, lambda: lacuna.sell_column(short, ones(2), ones(4)), **numbers)
        numbers = dict(argument="out", status=Status.PATTERN, operand=Operand.OUTPUT, row=1, expected=3, found=4)
        self.refused(lacuna.PatternError, lambda: lacuna.add_n([rows([0, 3]), rows([3])], rows([0, 4])), **numbers)
        ends = lacuna.BlockEnds(np.array([1, 4], I32), np.empty(0, I32), (1, 4), 2)
        numbers = dict(status=Status.PATTERN, operand=Operand.COLUMNS, row=1, expected=3, found=4, argument="ends")
        self.refused(lacuna.PatternError, lambda: lacuna.csr_t_dense_scatter(csr([0, 2], [0, 1]), ones(1, 2), ends=ends), **numbers)
        numbers = dict(argument="entries", status=Status.PATTERN, operand=Operand.INDICES, row=1, expected=2, found=3)
        self.refused(lacuna.PatternError, lambda: lacuna.permute(np.array([2, 3], I32), np.ones(3)), **numbers)

    def test_bounds_of_gradients(self) -> None:
        weight = ones(6, 2)
        for bound in (-1.0, float("nan"), float("-inf")):
            sgd, adagrad = lacuna.Sgd(learning_rate=1, clip_gradient=bound), lacuna.AdaGrad(learning_rate=1, clip_gradient=bound)
            for step in (
                partial(lacuna.sgd, sgd, rows([1]), weight),
                partial(lacuna.adagrad, adagrad, rows([1]), weight, ones(6, 2)),
            ):
                with self.assertRaises(lacuna.ParameterError) as caught:
                    step()
                self.assertEqual((caught.exception.status, caught.exception.fault), (Status.PARAMETER, Fault.CLIP_GRADIENT))
                self.assertEqual(caught.exception.found, np.array(bound).view(np.int64))
        self.assertTrue((weight == 1).all())
        # MXNet's -1 means "off" there, and is refused here; 0 limits to 0.
        lacuna.sgd(lacuna.Sgd(learning_rate=1, clip_gradient=0.0), rows([1]), weight)
        self.assertTrue((weight == 1).all())

    def test_overlap(self) -> None:
        square = ones(4, 4)
        numbers = dict(
            argument="out", status=Status.OVERLAP, operand=Operand.DATA, other_argument="b", other_operand=Operand.DATA
        )
        error = self.refused(lacuna.ArgumentError, lambda: lacuna.csr_dense(csr([0, 1, 1, 1, 1], [0]), square, square), **numbers)
        self.assertEqual(str(error), "out: data: shares memory with the data of b")
        weight = ones(6, 2)
        hyper = lacuna.SgdMomentum(learning_rate=1, momentum=0)
        self.refused(
            lacuna.ArgumentError, lambda: lacuna.sgd_momentum(hyper, rows([1]), weight, weight),
            argument="momentum", status=Status.OVERLAP, operand=Operand.DATA, other_argument="weight", other_operand=Operand.DATA,
        )  # fmt: skip

    def test_level(self) -> None:
        detected = lacuna.level_detected()
        for level in range(detected + 1, 4):
            numbers = dict(status=Status.LEVEL_UNAVAILABLE, expected=detected, found=level)
            self.refused(lacuna.LevelError, lambda: lacuna.force_level(level), argument="level", **numbers)
        numbers = dict(status=Status.INVALID_CHOICE, expected=3, found=77)
        self.refused(lacuna.ArgumentError, lambda: lacuna.force_level(77), argument="level", **numbers)


class Types(unittest.TestCase):
    """What the library says where operands name wrong types: the binding gives each its own."""

    def setUp(self) -> None:
        self.out = np.full((2, 2), 7, np.float32)
        self.a = lacuna._csr(csr([0, 1, 2], [0, 1]), "a")
        self.b = lacuna._dense(ones(4, 2), "b")
        self.c = lacuna._dense(self.out, "out", write=True)

    def refused(self, argument: int, expected: int, found: int) -> None:
        error = lacuna._Error()
        status = lacuna._function("dot_csr_dense")(self.a, self.b, self.c, error)
        numbers = (error.status, error.argument, error.operand, error.fault, error.expected, error.found)
        self.assertEqual((status, *numbers), (Status.TYPE, Status.TYPE, argument, 0, 0, expected, found))
        self.assertTrue((self.out == 7).all())

    def test_other_values(self) -> None:
        for found in (2, 3, 7, 0, 77):
            self.b.value_type = found
            self.refused(2, 1, found)
        self.b.value_type, self.c.value_type = 1, 2
        self.refused(3, 1, 2)

    def test_no_value_or_index(self) -> None:
        self.a.value_type = 0
        self.refused(1, 1, 0)
        self.a.value_type = 9
        self.refused(1, 1, 9)
        # A float is no index, and no other operand names one.
        self.a.value_type, self.a.index_type, error = 1, 1, lacuna._Error()
        self.assertEqual(lacuna._function("dot_csr_dense")(self.a, self.b, self.c, error), Status.TYPE)
        self.assertEqual((error.argument, error.found), (1, 1))

    def test_values_that_the_function_is_not_made_for(self) -> None:
        self.a.value_type = self.b.value_type = self.c.value_type = 8
        self.refused(0, 0, 8)

    def test_arrays_and_lists(self) -> None:
        values = np.ones(3, np.float32)
        left, right, out = (lacuna._array(values.copy(), "values", values.dtype) for _ in range(3))
        right.element_type, error = 2, lacuna._Error()
        self.assertEqual(lacuna._function("binary_add")(left, right, out, error), Status.TYPE)
        self.assertEqual((error.argument, error.expected, error.found), (2, 1, 2))
        views, inputs, scratch = lacuna._row_sparse_list([rows([1]), rows([2])])
        inputs[1].index_type, stored = 8, ctypes.c_size_t()
        ids = lacuna._array(np.empty(2, I32), "ids", np.dtype(I32), write=True)
        refused = lacuna._function("rows_add_n_ids")(inputs, 2, scratch.ctypes.data, len(scratch), ids, stored, error)
        self.assertEqual((refused, error.argument, error.expected, error.found), (Status.TYPE, 1, 7, 8))

    def test_the_binding_names_dtypes(self) -> None:
        for call, text in (
            (lambda: lacuna.add(ones(3), np.ones(3)), "right has values of dtype float64, other arguments have float32"),
            (lambda: lacuna.add(np.ones(3, np.int8), np.ones(3, np.int8)), "add takes no int8 values"),
            (lambda: lacuna.dense_to_csr(np.ones((2, 4)), csr([0, 1, 2], [0, 1])), "out has values of dtype float32, other arguments have float64"),
            (lambda: lacuna.sgd(lacuna.Sgd(learning_rate=1), rows([1], dtype=np.float16), np.ones((6, 2), np.float16)), "sgd takes no float16 values"),
        ):
            with self.assertRaisesRegex(TypeError, text):
                call()


class Refusals(unittest.TestCase):
    """What would need a copy, or is no array at all."""

    def type_error(self, call: Any, text: str) -> None:
        with self.assertRaisesRegex(TypeError, text):
            call()

    def value_error(self, call: Any, text: str) -> None:
        with self.assertRaisesRegex(ValueError, text) as caught:
            call()
        self.assertNotIsInstance(caught.exception, lacuna.LacunaError)

    def test_dense(self) -> None:
        a = csr([0, 1, 2], [0, 1])

        def product(b: Any) -> Any:
            return lambda: lacuna.csr_dense(a, b)

        self.type_error(product([[1.0]]), "b is a list, not a numpy.ndarray")
        self.type_error(product(np.ma.masked_array(ones(4, 2))), "b is a MaskedArray")
        self.type_error(product(np.ones((4, 2))), "b has dtype float64, not float32")
        self.type_error(product(ones(4, 2).astype(">f4")), "b has dtype float32 in the other byte order, not float32")
        self.type_error(product(np.ones((4, 2), np.float16)), "b has dtype float16")
        self.value_error(product(np.ones((), np.float32)), "b has no dimensions")
        self.value_error(product(np.asfortranarray(ones(4, 2))), r"b has rows that are not contiguous \(strides \(4, 16\)\)")
        self.value_error(product(ones(4, 4)[:, ::2]), "b has rows that are not contiguous")
        self.value_error(product(ones(4, 2)[::-1]), "b has rows of 8 bytes that lie -8 apart")
        self.value_error(product(np.broadcast_to(ones(2), (4, 2))), "b has rows of 8 bytes that lie 0 apart")
        packed = np.zeros(4, np.dtype([("skip", "u1"), ("value", "f4")]))["value"]
        self.value_error(product(packed), "b is not aligned")
        self.value_error(product(np.frombuffer(bytearray(33), np.float32, 8, offset=1).reshape(4, 2)), "b is not aligned")
        locked = ones(2, 2)
        locked.flags.writeable = False
        self.value_error(lambda: lacuna.csr_dense(a, ones(4, 2), locked), "out cannot be written")
        lacuna.csr_dense(replace(a, shape=(2, 2)), locked)

    def test_csr(self) -> None:
        good, b = scipy.sparse.csr_array(np.eye(4, dtype=np.float32)), ones(4, 2)

        def product(a: Any) -> Any:
            return lambda: lacuna.csr_dense(a, b)

        self.type_error(product(good.toarray()), "a is a ndarray, which has no indptr")
        for kind in ("csc", "bsr"):
            self.type_error(product(good.asformat(kind)), f"a is a {kind} matrix, not csr")
        self.type_error(product(good.tocoo()), "a is a coo_array, which has no indptr")
        self.type_error(lambda: lacuna.csr_dense(good.astype(np.int64), np.ones((4, 2), np.int64)), "csr_dense takes no int64 values")
        self.type_error(product(good.astype(np.int16)), "a.data has dtype int16, which is none of float32, float64, float16, int32")
        self.type_error(product(good.astype(np.complex64)), "a.data has dtype complex64")
        a = csr([0, 1, 2], [0, 1])
        self.type_error(product(replace(a, indptr=a.indptr.astype(np.int64))), "a.indptr has dtype int64, not int32")
        self.type_error(product(replace(a, indices=a.indices.astype(np.int16))), "a.indices has dtype int16, which is none of")
        self.type_error(product(replace(a, indices=a.indices.astype(">i4"))), "a.indices has dtype int32 in the other byte order")
        self.value_error(product(replace(a, data=ones(4)[::2])), "a.data is not contiguous: its elements lie 8 bytes apart, not 4")
        self.value_error(product(replace(a, data=ones(2, 1))), "a.data has 2 dimensions, not 1")
        self.value_error(product(replace(a, shape=(2, -4))), "a.shape is -4: not a size")
        self.value_error(product(scipy.sparse.csr_array(np.ones(4, np.float32))), "a has 1 dimensions, not 2")
        a.indices.flags.writeable = False
        self.value_error(lambda: lacuna.dense_to_csr(ones(2, 4), a), "out.indices cannot be written")
        self.value_error(lambda: lacuna.csr_mut_rows(a, 0, 1), "csr.indices cannot be written")

    def test_row_sparse_plans_and_sizes(self) -> None:
        a, b = csr([0, 1, 2], [0, 1]), rows([1, 3], 4)
        plan = lacuna.transpose_plan(a)
        self.type_error(lambda: lacuna.csr_row_sparse(a, np.ones(4)), "b is a ndarray, not a lacuna.RowSparse")  # type: ignore[arg-type]
        self.type_error(
            lambda: lacuna.csr_row_sparse(a, rows([1], 4, dtype=np.float64)), "b has values of dtype float64, other arguments have float32"
        )
        wide = replace(b, indices=b.indices.astype(np.int64))
        self.type_error(lambda: lacuna.csr_row_sparse(a, wide), "b has indices of dtype int64, other arguments have int32")
        self.type_error(lambda: lacuna.add_n([b, wide]), r"inputs\[1\] has indices of dtype int64")
        self.value_error(lambda: lacuna.add_n([]), "inputs is empty")
        self.value_error(lambda: lacuna.row_sparse_to_dense(replace(b, data=ones(2, 4)[:, ::2])), "input.data is not contiguous")
        self.value_error(
            lambda: lacuna.row_sparse_to_dense(replace(b, data=ones(2, 3))), r"has shape \(2, 3\), which does not end in \(2,\)"
        )
        self.type_error(lambda: lacuna.retain(b), "either ids or out")
        other: Any = lacuna.coalesce_plan(b)
        self.type_error(lambda: lacuna.csr_t_dense(other, a.data, ones(2, 1)), "not a lacuna.TransposePlan")
        self.type_error(lambda: lacuna.coalesce(b, plan), "not a lacuna.CoalescePlan")  # type: ignore[arg-type]
        self.type_error(lambda: lacuna.PlanBuffers(4, np.int16), "indices of dtype int16")  # type: ignore[type-var]
        self.type_error(lambda: lacuna.transpose_plan(a, buffers=lacuna.PlanBuffers(4, np.int64)), "buffers has dtype int64, not int32")
        self.type_error(lambda: lacuna.csr_t_dense_scatter(a, ones(2, 1), ends=other), "ends is a CoalescePlan, not a lacuna.BlockEnds")
        self.type_error(lambda: lacuna.sell_column(other, ones(3), ones(4)), "plan is a CoalescePlan, not a lacuna.SellPlan")
        self.type_error(lambda: lacuna.sell_plan_transposed(a, np.empty(0, np.int64)), "entries has dtype int64, not int32")
        ends: Any = lacuna.BlockEnds(np.empty(0, np.int64), np.empty(0, I32), (2, 4), 3)
        self.type_error(lambda: lacuna.csr_t_dense_scatter(a, ones(2, 1), ends=ends), "ends.columns has dtype int64, not int32")
        momentum: Any = lacuna.SgdMomentum(learning_rate=1, momentum=0)
        self.type_error(lambda: lacuna.sgd(momentum, b, ones(4, 2)), "not a lacuna.Sgd")
        self.value_error(lambda: lacuna.csr_rows(a, -1, 2), "start is -1: not a size")
        self.value_error(lambda: lacuna.partition_csr(a, -1), "parts is -1: not a size")
        self.value_error(lambda: lacuna.check_plan(replace(plan, rows=plan.rows[:1])), "which do not fit together")
        self.type_error(lambda: lacuna.csr_rows(a, 0.5, 2), "float")  # type: ignore[arg-type]


if __name__ == "__main__":
    unittest.main()
