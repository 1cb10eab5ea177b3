"""Losses and weights of MXNet 1.9.1, for tests/model: python generate.py > steps.json

Needs what benches/models/by_mxnet.py does.
"""
import json
import os
import sys

import mxnet as mx
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "..", "benches", "models"))
from models import MULTIPLIERS, Training, factorization_machine, linear_classification, matrix_factorization, wide_deep

draw = np.random.RandomState(3)
STEPS, ROWS = 6, 5


def told(array):
    if isinstance(array, np.ndarray):
        return {"shape": list(array.shape), "data": [float(x) for x in array.ravel()]}
    parts = {"shape": list(array.shape), "data": [float(x) for x in (array.data if array.stype == "csr" else array).asnumpy().ravel()]}
    if array.stype == "csr":
        parts.update(indices=[int(x) for x in array.indices.asnumpy()], indptr=[int(x) for x in array.indptr.asnumpy()])
    return parts


def case(symbol, first, batches, inputs, optimizer):
    first = {name: array.astype(np.float32) for name, array in first.items()}
    training = Training(symbol, first, batches[0], **optimizer)
    steps = []
    for batch in batches:
        output = training.step(batch).asnumpy()
        steps.append({"inputs": [told(batch[name]) for name in inputs], "label": told(batch["label"]), "output": told(output)})
    return {"first": {name: told(array) for name, array in first.items()}, "steps": steps, "last": {name: told(array) for name, array in training.weights().items()}}


def machine(features=11, factors=3):
    first = {"w0": draw.normal(0, 0.01, (1,)), "w": draw.normal(0, 0.1, (features, 1)), "v": draw.normal(0, 0.3, (features, factors))}
    batches = []
    for _ in range(STEPS):
        dense = draw.uniform(-1, 1, (ROWS, features)) * (draw.rand(ROWS, features) < 0.3)
        # A row without entries, and features that come in no batch.
        dense[2], dense[:, 4] = 0, 0
        batches.append({"data": mx.nd.array(dense).tostype("csr"), "label": mx.nd.array(draw.randint(0, 2, (ROWS, 1)))})
    adam = {"optimizer": "adam", "multipliers": MULTIPLIERS, "learning_rate": 1.0, "wd": 1.0}
    return case(factorization_machine(features, factors), first, batches, ["data"], adam)


def factorization(users=9, items=6, factors=4):
    matrix = lambda count: draw.uniform(-0.7, 0.7, (count, factors))
    first = {"user_weight": matrix(users), "item_weight": matrix(items)}
    for side in ("user", "item"):
        first["fc_%s_weight" % side], first["fc_%s_bias" % side] = matrix(factors), draw.uniform(-0.1, 0.1, factors)
    ids = lambda count: mx.nd.array(draw.randint(0, count, ROWS))
    batches = [{"user": ids(users), "item": ids(items), "label": mx.nd.array(draw.randint(1, 6, (ROWS, 1)))} for _ in range(STEPS)]
    return case(matrix_factorization(users, items, factors), first, batches, ["user", "item"], {"optimizer": "sgd", "multipliers": {}, "learning_rate": 0.1})


def sparse(features):
    dense = draw.uniform(-1, 1, (ROWS, features)) * (draw.rand(ROWS, features) < 0.3)
    # A row without entries, and features that come in no batch.
    dense[2], dense[:, 4] = 0, 0
    return mx.nd.array(dense).tostype("csr")


def classes():
    return mx.nd.array(draw.randint(0, 2, ROWS))


def classifier(optimizer, features=9, positive_weight=2.0):
    first = {"weight": draw.normal(0, 0.1, (features, 2)), "bias": draw.normal(0, 0.1, 2)}
    batches = [{"data": sparse(features), "label": classes()} for _ in range(STEPS)]
    return case(linear_classification(features, positive_weight), first, batches, ["data"], {"multipliers": {}, **optimizer})


def deep_and_wide(features=10, tables=(6, 4), width=3, continuous=5, hidden=(7, 6)):
    first = {"linear_weight": draw.normal(0, 0.1, (features, 2)), "linear_bias": draw.normal(0, 0.1, 2)}
    for number, rows in enumerate(tables):
        first["embed_%d_weight" % number] = draw.uniform(-0.5, 0.5, (rows, width))
    terms = continuous + len(tables) * width
    for number, outputs in enumerate(hidden + (2,)):
        first["fc_%d_weight" % number] = draw.uniform(-0.5, 0.5, (outputs, terms))
        first["fc_%d_bias" % number], terms = draw.uniform(-0.1, 0.1, outputs), outputs
    batches = []
    for _ in range(STEPS):
        batch = {"data": sparse(features), "continuous": mx.nd.array(draw.uniform(-1, 1, (ROWS, continuous))), "label": classes()}
        batch.update({"ids%d" % number: mx.nd.array(draw.randint(0, rows, ROWS)) for number, rows in enumerate(tables)})
        batches.append(batch)
    inputs = ["data", "ids0", "ids1", "continuous"]
    return case(wide_deep(features, tables, width, hidden), first, batches, inputs, {"optimizer": "adam", "multipliers": {}, "learning_rate": 0.001})


cases = {"fm": machine(), "mf": factorization(), "wide_deep": deep_and_wide()}
for name, options in {"sgd": {"learning_rate": 0.01}, "adagrad": {"learning_rate": 0.01}, "adam": {"learning_rate": 0.01}}.items():
    cases["classifier_" + name] = classifier({"optimizer": name, **options})
json.dump(cases, sys.stdout, separators=(",", ":"))
print()
