"""What shots, blows, moves, speeds and waiting would mean: lines, odds and danger."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gearlock.kernel.chapters import Show
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Leg, Modifier, Preview, Route
from gearlock.mechanics.judging.staying import with_danger
from gearlock.systems.tactical.advice.attack_odds import (
    WHOLE,
    Amounts,
    armor_against,
    best_of,
    best_worth,
    card_of,
    caught_by,
    danger,
    danger_here,
    duel_of,
    followed,
    guns_in_hand,
    imagined,
    kept_attack,
    link_fates,
    mean_lost,
    odds_card,
    points_lost,
    shots_of,
    skill_text,
)
from gearlock.systems.tactical.advice.objectives import errand_hope, errand_of, errand_worth
from gearlock.systems.tactical.attacks.exchange import (
    attack_lines,
    defense_lines,
    designating_lines,
    designating_pair,
    dm_of,
    pair_of,
    refuse_designating,
    rof_counted,
    rolls_defense,
)
from gearlock.systems.tactical.attacks.targets import Pair, could_fire_for, freed, refuse_observing, refuse_shot, use_of
from gearlock.systems.tactical.attacks.weapons_in_use import (
    INDIRECT,
    Attack,
    ChangeClip,
    Designate,
    Observe,
    Use,
    band_of,
    fires_indirectly,
    linked_with,
    refuse_clip,
    rounds_left,
)
from gearlock.systems.tactical.command import ABOUT_FACE, EXTRA_ACTION, SpendPoint
from gearlock.systems.tactical.damage.amounts import base_armor, burns, dm_now, hit_damage, multiplied
from gearlock.systems.tactical.damage.condition import MP, allowance, refuse_pace
from gearlock.systems.tactical.deployment import Deploy
from gearlock.systems.tactical.dice_tests import FIRE_CONTROL, defect_of
from gearlock.systems.tactical.ground_targets import (
    RADIUS,
    SATURATION,
    Saturate,
    is_in_zone,
    point_lines,
    refuse_saturation,
    saturation_bonus,
    use_at,
)
from gearlock.systems.tactical.infantry import rof_of
from gearlock.systems.tactical.line_of_sight.terrain import distance
from gearlock.systems.tactical.melee import (
    KICK,
    RAM,
    Strike,
    Throw,
    collision_speed,
    inches_into,
    ram_dm,
    ram_lines,
    ram_size,
    refuse_strike,
    refuse_throw,
    strike_dm,
    strike_lines,
    strike_pair,
    throw_lines,
    throw_pair,
    weight_dm,
)
from gearlock.systems.tactical.movement.climbing_and_ramming import judge_ram
from gearlock.systems.tactical.movement.course import Move, Ram, ShiftSpeed, SpeedShifted
from gearlock.systems.tactical.movement.moving import judge
from gearlock.systems.tactical.rounds.round import Activate, Declare, EndActivation, Settle
from gearlock.systems.tactical.sensors.sensors import LaunchSmoke, SmokeLaunched
from gearlock.systems.tactical.state import (
    CLASSES,
    COMBAT,
    EVADING,
    SKIRMISH_SCALE,
    Activation,
    Patch,
    State,
    Unit,
    opponent,
)
from gearlock.systems.tactical.switches import DETAILED_DAMAGE
from gearlock.table.measure import INCH, inches, turned
from gearlock.table.measure import distance as apart

# --- What shots would mean: lines and exact odds, for every target of a blast, a walk or a link


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


def blast_previews(pair: Pair) -> list[Preview]:
    """The others in a blast at the target: each defends against the same roll; friends are a risk.

    Where an indirect shot lands that misses nobody knows beforehand.
    """
    found = []
    for caught in caught_by(pair):
        shown = shot_preview(caught, tuple(attack_lines(pair)))
        found.append(as_friend(shown) if caught.target.seat == pair.attacker.seat else shown)
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
    """A link: each weapon rolls only while all before it have hit. The odds are those of the whole link."""
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
    odds = card_of(link_fates(shots_of(state, order)))
    return msgspec.structs.replace(
        first, odds=odds, gives=gives, risks=risks, also=tuple(also), notes=(*first.notes, note)
    )


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


# --- What other deeds of arms would mean: blows, throws, rams, saturation, observing, marking, a new clip

DENIED = 0.03
"""What it is worth that others keep out of a zone."""
FOR_OTHERS = 0.8
"""What the attack of a friend counts that has still to be made."""
MARKED, RELOADED = 0.1, 0.25
USUAL_ROLL = 4
"""What two dice mostly come to."""


@heeds("tactical.2.6.8")
def preview_strike(state: State, _seat: str, order: Strike) -> Preview:
    """Lines and odds of a blow."""
    if refuse_strike(state, order) is not None:
        return Preview()
    unit, target = state.units[order.unit], state.units[order.target]
    dm, lines = strike_dm(unit, target, order), strike_lines(state, unit, target, order.how)
    pair = strike_pair(state, unit, target, order.how)
    shown = shot_preview(pair, lines, lambda margin: multiplied(dm, margin), f"x{dm} times the margin")
    doubled = order.how == KICK and not rolls_defense(target)
    notes = ("It cannot defend itself: the kick is doubled",) if doubled else ()
    return msgspec.structs.replace(shown, notes=notes)


@heeds("tactical.2.6.8-throw")
def preview_throw(state: State, _seat: str, order: Throw) -> Preview:
    """Lines and odds of a throw at its target; where it lands beside it nobody knows."""
    if refuse_throw(state, order) is not None:
        return Preview()
    unit, target = state.units[order.unit], state.units[order.target]
    mount = unit.mount(order.weapon)
    assert mount is not None, "the throw was found possible"
    dm, lines = dm_now(unit, mount.weapon), throw_lines(state, unit, target, mount)
    pair = throw_pair(state, unit, target, mount)
    return shot_preview(pair, lines, lambda margin: multiplied(dm, margin), f"x{dm} times the margin")


@heeds("tactical.2.6.8-ramming")
def preview_ram(state: State, _seat: str, order: Ram) -> Preview:
    """What a ram does to the other and to oneself, from where it ends."""
    course = judge_ram(state, order)
    if isinstance(course, Refusal):
        return Preview(notes=(course.message,))
    unit, target = course.unit, state.units.get(order.target)
    if target is None:
        return _into_a_wall(state, unit, order.target, inches_into(course.gone))
    speed = collision_speed(state, unit, target, inches_into(course.gone))
    dms = (ram_dm(unit, speed), ram_dm(target, speed)) if speed > 0 else (0, 0)
    pair, lines = Pair(state, unit, target, Use(RAM, "")), ram_lines(unit, target)
    shown = shot_preview(pair, lines, lambda margin: multiplied(dms[0], margin), f"x{dms[0]} times the margin")
    back = Pair(state, target, unit, Use(RAM, ""))
    risk = mean_lost(back, duel_of(pair, lines), lambda margin: multiplied(dms[1], margin))
    notes = (f"Impact speed {speed}: the {unit.name} takes x{dms[1]} times the margin itself",)
    return msgspec.structs.replace(shown, risks=risk, notes=notes, ends=(unit.x, unit.y, unit.facing))


@heeds("tactical.3.8.1-buildings", "tactical.3.8.1-walls")
def _into_a_wall(state: State, unit: Unit, name: str, speed: int) -> Preview:
    """What it costs to run into a building or wall, which always is hit."""
    theirs, mine = weight_dm(ram_size(state, name), speed), ram_dm(unit, speed)
    risk = min(1.0, USUAL_ROLL * theirs / (3 * max(1, base_armor(unit))))
    note = f"Impact speed {speed}: it takes x{mine}, the {unit.name} x{theirs}, each times what the roll comes to"
    return Preview(ram_lines(unit), risks=risk, notes=(note,), ends=(unit.x, unit.y, unit.facing))


@heeds("tactical.3.4.5-saturation", "tactical.3.8.3-rof")
def preview_saturation(state: State, _seat: str, order: Saturate) -> Preview:
    """The odds against everybody who is in the zone now; friends are a risk."""
    if refuse_saturation(state, order) is not None or order.x is None or order.y is None:
        return Preview()
    unit = state.units[order.unit]
    mount = unit.mount(order.weapon)
    assert mount is not None, "the order was found possible"
    use = use_at(state, unit, mount, (order.x, order.y), 0)._replace(bonus=saturation_bonus(rof_of(unit, mount)))
    lines = point_lines(state, unit, mount, (order.x, order.y), use)
    word = str(order.facing) if state.scale == SKIRMISH_SCALE else ""
    zone, shown = Patch(SATURATION, order.x, order.y, RADIUS, word=word), []
    for other in state.units.values():
        if other.is_fielded and not other.carrier and is_in_zone(zone, other.x, other.y):
            shown.append(_in_zone(state, unit, other, use, lines))
    spot = (order.x, order.y, order.facing)
    found = joined(shown) if shown else Preview(tuple(lines), notes=("Nobody is in this zone now",))
    return msgspec.structs.replace(found, gives=found.gives + DENIED, spot=spot)


def _in_zone(state: State, unit: Unit, other: Unit, use: Use, lines: tuple[Modifier, ...]) -> Preview:
    pair, dm = Pair(state, unit, other, use), dm_of(Pair(state, unit, unit, use))

    def amount(margin: int) -> int:
        return hit_damage(state, use.weapon, dm, margin, 0, other.is_infantry) if margin > 0 else 0

    shown = shot_preview(pair, lines, amount, f"x{dm} times the margin")
    return as_friend(shown) if other.seat == unit.seat else shown


@heeds("tactical.3.4.3")
def preview_observing(state: State, _seat: str, order: Observe) -> Preview:
    """The best indirect attack of a friend that it would make possible."""
    if refuse_observing(state, order) is not None:
        return Preview()
    observer, target = state.units[order.unit], state.units[order.target]
    best = 0.0
    for friend in state.fielded(observer.seat):
        if friend.id == observer.id or not could_fire_for(state, friend, target):
            continue
        for mount in friend.card.weapons:
            band = band_of(mount.weapon, distance(state, friend, target))
            if band is not None and fires_indirectly(mount.weapon):
                pair = Pair(state, friend, target, Use(mount.weapon, mount.id, band, way=INDIRECT), observer)
                best = max(best, mean_lost(pair, duel_of(pair)))
    return Preview(gives=FOR_OTHERS * best, hoped=FOR_OTHERS * best, target=target.id)


@heeds("tactical.7.2-target-designator")
def preview_designating(state: State, _seat: str, order: Designate) -> Preview:
    """The chance to mark the target."""
    if refuse_designating(state, order) is not None:
        return Preview()
    pair = designating_pair(state, state.units[order.unit], state.units[order.target])
    shown = shot_preview(pair, designating_lines(pair), lambda _margin: 0, "no damage")
    chance = shown.odds.p_hit if shown.odds is not None else 0.0
    return msgspec.structs.replace(shown, gives=MARKED * chance, harm="A success marks it for Guided weapons")


def preview_clip(state: State, _seat: str, order: ChangeClip) -> Preview:
    """Worth something when the weapon is empty."""
    unit = state.units.get(order.unit)
    mount = None if unit is None else unit.mount(order.weapon)
    if unit is None or mount is None or refuse_clip(state, order) is not None:
        return Preview()
    return Preview(gives=RELOADED if rounds_left(unit, mount) == 0 else 0.0)


# --- What moves, speeds and waiting would mean: attacks from where they lead, and the danger of being there

AN_INCH = 0.008
"""The worth of an inch nearer to the enemy, or of an inch that could be gone."""
CLOSE = 8 * INCH
"""Nearer than this nobody comes for nearness alone."""
FAR_OFF, FOR_SPEED = 30 * INCH, 0.05
"""From so far on Top Speed is worth something, and how much."""
A_POINT_LESS = 0.65
"""What an attack is worth at a point less, roughly."""
A_POINT = 0.05
"""What a Command Point is kept for."""


def pose_of(unit: Unit) -> tuple[int, int, int]:
    """Where a unit stands and which way it faces."""
    return unit.x, unit.y, unit.facing


def staying(shown: Show[State]) -> Show[State]:
    """An order that leaves the unit where it is, with the danger of that."""
    return with_danger(shown, danger_here)


def preview_deploy(_state: State, _seat: str, order: Deploy) -> Preview:
    """The place alone."""
    return Preview(ends=(order.x, order.y, order.facing))


def at_pace(state: State, unit: Unit, pace: str) -> State:
    """The position in which a unit has been activated at a pace."""
    after = imagined(state, unit)
    after.activation = Activation(unit.id, pace, unit.mode)
    return after


def preview_activation(state: State, _seat: str, order: Activate) -> Preview:
    """What the pace gives an attack from where the unit stands, and a little for each inch it allows."""
    unit = state.units.get(order.unit)
    if (
        unit is None
        or not unit.is_fielded
        or order.pace not in CLASSES
        or refuse_pace(state, unit, order.pace) is not None
    ):
        return Preview()
    there = at_pace(state, unit, order.pace)
    far = allowance(unit, order.pace) * INCH // MP
    gives = best_worth(there, unit) + AN_INCH * far / INCH + errand_hope(state, unit, far)
    risk = danger(there, unit)
    return Preview(gives=gives, hoped=gives, risks=risk, lasting=risk, ends=pose_of(unit))


def nearing(state: State, unit: Unit, end: Unit) -> float:
    """A little for every inch nearer to an enemy, up to the range at which most weapons fire well."""
    foes = list(state.fielded(opponent(unit.seat)))

    def away(figure: Unit) -> int:
        return max(CLOSE, min((apart(figure.x, figure.y, foe.x, foe.y) for foe in foes), default=CLOSE))

    return AN_INCH * (away(unit) - away(end)) / INCH


def preview_move(state: State, _seat: str, order: Move) -> Preview:
    """The best attack there is from where the order ends, and the danger of that place."""
    unit = state.units.get(order.unit)
    now = state.activation
    if unit is None or now is None or now.unit != unit.id:
        return Preview()
    course = judge(state, order)
    if isinstance(course, Refusal):
        return Preview(notes=(course.message,))
    after = imagined(state, course.unit)
    hoped, lasting = best_worth(after, course.unit), danger(after, course.unit)
    legs = tuple(Leg(x, y, f"{inches(spent)} MP") for x, y, spent in course.trail)
    used = f"{inches(course.spent)} of {inches(course.most)} MP"
    route = Route((unit.x, unit.y), legs, used, sum(abs(far) for _, far in order.legs))
    gives = hoped + nearing(state, unit, course.unit) + errand_worth(state, unit, course.unit)
    ends = pose_of(course.unit)
    return Preview(gives=gives, risks=lasting, hoped=hoped, lasting=lasting, ends=ends, route=route)


def preview_settling(state: State, _seat: str, order: Settle) -> Preview:
    """The attack that a steadier aim gives."""
    unit, now = state.units.get(order.unit), state.activation
    if unit is None or now is None or now.unit != unit.id or order.pace not in CLASSES:
        return Preview()
    after = imagined(state, unit)
    after.activation = now.clone()
    after.activation.limit = order.pace
    hoped, lasting = best_worth(after, unit), danger(after, unit)
    return Preview(gives=hoped, hoped=hoped, risks=lasting, lasting=lasting, ends=pose_of(unit))


def preview_shift(state: State, _seat: str, order: ShiftSpeed) -> Preview:
    """Top Speed spoils the aim of a whole round: it is for who is far from any enemy."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded:
        return Preview()
    foes = state.fielded(opponent(unit.seat))
    near = any(apart(unit.x, unit.y, foe.x, foe.y) <= FAR_OFF for foe in foes)
    errand = errand_of(state, unit) if not unit.card.weapons else None
    near = near if errand is None else not errand.way(unit)
    worth = FOR_SPEED if near == (order.to == COMBAT) else -FOR_SPEED
    after = followed(state, SpeedShifted(unit.id, order.to)) if state.active() is unit else state
    lasting = danger(after, after.units[unit.id])
    return Preview(gives=worth, risks=lasting, lasting=lasting, ends=pose_of(unit))


