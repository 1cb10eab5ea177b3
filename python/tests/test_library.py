"""Where the library is looked for."""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile
import textwrap
import unittest
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse  # type: ignore[import-untyped]

import lacuna_sparse
from lacuna_sparse import kernels as lacuna

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
#: Where a wheel has the libraries; in a checkout there are none.
PACKAGED = Path(lacuna_sparse.__file__).resolve().parent / "lib"


class Library(unittest.TestCase):
    def load(self, **environment: str) -> str:
        """The path that a new process loads, or its error."""
        program = "from lacuna_sparse import kernels as lacuna\ntry: print(lacuna.library_path())\nexcept lacuna.LibraryError as error: print(error)"
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

    @unittest.skipIf(PACKAGED.exists(), "the library is in the package")
    def test_built(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            name = {"darwin": "liblacuna.dylib", "win32": "lacuna.dll"}.get(sys.platform, "liblacuna.so")
            message = self.load(CARGO_TARGET_DIR=folder)
            self.assertIn(f"{PACKAGED / name} (no such file), {Path(folder, 'capi', 'lib', name)} (no such file), ", message)
            Path(folder, "capi", "lib").mkdir(parents=True)
            built = Path(folder, "capi", "lib", name)
            built.symlink_to(Path(lacuna.library_path()).resolve())
            self.assertEqual(self.load(CARGO_TARGET_DIR=folder), str(built))

    @unittest.skipIf(PACKAGED.exists(), "the library is in the package")
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
        names: dict[str, Any] = {}
        for block in blocks:
            exec(textwrap.dedent(block), names)
        self.assertEqual(names["c"].shape, (1000, 8))
        self.assertEqual(names["c"].tobytes(), names["d"].tobytes())

    def test_the_examples_of_the_readme_run(self) -> None:
        blocks = re.findall(r"```python\n(.*?)```", (ROOT / "python" / "README.md").read_text(encoding="utf-8"), re.DOTALL)
        self.assertEqual(len(blocks), 6)
        if find_spec("torch") is None:
            blocks = [block for block in blocks if "import torch" not in block]
        names: dict[str, Any] = {"lacuna": lacuna}
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "data").symlink_to(ROOT / "data")
            Path(folder, "target").mkdir()
            os.chdir(folder)
            try:
                for block in blocks:
                    with contextlib.redirect_stdout(io.StringIO()) as printed:
                        code, _, refused = block.partition("\n# FormatError: ")
                        if refused:
                            with self.assertRaises(lacuna.FormatError) as caught:
                                exec(code, names)
                            self.assertEqual(str(caught.exception), refused.strip())
                            a, b = scipy.sparse.random(20, 50, 0.3, "csr", np.float32), np.ones(50, np.float32)
                            names.update(a=a, b=b)
                        else:
                            exec(code, names)
                    for line in re.findall(r"  # (accuracy .*)", block):
                        self.assertIn(line, printed.getvalue())
                self.assertTrue(Path("target", "model.safetensors").is_file())
            finally:
                os.chdir(before)
        self.assertTrue(names["w"].any())
        np.testing.assert_allclose(names["y"], a @ b, rtol=1e-5)


class Package(unittest.TestCase):
    def test_it_has_the_version_of_the_workspace(self) -> None:
        version = re.search(r'(?m)^version = "(.*)"', (ROOT / "Cargo.toml").read_text(encoding="utf-8"))
        assert version
        self.assertEqual(lacuna_sparse.__version__, version.group(1))
        self.assertTrue(lacuna.version().startswith(version.group(1)))

    def test_numpy_alone_is_enough(self) -> None:
        program = """
import sys
for name in ("scipy", "sklearn", "torch"):
    sys.modules[name] = None
import lacuna_sparse, numpy
from lacuna_sparse.kernels import Csr
a = Csr((2, 3), numpy.array([0, 1, 2]), numpy.array([0, 2]), numpy.array([1.0, 2.0]))
print((lacuna_sparse.csr(a) @ numpy.ones(3)).tolist())
"""
        result = subprocess.run([sys.executable, "-B", "-c", program], capture_output=True, text=True, check=True)
        self.assertEqual(result.stdout.strip(), "[1.0, 2.0]")


if __name__ == "__main__":
    unittest.main()
