"""What toys could do to each other from where they stand, in shares of a toy."""

from __future__ import annotations

from gearlock.kernel.survey import Standing
from gearlock.mechanics.judging.danger import noted
from gearlock.mechanics.judging.outlook import AFTER_A_MOVE, Rival, standing_among
from gearlock.systems.tactical.judging.toy_odds import LYING, WHOLE, ToyOdds, toy_odds
from gearlock.systems.tactical.state import LEFT, SEATS, State, Unit, opponent
from gearlock.systems.tactical.toy.activity import REACH, WALK, refuse_attacking
from gearlock.systems.tactical.toy.block_and_run import goal_box, runners_of
from gearlock.systems.tactical.toy.sight import sees
from gearlock.systems.tactical.toy.toys import DAZED, apart, is_prone, length_of, ranged_left
from gearlock.table.measure import INCH

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
