"""Rules that belong to no one chapter: what a game needs, which rule comes first, what tokens and traits mean."""

from __future__ import annotations

import pytest

from gearlock.systems.blitz import SYSTEM
from gearlock.systems.blitz.attacks.aiming import Attack, SnapFire, StandBy
from gearlock.systems.blitz.attacks.attack import CHECK, MARKED, fires_so
from gearlock.systems.blitz.attacks.modifiers import GUIDED
from gearlock.systems.blitz.battles import ground_for
from gearlock.systems.blitz.chain_of_command import can_command
from gearlock.systems.blitz.damage import MeetTrouble, hit_damage, leaves_nothing, net_damage
from gearlock.systems.blitz.deployment.deploying import LANDING
from gearlock.systems.blitz.dice_tests.comms_tests import JAM, STORM
from gearlock.systems.blitz.dice_tests.tests import AddDice, Reroll
from gearlock.systems.blitz.electronic_warfare.interference import COUNTERING, DETAILED
from gearlock.systems.blitz.electronic_warfare.observing import FROM_ABOVE, GUIDANCE, OBSERVATION, JamComms
from gearlock.systems.blitz.flow import outcome
from gearlock.systems.blitz.general_concepts.dice import PILOT
from gearlock.systems.blitz.lock_and_cover.cover import detection_range
from gearlock.systems.blitz.models import model_cards
from gearlock.systems.blitz.movement.moves_made import DANGER
from gearlock.systems.blitz.movement.paths import MINES
from gearlock.systems.blitz.objectives.winning import PURPOSES as SCENARIO_DICE
from gearlock.systems.blitz.orders import ORDER_COMMS, POINT_COMMS, GiveOrder
from gearlock.systems.blitz.paying import pay
from gearlock.systems.blitz.positions import PURPOSES
from gearlock.systems.blitz.rounds import Activate, EndActivation
from gearlock.systems.blitz.sensor_jamming import SENSOR_JAM
from gearlock.systems.blitz.shown import tokens_of
from gearlock.systems.blitz.state import INTERFERENCE, SPENT_STANDBY, STANDBY
from systems.blitz.field import Field, by_label, decline_all, duel, facing, fire, give, refused, unit
from systems.blitz.lock_and_cover.scene import table
from systems.blitz.radio import Game
from systems.blitz.radio import unit as model


@pytest.mark.rule("blitz.1.0")
def test_a_fight_is_over_when_one_side_is_gone_or_its_rounds_are_played() -> None:
    state = table(model("red-1", 10), model("blue-1", 30), round=2, scenario="duel")
    assert outcome(state) is None
    state.finished = True
    drawn = outcome(state)
    assert drawn is not None
    assert drawn.winner == ""
    state.units["red-1"].hull -= 1
    lost = outcome(state)
    assert lost is not None
    assert lost.winner == "blue"
    state.finished, state.units["blue-1"].status = False, "gone"
    won = outcome(state)
    assert won is not None
    assert won.winner == "red"


@pytest.mark.rule("blitz.2.5", "blitz.trait.sensors")
@pytest.mark.parametrize(
    ("card", "traits", "inches"),
    [
        ("hunter", (), 6),
        ("hunter", ("Rugged: Sensors",), 12),
        ("hunter", ("Fragile: Sensors",), 0),
        ("north-infantry-squad", (), 12),
        ("north-infantry-squad", ("Fragile: Sensors",), 0),
    ],
)
def test_a_trait_of_the_model_beats_its_type_and_that_the_general_rule(
    card: str, traits: tuple[str, ...], inches: int
) -> None:
    """Crippled, in general a model detects half as far, infantry as far as ever."""
    who = model("red-1", 10, card=card, traits=traits, tokens={"crippled": 1})
    assert detection_range(table(who), who) == inches * 1000


@pytest.mark.rule("blitz.2.13-terrain", "blitz.3.0a", "blitz.3.0c")
def test_terrain_comes_with_the_table_and_is_not_bought() -> None:
    assert not [card for card in model_cards().values() if card.type.startswith("Terrain")]
    small, large = ground_for("random", 5, 100), ground_for("random", 5, 101)
    assert (small.width, small.height) == (48_000, 36_000)
    assert (large.width, large.height) == (48_000, 48_000)
    assert small.pieces
    assert {piece.rating for piece in small.pieces} <= {"", "light", "medium", "heavy"}


