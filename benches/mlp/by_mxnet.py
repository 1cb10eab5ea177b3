"""The network of `lacuna train mlp`, trained by MXNet 1.9.1 and by lacuna from the same weights on the same rows.

    python by_mxnet.py LACUNA [--features 1000000] [--rows 1000] [--epochs 3] [--learning-rate 0.01]

LACUNA is the program (target/release/lacuna). Prints the loss of each epoch of both, the largest difference of the weights at the end, and the times of an epoch: MXNet's
without reading the file, lacuna's with it.
Needs mxnet==1.9.1 (pip install --no-deps), numpy==1.23.5, scipy<1.11, requests, graphviz==0.8.4.
"""
import argparse
import json
import os
import re
import subprocess
import tempfile
import time

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon

parser = argparse.ArgumentParser()
parser.add_argument("lacuna")
parser.add_argument("--features", type=int, default=1_000_000)
parser.add_argument("--rows", type=int, default=1000)
parser.add_argument("--epochs", type=int, default=3)
parser.add_argument("--learning-rate", type=float, default=0.01)
options = parser.parse_args()
BATCH, HIDDEN = 10, [128, 8]
random = np.random.RandomState(1)


class Linear(gluon.HybridBlock):
    def __init__(self, inputs, units):
        super().__init__()
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(units, inputs))
            self.bias = self.params.get("bias", shape=(units,), init="zeros")
        self.units = units

    def hybrid_forward(self, F, x, weight, bias):
        return F.FullyConnected(x, weight, bias, num_hidden=self.units)


class SparseLinear(gluon.HybridBlock):
    def __init__(self, inputs, units):
        super().__init__()
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(inputs, units), grad_stype="row_sparse")
            self.bias = self.params.get("bias", shape=(units,), init="zeros")

    def hybrid_forward(self, F, x, weight, bias):
        return F.sparse.dot(x, weight) + bias


def safetensors(path, arrays, metadata):
    header, place = {"__metadata__": metadata}, 0
    for name, array in arrays.items():
        header[name] = {"dtype": "F32", "shape": list(array.shape), "data_offsets": [place, place + array.nbytes]}
        place += array.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for array in arrays.values():
            file.write(array.tobytes())


def read_safetensors(path):
    with open(path, "rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
        data = file.read()
    header.pop("__metadata__")
    return {name: np.frombuffer(data[slice(*parts["data_offsets"])], np.float32).reshape(parts["shape"]) for name, parts in header.items()}


folder = tempfile.mkdtemp()
rows_file, first, last = (os.path.join(folder, name) for name in ("rows.libsvm", "first.safetensors", "last.safetensors"))
try:
    batches = []
    with open(rows_file, "w") as file:
        for _ in range(options.rows // BATCH):
            indptr, indices, values, labels = [0], [], [], []
            for _ in range(BATCH):
                features = np.unique(random.randint(0, options.features, 10))
                texts = ["%.6f" % value for value in random.rand(len(features))]
                labels.append(random.randint(0, 2))
                file.write("%d %s\n" % (labels[-1], " ".join("%d:%s" % pair for pair in zip(features, texts))))
                indices.extend(features)
                values.extend(np.float32(text) for text in texts)
                indptr.append(len(indices))
            data = mx.nd.sparse.csr_matrix((np.array(values, np.float32), np.array(indices), np.array(indptr)), shape=(BATCH, options.features))
            batches.append((data, mx.nd.array(labels).reshape((BATCH, 1))))

    sizes = HIDDEN + [1]
    weights, inputs = {}, options.features
    for number, units in enumerate(sizes, 1):
        shape = (inputs, units) if number == 1 else (units, inputs)
        weights["layer%d.weight" % number] = random.uniform(-0.07, 0.07, shape).astype(np.float32)
        weights["layer%d.bias" % number] = np.zeros(units, np.float32)
        inputs = units
    settings = {"features": options.features, "hidden": HIDDEN, "variant": "row-sparse", "batch_size": BATCH, "learning_rate": options.learning_rate, "seed": 0}
    progress = {"epochs": 0, "batches": 0, "rows": 0, "loss": 0.0}
    safetensors(first, weights, {"lacuna_train_mlp": json.dumps({"progress": progress, "settings": settings})})

    net = gluon.nn.Sequential()
    net.add(SparseLinear(options.features, 128), gluon.nn.Activation("sigmoid"), Linear(128, 8), gluon.nn.Activation("sigmoid"), Linear(8, 1), gluon.nn.Activation("sigmoid"))
    net.initialize()
    for layer, number in ((net[0], 1), (net[2], 2), (net[4], 3)):
        layer.weight.set_data(mx.nd.array(weights["layer%d.weight" % number]))
        layer.bias.set_data(mx.nd.array(weights["layer%d.bias" % number]))
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": options.learning_rate})
    loss_function = gluon.loss.SigmoidBinaryCrossEntropyLoss()

    def epoch():
        total, rows, forward, started = 0.0, 0, 0.0, time.perf_counter()
        for data, labels in batches:
            begun = time.perf_counter()
            with autograd.record():
                loss = loss_function(net(data), labels)
            loss.wait_to_read()
            forward += time.perf_counter() - begun
            loss.backward()
            trainer.step(BATCH)
            total += float(loss.sum().asscalar())
            rows += BATCH
        mx.nd.waitall()
        return total / rows, (time.perf_counter() - started) * 1e3, forward * 1e3

    theirs = [epoch() for _ in range(options.epochs)]
    command = [options.lacuna, "train", "mlp", "--preset", "mxnet", "--data", rows_file, "--index-base", "zero", "--load", first, "--epochs", str(options.epochs), "--save", last, "--threads", "1"]
    shown = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    ours = [[float(word.replace(",", "")) for word in line.split()] for line in shown.splitlines() if re.match(r" +\d+  ", line)]
    print("epoch     loss, MXNet     loss, lacuna   epoch ms, MXNet   lacuna   forward ms, MXNet   lacuna")
    for (loss, whole, forward), (number, own, own_forward, _, own_whole, _) in zip(theirs, ours):
        print("%5d  %14.7f  %14.6f   %15.1f  %7.2f   %17.1f  %7.2f" % (number, loss, own, whole, own_whole, forward, own_forward))
    found = read_safetensors(last)
    for layer, number in ((net[0], 1), (net[2], 2), (net[4], 3)):
        for name, parameter in (("weight", layer.weight), ("bias", layer.bias)):
            key = "layer%d.%s" % (number, name)
            difference = np.abs(parameter.data().asnumpy() - found[key]).max()
            print("%s: largest difference %.3g, largest weight %.3g, moved by %.3g" % (key, difference, np.abs(found[key]).max(), np.abs(found[key] - weights[key]).max()))
finally:
    for name in os.listdir(folder):
        os.remove(os.path.join(folder, name))
    os.rmdir(folder)
