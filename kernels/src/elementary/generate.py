"""Writes coefficients.rs: minimax polynomials (exchange of Remez) and constants in parts, computed in 70 digits. Needs mpmath alone.

    python generate.py | rustfmt > coefficients.rs
"""

from mpmath import asin, atan, cos, cosh, digamma, erf, erfc, erfinv, euler, exp, expm1, findroot, floor, frexp, log, loggamma, lu_solve, matrix, mp, mpf, pi, sin, sinh, sqrt

mp.dps = 70
LN2 = log(mpf(2))
WIDER = 1 + mpf(10) ** -6


def minimax(function, weight, start, end, degree):
    """The polynomial with the least largest |weight * (function - polynomial)| on [start, end], and that error."""
    # A little to the right, so that no node meets a zero of the weight.
    middle, half = (start + end) / 2 + (end - start) * mpf(10) ** -5, (end - start) / 2
    count = degree + 2
    chebyshev = lambda i, n: middle - half * cos(pi * (2 * i + 1) / (2 * n))
    nodes = [chebyshev(i, count) for i in range(count)]
    grid = [chebyshev(i, 24 * count) for i in range(24 * count)]
    for _ in range(12):
        system = matrix(count, count)
        for row, x in enumerate(nodes):
            for power in range(degree + 1):
                system[row, power] = x**power
            system[row, degree + 1] = (-1) ** row / weight(x)
        solution = lu_solve(system, matrix([function(x) for x in nodes]))
        polynomial = list(solution)[: degree + 1]
        errors = [weight(x) * (function(x) - mp.polyval(polynomial[::-1], x)) for x in grid]
        # The largest error between each two changes of sign.
        peaks = [0]
        for i, error in enumerate(errors):
            if (error > 0) != (errors[peaks[-1]] > 0):
                peaks.append(i)
            elif abs(error) > abs(errors[peaks[-1]]):
                peaks[-1] = i
        while len(peaks) > count:
            peaks.pop(0 if abs(errors[peaks[0]]) < abs(errors[peaks[-1]]) else -1)
        if len(peaks) < count:
            break
        nodes = [grid[i] for i in peaks]
        sizes = [abs(errors[i]) for i in peaks]
        if max(sizes) < 1.02 * min(sizes):
            break
    return polynomial, max(abs(error) for error in errors)


def polynomial(name, text, function, weight, start, end, degree):
    found, error = minimax(function, weight, start, end, degree)
    rows = "".join(f"    {float(c)!r},\n" for c in found)
    print(f"/// {text}; error 2^{float(log(error, 2)):.1f}.\npub(super) const {name}: [f64; {len(found)}] = [\n{rows}];")


def in_squared(name, text, function, weight, end, degree):
    """A polynomial in the variable squared."""
    root = lambda f: lambda z: f(sqrt(z))
    polynomial(name, text, root(function), root(weight), mpf(10) ** -12, end**2, degree)


def parts(name, text, value, bits):
    """The value as a sum of numbers, each but the last of so many bits."""
    rest, found = value, []
    for width in bits:
        scale = mpf(2) ** (width - frexp(abs(rest))[1])
        found.append(float(floor(rest * scale) / scale))
        rest -= mpf(found[-1])
    found.append(float(rest))
    numbers = ", ".join(repr(part) for part in found)
    print(f"/// {text}.\npub(super) const {name}: [f64; {len(found)}] = [{numbers}];")