@pytest.mark.rule("blitz.2.14-basing", "blitz.2.8")
def test_a_squad_stands_on_forty_millimetres_and_a_team_on_an_inch() -> None:
    squad, team = (model("red-1", 10, card=f"north-{kind}").line for kind in ("infantry-squad", "sniper-infantry-team"))
    assert squad.radius == 787
    assert team.radius == 500


@pytest.mark.rule("blitz.3.0b")
def test_the_winner_of_the_check_chooses_its_zone_or_leaves_that_to_the_enemy() -> None:
    from gearlock.kernel.battle import Battle
    from gearlock.kernel.dice import ByPurpose

    setup = SYSTEM.prepare("duel", 1, {"red": "hunter*2", "blue": "hunter*2"})
    dice = ByPurpose(("deployment", (6, 6)), ("deployment", (1, 1)), seed=1)
    battle = Battle.begin(SYSTEM, setup, dice)
    while battle.pending[0].optional:
        decline_all(battle)
    ask = battle.pending[0]
    assert (ask.kind, ask.seat, ask.about[1]) == ("side", "red", "winner")
    orders = [option.order for option in SYSTEM.options(battle.state, ask)]
    battle.answer("red", orders[-1])
    assert battle.pending[0].kind in ("side", "deploy")
    if battle.pending[0].kind == "side":
        assert (battle.pending[0].seat, battle.pending[0].about[1]) == ("blue", "given")


@pytest.mark.rule("blitz.2.3", "blitz.3.4a")
def test_the_active_players_attack_is_rolled_and_does_its_damage_first() -> None:
    field = facing(blue_actions=1).dice("attack", 6, 5, 5).dice("defence", 1, 1)
    field.dice("attack", 6, 5, 5).dice("defence", 1, 1)
    battle = field.battle()
    battle.answer("red", fire())
    battle.answer("blue", SnapFire("blue-1", "LAC"))
    decline_all(battle)
    tags = [
        (type(event).__name__, event.unit)
        for entry in battle.entries
        for event in entry.events
        if hasattr(event, "unit")
    ]
    assert [name for tag, name in tags if tag == "AttackRolled"] == ["red-1", "blue-1"]
    assert [name for tag, name in tags if tag == "Damaged"] == ["blue-1", "red-1"]


@pytest.mark.rule("blitz.3.4", "blitz.3.4-common-actions", "blitz.11.0b")
def test_what_a_model_may_spend_its_actions_on() -> None:
    chief = model(
        "red-1", 10, rank="co", facing=0, traits=("ECM:+1D6 (CJ)",), actions=2, weapons=("LAC (Arm)", "LVB (Arm)")
    )
    game = Game(chief, model("red-2", 8), model("blue-1", 20, actions=1), posture="braced")
    kinds = {type(order) for order in game.offers()}
    assert {Attack, StandBy, GiveOrder, JamComms, EndActivation} <= kinds
    game.battle.answer("red", StandBy("red-1", 1))
    assert game["red-1"].actions == 1
    assert game["red-1"].token("standby") == 1


@pytest.mark.rule("blitz.3.4")
def test_a_defence_costs_no_action_but_may_be_helped_by_one() -> None:
    for answer, dice, actions in ((None, 2, 1), (AddDice("blue-1", 1), 3, 0)):
        target = model("blue-1", 20, actions=1, weapons=("LVB (Arm)",))
        game = Game(model("red-1", 10, facing=0), target, dice=(("attack", (1, 1, 1)), ("defence", (6,) * dice)))
        game.play(Attack("red-1", "LAC", ("blue-1",)), *([answer] if answer else []))
        assert game["blue-1"].actions == actions


@pytest.mark.rule("blitz.5.4-attached")
def test_a_support_unit_acts_with_the_primary_unit_it_is_attached_to() -> None:
    field = Field(active="").model("red-1", "hunter", 10, 10).model("red-2", "hunter", 14, 10, squad="support")
    field.model("red-3", "hunter", 20, 10, group=2).model("blue-1", "hunter", 10, 40)
    battle = field.battle()
    give(battle, Activate("red-1", "combat"))
    give(battle, EndActivation("red-1"))
    assert refused(battle, Activate("red-3", "combat")).code == "group"
    give(battle, Activate("red-2", "combat"))
    assert unit(battle, "red-2").posture == "combat"


