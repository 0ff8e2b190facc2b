"""Special Actions that answer what others do: Reaction Fire, Stand By for Coordinates, Parting Shots."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Target, decline
from gearlock.kernel.chapters import Chapter, OrderRules, accept, by_order
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Line
from gearlock.systems.fieldmanual.attacks.defense import refuse_attack
from gearlock.systems.fieldmanual.attacks.ranged import is_possible, is_ready, offer_attacks, resolve_attack, ways_of
from gearlock.systems.fieldmanual.attacks.weapons_in_use import PARTING as BY_COMMAND
from gearlock.systems.fieldmanual.attacks.weapons_in_use import REACTION, Attack, Terms, refuse_ammunition
from gearlock.systems.fieldmanual.attacks.weapons_in_use import STAND_BY as BY_COORDINATES
from gearlock.systems.fieldmanual.command_points.spending import can_issue
from gearlock.systems.fieldmanual.command_points.tests import issuers, refuse_issue, resolve_issue, resolve_test
from gearlock.systems.fieldmanual.damage.damage import PARTING
from gearlock.systems.fieldmanual.lock_and_cover.lock import has_lock
from gearlock.systems.fieldmanual.melee import BlowStruck, Strike, melee_mounts, refuse_blow, resolve_blow
from gearlock.systems.fieldmanual.paying import is_able, mark, pay, refuse_idle
from gearlock.systems.fieldmanual.sensors import ForwardObserve, refuse_observation, resolve_observation
from gearlock.systems.fieldmanual.state import FIELDED, STAND_BY, State, Unit, opponent


class HoldFire(Order, frozen=True, tag="hold-fire"):
    """Let the mover go on; ask again only if another model could fire at it."""


HELD = "held:"
"""Before ids in a mark of an activation: those who hold their fire while the model moves."""


# --- The attacks a model may make when it answers something: on whom it may, with what it may


def can_attack(
    state: State, unit: Unit, terms: Terms, targets: Collection[str], weapons: Collection[str] | None = None
) -> bool:
    """Whether any attack on one of these targets is possible, with one of these weapons if they are named."""
    for mount in unit.card.weapons:
        if mount.weapon.is_melee or (weapons is not None and mount.id not in weapons):
            continue
        for way in ways_of(mount):
            if way not in terms.ways or not is_ready(state, unit, mount, way, terms):
                continue
            orders = (Attack(unit.id, mount.id, name, way=way) for name in targets)
            if any(is_possible(state, unit, mount, order, terms) for order in orders):
                return True
    return False


def attacks_on(
    state: State, unit: Unit, terms: Terms, targets: Collection[str], weapons: Collection[str] | None = None
) -> Iterator[Option]:
    """Every attack on these targets, in every way and with all Rates of Fire."""
    for option in offer_attacks(state, unit, terms, targets):
        if weapons is None or (isinstance(option.order, Attack) and option.order.weapon in weapons):
            yield option


# --- Reaction Fire: saved Actions against the model that is being activated
# Declared while it moves, the attack comes after its next inch, or where it stops; in answer to an Action, after
# that.

DECLARE, FIRE, ANSWER = "declare fire", "reaction fire", "answer"


def mark_of(state: State) -> Unit | None:
    """The model that may be fired at: the one being activated. One Action by a Command Point is none."""
    now = state.activation
    if now is None:
        return None
    active = state.units[now.unit]
    if not state.bases(active):
        return None
    if now.extra and all(one.unit != active.id or one.extra for one in state.interrupted):
        return None
    return active


def has_gun(unit: Unit) -> bool:
    """A cheap first test: it has an unused Action, and a ranged weapon that has not attacked this round."""
    if unit.actions < 1 or unit.status != FIELDED or not is_able(unit):
        return False
    return any(
        not mount.weapon.is_melee and ("M" in mount.weapon.traits or mount.id not in unit.fired)
        for mount in unit.card.weapons
    )


@rule("fieldmanual.reaction-fire")
@heeds("fieldmanual.lock", "fieldmanual.actions")
def refuse_declaring(state: State, unit: Unit) -> Refusal | None:
    """Why a model cannot declare Reaction Fire: it needs an unused Action, and Lock to the model being activated."""
    target = mark_of(state)
    if target is None or unit.seat == target.seat or unit.status != FIELDED or not state.is_lead(unit):
        return Refusal(
            "unit",
            "fieldmanual.reaction-fire",
            f"The {unit.name} has nobody to fire at: an enemy must be being activated.",
        )
    if idle := refuse_idle(unit, 1, "fieldmanual.reaction-fire"):
        return idle
    if any(has_lock(state, unit, base) for base in state.bases(target)):
        return None
    return Refusal("lock", "fieldmanual.reaction-fire", f"The {unit.name} has no Lock to the {target.name}.")


@heeds("fieldmanual.reaction-fire")
def could_fire(state: State, unit: Unit, target: Unit) -> bool:
    """Whether it could hit the target where it is now: with Lock, which is cheap to ask, a weapon in range and arc."""
    seen = [base.id for base in state.bases(target) if has_lock(state, unit, base)]
    return bool(seen) and can_attack(state, unit, REACTION, seen)


def reactors(state: State) -> list[Unit]:
    """The enemies that could fire at the model being activated, where it is now."""
    target = mark_of(state)
    if target is None:
        return []
    armed = (unit for unit in state.fielded(opponent(target.seat)) if has_gun(unit) and state.is_lead(unit))
    return [unit for unit in armed if could_fire(state, unit, target)]


def may_answer(state: State) -> bool:
    """A cheap test whether any enemy of the active model could do something about its way: fire, or be commanded."""
    active = state.active()
    if active is None:
        return False
    seat = opponent(active.seat)
    return bool(state.declared) or can_issue(state, seat) or any(has_gun(unit) for unit in state.fielded(seat))


def held(state: State) -> set[str]:
    """Those who hold their fire while the model moves."""
    marks = state.activation.marks if state.activation is not None else []
    return {name for each in marks if each.startswith(HELD) for name in each.removeprefix(HELD).split()}


class FireDeclared(Event, frozen=True, tag="fire-declared"):
    """A model spent an Action on Reaction Fire; at a mover it shoots after the next inch."""

    unit: str
    later: bool = False

    @heeds("fieldmanual.reaction-fire")
    def change(self, state: State) -> None:
        pay(state, state.units[self.unit])
        if self.later:
            state.declared.append(self.unit)


def declared(state: State, event: FireDeclared, _seat: str | None) -> Line:
    """Somebody takes aim."""
    when = ", after the next inch" if event.later else ""
    return Line(
        f"{state.units[event.unit].name} declares Reaction Fire{when}.", (event.unit,), "fieldmanual.reaction-fire"
    )


class FireHeld(Event, frozen=True, tag="fire-held"):
    """A side holds its fire while the model moves."""

    units: tuple[str, ...]
    plain = True

    def change(self, state: State) -> None:
        if state.activation is not None:
            kept = [each for each in state.activation.marks if not each.startswith(HELD)]
            state.activation.marks = [*kept, HELD + " ".join(self.units)]


@heeds("fieldmanual.reaction-fire")
def offer_declarations(ctx: Ctx[State]) -> Script[None]:
    """Before the next inch: ask those who could fire at the mover whether they declare it."""
    while True:
        able = [unit.id for unit in reactors(ctx.state) if unit.id not in ctx.state.declared]
        target = mark_of(ctx.state)
        if target is None or not set(able) - held(ctx.state):
            return
        prompt = f"The {target.name} is moving. Declare Reaction Fire, to be made after its next inch?"
        order = yield from ask(
            Ask(opponent(target.seat), DECLARE, "", tuple(able), "fieldmanual.reaction-fire", prompt, optional=True)
        )
        if isinstance(order, HoldFire):
            ctx.emit(FireHeld(tuple(able)))
        if not isinstance(order, DeclareFire):
            return
        ctx.emit(FireDeclared(order.unit, later=True))


class FireOver(Event, frozen=True, tag="fire-over"):
    """Declared Reaction Fire was made, or came to nothing."""

    unit: str
    lost: bool = False

    @heeds("fieldmanual.reaction-fire")
    def change(self, state: State) -> None:
        if self.unit in state.declared:
            state.declared.remove(self.unit)


def over(state: State, event: FireOver, _seat: str | None) -> Line | None:
    """Nothing came of it."""
    if not event.lost:
        return None
    text = f"{state.units[event.unit].name} makes no Reaction Fire; its Action is spent."
    return Line(text, (event.unit,), "fieldmanual.reaction-fire")


@heeds("fieldmanual.reaction-fire")
def fire_declared(ctx: Ctx[State]) -> Script[None]:
    """The mover has gone an inch, or has stopped: declared fire is made, if Lock, range and arc still allow it."""
    for name in list(ctx.state.declared):
        unit, target = ctx.state.units[name], mark_of(ctx.state)
        fired = False
        if target is not None and unit.status == FIELDED:
            prompt = f"With what does the {unit.name} fire at the {target.name}?"
            order = yield from ask(
                Ask(unit.seat, FIRE, name, (target.id,), "fieldmanual.reaction-fire", prompt, optional=True)
            )
            if isinstance(order, Attack):
                yield from resolve_attack(ctx, order, REACTION)
                fired = True
        ctx.emit(FireOver(name, lost=not fired))


@heeds("fieldmanual.reaction-fire")
def answer_action(ctx: Ctx[State]) -> Script[None]:
    """The model being activated has spent an Action, and it is resolved: enemies may fire at it, one after another."""
    yield from _answer(ctx, "acted")


@heeds("fieldmanual.reaction-fire")
def answer_stop(ctx: Ctx[State]) -> Script[None]:
    """The mover has stopped: fire declared now is made where it stands."""
    yield from _answer(ctx, "stopped", held(ctx.state))


def _answer(ctx: Ctx[State], what: str, holding: Collection[str] = ()) -> Script[None]:
    """Ask again and again, as long as somebody wants to fire and can."""
    while True:
        able = [unit.id for unit in reactors(ctx.state)]
        target = mark_of(ctx.state)
        if target is None or not set(able).difference(holding):
            return
        prompt = f"The {target.name} has {what}. Answer with Reaction Fire?"
        order = yield from ask(
            Ask(opponent(target.seat), ANSWER, "", tuple(able), "fieldmanual.reaction-fire", prompt, optional=True)
        )
        if not isinstance(order, Attack):
            return
        ctx.emit(FireDeclared(order.unit))
        yield from resolve_attack(ctx, order, REACTION)


class DeclareFire(Order, frozen=True, tag="declare-fire"):
    """Declare Reaction Fire at the model that is moving: after its next inch, or where it stops."""

    unit: str


@heeds("fieldmanual.reaction-fire")
def refuse_declare(state: State, asked: Ask, order: DeclareFire) -> Refusal | None:
    """A model of one's own that may, and has not declared yet."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != asked.seat:
        return Refusal("unit", "fieldmanual.reaction-fire", f"{order.unit or 'Nobody'} is no model of yours.")
    if unit.id in state.declared:
        return Refusal("declared", "fieldmanual.reaction-fire", f"The {unit.name} has declared Reaction Fire already.")
    return refuse_declaring(state, unit)


