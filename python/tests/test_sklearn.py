"""Estimators: scikit-learn's own checks, and formulas in float64 that are written here once more."""

from __future__ import annotations

import copy
import pickle
import tempfile
import unittest
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse  # type: ignore[import-untyped]
from sklearn.base import clone  # type: ignore[import-untyped]
from sklearn.datasets import make_classification  # type: ignore[import-untyped]
from sklearn.metrics import log_loss, roc_auc_score  # type: ignore[import-untyped]
from sklearn.model_selection import GridSearchCV, cross_val_score  # type: ignore[import-untyped]
from sklearn.utils.estimator_checks import estimator_checks_generator  # type: ignore[import-untyped]

import lacuna_sparse
from lacuna_sparse import sklearn as estimators

DATA = Path(__file__).resolve().parents[2] / "data"
ALL = [getattr(estimators, name) for name in estimators.__all__]
LINEAR = [kind for kind in ALL if not kind.__name__.startswith(("FM", "FFM"))]
CLASSIFIERS = [kind for kind in ALL if kind.__name__.endswith("Classifier")]

#: What a learner that looks at one row after the other cannot do, whoever has written it.
NOT_HERE = {
    "check_sample_weight_equivalence_on_dense_data": "a row of weight 2 is one step, two rows are two",
    "check_sample_weight_equivalence_on_sparse_data": "a row of weight 2 is one step, two rows are two",
}


def problem(rows: int = 400, features: int = 60, classes: int = 2, seed: int = 1) -> tuple[Any, Any]:
    """Sparse rows whose class is a linear function of them, mostly."""
    random = np.random.default_rng(seed)
    X = scipy.sparse.random(rows, features, 0.2, "csr", np.float32, rng=random)
    scores = X @ random.standard_normal((features, classes)) + 0.1 * random.standard_normal((rows, classes))
    return X, scores.argmax(axis=1)


class Checks(unittest.TestCase):
    def test_scikit_learns_checks(self) -> None:
        for kind in ALL:
            count = 0
            for estimator, check in estimator_checks_generator(kind()):
                name = check.func.__name__
                with self.subTest(estimator=kind.__name__, check=name):
                    if name in NOT_HERE:
                        continue
                    check(estimator)
                count += 1
            self.assertGreater(count, 40)


