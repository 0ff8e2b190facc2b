"""How events change the state. Nothing else does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import rule
from gearlock.systems.brigands import events as e
from gearlock.systems.brigands.commanding.apply_command import COMMAND_CHANGES
from gearlock.systems.brigands.companions.changes import COMPANIONS_CHANGES
from gearlock.systems.brigands.electronics.changes import ELECTRONICS_CHANGES
from gearlock.systems.brigands.machines.changes import MACHINES_CHANGES
from gearlock.systems.brigands.machines.components import carry_parts, set_pace
from gearlock.systems.brigands.models import RANKS
from gearlock.systems.brigands.moving.terrain import ruined
from gearlock.systems.brigands.objectives.changes import OBJECTIVES_CHANGES
from gearlock.systems.brigands.observation.changes import OBSERVATION_CHANGES
from gearlock.systems.brigands.paying import pay
from gearlock.systems.brigands.setting.changes import SETTING_CHANGES
from gearlock.systems.brigands.setting.special import AIRDROP
from gearlock.systems.brigands.state import (
    BRACED,
    EVADE,
    FIELDED,
    GONE,
    RIDING,
    WRECK,
    Activation,
    State,
    Unit,
)


def apply(state: State, event: Event) -> None:
    """Let one event change the state; what was noted of the position before holds no longer."""
    change = _CHANGES.get(type(event))
    if change is not None:
        change(state, event)
        state.notes = {}


def _open_deployment(state: State, event: e.DeploymentOpened) -> None:
    state.turn, state.phase = event.seat, "deployment"


def _roll_off(state: State, event: e.RolledOff) -> None:
    state.winner = event.winner


def _deploy(state: State, event: e.Deployed) -> None:
    unit = state.units[event.unit]
    unit.x, unit.y, unit.z, unit.facing, unit.status = event.x, event.y, event.z, event.facing, FIELDED
    unit.aside = unit.aside if unit.aside == AIRDROP else ""
    state.group = unit.group
    carry_parts(state, unit)


def _pass_deployment(state: State, event: e.DeploymentPassed) -> None:
    state.turn, state.group = event.seat, 0
    if not event.seat and not state.full:
        state.phase, state.winner = "initiative", ""


def _begin_round(state: State, event: e.RoundBegun) -> None:
    state.round, state.winner, state.turn = event.round, "", ""


def _roll_initiative(state: State, event: e.InitiativeRolled) -> None:
    state.winner = event.winner
    if event.winner:
        state.phase = "setup"


def _keep_overwatch(state: State, event: e.OverwatchKept) -> None:
    state.units[event.unit].overwatch = event.tokens


@rule("brigands.1.8-setup", "brigands.7.4c", "brigands.trait.vet")
def _ready(state: State, event: e.RoundReadied) -> None:
    """Refresh what refreshes, remove what lasts a Round."""
    state.bites = None
    for unit in state.units.values():
        if unit.status not in (FIELDED, RIDING):
            continue
        kept = unit.id in event.kept
        unit.actions = 0 if kept else unit.line.actions
        unit.standby = 0
        unit.overwatch = unit.overwatch if kept else 0
        unit.command = RANKS[unit.rank][1]
        unit.skill = 1 if "Vet" in unit.line.traits else 0
        unit.marks = []
        unit.activated = bool(unit.controller)
        unit.used = []
        if unit.is_dropping:
            unit.actions, unit.activated = 0, True
        unit.haywire = unit.shown = unit.jamming = unit.mended = unit.tended = False
        unit.pace = ""
    state.phase = "action"
    state.smoke.clear()


def _choose_first(state: State, event: e.FirstChosen) -> None:
    state.turn = event.seat


def _activate(state: State, event: e.Activated) -> None:
    unit = state.units[event.unit]
    unit.posture, unit.tall = event.posture, event.tall
    set_pace(state, unit)
    if event.posture != BRACED:
        unit.overwatch = 0
    state.group = unit.group
    state.activation = Activation(unit.id, unit.x, unit.y, unit.z, unit.facing, event.moves)


def _move(state: State, event: e.Moved) -> None:
    unit, now = state.units[event.unit], state.activation
    unit.x, unit.y, unit.z, unit.facing = event.x, event.y, event.z, event.facing
    unit.hanging, unit.inside = event.hanging, event.inside
    carry_parts(state, unit)
    assert now is not None, "only the Active model moves"
    if not now.gait:
        now.moves -= 1
        now.gait = event.gait
    now.spent += event.spent
    now.turns += event.turns
    now.rough += event.rough
    now.travelled += event.travelled
    now.stepped += event.stepped
    now.on_road = now.on_road and event.on_road
    now.wet += event.wet
    now.slid = now.slid or event.slid


def _fall(state: State, event: e.Fell) -> None:
    unit = state.units[event.unit]
    unit.z, unit.hanging, unit.inside = event.z, "", ""
    if event.beside is not None:
        unit.x, unit.y = event.beside
    carry_parts(state, unit)


def _end_move(state: State, event: e.MoveEnded) -> None:
    now = state.activation
    assert now is not None, f"{event.unit} is not Active"
    now.gait, now.on_road = "", True
    now.spent = now.turns = now.rough = now.wet = now.travelled = now.stepped = 0
    now.slid = False


def _turn(state: State, event: e.Turned) -> None:
    unit = state.units[event.unit]
    unit.facing = event.facing
    carry_parts(state, unit)
    assert state.activation is not None, "only the Active model turns"
    state.activation.turns += 1


@rule("brigands.5.1", "brigands.wtrait.la", "brigands.trait.stealth", "brigands.wtrait.silent")
def _use(unit: Unit, weapon_id: str) -> None:
    """A weapon has attacked: it may not again this Round, some not this game, and it gives Stealth away."""
    weapon = unit.line.weapons[weapon_id]
    if not weapon.is_melee or "Auto" in weapon.traits:
        unit.used.append(weapon_id)
    if "LA" in weapon.traits:
        unit.expended.append(weapon_id)
    if "Stealth" in unit.line.traits and "Silent" not in weapon.traits:
        unit.shown = True


@rule("brigands.trait.smoke")
def _fire_smoke(state: State, event: e.SmokeFired) -> None:
    """A cloud more, and a use of Smoke less for the rest of the game."""
    unit = state.units[event.unit]
    pay(unit, event.cost)
    unit.expended.append("Smoke")
    state.smoke.append(event.cloud)


def _declare_attack(state: State, event: e.AttackDeclared) -> None:
    unit = state.units[event.unit]
    pay(unit, event.cost)
    _use(unit, event.weapon)


def _declare_snap_fire(state: State, event: e.SnapFireDeclared) -> None:
    unit = state.units[event.unit]
    pay(unit, event.cost)
    _use(unit, event.weapon)
    unit.tall = event.tall


@rule("brigands.5.6b", "brigands.5.6d", "brigands.5.6e", "brigands.9.1-damage", "brigands.9.2")
def _damage(state: State, event: e.Damaged) -> None:
    """Hull first, then Structure; the destroyed lose their tokens and lie as wrecks, but not if overkilled or small."""
    unit = state.units[event.unit]
    unit.hull, unit.structure = event.hull, event.structure
    if event.destroyed:
        unit.status, unit.slayer = WRECK, event.by
        unit.actions = unit.standby = unit.overwatch = unit.command = unit.skill = 0
        unit.marks = []
        unit.posture, unit.bracing, unit.tall = "", False, False
        unit.haywire = unit.corroded = unit.shown = unit.jamming = False
        if state.activation is not None and state.activation.unit == unit.id:
            state.activation = None
            unit.activated = True
    if event.overkill or (event.destroyed and (unit.line.type == "Infantry" or unit.controller)):
        unit.status = GONE


@rule("brigands.3.2b-destroyed")
def _damage_building(state: State, event: e.BuildingDamaged) -> None:
    """What is left of a building; one that is destroyed is rubble on the ground."""
    state.buildings[event.building] = (event.hull, event.structure)
    if event.destroyed:
        state.ground = ruined(state.ground, event.building)


def _afflict(state: State, event: e.Afflicted) -> None:
    unit = state.units[event.unit]
    unit.haywire = unit.haywire or event.token == "Haywire"
    unit.corroded = unit.corroded or event.token == "Corrosion"


def _end_exchange(state: State, _event: e.ExchangeEnded) -> None:
    active = state.active()
    state.rolled = state.bites = state.observation = None
    for unit in state.units.values():
        unit.bracing = False
        if unit is not active:
            unit.tall = False


def _stand_by(state: State, event: e.StoodBy) -> None:
    unit = state.units[event.unit]
    unit.standby, unit.actions = unit.standby + event.tokens, 0


def _overwatch(state: State, event: e.Overwatched) -> None:
    unit = state.units[event.unit]
    unit.overwatch, unit.actions = unit.overwatch + event.tokens, 0


def _end_activation(state: State, event: e.ActivationEnded) -> None:
    unit = state.units[event.unit]
    unit.posture, unit.tall, unit.activated, unit.actions = "", False, True, 0
    for drone in state.drones(unit.id):
        drone.actions = 0
    state.activation = state.bites = None


@rule("brigands.7.5", "brigands.7.5a", "brigands.1.8-action")
def _pass_turn(state: State, event: e.TurnPassed) -> None:
    """The Combat Group is done, and with it every Order that lasted as long; Evade stays until the Setup Phase."""
    state.turn, state.group = event.seat, 0
    state.orders.clear()
    for unit in state.units.values():
        unit.steady = False
        unit.marks = [mark for mark in unit.marks if mark == EVADE]
    if not event.seat:
        state.phase, state.winner = "initiative", ""


def _end_battle(state: State, _event: e.BattleEnded) -> None:
    state.finished = True


_CHANGES: dict[type[Event], Callable[[State, Any], None]] = {
    **COMMAND_CHANGES,
    e.RolledOff: _roll_off,
    e.DeploymentOpened: _open_deployment,
    e.Deployed: _deploy,
    e.DeploymentPassed: _pass_deployment,
    e.RoundBegun: _begin_round,
    e.InitiativeRolled: _roll_initiative,
    e.OverwatchKept: _keep_overwatch,
    e.RoundReadied: _ready,
    e.FirstChosen: _choose_first,
    e.Activated: _activate,
    e.Moved: _move,
    e.Fell: _fall,
    e.MoveEnded: _end_move,
    e.Turned: _turn,
    e.SmokeFired: _fire_smoke,
    e.AttackDeclared: _declare_attack,
    e.SnapFireDeclared: _declare_snap_fire,
    e.Damaged: _damage,
    e.BuildingDamaged: _damage_building,
    e.Afflicted: _afflict,
    e.ExchangeEnded: _end_exchange,
    e.StoodBy: _stand_by,
    e.Overwatched: _overwatch,
    e.ActivationEnded: _end_activation,
    e.TurnPassed: _pass_turn,
    e.BattleEnded: _end_battle,
    **ELECTRONICS_CHANGES,
    **OBSERVATION_CHANGES,
    **COMPANIONS_CHANGES,
    **MACHINES_CHANGES,
    **SETTING_CHANGES,
    **OBJECTIVES_CHANGES,
}
