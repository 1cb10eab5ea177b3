"""A linear classification trained by Module of MXNet 1.9.1, for tests/module: python generate.py, which writes fits.json and the checkpoint peer-*.

Needs what benches/models/by_mxnet.py does.
"""
import json
import os

import mxnet as mx
import numpy as np

folder = os.path.dirname(os.path.abspath(__file__))
draw = np.random.RandomState(5)
FEATURES, ROWS, BATCHES, EPOCHS = 60, 8, 5, 3


def told(array):
    parts = {"shape": list(array.shape), "data": [float(x) for x in (array if array.stype == "default" else array.data).asnumpy().ravel()]}
    if array.stype != "default":
        parts["indices"] = [int(x) for x in array.indices.asnumpy()]
    if array.stype == "csr":
        parts["indptr"] = [int(x) for x in array.indptr.asnumpy()]
    return parts


def batch():
    dense = draw.uniform(-1, 1, (ROWS, FEATURES)) * (draw.rand(ROWS, FEATURES) < 0.06)
    label = (dense.sum(axis=1) + draw.normal(0, 0.3, ROWS) > 0).astype(np.float32)
    return mx.io.DataBatch(data=[mx.nd.array(dense).tostype("csr")], label=[mx.nd.array(label)], pad=0)


def model():
    weight = mx.sym.Variable("weight", stype="row_sparse", shape=(FEATURES, 2))
    product = mx.sym.sparse.dot(mx.sym.Variable("data", stype="csr"), weight)
    return mx.sym.SoftmaxOutput(mx.sym.broadcast_add(product, mx.sym.Variable("bias", shape=(2,))), name="softmax")


batches = [batch() for _ in range(BATCHES + 1)]
first = {"weight": draw.normal(0, 0.1, (FEATURES, 2)).astype(np.float32), "bias": draw.normal(0, 0.1, 2).astype(np.float32)}
rows_of = lambda batch: {"weight": batch.data[0].indices}


def fit(optimizer, parameters, checkpoint):
    module = mx.mod.Module(model(), data_names=["data"], label_names=["softmax_label"])
    module.bind(data_shapes=[("data", (ROWS, FEATURES))], label_shapes=[("softmax_label", (ROWS,))])
    module.init_params(arg_params={"weight": mx.nd.array(first["weight"]).tostype("row_sparse"), "bias": mx.nd.array(first["bias"])}, allow_missing=False)
    module.init_optimizer(kvstore=mx.kv.create("local"), optimizer=optimizer, optimizer_params=dict(parameters, rescale_grad=1.0 / ROWS))
    metrics, steps = [mx.metric.NegativeLogLikelihood(), mx.metric.Accuracy()], []
    epochs = []
    held = lambda name: module._exec_group.execs[0].arg_dict[name]
    for _ in range(EPOCHS):
        for metric in metrics:
            metric.reset()
        for batch in batches[:BATCHES]:
            module.prepare(batch, sparse_row_id_fn=rows_of)
            steps.append({"pulled": told(held("weight"))})
            module.forward_backward(batch)
            module.update()
            for metric in metrics:
                module.update_metric(metric, batch.label)
        epochs.append([metric.get()[1] for metric in metrics])
    module.prepare(batches[BATCHES], sparse_row_id_fn=rows_of)
    module.forward(batches[BATCHES], is_train=False)
    output = module.get_outputs()[0]
    weights, _ = module.get_params()
    if checkpoint:
        module.save_checkpoint(os.path.join(folder, "peer"), EPOCHS)
    return {"steps": steps, "epochs": epochs, "output": told(output), "last": {name: told(array.tostype("default")) for name, array in weights.items()}}


adam = {"learning_rate": 0.05, "beta1": 0.9, "beta2": 0.999, "epsilon": 1e-8}
optimizers = {"sgd": {"learning_rate": 0.5}, "adagrad": {"learning_rate": 0.3, "eps": 1e-7}, "adam": adam}
fits = {name: fit(name, parameters, name == "adagrad") for name, parameters in optimizers.items()}
known = {"batches": [[told(batch.data[0]), told(batch.label[0])] for batch in batches], "first": {name: told(mx.nd.array(array)) for name, array in first.items()}}
with open(os.path.join(folder, "fits.json"), "w") as file:
    json.dump(dict(known, fits=fits), file, separators=(",", ":"))
    file.write("\n")