class Learning(unittest.TestCase):
    def test_sgd_is_the_formula(self) -> None:
        X, y = problem(50, 12)
        model = estimators.SGDClassifier(learning_rate=0.1, max_iter=2, tol=None, shuffle=False).fit(X, y)
        w, b = np.zeros(12), 0.0
        for _ in range(2):
            for x, label in zip(X.toarray().astype(np.float64), y):
                slope = 1.0 / (1.0 + np.exp(-(x @ w + b))) - label
                w[x != 0] -= 0.1 * slope * x[x != 0]
                b -= 0.1 * slope
        np.testing.assert_allclose(model.coef_, w[None], rtol=0, atol=1e-5)
        np.testing.assert_allclose(model.intercept_, [b], rtol=0, atol=1e-5)
        np.testing.assert_allclose(model.decision_function(X), X @ w + b, rtol=0, atol=1e-5)

    def test_regression_is_the_formula(self) -> None:
        X, _ = problem(50, 12)
        y = X @ np.arange(12.0) + 3.0
        weights = np.random.default_rng(3).uniform(0.5, 2.0, 50)
        model = estimators.AdaGradRegressor(max_iter=3, tol=None, shuffle=False).fit(X, y, sample_weight=weights)
        w, b, of_w, of_b = np.zeros(12), 0.0, np.zeros(12), 0.0
        for _ in range(3):
            for x, label, weight in zip(X.toarray().astype(np.float64), y, weights):
                slope = weight * (x @ w + b - label)
                own = x != 0
                of_w[own] += (slope * x[own]) ** 2
                w[own] -= 0.2 * slope * x[own] / np.sqrt(of_w[own] + 1.0)
                of_b += slope**2
                b -= 0.2 * slope / np.sqrt(of_b + 1.0)
        np.testing.assert_allclose(model.coef_, w, rtol=1e-4, atol=1e-4)
        np.testing.assert_allclose(model.predict(X), X @ w + b, rtol=1e-4, atol=1e-4)

    def test_machines_are_the_formula(self) -> None:
        X, y = problem(60, 10)
        dense = X.toarray().astype(np.float64)
        for kind in (estimators.FMClassifier, estimators.FMRegressor):
            model = kind(n_factors=3, init_scale=0.5, max_iter=5, random_state=0).fit(X, y)
            v = model.factors_.astype(np.float64)
            pairs = 0.5 * ((dense @ v) ** 2 - dense**2 @ v**2).sum(axis=1)
            z = model.intercept_[0] + dense @ model.coef_ + pairs
            if kind is estimators.FMRegressor:
                np.testing.assert_allclose(model.predict(X), z, rtol=0, atol=1e-5)
            else:
                np.testing.assert_allclose(model.predict_proba(X)[:, 1], 1 / (1 + np.exp(-z)), rtol=0, atol=1e-5)

    def test_field_aware_machines_are_the_formula(self) -> None:
        X, y = problem(60, 9)
        fields = np.arange(9) % 3
        model = estimators.FFMClassifier(fields, n_factors=2, max_iter=4, random_state=0).fit(X, y)
        self.assertEqual(model.factors_.shape, (9, 3, 2))
        v, found = model.factors_.astype(np.float64), model.predict_proba(X)[:, 1]
        for x, probability in zip(X.toarray().astype(np.float64), found):
            own = np.flatnonzero(x)
            z = sum(v[i, fields[j]] @ v[j, fields[i]] * x[i] * x[j] for i in own for j in own if i < j)
            square = (x**2).sum()
            self.assertAlmostEqual(probability, 1 / (1 + np.exp(-(z / square if square else 0.0))), places=5)

    def test_row_weights_of_machines(self) -> None:
        X, y = problem(80, 10)
        rows, weights = slice(0, 40), np.where(np.arange(80) < 40, 0.5, 0.0)
        for kind in (estimators.FMClassifier, estimators.FMRegressor):
            one_step: dict[str, Any] = {"n_factors": 2, "optimizer": "sgd", "max_iter": 1, "shuffle": False, "random_state": 0}
            # A step divides by the rows of its batch, here of twice as many.
            weighted = kind(batch_size=80, learning_rate=0.4, **one_step).fit(X, y, sample_weight=weights)
            alone = kind(batch_size=40, learning_rate=0.1, **one_step).fit(X[rows], y[rows])
            for name in ("intercept_", "coef_", "factors_"):
                np.testing.assert_allclose(getattr(weighted, name), getattr(alone, name), rtol=1e-5, atol=1e-6)
            self.assertAlmostEqual(weighted.loss_curve_[0], alone.loss_curve_[0], places=5)

    def test_each_learns(self) -> None:
        X, y = problem(1000)
        for kind in ALL:
            few: dict[str, Any] = {"n_factors": 2} if "FM" in kind.__name__ else {}
            model = kind(random_state=0, **few).fit(X[:700], y[:700])
            score = model.score(X[700:], y[700:])
            # The classes are a linear function of the rows, and a field-aware machine has pairs only.
            least = 0.4 if kind not in CLASSIFIERS else 0.7 if kind is estimators.FFMClassifier else 0.78
            self.assertGreater(score, least, kind.__name__)
            self.assertEqual(len(model.loss_curve_), model.n_iter_)

    def test_several_classes(self) -> None:
        X, y = problem(900, classes=4)
        names = np.array(["d", "a", "c", "b"])[y]
        for kind in LINEAR:
            if not kind.__name__.endswith("Classifier"):
                continue
            for loss in ("log_loss", "hinge"):
                model = kind(loss, random_state=0).fit(X[:600], names[:600])
                self.assertEqual(model.classes_.tolist(), ["a", "b", "c", "d"])
                self.assertEqual((model.coef_.shape, model.intercept_.shape), ((4, 60), (4,)))
                self.assertGreater(model.score(X[600:], names[600:]), 0.6)
                self.assertEqual(hasattr(model, "predict_proba"), loss == "log_loss")
            logits = X @ kind(random_state=0).fit(X, names).coef_.T
            self.assertEqual(logits.shape, (900, 4))
        probability = estimators.FTRLClassifier(random_state=0).fit(X, names).predict_proba(X)
        np.testing.assert_allclose(probability.sum(axis=1), 1.0)
        with self.assertRaisesRegex(ValueError, "Only binary"):
            estimators.FMClassifier().fit(X, names)

    def test_sparse_weights(self) -> None:
        X, y = problem()
        model = estimators.FTRLClassifier(l1=20.0, random_state=0).fit(X, y)
        self.assertGreater((model.coef_ == 0).sum(), 5)
        before = model.predict(X)
        self.assertTrue(scipy.sparse.issparse(model.sparsify().coef_))
        np.testing.assert_array_equal(model.predict(X), before)
        self.assertIsInstance(model.densify().coef_, np.ndarray)

    def test_weights_of_classes(self) -> None:
        X, y = problem(600)
        few = np.concatenate([np.flatnonzero(y == 0), np.flatnonzero(y == 1)[:20]])
        plain = estimators.AdaGradClassifier(random_state=0).fit(X[few], y[few])
        balanced = clone(plain).set_params(class_weight="balanced").fit(X[few], y[few])
        self.assertGreater(balanced.predict(X).sum(), plain.predict(X).sum())

    def test_early_stopping(self) -> None:
        X, y = make_classification(300, 20, flip_y=0.3, random_state=0)
        for kind in ALL:
            model = kind(early_stopping=True, max_iter=200, random_state=0).fit(X, y)
            self.assertLess(model.n_iter_, 200, kind.__name__)

    def test_of_a_grid(self) -> None:
        X, y = problem()
        grid = GridSearchCV(estimators.FTRLClassifier(random_state=0), {"l1": [0.0, 100.0]}, cv=3).fit(X, y)
        self.assertEqual(grid.best_params_, {"l1": 0.0})
        self.assertEqual(len(cross_val_score(estimators.FMClassifier(random_state=0), X, y, cv=3)), 3)


