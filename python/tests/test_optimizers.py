"""Every optimizer that `test_calls` has no test of its own for, against its formula in float64."""

from __future__ import annotations

import dataclasses
import re
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lacuna_sparse import kernels as lacuna
from test_calls import KernelCase, on_all_types

HEADER = (Path(__file__).resolve().parents[2] / "kernels-capi" / "include" / "lacuna.h").read_text(encoding="utf-8")
DEFAULTS = (Path(__file__).resolve().parents[2] / "fixtures" / "defaults.txt").read_text(encoding="utf-8")
Array = NDArray[Any]
LR, WD, E, B1, B2, C1, C2, MU = 0.1, 0.01, 0.5, 0.9, 0.75, 0.5, 0.25, 0.8
COMMON: dict[str, Any] = {"learning_rate": LR, "weight_decay": WD, "rescale_gradient": 0.5}
BETAS: dict[str, Any] = {**COMMON, "beta1": B1, "beta2": B2, "epsilon": E}
CORRECTED: dict[str, Any] = {**BETAS, "correction1": C1, "correction2": C2}


def moments(h: Array, m: Array, v: Array) -> tuple[Array, Array]:
    return B1 * m + (1 - B1) * h, B2 * v + (1 - B2) * h * h


def mean(h: Array) -> Array:
    result: Array = np.mean(h * h, axis=1, keepdims=True)
    return result


def norm(x: Array) -> Array:
    result: Array = np.sqrt(np.sum(x * x, axis=1, keepdims=True))
    return result


def adagrad_l2(h: Array, w: Array, n: Array) -> tuple[Array, ...]:
    k = h + WD * w
    return w - LR * k / (np.sqrt(n + k * k) + E), n + k * k


def adadelta(h: Array, w: Array, s: Array, u: Array) -> tuple[Array, ...]:
    s = B1 * s + (1 - B1) * h * h
    d = np.sqrt(u + E) / np.sqrt(s + E) * h
    return w - LR * (d + WD * w), s, B1 * u + (1 - B1) * d * d


def rmsprop(h: Array, w: Array, s: Array) -> tuple[Array, ...]:
    k = h + WD * w
    s = B1 * s + (1 - B1) * k * k
    return w - LR * k / np.sqrt(s + E), s


def rmsprop_centered(h: Array, w: Array, s: Array, m: Array, d: Array) -> tuple[Array, ...]:
    k = h + WD * w
    s, m = B1 * s + (1 - B1) * k * k, B1 * m + (1 - B1) * k
    d = MU * d - LR * k / np.sqrt(s - m * m + E)
    return w + d, s, m, d


def adam(h: Array, w: Array, m: Array, v: Array) -> tuple[Array, ...]:
    m, v = moments(h + WD * w, m, v)
    return w - LR * m / (np.sqrt(v) + E), m, v


def adamw(h: Array, w: Array, m: Array, v: Array) -> tuple[Array, ...]:
    m, v = moments(h, m, v)
    return w - 0.5 * (LR * m / (np.sqrt(v) + E) + WD * w), m, v


def adamax(h: Array, w: Array, m: Array, u: Array) -> tuple[Array, ...]:
    k = h + WD * w
    m, u = B1 * m + (1 - B1) * k, np.maximum(B2 * u, np.abs(k))
    return w - LR * m / u, m, u


def nadam(h: Array, w: Array, m: Array, v: Array) -> tuple[Array, ...]:
    k = h + WD * w
    m, v = moments(k, m, v)
    return w - LR * (0.25 * k + 0.75 * m) / (np.sqrt(v / C2) + E), m, v


def ftml(h: Array, w: Array, d: Array, v: Array, z: Array) -> tuple[Array, ...]:
    z, v = moments(h + WD * w, z, v)
    c = C1 / LR * (np.sqrt(v / C2) + E)
    z = z - (c - B1 * d) * w
    return -z / c, c, v, z


def ftrl(h: Array, w: Array, z: Array, n: Array) -> tuple[Array, ...]:
    z, n = z + h - (np.sqrt(n + h * h) - np.sqrt(n)) * w / LR, n + h * h
    return np.where(np.abs(z) > 0.25, (np.sign(z) * 0.25 - z) / ((1 + np.sqrt(n)) / LR + WD), 0), z, n


def sign_sgd(h: Array, w: Array) -> tuple[Array, ...]:
    return ((1 - LR * WD) * w - LR * np.sign(h),)


def signum(h: Array, w: Array, m: Array) -> tuple[Array, ...]:
    m = MU * m - (1 - MU) * (WD * w + h)
    return (1 - LR * 0.25) * w + LR * np.sign(m), m


def lamb_direction(h: Array, w: Array, m: Array, v: Array, _: Array) -> tuple[Array, ...]:
    m, v = moments(h, m, v)
    return w, m, v, m / C1 / (np.sqrt(v / C2) + E) + WD * w


def group_adagrad(h: Array, w: Array, n: Array) -> tuple[Array, ...]:
    n = n + mean(h)
    return (1 - LR * WD) * w - LR * h / np.sqrt(n + E), n


