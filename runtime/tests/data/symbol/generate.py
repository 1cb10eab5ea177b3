"""Graphs as MXNet 1.9.1 builds, infers, lists and runs them. In the environment of ../README.md:

    python generate.py > cases.json
    python generate.py --check FOLDER    # graphs that this project has written: FOLDER/*.json, each beside its case
"""
import json
import os
import re
import subprocess
import sys

os.environ["MXNET_STORAGE_FALLBACK_LOG_VERBOSE"] = "0"
import mxnet as mx
import numpy as np

S = mx.sym
random = np.random.RandomState(3)


def variable(name, stype=None):
    return S.var(name, stype=stype)


x, c = variable("x", "csr"), variable("c", "csr")
w, r = variable("w", "row_sparse"), variable("r", "row_sparse")
d, e, b, label = (variable(name) for name in ("d", "e", "b", "label"))
ids = variable("ids")



def factorization_machine():
    """MXNet's example/sparse/factorization_machine/model.py."""
    v = S.var("v", shape=(6, 3), stype="row_sparse")
    weight = S.var("w", shape=(6, 1), stype="row_sparse")
    w1 = S.broadcast_add(S.dot(x, weight, name="linear"), S.var("w1_bias", shape=(1,)), name="w1")
    squares = S.dot(S.square(x, name="x_s"), S._internal._square_sum(data=v, axis=1, keepdims=True, name="v_s"), name="bd_sum")
    w2 = S._internal._mul_scalar(S.square(S.dot(x, v, name="w2"), name="w2_squared"), scalar=0.5, name="half")
    sum1 = S.sum(S.Concat(w1, w2, dim=1, name="w_all"), axis=1, keepdims=True, name="sum1")
    sum2 = S._internal._mul_scalar(squares, scalar=-0.5, name="sum2")
    return S.LogisticRegressionOutput(S.elemwise_add(sum1, sum2, name="model"), label, name="out")


def matrix_factorization():
    """MXNet's example/sparse/matrix_factorization/model.py."""
    user = S.contrib.SparseEmbedding(data=S.var("user"), weight=variable("user_weight", "row_sparse"), input_dim=7, output_dim=3, name="users")
    item = S.Embedding(data=S.var("item"), weight=variable("item_weight", "row_sparse"), input_dim=7, output_dim=3, sparse_grad=True, name="items")
    score = S.Flatten(S.sum(S.elemwise_mul(user, item, name="products"), axis=1, name="sum"), name="flat")
    return S.LinearRegressionOutput(score, label, name="lro")


def wide_deep():
    """MXNet's example/sparse/wide_deep/model.py, of two embeddings and two continuous features."""
    linear = S.broadcast_add(S.sparse.dot(x, S.var("w", stype="row_sparse", shape=(6, 2)), name="dot"), S.var("linear_bias", shape=(2,)), name="linear")
    dense = S.var("dns_data")
    embeds = S.split(S.slice(dense, begin=(0, 0), end=(None, 2), name="slice0"), num_outputs=2, squeeze_axis=1, name="split0")
    features = [S.contrib.SparseEmbedding(data=embed, weight=variable(f"embed_{k}_weight", "row_sparse"), input_dim=7, output_dim=3, name=f"embed_{k}") for k, embed in enumerate(embeds)]
    features.append(S.slice(dense, begin=(0, 2), end=(None, None), name="slice1"))
    hidden = S.FullyConnected(S.concat(*features, dim=1, name="hidden"), num_hidden=4, name="fc1")
    deep = S.FullyConnected(S.Activation(hidden, act_type="relu", name="relu1"), num_hidden=2, name="fc2")
    return S.SoftmaxOutput(S.elemwise_add(linear, deep, name="sum"), label, name="model")


