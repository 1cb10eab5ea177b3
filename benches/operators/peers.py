#!/usr/bin/env python3
"""Other libraries on W12 and the norms of W6: SciPy, NumPy, MKL (sparse_dot_mkl) and PyTorch, with the inputs of `workloads`.

usage: peers.py DATA_DIR [WORKLOAD-PREFIX ...]; environment: BENCH_THREADS (1 or 2), BENCH_BUDGET (seconds a line)
Output: `workload,peer,threads,min_ms,median_ms,notes`, as the kit's.
"""

import os
import sys
import time

THREADS = int(os.environ.get("BENCH_THREADS", "1"))
os.environ.setdefault("OMP_NUM_THREADS", str(THREADS))
os.environ.setdefault("MKL_NUM_THREADS", str(THREADS))

import numpy
import scipy.sparse
import scipy.sparse.linalg
import torch
from sparse_dot_mkl import dot_product_mkl

torch.set_num_threads(THREADS)
FOLDER, *ONLY = sys.argv[1:]
BUDGET = float(os.environ.get("BENCH_BUDGET", "2"))


def load(name):
    return numpy.load(os.path.join(FOLDER, name + ".npy"))


def csr(name, columns):
    indptr = load(name + "_indptr").astype(numpy.int32)
    matrix = scipy.sparse.csr_matrix((load(name + "_data"), load(name + "_indices"), indptr), shape=(len(indptr) - 1, columns))
    assert matrix.has_canonical_format
    return matrix


def wanted(*workloads):
    return any(workload.startswith(tuple(ONLY) or "") for workload in workloads)


def bench(workload, peer, run, notes):
    if not wanted(workload):
        return
    run()
    run()
    times, begun = [], time.perf_counter()
    while len(times) < 5 or time.perf_counter() - begun < BUDGET:
        before = time.perf_counter()
        run()
        times.append((time.perf_counter() - before) * 1e3)
    times.sort()
    print(f"{workload},{peer},{THREADS},{times[0]:.5f},{times[len(times) // 2]:.5f},{notes}; n={len(times)}", flush=True)


for name, columns in [("w6", 100_000), ("w6s", 40_000)]:
    if wanted(f"{name}_norm"):
        a = csr(name + "a", columns)
        for axis in [0, 1]:
            bench(f"{name}_norm{axis}", "scipy", lambda: scipy.sparse.linalg.norm(a, axis=axis), "int32")

if wanted("w12_csr_csr"):
    a, b = csr("w6sa", 40_000), csr("w6sb", 40_000)
    bench("w12_csr_csr", "scipy", lambda: a @ b, "int32; columns not sorted")
    bench("w12_csr_csr", "mkl", lambda: dot_product_mkl(a, b), "int32; columns not sorted")
    bench("w12_csr_csr", "mkl_sorted", lambda: dot_product_mkl(a, b, reorder_output=True), "int32; columns sorted")
    left, right = (torch.sparse_csr_tensor(*map(torch.from_numpy, (m.indptr, m.indices, m.data)), size=m.shape) for m in (a, b))
    bench("w12_csr_csr", "torch", lambda: left @ right, "int32")

if wanted("w12_take", "w12_columns"):
    a = csr("w4u", 1_000_000)
    ids = numpy.random.default_rng(7).integers(0, a.shape[0], a.shape[0] // 2, dtype=numpy.int32)
    bench("w12_take", "scipy", lambda: a[ids], "int32")
    bench("w12_columns", "scipy", lambda: a[:, 250_000:750_000], "int32")

if wanted("w12_bag_fwd", "w12_bag_fwdbwd"):
    bags = csr("w3", 1_000_000)
    weight = torch.nn.Parameter(torch.from_numpy(load("d1m_128")))
    ids, offsets, values = (torch.from_numpy(x) for x in (bags.indices.astype(numpy.int64), bags.indptr[:-1].astype(numpy.int64), bags.data))

    def forward():
        with torch.no_grad():
            return torch.nn.functional.embedding_bag(ids, weight, offsets, mode="sum", per_sample_weights=values)

    def both():
        weight.grad = None
        out = torch.nn.functional.embedding_bag(ids, weight, offsets, mode="sum", per_sample_weights=values, sparse=True)
        out.backward(out.detach())

    def coalesced():
        both()
        weight.grad.coalesce()

    bench("w12_bag_fwd", "torch", forward, "int64")
    bench("w12_bag_fwdbwd", "torch", both, "int64; gradient with repeated ids")
    bench("w12_bag_fwdbwd", "torch_coalesced", coalesced, "int64; gradient with ascending ids")

LENGTH = 16 << 20
FUNCTIONS = {"negative": numpy.negative, "square": numpy.square, "exp": numpy.exp, "tanh": numpy.tanh, "sin": numpy.sin}
if wanted("w12_copy", "w12_sigmoid", *(f"w12_{name}" for name in FUNCTIONS)):
    x = ((numpy.arange(LENGTH, dtype=numpy.uint64) * 2_654_435_761) % 65_536).astype(numpy.float32) / numpy.float32(4096) - numpy.float32(8)
    out = numpy.empty_like(x)
    tensor, result = torch.from_numpy(x), torch.from_numpy(out)
    bench("w12_copy", "numpy", lambda: numpy.copyto(out, x), "16 Mi numbers; output reused")
    for name, function in FUNCTIONS.items():
        bench(f"w12_{name}", "numpy", lambda: function(x, out=out), "16 Mi numbers; output reused")
        bench(f"w12_{name}", "torch", lambda: getattr(torch, name if name != "negative" else "neg")(tensor, out=result), "16 Mi numbers; output reused")
    bench("w12_sigmoid", "torch", lambda: torch.sigmoid(tensor, out=result), "16 Mi numbers; output reused")
