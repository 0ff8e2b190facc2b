"""4.1.4: what players decide about subplots, what these bring, and units that may not do as they like."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from gearlock.kernel.asks import Ask
from gearlock.kernel.dice import Roll
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.kernel.system import Aim
from gearlock.mechanics.secrets import Sealed, told
from gearlock.systems.tactical.damage.structures import MINEFIELD, PIT, with_pits
from gearlock.systems.tactical.infantry_cards import CIVILIAN_CARD, CIVILIAN_POINTS
from gearlock.systems.tactical.movement.climbing_and_ramming import aim_move
from gearlock.systems.tactical.movement.course import Move, place, under_way
from gearlock.systems.tactical.movement.moving import judge, refuse_unmoving
from gearlock.systems.tactical.scenario_generator.missions import edge_distance
from gearlock.systems.tactical.state import ABOARD, FIELDED, JAMMED, NO_GROUP, SEATS, TOWED, TOWING, Patch, State, Unit
from gearlock.systems.tactical.switches import (
    BASELINE,
    CIVILIANS,
    COWARDS,
    FAULTY,
    FLEEING,
    HATES,
    HERO_TOKEN,
    LEFTOVER,
    LINKED,
    LOVES,
    MINEFIELDS,
    TOGETHER,
    TURNED,
    hurt_of,
)
from gearlock.table.measure import INCH, distance


class LinkUnits(Order, frozen=True, tag="link-units"):
    """Coordinated: these two attack better together."""

    first: str
    second: str


class Coordinate(Order, frozen=True, tag="coordinate"):
    """Coordinated: both linked units attack this target this round, and nobody else."""

    unit: str
    target: str


class Rally(Order, frozen=True, tag="rally"):
    """Coward: somebody with Leadership calls a fleeing unit back."""

    unit: str
    leader: str


class CallTraitor(Order, frozen=True, tag="call-traitor"):
    """Traitor: the enemy's weakest unit shows whom it works for."""

    traitor: str


class Relocate(Order, frozen=True, tag="relocate"):
    """Bad Intelligence: a unit stands somewhere else when the battle begins."""

    unit: str
    x: int = 0
    y: int = 0
    facing: int = 0


class ClearWeapon(Order, frozen=True, tag="clear-weapon"):
    """Malfunctions: an Action clears a weapon that has jammed."""

    unit: str
    weapon: str


class LayMines(Order, frozen=True, tag="lay-mines"):
    """Minefield: where its middle lies."""

    x: int = 0
    y: int = 0


class ChooseLine(Order, frozen=True, tag="choose-line"):
    """MacAllen Collapse: along which line the ground falls in, in tenths of a degree."""

    angle: int


class Dig(Order, frozen=True, tag="dig"):
    """MacAllen Network: go underground here, straight ahead for so many inches, and come out."""

    unit: str
    inches: int


class TakeTunnel(Order, frozen=True, tag="take-tunnel"):
    """MacAllen Network: go through a tunnel from an opening to its other one."""

    unit: str
    opening: str


class LoversFound(Event, frozen=True, tag="lovers-found"):
    """A unit is in love with one of the enemy's."""

    unit: str
    loved: str

    @heeds("tactical.4.1.4-love")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens[LOVES + self.loved] = 1


class HeroFound(Event, frozen=True, tag="hero-found"):
    """A unit is piloted by a young hero."""

    unit: str

    @heeds("tactical.4.1.4-hero")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens[HERO_TOKEN] = 1


class AmmoLeftOver(Event, frozen=True, tag="ammo-left-over"):
    """A unit has been supplied with old ammunition."""

    unit: str

    @heeds("tactical.4.1.4-leftover-ammo")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens[LEFTOVER] = 1


class SuppliesCorrupted(Event, frozen=True, tag="supplies-corrupted"):
    """A vehicle comes to the battle damaged."""

    unit: str


