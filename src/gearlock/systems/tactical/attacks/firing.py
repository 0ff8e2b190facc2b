"""2.6.7 and 3.4: an attack from its Action to its damage; Snap Fire."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

import msgspec

from gearlock.kernel.asks import Ask, Facing, Option, Pick, Target, decline
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Line, Shot
from gearlock.mechanics.silhouette.rolls import Result
from gearlock.systems.tactical.attacks.exchange import (
    Met,
    attack_lines,
    blow_of,
    dm_of,
    jam,
    meet,
    offer_designating,
    pair_of,
    refuse_designating,
    resolve_designating,
    resolve_stray,
    rof_counted,
    strike,
)
from gearlock.systems.tactical.attacks.targets import (
    Pair,
    cost_of,
    offer_observing,
    refuse_attack,
    refuse_gun,
    refuse_observing,
    refuse_shot,
    resolve_observing,
    use_of,
    walks,
)
from gearlock.systems.tactical.attacks.weapons_in_use import (
    DIRECT,
    HELD,
    INDIRECT,
    Attack,
    AttackDeclared,
    AttackMet,
    BlastSpread,
    Caught,
    ChangeClip,
    ClipChanged,
    Concussed,
    Designate,
    Designated,
    DesignationBegun,
    FireHeld,
    FireObserved,
    HoldFire,
    LinkMissed,
    MovementEnded,
    Observe,
    ObservingBegun,
    Scattered,
    TinyHit,
    Use,
    caught_in,
    fires_indirectly,
    is_blast,
    linked_with,
    offer_clips,
    refuse_acting,
    refuse_clip,
    refuse_link,
    resolve_clip,
    rof_paid,
    rounds_for,
    structures_in,
    things_to_call,
    unit_at,
)
from gearlock.systems.tactical.command import (
    ABOUT_FACE,
    EXTRA_ACTION,
    RULES,
    SpendPoint,
    pool_of,
    refuse_use,
    resolve_spending,
)
from gearlock.systems.tactical.damage.amounts import concussion, hit_damage, is_incendiary
from gearlock.systems.tactical.damage.condition import MP, can_use, mp_left
from gearlock.systems.tactical.damage.resolving import resolve_damage
from gearlock.systems.tactical.damage.structures import resolve_structure_damage
from gearlock.systems.tactical.datacards import Mount
from gearlock.systems.tactical.dice_tests import FIRE_CONTROL, Test, throw_defect, throw_die, throw_test
from gearlock.systems.tactical.infantry import rof_of, rof_played, types_carried
from gearlock.systems.tactical.sensors.sensors import Sweep, offer_sweeps, refuse_sweep, resolve_sweep
from gearlock.systems.tactical.state import EVADING, NO_GROUP, SKIRMISH_SCALE, STANDS, Activation, State, Unit, opponent
from gearlock.systems.tactical.switches import CALLED_SHOTS, INDIRECT_FIRE, STRUCTURES, is_jammed
from gearlock.systems.tactical.weapons import AE, ENERGY, FRAGMENTATION, MELEE, MISSILE, ROCKET, THROWN, Weapon
from gearlock.table.measure import HALF_TURN, INCH, advance, bearing, inches, turn_between, turned

LOOKS = {ENERGY: "beam", ROCKET: "rocket", MISSILE: "rocket", MELEE: "blade", THROWN: "shell"}


def look_of(weapon: Weapon) -> str:
    """What firing a weapon looks like on the table."""
    if is_incendiary(weapon):
        return "flame"
    shells = weapon.has(AE) or (weapon.rof == 0 and weapon.kind not in LOOKS)
    return LOOKS.get(weapon.kind, "shell" if shells else "burst")


def shot_of(unit: Unit, weapon: str, target: str, hits: bool) -> Shot:
    """An attack to be seen; what is struck without a weapon is a blow."""
    mount = unit.mount(weapon)
    return Shot("blade" if mount is None else look_of(mount.weapon), unit.id, target, hits)


def declared(state: State, event: AttackDeclared, _seat: str | None) -> Line:
    """Who attacks whom with what, and how."""
    unit = state.units[event.unit]
    targets = [state.units[name] for name in (event.target, *event.others)]
    how = "snap fires" if event.snap else "fires"
    over = " walking over " if event.others else " at the "
    more = [f"ROF {event.rof}"] if event.rof else []
    more += ["indirectly"] if event.way == "indirect" else []
    more += ["fragmentation"] if event.fragments else []
    more += ["careful fire"] if event.careful else []
    more += [f"called at its {event.called}"] if event.called else []
    told = f" ({', '.join(more)})" if more else ""
    text = f"The {unit.name} {how} its {event.weapon}{over}{', '.join(target.name for target in targets)}{told}."
    rule = "tactical.2.6.2-snap-fire" if event.snap else "tactical.3.4.5-walking" if event.others else "tactical.2.6.7"
    return Line(text, (unit.id, *(target.id for target in targets)), rule)


def met(state: State, event: AttackMet, _seat: str | None) -> Line:
    """Attack against Defense."""
    unit, target = state.units[event.unit], state.units[event.target]
    result = f"a hit, Margin of Success {event.margin}" if event.hit else "a miss"
    text = f"{unit.name} {event.attack} against {target.name} {event.defense}: {result}."
    shots = (shot_of(unit, event.weapon, target.id, event.hit),)
    return Line(text, (unit.id, target.id), "tactical.2.6.7", (), shots)


def link_missed(state: State, event: LinkMissed, _seat: str | None) -> Line:
    """The others of a link."""
    name = state.units[event.unit].name
    return Line(
        f"{name}: {', '.join(event.weapons)} of the link miss as well.", (event.unit,), "tactical.7.2-weapon-link"
    )


def blast(state: State, event: BlastSpread, _seat: str | None) -> Line:
    """Whom a blast strikes."""
    names = ", ".join(state.units[name].name for name in event.struck) or "nobody"
    text = f"The {event.weapon} of {state.units[event.unit].name} goes off at {_place(event.x, event.y)}: {names}."
    return Line(text, (event.unit, *event.struck), "tactical.3.4.1")


def concussed(state: State, event: Concussed, _seat: str | None) -> Line:
    """Half the DM."""
    target = state.units[event.target]
    text = f"Concussion: {event.amount} damage to {target.name}."
    shots = (Shot("", "", target.id, True),)
    return Line(text, (event.target,), "tactical.3.4.1", (), shots)


def scattered(state: State, event: Scattered, _seat: str | None) -> Line:
    """Where a shot landed."""
    where = _place(event.x, event.y) if event.on_table else "off the table"
    text = f"The shot of {state.units[event.unit].name} scatters {event.length} in, [{event.face}]: {where}."
    return Line(text, (event.unit, event.target), "tactical.3.4.3-scatter")


def tiny(state: State, event: TinyHit, _seat: str | None) -> Line:
    """A precision shot."""
    text = f"The {event.thing} of {state.units[event.unit].name} is hit."
    return Line(text, (event.unit,), "tactical.3.4.2-precision", (), (Shot("", "", event.unit, True),))


def observing(state: State, event: ObservingBegun, _seat: str | None) -> Line:
    """An Action of an observer."""
    text = f"{state.units[event.unit].name} observes {state.units[event.target].name} for indirect fire."
    return Line(text, (event.unit, event.target), "tactical.3.4.3")


def observed(state: State, event: FireObserved, _seat: str | None) -> Line:
    """Its coordinates are known."""
    text = f"The place of {state.units[event.target].name} is passed on to all friends for this round."
    return Line(text, (event.unit, event.target), "tactical.3.4.3")


def designating(state: State, event: DesignationBegun, _seat: str | None) -> Line:
    """An Action of a designator."""
    text = f"{state.units[event.unit].name} aims its Target Designator at {state.units[event.target].name}."
    return Line(text, (event.unit, event.target), "tactical.7.2-target-designator")


def designated(state: State, event: Designated, _seat: str | None) -> Line:
    """It is marked."""
    text = f"{state.units[event.target].name} is marked for Guided weapons until the round is over."
    return Line(text, (event.unit, event.target), "tactical.7.2-target-designator")


def clip(state: State, event: ClipChanged, _seat: str | None) -> Line:
    """Full again."""
    text = f"{state.units[event.unit].name} puts a new clip into its {event.weapon}."
    return Line(text, (event.unit,), "tactical.2.3.6")


def _place(x: int, y: int) -> str:
    return f"{inches(x)}, {inches(y)} in"


# --- 3.4.1, 3.4.3: blasts over everybody near, and indirect shots that go astray

SCATTER = "tactical.3.4.3-scatter"

SIXTH = 600


@heeds("tactical.3.4.1", "tactical.3.8.3-area")
def resolve_blast(ctx: Ctx[State], pair: Pair, attack: Result, x: int, y: int, met: Mapping[str, Met]) -> Script[None]:
    """Everybody in it defends against the one roll; `met` are those who have. Who defends well is shaken all the same.

    At a point without its target the blast is of whoever is there. Structures in it do not defend.
    """
    at_target = pair.target if (x, y) == (pair.target.x, pair.target.y) else None
    struck = caught_in(ctx.state, pair.use.weapon, x, y, at_target)
    ctx.emit(BlastSpread(pair.attacker.id, pair.use.mount, x, y, tuple(caught.unit.id for caught in struck)))
    dm = dm_of(pair)
    for caught in struck:
        each = pair.against(caught.unit)
        if ctx.state.units[caught.unit.id].is_fielded:
            found = yield from _meet_blast(ctx, each, attack, caught, met)
            yield from _feel_blast(ctx, each, found, concussion(dm))
    yield from _shatter(ctx, pair, attack, dm, x, y)


@heeds("tactical.3.4.1", "tactical.3.2.5", "tactical.3.4.5")
def _shatter(ctx: Ctx[State], pair: Pair, attack: Result, dm: int, x: int, y: int) -> Script[None]:
    """Parts of structures in a blast take the whole attack: their Defense is 0. They are no units to be shaken."""
    if not ctx.state.switch(STRUCTURES) or attack.total <= 0:
        return
    amount = hit_damage(pair.state, pair.use.weapon, dm, attack.total, rof_counted(pair.state, pair.use))
    for part in structures_in(ctx.state, pair.use.weapon, x, y):
        yield from resolve_structure_damage(ctx, part, amount, pair.attacker.id)


def _meet_blast(
    ctx: Ctx[State], pair: Pair, attack: Result, caught: Caught, met: Mapping[str, Met]
) -> Script[Met | None]:
    if caught.unit.id in met:
        return met[caught.unit.id]
    return (yield from meet(ctx, pair, attack)) if caught.wholly else None


@heeds("tactical.3.4.1", "tactical.3.8.3-area", "tactical.7.2.2-area-effect")
def _feel_blast(ctx: Ctx[State], pair: Pair, met: Met | None, shaken: int) -> Script[None]:
    """A hit does its damage, half the DM at the least; whoever is not hit takes that much."""
    if met is not None and met.hit and blow_of(pair, met.margin).amount >= shaken:
        yield from strike(ctx, pair, met.margin)
        return
    target = pair.target
    ctx.emit(Concussed(pair.attacker.id, target.id, pair.use.mount, shaken))
    blow = blow_of(pair, 0)._replace(amount=shaken, margin=0, rule="tactical.3.4.1")
    yield from resolve_damage(ctx, target.id, blow)


@heeds("tactical.3.4.3-scatter")
def scatter_point(attacker: Unit, target: Unit, face: int, inches: int) -> tuple[int, int]:
    """Where a shot lands that misses by so much: 1 is straight on from the firer, each more a sixth clockwise."""
    onward = bearing(attacker.x, attacker.y, target.x, target.y)
    return advance(target.x, target.y, turned(onward, -SIXTH * (face - 1)), inches * INCH)


@rule("tactical.3.4.3-scatter")
def resolve_scatter(ctx: Ctx[State], pair: Pair, attack: Result, met: Met) -> Script[None]:
    """A missed indirect shot lands as many inches away as it missed by; who is there defends against the same roll.

    Nobody defends twice. Off the table it is lost.
    """
    unit, target, missed = pair.attacker, pair.target, max(0, -met.margin)
    x, y = target.x, target.y
    if missed:
        face = yield from throw_die(ctx, "scatter", unit.id, SCATTER)
        x, y = scatter_point(unit, target, face, missed)
        inside = 0 <= x <= ctx.state.ground.width and 0 <= y <= ctx.state.ground.height
        ctx.emit(Scattered(unit.id, target.id, pair.use.mount, face, missed, x, y, inside))
        if not inside:
            return
    known = {target.id: met}
    if is_blast(ctx.state, pair.use.weapon):
        yield from resolve_blast(ctx, pair, attack, x, y, known)
        return
    under = unit_at(ctx.state, x, y)
    if under is not None and under.id not in known:
        each = pair.against(under)
        found = yield from meet(ctx, each, attack)
        if found.hit:
            yield from strike(ctx, each, found.margin)


# --- 2.6.7, 3.4: an attack from its Action to its damage: shots, bursts, links, walking fire, volleys

VOLLEY = "volley"
"""The question with which the other weapons of a squad that attacks with one Action fire, or do not."""


def resolve_attack(ctx: Ctx[State], order: Attack, only: str = "") -> Script[None]:
    """The Action and the rounds are paid; the attack is rolled, defended, and does its damage. Then a squad's others.

    With `only` it is Snap Fire at the unit on the move.
    """
    yield from attack_with(ctx, order, bool(only))
    if ctx.state.units[order.unit].is_infantry:
        yield from resolve_volley(ctx, order, only)


@heeds("tactical.2.6.7", "tactical.7.2-weapon-link", "tactical.3.4.5-walking")
def attack_with(ctx: Ctx[State], order: Attack, snap: bool = False, cost: int | None = None) -> Script[None]:
    """One attack with one weapon, at one target or at each it is walked over; or one with each weapon of a link."""
    unit = ctx.state.units[order.unit]
    mount = unit.mount(order.weapon)
    assert mount is not None, "the attack was found possible"
    mounts = linked_with(unit, mount) if order.linked else (mount,)
    shots = [(name, use_of(ctx.state, unit, gun, ctx.state.units[name], order))
             for gun in mounts for name in (order.target, *order.others)]  # fmt: skip
    paid = cost_of(order) if cost is None else cost
    for gun in mounts:
        _declare(ctx, order, gun, snap, paid if gun is mount else 0)
    for number, (name, use) in enumerate(shots):
        firer = ctx.state.units[order.unit]
        if not ctx.state.units[name].is_fielded or not firer.is_fielded or is_jammed(firer, use.mount):
            continue
        hit = yield from resolve_shot(ctx, order.unit, name, use, order.observer)
        if order.linked and not hit and shots[number + 1 :]:
            ctx.emit(LinkMissed(order.unit, tuple(each.mount for _, each in shots[number + 1 :])))
            return


def _declare(ctx: Ctx[State], order: Attack, mount: Mount, snap: bool, cost: int) -> None:
    """The Action is paid with the first weapon of a link, and ammunition with each; a walk costs the whole ROF."""
    unit = ctx.state.units[order.unit]
    rof = rof_paid(ctx.state, unit, mount, min(order.rof, rof_of(unit, mount)))
    rounds = rounds_for(mount.weapon, rof, ctx.state.scale)
    told = (order.way, order.called, snap, order.others, order.fragments, order.careful)
    ctx.emit(AttackDeclared(unit.id, mount.id, order.target, rof, rounds, cost, *told))


@heeds("tactical.2.6.7", "tactical.ref-fumble-effects", "tactical.7.2-defective", "tactical.3.4.3")
@heeds("tactical.4.1.4-leftover-ammo", "tactical.4.1.4-phantom-echoes", "tactical.4.1.4-malfunctions")
def resolve_shot(ctx: Ctx[State], unit_id: str, target_id: str, use: Use, observer: str = "") -> Script[bool]:
    """Attack roll, Defense roll, damage; a blast over everybody near, an indirect miss elsewhere. Whether it hit."""
    pair = pair_of(ctx.state, unit_id, target_id, use, observer)
    faulty = yield from throw_defect(ctx, unit_id, FIRE_CONTROL)
    lines = (*attack_lines(pair), *faulty)
    attack = yield from throw_test(ctx, Test("attack", unit_id, lines, "tactical.2.6.7", 0, target_id, use.mount))
    jam(ctx, unit_id, use.mount, attack.fumbled)
    if (yield from resolve_stray(ctx, unit_id)):
        return False
    met = yield from meet(ctx, pair, attack)
    if use.way == INDIRECT and not met.hit:
        yield from resolve_scatter(ctx, pair, attack, met)
    elif is_blast(ctx.state, use.weapon):
        yield from resolve_blast(ctx, pair, attack, pair.target.x, pair.target.y, {target_id: met})
    elif met.hit:
        yield from strike(ctx, pair, met.margin)
    return met.hit


@heeds("tactical.3.6.4")
def resolve_volley(ctx: Ctx[State], first: Attack, only: str = "") -> Script[None]:
    """The other types of weapon of a squad fire with the same Action: each type once, at two targets at most."""
    shots = [f"{first.weapon}:{name}" for name in (first.target, *first.others)]
    while True:
        unit = ctx.state.units[first.unit]
        about = (only, *shots)
        prompt = f"{unit.name}: whom do its other weapons fire at, with the same Action?"
        question = Ask(unit.seat, VOLLEY, unit.id, about, "tactical.3.6.4", prompt, optional=True)
        if not unit.is_fielded or next(iter(offer_volley(ctx.state, question)), None) is None:
            return
        order = yield from ask(question)
        if not isinstance(order, Attack):
            return
        yield from attack_with(ctx, order, bool(only), 0)
        shots += [f"{order.weapon}:{name}" for name in (order.target, *order.others)]


@heeds("tactical.3.6.4")
def refuse_further(state: State, question: Ask, order: Attack) -> Refusal | None:
    """An attack of the same squad with another type of weapon."""
    if order.unit != question.unit or order.careful:
        return Refusal("unit", "tactical.3.6.4", f"The other weapons of {question.unit} fire now, as its first did.")
    return refuse_shot(state, order, question.about[0], question.about[1:])


def offer_volley(state: State, question: Ask) -> Iterator[Option]:
    """What the types that have not fired could do."""
    unit, only, shots = state.units[question.unit], question.about[0], question.about[1:]
    fired = {shot.partition(":")[0] for shot in shots}
    for name in types_carried(unit):
        mount = unit.mount(name)
        if mount is not None and name not in fired and can_use(unit, mount) is None:
            yield from shots_at(state, unit, mount, only, shots)


# --- 2.6.2: Snap Fire at a unit on the move, from whoever has not been activated yet

SNAP = "snap fire"


@heeds("tactical.2.6.2-snap-fire")
def may_snap(state: State, unit: Unit) -> bool:
    """Whether a unit may fire at the one on the move: not activated yet, with an Action, and 1 MP after its last shot.

    Or when the mover has ended its movement: between two stretches of it a Movement Point lies all the same.
    """
    return refuse_acting(unit, hanging=True) is None and _is_free(state, unit)


@heeds("tactical.2.6.2-snap-fire")
def has_ended_movement(state: State, now: Activation) -> bool:
    """Whether the unit on the move goes no further: it says so, was stopped, or has no Movement Points left."""
    if now.path:
        return False
    return STANDS in now.marks or now.halted or mp_left(state, state.units[now.unit], now) <= 0


@heeds("tactical.2.6.2-snap-fire")
def awaits_last_shots(state: State) -> bool:
    """Whether somebody fired at the unit on the move and could again as soon as that ends its movement."""
    now = state.activation
    if now is None or not now.snapped or has_ended_movement(state, now):
        return False
    ended = state.clone()
    assert ended.activation is not None, "it was just looked at"
    ended.activation.marks.append(STANDS)
    waiting = [unit for unit in _not_held(ended) if unit.id in now.snapped and not may_snap(state, unit)]
    return any(can_snap(ended, unit) for unit in waiting)


@heeds("tactical.2.6.2-snap-fire")
def _is_free(state: State, unit: Unit) -> bool:
    now = state.activation
    if now is None or unit.done or unit.group == NO_GROUP or unit.carrier:
        return False
    before = now.snapped.get(unit.id)
    return before is None or now.spent - before >= MP or has_ended_movement(state, now)


def _not_held(state: State) -> list[Unit]:
    """The enemies of the unit on the move that were not activated and do not hold their fire."""
    now = state.activation
    if now is None:
        return []
    held = {mark.removeprefix(HELD) for mark in now.marks if mark.startswith(HELD)}
    enemies = state.fielded(opponent(state.units[now.unit].seat))
    return [unit for unit in enemies if unit.id not in held and not unit.done and unit.group != NO_GROUP]


def ready_to_snap(state: State) -> list[Unit]:
    """Those of them that could do something about it now or later, by a Command Point if need be."""
    waiting = _not_held(state)
    able = [unit.id for unit in waiting if refuse_acting(unit, hanging=True) is None]
    return [unit for unit in waiting if unit.id in able or could_be_given_an_action(state, unit)]


def could_be_given_an_action(state: State, unit: Unit) -> bool:
    """Whether a Command Point would let a unit without an Action fire."""
    if unit.actions > 0 or unit.token(EVADING) or not pool_of(state, unit.seat):
        return False
    return refuse_use(state, unit, EXTRA_ACTION) is None


def watchers(state: State) -> list[Unit]:
    """Those of them that may fire at this point of the way."""
    return [unit for unit in _not_held(state) if may_snap(state, unit)]


def offer_deeds(state: State, unit: Unit) -> Iterator[Option]:
    """All a unit could do against the one on the move, where that is now: fire, observe it, mark it."""
    now = state.activation
    if now is not None and may_snap(state, unit):
        yield from offer_attacks(state, unit, now.unit)
        yield from offer_observing(state, unit, now.unit)
        yield from offer_designating(state, unit, now.unit)
        yield from offer_sweeps(state, unit, now.unit)


def can_snap(state: State, unit: Unit) -> bool:
    """Whether it has anything to fire at the unit on the move, where that is now."""
    return next(offer_deeds(state, unit), None) is not None


@heeds("tactical.2.6.4-extra-action", "tactical.2.6.4-about-face", "tactical.2.6.2-snap-fire")
def offer_help(state: State, unit: Unit) -> Iterator[Option]:
    """What a Command Point would do for a unit that could fire then: another Action, or an about-face to the mover."""
    now = state.activation
    if now is None or not pool_of(state, unit.seat) or not _is_free(state, unit) or unit.token(EVADING):
        return
    mover = state.units[now.unit]
    if unit.actions <= 0:
        armed = unit.clone()
        armed.actions = 1
        if refuse_use(state, unit, EXTRA_ACTION) is None and can_snap(state.with_unit(armed), armed):
            order = SpendPoint(unit.id, EXTRA_ACTION)
            yield Pick(f"Command Point: an Action for the {unit.name}", order, RULES[EXTRA_ACTION])
        return
    angle = turn_between(unit.facing, bearing(unit.x, unit.y, mover.x, mover.y))
    if not angle or unit.is_infantry or refuse_use(state, unit, ABOUT_FACE, angle) is not None:
        return
    turned_round = unit.clone()
    turned_round.facing = (unit.facing + angle) % 3600
    if not can_snap(state, unit) and can_snap(state.with_unit(turned_round), turned_round):
        label = f"Command Point: turn the {unit.name} round to the {mover.name}"
        yield Facing(label, SpendPoint(unit.id, ABOUT_FACE, angle or HALF_TURN), RULES[ABOUT_FACE], unit.id)


def is_concerned(state: State, unit: Unit) -> bool:
    """Whether there is anything to ask about a unit at this point of the way."""
    return can_snap(state, unit) or next(offer_help(state, unit), None) is not None


def resolve_snap_fire(ctx: Ctx[State]) -> Script[None]:
    """Ask those who could fire, until nobody of them will or can."""
    while True:
        now = ctx.state.activation
        if now is None or not ctx.state.units[now.unit].is_fielded:
            return
        able = [unit for unit in _not_held(ctx.state) if is_concerned(ctx.state, unit)]
        if not able:
            return
        mover = ctx.state.units[now.unit]
        prompt = f"The {mover.name} is on the move. Snap Fire?"
        question = Ask(
            able[0].seat, SNAP, about=(mover.id,), rule="tactical.2.6.2-snap-fire", prompt=prompt, optional=True
        )
        order = yield from ask(question)
        if isinstance(order, HoldFire):
            ctx.emit(FireHeld(tuple(unit.id for unit in _not_held(ctx.state)) if not order.unit else (order.unit,)))
        elif isinstance(order, Attack):
            yield from resolve_attack(ctx, order, mover.id)
        elif isinstance(order, Observe):
            yield from resolve_observing(ctx, order)
        elif isinstance(order, Designate):
            yield from resolve_designating(ctx, order)
        elif isinstance(order, Sweep):
            yield from resolve_sweep(ctx, order)
        elif isinstance(order, SpendPoint):
            yield from resolve_spending(ctx, order)
        else:
            return


def refuse_snap(state: State, question: Ask, order: Attack | Observe | Designate | Sweep) -> Refusal | None:
    """A deed against the unit on the move by somebody who may do it: an attack, observing, marking, a sweep for it."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != question.seat:
        return Refusal("unit", "tactical.2.6.2-snap-fire", f"{order.unit or 'Nobody'} is no unit of yours.")
    if not may_snap(state, unit):
        message = (
            f"The {unit.name} cannot fire now: Snap Fire is for units that were not activated this round, with an "
            "Action left, and the target spends 1 MP between two shots."
        )
        return Refusal("snap", "tactical.2.6.2-snap-fire", message)
    if isinstance(order, Attack):
        return refuse_attack(state, order, question.about[0])
    if isinstance(order, Sweep):
        if order.target != question.about[0]:
            return Refusal("target", "tactical.2.6.2-snap-fire", "This goes at the unit on the move and nobody else.")
        return refuse_sweep(state, order)
    if isinstance(order, Observe):
        return refuse_observing(state, order, question.about[0])
    return refuse_designating(state, order, question.about[0])


