"""States as bytes and back, and states that differ only in what a seat cannot know."""

from __future__ import annotations

from gearlock.kernel.states import StateCodec
from gearlock.kernel.system import Chooser, Setup
from gearlock.systems.hex100.battlefield import Battlefield
from gearlock.systems.hex100.damage.carried import carry_riders
from gearlock.systems.hex100.damage.swarm import SMOKE
from gearlock.systems.hex100.detection.sight import level_of
from gearlock.systems.hex100.detection.stealth import holds_unseen, is_hidden_from
from gearlock.systems.hex100.e_war import is_networked, knows_state_of
from gearlock.systems.hex100.electronic_warfare.hacking import is_known_hacked
from gearlock.systems.hex100.equipment import full_hp
from gearlock.systems.hex100.evidence import hits_felt, shots_seen
from gearlock.systems.hex100.forces.loadout import variable_mounts
from gearlock.systems.hex100.objectives.secrecy import change_secrets
from gearlock.systems.hex100.setup.scenario import scene_of
from gearlock.systems.hex100.state import BLIP, SEEN, UNKNOWN, Scene, State, Unit, other

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
