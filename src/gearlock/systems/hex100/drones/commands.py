"""Commands to drones: modes switched, drones let out, hacked, shut down and started again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from gearlock.kernel.asks import Ask, Option, Pick, Place, decline
from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line, Token
from gearlock.systems.hex100.actions import TRIES, acting, payment, refuse_payment, spend
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.drones.kinds import (
    ALLY,
    ENEMY,
    POINT,
    POINT_DEFENCE_MODES,
    RECON_MODES,
    REPAIR_MODES,
    Command,
    Docked,
    DroneFielded,
    FieldDrone,
    Mode,
    ModeSet,
    Named,
    Reactivate,
    Reactivated,
    Repaired,
    SetMode,
    TurnDrone,
    Undock,
    Undocked,
    active_on,
    called,
    drones_of,
    is_shut_down,
    named_by,
    no_such_drone,
    refuse_command,
    told_apart,
)
from gearlock.systems.hex100.drones.terror import TERROR_MODES, terror_rows
from gearlock.systems.hex100.electronic_warfare import Hacked
from gearlock.systems.hex100.equipment import find_mount, is_whole, standing_kind
from gearlock.systems.hex100.known_units import (
    deed,
    hexes,
    known_enemies,
    knows,
    line,
    name_for,
    no_contact,
    owns,
    place_name,
    sees,
)
from gearlock.systems.hex100.movement.moving import is_facing
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import Hex, disc, distance, neighbours


def drone_tokens(state: State, unit: Unit) -> Iterator[Token]:
    """What lies beside a unit for its owner: the mode of a drone."""
    mode = modes_of(state, unit).get(unit.mode)
    if mode is not None:
        yield Token(f"{mode.name} mode", rule=mode.rule)


def drone_rows(state: State, unit: Unit) -> Iterator[tuple[str, str]]:
    """What the owner's record sheet says of a drone's mode, and of the drones a unit carries."""
    mode = modes_of(state, unit).get(unit.mode)
    if mode is not None:
        yield "mode", f"{mode.name}{_named(state, unit.seat, unit.point, unit.charge)}: {mode.about}"
    yield from terror_rows(unit)
    for drone in drones_of(state, unit.id):
        if drone.docked:
            yield called(state, drone), "docked"


def _named(state: State, seat: str | None, point: Hex | None, charge: str) -> str:
    if point is not None:
        return f" at {place_name(*point)}"
    return f", {name_for(state, seat, charge)}" if charge else ""


def fielded(state: State, event: DroneFielded, seat: str | None) -> Line | None:
    does = f"takes its place at {place_name(event.q, event.r)}"
    return deed(owns, state, seat, event.unit, does, "hex100.deployment")


def mode_set(state: State, event: ModeSet, seat: str | None) -> Line | None:
    """A command is the business of the side that gives it; the owner of a hacked drone sees what it is about."""
    if not owns(state, seat, event.unit) and not (event.by and owns(state, seat, event.by)):
        return None
    mode = modes_of(state, state.units[event.unit])[event.mode]
    named = _named(state, seat, event.point, event.charge)
    text = f"{name_for(state, seat, event.unit)} goes over to {mode.name} mode{named}."
    return line(state, seat, text, mode.rule, event.unit)


def undocked(state: State, event: Undocked, seat: str | None) -> Line | None:
    return deed(owns, state, seat, event.unit, f"undocks to {place_name(event.q, event.r)}", "hex100.drone-small")


def docked(state: State, event: Docked, seat: str | None) -> Line | None:
    carrier = state.machine(state.scene.ties[event.unit].carrier).name
    return deed(owns, state, seat, event.unit, f"docks with {carrier}", "hex100.drone-small")


def reactivated(state: State, event: Reactivated, seat: str | None) -> Line | None:
    """Told to those who knew that it was shut down."""
    if not sees(state, seat, event.unit) and not (event.noticed and knows(state, seat, event.unit)):
        return None
    text = f"{name_for(state, seat, event.unit)} is reactivated by {name_for(state, seat, event.by)}."
    return line(state, seat, text, "hex100.drone-emp", event.unit, event.by)


def repaired(state: State, event: Repaired, seat: str | None) -> Line | None:
    """Repairs are told as far as one sees the drone at work and the unit it works on."""
    seen = [(unit, points) for unit, points in event.repairs if sees(state, seat, unit)]
    if not seen or not sees(state, seat, event.unit):
        return None
    parts = (f"{name_for(state, seat, unit)} by {points}" for unit, points in seen)
    text = f"{name_for(state, seat, event.unit)} repairs {' and '.join(parts)}."
    return line(state, seat, text, "hex100.drone-repair", event.unit, *(unit for unit, _ in seen))


# --- The modes of every kind of drone
# To add a kind of drone, write its modes in a file of its own (a dict of `Mode` by id, as in ``recon``) and enter it
# here under the id of its unit card; commands, options, refusals, hacking and the story need nothing else. What its
# modes are worth to a side is entered in ``advice.drones_and_signals``.

MODES: dict[str, dict[str, Mode]] = {
    "recon-drone": RECON_MODES,
    "point-defence-drone": POINT_DEFENCE_MODES,
    "repair-drone": REPAIR_MODES,
    "terror-drones": TERROR_MODES,
}


def modes_of(state: State, drone: Unit) -> dict[str, Mode]:
    """The modes of a drone by id."""
    return MODES.get(state.machine(drone.id).unit.id, {})


def resolve_drone_turn(ctx: Ctx[State], drone_id: str) -> Script[None]:
    """Let a drone use its actions as its mode says."""
    drone = ctx.state.units[drone_id]
    mode = modes_of(ctx.state, drone).get(drone.mode)
    if mode is not None and drone.standing and not drone.shocked:
        yield from mode.act(ctx, drone_id)


# --- Drones before the battle

NEAR = 2
"""How far from the unit that brings it a drone may be placed, unless there is no room."""


@rule("hex100.drone-large")
@heeds("hex100.deployment", "hex100.drone-small", "hex100.drone-deployment")
def field_drones(ctx: Ctx[State], carrier: str) -> Script[None]:
    """Place the drones of a unit that has just been placed: large ones all, then one small one for a free controller.

    What is declined stays docked.
    """
    for drone in sorted(drones_of(ctx.state, carrier), key=lambda each: each.docked):
        if not fielding_modes(ctx.state, drone.id) or active_on(ctx.state, ctx.state.scene.ties[drone.id]) is not None:
            continue
        name = ctx.state.machine(drone.id).name
        prompt = f"Place the {name}" + (", or leave it docked?" if drone.docked else ".")
        question = Ask(drone.seat, "field drone", drone.id, (), "hex100.deployment", prompt, optional=drone.docked)
        order = yield from ask(question)
        if isinstance(order, FieldDrone):
            place_drone(ctx, carrier, order)


def place_drone(ctx: Ctx[State], carrier: str, order: FieldDrone) -> None:
    """Put a drone where its side wants it; if an enemy stands there unseen, in the nearest hex where nobody does.

    It hides with a unit that is set up hidden.
    """
    wanted = (order.q, order.r)
    places = [hex_ for hex_ in fielding_places(ctx.state, order.unit) if ctx.state.unit_in(hex_) is None]
    if not places:
        return
    hex_ = min(places, key=lambda each: (distance(each, wanted), each))
    mode = modes_of(ctx.state, ctx.state.units[order.unit])[order.mode]
    ctx.emit(DroneFielded(order.unit, *hex_, order.facing, ctx.state.units[carrier].lurking))
    point = hex_ if mode.names == POINT else None
    ctx.emit(ModeSet(order.unit, order.mode, point, carrier if mode.names == ALLY else "", carrier))


def fielding_modes(state: State, drone_id: str) -> list[str]:
    """The modes a drone may begin the battle in: they name its own hex, the unit that brings it, or nothing."""
    modes = modes_of(state, state.units[drone_id]).items()
    return [id_ for id_, mode in modes if mode.starting and mode.names in (POINT, ALLY, "")]


@heeds("hex100.deployment", "hex100.stacking")
def fielding_places(state: State, drone_id: str) -> list[Hex]:
    """The free hexes within two of the unit that brings a drone; farther ones only where none of those can be had."""
    drone, carrier = state.units[drone_id], state.units[state.scene.ties[drone_id].carrier]
    taken = known_enemies(state, drone.seat).keys() | {each.hex for each in state.standing(drone.seat)}
    kind = standing_kind(state, drone)
    for radius in range(NEAR, state.land.ground.columns + state.land.ground.rows):
        free = [hex_ for hex_ in disc(carrier.hex, radius) if hex_ not in taken and state.land.cost(hex_, kind)]
        if free:
            return free
    return []


@heeds("hex100.deployment")
def refuse_fielding(state: State, ask_: Ask, order: FieldDrone) -> Refusal | None:
    """Why a drone cannot be placed like that."""
    if order.unit != ask_.unit:
        return Refusal("no-such-unit", "hex100.deployment", f"Another drone is being placed. {ask_.prompt}")
    modes = fielding_modes(state, order.unit)
    if order.mode not in modes:
        message = f"It can begin the battle in these modes: {', '.join(modes)}."
        return Refusal("no-such-mode", "hex100.drone-command", message)
    if not is_facing(order.facing):
        return Refusal("no-such-facing", "hex100.move-action", "Facings are the six hexsides, 0 to 5.")
    hex_ = (order.q, order.r)
    if hex_ in fielding_places(state, order.unit):
        return None
    away = distance(hex_, state.units[state.scene.ties[order.unit].carrier].hex)
    message = f"A drone begins in a free hex it can enter within {hexes(NEAR)} of the unit that brings it."
    return Refusal("not-in-zone", "hex100.deployment", message, {"distance": away, "range": NEAR})


def offer_drone_places(state: State, ask_: Ask) -> Iterator[Option]:
    """Each mode that the drone can begin in; a small one may stay docked."""
    name = called(state, state.units[ask_.unit])
    for id_ in fielding_modes(state, ask_.unit):
        order = FieldDrone(ask_.unit, id_)
        yield Place(f"Place the {name}, {id_.replace('-', ' ')} mode", order, ask_.rule, unit=ask_.unit)
    if ask_.optional:
        yield decline(f"Leave the {name} docked", ask_.rule)


def guess_fielding(state: State, _ask: Ask, order: FieldDrone, chooser: Chooser, _attempt: int) -> Order:
    """Any of the places."""
    q, r = chooser.choice(fielding_places(state, order.unit))
    return FieldDrone(order.unit, order.mode, q, r, chooser.randrange(0, 6))


def aim_fielding(state: State, ask_: Ask, order: FieldDrone, spot: Aim) -> Order:  # noqa: ARG001 - an aim
    """The hex pointed at; without a wish the drone looks across the map."""
    ahead = 1 if ask_.seat == "red" else 4
    facing = ahead if spot.facing is None else (spot.facing + 300) // 600 % 6
    return FieldDrone(order.unit, order.mode, spot.x, spot.y, facing)


# --- Commands


def named_in(state: State, seat: str, mode: Mode, order: Command) -> Named:
    """What an order names for a mode; whatever else stands in it does not matter."""
    if mode.names == POINT:
        return Named(point=(order.q, order.r))
    if mode.names == ENEMY:
        enemy = state.enemy_called(seat, order.target)
        return Named(charge=enemy.id if enemy is not None else "")
    return Named(charge=order.target if mode.names == ALLY else "")


@rule("hex100.drone-command")
def refuse_mode(state: State, seat: str, drone: Unit, order: Command) -> Refusal | None:
    """Why a side cannot set this mode: the drone does not have it, or it names nothing that it could."""
    name, modes = state.machine(drone.id).name, modes_of(state, drone)
    mode = modes.get(order.mode)
    if mode is None:
        known = ", ".join(modes) or "none"
        return Refusal("no-such-mode", "hex100.drone-command", f"The modes of the {name} are: {known}.")
    if mode.names == POINT and (order.q, order.r) not in state.land.ground:
        return Refusal("off-map", mode.rule, "That hex is off the map.")
    if mode.names == ENEMY and state.enemy_called(seat, order.target) is None:
        return no_contact(order.target)
    if mode.names == ALLY and not _is_ally(state, seat, drone, order.target):
        message = f"The {name} follows another unit of your side that is on the map; '{order.target}' is none."
        return Refusal("no-such-unit", mode.rule, message)
    return None


def _is_ally(state: State, seat: str, drone: Unit, unit_id: str) -> bool:
    ally = state.units.get(unit_id)
    return ally is not None and ally.standing and ally.seat == seat and unit_id != drone.id


def own_drone(state: State, unit: Unit, drone_id: str) -> Unit | None:
    """The drone of this name that a unit brought."""
    return next((drone for drone in drones_of(state, unit.id) if drone.id == drone_id), None)


@heeds("hex100.drone-command", "hex100.drone-network", "hex100.drone-controller")
def refuse_set_mode(state: State, unit: Unit, order: SetMode) -> Refusal | None:
    """Why a unit cannot switch the mode of its drone."""
    drone = own_drone(state, unit, order.drone)
    if drone is None:
        return no_such_drone(order.drone)
    name = state.machine(drone.id).name
    if not drone.standing:
        return Refusal("docked", "hex100.drone-small", f"The {name} is not on the map; undock it to set its mode.")
    refusal = refuse_command(state, unit, drone) or refuse_mode(state, unit.seat, drone, order)
    if refusal is not None:
        return refusal
    mode = modes_of(state, drone)[order.mode]
    if order.mode == drone.mode and named_in(state, unit.seat, mode, order) == named_by(drone):
        return Refusal("no-change", "hex100.drone-command", f"The {name} does that already.")
    return refuse_payment(unit, "utility")


@heeds("hex100.drone-command", "hex100.utility-action")
def resolve_set_mode(ctx: Ctx[State], order: SetMode) -> Script[None]:
    """A utility action: the drone goes by the new mode from its next turn on, until it is switched again."""
    spend(ctx, order.unit, "utility")
    give_mode(ctx, order.unit, order.drone, order)
    yield from ()


def give_mode(ctx: Ctx[State], by: str, drone_id: str, order: Command) -> None:
    """Tell a drone its mode and what that names, as the commanding side means it."""
    mode = modes_of(ctx.state, ctx.state.units[drone_id])[order.mode]
    point, charge = named_in(ctx.state, ctx.state.units[by].seat, mode, order)
    ctx.emit(ModeSet(drone_id, order.mode, point, charge, by))


@heeds("hex100.drone-small", "hex100.stacking")
def exits(state: State, unit: Unit, drone: Unit, named: Named) -> list[Hex]:
    """The adjacent hexes a docked drone can come out into as far as its side knows, the nearest to its goal first."""
    goal = named.point or (state.units[named.charge].hex if named.charge in state.units else unit.hex)
    taken = known_enemies(state, unit.seat).keys() | {each.hex for each in state.standing(unit.seat)}
    kind = standing_kind(state, drone)
    free = [hex_ for hex_ in neighbours(unit.hex) if state.land.cost(hex_, kind) and hex_ not in taken]
    return sorted(free, key=lambda hex_: (distance(hex_, goal), hex_))


@heeds("hex100.drone-small", "hex100.drone-deployment", "hex100.drone-controller", "hex100.drone-recon")
def refuse_undock(state: State, unit: Unit, order: Undock) -> Refusal | None:
    """Why a drone cannot come out: not docked, its controller busy with another, or no hex free beside the unit."""
    drone = own_drone(state, unit, order.drone)
    if drone is None:
        return no_such_drone(order.drone)
    name = state.machine(drone.id).name
    if not drone.docked:
        return Refusal("not-docked", "hex100.drone-small", f"The {name} is not docked.")
    refusal = refuse_command(state, unit, drone) or refuse_mode(state, unit.seat, drone, order)
    if refusal is not None:
        return refusal
    busy = active_on(state, state.scene.ties[drone.id])
    if busy is not None:
        message = f"The controller has the {state.machine(busy.id).name} out; it commands one drone at a time."
        return Refusal("controller-busy", "hex100.drone-controller", message)
    mode = modes_of(state, drone)[order.mode]
    if not mode.starting:
        return Refusal("no-change", "hex100.drone-small", f"The {name} is docked already.")
    if not exits(state, unit, drone, named_in(state, unit.seat, mode, order)):
        return Refusal("no-room", "hex100.stacking", f"No hex beside the unit is free for the {name}.")
    return refuse_payment(unit, "utility")


@rule("hex100.drone-recon")
@heeds("hex100.drone-small", "hex100.utility-action")
def resolve_undock(ctx: Ctx[State], order: Undock) -> Script[None]:
    """A utility action: the drone comes out beside the unit, on the side of its goal, and has its turn in this phase.

    Where enemies that nobody has found stand in every hex, it stays docked.
    """
    unit, drone = ctx.state.units[order.unit], ctx.state.units[order.drone]
    named = named_in(ctx.state, unit.seat, modes_of(ctx.state, drone)[order.mode], order)
    spend(ctx, order.unit, "utility")
    free = [hex_ for hex_ in exits(ctx.state, unit, drone, named) if ctx.state.unit_in(hex_) is None]
    if free:
        ctx.emit(Undocked(order.drone, *free[0], unit.facing))
        give_mode(ctx, order.unit, order.drone, order)
        look_again(ctx)
    yield from ()


# --- Hacked drones


@heeds("hex100.hacking")
def turned_by(state: State, victim: str) -> list[str]:
    """The drones that a hack of this unit turns besides: those on the map whose controller on it is not wrecked."""
    carrier, found = state.units[victim], []
    for drone in drones_of(state, victim):
        mount = find_mount(state, carrier, state.scene.ties[drone.id].controller)
        whole = mount is not None and is_whole(state, carrier, mount)
        if drone.standing and not drone.shocked and not drone.hacked and whole:
            found.append(drone.id)
    return found


@heeds("hex100.hacking")
def resolve_turning(ctx: Ctx[State], by: str, victim: str) -> Script[None]:
    """After a hack: a drone that was the victim, or those the victim commands, act at once in the hacker's mode."""
    turned = turned_by(ctx.state, victim)
    for drone_id in turned:
        ctx.emit(Hacked(drone_id, by, victim))
    if victim in ctx.state.scene.drones:
        turned = [victim]
    for drone_id in turned:
        look_again(ctx)
        drone = ctx.state.units[drone_id]
        if drone.standing and not drone.shocked and modes_of(ctx.state, drone):
            yield from _turn(ctx, by, drone_id)


