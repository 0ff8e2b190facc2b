"""Interceptors, smoke, and the utility launcher with its mines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import combinations
from typing import ClassVar, NamedTuple

from gearlock.kernel.asks import Ask, Option, Pick, Place, decline
from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line, Token
from gearlock.systems.hex100.actions import TRIES, React, acting, refuse_payment, spend
from gearlock.systems.hex100.damage.damage import (
    Blow,
    blow_of,
    is_from_front,
    reduction_modifiers,
    resolve_charges,
    strike,
)
from gearlock.systems.hex100.damage.units_hit import SMOKE
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.equipment import (
    electronics_work,
    equipment_effect,
    find_mount,
    find_weapon,
    is_whole,
    weapon_name,
    working_mounts,
    works,
)
from gearlock.systems.hex100.forces.cards import Mount, Weapon
from gearlock.systems.hex100.known_units import deed, hexes, known_enemies, knows, line, name_for, owns, place_name
from gearlock.systems.hex100.state import SEEN, Shots, State, Unit, other
from gearlock.systems.hex100.weapons import can_fire_together, named_weapons, refuse_weapon, shut_down
from gearlock.table.hexes import Hex, disc, distance, neighbours, sides_toward, step

ROUNDS = ("smoke", "mines")
"""What a utility launcher fires."""


def defence_tokens(state: State, seat: str, unit: Unit) -> Iterator[Token]:
    """What lies beside a unit: siege mode for all who see it, the rest for its own side."""
    if unit.sieging:
        yield Token("siege mode", rule="hex100.siege-stabilizers")
    if unit.seat == seat:
        if unit.plotted:
            yield Token("artillery fire control", rule="hex100.fcs-artillery")
        shots = sum(each.shots for each in interceptors(state, unit))
        if shots:
            yield Token("shots to intercept", shots, "hex100.attr-interceptor")


# --- Interceptors

BUILT_IN = "built in"


class Interceptor(NamedTuple):
    """One interceptor: how many shots it still stops before its side's next phase, how far, from where."""

    source: str
    shots: int
    reach: int
    front_only: bool = False


@rule("hex100.attr-interceptor", "hex100.active-defence", "hex100.onager-interceptor", "hex100.drone-point-defence")
@heeds("hex100.point-defence-turret", "hex100.aegis-mode")
def interceptors(state: State, unit: Unit) -> Iterator[Interceptor]:
    """The interceptors of a unit that work and have shots left, those that protect nobody else first.

    A gun is one only while it is in defence mode or aegis mode; a drone that is shut down stops nothing.
    """
    if unit.shocked and unit.id in state.scene.drones:
        return
    found = [_interceptor(BUILT_IN, state.machine(unit.id).unit.integrated)]
    for mount in working_mounts(state, unit):
        if mount.item is not None:
            found.append(_interceptor(mount.id, mount.item.effects))
        elif mount.id in unit.warding:
            found.append(_interceptor(mount.id, mount.modes[0].effects))
    for each in sorted(found, key=lambda each: each.reach):
        left = each.shots - unit.stopped.get(each.source, 0)
        if left > 0:
            yield each._replace(shots=left)


def _interceptor(source: str, effects: dict[str, int]) -> Interceptor:
    shots, reach = effects.get("interceptor", 0), effects.get("interceptor_reach", 0)
    return Interceptor(source, shots, reach, bool(effects.get("front_arc")))


@rule("hex100.aegis-mode")
@heeds("hex100.attr-interceptor")
def covers(unit: Unit, interceptor: Interceptor, origin: Hex, target: str, goal: Hex) -> bool:
    """Whether an interceptor can reach shots from one hex at a target in another, or at the bare hex.

    With a reach of 0 it protects its carrier alone. Aegis mode stops what comes through the carrier's front arc.
    """
    if interceptor.front_only and not is_from_front(unit, origin):
        return False
    if not interceptor.reach:
        return target == unit.id or (not target and goal == unit.hex)
    return distance(unit.hex, goal) <= interceptor.reach


def covering(state: State, unit: Unit, origin: Hex, target: str, goal: Hex) -> list[Interceptor]:
    """The interceptors of a unit that can stop these shots."""
    return [each for each in interceptors(state, unit) if covers(unit, each, origin, target, goal)]