def offer_declaring(state: State, asked: Ask) -> Iterator[Option]:
    """Each that could fire; not now; not at all."""
    for name in asked.about:
        order = DeclareFire(name)
        if refuse_declare(state, asked, order) is None:
            yield Pick(f"Reaction Fire of the {state.units[name].name}", order, "fieldmanual.reaction-fire")
    yield decline("Not now", "fieldmanual.reaction-fire")
    yield Pick("Hold fire during this move", HoldFire(), "fieldmanual.reaction-fire")


@heeds("fieldmanual.reaction-fire")
def refuse_fire(state: State, asked: Ask, order: Attack) -> Refusal | None:
    """A direct or thrown attack on the model being activated, by who declared it, or by who may answer."""
    target, unit = mark_of(state), state.units.get(order.unit)
    if unit is None or unit.seat != asked.seat or (asked.unit and order.unit != asked.unit):
        return Refusal(
            "unit", "fieldmanual.reaction-fire", f"{order.unit or 'Nobody'} is not the model that may fire now."
        )
    if target is None or order.target not in [base.id for base in state.bases(target)]:
        name = "nobody" if target is None else f"the {target.name}"
        return Refusal(
            "target", "fieldmanual.reaction-fire", f"Reaction Fire is aimed at the model being activated: {name}."
        )
    if asked.kind == ANSWER:
        fault = refuse_declaring(state, unit) or refuse_idle(unit, 1 + order.extra, "fieldmanual.reaction-fire")
        if fault is not None:
            return fault
    return refuse_attack(state, order, REACTION)


