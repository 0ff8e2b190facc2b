"""States that a seat may take for the truth: what it knows as it is, all else as is likely or by lot.

What is open: how many machines the enemy has (they are placed in turn) and for how many points, what has fallen, and
all that the view shows. What a contact carries that is not in sight, what a blip is, and what and where the unseen are,
is drawn from the ready-made machines; drones that nobody has found are left out, for nobody knows that there are any.
"""

from __future__ import annotations

from gearlock.kernel.system import Chooser
from gearlock.systems.hex100.actions.phase_begins import fill_pool
from gearlock.systems.hex100.detection.sight import Eye, eyes_of, level_of
from gearlock.systems.hex100.evidence import Evidence, as_known, evidence_of, hits_felt, keep_to, shots_seen
from gearlock.systems.hex100.forces.likely_machines import (
    machines_of_type,
    machines_within,
    small_drones,
    with_controller,
)
from gearlock.systems.hex100.forces.units import Machine
from gearlock.systems.hex100.movement_types import standing_kind
from gearlock.systems.hex100.objectives.secrecy import forget_secrets
from gearlock.systems.hex100.plan import Placement
from gearlock.systems.hex100.setup.scenario import fresh_unit
from gearlock.systems.hex100.state import IDENTIFIED, SEEN, UNKNOWN, State, Tie, Unit, other
from gearlock.table.hexes import Hex

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