class ShotsAnnounced(Event, frozen=True, tag="shots-announced"):
    """Large projectiles are in the air, and somebody may stop them before they are rolled for."""

    unit: str
    weapon: str
    mode: str
    target: str
    q: int
    r: int
    shots: int

    def change(self, state: State) -> None:
        at = self.q, self.r
        state.shots = Shots(self.unit, self.weapon, self.mode, self.target, *at, self.shots)


class ShotsStopped(Event, frozen=True, tag="shots-stopped"):
    """A unit's interceptors shot large projectiles down; `by` says how many each of them took."""

    reveals: ClassVar[bool] = True
    unit: str
    attacker: str
    by: tuple[tuple[str, int], ...]

    @property
    def shots(self) -> int:
        """All shots stopped."""
        return sum(shots for _, shots in self.by)

    def change(self, state: State) -> None:
        state.shots = None
        stopped = state.units[self.unit].stopped
        for source, shots in self.by:
            stopped[source] = stopped.get(source, 0) + shots


def shots_stopped(state: State, event: ShotsStopped, seat: str | None) -> Line | None:
    """The other side sees its shots burst in flight, if not who stopped them."""
    many = f"{event.shots} shot{'s' * (event.shots != 1)}"
    text = f"{name_for(state, seat, event.unit)} stops {many} in flight."
    return line(state, seat, text, "hex100.attr-interceptor", event.unit)


@rule("hex100.attr-large-projectile")
@heeds("hex100.attack-sequence", "hex100.attr-interceptor")
def resolve_interception(ctx: Ctx[State], attacker: str, weapon: Weapon, target: str, goal: Hex) -> Script[int]:
    """How many shots of a large projectile weapon the other side stops before any is rolled for.

    It works for everybody in reach against any attack of an enemy, reserved ones too; the owner says how many, the
    unit under fire before its neighbours.
    """
    if not weapon.has("large-projectile"):
        return 0
    stopped, seat = 0, other(ctx.state.units[attacker].seat)
    for unit_id in sorted((unit.id for unit in ctx.state.serving(seat)), key=lambda each: each != target):
        unit, origin = ctx.state.units[unit_id], ctx.state.units[attacker].hex
        able = covering(ctx.state, unit, origin, target, goal)
        most = min(weapon.rof - stopped, sum(each.shots for each in able))
        if most < 1:
            continue
        if unit.seat != seat:
            # A hacked drone is nobody's to ask: it stops what it can.
            ctx.emit(ShotsStopped(unit_id, attacker, shared_out(able, most)))
            stopped += most
            continue
        left = weapon.rof - stopped
        ctx.emit(ShotsAnnounced(attacker, weapon.id, weapon.mode, target, *goal, left))
        prompt = _prompt(ctx.state, unit_id, attacker, weapon, left, target, goal)
        about = (str(most),)
        order = yield from ask(Ask(seat, "intercept", unit_id, about, "hex100.attr-interceptor", prompt, optional=True))
        if isinstance(order, Intercept):
            ctx.emit(ShotsStopped(unit_id, attacker, shared_out(able, order.shots)))
            stopped += order.shots
    return stopped


def could_stop(state: State, unit: Unit, weapon: Weapon, target: str, goal: Hex) -> int:
    """How many shots of an attack the interceptors could stop that the attacker's side has before its eyes.

    What they have stopped already, and guns in a defensive mode, are the other side's business.
    """
    if not weapon.has("large-projectile"):
        return 0
    total = 0
    for enemy in state.standing(other(unit.seat)):
        if state.known[unit.seat].get(enemy.id) == SEEN:
            fresh = enemy.clone()
            fresh.stopped, fresh.warding = {}, []
            total += sum(each.shots for each in covering(state, fresh, unit.hex, target, goal))
    return min(weapon.rof, total)


def _prompt(state: State, unit: str, attacker: str, weapon: Weapon, shots: int, target: str, goal: Hex) -> str:
    """Who fires is named as far as it is known; what comes is told only to those who see who fires it."""
    seat = state.units[unit].seat
    what = weapon_name(weapon) if state.known[seat].get(attacker) == SEEN else "large projectiles"
    where = name_for(state, seat, target) if target else place_name(*goal)
    many = f"{shots} shot{'s' * (shots != 1)}"
    come = f"{many} of {what} from {name_for(state, seat, attacker)} at {where}"
    return f"{state.machine(unit).name}: {come}. How many shall be stopped?"


