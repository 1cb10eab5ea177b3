"""What MXNet 1.9.1 prints for each statement of its tutorials on sparse arrays, for `lacuna demo`: python generate.py > steps.json

A step is a name and statements of this project, which do what the tutorial does, with small exact numbers in the place of random ones. What a step prints is kept, and what the C++ part
logs, without times and places in its sources. Needs what training/generate.py needs, and 3 GB of memory for the dense layer of the last tutorial.
"""
import io
import json
import os

# Before MXNet is loaded: it looks once.
os.environ["MXNET_INFER_STORAGE_TYPE_VERBOSE_LOGGING"] = "1"

import re
import sys
import tempfile
from contextlib import redirect_stdout

import mxnet as mx
import numpy as np
import scipy.sparse

# What is kept of the log.
NOTICE = r"Storage type fallback|operator = |input storage|output storage|params = |context|The operator"
LISTING = r"node |\t\t(input|output) "
# What the statements of every step may use.
START = "import mxnet as mx, numpy as np; from mxnet import autograd, gluon, nd, sym"


def logged(run):
    """What is written to the standard error of the process meanwhile."""
    with tempfile.TemporaryFile("w+") as file:
        sys.stderr.flush()
        kept = os.dup(2)
        os.dup2(file.fileno(), 2)
        try:
            run()
            nd.waitall()
        finally:
            os.dup2(kept, 2)
            os.close(kept)
        file.seek(0)
        return re.sub(r"^\[[0-9:]+\] \S+:\d+: ?", "", file.read(), flags=re.M)


class Tutorial:
    def __init__(self, before=""):
        self.scope = {"scipy": scipy}
        exec(START + "\n" + before, self.scope)
        self.steps = []

    def step(self, name, code, log=None):
        out = io.StringIO()

        def run():
            with redirect_stdout(out):
                try:
                    exec(code, self.scope)
                except Exception as error:
                    # The first line; those of the C++ part begin with where they were thrown.
                    lines = [line for line in str(error).splitlines() if not re.match(r"Traceback|  File ", line)]
                    print(": ".join([type(error).__name__] + [line.removeprefix("MXNetError: ") for line in lines[:1]]))

        text = logged(run)
        self.steps.append({"name": name, "code": code, "printed": "\n".join([line for line in [out.getvalue().strip("\n")] if line] + [line for line in text.splitlines() if log and re.match(log, line)])})


def shared(tutorial, stype):
    """What the tutorials of both sparse arrays have."""
    ones = f"ones = nd.ones((2, 2))\na = ones.tostype('{stype}')"
    tutorial.step("tostype", f"{ones}\nprint(a, a.tostype('default'))")
    tutorial.step("cast_storage", f"a = nd.sparse.cast_storage(ones, '{stype}')\nprint(a, nd.sparse.cast_storage(a, 'default'))")
    tutorial.step(
        "copies",
        f"b = a.copy()\nc = nd.sparse.zeros('{stype}', (2, 2)); c[:] = a\nd = nd.sparse.zeros('{stype}', (2, 2)); a.copyto(d)\nprint(b is a)\nfor copy in (b, c, d): print(copy.asnumpy())",
    )
    tutorial.step(
        "copies between storage types",
        f"e = nd.sparse.zeros('{stype}', (2, 2)); e[:] = ones\nf = nd.sparse.zeros('{stype}', (2, 2)); ones.copyto(f)\nprint(e.stype, f.stype, ones.stype)\nprint(f.asnumpy())",
    )


nd = mx.nd

