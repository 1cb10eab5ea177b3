"""The models of example/sparse, as MXNet 1.9.1 runs them: by by_mxnet.py here and by runtime/tests/data/model/generate.py."""
import mxnet as mx

MULTIPLIERS = {"w0": (0.1, 0.01), "w": (1e-3, 1e-3), "v": (1e-4, 1e-5)}


def factorization_machine(features, factors):
    x = mx.sym.Variable("data", stype="csr")
    label = mx.sym.Variable("label")
    v = mx.sym.Variable("v", shape=(features, factors), stype="row_sparse")
    w = mx.sym.Variable("w", shape=(features, 1), stype="row_sparse")
    w0 = mx.sym.Variable("w0", shape=(1,))
    linear = mx.sym.broadcast_add(mx.sym.sparse.dot(x, w), w0)
    pairs = 0.5 * mx.sym.sum(mx.sym.square(mx.sym.sparse.dot(x, v)), axis=1, keepdims=True)
    norms = mx.sym._internal._square_sum(v, axis=1, keepdims=True)
    diagonal = mx.sym.sparse.dot(mx.sym.square(x), norms)
    return mx.sym.LogisticRegressionOutput(data=linear + pairs - 0.5 * diagonal, label=label)


def matrix_factorization(users, items, factors):
    def side(name, count):
        weight = mx.sym.Variable(name + "_weight", shape=(count, factors), stype="row_sparse")
        rows = mx.sym.Embedding(mx.sym.Variable(name), weight=weight, input_dim=count, output_dim=factors, sparse_grad=True)
        return mx.sym.FullyConnected(mx.sym.Activation(rows, act_type="relu"), num_hidden=factors, name="fc_" + name)

    scores = mx.sym.Flatten(mx.sym.sum(side("user", users) * side("item", items), axis=1))
    return mx.sym.LinearRegressionOutput(data=scores, label=mx.sym.Variable("label"))


class WeightedSoftmax(mx.operator.CustomOp):
    """Softmax whose gradient is (p - onehot(label)) (1 + label w) / w, whatever comes from behind."""

    def __init__(self, weight):
        super().__init__()
        self.weight = weight

    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], mx.nd.softmax(in_data[0], axis=1))

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        label, output = in_data[1], out_data[0]
        factor = (1 + label * self.weight) / self.weight
        self.assign(in_grad[0], req[0], (output - mx.nd.one_hot(label, output.shape[1])) * factor.reshape((-1, 1)))
        self.assign(in_grad[1], req[1], 0)


@mx.operator.register("weighted_softmax")
class WeightedSoftmaxProperty(mx.operator.CustomOpProp):
    def __init__(self, weight="2"):
        super().__init__(need_top_grad=False)
        self.weight = float(weight)

    def list_arguments(self):
        return ["data", "label"]

    def infer_shape(self, shapes):
        return [shapes[0], [shapes[0][0]]], [shapes[0]], []

    def create_operator(self, context, shapes, types):
        return WeightedSoftmax(self.weight)


def linear(features, weight, bias):
    weight = mx.sym.Variable(weight, shape=(features, 2), stype="row_sparse")
    return mx.sym.broadcast_add(mx.sym.sparse.dot(mx.sym.Variable("data", stype="csr"), weight), mx.sym.Variable(bias, shape=(2,)))


def linear_classification(features, positive_weight=2.0):
    return mx.sym.Custom(linear(features, "weight", "bias"), mx.sym.Variable("label"), weight=positive_weight, op_type="weighted_softmax")


def wide_deep(features, tables, width, hidden):
    wide = linear(features, "linear_weight", "linear_bias")
    columns = [mx.sym.Variable("continuous")]
    for number, rows in enumerate(tables):
        table = mx.sym.Variable("embed_%d_weight" % number, shape=(rows, width), stype="row_sparse")
        columns.append(mx.sym.contrib.SparseEmbedding(mx.sym.Variable("ids%d" % number), table, input_dim=rows, output_dim=width))
    deep = mx.sym.concat(*columns, dim=1)
    for number, outputs in enumerate(hidden):
        deep = mx.sym.Activation(mx.sym.FullyConnected(deep, num_hidden=outputs, name="fc_%d" % number), act_type="relu")
    deep = mx.sym.FullyConnected(deep, num_hidden=2, name="fc_%d" % len(hidden))
    return mx.sym.SoftmaxOutput(wide + deep, mx.sym.Variable("label"))


class Training:
    """A symbol with weights and an optimizer, trained as mx.mod.Module does without a key-value store."""

    def __init__(self, symbol, first, batch, optimizer, multipliers, **options):
        rows = batch["label"].shape[0]
        stypes = {name: attributes["__storage_type__"] for name, attributes in symbol.attr_dict().items() if "__storage_type__" in attributes}
        stypes = {name: int(stypes.get(name, 0)) for name in symbol.list_arguments()}
        stypes = {name: ("default", "row_sparse", "csr")[stype] for name, stype in stypes.items()}
        requests = {name: "null" if name in batch else "write" for name in symbol.list_arguments()}
        self.executor = symbol.simple_bind(mx.cpu(), grad_req=requests, stype_dict=stypes, **{name: array.shape for name, array in batch.items()})
        self.names = [name for name in symbol.list_arguments() if name not in batch]
        for name in self.names:
            own = self.executor.arg_dict[name]
            mx.nd.array(first[name]).tostype(own.stype).copyto(own)
        optimizer = mx.optimizer.create(optimizer, param_idx2name=dict(enumerate(self.names)), rescale_grad=1.0 / rows, **options)
        optimizer.set_lr_mult({name: pair[0] for name, pair in multipliers.items()})
        optimizer.set_wd_mult({name: pair[1] for name, pair in multipliers.items()})
        self.update = mx.optimizer.get_updater(optimizer)

    def step(self, batch):
        for name, array in batch.items():
            array.copyto(self.executor.arg_dict[name])
        output = self.executor.forward(is_train=True)[0]
        self.executor.backward()
        for number, name in enumerate(self.names):
            self.update(number, self.executor.grad_dict[name], self.executor.arg_dict[name])
        return output

    def weights(self):
        return {name: self.executor.arg_dict[name].tostype("default").asnumpy() for name in self.names}
