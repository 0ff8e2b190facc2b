"""Dice: a roll is a chance node with a purpose; a dice source turns it into faces.

The log keeps faces, so no replay depends on a generator. `Seeded` is stable for ever all the same: a die is a byte of
blake2b(key = seed, message = number of the roll and its purpose), with rejection, so that every face is equally likely.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Protocol, TypeVar

import msgspec

from gearlock.kernel.errors import BadDice, shown

T = TypeVar("T")
Faces = tuple[int, ...]


class Roll(msgspec.Struct, frozen=True):
    """Dice to be rolled: how many, of how many sides, counted from `low` (a d100 read 00-99 has low 0)."""

    purpose: str
    count: int
    sides: int
    low: int = 1
    seat: str = ""
    unit: str = ""
    rule: str = ""
    marks: tuple[int, ...] | None = None
    """The numbers from which on a face means something else to the rules; None where every face may."""
    ill: bool = False
    """What these dice are rolled for is bad for whoever rolls them."""
    step: int | None = None
    """For dice read together as one pool, the face from which on further ones add."""
    ordered: bool = False
    """Whether it matters which die shows what; mostly it does not."""

    def text(self) -> str:
        """The usual notation: 3d6."""
        return f"{self.count}d{self.sides}"

    def check(self, faces: Iterable[int]) -> Faces:
        """These faces, if the dice can show them."""
        shown = as_faces(faces)
        high = self.low + self.sides - 1
        if len(shown) != self.count or not all(self.low <= face <= high for face in shown):
            wanted = f"{self.count} number{'s' * (self.count != 1)} from {self.low} to {high}"
            raise BadDice(
                f"{self.text()} for {self.purpose}: expected {wanted}, got {' '.join(map(str, shown)) or 'none'}."
            )
        return shown


def as_faces(faces: object) -> Faces:
    """What dice show: whole numbers. Raises BadDice for anything else."""
    found = tuple(faces) if isinstance(faces, Iterable) else None
    if found is None or any(type(face) is not int for face in found):
        raise BadDice(f"What dice show is a list of whole numbers, such as [5, 3, 1], not {shown(faces)}.")
    return found


class DiceSource(Protocol):
    """Where faces come from. `number` is the count of rolls made before this one in the battle."""

    def roll(self, roll: Roll, number: int) -> Faces:
        """The faces of this roll."""
        ...


class Seeded:
    """Dice from a seed: the same seed and roll number always show the same faces."""

    def __init__(self, seed: int | str) -> None:
        if isinstance(seed, bool) or not isinstance(seed, int | str):
            raise BadDice(f"Dice are thrown from a seed, a whole number or words, not {shown(seed)}.")
        try:
            self.seed = str(seed)
        except ValueError:
            raise BadDice(
                "Dice are thrown from a seed; this whole number has more digits than can be written."
            ) from None
        self._key = hashlib.blake2b(self.seed.encode(errors="surrogatepass"), digest_size=32).digest()

    @property
    def commitment(self) -> str:
        """A hash that binds the seed without telling it, published before play and checked after."""
        return hashlib.blake2b(self._key, digest_size=16, person=b"gearlock-seed").hexdigest()

    def seal(self, message: bytes) -> str:
        """A hash that binds a message to the seed: nobody can make or check it before the seed is told."""
        return hashlib.blake2b(message, key=self._key, digest_size=16, person=b"gearlock-seal").hexdigest()

    def roll(self, roll: Roll, number: int) -> Faces:
        """Take bytes of the keyed hash, dropping those that would favour low faces."""
        faces: list[int] = []
        block = 0
        width = 1 if roll.sides <= 256 else 4
        limit = 256**width - 256**width % roll.sides
        while len(faces) < roll.count:
            message = f"{number}/{block}/{roll.purpose}".encode()
            stream = hashlib.blake2b(message, key=self._key).digest()
            values = stream if width == 1 else [int.from_bytes(stream[at : at + 4], "big") for at in range(0, 64, 4)]
            for value in values:
                if value < limit:
                    faces.append(value % roll.sides + roll.low)
                    if len(faces) == roll.count:
                        break
            block += 1
        return tuple(faces)

    def rekeyed(self, label: str) -> Seeded:
        """Other dice derived from these, so that somebody who looks ahead does not see the dice to come."""
        return Seeded(f"{self.seed}/{label}")


class Scripted:
    """Faces laid out in advance, for tests: runs out with an error rather than inventing more."""

    def __init__(self, *rolls: Iterable[int]) -> None:
        self._rolls = [tuple(roll) for roll in rolls]
        self._next = 0

    def roll(self, roll: Roll, number: int) -> Faces:  # noqa: ARG002 - part of the protocol
        """The next scripted faces, checked against the dice asked for."""
        if self._next >= len(self._rolls):
            raise BadDice(f"The script has no dice left for {roll.text()} ({roll.purpose}).")
        faces = roll.check(self._rolls[self._next])
        self._next += 1
        return faces

    @property
    def left(self) -> int:
        """How many scripted rolls have not been used."""
        return len(self._rolls) - self._next


class ByPurpose:
    """Faces laid out in advance for each purpose in turn; those without a purpose serve whatever has none of its own.

    A purpose stands also for its special cases: faces for "hits" are for a roll "hits: a fall". When they run out the
    seed gives more, if there is one. A roll that was taken back finds its faces again.
    """

    def __init__(self, *throws: tuple[str, Iterable[int]], seed: int | str | None = None) -> None:
        self._throws = [_laid_out(throw) for throw in throws]
        self._more = None if seed is None else Seeded(seed)
        self._used: dict[int, int] = {}
        """Which throw served which roll of the battle."""

    def roll(self, roll: Roll, number: int) -> Faces:
        """The next faces for this purpose, checked against the dice asked for."""
        self._used = {before: throw for before, throw in self._used.items() if before < number}
        at = self._next(roll.purpose)
        if at is not None:
            faces = roll.check(self._throws[at][1])
            self._used[number] = at
            return faces
        if self._more is not None:
            return self._more.roll(roll, number)
        whose = f" of {roll.unit or roll.seat}" if roll.unit or roll.seat else ""
        left = "; ".join(f"{purpose or 'anything'}: {' '.join(map(str, faces))}" for purpose, faces in self.left)
        what = f"No dice are laid out for {roll.purpose} ({roll.text()}{whose})"
        raise BadDice(f"{what}. Left are {left or 'none'}. Lay out more for it, or give a seed.")

    def _next(self, purpose: str) -> int | None:
        """The first throw that is left for a purpose, else the first that is left for any."""
        taken = set(self._used.values())
        free = [at for at in range(len(self._throws)) if at not in taken]
        own = (at for at in free if is_for(self._throws[at][0], purpose))
        return next(own, next((at for at in free if not self._throws[at][0]), None))

    @property
    def left(self) -> list[tuple[str, Faces]]:
        """The throws that have not been used."""
        taken = set(self._used.values())
        return [throw for at, throw in enumerate(self._throws) if at not in taken]


def _laid_out(throw: object) -> tuple[str, Faces]:
    if not isinstance(throw, list | tuple) or len(throw) != 2 or not isinstance(throw[0], str):
        raise BadDice(f"Dice are laid out as a purpose with its faces, such as ('hit', [5, 3, 1]), not {shown(throw)}.")
    return throw[0], as_faces(throw[1])


def is_for(laid_out: str, purpose: str) -> bool:
    """Whether dice laid out for a purpose are for this one: the same, or a special case of it."""
    wanted, asked = laid_out.lower(), purpose.lower()
    return bool(wanted) and (asked == wanted or asked.startswith((f"{wanted}:", f"{wanted},")))


class Manual:
    """Players roll real dice and type what they show."""

    def __init__(self, read: Callable[[Roll], Iterable[int]], complain: Callable[[str], None]) -> None:
        self._read, self._complain = read, complain

    def roll(self, roll: Roll, number: int) -> Faces:  # noqa: ARG002 - part of the protocol
        """Ask until the typed faces are possible."""
        while True:
            try:
                return roll.check(self._read(roll))
            except BadDice as error:
                self._complain(str(error))


class Logged:
    """The faces of an earlier battle, in order."""

    def __init__(self, faces: Iterable[Faces]) -> None:
        self._faces = list(faces)

    def roll(self, roll: Roll, number: int) -> Faces:
        """The faces that were rolled then."""
        if number >= len(self._faces):
            raise BadDice(
                f"The log holds {len(self._faces)} rolls; roll {number + 1} ({roll.purpose}) is not among them."
            )
        return roll.check(self._faces[number])


class Enumerated:
    """One branch of all that dice can show: fixed faces first, then the lowest, remembering what else there was."""

    def __init__(self, prefix: tuple[Faces, ...] = ()) -> None:
        self.prefix = prefix
        self.made: list[tuple[Roll, Faces]] = []

    def roll(self, roll: Roll, number: int) -> Faces:  # noqa: ARG002 - part of the protocol
        """The faces of this branch."""
        at = len(self.made)
        faces = self.prefix[at] if at < len(self.prefix) else (roll.low,) * roll.count
        self.made.append((roll, faces))
        return faces

    def branches(self) -> Iterator[tuple[Faces, ...]]:
        """The prefixes of all other branches that split off after the fixed faces."""
        for at in range(len(self.prefix), len(self.made)):
            roll, first = self.made[at]
            before = tuple(faces for _, faces in self.made[:at])
            for faces in product(range(roll.low, roll.low + roll.sides), repeat=roll.count):
                if faces != first:
                    yield (*before, faces)

    def weight(self) -> Fraction:
        """How likely this branch is."""
        chance = Fraction(1)
        for roll, _ in self.made:
            chance /= roll.sides**roll.count
        return chance


def all_outcomes(run: Callable[[DiceSource], T]) -> dict[T, Fraction]:
    """Run rule code on everything the dice can show and add up the chance of each result. Exact, and slow."""
    chances: dict[T, Fraction] = {}
    waiting: list[tuple[Faces, ...]] = [()]
    while waiting:
        source = Enumerated(waiting.pop())
        result = run(source)
        chances[result] = chances.get(result, Fraction(0)) + source.weight()
        waiting.extend(source.branches())
    return chances
