"""`lacuna_sparse.torch` beside PyTorch's own modules and optimizers, and where it refuses. Skipped without PyTorch."""

# mypy: disable-error-code="import-not-found", no-warn-unused-ignores, allow-untyped-calls, allow-subclassing-any
# mypy: no-warn-return-any
from __future__ import annotations

import copy
import pickle
import unittest
from collections.abc import Callable, Sequence
from typing import Any, ClassVar
from unittest import mock

import numpy as np
import lacuna_sparse
import scipy.sparse  # type: ignore[import-untyped]
from lacuna_sparse import LacunaError, _threads

try:
    import torch
    from lacuna_sparse import torch as lacuna
except (ImportError, OSError) as error:
    raise unittest.SkipTest(f"PyTorch is not there: {error}") from None

DTYPES = (torch.float32, torch.float64)


def drawn(seed: int, *shape: int, dtype: Any = torch.float64) -> Any:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64).to(dtype)


def csr(seed: int, rows: int, columns: int, density: float = 0.1, dtype: Any = np.float64) -> Any:
    return scipy.sparse.random_array((rows, columns), density=density, format="csr", dtype=dtype, rng=np.random.default_rng(seed))


def threads(count: int, work: Callable[[], Any]) -> Any:
    before = torch.get_num_threads()
    torch.set_num_threads(count)
    try:
        return work()
    finally:
        torch.set_num_threads(before)


def shared(count: int, work: Callable[[], Any], functions: set[str]) -> Any:
    """The same, of work that is large enough for threads to share calls of these functions."""
    call, reached = _threads.Pool.call, []

    def counting(pool: _threads.Pool, function: bytes, words: Sequence[int], error: int) -> int:
        if pool is _threads.pool(count):
            reached.append(function)
        return call(pool, function, words, error)

    with mock.patch.object(_threads.Pool, "call", counting):
        result = threads(count, work)
    missing = functions - {function.decode().removeprefix("lacuna_") for function in reached}
    assert not missing, f"not shared: {missing}"
    return result


class Products(unittest.TestCase):
    def test_values_are_those_of_scipy(self) -> None:
        for dtype in DTYPES:
            for shape in ((7, 5), (1, 9), (0, 4), (2000, 300)):
                matrix = csr(1, *shape).astype(drawn(0, 1, dtype=dtype).numpy().dtype)
                a = lacuna.CsrMatrix.of(matrix)
                for trailing in ((), (1,), (8,)):
                    right, left = drawn(2, shape[1], *trailing, dtype=dtype), drawn(3, shape[0], *trailing, dtype=dtype)
                    tolerance = 1e-4 if dtype == torch.float32 else 1e-10
                    np.testing.assert_allclose((a @ right).numpy(), matrix @ right.numpy(), rtol=tolerance, atol=tolerance)
                    np.testing.assert_allclose((a.T @ left).numpy(), matrix.T @ left.numpy(), rtol=tolerance, atol=tolerance)

    def test_gradients_are_those_of_differences(self) -> None:
        a = lacuna.CsrMatrix.of(csr(4, 6, 5, 0.4))
        for trailing in ((), (3,)):
            values = a.values.clone().requires_grad_()
            right = drawn(5, 5, *trailing).requires_grad_()
            left = drawn(6, 6, *trailing).requires_grad_()
            self.assertTrue(torch.autograd.gradcheck(lambda values, b: a.with_values(values) @ b, (values, right)))
            self.assertTrue(torch.autograd.gradcheck(lambda values, b: a.with_values(values).T @ b, (values, left)))

    def test_every_number_of_threads_gives_the_same_bits(self) -> None:
        a = lacuna.CsrMatrix.of(csr(7, 3000, 2000, 0.02))

        def work() -> Any:
            values, b = a.values.clone().requires_grad_(), drawn(8, 2000, 16).requires_grad_()
            product = a.with_values(values) @ b
            product.backward(drawn(9, 3000, 16))
            return product.detach(), values.grad, b.grad

        first = threads(1, work)
        for count in (2, 3):
            for one, other in zip(first, shared(count, work, {"dot_csr_dense", "dot_sddmm"}), strict=True):
                self.assertTrue(torch.equal(one, other))

    def test_a_csr_of_torch_shares_its_memory(self) -> None:
        tensor = torch.eye(4, dtype=torch.float64).to_sparse_csr()
        a = lacuna.CsrMatrix.of(tensor)
        tensor.values()[2] = 5
        self.assertEqual((a @ torch.ones(4, dtype=torch.float64)).tolist(), [1, 1, 5, 1])
        self.assertEqual(a.T.shape, (4, 4))

    def test_wrong_arguments_are_refused(self) -> None:
        pointers, columns, values = torch.tensor([0, 2]), torch.tensor([2, 0]), torch.ones(2)
        with self.assertRaisesRegex(LacunaError, "row 0"):
            lacuna.CsrMatrix(pointers, columns, values, (1, 3))
        columns = torch.tensor([0, 2])
        a = lacuna.CsrMatrix(pointers, columns, values, (1, 3))
        with self.assertRaisesRegex(TypeError, r"b has dtype torch\.float64, the values torch\.float32"):
            a @ torch.ones(3, dtype=torch.float64)
        with self.assertRaises(LacunaError):
            a @ torch.ones(4)
        with self.assertRaisesRegex(ValueError, r"values have shape \(3,\), not \(2,\)"):
            a.with_values(torch.ones(3))
        with self.assertRaisesRegex(TypeError, "not a tensor"):
            a.with_values(np.ones(2, np.float32))
        with self.assertRaisesRegex(TypeError, r"dtype torch\.float16"):
            a.with_values(torch.ones(2, dtype=torch.float16))
        with self.assertRaisesRegex(TypeError, r"to_sparse_csr\(\) makes a csr"):
            lacuna.CsrMatrix.of(torch.eye(2))


