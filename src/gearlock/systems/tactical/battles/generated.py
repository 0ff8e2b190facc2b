"""4.1: battles that the scenario generator draws: tables, surroundings and forces."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from gearlock.kernel.bounds import MOST_FIELDED
from gearlock.kernel.errors import BadFile, BadInput, Finding, UnknownName, shortened
from gearlock.kernel.files import is_file_name
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.system import SAME, Scenario
from gearlock.mechanics.ground.forms import is_solid
from gearlock.mechanics.placing.search import has_room
from gearlock.mechanics.placing.zones import EDGES, edge_along, marked_zones, marks_zones
from gearlock.muster.headers import find_faction
from gearlock.muster.reading import Reading
from gearlock.muster.sides import Lots, battle_violations, read_side
from gearlock.muster.typed import how_many, typed_entries
from gearlock.systems.tactical.army_lists import armies
from gearlock.systems.tactical.datacards import Card
from gearlock.systems.tactical.deployment import refuse_standing, waiting, zone_areas
from gearlock.systems.tactical.forces.around_a_force import FORCE, field_force, ready_made, recruit
from gearlock.systems.tactical.infantry_cards import level_of, unit_tv
from gearlock.systems.tactical.line_of_sight.terrain import BUILT, LEVEL, switches_of, type_at, type_of
from gearlock.systems.tactical.movement.ground import holds
from gearlock.systems.tactical.scenario_generator.tables import (
    BATTLE,
    BATTLEFIELD,
    CONDITION,
    LOCATION,
    MOST_EXTRA,
    SUBPLOT,
    TV,
    USUAL_TV,
    draw_ground,
    meaning,
    one_roll,
    read_extra,
    read_tv,
    roll_location,
    roll_names,
    seeded_die,
)
from gearlock.systems.tactical.state import (
    COMMANDER,
    QUALIFIED,
    SEATS,
    SECOND,
    SKIRMISH_SCALE,
    TACTICAL_SCALE,
    State,
    Unit,
)
from gearlock.systems.tactical.support_assets import AIR, ARTILLERY, BARRED
from gearlock.systems.tactical.switches import DAY, MODULES, READINGS, TIMES, WEATHER_RULES, WEATHERS
from gearlock.systems.tactical.switches import TEMPERATURE as TEMPERATURE_SWITCH
from gearlock.systems.tactical.switches import TIME as TIME_SWITCH
from gearlock.systems.tactical.switches import WEATHER as WEATHER_SWITCH
from gearlock.systems.tactical.unit_files import all_cards
from gearlock.systems.tactical.weather import extreme_at
from gearlock.table.bodies import Body
from gearlock.table.generate import generate
from gearlock.table.handmade import USUAL, bare_ground
from gearlock.table.maps import load_map, read_map
from gearlock.table.measure import INCH
from gearlock.table.polygon import rectangle
from gearlock.table.terrain import Ground, Piece

# --- Numbers that players say about a battle

ROUNDS = 12


def read_rounds(text: str, wrong: list[str]) -> int:
    """How many rounds somebody wants."""
    if re.fullmatch(r"[0-9]{1,2}", text) and int(text):
        return int(text)
    wrong.append(f"'rounds={shortened(text)}' is no number of rounds: say 1 to 99.")
    return ROUNDS


# --- Whether a table of somebody's own has room for both sides where they may have to deploy


def refuse_cramped(name: str, state: State) -> None:
    """Raise BadFile for a table of somebody's own on which a side could not be put down in a zone that it may get.

    Tables named by their size are looked at too. In a generated battle that is any edge, for the field is set up when
    the scouts are back.
    """
    if not is_file_name(name) and bare_ground(name) is None:
        return
    cramped = []
    for seat in SEATS:
        lacking = [where for where, place in _possible(state, seat) if not _holds_all(place, seat)]
        if lacking:
            where = f" along the {', '.join(lacking)} edge" if all(lacking) else ""
            cramped.append(Finding(name, 0, f"the deployment zone of {seat}{where} has no room for its units"))
    if cramped:
        raise BadFile(cramped)


def _possible(state: State, seat: str) -> Iterator[tuple[str, State]]:
    """The state with each zone that a side may get, and its edge where that is still open."""
    if state.scenario != BATTLE or marks_zones(state.ground):
        yield "", state
        return
    for edge in EDGES:
        twin = state.clone()
        twin.zones[seat] = edge
        yield edge, twin


def _holds_all(state: State, seat: str) -> bool:
    """Whether the combat groups of a side find room, those together that share a zone."""
    sharing: dict[tuple[object, ...], list[Unit]] = {}
    for unit in waiting(state, seat):
        sharing.setdefault(tuple(zone_areas(state, unit)), []).append(unit)
    return all(_has_room(state, units) for units in sharing.values())


def _has_room(state: State, units: list[Unit]) -> bool:
    """Whether there are places enough on which each of some units could stand in one of its movement systems."""
    areas = zone_areas(state, units[0])
    kinds = list({unit.card.id: unit for unit in units}.values())

    def is_free(body: Body) -> bool:
        return any(holds(state, area, body) for area in areas) and all(_may_stand(state, kind, body) for kind in kinds)

    return has_room([rectangle(*area.box) for area in areas], [unit.card.radius for unit in units], is_free)


def _may_stand(state: State, unit: Unit, body: Body) -> bool:
    modes = tuple(unit.card.modes) or ("",)
    return any(refuse_standing(state, unit, body.x, body.y, mode) is None for mode in modes)


# --- 3.1: which advanced modules a battle is played with

ALL, NONE = "all", "none"
OPTION_TEXT = (
    f"advanced modules by name, with commas; all, or none (the Quick Start rules): {', '.join(MODULES)}. "
    f"Other readings of the book beside them: {', '.join(READINGS)}"
)

SEVERAL: Final = {"modules": (ALL, *MODULES, *READINGS)}
"""What can be named for the option, as many as one likes."""


@rule("tactical.3.1")
def read_modules(text: str, wrong: list[str]) -> dict[str, str]:
    """The switches of modules and readings that players agreed on; everything is off unless it is named."""
    names = [part.strip().lower() for part in text.split(",") if part.strip()]
    if names in ([], [NONE]):
        return {}
    known = {**MODULES, **READINGS}
    names = [one for name in names for one in (MODULES if name == ALL else (name,))]
    wrong += [str(UnknownName("module", name, (ALL, NONE, *known))) for name in names if name not in known]
    return dict.fromkeys([name for name in names if name in known], "yes")


# --- 3.7, 3.8: at which scale a battle is fought, and in what weather

SCALE, TIME, WEATHER, TEMPERATURE = "scale", "time", "weather", "temperature"
SCALES: Final = {"tactical": TACTICAL_SCALE, "skirmish": SKIRMISH_SCALE}
FAIR: Final = "fair"
MILD: Final = 20
"""Degrees where nobody says any."""
SCALE_OPTION: Final = {
    SCALE: "tactical (50 m an inch; the default), or skirmish (10 m: other ground, cover, blasts and bursts)",
    TEMPERATURE: "degrees Celsius; from -40 down and from 50 up vehicles without protection suffer (3.7)",
}
"""What can be said of every battle but those whose book has settled it."""
OPTIONS: Final = {
    **SCALE_OPTION,
    TIME: "day (the default), dusk or night",
    WEATHER: f"fair (the default), or one or several with commas of: {', '.join(WEATHERS)}",
}
CHOICES: Final[dict[str, tuple[str, ...]]] = {SCALE: tuple(SCALES), TIME: TIMES}
SEVERAL_SURROUNDINGS: Final[dict[str, tuple[str, ...]]] = {WEATHER: tuple(WEATHERS)}


@heeds("tactical.3.8")
def read_scale(options: Mapping[str, str], wrong: list[str]) -> dict[str, Any]:
    """The scale of a battle as its set-up keeps it: an inch is 50 m, or 10 m where players want a skirmish."""
    word = options.get(SCALE, "tactical").strip().lower()
    if word not in SCALES:
        wrong.append(str(UnknownName("scale", word, SCALES)))
    return {"scale": SKIRMISH_SCALE} if word == "skirmish" else {}


@heeds("tactical.3.7-temperature")
def read_temperature(options: Mapping[str, str], wrong: list[str]) -> dict[str, str]:
    """The switch for extreme cold or heat; none where it is between the two."""
    text = options.get(TEMPERATURE, str(MILD)).strip()
    if re.fullmatch(r"[+-]?[0-9]{1,3}", text) is None:
        wrong.append(f"'temperature={shortened(text)}' are no degrees Celsius: write a whole number, such as -45.")
        return {}
    word = extreme_at(int(text))
    return {TEMPERATURE_SWITCH: word, WEATHER_RULES: "yes"} if word else {}


@heeds("tactical.3.7-night", "tactical.3.7-rain", "tactical.3.7-sandstorm", "tactical.3.7-tempest")
@heeds("tactical.3.7-blizzard")
def read_conditions(options: Mapping[str, str], wrong: list[str]) -> dict[str, str]:
    """The switches of time of day, weather and temperature; what is left out is fair weather by day."""
    found = read_temperature(options, wrong)
    time = options.get(TIME, DAY).strip().lower()
    if time not in TIMES:
        wrong.append(str(UnknownName("time of day", time, TIMES)))
    elif time != DAY:
        found |= {TIME_SWITCH: time, WEATHER_RULES: "yes"}
    kinds = [part.strip().lower() for part in re.split("[+,]", options.get(WEATHER, FAIR)) if part.strip()]
    kinds = [kind for kind in kinds if kind != FAIR]
    wrong += [str(UnknownName("weather", kind, (FAIR, *WEATHERS))) for kind in kinds if kind not in WEATHERS]
    return found | ({WEATHER_SWITCH: "+".join(kinds), WEATHER_RULES: "yes"} if kinds else {})


# --- 3.8.1: Urban terrain at 10 m an inch: no ground that one drives through, but houses, with streets between them

HOUSE, STREET = 3 * INCH, 3 * INCH
NAMES: Final = {"urban": "House", "dense urban": "Block"}


def is_town(piece: Piece) -> bool:
    """Whether a piece is Urban terrain by area, as the tactical scale knows it."""
    return piece.kind == "area" and type_of(piece) in BUILT


@heeds("tactical.3.8.1-buildings")
def as_houses(ground: Ground) -> Ground:
    """Every piece of Urban terrain as the one building that it is at skirmish scale."""
    return ground.of(*(_house(piece) if is_town(piece) else piece for piece in ground.pieces))


def _house(piece: Piece) -> Piece:
    top = piece.top if piece.top > piece.base else piece.base + LEVEL
    props: dict[str, int | str] = {**piece.props, "going": type_of(piece)}
    return msgspec.structs.replace(piece, kind="building", rating="", top=top, props=props)


@heeds("tactical.3.8.1-buildings", "tactical.4.1.2-battlefield-urban")
def with_streets(ground: Ground) -> Ground:
    """Towns as rows of houses 3 in wide with as much room between them; roads, clearings and hills stay free."""
    towns = [piece for piece in ground.pieces if is_town(piece)]
    kept = [piece for piece in ground.pieces if not is_town(piece)]
    return ground.of(*kept, *_houses(ground)) if towns else ground


def _houses(ground: Ground) -> Iterator[Piece]:
    step = HOUSE + STREET
    for x in range(STREET // 2, ground.width - HOUSE, step):
        for y in range(STREET // 2, ground.height - HOUSE, step):
            if _is_built_up(ground, x, y):
                kind = type_at(ground, x + HOUSE // 2, y + HOUSE // 2)
                name, box = f"house-{x // INCH}-{y // INCH}", rectangle(x, y, x + HOUSE, y + HOUSE)
                yield Piece(name, NAMES[kind], "building", box, LEVEL, props={"going": kind})


def _is_built_up(ground: Ground, x: int, y: int) -> bool:
    """Whether a house stands at a place: Urban terrain on every inch of it, and nothing solid."""
    spots = [(x + east, y + north) for east in range(0, HOUSE + 1, INCH) for north in range(0, HOUSE + 1, INCH)]
    solid = any(is_solid(piece) for spot in spots for piece in ground.pieces_at(*spot))
    return not solid and all(type_at(ground, *spot) in BUILT for spot in spots)


# --- The table a battle is fought on: made from a seed, by hand, or by the player

RANDOM = "random"
RATINGS = ("", "light", "medium", "heavy", "solid")
SMALL, LARGE = (48 * INCH, 36 * INCH), (72 * INCH, 48 * INCH)
MANY = 2000
"""Threat Value a side from which the larger table is used."""
MAPS = files("gearlock.systems.tactical").joinpath("data", "maps")


def map_names() -> tuple[str, ...]:
    """The maps that come with the book."""
    if not MAPS.is_dir():
        return ()
    return tuple(sorted(one.name.removesuffix(".toml") for one in MAPS.iterdir() if one.name.endswith(".toml")))


def map_faults(name: str, known: Collection[str] = ()) -> Iterable[str]:
    """What is wrong with a map: it is one of those that are known, a size, or a file of somebody's own."""
    known = known or (RANDOM, *map_names())
    try:
        if bare_ground(name) is None and name not in known and not is_file_name(name):
            yield f"{UnknownName('map', name, known)} A size is written {USUAL}."
    except BadInput as error:
        yield str(error)


