"""The ways a seat may answer, and random completions of the open ones. Only what the seat knows goes into them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

from gearlock.kernel.asks import Ask, Option, Path, Pick, Place, Target, decline
from gearlock.kernel.orders import Order
from gearlock.kernel.system import Chooser
from gearlock.systems.hex100 import orders as o
from gearlock.systems.hex100.actions import FOCUSES, payment
from gearlock.systems.hex100.equipment import find_weapon, weapon_name, works
from gearlock.systems.hex100.ew import can_lock
from gearlock.systems.hex100.loadout import legal_loads, variable_mounts
from gearlock.systems.hex100.movement import engaged_with, known_enemies, refuse_disengagement
from gearlock.systems.hex100.naming import name_for, place_name
from gearlock.systems.hex100.refusals import deployment_zone, refuse
from gearlock.systems.hex100.reserve import TRIGGERS
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.targeting import is_on_pintle, named_weapons, refuse_attack, refuse_volley
from gearlock.table.hexes import Hex, distance, neighbours

TRIES = 12


def options(state: State, ask: Ask) -> tuple[Option, ...]:
    """Everything a seat may answer to a question."""
    if ask.kind == "deploy":
        return tuple(_placements(state, ask))
    if ask.kind == "focus":
        picks = [Pick(label, o.Focus(ask.unit, focus), f"hex100.focus-{focus}") for focus, label in FOCUSES.items()]
        return (*picks, Pick("No focus", o.Focus(ask.unit), ask.rule))
    if ask.kind == "unit":
        return tuple(Pick(state.machine(unit).name, o.Activate(unit), ask.rule) for unit in ask.about)
    if ask.kind == "overwatch":
        target = ask.about[0]
        fire = Target("Fire", o.FireReserve(ask.unit, target), ask.rule, unit=target)
        return (fire, decline("Hold fire", ask.rule))
    unit = state.units[ask.unit]
    if ask.kind == "reserved move":
        return (_move_option(state, unit), decline("Stay", ask.rule))
    return tuple(_act_options(state, unit))


def _placements(state: State, ask: Ask) -> Iterator[Option]:
    """Every unit that waits, a tank once for each way to load its guns."""
    zone = "south" if ask.seat == "red" else "north"
    for unit in ask.about:
        machine = state.machine(unit)
        for load in legal_loads(machine):
            rounds = ", ".join(token.partition(":")[2] for token in load)
            label = f"Place the {machine.name}" + (f", {rounds} loaded" if load else "")
            yield Place(label, o.Deploy(unit, load=load), ask.rule, unit=unit, zone=zone)


def _act_options(state: State, unit: Unit) -> Iterator[Option]:
    """All that the acting unit can do with what is left in its pool."""
    if payment(unit, "move"):
        yield _move_option(state, unit)
        yield from _disengagements(state, unit)
    volleys = list(legal_volleys(state, unit)) if _may_attack(unit) else []
    if payment(unit, "attack"):
        yield from _attacks(state, unit, volleys, "attack")
    if payment(unit, "commander"):
        pintle = [volley for volley in volleys if _is_pintle_shot(state, unit, volley)]
        yield from _attacks(state, unit, pintle, "commander")
        yield Pick("Commander: look around (+4 vision)", o.LookAround(unit.id), "hex100.commander-look-around")
        yield Pick("Commander: hands on (a utility action)", o.HandsOn(unit.id), "hex100.commander-hands-on")
    if payment(unit, "utility"):
        yield from _utilities(state, unit)
    if not unit.held and payment(unit, "utility", "attack"):
        yield from _overwatches(state, unit, volleys)
    if not unit.held and payment(unit, "utility", "move"):
        for trigger, words in TRIGGERS.items():
            order = o.Reserve(unit.id, "move", (), trigger)
            yield Pick(f"Reserve a move for when {words}", order, "hex100.reserve")
    yield Pick("End this unit's turn", o.EndTurn(unit.id), "hex100.turn-structure")


def _may_attack(unit: Unit) -> bool:
    return payment(unit, "attack") is not None or payment(unit, "commander") is not None


def _move_option(state: State, unit: Unit) -> Path:
    budget = state.machine(unit.id).unit.movement
    return Path("Move", o.Move(unit.id, (), unit.facing), "hex100.move-action", unit=unit.id, budget=budget)


def _disengagements(state: State, unit: Unit) -> Iterator[Option]:
    if not engaged_with(state, unit):
        return
    for hex_ in neighbours(unit.hex):
        if refuse_disengagement(state, unit, hex_) is None:
            order = o.Disengage(unit.id, *hex_, unit.facing)
            yield Pick(f"Disengage to {place_name(*hex_)}", order, "hex100.disengage")


def legal_volleys(state: State, unit: Unit) -> Iterator[tuple[str, ...]]:
    """Every weapon alone, any of a co-axial mount together, and the pairs that the mech's focus lets fire together."""
    loadout = state.scene.loadouts[unit.id]
    pairs = combinations(loadout.tokens, 2) if unit.focus in ("fire-control", "melee") else ()
    offered: set[str] = set()
    for volley in chain(loadout.volleys, pairs):
        if refuse_volley(state, unit, volley) is not None:
            continue
        # Two machine guns of four on one mount are the same volley whichever two they are.
        name = volley_name(state, unit, volley) if len(volley) > 1 else ""
        if name not in offered:
            yield volley
        if name:
            offered.add(name)


