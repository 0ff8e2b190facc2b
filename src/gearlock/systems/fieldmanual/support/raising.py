"""Step 5 to Step 6: what was bought takes effect: assets and drones, groups that infiltrate or wait, Command Points."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.systems.fieldmanual.cards import Card
from gearlock.systems.fieldmanual.command.pool import starting_points
from gearlock.systems.fieldmanual.state import SEATS, State, opponent
from gearlock.systems.fieldmanual.support.events import ArrivalSettled, AssetRaised, DroneAssigned, SupportShown
from gearlock.systems.fieldmanual.support.options import (
    AA_DRONE,
    ASSETS,
    COMMAND_POINT,
    GUARANTEED,
    INFILTRATORS,
    RESERVE,
    Choice,
    groups_of,
    read_choice,
)
from gearlock.systems.fieldmanual.support.sheet import LIMIT, UNSEEN, choices, entries, key_of


@rule("fieldmanual.defensive-assets")
@heeds("fieldmanual.aa-drone", "fieldmanual.buy-command-points", "fieldmanual.reserves", "fieldmanual.infiltrators")
def raise_support(ctx: Ctx[State]) -> None:
    """Whatever stands on the table, stays off it or lies open shows itself; airstrikes and artillery stay unseen.

    That a group waits is seen; whether its arrival is settled, and when, is not.
    """
    shown = tuple(key for seat in SEATS for key in _open_keys(ctx.state, seat))
    if shown:
        ctx.emit(SupportShown(shown))
    for seat in SEATS:
        bought = choices(ctx.state, seat)
        for number, choice in enumerate(bought, 1):
            _raise(ctx, seat, number, choice)


@heeds("fieldmanual.cp-pool", "fieldmanual.buy-command-points")
def command_points(state: State, seat: str) -> int:
    """The Command Points a side begins with: those of its force, and one for every Support Point spent on them."""
    commander = state.commander(seat)
    leadership = 0 if commander is None else commander.card.skills.leadership
    mine, theirs = (len(groups_of(state, each)) for each in (seat, opponent(seat)))
    bought = sum(choice.option == COMMAND_POINT for choice in choices(state, seat))
    return starting_points(leadership, int(state.switches.get(LIMIT, "0")), mine, theirs) + bought


def _open_keys(state: State, seat: str) -> list[str]:
    """Choices of the second allocation that everybody is about to see."""
    hidden = [(n, read_choice(fact.value).option) for n, fact in entries(state, seat) if len(fact.knows) < 2]
    return [key_of(seat, n) for n, option in hidden if option not in (*UNSEEN, RESERVE, GUARANTEED)]


@rule("fieldmanual.aa-turret", "fieldmanual.asset-hac-turret", "fieldmanual.asset-hrp-turret")
@rule("fieldmanual.asset-observation-bunker", "fieldmanual.asset-heavy-bunker")
def asset_card(state: State, option: str) -> Card:
    """The card of an asset: turrets, bunkers and Blinds have the figures of their cards and nothing of their own."""
    return state.stock[option]


def _raise(ctx: Ctx[State], seat: str, number: int, choice: Choice) -> None:
    if choice.option in ASSETS:
        card = asset_card(ctx.state, choice.option)
        name = f"{seat}-asset-{number}"
        ctx.emit(AssetRaised(name, seat, card.id, f"{seat.title()} {card.name} {number}", choice.infiltrates))
    elif choice.option == AA_DRONE:
        owner = ctx.state.units[choice.unit]
        card = ctx.state.stock[AA_DRONE]
        ctx.emit(DroneAssigned(f"{owner.id}-drone", owner.id, card.id, f"{owner.name}'s {card.name}"))
    elif choice.option in (INFILTRATORS, RESERVE, GUARANTEED):
        ctx.emit(ArrivalSettled(seat, choice.group, choice.option != INFILTRATORS))
