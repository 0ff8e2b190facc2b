"""Jamming, hacking, the data link, and recovery from both."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import ClassVar

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.dice import Roll
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.kernel.view import Line, Token
from gearlock.systems.hex100.actions import ActionsSpent, acting, payment, refuse_payment, spend
from gearlock.systems.hex100.damage.damage import SPECIAL
from gearlock.systems.hex100.detection.locks import finish_turn, look_again
from gearlock.systems.hex100.equipment import electronics_work, equipment_effect, is_whole
from gearlock.systems.hex100.forces.cards import Mount
from gearlock.systems.hex100.known_units import (
    deed,
    hexes,
    knows,
    line,
    name_for,
    no_contact,
    owns,
    rolled,
    sees,
    under,
)
from gearlock.systems.hex100.networks import (
    e_war,
    e_war_throw,
    is_networked,
    knows_state_of,
    network_defence,
    resistance,
    trace,
)
from gearlock.systems.hex100.state import State, Unit, other
from gearlock.systems.hex100.weapons import shut_down
from gearlock.table.hexes import distance


def electronic_warfare_tokens(state: State, seat: str, unit: Unit) -> Iterator[Token]:
    """What lies beside a unit: what was done to it if the seat knows, what its crew did if it is the seat's own."""
    if knows_state_of(state, seat, unit):
        if unit.jammed:
            yield Token("jammed", rule="hex100.jamming")
        if unit.hacked:
            yield Token("hacked", rule="hex100.hacking")
        if unit.shocked:
            yield Token("EMP shock", rule="hex100.emp-shock")
    if unit.seat == seat:
        if unit.unlinked:
            yield Token("data link off", rule="hex100.data-link-off")
        if unit.fortified:
            yield Token("e-fortification", rule="hex100.mass-e-fortification")


_DEFENCES = {
    "attack": ("holds", "hex100.hacking"),
    "resistance": ("resists and holds", "hex100.electronic-resistance"),
    "network": ("is defended by its network and holds", "hex100.attr-network-defence"),
}


# --- ECM and jamming

ECM_RANGE = 8


@rule("hex100.attr-ecm")
@heeds("hex100.once-per-turn")
def ready_ecm(state: State, unit: Unit, effect: str = "ecm") -> Mount | Refusal:
    """The ECM equipment that a unit uses next, a Nimbus last of all, because it can do more; or why there is none.

    Each piece is good for one action a turn. `effect` is ``nimbus`` for what only that system does.
    """
    found = [m for m in state.machine(unit.id).mounts if m.item is not None and effect in m.item.effects]
    found.sort(key=lambda mount: mount.item is not None and "nimbus" in mount.item.effects)
    refusal = Refusal("no-ecm", "hex100.attr-ecm", f"The {state.machine(unit.id).name} carries no equipment for that.")
    for mount in found:
        assert mount.item is not None, "only items have effects"
        name = mount.item.name
        if not is_whole(state, unit, mount):
            refusal = Refusal("out-of-order", "hex100.stat-critical", f"The {name} is wrecked.")
        elif not electronics_work(unit, mount):
            refusal = shut_down(unit, name)
        elif mount.id in unit.used:
            refusal = Refusal("used", "hex100.once-per-turn", f"The {name} has been used this round.")
        else:
            return mount
    return refusal


def refuse_ecm(state: State, unit: Unit, effect: str = "ecm") -> Refusal | None:
    """Why a unit cannot use its ECM equipment now, whatever for."""
    mount = ready_ecm(state, unit, effect)
    return mount if isinstance(mount, Refusal) else refuse_payment(unit, "utility")


@heeds("hex100.jamming", "hex100.hacking")
def refuse_distance(unit: Unit, target: Unit, rule_id: str) -> Refusal | None:
    """Why ECM does not reach an enemy: eight hexes, line of sight or not."""
    away = distance(unit.hex, target.hex)
    if away <= ECM_RANGE:
        return None
    message = f"ECM reaches {hexes(ECM_RANGE)}; the contact is {away} away."
    return Refusal("out-of-range", rule_id, message, {"distance": away, "range": ECM_RANGE})


