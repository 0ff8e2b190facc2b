"""What a ram or a gait would mean, from what the seat knows."""

from __future__ import annotations

import msgspec

from gearlock.kernel.view import Modifier, OddsCard, Preview
from gearlock.systems.hex100.damage.damage import dealt, reduction_modifiers
from gearlock.systems.hex100.judging.account import is_in_view, left_of, share_of, whole_of
from gearlock.systems.hex100.judging.attack_worth import best_volley
from gearlock.systems.hex100.movement.orders import Move, TakeGait
from gearlock.systems.hex100.movement.ramming import ACCURACY, DAMAGE_TYPE, ram_damage, recoil, run_up
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.weapons.targeting import legal_volleys

HASTE = 0.01
"""The worth of going faster to a mech that has nobody to fire at from where it stands."""


def with_ram(state: State, unit: Unit, order: Move, place: Preview) -> Preview:
    """The place a move leads to, with the ram at its end: odds, what it gives, what it costs the rammer."""
    target = state.enemy_called(unit.seat, order.ram)
    straight = run_up(unit.hex, order.path, target.hex) if target is not None else 0
    if target is None or not straight:
        return msgspec.structs.replace(place, notes=("There is nobody to ram at the end of this path.",))
    known, at = is_in_view(state, unit.seat, target), order.path[-1]
    damage = ram_damage(state, unit, straight)
    lines = reduction_modifiers(state, target, None, DAMAGE_TYPE, at) if known else []
    taken = min(dealt(damage, lines), *target.swarm[:1]) if known and target.swarm else dealt(damage, lines)
    back = recoil(state, unit, at, target.hex, straight)
    chance = ACCURACY / 100
    odds = OddsCard(
        p_hit=chance,
        mean_damage=chance * taken,
        damage={0: 1 - chance, taken: chance} if taken else {0: 1.0},
        p_destroyed=chance if known and taken >= target.hp else 0.0,
    )
    return msgspec.structs.replace(
        place,
        attack=(Modifier(ACCURACY, "accuracy of a ram", "hex100.ramming", "%"),),
        defence=tuple(lines),
        odds=odds,
        gives=place.gives + chance * share_of(state, target, taken, known),
        risks=place.risks + chance * share_of(state, unit, back),
        target=order.ram,
        whole=whole_of(state, target, known),
        left=left_of(target, known),
        notes=(f"A run-up of {straight} does {damage} damage; the rammer takes {back} if it hits.",),
    )


def gait_preview(state: State, unit: Unit, order: TakeGait) -> Preview:
    """Skates and skimmers are worth something to a mech that has to get nearer first."""
    if not order.gait or best_volley(state, unit, legal_volleys(state, unit)):
        return Preview()
    return Preview(gives=HASTE)
