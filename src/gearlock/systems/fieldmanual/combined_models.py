"""Combined Models: bases that act as one model, defend with one pool and keep together; infantry above all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.dice import Faces
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Line, Modifier
from gearlock.mechanics.pools.lines import dice, sum_of
from gearlock.mechanics.silhouette.rolls import Result
from gearlock.systems.fieldmanual.damage.damage import destroy
from gearlock.systems.fieldmanual.datacards import WALKER, Card
from gearlock.systems.fieldmanual.dice_tests import SIX, Test
from gearlock.systems.fieldmanual.lock_and_cover.looks import gap
from gearlock.systems.fieldmanual.state import FIELDED, State, Unit
from gearlock.table.measure import INCH

CUT_OFF = "cut off"
"""A token of a base out of Cohesion. 1: it must be back when its next activation ends. 2: that is in the next round."""


# --- Infantry: the profile that all of it shares

ON_FOOT: Final = (2, 4)
"""Walker movement at Combat and at Top Speed."""

ATTACK: Final = (1, 0, -1)

DEFENSE: Final = 1

SIZE: Final = 2


@rule("fieldmanual.infantry")
def profile_faults(card: Card) -> list[str]:
    """Where a card is not what infantry is without upgrades: one Skill for everything, 2/4 on foot, Size 2 and so on.

    The one Skill is also Auto Comm and Detect; Sensors and Comm are 0. Defense is +1 in all modes and at all speeds.
    """
    skill, foot = card.skills.attack, card.rows.get(WALKER)
    found = [
        (set(card.skills) == {skill}, f"its Skills are {tuple(card.skills)}, not one rating for all"),
        (card.detect == skill == card.auto_comm, f"Detect {card.detect} and Auto Comm {card.auto_comm} are its Skill"),
        (card.sensors == 0 == card.comm, "Sensors and Comm are 0"),
        (foot is not None and (foot.combat, foot.top) == ON_FOOT, "it walks 2/4"),
        ("Improved Off-Road" in card.perks, "it has Improved Off-Road"),
        (card.attack == ATTACK, "its ATTACK row is +1/0/-1"),
        (all(set(row[2:]) == {DEFENSE} for row in card.rows.values()), "its Defense modifiers are +1"),
        (card.size == SIZE, f"its Size is {SIZE}"),
        (card.actions == 1, "it has one Action"),
        (card.is_combined, "it is a Combined Model"),
    ]
    return [fault for right, fault in found if not right]


# --- Cohesion: the bases of a Combined Model form a chain. Who is cut off comes back or is lost

CHAIN: Final = 2 * INCH

NOW, LATER = 1, 2


@heeds("fieldmanual.combined-cohesion", "fieldmanual.infantry-structures")
def are_joined(one: Unit, other: Unit) -> bool:
    """Whether two bases are links of one chain: at most 2 in apart, or in the same building."""
    if one.carrier or other.carrier:
        return one.carrier == other.carrier
    return gap(one, other) <= CHAIN


def chains(state: State, unit: Unit) -> list[list[Unit]]:
    """The bases of a Combined Model on the table as chains, the largest first; of equals that of its first base."""
    left, found = state.bases(unit), []
    while left:
        chain = [left.pop(0)]
        for link in chain:
            near = [other for other in left if are_joined(link, other)]
            left = [other for other in left if other not in near]
            chain += near
        found.append(chain)
    return sorted(found, key=len, reverse=True)


@rule("fieldmanual.combined-cohesion")
def stragglers(state: State, unit: Unit) -> list[Unit]:
    """The bases that are out of Cohesion with the larger part of their Combined Model."""
    return [base for chain in chains(state, unit)[1:] for base in chain]


@heeds("fieldmanual.combined-cohesion")
def unsettled(state: State) -> list[tuple[str, int]]:
    """Bases whose token is wrong, and what it should be: 0 for none; below 0 for who did not come back and is lost.

    Nothing is settled while a Combined Model is being activated.
    """
    found = []
    leads = [u for u in state.units.values() if u.team and u.status == FIELDED and state.is_lead(u)]
    for lead in leads:
        if state.is_active(lead):
            continue
        away = {base.id for base in stragglers(state, lead)}
        for base in state.bases(lead):
            now, due = base.token(CUT_OFF), _due(base, base.id in away)
            if due != now:
                found.append((base.id, due))
    return found


def _due(base: Unit, away: bool) -> int:
    """The token a base should have; -1 if it had to be back by now."""
    if not away:
        return 0
    if not base.used:
        return NOW
    return -1 if base.token(CUT_OFF) == NOW else LATER


@heeds("fieldmanual.combined-cohesion")
def resolve_cohesion(ctx: Ctx[State]) -> Script[None] | None:
    """Note who is cut off and who is back, and take off who stayed away; None if there is nothing to settle."""
    found = unsettled(ctx.state)
    return _settle(ctx, found) if found else None


class CutOff(Event, frozen=True, tag="cut-off"):
    """A base is out of Cohesion: 1, and must be back when its next activation ends; 2, that is in the next round."""

    unit: str
    due: int

    @heeds("fieldmanual.combined-cohesion")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens[CUT_OFF] = self.due


def cut_off(state: State, event: CutOff, _seat: str | None) -> Line:
    """A base alone."""
    when = "in this round" if event.due == 1 else "in the next round"
    text = f"{state.units[event.unit].name} is out of Cohesion: it is back after its activation {when}, or lost."
    return Line(text, (event.unit,), "fieldmanual.combined-cohesion")


class Rejoined(Event, frozen=True, tag="rejoined"):
    """A base is in Cohesion again."""

    unit: str

    @heeds("fieldmanual.combined-cohesion")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens.pop(CUT_OFF, None)


def rejoined(state: State, event: Rejoined, _seat: str | None) -> Line:
    """Together again."""
    return Line(f"{state.units[event.unit].name} is in Cohesion again.", (event.unit,), "fieldmanual.combined-cohesion")


def _settle(ctx: Ctx[State], found: list[tuple[str, int]]) -> Script[None]:
    for name, due in found:
        if due < 0:
            yield from destroy(ctx, name, "out of Cohesion")
        else:
            ctx.emit(CutOff(name, due) if due else Rejoined(name))


# --- Defense of Combined Models: one pool for all bases that an attack affects, peeled from the top base by base

NEXT = "defend next"
"""The question which of several bases with equal Cover the next best dice are for."""

Throw: TypeAlias = Callable[[Ctx[State], Test], Script[Result]]
"""How a test is thrown, with whatever may be done to it."""


class Defender(NamedTuple):
    """A base that an attack affects: its Cover, the lines of its own Defense, the least it comes to."""

    base: str
    cover: tuple[int, bool]
    """Level, and whether Solid terrain is part of it: the greatest is the best."""
    lines: tuple[Modifier, ...]
    least: int = 0
    attack: int = 0
    """What it defends against."""


@rule("fieldmanual.combined-defense")
def peeled(faces: Faces, bases: int, skill: int) -> list[int]:
    """What the dice of a pool come to for one base after another, the highest left out each time; 0 is a Fumble.

    Each 6 beyond the first adds 1, but no base counts more of them than its Defense Skill.
    """
    left = sorted(faces, reverse=True)
    found = []
    for number in range(bases):
        rest = left[number:]
        sixes = min(rest.count(SIX), max(skill, 1))
        found.append(0 if not rest or rest[0] == 1 else rest[0] + max(0, sixes - 1))
    return found


@heeds("fieldmanual.combined-defense", "fieldmanual.dice-modifiers", "fieldmanual.hull-down")
def total_of(bare: int, defender: Defender) -> int:
    """A base's Defense: its dice with its own modifiers, nothing added to a Fumble, and never less than its minimum."""
    return max(max(0, bare + sum_of(defender.lines)[1]) if bare else 0, defender.least)


