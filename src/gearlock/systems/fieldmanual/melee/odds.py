"""The exact odds of a blow: of the same lines and the same damage as play."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Modifier
from gearlock.mechanics.silhouette.rolls import fumble_odds, margin_odds
from gearlock.odds.pools import Spread
from gearlock.systems.fieldmanual.cards import Mount
from gearlock.systems.fieldmanual.damage.harm import margins_to_boxes
from gearlock.systems.fieldmanual.dice_tests.tests import skill_of
from gearlock.systems.fieldmanual.melee.blows import hit_of
from gearlock.systems.fieldmanual.melee.lines import STATIC_DEFENSE, blow_lines, guard_lines
from gearlock.systems.fieldmanual.state import Unit


class MeleeOdds(NamedTuple):
    """What can come of a blow or ram: margins, and the boxes of the target that are filled then, as whole weights.

    `recoil` are the boxes of the attacker: only a ram hurts it. One beyond the track is Dead, two beyond Destroyed.
    """

    margins: Spread
    boxes: Spread
    recoil: Spread | None
    fumbles: tuple[int, int]


@heeds("fieldmanual.melee-attack", "fieldmanual.melee-defense", "fieldmanual.mode-static")
def melee_margins(attack: tuple[Modifier, ...], target: Unit, attacker: Unit) -> Spread:
    """How often each margin comes up: attack against defense, or against the 3 of what is Static."""
    against = STATIC_DEFENSE if target.is_static else skill_of(guard_lines(target, attacker))
    return margin_odds(skill_of(attack), against)


@heeds("fieldmanual.melee-attack")
def blow_odds(attacker: Unit, mount: Mount, target: Unit) -> MeleeOdds:
    """What a blow comes to if damage is chosen, not a Stun counter."""
    lines = blow_lines(attacker, target, mount)
    margins = melee_margins(lines, target, attacker)
    boxes = margins_to_boxes(target, hit_of(attacker, mount, 0), margins)
    return MeleeOdds(margins, boxes, None, fumble_odds(skill_of(lines)))
