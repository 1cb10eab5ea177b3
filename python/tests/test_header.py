"""The binding against the header: every type, number, struct and function, and that every function has been called."""

from __future__ import annotations

import ctypes
import itertools
import re
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

from lacuna_sparse import kernels as lacuna
import test_kernels
import test_calls
import test_optimizers
import test_parts
import test_refusals

HEADER = (Path(__file__).resolve().parents[2] / "kernels-capi" / "include" / "lacuna.h").read_text(encoding="utf-8")
TEXT = re.sub(r"//[^\n]*", "", HEADER)
C_TYPES: dict[str, Any] = {
    "size_t": ctypes.c_size_t, "uint32_t": ctypes.c_uint32, "int32_t": ctypes.c_int32, "int64_t": ctypes.c_int64,
    "uint64_t": ctypes.c_uint64, "double": ctypes.c_double,
}  # fmt: skip


def functions() -> dict[str, tuple[str, list[str]]]:
    """Name, result and parameters of every function that the header declares."""
    found = re.findall(r"^(?:const )?(\w+) (\*?)(lacuna_\w+)\(([^)]*)\);", TEXT, re.MULTILINE)
    return {name: (result + star, [" ".join(p.split()) for p in parameters.split(",")]) for result, star, name, parameters in found}


def structs() -> dict[str, list[tuple[str, str]]]:
    """Name and C type of each field of every struct of the header."""
    found = re.findall(r"typedef struct \{(.*?)\} lacuna_(\w+);", TEXT, re.DOTALL)
    return {
        name: [(field, kind.strip()) for kind, field in re.findall(r"^\s*(.*?[\s*])(\w+);", body, re.MULTILINE)] for body, name in found
    }


def kind_of(parameter: str) -> str:
    """`a:csr` of `const lacuna_csr *a`, as the table of the binding has it."""
    match = re.fullmatch(r"(?:const )?(\w+) ((?:\*const )?\*?)(\w+)", parameter)
    assert match, parameter
    kind, star, name = match.groups()
    if kind.startswith("lacuna_"):
        assert star, parameter
        return f"{name}:{kind.removeprefix('lacuna_')}"
    return f"{name}:{kind.removesuffix('_t')}{star.replace('const ', '')}"


def statuses() -> set[str]:
    """The functions that give a status."""
    return {name for name, (result, _) in functions().items() if result == "lacuna_status"}


VALUE_KINDS = {"csr", "csr_mut", "row_sparse", "row_sparse_mut", "row_sparse_list", "rows_mut", "broadcast", "dense", "dense_mut", "values", "values_mut"}
INDEX_KINDS = VALUE_KINDS - {"dense", "dense_mut", "values", "values_mut"} | {"indices", "indices_mut", "plan", "block_ends", "sell_plan"}


def types_of(function: str, arguments: tuple[Any, ...]) -> tuple[int, int]:
    """The types that the arguments of a call name, of values and of indices; 0 if none does."""
    value = index = 0
    for parameter, argument in zip(lacuna._SIGNATURES[function].split(), arguments):
        kind = parameter.partition(":")[2]
        argument = argument[0] if kind == "row_sparse_list" else argument
        value = value or getattr(argument, "element_type" if kind.startswith("values") else "value_type", 0)
        index = index or getattr(argument, "element_type" if kind.startswith("indices") else "index_type", 0)
    return value, index