@rule("tactical.2.4")
def ground_for(name: str, seed: int, tv: int = 0) -> Ground:
    """The table by name or size; one that is made is 48 by 36 in, or the 72 by 48 in that printed scenarios assume."""
    bare = bare_ground(name)
    if bare is not None:
        return bare
    if name == RANDOM:
        wide, high = LARGE if tv >= MANY else SMALL
        return generate(wide, high, seed)
    if is_file_name(name):
        return load_map(Path(name), RATINGS)
    return read_map(MAPS.joinpath(f"{name}.toml").read_text(encoding="utf-8"), f"{name}.toml", RATINGS)


def zones_marked(ground: Ground) -> dict[str, Any]:
    """What a set-up says of zones and home edges where the map marks them. Raises BadInput for one edge of both."""
    zones = marked_zones(ground)
    homes = {seat: edge_along(ground, side) for seat, side in zones.items()}
    if zones and len(set(homes.values())) == 1:
        raise BadInput(f"Both zones of this map lie along its {homes['red']} edge; the home edges must differ.")
    return {"zones": zones, "homes": homes} if zones else {}


# --- Who is on a side: combat groups of posts, typed by hand or taken from a roster

MOST_UNITS = 60
TOLD = 8
"""Unknown names that are told one by one."""
LEVELS = {"rookie": 1, "qualified": 2, "veteran": 3, "elite": 4, "legendary": 5}
RANKS = (COMMANDER, SECOND)


