"""What people see of a battle: view, cards, objectives, costs, routes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple

import msgspec

from gearlock.kernel.asks import Ask
from gearlock.kernel.chapters import checked
from gearlock.kernel.files import data_texts
from gearlock.kernel.kept import KeptByIdentity
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.shop import MODEL, UNIT, Good, Saying, Shop, Ware
from gearlock.kernel.view import Card, Goal, Leg, Route, Shape, TableView, Token, Track, View
from gearlock.kernel.view import Piece as ShownPiece
from gearlock.mechanics.ground.drawings import ground_view
from gearlock.mechanics.ground.forms import depth_of, is_road
from gearlock.mechanics.ground.palette import inch_maps
from gearlock.mechanics.objectives import marked_places
from gearlock.mechanics.turns import SEATS
from gearlock.muster.shops import good_of, openings
from gearlock.systems.blitz.battles import RATINGS
from gearlock.systems.blitz.chain_of_command import post_of, rank_of
from gearlock.systems.blitz.conditions import CONDITIONS
from gearlock.systems.blitz.deployment.zones import BEYOND, FULL_BATTLES, UNDECLARED, WAYS, zone_of
from gearlock.systems.blitz.dice_tests.comms_tests import skill_text
from gearlock.systems.blitz.dice_tests.tests import WEATHER
from gearlock.systems.blitz.forces.around_a_force import DOUBTFUL, FORCE, listed
from gearlock.systems.blitz.forces.lists import DRONE as DRONE_UPGRADES
from gearlock.systems.blitz.forces.lists import (
    DUELIST,
    GENERIC,
    RANK,
    SPECIAL,
    VARIANT,
    VETERAN,
    codes,
    sublists,
    upgrade,
    upgrade_list,
)
from gearlock.systems.blitz.forces.lists import UNIT as UNIT_UPGRADES
from gearlock.systems.blitz.general_concepts.measuring import DISTANCE
from gearlock.systems.blitz.models import FACTIONS, Model, ModelCard, Weapon, model_cards, read_type, ready
from gearlock.systems.blitz.movement.paths import CAUTIOUS, climb_left, judge
from gearlock.systems.blitz.movement.terrain import (
    UNLIMITED,
    Climb,
    Jump,
    Jumped,
    Move,
    Moved,
    bonus_of,
    turns_of,
    words_of,
)
from gearlock.systems.blitz.objectives.objectives import (
    CAPTURE,
    HOLD,
    LAST,
    MARKER,
    NAMES,
    PRIMARY,
    TARGET,
    Slot,
    controller_of,
    has_marked,
    holding,
    is_done,
    known_fact,
    known_name,
    markers_of,
    points_known,
    progress_of,
    slots_of,
)
from gearlock.systems.blitz.objectives.winning import MEETING, tokens_held
from gearlock.systems.blitz.paying import ACTION, payment
from gearlock.systems.blitz.state import (
    ALOFT,
    BRACED,
    FIELDED,
    NO_GROUP,
    OFF_BOARD,
    STANDBY,
    TARGETS,
    TOP_SPEED,
    WAITING,
    WRECK,
    State,
    Unit,
    opponent,
)
from gearlock.table.measure import FULL_TURN, INCH, advance, inches, inches_text
from gearlock.table.terrain import Ground, Piece

# --- How models, ground and weapons look: figures and parts by the stat line, facts of the ground, effects of attacks

HEAVY_GEAR, LIGHT_GEAR = 8, 4
"""Hull and structure together from which a gear is drawn heavy, and up to which it is drawn light."""
FIGURES = {"Strider": "strider", "Drone": "drone", "Fortification": "turret"}
SUBTYPES = {"VTOL": "vtol", "Flying": "vtol", "Hover": "hover", "ORV": "wheeled", "Team": "team", "ATV": "wheeled"}
LONG_GUNS = ("RF", "FG", "TG", "RG", "SC", "LC", "PA", "AG")
PODS = ("RP", "APR", "AR", "ATM", "ABM", "SAM", "AM", "FM", "GM")
SIGNS = {
    "standby": "standby", "hiding": "hidden", "hull down": "braced", "immobilised": "jammed", "fire": "fire",
    "corrosion": "fire", "haywire": "haywire", "comms jamming": "jammed", "sensor jamming": "ecm",
}  # fmt: skip
STANCES = {BRACED: "braced", TOP_SPEED: "fast"}


def figure_of(line: Model) -> str:
    """The silhouette of a model: gears by their bulk, vehicles and infantry by their subtype."""
    if line.type == "Gear":
        bulk = line.hull + line.structure
        return "gear-heavy" if bulk >= HEAVY_GEAR else "gear-light" if bulk <= LIGHT_GEAR else "gear-medium"
    if line.type == "Vehicle":
        return SUBTYPES.get(line.subtype, "tank" if line.armor > 6 else "wheeled")
    if line.type == "Infantry":
        return SUBTYPES.get(line.subtype, "squad")
    return FIGURES.get(line.type, "")


def _make_parts(line: Model) -> tuple[str, ...]:
    codes = {weapon.row.code for weapon in line.weapons.values()}
    found = (
        ("longgun", bool(codes & {*LONG_GUNS})),
        ("pod", bool(codes & {*PODS})),
        ("shield", "Shield" in line.traits),
        ("mast", bool({"ECM", "Comms", "Sensor Boom"} & line.traits.keys())),
        ("jump", "Jetpack" in line.traits),
    )
    return tuple(part for part, is_there in found if is_there)[:2]


parts_of = KeptByIdentity(_make_parts)
"""What is to be seen on a model: two things at most, so that it can be told apart from afar."""


def signs_of(unit: Unit) -> tuple[str, ...]:
    """The signs of what a model does and how it fares, besides its tokens."""
    stance = STANCES.get(unit.stance, "") if unit.posture or unit.token("standby") else ""
    return tuple(filter(None, (stance, "crippled" if unit.is_crippled else "")))


@lru_cache(maxsize=16)
def table_of(ground: Ground) -> TableView:
    """The table with its terrain, drawn and explained."""
    return ground_view(ground, facts_of)


@heeds("blitz.6.4", "blitz.6.5g", "blitz.6.5b")
def facts_of(piece: Piece) -> tuple[str, ...]:
    """What a player wants to know of a piece of terrain before a model goes there or hides behind it."""
    facts = [f"{inches_text(piece.top)} in high"] if piece.top > piece.base else []
    facts += [f"{piece.rating} cover"] if piece.rating else []
    if is_road(piece):
        return (*facts, "road: quick going")
    if piece.kind == "water":
        deep = inches_text(depth_of(piece))
        return (*facts, f"{deep} in deep: difficult to models more than twice as high, impassable to lower ones")
    bars = str(piece.props.get("bars", "")).split()
    return (*facts, *(f"{word} going" for word in words_of(piece)), *((f"bars {', '.join(bars)}",) if bars else ()))


# --- What a seat sees of the scenario: markers, its objectives and how they stand, what is known of the enemy's


def score_of(state: State, seat: str | None) -> dict[str, int]:
    """Tokens held, victory points that are known, or hull and structure left."""
    if state.scenario == MEETING:
        return {side: tokens_held(state, side) for side in SEATS}
    if state.scenario in FULL_BATTLES:
        return {side: points_known(state, side, seat) for side in SEATS}
    return {side: sum(unit.hull + unit.structure for unit in state.in_play(side)) for side in SEATS}


def marker_shapes(state: State, seat: str | None) -> tuple[Shape, ...]:
    """Every marker with the ground it is controlled from, and who controls it now."""
    if has_marked(state):
        return marked_places.shapes(state.ground, holding(state))
    real = {known_fact(state, slot.key(MARKER), seat) for side in SEATS for slot in slots_of(state, side)}
    names = {
        marker: f"{slot.seat}'s {NAMES[known_name(state, slot, seat)]} {marker[-1].upper()}"
        for side in SEATS
        for slot in slots_of(state, side)
        for marker in markers_of(state, slot)
    }
    shapes = []
    for marker, (x, y) in sorted(state.markers.items()):
        by = controller_of(state, marker)
        label = names.get(marker, marker.replace("-", " ").capitalize()) + (", the real one" if marker in real else "")
        shapes.append(Shape(marker, "marker", f"{label}, held by {by or 'nobody'}; 6 in around it", _disc(x, y)))
    return tuple(shapes)


def _disc(x: int, y: int) -> tuple[tuple[int, int], ...]:
    """A point as one can see it: an inch around."""
    return tuple(advance(x, y, corner * FULL_TURN // 16, INCH) for corner in range(16))


def aims_of(state: State, seat: str | None) -> Iterator[str]:
    """Conditions, objectives and reserves in lines, as far as the seat may know them."""
    if state.scenario not in FULL_BATTLES:
        return
    if state.switches.get(WEATHER) in CONDITIONS:
        yield f"Conditions: {CONDITIONS[state.switches[WEATHER]]}"
    if LAST in state.switches:
        yield f"{state.switches[LAST].capitalize()} has declared this the last round"
    for side in SEATS:
        yield from (goal.line for goal in _goals(state, side, seat))
    yield from _reserves(state, seat)


def goals_of(state: State, seat: str | None) -> tuple[Goal, ...]:
    """The objectives of both sides, as far as the seat may know them."""
    if state.scenario not in FULL_BATTLES:
        return marked_places.goals(state.ground, holding(state))
    return tuple(goal for side in SEATS for goal in _goals(state, side, seat))


def _goals(state: State, side: str, seat: str | None) -> Iterator[Goal]:
    slots = slots_of(state, side)
    known = [slot for slot in slots if known_name(state, slot, seat)]
    yield from (_aim(state, slot, seat) for slot in known)
    for number in range(len(known) + 1, len(slots) + 1):
        yield Goal(f"Objective {number}", side, words="secret", line=f"{side}: objective {number} is secret")


def _aim(state: State, slot: Slot, seat: str | None) -> Goal:
    """One objective that is known, and how it stands."""
    name = known_name(state, slot, seat)
    is_primary = known_fact(state, f"{PRIMARY}:{slot.seat}", seat) == str(slot.number)
    worth = "primary, counts double" if is_primary else ""
    line = f"{slot.seat}: {NAMES[name]}" + (f" ({worth})" if worth else "")
    now = _standing(state, slot, name, seat)
    if is_done(state, slot):
        now, line = now._replace(now=now.full, words="achieved"), f"{line}: achieved"
    elif now.is_counted:
        line += f"{', ' if now.words else ''}{now.words}: {now.now} of {now.full}"
    return Goal(
        NAMES[name],
        slot.seat,
        now.now,
        now.full,
        now.words,
        worth,
        not known_name(state, slot, opponent(slot.seat)),
        tuple(markers_of(state, slot)),
        line,
    )


class _Standing(NamedTuple):
    """How an objective stands, and whether that can be told yet."""

    now: int
    full: int
    words: str = ""
    is_counted: bool = True


def _standing(state: State, slot: Slot, name: str, seat: str | None) -> _Standing:
    target, marker = (known_fact(state, slot.key(what), seat) for what in (TARGET, MARKER))
    if state.phase in ("scenario", "sides", "markers", "reserves", "deployment"):
        return _Standing(0, 1, is_counted=False)
    if name in (HOLD, CAPTURE) and not marker:
        return _Standing(0, 1, is_counted=False)
    return _Standing(*progress_of(state, slot, name, target, marker))


def _reserves(state: State, seat: str | None) -> Iterator[str]:
    """Who is still to come, and how far off the seat's own are."""
    for unit in state.units.values():
        if unit.status == WAITING and unit.arrival not in ("", UNDECLARED):
            yield f"{unit.name} {WAYS[unit.arrival][0]}"
        elif unit.status == OFF_BOARD and unit.arrival in BEYOND:
            far = known_fact(state, f"{DISTANCE}:{unit.id}", seat)
            yield f"{unit.name}: {inches_text(int(far))} in off the table" if far else f"{unit.name}: off the table"