def _turn(ctx: Ctx[State], by: str, drone_id: str) -> Script[None]:
    seat = ctx.state.units[by].seat
    contact = ctx.state.contacts[seat][drone_id]
    prompt = f"{name_for(ctx.state, seat, drone_id)} is yours for a turn: which mode does it act by?"
    order = yield from ask(Ask(seat, "turned drone", by, (contact,), "hex100.hacking", prompt))
    assert isinstance(order, TurnDrone), "only a mode answers here"
    give_mode(ctx, by, drone_id, order)
    yield from resolve_drone_turn(ctx, drone_id)


@heeds("hex100.hacking")
def refuse_turning(state: State, ask_: Ask, order: TurnDrone) -> Refusal | None:
    """Why a hacker cannot set this mode: allies in it are the hacker's, enemies the hacker's contacts."""
    drone = state.enemy_called(ask_.seat, order.drone)
    if order.unit != ask_.unit or drone is None or (order.drone,) != ask_.about:
        return Refusal("no-such-drone", "hex100.hacking", f"Another drone is being turned. {ask_.prompt}")
    return refuse_mode(state, ask_.seat, drone, order)


# --- Drones that EMP has shut down


@heeds("hex100.drone-emp", "hex100.emp-shock")
def refuse_reactivation(state: State, unit: Unit, order: Reactivate) -> Refusal | None:
    """Why a unit cannot start a drone again: it must be one of its side, shut down, in an adjacent hex."""
    drone = state.units.get(order.drone)
    if drone is None or drone.seat != unit.seat or not drone.standing or not is_shut_down(state, drone):
        message = "There is no drone of your side by that name that EMP has shut down."
        return Refusal("no-such-drone", "hex100.drone-emp", message)
    away = distance(unit.hex, drone.hex)
    if away != 1:
        message = f"The {state.machine(drone.id).name} must be in an adjacent hex; it is {away} away."
        return Refusal("not-adjacent", "hex100.drone-emp", message, {"distance": away})
    return refuse_payment(unit, "utility")


