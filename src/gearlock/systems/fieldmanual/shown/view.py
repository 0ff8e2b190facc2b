"""What a seat sees of a battle."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Goal, Piece, Token, Track, View
from gearlock.mechanics.objectives import marked_places
from gearlock.systems.fieldmanual.command.pool import points_left
from gearlock.systems.fieldmanual.missions.marked import has_marked, holding
from gearlock.systems.fieldmanual.missions.words_of_targets import objectives_shown
from gearlock.systems.fieldmanual.rounds.activation import BAND_WORDS, MODE_WORDS
from gearlock.systems.fieldmanual.shown.cards import cards_of
from gearlock.systems.fieldmanual.shown.looks import SIGNS, figure_of, parts_of, signs_of, table_of
from gearlock.systems.fieldmanual.shown.scenario_shown import scenario_notes, score_shown, zones_shown
from gearlock.systems.fieldmanual.state import (
    ALOFT,
    COMMANDER,
    DEAD,
    FIELDED,
    NO_GROUP,
    OUT,
    SEATS,
    WAITING,
    State,
    Unit,
)
from gearlock.systems.fieldmanual.table_effects.effects import is_dark

PHASES = {
    "table": "Table effects and zones",
    "mission": "Missions",
    "allocation": "Support points",
    "sides": "Deployment zones",
    "deployment": "Deployment",
    "eve": "Objectives",
    "round": "New round",
    "order": "Player order",
    "action": "Activation",
    "support": "Support events",
    "misc": "Miscellaneous events",
    "over": "Over",
}
SETUP = tuple(PHASES[name] for name in ("table", "mission", "allocation", "sides", "deployment", "eve"))
"""What is done before the first round."""
TOKEN_RULES = {
    "stun": "fieldmanual.stun", "hull down": "fieldmanual.hull-down", "hiding": "fieldmanual.hiding",
    "burning": "fieldmanual.wt-sustained-burn", "observed": "fieldmanual.forward-observation",
    "designated": "fieldmanual.perk-target-designator", "coordinated": "fieldmanual.coordinated-attack",
    "locked": "fieldmanual.active-lock", "out of ammo": "fieldmanual.out-of-ammo",
    "stand by": "fieldmanual.stand-by", "armor lost": "fieldmanual.wt-ac", "trouble": "fieldmanual.were-in-trouble",
    "CP attempts": "fieldmanual.cp-issue", "CP received": "fieldmanual.cp-receive",
    "autopilot": "fieldmanual.perk-autopilot", "neural net": "fieldmanual.perk-ann",
    "fallen": "fieldmanual.option-walker-knockdown", "climbing": "fieldmanual.perk-arms",
    "fired": "fieldmanual.concealment-modifiers", "fired MB": "fieldmanual.effect-fog",
}  # fmt: skip
SHOWN = (FIELDED, DEAD, ALOFT, OUT)
LEVELS = {"": "", "S": "sturdy damage", "L": "light damage", "H": "heavy damage", "C": "critical damage"}


def view(state: State, seat: str | None, asks: tuple[Ask, ...]) -> View:
    """The table, the models on it and what is being asked."""
    return View(
        seat=seat or "",
        round=state.round,
        phase=PHASES.get(state.phase, state.phase.capitalize()),
        active="" if state.activation is None else state.activation.unit,
        table=table_of(state.ground, is_dark(state)),
        pieces=tuple(_piece(state, unit) for unit in state.units.values() if unit.status in SHOWN),
        zones=zones_shown(state),
        markers=marked_places.shapes(state.ground, holding(state)) if has_marked(state) else (),
        score=score_shown(state, seat),
        asks=asks,
        waiting_for=tuple(ask.seat for ask in asks),
        notes=tuple(f"{side}: {state.banners[side]}" for side in SEATS if side in state.banners)
        + command_notes(state)
        + tuple(scenario_notes(state, seat)),
        rounds=state.rounds,
        goals=_goals(state, seat),
    )


def _goals(state: State, seat: str | None) -> tuple[Goal, ...]:
    """What is fought for: places that the map marks, or objectives."""
    if has_marked(state):
        return marked_places.goals(state.ground, holding(state))
    return tuple(objectives_shown(state, seat))


@heeds("fieldmanual.cp-pool")
def command_notes(state: State) -> tuple[str, ...]:
    """The Command Points of both sides: bought ones join the pool when they are shown to all."""
    left = {side: points_left(state, side) for side in SEATS}
    if not any(left.values()):
        return ()
    return (f"Command Points: {', '.join(f'{side} {points}' for side, points in left.items())}",)


def waiting(state: State, seat: str | None) -> tuple[Piece, ...]:
    """Models that are not on the table yet: a seat's own, everybody's for None."""
    return tuple(
        _piece(state, unit) for unit in state.units.values() if unit.status == WAITING and seat in (None, unit.seat)
    )


def _piece(state: State, unit: Unit) -> Piece:
    full = len(unit.card.boxes)
    return Piece(
        id=unit.id,
        name=unit.name,
        side=unit.seat,
        x=unit.x,
        y=unit.y,
        z=unit.z,
        facing=unit.facing,
        radius=unit.card.radius,
        height=unit.height,
        status=status_of(unit),
        ready=unit.status == FIELDED and (state.is_active(unit) or not unit.used),
        tracks=() if unit.team else (Track("Boxes", 0 if unit.is_lost else full - unit.boxes, full),),
        tokens=tokens_of(unit),
        cards=cards_of(unit.card),
        figure=figure_of(unit.card),
        parts=parts_of(unit.card),
        group="" if unit.group == NO_GROUP else f"Combat Group {unit.group}",
        signs=signs_of(unit),
    )


@rule("fieldmanual.movement-markers")
def status_of(unit: Unit) -> str:
    """Mode and speed as its marker shows them, and how badly it is damaged."""
    if unit.status == DEAD:
        return "dead"
    words = [MODE_WORDS.get(unit.mode, ""), BAND_WORDS[unit.band]] if unit.mode else []
    return ", ".join(filter(None, [*words, LEVELS[unit.level]]))


@heeds("fieldmanual.leaders", "fieldmanual.used-status")
def tokens_of(unit: Unit) -> tuple[Token, ...]:
    """Group, rank, Actions left and every token that lies on a model."""
    tokens = [Token(f"Combat Group {unit.group}", 1, "fieldmanual.activation")] if unit.group != NO_GROUP else []
    if unit.rank:
        title = "Army Commander" if unit.rank == COMMANDER else "Combat Group Leader"
        tokens.append(Token(title, 1, "fieldmanual.leaders", "leader"))
    if unit.actions:
        tokens.append(Token("Actions", unit.actions, "fieldmanual.actions"))
    if unit.used:
        tokens.append(Token("Used", 1, "fieldmanual.used-status"))
    for name, count in sorted(unit.tokens.items()):
        kind = name.partition(":")[0]
        if kind in TOKEN_RULES:
            tokens.append(Token(name[0].upper() + name[1:], count, TOKEN_RULES[kind], SIGNS.get(kind, "")))
    tokens += [Token(f"{mount} fired", 1, "fieldmanual.one-shot-per-weapon") for mount in unit.fired]
    tokens += [Token(f"{mount} crossed off", 1, "fieldmanual.out-of-ammo") for mount in unit.lost]
    return tuple(tokens)
