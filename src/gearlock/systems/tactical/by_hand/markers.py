"""Tokens, damage, ammunition and structures of a position: held to the names that the rules read."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.sheets import Sheet, Table
from gearlock.systems.tactical.attacks.ammunition import CLIP, SPARE
from gearlock.systems.tactical.attacks.walking import WALKED
from gearlock.systems.tactical.command.events import CALLING
from gearlock.systems.tactical.damage.condition import COMPARTMENT, FRAME, harms_of
from gearlock.systems.tactical.damage.hull_down import HIDDEN_WHOLE, POSITIONS, position_token
from gearlock.systems.tactical.damage.parts import is_in_squares, parts_of, piece_of
from gearlock.systems.tactical.damage.structures import ground_of, structures_on
from gearlock.systems.tactical.damage.systems import SYSTEMS
from gearlock.systems.tactical.missions.condition import ESCAPED
from gearlock.systems.tactical.missions.things import OBJECT
from gearlock.systems.tactical.movement.cliffs import ARRIVED
from gearlock.systems.tactical.movement.events import BOARDING, FAST, LEAVING, STUCK
from gearlock.systems.tactical.movement.hull_down import covers_here
from gearlock.systems.tactical.plots import (
    AMMO_CHECKED,
    CIVILIANS,
    DUD,
    FAULTY,
    FLEEING,
    HATES,
    HERO_TOKEN,
    LEFTOVER,
    LINKED,
    LOVES,
    REROLLED,
    TOGETHER,
)
from gearlock.systems.tactical.rounds.events import CALLED
from gearlock.systems.tactical.scenarios.chits import UPLOAD
from gearlock.systems.tactical.scenarios.last_stand import STEVENS
from gearlock.systems.tactical.sensors.events import CANCELLED
from gearlock.systems.tactical.state import (
    ATTACKED,
    AUTOPILOT,
    BROKEN_DOWN,
    CLASSES,
    CLIMBING,
    DESIGNATED,
    ECCM,
    ECCM_NEXT,
    ECM,
    ECM_NEXT,
    EVADING,
    FALLEN,
    HEAVY,
    HULL_DOWN,
    JAMMED,
    KEPT_SLOW,
    LIGHT,
    NEEDED,
    NO_EVASION,
    OBSERVED,
    POINT_USED,
    SEARCHLIGHT,
    SEATS,
    SENSED,
    SKIRMISH_SCALE,
    STUNNED,
    TACTICAL_SCALE,
    TINY,
    TOWED,
    TOWING,
    State,
    Unit,
)
from gearlock.systems.tactical.switches import (
    ACTIVE_SENSORS,
    CALLED_SHOTS,
    ELECTRONIC_WARFARE,
    HULL_DOWN_POSITIONS,
    INDIRECT_FIRE,
)
from gearlock.systems.tactical.toy.toys import DAZED, HANGING, LOST, PRONE, is_toy_battle
from gearlock.systems.tactical.victory_points.events import ARRIVES, CLIP_DUE

MANY: Final = 99
UNIT, SEAT, MOUNT, TERRAIN, ATTACKER, THING = "UNIT", "SEAT", "WEAPON", "TERRAIN", "SEAT:GROUP:UNIT", "NAME:SYSTEM"


class Token(NamedTuple):
    """How many of a token may lie on a unit, and what is named behind its colon, if it has one."""

    most: int = 1
    behind: str = ""


TOKENS: Final[Mapping[str, Token]] = {
    EVADING: Token(), FALLEN: Token(), LIGHT: Token(), HEAVY: Token(), STUNNED: Token(MANY), POINT_USED: Token(),
    CLIMBING: Token(ARRIVED), HULL_DOWN: Token(HIDDEN_WHOLE), position_token(""): Token(HIDDEN_WHOLE, TERRAIN),
    SEARCHLIGHT: Token(), AUTOPILOT: Token(), BROKEN_DOWN: Token(MANY), STUCK: Token(MANY), FAST: Token(),
    ECM: Token(MANY), ECCM: Token(MANY), ECM_NEXT: Token(MANY), ECCM_NEXT: Token(MANY), CANCELLED: Token(),
    f"{OBSERVED}:": Token(1, UNIT), f"{SENSED}:": Token(1, UNIT), f"{DESIGNATED}:": Token(1, SEAT),
    f"{ATTACKED}:": Token(MANY, ATTACKER), f"{TINY}:": Token(1, THING), CALLED: Token(2), CALLING: Token(),
    f"{TOWING}:": Token(len(CLASSES) - 1, UNIT), f"{TOWED}:": Token(1, UNIT),
    f"{BOARDING}:": Token(MANY, UNIT), f"{LEAVING}:": Token(MANY, UNIT),
    f"{JAMMED}:": Token(1, MOUNT), SPARE: Token(MANY, MOUNT), CLIP_DUE: Token(MANY, MOUNT),
    HERO_TOKEN: Token(), REROLLED: Token(), LEFTOVER: Token(), AMMO_CHECKED: Token(), DUD: Token(),
    FLEEING: Token(), FAULTY: Token(), CIVILIANS: Token(), LOVES: Token(1, UNIT), HATES: Token(1, UNIT),
    LINKED: Token(1, UNIT), TOGETHER: Token(1, UNIT), f"{OBJECT}:": Token(1, SEAT), ESCAPED: Token(),
    ARRIVES: Token(MANY), NEEDED: Token(), NO_EVASION: Token(), KEPT_SLOW: Token(), STEVENS: Token(),
    UPLOAD: Token(MANY),
}  # fmt: skip
"""Every token that a battle reads."""
TOY_TOKENS: Final[Mapping[str, Token]] = {
    PRONE: Token(), DAZED: Token(), CLIMBING: Token(HANGING), f"{LOST}:": Token(1, MOUNT),
}  # fmt: skip
MODULE_OF: Final = {
    HULL_DOWN: HULL_DOWN_POSITIONS,
    **dict.fromkeys((ECM, ECCM, ECM_NEXT, ECCM_NEXT, CANCELLED), ELECTRONIC_WARFARE),
    OBSERVED: INDIRECT_FIRE,
    SENSED: ACTIVE_SENSORS,
    TINY: CALLED_SHOTS,
}
"""Tokens that mean nothing without the module that brings them, by what stands before the colon."""
BOTH_WAYS: Final = {f"{TOWING}:": f"{TOWED}:", LINKED: LINKED}
"""Tokens that lie on both of two units: what the other one gets."""
AFTER_BATTLES: Final = (COMPARTMENT, FRAME)
"""Damage that only repairs after a battle ask about."""
ARC: Final = "arc:"
QUARTERS: Final = 4


def names_of(tokens: Mapping[str, Token]) -> list[str]:
    """The tokens as they are written, with what is named behind a colon in capitals."""
    return [f"{name}{token.behind}" for name, token in tokens.items()]


def check_markers(sheet: Sheet, state: State, table: Table, unit: Unit, said: Mapping[str, Any]) -> None:
    """Everything a position says of a unit's tokens, damage, ammunition and shots names what there is."""
    _check_tokens(sheet, state, table, unit, said.get("tokens", {}))
    harms = () if is_toy_battle(state) else [name for name in harms_of(unit) if name not in AFTER_BATTLES]
    _check_each(sheet, table, "harm", f"damage of the {unit.name}", said.get("harm", {}), harms)
    mounts = [mount.id for mount in unit.card.weapons]
    used = [f"{before}{mount}" for before in ("", CLIP, ARC) for mount in mounts]
    _check_each(sheet, table, "used", f"ammunition of the {unit.name}", said.get("used", {}), used)
    if any(name.startswith(ARC) and count >= QUARTERS for name, count in said.get("used", {}).items()):
        sheet.wrong(table, "used", f"'{ARC}' is where a turret fired last: 0 ahead, 1 left, 2 back, 3 right")
    for shot in said.get("fired", ()):
        weapon, colon, target = shot.removesuffix(f":{WALKED}").rpartition(":")
        if not colon:
            words = 'write the weapon and its target, as "LAC:blue-1"; without a target it went at the ground'
            sheet.wrong(table, "fired", f"'{shot}': {words}")
            continue
        _check_each(sheet, table, "fired", "weapon before the target of a shot", [weapon], mounts)
        _check_each(sheet, table, "fired", "unit behind the weapon of a shot", [target], ("", *state.units))
    for burn in said.get("burns", ()):
        _check_each(sheet, table, "burns", "unit", [burn.by], ("", *state.units))


