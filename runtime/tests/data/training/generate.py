#!/usr/bin/env python3
"""Writes expected.json beside it: what MXNet 1.9.1 makes of small inputs, for runtime/tests/training.

Packages: mxnet==1.9.1 (installed with --no-deps), numpy==1.23.5, scipy<1.11, requests, graphviz==0.8.4.

    generate.py                       writes the file; "text", log loss and AUC are kept as they are
    generate.py --text data.py        also "text", by MXNet's example/rnn/large_word_lm/data.py, which no package has
    generate.py --factors metric.py   also log loss and AUC, by MXNet's example/sparse/factorization_machine/metric.py
"""
import argparse
import json
import os
import pathlib
import re
import tempfile
import types

import numpy as np

np.bool = bool  # MXNet 1.9.1 asks for names that NumPy has removed.
import mxnet as mx

HERE = pathlib.Path(__file__).parent
OUT = HERE / "expected.json"
KEPT = []


def schedules():
    s = mx.lr_scheduler
    updates = [0, 1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 19, 20, 21, 30, 31, 49, 50, 51, 100, 1000]
    cases = [
        (dict(kind="factor", step=10, factor=0.7, minimum=1e-8), lambda **k: s.FactorScheduler(10, 0.7, **k)),
        (dict(kind="factor", step=1, factor=0.5, minimum=0.01), lambda **k: s.FactorScheduler(1, 0.5, 0.01, **k)),
        (dict(kind="factor", step=3, factor=1.0, minimum=1e-8), lambda **k: s.FactorScheduler(3, 1, **k)),
        (dict(kind="multi_factor", steps=[5, 10, 30], factor=0.1), lambda **k: s.MultiFactorScheduler([5, 10, 30], 0.1, **k)),
        (dict(kind="multi_factor", steps=[1], factor=0.3), lambda **k: s.MultiFactorScheduler([1], 0.3, **k)),
        (dict(kind="polynomial", updates=50, power=2, last=0), lambda **k: s.PolyScheduler(50, **k)),
        (dict(kind="polynomial", updates=31, power=0.9, last=0.002), lambda **k: s.PolyScheduler(31, pwr=0.9, final_lr=0.002, **k)),
        (dict(kind="cosine", updates=50, last=0), lambda **k: s.CosineScheduler(50, **k)),
        (dict(kind="cosine", updates=21, last=0.01), lambda **k: s.CosineScheduler(21, final_lr=0.01, **k)),
    ]
    warmups = [None, dict(warmup_steps=4, warmup_begin_lr=0.0, warmup_mode="linear"), dict(warmup_steps=12, warmup_begin_lr=0.05, warmup_mode="constant")]
    out = []
    for case, make in cases:
        for warmup in warmups:
            base = 0.3
            scheduler = make(base_lr=base, **(warmup or {}))
            # Of each update: what is remembered of other updates shows at the end otherwise.
            every = {n: float(scheduler(n)) for n in range(1001)}
            out.append(dict(case, base=base, warmup=warmup, rates=[[n, every[n]] for n in updates]))
    return out


def lists(array):
    return array.asnumpy().tolist()


def parts(array):
    return dict(shape=list(array.shape), indptr=array.indptr.asnumpy().tolist(), indices=array.indices.asnumpy().tolist(), data=lists(array.data))


def ndarray_iter():
    out = []
    for rows, size, columns in [(10, 3, 2), (10, 5, 1), (4, 3, 2), (7, 4, 1), (5, 5, 1), (6, 1, 1), (9, 4, 1)]:
        data = np.arange(rows * columns, dtype="float32").reshape(rows, columns)
        label = np.arange(rows, dtype="float32") + 100
        for last in ["pad", "discard", "roll_over"]:
            it = mx.io.NDArrayIter(data, label, size, last_batch_handle=last)
            epochs = []
            for _ in range(4):
                epochs.append([dict(data=lists(b.data[0]), label=lists(b.label[0]), pad=b.pad) for b in it])
                it.reset()
            out.append(dict(rows=rows, columns=columns, batch_size=size, last=last, epochs=epochs))
    # A batch larger than the data, which only padding fills.
    data = np.arange(3, dtype="float32").reshape(3, 1)
    for size in [5, 8, 9]:
        it = mx.io.NDArrayIter(data, data[:, 0] + 100, size)
        epochs = []
        for _ in range(2):
            epochs.append([dict(data=lists(b.data[0]), label=lists(b.label[0]), pad=b.pad) for b in it])
            it.reset()
        out.append(dict(rows=3, columns=1, batch_size=size, last="pad", epochs=epochs))
    return out


