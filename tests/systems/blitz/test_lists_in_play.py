"""A.2: what force lists and purchases do in play: duelists, staffs, conscripts, pride, machines, worn gear."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import ByPurpose
from gearlock.systems.blitz import SYSTEM
from gearlock.systems.blitz.attacks.aiming import Attack, SnapFire
from gearlock.systems.blitz.chain_of_command import leader_of, most_command_points, most_skill_points
from gearlock.systems.blitz.damage import free_dice
from gearlock.systems.blitz.deployment.zones import PATHFINDERS, ways_of
from gearlock.systems.blitz.dice_tests.tests import Failed, bonus_dice, modifiers_of
from gearlock.systems.blitz.general_concepts.dice import EW, GUN, PILOT
from gearlock.systems.blitz.lock_and_cover.cover import detection_range
from gearlock.systems.blitz.orders import GiveOrder
from gearlock.systems.blitz.recovery_and_heroes import Embolden, Emboldened
from gearlock.systems.blitz.rounds import Appoint, EndActivation, PointsRefilled
from gearlock.systems.blitz.state import State, Unit
from systems.blitz.lock_and_cover.scene import table
from systems.blitz.radio import Game, of_kind, unit

NO_POINTS = {"command points": 0, "skill points": 0}
DUELIST = ("Arms", "Duelist")
FAILS = (("attack", (1, 1, 1)), ("defence", (6, 6)))
WINS = (("attack", (6, 6, 6)), ("defence", (1, 1)))


def labels(state: State, who: Unit, skill: str, defending: bool = False) -> dict[str, int]:
    return {line.label: line.value for line in modifiers_of(state, who, skill, defending)}


def duel(*others: Unit, target: str = "blue-1", traits: tuple[str, ...] = DUELIST) -> Game:
    hero = unit("red-1", 10, traits=traits, facing=0)
    rest = (unit("red-2", 9, 25), unit("blue-1", 20, actions=0), unit("blue-9", 46, 46))
    game = Game(hero, *rest, *others, dice=WINS)
    game.battle.answer("red", Attack("red-1", "LAC", (target,)))
    while game.ask.optional:
        game.battle.answer(game.ask.seat, game.decline())
    return game


@pytest.mark.rule("blitz.A.2.4", "blitz.trait.duelist")
def test_a_duelist_who_hurts_an_enemy_gives_a_friend_a_skill_point() -> None:
    game = duel()
    assert (game.ask.kind, game.ask.seat) == ("embolden", "red")
    assert game.refusal(Embolden("blue-1")).code == "target"
    assert game.offers() == [Embolden("red-1"), Embolden("red-2")]
    game.battle.answer("red", Embolden("red-2"))
    assert game["red-2"].token("skill points") == 1
    assert len(of_kind(game.events(), Emboldened)) == 1


@pytest.mark.rule("blitz.A.2.4", "blitz.trait.duelist")
def test_nobody_else_leads_by_example() -> None:
    assert duel(traits=("Arms",)).ask.kind == "act"


@pytest.mark.rule("blitz.A.2.4", "blitz.trait.duelist")
def test_while_an_enemy_duelist_lives_only_damage_to_that_one_counts() -> None:
    rival = unit("blue-2", 20, 24, traits=DUELIST, actions=0)
    assert duel(rival).ask.kind == "act"
    rival = unit("blue-2", 20, 24, traits=DUELIST, actions=0)
    assert duel(rival, target="blue-2").ask.kind == "embolden"
    gone = unit("blue-2", 20, 30, traits=DUELIST, status="gone", hull=0, structure=0)
    assert duel(gone).ask.kind == "embolden"


@pytest.mark.rule("blitz.A.2.4")
def test_a_lone_wolf_is_given_no_re_roll_by_others() -> None:
    for traits, sources in ((("Arms",), 1), (DUELIST, 0)):
        chief = unit("red-2", 10, 22, rank="co", tokens={"command points": 2})
        foes = (unit("blue-1", 20, actions=0), unit("blue-9", 46, 46))
        game = Game(
            unit("red-1", 10, traits=traits, facing=0), chief, *foes, dice=(("attack", (5, 1, 1)), ("defence", (1, 1)))
        )
        game.battle.answer("red", Attack("red-1", "LAC", ("blue-1",)))
        kinds = []
        while game.ask.optional:
            kinds.append(game.ask.kind)
            game.battle.answer(game.ask.seat, game.decline())
        assert kinds.count("reroll") == sources


@pytest.mark.rule("blitz.A.2.3-ace")
def test_an_ace_snap_fires_with_any_weapon() -> None:
    for traits, offered in (((), False), (("Ace Gunner",), True)):
        target = unit("blue-1", 20, weapons=("LAC",), traits=traits, facing=1800)
        game = Game(unit("red-1", 10, facing=0), target)
        game.battle.answer("red", Attack("red-1", "LAC", ("blue-1",)))
        assert (game.ask.kind == "snap") is offered
        if offered:
            assert SnapFire("blue-1", "LAC", "red-1") in game.offers()


@pytest.mark.rule("blitz.A.2.3-ew")
def test_a_specialist_has_two_dice_more_in_electronic_warfare_alone() -> None:
    who = unit("red-1", 10, traits=("EW Specialist",))
    assert labels(table(who), who, EW) == {"EW specialist": 2}
    assert labels(table(who), who, GUN) == {}


@pytest.mark.rule("blitz.A.2.3-focus")
def test_focus_makes_two_dice_of_an_action() -> None:
    assert bonus_dice(unit("red-1", 10), 2) == 2
    assert bonus_dice(unit("red-1", 10, traits=("Combat Focus",)), 2) == 4


@pytest.mark.rule("blitz.force.north.nlc")
def test_a_fighting_staff_helps_whoever_is_in_formation_with_it() -> None:
    for rank, x, dice in (("2ic", 15, 1), ("2ic", 17.5, 0), ("", 15, 0)):
        who = unit("red-1", 10)
        assert free_dice(table(who, unit("red-2", x, rank=rank, traits=("Fighting Staff",))), who) == dice


@pytest.mark.rule("blitz.force.south.milicia")
def test_conscripts_out_of_formation_lose_a_die_but_not_in_defence() -> None:
    for x, lines in ((15, {}), (18, {"Conscripts out of formation": -1})):
        who = unit("red-1", 10, traits=("Conscript",))
        state = table(who, unit("red-2", x, rank="cgl"))
        assert labels(state, who, GUN) == labels(state, who, PILOT) == lines
        assert labels(state, who, PILOT, defending=True) == {}


@pytest.mark.rule("blitz.force.black-talon", "blitz.trait.aux")
@pytest.mark.parametrize(("card", "keeps"), [("black-talon-infantry-squad", True), ("dark-jaguar", False)])
def test_stealth_of_the_talons_is_auxiliary_but_not_what_a_line_prints(card: str, keeps: bool) -> None:
    """Every Talon has Stealth (Aux); the infantry prints Stealth of its own, and keeps it when crippled."""
    talon = unit("red-1", 10, card=card)
    assert talon.has("Stealth")
    assert sum(text.startswith("Stealth") for text in talon.line.card.traits) == 1
    talon.hull = 0
    assert talon.has("Stealth") is keeps


@pytest.mark.rule("blitz.force.south.ese")
def test_a_basilisk_looks_farther_when_braced() -> None:
    who = unit("red-1", 10, traits=("Basilisk",))
    state = table(who)
    assert detection_range(state, who) == 12_000
    who.posture = "braced"
    assert detection_range(state, who) == 18_000
    who.hull = 0
    assert detection_range(state, who) == 9_000
    plain = unit("red-2", 12, posture="braced")
    assert detection_range(state, plain) == 12_000
    far = unit("red-3", 12, posture="braced", traits=("Basilisk", 'Sensors:24"'))
    assert detection_range(state, far) == 24_000


@pytest.mark.rule("blitz.force.nucoal.lp", "blitz.force.leagueless")
def test_gears_of_some_lists_may_come_as_pathfinders() -> None:
    for roster, name in (("nucoal-lp-100", "Gear"), ("leagueless-100", "Gear"), ("north-100", "")):
        state = SYSTEM.begin(SYSTEM.prepare("meeting", 3, {"red": roster, "blue": "south-100"}))
        squads: dict[tuple[int, str], list[Unit]] = {}
        for each in state.units.values():
            if each.seat == "red" and each.ua != "RC":
                squads.setdefault((each.group, each.squad), []).append(each)
        gears = [them for them in squads.values() if all(each.line.type == "Gear" for each in them)]
        assert gears
        assert all((PATHFINDERS in ways_of(them)) is bool(name) for them in gears)


@pytest.mark.rule("blitz.force.south.sra", "blitz.force.peace-river.ctf", "blitz.force.cef.grel")
def test_lists_give_commanders_points() -> None:
    for roster, rank, points in (("peace-river-ctf-100", "co", 3), ("north-100", "co", 2), ("cef-grel-100", "cgl", 2)):
        state = SYSTEM.begin(SYSTEM.prepare("meeting", 3, {"red": roster, "blue": "south-100"}))
        found = [each for each in state.units.values() if each.seat == "red" and each.rank == rank]
        assert [most_command_points(each) for each in found] == [points]
    state = SYSTEM.begin(SYSTEM.prepare("meeting", 3, {"red": "south-sra-100", "blue": "south-100"}))
    for chief in (each for each in state.units.values() if each.rank in ("co", "cgl") and each.seat == "red"):
        mine = (each for each in state.units.values() if (each.seat, each.group) == ("red", chief.group))
        group = [each for each in mine if not each.parent]
        pure = len({each.line.type for each in group}) == 1
        assert most_command_points(chief) == (2 if chief.rank == "co" else 1) + pure


@pytest.mark.rule("blitz.force.cef.grel", "blitz.15.0")
def test_a_deputy_has_the_further_point_as_a_skill_point_until_it_steps_up() -> None:
    second = unit("red-2", 12, rank="2ic", traits=("Pride", "Command Points:1"), tokens={"skill points": 2})
    assert (most_command_points(second), most_skill_points(second)) == (0, 2)
    fallen = unit("red-3", 30, rank="cgl", status="gone", hull=0, structure=0)
    others = [unit(f"red-{number}", 12, 20 + 2 * number) for number in range(4, 7)]
    game = Game(unit("red-1", 10), second, fallen, *others, unit("blue-1", 40))
    game.play(EndActivation("red-1"))
    second = game["red-2"]
    assert (second.token("command points"), second.token("skill points")) == (2, 0)
    assert most_command_points(second) == 2


def proud(lost: int) -> Game:
    chief = unit("red-2", 12, rank="cgl", traits=("Pride", "Command Points:1"), tokens={"command points": 2})
    ranks = [unit(f"red-{number}", 12, 20 + 2 * number, squad="primary") for number in range(3, 7)]
    for each in ranks[:lost]:
        each.status, each.hull, each.structure = "gone", 0, 0
    aside = unit("red-9", 30, squad="support", status="gone", hull=0, structure=0)
    game = Game(unit("red-1", 10), chief, *ranks, aside, unit("blue-1", 40))
    game.play(EndActivation("red-1"))
    return game


@pytest.mark.rule("blitz.force.cef.grel")
@pytest.mark.parametrize(("lost", "points"), [(2, 2), (3, 1), (4, 1)])
def test_pride_goes_with_half_of_the_unit(lost: int, points: int) -> None:
    chief = proud(lost)["red-2"]
    assert chief.token("command points") == most_command_points(chief) == points


@pytest.mark.rule("blitz.force.cef.grel")
def test_lost_pride_does_not_come_back_in_cleanup() -> None:
    state = proud(3).state
    PointsRefilled().change(state)
    assert state.units["red-2"].token("command points") == 1


def machine(id: str, x: float, **more: Any) -> Unit:
    return unit(id, x, traits=("N-KIDU",), **more)


@pytest.mark.rule("blitz.force.utopia-special", "blitz.trait.ncm")
def test_machines_need_a_mind_of_their_unit_near() -> None:
    lost = {"Disorganized": -1}
    who = machine("red-1", 10)
    suit = ("Armiger",)
    for state, lines in (
        (table(who), lost),
        (table(who, unit("red-2", 15, traits=suit)), {}),
        (table(who, unit("red-2", 18, traits=suit)), lost),
        (table(who, unit("red-2", 15, group=2, traits=suit)), lost),
        (table(who, unit("red-2", 15)), lost),
        (table(who, unit("red-2", 15, traits=("NCM",))), {}),
        (table(who, machine("red-2", 15, rank="cgl")), {}),
        (table(who, unit("red-2", 15, group=2, rank="co")), lost),
    ):
        assert labels(state, who, GUN) == labels(state, who, PILOT, defending=True) == lines


@pytest.mark.rule("blitz.force.utopia-special")
def test_machines_give_no_orders() -> None:
    game = Game(machine("red-1", 10, rank="cgl"), unit("red-2", 12), unit("blue-1", 40))
    assert game.refusal(GiveOrder("red-1", "charge")).code == "machine"
    assert not [order for order in game.offers() if isinstance(order, GiveOrder)]
    plain = Game(unit("red-1", 10, rank="cgl"), unit("red-2", 12), unit("blue-1", 40))
    assert plain.allows(GiveOrder("red-1", "charge"))


def leaderless(**chief: Any) -> Battle[State]:
    fallen = machine("red-1", 30, rank="cgl", status="gone", hull=0, structure=0, **chief)
    units = (fallen, machine("red-2", 10), machine("red-3", 12), unit("red-4", 14), unit("blue-1", 40))
    state = table(*units, machine("red-5", 16, squad="support"), phase="setup", round=1)
    return Battle.begin(SYSTEM, SYSTEM.prepare("duel", 1, {}), ByPurpose(), state)


@pytest.mark.rule("blitz.force.utopia-special", "blitz.3.1-setup")
def test_another_machine_of_the_unit_leads_from_the_next_setup_on() -> None:
    battle = leaderless()
    (ask,) = battle.pending
    assert (ask.kind, ask.seat, ask.about) == ("appoint", "red", ("red-2", "red-3"))
    assert [option.order for option in SYSTEM.options(battle.state, ask)] == [Appoint("red-2"), Appoint("red-3")]
    refusal = battle.refuse("red", Appoint("red-4"))
    assert refusal is not None
    assert refusal.code == "heir"
    battle.answer("red", Appoint("red-3"))
    heir = battle.state.units["red-3"]
    assert leader_of(battle.state, battle.state.units["red-2"]) is heir
    assert (heir.rank, heir.token("command points")) == ("cgl", 1)
    assert battle.state.phase == "initiative"


@pytest.mark.rule("blitz.force.leagueless", "blitz.trait.defective")
@pytest.mark.parametrize(
    ("face", "system"),
    [(1, "Electronics"), (2, "Electronics"), (3, "Sensors"), (4, "Sensors"), (5, "Move"), (6, "Fire Control")],
)
def test_worn_machines_are_looked_over_before_the_game(face: int, system: str) -> None:
    setup = SYSTEM.prepare("meeting", 3, {"red": "leagueless-50", "blue": "south-50"})
    state = SYSTEM.begin(setup)
    plain = [each.id for each in state.units.values() if each.seat == "red" and not each.rank]
    dice = ByPurpose(
        *(("inspection", (1 if name == plain[1] else 2,)) for name in plain), ("what is defective", (face,)), seed=1
    )
    battle = Battle.begin(SYSTEM, setup, dice)
    asked = [roll.unit for roll, _ in battle.thrown if roll.purpose == "inspection"]
    assert asked == plain
    found = {
        each.id: each.tokens for each in battle.state.units.values() if any("Def" in token for token in each.tokens)
    }
    assert found == {plain[1]: {f"Defective: {system}": 1}}
    assert battle.state.phase != "inspection"


@pytest.mark.rule("blitz.trait.defective", "blitz.force.leagueless")
def test_a_defect_found_before_the_game_is_one_in_play() -> None:
    for token, purposes in (("Defective: Fire Control", 1), ("Defective: Electronics", 0), ("Defective: Sensors", 0)):
        hero = unit("red-1", 10, facing=0, tokens={token: 1})
        game = Game(hero, unit("blue-1", 20, actions=0), dice=(("defect", (3,)), *FAILS))
        events = game.play(Attack("red-1", "LAC", ("blue-1",)))
        assert len(of_kind(events, Failed)) == purposes
        assert (0 in game.thrown("attack")) or game.thrown("attack") == ([] if purposes else [3])


@pytest.mark.rule("blitz.trait.defective")
@pytest.mark.parametrize(("gap", "rolls"), [(15, 0), (21, 1)])
def test_defective_sensors_fail_in_concealment(gap: int, rolls: int) -> None:
    hero = unit("red-1", 10, facing=0, traits=("Defective: Sensors", 'Sensors:36"'))
    dice = (("defect", (3,)), ("attack", (1, 1, 1)), ("defence", (6,) * (2 + rolls)))
    game = Game(hero, unit("blue-1", 10 + gap, actions=0), switches={"weather": "fog"}, dice=dice)
    assert len(of_kind(game.play(Attack("red-1", "LAC", ("blue-1",))), Failed)) == rolls
    assert sum(game.thrown("attack")) == (0 if rolls else 3)


@pytest.mark.rule("blitz.trait.defective", "blitz.10.2")
def test_who_cannot_move_has_no_defence_in_an_area_either() -> None:
    far = unit("blue-2", 22, 21, traits=("Defective: Move",), actions=0)
    gun = unit("red-1", 10, facing=0, weapons=("LRP (Arm)",))
    dice = (("attack", (6, 6)), ("defence", (1, 1)), ("defect", (1,)), ("blast", (1,)))
    game = Game(gun, unit("blue-1", 20, actions=0), far, dice=dice)
    assert [event.unit for event in of_kind(game.play(Attack("red-1", "LRP", ("blue-1",))), Failed)] == ["blue-2"]


@pytest.mark.rule("blitz.15.0")
def test_of_two_deputies_only_one_takes_the_place_of_the_fallen() -> None:
    fallen = unit("red-2", 30, rank="cgl", status="gone", hull=0, structure=0)
    game = Game(
        unit("red-1", 10), fallen, unit("red-3", 12, rank="2ic"), unit("red-4", 14, rank="2ic"), unit("blue-1", 40)
    )
    game.play(EndActivation("red-1"))
    assert ["acting" in game[name].tokens for name in ("red-3", "red-4")] == [True, False]


@pytest.mark.rule("blitz.wtrait.bw", "blitz.10.4")
def test_a_backup_weapon_and_another_do_not_answer_the_same_action() -> None:
    arms = ("LAC (Arm)", "LMG (Arm, BW)")
    target = unit("blue-1", 20, weapons=arms, actions=2)
    game = Game(unit("red-1", 10, facing=0, actions=2), target)
    game.battle.answer("red", Attack("red-1", "LAC", ("blue-1",)))
    game.battle.answer("blue", SnapFire("blue-1", "LAC", "red-1"))
    assert game.ask.kind != "snap" or game.refusal(SnapFire("blue-1", "LMG", "red-1")).code == "backup"


@pytest.mark.rule("blitz.15.5d", "blitz.10.4")
def test_who_was_ordered_ahead_at_full_speed_answers_without_active_sensors() -> None:
    for tokens, legal in (({}, True), ({"full speed ahead": 2}, False)):
        game = Game(unit("red-1", 10, facing=0), unit("blue-1", 20, tokens=dict(tokens)))
        game.battle.answer("red", Attack("red-1", "LAC", ("blue-1",)))
        assert game.ask.kind == "snap"
        assert game.allows(SnapFire("blue-1", "LAC", "red-1", sensors=True)) is legal
        assert game.allows(SnapFire("blue-1", "LAC", "red-1"))
