"""Ranged combat: the attacks a model may make now, and how a Spray at a point is completed."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Place, Target
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.fieldmanual.attacks.aiming import mounts_fired, refuse_attack, refuse_weapon, terms_of
from gearlock.systems.fieldmanual.attacks.ammunition import refuse_reload
from gearlock.systems.fieldmanual.attacks.areas import sprayed_at
from gearlock.systems.fieldmanual.attacks.orders import DIRECT, INDIRECT, PLACED, SELF, THROWN, Attack, Reload
from gearlock.systems.fieldmanual.attacks.terms import Terms
from gearlock.systems.fieldmanual.attacks.uses import rof_of
from gearlock.systems.fieldmanual.cards import Mount
from gearlock.systems.fieldmanual.state import ALOFT, FIELDED, State, Unit
from gearlock.table.measure import INCH

RULES = {
    DIRECT: "fieldmanual.direct-fire", INDIRECT: "fieldmanual.indirect-attack", THROWN: "fieldmanual.thrown-attack",
    PLACED: "fieldmanual.placed-attack", SELF: "fieldmanual.self-detonation",
}  # fmt: skip

SPREAD = 8 * INCH
"""How far from an enemy a Spray is guessed at."""


def offer_attacks(
    state: State, unit: Unit, terms: Terms | None = None, only: Collection[str] | None = None
) -> Iterator[Option]:
    """Every attack on every target with every weapon, with so much Burst, Spray and further Actions.

    `only` names the targets that count, where not all of them do.
    """
    terms = terms or terms_of(state, unit)
    for mount in unit.card.weapons:
        if mount.weapon.is_melee:
            continue
        for way in ways_of(mount):
            if way in terms.ways:
                yield from _offer_way(state, unit, mount, way, terms, only)


def ways_of(mount: Mount) -> tuple[str, ...]:
    """The ways in which a weapon can be used at all."""
    if mount.weapon.is_thrown:
        return THROWN, PLACED, SELF
    return (DIRECT, INDIRECT) if "IF" in mount.weapon.traits else (DIRECT,)


def _offer_way(
    state: State, unit: Unit, mount: Mount, way: str, terms: Terms, only: Collection[str] | None
) -> Iterator[Option]:
    if way in (PLACED, SELF):
        if only is not None:
            return
        order = Attack(unit.id, mount.id, way=way)
        if refuse_attack(state, order, terms) is None:
            label = f"Place the {mount.name} here" if way == PLACED else f"Set off the {mount.name} in hand"
            yield Pick(label, order, RULES[way])
        return
    if not is_ready(state, unit, mount, way, terms):
        return
    for target in targets_of(state, unit):
        if only is not None and target.id not in only:
            continue
        plain = Attack(unit.id, mount.id, target.id, way=way)
        if is_possible(state, unit, mount, plain, terms):
            yield from _variants(state, unit, mount, plain, terms)
    if only is None and way == DIRECT and _may_spray(state, unit, mount, terms):
        template = Attack(unit.id, mount.id, spray=rof_of(state, unit, mount))
        yield Place(f"Spray the {mount.name} at a point", template, "fieldmanual.rof-spray", unit.id)


def is_ready(state: State, unit: Unit, mount: Mount, way: str, terms: Terms) -> bool:
    """A cheap first test: whether a weapon could be used at all, whoever the target is."""
    now = state.activation
    if "M" in mount.weapon.traits or (now is not None and now.free):
        return True
    return refuse_weapon(state, unit, mount, Attack(unit.id, mount.id, way=way), terms) is None


def is_possible(state: State, unit: Unit, mount: Mount, plain: Attack, terms: Terms) -> bool:
    """Whether a plain attack may be made; noted, for whoever may answer is asked after the same attacks again."""
    key = (is_possible, unit.id, mount.id, plain.target, plain.way, terms.name)
    known: bool | None = state.notes.get(key)
    if known is None:
        known = state.notes[key] = refuse_attack(state, plain, terms) is None
    return known


def targets_of(state: State, unit: Unit) -> list[Unit]:
    """The enemies on or over the table."""
    return [other for other in state.units.values() if other.seat != unit.seat and other.status in (FIELDED, ALOFT)]


def _may_spray(state: State, unit: Unit, mount: Mount, terms: Terms) -> bool:
    order = Attack(unit.id, mount.id)
    ready = rof_of(state, unit, mount) > 0 and not {"AE", "Blast"} & mount.weapon.traits.keys()
    return ready and refuse_weapon(state, unit, mount, order, terms) is None


@heeds("fieldmanual.rof", "fieldmanual.rof-burst", "fieldmanual.rof-spray", "fieldmanual.extra-actions-dice")
def _variants(state: State, unit: Unit, mount: Mount, plain: Attack, terms: Terms) -> Iterator[Option]:
    """One target: each Burst, each Spray that catches somebody else as well, linked or not, with further Actions."""
    rof = rof_of(state, unit, mount)
    rates = [(0, burst) for burst in range(rof + 1)]
    rates += [(spray, rof - spray) for spray in range(1, rof + 1) if _catches_more(state, unit, mount, plain, spray)]
    for spray, burst in rates:
        for extra in range(min(unit.card.skills.attack, max(0, unit.actions - 1)) + 1):
            for linked in (False, True):
                order = Attack(unit.id, mount.id, plain.target, spray, burst, extra, way=plain.way, linked=linked)
                if linked and len(mounts_fired(state, unit, order, terms)) < 2:
                    continue
                if (spray or burst or extra or linked) and refuse_attack(state, order, terms) is not None:
                    continue
                yield Target(label_of(state, mount, order), order, RULES[order.way], order.target, mount.id)


def _catches_more(state: State, unit: Unit, mount: Mount, plain: Attack, spray: int) -> bool:
    target = state.units[plain.target]
    if plain.way != DIRECT or {"AE", "Blast"} & mount.weapon.traits.keys():
        return True
    return len(sprayed_at(state, unit, (target.x, target.y, target.z), spray)) > 1


def label_of(state: State, mount: Mount, order: Attack) -> str:
    """An attack in a line."""
    text = f"{mount.name} at the {state.units[order.target].name}"
    more = [f"{word} {count}" for word, count in (("Spray", order.spray), ("Burst", order.burst)) if count]
    if order.extra:
        more.append(f"+{order.extra}D6")
    if order.linked:
        more.append("linked")
    if order.way != DIRECT:
        more.append(order.way)
    return f"{text} ({', '.join(more)})" if more else text


def offer_reloads(state: State, unit: Unit) -> Iterator[Option]:
    """Every weapon that can be reloaded."""
    for mount in unit.card.weapons:
        order = Reload(unit.id, mount.id)
        if refuse_reload(state, order) is None:
            yield Pick(f"Reload the {mount.name}", order, "fieldmanual.wt-reloads")


@heeds("fieldmanual.rof-spray")
def guess_attack(state: State, _ask: Ask, order: Attack, chooser: Chooser, _attempt: int) -> Order | None:
    """A Spray at some point near some enemy."""
    enemies = targets_of(state, state.units[order.unit])
    if not enemies:
        return None
    aimed = chooser.choice(enemies)
    x = aimed.x + chooser.randrange(-SPREAD, SPREAD)
    y = aimed.y + chooser.randrange(-SPREAD, SPREAD)
    spray = chooser.randrange(1, order.spray + 1)
    return Attack(order.unit, order.weapon, spray=spray, burst=order.spray - spray, x=x, y=y)


@heeds("fieldmanual.rof-spray", "fieldmanual.placed-attack")
def aim_attack(_state: State, _ask: Ask, order: Attack, spot: Aim) -> Order | Refusal:
    """A Spray or a placed weapon at the point somebody pointed at."""
    rof = (order.spray, order.burst, order.extra)
    return Attack(order.unit, order.weapon, order.target, *rof, spot.x, spot.y, order.way, order.linked, order.observer)