# --- What a seat sees of a battle

PHASES = {
    "inspection": "Inspection",
    "scenario": "Scenario",
    "sides": "Deployment zones",
    "markers": "Objective markers",
    "reserves": "Reserves",
    "deployment": "Deployment",
    "scouting": "Pathfinders",
    "weather": "Weather",
    "setup": "Setup",
    "initiative": "Initiative",
    "action": "Action",
    "cleanup": "Cleanup",
    "review": "Cleanup",
}
SETUP = tuple(PHASES[name] for name in ("scenario", "sides", "markers", "reserves", "deployment", "scouting"))
"""What is done before the first round."""
TOKEN_RULES = {
    "standby": "blitz.10.3", "hiding": "blitz.18.1", "hull down": "blitz.18.2", "immobilised": "blitz.6.6a",
    "fire": "blitz.9.6c", "corrosion": "blitz.9.6c", "haywire": "blitz.9.6c", "command points": "blitz.15.6",
    "skill points": "blitz.15.7", "coordinated fire": "blitz.15.5a", "radio silence": "blitz.15.5b",
    "charge": "blitz.15.5c", "full speed ahead": "blitz.15.5d", "incoming fire": "blitz.15.5e",
    "sensor boost": "blitz.14.5a", "sensor jamming": "blitz.14.5b", "sensor interference": "blitz.14.5c",
    "comms jamming": "blitz.14.6b", "counter-battery": "blitz.14.7d", "autopilot": "blitz.trait.autopilot",
    "neural net": "blitz.trait.ann", "hanging": "blitz.6.5f", "airdropped": "blitz.16.1b",
    "crippled": "blitz.16.0-2c-temp", "pride lost": "blitz.force.cef.grel", "Defective": "blitz.trait.defective",
    "thrown out": "blitz.18.5",
}  # fmt: skip
_SILENT = (
    "acting", "exposed", "last standby", "emitting", "jammed now", "included", "white sand", "aloft", "avenged",
    "example", "posture of its body",
)  # fmt: skip


