"""PyTorch. Its products of a csr call cuSPARSE with the algorithm that PyTorch chooses."""

from clock import HostClock, TorchEvents
from inputs import PATTERNS, PERCENTAGES, ROW_LENGTH, TOUCHED, workloads

LEARNING_RATE = 0.01
MOMENTUM = 0.9
FIRST_MOMENTUM = 0.1
COPY_BYTES = 1 << 30
# Far above the differences of sums of 700,000 terms in any order, far below any mistake.
TOLERANCE = 1e-4


class Torch:
    """Arrays of the files as tensors of a device."""

    def __init__(self, torch, device, folder):
        self.torch, self.device, self.folder = torch, device, folder
        self.kinds = {"<f4": torch.float32, "<i4": torch.int32, "<i8": torch.int64}

    def tensor(self, array, count=None):
        count = array.length if count is None else count
        if count > array.length:
            raise ValueError(f"{array.length} elements, {count} are needed")
        kind = self.kinds[array.kind]
        return self.torch.frombuffer(array.memory, dtype=kind, count=count, offset=array.offset).to(self.device)

    def csr(self, name):
        indptr, indices, values = (self.tensor(array) for array in self.folder.csr(name))
        rows = indptr.numel() - 1
        return self.torch.sparse_csr_tensor(indptr, indices, values, (rows, rows), check_invariants=False)

    def dense(self, rows, columns):
        return self.tensor(self.folder.array("dense"), rows * columns).view(rows, columns)

    def weights(self):
        return self.dense(self.folder.rows(), ROW_LENGTH).clone()

    def stored(self, name):
        """Ids and values."""
        ids = self.tensor(self.folder.array(name))
        return ids, self.tensor(self.folder.array("gradient"), ids.numel() * ROW_LENGTH).view(-1, ROW_LENGTH)

    def row_sparse(self, name, coalesced=True):
        ids, values = self.stored(name)
        shape = (self.folder.rows(), ROW_LENGTH)
        return self.torch.sparse_coo_tensor(ids[None], values, shape, is_coalesced=coalesced, check_invariants=False)


def close(found, expected):
    """Refuses a library that computes something else. Float64, as the sums of long rows differ in order."""
    if found.shape != expected.shape:
        raise ValueError(f"the result has shape {tuple(found.shape)}, not {tuple(expected.shape)}")
    difference, size = (found.double() - expected.double()).norm(), expected.double().norm()
    if not difference <= TOLERANCE * size:
        raise ValueError(f"the result is wrong: {float(difference / size):e}")


def timed(call, expected=None):
    """`call`, once its result was compared."""
    if expected is not None:
        close(call(), expected)
    return call


def run(torch, device, report, folder):
    clock = TorchEvents(torch) if device == "cuda" else HostClock()
    source, names = Torch(torch, device, folder), workloads()

    def line(workload, peer, prepare, notes="", byte_count=""):
        if report.wants(workload, names):
            report.line(clock, workload, peer, prepare, notes, byte_count)

    def wanted(*workload):
        return any(report.wants(name, names) for name in workload)

    copy(source, line)
    for pattern, widths in PATTERNS.items():
        if wanted(f"transpose_plan_{pattern}", *(f"{k}_{pattern}_{w}" for k in KERNELS for w in widths)):
            products(source, line, pattern, widths)
    for percentage in PERCENTAGES:
        if wanted(f"csr_to_dense_{percentage}", f"dense_to_csr_{percentage}"):
            casts(source, line, percentage)
    if wanted("row_sparse_to_dense", "dense_row_ids", "dense_to_row_sparse"):
        row_sparse_casts(source, line)
    if wanted("add_n_anew", "retain", "coalesce", "coalesce_anew"):
        rows(source, line)
    for touched in TOUCHED:
        if wanted(f"sgd_{touched}", f"sgd_momentum_{touched}"):
            optimizers(source, line, touched)
    if wanted("sgd_momentum_standard"):
        standard(source, line)


KERNELS = ("csr_dense", "csr_t_dense", "csr_t_dense_anew")


def copy(source, line):
    torch, count = source.torch, COPY_BYTES // 4 if source.device == "cuda" else 1024

    def clone():
        elements = torch.randint(1 << 30, (count,), dtype=torch.int32, device=source.device)
        return lambda: elements.clone()

    line("copy", "torch_clone", clone, "memory of PyTorch's cache", 8 * count)


def products(source, line, pattern, widths):
    a = source.csr(pattern)
    # Conversion is the analysis: its result stands for a plan.
    csc = a.to_sparse_csc()
    transposed = source.torch.sparse_csr_tensor(
        csc.ccol_indices().int(), csc.row_indices().int(), csc.values(), a.shape[::-1], check_invariants=False
    )
    line(f"transpose_plan_{pattern}", "torch_to_csc", lambda: timed(a.to_sparse_csc), "new arrays, with values")
    for width in widths:
        b = source.dense(a.shape[0], width)
        new = "output allocated"
        line(f"csr_dense_{pattern}_{width}", "torch_csr", lambda: timed(lambda: a @ b), new)
        line(f"csr_t_dense_{pattern}_{width}", "torch_csr_of_csc", lambda: timed(lambda: transposed @ b), new)
        expected = transposed @ b
        line(
            f"csr_t_dense_anew_{pattern}_{width}",
            "torch_transposed",
            lambda: timed(lambda: a.t() @ b, expected),
            "conversion and product; " + new,
        )
        if width == 1:
            x = b[:, 0].contiguous()
            expected = (a @ b)[:, 0]
            line(f"csr_dense_{pattern}_1", "torch_csr_vector", lambda: timed(lambda: a @ x, expected), "SpMV; " + new)