def offer_fire(state: State, asked: Ask) -> Iterator[Option]:
    """Every attack on the mover that is possible now."""
    target = mark_of(state)
    names = [asked.unit] if asked.unit else asked.about
    bases = [] if target is None else [base.id for base in state.bases(target)]
    for name in names:
        for option in attacks_on(state, state.units[name], REACTION, bases):
            if isinstance(option.order, Attack):
                yield Target(
                    f"{state.units[name].name}: {option.label}",
                    option.order,
                    "fieldmanual.reaction-fire",
                    option.order.target,
                    option.order.weapon,
                )
    yield decline("Hold fire", "fieldmanual.reaction-fire")


# --- Stand By for Coordinates: a weapon waits for a Forward Observation, and fires as soon as there is one

COORDINATES = "coordinates"


class StandBy(Order, frozen=True, tag="stand-by"):
    """Spend an Action to have a weapon stand by for coordinates."""

    unit: str
    weapon: str


@rule("fieldmanual.stand-by")
def refuse_stand_by(state: State, order: StandBy) -> Refusal | None:
    """In its activation, with an Action, a weapon with IF that has not attacked and does not stand by already."""
    unit, now = state.units[order.unit], state.activation
    mount = unit.card.weapon(order.weapon)
    if now is None or now.extra or not state.is_active(unit):
        return Refusal("activation", "fieldmanual.stand-by", f"The {unit.name} stands by in its own activation.")
    if mount is None or "IF" not in mount.weapon.traits:
        message = f"{order.weapon or 'Nothing'} is no weapon of the {unit.name} with Indirect Fire."
        return Refusal("weapon", "fieldmanual.stand-by", message)
    if unit.token(f"{STAND_BY}:{mount.id}"):
        return Refusal(
            "again", "fieldmanual.stand-by", f"The {mount.name} stands by already: one Action for each weapon."
        )
    if mount.id in unit.fired:
        return Refusal("fired", "fieldmanual.stand-by", f"The {mount.name} has attacked in this round.")
    return refuse_ammunition(unit, mount) or refuse_idle(unit, 1, "fieldmanual.stand-by")


