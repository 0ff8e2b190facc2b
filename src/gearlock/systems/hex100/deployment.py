"""Deployment before the battle and reinforcements during it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import ClassVar

from gearlock.kernel.asks import Ask, Option, Place
from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line
from gearlock.systems.hex100.actions import TRIES, loaded_modes
from gearlock.systems.hex100.drones.commands import field_drones
from gearlock.systems.hex100.equipment import standing_kind
from gearlock.systems.hex100.forces.loadout import legal_loads
from gearlock.systems.hex100.known_units import deed, owns, place_name
from gearlock.systems.hex100.movement.move_action import BAD_FACING, hexside
from gearlock.systems.hex100.movement.moving import is_facing
from gearlock.systems.hex100.plan import Placement
from gearlock.systems.hex100.state import State, other
from gearlock.table.hexes import Hex, distance

# --- Who waits, and where each may be


def coming_turn(state: State) -> int:
    """The turn whose units take their places now; 0 is the deployment before the battle."""
    return 0 if state.phase == "deployment" else state.turn + (state.active != state.first)


def open_placements(state: State, unit_id: str) -> list[Placement]:
    """Where a unit may be placed now."""
    turn = coming_turn(state)
    return [each for each in state.scene.plan.placements_of(unit_id) if each.turn <= turn]


def places_for(state: State, unit_id: str) -> frozenset[Hex]:
    """The hexes of all zones that are open to a unit now."""
    zones = state.scene.ground.zones
    return frozenset().union(*(zones[each.zone] for each in open_placements(state, unit_id)))


def waiting_units(state: State, seat: str) -> list[str]:
    """The units of a side that are to be placed now, in the order of its list; drones come with who brings them."""
    brought = state.scene.ties
    off_map = (u for u in state.units.values() if u.seat == seat and not u.placed and u.id not in brought)
    return [unit.id for unit in off_map if not unit.left and not unit.destroyed and open_placements(state, unit.id)]


# --- Deployment and reinforcements


@heeds("hex100.deployment", "hex100.rough-impassable", "hex100.stacking")
def refuse_place(state: State, seat: str, order: Deploy) -> Refusal | None:
    """Why a unit cannot be placed there with these loads; an enemy nobody has found is no reason."""
    hex_ = (order.q, order.r)
    if hex_ not in places_for(state, order.unit):
        named = " or ".join(each.zone for each in open_placements(state, order.unit))
        message = f"The {state.machine(order.unit).name} is placed in the zone {named}."
        return Refusal("not-in-zone", "hex100.deployment", message)
    known = (unit for unit in state.units.values() if unit.id in state.known[seat])
    if any(unit.hex == hex_ for unit in (*state.standing(seat), *known)):
        return Refusal("occupied", "hex100.stacking", "Another unit stands there.")
    if not state.land.cost(hex_, standing_kind(state, state.units[order.unit])):
        return Refusal("impassable", "hex100.rough-impassable", "The unit cannot stand there.")
    if order.load and order.load not in legal_loads(state.machine(order.unit)):
        return Refusal("no-such-ammo", "hex100.attr-variable-ammo", "That is no way to load the guns of this unit.")
    return None


class Deployed(Event, frozen=True, tag="deployed"):
    """A unit took its place, with these modes of its variable weapons loaded."""

    plain: ClassVar[bool] = True
    unit: str
    q: int
    r: int
    facing: int
    loaded: tuple[tuple[str, int], ...] = ()
    lurking: bool = False
    """It lies in wait, hidden."""

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.q, unit.r, unit.facing, unit.placed = self.q, self.r, self.facing, True
        unit.loaded, unit.lurking = dict(self.loaded), self.lurking
        if state.phase == "deployment" and waiting_units(state, other(unit.seat)):
            state.active = other(unit.seat)


def deployed(state: State, event: Deployed, seat: str | None) -> Line | None:
    does = f"takes its place at {place_name(event.q, event.r)}"
    return deed(owns, state, seat, event.unit, does, "hex100.deployment")


def place(ctx: Ctx[State], order: Deploy, hex_: Hex) -> None:
    """Put a unit on the map; where the briefing says so it lies in wait."""
    zones = ctx.state.scene.ground.zones
    here = [each for each in open_placements(ctx.state, order.unit) if hex_ in zones[each.zone]]
    lurking = any(each.hidden for each in here)
    loaded = loaded_modes(ctx.state, order.unit, order.load)
    ctx.emit(Deployed(order.unit, *hex_, order.facing, loaded, lurking))


def _free_places(state: State, unit_id: str) -> list[Hex]:
    kind = standing_kind(state, state.units[unit_id])
    return [
        hex_ for hex_ in sorted(places_for(state, unit_id)) if state.land.cost(hex_, kind) and not state.unit_in(hex_)
    ]


@heeds("hex100.deployment", "hex100.briefing")
def resolve_arrivals(ctx: Ctx[State], seat: str) -> Script[None]:
    """Before a side's phase its reinforcements come, one at a time; one for whom there is no room comes later.

    Where an enemy stands that nobody has found, the unit comes in as near to the spot as it can.
    """
    for unit_id in waiting_units(ctx.state, seat):
        if not _free_places(ctx.state, unit_id):
            continue
        prompt = f"The {ctx.state.machine(unit_id).name} arrives: place it."
        order = yield from ask(Ask(seat, "deploy", "", (unit_id,), "hex100.deployment", prompt))
        assert isinstance(order, Deploy), "only a placement answers here"
        wished = (order.q, order.r)
        place(ctx, order, min(_free_places(ctx.state, unit_id), key=lambda hex_: (distance(hex_, wished), hex_)))
        yield from field_drones(ctx, unit_id)


# --- What is offered


class Deploy(Order, frozen=True, tag="deploy"):
    """Put a unit on the own edge of the map; a tank may say what is loaded, ``item:mode`` for each variable weapon."""

    unit: str
    q: int = 0
    r: int = 0
    facing: int = 0
    load: tuple[str, ...] = ()


@rule("hex100.deployment")
def refuse_deploy(state: State, ask: Ask, order: Deploy) -> Refusal | None:
    if order.unit not in ask.about:
        return Refusal("no-such-unit", "hex100.deployment", "That unit does not wait to be placed.")
    if not is_facing(order.facing):
        return BAD_FACING
    return refuse_place(state, ask.seat, order)


def offer_places(state: State, ask: Ask) -> Iterator[Option]:
    """Every unit that waits, once for each zone open to it, a tank once for each way to load its guns."""
    for unit in ask.about:
        machine, zones = state.machine(unit), [each.zone for each in open_placements(state, unit)]
        for load, zone in product(legal_loads(machine), zones):
            rounds = ", ".join(token.partition(":")[2] for token in load)
            where = f" in {zone}" if len(zones) > 1 else ""
            label = f"Place the {machine.name}{where}" + (f", {rounds} loaded" if load else "")
            yield Place(label, Deploy(unit, load=load), ask.rule, unit=unit, zone=zone)


def guess_place(state: State, _ask: Ask, order: Deploy, chooser: Chooser, _attempt: int) -> Order:
    """Anywhere it may begin; sorted, because a set has no order that all machines agree on."""
    q, r = chooser.choice(sorted(places_for(state, order.unit)))
    return Deploy(order.unit, q, r, chooser.randrange(0, 6), order.load)


def aim_place(_state: State, ask: Ask, order: Deploy, spot: Aim) -> Order:
    """The hex pointed at, looking at the enemy's edge unless something else is asked for."""
    ahead = 1 if ask.seat == "red" else 4
    return Deploy(order.unit, spot.x, spot.y, ahead if spot.facing is None else hexside(spot.facing), order.load)


# --- The contents of the chapter

DEPLOYMENT: Chapter[State] = Chapter(
    "Deployment",
    orders=(OrderRules(Deploy, "deploy", refuse_deploy, guess=guess_place, aim=aim_place, tries=TRIES),),
    events={
        Deployed: deployed,
    },
)
