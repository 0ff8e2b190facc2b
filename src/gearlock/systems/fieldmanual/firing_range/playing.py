"""Everything an attack can lead to: counted where one model is asked about, else played on all the dice can show."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from gearlock.kernel.asks import Ask
from gearlock.kernel.dice import Roll
from gearlock.kernel.errors import BadInput
from gearlock.kernel.events import Event
from gearlock.kernel.gunnery import Aid, Outcomes, Share, Terms, Toll, gathered, merged
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.odds.walking import Classes, faces_alike, walk
from gearlock.systems.fieldmanual.attacks.aiming import mounts_fired, refuse_attack, terms_of
from gearlock.systems.fieldmanual.attacks.answers import offer_attacks
from gearlock.systems.fieldmanual.attacks.areas import around
from gearlock.systems.fieldmanual.attacks.events import AttackDeclared
from gearlock.systems.fieldmanual.attacks.odds import Plight
from gearlock.systems.fieldmanual.attacks.orders import DIRECT, LOBBED, Attack
from gearlock.systems.fieldmanual.attacks.outcomes import ATTACK_REROLL, DEFENSE_REROLL, attack_odds
from gearlock.systems.fieldmanual.attacks.ranged import fire_of, resolve_attack
from gearlock.systems.fieldmanual.attacks.terms import REACTION
from gearlock.systems.fieldmanual.book import BOOK
from gearlock.systems.fieldmanual.damage.events import Damaged
from gearlock.systems.fieldmanual.damage.harm import loss_of
from gearlock.systems.fieldmanual.reactions.reaction_fire import ANSWER, answer_action, reactors
from gearlock.systems.fieldmanual.state import BURNING, STUN, State, Unit
from gearlock.systems.fieldmanual.state_codec import encode

MOST_ROLLS = 3
"""Defenses against one attack that are played one beside the other at most."""
WIDEST = 60_000
"""How many branches are played at most."""
AIDS = (
    Aid(ATTACK_REROLL, "a Command Point for the attacker: roll again", "attacker", "fieldmanual.cp-reroll-skill"),
    Aid(DEFENSE_REROLL, "a Command Point for the defender: roll again", "target", "fieldmanual.cp-reroll-skill"),
)


def outcomes(state: State, order: Order, terms: Terms) -> Outcomes[State]:
    """Every way an attack can end. What becomes of one model alone is counted, unless states are asked for.

    So it is where the dice of all who defend would be too many to play.
    """
    assert isinstance(order, Attack), f"{order} is no attack"
    about = terms.about or marks(state, order)
    if terms.aid or (not terms.ends and terms.reply is None and (len(about) == 1 or _is_wide(state, order, about))):
        return gathered(list(_counted(state, order, about[0], terms.aid)))
    shares = _played(state, lambda ctx: resolve_attack(ctx, order), state, about, Decline())
    shares = merged(shares, encode)
    answered: list[Share[State]] = []
    for share in shares:
        if terms.reply is None or not _can_reply(share.state, terms.reply):
            answered.append(share)
            continue
        for more in _played(share.state, answer_action, state, about, terms.reply):
            tolls = {unit: share.tolls[unit].then(more.tolls[unit]) for unit in about}
            answered.append(Share(share.ways * more.ways, share.out_of * more.out_of, tolls, more.state))
    return gathered(merged(answered, encode if terms.ends else None))


def _is_wide(state: State, order: Attack, about: tuple[str, ...]) -> bool:
    """Whether too many dice would have to be played: about seven classes a roll."""
    unit = state.units[order.unit]
    return len(about) * len(mounts_fired(state, unit, order, terms_of(state, unit))) > MOST_ROLLS


def _counted(state: State, order: Attack, name: str, aid: str) -> Iterator[Share[State]]:
    unit = state.units[name]
    odds = attack_odds(state, order, name, aid=aid)
    for plight, ways in odds.chances.items():
        yield Share(ways, odds.total, {name: _toll_of(unit, plight)}, state)


def _toll_of(unit: Unit, plight: Plight) -> Toll:
    """A plight as it is told: boxes filled, Stun and fire, a full track, the end."""
    lost, crippled, destroyed = loss_of(unit, plight.filled)
    new = (STUN, plight.stunned), (BURNING, plight.burning)
    effects = () if destroyed else tuple(name for name, there in new if there and not unit.token(name))
    return Toll(plight.hit, lost, 0, effects, crippled, destroyed)


def _can_reply(state: State, reply: Order) -> bool:
    return (
        isinstance(reply, Attack)
        and refuse_attack(state, reply, REACTION) is None
        and bool([unit for unit in reactors(state) if unit.id == reply.unit])
    )


def answering(reply: Order) -> Callable[[Ctx[State], Ask], Order]:
    """Everybody declines whatever is offered, but for the one answer, given once."""

    def answer(ctx: Ctx[State], asked: Ask) -> Order:
        if not isinstance(reply, Attack) or asked.kind != ANSWER or reply.unit not in asked.about:
            return Decline()
        fired = any(isinstance(event, AttackDeclared) and event.unit == reply.unit for event in ctx.events)
        return Decline() if fired else reply

    return answer


@heeds("fieldmanual.reaction-fire")
def _played(
    state: State, script: Callable[[Ctx[State]], Script[None]], before: State, about: tuple[str, ...], reply: Order
) -> list[Share[State]]:
    """A script played on everything the dice can show, and what it leaves."""

    def begin() -> tuple[Ctx[State], Script[None]]:
        ctx = Ctx(state.clone(), BOOK.apply)
        return ctx, script(ctx)

    shares: list[Share[State]] = []
    for leaf in walk(begin, _classes_for(before), answering(reply)):
        if len(shares) > WIDEST:
            raise BadInput(f"The attack rolls against {len(about)} models at once: ask about fewer of them.")
        after: State = leaf.ctx.state
        after.rolled = None
        tolls = {unit: toll(state, after, leaf.ctx.events, unit) for unit in about}
        shares.append(Share(leaf.ways, leaf.out_of, tolls, after))
    return shares


@heeds("fieldmanual.combined-defense")
def _classes_for(state: State) -> Callable[[Roll], Classes]:
    """The classes of a roll; a pool that several bases share is played on every throw, for they peel it."""

    def classes(roll: Roll) -> Classes:
        unit = state.units.get(roll.unit)
        shared = unit is not None and unit.team and roll.purpose == "defense" and roll.count > unit.card.skills.defense
        return faces_alike(msgspec.structs.replace(roll, step=None) if shared else roll)

    return classes


def toll(before: State, after: State, events: list[Event], unit_id: str) -> Toll:
    """What an attack that was played cost a model."""
    was, now = before.units[unit_id], after.units[unit_id]
    marked = [event for event in events if isinstance(event, Damaged) and event.unit == unit_id]
    filled = marked[-1].filled if marked else was.boxes
    plight = Plight(filled, bool(marked), bool(now.token(STUN)), bool(now.token(BURNING)))
    return _toll_of(was, plight)


def marks(state: State, order: Order) -> tuple[str, ...]:
    """Everybody an attack is rolled against, the target first."""
    assert isinstance(order, Attack), f"{order} is no attack"
    target = state.units[order.target]
    fire = fire_of(state, order, terms_of(state, state.units[order.unit]))
    near = around(state, target, fire.use) if fire.use.radius and (fire.use.area or order.way in LOBBED) else []
    return (target.id, *(unit.id for unit in near))


@heeds("fieldmanual.reaction-fire")
def replies(state: State, order: Order) -> tuple[Order, ...]:
    """The Reaction Fire with which the target may answer, if it lives."""
    assert isinstance(order, Attack), f"{order} is no attack"
    target = state.units[order.target]
    if target.actions < 1:
        return ()
    options = offer_attacks(state, target, REACTION, (order.unit,))
    return tuple(option.order for option in options if isinstance(option.order, Attack))


def aids(state: State, order: Order) -> tuple[Aid, ...]:
    """A re-roll for either side; what never moves does not roll, and linked weapons are dodged more than once."""
    if not isinstance(order, Attack) or order.target not in state.units:
        return ()
    unit, target = state.units[order.unit], state.units[order.target]
    many = len(mounts_fired(state, unit, order, terms_of(state, unit))) > 1
    return AIDS[:1] if target.is_static or many else AIDS


def title(state: State, order: Order) -> str:
    """Who attacks whom with what."""
    assert isinstance(order, Attack), f"{order} is no attack"
    mount = state.units[order.unit].card.weapon(order.weapon)
    rof = [f"{word} {count}" for word, count in (("Spray", order.spray), ("Burst", order.burst)) if count]
    more = [*rof, *([f"+{order.extra}D6"] if order.extra else []), *(["linked"] if order.linked else [])]
    how = "" if order.way == DIRECT else f" {order.way}"
    told = f" ({', '.join(more)})" if more else ""
    at = f" at {state.units[order.target].name}" if order.target in state.units else ""
    return f"{state.units[order.unit].name}: {mount.name if mount else order.weapon}{how}{told}{at}"
