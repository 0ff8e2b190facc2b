"""The Castellan utility launcher: smoke or mines, over anything, six hexes far."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Place
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.hex100.actions.acting_unit import React
from gearlock.systems.hex100.actions.pool import refuse_payment, spend
from gearlock.systems.hex100.contacts import hexes, known_enemies
from gearlock.systems.hex100.defences.events import MinesLaid, RoundsSwitched
from gearlock.systems.hex100.defences.orders import ROUNDS, Launch, SwitchRounds
from gearlock.systems.hex100.defences.smoke import lay_smoke
from gearlock.systems.hex100.equipment import electronics_work, find_mount, is_whole
from gearlock.systems.hex100.forces.units import Mount
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.weapons.targeting import shut_down
from gearlock.table.hexes import Hex, disc, distance, sides_toward, step


def launchers(state: State, unit: Unit) -> list[Mount]:
    """The utility launchers of a unit."""
    return [mount for mount in state.machine(unit.id).mounts if mount.item and mount.item.effects.get("castellan")]


def loaded_round(unit: Unit, launcher: str) -> str:
    """What the launcher is ready for; nothing, and so anything, before its first shot."""
    return ROUNDS[unit.loaded[launcher]] if launcher in unit.loaded else ""


def _refuse_launcher(state: State, unit: Unit, launcher: str) -> Refusal | None:
    mount = find_mount(state, unit, launcher)
    if mount is None or mount not in launchers(state, unit):
        return Refusal("no-such-item", "hex100.castellan-launcher", "The unit has no such utility launcher.")
    if not is_whole(state, unit, mount):
        return Refusal(
            "out-of-order", "hex100.stat-critical", "The launcher is out of order: its hardpoint is wrecked."
        )
    return None if electronics_work(unit, mount) else shut_down(unit, "launcher")


@heeds("hex100.castellan-launcher")
def refuse_launch(state: State, unit: Unit, order: Launch) -> Refusal | None:
    """Why a launcher cannot be fired so: used, loaded with the other round, out of reach. It needs no sight."""
    refusal = _refuse_launcher(state, unit, order.launcher)
    if refusal is not None:
        return refusal
    if order.launcher in unit.used:
        return Refusal("used", "hex100.once-per-turn", "The launcher has been used this round.")
    if order.load not in ROUNDS:
        return Refusal("no-such-ammo", "hex100.castellan-launcher", f"The launcher fires {' or '.join(ROUNDS)}.")
    if loaded_round(unit, order.launcher) not in ("", order.load):
        message = f"The launcher is loaded with {loaded_round(unit, order.launcher)}; a utility action switches rounds."
        return Refusal("other-round", "hex100.castellan-launcher", message)
    return _refuse_place(state, unit, order) or refuse_payment(unit, "attack")


def _refuse_place(state: State, unit: Unit, order: Launch) -> Refusal | None:
    goal = (order.q, order.r)
    if goal not in state.land.ground:
        return Refusal("off-map", "hex100.castellan-launcher", "That hex is off the map.")
    mount = find_mount(state, unit, order.launcher)
    reach = mount.item.effects["castellan"] if mount is not None and mount.item is not None else 0
    away = distance(unit.hex, goal)
    if away > reach:
        message = f"The launcher reaches {hexes(reach)}; that hex is {away} away."
        return Refusal("out-of-range", "hex100.castellan-launcher", message, {"distance": away, "range": reach})
    if not (0 <= order.first < 6 and 0 <= order.second < 6) or order.first == order.second:
        message = "Mines come down in the hex and in two of its neighbours: name two different hexsides, 0 to 5."
        return Refusal("no-such-pattern", "hex100.castellan-mines", message)
    return None


def mined_hexes(order: Launch) -> tuple[Hex, ...]:
    """Where three mines come down."""
    goal = (order.q, order.r)
    return (goal, step(goal, order.first), step(goal, order.second))


@rule("hex100.castellan-launcher", "hex100.castellan-smoke")
@heeds("hex100.castellan-mines", "hex100.reserve")
def resolve_launch(ctx: Ctx[State], order: Launch, react: React) -> Script[None]:
    """An attack action without a roll, which reserves may answer: smoke in a hex and all around it, or three mines.

    A mine that comes down where a unit stands, known or not, does not work.
    """
    spend(ctx, order.unit, "attack", weapons=(order.launcher,))
    yield from react(ctx, order.unit, None)
    if ctx.state.units[order.unit].destroyed or _refuse_launcher(
        ctx.state, ctx.state.units[order.unit], order.launcher
    ):
        return
    if loaded_round(ctx.state.units[order.unit], order.launcher) != order.load:
        ctx.emit(RoundsSwitched(order.unit, order.launcher, order.load))
    if order.load == "smoke":
        lay_smoke(ctx, order.unit, disc((order.q, order.r), 1))
    else:
        free = (hex_ for hex_ in mined_hexes(order) if hex_ in ctx.state.land.ground)
        ctx.emit(MinesLaid(order.unit, tuple(hex_ for hex_ in free if ctx.state.unit_in(hex_) is None)))


@heeds("hex100.castellan-launcher")
def refuse_switch(state: State, unit: Unit, order: SwitchRounds) -> Refusal | None:
    """Why rounds cannot be switched: before its first shot the launcher is ready for both."""
    refusal = _refuse_launcher(state, unit, order.launcher)
    if refusal is not None:
        return refusal
    if not loaded_round(unit, order.launcher):
        return Refusal(
            "not-loaded", "hex100.castellan-launcher", "Before its first shot the launcher fires either round."
        )
    return refuse_payment(unit, "utility")


@heeds("hex100.castellan-launcher")
def switch_rounds(ctx: Ctx[State], order: SwitchRounds) -> Script[None]:
    """A utility action for the other kind of round."""
    spend(ctx, order.unit, "utility")
    now = loaded_round(ctx.state.units[order.unit], order.launcher)
    ctx.emit(RoundsSwitched(order.unit, order.launcher, ROUNDS[now == ROUNDS[0]]))
    yield from ()


def offer_launches(state: State, unit: Unit) -> Iterator[Option]:
    """Smoke and mines at a hex, and the change from one to the other."""
    for mount in launchers(state, unit):
        for load in ROUNDS:
            order = Launch(unit.id, mount.id, load, *unit.hex)
            if refuse_launch(state, unit, order) is None:
                yield Place(f"Launch {load} at a hex", order, f"hex100.castellan-{load}", unit=unit.id)
        switch = SwitchRounds(unit.id, mount.id)
        if refuse_switch(state, unit, switch) is None:
            now = loaded_round(unit, mount.id)
            label = f"Load {ROUNDS[now == ROUNDS[0]]} into the launcher"
            yield Pick(label, switch, "hex100.castellan-launcher")


def guess_launch(state: State, ask: Ask, order: Launch, chooser: Chooser, _attempt: int) -> Order:  # noqa: ARG001 - one of the guesses
    """A hex near a known enemy, or any in reach."""
    unit = state.units[order.unit]
    enemies = list(known_enemies(state, unit.seat))
    centre, spread = (chooser.choice(enemies), 2) if enemies and chooser.random() < 0.5 else (unit.hex, 4)
    goal = chooser.choice([*disc(centre, spread)])
    first = chooser.randrange(0, 6)
    return Launch(unit.id, order.launcher, order.load, *goal, first, (first + chooser.randrange(1, 6)) % 6)


def aim_launch(state: State, ask: Ask, order: Launch, spot: Aim) -> Order:  # noqa: ARG001 - one of the aims
    """At a hex; mines lie in a line across the way the unit looks at it, or along the facing that was pointed out."""
    unit, goal = state.units[order.unit], (spot.x, spot.y)
    if spot.facing is not None:
        side = (spot.facing + 300) // 600 % 6
    else:
        side = (sides_toward(unit.hex, goal)[0] + 2) % 6 if goal != unit.hex else 0
    return Launch(unit.id, order.launcher, order.load, *goal, side, (side + 3) % 6)
