"""3.4.1, 3.4.3: blasts over everybody near, and indirect shots that go astray."""

from __future__ import annotations

from collections.abc import Mapping

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.silhouette.rolls import Result
from gearlock.systems.tactical.attacks.areas import Caught, caught_in, is_blast, structures_in, unit_at
from gearlock.systems.tactical.attacks.events import BlastSpread, Concussed, Scattered
from gearlock.systems.tactical.attacks.exchange import Met, blow_of, dm_of, meet, rof_counted, strike
from gearlock.systems.tactical.attacks.pairs import Pair
from gearlock.systems.tactical.damage.amounts import concussion, hit_damage
from gearlock.systems.tactical.damage.bridges import resolve_structure_damage
from gearlock.systems.tactical.damage.resolving import resolve_damage
from gearlock.systems.tactical.dice_tests.tests import throw_die
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.switches import STRUCTURES
from gearlock.table.measure import INCH, advance, bearing, turned

SCATTER = "tactical.3.4.3-scatter"
SIXTH = 600


@heeds("tactical.3.4.1", "tactical.3.8.3-area")
def resolve_blast(ctx: Ctx[State], pair: Pair, attack: Result, x: int, y: int, met: Mapping[str, Met]) -> Script[None]:
    """Everybody in it defends against the one roll; `met` are those who have. Who defends well is shaken all the same.

    At a point without its target the blast is of whoever is there. Structures in it do not defend.
    """
    at_target = pair.target if (x, y) == (pair.target.x, pair.target.y) else None
    struck = caught_in(ctx.state, pair.use.weapon, x, y, at_target)
    ctx.emit(BlastSpread(pair.attacker.id, pair.use.mount, x, y, tuple(caught.unit.id for caught in struck)))
    dm = dm_of(pair)
    for caught in struck:
        each = pair.against(caught.unit)
        if ctx.state.units[caught.unit.id].is_fielded:
            found = yield from _meet_blast(ctx, each, attack, caught, met)
            yield from _feel_blast(ctx, each, found, concussion(dm))
    yield from _shatter(ctx, pair, attack, dm, x, y)


@heeds("tactical.3.4.1", "tactical.3.2.5", "tactical.3.4.5")
def _shatter(ctx: Ctx[State], pair: Pair, attack: Result, dm: int, x: int, y: int) -> Script[None]:
    """Parts of structures in a blast take the whole attack: their Defense is 0. They are no units to be shaken."""
    if not ctx.state.switch(STRUCTURES) or attack.total <= 0:
        return
    amount = hit_damage(pair.state, pair.use.weapon, dm, attack.total, rof_counted(pair.state, pair.use))
    for part in structures_in(ctx.state, pair.use.weapon, x, y):
        yield from resolve_structure_damage(ctx, part, amount, pair.attacker.id)


def _meet_blast(
    ctx: Ctx[State], pair: Pair, attack: Result, caught: Caught, met: Mapping[str, Met]
) -> Script[Met | None]:
    if caught.unit.id in met:
        return met[caught.unit.id]
    return (yield from meet(ctx, pair, attack)) if caught.wholly else None


@heeds("tactical.3.4.1", "tactical.3.8.3-area", "tactical.7.2.2-area-effect")
def _feel_blast(ctx: Ctx[State], pair: Pair, met: Met | None, shaken: int) -> Script[None]:
    """A hit does its damage, half the DM at the least; whoever is not hit takes that much."""
    if met is not None and met.hit and blow_of(pair, met.margin).amount >= shaken:
        yield from strike(ctx, pair, met.margin)
        return
    target = pair.target
    ctx.emit(Concussed(pair.attacker.id, target.id, pair.use.mount, shaken))
    blow = blow_of(pair, 0)._replace(amount=shaken, margin=0, rule="tactical.3.4.1")
    yield from resolve_damage(ctx, target.id, blow)


@heeds("tactical.3.4.3-scatter")
def scatter_point(attacker: Unit, target: Unit, face: int, inches: int) -> tuple[int, int]:
    """Where a shot lands that misses by so much: 1 is straight on from the firer, each more a sixth clockwise."""
    onward = bearing(attacker.x, attacker.y, target.x, target.y)
    return advance(target.x, target.y, turned(onward, -SIXTH * (face - 1)), inches * INCH)


@rule("tactical.3.4.3-scatter")
def resolve_scatter(ctx: Ctx[State], pair: Pair, attack: Result, met: Met) -> Script[None]:
    """A missed indirect shot lands as many inches away as it missed by; who is there defends against the same roll.

    Nobody defends twice. Off the table it is lost.
    """
    unit, target, missed = pair.attacker, pair.target, max(0, -met.margin)
    x, y = target.x, target.y
    if missed:
        face = yield from throw_die(ctx, "scatter", unit.id, SCATTER)
        x, y = scatter_point(unit, target, face, missed)
        inside = 0 <= x <= ctx.state.ground.width and 0 <= y <= ctx.state.ground.height
        ctx.emit(Scattered(unit.id, target.id, pair.use.mount, face, missed, x, y, inside))
        if not inside:
            return
    known = {target.id: met}
    if is_blast(ctx.state, pair.use.weapon):
        yield from resolve_blast(ctx, pair, attack, x, y, known)
        return
    under = unit_at(ctx.state, x, y)
    if under is not None and under.id not in known:
        each = pair.against(under)
        found = yield from meet(ctx, each, attack)
        if found.hit:
            yield from strike(ctx, each, found.margin)
