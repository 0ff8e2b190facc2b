"""What attacks would mean: lines and exact odds at every target, friends and bystanders among them."""

from __future__ import annotations

import msgspec

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Preview
from gearlock.systems.fieldmanual.attacks.aiming import sprays_point, terms_of
from gearlock.systems.fieldmanual.attacks.areas import around, sprayed_at
from gearlock.systems.fieldmanual.attacks.defending import Fire, pair_of
from gearlock.systems.fieldmanual.attacks.direct import in_the_way
from gearlock.systems.fieldmanual.attacks.modifiers import attack_lines, guard_of
from gearlock.systems.fieldmanual.attacks.orders import PLACED, SELF, Attack
from gearlock.systems.fieldmanual.attacks.outcomes import attack_odds
from gearlock.systems.fieldmanual.attacks.pairs import Pair
from gearlock.systems.fieldmanual.attacks.placed import blown_up
from gearlock.systems.fieldmanual.attacks.ranged import fire_of, mount_of
from gearlock.systems.fieldmanual.attacks.targets import point_of
from gearlock.systems.fieldmanual.attacks.terms import REACTION, Terms
from gearlock.systems.fieldmanual.damage.sides import armor_against, sides_struck
from gearlock.systems.fieldmanual.judging.outlook import kept_attack
from gearlock.systems.fieldmanual.judging.strikes import Toll, duel_of, hit_of, mean_share, odds_card, skill_text
from gearlock.systems.fieldmanual.state import ALOFT, FIELDED, State, Unit


def preview_attack(state: State, seat: str, order: Attack) -> Preview:
    """Lines and odds at every target, harm to friends counted as a risk."""
    unit = state.units.get(order.unit)
    if unit is None or unit.status not in (FIELDED, ALOFT) or unit.card.weapon(order.weapon) is None:
        return Preview()
    return preview_shots(state, seat, order, terms_of(state, unit))


def preview_answer(state: State, seat: str, order: Attack) -> Preview:
    """Reaction Fire: the attack it comes to, less what the Action could have done later."""
    unit = state.units.get(order.unit)
    if unit is None or unit.card.weapon(order.weapon) is None:
        return Preview()
    if state.is_active(unit):
        return preview_attack(state, seat, order)
    shown = preview_shots(state, seat, order, REACTION)
    kept = kept_attack(state, unit) if shown.odds is not None and order.unit not in state.declared else 0.0
    return msgspec.structs.replace(shown, gives=shown.gives - kept, ends=None)


def preview_shots(state: State, seat: str, order: Attack, terms: Terms) -> Preview:
    """All rolls of an attack: the first, and the others beside it."""
    unit = state.units[order.unit]
    targets = _targets(state, order, unit)
    if not targets:
        return Preview(notes=("nobody is in the area",), ends=(unit.x, unit.y, unit.facing))
    fire = fire_of(state, order, terms)
    targets += [friend for friend in _bystanders(state, order, unit) if friend not in targets]
    shots = [
        shot_preview(pair_of(state, fire, target.id), fire, _toll(state, order, target, terms), order.linked)
        for target in targets
    ]
    gives = sum(shot.gives for shot in shots if state.units[shot.target].seat != seat)
    risks = sum(shot.gives for shot in shots if state.units[shot.target].seat == seat)
    notes = tuple(f"may hit the {friend.name} instead" for friend in _bystanders(state, order, unit))
    ends = (unit.x, unit.y, unit.facing)
    return msgspec.structs.replace(shots[0], gives=gives, risks=risks, also=tuple(shots[1:]), notes=notes, ends=ends)


def _toll(state: State, order: Attack, target: Unit, terms: Terms) -> Toll:
    """What the whole attack does to a model: everything that may happen on the way is in it."""
    odds = attack_odds(state, order, target.id, terms)
    return Toll(odds.filled, odds.hits)


@heeds("fieldmanual.fire-into-melee")
def _bystanders(state: State, order: Attack, unit: Unit) -> list[Unit]:
    target = state.units.get(order.target)
    return [] if target is None or order.way != "direct" else in_the_way(state, unit, target)


@heeds("fieldmanual.rof-spray", "fieldmanual.wt-ae")
def _targets(state: State, order: Attack, unit: Unit) -> list[Unit]:
    """Everybody who may have to defend: the target, who is in the area around it, or all around a point.

    Of who sets a weapon off in hand itself as well.
    """
    mount = mount_of(unit, order)
    if order.way == PLACED:
        return []
    if order.way == SELF:
        fire = fire_of(state, order, terms_of(state, unit))
        return [*(state.units[name] for name in blown_up(state, unit, fire.use)), unit]
    if order.way == "direct" and sprays_point(mount, order):
        return sprayed_at(state, unit, point_of(state, order), order.spray)
    target = state.units.get(order.target)
    if target is None or target.status not in (FIELDED, ALOFT):
        return []
    area = max(mount.weapon.traits.get("AE", 0), mount.weapon.traits.get("Blast", 0))
    if not area:
        return [target]
    fire = fire_of(state, order, terms_of(state, unit))
    return [target, *around(state, target, fire.use)]


def shot_preview(pair: Pair, fire: Fire, toll: Toll, linked: bool = False) -> Preview:
    """One roll at one target, and what the attack does to it."""
    target, duel, guard = pair.target, duel_of(pair), guard_of(pair)
    hit = hit_of(pair, fire)
    armor = armor_against(target, sides_struck(target, hit.origin))
    track = len(target.card.boxes)
    words = [f"DM x{fire.use.multiplier} against Armor {armor}: a box for every {armor} damage"]
    words += ["linked: a roll for each weapon"] if linked else []
    words += ["AP: hits on a tie, margin +2"] if "AP" in hit.traits else []
    counts = f"counts as {duel.least}" if duel.guard is None else skill_text(duel.guard)
    least = f", at least {duel.least}" if duel.guard is not None and duel.least else ""
    return Preview(
        tuple(attack_lines(pair)),
        guard.lines,
        odds_card(target, toll),
        mean_share(target, toll.filled),
        target=target.id,
        whole=track + 1,
        left=track + 1 - target.boxes,
        attack_total=skill_text(duel.attack) + (" against Threshold 4" if duel.lobbed else ""),
        defence_total=counts + least,
        harm="; ".join(words),
    )
