"""7.4, 7.5: Rerolls and Orders that may be had."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.systems.brigands.chain_of_command.lineup import is_leading
from gearlock.systems.brigands.command.battle_orders import RULES, refuse_give_order
from gearlock.systems.brigands.command.command_points import is_distant, reroll_sources
from gearlock.systems.brigands.command.orders import GiveOrder, Reroll
from gearlock.systems.brigands.state import COORDINATED_ATTACK, State, Unit, opponent


@heeds("brigands.1.2i", "brigands.7.4a")
def refuse_reroll(state: State, ask: Ask, order: Reroll) -> Refusal | None:
    """Something must pay for it: what is named, or anything at all if nothing is."""
    unit = state.units[ask.unit]
    sources = reroll_sources(state, unit, ask.about[1:])
    if not sources:
        message = f"The {unit.name} has no Reroll, and no Commander in Formation has a Command Point for it."
        return Refusal("no-point", "brigands.7.4a", message)
    if order.by and order.by not in sources:
        return Refusal("no-point", "brigands.1.2i", f"{order.by} gives the {unit.name} no Reroll of this roll.")
    return None


def offer_orders(state: State, unit: Unit) -> Iterator[Option]:
    """The Orders an Active leader may give."""
    if state.introductory or not is_leading(unit.rank) or not unit.command:
        return
    for name, rule_id in RULES.items():
        targets = [enemy.id for enemy in state.fielded(opponent(unit.seat))] if name == COORDINATED_ATTACK else [""]
        for target in targets:
            order = GiveOrder(unit.id, name, target)
            if refuse_give_order(state, order) is None:
                at = f" on the {state.units[target].name}" if target else ""
                yield Pick(f"Order: {name}{at}", order, rule_id)


def offer_rerolls(state: State, ask: Ask) -> Iterator[Option]:
    """What may pay for it; letting it stand comes first for a side that is winning the roll."""
    rolled = state.rolled
    wins = rolled is not None and (rolled.attack >= rolled.defence) == (ask.unit == rolled.unit)
    if wins:
        yield decline("Let it stand", ask.rule)
    for source in reroll_sources(state, state.units[ask.unit], ask.about[1:]):
        giver = state.units.get(source)
        payment = source if giver is None else f"Command Point of the {giver.name}"
        if is_distant(state, ask.unit, source):
            payment += ", which must Authorize it"
        yield Pick(f"Reroll: {payment}", Reroll(ask.unit, source), ask.rule)
    if not wins:
        yield decline("Let it stand", ask.rule)
