"""What a seat sees of a battle. Nothing is hidden in this game, so everybody sees everything."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.kept import KeptByIdentity
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Card, Piece, Shape, Token, Track, View
from gearlock.mechanics.ground.drawings import piece_shape
from gearlock.mechanics.objectives import marked_places
from gearlock.mechanics.sighting.clouds import cloud_piece
from gearlock.systems.brigands.actions import deed_text, deeds_of
from gearlock.systems.brigands.chain_of_command.lineup import TITLES
from gearlock.systems.brigands.deployment.special import aside_notes
from gearlock.systems.brigands.lock_and_cover.smoke import CLOUD
from gearlock.systems.brigands.models import Model
from gearlock.systems.brigands.movement.movement import GAITS
from gearlock.systems.brigands.objectives.marked import holding
from gearlock.systems.brigands.shown.looks import SIGNS, figure_of, parts_of, signs_of, table_of
from gearlock.systems.brigands.shown.objectives import (
    objective_goals,
    objective_markers,
    objective_notes,
    objective_score,
    objective_zones,
)
from gearlock.systems.brigands.shown.observations import observation_notes, observation_tokens
from gearlock.systems.brigands.state import FIELDED, NO_GROUP, WAITING, WRECK, State, Unit
from gearlock.systems.brigands.weapons import Weapon
from gearlock.systems.brigands.zones import zone_of
from gearlock.table.measure import inches_text

PHASES = {
    "zones": "Deployment zones",
    "fortifications": "Fortifications",
    "objectives": "Objectives",
    "roll-off": "Deployment",
    "deployment": "Deployment",
    "special": "Special deployment",
    "pathfinders": "Pathfinders",
    "initiative": "Initiative",
    "setup": "Setup",
    "ecm": "ECM Defense",
    "action": "Action",
}
SETUP = tuple(
    PHASES[name] for name in ("zones", "fortifications", "objectives", "deployment", "special", "pathfinders")
)
"""What is done before the first round."""


def view(state: State, seat: str | None, asks: tuple[Ask, ...]) -> View:
    """The table, the models on it and what is being asked."""
    left = {side: sum(u.hull + u.structure for u in state.surviving(side)) for side in ("red", "blue")}
    riders = [unit for unit in state.units.values() if unit.carrier and not unit.is_destroyed]
    return View(
        seat=seat or "",
        round=state.round,
        phase=PHASES[state.phase],
        active="" if state.activation is None else state.activation.unit,
        table=table_of(state.ground),
        pieces=tuple(_piece(state, unit, riders) for unit in state.units.values() if unit.status in (FIELDED, WRECK)),
        zones=(*objective_zones(state), *_clouds(state)) if state.round else _zones(state),
        markers=objective_markers(state) if state.full else marked_places.shapes(state.ground, holding(state)),
        score=objective_score(state) if state.full else left,
        asks=asks,
        waiting_for=tuple(ask.seat for ask in asks),
        notes=_notes(state),
        rounds=state.rounds,
        goals=objective_goals(state) if state.full else marked_places.goals(state.ground, holding(state)),
    )


def waiting(state: State, seat: str | None) -> tuple[Piece, ...]:
    """Models that are not on the table yet: a seat's own, everybody's for None."""
    return tuple(
        _piece(state, unit, []) for unit in state.units.values() if unit.status == WAITING and seat in (None, unit.seat)
    )


def _notes(state: State) -> tuple[str, ...]:
    """Who fights whom, who is still to come, the Orders in force, buildings that were hit, how the Objectives stand."""
    forces = (f"{seat}: {state.banners[seat]}" for seat in ("red", "blue") if seat in state.banners)
    hit = (f"{state.ground.piece(name).name}: {left[0]}/{left[1]} left" for name, left in state.buildings.items())
    ordered = (f"{order}: {state.units[giver].name}" for order, giver in state.orders.items())
    rolls = ("Augment dice: a skill says from which face on dice add, and gives none.",) if state.augment else ()
    observed = observation_notes(state)
    return (*forces, *aside_notes(state), *rolls, *ordered, *observed, *hit, *objective_notes(state))


def _zones(state: State) -> tuple[Shape, ...]:
    return tuple(Shape(f"{seat}-zone", "zone", f"{seat} deploys here", zone_of(state, seat)) for seat in state.zones)


def _clouds(state: State) -> tuple[Shape, ...]:
    pieces = [cloud_piece(CLOUD, number, cloud) for number, cloud in enumerate(state.smoke, 1)]
    return tuple(piece_shape(p) for p in pieces)


def _piece(state: State, unit: Unit, riders: list[Unit]) -> Piece:
    line = unit.line
    active = state.activation is not None and state.activation.unit == unit.id
    return Piece(
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
        ready=unit.is_fielded and (active or not unit.activated),
        tracks=(Track("Hull", unit.hull, line.hull), Track("Structure", unit.structure, line.structure)),
        tokens=(
            *_group_token(unit),
            *_spent(state, unit),
            *_tokens(unit),
            *_company(state, unit, riders),
            *_bonds(state, unit),
            *observation_tokens(state, unit),
        ),
        cards=_cards(line),
        figure=figure_of(line),
        parts=parts_of(line),
        group="" if unit.group == NO_GROUP else f"Combat Group {unit.group}",
        signs=signs_of(unit),
    )


def _group_token(unit: Unit) -> tuple[Token, ...]:
    """Which Combat Group it is in; a Demolitions target is in none."""
    return (Token(f"Combat Group {unit.group}", 1, "brigands.1.6a"),) if unit.group != NO_GROUP else ()


def _status(unit: Unit) -> str:
    if unit.status == WRECK:
        return "destroyed"
    words = [unit.stance] if unit.posture or unit.overwatch else []
    words += ["airborne"] if unit.airborne else []
    words += ["climbing"] if unit.hanging else [f"on floor {unit.z // 1000}"] if unit.inside else []
    return ", ".join([*words, "crippled"] if unit.is_crippled else words)


def _bonds(state: State, unit: Unit) -> tuple[Token, ...]:
    """The vehicle it is a part of."""
    return (Token(f"Part of {state.units[unit.core].name}", 1, "brigands.9.5"),) if unit.core else ()


@heeds("brigands.1.9")
def _spent(state: State, unit: Unit) -> tuple[Token, ...]:
    """The Actions a model has used before its activation, in reactions and for ECM Defense."""
    early = state.phase in ("ecm", "action") and not (unit.activated or unit.posture or unit.overwatch)
    used = unit.line.actions - unit.actions if early and unit.is_fielded else 0
    return (Token("Actions used", used, "brigands.1.9"),) if used > 0 else ()


@heeds("brigands.1.9")
def _tokens(unit: Unit) -> tuple[Token, ...]:
    counts = (
        ("Actions", unit.actions, "brigands.1.6b"),
        ("Standby", unit.standby, "brigands.6.1"),
        ("Overwatch", unit.overwatch, "brigands.6.2"),
        ("Command Points", unit.command, "brigands.7.4"),
        ("Skill Points", unit.skill, "brigands.trait.vet"),
    )
    tokens = [Token(name, count, rule, SIGNS.get(name, "")) for name, count, rule in counts if count]
    if unit.rank:
        tokens.append(Token(TITLES[unit.rank], 1, "brigands.7.1", "leader"))
    tokens += [Token(mark, 1, "brigands.7.5") for mark in unit.marks]
    tokens += [Token("Stealth lost", 1, "brigands.trait.stealth")] if unit.shown else []
    tokens += [Token(f"{what} used up", 1, "brigands.wtrait.la") for what in unit.expended]
    tokens += [Token("Scanned", 1, "brigands.8.2f", SIGNS["Scanned"])] if unit.scanned else []
    tokens += [Token("Haywire", 1, "brigands.5.7b-haywire", SIGNS["Haywire"])] if unit.haywire else []
    tokens += [Token("Repaired", 1, "brigands.9.6a")] if unit.mended else []
    tokens += [Token("Patch Up used", 1, "brigands.9.6b")] if unit.tended else []
    tokens += [Token("Airborne", 1, "brigands.9.7", SIGNS["Airborne"])] if unit.airborne else []
    tokens += [Token(f"ECM Defense:{unit.trait('ECM')}", 1, "brigands.8.3d", "ecm")] if unit.jamming else []
    tokens += [Token("Corrosion", 1, "brigands.5.7b-corrosion", SIGNS["Corrosion"])] if unit.corroded else []
    return tuple([*tokens, *(Token(f"{weapon} fired", 1, "brigands.5.1") for weapon in unit.used)])


def _company(state: State, unit: Unit, riders: list[Unit]) -> tuple[Token, ...]:
    """Whose drone it is, what it is in, and who is with it or aboard."""
    tokens = [Token(f"drone of {state.units[unit.controller].name}", 1, "brigands.9.2")] if unit.controller else []
    if unit.carrier:
        tokens.append(Token(f"in the {state.units[unit.carrier].name}", 1, "brigands.9.4"))
    aboard = [other for other in riders if other.carrier == unit.id]
    return tuple([*tokens, *(Token(f"aboard: {other.name}", 1, "brigands.9.3") for other in aboard)])


def _make_cards(line: Model) -> tuple[Card, ...]:
    moves = ", ".join(f"{GAITS[gait]} {inches_text(length)} in" for gait, length in line.move.items())
    stats = Card(
        line.name,
        (
            ("TV", str(line.card.tv)),
            ("Move", moves),
            ("Armor", str(line.armor)),
            ("Hull / Structure", f"{line.hull}/{line.structure}"),
            ("Actions", str(line.actions)),
            ("Gunnery / Piloting", f"{line.gunnery}/{line.piloting}"),
            ("Sensors", f"{inches_text(line.sensors)} in"),
            ("Type", f"{line.type}, {inches_text(line.height)} in tall"),
            ("Traits", ", ".join(line.card.traits) or "none"),
        ),
    )
    weapons = Card("Weapons", tuple((weapon.id, _weapon_text(weapon)) for weapon in line.weapons.values()))
    return stats, weapons, Card("Actions and reactions", tuple((deed.name, deed_text(deed)) for deed in deeds_of(line)))


_cards = KeptByIdentity(_make_cards)
"""The cards of a model, made once for each stat line."""


def _weapon_text(weapon: Weapon) -> str:
    reach = f"{inches_text(weapon.near)}-{inches_text(weapon.far)}/{inches_text(weapon.most)} in"
    traits = ", ".join(f"{name}:{rating}" if _is_rated(name) else name for name, rating in weapon.traits.items())
    return (
        f"{weapon.name}, {reach}, PEN {weapon.pen}, {' or '.join(weapon.categories)}{', ' + traits if traits else ''}"
    )


def _is_rated(trait: str) -> bool:
    return trait in ("AE", "AP", "Blast", "Burst", "Fire", "Frag", "LA", "PEN", "Proximity", "Reach", "Split")
