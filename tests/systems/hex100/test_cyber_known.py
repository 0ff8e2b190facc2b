"""What a side learns of electronic warfare: of its own all, of the enemy what it did itself or sees."""

from __future__ import annotations

import random

import pytest

from conformance.checks import check_no_leak, check_offers
from gearlock.bots.greedy import GreedyBot
from gearlock.bots.uniform import RandomBot
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.seat import Seat
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.attacks.attack import Attack
from gearlock.systems.hex100.damage.units_hit import Shocked
from gearlock.systems.hex100.detection.sight import Detected
from gearlock.systems.hex100.electronic_warfare import (
    Hack,
    Hacked,
    HackRolled,
    Jam,
    Jammed,
    LinkSwitched,
    Recover,
    Recovered,
    SwitchLink,
)
from gearlock.systems.hex100.shown.view import view
from gearlock.systems.hex100.state import BLIP, SEEN, State
from gearlock.systems.hex100.suppositions import disguise
from gearlock.systems.hex100.turns import EndTurn, Focus, PhaseBegan
from systems.hex100.kit import E, Place, Position, W, code, events, machine, plain

TEGU = "tegu-siege"
SCOUT = "cloudburst-scout"
STORM = "cumulus-stormcloud"
HACKER = machine("cobra-ka1", [], ["ecm-suite", "basic-sensor-suite"])
WALL = "...B............"


def tokens(state: State, seat: str, number: int = 0) -> list[str]:
    """The tokens on the first enemy that a seat knows of."""
    enemies = [piece for piece in view(state, seat, ()).pieces if piece.side != seat]
    return [token.name for token in enemies[number].tokens]


def told(battle: Battle[State], kind: type, seat: str | None) -> list[str]:
    lines = [SYSTEM.tell(battle.state, event, seat) for event in events(battle, kind)]
    return [line.text for line in lines if line is not None]


@pytest.mark.rule("hex100.hacking", "hex100.sensor-detection")
def test_who_hacks_a_blip_knows_it_until_the_contact_is_lost() -> None:
    position = Position(WALL, [(HACKER, (0, 0), E)], [(TEGU, (6, 0), W)])
    battle = position.play((40,))
    battle.answer("red", Hack("red-1", "contact-1"))
    assert battle.state.known["red"] == {"blue-1": BLIP}
    assert tokens(battle.state, "red") == ["hacked"]
    state = battle.state.clone()
    SYSTEM.apply(state, Detected("red", "blue-1", 0, "contact-1"))
    SYSTEM.apply(state, Detected("red", "blue-1", BLIP, "contact-2"))
    assert tokens(state, "red") == []
    SYSTEM.apply(state, Detected("red", "blue-1", SEEN, "contact-2"))
    assert tokens(state, "red") == ["hacked"]


@pytest.mark.rule("hex100.hacking", "hex100.network-proliferation")
def test_a_blip_that_is_hacked_unknown_to_a_side_is_hacked_again_and_opens_no_way() -> None:
    position = Position(WALL, [(HACKER, (0, 0), E)], [(SCOUT, (6, 0), W), (SCOUT, (12, 0), W)])
    position.unit("blue-1").hacked = True
    near, far = (position.state.contacts["red"][f"blue-{number}"] for number in (1, 2))
    battle = position.play((50,))
    assert code(battle, "red", Hack("red-1", far, near)) == "not-hacked"
    battle.answer("red", Hack("red-1", near))
    assert battle.state.units["blue-1"].traced


@pytest.mark.rule("hex100.jamming")
def test_a_blip_that_is_jammed_unknown_to_a_side_may_be_jammed_again() -> None:
    position = Position(WALL, [(HACKER, (0, 0), E)], [(TEGU, (6, 0), W)])
    position.unit("blue-1").jammed = True
    assert tokens(position.state, "red") == []
    battle = position.play()
    assert code(battle, "red", Jam("red-1", "contact-1")) == ""
    battle.answer("red", Jam("red-1", "contact-1"))
    assert tokens(battle.state, "red") == ["jammed"]


