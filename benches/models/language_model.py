"""The language model of example/rnn/large_word_lm, as MXNet 1.9.1 runs it: by lm_by_mxnet.py here and by runtime/tests/data/model/generate_lm.py."""
import mxnet as mx
import numpy as np

STATES = ("r", "c")


def layer_shapes(number, inputs, hidden, projection):
    own = {"i2h_weight": (4 * hidden, inputs), "i2h_bias": (4 * hidden,), "h2h_weight": (4 * hidden, projection), "h2h_bias": (4 * hidden,), "h2r_weight": (projection, hidden)}
    return {"lstm%d_%s" % (number, name): shape for name, shape in own.items()}


def shapes(vocabulary, embedding, hidden, projection, layers):
    """Of all parameters."""
    found = {"encoder_weight": (vocabulary, embedding)}
    for number in range(layers):
        found.update(layer_shapes(number, projection if number else embedding, hidden, projection))
    found.update(decoder_weight=(vocabulary, projection), decoder_bias=(vocabulary, 1))
    return found


def lstmp(x, number, hidden, projection, bptt):
    """All steps of a layer: outputs, and the last states."""
    var = lambda name: mx.sym.Variable("lstm%d_%s" % (number, name))
    i2h, i2h_bias, h2h, h2h_bias, h2r = [var(name) for name in ("i2h_weight", "i2h_bias", "h2h_weight", "h2h_bias", "h2r_weight")]
    r, c = [var("state_" + name) for name in STATES]
    outputs = []
    for step in range(bptt):
        gates = mx.sym.FullyConnected(x[step], i2h, i2h_bias, num_hidden=4 * hidden) + mx.sym.FullyConnected(r, h2h, h2h_bias, num_hidden=4 * hidden)
        i, f, g, o = mx.sym.SliceChannel(gates, num_outputs=4, axis=1)
        c = mx.sym.sigmoid(f) * c + mx.sym.sigmoid(i) * mx.sym.tanh(g)
        r = mx.sym.FullyConnected(mx.sym.sigmoid(o) * mx.sym.tanh(c), h2r, no_bias=True, num_hidden=projection)
        outputs.append(r)
    return outputs, [r, c]


def language_model(vocabulary, embedding, hidden, projection, layers, batch, bptt, samples):
    """The loss, losses of positions, and the last states."""
    sparse = lambda name, shape: mx.sym.Variable(name, shape=shape, stype="row_sparse")
    data, label, mask = [mx.sym.Variable(name) for name in ("data", "label", "mask")]
    sample, sample_count, label_count = [mx.sym.Variable(name) for name in ("sample", "sample_count", "label_count")]
    x = mx.sym.Embedding(data, sparse("encoder_weight", (vocabulary, embedding)), input_dim=vocabulary, output_dim=embedding, sparse_grad=True)
    x = mx.sym.SliceChannel(x, num_outputs=bptt, axis=1, squeeze_axis=True)
    x, last = [x[step] for step in range(bptt)] if bptt > 1 else [x], []
    for number in range(layers):
        x, states = lstmp(x, number, hidden, projection, bptt)
        last += states
    x = mx.sym.Reshape(mx.sym.stack(*x, axis=1), shape=(-1, projection))
    labels = mx.sym.Reshape(label, shape=(-1,))
    rows = mx.sym.concat(sample, labels, dim=0)
    weight = mx.sym.Embedding(rows, sparse("decoder_weight", (vocabulary, projection)), input_dim=vocabulary, output_dim=projection, sparse_grad=True)
    bias = mx.sym.Embedding(rows, sparse("decoder_bias", (vocabulary, 1)), input_dim=vocabulary, output_dim=1, sparse_grad=True)
    part = lambda of, begin, end: mx.sym.slice_axis(of, axis=0, begin=begin, end=end)
    of_noise = mx.sym.FullyConnected(x, part(weight, 0, samples), mx.sym.Reshape(part(bias, 0, samples), shape=(-1,)), num_hidden=samples)
    of_label = mx.sym.sum(part(weight, samples, None) * x, axis=1, keepdims=True) + part(bias, samples, None)
    hits = mx.sym.broadcast_equal(mx.sym.Reshape(labels, shape=(-1, 1)), mx.sym.Reshape(sample, shape=(1, -1)))
    of_noise = mx.sym.broadcast_sub(of_noise, mx.sym.log(mx.sym.Reshape(sample_count, shape=(1, -1)))) + hits * -1e37
    of_label = of_label - mx.sym.log(mx.sym.Reshape(label_count, shape=(-1, 1)))
    logs = mx.sym.log_softmax(mx.sym.concat(of_label, of_noise, dim=1), axis=1)
    losses = -mx.sym.Reshape(mx.sym.slice_axis(logs, axis=1, begin=0, end=1), shape=(-1,)) * mx.sym.Reshape(mask, shape=(-1,))
    loss = mx.sym.MakeLoss(mx.sym.mean(losses) * bptt)
    return mx.sym.Group([loss, mx.sym.BlockGrad(losses)] + [mx.sym.BlockGrad(state) for state in last])


