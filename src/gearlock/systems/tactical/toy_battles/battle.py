"""3.9.2: attacks decided by rock, paper, scissors, and rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick, Target, decline
from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.events import Outcome
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, ask_sealed
from gearlock.mechanics.turns import SEATS, higher, next_seat
from gearlock.systems.tactical.state import State, Unit, opponent
from gearlock.systems.tactical.toy_battles.moving import (
    LAST,
    PUT,
    across,
    activated,
    aim_go,
    aim_place,
    attacked,
    begun,
    climbed,
    disabled,
    forfeited,
    given,
    guess_go,
    guess_place,
    knocked_down,
    moved,
    offer_climbs,
    offer_moves,
    placed,
    refuse_climb,
    refuse_go,
    refuse_place,
    resolve_climb,
    resolve_go,
    shown,
    stood_up,
    toss,
    tossed,
    weapon_lost,
)
from gearlock.systems.tactical.toy_battles.toys import (
    MEANINGS,
    SIGNS,
    WEAPON,
    ActivateToy,
    AttackForfeited,
    BeginRound,
    Brawl,
    ClimbFace,
    CoinTossed,
    EndToy,
    GiveUpWeapon,
    Go,
    GotAcross,
    PlaceToy,
    RoundGiven,
    Shoot,
    ShowSign,
    SignsShown,
    StrikeAgain,
    ToyActivated,
    ToyAttacked,
    ToyClimbed,
    ToyDisabled,
    ToyDone,
    ToyKnockedDown,
    ToyMoved,
    ToyPlaced,
    ToyRoundEnded,
    ToysBegun,
    ToyStoodUp,
    WeaponLost,
    apart,
    beaten,
    close_left,
    is_prone,
    length_of,
    length_word,
    outcome_of_running,
    ranged_left,
    refuse_attacking,
    refuse_give_up,
    refuse_hidden,
    refuse_idle,
    refuse_runner,
    resolve_hit,
    runners_of,
)
from gearlock.table.measure import inches_text

# --- 3.9.2: ranged attacks and close combat, each decided by rock, paper, scissors

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


# --- 3.9.2: rounds of a coin toss and toys activated in alternation, until one team has none left

BEGIN, CHOOSE, PLAY = "begin round", "choose toy", "play toy"

RULE: Final = "tactical.3.9.2"

DEEDS: Final = "tactical.3.9.2-activation"

Resolve = Callable[[Ctx[State], Order], Script[None]]


@rule("tactical.3.9.2")
def resolve_toss(ctx: Ctx[State]) -> Script[None]:
    """A round begins with a coin: the winner activates a toy, or makes the other team begin."""
    winner = yield from toss(RULE)
    ctx.emit(CoinTossed(ctx.state.round + 1, winner))
    prompt = "You won the coin toss: who activates a toy first?"
    order = yield from ask(Ask(winner, BEGIN, rule=RULE, prompt=prompt))
    assert isinstance(order, BeginRound), f"{order} does not say who begins"
    first = order.seat if ready(ctx.state, order.seat) else opponent(order.seat)
    ctx.emit(RoundGiven(first))


def ready(state: State, seat: str, but: str = "") -> list[Unit]:
    """The toys of a team that were not activated this round."""
    return [unit for unit in state.fielded(seat) if not unit.done and unit.id != but]


@heeds("tactical.3.9.2", "tactical.3.9.2-activation")
def resolve_toys(ctx: Ctx[State], resolve: Resolve) -> Script[None]:
    """One step of a round: a toy is activated, does something, or is done; then the other team has its turn."""
    unit = ctx.state.active()
    if unit is None:
        yield from resolve_choice(ctx)
    elif not has_more(ctx.state, unit):
        end_toy(ctx, unit.id)
    else:
        prompt = f"What does the {unit.name} do?"
        order = yield from ask(Ask(unit.seat, PLAY, unit.id, rule=DEEDS, prompt=prompt))
        yield from resolve(ctx, order)


@heeds("tactical.3.9.2-prone")
def resolve_choice(ctx: Ctx[State]) -> Script[None]:
    """The next toy of the team whose turn it is; a prone one stands up, and that is all it does."""
    seat = ctx.state.turn
    if not seat:
        ctx.emit(ToyRoundEnded(bool(ctx.state.rounds) and ctx.state.round >= ctx.state.rounds))
        return
    found = ready(ctx.state, seat)
    chosen = found[0].id
    if len(found) > 1:
        order = yield from ask(Ask(seat, CHOOSE, rule=RULE, prompt="Which toy do you activate?"))
        assert isinstance(order, ActivateToy), f"{order} activates no toy"
        chosen = order.unit
    ctx.emit(ToyActivated(chosen))
    if is_prone(ctx.state.units[chosen]):
        ctx.emit(ToyStoodUp(chosen))
        end_toy(ctx, chosen)


@heeds("tactical.3.9.2")
def end_toy(ctx: Ctx[State], unit_id: str) -> None:
    """An activation is over: the other team is next, or whoever has toys left."""
    left = {seat for seat in SEATS if ready(ctx.state, seat, unit_id)}
    ctx.emit(ToyDone(unit_id, next_seat(ctx.state.units[unit_id].seat, left)))


def has_more(state: State, unit: Unit) -> bool:
    """Whether there is anything left that a toy could do."""
    if refuse_idle(state, unit) is not None:
        return False
    offers = chain(offer_moves(state, unit), offer_climbs(state, unit), offer_attacks(state, unit))
    return next(offers, None) is not None


def refuse_begin(_state: State, question: Ask, order: BeginRound) -> Refusal | None:
    """One of the two teams begins."""
    known = order.seat in SEATS
    return None if known else Refusal("seat", question.rule, f"'{order.seat}' is no team: say red or blue.")


def refuse_choice(state: State, question: Ask, order: ActivateToy) -> Refusal | None:
    """A toy of one's own that was not activated this round."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != question.seat or not unit.is_fielded:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no toy of yours on the field.")
    if unit.done:
        message = f"The {unit.name} was activated in this round: each toy is activated once. Choose another."
        return Refusal("done", RULE, message)
    return None