def _is_pintle_shot(state: State, unit: Unit, volley: tuple[str, ...]) -> bool:
    found = named_weapons(state, unit, volley)
    return found is not None and len(found) == 1 and is_on_pintle(state, unit, found[0][0])


def volley_name(state: State, unit: Unit, volley: tuple[str, ...]) -> str:
    """The weapons of a volley as a player calls them."""
    return " + ".join(weapon_name(weapon) for _, weapon in named_weapons(state, unit, volley) or ())


def _attacks(state: State, unit: Unit, volleys: list[tuple[str, ...]], pay: str) -> Iterator[Option]:
    """Targets for every volley, and ground for blast weapons."""
    first = "Commander: fire " if pay == "commander" else "Fire "
    enemies = [(distance(unit.hex, hex_), enemy) for hex_, enemy in known_enemies(state, unit.seat).items()]
    for volley in volleys:
        name = volley_name(state, unit, volley)
        farthest = _reach(state, unit, volley)
        for away, enemy in enemies:
            if away <= farthest and refuse_attack(state, unit, volley, enemy.hex) is None:
                contact = state.contacts[unit.seat][enemy.id]
                label = f"{first}{name} at {name_for(state, unit.seat, enemy.id)}"
                order = o.Attack(unit.id, volley, contact, pay)
                yield Target(label, order, "hex100.attack-action", unit=contact, weapon=volley[0])
        found = find_weapon(state, unit, volley[0])
        if len(volley) == 1 and found is not None and found[1].blast:
            order_at = o.Bombard(unit.id, volley[0], unit.q, unit.r, pay)
            yield Place(f"{first}{name} at a hex", order_at, "hex100.attack-action", unit=unit.id)


def _reach(state: State, unit: Unit, volley: tuple[str, ...]) -> int:
    """How far all weapons of a volley can be aimed, terrain aside."""
    return min(max(1, weapon.range) for _, weapon in named_weapons(state, unit, volley) or ())


def _utilities(state: State, unit: Unit) -> Iterator[Option]:
    for enemy in known_enemies(state, unit.seat).values():
        if enemy.id != unit.lock and can_lock(state, unit, enemy):
            label = f"Lock on to {name_for(state, unit.seat, enemy.id)}"
            yield Pick(label, o.LockOn(unit.id, state.contacts[unit.seat][enemy.id]), "hex100.lock-on")
    if not unit.resisting:
        yield Pick("Electronic resistance", o.Resist(unit.id), "hex100.electronic-resistance")
    if state.machine(unit.id).unit.kind != "tank":
        return
    for mount in variable_mounts(state.machine(unit.id)):
        if works(state, unit, mount):
            for at, weapon in enumerate(mount.modes):
                if at != unit.loaded.get(mount.id, 0):
                    order = o.ChangeAmmo(unit.id, mount.id, weapon.mode)
                    yield Pick(f"Load {weapon.mode} into the {weapon.name}", order, "hex100.variable-ammo-tank")


def _overwatches(state: State, unit: Unit, volleys: list[tuple[str, ...]]) -> Iterator[Option]:
    for volley in volleys:
        name = volley_name(state, unit, volley)
        for trigger, words in TRIGGERS.items():
            order = o.Reserve(unit.id, "attack", volley, trigger)
            yield Pick(f"Overwatch with {name} when {words}", order, "hex100.reserve")


def sample(state: State, ask: Ask, option: Option, chooser: Chooser) -> Order | None:
    """Complete an open option at random to a legal order; a finite one is its own answer."""
    if not isinstance(option, Path | Place):
        return option.order
    for _ in range(TRIES):
        order = _completed(state, ask, option.order, chooser)
        if refuse(state, ask, order) is None:
            return order
    return None


def _completed(state: State, ask: Ask, order: Order, chooser: Chooser) -> Order:
    if isinstance(order, o.Deploy):
        # Sorted, because a set has no order that all machines agree on.
        q, r = chooser.choice(sorted(deployment_zone(state, ask.seat)))
        return o.Deploy(order.unit, q, r, chooser.randrange(0, 6), order.load)
    if isinstance(order, o.Bombard):
        found = find_weapon(state, state.units[order.unit], order.weapon)
        reach = found[1].range if found else 0
        q, r = order.q + chooser.randrange(-reach, reach + 1), order.r + chooser.randrange(-reach, reach + 1)
        return o.Bombard(order.unit, order.weapon, q, r, order.pay)
    assert isinstance(order, o.Move), "moves are the only other open orders"
    return o.Move(order.unit, wander(state, state.units[order.unit], chooser), chooser.randrange(0, 6))


def wander(state: State, unit: Unit, chooser: Chooser) -> tuple[Hex, ...]:
    """A random path within the movement value that never turns back on itself and avoids what is known to be closed."""
    card = state.machine(unit.id).unit
    left = chooser.randrange(0, card.movement + 1)
    enemies = known_enemies(state, unit.seat)
    path: list[Hex] = []
    at = unit.hex
    while left:
        onward = [
            hex_
            for hex_ in neighbours(at)
            if 0 < state.land.cost(hex_, card.movement_type) <= left and hex_ not in enemies and hex_ not in path
        ]
        if not onward:
            break
        at = chooser.choice(onward)
        path.append(at)
        left -= state.land.cost(at, card.movement_type)
    return tuple(path)