csr = Tutorial()
csr.step("lists", "a = nd.sparse.csr_matrix(([7, 8, 9], [0, 2, 1], [0, 2, 2, 3]), shape=(3, 4))\nprint(a.asnumpy())")
csr.step("numpy", "parts = [np.array(part) for part in ([7, 8, 9], [0, 2, 1], [0, 2, 2, 3])]\nb = nd.sparse.csr_matrix(tuple(parts), shape=(3, 4))\nprint(b.asnumpy())")
csr.step("compared", "print((a == b.astype('float32')).asnumpy())")
csr.step("compared with another dtype", "print((a == b).asnumpy())")
csr.step("scipy", "d = nd.sparse.array(scipy.sparse.csr_matrix(([7, 8, 9], [0, 2, 1], [0, 2, 2, 3]), shape=(3, 4)))\nprint(d, d.asnumpy())")
csr.step("triplets", "t = nd.sparse.csr_matrix((np.array([5., 1., 2.]), (np.array([0, 1, 1]), np.array([1, 2, 2]))), shape=(2, 3))\nprint(t.asnumpy())")
csr.step(
    "large",
    "big = nd.round(nd.random.uniform(0, 1, shape=(1000, 100))).tostype('csr')\nprint(big, big.indptr.size, big.indices.size == big.data.size, big.data.size < 1000 * 100)",
)
csr.step("dtypes", "e = nd.sparse.array(a); f = nd.array(a, dtype=np.float16)\nprint(np.dtype(e.dtype).name, np.dtype(f.dtype).name)")
csr.step("parts", "print(a.stype, a.data, a.indices, a.indptr)")
shared(csr, "csr")
csr.step("slices", "a = nd.array(np.arange(6).reshape(3, 2)).tostype('csr')\nprint(a)\nprint(a[1:2].asnumpy())\nprint(a[:].asnumpy())")
csr.step("no element", "print(a[0, 1])")
csr.step("no rows", "print(a[:0])")
csr.step("no such row", "print(a[5])")
csr.step("wrong columns", "print(nd.sparse.csr_matrix(([1, 2], [2, 0], [0, 2]), shape=(1, 2)).asnumpy())")
csr.step("dot", "a = nd.sparse.csr_matrix(([7, 8, 9], [0, 2, 1], [0, 2, 2, 3]), shape=(3, 4))\nprint(nd.sparse.dot(a, nd.ones((4, 1))))")
csr.step("inference", "b = a * 2; c = a + nd.ones((3, 4))\nprint(b.stype, c.stype)\nprint(b.asnumpy())\nprint(c.asnumpy())")
# A process prints it once.
csr.step("notice of a fallback", "d = nd.log(a)", log=NOTICE)
csr.step("fallback", "print(d.stype, d.asnumpy())")
csr.step("output of a fallback", "e = nd.sparse.zeros('csr', (3, 4)); nd.log(a, out=e)\nprint(a.stype, e.stype)\nprint(e.asnumpy())")
csr.step(
    "batches",
    "data = nd.array(np.arange(36).reshape(9, 4)).tostype('csr')\nbatches = mx.io.NDArrayIter(data, np.ones((9, 1)), 3, last_batch_handle='discard')\nfor batch in batches: print(batch.data[0].stype, batch.data[0].asnumpy())",
)
ROWS = "1.0 0:1 2:2\\n1.0 0:3 5:4\\n1.0 2:5 8:6 9:7\\n1.0 3:8\\n-1 0:0.5 9:1.5\\n-2.0\\n-3.0 0:-0.6 1:2.25 2:1.25\\n-3.0 1:2 2:-1.25\\n4 2:-1.2\\n"
csr.scope["path"] = os.path.join(tempfile.mkdtemp(), "data.t")
csr.step(
    "libsvm",
    f"open(path, 'w').write('{ROWS}')\nrows = mx.io.LibSVMIter(data_libsvm=path, data_shape=(10,), label_shape=(1,), batch_size=3)\nfor batch in rows: print(rows.getdata().asnumpy(), rows.getlabel())",
)
csr.step("gpu", "print(nd.sparse.zeros('csr', (100, 100), ctx=mx.gpu()))")

