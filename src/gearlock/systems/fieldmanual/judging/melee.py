"""What blows and rams would mean: lines of both sides and exact odds; a ram hurts who rams as well."""

from __future__ import annotations

import msgspec

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Modifier, Preview
from gearlock.odds.pools import Spread
from gearlock.systems.fieldmanual.damage.harm import Hit
from gearlock.systems.fieldmanual.damage.sides import armor_against, sides_struck
from gearlock.systems.fieldmanual.dice_tests.tests import skill_of
from gearlock.systems.fieldmanual.impacts.orders import CountAsRam, Ram
from gearlock.systems.fieldmanual.impacts.rams import hits_of
from gearlock.systems.fieldmanual.judging.strikes import mean_share, odds_card, skill_text, toll_of
from gearlock.systems.fieldmanual.melee.blows import hit_of
from gearlock.systems.fieldmanual.melee.lines import STATIC_DEFENSE, blow_lines, guard_lines, melee_mount, ram_lines
from gearlock.systems.fieldmanual.melee.odds import melee_margins
from gearlock.systems.fieldmanual.melee.orders import Strike
from gearlock.systems.fieldmanual.state import State, Unit

Lines = tuple[Modifier, ...]


@heeds("fieldmanual.melee-attack", "fieldmanual.melee-defense")
def preview_strike(state: State, _seat: str, order: Strike) -> Preview:
    """Lines and odds of a blow, damage taken rather than a Stun counter."""
    unit, target = state.units.get(order.unit), state.units.get(order.target)
    mount = None if unit is None else melee_mount(unit, order.weapon)
    if unit is None or target is None or mount is None or not target.is_fielded:
        return Preview()
    lines, hit = blow_lines(unit, target, mount), hit_of(unit, mount, 0)
    return _shown(unit, target, lines, hit, melee_margins(lines, target, unit))


@heeds("fieldmanual.ram", "fieldmanual.ram-direction")
def preview_ram(state: State, _seat: str, order: Ram) -> Preview:
    """Lines and odds of a ram for both: what it does to who rams is a risk."""
    unit, target = state.units.get(order.unit), state.units.get(order.target)
    if unit is None or target is None or not target.is_fielded:
        return Preview()
    lines, (struck, recoil) = ram_lines(unit, target), hits_of(unit, target, 0)
    margins = melee_margins(lines, target, unit)
    back = mean_share(unit, toll_of(unit, recoil, margins).filled)
    return msgspec.structs.replace(_shown(unit, target, lines, struck, margins), risks=back)


@heeds("fieldmanual.unintentional-impact")
def preview_count(state: State, _seat: str, order: CountAsRam) -> Preview:
    """What counting an impact as one's own ram does to both, by the dice that lie on the table."""
    unit, target, rolled = state.units.get(order.unit), state.units.get(order.target), state.rolled
    if unit is None or target is None or rolled is None:
        return Preview()
    won = Spread(max(1, abs(rolled.total - rolled.against)), (1,), 1)
    struck, recoil = hits_of(unit, target, 0)
    given, taken = (toll_of(each, hit, won).filled for each, hit in ((target, struck), (unit, recoil)))
    return Preview(gives=mean_share(target, given), risks=mean_share(unit, taken), target=target.id)


def _shown(unit: Unit, target: Unit, lines: Lines, hit: Hit, margins: Spread) -> Preview:
    toll = toll_of(target, hit, margins)
    armor, track = armor_against(target, sides_struck(target, hit.origin)), len(target.card.boxes)
    guard = () if target.is_static else guard_lines(target, unit)
    share = {8: ", doubled head on", 2: ", halved", 1: ", a quarter of it"}.get(hit.quarters, "")
    return Preview(
        lines,
        guard,
        odds_card(target, toll),
        mean_share(target, toll.filled),
        target=target.id,
        whole=track + 1,
        left=track + 1 - target.boxes,
        attack_total=skill_text(skill_of(lines)),
        defence_total=f"counts as {STATIC_DEFENSE}" if target.is_static else skill_text(skill_of(guard)),
        harm=f"DM x{hit.multiplier} against Armor {armor}: a box for every {armor} damage{share}",
    )
