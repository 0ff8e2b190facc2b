"""What it means to take an offer in the middle of an attack, and to turn it down: shots to stop, charges to spend."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from gearlock.kernel.view import OddsCard, Preview
from gearlock.systems.hex100.attacks.attack import Aim, number_to_hit, take_aim
from gearlock.systems.hex100.damage.orders import SpendCharges
from gearlock.systems.hex100.defences.orders import Intercept
from gearlock.systems.hex100.detection.stealth import is_stealthed
from gearlock.systems.hex100.dice_on_table import Hits, Shots
from gearlock.systems.hex100.equipment import find_weapon
from gearlock.systems.hex100.judging.account import falls, is_in_view, share_lost, whole_of
from gearlock.systems.hex100.judging.attack_worth import SHOCKING, as_feared
from gearlock.systems.hex100.judging.harm import card_of, expected_loss, is_aimed_at, reach_of
from gearlock.systems.hex100.judging.odds import shock_chance
from gearlock.systems.hex100.state import SEEN, State, Unit
from gearlock.table.hexes import distance

STOPPED_SHOT = 0.05
"""What a shot stopped is worth, as a share of a unit, where nobody knows what it is."""
KEPT_SHOT = 0.01
"""What it is worth to be able to stop a shot later: a shot that does no harm is let come."""
CHARGE = 2
"""The damage that a charge is kept for: less is not worth it."""
UNSEEN = "Who fires what is not to be seen: nobody can reckon the odds."
HARMLESS = "Nobody of yours is in reach of these shots."
ALONE = "As if nobody else stopped any of them."
CHARGED = "A charge of reactive armour is reckoned for every hit that it lowers."
THESE = "These hits alone: what else is on its way is not reckoned."


def preview_interception(state: State, unit: Unit, order: Intercept) -> Preview:
    """The shots that are left if some are stopped, and all of them, for whoever they endanger.

    It is worth the damage that is kept off one's own, less what the enemy spares itself and what is kept for later.
    """
    shots = state.shots
    if shots is None:
        return Preview()
    aim = _aim_seen(state, unit.seat, shots)
    if aim is None:
        return Preview(gives=min(1.0, STOPPED_SHOT * order.shots), notes=(UNSEEN,))
    left = max(0, shots.shots - order.shots)
    gives = -KEPT_SHOT * order.shots
    cards: list[Preview] = []
    for victim in _endangered(state, unit.seat, aim):
        spared = _loss(state, aim, victim, shots.shots) - _loss(state, aim, victim, left)
        gives += spared if victim.seat == unit.seat else -spared
        if victim.seat == unit.seat:
            odds, without = (card_of(state, aim, victim, count) for count in (left, shots.shots))
            cards.append(Preview(odds=odds, without=without, target=victim.id))
    if not cards:
        return Preview(gives=gives, notes=(HARMLESS,))
    cards.sort(key=lambda card: (card.target != shots.target, -_mean(card.without)))
    first = cards[0]
    return Preview(
        odds=first.odds,
        without=first.without,
        target=first.target,
        also=tuple(cards[1:]),
        gives=min(1.0, gives),
        notes=tuple(_notes(state, aim, state.units[first.target], left, shots.shots)),
    )


def _mean(card: OddsCard | None) -> float:
    return 0.0 if card is None else card.mean_damage


def _aim_seen(state: State, seat: str, shots: Shots) -> Aim | None:
    """The shots as the side that may stop them knows them; None if it does not see who fires.

    Locks, scanners at work and fire that was worked out are the attacker's secrets.
    """
    if state.known[seat].get(shots.unit) != SEEN:
        return None
    attacker, target = as_feared(state.units[shots.unit]), state.units.get(shots.target)
    if target is not None and not is_in_view(state, seat, target):
        return None
    for token, (mount, weapon) in state.scene.loadouts[attacker.id].tokens.items():
        for at, mode in enumerate(mount.modes if weapon is None else (weapon,)):
            if (mode.id, mode.mode) == (shots.weapon, shots.mode):
                attacker.loaded = {token: at}
                found = find_weapon(state, attacker, token)
                assert found is not None, "the token was found among those of the unit"
                aim = take_aim(state, attacker, found[1], target, (shots.q, shots.r))
                return aim._replace(locked=False, hidden=target is not None and is_stealthed(state, target))
    return None


def _endangered(state: State, seat: str, aim: Aim) -> Iterator[Unit]:
    """Whoever the shots may hurt, as far as a side has them in view."""
    for unit in state.units.values():
        if not unit.standing or not is_in_view(state, seat, unit):
            continue
        near = bool(aim.weapon.blast) and distance(aim.goal, unit.hex) <= reach_of(aim)
        if is_aimed_at(aim, unit) or (near and expected_loss(state, aim, unit, 1)):
            yield unit


def _loss(state: State, aim: Aim, unit: Unit, shots: int) -> float:
    """The share of a unit that so many shots cost it, the EMP shock they may bring to their target included."""
    lost = expected_loss(state, aim, unit, shots)
    if not shots or unit.shocked or not is_aimed_at(aim, unit):
        return lost
    return lost + SHOCKING * shock_chance(state, [aim._replace(weapon=replace(aim.weapon, rof=shots))])


def _notes(state: State, aim: Aim, unit: Unit, left: int, shots: int) -> Iterator[str]:
    locked = aim._replace(locked=True)
    if number_to_hit(state, locked) != number_to_hit(state, aim):
        now, less = (card_of(state, locked, unit, count).mean_damage for count in (shots, left))
        yield f"Whether they are guided by a lock is not known: with one {less:.1f} damage instead of {now:.1f}."
    if unit.charges and is_aimed_at(aim, unit):
        yield CHARGED
    yield ALONE


def preview_charges(state: State, unit: Unit, order: SpendCharges) -> Preview:
    """What the hits come to with so many charges and with none; it is worth what is kept off, less the charges."""
    hits = state.hits
    if hits is None or hits.unit != unit.id:
        return Preview()
    bare = hits.hits * hits.damage
    less = bare - min(order.charges, hits.hits) * (hits.damage - hits.lowered)
    kept = share_lost(state, unit, bare, hits.critical) - share_lost(state, unit, less, hits.critical)
    return Preview(
        odds=_certain(state, unit, hits, less),
        without=_certain(state, unit, hits, bare),
        target=unit.id,
        gives=kept - CHARGE * order.charges / whole_of(state, unit),
        notes=(THESE,),
    )


def _certain(state: State, unit: Unit, hits: Hits, damage: int) -> OddsCard:
    """Hits whose dice have all fallen."""
    destroyed = falls(state, unit, damage, hits.critical)
    return OddsCard(1.0, damage, {damage: 1.0}, float(hits.critical > 0), float(destroyed))
