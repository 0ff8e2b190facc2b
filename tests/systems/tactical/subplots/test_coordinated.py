"""4.1.4: Coordinated: two linked units have +1 each on a target that both attack."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Ask
from gearlock.systems.tactical.attacks.exchange import attack_lines, pair_of
from gearlock.systems.tactical.attacks.firing import resolve_attack
from gearlock.systems.tactical.attacks.targets import use_of
from gearlock.systems.tactical.attacks.weapons_in_use import Attack
from gearlock.systems.tactical.melee import strike_lines
from gearlock.systems.tactical.rounds.round import RoundEnded
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.subplots.beginning import resolve_beginnings
from gearlock.systems.tactical.subplots.orders_and_events import Coordinate, LinkUnits
from gearlock.systems.tactical.subplots.personal import LINK, offer_links, resolve_coordinate
from systems.tactical.subplots.fields import active, code, field, offered, told
from systems.tactical.tables import play, put


def linked() -> State:
    state = field("red:Coordinated")
    play(state, resolve_beginnings)
    state.phase = "activation"
    return state


def bonus(state: State, name: str, target: str) -> int:
    unit, other = state.units[name], state.units[target]
    mount = unit.card.weapons[0]
    pair = pair_of(state, name, target, use_of(state, unit, mount, other, Attack(name, mount.id, target)))
    return sum(line.value for line in attack_lines(pair) if line.label == "Coordinated")


@pytest.mark.rule("tactical.4.1.4-coordinated")
def test_a_side_links_two_of_its_units() -> None:
    state = field("red:Coordinated")
    put(state, "red-3", "hunter", 30, 10)
    ask = Ask("red", LINK)
    assert len(list(offer_links(state, ask))) == 3
    assert code(state, ask, LinkUnits("red-1", "red-1")) == "pair"
    assert code(state, ask, LinkUnits("red-1", "blue-1")) == "unit"
    assert code(state, ask, LinkUnits("red-1", "red-3")) == ""
    play(state, resolve_beginnings, answer=told(LinkUnits("red-1", "red-3")))
    assert (state.units["red-1"].token("linked:red-3"), state.units["red-3"].token("linked:red-1")) == (1, 1)
    assert not any(name.startswith("linked") for name in state.units["red-2"].tokens)
    alone = field("red:Coordinated")
    del alone.units["red-2"]
    assert not play(alone, resolve_beginnings).asks, "nobody to link it with"


@pytest.mark.rule("tactical.4.1.4-coordinated")
def test_the_second_of_the_pair_has_a_point_on_the_target_of_the_first() -> None:
    state = linked()
    assert bonus(state, "red-2", "blue-1") == 0
    state.units["red-1"].fired = ["LAC:blue-1"]
    assert bonus(state, "red-2", "blue-1") == 1
    assert bonus(state, "red-2", "blue-2") == 0, "another target"
    assert bonus(state, "red-1", "blue-1") == 0, "its own attack is not the other's"
    state.units["red-1"].fired = ["LAC:blue-1:walked", "LAC:blue-2:walked"]
    assert bonus(state, "red-2", "blue-2") == 1
    assert bonus(state, "blue-1", "red-1") == 0


@pytest.mark.rule("tactical.4.1.4-coordinated")
def test_both_have_it_when_they_agree_and_attack_nobody_else() -> None:
    state = linked()
    ask = active(state, "red-1")
    assert {order.target for order in offered(state, ask, Coordinate)} == {"blue-1", "blue-2"}
    assert code(state, ask, Coordinate("red-1", "red-2")) == "target"
    play(state, lambda ctx: resolve_coordinate(ctx, Coordinate("red-1", "blue-1")))
    assert (bonus(state, "red-1", "blue-1"), bonus(state, "red-2", "blue-1")) == (1, 1)
    assert code(state, ask, Coordinate("red-1", "blue-2")) == "agreed"
    assert code(state, ask, Attack("red-1", "LAC", "blue-2")) == "agreed"
    assert "LAC" in {order.weapon for order in offered(state, ask, Attack)}
    assert {order.target for order in offered(state, ask, Attack)} == {"blue-1"}
    state.units["blue-1"].status = "destroyed"
    assert code(state, ask, Attack("red-1", "LAC", "blue-2")) == "", "free again when it is gone"
    play(state, lambda ctx: ctx.emit(RoundEnded()))
    assert not state.units["red-2"].token("together:blue-1")


@pytest.mark.rule("tactical.4.1.4-coordinated")
@pytest.mark.parametrize("what", ["done", "fired", "no action", "lost", "traitor"])
def test_nobody_agrees_with_who_has_had_its_turn(what: str) -> None:
    state = linked()
    ask, mate = active(state, "red-1"), state.units["red-2"]
    if what == "done":
        mate.done = True
    elif what == "fired":
        mate.fired = ["LAC:blue-2"]
    elif what == "no action":
        mate.actions = 0
    elif what == "lost":
        mate.status = "destroyed"
    else:
        mate.seat = "blue"
    expected = {"done": "late", "fired": "late", "no action": "actions"}.get(what, "mate")
    assert code(state, ask, Coordinate("red-1", "blue-1")) == expected
    assert not offered(state, ask, Coordinate)
    assert bonus(state, "red-1", "blue-2") == (1 if what == "fired" else 0)


@pytest.mark.rule("tactical.4.1.4-coordinated")
def test_the_point_is_in_the_roll_and_in_blows() -> None:
    state = linked()
    state.units["red-1"].fired = ["VB:blue-1"]
    lines = strike_lines(state, state.units["red-2"], state.units["blue-1"], "VB")
    assert [line.value for line in lines if line.label == "Coordinated"] == [1]
    played = play(state, lambda ctx: resolve_attack(ctx, Attack("red-2", "LAC", "blue-1")), (1, 2), (6, 6))
    labels = [line.label for line in played.events[1].lines]  # type: ignore[attr-defined]
    assert "Coordinated" in labels