def shared_out(able: list[Interceptor], shots: int) -> tuple[tuple[str, int], ...]:
    """Which interceptor stops how many: those of the shortest reach first, they can do nothing else."""
    by: list[tuple[str, int]] = []
    for each in able:
        taken = min(each.shots, shots)
        if taken:
            by.append((each.source, taken))
            shots -= taken
    return tuple(by)


class Intercept(Order, frozen=True, tag="intercept"):
    """Stop so many of the shots that are on their way."""

    unit: str
    shots: int = 1


def refuse_interception(state: State, ask_: Ask, order: Intercept) -> Refusal | None:  # noqa: ARG001 - an answer
    """Why so many shots cannot be stopped."""
    most = int(ask_.about[0])
    if order.unit == ask_.unit and 1 <= order.shots <= most:
        return None
    message = f"The interceptors of the unit under question can stop 1 to {most} of these shots."
    return Refusal("not-so-many", "hex100.attr-interceptor", message, {"most": most})


def is_ward(mount: Mount) -> bool:
    """Whether a gun has a mode in which it stops shots."""
    return bool(mount.modes and mount.modes[0].effects.get("interceptor"))


class Ward(Order, frozen=True, tag="ward"):
    """Turn a gun against incoming shots, in defence mode or aegis mode; two linked ones under fire control."""

    unit: str
    weapons: tuple[str, ...] = ()


@rule("hex100.point-defence-turret")
@heeds("hex100.aegis-mode")
def refuse_ward(state: State, unit: Unit, order: Ward) -> Refusal | None:
    """Why guns cannot be turned against incoming shots: not made for it, or used in this turn already."""
    weapons = named_weapons(state, unit, order.weapons)
    if weapons is None or not all(is_ward(mount) for mount, _ in weapons):
        return Refusal("no-such-mode", "hex100.point-defence-turret", "There is no such gun with a defensive mode.")
    for mount, weapon in weapons:
        refusal = refuse_weapon(state, unit, mount, weapon)
        if refusal is not None:
            return refusal
    if len(weapons) > 1 and not can_fire_together(state, unit, weapons):
        message = "Two guns are turned with one action only if they are linked, under the fire control focus."
        return Refusal("not-together", "hex100.aegis-mode", message)
    return refuse_payment(unit, "utility")


class GunsWarding(Event, frozen=True, tag="guns-warding"):
    """Guns stand ready to stop incoming shots until the next phase of their side."""

    plain: ClassVar[bool] = True
    unit: str
    weapons: tuple[str, ...]

    def change(self, state: State) -> None:
        state.units[self.unit].warding += self.weapons


def guns_warding(state: State, event: GunsWarding, seat: str | None) -> Line | None:
    guns = state.scene.loadouts[event.unit].mounts
    names = " and ".join(guns[each].modes[0].name for each in event.weapons)
    return deed(owns, state, seat, event.unit, f"turns its {names} against incoming shots", "hex100.attr-interceptor")


@heeds("hex100.point-defence-turret", "hex100.aegis-mode")
def ward(ctx: Ctx[State], order: Ward) -> Script[None]:
    """A utility action: the guns stop shots until the next phase of their side, and cannot attack in this turn."""
    spend(ctx, order.unit, "utility", weapons=order.weapons)
    ctx.emit(GunsWarding(order.unit, order.weapons))
    yield from ()


# --- Smoke launchers and dense smoke


def smoke_launchers(state: State, unit: Unit) -> list[str]:
    """The smoke launchers of a unit, by name."""
    mounts = state.machine(unit.id).mounts
    return [mount.id for mount in mounts if mount.item and mount.item.effects.get("smoke_launcher")]


class LaySmoke(Order, frozen=True, tag="lay-smoke"):
    """Fill all adjacent hexes with dense smoke from a launcher."""

    unit: str
    launcher: str = ""


