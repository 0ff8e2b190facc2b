"""What people see of a battle: view, cards, missions, what is not printed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

import msgspec

from gearlock.kernel import view as v
from gearlock.kernel.asks import Ask
from gearlock.kernel.files import data_texts
from gearlock.kernel.kept import KeptByIdentity
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.shop import MODEL, UNIT, Good, Saying, Shop, Ware
from gearlock.kernel.view import Goal, Shape, TableView, Token, Track, View
from gearlock.kernel.view import Piece as ShownPiece
from gearlock.mechanics.ground.drawings import ground_view
from gearlock.mechanics.ground.forms import is_incline
from gearlock.mechanics.ground.palette import inch_maps
from gearlock.mechanics.objectives import marked_places
from gearlock.mechanics.secrets import is_known
from gearlock.systems.tactical.army_lists import Formation, our_lists
from gearlock.systems.tactical.battles.generated import RATINGS
from gearlock.systems.tactical.damage.amounts import base_armor
from gearlock.systems.tactical.damage.condition import PACE_WORDS
from gearlock.systems.tactical.damage.structures import MINEFIELD
from gearlock.systems.tactical.datacards import MODE_WORDS, NAMES, Card, Mount
from gearlock.systems.tactical.deployment import half_of, may_hide
from gearlock.systems.tactical.forces.around_a_force import STAR, formation_line, listed
from gearlock.systems.tactical.infantry_cards import standing as troopers_standing
from gearlock.systems.tactical.line_of_sight.terrain import OBSCUREMENT, cost_of, is_night, type_of, weather
from gearlock.systems.tactical.movement.ground import areas_of
from gearlock.systems.tactical.printed_scenarios.in_play import to_come
from gearlock.systems.tactical.printed_scenarios.the_six import (
    ACROSS,
    ALONE,
    BRIDGEHEAD,
    CONVOY,
    LAST_STAND,
    MAP_DRAWN,
    NORTH,
    RIDGE,
    ROUNDS_ACROSS,
    ROUNDS_ALONE,
    VILLAGE,
    buildings_lost,
    chits,
    gears_lost,
    is_played,
    known_vehicle,
    printed_of,
    stevens,
    trucks,
    trucks_through,
)
from gearlock.systems.tactical.scenario_generator.missions import (
    LIMIT,
    MISSION_VP,
    OBJECT,
    OBJECTIVE,
    PART_WORDS,
    PLACE,
    ROUNDS_HELD,
    TYPE,
    Mission,
    has_marked,
    holding,
    known_parts,
    name_of,
    needs_rounds,
    object_at,
    owner_of,
    place_of,
    vital,
)
from gearlock.systems.tactical.scenario_generator.tables import OBJECT as ABOUT_OBJECT
from gearlock.systems.tactical.scenario_generator.tables import TERRAIN
from gearlock.systems.tactical.state import (
    CLIMBING,
    FIELDED,
    HEAVY,
    HIDDEN,
    LIGHT,
    NO_GROUP,
    SEATS,
    SKIRMISH_SCALE,
    TACTICAL_SCALE,
    TOP,
    WAITING,
    WRECK,
    State,
    Unit,
    opponent,
)
from gearlock.systems.tactical.subplots.orders_and_events import TUNNEL
from gearlock.systems.tactical.support.buying import is_barrage
from gearlock.systems.tactical.support_assets import NOTHING, SPOTTER, SUPPORT, stock_of
from gearlock.systems.tactical.support_assets import name_of as asset_name
from gearlock.systems.tactical.switches import DAY, DUSK, NIGHT, TEMPERATURE, TIME, WEATHERS
from gearlock.systems.tactical.toy_battles.toys import (
    DAZED,
    LOST,
    PRONE,
    STEP,
    goal_box,
    hangs,
    is_prone,
    is_toy_battle,
    length_of,
    length_word,
    runners_of,
    weapons_left,
)
from gearlock.systems.tactical.unit_files import SPEEDS, doubts, weakest
from gearlock.systems.tactical.weapons import ENERGY, MISSILE, PRINTED, ROCKET
from gearlock.table.measure import FULL_TURN, INCH, advance, inches_text
from gearlock.table.terrain import Ground, Piece

# --- 3.7, 3.8: the scale, the hour and the weather of a battle, in words

HOURS = {
    DUSK: "Dawn or dusk: Detection is 1 less, not below that of the night.",
    NIGHT: "Night: base Detection is 2, and units are heard.",
}
EXTREMES = (
    "{}: vehicles without protection take Light Damage when they shift to Top Speed, and break down on a 1 each round."
)


@heeds("tactical.3.8", "tactical.3.7-night", "tactical.3.7-temperature", "tactical.3.7-rain", "tactical.3.7-sandstorm")
@heeds("tactical.3.7-tempest", "tactical.3.7-blizzard")
def condition_notes(state: State) -> tuple[str, ...]:
    """Whatever differs from a fair day at 50 m an inch."""
    found = ["Skirmish scale: an inch is 10 m."] if state.scale == SKIRMISH_SCALE else []
    found += [HOURS[hour]] if (hour := state.switches.get(TIME, DAY)) in HOURS else []
    found += [f"{kind.capitalize()}: {WEATHERS[kind]}" for kind in weather(state)]
    extreme = state.switches.get(TEMPERATURE, "")
    return (*found, EXTREMES.format(extreme.capitalize())) if extreme else tuple(found)


# --- How units and ground look: figures and parts by the card, signs, and what is to be known of a piece of terrain

NOT_DRAWN = "none"
"""High ground that is most of a table, as the banks of a chasm are, would hide all that lies on it."""
HEAVY_GEAR, LIGHT_GEAR = 17, 12
FIGURES = {"strider": "strider", "turret": "turret", "infantry": "squad"}
LONG_GUNS = ("HRG", "LRG", "HFG", "LFG", "SC", "MBZK", "HBZK", "LBZK")
SIGNS = {
    "evading": "fast", "hull-down": "braced", "concealed": "hidden", "fallen": "haywire", "stunned": "haywire",
    "observed": "locked", "sensed": "locked", "designated": "locked", "jammed": "jammed", "broken down": "haywire",
    "fleeing": "fast",
}  # fmt: skip


def figure_of(card: Card) -> str:
    """The silhouette of a unit: Gears by their Armor, vehicles by how they move."""
    if card.kind == "gear":
        return "gear-heavy" if card.armor >= HEAVY_GEAR else "gear-light" if card.armor <= LIGHT_GEAR else "gear-medium"
    if card.kind in ("tank", "vehicle"):
        return "hover" if "H" in card.modes else "tank" if card.kind == "tank" else "wheeled"
    return FIGURES.get(card.kind, "")


def _make_parts(card: Card) -> tuple[str, ...]:
    kinds = {mount.weapon.kind for mount in card.weapons}
    found = (
        ("longgun", ENERGY in kinds or any(mount.weapon.id in LONG_GUNS for mount in card.weapons)),
        ("pod", bool(kinds & {ROCKET, MISSILE})),
        ("mast", bool({"ECM", "ECCM", "Target Designator"} & card.perks.keys())),
        ("jump", "Jump Jets" in card.perks),
    )
    return tuple(part for part, is_there in found if is_there)[:2]


parts_of = KeptByIdentity(_make_parts)
"""What is to be seen on a unit: two things at most, so that it can be told apart from afar."""


def signs_of(unit: Unit) -> tuple[str, ...]:
    """The signs of speed and damage, besides its tokens."""
    fast = TOP in (unit.speed, unit.next_speed)
    return tuple(sign for sign, shown in (("fast", fast), ("crippled", bool(unit.token(HEAVY)))) if shown)


@lru_cache(maxsize=16)
def table_of(ground: Ground, night: bool = False) -> TableView:
    """The table with its terrain, drawn and explained."""
    found = ground_view(ground, facts_of)
    both = zip(ground.pieces, found.shapes, strict=True)
    shapes = tuple(as_drawn(piece, shape) for piece, shape in both if piece.props.get("drawing") != NOT_DRAWN)
    found = msgspec.structs.replace(found, shapes=shapes)
    return msgspec.structs.replace(found, light="night") if night else found


def as_drawn(piece: Piece, shape: Shape) -> Shape:
    """A shape drawn as the map says, where its name would not show what it is."""
    said = piece.props.get("drawing")
    return shape if said is None else msgspec.structs.replace(shape, drawing=str(said))


def facts_of(piece: Piece) -> tuple[str, ...]:
    """What a player wants to know of a piece of terrain: height, type, Movement Points, Obscurement."""
    facts = [f"{inches_text(piece.top)} in high"] if piece.top > piece.base else []
    kind = type_of(piece)
    if kind:
        costs = [cost_of(TACTICAL_SCALE, mode, kind) for mode in "WGH"]
        facts.append(f"{kind}: {'/'.join('-' if cost is None else str(cost) for cost in costs)} MP an inch")
        points = OBSCUREMENT[TACTICAL_SCALE].get(kind, 0)
        facts += [f"Obscurement {points} an inch"] if points else []
    return tuple(facts)


# --- Datacards as people see them: every figure, and where it comes from

MARKS = {"printed": "", "reconstructed": " (reconstructed)", "proposed": " (proposed)", "user": " (own)"}
COLUMNS = {mode: column for column, mode in SPEEDS.items()}


@heeds("tactical.ref-datacards", "tactical.2.3.4-perks")
def _make_cards(card: Card) -> tuple[v.Card, ...]:
    """The stat block, weapons, and whatever is not printed, each with its mark and the reason."""
    seen = f"{card.sensor_km}.{card.sensor_m // 100}" if card.sensor_m else str(card.sensor_km)
    crew = _mark(card, "size", "crew", "actions")
    rows = [
        ("TV", f"{card.tv}{_mark(card, 'tv', 'base_tv')}"),
        ("Size / Crew / Actions", f"{card.size} / {card.crew} / {card.actions}{crew}"),
        ("Armor", f"{card.armor} / {2 * card.armor} / {3 * card.armor}{_mark(card, 'armor')}"),
        (
            "Maneuver / Fire Control",
            f"{card.maneuver:+d} / {card.fire_control:+d}{_mark(card, 'maneuver', 'fire_control')}",
        ),
        ("Sensors", f"{card.sensors:+d}, {seen} km{_mark(card, 'sensors', 'sensor_km')}"),
        ("Communications", f"{card.communications:+d}, {card.comm_km} km{_mark(card, 'communications', 'comm_km')}"),
        *(
            (MODE_WORDS[mode], f"{speed.combat}/{speed.top} MP{_mark(card, COLUMNS.get(mode, ''))}")
            for mode, speed in card.modes.items()
        ),
    ]
    for title, named in (("perks", card.perks), ("flaws", card.flaws)):
        if named:
            rows.append((title.title(), f"{_traits(card, named)}{_mark(card, title)}"))
    if card.status != PRINTED:
        rows.append(("Provenance", f"not all printed: {card.status}. {card.reason}".strip()))
    weapons = v.Card("Weapons", tuple((mount.id, weapon_text(mount)) for mount in card.weapons))
    told = tuple((doubt.what, doubt.told) for doubt in doubts(card))
    return v.Card(card.name, tuple(rows)), weapons, *((v.Card(v.NOT_PRINTED, told),) if told else ())


def _mark(card: Card, *fields: str) -> str:
    """The weakest mark of some fields."""
    return MARKS.get(weakest(card.provenance.get(field, PRINTED) for field in fields), "")


def _traits(card: Card, named: dict[str, int]) -> str:
    """Perks or flaws with rating, detail and the AUX mark."""
    words = []
    for name, rating in named.items():
        more = [*([str(rating)] if rating > 1 else []), *filter(None, [card.details.get(name, "")])]
        words.append(" ".join([name, *more]) + (" (AUX)" if name in card.aux else ""))
    return ", ".join(words)


def weapon_text(mount: Mount) -> str:
    """A weapon row: arc, Accuracy, ranges, damage, ROF, traits and ammunition."""
    weapon = mount.weapon
    reach = "/".join(inches_text(end) for end in weapon.band_ends()) + " in" if weapon.base else "contact"
    parts = [weapon.name, mount.arc, f"Acc {weapon.accuracy:+d}", reach, f"x{weapon.dm}"]
    parts += [f"ROF {weapon.rof}"] if weapon.rof else []
    parts += [f"{name}{f' {number}' if number else ''}" for name, number in weapon.traits.items()]
    parts += [f"{mount.ammo} rounds"] if mount.ammo is not None else []
    parts += [f"{mount.clips} clips"] if mount.clips else []
    parts += [f"linked {mount.link}"] if mount.link else []
    return ", ".join(parts) + MARKS.get(mount.mark, "")


cards_of = KeptByIdentity(_make_cards)
"""The cards of a unit, made once for each datacard."""


# --- What a seat knows of the missions of both sides, and how far they are


def mission_line(side: str, known: dict[str, str]) -> str:
    """The parts of a mission that are known, in a line."""
    return f"Mission of {side}: " + ", ".join(f"{PART_WORDS[part]} {known[part]}" for part in known)


@heeds("tactical.4.1")
def mission_goals(state: State, seat: str | None) -> tuple[Goal, ...]:
    """The missions of both sides as far as a seat knows them; how far one is counts at the end of each round."""
    return tuple(_goals(state, seat))


def _goals(state: State, seat: str | None) -> Iterator[Goal]:
    for side in SEATS:
        known = known_parts(state, side, seat)
        if not known:
            continue
        line, secret = mission_line(side, known), len(known_parts(state, side, opponent(side))) < len(known)
        limit = f"time limit {known[LIMIT]}" if LIMIT in known else ""
        worth = f"{MISSION_VP} VP"
        if TYPE not in known or OBJECTIVE not in known:
            yield Goal("Mission", side, words=line.partition(": ")[2], worth=worth, secret=secret, line=line)
            continue
        mission = Mission(known[TYPE], known[OBJECTIVE], "")
        full = ROUNDS_HELD if needs_rounds(mission) else 1
        settled = state.points.get(f"settled:{side}", 0)
        held = min(state.points.get(f"held:{side}", 0), full)
        now = full if settled > 0 else 0 if settled < 0 else held
        owner = owner_of(mission.type, side)
        kind = {ABOUT_OBJECT: OBJECT, TERRAIN: PLACE}.get(mission.objective)
        places = (name_of(kind, owner),) if kind else ()
        yield Goal(mission.text().capitalize(), side, now, full, limit, worth, secret, places, line)


# --- What a seat sees of a printed scenario: what is counted, who is still to come, chits, and what is not printed

HALF = INCH // 2


@heeds("tactical.4.3.6")
def chits_shown(state: State, seat: str | None) -> tuple[Shape, ...]:
    """The chits, all alike; who knows it is told which is the vehicle."""
    truth, found = known_vehicle(state, seat), []
    for name, (x, y) in chits(state).items():
        words = f"Chit {name.partition(':')[2]}" + (" (the C3 vehicle)" if name == truth else "")
        outline = ((x - HALF, y - HALF), (x + HALF, y - HALF), (x + HALF, y + HALF), (x - HALF, y + HALF))
        found.append(Shape(name, "marker", words, outline))
    return tuple(found)


def scenario_notes(state: State, seat: str | None) -> tuple[str, ...]:
    """How a printed scenario stands."""
    scenario = printed_of(state)
    if scenario is None:
        return ()
    ours = (MAP_IS_OURS,) if state.switch(MAP_DRAWN) else ()
    return (f"{scenario.title}: {scenario.goal}", *_counted(state, seat), *ours)


MAP_IS_OURS = "The map is drawn after the scenario's text, as the printed one is lost."


def _counted(state: State, seat: str | None) -> Iterator[str]:
    late = to_come(state, NORTH)
    if late:
        yield f"Still to come for blue: {', '.join(state.units[name].name for name in late)}"
    if is_played(state, RIDGE):
        yield f"The South alone on the ridge: {state.points.get(ALONE, 0)} of {ROUNDS_ALONE} rounds"
    elif is_played(state, BRIDGEHEAD):
        across = (f"{side} {state.points.get(ACROSS + side, 0)}" for side in SEATS)
        yield f"Rounds with half of the force across, of {ROUNDS_ACROSS}: {', '.join(across)}"
    elif is_played(state, VILLAGE):
        yield f"Northern Gears lost: {gears_lost(state)}; buildings lost: {buildings_lost(state)}"
    elif is_played(state, LAST_STAND):
        unit = stevens(state)
        yield f"Colonel Stevens: {'not named yet' if unit is None else unit.name}"
    elif is_played(state, CONVOY):
        through, gone = trucks_through(state), sum(unit.is_lost for unit in trucks(state))
        yield f"Trucks through: {through}; destroyed: {gone}"
    elif known_vehicle(state, seat):
        yield f"The C3 vehicle: chit {known_vehicle(state, seat).partition(':')[2]}"


# --- What people see of a toy battle: weapons left, who is prone, the lengths things are measured in, and the far end

SIGNS_TOYS = {PRONE: "haywire", DAZED: "jammed", CLIMBING: "fast"}
RULES = {PRONE: "tactical.3.9.2-prone", DAZED: "tactical.3.9.2-rps", CLIMBING: "tactical.3.9.2-movement"}


@lru_cache(maxsize=16)
def field_shown(ground: Ground, length: int) -> v.TableView:
    """The playing field, with what a toy may do at each thing."""

    def facts(piece: Piece) -> tuple[str, ...]:
        if piece.kind == "water":
            return ("most Gears cannot go in",)
        if is_incline(piece):
            return (f"{inches_text(piece.top)} in high, walked over",)
        high = f"{inches_text(piece.top)} in high"
        if piece.base > 0:
            return (f"{inches_text(piece.base)} in above the ground: toys walk under it",)
        if piece.top * STEP <= length:
            return (high, "stepped on")
        return (high, f"climbed in {-(-piece.top // length)} activations" if piece.footing else "no room on top")

    return ground_view(ground, facts)


def toy_tracks(unit: Unit) -> tuple[v.Track, ...]:
    """The weapons it has left."""
    return (v.Track("Weapons", 0 if unit.is_lost else len(weapons_left(unit)), len(unit.card.weapons)),)


def toy_status(unit: Unit) -> str:
    """Whether it lies there or hangs on something."""
    if unit.is_lost:
        return "destroyed"
    return "prone" if is_prone(unit) else "hanging on a face" if hangs(unit) else ""


def toy_tokens(unit: Unit) -> tuple[v.Token, ...]:
    """What has befallen it."""
    found = [v.Token("Activated", 1, "tactical.3.9.2")] if unit.done else []
    for name in (PRONE, DAZED, CLIMBING):
        if unit.token(name):
            found.append(v.Token(name.capitalize(), 1, RULES[name], SIGNS_TOYS[name]))
    lost = [mount.weapon.name for mount in unit.card.weapons if unit.token(f"{LOST}:{mount.id}")]
    return (*found, *(v.Token(f"Lost: {name}", 1, "tactical.3.9.2-rps") for name in lost))


def toy_cards(unit: Unit) -> tuple[v.Card, ...]:
    """Its weapons, one by one."""
    rows = []
    for mount in unit.card.weapons:
        kind = "close combat" if mount.weapon.is_physical else "ranged"
        rows.append((mount.weapon.name, "lost" if unit.token(f"{LOST}:{mount.id}") else kind))
    return (v.Card(unit.card.name, (("Fists and feet", "close combat"), *rows)),)


@heeds("tactical.3.9.2-movement", "tactical.3.9.3")
def toy_notes(state: State) -> tuple[str, ...]:
    """The length that everything is measured in, and who runs."""
    runners = runners_of(state)
    measure = f"Measured in lengths: {length_word(state)}; walk 3, run 5 without attacking, climb 1."
    teams = (f"Runners: {runners}; Blockers: {opponent(runners)}",) if runners else ()
    return (measure, *teams)


def goal_shown(state: State) -> tuple[v.Shape, ...]:
    """The far end, where there are Runners."""
    if not runners_of(state):
        return ()
    x0, y0, x1, y1 = goal_box(state)
    return (v.Shape("goal", "zone", "Runners want to get here", ((x0, y0), (x1, y0), (x1, y1), (x0, y1))),)


def toys_left(state: State) -> dict[str, int]:
    """Toys that are still in play, or across."""
    return {seat: sum(unit.seat == seat and not unit.is_lost for unit in state.units.values()) for seat in SEATS}


# --- What a seat sees of a battle

PHASES = {
    "command": "Commanders and Tactics",
    "deployment": "Deployment",
    "round": "New round",
    "declaration": "Declaration",
    "initiative": "Initiative",
    "activation": "Activation",
    "misc": "Miscellaneous events",
    "bidding": "Bidding",
    "missions": "Missions",
    "priorities": "Priorities",
    "edges": "Scouting",
    "troops": "Troops",
    "subplots": "Subplots",
    "placing": "Setting up",
    "toss": "Coin toss",
    "toys": "Activating toys",
    "support": "Support",
    "dig in": "Hull-down positions",
    "arrivals": "Reinforcements",
}
MARK, CORNERS = INCH // 2, 12
"""How large the mark of a salvo is that strikes a point, and how many corners it has."""
SETUP = (PHASES["command"], PHASES["deployment"], PHASES["placing"])
TOKEN_RULES = {
    "evading": "tactical.2.6.9", "hull-down": "tactical.3.2.4", "concealed": "tactical.3.2.4",
    "fallen": "tactical.3.2.3", "climbing": "tactical.3.2.1", "light": "tactical.2.6.10-light",
    "heavy": "tactical.2.6.10-heavy", "stunned": "tactical.3.5.1-crew", "command point": "tactical.2.6.4",
    "observed": "tactical.3.4.3", "sensed": "tactical.3.3", "designated": "tactical.7.2-target-designator",
    "searchlight": "tactical.3.7-searchlight", "autopilot": "tactical.7.2-autopilot", "ecm": "tactical.3.3.1-ecm",
    "eccm": "tactical.3.3.1-eccm", "broken down": "tactical.3.7-temperature",
    "jammed": "tactical.4.1.4-malfunctions", "hero": "tactical.4.1.4-hero", "loves": "tactical.4.1.4-love",
    "linked": "tactical.4.1.4-coordinated", "together": "tactical.4.1.4-coordinated",
    "vendetta": "tactical.4.1.4-vendetta", "fleeing": "tactical.4.1.4-coward",
    "malfunctions": "tactical.4.1.4-malfunctions", "leftover ammunition": "tactical.4.1.4-leftover-ammo",
    "civilians": "tactical.4.1.4-bystanders",
    "stevens": "tactical.4.3.4", "upload": "tactical.4.3.6", "no evasion": "tactical.4.3.5",
    "kept slow": "tactical.4.3.5",
}  # fmt: skip


def view(state: State, seat: str | None, asks: tuple[Ask, ...]) -> View:
    """The table, the units on it and what is being asked."""
    return View(
        seat=seat or "",
        round=state.round,
        phase=PHASES.get(state.phase, state.phase.capitalize()),
        active="" if state.activation is None else state.activation.unit,
        table=table_shown(state),
        pieces=tuple(_piece(state, unit, seat) for unit in state.units.values() if is_shown(unit, seat)),
        zones=zones_shown(state),
        score=score_shown(state),
        markers=places_shown(state) + markers_shown(state) + barrages_shown(state, seat) + chits_shown(state, seat),
        asks=asks,
        waiting_for=tuple(ask.seat for ask in asks),
        notes=tuple(f"{side}: {state.banners[side]}" for side in SEATS if side in state.banners)
        + (toy_notes(state) if is_toy_battle(state) else battle_notes(state, seat)),
        rounds=state.rounds,
        goals=marked_places.goals(state.ground, holding(state)) if has_marked(state) else mission_goals(state, seat),
    )


def places_shown(state: State) -> tuple[Shape, ...]:
    """The places that the map marks, where they decide."""
    return marked_places.shapes(state.ground, holding(state)) if has_marked(state) else ()


def table_shown(state: State) -> TableView:
    """The table with its terrain; toys have their own to say about it."""
    if is_toy_battle(state):
        return field_shown(state.ground, length_of(state))
    return table_of(state.ground, is_night(state))


def waiting(state: State, seat: str | None) -> tuple[ShownPiece, ...]:
    """Units that are still to be placed: a seat's own, everybody's for None."""
    mine = (unit for unit in state.units.values() if unit.status == WAITING and seat in (None, unit.seat))
    return tuple(_piece(state, unit, seat) for unit in mine)


def is_shown(unit: Unit, seat: str | None) -> bool:
    """What is on the table, but for what the enemy has hidden."""
    return unit.status in (FIELDED, WRECK) or (unit.status == HIDDEN and seat in (None, unit.seat))


@rule("tactical.2.2")
@heeds("tactical.2.6.4")
def command_notes(state: State) -> tuple[str, ...]:
    """The Command Points of both sides and pools."""
    pools = (("TCP", "Tactical Command Points"), ("ICP", "Initiative Command Points"))
    found = []
    for kind, words in pools:
        left = {side: state.points.get(f"{kind}:{side}", 0) for side in SEATS}
        if any(left.values()):
            found.append(f"{words}: {', '.join(f'{side} {points}' for side, points in left.items())}")
    return tuple(found)


@heeds("tactical.4.1", "tactical.4.1.2-object", "tactical.4.1.2-terrain-objective")
def markers_shown(state: State) -> tuple[Shape, ...]:
    """Objects and places that may matter to somebody, of both sides, so that they tell of no mission."""
    if is_toy_battle(state):
        return ()
    found, half = [], state.kilometre() // 40
    for seat in SEATS:
        for kind, spot in ((OBJECT, object_at(state, seat)), (PLACE, place_of(state, seat))):
            if spot is not None:
                x, y = spot
                found.append(Shape(asset_name(kind, seat), "marker", f"{kind.title()} of {seat}", _square(x, y, half)))
    return (*found, *ways_shown(state), *mines_shown(state))


def _square(x: int, y: int, half: int) -> tuple[tuple[int, int], ...]:
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


@heeds("tactical.4.1.4-macallen-tunnel")
def ways_shown(state: State) -> list[Shape]:
    """The openings of tunnels, which anybody may use."""
    openings = [(name, spot) for name, spot in state.markers.items() if name.startswith(TUNNEL)]
    return [Shape(name, "marker", f"Opening of {name.rpartition(':')[0]}", _square(*spot, INCH // 2))
            for name, spot in openings]  # fmt: skip


@heeds("tactical.3.2.6", "tactical.4.1.4-minefield")
def mines_shown(state: State) -> list[Shape]:
    """Minefields lie open, square inch by square inch."""
    mines = [patch for patch in state.patches if patch.kind == MINEFIELD]
    return [Shape(f"mines-{at}", "marker", f"{patch.word} mines", _square(patch.x, patch.y, INCH // 2))
            for at, patch in enumerate(mines, 1)]  # fmt: skip


def battle_notes(state: State, seat: str | None) -> tuple[str, ...]:
    """Where and when it is, who commands, what each side is after, and what support it has, as far as a seat knows."""
    known = mission_notes(state, seat) + support_notes(state, seat) + scenario_notes(state, seat)
    return condition_notes(state) + command_notes(state) + known


@heeds("tactical.4.1", "tactical.4.1.4")
def mission_notes(state: State, seat: str | None) -> tuple[str, ...]:
    """What a seat knows of the missions, and the subplots of both sides."""
    found = []
    for side in SEATS:
        known = known_parts(state, side, seat)
        if known:
            found.append(mission_line(side, known))
        plots = [name.split(":")[2] for name in state.points if name.startswith(f"subplot:{side}:")]
        found += [f"Subplots of {side}: {', '.join(sorted(plots))}"] if plots else []
        unit = vital(state, side) if f"object:{side}" in state.markers else None
        found += [f"The vehicle of {side} that matters: {unit.name}"] if unit else []
    return tuple(found)


@heeds("tactical.4.1.3-support", "tactical.4.1.3-artillery")
def support_notes(state: State, seat: str | None) -> tuple[str, ...]:
    """What a seat knows of support: its own, and what intelligence has told it; and who calls for artillery."""
    found = []
    for side in SEATS:
        bought, spotter = (
            state.facts.get(asset_name(SUPPORT, side)),
            state.facts.get(asset_name(SPOTTER, side)),
        )
        stock = stock_of(state, side)
        is_any = state.points.get(asset_name(SUPPORT, side)) or stock != NOTHING
        if bought is not None and is_known(bought, seat) and is_any:
            found.append(f"Support of {side}: {stock.words()}")
        if spotter is not None and is_known(spotter, seat) and spotter.value in state.units:
            found.append(f"Calls for {side}'s artillery: {state.units[spotter.value].name}")
    return tuple(found)


@heeds("tactical.4.1.3-artillery")
def barrages_shown(state: State, seat: str | None) -> tuple[Shape, ...]:
    """Where salvos will come down this round, for the side that called them."""
    found = []
    for number, patch in enumerate(state.patches):
        if is_barrage(patch) and seat in (None, patch.seat):
            x, y, reach = patch.x, patch.y, max(MARK, patch.radius)
            corners = tuple(advance(x, y, step * FULL_TURN // CORNERS, reach) for step in range(CORNERS))
            found.append(Shape(f"barrage-{number}", "marker", f"{patch.word} comes down here", corners))
    return tuple(found)


def zones_shown(state: State) -> tuple[Shape, ...]:
    """The deployment zones while there is anybody to place."""
    found = list(goal_shown(state)) if is_toy_battle(state) else []
    if state.phase not in ("command", "deployment", "placing", "arrivals"):
        return tuple(found)
    for seat in SEATS if state.phase != "arrivals" else (state.turn,):
        areas = [area for text in zone_texts(state, seat) for area in areas_of(state, text)]
        for number, area in enumerate(areas):
            name = f"{seat}-zone" if not number else f"{seat}-zone-{number}"
            x0, y0, x1, y1 = area.box
            outline: tuple[tuple[int, int], ...] = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
            if area.piece and not area.margin:
                outline = state.ground.piece(area.piece).outline
            found.append(Shape(name, "zone", f"{seat} deploys here", outline))
        if may_hide(state, seat):
            x0, y0, x1, y1 = half_of(state, seat)
            outline = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
            found.append(Shape(f"{seat}-half", "zone", f"{seat} may hide here", outline))
    return tuple(found)


def zone_texts(state: State, seat: str) -> list[str]:
    """The zones of a side that somebody is still placed in: its own, and those of combat groups that have one."""
    waiting = {unit.group for unit in state.in_play(seat) if unit.status == WAITING}
    own = [state.zones[f"{seat}:{group}"] for group in sorted(waiting) if f"{seat}:{group}" in state.zones]
    return own if state.phase == "arrivals" else [state.zones[seat], *own]


def score_shown(state: State) -> dict[str, int]:
    """Threat Value left; of toys how many there are."""
    if is_toy_battle(state):
        return toys_left(state)
    return {seat: sum(unit.tv or unit.card.tv for unit in state.in_play(seat)) for seat in SEATS}


def _piece(state: State, unit: Unit, seat: str | None) -> ShownPiece:
    now, toy = state.activation, is_toy_battle(state)
    return ShownPiece(
        id=unit.id,
        name=unit.name,
        side=unit.seat,
        x=unit.x,
        y=unit.y,
        z=unit.z,
        facing=unit.facing,
        radius=unit.card.radius,
        height=unit.body.height,
        status=toy_status(unit) if toy else status_of(unit),
        ready=unit.is_fielded and ((now is not None and now.unit == unit.id) or not unit.done),
        tracks=toy_tracks(unit) if toy else tracks_of(unit),
        tokens=toy_tokens(unit) if toy else tokens_of(unit, seat),
        cards=toy_cards(unit) if toy else cards_of(unit.card),
        figure=figure_of(unit.card),
        parts=parts_of(unit.card),
        group="" if toy or unit.group == NO_GROUP else f"Combat group {unit.group}",
        signs=signs_of(unit),
    )


def tracks_of(unit: Unit) -> tuple[Track, ...]:
    """Armor of a vehicle, men of a squad."""
    if unit.card.squad is not None:
        return (Track("Troopers", troopers_standing(unit), len(unit.card.squad.carried)),)
    return (Track("Armor", 0 if unit.is_lost else base_armor(unit), unit.card.armor),)


def status_of(unit: Unit) -> str:
    """Movement system and speed as its markers show them, and how badly it is damaged."""
    if unit.status == WRECK:
        return "out of action"
    words = [MODE_WORDS[unit.mode], PACE_WORDS[unit.went]] if unit.mode else []
    words += ["Heavy damage"] if unit.token(HEAVY) else []
    words += ["Light damage"] if unit.token(LIGHT) else []
    return ", ".join(words)


@heeds("tactical.2.6.2-step0-commander")
def tokens_of(unit: Unit, seat: str | None) -> tuple[Token, ...]:
    """Group, Actions left and every token that lies on a unit; its rank is its own side's business."""
    tokens = [Token(f"Combat group {unit.group}", 1, "tactical.2.5.1")] if unit.group != NO_GROUP else []
    if unit.rank and seat in (None, unit.seat):
        title = "Commander" if unit.rank == "commander" else "Second in Command"
        tokens.append(Token(title, 1, "tactical.2.6.2-step0-commander", "leader"))
    if unit.actions:
        tokens.append(Token("Actions", unit.actions, "tactical.2.6.3"))
    if unit.extra:
        tokens.append(Token("Extra Actions declared", unit.extra, "tactical.2.6.3"))
    if unit.done:
        tokens.append(Token("Activated", 1, "tactical.2.6.2-step3"))
    for name, count in sorted(unit.tokens.items()):
        kind = name.partition(":")[0]
        if kind in TOKEN_RULES:
            tokens.append(Token(name[0].upper() + name[1:], count, TOKEN_RULES[kind], SIGNS.get(kind, "")))
    return tuple(tokens)


