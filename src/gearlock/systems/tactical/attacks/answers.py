"""2.6.7: the attacks a unit may make now."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from gearlock.kernel.asks import Ask, Option, Target
from gearlock.kernel.orders import Refusal
from gearlock.systems.tactical.attacks.acting import refuse_acting
from gearlock.systems.tactical.attacks.ammunition import rof_paid
from gearlock.systems.tactical.attacks.called import things_to_call
from gearlock.systems.tactical.attacks.linked import refuse_link
from gearlock.systems.tactical.attacks.orders import DIRECT, INDIRECT, Attack
from gearlock.systems.tactical.attacks.targets import cost_of, refuse_attack, refuse_gun, refuse_shot
from gearlock.systems.tactical.attacks.uses import fires_indirectly
from gearlock.systems.tactical.attacks.walking import walks
from gearlock.systems.tactical.cards import Mount
from gearlock.systems.tactical.infantry.massed_fire import rof_played
from gearlock.systems.tactical.state import SKIRMISH_SCALE, State, Unit, opponent
from gearlock.systems.tactical.switches import CALLED_SHOTS, INDIRECT_FIRE
from gearlock.systems.tactical.weapons import FRAGMENTATION

RULE = "tactical.2.6.7"
LONG_SHOTS = "tactical.3.8.3-careful"


def refuse_own(state: State, ask: Ask, order: Attack) -> Refusal | None:
    """An attack of the unit being activated."""
    if order.unit != ask.unit:
        return Refusal("unit", RULE, f"The question is about {ask.unit}, not about {order.unit or 'nobody'}.")
    return refuse_attack(state, order)


def offer_attacks(state: State, unit: Unit, only: str = "") -> Iterator[Option]:
    """Every attack on every enemy with every weapon; `only` names the one that may be fired at."""
    if refuse_acting(unit) is not None:
        return
    for mount in unit.card.weapons:
        yield from shots_at(state, unit, mount, only)


def shots_at(state: State, unit: Unit, mount: Mount, only: str = "", fired: Collection[str] = ()) -> Iterator[Option]:
    """All attacks with one weapon; `fired` are the shots of a squad's volley so far."""
    ways = (DIRECT, INDIRECT) if state.switch(INDIRECT_FIRE) and fires_indirectly(mount.weapon) else (DIRECT,)
    for way in ways:
        if refuse_gun(unit, mount, way) is not None:
            continue
        reached = []
        for target in [state.units[only]] if only else state.fielded(opponent(unit.seat)):
            plain = Attack(unit.id, mount.id, target.id, way=way)
            if refuse_shot(state, plain, only, fired) is None:
                reached.append(target)
                yield from variants(state, unit, mount, plain)
            elif not fired:
                yield from from_afar(state, unit, mount, plain)
        if len(reached) > 1:
            yield from walked(state, unit, mount, reached, (way, fired))


def most_rof(state: State, unit: Unit, mount: Mount) -> int:
    """The whole burst that its ammunition pays for."""
    return rof_paid(state, unit, mount, rof_played(state, unit, mount))


def variants(state: State, unit: Unit, mount: Mount, plain: Attack) -> Iterator[Option]:
    """The whole burst first, then a single shot; with fragments, with a whole link; called at each system."""
    target = state.units[plain.target]
    most = most_rof(state, unit, mount)
    words = f"{mount.id} at the {target.name}" + (", indirectly" if plain.way == INDIRECT else "")
    for rof in dict.fromkeys((most, 0)):
        burst = f", ROF {rof}" if most else ""
        yield _option(words + burst, plain, RULE, rof=rof)
    if mount.weapon.has(FRAGMENTATION):
        yield _option(f"{words}, fragmentation", plain, "tactical.7.2.2-fragmentation", rof=most, fragments=True)
    if mount.link and refuse_link(unit, mount) is None:
        order = msgspec.structs.replace(plain, rof=most, linked=True)
        if refuse_shot(state, order) is None:
            yield _option(f"{words}, whole link", order, "tactical.7.2-weapon-link")
    if state.switch(CALLED_SHOTS):
        for thing in things_to_call(target):
            order = msgspec.structs.replace(plain, rof=most, called=thing)
            if refuse_shot(state, order) is None:
                yield _option(f"{words}, called at its {thing}", order, "tactical.3.4.2")


def from_afar(state: State, unit: Unit, mount: Mount, plain: Attack) -> Iterator[Option]:
    """Careful fire, where nothing else reaches."""
    order = msgspec.structs.replace(plain, rof=most_rof(state, unit, mount), careful=True)
    if state.scale != SKIRMISH_SCALE or unit.actions < cost_of(order) or refuse_shot(state, order) is not None:
        return
    yield _option(f"{mount.id} at the {state.units[plain.target].name}, careful fire", order, LONG_SHOTS)


def walked(
    state: State, unit: Unit, mount: Mount, reached: list[Unit], how: tuple[str, Collection[str]]
) -> Iterator[Option]:
    """A few ways to walk the fire over several targets."""
    (way, fired), most = how, most_rof(state, unit, mount)
    if not most:
        return
    plain = Attack(unit.id, mount.id, way=way, rof=most)
    for first, *others in walks(unit, reached, most):
        order = msgspec.structs.replace(plain, target=first, others=tuple(others))
        if refuse_shot(state, order, "", fired) is None:
            names = " and ".join(state.units[name].name for name in (first, *others))
            yield _option(f"{mount.id} walked over {names}, ROF {most - len(others)}", order, "tactical.3.4.5-walking")


def _option(label: str, order: Attack, rule: str, **changes: object) -> Target:
    changed = msgspec.structs.replace(order, **changes) if changes else order
    return Target(label, changed, rule, order.target, order.weapon)
