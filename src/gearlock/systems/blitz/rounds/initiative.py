"""3.1a: initiative: an opposed command check of the highest commanders."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.pools.throwing import throw_pool
from gearlock.mechanics.turns import SEATS, higher
from gearlock.systems.blitz.chain_of_command.ranks import initiative_dice, place_of, rank_of
from gearlock.systems.blitz.dice_tests.gaining import best_check
from gearlock.systems.blitz.dice_tests.rerolls import may_reroll, offer_reroll
from gearlock.systems.blitz.dice_tests.rolls import offer_bonus
from gearlock.systems.blitz.general_concepts.dice import BASE_DICE, NA, check_total
from gearlock.systems.blitz.rounds.events import FirstChosen, InitiativeRolled, InitiativeThrown, PointsRestored
from gearlock.systems.blitz.rounds.orders import Appoint, ChooseFirst
from gearlock.systems.blitz.state import COMMAND, IN_PLAY, NO_GROUP, SKILL, State, Unit


@heeds("blitz.3.1a", "blitz.15.2")
def who_may_test(state: State, seat: str) -> list[Unit]:
    """Who may test for a side: those highest in the chain of command, or anybody if no commander is left.

    Who is not on the table yet counts before the first round alone.
    """
    mine = [unit for unit in state.units.values() if unit.seat == seat and unit.group != NO_GROUP]
    there = [unit for unit in mine if unit.status in IN_PLAY or (not state.round and not unit.is_destroyed)]
    highest = min(map(place_of, there), default=None)
    return sorted((unit for unit in there if place_of(unit) == highest), key=lambda unit: -initiative_dice(unit))


@heeds("blitz.15.2", "blitz.3.1a")
def _choose_tester(ctx: Ctx[State], seat: str) -> Script[Unit | None]:
    """The owner chooses between equals."""
    equals = tuple(unit.id for unit in who_may_test(ctx.state, seat))
    if len(equals) < 2:
        return ctx.state.units[equals[0]] if equals else None
    order = yield from ask(Ask(seat, "appoint", "", equals, "blitz.15.2", "Which model tests for initiative?"))
    assert isinstance(order, Appoint), f"{order} names nobody"
    return ctx.state.units[order.unit]


@rule("blitz.3.1a")
@heeds("blitz.2.6", "blitz.3.1-setup")
def roll_initiative(ctx: Ctx[State], purpose: str) -> Script[None]:
    """Both check, and again until one side is higher; points spent on a tie come back."""
    while not ctx.state.winner:
        dice: dict[str, Roll] = {}
        skills: dict[str, int] = {}
        for seat in SEATS:
            unit = yield from _choose_tester(ctx, seat)
            lines = [] if unit is None else (yield from offer_bonus(ctx, unit.id, purpose))
            count = 0 if unit is None else BASE_DICE + initiative_dice(unit) + sum(line.value for line in lines)
            skills[seat] = NA if unit is None else rank_of(unit.rank).skill
            name = "" if unit is None else unit.id
            dice[seat] = Roll(purpose, max(0, count), 6, 1, seat, name, "blitz.3.1a", step=skills[seat])
        red_faces, blue_faces = (yield from throw_pool(dice["red"])), (yield from throw_pool(dice["blue"]))
        faces = {"red": red_faces, "blue": blue_faces}
        spent = yield from _reroll(ctx, purpose, dice, skills, faces)
        totals = {seat: check_total(faces[seat], skills[seat]) for seat in SEATS}
        winner = higher(totals["red"], totals["blue"])
        red, blue = ((dice[s].unit, faces[s], skills[s], totals[s]) for s in SEATS)
        ctx.emit(InitiativeRolled(purpose, *red, *blue, winner))
        if not winner and any(spent.values()):
            ctx.emit(PointsRestored(tuple(spent[COMMAND]), tuple(spent[SKILL])))


def _reroll(
    ctx: Ctx[State], purpose: str, dice: dict[str, Roll], skills: dict[str, int], faces: dict[str, Faces]
) -> Script[dict[str, list[str]]]:
    """Either side may re-roll once; who paid with command or skill points is remembered."""
    spent: dict[str, list[str]] = {COMMAND: [], SKILL: []}
    rollers = [ctx.state.units[roll.unit] for roll in dice.values() if roll.unit]
    if any(may_reroll(ctx.state, unit, ()) for unit in rollers):
        ctx.emit(InitiativeThrown(purpose, faces["red"], faces["blue"]))
    for seat in SEATS:
        if not faces[seat]:
            continue
        red, blue = (check_total(faces[each], skills[each]) for each in SEATS)
        before = {unit.id: unit.tokens.copy() for unit in ctx.state.units.values()}
        if not _gains(ctx.state, seat, dice, skills, faces):
            continue
        shown = f"Red {red}, blue {blue}; the higher total wins initiative"
        if (yield from offer_reroll(ctx, dice[seat].unit, purpose, shown, [])):
            faces[seat] = yield from throw_pool(dice[seat])
            for token, units in spent.items():
                units += [u.id for u in ctx.state.units.values() if u.token(token) < before[u.id].get(token, 0)]
    return spent


@heeds("blitz.2.6", "blitz.3.1a")
def _gains(state: State, seat: str, dice: dict[str, Roll], skills: dict[str, int], faces: dict[str, Faces]) -> bool:
    """Whether other dice could serve a side: not if it cannot catch up, nor if it leads and nobody can answer."""
    other = next(each for each in SEATS if each != seat)
    ours, theirs = (check_total(faces[each], skills[each]) for each in (seat, other))
    best = best_check(len(faces[seat]), skills[seat])
    if ours >= best or best < theirs:
        return False
    is_answered = seat == SEATS[0] and bool(dice[other].unit) and bool(faces[other])
    return ours <= theirs or (is_answered and may_reroll(state, state.units[dice[other].unit], ()))


@heeds("blitz.3.1a")
def resolve_initiative(ctx: Ctx[State]) -> Script[None]:
    """The winner begins as the active or as the passive player."""
    if not ctx.state.winner:
        yield from roll_initiative(ctx, "initiative")
        return
    prompt = "You won initiative. Who begins the round as the active player?"
    order = yield from ask(Ask(ctx.state.winner, "first", rule="blitz.3.1a", prompt=prompt))
    assert isinstance(order, ChooseFirst), f"{order} does not say who begins"
    ctx.emit(FirstChosen(order.seat))
