"""3.0b, 16.1 and 16.2: declaring how units come, in which order they are deployed, pathfinders and rangers."""

from __future__ import annotations

from itertools import pairwise

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Order
from gearlock.kernel.script import Ctx
from gearlock.systems.blitz.book import BOOK
from gearlock.systems.blitz.deployment.deploying import turn_of, waiting
from gearlock.systems.blitz.deployment.zones import (
    AIRDROP,
    PATHFINDERS,
    RANGERS,
    REGULAR,
    STEALTH,
    SUPPORT,
    UNDECLARED,
    Declare,
    Deploy,
    NoteDistance,
    Prepare,
    refuse_distance,
    refuse_edge,
    refuse_ground,
    ways_of,
)
from gearlock.systems.blitz.flow import step
from gearlock.systems.blitz.models import model_cards, ready
from gearlock.systems.blitz.state import FIELDED, HIDING, OFF_BOARD, WAITING, State, Unit
from systems.blitz.fieldwork import model, piece, run, table
from systems.blitz.stage import asked, give, play_to, prepared, refused, story


def unit(card: str, ua: str = "", number: int = 1) -> Unit:
    return Unit(f"red-{number}", "red", card, ready(model_cards()[card]), ua=ua)


@pytest.mark.rule("blitz.16.1", "blitz.16.1a", "blitz.16.1b", "blitz.16.1c", "blitz.16.2c", "blitz.trait.airdrop")
@pytest.mark.parametrize(
    ("cards", "ways"),
    [
        (("hunter", "hunter"), (REGULAR, SUPPORT)),
        (("panther", "black-cat"), (REGULAR, STEALTH, AIRDROP, SUPPORT)),
        (("panther", "jaguar"), (REGULAR, AIRDROP, SUPPORT)),
        (("panther", "hunter"), (REGULAR, SUPPORT)),
        (("cheetah", "ferret"), (REGULAR, PATHFINDERS, RANGERS, SUPPORT)),
        (("cheetah", "hunter"), (REGULAR, SUPPORT)),
        (("panther", "recon-drone"), (REGULAR, STEALTH, AIRDROP, SUPPORT)),
        (("generic-bomber", "generic-bomber"), (REGULAR,)),
    ],
)
def test_all_models_of_a_unit_but_the_attached_must_be_made_for_a_reserve(
    cards: tuple[str, ...], ways: tuple[str, ...]
) -> None:
    assert ways_of([unit(card) for card in cards]) == ways


@pytest.mark.rule("blitz.16.1c")
def test_what_a_unit_was_taken_as_decides_whether_it_is_recon() -> None:
    assert PATHFINDERS not in ways_of([unit("cheetah", "DG")])
    assert {PATHFINDERS, RANGERS} <= set(ways_of([unit("hunter", "RC")]))


def declaring(**options: str) -> Battle[State]:
    return play_to(prepared("meeting", **options), "declare", "first")


@pytest.mark.rule("blitz.3.0b", "blitz.3.1b")
def test_the_winner_says_who_declares_first_and_sides_take_turns() -> None:
    battle = declaring()
    assert asked(battle).kind == "first"
    assert asked(battle).seat == battle.state.winner
    seats: list[str] = []

    def note(ask: Ask) -> Order | None:
        if ask.kind == "declare":
            seats.append(ask.seat)
        return None

    play_to(battle, "deploy", choose=note)
    assert sorted(seats) == ["blue", "blue", "red", "red"]
    assert all(one != other for one, other in pairwise(seats))
    assert not [one for one in battle.state.units.values() if one.arrival == UNDECLARED]


@pytest.mark.rule("blitz.16.1")
def test_a_way_that_is_not_open_is_refused() -> None:
    battle = play_to(declaring(), "declare")
    assert refused(battle, Declare(1, "primary", STEALTH)) == "way"
    assert refused(battle, Declare(1, "support", REGULAR)) == "unit"
    assert refused(battle, Declare(9, "primary", REGULAR)) == "unit"
    assert refused(battle, Declare(2, "primary", PATHFINDERS)) == ""
    seat = asked(battle).seat
    give(battle, Declare(2, "primary", PATHFINDERS))
    assert "deploys late as pathfinders" in story(battle, "red" if seat == "blue" else "blue")


def declare(**ways: str) -> object:
    """Answers: red's second unit comes so."""

    def choose(ask: Ask) -> Order | None:
        if ask.kind == "declare":
            for group in (1, 2):
                order = Declare(group, "primary", ways.get(f"{ask.seat}{group}", REGULAR))
                if (ask.seat, group) not in CHOSEN:
                    CHOSEN.add((ask.seat, group))
                    return order
        return None

    CHOSEN.clear()
    return choose


CHOSEN: set[tuple[str, int]] = set()


