"""Positions laid out by hand: the ground, the models in their places, their tokens, and whose turn it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields
from itertools import groupby
from typing import Any, NamedTuple, get_type_hints

import msgspec

from gearlock.kernel.asks import Ask
from gearlock.kernel.errors import UnknownName
from gearlock.kernel.laidout import KEY, laid_out
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
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
from gearlock.mechanics.ground.surfaces import slope_at, surface_at
from gearlock.mechanics.placing.zones import marked_zones
from gearlock.mechanics.turns import SEATS
from gearlock.systems.blitz.battles import (
    RATINGS,
    ROUNDS,
    Groups,
    Post,
    appointed,
    begin,
    drone_faults,
    hand_made,
    map_names,
    scenarios,
    setup_for,
)
from gearlock.systems.blitz.book import BOOK
from gearlock.systems.blitz.chain_of_command import CGL, CO, SECOND, XO
from gearlock.systems.blitz.deployment.zones import ZONES, sides_of
from gearlock.systems.blitz.flow import PHASES
from gearlock.systems.blitz.forces.lists import raise_dice
from gearlock.systems.blitz.general_concepts.dice import CMD
from gearlock.systems.blitz.models import Model, ModelCard, model_cards, weapons_table
from gearlock.systems.blitz.movement.terrain import moves_of
from gearlock.systems.blitz.rounds import Activate, Activated, PointsRefilled, RoundBegun
from gearlock.systems.blitz.state import COMBAT, FIELDED, GONE, POSTURES, STATUSES, WRECK, State, Unit
from gearlock.table.handmade import read_ground, read_pose
from gearlock.table.inches import bodies_overlap, is_on_table
from gearlock.table.measure import INCH, RIGHT_ANGLE
from gearlock.table.terrain import Ground

# --- The models of a position: their stat lines, changed or not, and their places in the chain of command

POST_KEYS = ("id", "model", "stats", "rank", "drones", "group", "squad", "ua", "tv")
CHANGEABLE = tuple(name for name in ModelCard.__struct_fields__ if name not in ("id", "faction", "ua", "source"))
"""What `stats` may change of a stat line."""


class Company(NamedTuple):
    """Both sides of a position as a set-up takes them."""

    forces: dict[str, Groups]
    cards: dict[str, ModelCard]


class _Named(NamedTuple):
    seat: str
    number: int
    group: int
    post: Post
    card: ModelCard
    ranked: bool


def read_company(sheet: Sheet) -> Company:
    """All models of a position; drones and parts of great vehicles come with the models they belong to."""
    found = [_named(sheet, table) for table in sheet.tables("model") if not is_part(table)]
    named = [one for one in found if one is not None]
    if len(named) == len(found):
        check_numbers(sheet, {seat: [one.number for one in named if one.seat == seat] for seat in SEATS})
    cards = {one.card.id: one.card for one in named}
    sides = {seat: _side([one for one in named if one.seat == seat]) for seat in SEATS}
    forces = {seat: with_command(groups, cards) for seat, groups in sides.items()}
    return Company(forces, {**cards, **{card.id: card for card in map(_commanding, cards.values())}})


def is_part(table: Table) -> bool:
    """Whether a table is about a drone or a part of a great vehicle: red-1-1 is the first of red-1."""
    return re.fullmatch(r"(red|blue)-[1-9]\d{0,2}-[1-9]\d?", str(table.keys.get("id", ""))) is not None


@heeds("blitz.A.2.0")
def with_command(groups: Groups, cards: Mapping[str, ModelCard]) -> Groups:
    """The same groups; the Commanding Officer has the die that comes with the post."""
    return tuple(tuple(_promoted(post, cards[post.model]) for post in group) for group in groups)


def _promoted(post: Post, card: ModelCard) -> Post:
    return msgspec.structs.replace(post, model=_commanding(card).id) if post.rank == CO else post


def _commanding(card: ModelCard) -> ModelCard:
    return msgspec.structs.replace(raise_dice(card, CMD), id=f"{card.id}+{CO}")


def _named(sheet: Sheet, table: Table) -> _Named | None:
    at = re.fullmatch(r"(red|blue)-([1-9]\d{0,2})", str(table.keys.get("id", "")))
    if at is None:
        sheet.wrong(table, "id", "'id' is red-1, red-2 ... or blue-1, blue-2 ...; red-1-1 is the first drone of red-1")
    card = _card(sheet, table)
    rank = sheet.word(table, "rank", "", (CO, XO, CGL, SECOND))
    squad = sheet.word(table, "squad", "primary", ("primary", "support"))
    group, price = sheet.whole(table, "group", 1, 0, 99), sheet.whole(table, "tv", card.tv if card else 0, 0, 9_999)
    ua, drones = sheet.word(table, "ua"), _drones(sheet, table)
    if at is None or card is None:
        return None
    return _Named(at[1], int(at[2]), group, Post(card.id, rank, squad, ua, price, drones), card, "rank" in table.keys)


def _drones(sheet: Sheet, table: Table) -> tuple[str, ...]:
    """The drones a model controls, by the ids of their stat lines."""
    drones = sheet.value(table, "drones", tuple[str, ...], table.keys.get("drones", [])) or ()
    faults = list(drone_faults(str(table.keys.get("model", "")), list(drones), model_cards()))
    for fault in faults:
        sheet.wrong(table, "drones", fault)
    return () if faults else drones


def _card(sheet: Sheet, table: Table) -> ModelCard | None:
    """The stat line by name, with the entries that `stats` changes; then it has a name of its own."""
    name, cards = sheet.word(table, "model"), model_cards()
    if name not in cards:
        sheet.wrong(table, "model", str(UnknownName("model", name, cards)))
        return None
    card, said = cards[name], table.keys.get("stats", {})
    if not isinstance(said, Mapping):
        sheet.wrong(table, "stats", "'stats' is a table of the entries that differ: { gun = 3 }")
        return card
    return _changed(sheet, table, card, said) if said else card


def _changed(sheet: Sheet, table: Table, card: ModelCard, said: Mapping[str, object]) -> ModelCard:
    types, before = get_type_hints(ModelCard), len(sheet.findings)
    for key in said:
        if key not in CHANGEABLE:
            sheet.wrong(table, "stats", str(UnknownName("entry of a stat line", key, CHANGEABLE)))
    changes = {key: sheet.value(table, "stats", types[key], value) for key, value in said.items() if key in CHANGEABLE}
    if any(isinstance(value, int) and value > 999 for value in changes.values()):
        sheet.wrong(table, "stats", "no number of a stat line is above 999")
    if len(sheet.findings) > before:
        return card
    changed = msgspec.structs.replace(card, id=f"{card.id}/{table.keys.get('id')}", **changes)
    try:
        Model(changed, weapons_table())
    except Exception as error:
        sheet.wrong(table, "stats", f"this stat line cannot be read: {error}")
        return card
    return changed


def _side(side: list[_Named]) -> Groups:
    """The combat groups of a side; if nobody says any rank, the first of each leads it."""
    side = sorted(side, key=lambda one: one.number)
    groups = tuple(tuple(one.post for one in run) for _, run in groupby(side, key=lambda one: one.group))
    return groups if any(one.ranked for one in side) else appointed(groups)


# --- From a position to a set-up: the ground, the models in their places, their tokens, and whose turn it is

PURPOSES = (
    "attack", "defence", "frag dice", "marginal hit", "blast", "defect", "we're in trouble",
    "initiative", "order", "forward observation", "active guidance", "satellite observation", "detailed scan",
    "sensor jamming", "sensor recovery", "sensor interference", "work against interference", "comms jamming",
    "em storm", "comms test for an order", "comms test for command points", "comms test for a command point",
    "fire roll", "corrosion roll", "haywire roll", "damage control", "dangerous terrain test", "try to come free",
    "fall", "impact", "mines", "landing", "airdrop", "deployment", "inspection", "what is defective",
    "deployment zones", "number of rounds", "special conditions", "dangerous ground", "extreme temperatures",
    "objective",
    *(f"target of {seat}'s objective {number}" for seat in SEATS for number in range(1, 4)),
)  # fmt: skip
"""All that dice are thrown for."""
ACTION = "action"
SHARED = ("line", "ground", "notes")
STATE_KEYS = (
    "damaged", "facts", "finished", "group", "markers", "phase", "points", "round", "rounds", "sensing", "smoke",
    "switches", "turn", "winner", "zones",
)  # fmt: skip
KEYS = (*OF_EVERY_GAME, *STATE_KEYS, "map", "active", "posture", "activation")
OWN = ("id", "seat", "name", "line", "x", "y", "z", "facing", *(key for key in POST_KEYS if key != "id"))
TOKENS = tuple(field.name for field in fields(Unit) if field.name not in OWN)
"""Fields of a model that a position says by their names."""
MODEL_KEYS = (*POST_KEYS, "at", "facing", *TOKENS)
AHEAD = {"red": RIGHT_ANGLE, "blue": 3 * RIGHT_ANGLE}
"""Which way a side faces, unless something else is said."""
Said = dict[str, dict[str, Any]]


def lay_out(sheet: Sheet) -> Setup:
    """The set-up of a position. What the tables say is read first, then how it lies on the table."""
    sheet.refuse_unknown(sheet.head, KEYS)
    names = tuple(scenarios())
    scenario = sheet.head.keys.get("scenario", names[0])
    ground, company = read_ground(sheet, _named_map, RATINGS), read_company(sheet)
    rounds = sheet.whole(sheet.head, "rounds", ROUNDS, 1, 99)
    sheet.refuse()
    seed = sheet.whole(sheet.head, "seed", 0, most=1 << 63)
    scenario = scenario if scenario in names else names[0]
    setup = setup_for(scenario, seed, {}, ground, company.forces, rounds, company.cards)
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
    """The position itself; unless more is said, the action phase of round 1, everybody ready."""
    state.zones = {"red": "south", "blue": "north"}
    said = _field_models(sheet, state)
    RoundBegun(1).change(state)
    PointsRefilled().change(state)
    _lay_head(sheet, state)
    _say(state, said)
    if not sheet.findings:
        _activate(sheet, state)
    _say(state, said)
    return state


def _lay_head(sheet: Sheet, state: State) -> None:
    """What is said of the whole battle; whoever has the turn won initiative, if nobody else did."""
    said = said_of_battle(sheet, State, STATE_KEYS, (*PHASES, ACTION), SEATS)
    for name, value in said.items():
        setattr(state, name, value)
    sides = {side for kind in ZONES for side in sides_of(state.ground, kind)}
    sides |= set(marked_zones(state.ground).values())
    check_zones(sheet, state.zones, SEATS, sides)


def _field_models(sheet: Sheet, state: State) -> Said:
    """Put every model where it is said to be; what is said of their fields is given back, and checked."""
    said: Said = {}
    for table in sheet.tables("model"):
        unit = state.units.get(str(table.keys["id"]))
        if unit is None:
            sheet.wrong(table, "id", "its controller has no such drone: name it in that model's `drones`")
            continue
        if is_part(table):
            _refuse_as_part(sheet, table, unit)
        sheet.refuse_unknown(table, MODEL_KEYS)
        said[unit.id] = _fields(sheet, state, table, unit)
        for name, value in said[unit.id].items():
            setattr(unit, name, value.copy() if isinstance(value, list | dict) else value)
        _field(sheet, state, table, unit)
    return said


def _refuse_as_part(sheet: Sheet, table: Table, unit: Unit) -> None:
    """What is said of a drone agrees with the model it came with, and its post is that of its controller."""
    for key, here in (("model", unit.line.id), ("parent", unit.parent)):
        if table.keys.get(key, here) != here:
            sheet.wrong(table, key, f"{unit.id} has the {key} {here}")
    for key in POST_KEYS[2:]:
        if key in table.keys:
            sheet.wrong(table, key, f"say '{key}' of {unit.parent}, to which {unit.id} belongs")


def _say(state: State, said: Said) -> None:
    """What is said of a model holds, whatever a phase would make of it; tokens are added to those it has."""
    for unit_id, values in said.items():
        unit = state.units[unit_id]
        for name, value in values.items():
            if name == "tokens":
                merged = {**unit.tokens, **value}
                unit.tokens = {token: count for token, count in merged.items() if count}
            else:
                setattr(unit, name, value.copy() if isinstance(value, list | dict) else value)


def _fields(sheet: Sheet, state: State, table: Table, unit: Unit) -> dict[str, Any]:
    found = sheet.fields(table, Unit, TOKENS)
    weapons = tuple(unit.line.weapons)
    for word in found.get("fired", ()):
        if word not in weapons:
            sheet.wrong(table, "fired", str(UnknownName("weapon", word, weapons)))
    for name, most in (("hull", unit.line.hull), ("structure", unit.line.structure)):
        if found.get(name, 0) > most:
            sheet.wrong(table, name, f"the {unit.line.name} has {most} {name} at most")
    if found.get("posture", "") not in ("", *POSTURES):
        sheet.wrong(table, "posture", str(UnknownName("posture", found["posture"], POSTURES)))
    units, pieces = tuple(state.units), tuple(piece.id for piece in state.ground.pieces)
    known = {"status": STATUSES, "place": pieces, **dict.fromkeys(("carrier", "parent", "slayer"), units)}
    check_names(sheet, table, found, known)
    return {"hull": 0, "structure": 0, **found} if found.get("status") in (WRECK, GONE) else found


def _field(sheet: Sheet, state: State, table: Table, unit: Unit) -> None:
    """Put a model down where it is said to stand; on what is there if its height is not said."""
    unit.status = sheet.word(table, "status", FIELDED if "at" in table.keys else unit.status)
    place, unit.facing = read_pose(sheet, table, AHEAD[unit.seat])
    if place is None:
        return
    unit.x, unit.y, z = place
    if z is None:
        high = 1_000 * INCH
        z = max(slope_at(state.ground, unit.x, unit.y), surface_at(state.ground, unit.x, unit.y, high))
    unit.z = z
    for refusal in _in_the_way(state, unit):
        sheet.refused(table, "at", refusal)


def _in_the_way(state: State, unit: Unit) -> Iterable[Refusal]:
    """What is against a model where it stands by its own word: the edge of the table, or somebody else."""
    if unit.status not in (FIELDED, WRECK) or unit.carrier or unit.parent:
        return
    if not is_on_table(unit.body, state.ground.width, state.ground.height):
        where = f"{unit.x / INCH:g}, {unit.y / INCH:g}"
        yield Refusal("table", "blitz.6.0", f"At {where} the {unit.name} would stand off the table.")
    for other in state.standing():
        if other is not unit and not other.parent and not other.carrier and bodies_overlap(unit.body, other.body):
            yield Refusal("overlap", "blitz.6.2", f"The {other.name} ({other.id}) stands there.")


def _activate(sheet: Sheet, state: State) -> None:
    """Who is active, as if it had just been activated in a posture; `activation` may say what it has done since."""
    active = sheet.word(sheet.head, "active", "", tuple(state.units))
    posture = sheet.word(sheet.head, "posture", COMBAT, POSTURES)
    if not active or sheet.findings:
        return None
    unit = state.units[active]
    order = Activate(active, posture, tall=unit.tall)
    refusal = BOOK.refuse(state, Ask(unit.seat, "activate"), order)
    if refusal is not None:
        return sheet.refused(sheet.head, "active", refusal)
    state.turn = unit.seat
    Activated(active, posture, moves_of(unit, posture), tall=unit.tall).change(state)
    state.activation = said_since(sheet, "activation", state.activation, ("unit",))
    return None


POSITIONS = PositionRules(lay_out, PURPOSES)