class Embeddings(unittest.TestCase):
    def test_no_ids_give_no_rows_and_no_gradient(self) -> None:
        for shape in ((0,), (0, 3), (2, 0)):
            ids, ours, theirs = torch.zeros(shape, dtype=torch.int64), *(drawn(1, 4, 3).requires_grad_() for _ in range(2))
            found, expected = lacuna.embedding(ids, ours), torch.nn.functional.embedding(ids, theirs, sparse=True)
            self.assertEqual(found.shape, expected.shape)
            found.sum().backward()
            expected.sum().backward()
            self.assertEqual(ours.grad.shape, theirs.grad.shape)
            self.assertEqual(ours.grad._nnz(), 0)
        bags = lacuna.embedding_bag(torch.zeros(2, 0, dtype=torch.int64), ours, mode="sum")
        self.assertEqual(bags.tolist(), [[0] * 3] * 2)
        bags.sum().backward()

    def same(self, ours: Any, theirs: Any, dtype: Any) -> None:
        tolerance = 1e-5 if dtype == torch.float32 else 1e-12
        torch.testing.assert_close(ours, theirs, rtol=tolerance, atol=tolerance)

    def test_rows_and_gradients_are_those_of_torch(self) -> None:
        for dtype in DTYPES:
            for index in (torch.int32, torch.int64):
                for padding in (None, 3):
                    ids = torch.randint(0, 11, (5, 7), generator=torch.Generator().manual_seed(1)).to(index)
                    table = drawn(2, 11, 4, dtype=dtype)
                    ours, theirs = table.clone().requires_grad_(), table.clone().requires_grad_()
                    found = lacuna.embedding(ids, ours, padding)
                    expected = torch.nn.functional.embedding(ids, theirs, padding)
                    self.assertTrue(torch.equal(found, expected))
                    above = drawn(3, 5, 7, 4, dtype=dtype)
                    found.backward(above)
                    expected.backward(above)
                    self.assertEqual(ours.grad._indices()[0].tolist(), sorted({int(id) for id in ids.flatten() if id != padding}))
                    self.same(ours.grad.to_dense(), theirs.grad, dtype)

    def test_bags_and_gradients_are_those_of_torch(self) -> None:
        for dtype in DTYPES:
            for mode in ("sum", "mean", "max"):
                for padding in (None, 4):
                    for weighted in (False, True) if mode == "sum" else (False,):
                        self.bag(dtype, mode, padding, weighted)

    def bag(self, dtype: Any, mode: str, padding: int | None, weighted: bool) -> None:
        ids = torch.randint(0, 9, (30,), generator=torch.Generator().manual_seed(5))
        # An empty bag, and one of one id.
        offsets = torch.tensor([0, 7, 7, 8, 20])
        table, shares = drawn(6, 9, 5, dtype=dtype), drawn(7, 30, dtype=dtype)
        grads = []
        for function in (lacuna.embedding_bag, torch.nn.functional.embedding_bag):
            weight = table.clone().requires_grad_()
            share = shares.clone().requires_grad_() if weighted else None
            options: dict[str, Any] = {"mode": mode, "per_sample_weights": share, "padding_idx": padding}
            result = function(ids, weight, offsets, **options)
            result.backward(drawn(8, 5, 5, dtype=dtype))
            grads.append((result.detach(), weight.grad.to_dense(), None if share is None else share.grad))
        for ours, theirs in zip(*grads, strict=True):
            if theirs is not None:
                self.same(ours, theirs, dtype)

    def test_ids_of_two_dimensions_are_bags(self) -> None:
        ids = torch.tensor([[1, 2, 2], [0, 1, 3]])
        table = drawn(1, 4, 3)
        for mode in ("sum", "mean", "max"):
            expected = torch.nn.functional.embedding_bag(ids, table, mode=mode)
            self.same(lacuna.embedding_bag(ids, table, mode=mode), expected, torch.float64)
        with_end = torch.tensor([0, 3, 6])
        flat = lacuna.embedding_bag(ids.flatten(), table, with_end, "sum", include_last_offset=True)
        self.assertTrue(torch.equal(flat, lacuna.embedding_bag(ids, table, mode="sum")))

    def test_gradients_are_those_of_differences(self) -> None:
        ids, offsets = torch.tensor([0, 2, 2, 1, 3]), torch.tensor([0, 3])
        table, shares = drawn(1, 4, 3).requires_grad_(), drawn(2, 5).requires_grad_()
        # A sum of rows is linear in them: dense gradients are compared by way of a table that is added.
        for mode in ("sum", "mean", "max"):

            def dense(weight: Any, mode: str = mode) -> Any:
                return lacuna.embedding_bag(ids, Dense.apply(weight), offsets, mode)

            self.assertTrue(torch.autograd.gradcheck(dense, (table,)))
        self.assertTrue(torch.autograd.gradcheck(lambda s: lacuna.embedding_bag(ids, table.detach(), offsets, "sum", s), (shares,)))
        self.assertTrue(torch.autograd.gradcheck(lambda weight: lacuna.embedding(ids, Dense.apply(weight)), (table,)))

    def test_every_number_of_threads_gives_the_same_bits(self) -> None:
        ids = torch.randint(0, 500, (20_000,), generator=torch.Generator().manual_seed(5))
        offsets = torch.arange(0, 20_000, 10)

        def work() -> list[Any]:
            results = []
            for mode in ("sum", "mean", "max"):
                weight = drawn(6, 500, 64).requires_grad_()
                result = lacuna.embedding_bag(ids, weight, offsets, mode)
                result.backward(drawn(7, 2000, 64))
                results += [result.detach(), weight.grad.to_dense()]
            weight = drawn(6, 500, 64).requires_grad_()
            result = lacuna.embedding(ids, weight)
            result.backward(drawn(8, 20_000, 64))
            return [*results, result.detach(), weight.grad.to_dense()]

        first = threads(1, work)
        functions = {f"embedding_bag_{mode}" for mode in ("sum", "mean", "max")} | {"embedding_lookup", "dot_csr_t_dense"}
        for one, other in zip(first, shared(3, work, functions), strict=True):
            self.assertTrue(torch.equal(one, other))

    def test_modules(self) -> None:
        torch.manual_seed(0)
        bag = lacuna.EmbeddingBag(6, 3, "sum", padding_idx=2)
        self.assertEqual(bag.weight[2].tolist(), [0, 0, 0])
        self.assertEqual(str(bag), "EmbeddingBag(6, 3, padding_idx=2, mode='sum')")
        bag(torch.tensor([1, 2, 5]), torch.tensor([0, 1])).sum().backward()
        self.assertEqual(bag.weight.grad._indices()[0].tolist(), [1, 5])
        other = lacuna.EmbeddingBag(6, 3, "sum", padding_idx=2)
        other.load_state_dict(bag.state_dict())
        self.assertTrue(torch.equal(other.weight, bag.weight))
        self.assertEqual(lacuna.Embedding(6, 3, dtype=torch.float64)(torch.tensor([[1], [2]])).shape, (2, 1, 3))

    def test_wrong_arguments_are_refused(self) -> None:
        table, ids = torch.ones(4, 3), torch.tensor([0, 1])
        for bad in (4, -1):
            with self.assertRaises(LacunaError):
                lacuna.embedding(torch.tensor([bad]), table)
            with self.assertRaises(LacunaError):
                lacuna.embedding_bag(torch.tensor([bad]), table, torch.tensor([0]), "sum")
        refused: list[tuple[type[Exception], str, Callable[[], Any]]] = [
            (ValueError, "offsets do not ascend from 0 to the 2 ids", lambda: lacuna.embedding_bag(ids, table, torch.tensor([0, 3]))),
            (ValueError, "offsets do not ascend", lambda: lacuna.embedding_bag(ids, table, torch.tensor([1]))),
            (ValueError, "1 dimensions", lambda: lacuna.embedding_bag(ids, table)),
            (ValueError, "offsets are for those of one", lambda: lacuna.embedding_bag(ids[None], table, ids)),
            (ValueError, "mode is 'least'", lambda: lacuna.embedding_bag(ids[None], table, mode="least")),
            (ValueError, "for mode sum, not max", lambda: lacuna.embedding_bag(ids[None], table, mode="max", per_sample_weights=ids[None])),
            (ValueError, r"have shape \(2,\), ids \(1, 2\)", lambda: lacuna.embedding_bag(ids[None], table, mode="sum", per_sample_weights=ids)),
            (TypeError, "ids has dtype torch.float32", lambda: lacuna.embedding(table, table)),
            (ValueError, "padding_idx is 6: rows are 0 to 5", lambda: lacuna.Embedding(6, 3, 6)),
            (ValueError, "mode is 'least'", lambda: lacuna.EmbeddingBag(6, 3, "least")),
        ]
        for kind, text, call in refused:
            with self.assertRaisesRegex(kind, text):
                call()