print("//! Made by `generate.py`. Errors are relative to the function.")
half = LN2 / 2 * WIDER
polynomial("EXP", "`(exp(r) - 1 - r) / r^2`, `|r| <= ln(2) / 2`", lambda r: (expm1(r) - r) / r**2, lambda r: r**2 / exp(r), -half, half, 9)
polynomial("EXP2", "`(2^r - 1) / r`, `|r| <= 1/2`", lambda r: expm1(r * LN2) / r, lambda r: abs(r) / exp(r * LN2), -mpf(1) / 2 * WIDER, mpf(1) / 2 * WIDER, 10)
polynomial("EXP_M1", "`(exp(r) - 1 - r) / r^2`, `|r| <= ln(2) / 2`, to `exp(r) - 1`", lambda r: (expm1(r) - r) / r**2, lambda r: r**2 / abs(expm1(r)), -half, half, 9)
polynomial("EXP_TAIL", "`(exp(r) - 1 - r - r^2 / 2) / r^3`, `|r| <= ln(2) / 2`, to `exp(r) - 1`", lambda r: (expm1(r) - r - r**2 / 2) / r**3, lambda r: abs(r**3 / expm1(r)), -half, half, 9)
in_squared("SINH", "`(sinh(r) / r - 1) / r^2`, `|r| <= ln(2) / 2`", lambda r: (sinh(r) / r - 1) / r**2, lambda r: r**3 / sinh(r), half, 4)
in_squared("COSH", "`(cosh(r) - 1) / r^2`, `|r| <= ln(2) / 2`", lambda r: (cosh(r) - 1) / r**2, lambda r: r**2 / cosh(r), half, 4)
far = sqrt(mpf(2)) - 1 + mpf(10) ** -7
far = far / (2 + far)
area = lambda s: log((1 + s) / (1 - s))
in_squared("LOG", "`(ln((1 + s) / (1 - s)) / s - 2) / s^2`, `s = f / (2 + f)`, `1 + f` from `sqrt(1/2)` to `sqrt(2)`", lambda s: (area(s) / s - 2) / s**2, lambda s: s**3 / area(s), far, 6)
in_squared("LOG_TAIL", "`(ln((1 + s) / (1 - s)) / s - 2 - 2 s^2 / 3) / s^4`, the same `s`", lambda s: (area(s) / s - 2 - 2 * s**2 / 3) / s**4, lambda s: s**5 / area(s), far, 7)
# erf(a) = 1 - exp(-a (2 / sqrt(pi) + a S(a))): relative at 0, and where the exponential is small S need not be exact.
exponent = lambda a: (-log(erfc(a)) / a - 2 / sqrt(pi)) / a
near_limit = lambda a: a**2 * erfc(a) / erf(a)
polynomial("ERF_TO_4", "`(-ln(erfc(a)) / a - 2 / sqrt(pi)) / a`, `a` up to 4, to `erf(a)`", exponent, near_limit, mpf(10) ** -9, mpf(4), 21)
polynomial("ERF_TO_6", "The same, `a` up to 6", exponent, near_limit, mpf(10) ** -9, mpf(6), 25)
in_squared("SIN", "`(sin(r) / r - 1) / r^2`, `|r| <= pi / 2`", lambda r: (sin(r) / r - 1) / r**2, lambda r: r**3 / sin(r), pi / 2 * WIDER, 7)
in_squared("SIN_QUARTER", "`(sin(r) / r - 1) / r^2`, `|r| <= pi / 4`", lambda r: (sin(r) / r - 1) / r**2, lambda r: r**3 / sin(r), pi / 4 * WIDER, 5)
in_squared("COS_QUARTER", "`(cos(r) - 1) / r^2`, `|r| <= pi / 4`", lambda r: (cos(r) - 1) / r**2, lambda r: r**2 / cos(r), pi / 4 * WIDER, 6)
in_squared("COS_TAIL", "`(cos(r) - 1 + r^2 / 2) / r^4`, `|r| <= pi / 4`", lambda r: (cos(r) - 1 + r**2 / 2) / r**4, lambda r: r**4 / cos(r), pi / 4 * WIDER, 5)
in_squared("SIN_TAIL", "`(sin(r) / r - 1 + r^2 / 6) / r^4`, `|r| <= pi / 4`", lambda r: (sin(r) / r - 1 + r**2 / 6) / r**4, lambda r: r**5 / sin(r), pi / 4 * WIDER, 5)
in_squared("ASIN", "`(asin(s) / s - 1) / s^2`, `|s| <= 1/2`", lambda s: (asin(s) / s - 1) / s**2, lambda s: s**3 / asin(s), mpf(1) / 2, 11)
in_squared("ATAN", "`(atan(s) / s - 1) / s^2`, `|s| <= tan(pi / 8)`", lambda s: (atan(s) / s - 1) / s**2, lambda s: s**3 / atan(s), sqrt(mpf(2)) - 1 + mpf(10) ** -7, 10)
# The gamma function beyond 8 by what Stirling's series leaves; the errors of these two are absolute.
eighth = mpf(1) / 8
stirling = lambda r: (loggamma(1 / r) - (1 / r - mpf(1) / 2) * log(1 / r) + 1 / r - log(2 * pi) / 2) / r
in_squared("STIRLING", "`(ln(gamma(y)) - (y - 1/2) ln(y) + y - ln(2 pi) / 2) y`, of `1 / y`, `y >= 8`; absolute", stirling, lambda r: r, eighth, 7)
in_squared("DIGAMMA", "`(ln(y) - 1 / (2 y) - digamma(y)) y^2`, of `1 / y`, `y >= 8`; absolute", lambda r: (log(1 / r) - r / 2 - digamma(1 / r)) / r**2, lambda r: r**2, eighth, 7)
near_two = lambda z: loggamma(2 + z) / z
second = pi**2 / 12 - mpf(1) / 2
polynomial("LN_GAMMA", "`((ln(gamma(2 + z)) / z - (1 - euler)) / z - second) / z`, `|z| <= 1/2`", lambda z: ((near_two(z) - 1 + euler) / z - second) / z, lambda z: z**2 / near_two(z), -mpf(1) / 2, mpf(1) / 2, 17)
in_squared("ERFINV", "`(erfinv(x) / x - sqrt(pi) / 2) / x^2`, `|x| <= 1/2`", lambda x: (erfinv(x) / x - sqrt(pi) / 2) / x**2, lambda x: x**3 / erfinv(x), mpf(1) / 2, 22)
# Beyond, by w = sqrt(-ln(1 - x)): erfc(y) = exp(-w^2).
less = lambda w: findroot(lambda y: log(erfc(y)) + w**2, w - mpf("0.28")) - w
for name, start, end in [("MIDDLE", mpf("0.832"), mpf("2.402")), ("FAR", mpf("2.401"), mpf("6.07"))]:
    center = mpf(float(start + end) / 2)
    at_center = less(center)
    parts(f"ERFINV_{name}_CENTER", "The middle of the next polynomial's range", center, [])
    parts(f"ERFINV_{name}_OFFSET", "`erfinv - w` there", at_center, [53])
    polynomial(f"ERFINV_{name}", f"`(erfinv(1 - exp(-w^2)) - w - offset) / (w - center)`, of `w - center`, `w` from {float(start)} to {float(end)}",
        lambda t: (less(center + t) - at_center) / t, lambda t: abs(t) / (center + t + less(center + t)), start - center, end - center, 22)  # fmt: skip
