"""Losses and weights of a small language model as MXNet 1.9.1 trains it, for tests/model: python generate_lm.py > lm.json

Needs what benches/models/lm_by_mxnet.py does.
"""
import json
import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "..", "benches", "models"))
from language_model import Training, shapes

draw = np.random.RandomState(5)
told = lambda array: {"shape": list(array.shape), "data": [float(x) for x in array.ravel()]}


def case(steps, clip, rescale_embed, vocabulary, embedding, hidden, projection, layers, batch, bptt, samples):
    sizes = dict(vocabulary=vocabulary, embedding=embedding, hidden=hidden, projection=projection, layers=layers, batch=batch, bptt=bptt, samples=samples)
    first = {name: draw.uniform(-0.6, 0.6, shape).astype(np.float32) for name, shape in shapes(vocabulary, embedding, hidden, projection, layers).items()}
    training, records, clipped = Training(first, clip=clip, rescale_embed=rescale_embed, **sizes), [], 0
    for step in range(steps):
        # Frequent words are hit by the noise, and repeated in it; the last rows end before the others.
        words = (vocabulary * draw.rand(batch, bptt + 1) ** 2).astype(np.int64)
        sample = np.minimum(np.exp(draw.rand(samples) * np.log(vocabulary + 1)).astype(np.int64) - 1, vocabulary - 1)
        mask = np.ones((batch, bptt), np.float32)
        if step >= 2:
            mask[-1, bptt // 2:] = 0
        loss = training.step(words[:, :-1], words[:, 1:], mask, sample)
        clipped += training.norm > clip
        integers = lambda array: [int(x) for x in array.ravel()]
        records.append({"words": integers(words[:, :-1]), "targets": integers(words[:, 1:]), "mask": [float(x) for x in mask.ravel()], "noise": integers(sample), "loss": loss, "norm": float(training.norm)})
    print("%d of %d steps were clipped" % (clipped, steps), file=sys.stderr)
    return {"sizes": sizes, "clip": clip, "rescale_embed": rescale_embed, "first": {name: told(array) for name, array in first.items()}, "steps": records, "last": {name: told(array) for name, array in training.weights().items()}}


one = case(6, 0.3, 256, vocabulary=13, embedding=4, hidden=5, projection=3, layers=1, batch=3, bptt=4, samples=7)
two = case(6, 10.0, 16, vocabulary=9, embedding=3, hidden=4, projection=2, layers=2, batch=2, bptt=3, samples=5)
json.dump({"one_layer": one, "two_layers": two}, sys.stdout, separators=(",", ":"))
print()