def _check_each(
    sheet: Sheet, table: Table, key: str, what: str, names: Collection[str], known: Collection[str]
) -> None:
    for name in names:
        if name not in known:
            sheet.wrong(table, key, str(UnknownName(what, name, known)))


def _check_tokens(sheet: Sheet, state: State, table: Table, unit: Unit, said: Mapping[str, int]) -> None:
    """Tokens of this kind of battle, no more of one than can lie there, behind a colon what there is."""
    tokens = TOY_TOKENS if is_toy_battle(state) else TOKENS
    for name, count in said.items():
        kind, colon, rest = name.partition(":")
        token = tokens.get(kind + colon)
        if token is None:
            sheet.wrong(table, "tokens", str(UnknownName("token", name, names_of(tokens))))
        elif count > token.most:
            most = "only once" if token.most == 1 else f"from 1 to {token.most}"
            sheet.wrong(table, "tokens", f"the token '{name}' is counted {most}, not {count}")
        elif token.behind == THING:
            _check_each(sheet, table, "tokens", "system", [rest.partition(":")[2]], SYSTEMS)
        elif token.behind:
            known = list(_names_behind(state, unit, token.behind))
            _check_each(sheet, table, "tokens", f"'{kind}:'", [rest], known)


def _names_behind(state: State, unit: Unit, behind: str) -> Iterator[str]:
    """What can stand behind the colon of a token of a unit."""
    others = [other for other in state.units.values() if other.id != unit.id]
    if behind == UNIT:
        yield from (other.id for other in others)
    elif behind == SEAT:
        yield from SEATS
    elif behind == TERRAIN:
        yield from POSITIONS
    elif behind == MOUNT:
        yield from (mount.id for mount in unit.card.weapons)
    elif behind == ATTACKER:
        yield from (f"{other.seat}:{other.group}:{other.id}" for other in others)


