"""Trains the linear regression of the MXNet sparse tutorials with MXNet's Module, and writes data, settings and results.

    python linear_mxnet.py        # writes linear_mxnet_<case>.safetensors beside this file
"""
import json
import pathlib

import mxnet as mx
import numpy as np
from safetensors.numpy import save_file

CASES = {
    # As in the tutorial: one row a step.
    "rows": dict(rows=200, features=50, density=0.04, batch_size=1, epochs=2, weight_decay=0.0, clip_gradient=None),
    # Batches, weight decay and clipping.
    "batches": dict(rows=112, features=40, density=0.2, batch_size=16, epochs=3, weight_decay=0.01, clip_gradient=8.0),
}
LEARNING_RATE, MOMENTUM = 0.05, 0.9


def problem(generator, rows, features, density):
    count = round(density * rows * features)
    positions = np.sort(generator.choice(rows * features, size=count, replace=False))
    indptr = np.searchsorted(positions, np.arange(rows + 1) * features)
    values = generator.random(count, dtype=np.float32)
    data = mx.nd.sparse.csr_matrix((values, positions % features, indptr), shape=(rows, features))
    target = mx.nd.arange(1, features + 1).reshape((features, 1))
    return data, mx.nd.dot(data, target)


def train(data, label, batch_size, epochs, weight_decay, clip_gradient):
    rows, features = data.shape
    x = mx.sym.Variable("data", stype="csr")
    weight = mx.sym.Variable("weight", stype="row_sparse", shape=(features, 1))
    bias = mx.sym.Variable("bias", shape=(1,))
    y = mx.sym.broadcast_add(mx.sym.sparse.dot(x, weight), bias)
    y = mx.sym.LinearRegressionOutput(data=y, label=mx.sym.Variable("label"), name="lro")
    module = mx.mod.Module(symbol=y, data_names=["data"], label_names=["label"])
    module.bind(data_shapes=[("data", (batch_size, features))], label_shapes=[("label", (batch_size, 1))])
    module.init_params(initializer=mx.init.Zero())
    sgd = mx.optimizer.SGD(
        momentum=MOMENTUM,
        learning_rate=LEARNING_RATE,
        wd=weight_decay,
        clip_gradient=clip_gradient,
        rescale_grad=1 / batch_size,
        param_idx2name={0: "weight", 1: "bias"},
    )
    sgd.set_wd_mult({"weight": 1.0, "bias": 0.0})
    module.init_optimizer(kvstore=None, optimizer=sgd)
    metric = mx.metric.create("MSE")
    losses = []
    for _ in range(epochs):
        metric.reset()
        for start in range(0, rows, batch_size):
            stop = start + batch_size
            batch = mx.io.DataBatch(data=[data[start:stop]], label=[label[start:stop]])
            module.forward(batch, is_train=True)
            module.update_metric(metric, batch.label)
            module.backward()
            gradient = module._exec_group.grad_arrays[0][0]
            assert gradient.stype == "row_sparse", gradient.stype
            module.update()
        losses.append(metric.get()[1])
    parameters, _ = module.get_params()
    return parameters["weight"].tostype("default").asnumpy(), parameters["bias"].asnumpy(), np.array(losses)


def main():
    for name, case in CASES.items():
        size = {key: case.pop(key) for key in ("rows", "features", "density")}
        data, label = problem(np.random.default_rng(1), **size)
        data.check_format()
        weight, bias, losses = train(data, label, **case)
        settings = dict(case, features=size["features"], learning_rate=LEARNING_RATE, momentum=MOMENTUM)
        path = pathlib.Path(__file__).with_name(f"linear_mxnet_{name}.safetensors")
        tensors = {
            "data.data": data.data.asnumpy(),
            "data.indices": data.indices.asnumpy(),
            "data.indptr": data.indptr.asnumpy(),
            "label": label.asnumpy(),
            "weight": weight,
            "bias": bias,
            "mse": losses,
        }
        save_file(tensors, path, metadata={"case": json.dumps(dict(source="mxnet 1.9.1", **settings))})
        print(path.name, path.stat().st_size, "bytes; mse", losses, "; bias", bias, "; weight", weight[:3].ravel())


main()
