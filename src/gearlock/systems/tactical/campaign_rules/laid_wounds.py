"""4.2: wounds that players tell of, laid on a unit as a battle would: never more than it has, counters exchanged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.attacks.ammunition import CLIP, SPARE, clips_left, rounds_left
from gearlock.systems.tactical.campaign_rules.wound_words import (
    ARMOR,
    CREW,
    HARM,
    LEVEL,
    MEN,
    OUT,
    USED,
    Harm,
    read_words,
)
from gearlock.systems.tactical.damage.armor import base_armor
from gearlock.systems.tactical.damage.condition import (
    ACCURACY,
    AUX,
    COMPARTMENT,
    FIRE_CONTROL,
    FRAME,
    GONE,
    LOST,
    MANEUVER,
    MP,
    POWER,
    RUPTURED,
    WRECKED,
    harms_of,
)
from gearlock.systems.tactical.damage.crew import crew_left, is_crewless
from gearlock.systems.tactical.damage.crew_hit import THREE_QUARTERS, casualties_of
from gearlock.systems.tactical.damage.levels import counters_after
from gearlock.systems.tactical.squads import standing
from gearlock.systems.tactical.state import DESTROYED, HEAVY, LIGHT, NO_SPEEDS, Unit

TROOPERS = "troopers"
FIELDS = (ARMOR, CREW, MEN, TROOPERS, "harm", "tokens", USED)
"""What a report may say of a unit by fields; all but the troopers, of whom it is told what is left, is added."""
AT_ONCE = (FIRE_CONTROL, POWER, RUPTURED, FRAME)
"""What is broken or not."""
MOST_MANEUVER, MOST_ACCURACY, TWO_HEAVIES, MOST_ROUNDS = 20, 10, 2, 999_999


def lay_wounds(unit: Unit, said: str | Mapping[str, Any], detailed: bool) -> None:
    """Do to a unit what is said, in words or in fields. Raises BadInput for what cannot have happened to it."""
    if isinstance(said, str):
        harms: list[Harm] = read_words(unit, said)
    else:
        harms = _read_fields(unit, said)
    for harm in harms:
        if harm.points:
            _lay_one(unit, harm, detailed)
    if unit.status != DESTROYED and is_finished(unit):
        unit.status = DESTROYED


@heeds("tactical.2.6.10-overkill", "tactical.3.5.2", "tactical.3.5.1-structure", "tactical.3.6.5-casualties")
def is_finished(unit: Unit) -> bool:
    """Whether this is the end of it: a second Heavy, no Armor left, a broken frame, the last man."""
    if unit.is_infantry:
        return not standing(unit)
    return unit.token(HEAVY) >= TWO_HEAVIES or bool(unit.harm.get(FRAME)) or not base_armor(unit)


def lose(unit: Unit) -> None:
    """It is out of action: a vehicle a wreck, a squad to the last man."""
    unit.status = DESTROYED
    unit.troopers = [0 for _ in unit.troopers]


def _read_fields(unit: Unit, said: Mapping[str, Any]) -> list[Harm]:
    """Fields as a battle's state calls them, one harm each, the crew after the compartment it may have died in.

    What is left of troopers is laid on at once; words are taken in the order in which they are said.
    """
    found: list[Harm] = []
    for name, value in said.items():
        if name not in FIELDS:
            raise UnknownName("field of a report", str(name), FIELDS, "tactical.4.2")
        if name in (ARMOR, CREW, MEN):
            dead = _dead_in(unit, said) if name == CREW else 0
            found.append(Harm(name, "", max(0, _count(unit, name, value) - dead)))
        elif name == TROOPERS:
            _lay_troopers(unit, value)
        elif not isinstance(value, Mapping):
            _refuse(unit, f"'{name}' goes by name, as {{'power': 1}}, not {value!r:.60}", "tactical.4.2")
        else:
            kind = LEVEL if name == "tokens" else name
            found += [Harm(kind, str(what), _count(unit, str(what), count)) for what, count in value.items()]
    return sorted(found, key=lambda harm: harm.kind == CREW)


def _dead_in(unit: Unit, said: Mapping[str, Any]) -> int:
    """Of the crew that fields name as lost, those that the compartment takes along."""
    harm = said.get(HARM)
    return _crushed(unit) if isinstance(harm, Mapping) and harm.get(COMPARTMENT) else 0


@heeds("tactical.3.5.1-subtable-b")
def _crushed(unit: Unit) -> int:
    """How many a collapsing compartment costs: three in four of those who are left, one at least."""
    return max(1, casualties_of(crew_left(unit), THREE_QUARTERS))


def _count(unit: Unit, name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_ROUNDS:
        _refuse(unit, f"{name:.40} is a whole number of what the battle did, not {value!r:.60}", "tactical.4.2")
    return int(value)


def _refuse(unit: Unit, words: str, rule: str) -> NoReturn:
    raise BadInput(f"{unit.id}, {unit.name}: {words}. [{rule}]")


def _lay_one(unit: Unit, harm: Harm, detailed: bool) -> None:
    if harm.kind == OUT:
        lose(unit)
    elif harm.kind == USED:
        _use(unit, harm.what, harm.points)
    elif unit.is_infantry != (harm.kind == MEN):
        what = "a squad loses men, nothing else" if unit.is_infantry else "a vehicle has crew, no men in a track"
        _refuse(unit, what, "tactical.3.6.5-damage")
    elif harm.kind == MEN:
        _lose_men(unit, harm.points)
    elif harm.kind == ARMOR:
        _lose_armor(unit, harm.points)
    elif harm.kind == CREW:
        if unit.crew_lost + harm.points > unit.card.crew:
            _refuse(unit, f"{harm.points} of its crew cannot be lost, {unit.card.crew - unit.crew_lost} are left",
                    "tactical.3.5.1-crew")  # fmt: skip
        unit.crew_lost += harm.points
    elif harm.kind == LEVEL:
        _lay_counters(unit, harm.what, harm.points, detailed)
    elif harm.kind == HARM:
        _break(unit, harm.what, harm.points)


@heeds("tactical.3.5.2")
def _lose_armor(unit: Unit, count: int) -> None:
    if count > base_armor(unit):
        _refuse(unit, f"{count} Armor cannot be lost, {base_armor(unit)} is left", "tactical.3.5.2")
    unit.armor_lost += count


@heeds("tactical.3.6.5-casualties")
def _lose_men(unit: Unit, count: int) -> None:
    """So many fall, the last of those who are left."""
    if count > standing(unit):
        _refuse(unit, f"{count} men cannot be lost, {standing(unit)} are left", "tactical.3.6.5-casualties")
    up = [at for at, left in enumerate(unit.troopers) if left]
    for at in up[len(up) - count :]:
        unit.troopers[at] = 0


@heeds("tactical.3.6.1-track")
def _lay_troopers(unit: Unit, said: Any) -> None:
    fits = isinstance(said, list) and len(said) == len(unit.troopers)
    if not fits or not all(
        isinstance(left, int) and not isinstance(left, bool) and 0 <= left <= before
        for left, before in zip(said, unit.troopers, strict=True)
    ):
        _refuse(
            unit, f"what is left of its troopers is at most {unit.troopers}, not {said!r:.60}", "tactical.3.6.1-track"
        )
    unit.troopers = list(said)


@heeds("tactical.2.6.10-light", "tactical.2.6.10-heavy", "tactical.2.6.10-overkill", "tactical.3.5")
def _lay_counters(unit: Unit, level: str, count: int, detailed: bool) -> None:
    """One result after the other, counters exchanged; with detailed damage it is told what each of them broke."""
    if level not in (LIGHT, HEAVY):
        raise UnknownName("counter of damage", level, (LIGHT, HEAVY), "tactical.2.6.10")
    if detailed:
        words = (
            f"{level.title()} Damage is armor and systems in this campaign: say what it cost, as '2 armor, 1 maneuver'"
        )
        _refuse(unit, words, "tactical.3.5")
    for _ in range(count):
        if unit.status == DESTROYED or unit.token(HEAVY) >= TWO_HEAVIES:
            _refuse(unit, f"it was out of action before the last {level} damage", "tactical.2.6.10-overkill")
        light, heavy = counters_after(unit.token(LIGHT), unit.token(HEAVY), level)
        rest = {name: number for name, number in unit.tokens.items() if name not in (LIGHT, HEAVY)}
        unit.tokens = rest | {name: number for name, number in ((LIGHT, light), (HEAVY, heavy)) if number}


@heeds("tactical.3.5.1-movement", "tactical.3.5.1-fire-control", "tactical.3.5.1-auxiliary", "tactical.3.5.1-structure")
def _break(unit: Unit, name: str, count: int) -> None:
    """Points off a system, as many as it has; a compartment takes those in it along."""
    if name not in (known := harms_of(unit)):
        raise UnknownName(f"harm of the {unit.card.name}", name, known, "tactical.3.5.1")
    have = unit.harm.get(name, 0)
    if name == COMPARTMENT:
        if is_crewless(unit):
            _refuse(unit, "nobody of its crew is left in the compartment", "tactical.3.5.1-subtable-b")
        count = _crushed(unit)
        unit.crew_lost = min(unit.card.crew, unit.crew_lost + count)
    else:
        most, rule = _most(unit, name)
        if have + count > most:
            _refuse(unit, f"'{name}' cannot lose {count}, {max(0, most - have)} is left", rule)
    unit.harm = {**unit.harm, name: have + count}


def _most(unit: Unit, name: str) -> tuple[int, str]:
    """How much of a system there is to lose, and by which rule."""
    if name.startswith(MP):
        return unit.card.modes.get(name.removeprefix(MP), NO_SPEEDS).top, "tactical.3.5.1-movement"
    if name.startswith(AUX):
        return WRECKED, "tactical.3.5.1-auxiliary"
    if name.startswith(ACCURACY):
        return MOST_ACCURACY, "tactical.3.5.1-fire-control"
    if name == MANEUVER:
        return MOST_MANEUVER, "tactical.3.5.1-structure"
    once = name in AT_ONCE or name.startswith((LOST, GONE))
    return (1 if once else unit.card.modes.get(name.partition(":")[2], NO_SPEEDS).top), "tactical.3.5.1"


@heeds("tactical.2.3.4-rof", "tactical.4.2")
def _use(unit: Unit, weapon: str, count: int) -> None:
    """Rounds that were fired: those in the weapon, then those of the clips that were changed meanwhile."""
    mount = unit.mount(weapon)
    if mount is None:
        raise UnknownName(f"weapon of the {unit.card.name}", weapon, [each.id for each in unit.card.weapons])
    left = rounds_left(unit, mount)
    if left is None or mount.ammo is None:
        _refuse(unit, f"rounds of the {weapon} are not counted", "tactical.2.3.4-rof")
    have = left + mount.ammo * clips_left(unit, mount)
    if count > have:
        _refuse(unit, f"{count} rounds of the {weapon} cannot be fired, {have} are left", "tactical.2.3.4-rof")
    changed = max(0, -(-(count - left) // mount.ammo))
    clips = {f"clip:{weapon}": unit.used.get(f"clip:{weapon}", 0) + changed} if changed else {}
    unit.used = {**unit.used, weapon: unit.used.get(weapon, 0) + count, **clips}


# --- a unit as a campaign begins with it -----------------------------------------------------------------------------

STANDING_WORDS = {"harm": "harm", USED: "weapon with counted rounds", "tokens": "counter"}
STANDING = (ARMOR, CREW, TROOPERS, *STANDING_WORDS)
"""Fields of a unit that may be laid out for the beginning of a campaign; each is what it has lost by then."""


@heeds("tactical.4.2", "tactical.3.5.2", "tactical.3.5.1")
def refuse_standing(fresh: Unit, hurt: Mapping[str, Any]) -> None:
    """Wounds that were laid out for a unit are no more than it has. Raises BadInput with how much that is."""
    for name, said in hurt.items():
        if name not in STANDING:
            raise UnknownName("field of a unit in a campaign", str(name), STANDING, "tactical.4.2")
        if name == TROOPERS:
            _lay_troopers(fresh.clone(), said)
        elif name in (ARMOR, CREW):
            _refuse_more(fresh, name, said, fresh.card.armor if name == ARMOR else fresh.card.crew)
        elif not isinstance(said, Mapping):
            _refuse(fresh, f"'{name}' goes by name, as {{'power': 1}}, not {said!r:.60}", "tactical.4.2")
        else:
            for part, count in said.items():
                _refuse_more(fresh, str(part), count, _most_standing(fresh, name, str(part)))
    unit = fresh.clone()
    unit.used, unit.tokens = dict(hurt.get(USED, {})), dict(hurt.get("tokens", {}))
    for mount in unit.card.weapons:
        if (rounds_left(unit, mount) or 0) < 0 or clips_left(unit, mount) < 0:
            _refuse(
                unit, f"it has not as many rounds of the {mount.id} as it is said to have fired", "tactical.2.3.4-rof"
            )


def _most_standing(fresh: Unit, field: str, part: str) -> int:
    """How much of something a unit can have lost. Raises UnknownName for what it does not have."""
    mounts = [mount.id for mount in fresh.card.weapons if mount.ammo is not None]
    if field == USED:
        known: tuple[str, ...] = (*mounts, *(CLIP + name for name in mounts))
    elif field == "tokens":
        known = (LIGHT, HEAVY, *(SPARE + name for name in mounts))
    else:
        known = harms_of(fresh)
    if part not in known:
        raise UnknownName(f"{STANDING_WORDS[field]} of the {fresh.card.name}", part, known)
    if field == "harm":
        return fresh.card.crew if part == COMPARTMENT else _most(fresh, part)[0]
    return 1 if part in (LIGHT, HEAVY) else MOST_ROUNDS


def _refuse_more(unit: Unit, name: str, said: Any, most: int) -> None:
    if isinstance(said, bool) or not isinstance(said, int) or not 0 <= said <= most:
        _refuse(unit, f"{name:.40} is a whole number from 0 to {most}, not {said!r:.60}", "tactical.4.2")