def deployed(kind: str, **ways: str) -> Battle[State]:
    return play_to(prepared("meeting"), kind, choose=declare(**ways))  # type: ignore[arg-type]


@pytest.mark.rule("blitz.16.2c", "blitz.16.1c", "blitz.16.1a", "blitz.16.2b")
def test_support_is_set_first_and_late_comers_last() -> None:
    battle = deployed("deploy", red1=SUPPORT, blue2=PATHFINDERS)
    order: list[str] = []

    def note(ask: Ask) -> Order | None:
        order.extend(sorted({f"{one.seat}{one.group}" for one in waiting(battle.state, ask.seat)}))
        return None

    play_to(battle, "scout", choose=note)
    assert order[0] == "red1"
    assert order[-1] == "blue2"
    assert order.index("blue2") > max(order.index("red2"), order.index("blue1"))
    works = unit("bunker")
    works.arrival = ""
    assert turn_of(works) < turn_of(unit("hunter"))


@pytest.mark.rule("blitz.16.1c")
def test_pathfinders_move_once_without_actions_before_the_first_round() -> None:
    battle = deployed("scout", blue2=PATHFINDERS)
    scout = battle.state.units[asked(battle).unit]
    assert (scout.seat, scout.group, scout.actions, battle.state.round) == ("blue", 2, 0, 0)
    assert battle.state.activation is not None
    assert battle.state.activation.moves == 1
    labels = [option.label for option in battle.options("blue")]
    assert any(label.startswith("Move") for label in labels)
    assert not any("Attack" in label or "fire" in label.lower() for label in labels)
    scouts: list[str] = []

    def note(ask: Ask) -> Order | None:
        scouts.extend([ask.unit] if ask.kind == "scout" and ask.unit not in scouts else [])
        return None

    play_to(battle, "activate", choose=note)
    assert scouts == ["blue-3", "blue-4"]
    assert battle.state.round == 1
    assert not battle.state.units["blue-3"].used


def at_edge(**ways: str) -> Battle[State]:
    """The question where red's second unit is set at an edge."""
    battle = deployed("deploy", **ways)
    while asked(battle).seat != "red" or waiting(battle.state, "red")[0].group != 2:
        play_to_next(battle)
    return battle


def play_to_next(battle: Battle[State]) -> None:
    """One answer."""
    done = False

    def once(_ask: Ask) -> Order | None:
        nonlocal done
        done = True
        return None

    before = asked(battle)
    play_to(battle, *(["distance"] if before.kind == "deploy" and done else []), "deploy")
    if asked(battle) == before:
        seat = battle.waiting_for()[0]
        option = battle.options(seat)[0]
        import random

        order = battle.sample(seat, option, random.Random(len(battle.entries)))
        assert order is not None
        battle.answer(seat, order)


@pytest.mark.rule("blitz.16.1c")
@pytest.mark.parametrize(("inches", "status"), [(0, FIELDED), (3, OFF_BOARD)])
def test_rangers_may_be_there_before_the_first_initiative(inches: int, status: str) -> None:
    battle = at_edge(red2=RANGERS)
    give(battle, Deploy("red-3", 20_000, 500, 900))
    assert asked(battle).kind == "distance"
    give(battle, NoteDistance(inches))
    assert battle.state.units["red-3"].status == status


