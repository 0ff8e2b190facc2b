"""12: who can be pushed, rammed or crushed, and the dice of it."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice
from gearlock.odds.pools import Pools
from gearlock.systems.blitz.attacks.modifiers import (
    ATTACK,
    DEFENCE,
    Duel,
    Use,
    autopilot_modifiers,
    defence_modifiers,
    duel_of,
    strike_modifiers,
)
from gearlock.systems.blitz.attacks.pairs import Pair, agile_dice, attack_skill, charge_dice, defence_skill, is_flying
from gearlock.systems.blitz.general_concepts.dice import dice_of
from gearlock.systems.blitz.general_concepts.measuring import touches
from gearlock.systems.blitz.movement.gaits import gaits_of
from gearlock.systems.blitz.movement.movement import budget_left, refuse_new_move
from gearlock.systems.blitz.paying import refuse_idle
from gearlock.systems.blitz.special_melee.orders import BruteForce, Crush, Ram
from gearlock.systems.blitz.state import State, Unit
from gearlock.systems.blitz.weapons import bodily
from gearlock.table.measure import RIGHT_ANGLE, bearing, inches_text, turn_between

BRUTE_FORCE, RAM, CRUSH = "brute force", "ram", "crush"


@heeds("blitz.12.1", "blitz.12.1a")
def stands_ahead(unit: Unit, other: Unit) -> bool:
    """Whether a model that touches another would push it by going straight ahead."""
    angle = turn_between(unit.facing, bearing(unit.x, unit.y, other.x, other.y))
    return touches(unit.body, other.body) and abs(angle) < RIGHT_ANGLE


def foes_touched(state: State, unit: Unit) -> list[Unit]:
    """The enemies in base contact; nothing that flies is."""
    foes = (other for other in state.units.values() if other.seat != unit.seat and other.is_fielded)
    return [foe for foe in foes if not is_flying(foe) and touches(unit.body, foe.body)]


@heeds("blitz.12.1a", "blitz.12.1", "blitz.18.3")
def pushed_by(state: State, unit: Unit) -> list[Unit]:
    """Everybody a brute force attack is against: all in front, but infantry and what is built into the ground."""
    foes = (foe for foe in foes_touched(state, unit) if stands_ahead(unit, foe))
    return [foe for foe in foes if not foe.is_infantry and foe.line.type != "Fortification"]


@rule("blitz.12.0")
@heeds("blitz.12.1", "blitz.12.2", "blitz.12.3", "blitz.18.4")
def _refuse_strength(unit: Unit, what: str, rule_id: str) -> Refusal | None:
    """Why a model makes no such attack at all."""
    if unit.is_infantry:
        return Refusal("infantry", rule_id, f"The {unit.name} is infantry, which cannot {what} anybody.")
    if unit.line.type in ("Drone", "Fortification"):
        return Refusal("drone", "blitz.18.4", f"The {unit.name} makes no special melee attacks.")
    return refuse_idle(unit)


def gait_for(state: State, unit: Unit, gait: str) -> str:
    """The movement type a push is made with: that of the move under way, the one named, or the model's last."""
    now = state.activation
    own = gaits_of(unit.line)
    return gait or (now.gait if now is not None else "") or (unit.gait if unit.gait in own else next(iter(own), ""))


@rule("blitz.12.1", "blitz.12.1b")
@heeds("blitz.12.1a", "blitz.13.2", "blitz.6.3-table")
def refuse_brute_force(state: State, order: BruteForce) -> Refusal | None:
    """Why a model cannot push: it is infantry, cannot move, has no movement left, or touches nobody ahead.

    With every action it has it may try again, on the same models or on others.
    """
    unit = state.units[order.unit]
    refusal = _refuse_strength(unit, "push", "blitz.12.1")
    if refusal is not None:
        return refusal
    if not pushed_by(state, unit):
        message = f"No enemy that could be pushed stands before the {unit.name} in base contact; infantry never is."
        return Refusal("nobody", "blitz.12.1", message)
    gait = gait_for(state, unit, order.gait)
    refusal = refuse_new_move(state, unit, gait)
    if refusal is not None:
        return refusal
    is_over = state.activation is not None and state.activation.closed
    if is_over or not budget_left(state, unit, gait):
        return Refusal("movement", "blitz.12.1", f"The {unit.name} has no movement left in this move to push with.")
    return None


