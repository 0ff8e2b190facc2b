"""What decisions about dice would mean: re-rolls, actions spent on a test, and ways to fight damage."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import OddsCard, Preview
from gearlock.mechanics.pools.marginal import bites_of
from gearlock.systems.blitz.damage.hurt import net_damage
from gearlock.systems.blitz.damage.orders import DamageControl, MeetTrouble
from gearlock.systems.blitz.damage.persistent import PERSISTENT
from gearlock.systems.blitz.dice_tests.orders import AddDice, Reroll
from gearlock.systems.blitz.dice_tests.throws import bonus_dice
from gearlock.systems.blitz.general_concepts.dice import BASE_DICE, PILOT, skill_of
from gearlock.systems.blitz.judging.attacks import pool_text
from gearlock.systems.blitz.judging.casting import sure
from gearlock.systems.blitz.judging.harms import checks_of, guards_among, tells
from gearlock.systems.blitz.judging.outlook import kept_attack
from gearlock.systems.blitz.judging.strikes import Found, card_of, mean_of, spread
from gearlock.systems.blitz.judging.victims import saves_of, victim
from gearlock.systems.blitz.state import Rolled, State, Unit
from gearlock.systems.blitz.weapons import Weapon

WORTH_OF_A_POINT = 0.03
"""What a command or skill point, or what is called up for a re-roll, is kept for."""
WORTH_OF_A_SUCCESS = 0.1
WORTH_OF_A_TOKEN = 0.08
SPARED_BY_A_TEST = 0.15


@heeds("blitz.2.6")
def preview_reroll(state: State, _seat: str, order: Reroll) -> Preview:
    """What the throw is expected to gain over what lies there, less the point it costs."""
    rolled, unit = state.rolled, state.units.get(order.unit)
    if rolled is None or unit is None:
        return Preview()
    price = 0.0 if order.by and order.by not in state.units and "point" not in order.by else WORTH_OF_A_POINT
    if not rolled.target:
        fresh = rolled.dice * max(0, 7 - rolled.skill) / 6
        gain = WORTH_OF_A_SUCCESS * (min(1.0, fresh) - min(1, rolled.result))
        return Preview(gives=gain - price, attack_total=f"{rolled.result} of {rolled.dice} dice have succeeded")
    attacking = order.unit == rolled.unit
    lies, again = _worths(state, rolled, attacking)
    gain = again - lies if attacking else lies - again
    without, odds = _cards(state, rolled, attacking)
    margin = rolled.result - rolled.against
    stands = f"hit by {margin}" if margin >= 0 else f"missed by {-margin}"
    return Preview(
        gives=gain - price,
        target=rolled.target if attacking or odds else "",
        odds=odds,
        without=without,
        attack_total=pool_text(rolled.dice, rolled.skill) if attacking else f"{rolled.result} lies there",
        defence_total=f"{rolled.against} lies there" if attacking else pool_text(rolled.guard, rolled.wits),
        notes=(f"as it lies it is {stands}",),
    )


def _cards(state: State, rolled: Rolled, attacking: bool) -> tuple[OddsCard | None, OddsCard | None]:
    """The odds of what lies there and of a new throw, where they tell all that comes of it for the target.

    They do not where it is not said what was loaded, or where a new check is one against others, too.
    """
    held, found = state.units[rolled.unit].line.weapons.get(rolled.weapon), _spreads(state, rolled, attacking)
    if held is None or found is None or len(held.loads) > 1:
        return None, None
    (weapon,) = held.loads.values()
    if attacking and weapon.area:
        return None, None
    lies, again = (card_of(each, state.units[rolled.target]) for each in found)
    return lies, again


def _worths(state: State, rolled: Rolled, attacking: bool) -> tuple[float, float]:
    """The share of the target that what lies there costs, and what a new throw of the one side would on average."""
    target, found = state.units[rolled.target], _spreads(state, rolled, attacking)
    if found is None:
        return 0.0, 0.0
    lies, again = (mean_of(each, target.hull + target.structure) / target.line.bulk for each in found)
    return lies, again


def _spreads(state: State, rolled: Rolled, attacking: bool) -> tuple[Found, Found] | None:
    """The damage of what lies there and of a new throw of the one side; None where nothing is hurt by it."""
    attacker, target = state.units[rolled.unit], state.units[rolled.target]
    held = attacker.line.weapons.get(rolled.weapon)
    if held is None or target.is_destroyed:
        return None
    weapon = next(iter(held.loads.values()))
    struck = victim(weapon, target, saves_of(state, target, rolled.guard - BASE_DICE, rolled.wits))
    checks = checks_of(rolled.dice, rolled.skill, tells(weapon))
    check = {key: ways for key, ways in checks.items() if key[0] == rolled.result} or {(rolled.result, 0, 0): 1}
    guard = {rolled.against: 1}
    fresh = guards_among(sure(rolled.guard), rolled.wits)
    throws = (check, guard), (checks, guard) if attacking else (check, fresh)
    lies, again = (spread(weapon, struck, ours, theirs, rolled.skill) for ours, theirs in throws)
    return lies, again


def _share(weapon: Weapon, target: Unit, margin: int) -> float:
    """What a margin costs a target, in shares of it; half a point where a die decides."""
    if margin < 0:
        return 0.0
    net = net_damage(weapon, target.line, margin, target.line.armor)
    damage = 0.5 if net == 0 else max(0, net)
    return min(damage, target.hull + target.structure) / max(1, target.line.bulk)


@heeds("blitz.3.4a-action-bonus")
def preview_bonus(state: State, _seat: str, order: AddDice) -> Preview:
    """A die more for each action, and what these actions could have done."""
    unit = state.units.get(order.unit)
    if unit is None or order.actions < 1:
        return Preview()
    count = bonus_dice(unit, order.actions)
    if state.phase != "action":  # to begin or not is worth less than anything one could do with the action
        return Preview(gives=-WORTH_OF_A_TOKEN, notes=(f"+{count}D6 on this test",))
    gives = WORTH_OF_A_TOKEN / 2 * count - kept_attack(state, unit, order.actions)
    return Preview(gives=gives, notes=(f"+{count}D6 on this test",))


@heeds("blitz.9.5")
def preview_trouble(state: State, _seat: str, order: MeetTrouble) -> Preview:
    """Successes at PILOT lower the margin, which an action pays for unless Incoming Fire was ordered."""
    unit, rolled = state.units.get(order.unit), state.rolled
    if unit is None:
        return Preview()
    kept = 0.0 if order.incoming else kept_attack(state, unit)
    return Preview(gives=_spared(state, unit, rolled) - kept, notes=("each success lowers the margin by 1",))


def _spared(state: State, unit: Unit, rolled: Rolled | None) -> float:
    """The share of a model that a test saves of the hit that lies there; roughly where several were rolled."""
    weapon = None if rolled is None else state.units[rolled.unit].line.weapons.get(rolled.weapon)
    if rolled is None or weapon is None or rolled.target != unit.id:
        return SPARED_BY_A_TEST * 2 * max(0, 7 - skill_of(unit, PILOT)) / 6
    margin, dodges = rolled.result - rolled.against, bites_of(rolled.guard, rolled.wits)
    left = sum(_share(weapon, unit, max(0, margin - less)) * ways for less, ways in dodges.items())
    return _share(weapon, unit, margin) - left / sum(dodges.values())


@heeds("blitz.9.6b")
def preview_damage_control(state: State, _seat: str, order: DamageControl) -> Preview:
    """Points of what burns that are put out, one at least."""
    target = state.units.get(order.target or order.unit)
    if target is None or order.kind not in PERSISTENT:
        return Preview()
    left = target.token(order.kind)
    note = f"{order.kind} {left} becomes {max(0, left - 1)} at most"
    return Preview(gives=WORTH_OF_A_TOKEN * min(2, left), target=target.id, notes=(note,))