rows = Tutorial()
rows.step("product", "X = nd.array([[1, 0]]); W = nd.array([[3, 4, 5], [6, 7, 8]]); Y = nd.dot(X, W)\nprint(X, W, Y)")
rows.step("its gradient", "print(nd.dot(X, nd.ones_like(Y), transpose_a=True))")
rows.step("recorded", "W.attach_grad(stype='row_sparse')\nwith autograd.record(): Y = nd.dot(X.tostype('csr'), W)\nY.backward()\nprint(W.grad, W.grad.indices, W.grad.data)")
rows.step("lists", "a = nd.sparse.row_sparse_array(([[1, 2], [3, 4]], [1, 4]), shape=(6, 2))\nprint(a, a.asnumpy())")
rows.step("numpy", "b = nd.sparse.row_sparse_array((np.array([[1, 2], [3, 4]]), np.array([1, 4])), shape=(6, 2))\nprint(b, b.asnumpy())")
rows.step("three dimensions", "t = nd.sparse.row_sparse_array(([[[1, 0], [0, 2], [3, 4]], [[5, 0], [6, 0], [0, 0]]], [0, 1]), shape=(3, 3, 2))\nprint(t, t.asnumpy())")
rows.step("wrong ids", "print(nd.sparse.row_sparse_array(([[1, 2], [3, 4]], [4, 1])).shape)")
rows.step("dtypes", "c = nd.sparse.array(a); d = nd.array(a, dtype=np.float16)\nprint(np.dtype(c.dtype).name, np.dtype(d.dtype).name)")
rows.step("parts", "print(a.stype, a.data, a.indices)")
shared(rows, "row_sparse")
rows.step("retain", "rsp = nd.sparse.row_sparse_array(([[1, 2], [3, 4], [5, 6]], [0, 2, 3]), shape=(5, 2))\nkept = nd.sparse.retain(rsp, nd.array([0, 1]))\nprint(rsp.asnumpy())\nprint(kept, kept.asnumpy())")
rows.step("retain of rows out of order", "kept = nd.sparse.retain(rsp, nd.array([3, 0]))\nprint(kept.indices)")
rows.step(
    "dot",
    "lhs = nd.sparse.csr_matrix(([7, 8, 9], [0, 2, 1], [0, 2, 2, 3]), shape=(3, 5))\nproduct = nd.sparse.dot(lhs, nd.ones((3, 2)), transpose_a=True)\nprint(product, product.asnumpy())",
)
rows.step("inference", "a = product.copy(); b = a * 2; c = a + nd.ones((5, 2))\nprint(b.stype, c.stype)\nprint(b.asnumpy())\nprint(c.asnumpy())")
# A process prints it once.
rows.step("notice of a fallback", "d = nd.log(a)", log=NOTICE)
rows.step("fallback", "print(d.stype, d.asnumpy())")
rows.step("output of a fallback", "e = nd.sparse.zeros('row_sparse', (5, 2)); nd.log(a, out=e)\nprint(a.stype, e.stype)\nprint(e.asnumpy())")
BEGIN = "weight = nd.ones((4, 2)).tostype('row_sparse'); grad = nd.sparse.row_sparse_array(([[1, 2], [4, 5]], [1, 2]), shape=(4, 2))\n"
rows.step(
    "before an update",
    BEGIN + "sgd = mx.optimizer.SGD(learning_rate=0.01, momentum=0.01)\nmomentum = sgd.create_state(0, weight)\nfor array in (grad, weight, momentum): print(array.asnumpy())",
)
rows.step("sgd", "sgd.update(0, weight, grad, momentum)\nfor array in (weight, momentum): print(array.asnumpy())")
for name, lazy in [("lazy", True), ("standard", False)]:
    rows.step(
        f"{name} update",
        BEGIN + f"sgd = mx.optimizer.SGD(learning_rate=0.25, momentum=0.5, wd=0.5, lazy_update={lazy})\nmomentum = sgd.create_state(0, weight)\nfor _ in range(2): sgd.update(0, weight, grad, momentum)\nprint(weight.asnumpy())",
    )
for name, call in [("adam", "Adam(learning_rate=0.01, lazy_update=True)"), ("adagrad", "AdaGrad(learning_rate=0.01)")]:
    rows.step(name, BEGIN + f"{name} = mx.optimizer.{call}\nstate = {name}.create_state(0, weight)\nfor _ in range(2): {name}.update(0, weight, grad, state)\nprint(weight.asnumpy())")
