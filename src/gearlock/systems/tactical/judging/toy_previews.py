"""What the orders of a toy battle would mean before they are given."""

from __future__ import annotations

from gearlock.kernel.chapters import Show
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.view import Leg, Preview, Route
from gearlock.systems.tactical.judging.toy_odds import LYING, WHOLE, toy_odds
from gearlock.systems.tactical.judging.toy_worth import attack_now, best_attack, danger, danger_here, drawn_on
from gearlock.systems.tactical.state import State, Unit, opponent
from gearlock.systems.tactical.toy import orders as o
from gearlock.systems.tactical.toy.activity import RUN
from gearlock.systems.tactical.toy.block_and_run import is_across, runners_of
from gearlock.systems.tactical.toy.climbing import Climbed, find_climb
from gearlock.systems.tactical.toy.moving import in_lengths, judge
from gearlock.systems.tactical.toy.toys import is_prone, ranged_left
from gearlock.systems.tactical.under_way import Activation
from gearlock.table.path import walk

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


def preview_placing(_state: State, _seat: str, order: o.PlaceToy) -> Preview:
    """The place alone."""
    return Preview(ends=(order.x, order.y, order.facing))


def preview_choice(state: State, _seat: str, order: o.ActivateToy) -> Preview:
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


def preview_shoot(state: State, _seat: str, order: o.Shoot) -> Preview:
    """One throw."""
    return _attack(state, order.unit, order.target, close=False)


def preview_brawl(state: State, _seat: str, order: o.Brawl) -> Preview:
    """All throws of a close combat."""
    return _attack(state, order.unit, order.target, close=True)


def preview_again(state: State, _seat: str, order: o.StrikeAgain) -> Preview:
    """One more throw of it."""
    return _attack(state, order.unit, order.target, close=True, most=1)


def preview_sign(_state: State, _seat: str, _order: o.ShowSign) -> Preview:
    """No sign is better than another against somebody who cannot be guessed."""
    return Preview(notes=(CHANCE,))


def preview_weapon(state: State, _seat: str, order: o.GiveUpWeapon) -> Preview:
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


def preview_go(state: State, _seat: str, order: o.Go) -> Preview:
    """The best attack from where the way ends, and the danger of that place."""
    found = judge(state, order)
    if isinstance(found, Refusal):
        return Preview(notes=(found.message,))
    unit = state.units[order.unit]
    strides = walk(unit.x, unit.y, unit.facing, order.legs).strides
    used = f"{in_lengths(state, found.length)} lengths"
    legs = tuple(Leg(stride.x1, stride.y1) for stride in strides)
    return _ended(state, unit, found.unit.clone(), order.gait, Route((unit.x, unit.y), legs, used, found.length))


def preview_climb(state: State, _seat: str, order: o.ClimbFace) -> Preview:
    """The same for a climb."""
    found = find_climb(state, order)
    if not isinstance(found, Climbed):
        return Preview(notes=(found.message,))
    unit = state.units[order.unit]
    end = unit.clone()
    end.x, end.y, end.z = found.x, found.y, found.z
    return _ended(state, unit, end, "climb", None)


def preview_end(state: State, _seat: str, order: o.EndToy) -> Preview:
    """The danger of staying there."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded:
        return Preview()
    here = danger_here(state, unit)
    return Preview(risks=here, lasting=here, ends=pose_of(unit))


TOY_PREVIEWS: dict[type[Order], Show[State]] = {
    o.PlaceToy: preview_placing,
    o.BeginRound: preview_nothing,
    o.ActivateToy: preview_choice,
    o.Go: preview_go,
    o.ClimbFace: preview_climb,
    o.Shoot: preview_shoot,
    o.Brawl: preview_brawl,
    o.StrikeAgain: preview_again,
    o.ShowSign: preview_sign,
    o.GiveUpWeapon: preview_weapon,
    o.EndToy: preview_end,
}
"""What every order of a toy battle would mean."""
