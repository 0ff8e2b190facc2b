"""What a map in inches says besides its terrain: where each side deploys, what to fight for, and in which battle.

All of it may be left out::

    [zones.red]
    rectangle = [0, 0, 48, 8]

    [zones.blue]
    rectangle = [0, 28, 48, 36]

    [[marker]]
    id = "bridge"
    name = "The bridge"
    at = [24, 18]

    [battle]
    scenario = "skirmish"
    rounds = 6
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations

import msgspec

from gearlock.kernel import bounds
from gearlock.kernel.errors import shortened
from gearlock.kernel.mapping import MapBattle
from gearlock.kernel.written import Places
from gearlock.table.measure import INCH, inches_text
from gearlock.table.terrain import Box, Ground, Marker

SEATS = ("red", "blue")
KEYS = ("zones", "marker", "battle")
LEAST = 4 * INCH
"""No zone is narrower."""
Find = Callable[[int, str], None]
Lengths = Callable[[object, int], list[int]]
"""So many lengths of a list, in mils; none if any is wrong."""


class MarkReader:
    """Reads what is marked on a map of a size, and finds what is wrong with it, each with its line."""

    def __init__(self, places: Places, find: Find, lengths: Lengths) -> None:
        self.places, self.find, self.lengths = places, find, lengths

    def marked(self, data: Mapping[str, object], ground: Ground) -> Ground:
        """The ground with its zones and markers."""
        zones = self._zones(data["zones"], ground) if "zones" in data else {}
        markers = self._markers(data["marker"], ground) if "marker" in data else ()
        if zones:
            ground = msgspec.structs.replace(ground, zones=zones)
        return msgspec.structs.replace(ground, markers=markers) if markers else ground

    def _zones(self, said: object, ground: Ground) -> dict[str, Box]:
        line = self.places.line("", 0, "zones") or self.places.line("zones")
        if not isinstance(said, dict) or not all(isinstance(zone, dict) for zone in said.values()):
            self.find(line, "zones are tables: [zones.red] and [zones.blue], each with a rectangle")
            return {}
        found = {seat: self._zone(seat, zone, ground) for seat, zone in said.items()}
        missing = [seat for seat in SEATS if seat not in said]
        if missing and all(seat in SEATS for seat in said):
            words = f"the zone of {missing[0]} is missing" if len(missing) == 1 else "there is no zone in it"
            self.find(line, f"zones: {words}; a map marks the zones of both sides, or none")
        boxes = {seat: box for seat, box in found.items() if box is not None}
        for (one, first), (other, second) in combinations(boxes.items(), 2):
            if _overlap(first, second):
                self.find(self.places.line(f"zones.{other}", 0, "rectangle"), f"the zones of {one} and {other} overlap")
        return boxes

    def _zone(self, seat: str, zone: Mapping[str, object], ground: Ground) -> Box | None:
        line = self.places.line(f"zones.{seat}", 0, "rectangle") or self.places.line("", 0, "zones")
        if seat not in SEATS:
            self.find(line, f"zone '{shortened(seat)}': the sides are {' and '.join(SEATS)}")
            return None
        for key in zone:
            if key != "rectangle":
                here = self.places.line(f"zones.{seat}", 0, key)
                self.find(here, f"zone {seat}: nothing is called '{shortened(key)}' here")
        sides = self.lengths(zone.get("rectangle"), 4)
        if not sides:
            self.find(line, f"zone {seat}: its rectangle is [x0, y0, x1, y1], in inches with at most three decimals")
            return None
        x0, y0, x1, y1 = sides
        box = (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
        fault = _fault(box, ground)
        if fault:
            self.find(line, f"zone {seat}: {fault}")
            return None
        return box

    def _markers(self, said: object, ground: Ground) -> tuple[Marker, ...]:
        line = self.places.line("marker")
        if not isinstance(said, list) or not all(isinstance(entry, dict) for entry in said):
            self.find(line or self.places.line("", 0, "marker"), "markers are written as [[marker]] tables")
            return ()
        if len(said) > bounds.MOST_MARKERS:
            self.find(line, f"it has {len(said)} markers; {bounds.MOST_MARKERS} is the most")
            return ()
        found = [self._marker(number, entry, ground) for number, entry in enumerate(said)]
        seen: set[str] = set()
        for number, marker in enumerate(found):
            if marker.id and marker.id in seen:
                self._at(number, "id", f"the id '{shortened(marker.id)}' is used twice")
            seen.add(marker.id)
        return tuple(found)

    def _marker(self, number: int, entry: Mapping[str, object], ground: Ground) -> Marker:
        for key in entry:
            if key not in ("id", "name", "at"):
                self._at(number, key, f"nothing is called '{shortened(key)}' here")
        words = {}
        for key in ("id", "name"):
            value = entry.get(key, entry.get("id"))
            if not isinstance(value, str) or not value.strip():
                self._at(number, key, f"'{key}' " + ("must be a word in quotes" if key in entry else "is missing"))
                value = ""
            words[key] = value
        spot = self.lengths(entry.get("at"), 2)
        if not spot:
            self._at(number, "at", "'at' is [x, y], in inches with at most three decimals")
            spot = [0, 0]
        elif not (0 <= spot[0] <= ground.width and 0 <= spot[1] <= ground.height):
            self._at(number, "at", "it lies beyond the table's edge")
        return Marker(words["id"], words["name"], *spot)

    def _at(self, number: int, key: str, message: str) -> None:
        self.find(self.places.line("marker", number, key), f"marker {number + 1}: {message}")

    def battle(self, data: Mapping[str, object]) -> MapBattle | None:
        """The battle a map is for: a scenario, and what is said about its options; None if it says nothing of it."""
        said = data.get("battle")
        if said is None:
            return None
        line = self.places.line("battle")
        if not isinstance(said, dict):
            self.find(self.places.line("", 0, "battle"), "the battle is a table: [battle], with a scenario")
            return None
        scenario = said.get("scenario")
        if not isinstance(scenario, str) or not scenario:
            self.find(self.places.line("battle", 0, "scenario") or line, "battle: 'scenario' names the scenario")
            scenario = ""
        options: dict[str, str] = {}
        for key, value in said.items():
            if key == "scenario":
                continue
            if isinstance(value, bool) or not isinstance(value, str | int):
                here = self.places.line("battle", 0, key)
                self.find(here, f"battle: '{shortened(key)}' must be a word in quotes or a whole number")
                continue
            options[key] = str(value).strip("\n")
        return MapBattle(scenario, options)


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _fault(box: Box, ground: Ground) -> str:
    """Why a box cannot be a zone: it is off the table, too narrow, or lies along none of the table's edges."""
    x0, y0, x1, y1 = box
    if x0 < 0 or y0 < 0 or x1 > ground.width or y1 > ground.height:
        return "it reaches beyond the table's edge"
    if min(x1 - x0, y1 - y0) < LEAST:
        return f"it is narrower than {inches_text(LEAST)} in"
    if x0 and y0 and x1 != ground.width and y1 != ground.height:
        return "it lies along no edge of the table: reserves and retreats would have no way"
    return ""