class Bits(unittest.TestCase):
    def test_of_any_number_of_threads(self) -> None:
        X, y = problem(5000)
        for kind in ALL:
            each = [kind(max_iter=2, random_state=7, n_jobs=threads).fit(X, y) for threads in (None, 2, 5, -1)]
            bits = {model._outputs(X, False).tobytes() for model in each}
            self.assertEqual(len(bits), 1, kind.__name__)

    def test_of_any_type_of_rows(self) -> None:
        X, y = problem()
        wide = X.astype(np.float64)
        wide.indices, wide.indptr = wide.indices.astype(np.int64), wide.indptr.astype(np.int64)
        self.assertEqual(wide.indices.dtype, np.int64)
        for kind in ALL:
            bits = {kind(max_iter=2, random_state=7).fit(rows, y)._outputs(rows, False).tobytes() for rows in (X, wide, X.toarray())}
            self.assertEqual(len(bits), 1, kind.__name__)

    def test_copies_and_pickles(self) -> None:
        X, y = problem()
        for kind in ALL:
            model = kind(max_iter=2, random_state=7).fit(X, y)
            for other in (copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
                self.assertEqual(other._outputs(X, False).tobytes(), model._outputs(X, False).tobytes())
                # With the states of its optimizer.
                again = copy.deepcopy(model).partial_fit(X, y)
                self.assertEqual(other.partial_fit(X, y)._outputs(X, False).tobytes(), again._outputs(X, False).tobytes())

    def test_parts_are_the_whole(self) -> None:
        X, y = problem()
        for kind in LINEAR:
            whole = kind(max_iter=1, shuffle=False, tol=None).fit(X, y)
            parts = kind()
            named = {"classes": [0, 1]} if kind in CLASSIFIERS else {}
            for start in range(0, X.shape[0], 90):
                parts.partial_fit(X[start : start + 90], y[start : start + 90], **named)
            self.assertEqual(parts.coef_.tobytes(), whole.coef_.tobytes())


class Files(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name, "model.safetensors")

    def test_a_file_is_what_its_rows_are(self) -> None:
        text = DATA / "agaricus.train.libsvm"
        X, y = lacuna_sparse.load_svmlight_file(text, dtype=np.float32)
        for kind in ALL:
            if kind is estimators.FFMClassifier:
                continue
            rows = kind(max_iter=2, shuffle=False, tol=None, random_state=7).fit(X, y)
            for threads in (None, 3):
                streamed = kind(max_iter=2, random_state=7, n_jobs=threads).fit_file(text)
                self.assertEqual(streamed._outputs(X, False).tobytes(), rows._outputs(X, False).tobytes(), kind.__name__)
            self.assertEqual(streamed.n_features_in_, 126)
            self.assertGreater(streamed.score(X, y), 0.8 if kind in CLASSIFIERS else 0.6)

    def test_libffm_text(self) -> None:
        random = np.random.default_rng(5)
        ids = random.integers(0, 4, (500, 3)) + 4 * np.arange(3)
        labels = (ids.sum(axis=1) % 2).astype(int)
        file = self.path.with_suffix(".ffm")
        lines = (f"{label} " + " ".join(f"{f}:{i}:1" for f, i in enumerate(row)) for label, row in zip(labels, ids))
        file.write_text("\n".join(lines) + "\n")
        X = scipy.sparse.csr_matrix((np.ones(1500), ids.ravel(), np.arange(0, 1501, 3)), (500, 12))
        rows = estimators.FFMClassifier(np.arange(12) // 4, max_iter=10, shuffle=False, tol=None, random_state=7).fit(X, labels)
        model = estimators.FFMClassifier(np.arange(12) // 4, max_iter=10, random_state=7).fit_file(file)
        self.assertEqual((model.n_fields_, model.n_features_in_), (3, 12))
        self.assertEqual(model.factors_.tobytes(), rows.factors_.tobytes())
        self.assertEqual(model._outputs(X, False).tobytes(), rows._outputs(X, False).tobytes())

    def test_saved_and_loaded(self) -> None:
        X, y = problem()
        for kind in ALL:
            model = kind(max_iter=2, random_state=7).fit(X, y)
            model.save(self.path)
            other = kind().load(self.path)
            self.assertEqual(other._outputs(X, False).tobytes(), model._outputs(X, False).tobytes())
            np.testing.assert_array_equal(other.predict(X), model.predict(X))
            wrong = next(one for one in ALL if one.__name__[:2] != kind.__name__[:2])
            with self.assertRaises(ValueError):
                wrong().load(self.path)
        with self.assertRaisesRegex(OSError, "no-such-file"):
            estimators.FTRLClassifier().load("no-such-file")

    def test_classes_of_files(self) -> None:
        X, y = problem(classes=3)
        model = estimators.FTRLClassifier(max_iter=2, random_state=7).fit(X, 10 * y + 5)
        model.save(self.path)
        self.assertEqual(estimators.FTRLClassifier().load(self.path).classes_.tolist(), [5, 15, 25])
        names = estimators.FTRLClassifier().load(self.path, classes=["a", "b", "c"])
        self.assertEqual(set(names.predict(X)), set("abc"))
        with self.assertRaisesRegex(ValueError, "3 classes, not 2"):
            estimators.FTRLClassifier().load(self.path, classes=["a", "b"])


class Refusals(unittest.TestCase):
    def test_parameters(self) -> None:
        X, y = problem(40)
        for kind, parameters, message in (
            (estimators.FTRLClassifier, {"learning_rate": -1.0}, "learning rate"),
            (estimators.FTRLClassifier, {"l1": -1.0}, "l1"),
            (estimators.FTRLClassifier, {"loss": "huber"}, "loss is 'huber'"),
            (estimators.SGDClassifier, {"max_iter": 0}, "max_iter is 0"),
            (estimators.SGDClassifier, {"validation_fraction": 1.0}, "validation_fraction is 1.0"),
            (estimators.SGDClassifier, {"n_jobs": 0}, "n_jobs"),
            (estimators.FMClassifier, {"optimizer": "newton"}, "no optimizer \"newton\""),
            (estimators.FMClassifier, {"n_factors": 0}, "factors"),
            (estimators.FMClassifier, {"hyper": {"gamma": 1.0}}, "gamma"),
            (estimators.FFMClassifier, {"fields": [0, 1]}, r"shape \(2,\)"),
            (estimators.FFMClassifier, {"optimizer": "ftrl"}, "ftrl"),
        ):
            with self.subTest(parameters=parameters), self.assertRaisesRegex(ValueError, message):
                kind(**parameters).fit(X, y).predict(X)

    def test_labels(self) -> None:
        X, y = problem(40)
        model = estimators.FTRLClassifier().partial_fit(X, y, classes=[0, 1])
        with self.assertRaisesRegex(ValueError, "label 7"):
            model.partial_fit(X, np.where(y == 1, 7, y))
        with self.assertRaisesRegex(ValueError, "one class"):
            estimators.FTRLClassifier().fit(X, np.zeros(40))

    def test_a_step_that_diverges(self) -> None:
        X, y = problem(200)
        with self.assertRaisesRegex(ValueError, "smaller learning rate"):
            estimators.SGDRegressor(learning_rate=100.0).fit(X * 100, 1e6 * y)


class Quality(unittest.TestCase):
    def test_mushrooms(self) -> None:
        train, test = (lacuna_sparse.load_svmlight_file(DATA / f"agaricus.{part}.libsvm", n_features=126) for part in ("train", "test"))
        model = estimators.FTRLClassifier(max_iter=3, random_state=0).fit(*train)
        p = model.predict_proba(test[0])[:, 1]
        self.assertGreater(roc_auc_score(test[1], p), 0.999)
        self.assertLess(log_loss(test[1], p), 0.05)


if __name__ == "__main__":
    unittest.main()