@pytest.mark.rule("hex100.recovery", "hex100.hacking-recovery")
def test_the_hacker_notices_when_his_blip_recovers_and_nobody_else_does() -> None:
    for hacked_by_red in (True, False):
        position = Position(WALL, [(HACKER, (0, 0), E)], [(TEGU, (6, 0), W)], acting="blue-1")
        position.unit("blue-1").hacked, position.unit("blue-1").traced = True, hacked_by_red
        battle = position.play()
        battle.answer("blue", Recover("blue-1"))
        assert told(battle, Recovered, "blue") == ["Tegu Siegebreaker recovers."]
        assert told(battle, Recovered, "red") == (["Contact 1 recovers."] if hacked_by_red else [])
        assert tokens(battle.state, "red") == []
        assert not battle.state.units["blue-1"].traced


@pytest.mark.rule("hex100.jamming", "hex100.hacking", "hex100.emp-shock", "hex100.recovery")
@pytest.mark.parametrize(
    ("states", "after_recovery", "after_the_jam"),
    [
        ({"jammed"}, ["jammed"], []),
        ({"jammed", "hacked"}, ["jammed"], ["hacked"]),
        ({"jammed", "shocked"}, ["jammed"], ["EMP shock"]),
    ],
)
def test_what_a_side_did_to_a_blip_stays_known_as_long_as_any_of_it_lasts(
    states: set[str], after_recovery: list[str], after_the_jam: list[str]
) -> None:
    def blip(traced: bool) -> State:
        state = Position(WALL, [(HACKER, (0, 0), E)], [(TEGU, (6, 0), W)]).state
        for each in states:
            setattr(state.units["blue-1"], each, True)
        state.units["blue-1"].traced = traced
        return state

    for traced in (True, False):
        recovered, unjammed = blip(traced), blip(traced)
        SYSTEM.apply(recovered, Recovered("blue-1", traced))
        assert tokens(recovered, "red") == after_recovery * traced
        SYSTEM.apply(unjammed, PhaseBegan(2, "red", ()))
        assert tokens(unjammed, "red") == after_the_jam * traced
        assert unjammed.units["blue-1"].traced is (traced and bool(after_the_jam))


@pytest.mark.rule("hex100.emp-shock", "hex100.attr-homing")
def test_who_shocks_a_blip_knows_it() -> None:
    thrower = machine("big-guye", ["basic-sensor-suite"], ["emp-charge"])
    position = Position("." * 16, [(thrower, (0, 0), E)], [(TEGU, (3, 0), W)])
    position.state.known["red"]["blue-1"] = BLIP
    SYSTEM.apply(position.state, Shocked("blue-1", "red-1"))
    assert tokens(position.state, "red") == ["EMP shock"]


@pytest.mark.rule("hex100.data-link-off", "hex100.mass-e-fortification")
def test_data_links_and_fortifications_are_for_the_own_side_to_see() -> None:
    position = Position(plain(), [(SCOUT, (0, 0), E)], [(TEGU, (3, 0), W)])
    position.unit("red-1").fortified = True
    position.unit("red-1").pool["utility"] = 1
    battle = position.play()
    battle.answer("red", SwitchLink("red-1", False))
    (own,) = (piece for piece in view(battle.state, "red", ()).pieces if piece.side == "red")
    assert {"data link off", "e-fortification"} <= {token.name for token in own.tokens}
    assert tokens(battle.state, "blue") == []
    assert told(battle, LinkSwitched, "red") == ["Cloudburst Scout turns its data link off."]
    assert told(battle, LinkSwitched, "blue") == []


@pytest.mark.rule("hex100.hacking", "hex100.jamming")
def test_the_dice_of_the_defence_are_told_to_the_side_that_owns_the_rating() -> None:
    position = Position(plain(), [(HACKER, (0, 0), E)], [(TEGU, (6, 0), W)])
    battle = position.play((39,))
    battle.answer("red", Hack("red-1", "contact-1"))
    assert told(battle, HackRolled, "red") == ["The hack fails: rolled 39, Tegu MBT (contact 1) holds."]
    assert told(battle, HackRolled, "blue") == ["Tegu Siegebreaker holds: rolled 39, needs under 40."]
    battle = Position(WALL, [(HACKER, (0, 0), E)], [(TEGU, (6, 0), W)]).play((40,))
    battle.answer("red", Hack("red-1", "contact-1"))
    assert told(battle, Hacked, "red") == ["Contact 1 is hacked by Test cobra-ka1."]
    assert told(battle, Hacked, "blue") == ["Tegu Siegebreaker is hacked by an unseen enemy."]


