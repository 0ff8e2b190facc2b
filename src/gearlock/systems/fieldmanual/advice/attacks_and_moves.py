"""What attacks, blows, rams, moves and speeds would mean, and how well a model stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from gearlock.kernel.chapters import Show
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.survey import Standing
from gearlock.kernel.view import Modifier, Preview
from gearlock.mechanics.judging.danger import noted
from gearlock.mechanics.judging.outlook import Rival, here_or_nearer, stakes_by_price, standing_among, step_towards
from gearlock.mechanics.judging.staying import with_danger
from gearlock.odds.pools import Spread
from gearlock.systems.fieldmanual.advice.best_attack import (
    Gunner,
    Mark,
    Toll,
    best_strike,
    best_worth,
    danger,
    danger_here,
    duel_of,
    hit_of,
    imagined,
    mean_share,
    odds_card,
    reckoning_of,
    share_lost,
    skill_text,
    toll_of,
)
from gearlock.systems.fieldmanual.advice.objectives import errand_hope, errand_worth
from gearlock.systems.fieldmanual.attacks.defense import Fire, attack_lines, guard_of, pair_of, sprays_point, terms_of
from gearlock.systems.fieldmanual.attacks.kinds import blown_up, in_the_way
from gearlock.systems.fieldmanual.attacks.outcomes import attack_odds
from gearlock.systems.fieldmanual.attacks.pairs import Pair
from gearlock.systems.fieldmanual.attacks.ranged import fire_of, mount_of
from gearlock.systems.fieldmanual.attacks.targets import around, point_of, sprayed_at
from gearlock.systems.fieldmanual.attacks.weapons_in_use import PLACED, REACTION, SELF, Attack, Terms
from gearlock.systems.fieldmanual.damage.damage import Hit, armor_against, sides_struck
from gearlock.systems.fieldmanual.deployment import Deploy
from gearlock.systems.fieldmanual.dice_tests import skill_of
from gearlock.systems.fieldmanual.lock_and_cover.lock import HATCH
from gearlock.systems.fieldmanual.melee import (
    STATIC_DEFENSE,
    Strike,
    blow_lines,
    guard_lines,
    melee_margins,
    melee_mount,
    ram_lines,
)
from gearlock.systems.fieldmanual.melee import hit_of as hit_of_blow
from gearlock.systems.fieldmanual.movement.climbing_and_jumping import trace_climb, trace_jump, what_ending_does
from gearlock.systems.fieldmanual.movement.course import Climbed, hold_on, push_on
from gearlock.systems.fieldmanual.movement.moving import band_after, judge
from gearlock.systems.fieldmanual.movement.offers import route_of
from gearlock.systems.fieldmanual.movement.terrain import Climb, Decelerate, Jump, Move, QuickTurn
from gearlock.systems.fieldmanual.rams_and_impacts import CountAsRam, Ram, hits_of
from gearlock.systems.fieldmanual.rounds import Activate, EndActivation
from gearlock.systems.fieldmanual.smoke_and_light import PopHatch
from gearlock.systems.fieldmanual.special_actions import OffsetPenalty
from gearlock.systems.fieldmanual.state import (
    ALOFT,
    BANDS,
    FIELDED,
    FIRED,
    FIRED_MB,
    SEATS,
    STATIONARY,
    STUN,
    TOP,
    State,
    Unit,
    opponent,
)
from gearlock.table.measure import INCH, distance, turned

# --- The figure as an order leaves it, where it does more than go somewhere

Left = Callable[[Unit, Any], dict[str, int]]
"""The tokens that an order leaves on the figure that carries it out."""


@heeds("fieldmanual.concealment-modifiers", "fieldmanual.effect-fog")
def left_by_attack(unit: Unit, order: Any) -> dict[str, int]:
    """Whoever has fired is easier to find; in fog even more after a weapon with MB."""
    mount = unit.card.weapon(order.weapon)
    fades = mount is not None and "MB" in mount.weapon.traits
    return {FIRED: 1, FIRED_MB: 1} if fades else {FIRED: 1}


@heeds("fieldmanual.were-in-trouble")
def left_by_offset(unit: Unit, order: OffsetPenalty) -> dict[str, int]:
    """The Defense modifier is better by a point an Action."""
    return {unit.trouble: unit.token(unit.trouble) + order.actions}


@heeds("fieldmanual.flaw-sensor-dependent")
def left_by_hatch(_unit: Unit, _order: PopHatch) -> dict[str, int]:
    """The front is weak."""
    return {HATCH: 1}


def danger_with(state: State, unit: Unit, tokens: dict[str, int]) -> float:
    """The danger to a model that stays where it is, with these tokens on it; noted."""

    def reckon() -> float:
        there = unit.clone()
        there.tokens.update(tokens)
        return danger(imagined(state, there), there)

    fresh = {name: count for name, count in tokens.items() if unit.token(name) != count}
    return noted(state.notes, ("danger", unit.id, *sorted(fresh.items())) if fresh else ("danger", unit.id), reckon)


def afterwards(shown: Show[State], left: Left) -> Show[State]:
    """An order that leaves the model where it is but not as it was, with the danger it is in then."""

    def preview(state: State, seat: str, order: Order) -> Preview:
        meant, active = shown(state, seat, order), state.active()
        if active is None or getattr(order, "unit", "") != active.id:
            return meant
        here = danger_with(state, active, left(active, order))
        ends = (active.x, active.y, active.facing)
        return msgspec.structs.replace(meant, risks=meant.risks + here, lasting=here, ends=ends)

    return preview


LEFT: dict[type[Order], Left] = {
    OffsetPenalty: left_by_offset,
    PopHatch: left_by_hatch,
}
"""What orders leave on whoever carries them out; attacks leave `left_by_attack`."""


# --- What attacks would mean: lines and exact odds at every target, friends and bystanders among them


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


# --- What blows and rams would mean: lines of both sides and exact odds; a ram hurts who rams as well

Lines = tuple[Modifier, ...]


@heeds("fieldmanual.melee-attack", "fieldmanual.melee-defense")
def preview_strike(state: State, _seat: str, order: Strike) -> Preview:
    """Lines and odds of a blow, damage taken rather than a Stun counter."""
    unit, target = state.units.get(order.unit), state.units.get(order.target)
    mount = None if unit is None else melee_mount(unit, order.weapon)
    if unit is None or target is None or mount is None or not target.is_fielded:
        return Preview()
    lines, hit = blow_lines(unit, target, mount), hit_of_blow(unit, mount, 0)
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


# --- How well a model stands where it is: what it could do from there or from nearer, and what enemies could do to it

KEPT_FOR_LATER = 0.8
"""What an attack counts that a model might make in its activation: it may be hurt before, or its target gone."""
KEPT_FOR_AN_ANSWER = 0.4
"""What a saved Action counts of the attack it could make at once: the enemy may give it no occasion."""

PRESSED = 1.9
"""How many times its best direct attack a turn costs, fitted on 24 duels of bots; throws, blows and lobbed fire are
left out of that attack, and no part of the factor was measured by itself."""


def stakes(state: State, seat: str) -> dict[str, float]:  # noqa: ARG001 - both sides know the models on the table
    """What each model on the table counts, in shares of the average of its side: by its TV, a base by its part."""
    sides = []
    for side in SEATS:
        fielded = list(state.fielded(side))
        sides.append({unit.id: max(1, _price(state, unit)) for unit in fielded})
    return stakes_by_price(*sides)


def _price(state: State, unit: Unit) -> int:
    """The TV of a model; the bases of a Combined Model share it."""
    if not unit.team:
        return unit.tv
    parts = state.parts(unit)
    return sum(part.tv for part in parts) // len(parts)


def standing(state: State, seat: str, piece: str) -> Standing:
    """Enemies that may still act this round count as soon: not yet activated, or with an Action saved."""
    unit = state.units.get(piece)
    if unit is None or unit.seat != seat or not unit.is_fielded:
        return Standing(left=0.0)
    others, mark, counts = reckoning_of(state), Mark(state, unit), stakes(state, seat)
    rivals = []
    for enemy in state.fielded(opponent(seat)):
        harm = PRESSED * best_from_here_or_nearer(state, enemy, mark)
        strike = PRESSED * best_from_here_or_nearer(state, unit, others.mark(enemy))
        rivals.append(Rival(enemy.id, counts[enemy.id], harm, strike, enemy.used and not enemy.actions))
    return standing_among(rivals, counts[unit.id], 1 - share_lost(unit, unit.boxes))


def best_from_here_or_nearer(state: State, unit: Unit, mark: Mark) -> float:
    """The best attack of a model on another, turned to it: from where it stands, or after a move towards it."""
    here = best_strike(state, reckoning_of(state).gunner(unit), mark)
    nearer = _nearer(state, unit, mark.unit)
    if nearer is None:
        return here
    there = imagined(state, nearer)
    return here_or_nearer(here, (best_strike(there, Gunner(there, nearer), mark),))


def _nearer(state: State, unit: Unit, target: Unit) -> Unit | None:
    """A model after a move at Combat Speed towards another; None if it cannot, or there is nowhere to stand."""
    if unit.is_static or unit.carrier or not unit.card.rows:
        return None
    far = max(row.combat for row in unit.card.rows.values()) * INCH
    spot = step_towards(state.ground, unit, target, far, unit.card.radius + target.card.radius)
    if spot is None:
        return None
    there = unit.clone()
    there.x, there.y, there.z = spot
    there.band = "combat" if there.band == STATIONARY else there.band
    return there


def prospect(state: State, unit: Unit) -> float:
    """The best attack a model could make in an activation of its own, on any enemy; noted.

    From where it stands; if there is none, after a move towards the nearest.
    """
    others = reckoning_of(state)

    def best() -> float:
        enemies = list(state.fielded(opponent(unit.seat)))
        gunner = others.gunner(unit)
        here = others.prospect(enemies, lambda mark: best_strike(state, gunner, mark))
        if here or not enemies:
            return here
        nearest = min(enemies, key=lambda enemy: (enemy.x - unit.x) ** 2 + (enemy.y - unit.y) ** 2)
        return best_from_here_or_nearer(state, unit, others.mark(nearest))

    return noted(state.notes, (prospect, unit.id), best)


def kept_attack(state: State, unit: Unit) -> float:
    """What a model that spends an Action now could have done with it later this round."""
    if not unit.is_fielded or unit.actions != 1:
        return 0.0
    if state.is_active(unit):
        return best_worth(state, unit)
    if unit.used:
        return KEPT_FOR_AN_ANSWER * best_worth(state, unit)
    return KEPT_FOR_LATER * prospect(state, unit)


# --- What moves, speeds and waiting would mean: attacks from where they lead, and the danger of being there

WORTH_OF_AN_INCH = 0.004
DRIVEN = 0.2
"""What it costs to be driven into something, in shares of a model."""
CLOSE = 12 * INCH
"""Nearer than this nobody comes for nearness alone."""


def pose_of(unit: Unit) -> tuple[int, int, int]:
    """Where a model stands and which way it faces."""
    return unit.x, unit.y, unit.facing


def staying(shown: Show[State]) -> Show[State]:
    """An order that leaves the model where it is, with the danger of that, so that orders can be compared."""
    return with_danger(shown, danger_here)


def preview_deploy(_state: State, _seat: str, order: Deploy) -> Preview:
    """The place alone."""
    return Preview(ends=(order.x, order.y, order.facing))


def preview_activation(state: State, _seat: str, order: Activate) -> Preview:
    """What the speed gives an attack from where the model stands, and a little for each inch it allows."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded or order.band not in BANDS:
        return Preview()
    poised = unit.clone()
    poised.mode, poised.band = order.mode, order.band
    poised.tokens.pop(STUN, None)
    poised.actions -= int(order.band == TOP)
    there = imagined(state, poised)
    row = poised.row
    inches = {"top": row.top, "combat": row.combat, "reverse": row.combat / 2}.get(order.band, 1)
    gives = best_worth(there, poised) + WORTH_OF_AN_INCH * inches + errand_hope(state, unit, round(inches * INCH))
    risk = danger(there, poised)
    return Preview(gives=gives, hoped=gives, risks=risk, lasting=risk, ends=pose_of(unit))