class Dense(torch.autograd.Function):
    """The same table, whose gradient is dense: what `gradcheck` compares."""

    @staticmethod
    def forward(ctx: Any, weight: Any) -> Any:
        return weight.clone()

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        return gradient.to_dense()


class Optimizers(unittest.TestCase):
    def trained(self, make: Callable[[Any], Any], sparse: bool, steps: int = 5, dtype: Any = torch.float64) -> tuple[Any, Any]:
        """A table after some steps with gradients of a few rows, and its optimizer."""
        weight = torch.nn.Parameter(drawn(1, 12, 4, dtype=dtype))
        optimizer = make([weight])
        for step in range(steps):
            ids = torch.randint(0, 12, (6,), generator=torch.Generator().manual_seed(step))
            optimizer.zero_grad()
            rows = torch.nn.functional.embedding(ids, weight, sparse=sparse)
            (rows * drawn(100 + step, 6, 4, dtype=dtype)).sum().backward()
            optimizer.step()
        return weight.detach(), optimizer

    def same(self, ours: Callable[[Any], Any], theirs: Callable[[Any], Any], sparse: bool) -> None:
        torch.testing.assert_close(self.trained(ours, sparse)[0], self.trained(theirs, sparse)[0], rtol=1e-12, atol=1e-12)

    def test_sparse_gradients_are_applied_as_torch_does(self) -> None:
        optim = torch.optim
        self.same(lambda p: lacuna.SGD(p, 0.1), lambda p: optim.SGD(p, 0.1), True)
        self.same(lambda p: lacuna.AdaGrad(p, 0.1), lambda p: optim.Adagrad(p, 0.1), True)
        self.same(lambda p: lacuna.Adam(p, 0.1), lambda p: optim.SparseAdam(p, 0.1), True)

    def test_dense_gradients_are_applied_as_torch_does(self) -> None:
        optim = torch.optim
        decay: dict[str, Any] = {"weight_decay": 0.1}
        self.same(lambda p: lacuna.SGD(p, 0.1, **decay), lambda p: optim.SGD(p, 0.1, **decay), False)
        self.same(lambda p: lacuna.AdaGrad(p, 0.1, **decay), lambda p: optim.Adagrad(p, 0.1, **decay), False)
        # Where epsilon stands is all that differs.
        zero: dict[str, Any] = {"eps": 1e-30, **decay}
        self.same(lambda p: lacuna.Adam(p, 0.1, **zero), lambda p: optim.Adam(p, 0.1, **zero), False)
        self.same(lambda p: lacuna.AdamW(p, 0.1, **zero), lambda p: optim.AdamW(p, 0.1, **zero), False)

    def test_momentum_is_that_of_torch_while_the_rate_stays(self) -> None:
        self.same(lambda p: lacuna.SGD(p, 0.1, momentum=0.9), lambda p: torch.optim.SGD(p, 0.1, momentum=0.9), False)

    def test_rows_without_a_gradient_stay_as_they_are(self) -> None:
        for make in (
            lambda p: lacuna.SGD(p, 0.1, momentum=0.9, weight_decay=0.1),
            lambda p: lacuna.AdaGrad(p, 0.1, weight_decay=0.1),
            lambda p: lacuna.Adam(p, 0.1, weight_decay=0.1),
            lambda p: lacuna.AdamW(p, 0.1, weight_decay=0.1),
            lambda p: lacuna.Ftrl(p, 0.1),
        ):
            weight = torch.nn.Parameter(drawn(1, 12, 4))
            before, optimizer = weight.detach().clone(), make([weight])
            for _ in range(3):
                optimizer.zero_grad()
                lacuna.embedding(torch.tensor([3, 7, 3]), weight).sum().backward()
                optimizer.step()
            changed = (weight.detach() != before).any(1)
            self.assertEqual(changed.nonzero().flatten().tolist(), [3, 7])

    def test_repeated_rows_count_together(self) -> None:
        weight = torch.nn.Parameter(torch.zeros(3, 1))
        weight.grad = torch.sparse_coo_tensor(torch.tensor([[2, 0, 2]]), torch.tensor([[1.0], [2.0], [4.0]]), (3, 1))
        lacuna.SGD([weight], 1.0).step()
        self.assertEqual(weight.flatten().tolist(), [-2, 0, -5])

    def test_a_training_goes_on_from_its_state(self) -> None:
        for make in (lambda p: lacuna.Adam(p, 0.1), lambda p: lacuna.Ftrl(p, 0.1), lambda p: lacuna.SGD(p, 0.1, momentum=0.5)):
            weight = torch.nn.Parameter(drawn(1, 12, 4, dtype=torch.float32))
            optimizer = make([weight])

            def steps(weight: Any, optimizer: Any, seeds: range) -> None:
                for seed in seeds:
                    optimizer.zero_grad()
                    ids = torch.randint(0, 12, (6,), generator=torch.Generator().manual_seed(seed))
                    (lacuna.embedding(ids, weight) * drawn(seed, 6, 4, dtype=torch.float32)).sum().backward()
                    optimizer.step()

            steps(weight, optimizer, range(3))
            resumed = torch.nn.Parameter(weight.detach().clone())
            other = make([resumed])
            other.load_state_dict(copy.deepcopy(optimizer.state_dict()))
            steps(weight, optimizer, range(3, 6))
            steps(resumed, other, range(3, 6))
            self.assertTrue(torch.equal(weight, resumed))

    #: What makes an optimizer with `exact`, or lazy.
    EXACT: ClassVar[dict[str, Callable[..., Any]]] = {
        "sgd": lambda p, **more: lacuna.SGD(p, 0.1, weight_decay=0.1, **more),
        "momentum": lambda p, **more: lacuna.SGD(p, 0.1, momentum=0.9, weight_decay=0.1, **more),
        "adagrad": lambda p, **more: lacuna.AdaGrad(p, 0.1, weight_decay=0.1, **more),
        "adam": lambda p, **more: lacuna.Adam(p, 0.1, **more),
        "adam with decay": lambda p, **more: lacuna.Adam(p, 0.1, weight_decay=0.1, **more),
        "adamw": lambda p, **more: lacuna.AdamW(p, 0.1, weight_decay=0.1, **more),
        "ftrl": lambda p, **more: lacuna.Ftrl(p, 0.1, **more),
    }

    @staticmethod
    def steps(weight: Any, optimizer: Any, seeds: range, dense: bool = False, rows: int = 40) -> None:
        """Steps of falling learning rates with gradients of a few rows, which are read before."""
        for seed in seeds:
            for group in optimizer.param_groups:
                group["lr"] = 0.1 / (1 + seed)
            optimizer.zero_grad()
            ids = torch.randint(0, rows, (6,), generator=torch.Generator().manual_seed(seed))
            read = torch.nn.functional.embedding(ids, weight) if dense else lacuna.embedding(ids, weight)
            (read * drawn(seed, 6, 4, dtype=weight.dtype) + read * read).sum().backward()
            optimizer.step()

    def test_exact_lazy_updates_train_the_model_of_dense_gradients(self) -> None:
        for name, make in self.EXACT.items():
            with self.subTest(name):
                dense, lazy, exact = (torch.nn.Parameter(drawn(1, 40, 4)) for _ in range(3))
                optimizer = make([exact], exact=True)
                self.steps(dense, make([dense]), range(30), dense=True)
                self.steps(lazy, make([lazy]), range(30))
                self.steps(exact, optimizer, range(30))
                self.assertGreater((lazy - dense).abs().max().item(), 1e-4)
                optimizer.flush()
                torch.testing.assert_close(exact, dense, rtol=1e-9, atol=1e-9)
                # Rows of bags, too, are brought up to date, and only they.
                self.steps(dense, make([dense]), range(5), dense=True)
                optimizer = make([exact], exact=True)
                self.steps(exact, optimizer, range(5))
                bags = torch.tensor([[3, 9, 3], [30, 9, 1]])
                torch.testing.assert_close(lacuna.embedding_bag(bags, exact), torch.nn.functional.embedding_bag(bags, dense))

    def test_exact_lazy_updates_go_on_from_a_state(self) -> None:
        for name, make in self.EXACT.items():
            with self.subTest(name):
                weight = torch.nn.Parameter(drawn(1, 40, 4, dtype=torch.float32))
                optimizer = make([weight], exact=True)
                self.steps(weight, optimizer, range(7))
                state = copy.deepcopy(optimizer.state_dict())
                resumed = torch.nn.Parameter(weight.detach().clone())
                other = make([resumed], exact=True)
                other.load_state_dict(state)
                self.steps(weight, optimizer, range(7, 12))
                self.steps(resumed, other, range(7, 12))
                optimizer.flush()
                copied = copy.deepcopy(other)
                self.assertTrue(torch.equal(weight, resumed))
                self.steps(copied.param_groups[0]["params"][0], copied, range(12, 14))
                self.steps(weight, optimizer, range(12, 14))
                copied.flush()
                optimizer.flush()
                self.assertTrue(torch.equal(weight, copied.param_groups[0]["params"][0]))

    def test_a_module_is_saved_up_to_date(self) -> None:
        table = lacuna.Embedding(40, 4, dtype=torch.float64)
        start = table.weight.detach().clone()
        optimizer = lacuna.SGD(table.parameters(), 0.5, weight_decay=0.5, exact=True)
        for _ in range(2):
            optimizer.zero_grad()
            table(torch.tensor([3])).sum().backward()
            optimizer.step()
        self.assertTrue(torch.equal(table.weight[4], start[4]))
        # What rows have missed is not lost with the optimizer.
        del optimizer
        saved = table.state_dict()["weight"]
        torch.testing.assert_close(saved[4], start[4] * 0.5625)
        self.assertIsNotNone(pickle.dumps(table))

    def test_another_optimizer_finds_all_rows_up_to_date(self) -> None:
        decay: dict[str, Any] = {"weight_decay": 0.5}
        exact: dict[str, Any] = {"exact": True}
        for more in (exact, {}):
            weight = torch.nn.Parameter(torch.ones(3, 1))
            for optimizer in (lacuna.SGD([weight], 0.5, exact=True, **decay), lacuna.SGD([weight], 0.25, **decay, **more)):
                weight.grad = torch.sparse_coo_tensor(torch.tensor([[0]]), torch.zeros(1, 1), (3, 1))
                optimizer.step()
            optimizer.flush()
            self.assertEqual(weight.flatten().tolist(), [0.75 * 0.875, *[0.75 * (0.875 if more else 1)] * 2])

    def test_a_table_that_goes_elsewhere_is_up_to_date(self) -> None:
        tables = [lacuna.Embedding(3, 2) for _ in range(2)]
        for table in tables:
            with torch.no_grad():
                table.weight.fill_(1)
            optimizer = lacuna.SGD(table.parameters(), 0.5, weight_decay=0.5, exact=True)
            for _ in range(2):
                optimizer.zero_grad()
                table(torch.tensor([0])).sum().backward()
                optimizer.step()
        # Rows 1 and 2 have missed two steps, of which each leaves three quarters of them.
        self.assertEqual(tables[0].weight[1:].tolist(), [[1, 1]] * 2)
        moved, kept = tables[0].double(), tables[1]
        self.assertEqual(moved.weight[1:].tolist(), [[0.5625] * 2] * 2)
        self.assertEqual(moved.state_dict()["weight"].dtype, torch.float64)
        self.assertEqual(moved(torch.tensor([1, 0])).tolist(), kept(torch.tensor([1, 0])).tolist())

    def test_exact_lazy_updates_of_any_number_of_threads(self) -> None:
        def work() -> Any:
            weight = torch.nn.Parameter(drawn(1, 9000, 64, dtype=torch.float32))
            optimizer = lacuna.AdamW([weight], 0.1, exact=True)
            for seed in range(3):
                optimizer.zero_grad()
                ids = torch.randint(0, 9000, (8000,), generator=torch.Generator().manual_seed(seed))
                (lacuna.embedding(ids, weight) * drawn(seed, 8000, 64, dtype=torch.float32)).sum().backward()
                optimizer.step()
            optimizer.flush()
            return weight.detach()

        self.assertTrue(torch.equal(threads(1, work), threads(3, work)))

    def test_exact_lazy_updates_refuse(self) -> None:
        weight = torch.nn.Parameter(torch.ones(3, 2))
        optimizer = lacuna.SGD([weight], 0.5, exact=True)
        weight.grad = torch.sparse_coo_tensor(torch.tensor([[0]]), torch.ones(1, 2), (3, 2))
        optimizer.step()
        self.assertEqual(weight[0].tolist(), [0.5, 0.5])
        with self.assertRaisesRegex(ValueError, "3"):
            lacuna.embedding(torch.tensor([3]), weight)
        self.assertEqual(weight.tolist(), [[0.5, 0.5], [1, 1], [1, 1]])

    def test_every_number_of_threads_gives_the_same_bits(self) -> None:
        def work() -> Any:
            weight = torch.nn.Parameter(drawn(1, 9000, 64, dtype=torch.float32))
            optimizer = lacuna.Adam([weight], 0.1)
            for seed in range(2):
                optimizer.zero_grad()
                ids = torch.randint(0, 9000, (8000,), generator=torch.Generator().manual_seed(seed))
                (lacuna.embedding(ids, weight) * drawn(seed, 8000, 64, dtype=torch.float32)).sum().backward()
                optimizer.step()
            return weight.detach()

        self.assertTrue(torch.equal(threads(1, work), shared(3, work, {"optim_adam"})))

    def test_parameters_of_one_dimension_and_groups(self) -> None:
        bias, table = torch.nn.Parameter(torch.ones(3)), torch.nn.Parameter(torch.ones(4, 2))
        optimizer = lacuna.SGD([{"params": [bias], "lr": 0.5}, {"params": [table]}], lr=0.25)
        (bias.sum() + lacuna.embedding(torch.tensor([1]), table).sum()).backward()
        self.assertIsNone(optimizer.step())
        self.assertEqual(bias.tolist(), [0.5] * 3)
        self.assertEqual(table[1].tolist(), [0.75] * 2)
        self.assertEqual(optimizer.step(lambda: 7), 7)

    def test_a_group_has_a_momentum_of_its_own(self) -> None:
        plain, heavy = (torch.nn.Parameter(torch.zeros(1)) for _ in range(2))
        optimizer = lacuna.SGD([{"params": [plain]}, {"params": [heavy], "momentum": 0.5}], lr=1.0)
        for _ in range(2):
            plain.grad, heavy.grad = torch.ones(1), torch.ones(1)
            optimizer.step()
        self.assertEqual((plain.item(), heavy.item()), (-2.0, -2.5))

    def test_ids_that_are_out_of_range_are_refused(self) -> None:
        parameter = torch.nn.Parameter(torch.ones(2, 1))
        parameter.grad = torch.sparse_coo_tensor(torch.tensor([[1, 2]]), torch.ones(2, 1), (2, 1), check_invariants=False)
        with self.assertRaisesRegex(LacunaError, "2"):
            lacuna.SGD([parameter]).step()
        self.assertEqual(parameter.flatten().tolist(), [1, 1])

    def test_wrong_arguments_are_refused(self) -> None:
        parameter = torch.nn.Parameter(torch.ones(2, 2))
        for call, text in (
            (lambda: lacuna.SGD([parameter], -1.0), "lr is -1.0"),
            (lambda: lacuna.SGD([parameter], momentum=1.0), "momentum is 1.0"),
            (lambda: lacuna.Adam([parameter], betas=(0.9, 1.0)), r"betas\[1\] is 1.0"),
            (lambda: lacuna.Adam([parameter], eps=float("nan")), "eps is nan"),
        ):
            with self.assertRaisesRegex(ValueError, text):
                call()
        parameter.grad = torch.sparse_coo_tensor(torch.tensor([[0], [1]]), torch.ones(1), (2, 2))
        with self.assertRaisesRegex(ValueError, "2 sparse dimensions"):
            lacuna.SGD([parameter]).step()
        half = torch.nn.Parameter(torch.ones(2, 2, dtype=torch.bfloat16))
        half.grad = torch.ones_like(half)
        with self.assertRaisesRegex(TypeError, "parameter 0 has dtype torch.bfloat16"):
            lacuna.SGD([half], exact=True).step()
        with self.assertRaisesRegex(ValueError, "rounding is 'up'"):
            lacuna.SGD([half], rounding="up")
        with self.assertRaisesRegex(ValueError, "seed is -1"):
            lacuna.SGD([half], seed=-1)