@pytest.mark.rule("blitz.9.0", "blitz.9.1-table", "blitz.wtrait.impact")
@pytest.mark.parametrize(("margin", "armor", "net", "damage"), [(3, 6, 4, 4), (0, 7, 0, 1), (1, 9, -1, 0)])
def test_damage_is_margin_and_penetration_less_armour_then_traits(
    margin: int, armor: int, net: int, damage: int
) -> None:
    line = model("red-1", 10, weapons=("MCW", "MAC")).line
    for name in ("MAC", "MCW"):
        weapon = line.weapons[name]
        assert net_damage(weapon, line, margin, armor) == margin + weapon.pen - armor
    assert net_damage(line.weapons["MAC"], line, margin, armor) == net
    assert hit_damage(net, 1, 0, False) == damage
    assert "Impact" in line.weapons["MCW"].traits


@pytest.mark.rule("blitz.11.0b")
def test_blows_are_struck_and_met_with_piloting() -> None:
    field = facing(0, red_stats={"pilot": 3, "gun": 6}, blue_stats={"pilot": 5, "gun": 2})
    pools = duel(field.state, "LVB").pools
    assert (pools.attack_step, pools.defence_step) == (3, 5)


@pytest.mark.rule("blitz.11.2")
def test_reach_is_all_optimal_and_cover_counts_where_bases_do_not_touch() -> None:
    stats = {"weapons": ['MVB (Arm, Reach:3")', "LAC (Arm)"]}
    apart = facing(2, red_stats=stats).wall("light", 5, 11.8, 15, 12, 2).state
    struck, shot = (by_label(duel(apart, weapon).defence) for weapon in ("MVB", "LAC"))
    assert struck == shot
    assert struck["Adjacent cover"] == 1
    assert "Sub-optimal range" not in by_label(duel(apart, "MVB").attack)
    touching = facing(0, red_stats=stats).wall("light", 5, 10.9, 15, 11.1, 2).state
    assert "Adjacent cover" not in by_label(duel(touching, "MVB").defence)


@pytest.mark.rule("blitz.17.5")
def test_of_a_destroyed_flyer_nothing_is_left() -> None:
    flyer, gear = model("red-1", 10, type="Vehicle (Flying)"), model("red-2", 12)
    assert leaves_nothing(flyer, 1, True)
    assert not leaves_nothing(flyer, 1, False)
    assert not leaves_nothing(gear, 1, True)


@pytest.mark.rule("blitz.wtrait.aa", "blitz.wtrait.flak")
@pytest.mark.parametrize(("weapon", "skill", "dice"), [("LAC", 6, 0), ("LAC (AA)", 4, 0), ("LAC (Flak, AA)", 4, 2)])
def test_what_flies_is_hit_with_six_without_the_right_weapon(weapon: str, skill: int, dice: int) -> None:
    for tokens, number, more in (({"aloft": 1}, skill, dice), ({}, 4, 0)):
        state = facing(red_stats={"weapons": [weapon]}, blue_tokens=tokens).state
        found = duel(state, "LAC")
        assert found.pools.attack_step == number
        assert by_label(found.attack).get("Flak", 0) == more


@pytest.mark.rule("blitz.wtrait.ae")
@pytest.mark.parametrize(("x", "caught"), [(14.49, True), (14.51, False)])
def test_an_area_reaches_whoever_is_even_partly_in_it(x: float, caught: bool) -> None:
    field = facing(8, red_stats={"weapons": ['LAC (Arm, AE:4")']}).model("blue-2", "hunter", x, 19, actions=0)
    field.dice("attack", 6, 5, 5).dice("defence", 6, 5).dice("defence", 1, 1)
    battle = give(field.battle(), fire())
    assert (unit(battle, "blue-2").hull < 4) is (unit(battle, "blue-2").hull < unit(battle, "blue-2").line.hull)
    assert (unit(battle, "blue-2").hull < unit(battle, "blue-2").line.hull) is caught


@pytest.mark.rule("blitz.wtrait.guided")
def test_missiles_and_guided_weapons_may_be_guided_or_fired_directly() -> None:
    weapons = model("red-1", 10, weapons=("LATM", "LAC", "LBZ (Guided)")).line.weapons
    assert [fires_so(weapon, GUIDED) for weapon in weapons.values()] == [True, False, True]
    state = facing(12, red_stats={"weapons": ["LBZ (Arm, Guided)"]})
    assert give(state.dice("attack", 1, 1).dice("defence", 6, 6).battle(), fire("LBZ"))


