"""Reactions and Command Points in whole battles: inch by inch, Action by Action."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import ByPurpose
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Decline, Order
from gearlock.systems.fieldmanual import SYSTEM
from gearlock.systems.fieldmanual.attacks.weapons_in_use import Attack, AttackDeclared
from gearlock.systems.fieldmanual.command_points.spending import ACTIVATE, EXTRA
from gearlock.systems.fieldmanual.command_points.tests import Command
from gearlock.systems.fieldmanual.movement.course import Moved
from gearlock.systems.fieldmanual.movement.terrain import Move
from gearlock.systems.fieldmanual.reactions import DeclareFire, FireDeclared, FireOver
from gearlock.systems.fieldmanual.rounds import Activate, ActivationEnded, EndActivation
from gearlock.systems.fieldmanual.sensors import ActiveLock, ForwardObserve
from gearlock.systems.fieldmanual.state import COMBAT, COMMANDER, State
from systems.fieldmanual.radio import model, pool
from systems.fieldmanual.tables import activate, mils, piece, table

HILL = piece("hill", (14, 0, 18, 17.5), 4)
"""Solid: whoever is south of it is hidden."""


class Game:
    """A battle from a position; replies answer the first question they are legal for, all else optional is declined."""

    def __init__(self, state: State, *dice: tuple[str, tuple[int, ...]]) -> None:
        self.battle: Battle[State] = Battle.begin(
            SYSTEM, SYSTEM.prepare("duel", 1, {}), ByPurpose(*dice, seed=1), state
        )
        self.asked: list[tuple[str, str]] = []

    @property
    def state(self) -> State:
        return self.battle.state

    @property
    def ask(self) -> Ask:
        return self.battle.pending[0]

    def play(self, order: Order, *replies: Order) -> list[Event]:
        """Give an order; the events until somebody has to decide something that nobody laid an answer out for."""
        left, before = list(replies), len(self.battle.entries)
        self.battle.answer(self.ask.seat, order)
        while not self.battle.over:
            ask = self.ask
            fit = next((each for each in left if SYSTEM.refuse(self.state, ask, each) is None), None)
            if fit is None and not ask.optional:
                break
            self.asked.append((ask.seat, ask.kind))
            if fit is not None:
                left.remove(fit)
            self.battle.answer(ask.seat, Decline() if fit is None else fit)
        assert not left, f"nobody asked for {left}; asked were {self.asked}, and now {self.ask}"
        return [event for entry in self.battle.entries[before:] for event in entry.events]


def position(*pieces: Any, red_y: float = 10, **more: Any) -> State:
    """Red's model may walk north out of hiding; blue's waits on the other side."""
    state = table(*pieces)
    model(state, "red-1", 10, red_y, band=COMBAT, **more).facing = 900
    model(state, "blue-1", 26, 20)
    activate(state, "red-1")
    return state


def walk(inches: float) -> Move:
    return Move("red-1", ((0, mils(inches)),))


def kinds(events: list[Event]) -> list[str]:
    wanted = (Moved, FireDeclared, AttackDeclared, FireOver)
    return [type(event).__name__ for event in events if isinstance(event, wanted)]


@pytest.mark.rule("fieldmanual.reaction-fire")
def test_fire_declared_in_the_middle_of_a_move_comes_after_the_next_inch() -> None:
    game = Game(position())
    shot = Attack("blue-1", "LAC", "red-1")
    events = game.play(walk(3), DeclareFire("blue-1"), shot)
    assert kinds(events)[:4] == ["FireDeclared", "Moved", "AttackDeclared", "FireOver"]
    moved = next(event for event in events if isinstance(event, Moved))
    assert (moved.gone, moved.y) == (1000, 11_000)


@pytest.mark.rule("fieldmanual.reaction-fire", "fieldmanual.combat-lock")
def test_nobody_is_asked_before_the_mover_comes_into_sight_and_then_at_once() -> None:
    game = Game(position(HILL, red_y=14.5))
    events = game.play(walk(4), DeclareFire("blue-1"), Attack("blue-1", "LAC", "red-1"))
    order = kinds(events)
    first = order.index("FireDeclared")
    assert first > 0
    seen = [event for event in events if isinstance(event, Moved)][first - 1]
    assert 1000 <= seen.gone < 4000
    assert game.asked[0] == ("blue", "declare fire")


@pytest.mark.rule("fieldmanual.reaction-fire")
def test_a_way_that_nobody_can_answer_is_gone_at_once() -> None:
    state = position()
    state.units["blue-1"].actions = 0
    game = Game(state)
    assert kinds(game.play(walk(4))) == ["Moved"]
    assert game.asked == []


@pytest.mark.rule("fieldmanual.cp-activate", "fieldmanual.reaction-fire")
def test_a_model_called_up_interrupts_a_move_which_goes_on_afterwards() -> None:
    state = position(HILL, red_y=14.5)
    pool(state, blue=2)
    model(state, "blue-2", 60, 20, ld=1, rank=COMMANDER, group=2)
    game = Game(state)
    called = Activate("blue-1", "W", "stationary")
    events = game.play(walk(4), Command("blue-1", ACTIVATE), called)
    assert game.ask.unit == "blue-1"
    assert game.state.interrupted[0].path
    halfway = game.state.units["red-1"].y
    assert mils(14.5) < halfway < mils(18.5)
    events += game.play(EndActivation("blue-1"))
    assert game.state.units["red-1"].y == mils(18.5)
    assert game.state.units["blue-1"].used
    assert game.ask.unit == "red-1"


@pytest.mark.rule("fieldmanual.cp-extra-action")
def test_an_additional_action_is_used_at_once_and_the_weapon_may_fire_again() -> None:
    state = position()
    pool(state, red=1)
    state.units["red-1"] = model(state, "red-1", 10, ld=1, rank=COMMANDER, fired=["LAC"], actions=0, band=COMBAT)
    game = Game(state, ("attack", (1, 2)), ("defense", (6, 6)))
    shot = Attack("red-1", "LAC", "blue-1")
    assert SYSTEM.refuse(state, game.ask, shot) is not None
    game.play(Command("red-1", EXTRA))
    assert SYSTEM.refuse(game.state, game.ask, walk(1)) is not None
    events = game.play(shot)
    assert any(isinstance(event, ActivationEnded) for event in events)
    assert game.state.activation is not None
    assert not game.state.activation.extra
    assert not game.state.units["red-1"].used
    assert SYSTEM.refuse(game.state, game.ask, shot) is not None


@pytest.mark.rule("fieldmanual.cp-extra-action", "fieldmanual.active-lock")
def test_an_active_lock_by_an_additional_action_keeps_its_free_action() -> None:
    state = position()
    pool(state, red=1)
    state.units["red-1"] = model(state, "red-1", 10, ld=1, rank=COMMANDER, actions=0, band=COMBAT)
    game = Game(state)
    game.play(Command("red-1", EXTRA))
    game.play(ActiveLock("red-1", "blue-1"))
    assert game.state.activation is not None
    assert game.state.activation.extra
    assert game.state.activation.free == "blue-1"
    game.play(ForwardObserve("red-1", "blue-1"))
    assert not game.state.activation.extra


@pytest.mark.rule("fieldmanual.reaction-fire")
def test_an_action_is_answered_but_not_one_that_was_given_to_somebody_else() -> None:
    state = position()
    game = Game(state)
    game.play(ActiveLock("red-1", "blue-1"))
    assert ("blue", "answer") in game.asked
    given = position()
    pool(given, red=1)
    model(given, "red-2", 10, 30, ld=1, rank=COMMANDER)
    again = Game(given)
    again.play(Command("red-2", EXTRA))
    again.play(ActiveLock("red-2", "blue-1"))
    assert ("blue", "answer") not in again.asked
