"""Results and gradients of MXNet 1.9.1, for tests/autograd: python generate.py > cases.json

Needs mxnet==1.9.1 (pip install --no-deps), numpy==1.23.5, scipy<1.11, requests, graphviz==0.8.4.
"""
import json

import mxnet as mx
import numpy as np
from mxnet import autograd, nd

random = np.random.RandomState(7)


def numbers(*shape):
    # Multiples of 1/8: products and their sums are exact in float32, so that the order of additions does not show.
    return (random.randint(-24, 25, shape) / 8).astype(np.float32)


def sparse(*shape, density=0.4):
    return numbers(*shape) * (random.rand(*shape) < density)


def rows(*shape, density=0.5):
    kept = (random.rand(shape[0]) < density).astype(np.float32)
    return numbers(*shape) * kept.reshape((-1,) + (1,) * (len(shape) - 1))


def told(array):
    parts = {"stype": array.stype, "shape": list(array.shape), "data": [float(x) for x in array.data.asnumpy().ravel()] if array.stype != "default" else [float(x) for x in array.asnumpy().ravel()]}
    if array.stype != "default":
        parts["indices"] = [int(x) for x in array.indices.asnumpy()]
    if array.stype == "csr":
        parts["indptr"] = [int(x) for x in array.indptr.asnumpy()]
    return parts


def case(title, operator, function, inputs, head=None):
    """inputs: (dense values, stype, stype of the gradient or None)"""
    arrays = []
    for values, stype, gradient in inputs:
        array = nd.array(values).tostype(stype)
        if gradient:
            array.attach_grad(stype=gradient)
        arrays.append(array)
    with autograd.record():
        output = function(*arrays)
    head = None if head is None else nd.array(head(output.shape))
    output.backward(head)
    return {
        "title": title,
        "operator": operator,
        "inputs": [told(array) for array in arrays],
        "wanted": [gradient for _, _, gradient in inputs],
        "head": None if head is None else told(head),
        "output": told(output),
        "gradients": [told(array.grad) if gradient else None for array, (_, _, gradient) in zip(arrays, inputs)],
    }


D, C, R = "default", "csr", "row_sparse"
cases = []


def add(*arguments, **more):
    cases.append(case(*arguments, **more))


dot = nd.sparse.dot
add("dense", "dot", dot, [(numbers(3, 4), D, D), (numbers(4, 2), D, D)], head=lambda shape: numbers(*shape))
add("dense, a transposed", "dot_ta", lambda a, b: nd.dot(a, b, transpose_a=True), [(numbers(4, 3), D, D), (numbers(4, 2), D, D)], head=lambda shape: numbers(*shape))
add("dense, b transposed", "dot_tb", lambda a, b: nd.dot(a, b, transpose_b=True), [(numbers(3, 4), D, D), (numbers(2, 4), D, D)], head=lambda shape: numbers(*shape))
for weight in (D, R):
    for gradient in (D, R) if weight == D else (R,):
        add(f"csr by {weight}, gradient {gradient}", "dot", dot, [(sparse(5, 6), C, None), (numbers(6, 2), weight, gradient)], head=lambda shape: numbers(*shape))
add("csr transposed by dense", "dot_ta", lambda a, b: nd.sparse.dot(a, b, transpose_a=True), [(sparse(5, 6), C, None), (numbers(5, 2), D, D)])
add("add", "elemwise_add", nd.elemwise_add, [(numbers(3, 2), D, D), (numbers(3, 2), D, D)], head=lambda shape: numbers(*shape))
add("add rows", "elemwise_add", nd.sparse.elemwise_add, [(rows(6, 2), R, R), (rows(6, 2), R, R)])
add("subtract", "elemwise_sub", nd.elemwise_sub, [(numbers(3, 2), D, D), (numbers(3, 2), D, D)], head=lambda shape: numbers(*shape))
add("multiply", "elemwise_mul", nd.elemwise_mul, [(numbers(3, 2), D, D), (numbers(3, 2), D, D)], head=lambda shape: numbers(*shape))
add("divide", "elemwise_div", nd.elemwise_div, [(numbers(3, 2), D, D), (np.exp2(random.randint(-2, 3, (3, 2))).astype(np.float32), D, D)], head=lambda shape: numbers(*shape))
add("bias", "broadcast_add", nd.broadcast_add, [(numbers(3, 2), D, D), (numbers(1, 2), D, D)], head=lambda shape: numbers(*shape))
for name in "relu sigmoid tanh exp square sqrt abs sin log1p arctan softsign negative floor sign expm1 rsqrt cbrt".split():
    values = np.abs(numbers(3, 3)) + np.float32(0.125) if name in ("sqrt", "rsqrt", "log1p") else numbers(3, 3)
    add(name, name, getattr(nd, name), [(values, D, D)], head=lambda shape: numbers(*shape))