@pytest.mark.rule("blitz.trait.acrobat", "blitz.2.6")
@pytest.mark.parametrize(
    ("posture", "sources"), [("combat", ["Acrobatic"]), ("top speed", ["Acrobatic"]), ("braced", [])]
)
def test_acrobats_re_roll_piloting_for_nothing_unless_braced(posture: str, sources: list[str]) -> None:
    from gearlock.systems.blitz.dice_tests.tests import free_rerolls

    who = model("red-1", 10, traits=("Acrobatic",), posture=posture)
    assert free_rerolls(who, PILOT) == sources
    assert free_rerolls(who, "GUN") == []


@pytest.mark.rule("blitz.trait.acrobat", "blitz.9.5")
def test_an_acrobat_re_rolls_a_defence_and_then_its_way_out_of_trouble() -> None:
    """Each is a test of its own; neither is re-rolled twice."""
    target = model("blue-1", 20, traits=("Acrobatic",), actions=1, weapons=("LVB (Arm)",))
    dice = (
        ("attack", (5, 1, 1)), ("defence", (1, 1)), ("defence", (2, 1)), ("we're in trouble", (1, 1)),
        ("we're in trouble", (6, 1)),
    )  # fmt: skip
    game = Game(model("red-1", 10, facing=0), target, dice=dice)
    again = Reroll("blue-1", "Acrobatic")
    game.play(Attack("red-1", "LAC", ("blue-1",)), again, MeetTrouble("blue-1"), again)
    assert game.questions("reroll") == ["blue-1", "blue-1"]
    assert game["blue-1"].hull == game["blue-1"].line.hull - 2


@pytest.mark.rule("blitz.trait.aux", "blitz.9.2")
def test_what_is_auxiliary_stops_when_crippled() -> None:
    who = model("red-1", 10, traits=("Shield:+1D6 (Aux)", "Brawler:+1D6"))
    assert (who.trait("Shield"), who.has("Shield")) == (1, True)
    who.hull = 0
    assert (who.trait("Shield"), who.has("Shield"), who.trait("Brawler")) == (0, False, 1)


@pytest.mark.rule("blitz.trait.lowprofile")
def test_a_low_model_is_half_as_high_unless_it_stands_up() -> None:
    low, plain = model("red-1", 10, traits=("Low Profile",)), model("red-2", 12)
    assert 2 * low.height == plain.height
    low.tall = True
    assert low.height < plain.height, "it has ended its activation"
    for tokens in ({"standby": 1}, {"last standby": 1}):
        low.tokens = dict(tokens)
        assert low.height == plain.height


@pytest.mark.rule("blitz.tokens")
def test_every_token_is_shown_with_its_rule() -> None:
    who = model(
        "red-1", 10, tokens={"standby": 2, "fire": 3, "command points": 1, "exposed": 1, "sensor jamming:blue-1": 2}
    )
    shown = {token.name: (token.count, token.rule) for token in tokens_of(who)}
    assert shown["Standby"] == (2, "blitz.10.3")
    assert shown["Fire"] == (3, "blitz.9.6c")
    assert shown["Command points"] == (1, "blitz.15.6")
    assert shown["Sensor jamming:blue-1"] == (2, "blitz.14.5b")
    assert not [text for text in shown if "xposed" in text]


@pytest.mark.rule("blitz.2.6", "blitz.2.3", "blitz.10.4")
def test_against_snap_fire_the_active_player_decides_first_about_its_defence() -> None:
    points = {"skill points": 1}
    hero = model("red-1", 10, facing=0, tokens=dict(points))
    game = Game(
        hero, model("blue-1", 20, actions=1, tokens=dict(points)), dice=(("attack", (5, 1, 1)), ("defence", (3, 1))) * 2
    )
    game.play(Attack("red-1", "LAC", ("blue-1",)), SnapFire("blue-1", "LAC", "red-1"))
    assert game.questions("reroll") == ["red-1", "blue-1", "red-1", "blue-1"]
    about = [ask.about[0] for ask in game.asked if ask.kind == "reroll"]
    assert about == ["attack", "defence", "defence", "attack"]


