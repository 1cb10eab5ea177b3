"""Log loss and speed of `lacuna train classify` and `train ffm` beside Vowpal Wabbit, scikit-learn, LIBLINEAR and LIBFFM.

Usage: beside_others.py LACUNA DIR [loss] [speed] [ffm] [defaults]
DIR has what the kit's gen_clicks.py DIR 200000 has written; LACUNA is the program. Needs vowpalwabbit, scikit-learn,
pylibffm (PyPI) and liblinear-train (Debian). The first 160,000 rows are learnt, the other 40,000 measured.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time

import numpy as np

LACUNA, DIR = sys.argv[1:3]
PARTS = sys.argv[3:] or ["loss", "speed", "ffm", "defaults"]
LEARNT, BITS = 160_000, 22


def path(name):
    return os.path.join(DIR, name)


def cut():
    """Writes train and test files of each form, once."""
    for name in ("clicks.libsvm", "clicks1.libsvm", "clicks.vw"):
        stem, kind = name.split(".")
        files = [path(f"{stem}.{part}.{kind}") for part in ("train", "test")]
        if not all(map(os.path.exists, files)):
            lines = open(path(name)).readlines()
            for file, part in zip(files, (lines[:LEARNT], lines[LEARNT:])):
                open(file, "w").writelines(part)
    if os.path.exists(path("ffm.test")):
        return
    # Each place of a row is a field with features of its own; categories are hashed into 5000 of them.
    for part in ("train", "test"):
        with open(path(f"ffm.{part}"), "w") as out:
            for line in open(path(f"clicks.{part}.libsvm")):
                label, *tokens = line.split()
                row, field = [label], 13
                for token in tokens:
                    column, value = token.split(":")
                    column = int(column)
                    if column < 13:
                        row.append(f"{column}:{column}:{value}")
                    else:
                        bucket = column * 2_654_435_761 % 2**32 % 5000
                        row.append(f"{field}:{13 + (field - 13) * 5000 + bucket}:1")
                        field += 1
                out.write(" ".join(row) + "\n")


def cores():
    """Core seconds of this process and its children: those that other programs do not add to."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def run(command):
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{command}: {done.stderr[-500:]}")
    return done.stdout, time.perf_counter() - start


def labels(name):
    return np.array([float(line.split(None, 1)[0]) > 0 for line in open(path(name))])


def log_loss(labels, probability):
    probability = np.clip(probability.astype(float), 1e-12, 1 - 1e-12)
    return -np.mean(np.where(labels, np.log(probability), np.log1p(-probability)))


def lacuna(*options, program="classify", form="libsvm"):
    """Progressive and test loss, seconds of the whole program."""
    files = {
        "libsvm": ["--data", path("clicks.train.libsvm"), "--test", path("clicks.test.libsvm"), "--index-base", "zero",
                   "--features", str(1 << BITS)],
        "vw": ["--data", path("clicks.train.vw"), "--test", path("clicks.test.vw"), "--format", "vw", "--hash-bits",
               str(BITS)],
        "ffm": ["--data", path("ffm.train"), "--test", path("ffm.test"), "--features", "130013", "--fields", "39"],
    }[form]
    out, seconds = run([LACUNA, "train", program, *files, *options])
    rows = [line.split() for line in out.splitlines() if len(line.split()) == 6 and line.split()[1] == f"{LEARNT:,}"]
    return min((float(row[3]), float(row[2])) for row in rows)[::-1], seconds


VW = "import vowpalwabbit, sys; w = vowpalwabbit.Workspace(sys.argv[1], enable_logging=True); w.run_parser(); w.finish(); print([l for l in w.get_log() if 'average loss' in l])"


def vw(*options):
    with tempfile.TemporaryDirectory() as folder:
        model, found = os.path.join(folder, "m"), os.path.join(folder, "p")
        learn = f"-d {path('clicks.train.vw')} --loss_function logistic -b {BITS} -f {model} " + " ".join(options)
        out, seconds = run([sys.executable, "-c", VW, learn])
        progressive = float(out.split("=")[1].split("\\n")[0].strip(" ']\n"))
        run([sys.executable, "-c", VW, f"-t -d {path('clicks.test.vw')} -i {model} -p {found}"])
        logits = np.array([float(line.split()[0]) for line in open(found)])
    return (progressive, log_loss(labels("clicks.test.vw"), 1 / (1 + np.exp(-logits)))), seconds


