"""Tables of 8-bit numbers, beside the formula and beside NumPy on the decoded numbers."""

from __future__ import annotations

import unittest
from typing import Any

import numpy as np
from lacuna_sparse import QuantizedTable


class Quantized(unittest.TestCase):
    def setUp(self) -> None:
        self.random = np.random.default_rng(5)
        self.dense = self.random.standard_normal((40, 12), np.float32)
        self.table = QuantizedTable.encode(self.dense)

    def test_numbers_are_near(self) -> None:
        least, most = self.dense.min(1, keepdims=True), self.dense.max(1, keepdims=True)
        self.assertTrue((self.table.scales[:, 1:] == least).all())
        expected = self.table.scales[:, :1] * self.table.codes.astype(np.float32) + self.table.scales[:, 1:]
        self.assertTrue((self.table.decode() == expected).all())
        self.assertTrue((np.abs(expected - self.dense) <= (most - least) / 255 * 0.5001).all())
        self.assertEqual((len(self.table), self.table.nbytes), (40, 40 * (12 + 8)))

    def test_rows_of_ids(self) -> None:
        decoded = self.table.decode()
        ids: Any
        for ids in ([3, 0, 39, 3], [[1, 2], [3, 4], [5, 6]], np.arange(40, dtype=np.uint8), np.empty(0, int), 7):
            found = self.table.lookup(ids)
            self.assertEqual(found.shape, (*np.shape(ids), 12))
            self.assertTrue((found == decoded[np.asarray(ids, int)]).all())

    def test_bags(self) -> None:
        decoded, indptr, ids = self.table.decode().astype(np.float64), [0, 3, 3, 7], self.random.integers(0, 40, 7)
        weights = self.random.standard_normal(7)
        for padding in (None, int(ids[1])):
            for mean in (False, True):
                for own in (None, weights):
                    found = self.table.bags(indptr, ids, own, mean=mean, padding=padding)
                    for bag in range(3):
                        entries = [place for place in range(indptr[bag], indptr[bag + 1]) if ids[place] != padding]
                        total = sum((1.0 if own is None else own[place]) * decoded[ids[place]] for place in entries)
                        expected = total / len(entries) if mean and entries else total
                        np.testing.assert_allclose(found[bag], np.broadcast_to(expected, 12), rtol=1e-5, atol=1e-6)

    def test_the_bits_do_not_depend_on_threads(self) -> None:
        dense, ids = self.random.standard_normal((5000, 64), np.float32), self.random.integers(0, 5000, 9000)
        found = []
        for threads in (1, 2, 3):
            table = QuantizedTable.encode(dense, threads=threads)
            bags = table.bags(np.arange(0, 9001, 10), ids)
            found.append((table.codes.tobytes(), table.scales.tobytes(), table.lookup(ids).tobytes(), bags.tobytes()))
        self.assertTrue(found[0] == found[1] == found[2])

    def test_what_is_refused(self) -> None:
        table = self.table
        for ids in ([40], [-1], np.array([2**63], np.uint64)):
            with self.assertRaises(ValueError):
                table.lookup(ids)
        with self.assertRaisesRegex(TypeError, "ids are float64, not integers"):
            table.lookup([1.5])
        with self.assertRaisesRegex(ValueError, "indptr does not ascend from 0"):
            table.bags([0, 2, 1, 2], [1, 2])
        with self.assertRaisesRegex(ValueError, "the last is not 2"):
            table.bags([0, 1], [1, 2])
        with self.assertRaisesRegex(ValueError, "1 weights of 2 ids"):
            table.bags([0, 2], [1, 2], [1.0])
        with self.assertRaisesRegex(ValueError, "padding is -3"):
            table.bags([0, 2], [1, 2], padding=-3)
        with self.assertRaisesRegex(ValueError, "2 dimensions, not 1"):
            QuantizedTable.encode([1.0, 2.0])
        with self.assertRaisesRegex(ValueError, r"scales have shape \(3, 2\)"):
            QuantizedTable(table.codes, table.scales[:3])
        with self.assertRaisesRegex(TypeError, "codes are not a C-contiguous matrix of uint8"):
            QuantizedTable(table.codes.astype(np.int8), table.scales)
        with self.assertRaisesRegex(TypeError, "scales are not a C-contiguous matrix of float32"):
            QuantizedTable(table.codes, table.scales.T)


if __name__ == "__main__":
    unittest.main()
