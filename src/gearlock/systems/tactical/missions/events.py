"""What happens before and around a generated battle."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.placing.zones import marked_zones
from gearlock.mechanics.secrets import Sealed, told
from gearlock.systems.tactical.missions.aims import LIMIT, OBJECTIVE, PARTS, TYPE, key
from gearlock.systems.tactical.missions.condition import ESCAPED
from gearlock.systems.tactical.missions.things import DELIVERED, GONE, OBJECT, name_of
from gearlock.systems.tactical.state import LEFT, SEATS, State, opponent
from gearlock.systems.tactical.victory_points.events import TAKEN


class PhaseFollows(Event, frozen=True, tag="phase-follows"):
    """The next part of the preparations."""

    phase: str
    turn: str = ""
    """Who decides openly there."""

    def change(self, state: State) -> None:
        state.phase, state.turn = self.phase, self.turn


class BidMade(Event, frozen=True, tag="bid-made"):
    """A side offers to fight with less."""

    seat: str
    tv: int

    @heeds("tactical.4.1.1-bidding")
    def change(self, state: State) -> None:
        state.points[f"bid:{self.seat}"] = self.tv
        state.turn = opponent(self.seat)


class BiddingEnded(Event, frozen=True, tag="bidding-ended"):
    """A side goes no lower: it is left over and takes the basic total, whatever it had offered before."""

    seat: str
    tv: int

    @heeds("tactical.4.1.1-bidding")
    def change(self, state: State) -> None:
        state.points.pop(f"bid:{self.seat}", None)
        state.phase, state.turn = "missions", ""


class MissionRolled(Event, frozen=True, tag="mission-rolled"):
    """A side has its mission, in secret."""

    seat: str
    type: str
    objective: str
    limit: str

    @heeds("tactical.4.1")
    def change(self, state: State) -> None:
        for part, value in ((TYPE, self.type), (OBJECTIVE, self.objective), (LIMIT, self.limit)):
            state.facts[key(part, self.seat)] = Sealed(value, (self.seat,))


class SubplotRolled(Event, frozen=True, tag="subplot-rolled"):
    """A subplot of a side, which counts as its buyer."""

    seat: str
    name: str
    paid: bool = False
    """Bought with a slice of Threat Value."""

    @heeds("tactical.4.1.4", "tactical.4.1.1-subplots-galore")
    def change(self, state: State) -> None:
        for what in ("subplot", "paid") if self.paid else ("subplot",):
            key = f"{what}:{self.seat}:{self.name}"
            state.points[key] = state.points.get(key, 0) + 1


class PrioritiesShown(Event, frozen=True, tag="priorities-shown"):
    """Both sides show how they split their Priority Points; by side scouting, troops, support."""

    reveals = True
    red: tuple[int, int, int]
    blue: tuple[int, int, int]
    tv: dict[str, int]
    """What each side may field."""
    support: dict[str, int]
    """What each side may spend on support."""

    @heeds("tactical.4.1.3", "tactical.4.1.3-troops", "tactical.4.1.3-support")
    def change(self, state: State) -> None:
        for seat, split in (("red", self.red), ("blue", self.blue)):
            names = ("scouting", "troops", "priority support")
            state.points |= {f"{name}:{seat}": points for name, points in zip(names, split, strict=True)}
            state.points |= {f"TV:{seat}": self.tv[seat], f"support:{seat}": self.support[seat]}
        state.phase, state.turn = "edges", ""


class FieldSet(Event, frozen=True, tag="field-set"):
    """The field is set up: along which pair of edges the battle is fought."""

    seat: str
    axis: str
    next: str
    """Who chooses the home edge."""

    def change(self, state: State) -> None:
        state.turn = self.next
        state.switches = {**state.switches, "axis": self.axis}


class EdgeChosen(Event, frozen=True, tag="edge-chosen"):
    """A side has its home edge, the enemy the one across the table; objects and places lie in each half."""

    seat: str
    edge: str
    across: str
    markers: dict[str, tuple[int, int]]
    ambush: str = ""
    """Who wins the Initiative of the first round."""
    hides: str = ""
    """Who may hide its units anywhere in its half."""

    @heeds("tactical.4.1.3-scouting")
    def change(self, state: State) -> None:
        if self.ambush:
            state.points[f"ambush:{self.ambush}"] = 1
        if self.hides:
            state.points[f"hides:{self.hides}"] = 1
        homes = {self.seat: self.edge, opponent(self.seat): self.across}
        state.homes, state.zones = homes, {**state.zones, **(marked_zones(state.ground) or homes)}
        state.markers = {**state.markers, **self.markers}
        state.phase, state.turn = "troops", ""


class EdgesKept(Event, frozen=True, tag="edges-kept"):
    """The scenario says who comes from where; of scouting an ambush is left."""

    ambush: str = ""

    @heeds("tactical.4.1.3-scouting")
    def change(self, state: State) -> None:
        if self.ambush:
            state.points[f"ambush:{self.ambush}"] = 1
        state.phase, state.turn = "troops", ""


class MissionTold(Event, frozen=True, tag="mission-told"):
    """A seat learns parts of the mission of the other."""

    reveals = True
    about: str
    to: str
    parts: tuple[str, ...] = PARTS

    @heeds("tactical.4.1.3-scouting", "tactical.4.1.3-intelligence")
    def change(self, state: State) -> None:
        for part in self.parts:
            name = key(part, self.about)
            state.facts[name] = told(state.facts[name], (self.to,))


class LeftBehind(Event, frozen=True, tag="left-behind"):
    """A unit stays at home."""

    unit: str

    @heeds("tactical.4.1.3-troops", "tactical.2.6.2-step0-commander")
    def change(self, state: State) -> None:
        """Of a Commander or a Second both are named anew."""
        seat, _, number = self.unit.rpartition("-")
        if state.units[self.unit].rank:
            for unit in state.units.values():
                unit.rank = "" if unit.seat == seat else unit.rank
        state.points[TAKEN + seat] = max(state.points.get(TAKEN + seat, 0), int(number))
        del state.units[self.unit]


class LimitsTold(Event, frozen=True, tag="limits-told"):
    """Five rounds are over: dice about the end are rolled openly, so the time limits that need them are known."""

    reveals = True
    about: tuple[str, ...] = SEATS
    """Whose they are."""

    @heeds("tactical.4.1", "tactical.4.1.2-time-random", "tactical.4.1.2-time-increasing")
    def change(self, state: State) -> None:
        for seat in self.about:
            state.facts[key(LIMIT, seat)] = told(state.facts[key(LIMIT, seat)], SEATS)


class LimitRolled(Event, frozen=True, tag="limit-rolled"):
    """A die about how long a side's mission lasts; `ends` is its last round, 0 while that is open."""

    seat: str
    face: int
    threshold: int = 0
    ends: int = 0

    @heeds("tactical.4.1.2-time-random", "tactical.4.1.2-time-increasing")
    def change(self, state: State) -> None:
        if self.ends:
            state.points[f"ends:{self.seat}"] = self.ends


