"""What the orders of a toy battle would mean."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.chapters import Show
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.survey import ALL_ROUND, Attempt, Band, Field, Menace, Sightline, Standing
from gearlock.kernel.system import Aim
from gearlock.kernel.view import Leg, OddsCard, Preview, Route
from gearlock.mechanics.figures import ruled
from gearlock.mechanics.going.reach import farthest, rays
from gearlock.mechanics.judging.danger import noted
from gearlock.mechanics.judging.menaces import worst_of_each
from gearlock.mechanics.judging.outlook import AFTER_A_MOVE, Rival, standing_among
from gearlock.mechanics.judging.surveyed import pair_at, put_at
from gearlock.systems.tactical.state import LEFT, SEATS, Activation, State, Unit, opponent
from gearlock.systems.tactical.toy_battles.battle import CHOOSE, FIST, blows_of
from gearlock.systems.tactical.toy_battles.moving import Climbed, aim_go, find_climb, in_lengths, judge
from gearlock.systems.tactical.toy_battles.toys import (
    DAZED,
    DISABLED,
    FORFEITS,
    LOSES_WEAPON,
    REACH,
    RUN,
    SIGNS,
    WALK,
    ActivateToy,
    BeginRound,
    Brawl,
    ClimbFace,
    EndToy,
    GiveUpWeapon,
    Go,
    PlaceToy,
    Shoot,
    ShowSign,
    StrikeAgain,
    apart,
    close_left,
    gaze,
    goal_box,
    is_across,
    is_prone,
    left_of,
    length_of,
    ranged_left,
    refuse_attacking,
    refuse_hidden,
    result_of,
    runners_of,
    sees,
)
from gearlock.table.measure import INCH, inches
from gearlock.table.path import walk
from gearlock.table.sight import WHOLE as ALL_IN_SIGHT

# --- Exact odds of toy attacks, taking it that nobody can guess the other's sign: each is shown one time in three

WHOLE = 4
"""Points of a toy: whatever hinders it is one, lying prone two."""
LYING = 2
WON = 1 / 9
"""The chance to win with one certain sign; a tie comes one time in three."""


class Shape(NamedTuple):
    """All that counts of a toy in an exchange of throws."""

    prone: bool
    forfeits: bool
    ranged: int
    close: int
    disabled: bool = False

    def hit_by(self, sign: str) -> Shape:
        """What it is after losing to a sign; it gives up ranged weapons first."""
        found = result_of(sign, self.prone, self.forfeits, self.ranged + self.close)
        if found == DISABLED:
            return self._replace(disabled=True)
        if found == FORFEITS:
            return self._replace(forfeits=True)
        if found == LOSES_WEAPON:
            return self._replace(ranged=self.ranged - 1) if self.ranged else self._replace(close=self.close - 1)
        return self._replace(prone=True)


Ends = dict[tuple[Shape, Shape], float]
"""How attacker and defender may come out of it, and how likely."""


def shape_of(unit: Unit) -> Shape:
    """A toy as it is now."""
    return Shape(is_prone(unit), bool(unit.token(DAZED)), len(ranged_left(unit)), len(close_left(unit)))


@lru_cache(maxsize=4096)
@heeds("tactical.3.9.2-rps", "tactical.3.9.2-close", "tactical.3.9.2-prone")
def ends_of(attacker: Shape, defender: Shape, close: bool, made: int, most: int) -> Ends:
    """Everything that can come of an attack from its throw number `made` on, `most` of them at most."""
    over = defender.disabled or attacker.prone or made >= min(most, FIST + attacker.close if close else 1)
    if made and over:
        return {(attacker, defender): 1.0}
    found: Ends = {}
    branches = [(attacker, defender, 3 * WON)]
    for sign in SIGNS:
        branches.append((attacker, defender.hit_by(sign), WON))
        hurt = attacker.hit_by(sign) if close and not defender.prone else attacker
        branches.append((hurt, defender, WON))
    for one, other, chance in branches:
        for end, more in ends_of(one, other, close, made + 1, most).items():
            found[end] = found.get(end, 0.0) + chance * more
    return found


def points_lost(before: Shape, after: Shape) -> int:
    """The points that somebody lost: all that were left if it is disabled."""
    had = LYING if before.prone else 0
    now = WHOLE if after.disabled else LYING if after.prone else 1 if after != before else 0
    return max(0, now - had)


class ToyOdds(NamedTuple):
    """The card of an attack, and what it costs the attacker on average, as a share of a toy."""

    card: OddsCard
    cost: float


def toy_odds(unit: Unit, target: Unit, close: bool, most: int = 0) -> ToyOdds:
    """The odds of a ranged attack, or of a close combat in which the attacker always goes on."""
    attacker, defender = shape_of(unit), shape_of(target)
    damage: dict[int, float] = {}
    cost = hit = 0.0
    for (one, other), chance in ends_of(attacker, defender, close, 0, most or blows_of(unit)).items():
        points = points_lost(defender, other)
        damage[points] = damage.get(points, 0.0) + chance
        cost += chance * points_lost(attacker, one) / WHOLE
        hit += chance * (other != defender)
    mean = sum(points * chance for points, chance in damage.items())
    left = WHOLE - LYING if defender.prone else WHOLE
    return ToyOdds(OddsCard(hit, mean, dict(sorted(damage.items())), p_destroyed=damage.get(left, 0.0)), cost)


# --- What toys could do to each other from where they stand, in shares of a toy

SPENT = 0.5
"""What an enemy counts that was activated before: it acts only in the next round."""
A_LENGTH = 0.15
"""What a length nearer to the far end is worth to a Runner."""
CLOSER = 0.06
"""What a length nearer to a rival is worth to whoever can only punch."""
ACROSS = 1.0


def net(odds: ToyOdds) -> float:
    """What an attack brings less what it costs."""
    return odds.card.mean_damage / WHOLE - odds.cost


def best_attack(state: State, unit: Unit, target: Unit, walks: bool = False) -> float:
    """The best attack of a toy on a rival from where it is; with `walks` also after coming close."""
    found, far = 0.0, apart(unit, target)
    if ranged_left(unit) and sees(state, unit, target):
        found = net(toy_odds(unit, target, False))
    if far <= length_of(state) and sees(state, unit, target):
        found = max(found, net(toy_odds(unit, target, True)))
    elif walks and far <= (1 + REACH[WALK]) * length_of(state):
        found = max(found, AFTER_A_MOVE * net(toy_odds(unit, target, True)))
    return found


def attack_now(state: State, unit: Unit) -> float:
    """The best attack that the toy being activated could make from where it is."""
    if unit.seat == runners_of(state):
        return 0.0
    close, shot = (refuse_attacking(state, unit, close) is None for close in (True, False))
    if not shot:
        return 0.0
    foes = [foe for foe in state.fielded(opponent(unit.seat)) if sees(state, unit, foe)]
    worths = [net(toy_odds(unit, foe, False)) for foe in foes if ranged_left(unit)]
    reach = length_of(state)
    worths += [net(toy_odds(unit, foe, True)) for foe in foes if close and apart(unit, foe) <= reach]
    return max(worths, default=0.0)


def threat(state: State, enemy: Unit, unit: Unit) -> float:
    """What an enemy could do to a toy in its next activation."""
    if enemy.seat == runners_of(state) or is_prone(enemy) or enemy.token(DAZED):
        return 0.0
    return best_attack(state, enemy, unit, walks=True)


def danger(state: State, unit: Unit) -> float:
    """What enemies could do to a toy where it stands, who is to act most of all; each goes for one of a team."""
    if not unit.is_fielded:
        return 0.0
    found = 0.0
    for enemy in state.fielded(opponent(unit.seat)):
        found += threat(state, enemy, unit) * (SPENT if enemy.done else 1.0)
    return found / max(1, sum(1 for _ in state.fielded(unit.seat)))


def danger_here(state: State, unit: Unit) -> float:
    """The same for one that stays, noted."""
    return noted(state.notes, ("toy danger", unit.id), lambda: danger(state, unit))


def standing(state: State, seat: str, piece: str) -> Standing:
    """How a toy stands among its rivals."""
    unit = state.units.get(piece)
    if unit is None or unit.seat != seat or not unit.is_fielded:
        return Standing(left=0.0)
    runs = seat == runners_of(state)
    rivals = []
    for enemy in state.fielded(opponent(seat)):
        strike = 0.0 if runs else best_attack(state, unit, enemy, walks=True)
        rivals.append(Rival(enemy.id, 1.0, threat(state, enemy, unit), max(0.0, strike), enemy.done))
    return standing_among(rivals, 1.0, (WHOLE - LYING) / WHOLE if is_prone(unit) else 1.0)


def stakes(state: State, seat: str) -> dict[str, float]:  # noqa: ARG001 - both teams see all toys
    """All toys count alike."""
    return {unit.id: 1.0 for side in SEATS for unit in state.fielded(side)}


def ahead(state: State, unit: Unit) -> float:
    """How far a Runner has come: all of it across."""
    if unit.status == LEFT:
        return ACROSS
    _, y0, _, y1 = goal_box(state)
    line = y0 if y0 else y1
    return -A_LENGTH * abs(line - unit.y) / length_of(state)


def ground(state: State, seat: str) -> float:
    """What has been gained on the way to the far end, less than nothing for Blockers."""
    runners = runners_of(state)
    if not runners:
        return 0.0
    gained = sum(ahead(state, unit) for unit in state.units.values() if unit.seat == runners and not unit.is_lost)
    return gained if seat == runners else -gained


def drawn_on(state: State, unit: Unit, end: Unit) -> float:
    """What a way brings by itself: nearer to the far end, or to a rival for who has nothing to shoot with."""
    if unit.seat == runners_of(state):
        return ahead(state, end) - ahead(state, unit)
    foes = list(state.fielded(opponent(unit.seat)))
    if not foes or (ranged_left(unit) and any(sees(state, end, foe) for foe in foes)):
        return 0.0
    near = min(apart(unit, foe) for foe in foes) - min(apart(end, foe) for foe in foes)
    return CLOSER * near / max(INCH, length_of(state))


# --- Surveying a field of toys: where one could go, what its head sees, and who could strike there

RULES = {"table": "tactical.3.9.1", "no-such-piece": ""}
RAYS = 32


def reach(state: State, ask: Ask, option: Option) -> tuple[Band, ...]:
    """The ground that a walk or a run leads to."""
    order = option.order
    if not isinstance(order, Go) or order.unit not in state.units or order.gait not in REACH:
        return ()
    unit, left = state.units[order.unit], left_of(state, order.gait)

    def go(x: int, y: int) -> Unit | Refusal:
        found = aim_go(state, ask, Go(unit.id, order.gait), Aim(x, y))
        course = judge(state, found) if isinstance(found, Go) else Refusal("path", "", "There is no way.")
        return course if isinstance(course, Refusal) else course.unit

    ends = [farthest(unit, angle, left, go) or unit for angle in rays(RAYS)]
    return (Band(f"{order.gait}, {inches(left)} in at most", outlines=(tuple((end.x, end.y) for end in ends),)),)


def sight(state: State, seat: str, piece: str, spot: Aim | None, target: str) -> Sightline | Refusal:
    """Whether any part of another shows to a toy's head."""
    found = ruled(pair_at(state, seat, piece, spot, target), RULES)
    if isinstance(found, Refusal):
        return found
    after, unit, other = found
    look, why = gaze(after, unit, other), refuse_hidden(after, unit, other)
    hidden = min(100, look.obscured * 100 // ALL_IN_SIGHT)
    verdict = f"Line of sight: {100 - hidden} % of it shows, and any part will do." if why is None else why.message
    screens = tuple(screen.id for screen in look.screens)
    ends = (unit.x, unit.y), (other.x, other.y)
    return Sightline(
        *ends, f"{inches(apart(unit, other))} in", verdict, why is None, hidden, "tactical.3.9.2-los", screens
    )


def fields(state: State, seat: str, piece: str, spot: Aim | None) -> tuple[Field, ...] | Refusal:
    """Ranged weapons bear as far as the field goes, fists and blades one length; all around."""
    found = ruled(put_at(state, seat, piece, spot), RULES)
    if isinstance(found, Refusal):
        return found
    unit, all_of_it = found[1], state.ground.width + state.ground.height
    near = length_of(state) + unit.card.radius
    blades = " and ".join(["fists", *(mount.weapon.name.lower() for mount in close_left(unit))])
    shots = [Field(mount.weapon.name, (("any range", all_of_it),), 0, ALL_ROUND) for mount in ranged_left(unit)]
    return (*shots, Field(blades, (("close combat", near),), 0, ALL_ROUND))


def menaces(state: State, seat: str, piece: str, spot: Aim | None) -> tuple[Menace, ...] | Refusal:
    """The best attack of each rival on a toy there."""
    found = ruled(put_at(state, seat, piece, spot), RULES)
    if isinstance(found, Refusal):
        return found
    after, unit = found
    return worst_of_each(_threats(after, enemy, unit) for enemy in after.fielded(opponent(seat)))


def _threats(state: State, enemy: Unit, unit: Unit) -> Iterator[Menace]:
    """Every attack of a rival that sight and range allow."""
    if not threat(state, enemy, unit) or not sees(state, enemy, unit):
        return
    if ranged_left(enemy):
        yield Menace(enemy.id, "ranged attack", toy_odds(enemy, unit, False).card)
    if apart(enemy, unit) <= length_of(state):
        yield Menace(enemy.id, "close combat", toy_odds(enemy, unit, True).card)


def attempts(state: State, ask: Ask, piece: str) -> Iterator[Attempt]:
    """Attacks on a rival; activating a toy of one's own."""
    target = state.units.get(piece)
    if target is None or not target.is_fielded:
        return
    if target.seat != ask.seat:
        yield Attempt("Shoot", Shoot(ask.unit, piece))
        yield Attempt("Close combat", Brawl(ask.unit, piece))
    elif ask.kind == CHOOSE:
        yield Attempt("Activate", ActivateToy(piece))


# --- What the orders of a toy battle would mean before they are given

CHANCE = "Against somebody who draws by lot each sign wins one throw in three, ties one and loses one."
HARM = "rock: no attack; scissors: a weapon; paper: prone; whoever is prone: disabled"
STIR = 0.015
"""What a move has to bring at least: nobody shuffles to and fro for nothing."""
LAST_GUN, A_GUN, A_BLADE = 0.3, 0.12, 0.1
"""What weapons are worth to whoever has to give one up."""


def pose_of(unit: Unit) -> tuple[int, int, int]:
    """Where a toy stands and which way it looks."""
    return unit.x, unit.y, unit.facing


def preview_nothing(_state: State, _seat: str, _order: Order) -> Preview:
    """An order that says all by itself."""
    return Preview()


def preview_placing(_state: State, _seat: str, order: PlaceToy) -> Preview:
    """The place alone."""
    return Preview(ends=(order.x, order.y, order.facing))


def preview_choice(state: State, _seat: str, order: ActivateToy) -> Preview:
    """The attack it could make, and what it would be spared."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded:
        return Preview()
    here = danger_here(state, unit)
    foes = () if is_prone(unit) or unit.seat == runners_of(state) else state.fielded(opponent(unit.seat))
    hoped = max((best_attack(state, unit, foe, walks=True) for foe in foes), default=0.0)
    return Preview(gives=hoped, hoped=hoped, risks=here, lasting=here, ends=pose_of(unit))


def _attack(state: State, unit_id: str, target_id: str, close: bool, most: int = 0) -> Preview:
    """Exact odds, and in close combat what the attacker risks."""
    unit, target = state.units.get(unit_id), state.units.get(target_id)
    if unit is None or target is None or not target.is_fielded:
        return Preview()
    card, cost = toy_odds(unit, target, close, most)
    here = danger_here(state, unit)
    left = WHOLE - LYING if is_prone(target) else WHOLE
    return Preview(
        odds=card, gives=card.mean_damage / WHOLE, risks=cost + here, lasting=here, ends=pose_of(unit), notes=(CHANCE,),
        target=target.id, whole=WHOLE, left=left, harm=HARM,
    )  # fmt: skip


def preview_shoot(state: State, _seat: str, order: Shoot) -> Preview:
    """One throw."""
    return _attack(state, order.unit, order.target, close=False)


def preview_brawl(state: State, _seat: str, order: Brawl) -> Preview:
    """All throws of a close combat."""
    return _attack(state, order.unit, order.target, close=True)


def preview_again(state: State, _seat: str, order: StrikeAgain) -> Preview:
    """One more throw of it."""
    return _attack(state, order.unit, order.target, close=True, most=1)


def preview_sign(_state: State, _seat: str, _order: ShowSign) -> Preview:
    """No sign is better than another against somebody who cannot be guessed."""
    return Preview(notes=(CHANCE,))


def preview_weapon(state: State, _seat: str, order: GiveUpWeapon) -> Preview:
    """What the weapon was worth."""
    unit = state.units.get(order.unit)
    mount = None if unit is None else unit.mount(order.weapon)
    if unit is None or mount is None:
        return Preview()
    if mount.weapon.is_physical:
        return Preview(gives=-A_BLADE)
    return Preview(gives=-LAST_GUN if len(ranged_left(unit)) == 1 else -A_GUN)


def there(state: State, end: Unit, gait: str) -> State:
    """The position with a toy at the end of its way."""
    after = state.with_unit(end)
    now = state.activation
    after.activation = Activation(end.id) if now is None else now.clone()
    after.activation.limit = gait
    return after


def _ended(state: State, unit: Unit, end: Unit, gait: str, route: Route | None) -> Preview:
    """What could be done from where a toy ends, and the danger of that."""
    if is_across(state, end):
        end.status = "left"
        return Preview(gives=drawn_on(state, unit, end), ends=pose_of(end), route=route)
    after = there(state, end, gait)
    hoped = 0.0 if gait == RUN else attack_now(after, end)
    risk = danger(after, end)
    gives = hoped + drawn_on(state, unit, end) - STIR
    return Preview(gives=gives, hoped=hoped, risks=risk, lasting=risk, ends=pose_of(end), route=route)


def preview_go(state: State, _seat: str, order: Go) -> Preview:
    """The best attack from where the way ends, and the danger of that place."""
    found = judge(state, order)
    if isinstance(found, Refusal):
        return Preview(notes=(found.message,))
    unit = state.units[order.unit]
    strides = walk(unit.x, unit.y, unit.facing, order.legs).strides
    used = f"{in_lengths(state, found.length)} lengths"
    legs = tuple(Leg(stride.x1, stride.y1) for stride in strides)
    return _ended(state, unit, found.unit.clone(), order.gait, Route((unit.x, unit.y), legs, used, found.length))


def preview_climb(state: State, _seat: str, order: ClimbFace) -> Preview:
    """The same for a climb."""
    found = find_climb(state, order)
    if not isinstance(found, Climbed):
        return Preview(notes=(found.message,))
    unit = state.units[order.unit]
    end = unit.clone()
    end.x, end.y, end.z = found.x, found.y, found.z
    return _ended(state, unit, end, "climb", None)


def preview_end(state: State, _seat: str, order: EndToy) -> Preview:
    """The danger of staying there."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded:
        return Preview()
    here = danger_here(state, unit)
    return Preview(risks=here, lasting=here, ends=pose_of(unit))


TOY_PREVIEWS: dict[type[Order], Show[State]] = {
    PlaceToy: preview_placing,
    BeginRound: preview_nothing,
    ActivateToy: preview_choice,
    Go: preview_go,
    ClimbFace: preview_climb,
    Shoot: preview_shoot,
    Brawl: preview_brawl,
    StrikeAgain: preview_again,
    ShowSign: preview_sign,
    GiveUpWeapon: preview_weapon,
    EndToy: preview_end,
}
"""What every order of a toy battle would mean."""
