"""Which systems a wheel is for that holds programs or libraries, and nothing of a Python."""

from __future__ import annotations

import re
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path


def tag(files: Iterable[Path]) -> str:
    """The tag of a wheel of these files. On Linux with glibc: `manylinux` of the newest version whose symbols they need."""
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    if sys.platform == "linux":
        needed = [int(minor) for file in files for minor in re.findall(rb"GLIBC_2\.(\d+)", file.read_bytes())]
        if needed:
            platform = platform.replace("linux", f"manylinux_2_{max(needed)}", 1)
    return f"py3-none-{platform}"
