"""Puts the program into the wheel, which is the same for every Python: it knows nothing of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface  # type: ignore[import-not-found]

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import platform_tag  # noqa: E402

SUFFIX = ".exe" if sys.platform == "win32" else ""


class ProgramHook(BuildHookInterface):  # type: ignore[misc]
    """Builds the program by cargo, or takes the file `LACUNA_PROGRAM`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        program = os.environ.get("LACUNA_PROGRAM")
        if program is None:
            workspace = Path(self.root).resolve().parent.parent
            if not (workspace / "Cargo.toml").is_file():
                raise RuntimeError(f"{workspace} has no Cargo.toml: a wheel is built in a checkout of the repository")
            try:
                subprocess.run(["cargo", "xtask", "program"], cwd=workspace, check=True)
            except FileNotFoundError:
                raise RuntimeError("cargo is not installed: see https://rustup.rs") from None
            target = workspace / os.environ.get("CARGO_TARGET_DIR", "target")
            program = str(target / "program" / f"lacuna-train{SUFFIX}")
        file = Path(program).resolve(strict=True)
        build_data["shared_scripts"][str(file)] = f"lacuna{SUFFIX}"
        build_data["pure_python"] = False
        build_data["tag"] = platform_tag.tag([file])