def view(state: State, seat: str | None, asks: tuple[Ask, ...]) -> View:
    """The table, the models on it and what is being asked."""
    return View(
        seat=seat or "",
        round=state.round,
        phase=PHASES[state.phase],
        active="" if state.activation is None else state.activation.unit,
        table=table_of(state.ground),
        pieces=tuple(_piece(state, unit) for unit in state.units.values() if unit.status in TARGETS),
        zones=() if state.round or not state.zones else _zones(state),
        markers=marker_shapes(state, seat),
        score=score_of(state, seat),
        asks=asks,
        waiting_for=tuple(ask.seat for ask in asks),
        notes=(*(f"{side}: {state.banners[side]}" for side in SEATS if side in state.banners), *aims_of(state, seat)),
        rounds=state.rounds,
        goals=goals_of(state, seat),
    )


def waiting(state: State, seat: str | None) -> tuple[ShownPiece, ...]:
    """Models that are not on the table yet: a seat's own, everybody's for None."""
    return tuple(
        _piece(state, unit) for unit in state.units.values() if unit.status == WAITING and seat in (None, unit.seat)
    )


def _zones(state: State) -> tuple[Shape, ...]:
    return tuple(
        Shape(f"{seat}-zone" if not number else f"{seat}-zone-{number}", "zone", f"{seat} deploys here", part)
        for seat in state.zones
        for number, part in enumerate(zone_of(state, seat))
    )


