"""8.1 and 8.3: who may use electronic warfare, what it gives away, and how enemies contest it."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.asks import Ask
from gearlock.kernel.dice import Faces
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice
from gearlock.odds.pools import Pools, pool_score
from gearlock.systems.brigands.actions import pay, payment
from gearlock.systems.brigands.attacks.attack import evade_rerolls
from gearlock.systems.brigands.attacks.exchange import offer_snap_fire, resolve_strikes, settle_wounds, threatened
from gearlock.systems.brigands.attacks.modifiers import Strike
from gearlock.systems.brigands.chain_of_command import is_near, mind_modifiers, stable_modifiers
from gearlock.systems.brigands.comms import (
    FORWARD_OBSERVATION,
    LEAST,
    comms_rating,
    is_beyond_jamming,
    jammers,
    offer_boost,
)
from gearlock.systems.brigands.dice import BASE_DICE, bonus_of, margin_of_success, pool_of, score, standard_modifiers
from gearlock.systems.brigands.lock_and_cover.sharing import is_tracked_by, refuse_lock_on
from gearlock.systems.brigands.lock_and_cover.sight import look_at
from gearlock.systems.brigands.opposed_rolls import Results, Sides, resolve_opposed_roll
from gearlock.systems.brigands.state import WRECK, Rolled, State, Unit, opponent
from gearlock.systems.brigands.vtols import airborne_modifiers


class Jam(Order, frozen=True, tag="jam"):
    """Contest an enemy's Comms with Active ECM."""

    unit: str
    origin: str


class DetailedScan(Order, frozen=True, tag="detailed-scan"):
    """Spend an Action on a close look at an enemy with sensors and Comms."""

    unit: str
    target: str
    sharer: str = ""


class Scramble(Order, frozen=True, tag="scramble"):
    """Spend an Action on throwing an enemy's electronics into disorder."""

    unit: str
    target: str
    sharer: str = ""


class Unscramble(Order, frozen=True, tag="unscramble"):
    """Spend an Action on taking a Haywire token off a friend, or off oneself."""

    unit: str
    target: str


class RaiseDefense(Order, frozen=True, tag="raise-defense"):
    """Spend an Action on ECM Defense for oneself and the friends around."""

    unit: str


class DisableDefense(Order, frozen=True, tag="disable-defense"):
    """Spend an Action on breaking an enemy's ECM Defense."""

    unit: str
    target: str
    sharer: str = ""


class ActiveEcmDeclared(Event, frozen=True, tag="active-ecm-declared"):
    """A model set its ECM against an enemy that uses Comms, and what it paid with."""

    unit: str
    origin: str
    action: str
    cost: str

    def change(self, state: State) -> None:
        pay(state.units[self.unit], self.cost)


class EwDeclared(Event, frozen=True, tag="ew-declared"):
    """A model began an action of electronic warfare, on whom, what it paid with, and who shares its sensors for it."""

    unit: str
    action: str
    target: str
    cost: str
    sharer: str = ""

    def change(self, state: State) -> None:
        pay(state.units[self.unit], self.cost)


class Scanned(Event, frozen=True, tag="scanned"):
    """A Detailed Scan of an enemy, and whether it succeeded."""

    unit: str
    target: str
    success: bool

    @heeds("brigands.8.2f", "brigands.11.3-scan")
    def change(self, state: State) -> None:
        """What a Scan has found out is known for the rest of the battle."""
        unit = state.units[self.target]
        unit.scanned = unit.scanned or self.success


class Scrambled(Event, frozen=True, tag="scrambled"):
    """A model has a Haywire token and no Command Points left."""

    unit: str
    by: str

    @heeds("brigands.8.3c")
    def change(self, state: State) -> None:
        """A Haywire token, of which one is all there is, and no Command Points until the next Setup Phase."""
        unit = state.units[self.unit]
        unit.haywire, unit.command = True, 0


class Unscrambled(Event, frozen=True, tag="unscrambled"):
    """A Haywire token was taken off a model."""

    unit: str
    by: str

    @heeds("brigands.8.4c")
    def change(self, state: State) -> None:
        """The token goes; Command Points do not come back with it."""
        state.units[self.unit].haywire = False


class DefenseRaised(Event, frozen=True, tag="defense-raised"):
    """A model has an ECM Defense token; in the phase for it, the seat that goes on."""

    unit: str
    next: str = ""

    def change(self, state: State) -> None:
        state.units[self.unit].jamming = True
        if self.next:
            state.turn, state.passes = self.next, 0


class DefenseLost(Event, frozen=True, tag="defense-lost"):
    """An ECM Defense token came off a model: an enemy broke it, or it has no ECM any more."""

    unit: str
    by: str = ""

    def change(self, state: State) -> None:
        state.units[self.unit].jamming = False