@heeds("hex100.smoke-launcher", "hex100.once-per-turn")
def refuse_smoke(state: State, unit: Unit, order: LaySmoke) -> Refusal | None:
    """Why a unit cannot lay smoke: no launcher that works, or it was used in this turn, or has no charge left."""
    mount = find_mount(state, unit, order.launcher)
    if mount is None or order.launcher not in smoke_launchers(state, unit):
        return Refusal("no-such-item", "hex100.smoke-launcher", "The unit has no such smoke launcher.")
    if not works(state, unit, mount):
        return Refusal("out-of-order", "hex100.stat-critical", "The smoke launcher is out of order.")
    if order.launcher in unit.used:
        return Refusal("used", "hex100.once-per-turn", "The smoke launcher has been used this round.")
    if unit.uses[order.launcher] < 1:
        return Refusal("empty", "hex100.attr-limited-ammo", "The smoke launcher has no charge left.")
    return refuse_payment(unit, "utility")


@heeds("hex100.smoke-launcher", "hex100.utility-action")
def resolve_smoke(ctx: Ctx[State], order: LaySmoke) -> Script[None]:
    """A utility action: all adjacent hexes fill with smoke, the unit's own does not."""
    spend(ctx, order.unit, "utility", weapons=(order.launcher,))
    lay_smoke(ctx, order.unit, neighbours(ctx.state.units[order.unit].hex), order.launcher)
    yield from ()


class SmokeLaid(Event, frozen=True, tag="smoke-laid"):
    """Dense smoke fills hexes until the next phase of the unit's side; a launcher has one use less."""

    unit: str
    hexes: tuple[tuple[int, int], ...]
    launcher: str = ""

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        laid = {(q, r, unit.seat) for q, r in self.hexes}
        state.smoke = sorted(laid.union(state.smoke))
        if self.launcher in unit.uses:
            unit.uses[self.launcher] -= 1
        state.rebuild_field()


def smoke_laid(state: State, event: SmokeLaid, seat: str | None) -> Line | None:
    """Smoke is plain to see, if not who made it."""
    text = f"dense smoke fills {hexes(len(event.hexes))}."
    if not knows(state, seat, event.unit):
        return line(state, seat, text, "hex100.smoke-launcher")
    name = name_for(state, seat, event.unit)
    return line(state, seat, f"{name} lays smoke: {text}", "hex100.smoke-launcher", event.unit)


def lay_smoke(ctx: Ctx[State], unit: str, hexes: Iterable[Hex], launcher: str = "") -> None:
    """Fill hexes with dense smoke, as far as they are on the map; both sides look again."""
    on_map = tuple(sorted(hex_ for hex_ in hexes if hex_ in ctx.state.land.ground))
    ctx.emit(SmokeLaid(unit, on_map, launcher))
    look_again(ctx)


class SmokeCleared(Event, frozen=True, tag="smoke-cleared"):
    """The smoke that a side laid in its last phase is gone."""

    seat: str

    def change(self, state: State) -> None:
        state.smoke = [each for each in state.smoke if each[2] != self.seat]
        state.rebuild_field()


def smoke_cleared(state: State, event: SmokeCleared, seat: str | None) -> Line | None:
    return line(state, seat, f"{event.seat}'s smoke clears.", "hex100.smoke-launcher")


@rule("hex100.smoke-launcher")
def clear_smoke(ctx: Ctx[State], seat: str) -> None:
    """When a side's phase begins, the smoke it laid is gone; it has lasted through the phase of the enemy."""
    if any(by == seat for _, _, by in ctx.state.smoke):
        ctx.emit(SmokeCleared(seat))


@rule("hex100.drone-terror-smoke")
def would_smoke(unit: Unit) -> bool:
    """Whether a unit has smoke of its own left and is free to use it: not while it rides, nor shut down."""
    return unit.uses.get(SMOKE, 0) > 0 and unit.standing and not unit.riding and not unit.shocked


@heeds("hex100.drone-terror-smoke")
def screened(state: State, target: Unit) -> State:
    """A state as it will be when an attack on a unit is rolled for: in the smoke it raises, if it has any."""
    if not would_smoke(target):
        return state
    smoky = state.clone()
    smoky.smoke.append((target.q, target.r, target.seat))
    smoky.rebuild_field()
    return smoky