class Jam(Order, frozen=True, tag="jam"):
    """Jam an enemy within eight hexes."""

    unit: str
    target: str = ""


@heeds("hex100.jamming")
def refuse_jam(state: State, unit: Unit, order: Jam) -> Refusal | None:
    """Why a unit cannot jam an enemy. One that is known to be jammed already stays so until the side's next phase."""
    refusal = refuse_ecm(state, unit)
    if refusal is not None:
        return refusal
    target = state.enemy_called(unit.seat, order.target)
    if target is None:
        return no_contact(order.target)
    if target.jammed and knows_state_of(state, unit.seat, target):
        return Refusal("jammed", "hex100.jamming", "That contact is jammed already, until your next phase.")
    return refuse_distance(unit, target, "hex100.jamming")


def use_ecm(ctx: Ctx[State], unit_id: str, effect: str = "ecm") -> None:
    """Pay for an action with the ECM equipment that is ready; it is used for this turn."""
    mount = ready_ecm(ctx.state, ctx.state.units[unit_id], effect)
    assert isinstance(mount, Mount), "an order is carried out only after it was found legal"
    spend(ctx, unit_id, "utility", weapons=(mount.id,))


@rule("hex100.jamming")
def resolve_jam(ctx: Ctx[State], order: Jam) -> Script[None]:
    """Jam one enemy, without a roll unless it resists."""
    target = ctx.state.enemy_called(ctx.state.units[order.unit].seat, order.target)
    assert target is not None, "a legal jam has a target"
    use_ecm(ctx, order.unit)
    yield from jam(ctx, order.unit, target.id)
    look_again(ctx)


class Jammed(Event, frozen=True, tag="jammed"):
    """A unit is jammed; that it did not resist is news to the side that jams it."""

    reveals: ClassVar[bool] = True
    unit: str
    by: str

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.jammed = True
        trace(state, unit)


def jammed(state: State, event: Jammed, seat: str | None) -> Line | None:
    if not knows(state, seat, event.unit):
        return None
    text = f"{name_for(state, seat, event.unit)} is jammed by {name_for(state, seat, event.by)}."
    return line(state, seat, text, "hex100.jamming", event.unit, event.by)


class JamResisted(Event, frozen=True, tag="jam-resisted"):
    """A target rolled under its e-war rating and is not jammed."""

    unit: str
    by: str
    number: int
    face: int


def jam_resisted(state: State, event: JamResisted, seat: str | None) -> Line | None:
    """The dice are for the side that rolled; the other learns that the jam failed."""
    if not knows(state, seat, event.unit):
        return None
    text = f"{name_for(state, seat, event.unit)} shakes a jam off"
    if owns(state, seat, event.unit):
        text += f": {rolled((event.face,), event.number)}"
    rolls = e_war_throw(state, event.unit, event.face, event.number, rule := "hex100.electronic-resistance", seat)
    return line(state, seat, f"{text}.", rule, event.unit, rolls=rolls)


@heeds("hex100.jamming", "hex100.electronic-resistance", "hex100.attr-electronic-defence")
def jam(ctx: Ctx[State], by: str, target_id: str) -> Script[None]:
    """One enemy is jammed unless it resists and rolls under its e-war rating."""
    target = ctx.state.units[target_id]
    number = resistance(ctx.state, target)
    if number:
        roll = Roll("resist a jam", 1, 100, 0, target.seat, target_id, "hex100.electronic-resistance", (number,))
        (face,) = yield from throw(roll)
        if face < number:
            ctx.emit(JamResisted(target_id, by, number, face))
            return
    ctx.emit(Jammed(target_id, by))


class MassJam(Order, frozen=True, tag="mass-jam"):
    """Jam every enemy within eight hexes, whether anybody knows of it or not."""

    unit: str


def refuse_mass_jam(state: State, unit: Unit, order: MassJam) -> Refusal | None:  # noqa: ARG001 - one of the orders
    """Why a unit cannot jam all around it."""
    return refuse_ecm(state, unit, "nimbus")