# Title, graph, shapes that are given, arguments without gradients.
CASES = [
    ("dot exp", S.exp(S.sparse.dot(x, w, name="dot"), name="exp"), {"x": (2, 4), "w": (4, 3)}, ["x"]),
    ("dot transposed", S.sparse.dot(x, d, transpose_a=True, name="dot"), {"x": (3, 4), "d": (3, 2)}, ["x"]),
    ("dot dense", S.dot(d, e, transpose_b=True, name="dot"), {"d": (3, 4), "e": (2, 4)}, []),
    ("add rows", S.elemwise_add(w, r, name="add"), {"w": (4, 2), "r": (4, 2)}, []),
    ("used twice", S.elemwise_add(S.elemwise_mul(d, d, name="mul"), d, name="add"), {"d": (2, 4)}, []),
    ("fully connected", S.FullyConnected(S.relu(S.FullyConnected(d, num_hidden=3, name="first"), name="relu"), num_hidden=2, no_bias=True, name="second"), {"d": (2, 4)}, []),
    ("embedding", S.sum(S.sparse.Embedding(ids, w, input_dim=7, output_dim=3, sparse_grad=True, name="embedding"), name="sum"), {"ids": (2, 4)}, ["ids"]),
    ("linear", S.LinearRegressionOutput(S.broadcast_add(S.sparse.dot(x, w, name="dot"), b, name="bias"), label, name="out"), {"x": (3, 4), "w": (4, 1), "b": (1, 1)}, ["x", "label"]),
    ("logistic", S.LogisticRegressionOutput(S.dot(d, e, name="dot"), label, grad_scale=0.5, name="out"), {"d": (3, 4), "e": (4, 1)}, ["label"]),
    ("softmax", S.SoftmaxOutput(S.FullyConnected(d, num_hidden=3, name="fc"), label, name="softmax"), {"d": (2, 4)}, ["label"]),
    ("square of rows", S.square(w, name="square"), {"w": (4, 2)}, []),
    ("square sum", S._internal._square_sum(w, axis=1, keepdims=True, name="squares"), {"w": (4, 2)}, []),
    ("scalars", S._internal._plus_scalar(S._internal._rminus_scalar(S._internal._mul_scalar(d, scalar=3.0, name="mul"), scalar=2.0, name="from"), scalar=0.5, name="plus"), {"d": (2, 3)}, []),
    ("subtract, divide", S.elemwise_div(S.elemwise_sub(d, e, name="sub"), e, name="div"), {"d": (2, 3), "e": (2, 3)}, []),
    ("mean of clip", S.mean(S.clip(d, -0.5, 0.5, name="clip"), axis=1, name="mean"), {"d": (3, 4)}, []),
    ("stopped", S.elemwise_mul(S.BlockGrad(d, name="stop"), e, name="mul"), {"d": (2, 2), "e": (2, 2)}, []),
    ("stopped further", S.elemwise_mul(S.BlockGrad(S.tanh(d, name="tanh"), name="stop"), e, name="mul"), {"d": (2, 2), "e": (2, 2)}, []),
    ("cast", S.dot(S.cast_storage(d, stype="csr", name="cast"), e, name="dot"), {"d": (3, 4), "e": (4, 2)}, []),
    ("group", S.Group([S.exp(d, name="exp"), S.tanh(d, name="tanh")]), {"d": (2, 2)}, []),
    ("reshape", S.identity(S.reshape(d, shape=(2, 6), name="reshape"), name="copy"), {"d": (3, 4)}, []),
    ("csr product", S.elemwise_mul(x, c, name="mul"), {"x": (3, 4), "c": (3, 4)}, ["x", "c"]),
    ("csr and dense", S.elemwise_mul(x, d, name="mul"), {"x": (3, 4), "d": (3, 4)}, ["x", "d"]),
    ("exp of a csr", S.exp(x, name="exp"), {"x": (2, 4)}, ["x"]),
    ("scalar of a csr", S._internal._rdiv_scalar(x, scalar=2.0, name="rdiv"), {"x": (2, 4)}, ["x"]),
    ("cos of rows", S.cos(w, name="cos"), {"w": (3, 2)}, ["w"]),
    ("concat", S.concat(d, S.sparse.dot(x, w, name="dot"), e, dim=1, name="concat"), {"d": (2, 3), "x": (2, 4), "w": (4, 2), "e": (2, 1)}, ["x"]),
    ("factorization machine", factorization_machine(), {"x": (4, 6)}, ["x", "label"]),
    ("matrix factorization", matrix_factorization(), {"user": (4,), "item": (4,)}, ["user", "item", "label"]),
    ("wide and deep", wide_deep(), {"x": (4, 6), "dns_data": (4, 4), "label": (4,)}, ["x", "dns_data", "label"]),
    ("linear classification", S.SoftmaxOutput(S.broadcast_add(S.sparse.dot(x, S.var("w", stype="row_sparse", shape=(6, 2)), name="dot"), S.var("bias", shape=(2,)), name="pred"), label, name="out"), {"x": (4, 6)}, ["x", "label"]),
    ("kept axes", S.mean(S.sum(d, axis=0, keepdims=True, name="sum"), keepdims=True, name="mean"), {"d": (3, 4)}, []),
    ("loss", S.make_loss(S.square(S.Flatten(d, name="flat"), name="square"), name="loss"), {"d": (3, 2, 2)}, []),
    ("parts", S.Group([S.split(d, num_outputs=2, name="split")[1], S.slice(d, begin=(0, -3), end=(None, -1), name="slice")]), {"d": (3, 4)}, []),
    ("asked for", S.dot(d, x, forward_stype="default", name="dot"), {"d": (3, 4), "x": (4, 5)}, ["x"]),
    # Functions of each element.
    *[(name, getattr(S, name)(d, name="f"), {"d": (2, 4)}, []) for name in ("reciprocal", "logical_not", "hard_sigmoid", "ones_like", "zeros_like")],
    ("hard sigmoid", S.hard_sigmoid(d, alpha=0.25, beta=0.375, name="f"), {"d": (2, 4)}, []),
    *[(f"quadratic of {v.name}, {k}", S.contrib.quadratic(v, a=1.5, b=-0.5, c=k, name="f"), {v.name: (4, 3)}, []) for v, k in ((d, 2), (x, 0), (x, 1), (w, 0))],
    *[(f"{name} of {v.name}", getattr(S._internal, name)(v, scalar=0.75, name="f"), {v.name: (4, 3)}, []) for name in ("_scatter_plus_scalar", "_scatter_minus_scalar", "_maximum_scalar", "_minimum_scalar", "_hypot_scalar") for v in (d, x, w)],
    *[(f"{name} {k}", getattr(S._internal, name)(d, scalar=k, name="f"), {"d": (2, 4)}, []) for name in ("_logical_and_scalar", "_logical_or_scalar", "_logical_xor_scalar") for k in (0, 2)],
    ("gradient multiplier", S.contrib.gradientmultiplier(S.contrib.round_ste(S.contrib.sign_ste(d, name="sign"), name="round"), scalar=2.5, name="f"), {"d": (2, 4)}, []),
    # Functions of two arrays of one shape, and of arrays that are repeated.
    *[(f"{name} {a.name} {o.name}", getattr(S._internal, name)(a, o, name="f"), {a.name: (4, 3), o.name: (4, 3)}, []) for name in ("_maximum", "_minimum", "_hypot") for a, o in ((d, e), (x, c), (w, r), (x, e), (d, w))],
    *[(name, getattr(S._internal, name)(d, e, name="f"), {"d": (4, 3), "e": (4, 3)}, []) for name in ("_mod", "_equal", "_not_equal", "_greater", "_greater_equal", "_lesser", "_lesser_equal", "_logical_and", "_logical_or", "_logical_xor")],
    ("power", S._internal._power(S.abs(d, name="abs"), e, name="f"), {"d": (4, 3), "e": (4, 3)}, []),
    *[(f"scatter div {a.name} {o.name}", S._internal._scatter_elemwise_div(a, o, name="f"), {a.name: (4, 3), o.name: (4, 3)}, [a.name, o.name]) for a, o in ((w, d), (d, e))],
    *[(f"{name} {shape}", getattr(S, name)(d, e, name="f"), {"d": (4, 3), "e": shape}, []) for name in ("broadcast_add", "broadcast_sub", "broadcast_mul", "broadcast_div") for shape in ((1, 3), (3,), (4, 1), (1, 1), (4, 3))],
    *[(f"{name} both", getattr(S, name)(d, e, name="f"), {"d": (4, 1, 3), "e": (2, 1)}, []) for name in ("broadcast_plus", "broadcast_minus", "broadcast_mul", "broadcast_div", "broadcast_mod", "broadcast_maximum", "broadcast_minimum", "broadcast_hypot", "broadcast_equal", "broadcast_not_equal", "broadcast_greater", "broadcast_greater_equal", "broadcast_lesser", "broadcast_lesser_equal", "broadcast_logical_and", "broadcast_logical_or", "broadcast_logical_xor")],
    ("broadcast power", S.broadcast_power(S.abs(d, name="abs"), e, name="f"), {"d": (4, 3), "e": (4, 1)}, []),
    *[(f"{name} csr {shape}", getattr(S, name)(x, e, name="f"), {"x": (4, 3), "e": shape}, []) for name in ("broadcast_add", "broadcast_sub", "broadcast_mul", "broadcast_div") for shape in ((1, 3), (4, 1), (1, 1))],
    *[(f"{name} of a csr", getattr(S, name)(e, x, name="f"), {"x": (4, 3), "e": (4, 1)}, []) for name in ("broadcast_add", "broadcast_sub")],
    ("add_n rows", S.add_n(w, r, variable("r2", "row_sparse"), name="f"), {"w": (4, 3), "r": (4, 3), "r2": (4, 3)}, []),
    ("add_n mixed", S.add_n(d, x, e, name="f"), {"d": (4, 3), "x": (4, 3), "e": (4, 3)}, []),
    ("add_n many", S.add_n(x, d, w, e, c, name="f"), {n: (4, 3) for n in "xdwec"}, []),
    ("ElementWiseSum of csr", S.ElementWiseSum(x, c, name="f"), {"x": (4, 3), "c": (4, 3)}, []),
    *[(f"where {v.name}", S.where(v, d, e, name="f"), {v.name: (4, 3), "d": (4, 3), "e": (4, 3)}, []) for v in (S.var("t"), x, w)],
    ("where of rows", S.where(S.var("t"), d, e, name="f"), {"t": (4,), "d": (4, 3), "e": (4, 3)}, []),
    # Reductions.
    *[(f"{name} {kw}", getattr(S, name)(d, name="f", **kw), {"d": (3, 4, 2)}, []) for name in ("sum", "mean", "max", "min") for kw in ({}, {"axis": 1}, {"axis": (0, 2), "keepdims": True}, {"axis": (1,), "exclude": True}, {"axis": -1})],
    *[(f"norm {kw}", S.norm(d, name="f", **kw), {"d": (3, 4)}, []) for kw in ({}, {"axis": 1}, {"axis": 0, "keepdims": True}, {"ord": 1}, {"ord": 1, "axis": 0}, {"axis": (0, 1)})],
    *[(f"norm of {v.name} {kw}", S.norm(v, name="f", **kw), {v.name: (4, 3)}, [v.name]) for v, kw in ((x, {}), (w, {}), (x, {"axis": 0}), (x, {"axis": 1}), (w, {"axis": 1}))],
    *[(f"square sum {axis} {keep}", S._internal._square_sum(w, axis=axis, keepdims=keep, name="f"), {"w": (4, 2)}, []) for axis, keep in ((0, False), (0, True), (1, False))],
    *[(f"{name} {axis}", getattr(S, name)(d, axis=axis, name="f"), {"d": (2, 3, 2)}, []) for name in ("softmax", "log_softmax") for axis in (-1, 0, 1) if (name, axis) != ("log_softmax", -1)],
    ("softmax by temperature", S.softmax(d, temperature=2.0, name="f"), {"d": (2, 3)}, []),
    ("log_softmax of rows", S.log_softmax(w, name="f"), {"w": (4, 3)}, []),
    # Elements in another order, some of them, or repeated.
    *[(f"{title}", graph, {"d": (2, 3, 4)}, []) for title, graph in (
        ("transpose", S.transpose(d, axes=(1, 2, 0), name="f")), ("swapaxes", S.swapaxes(d, dim1=0, dim2=2, name="f")), ("flip", S.flip(d, axis=(0, 2), name="f")),
        ("slice with steps", S.slice(d, begin=(None, 2, -1), end=(None, None, 0), step=(1, -2, -1), name="f")), ("slice_axis", S.slice_axis(d, axis=-2, begin=1, end=None, name="f")),
        ("split along the first", S.split(d, axis=0, num_outputs=2, squeeze_axis=True, name="split")[1]),
        ("expand_dims", S.expand_dims(d, axis=-1, name="f")), ("squeeze", S.squeeze(S.slice_axis(d, axis=0, begin=1, end=2, name="part"), axis=0, name="f")),
        ("reshape codes", S.reshape(d, shape=(-4, 1, -1, -3), name="f")), ("reshape rest", S.reshape(d, shape=(0, -1), name="f")), ("reshape in reverse", S.reshape(d, shape=(-1, 0), reverse=True, name="f")),
        ("broadcast_to", S.broadcast_to(S.sum(d, axis=1, keepdims=True, name="sum"), shape=(0, 5, 0), name="f")), ("broadcast_axis", S.broadcast_axis(S.sum(d, axis=(0, 2), keepdims=True, name="sum"), axis=(0, 2), size=(2, 3), name="f")),
        ("concat along the first", S.concat(d, d, dim=0, name="f")), ("stack", S.stack(d, d, axis=1, name="f")))],
    ("slice_like", S.slice_like(d, e, axes=(1,), name="f"), {"d": (3, 4), "e": (2, 2)}, []),
    ("broadcast_like", S.broadcast_like(d, e, name="f"), {"d": (1, 4), "e": (3, 4)}, []),
    ("reshape_like", S.reshape_like(d, e, name="f"), {"d": (3, 4), "e": (2, 6)}, []),
    ("slice of a csr", S.slice(x, begin=(1, 1), end=(4, 3), name="f"), {"x": (5, 4)}, []),
    ("rows of a csr", S.slice(x, begin=(1,), end=(-1,), step=(1,), name="f"), {"x": (5, 4)}, []),
    ("slice of rows", S.slice(w, begin=(1,), end=(3,), name="f"), {"w": (5, 4)}, []),
    ("concat of csr", S.concat(x, c, dim=0, name="f"), {"x": (3, 4), "c": (2, 4)}, []),
    ("concat of rows", S.concat(w, d, dim=0, name="f"), {"w": (3, 4), "d": (2, 4)}, []),
    # Elements by their indices.
    *[(f"take {axis} {mode}", S.take(d, ids, axis=axis, mode=mode, name="f"), {"d": (3, 4), "ids": (2, 2)}, ["ids"]) for axis in (0, 1) for mode in ("clip", "wrap")],
    *[(f"take of a csr {mode}", S.take(x, ids, mode=mode, name="f"), {"x": (3, 4), "ids": (5,)}, ["ids"]) for mode in ("clip", "wrap")],
    ("take of rows", S.take(w, ids, name="f"), {"w": (3, 4), "ids": (5,)}, ["ids"]),
    *[(f"pick {kw}", S.pick(d, ids, name="f", **kw), {"d": (3, 4), "ids": (4,) if kw.get("axis") == 0 else (3, 1) if kw.get("keepdims") else (3,)}, ["ids"]) for kw in ({}, {"axis": 0, "mode": "wrap"}, {"keepdims": True})],
    ("one_hot", S.one_hot(ids, depth=5, on_value=2.0, off_value=-1.0, name="f"), {"ids": (2, 3)}, ["ids"]),
    # Losses.
    *[(f"mae {title}", S.MAERegressionOutput(d, v, grad_scale=0.5, name="f"), {"d": (3, 4), v.name: (3, 4)}, [v.name]) for title, v in (("of rows", variable("far", "row_sparse")), ("dense", S.var("far")))],
    ("softmax cross entropy", S.softmax_cross_entropy(d, label, name="f"), {"d": (3, 4), "label": (3,)}, ["label"]),
    *[(f"softmax output {kw}", S.SoftmaxOutput(d, label, name="f", **kw), {"d": (3, 4)}, ["label"]) for kw in (
        {"grad_scale": 0.5, "normalization": "batch"}, {"use_ignore": True, "ignore_label": 1, "normalization": "valid"}, {"use_ignore": True, "ignore_label": 0}, {"smooth_alpha": 0.25}, {"normalization": "valid"})],
    ("softmax output of several", S.SoftmaxOutput(d, label, multi_output=True, use_ignore=True, ignore_label=1, normalization="valid", name="f"), {"d": (2, 3, 4)}, ["label"]),
    ("softmax output of places", S.SoftmaxOutput(d, label, multi_output=True, normalization="batch", grad_scale=2.0, name="f"), {"d": (2, 3, 4)}, ["label"]),
    ("softmax output as it is", S.SoftmaxOutput(d, label, preserve_shape=True, name="f"), {"d": (2, 3, 4)}, ["label"]),
    ("probabilities", S.SoftmaxOutput(d, e, grad_scale=0.5, name="f"), {"d": (3, 4), "e": (3, 4)}, ["e"]),
    *[(f"MakeLoss {kw}", S.MakeLoss(S.square(d, name="square"), name="f", grad_scale=0.5, **kw), {"d": (3, 4)}, []) for kw in ({}, {"normalization": "batch"}, {"normalization": "valid", "valid_thresh": 0.1})],
    # Nothing goes through steps.
    ("steps", S.elemwise_add(S._internal._greater_scalar(S.elemwise_div(x, d, name="div"), scalar=0.5, name="greater"), S.square(e, name="square"), name="f"), {n: (3, 4) for n in "xde"}, []),
    *[(f"batch norm {kw}", S.BatchNorm(d, name="bn", **kw), {"d": (4, 3)}, []) for kw in ({}, {"fix_gamma": False}, {"fix_gamma": False, "use_global_stats": True}, {"fix_gamma": False, "momentum": 0.75, "eps": 0.125})],
    ("batch norm of images", S.BatchNorm(d, fix_gamma=False, name="bn"), {"d": (2, 3, 2, 2)}, []),
    ("batch norm of the last", S.BatchNorm(d, fix_gamma=False, axis=-1, name="bn"), {"d": (2, 2, 3)}, []),
    ("batch norm of rows", S.BatchNorm(w, fix_gamma=False, name="bn"), {"w": (4, 3)}, []),
    # A loss has its gradient whatever stands between it and the result.
    ("compared predictions", S._internal._greater_scalar(S.LinearRegressionOutput(d, label, name="out"), scalar=0.5, name="greater"), {"d": (3, 4)}, ["label"]),
    ("round probabilities", S.round(S.SoftmaxOutput(d, label, name="softmax"), name="round"), {"d": (3, 4)}, ["label"]),
    ("stopped loss", S.BlockGrad(S.MakeLoss(S.square(d, name="square"), grad_scale=0.5, name="loss"), name="stop"), {"d": (3, 4)}, []),
    ("signs of a loss", S.sign(S.make_loss(S.square(d, name="square"), name="loss"), name="sign"), {"d": (3, 4)}, []),
    ("floor of exp of a loss", S.floor(S.exp(S.MAERegressionOutput(d, variable("far"), name="out"), name="exp"), name="floor"), {"d": (3, 4)}, ["far"]),
    ("chosen by a loss", S.where(S.LogisticRegressionOutput(S.sparse.dot(x, w, name="dot"), label, name="out"), d, e, name="where"), {"x": (3, 4), "w": (4, 2), "d": (3, 2), "e": (3, 2)}, ["x", "label"]),
    ("a loss as a label", S.LinearRegressionOutput(e, S.LogisticRegressionOutput(d, label, name="inner"), name="outer"), {"d": (3, 4), "e": (3, 4)}, ["label"]),
    ("zeros like a loss", S.zeros_like(S.LinearRegressionOutput(d, label, name="out"), name="zeros"), {"d": (3, 4)}, ["label"]),
    ("like a loss", S.broadcast_like(S.sum(e, axis=0, keepdims=True, name="sum"), S.LinearRegressionOutput(d, label, name="out"), name="like"), {"d": (3, 4), "e": (2, 4)}, ["label"]),
    ("a loss and steps of another", S.elemwise_mul(S.LinearRegressionOutput(d, label, name="out"), S._internal._greater_scalar(S.LogisticRegressionOutput(e, label, name="steps"), scalar=0.5, name="greater"), name="mul"), {"d": (3, 4), "e": (3, 4)}, ["label"]),
    ("compared batch norm", S._internal._greater_scalar(S.BatchNorm(d, fix_gamma=False, name="bn"), scalar=0.5, name="greater"), {"d": (4, 3)}, []),
    # Products of arrays that are no matrices.
    *[(f"dot {a} {o} {kw}", S.dot(d, e, name="f", **kw), {"d": a, "e": o}, []) for a, o, kw in (
        ((4,), (4,), {}), ((3, 4), (4,), {}), ((4,), (4, 2), {}), ((2, 3, 4), (4, 2), {}), ((2, 3, 4), (4, 2, 2), {}), ((2, 3), (3, 2, 2), {}),
        ((3, 2, 2), (3, 4), {"transpose_a": True}), ((2, 3, 4), (2, 4), {"transpose_b": True}), ((3, 2, 2), (2, 2, 3), {"transpose_a": True, "transpose_b": True}), ((3, 2), (2,), {"transpose_b": True}))],
    *[(f"fully connected {shape} {kw}", S.FullyConnected(d, num_hidden=3, name="f", **kw), {"d": shape}, []) for shape, kw in (
        ((2, 3, 2), {}), ((2, 3, 2), {"flatten": False}), ((2, 3, 2, 2), {"flatten": False, "no_bias": True}), ((4, 2), {"flatten": False}), ((4,), {}), ((4,), {"flatten": False}))],
    *[(f"L2Normalization {shape} {kw}", S.L2Normalization(d, name="f", **kw), {"d": shape}, []) for shape, kw in (
        ((3, 4), {}), ((2, 3, 2), {"mode": "instance", "eps": 0.5}), ((2, 3, 2), {"mode": "channel"}), ((2, 3, 2, 2), {"mode": "channel", "eps": 0.125}), ((2, 3, 4), {"mode": "spatial"}), ((2, 2, 2, 3), {"mode": "spatial", "eps": 0.25}))],
]
# Results that are not finite, and the gradient of a csr operand of dot, which MXNet leaves uninitialised.
NOT_RUN = ("scalar of a csr", "cast", "_hypot x c")


