"""LibSVM text: what is read is what scikit-learn reads, and what it does not refuse."""

from __future__ import annotations

import gc
import gzip
import tempfile
import unittest
import warnings
from pathlib import Path

import numpy as np
import scipy.sparse  # type: ignore[import-untyped]
import sklearn.datasets  # type: ignore[import-untyped]

import lacuna_sparse

DATA = Path(__file__).resolve().parents[2] / "data" / "agaricus.train.libsvm"


class Text(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.file = Path(self.folder.name, "rows.libsvm")
        self.addCleanup(self.folder.cleanup)

    def write(self, text: str) -> Path:
        self.file.write_text(text)
        return self.file

    def test_as_scikit_learn(self) -> None:
        for dtype in (np.float32, np.float64):
            X, y = lacuna_sparse.load_svmlight_file(DATA, dtype=dtype)
            expected, labels = sklearn.datasets.load_svmlight_file(str(DATA), dtype=dtype)
            self.assertEqual((X.shape, X.dtype, y.dtype), (expected.shape, dtype, dtype))
            self.assertEqual((X != expected).nnz, 0)
            np.testing.assert_array_equal(y, labels)
            for threads in (1, 3):
                again, _ = lacuna_sparse.load_svmlight_file(DATA, dtype=dtype, threads=threads)
                self.assertEqual(again.data.tobytes(), X.data.tobytes())
                self.assertEqual(again.indices.tobytes(), X.indices.tobytes())

    def test_memory_lives_as_long_as_the_arrays(self) -> None:
        X, y = lacuna_sparse.load_svmlight_file(self.write("1 1:0.5\n2 3:-2\n"))
        indices = X.indices
        del X
        gc.collect()
        self.assertEqual((indices.tolist(), y.tolist()), ([0, 2], [1.0, 2.0]))
        indices[0] = 1

    def test_bases_features_and_order(self) -> None:
        file = self.write("1 3:1 1:2\n")
        with self.assertRaisesRegex(lacuna_sparse.TextError, r"rows\.libsvm:1:"):
            lacuna_sparse.load_svmlight_file(file)
        for base, shape, indices in (("auto", (1, 3), [0, 2]), (True, (1, 4), [1, 3]), (False, (1, 3), [0, 2])):
            X, _ = lacuna_sparse.load_svmlight_file(file, sort_indices=True, zero_based=base)  # type: ignore[arg-type]
            self.assertEqual((X.shape, X.indices.tolist(), X.data.tolist()), (shape, indices, [2.0, 1.0]))
        X, _ = lacuna_sparse.load_svmlight_file(file, sort_indices=True, n_features=10)
        self.assertEqual(X.shape, (1, 10))
        with self.assertRaisesRegex(lacuna_sparse.TextError, "2"):
            lacuna_sparse.load_svmlight_file(file, sort_indices=True, n_features=2)

    def test_large_features_need_wide_indices(self) -> None:
        X, _ = lacuna_sparse.load_svmlight_file(self.write("1 0:1 5000000000:2\n"), zero_based=True)
        self.assertEqual((X.shape, X.indices.dtype, X.indices.tolist()), ((1, 5_000_000_001), np.int64, [0, 5_000_000_000]))

    def test_gzip_and_query_ids(self) -> None:
        packed = Path(self.folder.name, "rows.gz")
        packed.write_bytes(gzip.compress(b"1 qid:7 1:0.5\n0 qid:7 2:1\n"))
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            X, y = lacuna_sparse.load_svmlight_file(packed)
        self.assertEqual((X.toarray().tolist(), y.tolist()), ([[0.5, 0.0], [0.0, 1.0]], [1.0, 0.0]))
        self.assertIn("2 rows have a query id", str(caught[0].message))

    def test_refusals(self) -> None:
        with self.assertRaisesRegex(OSError, "no-such-file"):
            lacuna_sparse.load_svmlight_file("no-such-file")
        with self.assertRaisesRegex(TypeError, "float16"):
            lacuna_sparse.load_svmlight_file(self.file, dtype=np.float16)
        for text in ("1 1:x\n", "1 1:1 1:2\n", "a 1:1\n", "1 1:nan\n"):
            with self.assertRaises(lacuna_sparse.TextError):
                lacuna_sparse.load_svmlight_file(self.write(text))

    def test_written_and_read(self) -> None:
        for dtype in (np.float32, np.float64):
            X = scipy.sparse.random(30, 20, 0.3, "csr", dtype, rng=np.random.default_rng(1))
            y = np.random.default_rng(2).standard_normal(30).astype(dtype)
            for zero_based in (True, False):
                lacuna_sparse.dump_svmlight_file(X, y, self.file, zero_based=zero_based)
                again, labels = lacuna_sparse.load_svmlight_file(self.file, dtype=dtype, zero_based=zero_based, n_features=20)
                self.assertEqual((again.data.tobytes(), labels.tobytes()), (X.data.tobytes(), y.tobytes()))
                np.testing.assert_array_equal(again.indices, X.indices)
        before = self.file.read_bytes()
        with self.assertRaises(OSError):
            lacuna_sparse.dump_svmlight_file(X * np.inf, y, self.file)
        self.assertEqual(self.file.read_bytes(), before)


if __name__ == "__main__":
    unittest.main()
