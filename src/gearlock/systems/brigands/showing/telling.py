"""Events as lines of a battle's story."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.kernel.view import Line
from gearlock.systems.brigands import events as e
from gearlock.systems.brigands.commanding.lineup import FORCE_COMMANDER, TITLES
from gearlock.systems.brigands.companions.words import COMPANIONS_WORDS
from gearlock.systems.brigands.electronics.words import ELECTRONICS_WORDS
from gearlock.systems.brigands.machines.words import MACHINES_WORDS
from gearlock.systems.brigands.moving.movement import WAYS
from gearlock.systems.brigands.objectives.winning import is_deserted
from gearlock.systems.brigands.objectives.words import OBJECTIVES_WORDS
from gearlock.systems.brigands.observation.words import OBSERVATION_WORDS
from gearlock.systems.brigands.setting.words import SETTING_WORDS
from gearlock.systems.brigands.showing.rolls import ROLL_WORDS
from gearlock.systems.brigands.state import BRACED, State
from gearlock.table.measure import inches_text


def tell(state: State, event: Event, _seat: str | None) -> Line | None:
    """An event that was just applied, in a sentence; None for what needs no words."""
    words = _WORDS.get(type(event))
    return None if words is None else words(state, event)


def _name(state: State, unit: str) -> str:
    return state.units[unit].name


_DEPLOYMENTS = {"fortifications": "brigands.11.4d", "special": "brigands.11.4b"}


def _opened(_state: State, event: e.DeploymentOpened) -> Line:
    return Line(f"{event.seat} deploys first.", (), "brigands.11.4b")


def _deployed(state: State, event: e.Deployed) -> Line:
    where = f"{inches_text(event.x)}, {inches_text(event.y)}"
    rule_id = _DEPLOYMENTS.get(state.phase, "brigands.11.4b-standard")
    return Line(f"{_name(state, event.unit)} deploys at {where}.", (event.unit,), rule_id)


def _round(_state: State, event: e.RoundBegun) -> Line:
    return Line(f"Round {event.round}.", (), "brigands.1.8")


def _kept(state: State, event: e.OverwatchKept) -> Line:
    return Line(f"{_name(state, event.unit)} stays on Overwatch.", (event.unit,), "brigands.6.2")


def _first(_state: State, event: e.FirstChosen) -> Line:
    return Line(f"{event.seat} activates first.", (), "brigands.1.8-action")


def _activated(state: State, event: e.Activated) -> Line:
    tall = ", standing up" if event.tall else ""
    posture = "Braced" if event.posture == BRACED else f"at {event.posture}"
    return Line(f"{_name(state, event.unit)} activates {posture}{tall}.", (event.unit,), "brigands.2.1")


def _moved(state: State, event: e.Moved) -> Line:
    where = f"{inches_text(event.x)}, {inches_text(event.y)}"
    if event.hanging or event.gait == "C":
        text = f"{_name(state, event.unit)} climbs to {inches_text(event.z)} in up at {where}."
        return Line(text, (event.unit,), "brigands.2.4")
    if event.inside:
        where = f"{state.ground.piece(event.inside).name}, floor {event.z // 1000}"
        return Line(f"{_name(state, event.unit)} is in the {where}.", (event.unit,), "brigands.3.2b")
    if event.slid:
        return Line(f"{_name(state, event.unit)} shifts sideways to {where}.", (event.unit,), "brigands.2.7b")
    went = f"moves {inches_text(event.travelled)} in as {WAYS[event.gait]} to {where}"
    text = f"{_name(state, event.unit)} {went if event.travelled else 'turns on the spot'}."
    return Line(text, (event.unit,), "brigands.2.2")


def _fell(state: State, event: e.Fell) -> Line:
    text = f"{_name(state, event.unit)} falls {inches_text(event.height)} in: {event.hits} Marginal Hits."
    return Line(text, (event.unit,), "brigands.2.5")


def _turned(state: State, event: e.Turned) -> Line:
    return Line(f"{_name(state, event.unit)} turns in place.", (event.unit,), "brigands.2.1-braced")


def _smoke(state: State, event: e.SmokeFired) -> Line:
    return Line(f"{_name(state, event.unit)} disappears in Smoke.", (event.unit,), "brigands.trait.smoke")


def _attack(state: State, event: e.AttackDeclared) -> Line:
    at = " and ".join(_name(state, target) for target in event.targets)
    if event.point is not None:
        ground = f"the point {inches_text(event.point[0])}, {inches_text(event.point[1])}"
        at = f"{ground}, reaching {at}," if at else ground
    if event.building:
        house = f"the {state.ground.piece(event.building).name}"
        at = f"{house}, reaching {at}," if at else house
    how = f", chained to the Observation of {_name(state, event.observer)}" if event.observer else ""
    how += f", by the sensors of {_name(state, event.sharer)}" if event.sharer else ""
    text = f"{_name(state, event.unit)} attacks {at or 'nobody'} with its {event.weapon} ({event.category}){how}."
    return Line(text, (event.unit, *event.targets), "brigands.8.5-chain" if event.observer else "brigands.5.8")


def _snap(state: State, event: e.SnapFireDeclared) -> Line:
    at = " and ".join(_name(state, target) for target in event.targets)
    text = f"{_name(state, event.unit)} snap fires its {event.weapon} at {at}."
    return Line(text, (event.unit, *event.targets), "brigands.6.3")


def _rerolled(state: State, event: e.Rerolled) -> Line:
    if event.commander:
        text = f"A Command Point of {_name(state, event.commander)} rerolls for {_name(state, event.unit)}."
        return Line(text, (event.unit, event.commander), "brigands.7.4a")
    return Line(f"{_name(state, event.unit)} rerolls: {event.source}.", (event.unit,), "brigands.1.2i")


def _ordered(state: State, event: e.OrderGiven) -> Line:
    target = f" on {_name(state, event.target)}" if event.target else ""
    text = f"{_name(state, event.unit)} orders: {event.name}{target}."
    return Line(text, (event.unit, event.target) if event.target else (event.unit,), "brigands.7.5")


def _promoted(state: State, event: e.Promoted) -> Line:
    text = f"{_name(state, event.unit)} takes over as {TITLES[event.rank]}."
    return Line(text, (event.unit,), "brigands.7.1-xo" if event.rank == FORCE_COMMANDER else "brigands.7.1-2ic")


def _damaged(state: State, event: e.Damaged) -> Line:
    name = _name(state, event.unit)
    if event.overkill:
        left = "at once and is gone: Overkill"
    elif event.destroyed:
        left = "and is destroyed"
    elif event.hull + event.structure == 0:
        left = "and remains a wreck"
    else:
        left = f"and has {event.hull}/{event.structure} left"
    return Line(f"{name} takes {event.damage} damage {left}.", (event.unit, event.by), "brigands.5.6b")


def _building_damaged(state: State, event: e.BuildingDamaged) -> Line:
    left = "and falls" if event.destroyed else f"and has {event.hull}/{event.structure} left"
    text = f"The {state.ground.piece(event.building).name} takes {event.damage} damage {left}."
    return Line(text, (event.by,), "brigands.3.2b-destroyed" if event.destroyed else "brigands.3.2b-attack")


def _afflicted(state: State, event: e.Afflicted) -> Line:
    rule_id = "brigands.5.7b-haywire" if event.token == "Haywire" else "brigands.5.7b-corrosion"
    return Line(f"{_name(state, event.unit)} takes a {event.token} token.", (event.unit,), rule_id)


def _stood_by(state: State, event: e.StoodBy) -> Line:
    return Line(f"{_name(state, event.unit)} goes on Standby.", (event.unit,), "brigands.6.1")


def _overwatched(state: State, event: e.Overwatched) -> Line:
    return Line(f"{_name(state, event.unit)} goes on Overwatch.", (event.unit,), "brigands.6.2")


def _ended(state: State, _event: e.BattleEnded) -> Line:
    if is_deserted(state):
        return Line("A side has nobody left: the battle ends.", (), "brigands.11.3")
    return Line(f"{state.rounds} Rounds are played.", (), "brigands.11.2")


_WORDS: dict[type[Event], Callable[[State, Any], Line]] = {
    e.DeploymentOpened: _opened,
    e.Deployed: _deployed,
    e.RoundBegun: _round,
    e.OverwatchKept: _kept,
    e.FirstChosen: _first,
    e.Activated: _activated,
    e.Moved: _moved,
    e.Fell: _fell,
    e.Turned: _turned,
    e.SmokeFired: _smoke,
    e.AttackDeclared: _attack,
    e.SnapFireDeclared: _snap,
    e.Rerolled: _rerolled,
    e.Promoted: _promoted,
    e.OrderGiven: _ordered,
    e.Damaged: _damaged,
    e.BuildingDamaged: _building_damaged,
    e.Afflicted: _afflicted,
    e.StoodBy: _stood_by,
    e.Overwatched: _overwatched,
    e.BattleEnded: _ended,
    **ROLL_WORDS,
    **ELECTRONICS_WORDS,
    **OBSERVATION_WORDS,
    **COMPANIONS_WORDS,
    **MACHINES_WORDS,
    **SETTING_WORDS,
    **OBJECTIVES_WORDS,
}
