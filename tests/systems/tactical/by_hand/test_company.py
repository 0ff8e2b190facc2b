"""Units of a position: crews, stat lines that differ, weapon rows, outfits of squads; and what is wrong with them."""

from __future__ import annotations

import pytest

from gearlock import BadFile, UnknownName, attack_odds, new_battle
from gearlock.kernel.positions import Position
from gearlock.systems.tactical.attacks.weapons_in_use import Attack
from gearlock.systems.tactical.infantry_cards import carriers, leader_fell
from gearlock.systems.tactical.weapons import all_arms
from systems.tactical.play import code, give, unit


def lone(model: str = "hunter", **said: object) -> Position:
    position = Position("tactical", active="red-1")
    position.model("red-1", model, at=(20, 10), facing="north", **said)
    return position.model("blue-1", "hunter", at=(20, 13), facing="south")


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"weapons": ["LAC Q"]}, r"'Q' behind the LAC: write its arc \(F, "),
        ({"weapons": ["LAC F many"]}, "'many' behind the LAC"),
        ({"weapons": ["LAC clips=x"]}, "'clips=x' behind the LAC"),
        ({"weapons": ["XYZ F"]}, "No weapon is called 'XYZ F'"),
        ({"perks": {"Stelth": 2}}, "Did you mean Stealth"),
        ({"perks": {"Weak Facing": 1}}, "No perk is called 'Weak Facing'"),
        ({"flaws": {"Stealth": 1}}, "No flaw is called 'Stealth'"),
        ({"modes": {"X": [4, 7]}}, "No movement system is called 'X'"),
        ({"squad": {"armor": "heavy flak"}}, "No entry of a card is called 'squad'"),
    ],
)
def test_a_stat_line_of_no_such_card_is_refused_in_words(said: dict[str, object], words: str) -> None:
    with pytest.raises(BadFile, match=words):
        lone(stats=said).battle()


@pytest.mark.rule("tactical.7.2-weapon-link", "tactical.2.3.6")
def test_a_weapon_row_has_its_arc_rounds_links_and_clips() -> None:
    rows = ["LAC T 60 link=A", "MAC F 30 link=A+B clips=1", "LMG"]
    battle = lone(stats={"weapons": rows}).battle()
    mounts = [(it.id, it.arc, it.ammo, it.link, it.clips) for it in unit(battle).card.weapons]
    assert mounts == [("LAC", "T", 60, "A", 0), ("MAC", "F", 30, "A+B", 1), ("LMG", "F", None, "", 0)]
    assert code(battle, Attack("red-1", "LAC", "blue-1", linked=True)) == ""
    assert code(battle, Attack("red-1", "LMG", "blue-1", linked=True)) == "link"


@pytest.mark.rule("tactical.3.4.1", "tactical.2.3.4-damage-multiplier")
def test_a_weapon_row_has_figures_of_its_own() -> None:
    rows = [
        "HGL F damage=30 area-effect=1 base=2 accuracy=-2 rof=3 indirect-fire guided",
        "HGL",
        "APM indirect-fire=none",
    ]
    own, plain, mortar = (mount.weapon for mount in unit(lone(stats={"weapons": rows}).battle()).card.weapons)
    assert (own.dm, own.base, own.accuracy, own.rof, own.mark) == (30, 2_000, -2, 3, "user")
    assert own.traits == {**plain.traits, "Area Effect": 1, "Indirect Fire": 0, "Guided": 0}
    assert (plain.dm, plain.mark) == (all_arms().vehicle["HGL"].dm, all_arms().vehicle["HGL"].mark)
    assert mortar.traits == {"Anti-Infantry": 0, "Area Effect": 0, "Minimum Range": 2}


@pytest.mark.parametrize(
    "word", ["damage=x", "damage=-1", "damage", "area-effect", "guided=2", "haste", "Guided", "rof=99999"]
)
def test_a_figure_that_no_weapon_has_is_refused_in_words(word: str) -> None:
    with pytest.raises(BadFile, match=f"'{word}' behind the LAC: write its arc .* or a figure of its own"):
        lone(stats={"weapons": [f"LAC F {word}"]}).battle()