def nearing(state: State, unit: Unit, end: Unit) -> float:
    """A little for every inch nearer to an enemy, up to the range at which most weapons fire best."""

    def away(figure: Unit) -> int:
        far = [distance(figure.x, figure.y, foe.x, foe.y) for foe in state.fielded(opponent(unit.seat))]
        return max(CLOSE, min(far, default=CLOSE))

    return WORTH_OF_AN_INCH * (away(unit) - away(end)) / INCH


def preview_move(state: State, _seat: str, order: Move | Climb | Jump) -> Preview:
    """The best attack there is from where the order ends, and the danger of that place."""
    unit = state.units.get(order.unit)
    if unit is None or not state.is_active(unit):
        return Preview()
    end = _traced(state, order)
    if isinstance(end, Refusal):
        return Preview(notes=(end.message,))
    after = imagined(state, end)
    hoped, lasting = best_worth(after, end), danger(after, end)
    route, errand = route_of(state, order), errand_worth(state, unit, end) + nearing(state, unit, end)
    return Preview(gives=hoped + errand, risks=lasting, hoped=hoped, lasting=lasting, ends=pose_of(end), route=route)


def _traced(state: State, order: Move | Climb | Jump) -> Unit | Refusal:
    """The figure where an order of movement would leave it."""
    if isinstance(order, Move):
        course = judge(state, order)
        return course if isinstance(course, Refusal) else course.unit
    found = trace_climb(state, order) if isinstance(order, Climb) else trace_jump(state, order)
    if isinstance(found, Refusal):
        return found
    there = state.units[order.figure or order.unit].clone()
    there.x, there.y, there.z = found.x, found.y, found.z
    if isinstance(found, Climbed):
        hold_on(there, found.hangs)
    else:
        push_on(there, found.band)
        there.actions -= int(found.paid)
    return there


def preview_quick(state: State, _seat: str, order: Decelerate | QuickTurn) -> Preview:
    """The best attack after the turn, with a Stun counter and at the speed that is left."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded:
        return Preview()
    there = unit.clone()
    there.facing, there.band = turned(unit.facing, order.angle), band_after(unit, order)
    there.tokens[STUN] = 1
    after = imagined(state, there)
    hoped, lasting = best_worth(after, there), danger(after, there)
    return Preview(gives=hoped, risks=lasting, hoped=hoped, lasting=lasting, ends=pose_of(there))


def preview_waiting(state: State, _seat: str, order: EndActivation) -> Preview:
    """The danger of staying where one is; Actions saved are worth a part of what they could do now."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded:
        return Preview()
    here = danger_here(state, unit)
    kept = KEPT_FOR_AN_ANSWER * best_worth(state, unit)
    fate = what_ending_does(state, unit) if state.is_active(unit) else ""
    notes = (f"It must go on and cannot: it {fate}.",) if fate else ()
    return Preview(gives=kept, risks=here + DRIVEN * bool(fate), lasting=here, ends=pose_of(unit), notes=notes)
