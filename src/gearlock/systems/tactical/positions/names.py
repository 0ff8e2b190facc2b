"""What a position may name: purposes of rolls, weapon rows, modules, switches, zones."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

import msgspec

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.sheets import Sheet, Table
from gearlock.systems.tactical.battles.generated import FAIR, read_modules
from gearlock.systems.tactical.battles.toys import LENGTHS
from gearlock.systems.tactical.damage.systems_damage import LOCATION, WHO
from gearlock.systems.tactical.datacards import Mount
from gearlock.systems.tactical.deployment import DROP, FACES, PLACES_ALL_FIRST
from gearlock.systems.tactical.dice_tests import ACTIVE_SENSORS, ASIDE, FIRE_CONTROL
from gearlock.systems.tactical.fires import GRASS, OIL, WIND
from gearlock.systems.tactical.infantry import LOCATION as TROOPER
from gearlock.systems.tactical.line_of_sight.seeing import ARCS
from gearlock.systems.tactical.movement.ground import KEPT
from gearlock.systems.tactical.printed_scenarios.in_play import DIG_IN, LATE
from gearlock.systems.tactical.printed_scenarios.the_six import (
    ACROSS,
    ALONE,
    BEGAN,
    BEGIN_HULL_DOWN,
    CAME,
    FIRST_LOSS,
    FORFEIT,
    MAP_DRAWN,
    PLANTED,
    ROLLING,
)
from gearlock.systems.tactical.rounds.round import STEP_FOUR
from gearlock.systems.tactical.scenario_generator.missions import DELIVERED, GONE, LEAVING, OBJECT, PARTS, PLACE
from gearlock.systems.tactical.scenario_generator.priorities import AXES, EDGES_GIVEN
from gearlock.systems.tactical.scenario_generator.tables import COLUMNS, known_values, names, subplots
from gearlock.systems.tactical.scenario_generator.tables import LOCATION as BATTLE_LOCATION
from gearlock.systems.tactical.sensors.sensors import SYSTEMS
from gearlock.systems.tactical.state import SEATS, State
from gearlock.systems.tactical.subplots.orders_and_events import ROUND_OF
from gearlock.systems.tactical.subplots.personal import RALLY
from gearlock.systems.tactical.support.buying import BOUGHT, MISSED
from gearlock.systems.tactical.support_assets import AIR, ARTILLERY, BARRED, COVER, REINFORCEMENTS, SUPPORT
from gearlock.systems.tactical.switches import (
    BASELINE,
    COLD,
    COLLAPSE,
    FRIENDLY_FIRE,
    HEAT,
    MODULES,
    READINGS,
    TEMPERATURE,
    TIME,
    TIMES,
    TURNED,
    WEATHER,
    WEATHERS,
)
from gearlock.systems.tactical.toy_battles.moving import COIN
from gearlock.systems.tactical.toy_battles.toys import LENGTH, RUNNERS, is_toy_battle
from gearlock.systems.tactical.toy_battles.toys import PLACE as TOY_PLACE
from gearlock.systems.tactical.victory_points import (
    BEFORE,
    CALLED_IN,
    EARNED,
    PAID_FOR,
    POOL,
    SETTLED,
    SPENT,
    TAKEN,
    WHOLE_BATTLE,
)
from gearlock.systems.tactical.weapons import COUNTED as COUNTED_WEAPONS
from gearlock.systems.tactical.weapons import TRAITS, USER, Weapon, all_arms
from gearlock.table.measure import INCH

# --- What dice are thrown for in the chapters, so that a position can lay them out by name

PURPOSES = (
    "attack", "defense", "Tactics", "Initiative", "hard turn", "crash", "ram", "scatter", "designation",
    "communication", "punch", "kick", "weapon", "throw", "deviation", "climbing", "falling", "off-road",
    "rounds stuck", "minefield",
    LOCATION, "Subtable A", "Subtable B", "ammunition and fuel", "auxiliary systems", WHO,
    "crew or passengers", "passengers hit", TROOPER, "keeping its feet", "hull-down cover",
    "load on the bridge", "does the next section hold", "crossing a fire", "wind", "smoke of a fire",
    "active sensors", *SYSTEMS.values(), f"defective {ACTIVE_SENSORS}", f"defective {FIRE_CONTROL}",
    "extreme temperature", "rounds of breakdown", *PARTS, "subplot list", "subplot", OBJECT, PLACE, "first bid",
    "who sets up the field", "time limit", "corrupted supplies", "hero", "old ammunition", "damaged system",
    "who is in love", "who is loved",
    "tempest", "leftover ammunition", "phantom echoes", COIN, "who is a coward", RALLY, "who hates", "who is hated",
    "malfunctions", "where the civilians go", "who breaks in", "whom the plane is over", "way of the plane",
    "inches that fall in", f"round of the {COLLAPSE}",
    f"round of the {FRIENDLY_FIRE}",
    "call for artillery", "barrage", "direction of the barrage", "attack from the air", "target of the aircraft",
    "interception", "air defense", "ECM cover", "ECCM cover", "does the Mammoth come", "does the late squadron come",
)  # fmt: skip


# --- Weapon rows of a position: a code of the lists, how it is mounted, and figures of its own

MOST_DIGITS: Final = 4
FIGURES: Final = {"damage": "dm", "accuracy": "accuracy", "rof": "rof", "base": "base"}
"""Figures of a weapon by their columns in the lists; the base range is in inches."""
SPECIALS: Final = {name.lower().replace(" ", "-"): name for name in TRAITS}
"""What may be special about a weapon, as one word."""
NONE: Final = "none"
REASON: Final = "laid out by hand"


def read_mounts(sheet: Sheet, table: Table, rows: list[object]) -> list[Mount]:
    """Weapon rows: a code of the lists, and perhaps an arc, rounds, links and other figures.

    "LAC F 60 link=A", "LAC F clips=1", "HGL F damage=30 area-effect=1".
    """
    arms = {**all_arms().vehicle, **all_arms().infantry}
    found: list[Mount] = []
    for row in map(str, rows):
        code = next((name for name in sorted(arms, key=len, reverse=True) if f"{row} ".startswith(f"{name} ")), "")
        if not code:
            sheet.wrong(table, "stats", str(UnknownName("weapon", row, arms)))
            continue
        same = sum(mount.weapon.id == code for mount in found)
        mount = Mount(code if not same else f"{code} {same + 1}", arms[code])
        for word in row[len(code) :].split():
            mount = _with_word(sheet, table, mount, word)
        found.append(mount)
    return found


def _with_word(sheet: Sheet, table: Table, mount: Mount, word: str) -> Mount:
    """A weapon row with one word more behind it."""
    name, _, value = word.partition("=")
    if word in ARCS:
        return msgspec.structs.replace(mount, arc=word)
    if word.isdecimal() and len(word) <= MOST_DIGITS:
        return msgspec.structs.replace(mount, ammo=int(word))
    if name == "link" and value:
        return msgspec.structs.replace(mount, link=value)
    if name == "clips" and value.isdecimal() and len(value) <= MOST_DIGITS:
        return msgspec.structs.replace(mount, clips=int(value))
    weapon = with_figure(mount.weapon, name, value)
    if weapon is not None:
        return msgspec.structs.replace(mount, weapon=weapon)
    message = (
        f"'{word[:20]}' behind the {mount.id}: write its arc ({', '.join(ARCS)}), its rounds, link=NAME, clips=NUMBER, "
        f"or a figure of its own ({', '.join(f'{key}=NUMBER' for key in FIGURES)}, {', '.join(SPECIALS)})"
    )
    sheet.wrong(table, "stats", message)
    return mount


def with_figure(weapon: Weapon, name: str, value: str) -> Weapon | None:
    """A weapon with another figure, or something special about it or no longer; None for what no weapon has."""
    number = int(value) if re.fullmatch(r"[+-]?[0-9]{1,4}", value) else None
    changed: dict[str, object] = {}
    if name in FIGURES and number is not None and (number >= 0 or name == "accuracy"):
        changed[FIGURES[name]] = number * INCH if name == "base" else number
    elif name in SPECIALS and value == NONE:
        changed["traits"] = {trait: count for trait, count in weapon.traits.items() if trait != SPECIALS[name]}
    elif name in SPECIALS and (number is not None and number >= 0 if SPECIALS[name] in COUNTED_WEAPONS else not value):
        changed["traits"] = {**weapon.traits, SPECIALS[name]: number or 0}
    else:
        return None
    return msgspec.structs.replace(weapon, mark=USER, reason=REASON, **changed)


# --- What the head of a position may name: modules, switches with their words, what is counted, zones and home edges

YES: Final = ("yes", "no", "")
SEAT, UNIT, NUMBER, SYSTEM, PLOT = "SEAT", "UNIT", "NUMBER", "SYSTEM", "SUBPLOT"
"""What may stand for these words in the names below."""
SWITCHES: Final[dict[str, Collection[str]]] = {
    **dict.fromkeys((*MODULES, *READINGS), YES),
    TIME: TIMES,
    WEATHER: (FAIR, *WEATHERS),
    TEMPERATURE: (COLD, HEAT),
    "last winner": SEATS,
    "axis": tuple(AXES),
    BATTLE_LOCATION: names("location", "name"),
    "after deployment": ("round", DIG_IN),
    **dict.fromkeys((PLACES_ALL_FIRST, BEGIN_HULL_DOWN), SEATS),
    **dict.fromkeys((LEAVING, EDGES_GIVEN, MAP_DRAWN, GRASS, OIL, WHOLE_BATTLE), YES),
    **{f"{BARRED}{whom}": (AIR, ARTILLERY, REINFORCEMENTS) for whom in (*SEATS, "both")},
    **{f"{kind}:{seat}": known_values(kind) for kind in COLUMNS for seat in SEATS},
    **{f"subplots:{seat}": tuple(subplots()) for seat in SEATS},
}
"""The switches of a battle, and the words of each."""
SEVERAL: Final = (WEATHER, *(name for name in SWITCHES if name.startswith((BARRED, "subplots:"))))
"""Switches that take several words with a plus sign between them."""
OF_TOYS: Final[dict[str, Collection[str]]] = {TOY_PLACE: tuple(LENGTHS), RUNNERS: SEATS}
BY_SEAT: Final = (
    "ICP:", "TCP:", EARNED, POOL, SPENT, SETTLED, "held:", "ends:", "TV:", "TV:agreed:", "bid:", "glory:", "extra:",
    "priorities:", "set aside:", "scouting:", "ambush:", "hides:", "appointed:", f"{SUPPORT}:", BOUGHT, MISSED, GONE,
    DELIVERED, BEGAN, ACROSS, FORFEIT, "tunnels:", "traitors:", "relocated TV:",
    "relocation over:", TAKEN,
)  # fmt: skip
BY_UNIT: Final = (CALLED_IN, TURNED, BASELINE, "relocated:", "rallied:")
COUNTED: Final = (
    *(f"{name}{SEAT}" for name in BY_SEAT),
    *(f"{name}{UNIT}" for name in BY_UNIT),
    f"subplot:{SEAT}:{PLOT}", f"paid:{SEAT}:{PLOT}", f"{ROUND_OF}{SEAT}:{PLOT}:{NUMBER}",
    f"{PAID_FOR}{SEAT}:{NUMBER}", f"{COVER}{SYSTEM}:{SEAT}",
    "TV:agreed", "last round", "tempest", WIND, ASIDE, STEP_FOUR, LATE, ALONE, ROLLING, CAME,
    PLANTED, FIRST_LOSS,
)  # fmt: skip
"""What `State.points` counts."""
_INCHES: Final = r"[0-9]{1,3}(?:\.[0-9]{1,3})?"
_ZONE: Final = re.compile(
    rf"anywhere|box(?: {_INCHES}){{4}}|marked (?P<mark>red|blue)|(?:{'|'.join(FACES)})(?: {_INCHES})?"
    rf"|(?:on|near) (?P<piece>\S+)(?: {_INCHES})?"
)


def read_switches(sheet: Sheet) -> dict[str, str]:
    """The modules and readings that `modules` names, as a set-up reads them: a list, a text with commas, or "all"."""
    said, wrong = sheet.head.keys.get("modules", []), list[str]()
    if not isinstance(said, str | list) or not all(isinstance(name, str) for name in said):
        sheet.wrong(sheet.head, "modules", "'modules' is a list of names, or \"all\"")
        return {}
    found = read_modules(said if isinstance(said, str) else ",".join(said), wrong)
    for fault in wrong:
        sheet.wrong(sheet.head, "modules", fault)
    return found


def check_battle(sheet: Sheet, state: State) -> None:
    """Switches, what is counted, zones and edges of a position are those there are."""
    toys = is_toy_battle(state)
    _check_switches(sheet, state, OF_TOYS if toys else SWITCHES)
    counted = tuple(_names_of((LENGTH,) if toys else COUNTED))
    for name in state.points:
        if not any(_fits(name, each, state) for each in ((LENGTH,) if toys else COUNTED)):
            sheet.wrong(sheet.head, "points", str(UnknownName("count", name, counted)))
    if not toys:
        _check_zones(sheet, state)
    if state.first not in ("", *SEATS):
        sheet.wrong(sheet.head, "first", str(UnknownName("seat", state.first, SEATS)))
    if state.rounds and state.round > state.rounds and "round" in sheet.head.keys:
        sheet.wrong(sheet.head, "round", f"the battle has {state.rounds} rounds ('rounds'), and this is {state.round}")


def _check_switches(sheet: Sheet, state: State, known: Mapping[str, Collection[str]]) -> None:
    for name, said in state.switches.items():
        if name == BEFORE and known is SWITCHES:
            continue
        if name not in known:
            sheet.wrong(sheet.head, "switches", str(UnknownName("switch", name, known)))
            continue
        for word in said.split("+") if name in SEVERAL else (said,):
            if word.strip() and word.strip() not in known[name]:
                sheet.wrong(sheet.head, "switches", str(UnknownName(name, word.strip(), filter(None, known[name]))))


def _fits(name: str, pattern: str, state: State) -> bool:
    """Whether a name is one of a pattern's."""
    said, wanted = name.split(":"), pattern.split(":")
    return len(said) == len(wanted) and all(
        word in _behind(part, state) if part != NUMBER else word.isdecimal()
        for word, part in zip(said, wanted, strict=True)
    )


