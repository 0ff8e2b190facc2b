"""7.4 and 7.5: Command Points, Rerolls and Orders."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Line
from gearlock.systems.brigands.chain_of_command import (
    CHARGE,
    EMERGENCY_MEASURES,
    EXECUTIVE,
    FORCE_COMMANDER,
    GROUP_LEADER,
    REPOSITION,
    SECOND,
    TIGHT_MANEUVERS,
    TITLES,
    force_commander_of,
    heeds_orders,
    is_in_formation,
    is_leading,
    leader_of,
)
from gearlock.systems.brigands.comms import TRIED, authorizers, resolve_authorize
from gearlock.systems.brigands.lock_and_cover.sharing import is_tracked_by
from gearlock.systems.brigands.models import RANKS
from gearlock.systems.brigands.state import (
    COORDINATED_ATTACK,
    EVADE,
    FIELDED,
    GONE,
    NO_GROUP,
    RIDING,
    WRECK,
    State,
    Unit,
    opponent,
)

COMMAND_POINT, SKILL_POINT = "Command Point", "Skill Point"
"""What a Reroll was paid with, where it was not free."""


# --- 7.1, 7.2 and 7.4: commanders, who succeeds them, and the Rerolls that Command Points and others give


@rule("brigands.7.2")
@heeds("brigands.7.1")
def commander_of(state: State, seat: str) -> Unit | None:
    """The highest ranking Commander of a seat that is in play; of equals the one that is best at Initiative."""
    leaders = [unit for unit in state.fielded(seat) if RANKS[unit.rank][0]]
    return max(leaders, key=lambda unit: (RANKS[unit.rank], own_initiative(unit)), default=None)


@rule("brigands.trait.init")
@heeds("brigands.1.8-initiative")
def own_initiative(unit: Unit) -> int:
    """What a model itself adds to Initiative or takes from it: its trait; lost Hull and a Haywire token, one each."""
    return unit.trait("Init") - (unit.hull == 0) - unit.haywire


@heeds("brigands.1.8-initiative", "brigands.7.1", "brigands.7.2")
def initiative_bonus(state: State, seat: str) -> int:
    """What a seat adds to its Initiative: its Commander's rank and own worth.

    Without a Commander any model may be nominated, so the one that is best at it.
    """
    leader = commander_of(state, seat)
    if leader is not None:
        return RANKS[leader.rank][0] + own_initiative(leader)
    return max((own_initiative(unit) for unit in state.fielded(seat) if unit.group != NO_GROUP), default=0)


class Promoted(Event, frozen=True, tag="promoted"):
    """A deputy took a fallen Commander's place, with the Command Points of the rank."""

    unit: str
    rank: str
    command: int

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.rank, unit.command = self.rank, self.command


def promoted(state: State, event: Promoted, _seat: str | None) -> Line:
    text = f"{state.name_of(event.unit)} takes over as {TITLES[event.rank]}."
    return Line(text, (event.unit,), "brigands.7.1-xo" if event.rank == FORCE_COMMANDER else "brigands.7.1-2ic")


@rule("brigands.7.1-2ic", "brigands.7.1-xo")
@heeds("brigands.7.4c")
def promotions(state: State) -> Iterator[Promoted]:
    """Deputies whose moment has come: the leader of their group, or the Force Commander, is destroyed.

    One that is off the table for a while, in a transport say, is not replaced.
    """
    for unit in state.units.values():
        if unit.rank not in (SECOND, EXECUTIVE) or not unit.is_fielded:
            continue
        leaders = [it for it in state.units.values() if it.seat == unit.seat and it.status not in (WRECK, GONE)]
        if unit.rank == SECOND and not any(is_leading(it.rank) and it.group == unit.group for it in leaders):
            yield Promoted(unit.id, GROUP_LEADER, RANKS[GROUP_LEADER][1])
        if unit.rank == EXECUTIVE and not any(it.rank == FORCE_COMMANDER for it in leaders):
            yield Promoted(unit.id, FORCE_COMMANDER, RANKS[FORCE_COMMANDER][1])


def fill_vacancies(ctx: Ctx[State]) -> None:
    """Let deputies succeed at once."""
    for promotion in list(promotions(ctx.state)):
        ctx.emit(promotion)


@rule("brigands.7.4", "brigands.7.4a")
@heeds("brigands.7.1", "brigands.10.6", "brigands.11.4b-airdrop")
def reroll_givers(state: State, unit: Unit) -> Iterator[Unit]:
    """The Commanders who could spend a Command Point on this model's roll: its leader, then the Force Commander.

    That is a reaction, so nobody does it on the way down from an Airdrop.
    """
    if "Duelist" in unit.line.traits or unit.group == NO_GROUP:
        return
    leader, commander = leader_of(state, unit.seat, unit.group), force_commander_of(state, unit.seat)
    for giver in (leader,) if commander is leader else (leader, commander):
        if giver is None or giver.is_dropping or giver.command <= 0:
            continue
        if is_in_formation(state, unit, giver):
            yield giver


