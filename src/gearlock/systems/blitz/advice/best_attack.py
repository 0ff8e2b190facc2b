"""The best attack of one model on another in numbers alone, and how well a model stands for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial

from gearlock.kernel.survey import Standing
from gearlock.mechanics.judging.danger import Reckoned, danger_to, noted, once_passive
from gearlock.mechanics.judging.lines import total
from gearlock.mechanics.judging.outlook import Rival, braced_or_nearer, stakes_by_price, standing_among, step_towards
from gearlock.systems.blitz.advice.attack_odds import (
    NO_SAVES,
    Cast,
    Strike,
    attack_dice,
    defence_dice,
    expected_share,
    is_sound,
    saves_of,
    sure,
    victim,
)
from gearlock.systems.blitz.advice.objectives import prize_of
from gearlock.systems.blitz.attacks.aiming import (
    attack_distance,
    hits_drones,
    is_flying,
    refuse_from_above,
    refuse_weapon,
)
from gearlock.systems.blitz.attacks.attack import refuse_friendly_fire
from gearlock.systems.blitz.attacks.modifiers import ATTACK, DEFENCE, Use
from gearlock.systems.blitz.attacks.pairs import NO_LOOK, Pair, attack_skill, defence_skill, exposed_hull_dice
from gearlock.systems.blitz.general_concepts.dice import BASE_DICE
from gearlock.systems.blitz.general_concepts.measuring import CONTACT, distance_between, is_in_arc
from gearlock.systems.blitz.lock_and_cover.cover import Crowd, crowd_of, has_lock, lenders, look_at, may_use_sensors
from gearlock.systems.blitz.lock_and_cover.looks import Look
from gearlock.systems.blitz.models import Model, Weapon
from gearlock.systems.blitz.rounds import come_to_rest
from gearlock.systems.blitz.state import BRACED, CHARGE, COMBAT, HIDING, IMMOBILISED, State, Unit, opponent
from gearlock.table.measure import INCH

# --- The best attack of one model on another in numbers alone, without the words
# What a model brings to any attack, and to its defence against any, is added up once by the rules that write the
# lines; only what lies between two models is left to be asked of each pair.

KEPT = 1 << 12


class Arm:
    """A weapon with one of its loads, and all that this says before anybody stands anywhere."""

    __slots__ = ("attack", "defence", "hits_drones", "load", "melee", "most", "weapon", "wide")

    def __init__(self, weapon: Weapon, load: str) -> None:
        self.weapon, self.load = weapon, load
        self.melee, self.most = weapon.is_melee, max(weapon.most, CONTACT if weapon.is_melee else 0)
        uses = Use(weapon, optimal=False), Use(weapon, optimal=True)
        self.attack, self.defence = [ATTACK.used(use) for use in uses], [DEFENCE.used(use) for use in uses]
        self.hits_drones = hits_drones(weapon)
        self.wide = bool(weapon.area or weapon.blast_area)
        """Whether it may reach friends near the target."""


@lru_cache(maxsize=KEPT)
def arms_of(line: Model) -> tuple[Arm, ...]:
    """All ways of a stat line to attack a single target."""
    carried = [weapon for weapon in line.weapons.values() if not weapon.proximity]
    return tuple(Arm(weapon.loads[load], load) for weapon in carried for load in weapon.loads)


class Gunner:
    """What a model brings to any attack it makes."""

    __slots__ = ("arms", "brings", "far", "is_sound", "unit")

    def __init__(self, state: State, unit: Unit) -> None:
        self.unit, self.arms = unit, arms_of(unit.line)
        self.brings = ATTACK.brought(state, unit)
        self.far = max((arm.most for arm in self.arms), default=-1)
        self.is_sound = is_sound(unit)


class Mark:
    """What a model brings to its defence against any enemy."""

    __slots__ = ("body", "brings", "drone", "flying", "unit")

    def __init__(self, state: State, unit: Unit) -> None:
        self.unit, self.body = unit, unit.body
        self.brings = DEFENCE.brought(state, unit)
        self.flying, self.drone = is_flying(unit), unit.line.type == "Drone"


class Reckoning(Reckoned[Gunner, Mark]):
    """A position made ready to be reckoned with, and the crowd that gives cover in it."""

    __slots__ = ("crowd",)

    def __init__(self, state: State) -> None:
        super().__init__(partial(Gunner, state), partial(Mark, state))
        self.crowd = crowd_of(state)


def reckoning_of(state: State) -> Reckoning:
    """The reckoning of a position, noted."""
    found: Reckoning | None = state.notes.get(Reckoning)
    if found is None:
        found = state.notes[Reckoning] = Reckoning(state)
    return found


def arms_in_hand(state: State, unit: Unit) -> list[Arm]:
    """The arms a model could use now, whatever stands where."""
    return [arm for arm in arms_of(unit.line) if refuse_weapon(state, unit, arm.weapon.id, arm.load) is None]


def best_strike(state: State, gunner: Gunner, mark: Mark, crowd: Crowd, arms: Sequence[Arm] | None = None) -> float:
    """The worth of a model's best attack on an enemy in play: with `arms` as it faces, else with all and turning."""
    unit, target = gunner.unit, mark.unit
    distance = distance_between(state, unit, target)
    if distance > gunner.far or not target.line.bulk:
        return 0.0
    best = 0.0
    look: Look | None = None
    seen = False
    for arm, far in _in_reach(state, gunner.arms if arms is None else arms, unit, mark, distance):
        if (mark.drone and not arm.hits_drones) or (
            arms is not None and not is_in_arc(unit, arm.weapon.arc, mark.body)
        ):
            continue
        touching = arm.melee and far <= CONTACT
        if not touching:
            if look is None:
                look = look_at(state, unit, target, crowd)
                seen = not look.blocked and is_locked(state, unit, target, look)
            if not seen:
                continue
        if arms is not None and arm.wide and refuse_friendly_fire(state, unit, arm.weapon, target) is not None:
            continue
        pair = Pair(state, unit, target, arm.weapon, "", NO_LOOK if touching or look is None else look)
        best = max(best, expected_share(strike_with(pair, gunner, mark, arm, far), target))
    return best