class Header(unittest.TestCase):
    def test_it_is_read_in_full(self) -> None:
        self.assertEqual(len(functions()), TEXT.count("(") - TEXT.count("defined("))
        self.assertEqual(len(structs()), TEXT.count("typedef struct"))

    def test_version(self) -> None:
        match = re.match(r"// Lacuna (\S+):", HEADER)
        assert match
        self.assertEqual(lacuna.version(), match[1])
        self.assertTrue(match[1].startswith(lacuna.ABI + "."))

    def test_numbers(self) -> None:
        for enum in (lacuna.Status, lacuna.Operand, lacuna.Fault):
            prefix = f"LACUNA_{enum.__name__.upper()}_"
            found = {name: int(number) for name, number in re.findall(rf"{prefix}(\w+) = (\d+)", TEXT)}
            self.assertEqual({item.name: int(item) for item in enum}, found)
        for number in lacuna.Status:
            self.assertNotIn(lacuna.status_text(number), ("", lacuna.status_text(-1)))

    def test_types(self) -> None:
        found = {name: int(number) for name, number in re.findall(r"LACUNA_TYPE_(\w+) = (\d+)", TEXT)}
        names = {
            "F32": "float32", "F64": "float64", "F16": "float16", "BF16": "bfloat16", "I8": "int8", "U8": "uint8",
            "I32": "int32", "I64": "int64", "U32": "uint32",
        }  # fmt: skip
        self.assertEqual({names[name]: number for name, number in found.items()}, {name: lacuna._DTYPES.index(name) for name in lacuna._DTYPES[1:]})
        for dtype, number in [*lacuna._VALUES.items(), *lacuna._INDICES.items()]:
            self.assertEqual(lacuna._DTYPES[number], lacuna._plain_name(dtype))

    def test_structs(self) -> None:
        for name, fields in structs().items():
            expected = [(field, ctypes.c_void_p if "*" in c else C_TYPES[c]) for field, c in fields]
            self.assertEqual(lacuna._STRUCTS[name]._fields_, expected, name)
        self.assertEqual(set(structs()), set(lacuna._STRUCTS))

    def test_signatures(self) -> None:
        """Kinds of the table say more than types of C: names and types must agree."""
        types = {
            **dict.fromkeys(("values", "indices"), "array"), **dict.fromkeys(("values_mut", "indices_mut", "numbers_mut"), "array_mut"),
            **dict.fromkeys(("scalar", "scratch"), "void*"), **dict.fromkeys(("sizes_mut", "size_out"), "size*"),
            "length": "size", "row_sparse_list": "row_sparse",
        }  # fmt: skip
        for symbol, (result, parameters) in functions().items():
            expected = [kind_of(parameter) for parameter in parameters if parameter != "void"]
            if result == "lacuna_status":
                self.assertEqual(expected.pop(), "error:error", symbol)
            else:
                expected += ["->", result.removesuffix("_t")]
            found = []
            for parameter in lacuna._SIGNATURES[symbol.removeprefix("lacuna_")].split():
                name, colon, kind = parameter.partition(":")
                found.append(name + colon + types.get(kind, kind.removesuffix("_out")))
            self.assertEqual(found, expected, symbol)
        self.assertEqual({symbol.removeprefix("lacuna_") for symbol in functions()}, set(lacuna._SIGNATURES))

    def test_every_function_has_a_method(self) -> None:
        for symbol in functions():
            name = re.sub("^(dot|cast|rows|optim|map|binary|reduce|slice|embedding|loss|random|graph)_", "", symbol.removeprefix("lacuna_"))
            self.assertIn(name, lacuna.__all__)
            self.assertTrue(callable(getattr(lacuna, name)))
            self.assertTrue(getattr(lacuna, name).__doc__, name)
        self.assertEqual(len(set(lacuna.__all__)), len(lacuna.__all__))

    def test_every_function_of_every_type_is_called(self) -> None:
        lacuna._functions.clear()
        called: set[tuple[str, int, int]] = set()
        call = lacuna._call

        def record(function: str, *arguments: Any) -> None:
            called.add((function, *types_of(function, arguments)))
            call(function, *arguments)

        loader, result = unittest.defaultTestLoader, unittest.TestResult()
        with mock.patch.object(lacuna, "_call", record):
            for module in (test_calls, test_kernels, test_optimizers, test_parts, test_refusals):
                loader.loadTestsFromModule(module).run(result)
        self.assertTrue(result.wasSuccessful(), result.errors + result.failures)
        for index in lacuna._INDICES:
            self.assertGreater(lacuna.plan_scratch(10, index), 0)
            self.assertGreater(lacuna.block_ends_scratch(10, index), 10 * index.itemsize)
        self.assertGreater(lacuna.add_n_scratch(2), lacuna.add_n_scratch(1))
        lacuna.force_level(0)
        self.assertTrue(lacuna.status_text(0) and lacuna.version() and lacuna.level_name(lacuna.level()) and lacuna.level_detected())
        self.assertEqual({f"lacuna_{name}" for name in lacuna._functions}, set(functions()))
        for symbol in statuses():
            name = symbol.removeprefix("lacuna_")
            kinds = {parameter.partition(":")[2] for parameter in lacuna._SIGNATURES[name].split()}
            values = (1, 2) if VALUE_KINDS & kinds else (0,)
            indices = lacuna._INDICES.values() if INDEX_KINDS & kinds else (0,)
            for value, kind in itertools.product(values, indices):
                self.assertIn((name, value, kind), called)
        # The tests of the C ABI call functions with each of the other values.
        self.assertGreater(len({types for types in called if types[1] > 2}), 100)


class Levels(unittest.TestCase):
    def tearDown(self) -> None:
        lacuna.force_level(0)

    def test_all_levels_give_the_same_bits(self) -> None:
        rng = np.random.default_rng(3)
        a = lacuna.dense_to_csr(rng.standard_normal((40, 30)) * (rng.random((40, 30)) < 0.4))
        b, results = rng.standard_normal((30, 19)), []
        for level in range(1, lacuna.level_detected() + 1):
            lacuna.force_level(level)
            self.assertEqual(lacuna.level(), level)
            results.append(lacuna.csr_dense(a, b).tobytes() + lacuna.csr_dense(a, b[:, 0]).tobytes())
        self.assertEqual(len(set(results)), 1)
        lacuna.force_level(0)
        self.assertEqual(lacuna.level(), lacuna.level_detected())

    def test_names(self) -> None:
        self.assertEqual([lacuna.level_name(level) for level in range(1, 5)], ["baseline", "avx2", "avx512", "unknown"])

    def test_index_dtypes_by_any_name(self) -> None:
        for name in ("int64", "q", "longlong"):
            self.assertEqual(lacuna.plan_scratch(5, name), lacuna.plan_scratch(5, np.int64))


if __name__ == "__main__":
    unittest.main()
