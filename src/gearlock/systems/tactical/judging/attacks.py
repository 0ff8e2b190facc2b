"""What attacks would mean: lines and exact odds."""

from __future__ import annotations

import msgspec

from gearlock.kernel.view import Preview
from gearlock.systems.tactical.attacks.exchange import pair_of
from gearlock.systems.tactical.attacks.modifiers import attack_lines, defense_lines, rolls_defense
from gearlock.systems.tactical.attacks.orders import Attack
from gearlock.systems.tactical.attacks.pairs import Pair
from gearlock.systems.tactical.attacks.targets import refuse_shot, use_of
from gearlock.systems.tactical.judging.odds import (
    WHOLE,
    armor_against,
    duel_of,
    mean_lost,
    odds_card,
    points_lost,
    skill_text,
)
from gearlock.systems.tactical.judging.outlook import kept_attack
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.switches import DETAILED_DAMAGE


def preview_attack(state: State, _seat: str, order: Attack) -> Preview:
    """Lines and odds of a shot; Snap Fire is less what the Action could have done later."""
    unit, target = state.units.get(order.unit), state.units.get(order.target)
    mount = None if unit is None else unit.mount(order.weapon)
    if unit is None or target is None or mount is None or refuse_shot(state, order) is not None:
        return Preview()
    use = use_of(state, unit, mount, target, order)
    shown = shot_preview(pair_of(state, unit.id, target.id, use, order.observer))
    now = state.activation
    if now is not None and now.unit == unit.id:
        return msgspec.structs.replace(shown, ends=(unit.x, unit.y, unit.facing))
    return msgspec.structs.replace(shown, gives=shown.gives - kept_attack(state, unit))


def shot_preview(pair: Pair) -> Preview:
    """One roll at one target, and what it does."""
    target, duel = pair.target, duel_of(pair)
    guard = tuple(defense_lines(pair)) if rolls_defense(target) else ()
    counted = not target.is_infantry and not pair.state.switch(DETAILED_DAMAGE)
    armor = f"against Armor {armor_against(pair)}" if not target.is_infantry else "off the troopers' points"
    return Preview(
        tuple(attack_lines(pair)),
        guard,
        odds_card(pair, duel),
        mean_lost(pair, duel),
        target=target.id,
        whole=WHOLE if counted else 0,
        left=WHOLE - points_lost(target) if counted else 0,
        attack_total=skill_text(duel.attack),
        defence_total="counts as 0" if duel.guard is None else skill_text(duel.guard),
        harm=f"Damage Multiplier times the margin {armor}",
    )