class Post(msgspec.Struct, frozen=True):
    """A unit in its place: its card, crew level, rank and price."""

    card: str
    level: int = QUALIFIED
    rank: str = ""
    tv: int = 0


Groups = tuple[tuple[Post, ...], ...]


def read_groups(text: str, seat: str, known: Mapping[str, Card], wrong: list[str]) -> Groups:
    """The combat groups a side was typed as, with + between groups. All faults go to `wrong`."""
    faults: list[str] = []
    if len(re.findall("[,+]", text)) >= MOST_UNITS:
        faults.append(f"{seat} names too many kinds of units; {MOST_UNITS} units fit on a side.")
        groups: Groups = ()
    else:
        groups = tuple(tuple(_posts(part, known, faults)) for part in text.split("+"))
    count = sum(map(len, groups))
    if count > MOST_UNITS:
        faults.append(f"{seat} fields {count} units; {MOST_UNITS} fit on a side.")
    faults += _rank_faults(groups, seat)
    wrong += faults
    return groups


@heeds("tactical.2.6.2-step0-commander")
def _rank_faults(groups: Groups, seat: str) -> Iterator[str]:
    """One Commander and one Second in Command."""
    for rank, title in ((COMMANDER, "Commander"), (SECOND, "Second in Command")):
        count = sum(post.rank == rank for group in groups for post in group)
        if count > 1:
            yield f"{seat} has {count} units as {title}; it has one. Write that unit as an entry of its own."