class StandByBegun(Event, frozen=True, tag="stand-by-begun"):
    """A model spent an Action: a weapon stands by for coordinates."""

    unit: str
    weapon: str
    plain = True

    @heeds("fieldmanual.stand-by")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        pay(state, unit)
        mark(state, unit, f"{STAND_BY}:{self.weapon}")


def standing_by(state: State, event: StandByBegun, _seat: str | None) -> Line:
    """A weapon waits."""
    text = f"{state.units[event.unit].name}: the {event.weapon} stands by for coordinates."
    return Line(text, (event.unit,), "fieldmanual.stand-by")


@heeds("fieldmanual.stand-by")
def resolve_stand_by(ctx: Ctx[State], order: StandBy) -> None:
    """A token for the weapon."""
    ctx.emit(StandByBegun(order.unit, order.weapon))


def offer_stand_by(state: State, unit: Unit) -> Iterator[Option]:
    """Every weapon that may."""
    for mount in unit.card.weapons:
        order = StandBy(unit.id, mount.id)
        if refuse_stand_by(state, order) is None:
            yield Pick(f"{mount.name}: stand by for coordinates", order, "fieldmanual.stand-by")


@heeds("fieldmanual.stand-by", "fieldmanual.forward-observation")
def resolve_forward_observation(ctx: Ctx[State], order: ForwardObserve) -> Script[None]:
    """Observe, and let those who stand by fire at once."""
    heard = yield from resolve_observation(ctx, order)
    yield from answer_observation(ctx, order.unit, order.target, heard)


