#!/usr/bin/env python3
"""Trains y = x w + b on a LibSVM file with Lacuna's kernels: the bits of `lacuna train linear --preset mxnet --initial-weights zero`.

First it multiplies the data, a SciPy csr, with a dense matrix, and compares the product with SciPy's.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from dataclasses import dataclass, replace
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from lacuna_sparse import TextError, kernels as lacuna, load_svmlight_file


class Failure(Exception):
    """What ends the program, in one line."""


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise Failure(message)


@dataclass
class LinearModel:
    """Weight, (features, 1), row_sparse with all rows stored; bias, (1, 1); and the momentum of both."""

    weight: lacuna.RowSparse[Any, np.int32]
    momentum: lacuna.RowSparse[Any, np.int32]
    bias: NDArray[Any]
    bias_momentum: NDArray[Any]

    @classmethod
    def zero(cls, features: int, dtype: np.dtype[Any]) -> LinearModel:
        ids = np.arange(features, dtype=np.int32)
        weight, momentum = (lacuna.RowSparse((features, 1), ids, np.zeros((features, 1), dtype)) for _ in range(2))
        return cls(lacuna.check_row_sparse(weight), lacuna.check_row_sparse(momentum), np.zeros((1, 1), dtype), np.zeros((1, 1), dtype))

    def hash(self) -> int:
        """FNV-1a over the bits of weight and bias, to compare runs by."""
        value = 0xCBF29CE484222325
        for array in (self.weight.data, self.bias):
            for byte in array.astype(array.dtype.newbyteorder("<")).tobytes():
                value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
        return value


class Trainer:
    """Steps of SGD with momentum. All memory that a step needs is made once, for batches of up to so many rows and entries."""

    def __init__(self, model: LinearModel, hyper: lacuna.SgdMomentum, rows: int, entries: int) -> None:
        dtype = model.bias.dtype
        self.model, self.hyper, self.bias_hyper = model, hyper, replace(hyper, weight_decay=0.0)
        self.residuals = np.empty((rows, 1), dtype)
        self.buffers = lacuna.PlanBuffers(entries, np.int32)
        self.gradient = np.empty((entries, 1), dtype)
        self.bias_gradient = lacuna.RowSparse((1, 1), np.zeros(1, np.int32), np.empty((1, 1), dtype), trusted=True)

    def step(self, x: lacuna.Csr[Any, np.int32], labels: NDArray[Any]) -> float:
        """Trains on one batch, and gives the sum of the squared residuals before."""
        model, residuals = self.model, self.residuals[: x.shape[0]]
        lacuna.csr_row_sparse(x, model.weight, residuals)
        residuals += model.bias
        residuals[:, 0] -= labels
        # One after the other: `sum` and `numpy.sum` add in other orders, or with compensation.
        total = squares = 0.0
        for residual in residuals[:, 0].tolist():
            total += residual
            squares += residual * residual

        plan = lacuna.transpose_plan(x, buffers=self.buffers)
        gradient = lacuna.RowSparse(model.weight.shape, plan.ids, self.gradient[: plan.stored_rows], trusted=True)
        lacuna.csr_t_dense(plan, x.data, residuals, gradient)
        lacuna.sgd_momentum(self.hyper, gradient, model.weight, model.momentum)

        self.bias_gradient.data[0, 0] = total
        lacuna.sgd_momentum(self.bias_hyper, self.bias_gradient, model.bias, model.bias_momentum)
        return squares


def train(x: lacuna.Csr[Any, np.int32], labels: NDArray[Any], hyper: lacuna.SgdMomentum, batch: int, epochs: int) -> LinearModel:
    """Trains from zeros on the rows in order, and prints the mean squared error of each epoch: the mean over its batches."""
    rows, features = x.shape
    parts = [lacuna.csr_rows(x, start, min(start + batch, rows)) for start in range(0, rows, batch)]
    model = LinearModel.zero(features, labels.dtype)
    trainer = Trainer(model, hyper, min(batch, rows), max(len(part.data) for part in parts))
    print(f"{'epoch':>6}  {'mse':>14}")
    for epoch in range(1, epochs + 1):
        mse = 0.0
        for place, part in enumerate(parts):
            start = place * batch
            squares = trainer.step(part, labels[start : start + part.shape[0]])
            mse += squares / part.shape[0]
        mse /= len(parts)
        if not math.isfinite(mse) or not np.isfinite(model.weight.data).all() or not np.isfinite(model.bias).all():
            raise Failure(f"the loss is not finite in epoch {epoch}: a smaller --learning-rate may help")
        print(f"{epoch:>6}  {mse:>14.6g}", flush=True)
    return model


def compare_product(x: Any, columns: int = 8) -> None:
    """Multiplies with SciPy, too. Both may round each operation of a row, so they differ by no more than the bound of that."""
    b = np.random.default_rng(0).standard_normal((x.shape[1], columns)).astype(x.dtype)
    product, expected = lacuna.csr_dense(x, b), x @ b
    entries = np.diff(x.indptr)[:, None]
    bound = 2 * entries * np.finfo(x.dtype).eps * (abs(x) @ abs(b))
    difference = np.abs(product - expected)
    if not (difference <= bound).all():
        raise Failure(f"the product differs from SciPy's by {difference.max():.3g}")
    print(f"product   x b, b {b.shape[0]} x {b.shape[1]}: SciPy's within {difference.max():.3g}, the bound is {bound.max():.3g}")


def parse(arguments: list[str]) -> argparse.Namespace:
    def checked(convert: Any, valid: Any, what: str) -> Any:
        def parse_one(text: str) -> Any:
            try:
                number = convert(text)
            except ValueError:
                number = None
            if number is None or not valid(number):
                raise argparse.ArgumentTypeError(f"`{text}` must be {what}")
            return number

        return parse_one

    count = checked(int, lambda n: 1 <= n < 2**31, "a whole number, 1 or more")
    positive = checked(float, lambda x: x > 0 and math.isfinite(x), "a positive number")
    not_negative = checked(float, lambda x: x >= 0 and math.isfinite(x), "a number, 0 or more")
    below_one = checked(float, lambda x: 0 <= x < 1, "a number from 0 to below 1")
    parser = Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", metavar="FILE", help="LibSVM text")
    parser.add_argument("--index-base", choices=["zero", "one"], default="one", help="number of the file's first feature (default: one)")
    parser.add_argument("--dtype", choices=["f32", "f64"], default="f32", help="value type (default: f32)")
    parser.add_argument("--epochs", metavar="N", type=count, default=10, help="passes over the data (default: 10)")
    parser.add_argument("--batch-size", metavar="N", type=count, default=32, help="rows of a step (default: 32)")
    parser.add_argument("--learning-rate", metavar="RATE", type=positive, default=0.05, help="default: 0.05")
    parser.add_argument("--momentum", metavar="SHARE", type=below_one, default=0.9, help="default: 0.9")
    parser.add_argument("--weight-decay", metavar="RATE", type=not_negative, default=0.0, help="default: 0")
    parser.add_argument("--clip-gradient", metavar="BOUND", type=positive, help="default: no limit")
    return parser.parse_args(arguments)


def run(arguments: list[str]) -> None:
    options = parse(arguments)
    dtype = np.float32 if options.dtype == "f32" else np.float64
    x, labels = load_svmlight_file(options.data, dtype=dtype, zero_based=options.index_base == "zero")
    print(f"data      {options.data}: {x.shape[0]:,} rows x {x.shape[1]:,} features, {x.nnz:,} entries; SciPy csr in {options.dtype}")
    print(f"library   {lacuna.version()} at level {lacuna.level_name(lacuna.level())}, from {lacuna.library_path()}")
    compare_product(x)
    hyper = lacuna.SgdMomentum(
        learning_rate=options.learning_rate, momentum=options.momentum, weight_decay=options.weight_decay,
        rescale_gradient=1.0 / options.batch_size, clip_gradient=options.clip_gradient,
    )  # fmt: skip
    # Where numbers grow beyond all bounds `train` says it, once.
    with np.errstate(all="ignore"):
        model = train(lacuna.check_csr(x), labels, hyper, options.batch_size, options.epochs)
    print(f"weights {model.hash():016x}")


def main() -> int:
    try:
        run(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        # A reader that has gone away, as `head` does, is no error. What is still in the buffer must not be written at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        print(f"error: {error.filename}: {error.strerror}" if error.filename else f"error: {error}", file=sys.stderr)
        return 1
    except (Failure, TextError, lacuna.LacunaError, MemoryError) as error:
        print(f"error: {error or 'out of memory'}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
