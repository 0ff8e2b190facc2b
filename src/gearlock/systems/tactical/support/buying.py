"""4.1.3: what support there is, and what Support Points are spent on, in secret, just before the battle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Chooser
from gearlock.kernel.view import Line, Shot
from gearlock.mechanics.secrets import Sealed, is_known, told
from gearlock.systems.tactical.attacks.firing import look_of
from gearlock.systems.tactical.attacks.weapons_in_use import SPARE, blast_reach
from gearlock.systems.tactical.datacards import NAMES, QUALIFIED
from gearlock.systems.tactical.deployment import faces, half_of
from gearlock.systems.tactical.line_of_sight.terrain import is_air_grounded
from gearlock.systems.tactical.rounds.activation import hidden_units
from gearlock.systems.tactical.rounds.round import STEP_FOUR
from gearlock.systems.tactical.state import COMBAT, NO_GROUP, SEATS, WAITING, Patch, State, Unit, opponent
from gearlock.systems.tactical.support_assets import AIR as AIR_SUPPORT
from gearlock.systems.tactical.support_assets import (
    ARTILLERY,
    CREWS,
    FIGHTER,
    LIGHT_SALVO,
    NOTHING,
    SPOTTER,
    SUPPORT,
    Plane,
    Stock,
    aircraft,
    is_barred,
    keep_stock,
    name_of,
    plane_cost,
    salvos,
    spotter_of,
    stock_of,
    written,
)
from gearlock.systems.tactical.switches import ARTILLERY_OF_SUPPORT
from gearlock.systems.tactical.victory_points import ARRIVES, CLIP_DUE
from gearlock.systems.tactical.weapons import all_arms
from gearlock.table.measure import inches_text


class BuySupport(Order, frozen=True, tag="buy-support"):
    """Buy an aircraft with a crew, salvos of a size, rerolls, or a look at something the enemy keeps secret."""

    what: str
    level: int = 2
    count: int = 1


class NameSpotter(Order, frozen=True, tag="name-spotter"):
    """Name the one unit that may call for artillery."""

    unit: str


class CallBarrage(Order, frozen=True, tag="call-barrage"):
    """Call for a salvo at a point."""

    unit: str
    salvo: str
    x: int | None = None
    y: int | None = None


class Fly(Order, frozen=True, tag="fly"):
    """Send an aircraft straight across the table, through a point and in a direction."""

    plane: str
    x: int | None = None
    y: int | None = None
    facing: int = 0


class Strafe(Order, frozen=True, tag="strafe"):
    """Attack a target in the corridor of a run; the rest only says what of, for the odds."""

    target: str
    kind: str = ""
    level: int = 2
    facing: int = 0


class Intercept(Order, frozen=True, tag="intercept"):
    """Send an aircraft against the enemy's that is coming in; the rest only says what they are, for the odds."""

    plane: str
    kind: str = ""
    prey: str = ""


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


AIR, INTERCEPTION = "tactical.4.1.3-air", "tactical.4.1.3-interception"
CALLING, EFFECT = "tactical.4.1.3-artillery", "tactical.4.1.3-artillery-effect"
INTELLIGENCE, SUPPORT_RULE = "tactical.4.1.3-intelligence", "tactical.4.1.3-support"
SECRETS = {
    "mission": "mission type", "objective": "mission objective", "limit": "time limit", SUPPORT: "support",
}  # fmt: skip
"""What intelligence finds out, by the name of the fact."""
NOTHING_THERE = "none"


def ware_text(what: str, level: int, count: int) -> str:
    """What is bought, in words."""
    if what in aircraft():
        return f"{count} {what}{'s' * (count > 1)} with a {NAMES[level]} crew"
    if what in salvos():
        return f"{count} {what}{'s' * (count > 1)}"
    if what == REROLL:
        return f"{count} reroll{'s' * (count > 1)} of dice"
    return f"the enemy's {SECRETS.get(what, what)}"


def bought(_state: State, event: SupportBought, seat: str | None) -> Line | None:
    if seat not in (None, event.seat):
        return None
    text = f"{event.seat.title()} buys {ware_text(event.what, event.level, event.count)} for {event.tv} TV, in secret."
    return Line(text, (), SUPPORT_RULE)


def spotter(state: State, event: SpotterNamed, seat: str | None) -> Line | None:
    if seat not in (None, event.seat):
        return None
    return Line(f"The {state.units[event.unit].name} will call for artillery.", (event.unit,), CALLING)


