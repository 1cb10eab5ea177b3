#!/usr/bin/env python3
"""Speed beside SciPy, one thread each, in turns in one process: SciPy, Lacuna, Lacuna reusing, SciPy, ...

`--small` measures `a @ b` with vectors alone, of small matrices whose csr was checked once, by `lacuna.csr`.
`lacuna` is called as SciPy is: with SciPy's csr, which is checked in full at every call, and a new result. `reusing` has the csr
checked once, and uses the memory of the result (SciPy's, too, where it can) and of a plan again. A plan at hand serves any values.
SciPy's time is a median. The other columns are SciPy's time divided by Lacuna's, as medians of the turns' ratios: above 1, Lacuna
is faster.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse  # type: ignore[import-untyped]
from numpy.typing import NDArray

from lacuna_sparse import kernels as lacuna

#: Least time of one measurement: a quick call is repeated.
LEAST_SECONDS = 0.02
#: Sides of the square matrices, of 16 entries a row for the products and with 2 % stored for the cast.
SIZES = {"in cache": (10_000, 500), "from memory": (500_000, 8_000)}


@dataclass(frozen=True)
class Workload:
    name: str
    scipy: Callable[[], Any]
    lacuna: Callable[[], Any]
    reusing: Callable[[], Any]
    #: SciPy with its result's memory used again, where that is possible.
    scipy_reusing: Callable[[], Any] | None = None


def random_csr(rows: int, columns: int, entries: int, rng: np.random.Generator) -> Any:
    """The same number of entries in each row, at sorted random columns, distinct: one in each of `entries` equal ranges."""
    step = columns // entries
    indices = rng.integers(0, step, (rows, entries), np.int32) + np.arange(entries, dtype=np.int32) * np.int32(step)
    indptr = np.arange(rows + 1, dtype=np.int32) * np.int32(entries)
    values = rng.standard_normal(rows * entries, np.float32)
    return scipy.sparse.csr_array((values, indices.ravel(), indptr), (rows, columns))


@dataclass(frozen=True)
class Matrix:
    """A csr as SciPy's and checked, with its plan and block ends, and memory for other plans."""

    scipy: Any
    checked: lacuna.CheckedCsr[np.float32, np.int32]
    plan: lacuna.TransposePlan[np.int32]
    ends: lacuna.BlockEnds[np.int32]
    buffers: lacuna.PlanBuffers[np.int32]


def products(matrix: Matrix, n: int | None, rng: np.random.Generator) -> list[Workload]:
    """The product with a vector, or the products with a matrix of `n` columns."""
    a, checked, plan, ends, buffers = matrix.scipy, matrix.checked, matrix.plan, matrix.ends, matrix.buffers
    rows = a.shape[0]
    b = rng.standard_normal(rows if n is None else (rows, n), np.float32)
    out = np.empty_like(b)
    name = "vector" if n is None else f"dense, n = {n}"
    product = Workload(f"csr @ {name}", lambda: a @ b, lambda: lacuna.csr_dense(a, b), lambda: lacuna.csr_dense(checked, b, out))
    if n is None:
        return [product]
    return [
        product,
        Workload(
            f"csr.T @ {name}; new plan",
            lambda: a.T @ b,
            lambda: lacuna.csr_t_dense_to_dense(lacuna.transpose_plan(a), a.data, b),
            lambda: lacuna.csr_t_dense_to_dense(lacuna.transpose_plan(checked, buffers=buffers), a.data, b, out),
        ),
        Workload(
            f"csr.T @ {name}; plan at hand",
            lambda: a.T @ b,
            lambda: lacuna.csr_t_dense_to_dense(plan, a.data, b),
            lambda: lacuna.csr_t_dense_to_dense(plan, a.data, b, out),
        ),
        Workload(
            f"csr.T @ {name}; no plan",
            lambda: a.T @ b,
            lambda: lacuna.csr_t_dense_scatter(a, b),
            lambda: lacuna.csr_t_dense_scatter(checked, b, out, ends=ends),
        ),
    ]