class DefensePhaseOpened(Event, frozen=True, tag="defense-phase-opened"):
    """The ECM Defense Phase: somebody could raise a defense before anybody acts."""

    def change(self, state: State) -> None:
        state.phase, state.turn, state.passes = "ecm", "", 0


class DefenseFirstChosen(Event, frozen=True, tag="defense-first-chosen"):
    """The seat that may raise ECM Defense first."""

    seat: str

    def change(self, state: State) -> None:
        state.turn = self.seat


class DefensePassed(Event, frozen=True, tag="defense-passed"):
    """A seat raised nothing; the other goes on, or the phase is over when none is next."""

    seat: str
    next: str

    def change(self, state: State) -> None:
        state.turn = self.next
        state.passes += 1
        if not self.next:
            state.phase, state.passes = "action", 0


class Contested(Event, frozen=True, tag="contested"):
    """Both pools of an Opposed Roll of electronic warfare, with results and Margin of Success."""

    unit: str
    action: str
    target: str
    attack_faces: tuple[int, ...]
    defence_faces: tuple[int, ...]
    attack: int
    defence: int
    margin: int
    success: bool
    attack_lines: tuple[Modifier, ...] = ()
    """What made the pools: every modifier of either side."""
    defence_lines: tuple[Modifier, ...] = ()

    def change(self, state: State) -> None:
        sides = (self.attack, self.attack_faces), (self.defence, self.defence_faces)
        attack, defence = (result - pool_score(faces) if faces else 0 for result, faces in sides)
        counts = len(self.attack_faces), len(self.defence_faces)
        state.bites = None
        state.rolled = Rolled(self.unit, self.action, self.target, self.attack, self.defence, *counts, attack, defence)


# --- 8.1b: whoever uses electronic warfare gives itself away to the enemies that have Sensor Lock on it

EW_ACTION = "electronic warfare"


@rule("brigands.8.1b")
@heeds("brigands.6.3")
def trackers(state: State, origin: Unit, targets: tuple[str, ...] = ()) -> list[str]:
    """The enemies who may answer: those with Sensor Lock on the Origin, the targets, and whoever is near one."""
    near = threatened(state, origin, targets)
    return [
        enemy.id
        for enemy in state.fielded(opponent(origin.seat))
        if enemy.id in near or is_tracked_by(state, enemy, origin)
    ]


@heeds("brigands.8.1a", "brigands.8.1b", "brigands.4.3b")
def offer_origin_fire(
    ctx: Ctx[State], origin_id: str, targets: tuple[str, ...] = (), sharer: str = ""
) -> Script[list[Strike]]:
    """Ask the enemies for Snap Fire at an Active Origin, or at the friend who shares its sensors with it.

    Its Strikes are resolved together with what the Origin does.

    Reactions and what is done outside an activation give nobody away: Snap Fire is for the Active model and its drones.
    """
    active, origin = ctx.state.active(), ctx.state.units[origin_id]
    if active is None or active.id not in (origin.id, origin.controller):
        return []
    victims = (origin.id, sharer) if sharer else (origin.id,)
    return (yield from offer_snap_fire(ctx, trackers(ctx.state, origin, targets), EW_ACTION, victims))


# --- 8.1: what all actions of electronic warfare have in common: who may take one, on whom, and the fire it draws


@rule("brigands.8.1")
@heeds("brigands.1.6b")
def refuse_user(unit: Unit, trait: str, action: str, rule_id: str) -> Refusal | None:
    """Why a model cannot take an action of electronic warfare at all: it lacks the trait, or an Action."""
    if not unit.has(trait):
        return Refusal("trait", rule_id, f"{action} needs {trait}, which the {unit.name} has not or cannot use.")
    if not payment(unit):
        return Refusal("no-action", rule_id, f"The {unit.name} has no Action or token left for {action}.")
    return None


@heeds("brigands.8.1", "brigands.4.3-sensor-lock", "brigands.9.2-target")
def refuse_mark(
    state: State,
    unit: Unit,
    target_id: str,
    friend: bool,
    rule_id: str,
    sharer: str = "",
    wrecks: bool = False,
) -> Refusal | None:
    """Why a model cannot be the target: not in play, on the wrong side, a Drone, out of Sensor Lock."""
    target = state.units.get(target_id)
    side = "friend" if friend else "enemy"
    there = target is not None and (target.is_fielded or (wrecks and target.status == WRECK))
    if target is None or not there or (target.seat == unit.seat) != friend:
        return Refusal("target", rule_id, f"{target_id or 'Nobody'} is no {side} in play.")
    if target.controller and not friend:
        return Refusal("drone", "brigands.9.2-target", f"The {target.name} is a Drone: electronics do not bother it.")
    return refuse_lock_on(state, unit, target, sharer, rule_id)


