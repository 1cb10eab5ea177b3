"""Large calls on several threads: the bits, the errors and the settings of one."""

from __future__ import annotations

import os
import subprocess
import sys
import unittest
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import scipy.sparse  # type: ignore[import-untyped]

from lacuna_sparse import QuantizedTable, _threads
from lacuna_sparse import kernels as lacuna
from lacuna_sparse.kernels import _kernels

HERE = Path(__file__).resolve().parent


def arrays(*shape: int, seed: int = 3, value: Any = np.float32) -> Any:
    return np.random.default_rng(seed).standard_normal(shape).astype(value)


def calls() -> dict[str, Callable[[], Any]]:
    """Calls that threads share, each with a new result. Values are random, so that another order of sums would show."""
    a = scipy.sparse.random_array((4000, 3000), density=0.03, format="csr", dtype=np.float32, rng=np.random.default_rng(5))
    checked, plan = lacuna.csr(a), lacuna.transpose_plan(a)
    wide, tall, table, ids = arrays(3000, 8), arrays(4000, 8), arrays(20_000, 60), np.random.default_rng(2).integers(0, 20_000, 20_000)
    bags = lacuna.Csr((5000, 20_000), np.arange(0, 20_001, 4), ids, np.ones(20_000, np.float32), trusted=True)

    def updated() -> Any:
        gradient = lacuna.RowSparse((10_000, 60), np.arange(0, 10_000, 2), table[:5000])
        weight, mean, variance = arrays(10_000, 60, seed=8), arrays(10_000, 60, seed=9), np.abs(arrays(10_000, 60))
        lacuna.adam(lacuna.Adam(learning_rate=0.1), gradient, weight, mean, variance)
        return np.stack([weight, mean, variance])

    def filled(kernel: Callable[..., object], *operands: Any, shape: tuple[int, ...]) -> Any:
        out = np.full(shape, 7, np.float32)
        kernel(*operands, out)
        return out

    def sampled() -> Any:
        out = lacuna.Csr(a.shape, a.indptr, a.indices, np.empty_like(a.data), trusted=True)
        _kernels.sddmm(tall, wide, out)
        return out.data

    return {
        "csr @ vector": lambda: checked @ wide[:, 0].copy(),
        "csr @ matrix": lambda: checked @ wide,
        "into strided memory": lambda: checked.dot(wide, np.zeros((4000, 9), np.float32)[:, :8]),
        "checked each time": lambda: lacuna.csr_dense(a, wide),
        "csr.T @ matrix": lambda: checked.T @ arrays(4000, 130),
        "a column without block ends": lambda: lacuna.csr_t_column(a, tall[:, 0]),
        "by a plan": lambda: lacuna.csr_t_dense_to_dense(plan, a.data, tall),
        "cast": lambda: lacuna.csr_to_dense(a),
        "sampled": sampled,
        "function": lambda: filled(_kernels.exp, table.reshape(-1), shape=(1_200_000,)),
        "rows": lambda: filled(_kernels.lookup, ids, table, shape=(20_000, 60)),
        "bags": lambda: filled(_kernels.bag_mean, bags, 3, table, shape=(5000, 60)),
        "optimizer": updated,
        "sum of columns": lambda: filled(_kernels.sum_columns, table, shape=(60,)),
    }


class Shared(unittest.TestCase):
    def test_bits_are_those_of_one_thread(self) -> None:
        for name, call in calls().items():
            with lacuna.threads(1):
                expected = call()
            for count in (2, 3, 7):
                with self.subTest(name, threads=count), lacuna.threads(count):
                    found = call()
                    self.assertEqual((found.dtype, found.shape), (expected.dtype, expected.shape))
                    self.assertEqual(found.tobytes(), expected.tobytes())

    def test_large_calls_reach_the_threads_and_small_ones_do_not(self) -> None:
        reached: list[bytes] = []

        class Counting(_threads.Pool):
            def call(self, function: bytes, words: Any, error: int) -> int:
                reached.append(function)
                return super().call(function, words, error)

        self.addCleanup(_threads._pools.pop, 4, None)
        _threads._pools[4] = Counting(4)
        with lacuna.threads(4):
            for name, call in calls().items():
                with self.subTest(name):
                    reached.clear()
                    call()
                    self.assertTrue(reached)
            reached.clear()
            # A transposed product goes through all entries for each part.
            checked = lacuna.csr(scipy.sparse.random_array((4000, 3000), density=0.1, format="csr", dtype=np.float32))
            checked.T @ np.ones(4000, np.float32)
            self.assertEqual(reached, [])
            small = scipy.sparse.random_array((100, 80), density=0.1, format="csr", dtype=np.float32, rng=np.random.default_rng(5))
            lacuna.csr(small) @ np.ones(80, np.float32)
            lacuna.csr_dense(small, np.ones((80, 4), np.float32))
            _kernels.exp(np.zeros(100, np.float32), np.zeros(100, np.float32))
            self.assertEqual(reached, [])

    def test_several_threads_of_a_program_call_at_once(self) -> None:
        shared = calls()
        expected = {name: call().tobytes() for name, call in shared.items()}
        lacuna.set_threads(3)
        self.addCleanup(lacuna.set_threads, None)
        with ThreadPoolExecutor(6) as pool:
            for name, found in [(name, pool.submit(call)) for _ in range(4) for name, call in shared.items()]:
                self.assertEqual(found.result().tobytes(), expected[name], name)

    def test_errors_are_those_of_one_thread(self) -> None:
        a = scipy.sparse.random_array((4000, 3000), density=0.1, format="csr", dtype=np.float32, rng=np.random.default_rng(5))
        b, out = arrays(3000, 8), np.full((4000, 8), 7, np.float32)
        broken = a.copy()
        broken.indices[[200_000, 90_000]] = 3000

        def messages(count: int) -> list[str]:
            told = []
            with lacuna.threads(count):
                for call in (
                    lambda: lacuna.csr_dense(broken, b, out),
                    lambda: lacuna.csr_dense(a, b[1:], out),
                    lambda: lacuna.csr_dense(a, b, b[:, ::-1]),
                    lambda: lacuna.csr_dense(a, b.astype(np.float64), out),
                    lambda: lacuna.csr_dense(a, b, np.lib.stride_tricks.as_strided(b, (4000, 8), (4, 4))),
                    lambda: _kernels.lookup(np.r_[np.zeros(9000, np.int64), 3000], b, np.zeros((9001, 8), np.float32)),
                ):
                    with self.assertRaises((TypeError, ValueError)) as caught:
                        call()
                    told.append(f"{type(caught.exception).__name__}: {caught.exception}")
            return told

        expected = messages(1)
        self.assertRegex(expected[0], "FormatError: a: .*entry 90000: index 3000 is not less than the number of columns, 3000")
        for count in (2, 5):
            self.assertEqual(messages(count), expected)
        self.assertTrue((out == 7).all())


