"""3.9.2: what a lost throw does to a toy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.tactical.movement.room import level_below
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.toy.events import AttackForfeited, ToyDisabled, ToyKnockedDown, WeaponLost
from gearlock.systems.tactical.toy.orders import GiveUpWeapon
from gearlock.systems.tactical.toy.signs import DISABLED, FORFEITS, LOSES_WEAPON, result_of
from gearlock.systems.tactical.toy.toys import DAZED, is_prone, weapons_left

WEAPON: Final = "toy weapon"
RULE: Final = "tactical.3.9.2-rps"


def comes_to(unit: Unit, sign: str) -> str:
    """What losing to a sign does to a toy as it is now."""
    return result_of(sign, is_prone(unit), bool(unit.token(DAZED)), len(weapons_left(unit)))


@rule("tactical.3.9.2-prone")
def resolve_hit(ctx: Ctx[State], unit_id: str, sign: str, by: str) -> Script[None]:
    """A toy that is hit while prone is disabled and taken away; any other suffers what the sign does."""
    unit = ctx.state.units[unit_id]
    found = comes_to(unit, sign)
    if found == DISABLED:
        ctx.emit(ToyDisabled(unit_id, by))
    elif found == FORFEITS:
        ctx.emit(AttackForfeited(unit_id))
    elif found == LOSES_WEAPON:
        yield from resolve_weapon_lost(ctx, unit_id)
    else:
        knock_down(ctx, unit)


@heeds("tactical.3.9.2-rps")
def resolve_weapon_lost(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """Its owner says which weapon is lost; the last one needs no asking."""
    unit = ctx.state.units[unit_id]
    left = weapons_left(unit)
    name = left[0].id
    if len(left) > 1:
        prompt = f"The {unit.name} lost to scissors: which weapon does it lose?"
        order = yield from ask(Ask(unit.seat, WEAPON, unit_id, rule=RULE, prompt=prompt))
        assert isinstance(order, GiveUpWeapon), f"{order} gives nothing up"
        name = order.weapon
    ctx.emit(WeaponLost(unit_id, name))


def knock_down(ctx: Ctx[State], unit: Unit) -> None:
    """It lies where it stood; who hung on a face lies at the foot of it."""
    ctx.emit(ToyKnockedDown(unit.id, level_below(ctx.state, unit.x, unit.y, unit.z)))


def refuse_give_up(state: State, question: Ask, order: GiveUpWeapon) -> Refusal | None:
    """A weapon that the toy still has."""
    unit = state.units.get(order.unit)
    if unit is None or order.unit != question.unit:
        return Refusal("unit", RULE, f"The question is about {question.unit}, not about {order.unit or 'nobody'}.")
    left = [mount.id for mount in weapons_left(unit)]
    if order.weapon in left:
        return None
    return Refusal("weapon", RULE, f"The {unit.name} has {', '.join(left)} left, no '{order.weapon}'.")


def offer_weapons(state: State, question: Ask) -> Iterator[Option]:
    """Every weapon it has left."""
    for mount in weapons_left(state.units[question.unit]):
        kind = "close combat" if mount.weapon.is_physical else "ranged"
        yield Pick(f"Lose the {mount.weapon.name} ({kind})", GiveUpWeapon(question.unit, mount.id), RULE)