@heeds("hex100.drone-emp", "hex100.emp-shock", "hex100.utility-action")
def resolve_reactivation(ctx: Ctx[State], order: Reactivate) -> Script[None]:
    """A utility action: the drone runs again and goes on in its mode, in this phase if it has not had its turn."""
    spend(ctx, order.unit, "utility")
    ctx.emit(Reactivated(order.drone, order.unit, ctx.state.units[order.drone].traced))
    look_again(ctx)
    yield from ()


def reactivation_options(state: State, unit: Unit) -> Iterator[Option]:
    """The drones beside the unit that it can start again."""
    for drone in state.standing(unit.seat):
        order = Reactivate(unit.id, drone.id)
        if drone.shocked and refuse_reactivation(state, unit, order) is None:
            yield Pick(f"Reactivate the {state.machine(drone.id).name}", order, "hex100.drone-emp")


# --- What is offered

NEAR_ENEMY, AROUND_ENEMY, AROUND_UNIT = 0.6, 6, 4
"""How often a point is guessed near a known enemy, how near to it, and how near to the unit itself otherwise."""


def offer_drone_commands(state: State, unit: Unit) -> Iterator[Option]:
    """What the acting unit may do here."""
    if payment(unit, "utility") is None:
        return
    for drone in drones_of(state, unit.id):
        template = Undock(unit.id, drone.id) if drone.docked else SetMode(unit.id, drone.id)
        first = f"{'Undock' if drone.docked else 'Command'} the {called(state, drone)}"
        for option in _commands(state, unit.seat, drone, template, first):
            if _refuse_offer(state, unit, option.order) is None:
                yield option
    yield from reactivation_options(state, unit)