class StandBySpent(Event, frozen=True, tag="stand-by-spent"):
    """A Stand-by token was spent to fire at an observed target."""

    unit: str
    weapon: str
    target: str

    @heeds("fieldmanual.stand-by")
    def change(self, state: State) -> None:
        mark(state, state.units[self.unit], f"{STAND_BY}:{self.weapon}", 0)


def stand_by_spent(state: State, event: StandBySpent, _seat: str | None) -> Line:
    """A weapon has waited long enough."""
    text = f"{state.units[event.unit].name} has its coordinates: {event.weapon} at {state.units[event.target].name}."
    return Line(text, (event.unit, event.target), "fieldmanual.stand-by")


@heeds("fieldmanual.stand-by", "fieldmanual.auto-comm")
def answer_observation(
    ctx: Ctx[State], observer: str, target: str, heard: tuple[str, ...] | None = None
) -> Script[None]:
    """Weapons that stand by may fire at who was just observed: as many as the observer's EW Skill.

    `heard`: those alone, where ECM blocked the observation.
    """
    seat = ctx.state.units[observer].seat
    for _ in range(ctx.state.units[observer].card.skills.ew):
        waiting = tuple(
            unit.id
            for unit in holders(ctx.state, seat)
            if (heard is None or unit.id in heard) and _can_fire(ctx.state, unit, target)
        )
        if not waiting or ctx.state.units[target].status != FIELDED:
            return
        prompt = f"The {ctx.state.units[target].name} is observed. Fire a weapon that stands by?"
        asked = Ask(seat, COORDINATES, "", (target, *waiting), "fieldmanual.stand-by", prompt, optional=True)
        answer = yield from ask(asked)
        if not isinstance(answer, Attack):
            return
        ctx.emit(StandBySpent(answer.unit, answer.weapon, target))
        yield from resolve_attack(ctx, answer, BY_COORDINATES)


def holders(state: State, seat: str) -> list[Unit]:
    """The models of a side with a weapon that stands by."""
    return [unit for unit in state.fielded(seat) if state.is_lead(unit) and is_able(unit) and waiting_weapons(unit)]


def waiting_weapons(unit: Unit) -> list[str]:
    """Its weapons that stand by."""
    return [token.partition(":")[2] for token in unit.tokens if token.partition(":")[0] == STAND_BY]


def _can_fire(state: State, unit: Unit, target: str) -> bool:
    return can_attack(state, unit, BY_COORDINATES, [target], waiting_weapons(unit))


@heeds("fieldmanual.stand-by")
def refuse_coordinates(state: State, asked: Ask, order: Attack) -> Refusal | None:
    """A weapon that stands by, at the target that was observed."""
    unit, (target, *waiting) = state.units.get(order.unit), asked.about
    if unit is None or unit.id not in waiting:
        return Refusal(
            "unit",
            "fieldmanual.stand-by",
            f"{order.unit or 'Nobody'} is no model of yours that stands by and can fire at it.",
        )
    if order.target != target:
        return Refusal(
            "target", "fieldmanual.stand-by", f"The fire goes at the {state.units[target].name}, who was observed."
        )
    if order.weapon not in waiting_weapons(unit):
        return Refusal("weapon", "fieldmanual.stand-by", f"The {order.weapon} of the {unit.name} does not stand by.")
    return refuse_attack(state, order, BY_COORDINATES)


