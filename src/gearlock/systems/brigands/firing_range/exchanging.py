"""Everything an attack can lead to: Strikes and the answer to them rolled apart, then settled by the rules together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from gearlock.kernel.asks import Ask
from gearlock.kernel.errors import BadInput
from gearlock.kernel.events import Event
from gearlock.kernel.gunnery import Aid, Outcomes, Share, Terms, Toll, Tolls, gathered
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.odds.walking import faces_alike, walk
from gearlock.systems.brigands.attacking.events import AttackRolled
from gearlock.systems.brigands.attacking.exchange import declare_attack, end_exchange, settle_wounds, trigger_of
from gearlock.systems.brigands.attacking.orders import Attack, SnapFire
from gearlock.systems.brigands.attacking.snap_fire import can_snap, declare_snap_fire, refuse_snap_fire
from gearlock.systems.brigands.book import BOOK
from gearlock.systems.brigands.damage.damage import Wound, harmed
from gearlock.systems.brigands.damage.effects import CORROSION, EFFECTS, HAYWIRE
from gearlock.systems.brigands.damage.events import Damaged
from gearlock.systems.brigands.firing_range.wounding import REROLLS, wounds_of
from gearlock.systems.brigands.state import State

WIDEST = 60_000
"""How many combinations of Wounds are worked out at most."""


@heeds("brigands.5.8", "brigands.6.3")
def outcomes(state: State, order: Order, terms: Terms) -> Outcomes[State]:
    """Every way an attack can end. Wounds of different Strikes are independent; what they lead to is not."""
    assert isinstance(order, Attack), f"{order} is no attack"
    declared = Ctx(state.clone(), BOOK.apply)
    strikes = declare_attack(declared, order)
    if terms.reply is not None:
        assert isinstance(terms.reply, SnapFire), f"{terms.reply} answers no attack"
        strikes += declare_snap_fire(declared, terms.reply)
    about = terms.about or tuple(dict.fromkeys(strike.target for strike in strikes))
    asked = [strike for strike in strikes if strike.target in about]
    rolled = [wounds_of(declared.state, each, "" if number else terms.aid) for number, each in enumerate(asked)]
    width = 1
    for wounds, _ in rolled:
        width *= len(wounds)
    if width > WIDEST:
        raise BadInput(f"The attack strikes {len(rolled)} models at once: ask about fewer of them.")
    shares: list[Share[State]] = []
    for each in product(*(wounds.items() for wounds, _ in rolled)):
        ways, out_of = 1, 1
        for (_, weight), (_, total) in zip(each, rolled, strict=True):
            ways, out_of = ways * weight, out_of * total
        dealt = [wound for wound, _ in each]
        if terms.ends or any(has_consequences(declared.state, wound) for wound in dealt):
            shares += _settled(declared.state, dealt, about, ways, out_of)
        else:
            shares.append(Share(ways, out_of, _hurt(declared.state, dealt, about), declared.state))
    return gathered(shares)


def has_consequences(state: State, wound: Wound) -> bool:
    """Whether more comes of a Wound than its damage: an effect, or a blow to a building."""
    weapon = state.units[wound.by].line.weapons[wound.weapon]
    return bool(wound.building) or (wound.margin >= 0 and not weapon.traits.keys().isdisjoint(EFFECTS))


def _hurt(state: State, wounds: list[Wound], about: Iterable[str]) -> Tolls:
    """The tolls of Wounds that are damage and nothing else, one for each model at most."""
    tolls = dict.fromkeys(about, Toll())
    for wound in wounds:
        unit = state.units[wound.unit]
        if wound.damage > 0:
            done = harmed(unit, wound.damage, wound.by, wound.weapon)
            crippled, gone = unit.hull > 0 and done.hull == 0, done.destroyed or done.overkill
            tolls[unit.id] = Toll(wound.margin >= 0, wound.damage, 0, (), crippled, gone)
        else:
            tolls[unit.id] = Toll(wound.margin >= 0)
    return tolls


def _settled(
    declared: State, wounds: list[Wound], about: Iterable[str], ways: int, out_of: int
) -> Iterator[Share[State]]:
    """All that comes of some Wounds: damage, effects, what falls and what falls down."""

    def begin() -> tuple[Ctx[State], Script[None]]:
        ctx = Ctx(declared.clone(), BOOK.apply)
        return ctx, _settle(ctx, wounds)

    for leaf in walk(begin, faces_alike, lambda _ctx, _ask: Decline()):
        after: State = leaf.ctx.state
        tolls = {
            unit: toll(declared, after, leaf.ctx.events, unit)._replace(
                hit=any(wound.unit == unit and wound.margin >= 0 for wound in wounds)
            )
            for unit in about
        }
        yield Share(ways * leaf.ways, out_of * leaf.out_of, tolls, after)


def _settle(ctx: Ctx[State], wounds: list[Wound]) -> Script[None]:
    yield from settle_wounds(ctx, wounds)
    end_exchange(ctx)


def toll(before: State, after: State, events: list[Event], unit_id: str) -> Toll:
    """What became of a model. The last roll at it tells whether it was hit; a wreck is destroyed when it is removed."""
    was, now = before.units[unit_id], after.units[unit_id]
    rolls = [event for event in events if isinstance(event, AttackRolled) and event.target == unit_id]
    gained = ((CORROSION, now.corroded and not was.corroded), (HAYWIRE, now.haywire and not was.haywire))
    return Toll(
        bool(rolls) and rolls[-1].hit,
        sum(event.damage for event in events if isinstance(event, Damaged) and event.unit == unit_id),
        0,
        tuple(name for name, is_so in gained if is_so),
        was.hull > 0 and now.hull == 0,
        was.status != now.status and now.is_destroyed,
    )


def replies(state: State, order: Order) -> tuple[Order, ...]:
    """The Snap Fire with which the models an attack is rolled against may answer it."""
    assert isinstance(order, Attack), f"{order} is no attack"
    ctx = Ctx(state.clone(), BOOK.apply)
    targets = dict.fromkeys(strike.target for strike in declare_attack(ctx, order))
    found: list[Order] = []
    for unit in (ctx.state.units[target] for target in targets):
        if unit.seat == state.units[order.unit].seat or not unit.is_fielded or not can_snap(unit):
            continue
        asked = Ask(unit.seat, "snap", unit.id, (order.unit, trigger_of(order)), "brigands.6.3", optional=True)
        for weapon in unit.line.weapons.values():
            shots = (SnapFire(unit.id, weapon.id, category, target=order.unit) for category in weapon.categories)
            found += [shot for shot in shots if refuse_snap_fire(ctx.state, asked, shot) is None]
    return tuple(found)


def aids(state: State, order: Order) -> tuple[Aid, ...]:
    """One Reroll for either side; a Conscript gets none, and a wreck does not defend itself."""
    assert isinstance(order, Attack), f"{order} is no attack"
    attacker, targets = state.units[order.unit], [state.units[target] for target in order.targets]
    able = {"attacker": "Conscript" not in attacker.line.traits}
    able["target"] = any(unit.is_fielded and "Conscript" not in unit.line.traits for unit in targets)
    return tuple(aid for aid in REROLLS if able[aid.side])