@heeds("tactical.2.5")
def _posts(text: str, known: Mapping[str, Card], faults: list[str]) -> Iterator[Post]:
    """`hunter/veteran*2`: a unit, perhaps its crew level or rank, perhaps how many; a ready squad has its quality."""
    strangers: set[str] = set()
    for entry, name, said, word, _more, count in typed_entries(text):
        card = known.get(name)
        if card is None and name not in strangers and len(strangers) < TOLD:
            strangers.add(name)
            faults.append(str(UnknownName("unit", name, known)))
        if said and word not in LEVELS and word not in RANKS:
            faults.append(str(UnknownName("crew level or rank", word, (*LEVELS, *RANKS))))
        level = LEVELS.get(word) or (QUALIFIED if card is None else level_of(card))
        price = 0 if card is None else unit_tv(card, level)
        post = Post(name, level, word if word in RANKS else "", price)
        for _ in range(how_many(entry, count, MOST_UNITS, faults)):
            yield post


# --- 4.1.1: the force a side brings to a generated battle: a roster, one's own or ready made, or one drawn by lot

RANDOM_SIDES: Final = "random"
SET_ASIDE: Final = "set aside:"
"""Counted in points: the Threat Value that a roster sets aside for support."""
Side = Reading | Groups | str


class Brought(NamedTuple):
    """A side as it comes: combat groups, the cards of its models, and the line that announces it."""

    groups: Groups
    cards: Mapping[str, Card]
    banner: str = ""
    support: int = 0
    """Threat Value that its roster sets aside for support."""
    barred: bool = False
    """Whether its army has neither artillery nor aircraft."""