@heeds("brigands.1.2i", "brigands.trait.conscript", "brigands.trait.vet")
def reroll_sources(state: State, unit: Unit, free: tuple[str, ...]) -> list[str]:
    """What could pay for a Reroll of this model: what is free on this roll, its Skill Point, Commanders by id.

    Commanders who would have to Authorize come last, and only as long as none has tried it for this roll.
    """
    if "Conscript" in unit.line.traits:
        return []
    skill = (SKILL_POINT,) if unit.skill > 0 else ()
    spare = [source for source in free if source != TRIED]
    distant = () if TRIED in free else authorizers(state, unit)
    return [*spare, *skill, *(giver.id for giver in reroll_givers(state, unit)), *(giver.id for giver in distant)]


class Rerolled(Event, frozen=True, tag="rerolled"):
    """A roll of this unit was made again, and what paid for it: a Commander's point, a Skill Point, or nothing."""

    unit: str
    source: str
    commander: str = ""

    def change(self, state: State) -> None:
        if self.source == COMMAND_POINT:
            state.units[self.commander].command -= 1
        elif self.source == SKILL_POINT:
            state.units[self.unit].skill -= 1


def rerolled(state: State, event: Rerolled, _seat: str | None) -> Line:
    if event.commander:
        text = f"A Command Point of {state.name_of(event.commander)} rerolls for {state.name_of(event.unit)}."
        return Line(text, (event.unit, event.commander), "brigands.7.4a")
    return Line(f"{state.name_of(event.unit)} rerolls: {event.source}.", (event.unit,), "brigands.1.2i")


@rule("brigands.1.2i")
@heeds("brigands.7.4a", "brigands.7.4b", "brigands.8.2b")
def offer_reroll(ctx: Ctx[State], unit_id: str, what: str, shown: str, free: list[str]) -> Script[bool]:
    """Ask whether this model's roll is made again; what pays for it is gone as soon as it is named.

    `free` are the Rerolls this roll has for nothing, each once; the one that is used is taken out. A Commander out of
    Formation must Authorize it; that is noted in `free` as well, and if it fails another way may be chosen.
    """
    while True:
        unit = ctx.state.units[unit_id]
        sources = reroll_sources(ctx.state, unit, tuple(free))
        if not sources:
            return False
        prompt = f"{shown}. Reroll the {what} of {unit.name}?"
        order = yield from ask(Ask(unit.seat, "reroll", unit_id, (what, *free), "brigands.7.4a", prompt, optional=True))
        if not isinstance(order, Reroll):
            return False
        source = order.by or sources[0]
        if source in free:
            free.remove(source)
        if is_distant(ctx.state, unit_id, source):
            free.append(TRIED)
            if not (yield from resolve_authorize(ctx, source, unit_id)):
                continue
        by_commander = source in ctx.state.units
        ctx.emit(Rerolled(unit_id, COMMAND_POINT if by_commander else source, source if by_commander else ""))
        return True


@heeds("brigands.7.4a", "brigands.7.4b")
def is_distant(state: State, unit_id: str, source: str) -> bool:
    """Whether a source of Rerolls is a Commander with whom the model is not in Formation."""
    giver = state.units.get(source)
    return giver is not None and not is_in_formation(state, state.units[unit_id], giver)


# --- 7.5: Orders. What an Active leader's Command Point does for its Combat Group besides a Reroll

RULES = {
    COORDINATED_ATTACK: "brigands.7.5a",
    EVADE: "brigands.7.5b",
    CHARGE: "brigands.7.5c",
    TIGHT_MANEUVERS: "brigands.7.5d",
    EMERGENCY_MEASURES: "brigands.7.5e",
    REPOSITION: "brigands.7.5f",
}


class GiveOrder(Order, frozen=True, tag="give-order"):
    """Spend a Command Point of the Active leader on one of the six Orders; a Coordinated Attack has a target."""

    unit: str
    name: str
    target: str = ""


@rule("brigands.7.5")
@heeds("brigands.7.4", "brigands.A4")
def refuse_give_order(state: State, order: GiveOrder) -> Refusal | None:
    """Why an Order cannot be given. The Active leader needs a Command Point for it, but no Action."""
    unit = state.units[order.unit]
    if state.introductory:
        return Refusal("introductory", "brigands.A4", "The introductory game is played without Orders.")
    if not is_leading(unit.rank):
        return Refusal("rank", "brigands.7.5", f"The {unit.name} leads no Combat Group.")
    if unit.command <= 0:
        return Refusal("no-point", "brigands.7.4", f"The {unit.name} has no Command Point left.")
    if order.name not in RULES:
        return Refusal("order", "brigands.7.5", f"There is no Order called {order.name or 'nothing'}.")
    if order.name == COORDINATED_ATTACK:
        return _refuse_mark(state, unit, order.target)
    if order.target:
        return Refusal("target", RULES[order.name], f"{order.name} is aimed at nobody.")
    if order.name in state.orders or order.name in unit.marks:
        return Refusal("in-force", RULES[order.name], f"{order.name} is in force already.")
    return None


