"""Passengers of a killed transport."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gearlock.kernel.asks import Ask, Place
from gearlock.kernel.orders import Order
from gearlock.systems.fieldmanual.lock_and_cover.looks import gap
from gearlock.systems.fieldmanual.state import ABOARD, DEAD, DESTROYED, FIELDED, STATIONARY, STUN, TOP, State, Unit
from gearlock.systems.fieldmanual.transports import (
    BAIL,
    CONTACT,
    GetOut,
    casualty_of,
    first_places,
    guess_get_out,
    offer_bail,
    refuse_bail,
    resolve_casualties,
    stranded,
)
from gearlock.table.measure import advance
from systems.fieldmanual.tables import Played, mils, piece, play, put, table

SQUAD = "infantry-squad-proposed"
BOXES = [(1, "stun"), (2, "stun"), (3, "stun"), (4, "one"), (5, "one"), (6, "two"), (7, "destroyed")]


@pytest.mark.rule("fieldmanual.transport-destroyed")
@pytest.mark.parametrize(("total", "effect"), BOXES)
def test_what_each_die_does(total: int, effect: str) -> None:
    assert casualty_of(total) == effect


def wreck(fate: str = DEAD, bases: int = 4, card: str = SQUAD) -> tuple[State, Unit, Unit]:
    """A Caiman that was killed with a squad of so many bases in it, or with some other model."""
    state = table()
    caiman = put(state, "red-1", "caiman", 20, 20, status=fate)
    for number in range(bases):
        team = "red-2" if card == SQUAD else ""
        put(state, f"red-2{number or ''}", card, 20, 20, team=team, status=ABOARD, carrier="red-1", band=TOP)
    return state, caiman, state.units["red-2"]


def bail(state: State, ask: Ask) -> Order:
    unit = state.units[ask.unit]
    spot = next(first_places(state, unit, state.units[unit.carrier]))
    return GetOut(unit.id, *spot)


def settle(state: State, *dice: Any) -> Played:
    return play(state, resolve_casualties, *dice, answer=bail)


@pytest.mark.rule("fieldmanual.transport-destroyed")
@pytest.mark.parametrize(("fate", "face", "left", "stunned"), [
    (DEAD, 1, 4, 1), (DEAD, 3, 4, 1), (DEAD, 4, 3, 0), (DEAD, 5, 3, 0), (DEAD, 6, 2, 0),
    (DESTROYED, 2, 4, 1), (DESTROYED, 3, 3, 0), (DESTROYED, 5, 2, 0), (DESTROYED, 6, 0, 0),
])  # fmt: skip
def test_a_squad_rolls_once_and_loses_a_base_for_each_box(fate: str, face: int, left: int, stunned: int) -> None:
    state, caiman, squad = wreck(fate)
    played = settle(state, (face,))
    assert len(played.rolls) == 1
    bases = state.bases(squad)
    assert len(bases) == left
    for base in bases:
        assert (base.carrier, base.band, base.token(STUN)) == ("", STATIONARY, stunned)
        assert gap(base, caiman) <= CONTACT
    assert stranded(state) is None
    assert resolve_casualties(played.ctx) is None


@pytest.mark.rule("fieldmanual.transport-destroyed")
@pytest.mark.parametrize(("face", "boxes"), [(2, 0), (4, 1), (6, 2)])
def test_a_single_model_takes_boxes(face: int, boxes: int) -> None:
    state, _, gear = wreck(bases=1, card="jager")
    settle(state, (face,))
    assert (gear.status, gear.boxes, gear.token(STUN)) == (FIELDED, boxes, int(boxes == 0))
    state, _, gear = wreck(DESTROYED, bases=1, card="jager")
    settle(state, (6,))
    assert gear.status == DESTROYED


@pytest.mark.rule("fieldmanual.transport-destroyed")
def test_each_passenger_is_settled_in_turn() -> None:
    state, _, _ = wreck(bases=2)
    put(state, "red-5", "jager", 20, 20, status=ABOARD, carrier="red-1")
    assert stranded(state) is not None
    settle(state, (1,))
    assert stranded(state) is state.units["red-5"]
    settle(state, (1,))
    assert stranded(state) is None


@pytest.mark.rule("fieldmanual.transport-destroyed")
def test_passengers_of_a_transport_that_lives_are_safe() -> None:
    state, caiman, _ = wreck(FIELDED)
    assert stranded(state) is None
    caiman.status = DEAD
    assert stranded(state) is state.units["red-2"]


@pytest.mark.rule("fieldmanual.transport-destroyed", "fieldmanual.infantry-structures")
def test_infantry_in_a_bunker_that_is_killed_gets_out_as_well() -> None:
    state = table()
    put(state, "red-9", "heavy-bunker", 20, 20, status=DEAD)
    inside = put(state, "red-2", SQUAD, 20, 20, team="red-2", carrier="red-9")
    settle(state, (3,))
    assert (inside.carrier, inside.status) == ("", FIELDED)
    assert inside.x != mils(20)


@pytest.mark.rule("fieldmanual.transport-destroyed")
def test_where_it_gets_out_is_for_its_player_to_say() -> None:
    state, _, _ = wreck(bases=2)
    asked = Ask("red", BAIL, "red-2", ("red-1",))
    (option,) = offer_bail(state, asked)
    assert isinstance(option, Place)
    spot = next(first_places(state, state.units["red-2"], state.units["red-1"]))
    assert refuse_bail(state, asked, GetOut("red-2", *spot)) is None
    for order, code in (
        (GetOut("red-2", mils(30), mils(30)), "far"),
        (GetOut("red-2"), "place"),
        (GetOut("red-1", *spot), "unit"),
        (GetOut("red-2", *spot, 4000), "facing"),
    ):
        refusal = refuse_bail(state, asked, order)
        assert refusal is not None
        assert refusal.code == code
    guess = guess_get_out(state, asked, GetOut("red-2"), random.Random(1), 1)
    assert isinstance(guess, GetOut)
    assert refuse_bail(state, asked, guess) is None


@pytest.mark.rule("fieldmanual.transport-destroyed")
def test_without_room_in_contact_it_stands_as_near_as_there_is() -> None:
    state, caiman, squad = wreck(bases=1)
    for number in range(8):
        angle = number * 450
        x, y = advance(caiman.x, caiman.y, angle, 1600)
        put(state, f"blue-{number}", "aller", x / 1000, y / 1000)
    played = settle(state, (1,))
    assert played.asks == []
    assert squad.status == FIELDED
    assert 0 < gap(squad, caiman) < 4000


@pytest.mark.rule("fieldmanual.transport-destroyed")
def test_the_wreck_itself_is_not_in_the_way_of_its_passengers() -> None:
    state, caiman, squad = wreck(bases=1)
    state.ground = state.ground.changed(piece("area", (10, 10, 30, 30), 2, rating="light", id="wood"))
    settle(state, (1,))
    assert gap(squad, caiman) <= CONTACT