@pytest.mark.rule("blitz.3.1a", "blitz.15.6")
def test_a_tie_gives_back_the_command_points_spent_on_it() -> None:
    from gearlock.kernel.battle import Battle
    from gearlock.kernel.dice import ByPurpose

    chief = model("red-1", 10, rank="co", tokens={"command points": 2}, actions=0)
    state = table(chief, model("blue-1", 40, actions=0), phase="initiative", round=1)
    dice = ByPurpose(*(("initiative", faces) for faces in ((1, 1), (4, 1), (4, 1), (6, 6), (1, 1))))
    battle = Battle.begin(SYSTEM, SYSTEM.prepare("duel", 1, {}), dice, state)
    assert battle.pending[0].kind == "reroll"
    battle.answer("red", Reroll("red-1", "red-1"))
    assert battle.state.units["red-1"].token("command points") == 2
    decline_all(battle)
    assert battle.state.winner == "red"


@pytest.mark.rule("blitz.trait.defective", "blitz.14.6b")
@pytest.mark.parametrize(("face", "dice"), [(3, []), (4, [4])])
def test_defective_electronics_fail_below_four(face: int, dice: list[int]) -> None:
    who = model("red-1", 10, traits=("ECM:+2D6 (CJ)", "Defective: Electronics"))
    game = Game(who, model("blue-1", 40), dice=(("defect", (face,)), ("comms jamming", (1, 1, 1, 1))))
    game.play(JamComms("red-1"))
    assert [
        count
        for purpose, count in zip(game.purposes(), map(len, (f for _, f in game.battle.thrown)), strict=True)
        if purpose == "comms jamming" and count
    ] == dice


@pytest.mark.rule("blitz.7.0a", "blitz.9.4")
def test_what_served_as_cover_takes_a_missed_attack_in_full() -> None:
    """As much as the wreck ever had: half of it would leave it lying there."""
    field = facing(20).model("blue-2", "hunter", 10, 29.5, status="wreck")
    field.dice("attack", 6, 6).dice("defence", 6, 6, 6, 6).dice("defence", 1)
    battle = give(field.battle(), fire())
    assert unit(battle, "blue-1").hull == unit(battle, "blue-1").line.hull
    assert unit(battle, "blue-2").status == "gone"


@pytest.mark.rule("blitz.15.5e", "blitz.9.5")
def test_who_pays_for_a_way_out_of_trouble_has_no_incoming_fire_after_it() -> None:
    target = model("blue-1", 20, actions=1, weapons=("LVB (Arm)",), tokens={"incoming fire": 2})
    dice = (("attack", (6, 1, 1)), ("defence", (1, 1)), ("we're in trouble", (1, 1)))
    game = Game(model("red-1", 10, facing=0), target, model("blue-2", 46, 46), dice=dice)
    game.play(Attack("red-1", "LAC", ("blue-1",)), MeetTrouble("blue-1"))
    assert game.questions("trouble") == ["blue-1"]


@pytest.mark.rule("blitz.9.4")
def test_exactly_as_much_as_a_model_ever_had_is_overkill() -> None:
    gear = model("red-1", 10)
    assert leaves_nothing(gear, gear.line.bulk, True)
    assert not leaves_nothing(gear, gear.line.bulk - 1, True)


@pytest.mark.rule("blitz.15.0", "blitz.15.6")
def test_a_leader_commands_its_group_but_not_who_stepped_up_above_it() -> None:
    leader, chief = model("red-1", 10, rank="cgl"), model("red-2", 12, rank="xo", tokens={"acting": 1})
    assert not can_command(leader, chief)
    assert can_command(chief, leader)
    assert can_command(leader, model("red-3", 14))


def test_dice_can_be_laid_out_for_every_throw_that_has_a_name() -> None:
    named = {OBSERVATION, GUIDANCE, FROM_ABOVE, DETAILED, SENSOR_JAM, INTERFERENCE, COUNTERING, JAM, STORM}
    named |= {ORDER_COMMS, POINT_COMMS, DANGER, MINES, LANDING, CHECK, MARKED}
    named |= {purpose for purpose, _ in SCENARIO_DICE.values()}
    assert named <= set(PURPOSES)
    assert len(set(PURPOSES)) == len(PURPOSES)


@pytest.mark.rule("blitz.10.3", "blitz.3.4a")
@pytest.mark.parametrize(("count", "actions", "tokens"), [(1, 0, 2), (2, 0, 1), (3, 0, 0)])
def test_actions_pay_first_and_then_one_token_for_each_that_is_missing(count: int, actions: int, tokens: int) -> None:
    payer = model("red-1", 10)
    payer.actions, payer.tokens[STANDBY] = 1, 2
    pay(payer, count)
    assert (payer.actions, payer.token(STANDBY)) == (actions, tokens)
    assert (SPENT_STANDBY in payer.tokens) == (tokens == 0)