@heeds("hex100.drone-terror-smoke", "hex100.smoke-launcher")
def raise_smoke(ctx: Ctx[State], target: str) -> None:
    """Fill the hex of a unit that is being attacked with dense smoke before a die is thrown, if it has any."""
    unit = ctx.state.units.get(target)
    if unit is not None and would_smoke(unit):
        ctx.emit(SmokeLaid(target, (unit.hex,), SMOKE))
        look_again(ctx)


# --- The Castellan launcher


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


class Launch(Order, frozen=True, tag="launch"):
    """Fire a utility launcher at a hex: ``smoke``, or ``mines`` there and on two neighbours, named by hexside."""

    unit: str
    launcher: str = ""
    load: str = "smoke"
    q: int = 0
    r: int = 0
    first: int = 0
    second: int = 3


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


class RoundsSwitched(Event, frozen=True, tag="rounds-switched"):
    """A utility launcher holds this kind of round now, by its first shot or by a change."""

    plain: ClassVar[bool] = True
    unit: str
    launcher: str
    load: str

    def change(self, state: State) -> None:
        state.units[self.unit].loaded[self.launcher] = ROUNDS.index(self.load)


def rounds_switched(state: State, event: RoundsSwitched, seat: str | None) -> Line | None:
    return deed(owns, state, seat, event.unit, f"has {event.load} in its launcher", "hex100.castellan-launcher")


class MinesLaid(Event, frozen=True, tag="mines-laid"):
    """Mines lie ready in these hexes; one that came down where somebody stands is lost."""

    reveals: ClassVar[bool] = True
    unit: str
    hexes: tuple[tuple[int, int], ...]

    def change(self, state: State) -> None:
        state.mines = sorted({*state.mines, *self.hexes})


def mines_laid(state: State, event: MinesLaid, seat: str | None) -> Line | None:
    """Where mines lie is plain to see, if not who sent them."""
    where = "; ".join(place_name(*hex_) for hex_ in event.hexes) or "nowhere"
    return line(state, seat, f"Mines come down and lie ready: {where}.", "hex100.castellan-mines")


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


class SwitchRounds(Order, frozen=True, tag="switch-rounds"):
    """Make a utility launcher ready for its other kind of round."""

    unit: str
    launcher: str = ""


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


# --- Castellan mines

DAMAGE, CRITICAL, DAMAGE_TYPE = 8, 2, "shaped-charge"

CLEARING = ("doze", "plough", "sweep")
"""Ways of moving that clear mines instead of setting them off."""

LIGHT_FEET = ("infantry", "flying")
"""Movement types that set no mine off."""


def sets_off_mines(state: State, unit: Unit) -> bool:
    """Whether a mine goes off below a unit: not below flyers, nor below infantry, which it would not hurt."""
    return state.machine(unit.id).unit.movement_type not in LIGHT_FEET


@rule("hex100.castellan-mines")
def mine_damage(state: State, unit: Unit, charged: bool = False) -> Blow:
    """What a mine does to a unit: the protection of the top stands for that of the bottom, and no cover helps."""
    lines = reduction_modifiers(state, unit, None, DAMAGE_TYPE, unit.hex, from_above=True, charged=charged)
    return blow_of(DAMAGE, [line for line in lines if line.rule != "hex100.cover"])


def chassis(state: State, unit: Unit) -> int:
    """The hardpoint that mines strike, -1 on a unit without one."""
    names = [hardpoint.name for hardpoint in state.machine(unit.id).unit.hardpoints]
    return names.index("Chassis Upgrades") if "Chassis Upgrades" in names else -1


class MineGone(Event, frozen=True, tag="mine-gone"):
    """A unit set a mine off by entering its hex, or cleared it with a plough or blade."""

    unit: str
    q: int
    r: int
    cleared: bool = False

    def change(self, state: State) -> None:
        state.mines.remove((self.q, self.r))


def mine_gone(state: State, event: MineGone, seat: str | None) -> Line | None:
    """That a mine is gone from the table is seen by all."""
    how = "clears" if event.cleared else "sets off"
    text = f"{name_for(state, seat, event.unit)} {how} the mine at {place_name(event.q, event.r)}."
    return line(state, seat, text, "hex100.castellan-mines", event.unit)