def row_adagrad(h: Array, w: Array, n: Array) -> tuple[Array, ...]:
    k = h + WD * w
    n = n + mean(k)
    return w - LR * k / (np.sqrt(n) + E), n


def row_rmsprop(h: Array, w: Array, n: Array) -> tuple[Array, ...]:
    k = h + WD * w
    n = B1 * n + (1 - B1) * mean(k)
    return w - LR * k / (np.sqrt(n) + E), n


def row_adam(h: Array, w: Array, m: Array, v: Array) -> tuple[Array, ...]:
    v, m = B2 * v + (1 - B2) * mean(h), B1 * m + (1 - B1) * h
    return w - LR * (m / (C1 * (np.sqrt(v / C2) + E)) + WD * w), m, v


def ratio(w: Array, d: Array) -> Array:
    both = (norm(w) > 0) & (norm(d) > 0)
    return np.where(both, norm(w) / np.where(both, norm(d), 1), 1)


def row_lamb(h: Array, w: Array, m: Array, v: Array) -> tuple[Array, ...]:
    v, m = B2 * v + (1 - B2) * mean(h), B1 * m + (1 - B1) * h
    d = m / (C1 * (np.sqrt(v / C2) + E)) + WD * w
    return w - LR * ratio(w, d) * d, m, v


def lamb(h: Array, w: Array, m: Array, v: Array) -> tuple[Array, ...]:
    w, m, v, d = lamb_direction(h, w, m, v, w)
    return w - LR * ratio(w, d) * d, m, v


def lars(h: Array, w: Array, m: Array) -> tuple[Array, ...]:
    both = (norm(w) > 0) & (norm(h) > 0)
    rate = LR * np.where(both, 0.25 * norm(w) / (norm(h) + WD * norm(w) + E), 1)
    m = MU * m - rate * (WD * w + h)
    return w + m, m


#: Hyper-parameters, formula, and the states: how many, and how many of them have one number a row.
OPTIMIZERS: dict[str, tuple[Any, Callable[..., tuple[Array, ...]], int, int]] = {
    "adagrad_l2": (lacuna.AdaGradL2(**COMMON, epsilon=E), adagrad_l2, 1, 0),
    "adadelta": (lacuna.AdaDelta(**COMMON, rho=B1, epsilon=E), adadelta, 2, 0),
    "rmsprop": (lacuna.RmsProp(**COMMON, rho=B1, epsilon=E), rmsprop, 1, 0),
    "rmsprop_centered": (lacuna.RmsPropCentered(**COMMON, rho=B1, momentum=MU, epsilon=E), rmsprop_centered, 3, 0),
    "adam": (lacuna.Adam(**BETAS), adam, 2, 0),
    "adamw": (lacuna.AdamW(**BETAS, eta=0.5), adamw, 2, 0),
    "adamax": (lacuna.Adamax(**COMMON, beta1=B1, beta2=B2), adamax, 2, 0),
    "nadam": (lacuna.Nadam(**BETAS, gradient_share=0.25, mean_share=0.75, correction2=C2), nadam, 2, 0),
    "ftml": (lacuna.Ftml(**CORRECTED), ftml, 3, 0),
    "ftrl": (lacuna.Ftrl(**COMMON, lambda1=0.25, beta=1.0), ftrl, 2, 0),
    "sign_sgd": (lacuna.SignSgd(**COMMON), sign_sgd, 0, 0),
    "signum": (lacuna.Signum(**COMMON, momentum=MU, decoupled_decay=0.25), signum, 1, 0),
    "lamb_direction": (lacuna.LambDirection(**CORRECTED), lamb_direction, 3, 0),
    "group_adagrad": (lacuna.GroupAdaGrad(**COMMON, epsilon=E), group_adagrad, 1, 1),
    "row_adagrad": (lacuna.RowAdaGrad(**COMMON, epsilon=E), row_adagrad, 1, 1),
    "row_rmsprop": (lacuna.RowRmsProp(**COMMON, rho=B1, epsilon=E), row_rmsprop, 1, 1),
    "row_adam": (lacuna.RowAdam(**CORRECTED), row_adam, 2, 1),
    "row_lamb": (lacuna.RowLamb(**CORRECTED), row_lamb, 2, 1),
    "lamb": (lacuna.Lamb(**CORRECTED), lamb, 2, 0),
    "lars": (lacuna.Lars(**COMMON, momentum=MU, eta=0.25, epsilon=E), lars, 1, 0),
}


@on_all_types
class EveryOptimizer(KernelCase):
    def test_steps(self) -> None:
        weight, gradient = self.c[:25] / self.value(3), self.b_rows
        rows = gradient.indices.astype(np.int64)
        for name, (hyper, formula, states, numbers) in OPTIMIZERS.items():
            arrays = [weight, *((np.abs(weight) + self.value(1)) / self.value(1 + 3 * state) for state in range(states))]
            arrays = [array[:, :1].copy() if number >= 1 + states - numbers else array for number, array in enumerate(arrays)]
            expected = formula(0.5 * gradient.data.astype(np.float64), *(array[rows].astype(np.float64) for array in arrays))
            for sparse in (False, True):
                found: list[Any] = [array.copy() for array in arrays]
                if sparse:
                    found = [lacuna.RowSparse(array.shape, np.arange(25, dtype=self.index), array) for array in found]
                getattr(lacuna, name)(hyper, gradient, *found)
                for after, before, wanted in zip(found, arrays, expected, strict=True):
                    data = after.data if sparse else after
                    digits = 1e-5 if self.value is np.float32 else 1e-13
                    np.testing.assert_allclose(data[rows], wanted, rtol=digits, atol=digits, err_msg=name)
                    others = np.setdiff1d(np.arange(25), rows)
                    self.same(data[others], before[others])


