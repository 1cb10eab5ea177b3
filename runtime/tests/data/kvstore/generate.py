"""Writes peer.json: what the local key-value store of Apache MXNet 1.9.1 gives (CPU), call by call.

    python generate.py

Each scenario is a list of calls on a new store, with what they were given and what they gave. The number of workers of a key stays: MXNet's buffers
are made for those of its first push, and it crashes at more.
"""
import json
import pathlib

import mxnet as mx
import numpy as np

RANDOM = np.random.RandomState(7)


def numbers(values):
    """The shortest text of each number, which a reader takes to the same bits by way of a float64."""
    values = values.reshape(-1)
    if values.dtype != np.float32:
        return values.tolist()
    short = [float(np.format_float_scientific(value, unique=True)) for value in values]
    assert np.array(short).astype(np.float32).tobytes() == values.tobytes()
    return short


def described(array):
    """An array with its storage type."""
    text = {"stype": array.stype, "shape": list(array.shape), "dtype": np.dtype(array.dtype).name}
    if array.stype == "row_sparse":
        stored = array.indices.asnumpy().tolist()
        # Without stored rows, MXNet's values have a shape of their own.
        return {**text, "indices": stored, "data": numbers(array.data.asnumpy()) if stored else []}
    if array.stype == "csr":
        return {**text, "indptr": array.indptr.asnumpy().tolist(), "indices": array.indices.asnumpy().tolist(), "data": numbers(array.data.asnumpy())}
    return {**text, "data": numbers(array.asnumpy())}


def dense(values, worker=0, dtype="float32"):
    return mx.nd.array(np.array(values, dtype=dtype), ctx=mx.cpu(worker), dtype=dtype)


def rows(shape, ids, values, worker=0, dtype="float32"):
    if not ids:
        return mx.nd.sparse.zeros("row_sparse", shape, ctx=mx.cpu(worker), dtype=dtype)
    values = np.array(values, dtype=dtype).reshape((len(ids),) + tuple(shape[1:]))
    return mx.nd.sparse.row_sparse_array((values, ids), shape=shape, ctx=mx.cpu(worker), dtype=dtype)


def noise(*shape):
    return RANDOM.randn(*shape).astype(np.float32)


def eighths(*shape):
    """Numbers whose sums are exact in any order."""
    return (RANDOM.randint(-80, 80, shape) / 8).astype(np.float32)


class Scenario:
    def __init__(self, name, optimizer=None, **parameters):
        self.store = mx.kv.create("local")
        self.optimizer = optimizer
        self.text = {"name": name, "optimizer": None, "calls": []}
        if optimizer:
            self.text["optimizer"] = {"name": optimizer, **parameters}
            self.store.set_optimizer(mx.optimizer.create(optimizer, **parameters))

    def call(self, **call):
        self.text["calls"].append(call)

    def init(self, key, value):
        self.call(call="init", key=key, values=[described(value)])
        self.store.init(key, value)
        return self

    def push(self, key, values):
        before = [described(value) for value in values]
        self.store.push(key, values if len(values) > 1 else values[0])
        self.call(call="push", key=key, values=before)
        return self

    def pull(self, key, shape, dtype="float32"):
        """Into a dense array."""
        out = mx.nd.zeros(shape, dtype=dtype)
        self.store.pull(key, out=out)
        self.call(call="pull", key=key, outs=[described(out)])
        return self

    def stored(self, key, shape, stype="row_sparse", dtype="float32"):
        """What the store holds."""
        out = mx.nd.sparse.zeros(stype, shape, dtype=dtype)
        self.store.pull(key, out=out, ignore_sparse=False)
        self.call(call="stored", key=key, outs=[described(out)])
        return self

    def row_sparse_pull(self, key, shape, *ids, outs=1, dtype="float32"):
        outs = [mx.nd.sparse.zeros("row_sparse", shape, dtype=dtype) for _ in range(outs)]
        self.store.row_sparse_pull(key, out=outs if len(outs) > 1 else outs[0], row_ids=list(ids) if len(ids) > 1 else ids[0])
        self.call(call="row_sparse_pull", key=key, ids=[described(i) for i in ids], outs=[described(out) for out in outs])
        return self

    def states(self, key, *names):
        """The optimizer's states of a key, in its order."""
        found = self.store._updater.states[key]
        found = found if isinstance(found, tuple) else (found,)
        self.call(call="states", key=key, names=list(names), outs=[described(state) for state in found])
        return self


