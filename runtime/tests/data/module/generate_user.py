"""Modules of MXNet 1.9.1 on several contexts, with other batch sizes, in buckets, with multipliers, fixed parameters and gradients of inputs, for
tests/module: python generate_user.py, which writes user.json.

Needs what generate.py does.
"""
import json
import os

# With oneDNN, the bias of a layer whose weight is fixed has a gradient of 0.
os.environ["MXNET_MKLDNN_ENABLED"] = "0"
import mxnet as mx
import numpy as np

folder = os.path.dirname(os.path.abspath(__file__))
draw = np.random.RandomState(9)
INPUTS, HIDDEN, CLASSES = 6, 5, 3


def told(array):
    return {"shape": list(array.shape), "data": [float(np.format_float_scientific(x, unique=True)) for x in array.asnumpy().astype(np.float32).ravel()]}


def noise(*shape):
    return draw.normal(0, 0.5, shape).astype(np.float32)


def network():
    data = mx.sym.Variable("data")
    # An attribute counts before a name.
    bias = mx.sym.Variable("second_bias", attr={"__lr_mult__": "2.0", "__wd_mult__": "0.5"})
    hidden = mx.sym.FullyConnected(data, num_hidden=HIDDEN, name="first")
    hidden = mx.sym.Activation(hidden, act_type="tanh")
    out = mx.sym.FullyConnected(hidden, num_hidden=CLASSES, bias=bias, name="second")
    return mx.sym.SoftmaxOutput(out, name="softmax")


FIRST = {"first_weight": noise(HIDDEN, INPUTS), "first_bias": noise(HIDDEN), "second_weight": noise(CLASSES, HIDDEN), "second_bias": noise(CLASSES)}


def batch(rows):
    data, label = noise(rows, INPUTS), draw.randint(0, CLASSES, rows).astype(np.float32)
    return mx.io.DataBatch(data=[mx.nd.array(data)], label=[mx.nd.array(label)], pad=0, provide_data=[("data", data.shape)], provide_label=[("softmax_label", label.shape)])


def bound(rows, contexts=1, inputs_need_grad=False, fixed=None):
    module = mx.mod.Module(network(), context=[mx.cpu(k) for k in range(contexts)], fixed_param_names=fixed)
    module.bind([("data", (rows, INPUTS))], [("softmax_label", (rows,))], inputs_need_grad=inputs_need_grad)
    module.init_params(arg_params={name: mx.nd.array(array) for name, array in FIRST.items()}, allow_missing=False)
    return module


def learnt(module):
    return {name: told(array) for name, array in module.get_params()[0].items()}


def steps(module, batches):
    """What each step gives."""
    results = []
    for each in batches:
        module.forward(each, is_train=True)
        module.backward()
        output = module.get_outputs()[0]
        gradient = told(module.get_input_grads()[0]) if module.inputs_need_grad else None
        module.update()
        results.append({"data": told(each.data[0]), "label": told(each.label[0]), "output": told(output), "input_gradient": gradient})
    return results


def case(name, contexts=1, rows=(6, 6, 6), inputs_need_grad=False, fixed=None, optimizer="sgd", parameters=None, lr_mult=None, wd_mult=None):
    module = bound(rows[0], contexts, inputs_need_grad, fixed)
    parameters = parameters or {"learning_rate": 0.5, "momentum": 0.5, "wd": 0.125}
    module.init_optimizer(kvstore=mx.kv.create("local"), optimizer=optimizer, optimizer_params=dict(parameters))
    if lr_mult or wd_mult:
        optimizer_here = module._kvstore._updater.optimizer
        optimizer_here.set_lr_mult(lr_mult or {})
        optimizer_here.set_wd_mult(wd_mult or {})
    results = []
    for count in rows:
        # MXNet's forward binds anew by itself.
        results += steps(module, [batch(count)])
    held = batch(rows[-1])
    iterator = mx.io.NDArrayIter(held.data[0], held.label[0], batch_size=rows[-1])
    score = module.score(iterator, "acc")[0][1]
    iterator.reset()
    predicted = module.predict(iterator)
    return {
        "name": name, "contexts": contexts, "inputs_need_grad": inputs_need_grad, "fixed": fixed or [], "optimizer": optimizer, "parameters": parameters,
        "lr_mult": lr_mult or {}, "wd_mult": wd_mult or {}, "steps": results, "last": learnt(module),
        "held": {"data": told(held.data[0]), "label": told(held.label[0])}, "score": float(score), "predicted": told(predicted),
    }