@heeds("brigands.7.5a", "brigands.4.3b")
def _refuse_mark(state: State, unit: Unit, target_id: str) -> Refusal | None:
    """The token goes on an enemy in play to whom the leader has Sensor Lock, and who has none."""
    target = state.units.get(target_id)
    if target is None or not target.is_fielded or target.seat == unit.seat:
        return Refusal("target", "brigands.7.5a", f"{target_id or 'Nobody'} is no enemy in play.")
    if not is_tracked_by(state, unit, target):
        return Refusal("lock", "brigands.7.5a", f"The {unit.name} has no Sensor Lock on the {target.name}.")
    if COORDINATED_ATTACK in target.marks:
        return Refusal("in-force", "brigands.7.5a", f"The {target.name} has a Coordinated Attack token already.")
    return None


class OrderGiven(Event, frozen=True, tag="order-given"):
    """A leader spent a Command Point on an Order; `steadied` are the models that Emergency Measures help."""

    unit: str
    name: str
    target: str = ""
    steadied: tuple[str, ...] = ()

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.command -= 1
        if self.name == COORDINATED_ATTACK:
            state.units[self.target].marks.append(self.name)
        elif self.name == EVADE:
            unit.marks.append(self.name)
        else:
            state.orders[self.name] = unit.id
        for steadied in self.steadied:
            state.units[steadied].steady = True


def ordered(state: State, event: OrderGiven, _seat: str | None) -> Line:
    target = f" on {state.name_of(event.target)}" if event.target else ""
    text = f"{state.name_of(event.unit)} orders: {event.name}{target}."
    return Line(text, (event.unit, event.target) if event.target else (event.unit,), "brigands.7.5")


@rule("brigands.7.5e")
@heeds("brigands.7.5")
def resolve_give_order(ctx: Ctx[State], order: GiveOrder) -> Script[None]:
    """Lay the token, or let the Order be in force until the Combat Group is done."""
    unit = ctx.state.units[order.unit]
    steadied: tuple[str, ...] = ()
    if order.name == EMERGENCY_MEASURES:
        group = (it for it in ctx.state.units.values() if it.seat == unit.seat and it.group == unit.group)
        steadied = tuple(it.id for it in group if it.status in (FIELDED, RIDING) and heeds_orders(it))
    ctx.emit(OrderGiven(unit.id, order.name, order.target, steadied))
    yield from ()  # a script is a generator, even one that asks nothing


# --- What is offered


class Reroll(Order, frozen=True, tag="reroll"):
    """Roll a whole pool again: by a free Reroll, a Skill Point or a Commander's point; unnamed, the cheapest."""

    unit: str
    by: str = ""


@heeds("brigands.1.2i", "brigands.7.4a")
def refuse_reroll(state: State, ask: Ask, order: Reroll) -> Refusal | None:
    """Something must pay for it: what is named, or anything at all if nothing is."""
    unit = state.units[ask.unit]
    sources = reroll_sources(state, unit, ask.about[1:])
    if not sources:
        message = f"The {unit.name} has no Reroll, and no Commander in Formation has a Command Point for it."
        return Refusal("no-point", "brigands.7.4a", message)
    if order.by and order.by not in sources:
        return Refusal("no-point", "brigands.1.2i", f"{order.by} gives the {unit.name} no Reroll of this roll.")
    return None


def offer_orders(state: State, unit: Unit) -> Iterator[Option]:
    """The Orders an Active leader may give."""
    if state.introductory or not is_leading(unit.rank) or not unit.command:
        return
    for name, rule_id in RULES.items():
        targets = [enemy.id for enemy in state.fielded(opponent(unit.seat))] if name == COORDINATED_ATTACK else [""]
        for target in targets:
            order = GiveOrder(unit.id, name, target)
            if refuse_give_order(state, order) is None:
                at = f" on the {state.units[target].name}" if target else ""
                yield Pick(f"Order: {name}{at}", order, rule_id)


def offer_rerolls(state: State, ask: Ask) -> Iterator[Option]:
    """What may pay for it; letting it stand comes first for a side that is winning the roll."""
    rolled = state.rolled
    wins = rolled is not None and (rolled.attack >= rolled.defence) == (ask.unit == rolled.unit)
    if wins:
        yield decline("Let it stand", ask.rule)
    for source in reroll_sources(state, state.units[ask.unit], ask.about[1:]):
        giver = state.units.get(source)
        payment = source if giver is None else f"Command Point of the {giver.name}"
        if is_distant(state, ask.unit, source):
            payment += ", which must Authorize it"
        yield Pick(f"Reroll: {payment}", Reroll(ask.unit, source), ask.rule)
    if not wins:
        yield decline("Let it stand", ask.rule)


# --- The contents of the chapter

COMMAND: Chapter[State] = Chapter(
    "7: Commanders, Formation and Orders",
    orders=(
        OrderRules(Reroll, "reroll", refuse_reroll),
        OrderRules(GiveOrder, "act", by_order(refuse_give_order), resolve_give_order),
    ),
    events={
        Rerolled: rerolled,
        OrderGiven: ordered,
        Promoted: promoted,
    },
)