def sklearn(rate, penalty, alpha, passes=1):
    from sklearn.datasets import load_svmlight_file
    from sklearn.linear_model import SGDClassifier

    start = time.perf_counter()
    x, y = load_svmlight_file(path("clicks1.train.libsvm"), n_features=1 << BITS)
    x.indices, x.indptr = x.indices.astype("int32"), x.indptr.astype("int32")
    model = SGDClassifier(loss="log_loss", max_iter=passes, tol=None, penalty=penalty, alpha=alpha, eta0=rate,
                          learning_rate="constant", shuffle=False).fit(x, y)
    seconds = time.perf_counter() - start
    x, y = load_svmlight_file(path("clicks1.test.libsvm"), n_features=1 << BITS)
    return (float("nan"), log_loss(y > 0, model.predict_proba(x)[:, 1])), seconds


def liblinear(solver, cost):
    with tempfile.TemporaryDirectory() as folder:
        model, found = os.path.join(folder, "m"), os.path.join(folder, "p")
        learn = ["liblinear-train", "-q", "-s", str(solver), "-c", str(cost), "-e", "0.1", "-B", "1",
                 path("clicks1.train.libsvm"), model]
        _, seconds = run(learn)
        run(["liblinear-predict", "-b", "1", path("clicks1.test.libsvm"), model, found])
        head, *rows = open(found).read().splitlines()
        place = head.split().index("1")
        return (float("nan"), log_loss(labels("clicks1.test.libsvm"), np.array([float(row.split()[place]) for row in rows]))), seconds


def libffm(eta, decay, epochs, factors=4):
    """Seconds are those of the learning alone: text is read before."""
    import pylibffm
    import scipy.sparse as sparse

    def load(name):
        y, starts, columns, values, fields = [], [0], [], [], {}
        for line in open(path(name)):
            label, *tokens = line.split()
            y.append(float(label))
            for token in tokens:
                field, column, value = token.split(":")
                columns.append(int(column))
                values.append(float(value))
                fields[int(column)] = int(field)
            starts.append(len(columns))
        matrix = (np.array(values, "float32"), np.array(columns, "int32"), np.array(starts, "int32"))
        return sparse.csr_matrix(matrix, (len(y), 130_013)), np.array(y, "float32"), fields

    if not hasattr(libffm, "data"):
        libffm.data = [load("ffm.train"), load("ffm.test")]
    (x, y, fields), (test, test_y, test_fields) = libffm.data
    all_fields = np.zeros(130_013, "int32")
    for column, field in {**fields, **test_fields}.items():
        all_fields[column] = field
    with tempfile.TemporaryDirectory() as folder:
        file, _ = pylibffm.make_bin(folder, x, y, all_fields)
        start, before = time.perf_counter(), cores()
        model = pylibffm.train_with_bin(file, {"eta": eta, "lambda": decay, "nr_iters": epochs, "k": factors})
        seconds, libffm.cores = time.perf_counter() - start, cores() - before
    return (float("nan"), log_loss(test_y > 0, model.predict(test, all_fields))), seconds


def best(name, settings, learn):
    """All settings of a learner, and the best of them."""
    found = []
    for setting in settings:
        (progressive, test), seconds = learn(*setting)
        found.append((test, progressive, setting))
        print(f"| {name} | `{' '.join(map(str, setting))}` | {progressive:.6f} | {test:.6f} | {seconds:.2f} |", flush=True)
    test, _, setting = min(found, key=lambda one: one[0])
    print(f"| **{name}, best** | `{' '.join(map(str, setting))}` | {min(one[1] for one in found):.6f} | **{test:.6f}** | |", flush=True)
    return setting


