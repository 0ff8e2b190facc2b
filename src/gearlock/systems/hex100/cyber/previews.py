"""What jams, hacks, switches and recoveries would mean: lines, odds, and what greedy play makes of them."""

from __future__ import annotations

import msgspec

from gearlock.kernel.view import OddsCard, Preview
from gearlock.systems.hex100.contacts import known_enemies, name_for
from gearlock.systems.hex100.cyber import orders as o
from gearlock.systems.hex100.cyber.emp import SPECIAL
from gearlock.systems.hex100.cyber.guessing import Attempt, hack_attempt, hack_worth, jam_attempt, jam_worth
from gearlock.systems.hex100.cyber.jamming import ECM_RANGE
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.forces.loadout import SENSITIVE, frailty
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import distance

RECOVERY = 0.3
"""What it is worth to come out of EMP shock with no other action left to lose."""
RECOVERY_OF_A_DEVICE = 0.08
BEFORE_OTHERS = 0.1
"""The part of its worth that recovery has while other actions could be taken first."""
FORTIFYING = 0.01
IDLE = 0.002
"""The risk put on what does nobody any good."""


def _shown(state: State, unit: Unit, enemy: Unit, attempt: Attempt, worth: float) -> Preview:
    return Preview(
        attack=attempt.lines,
        odds=OddsCard(attempt.chance, 0.0, {}),
        gives=attempt.chance * worth,
        notes=attempt.notes,
        target=name_for(state, unit.seat, enemy.id),
    )


def jam_preview(state: State, unit: Unit, order: o.Jam) -> Preview:
    """The chance of a jam, and what it would silence."""
    enemy = state.enemy_called(unit.seat, order.target)
    if enemy is None:
        return Preview()
    return _shown(state, unit, enemy, jam_attempt(state, unit.seat, enemy), jam_worth(state, unit.seat, enemy))


def hack_preview(state: State, unit: Unit, order: o.Hack) -> Preview:
    """The chance of a hack, and what it would shut down."""
    enemy = state.enemy_called(unit.seat, order.target)
    if enemy is None:
        return Preview()
    shown = _shown(state, unit, enemy, hack_attempt(state, unit.seat, enemy), hack_worth(state, unit.seat, enemy))
    if not equipment_effect(state, unit, "nimbus"):
        return shown
    note = "Nimbus: after a success the nearest unit in its network is tried at once."
    return msgspec.structs.replace(shown, notes=(*shown.notes, note))


def mass_jam_preview(state: State, unit: Unit, order: o.MassJam) -> Preview:  # noqa: ARG001 - one of the previews
    """All known enemies in reach, each with its own chance."""
    near = [each for each in known_enemies(state, unit.seat).values() if distance(each.hex, unit.hex) <= ECM_RANGE]
    if not near:
        return Preview(risks=IDLE, notes=("No enemy is known to be within 8 hexes.",))
    each_one = [
        _shown(state, unit, enemy, jam_attempt(state, unit.seat, enemy), jam_worth(state, unit.seat, enemy))
        for enemy in near
    ]
    return Preview(gives=min(1.0, sum(shown.gives for shown in each_one)), also=tuple(each_one))


def fortify_preview(state: State, unit: Unit, order: o.MassFortify) -> Preview:  # noqa: ARG001 - one of the previews
    """A little for every ally in reach while an enemy is about."""
    near = sum(distance(each.hex, unit.hex) <= ECM_RANGE for each in state.standing(unit.seat))
    note = f"{near} unit{'s' * (near != 1)} of your side within 8 hexes."
    return Preview(gives=FORTIFYING * near if state.known[unit.seat] else 0.0, notes=(note,))


def switch_preview(state: State, unit: Unit, order: o.SwitchLink) -> Preview:
    """Off is for those in one network with a hacked unit; otherwise a link is better on."""
    intruded = any(each.hacked for each in state.standing(unit.seat))
    return Preview(gives=FORTIFYING) if order.on != intruded else Preview(risks=IDLE)


def recovery_preview(state: State, unit: Unit, order: o.Recover) -> Preview:  # noqa: ARG001 - one of the previews
    """Worth more when nothing else can be done first, because it ends the turn."""
    shut = sum(frailty(mount) == SENSITIVE for mount in state.machine(unit.id).mounts)
    worth = RECOVERY_OF_A_DEVICE * shut
    if unit.shocked and not equipment_effect(state, unit, "core_shielding"):
        worth += RECOVERY
    plain = any(count for action, count in unit.pool.items() if action not in SPECIAL)
    special = any(unit.pool.get(action, 0) for action in SPECIAL)
    if plain and special:
        worth *= BEFORE_OTHERS
    return Preview(gives=worth, notes=("Recovery ends the unit's turn.",))