class TempestComing(Event, frozen=True, tag="tempest-coming"):
    """In which round the tempest breaks out."""

    round: int

    def change(self, state: State) -> None:
        state.points["tempest"] = self.round


class SubplotsBegun(Event, frozen=True, tag="subplots-begun"):
    """What subplots do before the battle is done."""

    def change(self, state: State) -> None:
        state.phase, state.turn = "command", ""


class UnitsLinked(Event, frozen=True, tag="units-linked"):
    """Two units of a side attack better together."""

    first: str
    second: str

    @heeds("tactical.4.1.4-coordinated")
    def change(self, state: State) -> None:
        state.units[self.first].tokens[LINKED + self.second] = 1
        state.units[self.second].tokens[LINKED + self.first] = 1


class AttackAgreed(Event, frozen=True, tag="attack-agreed"):
    """Both of a pair will attack one target this round."""

    unit: str
    mate: str
    target: str
    plain = True

    @heeds("tactical.4.1.4-coordinated")
    def change(self, state: State) -> None:
        for name in (self.unit, self.mate):
            state.units[name].tokens[TOGETHER + self.target] = 1


class CowardChosen(Event, frozen=True, tag="coward-chosen"):
    """One of a side's units will fall back once it is damaged. The enemy knows who; its own side learns it then."""

    seat: str
    """Whose unit it is."""
    unit: str
    buyer: str

    @heeds("tactical.4.1.4-coward")
    def change(self, state: State) -> None:
        """What everybody is hurt by now does not count."""
        number = sum(1 for name in state.facts if name.startswith(f"{COWARDS}{self.seat}:")) + 1
        state.facts[f"{COWARDS}{self.seat}:{number}"] = Sealed(self.unit, (self.buyer,))
        for unit in state.units.values():
            state.points.setdefault(BASELINE + unit.id, hurt_of(unit))


class NerveLost(Event, frozen=True, tag="nerve-lost"):
    """A coward was damaged, and falls back."""

    reveals = True
    unit: str

    @heeds("tactical.4.1.4-coward")
    def change(self, state: State) -> None:
        """Everybody knows it now; what has happened so far is no new reason, and the way it was on is broken off."""
        unit = state.units[self.unit]
        unit.tokens[FLEEING] = 1
        state.points[BASELINE + unit.id] = hurt_of(unit)
        if state.activation is not None and state.activation.unit == self.unit:
            state.activation.path = ()
        for name, fact in state.facts.items():
            if name.startswith(COWARDS) and fact.value == self.unit:
                state.facts[name] = told(fact, SEATS)


class RallyTried(Event, frozen=True, tag="rally-tried"):
    """Somebody called a fleeing unit back; who, only its own side knows."""

    unit: str
    passed: bool
    round: int

    @heeds("tactical.4.1.4-coward")
    def change(self, state: State) -> None:
        """Once a round. Whoever is called back has a steady nerve again, whatever befell it on the run."""
        state.points[f"rallied:{self.unit}"] = self.round
        if self.passed:
            unit = state.units[self.unit]
            unit.tokens.pop(FLEEING, None)
            state.points[BASELINE + unit.id] = hurt_of(unit)


class VendettaSworn(Event, frozen=True, tag="vendetta-sworn"):
    """A unit hates one of the enemy's."""

    unit: str
    hated: str

    @heeds("tactical.4.1.4-vendetta")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens[HATES + self.hated] = 1


class VendettaOver(Event, frozen=True, tag="vendetta-over"):
    """One of the two is no more."""

    unit: str
    hated: str

    @heeds("tactical.4.1.4-vendetta")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens.pop(HATES + self.hated, None)


