"""3.9.2: ranged attacks and close combat, each decided by rock, paper, scissors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick, Target, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, ask_sealed
from gearlock.systems.tactical.state import State, Unit, opponent
from gearlock.systems.tactical.toy.activity import refuse_attacking
from gearlock.systems.tactical.toy.block_and_run import refuse_runner
from gearlock.systems.tactical.toy.events import SignsShown, ToyAttacked
from gearlock.systems.tactical.toy.harm import resolve_hit
from gearlock.systems.tactical.toy.orders import Brawl, Shoot, ShowSign, StrikeAgain
from gearlock.systems.tactical.toy.sight import refuse_hidden
from gearlock.systems.tactical.toy.signs import MEANINGS, SIGNS, beaten
from gearlock.systems.tactical.toy.toys import apart, close_left, is_prone, length_of, length_word, ranged_left
from gearlock.table.measure import inches_text

SIGN, AGAIN = "sign", "strike again"
THROWS: Final = "tactical.3.9.2-rps"
RANGED, CLOSE = "tactical.3.9.2-ranged", "tactical.3.9.2-close"
FIST: Final = 1
"""Everybody has one attack in close combat: a punch or a kick."""


def refuse_attack(state: State, unit_id: str, target_id: str, close: bool) -> Refusal | None:
    """What holds for both kinds of attack: a toy that may attack now, and a rival in sight."""
    unit, target = state.units.get(unit_id), state.units.get(target_id)
    rule_id = CLOSE if close else RANGED
    if unit is None:
        return Refusal("unit", rule_id, f"There is no toy {unit_id or 'without a name'}.")
    if (refusal := refuse_runner(state, unit) or refuse_attacking(state, unit, close)) is not None:
        return refusal
    if target is None or target.seat == unit.seat or not target.is_fielded:
        return Refusal("target", rule_id, f"{target_id or 'Nobody'} is no rival on the field.")
    return refuse_hidden(state, unit, target)


@rule("tactical.3.9.2-ranged")
def refuse_shoot(state: State, _ask: Ask, order: Shoot) -> Refusal | None:
    """A ranged attack needs a ranged weapon and a line of sight; range does not matter."""
    refusal = refuse_attack(state, order.unit, order.target, close=False)
    if refusal is not None or ranged_left(state.units[order.unit]):
        return refusal
    name = state.units[order.unit].name
    return Refusal("weapon", RANGED, f"The {name} has no ranged weapon left: come close, and punch or kick.")


@heeds("tactical.3.9.2-close")
def refuse_brawl(state: State, _ask: Ask, order: Brawl) -> Refusal | None:
    """Close combat needs a rival within one length; fists are always there."""
    refusal = refuse_attack(state, order.unit, order.target, close=True)
    if refusal is not None or is_close(state, order.unit, order.target):
        return refusal
    far = inches_text(apart(state.units[order.unit], state.units[order.target]))
    name, one = state.units[order.target].name, length_word(state)
    message = f"The {name} is {far} in away; close combat is within {one}: move nearer, or shoot."
    return Refusal("far", CLOSE, message)


@heeds("tactical.3.9.2-close")
def is_close(state: State, unit_id: str, target_id: str) -> bool:
    """Whether two toys are within one length of each other."""
    return apart(state.units[unit_id], state.units[target_id]) <= length_of(state)


@heeds("tactical.3.9.2-close")
def blows_of(unit: Unit) -> int:
    """The attacks a toy has in one close combat: a punch or kick, and one for each close-combat weapon it has now."""
    return FIST + len(close_left(unit))


def resolve_shoot(ctx: Ctx[State], order: Shoot) -> Script[None]:
    """One throw; what the attacker loses does nothing."""
    ctx.emit(ToyAttacked(order.unit, order.target, False))
    yield from resolve_throw(ctx, order.unit, order.target, close=False)


@rule("tactical.3.9.2-close")
def resolve_brawl(ctx: Ctx[State], order: Brawl) -> Script[None]:
    """A throw for each attack, as long as both are there and the attacker is on its feet and goes on."""
    ctx.emit(ToyAttacked(order.unit, order.target, True))
    yield from resolve_throw(ctx, order.unit, order.target, close=True)
    made = 1
    while goes_on(ctx.state, order, made):
        unit = ctx.state.units[order.unit]
        prompt = f"The {unit.name} has {blows_of(unit) - made} more of this close combat: strike again?"
        question = Ask(unit.seat, AGAIN, unit.id, (order.target,), CLOSE, prompt, optional=True)
        again = yield from ask(question)
        if not isinstance(again, StrikeAgain):
            return
        yield from resolve_throw(ctx, order.unit, order.target, close=True)
        made += 1


def goes_on(state: State, order: Brawl, made: int) -> bool:
    """Whether there is another attack in a close combat; a weapon that was lost in it takes its attack along."""
    unit, target = state.units[order.unit], state.units[order.target]
    if not unit.is_fielded or not target.is_fielded or is_prone(unit):
        return False
    return made < blows_of(unit) and is_close(state, unit.id, target.id)


@heeds("tactical.3.9.2-rps", "tactical.3.9.2-close", "tactical.3.9.2-prone")
def resolve_throw(ctx: Ctx[State], unit_id: str, target_id: str, close: bool) -> Script[None]:
    """Both show a sign at once. The attacker hits if it wins, misses after a tie.

    In close combat an attacker that loses is hit as if the defender had attacked, unless that is prone.
    """
    state = ctx.state
    asks = tuple(_question(state, one, other) for one, other in ((unit_id, target_id), (target_id, unit_id)))
    mine, theirs = yield from ask_sealed(*asks)
    assert isinstance(mine, ShowSign) and isinstance(theirs, ShowSign), "both show a sign"  # noqa: PT018 - one claim
    won = beaten(mine.sign, theirs.sign)
    winner = {1: unit_id, -1: target_id, 0: ""}[won]
    ctx.emit(SignsShown(unit_id, target_id, mine.sign, theirs.sign, winner))
    if won > 0:
        yield from resolve_hit(ctx, target_id, mine.sign, unit_id)
    elif won < 0 and close and not is_prone(ctx.state.units[target_id]):
        yield from resolve_hit(ctx, unit_id, theirs.sign, target_id)


def _question(state: State, unit_id: str, other_id: str) -> Ask:
    unit, other = state.units[unit_id], state.units[other_id]
    prompt = f"One, two, three: what does the {unit.name} show against the {other.name}?"
    return Ask(unit.seat, SIGN, unit_id, (other_id,), THROWS, prompt)


def refuse_sign(_state: State, _ask: Ask, order: ShowSign) -> Refusal | None:
    """One of the three."""
    if order.sign in SIGNS:
        return None
    return Refusal("sign", THROWS, f"Show rock, paper or scissors, not '{order.sign}'.")


def refuse_again(_state: State, question: Ask, order: StrikeAgain) -> Refusal | None:
    """The toy that is in close combat goes on, against the same rival."""
    if (order.unit, order.target) == (question.unit, *question.about):
        return None
    message = (
        f"{question.unit} goes on against {' '.join(question.about)}: all attacks of a close combat are on one rival."
    )
    return Refusal("unit", CLOSE, message)


def offer_signs(_state: State, _ask: Ask) -> Iterator[Option]:
    """Rock, paper, scissors, and what each does if it wins."""
    for sign in SIGNS:
        yield Pick(f"{sign.title()} (if it wins: {MEANINGS[sign]})", ShowSign(sign), THROWS)


def offer_again(_state: State, question: Ask) -> Iterator[Option]:
    """Strike again, or let it be."""
    yield Pick("Strike again", StrikeAgain(question.unit, question.about[0]), CLOSE)
    yield decline("Let it be", CLOSE)


def offer_attacks(state: State, unit: Unit) -> Iterator[Option]:
    """Every rival that can be shot at or is close enough for close combat."""
    for target in state.fielded(opponent(unit.seat)):
        question = Ask(unit.seat, "", unit.id)
        brawl, shoot = Brawl(unit.id, target.id), Shoot(unit.id, target.id)
        if refuse_brawl(state, question, brawl) is None:
            count = blows_of(unit)
            words = f"Close combat with the {target.name} ({count} attack{'s' * (count != 1)})"
            yield Target(words, brawl, CLOSE, target.id, "close combat")
        if refuse_shoot(state, question, shoot) is None:
            yield Target(f"Shoot at the {target.name}", shoot, RANGED, target.id, "ranged attack")
