"""16.1b: airdrops: the command roll, the drop zone, and landing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gearlock.kernel.asks import Ask, Option, Place, decline
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.mechanics.ground.surfaces import slope_at
from gearlock.mechanics.placing.search import grid, scattered
from gearlock.systems.blitz.chain_of_command.ranks import leader_of, rank_of
from gearlock.systems.blitz.damage.events import Damaged
from gearlock.systems.blitz.damage.wounds import Wound, hurt, leaves_nothing
from gearlock.systems.blitz.deployment.events import DropBegun, DropDelayed, Dropped
from gearlock.systems.blitz.deployment.orders import Drop
from gearlock.systems.blitz.deployment.reserves import AIRDROP
from gearlock.systems.blitz.deployment.standing_room import refuse_ground
from gearlock.systems.blitz.deployment.zones import faces
from gearlock.systems.blitz.dice_tests.modifiers import modifiers_of
from gearlock.systems.blitz.dice_tests.rolls import DiceTest, make_roll
from gearlock.systems.blitz.general_concepts.dice import CMD, PILOT, skill_of
from gearlock.systems.blitz.general_concepts.measuring import distance
from gearlock.systems.blitz.movement.danger import danger_lines, is_stuck
from gearlock.systems.blitz.state import NEAR, WAITING, State, Unit, opponent, unit_of
from gearlock.table.bodies import Body
from gearlock.table.inches import is_on_table
from gearlock.table.measure import FULL_TURN

TRIES = 24
LANDING = "landing"


def airborne(state: State) -> list[tuple[str, int, str]]:
    """The units that are still to be dropped."""
    coming = (unit for unit in state.units.values() if unit.status == WAITING and unit.arrival == AIRDROP)
    return list(dict.fromkeys(unit_of(unit) for unit in coming))


def droppers(state: State, squad: tuple[str, int, str]) -> list[Unit]:
    """The models of a unit that are still in the air, its commander first."""
    mine = [unit for unit in state.units.values() if unit_of(unit) == squad and unit.status == WAITING]
    return sorted(mine, key=lambda unit: not unit.rank)


@rule("blitz.16.1b")
def resolve_drops(ctx: Ctx[State]) -> Script[None]:
    """The first Cleanup: a command roll for each unit that is to be dropped. Who fails comes in the second."""
    for squad in airborne(ctx.state):
        first = droppers(ctx.state, squad)[0]
        leader = leader_of_any(ctx.state, first) or first
        if ctx.state.round == 1:
            lines = tuple(modifiers_of(ctx.state, leader, CMD))
            test = DiceTest("airdrop", leader.id, CMD, rank_of(leader.rank).skill, lines, rule="blitz.16.1b")
            test = test._replace(enough=1, stake="without a success it drops a round later")
            made = yield from make_roll(ctx, test)
            if not made.successes:
                ctx.emit(DropDelayed(*squad))
                continue
        ctx.emit(DropBegun(*squad))
        landed = yield from _place_all(ctx, squad)
        for unit_id in landed:
            yield from _land(ctx, unit_id)


def leader_of_any(state: State, unit: Unit) -> Unit | None:
    """The commander of a unit that is not in play yet: its own, or the one of its combat group who is."""
    group = [u for u in state.units.values() if (u.seat, u.group) == (unit.seat, unit.group) and not u.is_destroyed]
    ranked = sorted((u for u in group if u.rank), key=lambda u: rank_of(u.rank).skill)
    return leader_of(state, unit) or next(iter(ranked), None)


@heeds("blitz.16.1b")
def _place_all(ctx: Ctx[State], squad: tuple[str, int, str]) -> Script[list[str]]:
    """Put every model down; who finds no room at all stays up and tries in the next Cleanup."""
    landed: list[str] = []
    for unit_id in [unit.id for unit in droppers(ctx.state, squad)]:
        unit = ctx.state.units[unit_id]
        has_room = next(_free_spots(ctx.state, unit, lambda low, _: low), None) is not None
        prompt = f"Where does the {unit.name} come down?"
        question = Ask(unit.seat, "drop", unit_id, (), "blitz.16.1b", prompt, optional=not has_room)
        order = yield from ask(question)
        if isinstance(order, Drop):
            z = slope_at(ctx.state.ground, order.x, order.y)
            ctx.emit(Dropped(unit_id, order.x, order.y, z, order.facing))
            landed.append(unit_id)
    return landed


@heeds("blitz.16.1b", "blitz.6.6a")
def landing_skill(unit: Unit) -> int:
    """PILOT, one better with jump jets or a jetpack."""
    return skill_of(unit, PILOT, -1 if unit.trait("Jump Jets") or unit.trait("Jetpack") else 0)


@heeds("blitz.16.1b", "blitz.6.6a", "blitz.18.4")
def _land(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """A dangerous terrain test: who fails is hurt, and who rolls nothing but ones is destroyed. Drones always fail."""
    unit = ctx.state.units[unit_id]
    if unit.line.type == "Drone":
        hurt(ctx, Wound(unit_id, "", "the landing", unit.line.bulk))
        return
    lines = tuple(danger_lines(ctx.state, unit, unit.gait))
    test = DiceTest(LANDING, unit_id, PILOT, landing_skill(unit), lines, rule="blitz.16.1b")
    stake = "without a success it takes 1 damage; nothing but ones destroys it"
    made = yield from make_roll(ctx, test._replace(enough=1, stake=stake, avoids_ones=True))
    unit = ctx.state.units[unit_id]
    if made.successes:
        return
    if is_stuck(made):
        gone = leaves_nothing(unit, 0, True)
        ctx.emit(Damaged(unit_id, "", "the landing", unit.hull + unit.structure, 0, 0, True, gone))
    else:
        hurt(ctx, Wound(unit_id, "", "the landing", 1))


@heeds("blitz.16.1b", "blitz.15.3")
def refuse_drop(state: State, ask: Ask, order: Drop) -> Refusal | None:
    """Anywhere more than 6 in from all enemies where it can stand, in formation with its commander."""
    if not 0 <= order.facing < FULL_TURN:
        return Refusal("facing", ask.rule, "A facing is 0 to 3599 tenths of a degree.", {"facing": order.facing})
    return refuse_zone(state, state.units[ask.unit], order.x, order.y)


def refuse_zone(state: State, unit: Unit, x: int, y: int) -> Refusal | None:
    """Why a model cannot come down at a spot."""
    body = Body(x, y, slope_at(state.ground, x, y), unit.line.radius, unit.height)
    if not is_on_table(body, state.ground.width, state.ground.height):
        return Refusal("table", "blitz.16.1b", f"The {unit.name} would come down beside the table.")
    if any(distance(body, enemy.body) <= NEAR for enemy in state.fielded(opponent(unit.seat))):
        return Refusal("enemy", "blitz.16.1b", "An enemy is within 6 in of that spot.")
    centre = anchor(state, unit)
    if centre is not None and distance(body, centre.body) > NEAR:
        message = f"The {unit.name} comes down in formation, within 6 in of the {centre.name}."
        return Refusal("formation", "blitz.16.1b", message)
    return refuse_ground(state, unit, x, y)


@heeds("blitz.16.1b", "blitz.15.3")
def anchor(state: State, unit: Unit) -> Unit | None:
    """Whom it must be near: the leader of its group, if that is on the table, else the first of its unit that is."""
    leader = leader_of(state, unit)
    if leader is not None and leader.is_fielded:
        return leader
    return next((other for other in state.fielded(unit.seat) if unit_of(other) == unit_of(unit)), None)


def _free_spots(state: State, unit: Unit, pick: Callable[[int, int], int]) -> Iterator[tuple[int, int]]:
    centre = anchor(state, unit)
    near = () if centre is None else ((centre.x, centre.y, NEAR + centre.line.radius + unit.line.radius),)
    spots = grid((0, 0, state.ground.width, state.ground.height), unit.line.radius, near)
    return ((x, y) for x, y in scattered(spots, pick) if refuse_zone(state, unit, x, y) is None)


def offer_drops(state: State, ask: Ask) -> Iterator[Option]:
    """The model that is to come down."""
    unit = state.units[ask.unit]
    if ask.optional:
        yield decline("There is no room: stay up", ask.rule)
    else:
        yield Place(f"Drop the {unit.name}", Drop(unit.id), ask.rule, unit=unit.id, zone="table")


def guess_drop(state: State, _ask: Ask, order: Drop, chooser: Chooser, attempt: int) -> Order | None:
    """Somewhere, near its commander if there is one; at last any spot."""
    unit, centre = state.units[order.unit], anchor(state, state.units[order.unit])
    if attempt == TRIES:
        spot = next(_free_spots(state, unit, chooser.randrange), None)
        return None if spot is None else Drop(unit.id, *spot, faces(state, unit.seat))
    if centre is None:
        x, y = chooser.randrange(0, state.ground.width), chooser.randrange(0, state.ground.height)
    else:
        x, y = centre.x + chooser.randrange(-7000, 7001), centre.y + chooser.randrange(-7000, 7001)
    return Drop(unit.id, x, y, chooser.randrange(0, FULL_TURN))


def aim_drop(state: State, ask: Ask, order: Drop, spot: Aim) -> Order:
    """The spot, looking at the enemy's side unless something else is asked for."""
    facing = faces(state, ask.seat) if spot.facing is None else spot.facing % FULL_TURN
    return Drop(order.unit, spot.x, spot.y, facing)
