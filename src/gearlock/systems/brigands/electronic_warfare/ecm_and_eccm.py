"""8.2f, 8.3 and 8.4: Detailed Scan, Scramble and Unscramble, ECM Defense raised and broken."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Target, decline
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Line
from gearlock.mechanics.pools.lines import dice
from gearlock.systems.brigands.actions import payment
from gearlock.systems.brigands.attacks.exchange import end_exchange
from gearlock.systems.brigands.comms import DETAILED_SCAN, Boost, boosters, comms_rating
from gearlock.systems.brigands.damage import harmed, let_go, resolve_marginal_hits
from gearlock.systems.brigands.ecm_defense import defense_modifiers
from gearlock.systems.brigands.electronic_warfare.contests import (
    DISABLE_DEFENSE,
    SCRAMBLE,
    ActiveEcmDeclared,
    Clash,
    Contested,
    DefenseFirstChosen,
    DefenseLost,
    DefensePassed,
    DefensePhaseOpened,
    DefenseRaised,
    DetailedScan,
    DisableDefense,
    EwDeclared,
    Jam,
    RaiseDefense,
    Scanned,
    Scramble,
    Scrambled,
    Unscramble,
    Unscrambled,
    active_jammers,
    attacker_modifiers,
    base_modifiers,
    cover_modifiers,
    declare,
    defender_modifiers,
    eccm_modifiers,
    refuse_jam,
    refuse_mark,
    refuse_user,
    resolve_clash,
    resolve_contest,
    settle_answers,
)
from gearlock.systems.brigands.lock_and_cover.sharing import lenders_on
from gearlock.systems.brigands.lock_and_cover.sight import has_sensor_lock, sensor_range
from gearlock.systems.brigands.objectives.objectives import scannable_wrecks
from gearlock.systems.brigands.opposed_rolls import pool_throw
from gearlock.systems.brigands.state import TOP_SPEED, State, Unit, opponent
from gearlock.table.inches import gap
from gearlock.table.measure import inches

_RULES = {
    "Active ECM": "brigands.8.3b",
    "Scramble": "brigands.8.3c",
    "Disable Defense": "brigands.8.4d",
    "Unscramble": "brigands.8.4c",
    "ECM Defense": "brigands.8.3d",
    "Detailed Scan": "brigands.8.2f",
}


def _name(state: State, unit: str) -> str:
    return state.units[unit].name


def _dice(faces: tuple[int, ...]) -> str:
    return f"[{' '.join(map(str, faces))}]" if faces else "no dice"


def jammed(state: State, event: ActiveEcmDeclared, _seat: str | None) -> Line:
    text = f"{state.name_of(event.unit)} sets Active ECM against the {event.action} of {state.name_of(event.origin)}."
    return Line(text, (event.unit, event.origin), "brigands.8.3b")


def declared(state: State, event: EwDeclared, _seat: str | None) -> Line:
    at = f" on {state.name_of(event.target)}" if event.target else ""
    at += f" by the sensors of {state.name_of(event.sharer)}" if event.sharer else ""
    units = tuple(name for name in (event.unit, event.target, event.sharer) if name)
    return Line(f"{state.name_of(event.unit)} uses {event.action}{at}.", units, _RULES[event.action])


def scanned(state: State, event: Scanned, _seat: str | None) -> Line:
    outcome = "has a full picture" if event.success else "gets no picture"
    text = f"{state.name_of(event.unit)} {outcome} of {state.name_of(event.target)}."
    return Line(text, (event.unit, event.target), "brigands.8.2f")


def scrambled(state: State, event: Scrambled, _seat: str | None) -> Line:
    text = f"{state.name_of(event.unit)} is scrambled: a Haywire token, and no Command Points."
    return Line(text, (event.unit, event.by), "brigands.8.3c")


def unscrambled(state: State, event: Unscrambled, _seat: str | None) -> Line:
    return Line(f"{state.name_of(event.unit)} loses its Haywire token.", (event.unit, event.by), "brigands.8.4c")


def raised(state: State, event: DefenseRaised, _seat: str | None) -> Line:
    return Line(f"{state.name_of(event.unit)} has its ECM Defense up.", (event.unit,), "brigands.8.3d")


def lost(state: State, event: DefenseLost, _seat: str | None) -> Line:
    rule_id = "brigands.8.4d" if event.by else "brigands.8.3d"
    return Line(f"{state.name_of(event.unit)} loses its ECM Defense.", (event.unit,), rule_id)


def passed(_state: State, event: DefensePassed, _seat: str | None) -> Line:
    return Line(f"{event.seat} raises no ECM Defense.", (), "brigands.8.3e")


def contested(state: State, event: Contested, _seat: str | None) -> Line:
    sides = f"{_dice(event.attack_faces)} = {event.attack} against {_dice(event.defence_faces)} = {event.defence}"
    outcome = "it works" if event.success else "it fails"
    unit, target = state.name_of(event.unit), state.name_of(event.target)
    rolls = (
        pool_throw(f"{unit}: {event.action}", event.attack_faces, event.attack_lines, event.attack),
        pool_throw(f"{target} defends", event.defence_faces, event.defence_lines, event.defence),
    )
    text = f"{event.action} by {unit} on {target}: {sides}: {outcome}."
    return Line(text, (event.unit, event.target), _RULES[event.action], rolls)


# --- 8.2f: Detailed Scan, a close look at an enemy that some objectives ask for


@rule("brigands.8.2f")
@heeds("brigands.8.2a", "brigands.11.3-scan")
def refuse_scan(state: State, order: DetailedScan) -> Refusal | None:
    """Why an enemy cannot be scanned: Comms, an Action, posture, Sensor Lock, half the range of the sensors.

    A wreck is an enemy still.
    """
    unit = state.units[order.unit]
    refusal = refuse_user(unit, "Comms", DETAILED_SCAN, "brigands.8.2f")
    if refusal is not None:
        return refusal
    if unit.stance == TOP_SPEED:
        return Refusal(
            "posture", "brigands.8.2f", f"The {unit.name} is too fast for a Detailed Scan: Braced or Combat Speed."
        )
    refusal = refuse_mark(state, unit, order.target, False, "brigands.8.2f", order.sharer, wrecks=True)
    if refusal is not None:
        return refusal
    target, reach = state.units[order.target], sensor_range(unit) // 2
    far = gap(unit.body, target.body)
    if far <= reach:
        return None
    message = (
        f"The {target.name} is {inches(far)} in away; a Detailed Scan reaches {inches(reach)} in, half the sensors."
    )
    return Refusal("range", "brigands.8.2f", message, {"distance": far, "range": reach})


@heeds("brigands.8.2f", "brigands.8.1b")
def resolve_scan(ctx: Ctx[State], order: DetailedScan) -> Script[None]:
    """Draw fire, get through or be jammed, and tell whether the Scan succeeded. The Action is spent either way."""
    answers = yield from declare(ctx, order.unit, DETAILED_SCAN, order.target, order.sharer)
    success = yield from resolve_contest(ctx, order.unit, "", DETAILED_SCAN)
    yield from settle_answers(ctx, answers)
    ctx.emit(Scanned(order.unit, order.target, success))
    end_exchange(ctx)


# --- 8.3c and 8.4c: Scramble, which gives an enemy a Haywire token, and Unscramble, which takes one away

UNSCRAMBLE = "Unscramble"

VULNERABLE = "Vuln:H"


@heeds("brigands.8.3c")
def refuse_scramble(state: State, order: Scramble) -> Refusal | None:
    """Why an enemy cannot be scrambled: ECM, an Action, Sensor Lock. Nothing in between hides it from that."""
    unit = state.units[order.unit]
    refusal = refuse_user(unit, "ECM", SCRAMBLE, "brigands.8.3c")
    return refusal or refuse_mark(state, unit, order.target, False, "brigands.8.3c", order.sharer)


@heeds("brigands.8.3c", "brigands.8.4b", "brigands.trait.vuln-h", "brigands.1.2c")
def scramble(state: State, unit_id: str, target_id: str) -> Clash:
    """The Opposed Roll: ECM and one dice against two, with Cover, ECM Defense and ECCM for the target."""
    unit, target = state.units[unit_id], state.units[target_id]
    strength = unit.trait("ECM")
    attack = base_modifiers(strength + 1, f"ECM:{strength}", "brigands.8.3c") + attacker_modifiers(state, unit)
    if target.has(VULNERABLE):
        attack.append(dice(1, VULNERABLE, "brigands.trait.vuln-h"))
    defence = defender_modifiers(state, target) + cover_modifiers(state, unit, target)
    defence += defense_modifiers(state, target) + eccm_modifiers(state, target)
    return Clash(SCRAMBLE, unit_id, target_id, attack, defence)


@rule("brigands.8.3c")
@heeds("brigands.8.1b")
def resolve_scramble(ctx: Ctx[State], order: Scramble) -> Script[None]:
    """Draw fire, roll, and give the token after all damage, as Haywire weapons do: it does not hamper that fire."""
    answers = yield from declare(ctx, order.unit, SCRAMBLE, order.target, order.sharer)
    success = yield from resolve_clash(ctx, scramble(ctx.state, order.unit, order.target))
    yield from settle_answers(ctx, answers)
    if success and ctx.state.units[order.target].is_fielded:
        yield from resolve_disorder(ctx, order.unit, order.target)
    end_exchange(ctx)


@heeds("brigands.8.3c", "brigands.trait.vuln-h")
def resolve_disorder(ctx: Ctx[State], by: str, target_id: str) -> Script[None]:
    """A Haywire token and no Command Points; no Marginal Hit but for the vulnerable, and that an ordinary one."""
    ctx.emit(Scrambled(target_id, by))
    if not ctx.state.units[target_id].has(VULNERABLE):
        return
    damage = yield from resolve_marginal_hits(ctx, by, target_id, 1, SCRAMBLE)
    if damage:
        ctx.emit(harmed(ctx.state.units[target_id], damage, by, SCRAMBLE, attack=False))
        let_go(ctx, target_id)


@rule("brigands.8.4c")
@heeds("brigands.trait.eccm")
def refuse_unscramble(state: State, order: Unscramble) -> Refusal | None:
    """Why a Haywire token cannot be taken off a friend: ECCM, an Action, Sensor Lock, and there must be one."""
    unit = state.units[order.unit]
    refusal = refuse_user(unit, "ECCM", UNSCRAMBLE, "brigands.8.4c")
    refusal = refusal or refuse_mark(state, unit, order.target, True, "brigands.8.4c")
    if refusal is None and not state.units[order.target].haywire:
        return Refusal("haywire", "brigands.8.4c", f"The {state.units[order.target].name} has no Haywire token.")
    return refusal


@heeds("brigands.8.4c", "brigands.8.1b")
def resolve_unscramble(ctx: Ctx[State], order: Unscramble) -> Script[None]:
    """Draw fire, and take the token off without a roll."""
    answers = yield from declare(ctx, order.unit, UNSCRAMBLE, order.target)
    yield from settle_answers(ctx, answers)
    if ctx.state.units[order.target].is_fielded:
        ctx.emit(Unscrambled(order.target, order.unit))
    end_exchange(ctx)


# --- 8.3d and 8.4d: raising ECM Defense, breaking the enemy's, and losing one's own

RULE = "brigands.8.3e"


ECM_DEFENSE = "ECM Defense"

ECCM_BASE = 4


@heeds("brigands.8.3d", "brigands.trait.ecm")
def refuse_raising(unit: Unit) -> Refusal | None:
    """Why a model cannot raise ECM Defense: ECM, an Action, and it must not be up already."""
    refusal = refuse_user(unit, "ECM", ECM_DEFENSE, "brigands.8.3d")
    if refusal is None and unit.jamming:
        return Refusal("raised", "brigands.8.3d", f"The {unit.name} has an ECM Defense token already.")
    return refusal


@heeds("brigands.8.3d", "brigands.8.1b")
def resolve_raising(ctx: Ctx[State], order: RaiseDefense) -> Script[None]:
    """Draw fire and lay the token. It comes together with the damage, so it is no help against that fire."""
    answers = yield from declare(ctx, order.unit, ECM_DEFENSE, "")
    yield from settle_answers(ctx, answers)
    unit = ctx.state.units[order.unit]
    if unit.is_fielded and unit.has("ECM"):
        ctx.emit(DefenseRaised(order.unit))
    end_exchange(ctx)


@heeds("brigands.8.3d", "brigands.wtrait.aux")
def drop_defenses(ctx: Ctx[State]) -> None:
    """Take the token off every model that has lost its ECM."""
    for unit in list(ctx.state.units.values()):
        if unit.jamming and not unit.has("ECM"):
            ctx.emit(DefenseLost(unit.id))


@rule("brigands.8.4d")
@heeds("brigands.trait.eccm")
def refuse_disabling(state: State, order: DisableDefense) -> Refusal | None:
    """Why an enemy's ECM Defense cannot be broken: ECCM, an Action, Sensor Lock, and it must be up."""
    unit = state.units[order.unit]
    refusal = refuse_user(unit, "ECCM", DISABLE_DEFENSE, "brigands.8.4d")
    refusal = refusal or refuse_mark(state, unit, order.target, False, "brigands.8.4d", order.sharer)
    if refusal is None and not state.units[order.target].jamming:
        message = f"The {state.units[order.target].name} has no ECM Defense token."
        return Refusal("no-defense", "brigands.8.4d", message)
    return refusal


