"""The attack action, and reserves that answer it: overwatch and what is held back for the enemy's phase."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from gearlock.kernel.asks import Ask, Option, Pick, Place, Target, decline
from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.orders import Decline, Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line, Modifier, Shot, Throw
from gearlock.systems.hex100.actions import TRIES, ActionsSpent, HandsOn, acting, payment, refuse_payment, spend
from gearlock.systems.hex100.attacks.attack import (
    Attack,
    AttackDeclared,
    Bombard,
    Burst,
    EnterSiege,
    Fired,
    FirePlotted,
    FireReserve,
    HoldBack,
    LeaveSiege,
    PlotFire,
    Reserve,
    Reserved,
    ReserveSpent,
    Scattered,
    SiegeEntered,
    SiegeLeft,
    TerrainRazed,
    enter_siege,
    leave_siege,
    plot_fire,
    refuse_leaving,
    refuse_plotting,
    refuse_siege,
    resolve_volley,
)
from gearlock.systems.hex100.detection.locks import expose_attacker
from gearlock.systems.hex100.detection.sight import LookAround, is_hidden_from
from gearlock.systems.hex100.equipment import find_mount, find_weapon, refuse_another_move, works
from gearlock.systems.hex100.known_units import (
    COMPASS,
    deed,
    hexes,
    known_enemies,
    knows,
    line,
    name_for,
    no_contact,
    own_deed,
    owns,
    place_name,
    rolled,
    sees,
    under,
)
from gearlock.systems.hex100.movement.move_action import ERRAND, resolve_move
from gearlock.systems.hex100.movement.moving import Move
from gearlock.systems.hex100.objectives import sites_to_raze
from gearlock.systems.hex100.state import State, Unit, other
from gearlock.systems.hex100.weapons import (
    AUX,
    aux_volleys,
    is_pintle_shot,
    legal_volleys,
    reach_of_volley,
    refuse_attack,
    refuse_bombardment,
    refuse_pay,
    refuse_rider,
    refuse_volley,
    volley_name,
)
from gearlock.table.hexes import Hex, disc, distance


def attack(state: State, event: AttackDeclared, seat: str | None) -> Line | None:
    if not _is_witness(state, event.unit, event.target, seat):
        return None
    target = name_for(state, seat, event.target) if event.target else place_name(event.q, event.r)
    how = " from reserve" if event.reserved else ""
    text = f"{name_for(state, seat, event.unit)} attacks {target}{how}."
    return line(state, seat, text, "hex100.attack-action", event.unit, *filter(None, (event.target,)))


def _is_witness(state: State, unit: str, target: str, seat: str | None) -> bool:
    """An attack is noticed by who makes it, who suffers it and who knows the attacker."""
    return knows(state, seat, unit) or bool(target and owns(state, seat, target))


def fired(state: State, event: Fired, seat: str | None) -> Line | None:
    """What was fired, and how well, is plain to those who see the one who fires; the others count the hits."""
    if not _is_witness(state, event.unit, event.target, seat):
        return None
    hits = f"{event.hits or 'no'} hit{'s' * (event.hits != 1)}"
    text = f"{hits}, {event.evaded} evaded" if event.evaded else hits
    dice = rolled(event.faces, event.number) if event.faces else "homing"
    rolls = fire_throws(state, event, seat)
    how = f"{event.name}: {dice}:" if sees(state, seat, event.unit) else "The attack scores"
    told = line(state, seat, f"{how} {text}.", "hex100.stat-accuracy", event.unit, rolls=rolls)
    return replace(told, shots=_shots(state, event, seat))


LOOKS = {"launcher": "rocket", "artillery weapon": "shell", "mech-scale throwable": "shell", "gun-launcher": "shell"}


def _shots(state: State, event: Fired, seat: str | None) -> tuple[Shot, ...]:
    """The attack as a seat sees it: who does not see the one who fires sees the strike alone."""
    whom = line(state, seat, "", "", event.target).units if event.target else ()
    by = line(state, seat, "", "", event.unit).units if sees(state, seat, event.unit) else ()
    return tuple(
        Shot(_look(state, event) if by else "", "".join(by), target, event.hits > event.evaded) for target in whom
    )


def _look(state: State, event: Fired) -> str:
    """What firing a weapon looks like: melee is a blow, energy a beam, launchers send rockets."""
    mount = find_mount(state, state.units[event.unit], event.weapon.partition(":")[0])
    if mount is None or not mount.modes:
        return "burst"
    weapon = mount.modes[0]
    if not weapon.range:
        return "blade"
    return "beam" if weapon.damage_type == "energy" else LOOKS.get(weapon.group, "burst")


def burst(state: State, event: Burst, seat: str | None) -> Line:
    where = place_name(event.q, event.r)
    text = f"A blast at {where}, radius {event.radius}." if event.radius else f"A blast within {where}."
    return line(state, seat, text, "hex100.attr-blast")


def scattered(state: State, event: Scattered, seat: str | None) -> Line:
    text = f"The shot goes {hexes(event.distance)} astray to the {COMPASS[event.direction]}."
    if not event.distance:
        text = "The shot misses, and bursts where it was aimed."
    return line(state, seat, text, "hex100.blast-scatter")


def razed(state: State, event: TerrainRazed, seat: str | None) -> Line:
    return line(state, seat, f"{place_name(event.q, event.r)} is {event.terrain} now.", "hex100.attr-demolisher")


def fire_throws(state: State, event: Fired, seat: str | None) -> tuple[Throw, ...]:
    """The shots for those who see who fires, the evasion for those who see who is fired at."""
    throws: list[Throw] = []
    if event.faces and sees(state, seat, event.unit):
        lines = event.lines if owns(state, seat, event.unit) else ()
        throws.append(under("to hit", event.faces, event.number, "hex100.stat-accuracy", lines))
    elif event.lines and owns(state, seat, event.unit):
        throws.append(Throw("to hit", modifiers=event.lines, total="no roll", rule="hex100.attr-homing"))
    if event.evasion_faces and sees(state, seat, event.target):
        lines = evasion_lines(state, event) if owns(state, seat, event.target) else ()
        throws.append(under("evasion", event.evasion_faces, event.evasion, "hex100.stat-agility", lines))
    return tuple(throws)


def evasion_lines(state: State, event: Fired) -> tuple[Modifier, ...]:
    """The agility of the card, and what equipment adds to it."""
    agility = state.machine(event.target).unit.agility
    lines = [Modifier(agility, "agility", "hex100.stat-agility", "%")]
    if event.evasion != agility:
        lines.append(Modifier(event.evasion - agility, "equipment", "hex100.stat-agility", "%"))
    return tuple(lines)


def siege(state: State, event: SiegeEntered | SiegeLeft, seat: str | None) -> Line | None:
    how = "goes into" if isinstance(event, SiegeEntered) else "leaves"
    return deed(sees, state, seat, event.unit, f"{how} siege mode", "hex100.siege-stabilizers")


def fire_plotted(state: State, event: FirePlotted, seat: str | None) -> Line | None:
    return deed(owns, state, seat, event.unit, "works out its artillery fire", "hex100.fcs-artillery")


# --- Reserve

TRIGGERS = {"moves": "an enemy moves", "attacks": "an enemy attacks", "appears": "an enemy comes into line of sight"}

NO_RESERVE = Refusal("no-such-reserve", "hex100.reserve", "A reserve holds an attack or a move until an enemy acts.")


@heeds("hex100.reserve")
def refuse_hold_back(state: State, unit: Unit, order: HoldBack) -> Refusal | None:
    """Why a unit cannot hold an attack or a move back; an attack needs a weapon that may still fire."""
    refusal = _refuse_held(unit, order.held)
    if refusal is not None or order.held == "move":
        return refusal
    if any(refuse_volley(state, unit, (token,)) is None for token in state.scene.loadouts[unit.id].tokens):
        return None
    return Refusal("no-weapon-left", "hex100.reserve", "No weapon is left to hold back.")


@rule("hex100.reserve")
def refuse_reserve(state: State, unit: Unit, order: Reserve) -> Refusal | None:
    """Why a unit cannot reserve just this; it may wait for one enemy, and for one within so many hexes."""
    if order.trigger not in TRIGGERS or order.within < 0:
        return NO_RESERVE
    if order.enemy and state.enemy_called(unit.seat, order.enemy) is None:
        return no_contact(order.enemy)
    refusal = _refuse_held(unit, order.held)
    if refusal is not None:
        return refusal
    if order.held == "attack":
        return refuse_volley(state, unit, order.weapons)
    return None if not order.weapons else Refusal("no-weapons", "hex100.reserve", "A reserved move needs no weapon.")


def _refuse_held(unit: Unit, held: str) -> Refusal | None:
    """Why nothing of this sort can be reserved, whatever it waits for."""
    if held not in ("attack", "move"):
        return NO_RESERVE
    if unit.held:
        return Refusal("reserved", "hex100.reserve", "The unit holds a reserve already.")
    return refuse_payment(unit, "utility", held) or (refuse_another_move(unit) if held == "move" else None)


@heeds("hex100.reserve")
def resolve_hold_back(ctx: Ctx[State], order: HoldBack) -> Script[None]:
    """Ask what is held back and for what it waits. Nothing is spent before that is said."""
    unit = ctx.state.units[order.unit]
    name = ctx.state.machine(unit.id).name
    waits = "which weapons wait, and for what?" if order.held == "attack" else "what does the move wait for?"
    answer = yield from ask(
        Ask(unit.seat, "reserve", unit.id, (order.held,), "hex100.reserve", f"{name}: {waits}"),
    )
    assert isinstance(answer, Reserve), "only a reserve answers here"
    reserve(ctx, answer)


@heeds("hex100.reserve", "hex100.utility-action")
def reserve(ctx: Ctx[State], order: Reserve) -> None:
    """Spend a utility action and the held action now; the named weapons count as used this turn."""
    spend(ctx, order.unit, "utility", order.held, weapons=order.weapons)
    named = ctx.state.enemy_called(ctx.state.units[order.unit].seat, order.enemy)
    enemy = named.id if named is not None else ""
    ctx.emit(Reserved(order.unit, order.held, order.weapons, order.trigger, order.within, enemy))


@heeds("hex100.reserve")
def is_triggered(state: State, holder: Unit, enemy: Unit, came_from: Hex | None) -> bool:
    """Whether an enemy that stepped out of a hex, or attacks (no hex), meets the condition of a reserve.

    The holder's side must know of the enemy, and a reserved attack must be possible where it stands.
    """
    if not holder.held or not holder.standing or enemy.id not in state.known[holder.seat]:
        return False
    if holder.waits_for not in ("", enemy.id) or not _is_near_enough(holder, enemy):
        return False
    if (holder.trigger == "attacks") != (came_from is None):
        return False
    if holder.trigger == "appears" and came_from is not None:
        clear = state.land.is_clear
        hidden = is_hidden_from(state, holder.seat, enemy)
        if hidden or clear(holder.hex, came_from) or not clear(holder.hex, enemy.hex):
            return False
    return holder.held == "move" or can_fire_reserve(state, holder, enemy)


def _is_near_enough(holder: Unit, enemy: Unit) -> bool:
    return not holder.within or distance(holder.hex, enemy.hex) <= holder.within


def can_fire_reserve(state: State, holder: Unit, enemy: Unit) -> bool:
    """Whether the reserved weapons can all be aimed at an enemy where it stands; they were paid for when reserved."""
    for token in holder.held_weapons:
        found = find_weapon(state, holder, token)
        if found is None or not works(state, holder, found[0]):
            return False
    return refuse_attack(state, holder, tuple(holder.held_weapons), enemy.hex) is None


@heeds("hex100.reserve")
def offer_reserves(ctx: Ctx[State], enemy_id: str, came_from: Hex | None = None) -> Script[None]:
    """Ask the owners of reserves that a step or an attack triggers, one after the other until the enemy falls."""
    seat = other(ctx.state.units[enemy_id].seat)
    for holder_id in [unit.id for unit in ctx.state.standing(seat)]:
        holder, enemy = ctx.state.units[holder_id], ctx.state.units[enemy_id]
        if is_triggered(ctx.state, holder, enemy, came_from):
            yield from resolve_reserve(ctx, holder_id, enemy_id)


def resolve_reserve(ctx: Ctx[State], holder_id: str, enemy_id: str) -> Script[None]:
    """Carry a held action out if its owner wants to; what happens then interrupts nobody else's phase."""
    holder = ctx.state.units[holder_id]
    contact = ctx.state.contacts[holder.seat][enemy_id]
    kind = "overwatch" if holder.held == "attack" else "reserved move"
    prompt = f"{ctx.state.machine(holder_id).name}: {_what_happens(ctx.state, holder, enemy_id)}. Carry out the {kind}?"
    answer = yield from ask(Ask(holder.seat, kind, holder_id, (contact,), "hex100.reserve", prompt, optional=True))
    if isinstance(answer, Decline):
        return
    weapons = tuple(ctx.state.units[holder_id].held_weapons)
    ctx.emit(ReserveSpent(holder_id))
    if isinstance(answer, Move):
        yield from resolve_move(ctx, answer, no_reaction)
        return
    goal = ctx.state.units[enemy_id].hex
    ctx.emit(AttackDeclared(holder_id, weapons, enemy_id, *goal, reserved=True))
    expose_attacker(ctx, holder_id, weapons)
    yield from resolve_volley(ctx, holder_id, weapons, enemy_id, goal)


