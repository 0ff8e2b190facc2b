"""Terror drones: swarms that pounce on tanks and mecha, ride them, and have to be got off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.dice import Roll
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.kernel.view import Line, Token, Track
from gearlock.systems.hex100.actions import acting, payment, refuse_payment, spend
from gearlock.systems.hex100.attacks.attack import (
    Fired,
    number_to_hit,
    resolve_burst,
    resolve_direct,
    resolve_scatter,
    take_aim,
    told_lines,
)
from gearlock.systems.hex100.attacks.reserve import declare_attack
from gearlock.systems.hex100.damage.damage import Blow, strike
from gearlock.systems.hex100.damage.units_hit import SMOKE, cut
from gearlock.systems.hex100.defenses import resolve_interception, would_smoke
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.drones.kinds import (
    ENEMY,
    NOTHING,
    POINT,
    Mode,
    approach,
    can_dock,
    recall,
    return_home,
    way_to,
)
from gearlock.systems.hex100.equipment import equipment_effect, find_weapon, weapon_name, works
from gearlock.systems.hex100.forces.cards import Weapon
from gearlock.systems.hex100.known_units import deed, knows, line, name_for, owns, rolled, sees, under
from gearlock.systems.hex100.state import IDENTIFIED, State, Unit
from gearlock.systems.hex100.weapons import (
    AUX,
    Volley,
    aux_volleys,
    is_pintle_shot,
    legal_volleys,
    named_weapons,
    refuse_aim,
    refuse_attack,
    refuse_pay,
    volley_name,
)
from gearlock.table.hexes import Hex, distance


def terror_tokens(state: State, seat: str | None, unit: Unit) -> Iterator[Token]:
    """What lies beside a unit in sight: the machines that ride it; beside those, whom they ride."""
    riding = sum(len(drone.swarm) for drone in state.riders(unit.id))
    if riding:
        yield Token("terror drones on it", riding, "hex100.drone-terror")
    if unit.riding:
        yield Token(f"riding {name_for(state, seat, unit.riding)}", rule="hex100.drone-terror")


def terror_tracks(state: State, unit: Unit) -> list[Track]:
    """How many machines of a swarm are left."""
    full = state.machine(unit.id).unit.integrated.get("swarm", 0)
    return [Track("Machines", len(unit.swarm), full)] if full else []


def terror_rows(unit: Unit) -> Iterator[tuple[str, str]]:
    """What the owner's record sheet says of a swarm's smoke."""
    if SMOKE in unit.uses:
        yield "smoke launchers", "ready" if would_smoke(unit) else "used" if not unit.uses[SMOKE] else "not now"


# --- Riding

BITE, CRITICAL = 60, 1
"""The number each machine on a unit rolls under in the aftermath, and the critical damage it does then."""

PREY = ("tank", "mech")


@heeds("hex100.drone-terror")
def is_prey(state: State, drone: Unit, unit: Unit) -> bool:
    """Whether terror drones would pounce on a unit: a tank or a mech of the side they take for the enemy."""
    return state.machine(unit.id).unit.kind in PREY and unit.seat != state.serves(drone) and unit.standing


@rule("hex100.drone-terror")
def hunt(ctx: Ctx[State], drone_id: str, prey: str) -> Script[None]:
    """Go for a unit, from the back of another if need be, and pounce on it from an adjacent hex."""
    if ctx.state.units[drone_id].riding == prey:
        return
    yield from leave_for(ctx, drone_id, ctx.state.units[prey].hex, 1)
    drone = ctx.state.units[drone_id]
    if drone.standing and not drone.shocked and not drone.riding and payment(drone, "attack"):
        pounce(ctx, drone_id, prey)


class Pounced(Event, frozen=True, tag="pounced"):
    """Terror drones are on a unit, and go where it goes."""

    reveals: ClassVar[bool] = True
    unit: str
    victim: str

    def change(self, state: State) -> None:
        drone, victim = state.units[self.unit], state.units[self.victim]
        drone.riding, drone.q, drone.r = self.victim, victim.q, victim.r


def pounced(state: State, event: Pounced, seat: str | None) -> Line | None:
    if not (knows(state, seat, event.unit) or knows(state, seat, event.victim)):
        return None
    text = f"{name_for(state, seat, event.unit)} pounces on {name_for(state, seat, event.victim)}."
    return line(state, seat, text, "hex100.drone-terror", event.unit, event.victim)


def pounce(ctx: Ctx[State], drone_id: str, prey: str) -> None:
    """Get on a unit if it is in the next hex; nothing that is ridden hides from eyes."""
    drone, victim = ctx.state.units[drone_id], ctx.state.units[prey]
    if is_prey(ctx.state, drone, victim) and distance(drone.hex, victim.hex) == 1:
        spend(ctx, drone_id, "attack")
        ctx.emit(Pounced(drone_id, prey))
        look_again(ctx)


class LetGo(Event, frozen=True, tag="let-go"):
    """Terror drones leave the unit they rode."""

    unit: str
    victim: str

    def change(self, state: State) -> None:
        state.units[self.unit].riding = ""


def let_go(state: State, event: LetGo, seat: str | None) -> Line | None:
    if not knows(state, seat, event.victim):
        return None
    text = f"{name_for(state, seat, event.unit)} lets go of {name_for(state, seat, event.victim)}."
    return line(state, seat, text, "hex100.drone-terror-modes", event.unit, event.victim)


@heeds("hex100.drone-terror", "hex100.drone-terror-modes")
def leave_for(ctx: Ctx[State], drone_id: str, goal: Hex, within: int = 0) -> Script[bool]:
    """Go towards a goal; drones that ride a unit let go of it first, unless there is no way off it."""
    drone = ctx.state.units[drone_id]
    victim = drone.riding
    if victim:
        if not way_to(ctx.state, drone, goal, within) or payment(drone, "move") is None:
            return False
        ctx.emit(LetGo(drone_id, victim))
    arrived = yield from approach(ctx, drone_id, goal, within)
    drone = ctx.state.units[drone_id]
    if victim and drone.standing and drone.hex == ctx.state.units[victim].hex and ctx.state.units[victim].standing:
        ctx.emit(Pounced(drone_id, victim))
        return False
    return arrived


@heeds("hex100.drone-terror", "hex100.internal-reinforcement")
def resolve_bites(ctx: Ctx[State]) -> Script[None]:
    """In the aftermath every machine on a unit has its chance of critical damage to it.

    Drones that are shut down do nothing, nor do those that have come to themselves on a friend.
    """
    for drone_id in sorted(ctx.state.scene.drones):
        drone = ctx.state.units[drone_id]
        if drone.riding and drone.standing and not drone.shocked:
            victim = ctx.state.units[drone.riding]
            if is_prey(ctx.state, drone, victim):
                yield from _bite(ctx, drone_id, victim.id)


class Gnawed(Event, frozen=True, tag="gnawed"):
    """The machines on a unit tried to get at what is inside: one die for each, and how many did."""

    unit: str
    victim: str
    number: int
    faces: tuple[int, ...]
    bites: int


def gnawed(state: State, event: Gnawed, seat: str | None) -> Line | None:
    if not knows(state, seat, event.victim):
        return None
    bites = f"{event.bites or 'none'} of {len(event.faces)} get through"
    text = f"{name_for(state, seat, event.unit)} on {name_for(state, seat, event.victim)}: "
    text += f"{rolled(event.faces, event.number)}: {bites}."
    rolls = (under("terror drones", event.faces, event.number, "hex100.drone-terror"),)
    return line(state, seat, text, "hex100.drone-terror", event.victim, rolls=rolls)


def _bite(ctx: Ctx[State], drone_id: str, victim: str) -> Script[None]:
    seat, machines = ctx.state.units[drone_id].seat, len(ctx.state.units[drone_id].swarm)
    faces = yield from throw(Roll("terror drones", machines, 100, 0, seat, drone_id, "hex100.drone-terror", (BITE,)))
    bites = sum(face < BITE for face in faces)
    ctx.emit(Gnawed(drone_id, victim, BITE, faces, bites))
    harm = max(0, CRITICAL - equipment_effect(ctx.state, ctx.state.units[victim], "critical_reduction"))
    if not bites or not harm:
        return
    count = len(ctx.state.machine(victim).unit.hardpoints)
    places = yield from throw(Roll("hardpoint struck", bites, count, 0, seat, drone_id, "hex100.stat-critical"))
    for place in places:
        strike(ctx, victim, Blow(0), harm, place, "terror", drone_id)


# --- Modes


@heeds("hex100.drone-terror-modes")
def targets(state: State, drone: Unit) -> list[Unit]:
    """The contacts that could be prey, the closest first; a contact of unknown type could be."""
    side = state.serves(drone)
    known, names = state.known[side], state.contacts[side]
    found = (state.units[each] for each in known)
    prey = [each for each in found if known[each.id] < IDENTIFIED or is_prey(state, drone, each)]
    return sorted(prey, key=lambda each: (distance(each.hex, drone.hex), len(names[each.id]), names[each.id]))


@heeds("hex100.drone-terror-modes")
def search_and_destroy(ctx: Ctx[State], drone_id: str) -> Script[None]:
    """Stay on an enemy that is ridden; otherwise go for the closest contact. Without one the swarm waits."""
    drone = ctx.state.units[drone_id]
    if drone.riding and is_prey(ctx.state, drone, ctx.state.units[drone.riding]):
        return
    prey = targets(ctx.state, drone)
    if prey:
        yield from hunt(ctx, drone_id, prey[0].id)


@heeds("hex100.drone-terror-modes")
def attack(ctx: Ctx[State], drone_id: str) -> Script[None]:
    """Go for the enemy that was named, as long as the side holds it as a contact."""
    drone = ctx.state.units[drone_id]
    if drone.charge in ctx.state.known[ctx.state.serves(drone)]:
        yield from hunt(ctx, drone_id, drone.charge)


@heeds("hex100.drone-terror-modes")
def lurk(ctx: Ctx[State], drone_id: str) -> Script[None]:
    """Go to the point and hold there, unseen."""
    point = ctx.state.units[drone_id].point
    if point is not None:
        yield from leave_for(ctx, drone_id, point)
        look_again(ctx)


@heeds("hex100.drone-terror-modes", "hex100.drone-small")
def come_home(ctx: Ctx[State], drone_id: str) -> Script[None]:
    """Let go of what is ridden, return to the carrier and dock; from the carrier's own back it docks at once."""
    drone, carrier = ctx.state.units[drone_id], ctx.state.units[ctx.state.scene.ties[drone_id].carrier]
    if drone.riding == carrier.id and can_dock(ctx.state, drone):
        ctx.emit(LetGo(drone_id, carrier.id))
    elif drone.riding and carrier.standing:
        yield from leave_for(ctx, drone_id, carrier.hex, 1)
    if not ctx.state.units[drone_id].riding:
        yield from return_home(ctx, drone_id)