@pytest.mark.rule("tactical.2.3.4-crew", "tactical.7.2")
def test_actions_follow_from_the_crew_and_auxiliary_systems_from_the_perks() -> None:
    card = unit(lone(stats={"crew": 4, "perks": {"Smoke Launchers": 1, "Stealth": 2}}).battle()).card
    assert (card.actions, card.aux) == (3, ("Smoke Launchers",))
    assert unit(lone(stats={"crew": 4, "actions": 2}).battle()).card.actions == 2


@pytest.mark.rule("tactical.2.3.2", "tactical.2.5")
def test_a_crew_is_named_by_number_or_word_and_a_ready_squad_has_its_quality() -> None:
    assert unit(lone(level="veteran").battle()).level == unit(lone(level=3).battle()).level == 3
    with pytest.raises(BadFile, match="No level is called 'ace'"):
        lone(level="ace").battle()
    assert unit(lone("grel-squad").battle()).level == 4
    typed = new_battle("tactical", "duel", seed=1, options={"red": "grel-squad", "blue": "hunter/elite"})
    assert sorted(each.level for each in typed.state.units.values()) == [4, 4]
    shot = attack_odds("tactical", "grel-squad:9mm Heavy Rifle", "hunter", {"range": 1}).shots[0].preview.attack
    assert (shot[0].value, shot[0].label) == (4, "Infantry Skill")


@pytest.mark.rule("tactical.3.6.1", "tactical.3.6.1-track")
def test_a_squad_is_given_another_outfit() -> None:
    outfit = {"armor": "heavy flak", "mount": "atv", "night_vision": True, "weapons": ["9mm Chaingun"] * 4, "leader": 2}
    found = unit(lone("infantry-squad", stats={"squad": outfit}).battle())
    assert (found.troopers, found.mode, found.card.squad and found.card.squad.leader) == ([7] * 4, "G", 2)


@pytest.mark.rule("tactical.3.6.1-track", "tactical.3.6.5-damage", "tactical.3.6.5-casualties")
def test_squad_bravo_of_the_book_stands_as_it_was_laid_out() -> None:
    rifle, heavy = "7mm Assault Rifle", "24mm Anti-Gear Rifle"
    carried = [heavy if number in (3, 8) else rifle for number in range(1, 11)]
    position = Position("tactical", active="red-1", pace="stationary", modules=["infantry", "burst fire"])
    position.model("red-1", "hunter", at=(20, 10), facing="north", stats={"weapons": ["HMG F damage=16"]})
    outfit = {"weapons": carried, "leader": 9}
    position.model("blue-1", "infantry-squad", at=(20, 12), stats={"squad": outfit}, troopers=[6] * 10)
    position.dice("attack", 3, 1).dice("defense", 3, 2).dice("hit location", 3)
    battle = give(position.battle(), Attack("red-1", "HMG", "blue-1"))
    squad = unit(battle, "blue-1")
    assert (squad.troopers, squad.card.squad and squad.card.squad.carried) == (
        [6, 6, 6, 6, 0, 0, 0, 0, 0, 4],
        tuple(carried),
    )
    assert (carriers(squad, heavy), carriers(squad, rifle), leader_fell(squad)) == (1, 4, True)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"squad": {"armor": "steel"}}, "No armor is called 'steel'"),
        ({"squad": {"mount": "horse"}}, "No mount is called 'horse'. There are: atv, jetpack"),
        ({"squad": {"leader": 11}}, "the leader is one of the troopers"),
        ({"squad": {"weapons": []}}, "1 to 10 troopers"),
        ({"squad": {"weapons": ["LAC"]}}, "No infantry weapon is called 'LAC'"),
        ({"squad": {"hats": 1}}, "No entry of a squad is called 'hats'"),
        ({"squad": 7}, "'squad' is a table"),
        ({"weapons": ["7mm Rifle"]}, "man by man"),
    ],
)
def test_an_outfit_of_no_such_squad_is_refused_in_words(said: dict[str, object], words: str) -> None:
    with pytest.raises(BadFile, match=words):
        lone("infantry-squad", stats=said).battle()