def _piece(state: State, unit: Unit) -> ShownPiece:
    line = unit.line
    return ShownPiece(
        id=unit.id,
        name=unit.name,
        side=unit.seat,
        x=unit.x,
        y=unit.y,
        z=unit.z,
        facing=unit.facing,
        radius=line.radius,
        height=unit.height,
        status=_status(unit),
        ready=unit.status in (FIELDED, ALOFT) and (state.is_active(unit) or not unit.used),
        tracks=(Track("Hull", unit.hull, line.hull), Track("Structure", unit.structure, line.structure)),
        tokens=(*tokens_of(unit), *_riders_of(state, unit)),
        cards=_cards(line),
        figure=figure_of(line),
        parts=parts_of(line),
        group="" if unit.group == NO_GROUP else f"Combat group {unit.group}",
        signs=signs_of(unit),
    )


def _riders_of(state: State, unit: Unit) -> Iterator[Token]:
    """Whoever is aboard, and what a model is in."""
    for other in state.units.values():
        if other.carrier == unit.id and not other.is_destroyed:
            yield Token(f"Carries {other.name}", 1, "blitz.18.5")
    if unit.carrier:
        yield Token(f"In {state.units[unit.carrier].name}", 1, "blitz.18.3")


def _status(unit: Unit) -> str:
    if unit.status == WRECK:
        return "destroyed"
    if unit.status == OFF_BOARD:
        return "off-board, crippled" if unit.is_crippled else "off-board"
    words = [unit.stance] if unit.posture or unit.token("standby") else []
    return ", ".join([*words, "crippled"] if unit.is_crippled else words)