HALVES = (torch.bfloat16, torch.float16)

#: An optimizer of each rule.
RULES: tuple[Callable[..., Any], ...] = (
    lambda parameters, **more: lacuna.SGD(parameters, 0.1, weight_decay=0.01, **more),
    lambda parameters, **more: lacuna.SGD(parameters, 0.1, 0.9, **more),
    lambda parameters, **more: lacuna.AdaGrad(parameters, 0.1, **more),
    lambda parameters, **more: lacuna.Adam(parameters, 0.01, weight_decay=0.01, **more),
    lambda parameters, **more: lacuna.AdamW(parameters, 0.01, **more),
    lambda parameters, **more: lacuna.Ftrl(parameters, 0.1, **more),
)


class SixteenBits(unittest.TestCase):
    def test_rows_and_bags_are_those_of_float32_rounded_once(self) -> None:
        ids, offsets = torch.tensor([3, 1, 4, 1, 5, 9, 2, 6]), torch.tensor([0, 3, 3, 5])
        for dtype in HALVES:
            table = drawn(1, 10, 7, dtype=dtype)
            weight, wide = table.clone().requires_grad_(), table.float().requires_grad_()
            shares, wide_shares = (drawn(3, 8, dtype=kind).requires_grad_() for kind in (dtype, torch.float32))
            wide_shares.data.copy_(shares.data)
            calls: tuple[Callable[..., Any], ...] = (
                lambda w, of: of.embedding(ids.reshape(2, 4), w),
                lambda w, of: of.embedding_bag(ids, w, offsets, mode="sum"),
                lambda w, of: of.embedding_bag(ids, w, offsets, mode="mean", padding_idx=1),
                lambda w, of: of.embedding_bag(ids, w, offsets, mode="sum", per_sample_weights=shares if w.dtype == dtype else wide_shares),
            )
            for call in calls:
                found, expected = call(weight, lacuna), call(wide, torch.nn.functional)
                self.assertEqual(found.dtype, dtype)
                # The sums themselves are rounded once, here or there.
                unit = torch.finfo(dtype).eps
                torch.testing.assert_close(found.float(), expected, rtol=0.51 * unit, atol=1e-5)
                above = drawn(2, *found.shape, dtype=dtype)
                found.backward(above)
                expected.backward(above.float())
                self.assertTrue(weight.grad.is_sparse and weight.grad.dtype == dtype)
                torch.testing.assert_close(weight.grad.to_dense().float(), wide.grad, rtol=0.51 * unit, atol=1e-5)
                weight.grad = wide.grad = None
            torch.testing.assert_close(shares.grad.float(), wide_shares.grad, rtol=0.51 * torch.finfo(dtype).eps, atol=1e-5)

    def test_steps_are_those_of_float32_rounded_once(self) -> None:
        for dtype in HALVES:
            for rule in RULES:
                half = torch.nn.Parameter(drawn(1, 30, 9, dtype=dtype))
                wide = torch.nn.Parameter(half.detach().float())
                narrow_rule, wide_rule = rule([half], rounding="nearest"), rule([wide])
                for step in range(5):
                    ids, rows = torch.arange(step, 30, 3), drawn(step, len(range(step, 30, 3)), 9, dtype=dtype)
                    half.grad = torch.sparse_coo_tensor(ids.unsqueeze(0), rows, half.shape)
                    wide.grad = torch.sparse_coo_tensor(ids.unsqueeze(0), rows.float(), wide.shape)
                    narrow_rule.step()
                    wide_rule.step()
                    # Some of the hyper-parameters are rounded to float32 elsewhere.
                    torch.testing.assert_close(half.detach().float(), wide.detach(), rtol=1.01 * torch.finfo(dtype).eps, atol=1e-6)
                    wide.data.copy_(half.data)
                for state in (value for value in narrow_rule.state[half].values() if isinstance(value, torch.Tensor)):
                    self.assertEqual(state.dtype, torch.float32)

    def test_a_training_goes_on_with_the_same_bits(self) -> None:
        def train(parts: tuple[int, ...]) -> Any:
            module: Any = torch.nn.Sequential(lacuna.EmbeddingBag(5000, 64, "sum", dtype=torch.bfloat16))
            dense = torch.nn.Parameter(drawn(2, 64, dtype=torch.bfloat16))
            module[0].weight.data.copy_(drawn(1, 5000, 64))
            saved: Any = None
            step = 0
            for steps in parts:
                optimizer = lacuna.Adam([*module.parameters(), dense], 0.01, seed=5)
                if saved is not None:
                    optimizer.load_state_dict(saved)
                for _ in range(steps):
                    step += 1
                    optimizer.zero_grad()
                    ids = torch.randint(0, 5000, (64, 50), generator=torch.Generator().manual_seed(step))
                    (module(ids) * dense).float().square().sum().backward()
                    optimizer.step()
                saved = copy.deepcopy(optimizer.state_dict())
            return [tensor.detach().float() for tensor in (module[0].weight, dense, saved["state"][0]["mean"])]

        expected = threads(1, lambda: train((4,)))
        for count, parts in ((2, (4,)), (1, (1, 3)), (3, (2, 2))):
            for found, tensor in zip(threads(count, lambda parts=parts: train(parts)), expected):  # type: ignore[misc]
                self.assertTrue((found == tensor).all())

    def test_small_steps_count_on_the_average(self) -> None:
        for rounding, expected in (("nearest", 1.0), ("stochastic", 1 - 1 / 256)):
            weight = torch.nn.Parameter(torch.ones(40, 64, dtype=torch.bfloat16))
            optimizer = lacuna.SGD([weight], lr=1 / 256 / 1024, rounding=rounding)
            for _ in range(1024):
                weight.grad = torch.ones_like(weight)
                optimizer.step()
            # Seven deviations of the mean of 2,560 numbers, each of which deviates by less than 1/256.
            self.assertAlmostEqual(weight.detach().double().mean().item(), expected, delta=7 / 256 / 50)

    def test_slots_and_served_tables_take_them(self) -> None:
        table = lacuna.SlotEmbeddingBag(8, 4, "sum", dtype=torch.bfloat16)
        optimizer = lacuna.AdaGrad(table.parameters(), 0.1)
        table(torch.tensor([[7, 1 << 60], [7, 7]])).float().sum().backward()
        optimizer.step()
        self.assertEqual(len(table.slots), 2)
        plain = lacuna.EmbeddingBag(10, 4, dtype=torch.bfloat16)
        served, wide = lacuna.QuantizedEmbeddingBag.of(plain), lacuna.EmbeddingBag(10, 4)
        wide.weight.data.copy_(plain.weight.data)
        self.assertTrue((served.codes == lacuna.QuantizedEmbeddingBag.of(wide).codes).all())
        with self.assertRaisesRegex(TypeError, "bfloat16"):
            lacuna.embedding_bag(torch.tensor([[1]]), plain.weight, mode="max")