@rule("blitz.12.2")
@heeds("blitz.13.2")
def refuse_ram(state: State, order: Ram, free: bool = False) -> Refusal | None:
    """Why a model cannot ram: it needs half a move without a turn before it, unless contact made it free."""
    unit, target, now = state.units[order.unit], state.units.get(order.target), state.activation
    if unit.is_infantry or unit.line.type == "Drone" or not free:
        refusal = _refuse_strength(unit, "ram", "blitz.12.2")
        if refusal is not None:
            return refusal
    if target is None or target not in foes_touched(state, unit):
        message = f"The {unit.name} rams an enemy in base contact; {order.target or 'nobody'} is none."
        return Refusal("contact", "blitz.12.2", message)
    half, gone = -(-unit.line.move // 2), now.straight if now is not None and now.unit == unit.id else 0
    if free or gone >= half:
        return None
    message = f"The {unit.name} has gone {inches_text(gone)} in straight; it rams after {inches_text(half)} in."
    return Refusal("speed", "blitz.12.2", message, {"gone": gone, "needs": half})


@rule("blitz.12.3")
def refuse_crush(state: State, order: Crush) -> Refusal | None:
    """Why a model cannot crush: only infantry in base contact is, and never by infantry."""
    unit, target = state.units[order.unit], state.units.get(order.target)
    refusal = _refuse_strength(unit, "crush", "blitz.12.3")
    if refusal is not None:
        return refusal
    if target is None or target not in foes_touched(state, unit):
        message = f"The {unit.name} crushes enemy infantry in base contact; {order.target or 'nobody'} is none."
        return Refusal("contact", "blitz.12.3", message)
    if not target.is_infantry:
        return Refusal("target", "blitz.12.3", f"The {target.name} is no infantry, and only that is crushed.")
    return None


def _bare_handed(unit: Unit, rule_id: str) -> list[Modifier]:
    """A die less for who fights without a weapon, unless that has been counted already."""
    return [dice(-1, "Defenceless", rule_id)] if unit.line.reach >= 0 else []


@heeds("blitz.12.1", "blitz.11.0a", "blitz.11.1")
def brute_force_duel(state: State, unit: Unit, target: Unit) -> Duel:
    """A melee check with all its modifiers, both sides defenceless."""
    weapon = bodily(BRUTE_FORCE)
    pair, use = Pair(state, unit, target, weapon), Use(weapon)
    attack = [*ATTACK.lines(state, unit, use, pair), dice(-1, "Defenceless", "blitz.12.1")]
    defence = [*DEFENCE.lines(state, target, use, pair), *_bare_handed(target, "blitz.12.1")]
    return _duel(pair, attack, defence)


@heeds("blitz.12.2", "blitz.13.2", "blitz.2.2-standard-modifiers", "blitz.15.5c", "blitz.trait.agile")
def ram_duel(state: State, unit: Unit, target: Unit) -> Duel:
    """A check of PILOT with standard modifiers alone, both sides defenceless: no flank, overwhelm or Brawler.

    What orders and traits give every attack and every defence stays.
    """
    pair = Pair(state, unit, target, bodily(RAM))
    attack = [*strike_modifiers(state, unit), dice(charge_dice(pair), "Charge at a ready model", "blitz.15.5c")]
    attack.append(dice(-1, "Defenceless", "blitz.12.2"))
    defence = [*defence_modifiers(state, target), *autopilot_modifiers(state, target)]
    defence += [dice(agile_dice(pair), "Agile", "blitz.trait.agile"), dice(-1, "Defenceless", "blitz.12.2")]
    return _duel(pair, [line for line in attack if line.value], [line for line in defence if line.value])


def _duel(pair: Pair, attack: list[Modifier], defence: list[Modifier]) -> Duel:
    count, guard = dice_of(attack), dice_of(defence)
    return Duel(attack, defence, Pools(count, guard, 0, 0, attack_skill(pair, True), defence_skill(pair)))


@heeds("blitz.12.3")
def crushing(unit: Unit, target: Unit) -> str:
    """The weight of a model as a weapon: PEN is the difference of the armours."""
    return f"{CRUSH} {unit.line.armor - target.line.armor}"


@heeds("blitz.12.3", "blitz.11.0b")
def crush_duel(state: State, unit: Unit, target: Unit) -> Duel:
    """An ordinary melee check."""
    weapon = bodily(crushing(unit, target))
    return duel_of(state, Use(weapon), Pair(state, unit, target, weapon))
