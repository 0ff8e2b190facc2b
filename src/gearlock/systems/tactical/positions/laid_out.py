"""From a position to a battle: the ground, the units in their places, and whose turn it is."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import msgspec

from gearlock.kernel.asks import Ask
from gearlock.kernel.errors import UnknownName
from gearlock.kernel.laidout import KEY, laid_out
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.sheets import OF_EVERY_GAME, PositionRules, Sheet, Table, check_names, said_of_battle, said_since
from gearlock.kernel.system import Setup
from gearlock.mechanics.ground.surfaces import slope_at, surface_at
from gearlock.systems.tactical.battles.battles import begin, scenarios, setup_for
from gearlock.systems.tactical.battles.generated import RATINGS, ROUNDS, SCALES, as_houses, ground_for, map_names
from gearlock.systems.tactical.battles.toys import GAMES
from gearlock.systems.tactical.book import BOOK
from gearlock.systems.tactical.damage.condition import actions_now, refuse_pace
from gearlock.systems.tactical.flow import PHASES
from gearlock.systems.tactical.line_of_sight.terrain import stays_out_of_tempest
from gearlock.systems.tactical.positions.names import PURPOSES, check_battle, read_switches
from gearlock.systems.tactical.positions.scenes import (
    CHITS,
    ROLE,
    SCENE_KEYS,
    check_ground,
    lay_printed,
    lay_scene,
    lay_toys,
    read_patches,
    spelled,
    toy_cards,
    toy_settings,
    usual_rounds,
)
from gearlock.systems.tactical.positions.scenes import KEY as PATCHES
from gearlock.systems.tactical.positions.units import (
    PACES,
    POST_KEYS,
    check_inches,
    check_markers,
    check_modules,
    check_speeds,
    dig_in,
    follow_up,
    get_in,
    lay_parts,
    read_company,
    sit_down,
    tie,
)
from gearlock.systems.tactical.printed_scenarios.the_six import PRINTED
from gearlock.systems.tactical.rounds.activation import Sheltered
from gearlock.systems.tactical.rounds.round import Activate, Activated, RoundBegun
from gearlock.systems.tactical.state import (
    CLASSES,
    COMBAT,
    FIELDED,
    HALF,
    SEATS,
    SKIRMISH_SCALE,
    STATIONARY,
    STATUSES,
    TACTICAL_SCALE,
    TOP,
    State,
    Unit,
)
from gearlock.systems.tactical.toy_battles.toys import is_toy_battle
from gearlock.table.handmade import USUAL, read_ground, read_pose
from gearlock.table.inches import bodies_overlap, is_on_table
from gearlock.table.measure import INCH, RIGHT_ANGLE
from gearlock.table.terrain import Ground

SHARED = ("card", "ground", "notes", "stock")
STATE_KEYS = (
    "facts", "finished", "first", "group", "homes", "markers", "phase", "points", "round", "rounds", "scale",
    "structures", "switches", "turn", "winner", "zones",
)  # fmt: skip
HEAD_KEYS = (
    *OF_EVERY_GAME, *STATE_KEYS, *SCENE_KEYS, CHITS, "map", "active", "pace", "activation", "modules", PATCHES,
)  # fmt: skip
ADDED = ("homes", "switches", "zones")
"""Fields of the head that are added to what the battle has anyway."""
PLACED = ("id", "seat", "name", "card", "x", "y", "z", "facing", *(key for key in POST_KEYS if key != "id"))
SAID = tuple(field.name for field in fields(Unit) if field.name not in PLACED)
"""Fields of a unit that a position says by their names."""
TOWARDS = {"red": RIGHT_ANGLE, "blue": 3 * RIGHT_ANGLE}
"""Which way a side faces, unless something else is said."""
SKY = 1_000 * INCH


def lay_out(sheet: Sheet) -> Setup:
    """The set-up of a position. What the tables say is read first, then how it lies on the table."""
    sheet.refuse_unknown(sheet.head, HEAD_KEYS)
    names = tuple(scenarios())
    scenario = str(sheet.head.keys.get("scenario", names[0]))
    named = scenario if scenario in names else names[0]
    ground = read_ground(
        sheet, _map, RATINGS, lambda table: spelled(sheet, table), named if named in PRINTED else USUAL
    )
    check_ground(sheet, named, {piece.id for piece in ground.pieces})
    ground = as_houses(ground) if _scale(sheet, TACTICAL_SCALE) == SKIRMISH_SCALE else ground
    company = read_company(sheet)
    rounds = sheet.whole(sheet.head, "rounds", usual_rounds(named, ROUNDS), 1, 99)
    seed = sheet.whole(sheet.head, "seed", 0, most=1 << 63)
    sheet.refuse()
    if named in GAMES:
        cards, more = toy_cards(sheet, company.cards), toy_settings(sheet, named, ground)
        setup = setup_for(named, seed, {}, ground, company.forces, rounds, more=more, own=cards)
    else:
        setup = setup_for(named, seed, {}, ground, company.forces, rounds, own=company.cards)
    sheet.refuse()
    first = begin(setup)
    state = first.clone()
    _lay(sheet, state)
    sheet.refuse()
    kept = msgspec.to_builtins(laid_out(first, state, sheet.word(sheet.head, "title"), SHARED))
    return msgspec.structs.replace(setup, data={**setup.data, KEY: kept})


def _map(name: str) -> Ground:
    if name not in map_names():
        raise UnknownName("map", name, map_names())
    return ground_for(name, 0)


def _scale(sheet: Sheet, usual: str) -> str:
    """The scale that the head names, by its word or as states keep it."""
    word = str(sheet.head.keys.get("scale", usual))
    return SCALES.get(word, word)


def _lay(sheet: Sheet, state: State) -> None:
    """The position itself; unless more is said, round 1 is under way and everybody has its Actions."""
    lay_parts(sheet, state, _scale(sheet, state.scale))
    said = [_placed(sheet, state, table) for table in sheet.tables("model")]
    kept = state.clone()
    if is_toy_battle(state):
        state.round = 1
    else:
        RoundBegun(1, {unit.id: actions_now(unit) for unit in map(_as_said, said)}).change(state)
        state.phase = "activation"
    for name, value in said_of_battle(sheet, State, STATE_KEYS, (*PHASES, "activation"), SEATS).items():
        setattr(state, name, {**getattr(state, name), **value} if name in ADDED else value)
    state.switches = {**read_switches(sheet), **state.switches}
    check_battle(sheet, state)
    state.patches = read_patches(sheet, state)
    check_modules(sheet, state, ((table, found[1]) for table, found in zip(sheet.tables("model"), said, strict=True)))
    state.scale = SCALES.get(state.scale, state.scale)
    if state.scale not in (TACTICAL_SCALE, SKIRMISH_SCALE) and not is_toy_battle(kept):
        sheet.wrong(sheet.head, "scale", str(UnknownName("scale", state.scale, (*SCALES, *SCALES.values()))))
    lay_scene(sheet, state)
    lay_printed(sheet, state)
    state.first = state.first or state.turn
    if not is_toy_battle(state):
        for table, (unit, values) in zip(sheet.tables("model"), said, strict=True):
            follow_up(state, unit, table.keys, values)
    _shelter(state)
    for unit, values in said:
        _say(unit, values)
    sit_down(sheet, state)
    if not sheet.findings:
        _activate(sheet, state, kept)
    for unit, values in said:
        _say(unit, values)
    tie(state)


def _placed(sheet: Sheet, state: State, table: Table) -> tuple[Unit, dict[str, Any]]:
    """Put a unit where it is said to be; what is said of its fields is given back, and checked."""
    sheet.refuse_unknown(table, (*POST_KEYS, "at", "facing", ROLE, *SAID))
    unit = state.units[str(table.keys["id"])]
    found = sheet.fields(table, Unit, SAID)
    _check_fields(sheet, state, table, unit, found)
    place, facing = read_pose(sheet, table, TOWARDS[unit.seat])
    if place is not None:
        _stand(sheet, state, table, unit, place)
        unit.facing = facing
    dig_in(sheet, state, table, unit, found)
    get_in(sheet, state, table, unit, found)
    return unit, found


def _check_fields(sheet: Sheet, state: State, table: Table, unit: Unit, found: dict[str, Any]) -> None:
    """Fields that have words of their own, the track of a squad, and what is in tow."""
    check_speeds(sheet, table, unit, found)
    check_names(sheet, table, found, {"status": STATUSES, **dict.fromkeys(("carrier", "slayer"), tuple(state.units))})
    men = 0 if unit.card.squad is None else len(unit.card.squad.carried)
    if len(found.get("troopers", ())) not in (0, men):
        whose = f"are the damage points of its {men} men, first to last" if men else "are for infantry"
        sheet.wrong(table, "troopers", f"'troopers' {whose}")
    check_markers(sheet, state, table, unit, found)


def _stand(sheet: Sheet, state: State, table: Table, unit: Unit, place: tuple[int, int, int | None]) -> None:
    """On what is there, unless a height is said; not off the table, and not where somebody stands."""
    x, y, z = place
    unit.x, unit.y, unit.status = x, y, sheet.word(table, "status", FIELDED)
    unit.z = max(slope_at(state.ground, x, y), surface_at(state.ground, x, y, SKY)) if z is None else z
    if unit.status != FIELDED or table.keys.get("carrier"):
        return
    if not is_on_table(unit.body, state.ground.width, state.ground.height):
        sheet.wrong(table, "at", f"there the {unit.name} would stand off the table")
    for other in state.standing():
        if other.id != unit.id and not other.carrier and bodies_overlap(unit.body, other.body):
            sheet.wrong(table, "at", f"the {other.name} ({other.id}) stands there")


def _as_said(said: tuple[Unit, dict[str, Any]]) -> Unit:
    """A unit as it is said to be, to ask about its crew."""
    found = said[0].clone()
    _say(found, said[1])
    return found


def _say(unit: Unit, values: dict[str, Any]) -> None:
    """What is said of a unit; tokens come to those it has, and a count of 0 takes one away."""
    for name, value in values.items():
        if name == "tokens":
            unit.tokens = {token: count for token, count in {**unit.tokens, **value}.items() if count}
        else:
            setattr(unit, name, value.copy() if isinstance(value, list | dict) else value)


@heeds("tactical.3.7-tempest")
def _shelter(state: State) -> None:
    """Who sits a tempest out does so from the beginning of the round that is under way."""
    out = tuple(unit.id for unit in state.units.values() if stays_out_of_tempest(state, unit))
    if out and state.round and not is_toy_battle(state):
        Sheltered(out).change(state)


def _activate(sheet: Sheet, state: State, kept: State) -> None:
    """Who is active, as if just activated at a pace; `activation` may say what it has done since."""
    if is_toy_battle(kept):
        lay_toys(sheet, state, kept)
        return
    active = sheet.word(sheet.head, "active", "", tuple(state.units))
    if not active:
        return
    unit = state.units[active]
    usual = next((pace for pace in (COMBAT, HALF, TOP, STATIONARY) if refuse_pace(state, unit, pace) is None), COMBAT)
    said = sheet.word(sheet.head, "pace", usual)
    pace = PACES.get(said.lower(), said)
    if pace not in CLASSES:
        sheet.wrong(sheet.head, "pace", str(UnknownName("pace", said, CLASSES)))
        return
    refusal = BOOK.refuse(state, Ask(unit.seat, "activate"), Activate(active, pace))
    if refusal is not None:
        sheet.refused(sheet.head, "active", refusal)
        return
    state.turn = unit.seat
    Activated(active, pace).change(state)
    now = state.activation = said_since(sheet, "activation", state.activation, ("unit",))
    for key in ("spent", "gone"):
        check_inches(sheet, sheet.head, key, {key: getattr(now, key)}, "activation")
    for key, word, known in (("limit", now.limit, CLASSES), ("mode", now.mode, tuple(unit.card.modes) or ("",))):
        if word not in known:
            sheet.wrong(sheet.head, "activation", str(UnknownName(key, word, known)))


POSITIONS = PositionRules(lay_out, PURPOSES)