@rule("hex100.mass-jamming")
def resolve_mass_jam(ctx: Ctx[State], order: MassJam) -> Script[None]:
    """Every enemy within eight hexes is jammed, those that nobody has found as well; each may resist for itself."""
    unit = ctx.state.units[order.unit]
    centre, seat = unit.hex, unit.seat
    use_ecm(ctx, order.unit, "nimbus")
    near = (each for each in ctx.state.standing(other(seat)) if distance(each.hex, centre) <= ECM_RANGE)
    for enemy_id in [each.id for each in sorted(near, key=lambda each: each.hex)]:
        if not ctx.state.units[enemy_id].jammed:
            yield from jam(ctx, order.unit, enemy_id)
    look_again(ctx)


class MassFortify(Order, frozen=True, tag="mass-fortify"):
    """Give the own side's units within eight hexes electronic defence and a better e-war rating."""

    unit: str


def refuse_mass_fortify(state: State, unit: Unit, order: MassFortify) -> Refusal | None:  # noqa: ARG001 - an order
    """Why a unit cannot fortify its side."""
    return refuse_ecm(state, unit, "nimbus")


class Fortified(Event, frozen=True, tag="fortified"):
    """A unit has electronic defence and a better e-war rating until its next phase."""

    unit: str
    by: str

    def change(self, state: State) -> None:
        state.units[self.unit].fortified = True


def fortified(state: State, event: Fortified, seat: str | None) -> Line | None:
    return deed(owns, state, seat, event.unit, "is fortified against electronic attacks", "hex100.mass-e-fortification")


@rule("hex100.mass-e-fortification")
def resolve_mass_fortify(ctx: Ctx[State], order: MassFortify) -> Script[None]:
    """All of the own side within eight hexes, the carrier among them, are fortified until their next phase."""
    unit = ctx.state.units[order.unit]
    near = [each.id for each in ctx.state.standing(unit.seat) if distance(each.hex, unit.hex) <= ECM_RANGE]
    use_ecm(ctx, order.unit, "nimbus")
    for ally in near:
        ctx.emit(Fortified(ally, order.unit))
    yield from ()


# --- Hacking

Turn = Callable[[Ctx[State], str, str], Script[None]]
"""What becomes of drones after a hack: by whom, and the victim, which is one of them or commands them."""


def is_known_hacked(state: State, seat: str, unit: Unit) -> bool:
    """Whether a seat knows that an enemy is hacked."""
    return unit.hacked and knows_state_of(state, seat, unit)


class Hack(Order, frozen=True, tag="hack"):
    """Hack an enemy within eight hexes or, `through` one that is hacked already, another unit of its network."""

    unit: str
    target: str = ""
    through: str = ""


@heeds("hex100.hacking", "hex100.network-proliferation")
def refuse_hack(state: State, unit: Unit, order: Hack) -> Refusal | None:
    """Why a unit cannot hack an enemy, or go on to it through another."""
    refusal = refuse_ecm(state, unit)
    if refusal is not None:
        return refusal
    if unit.jammed:
        return Refusal("jammed", "hex100.jamming", "A jammed unit cannot hack.")
    target = state.enemy_called(unit.seat, order.target)
    if target is None:
        return no_contact(order.target)
    if is_known_hacked(state, unit.seat, target):
        return Refusal("hacked", "hex100.hacking", "That contact is hacked already; go on through its network.")
    if not order.through:
        return refuse_distance(unit, target, "hex100.hacking")
    through = state.enemy_called(unit.seat, order.through)
    if through is None:
        return no_contact(order.through)
    return _refuse_way(state, unit, through, target)


@rule("hex100.network-proliferation")
def _refuse_way(state: State, unit: Unit, through: Unit, target: Unit) -> Refusal | None:
    """Why there is no way from one enemy to another: the first must be hacked, and both in the network."""
    if not is_known_hacked(state, unit.seat, through):
        message = "The way into a network leads through a unit that is hacked already."
        return Refusal("not-hacked", "hex100.network-proliferation", message)
    if not (is_networked(state, through) and is_networked(state, target)):
        message = "The two are not in one network: a data link is missing, jammed or turned off."
        return Refusal("no-network", "hex100.network-proliferation", message)
    return refuse_distance(unit, through, "hex100.network-proliferation")