@heeds("brigands.8.4d", "brigands.1.2c")
def disabling(state: State, unit_id: str, target_id: str) -> Clash:
    """The Opposed Roll: four dice against ECM and one, with Cover for the target; ECM Defense does not guard itself."""
    unit, target = state.units[unit_id], state.units[target_id]
    strength = target.trait("ECM")
    attack = base_modifiers(ECCM_BASE, "ECCM", "brigands.8.4d") + attacker_modifiers(state, unit)
    defence = base_modifiers(strength + 1, f"ECM:{strength}", "brigands.8.4d") + defender_modifiers(state, target)
    return Clash(DISABLE_DEFENSE, unit_id, target_id, attack, defence + cover_modifiers(state, unit, target))


@heeds("brigands.8.4d", "brigands.8.1b")
def resolve_disabling(ctx: Ctx[State], order: DisableDefense) -> Script[None]:
    """Draw fire, roll, and take the token off."""
    answers = yield from declare(ctx, order.unit, DISABLE_DEFENSE, order.target, order.sharer)
    success = yield from resolve_clash(ctx, disabling(ctx.state, order.unit, order.target))
    yield from settle_answers(ctx, answers)
    if success and ctx.state.units[order.target].jamming:
        ctx.emit(DefenseLost(order.target, order.unit))
    end_exchange(ctx)


