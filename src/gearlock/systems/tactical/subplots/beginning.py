"""4.1.4: subplots that settle something before the battle, and the tempest that breaks out in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.systems.tactical import plots as p
from gearlock.systems.tactical import switches as s
from gearlock.systems.tactical.damage.blows import Blow
from gearlock.systems.tactical.damage.resolving import resolve_level
from gearlock.systems.tactical.damage.systems import CREW_HIT, system_at
from gearlock.systems.tactical.line_of_sight.conditions import weather
from gearlock.systems.tactical.plots import bought
from gearlock.systems.tactical.state import LIGHT, SEATS, State, opponent
from gearlock.systems.tactical.subplots.bystanders import bring
from gearlock.systems.tactical.subplots.collapse import resolve_warning
from gearlock.systems.tactical.subplots.coordinated import resolve_linking
from gearlock.systems.tactical.subplots.coward import resolve_choice
from gearlock.systems.tactical.subplots.events import (
    AmmoLeftOver,
    HeroFound,
    LoversFound,
    SubplotsBegun,
    SuppliesCorrupted,
    TempestComing,
)
from gearlock.systems.tactical.subplots.friendly_fire import resolve_planes
from gearlock.systems.tactical.subplots.lots import machines_of, pick, those_of
from gearlock.systems.tactical.subplots.malfunctions import resolve_faults
from gearlock.systems.tactical.subplots.minefield import field_sizes, resolve_mining
from gearlock.systems.tactical.subplots.vendetta import resolve_oath
from gearlock.systems.tactical.weather.events import WeatherChanged


@heeds("tactical.4.1.4-hero")
def resolve_hero(ctx: Ctx[State], seat: str) -> Script[None]:
    """A random unit of the side is piloted by a young hero."""
    ctx.emit(HeroFound((yield from pick("hero", those_of(ctx.state, seat), seat, "tactical.4.1.4-hero"))))


@heeds("tactical.4.1.4-leftover-ammo")
def resolve_leftovers(ctx: Ctx[State], seat: str) -> Script[None]:
    """A random unit of the enemy has old ammunition."""
    theirs = those_of(ctx.state, opponent(seat))
    ctx.emit(AmmoLeftOver((yield from pick("old ammunition", theirs, seat, "tactical.4.1.4-leftover-ammo"))))


def resolve_bystanders(ctx: Ctx[State], _seat: str) -> Script[None]:
    """Civilians are there from the beginning."""
    bring(ctx)
    yield from ()


def resolve_beginnings(ctx: Ctx[State]) -> Script[None]:
    """Whatever the subplots of both sides do before the battle."""
    for seat in SEATS:
        for name, begin in BEGINNINGS.items():
            for _ in range(bought(ctx.state, seat, name)):
                yield from begin(ctx, seat)
        for size in field_sizes(ctx.state, seat, bought(ctx.state, seat, p.MINES)):
            yield from resolve_mining(ctx, seat, size)
    if any(bought(ctx.state, seat, p.TEMPEST) for seat in SEATS):
        (face,) = yield from throw(Roll("tempest", 1, 6, rule="tactical.4.1.4-tempest"))
        ctx.emit(TempestComing(face))
    ctx.emit(SubplotsBegun())


@rule("tactical.4.1.4-corrupted-supplies")
def resolve_supplies(ctx: Ctx[State], seat: str) -> Script[None]:
    """A random vehicle of the enemy has a Light result; with detailed damage one of the crew is rolled again."""
    rule_id = "tactical.4.1.4-corrupted-supplies"
    machines = machines_of(ctx.state, opponent(seat))
    if not machines:
        return
    unit = yield from pick("corrupted supplies", machines, seat, rule_id)
    location = 0
    while ctx.state.switch(s.DETAILED_DAMAGE) and location == 0:
        (face,) = yield from throw(Roll(f"damaged system: {seat}", 1, 6, seat=seat, rule=rule_id))
        location = face if system_at(face) not in (CREW_HIT, "") else 0
    ctx.emit(SuppliesCorrupted(unit))
    yield from resolve_level(ctx, unit, LIGHT, Blow(0, rule=rule_id, location=location, knocks=False), location)


@rule("tactical.4.1.4-love")
def resolve_love(ctx: Ctx[State], seat: str) -> Script[None]:
    """A random unit of the enemy falls in love with a random one of this side, and will never fire on it."""
    theirs, ours = those_of(ctx.state, opponent(seat)), those_of(ctx.state, seat)
    lover = yield from pick("who is in love", theirs, seat, "tactical.4.1.4-love")
    loved = yield from pick("who is loved", ours, seat, "tactical.4.1.4-love")
    ctx.emit(LoversFound(lover, loved))


@rule("tactical.4.1.4-tempest")
@heeds("tactical.3.7-tempest")
def break_out(ctx: Ctx[State]) -> None:
    """The tempest breaks out in its round, whatever the weather was."""
    if ctx.state.points.get("tempest") == ctx.state.round and s.TEMPEST not in weather(ctx.state):
        ctx.emit(WeatherChanged(weather="+".join((*weather(ctx.state), s.TEMPEST))))


BEGINNINGS: Final[dict[str, Callable[[Ctx[State], str], Script[None]]]] = {
    p.CORRUPTED: resolve_supplies,
    p.HERO: resolve_hero,
    p.LEFTOVER_AMMO: resolve_leftovers,
    p.LOVE: resolve_love,
    p.COORDINATED: resolve_linking,
    p.COWARD: resolve_choice,
    p.VENDETTA: resolve_oath,
    p.MALFUNCTIONS: resolve_faults,
    p.BYSTANDERS: resolve_bystanders,
    p.COLLAPSE: resolve_warning,
    p.FRIENDLY_FIRE: resolve_planes,
}
"""What each subplot settles for its side before the battle."""