@heeds("tactical.6.5.1")
def barred_to(sides: Mapping[str, Brought]) -> dict[str, str]:
    """Switches for sides whose army has neither artillery nor aircraft."""
    return {BARRED + seat: f"{AIR}+{ARTILLERY}" for seat, side in sides.items() if side.barred}


@heeds("tactical.6.2.6-support", "tactical.4.1.3-support")
def set_aside(sides: Mapping[str, Brought]) -> dict[str, int]:
    """Points of sides whose rosters set Threat Value aside for support."""
    return {SET_ASIDE + seat: side.support for seat, side in sides.items() if side.support}


def side_text() -> str:
    """What an option for a side may be."""
    factions = ", ".join(armies())
    made = ", ".join(ready_made())
    return (
        f"a ready-made roster ({made}), a roster file of your own, units typed by id, a faction ({factions}), or random"
    )


def _read(text: str, seat: str) -> Side:
    """What somebody means by a side. Raises BadInput."""
    roster = read_side(text, ready_made())
    if roster is not None:
        return roster
    if text == RANDOM_SIDES:
        return ""
    faction = find_faction(text, tuple(armies()))
    if faction:
        return faction
    if any(mark in text for mark in ",+*/") or text in all_cards():
        wrong: list[str] = []
        groups = read_groups(text, seat, all_cards(), wrong)
        if wrong:
            raise BadInput("\n".join(wrong))
        return groups
    raise UnknownName("roster, faction or unit", text, (*ready_made(), *armies(), RANDOM_SIDES))


def _written(side: Side) -> int:
    """The TV a side was written for; 0 if it does not say."""
    if isinstance(side, Reading):
        said = side.roster.says("size") or ""
        return int(said) if said.isdecimal() and len(said) < 6 else 0
    return 0 if isinstance(side, str) else sum(post.tv for group in side for post in group)


