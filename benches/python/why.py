"""Writes `docs/why.md`: install, speed, loss and bits beside what users have today, all measured now.

    python3 -m venv venv && . venv/bin/activate
    pip wheel --no-deps --wheel-dir wheels ./python
    pip install wheels/*.whl scikit-learn torch vowpalwabbit
    python3 benches/python/why.py --wheel wheels/*.whl --write

It runs `estimators.py`, `torch_embedding.py` and `products.py` of this folder, which can be run alone, and takes some minutes.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.metadata
import platform
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse  # type: ignore[import-untyped]
import torch

import lacuna_sparse
from lacuna_sparse import kernels
from lacuna_sparse import sklearn as estimators
from lacuna_sparse import torch as lacuna
from lacuna_sparse.kernels import _kernels

HERE = Path(__file__).parent
PAGE = HERE / "../../docs/why.md"


def table(program: str, *options: str) -> list[list[str]]:
    """The rows of the last table that a program of this folder prints."""
    print(f"{program} {' '.join(options)}", file=sys.stderr, flush=True)
    done = subprocess.run([sys.executable, str(HERE / program), *options], check=True, capture_output=True, text=True)
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in done.stdout.splitlines() if line.startswith("|")]
    return rows[max(place for place, row in enumerate(rows) if set(row[0]) <= set("-:")) + 1 :]


def import_seconds(module: str) -> float:
    """Of a fresh interpreter, less what an empty one takes."""

    def run(code: str) -> float:
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - begun

    run(f"import {module}")
    return min(run(f"import {module}") for _ in range(5)) - min(run("pass") for _ in range(5))


def installed_bytes(distribution: str) -> int:
    files = importlib.metadata.files(distribution) or []
    return sum(path.stat().st_size for path in (Path(str(file.locate())) for file in files) if path.exists())


def install(wheel: Path) -> str:
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder, str(wheel)], check=True)
        seconds = time.perf_counter() - begun
    lines = ["| package | installed, MB | import, s |", "|---|--:|--:|"]
    for package, module in (
        ("lacuna-sparse", "lacuna_sparse.kernels"), ("scipy", "scipy.sparse"), ("scikit-learn", "sklearn.linear_model"), ("torch", "torch"),
    ):  # fmt: skip
        lines.append(f"| {package} | {installed_bytes(package) / 1e6:.0f} | {import_seconds(module):.2f} |")
    return f"The wheel has {wheel.stat().st_size / 1e6:.1f} MB, serves every Python from 3.11 on, and installs in {seconds:.1f} s.\n\n" + "\n".join(lines)


def digest(array: Any) -> str:
    return hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()[:12]


def bits() -> list[tuple[str, int, int]]:
    """What, on how many ways to compute it, and how many results there were."""
    random = np.random.default_rng(1)
    a = scipy.sparse.random(200_000, 3_000, 0.005, "csr", np.float32, random)
    b = random.standard_normal((200_000, 16), np.float32)
    levels = range(1, kernels.level_detected() + 1)
    threads = (1, 2, 3, 4)
    before = torch.get_num_threads()
    theirs = torch.sparse_csr_tensor(torch.from_numpy(a.indptr), torch.from_numpy(a.indices), torch.from_numpy(a.data), a.shape)
    many = random.standard_normal(10_000_000, np.float32)
    ours, other, theirs_summed = set(), set(), set()
    for count in threads:
        torch.set_num_threads(count)
        other.add(digest(torch.sparse.mm(theirs.to_sparse_coo().t(), torch.from_numpy(b)).numpy()))
        theirs_summed.add(digest(torch.from_numpy(many).sum().numpy()))
        for level in levels:
            kernels.force_level(level)
            ours.add(digest((lacuna.CsrMatrix.of(a).T @ torch.from_numpy(b)).numpy()))
    kernels.force_level(0)
    torch.set_num_threads(before)
    y = random.random(a.shape[0]) < 0.3
    weights, summed = set(), set()
    for level in levels:
        kernels.force_level(level)
        summed.add(digest(_kernels.sum(many)))
    for jobs in threads:
        for level in levels:
            kernels.force_level(level)
            weights.add(digest(estimators.FTRLClassifier(max_iter=1, tol=None, random_state=0, n_jobs=jobs).fit(a, y).coef_))
    kernels.force_level(0)
    ways = len(threads) * len(levels)
    return [
        ("Lacuna, `csr.T @ dense`", ways, len(ours)),
        ("Lacuna, weights of `FTRLClassifier`", ways, len(weights)),
        ("Lacuna, the sum of 10,000,000 numbers, on one thread", len(levels), len(summed)),
        ("PyTorch, `csr.T @ dense`", len(threads), len(other)),
        ("PyTorch, the sum of 10,000,000 numbers", len(threads), len(theirs_summed)),
    ]


def processor() -> str:
    names = [line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    return f"{names[0]}, {len(names)} processors" if names else platform.processor()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheel", type=Path, required=True, help="the wheel of lacuna-sparse")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name} instead of printing it")
    options = parser.parse_args()
    of_bits = bits()
    learners = {row[0]: row for row in table("estimators.py", "--rounds", str(options.rounds))}
    steps = table("torch_embedding.py", "--rounds", str(options.rounds), "--steps", "4")
    updates = table("torch_embedding.py", "--losses")
    small = table("products.py", "--small", "--rounds", "15", "--threads", "1")
    large = table("products.py", "--only", "from memory", "--rounds", "5", "--threads", "1")
    shared = table("products.py", "--only", "from memory", "--rounds", "5")

    seconds = {name: float(row[1]) for name, row in learners.items()}
    speed = []
    for name, label, mine in (
        ("scikit-learn SGDClassifier, text", "scikit-learn `SGDClassifier`", "FTRLClassifier, text"),
        ("Vowpal Wabbit, text", "Vowpal Wabbit, which has two threads, as Lacuna here", "FTRLClassifier, text, two threads"),
    ):
        own = seconds[mine]
        speed.append((f"one pass over 80,000 rows of text, {label}", f"{seconds[name]:.3f} s", f"{own:.3f} s", seconds[name] / own))
    own = seconds["AdaGradClassifier, csr"]
    for name, label in (("scikit-learn SGDClassifier, csr", "scikit-learn `SGDClassifier`"), ("LIBLINEAR, csr", "LIBLINEAR")):
        speed.append((f"learning them from a csr, {label}", f"{seconds[name]:.3f} s", f"{own:.3f} s", seconds[name] / own))
    for threads, columns, base, lazy, ratio, *_ in steps:
        if columns == "64":
            what = f"a step of `EmbeddingBag` with sparse Adam, {threads} thread{'s' if threads != '1' else ''}, PyTorch"
            speed.append((what, f"{base} ms", f"{lazy} ms", float(ratio)))
    for side, entries, theirs, ours, ratio in small[-2:]:
        speed.append((f"`csr @ vector`, {side} rows of {entries} entries, SciPy", theirs, ours, float(ratio)))
    for name, theirs, ratio, *_ in large:
        if name.endswith(("vector", "n = 8")):
            ours = f"{float(theirs.removesuffix(' ms')) / float(ratio):.3g} ms"
            speed.append((f"`{name}`, 500,000 rows of 16 entries, one thread each, SciPy", theirs, ours, float(ratio)))
    for name, theirs, *_, ratio in shared:
        if name.endswith("vector"):
            ours = f"{float(theirs.removesuffix(' ms')) / float(ratio):.3g} ms"
            threads = kernels.get_threads()
            speed.append((f"the same `{name}`, checked in the call, on {threads} threads, SciPy on one", theirs, ours, float(ratio)))

    def shown(ratio: float) -> str:
        return f"{ratio:.0f}" if ratio >= 10 else f"{ratio:.2f}"

    rows = "\n".join(f"| {what} | {theirs} | {ours} | {shown(ratio)} |" for what, theirs, ours, ratio in speed)
    losses = "\n".join(f"| {name} | {row[3]} |" for name, row in learners.items() if "threads" not in name)
    decays = "\n".join(f"| {name} | {end} | {taken} |" for name, _, end, taken in updates)
    results = "\n".join(f"| {what} | {ways} | {count} |" for what, ways, count in of_bits)
    others = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in ("scipy", "scikit-learn", "torch", "vowpalwabbit"))
    page = f"""# Why Lacuna