class PoolShared(Event, frozen=True, tag="pool-shared"):
    """One pool was shared out among the bases that an attack affected: who they are in order, and their totals."""

    unit: str
    bases: tuple[str, ...]
    totals: tuple[int, ...]


def shared(state: State, event: PoolShared, _seat: str | None) -> Line:
    """One pool for all."""
    shares = ", ".join(
        f"{state.units[name].name} {total}" for name, total in zip(event.bases, event.totals, strict=True)
    )
    return Line(f"One Defense pool, shared by Cover: {shares}.", event.bases, "fieldmanual.combined-defense")


@heeds("fieldmanual.combined-defense")
def resolve_defense(ctx: Ctx[State], defenders: Sequence[Defender], test: Test, throw: Throw) -> Script[dict[str, int]]:
    """Throw one pool for several bases of a Combined Model, and give each its total, the best Cover first.

    `test` is that of a single base: a die is added for every other. Of bases with equal Cover the defending player
    says which is next, where that can matter.
    """
    more = dice(len(defenders) - 1, "more bases affected", "fieldmanual.combined-defense")
    skill = ctx.state.units[defenders[0].base].card.skills.defense

    def held(faces: Faces) -> bool:
        """Whether every base comes through, whichever dice it uses."""
        bare = peeled(faces, len(defenders), skill)
        return all(total_of(each, base) > base.attack for each in bare for base in defenders)

    yield from throw(ctx, test._replace(lines=(*test.lines, more), held=held))
    rolled = ctx.state.rolled
    assert rolled is not None, "the dice of the pool lie on the table"
    results = peeled(rolled.faces, len(defenders), skill)
    totals: dict[str, int] = {}
    waiting = sorted(defenders, key=lambda each: each.cover, reverse=True)
    while waiting:
        equals = [each for each in waiting if each.cover == waiting[0].cover]
        chosen = yield from _next_of(ctx, equals, results[len(totals) :])
        totals[chosen.base] = total_of(results[len(totals)], chosen)
        waiting.remove(chosen)
    ctx.emit(PoolShared(test.unit, tuple(totals), tuple(totals.values())))
    return totals