def _refuse_offer(state: State, unit: Unit, order: Any) -> Refusal | None:
    """Whether a command can be offered; that a point has to be another than the present one does not matter yet."""
    refusal = refuse_undock(state, unit, order) if isinstance(order, Undock) else refuse_set_mode(state, unit, order)
    return None if refusal is not None and refusal.code == "no-change" and _is_open(state, order) else refusal


def _is_open(state: State, order: Any) -> bool:
    mode = modes_of(state, state.units[order.drone]).get(order.mode)
    return mode is not None and mode.names == POINT


def _commands(state: State, seat: str, drone: Unit, template: Command, first: str) -> Iterator[Option]:
    """Every mode with everything it could name: a hex is for the player to point at."""
    for id_, mode in modes_of(state, drone).items():
        label = f"{first}: {mode.name} mode"
        order = msgspec.structs.replace(template, mode=id_)
        if mode.names == POINT:
            yield Place(f"{label} at a hex", order, mode.rule, unit=order.unit)
        elif mode.names == ALLY:
            for ally in state.standing(seat):
                if ally.id != drone.id:
                    named = msgspec.structs.replace(order, target=ally.id)
                    yield Pick(f"{label}, {told_apart(state, ally)}", named, mode.rule)
        elif mode.names == ENEMY:
            for enemy, contact in state.contacts[seat].items():
                if enemy != drone.id:
                    named = msgspec.structs.replace(order, target=contact)
                    yield Pick(f"{label}, {name_for(state, seat, enemy)}", named, mode.rule)
        else:
            yield Pick(label, order, mode.rule)