@pytest.mark.rule("hex100.invasive-cyber-attack", "hex100.mass-jamming")
def test_a_nimbus_that_gets_into_a_unit_nobody_has_found_tells_its_side_nothing() -> None:
    seeing = machine("cumulus", ["nimbus-ecm-system"])
    drawing = "........B......."
    position = Position(drawing, [(seeing, (0, 0), E)], [(SCOUT, (6, 0), W), (SCOUT, (12, 0), W)])
    assert position.state.known["red"] == {"blue-1": SEEN}
    battle = position.play((50,), (50,))
    battle.answer("red", Hack("red-1", "contact-1"))
    assert [event.unit for event in events(battle, Hacked)] == ["blue-1", "blue-2"]
    assert len(told(battle, Hacked, "red")) == 1
    assert len(told(battle, Hacked, "blue")) == 2


@pytest.mark.rule("hex100.emp-shock")
def test_a_shock_is_told_to_those_who_know_of_the_unit_and_shown_while_they_do() -> None:
    thrower = machine("big-guye", [], ["emp-charge"])
    position = Position(plain(), [(thrower, (0, 0), E)], [(TEGU, (3, 0), W)])
    battle = position.play((0,), (99,))
    battle.answer("red", Attack("red-1", ("emp-charge",), "contact-1"))
    assert told(battle, Shocked, "red") == ["Tegu MBT (contact 1) is in EMP shock."]
    assert tokens(battle.state, "red") == ["EMP shock"]


@pytest.mark.rule("hex100.network-proliferation")
def test_a_disguised_state_keeps_who_is_in_the_network_of_a_hacked_unit() -> None:
    blue: list[Place] = [(SCOUT, (6, 0), W), ("tegu-blackout", (12, 0), W), (SCOUT, (14, 0), W)]
    position = Position(WALL, [(HACKER, (0, 0), E)], blue)
    position.unit("blue-1").hacked = position.unit("blue-1").traced = True
    position.unit("blue-3").unlinked = True
    battle = position.play()
    for seed in range(30):
        check_no_leak(battle, random.Random(seed))
    twin = disguise(position.state, "red", random.Random(1))
    assert twin.units["blue-2"].hp != position.unit("blue-2").hp or twin.units["blue-2"].facing != W


@pytest.mark.rule("hex100.jamming")
def test_a_jam_fades_from_view_when_it_ends() -> None:
    position = Position(WALL, [(HACKER, (0, 0), E)], [(TEGU, (6, 0), W)])
    battle = position.play()
    battle.answer("red", Jam("red-1", "contact-1"))
    assert told(battle, Jammed, "red") == ["Contact 1 is jammed by Test cobra-ka1."]
    battle.answer("red", EndTurn("red-1"))
    battle.answer("blue", EndTurn("blue-1"))
    battle.answer("red", Focus("red-1"))
    assert tokens(battle.state, "red") == []
    assert not battle.state.units["blue-1"].traced


@pytest.mark.parametrize(("scenario", "seed", "bot"), [("ridge", 2, GreedyBot), ("close-quarters", 5, RandomBot)])
def test_nothing_leaks_in_battles_of_electronic_warfare(
    scenario: str, seed: int, bot: type[GreedyBot] | type[RandomBot]
) -> None:
    forces = {"budget": "large", "red": f"{STORM},errant-saboteur", "blue": f"{STORM},cloudburst-warden,tegu-blackout"}
    battle = Battle.begin(SYSTEM, SYSTEM.prepare(scenario, seed, forces), Seeded(seed))
    bots, chooser = {seat: bot(seed + at) for at, seat in enumerate(SYSTEM.seats)}, random.Random(seed)
    while not battle.over:
        check_no_leak(battle, chooser)
        check_offers(battle, chooser)
        (seat,) = battle.waiting_for()
        battle.answer(seat, bots[seat].decide(Seat(battle, seat)))
    assert events(battle, Jammed) or events(battle, HackRolled)
