"""What a position says of the ground and of chapter 4: areas, missions, toys, printed scenarios."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from typing import Any, Final, NamedTuple

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.sheets import Sheet, Table, said_since
from gearlock.mechanics.secrets import Sealed, told
from gearlock.systems.tactical.battles.battles import in_place, with_role
from gearlock.systems.tactical.battles.generated import LEVELS
from gearlock.systems.tactical.battles.toys import BLOCK_AND_RUN, INDOORS, LENGTHS, LONGEST, SHORTEST, as_toy, zones_of
from gearlock.systems.tactical.damage.structures import MINEFIELD, MINES, PIT
from gearlock.systems.tactical.datacards import Card
from gearlock.systems.tactical.fires import FIRST, FUEL, HALF_INCH, HOTTEST, square_at
from gearlock.systems.tactical.forces.around_a_force import field_squads
from gearlock.systems.tactical.ground_targets import RADIUS, SATURATION
from gearlock.systems.tactical.line_of_sight.lines import FIRE, FROM_FIRE, SMOKE
from gearlock.systems.tactical.line_of_sight.terrain import (
    ALIASES,
    BUILT,
    DENSE_WALL,
    KIND_OF,
    TYPES,
    WALL,
    type_called,
)
from gearlock.systems.tactical.printed_scenarios.in_play import LATE, StevensNamed
from gearlock.systems.tactical.printed_scenarios.the_six import (
    BEGAN,
    BRIDGEHEAD,
    CAME,
    CHIT,
    CONVOY,
    LAST_STAND,
    NEEDED_ROLE,
    NO_LIMIT_ROUNDS,
    NORTH,
    PRINTED,
    RESERVE_ROLE,
    RIDGE,
    SOUTH,
    STEVENS,
    STRANDED_ROLE,
    TRUCK_ROLE,
    TRUTH,
    VILLAGE,
    Printed,
    force_of,
    printed_of,
    vehicle,
)
from gearlock.systems.tactical.printed_scenarios.the_six import CHITS as CHITS_SCENARIO
from gearlock.systems.tactical.scenario_generator.missions import (
    LEAVING,
    LIMIT,
    OBJECT,
    OBJECTIVE,
    PARTS,
    TYPE,
    Mission,
    carrier_of,
    key,
    name_of,
    owner_of,
)
from gearlock.systems.tactical.scenario_generator.missions import PLACE as PLACE_MARK
from gearlock.systems.tactical.scenario_generator.priorities import EDGES_GIVEN
from gearlock.systems.tactical.scenario_generator.tables import LIMIT as LIMIT_ROLL
from gearlock.systems.tactical.scenario_generator.tables import MISSION, NONE, SUBPLOT, TERRAIN, chosen
from gearlock.systems.tactical.scenario_generator.tables import OBJECT as ABOUT_OBJECT
from gearlock.systems.tactical.scenario_generator.tables import OBJECTIVE as OBJECTIVE_ROLL
from gearlock.systems.tactical.sensors.sensors import CLOUD_OBSCUREMENT, CLOUD_RADIUS, LAUNCHER
from gearlock.systems.tactical.state import (
    COMMANDER,
    FIELDED,
    NO_GROUP,
    QUALIFIED,
    SEATS,
    TOY_SCALE,
    Patch,
    State,
    Unit,
    opponent,
)
from gearlock.systems.tactical.subplots.orders_and_events import (
    AmmoLeftOver,
    CowardChosen,
    EventForeseen,
    HeroFound,
    LoversFound,
    TempestComing,
    UnitsLinked,
    VendettaSworn,
    WeaponsFaulty,
)
from gearlock.systems.tactical.support.buying import BARRAGE, FLIGHT, REROLL, SpotterNamed, SupportBought
from gearlock.systems.tactical.support_assets import CREWS, aircraft, salvos
from gearlock.systems.tactical.switches import (
    BURST_FIRE,
    COLLAPSE,
    COORDINATED,
    COWARD,
    FRIENDLY_FIRE,
    HERO,
    INCENDIARIES,
    LEFTOVER_AMMO,
    LOVE,
    MALFUNCTIONS,
    MINEFIELDS,
    TEMPEST_PLOTS,
    VENDETTA,
)
from gearlock.systems.tactical.toy_battles.toys import LENGTH, RUNNERS, ToyActivated, is_toy_battle
from gearlock.systems.tactical.toy_battles.toys import PLACE as TOY_PLACE
from gearlock.systems.tactical.victory_points import EARNED, POOL, SPENT
from gearlock.table.maps import as_mils
from gearlock.table.measure import INCH
from gearlock.table.terrain import KINDS as TERRAIN_KINDS
from gearlock.table.terrain import Ground

# --- Terrain of a position: pieces by the kinds of map files, or by the book's types of terrain

GOING: Final = "going"
NAMES: Final = tuple(dict.fromkeys((*TYPES, *ALIASES)))
HEIGHTS: Final = {**dict.fromkeys(BUILT, Decimal(1)), **dict.fromkeys((WALL, DENSE_WALL), Decimal("0.3"))}
"""How high in inches is what stands on the ground, unless a height is said: a level; walls 3 m at skirmish scale."""


@heeds("tactical.2.4", "tactical.2.6.5-terrain-costs", "tactical.3.8.1-terrain")
def spelled(sheet: Sheet, table: Table) -> Mapping[str, Any]:
    """The keys of a map file for a piece; its kind may be a type of terrain: "sand", "woods", "dense urban"."""
    kind, props = table.keys.get("kind"), table.keys.get("props", {})
    going = props.get(GOING) if isinstance(props, Mapping) else None
    if isinstance(going, str) and not type_called(going):
        sheet.wrong(table, "props", str(UnknownName("type of terrain", going, NAMES)))
    if not isinstance(kind, str) or kind in TERRAIN_KINDS or not isinstance(props, Mapping):
        return table.keys
    called = type_called(kind)
    if not called:
        sheet.wrong(
            table, "kind", str(UnknownName("kind or type of terrain", kind, dict.fromkeys((*TERRAIN_KINDS, *NAMES))))
        )
        return {**table.keys, "kind": "area"}
    if isinstance(going, str) and type_called(going) not in ("", called):
        sheet.wrong(table, "props", f"it is said to be {called} and {type_called(going)}: one type of terrain")
    named = {"kind": KIND_OF[called], "props": {**props, GOING: called}}
    high = {} if "top" in table.keys or called not in HEIGHTS else {"top": HEIGHTS[called] + _base(table)}
    return {**table.keys, **named, **high}


def _base(table: Table) -> Decimal:
    base = table.keys.get("base", 0)
    return Decimal(base) if isinstance(base, int | Decimal) and not isinstance(base, bool) else Decimal(0)


# --- Areas of a position that do something: minefields, fires, smoke and zones under fire, laid in inches

KEY: Final = "patches"
MOST: Final = 2_000
MOST_LEFT: Final = 99
PLACE: Final = ("kind", "at", "box", "x", "y")


class Kind(NamedTuple):
    """What is said of a kind: its fields by the words of the rules, what is usual, and the module it needs."""

    says: Mapping[str, str]
    usual: Mapping[str, Any]
    module: str = ""
    is_square: bool = False
    """Fills square inches of the table."""
    words: tuple[str, ...] = ()
    """What its `word` may be; anything if there are none."""
    most: int = 999
    """The highest `number` it has."""


KINDS: Final[dict[str, Kind]] = {
    MINEFIELD: Kind({"type": "word"}, {"radius": HALF_INCH}, MINEFIELDS, True, tuple(MINES)),
    FIRE: Kind({"intensity": "number"}, {"radius": HALF_INCH, "number": FIRST}, INCENDIARIES, True, ("",), HOTTEST),
    FUEL: Kind({"intensity": "points"}, {"radius": HALF_INCH}, INCENDIARIES, True, ("",)),
    SMOKE: Kind(
        {"obscurement": "number", "of": "word"},
        {"radius": CLOUD_RADIUS, "number": CLOUD_OBSCUREMENT, "left": 1}, words=("", LAUNCHER, FROM_FIRE), most=9,
    ),
    SATURATION: Kind({"threshold": "number", "dm": "points"}, {"radius": RADIUS, "left": 1}, BURST_FIRE),
    **dict.fromkeys((BARRAGE, FLIGHT, PIT), Kind({}, {})),
}  # fmt: skip
"""Kinds of patches: what those of the rules are called, and what follows where nothing is said."""
FIELDS: Final = ("number", "seat", "unit", "weapon", "left", "points", "word")


@heeds("tactical.3.2.6", "tactical.3.4.4-firestarting", "tactical.7.2-smoke", "tactical.3.4.5-saturation")
def read_patches(sheet: Sheet, state: State) -> list[Patch]:
    """`patches` of the head, each at a point or in the square inches of a box."""
    said, found = sheet.head.keys.get(KEY, []), list[Patch]()
    if not isinstance(said, list) or not all(isinstance(each, Mapping) for each in said):
        sheet.wrong(sheet.head, KEY, f"'{KEY}' is a list of tables: {{ kind = \"{MINEFIELD}\", at = [20, 12] }}")
        return []
    for each in said:
        kind = KINDS.get(str(each.get("kind", "")))
        if kind is None:
            sheet.wrong(sheet.head, KEY, str(UnknownName("kind of patch", str(each.get("kind", "")), KINDS)))
        elif len(found) < MOST:
            found += _read(sheet, state, each, kind)
    if len(found) >= MOST:
        sheet.wrong(sheet.head, KEY, f"{MOST:,} patches are the most")
    return found


def _read(sheet: Sheet, state: State, said: Mapping[str, Any], kind: Kind) -> Iterator[Patch]:
    """One entry as the patches it stands for; none if anything in it is wrong."""
    before, name = len(sheet.findings), str(said["kind"])
    known = (*PLACE, "radius", *kind.says, *FIELDS)
    for entry in said:
        if entry not in known:
            sheet.wrong(sheet.head, KEY, str(UnknownName(f"entry of a {name}", str(entry), known)))
    values = {kind.says.get(entry, entry): value for entry, value in said.items() if entry not in (*PLACE, "radius")}
    values = {**kind.usual, **values}
    spelled = {word.lower(): word for word in kind.words}
    values["word"] = spelled.get(str(values.get("word", "")).lower(), values.get("word", ""))
    if "radius" in said:
        values["radius"] = said["radius"] if "x" in said else as_mils(said["radius"])
    unit = state.units.get(str(values.get("unit", "")))
    if unit is not None:
        values.setdefault("seat", unit.seat)
    places = list(_places(sheet, state, said, kind))
    if kind.module and not state.switch(kind.module):
        sheet.wrong(sheet.head, KEY, f'a {name} does nothing without its module: modules = ["{kind.module}"]')
    patches = [
        sheet.value(sheet.head, KEY, Patch, {"kind": name, "x": x, "y": y, "radius": 0, **values}) for x, y in places
    ]
    if patches and patches[0] is not None:
        _check(sheet, state, patches[0], kind)
    return iter([] if len(sheet.findings) > before else patches)


def _check(sheet: Sheet, state: State, patch: Patch, kind: Kind) -> None:
    """Names in it are those there are, and its numbers such as the rules give."""
    if kind.words and patch.word not in kind.words:
        sheet.wrong(sheet.head, KEY, str(UnknownName(f"type of {patch.kind}", patch.word, filter(None, kind.words))))
    unit = state.units.get(patch.unit)
    if unit is None and (patch.unit or patch.kind == SATURATION):
        sheet.wrong(sheet.head, KEY, str(UnknownName("unit", patch.unit, state.units)))
    elif patch.kind == SATURATION and unit is not None and unit.mount(patch.weapon) is None:
        carried = [mount.id for mount in unit.card.weapons]
        sheet.wrong(sheet.head, KEY, str(UnknownName(f"weapon of the {unit.name}", patch.weapon, carried)))
    if patch.number > kind.most or patch.left > MOST_LEFT or patch.radius > state.ground.width + state.ground.height:
        sheet.wrong(
            sheet.head, KEY, f"no {patch.kind} has such numbers: {kind.most} and {MOST_LEFT} rounds are the most"
        )


def _places(sheet: Sheet, state: State, said: Mapping[str, Any], kind: Kind) -> Iterator[tuple[int, int]]:
    """Where it lies: a point, the middle of a square inch, or of all those in a box."""
    wide, high = state.ground.width, state.ground.height
    raw = said.get("box", said.get("at"))
    mils = [as_mils(each) for each in raw] if isinstance(raw, list) else []
    if "at" not in said and "box" not in said:
        mils = [value if isinstance(value, int) else None for value in (said.get("x"), said.get("y"))]
    lengths = [each for each in mils if each is not None]
    if len(lengths) != len(mils) or len(lengths) != (4 if "box" in said and kind.is_square else 2):
        how = "'at' is [x, y] in inches" + (", 'box' is [x, y, x, y]" if kind.is_square else "")
        sheet.wrong(sheet.head, KEY, f"{how}: say where the {said['kind']} lies")
        return
    x0, y0, *far = lengths
    x1, y1 = far or (x0, y0)
    if not (0 <= x0 <= x1 <= wide and 0 <= y0 <= y1 <= high):
        sheet.wrong(sheet.head, KEY, f"there the {said['kind']} would lie off the table")
    elif not kind.is_square:
        yield x0, y0
    elif not far:
        yield square_at(min(x0, wide - 1), min(y0, high - 1))
    else:
        yield from (square_at(x, y) for x in range(x0, x1, INCH) for y in range(y0, y1, INCH))


# --- Positions of toy battles: toys as their cards have them, the length they are measured in, and whose turn it is

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
    place = _said(sheet, "switches", TOY_PLACE)
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
    switches = {TOY_PLACE: place, **({RUNNERS: runners} if runners else {})}
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


# --- What a position says of chapter 4: missions and where their things lie, subplots, support, Victory Points

MISSIONS, OBJECTS, PLACES = "missions", "objects", "places"
SUBPLOTS, SUPPORT, VICTORY = "subplots", "support", "victory_points"
SCENE_KEYS: Final = (MISSIONS, OBJECTS, PLACES, SUBPLOTS, SUPPORT, VICTORY)
COLUMNS: Final = {TYPE: MISSION, OBJECTIVE: OBJECTIVE_ROLL, LIMIT: LIMIT_ROLL}
COUNTED: Final = {"earned": EARNED, "pool": POOL, "spent": SPENT, "glory": "glory:", "held": "held:"}
"""Victory Points by the words of a position: earned so far, brought from a campaign, spent; the TV it fights with for
glory; the rounds for which it has had what its mission asks for."""
SUPPLIES: Final = ("tv", "aircraft", "salvos", "rerolls", "spotter")
MOST_SCENES, HIGHEST = 99, 99_999
OWN, ENEMY, ROUND = "a unit of its own", "a unit of the enemy", "a round"
WHO: Final[dict[str, tuple[str, ...]]] = {
    COORDINATED: (OWN, OWN), COWARD: (ENEMY,), VENDETTA: (ENEMY, OWN), HERO: (OWN,), LOVE: (ENEMY, OWN),
    LEFTOVER_AMMO: (ENEMY,), MALFUNCTIONS: (ENEMY,), COLLAPSE: (ROUND,), FRIENDLY_FIRE: (ROUND,),
    TEMPEST_PLOTS: (ROUND,),
}  # fmt: skip
"""What may stand behind the name of a subplot: whom it is about, or when it comes."""
BEGUN: Final[dict[str, Callable[..., Event]]] = {
    COORDINATED: lambda _seat, one, two: UnitsLinked(one, two),
    COWARD: lambda seat, unit: CowardChosen(opponent(seat), unit, seat),
    VENDETTA: lambda _seat, unit, hated: VendettaSworn(unit, hated),
    HERO: lambda _seat, unit: HeroFound(unit),
    LOVE: lambda _seat, unit, loved: LoversFound(unit, loved),
    LEFTOVER_AMMO: lambda _seat, unit: AmmoLeftOver(unit),
    MALFUNCTIONS: lambda _seat, unit: WeaponsFaulty(unit),
    COLLAPSE: lambda seat, number: EventForeseen(seat, COLLAPSE, int(number)),
    FRIENDLY_FIRE: lambda seat, number: EventForeseen(seat, FRIENDLY_FIRE, int(number)),
    TEMPEST_PLOTS: lambda _seat, number: TempestComing(int(number)),
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
    for name, kind in ((OBJECTS, OBJECT), (PLACES, PLACE_MARK)):
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
        for part, word in zip(PARTS, parts if len(parts) == 3 else (*parts, NONE), strict=True):
            try:
                found[seat].append(chosen(f"{COLUMNS[part]}-{seat}", word))
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
    kind = {ABOUT_OBJECT: OBJECT, TERRAIN: PLACE_MARK}.get(mission.objective)
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
                name = chosen(f"{SUBPLOT}-{seat}", word)
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
        (word.isdecimal() and 1 <= int(word) <= MOST_SCENES)
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
                SupportBought(seat, REROLL, QUALIFIED, _whole(sheet, SUPPORT, name, value, MOST_SCENES), 0).change(
                    state
                )
            elif name == "spotter":
                _lay_spotter(sheet, state, seat, str(value))
            elif name == "aircraft":
                _lay_aircraft(sheet, state, seat, value if isinstance(value, list) else [value])
            elif isinstance(value, Mapping):
                for salvo, count in _named(sheet, SUPPORT, value, tuple(salvos())):
                    SupportBought(seat, salvo, QUALIFIED, _whole(sheet, SUPPORT, salvo, count, MOST_SCENES), 0).change(
                        state
                    )
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
    for text in map(str, said[:MOST_SCENES]):
        kind, _, crew = text.strip().partition(" ")
        if kind not in aircraft():
            sheet.wrong(sheet.head, SUPPORT, str(UnknownName("aircraft", kind, aircraft())))
        elif crew and crew.lower() not in crews:
            sheet.wrong(sheet.head, SUPPORT, str(UnknownName("crew of an aircraft", crew, crews)))
        else:
            SupportBought(seat, kind, crews.get(crew.lower(), QUALIFIED), 1, 0).change(state)


# --- Positions of the printed scenarios: their ground, conditions and zones, and who plays which part in them

ROLE, CHITS = "role", "chits"
ROLES: Final[dict[str, tuple[str, str]]] = {
    RIDGE: (NORTH, RESERVE_ROLE), BRIDGEHEAD: (NORTH, LATE), VILLAGE: (NORTH, NEEDED_ROLE),
    LAST_STAND: (NORTH, STEVENS), CONVOY: (NORTH, TRUCK_ROLE), CHITS_SCENARIO: (SOUTH, STRANDED_ROLE),
}  # fmt: skip
"""Whose units play a part in a scenario, and what it is called. The models that the scenario adds have it anyway."""


def usual_rounds(scenario: str, otherwise: int) -> int:
    """How many rounds a battle has where a position says nothing."""
    one = PRINTED.get(scenario)
    return otherwise if one is None else one.rounds or NO_LIMIT_ROUNDS


def check_ground(sheet: Sheet, scenario: str, pieces: set[str]) -> None:
    """The pieces that the scenario is about are there."""
    one = PRINTED.get(scenario)
    for name in () if one is None else one.pieces:
        if name not in pieces:
            words = f"there is no piece '{name}', which the scenario is about: map = \"{scenario}\" has it"
            sheet.wrong(sheet.head, "map", words)


@heeds("tactical.4.3.1", "tactical.4.3.2", "tactical.4.3.3", "tactical.4.3.4", "tactical.4.3.5", "tactical.4.3.6")
def lay_printed(sheet: Sheet, state: State) -> None:
    """What the scenario brings, under whatever else is said of it."""
    one = printed_of(state)
    players = [table for table in sheet.tables("model") if _has_part(sheet, state, table)]
    if one is None:
        if CHITS in sheet.head.keys:
            sheet.wrong(sheet.head, CHITS, f"there are chits in {CHITS_SCENARIO} only")
        return
    always = dict.fromkeys(one.modules, "yes") | one.switches | {LEAVING: "yes", EDGES_GIVEN: "yes"}
    state.switches = {**always, **state.switches}
    units = [_with_part(state, table) for table in players]
    said = sheet.head.keys.get("zones", ())
    state.zones = _zones(sheet, state, one, units) | {name: state.zones[name] for name in said}
    if one.id == CHITS_SCENARIO:
        _lay_chits(sheet, state)
    if one.id == VILLAGE and not units:
        sheet.wrong(sheet.head, "model", "the scenario is about a Mammoth of blue, and there is none")
    for seat in SEATS:
        state.points.setdefault(BEGAN + seat, len(force_of(state, seat)))


def _has_part(sheet: Sheet, state: State, table: Table) -> bool:
    """Whether a model plays a part: as it is said, or as the model that its scenario adds."""
    unit, said = state.units[str(table.keys["id"])], table.keys.get(ROLE)
    seat, role = ROLES.get(state.scenario, ("", ""))
    if said is None:
        one = printed_of(state)
        added = () if one is None else [(who, field_squads([model])[0].card.id) for who, model, _, _ in one.extras]
        return (unit.seat, unit.card.id.partition("/")[0]) in added
    if said != role or unit.seat != seat:
        known = f"; units of {seat} may be '{role}'" if role else ", and there are none in this one"
        sheet.wrong(table, ROLE, f"{UnknownName('part in a printed scenario', str(said), filter(None, [role]))}{known}")
        return False
    return True


def _with_part(state: State, table: Table) -> Unit:
    """A unit as its part has it; on the table if it is said where."""
    unit, role = state.units[str(table.keys["id"])], ROLES[state.scenario][1]
    status, is_placed = unit.status, "at" in table.keys or "status" in table.keys
    if role == STEVENS:
        StevensNamed(unit.id).change(state)
        unit.rank = COMMANDER
    elif role == LATE:
        with_role(unit, RESERVE_ROLE).tokens.clear()
    else:
        with_role(unit, role)
    if is_placed:
        unit.status = status
        if role == RESERVE_ROLE and status == FIELDED:
            state.points.setdefault(CAME, state.round)
    return unit


def _zones(sheet: Sheet, state: State, one: Printed, players: list[Unit]) -> dict[str, str]:
    """Where everybody deploys and who is kept where, group by group."""
    theirs = {unit.group for unit in players if unit.group != NO_GROUP}
    found: dict[str, str] = {}
    for name, words in one.zones.items():
        whose, _, kept = name.partition(":")
        seat, plus, _ = whose.partition("+")
        groups = {unit.group for unit in force_of(state, seat)} - theirs if not plus else theirs
        text = in_place(words, state.ground)
        if kept or plus:
            found |= {f"{seat}:{group}{':' if kept else ''}{kept}": text for group in groups}
        else:
            found[seat] = text
    if one.id == BRIDGEHEAD:
        found |= {f"{NORTH}:{group}": in_place("edges of north-bank", state.ground) for group in theirs}
        state.points |= {LATE: min(theirs)} if theirs else {}
    others = {unit.group for unit in state.units.values() if unit.seat == ROLES[one.id][0] and unit not in players}
    if one.id != LAST_STAND and theirs & others:
        words = f"give {', '.join(unit.id for unit in players)} a combat group of its own: group = {max(others) + 1}"
        sheet.wrong(sheet.head, "model", words)
    return found


@heeds("tactical.4.3.6")
def _lay_chits(sheet: Sheet, state: State) -> None:
    """The chits where they lie, and which of them is the vehicle: { at = [[10, 5], [30, 5]], vehicle = 2 }."""
    said = sheet.head.keys.get(CHITS)
    target = vehicle(state)
    if target is None:
        sheet.wrong(sheet.head, CHITS, 'the scenario is about a C3 vehicle of red (model = "c3-vehicle")')
        return
    if said is None:
        if TRUTH not in state.facts:
            state.facts[TRUTH] = Sealed(f"{CHIT}1", SEATS if target.is_fielded else (SOUTH,))
        return
    form = "'chits' is { at = [[10, 5], [30, 5]], vehicle = 2 }: places in inches, and which of them it is"
    if not isinstance(said, dict) or set(said) != {"at", "vehicle"} or not isinstance(said["at"], list):
        sheet.wrong(sheet.head, CHITS, form)
        return
    spots = [[as_mils(each) for each in spot] if isinstance(spot, list) else [] for spot in said["at"]]
    wide, high = state.ground.width, state.ground.height
    for number, spot in enumerate(spots, 1):
        x, y = spot if len(spot) == 2 else (None, None)
        if x is None or y is None or not (0 <= x <= wide and 0 <= y <= high):
            sheet.wrong(sheet.head, CHITS, form)
            return
        state.markers = {**state.markers, f"{CHIT}{number}": (x, y)}
    if said["vehicle"] not in range(1, len(spots) + 1):
        sheet.wrong(sheet.head, CHITS, form)
        return
    fact = Sealed(f"{CHIT}{said['vehicle']}", (SOUTH,))
    state.facts[TRUTH] = told(fact, SEATS) if target.is_fielded else fact