@pytest.mark.rule("blitz.16.1c", "blitz.16.1a")
def test_edges_of_the_own_side_or_between_but_not_the_enemys() -> None:
    battle = at_edge(red2=RANGERS)
    wide, high = battle.state.ground.width, battle.state.ground.height
    mine = battle.state.zones["red"] == "south"
    near, far = (500, high - 500) if mine else (high - 500, 500)
    assert refused(battle, Deploy("red-3", 20_000, near)) == ""
    assert refused(battle, Deploy("red-3", 500, high // 2)) == ""
    assert refused(battle, Deploy("red-3", wide - 500, high // 2)) == ""
    assert refused(battle, Deploy("red-3", 20_000, far)) == "zone"
    assert refused(battle, Deploy("red-3", 20_000, high // 2)) == "edge"
    assert refused(battle, Deploy("red-3", 20_000, 0)) == "edge"


@pytest.mark.rule("blitz.16.2c")
def test_support_is_set_at_an_edge_of_its_own_zone_and_all_note_one_distance() -> None:
    battle = at_edge(red2=SUPPORT)
    high = battle.state.ground.height
    near = 500 if battle.state.zones["red"] == "south" else high - 500
    assert refused(battle, Deploy("red-3", 500, high // 2)) == "zone"
    give(battle, Deploy("red-3", 20_000, near))
    assert refused(battle, NoteDistance(0)) == "distance"
    assert refused(battle, NoteDistance(121)) == "distance"
    give(battle, NoteDistance(40))
    assert refused(battle, Deploy("red-4", 20_500, near)) == "overlap"
    give(battle, Deploy("red-4", 22_000, near))
    facts = battle.state.facts
    assert facts["distance:red-3"].value == facts["distance:red-4"].value == "40000"
    assert facts["distance:red-3"].knows == ("red",)
    assert "40 in beyond it" in story(battle, "red")
    assert "40 in" not in story(battle, "blue")
    assert "40 in off the table" in "\n".join(battle.view("red").notes)
    assert "40 in" not in "\n".join(battle.view("blue").notes)


@pytest.mark.rule("blitz.16.1a")
def test_stealth_units_note_at_least_one_move() -> None:
    battle = play_to(
        prepared("meeting", red="hunter*2+panther,black-cat"),
        "distance",
        choose=declare(red2=STEALTH),  # type: ignore[arg-type]
    )
    assert refused(battle, NoteDistance(6)) == "distance", "the Black Cat moves 7 in"
    assert refused(battle, NoteDistance(7)) == ""


@pytest.mark.rule("blitz.16.1b", "blitz.3.1b")
def test_units_to_be_dropped_wait() -> None:
    battle = play_to(
        prepared("meeting", red="hunter*2+jaguar*2"),
        "activate",
        choose=declare(red2=AIRDROP),  # type: ignore[arg-type]
    )
    assert {battle.state.units[name].status for name in ("red-3", "red-4")} == {WAITING}
    assert "Red Jaguar 3 drops from the air" in "\n".join(battle.view("blue").notes)


@pytest.mark.rule("blitz.16.2a")
@pytest.mark.parametrize(("card", "x", "tokens"), [("hydra", 21, (HIDING,)), ("hydra", 30, ()), ("hunter", 21, ())])
def test_an_amphibious_model_in_water_may_begin_hidden(card: str, x: float, tokens: tuple[str, ...]) -> None:
    pond = piece("water", "", 18, 4, 24, 10, 0, props={"depth": 400})
    zones = {"red": "south", "blue": "north"}
    state = table(pond, model("red", card, status=WAITING), phase="deployment", zones=zones)
    answers = [("deploy", Deploy("red", round(1000 * x), 7_000)), ("prepare", Prepare("red", HIDING))]
    played = run(state, step(Ctx(state, BOOK.apply)), answers=answers)
    assert [ask.about for ask in played.asks if ask.kind == "prepare"] == ([tokens] if tokens else [])
    assert (HIDING in state.units["red"].tokens) is bool(tokens)


@pytest.mark.rule("blitz.16.1a", "blitz.16.2c")
@pytest.mark.parametrize(
    ("way", "x", "y", "code"),
    [
        ("stealth", 0.5, 16.5, ""),
        ("stealth", 0.5, 16.499, "zone"),
        ("stealth", 0.52, 24, ""),
        ("stealth", 0.521, 24, "edge"),
        ("stealth", 0.499, 24, "edge"),
        ("stealth", 24, 47.5, ""),
        ("off-board support", 24, 47.5, ""),
        ("off-board support", 0.5, 32.5, ""),
        ("off-board support", 0.5, 32.499, "zone"),
    ],
)
def test_who_stays_beyond_touches_an_edge_and_keeps_to_the_right_zone(way: str, x: float, y: float, code: str) -> None:
    state = table(model("blue", "hunter", arrival=way), zones={"red": "south", "blue": "north"})
    refusal = refuse_edge(state, state.units["blue"], round(1000 * x), round(1000 * y))
    assert ("" if refusal is None else refusal.code) == code


@pytest.mark.rule("blitz.16.1c")
@pytest.mark.parametrize(("inches", "code"), [(0, "overlap"), (1, "")])
def test_rangers_who_are_there_at_once_need_room(inches: int, code: str) -> None:
    state = table(model("blue", "cheetah", arrival=RANGERS, status=WAITING), model("red", "hunter", 0.5, 24))
    ask = Ask("blue", "distance", "blue", ("500", "24000"), "blitz.16.1c")
    refusal = refuse_distance(state, ask, NoteDistance(inches))
    assert ("" if refusal is None else refusal.code) == code


@pytest.mark.rule("blitz.6.5g")
@pytest.mark.parametrize(
    ("card", "part", "code"),
    [("hunter", 0, ""), ("hunter", -1, ""), ("hunter", 1, "water"), ("hydra", 1, ""), ("hpc-64", 1, "")],
)
def test_nobody_is_put_down_in_water_half_as_deep_as_it_is_tall(card: str, part: int, code: str) -> None:
    unit = model("red", card, status=WAITING)
    depth = 0 if not part else -(-unit.line.height // 2) - int(part < 0)
    state = table(unit, piece("water", "", 18, 4, 24, 10, 0, props={"depth": depth}))
    refusal = refuse_ground(state, unit, 21_000, 7_000)
    assert ("" if refusal is None else refusal.code) == code