TERROR_MODES: dict[str, Mode] = {
    "search-and-destroy": Mode(
        "search and destroy",
        "hex100.drone-terror-modes",
        NOTHING,
        search_and_destroy,
        "Go for the closest enemy and pounce on it if it is a tank or a mech.",
    ),
    "attack": Mode("attack", "hex100.drone-terror-modes", ENEMY, attack, "Go for one enemy and pounce on it."),
    "lurk": Mode(
        "lurk", "hex100.drone-terror-modes", POINT, lurk, "Go to the hex and hold there with optical stealth."
    ),
    "recall": recall("hex100.drone-terror-modes")._replace(act=come_home),
}


# --- Removing terror drones

RULE = "hex100.drone-terror-removal"

SHAKE = 50
"""The number a ridden unit rolls under to shake a machine off."""

PAYS = ("utility", "attack")

STRAY = 50
"""The number a missed shot rolls under to hit the friend instead."""


def refuse_friend(state: State, unit: Unit, friend_id: str) -> Refusal | None:
    """Why nothing can be got off this unit: it is not another one of the own side, or nothing rides it."""
    friend = state.units.get(friend_id)
    if friend is None or friend.seat != unit.seat or not friend.standing or friend_id == unit.id:
        message = f"'{friend_id}' is no other unit of your side on the map; what rides a unit itself it shakes off."
        return Refusal("no-such-unit", RULE, message)
    if not state.riders(friend_id):
        return Refusal("not-ridden", RULE, f"Nothing rides the {state.machine(friend_id).name}.")
    return None


