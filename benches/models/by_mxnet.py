#!/usr/bin/env python3
"""A model trained by MXNet 1.9.1 and by lacuna from the same weights on the same batches, in alternation: losses, weights and samples a second.

usage: by_mxnet.py MODELS fm|mf|linear|wide-deep [--features 1000000] [--factors 16] [--batch 1000] [--batches 20] [--nonzeros 39] [--epochs 3] [--rounds 3]

MODELS is the example `models` of lacuna-models: cargo build --release -p lacuna-models --example models. Both run on one thread. Seconds are those that a process had a core for, of all its threads.
Needs mxnet==1.9.1 (pip install --no-deps), numpy==1.23.5, scipy<1.11, requests, graphviz==0.8.4.
"""
import argparse
import os
import statistics
import subprocess
import tempfile
import time

os.environ["OMP_NUM_THREADS"] = "1"

import mxnet as mx
import numpy as np

from models import MULTIPLIERS, Training, factorization_machine, linear_classification, matrix_factorization, wide_deep

parser = argparse.ArgumentParser()
parser.add_argument("models")
parser.add_argument("model", choices=["fm", "mf", "linear", "wide-deep"])
parser.add_argument("--features", type=int, default=1_000_000, help="of mf: users, and a tenth as many items; of wide-deep: crossed columns")
parser.add_argument("--factors", type=int, default=16)
parser.add_argument("--batch", type=int, default=1000)
parser.add_argument("--batches", type=int, default=20)
parser.add_argument("--nonzeros", type=int, default=39)
parser.add_argument("--epochs", type=int, default=3)
parser.add_argument("--rounds", type=int, default=3)
options = parser.parse_args()
draw = np.random.RandomState(1)
features, factors, rows = options.features, options.factors, options.batch


def crossed(width):
    # Frequent features and rare ones, as of click logs.
    columns = (features * draw.rand(rows, width) ** 3).astype(np.int64)
    columns = [np.unique(row) for row in columns]
    indptr = np.cumsum([0] + [len(row) for row in columns])
    indices = np.concatenate(columns)
    return mx.nd.sparse.csr_matrix((draw.rand(len(indices)).astype(np.float32), indices, indptr), shape=(rows, features))


def machine():
    first = {"w0": draw.normal(0, 0.01, (1,)), "w": draw.normal(0, 0.01, (features, 1)), "v": draw.normal(0, 0.001, (features, factors))}
    batches = []
    for _ in range(options.batches):
        data = crossed(options.nonzeros)
        label = (draw.rand(rows, 1) < 0.3).astype(np.float32)
        batches.append({"data": data, "label": mx.nd.array(label)})
    adam = {"optimizer": "adam", "multipliers": MULTIPLIERS, "learning_rate": 1.0, "wd": 1.0}
    return factorization_machine(features, factors), first, batches, adam