def offer_turned_modes(state: State, ask: Ask) -> Iterator[Option]:
    """The modes of a drone that has just been hacked."""
    drone = state.enemy_called(ask.seat, ask.about[0])
    assert drone is not None, "a hacked drone is known to the hacker"
    template = TurnDrone(ask.unit, ask.about[0])
    yield from _commands(state, ask.seat, drone, template, name_for(state, ask.seat, drone.id))


def guess_point(state: State, ask: Ask, order: Command, chooser: Chooser, _attempt: int) -> Order:
    """A hex near a known enemy, near the unit, or anywhere."""
    enemies, roll = list(known_enemies(state, ask.seat)), chooser.random()
    near: list[Hex] = []
    if enemies and roll < NEAR_ENEMY:
        near = [*disc(chooser.choice(enemies), AROUND_ENEMY)]
    elif roll < NEAR_ENEMY / 2:
        near = [*disc(state.units[order.unit].hex, AROUND_UNIT)]
    on_map = [hex_ for hex_ in near if hex_ in state.land.ground] or list(state.land.ground)
    q, r = chooser.choice(on_map)
    return msgspec.structs.replace(order, q=q, r=r)


def aim_point(state: State, ask: Ask, order: Command, spot: Aim) -> Order:  # noqa: ARG001 - one of the aims
    """The hex pointed at."""
    return msgspec.structs.replace(order, q=spot.x, r=spot.y)


# --- The contents of the chapter

DRONES: Chapter[State] = Chapter(
    "Drones",
    orders=(
        OrderRules(
            FieldDrone,
            "field drone",
            refuse_fielding,
            guess=guess_fielding,
            aim=aim_fielding,
            tries=TRIES,
        ),
        OrderRules(
            SetMode,
            "act",
            acting(refuse_set_mode),
            resolve_set_mode,
            guess_point,
            aim=aim_point,
            tries=TRIES,
        ),
        OrderRules(
            Undock,
            "act",
            acting(refuse_undock),
            resolve_undock,
            guess_point,
            aim=aim_point,
            tries=TRIES,
        ),
        OrderRules(
            TurnDrone,
            "turned drone",
            refuse_turning,
            guess=guess_point,
            aim=aim_point,
            tries=TRIES,
        ),
        OrderRules(
            Reactivate,
            "act",
            acting(refuse_reactivation),
            resolve_reactivation,
        ),
    ),
    events={
        DroneFielded: fielded,
        ModeSet: mode_set,
        Undocked: undocked,
        Docked: docked,
        Reactivated: reactivated,
        Repaired: repaired,
    },
)