def casts(source, line, percentage):
    csr = source.csr(f"cast_{percentage}")
    dense = csr.to_dense()
    line(f"csr_to_dense_{percentage}", "torch_to_dense", lambda: timed(csr.to_dense), "output allocated")
    line(f"dense_to_csr_{percentage}", "torch_to_sparse_csr", lambda: timed(dense.to_sparse_csr), "new arrays; i64")


def row_sparse_casts(source, line):
    torch, stored = source.torch, source.row_sparse("ids_100000")
    ids, dense = stored.indices()[0], stored.to_dense()
    line("row_sparse_to_dense", "torch_to_dense", lambda: timed(stored.to_dense), "output allocated")

    def index_copy():
        out = torch.empty_like(dense)
        return timed(lambda: out.zero_().index_copy_(0, ids, stored.values()), dense)

    line("row_sparse_to_dense", "torch_index_copy", index_copy, "zeros, then rows; output reused")
    call = lambda: (dense != 0).any(1).nonzero()[:, 0]  # noqa: E731
    line("dense_row_ids", "torch_nonzero", lambda: timed(call, ids), "new arrays; waits for their length")
    out = torch.empty_like(stored.values())
    select = lambda: torch.index_select(dense, 0, ids, out=out)  # noqa: E731
    line("dense_to_row_sparse", "torch_index_select", lambda: timed(select, stored.values()), "output reused")


def rows(source, line):
    torch = source.torch
    left, right = source.row_sparse("ids_100000"), source.row_sparse("ids_other")
    line("add_n_anew", "torch_add_coalesce", lambda: timed(lambda: (left + right).coalesce()), "new arrays")
    kept, ids, values = source.tensor(source.folder.array("ids_keep")), left.indices()[0], left.values()
    out = torch.empty(kept.numel(), ROW_LENGTH, device=source.device)
    retain = lambda: torch.index_select(values, 0, torch.searchsorted(ids, kept), out=out)  # noqa: E731
    expected = left.to_dense()[kept]
    line("retain", "torch_search_select", lambda: timed(retain, expected), "every row asked for is stored; output reused")
    repeated = source.row_sparse("ids_repeated", coalesced=False)
    expected = repeated.coalesce()
    ids, values = repeated._indices(), repeated._values()  # noqa: SLF001: the public ones need a coalesced tensor.

    def coalesce():
        new = torch.sparse_coo_tensor(ids, values, repeated.shape, is_coalesced=False, check_invariants=False)
        return new.coalesce().values()

    line("coalesce_anew", "torch_coalesce", lambda: timed(coalesce, expected.values()), "new arrays")
    inverse = torch.searchsorted(expected.indices()[0], ids[0])
    sums = torch.empty_like(expected.values())
    add = lambda: sums.zero_().index_add_(0, inverse, values)  # noqa: E731
    line("coalesce", "torch_index_add", lambda: timed(add, expected.values()), "places of the ids ready; output reused")


def optimizers(source, line, touched):
    torch, (ids, values) = source.torch, source.stored(f"ids_{touched}")
    expected = source.weights()
    expected[ids] -= LEARNING_RATE * values

    def index_add():
        weight = source.weights()
        close(weight.index_add_(0, ids, values, alpha=-LEARNING_RATE), expected)
        return lambda: weight.index_add_(0, ids, values, alpha=-LEARNING_RATE)

    line(f"sgd_{touched}", "torch_index_add", index_add, "in place")

    def optimizer(kind, **settings):
        weight = torch.nn.Parameter(source.weights())
        weight.grad = source.row_sparse(f"ids_{touched}")
        step = kind([weight], lr=LEARNING_RATE, **settings).step
        step()
        return weight, step

    def sgd():
        weight, step = optimizer(torch.optim.SGD)
        close(weight.detach(), expected)
        return step

    line(f"sgd_{touched}", "torch_optim_sgd", sgd, "torch.optim.SGD with a coalesced gradient; in place")

    def by_hand():
        weight, momentum = source.weights(), torch.full_like(expected, FIRST_MOMENTUM)

        def step():
            moved = momentum.index_select(0, ids).mul_(MOMENTUM).add_(values, alpha=-LEARNING_RATE)
            momentum.index_copy_(0, ids, moved)
            weight.index_add_(0, ids, moved)

        step()
        moved = MOMENTUM * FIRST_MOMENTUM - LEARNING_RATE * values
        close(weight[ids], source.weights()[ids] + moved)
        return step

    line(f"sgd_momentum_{touched}", "torch_by_hand", by_hand, "index_select and index_copy and index_add; in place")
    line(
        f"sgd_momentum_{touched}",
        "torch_sparse_adam",
        lambda: optimizer(torch.optim.SparseAdam)[1],
        "not comparable: Adam with two states a row; in place",
    )


def standard(source, line):
    torch, rate = source.torch, LEARNING_RATE

    def sgd():
        weight = torch.nn.Parameter(source.weights())
        weight.grad = source.row_sparse("ids_100000").to_dense()
        return torch.optim.SGD([weight], lr=rate, momentum=MOMENTUM, fused=source.device == "cuda").step

    line("sgd_momentum_standard", "torch_optim_sgd_dense", sgd, "fused torch.optim.SGD with a dense gradient made before; in place")