rows.step("gpu", "print(nd.sparse.zeros('row_sparse', (100, 100), ctx=mx.gpu()))")

symbols = Tutorial()
symbols.step("variables", "a = sym.Variable('a'); b = sym.Variable('b', stype='csr'); c = sym.Variable('c', stype='row_sparse')\nprint(a.name, b.name, c.name)")
symbols.step(
    "bound",
    "b_exec = b.simple_bind(mx.cpu(), b=(2, 2)); c_exec = c.simple_bind(mx.cpu(), c=(2, 2))\nb_exec.forward(); c_exec.forward()\nprint(b_exec.outputs[0], c_exec.outputs[0])",
)
symbols.step("assigned", "b_exec.arg_dict['b'][:] = nd.ones((2, 2)).tostype('csr')\nb_exec.forward()\nprint(b_exec.outputs[0], b_exec.outputs[0].asnumpy())")
symbols.step("composed", "d = sym.elemwise_add(a, a); e = sym.sparse.negative(b); f = sym.sparse.elemwise_add(c, c)\nprint(d.name, e.name, f.name)")
symbols.step(
    "inferred",
    "together = sym.Group([d, e, f]).simple_bind(mx.cpu(), a=(2, 2), b=(2, 2), c=(2, 2))\ntogether.forward()\nprint(*[output.stype for output in together.outputs])",
)
# It is printed once, so first.
symbols.step(
    "notice of a fallback",
    "falling = sym.Group([sym.elemwise_add(b, c), sym.log(a)])\nbound = falling.simple_bind(mx.cpu(), grad_req='null', a=(2, 2), b=(2, 2), c=(2, 2))\nbound.forward()",
    log=NOTICE,
)
symbols.step("fallback", "print(*bound.outputs)")
symbols.step(
    "listing",
    "data = sym.var('data', stype='csr', shape=(32, 10000)); weight = sym.var('weight', stype='row_sparse', shape=(10000, 2))\nlogits = sym.broadcast_add(sym.sparse.dot(data, weight), sym.var('bias', shape=(2,)))\noutput = sym.SoftmaxOutput(logits, sym.var('label'), name='output').simple_bind(mx.cpu())",
    log=LISTING,
)
# 1000 rows of 100 features, with one entry each; the true weights are 1 to 100.
ROWS = "columns = np.arange(1000) * 37 % 100; values = ((np.arange(1000) * 29 % 64 + 1) / 64).astype(np.float32)"
symbols.step("rows", ROWS + "\ntrain = nd.sparse.csr_matrix((values, columns, np.arange(1001)), shape=(1000, 100))\nlabel = nd.dot(train, nd.arange(1, 101).reshape((100, 1)))\nprint(train, label.shape, '%.4f' % label.sum().asscalar())")
symbols.step(
    "model",
    "x = sym.Variable('data', stype='csr'); w = sym.Variable('weight', stype='row_sparse', shape=(100, 1))\nmodel = sym.LinearRegressionOutput(sym.broadcast_add(sym.sparse.dot(x, w), sym.Variable('bias', shape=(1,))), sym.Variable('label'), name='lro')\nprint(*model.list_arguments(), *model.list_outputs())",
)
symbols.step(
    "trained",
    "batches = mx.io.NDArrayIter(train, label, 1, last_batch_handle='discard', label_name='label')\nmodule = mx.mod.Module(model, data_names=['data'], label_names=['label'])\nmodule.bind(batches.provide_data, batches.provide_label)\nmodule.init_params(mx.init.Zero())\nmodule.init_optimizer(optimizer=mx.optimizer.SGD(learning_rate=0.05, momentum=0.9, lazy_update=True))\nmetric = mx.metric.create('MSE')\nfor epoch in range(5):\n    batches.reset(); metric.reset()\n    for batch in batches:\n        module.forward(batch, is_train=True); module.update_metric(metric, batch.label)\n        module.backward(); module.update()\n    print(epoch, '%.3e' % metric.get()[1])",
)