def counts(classes, vocabulary, samples):
    """How often classes are expected among the noise, as mx.nd.contrib.rand_zipfian returns it."""
    classes = classes.astype(np.float64)
    return samples * np.log((classes + 2) / (classes + 1)) / np.log(vocabulary + 1)


class Training:
    """The model with weights, trained as the example does."""

    def __init__(self, first, vocabulary, embedding, hidden, projection, layers, batch, bptt, samples, rescale_embed=256, clip=10.0, learning_rate=0.2, eps=1.0):
        self.vocabulary, self.samples, self.clip, self.rescale_embed = vocabulary, samples, clip, rescale_embed
        symbol = language_model(vocabulary, embedding, hidden, projection, layers, batch, bptt, samples)
        self.names = list(shapes(vocabulary, embedding, hidden, projection, layers))
        inputs = {"data": (batch, bptt), "label": (batch, bptt), "mask": (batch, bptt), "sample": (samples,), "sample_count": (samples,), "label_count": (batch, bptt)}
        self.states = ["lstm%d_state_%s" % (number, name) for number in range(layers) for name in STATES]
        inputs.update({name: (batch, projection if name.endswith("r") else hidden) for name in self.states})
        sparse = {"encoder_weight", "decoder_weight", "decoder_bias"}
        stypes = {name: "row_sparse" if name in sparse else "default" for name in symbol.list_arguments()}
        requests = {name: "write" if name in self.names else "null" for name in symbol.list_arguments()}
        self.executor = symbol.simple_bind(mx.cpu(), grad_req=requests, stype_dict=stypes, **inputs)
        for name in self.names:
            own, array = self.executor.arg_dict[name], mx.nd.array(first[name])
            if name in sparse:
                # Rows of zeros are stored too: the optimizer wants all of them.
                array = mx.nd.sparse.row_sparse_array((array, np.arange(array.shape[0])), shape=array.shape)
            array.copyto(own)
        self.update = mx.optimizer.get_updater(mx.optimizer.AdaGrad(learning_rate=learning_rate, eps=eps, param_idx2name=dict(enumerate(self.names))))
        self.begin()

    def begin(self):
        for name in self.states:
            self.executor.arg_dict[name][:] = 0

    def step(self, data, label, mask, sample):
        """The mean loss of words that count."""
        arguments = self.executor.arg_dict
        for name, array in (("data", data), ("label", label), ("mask", mask), ("sample", sample)):
            arguments[name][:] = array
        arguments["sample_count"][:] = counts(sample, self.vocabulary, self.samples)
        arguments["label_count"][:] = counts(label, self.vocabulary, self.samples)
        outputs = self.executor.forward(is_train=True)
        self.executor.backward()
        gradients = self.executor.grad_dict
        recurrent = [gradients[name] for name in self.names if name.startswith("lstm")]
        norm = mx.nd.sqrt(mx.nd.add_n(*[mx.nd.sum(mx.nd.square(gradient)).reshape((1,)) for gradient in recurrent])).asscalar()
        if norm > self.clip:
            for gradient in recurrent:
                gradient *= self.clip / (norm + 1e-8)
        for number, name in enumerate(self.names):
            gradient = gradients[name]
            if name == "encoder_weight":
                gradient = gradient * self.rescale_embed
            self.update(number, gradient, arguments[name])
        for name, state in zip(self.states, outputs[2:]):
            state.copyto(arguments[name])
        self.norm = norm
        return float(outputs[1].asnumpy().astype(np.float64).sum() / mask.sum())

    def weights(self):
        return {name: self.executor.arg_dict[name].tostype("default").asnumpy() for name in self.names}
