"""3.9: toys on a playing field: signs, what they may do, what a lost throw does to them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.events import Event, Outcome
from gearlock.kernel.orders import Finish, Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.tactical.datacards import HOVER, NAVAL, SUBMARINE, Mount
from gearlock.systems.tactical.line_of_sight.seeing import ALL
from gearlock.systems.tactical.movement.ground import level_below
from gearlock.systems.tactical.state import (
    CLIMBING,
    DESTROYED,
    FIELDED,
    LEFT,
    TOY_SCALE,
    Activation,
    State,
    Unit,
    opponent,
)
from gearlock.table.bodies import Body
from gearlock.table.inches import gap
from gearlock.table.measure import inches_text
from gearlock.table.path import Path
from gearlock.table.sight import Scene, Sight
from gearlock.table.terrain import Ground, Piece


class PlaceToy(Order, frozen=True, tag="place-toy"):
    """Put a toy down at one's end of the playing field."""

    unit: str
    x: int = 0
    y: int = 0
    facing: int = 0


class BeginRound(Order, frozen=True, tag="begin-round"):
    """After the coin toss: say which team activates a toy first."""

    seat: str


class ActivateToy(Order, frozen=True, tag="activate-toy"):
    """Activate a toy; a prone one stands up, and that is all."""

    unit: str


class Go(Order, frozen=True, tag="go"):
    """Walk or run along legs of a turn and an advance. A walk may be gone in parts, with the attack in between."""

    unit: str
    gait: str = "walk"
    legs: Path = ()


class ClimbFace(Order, frozen=True, tag="climb-face"):
    """Climb a length straight up, or down, the side of something."""

    unit: str
    piece: str
    up: bool = True


class Shoot(Order, frozen=True, tag="shoot"):
    """Make a ranged attack on a rival."""

    unit: str
    target: str


class Brawl(Order, frozen=True, tag="brawl"):
    """Make a close-combat attack on a rival."""

    unit: str
    target: str


class StrikeAgain(Order, frozen=True, tag="strike-again"):
    """Make the next attack of the same close combat, with another weapon."""

    unit: str
    target: str


class ShowSign(Order, frozen=True, tag="show-sign"):
    """Show rock, paper or scissors."""

    sign: str


class GiveUpWeapon(Order, frozen=True, tag="give-up-weapon"):
    """Say which weapon a toy that lost to scissors loses."""

    unit: str
    weapon: str


class EndToy(Finish, frozen=True, tag="end-toy"):
    """The toy has moved and attacked."""

    unit: str


ATTACKED = "attacked"
"""A mark of an activation: the one attack was made."""
FOUGHT = "fought"
"""A mark: that was close combat."""
KEPT_FROM = "kept from attacking"
"""A mark: it lost to rock before, and may not attack in this activation."""


class ToysBegun(Event, frozen=True, tag="toys-begun"):
    """A coin says which team puts its first toy down."""

    seat: str

    def change(self, state: State) -> None:
        state.turn = self.seat


class ToyPlaced(Event, frozen=True, tag="toy-placed"):
    """A toy stands on the playing field; the other team puts one down next, or nobody has any left."""

    unit: str
    x: int
    y: int
    z: int
    facing: int
    next: str
    plain = True

    @heeds("tactical.3.9.1")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.x, unit.y, unit.z, unit.facing, unit.status = self.x, self.y, self.z, self.facing, FIELDED
        state.turn = self.next
        if not self.next:
            state.phase = "toss"


class CoinTossed(Event, frozen=True, tag="coin-tossed"):
    """A new round: a coin says which team may choose who begins."""

    round: int
    winner: str

    @heeds("tactical.3.9.2")
    def change(self, state: State) -> None:
        state.round, state.winner, state.turn, state.first = self.round, self.winner, "", ""
        for unit in state.units.values():
            unit.done = False


class RoundGiven(Event, frozen=True, tag="round-given"):
    """The winner of the coin toss said who activates a toy first."""

    seat: str
    plain = True

    @heeds("tactical.3.9.2")
    def change(self, state: State) -> None:
        state.turn = state.first = self.seat
        state.phase = "toys"


