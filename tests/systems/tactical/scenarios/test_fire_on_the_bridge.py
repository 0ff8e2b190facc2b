"""4.3.2 as it is played: the shot at the bridge, its dice and the offers in between, and the end of the battle."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import ByPurpose, Scripted
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.system import Setup
from gearlock.mechanics.secrets import Sealed
from gearlock.systems.tactical import SYSTEM
from gearlock.systems.tactical.datacards import Mount
from gearlock.systems.tactical.ground_targets import Demolish, Saturate
from gearlock.systems.tactical.printed_scenarios.in_play import Forfeited
from gearlock.systems.tactical.state import STATIONARY, Activation, State, Unit
from gearlock.systems.tactical.support.buying import CallAnswered, CallBarrage
from gearlock.systems.tactical.support_assets import Stock, keep_stock
from systems.tactical.play import happened
from systems.tactical.scenarios.scenes import of, put, scene
from systems.tactical.tables import mils

BRIDGE = mils(36), mils(24)
BANK = mils(36), mils(22)


def field(**options: str) -> tuple[State, Unit]:
    """Pressure Point under way: a Southern Gear on the road to the bridge, activated."""
    state = scene("pressure-point", **options)
    unit = put(state, of(state, "red")[0], 36, 20.5)
    unit.facing, state.activation = 900, Activation(unit.id, STATIONARY, "W")
    return state, unit


def battle(state: State, dice: Any) -> Battle[State]:
    return Battle.begin(SYSTEM, Setup("pressure-point", 7), dice, state)


def gun(unit: Unit, *, bursts: bool = False) -> Mount:
    found = [mount for mount in unit.card.weapons if mount.weapon.base and not mount.weapon.is_missile]
    return next(mount for mount in found if mount.weapon.rof or not bursts)


def fired(order: Order, state: State, *dice: tuple[str, tuple[int, ...]]) -> Battle[State]:
    """An order given, and whoever is asked something before it is settled declines."""
    played = battle(state, ByPurpose(*dice, seed=3))
    steps = played.steps
    played.answer("red", order)
    while not played.over and played.steps == steps:
        played.answer(played.pending[0].seat, Decline())
    return played


@pytest.mark.rule("tactical.4.3.2")
def test_a_shot_at_the_bridge_ends_the_battle_though_its_dice_come_after_it() -> None:
    state, unit = field()
    played = fired(Demolish(unit.id, gun(unit).id, *BRIDGE), state)
    assert happened(played, Forfeited) == [Forfeited("red", "has fired on the bridge")]
    assert played.outcome is not None
    assert (played.outcome.winner, played.outcome.score) == ("blue", {"red": 0, "blue": 4})


@pytest.mark.rule("tactical.4.3.2")
@pytest.mark.parametrize(("at", "over"), [(BRIDGE, True), (BANK, False)])
def test_saturation_of_the_bridge_ends_it_and_saturation_of_the_bank_does_not(at: tuple[int, int], over: bool) -> None:
    state, unit = field()
    state.switches["burst fire"] = "yes"
    played = fired(Saturate(unit.id, gun(unit, bursts=True).id, *at), state)
    assert played.over is over
    assert [event.seat for event in happened(played, Forfeited)] == ["red"] * over


@pytest.mark.rule("tactical.4.3.2")
@pytest.mark.parametrize(("at", "face", "over"), [(BRIDGE, 6, True), (BRIDGE, 1, False), (BANK, 6, False)])
def test_a_salvo_called_onto_the_bridge_ends_it_when_the_call_is_heard(
    at: tuple[int, int], face: int, over: bool
) -> None:
    state, unit = field()
    keep_stock(state, "red", Stock(salvos={"Light Salvo": 1}))
    state.facts["spotter:red"] = Sealed(unit.id, ("red",))
    played = fired(CallBarrage(unit.id, "Light Salvo", *at), state, ("call for artillery", (face,)))
    assert [event.heard for event in happened(played, CallAnswered)] == [face == 6]
    assert played.over is over


def test_a_branch_and_a_log_run_again_hear_of_the_whole_step() -> None:
    state, unit = field()
    played = battle(state, ByPurpose(("attack", (3, 4)), seed=3))
    branch = played.fork(ByPurpose(("attack", (3, 4)), seed=3))
    order = Demolish(unit.id, gun(unit).id, *BRIDGE)
    for each in (played, branch):
        each.answer("red", order)
    inputs = [entry.input for entry in played.entries]
    again = Battle.rerun(SYSTEM, played.setup, played.start, inputs)
    assert (played.over, branch.outcome, again.outcome) == (True, played.outcome, played.outcome)


@pytest.mark.rule("tactical.4.3.2")
def test_bots_are_told_what_a_salvo_on_the_bridge_costs() -> None:
    state, unit = field()
    keep_stock(state, "red", Stock(salvos={"Light Salvo": 1}))
    state.facts["spotter:red"] = Sealed(unit.id, ("red",))
    played = battle(state, Scripted())
    on, beside = (played.preview("red", CallBarrage(unit.id, "Light Salvo", *at)) for at in (BRIDGE, BANK))
    assert on.gives < -1 < beside.gives
    assert any("loses the game" in note for note in on.notes)