class TraitorTurned(Event, frozen=True, tag="traitor-turned"):
    """A unit fights for the other side for the rest of the battle, as a combat group of its own."""

    reveals = True
    unit: str
    seat: str
    """Whom it fights for now."""
    group: int
    x: int
    y: int
    z: int
    """Where it stands: a squad that was aboard has got out."""

    @heeds("tactical.4.1.4-traitor", "tactical.2.6.2-step0-commander")
    def change(self, state: State) -> None:
        """Who commanded commands nobody any more; what it towed, or what towed it, is let go."""
        unit = state.units[self.unit]
        unit.seat, unit.group, unit.rank = self.seat, self.group, ""
        if unit.status == ABOARD:
            unit.status, unit.carrier = FIELDED, ""
        unit.x, unit.y, unit.z = self.x, self.y, self.z
        unit.tokens = {name: count for name, count in unit.tokens.items() if not _ties(name)}
        for other in state.units.values():
            for tie in (f"{TOWING}:{self.unit}", f"{TOWED}:{self.unit}"):
                other.tokens.pop(tie, None)
        state.points[TURNED + self.unit] = state.points.get(TURNED + self.unit, 0) + 1
        state.points[f"traitors:{self.seat}"] = state.points.get(f"traitors:{self.seat}", 0) + 1


def _ties(token: str) -> bool:
    """Whether a token binds a unit to others of its side."""
    return token.partition(":")[0] in (TOWING, TOWED, TOGETHER.rstrip(":"))


class Relocated(Event, frozen=True, tag="relocated"):
    """A unit stands elsewhere, with all who ride in it; what of its side may still be moved is less."""

    unit: str
    x: int
    y: int
    z: int
    facing: int
    moved: int
    tv: int

    @heeds("tactical.4.1.4-bad-intelligence")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        for each in (unit, *(one for one in state.units.values() if one.carrier == unit.id)):
            each.x, each.y, each.z, each.facing = self.x, self.y, self.z, self.facing
            state.points[f"relocated:{each.id}"] = 1
        unit.moved = self.moved
        state.points[f"relocated TV:{unit.seat}"] = state.points.get(f"relocated TV:{unit.seat}", 0) + self.tv


class RelocationOver(Event, frozen=True, tag="relocation-over"):
    """A side moves nobody any more before the battle."""

    seat: str

    def change(self, state: State) -> None:
        state.points[f"relocation over:{self.seat}"] = 1


class WeaponsFaulty(Event, frozen=True, tag="weapons-faulty"):
    """The weapons of a vehicle fail at the worst moments."""

    unit: str

    @heeds("tactical.4.1.4-malfunctions")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens[FAULTY] = 1


class WeaponCleared(Event, frozen=True, tag="weapon-cleared"):
    """An Action cleared a weapon."""

    unit: str
    weapon: str
    plain = True

    @heeds("tactical.4.1.4-malfunctions")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.actions -= 1
        unit.tokens.pop(f"{JAMMED}:{self.weapon}", None)


# --- What subplots bring to the table itself: mines, civilians, ground that falls in, tunnels

ROUND_OF = "round of:"
"""In `State.points`: in which round something unforeseen happens, by side and subplot."""
TUNNEL = "tunnel:"
"""Markers: the openings of tunnels, by number, with "in" or "out" behind it."""