def _fielded(side: Side, tv: int, lots: Lots) -> Brought:
    """A side for a battle of this size. Raises BadInput with everything it breaks."""
    if not isinstance(side, str | Reading):
        cost = sum(post.tv for group in side for post in group)
        if cost > tv:
            raise BadInput(f"these units cost {cost} TV, more than the {tv} that are agreed upon")
        return Brought(side, {})
    if isinstance(side, Reading):
        violations = battle_violations(side, FORCE, tv)
        if violations:
            raise BadInput("\n".join(violation.text(side.file) for violation in violations))
        roster = side.roster
    else:
        roster = recruit(side or lots.choice(tuple(armies())), tv, "usual", lots)
    found = field_force(roster)
    if not 0 < len(found.posts) <= MOST_FIELDED:
        raise BadInput(f"{len(found.posts)} units would take the field; 1 to {MOST_FIELDED} can.")
    groups: dict[int, list[Post]] = {}
    for one in found.posts:
        groups.setdefault(one.group, []).append(Post(one.card.id, one.level, one.rank, one.tv))
    army = armies().get(found.faction)
    barred = army is not None and not army.support
    return Brought(tuple(map(tuple, groups.values())), found.cards, found.banner, found.support, barred)


def bring_one(seat: str, text: str, seed: int, tv: int, wrong: list[str]) -> Brought:
    """What a player brings in place of a force of so much TV, at its own price; faults go to `wrong`."""
    try:
        side = _read(text, seat)
        return _fielded(side, _written(side) or tv, Lots(seed, seat))
    except BadInput as error:
        wrong.append(f"{seat}: {error}")
        return Brought((), {})


@heeds("tactical.4.1.1")
def bring_all(seed: int, options: Mapping[str, str], tv: int, wrong: list[str]) -> tuple[int, dict[str, Brought]]:
    """The TV that is agreed upon, 0 to be told by the rosters, and what each side brings; faults go to `wrong`."""
    sides: dict[str, Side] = {}
    found: dict[str, Brought] = {}
    mirrored = options.get("blue") == SAME
    for seat in SEATS[:1] if mirrored else SEATS:
        try:
            sides[seat] = _read(options.get(seat, RANDOM_SIDES), seat)
        except BadInput as error:
            wrong.append(f"{seat}: {error}")
    tv = tv or max(map(_written, sides.values()), default=0) or USUAL_TV
    for seat, side in sides.items():
        try:
            found[seat] = _fielded(side, tv, Lots(seed, seat))
        except BadInput as error:
            wrong.append(f"{seat}: {error}")
    if mirrored and "red" in found:
        found["blue"] = found["red"]
    return tv, found


# --- 4.1: a battle that the scenario generator draws, and whatever players say in place of its rolls

DRAWN: Final = "drawn"
MOST_ROUNDS: Final = 12
"""Rounds that players have time for, where they say nothing else."""
_FIXED: Final = (LOCATION, BATTLEFIELD, CONDITION)


def battle_options() -> dict[str, str]:
    """Everything that can be said about a generated battle."""
    found = {
        TV: "Threat Value a side (default that of the rosters, else 2000)",
        "red": side_text(),
        "blue": f"the same for blue, or {SAME}: red's force again",
        "map": "drawn (from the battlefield), a map by name, a size such as 72x48, or a map file of your own (.toml)",
        "rounds": f"how many rounds there is time for (default {MOST_ROUNDS})",
        "modules": OPTION_TEXT,
        "bidding": "yes: both sides bid with how little they would fight",
        **SCALE_OPTION,
    }
    for seat in SEATS:
        found[f"glory-{seat}"] = f"the TV that {seat} fights with of its own will, for more Victory Points"
        found[f"extra-{seat}"] = f"extra subplots that {seat} buys, at a tenth of the TV each"
    return found | {name: meaning(name) for name in roll_names({seat: MOST_EXTRA for seat in SEATS})}


def battle_scenario(maps: tuple[str, ...]) -> Scenario:
    """The generated battle with its options explained."""
    return Scenario(
        BATTLE, "Generated battle", "Location, battlefield, weather, a secret mission and a subplot for each side.",
        battle_options(), "More Victory Points win: 5 for one's own mission.",
        choices={"map": (DRAWN, *maps), "bidding": ("no", "yes"), SCALE: CHOICES[SCALE]},
        forces=True, long=True, several=SEVERAL,
    )  # fmt: skip


class Plan(NamedTuple):
    """Everything that is settled before a generated battle."""

    ground: Ground
    forces: dict[str, Groups]
    rounds: int
    switches: dict[str, str]
    more: dict[str, Any]
    cards: dict[str, Card]