def settled(_state: State, _event: SupportSettled, _seat: str | None) -> Line:
    return Line("Both sides have written down their support.", (), SUPPORT_RULE)


def intelligence(state: State, event: IntelligenceGiven, seat: str | None) -> Line:
    what = SECRETS[event.what]
    if seat == event.about:
        return Line(f"{event.to.title()}'s intelligence learns your {what}.", (), INTELLIGENCE)
    fact = state.facts.get(f"{event.what}:{event.about}")
    value = NOTHING_THERE if fact is None else fact.value
    value = stock_of(state, event.about).words() if event.what == SUPPORT else value
    return Line(f"{event.to.title()}'s intelligence learns {event.about}'s {what}: {value}.", (), INTELLIGENCE)


def called(state: State, event: BarrageCalled, _seat: str | None) -> Line:
    return Line(f"The {state.units[event.unit].name} calls for artillery.", (event.unit,), CALLING)


def answered(state: State, event: CallAnswered, seat: str | None) -> Line:
    unit = state.units[event.unit]
    if not event.heard:
        text = f"The call of the {unit.name} is not heard; a new one next round has +1."
    elif seat in (None, unit.seat):
        at = f"({inches_text(event.x)}, {inches_text(event.y)})"
        text = f"The call of the {unit.name} is heard: a {event.salvo} comes down at {at} in Step 4."
    else:
        text = f"The call of the {unit.name} is heard: something comes down in Step 4."
    return Line(text, (event.unit,), CALLING)


def landed(state: State, event: BarrageLanded, _seat: str | None) -> Line:
    off = f", {event.inches} in off its point" if event.inches else " on its point"
    if not event.on_table:
        off = ", off the table"
    names = ", ".join(state.units[name].name for name in event.struck) or "nobody"
    struck = f" It strikes {names}." if event.on_table else ""
    text = f"A {event.salvo} of {event.seat} lands{off}.{struck}"
    return Line(text, event.struck, EFFECT, (), tuple(Shot("shell", "", name, True) for name in event.struck))


def barrage_met(state: State, event: BarrageMet, _seat: str | None) -> Line:
    name = state.units[event.target].name
    if event.margin > 0:
        text = f"{name} {event.defense} against the {event.salvo} {event.threshold}: failed by {event.margin}"
    else:
        text = f"{name} {event.defense} against the {event.salvo} {event.threshold}: it still takes the full DM"
    return Line(f"{text}, {event.amount} damage points.", (event.target,), EFFECT)


def sent(_state: State, event: PlaneSent, _seat: str | None) -> Line:
    return Line(f"A {event.kind} of {event.seat} comes in.", (), AIR)


def flown(_state: State, event: RunFlown, _seat: str | None) -> Line:
    start, end = (f"({inches_text(x)}, {inches_text(y)})" for x, y in (event.start, event.end))
    return Line(f"The {event.kind} of {event.seat} crosses the table from {start} to {end}.", (), AIR)


def air_met(state: State, event: AirAttackMet, _seat: str | None) -> Line:
    target, weapon = state.units[event.target], all_arms().vehicle[event.weapon]
    found = f"a hit, Margin of Success {event.margin}" if event.hit else "a miss"
    text = f"{weapon.name} of the {event.kind} {event.attack} against {target.name} {event.defense}: {found}."
    return Line(text, (target.id,), AIR, (), (Shot(look_of(weapon), "", target.id, event.hit),))


def ended(_state: State, event: RunEnded, _seat: str | None) -> Line:
    rest = "is gone" if event.left else "has used up its weapons and flies back to base"
    return Line(f"The {event.kind} of {event.seat} {rest}.", (), AIR)


def intercepted(_state: State, event: Intercepted, _seat: str | None) -> Line:
    found = "shot down" if event.shot_down else "driven off" if event.driven_off else "gets through"
    verb = "" if found == "gets through" else "is "
    text = (
        f"A {event.kind} of {event.seat} intercepts the {event.target_kind}, {event.total} against {event.defense}: "
        f"it {verb}{found}."
    )
    return Line(text, (), INTERCEPTION)


def arrived(state: State, event: Arrived, _seat: str | None) -> Line:
    text = f"The {state.units[event.unit].name} arrives at its home edge."
    return Line(text, (event.unit,), "tactical.4.2.2-spending")


