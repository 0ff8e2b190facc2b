"""Measuring: lengths in mils (thousandths of an inch) and angles in tenths of a degree, all whole numbers.

Angles run counter-clockwise from east (+x): 0 is east, 900 north, 1800 west, 2700 south. The cosine and sine tables are
made with whole-number arithmetic, so every machine moves a model to the same mil. All roundings are symmetric: what is
mirrored, or turned by a quarter, goes in and comes out mirrored or turned.
"""

from bisect import bisect_left
from math import isqrt
from typing import Final

INCH: Final = 1000
FULL_TURN: Final = 3600
HALF_TURN: Final = 1800
RIGHT_ANGLE: Final = 900

SCALE_BITS: Final = 30
_WORK_BITS: Final = 128
_TAN_BITS: Final = 60
_PI: Final = 3141592653589793238462643383279502884197169399375105820974944


def _half_tenth() -> tuple[int, int]:
    """Cosine and sine of a twentieth of a degree, scaled by 2**128, by their series."""
    angle = (_PI << _WORK_BITS) // (3600 * 10**60)
    cos = sin = 0
    term, power = 1 << _WORK_BITS, 0
    while term:
        sign = -1 if power % 4 >= 2 else 1
        if power % 2:
            sin += sign * term
        else:
            cos += sign * term
        power += 1
        term = (term * angle >> _WORK_BITS) // power
    return cos, sin


def _tables() -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Cosines and sines of every tenth, and the tangents halfway between the tenths of the first octant."""
    step_cos, step_sin = _half_tenth()
    cos, sin = 1 << _WORK_BITS, 0
    octant: list[tuple[int, int]] = []
    borders: list[int] = []
    shift = _WORK_BITS - SCALE_BITS
    for half_tenth in range(901):
        if half_tenth % 2:
            borders.append((sin << _TAN_BITS) // cos)
        else:
            octant.append(((cos + (1 << shift - 1)) >> shift, (sin + (1 << shift - 1)) >> shift))
        cos, sin = cos * step_cos - sin * step_sin >> _WORK_BITS, sin * step_cos + cos * step_sin >> _WORK_BITS
    quadrant = octant[:450] + [(s, c) for c, s in octant[450:0:-1]]
    cosines = [c for c, _ in quadrant]
    sines = [s for _, s in quadrant]
    west, south = [-c for c in cosines], [-s for s in sines]
    return tuple(cosines + south + west + sines), tuple(sines + cosines + south + west), tuple(borders)


COS, SIN, _BORDERS = _tables()


def rounded(value: int, bits: int) -> int:
    """The value divided by 2**bits, to the nearest whole number, halves away from nothing."""
    half = 1 << bits - 1
    return (value + half) >> bits if value >= 0 else -((half - value) >> bits)


def ratio(value: int, divisor: int) -> int:
    """Value / divisor to the nearest whole number, halves away from nothing; the divisor is above 0."""
    return (2 * value + divisor) // (2 * divisor) if value >= 0 else -((divisor - 2 * value) // (2 * divisor))


def advance(x: int, y: int, facing: int, length: int) -> tuple[int, int]:
    """Where a point comes to that goes straight along a facing; a negative length goes backward."""
    tenth = facing % FULL_TURN
    return x + rounded(length * COS[tenth], SCALE_BITS), y + rounded(length * SIN[tenth], SCALE_BITS)


def bearing(x0: int, y0: int, x1: int, y1: int) -> int:
    """The facing from one point to another, to the nearest tenth; east when both are the same point."""
    dx, dy = x1 - x0, y1 - y0
    wide, tall = abs(dx), abs(dy)
    if wide == tall == 0:
        return 0
    steep = tall > wide
    tenth = bisect_left(_BORDERS, (min(wide, tall) << _TAN_BITS) // max(wide, tall))
    if steep:
        tenth = RIGHT_ANGLE - tenth
    if dx < 0:
        tenth = HALF_TURN - tenth
    return (-tenth if dy < 0 else tenth) % FULL_TURN


def turned(facing: int, turn: int) -> int:
    """The facing after a turn; counter-clockwise (left) is positive."""
    return (facing + turn) % FULL_TURN


def turn_between(start: int, end: int) -> int:
    """The shorter turn from one facing to another, above -1800 and up to 1800: about-face is 1800, never -1800."""
    turn = (end - start) % FULL_TURN
    return turn - FULL_TURN if turn > HALF_TURN else turn


def root_up(square: int) -> int:
    """The square root rounded up, so that `root_up(d2) <= reach` is exactly `d <= reach`."""
    return isqrt(square - 1) + 1 if square > 0 else 0


def distance(x0: int, y0: int, x1: int, y1: int) -> int:
    """Mils between two points in plan, rounded up: comparing it with a whole reach is exact."""
    return root_up((x1 - x0) ** 2 + (y1 - y0) ** 2)


def mils(text: str) -> int:
    """Read inches as players write them: '4', '4.5', '-0.25'. Finer than a mil or not a number: ValueError."""
    body = text.strip()
    sign = -1 if body.startswith("-") else 1
    whole, _, part = body.removeprefix("-").partition(".")
    if not (whole or part) or not (whole + part).isascii() or not (whole + part).isdigit() or len(part) > 3:
        raise ValueError(f"{text!r} is not a length in inches with at most three decimals")
    return sign * (int(whole or "0") * INCH + int(part.ljust(3, "0")))


def inches_text(length: int) -> str:
    """Mils as players write inches: 4500 is '4.5', 6000 is '6'."""
    whole, part = divmod(abs(length), INCH)
    text = f"{whole}.{part:03d}".rstrip("0").rstrip(".")
    return f"-{text}" if length < 0 else text


def inches(length: int) -> str:
    """A length as a player says it, to the tenth of an inch."""
    return inches_text((length + 50) // 100 * 100)