class Defaults(unittest.TestCase):
    """A hyper-parameter that is 0 in C has the default that the header says; 0 in Python is 0."""

    def defaults(self, rule: str) -> dict[str, float]:
        bodies: dict[str, str] = {name: body for body, name in re.findall(r"typedef struct \{(.*?)\} lacuna_(\w+);", HEADER, re.DOTALL)}
        found = re.findall(r"Default:? (no limit|\S+)\.\n  double (\w+);", bodies[rule])
        return {name: np.inf if number == "no limit" else float(number) for number, name in found}

    def arrays(self, states: int, numbers: int) -> list[Array]:
        """A weight and states, of which the last have one number a row."""
        rng = np.random.default_rng(1)
        arrays = [rng.uniform(0.5, 1.5, (6, 3)) for _ in range(1 + states)]
        return [array[:, :1].copy() if place > states - numbers else array for place, array in enumerate(arrays)]

    def test_zeros_are_defaults(self) -> None:
        gradient = lacuna.RowSparse((6, 3), np.array([1, 4], np.int32), np.array([[0.5, -0.25, 2.0], [1.5, 0.0, -1.0]]))
        optimizers: dict[str, tuple[type[Any], int, int]] = {
            "sgd": (lacuna.Sgd, 0, 0), "sgd_momentum": (lacuna.SgdMomentum, 1, 0), "nag": (lacuna.Nag, 1, 0), "adagrad": (lacuna.AdaGrad, 1, 0),
            **{name: (type(hyper), states, numbers) for name, (hyper, _, states, numbers) in OPTIMIZERS.items()},
        }  # fmt: skip
        for name, (kind, states, numbers) in optimizers.items():
            defaults = self.defaults(name)
            self.assertEqual(defaults["rescale_gradient"], 1)
            expected, found = self.arrays(states, numbers), self.arrays(states, numbers)
            getattr(lacuna, name)(kind(**{**defaults, "learning_rate": 0.125}), gradient, *expected)
            zeroed = lacuna._STRUCTS[name](learning_rate=0.125)
            views = [lacuna._rows_mut(array, "state") for array in found]
            self.assertEqual(lacuna._function(f"optim_{name}")(zeroed, lacuna._row_sparse(gradient, "gradient"), *views, lacuna._Error()), 0)
            self.assertEqual([array.tobytes() for array in found], [array.tobytes() for array in expected], name)
            self.assertNotEqual(found[-1].tobytes(), self.arrays(states, numbers)[-1].tobytes(), name)

    def test_defaults_are_those_of_mxnet(self) -> None:
        kinds = {name: type(hyper) for name, (hyper, *_) in OPTIMIZERS.items()}
        kinds |= {"sgd": lacuna.Sgd, "sgd_momentum": lacuna.SgdMomentum, "nag": lacuna.Nag, "adagrad": lacuna.AdaGrad}
        defaults = {name: {field.name: field.default for field in dataclasses.fields(kind)} for name, kind in kinds.items()}
        compared = 0
        for line in DEFAULTS.splitlines():
            match line.split(" "):
                case ["kernel", kernel, field, number]:
                    off = {"clip_gradient": None, "clip_weights": np.inf} if number == "-1" else {}
                    expected = off[field] if field in off else float(number)
                    self.assertEqual(defaults[kernel][field], expected, f"{kernel} {field}")
                    compared += 1
        self.assertGreater(compared, 70)

    def test_zeros_of_python_are_zeros(self) -> None:
        gradient = lacuna.RowSparse((6, 3), np.array([1, 4], np.int32), np.array([[0.5, -0.25, 2.0], [1.5, 0.0, -1.0]]))
        weight, mean, variance = self.arrays(2, 0)
        lacuna.adam(lacuna.Adam(learning_rate=0.125, beta1=0.0, beta2=0.0), gradient, weight, mean, variance)
        self.assertEqual(mean[[1, 4]].tolist(), gradient.data.tolist())
        self.assertEqual(variance[[1, 4]].tolist(), np.square(gradient.data).tolist())
        before = weight.copy()
        lacuna.sgd(lacuna.Sgd(learning_rate=0.125, rescale_gradient=0.0), gradient, weight)
        self.assertEqual(weight.tolist(), before.tolist())
        lacuna.sgd(lacuna.Sgd(learning_rate=0.0), gradient, weight)
        self.assertEqual(weight.tolist(), before.tolist())


if __name__ == "__main__":
    unittest.main()
