"""What drones, jams, hacks, locks and utility actions are worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

import msgspec

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Modifier, OddsCard, Preview
from gearlock.systems.hex100.advice.attack_odds import best_attack, best_volley, danger, is_in_view, share_left
from gearlock.systems.hex100.attacks.attack import (
    Aim,
    EnterSiege,
    LeaveSiege,
    PlotFire,
    accuracy_modifiers,
    blast_damage,
    number_to_hit,
    take_aim,
)
from gearlock.systems.hex100.damage.damage import SPECIAL, dealt, reduction_modifiers
from gearlock.systems.hex100.defenses import CLEARING, Launch, LaySmoke, Ward, mine_damage, mined_hexes, sets_off_mines
from gearlock.systems.hex100.detection.locks import LOCK_RANGE, is_locked_for
from gearlock.systems.hex100.detection.sight import (
    DEVICES,
    ActiveLock,
    MarkHex,
    MarkTarget,
    Search,
    is_hidden_from,
    is_small,
)
from gearlock.systems.hex100.drones.commands import modes_of, named_in, own_drone, refuse_mode
from gearlock.systems.hex100.drones.kinds import (
    BATCH,
    CRAM_REACH,
    POINT,
    SUPPORT,
    TRIAGE,
    Command,
    Named,
    Reactivate,
    TurnDrone,
    missing,
    named_by,
)
from gearlock.systems.hex100.drones.terror import (
    BITE,
    CRITICAL,
    PREY,
    RULE,
    SHAKE,
    STRAY,
    PullOff,
    ShakeOff,
    ShootOff,
    is_prey,
    targets,
)
from gearlock.systems.hex100.electronic_warfare import ECM_RANGE, Hack, Jam, MassFortify, MassJam, Recover, SwitchLink
from gearlock.systems.hex100.equipment import equipment_effect, find_weapon, full_hp
from gearlock.systems.hex100.forces.loadout import SENSITIVE, frailty
from gearlock.systems.hex100.known_units import known_enemies, name_for
from gearlock.systems.hex100.networks import e_war, e_war_modifiers, is_resisting, knows_state_of
from gearlock.systems.hex100.objectives import HACK, SCAN, HackSite, Leave, ScanSite, exit_at, site_at
from gearlock.systems.hex100.state import IDENTIFIED, SEEN, UNKNOWN, State, Unit
from gearlock.systems.hex100.weapons import legal_volleys, named_weapons
from gearlock.table.hexes import Hex, disc, distance, neighbours

# --- Terror drones

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


# --- Modes of drones

SAFETY = 0.02
"""What it is worth to bring a drone home that is in danger."""
LOCKING, FOLLOWING, SCOUTING = 0.04, 0.01, 0.02
"""What it is worth to hold a lock, to stand by for one, to look where nobody has looked yet."""
FAR_FLIGHT = 12
"""Hexes that a drone covers in two turns; beyond, a point is worth half."""
COVERED, GUARDED = 0.01, 0.002
"""What it is worth to have a unit within reach of the turret, and to go wherever one unit goes besides."""
REPAIRING, ATTENDING = 0.06, 0.002
"""What six hit points to be repaired are worth, and being with a unit that may need them."""
FAR_WALK = 6
"""Hexes beyond which a point is worth half."""
READINESS = 0.2
"""A new mode must be better than the old one by this share of its worth to be worth an action."""
RESTARTING = 0.05
"""What it is worth to have a drone back."""


def _recall_worth(state: State, seat: str, drone: Unit, named: Named) -> float:  # noqa: ARG001 - one of the worths
    """Something while enemies in sight could destroy it; nothing to a hacker."""
    return min(SAFETY, SAFETY * danger(state, seat, drone)) if seat == drone.seat else 0.0


def _could_lock(state: State, hex_: Hex, enemy: Unit) -> bool:
    near = distance(hex_, enemy.hex) <= LOCK_RANGE and not is_small(state, enemy)
    return near and state.land.is_clear(hex_, enemy.hex)


def _loiter_worth(state: State, seat: str, drone: Unit, named: Named) -> float:
    """A point from which contacts can be locked; while there are none, one towards the far edge."""
    point = named.point
    if point is None:
        return 0.0
    share = 0.5 if not drone.docked and distance(drone.hex, point) > FAR_FLIGHT else 1.0
    if not state.known[seat]:
        rows = state.land.ground.rows - 1
        return SCOUTING * share * (rows - point[1] if seat == "red" else point[1]) / rows
    return LOCKING * share * any(_could_lock(state, point, state.units[enemy]) for enemy in state.known[seat])


def _recon_support_worth(state: State, seat: str, drone: Unit, named: Named) -> float:  # noqa: ARG001 - one of the worths
    """An ally that has attacked somebody whom the drone could lock beside it."""
    if named.charge not in state.units:
        return 0.0
    ally = state.units[named.charge]
    if ally.quarry in state.known[seat] and _could_lock(state, ally.hex, state.units[ally.quarry]):
        return LOCKING
    return FOLLOWING if state.known[seat] else 0.0


@heeds("hex100.drone-point-defence-modes")
def _covered(state: State, seat: str, drone: Unit, hex_: Hex) -> float:
    """The units of a side that the turret would protect from a hex; nobody shoots before there are enemies about."""
    near = [each for each in state.standing(seat) if each.id != drone.id and distance(each.hex, hex_) <= CRAM_REACH]
    return COVERED * len(near) if state.known[seat] else 0.0


def _cover_worth(state: State, seat: str, drone: Unit, named: Named) -> float:
    return _covered(state, seat, drone, named.point) if named.point is not None else 0.0


def _guard_worth(state: State, seat: str, drone: Unit, named: Named) -> float:
    ally = state.units.get(named.charge)
    return _covered(state, seat, drone, ally.hex) + GUARDED if ally is not None and ally.standing else 0.0


def _needed(state: State, seat: str, drone: Unit, hex_: Hex) -> float:
    """What a repair drone could do for a side from a hex, less if the way there is long."""
    near = (each for each in state.standing(seat) if each.id != drone.id and distance(each.hex, hex_) == 1)
    points = min(equipment_effect(state, drone, "repair"), sum(missing(state, each) for each in near))
    return REPAIRING * points / 6 * (0.5 if distance(drone.hex, hex_) > FAR_WALK else 1.0)


def _repair_worth(state: State, seat: str, drone: Unit, named: Named) -> float:
    return _needed(state, seat, drone, named.point) if named.point is not None else 0.0


def _repair_support_worth(state: State, seat: str, drone: Unit, named: Named) -> float:
    ally = state.units.get(named.charge)
    if ally is None or not ally.standing:
        return 0.0
    points = min(equipment_effect(state, drone, "repair"), missing(state, ally))
    share = 0.5 if distance(drone.hex, ally.hex) > FAR_WALK else 1.0
    return REPAIRING * points / 6 * share + (ATTENDING if seat == ally.seat else 0.0)


def preview_command(state: State, unit: Unit, order: Command) -> Preview:
    """A mode is worth what it adds to the present one; a docked drone, and a hacked one, does nothing by itself.

    Of what names a unit that is none of the seat's own, nothing is told.
    """
    turned = isinstance(order, TurnDrone)
    drone = state.enemy_called(unit.seat, order.drone) if turned else own_drone(state, unit, order.drone)
    if drone is None or refuse_mode(state, unit.seat, drone, order) is not None:
        return Preview()
    mode = modes_of(state, drone)[order.mode]
    spot = (order.q, order.r, 0) if mode.names == POINT else None
    worth = mode_worth(state, unit.seat, drone, order.mode, named_in(state, unit.seat, mode, order))
    present = None if turned else modes_of(state, drone).get(drone.mode)
    if present is not None:
        worth -= mode_worth(state, unit.seat, drone, drone.mode, named_by(drone)) + READINESS * worth
    if worth <= 0:
        return Preview(risks=IDLE, notes=(mode.about,), spot=spot)
    return Preview(gives=min(1.0, worth), notes=(mode.about,), spot=spot)


def preview_reactivation(state: State, unit: Unit, order: Reactivate) -> Preview:  # noqa: ARG001 - one of the previews
    """A drone that runs again."""
    return Preview(gives=RESTARTING, notes=("The drone goes on in the mode it had.",))


Worth = Callable[[State, str, Unit, Named], float]
"""What a mode would be worth to a side now, as a share of a unit, by what that side knows."""
WORTHS: dict[str, dict[str, Worth]] = {
    "recon-drone": {"loiter": _loiter_worth, "support": _recon_support_worth, "recall": _recall_worth},
    "point-defence-drone": {"point-defence": _cover_worth, "guard": _guard_worth},
    "repair-drone": {TRIAGE: _repair_worth, BATCH: _repair_worth, SUPPORT: _repair_support_worth},
    "terror-drones": {
        "search-and-destroy": search_worth,
        "attack": attack_worth,
        "lurk": lurk_worth,
        "recall": _recall_worth,
    },
}
"""By the card of the drone and its mode."""


def mode_worth(state: State, seat: str, drone: Unit, mode: str, named: Named) -> float:
    """What a mode of a drone would be worth to a side."""
    return WORTHS[state.machine(drone.id).unit.id][mode](state, seat, drone, named)


# --- Jams and hacks

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


def jam_preview(state: State, unit: Unit, order: Jam) -> Preview:
    """The chance of a jam, and what it would silence."""
    enemy = state.enemy_called(unit.seat, order.target)
    if enemy is None:
        return Preview()
    return _shown(state, unit, enemy, jam_attempt(state, unit.seat, enemy), jam_worth(state, unit.seat, enemy))


def hack_preview(state: State, unit: Unit, order: Hack) -> Preview:
    """The chance of a hack, and what it would shut down."""
    enemy = state.enemy_called(unit.seat, order.target)
    if enemy is None:
        return Preview()
    shown = _shown(state, unit, enemy, hack_attempt(state, unit.seat, enemy), hack_worth(state, unit.seat, enemy))
    if not equipment_effect(state, unit, "nimbus"):
        return shown
    note = "Nimbus: after a success the nearest unit in its network is tried at once."
    return msgspec.structs.replace(shown, notes=(*shown.notes, note))


def mass_jam_preview(state: State, unit: Unit, order: MassJam) -> Preview:  # noqa: ARG001 - one of the previews
    """All known enemies in reach, each with its own chance."""
    near = [each for each in known_enemies(state, unit.seat).values() if distance(each.hex, unit.hex) <= ECM_RANGE]
    if not near:
        return Preview(risks=IDLE, notes=("No enemy is known to be within 8 hexes.",))
    each_one = [
        _shown(state, unit, enemy, jam_attempt(state, unit.seat, enemy), jam_worth(state, unit.seat, enemy))
        for enemy in near
    ]
    return Preview(gives=min(1.0, sum(shown.gives for shown in each_one)), also=tuple(each_one))


def fortify_preview(state: State, unit: Unit, order: MassFortify) -> Preview:  # noqa: ARG001 - one of the previews
    """A little for every ally in reach while an enemy is about."""
    near = sum(distance(each.hex, unit.hex) <= ECM_RANGE for each in state.standing(unit.seat))
    note = f"{near} unit{'s' * (near != 1)} of your side within 8 hexes."
    return Preview(gives=FORTIFYING * near if state.known[unit.seat] else 0.0, notes=(note,))


def switch_preview(state: State, unit: Unit, order: SwitchLink) -> Preview:
    """Off is for those in one network with a hacked unit; otherwise a link is better on."""
    intruded = any(each.hacked for each in state.standing(unit.seat))
    return Preview(gives=FORTIFYING) if order.on != intruded else Preview(risks=IDLE)


def recovery_preview(state: State, unit: Unit, order: Recover) -> Preview:  # noqa: ARG001 - one of the previews
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


# --- Locks and scanners

SEARCHING, UNCOVERING = 0.002, 0.05
"""What it is worth to look closely, and to do so where sensors hold what eyes cannot find."""
LOUDNESS = 0.01
"""What being a beacon costs."""


def preview_search(state: State, unit: Unit, order: Search) -> Preview:
    """Worth most when a contact that eyes cannot find is within the reach of a scanner."""
    device = DEVICES.get(order.device)
    if device is None:
        return Preview(notes=("There is no such device.",))
    reach = equipment_effect(state, unit, device.effect)
    hidden = (enemy for enemy in state.known[unit.seat] if is_hidden_from(state, unit.seat, state.units[enemy]))
    near = order.device != "sensors" and any(distance(unit.hex, state.units[each].hex) <= reach for each in hidden)
    return Preview(gives=UNCOVERING if near else SEARCHING, notes=(f"{device.label}, until your next phase.",))


def preview_active_lock(state: State, unit: Unit, order: ActiveLock) -> Preview:
    """Worth what a lock adds to the best attack."""
    target = state.enemy_called(unit.seat, order.target)
    note = "The lock is certain; the unit is a beacon until your next phase."
    if target is None or is_locked_for(state, unit, target):
        return Preview(risks=LOUDNESS, notes=(note,))
    known = is_in_view(state, unit.seat, target)
    gain = best_attack(state, unit, target, known, locked=True) - best_attack(state, unit, target, known)
    gives = max(0.0, gain)
    return Preview(gives=gives, risks=LOUDNESS, notes=(note,))


def preview_marking(state: State, unit: Unit, order: MarkTarget) -> Preview:
    """Worth what a lock adds to the best attack, as often as it is taken."""
    target = state.enemy_called(unit.seat, order.target)
    number = equipment_effect(state, unit, "target_marker")
    gain = 0.0
    if target is not None and not is_locked_for(state, unit, target):
        known = is_in_view(state, unit.seat, target)
        better = best_attack(state, unit, target, known, locked=True) - best_attack(state, unit, target, known)
        gain = max(0.0, better)
    return Preview(
        attack=_lines(number),
        odds=OddsCard(p_hit=number / 100, mean_damage=0.0, damage={}),
        gives=gain * number / 100,
    )


def preview_hex(state: State, unit: Unit, order: MarkHex) -> Preview:
    """A locked hex helps whoever shells it next."""
    number = equipment_effect(state, unit, "target_marker")
    odds = OddsCard(p_hit=number / 100, mean_damage=0.0, damage={})
    return Preview(attack=_lines(number), odds=odds, risks=IDLE, spot=(order.q, order.r, 0))


def _lines(number: int) -> tuple[Modifier, ...]:
    return (Modifier(number, "target marker", "hex100.target-marker", "%"),)


# --- Utility actions

FEARED_SHOT = 0.01
"""What being ready to stop a shot is worth while an enemy with such shots is in sight."""
HIDING = 0.5
"""The part of the danger kept off by smoke that it is worth: it hides the enemy from the unit as well."""
MINED = 0.02
"""What a mine within two hexes of a known enemy is worth."""
FREE_AGAIN = 0.02
"""What it is worth to be able to move while there is nobody to shoot at."""
DONE = 1.0
"""What it is worth to meet an objective: as much as a whole enemy unit."""


def preview_ward(state: State, unit: Unit, order: Ward) -> Preview:
    """Worth something while an enemy in sight has large projectiles to send."""
    seen = (enemy for enemy, level in state.known[unit.seat].items() if level == SEEN)
    feared = any(_sends_large_projectiles(state, enemy) for enemy in seen)
    guns = (find_weapon(state, unit, token) for token in order.weapons)
    shots = sum(gun[1].effects.get("interceptor", 0) for gun in guns if gun is not None)
    note = f"Stops up to {shots} shots of large projectiles until your next phase; no attack with it in this turn."
    return Preview(gives=FEARED_SHOT * shots if feared else 0.0, notes=(note,))


def _sends_large_projectiles(state: State, unit_id: str) -> bool:
    mounts = state.machine(unit_id).mounts
    return any(weapon.has("large-projectile") for mount in mounts for weapon in mount.modes)


def smoke_worth(state: State, unit: Unit, hexes: Iterable[Hex]) -> float:
    """The danger that smoke in these hexes would take from a unit, as far as its side sees what threatens it."""
    smoky = state.clone()
    smoky.smoke += [(q, r, unit.seat) for q, r in hexes if (q, r) in state.land.ground]
    smoky.rebuild_field()
    gain = danger(state, unit.seat, unit) - danger(smoky, unit.seat, smoky.units[unit.id])
    return min(1.0, max(0.0, HIDING * gain))


def preview_smoke(state: State, unit: Unit, order: LaySmoke) -> Preview:  # noqa: ARG001 - one of the previews
    """Smoke is worth the danger it takes from the unit."""
    note = "Nobody sees through dense smoke; direct attacks on units in it have -30 accuracy."
    return Preview(gives=smoke_worth(state, unit, neighbours(unit.hex)), notes=(note,))


def preview_launch(state: State, unit: Unit, order: Launch) -> Preview:
    """Smoke is worth the danger it keeps from the unit, mines a little for each enemy near them."""
    if order.load == "smoke":
        gives, note = smoke_worth(state, unit, disc((order.q, order.r), 1)), "Dense smoke in the hex and all around it."
    else:
        enemies = known_enemies(state, unit.seat)
        near = sum(distance(mine, hex_) in (1, 2) for mine in mined_hexes(order) for hex_ in enemies)
        gives, note = MINED * near, "8 shaped-charge damage and 2 critical damage to whoever enters one of the hexes."
    return Preview(gives=min(1.0, gives), notes=(note,), spot=(order.q, order.r, 0))


def mine_risk(state: State, unit: Unit, path: tuple[Hex, ...], way: str) -> float:
    """What the mines on a path would do to a unit, as a share of it; one that jumps meets only the last."""
    if not state.mines or not sets_off_mines(state, unit) or way in CLEARING:
        return 0.0
    entered = path[-1:] if way == "jump" else path
    met = sum(hex_ in state.mines for hex_ in entered)
    return min(unit.hp, met * mine_damage(state, unit).damage) / full_hp(state, unit.id)


def preview_siege(state: State, unit: Unit, order: EnterSiege) -> Preview:  # noqa: ARG001 - one of the previews
    """Siege mode is worth what it adds to the best volley."""
    steady = unit.clone()
    steady.sieging = True
    note = "Artillery: +10 accuracy, 1 hex less scatter; the siege cannon reaches 3 hexes farther. No move until left."
    return Preview(gives=_gain(state, unit, steady), notes=(note,))


def preview_leaving(state: State, unit: Unit, order: LeaveSiege) -> Preview:  # noqa: ARG001 - one of the previews
    """Leaving is worth something when there is nobody to shoot at."""
    if best_volley(state, unit, legal_volleys(state, unit)):
        return Preview(notes=("Enemies are in reach.",))
    return Preview(gives=FREE_AGAIN, notes=("No enemy is in reach.",))


def preview_plotting(state: State, unit: Unit, order: PlotFire) -> Preview:  # noqa: ARG001 - one of the previews
    """Fire control is worth what it adds to the best volley."""
    plotted = unit.clone()
    plotted.plotted = True
    note = "Artillery: +20 accuracy, 1 hex less scatter until your next phase."
    return Preview(gives=_gain(state, unit, plotted), notes=(note,))


def _gain(state: State, unit: Unit, better: Unit) -> float:
    before = best_volley(state, unit, legal_volleys(state, unit))
    return max(0.0, best_volley(state, better, legal_volleys(state, better)) - before)


def preview_leave(state: State, unit: Unit, order: Leave) -> Preview:  # noqa: ARG001 - one of the previews
    """The points of an exit."""
    objective = exit_at(state, unit)
    if objective is None:
        return Preview()
    return Preview(gives=DONE, notes=(f"{objective.points} points; the unit is out of the battle.",))


def preview_scan(state: State, unit: Unit, order: ScanSite) -> Preview:
    """The points of a site to scan."""
    objective = site_at(state, unit.seat, SCAN, (order.q, order.r))
    if objective is None:
        return Preview()
    return Preview(gives=DONE, notes=(f"{objective.points} points.",), spot=(order.q, order.r, 0))


def preview_hack(state: State, unit: Unit, order: HackSite) -> Preview:
    """The points of a site to hack, as often as the die lets the hacker in."""
    objective = site_at(state, unit.seat, HACK, (order.q, order.r))
    if objective is None:
        return Preview()
    chance = max(0, 100 - objective.rating) / 100
    note = f"Gets in on {objective.rating} or more; {objective.points} points."
    return Preview(odds=OddsCard(chance, 0.0, {}), gives=DONE * chance, notes=(note,), spot=(order.q, order.r, 0))