class ShakeOff(Order, frozen=True, tag="shake-off"):
    """Try to be rid of one machine that rides the unit, for an ``attack`` or a ``utility`` action."""

    unit: str
    pay: str = "utility"


@heeds("hex100.drone-terror-removal")
def refuse_shake(state: State, unit: Unit, order: ShakeOff) -> Refusal | None:
    """Why a unit cannot try to shake a machine off."""
    if not state.riders(unit.id):
        return Refusal("not-ridden", RULE, f"Nothing rides the {state.machine(unit.id).name}.")
    if order.pay not in PAYS:
        return Refusal("no-such-action", RULE, "Shaking drones off takes a utility or an attack action.")
    return refuse_payment(unit, order.pay)


class ShakeTried(Event, frozen=True, tag="shake-tried"):
    """A unit tried to shake a machine off: under the number it succeeds."""

    unit: str
    drone: str
    number: int
    face: int


def shake_tried(state: State, event: ShakeTried, seat: str | None) -> Line | None:
    how = "shakes a machine off" if event.face < event.number else "fails to shake its riders off"
    does = f"{how}: {rolled((event.face,), event.number)}"
    rolls = (under("shake off", (event.face,), event.number, "hex100.drone-terror-removal"),)
    return deed(sees, state, seat, event.unit, does, "hex100.drone-terror-removal", rolls)


