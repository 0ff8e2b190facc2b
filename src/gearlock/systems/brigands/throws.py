"""The dice behind a line of the story: which of them count, what made the pool, and how the result adds up."""

from __future__ import annotations

from collections.abc import Sequence

from gearlock.kernel.view import Modifier, Throw
from gearlock.mechanics.pools.lines import dice
from gearlock.systems.brigands.dice import BASE_DICE, STEP, bonus_of

BASE = dice(BASE_DICE, "Base Dice", "brigands.1.2d")


def pool_throw(
    label: str, faces: tuple[int, ...], lines: Sequence[Modifier], result: int, step: int = STEP, rule: str = ""
) -> Throw:
    """A pool: the highest die counts, and every further one from `step` on. Lines are told from the Base Dice on.

    An event of an older log knows its dice alone.
    """
    shown = (BASE, *lines) if lines else ()
    return Throw(
        label, faces, 6, _counting(faces, step), shown, _sum(faces, lines, result, step), rule or "brigands.1.2b"
    )


def single_throw(label: str, face: int, total: int, rule: str, source: str) -> Throw:
    """One die and what is added to it."""
    added = total - face
    lines = (Modifier(added, source, rule),) if added else ()
    return Throw(label, (face,), 6, (), lines, f"{face} {added:+d} = {total}" if added else str(face), rule)


def marginal_throw(label: str, faces: tuple[int, ...], damage: int) -> Throw:
    """A die for each Marginal Hit, those that bite marked; they are the highest, whatever it takes."""
    biting = sorted(range(len(faces)), key=lambda at: -faces[at])[:damage]
    counts = tuple(at in biting for at in range(len(faces)))
    return Throw(label, faces, 6, counts, (), f"{damage} damage", "brigands.5.6a")


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
    bonus = bonus_of(lines)
    if bonus:
        words.append(f"{bonus:+d} result")
    return f"{', '.join(words)} = {result}"


def dice_text(faces: tuple[int, ...], step: int = STEP) -> str:
    """The faces of a roll, and from which on dice add if that is not the usual one."""
    adding = f" ({step}+ adds)" if step != STEP else ""
    return f"[{' '.join(map(str, faces))}]{adding}" if faces else "no dice"
