"""The example program: its training against plain loops, and what it says to wrong input."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

from lacuna_sparse import kernels as lacuna
import linear

HERE = Path(__file__).resolve().parent


def program(*arguments: str) -> tuple[int, str, str]:
    """Status, output and errors of linear.py in this process."""
    out, errors = io.StringIO(), io.StringIO()
    with mock.patch.object(sys, "argv", ["linear.py", *arguments]), contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        status = linear.main()
    return status, out.getvalue(), errors.getvalue()


class File:
    """A file with this content, as long as it is in use."""

    def __init__(self, content: str | bytes) -> None:
        self.content = content.encode() if isinstance(content, str) else content

    def __enter__(self) -> str:
        handle, self.path = tempfile.mkstemp(suffix=".libsvm")
        with open(handle, "wb") as file:
            file.write(self.content)
        return self.path

    def __exit__(self, *reason: object) -> None:
        os.unlink(self.path)


class Training(unittest.TestCase):
    def test_a_step_against_plain_loops(self) -> None:
        """The formulas in NumPy's scalars of the same dtype, with sums in the order that docs/numerics.md gives."""
        rng = np.random.default_rng(11)
        types: list[Any] = [np.float32, np.float64]
        for v in types:
            dense = (rng.standard_normal((10, 6)) * (rng.random((10, 6)) < 0.4)).astype(v)
            labels = rng.standard_normal(10).astype(v)
            hyper = lacuna.SgdMomentum(learning_rate=0.05, momentum=0.9, rescale_gradient=1 / 4)
            model = linear.LinearModel.zero(6, np.dtype(v))
            x = lacuna.check_csr(lacuna.dense_to_csr(dense))
            trainer = linear.Trainer(model, hyper, 4, len(x.data))
            weight, momentum, bias, bias_momentum = np.zeros(6, v), np.zeros(6, v), v(0), v(0)
            for start in (0, 4, 8) * 5:
                rows = slice(start, min(start + 4, 10))
                squares = trainer.step(lacuna.csr_rows(x, rows.start, rows.stop), labels[rows])
                residuals = []
                for row, label in zip(dense[rows], labels[rows]):
                    lanes = [v(0)] * 4
                    for place, column in enumerate(np.flatnonzero(row).tolist()):
                        lanes[place % 4] += row[column] * weight[column]
                    residuals.append((((lanes[0] + lanes[2]) + (lanes[1] + lanes[3])) + bias) - label)
                self.assertEqual(squares, plain_sum([float(r) * float(r) for r in residuals]))
                for column in range(6):
                    if dense[rows, column].any():
                        gradient = v(0)
                        for value, residual in zip(dense[rows, column], residuals):
                            if value:
                                gradient += value * residual
                        momentum[column] = v(0.9) * momentum[column] - v(0.05) * (v(0.25) * gradient)
                        weight[column] += momentum[column]
                bias_momentum = v(0.9) * bias_momentum - v(0.05) * (v(0.25) * v(plain_sum([float(r) for r in residuals])))
                bias += bias_momentum
                self.assertEqual(model.weight.data.tobytes(), weight.tobytes())
                self.assertEqual(model.bias.tobytes(), bias.tobytes())

    def test_hash(self) -> None:
        """Published values of FNV-1a: of no bytes at all, and of the four bytes "foob"."""
        model = linear.LinearModel.zero(1, np.dtype(np.float32))
        empty = replace(model, weight=replace(model.weight, data=np.zeros((0, 1), np.float32)), bias=np.zeros((0, 1), np.float32))
        self.assertEqual(empty.hash(), 0xCBF29CE484222325)
        model.weight.data.view("u1")[...] = list(b"foob")
        self.assertEqual(replace(model, bias=empty.bias).hash(), 0xDD120E790C2512AF)


def plain_sum(numbers: list[float]) -> float:
    total = 0.0
    for number in numbers:
        total += number
    return total


class Program(unittest.TestCase):
    LINES = "1 1:1 3:2\n0 2:1\n1 1:3\n"

    def test_it_prints_a_row_for_each_epoch(self) -> None:
        with File(self.LINES) as path:
            runs = [program(path, "--epochs", "3", "--dtype", dtype, "--batch-size", "2") for dtype in ("f32", "f64", "f32")]
        for status, out, errors in runs:
            self.assertEqual((status, errors), (0, ""))
            self.assertEqual([line.split()[0] for line in out.splitlines()[3:]], ["epoch", "1", "2", "3", "weights"])
            self.assertRegex(out, r"\nweights [0-9a-f]{16}\n$")
        self.assertEqual(runs[0], runs[2])
        self.assertNotEqual(runs[0][1].splitlines()[-1], runs[1][1].splitlines()[-1])

    def test_files_at_the_limits(self) -> None:
        for text in ("1\n", "1\n0\n", "1 1:0\n", "0 1:1\n" * 33):
            with File(text) as path:
                self.assertEqual(program(path, "--epochs", "1")[::2], (0, ""))

    def test_refusals_are_one_line(self) -> None:
        with File(self.LINES) as good, File("1 1:1 1:2\n") as bad:
            cases: list[tuple[list[str], str]] = [
                (["no/such/file"], "error: no/such/file: cannot be read: No such file or directory"),
                ([str(HERE)], f"error: {HERE}: cannot be read: Is a directory"),
                ([bad], f"error: {bad}:1:7: feature index 1 appears twice"),
                ([], "error: the following arguments are required: FILE"),
                ([good, "--epochs", "0"], "error: argument --epochs: `0` must be a whole number, 1 or more"),
                ([good, "--momentum", "1"], "error: argument --momentum: `1` must be a number from 0 to below 1"),
                ([good, "--learning-rate", "nan"], "error: argument --learning-rate: `nan` must be a positive number"),
                ([good, "--dtype", "f16"], "error: argument --dtype: invalid choice: 'f16' "),
                ([good, "--what"], "error: unrecognized arguments: --what"),
                ([good, "--learning-rate", "1e6", "--epochs", "50"], "error: the loss is not finite in epoch "),
            ]
            for arguments, message in cases:
                with self.subTest(arguments=arguments):
                    status, _, errors = program(*arguments)
                    self.assertEqual((status, errors.count("\n")), (1, 1), errors)
                    self.assertTrue(errors.startswith(message), errors)

    def test_a_missing_library_is_one_line(self) -> None:
        with File(self.LINES) as path:
            result = run_process([path], LACUNA_LIBRARY="/no/such/liblacuna.so")
        self.assertEqual((result.returncode, result.stderr.count("\n")), (1, 1))
        self.assertTrue(result.stderr.startswith("error: no Lacuna library: looked for /no/such/liblacuna.so (no such file); "))

    def test_help_and_a_reader_that_goes_away(self) -> None:
        result = run_process(["--help"])
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("--index-base", result.stdout)
        with File(self.LINES) as path:
            reader, writer = os.pipe()
            os.close(reader)
            result = run_process([path], stdout=writer)
            os.close(writer)
        self.assertEqual((result.returncode, result.stderr), (0, ""))


def run_process(arguments: list[str], stdout: int = subprocess.PIPE, **environment: str) -> Any:
    command = [sys.executable, "-B", str(HERE / "linear.py"), *arguments]
    return subprocess.run(command, env={**os.environ, **environment}, stdout=stdout, stderr=subprocess.PIPE, text=True)


if __name__ == "__main__":
    unittest.main()