def _what_happens(state: State, holder: Unit, enemy_id: str) -> str:
    """What a reserve has waited for, as its owner lives it."""
    enemy, quarry = name_for(state, holder.seat, enemy_id), state.units[enemy_id].quarry
    if holder.trigger == "attacks":
        return f"{enemy} attacks {name_for(state, holder.seat, quarry)}" if quarry else f"{enemy} attacks"
    return f"{enemy} moves" if holder.trigger == "moves" else f"{enemy} comes into line of sight"


def no_reaction(ctx: Ctx[State], mover: str, came_from: Hex | None) -> Script[None]:  # noqa: ARG001 - one of the reactions
    """The acting side holds nothing in reserve: its reserves lapsed when its phase began."""
    yield from ()


# --- The attack action


def resolve_attack(ctx: Ctx[State], order: Attack) -> Script[None]:
    """On a contact, which is somebody."""
    seat = ctx.state.units[order.unit].seat
    target = ctx.state.enemy_called(seat, order.target)
    assert target is not None, "a legal attack has a target"
    yield from _declare(ctx, order.unit, order.weapons, target.id, target.hex, order.pay)


def resolve_bombard(ctx: Ctx[State], order: Bombard) -> Script[None]:
    """On a hex."""
    yield from _declare(ctx, order.unit, (order.weapon,), "", (order.q, order.r), order.pay)


