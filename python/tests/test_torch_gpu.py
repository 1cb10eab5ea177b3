"""Tensors of a GPU: the bits of the CPU. Without a GPU, the interpreter of PTX runs what it would run. Skipped without PyTorch."""

# mypy: disable-error-code="import-not-found", no-warn-unused-ignores, allow-untyped-calls, allow-subclassing-any
# mypy: no-warn-return-any
from __future__ import annotations

import io
import unittest
from collections.abc import Callable
from typing import Any
from unittest import mock

import numpy as np
import scipy.sparse  # type: ignore[import-untyped]
from lacuna_sparse import LacunaError

try:
    import torch
    from lacuna_sparse import _torch_gpu as _gpu
    from lacuna_sparse import torch as lacuna
except (ImportError, OSError) as error:
    raise unittest.SkipTest(f"PyTorch is not there: {error}") from None

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def drawn(seed: int, *shape: int, dtype: Any = torch.float32) -> Any:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64).to(dtype)


def there() -> Any:
    """Tensors of the device are on a GPU, also where it is the interpreter."""
    return mock.patch.object(_gpu, "_interprets", DEVICE.type == "cpu")


class Gpu(unittest.TestCase):
    def both(self, work: Callable[[Any], list[Any]]) -> None:
        """The work gives the same bits on the CPU and there."""
        expected = work(torch.device("cpu"))
        with there():
            found = work(DEVICE)
            lacuna.synchronize()
        for one, other in zip(expected, found, strict=True):
            self.assertEqual((one.shape, one.dtype), (other.shape, other.dtype))
            self.assertEqual(other.device.type, DEVICE.type)
            if one.layout == torch.sparse_coo:
                self.assertTrue(torch.equal(one._indices(), other._indices().cpu()))
                one, other = one._values(), other._values()
            integers = {2: torch.int16, 4: torch.int32, 8: torch.int64}[one.element_size()]
            self.assertTrue(torch.equal(one.detach().view(integers), other.detach().cpu().view(integers)))

    def test_products_and_their_gradients(self) -> None:
        for index in (np.int32, np.int64):
            for dtype in (torch.float32, torch.float64):
                # The first row has more terms than a block.
                matrix = scipy.sparse.random_array((40, 1500), density=0.05, format="lil", rng=np.random.default_rng(1))
                matrix[0] = np.linspace(-1, 1, 1500)
                matrix = matrix.tocsr()
                pointers, columns = torch.from_numpy(matrix.indptr.astype(index)), torch.from_numpy(matrix.indices.astype(index))
                for trailing in ((), (1,), (5,)):

                    def work(device: Any) -> list[Any]:
                        values = torch.from_numpy(matrix.data).to(dtype).to(device).requires_grad_()
                        right = drawn(2, 1500, *trailing, dtype=dtype).to(device).requires_grad_()
                        left = drawn(3, 40, *trailing, dtype=dtype).to(device).requires_grad_()
                        a = lacuna.CsrMatrix(pointers.to(device), columns.to(device), values, matrix.shape)
                        product, transposed = a @ right, a.T @ left
                        product.backward(drawn(4, 40, *trailing, dtype=dtype).to(device))
                        transposed.backward(drawn(5, 1500, *trailing, dtype=dtype).to(device))
                        return [product, transposed, values.grad, right.grad, left.grad]

                    self.both(work)

    def test_gradients_are_those_of_differences(self) -> None:
        matrix = scipy.sparse.random_array((6, 5), density=0.4, format="csr", rng=np.random.default_rng(4))
        with there():
            pointers, columns, data = (torch.from_numpy(array).to(DEVICE) for array in (matrix.indptr, matrix.indices, matrix.data))
            a = lacuna.CsrMatrix(pointers, columns, data, matrix.shape)
            values, right = a.values.clone().requires_grad_(), drawn(5, 5, 3, dtype=torch.float64).to(DEVICE).requires_grad_()
            self.assertTrue(torch.autograd.gradcheck(lambda values, b: a.with_values(values) @ b, (values, right)))
            left = drawn(6, 6, 3, dtype=torch.float64).to(DEVICE).requires_grad_()
            self.assertTrue(torch.autograd.gradcheck(lambda values, b: a.with_values(values).T @ b, (values, left)))

    def test_rows_of_ids(self) -> None:
        for index in (torch.int32, torch.int64):
            for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
                for padding in (None, 3):

                    def work(device: Any) -> list[Any]:
                        ids = torch.randint(0, 11, (5, 7), generator=torch.Generator().manual_seed(1)).to(index).to(device)
                        table = drawn(2, 11, 4, dtype=dtype).to(device).requires_grad_()
                        found = lacuna.embedding(ids, table, padding)
                        found.backward(drawn(3, 5, 7, 4, dtype=dtype).to(device))
                        return [found, table.grad]

                    self.both(work)

    def test_bags(self) -> None:
        for dtype, modes in ((torch.float32, ("sum", "mean", "max")), (torch.float64, ("mean", "max")), (torch.bfloat16, ("sum", "mean"))):
            for mode in modes:
                for weighted in (False, True) if mode == "sum" else (False,):
                    for offsets in (None, torch.tensor([0, 0, 4, 9])):

                        def work(device: Any) -> list[Any]:
                            shape = (3, 5) if offsets is None else (15,)
                            ids = torch.randint(0, 6, shape, generator=torch.Generator().manual_seed(1)).to(device)
                            table = drawn(2, 6, 4, dtype=dtype).to(device).requires_grad_()
                            shares = drawn(3, *shape, dtype=dtype).to(device).requires_grad_() if weighted else None
                            starts = None if offsets is None else offsets.to(device)
                            found = lacuna.embedding_bag(ids, table, starts, mode, shares, padding_idx=2)
                            found.backward(drawn(4, *found.shape, dtype=dtype).to(device))
                            return [found, table.grad] + ([shares.grad] if shares is not None else [])

                        self.both(work)

    def test_nothing(self) -> None:
        for shape in ((0,), (0, 3), (2, 0)):

            def work(device: Any) -> list[Any]:
                ids, table = torch.zeros(shape, dtype=torch.int64).to(device), drawn(1, 4, 3).to(device).requires_grad_()
                found = lacuna.embedding(ids, table)
                found.sum().backward()
                gradient, table.grad = table.grad, None
                results = [found, gradient]
                if len(shape) == 2:
                    bags = lacuna.embedding_bag(ids, table, mode="sum")
                    bags.sum().backward()
                    results += [bags, table.grad]
                optimizer = lacuna.Adam([table])
                optimizer.step()
                return [*results, table]

            self.both(work)

        def product(device: Any) -> list[Any]:
            pointers, none = torch.zeros(3, dtype=torch.int64).to(device), torch.zeros(0).to(device)
            a = lacuna.CsrMatrix(pointers, none.long(), none, (2, 5))
            return [a @ torch.ones(5, 2, device=device), a.T @ torch.ones(2, device=device), a @ torch.ones(5, 0, device=device)]

        self.both(product)

    def test_every_optimizer(self) -> None:
        for make in (
            lambda parameters: lacuna.SGD(parameters, 0.1, weight_decay=0.01),
            lambda parameters: lacuna.SGD(parameters, 0.1, momentum=0.9),
            lambda parameters: lacuna.AdaGrad(parameters, 0.1, weight_decay=0.01),
            lambda parameters: lacuna.Adam(parameters, 0.1, weight_decay=0.01),
            lambda parameters: lacuna.AdamW(parameters, 0.1),
            lambda parameters: lacuna.Ftrl(parameters, 0.1, 0.01, 0.1),
        ):

            def work(device: Any) -> list[Any]:
                table = lacuna.EmbeddingBag(50, 6, "sum").to(device)
                with torch.no_grad():
                    table.weight.copy_(drawn(1, 50, 6))
                extra = torch.nn.Parameter(drawn(2, 3, 4).to(device))
                optimizer = make([*table.parameters(), extra])
                for step in range(3):
                    optimizer.zero_grad()
                    ids = torch.randint(0, 50, (4, 5), generator=torch.Generator().manual_seed(step)).to(device)
                    (table(ids).sum() + (extra * (step + 1)).sum()).backward()
                    if step == 1:
                        # Of two backward passes, ids neither ascend nor are distinct any more.
                        gradient: Any = table.weight.grad
                        places, rows = gradient._indices(), gradient._values()
                        both = torch.cat([places, places.flip(1)], 1), torch.cat([rows, rows.flip(0) * 3])
                        table.weight.grad = torch.sparse_coo_tensor(*both, (50, 6), check_invariants=False)
                    optimizer.step()
                states = [array for state in optimizer.state_dict()["state"].values() for array in state.values() if isinstance(array, torch.Tensor)]
                return [table.weight, extra, *states]

            self.both(work)

    def test_tables_of_16_bits(self) -> None:
        for dtype in (torch.bfloat16, torch.float16):
            for columns in (5, 8):
                for rounding in ("stochastic", "nearest"):
                    for make in (lacuna.SGD, lacuna.AdaGrad, lacuna.Adam, lacuna.AdamW, lacuna.Ftrl):

                        def work(device: Any) -> list[Any]:
                            table = lacuna.EmbeddingBag(20, columns, "sum").to(device, dtype)
                            with torch.no_grad():
                                table.weight.copy_(drawn(1, 20, columns))
                            extra = torch.nn.Parameter(drawn(2, 3, 4, dtype=dtype).to(device))
                            optimizer = make([*table.parameters(), extra], 0.01, rounding=rounding, seed=3)
                            for step in range(3):
                                optimizer.zero_grad()
                                ids = torch.randint(0, 20, (4, 5), generator=torch.Generator().manual_seed(step)).to(device)
                                (table(ids).sum() + (extra * (step + 1)).sum()).backward()
                                optimizer.step()
                                if step == 1:
                                    # From a file, states come back in float32, where the parameter is.
                                    file = io.BytesIO()
                                    torch.save(optimizer.state_dict(), file)
                                    file.seek(0)
                                    saved = torch.load(file, map_location="cpu")
                                    optimizer = make([*table.parameters(), extra], 0.01, rounding=rounding, seed=3)
                                    optimizer.load_state_dict(saved)
                            states = [array for state in optimizer.state_dict()["state"].values() for array in state.values() if isinstance(array, torch.Tensor)]
                            return [table.weight, extra, *states]

                        self.both(work)

    def test_parts_of_tensors(self) -> None:
        """Memory that begins where no access of 16 bytes may."""

        def work(device: Any) -> list[Any]:
            def part(seed: int, *shape: int, dtype: Any = torch.float32) -> Any:
                size = int(np.prod(shape))
                return torch.cat([torch.zeros(1, dtype=dtype), drawn(seed, size, dtype=dtype)]).to(device)[1:].view(shape)

            pointers, columns = (torch.tensor(numbers).to(device) for numbers in ([0, 2, 3], [0, 2, 1]))
            a = lacuna.CsrMatrix(pointers, columns, part(1, 3).requires_grad_(), (2, 3))
            right = part(2, 3, 4).requires_grad_()
            product = a @ right
            product.backward(part(3, 2, 4))
            results = [product, a.values.grad, right.grad]
            ids = torch.tensor([0, 1, 4]).to(device)[1:]
            for dtype in (torch.float32, torch.bfloat16):
                table = torch.nn.Parameter(part(4, 6, 8, dtype=dtype))
                optimizer = lacuna.Adam([table], 0.1)
                for _ in range(2):
                    table.grad = None
                    found = lacuna.embedding(ids, table)
                    found.backward(part(5, 2, 8, dtype=dtype))
                    bags = lacuna.embedding_bag(ids.unsqueeze(0), table, mode="sum")
                    optimizer.step()
                results += [found, bags, table]
            return results

        self.both(work)

    def test_what_only_the_gpu_finds_is_raised_later(self) -> None:
        with there():
            table, ids = drawn(1, 4, 3).to(DEVICE), torch.tensor([0, 9, 1]).to(DEVICE)
            found = lacuna.embedding(ids, table)
            with self.assertRaisesRegex(LacunaError, "9"):
                lacuna.synchronize()
            lacuna.synchronize()
            self.assertEqual(found.abs().sum().item(), 0)
            sums = lacuna.embedding_bag(ids.reshape(1, 3), table.requires_grad_(), mode="sum")
            with self.assertRaisesRegex(LacunaError, "9"):
                sums.sum().backward()

    def test_wrong_arguments_are_refused(self) -> None:
        with there():
            pointers, columns, values = (array.to(DEVICE) for array in (torch.tensor([0, 2]), torch.tensor([2, 0]), torch.ones(2)))
            with self.assertRaisesRegex(LacunaError, "row 0"):
                lacuna.CsrMatrix(pointers, columns, values, (1, 3))
            with self.assertRaises(LacunaError):
                lacuna.CsrMatrix(pointers, columns.flip(0), values, (1, 2))
            with self.assertRaises(LacunaError):
                lacuna.CsrMatrix(torch.tensor([0, 3]).to(DEVICE), columns.flip(0), values, (1, 3))
            with self.assertRaisesRegex(ValueError, "offsets are empty"):
                empty = columns[:0]
                lacuna.embedding_bag(columns, torch.ones(3, 2, device=DEVICE), empty, include_last_offset=True)
            a = lacuna.CsrMatrix(pointers, columns.flip(0), values, (1, 3))
            with self.assertRaisesRegex(LacunaError, "4"):
                a @ torch.ones(4, device=DEVICE)
            with self.assertRaisesRegex(TypeError, r"b has dtype torch\.float64"):
                a @ torch.ones(3, dtype=torch.float64, device=DEVICE)
            with self.assertRaisesRegex(TypeError, "meta"):
                a @ torch.ones(3, device="meta")
            parameter = torch.nn.Parameter(torch.ones(3, 2, device=DEVICE))
            (parameter * 2).sum().backward()
            with self.assertRaisesRegex(ValueError, "exact updates"):
                lacuna.SGD([parameter], exact=True).step()
            ids = torch.tensor([[0, 3]]).to(DEVICE)
            parameter.grad = torch.sparse_coo_tensor(ids, torch.ones(2, 2, device=DEVICE), (3, 2), check_invariants=False)
            with self.assertRaisesRegex(LacunaError, "ids from 0 to 3, of 3 rows"):
                lacuna.SGD([parameter]).step()
            parameter = torch.nn.Parameter(torch.ones(3, 2, dtype=torch.bfloat16, device=DEVICE))
            parameter.sum().backward()
            with self.assertRaisesRegex(ValueError, "exact updates"):
                lacuna.SGD([parameter], exact=True).step()


if __name__ == "__main__":
    unittest.main()
