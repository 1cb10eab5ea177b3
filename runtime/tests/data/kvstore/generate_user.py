"""Writes user.json: what users of Apache MXNet 1.9.1 do with a local key-value store (CPU), call by call: keys that are numbers, lists, all optimizers by
their names with their defaults, multipliers, schedules, master copies of 16-bit weights, states in files.

    python generate_user.py
"""
import json
import os
import pathlib
import tempfile

import mxnet as mx
import numpy as np

import generate
from generate import dense, described, eighths, noise, rows

generate.RANDOM = np.random.RandomState(28)


# What warmup_strategy is here.
STRATEGIES = {"linear": 0, "power2": 1, "sqrt": 2, "lars": 3, "none": 4}


@mx.optimizer.register
class CopyingLBSGD(mx.optimizer.LBSGD):
    """MXNet's class accumulates the first gradient by reference, and so adds what the array holds later to itself."""
    def update(self, index, weight, grad, state):
        super().update(index, weight, grad.copy(), state)


def values(array):
    """As generate.described, for float16 too."""
    if array.dtype == np.float16:
        return {**described(array.astype("float32")), "dtype": "float16"}
    return described(array)


class Scenario:
    def __init__(self, name, optimizer=None, schedule=None, lr_mult=None, wd_mult=None, **parameters):
        self.store = mx.kv.create("local")
        self.made = lambda: None
        numbers = {name: float(STRATEGIES.get(value, value)) for name, value in parameters.items() if name != "multi_precision"}
        self.text = {"name": name, "optimizer": optimizer and {"class": optimizer, "parameters": numbers}, "calls": []}
        self.text |= {"multi_precision": parameters.get("multi_precision", False), "schedule": schedule, "lr_mult": lr_mult or {}, "wd_mult": wd_mult or {}}
        if optimizer:
            def made():
                given = dict(parameters)
                if schedule:
                    # The class's default would replace that of the schedule.
                    given["learning_rate"] = schedule["base"]
                    given["lr_scheduler"] = mx.lr_scheduler.FactorScheduler(step=schedule["step"], factor=schedule["factor"], base_lr=schedule["base"])
                created = mx.optimizer.create("CopyingLBSGD" if optimizer == "lbsgd" else optimizer, **given)
                # JSON has texts as keys.
                key = lambda text: int(text) if text.isdigit() else text
                if lr_mult:
                    created.set_lr_mult({key(name): value for name, value in lr_mult.items()})
                if wd_mult:
                    created.set_wd_mult({key(name): value for name, value in wd_mult.items()})
                return created
            self.made = made
            self.store.set_optimizer(made())

    def call(self, **call):
        self.text["calls"].append(call)
        return self

    def init(self, keys, arrays):
        self.call(call="init", keys=keys, values=[values(array) for array in arrays])
        self.store.init(keys if len(keys) > 1 else keys[0], arrays if len(keys) > 1 else arrays[0])
        return self

    def push(self, keys, lists):
        before = [[values(value) for value in each] for each in lists]
        self.store.push(keys if len(keys) > 1 else keys[0], lists if len(keys) > 1 else lists[0])
        return self.call(call="push", keys=keys, values=before)

    def pull(self, keys, outs, ignore_sparse=True):
        self.store.pull(keys if len(keys) > 1 else keys[0], out=outs if len(keys) > 1 else outs[0], ignore_sparse=ignore_sparse)
        return self.call(call="pull", keys=keys, outs=[[values(out) for out in each] for each in outs], ignore_sparse=ignore_sparse)

    def pushpull(self, key, pushed, shape):
        out, before = mx.nd.zeros(shape), [values(value) for value in pushed]
        self.store.pushpull(key, pushed, out=out)
        return self.call(call="pushpull", keys=[key], values=[before], outs=[[values(out)]])

    def row_sparse_pull(self, keys, outs, ids):
        self.store.row_sparse_pull(keys if len(keys) > 1 else keys[0], out=outs if len(keys) > 1 else outs[0], row_ids=ids if len(keys) > 1 else ids[0])
        return self.call(call="row_sparse_pull", keys=keys, ids=[[described(i) for i in each] for each in ids], outs=[[values(out) for out in each] for each in outs])

    def stored(self, key, like):
        out = mx.nd.sparse.zeros(like.stype, like.shape, dtype=like.dtype) if like.stype != "default" else mx.nd.zeros(like.shape, dtype=like.dtype)
        return self.pull([key], [[out]], ignore_sparse=False)

    def reload(self):
        """States, with the numbers of updates, go through a file to a new optimizer."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "states")
            self.store.save_optimizer_states(path, dump_optimizer=True)
            self.store.set_optimizer(self.made())
            self.store.load_optimizer_states(path)
        return self.call(call="reload", keys=[])

    def states(self, key, names, order=lambda found: found):
        def flat(found):
            return [] if found is None else [part for each in found for part in flat(each)] if isinstance(found, (list, tuple)) else [found]
        found = flat(order(self.store._updater.states[key]))
        assert len(found) == len(names), (len(found), names)
        return self.call(call="states", keys=[key], names=names, outs=[[values(state) for state in found]])


def zeros(stype, shape):
    return mx.nd.sparse.zeros(stype, shape) if stype != "default" else mx.nd.zeros(shape)


def lists():
    shape = (6, 2)
    yield (Scenario("numbers as keys, in lists").init([3, 5, 7], [dense(noise(4)), dense(noise(2, 3)), rows(shape, [0, 2, 5], noise(3, 2))])
           .push([5, 3], [[dense(eighths(2, 3), k) for k in range(3)], [dense(noise(4), k) for k in range(2)]])
           .pull([3, 5], [[zeros("default", (4,))], [zeros("default", (2, 3)), zeros("default", (2, 3))]])
           # The values of a key that comes twice are one list.
           .push([3, 5, 3], [[dense(noise(4))], [dense(noise(2, 3))], [dense(noise(4), 1)]]).pull([3, 5], [[zeros("default", (4,))], [zeros("default", (2, 3))]])
           .push([7], [[rows(shape, [1, 2], noise(2, 2)), rows(shape, [2, 4], noise(2, 2), 1)]])
           .pull([7, 3], [[zeros("default", shape), zeros("row_sparse", shape)], [zeros("default", (4,))]])
           .pull([7, 3], [[zeros("default", shape), zeros("row_sparse", shape)], [zeros("default", (4,))]], ignore_sparse=False))
    yield (Scenario("texts as keys, in lists").init(["b", "a"], [rows(shape, [0, 3], noise(2, 2)), rows((3, 1), [0, 1, 2], noise(3, 1))])
           .row_sparse_pull(["a", "b"], [[zeros("row_sparse", (3, 1))], [zeros("row_sparse", shape) for _ in range(2)]],
                            [[mx.nd.array([2, 0, 2], dtype="int64")], [mx.nd.array([3], dtype="int64"), mx.nd.array([5, 0], dtype="int64")]])
           .pull(["a", "b"], [[zeros("row_sparse", (3, 1))], [zeros("row_sparse", shape)]])
           .pull(["a", "b"], [[zeros("row_sparse", (3, 1))], [zeros("row_sparse", shape)]], ignore_sparse=False))
    yield (Scenario("a push and a pull", "sgd", learning_rate=0.5).init(["w"], [dense(noise(3))])
           .pushpull("w", [dense(noise(3), k) for k in range(2)], (3,)).pushpull("w", [dense(noise(3))], (3,)))


# Classes with their states by the names here, and hyper-parameters beside the defaults.
CLASSES = {
    "sgd": ([], dict(momentum=0.0)),
    "SGD": (["momentum"], dict(momentum=0.75)),
    "ccSGD": (["momentum"], dict(momentum=0.5)),
    "nag": (["momentum"], dict(momentum=0.75)),
    "Signum": (["momentum"], dict(momentum=0.875, wd_lh=0.125)),
    "lars": (["momentum"], dict(momentum=0.75, eta=0.125, eps=1e-3)),
    "lamb": (["mean", "variance"], dict(lower_bound=0.25, upper_bound=4.0)),
    "adam": (["mean", "variance"], dict(beta1=0.75, epsilon=1e-4)),
    "nadam": (["mean", "variance"], dict(beta2=0.875)),
    "adamax": (["mean", "largest"], dict(beta1=0.75)),
    "AdaGrad": (["history"], dict(eps=1e-3)),
    "groupadagrad": (["history"], dict(eps=1e-3)),
    "adadelta": (["squares", "deltas"], dict(rho=0.75)),
    "rmsprop": (["squares"], dict(gamma1=0.75, clip_weights=1.25)),
    "RMSProp": (["squares", "average", "delta"], dict(centered=True, gamma2=0.75)),
    "ftrl": (["z", "n"], dict(lamda1=0.125, beta=0.5)),
    # MXNet computes 1 - beta2^t in float32, which is exact for this one.
    "ftml": (["d", "v", "z"], dict(beta1=0.75, beta2=0.875)),
}
WITHOUT_DECAY = ("nag", "groupadagrad")


def classes():
    for name, (states, own) in CLASSES.items():
        shape = (1, 8) if name in ("lamb", "lars") else (5, 3)
        # What decides which kernel it is stays.
        chosen = {key: value for key, value in own.items() if key in ("momentum", "centered", "beta2") and name != "nadam"}
        for parameters in [chosen, dict(own, rescale_grad=0.5, learning_rate=0.125, **({} if name in WITHOUT_DECAY else dict(wd=0.0625)))]:
            scenario = Scenario(f"{name} {parameters}", name, **parameters)
            scenario.init([0], [dense(noise(*shape))])
            for _ in range(2):
                scenario.push([0], [[dense(noise(*shape), k) for k in range(2)]]).pull([0], [[zeros("default", shape)]])
            scenario.reload().push([0], [[dense(noise(*shape))]]).pull([0], [[zeros("default", shape)]])
            if states:
                scenario.states(0, states)
            yield scenario


def sparse():
    """Lazy updates of rules that peer.json does not have."""
    shape = (6, 2)
    for name, states, parameters in [("ftrl", ["z", "n"], dict(wd=0.0625)), ("ftrl", ["z", "n"], dict(clip_gradient=0.25)), ("groupadagrad", ["history"], dict(rescale_grad=0.5))]:
        like = rows(shape, list(range(6)), noise(6, 2))
        scenario = Scenario(f"rows, {name} {parameters}", name, **parameters).init([0], [like])
        for ids in ([1, 4], [0, 4, 5], [2]):
            scenario.push([0], [[rows(shape, ids, noise(len(ids), 2)), rows(shape, [4], noise(1, 2), 1)]]).stored(0, like)
        yield scenario.reload().push([0], [[rows(shape, [3], noise(1, 2))]]).stored(0, like).states(0, states)


def fallbacks():
    """Classes without a sparse form: MXNet updates all rows of a dense weight."""
    shape = (5, 2)
    for name in ["nag", "signum", "rmsprop", "adadelta", "adamax", "nadam", "ftml"]:
        parameters = {**CLASSES[name.capitalize() if name == "signum" else name][1], **({} if name in WITHOUT_DECAY else dict(wd=0.0625))}
        scenario = Scenario(f"rows of all, {name}", name, learning_rate=0.125, **parameters).init([0], [dense(noise(*shape))])
        scenario.text["optimizer"]["parameters"]["lazy_update"] = 0.0
        # From zeros, adamax would divide them by each other.
        scenario.push([0], [[dense(noise(*shape))]])
        for ids in ([1, 4], [0, 4], []):
            scenario.push([0], [[rows(shape, ids, noise(len(ids), 2))]]).pull([0], [[zeros("default", shape)]])
        yield scenario


def rates():
    half = dict(step=2, factor=0.5, base=0.25)
    keys, shapes = [0, 1, 2], [(3,), (2, 2), (4,)]
    for name, arguments in {
        "multipliers of numbers": dict(learning_rate=0.25, wd=0.125, lr_mult={"0": 0.5, "2": 0.0}, wd_mult={"0": 0.0, "1": 2.0}),
        "a schedule": dict(schedule=half, wd=0.125),
        "a schedule and multipliers": dict(schedule=half, wd=0.125, lr_mult={"1": 0.5}, wd_mult={"2": 0.0}),
    }.items():
        for optimizer in ["sgd", "adam"]:
            scenario = Scenario(f"{name}, {optimizer}", optimizer, **arguments).init(keys, [dense(noise(*shape)) for shape in shapes])
            for step in range(5):
                # Not every key has as many updates.
                some = keys if step % 2 == 0 else keys[:1]
                scenario.push(some, [[dense(noise(*shapes[key]))] for key in some])
            yield scenario.pull(keys, [[zeros("default", shape)] for shape in shapes])
    yield (Scenario("multipliers of texts", "sgd", learning_rate=0.5, wd=0.25, lr_mult={"a": 0.5}, wd_mult={"b": 0.0}).init(["a", "b"], [dense(noise(3)), dense(noise(3))])
           .push(["a", "b"], [[dense(noise(3))], [dense(noise(3))]]).pull(["a", "b"], [[zeros("default", (3,))], [zeros("default", (3,))]]))


def mixed():
    """float16 with master copies. MXNet keeps the copy first, except for sgd, nag, signum and their like."""
    for name, states, parameters in [
        ("sgd", [], {}), ("sgd", ["momentum"], dict(momentum=0.75)), ("nag", ["momentum"], dict(momentum=0.75)), ("adam", ["mean", "variance"], {}),
        ("rmsprop", ["squares"], {}), ("signum", ["momentum"], {}), ("adagrad", ["history"], {}), ("ftml", ["d", "v", "z"], dict(beta2=0.875)),
    ]:
        parameters = dict(parameters, learning_rate=0.0625, rescale_grad=0.5, multi_precision=True, **({} if name == "nag" else dict(wd=0.03125)))
        shape = (4, 3)
        scenario = Scenario(f"float16, {name} {parameters}", name, **parameters).init([0], [dense(noise(*shape).astype("float16"), dtype="float16")])
        for _ in range(4):
            scenario.push([0], [[dense(noise(*shape).astype("float16"), k, dtype="float16") for k in range(2)]])
            scenario.pull([0], [[mx.nd.zeros(shape, dtype="float16")]])
        is_last = name in ("sgd", "nag")
        yield scenario.reload().push([0], [[dense(noise(*shape).astype("float16"), dtype="float16")]]).states(0, states + ["master"], lambda found: found if is_last else (found[1], found[0]))
    # Without decay and momentum MXNet's update of all rows is the lazy one.
    shape = (5, 2)
    like = rows(shape, list(range(5)), noise(5, 2).astype("float16"), dtype="float16")
    scenario = Scenario("float16, rows of a dense weight", "sgd", learning_rate=0.125, multi_precision=True).init([0], [dense(noise(5, 2).astype("float16"), dtype="float16")])
    for ids in ([1, 4], [0, 4]):
        scenario.push([0], [[rows(shape, ids, noise(2, 2).astype("float16"), dtype="float16")]]).pull([0], [[mx.nd.zeros(shape, dtype="float16")]])
    yield scenario


def norms():
    """LAMB and LARS with parameters of several rows."""
    shape, half = (5, 3), dict(step=2, factor=0.5, base=0.25)
    own = {"lars": dict(momentum=0.75, eta=0.125, eps=1e-3), "lamb": dict(lower_bound=0.25, upper_bound=2.0)}
    # MXNet computes 1 - beta^t in float32, which is exact for these.
    exact = dict(beta1=0.75, beta2=0.875)
    for name, parameters, schedule in [
        ("lars", {}, None), ("lars", own["lars"], None), ("lars", dict(own["lars"], clip_gradient=0.25), half), ("lars", dict(own["lars"], momentum_correction=False), half),
        ("lamb", exact, None), ("lamb", dict(own["lamb"], **exact, clip_gradient=0.25), None), ("lamb", dict(bias_correction=False), half),
    ]:
        # The rate of a schedule is its own.
        rate = {} if schedule else dict(learning_rate=0.125)
        scenario = Scenario(f"norms, {name} {parameters} {schedule is not None}", name, schedule=schedule, wd=0.0625, rescale_grad=0.5, **rate, **parameters)
        scenario.init([0], [dense(noise(*shape))])
        for _ in range(3):
            scenario.push([0], [[dense(noise(*shape), k) for k in range(2)]]).pull([0], [[zeros("default", shape)]])
        scenario.reload().push([0], [[dense(noise(*shape))]]).pull([0], [[zeros("default", shape)]])
        states = ["mean", "variance"] if name == "lamb" else ["momentum"] if "momentum" in parameters else []
        yield scenario.states(0, states) if states else scenario
    # Rows: LARS has lazy updates, and LAMB moves all rows.
    for name, stype, lazy in [("lars", "default", True), ("lars", "row_sparse", True), ("lars", "default", False), ("lamb", "default", False)]:
        parameters = exact if name == "lamb" else dict(own["lars"], lazy_update=lazy)
        scenario = Scenario(f"norms of rows, {name} {stype} {lazy}", name, learning_rate=0.125, wd=0.0625, **parameters)
        scenario.text["optimizer"]["parameters"]["lazy_update"] = float(lazy)
        like = rows(shape, list(range(5)), noise(*shape)) if stype == "row_sparse" else dense(noise(*shape))
        scenario.init([0], [like])
        for ids in ([1, 4], [0, 4], [2]):
            scenario.push([0], [[rows(shape, ids, noise(len(ids), 3))]]).stored(0, like)
        yield scenario
    names = ["a_weight", "a_bias", "a_gamma", "a_beta"]
    scenario = Scenario("norms by names", "lars", learning_rate=0.125, **own["lars"]).init(names, [dense(noise(4)) for _ in names])
    yield scenario.push(names, [[dense(noise(4))] for _ in names]).pull(names, [[zeros("default", (4,))] for _ in names])


def delays():
    """DCASGD without momentum: with one, MXNet asks an array whether it is true."""
    shape = (5, 3)
    for parameters in [{}, dict(lamda=0.5, rescale_grad=0.5, learning_rate=0.125, wd=0.0625), dict(lamda=2.0, clip_gradient=0.5, learning_rate=0.125)]:
        scenario = Scenario(f"dcasgd {parameters}", "dcasgd", **parameters).init([0], [dense(noise(*shape))])
        for _ in range(3):
            scenario.push([0], [[dense(noise(*shape), k) for k in range(2)]]).pull([0], [[zeros("default", shape)]])
        yield scenario.reload().push([0], [[dense(noise(*shape))]]).pull([0], [[zeros("default", shape)]])
    scenario = Scenario("rows of all, dcasgd", "dcasgd", learning_rate=0.125, lamda=0.5, wd=0.0625).init([0], [dense(noise(*shape))])
    scenario.text["optimizer"]["parameters"]["lazy_update"] = 0.0
    for ids in ([1, 4], [0, 4], []):
        scenario.push([0], [[rows(shape, ids, noise(len(ids), 3))]]).pull([0], [[zeros("default", shape)]])
    yield scenario
    scenario = Scenario("float16, dcasgd", "dcasgd", learning_rate=0.0625, lamda=0.5, multi_precision=True).init([0], [dense(noise(4, 3).astype("float16"), dtype="float16")])
    for _ in range(3):
        scenario.push([0], [[dense(noise(4, 3).astype("float16"), dtype="float16")]]).pull([0], [[mx.nd.zeros((4, 3), dtype="float16")]])
    yield scenario


def large_batches():
    shape = (5, 3)
    for parameters in [
        {}, dict(momentum=0.75, batch_scale=2, warmup_epochs=2, updates_per_epoch=2), dict(momentum=0.75, batch_scale=3, warmup_strategy="power2", warmup_epochs=2, updates_per_epoch=5),
        dict(batch_scale=2, warmup_strategy="sqrt", warmup_epochs=3, updates_per_epoch=3, begin_epoch=1), dict(momentum=0.5, batch_scale=2, warmup_strategy="lars"),
        dict(warmup_strategy="lars", clip_gradient=0.25), dict(batch_scale=2, warmup_strategy="none", warmup_epochs=2, updates_per_epoch=2),
    ]:
        scenario = Scenario(f"lbsgd {parameters}", "lbsgd", learning_rate=0.125, wd=0.0625, rescale_grad=0.5, **parameters).init([0], [dense(noise(*shape))])
        for step in range(7):
            # In the middle of what is accumulated, too.
            scenario = scenario if step != 3 else scenario.reload()
            scenario.push([0], [[dense(noise(*shape), k) for k in range(2)]]).pull([0], [[zeros("default", shape)]])
        yield scenario
    for momentum, stype in [(0.0, "default"), (0.75, "default"), (0.75, "row_sparse")]:
        parameters = dict(momentum=momentum, batch_scale=2, warmup_epochs=2, updates_per_epoch=2)
        like = rows(shape, list(range(5)), noise(*shape)) if stype == "row_sparse" else dense(noise(*shape))
        scenario = Scenario(f"rows, lbsgd {momentum} {stype}", "lbsgd", learning_rate=0.125, wd=0.0625, **parameters).init([0], [like])
        for ids in ([1, 4], [0, 4], [2], [3], [1, 2]):
            scenario.push([0], [[rows(shape, ids, noise(len(ids), 3))]]).stored(0, like)
        yield scenario


def langevin():
    """Single steps of SGLD without its noise, which are no calls of a store."""
    drawn = mx.optimizer.optimizer.normal
    mx.optimizer.optimizer.normal = lambda *_, shape, dtype, ctx: mx.nd.zeros(shape, dtype=dtype, ctx=ctx)
    steps = []
    for parameters in [dict(learning_rate=0.125), dict(learning_rate=0.25, wd=0.0625, rescale_grad=0.5), dict(learning_rate=0.5, clip_gradient=0.25, wd=0.5)]:
        weight, gradient = dense(noise(4, 3)), dense(noise(4, 3))
        step = {"parameters": parameters, "weight": described(weight), "gradient": described(gradient)}
        mx.optimizer.create("sgld", **parameters).update(0, weight, gradient, None)
        steps.append({**step, "stepped": described(weight)})
    mx.optimizer.optimizer.normal = drawn
    return steps


def main():
    groups = (lists, classes, sparse, fallbacks, rates, mixed, norms, delays, large_batches)
    scenarios = [scenario.text for group in groups for scenario in group()]
    lines = ",\n".join(json.dumps(scenario, separators=(",", ":")) for scenario in scenarios)
    text = f'{{"source": "Apache MXNet {mx.__version__}, mx.kv.create(\'local\'), CPU, generate_user.py",\n"scenarios": [\n{lines}\n],\n"langevin": {json.dumps(langevin(), separators=(",", ":"))}}}\n'
    pathlib.Path(__file__).with_name("user.json").write_text(text)
    print(len(scenarios), "scenarios")


if __name__ == "__main__":
    main()