def refuse_end(_state: State, question: Ask, order: EndToy) -> Refusal | None:
    """The toy being activated may stop at any time."""
    if order.unit == question.unit:
        return None
    return Refusal("unit", DEEDS, f"The question is about {question.unit}, not about {order.unit or 'nobody'}.")


def resolve_end(ctx: Ctx[State], order: EndToy) -> None:
    """That is all."""
    end_toy(ctx, order.unit)


def offer_begin(_state: State, question: Ask) -> Iterator[Option]:
    """Oneself or the other team."""
    yield Pick("We activate a toy first", BeginRound(question.seat), RULE)
    yield Pick("They activate a toy first", BeginRound(opponent(question.seat)), RULE)


def offer_choice(state: State, question: Ask) -> Iterator[Option]:
    """Every toy that was not activated."""
    for unit in ready(state, question.seat):
        stands = " stands up, and does nothing else" if is_prone(unit) else ""
        yield Pick(f"{unit.name}{stands}", ActivateToy(unit.id), RULE)


def offer_end(_state: State, unit: Unit) -> Iterator[Option]:
    """The way out of an activation."""
    yield Pick("Done with this toy", EndToy(unit.id), DEEDS)


@heeds("tactical.3.9.2", "tactical.3.9.3")
def toy_outcome(state: State) -> Outcome | None:
    """Whoever first disables all rivals wins; where time runs out, whoever has more toys left."""
    if runners_of(state):
        return outcome_of_running(state)
    left = {seat: sum(1 for _ in state.in_play(seat)) for seat in SEATS}
    if all(left.values()) and not state.finished:
        return None
    why = "all rivals are disabled" if not all(left.values()) else "time ran out"
    return Outcome(
        higher(left["red"], left["blue"]), f"{why}: red has {left['red']} toys left, blue {left['blue']}", left
    )


# --- The contents of the chapter

TOYS: Chapter[State] = Chapter(
    "3.9: Heavy Gear Toy Battles",
    orders=(
        OrderRules(
            PlaceToy, PUT, refuse_place, guess=guess_place, aim=aim_place,
            tries=LAST + 1,
        ),
        OrderRules(BeginRound, BEGIN, refuse_begin),
        OrderRules(ActivateToy, CHOOSE, refuse_choice),
        OrderRules(
            Go, PLAY, refuse_go, resolve_go, guess=guess_go, aim=aim_go
        ),
        OrderRules(ClimbFace, PLAY, refuse_climb, resolve_climb),
        OrderRules(Shoot, PLAY, refuse_shoot, resolve_shoot),
        OrderRules(Brawl, PLAY, refuse_brawl, resolve_brawl),
        OrderRules(EndToy, PLAY, refuse_end, resolve_end),
        OrderRules(StrikeAgain, AGAIN, refuse_again),
        OrderRules(ShowSign, SIGN, refuse_sign),
        OrderRules(GiveUpWeapon, WEAPON, refuse_give_up),
    ),
    events={
        ToysBegun: begun,
        ToyPlaced: placed,
        CoinTossed: tossed,
        RoundGiven: given,
        ToyActivated: activated,
        ToyMoved: moved,
        ToyClimbed: climbed,
        ToyAttacked: attacked,
        SignsShown: shown,
        AttackForfeited: forfeited,
        WeaponLost: weapon_lost,
        ToyKnockedDown: knocked_down,
        ToyStoodUp: stood_up,
        ToyDisabled: disabled,
        GotAcross: across,
        ToyDone: None,
        ToyRoundEnded: None,
    },
)  # fmt: skip