def bucket(steps_of):
    """A sum over as many columns, times a weight."""
    data = mx.sym.Variable("data")
    hidden = mx.sym.sum(data, axis=1, keepdims=True)
    hidden = mx.sym.FullyConnected(hidden, num_hidden=CLASSES, name="out")
    return mx.sym.SoftmaxOutput(hidden, name="softmax"), ["data"], ["softmax_label"]


def buckets():
    first = {"out_weight": noise(CLASSES, 1), "out_bias": noise(CLASSES)}
    module = mx.mod.BucketingModule(bucket, default_bucket_key=5)
    module.bind([("data", (4, 5))], [("softmax_label", (4,))])
    module.init_params(arg_params={name: mx.nd.array(array) for name, array in first.items()}, aux_params={})
    module.init_optimizer(kvstore=mx.kv.create("local"), optimizer="adam", optimizer_params={"learning_rate": 0.125, "wd": 0.0625})
    results = []
    for key in [5, 3, 5, 2, 3]:
        data, label = noise(4, key), draw.randint(0, CLASSES, 4).astype(np.float32)
        each = mx.io.DataBatch(data=[mx.nd.array(data)], label=[mx.nd.array(label)], bucket_key=key, provide_data=[("data", data.shape)], provide_label=[("softmax_label", label.shape)])
        module.forward(each, is_train=True)
        output = told(module.get_outputs()[0])
        module.backward()
        module.update()
        results.append({"key": key, "data": told(each.data[0]), "label": told(each.label[0]), "output": output})
    return {"first": {name: told(mx.nd.array(array)) for name, array in first.items()}, "steps": results, "last": learnt(module)}


def sums(contexts):
    """A graph of several inputs, without parameters: gradients of all inputs by those of the outputs."""
    a, b, c = (mx.sym.Variable(name) for name in "abc")
    graph = mx.sym.Group([mx.sym.elemwise_mul(a, b) + c, mx.sym.square(c)])
    module = mx.mod.Module(graph, data_names=["a", "b", "c"], label_names=None, context=[mx.cpu(k) for k in range(contexts)])
    module.bind([(name, (5, 3)) for name in "abc"], inputs_need_grad=True)
    module.init_params()
    data, gradients = [mx.nd.array(noise(5, 3)) for _ in range(3)], [mx.nd.array(noise(5, 3)) for _ in range(2)]
    module.forward(mx.io.DataBatch(data=data, label=None), is_train=True)
    module.backward(gradients)
    return {"contexts": contexts, "data": [told(x) for x in data], "gradients": [told(x) for x in gradients], "outputs": [told(x) for x in module.get_outputs()],
            "input_gradients": [told(x) for x in module.get_input_grads()]}


adam = {"learning_rate": 0.0625, "wd": 0.125}
cases = [
    case("names decide about decay, and attributes"),
    case("adam", optimizer="adam", parameters=adam),
    case("multipliers", lr_mult={"first_weight": 0.5, "first_bias": 0.0}, wd_mult={"second_weight": 2.0, "first_bias": 1.0}),
    case("gradients of inputs", inputs_need_grad=True),
    case("fixed parameters", fixed=["first_weight", "second_bias"]),
    case("other batch sizes", rows=(6, 4, 4, 7, 6)),
    case("two contexts", contexts=2, inputs_need_grad=True),
    case("three contexts of unequal slices", contexts=3, rows=(8, 8, 8), optimizer="adam", parameters=adam),
    case("two contexts, other batch sizes, fixed parameters", contexts=2, rows=(6, 5, 8), fixed=["second_weight"], inputs_need_grad=True),
]
known = {"first": {name: told(mx.nd.array(array)) for name, array in FIRST.items()}, "cases": cases, "buckets": buckets(), "sums": [sums(1), sums(2)]}
with open(os.path.join(folder, "user.json"), "w") as file:
    json.dump(known, file, separators=(",", ":"))
    file.write("\n")