@rule("hex100.hacking")
@heeds("hex100.network-proliferation")
def resolve_hack(ctx: Ctx[State], order: Hack, turn: Turn) -> Script[None]:
    """Try to get into one enemy; a Nimbus tries the next one at once."""
    seat = ctx.state.units[order.unit].seat
    target, through = (ctx.state.enemy_called(seat, name) for name in (order.target, order.through))
    assert target is not None, "a legal hack has a target"
    victim, way = target.id, through.id if through is not None else ""
    use_ecm(ctx, order.unit)
    done = yield from hack(ctx, order.unit, victim, turn, way)
    if done:
        yield from invade(ctx, order.unit, victim, turn)
    look_again(ctx)


class Hacked(Event, frozen=True, tag="hacked"):
    """A unit is hacked; `through` is the hacked unit whose network the intruder came by, if any."""

    reveals: ClassVar[bool] = True
    unit: str
    by: str
    through: str = ""

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.hacked = True
        trace(state, unit)


def hacked(state: State, event: Hacked, seat: str | None) -> Line | None:
    if not knows(state, seat, event.unit):
        return None
    text = f"{name_for(state, seat, event.unit)} is hacked by {name_for(state, seat, event.by)}"
    if event.through:
        text += f" through the network of {name_for(state, seat, event.through)}"
    rule = "hex100.network-proliferation" if event.through else "hex100.hacking"
    return line(state, seat, f"{text}.", rule, event.unit, event.by)


class HackRolled(Event, frozen=True, tag="hack-rolled"):
    """One die of a hack: the ``attack`` itself, the target's ``resistance``, or its ``network`` defence.

    A face under the number keeps the intruder out.
    """

    unit: str
    by: str
    against: str
    number: int
    face: int


def hack_rolled(state: State, event: HackRolled, seat: str | None) -> Line | None:
    """Told where it ends the attempt, or to the side that rolled; the other side learns who held, not its rating."""
    if not knows(state, seat, event.unit):
        return None
    held = event.face < event.number
    words, rule = _DEFENCES[event.against]
    name = name_for(state, seat, event.unit)
    if owns(state, seat, event.unit):
        text = f"{name} {words if held else 'is being hacked'}: {rolled((event.face,), event.number)}."
        rolls = e_war_throw(state, event.unit, event.face, event.number, rule, seat)
        if event.against == "network":
            rolls = (under("network defence", (event.face,), event.number, rule),)
        return line(state, seat, text, rule, event.unit, rolls=rolls)
    how = f"rolled {event.face}, {name}" if event.against == "attack" else name
    return line(state, seat, f"The hack fails: {how} {words}.", rule, event.unit) if held else None


@heeds(
    "hex100.hacking", "hex100.electronic-resistance", "hex100.attr-electronic-defence", "hex100.attr-network-defence"
)
def hack(ctx: Ctx[State], by: str, victim: str, turn: Turn, through: str = "") -> Script[bool]:
    """Up to three dice keep a hacker out; gives whether none of them did.

    The hacker must not roll under the target's e-war rating, a target that resists rolls under it itself, and the best
    network defence has the last word. Drones that are hacked, or whose controller is, act at once.
    """
    unit, seat = ctx.state.units[victim], ctx.state.units[by].seat
    hurdles = (
        ("attack", e_war(ctx.state, unit), seat, by, "hex100.hacking"),
        ("resistance", resistance(ctx.state, unit), unit.seat, victim, "hex100.electronic-resistance"),
        ("network", network_defence(ctx.state, unit), unit.seat, victim, "hex100.attr-network-defence"),
    )
    for against, number, roller, roller_id, rule_id in hurdles:
        if not number:
            continue
        ill = against == "attack"
        (face,) = yield from throw(Roll(f"hack, {against}", 1, 100, 0, roller, roller_id, rule_id, (number,), ill))
        ctx.emit(HackRolled(victim, by, against, number, face))
        if face < number:
            return False
    ctx.emit(Hacked(victim, by, through))
    yield from turn(ctx, by, victim)
    return True


