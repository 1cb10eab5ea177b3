#!/usr/bin/env python3
"""Speed beside SciPy, in turns in one process: SciPy, each column of Lacuna, SciPy, ...

SciPy has one thread. Lacuna has as many as `--threads` says, all processors by default.

`checked once` is what a user writes: `c = lacuna.csr(a)`, then `c @ b` or `c.T @ b`, each with a new result. `reusing` writes into the
same memory each time (SciPy does, too, where it can). `checked each call` has SciPy's csr, and nothing prepared for its transpose.
`--plans` measures products of the transposed csr by a plan instead, `--small` `c @ b` with a vector for small matrices, `--calls` what
a call costs whose operands are tiny.
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
    #: Calls of Lacuna, by the columns of the table.
    lacuna: dict[str, Callable[[], Any]]
    #: SciPy with its result's memory used again, where that is possible: what `reusing` is compared with.
    scipy_reusing: Callable[[], Any] | None = None


def random_csr(rows: int, columns: int, entries: int, rng: np.random.Generator) -> Any:
    """The same number of entries in each row, at sorted random columns, distinct: one in each of `entries` equal ranges."""
    step = columns // entries
    indices = rng.integers(0, step, (rows, entries), np.int32) + np.arange(entries, dtype=np.int32) * np.int32(step)
    indptr = np.arange(rows + 1, dtype=np.int32) * np.int32(entries)
    values = rng.standard_normal(rows * entries, np.float32)
    return scipy.sparse.csr_array((values, indices.ravel(), indptr), (rows, columns))


def products(a: Any, n: int | None, rng: np.random.Generator) -> Iterator[Workload]:
    """The products with a vector, or with a matrix of `n` columns."""
    checked, rows = lacuna.csr(a), a.shape[0]
    b = rng.standard_normal(rows if n is None else (rows, n), np.float32)
    out = np.empty_like(b)
    name = "vector" if n is None else f"dense, n = {n}"
    yield Workload(
        f"csr @ {name}",
        lambda: a @ b,
        {
            "checked once": lambda: checked @ b,
            "reusing": lambda: checked.dot(b, out),
            "checked each call": lambda: lacuna.csr_dense(a, b),
        },
    )
    yield Workload(
        f"csr.T @ {name}",
        lambda: a.T @ b,
        {
            "checked once": lambda: checked.T @ b,
            "reusing": lambda: checked.T.dot(b, out),
            "checked each call": lambda: lacuna.csr_t_dense_scatter(a, b),
        },
    )


def plans(a: Any, n: int, rng: np.random.Generator) -> Iterator[Workload]:
    """Products of the transposed csr, whose entries are grouped by column for each product, or once for any values."""
    checked, b = lacuna.csr(a), rng.standard_normal((a.shape[0], n), np.float32)
    plan, buffers = lacuna.transpose_plan(checked), lacuna.PlanBuffers(a.nnz, np.int32)
    yield Workload(
        f"csr.T @ dense, n = {n}",
        lambda: a.T @ b,
        {
            "plan at hand": lambda: lacuna.csr_t_dense_to_dense(plan, a.data, b),
            "new plan": lambda: lacuna.csr_t_dense_to_dense(lacuna.transpose_plan(checked, buffers=buffers), a.data, b),
        },
    )


def cast(side: int, rng: np.random.Generator) -> Workload:
    a = random_csr(side, side, side // 50, rng)
    checked, full = lacuna.csr(a), np.empty(a.shape, np.float32)
    return Workload(
        "csr to dense",
        a.toarray,
        {
            "checked once": lambda: lacuna.csr_to_dense(checked),
            "reusing": lambda: lacuna.csr_to_dense(checked, full),
            "checked each call": lambda: lacuna.csr_to_dense(a),
        },
        lambda: a.toarray(out=full),
    )


def workloads(side: int, dense_side: int, by_plans: bool) -> Iterator[Workload]:
    """One at a time, so that the memory of one is given back before the next."""
    rng = np.random.default_rng(1)
    a = random_csr(side, side, 16, rng)
    if by_plans:
        for n in (1, 8, 64):
            yield from plans(a, n, rng)
        return
    for columns in (None, 8, 64):
        yield from products(a, columns, rng)
    yield cast(dense_side, rng)


def check(workload: Workload) -> None:
    """Ends the program if the results differ by more than rounding does."""
    expected: NDArray[Any] = workload.scipy()
    scale = float(np.abs(expected).max())
    for call in workload.lacuna.values():
        if not np.abs(call() - expected).max() <= 1e-5 * scale:
            raise SystemExit(f"error: {workload.name}: another result than SciPy's")


def seconds(call: Callable[[], Any], times: int) -> float:
    start = time.perf_counter()
    for _ in range(times):
        call()
    return (time.perf_counter() - start) / times


def by_turns(calls: list[Callable[[], Any]], rounds: int) -> list[list[float]]:
    """The seconds of each call in each turn."""
    repeats = [max(1, round(LEAST_SECONDS / min(seconds(call, 1) for _ in range(3)))) for call in calls]
    return [[seconds(call, times) for call, times in zip(calls, repeats)] for _ in range(rounds)]


def measure(workload: Workload, rounds: int) -> str:
    """SciPy's time and the ratios, as cells of a table."""
    calls = [workload.scipy, *workload.lacuna.values()]
    if workload.scipy_reusing:
        calls.append(workload.scipy_reusing)
    turns = by_turns(calls, rounds)
    cells = f" {statistics.median(turn[0] for turn in turns) * 1e3:.3g} ms |"
    for place, column in enumerate(workload.lacuna, 1):
        beside = -1 if column == "reusing" and workload.scipy_reusing else 0
        cells += f" {statistics.median(turn[beside] / turn[place] for turn in turns):.2f} |"
    return cells