def clips_came(state: State, event: ClipsCame, _seat: str | None) -> Line:
    names = ", ".join(state.units[name].name for name in event.units)
    return Line(f"Spare clips have reached {names}.", event.units, "tactical.4.2.2-spending")


# --- What a seat does not know of the enemy's support and hidden units, drawn anew from what it might be

A_FEW = 4


def draw_secret_support(state: State, enemy: str, seat: str, chooser: Chooser) -> None:
    """All of it: what was bought, who calls, where salvos will land, where hidden units are."""
    draw_stock(state, enemy, seat, chooser)
    draw_spotter(state, enemy, seat, chooser)
    state.patches = [
        _elsewhere(state, patch, chooser) if is_barrage(patch) and patch.seat == enemy else patch
        for patch in state.patches
        if patch.kind != FLIGHT or patch.seat != enemy
    ]
    for unit in hidden_units(state, enemy):
        x0, y0, x1, y1 = half_of(state, enemy)
        unit.x, unit.y = chooser.randrange(x0, x1), chooser.randrange(y0, y1)
        unit.z, unit.facing = state.ground.elevation(unit.x, unit.y), faces(state, enemy)
        unit.mode, unit.speed, unit.went, unit.moved = unit.card.primary, COMBAT, COMBAT, 0


@heeds("tactical.4.1.3-support")
def draw_stock(state: State, enemy: str, seat: str, chooser: Chooser) -> None:
    """Something that the enemy could have paid for; while it is still to buy, nothing."""
    name = name_of(SUPPORT, enemy)
    fact = state.facts.get(name)
    if fact is not None and is_known(fact, seat):
        return
    buying = state.phase == "support"
    if fact is None and not buying:
        return
    if buying and not state.points.get(BOUGHT + enemy):
        state.facts.pop(name, None)
        return
    state.facts[name] = Sealed(written(_might_have(state, enemy, chooser)), (enemy,))