TEXTS = {
    "four": ("1 0:1\n2 1:2\n3 2:3\n4 0:4 2:5\n", 3),
    # With weights for some of the rows only, MXNet may end with a segmentation fault.
    "plain": ("1.5 0:0.25 3:-2e-1 # comment\n\n-1 1:0\r\n0\n3\t2:1 4:1e3\n5 0:.5", 5),
    "weights": ("1:2 qid:7 0:1\n-1:0.5 qid:7 1:2 2:3\n", 3),
    "thirteen": ("".join(f"{i} {i % 7}:{i + 0.5}\n" for i in range(13)), 7),
    "uneven": ("".join(f"{i} " + " ".join(f"{c}:{c + i}" for c in range(i % 9)) + "\n" for i in range(40)), 9),
    "one_based": ("1 1:1 3:2\n2 2:3\n3 1:4\n", 3),
}
LABELS = "0 0:1\n0 2:1\n0 1:5 2:2\n0\n"


def libsvm_iter(folder):
    cases = [dict(text="four", batch_size=size) for size in [1, 2, 3, 4, 5]]
    cases += [dict(text="four", batch_size=size, label=LABELS, label_size=3) for size in [2, 3]]
    cases += [dict(text="plain", batch_size=2), dict(text="plain", batch_size=5), dict(text="weights", batch_size=1), dict(text="one_based", batch_size=2, indexing_mode=1)]
    cases += [dict(text="thirteen", batch_size=2, num_parts=n, part_index=k) for n in [2, 3, 4] for k in range(n)]
    cases += [dict(text="uneven", batch_size=3, num_parts=n, part_index=k) for n in [2, 5] for k in range(n)]
    # Of several files.
    cases += [dict(text="thirteen;four;uneven", batch_size=4, num_parts=n, part_index=k) for n in [1, 2, 3] for k in range(n)]
    out = []
    for case in cases:
        names = case["text"].split(";")
        features = max(TEXTS[name][1] for name in names)
        for name in names:
            (pathlib.Path(folder) / name).write_bytes(TEXTS[name][0].encode())
        uri = ";".join(f"{folder}/{name}" for name in names) + ("?indexing_mode=1" if case.get("indexing_mode") else "")
        more = {key: case[key] for key in ["num_parts", "part_index"] if key in case}
        if "label" in case:
            labels = pathlib.Path(folder) / "label.libsvm"
            labels.write_text(case["label"])
            more.update(label_libsvm=str(labels), label_shape=(case["label_size"],))
        # Freed while its thread reads ahead, it ends with a segmentation fault: kept until the end.
        it = mx.io.LibSVMIter(data_libsvm=uri, data_shape=(features,), batch_size=case["batch_size"], **more)
        KEPT.append(it)
        epochs = []
        for _ in range(3):
            epoch = []
            for b in it:
                label = parts(b.label[0]) if b.label[0].stype == "csr" else lists(b.label[0])
                epoch.append(dict(data=parts(b.data[0]), label=label, pad=b.pad))
            epochs.append(epoch)
            it.reset()
        out.append(dict(case, features=features, epochs=epochs))
    return out


def arrays(seed):
    random = np.random.RandomState(seed)
    classes = random.uniform(0.05, 1, (3, 6, 4)).astype("float32")
    classes /= classes.sum(axis=2, keepdims=True)
    return dict(
        classes=classes.tolist(),
        class_labels=random.randint(0, 4, (3, 6)).tolist(),
        numbers=random.normal(size=(3, 5)).astype("float32").tolist(),
        targets=random.normal(size=(3, 5)).astype("float32").tolist(),
        probabilities=(random.randint(0, 8, (3, 6)) / 8 * 0.9 + 0.05).astype("float32").tolist(),
        binary_labels=[[0, 1, 1, 0, 1, 0], [1, 0, 0, 0, 0, 1], [0, 1, 0, 1, 1, 1]],
    )


def metrics(factors):
    inputs = arrays(5)
    m = mx.metric

    def values(metric, labels, predictions):
        out = []
        for label, prediction in zip(labels, predictions):
            metric.update([mx.nd.array(label)], [mx.nd.array(prediction)])
            out.append(float(metric.get()[1]))
        return out

    classes, class_labels = inputs["classes"], inputs["class_labels"]
    out = dict(
        accuracy=values(m.Accuracy(), class_labels, classes),
        accuracy_of_classes=values(m.Accuracy(), class_labels, [[(c + k) % 3 for k, c in enumerate(row)] for row in class_labels]),
        mse=values(m.MSE(), inputs["targets"], inputs["numbers"]),
        mse_ragged=values(m.MSE(), [inputs["targets"][0], inputs["targets"][1][:2]], [inputs["numbers"][0], inputs["numbers"][1][:2]]),
        nll=values(m.NegativeLogLikelihood(), class_labels, classes),
        perplexity=values(m.Perplexity(ignore_label=None), class_labels, classes),
        perplexity_ignoring_2=values(m.Perplexity(ignore_label=2), class_labels, classes),
        perplexity_windows=values(m.Perplexity(ignore_label=None), [sum(class_labels, [])], [sum(classes, [])]),
    )
    out["composite"] = [list(pair) for pair in composite(class_labels, classes)]
    if factors:
        columns = [[[p] for p in row] for row in inputs["probabilities"]]
        out["log_loss"] = values(factors.LogLossMetric(), inputs["binary_labels"], columns)
        # Of one batch without ties. The class averages batches, and takes ties in the order of the rows.
        scores = [[(k * 7 % 11) / 11] for k in range(6)]
        out["auc_scores"] = scores
        out["auc"] = [values(factors.AUCMetric(), [labels], [scores])[0] for labels in inputs["binary_labels"]]
    return dict(inputs=inputs, values=out)


