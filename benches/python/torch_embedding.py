"""A step of an embedding with Adam on sparse gradients: `lacuna_sparse.torch` beside PyTorch's own, in turns in one process.

    pip install ./python torch
    python3 benches/python/torch_embedding.py

Bags of ids by a power law, as clicks and words have; forward, backward and the step of the optimizer. The least time of the rounds.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import torch
from lacuna_sparse import torch as lacuna


def batches(count: int, bags: int, ids_per_bag: int, rows: int) -> list[torch.Tensor]:
    """Ids of bags, the frequent ones first."""
    generator = torch.Generator().manual_seed(1)
    uniform = torch.rand(count, bags * ids_per_bag, generator=generator, dtype=torch.float64)
    return list((uniform.pow(3) * rows).long())


def training(make: Callable[[], torch.nn.Module], optimizer: Callable[..., torch.optim.Optimizer], bags: int, ids_per_bag: int):
    torch.manual_seed(1)
    table = make()
    step_of = optimizer(table.parameters(), lr=0.001)
    offsets = torch.arange(0, bags * ids_per_bag, ids_per_bag)
    above = torch.randn(bags, table.weight.shape[1])

    def step(ids: torch.Tensor) -> None:
        step_of.zero_grad()
        table(ids, offsets).backward(above)
        step_of.step()

    return table, step


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9, help="rounds in turns (%(default)s)")
    parser.add_argument("--steps", type=int, default=5, help="steps of a round (%(default)s)")
    parser.add_argument("--rows", type=int, default=1_000_000, help="rows of the table (%(default)s)")
    parser.add_argument("--bags", type=int, default=1024, help="bags of a batch (%(default)s)")
    parser.add_argument("--ids", type=int, default=20, help="ids of a bag (%(default)s)")
    options = parser.parse_args()
    print(f"PyTorch {torch.__version__}, {options.rows:,} rows, {options.bags} bags of {options.ids} ids, ms of a step\n")
    print("| threads | columns | PyTorch | Lacuna | ratio |\n|--:|--:|--:|--:|--:|")
    ids = batches(options.steps, options.bags, options.ids, options.rows)
    for threads in (1, torch.get_num_threads()):
        torch.set_num_threads(threads)
        for columns in (16, 64, 128):
            contestants = {
                "PyTorch": training(
                    lambda: torch.nn.EmbeddingBag(options.rows, columns, mode="sum", sparse=True), torch.optim.SparseAdam, options.bags, options.ids
                ),
                "Lacuna": training(lambda: lacuna.EmbeddingBag(options.rows, columns, "sum"), lacuna.Adam, options.bags, options.ids),
            }
            least = dict.fromkeys(contestants, float("inf"))
            for _ in range(options.rounds):
                for name, (_, step) in contestants.items():
                    begun = time.perf_counter()
                    for batch in ids:
                        step(batch)
                    least[name] = min(least[name], (time.perf_counter() - begun) / len(ids))
            (ours, _), (theirs, _) = contestants["Lacuna"], contestants["PyTorch"]
            # The same mathematics, in another order of additions.
            torch.testing.assert_close(ours.weight, theirs.weight, rtol=1e-3, atol=1e-4)
            times = {name: seconds * 1e3 for name, seconds in least.items()}
            print(f"| {threads} | {columns} | {times['PyTorch']:.2f} | {times['Lacuna']:.2f} | {times['PyTorch'] / times['Lacuna']:.2f} |", flush=True)


if __name__ == "__main__":
    main()