class ToyActivated(Event, frozen=True, tag="toy-activated"):
    """A toy's activation begins; what rock cost it is paid now."""

    unit: str
    plain = True

    @heeds("tactical.3.9.2-activation", "tactical.3.9.2-rps")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        state.activation = Activation(self.unit, mode=unit.mode)
        if unit.tokens.pop(DAZED, 0):
            state.activation.marks.append(KEPT_FROM)


class ToyMoved(Event, frozen=True, tag="toy-moved"):
    """A toy walked or ran so far."""

    unit: str
    x: int
    y: int
    z: int
    facing: int
    gait: str
    length: int
    plain = True

    @heeds("tactical.3.9.2-movement")
    def change(self, state: State) -> None:
        unit, now = state.units[self.unit], state.activation
        assert now is not None, "a toy moves in its activation"
        unit.x, unit.y, unit.z, unit.facing = self.x, self.y, self.z, self.facing
        now.limit, now.gone = self.gait, now.gone + self.length


class ToyClimbed(Event, frozen=True, tag="toy-climbed"):
    """A toy climbed up or down, and hangs there or stands again."""

    unit: str
    x: int
    y: int
    z: int
    hangs: bool
    up: bool
    gait: str
    plain = True

    @heeds("tactical.3.9.2-movement")
    def change(self, state: State) -> None:
        unit, now = state.units[self.unit], state.activation
        assert now is not None, "a toy climbs in its activation"
        unit.x, unit.y, unit.z = self.x, self.y, self.z
        unit.tokens.pop(CLIMBING, None)
        if self.hangs:
            unit.tokens[CLIMBING] = HANGING
        now.limit, now.halted = self.gait, True


class ToyAttacked(Event, frozen=True, tag="toy-attacked"):
    """A toy makes its one attack of this activation, ranged or close."""

    unit: str
    target: str
    close: bool
    plain = True

    @heeds("tactical.3.9.2-activation")
    def change(self, state: State) -> None:
        now = state.activation
        assert now is not None, "a toy attacks in its activation"
        now.marks += [ATTACKED, FOUGHT] if self.close else [ATTACKED]


class SignsShown(Event, frozen=True, tag="signs-shown"):
    """Both teams showed their signs on the count of three; `beats` is who won, empty after a tie."""

    unit: str
    target: str
    sign: str
    answer: str
    beats: str = ""
    reveals = True


class AttackForfeited(Event, frozen=True, tag="attack-forfeited"):
    """Rock: the toy may not attack in its next activation."""

    unit: str

    @heeds("tactical.3.9.2-rps")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens[DAZED] = 1


class WeaponLost(Event, frozen=True, tag="toy-weapon-lost"):
    """Scissors: a weapon is off the toy."""

    unit: str
    weapon: str

    @heeds("tactical.3.9.2-rps")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens[f"{LOST}:{self.weapon}"] = 1


class ToyKnockedDown(Event, frozen=True, tag="toy-knocked-down"):
    """A toy lies on the ground; who hung on a face lies at its foot."""

    unit: str
    z: int

    @heeds("tactical.3.9.2-rps", "tactical.3.9.2-prone")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.z = self.z
        unit.tokens.pop(CLIMBING, None)
        unit.tokens[PRONE] = 1


class ToyStoodUp(Event, frozen=True, tag="toy-stood-up"):
    """A prone toy spends its activation standing up."""

    unit: str
    plain = True

    @heeds("tactical.3.9.2-activation", "tactical.3.9.2-prone")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens.pop(PRONE, None)


class ToyDisabled(Event, frozen=True, tag="toy-disabled"):
    """A toy that was hit while prone is taken off the field."""

    unit: str
    by: str

    @heeds("tactical.3.9.2-prone")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.status, unit.slayer = DESTROYED, self.by


class GotAcross(Event, frozen=True, tag="got-across"):
    """A Runner has reached the far end, and is out of the Blockers' hands."""

    unit: str

    @heeds("tactical.3.9.3")
    def change(self, state: State) -> None:
        state.units[self.unit].status = LEFT