def _declare(ctx: Ctx[State], unit: str, weapons: tuple[str, ...], target: str, goal: Hex, pay: str) -> Script[None]:
    """Declare an attack, then fire if there is still somebody to do so."""
    yield from declare_attack(ctx, unit, weapons, target, goal, pay)
    yield from resolve_volley(ctx, unit, weapons, target, goal)


def declare_attack(
    ctx: Ctx[State], unit: str, weapons: tuple[str, ...], target: str, goal: Hex, pay: str
) -> Script[None]:
    """Pay for an attack, declare it, and let reserves that wait for an attack answer it."""
    if pay == AUX:
        ctx.emit(ActionsSpent(unit, (), (*weapons, AUX)))
    else:
        spend(ctx, unit, pay, weapons=weapons)
    ctx.emit(AttackDeclared(unit, weapons, target, *goal))
    expose_attacker(ctx, unit, weapons)
    yield from offer_reserves(ctx, unit)


# --- What is offered

CLOSE_BY = 0.8
"""How often a hex to shell is looked for beside a known enemy."""


@heeds("hex100.reserve")
def refuse_overwatch(state: State, ask: Ask, order: FireReserve) -> Refusal | None:  # noqa: ARG001 - one of the answers
    if order.unit != ask.unit or (order.target,) != ask.about:
        return Refusal("not-triggered", "hex100.reserve", "The reserve was triggered by another enemy.")
    return None


