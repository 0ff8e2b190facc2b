"""Events as lines of a battle's story."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.kernel.view import Line, Throw
from gearlock.odds.pools import is_marginal, sure_damage
from gearlock.systems.brigands import events as e
from gearlock.systems.brigands.attacking.damage import harm_of
from gearlock.systems.brigands.commanding.lineup import FORCE_COMMANDER, TITLES
from gearlock.systems.brigands.companions.words import COMPANIONS_WORDS
from gearlock.systems.brigands.dice import STEP
from gearlock.systems.brigands.electronics.words import ELECTRONICS_WORDS
from gearlock.systems.brigands.machines.words import MACHINES_WORDS
from gearlock.systems.brigands.moving.movement import WAYS
from gearlock.systems.brigands.objectives.winning import is_deserted
from gearlock.systems.brigands.objectives.words import OBJECTIVES_WORDS
from gearlock.systems.brigands.observation.words import OBSERVATION_WORDS
from gearlock.systems.brigands.setting.words import SETTING_WORDS
from gearlock.systems.brigands.showing.throws import marginal_throw, pool_throw, single_throw
from gearlock.systems.brigands.state import BRACED, State
from gearlock.table.measure import inches_text


def tell(state: State, event: Event, _seat: str | None) -> Line | None:
    """An event that was just applied, in a sentence; None for what needs no words."""
    words = _WORDS.get(type(event))
    return None if words is None else words(state, event)


def _name(state: State, unit: str) -> str:
    return state.units[unit].name


def _dice(faces: tuple[int, ...], step: int = STEP) -> str:
    """The faces of a roll, and from which on dice add if that is not the usual one."""
    adding = f" ({step}+ adds)" if step != STEP else ""
    return f"[{' '.join(map(str, faces))}]{adding}" if faces else "no dice"


_ROLL_OFFS = {
    "zones": (" for the side", "brigands.11.4a"),
    "fortifications": (" for Fortifications", "brigands.11.4d"),
    "pathfinders": (" for Pathfinders", "brigands.11.4c"),
}
_DEPLOYMENTS = {"fortifications": "brigands.11.4d", "special": "brigands.11.4b"}


def _rolled_off(state: State, event: e.RolledOff) -> Line:
    result = f"{event.winner} decides" if event.winner else "again"
    what, rule_id = _ROLL_OFFS.get(state.phase, ("", "brigands.11.4b"))
    rolls = Throw("red", (event.red,), rule=rule_id), Throw("blue", (event.blue,), rule=rule_id)
    return Line(f"Roll-off{what}: red {event.red}, blue {event.blue}: {result}.", (), rule_id, rolls)


def _deployed(state: State, event: e.Deployed) -> Line:
    where = f"{inches_text(event.x)}, {inches_text(event.y)}"
    rule_id = _DEPLOYMENTS.get(state.phase, "brigands.11.4b-standard")
    return Line(f"{_name(state, event.unit)} deploys at {where}.", (event.unit,), rule_id)


def _round(_state: State, event: e.RoundBegun) -> Line:
    return Line(f"Round {event.round}.", (), "brigands.1.8")


def _initiative(_state: State, event: e.InitiativeRolled) -> Line:
    result = f"{event.winner} wins" if event.winner else "again"
    sums = f"red {event.red} (rolled {event.red_die}), blue {event.blue} (rolled {event.blue_die})"
    rule_id, source = "brigands.1.8-initiative", "rank and Init of the Commander"
    rolls = (
        single_throw("red", event.red_die, event.red, rule_id, source),
        single_throw("blue", event.blue_die, event.blue, rule_id, source),
    )
    return Line(f"Initiative: {sums}: {result}.", (), rule_id, rolls)


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


def _marginals(state: State, event: e.MarginalHitsRolled) -> Line:
    what = f"Marginal Hits ({event.cause}) on {_name(state, event.target)}"
    infantry = state.units[event.target].line.type == "Infantry"
    most = "; Infantry loses at most 1 to an attack without AI" if infantry and event.damage else ""
    text = f"{what}: {_dice(event.faces)}, {event.damage} damage{most}."
    rolls = (marginal_throw("Marginal Hits", event.faces, event.damage),)
    return Line(text, (event.unit, event.target), "brigands.5.6a", rolls)


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


def _rolled(state: State, event: e.AttackRolled) -> Line:
    attack, defence = _dice(event.attack_faces, event.attack_step), _dice(event.defence_faces, event.defence_step)
    sides = f"{attack} = {event.attack} against {defence} = {event.defence}"
    slipped = "miss, as the target is Agile" if event.margin >= 0 else "miss"
    result = f"hit with MoS {event.margin}{_held(state, event)}" if event.hit else slipped
    unit, target = _name(state, event.unit), _name(state, event.target)
    rolls = (
        pool_throw(f"{unit} attacks", event.attack_faces, event.attack_lines, event.attack, event.attack_step),
        pool_throw(f"{target} defends", event.defence_faces, event.defence_lines, event.defence, event.defence_step),
    )
    return Line(f"{unit} on {target}: {sides}: {result}.", (event.unit, event.target), "brigands.1.2b", rolls)


def _held(state: State, event: e.AttackRolled) -> str:
    """What is said of a hit that armor stops."""
    unit, target = state.units[event.unit], state.units[event.target]
    weapon = unit.line.weapons[event.weapon]
    harm = harm_of(weapon, target.line, not target.is_fielded)
    if is_marginal(event.margin, harm):
        return ", a Marginal Hit"
    return "" if sure_damage(event.margin, harm) else f", which Armor {target.line.armor} stops"


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


def _marginal(state: State, event: e.MarginalHitRolled) -> Line:
    text = f"Marginal Hit on {_name(state, event.target)}: {event.face}, {event.damage} damage."
    rolls = (marginal_throw("Marginal Hit", (event.face,), event.damage),)
    return Line(text, (event.unit, event.target), "brigands.5.6a", rolls)


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


def _building_rolled(state: State, event: e.BuildingRolled) -> Line:
    building = state.ground.piece(event.building).name
    text = f"{_name(state, event.unit)} on the {building}: {_dice(event.faces, event.step)} = {event.result} against 1."
    label, rule_id = f"{_name(state, event.unit)} attacks", "brigands.3.2b-attack"
    rolls = (pool_throw(label, event.faces, event.lines, event.result, event.step, rule_id),)
    return Line(text, (event.unit,), rule_id, rolls)


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
    e.RolledOff: _rolled_off,
    e.Deployed: _deployed,
    e.RoundBegun: _round,
    e.InitiativeRolled: _initiative,
    e.OverwatchKept: _kept,
    e.FirstChosen: _first,
    e.Activated: _activated,
    e.Moved: _moved,
    e.Fell: _fell,
    e.MarginalHitsRolled: _marginals,
    e.Turned: _turned,
    e.SmokeFired: _smoke,
    e.AttackDeclared: _attack,
    e.SnapFireDeclared: _snap,
    e.AttackRolled: _rolled,
    e.Rerolled: _rerolled,
    e.Promoted: _promoted,
    e.OrderGiven: _ordered,
    e.MarginalHitRolled: _marginal,
    e.Damaged: _damaged,
    e.BuildingRolled: _building_rolled,
    e.BuildingDamaged: _building_damaged,
    e.Afflicted: _afflicted,
    e.StoodBy: _stood_by,
    e.Overwatched: _overwatched,
    e.BattleEnded: _ended,
    **ELECTRONICS_WORDS,
    **OBSERVATION_WORDS,
    **COMPANIONS_WORDS,
    **MACHINES_WORDS,
    **SETTING_WORDS,
    **OBJECTIVES_WORDS,
}