def _in_reach(state: State, arms: Sequence[Arm], unit: Unit, mark: Mark, distance: int) -> Iterator[tuple[Arm, int]]:
    """The arms that reach so far, and how far that is for each; to and from the air by other rules."""
    if not mark.flying and not is_flying(unit):
        yield from ((arm, distance) for arm in arms if distance <= arm.most)
        return
    for arm in arms:
        far = attack_distance(state, unit, mark.unit, arm.weapon)
        if far <= arm.most and refuse_from_above(state, unit, mark.unit, arm.weapon) is None:
            yield arm, far


def is_locked(state: State, unit: Unit, target: Unit, look: Look) -> bool:
    """Lock of its own, with active sensors if it takes them, or shared by a friend with a sensor boost."""
    if look.sight or has_lock(state, unit, target, look, may_use_sensors(unit)):
        return True
    return any(has_lock(state, other, target) for other in lenders(state, unit))


def strike_with(pair: Pair, gunner: Gunner, mark: Mark, arm: Arm, distance: int) -> Strike:
    """The attack with one arm as a strike."""
    state, target, weapon = pair.state, mark.unit, arm.weapon
    optimal = weapon.is_optimal(distance)
    count = BASE_DICE + total(gunner.brings, arm.attack[optimal], pair)[0]
    guard = total(mark.brings, arm.defence[optimal], pair)[0]
    ours = sure(count) if gunner.is_sound else attack_dice(state, gunner.unit, weapon, count, target)
    cast = Cast(ours, defence_dice(target, BASE_DICE + guard), attack_skill(pair, optimal), defence_skill(pair))
    saves = NO_SAVES if exposed_hull_dice(pair) else saves_of(state, target, guard, cast.wits)
    return Strike(weapon, cast, victim(weapon, target, saves))


# --- What a model could do from a place and what could be done to it there: what moves and postures are weighed by

UNLIMITED = 1_000 * INCH
"""Farther than any weapon reaches."""


def best_worth(state: State, unit: Unit, others: Reckoning | None = None) -> float:
    """The worth of a model's best attack on one enemy, if it can still make one; who asks often brings the `others`."""
    return attack_at_hand(state, unit, state.fielded(opponent(unit.seat)), others=others)


def attack_at_hand(
    state: State, unit: Unit, enemies: Iterable[Unit], most: int = UNLIMITED, others: Reckoning | None = None
) -> float:
    """The worth of a model's best attack on one of these enemies as it stands, with weapons that reach no farther."""
    if not unit.readiness or not unit.is_fielded:
        return 0.0
    others = reckoning_of(state) if others is None else others
    gunner, crowd = Gunner(state, unit), others.crowd
    arms = [arm for arm in arms_in_hand(state, unit) if arm.weapon.most <= most]
    if not arms:
        return 0.0

    def worth(mark: Mark) -> float:
        """What its own side wants of it counts more; what the other side wants is that side's secret."""
        best = best_strike(state, gunner, mark, crowd, arms)
        return best * (1 + prize_of(state, unit, mark.unit)) if best and state.facts else best

    return others.prospect(enemies, worth)


def best_against(state: State, unit: Unit, target: Unit) -> float:
    """The worth of the best attack of a model on another, as if it were fresh and turned to it."""
    others = reckoning_of(state)
    return best_strike(state, others.gunner(unit), others.mark(target), others.crowd)


def danger_here(state: State, unit: Unit) -> float:
    """The danger to a model that stays where it is, noted: whoever weighs its orders asks for each of them."""
    return noted(state.notes, ("danger", unit.id), lambda: danger(state, unit))


