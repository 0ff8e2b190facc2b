"""Locking on, losing stealth, and the actions that look closer."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Place
from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.hex100.actions import (
    TRIES,
    TurnFinished,
    acting,
    payment,
    refuse_commander,
    refuse_payment,
    spend,
)
from gearlock.systems.hex100.detection.sight import (
    DEVICES,
    STEALTH,
    ActiveLock,
    BeaconLit,
    Detected,
    HexLocked,
    HexLockLost,
    LockLost,
    LockOn,
    LockResisted,
    LockTaken,
    LookAround,
    LookedAround,
    Marked,
    MarkerMissed,
    MarkHex,
    MarkTarget,
    Resist,
    ResistanceBegan,
    Search,
    Searched,
    StealthLost,
    beacon_lit,
    detected,
    holds_unseen,
    is_hidden_from,
    is_small,
    lock,
    marked,
    marker,
    searched,
    stealth_lost,
    update_contacts,
)
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.known_units import hexes, is_known, known_enemies, name_for, no_contact, own_deed
from gearlock.systems.hex100.networks import gains_from_network, is_networked, resistance_to_lock
from gearlock.systems.hex100.state import State, Unit, other
from gearlock.systems.hex100.weapons import named_weapons
from gearlock.table.hexes import Hex, disc, distance

# --- Locking on

LOCK_RANGE = 10


@rule("hex100.soliton-radar")
@heeds("hex100.lock-on", "hex100.small-units")
def can_lock(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a lock is possible: small units are locked by who has soliton radar alone."""
    if is_small(state, target) and not equipment_effect(state, unit, "radar"):
        return False
    return can_hold_lock(state, unit, target)