@rule("hex100.invasive-cyber-attack")
def invade(ctx: Ctx[State], by: str, victim: str, turn: Turn) -> Script[None]:
    """After a hack a working Nimbus goes for the enemy nearest to the victim in its network, and no farther."""
    if not equipment_effect(ctx.state, ctx.state.units[by], "nimbus"):
        return
    onward = next_in_network(ctx.state, ctx.state.units[victim])
    if onward is not None:
        yield from hack(ctx, by, onward.id, turn, victim)


@heeds("hex100.invasive-cyber-attack")
def next_in_network(state: State, victim: Unit) -> Unit | None:
    """The nearest unit in a hacked unit's network that is not hacked itself; of two as near that of the first hex."""
    if not is_networked(state, victim):
        return None
    others = [each for each in state.standing(victim.seat) if not each.hacked and is_networked(state, each)]
    return min(others, key=lambda each: (distance(each.hex, victim.hex), each.hex), default=None)


# --- The data link


class SwitchLink(Order, frozen=True, tag="switch-link"):
    """Turn the data link on or off."""

    unit: str
    on: bool = False


@rule("hex100.data-link-off")
def refuse_switch(state: State, unit: Unit, order: SwitchLink) -> Refusal | None:
    """Why a data link cannot be switched: there is none, or it is as wished. Jammed or hacked it still can be."""
    if "data_link" not in state.scene.loadouts[unit.id].effects:
        name = state.machine(unit.id).name
        return Refusal("no-data-link", "hex100.data-link-off", f"The {name} has no data link.")
    if order.on != unit.unlinked:
        return Refusal("no-change", "hex100.data-link-off", f"The data link is {'on' if order.on else 'off'} already.")
    return refuse_payment(unit, "utility")


class LinkSwitched(Event, frozen=True, tag="link-switched"):
    """A data link was turned on or off."""

    plain: ClassVar[bool] = True
    unit: str
    on: bool

    def change(self, state: State) -> None:
        state.units[self.unit].unlinked = not self.on


def link_switched(state: State, event: LinkSwitched, seat: str | None) -> Line | None:
    does = f"turns its data link {'on' if event.on else 'off'}"
    return deed(owns, state, seat, event.unit, does, "hex100.data-link-off")


@heeds("hex100.data-link-off")
def resolve_switch(ctx: Ctx[State], order: SwitchLink) -> Script[None]:
    """A utility action takes a unit out of its side's network, or brings it back."""
    spend(ctx, order.unit, "utility")
    ctx.emit(LinkSwitched(order.unit, order.on))
    yield from ()


# --- Recovery


class Recover(Order, frozen=True, tag="recover"):
    """Spend any action to be rid of EMP shock and intruders; it ends the unit's turn."""

    unit: str


@heeds("hex100.recovery")
def refuse_recovery(state: State, unit: Unit, order: Recover) -> Refusal | None:  # noqa: ARG001 - one of the orders
    """Why a unit cannot recover: nothing ails it, or it has no action of any kind left."""
    if not (unit.shocked or unit.hacked):
        message = "The unit is neither hacked nor in EMP shock; jamming passes by itself."
        return Refusal("nothing-to-recover", "hex100.recovery", message)
    if not any(unit.pool.values()):
        return Refusal("no-action-left", "hex100.recovery", "Recovery needs an action of any kind; none is left.")
    return None


class Recovered(Event, frozen=True, tag="recovered"):
    """A unit is rid of EMP shock and of intruders; `noticed` if those who did it to it have held it as a contact."""

    unit: str
    noticed: bool = False

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.shocked = unit.hacked = False
        unit.traced = unit.traced and unit.jammed


def recovered(state: State, event: Recovered, seat: str | None) -> Line | None:
    """Told to those who knew what it recovers from."""
    if not sees(state, seat, event.unit) and not (event.noticed and knows(state, seat, event.unit)):
        return None
    text = f"{name_for(state, seat, event.unit)} recovers."
    return line(state, seat, text, "hex100.recovery", event.unit)


