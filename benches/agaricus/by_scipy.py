#!/usr/bin/env python3
"""The logistic regression of the workload agaricus_lr with SciPy: `by_scipy.py data/agaricus.train.libsvm`. Needs numpy and scipy; one thread by nature."""
import sys
import time

import numpy as np
from scipy import sparse

FEATURES, BATCH_ROWS, EPOCHS, LEARNING_RATE = 127, 256, 10, np.float32(0.5)


def read(path):
    labels, indptr, indices, values = [], [0], [], []
    with open(path) as text:
        for line in text:
            label, *entries = line.split()
            labels.append(float(label))
            for entry in entries:
                index, value = entry.split(":")
                indices.append(int(index))
                values.append(float(value))
            indptr.append(len(indices))
    shape = (len(labels), FEATURES)
    return sparse.csr_matrix((np.array(values, np.float32), np.array(indices, np.int32), np.array(indptr, np.int32)), shape), np.array(labels, np.float32)


def train(batches):
    weights = np.zeros(FEATURES, np.float32)
    for _ in range(EPOCHS):
        for rows, transposed, labels in batches:
            errors = 1 / (1 + np.exp(-(rows @ weights))) - labels
            weights -= LEARNING_RATE / np.float32(len(labels)) * (transposed @ errors)
    return weights


def main():
    a, labels = read(sys.argv[1])
    # Cut before the time starts, and transposed, which for SciPy is another view of the same arrays.
    cuts = [slice(start, start + BATCH_ROWS) for start in range(0, a.shape[0], BATCH_ROWS)]
    batches = [(a[cut], a[cut].T, labels[cut]) for cut in cuts]
    weights = train(batches)
    wrong = int(np.sum((a @ weights > 0) != (labels > 0.5)))
    assert wrong < 0.02 * len(labels), wrong
    times = []
    for _ in range(200):
        start = time.perf_counter()
        train(batches)
        times.append((time.perf_counter() - start) * 1e3)
    print(f"agaricus_lr,scipy,1,{min(times):.5f},{sorted(times)[100]:.5f},int32; batches cut and transposed beforehand")


main()