@heeds("brigands.8.3c", "brigands.8.4d", "brigands.4.4-defensive")
def cover_modifiers(state: State, unit: Unit, target: Unit) -> list[Modifier]:
    """Cover as against a Direct Attack on a Primary Target. Full Heavy Cover counts like Heavy: it stops no signals."""
    cover = look_at(state, unit, target).dice
    label = "Heavy Defensive Cover" if cover == 2 else "Light Defensive Cover"
    return [dice(cover, label, "brigands.4.4-defensive")] if cover else []


@heeds("brigands.8.1b", "brigands.8.1a")
def declare(ctx: Ctx[State], unit_id: str, action: str, target: str, sharer: str = "") -> Script[list[Strike]]:
    """Pay for an action and offer the enemy Snap Fire at the Origin; what comes of that is still held back."""
    ctx.emit(EwDeclared(unit_id, action, target, payment(ctx.state.units[unit_id]), sharer))
    return (yield from offer_origin_fire(ctx, unit_id, (target,) if target in ctx.state.units else (), sharer))


@heeds("brigands.8.1b")
def settle_answers(ctx: Ctx[State], answers: list[Strike]) -> Script[None]:
    """Work out the Snap Fire that an action drew; the action itself goes through even if its Origin does not."""
    wounds = yield from resolve_strikes(ctx, answers)
    yield from settle_wounds(ctx, wounds)


# --- 1.2c and 8.4a: the Opposed Rolls of electronic warfare. No skill counts in them; ratings are Base Dice

ACTIVE_ECM, SCRAMBLE, DISABLE_DEFENSE = "Active ECM", "Scramble", "Disable Defense"
ECCM_DICE = 2


class Clash(NamedTuple):
    """One Opposed Roll to be made: what it is about, who against whom, and the lines of both."""

    action: str
    unit: str
    target: str
    attack: list[Modifier]
    defence: list[Modifier]

    @property
    def pools(self) -> Pools:
        """The dice and results that the lines come to."""
        return Pools(pool_of(self.attack), pool_of(self.defence), bonus_of(self.attack), bonus_of(self.defence))


@heeds("brigands.1.2d", "brigands.1.2c")
def base_modifiers(count: int, label: str, rule_id: str) -> list[Modifier]:
    """So many Base Dice, told as what they are more or less than the usual two."""
    return [dice(count - BASE_DICE, f"{label}: {count} Base Dice", rule_id)] if count != BASE_DICE else []


@heeds("brigands.1.2f", "brigands.trait.stable", "brigands.trait.ann")
def attacker_modifiers(state: State, unit: Unit) -> list[Modifier]:
    """What counts for whoever uses ECM or ECCM against another: posture, damage, a steady frame, its mind."""
    return standard_modifiers(unit, attacking=True) + stable_modifiers(state, unit) + mind_modifiers(state, unit)


@heeds("brigands.1.2f", "brigands.9.7", "brigands.trait.ann")
def defender_modifiers(state: State, unit: Unit) -> list[Modifier]:
    """What counts for whom it is used against: posture, damage, being in the air, its mind."""
    return standard_modifiers(unit, attacking=False) + airborne_modifiers(state, unit) + mind_modifiers(state, unit)


@rule("brigands.8.4a", "brigands.8.4b", "brigands.trait.eccm")
def eccm_modifiers(state: State, target: Unit) -> list[Modifier]:
    """Two dice against ECM for a model with ECCM or with a friend within 6 in that has it, once."""
    helped = any(unit.has("ECCM") and is_near(unit.body, target.body) for unit in state.fielded(target.seat))
    return [dice(ECCM_DICE, "ECCM", "brigands.trait.eccm")] if helped else []


@rule("brigands.1.2c")
@heeds("brigands.1.2j")
def resolve_clash(ctx: Ctx[State], clash: Clash) -> Script[bool]:
    """Make the roll, with Rerolls like any other; a Margin of Success of 0 is enough."""
    pools = clash.pools

    def report(attack: Faces, defence: Faces) -> tuple[Contested, str, Results]:
        ours, theirs = score(attack, pools.attack_modifier), score(defence, pools.defence_modifier)
        margin = margin_of_success(ours, theirs)
        who, lines = (clash.unit, clash.action, clash.target), (tuple(clash.attack), tuple(clash.defence))
        event = Contested(*who, attack, defence, ours, theirs, margin, margin >= 0, *lines)
        outcome = "it works" if event.success else "it fails"
        return event, f"{clash.action} {ours} against {theirs}, {outcome}", Results(ours, theirs)

    guard = evade_rerolls(ctx.state, ctx.state.units[clash.target])
    sides = Sides(clash.unit, clash.target, pools, [], guard, lambda margin: float(margin >= 0))
    rolled = yield from resolve_opposed_roll(ctx, sides, report)
    return rolled.success


