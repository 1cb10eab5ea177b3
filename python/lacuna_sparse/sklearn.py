"""Estimators for scikit-learn: linear models and factorization machines that learn from sparse rows, one pass after the other.

| estimator | model | learnt by |
|---|---|---|
| `FTRLClassifier`, `FTRLRegressor` | `x w + b` | FTRL-proximal: sparse weights with `l1` |
| `AdaGradClassifier`, `AdaGradRegressor` | `x w + b` | AdaGrad |
| `SGDClassifier`, `SGDRegressor` | `x w + b` | plain gradient descent |
| `FMClassifier`, `FMRegressor` | and `sum over i < j of <v_i, v_j> x_i x_j` | batches, any optimizer |
| `FFMClassifier` | `sum over i < j of <v_i(field of j), v_j(field of i)> x_i x_j` | AdaGrad or plain gradient descent |

    from lacuna_sparse.sklearn import FTRLClassifier
    model = FTRLClassifier(l1=1.0, random_state=0).fit(X, y)
    model.predict_proba(X)

Rows are csr with int32 or int64 indices, or whatever scikit-learn makes one of; float64 is converted to float32, in which all
models compute. Linear models and field-aware machines learn row after row, as Vowpal Wabbit does. The same rows, parameters and
`random_state` give the same bits on every processor and any number of threads (`n_jobs`). Nothing is printed.

`fit_file` streams a LibSVM file (LIBFFM's text for `FFMClassifier`) in the memory of one batch. `save` writes a safetensors file
that `lacuna predict` and `lacuna train --load` read; `load` reads theirs.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, Self

import numpy as np
import scipy.sparse  # type: ignore[import-untyped]
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin  # type: ignore[import-untyped]
from sklearn.utils import check_random_state, compute_sample_weight  # type: ignore[import-untyped]
from sklearn.utils.metaestimators import available_if  # type: ignore[import-untyped]
from sklearn.utils.multiclass import check_classification_targets, type_of_target  # type: ignore[import-untyped]
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data  # type: ignore[import-untyped]

from lacuna_sparse import _runtime
from lacuna_sparse._threads import processors

__all__ = [
    "AdaGradClassifier", "AdaGradRegressor", "FFMClassifier", "FMClassifier", "FMRegressor", "FTRLClassifier", "FTRLRegressor",
    "SGDClassifier", "SGDRegressor",
]  # fmt: skip

_LOSSES = {"log_loss": "logistic", "hinge": "hinge", "squared_hinge": "squared-hinge", "squared_error": "squared"}


class _Learner(BaseEstimator):  # type: ignore[misc]
    """What all estimators have: passes over rows, and files."""

    # Every estimator has these parameters.
    max_iter: int
    tol: float | None
    n_iter_no_change: int
    early_stopping: bool
    validation_fraction: float
    shuffle: bool
    random_state: Any
    warm_start: bool
    n_jobs: int | None

    _learner: _runtime.Learner
    _model: str

    def _assign(self, parameters: dict[str, Any]) -> None:
        """Takes the parameters of a constructor."""
        for name, value in parameters.items():
            if name not in ("self", "__class__"):
                setattr(self, name, value)

    # ------------------------------------------------------------------------------------------- for each kind of model

    def _settings(self, features: int) -> dict[str, Any]:
        """Settings of a model of so many features."""
        raise NotImplementedError

    def _targets(self, y: NDArray[Any]) -> NDArray[Any]:
        """Labels as the library has them."""
        return y

    def _class_weights(self, y: NDArray[Any]) -> NDArray[Any] | None:
        return None

    def _take_classes(self, y: NDArray[Any], classes: Any) -> None:
        """The classes of the first labels."""

    def _begin(self, X: Any, weights: NDArray[Any] | None) -> None:
        """These are the first rows."""

    def _rows(self, X: Any) -> _runtime.Rows:
        """Rows as the library has them."""
        return _runtime.rows_of(_canonical(X))

    def _text(self) -> dict[str, Any]:
        """How text of its rows is read, beside what the model says."""
        return {}

    def _sized(self, scan: _runtime.TextScan) -> int:
        """Features of a text."""
        return int(scan.features)

    # ------------------------------------------------------------------------------------------------------------ rows

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def _validated(self, X: Any, y: Any, reset: bool) -> tuple[Any, NDArray[Any]]:
        is_number = isinstance(self, RegressorMixin)
        X, y = validate_data(
            self, X, y, accept_sparse="csr", dtype=[np.float32, np.float64], y_numeric=is_number, reset=reset
        )  # fmt: skip
        return X, y

    def _threads(self) -> int:
        """As joblib has it: None is one, -1 all."""
        if self.n_jobs is None:
            return 1
        if self.n_jobs == 0:
            raise ValueError("n_jobs == 0 has no meaning")
        return self.n_jobs if self.n_jobs > 0 else max(1, processors() + 1 + self.n_jobs)

    def _expect_parameters(self) -> None:
        if self.max_iter < 1:
            raise ValueError(f"max_iter is {self.max_iter}: at least 1")
        if not 0.0 < self.validation_fraction < 1.0:
            raise ValueError(f"validation_fraction is {self.validation_fraction}: above 0 and below 1")

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learns rows `X`, (rows, features), and targets `y` in at most `max_iter` passes.

        Ends before if the loss has not fallen by `tol`, relatively, in `n_iter_no_change` passes: the loss that each row had before
        it was learnt, or with `early_stopping` `1 - score` of `validation_fraction` of the rows, which are not learnt.
        """
        self._expect_parameters()
        keep = self.warm_start and hasattr(self, "_learner")
        X, y = self._validated(X, y, reset=not keep)
        if not keep:
            self._take_classes(y, None)
        weights = self._weights(X, y, sample_weight)
        if not keep:
            self._begin(X, weights)
            self._learner = _runtime.Learner(self._settings(X.shape[1]))
            self.loss_curve_: list[float] = []
        return self._passes(X, y, weights)

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """One pass over some rows, in their order. A classifier's first call names all `classes`."""
        first = not hasattr(self, "_learner")
        X, y = self._validated(X, y, reset=first)
        if first:
            self._take_classes(y, classes)
        weights = self._weights(X, y, sample_weight)
        if first:
            self._begin(X, weights)
            self._learner = _runtime.Learner(self._settings(X.shape[1]))
            self.loss_curve_, self.n_iter_ = [], 0
        loss = self._learner.learn(self._rows(X), self._targets(y), weights)
        self.loss_curve_.append(loss.mean)
        self.n_iter_ += 1
        return self._done()

    def _weights(self, X: Any, y: NDArray[Any], sample_weight: Any) -> NDArray[Any] | None:
        weights = self._class_weights(y)
        if sample_weight is not None:
            sample_weight = _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True)
            weights = sample_weight if weights is None else weights * sample_weight
        return weights

    def _passes(self, X: Any, y: NDArray[Any], weights: NDArray[Any] | None) -> Self:
        targets, rows = self._targets(y), self._rows(X)
        random = check_random_state(self.random_state)
        order: NDArray[Any] | None = None
        held: NDArray[Any] | None = None
        if self.early_stopping:
            held, order = self._split(y, random)
        best, stale = np.inf, 0
        self.n_iter_ = 0
        for _ in range(self.max_iter):
            if self.shuffle:
                order = random.permutation(X.shape[0] if order is None else order).astype(np.uint64)
            loss = self._learner.learn(rows, targets, weights, order).mean
            self.n_iter_ += 1
            self.loss_curve_.append(loss)
            self._done()
            if held is not None:
                loss = 1.0 - self.score(X[held], y[held])
            if self.tol is not None:
                stale = 0 if loss < best - self.tol * (abs(best) if np.isfinite(best) else 0.0) else stale + 1
                best = min(best, loss)
                if stale >= self.n_iter_no_change:
                    break
        return self._done()

    def _split(self, y: NDArray[Any], random: np.random.RandomState) -> tuple[NDArray[Any], NDArray[np.uint64]]:
        """Rows that are held out, and those that are learnt."""
        order = random.permutation(len(y))
        count = max(1, round(len(y) * self.validation_fraction))
        if count >= len(y):
            raise ValueError(f"validation_fraction {self.validation_fraction} leaves none of {len(y)} rows to learn")
        return np.sort(order[:count]), np.sort(order[count:]).astype(np.uint64)

    def _done(self) -> Self:
        """The model has changed."""
        return self

    def _outputs(self, X: Any, logits: bool) -> NDArray[np.float32]:
        check_is_fitted(self, "_learner")
        X = validate_data(self, X, accept_sparse="csr", dtype=[np.float32, np.float64], reset=False)
        return self._learner.predict(self._rows(X), logits, self._threads())

    # ----------------------------------------------------------------------------------------------------------- files

    def fit_file(
        self,
        path: str | os.PathLike[str],
        *,
        n_features: int | None = None,
        classes: Any = None,
        zero_based: bool | Literal["auto"] = "auto",
        sample_weight: bool = False,
        passes: int | None = None,
    ) -> Self:
        """Learns the rows of a text file in their order, in the memory of one batch; `max_iter` passes unless told.

        A first pass over the file finds the features and classes that you do not name. With `sample_weight` the file
        has `label:weight`. `TextError` names file, line and column.
        """
        self._expect_parameters()
        options = {
            "base": "auto" if zero_based == "auto" else "zero" if zero_based else "one",
            "row_weights": sample_weight,
            "threads": self._threads(),
            **self._text(),
        }
        if n_features is None or zero_based == "auto" or "fields" in options:
            scan = _runtime.scan_text(path, options)
            n_features = self._sized(scan) if n_features is None else n_features
            options["base"] = "one" if scan.base else "zero"
        self.n_features_in_ = n_features
        if isinstance(self, ClassifierMixin):
            if classes is None:
                classes = _runtime.labels_of_text(path, {**options, **self._text()})
            self._take_classes(np.asarray(classes), classes)
            options["labels"] = [float(label) for label in self.classes_]
        settings = self._settings(n_features)
        if settings["model"] == "ffm":
            # Of the model itself: LIBFFM's text counts from 0.
            options.update(fields=None, base=None)
        else:
            settings["index_base"] = options["base"]
        if sample_weight and settings["model"] == "fm":
            settings["row_weights"] = True
        self._learner = _runtime.Learner(settings)
        self.loss_curve_, self.n_iter_ = [], 0
        for _ in range(self.max_iter if passes is None else passes):
            self.loss_curve_.append(self._learner.learn_text(path, options).mean)
            self.n_iter_ += 1
        return self._done()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the model and the states of its optimizer, completely or not at all.

        The file has no parameters of the estimator and, of two classes, no labels: pickle keeps both.
        """
        check_is_fitted(self, "_learner")
        self._learner.save(path)

    def load(self, path: str | os.PathLike[str], classes: Any = None) -> Self:
        """Takes the model of a file of `save` or `lacuna train`, to predict with or to go on from by `partial_fit`.

        Parameters of the estimator that the file has are the file's. `classes` are those of the file, or 0 and 1.
        """
        found = _runtime.Learner.load(path)
        settings = found.settings
        if settings["model"] != self._model:
            raise ValueError(f"{os.fspath(path)}: holds a model of the kind {settings['model']!r}, which is no {type(self).__name__}")
        self._take_settings(settings, classes)
        self._learner = found
        self.n_features_in_ = settings["features"]
        self.loss_curve_, self.n_iter_ = [], 0
        return self._done()

    def _settings_of_model(self) -> dict[str, Any]:
        raise NotImplementedError

    def _take_settings(self, settings: Mapping[str, Any], classes: Any) -> None:
        raise NotImplementedError

    def __getstate__(self) -> dict[str, Any]:
        state = dict(super().__getstate__())
        learner = state.pop("_learner", None)
        if learner is not None:
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder, "model")
                learner.save(file)
                state["_saved"] = (learner.settings, file.read_bytes())
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        state = dict(state)
        saved = state.pop("_saved", None)
        super().__setstate__(state)
        if saved is not None:
            settings, content = saved
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder, "model")
                file.write_bytes(content)
                self._learner = _runtime.Learner.load(file, settings)


def _canonical(X: Any) -> Any:
    """A csr whose columns ascend in each row, each once."""
    X = X if scipy.sparse.issparse(X) else scipy.sparse.csr_matrix(X)
    if not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
    return X


# ------------------------------------------------------------------------------------------------------------ two kinds


class _Classifier(ClassifierMixin, _Learner):  # type: ignore[misc]
    """Labels become places in `classes_`."""

    class_weight: Any
    classes_: NDArray[Any]

    #: Whether there may be more than two classes.
    _several = True

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = self._several
        # Without a term of a feature alone, and without a bias.
        tags.classifier_tags.poor_score = self._model == "ffm"
        return tags

    def _take_classes(self, y: NDArray[Any], classes: Any) -> None:
        check_classification_targets(y)
        if not self._several and classes is None and type_of_target(y, input_name="y") not in ("binary", "unknown"):
            found = type_of_target(y, input_name="y")
            if not (found == "multiclass" and len(np.unique(y)) <= 2):
                raise ValueError(f"Only binary classification is supported. The type of the target is {found}.")
        self.classes_ = np.unique(y if classes is None else classes)
        if len(self.classes_) < 2:
            raise ValueError(f"there is one class, {self.classes_.tolist()}: two or more are needed")
        if not self._several and len(self.classes_) > 2:
            raise ValueError(f"Only binary classification is supported: there are {len(self.classes_)} classes")

    def _targets(self, y: NDArray[Any]) -> NDArray[Any]:
        places = np.searchsorted(self.classes_, y)
        places[places == len(self.classes_)] = 0
        unknown = self.classes_[places] != y
        if unknown.any():
            label = y[unknown].tolist()[0]
            raise ValueError(f"y has the label {label!r}, which is none of the classes {self.classes_.tolist()}")
        return places.astype(np.float64)

    def _class_weights(self, y: NDArray[Any]) -> NDArray[Any] | None:
        if self.class_weight is None:
            return None
        return np.asarray(compute_sample_weight(self.class_weight, y), np.float64)

    def _is_probable(self) -> bool:
        return True

    def _probabilities(self, X: Any) -> NDArray[np.float64]:
        p = self._outputs(X, logits=False).astype(np.float64)
        return np.hstack([1.0 - p, p]) if p.shape[1] == 1 else p / p.sum(axis=1, keepdims=True)

    @available_if(lambda self: self._is_probable())  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """The probability of each class, (rows, classes), in the order of `classes_`."""
        return self._probabilities(X)

    @available_if(lambda self: self._is_probable())  # type: ignore[untyped-decorator]
    def predict_log_proba(self, X: Any) -> NDArray[np.float64]:
        """The logarithms of `predict_proba`."""
        return np.log(self._probabilities(X))

    def predict(self, X: Any) -> NDArray[Any]:
        """The most probable class of each row."""
        places = self._probabilities(X).argmax(axis=1)
        found: NDArray[Any] = self.classes_[places]
        return found


class _Regressor(RegressorMixin, _Learner):  # type: ignore[misc]
    def predict(self, X: Any) -> NDArray[np.float64]:
        """A number for each row."""
        return self._outputs(X, logits=False)[:, 0].astype(np.float64)


class _Linear(_Learner):
    """`x w + b`."""

    fit_intercept: bool
    learning_rate: float | None
    l1: float
    l2: float

    _model = "linear"
    _optimizer: str
    _coef: Any

    #: Numbers that only one optimizer has, by their names in the settings.
    _own: tuple[str, ...] = ()

    def _settings_of_model(self) -> dict[str, Any]:
        own = {name: getattr(self, name) for name in ("learning_rate", "l1", "l2", *self._own)}
        return {"model": self._model, "optimizer": self._optimizer, "no_bias": not self.fit_intercept, **own}

    def _take_settings(self, settings: Mapping[str, Any], classes: Any) -> None:
        if settings["optimizer"] != self._optimizer:
            raise ValueError(f"the file's model is learnt by {settings['optimizer']}, not by {self._optimizer}")
        for name in ("learning_rate", "l1", "l2", *self._own):
            setattr(self, name, settings[name])
        self.fit_intercept = not settings.get("no_bias", False)

    def _done(self) -> Self:
        self._coef = None
        return super()._done()

    def _arrays(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        try:
            learner = self._learner
        except AttributeError:
            raise AttributeError("the model is not fitted") from None
        bias = learner.array("bias")
        return learner.array("weight").reshape(-1, len(bias)).T, bias

    def sparsify(self) -> Self:
        """Makes `coef_` a csr matrix from now on, until the model changes."""
        check_is_fitted(self, "_learner")
        self._coef = scipy.sparse.csr_matrix(self.coef_)
        return self

    def densify(self) -> Self:
        """Makes `coef_` an array again."""
        check_is_fitted(self, "_learner")
        self._coef = None
        return self


class _LinearClassifier(_Linear, _Classifier):
    loss: str

    def _settings(self, features: int) -> dict[str, Any]:
        if self.loss not in _LOSSES:
            raise ValueError(f"loss is {self.loss!r}: {', '.join(_LOSSES)}")
        settings = {**self._settings_of_model(), "features": features, "loss": _LOSSES[self.loss]}
        if len(self.classes_) > 2:
            numbers = np.issubdtype(self.classes_.dtype, np.number) and np.isfinite(self.classes_).all()
            settings["labels"] = [float(label) for label in (self.classes_ if numbers else range(len(self.classes_)))]
            settings["classes"] = "softmax" if self.loss == "log_loss" else "one-against-rest"
        return settings

    def _take_settings(self, settings: Mapping[str, Any], classes: Any) -> None:
        if settings.get("classes", "two") == "regression":
            raise ValueError("the file's model is a regression")
        super()._take_settings(settings, classes)
        self.loss = {name: own for own, name in _LOSSES.items()}[settings.get("loss", "logistic")]
        own = settings.get("labels") or [0, 1]
        self.classes_ = np.unique(own if classes is None else classes)
        if len(self.classes_) != len(own):
            raise ValueError(f"the file's model has {len(own)} classes, not {len(self.classes_)}")

    def _is_probable(self) -> bool:
        if self.loss != "log_loss":
            raise AttributeError(f"loss {self.loss!r} has no probabilities")
        return True

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """`x w + b`: (rows,) of two classes, else (rows, classes)."""
        logits = self._outputs(X, logits=True).astype(np.float64)
        return logits[:, 0] if logits.shape[1] == 1 else logits

    def predict(self, X: Any) -> NDArray[Any]:
        """The class of each row."""
        logits = self.decision_function(X)
        places = (logits > 0).astype(np.intp) if logits.ndim == 1 else logits.argmax(axis=1)
        found: NDArray[Any] = self.classes_[places]
        return found

    @property
    def coef_(self) -> Any:
        """The weights, (1, features) of two classes, else (classes, features)."""
        weight, _ = self._arrays()
        return weight if self._coef is None else self._coef

    @property
    def intercept_(self) -> NDArray[np.float32]:
        """The biases, one for each row of `coef_`."""
        return self._arrays()[1]


class _LinearRegressor(_Linear, _Regressor):
    def _settings(self, features: int) -> dict[str, Any]:
        return {**self._settings_of_model(), "features": features, "loss": "squared", "classes": "regression"}

    def _take_settings(self, settings: Mapping[str, Any], classes: Any) -> None:
        if settings.get("classes", "two") != "regression":
            raise ValueError("the file's model is no regression")
        super()._take_settings(settings, classes)

    @property
    def coef_(self) -> Any:
        """The weights, (features,)."""
        weight, _ = self._arrays()
        return weight[0] if self._coef is None else self._coef

    @property
    def intercept_(self) -> NDArray[np.float32]:
        """The bias, (1,)."""
        return self._arrays()[1]


class _Ftrl(_Linear):
    _optimizer, _own = "ftrl", ("beta",)


class _AdaGrad(_Linear):
    _optimizer, _own = "adagrad", ("epsilon",)


#: The step of plain gradient descent, where rows are short.
_RATE = 0.02


class _Sgd(_Linear):
    _optimizer = "sgd"

    def _begin(self, X: Any, weights: NDArray[Any] | None) -> None:
        super()._begin(X, weights)
        self.learning_rate_ = self.learning_rate
        if self.learning_rate is None:
            X = _canonical(X)
            sums = np.concatenate([[0.0], np.cumsum(X.data.astype(np.float64) ** 2)])
            squares = np.diff(sums[X.indptr])
            squares = squares if weights is None else squares * weights
            self.learning_rate_ = min(_RATE, 1.0 / (1.0 + float(squares.max(initial=0.0))))

    def _settings_of_model(self) -> dict[str, Any]:
        return {**super()._settings_of_model(), "learning_rate": getattr(self, "learning_rate_", self.learning_rate) or _RATE}


class FTRLClassifier(_Ftrl, _LinearClassifier):
    """A linear classifier, learnt row after row by FTRL-proximal (McMahan et al., 2013).

    Parameters
    ----------
    loss : {"log_loss", "hinge", "squared_hinge", "squared_error"}
        Of several classes, `log_loss` is softmax; for others each class is learnt against the rest.
    learning_rate, beta : float
        The step of a weight is `learning_rate / (beta + sqrt(sum of its squared gradients))`.
    l1, l2 : float
        Norms of the weights, not of the intercept. A weight is 0 until more than `l1` speaks for it in all rows together.
    fit_intercept : bool
    max_iter : int
        Passes over the rows.
    tol, n_iter_no_change, early_stopping, validation_fraction
        When `fit` ends before: see there. `tol=None` makes all passes.
    shuffle : bool
        Learn the rows of each pass in another order.
    class_weight : dict, "balanced" or None
    warm_start : bool
        `fit` goes on from the model that is there.
    random_state : int, RandomState or None
    n_jobs : int or None
        Threads that predict and read files; -1 takes all. Results do not depend on it.

    Attributes
    ----------
    classes_, coef_, intercept_, n_features_in_, n_iter_ : as scikit-learn's
    loss_curve_ : list of float
        The mean loss of each pass, of each row before it was learnt.
    """

    def __init__(
        self, loss: str = "log_loss", *, learning_rate: float = 0.1, beta: float = 1.0, l1: float = 0.0, l2: float = 0.0,
        fit_intercept: bool = True, max_iter: int = 20, tol: float | None = 1e-3, n_iter_no_change: int = 3,
        early_stopping: bool = False, validation_fraction: float = 0.1, shuffle: bool = True, class_weight: Any = None,
        warm_start: bool = False, random_state: Any = None, n_jobs: int | None = None,
    ) -> None:  # fmt: skip
        self._assign(locals())


class AdaGradClassifier(_AdaGrad, _LinearClassifier):
    """A linear classifier, learnt row after row by AdaGrad: a step is `learning_rate g / sqrt(epsilon + sum of squared g)`.

    Other parameters are those of `FTRLClassifier`, but `l1` pulls in each row: by the step of the weight times `l1`.
    """

    def __init__(
        self, loss: str = "log_loss", *, learning_rate: float = 0.2, epsilon: float = 1.0, l1: float = 0.0, l2: float = 0.0,
        fit_intercept: bool = True, max_iter: int = 20, tol: float | None = 1e-3, n_iter_no_change: int = 3,
        early_stopping: bool = False, validation_fraction: float = 0.1, shuffle: bool = True, class_weight: Any = None,
        warm_start: bool = False, random_state: Any = None, n_jobs: int | None = None,
    ) -> None:  # fmt: skip
        self._assign(locals())


class SGDClassifier(_Sgd, _LinearClassifier):
    """A linear classifier, learnt row after row by plain gradient descent with a constant step, `learning_rate g`.

    Without a learning rate it is `learning_rate_`: 0.02, or `1 / (1 + x x)` of the longest of the first rows if that is less. Other parameters are those of `AdaGradClassifier`.
    """

    def __init__(
        self, loss: str = "log_loss", *, learning_rate: float | None = None, l1: float = 0.0, l2: float = 0.0,
        fit_intercept: bool = True, max_iter: int = 20, tol: float | None = 1e-3, n_iter_no_change: int = 3,
        early_stopping: bool = False, validation_fraction: float = 0.1, shuffle: bool = True, class_weight: Any = None,
        warm_start: bool = False, random_state: Any = None, n_jobs: int | None = None,
    ) -> None:  # fmt: skip
        self._assign(locals())


class FTRLRegressor(_Ftrl, _LinearRegressor):
    """Linear regression by the squared loss `(x w + b - y)^2 / 2`, learnt as by `FTRLClassifier`."""

    def __init__(
        self, *, learning_rate: float = 0.1, beta: float = 1.0, l1: float = 0.0, l2: float = 0.0, fit_intercept: bool = True,
        max_iter: int = 100, tol: float | None = 1e-3, n_iter_no_change: int = 3, early_stopping: bool = False,
        validation_fraction: float = 0.1, shuffle: bool = True, warm_start: bool = False, random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:  # fmt: skip
        self._assign(locals())


class AdaGradRegressor(_AdaGrad, _LinearRegressor):
    """Linear regression by the squared loss `(x w + b - y)^2 / 2`, learnt as by `AdaGradClassifier`."""

    def __init__(
        self, *, learning_rate: float = 0.2, epsilon: float = 1.0, l1: float = 0.0, l2: float = 0.0, fit_intercept: bool = True,
        max_iter: int = 100, tol: float | None = 1e-3, n_iter_no_change: int = 3, early_stopping: bool = False,
        validation_fraction: float = 0.1, shuffle: bool = True, warm_start: bool = False, random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:  # fmt: skip
        self._assign(locals())


class SGDRegressor(_Sgd, _LinearRegressor):
    """Linear regression by the squared loss `(x w + b - y)^2 / 2`, learnt as by `SGDClassifier`."""

    def __init__(
        self, *, learning_rate: float | None = None, l1: float = 0.0, l2: float = 0.0, fit_intercept: bool = True, max_iter: int = 100,
        tol: float | None = 1e-3, n_iter_no_change: int = 3, early_stopping: bool = False, validation_fraction: float = 0.1,
        shuffle: bool = True, warm_start: bool = False, random_state: Any = None, n_jobs: int | None = None,
    ) -> None:  # fmt: skip
        self._assign(locals())


# ------------------------------------------------------------------------------------------------- factorization machines


class _Machine(_Learner):
    """`w0 + x w + sum over i < j of <v_i, v_j> x_i x_j`."""

    n_factors: int
    optimizer: str
    learning_rate: float
    l2: float
    batch_size: int
    init_scale: float
    hyper: Mapping[str, float] | None

    _model = "fm"
    _row_weights = False

    def _settings_of_model(self) -> dict[str, Any]:
        # Of the estimator itself, so that the first factors do not depend on how often numbers were drawn.
        seed = int(check_random_state(self.random_state).randint(np.iinfo(np.int32).max))
        return {
            "model": self._model, "factors": self.n_factors, "optimizer": self.optimizer, "learning_rate": self.learning_rate,
            "weight_decay": self.l2, "batch_rows": self.batch_size, "deviation": self.init_scale, "seed": seed,
            "hyper": dict(self.hyper or {}), "threads": self._threads(), "row_weights": self._row_weights,
            "regression": isinstance(self, RegressorMixin),
        }  # fmt: skip

    def _settings(self, features: int) -> dict[str, Any]:
        return {**self._settings_of_model(), "features": features}

    def _take_settings(self, settings: Mapping[str, Any], classes: Any) -> None:
        if settings["regression"] != isinstance(self, RegressorMixin):
            raise ValueError(f"the file's model is {'a' if settings['regression'] else 'no'} regression")
        self.n_factors = settings["factors"]
        if isinstance(self, _Classifier):
            self.classes_ = np.unique([0, 1] if classes is None else classes)

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        self._row_weights = sample_weight is not None or getattr(self, "class_weight", None) is not None
        return super().fit(X, y, sample_weight)

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        if not hasattr(self, "_learner"):
            # Weights may come in a later call.
            self._row_weights = True
        return super().partial_fit(X, y, classes, sample_weight)

    def _factors(self, name: str) -> NDArray[np.float32]:
        try:
            return self._learner.array(name)
        except AttributeError:
            raise AttributeError("the model is not fitted") from None

    @property
    def intercept_(self) -> NDArray[np.float32]:
        """w0, (1,)."""
        return self._factors("w0")

    @property
    def coef_(self) -> NDArray[np.float32]:
        """w, (features,)."""
        return self._factors("w")

    @property
    def factors_(self) -> NDArray[np.float32]:
        """v, (features, factors)."""
        return self._factors("v").reshape(self.n_features_in_, -1)


class FMClassifier(_Machine, _Classifier):
    """A factorization machine of two classes: `sigmoid(w0 + x w + sum over i < j of <v_i, v_j> x_i x_j)`, by the log loss.

    Parameters
    ----------
    n_factors : int
        Length of each `v_i`.
    optimizer : str
        `sgd`, `sgd_momentum`, `adagrad`, `adam`, `ftrl`, and all others of `lacuna train fm`.
    learning_rate, l2 : float
        Step size, and what pulls the parameters that occur in a step towards 0.
    hyper : dict or None
        Other hyper-parameters of the optimizer, such as `{"beta1": 0.8}`.
    batch_size : int
        Rows of a step.
    init_scale : float
        Standard deviation of the first factors.
    max_iter, tol, n_iter_no_change, early_stopping, validation_fraction, shuffle, class_weight, warm_start, random_state, n_jobs
        As of `FTRLClassifier`; `n_jobs` are the threads of a step, too.

    Attributes
    ----------
    classes_, n_features_in_, n_iter_, loss_curve_ : as of `FTRLClassifier`
    intercept_, coef_, factors_ : w0, w and v
    """

    _several = False

    def __init__(
        self, n_factors: int = 16, *, optimizer: str = "adagrad", learning_rate: float = 0.03, l2: float = 0.0,
        hyper: Mapping[str, float] | None = None, batch_size: int = 32, init_scale: float = 0.01, max_iter: int = 100,
        tol: float | None = 1e-3, n_iter_no_change: int = 3, early_stopping: bool = False, validation_fraction: float = 0.1,
        shuffle: bool = True, class_weight: Any = None, warm_start: bool = False, random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:  # fmt: skip
        self._assign(locals())


class FMRegressor(_Machine, _Regressor):
    """A factorization machine of numbers, `w0 + x w + sum over i < j of <v_i, v_j> x_i x_j`, by the squared loss.

    Parameters and attributes are those of `FMClassifier`, without those of classes.
    """

    def __init__(
        self, n_factors: int = 16, *, optimizer: str = "adagrad", learning_rate: float = 0.03, l2: float = 0.0,
        hyper: Mapping[str, float] | None = None, batch_size: int = 32, init_scale: float = 0.01, max_iter: int = 100,
        tol: float | None = 1e-3, n_iter_no_change: int = 3, early_stopping: bool = False, validation_fraction: float = 0.1,
        shuffle: bool = True, warm_start: bool = False, random_state: Any = None, n_jobs: int | None = None,
    ) -> None:  # fmt: skip
        self._assign(locals())


class FFMClassifier(_Classifier):
    """A field-aware factorization machine of two classes, learnt row after row (Juan et al., 2016).

    Parameters
    ----------
    fields : array-like of int, (features,), or None
        The field of each feature, from 0. None puts all into one.
    n_factors : int
        Numbers that stand for a feature where it meets a field.
    optimizer : {"adagrad", "sgd"}
    learning_rate, l2 : float
    normalize : bool
        Divide the logit of a row by the sum of its squared values.
    max_iter, tol, n_iter_no_change, early_stopping, validation_fraction, shuffle, class_weight, warm_start, random_state, n_jobs
        As of `FTRLClassifier`.

    Attributes
    ----------
    classes_, n_features_in_, n_iter_, loss_curve_ : as of `FTRLClassifier`
    factors_ : ndarray, (features, fields, factors)
    """

    _model, _several = "ffm", False
    fields: Any
    n_factors: int
    optimizer: str
    learning_rate: float
    l2: float
    normalize: bool

    def __init__(
        self, fields: Any = None, *, n_factors: int = 4, optimizer: str = "adagrad", learning_rate: float = 0.5, l2: float = 2e-6,
        normalize: bool = True, max_iter: int = 20, tol: float | None = 1e-3, n_iter_no_change: int = 3,
        early_stopping: bool = False, validation_fraction: float = 0.1, shuffle: bool = True, class_weight: Any = None,
        warm_start: bool = False, random_state: Any = None, n_jobs: int | None = None,
    ) -> None:  # fmt: skip
        self._assign(locals())

    def _settings_of_model(self) -> dict[str, Any]:
        seed = int(check_random_state(self.random_state).randint(np.iinfo(np.int32).max))
        ffm = {"fields": self.n_fields_, "factors": self.n_factors, "normalise": self.normalize, "seed": seed}
        return {
            "model": self._model, "optimizer": self.optimizer, "learning_rate": self.learning_rate, "l2": self.l2, "ffm": ffm,
        }  # fmt: skip

    def _settings(self, features: int) -> dict[str, Any]:
        return {**self._settings_of_model(), "features": features}

    def _begin(self, X: Any, weights: NDArray[Any] | None) -> None:
        self.n_fields_ = int(self._fields(X.shape[1]).max(initial=0)) + 1

    def _fields(self, features: int) -> NDArray[np.int64]:
        if self.fields is None:
            return np.zeros(features, np.int64)
        fields = np.asarray(self.fields)
        if fields.shape != (features,) or not np.issubdtype(fields.dtype, np.integer) or fields.min(initial=0) < 0:
            raise ValueError(f"fields has shape {fields.shape} and dtype {fields.dtype}: {features} integers, 0 or more")
        return fields.astype(np.int64)

    def _rows(self, X: Any) -> _runtime.Rows:
        X = _canonical(X)
        fields = self._fields(X.shape[1])
        count = self.n_fields_
        if count == 1:
            return _runtime.rows_of(X)
        indices = X.indices.astype(np.int64) * count + fields[X.indices]
        wide = scipy.sparse.csr_matrix((X.data, indices, X.indptr.astype(np.int64)), (X.shape[0], X.shape[1] * count))
        return _runtime.rows_of(wide)

    def _text(self) -> dict[str, Any]:
        return {"fields": getattr(self, "n_fields_", 1)}

    def _sized(self, scan: _runtime.TextScan) -> int:
        self.n_fields_ = int(scan.fields)
        return int(scan.features)

    def _take_settings(self, settings: Mapping[str, Any], classes: Any) -> None:
        ffm = settings["ffm"]
        self.n_fields_, self.n_factors, self.normalize = ffm["fields"], ffm["factors"], ffm["normalise"]
        self.optimizer, self.learning_rate, self.l2 = (settings[name] for name in ("optimizer", "learning_rate", "l2"))
        self.classes_ = np.unique([0, 1] if classes is None else classes)

    @property
    def factors_(self) -> NDArray[np.float32]:
        """The factors, (features, fields, factors)."""
        try:
            numbers = self._learner.array("weight")
        except AttributeError:
            raise AttributeError("the model is not fitted") from None
        return numbers.reshape(self.n_features_in_, self.n_fields_, self.n_factors)