@rule("hex100.field-survival")
@heeds("hex100.castellan-mines", "hex100.dozer-blade", "hex100.juggernaut-plow", "hex100.siege-plough")
def resolve_mine(ctx: Ctx[State], unit_id: str, way: str = "") -> Script[None]:
    """A mine in the hex just entered goes off below friend or foe, strikes the chassis for certain, and is gone.

    Blades and ploughs that clear the way remove it unharmed.
    """
    unit = ctx.state.units[unit_id]
    if unit.destroyed or unit.hex not in ctx.state.mines or not sets_off_mines(ctx.state, unit):
        return
    ctx.emit(MineGone(unit_id, *unit.hex, way in CLEARING))
    if way in CLEARING:
        return
    bare, lowered = (mine_damage(ctx.state, unit, charged) for charged in (False, True))
    place = chassis(ctx.state, unit)
    critical = max(0, CRITICAL - equipment_effect(ctx.state, unit, "critical_reduction")) if place >= 0 else 0
    spent = yield from resolve_charges(ctx, unit_id, 1, bare.damage, lowered.damage, critical)
    strike(ctx, unit_id, lowered if spent else bare, critical, place if critical else -1, "mine")


# --- What is offered


def offer_wards(state: State, unit: Unit) -> Iterator[Option]:
    """Guns turned against incoming shots, and smoke."""
    guns = [token for token in state.scene.loadouts[unit.id].tokens if _is_ward(state, unit, token)]
    for weapons in (*((gun,) for gun in guns), *combinations(guns, 2)):
        order = Ward(unit.id, weapons)
        if refuse_ward(state, unit, order) is None:
            names = " and ".join(_gun_name(state, unit, gun) for gun in weapons)
            rule = "hex100.aegis-mode" if _reaches_others(state, unit, weapons[0]) else "hex100.point-defence-turret"
            yield Pick(f"Turn the {names} against incoming shots", order, rule)
    for launcher in smoke_launchers(state, unit):
        lay = LaySmoke(unit.id, launcher)
        if refuse_smoke(state, unit, lay) is None:
            yield Pick("Lay smoke in all adjacent hexes", lay, "hex100.smoke-launcher")
            break  # One launcher is as good as another.


def _is_ward(state: State, unit: Unit, token: str) -> bool:
    found = find_weapon(state, unit, token)
    return found is not None and is_ward(found[0])


def _reaches_others(state: State, unit: Unit, token: str) -> bool:
    found = find_weapon(state, unit, token)
    return found is not None and bool(found[1].effects.get("interceptor_reach"))


def _gun_name(state: State, unit: Unit, token: str) -> str:
    found = find_weapon(state, unit, token)
    assert found is not None, "only guns of the unit are offered"
    place = state.scene.loadouts[unit.id].twins.get(found[0].id)
    return f"{found[1].name} ({place})" if place else found[1].name


def offer_interceptions(state: State, ask: Ask) -> Iterator[Option]:  # noqa: ARG001 - one of the questions
    """Any number of shots up to what the interceptors can do, the most first."""
    for shots in range(int(ask.about[0]), 0, -1):
        label = f"Stop {shots} shot{'s' * (shots != 1)}"
        yield Pick(label, Intercept(ask.unit, shots), ask.rule)
    yield decline("Let them come", ask.rule)


# --- The contents of the chapter


def defences(react: React) -> Chapter[State]:
    """The chapter, with what may interrupt a launch."""
    return Chapter(
        "Interceptors, smoke and mines",
        orders=(
            OrderRules(Ward, "act", acting(refuse_ward), ward),
            OrderRules(LaySmoke, "act", acting(refuse_smoke), resolve_smoke),
            OrderRules(
                Launch,
                "act",
                acting(refuse_launch),
                partial(resolve_launch, react=react),
                guess_launch,
                aim=aim_launch,
                tries=TRIES,
            ),
            OrderRules(SwitchRounds, "act", acting(refuse_switch), switch_rounds),
            OrderRules(Intercept, "intercept", refuse_interception),
        ),
        events={
            GunsWarding: guns_warding,
            ShotsAnnounced: None,
            ShotsStopped: shots_stopped,
            SmokeLaid: smoke_laid,
            SmokeCleared: smoke_cleared,
            RoundsSwitched: rounds_switched,
            MinesLaid: mines_laid,
            MineGone: mine_gone,
        },
    )
