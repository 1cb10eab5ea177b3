"""The largest errors of f64 results, in units in the last place of the exact value: reads what the program `samples` writes. Needs mpmath alone.

    cargo run --release -p lacuna-exact --features program --bin samples | python errors.py
"""

import struct
import sys

from hard import FUNCTIONS
from mpmath import frexp, ldexp, mp, mpf


def number(text):
    return mpf(struct.unpack("<d", struct.pack("<Q", int(text, 16)))[0])


worst, counts = {}, {}
for line in sys.stdin:
    name, x, y = line.split()
    # Large arguments need the digits that the reduction takes away, and those of e^-x next to 1.
    mp.dps = 400 if name in ("sin", "cos", "tan") else 60
    exact = FUNCTIONS[name](number(x))
    unit = ldexp(mpf(1), max(frexp(abs(exact))[1] - 53, -1074))
    error = abs(number(y) - exact) / unit
    counts[name] = counts.get(name, 0) + 1
    if error > worst.get(name, (0, ""))[0]:
        worst[name] = (error, x)
for name, (error, x) in worst.items():
    print(f"{name:9} {float(error):.3f} at {float(number(x))!r} ({x}), {counts[name]} looked at")
