"""3.2.6, 3.4.4, 3.4.5: mines, fires and zones under fire meet whoever arrives, climbing, falling, leaping or in tow."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.positions import Position
from gearlock.systems.tactical.damage.damage import DamageCompared
from gearlock.systems.tactical.damage.structures import MINEFIELD
from gearlock.systems.tactical.dice_tests import SkillTested
from gearlock.systems.tactical.ground_targets import SATURATION
from gearlock.systems.tactical.line_of_sight.lines import FIRE
from gearlock.systems.tactical.movement.course import Climb, Jump, Move, Ram
from gearlock.systems.tactical.state import DESTROYED, Patch, State
from gearlock.systems.tactical.transports import Disembark, Hitch
from systems.tactical.play import code, give, happened, unit
from systems.tactical.tables import mils

ON = ["cliffs", "minefields", "burst fire", "incendiaries", "towing"]
UP, DOWN = Climb("red-1", "rock", True), Climb("red-1", "rock", False)


def mines(x: float, y: float) -> Patch:
    return Patch(MINEFIELD, mils(x), mils(y), 500, word="General Purpose")


def zone(x: float, y: float, reach: float = 1) -> Patch:
    return Patch(SATURATION, mils(x), mils(y), mils(reach), 8, "blue", "blue-1", "LAC", 1, 1)


def laid(position: Position, *patches: Patch) -> Battle[State]:
    battle: Battle[State] = position.battle()
    battle.state.patches += patches
    return battle


def thrown(battle: Battle[State]) -> list[str]:
    return [event.purpose for event in happened(battle, SkillTested)]


def alone(at: tuple[float, ...] = (20.5, 10.5), **more: Any) -> Position:
    """A Gear that nobody fires at."""
    position = Position("tactical", active="red-1", modules=ON, map="48x48")
    position.model("red-1", more.pop("model", "hunter"), at=at, facing="north", **more)
    return position.model("blue-1", "hunter", at=(45, 45), facing="north", done=True, actions=0)


def at_a_cliff(at: tuple[float, ...], **more: Any) -> Position:
    """The same beside a cliff of 3 in, or on it."""
    return alone(at, **more).piece("hill", (10, 11.2, 30, 20), id="rock", top=3, footing=True)


HANGING = {"climbing": 1}


@pytest.mark.rule("tactical.3.2.6", "tactical.3.2.1")
def test_who_climbs_down_into_mines_meets_them_when_it_is_down() -> None:
    over = at_a_cliff((20.5, 11.8)).dice("climbing", 5, 5)
    assert thrown(give(laid(over, mines(20.5, 10.5)), DOWN)) == ["climbing"], "it hangs above them"
    last = at_a_cliff((20.5, 10.6, 1), tokens=HANGING).dice("climbing", 5, 5).dice("minefield", 6, 6)
    assert thrown(give(laid(last, mines(20.5, 10.5)), DOWN)) == ["climbing", "minefield"]


@pytest.mark.rule("tactical.3.2.6", "tactical.3.2.1")
def test_who_climbs_up_into_mines_meets_them_on_the_top() -> None:
    position = at_a_cliff((20.5, 10.6, 2), tokens=HANGING).dice("climbing", 5, 5).dice("minefield", 6, 6)
    battle = give(laid(position, mines(20.5, 10.5), mines(20.5, 11.5)), UP)
    assert (thrown(battle), unit(battle).z) == (["climbing", "minefield"], 3_000)


@pytest.mark.rule("tactical.3.4.5-saturation", "tactical.3.2.1")
def test_who_climbs_over_the_edge_comes_into_a_zone_at_once_and_once() -> None:
    over = at_a_cliff((20.5, 11.8)).dice("climbing", 5, 5).dice("defense", 6, 6)
    assert thrown(give(laid(over, zone(20.5, 10, 0.8)), DOWN)) == ["climbing", "defense"]
    inside = at_a_cliff((20.5, 10.6, 1), tokens=HANGING).dice("climbing", 5, 5)
    assert thrown(give(laid(inside, zone(20.5, 10, 0.8)), DOWN)) == ["climbing"], "it hung in it before"


@pytest.mark.rule("tactical.3.2.1-falling", "tactical.3.2.6", "tactical.3.4.4-crossing")
def test_who_falls_lands_in_what_lies_at_the_foot() -> None:
    def falls(at: tuple[float, ...], *patches: Patch, **more: Any) -> list[str]:
        position = at_a_cliff(at, stats={"armor": 90}, **more).dice("climbing", 2, 2).dice("falling", 3, 5)
        return thrown(give(laid(position.dice("minefield", 6, 6), *patches), UP if len(at) > 2 else DOWN))

    assert falls((20.5, 10.6, 1), mines(20.5, 10.5), tokens=HANGING)[2:] == ["minefield"]
    assert falls((20.5, 11.8), mines(20.5, 10.5))[2:] == ["minefield"]
    stays = at_a_cliff((20.5, 10.6), stats={"armor": 90}).dice("climbing", 2, 2).dice("falling", 3, 5)
    assert thrown(give(laid(stays, mines(20.5, 10.5)), UP)) == ["climbing", "falling"], "it began on them"
    burns = at_a_cliff((20.5, 10.6, 1), tokens=HANGING, stats={"armor": 90}).dice("climbing", 2, 2)
    burns.dice("falling", 3, 5).dice("crossing a fire", 6, 6)
    fire = Patch(FIRE, mils(20.5), mils(10.5), 500, 10)
    assert thrown(give(laid(burns, fire), UP))[2:] == ["crossing a fire"]


@pytest.mark.rule("tactical.3.4.5-saturation", "tactical.7.2-card-only-perks")
def test_who_leaps_into_a_zone_is_attacked_and_who_leaps_over_one_is_not() -> None:
    def leaps(*patches: Patch) -> list[str]:
        position = alone(stats={"perks": {"Jump Jets": 3}}).dice("defense", 6, 6)
        return thrown(give(laid(position, *patches), Jump("red-1", 3)))

    assert leaps(zone(20.5, 13.5)) == ["defense"]
    assert leaps(zone(20.5, 12, 0.9)) == []
    assert leaps(zone(20.5, 12, 2)) == [], "it was in it before"


@pytest.mark.rule("tactical.3.2.7", "tactical.3.2.6", "tactical.3.4.5-saturation")
def test_what_is_towed_is_pulled_into_what_lies_on_the_way() -> None:
    def tows(*patches: Patch, **harm: int) -> list[tuple[str, str]]:
        position = alone(model="aller", actions=1)
        position.model("red-2", "hunter", at=(20.5, 8.6), facing="north", harm=harm, **{"crew_lost": 1})
        battle = laid(position.dice("minefield", 6, 6).dice("defense", 6, 6), *patches)
        give(battle, Hitch("red-1", "red-2"), Move("red-1", ((0, 2_000),)))
        assert unit(battle, "red-2").y > 9_500
        hurt = happened(battle, DamageCompared)
        return [(event.unit, event.cause) for event in hurt]

    assert tows(mines(20.5, 9.5)) == [("red-2", "General Purpose mines")]
    assert tows(zone(20.5, 9.3, 0.3)) == [("red-2", "Light Autocannon")]
    assert tows() == []


@pytest.mark.rule("tactical.3.2.7", "tactical.3.2.1")
def test_nobody_climbs_with_a_load() -> None:
    position = at_a_cliff((20.5, 10.6), tokens={"towing:red-2": 3})
    position.model("red-2", "hunter", at=(20.5, 9.4), facing="north", harm={"power": 1}, tokens={"towed:red-1": 1})
    assert code(position.battle(), UP) == "tow"


@pytest.mark.rule("tactical.2.6.8-ramming", "tactical.3.2.6")
def test_who_misses_and_runs_past_comes_into_mines() -> None:
    position = alone().model("blue-2", "hunter", at=(20.5, 12.6), facing="north", done=True)
    position.dice("ram", 1, 2).dice("defense", 6, 6).dice("minefield", 6, 6)
    battle = give(laid(position, mines(19.5, 12.5)), Ram("red-1", "blue-2"))
    assert thrown(battle) == ["ram", "defense", "minefield"]


@pytest.mark.rule("tactical.3.2.6", "tactical.3.4.4-crossing", "tactical.3.4.5-saturation", "tactical.7.2-passengers")
def test_who_gets_out_of_a_vehicle_comes_into_what_lies_beside_it() -> None:
    def gets_out(*patches: Patch) -> Battle[State]:
        position = alone((20, 10), model="badger", actions=2)
        position.model("red-2", "infantry-squad", at=(20, 10), status="aboard", carrier="red-1")
        position.dice("minefield", 6, 6).dice("defense", 6, 6)
        out = Disembark("red-1", "red-2", 21_600, 10_000)
        return give(laid(position, *patches), out, out)

    assert thrown(gets_out(mines(21.5, 10.5))) == ["minefield"]
    assert thrown(gets_out(zone(21.5, 10))) == ["defense"]
    burning = gets_out(Patch(FIRE, mils(21.5), mils(10.5), 500, 10))
    assert unit(burning, "red-2").status == DESTROYED
