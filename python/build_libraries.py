"""Puts the shared libraries into the wheel, which is the same for every Python: they know nothing of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface  # type: ignore[import-not-found]

sys.path.insert(0, str(Path(__file__).resolve().parent))
import platform_tag  # noqa: E402

NAMES = {"darwin": "lib{}.dylib", "win32": "{}.dll"}.get(sys.platform, "lib{}.so")


class LibrariesHook(BuildHookInterface):  # type: ignore[misc]
    """Builds the libraries by cargo, or takes those below `LACUNA_PREFIX`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # An editable package finds those that `cargo xtask capi` has made.
        if version == "editable":
            return
        workspace = Path(self.root).resolve().parent
        prefix = os.environ.get("LACUNA_PREFIX")
        if prefix is None:
            if not (workspace / "Cargo.toml").is_file():
                raise RuntimeError(f"{workspace} has no Cargo.toml: a wheel is built in a checkout of the repository")
            target = workspace / os.environ.get("CARGO_TARGET_DIR", "target")
            prefix = str(target / "capi")
            try:
                subprocess.run(["cargo", "xtask", "capi", "--check", "--prefix", prefix], cwd=workspace, check=True)
            except FileNotFoundError:
                raise RuntimeError("cargo is not installed: see https://rustup.rs") from None
        files = []
        for library in ("lacuna", "lacuna_runtime"):
            name = NAMES.format(library)
            files.append(Path(prefix, "lib", name).resolve(strict=True))
            build_data["force_include"][str(files[-1])] = f"lacuna_sparse/lib/{name}"
        build_data["pure_python"] = False
        build_data["tag"] = platform_tag.tag(files)
