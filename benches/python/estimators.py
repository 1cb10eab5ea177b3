#!/usr/bin/env python3
"""Estimators beside those that users have: time, rows a second and log loss on click-like rows.

Each learner makes one pass over the same rows (LIBLINEAR solves), in turns; times are the least of all rounds. Everything that a user
waits for counts: text is read from a file where a learner reads text, `fit` gets a csr where it takes one.

    pip install "./python[sklearn]" vowpalwabbit
    python3 benches/python/estimators.py --rounds 3
"""

from __future__ import annotations

import argparse
import tempfile
import time
import warnings
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse  # type: ignore[import-untyped]
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]
from sklearn.linear_model import SGDClassifier as ScikitSGD
from sklearn.metrics import log_loss  # type: ignore[import-untyped]

import lacuna_sparse
from lacuna_sparse import sklearn as estimators


def clicks(rows: int, columns: int, seed: int) -> tuple[Any, NDArray[np.float64]]:
    """Rows of 30 features, of which few are frequent (a power law), and clicks that depend on them."""
    random = np.random.default_rng(seed)
    fields, per = 30, columns // 30
    ids = np.minimum((per * random.random((rows, fields)) ** 6).astype(np.int64), per - 1) + per * np.arange(fields)
    weight = np.random.default_rng(99).standard_normal(columns) * 0.6
    p = 1 / (1 + np.exp(2.5 - weight[ids].sum(axis=1)))
    indptr = fields * np.arange(rows + 1)
    X = scipy.sparse.csr_matrix((np.ones(rows * fields), ids.ravel(), indptr), (rows, columns))
    return X, (random.random(rows) < p).astype(np.float64)


def run(learn: Callable[[], Any]) -> tuple[float, Any]:
    begun = time.perf_counter()
    result = learn()
    return time.perf_counter() - begun, result


def vowpal_wabbit(text: Path, test: Path, folder: Path) -> tuple[Callable[[], Any], Callable[[Any], NDArray[np.float64]]]:
    """With the options that do what the others do; it reads, learns and predicts by itself."""
    from vowpalwabbit import Workspace  # type: ignore[import-not-found]

    model, found = folder / "vw.model", folder / "vw.txt"

    def learn() -> None:
        Workspace(f"--quiet --loss_function logistic -b 20 -d {text} -f {model}").finish()

    def predict(_: Any) -> NDArray[np.float64]:
        Workspace(f"--quiet -t -i {model} -d {test} --link logistic -p {found}").finish()
        return np.loadtxt(found)

    return learn, predict


def write_vw(X: Any, y: NDArray[Any], path: Path) -> None:
    with path.open("w") as file:
        for row, label in enumerate(y):
            ids = X.indices[X.indptr[row] : X.indptr[row + 1]]
            file.write(f"{1 if label else -1} | {' '.join(map(str, ids))}\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=80_000)
    parser.add_argument("--columns", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--skip-liblinear", action="store_true", help="it takes most of the time")
    options = parser.parse_args()
    warnings.filterwarnings("ignore")
    X, y = clicks(options.rows, options.columns, 1)
    test, labels = clicks(options.rows // 4, options.columns, 2)
    one_pass = {"max_iter": 1, "tol": None, "random_state": 0}
    with tempfile.TemporaryDirectory() as folder:
        text, vw_text, vw_test = (Path(folder, name) for name in ("train.libsvm", "train.vw", "test.vw"))
        lacuna_sparse.dump_svmlight_file(X, y, text)
        from sklearn.datasets import load_svmlight_file  # type: ignore[import-untyped]

        def probability(model: Any) -> NDArray[np.float64]:
            found: NDArray[np.float64] = model.predict_proba(test)[:, 1]
            return found

        def read_and_fit(read: Callable[..., Any], model: Any) -> Callable[[], Any]:
            def learn() -> Any:
                rows, targets = read(str(text), n_features=options.columns, zero_based=True)
                # scikit-learn's own estimators refuse the indices of 64 bits that its reader makes.
                rows.indices, rows.indptr = rows.indices.astype(np.int32), rows.indptr.astype(np.int32)
                return model.fit(rows, targets)

            return learn

        learners: dict[str, tuple[Callable[[], Any], Callable[[Any], NDArray[np.float64]]]] = {}
        for name in ("FTRLClassifier", "AdaGradClassifier", "SGDClassifier"):
            kind = getattr(estimators, name)
            learners[f"{name}, csr"] = (lambda kind=kind: kind(**one_pass).fit(X, y), probability)
        told = {"n_features": options.columns, "classes": [0, 1], "zero_based": True}
        learners["FTRLClassifier, text"] = (lambda: estimators.FTRLClassifier(max_iter=1).fit_file(text, **told), probability)
        # As Vowpal Wabbit does: one reads, one learns.
        learners["FTRLClassifier, text, two threads"] = (
            lambda: estimators.FTRLClassifier(max_iter=1, n_jobs=2).fit_file(text, **told), probability,
        )  # fmt: skip
        learners["scikit-learn SGDClassifier, csr"] = (lambda: ScikitSGD("log_loss", **one_pass).fit(X, y), probability)
        learners["scikit-learn SGDClassifier, text"] = (read_and_fit(load_svmlight_file, ScikitSGD("log_loss", **one_pass)), probability)
        if not options.skip_liblinear:
            learners["LIBLINEAR, csr"] = (lambda: LogisticRegression(solver="liblinear").fit(X, y), probability)
        if find_spec("vowpalwabbit") is None:
            print("Vowpal Wabbit is not installed: left out")
        else:
            write_vw(X, y, vw_text)
            write_vw(test, labels, vw_test)
            learners["Vowpal Wabbit, text"] = vowpal_wabbit(vw_text, vw_test, Path(folder))
        times: dict[str, list[float]] = {name: [] for name in learners}
        losses: dict[str, float] = {}
        for _ in range(options.rounds):
            for name, (learn, predict) in learners.items():
                if "LIBLINEAR" in name and times[name]:
                    continue
                seconds, model = run(learn)
                times[name].append(seconds)
                losses[name] = log_loss(labels, predict(model))
        print("| learner | s | rows a second | log loss of other rows |\n|---|--:|--:|--:|")
        for name, seconds in times.items():
            least = min(seconds)
            print(f"| {name} | {least:.3f} | {options.rows / least:,.0f} | {losses[name]:.4f} |")


if __name__ == "__main__":
    main()
