"""Tables of this book for tests of chapters: units put where a test wants them, scripts run with dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import msgspec

from gearlock.kernel.asks import Ask, AskSealed
from gearlock.kernel.dice import Roll
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.damage.amounts import Blow
from gearlock.systems.tactical.damage.resolving import resolve_damage
from gearlock.systems.tactical.datacards import Card, Mount, Speeds, Squad
from gearlock.systems.tactical.infantry_cards import fresh_troopers
from gearlock.systems.tactical.state import FIELDED, State, Unit
from gearlock.systems.tactical.weapons import AI, GUN, MELEE, SMALL_ARMS, Weapon
from gearlock.table.measure import INCH
from gearlock.table.polygon import rectangle
from gearlock.table.terrain import Ground, Piece

T = TypeVar("T")
Answer = Callable[[State, Ask], Order]

LAC = Weapon("LAC", "Light Autocannon", GUN, 2 * INCH, 8, rof=2)
LMG = Weapon("LMG", "Light Machine Gun", GUN, 1 * INCH, 3, rof=4, traits={AI: 0})
HRG = Weapon("HRG", "Heavy Railgun", GUN, 10 * INCH, 35)
BLADE = Weapon("VB", "Vibroblade", MELEE, 0, 8)
RIFLE = Weapon("AR", "7mm Assault Rifle", SMALL_ARMS, 1 * INCH, 2, rof=1)
GRENADE = Weapon("GR", "37mm Grenade Rifle", SMALL_ARMS, 1 * INCH, 8)
_NUMBERS = ("fire_control", "sensors", "communications")
_ELECTRONICS = {"sensor_km": 2, "comm_km": 10}


def mils(inches: float) -> int:
    return round(inches * INCH)


def card(name: str, **more: Any) -> Card:
    """A card with these entries; everything else is as on a bare Hunter."""
    plain: dict[str, Any] = {
        "id": name.lower().replace(" ", "-"), "name": name, "family": name, "faction": "North", "kind": "gear",
        "tv": 236, "size": 6, "crew": 1, "actions": 1, "maneuver": 0, "modes": {"W": Speeds(4, 7), "G": Speeds(6, 12)},
        "armor": 15, "weapons": (Mount("LAC", LAC), Mount("VB", BLADE)), "perks": {}, "flaws": {}, "details": {},
        "aux": (), "radius": 500, "height": 1000, **dict.fromkeys(_NUMBERS, 0), **_ELECTRONICS,
    }  # fmt: skip
    return Card(**plain | more)


HUNTER = card("Hunter")
ALLER = card(
    "Aller", kind="tank", size=14, crew=4, actions=3, maneuver=-2, modes={"G": Speeds(5, 10)}, armor=40,
    weapons=(Mount("HRG", HRG, "T"), Mount("LAC", LAC, "T"), Mount("LMG", LMG, "T")),
    perks={"Reinforced Armor": 5, "Reinforced Crew Compartment": 1, "Rugged Movement Systems": 1, "Smoke Launchers": 1},
    flaws={"Sensor Dependent": 1}, details={"Reinforced Armor": "F"}, aux=("Smoke Launchers",),
)  # fmt: skip
RIFLES = card(
    "Rifle Squad", kind="infantry", size=1, crew=0, armor=0, modes={"W": Speeds(2, 2)},
    weapons=(Mount("AR", RIFLE), Mount("GR", GRENADE)),
    squad=Squad("light flak", ("AR", "AR", "GR", "AR", "AR", "AR", "AR", "GR", "AR", "AR"), leader=9),
)  # fmt: skip
CARDS = {each.id: each for each in (HUNTER, ALLER, RIFLES)}


def piece(kind: str, box: tuple[float, float, float, float], top: float = 0, **more: Any) -> Piece:
    """A rectangle of terrain in inches (x0, y0, x1, y1); `rating`, `base`, `footing` and `props` as on a map."""
    name = more.pop("id", f"{kind}-{'-'.join(f'{side:g}' for side in box)}")
    base = mils(more.pop("base", 0))
    return Piece(name, more.pop("name", kind.title()), kind, rectangle(*map(mils, box)), mils(top), base, **more)


def table(*pieces: Piece, size: tuple[float, float] = (72, 48), **switches: str) -> State:
    """An empty table in the middle of the first round, red's turn; switches by name, spaces as underscores."""
    ground = Ground(mils(size[0]), mils(size[1]), tuple(pieces), "test")
    state = State(ground, {}, phase="activation", round=1, turn="red", first="red")
    state.switches.update({name.replace("_", " "): word for name, word in switches.items()})
    return state


def put(state: State, name: str, what: str | Card, x: float, y: float, facing: float = 90, **more: Any) -> Unit:
    """A unit on a table, by its id (red-1), with its Actions; `stats` changes entries of its card."""
    stats = more.pop("stats", {})
    line = CARDS[what] if isinstance(what, str) else what
    line = msgspec.structs.replace(line, **stats) if stats else line
    seat = name.partition("-")[0]
    unit = Unit(name, seat, f"{seat.title()} {line.name} {name.partition('-')[2]}", line)
    unit.x, unit.y, unit.facing = mils(x), mils(y), round(facing * 10)
    unit.status, unit.mode, unit.actions, unit.tv = FIELDED, line.primary, line.actions, line.tv
    unit.level = more.pop("level", unit.level)
    unit.troopers = fresh_troopers(line, unit.level)
    for key, value in more.items():
        setattr(unit, key, value)
    state.units[name] = unit
    return unit


def blown(unit_id: str, blow: Blow) -> Callable[[Ctx[State]], Script[None]]:
    """The script of a blow at a unit."""
    return lambda ctx: resolve_damage(ctx, unit_id, blow)


class Played:
    """A script that has been run: its context, what it gave back, the rolls it made and what it asked."""

    def __init__(self, ctx: Ctx[State], value: Any, rolls: list[Roll], asks: list[Ask]) -> None:
        self.ctx, self.value, self.rolls, self.asks = ctx, value, rolls, asks

    @property
    def state(self) -> State:
        return self.ctx.state

    @property
    def events(self) -> list[Event]:
        return self.ctx.events

    def of(self, kind: type[T]) -> list[T]:
        """The events of one kind."""
        return [event for event in self.ctx.events if isinstance(event, kind)]


def play(
    state: State,
    script: Callable[[Ctx[State]], Script[Any] | None],
    *dice: Iterable[int],
    answer: Answer | None = None,
) -> Played:
    """Run a script with these throws in order; whoever is asked declines, unless `answer` speaks for it.

    All dice must be used up, and none may be missing.
    """
    ctx: Ctx[State] = Ctx(state, lambda now, event: event.change(now))
    running, throws = script(ctx), [tuple(throw) for throw in dice]
    rolls: list[Roll] = []
    asks: list[Ask] = []
    value: Any = None
    reply: Any = None
    while running is not None:
        try:
            step = running.send(reply)
        except StopIteration as end:
            value = end.value
            break
        if isinstance(step, Roll):
            rolls.append(step)
            assert throws, f"no dice left for {step.purpose} ({step.text()})"
            reply = step.check(throws.pop(0))
        elif isinstance(step, AskSealed):
            asks += step.asks
            reply = tuple(answer(state, each) if answer else Decline() for each in step.asks)
        else:
            asks.append(step)
            reply = answer(state, step) if answer else Decline()
    assert not throws, f"dice that nobody threw: {throws}"
    return Played(ctx, value, rolls, asks)