def refuse_hold(state: State, question: Ask, order: HoldFire) -> Refusal | None:
    """Everybody, or one of one's own, holds fire."""
    known = not order.unit or (order.unit in state.units and state.units[order.unit].seat == question.seat)
    return None if known else Refusal("unit", "tactical.2.6.2-snap-fire", f"{order.unit} is no unit of yours.")


def offer_snaps(state: State, question: Ask) -> Iterator[Option]:
    """Every shot at the mover; Command Points that would help; or to let it go on its way."""
    units = [unit for unit in _not_held(state) if unit.seat == question.seat]
    for unit in units:
        yield from offer_deeds(state, unit)
    for unit in units:
        yield from offer_help(state, unit)
    yield decline("Not yet", "tactical.2.6.2-snap-fire")
    yield Pick("Hold all fire for the rest of this move", HoldFire(), "tactical.2.6.2-snap-fire")


# --- What is offered

LONG_SHOTS = "tactical.3.8.3-careful"


def refuse_own(state: State, ask: Ask, order: Attack) -> Refusal | None:
    """An attack of the unit being activated."""
    if order.unit != ask.unit:
        return Refusal(
            "unit", "tactical.2.6.7", f"The question is about {ask.unit}, not about {order.unit or 'nobody'}."
        )
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
        yield _option(words + burst, plain, "tactical.2.6.7", rof=rof)
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