def cast(side: int, rng: np.random.Generator) -> Workload:
    a = random_csr(side, side, side // 50, rng)
    checked, full = lacuna.csr(a), np.empty(a.shape, np.float32)
    return Workload(
        "csr to dense",
        a.toarray,
        lambda: lacuna.csr_to_dense(a),
        lambda: lacuna.csr_to_dense(checked, full),
        lambda: a.toarray(out=full),
    )


def workloads(side: int, dense_side: int) -> Iterator[Workload]:
    """One at a time, so that the memory of one is given back before the next."""
    rng = np.random.default_rng(1)
    a = random_csr(side, side, 16, rng)
    checked = lacuna.csr(a)
    matrix = Matrix(a, checked, lacuna.transpose_plan(checked), lacuna.block_ends(checked), lacuna.PlanBuffers(a.nnz, np.int32))
    for n in (None, 1, 8, 64):
        yield from products(matrix, n, rng)
    yield cast(dense_side, rng)


def check(workload: Workload) -> None:
    """Ends the program if the results differ by more than rounding does."""
    expected: NDArray[Any] = workload.scipy()
    scale = float(np.abs(expected).max())
    for call in (workload.lacuna, workload.reusing):
        if not np.abs(call() - expected).max() <= 1e-5 * scale:
            raise SystemExit(f"error: {workload.name}: another result than SciPy's")


def seconds(call: Callable[[], Any], times: int) -> float:
    start = time.perf_counter()
    for _ in range(times):
        call()
    return (time.perf_counter() - start) / times


def measure(workload: Workload, rounds: int) -> str:
    """SciPy's time and the two ratios, as cells of a table."""
    calls = [workload.scipy, workload.lacuna, workload.reusing]
    if workload.scipy_reusing:
        calls.append(workload.scipy_reusing)
    repeats = [max(1, round(LEAST_SECONDS / min(seconds(call, 1) for _ in range(3)))) for call in calls]
    turns = [[seconds(call, times) for call, times in zip(calls, repeats)] for _ in range(rounds)]
    scipy = statistics.median(turn[0] for turn in turns) * 1e3
    ratio = statistics.median(turn[0] / turn[1] for turn in turns)
    reusing = statistics.median(turn[-1 if workload.scipy_reusing else 0] / turn[2] for turn in turns)
    return f" {scipy:.3g} ms | {ratio:.2f} | {reusing:.2f} |"


def small(rounds: int) -> None:
    """SciPy's `a @ b` and that of a csr that was checked once, both with new results."""
    print("| rows and columns | entries of a row | SciPy | lacuna.csr(a) @ b | ratio |\n|--:|--:|--:|--:|--:|")
    for side, entries in ((16, 4), (100, 5), (300, 8), (1_000, 16), (10_000, 16)):
        rng = np.random.default_rng(1)
        a, b = random_csr(side, side, entries, rng), rng.standard_normal(side, np.float32)
        checked = lacuna.csr(a)
        workload = Workload("csr @ vector", lambda: a @ b, lambda: checked @ b, lambda: checked @ b)
        check(workload)
        times = [max(1, round(LEAST_SECONDS / min(seconds(call, 1) for _ in range(3)))) for call in (workload.scipy, workload.lacuna)]
        turns = [[seconds(call, count) for call, count in zip((workload.scipy, workload.lacuna), times)] for _ in range(rounds)]
        theirs, ours = (statistics.median(turn[place] for turn in turns) * 1e6 for place in (0, 1))
        ratio = statistics.median(turn[0] / turn[1] for turn in turns)
        print(f"| {side:,} | {entries} | {theirs:.3g} us | {ours:.3g} us | {ratio:.2f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15, metavar="N", help="turns of each workload (default: 15)")
    parser.add_argument("--only", choices=SIZES, help="one of the two sizes")
    parser.add_argument("--small", action="store_true", help="products of small matrices with vectors, checked once")
    options = parser.parse_args()
    level = lacuna.level_name(lacuna.level())
    print(f"lacuna {lacuna.version()} at {level}, scipy {scipy.__version__}, numpy {np.__version__}; float32, int32\n")
    if options.small:
        small(options.rounds)
        return
    sizes = {name: sides for name, sides in SIZES.items() if options.only in (None, name)}
    print("|" + "".join(f" | {name}: SciPy | lacuna | reusing" for name in sizes) + " |\n|---" + "|---" * 3 * len(sizes) + "|")
    for same in zip(*(workloads(*sides) for sides in sizes.values())):
        print(f"| {same[0].name} |", end="", flush=True)
        for workload in same:
            check(workload)
            print(measure(workload, options.rounds), end="", flush=True)
        print()


if __name__ == "__main__":
    main()
