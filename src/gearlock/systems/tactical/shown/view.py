"""What a seat sees of a battle."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Piece, Shape, TableView, Token, Track, View
from gearlock.mechanics.objectives import marked_places
from gearlock.mechanics.secrets import is_known
from gearlock.systems.tactical.assets import NOTHING, SPOTTER, SUPPORT, name_of, stock_of
from gearlock.systems.tactical.cards import MODE_WORDS
from gearlock.systems.tactical.damage.armor import base_armor
from gearlock.systems.tactical.damage.minefields import MINEFIELD
from gearlock.systems.tactical.deployment.zones import half_of, may_hide
from gearlock.systems.tactical.line_of_sight.conditions import is_night
from gearlock.systems.tactical.missions.aims import known_parts, vital
from gearlock.systems.tactical.missions.marked import has_marked, holding
from gearlock.systems.tactical.missions.things import OBJECT, PLACE, object_at, place_of
from gearlock.systems.tactical.movement.limits import areas_of
from gearlock.systems.tactical.shown.cards import cards_of
from gearlock.systems.tactical.shown.goals import mission_goals, mission_line
from gearlock.systems.tactical.shown.looks import SIGNS, figure_of, parts_of, signs_of, table_of
from gearlock.systems.tactical.shown.scenarios_shown import chits_shown, scenario_notes
from gearlock.systems.tactical.shown.surroundings import condition_notes
from gearlock.systems.tactical.shown.toys import (
    field_shown,
    goal_shown,
    toy_cards,
    toy_notes,
    toy_status,
    toy_tokens,
    toy_tracks,
    toys_left,
)
from gearlock.systems.tactical.speed import PACE_WORDS
from gearlock.systems.tactical.squads import standing as troopers_standing
from gearlock.systems.tactical.state import FIELDED, HEAVY, HIDDEN, LIGHT, NO_GROUP, SEATS, WAITING, WRECK, State, Unit
from gearlock.systems.tactical.subplots.field_events import TUNNEL
from gearlock.systems.tactical.support.events import is_barrage
from gearlock.systems.tactical.toy.toys import is_toy_battle, length_of
from gearlock.table.measure import FULL_TURN, INCH, advance

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
    if is_toy_battle(state):
        return ()
    found, half = [], state.kilometre() // 40
    for seat in SEATS:
        for kind, spot in ((OBJECT, object_at(state, seat)), (PLACE, place_of(state, seat))):
            if spot is not None:
                x, y = spot
                found.append(Shape(name_of(kind, seat), "marker", f"{kind.title()} of {seat}", _square(x, y, half)))
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
        bought, spotter = state.facts.get(name_of(SUPPORT, side)), state.facts.get(name_of(SPOTTER, side))
        stock = stock_of(state, side)
        is_any = state.points.get(name_of(SUPPORT, side)) or stock != NOTHING
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


def _piece(state: State, unit: Unit, seat: str | None) -> Piece:
    now, toy = state.activation, is_toy_battle(state)
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
