"""Positions laid out by hand: who is where with which tokens, and whose turn it is."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, fields
from decimal import Decimal
from itertools import groupby
from typing import Any, get_type_hints

import msgspec

from gearlock.kernel.asks import Ask
from gearlock.kernel.bounds import NUMBERS_BELOW
from gearlock.kernel.errors import UnknownName
from gearlock.kernel.laidout import KEY, laid_out
from gearlock.kernel.orders import Refusal
from gearlock.kernel.sheets import (
    OF_EVERY_GAME,
    PositionRules,
    Sheet,
    Table,
    check_names,
    check_numbers,
    check_zones,
    said_of_battle,
    said_since,
)
from gearlock.kernel.system import Setup
from gearlock.mechanics.placing.zones import marked_zones
from gearlock.systems.brigands.battles import (
    BATTLE,
    DEFAULT_ROUNDS,
    STANDARD_ROUNDS,
    Plan,
    begin,
    dice_faults,
    scenarios,
    setup_for,
)
from gearlock.systems.brigands.book import BOOK
from gearlock.systems.brigands.chain_of_command import TITLES, Groups, Post, appointed, drone_faults
from gearlock.systems.brigands.deployment.places import WAYS, hand_made, map_names
from gearlock.systems.brigands.flow import PHASES
from gearlock.systems.brigands.forces.upgrades import FIELDABLE, card_faults, drone_cards
from gearlock.systems.brigands.models import ModelCard
from gearlock.systems.brigands.movement.paths import moves_of
from gearlock.systems.brigands.places import ZONES, sides_of, stand_at
from gearlock.systems.brigands.rounds import Activate, Activated, RoundReadied
from gearlock.systems.brigands.state import (
    BRACED,
    COMBAT_SPEED,
    COORDINATED_ATTACK,
    EVADE,
    FIELDED,
    GONE,
    RIDING,
    TOP_SPEED,
    WAITING,
    WRECK,
    State,
    Unit,
)
from gearlock.systems.brigands.transport import boarded
from gearlock.systems.brigands.vtols import altitude_at
from gearlock.table.handmade import read_ground, read_pose
from gearlock.table.inches import bodies_overlap, is_on_table
from gearlock.table.maps import as_mils
from gearlock.table.measure import INCH, RIGHT_ANGLE
from gearlock.table.terrain import Ground

# --- The models of a position: their stat lines, changed or not, and their places in the chain of command

POST_KEYS = ("id", "model", "stats", "rank", "drones", "group", "squad", "code", "tv")
CHANGEABLE = tuple(
    name for name in ModelCard.__struct_fields__ if name not in ("id", "faction", "ua", "source", "converted")
)
"""What `stats` may change of a stat line."""
SEATS = ("red", "blue")


@dataclass(frozen=True, slots=True)
class Named:
    """A model of a position: its table, its stat line, and its post in a Combat Group."""

    table: Table
    seat: str
    number: int
    card: ModelCard
    post: Post
    group: int


@dataclass(frozen=True, slots=True)
class Company:
    """Both sides of a position as a set-up takes them."""

    forces: dict[str, Groups]
    cards: dict[str, ModelCard]


def read_company(sheet: Sheet) -> Company:
    """All models of a position but for drones, which come with the models that control them."""
    found = [_named(sheet, table) for table in sheet.tables("model") if not is_drone(table)]
    named = [one for one in found if one is not None]
    if len(named) == len(found):
        check_numbers(sheet, {seat: [one.number for one in named if one.seat == seat] for seat in SEATS})
    forces = {seat: _side([one for one in named if one.seat == seat]) for seat in SEATS}
    cards = {one.card.id: one.card for one in named}
    return Company(forces, {**cards, **{name: drone_cards()[name] for one in named for name in one.post.drones}})


def is_drone(table: Table) -> bool:
    """Whether a table is about a drone: red-1a is the first of red-1."""
    return re.fullmatch(r"(?:red|blue)-\d{1,3}[a-j]", str(table.keys.get("id"))) is not None


def _named(sheet: Sheet, table: Table) -> Named | None:
    at = re.fullmatch(r"(red|blue)-([1-9]\d{0,2})", str(table.keys.get("id", "")))
    if at is None:
        sheet.wrong(table, "id", "'id' is red-1, red-2 ... or blue-1, blue-2 ...; red-1a is the first drone of red-1")
    card = _card(sheet, table)
    drones = sheet.value(table, "drones", tuple[str, ...], table.keys.get("drones", [])) or ()
    for fault in drone_faults(card, list(drones)):
        sheet.wrong(table, "drones", fault)
    rank = sheet.word(table, "rank", "", TITLES)
    squad, price = sheet.whole(table, "squad", 1, 1, 999), sheet.whole(table, "tv", card.tv if card else 0, 0, 9_999)
    code, group = sheet.word(table, "code"), sheet.whole(table, "group", 1, 1, 99)
    if at is None or card is None or not all(name in drone_cards() for name in drones):
        return None
    return Named(table, at[1], int(at[2]), card, Post(card.id, rank, squad, code, price, drones), group)


def _card(sheet: Sheet, table: Table) -> ModelCard | None:
    """The stat line by name, with the entries that `stats` changes; then it has a name of its own."""
    name = sheet.word(table, "model")
    if name not in FIELDABLE:
        sheet.wrong(table, "model", str(UnknownName("model", name, FIELDABLE)))
        return None
    card, said = FIELDABLE[name], table.keys.get("stats", {})
    if not isinstance(said, Mapping):
        sheet.wrong(table, "stats", "'stats' is a table of the entries that differ: { gunnery = 3 }")
        return card
    return _changed(sheet, table, card, said) if said else card


def _changed(sheet: Sheet, table: Table, card: ModelCard, said: Mapping[str, object]) -> ModelCard:
    types, before = get_type_hints(ModelCard), len(sheet.findings)
    for key in said:
        if key not in CHANGEABLE:
            sheet.wrong(table, "stats", str(UnknownName("entry of a stat line", key, CHANGEABLE)))
    plain = {key: float(value) if isinstance(value, Decimal) else value for key, value in said.items()}
    changes = {key: sheet.value(table, "stats", types[key], value) for key, value in plain.items() if key in CHANGEABLE}
    if len(sheet.findings) == before and not all(map(_is_small, changes.values())):
        sheet.wrong(table, "stats", "no number of a stat line is above 999")
    if len(sheet.findings) > before:
        return card
    changed = msgspec.structs.replace(card, id=f"{card.id}/{table.keys.get('id')}", **changes)
    for key, fault in card_faults(changed):
        if key in changes:
            sheet.wrong(table, "stats", fault)
    return changed if len(sheet.findings) == before else card


def _is_small(value: object) -> bool:
    numbers = value.values() if isinstance(value, dict) else (value,)
    return all(number < min(1_000, NUMBERS_BELOW) for number in numbers if isinstance(number, int | float))


def _side(side: list[Named]) -> Groups:
    """The Combat Groups of a side; if nobody says any rank, the first of each leads it."""
    side = sorted(side, key=lambda one: one.number)
    groups = tuple(tuple(one.post for one in run) for _, run in groupby(side, key=lambda one: one.group))
    said = any("rank" in one.table.keys for one in side)
    return groups if said else appointed(groups, {one.card.id: one.card for one in side})


# --- Where the models of a position stand, and what their tokens say

PLACE_KEYS = ("at", "facing")
OWN = ("id", "seat", "line", "x", "y", "z", "facing", "controller", "core")
"""Fields that a position says in another way, or that follow from the rest."""
TOKENS = tuple(
    field.name for field in fields(Unit) if field.name not in (*OWN, *(key for key in POST_KEYS if key != "group"))
)
"""Fields of a model that a position says by their names."""
POSTURES = (BRACED, COMBAT_SPEED, TOP_SPEED)
WORDS = {
    "posture": POSTURES,
    "pace": POSTURES,
    "status": (WAITING, FIELDED, RIDING, WRECK, GONE),
    "marks": (COORDINATED_ATTACK, EVADE),
    "aside": tuple(WAYS),
}
AHEAD = {"red": RIGHT_ANGLE, "blue": 3 * RIGHT_ANGLE}
"""Which way a side faces, unless something else is said."""
Said = dict[str, dict[str, Any]]
"""What is said of each model, field by field."""


def field_models(sheet: Sheet, state: State) -> Said:
    """Put every model where it is said to be; what is said of their fields is given back, and checked.

    Who is said to be nowhere waits, rides with its carrier, or stands where its Core does.
    """
    said: Said = {}
    for table in sheet.tables("model"):
        unit = state.units.get(str(table.keys["id"]))
        if unit is None:
            sheet.wrong(table, "id", "its Controlling model has no such drone: name it in that model's `drones`")
            continue
        sheet.refuse_unknown(table, (*POST_KEYS, *PLACE_KEYS, *TOKENS))
        said[unit.id] = _tokens(sheet, state, table, unit)
        _apply(unit, said[unit.id])
        _field(sheet, state, table, unit)
    for unit in state.units.values():
        _follow(state, unit)
    return said


def say_again(state: State, said: Said) -> None:
    """What is said of a model holds, whatever a phase would make of it."""
    for unit_id, tokens in said.items():
        _apply(state.units[unit_id], tokens)


def _apply(unit: Unit, tokens: dict[str, Any]) -> None:
    for name, value in tokens.items():
        setattr(unit, name, list(value) if isinstance(value, list) else value)


def _tokens(sheet: Sheet, state: State, table: Table, unit: Unit) -> dict[str, Any]:
    found = sheet.fields(table, Unit, TOKENS)
    weapons = tuple(unit.line.weapons)
    pieces = tuple(piece.id for piece in state.ground.pieces)
    known: dict[str, Collection[str]] = {**WORDS, "used": weapons, "expended": (*weapons, *unit.line.traits)}
    known |= {name: pieces for name in ("hanging", "inside")}
    known |= {name: tuple(state.units) for name in ("carrier", "slayer")}
    check_names(sheet, table, found, known)
    for name, most in (("hull", unit.line.hull), ("structure", unit.line.structure)):
        if found.get(name, 0) > most:
            sheet.wrong(table, name, f"the {unit.line.name} has {most} {name.title()} at most")
    if found.get("status") in (WRECK, GONE):
        found = {"hull": 0, "structure": 0, **found}
    return found


def _field(sheet: Sheet, state: State, table: Table, unit: Unit) -> None:
    """Put a model down where it is said to stand; on the ground if its height is not said."""
    place, unit.facing = read_pose(sheet, table, AHEAD[unit.seat])
    if place is None:
        return
    unit.x, unit.y, z = place
    if "status" not in table.keys:
        unit.status = FIELDED
    if unit.controller:
        unit.carrier = ""
    if z is None and unit.airborne:
        z = altitude_at(state.ground, unit.x, unit.y)
    stand = stand_at(state, unit, unit.x, unit.y, 0) if z is None and not unit.core else None
    if isinstance(stand, Refusal):
        return sheet.refused(table, "at", stand)
    unit.z = stand.body.z if stand is not None else z or 0
    unit.inside = unit.inside or (stand.inside if stand is not None else "")
    for refusal in _in_the_way(state, unit):
        sheet.refused(table, "at", refusal)
    return None


def _in_the_way(state: State, unit: Unit) -> Iterable[Refusal]:
    """What is against a model where it stands by its own word: the edge of the table, or somebody else."""
    if unit.status not in (FIELDED, WRECK) or unit.controller or unit.carrier:
        return
    if not is_on_table(unit.body, state.ground.width, state.ground.height):
        where = f"{unit.x / INCH:g}, {unit.y / INCH:g}"
        yield Refusal("table", "brigands.2.2", f"At {where} the {unit.name} would stand off the table.")
    for other in state.obstacles(unit):
        if bodies_overlap(unit.body, other.body):
            yield Refusal("overlap", "brigands.2.6", f"The {other.name} ({other.id}) stands there.")


def _follow(state: State, unit: Unit) -> None:
    """Passengers are where their transport is, and Attached models where their Core is."""
    if unit.status == WAITING and unit.carrier in state.units:
        boarded(state, unit, unit.carrier).change(state)
    elif unit.status == WAITING and unit.core and state.units[unit.core].is_fielded:
        core = state.units[unit.core]
        unit.status, unit.x, unit.y, unit.z, unit.facing = FIELDED, core.x, core.y, core.z, core.facing


# --- From a position to a set-up: the ground, the models in their places, their tokens, and whose turn it is

PURPOSES = (
    "attack", "defence", "Marginal Hit", "Marginal Hits", "Initiative", "Airdrop", "deployment zones",
    "deployment roll-off", "Pathfinder roll-off", "Fortifications roll-off", "side roll-off",
)  # fmt: skip
ACTION = "action"
SHARED = ("line", "ground", "notes")
"""What is no part of a position: the set-up itself says it, or nobody does."""
STATE_KEYS = (
    "finished", "group", "orders", "passes", "phase", "pursuits", "round", "rounds", "size", "squad", "turn", "winner",
    "zones",
)  # fmt: skip
"""Fields of the state that a position says by their names."""
KEYS = (*OF_EVERY_GAME, *STATE_KEYS, "map", "options", "active", "posture", "activation", "smoke", "buildings")


def lay_out(sheet: Sheet) -> Setup:
    """The set-up of a position. What the tables say is read first, then how it lies on the table."""
    sheet.refuse_unknown(sheet.head, KEYS)
    scenario = str(sheet.head.keys.get("scenario", BATTLE))
    scenario = scenario if scenario in scenarios() else BATTLE
    options = sheet.value(sheet.head, "options", dict[str, str], sheet.head.keys.get("options", {})) or {}
    for fault in (
        *dice_faults(options),
        *(f"there is no option '{name}' here: dice" for name in {*options} - {"dice"}),
    ):
        sheet.wrong(sheet.head, "options", fault)
    ground = read_ground(sheet, _named_map)
    company = read_company(sheet)
    rounds = sheet.whole(sheet.head, "rounds", max(STANDARD_ROUNDS) if scenario == BATTLE else DEFAULT_ROUNDS, 1, 99)
    sheet.refuse()
    plan = Plan(ground, {}, rounds, company.cards)
    seed = sheet.whole(sheet.head, "seed", 0, most=1 << 63)
    setup = setup_for(scenario, seed, options, ground, company.forces, rounds, plan)
    before = begin(setup)
    after = _laid(sheet, before.clone())
    sheet.refuse()
    position = laid_out(before, after, sheet.word(sheet.head, "title"), SHARED)
    return msgspec.structs.replace(setup, data={**setup.data, KEY: msgspec.to_builtins(position)})


def _named_map(name: str) -> Ground:
    if name not in map_names():
        raise UnknownName("map", name, map_names())
    return hand_made(name)


def _laid(sheet: Sheet, state: State) -> State:
    """The position itself; unless more is said, the Action Phase of Round 1, everybody fresh from the Setup Phase."""
    state.round, state.zones = 1, state.zones or {"red": "south", "blue": "north"}
    _lay_head(sheet, state)
    phase, said = state.phase, field_models(sheet, state)
    if state.round:
        RoundReadied(()).change(state)
        state.phase = phase
    say_again(state, said)
    _lay_lengths(sheet, state)
    if not sheet.findings:
        _activate(sheet, state)
    say_again(state, said)
    return state


def _lay_head(sheet: Sheet, state: State) -> None:
    """What is said of the whole battle; whoever has the turn won Initiative, if nobody else did."""
    said = said_of_battle(sheet, State, STATE_KEYS, (*PHASES, ACTION), SEATS)
    phase = said["phase"]
    said.setdefault("round", int(phase in (ACTION, "ecm", "setup")))
    for name, value in said.items():
        setattr(state, name, value)
    sides = {side for kind in ZONES for side in sides_of(state.ground, kind)}
    sides |= set(marked_zones(state.ground).values())
    check_zones(sheet, state.zones, SEATS, sides)


def _lay_lengths(sheet: Sheet, state: State) -> None:
    """Clouds of Smoke in inches, and what is left of buildings."""
    said = sheet.head.keys.get("smoke", [])
    rows = [cloud for cloud in said if isinstance(cloud, list)] if isinstance(said, list) else []
    clouds = [[as_mils(each) for each in cloud] for cloud in rows]
    if not isinstance(said, list) or len(clouds) != len(said) or any(len(c) != 4 or None in c for c in clouds):
        sheet.wrong(sheet.head, "smoke", "'smoke' is a list of [x, y, height of its foot, radius] in inches")
    else:
        state.smoke = [(x or 0, y or 0, z or 0, radius or 0) for x, y, z, radius in clouds]
    left = sheet.value(sheet.head, "buildings", dict[str, tuple[int, int]], sheet.head.keys.get("buildings", {}))
    for name in left or {}:
        if name not in {piece.id for piece in state.ground.pieces}:
            names = [piece.id for piece in state.ground.pieces]
            sheet.wrong(sheet.head, "buildings", str(UnknownName("piece", name, names)))
    state.buildings = left or {}


def _activate(sheet: Sheet, state: State) -> None:
    """Who is Active, as if it had just been activated in a posture; `activation` may say what it has done since."""
    active = sheet.word(sheet.head, "active", "", tuple(state.units))
    if not active:
        return
    unit, posture = state.units[active], sheet.word(sheet.head, "posture", COMBAT_SPEED, POSTURES)
    if sheet.findings:
        return None
    order = Activate(active, posture, airborne=unit.airborne, tall=unit.tall)
    refusal = BOOK.refuse(state, Ask(unit.seat, "activate"), order)
    if refusal is not None:
        return sheet.refused(sheet.head, "active", refusal)
    state.turn = unit.seat
    Activated(active, posture, moves_of(posture), unit.tall).change(state)
    state.activation = said_since(sheet, "activation", state.activation, ("unit",))
    return None


POSITIONS = PositionRules(lay_out, PURPOSES)
