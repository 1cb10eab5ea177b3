"""A module with auxiliary states as MXNet 1.9.1 trains and saves it. In the environment of ../README.md:

    python generate_states.py          # states.json, states-symbol.json, states-0002.params
    python generate_states.py --check FOLDER    # FOLDER/own-0002.params, which this project has written
"""
import json
import os
import sys

import mxnet as mx
import numpy as np

FOLDER = os.path.dirname(os.path.abspath(__file__))
ROWS = np.array([[1, 2], [3, -1], [0.5, 4], [-2, 1]], np.float32)
LABELS = np.array([[1], [0], [2], [-1]], np.float32)
WEIGHT = np.array([[0.5, -0.25]], np.float32)


def lists(arrays):
    return {name: array.asnumpy().ravel().tolist() for name, array in sorted(arrays.items())}


if "--check" in sys.argv:
    _, arguments, states = mx.model.load_checkpoint(os.path.join(sys.argv[-1], "own"), 2)
    with open(os.path.join(FOLDER, "states.json")) as file:
        expected = json.load(file)
    for found, name in ((arguments, "arguments"), (states, "states")):
        assert {key: len(value) for key, value in lists(found).items()} == {key: len(value) for key, value in expected[name].items()}
        for key, value in lists(found).items():
            assert np.allclose(value, expected[name][key], rtol=1e-5, atol=1e-6), key
    print("the same")
    sys.exit()

data = mx.sym.var("data")
normal = mx.sym.BatchNorm(data, fix_gamma=False, momentum=0.75, name="bn")
graph = mx.sym.LinearRegressionOutput(mx.sym.FullyConnected(normal, num_hidden=1, name="fc"), name="out")
module = mx.mod.Module(graph, ["data"], ["out_label"])
batches = mx.io.NDArrayIter(ROWS, LABELS, 4, label_name="out_label")
module.bind(batches.provide_data, batches.provide_label)
module.init_params(mx.init.One(), arg_params={"fc_weight": mx.nd.array(WEIGHT)}, allow_missing=True)
first, beginning = module.get_params()
told = {"data": ROWS.ravel().tolist(), "label": LABELS.ravel().tolist(), "first": lists(first), "beginning": lists(beginning)}
module.init_optimizer(kvstore="local", optimizer="sgd", optimizer_params={"learning_rate": 0.125})
for _ in range(2):
    batches.reset()
    for batch in batches:
        module.forward_backward(batch)
        module.update()
        # MXNet does not wait for the states before it reads them.
        mx.nd.waitall()
module.save_checkpoint(os.path.join(FOLDER, "states"), 2)
arguments, states = module.get_params()
module.forward(mx.io.DataBatch([mx.nd.array(ROWS)], [mx.nd.array(LABELS)]), is_train=False)
told.update(arguments=lists(arguments), states=lists(states), prediction=module.get_outputs()[0].asnumpy().ravel().tolist())
with open(os.path.join(FOLDER, "states.json"), "w") as file:
    json.dump(told, file)
    file.write("\n")
