"""Writes states.json: optimizer states that Apache MXNet 1.9.1 (CPU) has saved, as hexadecimal numbers, with the step that follows.

    python generate_states.py
"""
import json
import os
import pathlib
import tempfile

import mxnet as mx
import numpy as np

import generate
from generate import dense, noise, rows
from generate_user import CLASSES, STRATEGIES, WITHOUT_DECAY, values

generate.RANDOM = np.random.RandomState(31)
PARAMETERS = {**{name: own for name, (_, own) in CLASSES.items()}, "dcasgd": dict(lamda=0.5), "lbsgd": dict(momentum=0.75, warmup_strategy="sqrt"), "sgld": {}}


def file_of(save):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "states")
        save(path)
        return pathlib.Path(path).read_bytes().hex()


def stored(store, key, like):
    out = mx.nd.sparse.zeros(like.stype, like.shape, dtype=like.dtype) if like.stype != "default" else mx.nd.zeros(like.shape, dtype=like.dtype)
    store.pull(key, out=out, ignore_sparse=False)
    return out


def go_on(made, key, weight, gradient, path):
    """A step of a new store with the states of a file."""
    store = mx.kv.create("local")
    store.set_optimizer(made())
    store.init(key, weight)
    store.load_optimizer_states(path)
    store.push(key, gradient)
    return values(stored(store, key, weight))


def of_store(name, class_name, parameters, key, like, gradients):
    made = lambda: mx.optimizer.create(class_name, **parameters)
    store = mx.kv.create("local")
    store.set_optimizer(made())
    store.init(key, like)
    for gradient in gradients[:-1]:
        store.push(key, gradient)
    weight = stored(store, key, like)
    numbers = {name: float(STRATEGIES.get(value, value)) for name, value in parameters.items() if name != "multi_precision"}
    case = {"name": name, "class": class_name, "parameters": numbers, "key": key, "steps": len(gradients) - 1, "weight": values(weight), "gradient": values(gradients[-1])}
    case["multi_precision"] = parameters.get("multi_precision", False)
    for kind, dump in [("plain", False), ("dumped", True)]:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "states")
            store.save_optimizer_states(path, dump_optimizer=dump)
            case[kind] = pathlib.Path(path).read_bytes().hex()
            # The noise of SGLD is MXNet's own.
            case[kind + "_next"] = None if class_name == "sgld" else go_on(made, key, weight, gradients[-1], path)
    return case


def stores():
    for name, own in PARAMETERS.items():
        shape = (4, 3)
        parameters = dict(own, learning_rate=0.125, **({} if name in WITHOUT_DECAY else dict(wd=0.0625)))
        parameters |= {"lamb": dict(beta1=0.75, beta2=0.875)}.get(name, {})
        yield of_store(name, name, parameters, 0, dense(noise(*shape)), [dense(noise(*shape)) for _ in range(3)])
    shape, adam = (5, 2), dict(learning_rate=0.125, wd=0.0625)
    some = lambda *ids: rows(shape, list(ids), noise(len(ids), 2))
    yield of_store("rows with a text as key", "adam", adam, "w", rows(shape, list(range(5)), noise(*shape)), [some(1, 3), some(0, 3), some(3, 4)])
    # Its momentum is dense.
    standard = dict(learning_rate=0.125, momentum=0.75, lazy_update=False)
    yield of_store("rows and a dense state", "sgd", standard, "w", rows(shape, list(range(5)), noise(*shape)), [some(1, 3), some(0, 3), some(3, 4)])
    half = lambda: dense(noise(4, 3).astype("float16"), dtype="float16")
    for name in ["sgd", "nag", "adam", "signum", "lars", "dcasgd", "lbsgd"]:
        own = {} if name in ("adam", "dcasgd") else dict(momentum=0.75)
        yield of_store(f"float16, {name}", name, dict(own, learning_rate=0.125, multi_precision=True), 3, half(), [half() for _ in range(3)])
    schedule = mx.lr_scheduler.FactorScheduler(step=2, factor=0.5, base_lr=0.25)
    # A scheduler, and the names of a symbol, are in the file too.
    store = mx.kv.create("local")
    symbol = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    store.set_optimizer(mx.optimizer.create("sgd", momentum=0.5, learning_rate=0.25, lr_scheduler=schedule, sym=symbol, param_idx2name={0: "fc_weight"}))
    store.init(0, dense(noise(3)))
    store.push(0, dense(noise(3)))
    yield {"name": "a schedule", "dumped": file_of(lambda path: store.save_optimizer_states(path, dump_optimizer=True))}


