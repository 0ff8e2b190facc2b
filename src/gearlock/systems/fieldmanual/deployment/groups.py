"""Step 6: the Combat Groups of both sides are placed in turn, one model after the other."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.chapters import checked
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.turns import SEATS, next_seat
from gearlock.systems.fieldmanual.deployment.events import Deployed, DeploymentPassed
from gearlock.systems.fieldmanual.deployment.orders import Deploy
from gearlock.systems.fieldmanual.deployment.standing_room import standing
from gearlock.systems.fieldmanual.state import STATIONARY, WAITING, State, Unit

FIRST, LATE = range(2)
INFILTRATES = "infiltrates"
FOLLOWS = "round"
"""The phase after deployment; `State.switches["after deployment"]` may name another."""


@heeds("fieldmanual.infiltrators")
def turn_of(unit: Unit) -> int:
    """When a model is placed: infiltrators after everybody else of both sides."""
    return LATE if unit.arrival == INFILTRATES else FIRST


def waiting(state: State, seat: str) -> list[Unit]:
    """The models of a seat that are to be placed now; drones come with their owners."""
    all_of_them = [unit for unit in state.units.values() if unit.status == WAITING and not unit.parent]
    now = min(map(turn_of, all_of_them), default=FIRST)
    return [unit for unit in all_of_them if unit.seat == seat and turn_of(unit) == now]


@heeds("fieldmanual.step6-deployment", "fieldmanual.defensive-assets")
def deployable(state: State, seat: str) -> list[Unit]:
    """Those that may be next: of the Combat Group under way, else any."""
    return [unit for unit in waiting(state, seat) if not state.group or unit.group == state.group]


@rule("fieldmanual.step6-deployment")
@heeds("fieldmanual.straight-up-brawl", "fieldmanual.defensive-assets")
def resolve_deployment(ctx: Ctx[State]) -> Script[None]:
    """One model of the Combat Group; when all of it stand the other side places a group."""
    seat = ctx.state.turn
    found = deployable(ctx.state, seat)
    if not found:
        follows = ctx.state.switches.get("after deployment", FOLLOWS)
        ctx.emit(DeploymentPassed(next_seat(seat, {each for each in SEATS if waiting(ctx.state, each)}), follows))
        return
    only = found[0].id if len(found) == 1 else ""
    prompt = f"Deploy the {found[0].name}." if only else "Which model do you deploy?"
    order = yield from ask(Ask(seat, "deploy", only, rule="fieldmanual.step6-deployment", prompt=prompt))
    assert isinstance(order, Deploy), f"{order} deploys nobody"
    place(ctx, order)


def place(ctx: Ctx[State], order: Deploy) -> None:
    """Put a model down as an order says that was found legal."""
    unit = ctx.state.units[order.unit]
    z = checked(standing(ctx.state, unit, order.x, order.y)).body.z
    mode = order.mode or next(iter(unit.card.rows), "")
    band = STATIONARY if unit.is_static else order.band
    ctx.emit(Deployed(unit.id, order.x, order.y, z, order.facing, band, mode))