def offer_coordinates(state: State, asked: Ask) -> Iterator[Option]:
    """Everything that stands by and reaches the target."""
    target, *waiting = asked.about
    for name in waiting:
        unit = state.units[name]
        for option in attacks_on(state, unit, BY_COORDINATES, [target], waiting_weapons(unit)):
            yield Target(f"{unit.name}: {option.label}", option.order, "fieldmanual.stand-by", target)
    yield decline("Wait", "fieldmanual.stand-by")


# --- Parting Shot: a Command Point lets a model that was just killed attack once more

OFFER, SHOT = "parting shot", "parting fire"


def targets(state: State, unit: Unit) -> list[str]:
    """The enemies on the table."""
    return [enemy.id for enemy in state.fielded(opponent(unit.seat))]


@heeds("fieldmanual.cp-parting-shot")
def as_it_was(state: State, unit: Unit) -> State:
    """The table as it was before the attack that killed a model, to look at: it stands there with its old damage."""
    before = unit.clone()
    before.status, before.boxes = FIELDED, unit.token(PARTING) - 1
    return state.with_unit(before)


@rule("fieldmanual.cp-parting-shot")
def resolve_parting_shots(ctx: Ctx[State]) -> Script[None] | None:
    """An aftermath: whoever was just killed may make one attack, if a Command Point reaches it.

    A Combined Model is killed with its last base.
    """
    fallen = [unit.id for unit in ctx.state.units.values() if unit.token(PARTING)]
    return _resolve_one(ctx, fallen[0]) if fallen else None


class PartingShotOver(Event, frozen=True, tag="parting-shot-over"):
    """A model that was killed makes no Parting Shot, or has made it."""

    unit: str
    status: str
    boxes: int

    @heeds("fieldmanual.cp-parting-shot")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.status, unit.boxes, unit.actions, unit.used = self.status, self.boxes, 0, True
        unit.tokens.pop(PARTING, None)


def _resolve_one(ctx: Ctx[State], name: str) -> Script[None]:
    unit = ctx.state.units[name]
    status, boxes = unit.status, unit.boxes
    if not ctx.state.bases(unit) and issuers(ctx.state, unit) and _has_shot(ctx.state, unit):
        prompt = f"The {unit.name} is lost. Issue it a Command Point for a Parting Shot?"
        order = yield from ask(Ask(unit.seat, OFFER, name, (), "fieldmanual.cp-parting-shot", prompt, optional=True))
        if isinstance(order, TakePartingShot):
            by = order.by or issuers(ctx.state, ctx.state.units[name])[0].id
            if (yield from resolve_issue(ctx, by, name, "Parting Shot", resolve_test)):
                yield from _fire(ctx, name)
    ctx.emit(PartingShotOver(name, status, boxes))


def _has_shot(state: State, unit: Unit) -> bool:
    before = as_it_was(state, unit)
    there, enemies = before.units[unit.id], targets(state, unit)
    return can_attack(before, there, BY_COMMAND, enemies) or next(_blows(before, there), None) is not None


def _blows(state: State, unit: Unit) -> Iterator[Strike]:
    """The blows it could strike."""
    for target in targets(state, unit):
        for mount in melee_mounts(unit):
            if refuse_blow(state, unit, mount.id, state.units[target]) is None:
                yield Strike(unit.id, mount.id, target)


class PartingShotBegun(Event, frozen=True, tag="parting-shot-begun"):
    """A model that was just killed gets a Parting Shot, as it was before the attack that killed it."""

    unit: str

    @heeds("fieldmanual.cp-parting-shot")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.status, unit.boxes = FIELDED, unit.token(PARTING) - 1


def parting(state: State, event: PartingShotBegun, _seat: str | None) -> Line:
    """A last shot."""
    return Line(f"{state.units[event.unit].name} makes a Parting Shot.", (event.unit,), "fieldmanual.cp-parting-shot")