@rule("hex100.recovery")
@heeds("hex100.hacking-recovery")
def resolve_recovery(ctx: Ctx[State], order: Recover) -> Script[None]:
    """Any action, the special one first, ends EMP shock and hacking, and with it the unit's turn."""
    unit = ctx.state.units[order.unit]
    left = [action for action, count in sorted(unit.pool.items(), key=lambda each: each[0] not in SPECIAL) if count]
    ctx.emit(ActionsSpent(order.unit, (left[0],)))
    ctx.emit(Recovered(order.unit, unit.traced))
    look_again(ctx)
    finish_turn(ctx, order.unit)
    yield from ()


@rule("hex100.hacking-recovery")
def free_drones(ctx: Ctx[State], seat: str) -> None:
    """When a side's phase begins, the drones it hacked a turn ago know friend from foe again; their mode stays."""
    for unit in [ctx.state.units[drone] for drone in sorted(ctx.state.scene.drones)]:
        if unit.hacked and unit.seat != seat and not unit.destroyed:
            ctx.emit(Recovered(unit.id, unit.traced))


# --- What is offered


def offer_electronic_warfare(state: State, unit: Unit) -> Iterator[Option]:
    """What the acting unit may do here."""
    recover = Recover(unit.id)
    if refuse_recovery(state, unit, recover) is None:
        yield Pick("Recover, and end this unit's turn", recover, "hex100.recovery")
    if payment(unit, "utility") is None:
        return
    if refuse_ecm(state, unit) is None:
        yield from _jams(state, unit)
        yield from _hacks(state, unit)
    if refuse_ecm(state, unit, "nimbus") is None:
        yield Pick("Mass jamming: jam all enemies within 8 hexes", MassJam(unit.id), "hex100.mass-jamming")
        label = "Mass e-fortification: +10 e-war and electronic defence for allies within 8 hexes"
        yield Pick(label, MassFortify(unit.id), "hex100.mass-e-fortification")
    switch = SwitchLink(unit.id, unit.unlinked)
    if refuse_switch(state, unit, switch) is None:
        yield Pick(f"Turn the data link {'on' if switch.on else 'off'}", switch, "hex100.data-link-off")


def _jams(state: State, unit: Unit) -> Iterator[Option]:
    for enemy in state.found(unit.seat):
        jam = Jam(unit.id, state.contacts[unit.seat][enemy.id])
        if refuse_jam(state, unit, jam) is None:
            yield Pick(f"Jam {name_for(state, unit.seat, enemy.id)}", jam, "hex100.jamming")


def _hacks(state: State, unit: Unit) -> Iterator[Option]:
    """Enemies within reach, and the others in the network of those that are hacked already."""
    names = state.contacts[unit.seat]
    enemies = state.found(unit.seat)
    for enemy in enemies:
        name = name_for(state, unit.seat, enemy.id)
        hack = Hack(unit.id, names[enemy.id])
        if refuse_hack(state, unit, hack) is None:
            yield Pick(f"Hack {name}", hack, "hex100.hacking")
        for way in enemies:
            if not is_known_hacked(state, unit.seat, way):
                continue
            onward = Hack(unit.id, names[enemy.id], names[way.id])
            if refuse_hack(state, unit, onward) is None:
                label = f"Hack {name} through the network of {name_for(state, unit.seat, way.id)}"
                yield Pick(label, onward, "hex100.network-proliferation")


# --- The contents of the chapter


def electronic_warfare(turn: Turn) -> Chapter[State]:
    """The chapter, with what becomes of drones when they or their controller are hacked."""
    return Chapter(
        "Jamming, hacking, networks and recovery",
        orders=(
            OrderRules(Jam, "act", acting(refuse_jam), resolve_jam),
            OrderRules(Hack, "act", acting(refuse_hack), partial(resolve_hack, turn=turn)),
            OrderRules(MassJam, "act", acting(refuse_mass_jam), resolve_mass_jam),
            OrderRules(MassFortify, "act", acting(refuse_mass_fortify), resolve_mass_fortify),
            OrderRules(SwitchLink, "act", acting(refuse_switch), resolve_switch),
            OrderRules(Recover, "act", acting(refuse_recovery), resolve_recovery),
        ),
        events={
            Jammed: jammed,
            JamResisted: jam_resisted,
            Hacked: hacked,
            HackRolled: hack_rolled,
            Recovered: recovered,
            LinkSwitched: link_switched,
            Fortified: fortified,
        },
    )
