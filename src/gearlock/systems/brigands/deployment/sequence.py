"""11.4: the order of deployment: roll-offs, sides, fortifications, groups in turn, airdrops, pathfinders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Place, decline
from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Preview
from gearlock.mechanics.ground.surfaces import slope_at
from gearlock.mechanics.placing.search import Spot, scattered
from gearlock.mechanics.turns import higher, next_seat
from gearlock.systems.brigands.chain_of_command import leader_of
from gearlock.systems.brigands.deployment.places import (
    AIRDROP,
    AMPHIBIOUS,
    FLANK,
    RECON,
    RULES,
    WAYS,
    AirdropRolled,
    ChooseSide,
    Deploy,
    Deployed,
    DeploymentOpened,
    DeploymentPassed,
    GroupSetAside,
    Pathfind,
    PathfindersStayed,
    PathfinderStarted,
    PhaseOpened,
    RolledOff,
    SetAside,
    SideTaken,
    TurnGiven,
    ZonesRolled,
    airdrop,
    aside,
    boxes,
    deployable,
    deployed,
    has_spot,
    legal_spots,
    links_of,
    opened,
    pathfinder,
    qualifies,
    refuse_deploy,
    rolled_off,
    side,
    tiers,
    waiting,
    zones,
)
from gearlock.systems.brigands.drones import DroneRecalled, resolve_drones
from gearlock.systems.brigands.movement.paths import ChangeFloor, Climb, EndMove, Jump, Move, Slide
from gearlock.systems.brigands.places import CORNER, NARROW, WIDE, ZONES, faces, sides_of
from gearlock.systems.brigands.rounds import ChooseFirst, EndActivation
from gearlock.systems.brigands.state import State, Unit
from gearlock.systems.brigands.vtols import TookOff, altitude_at, is_vtol, refuse_altitude
from gearlock.systems.brigands.vtols import landed_landing as landed
from gearlock.table.measure import FULL_TURN, INCH

# --- 11.4: the roll-offs before the first Round. The higher die decides, ties are rolled again


@rule("brigands.1.2k")
@heeds("brigands.11.4b", "brigands.11.4c", "brigands.11.4d")
def roll_off(ctx: Ctx[State], what: str, rule_id: str) -> Script[str]:
    """Each side rolls a die until one is higher; the winner."""
    while not ctx.state.winner:
        red, blue = yield from throw(Roll(f"{what} roll-off", 2, 6, rule=rule_id))
        ctx.emit(RolledOff(red, blue, higher(red, blue)))
    return ctx.state.winner


def ask_first(winner: str, doing: str, rule_id: str) -> Script[str]:
    """The winner of a roll-off says who goes first."""
    order = yield from ask(Ask(winner, "first", rule=rule_id, prompt=f"You won the roll-off. Who {doing} first?"))
    assert isinstance(order, ChooseFirst), f"{order} does not say who {doing} first"
    return order.seat


def first_of(ctx: Ctx[State], having: set[str], what: str, doing: str, rule_id: str) -> Script[str]:
    """Who begins: the only seat that has anything to do, else as the winner of a roll-off says."""
    if len(having) == 1:
        return next(iter(having))
    winner = yield from roll_off(ctx, what, rule_id)
    return (yield from ask_first(winner, doing, rule_id))


@heeds("brigands.11.4b")
def resolve_roll_off(ctx: Ctx[State]) -> Script[None]:
    """The winner decides who deploys its first Combat Group."""
    winner = yield from roll_off(ctx, "deployment", "brigands.11.4b")
    seat = yield from ask_first(winner, "deploys", "brigands.11.4b")
    ctx.emit(DeploymentOpened(seat))


# --- 11.4a: deployment zones that nobody agreed on: a die says which kind, a roll-off who chooses the side

KINDS = (NARROW, NARROW, WIDE, WIDE, CORNER, CORNER)
"""What each face of the die stands for."""


@rule("brigands.11.4a")
def resolve_zones(ctx: Ctx[State]) -> Script[None]:
    """Roll for the kind of zones, then for the choice between their sides."""
    (face,) = yield from throw(Roll("deployment zones", 1, 6, rule="brigands.11.4a"))
    kind = KINDS[face - 1]
    ctx.emit(ZonesRolled(face, kind))
    winner = yield from roll_off(ctx, "side", "brigands.11.4a")
    prompt = f"{ZONES[kind]}: on which side of the table do you deploy?"
    order = yield from ask(Ask(winner, "side", about=(kind,), rule="brigands.11.4a", prompt=prompt))
    assert isinstance(order, ChooseSide), f"{order} names no side"
    ctx.emit(SideTaken(winner, order.side))
    ctx.emit(PhaseOpened("fortifications"))


def offer_sides(state: State, ask: Ask) -> Iterator[Option]:
    """Every side a zone of this kind may lie on."""
    for edge in sides_of(state.ground, ask.about[0]):
        yield Pick(f"In the {edge}", ChooseSide(edge), ask.rule)


@heeds("brigands.11.4a")
def refuse_side(state: State, ask: Ask, order: ChooseSide) -> Refusal | None:
    """The zones that were rolled leave only some sides."""
    sides = sides_of(state.ground, ask.about[0])
    if order.side in sides:
        return None
    message = f"{ZONES[ask.about[0]]} zones lie in the {' or '.join(sides)}, not in the {order.side or 'air'}."
    return Refusal("side", "brigands.11.4a", message)


# --- 11.4d: Fortifications are deployed before objectives and before everybody else, model by model in turn


@rule("brigands.11.4d")
def resolve_fortifications(ctx: Ctx[State]) -> Script[None]:
    """Place the next one; if both sides have some, the winner of a roll-off says who begins."""
    having = _having(ctx.state)
    if not having:
        ctx.emit(PhaseOpened("objectives"))
        return
    if not ctx.state.turn:
        seat = yield from first_of(ctx, having, "Fortifications", "places Fortifications", "brigands.11.4d")
        ctx.emit(TurnGiven(seat))
        return
    seat = ctx.state.turn
    if seat in having:
        yield from place_one(ctx, seat, "brigands.11.4d")
    ctx.emit(TurnGiven(next_seat(seat, _having(ctx.state)) or seat))


def _having(state: State) -> set[str]:
    return {seat for seat in ("red", "blue") if waiting(state, seat)}


# --- 11.4b: Combat Groups are deployed in turn, or set aside; those set aside are placed when all others stand

WHERE = {
    AIRDROP: ", clear of area terrain and more than 6 in from enemies",
    AMPHIBIOUS: " in water, out of the enemy's zone and more than 6 in from enemies",
    FLANK: " within 6 in of a table edge, out of the enemy's zone and more than 6 in from enemies",
}


def place_one(ctx: Ctx[State], seat: str, rule_id: str) -> Script[None]:
    """Ask for one model, or for a Combat Group to be set aside."""
    found = deployable(ctx.state, seat)
    only = found[0].id if len(found) == 1 else ""
    where = WHERE.get(found[0].aside, "")
    prompt = f"Deploy the {found[0].name}{where}." if only else f"Which model do you deploy{where}?"
    order = yield from ask(Ask(seat, "deploy", only, rule=rule_id, prompt=prompt))
    if isinstance(order, SetAside):
        ctx.emit(GroupSetAside(seat, order.group, order.way))
        return
    assert isinstance(order, Deploy), f"{order} deploys nobody"
    z = slope_at(ctx.state.ground, order.x, order.y)
    ctx.emit(Deployed(order.unit, order.x, order.y, z, order.facing))
    yield from resolve_drones(ctx, order.unit)


@heeds("brigands.11.4b", "brigands.11.4b-standard")
def resolve_deployment(ctx: Ctx[State]) -> Script[None]:
    """Put the next model of the Combat Group on the table, its leader first; then the other side's group follows.

    Who has no group left waits until the other side has placed all of its own.
    """
    seat = ctx.state.turn
    if deployable(ctx.state, seat):
        yield from place_one(ctx, seat, "brigands.11.4b-standard")
        return
    following = next_seat(seat, _having_groups(ctx.state))
    ctx.emit(DeploymentPassed(following))
    if not following and ctx.state.full:
        ctx.emit(PhaseOpened("special"))


@rule("brigands.11.4b")
def resolve_special(ctx: Ctx[State]) -> Script[None]:
    """Place the Combat Groups set aside, in turn. Who won the roll-off of deployment says who begins."""
    state, having = ctx.state, _having_groups(ctx.state)
    if not state.turn:
        if not having:
            ctx.emit(PhaseOpened("pathfinders"))
        elif len(having) == 1:
            ctx.emit(TurnGiven(next(iter(having))))
        else:
            ctx.emit(TurnGiven((yield from ask_first(state.winner, "places what is set aside", "brigands.11.4b"))))
        return
    seat, group = state.turn, state.group
    if deployable(state, seat):
        way = deployable(state, seat)[0].aside
        yield from place_one(ctx, seat, RULES[way])
        return
    if any(unit.aside == AIRDROP for unit in state.fielded(seat) if unit.group == group):
        yield from resolve_airdrop(ctx, seat, group)
    ctx.emit(DeploymentPassed(next_seat(seat, _having_groups(ctx.state))))


def _having_groups(state: State) -> set[str]:
    return {seat for seat in ("red", "blue") if waiting(state, seat)}


@heeds("brigands.11.4b")
def refuse_set_aside(state: State, ask: Ask, order: SetAside) -> Refusal | None:
    """Why a Combat Group cannot be kept back: it is under way, does not qualify, or there would be no place for it."""
    if order.way not in WAYS:
        known = ", ".join(WAYS)
        return Refusal("way", "brigands.11.4b", f"There is no Special Deployment {order.way or 'nothing'}: {known}.")
    first = next((unit for unit in deployable(state, ask.seat) if unit.group == order.group), None)
    if not state.full or state.phase != "deployment" or state.group or first is None:
        return Refusal("group", "brigands.11.4b", f"You do not begin Combat Group {order.group} now.")
    if not qualifies(state, ask.seat, order.group, order.way):
        message = f"Combat Group {order.group} does not qualify for {WAYS[order.way]} Deployment."
        return Refusal("traits", RULES[order.way], message)
    if not has_spot(state, first, (order.way, False)):
        message = f"This table has no place for the {first.name} by {WAYS[order.way]} Deployment."
        return Refusal("room", RULES[order.way], message)
    return None


def legal_set_asides(state: State, ask: Ask) -> Iterator[SetAside]:
    """Every Combat Group that may be set aside now, in every way it qualifies for."""
    if not state.full or state.phase != "deployment" or state.group:
        return
    for group in dict.fromkeys(unit.group for unit in deployable(state, ask.seat)):
        for way in WAYS:
            order = SetAside(group, way)
            if refuse_set_aside(state, ask, order) is None:
                yield order


# --- 11.4b: the Airdrop. One die for a Combat Group says whether it lands at once or in the Setup Phase of Round 2

LANDS = 3

LATE = 2
"""The Round in whose Setup Phase late comers land."""


@heeds("brigands.11.4b-airdrop", "brigands.trait.init")
def drop_bonus(state: State, seat: str, group: int) -> int:
    """What the Combat Group Leader adds to the die."""
    leader = leader_of(state, seat, group)
    return 0 if leader is None else leader.trait("Init")


@heeds("brigands.11.4b-airdrop", "brigands.1.2k")
def resolve_airdrop(ctx: Ctx[State], seat: str, group: int) -> Script[None]:
    """Roll for a Combat Group that has been placed; if it is late all of it hangs in the air, 12 in up."""
    (face,) = yield from throw(Roll("Airdrop", 1, 6, seat=seat, rule="brigands.11.4b-airdrop"))
    total = face + drop_bonus(ctx.state, seat, group)
    ctx.emit(AirdropRolled(seat, group, face, total, total >= LANDS))
    if total >= LANDS:
        return
    for unit_id in [unit.id for unit in ctx.state.fielded(seat) if unit.group == group and unit.aside]:
        unit = ctx.state.units[unit_id]
        ctx.emit(TookOff(unit_id, altitude_at(ctx.state.ground, unit.x, unit.y)))
        for drone_id in [drone.id for drone in ctx.state.drones(unit_id) if drone.is_fielded]:
            ctx.emit(DroneRecalled(drone_id))


@heeds("brigands.11.4b-airdrop", "brigands.1.8-setup")
def land_late_comers(ctx: Ctx[State]) -> Script[None]:
    """In the Setup Phase of Round 2 everybody lands who is still in the air; where somebody stands, beside it.

    Their drones come down with them.
    """
    if ctx.state.round < LATE:
        return
    late = [unit.id for unit in ctx.state.units.values() if unit.is_fielded and unit.is_dropping]
    for unit_id in late:
        ctx.emit(landed(ctx.state, ctx.state.units[unit_id]))
    for unit_id in late:
        yield from resolve_drones(ctx, unit_id)


# --- 11.4c: Pathfinders. Before the first Round every model of a Recon Unit may make one free Move

MOVING = (Move, Climb, Jump, Slide, ChangeFloor, EndMove, EndActivation)

WORTH = 0.001
"""Enough to be preferred to staying; where to go is weighed with the Move."""


@rule("brigands.11.4c")
def pathfinders(state: State, seat: str) -> list[Unit]:
    """The models that may still make their free Move: of the Unit that has begun, or of any Recon Unit.

    Drones go with those who control them, Fortifications nowhere, and who is still in the air has to land first.
    """
    return [
        unit
        for unit in state.fielded(seat)
        if unit.code == RECON and unit.line.move and not (unit.activated or unit.controller or unit.is_dropping)
        if state.squad in (0, unit.squad)
    ]


def refuse_before_battle(state: State, order: Order) -> Refusal | None:
    """Before the first Round a model only moves."""
    if state.phase != "pathfinders" or isinstance(order, MOVING):
        return None
    return Refusal("pathfinder", "brigands.11.4c", "Before the first Round a model makes its free Move, nothing else.")


def offer_pathfinders(state: State, ask: Ask) -> Iterator[Option]:
    """Every model that may go now, a VTOL on the ground or in the air."""
    for unit in pathfinders(state, ask.seat):
        for airborne in (False, True) if is_vtol(unit) else (False,):
            if refuse_altitude(state, unit, airborne) is None:
                label = f"The {unit.name} finds a path{' in the air' if airborne else ''}"
                yield Pick(label, Pathfind(unit.id, airborne), ask.rule)
    yield decline("Nobody else of this Unit" if state.squad else "No free Moves", ask.rule)


@heeds("brigands.11.4c")
def refuse_pathfind(state: State, ask: Ask, order: Pathfind) -> Refusal | None:
    """Why a model makes no free Move now."""
    unit = next((unit for unit in pathfinders(state, ask.seat) if unit.id == order.unit), None)
    if unit is None:
        return Refusal("unit", "brigands.11.4c", f"{order.unit or 'Nobody'} has no free Move to make now.")
    return refuse_altitude(state, unit, order.airborne)


def preview_pathfind(state: State, _seat: str, order: Pathfind) -> Preview:
    """A free Move costs nothing."""
    return Preview(gives=WORTH) if order.unit in state.units else Preview()


# --- 11.4b: places to deploy at, guessed or pointed at

PLACES = 40
"""Spots tried to deploy at before all of them are searched."""


def guess_deploy(state: State, _ask: Ask, order: Deploy, chooser: Chooser, attempt: int) -> Order | None:
    """Somewhere in the zone, near the leader once there is one, facing the enemy's side more or less.

    The last guess is no guess any more.
    """
    if attempt == PLACES:
        return _any_spot(state, order, chooser)
    unit = state.units[order.unit]
    places = list(boxes(state, unit, unit.aside))
    x0, y0, x1, y1 = places[0] if len(places) == 1 else chooser.choice(places)
    links, reach = links_of(state, unit), 7 * INCH
    link = chooser.choice(links) if links else None
    x = chooser.randrange(x0, x1) if link is None else link.x + chooser.randrange(-reach, reach)
    y = chooser.randrange(y0, y1) if link is None else link.y + chooser.randrange(-reach, reach)
    facing = faces(state, unit.seat) + chooser.randrange(-450, 451)
    return Deploy(unit.id, x, y, facing % FULL_TURN)


def _any_spot(state: State, deploy: Deploy, chooser: Chooser) -> Order | None:
    """Where guessing failed: a free spot of the grid, in the best way there is one."""
    unit = state.units[deploy.unit]

    def order(spots: Iterable[Spot]) -> Iterator[Spot]:
        return scattered(spots, chooser.randrange)

    for tier in tiers(unit):
        for x, y in legal_spots(state, unit, tier, order):
            return Deploy(unit.id, x, y, faces(state, unit.seat))
    return None


def aim_deploy(state: State, ask: Ask, order: Deploy, spot: Aim) -> Order:
    """The spot, looking at the enemy's side unless something else is asked for."""
    facing = faces(state, ask.seat) if spot.facing is None else spot.facing % FULL_TURN
    return Deploy(order.unit, spot.x, spot.y, facing)