class MissionsJudged(Event, frozen=True, tag="missions-judged"):
    """The end of a round: for how many rounds each side has had what it wants, and whose mission is settled."""

    held: dict[str, int]
    settled: dict[str, bool]

    @heeds("tactical.4.1.2-capture", "tactical.4.1.2-defend", "tactical.4.1.2-provide")
    def change(self, state: State) -> None:
        state.points |= {f"held:{seat}": rounds for seat, rounds in self.held.items()}
        state.points |= {f"settled:{seat}": 1 if done else -1 for seat, done in self.settled.items()}


class MissionDone(Event, frozen=True, tag="mission-done"):
    """A side whose time limit is its objective has fulfilled its mission and says so: one more round is played."""

    reveals = True
    seat: str
    last: int

    @heeds("tactical.4.1.2-time-objective")
    def change(self, state: State) -> None:
        for part in PARTS:
            state.facts[key(part, self.seat)] = told(state.facts[key(part, self.seat)], SEATS)
        state.points["last round"] = min(self.last, state.points.get("last round", self.last))


class ObjectTaken(Event, frozen=True, tag="object-taken"):
    """A unit picked up the object of a side."""

    unit: str
    owner: str

    @heeds("tactical.4.1.2-object")
    def change(self, state: State) -> None:
        mark = name_of(OBJECT, self.owner)
        for unit in state.units.values():
            unit.tokens.pop(mark, None)
        unit = state.units[self.unit]
        unit.tokens[mark] = 1
        unit.actions -= 1


class ObjectWrecked(Event, frozen=True, tag="object-wrecked"):
    """A unit destroyed the object of a side."""

    unit: str
    owner: str

    @heeds("tactical.4.1.2-destroy")
    def change(self, state: State) -> None:
        mark = name_of(OBJECT, self.owner)
        for unit in state.units.values():
            unit.tokens.pop(mark, None)
        state.markers = {name: at for name, at in state.markers.items() if name != mark}
        state.points[GONE + self.owner] = 1
        state.units[self.unit].actions -= 1


class TableLeft(Event, frozen=True, tag="table-left"):
    """A unit went off the table; `delivered` are the owners of objects it brought out by the enemy's home edge."""

    unit: str
    edge: str
    escaped: bool = False
    delivered: tuple[str, ...] = ()

    @heeds("tactical.4.1.2-provide")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.status, unit.actions, unit.done = LEFT, 0, True
        if self.escaped:
            unit.tokens[ESCAPED] = 1
        for owner in self.delivered:
            state.points[DELIVERED + owner] = 1
        if state.activation is not None and state.activation.unit == self.unit:
            state.activation = state.interrupted.pop() if state.interrupted else None