def danger_seen(state: State, unit: Unit) -> float:
    """The danger to a model that hides, and has given itself away where it is; noted."""

    def reckon() -> float:
        seen = unit.clone()
        seen.tokens.pop(HIDING)
        return danger(state.with_unit(seen), seen, reckoning_of(state))

    return noted(state.notes, ("danger seen", unit.id), reckon)


def danger(state: State, unit: Unit, others: Reckoning | None = None) -> float:
    """The worth of all enemies' best attacks on a model once it is passive, if they stayed and only turned to it.

    A model in its activation has come to rest by then, and with its combat group a charge is over.
    """
    if not unit.is_fielded:
        return 0.0
    if state.is_active(unit) or (unit.used and CHARGE in unit.tokens):
        unit = unit.clone()
        come_to_rest(unit)
        unit.tokens.pop(CHARGE, None)
    return danger_to(state, unit, others or reckoning_of(state), Mark, best_strike)


# --- How well a model stands where it is: what it could do from there, and what enemies could do to it
# Everybody may brace where it stands, or come nearer before it strikes, straight to the other, as far as one move
# goes.

KEPT_FOR_LATER = 0.8
"""What an attack counts that a model might make in its activation: it may be hurt before, or its target gone."""
KEPT_FOR_AN_ANSWER = 0.25
"""What a standby token counts of the attack it could make at once: the enemy may give it no occasion."""
SECOND = 0.5
"""What a further attack counts of the best one: its weapon has fired, and another takes its place."""
SPENT = 0.5
"""What a crippled model counts of a whole one: its TV is among the casualties already."""


def standing(state: State, seat: str, piece: str) -> Standing:
    """Enemies that may still act this round count as soon: not yet activated, and with an action or a token left."""
    unit = state.units.get(piece)
    if unit is None or unit.seat != seat or not unit.is_fielded:
        return Standing(left=0.0)
    after, there = once_passive(state, unit)
    others, mark, counts = reckoning_of(state), Mark(after, there), stakes(after, seat)
    rivals = []
    for enemy in after.fielded(opponent(seat)):
        harm = _best(after, enemy, mark, others.crowd)
        strike = _best(after, there, others.mark(enemy), others.crowd)
        rivals.append(Rival(enemy.id, counts[enemy.id], harm, strike, enemy.used or not enemy.readiness))
    return standing_among(rivals, counts[unit.id], (unit.hull + unit.structure) / max(1, unit.line.bulk))


def stakes(state: State, seat: str) -> dict[str, float]:  # noqa: ARG001 - both sides know all models in play
    """What each model in play counts for casualties, in shares of the average of its side: by its TV."""
    sides = [{unit.id: max(1, unit.tv) for unit in state.fielded(side)} for side in ("red", "blue")]
    found = stakes_by_price(*sides)
    return {name: counts * SPENT if state.units[name].is_crippled else counts for name, counts in found.items()}


def prospect(state: State, unit: Unit) -> float:
    """The best attack a model could make in an activation of its own, on any enemy; noted."""
    others = reckoning_of(state)

    def best() -> float:
        enemies = state.fielded(opponent(unit.seat))
        return others.prospect(enemies, lambda mark: _best(state, unit, mark, others.crowd))

    return noted(state.notes, (prospect, unit.id), best)


def kept_attack(state: State, unit: Unit, spent: int = 1) -> float:
    """What a model that spends so many actions now could have done with them later this round."""
    if not unit.is_fielded:
        return 0.0
    if state.is_active(unit):
        worth = best_worth(state, unit)
    elif unit.used:
        worth = KEPT_FOR_AN_ANSWER * best_worth(state, unit)
    else:
        worth = KEPT_FOR_LATER * prospect(state, unit)
    return worth if spent >= unit.readiness else SECOND * worth


def _best(state: State, unit: Unit, mark: Mark, crowd: Crowd) -> float:
    """The best attack of a model on another, from where it stands or from nearer."""
    nearer = _nearer(state, unit, mark.unit)
    return braced_or_nearer(unit, BRACED, nearer, lambda there: _best_from(state, there, mark, crowd))


def _best_from(state: State, unit: Unit, mark: Mark, crowd: Crowd) -> float:
    there = state.with_unit(unit)
    return best_strike(there, Gunner(there, unit), mark, crowd)


def _nearer(state: State, unit: Unit, target: Unit) -> Unit | None:
    """A model after one move towards another; None if it cannot move, or there is nowhere to stand."""
    if unit.place or unit.carrier or IMMOBILISED in unit.tokens:
        return None
    clear = unit.line.radius + target.line.radius
    spot = step_towards(state.ground, unit, target, unit.line.move, clear)
    if spot is None:
        return None
    there = unit.clone()
    there.posture = COMBAT
    there.x, there.y, there.z = spot
    return there