@heeds("hex100.drone-terror-removal")
def resolve_shake(ctx: Ctx[State], order: ShakeOff) -> Script[None]:
    """An attack or a utility action: one machine is off and destroyed if the roll stays under fifty."""
    spend(ctx, order.unit, order.pay)
    drone, seat = ctx.state.riders(order.unit)[0].id, ctx.state.units[order.unit].seat
    (face,) = yield from throw(Roll("shake off", 1, 100, 0, seat, order.unit, RULE, (SHAKE,)))
    ctx.emit(ShakeTried(order.unit, drone, SHAKE, face))
    if face < SHAKE:
        remove(ctx, order.unit, 1, "shaken", order.unit)


class PullOff(Order, frozen=True, tag="pull-off"):
    """Spend an attack action to pull a machine off an adjacent friend."""

    unit: str
    friend: str = ""


@heeds("hex100.drone-terror-removal")
def refuse_pull(state: State, unit: Unit, order: PullOff) -> Refusal | None:
    """Why a unit cannot pull a machine off a friend: mecha do that, in the next hex."""
    if state.machine(unit.id).unit.kind != "mech":
        return Refusal("no-mech", RULE, "Only mecha have hands to pull drones off a friend.")
    refusal = refuse_friend(state, unit, order.friend)
    if refusal is not None:
        return refusal
    friend = state.units[order.friend]
    away = distance(unit.hex, friend.hex)
    if away != 1:
        message = f"The {state.machine(friend.id).name} must be in an adjacent hex; it is {away} away."
        return Refusal("not-adjacent", RULE, message, {"distance": away})
    return refuse_payment(unit, "attack")


@heeds("hex100.drone-terror-removal")
def resolve_pull(ctx: Ctx[State], order: PullOff) -> Script[None]:
    """An attack action, without a roll: one machine is off the friend and destroyed."""
    spend(ctx, order.unit, "attack")
    remove(ctx, order.friend, 1, "pulled", order.unit)
    yield from ()


