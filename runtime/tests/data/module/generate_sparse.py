"""MXNet 1.9.1's sparse models as files of MXNet, for tests/module: python generate_sparse.py, which writes sparse.json and the checkpoints.

A factorization machine, a matrix factorization and a wide and deep model, of benches/models/models.py: their graphs as JSON with first parameters (epoch 0) and trained ones
(epoch 6), outputs and gradients of each step, and predictions of a batch that is not learnt. Needs what benches/models/by_mxnet.py does.
"""
import json
import os
import sys

import mxnet as mx
import numpy as np

folder = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(folder, "..", "..", "..", "..", "benches", "models"))
from models import MULTIPLIERS, Training, factorization_machine, matrix_factorization, wide_deep

draw = np.random.RandomState(11)
STEPS, ROWS = 6, 5


def told(array):
    parts = {"shape": list(array.shape), "data": [float(x) for x in (array if array.stype == "default" else array.data).asnumpy().ravel()]}
    if array.stype == "csr":
        parts.update(indices=[int(x) for x in array.indices.asnumpy()], indptr=[int(x) for x in array.indptr.asnumpy()])
    return parts


def dense(array):
    return told(array.tostype("default"))


def sparse(features):
    numbers = draw.uniform(-1, 1, (ROWS, features)) * (draw.rand(ROWS, features) < 0.3)
    # A row without entries, and a feature that comes in no batch.
    numbers[2], numbers[:, 4] = 0, 0
    return mx.nd.array(numbers).tostype("csr")


def ids(count):
    return mx.nd.array(draw.randint(0, count, ROWS))


def save(name, symbol, training, epoch):
    parameters = {own: training.executor.arg_dict[own] for own in training.names}
    mx.model.save_checkpoint(os.path.join(folder, name), epoch, symbol, parameters, {})


def case(name, symbol, inputs, batches, optimizer):
    *learnt, held = batches
    shapes, _, _ = symbol.infer_shape(**{own: array.shape for own, array in held.items()})
    first = {own: draw.uniform(-0.4, 0.4, shape).astype(np.float32) for own, shape in zip(symbol.list_arguments(), shapes) if own not in held}
    training = Training(symbol, first, held, **optimizer)
    save(name, symbol, training, 0)
    steps = []
    for batch in learnt:
        output = training.step(batch)
        gradients = {own: dense(training.executor.grad_dict[own]) for own in training.names}
        stypes = {own: training.executor.grad_dict[own].stype for own in training.names}
        steps.append({"inputs": {own: told(array) for own, array in batch.items()}, "output": told(output), "gradients": gradients, "stypes": stypes})
    save(name, symbol, training, STEPS)
    for own, array in held.items():
        array.copyto(training.executor.arg_dict[own])
    predicted = training.executor.forward(is_train=False)[0]
    held = {"inputs": {own: told(array) for own, array in held.items()}, "output": told(predicted)}
    last = {own: dense(training.executor.arg_dict[own]) for own in training.names}
    return {"name": name, "inputs": inputs, "steps": steps, "held": held, "last": last}


def machine(features=11, factors=3):
    batches = [{"data": sparse(features), "label": mx.nd.array(draw.randint(0, 2, (ROWS, 1)))} for _ in range(STEPS + 1)]
    adam = {"optimizer": "adam", "multipliers": MULTIPLIERS, "learning_rate": 1.0, "wd": 1.0}
    return case("fm", factorization_machine(features, factors), ["data"], batches, adam)


def factorization(users=9, items=6, factors=4):
    batches = [{"user": ids(users), "item": ids(items), "label": mx.nd.array(draw.randint(1, 6, (ROWS, 1)))} for _ in range(STEPS + 1)]
    sgd = {"optimizer": "sgd", "multipliers": {}, "learning_rate": 0.1}
    return case("mf", matrix_factorization(users, items, factors), ["user", "item"], batches, sgd)


def deep_and_wide(features=10, tables=(6, 4), width=3, continuous=5, hidden=(7, 6)):
    batches = []
    for _ in range(STEPS + 1):
        batch = {"data": sparse(features), "continuous": mx.nd.array(draw.uniform(-1, 1, (ROWS, continuous))), "label": ids(2)}
        batch.update({"ids%d" % number: ids(rows) for number, rows in enumerate(tables)})
        batches.append(batch)
    inputs = ["data", "ids0", "ids1", "continuous"]
    return case("wide_deep", wide_deep(features, tables, width, hidden), inputs, batches, {"optimizer": "adam", "multipliers": {}, "learning_rate": 0.001})


with open(os.path.join(folder, "sparse.json"), "w") as file:
    json.dump([machine(), factorization(), deep_and_wide()], file, separators=(",", ":"))
    file.write("\n")
