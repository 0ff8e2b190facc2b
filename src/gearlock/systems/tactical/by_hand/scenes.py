"""What a position says of chapter 4: missions and where their things lie, subplots, support, Victory Points."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.sheets import Sheet
from gearlock.mechanics.secrets import Sealed
from gearlock.systems.tactical import plots as p
from gearlock.systems.tactical.assets import CREWS, aircraft, salvos
from gearlock.systems.tactical.generator import drawing as d
from gearlock.systems.tactical.generator import tables as t
from gearlock.systems.tactical.missions.aims import LIMIT, OBJECTIVE, PARTS, TYPE, Mission, key, owner_of
from gearlock.systems.tactical.missions.carrying import LEAVING
from gearlock.systems.tactical.missions.things import OBJECT, PLACE, carrier_of, name_of
from gearlock.systems.tactical.setup.lineup import LEVELS
from gearlock.systems.tactical.state import QUALIFIED, SEATS, State, opponent
from gearlock.systems.tactical.subplots import events as e
from gearlock.systems.tactical.subplots.field_events import EventForeseen
from gearlock.systems.tactical.support.events import REROLL, SpotterNamed, SupportBought
from gearlock.systems.tactical.toy.toys import is_toy_battle
from gearlock.systems.tactical.victory_points.events import SPENT
from gearlock.systems.tactical.victory_points.pools import EARNED, POOL
from gearlock.table.maps import as_mils

MISSIONS, OBJECTS, PLACES = "missions", "objects", "places"
SUBPLOTS, SUPPORT, VICTORY = "subplots", "support", "victory_points"
SCENE_KEYS: Final = (MISSIONS, OBJECTS, PLACES, SUBPLOTS, SUPPORT, VICTORY)
COLUMNS: Final = {TYPE: d.MISSION, OBJECTIVE: d.OBJECTIVE, LIMIT: d.LIMIT}
COUNTED: Final = {"earned": EARNED, "pool": POOL, "spent": SPENT, "glory": "glory:", "held": "held:"}
"""Victory Points by the words of a position: earned so far, brought from a campaign, spent; the TV it fights with for
glory; the rounds for which it has had what its mission asks for."""
SUPPLIES: Final = ("tv", "aircraft", "salvos", "rerolls", "spotter")
MOST, HIGHEST = 99, 99_999
OWN, ENEMY, ROUND = "a unit of its own", "a unit of the enemy", "a round"
WHO: Final[dict[str, tuple[str, ...]]] = {
    p.COORDINATED: (OWN, OWN), p.COWARD: (ENEMY,), p.VENDETTA: (ENEMY, OWN), p.HERO: (OWN,), p.LOVE: (ENEMY, OWN),
    p.LEFTOVER_AMMO: (ENEMY,), p.MALFUNCTIONS: (ENEMY,), p.COLLAPSE: (ROUND,), p.FRIENDLY_FIRE: (ROUND,),
    p.TEMPEST: (ROUND,),
}  # fmt: skip
"""What may stand behind the name of a subplot: whom it is about, or when it comes."""
BEGUN: Final[dict[str, Callable[..., Event]]] = {
    p.COORDINATED: lambda _seat, one, two: e.UnitsLinked(one, two),
    p.COWARD: lambda seat, unit: e.CowardChosen(opponent(seat), unit, seat),
    p.VENDETTA: lambda _seat, unit, hated: e.VendettaSworn(unit, hated),
    p.HERO: lambda _seat, unit: e.HeroFound(unit),
    p.LOVE: lambda _seat, unit, loved: e.LoversFound(unit, loved),
    p.LEFTOVER_AMMO: lambda _seat, unit: e.AmmoLeftOver(unit),
    p.MALFUNCTIONS: lambda _seat, unit: e.WeaponsFaulty(unit),
    p.COLLAPSE: lambda seat, number: EventForeseen(seat, p.COLLAPSE, int(number)),
    p.FRIENDLY_FIRE: lambda seat, number: EventForeseen(seat, p.FRIENDLY_FIRE, int(number)),
    p.TEMPEST: lambda _seat, number: e.TempestComing(int(number)),
}


def lay_scene(sheet: Sheet, state: State) -> None:
    """Everything that the head says of it, put on top of the state."""
    for name in SCENE_KEYS if is_toy_battle(state) else ():
        if name in sheet.head.keys:
            sheet.wrong(sheet.head, name, f"a toy battle has no {name.replace('_', ' ')}")
            return
    _lay_things(sheet, state)
    _lay_missions(sheet, state)
    _lay_subplots(sheet, state)
    _lay_support(sheet, state)
    for seat, said in _by_seat(sheet, VICTORY, Mapping, "{ red = { earned = 2, pool = 10 } }"):
        for name, number in _named(sheet, VICTORY, said, COUNTED):
            least = -HIGHEST if COUNTED[name] == EARNED else 0  # a battle may cost more points than it gives
            state.points[COUNTED[name] + seat] = _whole(sheet, VICTORY, name, number, least=least)
    if any(name in sheet.head.keys for name in SCENE_KEYS):
        worth = [sum(unit.tv for unit in state.units.values() if unit.seat == seat) for seat in SEATS]
        state.points.setdefault("TV:agreed", max(worth))
        for seat, tv in zip(SEATS, worth, strict=True):
            state.points.setdefault(f"TV:{seat}", tv)


def _by_seat(sheet: Sheet, name: str, kind: Any, form: str) -> Iterator[tuple[str, Any]]:
    """What a key says of each side."""
    said = sheet.head.keys.get(name, {})
    if not isinstance(said, Mapping):
        sheet.wrong(sheet.head, name, f"'{name}' says it by side: {form}")
        return
    for seat, value in said.items():
        if seat not in SEATS:
            sheet.wrong(sheet.head, name, str(UnknownName("side", str(seat), SEATS)))
        elif not isinstance(value, kind):
            sheet.wrong(sheet.head, name, f"'{name}' of {seat} is written so: {form}")
        else:
            yield seat, value


def _named(sheet: Sheet, name: str, said: Mapping[str, Any], known: Any) -> Iterator[tuple[str, Any]]:
    for word, value in said.items():
        if word in known:
            yield word, value
        else:
            sheet.wrong(sheet.head, name, str(UnknownName(f"entry of '{name}'", str(word), known)))


def _whole(sheet: Sheet, name: str, word: str, said: object, most: int = HIGHEST, least: int = 0) -> int:
    if isinstance(said, int) and not isinstance(said, bool) and least <= said <= most:
        return said
    sheet.wrong(sheet.head, name, f"'{word}' must be a whole number from {least:,} to {most:,}")
    return 0


@heeds("tactical.4.1.2-object", "tactical.4.1.2-terrain-objective")
def _lay_things(sheet: Sheet, state: State) -> None:
    """Objects and places by whose they are, in inches."""
    for name, kind in ((OBJECTS, OBJECT), (PLACES, PLACE)):
        for seat, said in _by_seat(sheet, name, list, "{ red = [24, 10] }"):
            spot = [as_mils(each) for each in said]
            x, y = spot if len(spot) == 2 and None not in spot else (None, None)
            if x is None or y is None or not (0 <= x <= state.ground.width and 0 <= y <= state.ground.height):
                sheet.wrong(sheet.head, name, f"'{name}' of {seat} is [x, y] in inches, on the table")
            else:
                state.markers = {**state.markers, name_of(kind, seat): (x, y)}


@heeds("tactical.4.1.2", "tactical.4.1.2-reading")
def _lay_missions(sheet: Sheet, state: State) -> None:
    """A mission for each side: "Destroy, Vehicle" or "Capture, ECM, Random"."""
    found: dict[str, list[str]] = {}
    for seat, said in _by_seat(sheet, MISSIONS, str, '{ red = "Destroy, Vehicle, Random" }'):
        parts = [part.strip() for part in said.split(",")]
        if len(parts) not in (2, 3):
            words = 'a mission is its type, its objective and perhaps its time limit: "Capture, ECM, Random"'
            sheet.wrong(sheet.head, MISSIONS, words)
            continue
        found[seat] = []
        for part, word in zip(PARTS, parts if len(parts) == 3 else (*parts, t.NONE), strict=True):
            try:
                found[seat].append(d.chosen(f"{COLUMNS[part]}-{seat}", word))
            except BadInput as error:
                sheet.wrong(sheet.head, MISSIONS, str(error))
    if sheet.findings or not found:
        return
    for seat in SEATS:
        if seat not in found:
            sheet.wrong(sheet.head, MISSIONS, f"both sides have a mission: say that of {seat} as well")
            continue
        for part, word in zip(PARTS, found[seat], strict=True):
            state.facts[key(part, seat)] = Sealed(word, (seat,))
        _check_thing(sheet, state, seat, Mission(*found[seat]))
    state.switches.setdefault(LEAVING, "yes")


def _check_thing(sheet: Sheet, state: State, seat: str, mission: Mission) -> None:
    """What a mission is about is somewhere."""
    owner = owner_of(mission.type, seat)
    kind = {t.OBJECT: OBJECT, t.TERRAIN: PLACE}.get(mission.objective)
    carried = carrier_of(state, owner) is not None or any(
        name_of(OBJECT, owner) in table.keys.get("tokens", {}) for table in sheet.tables("model")
    )
    gone = any(name.endswith(f":{owner}") and name.partition(":")[0] in ("gone", "delivered") for name in state.points)
    if kind is None or name_of(kind, owner) in state.markers or (kind == OBJECT and (carried or gone)):
        return
    where = f"{OBJECTS if kind == OBJECT else PLACES} = {{ {owner} = [24, 10] }}"
    sheet.wrong(sheet.head, MISSIONS, f"the mission of {seat} is about the {kind} of {owner}: say {where}")


@heeds("tactical.4.1.4", "tactical.4.1.1-subplots-galore")
def _lay_subplots(sheet: Sheet, state: State) -> None:
    """Subplots by their buyer: "Traitor", "Vendetta: blue-1 red-2", "Friendly Fire: 3"."""
    for seat, said in _by_seat(sheet, SUBPLOTS, list, '{ red = ["Traitor", "Vendetta: blue-1 red-2"] }'):
        for text in map(str, said):
            word, _, behind = text.partition(":")
            try:
                name = d.chosen(f"{d.SUBPLOT}-{seat}", word)
            except BadInput as error:
                sheet.wrong(sheet.head, SUBPLOTS, str(error))
                continue
            counted = f"subplot:{seat}:{name}"
            state.points[counted] = state.points.get(counted, 0) + 1
            about = [*filter(None, re.split("[ ,]+", behind))]
            to_be_rolled = not about and (name not in WHO or state.phase == SUBPLOTS)
            if not to_be_rolled and _is_about(sheet, state, seat, name, about):
                BEGUN[name](seat, *about).change(state)


def _is_about(sheet: Sheet, state: State, seat: str, name: str, about: list[str]) -> bool:
    """Whether what stands behind a subplot is what it needs."""
    needs, known = WHO.get(name, ()), {OWN: seat, ENEMY: opponent(seat)}
    fits = len(about) == len(needs) and all(
        (word.isdecimal() and 1 <= int(word) <= MOST)
        if need == ROUND
        else word in state.units and state.units[word].seat == known[need]
        for word, need in zip(about, needs, strict=True)
    )
    if not fits or len(set(about)) < len(about):
        said = " ".join(about)[:40] or "nothing"
        words = f"behind '{name}' of {seat} stands {' and '.join(needs) or 'nothing'}, not '{said}'"
        sheet.wrong(sheet.head, SUBPLOTS, words)
        return False
    return True


@heeds("tactical.4.1.3-support", "tactical.4.1.3-air", "tactical.4.1.3-artillery", "tactical.4.1.3-intelligence")
def _lay_support(sheet: Sheet, state: State) -> None:
    """What a side has bought: aircraft with crews, salvos, rerolls, who calls the artillery; TV still to spend."""
    form = '{ red = { aircraft = ["Bomber veteran"], salvos = { "Light Salvo" = 2 }, spotter = "red-1" } }'
    for seat, said in _by_seat(sheet, SUPPORT, Mapping, form):
        for name, value in _named(sheet, SUPPORT, said, SUPPLIES):
            if name == "tv":
                state.points[f"{SUPPORT}:{seat}"] = _whole(sheet, SUPPORT, name, value)
            elif name == "rerolls":
                SupportBought(seat, REROLL, QUALIFIED, _whole(sheet, SUPPORT, name, value, MOST), 0).change(state)
            elif name == "spotter":
                _lay_spotter(sheet, state, seat, str(value))
            elif name == "aircraft":
                _lay_aircraft(sheet, state, seat, value if isinstance(value, list) else [value])
            elif isinstance(value, Mapping):
                for salvo, count in _named(sheet, SUPPORT, value, tuple(salvos())):
                    SupportBought(seat, salvo, QUALIFIED, _whole(sheet, SUPPORT, salvo, count, MOST), 0).change(state)
            else:
                sheet.wrong(sheet.head, SUPPORT, "'salvos' counts them by size: { \"Light Salvo\" = 2 }")


def _lay_spotter(sheet: Sheet, state: State, seat: str, unit: str) -> None:
    own = [each.id for each in state.units.values() if each.seat == seat]
    if unit in own:
        SpotterNamed(seat, unit).change(state)
    else:
        sheet.wrong(sheet.head, SUPPORT, str(UnknownName(f"unit of {seat}", unit, own)))


def _lay_aircraft(sheet: Sheet, state: State, seat: str, said: list[Any]) -> None:
    """Each by its type, perhaps with its crew behind it: "Fighter", "Bomber veteran"."""
    crews = {name: level for name, level in LEVELS.items() if level in CREWS}
    for text in map(str, said[:MOST]):
        kind, _, crew = text.strip().partition(" ")
        if kind not in aircraft():
            sheet.wrong(sheet.head, SUPPORT, str(UnknownName("aircraft", kind, aircraft())))
        elif crew and crew.lower() not in crews:
            sheet.wrong(sheet.head, SUPPORT, str(UnknownName("crew of an aircraft", crew, crews)))
        else:
            SupportBought(seat, kind, crews.get(crew.lower(), QUALIFIED), 1, 0).change(state)