class MinesLaid(Event, frozen=True, tag="mines-laid"):
    """An old minefield lies on the table, square inch by square inch."""

    seat: str
    type: str
    squares: tuple[tuple[int, int], ...]

    @heeds("tactical.4.1.4-minefield", "tactical.3.2.6")
    def change(self, state: State) -> None:
        """The rules of minefields are in use from here on."""
        mines = [Patch(MINEFIELD, x, y, INCH // 2, seat=self.seat, word=self.type) for x, y in self.squares]
        state.patches = [*state.patches, *mines]
        state.switches = {**state.switches, MINEFIELDS: "yes"}


class CiviliansCame(Event, frozen=True, tag="civilians-came"):
    """Civilians have wandered onto the table."""

    unit: str
    x: int
    y: int
    z: int

    @heeds("tactical.4.1.4-bystanders")
    def change(self, state: State) -> None:
        """An unarmed squad without Skill that is of no side."""
        card = CIVILIAN_CARD
        unit = Unit(self.unit, "", card.name, card, level=0, group=NO_GROUP, status=FIELDED, mode=card.primary)
        unit.x, unit.y, unit.z = self.x, self.y, self.z
        assert card.squad is not None, "civilians are counted like troopers"
        unit.troopers = [CIVILIAN_POINTS] * len(card.squad.carried)
        unit.tokens[CIVILIANS] = 1
        state.units[self.unit] = unit


class CiviliansMoved(Event, frozen=True, tag="civilians-moved"):
    """Civilians have gone somewhere, by a die."""

    unit: str
    face: int
    x: int
    y: int
    z: int
    facing: int

    @heeds("tactical.4.1.4-bystanders")
    def change(self, state: State) -> None:
        """They stand there now."""
        unit = state.units[self.unit]
        unit.x, unit.y, unit.z, unit.facing = self.x, self.y, self.z, self.facing


class EventForeseen(Event, frozen=True, tag="event-foreseen"):
    """In which round something unforeseen will happen, by the name of its subplot."""

    seat: str
    name: str
    round: int

    @heeds("tactical.4.1.4-macallen-collapse", "tactical.4.1.4-friendly-fire")
    def change(self, state: State) -> None:
        """Each of several has a round of its own."""
        number = 1 + sum(1 for key in state.points if key.startswith(f"{ROUND_OF}{self.seat}:{self.name}:"))
        state.points[f"{ROUND_OF}{self.seat}:{self.name}:{number}"] = self.round


class GroundFell(Event, frozen=True, tag="ground-fell"):
    """A line of ground, an inch wide, has dropped by an inch under a vehicle."""

    unit: str
    x: int
    y: int
    angle: int
    inches: int

    @heeds("tactical.4.1.4-macallen-collapse")
    def change(self, state: State) -> None:
        """The map is another one from here on."""
        pit = Patch(PIT, self.x, self.y, INCH // 2, number=self.angle, points=self.inches)
        state.patches = [*state.patches, pit]
        state.ground = with_pits(state.ground, state.patches)


class FellIn(Event, frozen=True, tag="fell-in"):
    """A unit came down with the ground."""

    unit: str
    z: int

    @heeds("tactical.4.1.4-macallen-collapse")
    def change(self, state: State) -> None:
        """Whoever rides in it comes along."""
        for unit in state.units.values():
            if self.unit in (unit.id, unit.carrier):
                unit.z = self.z


class TunnelDug(Event, frozen=True, tag="tunnel-dug"):
    """A unit went underground and came out again; both openings lie open to everybody."""

    unit: str
    seat: str
    number: int
    x: int
    y: int
    z: int
    spent: int
    gone: int

    @heeds("tactical.4.1.4-macallen-tunnel")
    def change(self, state: State) -> None:
        """The first opening is where it stood."""
        unit = state.units[self.unit]
        ways = {f"{TUNNEL}{self.number}:in": (unit.x, unit.y), f"{TUNNEL}{self.number}:out": (self.x, self.y)}
        state.markers = {**state.markers, **ways}
        state.points[f"tunnels:{self.seat}"] = state.points.get(f"tunnels:{self.seat}", 0) + 1
        _come_out(state, unit, (self.x, self.y, self.z), self.spent, self.gone)


class TunnelTaken(Event, frozen=True, tag="tunnel-taken"):
    """A unit went through a tunnel."""

    unit: str
    opening: str
    x: int
    y: int
    z: int
    spent: int
    gone: int

    @heeds("tactical.4.1.4-macallen-tunnel")
    def change(self, state: State) -> None:
        """Out at the other end."""
        _come_out(state, state.units[self.unit], (self.x, self.y, self.z), self.spent, self.gone)


def _come_out(state: State, unit: Unit, to: tuple[int, int, int], spent: int, gone: int) -> None:
    """It goes on from there, and may turn at once."""
    now = under_way(state)
    place(state, unit, *to)
    now.spent, now.gone, now.since_turn = spent, gone, INCH


# --- 4.1.4: random units, and the rounds in which unforeseen things happen


def pick(purpose: str, units: Sequence[Unit], seat: str, rule_id: str) -> Script[str]:
    """One of these by lot."""
    (face,) = yield from throw(Roll(f"{purpose}: {seat}", 1, max(2, len(units)), seat=seat, rule=rule_id))
    return units[(face - 1) % len(units)].id


def those_of(state: State, seat: str) -> list[Unit]:
    """The units of a side that take part, squads and vehicles."""
    return [unit for unit in state.in_play(seat) if unit.group != NO_GROUP]


def machines_of(state: State, seat: str) -> list[Unit]:
    """Its vehicles."""
    return [unit for unit in those_of(state, seat) if not unit.is_infantry]


def foresee(ctx: Ctx[State], seat: str, name: str, rule_id: str) -> Script[None]:
    """The round in which something happens that nobody planned: one die."""
    (face,) = yield from throw(Roll(f"round of the {name}: {seat}", 1, 6, seat=seat, rule=rule_id))
    ctx.emit(EventForeseen(seat, name, face))


def due(state: State, seat: str, name: str) -> int:
    """How often a subplot of a side comes about in this round."""
    mine = f"{ROUND_OF}{seat}:{name}:"
    return sum(1 for key, number in state.points.items() if key.startswith(mine) and number == state.round)


# --- 4.1.4: ways that units go which are not free to choose: home, or towards an enemy

GAIN: Final = INCH // 2
"""Nobody is sent on for less."""
ASIDE: Final = (0, 6, -6, 15, -15, 30, -30)
"""Inches along the edge at which a way home is looked for."""


def end_of(state: State, order: Move) -> Unit | None:
    """The unit as it stands at the end of a way; None where it cannot be gone."""
    course = judge(state, order)
    return None if isinstance(course, Refusal) else course.unit


def _aimed(state: State, unit: Unit, x: int, y: int) -> Move | None:
    found = aim_move(state, Ask(unit.seat, "act", unit.id), Move(unit.id), Aim(x, y))
    return found if isinstance(found, Move) and any(length for _, length in found.legs) else None


def way_to(state: State, unit: Unit, x: int, y: int) -> Move | None:
    """The way that brings a unit nearer to a place by half an inch or more; None if there is none."""
    if refuse_unmoving(state, unit) is not None:
        return None
    order = _aimed(state, unit, x, y)
    end = None if order is None else end_of(state, order)
    if end is None or distance(unit.x, unit.y, x, y) - distance(end.x, end.y, x, y) < GAIN:
        return None
    return order


def _exits(state: State, unit: Unit, edge: str) -> Iterator[tuple[int, int]]:
    wide, high, rim = state.ground.width, state.ground.height, unit.card.radius
    for aside in ASIDE:
        if edge in ("south", "north"):
            x = min(max(rim, unit.x + aside * INCH), wide - rim)
            yield x, rim if edge == "south" else high - rim
        else:
            y = min(max(rim, unit.y + aside * INCH), high - rim)
            yield (rim if edge == "west" else wide - rim), y


def home_gain(state: State, unit: Unit, order: Move) -> int:
    """Mils that a way brings a unit nearer to its home edge."""
    edge, end = state.homes[unit.seat], end_of(state, order)
    return 0 if end is None else edge_distance(state, unit, edge) - edge_distance(state, end, edge)


def way_home(state: State, unit: Unit) -> Move | None:
    """The way that brings a unit nearest to its home edge; None if there is none worth going."""
    if refuse_unmoving(state, unit) is not None:
        return None
    aimed = (_aimed(state, unit, x, y) for x, y in _exits(state, unit, state.homes[unit.seat]))
    ways = [order for order in aimed if order is not None]
    best = max(ways, key=lambda order: home_gain(state, unit, order), default=None)
    return best if best is not None and home_gain(state, unit, best) >= GAIN else None