# --- What is offered


def offer_set_asides(state: State, ask: Ask) -> Iterator[Option]:
    """The Combat Groups that may be kept back for a Special Deployment."""
    for order in legal_set_asides(state, ask):
        label = f"Set Combat Group {order.group} aside: {WAYS[order.way]} Deployment"
        yield Pick(label, order, RULES[order.way])


def preview_set_aside(_state: State, _seat: str, order: SetAside) -> Preview:
    """Placed when most enemies stand; a drop may come a Round late."""
    notes = (f"Rolls a die when it is placed: on {LANDS} or more it lands at once.",) if order.way == AIRDROP else ()
    return Preview(notes=("It is placed after all other Combat Groups.", *notes))


def offer_deployments(state: State, ask: Ask) -> Iterator[Option]:
    """The models that may be put down next."""
    for unit in deployable(state, ask.seat):
        zone = "" if unit.aside else f"{unit.seat}-zone"
        yield Place(f"Deploy the {unit.name}", Deploy(unit.id), ask.rule, unit=unit.id, zone=zone)


# --- The contents of the chapter

DEPLOYMENT: Chapter[State] = Chapter(
    "11.4: deployment",
    orders=(
        OrderRules(ChooseSide, "side", refuse_side),
        OrderRules(
            Deploy,
            "deploy",
            refuse_deploy,
            guess=guess_deploy,
            tries=PLACES + 1,
            aim=aim_deploy,
        ),
        OrderRules(SetAside, "deploy", refuse_set_aside),
        OrderRules(Pathfind, "pathfind", refuse_pathfind),
    ),
    events={
        RolledOff: rolled_off,
        DeploymentOpened: opened,
        Deployed: deployed,
        DeploymentPassed: None,
        ZonesRolled: zones,
        SideTaken: side,
        PhaseOpened: None,
        TurnGiven: None,
        GroupSetAside: aside,
        AirdropRolled: airdrop,
        PathfinderStarted: pathfinder,
        PathfindersStayed: None,
    },
)