@heeds("tactical.4.1", "tactical.4.1.1", "tactical.4.1.2-location")
def plan_battle(
    seed: int, options: Mapping[str, str], rounds: int, wrong: list[str], standing: Mapping[str, Brought] | None = None
) -> Plan:
    """The table and the forces; missions and subplots that nobody named are left to the dice of the battle.

    Forces that stand already are neither read nor drawn: `tv` says how large the battle is then.
    """
    extra = read_extra(options, wrong)
    tv = read_tv(options[TV], wrong) if TV in options else 0
    tv, sides = (tv, standing) if standing else bring_all(seed, options, tv, wrong)
    rolls = _fixed_rolls(seed, options, wrong)
    switches = read_modules(options.get("modules", ""), wrong) | read_temperature(options, wrong)
    scale = read_scale(options, wrong)
    switches |= {"leaving": "yes", LOCATION: rolls[LOCATION], **switches_of(rolls[CONDITION])}
    switches |= _said(options, extra, rolls[LOCATION], wrong)
    points = {"TV:agreed": tv, **{f"extra:{seat}": number for seat, number in extra.items() if number}}
    points |= _glory(options, tv, wrong)
    points |= set_aside(sides)
    switches |= barred_to(sides)
    name = options.get("map", DRAWN)
    wrong += [] if name == DRAWN else map_faults(name)
    if wrong:
        raise BadInput("\n".join(wrong))
    wide, high = LARGE if tv >= MANY else SMALL
    drawn = name == DRAWN
    ground = draw_ground(rolls[BATTLEFIELD], wide, high, seed) if drawn else ground_for(name, seed, tv)
    begins = "bidding" if options.get("bidding") == "yes" else "missions"
    banners = {seat: side.banner for seat, side in sides.items() if side.banner}
    cards = {name: card for side in sides.values() for name, card in side.cards.items()}
    more = {**zones_marked(ground), "points": points, "begins": begins, "banners": banners, **scale}
    return Plan(ground, {seat: side.groups for seat, side in sides.items()}, rounds, switches, more, cards)


def _fixed_rolls(seed: int, options: Mapping[str, str], wrong: list[str]) -> dict[str, str]:
    """Location, battlefield and condition: as said, or as the seed draws them."""
    die, found = seeded_die(seed), dict[str, str]()
    for name in _FIXED:
        location = found.get(LOCATION, "")
        try:
            where = roll_location(options, die) if name == LOCATION else None
            found[name] = (where or one_roll(name, options.get(name, ""), location, die)).value
        except BadInput as error:
            wrong.append(str(error))
            found[name] = one_roll(name, "", location, die).value
    return found


def _said(options: Mapping[str, str], extra: Mapping[str, int], location: str, wrong: list[str]) -> dict[str, str]:
    """Parts of missions and subplots that players agreed on."""
    found: dict[str, str] = {}
    for name in roll_names({seat: MOST_EXTRA for seat in SEATS}):
        if name not in options or name in _FIXED:
            continue
        kind, seat = name.split("-")[:2]
        try:
            value = one_roll(name, options[name], location, seeded_die(0)).value
        except BadInput as error:
            wrong.append(str(error))
            continue
        if kind != SUBPLOT:
            found[f"{kind}:{seat}"] = value
            continue
        plots = [*filter(None, found.get(f"subplots:{seat}", "").split("+")), value]
        found[f"subplots:{seat}"] = "+".join(plots)
        if len(plots) > 1 + extra.get(seat, 0):
            wrong.append(f"{seat} has {1 + extra.get(seat, 0)} subplots; {value} is one more (extra-{seat}).")
    return found


def _glory(options: Mapping[str, str], tv: int, wrong: list[str]) -> dict[str, int]:
    """The smaller forces that sides choose for glory."""
    found = {}
    for seat in SEATS:
        text = options.get(f"glory-{seat}", "")
        if not text:
            continue
        if text.isascii() and text.isdigit() and len(text) < 6 and 0 < int(text) <= tv:
            found[f"glory:{seat}"] = int(text)
        else:
            wrong.append(f"'glory-{seat}={shortened(text)}': say with how many of the {tv} TV it fights.")
    return found
