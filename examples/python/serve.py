#!/usr/bin/env python3
"""Serves a model of `lacuna train classify`: writes for each row of a LibSVM file the probability of class 1, a line each.

The labels of the rows do not count. Standard error gets the number of rows and FNV-1a of the bits of all probabilities, to compare programs by.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lacuna_sparse import kernels as lacuna, load_svmlight_file


class ModelError(ValueError):
    """A file that is no model of `lacuna train classify`."""


@dataclass(frozen=True)
class Classifier:
    """Weight, (features, 1), and bias, (1,); `base` is the number of the first feature in the text that was learnt."""

    weight: NDArray[np.float32]
    bias: NDArray[np.float32]
    base: int

    @classmethod
    def read(cls, path: str) -> Classifier:
        """Reads a safetensors file: the length of a JSON header as 8 bytes, the header, and the bytes of all tensors."""
        with open(path, "rb") as file:
            content = file.read()
        start = 8 + int.from_bytes(content[:8], "little")
        try:
            header: dict[str, Any] = json.loads(content[8:start])
            settings = json.loads(header["__metadata__"]["lacuna_train_classify"])["settings"]
            base = ["zero", "one"].index(settings["index_base"])
            weight, bias = (_tensor(header[name], content[start:]) for name in ("weight", "bias"))
            return cls(weight.reshape(settings["features"], 1), bias.reshape(1), base)
        except (KeyError, TypeError, ValueError, RecursionError):
            raise ModelError(f"{path}: not a model of lacuna train classify") from None

    def probabilities(self, x: lacuna.CsrLike[np.float32, Any]) -> NDArray[np.float32]:
        """Of class 1, for each row."""
        logits = lacuna.csr_dense(x, self.weight) + self.bias
        return lacuna.sigmoid(logits).reshape(-1)


def _tensor(entry: dict[str, Any], content: bytes) -> NDArray[np.float32]:
    if entry["dtype"] != "F32":
        raise ValueError(entry["dtype"])
    start, end = entry["data_offsets"]
    return np.frombuffer(content[start:end], "<f4").astype(np.float32).reshape(entry["shape"])


def fnv1a(array: NDArray[np.float32]) -> int:
    value = 0xCBF29CE484222325
    for byte in array.astype("<f4").tobytes():
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def run() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", metavar="MODEL.safetensors", help="what lacuna train classify --save has written")
    parser.add_argument("rows", metavar="FILE", help="LibSVM text")
    options = parser.parse_args()
    model = Classifier.read(options.model)
    # Features that the model does not know are refused.
    rows, _ = load_svmlight_file(options.rows, n_features=len(model.weight), dtype=np.float32, zero_based=model.base == 0)
    probabilities = model.probabilities(rows)
    for probability in probabilities.tolist():
        print(f"{probability:.9f}")
    sys.stdout.flush()
    print(f"{len(probabilities)} rows, probabilities {fnv1a(probabilities):016x}", file=sys.stderr)


def main() -> int:
    try:
        run()
    except BrokenPipeError:
        # A reader that has gone away, as `head` does, is no error. What is still in the buffer must not be written at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        print(f"serve: {error.filename}: {error.strerror}" if error.filename else f"serve: {error}", file=sys.stderr)
        return 1
    except (ValueError, lacuna.LacunaError, MemoryError) as error:
        print(f"serve: {error or 'out of memory'}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