def alternate(learners, rounds, passes=1):
    """Whole programs that take turns: rows a second by the clock, and of core time."""
    times = {name: [] for name in learners}
    for _ in range(rounds):
        for name, learn in learners.items():
            before = cores()
            seconds = learn()
            # What is read before has no part in it.
            times[name].append((seconds, libffm.cores if "learning alone" in name else cores() - before))
    for name, each in times.items():
        shown = ", ".join(f"{clock:.2f} ({core:.2f})" for clock, core in each)
        clock, core = (sorted(one[place] for one in each) for place in (0, 1))
        rows = [passes * LEARNT / number for number in (clock[0], clock[len(clock) // 2], core[0], core[len(core) // 2])]
        print(f"| {name} | " + " | ".join(f"{number:,.0f}" for number in rows) + f" | {shown} |", flush=True)


def mushrooms():
    """The committed data as they are, and with a field for each place of a row."""
    folder = os.path.join(os.path.dirname(__file__), "../../data")
    files = {part: os.path.join(folder, f"agaricus.{part}.libsvm") for part in ("train", "test")}
    for part, file in files.items():
        with open(path(f"agaricus.ffm.{part}"), "w") as out:
            for line in open(file):
                label, *tokens = line.split()
                out.write(" ".join([label] + [f"{field}:{token}" for field, token in enumerate(tokens)]) + "\n")
    return files


def defaults():
    """Loss, accuracy and AUC on the test rows by default, and with each setting of a small grid."""
    files = mushrooms()
    plain = ["--data", files["train"], "--test", files["test"]]
    clicks = ["--data", path("clicks.train.libsvm"), "--test", path("clicks.test.libsvm")]
    fields = {name: [f(part) for part in ("train", "test")] for name, f in (
        ("mushrooms", lambda part: path(f"agaricus.ffm.{part}")), ("clicks", lambda part: path(f"ffm.{part}")))}
    grids = {
        "classify": [["--learning-rate", rate, "--l2", decay] for rate in ("0.03", "0.1", "0.2", "0.3", "1") for decay in ("0", "1e-6")],
        "ffm": [["--learning-rate", rate, "--l2", decay] for rate in ("0.05", "0.1", "0.2", "0.5") for decay in ("0", "2e-5")],
    }
    print("| | setting | test loss | test accuracy | test AUC |\n|---|---|--:|--:|--:|")
    for program, data in (("classify", {"mushrooms": plain, "clicks": clicks}),
                          ("ffm", {name: ["--data", a, "--test", b] for name, (a, b) in fields.items()})):
        for name, own in data.items():
            for options in [[], *grids[program]]:
                out, _ = run([LACUNA, "train", program, *own, *options])
                rows = [line.split() for line in out.splitlines() if len(line.split()) == 6]
                loss = [row[3] for row in rows if row[0].isdigit() and "." in row[3]][-1]
                quality = out.split("; test accuracy ")[1].split("\n")[0].replace(", auc", " |")
                print(f"| {program}, {name} | `{' '.join(options) or 'default'}` | {loss} | {quality} |", flush=True)


ONE_PASS = [("--learning-rate", str(rate)) for rate in (0.05, 0.1, 0.2)] + [
    ("--optimizer", "ftrl", "--learning-rate", "0.1", "--l1", l1) for l1 in ("0", "0.5")
]
MORE = ("--passes", "10", "--early-stop", "2")
LACUNA_TEN = ONE_PASS + [
    ("--learning-rate", "0.05", "--l1", "0.00001", *MORE),
    ("--learning-rate", "0.05", "--l1", "0.00002", *MORE),
    ("--learning-rate", "0.1", "--l1", "0.00001", *MORE),
    ("--learning-rate", "0.1", "--l1", "0.00002", *MORE),
    ("--optimizer", "ftrl", "--learning-rate", "0.1", "--l1", "4", *MORE),
]
VW_TEN = [("-l", str(rate)) for rate in (0.02, 0.05, 0.1, 0.2, 0.5)] + [
    ("--ftrl", "--ftrl_alpha", str(rate), "--ftrl_beta", "1") for rate in (0.02, 0.05, 0.1, 0.2)
] + [("--sgd", "-l", "0.5")]

if __name__ == "__main__":
    cut()
    if "loss" in PARTS:
        print("| learner | setting | progressive | test | s |\n|---|---|---|---|---|")
        best("lacuna", LACUNA_TEN, lacuna)
        best("lacuna, VW's text", ONE_PASS, lambda *options: lacuna(*options, form="vw"))
        best("Vowpal Wabbit", VW_TEN, vw)
        best("scikit-learn", [(rate, penalty, alpha) for rate in (0.002, 0.005, 0.01, 0.02, 0.05)
                              for penalty, alpha in ((None, 0), ("l2", 1e-6))], sklearn)
        best("LIBLINEAR", [(7, cost) for cost in (0.01, 0.03, 0.1, 0.3)] + [(6, cost) for cost in (0.3, 1)]
             + [(0, cost) for cost in (0.01, 0.03, 0.1, 0.3)], liblinear)
    if "speed" in PARTS:
        print("| whole program, one pass | rows/s, fastest | median | rows/core s, fastest | median | s (core s) of each |\n|---|--:|--:|--:|--:|---|")
        files = ["--data", path("clicks.train.libsvm"), "--index-base", "zero", "--features", str(1 << BITS)]
        text = ["--data", path("clicks.train.vw"), "--format", "vw", "--hash-bits", str(BITS)]
        learn = f"-d {path('clicks.train.vw')} --loss_function logistic -b {BITS} "
        alternate({
            "lacuna, --threads 1": lambda: run([LACUNA, "train", "classify", *files, "--threads", "1"])[1],
            "lacuna, all threads": lambda: run([LACUNA, "train", "classify", *files])[1],
            "lacuna, VW's text, all threads": lambda: run([LACUNA, "train", "classify", *text])[1],
            "Vowpal Wabbit": lambda: run([sys.executable, "-c", VW, learn])[1],
            "Vowpal Wabbit, --ftrl": lambda: run([sys.executable, "-c", VW, learn + "--ftrl"])[1],
            "Vowpal Wabbit, --sgd": lambda: run([sys.executable, "-c", VW, learn + "--sgd"])[1],
            "python -c 'import vowpalwabbit'": lambda: run([sys.executable, "-c", "import vowpalwabbit"])[1],
            "scikit-learn": lambda: sklearn(0.01, None, 0)[1],
        }, 5)
        print("| whole program, four passes | rows/s, fastest | median | rows/core s, fastest | median | s (core s) of each |\n|---|--:|--:|--:|--:|---|")
        with tempfile.TemporaryDirectory() as folder:
            cache = ["--cache", os.path.join(folder, "rows"), "--passes", "4"]
            run([LACUNA, "train", "classify", *files, *cache])
            own = f"{learn} --passes 4 --holdout_off --cache_file {os.path.join(folder, 'vw')}"
            run([sys.executable, "-c", VW, own])
            alternate({
                "lacuna, text, all threads": lambda: run([LACUNA, "train", "classify", *files, "--passes", "4"])[1],
                "lacuna, cache, --threads 1": lambda: run(
                    [LACUNA, "train", "classify", *files, *cache, "--threads", "1"])[1],
                "lacuna, cache, all threads": lambda: run([LACUNA, "train", "classify", *files, *cache])[1],
                "Vowpal Wabbit, cache": lambda: run([sys.executable, "-c", VW, own])[1],
            }, 5, 4)
    if "ffm" in PARTS:
        print("| learner | setting | progressive | test | s |\n|---|---|---|---|---|")
        own = [(rate, decay, epochs) for epochs in (2, 4) for rate, decay in
               ((0.1, 2e-5), (0.2, 2e-5), (0.4, 2e-5), (0.2, 2e-4), (0.2, 0))]
        best("lacuna ffm", own, lambda rate, decay, epochs: lacuna(
            "--learning-rate", str(rate), "--l2", str(decay), "--epochs", str(epochs), "--threads", "1",
            program="ffm", form="ffm"))
        best("LIBFFM", own, libffm)
        print("| two epochs | rows/s, fastest | median | rows/core s, fastest | median | s (core s) of each |\n|---|--:|--:|--:|--:|---|")
        ffm = ["--data", path("ffm.train"), "--features", "130013", "--fields", "39", "--epochs", "2",
               "--learning-rate", "0.2", "--l2", "2e-5"]
        with tempfile.TemporaryDirectory() as folder:
            cache = ["--cache", os.path.join(folder, "rows")]
            run([LACUNA, "train", "ffm", *ffm, *cache])
            alternate({
                "lacuna ffm, --threads 1, text read": lambda: run([LACUNA, "train", "ffm", *ffm, "--threads", "1"])[1],
                "lacuna ffm, --threads 1, rows from --cache": lambda: run(
                    [LACUNA, "train", "ffm", *ffm, *cache, "--threads", "1"])[1],
                "LIBFFM, one thread, learning alone": lambda: libffm(0.2, 2e-5, 2)[1],
            }, 7, 2)
    if "defaults" in PARTS:
        defaults()