@heeds("hex100.drone-terror-removal")
def remove(ctx: Ctx[State], victim: str, machines: int, how: str, by: str) -> None:
    """Destroy so many of the machines on a unit; where several swarms ride it, the first one's go first."""
    for drone in ctx.state.riders(victim):
        off = min(machines, len(drone.swarm))
        if off:
            cut(ctx, drone.id, tuple(drone.swarm[off:]), how, by)
            machines -= off
    look_again(ctx)


class ShootOff(Order, frozen=True, tag="shoot-off"):
    """Shoot at the machines that ride a friend; what misses them may hit the friend.

    `pay` is as in an attack: ``attack``, ``commander`` or ``aux``.
    """

    unit: str
    weapons: tuple[str, ...] = ()
    friend: str = ""
    pay: str = "attack"


@heeds("hex100.drone-terror-removal")
def refuse_shoot(state: State, unit: Unit, order: ShootOff) -> Refusal | None:
    """Why a unit cannot shoot at what rides a friend: it is a ranged attack like any other."""
    refusal = refuse_friend(state, unit, order.friend) or refuse_pay(state, unit, order.weapons, order.pay)
    if refusal is not None:
        return refusal
    for _, weapon in named_weapons(state, unit, order.weapons) or ():
        if weapon.melee or weapon.effects.get("marks"):
            message = f"The {weapon_name(weapon)} does not shoot drones off; a ranged weapon that does damage can."
            return Refusal("no-ranged-weapon", RULE, message)
    return refuse_attack(state, unit, order.weapons, state.units[order.friend].hex)


@heeds("hex100.drone-terror-removal")
def resolve_shoot(ctx: Ctx[State], order: ShootOff) -> Script[None]:
    """Fire one weapon after the other as long as anything rides the friend."""
    goal, drone = ctx.state.units[order.friend].hex, ctx.state.riders(order.friend)[0].id
    yield from declare_attack(ctx, order.unit, order.weapons, drone, goal, order.pay)
    for token in order.weapons:
        unit = ctx.state.units[order.unit]
        found, riders = find_weapon(ctx.state, unit, token), ctx.state.riders(order.friend)
        if found is None or unit.destroyed or not riders or not works(ctx.state, unit, found[0]):
            continue
        if refuse_aim(ctx.state, unit, found[1], riders[0].hex) is None:
            yield from _fire(ctx, order.unit, token, order.friend)
    look_again(ctx)


def _fire(ctx: Ctx[State], attacker: str, token: str, friend: str) -> Script[None]:
    """All shots of one weapon: interception, hits on the machines, and what goes wide of them."""
    found = find_weapon(ctx.state, ctx.state.units[attacker], token)
    assert found is not None, "the weapon was found a moment ago"
    weapon, drone = found[1], ctx.state.riders(friend)[0].id
    goal = ctx.state.units[friend].hex
    shots = weapon.rof - (yield from resolve_interception(ctx, attacker, weapon, drone, goal))
    if not shots:
        return
    unit = ctx.state.units[attacker]
    aim = take_aim(ctx.state, unit, weapon, ctx.state.units[drone], goal)
    number, indirect, faces = number_to_hit(ctx.state, aim), aim.indirect, tuple[int, ...]()
    lines = told_lines(ctx.state, aim)
    if not aim.automatic:
        faces = yield from throw(Roll("to hit", shots, 100, 0, unit.seat, attacker, "hex100.stat-accuracy", (number,)))
    hits = sum(face < number for face in faces) if faces else shots
    ctx.emit(Fired(attacker, token, weapon_name(weapon), drone, number, faces, hits, 0, (), 0, lines))
    if weapon.blast:
        for _ in range(hits):
            yield from resolve_burst(ctx, attacker, weapon, goal)
    elif hits:
        remove(ctx, friend, hits, "shot", attacker)
    if shots > hits:
        yield from _stray(ctx, attacker, weapon, friend, shots - hits, indirect)


class Strayed(Event, frozen=True, tag="strayed"):
    """Shots that missed the machines on a friend: a die for each, and how many hit the friend instead."""

    unit: str
    friend: str
    number: int
    faces: tuple[int, ...]
    hits: int