class ToyDone(Event, frozen=True, tag="toy-done"):
    """An activation is over; `next` activates a toy, and when it is empty all have been activated."""

    unit: str
    next: str
    plain = True

    @heeds("tactical.3.9.2")
    def change(self, state: State) -> None:
        state.units[self.unit].done = True
        state.activation, state.turn = None, self.next


class ToyRoundEnded(Event, frozen=True, tag="toy-round-ended"):
    """All toys have been activated; `over` where there is no time for another round."""

    over: bool = False

    @heeds("tactical.3.9.2")
    def change(self, state: State) -> None:
        state.finished, state.phase, state.turn = self.over, "toss", ""


# --- 3.9.2: rock, paper, scissors: who wins, and what losing to each of them does to a toy

ROCK, PAPER, SCISSORS = "rock", "paper", "scissors"
SIGNS: Final = (ROCK, PAPER, SCISSORS)
BEATS: Final = {ROCK: SCISSORS, SCISSORS: PAPER, PAPER: ROCK}
"""The normal cycle, also against the example of the book, which has it wrong once."""

DISABLED, KNOCKED_DOWN, FORFEITS, LOSES_WEAPON = "disabled", "prone", "no attack", "a weapon"
MEANINGS: Final = {
    ROCK: "no attack in its next activation",
    PAPER: "prone",
    SCISSORS: "loses a weapon of its owner's choice",
}


@heeds("tactical.3.9.2-rps")
def beaten(sign: str, answer: str) -> int:
    """1 if a sign beats the other, -1 if it is beaten, 0 if both are the same."""
    if sign == answer:
        return 0
    return 1 if BEATS[sign] == answer else -1


@rule("tactical.3.9.2-rps")
def result_of(sign: str, prone: bool, forfeits: bool, weapons: int) -> str:
    """What losing to a sign does to a toy.

    Whatever hits a prone toy disables it. Rock costs it the attack of its next activation, and knocks it down if that
    was lost before; scissors a weapon, and knock it down if it has none; paper knocks it down.
    """
    if prone:
        return DISABLED
    if sign == ROCK:
        return KNOCKED_DOWN if forfeits else FORFEITS
    if sign == SCISSORS:
        return LOSES_WEAPON if weapons else KNOCKED_DOWN
    return KNOCKED_DOWN


# --- 3.9.1: toys: the weapons of each, what has befallen it, and the hand or foot length they are measured with

PRONE: Final = "prone"
DAZED: Final = "no attack"
"""A token: it may not attack in its next activation."""
LOST: Final = "lost"
"""A token with a weapon behind a colon: that weapon is gone."""
HANGING: Final = 1
"""The number of the token `climbing` of whoever hangs on a face."""
LENGTH: Final = "length"
"""What the hand or foot length in mils is kept as among the points of a battle."""
OUTDOORS: Final = "outdoors"
PLACE: Final = "place"
"""The switch that says where a battle is played."""
FLAT: Final = 3
"""A prone toy is as high as this part of it."""
STEP: Final = 5
"""A toy steps up or down so great a part of a length; what is higher is a cliff face."""
FLOATS: Final = (HOVER, NAVAL, SUBMARINE)


def is_toy_battle(state: State) -> bool:
    """Whether this is a battle of toys."""
    return state.scale == TOY_SCALE


def length_of(state: State) -> int:
    """Mils of a hand length, or of a foot length outdoors."""
    return state.points[LENGTH]


def length_word(state: State, count: int = 1) -> str:
    """Lengths as players call them: 3 hand lengths (21 in)."""
    kind = "foot" if state.switches.get(PLACE) == OUTDOORS else "hand"
    return f"{count} {kind} length{'s' * (count != 1)} ({inches_text(count * length_of(state))} in)"


def step_of(state: State) -> int:
    """The height that a toy steps over."""
    return length_of(state) // STEP


def weapons_left(unit: Unit) -> list[Mount]:
    """The weapons that a toy still has, in the order of its card."""
    return [mount for mount in unit.card.weapons if not unit.token(f"{LOST}:{mount.id}")]


