"""What a seat sees of a battle."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask
from gearlock.kernel.kept import KeptByIdentity
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Card, Piece, Shape, Token, Track, View
from gearlock.mechanics.turns import SEATS
from gearlock.systems.blitz.chain_of_command.ranks import post_of, rank_of
from gearlock.systems.blitz.deployment.zones import zone_of
from gearlock.systems.blitz.dice_tests.words import skill_text
from gearlock.systems.blitz.models import Model
from gearlock.systems.blitz.shown.aims import aims_of, goals_of, marker_shapes, score_of
from gearlock.systems.blitz.shown.looks import SIGNS, figure_of, parts_of, signs_of, table_of
from gearlock.systems.blitz.state import ALOFT, FIELDED, NO_GROUP, OFF_BOARD, TARGETS, WAITING, WRECK, State, Unit
from gearlock.systems.blitz.weapons import Weapon
from gearlock.table.measure import inches_text

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


def waiting(state: State, seat: str | None) -> tuple[Piece, ...]:
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


def _piece(state: State, unit: Unit) -> Piece:
    line = unit.line
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