@pytest.mark.rule("tactical.7.2-defective", "tactical.7.2-weak-facing", "tactical.2.3.4-perks")
def test_a_trait_of_a_laid_out_attack_is_a_perk_or_flaw_of_the_book() -> None:
    def mean(trait: str) -> float:
        return float(attack_odds("tactical", "hunter:LAC", "hunter", {"trait": trait}).fate.mean_damage)

    plain = mean("Stealth")
    assert mean("attacker:Defective 3 (Fire Control)") < plain == mean("attacker:Defective 3 (Active Sensors)")
    assert mean("weak facing (f)") > plain == mean("Weak Facing (Rr)")
    with pytest.raises(UnknownName, match="Did you mean Stealth"):
        mean("Stelth 3")


@pytest.mark.rule("tactical.2.6.7-attacker-movement", "tactical.2.6.5-top-speed")
def test_who_is_said_to_be_at_top_speed_went_at_top_speed() -> None:
    assert [unit(lone(speed="top", mode="G", **said).battle()).went for said in ({}, {"went": "half"})] == [
        "top",
        "half",
    ]


@pytest.mark.parametrize(
    ("model", "said", "words"),
    [
        ("hunter", {"status": "gone"}, "No 'status' is called 'gone'"),
        ("hunter", {"next_speed": "warp"}, "No next_speed is called 'warp'"),
        ("hunter", {"carrier": "red-9"}, "No 'carrier' is called 'red-9'"),
        ("infantry-squad", {"status": "aboard"}, "who is aboard says of what"),
        ("infantry-squad", {"carrier": "blue-1"}, "vehicles of their own side"),
        ("hunter", {"tokens": {"towing:blue-1": 9}}, "from 1 to 3"),
        ("hunter", {"troopers": [5] * 10}, "'troopers' are for infantry"),
        ("infantry-squad", {"troopers": [5, 5]}, "its 10 men"),
    ],
)
def test_a_state_of_no_such_unit_is_refused_in_words(model: str, said: dict[str, object], words: str) -> None:
    with pytest.raises(BadFile, match=words):
        lone(model, **said).battle()


@pytest.mark.parametrize(("said", "words"), [({"limit": "warp"}, "limit is called"), ({"mode": "Q"}, "mode is called")])
def test_an_activation_of_no_such_kind_is_refused_in_words(said: dict[str, str], words: str) -> None:
    position = Position("tactical", active="red-1", activation=said)
    with pytest.raises(BadFile, match=words):
        position.model("red-1", "hunter", at=(20, 10)).model("blue-1", "hunter", at=(20, 13)).battle()


@pytest.mark.rule("tactical.7.2-passengers")
def test_who_has_a_carrier_rides_in_it() -> None:
    def laid(model: str, *squads: str, **more: object) -> Position:
        position = Position("tactical", active="red-1", modules=["infantry", "detailed damage"])
        position.model("red-1", model, at=(20, 10), stats={"flaws": {}, "perks": {"Passenger Seating": 10}})
        for number, squad in enumerate(squads, 2):
            position.model(f"red-{number}", squad, carrier="red-1", **more)
        return position.model("blue-1", "hunter", at=(20, 13))

    squad = laid("caiman", "infantry-squad").battle().state.units["red-2"]
    assert (squad.status, squad.carrier, squad.x, squad.y) == ("aboard", "red-1", 20_000, 10_000)
    for wrong, words in (
        (laid("caiman", "infantry-squad", status="fielded"), "who rides is 'aboard', and not 'fielded'"),
        (laid("caiman", "hunter"), "squads ride in vehicles"),
        (laid("caiman", "infantry-squad", "infantry-squad"), "has 0 seats left for 10 men"),
        (laid("caiman", "infantry-squad", stats={"squad": {"mount": "atv"}}), "ATVs: these do not fit in"),
    ):
        with pytest.raises(BadFile, match=words):
            wrong.battle()