def preview_smoke(state: State, _seat: str, order: LaunchSmoke) -> Preview:
    """The danger behind the cloud."""
    unit = state.active()
    if unit is None or unit.id != order.unit or order.x is None or order.y is None:
        return Preview()
    after = followed(state, SmokeLaunched(unit.id, order.x, order.y))
    lasting = danger(after, after.units[unit.id])
    return Preview(risks=lasting, lasting=lasting, ends=pose_of(unit), spot=(order.x, order.y, 0))


def preview_waiting(state: State, _seat: str, order: EndActivation) -> Preview:
    """The danger of staying where one is."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded:
        return Preview()
    here = danger_here(state, unit)
    return Preview(risks=here, lasting=here, ends=pose_of(unit))


def preview_declaring(state: State, _seat: str, order: Declare) -> Preview:
    """Evasion saves a part of the danger and gives the attack up; extra Actions are more attacks, and all are worse."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded:
        return Preview()
    hoped = best_of(state, unit, state.fielded(opponent(unit.seat)), None)
    if not order.evade:
        attacks = unit.extra + 1
        gives = hoped * ((attacks + order.extra) * A_POINT_LESS**order.extra - attacks)
        return Preview(gives=gives, ends=pose_of(unit))
    there = unit.clone()
    there.tokens[EVADING] = 1
    saved = danger_here(state, unit) - danger(imagined(state, there), there)
    return Preview(gives=saved - hoped, ends=pose_of(unit))


def preview_point(state: State, _seat: str, order: SpendPoint) -> Preview:
    """An extra Action is another attack; an about-face what can be attacked then. A point is worth something too."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded:
        return Preview()
    there = unit.clone()
    if order.use == EXTRA_ACTION:
        there.actions = 1
    elif order.use == ABOUT_FACE:
        there.facing = turned(unit.facing, order.angle)
    before = best_worth(state, unit) if order.use == ABOUT_FACE else 0.0
    after = imagined(state, there)
    guns = guns_in_hand(after, there)
    worth = best_of(after, there, state.fielded(opponent(unit.seat)), guns) if guns and there.actions > 0 else 0.0
    lasting, gives = danger(after, there), worth - before - A_POINT
    if state.active() is unit:
        return Preview(gives=gives, risks=lasting, lasting=lasting, ends=pose_of(there))
    safer = danger_here(state, unit) - lasting
    return Preview(gives=gives + max(0.0, safer), risks=max(0.0, -safer), lasting=lasting, ends=pose_of(there))
