"""The units of a position: cards, ranks, tokens, damage, ammunition, speeds, who rides in what."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple, get_type_hints

import msgspec

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.sheets import Sheet, Table, check_numbers
from gearlock.systems.tactical.attacks.targets import WALKED
from gearlock.systems.tactical.attacks.weapons_in_use import CLIP, SPARE
from gearlock.systems.tactical.battles.generated import LEVELS, Groups, Post
from gearlock.systems.tactical.command import CALLING
from gearlock.systems.tactical.damage.condition import COMPARTMENT, FRAME, PACE_WORDS, actions_now, class_of, harms_of
from gearlock.systems.tactical.damage.resolving import HIDDEN_WHOLE, POSITIONS, position_token
from gearlock.systems.tactical.damage.structures import ground_of, is_in_squares, parts_of, piece_of, structures_on
from gearlock.systems.tactical.damage.systems_damage import SYSTEMS
from gearlock.systems.tactical.datacards import MODE_WORDS, Card, Speeds, actions_of, known_perks
from gearlock.systems.tactical.datacards import MODES as MOVEMENT_MODES
from gearlock.systems.tactical.deployment import first_inches
from gearlock.systems.tactical.infantry_cards import MOUNTS, PROTECTION, TROOPERS, Outfit, level_of, squad_card, unit_tv
from gearlock.systems.tactical.line_of_sight.terrain import terrain_under
from gearlock.systems.tactical.movement.climbing_and_ramming import covers_here
from gearlock.systems.tactical.movement.course import BOARDING, FAST, LEAVING, STUCK
from gearlock.systems.tactical.movement.ground import ARRIVED
from gearlock.systems.tactical.positions.names import read_mounts
from gearlock.systems.tactical.printed_scenarios.the_six import STEVENS, UPLOAD
from gearlock.systems.tactical.rounds.round import CALLED
from gearlock.systems.tactical.scenario_generator.missions import ESCAPED, OBJECT
from gearlock.systems.tactical.sensors.sensors import CANCELLED
from gearlock.systems.tactical.state import (
    ABOARD,
    ATTACKED,
    AUTOPILOT,
    BROKEN_DOWN,
    CLASSES,
    CLIMBING,
    COMBAT,
    COMMANDER,
    DESIGNATED,
    ECCM,
    ECCM_NEXT,
    ECM,
    ECM_NEXT,
    EVADING,
    FALLEN,
    FIELDED,
    HEAVY,
    HULL_DOWN,
    JAMMED,
    KEPT_SLOW,
    LEGENDARY,
    LIGHT,
    NEEDED,
    NO_EVASION,
    OBSERVED,
    POINT_USED,
    QUALIFIED,
    ROOKIE,
    SEARCHLIGHT,
    SEATS,
    SECOND,
    SENSED,
    SKIRMISH_SCALE,
    STATIONARY,
    STUNNED,
    TACTICAL_SCALE,
    TINY,
    TOP,
    TOWED,
    TOWING,
    State,
    Unit,
)
from gearlock.systems.tactical.switches import (
    ACTIVE_SENSORS,
    AMMO_CHECKED,
    CALLED_SHOTS,
    CIVILIANS,
    DUD,
    ELECTRONIC_WARFARE,
    FAULTY,
    FLEEING,
    HATES,
    HERO_TOKEN,
    HULL_DOWN_POSITIONS,
    INDIRECT_FIRE,
    LEFTOVER,
    LINKED,
    LOVES,
    REROLLED,
    TOGETHER,
)
from gearlock.systems.tactical.toy_battles.toys import DAZED, HANGING, LOST, PRONE, is_toy_battle
from gearlock.systems.tactical.transports import refuse_seats
from gearlock.systems.tactical.unit_files import all_cards
from gearlock.systems.tactical.victory_points import ARRIVES, CLIP_DUE
from gearlock.systems.tactical.weapons import all_arms
from gearlock.table.measure import INCH

# --- The units of a position: their cards, changed or not, crew levels and ranks

POST_KEYS = ("id", "model", "stats", "level", "rank", "group", "tv")
FIXED = ("id", "name", "family", "faction", "lines", "note", "provenance", "reasons", "status", "reason", "squad")
CHANGEABLE = tuple(name for name in Card.__struct_fields__ if name not in FIXED)
"""What `stats` may change of a card."""
SQUAD = "squad"
"""What `stats` may say of infantry besides: its outfit."""
LARGEST = 9_999


class Company(NamedTuple):
    """Both sides of a position as a set-up takes them."""

    forces: dict[str, Groups]
    cards: dict[str, Card]


class _Member(NamedTuple):
    seat: str
    number: int
    group: int
    post: Post
    card: Card


def read_company(sheet: Sheet) -> Company:
    """All units of a position; combat groups are numbered from 1 and members of one stand together."""
    found = [member for table in sheet.tables("model") if (member := _member(sheet, table)) is not None]
    numbers = {seat: sorted(each.number for each in found if each.seat == seat) for seat in SEATS}
    if len(found) == len(sheet.tables("model")):
        check_numbers(sheet, numbers)
    forces: dict[str, Groups] = {}
    for seat in SEATS:
        side = sorted((each for each in found if each.seat == seat), key=lambda each: each.number)
        last = max((each.group for each in side), default=0)
        forces[seat] = tuple(tuple(each.post for each in side if each.group == at) for at in range(1, last + 1))
        if [each.group for each in side] != sorted(each.group for each in side):
            sheet.wrong(sheet.head, "model", f"number the units of {seat} by their combat groups")
    return Company(forces, {each.card.id: each.card for each in found})


def _member(sheet: Sheet, table: Table) -> _Member | None:
    named = re.fullmatch(r"(red|blue)-([1-9][0-9]{0,2})", str(table.keys.get("id", "")))
    if named is None:
        sheet.wrong(table, "id", "'id' must be red-1, red-2 ... or blue-1, blue-2 ...")
    card = _card(sheet, table)
    level, group = _level(sheet, table, card), sheet.whole(table, "group", 1, 1, 99)
    rank = sheet.word(table, "rank", "", (COMMANDER, SECOND))
    if card is None or named is None:
        return None
    if level == LEGENDARY and not card.is_infantry:
        sheet.wrong(table, "level", "only infantry is Legendary: crews have levels 1 to 4")
        return None
    price = sheet.whole(table, "tv", unit_tv(card, level), 0, 999_999)
    return _Member(named[1], int(named[2]), group, Post(card.id, level, rank, price), card)


@heeds("tactical.2.5")
def _level(sheet: Sheet, table: Table, card: Card | None) -> int:
    """The crew level by its number or its name; where nothing is said the one that the unit comes with."""
    usual = QUALIFIED if card is None else level_of(card)
    if isinstance(table.keys.get("level"), str):
        return LEVELS.get(sheet.word(table, "level", known=tuple(LEVELS)), usual)
    return sheet.whole(table, "level", usual, ROOKIE, LEGENDARY)


def _card(sheet: Sheet, table: Table) -> Card | None:
    """The card by its name, with the entries that `stats` changes; then it has an id of its own."""
    known, said = all_cards(), table.keys.get("stats", {})
    card = known.get(sheet.word(table, "model"))
    if card is None:
        sheet.wrong(table, "model", str(UnknownName("model", sheet.word(table, "model"), known)))
    elif not isinstance(said, Mapping):
        sheet.wrong(table, "stats", "'stats' is a table of the entries that differ: { armor = 18 }")
    elif said:
        return _changed(sheet, table, card, said)
    return card


def _changed(sheet: Sheet, table: Table, card: Card, said: Mapping[str, object]) -> Card:
    """A card with other entries: modes as { W = [4, 7] }, weapons as a list of codes, each with its arc: "LAC F"."""
    types, before = get_type_hints(Card), len(sheet.findings)
    changes: dict[str, object] = {}
    if card.squad is not None and SQUAD in said:
        card, said = _outfitted(sheet, table, card, said[SQUAD]), {k: v for k, v in said.items() if k != SQUAD}
    for key, value in said.items():
        if key not in CHANGEABLE:
            sheet.wrong(table, "stats", str(UnknownName("entry of a card", key, CHANGEABLE)))
        elif key == "weapons" and card.squad is not None:
            sheet.wrong(table, "stats", "the weapons of a squad are said man by man: squad = { weapons = [ ... ] }")
        elif key == "weapons" and isinstance(value, list):
            changes[key] = tuple(read_mounts(sheet, table, value))
        elif key == "modes":
            rows = sheet.value(table, "stats", dict[str, tuple[int, int]], value, True) or {}
            changes[key] = {mode: Speeds(*speeds) for mode, speeds in rows.items()}
        else:
            changes[key] = sheet.value(table, "stats", types[key], value, True)
    _check_names(sheet, table, said)
    _follow(said, changes)
    if any(isinstance(value, int) and abs(value) > LARGEST for value in changes.values()):
        sheet.wrong(table, "stats", f"no number of a card is above {LARGEST}")
    if len(sheet.findings) > before:
        return card
    return msgspec.structs.replace(card, id=f"{card.id}/{table.keys.get('id')}", **changes)


@heeds("tactical.3.6.1", "tactical.3.6.6")
def _outfitted(sheet: Sheet, table: Table, card: Card, said: object) -> Card:
    """A squad with another outfit: { armor = "heavy flak", mount = "atv", weapons = ["7mm Rifle"], leader = 1 }."""
    now, arms, types = card.squad, all_arms(), get_type_hints(Outfit)
    assert now is not None, "only squads are asked about"
    if not isinstance(said, Mapping):
        sheet.wrong(table, "stats", "'squad' is a table: { armor = \"heavy flak\" }")
        return card
    found: dict[str, Any] = {
        "weapons": now.carried, "armor": now.armor, "mount": now.mount, "night_vision": now.night_vision,
        "leader": now.leader,
    }  # fmt: skip
    known, before = {"armor": PROTECTION, "mount": ("", *MOUNTS)}, len(sheet.findings)
    for key, value in said.items():
        if key not in found:
            sheet.wrong(table, "stats", str(UnknownName("entry of a squad", str(key), found)))
            continue
        found[key] = sheet.value(table, "stats", types[key], value)
        if key in known and found[key] is not None and found[key] not in known[key]:
            sheet.wrong(table, "stats", str(UnknownName(key, found[key], filter(None, known[key]))))
    for name in found["weapons"] or ():
        if name not in arms.infantry:
            sheet.wrong(table, "stats", str(UnknownName("infantry weapon", name, arms.infantry)))
    if len(sheet.findings) == before and not 1 <= len(found["weapons"]) <= TROOPERS:
        sheet.wrong(table, "stats", f"a squad has 1 to {TROOPERS} troopers, each with a weapon")
    if len(sheet.findings) == before and not 1 <= found["leader"] <= len(found["weapons"]):
        sheet.wrong(table, "stats", "the leader is one of the troopers, numbered from 1")
    if len(sheet.findings) > before:
        return card
    built = squad_card(card.id, Outfit(card.name, card.faction, quality=now.quality, **found), arms)
    return msgspec.structs.replace(built, family=card.family)


def _check_names(sheet: Sheet, table: Table, said: Mapping[str, object]) -> None:
    """Perks, flaws and movement systems are those of the book."""
    for column, is_flaw in (("perks", False), ("flaws", True)):
        names = said.get(column)
        known = [name for name, perk in known_perks().items() if perk.flaw == is_flaw]
        for name in names if isinstance(names, Mapping) else ():
            if name not in known:
                sheet.wrong(table, "stats", str(UnknownName(column.removesuffix("s"), str(name), known)))
    modes = said.get("modes")
    for mode in modes if isinstance(modes, Mapping) else ():
        if mode not in MOVEMENT_MODES:
            sheet.wrong(table, "stats", str(UnknownName("movement system", str(mode), MOVEMENT_MODES)))


@heeds("tactical.2.3.4-crew", "tactical.7.2")
def _follow(said: Mapping[str, object], changes: dict[str, object]) -> None:
    """What follows from what was said where nothing else is: Actions from the crew, AUX from the perks."""
    crew, perks = changes.get("crew"), changes.get("perks")
    if isinstance(crew, int) and "actions" not in said:
        changes["actions"] = actions_of(crew)
    if isinstance(perks, Mapping) and "aux" not in said:
        changes["aux"] = tuple(name for name in perks if name in known_perks() and known_perks()[name].aux)


# --- 7.2: who of a position rides in which vehicle: `carrier` says it, and the squad is aboard


def get_in(sheet: Sheet, state: State, table: Table, unit: Unit, said: dict[str, Any]) -> None:
    """Who has a carrier is aboard it, if that is a vehicle of its own side; who is aboard says of what."""
    carrier = state.units.get(str(said.get("carrier", "")))
    if carrier is None:
        if said.get("status") == ABOARD:
            sheet.wrong(table, "status", 'who is aboard says of what: carrier = "red-1"')
    elif not unit.is_infantry or carrier.is_infantry or carrier.seat != unit.seat:
        sheet.wrong(table, "carrier", "squads ride in vehicles of their own side, and nobody else does")
    elif said.setdefault("status", ABOARD) != ABOARD:
        sheet.wrong(table, "status", f"who rides is '{ABOARD}', and not '{said['status']}'")


@heeds("tactical.7.2-passengers")
def sit_down(sheet: Sheet, state: State) -> None:
    """Everybody aboard is where its vehicle is; there is a seat for each man."""
    tables = {str(table.keys.get("id")): table for table in sheet.tables("model")}
    aboard = [unit for unit in state.units.values() if unit.status == ABOARD and unit.carrier in state.units]
    for unit in aboard:
        unit.status = FIELDED
    for unit in aboard:
        carrier = state.units[unit.carrier]
        refusal = refuse_seats(state, carrier, unit)
        if refusal is not None:
            sheet.wrong(tables[unit.id], "carrier", refusal.message)
        unit.status, unit.x, unit.y, unit.z = ABOARD, carrier.x, carrier.y, carrier.z


# --- Tokens, damage, ammunition and structures of a position: held to the names that the rules read

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


# --- What a position says of how fast units go and what they declared, and what follows where it says no more

PACES: Final = {**{pace: pace for pace in CLASSES}, **{words.lower(): pace for pace, words in PACE_WORDS.items()}}
"""Classes of speed as the game tells them: "Top Speed" is top."""
MODES: Final = {words.lower(): mode for mode, words in MODE_WORDS.items()}
"""Movement systems as the game tells them: "Ground" is G."""
LEAST: Final = 100
"""Thousandths of an inch: who gives fewer has counted in inches."""


def check_speeds(sheet: Sheet, table: Table, unit: Unit, found: dict[str, Any]) -> None:
    """Speeds and movement systems in the words of the game, and inches in thousandths."""
    known: dict[str, tuple[str, ...]] = {
        "went": CLASSES, "speed": (COMBAT, TOP, STATIONARY), "next_speed": ("", COMBAT, TOP),
        "mode": tuple(unit.card.modes) or ("",),
    }  # fmt: skip
    for key, words in known.items():
        if key not in found:
            continue
        found[key] = (MODES if key == "mode" else PACES).get(found[key].lower(), found[key])
        if found[key] not in words:
            sheet.wrong(table, key, str(UnknownName(key, str(found[key]), filter(None, words))))
    check_inches(sheet, table, "moved", found)


def check_inches(sheet: Sheet, table: Table, key: str, said: Mapping[str, Any], within: str = "") -> None:
    """A length that was hardly meant: so few thousandths of an inch nobody goes."""
    mils = said.get(key, 0)
    if isinstance(mils, int) and 0 < mils < LEAST:
        sheet.wrong(table, within or key, f"'{key}' counts in thousandths: for {mils} write {mils * INCH}")


def follow_up(state: State, unit: Unit, said: Mapping[str, Any], found: dict[str, Any]) -> None:
    """What follows from what was said of a unit; `said` is the unit's own table, `found` what it is given."""
    now = unit.clone()
    for name, value in found.items():
        setattr(now, name, value)
    _declared(now, said, found)
    _gone(state, now, said, found)


