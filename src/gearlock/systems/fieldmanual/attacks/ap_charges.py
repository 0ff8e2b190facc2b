"""Anti-Personnel Charges: an automatic attack on infantry that comes near, without an Action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gearlock.kernel.asks import Ask, Option, Target, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice, result
from gearlock.systems.fieldmanual.attacks.areas import models, resolve_shockwave
from gearlock.systems.fieldmanual.attacks.defending import Fire, Mark, is_success, pair_of, resolve_defenses, settle
from gearlock.systems.fieldmanual.attacks.events import ChargesFired
from gearlock.systems.fieldmanual.attacks.modifiers import speed_lines
from gearlock.systems.fieldmanual.attacks.orders import FireCharges
from gearlock.systems.fieldmanual.attacks.pairs import AI_BONUS
from gearlock.systems.fieldmanual.attacks.terms import CHARGES
from gearlock.systems.fieldmanual.attacks.uses import Use
from gearlock.systems.fieldmanual.command.tests import resolve_test
from gearlock.systems.fieldmanual.dice_tests.tests import Test
from gearlock.systems.fieldmanual.lock_and_cover.measuring import gap
from gearlock.systems.fieldmanual.recon import refuse_unlocked
from gearlock.systems.fieldmanual.state import FIELDED, OUT, State, Unit
from gearlock.systems.fieldmanual.weapons import Weapon
from gearlock.table.measure import INCH

NAME = "Anti-Personnel Charges"
SKILL, DM = 2, 4
REACH, DRONE_REACH = 3 * INCH, 5 * INCH
ASKED = "ap-charges"
"""The question whether AP Charges are fired."""
WEAPON = Weapon("AP Charges", NAME, "infantry", "charges", 0, REACH, REACH, None, DM, False, 0, 0, {"AI": 1, "AE": 1})
AREA = WEAPON.traits["AE"] * INCH
HUNTER_KILLER = "Hunter-Killer Drone"


class Near(NamedTuple):
    """Infantry in reach of AP Charges: whose they are, where they are fired from, and which squad."""

    owner: str
    source: str
    squad: str


def _sources(state: State) -> Iterator[tuple[Unit, Unit, int]]:
    """Everybody with AP Charges: the owner, where they are, how far they reach. A Hunter-Killer Drone has its own."""
    for unit in state.units.values():
        if unit.status == FIELDED and unit.perk(NAME):
            yield unit, unit, REACH
        if unit.status == OUT and unit.card.name == HUNTER_KILLER:
            yield state.units[unit.parent], unit, DRONE_REACH


@heeds("fieldmanual.perk-ap-charges", "fieldmanual.perk-drone-hk", "fieldmanual.obj-recon")
def near_now(state: State) -> frozenset[Near]:
    """Every enemy squad that is in reach of AP Charges and may be attacked now: compare with before a move."""
    infantry = [unit for unit in state.units.values() if unit.is_fielded and unit.is_infantry]
    found: set[Near] = set()
    for owner, source, reach in _sources(state) if infantry else ():
        for unit in infantry:
            open_to = unit.seat != owner.seat and refuse_unlocked(state, owner.seat, unit) is None
            if open_to and gap(source, unit) <= reach:
                found.add(Near(owner.id, source.id, unit.team or unit.id))
    return frozenset(found)


@heeds("fieldmanual.perk-ap-charges")
def is_watched(state: State) -> bool:
    """Whether anybody has AP Charges and an enemy has infantry on the table: movement is watched inch by inch."""
    seats = {unit.seat for unit in state.units.values() if unit.is_fielded and unit.is_infantry}
    return any(seats - {owner.seat} for owner, _, _ in _sources(state)) if seats else False


def bases_near(state: State, near: Near) -> list[Unit]:
    """The bases of a squad that are in reach, the nearest first."""
    reach = REACH if near.source == near.owner else DRONE_REACH
    source = state.units[near.source]
    squad = [unit for unit in state.units.values() if (unit.team or unit.id) == near.squad and unit.is_fielded]
    return sorted((unit for unit in squad if gap(source, unit) <= reach), key=lambda unit: gap(source, unit))


@rule("fieldmanual.perk-ap-charges")
def resolve_ap_charges(ctx: Ctx[State], before: frozenset[Near]) -> Script[None]:
    """Whoever has AP Charges may fire them at infantry that was not in reach before: it came near, or was come near."""
    for near in sorted(near_now(ctx.state) - before):
        owner = ctx.state.units[near.owner]
        there = bases_near(ctx.state, near)
        if not owner.is_fielded or not there:
            continue
        prompt = f"The {there[0].name} has come near the {owner.name}. Fire its AP Charges?"
        rule_id = "fieldmanual.perk-ap-charges"
        order = yield from ask(Ask(owner.seat, ASKED, owner.id, (near.source, near.squad), rule_id, prompt, True))
        if isinstance(order, FireCharges):
            yield from fire_charges(ctx, order)


def refuse_charges(state: State, asked: Ask, order: FireCharges) -> Refusal | None:
    """At a base of the squad that came near."""
    there = bases_near(state, Near(asked.unit, *asked.about))
    if order.unit == asked.unit and order.target in [unit.id for unit in there]:
        return None
    names = ", ".join(unit.id for unit in there)
    message = f"The AP Charges fire at infantry that came into their reach: {names}."
    return Refusal("target", "fieldmanual.perk-ap-charges", message)


def offer_charges(state: State, asked: Ask) -> Iterator[Option]:
    """Each base in reach."""
    for unit in bases_near(state, Near(asked.unit, *asked.about)):
        order = FireCharges(asked.unit, unit.id)
        yield Target(f"AP Charges at the {unit.name}", order, "fieldmanual.perk-ap-charges", unit.id, WEAPON.id)
    yield decline("Hold them", "fieldmanual.perk-ap-charges")


@heeds("fieldmanual.perk-ap-charges", "fieldmanual.wt-ai", "fieldmanual.perk-drone-hk")
def charge_lines(state: State, unit: Unit) -> list[Modifier]:
    """Skill 2, the owner's speed, and the bonus against infantry."""
    skill = dice(SKILL, "AP Charges", "fieldmanual.perk-ap-charges")
    return [skill, *speed_lines(state, unit), result(AI_BONUS, "Anti-Infantry", "fieldmanual.wt-ai")]