@heeds("blitz.tokens")
def tokens_of(unit: Unit) -> tuple[Token, ...]:
    """Group, rank, actions left and every token that lies on a model."""
    tokens = [Token(f"Combat group {unit.group}", 1, "blitz.5.4")] if unit.group != NO_GROUP else []
    if unit.rank:
        tokens.append(Token(rank_of(post_of(unit)).title, 1, "blitz.15.0", "leader"))
    if unit.actions:
        tokens.append(Token("Actions", unit.actions, "blitz.3.4a"))
    for name, count in sorted(unit.tokens.items()):
        kind = name.partition(":")[0]
        if kind not in _SILENT:
            rule = TOKEN_RULES.get(kind, "blitz.tokens")
            tokens.append(Token(name[0].upper() + name[1:], count, rule, SIGNS.get(kind, "")))
    tokens += [Token(f"{weapon} fired", 1, "blitz.8.2c") for weapon in unit.fired]
    return tuple(tokens)


def _make_cards(line: Model) -> tuple[Card, ...]:
    card = line.card
    rows = [
        ("TV", str(card.tv)),
        ("Move", f"{inches_text(line.move)} in {line.gait}"),
        ("Armour", str(line.armor)),
        ("Hull / structure", f"{line.hull}/{line.structure}"),
        ("Actions", str(line.actions)),
        ("GUN / PILOT / EW", " / ".join(skill_text(skill) for skill in (line.gun, line.pilot, line.ew))),
        ("Type", f"{card.type}, {inches_text(line.height)} in tall"),
        ("Traits", ", ".join(card.traits) or "none"),
    ]
    if card.uncertain:
        rows.append(("Uncertain", card.note))
    weapons = Card("Weapons", tuple((weapon.id, _weapon_text(weapon)) for weapon in line.weapons.values()))
    return Card(line.name, tuple(rows)), weapons


_cards = KeptByIdentity(_make_cards)
"""The cards of a model, made once for each stat line."""


def _weapon_text(weapon: Weapon) -> str:
    reach = f"{inches_text(weapon.near)}-{inches_text(weapon.far)}/{inches_text(weapon.most)} in"
    traits = ", ".join(f"{name}:{rating}" if rating != 1 else name for name, rating in weapon.traits.items())
    arc = "" if weapon.arc == "F" else f", {weapon.arc}"
    return f"{weapon.name}, {reach}, PEN {weapon.pen}{arc}, {weapon.category}{', ' + traits if traits else ''}"


# --- What orders are paid with, in words


def action_cost(state: State, _seat: str, order: Any) -> str:
    """An action of those left, or a standby token."""
    unit = state.units.get(order.unit)
    if unit is None or not payment(unit):
        return ""
    if payment(unit) == ACTION:
        return f"1 action of {unit.actions}"
    return f"1 standby token of {unit.token(STANDBY)}"


# --- The way an order of movement goes: straight from turn to turn, and what it uses of movement and turns

Going = Move | Climb | Jump


