"""18.7 and A.2.4: recovery vehicles, medics, duelists."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.script import Ctx, Script
from gearlock.systems.blitz.attacks.aiming import Attack, StandBy
from gearlock.systems.blitz.attacks.exchange import can_snap
from gearlock.systems.blitz.attacks.pairs import Pair
from gearlock.systems.blitz.damage import DamageControl, DamageControlled, Damaged, Doused, Wound, hurt
from gearlock.systems.blitz.dice_tests.tests import offer_bonus
from gearlock.systems.blitz.flow import step
from gearlock.systems.blitz.hiding import GoHullDown
from gearlock.systems.blitz.movement.terrain import ExtraTurn
from gearlock.systems.blitz.recovery_and_heroes import Embolden, Emboldened, Recover, resolve_example, resolve_outrage
from gearlock.systems.blitz.state import COMMAND, FIRE, IMMOBILISED, SKILL, State
from systems.blitz.fieldwork import BRACED, NORTH, activate, give, model, offered, refused, run, table


def stuck(y: float = 21.0, card: str = "nucoal-bricklayer", **changes: Any) -> State:
    friend = model("red-2", "hunter", 10, y, tokens={IMMOBILISED: 1}, **changes)
    return activate(table(model("red", card, 10), friend, model("blue", "hunter", 40)), "red")


def does(state: State, script: Script[None] | None) -> Script[None]:
    assert script is not None
    return script


@pytest.mark.rule("blitz.trait.recovery")
@pytest.mark.rule("blitz.18.7-recovery")
def test_a_recovery_vehicle_frees_a_friend_it_touches_for_an_action() -> None:
    state = stuck()
    assert [option.order for option in offered(state, Recover)] == [Recover("red", "red-2")]
    give(state, Recover("red", "red-2"))
    assert IMMOBILISED not in state.units["red-2"].tokens
    assert state.units["red"].actions == 0


@pytest.mark.rule("blitz.trait.recovery")
def test_whom_it_cannot_free() -> None:
    assert refused(stuck(y=21.1), Recover("red", "red-2")) == "contact"
    assert refused(stuck(card="hunter"), Recover("red", "red-2")) == "recovery"
    state = stuck()
    assert refused(state, Recover("red", "red")) == "target"
    assert refused(state, Recover("red", "blue")) == "target"
    state.units["red-2"].tokens = {}
    assert refused(state, Recover("red", "red-2")) == "free"
    state = stuck()
    state.units["red"].actions = 0
    assert refused(state, Recover("red", "red-2")) == "no-action"


@pytest.mark.rule("blitz.18.7-recovery")
def test_recovery_fights_fires_of_machines_with_more_dice_and_medics_those_of_infantry_at_2() -> None:
    state = stuck()
    state.units["red-2"].tokens = {FIRE: 3}
    played = give(state, DamageControl("red", FIRE, "red-2"), [("damage control", (6, 6, 1))])
    assert played.dice("damage control") == [3]
    assert sum(event.by for event in played.of(Doused)) == 2
    squad = model("red-2", "north-infantry-squad", 10, 21.5, tokens={FIRE: 3})
    state = table(model("red", "medic-mastiff", 10, y=20), squad, model("blue"))
    state.units["red-2"].y = 20_000 + state.units["red"].line.radius + squad.line.radius
    played = give(activate(state, "red"), DamageControl("red", FIRE, "red-2"), [("damage control", (2, 1))])
    assert played.rolls[0].marks == (2,)
    assert played.of(DamageControlled)
    state.units["red"].tokens, state.units["red"].actions = {FIRE: 1}, 1
    assert give(state, DamageControl("red", FIRE)).rolls[0].marks == (2,), "any damage control of a medic"


@pytest.mark.rule("blitz.18.7-medic")
def test_a_medic_spends_actions_on_damage_control_and_its_own_defence_alone() -> None:
    medic = model("red", "medic-mastiff", weapons=("LAC (FT)",), traits=("Medic", "Shield:+1D6"))
    state = activate(table(medic, model("blue", "hunter", 20)), "red", BRACED)
    assert refused(state, Attack("red", "LAC", ("blue",))) == "no-action"
    assert refused(state, StandBy("red")) == "no-action"
    assert refused(state, GoHullDown("red")) == "no-action"
    assert not can_snap(state.units["red"])
    assert refused(activate(state, "red"), ExtraTurn("red", "G", NORTH)) == "no-action"
    ctx: Ctx[State] = Ctx(state, lambda _state, _event: None)
    assert run(state, offer_bonus(ctx, "red", "defence")).asked == ["bonus"]
    assert run(state, offer_bonus(ctx, "red", "damage control")).asked == ["bonus"]
    assert run(state, offer_bonus(ctx, "red", "dangerous terrain test")).asked == []


def lost_medic(by: str = "blue") -> State:
    state = table(
        model("red", "medic-mastiff"),
        model("red-2", rank="co"),
        model("red-3", rank="cgl", group=2),
        model("blue", x=30),
    )
    ctx: Ctx[State] = Ctx(state, lambda s, e: e.change(s))
    hurt(ctx, Wound("red", by, "LAC", 99))
    return state


@pytest.mark.rule("blitz.18.7-medic")
def test_a_medic_destroyed_by_an_enemy_gives_one_commander_a_command_point_once() -> None:
    state = lost_medic()
    ctx: Ctx[State] = Ctx(state, lambda s, e: e.change(s))
    played = run(state, does(state, resolve_outrage(ctx)), answers=[("embolden", Embolden("red-3"))])
    assert played.asked == ["embolden"]
    assert state.units["red-3"].token(COMMAND) == 1
    assert resolve_outrage(ctx) is None
    assert resolve_outrage(Ctx(lost_medic("red-2"), lambda s, e: None)) is None
    assert resolve_outrage(Ctx(lost_medic(""), lambda s, e: None)) is None


@pytest.mark.rule("blitz.18.7-medic")
def test_outrage_comes_before_anything_else_is_done() -> None:
    state = lost_medic()
    state.units["red-3"].rank = ""
    played = run(state, step(Ctx(state, lambda s, e: e.change(s))))
    assert played.asked == [], "there is one commander, so nobody is asked"
    assert state.units["red-2"].token(COMMAND) == 1
    assert Pair is not None


def duel(*rivals: str) -> State:
    traits = ("Arms", "Duelist", "Vet")
    units = [model("red", traits=traits), model("red-2", x=5), model("blue", x=20), model("blue-2", x=25)]
    for name in rivals:
        units.append(model(name, x=30, traits=traits))
    return table(*units)


def wound(state: State, target: str, by: str) -> None:
    Damaged(target, by, "LAC", 1, 4, 1).change(state)


@pytest.mark.rule("blitz.A.2.4")
@pytest.mark.rule("blitz.trait.duelist")
def test_a_duelist_that_hurts_an_enemy_gives_any_friend_a_skill_point_each_time() -> None:
    state = duel()
    wound(state, "blue", "red")
    wound(state, "blue-2", "red")
    ctx: Ctx[State] = Ctx(state, lambda s, e: e.change(s))
    for _ in range(2):
        played = run(state, does(state, resolve_example(ctx)), answers=[("embolden", Embolden("red-2"))])
        assert len(played.asks) == 1
    assert state.units["red-2"].token(SKILL) == 2
    assert resolve_example(ctx) is None


@pytest.mark.rule("blitz.A.2.4")
def test_while_an_enemy_duelist_lives_only_wounds_of_that_one_count() -> None:
    state = duel("blue-3")
    wound(state, "blue", "red")
    assert resolve_example(Ctx(state, lambda s, e: None)) is None
    wound(state, "blue-3", "red")
    assert resolve_example(Ctx(state, lambda s, e: None)) is not None
    state = duel("blue-3")
    Damaged("blue-3", "red-2", "LAC", 9, 0, 0, True, True).change(state)
    wound(state, "blue", "red")
    assert resolve_example(Ctx(state, lambda s, e: None)) is not None


@pytest.mark.rule("blitz.A.2.4")
def test_others_set_no_example_and_friends_hurt_by_accident_are_none() -> None:
    state = duel()
    wound(state, "blue", "red-2")
    wound(state, "red-2", "red")
    assert resolve_example(Ctx(state, lambda s, e: None)) is None
    Emboldened("red", "", SKILL).change(state)
