"""What happens with support."""

from __future__ import annotations

import msgspec

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.secrets import Sealed, told
from gearlock.systems.tactical.assets import (
    SPOTTER,
    SUPPORT,
    Plane,
    aircraft,
    keep_stock,
    name_of,
    salvos,
    stock_of,
)
from gearlock.systems.tactical.attacks.ammunition import SPARE
from gearlock.systems.tactical.rounds.events import STEP_FOUR
from gearlock.systems.tactical.state import SEATS, WAITING, State
from gearlock.systems.tactical.under_way import Patch
from gearlock.systems.tactical.victory_points.events import ARRIVES, CLIP_DUE

BARRAGE, FLIGHT = "barrage", "flight"
"""Kinds of a patch: a salvo on its way, an aircraft coming in (its `number` the direction); its side knows where."""
NOTHING_TO_DO, PASSED, AGAIN = "nothing", "passed", "again"
"""What became of a part of Step Four: nobody was asked, who was asked will not, or there may be more of it."""
REROLL, MISSED, BOUGHT = "reroll", "call missed:", "bought:"
"""A ware; counted in points: the round of a side's last call that was not heard, and who has bought all it wants."""


class SupportBought(Event, frozen=True, tag="support-bought"):
    """A side wrote down some support, in secret."""

    seat: str
    what: str
    level: int
    count: int
    tv: int
    plain = True

    @heeds("tactical.4.1.3-support", "tactical.4.1.3-intelligence")
    def change(self, state: State) -> None:
        stock = stock_of(state, self.seat)
        stock = msgspec.structs.replace(stock, spent=stock.spent + self.tv)
        if self.what in aircraft():
            first = len(stock.planes) + 1
            new = tuple(
                Plane(f"{self.seat}-air-{number}", self.what, self.level, aircraft()[self.what].attacks)
                for number in range(first, first + self.count)
            )
            stock = msgspec.structs.replace(stock, planes=(*stock.planes, *new))
        elif self.what in salvos():
            stock = msgspec.structs.replace(stock, shelled=stock.shelled + self.tv)
            stock = stock.with_salvos(self.what, self.count)
        elif self.what == REROLL:
            stock = msgspec.structs.replace(stock, rerolls=stock.rerolls + self.count)
        else:
            stock = msgspec.structs.replace(stock, reveals=(*stock.reveals, self.what))
        keep_stock(state, self.seat, stock)


class SpotterNamed(Event, frozen=True, tag="spotter-named"):
    """A side named who calls its artillery, in secret."""

    seat: str
    unit: str
    plain = True

    @heeds("tactical.4.1.3-artillery")
    def change(self, state: State) -> None:
        state.facts[name_of(SPOTTER, self.seat)] = Sealed(self.unit, (self.seat,))


class BuyingDone(Event, frozen=True, tag="buying-done"):
    """A side has written down all it wants."""

    seat: str

    def change(self, state: State) -> None:
        state.points[BOUGHT + self.seat] = 1


class IntelligenceGiven(Event, frozen=True, tag="intelligence-given"):
    """A side has to tell the other something that was secret."""

    reveals = True
    to: str
    about: str
    what: str

    @heeds("tactical.4.1.3-intelligence")
    def change(self, state: State) -> None:
        name = name_of(self.what, self.about)
        if name in state.facts:
            state.facts[name] = told(state.facts[name], (self.to,))


class SupportSettled(Event, frozen=True, tag="support-settled"):
    """All support is written down."""

    def change(self, state: State) -> None:
        for seat in SEATS:
            state.points.pop(BOUGHT + seat, None)
            state.facts.setdefault(name_of(SUPPORT, seat), Sealed("{}", (seat,)))
        state.phase, state.turn = "subplots", ""


class BarrageCalled(Event, frozen=True, tag="barrage-called"):
    """A spotter spent an Action on a call for artillery; who it is, is known from now on."""

    reveals = True
    unit: str

    @heeds("tactical.4.1.3-artillery", "tactical.2.6.3", "tactical.2.6.2-snap-fire")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.actions -= 1
        state.react(self.unit)
        name = name_of(SPOTTER, unit.seat)
        if name in state.facts:
            state.facts[name] = told(state.facts[name], SEATS)


class CallAnswered(Event, frozen=True, tag="call-answered"):
    """A call was heard, and a salvo is on its way; or it was not."""

    unit: str
    salvo: str
    x: int
    y: int
    radius: int
    heard: bool

    @heeds("tactical.4.1.3-artillery")
    def change(self, state: State) -> None:
        seat = state.units[self.unit].seat
        if not self.heard:
            state.points[MISSED + seat] = state.round
            return
        state.points.pop(MISSED + seat, None)
        keep_stock(state, seat, stock_of(state, seat).with_salvos(self.salvo, -1))
        patch = Patch(BARRAGE, self.x, self.y, self.radius, seat=seat, unit=self.unit, word=self.salvo)
        state.patches = [*state.patches, patch]


