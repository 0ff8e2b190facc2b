"""3.2.7: towing."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from gearlock.kernel.positions import Position
from gearlock.systems.tactical.damage.condition import refuse_pace, tow_capacity, tow_limit, tow_load
from gearlock.systems.tactical.damage.damage import UnitLost
from gearlock.systems.tactical.movement.course import Move, ShiftSpeed
from gearlock.systems.tactical.rounds.round import EndActivation
from gearlock.systems.tactical.transports import Hitch, Unhitch
from gearlock.table.measure import distance
from systems.tactical.play import code, give, unit
from systems.tactical.tables import card, put, table

TOW = Hitch("red-1", "red-2")
TRUCK: dict[str, Any] = {"kind": "vehicle", "modes": {"G": [6, 12]}, "weapons": ["LMG T"]}


def tower(size: int = 6, load: int = 4, **more: Any) -> Position:
    """A truck and a broken one right behind it."""
    target = {**TRUCK, "size": load, "radius": 500, **more.pop("target", {})}
    broken = more.pop("broken", {"harm": {"power": 1}})
    head = {name: more.pop(name) for name in ("pace", "modules") if name in more}
    position = Position("tactical", active="red-1", map="48x48", **{"modules": ["towing"], **head})
    stats = {**TRUCK, "size": size, "radius": 500, **more.pop("stats", {})}
    position.model("red-1", "aller", at=(20, 10), facing="north", stats=stats, **{"actions": 1, **more})
    position.model("red-2", "aller", at=(20, more.get("y", 8.5)), facing="north", stats=target, **broken)
    return position.model("blue-1", "hunter", at=(45, 45), facing="north", done=True, actions=0)


@pytest.mark.rule("tactical.3.2.7")
@pytest.mark.parametrize(
    ("load", "limit"), [(50, "top"), (51, "combat"), (75, "combat"), (76, "half"), (100, "half"), (101, "")]
)
def test_the_load_decides_how_fast_it_goes(load: int, limit: str) -> None:
    assert tow_limit(Fraction(load), Fraction(100)) == limit


@pytest.mark.rule("tactical.3.2.7", "tactical.7.2-towing")
def test_what_is_not_made_for_it_counts_double_and_strong_engines_tow_double() -> None:
    state = table()
    gear, tank = put(state, "red-1", "hunter", 1, 1), put(state, "red-2", "aller", 5, 5)
    assert (tow_load(gear), tow_capacity(gear)) == (Fraction(146, 10), Fraction(73, 10))
    assert tow_load(tank) == tow_capacity(tank) == 82
    strong = put(state, "red-3", card("Truck", perks={"High Towing Capacity": 1}), 9, 9)
    assert tow_capacity(strong) == Fraction(146, 10)
    hover = put(state, "red-4", card("Hover", kind="tank", modes={"H": (5, 10)}), 9, 9)
    assert tow_load(hover) == Fraction(146, 10)


@pytest.mark.rule("tactical.3.2.7")
def test_what_is_towed_follows_straight_behind() -> None:
    battle = give(tower().battle(), TOW, Move("red-1", ((0, 2_000), (900, 2_000))))
    lead, towed = unit(battle), unit(battle, "red-2")
    assert (lead.x, lead.y, lead.actions) == (18_000, 12_000, 0)
    assert abs(distance(lead.x, lead.y, towed.x, towed.y) - 1_001) <= 2
    assert towed.x > lead.x
    assert towed.y <= lead.y
    assert code(battle, Move("red-1", ((0, -500),))) in ("reverse", "tow")
    give(battle, Unhitch("red-1"))
    assert (unit(battle).tokens, unit(battle, "red-2").tokens) == ({}, {})


@pytest.mark.rule("tactical.3.2.7")
def test_heavy_loads_slow_it_down() -> None:
    light = give(tower(6, 5).battle(), TOW)
    assert unit(light).tokens == {"towing:red-2": 2}
    assert code(light, Move("red-1", ((0, 6_000),))) == ""
    give(light, Move("red-1", ((0, 6_000),)))
    assert code(light, ShiftSpeed("red-1", "top")) == "tow"
    feather = give(tower(6, 4).battle(), TOW, Move("red-1", ((0, 6_000),)))
    assert code(feather, ShiftSpeed("red-1", "top")) == ""
    full = give(tower(6, 6).battle(), TOW)
    assert code(full, Move("red-1", ((0, 3_000),))) == ""
    assert code(full, Move("red-1", ((0, 3_001),))) == "movement"
    give(full, EndActivation("red-1"))
    assert [getattr(refuse_pace(full.state, unit(full), pace), "code", "") for pace in ("half", "combat")] == [
        "",
        "tow",
    ]


@pytest.mark.rule("tactical.3.2.7")
def test_what_cannot_be_towed() -> None:
    assert code(tower(modules=[]).battle(), TOW) == "module"
    assert code(tower(6, 7).battle(), TOW) == "heavy"
    assert code(tower(6, 6, stats={"perks": {"High Towing Capacity": 1}}).battle(), TOW) == ""
    assert code(tower(6, 5, target={"kind": "gear"}).battle(), TOW) == "heavy"
    assert code(tower(broken={}).battle(), TOW) == "drives"
    assert code(tower(broken={"tokens": {"stuck": 2}}).battle(), TOW) == ""
    assert code(tower(actions=0).battle(), TOW) == "actions"
    assert code(tower().battle(), Hitch("red-1", "blue-1")) == "enemy"
    assert code(tower().battle(), Unhitch("red-1")) == "hitched"


@pytest.mark.rule("tactical.3.2.7")
def test_one_vehicle_tows_one_other_and_no_chain_is_made() -> None:
    position = tower(actions=2)
    position.model("red-3", "aller", at=(20, 11.5), stats={**TRUCK, "size": 4, "radius": 500}, harm={"power": 1})
    battle = give(position.battle(), TOW)
    assert code(battle, Hitch("red-1", "red-3")) == "hitched"
    assert code(give(battle, Unhitch("red-1")), Hitch("red-1", "red-3")) == ""


@pytest.mark.rule("tactical.3.2.7")
@pytest.mark.parametrize(("load", "said"), [(4, ""), (5, "top")])
def test_who_is_at_top_speed_takes_no_more_in_tow_than_leaves_it_that(load: int, said: str) -> None:
    assert code(tower(6, load, speed="top", pace="top").battle(), TOW) == said


@pytest.mark.rule("tactical.3.2.7")
def test_nothing_is_in_tow_of_what_is_lost() -> None:
    battle = give(tower().battle(), TOW)
    state = battle.state.clone()
    UnitLost("red-2", "", "").change(state)
    assert state.units["red-1"].tokens == {}


@pytest.mark.rule("tactical.3.2.7", "tactical.7.2-poor-off-road")
def test_what_is_stuck_is_towed_out() -> None:
    battle = give(tower(broken={"tokens": {"stuck fast": 1}}).battle(), TOW, Move("red-1", ((0, 2_000),)))
    assert unit(battle, "red-2").tokens == {"towed:red-1": 1}
