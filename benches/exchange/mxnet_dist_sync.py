"""Steps a second of MXNet's dist_sync store on this machine: what `ranks N store` of this folder does with MPI.

    python mxnet_dist_sync.py [WORKERS] [TABLE_ROWS] [ROW_LENGTH] [BATCH_ROWS] [STEPS]

Needs mxnet 1.9.1. OMP_NUM_THREADS=1 makes it faster on a small machine. It starts a scheduler, as many servers as workers, and the workers.
"""
import os
import socket
import subprocess
import sys
import time


def worker(rows, length, batch, steps):
    import mxnet as mx
    import numpy as np

    store = mx.kv.create("dist_sync")
    store.set_optimizer(mx.optimizer.SGD(learning_rate=0.1))
    weight = mx.nd.ones((rows, length)).tostype("row_sparse")
    store.init("w", weight)
    random = np.random.RandomState(store.rank)
    batches = []
    for _ in range(steps):
        ids = np.unique(random.randint(0, rows, batch))
        values = np.full((len(ids), length), 0.5, "float32")
        batches.append((mx.nd.array(ids, dtype="int64"), mx.nd.sparse.row_sparse_array((values, ids), (rows, length))))
    out = mx.nd.sparse.zeros("row_sparse", (rows, length))
    store._barrier()
    started = time.perf_counter()
    for ids, gradient in batches:
        store.row_sparse_pull("w", out=out, row_ids=ids)
        store.push("w", gradient)
    mx.nd.waitall()
    store._barrier()
    seconds = time.perf_counter() - started
    if store.rank == 0:
        print(f"{store.num_workers} workers: {seconds * 1e3 / steps:.3f} ms a step", flush=True)


def main():
    numbers = [int(number) for number in sys.argv[1:]]
    workers, rows, length, batch, steps = numbers + [2, 100_000, 16, 500, 200][len(numbers):]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = dict(
        os.environ, DMLC_PS_ROOT_URI="127.0.0.1", DMLC_PS_ROOT_PORT=str(port), DMLC_INTERFACE="lo",
        DMLC_NUM_WORKER=str(workers), DMLC_NUM_SERVER=str(workers), MXNET_KVSTORE_BIGARRAY_BOUND="1",
    )
    others = [
        subprocess.Popen([sys.executable, "-c", "import mxnet"], env=dict(environment, DMLC_ROLE=role))
        for role in ["scheduler"] + ["server"] * workers
    ]
    here = [sys.executable, __file__, "worker", str(rows), str(length), str(batch), str(steps)]
    all_workers = [subprocess.Popen(here, env=dict(environment, DMLC_ROLE="worker")) for _ in range(workers)]
    status = max(process.wait() for process in all_workers)
    for process in others:
        process.terminate()
    sys.exit(status)


if __name__ == "__main__":
    if sys.argv[1:2] == ["worker"]:
        worker(*map(int, sys.argv[2:]))
    else:
        main()