@heeds("fieldmanual.cp-parting-shot")
def _fire(ctx: Ctx[State], name: str) -> Script[None]:
    """It stands there once more, as it was, and attacks without moving."""
    ctx.emit(PartingShotBegun(name))
    prompt = f"With what does the {ctx.state.units[name].name} attack?"
    order = yield from ask(
        Ask(ctx.state.units[name].seat, SHOT, name, (), "fieldmanual.cp-parting-shot", prompt, optional=True)
    )
    if isinstance(order, Attack):
        yield from resolve_attack(ctx, order, BY_COMMAND)
    elif isinstance(order, Strike):
        ctx.emit(BlowStruck(order.unit, order.weapon, order.target, paid=False))
        yield from resolve_blow(ctx, order.unit, order.weapon, order.target)


class TakePartingShot(Order, frozen=True, tag="take-parting-shot"):
    """Give a model that was just killed a Command Point for a Parting Shot."""

    unit: str
    by: str = ""


def refuse_parting_shot(state: State, asked: Ask, order: TakePartingShot) -> Refusal | None:
    """Somebody has to issue the point."""
    if order.unit != asked.unit:
        return Refusal(
            "unit", "fieldmanual.cp-parting-shot", f"It is the {state.units[asked.unit].name} that was lost."
        )
    return refuse_issue(state, state.units[asked.unit], order.by)


def offer_parting_shot(state: State, asked: Ask) -> Iterator[Option]:
    """A point of each who may issue one."""
    for by in issuers(state, state.units[asked.unit]):
        yield Pick(
            f"Parting Shot: Command Point of the {by.name}",
            TakePartingShot(asked.unit, by.id),
            "fieldmanual.cp-parting-shot",
        )
    yield decline("No Parting Shot", "fieldmanual.cp-parting-shot")


def refuse_parting_fire(state: State, asked: Ask, order: Attack | Strike) -> Refusal | None:
    """An attack of the model that was lost, from afar or in melee."""
    if order.unit != asked.unit:
        return Refusal(
            "unit",
            "fieldmanual.cp-parting-shot",
            f"It is the {state.units[asked.unit].name} that makes the Parting Shot.",
        )
    if isinstance(order, Strike):
        return refuse_blow(state, state.units[order.unit], order.weapon, state.units.get(order.target))
    return refuse_attack(state, order, BY_COMMAND)


def offer_parting_fire(state: State, asked: Ask) -> Iterator[Option]:
    """Every attack it could make."""
    unit = state.units[asked.unit]
    yield from attacks_on(state, unit, BY_COMMAND, targets(state, unit))
    for blow in _blows(state, unit):
        yield Target(
            f"Strike the {state.units[blow.target].name}: {blow.weapon}",
            blow,
            "fieldmanual.cp-parting-shot",
            blow.target,
            blow.weapon,
        )
    yield decline("No attack", "fieldmanual.cp-parting-shot")


# --- The contents of the chapter

REACTIONS: Chapter[State] = Chapter(
    "Reaction Fire, Stand By and Parting Shots",
    orders=(
        OrderRules(DeclareFire, DECLARE, refuse_declare),
        OrderRules(HoldFire, DECLARE, accept),
        OrderRules(Attack, (FIRE, ANSWER), refuse_fire),
        OrderRules(StandBy, "act", by_order(refuse_stand_by), resolve_stand_by),
        OrderRules(ForwardObserve, "act", by_order(refuse_observation), resolve_forward_observation),
        OrderRules(Attack, COORDINATES, refuse_coordinates),
        OrderRules(TakePartingShot, OFFER, refuse_parting_shot),
        OrderRules(Attack, SHOT, refuse_parting_fire),
        OrderRules(Strike, SHOT, refuse_parting_fire),
    ),
    events={
        FireDeclared: declared,
        FireOver: over,
        FireHeld: None,
        StandByBegun: standing_by,
        StandBySpent: stand_by_spent,
        PartingShotBegun: parting,
        PartingShotOver: None,
    },
)
