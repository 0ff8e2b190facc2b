"""Artillery: calls by observation, corrected fire, strikes against Threshold 5, deviation, friendly fire."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Decline, Order
from gearlock.mechanics.secrets import Sealed
from gearlock.systems.fieldmanual.attacks.weapons_in_use import AttackMet
from gearlock.systems.fieldmanual.datacards import all_cards
from gearlock.systems.fieldmanual.sensors import ActiveLockGained
from gearlock.systems.fieldmanual.state import DESIGNATED, STUN, State
from gearlock.systems.fieldmanual.support.artillery import (
    GUNS,
    gun_line,
    guns_card,
    lay_guns,
    refuse_call,
    refuse_shell,
    resolve_call,
    resolve_friendly_fire,
    resolve_next_strike,
    resolve_strike,
    shell,
    strike_lines,
    strikes_left,
    strikes_of,
    type_of,
)
from gearlock.systems.fieldmanual.support.points import (
    CallArtillery,
    Choice,
    CorrectFire,
    FireCorrected,
    FireStrike,
    FriendlyFireRolled,
    Shell,
    StrikeCalled,
    StrikeLanded,
)
from systems.fieldmanual.tables import Played, activate, mils, piece, play, put, table


def field(*bought: Choice, blue: tuple[Choice, ...] = ()) -> State:
    state = table(piece("building", (30, 18, 42, 20), 6, rating="solid"))
    state.switches = {"zones": "wide", "limit": "1000", "PL:red": "3", "PL:blue": "3"}
    state.stock = {**all_cards(), GUNS: guns_card()}
    for seat, choices in (("red", bought), ("blue", blue)):
        for number, choice in enumerate(choices, 1):
            state.facts[f"support:{seat}:{number}"] = Sealed(choice.written(), (seat,))
    put(state, "red-1", "command-jager", 36, 10, 90)
    return state


LIGHT, MEDIUM, HEAVY = Choice("light-artillery"), Choice("medium-artillery"), Choice("heavy-artillery")


def code(state: State, order: CallArtillery) -> str:
    refusal = refuse_call(state, order)
    return "" if refusal is None else refusal.code


def call(state: State, order: CallArtillery, *dice: tuple[int, ...], correct: bool = False) -> Played:
    def answer(_state: State, ask: Ask) -> Order:
        return CorrectFire("red-1") if correct and ask.kind == "correct fire" else Decline()

    return play(state, lambda ctx: resolve_call(ctx, order), *dice, answer=answer)


@pytest.mark.rule("fieldmanual.artillery-types")
def test_the_three_types() -> None:
    assert type_of("light-artillery") == (12, 2, 2)
    assert type_of("medium-artillery") == (18, 3, 1)
    assert type_of("heavy-artillery") == (22, 4, 1)
    assert shell("heavy-artillery", True).traits == {"IF": 1, "Blast": 4, "G": 1}


@pytest.mark.rule("fieldmanual.artillery-call")
def test_a_place_is_called_by_any_model_that_sees_it() -> None:
    state = field(MEDIUM)
    activate(state, "red-1")
    assert code(state, CallArtillery("red-1", 1, "", mils(20), mils(30))) == ""
    assert code(state, CallArtillery("red-1", 1, "", mils(36), mils(21))) == "sight", "behind the wall"
    assert code(state, CallArtillery("red-1", 1, "", mils(80), mils(30))) == "table"
    assert code(state, CallArtillery("red-1", 2, "", mils(20), mils(30))) == "choice"
    state.units["red-1"].actions = 0
    assert code(state, CallArtillery("red-1", 1, "", mils(20), mils(30))) == "no-action"


@pytest.mark.rule("fieldmanual.artillery-call")
def test_a_model_is_called_on_under_active_lock_whose_free_action_pays() -> None:
    state = field(MEDIUM)
    target = put(state, "blue-1", "jager", 20, 30, 270)
    unit = activate(state, "red-1")
    order = CallArtillery("red-1", 1, "blue-1")
    assert code(state, order) == "lock"
    unit.actions = 0
    ActiveLockGained("red-1", "blue-1").change(state)
    assert code(state, order) == ""
    done = call(state, order)
    called = done.of(StrikeCalled)[0]
    assert (called.x, called.y, called.written) == (target.x, target.y, MEDIUM.written())
    assert target.token("observed:red-1") == 1, "it serves all"
    assert strikes_left(state, "red") == []
    assert set(state.facts["support:red:1"].knows) == {"red", "blue"}


@pytest.mark.rule("fieldmanual.artillery-types")
def test_a_light_choice_has_two_strikes() -> None:
    state = field(LIGHT)
    for left in (2, 1):
        activate(state, "red-1").actions = 1
        assert len(strikes_left(state, "red")) == 1, f"{left} left"
        call(state, CallArtillery("red-1", 1, "", mils(20), mils(30)))
    assert strikes_left(state, "red") == []
    assert strikes_of(state, "red") == [1, 2]


@pytest.mark.rule("fieldmanual.artillery-call")
@pytest.mark.parametrize(("die", "margin"), [(6, 2), (5, 1), (4, 0), (2, -2), (1, -4)])
def test_leadership_against_4_corrects_the_fire_for_better_or_worse(die: int, margin: int) -> None:
    state = field(MEDIUM)
    activate(state, "red-1")
    done = call(state, CallArtillery("red-1", 1, "", mils(20), mils(30)), (die,), correct=True)
    assert done.of(FireCorrected)[0].margin == margin
    lines = sum(line.value for line in strike_lines(state, "red", 1) if line.rule == "fieldmanual.artillery-call")
    assert lines == min(0, margin), "a failure comes off the attack, a success off the scatter"


def strike(state: State, choice: Choice, x: float, y: float, *dice: tuple[int, ...], corrected: int = 0) -> Played:
    StrikeCalled("red", 1, 0, choice.written(), "red-1", "", mils(x), mils(y)).change(state)
    if corrected:
        FireCorrected("red", 1, corrected).change(state)
    return play(state, lambda ctx: resolve_strike(ctx, "red", 1), *dice)


@pytest.mark.rule("fieldmanual.artillery-resolve")
def test_a_strike_lands_on_its_point_above_5_and_goes_astray_else() -> None:
    landed = strike(field(), MEDIUM, 20, 30, (6, 1)).of(StrikeLanded)[0]
    assert (landed.x, landed.y, landed.length) == (mils(20), mils(30), 0)
    astray = strike(field(), MEDIUM, 36, 30, (5, 3), (1,), (3,)).of(StrikeLanded)[0]
    assert astray.length == mils(3), "5 is a Margin of Failure of 0"
    assert (astray.x, astray.y) == (mils(36), mils(33)), "1 is away from the middle of the home edge"
    worse = strike(field(), MEDIUM, 36, 30, (3, 2), (4,), (3,)).of(StrikeLanded)[0]
    assert (worse.length, worse.y) == (mils(5), mils(25)), "4 is back towards it"


@pytest.mark.rule("fieldmanual.artillery-resolve", "fieldmanual.artillery-call")
def test_a_good_correction_shortens_the_scatter_to_nothing_at_least() -> None:
    assert strike(field(), MEDIUM, 36, 30, (3, 2), (1,), (3,), corrected=2).of(StrikeLanded)[0].length == mils(3)
    assert strike(field(), MEDIUM, 36, 30, (5, 2), (1,), (1,), corrected=3).of(StrikeLanded)[0].length == 0


@pytest.mark.rule("fieldmanual.artillery-call")
def test_a_poor_correction_comes_off_the_attack_but_not_off_the_raw_roll() -> None:
    state = field()
    put(state, "blue-1", "jager", 36, 34, 270, band="stationary")
    done = strike(state, MEDIUM, 36, 34, (6, 1), (2,), (1,), (3, 1), corrected=-2)
    assert done.of(StrikeLanded)[0].length == mils(2), "6 - 2 = 4: fails by 1"
    assert done.of(AttackMet)[0].attack == 6


@pytest.mark.rule("fieldmanual.artillery-resolve")
def test_whoever_is_in_the_blast_defends_against_the_raw_roll_from_above() -> None:
    state = field()
    facing = put(state, "blue-1", "jager", 36, 32, 270, band="combat")
    put(state, "blue-2", "jager", 36, 33.01, 270, band="combat")
    put(state, "red-9", "jager", 38.9, 30, 270, band="combat")
    done = strike(state, MEDIUM, 36, 30, (6, 5), (5, 2), (5, 1))
    met = {event.target: event for event in done.of(AttackMet)}
    assert set(met) == {"blue-1", "red-9"}, "Blast 3: within 3 in of the middle, friend or foe"
    assert met["blue-1"].attack == 6
    assert met["blue-1"].defense == 4, "5, and -1 from above: no Lock is asked for against guns off the table"
    assert facing.token(STUN) == 1, "the shockwave"


@pytest.mark.rule("fieldmanual.artillery-resolve")
def test_the_line_comes_from_the_middle_of_the_home_edge_nearest_to_the_point() -> None:
    state = field()
    assert gun_line(state, "red", mils(36), mils(30)) == (mils(36), 0)
    assert gun_line(state, "red", mils(20), mils(5)) == (mils(36), 0)
    assert gun_line(state, "red", mils(1), mils(14)) == (0, mils(8)), "the part of the western edge in its zone"


@pytest.mark.rule("fieldmanual.artillery-types", "fieldmanual.artillery-resolve")
def test_guided_strikes_are_better_on_designated_targets() -> None:
    state = field()
    target = put(state, "blue-1", "jager", 36, 34)
    guided = Choice("medium-artillery", guided=True)
    StrikeCalled("red", 1, 0, guided.written(), "red-1", "blue-1", target.x, target.y).change(state)
    play(state, lambda ctx: _lay(ctx))
    assert sum(line.value for line in strike_lines(state, "red", 1)) == 2
    target.tokens[f"{DESIGNATED}:red-1"] = 1
    assert sum(line.value for line in strike_lines(state, "red", 1)) == 3
    state.switches["effects"] = "blizzard"
    assert sum(line.value for line in strike_lines(state, "red", 1)) == 2


def _lay(ctx: object) -> None:
    lay_guns(ctx, "red", mils(36), mils(34))  # type: ignore[arg-type]


def test_of_several_strikes_the_side_chooses_the_next() -> None:
    state = field()
    for number in (1, 2):
        StrikeCalled("red", number, 0, LIGHT.written(), "red-1", "", mils(20), mils(30)).change(state)
    done = play(state, lambda ctx: resolve_next_strike(ctx, "red"), (6, 1), answer=lambda _s, _a: FireStrike(2))
    assert done.of(StrikeLanded)[0].number == 2
    assert strikes_of(state, "red") == [1]


def friendly(state: State, points: dict[str, int], order: list[Order], *dice: tuple[int, ...]) -> Played:
    def script(ctx: object) -> object:
        return resolve_friendly_fire(ctx, lambda _state, seat: points[seat])  # type: ignore[arg-type]

    return play(state, script, *dice, answer=lambda _s, _a: order.pop(0))  # type: ignore[arg-type]


@pytest.mark.rule("fieldmanual.event-friendly-fire")
def test_friendly_fire_comes_on_4_and_goes_where_the_side_with_fewer_points_wants() -> None:
    state = field()
    assert friendly(state, {"red": 0, "blue": 0}, [], (3,)).of(FriendlyFireRolled)[0].seat == ""
    orders: list[Order] = [Shell("medium-artillery", mils(20), mils(30))]
    done = friendly(state, {"red": 2, "blue": 1}, orders, (4,), (6, 1))
    assert [ask.seat for ask in done.asks] == ["blue"]
    assert len(done.of(StrikeLanded)) == 1
    assert "correct fire" not in [ask.kind for ask in done.asks], "nobody called it: no Leadership roll"


@pytest.mark.rule("fieldmanual.event-friendly-fire")
def test_one_support_point_is_two_light_strikes_and_a_tie_is_rolled_off() -> None:
    orders: list[Order] = [Shell("light-artillery", mils(20), mils(30)), Shell("light-artillery", mils(60), mils(30))]
    done = friendly(field(), {"red": 1, "blue": 1}, orders, (5,), (3, 3), (5, 2), (6, 1), (6, 2))
    assert [ask.seat for ask in done.asks] == ["red", "red"]
    assert [event.x for event in done.of(StrikeLanded)] == [mils(20), mils(60)]


@pytest.mark.rule("fieldmanual.event-friendly-fire")
@pytest.mark.parametrize(
    ("x", "y", "code"), [(0, 0, ""), (72, 48, ""), (72.001, 10, "table"), (10, 48.001, "table"), (-1, 10, "table")]
)
def test_shells_of_friendly_fire_fall_on_the_table_up_to_its_very_edge(x: float, y: float, code: str) -> None:
    ask = Ask("blue", "shell", "", about=("light-artillery",))
    refusal = refuse_shell(field(), ask, Shell("light-artillery", mils(x), mils(y)))
    assert (refusal.code if refusal else "") == code
    other = refuse_shell(field(), ask, Shell("heavy-artillery", mils(10), mils(10)))
    assert other is not None
    assert other.code == "option"
