#!/usr/bin/env python3
"""Products of two dense f32 matrices here and by MKL's sgemm, in alternation in one process: the ratio of the times of each pair of runs.

usage: by_mkl.py MKL_LIBRARY ROWSxTERMSxCOLUMNS ...

Seconds are those that this process had a core for, so that others on it count little. MKL_LIBRARY is the libmkl_rt of the package mkl; the C library is that of `cargo xtask capi`, or LACUNA_LIBRARY.
"""

import ctypes
import os
import sys
import time

for variable, value in {"MKL_NUM_THREADS": "1", "MKL_THREADING_LAYER": "SEQUENTIAL", "OMP_NUM_THREADS": "1"}.items():
    os.environ.setdefault(variable, value)

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples", "python"))
import lacuna

ROW_MAJOR, AS_IT_IS, TRANSPOSED = 101, 111, 112
FORMS = {"dense_dense": (False, False), "dense_t_dense": (True, False), "dense_dense_t": (False, True)}
BATCH_SECONDS, PAIRS = 0.02, 21


def pointer(array):
    return array.ctypes.data_as(ctypes.POINTER(ctypes.c_float))


def by_mkl(sgemm, a, b, out, transposed):
    (rows, columns), terms = out.shape, a.shape[0] if transposed[0] else a.shape[1]
    switches = [TRANSPOSED if side else AS_IT_IS for side in transposed]
    arguments = (ROW_MAJOR, *switches, rows, columns, terms, ctypes.c_float(1), pointer(a), a.shape[1], pointer(b), b.shape[1], ctypes.c_float(0), pointer(out), columns)
    return lambda: sgemm(*arguments)


def seconds(run, count):
    before = time.process_time()
    for _ in range(count):
        run()
    return (time.process_time() - before) / count


def compare(sgemm, form, rows, terms, columns):
    transposed, draw = FORMS[form], np.random.default_rng(1)
    a, b = draw.random((rows, terms), np.float32) - 0.5, draw.random((terms, columns), np.float32) - 0.5
    exact = a.astype(np.float64) @ b.astype(np.float64)
    a, b = (np.ascontiguousarray(side.T) if turned else side for side, turned in zip((a, b), transposed))
    here, there = (np.empty((rows, columns), np.float32) for _ in range(2))
    scratch = np.empty(lacuna.dense_dense_scratch(rows, columns, terms), np.float32)
    product = getattr(lacuna, form)
    runs = [lambda: product(a, b, scratch, here), by_mkl(sgemm, a, b, there, transposed)]
    for run in runs:
        run()
    errors = [float(np.abs(out - exact).max()) for out in (here, there)]
    assert max(errors) < 1e-3, errors
    count = max(1, int(BATCH_SECONDS / seconds(runs[1], 1)))
    pairs = [[seconds(run, count) for run in runs] for _ in range(PAIRS)]
    ratios = sorted(theirs / ours for ours, theirs in pairs)
    operations = 2 * rows * terms * columns
    speeds = [operations / sorted(times)[PAIRS // 2] / 1e9 for times in zip(*pairs)]
    print(
        f"{form},{rows}x{terms}x{columns},GFLOP/s here {speeds[0]:.1f} mkl {speeds[1]:.1f},here/mkl {ratios[PAIRS // 2]:.2f} "
        f"[{ratios[PAIRS // 4]:.2f} {ratios[-1 - PAIRS // 4]:.2f}],largest error here {errors[0]:.1e} mkl {errors[1]:.1e}",
        flush=True,
    )


def main():
    library, *shapes = sys.argv[1:]
    sgemm = ctypes.CDLL(library).cblas_sgemm
    for shape in shapes:
        for form in FORMS:
            compare(sgemm, form, *map(int, shape.split("x")))


main()
