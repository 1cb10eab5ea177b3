"""Prints half.json: steps of Apache MXNet 1.9.1 (CPU) on a table of float16 whose rows are looked up, cast and multiplied.

    python generate_half.py > half.json
"""
import json

import mxnet as mx
import numpy as np

RANDOM = np.random.RandomState(5)


def numbers(array):
    return array.astype("float32").asnumpy().reshape(-1).tolist()


def case(name, optimizer, **parameters):
    table = mx.gluon.Parameter("table", shape=(5, 2), dtype="float16", init="zeros")
    table.initialize()
    table.set_data(mx.nd.array(RANDOM.randn(5, 2).astype("float16"), dtype="float16"))
    trainer = mx.gluon.Trainer([table], optimizer, dict(parameters, multi_precision=True), kvstore=None)
    told = {"name": name, "optimizer": optimizer, "parameters": {key: float(value) for key, value in parameters.items()}, "first": numbers(table.data()), "steps": []}
    for ids in ([1, 3, 1], [0, 3, 4], [2, 2, 2]):
        factors = RANDOM.randint(-16, 16, (3, 2)) / 8
        with mx.autograd.record():
            rows = mx.nd.Embedding(mx.nd.array(ids), table.data(), input_dim=5, output_dim=2, dtype="float16")
            loss = (rows.astype("float32") * mx.nd.array(factors)).sum()
        loss.backward()
        told["steps"].append({"ids": ids, "factors": factors.reshape(-1).tolist(), "gradient": numbers(table.grad())})
        trainer.step(1)
        told["steps"][-1]["table"] = numbers(table.data())
    state = trainer._updaters[0].states[0]
    told["master"] = numbers(state[1] if optimizer == "sgd" else state[0])
    return told


print(json.dumps([
    case("sgd", "sgd", learning_rate=0.0625),
    case("momentum", "sgd", learning_rate=0.0625, momentum=0.75, wd=0.03125),
    case("adam", "adam", learning_rate=0.0625, wd=0.03125),
], separators=(",", ":")).replace('},{"name', '},\n{"name'))
