"""What terror drones are worth to a side, and what getting them off would mean: odds, gain, and risk to the friend."""

from __future__ import annotations

from gearlock.kernel.view import Modifier, OddsCard, Preview
from gearlock.systems.hex100.attacks.attack import Aim, accuracy_modifiers, number_to_hit, take_aim
from gearlock.systems.hex100.attacks.blast import blast_damage
from gearlock.systems.hex100.damage.damage import dealt, reduction_modifiers
from gearlock.systems.hex100.drones.behaviour import Named
from gearlock.systems.hex100.drones.terror.orders import PullOff, ShakeOff, ShootOff
from gearlock.systems.hex100.drones.terror.removal import RULE, SHAKE, STRAY
from gearlock.systems.hex100.drones.terror.riding import BITE, CRITICAL, PREY, is_prey
from gearlock.systems.hex100.drones.terror.terror_modes import targets
from gearlock.systems.hex100.equipment import equipment_effect, full_hp
from gearlock.systems.hex100.judging.account import is_in_view, share_left
from gearlock.systems.hex100.state import IDENTIFIED, State, Unit
from gearlock.systems.hex100.weapons.targeting import named_weapons
from gearlock.table.hexes import distance

TURNS = 2
"""For how many turns a machine that is left on a unit is reckoned to bite it."""
IDLE = 0.002
"""The risk put on what does nobody any good."""
GONE = Preview(notes=("Nothing rides that unit.",))
TYPICAL_STRUCTURE = 8
"""What an enemy of unknown type is taken to bear."""
FAR, HELD_BACK, LURKING = 0.5, 0.01, 0.005
"""The part of its worth that a target has which is out of reach this turn; what it is worth to be ready, or to lurk."""


def relief(state: State, victim: Unit) -> float:
    """What it is worth to have one machine less on a unit, as a share of it."""
    harm = max(0, CRITICAL - equipment_effect(state, victim, "critical_reduction"))
    left = max(1, state.machine(victim.id).unit.structure - victim.critical)
    return min(1.0, TURNS * BITE / 100 * harm / left) * victim.hp / full_hp(state, victim.id)


def machines_on(state: State, unit_id: str) -> int:
    """How many machines ride a unit."""
    return sum(len(drone.swarm) for drone in state.riders(unit_id))


def _weighed(gives: float, risks: float = 0.0) -> tuple[float, float]:
    return min(1.0, gives), min(1.0, risks if gives else risks + IDLE)


def shake_preview(state: State, unit: Unit, order: ShakeOff) -> Preview:  # noqa: ARG001 - one of the previews
    """Half a chance to be rid of one machine."""
    if not state.riders(unit.id):
        return GONE
    gives, risks = _weighed(SHAKE / 100 * relief(state, unit))
    line = Modifier(SHAKE, "to shake a machine off", RULE, "%")
    many = machines_on(state, unit.id)
    notes = (f"{many} machines ride it; one comes off." if many > 1 else "One machine rides it; it comes off.",)
    return Preview(attack=(line,), odds=OddsCard(SHAKE / 100, 0.0, {}), gives=gives, risks=risks, notes=notes)


def pull_preview(state: State, unit: Unit, order: PullOff) -> Preview:  # noqa: ARG001 - one of the previews
    """One machine for certain."""
    friend = state.units.get(order.friend)
    if friend is None or not state.riders(friend.id):
        return GONE
    gives, risks = _weighed(relief(state, friend))
    return Preview(odds=OddsCard(1.0, 0.0, {}), gives=gives, risks=risks, notes=("One machine comes off for certain.",))


def removed_chances(aims: list[tuple[Aim, int]], machines: int) -> dict[int, float]:
    """How many machines a volley takes off, to its chance; a hit of a blast takes all."""
    found = {0: 1.0}
    for aim, number in aims:
        for _ in range(aim.weapon.rof):
            total: dict[int, float] = {}
            for off, chance in found.items():
                hit = machines if aim.weapon.blast else min(machines, off + 1)
                total[off] = total.get(off, 0.0) + chance * (100 - number) / 100
                total[hit] = total.get(hit, 0.0) + chance * number / 100
            found = total
    return {off: chance for off, chance in sorted(found.items()) if chance}