def composite(labels, predictions):
    metric = mx.metric.create(["acc", "nll_loss"])
    for label, prediction in zip(labels, predictions):
        metric.update([mx.nd.array(label)], [mx.nd.array(prediction)])
    return metric.get_name_value()


def initializers():
    """The bounds that the initializers ask the generators for, and the arrays without random numbers."""
    asked = []

    def spy(*args, **_):
        asked.append([float(args[0]), float(args[1])])

    module = mx.initializer.random
    kept = module.uniform, module.normal
    module.uniform = module.normal = spy
    out = []
    try:
        for shape in [(4, 6), (3, 5, 2, 2), (7, 2, 3)]:
            for kind in ["uniform", "gaussian"]:
                for factor in ["avg", "in", "out"]:
                    for magnitude in [3, 2.34]:
                        asked.clear()
                        mx.init.Xavier(kind, factor, magnitude)(mx.init.InitDesc("a_weight"), mx.nd.zeros(shape))
                        out.append(dict(shape=list(shape), random=kind, factor=factor, magnitude=magnitude, asked=asked[0]))
        asked.clear()
        mx.init.Uniform()(mx.init.InitDesc("a_weight"), mx.nd.zeros((2, 2)))
        mx.init.Normal()(mx.init.InitDesc("a_weight"), mx.nd.zeros((2, 2)))
        defaults = list(asked)
    finally:
        module.uniform, module.normal = kept
    rows = mx.nd.sparse.zeros("row_sparse", (3, 2))
    mx.init.Normal(0.5)(mx.init.InitDesc("a_weight"), rows)
    constant = mx.nd.sparse.zeros("row_sparse", (3, 2))
    mx.init.Constant(2.5)(mx.init.InitDesc("a_weight"), constant)
    return dict(xavier=out, defaults=defaults, row_sparse=dict(normal=rows.indices.asnumpy().tolist(), constant=constant.indices.asnumpy().tolist()))


WORDS = "<S> 9\nthe 8\n<UNK> 5\ncat 4\nsat 3\non 3\nmat 1\n"
SENTENCES = "the cat sat on the mat\ncat cat\nthe dog  sat\ton a cat\nmat\non the mat the cat sat the cat\nsat\n"


def text(module, folder):
    words, lines = pathlib.Path(folder) / "words.txt", pathlib.Path(folder) / "lines.txt"
    words.write_text(WORDS)
    lines.write_text(SENTENCES)
    vocabulary = module.Vocabulary.from_file(str(words))
    out = []
    for batch_size, bptt in [(1, 4), (2, 3), (2, 5), (3, 4), (4, 20), (7, 2)]:
        # The third argument, of several names: no shuffling.
        dataset = module.Dataset(vocabulary, str(lines), True)
        batches = [[a.tolist() for a in batch] for batch in dataset.iterate_once(batch_size, bptt)]
        out.append(dict(batch_size=batch_size, bptt=bptt, batches=batches))
    return dict(words=WORDS, sentences=SENTENCES, cases=out)


def load(path):
    # One of the two is written for Python 2.
    source = re.sub(r'raise Exception, (".*")', r"raise Exception(\1)", pathlib.Path(path).read_text())
    module = types.ModuleType("peer")
    exec(source, module.__dict__)
    return module


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--text")
    arguments.add_argument("--factors")
    options = arguments.parse_args()
    before = json.loads(OUT.read_text()) if OUT.exists() else {}
    with tempfile.TemporaryDirectory() as folder:
        expected = dict(
            source=f"mxnet {mx.__version__}",
            schedules=schedules(),
            ndarray_iter=ndarray_iter(),
            texts={name: text for name, (text, _) in TEXTS.items()},
            libsvm_iter=libsvm_iter(folder),
            metrics=metrics(load(options.factors) if options.factors else None),
            initializers=initializers(),
            text=text(load(options.text), folder) if options.text else before.get("text"),
        )
    for key in ["log_loss", "auc_scores", "auc"]:
        if key not in expected["metrics"]["values"] and before:
            expected["metrics"]["values"][key] = before["metrics"]["values"][key]
    lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in expected.items())
    OUT.write_text("{\n" + lines + "\n}\n")


main()
os._exit(0)
