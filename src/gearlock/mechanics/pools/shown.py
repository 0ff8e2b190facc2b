"""The dice behind a line of the story: which of them count, what made the pool, and how the result adds up."""

from __future__ import annotations

from collections.abc import Sequence

from gearlock.kernel.view import Modifier, Throw
from gearlock.mechanics.pools.lines import sum_of

SIDES = 6


def pool_throw(label: str, faces: tuple[int, ...], lines: Sequence[Modifier], result: int, step: int) -> Throw:
    """A pool: the highest die counts, and every further one from `step` on. The book adds its rule."""
    return Throw(label, faces, SIDES, _counting(faces, step), tuple(lines), _sum(faces, lines, result, step))


def single_throw(label: str, face: int, total: int, rule: str, source: str) -> Throw:
    """One die and what is added to it."""
    added = total - face
    lines = (Modifier(added, source, rule),) if added else ()
    return Throw(label, (face,), SIDES, (), lines, f"{face} {added:+d} = {total}" if added else str(face), rule)


def marginal_throw(label: str, faces: tuple[int, ...], damage: int, rule: str) -> Throw:
    """A die for each marginal hit, those that bite marked; they are the highest, whatever it takes."""
    biting = sorted(range(len(faces)), key=lambda at: -faces[at])[:damage]
    counts = tuple(at in biting for at in range(len(faces)))
    return Throw(label, faces, SIDES, counts, (), f"{damage} damage", rule)


def _counting(faces: tuple[int, ...], step: int) -> tuple[bool, ...]:
    if not faces:
        return ()
    highest = faces.index(max(faces))
    return tuple(at == highest or face >= step for at, face in enumerate(faces))


def _sum(faces: tuple[int, ...], lines: Sequence[Modifier], result: int, step: int) -> str:
    """How a result comes about: `5 highest, +1 for others of 4+, +1 result = 7`."""
    if not faces:
        return f"no dice, so {result}"
    words = [f"{max(faces)} highest"]
    further = sum(_counting(faces, step)) - 1
    if further:
        words.append(f"+{further} for others of {step}+")
    bonus = sum_of(lines)[1]
    if bonus:
        words.append(f"{bonus:+d} result")
    return f"{', '.join(words)} = {result}"