def plain():
    yield (Scenario("dense")
           .init("w", dense(eighths(4, 3))).pull("w", (4, 3))
           .push("w", [dense(noise(4, 3))]).pull("w", (4, 3))
           .push("w", [dense(noise(4, 3), k) for k in range(2)]).pull("w", (4, 3))
           .init("v", dense(eighths(4, 3))).push("v", [dense(eighths(4, 3), k) for k in range(7)]).pull("v", (4, 3)))
    yield (Scenario("dense of one and of three dimensions")
           .init("a", dense(eighths(5))).push("a", [dense(noise(5), k) for k in range(2)]).pull("a", (5,))
           .init("b", dense(eighths(2, 3, 2))).push("b", [dense(eighths(2, 3, 2), k) for k in range(3)]).pull("b", (2, 3, 2)))
    shape = (7, 2)
    yield (Scenario("row_sparse")
           .init("w", rows(shape, [0, 2, 5], noise(3, 2))).stored("w", shape).pull("w", shape)
           .push("w", [rows(shape, [1, 5], noise(2, 2))]).stored("w", shape)
           .push("w", [rows(shape, [1, 5], noise(2, 2)), rows(shape, [0, 5, 6], noise(3, 2), 1)]).stored("w", shape)
           .init("v", rows(shape, [], [])).push("v", [rows(shape, sorted(RANDOM.choice(7, 4, replace=False).tolist()), noise(4, 2), k) for k in range(5)])
           .stored("v", shape).pull("v", shape))
    values = noise(1, 2)
    yield (Scenario("rows that cancel stay, and workers without rows")
           .init("w", rows(shape, [3], noise(1, 2)))
           .push("w", [rows(shape, [2], values), rows(shape, [2], -values, 1), rows(shape, [], [], 2)]).stored("w", shape)
           .init("v", rows(shape, [4], noise(1, 2)))
           .push("v", [rows(shape, [], []), rows(shape, [], [], 1)]).stored("v", shape).pull("v", shape))
    yield (Scenario("float64")
           .init("w", rows(shape, [0, 1], RANDOM.randn(2, 2), dtype="float64"))
           .push("w", [rows(shape, [0, 4], RANDOM.randn(2, 2), dtype="float64"), rows(shape, [4], RANDOM.randn(1, 2), 1, dtype="float64")])
           .stored("w", shape, dtype="float64")
           .init("d", dense(RANDOM.randn(3, 2), dtype="float64"))
           .push("d", [dense(RANDOM.randn(3, 2), k, dtype="float64") for k in range(2)]).pull("d", (3, 2), dtype="float64"))
    yield (Scenario("a push replaces the storage type")
           .init("d", dense(eighths(7, 2))).push("d", [rows(shape, [1, 3], noise(2, 2))]).stored("d", shape).pull("d", shape)
           .init("r", rows(shape, [1], noise(1, 2))).push("r", [dense(noise(7, 2)), dense(noise(7, 2), 1)]).pull("r", shape))
    csr = mx.nd.sparse.csr_matrix((np.array([1, 2, 3], dtype=np.float32), [0, 2, 1], [0, 2, 2, 3]), shape=(3, 3))
    yield Scenario("csr").init("w", csr).stored("w", (3, 3), "csr").pull("w", (3, 3))