# --- The maps of the game as an editor draws them

MAPS = inch_maps(lambda: data_texts("gearlock.systems.tactical", "maps", ".toml"), RATINGS, table_of, facts_of)


# --- What a builder of forces is shown: squads with the units they begin with, cards, crew levels and weapons

SQUAD = "squad"
ANYBODY = "any"


@cache
def shop() -> Shop:
    """Everything a force can be built of; squads whose composition is lost are left out."""
    lists = our_lists()
    squads = (_squad(formation) for formation in lists.formations.values() if formation.composition)
    cards = (
        Ware(card.name, listed(card), card.faction, card.kind, figure_of(card), parts_of(card))
        for card in lists.cards.values()
    )
    return Shop((*squads, *cards), tuple(_goods()), (), _says(), "TV", everybody=(ANYBODY,), notes=(STAR,))


def _says() -> tuple[Saying, ...]:
    return (
        Saying("size", "the Threat Value that was agreed", ()),
        Saying("detachment", "part of a regiment, without its headquarters", ("yes", "no")),
    )


def _goods() -> Iterator[Good]:
    for level in NAMES.values():
        yield Good(level, "Crew levels", UNIT, "for the whole squad, or for one unit", "tactical.2.3.2")
        yield Good(level, "Crew levels", MODEL, "", "tactical.2.3.2")
    for rank in ("Commander", "Second in Command"):
        yield Good(rank, "Ranks", MODEL, "", "tactical.2.6.2-step0-commander")
    sold: dict[str, list[str]] = {}
    for gear, prices in our_lists().prices.items():
        for option, price in prices.items():
            mark = "" if price.mark == PRINTED else f" ({price.mark})"
            sold.setdefault(option, []).append(f"{gear} {price.cost} TV{mark}")
    for option, costs in sold.items():
        shelf = "Weapons and options of customizable Gears"
        yield Good(option, shelf, MODEL, ", ".join(costs), "tactical.2.3.6", rare=True)


def _squad(formation: Formation) -> Ware:
    lists = our_lists()
    cards = [card for name in formation.models if (card := lists.card(name))]
    figure, parts = (figure_of(cards[0]), parts_of(cards[0])) if cards else ("", ())
    brings = tuple((name, count) for count, name in formation.composition)
    return Ware(formation.name, formation_line(formation), formation.faction, "Squad", figure, parts, SQUAD, brings)