def refuse_attack_now(state: State, unit: Unit, order: Attack) -> Refusal | None:
    refusal = refuse_pay(state, unit, order.weapons, order.pay)
    if refusal is not None:
        return refusal
    target = state.enemy_called(unit.seat, order.target)
    if target is None:
        return no_contact(order.target)
    return refuse_rider(state, unit.seat, target) or refuse_attack(state, unit, order.weapons, target.hex)


def refuse_bombard(state: State, unit: Unit, order: Bombard) -> Refusal | None:
    refusal = refuse_pay(state, unit, (order.weapon,), order.pay)
    found = find_weapon(state, unit, order.weapon)
    if refusal is not None or found is None:
        return refusal
    return refuse_bombardment(state, unit, found[1], (order.q, order.r))


@heeds("hex100.reserve")
def refuse_reserve_asked(state: State, ask: Ask, order: Reserve) -> Refusal | None:
    """The second question of a unit that holds something back: it keeps to what it began with."""
    if order.unit != ask.unit or (order.held,) != ask.about:
        return Refusal("not-asked", "hex100.reserve", f"Another action is being held back. {ask.prompt}")
    return refuse_reserve(state, state.units[ask.unit], order)


def _attacks(state: State, unit: Unit, volleys: list[tuple[str, ...]], pay: str) -> Iterator[Option]:
    """Targets for every volley, and ground for blast weapons."""
    first = _FIRE[pay]
    enemies = [(distance(unit.hex, hex_), enemy) for hex_, enemy in known_enemies(state, unit.seat).items()]
    for volley in volleys:
        name = volley_name(state, unit, volley)
        farthest = reach_of_volley(state, unit, volley)
        for away, enemy in enemies:
            if away <= farthest and refuse_attack(state, unit, volley, enemy.hex) is None:
                contact = state.contacts[unit.seat][enemy.id]
                label = f"{first}{name} at {name_for(state, unit.seat, enemy.id)}"
                order = Attack(unit.id, volley, contact, pay)
                yield Target(label, order, "hex100.attack-action", unit=contact, weapon=volley[0])
        found = find_weapon(state, unit, volley[0])
        if len(volley) == 1 and found is not None and found[1].blast:
            order_at = Bombard(unit.id, volley[0], unit.q, unit.r, pay)
            yield Place(f"{first}{name} at a hex", order_at, "hex100.attack-action", unit=unit.id)


