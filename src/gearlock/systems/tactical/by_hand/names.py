"""What the head of a position may name: modules, switches with their words, what is counted, zones and home edges."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.sheets import Sheet
from gearlock.systems.tactical import switches as s
from gearlock.systems.tactical.assets import AIR, ARTILLERY, BARRED, COVER, REINFORCEMENTS, SUPPORT
from gearlock.systems.tactical.deployment.places import PLACES_ALL_FIRST
from gearlock.systems.tactical.deployment.zones import DROP, FACES
from gearlock.systems.tactical.dice_tests.intelligence import ASIDE
from gearlock.systems.tactical.fires.zones import GRASS, OIL, WIND
from gearlock.systems.tactical.generator import tables as t
from gearlock.systems.tactical.generator.drawing import COLUMNS, LOCATION, known_values
from gearlock.systems.tactical.missions.carrying import LEAVING
from gearlock.systems.tactical.missions.priorities import AXES, EDGES_GIVEN
from gearlock.systems.tactical.missions.things import DELIVERED, GONE
from gearlock.systems.tactical.movement.limits import KEPT
from gearlock.systems.tactical.plots import BASELINE, TURNED
from gearlock.systems.tactical.rounds.events import STEP_FOUR
from gearlock.systems.tactical.scenarios import bridge, chits, convoy, counting, printed, ridge, verdicts
from gearlock.systems.tactical.scenarios.events import LATE
from gearlock.systems.tactical.scenarios.positions import DIG_IN
from gearlock.systems.tactical.sensors.jamming import SYSTEMS
from gearlock.systems.tactical.setup.modules import read_modules
from gearlock.systems.tactical.setup.surroundings import FAIR
from gearlock.systems.tactical.setup.toys import LENGTHS
from gearlock.systems.tactical.state import SEATS, State
from gearlock.systems.tactical.subplots.field_events import ROUND_OF
from gearlock.systems.tactical.support.events import BOUGHT, MISSED
from gearlock.systems.tactical.toy.block_and_run import RUNNERS
from gearlock.systems.tactical.toy.toys import LENGTH, PLACE, is_toy_battle
from gearlock.systems.tactical.victory_points import events as v
from gearlock.systems.tactical.victory_points.pools import EARNED, POOL, SETTLED

YES: Final = ("yes", "no", "")
SEAT, UNIT, NUMBER, SYSTEM, PLOT = "SEAT", "UNIT", "NUMBER", "SYSTEM", "SUBPLOT"
"""What may stand for these words in the names below."""
SWITCHES: Final[dict[str, Collection[str]]] = {
    **dict.fromkeys((*s.MODULES, *s.READINGS), YES),
    s.TIME: s.TIMES,
    s.WEATHER: (FAIR, *s.WEATHERS),
    s.TEMPERATURE: (s.COLD, s.HEAT),
    "last winner": SEATS,
    "axis": tuple(AXES),
    LOCATION: t.names("location", "name"),
    "after deployment": ("round", DIG_IN),
    **dict.fromkeys((PLACES_ALL_FIRST, printed.BEGIN_HULL_DOWN), SEATS),
    **dict.fromkeys((LEAVING, EDGES_GIVEN, printed.MAP_DRAWN, GRASS, OIL, v.WHOLE_BATTLE), YES),
    **{f"{BARRED}{whom}": (AIR, ARTILLERY, REINFORCEMENTS) for whom in (*SEATS, "both")},
    **{f"{kind}:{seat}": known_values(kind) for kind in COLUMNS for seat in SEATS},
    **{f"subplots:{seat}": tuple(t.subplots()) for seat in SEATS},
}
"""The switches of a battle, and the words of each."""
SEVERAL: Final = (s.WEATHER, *(name for name in SWITCHES if name.startswith((BARRED, "subplots:"))))
"""Switches that take several words with a plus sign between them."""
OF_TOYS: Final[dict[str, Collection[str]]] = {PLACE: tuple(LENGTHS), RUNNERS: SEATS}
BY_SEAT: Final = (
    "ICP:", "TCP:", EARNED, POOL, v.SPENT, SETTLED, "held:", "ends:", "TV:", "TV:agreed:", "bid:", "glory:", "extra:",
    "priorities:", "set aside:", "scouting:", "ambush:", "hides:", "appointed:", f"{SUPPORT}:", BOUGHT, MISSED, GONE,
    DELIVERED, counting.BEGAN, bridge.ACROSS, verdicts.FORFEIT, "tunnels:", "traitors:", "relocated TV:",
    "relocation over:", v.TAKEN,
)  # fmt: skip
BY_UNIT: Final = (v.CALLED_IN, TURNED, BASELINE, "relocated:", "rallied:")
COUNTED: Final = (
    *(f"{name}{SEAT}" for name in BY_SEAT),
    *(f"{name}{UNIT}" for name in BY_UNIT),
    f"subplot:{SEAT}:{PLOT}", f"paid:{SEAT}:{PLOT}", f"{ROUND_OF}{SEAT}:{PLOT}:{NUMBER}",
    f"{v.PAID_FOR}{SEAT}:{NUMBER}", f"{COVER}{SYSTEM}:{SEAT}",
    "TV:agreed", "last round", "tempest", WIND, ASIDE, STEP_FOUR, LATE, ridge.ALONE, ridge.ROLLING, ridge.CAME,
    chits.PLANTED, convoy.FIRST_LOSS,
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
        if name == v.BEFORE and known is SWITCHES:
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
    words = {SEAT: SEATS, UNIT: state.units, PLOT: t.subplots(), SYSTEM: SYSTEMS}
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
