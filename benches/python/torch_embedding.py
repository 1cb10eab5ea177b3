"""A step of an embedding with Adam on sparse gradients: `lacuna_sparse.torch` beside PyTorch's own, in turns in one process.

    pip install ./python torch
    python3 benches/python/torch_embedding.py
    python3 benches/python/torch_embedding.py --losses

Bags of ids by a power law, as clicks and words have; forward, backward and the step of the optimizer. The least time of the rounds.
`--losses` trains a small model instead: by dense gradients, by lazy updates and by exact lazy ones, and with tables of bfloat16.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial

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
    step_of = optimizer(table.parameters())
    offsets = torch.arange(0, bags * ids_per_bag, ids_per_bag)
    above = torch.randn(bags, table.weight.shape[1]).to(table.weight.dtype)

    def step(ids: torch.Tensor) -> None:
        step_of.zero_grad()
        table(ids, offsets).backward(above)
        step_of.step()

    return table, step


def losses(rows: int, epochs: int) -> None:
    """Adam with a decay of 0.001, by the learning rate of each step: logistic losses of bags whose ids have hidden weights."""
    batch_bags, ids_per_bag, generator = 256, 20, torch.Generator().manual_seed(2)
    hidden = torch.randn(rows, generator=generator)
    data = [(ids, (hidden[ids].view(batch_bags, -1).sum(1) > 0).float()) for ids in batches(60, batch_bags, ids_per_bag, rows)]
    offsets = torch.arange(0, batch_bags * ids_per_bag, ids_per_bag)
    contestants = {
        "dense, PyTorch": (lambda: torch.nn.EmbeddingBag(rows, 8, mode="sum"), torch.optim.Adam, {}),
        "lazy, Lacuna": (lambda: lacuna.EmbeddingBag(rows, 8, "sum"), lacuna.Adam, {}),
        "exact lazy, Lacuna": (lambda: lacuna.EmbeddingBag(rows, 8, "sum"), lacuna.Adam, {"exact": True}),
        "lazy, bfloat16, stochastic": (lambda: lacuna.EmbeddingBag(rows, 8, "sum", dtype=torch.bfloat16), lacuna.Adam, {}),
        "lazy, bfloat16, nearest": (lambda: lacuna.EmbeddingBag(rows, 8, "sum", dtype=torch.bfloat16), lacuna.Adam, {"rounding": "nearest"}),
    }
    print(f"{rows:,} rows of 8, 60 batches of {batch_bags} bags of {ids_per_bag} ids\n")
    print("| updates | loss of each epoch | of all rows, at the end | seconds |\n|---|---|--:|--:|")
    for name, (make, optimizer, more) in contestants.items():
        torch.manual_seed(1)
        table = make()
        with torch.no_grad():
            table.weight.mul_(0.01)
        step_of, found, begun = optimizer(table.parameters(), lr=0.01, weight_decay=0.001, **more), [], time.perf_counter()

        def loss(ids: torch.Tensor, labels: torch.Tensor, table: torch.nn.Module = table) -> torch.Tensor:
            return torch.nn.functional.binary_cross_entropy_with_logits(table(ids, offsets).float().sum(1), labels)

        for epoch in range(epochs):
            for group in step_of.param_groups:
                group["lr"] = 0.01 / (1 + epoch)
            total = 0.0
            for ids, labels in data:
                step_of.zero_grad()
                value = loss(ids, labels)
                value.backward()
                step_of.step()
                total += value.item()
            found.append(total / len(data))
        seconds = time.perf_counter() - begun
        with torch.no_grad():
            end = sum(loss(ids, labels).item() for ids, labels in data) / len(data)
        print(f"| {name} | {', '.join(f'{value:.6f}' for value in found)} | {end:.6f} | {seconds:.2f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9, help="rounds in turns (%(default)s)")
    parser.add_argument("--steps", type=int, default=5, help="steps of a round (%(default)s)")
    parser.add_argument("--rows", type=int, default=1_000_000, help="rows of the table (%(default)s)")
    parser.add_argument("--bags", type=int, default=1024, help="bags of a batch (%(default)s)")
    parser.add_argument("--ids", type=int, default=20, help="ids of a bag (%(default)s)")
    parser.add_argument("--losses", action="store_true", help="losses of several updates instead")
    options = parser.parse_args()
    if options.losses:
        losses(options.rows // 5, 3)
        return
    print(f"PyTorch {torch.__version__}, {options.rows:,} rows, {options.bags} bags of {options.ids} ids, ms of a step\n")
    print("| threads | columns | PyTorch | Lacuna | ratio | Lacuna, exact | ratio | Lacuna, bfloat16 | ratio |\n|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    ids = batches(options.steps, options.bags, options.ids, options.rows)
    for threads in (1, torch.get_num_threads()):
        torch.set_num_threads(threads)
        for columns in (16, 64, 128):
            theirs = partial(torch.nn.EmbeddingBag, options.rows, columns, mode="sum", sparse=True)
            ours = partial(lacuna.EmbeddingBag, options.rows, columns, "sum")
            contestants = {
                "PyTorch": training(theirs, partial(torch.optim.SparseAdam, lr=0.001), options.bags, options.ids),
                "Lacuna": training(ours, partial(lacuna.Adam, lr=0.001), options.bags, options.ids),
                "exact": training(ours, partial(lacuna.Adam, lr=0.001, exact=True), options.bags, options.ids),
                "bfloat16": training(partial(ours, dtype=torch.bfloat16), partial(lacuna.Adam, lr=0.001), options.bags, options.ids),
            }
            least = dict.fromkeys(contestants, float("inf"))
            for _ in range(options.rounds):
                for name, (_, step) in contestants.items():
                    begun = time.perf_counter()
                    for batch in ids:
                        step(batch)
                    least[name] = min(least[name], (time.perf_counter() - begun) / len(ids))
            # The same mathematics, in another order of additions.
            torch.testing.assert_close(contestants["Lacuna"][0].weight, contestants["PyTorch"][0].weight, rtol=1e-3, atol=1e-4)
            base, *others = (seconds * 1e3 for seconds in least.values())
            print(f"| {threads} | {columns} | {base:.2f} |" + "".join(f" {other:.2f} | {base / other:.2f} |" for other in others), flush=True)


if __name__ == "__main__":
    main()