def ranged_left(unit: Unit) -> list[Mount]:
    """Those among them that shoot: guns, rocket pods, grenades."""
    return [mount for mount in weapons_left(unit) if not mount.weapon.is_physical]


def close_left(unit: Unit) -> list[Mount]:
    """Those for close combat: swords, knives, axes."""
    return [mount for mount in weapons_left(unit) if mount.weapon.is_physical]


def is_prone(unit: Unit) -> bool:
    """Whether it lies there."""
    return bool(unit.token(PRONE))


def hangs(unit: Unit) -> bool:
    """Whether it is on a cliff face, neither up nor down."""
    return unit.token(CLIMBING) == HANGING


def body_of(unit: Unit) -> Body:
    """The space a toy takes; a prone one lies flat."""
    height = unit.card.height // FLAT if is_prone(unit) else unit.card.height
    return Body(unit.x, unit.y, unit.z, unit.card.radius, height)


@heeds("tactical.3.9.2-close")
def apart(one: Unit, other: Unit) -> int:
    """Mils between two toys, base to base and up or down: where a hand is laid between them."""
    return gap(body_of(one), body_of(other))


@heeds("tactical.3.9.1")
def may_wade(unit: Unit) -> bool:
    """Most Gears cannot go into water: only what swims or floats."""
    return unit.card.has("Amphibious") or any(mode in unit.card.modes for mode in FLOATS)


def others(state: State, unit: Unit) -> Iterator[Unit]:
    """All other toys on the table."""
    return (other for other in state.units.values() if other.status == FIELDED and other.id != unit.id)


# --- 3.9.2: what a toy may still do in its activation: one kind of move, one attack, and nothing while prone

RULE: Final = "tactical.3.9.2-activation"
MOVES: Final = "tactical.3.9.2-movement"
WALK, RUN, CLIMB = "walk", "run", "climb"
REACH: Final = {WALK: 3, RUN: 5}
"""Lengths that a gait goes at most; a climb is one length up or down."""
DOING: Final = {WALK: "walking", RUN: "running", CLIMB: "climbing"}


def refuse_idle(state: State, unit: Unit) -> Refusal | None:
    """Why a toy can do nothing at all now."""
    now = state.activation
    if now is None or now.unit != unit.id or not unit.is_fielded:
        return Refusal("passive", RULE, f"The {unit.name} acts in its own activation only.")
    if is_prone(unit):
        message = f"The {unit.name} is prone: all it can do is stand up, and wait for the next round."
        return Refusal("prone", RULE, message)
    return None


def under_way(state: State) -> Activation:
    """The activation under way."""
    assert state.activation is not None, "a toy is being activated"
    return state.activation


@rule("tactical.3.9.2-movement")
def refuse_gait(state: State, unit: Unit, gait: str) -> Refusal | None:
    """Why a toy cannot move so: it walks, runs or climbs, one of the three; a run goes without any attack."""
    if (refusal := refuse_idle(state, unit)) is not None:
        return refusal
    now = under_way(state)
    if gait not in DOING:
        return Refusal("gait", MOVES, f"A toy walks, runs or climbs; '{gait}' is none of these.")
    if now.limit and (now.limit != gait or gait == CLIMB):
        message = f"The {unit.name} is {DOING[now.limit]} in this activation: it makes one kind of move and no other."
        return Refusal("moved", MOVES, message)
    if gait == RUN and ATTACKED in now.marks:
        return Refusal("run", MOVES, f"The {unit.name} has attacked: who runs does not attack at all. Walk instead.")
    if gait == CLIMB and FOUGHT in now.marks:
        message = f"The {unit.name} was in close combat: nobody climbs in the same round. It may walk."
        return Refusal("fought", MOVES, message)
    if gait != CLIMB and hangs(unit):
        return Refusal("hanging", MOVES, f"The {unit.name} hangs on a face: it climbs on or down.")
    return None


@heeds("tactical.3.9.2-movement")
def left_of(state: State, gait: str) -> int:
    """Mils that a gait of the toy being activated has left."""
    return REACH[gait] * length_of(state) - under_way(state).gone


