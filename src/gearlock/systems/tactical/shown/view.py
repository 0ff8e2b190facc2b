"""What a seat sees of a battle."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Piece, Shape, Token, Track, View
from gearlock.systems.tactical.cards import MODE_WORDS
from gearlock.systems.tactical.damage.armor import base_armor
from gearlock.systems.tactical.deployment.zones import boxes_of
from gearlock.systems.tactical.line_of_sight.conditions import is_night
from gearlock.systems.tactical.missions.aims import known_parts, vital
from gearlock.systems.tactical.missions.things import OBJECT, PLACE, name_of, object_at, place_of
from gearlock.systems.tactical.shown.cards import cards_of
from gearlock.systems.tactical.shown.goals import mission_goals, mission_line
from gearlock.systems.tactical.shown.looks import SIGNS, figure_of, parts_of, signs_of, table_of
from gearlock.systems.tactical.speed import PACE_WORDS
from gearlock.systems.tactical.squads import standing as troopers_standing
from gearlock.systems.tactical.state import FIELDED, HEAVY, HIDDEN, LIGHT, NO_GROUP, SEATS, WAITING, WRECK, State, Unit

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
}
SETUP = (PHASES["command"], PHASES["deployment"])
TOKEN_RULES = {
    "evading": "tactical.2.6.9", "hull-down": "tactical.3.2.4", "concealed": "tactical.3.2.4",
    "fallen": "tactical.3.2.3", "climbing": "tactical.3.2.1", "light": "tactical.2.6.10-light",
    "heavy": "tactical.2.6.10-heavy", "stunned": "tactical.3.5.1-crew", "command point": "tactical.2.6.4",
    "observed": "tactical.3.4.3", "sensed": "tactical.3.3", "designated": "tactical.7.2-target-designator",
    "searchlight": "tactical.3.7-searchlight", "autopilot": "tactical.7.2-autopilot", "ecm": "tactical.3.3.1-ecm",
    "eccm": "tactical.3.3.1-eccm", "broken down": "tactical.3.7-temperature",
    "jammed": "tactical.4.1.4-malfunctions", "hero": "tactical.4.1.4-hero", "loves": "tactical.4.1.4-love",
}  # fmt: skip


def view(state: State, seat: str | None, asks: tuple[Ask, ...]) -> View:
    """The table, the units on it and what is being asked."""
    return View(
        seat=seat or "",
        round=state.round,
        phase=PHASES.get(state.phase, state.phase.capitalize()),
        active="" if state.activation is None else state.activation.unit,
        table=table_of(state.ground, is_night(state)),
        pieces=tuple(_piece(state, unit, seat) for unit in state.units.values() if is_shown(unit, seat)),
        zones=zones_shown(state),
        score=score_shown(state),
        markers=markers_shown(state),
        asks=asks,
        waiting_for=tuple(ask.seat for ask in asks),
        notes=tuple(f"{side}: {state.banners[side]}" for side in SEATS if side in state.banners)
        + command_notes(state)
        + mission_notes(state, seat),
        rounds=state.rounds,
        goals=mission_goals(state, seat),
    )


def waiting(state: State, seat: str | None) -> tuple[Piece, ...]:
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
    found, half = [], state.kilometre() // 40
    for seat in SEATS:
        for kind, spot in ((OBJECT, object_at(state, seat)), (PLACE, place_of(state, seat))):
            if spot is not None:
                x, y = spot
                outline = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
                found.append(Shape(name_of(kind, seat), "marker", f"{kind.title()} of {seat}", outline))
    return tuple(found)


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


def zones_shown(state: State) -> tuple[Shape, ...]:
    """The deployment zones while there is anybody to place."""
    if state.phase not in ("command", "deployment"):
        return ()
    found = []
    for seat in SEATS:
        for number, (x0, y0, x1, y1) in enumerate(boxes_of(state, state.zones[seat])):
            name = f"{seat}-zone" if not number else f"{seat}-zone-{number}"
            outline = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
            found.append(Shape(name, "zone", f"{seat} deploys here", outline))
    return tuple(found)


def score_shown(state: State) -> dict[str, int]:
    """Threat Value left."""
    return {seat: sum(unit.tv or unit.card.tv for unit in state.in_play(seat)) for seat in SEATS}


def _piece(state: State, unit: Unit, seat: str | None) -> Piece:
    now = state.activation
    return Piece(
        id=unit.id,
        name=unit.name,
        side=unit.seat,
        x=unit.x,
        y=unit.y,
        z=unit.z,
        facing=unit.facing,
        radius=unit.card.radius,
        height=unit.body.height,
        status=status_of(unit),
        ready=unit.is_fielded and ((now is not None and now.unit == unit.id) or not unit.done),
        tracks=tracks_of(unit),
        tokens=tokens_of(unit, seat),
        cards=cards_of(unit.card),
        figure=figure_of(unit.card),
        parts=parts_of(unit.card),
        group="" if unit.group == NO_GROUP else f"Combat group {unit.group}",
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