def trainer():
    """A Gluon trainer whose gradients are given."""
    given, made = [noise(2, 3), noise(3)], []
    parameters = mx.gluon.ParameterDict()
    for name, number in zip("ab", given):
        made.append(parameters.get(name, shape=number.shape, init="zeros"))
    parameters.initialize()
    for parameter, number in zip(made, given):
        parameter.set_data(mx.nd.array(number))
    own = mx.gluon.Trainer(parameters, "adam", dict(learning_rate=0.125, wd=0.0625), kvstore=None)

    def step(gradients):
        with mx.autograd.record():
            loss = sum((parameter.data() * mx.nd.array(gradient)).sum() for parameter, gradient in zip(made, gradients))
        loss.backward()
        own.step(1)

    for _ in range(2):
        step([noise(2, 3), noise(3)])
    last = [noise(2, 3), noise(3)]
    told = {"weights": [values(parameter.data()) for parameter in made], "gradients": [values(mx.nd.array(number)) for number in last]}
    told["file"] = file_of(own.save_states)
    step(last)
    return {**told, "next": [values(parameter.data()) for parameter in made]}


def modules():
    for kvstore in [None, "local"]:
        output = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc"), name="softmax")
        module = mx.mod.Module(output)
        module.bind([("data", (4, 2))], [("softmax_label", (4,))])
        module.set_params({"fc_weight": mx.nd.array(noise(3, 2)), "fc_bias": mx.nd.array(noise(3))}, {})
        module.init_optimizer(kvstore=kvstore and mx.kv.create(kvstore), optimizer="adam", optimizer_params=dict(learning_rate=0.125, wd=0.0625))
        batch = [noise(4, 2), np.array([0, 2, 1, 1], dtype="float32")]

        def step():
            module.forward(mx.io.DataBatch([mx.nd.array(batch[0])], [mx.nd.array(batch[1])]), is_train=True)
            module.backward()
            module.update()

        for _ in range(2):
            step()
        told = {"kvstore": kvstore, "batch": [values(mx.nd.array(array)) for array in batch], "files": {}}
        with tempfile.TemporaryDirectory() as folder:
            module.save_checkpoint(os.path.join(folder, "peer"), 2, save_optimizer_states=True)
            told["files"] = {path.name: path.read_bytes().hex() for path in sorted(pathlib.Path(folder).iterdir())}
        # The updates of a file are its optimizer's, and these files have none: MXNet goes on with a new optimizer.
        other = mx.mod.Module(output)
        other.bind([("data", (4, 2))], [("softmax_label", (4,))])
        other.set_params(*module.get_params())
        other.init_optimizer(kvstore=kvstore and mx.kv.create(kvstore), optimizer="adam", optimizer_params=dict(learning_rate=0.125, wd=0.0625))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "states")
            module.save_optimizer_states(path)
            other.load_optimizer_states(path)
        module = other
        step()
        told["next"] = {name: values(array) for name, array in sorted(module.get_params()[0].items())}
        yield told


def buckets():
    """A bucketing module goes on in other buckets than that in which its states were saved and loaded."""
    def graph(key):
        rows = mx.sym.sum(mx.sym.var("data"), axis=1, keepdims=True)
        output = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(rows, num_hidden=3, name="fc"), name="softmax")
        return output, ("data",), ("softmax_label",)

    def made(first):
        module = mx.mod.BucketingModule(graph, default_bucket_key=5)
        module.bind([("data", (4, 5))], [("softmax_label", (4,))])
        module.set_params(*first)
        # A store whose module has its states.
        module.init_optimizer(kvstore=mx.kv.create("local"), optimizer="adam", optimizer_params=dict(learning_rate=0.125, wd=0.0625))
        return module

    steps = [(key, noise(4, key), np.array([0, 2, 1, 1], dtype="float32")) for key in (5, 3, 2, 3, 2, 5)]

    def run(module, some):
        for key, data, label in some:
            batch = mx.io.DataBatch([mx.nd.array(data)], [mx.nd.array(label)], bucket_key=key, provide_data=[("data", data.shape)], provide_label=[("softmax_label", label.shape)])
            module.forward(batch, is_train=True)
            module.backward()
            module.update()

    module = made(({"fc_weight": mx.nd.array(noise(3, 1)), "fc_bias": mx.nd.array(noise(3))}, {}))
    told = {"steps": [{"key": key, "batch": [values(mx.nd.array(data)), values(mx.nd.array(label))]} for key, data, label in steps]}
    told["first"] = {name: values(array) for name, array in sorted(module.get_params()[0].items())}
    run(module, steps[:4])
    told["saved"] = {name: values(array) for name, array in sorted(module.get_params()[0].items())}
    told["file"] = file_of(module._curr_module.save_optimizer_states)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "states")
        module._curr_module.save_optimizer_states(path)
        other = made(module.get_params())
        other._curr_module.load_optimizer_states(path)
    for name, which in [("next", module), ("next_of_loaded", other)]:
        run(which, steps[4:])
        told[name] = {name: values(array) for name, array in sorted(which.get_params()[0].items())}
    return told


def main():
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in stores())
    rest = ",\n".join(f'"{name}": {json.dumps(told, separators=(",", ":"))}' for name, told in [("trainer", trainer()), ("modules", list(modules())), ("buckets", buckets())])
    text = f'{{"source": "Apache MXNet {mx.__version__}, CPU, generate_states.py",\n"stores": [\n{lines}\n],\n{rest}}}\n'
    pathlib.Path(__file__).with_name("states.json").write_text(text)


if __name__ == "__main__":
    main()
