"""The binding against the header: every type, number, struct and function, and that every function has been called."""

from __future__ import annotations

import ctypes
import re
import unittest
from pathlib import Path
from typing import Any

import numpy as np

import lacuna
import test_kernels
import test_lacuna
import test_optimizers
import test_parts
import test_refusals

HEADER = (Path(__file__).resolve().parents[2] / "kernels-capi" / "include" / "lacuna.h").read_text(encoding="utf-8")
TEXT = re.sub(r"//[^\n]*", "", HEADER)
NUMBER = "f32|f64|f16|bf16|i32|i64|u8|i8"
SUFFIX = re.compile(rf"(_({NUMBER}))?(_({NUMBER}|u32))?$")
#: Of values that no kernel computes with in their own type.
OTHER_VALUES = re.compile(r"_(f16|bf16|u8|i8)(_|$)|_(i32|i64)_(i32|i64|u32)$|_scalar_(i32|i64)$|^lacuna_cast_cast_")
C_TYPES: dict[str, Any] = {
    "size_t": ctypes.c_size_t, "uint32_t": ctypes.c_uint32, "int32_t": ctypes.c_int32, "int64_t": ctypes.c_int64,
    "uint64_t": ctypes.c_uint64, "float": ctypes.c_float, "double": ctypes.c_double,
}  # fmt: skip
VALUE_DTYPES = {name: dtype for dtype, name in lacuna._VALUES.items()}


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


def family(symbol: str) -> str:
    return SUFFIX.sub("", symbol.removeprefix("lacuna_"))


def kind_of(parameter: str) -> str:
    """`a:csr` of `const lacuna_csr_f32_i32 *a`, as the table of the binding has it."""
    match = re.fullmatch(r"(?:const )?(\w+) ((?:\*const )?\*?)(\w+)", parameter)
    assert match, parameter
    kind, star, name = match.groups()
    if kind in ("lacuna_f16", "lacuna_bf16"):
        return f"{name}:value{star}"
    if kind.startswith("lacuna_"):
        assert star, parameter
        return f"{name}:{SUFFIX.sub('', kind.removeprefix('lacuna_'))}"
    names = {"float": "value", "double": "value", "int64_t": "index", "size_t": "size", "void": "void", "char": "char", "uint64_t": "uint64"}
    names |= {"int8_t": "value", "uint8_t": "value"}
    names |= {"int32_t": "index" if star else "int32", "uint32_t": "index" if star else "uint32"}
    return f"{name}:{names[kind]}{star.replace('const ', '')}"


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

    def test_structs(self) -> None:
        seen = set()
        for name, fields in structs().items():
            match = re.fullmatch(rf"(.*?)(?:_({NUMBER}))??(?:_(i32|i64|u32))?", name)
            assert match
            kind, value = match[1], match[2]
            struct: Any
            struct = lacuna._HYPER[VALUE_DTYPES[value]][kind] if kind in lacuna._RULES else lacuna._STRUCTS[kind]
            expected = [(field, ctypes.c_void_p if "*" in c else C_TYPES[c]) for field, c in fields]
            self.assertEqual(struct._fields_, expected, name)
            seen.add(kind)
        self.assertEqual(seen, set(lacuna._STRUCTS) | set(lacuna._RULES))

    def test_signatures(self) -> None:
        """Kinds of the table say more than types of C: names and types must agree."""
        types = {
            **dict.fromkeys(("values", "values_mut", "scalar"), "value*"), **dict.fromkeys(("indices", "indices_mut"), "index*"),
            "sizes_mut": "size*", "size_out": "size*", "scratch": "void*", "length": "size", "row_sparse_list": "row_sparse",
        }  # fmt: skip
        types["numbers_mut"] = "value*"
        for symbol, (result, parameters) in functions().items():
            expected = [kind_of(parameter) for parameter in parameters if parameter != "void"]
            if result == "lacuna_status":
                self.assertEqual(expected.pop(), "error:error", symbol)
            else:
                expected += ["->", {"size_t": "size", "uint32_t": "uint32", "char*": "char*"}[result]]
            found = []
            for parameter in lacuna._SIGNATURES[family(symbol)].split():
                name, colon, kind = parameter.partition(":")
                found.append(name + colon + types.get(kind, kind.removesuffix("_out")))
            if OTHER_VALUES.search(symbol):
                # Values and indices are of one type of C.
                found, expected = ([kind.replace("index*", "value*") for kind in kinds] for kinds in (found, expected))
            self.assertEqual(found, expected, symbol)
        self.assertEqual({family(symbol) for symbol in functions()}, set(lacuna._SIGNATURES))

    def test_every_function_has_a_method(self) -> None:
        for symbol in functions():
            name = re.sub("^(dot|cast|rows|optim|map|binary|reduce|slice|embedding|loss|random|graph)_", "", family(symbol))
            self.assertIn(name, lacuna.__all__)
            self.assertTrue(callable(getattr(lacuna, name)))
            self.assertTrue(getattr(lacuna, name).__doc__, name)
        self.assertEqual(len(set(lacuna.__all__)), len(lacuna.__all__))

    def test_every_function_of_every_type_is_called(self) -> None:
        lacuna._functions.clear()
        loader, result = unittest.defaultTestLoader, unittest.TestResult()
        for module in (test_lacuna, test_kernels, test_optimizers, test_parts, test_refusals):
            loader.loadTestsFromModule(module).run(result)
        self.assertTrue(result.wasSuccessful(), result.errors + result.failures)
        for index in lacuna._INDICES:
            self.assertGreater(lacuna.plan_scratch(10, index), 0)
            self.assertGreater(lacuna.block_ends_scratch(10, index), 10 * index.itemsize)
        self.assertGreater(lacuna.add_n_scratch(2), lacuna.add_n_scratch(1))
        lacuna.force_level(0)
        self.assertTrue(lacuna.status_text(0) and lacuna.version() and lacuna.level_name(lacuna.level()) and lacuna.level_detected())
        called = set()
        for name, value, kind in lacuna._functions:
            suffixes = [lacuna._VALUES[value]] if value else []
            names = lacuna._VALUES if name == "cast_cast" else lacuna._INDICES
            called.add("_".join(["lacuna", name, *suffixes, *([names[kind]] if kind else [])]))
        # The tests of the C ABI call each of the others; here it is enough that they are there.
        others = {symbol for symbol in functions() if OTHER_VALUES.search(symbol)}
        self.assertEqual(called - others, set(functions()) - others)
        self.assertGreater(len(called & others), 100)
        for symbol in others:
            self.assertTrue(getattr(lacuna._load(), symbol))


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