def parts(array):
    given = {"stype": array.stype, "shape": list(array.shape)}
    if array.stype == "csr":
        # Its memory may be larger than what it stores, and the columns of a row may stand in any order.
        indptr, indices, data = (part.asnumpy().ravel().tolist() for part in (array.indptr, array.indices, array.data))
        rows = [sorted(zip(indices[begin:end], data[begin:end])) for begin, end in zip(indptr, indptr[1:])]
        return {**given, "data": [value for row in rows for _, value in row], "indices": [column for row in rows for column, _ in row], "indptr": indptr}
    if array.stype == "row_sparse":
        return {**given, "data": array.data.asnumpy().ravel().tolist(), "indices": array.indices.asnumpy().tolist()}
    return {**given, "data": array.asnumpy().ravel().tolist()}


def values(name, stype, shape):
    if name in ("ids", "user", "item", "dns_data"):
        return random.randint(0, 7, shape).astype(np.float32)
    if name == "label":
        return random.randint(0, 2, shape).astype(np.float32)
    if name == "far":
        # MXNet has a gradient where prediction and label are equal.
        return (random.randint(2, 9, shape) * random.choice([-1, 1], shape)).astype(np.float32)
    numbers = (random.randint(1, 9, shape) / 8 * random.choice([-1, 1], shape)).astype(np.float32)
    if stype == "csr":
        numbers *= random.rand(*shape) < 0.5
    if stype == "row_sparse" and name not in ("w", "v"):
        numbers[random.rand(shape[0]) < 0.5] = 0
    return numbers


