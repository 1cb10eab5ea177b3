"""Losses and weights of MXNet 1.9.1's Gluon with a weight in a key-value store, for tests/model/stored.rs: python generate.py > stored.json"""
import json
import sys

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon

draw = np.random.RandomState(11)
ROWS, UNITS, CLASSES, STEPS = 12, 3, 2, 6
OPTIMIZERS = {
    "sgd": {"learning_rate": 0.5},
    "sgd_momentum": {"learning_rate": 0.25, "momentum": 0.9},
    # With less, the rounding alone would decide the step of a gradient that is nearly 0.
    "adagrad": {"learning_rate": 0.25, "eps": 0.01},
    "adam": {"learning_rate": 0.05},
}


class Words(gluon.Block):
    def __init__(self):
        super().__init__(prefix="")
        self.table = gluon.contrib.nn.SparseEmbedding(ROWS, UNITS, prefix="table_")
        self.head = gluon.nn.Dense(CLASSES, in_units=UNITS, prefix="head_")

    def forward(self, ids):
        return self.head(self.table(ids))


def told(array):
    return [float(x) for x in array.asnumpy().ravel()]


def whole(net):
    every = mx.nd.arange(ROWS, dtype="int64")
    return {"table.weight": told(net.table.weight.row_sparse_data(every)), "head.weight": told(net.head.weight.data()), "head.bias": told(net.head.bias.data())}


first = {"table": draw.normal(0, 0.5, (ROWS, UNITS)).astype(np.float32), "head": draw.normal(0, 0.5, (CLASSES, UNITS)).astype(np.float32)}
# Ids in any order and more than once; 4 and 9 come in no batch.
batches = [([int(x) for x in draw.choice([0, 1, 2, 3, 5, 6, 7, 8, 10, 11], 5)], [int(x) for x in draw.randint(0, CLASSES, 5)]) for _ in range(STEPS)]
cases = {}
for name, hyper in OPTIMIZERS.items():
    net = Words()
    net.initialize(mx.init.Zero())
    net.table.weight.set_data(mx.nd.array(first["table"]).tostype("row_sparse"))
    net.head.weight.set_data(mx.nd.array(first["head"]))
    trainer = gluon.Trainer(net.collect_params(), "sgd" if name == "sgd_momentum" else name, hyper, kvstore="local")
    loss, losses, pulled = gluon.loss.SoftmaxCrossEntropyLoss(), [], []
    for ids, labels in batches:
        ids = mx.nd.array(ids, dtype="int64")
        with autograd.record():
            of_rows = loss(net(ids), mx.nd.array(labels))
        of_rows.backward()
        pulled.append([int(x) for x in net.table.weight.row_sparse_data(ids).indices.asnumpy()])
        trainer.step(len(labels))
        losses.append(told(of_rows))
    cases[name] = {"losses": losses, "pulled": pulled, "last": whole(net)}
first = {f"{name}.weight": told(mx.nd.array(array)) for name, array in first.items()}
json.dump({"first": first, "batches": batches, "cases": cases}, sys.stdout)
print()