class Settings(unittest.TestCase):
    def setUp(self) -> None:
        self.addCleanup(lacuna.set_threads, None)

    def python(self, program: str, **environment: str) -> str:
        inherited = {name: text for name, text in os.environ.items() if name != "OMP_NUM_THREADS"}
        command = [sys.executable, "-B", "-c", program]
        result = subprocess.run(command, cwd=HERE, env={**inherited, **environment}, capture_output=True, text=True, check=True)
        self.assertEqual(result.stderr, "")
        return result.stdout.strip()

    def test_the_number_of_a_thread_goes_before_that_of_the_process(self) -> None:
        lacuna.set_threads(3)
        self.assertEqual(lacuna.get_threads(), 3)
        with lacuna.threads(5):
            self.assertEqual(lacuna.get_threads(), 5)
            with lacuna.threads(1):
                self.assertEqual(lacuna.get_threads(), 1)
            self.assertEqual(lacuna.get_threads(), 5)
            with ThreadPoolExecutor(1) as pool:
                self.assertEqual(pool.submit(lacuna.get_threads).result(), 3)
        self.assertEqual(lacuna.get_threads(), 3)
        with self.assertRaises(ZeroDivisionError), lacuna.threads(2):
            1 // 0  # noqa: B018
        self.assertEqual(lacuna.get_threads(), 3)

    def test_counts_that_are_none_are_refused(self) -> None:
        before = lacuna.get_threads()
        for count in (0, -1, 1025):
            with self.assertRaisesRegex(ValueError, f"threads is {count}, not from 1 to 1024"):
                lacuna.set_threads(count)
            with self.assertRaisesRegex(ValueError, f"threads is {count}, not from 1 to 1024"), lacuna.threads(count):
                pass
        self.assertEqual(lacuna.get_threads(), before)

    def test_the_default_is_that_of_the_environment_or_all_processors(self) -> None:
        program = "from lacuna_sparse import kernels; print(kernels.get_threads())"
        self.assertEqual(self.python(program, OMP_NUM_THREADS="3"), "3")
        for text in ("", "0", "4,2", "many"):
            self.assertEqual(self.python(program, OMP_NUM_THREADS=text), str(_threads.processors()), text)

    def test_a_level_is_that_of_the_threads_too(self) -> None:
        with mock.patch.object(_threads.Pool, "call", autospec=True, side_effect=_threads.Pool.call) as call:
            lacuna.force_level(1)
            lacuna.force_level(0)
        self.assertEqual([given.args[1:3] for given in call.call_args_list], [(b"lacuna_force_level", (level,)) for level in (1, 0)])
        self.assertEqual(_threads.pool(1).call(b"lacuna_force_level", (9,), 0), lacuna.Status.INVALID_CHOICE)  # type: ignore[union-attr]

    def test_without_the_second_library_each_call_has_one_thread(self) -> None:
        program = (
            "import numpy; from lacuna_sparse import _threads, kernels; kernels.set_threads(4); print(_threads.pool(4));"
            "out = numpy.empty(2_000_000, numpy.float32); kernels._kernels.exp(numpy.zeros_like(out), out); print(out.min())"
        )
        self.assertEqual(self.python(program, LACUNA_RUNTIME_LIBRARY="no/such/file.so"), "None\n1.0")

    @unittest.skipUnless(hasattr(os, "fork"), "no processes are forked here")
    def test_a_forked_process_has_threads_of_its_own(self) -> None:
        a, b = scipy.sparse.eye_array(300_000, format="csr", dtype=np.float32), arrays(300_000)
        self.assertGreater(4 * a.nnz, _threads.LEAST_WORK)
        table = arrays(4000, 100)

        def results() -> bytes:
            codes = QuantizedTable.encode(table, threads=3).codes
            return bytes(lacuna.csr_dense(a, b).tobytes() + codes.tobytes())

        with lacuna.threads(3):
            before = results()
            child = os.fork()
            if not child:
                os._exit(0 if results() == before else 1)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            self.assertEqual(results(), before)


if __name__ == "__main__":
    unittest.main()