def pulls():
    shape = (9, 2)
    yield (Scenario("rows by ids")
           .init("w", rows(shape, [0, 1, 4, 6, 8], noise(5, 2)))
           .row_sparse_pull("w", shape, mx.nd.array([6, 1, 6, 3, 0, 1], dtype="int64"))
           .row_sparse_pull("w", shape, mx.nd.array([[8, 2], [2, 5]], dtype="int32"))
           .row_sparse_pull("w", shape, mx.nd.array([4, 0, 4]))
           .row_sparse_pull("w", shape, mx.nd.array([7], dtype="uint8"))
           .row_sparse_pull("w", shape, mx.nd.array([3, 3], dtype="float64"))
           .row_sparse_pull("w", shape, mx.nd.array([5, 1, 5], dtype="int64"), outs=3)
           .row_sparse_pull("w", shape, mx.nd.array([5, 1, 5], dtype="int64"), mx.nd.array([0], dtype="int64"), outs=2))
    yield (Scenario("rows of a store without rows")
           .init("w", rows(shape, [], [])).row_sparse_pull("w", shape, mx.nd.array([2, 1], dtype="int64")).pull("w", shape))
    yield (Scenario("rows of one number, and of more dimensions")
           .init("b", rows((6,), [1, 2], noise(2))).row_sparse_pull("b", (6,), mx.nd.array([2, 5], dtype="int64"))
           .init("t", rows((4, 2, 3), [0, 3], noise(2, 2, 3))).row_sparse_pull("t", (4, 2, 3), mx.nd.array([3, 1], dtype="int64")))


def updater():
    """`stored = stored * 0.5 + merged * 2`, a closure of the caller."""
    scenario = Scenario("updater")
    scenario.text["updater"] = "stored * 0.5 + merged * 2"

    def update(key, merged, stored):
        stored[:] = stored * 0.5 + merged * 2

    scenario.store._set_updater(update)
    yield (scenario.init("w", dense(eighths(4, 3))).push("w", [dense(eighths(4, 3), k) for k in range(3)]).pull("w", (4, 3))
           .push("w", [dense(eighths(4, 3))]).pull("w", (4, 3)))


STATES = {"sgd": [], "sgd_momentum": ["momentum"], "adagrad": ["history"], "adam": ["mean", "variance"]}


def optimized():
    shape = (6, 3)
    kinds = {
        "sgd": ("sgd", dict(learning_rate=0.1), {}),
        "sgd_momentum": ("sgd", dict(learning_rate=0.1, momentum=0.9), dict(momentum=0.9)),
        "adagrad": ("adagrad", dict(learning_rate=0.2, eps=1e-4), dict(epsilon=1e-4)),
        "adam": ("adam", dict(learning_rate=0.05, beta1=0.9, beta2=0.99, epsilon=1e-6), dict(beta1=0.9, beta2=0.99, epsilon=1e-6)),
    }
    for kind, (optimizer, parameters_of_mxnet, own) in kinds.items():
        # MXNet's sparse AdaGrad has no weight decay, and knows no other update than the lazy one.
        for lazy in [True] if kind == "adagrad" else [True, False]:
            for wd, clip in [(0.0, -1.0), (0.01, 0.25)]:
                parameters = dict(parameters_of_mxnet, wd=wd, rescale_grad=0.5)
                if clip > 0:
                    parameters["clip_gradient"] = clip
                if kind != "adagrad":
                    parameters["lazy_update"] = lazy
                scenario = Scenario(f"{kind}, {'lazy' if lazy else 'standard'}, wd {wd}, clip {clip}", optimizer, **parameters)
                scenario.text["optimizer"] |= {"kind": kind, "own": own}
                scenario.init("dense", dense(noise(6, 3))).init("mixed", dense(noise(6, 3))).init("sparse", rows(shape, list(range(6)), noise(6, 3)))
                for _ in range(3):
                    scenario.push("dense", [dense(noise(6, 3), k) for k in range(2)]).pull("dense", shape)
                    if kind == "adagrad" and wd:
                        continue
                    some = lambda: [rows(shape, ids, noise(len(ids), 3), k) for k, ids in enumerate([[0, 3], [3, 4], []])]
                    scenario.push("mixed", some()).pull("mixed", shape)
                    scenario.push("sparse", some()).stored("sparse", shape)
                    scenario.row_sparse_pull("sparse", shape, mx.nd.array([4, 1, 3], dtype="int64"))
                for key in ["dense", "mixed", "sparse"]:
                    if STATES[kind] and not (kind == "adagrad" and wd and key != "dense"):
                        scenario.states(key, *STATES[kind])
                yield scenario


