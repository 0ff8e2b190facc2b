"""Getting into transports and out of them."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from gearlock.kernel.asks import Ask, Place
from gearlock.kernel.system import Aim
from gearlock.systems.fieldmanual.lock_and_cover.looks import gap
from gearlock.systems.fieldmanual.movement.climbing_and_jumping import refuse_end
from gearlock.systems.fieldmanual.movement.moving import refuse_move
from gearlock.systems.fieldmanual.movement.terrain import Move
from gearlock.systems.fieldmanual.rounds import RoundEnded
from gearlock.systems.fieldmanual.state import (
    ABOARD,
    COMBAT,
    DISEMBARKED,
    FIELDED,
    HIDING,
    STATIONARY,
    TOP,
    State,
    Unit,
)
from gearlock.systems.fieldmanual.transports import (
    CONTACT,
    Disembark,
    Embark,
    StepOff,
    aim_disembark,
    guess_disembark,
    has_missed,
    offer_transport,
    refuse_disembark,
    refuse_embark,
    refuse_step,
    resolve_disembark,
    resolve_embark,
    resolve_step,
)
from gearlock.table.terrain import Piece
from systems.fieldmanual.tables import activate, mils, piece, play, put, table

SQUAD = "infantry-squad-proposed"


def loading(*pieces: Piece, gap_to: float = 0, doors: int = 0, **more: Any) -> tuple[State, Unit, Unit]:
    """A Caiman (radius 0.75 in) and three bases of a squad, the first of them so far from it."""
    state = table(*pieces)
    caiman = put(state, "red-1", "caiman", 20, 20, **more)
    if doors:
        caiman.card = msgspec.structs.replace(caiman.card, perks={**caiman.card.perks, "Large Doors": 1})
    for number in range(3):
        put(state, f"red-2{number or ''}", SQUAD, 21.25 + gap_to + 1.2 * number, 20, team="red-2")
    activate(state, "red-2")
    return state, caiman, state.units["red-2"]


def code(refusal: Any) -> str:
    return "" if refusal is None else str(refusal.code)


@pytest.mark.rule("fieldmanual.transports")
def test_who_is_in_contact_gets_in_for_an_action() -> None:
    state, caiman, squad = loading()
    squad.tokens[HIDING] = 1
    assert refuse_embark(state, Embark("red-2", "red-1")) is None
    play(state, lambda ctx: resolve_embark(ctx, Embark("red-2", "red-1")))
    for base in state.parts(squad):
        assert (base.status, base.carrier, base.actions) == (ABOARD, "red-1", 0)
        assert (base.x, base.y) == (caiman.x, caiman.y)
        assert HIDING not in base.tokens


@pytest.mark.rule("fieldmanual.transports")
@pytest.mark.parametrize(("apart", "expected"), [(0, ""), (0.01, ""), (0.02, "contact"), (1, "contact")])
def test_one_base_must_touch_it(apart: float, expected: str) -> None:
    state, _, _ = loading(gap_to=apart)
    assert code(refuse_embark(state, Embark("red-2", "red-1"))) == expected


@pytest.mark.rule("fieldmanual.transports")
@pytest.mark.parametrize("band", [COMBAT, TOP, "reverse"])
def test_the_transport_must_be_stationary(band: str) -> None:
    state, caiman, _ = loading(band=band)
    assert code(refuse_embark(state, Embark("red-2", "red-1"))) == "speed"
    caiman.band = STATIONARY
    assert refuse_embark(state, Embark("red-2", "red-1")) is None


@pytest.mark.rule("fieldmanual.transports", "fieldmanual.perk-large-doors")
def test_an_action_is_needed_but_for_large_doors() -> None:
    for doors, left, expected in ((0, 0, "no-action"), (1, 0, ""), (0, 1, ""), (1, 1, "")):
        state, _, squad = loading(doors=doors)
        for base in state.parts(squad):
            base.actions = left
        assert code(refuse_embark(state, Embark("red-2", "red-1"))) == expected
        if not expected:
            play(state, lambda ctx: resolve_embark(ctx, Embark("red-2", "red-1")))
            assert squad.actions == (left if doors else 0)


@pytest.mark.rule("fieldmanual.perk-transport", "fieldmanual.transports")
def test_what_does_not_take_it_in() -> None:
    state, caiman, squad = loading()
    put(state, "blue-1", "caiman", 20, 22)
    put(state, "red-5", "jager", 20, 18)
    assert code(refuse_embark(state, Embark("red-2", "nothing"))) == "transport"
    assert code(refuse_embark(state, Embark("red-2", "red-2"))) == "transport"
    assert code(refuse_embark(state, Embark("red-2", "red-5"))) == "transport"
    assert code(refuse_embark(state, Embark("red-2", "blue-1"))) == "enemy"
    gear = put(state, "red-6", "jager", 18.75, 20)
    assert code(refuse_embark(state, Embark("red-6", "red-1"))) == "kind"
    caiman.card = msgspec.structs.replace(caiman.card, details={"Transport": "one Gear"})
    assert code(refuse_embark(state, Embark("red-6", "red-1"))) == ""
    assert code(refuse_embark(state, Embark("red-2", "red-1"))) == "kind"
    caiman.card = msgspec.structs.replace(caiman.card, details={})
    assert code(refuse_embark(state, Embark("red-2", "red-1"))) == ""
    gear.status, gear.carrier = ABOARD, "red-1"
    assert code(refuse_embark(state, Embark("red-2", "red-1"))) == "full"
    assert squad.status == FIELDED


@pytest.mark.rule("fieldmanual.perk-transport")
def test_a_squad_counts_once_and_the_rating_is_how_many() -> None:
    state, caiman, squad = loading()
    caiman.card = msgspec.structs.replace(caiman.card, perks={"Transport": 2}, details={"Transport": "two squads"})
    for number in range(2):
        put(state, f"red-4{number}", SQUAD, 20, 20, team="red-40", status=ABOARD, carrier="red-1")
    assert refuse_embark(state, Embark("red-2", "red-1")) is None
    put(state, "red-50", SQUAD, 20, 20, team="red-50", status=ABOARD, carrier="red-1")
    assert code(refuse_embark(state, Embark("red-2", "red-1"))) == "full"
    assert squad.status == FIELDED


@pytest.mark.rule("fieldmanual.transports", "fieldmanual.combined-cohesion")
def test_a_squad_gets_in_as_a_whole() -> None:
    state, _, _ = loading()
    state.units["red-22"].x = mils(40)
    assert code(refuse_embark(state, Embark("red-2", "red-1"))) == "cohesion"


def aboard(doors: int = 0, *pieces: Piece) -> tuple[State, Unit, Unit]:
    state, caiman, squad = loading(*pieces, doors=doors)
    play(state, lambda ctx: resolve_embark(ctx, Embark("red-2", "red-1")))
    for unit in state.units.values():
        unit.actions = unit.card.actions
    for base in state.parts(squad):
        base.band, base.facing = COMBAT, 900
    activate(state, "red-1")
    return state, caiman, squad


EAST = Disembark("red-1", "red-2", mils(21.251), mils(20))


@pytest.mark.rule("fieldmanual.transports")
def test_passengers_are_set_down_in_contact() -> None:
    state, caiman, squad = aboard()
    assert refuse_disembark(state, EAST) is None
    play(state, lambda ctx: resolve_disembark(ctx, EAST))
    bases = state.bases(squad)
    assert len(bases) == 3
    for base in bases:
        assert base.carrier == ""
        assert gap(base, caiman) <= CONTACT
        assert all((base.x - o.x) ** 2 + (base.y - o.y) ** 2 >= 1_000_000 for o in bases if o is not base)
    assert squad.x == mils(21.251)
    assert {(base.band, base.facing) for base in bases} == {(STATIONARY, 0)}
    assert caiman.actions == caiman.card.actions


@pytest.mark.rule("fieldmanual.transports")
@pytest.mark.parametrize(("order", "expected"), [
    (Disembark("red-1", "red-2", 23_000, 20_000), "far"),
    (Disembark("red-1", "red-2", 20_500, 20_000), "overlap"),
    (Disembark("red-1", "red-2"), "place"),
    (Disembark("red-1", "red-3", 21_251, 20_000), "passenger"),
    (Disembark("red-1", "red-2", 21_251, 20_000, 3600), "facing"),
])  # fmt: skip
def test_where_nobody_is_set_down(order: Disembark, expected: str) -> None:
    state, _, _ = aboard()
    assert code(refuse_disembark(state, order)) == expected


@pytest.mark.rule("fieldmanual.transports")
def test_a_moving_or_idle_transport_sets_nobody_down() -> None:
    state, caiman, _ = aboard()
    caiman.band = COMBAT
    assert code(refuse_disembark(state, EAST)) == "speed"
    caiman.band = STATIONARY
    state.activation = None
    assert code(refuse_disembark(state, EAST)) == "activation"
    activate(state, "red-1")
    assert refuse_disembark(state, EAST) is None


@pytest.mark.rule("fieldmanual.transports")
def test_models_and_terrain_are_in_the_way() -> None:
    state, _, _ = aboard()
    put(state, "blue-1", "jager", 22, 20)
    assert code(refuse_disembark(state, EAST)) == "overlap"
    cliff = piece("hill", (20.8, 15, 30, 25), 3, id="cliff")
    state, _, _ = aboard(0, cliff)
    assert code(refuse_disembark(state, EAST)) == "terrain"
    lake = piece("water", (20.8, 15, 30, 25), 0, id="lake", props={"depth": 2000})
    state, _, _ = aboard(0, lake)
    assert code(refuse_disembark(state, EAST)) == "impassable"


@pytest.mark.rule("fieldmanual.transports")
def test_the_example_one_action_to_move_or_to_act() -> None:
    state, _, squad = aboard()
    play(state, lambda ctx: resolve_disembark(ctx, EAST))
    activate(state, "red-2")
    for base in state.parts(squad):
        base.band = COMBAT
    way = Move("red-2", ((0, 1000),), "red-2")
    assert code(refuse_move(state, way)) == "disembarked"
    assert squad.actions == 1
    assert refuse_step(state, StepOff("red-2")) is None
    play(state, lambda ctx: resolve_step(ctx, StepOff("red-2")))
    state.notes.clear()
    assert squad.actions == 0
    assert refuse_move(state, way) is None
    assert code(refuse_step(state, StepOff("red-2"))) == "moving"


@pytest.mark.rule("fieldmanual.transports")
def test_without_an_action_it_stays_and_owes_no_movement() -> None:
    state, _, squad = aboard()
    play(state, lambda ctx: resolve_disembark(ctx, EAST))
    activate(state, "red-2")
    for base in state.parts(squad):
        base.band, base.actions = COMBAT, 0
    assert code(refuse_step(state, StepOff("red-2"))) == "no-action"
    assert refuse_end(state, squad) is None
    play(state, lambda ctx: ctx.emit(RoundEnded()))
    assert not squad.token(DISEMBARKED)


@pytest.mark.rule("fieldmanual.perk-large-doors")
def test_through_large_doors_one_moves_at_once() -> None:
    state, _, squad = aboard(doors=1)
    play(state, lambda ctx: resolve_disembark(ctx, EAST))
    activate(state, "red-2")
    for base in state.parts(squad):
        base.band = COMBAT
    assert refuse_move(state, Move("red-2", ((0, 1000),), "red-2")) is None


@pytest.mark.rule("fieldmanual.transports", "fieldmanual.activation")
def test_whose_group_had_its_turn_without_it_is_used() -> None:
    for group, others_used, used in ((1, True, False), (2, False, False), (2, True, True)):
        state, _, squad = aboard()
        for base in state.parts(squad):
            base.group = group
        put(state, "red-9", "jager", 50, 40, group=group, used=others_used)
        play(state, lambda ctx: resolve_disembark(ctx, EAST))
        assert squad.used is used


@pytest.mark.rule("fieldmanual.transports")
def test_all_of_it_is_offered_where_it_is_legal() -> None:
    state, caiman, squad = loading()
    assert [option.order for option in offer_transport(state, squad)] == [Embark("red-2", "red-1")]
    assert list(offer_transport(state, caiman)) == []
    state, caiman, squad = aboard()
    (option,) = offer_transport(state, caiman)
    assert isinstance(option, Place)
    ask = Ask("red", "act", "red-1")
    for seed in range(5):
        order = guess_disembark(state, ask, Disembark("red-1", "red-2"), random.Random(seed), 1)
        assert isinstance(order, Disembark)
        assert refuse_disembark(state, order) is None
    pointed = aim_disembark(state, ask, Disembark("red-1", "red-2"), Aim(mils(20), mils(30)))
    assert isinstance(pointed, Disembark)
    assert refuse_disembark(state, pointed) is None
    assert pointed.y is not None
    assert pointed.y > mils(21)
    play(state, lambda ctx: resolve_disembark(ctx, EAST))
    activate(state, "red-2")
    assert [type(option.order) for option in offer_transport(state, squad)] == [StepOff, Embark]


@pytest.mark.rule("fieldmanual.transports", "fieldmanual.sub-squads-small-game")
@pytest.mark.parametrize(("half", "now", "missed"), [(1, 101, False), (0, 101, True), (1, 0, False), (0, 0, True)])
def test_only_the_turn_of_its_own_sub_squad_can_be_missed(half: int, now: int, missed: bool) -> None:
    state = table()
    put(state, "red-1", "jager", 10, 10, used=True)
    put(state, "red-2", "jager", 14, 10, tokens={"sub-squad": 1})
    rider = put(state, "red-3", "jager", 14, 10, status="aboard", carrier="red-2", tokens={"sub-squad": half})
    state.group = now
    assert has_missed(state, rider) is missed