for name in "square relu abs tanh sin".split():
    add(f"{name} of rows", name, getattr(nd.sparse, name), [(rows(6, 2), R, R)])
    add(f"{name} of a csr", name, getattr(nd.sparse, name), [(sparse(4, 5), C, C)])
add("sum", "sum", lambda x: nd.sum(x), [(numbers(3, 4), D, D)])
add("sum over rows", "sum_0", lambda x: nd.sum(x, axis=0), [(numbers(3, 4), D, D)], head=lambda shape: numbers(*shape))
add("sum over columns", "sum_1", lambda x: nd.sum(x, axis=1), [(numbers(3, 4), D, D)], head=lambda shape: numbers(*shape))
add("mean", "mean", lambda x: nd.mean(x), [(numbers(2, 4), D, D)])
add("mean over columns", "mean_1", lambda x: nd.mean(x, axis=1), [(numbers(3, 4), D, D)], head=lambda shape: numbers(*shape))
ids = random.randint(0, 7, (2, 4)).astype(np.float32)
for weight in (D, R):
    add(f"embedding, {weight}", "Embedding", lambda x, w: nd.Embedding(x, w, 7, 3, sparse_grad=True) if w.stype == D else nd.sparse.Embedding(x, w, 7, 3, sparse_grad=True),
        [(ids, D, None), (numbers(7, 3), weight, R)], head=lambda shape: numbers(*shape))
add("fully connected", "FullyConnected", lambda x, w, b: nd.FullyConnected(x, w, b, num_hidden=3), [(numbers(4, 2), D, D), (numbers(3, 2), D, D), (numbers(3), D, D)], head=lambda shape: numbers(*shape))
add("linear regression", "LinearRegressionOutput", nd.LinearRegressionOutput, [(numbers(4, 2), D, D), (numbers(4, 2), D, None)])
add("logistic regression", "LogisticRegressionOutput", nd.LogisticRegressionOutput, [(numbers(4, 1), D, D), ((random.rand(4, 1) < 0.5).astype(np.float32), D, None)])
add("softmax output", "SoftmaxOutput", nd.SoftmaxOutput, [(numbers(4, 3), D, D), (random.randint(0, 3, 4).astype(np.float32), D, None)])
softmax = mx.gluon.loss.SoftmaxCrossEntropyLoss()
logits, labels = numbers(4, 3), random.randint(0, 3, 4)
add("softmax cross entropy", "SoftmaxCrossEntropyLoss", softmax, [(logits, D, D), (labels.astype(np.float32), D, None)], head=lambda shape: numbers(*shape))
# MXNet's float32 loss is off by 2e-6, its gradient by 6e-7: both in float64.
exponentials = np.exp(logits.astype(np.float64))
losses = np.log(exponentials.sum(axis=1)) - logits[np.arange(4), labels]
head = np.array(cases[-1]["head"]["data"]).reshape(4, 1)
gradient = (exponentials / exponentials.sum(axis=1, keepdims=True) - np.eye(3)[labels]) * head
for exact, parts in ((losses, cases[-1]["output"]), (gradient, cases[-1]["gradients"][0])):
    assert np.allclose(exact.ravel(), parts["data"], atol=1e-5)
    parts["data"] = [float(x) for x in exact.ravel()]
add("square sum", "_square_sum", lambda x: nd._internal._square_sum(x, axis=1, keepdims=True), [(rows(6, 3), R, R)])
add("retain", "sparse_retain", lambda x, ids: nd.sparse.retain(x, ids), [(numbers(6, 2), R, R), (np.array([1, 4], dtype=np.float32), D, None)])
for name in ("gamma", "gammaln", "erfinv"):
    values = numbers(3, 3) / 4 if name == "erfinv" else np.abs(numbers(3, 3)) + np.float32(0.125)
    add(name, name, getattr(nd, name), [(values, D, D)], head=lambda shape: numbers(*shape))
    # MXNet's float32 slopes of gamma are off by 3e-7, those in float64 by 1e-8.
    wide, parts = nd.array(values.astype(np.float64), dtype="float64"), cases[-1]["gradients"][0]
    wide.attach_grad()
    with autograd.record():
        result = getattr(nd, name)(wide)
    result.backward(nd.array(np.array(cases[-1]["head"]["data"]).reshape(3, 3), dtype="float64"))
    assert np.allclose(wide.grad.asnumpy().ravel(), parts["data"], atol=1e-5)
    parts["data"] = [float(x) for x in wide.grad.asnumpy().ravel()]

print(json.dumps(cases, separators=(",", ":")).replace('{"title"', '\n{"title"'))