@heeds("tactical.2.6.2-step1", "tactical.2.6.3", "tactical.2.6.9")
def _declared(now: Unit, said: Mapping[str, Any], found: dict[str, Any]) -> None:
    """Extra Actions that were declared are there; who evades has none."""
    if "actions" not in said and (now.extra or now.token(EVADING)):
        found["actions"] = 0 if now.token(EVADING) else actions_now(now) + now.extra


@heeds("tactical.2.6.2-first-round-speed", "tactical.2.6.7-target-speed", "tactical.2.6.7-attacker-movement")
def _gone(state: State, now: Unit, said: Mapping[str, Any], found: dict[str, Any]) -> None:
    """How fast who went so far went; and how far who declared a speed counts as having gone in the first round.

    Who is said to stand has gone nowhere. Where both are said, both are so.
    """
    speed = found.get("speed", "")
    if speed == STATIONARY:
        found["speed"] = now.speed = COMBAT
    is_first = state.round == 1 and not now.done and not now.has_moved and now.is_fielded
    declares = speed in (COMBAT, TOP) and is_first and not {"moved", "went"} & said.keys()
    if "went" not in said and (declares or speed in (TOP, STATIONARY)):
        found["went"] = speed
    elif "went" not in said and "moved" in said:
        found["went"] = class_of(now, now.moved, now.mode)
    if declares:
        found["moved"] = first_inches(state, now, speed, terrain_under(state, now)) * INCH
