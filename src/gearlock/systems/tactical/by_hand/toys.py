"""Positions of toy battles: toys as their cards have them, the length they are measured in, and whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gearlock.kernel.sheets import Sheet, said_since
from gearlock.systems.tactical.cards import Card
from gearlock.systems.tactical.setup.toy_fields import INDOORS
from gearlock.systems.tactical.setup.toys import BLOCK_AND_RUN, LENGTHS, LONGEST, SHORTEST, as_toy, zones_of
from gearlock.systems.tactical.state import SEATS, TOY_SCALE, State
from gearlock.systems.tactical.toy.block_and_run import RUNNERS
from gearlock.systems.tactical.toy.events import ToyActivated
from gearlock.systems.tactical.toy.toys import LENGTH, PLACE
from gearlock.table.terrain import Ground

PHASES = ("placing", "toss", "toys")


def _said(sheet: Sheet, table: str, key: str) -> Any:
    """What a table of the head says under a name."""
    found = sheet.head.keys.get(table, {})
    return found.get(key) if isinstance(found, Mapping) else None


def toy_cards(sheet: Sheet, cards: Mapping[str, Card]) -> dict[str, Card]:
    """The cards of a position as toys, with the weapons that stand on them."""
    wrong: list[str] = []
    place, length = measures(sheet)
    found = {name: as_toy(card, length, place, None, wrong) for name, card in cards.items()}
    for fault in wrong:
        sheet.wrong(sheet.head, "model", fault)
    return found


def measures(sheet: Sheet) -> tuple[str, int]:
    """Indoors or outdoors, and the length in mils."""
    place = _said(sheet, "switches", PLACE)
    place = place if place in LENGTHS else INDOORS
    length = _said(sheet, "points", LENGTH)
    if length is None:
        return place, LENGTHS[place]
    if not isinstance(length, int) or not SHORTEST <= length <= LONGEST:
        sheet.wrong(sheet.head, "points", f"'length' is {SHORTEST} to {LONGEST}, in thousandths of an inch")
        return place, LENGTHS[place]
    return place, length


def toy_settings(sheet: Sheet, scenario: str, ground: Ground) -> dict[str, Any]:
    """What a set-up of toys has besides map and teams."""
    place, length = measures(sheet)
    said = _said(sheet, "switches", RUNNERS)
    runners = (said if said in SEATS else SEATS[0]) if scenario == BLOCK_AND_RUN else ""
    switches = {PLACE: place, **({RUNNERS: runners} if runners else {})}
    zones = zones_of(ground, length, runners)
    return {"scale": TOY_SCALE, "points": {LENGTH: length}, "switches": switches, "begins": "toys", **zones}


def lay_toys(sheet: Sheet, state: State, kept: State) -> None:
    """A round under way in which nobody was activated, unless more is said; `kept` has what every toy battle has."""
    state.points, state.switches = {**state.points, **kept.points}, {**state.switches, **kept.switches}
    state.scale = TOY_SCALE
    if "phase" not in sheet.head.keys:
        state.phase = kept.phase
    if state.phase not in PHASES:
        sheet.wrong(sheet.head, "phase", f"a toy battle is in one of these phases: {', '.join(PHASES)}")
        return
    active = sheet.word(sheet.head, "active", "", tuple(state.units))
    state.turn = state.turn or SEATS[0]
    if active:
        state.turn = state.units[active].seat
        ToyActivated(active).change(state)
        state.activation = said_since(sheet, "activation", state.activation, ("unit",))