parts("LN2", "ln(2): the product of the first part and a number of 11 bits is exact", LN2, [42])
parts("LN2_PAIR", "ln(2)", LN2, [53])
parts("LOG10_2", "log10(2)", log(mpf(2), 10), [42])
parts("INV_LN2", "1 / ln(2)", 1 / LN2, [29])
parts("INV_LN2_PAIR", "1 / ln(2)", 1 / LN2, [53])
parts("INV_LN10", "1 / ln(10)", 1 / log(mpf(10)), [29])
parts("INV_LN10_PAIR", "1 / ln(10)", 1 / log(mpf(10)), [53])
parts("SIXTH", "1 / 6", mpf(1) / 6, [53])
parts("TWO_THIRDS", "2 / 3", mpf(2) / 3, [53])
parts("HALF_ROOT_PI", "sqrt(pi) / 2", sqrt(pi) / 2, [53])
parts("ONE_LESS_EULER", "1 less Euler's constant", 1 - euler, [53])
parts("LN_GAMMA_SECOND", "The second: pi^2 / 12 - 1 / 2", second, [53])
parts("HALF_LOG2_TWO_PI_OVER_E", "log2(2 pi / e) / 2", log(2 * pi / mp.e, 2) / 2, [53])
parts("TWO_INV_ROOT_PI", "2 / sqrt(pi)", 2 / sqrt(pi), [53])
parts("PI", "pi: the products of the first two parts and a number of 20 bits are exact", pi, [33, 33])
parts("HALF_PI", "pi / 2: the products of the first two parts and a number of 20 bits are exact", pi / 2, [33, 33])
parts("HALF_PI_PARTS", "pi / 2, to 150 bits: the products of the first three parts and a number of 20 bits are exact", pi / 2, [33, 33, 33])
parts("HALF_PI_PAIR", "pi / 2", pi / 2, [53])
parts("PI_PAIR", "pi", pi, [53])

# The bits of 2 / pi after the point, behind 64 zeros: enough for the largest f64.
mp.prec = 1600
value, words = 2 / pi, [0]
for _ in range(20):
    value *= 2**64
    words.append(int(floor(value)))
    value -= floor(value)
rows = "".join(f"    {word:#018x},\n" for word in words)
print(f"/// `2 / pi` in words of 64 bits after the point, the highest first, behind a word of zeros.\npub(super) const TWO_OVER_PI: [u64; {len(words)}] = [\n{rows}];")