def _might_have(state: State, enemy: str, chooser: Chooser) -> Stock:
    left, found = state.points.get(name_of(SUPPORT, enemy), 0), NOTHING
    price = aircraft()[FIGHTER].tv
    if (
        not is_barred(state, enemy, AIR_SUPPORT)
        and not is_air_grounded(state)
        and left >= price
        and chooser.randrange(0, 2)
    ):
        plane = Plane(f"{enemy}-air-1", FIGHTER, attacks=aircraft()[FIGHTER].attacks)
        found, left = msgspec.structs.replace(found, planes=(plane,)), left - price
    many = chooser.randrange(0, min(A_FEW, left // salvos()[LIGHT_SALVO].tv) + 1)
    if not is_barred(state, enemy, ARTILLERY) and many:
        found, left = found.with_salvos(LIGHT_SALVO, many), left - many * salvos()[LIGHT_SALVO].tv
    each = max(1, percent_of(state.points.get("TV:agreed", 0), 1))
    return msgspec.structs.replace(found, rerolls=chooser.randrange(0, min(A_FEW, left // each) + 1))


@heeds("tactical.4.1.3-artillery")
def draw_spotter(state: State, enemy: str, seat: str, chooser: Chooser) -> None:
    """Who calls, where nobody has called yet: anybody, if there is something to call."""
    name = name_of(SPOTTER, enemy)
    fact = state.facts.get(name)
    if fact is not None and is_known(fact, seat):
        return
    state.facts.pop(name, None)
    able = [unit.id for unit in state.in_play(enemy) if unit.group != NO_GROUP]
    if able and stock_of(state, enemy).salvos:
        state.facts[name] = Sealed(chooser.choice(able), (enemy,))


def _elsewhere(state: State, patch: Patch, chooser: Chooser) -> Patch:
    word = chooser.choice(list(salvos()))
    x, y = chooser.randrange(0, state.ground.width), chooser.randrange(0, state.ground.height)
    reach = blast_reach(state, salvos()[word].weapon)
    return Patch(patch.kind, x, y, reach, seat=patch.seat, unit=patch.unit, word=word)


# --- 4.1.3: what Support Points are spent on, in secret, just before the battle; and what intelligence finds out

RULE: Final = "tactical.4.1.3-support"
AIR_RULE, CALLING_BUYING, INTELLIGENCE_BUYING = (
    "tactical.4.1.3-air",
    "tactical.4.1.3-artillery",
    "tactical.4.1.3-intelligence",
)
BUY, SPOT = "support", "spotter"
MOST_AT_ONCE: Final = 50
QUARTER: Final = 4
REROLL_PERCENT, REVEAL_PERCENT = 1, 5


def agreed_tv(state: State) -> int:
    """The Threat Value total that was agreed upon."""
    return state.points.get("TV:agreed", 0)


def budget_left(state: State, seat: str) -> int:
    """Threat Value that a side may still spend on support."""
    return state.points.get(name_of(SUPPORT, seat), 0) - stock_of(state, seat).spent


@rule("tactical.4.1.3-intelligence")
def percent_of(total: int, percent: int) -> int:
    """So many hundredths of the Threat Value total: 1 for a reroll, 5 for a secret; a point that is begun is paid."""
    return -(-total * percent // 100)


@heeds("tactical.4.1.3-air", "tactical.4.1.3-artillery", "tactical.4.1.3-intelligence")
def price_of(state: State, what: str, level: int = QUALIFIED) -> int:
    """What one of it costs."""
    if what in aircraft():
        return plane_cost(what, level)
    if what in salvos():
        return salvos()[what].tv
    return percent_of(agreed_tv(state), REROLL_PERCENT if what == REROLL else REVEAL_PERCENT)


@heeds("tactical.4.1.3-artillery")
def most_on_salvos(state: State, seat: str) -> int:
    """Threat Value that salvos may cost a side: a quarter of what it has for the battle, or of its support."""
    if state.switch(ARTILLERY_OF_SUPPORT):
        return state.points.get(name_of(SUPPORT, seat), 0) // QUARTER
    return state.points.get(f"TV:{seat}", 0) // QUARTER


def secrets_of(state: State, seat: str) -> list[str]:
    """What intelligence could still find out about the enemy of a side."""
    enemy, found = opponent(seat), []
    for what in SECRETS:
        fact = state.facts.get(name_of(what, enemy))
        known = fact is not None and is_known(fact, seat)
        if (fact is not None or what == SUPPORT) and not known and what not in stock_of(state, seat).reveals:
            found.append(what)
    return found


@heeds("tactical.4.1.3-support", "tactical.4.1.2-condition-winds", "tactical.6.5.1")
def refuse_kind(state: State, seat: str, what: str, level: int) -> Refusal | None:
    """Why a side can have no such thing at all."""
    if what in aircraft():
        if is_barred(state, seat, AIR_SUPPORT):
            return Refusal("barred", AIR_RULE, "Your side has no air support: Rovers and some scenarios have none.")
        if is_air_grounded(state):
            return Refusal("winds", "tactical.4.1.2-condition-winds", "Neither side has air support in these winds.")
        if level not in CREWS:
            crews = ", ".join(f"{each} ({NAMES[each]})" for each in CREWS)
            return Refusal("level", AIR_RULE, f"A crew of level {level} flies no aircraft: say {crews}.")
        return None
    if what in salvos():
        barred = is_barred(state, seat, ARTILLERY)
        words = "Your side has no artillery: Rovers and some scenarios have none."
        return Refusal("barred", CALLING_BUYING, words) if barred else None
    if what == REROLL or what in secrets_of(state, seat):
        return None
    known = ", ".join((*aircraft(), *salvos(), REROLL, *secrets_of(state, seat)))
    return Refusal("ware", RULE, f"'{what[:40]}' cannot be bought as support now; there are {known}.")


@heeds("tactical.4.1.3-support", "tactical.4.1.3-artillery", "tactical.4.1.3-intelligence")
def refuse_buying(state: State, question: Ask, order: BuySupport) -> Refusal | None:
    """Why a purchase cannot be made: what it is, how many, the Support Points, a quarter for salvos."""
    seat = question.seat
    most = 1 if order.what in SECRETS else MOST_AT_ONCE
    if not 1 <= order.count <= most:
        return Refusal("count", RULE, f"Buy 1 to {most} of it at a time, not {order.count}.")
    refusal = refuse_kind(state, seat, order.what, order.level)
    if refusal is not None:
        return refusal
    cost, left = price_of(state, order.what, order.level) * order.count, budget_left(state, seat)
    if cost > left:
        message = f"This costs {cost} TV; {left} TV of your support are left."
        return Refusal("tv", RULE, message, {"cost": cost, "left": left})
    if order.what in salvos():
        spent, most = stock_of(state, seat).shelled, most_on_salvos(state, seat)
        if spent + cost > most:
            message = f"Salvos may cost {most} TV in all, a quarter; {spent} TV are spent and this is {cost} more."
            return Refusal("quarter", CALLING_BUYING, message, {"cost": cost, "spent": spent, "most": most})
    return None


def buyer(state: State) -> str:
    """The side whose turn it is to buy; empty once both have. That is no secret, what they buy is."""
    return next((each for each in SEATS if not state.points.get(BOUGHT + each)), "")


@heeds("tactical.4.1.3-support", "tactical.4.1.3-artillery")
def resolve_buying(ctx: Ctx[State]) -> Script[None]:
    """One side after the other writes down its support, thing by thing, and names its spotter; then all is settled."""
    seat = buyer(ctx.state)
    if not seat:
        for each in SEATS:
            for what in stock_of(ctx.state, each).reveals:
                ctx.emit(IntelligenceGiven(each, opponent(each), what))
        ctx.emit(SupportSettled())
        return
    question = Ask(seat, BUY, rule=RULE, prompt=_prompt(ctx.state, seat), optional=True)
    if next(wares_for(ctx.state, question), None) is not None:
        order = yield from ask(question)
        if isinstance(order, BuySupport):
            cost = price_of(ctx.state, order.what, order.level) * order.count
            ctx.emit(SupportBought(seat, order.what, order.level, order.count, cost))
            return
    yield from resolve_spotter(ctx, seat)
    ctx.emit(BuyingDone(seat))


def _prompt(state: State, seat: str) -> str:
    have = stock_of(state, seat)
    return f"Buy support in secret: {budget_left(state, seat)} TV are left. So far: {have.words()}."


@heeds("tactical.4.1.3-artillery")
def resolve_spotter(ctx: Ctx[State], seat: str) -> Script[None]:
    """Who has salvos names the one unit that may call them, if it has not."""
    if not stock_of(ctx.state, seat).salvos or spotter_of(ctx.state, seat) or not able_to_spot(ctx.state, seat):
        return
    prompt = "Which unit calls for your artillery? No other may, and only your side knows it."
    order = yield from ask(Ask(seat, SPOT, rule=CALLING_BUYING, prompt=prompt))
    assert isinstance(order, NameSpotter), f"{order} names nobody"
    ctx.emit(SpotterNamed(seat, order.unit))


@heeds("tactical.4.2.2-spending")
def resolve_spotters(ctx: Ctx[State]) -> Script[None]:
    """Who has bought its first salvos in the middle of a battle names its spotter now."""
    for seat in SEATS:
        yield from resolve_spotter(ctx, seat)


def able_to_spot(state: State, seat: str) -> list[Unit]:
    """The units of a side that could be its spotter, the best at it first."""
    able = [unit for unit in state.in_play(seat) if unit.group != NO_GROUP]
    return sorted(able, key=lambda unit: (-unit.level, -unit.card.communications, -unit.card.sensors, unit.id))


def refuse_spotter(state: State, question: Ask, order: NameSpotter) -> Refusal | None:
    """A unit of one's own."""
    known = {unit.id for unit in able_to_spot(state, question.seat)}
    if order.unit in known:
        return None
    return Refusal(
        SPOTTER, CALLING_BUYING, f"{order.unit or 'Nobody'} is no unit of yours that could call for artillery."
    )


def offer_spotters(state: State, question: Ask) -> Iterator[Option]:
    """Every unit."""
    for unit in able_to_spot(state, question.seat):
        yield Pick(f"The {unit.name} calls for artillery", NameSpotter(unit.id), CALLING_BUYING)


def wares_for(state: State, question: Ask) -> Iterator[Option]:
    """Everything that can be paid for now."""
    kinds = [(what, level) for what in aircraft() for level in CREWS]
    kinds += [(what, QUALIFIED) for what in (*salvos(), REROLL, *SECRETS)]
    for what, level in kinds:
        order = BuySupport(what, level)
        if refuse_buying(state, question, order) is None:
            cost = price_of(state, what, level)
            yield Pick(f"Buy {ware_text(what, level, 1)} for {cost} TV", order, RULE)


def offer_wares(state: State, question: Ask) -> Iterator[Option]:
    """The same, or nothing more."""
    yield from wares_for(state, question)
    yield decline("That is all", RULE)
