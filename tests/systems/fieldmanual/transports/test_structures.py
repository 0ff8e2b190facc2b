"""Infantry in buildings and bunkers."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.system import Aim
from gearlock.systems.fieldmanual.lock_and_cover.lock import concealment, cover_of, has_combat_lock
from gearlock.systems.fieldmanual.lock_and_cover.looks import distance, range_to
from gearlock.systems.fieldmanual.movement.climbing_and_jumping import refuse_end
from gearlock.systems.fieldmanual.movement.moving import refuse_move
from gearlock.systems.fieldmanual.movement.terrain import Move
from gearlock.systems.fieldmanual.state import COMBAT, DISEMBARKED, FIELDED, State, Unit
from gearlock.systems.fieldmanual.transports import (
    CONTACT,
    Embark,
    GetOut,
    aim_get_out,
    apart,
    guess_get_out,
    offer_transport,
    refuse_embark,
    refuse_leave,
    resolve_embark,
    resolve_leave,
)
from gearlock.table.polygon import distance_to
from systems.fieldmanual.tables import activate, mils, piece, play, put, table

SQUAD = "infantry-squad-proposed"
HOUSE = piece("building", (20, 18, 24, 22), 2, id="house", name="House")


def at_the_door(seat: str = "red", x: float = 19.5, house: Any = HOUSE) -> tuple[State, Unit]:
    """Three bases of a squad before a house, the first in contact with it."""
    state = table(house)
    for number in range(3):
        put(state, f"{seat}-2{number or ''}", SQUAD, x - 1.2 * number, 20, team=f"{seat}-2")
    activate(state, f"{seat}-2")
    return state, state.units[f"{seat}-2"]


def indoors(house: Any = HOUSE) -> tuple[State, Unit]:
    state, squad = at_the_door(house=house)
    play(state, lambda ctx: resolve_embark(ctx, Embark("red-2", "house")))
    for base in state.parts(squad):
        base.actions = 1
    state.notes.clear()
    return state, squad


def code(refusal: Any) -> str:
    return "" if refusal is None else str(refusal.code)


@pytest.mark.rule("fieldmanual.infantry-structures")
def test_infantry_enters_a_building_it_touches_for_an_action() -> None:
    state, squad = at_the_door()
    assert refuse_embark(state, Embark("red-2", "house")) is None
    play(state, lambda ctx: resolve_embark(ctx, Embark("red-2", "house")))
    for base in state.parts(squad):
        assert (base.status, base.carrier, base.actions) == (FIELDED, "house", 0)
    state, _ = at_the_door(x=19.4)
    assert code(refuse_embark(state, Embark("red-2", "house"))) == "contact"


@pytest.mark.rule("fieldmanual.infantry-structures")
def test_only_infantry_on_foot_and_not_past_enemies() -> None:
    state, squad = at_the_door()
    put(state, "red-5", "jager", 25, 20)
    assert code(refuse_embark(state, Embark("red-5", "house"))) == "kind"
    squad.card = msgspec.structs.replace(squad.card, rows={**squad.card.rows, "G": squad.card.rows["W"]})
    assert code(refuse_embark(state, Embark("red-2", "house"))) == "mounted"
    state, _ = at_the_door()
    put(state, "blue-1", SQUAD, 22, 20, team="blue-1", carrier="house")
    assert code(refuse_embark(state, Embark("red-2", "house"))) == "enemy"


@pytest.mark.rule("fieldmanual.infantry-structures")
def test_a_map_may_say_how_many_squads_a_building_holds() -> None:
    small = piece("building", (20, 18, 24, 22), 2, id="house", props={"squads": 1})
    for house, expected in ((HOUSE, ""), (small, "full")):
        state, _ = at_the_door(house=house)
        put(state, "red-7", SQUAD, 22, 20, team="red-7", carrier="house")
        assert code(refuse_embark(state, Embark("red-2", "house"))) == expected


@pytest.mark.rule("fieldmanual.infantry-structures", "fieldmanual.asset-heavy-bunker")
def test_a_bunker_holds_two_squads() -> None:
    state = table()
    put(state, "red-9", "heavy-bunker", 21, 20)
    put(state, "red-2", SQUAD, 19.5, 20, team="red-2")
    activate(state, "red-2")
    put(state, "red-3", SQUAD, 21, 20, team="red-3", carrier="red-9")
    assert refuse_embark(state, Embark("red-2", "red-9")) is None
    put(state, "red-4", SQUAD, 21, 20, team="red-4", carrier="red-9")
    assert code(refuse_embark(state, Embark("red-2", "red-9"))) == "full"
    put(state, "red-8", "hac-turret", 19.5, 21)
    assert code(refuse_embark(state, Embark("red-2", "red-8"))) == "transport"


@pytest.mark.rule("fieldmanual.infantry-structures")
def test_the_building_hides_neither_those_inside_nor_what_they_look_at() -> None:
    state, squad = indoors()
    blue = put(state, "blue-1", "jager", 30, 20)
    behind = put(state, "blue-2", "jager", 14, 20)
    assert concealment(state, squad, blue) == concealment(state, blue, squad) == 0
    assert cover_of(state, squad, blue).level == cover_of(state, blue, squad).level == 0
    assert has_combat_lock(state, squad, behind)
    assert has_combat_lock(state, behind, squad)
    assert concealment(state, behind, blue) == 4
    assert distance(state, squad, blue) == range_to(state, squad, blue) == 5500


@pytest.mark.rule("fieldmanual.infantry-structures")
def test_what_stands_before_the_building_counts_up_to_its_edge() -> None:
    state, squad = indoors()
    put(state, "blue-1", "jager", 40, 20)
    rock = piece("instance", (26, 15, 29, 25), 3, rating="heavy", id="rock")
    state.ground = state.ground.changed(rock)
    assert concealment(state, squad, state.units["blue-1"]) == 3
    assert concealment(state, state.units["blue-1"], squad) == 3


@pytest.mark.rule("fieldmanual.infantry-structures", "fieldmanual.transports")
def test_who_is_inside_comes_out_before_it_moves() -> None:
    state, squad = indoors()
    for base in state.parts(squad):
        base.band = COMBAT
    assert code(refuse_move(state, Move("red-2", ((0, 1000),), "red-2"))) == "inside"
    assert refuse_end(state, squad) is None
    out = GetOut("red-2", mils(24.501), mils(20))
    assert refuse_leave(state, out) is None
    play(state, lambda ctx: resolve_leave(ctx, out))
    assert (squad.x, squad.carrier) == (mils(24.501), "")
    for base in state.bases(squad):
        assert apart(HOUSE, base.body) <= CONTACT
    assert squad.token(DISEMBARKED)
    assert squad.actions == 1
    assert (squad.band, squad.facing) == (COMBAT, 0)


@pytest.mark.rule("fieldmanual.infantry-structures")
@pytest.mark.parametrize(("order", "expected"), [
    (GetOut("red-2", mils(26), mils(20)), "far"), (GetOut("red-2"), "place"),
    (GetOut("red-2", mils(24.501), mils(20), -1), "facing"),
])  # fmt: skip
def test_where_nobody_comes_out(order: GetOut, expected: str) -> None:
    state, squad = indoors()
    assert code(refuse_leave(state, order)) == expected
    squad.carrier = ""
    assert code(refuse_leave(state, order)) == "inside"


@pytest.mark.rule("fieldmanual.infantry-structures")
def test_ways_out_are_offered_guessed_and_pointed_at() -> None:
    state, squad = indoors()
    assert [option.order for option in offer_transport(state, squad)] == [GetOut("red-2")]
    ask = Ask("red", "act", "red-2")
    for seed in range(4):
        order = guess_get_out(state, ask, GetOut("red-2"), random.Random(seed), 1)
        assert isinstance(order, GetOut)
        assert refuse_leave(state, order) is None
    pointed = aim_get_out(state, ask, GetOut("red-2"), Aim(mils(22), mils(40)))
    assert isinstance(pointed, GetOut)
    assert refuse_leave(state, pointed) is None
    assert pointed.x is not None
    assert pointed.y is not None
    assert pointed.y > mils(22)
    assert distance_to(HOUSE.outline, pointed.x, pointed.y) <= 500 + CONTACT


@pytest.mark.rule("fieldmanual.infantry-structures")
def test_who_is_inside_is_in_nobodys_way() -> None:
    state, squad = indoors()
    other = put(state, "red-7", SQUAD, 24.5, 20, team="red-7")
    assert other.id != squad.id
    assert code(refuse_embark(state, Embark("red-7", "house"))) == ""