Four reasons, measured in one run by one script on one machine. Above 1, Lacuna is faster.

{processor()}, Python {platform.python_version()}, lacuna-sparse {lacuna_sparse.__version__},
{others}, {date.today():%Y-%m-%d}.

```sh
pip wheel --no-deps --wheel-dir wheels ./python
pip install wheels/*.whl scikit-learn torch vowpalwabbit
python3 benches/python/why.py --wheel wheels/*.whl --write
```

## Install

{install(options.wheel)}

It needs NumPy and nothing else: no compiler, no BLAS. SciPy, scikit-learn and PyTorch are used
where they are there. Rust programs take [a crate](rust.md) that allocates nothing, C and C++ [one
library](abi.md), JavaScript [an npm package](../web).

## Speed

| | others | Lacuna | ratio |
|---|--:|--:|--:|
{rows}

Whole calls as a user makes them, with new results; reading and checks are included, but for
products, whose csr `lacuna_sparse.csr(a)` checked once. More:
[estimators](../benches/results/estimators.md), [PyTorch](../benches/results/torch.md),
[products](../benches/results/python.md).

## Loss

One pass over 80,000 click-like rows, by defaults; LIBLINEAR solves to the end. The log loss of
20,000 other rows:

| learner | log loss |
|---|--:|
{losses}

An embedding with Adam and weight decay. *Exact lazy* updates touch only the rows of a batch, and
train the model of dense gradients:

| updates | loss of all rows | s |
|---|--:|--:|
{decays}

## Bits

One computation on 1 to 4 threads; Lacuna's also at each SIMD level of the processor. How many
different results there were:

| | ways to compute it | results |
|---|--:|--:|
{results}

The same bits come from [every processor and GPU](bits.md) that was tried, because the order of each
addition is [written down](numerics.md).
"""
    if options.write:
        PAGE.write_text(page)
    else:
        print(page)


if __name__ == "__main__":
    main()