def route_of(state: State, order: Going, end: Moved | Jumped) -> Route | None:
    """The way to where a legal order leads."""
    unit = state.units[order.unit]
    if isinstance(order, Move) and isinstance(end, Moved):
        return _on_foot(state, unit, order, end)
    if isinstance(order, Climb) and isinstance(end, Moved):
        gone, used = end.advanced, f"{inches(end.spent)} of {inches(climb_left(state, unit, order.gait))} in climbed"
    else:
        gone = abs(order.length) if isinstance(order, Jump) else 0
        used = f"{inches(gone)} of {inches(unit.trait('Jetpack') * INCH)} in by jetpack"
    return Route((unit.x, unit.y), (Leg(end.x, end.y, f"{inches(gone)} in"),), used, gone + abs(end.z - unit.z))


def _on_foot(state: State, unit: Unit, order: Move, end: Moved) -> Route:
    """Leg by leg, difficult ground and backing up counted; what the move has used already counts too."""
    now = state.activation
    assert now is not None, "only the active model moves"
    begun = bool(now.gait)
    spent, made = (now.spent, now.turns) if begun else (0, 0)
    stretch, *_ = checked(judge(state, order))
    legs = [
        Leg(stride.x1, stride.y1, f"{inches(spent + stretch.cost(mark))} in")
        for stride, mark in zip(stretch.path.strides, stretch.marks[1:], strict=True)
    ]
    is_open, on_road = end.is_open and (now.is_open or not begun), end.on_road and (now.on_road or not begun)
    most = CAUTIOUS if order.cautious else unit.line.move + bonus_of(order.gait, is_open, on_road)
    used = end.advanced if order.cautious else spent + end.spent
    limit, turns = turns_of(unit, order.gait), made + end.turns
    of = f" of {limit}" if limit < UNLIMITED else ""
    many = "" if (limit if of else turns) == 1 else "s"
    text = f"{inches(used)} of {inches(most)} in, {turns}{of} turn{many}"
    return Route((unit.x, unit.y), tuple(legs), text, end.advanced + abs(end.z - unit.z))


# --- The maps of the game as an editor draws them

MAPS = inch_maps(lambda: data_texts("gearlock.systems.blitz", "maps", ".toml"), RATINGS, table_of, facts_of)


# --- What a builder of forces is shown: every model with its figure, every upgrade, every unit there can be

SORTS = {
    RANK: "Ranks", GENERIC: "Upgrades", DRONE_UPGRADES: "Drones", VETERAN: "Veteran upgrades",
    DUELIST: "Duelist upgrades", SPECIAL: "Upgrades of one list", UNIT_UPGRADES: "For the whole unit",
    VARIANT: "Variants",
}  # fmt: skip
DRONE = "Drone"


@cache
def shop() -> Shop:
    """Everything a force can be built of. Drones are bought for a model, so they are no wares."""
    wares = tuple(_ware(card) for card in model_cards().values() if not card.type.startswith(DRONE))
    lists = tuple(f"{each.code}: {each.name} ({each.faction})" for each in sublists().values())
    says = (
        Saying("list", "the sub-list of the faction", lists),
        Saying("allies", "lists whose units join"),
        Saying("elite", "an elite force", ("no", "yes")),
    )
    return Shop(
        wares, tuple(_goods()), tuple(openings(FORCE, codes())), says, "TV",
        everybody=(FACTIONS["generic"],), notes=(DOUBTFUL,),
    )  # fmt: skip


def _goods() -> Iterator[Good]:
    for it in upgrade_list().by_id.values():
        goes = UNIT if it.list == UNIT_UPGRADES else MODEL
        good = good_of(it.name, SORTS[it.list], goes, it.tv, it.tv_per_action, rule=it.rule, choice=it.choice)
        yield msgspec.structs.replace(good, rare=it.list in (VARIANT, SPECIAL))
    vet = upgrade("vet")
    yield good_of("Veteran", SORTS[UNIT_UPGRADES], UNIT, vet.tv, vet.tv_per_action, rule=vet.rule)


def _ware(card: ModelCard) -> Ware:
    line = ready(card)
    serves = tuple(text.split()[0] for text in card.ua if text)
    kind = read_type(card.type)[0]
    return Ware(card.name, listed(card), card.faction, kind, figure_of(line), parts_of(line), codes=serves)
