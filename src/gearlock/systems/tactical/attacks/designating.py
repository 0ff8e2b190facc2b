"""7.2: Target Designators, which mark a target for Guided weapons."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Target
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.systems.tactical.attacks.acting import refuse_acting
from gearlock.systems.tactical.attacks.events import Designated, DesignationBegun
from gearlock.systems.tactical.attacks.exchange import meet
from gearlock.systems.tactical.attacks.modifiers import attack_lines
from gearlock.systems.tactical.attacks.orders import Designate
from gearlock.systems.tactical.attacks.pairs import Pair
from gearlock.systems.tactical.attacks.uses import Use, band_of
from gearlock.systems.tactical.damage.condition import perk, worn_lines
from gearlock.systems.tactical.dice_tests.tests import Test, throw_test
from gearlock.systems.tactical.line_of_sight.looks import refuse_sight
from gearlock.systems.tactical.line_of_sight.measuring import distance
from gearlock.systems.tactical.state import DESIGNATED, State, Unit, opponent
from gearlock.systems.tactical.weapons import ENERGY, GUIDED, Weapon
from gearlock.table.measure import INCH, inches_text

RULE = "tactical.7.2-target-designator"
PERK = "Target Designator"
NOT_FOR_IT = ("tactical.2.3.4-fire-control", "tactical.7.2-sniper")
"""Rules of attacks that do not count: it has +0 Accuracy, and no Fire Control."""


def designator(unit: Unit) -> Weapon | None:
    """The designator of a unit as a weapon: its Base Range is its rating; None without one that works."""
    rating = perk(unit, PERK)
    return Weapon(f"designator {rating}", PERK, ENERGY, rating * INCH, 0) if rating else None


@rule("tactical.7.2-target-designator")
def refuse_designating(state: State, order: Designate, only: str = "") -> Refusal | None:
    """Why a target cannot be marked: a designator, an Action, sight, and its range."""
    unit, target = state.units.get(order.unit), state.units.get(order.target)
    if unit is None or not unit.is_fielded or unit.carrier:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no unit on the table.")
    if target is None or not target.is_fielded or target.seat == unit.seat or (only and target.id != only):
        return Refusal("target", RULE, f"{order.target or 'Nobody'} is no enemy that can be marked now.")
    weapon = designator(unit)
    if weapon is None:
        return Refusal("perk", RULE, f"The {unit.name} has no working Target Designator.")
    if target.token(f"{DESIGNATED}:{unit.seat}"):
        return Refusal("again", RULE, f"The {target.name} is marked already, until the round is over.")
    far = distance(state, unit, target)
    if band_of(weapon, far) is None:
        message = f"The {target.name} is {inches_text(far)} in away; the designator reaches "
        return Refusal("range", RULE, f"{message}{inches_text(8 * weapon.base)} in.", {"distance": far})
    return refuse_acting(unit) or refuse_sight(state, unit, target)


def designating_pair(state: State, unit: Unit, target: Unit) -> Pair:
    """The "attack" of a designator."""
    weapon = designator(unit)
    assert weapon is not None, "the order was judged before"
    band = band_of(weapon, distance(state, unit, target))
    assert band is not None, "the order was judged before"
    return Pair(state, unit, target, Use(weapon, "", band))


@heeds("tactical.7.2-target-designator", "tactical.3.5.1-auxiliary")
def designating_lines(pair: Pair) -> tuple[Modifier, ...]:
    """The lines of its roll: as of any attack, without Fire Control; less what damage took off the designator."""
    lines = (line for line in attack_lines(pair) if line.rule not in NOT_FOR_IT)
    return (*lines, *worn_lines(pair.attacker, PERK))


@heeds("tactical.7.2-target-designator", "tactical.7.2.2-guided")
def resolve_designating(ctx: Ctx[State], order: Designate) -> Script[None]:
    """A roll against the defense of the target: a success marks it for the round; no ECM is in the way."""
    pair = designating_pair(ctx.state, ctx.state.units[order.unit], ctx.state.units[order.target])
    lines = designating_lines(pair)
    ctx.emit(DesignationBegun(order.unit, order.target))
    attack = yield from throw_test(ctx, Test("designation", order.unit, lines, RULE, 0, order.target))
    met = yield from meet(ctx, pair, attack)
    if met.hit:
        ctx.emit(Designated(order.unit, order.target))


def offer_designating(state: State, unit: Unit, only: str = "") -> Iterator[Option]:
    """Every enemy it could mark, while a friend has a Guided weapon."""
    if designator(unit) is None or refuse_acting(unit) is not None:
        return
    if not any(mount.weapon.has(GUIDED) for friend in state.fielded(unit.seat) for mount in friend.card.weapons):
        return
    for target in [state.units[only]] if only else state.fielded(opponent(unit.seat)):
        order = Designate(unit.id, target.id)
        if refuse_designating(state, order, only) is None:
            yield Target(f"Mark the {target.name} for Guided weapons", order, RULE, target.id, PERK)