class QuantizedTables(unittest.TestCase):
    def test_rows_and_bags_are_those_of_the_decoded_table(self) -> None:
        ids, offsets = torch.tensor([3, 1, 4, 1, 5, 9, 2, 6]), torch.tensor([0, 3, 3, 5])
        for trained in (torch.nn.Embedding(10, 7), lacuna.Embedding(10, 7)):
            served = lacuna.QuantizedEmbedding.of(trained)
            near = served.decode()
            spread = (trained.weight.max(1, keepdim=True).values - trained.weight.min(1, keepdim=True).values) / 255
            self.assertTrue(((near - trained.weight).abs() <= spread * 0.5001).all())
            self.assertTrue((served(ids.reshape(2, 4).int()) == near[ids.reshape(2, 4)]).all())
        kinds: tuple[Any, ...] = (torch.nn.EmbeddingBag, lacuna.EmbeddingBag)
        for kind in kinds:
            for mode, padding in (("sum", None), ("mean", None), ("sum", 1), ("mean", 1)):
                trained = kind(10, 7, mode=mode, padding_idx=padding)
                served = lacuna.QuantizedEmbeddingBag.of(trained)
                near = served.decode()
                expected = torch.nn.functional.embedding_bag(ids, near, offsets, mode=mode, padding_idx=padding)
                torch.testing.assert_close(served(ids, offsets), expected)
                square = ids.reshape(4, 2)
                torch.testing.assert_close(served(square), torch.nn.functional.embedding_bag(square, near, mode=mode, padding_idx=padding))
            shares = torch.rand(8)
            served = lacuna.QuantizedEmbeddingBag.of(kind(10, 7, mode="sum"))
            expected = torch.nn.functional.embedding_bag(ids, served.decode(), offsets, mode="sum", per_sample_weights=shares)
            torch.testing.assert_close(served(ids, offsets, shares), expected)

    def test_a_state_dict_has_the_table(self) -> None:
        served = lacuna.QuantizedEmbeddingBag.of(lacuna.EmbeddingBag(20, 5, "sum"))
        again = lacuna.QuantizedEmbeddingBag(20, 5, "sum")
        again.load_state_dict(served.state_dict())
        self.assertTrue((again.decode() == served.decode()).all())
        self.assertEqual(list(served.parameters()), [])
        self.assertEqual(repr(served), "QuantizedEmbeddingBag(20, 5, mode='sum')")
        self.assertTrue((copy.deepcopy(served).decode() == served.decode()).all())

    def test_exact_updates_are_brought_up_to_date(self) -> None:
        table = lacuna.Embedding(6, 4)
        optimizer = lacuna.Adam(table.parameters(), lr=0.1, weight_decay=0.5, exact=True)
        table(torch.arange(6)).sum().backward()
        optimizer.step()
        for _ in range(5):
            optimizer.zero_grad()
            table(torch.tensor([0])).sum().backward()
            optimizer.step()
        served = lacuna.QuantizedEmbedding.of(table)
        optimizer.flush()
        self.assertTrue((served.decode() == lacuna.QuantizedEmbedding.of(table).decode()).all())

    def test_what_is_refused(self) -> None:
        served = lacuna.QuantizedEmbedding.of(lacuna.Embedding(6, 4))
        with self.assertRaises(ValueError):
            served(torch.tensor([6]))
        with self.assertRaisesRegex(TypeError, "ids has dtype"):
            served(torch.tensor([1.0]))
        with self.assertRaisesRegex(ValueError, "mode is 'max'"):
            lacuna.QuantizedEmbeddingBag.of(lacuna.EmbeddingBag(6, 4, "max"))
        with self.assertRaisesRegex(ValueError, "per_sample_weights are for mode sum"):
            lacuna.QuantizedEmbeddingBag(6, 4)(torch.tensor([[1, 2]]), per_sample_weights=torch.rand(1, 2))