def small(rounds: int) -> None:
    """SciPy's `a @ b` and that of a csr that was checked once, both with new results."""
    print("| rows and columns | entries of a row | SciPy | lacuna.csr(a) @ b | ratio |\n|--:|--:|--:|--:|--:|")
    for side, entries in ((16, 4), (100, 5), (300, 8), (1_000, 16), (10_000, 16)):
        rng = np.random.default_rng(1)
        a, b = random_csr(side, side, entries, rng), rng.standard_normal(side, np.float32)
        checked = lacuna.csr(a)
        workload = Workload("csr @ vector", lambda: a @ b, {"checked once": lambda: checked @ b})
        check(workload)
        turns = by_turns([workload.scipy, workload.lacuna["checked once"]], rounds)
        theirs, ours = (statistics.median(turn[place] for turn in turns) * 1e6 for place in (0, 1))
        ratio = statistics.median(turn[0] / turn[1] for turn in turns)
        print(f"| {side:,} | {entries} | {theirs:.3g} us | {ours:.3g} us | {ratio:.2f} |", flush=True)


def tiny(rounds: int) -> None:
    """What a call costs: operands have 16 rows, so hardly anything is computed."""
    rng = np.random.default_rng(1)
    a, b, x = random_csr(16, 16, 4, rng), rng.standard_normal(16, np.float32), rng.standard_normal((16, 8), np.float32)
    checked = lacuna.csr(a)
    plan, gradient = lacuna.transpose_plan(checked), lacuna.RowSparse(x.shape, np.arange(0, 16, 2, dtype=np.int32), x[:8])
    weight, mean, variance = (np.zeros_like(x) for _ in range(3))
    adam = lacuna.Adam(learning_rate=0.001)
    print("| call | us | SciPy's or NumPy's | us |\n|---|--:|---|--:|")
    for name, call, other, beside in (
        ("csr_dense(a, b)", lambda: lacuna.csr_dense(a, b), "a @ b", lambda: a @ b),
        ("csr(a) @ b, checked once", lambda: checked @ b, "a @ b", lambda: a @ b),
        ("csr_t_dense_scatter(a, b)", lambda: lacuna.csr_t_dense_scatter(a, b), "a.T @ b", lambda: a.T @ b),
        ("csr(a).T @ b, checked once", lambda: checked.T @ b, "a.T @ b", lambda: a.T @ b),
        ("csr_t_dense_to_dense(plan, a.data, b)", lambda: lacuna.csr_t_dense_to_dense(plan, a.data, b), "a.T @ b", lambda: a.T @ b),
        ("csr_to_dense(a)", lambda: lacuna.csr_to_dense(a), "a.toarray()", a.toarray),
        ("relu(x)", lambda: lacuna.relu(x), "maximum(x, 0)", lambda: np.maximum(x, 0)),
        ("plus_scalar(x, 2.0)", lambda: lacuna.plus_scalar(x, 2.0), "x + 2.0", lambda: x + 2.0),
        ("adam(hyper, gradient, weight, mean, variance)", lambda: lacuna.adam(adam, gradient, weight, mean, variance), "", None),
    ):  # fmt: skip
        turns = by_turns([call] if beside is None else [call, beside], rounds)
        times = [f"{statistics.median(turn[place] for turn in turns) * 1e6:.3g}" for place in range(len(turns[0]))]
        print(f"| `{name}` | {times[0]} | {f'`{other}`' if other else ''} | {times[1] if other else ''} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15, metavar="N", help="turns of each workload (default: 15)")
    parser.add_argument("--only", choices=SIZES, help="one of the two sizes")
    parser.add_argument("--plans", action="store_true", help="products of the transposed csr by a plan")
    parser.add_argument("--small", action="store_true", help="products of small matrices with vectors, checked once")
    parser.add_argument("--calls", action="store_true", help="what a call of tiny operands costs, in microseconds")
    parser.add_argument("--threads", type=int, default=lacuna.get_threads(), metavar="N", help="of Lacuna (default: %(default)s)")
    options = parser.parse_args()
    lacuna.set_threads(options.threads)
    level = lacuna.level_name(lacuna.level())
    print(f"lacuna {lacuna.version()} at {level}, scipy {scipy.__version__}, numpy {np.__version__}; float32, int32; threads: {options.threads}\n")
    if options.small or options.calls:
        (small if options.small else tiny)(options.rounds)
        return
    sizes = {name: sides for name, sides in SIZES.items() if options.only in (None, name)}
    for place, same in enumerate(zip(*(workloads(*sides, options.plans) for sides in sizes.values()))):
        if place == 0:
            heads = ["", *(head for name in sizes for head in (f"{name}: SciPy", *same[0].lacuna))]
            print(f"| {' | '.join(heads)} |\n|---{'|--:' * (len(heads) - 1)}|")
        print(f"| {same[0].name} |", end="", flush=True)
        for workload in same:
            check(workload)
            print(measure(workload, options.rounds), end="", flush=True)
        print()


if __name__ == "__main__":
    main()