def case(title, graph, given, null):
    requests = {name: "null" if name in null else "write" for name in graph.list_arguments()}
    shapes, outputs, _ = graph.infer_shape(**given)
    found = {
        "title": title, "json": graph.tojson(), "given": {name: list(shape) for name, shape in given.items()}, "null": null,
        "list_arguments": graph.list_arguments(), "list_outputs": graph.list_outputs(), "list_auxiliary_states": graph.list_auxiliary_states(), "argument_shapes": [list(shape) for shape in shapes], "output_shapes": [list(shape) for shape in outputs],
    }
    executor = graph.simple_bind(mx.cpu(), grad_req=requests, **given)
    found["argument_stypes"] = [array.stype for array in executor.arg_arrays]
    found["gradient_stypes"] = {name: array.stype for name, array in executor.grad_dict.items() if array is not None}
    if title in NOT_RUN:
        return found
    inputs = {}
    for name, array in executor.arg_dict.items():
        numbers = mx.nd.array(values(name, array.stype, array.shape)).tostype(array.stype)
        inputs[name] = parts(numbers)
        numbers.copyto(array)
    for name, array in executor.aux_dict.items():
        array[:] = mx.nd.array(random.randint(1, 9, array.shape) / 8)
    found["states"] = {name: parts(array) for name, array in executor.aux_dict.items()}
    executor.forward(is_train=len(null) < len(requests))
    found["inputs"] = inputs
    found["outputs"] = [parts(output) for output in executor.outputs]
    if len(null) < len(requests):
        heads = [mx.nd.array(random.randint(1, 5, output.shape) / 4).tostype(output.stype) for output in executor.outputs]
        executor.backward(heads)
        found["heads"] = [parts(head) for head in heads]
        found["next_states"] = {name: parts(array) for name, array in executor.aux_dict.items()}
        found["gradients"] = {name: parts(array) for name, array in executor.grad_dict.items() if array is not None}
    return found