def _behind(part: str, state: State) -> Collection[Any]:
    words = {SEAT: SEATS, UNIT: state.units, PLOT: subplots(), SYSTEM: SYSTEMS}
    return words.get(part, (part,))


def _names_of(patterns: Collection[str]) -> Iterator[str]:
    """The names that patterns stand for, with the seats in their places."""
    for pattern in patterns:
        yield from (pattern.replace(SEAT, seat) for seat in (SEATS if SEAT in pattern else ("",)))


def _check_zones(sheet: Sheet, state: State) -> None:
    """Zones are of a side or a combat group, where it drops, comes late or is kept; an edge is one of four."""
    pieces = {piece.id for piece in state.ground.pieces}
    for whose, text in state.zones.items():
        if not re.fullmatch(rf"(?:red|blue)(?::{DROP}|:{LATE}|:[0-9]+(?::{KEPT})?)?", whose):
            sheet.wrong(sheet.head, "zones", str(UnknownName("zone", whose, SEATS)))
        for part in (each.strip() for each in text.split(";")):
            found = _ZONE.fullmatch(part)
            if found is None:
                words = f"'{part[:40]}' is no zone: write {', '.join(FACES)}, with a depth, anywhere, or box X Y X Y"
                sheet.wrong(sheet.head, "zones", words)
            elif found["piece"] and found["piece"] not in pieces:
                sheet.wrong(sheet.head, "zones", str(UnknownName("piece", found["piece"], pieces)))
            elif found["mark"] and state.ground.zone_of(found["mark"]) is None:
                sheet.wrong(sheet.head, "zones", f"this map marks no zone for {found['mark']}")
    for seat, edge in state.homes.items():
        if seat not in SEATS or edge not in FACES:
            sheet.wrong(sheet.head, "homes", f"'homes' names the edge of each seat: {', '.join(FACES)}")
    if len(set(state.homes.values())) < len(state.homes):
        sheet.wrong(sheet.head, "homes", "the home edges of the sides must differ")