def offer_reserves_kept(state: State, ask: Ask) -> Iterator[Option]:
    """What may be held back, and for what it waits; a distance or one enemy to wait for is for the player to add."""
    unit = state.units[ask.unit]
    if ask.about[0] == "move":
        for trigger, words in TRIGGERS.items():
            yield Pick(f"Move when {words}", Reserve(unit.id, "move", (), trigger), "hex100.reserve")
        return
    for volley in legal_volleys(state, unit):
        name = volley_name(state, unit, volley)
        for trigger, words in TRIGGERS.items():
            order = Reserve(unit.id, "attack", volley, trigger)
            yield Pick(f"Fire {name} when {words}", order, "hex100.reserve")


_FIRE = {"attack": "Fire ", "commander": "Commander: fire ", AUX: "Aux turret, no action: fire "}


def offer_attacks(state: State, unit: Unit) -> Iterator[Option]:
    """Every volley at every contact: by the attack action, the commander's, and free ones of aux turrets."""
    paid = payment(unit, "attack") is not None or payment(unit, "commander") is not None
    volleys = list(legal_volleys(state, unit)) if paid else []
    if payment(unit, "attack"):
        yield from _attacks(state, unit, volleys, "attack")
    if payment(unit, "commander"):
        pintle = [volley for volley in volleys if is_pintle_shot(state, unit, volley)]
        yield from _attacks(state, unit, pintle, "commander")
        yield Pick("Commander: look around (+4 vision)", LookAround(unit.id), "hex100.commander-look-around")
        yield Pick("Commander: hands on (a utility action)", HandsOn(unit.id), "hex100.commander-hands-on")
    yield from _attacks(state, unit, aux_volleys(state, unit), AUX)


