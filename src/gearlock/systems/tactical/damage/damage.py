"""2.6.10 and 3.2: damage done: armor lost, vehicles lost, falls, knockdowns."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.damage.amounts import NONE, Blow, cause_of
from gearlock.systems.tactical.damage.condition import USED_UP, is_driverless, piloting_lines
from gearlock.systems.tactical.datacards import WALKER, Card
from gearlock.systems.tactical.dice_tests import Test, throw_test
from gearlock.systems.tactical.infantry import mourn
from gearlock.systems.tactical.infantry_cards import standing as troopers_standing
from gearlock.systems.tactical.state import (
    ABOARD,
    DESTROYED,
    FALLEN,
    FIELDED,
    HEAVY,
    IN_PLAY,
    LIGHT,
    ON_TABLE,
    STUNNED,
    TOWED,
    TOWING,
    Burn,
    State,
    Unit,
)
from gearlock.systems.tactical.switches import FALLING
from gearlock.table.bodies import Body
from gearlock.table.inches import footprints_overlap
from gearlock.table.measure import FULL_TURN, advance


class HarmSystem(Order, frozen=True, tag="harm-system"):
    """Let damage strike this one of several systems it could."""

    unit: str
    system: str


class ShieldWeapons(Order, frozen=True, tag="shield-weapons"):
    """Let the shields of the weapons take a hit on them, and be lost."""

    unit: str


class DamageCompared(Event, frozen=True, tag="damage-compared"):
    """Damage points against the armor in their way, and the level that comes of it."""

    unit: str
    by: str
    cause: str
    amount: int
    armor: int
    level: str
    rule: str = "tactical.2.6.10"


class CoverAbsorbed(Event, frozen=True, tag="cover-absorbed"):
    """The die of a hit on a vehicle that is hull-down: what the cover takes of it, 0 where it is exposed."""

    unit: str
    face: int
    terrain: str
    absorbed: int
    left: int


class CountersSet(Event, frozen=True, tag="counters-set"):
    """The damage counters of the Quick Start after a hit."""

    unit: str
    light: int
    heavy: int

    def change(self, state: State) -> None:
        _count(state.units[self.unit], LIGHT, self.light)
        _count(state.units[self.unit], HEAVY, self.heavy)


def _count(unit: Unit, token: str, number: int) -> None:
    if number:
        unit.tokens[token] = number
    else:
        unit.tokens.pop(token, None)


class ArmorLost(Event, frozen=True, tag="armor-lost"):
    """Points of Base Armor gone for good."""

    unit: str
    points: int
    left: int

    def change(self, state: State) -> None:
        state.units[self.unit].armor_lost += self.points


class SystemHarmed(Event, frozen=True, tag="system-harmed"):
    """An effect of detailed damage, by its name in `Unit.harm`, with the points it adds; told in words of its own."""

    unit: str
    effect: str
    points: int
    words: str
    rule: str = "tactical.3.5.1"

    def change(self, state: State) -> None:
        harm = state.units[self.unit].harm
        harm[self.effect] = harm.get(self.effect, 0) + self.points


class SystemSpared(Event, frozen=True, tag="system-spared"):
    """A hit that found nothing left to harm."""

    unit: str
    words: str
    rule: str = "tactical.3.5.1"


class PerkUsedUp(Event, frozen=True, tag="perk-used-up"):
    """A perk took a hit in the place of a system, and is lost until it is repaired."""

    unit: str
    perk: str
    rule: str

    def change(self, state: State) -> None:
        state.units[self.unit].harm[USED_UP + self.perk] = 1


class CrewStunned(Event, frozen=True, tag="crew-stunned"):
    """A crew lost an Action: one it still had, or it owes one."""

    unit: str
    owed: bool

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        if self.owed:
            unit.tokens[STUNNED] = unit.token(STUNNED) + 1
        else:
            unit.actions -= 1


class CrewFell(Event, frozen=True, tag="crew-fell"):
    """So many of a crew are out of the fight."""

    unit: str
    casualties: int
    left: int

    def change(self, state: State) -> None:
        """Who has nobody left does nothing more."""
        unit = state.units[self.unit]
        unit.crew_lost += self.casualties
        if not self.left:
            unit.actions = 0


class UnitLost(Event, frozen=True, tag="unit-lost"):
    """A unit is out of the battle, and whether its crew got out."""

    unit: str
    by: str
    cause: str
    crew_safe: bool = False
    crew_killed: bool = False
    rule: str = "tactical.2.6.10-overkill"

    def change(self, state: State) -> None:
        """Off the table; its way ends, and a crew that is dead is counted as lost."""
        unit = state.units[self.unit]
        unit.status, unit.slayer, unit.actions, unit.carrier, unit.burns = DESTROYED, self.by, 0, "", []
        unit.troopers = [0] * len(unit.troopers)
        if self.crew_killed:
            unit.crew_lost = unit.card.crew
        for other in state.units.values():
            other.tokens.pop(f"{TOWING}:{self.unit}", None)
            other.tokens.pop(f"{TOWED}:{self.unit}", None)
        _halt(state, self.unit)


def _halt(state: State, unit_id: str) -> None:
    now = state.activation
    if now is not None and now.unit == unit_id:
        now.path, now.halted = (), True


class KnockedDown(Event, frozen=True, tag="knocked-down"):
    """A walker fell by the force of a hit: it must stand up before it moves on."""

    unit: str

    def change(self, state: State) -> None:
        """It lies there, and the way it was on is broken off."""
        state.units[self.unit].tokens[FALLEN] = 1
        now = state.activation
        if now is not None and now.unit == self.unit:
            now.path = ()


class SetAlight(Event, frozen=True, tag="set-alight"):
    """Something burns slowly on a unit: so much more in each of so many rounds."""

    unit: str
    amount: int
    left: int
    by: str
    arc: str

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.burns.append(Burn(self.amount, self.left, state.round, self.by, self.arc, unit.x, unit.y))


class PassengersOut(Event, frozen=True, tag="passengers-out"):
    """A squad got out of a vehicle that fell to pieces around it."""

    unit: str
    carrier: str
    x: int
    y: int

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.status, unit.carrier = FIELDED, ""
        unit.x, unit.y, unit.z = self.x, self.y, state.units[self.carrier].z


class DebtPaid(Event, frozen=True, tag="debt-paid"):
    """A stunned crew paid Actions it owed."""

    unit: str
    actions: int = 1

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        _count(unit, STUNNED, max(0, unit.token(STUNNED) - self.actions))


# --- How a vehicle is lost, and what becomes of those who ride in it

STEPS = 12


def riders(state: State, carrier_id: str) -> list[Unit]:
    """The squads that ride in a vehicle."""
    return [unit for unit in state.units.values() if unit.carrier == carrier_id and unit.status == ABOARD]


@rule("tactical.2.6.10-overkill")
@heeds("tactical.3.5", "tactical.7.2-passengers")
def lose(
    ctx: Ctx[State], unit_id: str, blow: Blow, *, crew_safe: bool = False, crew_killed: bool = False, rule_id: str = ""
) -> None:
    """Take a unit out of the battle. Who rides in it goes with it, unless its crew gets out as well."""
    if ctx.state.units[unit_id].status not in IN_PLAY:
        return
    aboard = [unit.id for unit in riders(ctx.state, unit_id)]
    cause = cause_of(ctx.state, blow)
    named = rule_id or "tactical.2.6.10-overkill"
    alive = troopers_standing(ctx.state.units[unit_id])
    ctx.emit(UnitLost(unit_id, blow.by, cause, crew_safe, crew_killed, named))
    mourn(ctx, unit_id, alive, blow.by, blow.seat)
    for squad in aboard:
        if crew_safe:
            ctx.emit(PassengersOut(squad, unit_id, *room_near(ctx.state, squad, unit_id)))
        else:
            ctx.emit(UnitLost(squad, blow.by, cause, False, False, named))


def room_near(state: State, squad_id: str, carrier_id: str) -> tuple[int, int]:
    """Where a squad comes out: in the place of its vehicle, or as near to it as nobody else stands.

    The same for a unit that has been there all the time, and nobody saw it.
    """
    squad, carrier = state.units[squad_id], state.units[carrier_id]
    others = [unit.body for unit in state.standing()]
    for x, y in _spots(carrier, squad.card.radius):
        body = Body(x, y, carrier.z, squad.card.radius, squad.card.height)
        inside = 0 <= x <= state.ground.width and 0 <= y <= state.ground.height
        if inside and not any(footprints_overlap(body, other) for other in others):
            return x, y
    return carrier.x, carrier.y


def _spots(carrier: Unit, radius: int) -> Iterator[tuple[int, int]]:
    """The place of a vehicle, then rings around it."""
    yield carrier.x, carrier.y
    for ring in (2, 4):
        for step in range(STEPS):
            yield advance(carrier.x, carrier.y, carrier.facing + step * FULL_TURN // STEPS, ring * radius + 1)


# --- 3.2.3: walkers knocked down by the force of a hit

RULE = "tactical.3.2.3"


@heeds("tactical.3.2.3")
def is_staggered(unit: Unit, amount: int) -> bool:
    """Whether so much damage may throw it off its feet: twice its Size or more, in Walker movement, while it stands."""
    walks = unit.mode == WALKER and not unit.is_infantry and not unit.token(FALLEN)
    return walks and amount >= 2 * unit.card.size


@heeds("tactical.3.2.3")
def is_knocked(state: State, unit_id: str, blow: Blow) -> bool:
    """Whether a blow asks a unit to keep its feet."""
    unit = state.units[unit_id]
    if not state.switch(FALLING) or not blow.knocks or unit.status not in ON_TABLE:
        return False
    return is_staggered(unit, blow.amount)


@rule("tactical.3.2.3")
def resolve_footing(ctx: Ctx[State], unit_id: str, blow: Blow) -> Script[str]:
    """A Piloting test against 1 more than the margin: a tie stays up. Gives the damage of the fall: Light, or Heavy.

    A walker that nobody drives just falls.
    """
    against = 1 + max(0, blow.margin)
    if is_driverless(ctx.state.units[unit_id]):
        ctx.emit(KnockedDown(unit_id))
        return LIGHT
    lines = piloting_lines(ctx.state.units[unit_id])
    found = yield from throw_test(ctx, Test("keeping its feet", unit_id, lines, RULE, against))
    if found.total >= against and not found.fumbled:
        return NONE
    ctx.emit(KnockedDown(unit_id))
    return HEAVY if found.fumbled else LIGHT


# --- 7.2: what damage asks of those who repair it afterwards

EASY = "Easy to Modify"
EASY_BONUS = 2


@rule("tactical.7.2-easy-to-modify")
def repair_bonus(card: Card) -> int:
    """What standard parts add to the rolls of technicians who repair or modify a vehicle."""
    return EASY_BONUS if card.has(EASY) else 0
