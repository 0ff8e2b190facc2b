"""What shots would mean: lines and exact odds, for every target of a blast, a walk or a link."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Modifier, Preview
from gearlock.systems.tactical.attacks.areas import caught_in, is_blast
from gearlock.systems.tactical.attacks.exchange import dm_of, pair_of, rof_counted
from gearlock.systems.tactical.attacks.linked import linked_with
from gearlock.systems.tactical.attacks.modifiers import attack_lines, defense_lines, rolls_defense
from gearlock.systems.tactical.attacks.observing import freed
from gearlock.systems.tactical.attacks.orders import INDIRECT, Attack
from gearlock.systems.tactical.attacks.pairs import Pair
from gearlock.systems.tactical.attacks.targets import refuse_shot, use_of
from gearlock.systems.tactical.damage.amounts import burns
from gearlock.systems.tactical.dice_tests.defects import FIRE_CONTROL, defect_of
from gearlock.systems.tactical.judging.odds import (
    WHOLE,
    Amounts,
    armor_against,
    duel_of,
    mean_lost,
    odds_card,
    points_lost,
    skill_text,
)
from gearlock.systems.tactical.judging.outlook import kept_attack
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.switches import DETAILED_DAMAGE


def preview_attack(state: State, _seat: str, order: Attack) -> Preview:
    """Lines and odds of a shot; Snap Fire is less what the Action could have done later."""
    unit = state.units.get(order.unit)
    mount = None if unit is None else unit.mount(order.weapon)
    if unit is None or mount is None or refuse_shot(state, order) is not None:
        return Preview()
    shown = [preview_of(state, unit, name, order) for name in (order.target, *order.others)]
    found = _linked(state, unit, order, shown[0]) if order.linked else joined(shown)
    now = state.activation
    if now is not None and now.unit == unit.id:
        return msgspec.structs.replace(found, ends=(unit.x, unit.y, unit.facing))
    return msgspec.structs.replace(found, gives=found.gives - kept_attack(state, unit))


def preview_of(state: State, unit: Unit, target: str, order: Attack, weapon: str = "") -> Preview:
    """One roll with one weapon at one target, with all who have to defend against it."""
    mount = unit.mount(weapon or order.weapon)
    assert mount is not None, "the attack was found possible"
    use = use_of(state, unit, mount, state.units[target], order)
    pair = pair_of(state, unit.id, target, use, order.observer)
    shown = joined([shot_preview(pair), *blast_previews(pair)])
    rating = defect_of(unit, FIRE_CONTROL)
    notes = (f"Defective Fire Control: {rating} in 6 times {rating} less",) if rating else ()
    return msgspec.structs.replace(shown, notes=(*shown.notes, *notes))


@heeds("tactical.3.4.1", "tactical.3.8.3-area")
def blast_previews(pair: Pair) -> list[Preview]:
    """The others in a blast at the target: each defends against the same roll; friends are a risk.

    Where an indirect shot lands that misses nobody knows beforehand.
    """
    if not is_blast(pair.state, pair.use.weapon):
        return []
    found = []
    for caught in caught_in(pair.state, pair.use.weapon, pair.target.x, pair.target.y, pair.target):
        if caught.unit is not pair.target and caught.wholly:
            shown = shot_preview(pair.against(caught.unit), tuple(attack_lines(pair)))
            found.append(as_friend(shown) if caught.unit.seat == pair.attacker.seat else shown)
    return found


def as_friend(shown: Preview) -> Preview:
    """What a shot would do to a friend."""
    return msgspec.structs.replace(shown, gives=0.0, risks=shown.risks + shown.gives, notes=("A friend is in the way",))


def joined(shown: Sequence[Preview]) -> Preview:
    """Several rolls of one order: the first with its lines, the others beside it; what they give and risk added up."""
    first, others = shown[0], tuple(shown[1:])
    if not others:
        return first
    gives, risks = sum(each.gives for each in shown), sum(each.risks for each in shown)
    also = tuple(one for each in others for one in (msgspec.structs.replace(each, also=()), *each.also))
    notes = dict.fromkeys(note for each in shown for note in each.notes)
    return msgspec.structs.replace(first, gives=gives, risks=risks, notes=tuple(notes), also=(*first.also, *also))


@heeds("tactical.7.2-weapon-link")
def _linked(state: State, unit: Unit, order: Attack, first: Preview) -> Preview:
    """A link: each weapon rolls only while all before it have hit."""
    mount = unit.mount(order.weapon)
    assert mount is not None, "the attack was found possible"
    chance, gives, risks, also = 1.0, first.gives, first.risks, [*first.also]
    last = first
    for gun in linked_with(unit, mount)[1:]:
        chance *= last.odds.p_hit if last.odds is not None else 1.0
        last = preview_of(state, unit, order.target, order, gun.id)
        gives, risks = gives + chance * last.gives, risks + chance * last.risks
        also.append(last)
    note = "After the first miss the other weapons of the link miss as well"
    return msgspec.structs.replace(first, gives=gives, risks=risks, also=tuple(also), notes=(*first.notes, note))


def shot_preview(
    pair: Pair, lines: Sequence[Modifier] | None = None, amounts: Amounts | None = None, harm: str = ""
) -> Preview:
    """One roll at one target, and what it does; with `lines` and `amounts` another roll than a shot at it."""
    rolled = tuple(attack_lines(pair) if lines is None else lines)
    target, duel = pair.target, duel_of(pair, rolled)
    guard = tuple(defense_lines(pair)) if rolls_defense(target) else ()
    counted = not target.is_infantry and not pair.state.switch(DETAILED_DAMAGE)
    armor = f"against Armor {armor_against(pair)}" if not target.is_infantry else "off the troopers' points"
    notes = ("A miss scatters by as many inches as it misses by",) if pair.use.way == INDIRECT else ()
    return Preview(
        rolled,
        guard,
        odds_card(pair, duel, amounts),
        mean_lost(pair, duel, amounts),
        target=target.id,
        whole=WHOLE if counted else 0,
        left=WHOLE - points_lost(target) if counted else 0,
        attack_total=skill_text(duel.attack),
        defence_total="counts as 0" if duel.guard is None else skill_text(duel.guard),
        harm=f"{harm or shot_harm(pair)} {armor}",
        notes=notes,
    )


@heeds("tactical.2.6.10", "tactical.2.6.10-heavy", "tactical.3.4.4", "tactical.3.4.5")
def shot_harm(pair: Pair) -> str:
    """How the damage of a hit is reckoned, with the DM that counts now: halved, less for distance, with its ROF."""
    dm, rof, soft = dm_of(pair), rof_counted(pair.state, pair.use), pair.target.is_infantry
    gained = freed(pair) + (rof if soft else 0)
    margin = f"(the margin + {gained})" if gained else "the margin"
    if burns(pair.state, pair.use.weapon):
        intensity = f"Intensity {dm + (0 if soft else rof)} plus {margin}"
        return f"{intensity}, times {margin}," if soft else intensity
    return f"x{dm if soft else dm + rof} times {margin}"