def offer_holding_back(state: State, unit: Unit) -> Iterator[Option]:
    """An attack or a move kept for the enemy's phase."""
    if refuse_hold_back(state, unit, HoldBack(unit.id, "attack")) is None:
        label = "Overwatch: hold an attack back for the enemy's phase"
        yield Pick(label, HoldBack(unit.id, "attack"), "hex100.reserve")
    if refuse_hold_back(state, unit, HoldBack(unit.id, "move")) is None:
        yield Pick("Reserve a move for the enemy's phase", HoldBack(unit.id, "move"), "hex100.reserve")


def offer_overwatch(_state: State, ask: Ask) -> Iterator[Option]:
    """The shot that was held back."""
    target = ask.about[0]
    yield Target("Fire", FireReserve(ask.unit, target), ask.rule, unit=target)
    yield decline("Hold fire", ask.rule)


def _shelled(state: State, order: Bombard, chooser: Chooser) -> Hex:
    """A hex to shell: mostly one whose blast would reach a known enemy, now and then any."""
    unit = state.units[order.unit]
    found = find_weapon(state, unit, order.weapon)
    reach, radius = (found[1].range, max(1, found[1].radius)) if found else (0, 1)
    wanted = (
        [hex_ for hex_ in sites_to_raze(state, unit, found[1]) if distance(unit.hex, hex_) <= reach] if found else []
    )
    if wanted and chooser.random() < ERRAND:
        return chooser.choice(wanted)
    near = [hex_ for hex_ in known_enemies(state, unit.seat) if distance(unit.hex, hex_) <= reach + radius]
    if near and chooser.random() < CLOSE_BY:
        _, *around = disc(chooser.choice(near), radius)
        return chooser.choice(around)
    return unit.q + chooser.randrange(-reach, reach + 1), unit.r + chooser.randrange(-reach, reach + 1)


def guess_bombardment(state: State, _ask: Ask, order: Bombard, chooser: Chooser, _attempt: int) -> Order:
    """A hex to shell."""
    return Bombard(order.unit, order.weapon, *_shelled(state, order, chooser), order.pay)


def aim_bombardment(_state: State, _ask: Ask, order: Bombard, spot: Aim) -> Order:
    """The hex pointed at."""
    return Bombard(order.unit, order.weapon, spot.x, spot.y, order.pay)


# --- The contents of the chapter

ATTACKS: Chapter[State] = Chapter(
    "Attacks, blasts, artillery and reserves",
    orders=(
        OrderRules(Attack, "act", acting(refuse_attack_now), resolve_attack),
        OrderRules(
            Bombard,
            "act",
            acting(refuse_bombard),
            resolve_bombard,
            guess_bombardment,
            aim=aim_bombardment,
            tries=TRIES,
        ),
        OrderRules(HoldBack, "act", acting(refuse_hold_back), resolve_hold_back),
        OrderRules(Reserve, "act", acting(refuse_reserve), reserve),
        OrderRules(Reserve, "reserve", refuse_reserve_asked),
        OrderRules(FireReserve, "overwatch", refuse_overwatch),
        OrderRules(EnterSiege, "act", acting(refuse_siege), enter_siege),
        OrderRules(LeaveSiege, "act", acting(refuse_leaving), leave_siege),
        OrderRules(PlotFire, "act", acting(refuse_plotting), plot_fire),
    ),
    events={
        Reserved: own_deed("holds an action in reserve", "hex100.reserve"),
        ReserveSpent: None,
        AttackDeclared: attack,
        Fired: fired,
        Scattered: scattered,
        Burst: burst,
        TerrainRazed: razed,
        SiegeEntered: siege,
        SiegeLeft: siege,
        FirePlotted: fire_plotted,
    },
)