class BarrageLanded(Event, frozen=True, tag="barrage-landed"):
    """A salvo came down: where, how far off and in which direction by the die, and whom it strikes."""

    reveals = True
    seat: str
    salvo: str
    x: int
    y: int
    total: int
    face: int = 0
    inches: int = 0
    on_table: bool = True
    struck: tuple[str, ...] = ()

    @heeds("tactical.4.1.3-artillery-effect")
    def change(self, state: State) -> None:
        """It is no longer on its way: the first of its side was this one."""
        first = next(at for at, patch in enumerate(state.patches) if is_barrage(patch) and patch.seat == self.seat)
        state.patches = [patch for at, patch in enumerate(state.patches) if at != first]


class StepFourWent(Event, frozen=True, tag="step-four-went"):
    """Which part of Step Four is next; nobody needs to know."""

    stage: int
    plain = True

    def change(self, state: State) -> None:
        state.points[STEP_FOUR] = self.stage


def is_barrage(patch: Patch) -> bool:
    """Whether a patch is a salvo on its way."""
    return patch.kind == BARRAGE


class BarrageMet(Event, frozen=True, tag="barrage-met"):
    """A unit in a barrage defended: by how much too little, 0 for well enough."""

    target: str
    salvo: str
    threshold: int
    defense: int
    margin: int
    amount: int


class RunFlown(Event, frozen=True, tag="run-flown"):
    """An aircraft crosses the table."""

    seat: str
    kind: str
    start: tuple[int, int]
    end: tuple[int, int]


class AirAttackMet(Event, frozen=True, tag="air-attack-met"):
    """An attack from the air met its target's defense."""

    seat: str
    kind: str
    target: str
    weapon: str
    attack: int
    defense: int
    margin: int
    hit: bool


class PlaneSent(Event, frozen=True, tag="plane-sent"):
    """An aircraft of a side comes in; the enemy may intercept it."""

    reveals = True
    seat: str
    plane: str
    kind: str
    x: int
    y: int
    facing: int

    @heeds("tactical.4.1.3-air")
    def change(self, state: State) -> None:
        stock = stock_of(state, self.seat)
        plane = stock.plane(self.plane)
        assert plane is not None, "the order was judged before"
        keep_stock(state, self.seat, stock.with_plane(msgspec.structs.replace(plane, flown=state.round)))
        flight = Patch(FLIGHT, self.x, self.y, 0, self.facing, self.seat, self.plane, word=self.kind)
        state.patches = [*state.patches, flight]


class RunEnded(Event, frozen=True, tag="run-ended"):
    """An aircraft has left the table; without any weapons left it flies home for good."""

    seat: str
    plane: str
    kind: str
    left: int

    @heeds("tactical.4.1.3-interception")
    def change(self, state: State) -> None:
        stock = stock_of(state, self.seat)
        plane = stock.plane(self.plane)
        assert plane is not None, "the order was judged before"
        state.patches = [patch for patch in state.patches if patch.kind != FLIGHT]
        after = msgspec.structs.replace(plane, attacks=self.left, home=not self.left)
        keep_stock(state, self.seat, stock.with_plane(after))


class Intercepted(Event, frozen=True, tag="intercepted"):
    """An aircraft met another: what both rolled, and how it ended for the one that came in."""

    reveals = True
    seat: str
    plane: str
    kind: str
    target: str
    target_kind: str
    total: int
    defense: int
    driven_off: bool = False
    shot_down: bool = False

    @heeds("tactical.4.1.3-interception")
    def change(self, state: State) -> None:
        """Whoever succeeded flies home; who is driven off comes again in another round at the soonest."""
        if not (self.driven_off or self.shot_down):
            return
        state.patches = [patch for patch in state.patches if patch.kind != FLIGHT]
        enemy = next(seat for seat in SEATS if seat != self.seat)
        mine, theirs = stock_of(state, self.seat), stock_of(state, enemy)
        hunter, prey = mine.plane(self.plane), theirs.plane(self.target)
        assert hunter is not None and prey is not None, "both are in the air"  # noqa: PT018 - one fact
        keep_stock(state, self.seat, mine.with_plane(msgspec.structs.replace(hunter, home=True)))
        after = msgspec.structs.replace(prey, away=state.round, home=self.shot_down)
        keep_stock(state, enemy, theirs.with_plane(after))


class ReservesCame(Event, frozen=True, tag="reserves-came"):
    """Units that were on their way are at their home edge: they come onto the table there."""

    units: tuple[str, ...]
    depth: int
    """Inches of that edge."""

    @heeds("tactical.4.2.2-spending")
    def change(self, state: State) -> None:
        for name in self.units:
            unit = state.units[name]
            unit.status = WAITING
            unit.tokens.pop(ARRIVES, None)
            state.zones[f"{unit.seat}:{unit.group}"] = f"{state.homes[unit.seat]} {self.depth}"


class Arrived(Event, frozen=True, tag="arrived"):
    """A unit has come onto the table."""

    unit: str

    def change(self, state: State) -> None:
        state.group = 0


class ClipsCame(Event, frozen=True, tag="clips-came"):
    """The clips that were on their way have reached their units."""

    units: tuple[str, ...]

    @heeds("tactical.4.2.2-spending", "tactical.2.3.6")
    def change(self, state: State) -> None:
        for name in self.units:
            tokens = state.units[name].tokens
            for due in [each for each in tokens if each.startswith(CLIP_DUE)]:
                spare = SPARE + due.removeprefix(CLIP_DUE)
                tokens[spare] = tokens.get(spare, 0) + tokens.pop(due)
