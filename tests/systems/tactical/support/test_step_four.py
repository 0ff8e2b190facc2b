"""2.6.2, 4.1.3: where support stands in the round, and whose turn it seems to be meanwhile."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.secrets import Sealed
from gearlock.systems.tactical.deployment import Deploy
from gearlock.systems.tactical.dice_tests import ASIDE
from gearlock.systems.tactical.flow import BOTH, resolve_misc, resolve_round, turn
from gearlock.systems.tactical.rounds.activation import Sheltered
from gearlock.systems.tactical.rounds.round import RoundEnded
from gearlock.systems.tactical.state import FIELDED, RESERVE, Activation, State
from gearlock.systems.tactical.support import buying as e
from gearlock.systems.tactical.support.buying import CallBarrage, Fly, Strafe
from gearlock.systems.tactical.support_assets import Plane, Stock, keep_stock
from systems.tactical.tables import mils, play, put, table


def told(*orders: Order) -> Any:
    left = list(orders)
    return lambda _state, _ask: left.pop(0) if left else Decline()


def field(**switches: Any) -> State:
    state = table(**switches)
    put(state, "red-1", "hunter", 20, 10)
    put(state, "blue-1", "hunter", 20, 30, 270)
    return state


@pytest.mark.rule("tactical.2.6.2-step4")
@pytest.mark.rule("tactical.4.1.3-artillery")
@pytest.mark.rule("tactical.4.1.3-air")
def test_in_step_four_salvos_come_down_and_then_aircraft_come_in() -> None:
    state = field()
    state.phase = "misc"
    keep_stock(state, "red", Stock(salvos={"Light Salvo": 1}, planes=(Plane("red-air-1", "Fighter", 2, 1),)))
    state.facts["spotter:red"] = Sealed("red-1", ("red",))
    orders = (CallBarrage("red-1", "Light Salvo", mils(40), mils(30)), Fly("red-air-1", mils(20), mils(30), 900),
              Strafe("blue-1"))  # fmt: skip

    def script(ctx: Ctx[State]) -> Script[None]:
        while state.phase == "misc":
            yield from resolve_misc(ctx)

    played = play(state, script, (6,), (6, 1), (1, 1), (3, 3), answer=told(*orders))
    assert "step four" not in state.points
    order = [type(event) for event in played.events if isinstance(event, e.CallAnswered | e.BarrageLanded | e.RunFlown)]
    assert order == [e.CallAnswered, e.BarrageLanded, e.RunFlown]
    assert isinstance(played.events[-1], RoundEnded)


@pytest.mark.rule("tactical.4.1.3-support")
@pytest.mark.rule("tactical.4.1.3-intelligence")
def test_nobody_hears_who_is_asked_about_support() -> None:
    state = field()
    state.activation = Activation("red-1")
    assert turn(state) == "red"
    state.points[ASIDE] = 1
    assert turn(state) == BOTH, "dice that somebody could throw again"
    del state.points[ASIDE]
    state.activation, state.phase = None, "misc"
    assert turn(state) == BOTH, "aircraft that somebody could send"
    state.phase = "support"
    assert turn(state) == "red", "who buys is no secret"
    state.points["bought:red"] = 1
    assert turn(state) == "blue"


@pytest.mark.rule("tactical.3.7-tempest")
@pytest.mark.rule("tactical.4.2.2-spending")
def test_a_round_begins_with_shelter_and_with_who_arrives() -> None:
    state = field(weather="tempest")
    put(state, "blue-2", "rifle-squad", 30, 30)
    unit = put(state, "red-2", "hunter", 0, 0, status=RESERVE, group=2, tokens={"arrives": 2})

    def answer(_state: State, ask: Ask) -> Order:
        return Deploy("red-2", mils(30), mils(2), 900) if ask.kind == "deploy" else Decline()

    played = play(state, resolve_round, answer=answer)
    assert [event.units for event in played.of(Sheltered)] == [("blue-2",)]
    assert (unit.status, unit.actions) == (FIELDED, 1)