# --- The contents of the chapter

ATTACKS: Chapter[State] = Chapter(
    "2.6.7: Ranged Combat",
    orders=(
        OrderRules(Attack, "act", refuse_own, resolve_attack),
        OrderRules(Attack, SNAP, refuse_snap),
        OrderRules(Attack, VOLLEY, refuse_further),
        OrderRules(HoldFire, SNAP, refuse_hold),
        OrderRules(Observe, "act", by_order(refuse_observing), resolve_observing),
        OrderRules(Observe, SNAP, refuse_snap),
        OrderRules(Sweep, SNAP, refuse_snap),
        OrderRules(Designate, "act", by_order(refuse_designating), resolve_designating),
        OrderRules(Designate, SNAP, refuse_snap),
        OrderRules(ChangeClip, "act", by_order(refuse_clip), resolve_clip),
    ),
    events={
        AttackDeclared: declared,
        AttackMet: met,
        LinkMissed: link_missed,
        BlastSpread: blast,
        Concussed: concussed,
        Scattered: scattered,
        TinyHit: tiny,
        ObservingBegun: observing,
        FireObserved: observed,
        DesignationBegun: designating,
        Designated: designated,
        ClipChanged: clip,
        FireHeld: None,
        MovementEnded: None,
    },
)


def offer_other_fire(state: State, unit: Unit) -> Iterator[Option]:
    """What else a unit may do with an Action of its weapons: observe, mark, reload."""
    yield from offer_observing(state, unit)
    yield from offer_designating(state, unit)
    yield from offer_clips(state, unit)