@heeds("tactical.3.2.4", "tactical.3.2.4-table", "tactical.3.2.4-effects")
def dig_in(sheet: Sheet, state: State, table: Table, unit: Unit, said: dict[str, Any]) -> None:
    """Who is hull-down is so in something: what is said, or what there is where it stands. Squads never are."""
    tokens: dict[str, int] = said.get("tokens", {})
    named = [terrain for terrain in POSITIONS if tokens.get(position_token(terrain))]
    if not tokens.get(HULL_DOWN) and not named:
        return
    if unit.is_infantry:
        sheet.wrong(table, "tokens", "squads take no hull-down position: they are always in cover (3.2.4)")
        return
    here = named or covers_here(state, unit)
    if len(here) != 1 and not (here and not named):
        words = ", ".join(position_token(terrain) for terrain in POSITIONS)
        sheet.wrong(table, "tokens", f"say what it is hull-down in, one of {words}: here is no cover")
        return
    token = position_token(here[0])
    said["tokens"] = {HULL_DOWN: tokens.get(token, 1), **tokens, token: 1}


@heeds("tactical.3.1")
def check_modules(sheet: Sheet, state: State, said: Iterable[tuple[Table, Mapping[str, Any]]]) -> None:
    """Tokens of modules that this battle is played without."""
    for table, found in said:
        for name in [name for name, count in found.get("tokens", {}).items() if count]:
            module = MODULE_OF.get(name.partition(":")[0])
            if module is not None and not state.switch(module):
                words = f"the token '{name}' does nothing without its module: modules = [\"{module}\"]"
                sheet.wrong(table, "tokens", words)
        if found.get("tokens", {}).get(CALLING) and (found.get("done") or found["tokens"].get(CALLED)):
            sheet.wrong(table, "tokens", f"who was activated before is '{CALLED}', and not '{CALLING}'")


def tie(state: State) -> None:
    """What lies on both of two units lies on the other one as well."""
    for unit in state.units.values():
        for name in list(unit.tokens):
            for mine, others in BOTH_WAYS.items():
                other = state.units.get(name.removeprefix(mine)) if name.startswith(mine) else None
                if other is not None:
                    other.tokens.setdefault(f"{others}{unit.id}", 1)


@heeds("tactical.3.2.5")
def lay_parts(sheet: Sheet, state: State, scale: str) -> None:
    """What structures have taken, by parts that there are, and the ground that this leaves.

    "bridge:2" is the third inch of a bridge, "town:12:7" a square inch.
    """
    said = sheet.head.keys.get("structures")
    if not isinstance(said, Mapping) or scale not in (TACTICAL_SCALE, SKIRMISH_SCALE):
        return
    pieces = structures_on(state.ground, scale)
    parts = [part for piece in pieces if not is_in_squares(piece) for part, _ in parts_of(piece)]
    squares = [f"{piece.id}:X:Y" for piece in pieces if is_in_squares(piece)]
    known = {str(part): part in parts or _is_square(state, str(part)) for part in said}
    for part in [part for part, is_there in known.items() if not is_there]:
        sheet.wrong(sheet.head, "structures", str(UnknownName("part of a structure", part, [*parts, *squares])))
    if all(known.values()) and all(isinstance(count, int) for count in said.values()):
        state.scale, state.structures = scale, dict(said)
        state.ground = ground_of(state.ground, state)


def _is_square(state: State, part: str) -> bool:
    """Whether this is a square inch of a town or of a road that winds."""
    piece, (*_, column, row) = piece_of(state.ground, part), ("", "", *part.split(":"))
    if piece is None or not is_in_squares(piece) or not (column.isdecimal() and row.isdecimal()):
        return False
    return part == f"{piece.id}:{int(column)}:{int(row)}"