# --- 8.2c, 8.3b and steps 3 to 6 of 8.5: enemies contest the use of Comms, friends boost it; it gets through or not


@rule("brigands.8.1a")
@heeds("brigands.8.2c", "brigands.8.2d", "brigands.8.3b")
def resolve_contest(ctx: Ctx[State], origin_id: str, receiver_id: str, action: str) -> Script[bool]:
    """Whether an Origin's Comms get through to a Receiver, or get their picture of a target.

    Active ECM is declared, then a Boost; a rating below 1 fails; only then is Active ECM rolled for. Nobody stops
    satellites, and an Observation nobody jams always arrives.
    """
    origin = ctx.state.units[origin_id]
    if is_beyond_jamming(ctx.state, origin, receiver_id, action):
        return True
    if action == FORWARD_OBSERVATION and not is_jammed(ctx.state, origin):
        return True
    jammer = yield from offer_active_ecm(ctx, origin_id, action)
    boost = yield from offer_boost(ctx, origin_id, receiver_id, action, contested=bool(jammer))
    rating = comms_rating(ctx.state, ctx.state.units[origin_id], boost)
    if rating < LEAST:
        return False
    if not jammer:
        return True
    blocked = yield from resolve_clash(ctx, active_ecm(ctx.state, jammer, origin_id, rating))
    return not blocked


@heeds("brigands.8.5", "brigands.4.3b")
def is_jammed(state: State, origin: Unit) -> bool:
    """Whether an enemy with ECM has Sensor Lock on a model, or may borrow it to use Active ECM."""
    return any(jammers(state, origin)) or bool(active_jammers(state, origin))


@heeds("brigands.8.3b", "brigands.4.3b")
def active_jammers(state: State, origin: Unit) -> list[Unit]:
    """The enemies who could contest a model's Comms: ECM, Sensor Lock on it or a friend's, and an Action or token."""
    return [
        enemy
        for enemy in state.fielded(opponent(origin.seat))
        if "ECM" in enemy.line.traits and enemy.has("ECM") and payment(enemy) and is_tracked_by(state, enemy, origin)
    ]


@heeds("brigands.8.3b")
def offer_active_ecm(ctx: Ctx[State], origin_id: str, action: str) -> Script[str]:
    """Ask the enemy whether one model uses Active ECM; it pays at once. The id of that model, or nothing."""
    origin = ctx.state.units[origin_id]
    if not active_jammers(ctx.state, origin):
        return ""
    prompt = f"{action} by the {origin.name}: does one of your models use Active ECM against it?"
    seat = opponent(origin.seat)
    order = yield from ask(Ask(seat, "jam", "", (origin_id, action), "brigands.8.3b", prompt, optional=True))
    if not isinstance(order, Jam):
        return ""
    ctx.emit(ActiveEcmDeclared(order.unit, origin_id, action, payment(ctx.state.units[order.unit])))
    return order.unit


@heeds("brigands.8.3b", "brigands.8.4a", "brigands.1.2c")
def active_ecm(state: State, jammer_id: str, origin_id: str, rating: int) -> Clash:
    """The Opposed Roll: ECM and one dice against Comms, as it is now, and one dice."""
    jammer, origin = state.units[jammer_id], state.units[origin_id]
    strength = jammer.trait("ECM")
    attack = base_modifiers(strength + 1, f"ECM:{strength}", "brigands.8.3b") + attacker_modifiers(state, jammer)
    defence = base_modifiers(rating + 1, f"Comms:{rating}", "brigands.8.3b") + defender_modifiers(state, origin)
    return Clash(ACTIVE_ECM, jammer_id, origin_id, attack, defence + eccm_modifiers(state, origin))


@rule("brigands.8.3b")
def refuse_jam(state: State, question: Ask, order: Jam) -> Refusal | None:
    """Why a model cannot contest an enemy's Comms."""
    origin_id, action = question.about
    unit, origin = state.units.get(order.unit), state.units[origin_id]
    if unit is None or unit.seat != question.seat or not unit.is_fielded or order.origin != origin_id:
        return Refusal("unit", "brigands.8.3b", f"One of your models may use Active ECM on the {origin.name}.")
    if not unit.has("ECM"):
        return Refusal("trait", "brigands.8.3b", f"The {unit.name} has no ECM that works.")
    if not is_tracked_by(state, unit, origin):
        return Refusal("lock", "brigands.8.3b", f"The {unit.name} has no Sensor Lock on the {origin.name}.")
    if not payment(unit):
        return Refusal("no-action", "brigands.8.3b", f"The {unit.name} has no Action or token left to stop a {action}.")
    return None
