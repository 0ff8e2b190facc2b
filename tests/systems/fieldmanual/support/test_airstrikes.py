"""Airstrikes: calls, ways in, straight moves and Turns, attacks on the way, AA fire, damage and crashes."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Decline, Order
from gearlock.mechanics.secrets import Sealed
from gearlock.systems.fieldmanual.attacks.defense import attack_lines, defense_lines, refuse_attack
from gearlock.systems.fieldmanual.attacks.pairs import Pair
from gearlock.systems.fieldmanual.attacks.targets import has_aa
from gearlock.systems.fieldmanual.attacks.weapons_in_use import OPTIMAL, REACTION, Attack, AttackMet, use_of
from gearlock.systems.fieldmanual.command_points.tests import can_reach
from gearlock.systems.fieldmanual.datacards import all_cards
from gearlock.systems.fieldmanual.dice_tests import damage_lines
from gearlock.systems.fieldmanual.lock_and_cover.lock import cover_of
from gearlock.systems.fieldmanual.reactions import DeclareFire
from gearlock.systems.fieldmanual.sensors import ActiveLock, ForwardObserve
from gearlock.systems.fieldmanual.state import ALOFT, DEAD, DESTROYED, DOCKED, LEFT, OUT, READY, Activation, State, Unit
from gearlock.systems.fieldmanual.support.airstrikes import (
    AirstrikeCalled,
    AirstrikeCrashed,
    AirstrikeLeft,
    Flew,
    offer_flight,
    refuse_air_lock,
    refuse_airstrike,
    refuse_end_flight,
    refuse_fly,
    refuse_placing,
    resolve_airstrike,
    resolve_flight,
    resolve_shot_down,
    turns_left,
    uncalled,
)
from gearlock.systems.fieldmanual.support.allocation import resolve_assets, unassigned
from gearlock.systems.fieldmanual.support.points import AssignAction, CallAirstrike, EndFlight, Fly, PlaceAirstrike
from gearlock.systems.fieldmanual.support.reserves import resolve_support
from systems.fieldmanual.tables import Played, activate, mils, piece, play, put, table


def field(*bought: str) -> State:
    state = table()
    state.phase, state.first = "support", "red"
    state.switches = {"zones": "wide", "limit": "1000", "PL:red": "3", "PL:blue": "3"}
    state.stock = dict(all_cards())
    for number, option in enumerate(bought, 1):
        state.facts[f"support:red:{number}"] = Sealed(f"{option}|||", ("red",))
    return state


def plane(
    state: State, card: str = "fighter", x: float = 36, y: float = 10, facing: float = 90, **more: object
) -> Unit:
    name = more.pop("name", "red-air-1")
    return put(state, str(name), card, x, y, facing, status=ALOFT, group=0, band="combat", **more)


def flies(state: State, gone: float = 0) -> Unit:
    state.activation = Activation("red-air-1", begun=True, banded=True)
    state.activation.gone["red-air-1"] = mils(gone)
    return state.units["red-air-1"]


def fly(state: State, *orders: Order, dice: tuple[tuple[int, ...], ...] = (), reply: Order | None = None) -> Played:
    """One order of the airstrike after the other in one step each; enemies answer with `reply` where they can."""
    left = list(orders)
    played: Played | None = None

    def answer(_state: State, ask: Ask) -> Order:
        if ask.kind == "fly":
            return left.pop(0)
        if ask.kind == "declare fire" and isinstance(reply, Attack):
            return DeclareFire(reply.unit)
        return reply if reply is not None and ask.kind in ("reaction fire", "answer") else Decline()

    while left:
        played = play(state, lambda ctx: resolve_flight(ctx, "red-air-1"), *dice, answer=answer)
        dice = ()
    assert played is not None
    return played


@pytest.mark.rule("fieldmanual.airstrike-call")
def test_leaders_call_airstrikes_for_an_action() -> None:
    state = field("fighter", "light-artillery")
    put(state, "red-1", "command-jager", 10, 5, rank="leader")
    put(state, "red-2", "jager", 14, 5)
    activate(state, "red-2")
    refusal = refuse_airstrike(state, CallAirstrike("red-2", 1))
    assert refusal is not None
    assert refusal.code == "leader"
    unit = activate(state, "red-1")
    assert refuse_airstrike(state, CallAirstrike("red-1", 1)) is None
    assert refuse_airstrike(state, CallAirstrike("red-1", 2)) is not None, "that is artillery"
    unit.actions = 0
    assert refuse_airstrike(state, CallAirstrike("red-1", 1)) is not None


@pytest.mark.rule("fieldmanual.airstrike-call")
@pytest.mark.parametrize(("die", "anywhere"), [(5, False), (6, True)])
def test_leadership_above_5_frees_it_from_the_home_edge(die: int, anywhere: bool) -> None:
    state = field("fighter")
    unit = put(state, "red-1", "command-jager", 10, 5, rank="leader")
    activate(state, "red-1")
    done = play(state, lambda ctx: resolve_airstrike(ctx, CallAirstrike("red-1", 1)), (die,))
    assert done.of(AirstrikeCalled)[0].anywhere is anywhere
    called = state.units["red-air-1"]
    assert (called.status, called.actions, unit.actions) == (READY, 2, 0)
    assert uncalled(state, "red") == []
    ask = Ask("red", "place airstrike")

    def code(x: float, y: float, facing: int) -> str:
        refused = refuse_placing(state, ask, PlaceAirstrike("red-air-1", mils(x), mils(y), facing))
        return "" if refused is None else refused.code

    assert code(36, 0, 900) == ""
    assert code(36, 0, 2700) == "facing", "out of the table"
    assert code(36, 5, 900) == "edge"
    assert code(0, 24, 0) == ("" if anywhere else "edge"), "nobody's edge"
    assert code(36, 48, 2700) == "edge", "the enemy's"
    assert code(0, 40, 0) == "edge", "the part of it that touches the enemy's zone"


@pytest.mark.rule("fieldmanual.airstrike-call")
def test_a_blocked_call_leaves_the_airstrike_for_later() -> None:
    state = field("fighter")
    state.switches["effects"] = "em-storm"
    put(state, "red-1", "command-jager", 10, 5, rank="leader")
    activate(state, "red-1")
    done = play(state, lambda ctx: resolve_airstrike(ctx, CallAirstrike("red-1", 1)), (6,), (2,))
    assert not done.of(AirstrikeCalled)
    assert [number for number, _ in uncalled(state, "red")] == [1]


@pytest.mark.rule("fieldmanual.airstrike-move")
def test_a_move_is_no_shorter_and_no_longer_than_the_card_says() -> None:
    state = field()
    plane(state)
    flies(state, 5)
    ask = Ask("red", "fly", "red-air-1")
    assert refuse_end_flight(state, ask, EndFlight("red-air-1")) is not None, "6 in at least"
    assert refuse_fly(state, ask, Fly("red-air-1", 13)) is None
    assert refuse_fly(state, ask, Fly("red-air-1", 14)) is not None, "18 in at most"
    assert refuse_fly(state, ask, Fly("red-air-1", 0)) is not None
    flies(state, 6)
    assert refuse_end_flight(state, ask, EndFlight("red-air-1")) is None


@pytest.mark.rule("fieldmanual.airstrike-move")
def test_turns_are_made_at_the_end_of_a_move_up_to_60_degrees_and_only_so_many() -> None:
    state = field()
    unit = plane(state)
    flies(state, 6)
    ask = Ask("red", "fly", "red-air-1")
    assert refuse_end_flight(state, ask, EndFlight("red-air-1", 600)) is None
    assert refuse_end_flight(state, ask, EndFlight("red-air-1", -601)) is not None
    fly(state, EndFlight("red-air-1", 600))
    assert (unit.facing, turns_left(unit)) == (1500, 1)
    flies(state, 6)
    fly(state, EndFlight("red-air-1"))
    assert turns_left(unit) == 1, "straight on is no Turn"
    flies(state, 6)
    fly(state, EndFlight("red-air-1", -10))
    flies(state, 6)
    refusal = refuse_end_flight(state, ask, EndFlight("red-air-1", 10))
    assert refusal is not None
    assert refusal.code == "turns"


@pytest.mark.rule("fieldmanual.airstrike-move")
def test_it_flies_straight_and_is_gone_beyond_the_edge() -> None:
    state = field()
    unit = plane(state, y=40)
    flies(state)
    done = fly(state, Fly("red-air-1", 12))
    assert len(done.of(Flew)) == 9
    assert done.of(AirstrikeLeft)
    assert (unit.status, unit.x, state.activation) == (LEFT, mils(36), None)


@pytest.mark.rule("fieldmanual.airstrike-attacks")
def test_it_attacks_at_any_point_with_fixed_forward_weapons_from_above() -> None:
    state = field()
    plane(state)
    target = put(state, "blue-1", "jager", 36, 20, 270, band="combat")
    beside = put(state, "blue-2", "jager", 50, 11, 270)
    unit = flies(state, 3)
    assert refuse_attack(state, Attack(unit.id, "LAC", "blue-1")) is None
    refusal = refuse_attack(state, Attack(unit.id, "LAC", beside.id))
    assert refusal is not None
    assert refusal.code == "arc"
    labels = [option.label for option in offer_flight(state, Ask("red", "fly", unit.id))]
    assert any(label.startswith("LAC at the Blue Jäger 1") for label in labels)
    mount = unit.card.weapons[0]
    pair = Pair(state, unit, target, use_of(state, unit, mount, OPTIMAL, "direct"))
    assert "Attacked from above" in [line.label for line in defense_lines(pair)]
    fly(state, Attack(unit.id, "LAC", "blue-1"), dice=((5, 4), (6, 2)))
    assert unit.actions == 1, "Actions are for the whole stay"
    assert refuse_attack(state, Attack(unit.id, "LAC", "blue-1")) is not None, "once with a weapon that is not counted"


@pytest.mark.rule("fieldmanual.airstrike-actions")
def test_counted_rounds_may_be_fired_again_and_again() -> None:
    state = field()
    unit = plane(state, "bomber")
    put(state, "blue-1", "jager", 36, 22, 270, band="combat")
    flies(state, 3)
    agm = next(mount.id for mount in unit.card.weapons if mount.id.startswith("AGM"))
    for _ in range(2):
        assert refuse_attack(state, Attack(unit.id, agm, "blue-1")) is None
        fly(state, Attack(unit.id, agm, "blue-1"), dice=((1, 1), (5, 5)))
    refusal = refuse_attack(state, Attack(unit.id, agm, "blue-1"))
    assert refusal is not None, "two rounds"
    assert unit.actions == 1


@pytest.mark.rule("fieldmanual.airstrike-actions")
def test_it_observes_like_any_model() -> None:
    state = field()
    unit = plane(state)
    target = put(state, "blue-1", "jager", 36, 20, 270)
    flies(state, 3)
    assert refuse_air_lock(state, Ask("red", "fly", unit.id), ActiveLock(unit.id, "blue-1")) is None
    fly(state, ActiveLock(unit.id, "blue-1"))
    fly(state, ForwardObserve(unit.id, "blue-1"))
    assert target.token(f"observed:{unit.id}") == 1
    assert unit.actions == 1


@pytest.mark.rule("fieldmanual.airstrike-attacks")
def test_only_cover_within_4_in_of_the_ground_model_counts() -> None:
    far = piece("building", (34, 16, 38, 17), 4, rating="solid")
    near = piece("building", (34, 26, 38, 27), 4, rating="solid")
    for wall, covered in ((far, False), (near, True)):
        state = table(wall)
        unit = plane(state, y=8)
        target = put(state, "blue-1", "jager", 36, 30, 270)
        assert (cover_of(state, unit, target).level > 0) is covered
        assert (cover_of(state, target, unit).level > 0) is covered


@pytest.mark.rule("fieldmanual.airstrike-attacks")
def test_from_the_ground_only_aa_weapons_answer_and_only_as_reaction_fire() -> None:
    state = field()
    unit = plane(state)
    put(state, "blue-1", "jager", 36, 30, 270)
    put(state, "blue-2", "aa-turret", 40, 30, 270, group=0, band="stationary")
    flies(state)
    assert refuse_attack(state, Attack("blue-1", "LAC", unit.id), REACTION) is not None
    laac = state.units["blue-2"].card.weapons[0].id
    assert refuse_attack(state, Attack("blue-2", laac, unit.id), REACTION) is None
    refusal = refuse_attack(state, Attack("blue-2", laac, unit.id))
    assert refusal is not None
    assert refusal.rule == "fieldmanual.airstrike-attacks"
    done = fly(state, Fly(unit.id, 2), dice=((1, 1), (4, 3)), reply=Attack("blue-2", laac, unit.id))
    assert [event.target for event in done.of(AttackMet)] == [unit.id]
    assert state.units["blue-2"].actions == 0
    other = plane(state, name="blue-air-9", y=20, facing=270)
    assert refuse_attack(state, Attack(unit.id, "LAC", other.id)) is None, "airstrikes need no AA against each other"


@pytest.mark.rule("fieldmanual.aa-drone")
def test_an_aa_drone_guides_the_longest_ranged_weapon_of_each_model_of_its_group() -> None:
    state = field()
    owner, mate = put(state, "red-1", "jager", 10, 5), put(state, "red-2", "jager", 14, 5)
    stranger = put(state, "red-3", "jager", 18, 5, group=2)
    drone = put(state, "red-1-drone", "aa-drone", 11, 5, status=OUT, parent="red-1")

    def guided(unit: Unit) -> list[str]:
        return [mount.id for mount in unit.card.weapons if has_aa(state, unit, mount)]

    assert guided(owner) == guided(mate) == ["LAC"]
    assert guided(stranger) == []
    drone.status, drone.carrier = DOCKED, "red-1"
    assert guided(owner) == []


@pytest.mark.rule("fieldmanual.airstrike-damage")
def test_each_box_that_is_not_sturdy_takes_1_off_every_roll() -> None:
    state = field()
    unit = plane(state, "bomber")
    for boxes, worth in ((0, 0), (1, -1), (2, -2), (3, -3)):
        unit.boxes = boxes
        assert sum(line.value for line in damage_lines(unit)) == worth
    sturdy = plane(state, "bomber", stats={"boxes": "SLH"}, boxes=2)
    assert sum(line.value for line in damage_lines(sturdy)) == -1
    state.switches["effects"] = "blizzard"
    target = put(state, "blue-1", "jager", 36, 20)
    pair = Pair(state, sturdy, target, use_of(state, sturdy, sturdy.card.weapons[0], OPTIMAL, "direct"))
    assert "Severe storm" in [line.label for line in attack_lines(pair)]


@pytest.mark.rule("fieldmanual.airstrike-damage")
def test_who_is_killed_crashes_straight_ahead_and_blows_up() -> None:
    state = field()
    unit = plane(state, "fighter", y=5)
    unit.status, unit.tokens["parting shot"] = DEAD, 1
    victim = put(state, "blue-1", "jager", 36, 33, 270, band="combat")
    done = play(state, resolve_shot_down, (1,), (4,), (6, 2), (5, 3))
    crash = done.of(AirstrikeCrashed)[0]
    assert (crash.x, crash.y) == (mils(36), mils(5 + 18 + 4 + 6)), "longest move, then a die and the shortest"
    met = done.of(AttackMet)[0]
    assert (met.target, met.attack, met.multiplier) == ("blue-1", 6, 11), "DM of its Armor, unmodified Skill 2"
    assert met.defense == 4, "from above, and no Lock is asked for"
    assert victim.boxes
    assert unit.status == DESTROYED
    assert not unit.token("parting shot"), "nobody shoots back from a crash"


@pytest.mark.rule("fieldmanual.airstrike-damage")
def test_who_is_destroyed_outright_is_just_gone() -> None:
    state = field()
    unit = plane(state)
    unit.status, unit.tokens["parting shot"] = DESTROYED, 1
    flies(state)
    done = play(state, resolve_shot_down)
    assert done.of(AirstrikeCrashed)[0].direction == 0
    assert state.activation is None


@pytest.mark.rule("fieldmanual.airstrike-damage")
def test_only_whoever_called_it_gives_it_command_points() -> None:
    state = field()
    unit = plane(state, tokens={"called by:red-2": 1})
    chief = put(state, "red-1", "command-jager", 10, 5, rank="commander")
    caller = put(state, "red-2", "command-jager", 14, 5, rank="leader", group=2)
    assert not can_reach(state, chief, unit)
    assert can_reach(state, caller, unit)


@pytest.mark.rule("fieldmanual.support-events", "fieldmanual.airstrike-move")
def test_airstrikes_are_placed_and_moved_in_turn_until_all_are_gone() -> None:
    state = field()
    for name in ("red-air-1", "blue-air-1"):
        put(state, name, "bomber", 0, 0, status=READY, group=0, band="combat")
    state.first = "blue"
    asked: list[str] = []

    def answer(_state: State, ask: Ask) -> Order:
        asked.append(f"{ask.seat} {ask.kind}")
        name = f"{ask.seat}-air-1"
        if ask.kind == "place airstrike":
            south = ask.seat == "red"
            return PlaceAirstrike(name, mils(20 if south else 50), 0 if south else mils(48), 900 if south else 2700)
        flown = _state.activation.gone.get(name, 0)  # type: ignore[union-attr]
        return EndFlight(name) if flown else Fly(name, 15)

    over = False
    for _ in range(60):
        over = over or bool(play(state, lambda ctx: resolve_support(ctx, lambda _s, _t: 0), answer=answer).value)
        if over:
            break
    assert over
    assert asked[:2] == ["blue place airstrike", "red place airstrike"]
    assert asked[2:6] == ["blue fly", "blue fly", "red fly", "red fly"]
    assert all(state.units[name].status == LEFT for name in ("red-air-1", "blue-air-1"))
    assert "support stage" not in state.switches


@pytest.mark.rule("fieldmanual.defensive-assets", "fieldmanual.asset-hrp-turret")
def test_a_turret_sets_its_action_aside_before_the_round() -> None:
    state = field()
    state.phase, state.winner = "order", ""
    hac = put(state, "red-1", "hac-turret", 10, 5, group=0)
    hrp = put(state, "red-2", "hrp-turret", 20, 5, group=0)
    assert unassigned(state) is hrp, "only a weapon that can stand by leaves a choice"
    mount = hrp.card.weapons[0].id
    play(state, resolve_assets, answer=lambda _s, _a: AssignAction("red-2", mount))
    assert (hrp.actions, hrp.token(f"stand by:{mount}"), hac.actions) == (0, 1, 1)
    assert unassigned(state) is None
    state.round, hrp.actions = 2, 1
    play(state, resolve_assets, answer=lambda _s, _a: AssignAction("red-2"))
    assert hrp.actions == 1, "kept for Reaction Fire"
    assert resolve_assets(play(state, lambda _ctx: None).ctx) is None


@pytest.mark.rule("fieldmanual.airstrike-damage", "fieldmanual.perk-aux")
def test_damage_takes_no_systems_from_an_airstrike() -> None:
    bomber = plane(field(), "bomber", boxes=3)
    assert bomber.level == "C"
    assert (bomber.perk("Anti-Missile System"), bomber.perk("Target Designator")) == (1, 2)
    assert [line.value for line in damage_lines(bomber)] == [-3], "one for every box is all it suffers"