# The first layer of the last two variants; and what a variant has after two steps.
FIRST = """
class FirstLayer(gluon.HybridBlock):
    def __init__(self, features, units, grad_stype):
        super().__init__()
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(features, units), grad_stype=grad_stype)
            self.bias = self.params.get("bias", shape=(units,), init="zeros")

    def hybrid_forward(self, F, x, weight, bias):
        return F.sparse.dot(x, weight) + bias


def megabytes(array):
    parts = {"csr": ["data", "indices", "indptr"], "row_sparse": ["data", "indices"]}.get(array.stype)
    parts = [getattr(array, part) for part in parts] if parts else [array]
    return sum(part.size * np.dtype(part.dtype).itemsize for part in parts) / 1e6


def train(first):
    net = gluon.nn.Sequential()
    net.add(first, gluon.nn.Activation("sigmoid"), gluon.nn.Dense(8, in_units=128, activation="sigmoid"), gluon.nn.Dense(1, in_units=8, activation="sigmoid"))
    net.initialize(mx.init.Constant(1 / 64))
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5})
    loss_of = gluon.loss.SigmoidBinaryCrossEntropyLoss()
    # A new one: a reset before the end goes on where its thread is.
    batches = mx.io.LibSVMIter(data_libsvm=path, data_shape=(1000000,), label_shape=(1,), batch_size=10)
    for _ in range(2):
        batch = batches.next()
        with autograd.record():
            loss = loss_of(net(batch.data[0]), batch.label[0])
        loss.backward()
        trainer.step(10)
        print("loss %.5f" % loss.mean().asscalar())
    for name, arrays in [("weights", [block.weight.data() for block in (net[0], net[2], net[3])]), ("gradients", [block.weight.grad() for block in (net[0], net[2], net[3])])]:
        print(name, *["%.3f" % megabytes(array) for array in arrays], "MB")
"""
layers = Tutorial(FIRST)
layers.scope.update(path=os.path.join(tempfile.mkdtemp(), "rows.libsvm"), os=os)
layers.step(
    "rows",
    "row, place = np.arange(1000)[:, None], np.arange(10)\ncolumns = place * 100000 + (row * 613 + place * 37) % 100000; values = ((row * 31 + place * 17) % 97 + 1) / 128\ndata = nd.sparse.csr_matrix((values.astype(np.float32).ravel(), columns.ravel(), np.arange(0, 10001, 10)), shape=(1000, 1000000))\nprint(data)\nprint('{:,} elements, {:,} stored'.format(int(np.prod(data.shape)), data.data.size))",
)
layers.step("labels", "sums = data.sum(axis=1); label = sums > sums.mean()\nprint(int(label.sum().asscalar()), 'of', label.size)")
layers.step("memory", "print(np.prod(data.shape) * 4 / 1e6, megabytes(data), 'MB')")
layers.step(
    "file",
    "with open(path, 'w') as file:\n    for k in range(1000):\n        row = data[k]\n        pairs = zip(row.indices.asnumpy().tolist(), row.data.asnumpy().tolist())\n        file.write('{} {}\\n'.format(label[k].asscalar(), ' '.join('{}:{}'.format(*pair) for pair in pairs)))\nprint(os.path.getsize(path), 'bytes')",
)
layers.step(
    "batches",
    "batches = mx.io.LibSVMIter(data_libsvm=path, data_shape=(1000000,), label_shape=(1,), batch_size=10)\nbatch = batches.next(); rows = batch.data[0]\nprint(rows.stype, batch.label[0].stype)\nprint(megabytes(rows), megabytes(rows.tostype('default')), 'MB')",
)
layers.step("gpu", "print(mx.context.num_gpus(), 'GPUs')")
layers.step("dense", "train(gluon.nn.Dense(128, in_units=1000000))")
layers.step("sparse product", "train(FirstLayer(1000000, 128, 'default'))")
layers.step("sparse gradient", "train(FirstLayer(1000000, 128, 'row_sparse'))")

if __name__ == "__main__":
    tutorials = {"csr": csr, "row_sparse": rows, "symbols": symbols, "gluon": layers}
    told = {name: tutorial.steps for name, tutorial in tutorials.items()}
    print(json.dumps(told, indent=1))
