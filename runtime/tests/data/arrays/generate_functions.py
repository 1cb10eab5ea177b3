#!/usr/bin/env python3
"""Writes functions.json with MXNet 1.9.1: functions of csr and row_sparse arrays, and limited norms.

Packages: those of fixtures/requirements.txt.
"""
import json
import pathlib
import warnings

import numpy as np

np.bool = bool  # MXNet 1.9.1 asks for names that NumPy has removed.
import mxnet as mx
from mxnet.gluon.utils import clip_global_norm

random = np.random.RandomState(3)


def numbers(array):
    if array.dtype in (np.float32, np.float16):
        return [float(np.format_float_scientific(x, unique=True)) for x in array.ravel()]
    return array.ravel().tolist()


def told(array):
    text = {"stype": array.stype, "shape": list(array.shape), "dtype": np.dtype(array.dtype).name}
    if array.stype == "csr":
        return {**text, "indptr": array.indptr.asnumpy().tolist(), "indices": array.indices.asnumpy().tolist(), "data": numbers(array.data.asnumpy())}
    if array.stype == "row_sparse":
        return {**text, "indices": array.indices.asnumpy().tolist(), "data": numbers(array.data.asnumpy())}
    return {**text, "data": numbers(array.asnumpy())}


def matrix(rows, columns, density=0.4, dtype="float32"):
    values = random.randn(rows, columns) * (random.rand(rows, columns) < density)
    return mx.nd.array(values, dtype=dtype).tostype("csr")


def row_sparse(shape, ids, dtype="float32"):
    return mx.nd.sparse.row_sparse_array((random.randn(len(ids), *shape[1:]).astype(dtype), ids), shape=shape, dtype=dtype)


def cases():
    a, b, wide = matrix(6, 5), matrix(6, 5), matrix(5, 7, dtype="float64")
    for array in [a, wide]:
        for axis in [None, 0, 1]:
            for keepdims in [False, True]:
                for name, of in [("sum", mx.nd.sum), ("mean", mx.nd.mean), ("max", mx.nd.max), ("min", mx.nd.min),
                                 ("norm2", lambda x, axis, keepdims: mx.nd.norm(x, ord=2, axis=axis, keepdims=keepdims)),
                                 ("norm1", lambda x, axis, keepdims: mx.nd.norm(x, ord=1, axis=axis, keepdims=keepdims))]:
                    yield name, [array], {"axis": axis, "keepdims": keepdims}, of(array, axis=axis, keepdims=keepdims)
        for axis in [None, 1]:
            yield "getnnz", [array], {"axis": axis}, mx.nd.contrib.getnnz(array, axis=axis)
        yield "transpose", [array], {}, array.T
        yield "concat", [array, array[1:4], array], {}, mx.nd.concat(array, array[1:4], array, dim=0)
        ids = [0, -2, 9, 3, 3, 5]
        for mode in ["clip", "wrap"]:
            # MXNet takes one height away, and no more.
            yield "take", [array], {"ids": ids, "mode": mode}, mx.nd.take(array, mx.nd.array(ids), mode=mode)
        yield "take", [array], {"ids": [4, 0, 4], "mode": "raise"}, mx.nd.take(array, mx.nd.array([4, 0, 4]), mode="raise")
        for begin, end in [((1, 1), (5, 4)), ((0, 0), (2, 5)), ((-3, -4), (-1, -1)), ((None, 2), (None, None)), ((2, 0), (5, 3))]:
            yield "slice", [array], {"begin": begin, "end": end}, mx.nd.slice(array, begin=begin, end=end)
    rounded = [mx.nd.array(np.round(x.asnumpy() * 2) / 2).tostype("csr") for x in (a, b)]
    for name in ["equal", "not_equal", "greater", "greater_equal", "lesser", "lesser_equal"]:
        yield name, rounded, {}, getattr(mx.nd, name)(rounded[0], rounded[1])
    rows = row_sparse((7, 2), [1, 2, 5])
    for array in [rows, row_sparse((7, 2, 2), [0, 6], "float64")]:
        yield "norm2", [array], {"axis": None, "keepdims": False}, mx.nd.norm(array)
        yield "sum", [array], {"axis": None, "keepdims": False}, mx.nd.sum(array)
    yield "sum", [rows], {"axis": 0, "keepdims": False}, mx.nd.sum(rows, axis=0)
    yield "mean", [rows], {"axis": 1, "keepdims": True}, mx.nd.mean(rows, axis=1, keepdims=True)
    for ids in [[1, 5], [0, 2, 6], [3]]:
        yield "retain", [rows], {"ids": ids}, mx.nd.sparse.retain(rows, mx.nd.array(ids, dtype="int64"))
    for dtype in ["float32", "int64"]:
        big = np.arange(1, 8, dtype="int64") + (2**60 if dtype == "int64" else 0)
        graph = mx.nd.sparse.csr_matrix((big.astype(dtype), [0, 2, 3, 1, 0, 3, 2], [0, 3, 3, 4, 7]), shape=(4, 4), dtype=dtype)
        sources, targets = [0, 0, 1, 2, 3, 3], [2, 1, 0, 1, 3, 2]
        # MXNet wants ascending columns where it searches.
        yield "edge_id", [graph], {"sources": sources, "targets": targets}, mx.nd.contrib.edge_id(graph, mx.nd.array(sources, dtype=dtype), mx.nd.array(targets, dtype=dtype))
    ids = mx.nd.sparse.csr_matrix((np.arange(7) + 2**60, [0, 2, 3, 1, 0, 2, 3], [0, 3, 3, 4, 7]), shape=(4, 4), dtype="int64")
    yield "adjacency", [ids], {}, mx.nd.contrib.dgl_adjacency(ids)
    chosen = [0, 2, 3]
    yield "subgraph", [ids], {"ids": chosen}, mx.nd.contrib.dgl_subgraph(ids, mx.nd.array(chosen, dtype="int64"), return_mapping=True)[1]
    # copyto and astype.
    for array in [a, rows]:
        yield "astype", [array], {"dtype": "float64"}, array.astype("float64")
        yield "astype", [array], {"dtype": "int32"}, array.astype("int32")
        for stype in ["default", array.stype]:
            out = mx.nd.zeros(array.shape, stype=stype)
            array.copyto(out)
            yield "copyto", [array], {"stype": stype}, out


def norms():
    for name, arrays in [
        ("dense", [mx.nd.array(random.randn(3, 2)), mx.nd.array(random.randn(4))]),
        ("rows", [row_sparse((6, 2), [1, 4]), mx.nd.array(random.randn(2, 2)), row_sparse((3, 1), [0])]),
    ]:
        for largest in [0.5, 1.0, 100.0]:
            scaled = [array.copy() for array in arrays]
            norm = clip_global_norm(scaled, largest)
            yield {"name": name, "largest": largest, "arrays": [told(array) for array in arrays], "norm": float(norm), "scaled": [told(array) for array in scaled]}


with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    known = {
        "source": f"Apache MXNet {mx.__version__}, generate_functions.py",
        "cases": [{"name": name, "inputs": [told(array) for array in inputs], "parameters": parameters, "result": told(result)} for name, inputs, parameters, result in cases()],
        "norms": list(norms()),
    }
lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in known["cases"])
norm_lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in known["norms"])
pathlib.Path(__file__).with_name("functions.json").write_text(f'{{"source":{json.dumps(known["source"])},\n"cases":[\n{lines}\n],\n"norms":[\n{norm_lines}\n]}}\n')
print(len(known["cases"]), "cases,", len(known["norms"]), "norms")