def strayed(state: State, event: Strayed, seat: str | None) -> Line | None:
    if not (owns(state, seat, event.unit) or sees(state, seat, event.friend)):
        return None
    hits = f"{event.hits or 'none'} of {len(event.faces)} hit {name_for(state, seat, event.friend)} instead"
    text = f"Shots that missed the drones: {rolled(event.faces, event.number)}: {hits}."
    rolls = (under("stray shots", event.faces, event.number, "hex100.drone-terror-removal"),)
    return line(state, seat, text, "hex100.drone-terror-removal", event.friend, rolls=rolls)


@heeds("hex100.drone-terror-removal", "hex100.blast-scatter")
def _stray(ctx: Ctx[State], attacker: str, weapon: Weapon, friend: str, missed: int, indirect: bool) -> Script[None]:
    """Half of the shots that miss hit the friend like any attack; blasts among the others scatter."""
    seat, goal = ctx.state.units[attacker].seat, ctx.state.units[friend].hex
    faces = yield from throw(Roll("stray shots", missed, 100, 0, seat, attacker, RULE, (STRAY,), ill=True))
    hits = sum(face < STRAY for face in faces)
    ctx.emit(Strayed(attacker, friend, STRAY, faces, hits))
    if hits and ctx.state.units[friend].standing:
        yield from resolve_direct(ctx, attacker, weapon, friend, hits, 0)
    if weapon.blast:
        for _ in range(hits):
            yield from resolve_burst(ctx, attacker, weapon, goal, friend)
    if weapon.radius:
        for _ in range(missed - hits):
            yield from resolve_scatter(ctx, attacker, weapon, goal, indirect)


# --- What is offered

_FIRST = {"attack": "Shoot", "commander": "Commander: shoot", AUX: "Aux turret, no action: shoot"}


def offer_removals(state: State, unit: Unit) -> Iterator[Option]:
    """What the acting unit may do here."""
    for pay in PAYS:
        shake = ShakeOff(unit.id, pay)
        if refuse_shake(state, unit, shake) is None:
            yield Pick(f"Shake a terror drone off ({SHAKE}%, {pay} action)", shake, RULE)
    ridden = [each for each in state.standing(unit.seat) if each.id != unit.id and state.riders(each.id)]
    for friend in ridden:
        pull = PullOff(unit.id, friend.id)
        if refuse_pull(state, unit, pull) is None:
            yield Pick(f"Pull a terror drone off the {state.machine(friend.id).name}", pull, RULE)
    if ridden:
        yield from _shots(state, unit, ridden)


def _shots(state: State, unit: Unit, ridden: list[Unit]) -> Iterator[Option]:
    for pay, volleys in _volleys(state, unit).items():
        for volley in volleys:
            for friend in ridden:
                order = ShootOff(unit.id, volley, friend.id, pay)
                if refuse_shoot(state, unit, order) is None:
                    name = volley_name(state, unit, volley)
                    yield Pick(f"{_FIRST[pay]} drones off the {state.machine(friend.id).name}: {name}", order, RULE)


def _volleys(state: State, unit: Unit) -> dict[str, list[Volley]]:
    """What could be fired, by what it costs."""
    found: dict[str, list[Volley]] = {AUX: aux_volleys(state, unit)}
    if payment(unit, "attack"):
        found["attack"] = list(legal_volleys(state, unit))
    if payment(unit, "commander"):
        found["commander"] = [each for each in legal_volleys(state, unit) if is_pintle_shot(state, unit, each)]
    return found


# --- The contents of the chapter

TERROR_DRONES: Chapter[State] = Chapter(
    "Terror drones",
    orders=(
        OrderRules(ShakeOff, "act", acting(refuse_shake), resolve_shake),
        OrderRules(PullOff, "act", acting(refuse_pull), resolve_pull),
        OrderRules(ShootOff, "act", acting(refuse_shoot), resolve_shoot),
    ),
    events={
        Pounced: pounced,
        LetGo: let_go,
        Gnawed: gnawed,
        ShakeTried: shake_tried,
        Strayed: strayed,
    },
)
