"""Step 8 and the Straight Up Brawl: when a battle ends, and who has won it."""

from __future__ import annotations

from gearlock.kernel.dice import Roll
from gearlock.kernel.events import Outcome
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.mechanics.turns import higher
from gearlock.systems.fieldmanual.missions.condition import is_crippled
from gearlock.systems.fieldmanual.missions.events import LengthRolled
from gearlock.systems.fieldmanual.missions.progress import victory_points
from gearlock.systems.fieldmanual.missions.slots import level_of, points_taken, slots_of
from gearlock.systems.fieldmanual.missions.targets import groups_of, members
from gearlock.systems.fieldmanual.state import IN_PLAY, NO_GROUP, SEATS, State, opponent
from gearlock.systems.fieldmanual.table_effects.effects import VARIABLE_FROM, has_variable_length, is_called_off


@rule("fieldmanual.game-overview")
def is_over(state: State) -> bool:
    """Whether the battle ends with the round that is being ended: the last one, or one side is wiped out."""
    return state.round >= state.rounds or any(is_wiped_out(state, seat) for seat in SEATS)


@heeds("fieldmanual.game-overview", "fieldmanual.straight-up-brawl")
def is_wiped_out(state: State, seat: str) -> bool:
    """Whether nothing is left of the Combat Groups of a side, on the table or to come."""
    mine = (unit for unit in state.units.values() if unit.seat == seat and unit.group != NO_GROUP and not unit.parent)
    return not any(unit.status in IN_PLAY for unit in mine)


@heeds("fieldmanual.event-variable-time", "fieldmanual.step8-length")
def resolve_length(ctx: Ctx[State]) -> Script[None]:
    """With a variable time limit: at the end of round 4 and of later ones a die; on 4 or more the next is the last."""
    state = ctx.state
    if not has_variable_length(state) or state.round < VARIABLE_FROM:
        return
    if state.round >= state.rounds or state.rounds == state.round + 1:
        return
    roll = Roll("variable time limit", 1, 6, rule="fieldmanual.event-variable-time", marks=(4,))
    (face,) = yield from throw(roll)
    ctx.emit(LengthRolled(face, ctx.state.round + 1 if is_called_off(face) else 0))


def crippled_count(state: State, seat: str) -> int:
    """Models of a side that are critically damaged, dead or destroyed."""
    models = (unit for group in groups_of(state, seat) for unit in members(state, seat, group))
    return sum(is_crippled(state, unit) for unit in models)


@heeds("fieldmanual.straight-up-brawl")
def winner_of_brawl(state: State) -> Outcome:
    """The side with fewer crippled or destroyed models; a draw if both have as many. Scored is what each did."""
    lost = {seat: crippled_count(state, seat) for seat in SEATS}
    reason = f"red has {lost['red']} models crippled or destroyed, blue {lost['blue']}"
    return Outcome(higher(lost["blue"], lost["red"]), reason, {seat: lost[opponent(seat)] for seat in SEATS})


@rule("fieldmanual.step8-victory")
@heeds("fieldmanual.game-overview")
def winner_of_battle(state: State) -> Outcome:
    """The larger share of one's own Objective Points; a tie goes to the lower Priority Level, else it is a draw."""
    earned = {seat: victory_points(state, seat) for seat in SEATS}
    whole = {seat: max(1, points_taken(state, seat)) for seat in SEATS}
    words = " to ".join(f"{earned[seat]} of {whole[seat]}" for seat in SEATS)
    winner = higher(earned["red"] * whole["blue"], earned["blue"] * whole["red"])
    if winner:
        return Outcome(winner, f"Victory Points {words}", earned)
    levels = {seat: level_of(state, seat) for seat in SEATS}
    winner = higher(levels["blue"], levels["red"])
    tie = f"Victory Points {words}, Priority Level {levels['red']} to {levels['blue']}"
    return Outcome(winner, tie, earned)


def outcome_of(state: State) -> Outcome:
    """Who has won a battle that is over: by objectives where there are any, else by what is left."""
    return winner_of_battle(state) if any(slots_of(state, seat) for seat in SEATS) else winner_of_brawl(state)
