"""18.6: multi-component vehicles: the HHT-90. And weapons that fire by themselves."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.script import Ctx
from gearlock.systems.blitz.attacks.aiming import Attack, AttackDeclared, StandBy
from gearlock.systems.blitz.battles import begin, prepare
from gearlock.systems.blitz.book import BOOK
from gearlock.systems.blitz.damage import Wound, hurt
from gearlock.systems.blitz.flow import step
from gearlock.systems.blitz.lock_and_cover.cover import look_at
from gearlock.systems.blitz.movement.moves_made import settle_move
from gearlock.systems.blitz.movement.terrain import EndMove, Move
from gearlock.systems.blitz.recovery_and_heroes import Recover
from gearlock.systems.blitz.rounds import Activate, CleanupBegun, EndActivation
from gearlock.systems.blitz.shared_activation import HandOver, followed_postures, stranded_component
from gearlock.systems.blitz.state import BRACED, FIELDED, IMMOBILISED, STANDBY, WRECK, State
from systems.blitz.fieldwork import COMBAT, WEST, activate, give, model, refused, run, table
from systems.blitz.movement.march import run_with


def tank() -> State:
    body = model("red", "hht-90-body", 10)
    turret = model("red-t", "hht-90-turret", 10, parent="red")
    return table(body, turret, model("blue", "hunter", 30, facing=WEST))


def activated(posture: str = COMBAT) -> State:
    state = tank()
    ctx: Ctx[State] = Ctx(state, BOOK.apply)
    run(state, step(ctx), answers=[("activate", Activate("red", posture))])
    return state


@pytest.mark.rule("blitz.18.6")
@pytest.mark.rule("blitz.trait.mcv")
@pytest.mark.rule("blitz.trait.attached")
def test_components_share_posture_and_activation_and_go_where_the_core_goes() -> None:
    state = activated()
    turret = state.units["red-t"]
    assert turret.posture == COMBAT
    assert turret.actions == 3
    give(state, Move("red", "H", ((0, 3000),), last=True))
    assert (state.units["red-t"].x, state.units["red-t"].facing) == (13_000, 0)
    give(state, HandOver("red", "red-t"))
    assert refused(state, Move("red-t", "H", ((0, 1000),))) != ""
    assert refused(state, Attack("red-t", "HLG", ("blue",))) == ""
    give(state, EndActivation("red-t"))
    give(state, EndActivation("red"))
    assert state.activation is None
    refusal = BOOK.refuse(state, Ask("red", "activate"), Activate("red-t", COMBAT))
    assert refusal is not None


def ended(posture: str, *stands_by: str) -> State:
    """The vehicle was activated in a posture, some of it stand by, and its activation is over."""
    state = activated(posture)
    for name in ("red-t", "red"):
        if name == "red-t":
            give(state, HandOver("red", "red-t"))
        if name in stands_by:
            give(state, StandBy(name, 1))
        give(state, EndActivation(name))
    return settled(state)


def settled(state: State) -> State:
    """As the table is when the next model is asked for."""
    for event in followed_postures(state):
        event.change(state)
    return state


@pytest.mark.rule("blitz.18.6", "blitz.trait.attached", "blitz.10.3")
@pytest.mark.parametrize(
    ("stands_by", "stances"),
    [((), [COMBAT, COMBAT]), (("red",), [BRACED, BRACED]), (("red-t",), [COMBAT, COMBAT])],
    ids=["nobody", "the body", "the turret"],
)
def test_components_are_in_the_posture_of_the_body_also_on_standby(
    stands_by: tuple[str, ...], stances: list[str]
) -> None:
    state = ended(BRACED, *stands_by)
    assert [state.units[name].stance for name in ("red", "red-t")] == stances
    assert {name for name in ("red", "red-t") if state.units[name].token(STANDBY)} == set(stands_by)
    CleanupBegun().change(state)
    assert [settled(state).units[name].stance for name in ("red", "red-t")] == [COMBAT, COMBAT]
    state.units["red"].tokens["full speed ahead"] = 1
    assert settled(state).units["red-t"].stance == "top speed"
    assert not followed_postures(state)
    del state.units["red"].tokens["full speed ahead"]
    assert not settled(state).units["red-t"].tokens.keys() - {STANDBY}, "combat posture needs no token"


@pytest.mark.rule("blitz.18.6", "blitz.14.5a", "blitz.trait.attached")
def test_what_lasts_until_its_next_activation_ends_for_a_component_with_the_bodys() -> None:
    state = tank()
    state.units["red-t"].tokens = {"sensor boost": 1, "counter-battery": 1, "full speed ahead": 1}
    state.units["blue"].tokens, state.units["red"].tokens = {"sensor jamming:red-t": 2}, {"standby": 1}
    run(state, step(Ctx(state, BOOK.apply)), answers=[("activate", Activate("red", BRACED))])
    assert (state.units["red-t"].tokens, state.units["blue"].tokens) == ({"posture of its body": 1}, {})


@pytest.mark.rule("blitz.18.6")
def test_damage_to_one_component_never_reaches_another() -> None:
    state = tank()
    ctx: Ctx[State] = Ctx(state, BOOK.apply)
    hurt(ctx, Wound("red-t", "blue", "LAC", 50))
    assert state.units["red-t"].is_destroyed
    assert state.units["red"].hull == state.units["red"].line.hull


@pytest.mark.rule("blitz.18.6")
def test_without_its_core_a_component_is_immobilised_and_fights_on_alone() -> None:
    state = tank()
    ctx: Ctx[State] = Ctx(state, BOOK.apply)
    for _ in range(2):
        hurt(ctx, Wound("red", "blue", "LAC", 6))
    assert state.units["red"].status == WRECK
    run(state, step(ctx), answers=[("activate", Activate("red-t", BRACED))])
    turret = state.units["red-t"]
    assert turret.status == FIELDED
    assert IMMOBILISED in turret.tokens
    assert state.is_acting("red-t")
    state.units["red-r"] = model("red-r", "nucoal-bricklayer", 11.7)
    activate(state, "red-r")
    assert refused(state, Recover("red-r", "red-t")) == "core"


@pytest.mark.rule("blitz.18.6")
def test_components_hide_others_like_heavy_cover_but_not_each_other() -> None:
    state = tank()
    state.units["red-2"] = model("red-2", "hunter", 8.0)
    state.notes = {}
    assert look_at(state, state.units["blue"], state.units["red-2"]).dice >= 3
    assert look_at(state, state.units["blue"], state.units["red"]).dice == 0
    assert look_at(state, state.units["blue"], state.units["red-t"]).dice == 0


@pytest.mark.rule("blitz.18.6")
def test_an_hht_is_set_up_as_body_and_turret_and_deployed_as_one() -> None:
    state = begin(prepare("duel", 1, {"red": "hht-90"}))
    assert [state.units[name].line.id for name in ("red-1", "red-1-1")] == ["hht-90-body", "hht-90-turret"]
    assert state.units["red-1-1"].parent == "red-1"


def prowl(card: str = "north-infantry-squad", x: float = 20.0) -> State:
    guard = model("blue", "mauler-bear", 30, facing=WEST, actions=0)
    return activate(table(model("red", card, x), guard), "red")


@pytest.mark.rule("blitz.trait.autoanti")
def test_infantry_that_ends_a_move_near_draws_automatic_fire_for_no_action() -> None:
    state = prowl(x=26.0)
    give(state, Move("red", "I", ((0, 500),)))
    assert "APGL" not in state.units["blue"].fired, "the move goes on"
    played = give(state, EndMove("red"))
    (shot,) = played.of(AttackDeclared)
    assert (shot.unit, shot.weapon, shot.free) == ("blue", "APGL", True)
    assert state.units["blue"].actions == 0
    assert state.units["blue"].fired == ["APGL"]
    activate(state, "red")
    played = give(state, Move("red", "I", ((0, 100),), last=True))
    assert not played.of(AttackDeclared), "a weapon attacks once in a round"
    assert run_with(settle_move, prowl(x=26.0), []) == [], "who has not moved ends no move"


@pytest.mark.rule("blitz.trait.autoanti")
def test_others_and_those_farther_away_draw_none() -> None:
    played = give(prowl("hunter", 26.0), Move("red", "W", ((0, 500),), last=True))
    assert not played.of(AttackDeclared)
    far = prowl(x=20.0)
    assert not give(far, Move("red", "I", ((0, 500),), last=True)).of(AttackDeclared)


@pytest.mark.rule("blitz.trait.autoanti")
@pytest.mark.parametrize(("gap", "shots"), [(6.0, 1), (6.001, 0)])
def test_six_inches_are_near_enough_and_no_more(gap: float, shots: int) -> None:
    guard = model("blue", "hunter", 30, facing=WEST, actions=0, traits=("AutoAI:LAC",))
    squad = model("red", "north-infantry-squad", 20)
    squad.x = 30_000 - guard.line.radius - squad.line.radius - round(gap * 1000) - 500
    state = activate(table(squad, guard), "red")
    assert len(give(state, Move("red", "I", ((0, 500),), last=True)).of(AttackDeclared)) == shots


@pytest.mark.rule("blitz.18.6")
@pytest.mark.parametrize(("status", "held"), [(FIELDED, True), (WRECK, False)])
def test_wrecked_components_are_not_immobilised_with_their_core(status: str, held: bool) -> None:
    state = table(model("red", status=WRECK), model("red-t", parent="red", status=status))
    assert (stranded_component(state) is not None) is held
