"""4.1.3: artillery: who calls it, when it is heard, where it lands and what it does."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.asks import Ask, Place
from gearlock.kernel.orders import Decline, Order
from gearlock.mechanics.secrets import Sealed
from gearlock.mechanics.silhouette.rolls import Result
from gearlock.systems.tactical.advice.previews import preview_call
from gearlock.systems.tactical.attacks.weapons_in_use import Caught
from gearlock.systems.tactical.damage.damage import DamageCompared
from gearlock.systems.tactical.shown import barrages_shown
from gearlock.systems.tactical.state import CLIMBING, HIDDEN, Patch, State
from gearlock.systems.tactical.support import artillery as c
from gearlock.systems.tactical.support import artillery as f
from gearlock.systems.tactical.support import buying as e
from gearlock.systems.tactical.support.buying import CallBarrage
from gearlock.systems.tactical.support_assets import Stock, keep_stock, salvos, stock_of
from systems.tactical.tables import mils, piece, play, put, table

SPOT = (mils(20), mils(30))


def told(*orders: Order) -> Any:
    left = list(orders)
    return lambda _state, _ask: left.pop(0) if left else Decline()


def battery(*pieces: Any, size: str = "Medium Salvo", **switches: Any) -> State:
    """A spotter of red who looks north, an enemy before him, and three salvos."""
    state = table(*pieces, **switches)
    put(state, "red-1", "hunter", 20, 10)
    put(state, "red-2", "hunter", 30, 10)
    put(state, "blue-1", "hunter", 20, 30, 270)
    keep_stock(state, "red", Stock(salvos={size: 3}))
    state.facts["spotter:red"] = Sealed("red-1", ("red",))
    return state


def order(size: str = "Medium Salvo", at: tuple[int, int] = SPOT, unit: str = "red-1") -> CallBarrage:
    return CallBarrage(unit, size, *at)


def code(state: State, wanted: CallBarrage) -> str:
    refusal = c.refuse_call(state, Ask("red", "act", wanted.unit), wanted)
    return "" if refusal is None else refusal.code


@pytest.mark.rule("tactical.4.1.3-artillery")
def test_only_the_spotter_calls_with_an_action_a_radio_and_sight_of_the_point() -> None:
    state = battery()
    assert code(state, order()) == ""
    assert code(state, order(unit="red-2")) == "spotter"
    assert code(state, order(unit="blue-1")) == "unit"
    assert code(state, order("Heavy Salvo")) == "salvo"
    assert code(state, CallBarrage("red-1", "Medium Salvo")) == "point"
    assert code(state, order(at=(mils(20), mils(49)))) == "table"
    assert code(state, order(at=(mils(20), mils(5)))) == "arc", "the Hunter looks only where its weapons do"
    assert code(state, order(at=(mils(70), mils(48)))) == "sensor-range"
    state.units["red-1"].actions = 0
    assert code(state, order()) == "actions"
    state.units["red-1"].actions, state.units["red-1"].harm["aux:communications"] = 1, 5
    assert code(state, order()) == "comms"
    state.units["red-1"].harm.clear()
    state.switches["barred:both"] = "artillery"
    assert code(state, order()) == "barred"


@pytest.mark.rule("tactical.4.1.3-artillery")
@pytest.mark.parametrize(
    ("comms", "die", "heard"), [(0, 5, False), (0, 6, True), (1, 4, False), (1, 5, True), (9, 1, False)]
)
def test_a_call_is_heard_that_beats_five(comms: int, die: int, heard: bool) -> None:
    """A tie gains nothing, and a fumble never does."""
    state = battery()
    put(state, "red-1", "hunter", 20, 10, stats={"communications": comms})
    play(state, lambda ctx: c.resolve_call(ctx, order()), (die,))
    assert bool(state.patches) == heard
    assert stock_of(state, "red").salvos == {"Medium Salvo": 2 if heard else 3}, "a call that is not heard costs none"
    assert state.units["red-1"].actions == 0
    assert state.facts["spotter:red"].knows == ("red", "blue"), "who calls is known from then on"


@pytest.mark.rule("tactical.4.1.3-artillery")
def test_the_next_call_has_one_more_in_the_very_next_round_only() -> None:
    state = battery()
    state.round = 3
    plain = [line.value for line in c.call_lines(state, state.units["red-1"])]
    play(state, lambda ctx: c.resolve_call(ctx, order()), (2,))
    for later, more in ((3, 0), (4, 1), (5, 0)):
        state.round = later
        lines = [line.value for line in c.call_lines(state, state.units["red-1"])]
        assert sum(lines) == sum(plain) + more, later


@pytest.mark.rule("tactical.4.1.3-artillery")
def test_one_more_is_for_the_next_call_alone_and_not_for_the_one_after() -> None:
    state = battery()
    spotter = state.units["red-1"]
    plain = c.call_lines(state, spotter)
    play(state, lambda ctx: c.resolve_call(ctx, order()), (2,))
    state.round, spotter.actions = 2, 2
    assert len(c.call_lines(state, spotter)) == len(plain) + 1
    play(state, lambda ctx: c.resolve_call(ctx, order()), (6,))
    assert c.call_lines(state, spotter) == plain, "that call has been made, and heard"


@pytest.mark.rule("tactical.4.1.3-artillery")
@pytest.mark.rule("tactical.4.1.4-traitor")
def test_a_spotter_who_has_turned_calls_for_neither_side() -> None:
    state = battery()
    state.units["red-1"].seat = "blue"
    keep_stock(state, "blue", Stock(salvos={"Light Salvo": 1}))
    state.facts["spotter:blue"] = Sealed("blue-1", ("blue",))
    assert not play(state, lambda ctx: c.resolve_late_call(ctx, "red")).asks
    assert not list(c.offer_calls(state, state.units["red-1"]))


@pytest.mark.rule("tactical.4.1.3-artillery")
@pytest.mark.rule("tactical.3.3.1-ecm")
def test_a_call_has_to_beat_enemy_ecm_as_well() -> None:
    state = battery(ecm="yes")
    foe = put(state, "blue-2", "hunter", 20, 20, stats={"perks": {"ECM": 2}})
    assert c.call_threshold(state, state.units["red-1"]) == 5
    foe.tokens["ecm"] = 7
    assert c.call_threshold(state, state.units["red-1"]) == 7
    foe.tokens["ecm"] = 3
    assert c.call_threshold(state, state.units["red-1"]) == 5


@pytest.mark.rule("tactical.4.1.3-artillery")
def test_a_spotter_who_kept_an_action_calls_at_the_end_of_step_three() -> None:
    state = battery()
    played = play(state, lambda ctx: c.resolve_late_call(ctx, "red"), (6,), answer=told(order()))
    assert [ask.kind for ask in played.asks] == ["call"]
    assert len(state.patches) == 1
    assert not play(state, lambda ctx: c.resolve_late_call(ctx, "red")).asks, "it has no Action left"


@pytest.mark.rule("tactical.4.1.3-artillery")
def test_calls_are_offered_to_the_spotter_alone_on_places_and_on_any_point() -> None:
    state = battery()
    offered = list(c.offer_calls(state, state.units["red-1"]))
    assert offered[0].label == "Call a Medium Salvo on the place where the Blue Hunter 1 stands"
    assert isinstance(offered[1], Place)
    assert not list(c.offer_calls(state, state.units["red-2"]))
    state.units["blue-1"].y = mils(5)
    assert [type(each) for each in c.offer_calls(state, state.units["red-1"])] == [Place], "it does not see there"


@pytest.mark.rule("tactical.4.1.3-artillery")
def test_where_a_salvo_will_land_is_shown_to_its_side_alone() -> None:
    state = battery()
    play(state, lambda ctx: c.resolve_call(ctx, order()), (6,))
    assert [shape.label for shape in barrages_shown(state, "red")] == ["Medium Salvo comes down here"]
    assert len(barrages_shown(state, None)) == 1
    assert barrages_shown(state, "blue") == ()


def falls(state: State, *dice: tuple[int, ...], size: str = "Medium Salvo", at: tuple[int, int] = SPOT) -> Any:
    state.patches.append(Patch("barrage", *at, 1000, seat="red", unit="red-1", word=size))
    played = play(state, f.resolve_next_barrage, *dice)
    assert not state.patches
    return played


@pytest.mark.rule("tactical.4.1.3-artillery-effect")
@pytest.mark.parametrize(("defense", "amount"), [(3, 36), (5, 18), (6, 18)])
def test_the_worked_example(defense: int, amount: int) -> None:
    """A Medium Salvo, dice 3 and 5: one inch off, and the damage of each defense; a tie and more take the full DM."""
    assert f.deviation(5) == 1
    assert f.barrage_damage(18, 5, defense) == amount


@pytest.mark.rule("tactical.4.1.3-artillery-effect")
@pytest.mark.parametrize(
    ("dice", "total", "inches"),
    [((6, 6), 7, 0), ((6, 2), 6, 0), ((5, 5), 5, 1), ((2, 1), 2, 4), ((1, 1), 0, 6)],
)
def test_two_dice_against_six_say_how_far_off_it_lands(dice: tuple[int, ...], total: int, inches: int) -> None:
    state = battery()
    state.units["blue-1"].x = mils(60)
    (landed,) = falls(state, dice, *(((4,),) if inches else ())).of(e.BarrageLanded)
    assert (landed.total, landed.inches) == (total, inches)
    assert (landed.x, landed.y) == (SPOT[0], SPOT[1] - mils(inches)), "4 is straight back to the home edge"


@pytest.mark.rule("tactical.4.1.3-artillery-effect")
def test_the_die_for_direction_begins_straight_on_from_the_home_edge() -> None:
    state = battery()
    assert f.landing_point(state, "red", *SPOT, 1, 4) == (SPOT[0], SPOT[1] + mils(2))
    assert f.landing_point(state, "blue", *SPOT, 1, 4) == (SPOT[0], SPOT[1] - mils(2)), "blue fires from the north"
    east = f.landing_point(state, "red", *SPOT, 2, 4)
    assert (east[0] > SPOT[0], east[1] > SPOT[1]) == (True, True), "each more a sixth clockwise"


@pytest.mark.rule("tactical.4.1.3-artillery-effect")
def test_a_salvo_off_the_table_is_lost() -> None:
    state = battery()
    put(state, "blue-2", "hunter", 20, 47.5)
    at = (mils(20), mils(47))
    (gone,) = falls(state, (4, 1), (1,), at=at).of(e.BarrageLanded)
    assert (gone.on_table, gone.struck) == (False, ())
    (edge,) = falls(state, (5, 1), (1,), (3, 3), at=at).of(e.BarrageLanded)
    assert (edge.on_table, edge.y, edge.struck) == (True, mils(48), ("blue-2",)), "the edge is still the table"


@pytest.mark.rule("tactical.4.1.3-artillery-effect")
def test_everybody_in_the_area_defends_against_the_dice_or_takes_the_full_dm() -> None:
    state = battery()
    put(state, "red-3", "hunter", 21, 30)
    put(state, "blue-2", "hunter", 21.001, 30)
    for unit in state.units.values():
        unit.moved, unit.has_moved = mils(5), True
    played = falls(state, (6, 3), (4, 1), (6, 6))
    met = {one.target: (one.defense, one.margin, one.amount) for one in played.of(e.BarrageMet)}
    assert met == {"blue-1": (4, 2, 36), "red-3": (5, 1, 18)}, "friends as well, from behind; not 1 mil further off"
    assert [one.amount for one in played.of(DamageCompared)] == [36, 18]


@pytest.mark.rule("tactical.4.1.3-artillery-effect")
def test_who_defends_still_takes_the_full_dm_and_a_fumbled_barrage_does_only_that() -> None:
    for dice, at in (((6, 1), SPOT), ((1, 1), (SPOT[0], SPOT[1] + mils(6)))):
        state = battery()
        state.units["blue-1"].moved, state.units["blue-1"].has_moved = mils(5), True
        throws = (dice, (6, 6)) if at == SPOT else (dice, (4,), (3, 3))
        (met,) = falls(state, *throws, at=at).of(e.BarrageMet)
        assert (met.margin, met.amount) == (0, 18)


@pytest.mark.rule("tactical.4.1.3-artillery-effect")
def test_the_attack_comes_from_the_home_edge_of_who_fires() -> None:
    state = battery()
    unit, weapon = state.units["blue-1"], salvos()["Light Salvo"].weapon
    assert f.barrage_pair(state, "red", weapon, unit).arc == "front"
    assert f.barrage_pair(state, "blue", weapon, unit).arc == "rear"
    state.homes = {"red": "west", "blue": "east"}
    assert f.barrage_pair(state, "red", weapon, unit).arc == "front", "the border belongs to the front"
    unit.facing = 0
    assert f.barrage_pair(state, "red", weapon, unit).arc == "rear"


@pytest.mark.rule("tactical.4.1.3-artillery-effect")
def test_a_light_salvo_strikes_who_stands_on_its_point_and_who_touches_him() -> None:
    state = battery()
    put(state, "blue-2", "hunter", 21, 30)
    (landed,) = falls(state, (6, 1), (3, 3), (3, 3), size="Light Salvo").of(e.BarrageLanded)
    assert landed.struck == ("blue-1", "blue-2")
    empty = falls(state, (6, 1), size="Light Salvo", at=(mils(40), mils(30)))
    assert empty.of(e.BarrageLanded)[0].struck == ()


@pytest.mark.rule("tactical.4.1.3-artillery-effect")
def test_who_is_only_partly_in_it_has_nothing_to_defend_against() -> None:
    state = battery()
    weapon = salvos()["Heavy Salvo"].weapon
    caught = Caught(state.units["blue-1"], wholly=False)
    played = play(state, lambda ctx: f.resolve_struck(ctx, "red", weapon, Result(6, 6, False), caught))
    assert played.of(e.BarrageMet)[0].amount == 22
    assert not played.rolls


@pytest.mark.rule("tactical.4.1.3-artillery-effect")
@pytest.mark.rule("tactical.4.1.3-scouting")
def test_a_salvo_finds_who_is_hidden() -> None:
    state = battery()
    state.units["blue-1"].status = HIDDEN
    played = falls(state, (6, 1), (3, 3))
    assert played.of(e.BarrageLanded)[0].struck == ("blue-1",)
    assert state.units["blue-1"].status != HIDDEN


@pytest.mark.rule("tactical.4.1.3-artillery-effect")
@pytest.mark.rule("tactical.4.1.3-scouting")
@pytest.mark.parametrize(("y", "found"), [(30, True), (36, False)])
@pytest.mark.parametrize("open_eyed", [True, False])
def test_who_is_hidden_is_found_by_a_salvo_on_it_whoever_else_is_struck(y: float, found: bool, open_eyed: bool) -> None:
    state = battery()
    state.units["blue-1"].status, state.units["blue-1"].y = HIDDEN, mils(y)
    if open_eyed:
        put(state, "blue-2", "hunter", 20, 29)
    falls(state, (6, 1), *(((3, 3),) * (found + open_eyed)))
    assert (state.units["blue-1"].status != HIDDEN) is found


@pytest.mark.rule("tactical.4.1.3-artillery-effect", "tactical.3.6.5")
def test_men_have_their_cover_against_a_salvo_and_a_vehicle_has_none() -> None:
    state = battery()
    put(state, "blue-2", "rifle-squad", 20, 31)
    met = {one.target: one.defense for one in falls(state, (6, 3), (4, 1), (4, 1), (2,)).of(e.BarrageMet)}
    assert met == {"blue-1": 4 - 3, "blue-2": 4 + 2}, "one has not moved, the others are in cover"


@pytest.mark.rule("tactical.4.1.3-artillery", "tactical.3.2.1-climbing-penalty")
def test_a_spotter_on_a_cliff_still_calls_at_the_end_of_step_three() -> None:
    state = battery()
    state.units["red-1"].tokens[CLIMBING] = 1
    assert code(state, order()) == ""
    assert [ask.kind for ask in play(state, lambda ctx: c.resolve_late_call(ctx, "red")).asks] == ["call"]


@pytest.mark.rule("tactical.4.1.3-artillery-effect")
def test_structures_in_the_area_take_it_with_a_defense_of_nothing() -> None:
    house = piece("building", (19, 29, 21, 31), 1, props={"going": "urban", "capacity": "500"})
    state = battery(house, structures="yes")
    state.units["blue-1"].x = mils(60)
    falls(state, (6, 2), size="Light Salvo")
    assert sum(state.structures.values()) == 6 * 12
    plain = battery(house)
    plain.units["blue-1"].x = mils(60)
    falls(plain, (6, 2), size="Light Salvo")
    assert not plain.structures, "not without the module"


def test_the_preview_of_a_call_weighs_friends_against_enemies() -> None:
    state = battery(size="Heavy Salvo")
    alone = preview_call(state, "red", order("Heavy Salvo"))
    assert alone.gives > 0
    assert alone.risks == 0
    put(state, "red-3", "hunter", 20.5, 29)
    assert preview_call(state, "red", order("Heavy Salvo")).risks > 0
    assert preview_call(state, "red", order("Light Salvo")).gives == 0, "there is none"