def listings():
    """What MXNet prints at each bind: it writes to the standard error of a process of its own."""
    process = subprocess.run([sys.executable, __file__, "--list"], env={**os.environ, "MXNET_INFER_STORAGE_TYPE_VERBOSE_LOGGING": "1"}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True, text=True)
    texts = {}
    for line in process.stdout.splitlines():
        line = re.sub(r"^\[[0-9:]+\] \S+:\d+: ", "", line)
        if line.startswith("## "):
            title = line[3:]
            texts[title] = ""
        elif re.match(r"node |\t\t(input|output) ", line):
            texts[title] = ("" if line.startswith("node 0 ") else texts[title]) + line + "\n"
    return texts


assert len({title for title, *_ in CASES}) == len(CASES)
if "--list" in sys.argv:
    for title, graph, given, null in CASES:
        print("## " + title, flush=True)
        graph.simple_bind(mx.cpu(), grad_req={name: "null" if name in null else "write" for name in graph.list_arguments()}, **given)
        sys.stdout.flush()
elif "--check" in sys.argv:
    folder = sys.argv[-1]
    for number, (title, graph, given, null) in enumerate(CASES):
        loaded = mx.sym.load(os.path.join(folder, f"{number}.json"))
        assert loaded.list_arguments() == graph.list_arguments() and loaded.list_outputs() == graph.list_outputs(), title
        assert loaded.infer_shape(**given) == graph.infer_shape(**given), title
        assert loaded.attr_dict() == graph.attr_dict(), title
        assert json.loads(loaded.tojson()) == json.loads(graph.tojson()), title
        requests = {name: "null" if name in null else "write" for name in graph.list_arguments()}
        executor = loaded.simple_bind(mx.cpu(), grad_req=requests, **given)
        for array in executor.arg_arrays:
            mx.nd.zeros(array.shape).tostype(array.stype).copyto(array)
        executor.forward(is_train=False)
        mx.nd.waitall()
    print(len(CASES), "graphs are the same")
else:
    texts = listings()
    cases = [{**case(*one), "listing": texts[one[0]]} for one in CASES]
    print(json.dumps(cases, separators=(",", ":")).replace('{"title"', '\n{"title"'))