@rule("hex100.locking-common", "hex100.attr-sensor-lock")
@heeds("hex100.lock-on", "hex100.jamming", "hex100.optical-stealth")
def can_hold_lock(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a lock lasts: within ten hexes and in line of sight, which sensor lock equipment does without.

    A jammed unit cannot lock, and no line of sight leads to a unit with optical stealth.
    """
    if unit.jammed or distance(unit.hex, target.hex) > LOCK_RANGE:
        return False
    if equipment_effect(state, unit, "sensor_lock"):
        return True
    return state.land.is_clear(unit.hex, target.hex) and not is_hidden_from(state, state.serves(unit), target)


@heeds("hex100.lock-on", "hex100.lock-single", "hex100.utility-action")
def resolve_lock_on(ctx: Ctx[State], order: LockOn) -> Script[None]:
    """Spend a utility action and lock; the lock held before is gone even if the new one fails."""
    unit = ctx.state.units[order.unit]
    target = ctx.state.enemy_called(unit.seat, order.target)
    assert target is not None, "a legal lock has a target"
    target_id = target.id
    spend(ctx, order.unit, "utility")
    yield from resolve_lock(ctx, order.unit, target_id)


@rule("hex100.lock-on")
@heeds("hex100.lock-single", "hex100.electronic-resistance")
def resolve_lock(ctx: Ctx[State], unit_id: str, target_id: str) -> Script[None]:
    """Give up the old lock and take a new one, unless the target resists."""
    give_up_lock(ctx, unit_id)
    target = ctx.state.units[target_id]
    number = resistance_to_lock(ctx.state, target)
    if number:
        roll = Roll("resist a lock", 1, 100, 0, target.seat, target_id, "hex100.electronic-resistance", (number,))
        (face,) = yield from throw(roll)
        if face < number:
            ctx.emit(LockResisted(unit_id, target_id, number, face))
            return
    ctx.emit(LockTaken(unit_id, target_id))


@rule("hex100.lock-single")
def give_up_lock(ctx: Ctx[State], unit_id: str) -> None:
    """End the lock that a unit holds, on an enemy or on a hex: it tries for another."""
    unit = ctx.state.units[unit_id]
    if unit.lock:
        ctx.emit(LockLost(unit_id, unit.lock, "given up for another"))
    elif unit.lock_at is not None:
        ctx.emit(HexLockLost(unit_id, "given up for another"))


@heeds("hex100.target-marker", "hex100.networks")
def is_hex_locked_for(state: State, unit: Unit, hex_: Hex) -> bool:
    """Whether a unit shells a hex with a lock on it: its own, or that of an ally when both are in the network."""
    if unit.jammed:
        return False
    if unit.lock_at == hex_:
        return True
    if all(ally.lock_at != hex_ for ally in state.standing(unit.seat)) or not gains_from_network(state, unit):
        return False
    return any(ally.lock_at == hex_ and is_networked(state, ally) for ally in state.standing(unit.seat))


@rule("hex100.electronic-resistance")
def resist(ctx: Ctx[State], order: Resist) -> None:
    """A utility action: oppose jams, hacks and locks until the next own phase."""
    spend(ctx, order.unit, "utility")
    ctx.emit(ResistanceBegan(order.unit))


@heeds("hex100.networks", "hex100.jamming", "hex100.hacking")
def is_locked_for(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a unit shoots with a lock: its own, or that of an ally when both are in the network.

    A jammed unit has nothing of any lock, a hacked one nothing of those of others.
    """
    if unit.jammed:
        return False
    if unit.lock == target.id:
        return True
    if not gains_from_network(state, unit):
        return False
    return any(ally.lock == target.id and is_networked(state, ally) for ally in state.serving(unit.seat))


@rule("hex100.lock-persistence")
def drop_broken_locks(ctx: Ctx[State]) -> None:
    """End the locks whose target is out of sight, out of range, destroyed or held by nobody of the side any more."""
    for unit in list(ctx.state.units.values()):
        if unit.lock_at is not None:
            drop_broken_hex_lock(ctx, unit, unit.lock_at)
        if not unit.lock:
            continue
        target = ctx.state.units[unit.lock]
        if target.destroyed:
            ctx.emit(LockLost(unit.id, target.id, "the target is destroyed"))
        elif target.id not in ctx.state.known[ctx.state.serves(unit)]:
            ctx.emit(LockLost(unit.id, target.id, "the contact is lost"))
        elif unit.jammed:
            ctx.emit(LockLost(unit.id, target.id, "jammed"))
        elif not can_hold_lock(ctx.state, unit, target):
            far = distance(unit.hex, target.hex) > LOCK_RANGE
            ctx.emit(LockLost(unit.id, target.id, "out of range" if far else "out of sight"))


@heeds("hex100.lock-persistence", "hex100.target-marker")
def drop_broken_hex_lock(ctx: Ctx[State], unit: Unit, hex_: Hex) -> None:
    """End a lock on a hex that is out of sight or out of range, or when its holder is jammed."""
    if unit.jammed:
        ctx.emit(HexLockLost(unit.id, "jammed"))
    elif distance(unit.hex, hex_) > LOCK_RANGE:
        ctx.emit(HexLockLost(unit.id, "out of range"))
    elif not ctx.state.land.is_clear(unit.hex, hex_):
        ctx.emit(HexLockLost(unit.id, "out of sight"))


def look_again(ctx: Ctx[State]) -> None:
    """After anything moved or vanished: contacts first, then the locks that hang on them."""
    update_contacts(ctx)
    drop_broken_locks(ctx)


# --- Active locks

ACTIVE_LOCK = "active-lock"


@rule("hex100.stratus-active-lock")
@heeds("hex100.once-per-turn")
def refuse_active_lock(state: State, unit: Unit, order: ActiveLock) -> Refusal | None:
    """Why a unit cannot lock like that: ten hexes are the limit, sight is not needed."""
    if not equipment_effect(state, unit, "stratus"):
        message = "An active lock needs a Stratus Sensor System that works and is not jammed."
        return Refusal("no-such-device", "hex100.stratus-active-lock", message)
    if ACTIVE_LOCK in unit.used:
        return Refusal("used", "hex100.once-per-turn", "The active lock has been used this round.")
    target = state.enemy_called(unit.seat, order.target)
    if target is None:
        return no_contact(order.target)
    if unit.lock == target.id:
        return Refusal("locked", "hex100.lock-single", "The unit is locked on to that contact already.")
    away = distance(unit.hex, target.hex)
    if away > LOCK_RANGE:
        message = f"Locks reach {hexes(LOCK_RANGE)}; the contact is {away} away."
        return Refusal("out-of-range", "hex100.locking-common", message, {"distance": away, "range": LOCK_RANGE})
    return refuse_payment(unit, "utility")


@heeds("hex100.stratus-active-lock", "hex100.lock-single", "hex100.utility-action")
def resolve_active_lock(ctx: Ctx[State], order: ActiveLock) -> Script[None]:
    """A utility action: the lock is taken whatever the target does against it, and the unit is a beacon."""
    unit = ctx.state.units[order.unit]
    target = ctx.state.enemy_called(unit.seat, order.target)
    assert target is not None, "a legal lock has a target"
    spend(ctx, order.unit, "utility", weapons=(ACTIVE_LOCK,))
    give_up_lock(ctx, order.unit)
    ctx.emit(LockTaken(order.unit, target.id))
    if not ctx.state.units[order.unit].beacon:
        ctx.emit(BeaconLit(order.unit))
    look_again(ctx)
    yield from ()


def active_lock_options(state: State, unit: Unit) -> Iterator[Option]:
    """Every contact that the unit can lock on to for certain."""
    for target in state.found(unit.seat):
        order = ActiveLock(unit.id, state.contacts[unit.seat][target.id])
        if refuse_active_lock(state, unit, order) is None:
            label = f"Active lock on {name_for(state, unit.seat, target.id)} (makes a beacon)"
            yield Pick(label, order, "hex100.stratus-active-lock")


# --- The target marker

MARKER, MARKER_RANGE = "target-marker", 6

PAYMENTS = ("utility", "attack")


@rule("hex100.target-marker")
@heeds("hex100.once-per-turn")
def _refuse_marker(state: State, unit: Unit, goal: Hex, pay: str) -> Refusal | None:
    """Why nothing in this hex can be marked."""
    if not equipment_effect(state, unit, "target_marker"):
        message = "That needs a target marker that works and is not jammed."
        return Refusal("no-such-device", "hex100.target-marker", message)
    if MARKER in unit.used:
        return Refusal("used", "hex100.once-per-turn", "The target marker has been used this round.")
    if pay not in PAYMENTS:
        return Refusal("no-such-payment", "hex100.target-marker", "A utility or an attack action pays for it.")
    away = distance(unit.hex, goal)
    if away > MARKER_RANGE:
        message = f"A target marker reaches {hexes(MARKER_RANGE)}; the target is {away} away."
        return Refusal("out-of-range", "hex100.target-marker", message, {"distance": away, "range": MARKER_RANGE})
    if not state.land.is_clear(unit.hex, goal):
        return Refusal("no-line-of-sight", "hex100.target-marker", "A clear line of sight to the target is needed.")
    return refuse_payment(unit, pay)


@heeds("hex100.target-marker", "hex100.lock-limits", "hex100.optical-stealth")
def refuse_marking(state: State, unit: Unit, order: MarkTarget) -> Refusal | None:
    """Why a unit cannot mark an enemy; its size is no hindrance, optical stealth is."""
    target = state.enemy_called(unit.seat, order.target)
    if target is None:
        return no_contact(order.target)
    if unit.lock == target.id:
        return Refusal("locked", "hex100.lock-single", "The unit is locked on to that contact already.")
    if is_hidden_from(state, unit.seat, target):
        return Refusal("no-line-of-sight", "hex100.optical-stealth", "No eye can find the contact: optical stealth.")
    return _refuse_marker(state, unit, target.hex, order.pay)


@heeds("hex100.target-marker", "hex100.lock-limits")
def refuse_hex(state: State, unit: Unit, order: MarkHex) -> Refusal | None:
    """Why a unit cannot mark a hex: only one where it knows of nobody."""
    goal = (order.q, order.r)
    if goal not in state.land.ground:
        return Refusal("off-map", "hex100.target-marker", "That hex is off the map.")
    if any(each.standing and each.hex == goal and is_known(state, unit.seat, each) for each in state.units.values()):
        return Refusal("not-empty", "hex100.target-marker", "A unit stands there: mark it, or an empty hex.")
    if unit.lock_at == goal:
        return Refusal("locked", "hex100.lock-single", "The unit is locked on to that hex already.")
    return _refuse_marker(state, unit, goal, order.pay)


@heeds("hex100.target-marker", "hex100.lock-single")
def resolve_marking(ctx: Ctx[State], order: MarkTarget | MarkHex) -> Script[None]:
    """Roll for the lock; nothing resists it. The lock held before is gone even if the new one fails."""
    unit = ctx.state.units[order.unit]
    number = equipment_effect(ctx.state, unit, "target_marker")
    target = ctx.state.enemy_called(unit.seat, order.target) if isinstance(order, MarkTarget) else None
    spend(ctx, order.unit, order.pay, weapons=(MARKER,))
    give_up_lock(ctx, order.unit)
    roll = Roll("target marker", 1, 100, 0, unit.seat, order.unit, "hex100.target-marker", (number,))
    (face,) = yield from throw(roll)
    if face >= number:
        ctx.emit(MarkerMissed(order.unit, number, face))
    elif isinstance(order, MarkHex):
        ctx.emit(HexLocked(order.unit, order.q, order.r))
    elif target is not None:
        ctx.emit(LockTaken(order.unit, target.id))


def marker_options(state: State, unit: Unit) -> Iterator[Option]:
    """Every contact that can be marked, and a hex."""
    if not equipment_effect(state, unit, "target_marker"):
        return
    for pay in PAYMENTS:
        for enemy in state.found(unit.seat):
            order = MarkTarget(unit.id, state.contacts[unit.seat][enemy.id], pay)
            if refuse_marking(state, unit, order) is None:
                label = f"Target marker on {name_for(state, unit.seat, enemy.id)} ({pay} action)"
                yield Pick(label, order, "hex100.target-marker")
        if MARKER not in unit.used and refuse_payment(unit, pay) is None:
            at_hex = MarkHex(unit.id, *unit.hex, pay)
            yield Place(f"Target marker on a hex ({pay} action)", at_hex, "hex100.target-marker", unit=unit.id)


def guess_hex(state: State, ask: Ask, order: MarkHex, chooser: Chooser, _attempt: int) -> Order:  # noqa: ARG001 - one of the guesses
    """Any hex in reach."""
    return MarkHex(order.unit, *chooser.choice([*disc(state.units[order.unit].hex, MARKER_RANGE)]), order.pay)


def aim_hex(state: State, ask: Ask, order: MarkHex, spot: Aim) -> Order:  # noqa: ARG001 - one of the aims
    """The hex pointed at."""
    return MarkHex(order.unit, spot.x, spot.y, order.pay)


# --- Losing optical stealth


@rule("hex100.optical-stealth-lost")
def expose(ctx: Ctx[State], unit_id: str) -> bool:
    """Let a unit that carries optical stealth lose it until its next phase, if it has not yet.

    It does so while its equipment is shut down, too: a recovery in the same turn does not hide it again.
    """
    unit = ctx.state.units[unit_id]
    carries = STEALTH in ctx.state.scene.loadouts[unit_id].effects or holds_unseen(unit)
    if not carries or unit.exposed:
        return False
    ctx.emit(StealthLost(unit_id, is_hidden_from(ctx.state, other(unit.seat), unit)))
    return True


@rule("hex100.attr-silenced")
@heeds("hex100.optical-stealth-lost")
def expose_attacker(ctx: Ctx[State], unit_id: str, tokens: tuple[str, ...]) -> None:
    """An attack shows who makes it, unless all its weapons are silenced."""
    weapons = named_weapons(ctx.state, ctx.state.units[unit_id], tokens) or []
    if not all(weapon.has("silenced") for _, weapon in weapons) and expose(ctx, unit_id):
        look_again(ctx)


@heeds("hex100.optical-stealth-lost")
def finish_turn(ctx: Ctx[State], unit_id: str) -> None:
    """End a unit's turn; where enemies stand next to it then, neither side's stealth lasts."""
    ctx.emit(TurnFinished(unit_id))
    unit = ctx.state.units[unit_id]
    near = [foe.id for foe in ctx.state.standing(other(unit.seat)) if distance(foe.hex, unit.hex) == 1]
    shown = [expose(ctx, each) for each in (unit_id, *near)] if near and unit.standing else []
    if any(shown):
        look_again(ctx)


# --- Looking closer


@heeds("hex100.optical-scanner", "hex100.sensor-advanced", "hex100.once-per-turn", "hex100.utility-action")
def refuse_search(state: State, unit: Unit, order: Search) -> Refusal | None:
    """Why a unit cannot put this device to work."""
    device = DEVICES.get(order.device)
    if device is None:
        named = ", ".join(DEVICES)
        message = f"There is no such device to put to work: '{order.device}'. There are: {named}."
        return Refusal("no-such-device", "hex100.utility-action", message)
    if not equipment_effect(state, unit, device.effect):
        return Refusal("no-such-device", device.rule, f"That needs a {device.name} that works.")
    if order.device in unit.searching:
        return Refusal("used", "hex100.once-per-turn", f"The {device.name} is at work already.")
    return refuse_payment(unit, "utility")


@heeds("hex100.optical-scanner", "hex100.sensor-advanced", "hex100.utility-action", "hex100.stratus-active-scan")
def resolve_search(ctx: Ctx[State], order: Search) -> Script[None]:
    """A utility action: the device works until the unit's next phase, and its side looks again at once."""
    spend(ctx, order.unit, "utility")
    ctx.emit(Searched(order.unit, order.device))
    if DEVICES[order.device].beacon and not ctx.state.units[order.unit].beacon:
        ctx.emit(BeaconLit(order.unit))
    look_again(ctx)
    yield from ()


def search_options(state: State, unit: Unit) -> Iterator[Option]:
    """The devices that the unit can put to work now."""
    for name, device in DEVICES.items():
        order = Search(unit.id, name)
        if refuse_search(state, unit, order) is None:
            yield Pick(device.label, order, device.rule)


@rule("hex100.commander-timing", "hex100.commander-look-around")
@heeds("hex100.special-actions")
def look_around(ctx: Ctx[State], order: LookAround) -> None:
    """The commander's action for four hexes of vision until the unit's next turn, and everybody looks again."""
    spend(ctx, order.unit, "commander")
    ctx.emit(LookedAround(order.unit))
    look_again(ctx)


# --- What is offered


@rule("hex100.lock-limits")
@heeds("hex100.lock-on")
def refuse_lock_on(state: State, unit: Unit, order: LockOn) -> Refusal | None:
    refusal = refuse_payment(unit, "utility")
    if refusal is not None:
        return refusal
    target = state.enemy_called(unit.seat, order.target)
    if target is None:
        return no_contact(order.target)
    if unit.jammed:
        return Refusal("jammed", "hex100.jamming", "A jammed unit cannot lock on to anything.")
    if unit.lock == target.id:
        return Refusal("locked", "hex100.lock-single", "The unit is locked on to that contact already.")
    if can_lock(state, unit, target):
        return None
    away = distance(unit.hex, target.hex)
    if away > LOCK_RANGE:
        message = f"Locks reach {hexes(LOCK_RANGE)}; the contact is {away} away."
        return Refusal("out-of-range", "hex100.locking-common", message, {"distance": away, "range": LOCK_RANGE})
    if can_hold_lock(state, unit, target):
        message = "The contact is too small to lock on to without soliton radar."
        return Refusal("too-small", "hex100.lock-limits", message)
    if is_hidden_from(state, unit.seat, target):
        message = "No eye can find the contact: optical stealth. Without a sensor lock a line of sight is needed."
        return Refusal("no-line-of-sight", "hex100.optical-stealth", message)
    return Refusal("no-line-of-sight", "hex100.lock-on", "Without a sensor lock a line of sight is needed.")


def refuse_resist(state: State, unit: Unit, order: Resist) -> Refusal | None:  # noqa: ARG001 - one of the orders
    if unit.resisting:
        return Refusal("resisting", "hex100.electronic-resistance", "The unit resists already.")
    return refuse_payment(unit, "utility")


def offer_locks(state: State, unit: Unit) -> Iterator[Option]:
    """Contacts to lock on to, and resistance."""
    if not payment(unit, "utility"):
        return
    for enemy in known_enemies(state, unit.seat).values():
        if enemy.id != unit.lock and can_lock(state, unit, enemy):
            label = f"Lock on to {name_for(state, unit.seat, enemy.id)}"
            yield Pick(label, LockOn(unit.id, state.contacts[unit.seat][enemy.id]), "hex100.lock-on")
    if not unit.resisting:
        yield Pick("Electronic resistance", Resist(unit.id), "hex100.electronic-resistance")


def offer_searches(state: State, unit: Unit) -> Iterator[Option]:
    """What the acting unit may do here."""
    yield from search_options(state, unit)
    yield from active_lock_options(state, unit)
    yield from marker_options(state, unit)


# --- The contents of the chapter

DETECTION: Chapter[State] = Chapter(
    "Detection, locks and optical stealth",
    orders=(
        OrderRules(LockOn, "act", acting(refuse_lock_on), resolve_lock_on),
        OrderRules(Resist, "act", acting(refuse_resist), resist),
        OrderRules(LookAround, "act", acting(refuse_commander), look_around),
        OrderRules(Search, "act", acting(refuse_search), resolve_search),
        OrderRules(MarkTarget, "act", acting(refuse_marking), resolve_marking),
        OrderRules(
            MarkHex,
            "act",
            acting(refuse_hex),
            resolve_marking,
            guess_hex,
            aim=aim_hex,
            tries=TRIES,
        ),
        OrderRules(ActiveLock, "act", acting(refuse_active_lock), resolve_active_lock),
    ),
    events={
        Detected: detected,
        LockTaken: lock,
        LockLost: lock,
        LockResisted: lock,
        ResistanceBegan: own_deed("resists electronically", "hex100.electronic-resistance"),
        LookedAround: own_deed("has its commander look around", "hex100.commander-look-around"),
        Marked: marked,
        BeaconLit: beacon_lit,
        StealthLost: stealth_lost,
        Searched: searched,
        MarkerMissed: marker,
        HexLocked: marker,
        HexLockLost: marker,
    },
)
