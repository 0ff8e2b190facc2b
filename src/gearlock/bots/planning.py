"""Planning an activation: lines of orders grow side by side in imagined battles until the unit is done.

Damage is exact expectation, from the same previews a person reads; dice that fall in an imagined battle only decide how
that battle goes on. Where a line ends, the place is weighed: what enemies could do there, what could be done from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from math import ceil
from typing import Any, NamedTuple

from gearlock.bots.fans import Fan
from gearlock.bots.lines import Line, Step, Sum, Terms, standing_terms
from gearlock.bots.patience import Patience
from gearlock.bots.settling import at_a_glance, settle
from gearlock.bots.tempers import Temper
from gearlock.bots.weighing import SPARING, UNWEIGHED, enemies_known, nearest, nearest_enemy, turned_away
from gearlock.kernel.asks import Option, Target
from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import Unanswerable
from gearlock.kernel.orders import Decline, Finish, Order
from gearlock.kernel.seat import Seat
from gearlock.kernel.survey import Standing, pulls
from gearlock.kernel.system import Chooser
from gearlock.kernel.view import Preview, View

WITHIN_CALL = 0.15
"""The share of the table within which friends stand by each other."""
HOPE = 0.8
"""What counts of an attack that a line was cut short of."""
CROWD = 8
"""Friends that are asked what they are in for; in larger forces the ones nearest to an enemy."""
LONGEST = 12
"""Orders of a line at most."""
FORK = 2
"""So few ways to go on are no order of a plan yet: who goes first, yes or no."""
ALIKE = 3
"""Lines that go on from the same place by the same option, however they complete it."""


class Breadth(NamedTuple):
    """How much is looked at side by side."""

    first: int
    """Options looked at for the first order, drawn by lot where there are more."""
    taste: int
    """Ways to complete open options that are tried of every line, shared out among the options."""
    samples: int
    """Ways that are tried of the most promising lines."""
    widths: tuple[int, ...]
    """Lines that are followed after the first order, the second and so on."""


BROAD = Breadth(16, 10, 32, (14, 8, 6, 5, 4, 3, 2, 2))
NARROW = Breadth(10, 6, 12, (8, 5, 4, 3, 3, 2, 2, 2))
FAVOURED = 1 / 3
"""The share of lines that are thought to be the most promising ones."""


def chosen(ways: list[tuple[Line, Step]], width: int) -> list[tuple[Line, Step]]:
    """The most promising of all ways to go on, not too many of a kind; and wherever a line may end, its end."""
    followed, alike = list[tuple[Line, Step]](), Counter[tuple[int, str]]()
    for line, step in sorted(ways, key=lambda way: -way[1].promise):
        kind = (id(line), step.label)
        if isinstance(step.order, Finish) or (width > 0 and alike[kind] < ALIKE):
            followed.append((line, step))
            alike[kind] += 1
            width -= 1
    return followed


def _about(options: tuple[Option, ...], unit: str) -> tuple[Option, ...]:
    """The options that are about a unit."""
    return tuple(option for option in options if getattr(option.order, "unit", "") == unit)


class Planner:
    """Plans for one decision of a seat: what it knows now, and what its friends are in for."""

    def __init__(self, seat: Seat, view: View, temper: Temper, chooser: Chooser) -> None:
        self._seat, self._view, self._temper, self._chooser = seat, view, temper, chooser
        self._known = {piece.id for piece in view.pieces}
        self._enemies = enemies_known(view, seat.name)
        self._own = {piece.id for piece in view.pieces if piece.side == seat.name}
        friends = [p for p in view.pieces if p.side == seat.name and p.status != "destroyed"]
        self._places = {p.id: (p.x, p.y) for p in friends}
        self._far = {p.id: nearest_enemy(view, self._enemies, p.x, p.y) for p in friends}
        self._away = {p.id: turned_away(view, self._enemies, (p.x, p.y, p.facing)) for p in friends}
        self._alone = {p.id: self._off_call(p.id, (p.x, p.y)) for p in friends}
        self._stakes = seat.stakes()
        self._now: dict[str, Standing] = {}

    @cached_property
    def _ground(self) -> float:
        """What the ground held now is worth."""
        return self._seat.ground()

    @cached_property
    def _friends(self) -> dict[str, Standing]:
        """How the friends stand who are nearest to an enemy."""
        near = sorted(self._far, key=lambda unit: (self._far[unit], unit))[:CROWD]
        return {unit: self._standing(unit) for unit in near}

    def plans(
        self, root: Battle[Any], patience: Patience, breadth: Breadth = BROAD, openings: Collection[str] = ()
    ) -> list[Line]:
        """Lines to the end of the activation, the best first; with `openings` only those that begin so, if any can."""
        growing, done, depth = [Line(root)], list[Line](), 0
        for _ in range(LONGEST):
            ways = list(self._ways(growing, patience, breadth, openings))
            width, growing = breadth.widths[depth], []
            depth += len(ways) > FORK
            for line, step in chosen(ways, width):
                if patience.is_spent and (done or growing):
                    break
                longer = self._follow(line, step)
                (done if longer.over else growing).append(longer)
            if not growing or depth == len(breadth.widths) or patience.is_over:
                break
        weighed = list[Line]()
        for line in done + growing:
            if weighed and patience.is_spent:
                break
            line.terms = self._terms(line)
            weighed.append(line)
        return sorted(weighed, key=lambda line: -line.value)

    def _ways(
        self, lines: list[Line], patience: Patience, breadth: Breadth, openings: Collection[str]
    ) -> Iterator[tuple[Line, Step]]:
        """Ways to go on: a few of every line, then more of the most promising ones."""
        tasted = list[tuple[float, Line, Fan]]()
        for line in lines:
            fan = self._fan(line, breadth, openings)
            steps = list(self._steps(fan, breadth.taste, line.sum, patience))
            yield from ((line, step) for step in steps)
            tasted.append((max((step.promise for step in steps), default=0.0), line, fan))
        tasted.sort(key=lambda entry: -entry[0])
        for _, line, fan in tasted[: ceil(FAVOURED * len(lines))]:
            yield from ((line, step) for step in self._steps(fan, breadth.samples - breadth.taste, line.sum, patience))

    def retried(self, line: Line, root: Battle[Any]) -> Line:
        """The same orders in another imagined battle; where they are not possible the unit goes on at a glance."""
        again = Line(root)
        for order, label in zip(line.orders, line.labels, strict=True):
            seat = Seat(again.battle, self._seat.name)
            if again.over or seat.ask is None or seat.refuse(order) is not None:
                break
            again = self._follow(again, self._step(seat, order, label, again.sum))
        for _ in range(LONGEST - len(again.orders)):
            seat = Seat(again.battle, self._seat.name)
            if again.over or seat.ask is None or not seat.ask.unit:
                break
            try:
                order, _ = at_a_glance(seat, self._chooser)
            except Unanswerable:
                break
            again = self._follow(again, self._step(seat, order, "", again.sum))
        again.hopes = 0.0
        again.terms = self._terms(again)
        return again

    def _fan(self, line: Line, breadth: Breadth, openings: Collection[str]) -> Fan:
        """Where a line could go on to."""
        seat = Seat(line.battle, self._seat.name)
        options = seat.options()
        if not line.orders:
            first = [option for option in options if option.label in openings] or self._drawn(options, breadth.first)
            return Fan(seat, first, self._chooser)
        if seat.ask is not None and not seat.ask.unit:
            options = _about(options, line.unit)
        # An enemy that turns up in an imagined battle is a phantom: nobody plans to shoot at it.
        known = (o for o in options if not isinstance(o, Target) or not o.unit or o.unit in self._known)
        return Fan(seat, known, self._chooser)

    def steps(self, seat: Seat, options: Iterable[Option], before: Sum, patience: Patience) -> Iterator[Step]:
        """Every way to go on after what has been summed up, as long as patience lasts; at least one."""
        return self._steps(Fan(seat, options, self._chooser), BROAD.samples, before, patience)

    def _steps(self, fan: Fan, samples: int, before: Sum, patience: Patience) -> Iterator[Step]:
        found, senseless = False, list[Step]()
        for option, order in fan.orders(samples):
            if not patience.look() and found:
                return
            step = self._step(fan.seat, order, option.label, before)
            if fan.sense.folly(order, step.shown):
                senseless.append(step)
                continue
            found = True
            yield step
        if not found and not fan.has_sense:
            yield from senseless
        fan.has_sense |= found

    def _step(self, seat: Seat, order: Order, label: str, before: Sum) -> Step:
        shown = UNWEIGHED if isinstance(order, Decline) else seat.preview(order)
        total = before.plus(shown, shown.target in self._own, self._stakes)
        promise, place = self._promise(total, order, shown), Terms()
        if shown.ends is not None and seat.ask is not None:
            place = self.place(seat.ask.unit or getattr(order, "unit", ""), shown.ends)
        return Step(order, label, shown, total, promise + sum(place.values()), place)

    def _drawn(self, options: tuple[Option, ...], most: int) -> list[Option]:
        drawn = list(options)
        while len(drawn) > most:
            drawn.pop(self._chooser.randrange(0, len(drawn)))
        return drawn

    def _promise(self, total: Sum, order: Order, shown: Preview) -> float:
        """What a line looks like with one more order, what may still come of it included; equal ones by lot."""
        lot = SPARING * self._chooser.random()
        if shown == UNWEIGHED:
            return total.value(self._temper) + (lot if isinstance(order, Decline) else -SPARING)
        return total.value(self._temper) + shown.hoped - self._temper.soon * shown.lasting + lot

    def _follow(self, line: Line, step: Step) -> Line:
        """Give the order in a battle branched off, and play on to the unit's next decision."""
        battle = line.battle.fork()
        ask = battle.ask_for(self._seat.name)
        assert ask is not None, "an open line waits for an order"
        unit = line.unit or ask.unit or getattr(step.order, "unit", "")
        battle.answer(self._seat.name, step.order)
        total = step.sum.less(settle(battle, self._seat.name, self._chooser))
        over = not self._goes_on(battle, unit)
        orders, labels = (*line.orders, step.order), (*line.labels, step.label)
        hopes = 0.0 if over else step.shown.hoped
        ends, path = step.shown.ends or line.ends, (*line.path, battle)
        return Line(battle, unit, orders, labels, total, ends, over, hopes, path)

    def _goes_on(self, battle: Battle[Any], unit: str) -> bool:
        """Whether the seat decides for this unit next, or who is next and this unit may be."""
        ask = battle.ask_for(self._seat.name)
        if ask is None or ask.unit:
            return ask is not None and ask.unit == unit
        return bool(unit) and bool(_about(Seat(battle, self._seat.name).options(), unit))

    def _terms(self, line: Line) -> Terms:
        """What a line comes to, less what would be if the unit stayed as it is."""
        terms, survey = line.sum.terms(self._temper), line.battle.system.survey
        terms["hopes"] = HOPE * self._temper.damage * line.hopes
        if line.unit and survey is not None:
            others = self._others(line.unit)
            there = survey.standing(line.battle.state, self._seat.name, line.unit)
            before = standing_terms(self._standing(line.unit), others, self._temper)
            for name, term in standing_terms(there, others, self._temper).items():
                terms[name] = term - before[name]
            terms["ground"] = self._temper.progress * (survey.ground(line.battle.state, self._seat.name) - self._ground)
        if line.ends:
            terms |= self.place(line.unit, line.ends)
        return terms

    def place(self, unit: str, ends: tuple[int, int, int]) -> Terms:
        """What a place counts at a glance, against where the unit is."""
        far, away = nearest_enemy(self._view, self._enemies, *ends[:2]), turned_away(self._view, self._enemies, ends)
        return {
            "closing": self._temper.closing * (self._far.get(unit, far) - far),
            "formation": self._temper.formation * (self._alone.get(unit, 0.0) - self._off_call(unit, ends[:2])),
            "facing": self._temper.facing * (self._away.get(unit, 0.0) - away),
        }

    def _off_call(self, unit: str, place: tuple[int, int]) -> float:
        """How much farther than within call the nearest friend of a unit there is, as a share of the table."""
        others = [spot for friend, spot in self._places.items() if friend != unit]
        return max(0.0, nearest(self._view, others, *place) - WITHIN_CALL) if others else 0.0

    def _standing(self, unit: str) -> Standing:
        """How a unit stands now."""
        if unit not in self._now:
            self._now[unit] = self._seat.standing(unit)
        return self._now[unit]

    def _others(self, unit: str) -> dict[str, float]:
        """How much the friends of a unit draw each enemy on themselves."""
        drawn: dict[str, float] = {}
        for friend, here in self._friends.items():
            for enemy, pull in pulls(here).items() if friend != unit else ():
                drawn[enemy] = drawn.get(enemy, 0.0) + pull
        return drawn
