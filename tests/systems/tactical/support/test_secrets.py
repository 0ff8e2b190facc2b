"""What the other seat can learn of support and hidden units: nothing but what happens openly."""

from __future__ import annotations

import random

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.obtaining import Probe, obtainable
from gearlock.kernel.orders import Decline
from gearlock.kernel.seat import Seat
from gearlock.mechanics.secrets import Sealed
from gearlock.systems.tactical import SYSTEM
from gearlock.systems.tactical.battles.battles import begin, prepare
from gearlock.systems.tactical.scenario_generator.priorities import disguise, suppose
from gearlock.systems.tactical.state import FIELDED, HIDDEN, Patch, State
from gearlock.systems.tactical.support.buying import BuySupport, NameSpotter
from gearlock.systems.tactical.support_assets import Plane, Stock, keep_stock, stock_of
from systems.tactical.tables import mils

PROBE = Probe(lambda: random.Random(1), ("red-1", "red-2", "blue-1", "nobody"))
RICH = Stock(planes=(Plane("red-air-1", "Bomber", 2, 4),), salvos={"Heavy Salvo": 3}, rerolls=2, spent=900)


def field(red: Stock, spotter: str, spot: tuple[int, int], place: tuple[int, int]) -> Battle[State]:
    """Blue is to activate a unit; red has support, a salvo on its way and a hidden unit."""
    setup = prepare("skirmish", 1, {"support-red": "3000", "red": "hunter*2", "blue": "hunter*2"})
    state = begin(setup)
    for number, unit in enumerate(state.units.values()):
        unit.status, unit.x, unit.actions = FIELDED, mils(5 + 5 * number), 1
        unit.y, unit.facing = (mils(2), 900) if unit.seat == "red" else (mils(30), 900)
    hidden = state.units["red-2"]
    hidden.status, (hidden.x, hidden.y) = HIDDEN, place
    state.points["hides:red"] = 1
    state.phase, state.round, state.turn, state.first = "activation", 1, "blue", "blue"
    keep_stock(state, "red", red)
    state.facts["support:blue"] = Sealed("{}", ("blue",))
    state.facts["spotter:red"] = Sealed(spotter, ("red",))
    word = next(iter(red.salvos), "Light Salvo")
    state.patches = [Patch("barrage", *spot, 1000, seat="red", unit="red-1", word=word)]
    return Battle.begin(SYSTEM, setup, Seeded(1), state)


@pytest.mark.rule("tactical.4.1.3-support")
@pytest.mark.rule("tactical.4.1.3-scouting")
def test_everything_blue_can_obtain_is_the_same_whatever_red_has_written_down() -> None:
    here = field(RICH, "red-1", (mils(10), mils(30)), (mils(8), mils(12)))
    there = field(Stock(rerolls=1), "red-2", (mils(20), mils(3)), (mils(30), mils(5)))
    mine, theirs = (obtainable(Seat(each, "blue"), PROBE) for each in (here, there))
    for name in mine:
        assert mine[name] == theirs[name], name
    assert here.view("red") != there.view("red")


@pytest.mark.rule("tactical.4.1.3-support")
def test_a_disguise_changes_what_is_secret_and_nothing_that_is_known() -> None:
    battle = field(RICH, "red-1", (mils(10), mils(30)), (mils(8), mils(12)))
    state, chooser = battle.state, random.Random(3)
    twin = disguise(state, "blue", chooser)
    assert stock_of(twin, "red") != RICH
    assert twin.patches != state.patches
    assert (twin.units["red-2"].x, twin.units["red-2"].y) != (mils(8), mils(12))
    own = disguise(state, "red", random.Random(3))
    assert (stock_of(own, "red"), own.patches) == (RICH, state.patches)
    state.facts["support:red"] = Sealed(state.facts["support:red"].value, ("red", "blue"))
    assert stock_of(disguise(state, "blue", chooser), "red") == RICH, "intelligence has told it"


@pytest.mark.rule("tactical.4.1.3-support")
def test_what_a_bot_supposes_does_not_depend_on_the_truth() -> None:
    truths = (
        field(RICH, "red-1", (mils(10), mils(30)), (mils(8), mils(12))).state,
        field(Stock(), "red-2", (mils(20), mils(3)), (mils(30), mils(5))).state,
    )
    first, second = (SYSTEM.hash(suppose(state, "blue", random.Random(5))) for state in truths)
    assert first == second


@pytest.mark.rule("tactical.4.1.3-support")
def test_the_number_of_purchases_is_not_told() -> None:
    """Blue sees the same after one purchase of red and after four; red may take them back as long as it buys."""
    setup = prepare("skirmish", 1, {"support-red": "600", "support-blue": "600"})
    seen = []
    for count in (1, 4):
        battle = Battle.begin(SYSTEM, setup, Seeded(1))
        for _ in range(count):
            battle.answer("red", BuySupport("Light Salvo"))
        assert Seat(battle, "red").veil == ""
        while battle.ask_for("red") is not None and battle.ask_for("blue") is None:
            kind = battle.pending[0].kind
            battle.answer("red", NameSpotter("red-1") if kind == "spotter" else Decline())
        seen.append(obtainable(Seat(battle, "blue"), PROBE))
    for name in seen[0]:
        assert seen[0][name] == seen[1][name], name
