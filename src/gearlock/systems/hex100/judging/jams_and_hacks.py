"""Exact odds of jams and hacks from what a seat knows, and what their success would be worth."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Modifier, OddsCard, Preview
from gearlock.systems.hex100.contacts import known_enemies, name_for
from gearlock.systems.hex100.damage.emp import SPECIAL
from gearlock.systems.hex100.e_war import e_war, e_war_modifiers, is_resisting, knows_state_of
from gearlock.systems.hex100.electronic_warfare import orders as o
from gearlock.systems.hex100.electronic_warfare.jamming import ECM_RANGE
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.forces.loadout import SENSITIVE, frailty
from gearlock.systems.hex100.state import IDENTIFIED, SEEN, UNKNOWN, State, Unit
from gearlock.table.hexes import distance

TYPICAL_E_WAR = 40
"""What an enemy of unknown type is taken to have."""
JAMMING, HACKING = 0.04, 0.08
"""What it is worth to jam or to hack a unit, as a share of it."""
TURNING = 0.06
"""What is added for a drone, or for a unit that commands one: it will act for the hacker."""
EACH = 0.03
"""What is added for every device that would be shut down or silenced."""
RECOVERY = 0.3
"""What it is worth to come out of EMP shock with no other action left to lose."""
RECOVERY_OF_A_DEVICE = 0.08
BEFORE_OTHERS = 0.1
"""The part of its worth that recovery has while other actions could be taken first."""
FORTIFYING = 0.01
IDLE = 0.002
"""The risk put on what does nobody any good."""


class Attempt(NamedTuple):
    """A jam or a hack as its side must reckon it: the lines against it, its chance, and the chance if one resists."""

    lines: tuple[Modifier, ...]
    chance: float
    resisted: float
    notes: tuple[str, ...]


def is_in_sight(state: State, seat: str, enemy: Unit) -> bool:
    """Whether a seat sees what an enemy carries; its outline on sensors tells the type alone."""
    return state.known[seat].get(enemy.id, UNKNOWN) == SEEN


def as_known(state: State, seat: str, enemy: Unit) -> Unit:
    """An enemy as a seat must take it to be: whole, at ease and connected, as far as it does not know better."""
    known = enemy.clone()
    known.resisting = known.fortified = known.unlinked = False
    if not knows_state_of(state, seat, enemy):
        known.jammed = known.hacked = known.shocked = False
    if state.known[seat].get(enemy.id, UNKNOWN) < SEEN:
        known.hurt = [0] * len(enemy.hurt)
    return known


def _rating(state: State, seat: str, enemy: Unit) -> tuple[int, bool, tuple[Modifier, ...]]:
    """The e-war rating a seat reckons with, whether it knows of electronic defence, and the lines of the rating."""
    if state.known[seat].get(enemy.id, UNKNOWN) < IDENTIFIED:
        typical = Modifier(TYPICAL_E_WAR, "typical e-war rating of an unknown unit", "hex100.stat-ewar", "%")
        return TYPICAL_E_WAR, False, (typical,)
    if not is_in_sight(state, seat, enemy):
        card = state.machine(enemy.id).unit
        line = Modifier(card.e_war, "e-war rating of its card", "hex100.stat-ewar", "%")
        return card.e_war, bool(card.integrated.get("electronic_defence")), (line,)
    known = as_known(state, seat, enemy)
    return e_war(state, known), is_resisting(state, known), tuple(e_war_modifiers(state, known))


def _network_rating(state: State, seat: str, enemy: Unit) -> int:
    """The best network defence that a seat knows to be about; whose data link is off it cannot know."""
    held = [id_ for id_ in state.known[seat] if is_in_sight(state, seat, state.units[id_])]
    if enemy.id not in held:
        return 0
    units = {id_: as_known(state, seat, state.units[id_]) for id_ in held}
    linked = {id_ for id_, unit in units.items() if equipment_effect(state, unit, "data_link")}
    carriers = [
        unit
        for id_, unit in units.items()
        if equipment_effect(state, unit, "network_defence") and (id_ == enemy.id or {id_, enemy.id} <= linked)
    ]
    return max((e_war(state, each) for each in carriers), default=0)


@heeds("hex100.jamming", "hex100.electronic-resistance")
def jam_attempt(state: State, seat: str, enemy: Unit) -> Attempt:
    """A jam is certain, unless the target resists."""
    rating, resists, lines = _rating(state, seat, enemy)
    resisted = 1 - rating / 100
    if resists:
        note = f"Electronic defence: it resists by rolling under {rating}."
        return Attempt(lines, resisted, resisted, (note,))
    return Attempt((), 1.0, resisted, (f"If it resists electronically: {resisted:.0%}.",))


@heeds("hex100.hacking", "hex100.electronic-resistance", "hex100.attr-network-defence")
def hack_attempt(state: State, seat: str, enemy: Unit) -> Attempt:
    """Three hurdles at most, each as high as its rating: the target's, the same if it resists, the network's."""
    rating, resists, lines = _rating(state, seat, enemy)
    through = 1 - rating / 100
    network = _network_rating(state, seat, enemy)
    chance = through * (1 - network / 100)
    notes = [f"The hacker must roll {rating} or more."]
    if resists:
        notes.append(f"Electronic defence: it resists besides by rolling under {rating}.")
    else:
        notes.append(f"If it resists electronically: {chance * through:.0%}.")
    if network:
        notes.append(f"Network defence stops it with a roll under {network}.")
    resisted = chance * through
    return Attempt(lines, resisted if resists else chance, resisted, tuple(notes))


def _devices(state: State, enemy: Unit, effects: tuple[str, ...]) -> int:
    return sum(1 for effect in effects if equipment_effect(state, enemy, effect))


def jam_worth(state: State, seat: str, enemy: Unit) -> float:
    """What a jam would take from an enemy; nothing if it is known to be jammed."""
    known = as_known(state, seat, enemy)
    if known.jammed:
        return 0.0
    if not is_in_sight(state, seat, enemy):
        return JAMMING
    guided = any(w.tracking or w.has("homing") for m in state.machine(enemy.id).mounts for w in m.modes)
    return JAMMING + EACH * (guided + _devices(state, known, ("sensors", "data_link", "ecm")))


def hack_worth(state: State, seat: str, enemy: Unit) -> float:
    """What a hack would take from an enemy: sensitive electronics, a way into its network, its drones."""
    known = as_known(state, seat, enemy)
    if known.hacked:
        return 0.0
    if not is_in_sight(state, seat, enemy):
        return HACKING
    sensitive = sum(frailty(mount) == SENSITIVE for mount in state.machine(enemy.id).mounts)
    turned = TURNING if enemy.id in state.scene.drones or _devices(state, known, ("drone_controller",)) else 0.0
    return HACKING + turned + EACH * (sensitive + _devices(state, known, ("data_link",)))


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