# Optimizers without sparse forms in MXNet: its class and hyper-parameters, the same by their names here, and the states in its order.
OTHERS = {
    "nag": ("nag", dict(momentum=0.75), dict(momentum=0.75), ["momentum"]),
    "sign_sgd": ("signum", dict(momentum=0.0), {}, []),
    "signum": ("signum", dict(momentum=0.75, wd_lh=0.125), dict(momentum=0.75, decoupled_decay=0.125), ["momentum"]),
    "adadelta": ("adadelta", dict(rho=0.75, epsilon=1e-3), dict(rho=0.75, epsilon=1e-3), ["squares", "deltas"]),
    "rmsprop": ("rmsprop", dict(gamma1=0.75, epsilon=1e-4), dict(rho=0.75, epsilon=1e-4), ["squares"]),
    "rmsprop_centered": (
        "rmsprop",
        dict(gamma1=0.75, gamma2=0.5, epsilon=1e-4, centered=True, clip_weights=1.5),
        dict(rho=0.75, momentum=0.5, epsilon=1e-4, clip_weights=1.5),
        ["squares", "average", "delta"],
    ),
    "adamax": ("adamax", dict(beta1=0.75, beta2=0.875), dict(beta1=0.75, beta2=0.875), ["mean", "largest"]),
    "nadam": ("nadam", dict(beta1=0.75, beta2=0.875, epsilon=1e-4), dict(beta1=0.75, beta2=0.875, epsilon=1e-4), ["mean", "variance"]),
    "ftrl": ("ftrl", dict(lamda1=0.0625, beta=0.5), dict(lambda1=0.0625, beta=0.5), ["z", "n"]),
    "ftml": ("ftml", dict(beta1=0.5, beta2=0.875, epsilon=1e-4), dict(beta1=0.5, beta2=0.875, epsilon=1e-4), ["d", "v", "z"]),
    "lamb": (
        "lamb",
        dict(beta1=0.75, beta2=0.875, epsilon=1e-4, lower_bound=0.5, upper_bound=2.0),
        dict(beta1=0.75, beta2=0.875, epsilon=1e-4, lower_bound=0.5, upper_bound=2.0),
        ["mean", "variance"],
    ),
    "lars": ("lars", dict(momentum=0.75, eta=0.5, eps=1e-4), dict(momentum=0.75, eta=0.5, epsilon=1e-4), ["momentum"]),
    "group_adagrad": ("groupadagrad", dict(eps=1e-4), dict(epsilon=1e-4), ["history"]),
}


def others():
    """Dense gradients; of rules that look at norms, a parameter of one row, which is the whole parameter there."""
    for kind, (optimizer, parameters_of_mxnet, own, states) in OTHERS.items():
        shape = (1, 8) if kind in ("lamb", "lars") else (6, 3)
        # MXNet's group AdaGrad has no weight decay, and its NAG takes that of the weight that it has just written. Its AdaDelta has no learning rate.
        for wd in [0.0] if kind in ("group_adagrad", "nag") else [0.0, 0.0625]:
            parameters = dict(parameters_of_mxnet, learning_rate=1.0 if kind == "adadelta" else 0.125, wd=wd, rescale_grad=0.5)
            # LARS takes the norm of a gradient that is not clipped yet.
            if wd and kind != "lars":
                parameters["clip_gradient"] = 0.25
            scenario = Scenario(f"{kind}, wd {wd}", optimizer, **parameters)
            scenario.text["optimizer"] |= {"kind": kind, "own": own}
            scenario.init("w", dense(noise(*shape)))
            for _ in range(5):
                scenario.push("w", [dense(noise(*shape), k) for k in range(2)]).pull("w", shape)
            if states:
                scenario.states("w", *states)
            yield scenario


def main():
    scenarios = [scenario.text for group in (plain, pulls, updater, optimized, others) for scenario in group()]
    lines = ",\n".join(json.dumps(scenario) for scenario in scenarios)
    text = f'{{"source": "Apache MXNet {mx.__version__}, mx.kv.create(\'local\'), CPU, generate.py",\n"scenarios": [\n{lines}\n]}}\n'
    pathlib.Path(__file__).with_name("peer.json").write_text(text)


if __name__ == "__main__":
    main()