@heeds("fieldmanual.perk-ap-charges", "fieldmanual.wt-ae", "fieldmanual.wt-ai")
def fire_charges(ctx: Ctx[State], order: FireCharges) -> Script[None]:
    """The attack: if it hits, everybody within 1 in of the target's edge defends against it as well."""
    unit = ctx.state.units[order.unit]
    ctx.emit(ChargesFired(order.unit, order.target))
    fire = Fire(order.unit, Use(WEAPON, multiplier=DM), CHARGES)
    lines = tuple(charge_lines(ctx.state, unit))
    rule_id = "fieldmanual.perk-ap-charges"
    found = yield from resolve_test(ctx, Test("AP Charges", unit.id, lines, rule_id, 0, order.target, WEAPON.id))
    struck = yield from resolve_defenses(ctx, fire, [Mark(order.target, found.total)])
    if not any(is_success(ctx.state, each) for each in struck):
        yield from settle(ctx, struck)
        return
    target = ctx.state.units[order.target]
    others = [each.id for each in models(ctx.state) if each.id != target.id and gap(each, target) <= AREA]
    struck += yield from resolve_defenses(ctx, fire, [Mark(name, found.total) for name in others])
    origin = pair_of(ctx.state, fire, order.target).origin
    yield from settle(ctx, struck)
    yield from resolve_shockwave(ctx, [order.target, *others], fire.use, origin, order.unit)