@heeds("brigands.8.3e")
def able_defenders(state: State, seat: str) -> list[Unit]:
    """The models of a seat that could raise ECM Defense now."""
    return [unit for unit in state.fielded(seat) if "ECM" in unit.line.traits and refuse_raising(unit) is None]


@heeds("brigands.8.3e")
def refuse_defense(state: State, question: Ask, order: RaiseDefense) -> Refusal | None:
    """Why a model cannot raise ECM Defense in the phase for it."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != question.seat or not unit.is_fielded:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no model of yours in play.")
    return refuse_raising(unit)


# --- What is offered


@rule("brigands.8.3", "brigands.8.4")
@heeds("brigands.8.1")
def offer_electronics(state: State, unit: Unit) -> Iterator[Option]:
    """What the Active model may do by this chapter."""
    traits = unit.line.traits
    if not payment(unit) or not ("ECM" in traits or "ECCM" in traits or "Comms" in traits):
        return
    if refuse_raising(unit) is None:
        yield Pick(f"ECM Defense:{unit.trait('ECM')}", RaiseDefense(unit.id), "brigands.8.3d")
    for enemy in state.fielded(opponent(unit.seat)):
        yield from _options_on(state, unit, enemy)
    for wreck in scannable_wrecks(state, unit.seat):
        scan = DetailedScan(unit.id, wreck.id)
        if refuse_scan(state, scan) is None:
            yield Target(f"Detailed Scan of the wreck of the {wreck.name}", scan, "brigands.8.2f", unit=wreck.id)
    if "ECCM" in traits:
        for friend in state.fielded(unit.seat):
            order = Unscramble(unit.id, friend.id)
            if friend.haywire and refuse_unscramble(state, order) is None:
                yield Target(f"Unscramble the {friend.name}", order, "brigands.8.4c", unit=friend.id)


def _options_on(state: State, unit: Unit, enemy: Unit) -> Iterator[Option]:
    """What may be done to an enemy in Sensor Lock, or else by the Lock of each friend who could share it."""
    sharers = [""] if has_sensor_lock(state, unit, enemy) else [one.id for one in lenders_on(state, unit, enemy)]
    for sharer in sharers:
        scramble, scan = Scramble(unit.id, enemy.id, sharer), DetailedScan(unit.id, enemy.id, sharer)
        disable = DisableDefense(unit.id, enemy.id, sharer)
        on = f"{enemy.name}{f' by the sensors of the {state.units[sharer].name}' if sharer else ''}"
        if refuse_scramble(state, scramble) is None:
            yield Target(f"Scramble the {on}", scramble, "brigands.8.3c", unit=enemy.id)
        if refuse_scan(state, scan) is None:
            yield Target(f"Detailed Scan of the {on}", scan, "brigands.8.2f", unit=enemy.id)
        if enemy.jamming and refuse_disabling(state, disable) is None:
            yield Target(f"Disable the ECM Defense of the {on}", disable, "brigands.8.4d", unit=enemy.id)


def offer_jamming(state: State, ask: Ask) -> Iterator[Option]:
    origin = state.units[ask.about[0]]
    for unit in active_jammers(state, origin):
        yield Pick(f"Active ECM:{unit.trait('ECM')} by the {unit.name}", Jam(unit.id, origin.id), ask.rule)
    yield decline("Let it pass", ask.rule)


def offer_boosts(state: State, ask: Ask) -> Iterator[Option]:
    origin = state.units[ask.about[0]]
    for unit in boosters(state, origin, ask.about[1]):
        label = f"Boost by the {unit.name}: {comms_rating(state, unit)}"
        yield Pick(label, Boost(unit.id, origin.id), ask.rule)
    yield decline("No Boost", ask.rule)


def offer_defenses(state: State, ask: Ask) -> Iterator[Option]:
    for unit in able_defenders(state, ask.seat):
        yield Pick(f"ECM Defense:{unit.trait('ECM')} by the {unit.name}", RaiseDefense(unit.id), ask.rule)
    yield decline("Pass", ask.rule)


def refuse_raising_now(state: State, ask: Ask, _order: RaiseDefense) -> Refusal | None:
    return refuse_raising(state.units[ask.unit])


# --- The contents of the chapter

ELECTRONIC_WARFARE: Chapter[State] = Chapter(
    "8.1, 8.3 and 8.4: electronic warfare",
    orders=(
        OrderRules(Jam, "jam", refuse_jam),
        OrderRules(
            DetailedScan,
            "act",
            by_order(refuse_scan),
            resolve_scan,
        ),
        OrderRules(
            Scramble,
            "act",
            by_order(refuse_scramble),
            resolve_scramble,
        ),
        OrderRules(
            Unscramble,
            "act",
            by_order(refuse_unscramble),
            resolve_unscramble,
        ),
        OrderRules(
            RaiseDefense,
            "act",
            refuse_raising_now,
            resolve_raising,
        ),
        OrderRules(RaiseDefense, "defense", refuse_defense),
        OrderRules(
            DisableDefense,
            "act",
            by_order(refuse_disabling),
            resolve_disabling,
        ),
    ),
    events={
        ActiveEcmDeclared: jammed,
        EwDeclared: declared,
        Contested: contested,
        Scanned: scanned,
        Scrambled: scrambled,
        Unscrambled: unscrambled,
        DefenseRaised: raised,
        DefenseLost: lost,
        DefensePhaseOpened: None,
        DefenseFirstChosen: None,
        DefensePassed: passed,
    },
)
