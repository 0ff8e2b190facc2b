"""4.1.4: subplots that settle something before the battle, and the tempest that breaks out in it."""

from __future__ import annotations

from collections.abc import Sequence

from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.systems.tactical import switches as s
from gearlock.systems.tactical.damage.blows import Blow
from gearlock.systems.tactical.damage.resolving import resolve_level
from gearlock.systems.tactical.damage.systems import CREW_HIT, system_at
from gearlock.systems.tactical.line_of_sight.conditions import weather
from gearlock.systems.tactical.plots import CORRUPTED, HERO, LEFTOVER_AMMO, LOVE, TEMPEST, bought
from gearlock.systems.tactical.state import LIGHT, SEATS, State, Unit, opponent
from gearlock.systems.tactical.subplots.events import (
    AmmoLeftOver,
    HeroFound,
    LoversFound,
    SubplotsBegun,
    SuppliesCorrupted,
    TempestComing,
)
from gearlock.systems.tactical.weather.events import WeatherChanged


def pick(purpose: str, units: Sequence[Unit], seat: str, rule_id: str) -> Script[str]:
    """One of these by lot."""
    (face,) = yield from throw(Roll(f"{purpose}: {seat}", 1, max(2, len(units)), seat=seat, rule=rule_id))
    return units[(face - 1) % len(units)].id


def resolve_beginnings(ctx: Ctx[State]) -> Script[None]:
    """Whatever the subplots of both sides do before the battle."""
    for seat in SEATS:
        for _ in range(bought(ctx.state, seat, CORRUPTED)):
            yield from resolve_supplies(ctx, seat)
        for _ in range(bought(ctx.state, seat, HERO)):
            own = list(ctx.state.in_play(seat))
            ctx.emit(HeroFound((yield from pick("hero", own, seat, "tactical.4.1.4-hero"))))
        for _ in range(bought(ctx.state, seat, LEFTOVER_AMMO)):
            theirs = list(ctx.state.in_play(opponent(seat)))
            unit = yield from pick("old ammunition", theirs, seat, "tactical.4.1.4-leftover-ammo")
            ctx.emit(AmmoLeftOver(unit))
        for _ in range(bought(ctx.state, seat, LOVE)):
            yield from resolve_love(ctx, seat)
    if any(bought(ctx.state, seat, TEMPEST) for seat in SEATS):
        (face,) = yield from throw(Roll("tempest", 1, 6, rule="tactical.4.1.4-tempest"))
        ctx.emit(TempestComing(face))
    ctx.emit(SubplotsBegun())


@rule("tactical.4.1.4-corrupted-supplies")
def resolve_supplies(ctx: Ctx[State], seat: str) -> Script[None]:
    """A random vehicle of the enemy has a Light result; with detailed damage one of the crew is rolled again."""
    rule_id = "tactical.4.1.4-corrupted-supplies"
    machines = [unit for unit in ctx.state.in_play(opponent(seat)) if not unit.is_infantry]
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
    theirs, ours = list(ctx.state.in_play(opponent(seat))), list(ctx.state.in_play(seat))
    lover = yield from pick("who is in love", theirs, seat, "tactical.4.1.4-love")
    loved = yield from pick("who is loved", ours, seat, "tactical.4.1.4-love")
    ctx.emit(LoversFound(lover, loved))


@rule("tactical.4.1.4-tempest")
@heeds("tactical.3.7-tempest")
def break_out(ctx: Ctx[State]) -> None:
    """The tempest breaks out in its round, whatever the weather was."""
    if ctx.state.points.get("tempest") == ctx.state.round and s.TEMPEST not in weather(ctx.state):
        ctx.emit(WeatherChanged(weather="+".join((*weather(ctx.state), s.TEMPEST))))
