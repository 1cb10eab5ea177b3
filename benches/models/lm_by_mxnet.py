#!/usr/bin/env python3
"""A language model trained by MXNet 1.9.1 and by lacuna from the same weights on the same windows and noise, in alternation: losses, weights, words a second, and the share of dense products.

usage: lm_by_mxnet.py LANGUAGE_MODEL [--vocabulary 100000] [--embedding 512] [--hidden 2048] [--projection 512] [--layers 1] [--batch 128] [--bptt 20] [--samples 8192] [--steps 3] [--rounds 3]

LANGUAGE_MODEL is the example `language_model` of lacuna-models: cargo build --release -p lacuna-models --example language_model. Both run on one thread, without dropout; the first step of each, which makes states and
memory, is not timed. Seconds are those that a process had a core for. Needs what by_mxnet.py does.
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

from language_model import Training, shapes

parser = argparse.ArgumentParser()
parser.add_argument("lacuna")
for name, default in (("vocabulary", 100_000), ("embedding", 512), ("hidden", 2048), ("projection", 512), ("layers", 1), ("batch", 128), ("bptt", 20), ("samples", 8192), ("steps", 3), ("rounds", 3)):
    parser.add_argument("--" + name, type=int, default=default)
options = parser.parse_args()
names = ("vocabulary", "embedding", "hidden", "projection", "layers", "batch", "bptt", "samples")
sizes = {name: getattr(options, name) for name in names}
draw = np.random.RandomState(1)
first = {}
for name, shape in shapes(*[sizes[name] for name in names[:5]]).items():
    first[name] = np.zeros(shape, np.float32) if name.endswith("bias") else draw.uniform(-1, 1, shape).astype(np.float32) * np.float32(np.sqrt(3 / shape[0]))
log_uniform = lambda *shape: np.minimum(np.exp(draw.rand(*shape) * np.log(options.vocabulary + 1)).astype(np.int64) - 1, options.vocabulary - 1)
windows = []
for _ in range(options.steps + 1):
    # Frequent words and rare ones, as of a text.
    words = log_uniform(options.batch, options.bptt + 1)
    windows.append({"data": words[:, :-1], "label": words[:, 1:], "mask": np.ones((options.batch, options.bptt), np.float32), "sample": log_uniform(options.samples)})


def by_mxnet():
    training, steps = Training(first, **sizes), []
    for window in windows:
        began, wall = time.process_time(), time.perf_counter()
        loss = training.step(**window)
        mx.nd.waitall()
        steps.append((loss, time.process_time() - began, time.perf_counter() - wall))
    return steps, training.weights()


def by_lacuna(folder):
    last = os.path.join(folder, "last.params")
    shown = subprocess.run([options.lacuna, os.path.join(folder, "first.params"), str(options.steps + 1), last], check=True, capture_output=True, text=True).stdout
    steps = [tuple(float(word) for word in line.split()) for line in shown.splitlines()]
    return steps, {name: array.asnumpy() for name, array in mx.nd.load(last).items()}


with tempfile.TemporaryDirectory() as folder:
    arrays = {"first/" + name: mx.nd.array(array) for name, array in first.items()}
    for number, window in enumerate(windows):
        arrays.update({"batch%06d/%s" % (number, name): mx.nd.array(array) for name, array in window.items()})
    mx.nd.save(os.path.join(folder, "first.params"), arrays)
    del arrays
    rounds = []
    for number in range(options.rounds):
        theirs, their_weights = by_mxnet()
        ours, our_weights = by_lacuna(folder)
        rounds.append((theirs, ours))
        if number == 0:
            print(" step     loss, MXNet    loss, lacuna")
            for step, (peer, own) in enumerate(zip(theirs, ours), 1):
                print("%5d  %14.9f  %14.9f" % (step, peer[0], own[0]))
            for name, weight in their_weights.items():
                print("%s: largest difference %.3g, largest weight %.3g, moved by %.3g" % (name, np.abs(weight - our_weights[name]).max(), np.abs(weight).max(), np.abs(weight - first[name]).max()))
        del their_weights, our_weights

words = options.batch * options.bptt
pairs = [pair for theirs, ours in rounds for pair in list(zip(theirs, ours))[1:]]
for kind, place in (("core", 1), ("wall", 2)):
    ratios = sorted(peer[place] / own[place] for peer, own in pairs)
    peer, own = (statistics.median(words / side[place] for side in sides) for sides in zip(*pairs))
    print("words a second (%s time): MXNet %.4g, lacuna %.4g, ratio %.2f [%.2f to %.2f]" % (kind, peer, own, statistics.median(ratios), ratios[0], ratios[-1]))
share = statistics.median(own[3] / own[2] for _, own in pairs)
products = 6 * words * (options.hidden * 4 * (options.embedding + options.layers * options.projection + (options.layers - 1) * options.projection) + options.layers * options.hidden * options.projection + options.projection * options.samples)
rate = statistics.median(products / own[3] for _, own in pairs)
print("dense products: %.1f GFLOP a step, %.1f%% of lacuna's time, %.1f GFLOP/s" % (products / 1e9, 100 * share, rate / 1e9))
