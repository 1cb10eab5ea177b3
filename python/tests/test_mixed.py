"""Updates of tables of 16 and 8 bits beside the same updates in float32, and where they are refused."""

from __future__ import annotations

import unittest
from typing import Any

import lacuna_sparse
import ml_dtypes
import numpy as np
from lacuna_sparse import MixedUpdates, QuantizedTable, kernels
from numpy.typing import NDArray

ROWS, LENGTH = 50, 11
RULES: dict[str, tuple[int, dict[str, float]]] = {
    "sgd": (0, {}), "sgd_momentum": (1, {"momentum": 0.9}), "adagrad": (1, {}), "adagrad_l2": (1, {}), "adam": (2, {"beta1": 0.8}),
    "adamw": (2, {}), "ftrl": (2, {"lambda1": 0.01}),
}  # fmt: skip


def drawn(seed: int, *shape: int) -> NDArray[np.float32]:
    return np.random.default_rng(seed).standard_normal(shape, np.float32)


def states_of(rule: str, shape: tuple[int, ...] = (ROWS, LENGTH)) -> list[NDArray[np.float32]]:
    return [np.zeros(shape, np.float32) for _ in range(RULES[rule][0])]


class Updates(unittest.TestCase):
    def test_touched_rows_are_updated_and_rounded_once(self) -> None:
        ids = np.array([2, 3, 40])
        for dtype, unit in ((np.dtype(np.float16), 2.0**-10), (np.dtype(ml_dtypes.bfloat16), 2.0**-7)):
            for rounding in ("nearest", "stochastic"):
                table, gradient = drawn(1, ROWS, LENGTH).astype(dtype), drawn(2, 3, LENGTH).astype(dtype)
                before = table.astype(np.float32)
                MixedUpdates("sgd", learning_rate=0.1, rounding=rounding, threads=2).update(table, ids, gradient)
                exact = before.copy()
                exact[ids] -= np.float32(0.1) * gradient.astype(np.float32)
                found = table.astype(np.float32)
                self.assertTrue((np.delete(found, ids, 0) == np.delete(before, ids, 0)).all())
                share = 0.5 if rounding == "nearest" else 1.0
                self.assertTrue((np.abs(found - exact) <= share * 1.001 * unit * np.abs(exact) + 1e-7).all(), (dtype, rounding))

    def test_codes_are_those_of_the_updated_rows(self) -> None:
        ids, untouched = np.array([0, 7, 49], np.int32), np.delete(np.arange(ROWS), [0, 7, 49])
        gradient = drawn(4, 3, LENGTH)
        # The first step from states of zero, by the formulas.
        moved: dict[str, NDArray[Any]] = {"sgd": gradient, "sgd_momentum": gradient}
        moved |= {rule: gradient / (np.abs(gradient) + 1e-6) for rule in ("adagrad", "adagrad_l2", "adam", "adamw")}
        for rule, (_, hyper) in RULES.items():
            table, states = QuantizedTable.encode(drawn(3, ROWS, LENGTH)), states_of(rule)
            before = table.decode()
            MixedUpdates(rule, learning_rate=0.1, rounding="nearest", hyper=hyper).update(table, ids, gradient, states)
            found = table.decode()
            self.assertTrue((found[untouched] == before[untouched]).all(), rule)
            self.assertTrue(all((state[untouched] == 0).all() and (state[ids] != 0).any() for state in states), rule)
            self.assertFalse((found[ids] == before[ids]).all(), rule)
            if rule in moved:
                exact = before[ids] - np.float32(0.1) * moved[rule]
                scale = (exact.max(1) - exact.min(1)) / 255
                self.assertTrue((np.abs(found[ids] - exact) <= 0.51 * scale[:, None] + 1e-4).all(), rule)

    def test_a_training_goes_on_with_the_same_bits(self) -> None:
        def train(parts: list[int], threads: int) -> tuple[Any, ...]:
            table, states, step = drawn(5, 3000, 100).astype(ml_dtypes.bfloat16), states_of("adam", (3000, 100)), 0
            for steps in parts:
                updates = MixedUpdates("adam", learning_rate=0.01, seed=4, parameter=2, step=step, threads=threads)
                for number in range(step, step + steps):
                    ids = np.arange(number % 2, 3000)
                    updates.set(learning_rate=0.01 / (1 + number))
                    updates.update(table, ids, drawn(number, len(ids), 100).astype(ml_dtypes.bfloat16), states)
                step = updates.step
            return step, table.tobytes(), *(state.tobytes() for state in states)

        self.assertEqual(train([5], 1), train([2, 3], 3))

    def test_small_steps_count_on_the_average(self) -> None:
        for rounding, expected in (("nearest", 1.0), ("stochastic", 1.0 + 1 / 128)):
            table = np.full((40, 64), 0x3F80, np.uint16).view(kernels.BFLOAT16)
            gradient = np.full((40, 64), -1 / 131072, np.float32).astype(ml_dtypes.bfloat16).view(kernels.BFLOAT16)
            updates = MixedUpdates(learning_rate=1.0, rounding=rounding, seed=1)
            for _ in range(1024):
                updates.update(table, np.arange(40), gradient)
            mean = float(table.view(ml_dtypes.bfloat16).astype(np.float64).mean())
            # Seven deviations of the mean of 2,560 numbers, each of which deviates by less than 1/128.
            self.assertAlmostEqual(mean, expected, delta=7 / 128 / 50)

    def test_refusals(self) -> None:
        table, gradient = np.ones((4, 2), np.float16), np.ones((1, 2), np.float16)
        plain: Any = MixedUpdates()
        for call, kind, text in (
            (lambda: MixedUpdates("nadam"), ValueError, "has no updates of mixed precision"),
            (lambda: MixedUpdates(rounding="up"), ValueError, "unknown variant `up`"),
            (lambda: MixedUpdates(hyper={"beta1": 0.5}), ValueError, "sgd has no hyper-parameter beta1"),
            (lambda: MixedUpdates(seed=-1), ValueError, "integer `-1`, expected u64"),
            (lambda: plain.set(speed=1.0), ValueError, "sgd has no hyper-parameter speed"),
            (lambda: plain.update(table, [4], gradient), ValueError, "entry 0: index 4 is not less than the number of rows, 4"),
            (lambda: plain.update(table, [1, 0], np.ones((2, 2), np.float16)), ValueError, "entry 1: index 0 is not greater than the one before it, 1"),
            (lambda: plain.update(table, [1], gradient, [np.zeros((4, 2), np.float32)]), ValueError, "1 states: sgd has 0"),
            (lambda: plain.update(table, [1], gradient, [np.zeros((4, 2))]), ValueError, "state 0 of float64"),
            (lambda: plain.update(table, [1], np.ones((1, 2))), ValueError, "the gradient is not 1 rows"),
            (lambda: plain.update(table, [1], np.ones((1, 3), np.float16)), ValueError, "the gradient is not 1 rows"),
            (lambda: plain.update(np.ones((4, 2)), [1], np.ones((1, 2))), TypeError, "the table has dtype float64"),
            (lambda: plain.update(table.T, [1], gradient), TypeError, "no C-contiguous array"),
            (lambda: plain.update([1.0], [1], gradient), TypeError, "no C-contiguous array"),
        ):
            with self.assertRaisesRegex(kind, text):
                call()
        self.assertTrue((table == 1).all() and plain.step == 0 and lacuna_sparse.MixedUpdates is MixedUpdates)