def _harm(state: State, friend: Unit, aim: Aim, number: int) -> float:
    """The mean damage to the friend: strays in full, and the blasts of shots that hit."""
    weapon, above = aim.weapon, aim.weapon.has("indirect-fire")
    lines = reduction_modifiers(state, friend, weapon, weapon.damage_type, aim.unit.hex, above)
    astray = (100 - number) / 100 * STRAY / 100 * dealt(weapon.damage, lines)
    immune = equipment_effect(state, friend, "blast_immunity") or weapon.effects.get("spares_friends")
    blown = 0.0 if immune or not weapon.blast else number / 100 * blast_damage(state, friend, weapon, friend.hex)
    return weapon.rof * (astray + blown)


def shoot_preview(state: State, unit: Unit, order: ShootOff) -> Preview:
    """Machines off for hits, damage to the friend for misses."""
    friend, weapons = state.units.get(order.friend), named_weapons(state, unit, order.weapons)
    riders = state.riders(order.friend)
    if friend is None or not riders or weapons is None or friend.seat != unit.seat:
        return GONE
    aims = [take_aim(state, unit, weapon, riders[0], friend.hex) for _, weapon in weapons]
    numbered = [(aim, number_to_hit(state, aim)) for aim in aims]
    chances = removed_chances(numbered, machines_on(state, friend.id))
    mean = sum(off * chance for off, chance in chances.items())
    harm = sum(_harm(state, friend, aim, number) for aim, number in numbered)
    gives, risks = _weighed(mean * relief(state, friend), min(harm, friend.hp) / full_hp(state, friend.id))
    first = Modifier(aims[0].weapon.accuracy, f"accuracy of the {aims[0].weapon.name}", "hex100.stat-accuracy", "%")
    off = ", ".join(f"{count}: {chance:.1%}" for count, chance in chances.items())
    return Preview(
        attack=(first, *accuracy_modifiers(state, aims[0])),
        odds=OddsCard(1 - chances.get(0, 0.0), 0.0, {}),
        gives=gives,
        risks=risks,
        notes=(f"Machines off: {off}.", f"Mean damage to the {state.machine(friend.id).name}: {harm:.1f}."),
    )


def prey_worth(state: State, seat: str, drone: Unit, prey: Unit) -> float:
    """What of an enemy would be lost in a turn to the machines on it, by its structure; less for one far away."""
    left, share = TYPICAL_STRUCTURE, share_left(state, prey, is_in_view(state, seat, prey))
    if state.known[seat].get(prey.id, 0) >= IDENTIFIED:
        card = state.machine(prey.id).unit
        left = max(1, card.structure - (prey.critical if is_in_view(state, seat, prey) else 0))
        if card.kind not in PREY:
            return 0.0
    away = distance(drone.hex, prey.hex) if drone.standing else 0
    near = drone.riding == prey.id or away <= state.machine(drone.id).unit.movement + 1
    return share * min(1.0, len(drone.swarm) * BITE / 100 / left) * (1.0 if near else FAR)


def search_worth(state: State, seat: str, drone: Unit, named: Named) -> float:  # noqa: ARG001 - one of the worths
    """The prey it rides, or the closest; to a hacker the best there is."""
    if seat != state.serves(drone):
        return _best(state, seat, drone)
    if drone.riding and is_prey(state, drone, state.units[drone.riding]):
        return prey_worth(state, seat, drone, state.units[drone.riding])
    closest = targets(state, drone)
    return prey_worth(state, seat, drone, closest[0]) if closest else HELD_BACK


def _best(state: State, seat: str, drone: Unit) -> float:
    """To a hacker the swarm is worth what it could do to the side that brought it."""
    return max((prey_worth(state, seat, drone, state.units[each]) for each in state.known[seat]), default=0.0)


def attack_worth(state: State, seat: str, drone: Unit, named: Named) -> float:
    """The named prey, while the side holds it as a contact."""
    held = named.charge in state.known[seat]
    return prey_worth(state, seat, drone, state.units[named.charge]) if held else 0.0


def lurk_worth(state: State, seat: str, drone: Unit, named: Named) -> float:  # noqa: ARG001 - one of the worths
    """A little while there is nobody to hunt."""
    return LURKING if seat == drone.seat and not state.known[seat] else 0.0
