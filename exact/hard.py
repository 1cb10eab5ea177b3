"""Completes the lists of hard inputs: the correctly rounded f32 of each, from 120 digits. Needs mpmath alone.

    python hard.py [FOLDER]      # also takes the inputs of FOLDER/NAME.txt, as the program of this crate leaves them in target/hard
"""

import struct
import sys
from pathlib import Path

from mpmath import mp, mpf, cbrt, sqrt

mp.dps = 120

FUNCTIONS = {
    "exp": mp.exp, "exp2": lambda x: mpf(2) ** x, "exp_m1": mp.expm1, "ln": mp.log, "log2": lambda x: mp.log(x) / mp.log(2), "log10": lambda x: mp.log(x) / mp.log(10),
    "ln_1p": mp.log1p, "sigmoid": lambda x: 1 / (1 + mp.exp(-x)), "softrelu": lambda x: mp.log1p(mp.exp(x)), "sin": mp.sin, "cos": mp.cos, "tan": mp.tan, "asin": mp.asin,
    "acos": mp.acos, "atan": mp.atan, "sinh": mp.sinh, "cosh": mp.cosh, "tanh": mp.tanh, "asinh": mp.asinh, "acosh": mp.acosh, "atanh": mp.atanh,
    "cbrt": lambda x: cbrt(x) if x >= 0 else -cbrt(-x), "rsqrt": lambda x: 1 / sqrt(x), "rcbrt": lambda x: 1 / cbrt(x) if x >= 0 else -1 / cbrt(-x),
    "erf": mp.erf, "erfinv": mp.erfinv, "gamma": mp.gamma, "ln_gamma": lambda x: mp.loggamma(x) if x > 0 else mp.log(abs(mp.gamma(x))), "digamma": mp.digamma,
}  # fmt: skip


def number(bits):
    return mpf(struct.unpack("<f", struct.pack("<I", bits))[0])


def rounded(value):
    """The bits of the nearest f32."""
    sign, value = (1 << 31 if value < 0 else 0), abs(value)
    # The f32 below, by its exponent, then the nearer of it and the next.
    exponent = max(int(mp.floor(mp.log(value, 2))), -126)
    steps = value / mpf(2) ** (exponent - 23)
    whole = int(mp.floor(steps))
    # An exact tie, such as 2^-150, goes to even.
    rest = steps - whole
    whole += rest > mpf(1) / 2 or (rest == mpf(1) / 2 and whole % 2 == 1)
    # A significand beyond the largest carries into the exponent.
    return sign | ((exponent + 126 << 23) + whole if whole >= 1 << 23 else whole)


def main():
    lists = Path(__file__).parent / "hard"
    for name, function in FUNCTIONS.items():
        inputs = set()
        for folder in [lists, *map(Path, sys.argv[1:])]:
            if (folder / f"{name}.txt").exists():
                inputs |= {int(line.split()[0], 16) for line in (folder / f"{name}.txt").read_text().splitlines()}
        lines = [f"{bits:08x} {rounded(function(number(bits))):08x}\n" for bits in sorted(inputs)]
        (lists / f"{name}.txt").write_text("".join(lines))
        print(name, len(lines))


if __name__ == "__main__":
    main()
