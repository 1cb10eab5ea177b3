"""Where the library is looked for."""

from __future__ import annotations

import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse  # type: ignore[import-untyped]

import lacuna

HERE = Path(__file__).resolve().parent


class Library(unittest.TestCase):
    def load(self, **environment: str) -> str:
        """The path that a new process loads, or its error."""
        program = "import lacuna\ntry: print(lacuna.library_path())\nexcept lacuna.LibraryError as error: print(error)"
        inherited = {name: text for name, text in os.environ.items() if name not in ("LACUNA_LIBRARY", "CARGO_TARGET_DIR")}
        command = [sys.executable, "-B", "-c", program]
        result = subprocess.run(command, cwd=HERE, env={**inherited, **environment}, capture_output=True, text=True, check=True)
        self.assertEqual(result.stderr, "")
        return result.stdout.strip()

    def test_named(self) -> None:
        path = lacuna.library_path()
        self.assertEqual(self.load(LACUNA_LIBRARY=path), path)
        self.assertRegex(
            self.load(LACUNA_LIBRARY="no/such/file.so"), r"no Lacuna library: looked for no/such/file.so \(.*\); make it by `cargo"
        )
        self.assertIn("test_library.py (", self.load(LACUNA_LIBRARY=str(Path(__file__))))

    def test_built(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            name = {"darwin": "liblacuna.dylib", "win32": "lacuna.dll"}.get(sys.platform, "liblacuna.so")
            message = self.load(CARGO_TARGET_DIR=folder)
            self.assertIn(f"{HERE / name} (no such file), {Path(folder, 'capi', 'lib', name)} (no such file), ", message)
            Path(folder, "capi", "lib").mkdir(parents=True)
            built = Path(folder, "capi", "lib", name)
            built.symlink_to(Path(lacuna.library_path()).resolve())
            self.assertEqual(self.load(CARGO_TARGET_DIR=folder), str(built))

    @unittest.skipUnless(sys.platform == "linux", "LD_LIBRARY_PATH")
    def test_the_systems_loader(self) -> None:
        for name in ("liblacuna.so.0.1", "liblacuna.so"):
            with tempfile.TemporaryDirectory() as folder:
                Path(folder, name).symlink_to(Path(lacuna.library_path()).resolve())
                self.assertEqual(self.load(CARGO_TARGET_DIR=folder, LD_LIBRARY_PATH=folder), name)

    def test_another_library(self) -> None:
        other = str(np._core._multiarray_umath.__file__)  # type: ignore[attr-defined]
        self.assertIn("lacuna_version", self.load(LACUNA_LIBRARY=other))


class Documentation(unittest.TestCase):
    def test_the_examples_of_the_module_run(self) -> None:
        blocks = re.findall(r"\n\n((?:    .*\n)+)", lacuna.__doc__ or "")
        self.assertEqual(len(blocks), 2)
        names: dict[str, Any] = {"b": np.ones((50, 8), np.float32), "out": np.empty((1000, 8), np.float32), "concurrent": concurrent}
        for block in blocks:
            exec(textwrap.dedent(block), names)
        self.assertEqual(names["c"].shape, (1000, 8))
        self.assertEqual(names["c"].tobytes(), names["out"].tobytes())

    def test_the_example_of_the_readme_runs(self) -> None:
        match = re.search(r"```python\n(.*?)(?:  # (FormatError): (.*))\n```", (HERE / "README.md").read_text(encoding="utf-8"), re.DOTALL)
        assert match
        code, kind, message = match.groups()
        names: dict[str, Any] = {"np": np, "scipy": scipy, "lacuna": lacuna}
        with self.assertRaises(lacuna.LacunaError) as caught:
            exec(code, names)
        self.assertEqual((type(caught.exception).__name__, str(caught.exception)), (kind, message))
        self.assertTrue(names["w"].any())


if __name__ == "__main__":
    unittest.main()