def factorization():
    items = max(1, features // 10)
    bound = np.sqrt(2.34 / factors)
    matrix = lambda count: draw.uniform(-bound, bound, (count, factors))
    first = {"user_weight": matrix(features), "item_weight": matrix(items)}
    for side in ("user", "item"):
        first["fc_%s_weight" % side], first["fc_%s_bias" % side] = matrix(factors), np.zeros(factors)
    ids = lambda count: mx.nd.array(draw.randint(0, count, rows))
    batches = [{"user": ids(features), "item": ids(items), "label": mx.nd.array(draw.randint(1, 6, (rows, 1)))} for _ in range(options.batches)]
    return matrix_factorization(features, items, factors), first, batches, {"optimizer": "sgd", "multipliers": {}, "learning_rate": 0.1}


def classes():
    return mx.nd.array((draw.rand(rows) < 0.3).astype(np.float32))


def linear():
    first = {"weight": draw.normal(0, 0.01, (features, 2)), "bias": np.zeros(2)}
    batches = [{"data": crossed(options.nonzeros), "label": classes()} for _ in range(options.batches)]
    return linear_classification(features), first, batches, {"optimizer": "sgd", "multipliers": {}, "learning_rate": 0.01}


def deep():
    # The Adult census: two crossed columns of a row, two tables, and 38 continuous columns.
    tables, width, continuous, hidden = (1000, 1000), 8, 38, (50, 100)
    first = {"linear_weight": draw.normal(0, 0.01, (features, 2)), "linear_bias": np.zeros(2)}
    uniform = lambda *shape: draw.uniform(-0.1, 0.1, shape)
    first.update({"embed_%d_weight" % number: uniform(count, width) for number, count in enumerate(tables)})
    terms = continuous + width * len(tables)
    for number, outputs in enumerate(hidden + (2,)):
        first["fc_%d_weight" % number], first["fc_%d_bias" % number], terms = uniform(outputs, terms), np.zeros(outputs), outputs
    batches = []
    for _ in range(options.batches):
        batch = {"data": crossed(2), "continuous": mx.nd.array(draw.normal(size=(rows, continuous))), "label": classes()}
        batch.update({"ids%d" % number: mx.nd.array(draw.randint(0, count, rows)) for number, count in enumerate(tables)})
        batches.append(batch)
    return wide_deep(features, tables, width, hidden), first, batches, {"optimizer": "adam", "multipliers": {}, "learning_rate": 0.001}


def loss(label, output):
    if options.model in ("linear", "wide-deep"):
        label, output = label.asnumpy().astype(int), output.asnumpy().astype(np.float64)
        return -np.mean(np.log(output[np.arange(len(label)), label]))
    label, output = label.asnumpy().ravel().astype(np.float64), output.asnumpy().ravel().astype(np.float64)
    if options.model == "mf":
        return np.mean((label - output) ** 2)
    return -np.mean(np.log(np.where(label == 1, output, 1 - output)))


symbol, first, batches, optimizer = {"fm": machine, "mf": factorization, "linear": linear, "wide-deep": deep}[options.model]()
first = {name: array.astype(np.float32) for name, array in first.items()}


def by_mxnet():
    training = Training(symbol, first, batches[0], **optimizer)
    epochs = []
    for _ in range(options.epochs):
        began, wall, total = time.process_time(), time.perf_counter(), 0.0
        for batch in batches:
            total += loss(batch["label"], training.step(batch))
        mx.nd.waitall()
        epochs.append((total / len(batches), time.process_time() - began, time.perf_counter() - wall))
    return epochs, training.weights()


def by_lacuna(folder):
    last = os.path.join(folder, "last.params")
    shown = subprocess.run([options.models, options.model, os.path.join(folder, "first.params"), str(options.epochs), last], check=True, capture_output=True, text=True).stdout
    epochs = [tuple(float(word) for word in line.split()) for line in shown.splitlines()]
    return epochs, {name: array.asnumpy() for name, array in mx.nd.load(last).items()}


with tempfile.TemporaryDirectory() as folder:
    arrays = {"first/" + name: mx.nd.array(array) for name, array in first.items()}
    for number, batch in enumerate(batches):
        arrays.update({"batch%06d/%s" % (number, name): array for name, array in batch.items()})
    mx.nd.save(os.path.join(folder, "first.params"), arrays)
    rounds = [(by_mxnet(), by_lacuna(folder)) for _ in range(options.rounds)]

(theirs, their_weights), (ours, our_weights) = rounds[0]
print("epoch     loss, MXNet    loss, lacuna")
for number, (peer, own) in enumerate(zip(theirs, ours), 1):
    print("%5d  %14.9f  %14.9f" % (number, peer[0], own[0]))
for name, weight in their_weights.items():
    print("%s: largest difference %.3g, largest weight %.3g, moved by %.3g" % (name, np.abs(weight - our_weights[name]).max(), np.abs(weight).max(), np.abs(weight - first[name]).max()))
# The first epoch makes states and memory on both sides.
pairs = [(peer[kind], own[kind]) for (peers, _), (owns, _) in rounds for peer, own in list(zip(peers, owns))[1:] for kind in (1,)]
walls = [(peer[2], own[2]) for (peers, _), (owns, _) in rounds for peer, own in list(zip(peers, owns))[1:]]
samples = rows * len(batches)
if not all(own for _, own in pairs):
    raise SystemExit("an epoch is too short for the clock of core time: more --batches")
for kind, times in (("core", pairs), ("wall", walls)):
    ratios = sorted(peer / own for peer, own in times)
    peer, own = (statistics.median(samples / seconds for seconds in side) for side in zip(*times))
    print("samples a second (%s time): MXNet %.4g, lacuna %.4g, ratio %.1f [%.1f to %.1f]" % (kind, peer, own, statistics.median(ratios), ratios[0], ratios[-1]))