@rule("tactical.3.9.2-activation")
@heeds("tactical.3.9.2-movement", "tactical.3.9.2-rps")
def refuse_attacking(state: State, unit: Unit, close: bool) -> Refusal | None:
    """Why a toy may not attack now: one attack in an activation, none on the run, no close combat while climbing."""
    if (refusal := refuse_idle(state, unit)) is not None:
        return refusal
    now = under_way(state)
    if ATTACKED in now.marks:
        message = f"The {unit.name} has attacked: one attack in an activation, ranged or close. It may still move."
        return Refusal("attacked", RULE, message)
    if KEPT_FROM in now.marks:
        message = f"The {unit.name} lost to rock: it may not attack in this activation, but it moves as it likes."
        return Refusal("rock", "tactical.3.9.2-rps", message)
    if now.limit == RUN:
        return Refusal("run", MOVES, f"The {unit.name} runs: who runs does not attack. Walk next time.")
    if close and (now.limit == CLIMB or hangs(unit)):
        message = f"The {unit.name} climbs: no close combat in the same round. It may shoot."
        return Refusal("climb", MOVES, message)
    return None


# --- 3.9.2: line of sight: any part of the rival that the toy's head can see

OPEN = ("area", "water", "road", "open")


def _class_of(piece: Piece) -> int:
    """Whether a thing hides what is behind it: all that stands there, and nothing that only lies flat."""
    return int(piece.kind not in OPEN)


@lru_cache(maxsize=32)
def _scene(ground: Ground) -> Scene:
    return Scene(ground, _class_of)


def gaze(state: State, looker: Unit, target: Unit) -> Sight:
    """What a toy sees of another from its head, noted for the position."""
    eye, body = body_of(looker), body_of(target)
    key = ("toy gaze", eye, body)
    found: Sight | None = state.notes.get(key)
    if found is None:
        found = state.notes[key] = _scene(state.ground).look(eye.x, eye.y, eye.top, body)
    return found


@rule("tactical.3.9.2-los")
def sees(state: State, looker: Unit, target: Unit) -> bool:
    """Whether any part of a rival shows past the obstacles, however far away; other toys hide nobody."""
    return gaze(state, looker, target).obscured < ALL


def refuse_hidden(state: State, looker: Unit, target: Unit) -> Refusal | None:
    """Why a toy has no line of sight."""
    if sees(state, looker, target):
        return None
    names = [state.ground.piece(screen.id).name for screen in gaze(state, looker, target).screens]
    what = f"the {names[0]}" if names else "something"
    message = f"The {looker.name} sees nothing of the {target.name} behind {what}: move to where some part of it shows."
    return Refusal("hidden", "tactical.3.9.2-los", message)


# --- 3.9.3: Block and Run: Runners cross the field, Blockers in its middle keep them from it

RULE_BLOCK_AND_RUN: Final = "tactical.3.9.3"
RUNNERS: Final = "runners"
"""The switch that says which team runs; there is none in a plain toy battle."""


def runners_of(state: State) -> str:
    """The team that runs; empty in a plain toy battle."""
    return state.switches.get(RUNNERS, "")


def goal_box(state: State) -> tuple[int, int, int, int]:
    """The far end that Runners want to reach: the last length of the field."""
    wide, high = state.ground.width, state.ground.height
    deep = length_of(state)
    return (0, high - deep, wide, high) if state.homes[runners_of(state)] == "south" else (0, 0, wide, deep)


@heeds("tactical.3.9.3")
def is_across(state: State, unit: Unit) -> bool:
    """Whether a Runner has reached the opposite end: the middle of its base is there."""
    if unit.seat != runners_of(state):
        return False
    _, low, _, high = goal_box(state)
    return low <= unit.y <= high


def reach_goal(ctx: Ctx[State], unit_id: str) -> None:
    """A Runner at the far end is across at once."""
    if is_across(ctx.state, ctx.state.units[unit_id]):
        ctx.emit(GotAcross(unit_id))