class SlotTables(unittest.TestCase):
    def test_a_row_follows_its_id(self) -> None:
        """Few rows for many ids: beside a table with a row for each id, whose row and states begin anew where an id comes back."""
        for make, exact in ((lacuna.Adam, False), (lacuna.AdaGrad, False), (lacuna.Adam, True), (lacuna.SGD, True)):
            evicted: dict[int, Any] = {}

            def on_evict(ids: Any, rows: Any, evicted: dict[int, Any] = evicted) -> None:
                evicted.update(zip(ids.tolist(), rows.clone()))

            slots = lacuna.SlotEmbedding(6, 3, initializer=torch.nn.init.ones_, on_evict=on_evict)
            whole = lacuna.Embedding(40, 3)
            with torch.no_grad():
                whole.weight.fill_(1)
            arguments: dict[str, Any] = {"lr": 0.1, "weight_decay": 0.01, "exact": exact}
            few, all_rows = make(slots.parameters(), **arguments), make(whole.parameters(), **arguments)
            random = np.random.default_rng(5)
            for step in range(40):
                ids = torch.from_numpy(random.integers(0, 40 if step % 2 else 10, 4))
                keys = ids * 0x1234_5678_9ABC - 5
                evicted.clear()
                new = set(ids[torch.from_numpy(slots.slots.find(keys) == lacuna_sparse.SlotMap.MISSING)].tolist())
                of_few = slots(keys)
                all_rows.flush()
                with torch.no_grad():
                    for key, row in evicted.items():
                        number = (key + 5) // 0x1234_5678_9ABC
                        torch.testing.assert_close(row, whole.weight[number], rtol=1e-5, atol=1e-6)
                        # One that occurs behind whatever took its row.
                        new |= {number} & set(ids.tolist())
                    for number in new:
                        for array in (whole.weight, *all_rows.state[whole.weight].values()):
                            if isinstance(array, torch.Tensor):
                                array[number] = 1 if array is whole.weight else 0
                losses = [drawn(step, 4, 3, dtype=torch.float32) * rows for rows in (of_few, whole(ids))]
                torch.testing.assert_close(losses[0], losses[1], rtol=1e-5, atol=1e-6)
                for loss, optimizer in zip(losses, (few, all_rows)):
                    optimizer.zero_grad()
                    loss.sum().backward()
                    optimizer.step()
            self.assertTrue((slots.weight[6] == 0).all())
            self.assertEqual(len(slots.slots), 6)

    def test_ids_that_are_not_due_count_as_padding(self) -> None:
        bag = lacuna.SlotEmbeddingBag(4, 2, "mean", admit_after=2, candidates=8, initializer=torch.nn.init.ones_)
        self.assertEqual(bag(torch.tensor([[7, 8, 9]])).tolist(), [[0, 0]])
        # 7 is due; both of its occurrences have a row then.
        out = bag(torch.tensor([7, 7, -1, 3]), torch.tensor([0, 2, 4]), None)
        self.assertEqual(out.tolist(), [[1, 1], [0, 0], [0, 0]])
        out.sum().backward()
        self.assertEqual(bag.weight.grad.coalesce().indices().tolist(), [[0]])
        bag.eval()
        words = bag.slots.words()
        self.assertEqual(bag(torch.tensor([[7, 8]])).tolist(), [[1, 1]])
        self.assertTrue((bag.slots.words() == words).all())

    def test_the_map_is_saved_with_the_table(self) -> None:
        table = lacuna.SlotEmbedding(5, 2, eviction="frequency")
        ids = torch.tensor([[2**62, -3], [17, -3]])
        expected = table(ids)
        other = lacuna.SlotEmbedding(5, 2, eviction="frequency")
        other.load_state_dict(table.state_dict())
        for loaded in (other, copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
            loaded.eval()
            self.assertTrue(torch.equal(loaded(ids), expected))
        with self.assertRaisesRegex(ValueError, "5 slots, not 4"):
            lacuna.SlotEmbedding(4, 2).set_extra_state(table.get_extra_state())

    def test_old_ids_give_their_rows_back(self) -> None:
        gone: list[int] = []
        table = lacuna.SlotEmbedding(5, 2, on_evict=lambda ids, rows: gone.extend(ids.tolist()))
        for ids in ([1, 2], [2, 3], [3]):
            table(torch.tensor(ids))
        self.assertEqual(table.evict_older_than(1).tolist(), [1, 2])
        self.assertEqual((gone, len(table.slots)), ([1, 2], 1))


if __name__ == "__main__":
    unittest.main()
