"""4.1.3: barrages come down in Step Four: two dice say where, and how hard they are to live through."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice
from gearlock.mechanics.silhouette.rolls import Result
from gearlock.systems.tactical.assets import salvos
from gearlock.systems.tactical.attacks.areas import Caught, caught_in, structures_in
from gearlock.systems.tactical.attacks.exchange import defend
from gearlock.systems.tactical.attacks.pairs import Pair
from gearlock.systems.tactical.attacks.uses import SHORT, Use
from gearlock.systems.tactical.damage.armor import sided
from gearlock.systems.tactical.damage.blows import Blow
from gearlock.systems.tactical.damage.bridges import resolve_structure_damage
from gearlock.systems.tactical.damage.resolving import resolve_damage
from gearlock.systems.tactical.deployment.zones import faces
from gearlock.systems.tactical.dice_tests.tests import Test, throw_dice, throw_test
from gearlock.systems.tactical.rounds.hiding import on_table, reveal
from gearlock.systems.tactical.state import HIDDEN, State, Unit
from gearlock.systems.tactical.support.air import FAR, from_afar
from gearlock.systems.tactical.support.events import AGAIN, NOTHING_TO_DO, BarrageLanded, BarrageMet, is_barrage
from gearlock.systems.tactical.switches import STRUCTURES
from gearlock.systems.tactical.under_way import Patch
from gearlock.systems.tactical.weapons import Weapon
from gearlock.table.measure import INCH, advance, turned

RULE: Final = "tactical.4.1.3-artillery-effect"
ON_TARGET: Final = 6
SIXTH: Final = 600


def barrage_lines() -> tuple[Modifier, ...]:
    """What a barrage is rolled with: two dice."""
    return (dice(2, "Barrage", RULE),)


@heeds("tactical.4.1.3-artillery-effect")
def deviation(total: int) -> int:
    """Inches that a salvo comes down off its point: by as much as the dice are below 6."""
    return max(0, ON_TARGET - total)


@heeds("tactical.4.1.3-artillery-effect")
def landing_point(state: State, seat: str, x: int, y: int, face: int, total: int) -> tuple[int, int]:
    """Where a salvo comes down: 1 is straight on from the home edge of the firer, each more a sixth clockwise."""
    return advance(x, y, turned(faces(state, seat), -SIXTH * (face - 1)), deviation(total) * INCH)


@rule("tactical.4.1.3-artillery-effect")
def barrage_damage(dm: int, threshold: int, defense: int) -> int:
    """The damage of a barrage: DM times what the defense is short of its dice; who defends takes the full DM."""
    return dm * max(1, threshold - defense)


@heeds("tactical.4.1.3-artillery", "tactical.2.6.2-step4")
def resolve_next_barrage(ctx: Ctx[State], _seat: str = "") -> Script[str]:
    """Whatever was called this round comes down, in the order of the calls."""
    patch = next(filter(is_barrage, ctx.state.patches), None)
    if patch is None:
        return NOTHING_TO_DO
    yield from resolve_barrage(ctx, patch)
    return AGAIN


@heeds("tactical.4.1.3-artillery-effect")
def resolve_barrage(ctx: Ctx[State], patch: Patch) -> Script[None]:
    """Two dice against 6; below it the salvo lands off its point. Off the table it is lost."""
    test = Test("barrage", "", barrage_lines(), RULE, ON_TARGET, seat=patch.seat)
    rolled = yield from throw_test(ctx, test)
    x, y, face, weapon = patch.x, patch.y, 0, salvos()[patch.word].weapon
    if deviation(rolled.total):
        (face,) = yield from throw_dice(ctx, "direction of the barrage", 1, patch.seat, "", RULE)
        x, y = landing_point(ctx.state, patch.seat, x, y, face, rolled.total)
    inside = 0 <= x <= ctx.state.ground.width and 0 <= y <= ctx.state.ground.height
    if inside:
        _bring_to_light(ctx, weapon, x, y)
    struck = caught_in(ctx.state, weapon, x, y) if inside else []
    names = tuple(caught.unit.id for caught in struck)
    where = (x, y, rolled.total, face, deviation(rolled.total), inside, names)
    ctx.emit(BarrageLanded(patch.seat, patch.word, *where))
    for caught in struck:
        if ctx.state.units[caught.unit.id].is_fielded:
            yield from resolve_struck(ctx, patch.seat, weapon, rolled, caught)
    if inside:
        yield from resolve_ruins(ctx, weapon, rolled.total, x, y)


@heeds("tactical.4.1.3-artillery-effect", "tactical.4.1.3-scouting")
def _bring_to_light(ctx: Ctx[State], weapon: Weapon, x: int, y: int) -> None:
    """Whoever is hidden where a salvo comes down is struck by it, and hidden no more."""
    for unit in [unit for unit in ctx.state.units.values() if unit.status == HIDDEN]:
        there = ctx.state.with_unit(on_table(unit))
        if any(caught.unit.id == unit.id for caught in caught_in(there, weapon, x, y)):
            reveal(ctx, unit.id)


def barrage_pair(state: State, seat: str, weapon: Weapon, target: Unit) -> Pair:
    """A salvo as it comes at a unit: from the home edge of who fires it."""
    x, y = advance(target.x, target.y, faces(state, seat), -FAR)
    attacker = from_afar(seat, f"{seat}-artillery", "artillery", weapon, x, y)
    return Pair(state, attacker, target, Use(weapon, weapon.id, SHORT, spread=True))


@heeds("tactical.4.1.3-artillery-effect", "tactical.3.8.3-area")
def resolve_struck(ctx: Ctx[State], seat: str, weapon: Weapon, rolled: Result, caught: Caught) -> Script[None]:
    """A unit in a barrage defends against its dice; who is in it only in part has nothing to defend against."""
    target_id = caught.unit.id
    pair = barrage_pair(ctx.state, seat, weapon, ctx.state.units[target_id])
    arc = sided(pair.arc, pair.target, pair.attacker.x, pair.attacker.y)
    total = rolled.total
    if caught.wholly:
        total = (yield from defend(ctx, pair, rolled)).total
    amount, margin = barrage_damage(weapon.dm, rolled.total, total), max(0, rolled.total - total)
    ctx.emit(BarrageMet(target_id, weapon.name, rolled.total, total, margin, amount))
    blow = Blow(amount, margin, arc=arc, rule=RULE, cause=f"a {weapon.name}", arms=weapon, seat=seat)
    yield from resolve_damage(ctx, target_id, blow)


@heeds("tactical.4.1.3-artillery-effect", "tactical.3.2.5")
def resolve_ruins(ctx: Ctx[State], weapon: Weapon, total: int, x: int, y: int) -> Script[None]:
    """Structures in the area take it too: they have a Defense of 0."""
    if not ctx.state.switch(STRUCTURES):
        return
    for part in structures_in(ctx.state, weapon, x, y):
        yield from resolve_structure_damage(ctx, part, barrage_damage(weapon.dm, total, 0))