@heeds("tactical.3.9.3")
def refuse_runner(state: State, unit: Unit) -> Refusal | None:
    """Why a toy of the Runners may not attack at all."""
    if unit.seat != runners_of(state):
        return None
    return Refusal(
        "runner", RULE_BLOCK_AND_RUN, f"The {unit.name} is a Runner: Runners do not attack, they get across."
    )


def count(state: State, status: str) -> int:
    """The Runners that have come to this."""
    return sum(unit.seat == runners_of(state) and unit.status == status for unit in state.units.values())


@rule("tactical.3.9.3")
def outcome_of_running(state: State) -> Outcome | None:
    """More Runners disabled than across: the Blockers win; else, as many too, the Runners.

    Where time runs out those still on the way have been stopped.
    """
    runners = runners_of(state)
    across, disabled = count(state, LEFT), count(state, DESTROYED)
    on_the_way = sum(1 for _ in state.in_play(runners))
    if on_the_way and not state.finished:
        return None
    stopped = disabled + on_the_way
    late = f", {on_the_way} still on the way when time ran out" if on_the_way else ""
    reason = f"{across} Runner{'s' * (across != 1)} got across, {disabled} disabled{late}"
    winner = opponent(runners) if stopped > across else runners
    return Outcome(winner, reason, {runners: across, opponent(runners): stopped})


# --- 3.9.2: what a lost throw does to a toy

WEAPON: Final = "toy weapon"
RULE_HARM: Final = "tactical.3.9.2-rps"


def comes_to(unit: Unit, sign: str) -> str:
    """What losing to a sign does to a toy as it is now."""
    return result_of(sign, is_prone(unit), bool(unit.token(DAZED)), len(weapons_left(unit)))


@rule("tactical.3.9.2-prone")
def resolve_hit(ctx: Ctx[State], unit_id: str, sign: str, by: str) -> Script[None]:
    """A toy that is hit while prone is disabled and taken away; any other suffers what the sign does."""
    unit = ctx.state.units[unit_id]
    found = comes_to(unit, sign)
    if found == DISABLED:
        ctx.emit(ToyDisabled(unit_id, by))
    elif found == FORFEITS:
        ctx.emit(AttackForfeited(unit_id))
    elif found == LOSES_WEAPON:
        yield from resolve_weapon_lost(ctx, unit_id)
    else:
        knock_down(ctx, unit)


@heeds("tactical.3.9.2-rps")
def resolve_weapon_lost(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """Its owner says which weapon is lost; the last one needs no asking."""
    unit = ctx.state.units[unit_id]
    left = weapons_left(unit)
    name = left[0].id
    if len(left) > 1:
        prompt = f"The {unit.name} lost to scissors: which weapon does it lose?"
        order = yield from ask(Ask(unit.seat, WEAPON, unit_id, rule=RULE_HARM, prompt=prompt))
        assert isinstance(order, GiveUpWeapon), f"{order} gives nothing up"
        name = order.weapon
    ctx.emit(WeaponLost(unit_id, name))


def knock_down(ctx: Ctx[State], unit: Unit) -> None:
    """It lies where it stood; who hung on a face lies at the foot of it."""
    ctx.emit(ToyKnockedDown(unit.id, level_below(ctx.state, unit.x, unit.y, unit.z)))


def refuse_give_up(state: State, question: Ask, order: GiveUpWeapon) -> Refusal | None:
    """A weapon that the toy still has."""
    unit = state.units.get(order.unit)
    if unit is None or order.unit != question.unit:
        return Refusal("unit", RULE_HARM, f"The question is about {question.unit}, not about {order.unit or 'nobody'}.")
    left = [mount.id for mount in weapons_left(unit)]
    if order.weapon in left:
        return None
    return Refusal("weapon", RULE_HARM, f"The {unit.name} has {', '.join(left)} left, no '{order.weapon}'.")


def offer_weapons(state: State, question: Ask) -> Iterator[Option]:
    """Every weapon it has left."""
    for mount in weapons_left(state.units[question.unit]):
        kind = "close combat" if mount.weapon.is_physical else "ranged"
        yield Pick(f"Lose the {mount.weapon.name} ({kind})", GiveUpWeapon(question.unit, mount.id), RULE_HARM)