@heeds("fieldmanual.combined-defense")
def _next_of(ctx: Ctx[State], equals: list[Defender], results: list[int]) -> Script[Defender]:
    """Which of several bases with equal Cover uses the next dice: asked where it makes a difference to any of them."""
    if len(equals) == 1 or not _matters(equals, results):
        return equals[0]
    names = tuple(each.base for each in equals)
    unit = ctx.state.units[names[0]]
    best = max(total_of(results[0], each) for each in equals)
    prompt = f"Equal Cover: which base of the {unit.name} defends with the best dice left ({best})?"
    order = yield from ask(Ask(unit.seat, NEXT, unit.id, names, "fieldmanual.combined-defense", prompt, True))
    wanted = order.base if isinstance(order, DefendNext) else names[0]
    return next(each for each in equals if each.base == wanted)


def _matters(equals: list[Defender], results: list[int]) -> bool:
    """Whether the order changes who is hit: not if all of them come through, or none does, whichever dice they use."""
    outcomes = {each.attack > total_of(bare, each) for each in equals for bare in results[: len(equals)]}
    return len(outcomes) > 1


class DefendNext(Order, frozen=True, tag="defend-next"):
    """Of several bases with equal Cover, this one uses the best dice that are left."""

    base: str


def refuse_next(_state: State, asked: Ask, order: DefendNext) -> Refusal | None:
    """One of the bases that were asked about."""
    if order.base in asked.about:
        return None
    return Refusal(
        "base", "fieldmanual.combined-defense", f"{order.base or 'Nobody'} is none of the bases with equal Cover."
    )


def offer_next(state: State, asked: Ask) -> Iterator[Option]:
    """Each of them; declining takes the first."""
    for name in asked.about:
        yield Pick(f"{state.units[name].name}", DefendNext(name), "fieldmanual.combined-defense")
    yield decline(f"As they stand, {state.units[asked.about[0]].name} first", "fieldmanual.combined-defense")


# --- The contents of the chapter

COMBINED_MODELS: Chapter[State] = Chapter(
    "Combined Models",
    orders=(OrderRules(DefendNext, NEXT, refuse_next),),
    events={PoolShared: shared, CutOff: cut_off, Rejoined: rejoined},
)
