"""Where the shared libraries are."""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from pathlib import Path

#: Where a wheel has them.
_PACKAGED = Path(__file__).resolve().parent / "lib"


class LibraryError(OSError):
    """The library is not found, cannot be loaded, is of another version, or was built without a type."""


class Library:
    """A shared library, which is looked for when it is first used.

    `variable` is a variable of the environment with its path, `version` a function that gives a text, of which `abi` must be the
    start.
    """

    def __init__(self, name: str, variable: str, version: str, abi: str) -> None:
        self._name, self._variable, self._version, self._abi = name, variable, version, abi
        self._lock = threading.Lock()
        self._loaded: ctypes.CDLL | None = None

    def load(self) -> ctypes.CDLL:
        """The library. `LibraryError`, with the places looked at, if there is none."""
        if self._loaded is None:
            with self._lock:
                if self._loaded is None:
                    self._loaded = self._find()
        return self._loaded

    def path(self) -> str:
        """The file that the library was loaded from."""
        return self.load()._name

    def _find(self) -> ctypes.CDLL:
        shared = {"darwin": f"lib{self._name}.dylib", "win32": f"{self._name}.dll"}.get(sys.platform, f"lib{self._name}.so")
        if file := os.environ.get(self._variable):
            places = [file]
        else:
            # In a checkout, `cargo xtask capi` makes it.
            built = _PACKAGED.parents[2] / os.environ.get("CARGO_TARGET_DIR", "target") / "capi" / "lib" / shared
            places = [str(_PACKAGED / shared), str(built), *([f"{shared}.{self._abi}"] if shared.endswith(".so") else []), shared]
        tried = []
        for place in places:
            if os.path.isabs(place) and not os.path.exists(place):
                tried.append(f"{place} (no such file)")
                continue
            try:
                library = ctypes.CDLL(place)
                version_of = getattr(library, self._version)
                version_of.restype = ctypes.c_char_p
                version = version_of().decode()
            except (OSError, AttributeError) as reason:
                tried.append(f"{place} ({reason})")
                continue
            if version == self._abi or version.startswith(self._abi + "."):
                return library
            tried.append(f"{place} (version {version}, not {self._abi})")
        raise LibraryError(f"no Lacuna library: looked for {', '.join(tried)}; make it by `cargo xtask capi`, or set {self._variable}")


#: The second library, `lacuna_runtime.h`. Versions before 1.0 keep the ABI as long as the second number stays.
RUNTIME = Library("lacuna_runtime", "LACUNA_RUNTIME_LIBRARY", "lacuna_runtime_version", "0.1")
