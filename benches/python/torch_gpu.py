"""Tensors on a GPU: products and a step of an embedding with Adam, `lacuna_sparse.torch` beside PyTorch's own, in turns in one process.

    pip install ./python torch
    python3 benches/python/torch_gpu.py

Milliseconds are the least of the rounds, by events on the stream. A ratio above 1 means that Lacuna is faster.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

import torch
from lacuna_sparse import torch as lacuna


def least(contestants: dict[str, Callable[[], object]], rounds: int, repeats: int) -> dict[str, float]:
    """The milliseconds of one call of each, which take turns."""
    best = dict.fromkeys(contestants, float("inf"))
    for number in range(rounds + 1):
        for name, work in contestants.items():
            begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            torch.cuda.synchronize()
            begin.record()
            for _ in range(repeats):
                work()
            end.record()
            torch.cuda.synchronize()
            # The first round compiles.
            if number:
                best[name] = min(best[name], begin.elapsed_time(end) / repeats)
    return best


def matrices(rows: int) -> dict[str, torch.Tensor]:
    """Patterns as benches/gpu has them: equal rows, rows by a power law, and the Laplacian of a grid."""
    generator = torch.Generator(device="cuda").manual_seed(1)

    def of(lengths: torch.Tensor, columns: int) -> torch.Tensor:
        row = torch.repeat_interleave(torch.arange(len(lengths), device="cuda"), lengths)
        column = torch.randint(0, columns, (len(row),), generator=generator, device="cuda")
        places = torch.unique(row * columns + column)
        values = torch.rand(len(places), generator=generator, device="cuda")
        counts = torch.bincount(places // columns, minlength=len(lengths))
        indptr = torch.cat([counts.new_zeros(1), counts.cumsum(0)])
        return torch.sparse_csr_tensor(indptr.int(), (places % columns).int(), values, (len(lengths), columns), check_invariants=False)

    uniform = torch.full((rows,), 32, device="cuda")
    power = (16 / torch.rand(rows, generator=generator, device="cuda").clamp_min(1e-4).sqrt()).long().clamp_max(rows // 4)
    side = int(rows**0.5)
    cell = torch.arange(side * side, device="cuda")
    steps = [(-side, cell >= side), (-1, cell % side > 0), (0, cell >= 0), (1, cell % side < side - 1), (side, cell < side * (side - 1))]
    row = torch.cat([cell[there] for _, there in steps])
    column = torch.cat([cell[there] + step for step, there in steps])
    values = torch.where(row == column, 4.0, -1.0)
    laplacian = torch.sparse_coo_tensor(torch.stack([row, column]), values, (side * side,) * 2, check_invariants=False).coalesce().to_sparse_csr()
    laplacian = torch.sparse_csr_tensor(
        laplacian.crow_indices().int(), laplacian.col_indices().int(), laplacian.values(), laplacian.shape, check_invariants=False
    )
    return {"uniform": of(uniform, rows), "power law": of(power, rows), "Laplacian": laplacian}


def products(rows: int, rounds: int) -> None:
    print("| product | entries | columns | Lacuna | PyTorch | ratio |\n|---|--:|--:|--:|--:|--:|")
    for name, theirs in matrices(rows).items():
        ours, entries = lacuna.CsrMatrix.of(theirs), theirs.values().numel()
        transposed = theirs.to_sparse_csc()
        transposed = torch.sparse_csr_tensor(
            transposed.ccol_indices().int(), transposed.row_indices().int(), transposed.values(), theirs.shape[::-1], check_invariants=False
        )
        for columns in (1, 8, 64):
            right = torch.rand(theirs.shape[1], columns, device="cuda")
            left = torch.rand(theirs.shape[0], columns, device="cuda")
            lines = {
                f"csr @, {name}": (lambda: ours @ right, lambda: theirs @ right),
                f"csr.T @, {name}": (lambda: ours.T @ left, lambda: transposed @ left),
            }
            for line, (mine, other) in lines.items():
                torch.testing.assert_close(mine(), other(), rtol=1e-3, atol=1e-3)
                times = least({"ours": mine, "theirs": other}, rounds, 20)
                print(f"| {line} | {entries:,} | {columns} | {times['ours']:.4f} | {times['theirs']:.4f} | {times['theirs'] / times['ours']:.2f} |")


def steps(rounds: int) -> None:
    print("\n| step of an EmbeddingBag with Adam | Lacuna | PyTorch | ratio |\n|---|--:|--:|--:|")
    for rows, columns, bags, ids_per_bag in ((1_000_000, 16, 1024, 20), (1_000_000, 64, 4096, 20), (10_000_000, 64, 16384, 20)):
        generator = torch.Generator(device="cuda").manual_seed(1)
        # The frequent ids first, as clicks and words have them.
        ids = (torch.rand(8, bags * ids_per_bag, generator=generator, device="cuda", dtype=torch.float64).pow(3) * rows).long()
        offsets = torch.arange(0, bags * ids_per_bag, ids_per_bag, device="cuda")
        above = torch.randn(bags, columns, generator=generator, device="cuda")

        def training(table: torch.nn.Module, optimizer: torch.optim.Optimizer) -> Callable[[], None]:
            turn = 0

            def step() -> None:
                nonlocal turn
                turn = (turn + 1) % len(ids)
                optimizer.zero_grad()
                table(ids[turn], offsets).backward(above)
                optimizer.step()

            return step

        ours = lacuna.EmbeddingBag(rows, columns, "sum").cuda()
        theirs = torch.nn.EmbeddingBag(rows, columns, mode="sum", sparse=True, device="cuda")
        with torch.no_grad():
            theirs.weight.copy_(ours.weight)
        contestants = {
            "ours": training(ours, lacuna.Adam(ours.parameters())),
            "theirs": training(theirs, torch.optim.SparseAdam(theirs.parameters())),
        }
        times = least(contestants, rounds, 8)
        difference = (ours.weight - theirs.weight).abs().max().item()
        assert difference < 1e-3, difference
        line = f"{rows:,} rows of {columns}, {bags:,} bags of {ids_per_bag}"
        print(f"| {line} | {times['ours']:.3f} | {times['theirs']:.3f} | {times['theirs'] / times['ours']:.1f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1 << 20, help="rows of the matrices")
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    if not torch.cuda.is_available():
        raise SystemExit("torch_gpu.py: PyTorch finds no GPU")
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}\n")
    products(arguments.rows, arguments.rounds)
    steps(arguments.rounds)
    lacuna.synchronize()


if __name__ == "__main__":
    main()
