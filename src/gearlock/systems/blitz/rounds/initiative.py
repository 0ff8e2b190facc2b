"""3.1a: initiative: an opposed command check of the highest commanders."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.pools.throwing import throw_pool
from gearlock.mechanics.turns import SEATS, higher
from gearlock.systems.blitz.chain_of_command.ranks import chain_of, initiative_dice, rank_of
from gearlock.systems.blitz.dice_tests.rerolls import may_reroll, offer_reroll
from gearlock.systems.blitz.dice_tests.rolls import offer_bonus
from gearlock.systems.blitz.general_concepts.dice import BASE_DICE, NA, check_total
from gearlock.systems.blitz.rounds.events import FirstChosen, InitiativeRolled, InitiativeThrown, PointsRestored
from gearlock.systems.blitz.rounds.orders import ChooseFirst
from gearlock.systems.blitz.state import COMMAND, NO_GROUP, State, Unit


@heeds("blitz.3.1a", "blitz.15.2")
def who_tests(state: State, seat: str) -> Unit | None:
    """Who tests for a side: the highest commander in play, else anybody."""
    chain = chain_of(state, seat)
    if chain:
        return chain[0]
    mine = [unit for unit in state.units.values() if unit.seat == seat and not unit.is_destroyed]
    leaders = sorted((unit for unit in mine if unit.rank), key=lambda unit: rank_of(unit.rank).skill)
    return next(iter(leaders or [unit for unit in mine if unit.group != NO_GROUP]), None)


@rule("blitz.3.1a")
@heeds("blitz.2.6", "blitz.3.1-setup")
def roll_initiative(ctx: Ctx[State], purpose: str) -> Script[None]:
    """Both check, and again until one side is higher; points spent on a tie come back."""
    while not ctx.state.winner:
        dice: dict[str, Roll] = {}
        skills: dict[str, int] = {}
        for seat in SEATS:
            unit = who_tests(ctx.state, seat)
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
        if not winner and spent:
            ctx.emit(PointsRestored(tuple(spent)))


def _reroll(
    ctx: Ctx[State], purpose: str, dice: dict[str, Roll], skills: dict[str, int], faces: dict[str, Faces]
) -> Script[list[str]]:
    """Either side may re-roll once; who paid with command points is remembered."""
    spent: list[str] = []
    testers = [ctx.state.units[roll.unit] for roll in dice.values() if roll.unit]
    if any(may_reroll(ctx.state, unit, ()) for unit in testers):
        ctx.emit(InitiativeThrown(purpose, faces["red"], faces["blue"]))
    for seat in SEATS:
        if not faces[seat]:
            continue
        red, blue = (check_total(faces[each], skills[each]) for each in SEATS)
        before = {unit.id: unit.token(COMMAND) for unit in ctx.state.units.values()}
        if (yield from offer_reroll(ctx, dice[seat].unit, purpose, f"Red {red}, blue {blue}", [])):
            faces[seat] = yield from throw_pool(dice[seat])
            spent += [unit.id for unit in ctx.state.units.values() if unit.token(COMMAND) < before[unit.id]]
    return spent


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
