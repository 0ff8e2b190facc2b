"""States a side may take for the truth: what it has found out, all else as is likely or by lot; states as bytes."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from gearlock.kernel.states import StateCodec
from gearlock.kernel.system import Chooser, Setup
from gearlock.systems.hex100.actions import fill_pool
from gearlock.systems.hex100.battlefield import Battlefield
from gearlock.systems.hex100.briefings.battles import fresh_unit, scene_of
from gearlock.systems.hex100.damage.units_hit import SMOKE, carry_riders
from gearlock.systems.hex100.detection.sight import (
    STEALTH,
    Eye,
    eyes_of,
    holds_unseen,
    is_hidden_from,
    is_small,
    level_of,
)
from gearlock.systems.hex100.electronic_warfare import is_known_hacked
from gearlock.systems.hex100.equipment import full_hp, standing_kind
from gearlock.systems.hex100.forces.cards import Machine
from gearlock.systems.hex100.forces.loadout import variable_mounts
from gearlock.systems.hex100.forces.machines_brought import (
    fitted,
    machines_of_type,
    machines_within,
    small_drones,
    with_controller,
)
from gearlock.systems.hex100.networks import is_networked, knows_state_of
from gearlock.systems.hex100.objectives import change_secrets, forget_secrets
from gearlock.systems.hex100.plan import Placement
from gearlock.systems.hex100.state import BLIP, IDENTIFIED, SEEN, UNKNOWN, Hits, Scene, Shots, State, Tie, Unit, other
from gearlock.table.hexes import Hex

# --- What a side has found out

SHOWN = ("q", "r", "placed", "beacon", "marked", "traced")
"""What every contact shows."""
STRICKEN = ("jammed", "hacked", "shocked")
"""What is known where the seat knows what was done to a contact."""
IN_SIGHT = ("hp", "critical", "charges", "facing", "sieging", "focus")
"""What an enemy in sight shows besides."""


class Evidence(NamedTuple):
    """What a seat has found out about a contact besides its place."""

    level: int
    small: bool
    """Sensors tell large units from small ones."""
    hidden: bool
    """Eyes cannot find it."""
    linked: bool | None
    """Whether it is in the network, which shows through a hacked unit; None if nothing tells."""
    stricken: bool
    """The seat knows whether it is jammed, hacked or in shock."""
    rides: str
    """The unit in the same hex that it must be on; nothing for one that stands by itself."""


def evidence_of(state: State, seat: str) -> dict[str, Evidence]:
    """What a seat has found out about its contacts; the drones it has hacked it knows as its own."""
    known = state.known[seat]
    contacts = [unit for unit in state.found(seat) if state.serves(unit) != seat]
    inside = any(is_known_hacked(state, seat, state.units[enemy]) for enemy in known)
    found = {}
    for unit in contacts:
        rides = unit.riding if unit.riding in known or known[unit.id] == SEEN else ""
        found[unit.id] = Evidence(
            known[unit.id],
            is_small(state, unit),
            is_hidden_from(state, seat, unit),
            is_networked(state, unit) if inside else None,
            knows_state_of(state, seat, unit),
            rides,
        )
    return found


def shots_seen(state: State, seat: str) -> Shots | None:
    """Projectiles in the air as a seat knows them: who fires what is plain to its own side and where it is in sight."""
    shots = state.shots
    own = (unit.id for unit in state.units.values() if unit.seat == seat)
    if shots is None or state.known[seat].get(shots.unit) == SEEN or shots.unit in own:
        return shots
    return replace(shots, unit="", weapon="", mode="")


def hits_felt(state: State, seat: str) -> Hits | None:
    """Hits that armour is about to meet, for the side that is hit: what they come to depends on that armour."""
    hits = state.hits
    return hits if hits is None or state.units[hits.unit].seat == seat else None


def as_known(fresh: Unit, truth: Unit, clue: Evidence) -> Unit:
    """A fresh unit with everything that the seat knows of the true one."""
    shown = SHOWN + STRICKEN * clue.stricken + IN_SIGHT * (clue.level == SEEN)
    for name in shown:
        setattr(fresh, name, getattr(truth, name))
    fresh.riding = clue.rides
    if clue.level == SEEN:
        fresh.hurt, fresh.swarm = truth.hurt[:], truth.swarm[:]
        # Smoke is seen by all when it is raised.
        fresh.uses |= {each: left for each, left in truth.uses.items() if each == SMOKE}
        if holds_unseen(truth):
            fresh.mode, fresh.point = truth.mode, truth.point
    return fresh


def keep_to(state: State, seat: str, unit: Unit, clue: Evidence) -> Machine | None:
    """Let a unit show itself or leave the network where the evidence says so; the machine it must be if it cannot."""
    machine = state.machine(unit.id)
    unit.exposed = unit.unlinked = False
    hidden = is_hidden_from(state, seat, unit)
    unit.exposed = hidden and not clue.hidden
    refit = fitted(machine, STEALTH) if clue.hidden and not hidden else None
    linked = is_networked(state, unit)
    unit.unlinked = linked and clue.linked is False
    return fitted(refit or machine, "data_link") if clue.linked and not linked else refit


# --- States as bytes

_CODEC = StateCodec(State, {Scene: lambda scene: scene.ground.digest, Battlefield: lambda land: land.ground.digest})
encode = _CODEC.encode


def decode(data: bytes, setup: Setup) -> State:
    """A state read back, standing on the map and with the machines of its set-up."""
    scene = scene_of(setup)
    bare = Battlefield(scene.ground, (), frozenset(), scene.kinds)
    state = _CODEC.decode(data, {Scene: lambda _: scene, Battlefield: lambda _: bare})
    state.rebuild_field()
    return state


def disguise(state: State, seat: str, chooser: Chooser) -> State:
    """A copy in which everything the seat cannot know is otherwise: places, wounds, loads and plans of the enemy."""
    twin = state.clone()
    for unit in twin.units.values():
        if seat in (unit.seat, twin.serves(unit)) or not unit.standing:
            continue
        level = twin.known[seat].get(unit.id, UNKNOWN)
        _change_plans(twin, unit, chooser)
        if level < SEEN:
            unit.hp = chooser.randrange(1, full_hp(twin, unit.id) + 1)
            if unit.swarm:
                unit.swarm = [chooser.randrange(1, 3) for _ in range(chooser.randrange(1, 4))]
                unit.hp = sum(unit.swarm)
            unit.hurt = [chooser.randrange(0, 3) for _ in unit.hurt]
            unit.charges = chooser.randrange(0, twin.scene.loadouts[unit.id].charges + 1)
            unit.critical = sum(unit.hurt)
            unit.facing = chooser.randrange(0, 6)
            unit.sieging = not unit.sieging
            unit.focus = chooser.choice(("", "evasion", "defence"))
        if not knows_state_of(twin, seat, unit):
            unit.jammed, unit.shocked = not unit.jammed, not unit.shocked
            # A side that has hacked a drone has it in view.
            unit.hacked = unit.hacked if unit.id in twin.scene.drones else not unit.hacked
        if level == UNKNOWN:
            unit.lurking = not unit.lurking
        if level == UNKNOWN and not unit.riding:
            _hide_elsewhere(twin, seat, unit, chooser)
            _dock(twin, unit, chooser)
    change_secrets(twin, seat)
    _keep_network(state, twin, seat)
    _keep_stealth(state, twin, seat)
    _change_minds(twin, seat, chooser)
    twin.shots, twin.hits = shots_seen(twin, seat), hits_felt(twin, seat)
    return twin


def _dock(state: State, unit: Unit, chooser: Chooser) -> None:
    """A small drone that nobody has found might as well be on board."""
    if unit.id in state.scene.ties and state.machine(unit.id).unit.small and chooser.random() < 0.5:
        unit.placed, unit.docked = False, True


def _change_minds(state: State, seat: str, chooser: Chooser) -> None:
    """What the other side knows, and which of its units it has in hand, are as hidden as the units."""
    enemy = other(seat)
    own = [unit.id for unit in state.standing(seat)]
    state.known[enemy] = {unit: chooser.randrange(BLIP, SEEN + 1) for unit in own if chooser.random() < 0.5}
    state.contacts[enemy] = {unit: f"contact-{at}" for at, unit in enumerate(state.known[enemy], 1)}
    state.counted[enemy] = len(own)
    if state.acting and state.active == enemy:
        state.acting = chooser.choice([unit.id for unit in state.standing(enemy)])


def _keep_stealth(state: State, twin: State, seat: str) -> None:
    """Of a contact a side knows whether eyes can find it: that stays as it is."""
    for enemy in state.known[seat]:
        truth, unit = state.units[enemy], twin.units[enemy]
        if is_hidden_from(state, seat, truth) != is_hidden_from(twin, seat, unit):
            unit.hurt, unit.critical, unit.exposed = truth.hurt[:], truth.critical, truth.exposed
            unit.jammed, unit.hacked, unit.shocked = truth.jammed, truth.hacked, truth.shocked


def _keep_network(state: State, twin: State, seat: str) -> None:
    """Through a hacked unit a side sees which of its contacts are in the network: that stays as it is."""
    if not any(is_known_hacked(state, seat, state.units[enemy]) for enemy in state.known[seat]):
        return
    for enemy in state.known[seat]:
        truth, unit = state.units[enemy], twin.units[enemy]
        if is_networked(state, truth) != is_networked(twin, unit):
            unit.hurt, unit.critical, unit.unlinked = truth.hurt[:], truth.critical, truth.unlinked
            unit.jammed, unit.hacked, unit.shocked = truth.jammed, truth.hacked, truth.shocked


def _change_plans(state: State, unit: Unit, chooser: Chooser) -> None:
    """What is never on show: ammunition, locks, reserves, resistance, what is used up."""
    # Smoke is seen by all when it is raised.
    unit.uses = {each: left if each == SMOKE else chooser.randrange(0, left + 1) for each, left in unit.uses.items()}
    variable = variable_mounts(state.machine(unit.id))
    unit.loaded = {mount.id: chooser.randrange(0, len(mount.modes)) for mount in variable}
    unit.lock_at = None
    unit.lock, unit.held, unit.held_weapons, unit.trigger = "", "", [], ""
    unit.resisting, unit.looking, unit.used, unit.pool = not unit.resisting, not unit.looking, [], {}
    unit.stopped, unit.warding = {}, []
    unit.gait, unit.strides, unit.searching = "", 0, []
    unit.plotted, unit.acted = not unit.plotted, not unit.acted
    unit.unlinked, unit.fortified = not unit.unlinked, not unit.fortified
    unit.exposed, unit.done, unit.engaged = not unit.exposed, not unit.done, []
    unit.quarry, unit.charge = "", ""
    if not holds_unseen(unit):
        unit.mode, unit.point = chooser.choice((unit.mode, "")), None


def _hide_elsewhere(state: State, seat: str, unit: Unit, chooser: Chooser) -> None:
    """Move a hidden unit to another hex where the seat would not find it, if a few tries show one."""
    card = state.machine(unit.id).unit
    here = unit.hex
    free = [hex_ for hex_ in state.land.ground if state.land.cost(hex_, card.movement_type)]
    for _ in range(30):
        unit.q, unit.r = chooser.choice(free)
        alone = all(each.hex != unit.hex for each in state.units.values() if each.standing and each.id != unit.id)
        if alone and level_of(state, seat, unit) == UNKNOWN:
            carry_riders(state, unit)
            return
    unit.q, unit.r = here


# --- States that may be true
# What is open: how many machines the enemy has (they are placed in turn) and for how many points, what has fallen,
# and all that the view shows. What a contact carries that is not in sight, what a blip is, and what and where the
# unseen are, is drawn from the ready-made machines; drones that nobody has found are left out, for nobody knows that
# there are any.

TRIES = 6
"""Machines drawn for an enemy until one could be what the seat knows of it."""
PLACES = 8
"""Hexes drawn for an unseen machine until the seat would not find it there."""


def suppose(state: State, seat: str, chooser: Chooser) -> State:
    """A state that looks the same to the seat and tells nothing more: see above for what is drawn."""
    twin, evidence = state.clone(), evidence_of(state, seat)
    forget_secrets(twin, seat)
    _leave_out(twin, seat)
    strangers = _strangers(twin, seat)
    unseen = [unit for unit in strangers if unit.id not in evidence]
    to_come = {unit.id for unit in unseen if _is_to_come(twin, unit)}
    for unit in unseen:
        unit.placed = False
    eyes = eyes_of(twin, seat)
    for contact in [unit for unit in twin.found(seat) if unit.id in evidence]:
        _draw_contact(twin, seat, contact, evidence[contact.id], eyes, chooser)
    for unit in unseen:
        _draw_unseen(twin, seat, unit.id, unit.id in to_come, eyes, chooser)
    _hand_out_drones(twin, seat, chooser)
    _make_up_minds(twin, seat, chooser)
    twin.shots, twin.hits = shots_seen(state, seat), hits_felt(state, seat)
    return twin


def _strangers(state: State, seat: str) -> list[Unit]:
    """The enemies that have not fallen and do not obey the seat."""
    enemies = (unit for unit in state.units.values() if unit.seat != seat and not unit.destroyed)
    return [unit for unit in enemies if state.serves(unit) != seat and not _is_known_to_have_left(state, unit)]


def _is_known_to_have_left(state: State, unit: Unit) -> bool:
    """A unit that has left the map is missed only where its leaving has counted for all to see."""
    objectives = state.scene.plan.objectives
    return bool(unit.left) and any(
        objectives[number].kind == "exit" and item == unit.id for number, item, _, _ in state.scored
    )


def _leave_out(state: State, seat: str) -> None:
    """Take out the drones that nobody has found; of what has fallen or left nothing is kept but that."""
    held = {name for own in state.units.values() if own.seat == seat for name in (own.lock, own.riding, own.charge)}
    held |= state.known[seat].keys() | {unit for each in state.scene.plan.objectives for unit in each.units}
    gone = {id_ for id_ in state.scene.ties if state.units[id_].seat != seat and id_ not in held}
    gone = {id_ for id_ in gone if not state.units[id_].destroyed and state.serves(state.units[id_]) != seat}
    state.units = {id_: unit for id_, unit in state.units.items() if id_ not in gone}
    machines = {id_: machine for id_, machine in state.scene.machines.items() if id_ not in gone}
    state.scene = state.scene.recast(machines, {id_: tie for id_, tie in state.scene.ties.items() if id_ not in gone})
    for own in state.standing(seat):
        own.engaged = [enemy for enemy in own.engaged if enemy in state.known[seat]]
    for id_, unit in state.units.items():
        if unit.seat != seat and (unit.destroyed or unit.left):
            fallen = fresh_unit(state.scene, id_)
            fallen.hp, fallen.swarm, fallen.done = 0, [], True
            fallen.q, fallen.r, fallen.placed = unit.q, unit.r, unit.placed
            fallen.destroyed, fallen.left = unit.destroyed, unit.left
            state.units[id_] = fallen


def _cast(state: State, unit_id: str, machine: Machine) -> None:
    """Let a unit be this machine."""
    scene, ties = state.scene, state.scene.ties
    if machine.unit.kind != "drone":
        ties = {drone: tie for drone, tie in ties.items() if drone != unit_id}
    if machine is not scene.machines[unit_id] or ties is not scene.ties:
        state.scene = scene.recast({**scene.machines, unit_id: machine}, ties)


def _drawn(machines: tuple[Machine, ...], chooser: Chooser) -> list[Machine]:
    """A few of these in the order of a lot."""
    left, drawn = list(machines), list[Machine]()
    while left and len(drawn) < TRIES:
        drawn.append(left.pop(chooser.randrange(0, len(left))))
    return drawn


def _affordable(state: State, seat: str) -> tuple[Machine, ...]:
    """What a machine of the enemy may be: none costs more than two fair shares of the budget."""
    count = sum(unit.seat != seat and unit.id not in state.scene.drones for unit in state.units.values())
    return machines_within(2 * state.scene.budget // max(1, count))


def _is_named(state: State, unit: Unit) -> bool:
    """Whether an open objective calls a unit by the name of its machine."""
    return any(unit.id in each.units and not each.name for each in state.scene.plan.objectives)


def _may_be(state: State, seat: str, unit: Unit, clue: Evidence | None) -> tuple[Machine, ...]:
    """What an enemy may be, for all the seat knows."""
    machine, level = state.machine(unit.id), clue.level if clue else UNKNOWN
    if level == SEEN or _is_named(state, unit):
        return (machine,)
    if level == IDENTIFIED:
        return machines_of_type(machine.unit)
    return small_drones() if clue and clue.small else _affordable(state, seat)


def _draw_contact(state: State, seat: str, truth: Unit, clue: Evidence, eyes: list[Eye], chooser: Chooser) -> None:
    """A contact where it is, as a machine that would be found there just as it is."""
    facing = chooser.randrange(0, 6)
    for machine in _drawn(_may_be(state, seat, truth, clue), chooser):
        _cast(state, truth.id, machine)
        unit = state.units[truth.id] = as_known(fresh_unit(state.scene, truth.id), truth, clue)
        unit.facing = truth.facing if clue.level == SEEN else facing
        refit = keep_to(state, seat, unit, clue)
        if refit is None and _stands(state, unit) and level_of(state, seat, unit, eyes) == clue.level:
            return
    refit = keep_to(state, seat, state.units[truth.id], clue)
    if refit is not None:
        _cast(state, truth.id, refit)


def _stands(state: State, unit: Unit) -> bool:
    return bool(state.land.cost(unit.hex, standing_kind(state, unit)))


def _draw_unseen(state: State, seat: str, unit_id: str, to_come: bool, eyes: list[Eye], chooser: Chooser) -> None:
    """An enemy that nobody has found: any machine, anywhere that the seat would not find it.

    What can be hidden nowhere lies in wait, and if that does not help it is still to come.
    """
    here = next((own.hex for own in state.standing(seat) if own.riding == unit_id), None)
    for machine in _drawn(_may_be(state, seat, state.units[unit_id], None), chooser):
        _cast(state, unit_id, machine)
        unit = state.units[unit_id] = fresh_unit(state.scene, unit_id)
        unit.facing = chooser.randrange(0, 6)
        if to_come or _is_put(state, seat, unit, here, eyes, chooser):
            return
    unit.lurking = True
    unit.lurking = _is_put(state, seat, unit, here, eyes, chooser)


def _is_put(state: State, seat: str, unit: Unit, here: Hex | None, eyes: list[Eye], chooser: Chooser) -> bool:
    """Put a unit on the map if a few tries show a place for it; before anybody has looked, where it begins."""
    begins = state.turn == 0
    hexes = [here] if here else sorted(_where_it_begins(state, unit)) if begins else list(state.land.ground)
    taken = {each.hex for each in state.units.values() if each.standing}
    for _ in range(len(hexes) if begins else PLACES):
        unit.q, unit.r = hexes.pop(chooser.randrange(0, len(hexes)))
        if here or (unit.hex not in taken and _stands(state, unit)):
            unit.placed = bool(here) or begins or level_of(state, seat, unit, eyes) == UNKNOWN
        if unit.placed or not hexes:
            break
    return unit.placed


def _where_it_begins(state: State, unit: Unit) -> frozenset[Hex]:
    zones = state.scene.ground.zones
    return frozenset().union(*(zones[each.zone] for each in _open(state, unit, 0)))


def _open(state: State, unit: Unit, turn: int) -> list[Placement]:
    return [each for each in state.scene.plan.placements_of(unit.id) if each.turn <= turn]


def _is_to_come(state: State, unit: Unit) -> bool:
    """Whether an unseen enemy is not on the map yet: sides place in turn, and reinforcements come when it is said."""
    if state.phase in ("initiative", "deployment"):
        return not unit.placed
    begun = state.turn - (state.active == state.first and unit.seat != state.first)
    return not _open(state, unit, max(0, begun))


def _hand_out_drones(state: State, seat: str, chooser: Chooser) -> None:
    """Drones that have been found came with a machine in sight, or with any of the others."""
    enemies = [unit for unit in state.units.values() if unit.seat != seat and unit.id not in state.scene.drones]
    known, machines, ties = state.known[seat], state.scene.machines.copy(), state.scene.ties.copy()
    others = [unit.id for unit in enemies if not unit.destroyed and known.get(unit.id) != SEEN]
    for drone, tie in state.scene.ties.items():
        if tie.carrier in others:
            carrier, controller = chooser.choice(others), f"controller-{drone}"
            machines[carrier] = with_controller(machines[carrier], controller)
            ties[drone] = Tie(carrier, controller)
    if ties != state.scene.ties:
        state.scene = state.scene.recast(machines, ties)


def _make_up_minds(state: State, seat: str, chooser: Chooser) -> None:
    """The other side knows what it would find, looking now; which of its units it has in hand, and what for, by lot."""
    enemy = other(seat)
    state.known[enemy], state.contacts[enemy] = {}, {}
    eyes = eyes_of(state, enemy)
    for own in sorted(state.standing(seat), key=lambda each: (each.hex, each.id)):
        level = level_of(state, enemy, own, eyes) if state.turn else UNKNOWN
        if level != UNKNOWN:
            state.known[enemy][own.id] = level
            state.contacts[enemy][own.id] = f"contact-{len(state.known[enemy])}"
        own.traced = level != UNKNOWN and (own.jammed or own.hacked or own.shocked)
    state.counted[enemy] = len(state.known[enemy])
    units = [unit for unit in state.standing(enemy) if unit.id not in state.scene.drones]
    if state.active != enemy:
        return
    if state.phase in ("early focus", "focus"):
        state.awaiting = [unit.id for unit in units if state.machine(unit.id).unit.kind == "mech"]
    if state.turn:
        for unit in state.standing(enemy):
            fill_pool(state, unit)
        state.acting = chooser.choice(units).id if units and state.phase == "units" else ""
