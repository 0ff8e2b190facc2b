"""14.1, 14.2: forward observation, active guidance, and everything that is chained to them or answers them."""

from __future__ import annotations

import pytest

from gearlock.systems.blitz import SYSTEM
from gearlock.systems.blitz.attacks.aiming import AttackRolled, IndirectFire, SnapFire
from gearlock.systems.blitz.attacks.modifiers import Use, duel_of
from gearlock.systems.blitz.attacks.pairs import Pair
from gearlock.systems.blitz.damage import Damaged
from gearlock.systems.blitz.dice_tests.tests import AddDice, BoostComms, RollMade
from gearlock.systems.blitz.electronic_warfare.observing import Observe
from gearlock.systems.blitz.lock_and_cover.cover import has_lock
from gearlock.systems.blitz.state import Unit
from systems.blitz.lock_and_cover.scene import wall
from systems.blitz.radio import Game, of_kind, unit

MORTAR = ('LFM (T, AE:0", Blast:0D6, Range:6-18/36")',)
SEES = ("forward observation", (6, 6))


def miss(count: int) -> list[tuple[str, tuple[int, ...]]]:
    """So many attacks with one die, indirect in optimal range, that hit nobody."""
    return [("attack", (1,)), ("defence", (6, 6))] * count


def squad() -> list[Unit]:
    """A1 sees, A2 and A3 have mortars; five enemies in formation, all in Lock."""
    ours = [unit("red-1", 10, 20), unit("red-2", 8, 18, weapons=MORTAR), unit("red-3", 8, 22, weapons=MORTAR)]
    theirs = [unit(f"blue-{n}", 21, 14 + 2 * n, rank="cgl" if n == 3 else "") for n in range(1, 6)]
    return [*ours, *theirs]


@pytest.mark.rule("blitz.3.4a", "blitz.14.2a", "blitz.15.3a", "blitz.14.1")
def test_the_worked_sequence_everything_is_declared_then_rolled_and_damage_comes_last() -> None:
    rolls = [SEES, *[("attack", (6,)), ("defence", (1, 1))] * 2, *[("attack", (6, 5, 4)), ("defence", (1, 1))] * 3]
    game = Game(*squad(), dice=rolls + [("marginal hit", (1,))] * 8)
    events = game.play(
        Observe("red-1", "blue-1"),
        IndirectFire("red-2", "LFM", "blue-1"),
        IndirectFire("red-3", "LFM", "blue-1"),
        SnapFire("blue-1", "LAC", "red-1"),
        SnapFire("blue-2", "LAC", "red-2"),
        SnapFire("blue-5", "LAC", "red-3"),
    )
    snaps = {ask.unit: ask.about[1:] for ask in game.asked if ask.kind == "snap"}
    assert set(snaps) == {"blue-1", "blue-2", "blue-3", "blue-4", "blue-5"}
    assert all(set(about) == {"red-1", "red-2", "red-3"} for about in snaps.values())
    kinds = [type(event) for event in events]
    assert len(of_kind(events, AttackRolled)) == 5
    assert kinds.index(Damaged) > max(n for n, kind in enumerate(kinds) if kind is AttackRolled)
    declared = [n for n, ask in enumerate(game.asked) if ask.kind == "snap"]
    assert min(declared) > max(n for n, ask in enumerate(game.asked) if ask.kind == "chain")


@pytest.mark.rule("blitz.14.2a", "blitz.8.2d")
def test_the_observers_flank_and_the_firers_range_and_posture() -> None:
    """The Crusader on standby: braced, flank, sub-optimal, indirect: 2D6."""
    firer = unit("red-2", 2, 20, weapons=MORTAR, tokens={"standby": 1}, actions=0)
    far = unit("red-1", 33, 20, facing=1800)
    target = unit("blue-1", 28, 20, facing=1800, actions=0)
    game = Game(far, firer, target, dice=[SEES, ("attack", (1, 1)), ("defence", (6, 6))])
    events = game.play(Observe("red-1", "blue-1"), IndirectFire("red-2", "LFM", "blue-1"))
    (rolled,) = of_kind(events, AttackRolled)
    assert {line.label: line.value for line in rolled.lines} == {
        "Braced": 1, "Sub-optimal range": -1, "Indirect fire": -1, "Flanked": 1,
    }  # fmt: skip
    assert len(rolled.faces) == 2
    assert rolled.defences[0].lines == ()
    assert game["red-2"].stance == "combat"


@pytest.mark.rule("blitz.14.2a")
def test_cover_is_seen_from_the_observer_not_from_the_firer() -> None:
    block = wall("medium", 18, 19, 3)
    seen = unit("red-1", 21, 24)
    firer = unit("red-2", 10, 20, weapons=MORTAR)
    game = Game(seen, firer, unit("blue-1", 22, 20, actions=0), block, dice=[SEES, *miss(1)])
    events = game.play(Observe("red-1", "blue-1"), IndirectFire("red-2", "LFM", "blue-1"))
    (rolled,) = of_kind(events, AttackRolled)
    assert rolled.defences[0].lines == ()
    direct = Pair(game.state, game["red-2"], game["blue-1"], game["red-2"].line.weapons["LFM"])
    assert duel_of(game.state, Use(direct.weapon), direct).defence


@pytest.mark.rule("blitz.14.2b", "blitz.trait.td")
def test_guided_fire_has_flank_and_designator_and_no_penalties() -> None:
    """An Iguana behind a Grizzly, two successes: two Cobras with 2 + 1 + 1 dice each."""
    spotter = unit("red-1", 34, 20, "iguana", facing=1800)
    cobras = [unit(f"red-{n}", 4, 16 + 2 * n, weapons=('LGM (T, AE:0", Blast:0D6)',)) for n in (2, 3, 4)]
    target = unit("blue-1", 28, 20, "grizzly", facing=1800, actions=0)
    rolls = [("active guidance", (6, 6, 1, 1, 1)), *[("attack", (1, 1, 1, 1)), ("defence", (6, 6))] * 2]
    game = Game(spotter, *cobras, target, posture="braced", dice=rolls)
    events = game.play(
        Observe("red-1", "blue-1", guided=True), IndirectFire("red-2", "LGM"), IndirectFire("red-3", "LGM")
    )
    attacks = of_kind(events, AttackRolled)
    for rolled in attacks:
        assert {line.label: line.value for line in rolled.lines} == {"Flanked": 1, "Target designator": 1}
        assert len(rolled.faces) == 4
    assert len(attacks) == 2
    assert game.questions("chain") == ["red-2", "red-3"], "two successes, two models"


@pytest.mark.rule("blitz.14.2b")
def test_guidance_takes_a_designator_and_missiles() -> None:
    plain = Game(unit("red-1", 10), unit("red-2", 8, weapons=("LGM (T)", "LFM (T)")), unit("blue-1", 18))
    assert plain.refusal(Observe("red-1", "blue-1", guided=True)).code == "trait"
    spotter = unit("red-1", 10, traits=("TD:+1D6",))
    firer = unit("red-2", 8, weapons=("LGM (T)", "LFM (T)", "LATM"))
    game = Game(spotter, firer, unit("blue-1", 18, actions=0), dice=[("active guidance", (6, 1))])
    game.play(Observe("red-1", "blue-1", guided=True))
    (ask,) = [ask for ask in game.asked if ask.kind == "chain"]
    fits = {name for name in firer.line.weapons if SYSTEM.refuse(game.state, ask, IndirectFire("red-2", name)) is None}
    assert fits == {"LGM", "LATM"}


@pytest.mark.rule("blitz.14.2b")
def test_a_direct_shot_has_nothing_of_the_guidance() -> None:
    shooter = unit("red-1", 10, traits=("TD:+1D6",), weapons=("LATM",))
    game = Game(shooter, unit("blue-1", 13))
    weapon = shooter.line.weapons["LATM"]
    pair = Pair(game.state, game["red-1"], game["blue-1"], weapon)
    lines = {line.label: line.value for line in duel_of(game.state, Use(weapon, False), pair).attack}
    assert lines == {"Sub-optimal range": -2}


@pytest.mark.rule("blitz.14.2a")
def test_an_observer_with_two_actions_chains_its_own_fire() -> None:
    game = Game(unit("red-1", 10, weapons=MORTAR, actions=2), unit("blue-1", 22, actions=0), dice=[SEES, *miss(1)])
    game.play(Observe("red-1", "blue-1"), IndirectFire("red-1", "LFM"))
    assert game["red-1"].actions == 0


@pytest.mark.rule("blitz.14.2a", "blitz.14.1a")
def test_no_success_no_fire_but_answers() -> None:
    game = Game(*squad()[:4], dice=[("forward observation", (5, 5))])
    game.play(Observe("red-1", "blue-1"))
    assert game.questions("chain") == []
    assert game.questions("snap") == ["blue-1"]


@pytest.mark.rule("blitz.14.2a", "blitz.3.4a", "blitz.10.3")
def test_used_models_may_not_chain_but_standby_models_may() -> None:
    used = unit("red-2", 8, 18, weapons=MORTAR, used=True, actions=0)
    ready = unit("red-3", 8, 22, weapons=MORTAR, used=True, actions=0, tokens={"standby": 1})
    game = Game(
        unit("red-1", 10),
        used,
        ready,
        unit("blue-1", 21, actions=0),
        dice=[SEES, ("attack", (1, 1)), ("defence", (6, 6))],
    )
    game.play(Observe("red-1", "blue-1"), IndirectFire("red-3", "LFM"))
    assert game.questions("chain") == ["red-3"]
    assert "standby" not in game["red-3"].tokens


@pytest.mark.rule("blitz.14.2a")
def test_out_of_range_or_arc_or_of_another_kind_nobody_chains() -> None:
    far = unit("red-2", 0.5, 20, weapons=("LGL (Arm)", "LAC (Arm)"), facing=0)
    back = unit("red-3", 8, 20, weapons=("LFM",), facing=1800)
    game = Game(unit("red-1", 30), far, back, unit("blue-1", 38, actions=0), dice=[SEES])
    game.play(Observe("red-1", "blue-1"))
    assert game.questions("chain") == []


@pytest.mark.rule("blitz.14.2a", "blitz.7.1", "blitz.14.0-table")
def test_lock_and_detection_range_to_the_mil() -> None:
    def allowed(gap: int, *more: object) -> Game:
        spotter, target = unit("red-1", 10), unit("blue-1", 20)
        target.x = spotter.x + 1000 + gap
        return Game(spotter, target, *more)  # type: ignore[arg-type]

    assert allowed(12_000).allows(Observe("red-1", "blue-1"))
    over = allowed(12_001).refusal(Observe("red-1", "blue-1"))
    assert (over.code, over.facts["distance"], over.facts["detection"]) == ("detection", 12_001, 12_000)
    assert allowed(12_001).allows(Observe("red-1", "blue-1", sensors=True))
    assert allowed(24_000).allows(Observe("red-1", "blue-1", sensors=True))
    assert not allowed(24_001).allows(Observe("red-1", "blue-1", sensors=True))
    hidden = allowed(8_000, wall("heavy", 14, 16, 4))
    assert hidden.refusal(Observe("red-1", "blue-1")).code == "lock"


@pytest.mark.rule("blitz.14.2a", "blitz.14.0")
def test_observation_needs_an_action_an_enemy_and_a_skill() -> None:
    game = Game(unit("red-1", 10, actions=0, tokens={"standby": 1}), unit("red-2", 8), unit("blue-1", 18))
    assert game.refusal(Observe("red-1", "blue-1")).code == "no-action"
    game = Game(unit("red-1", 10), unit("red-2", 8), unit("blue-1", 18))
    assert game.refusal(Observe("red-1", "red-2")).code == "target"
    assert game.refusal(Observe("red-1", "blue-9")).code == "target"
    game = Game(unit("red-1", 10, ew=7), unit("blue-1", 18))
    assert game.refusal(Observe("red-1", "blue-1")).code == "skill"


@pytest.mark.rule("blitz.14.0", "blitz.14.1", "blitz.10.4")
@pytest.mark.parametrize(("gap", "asked"), [(24_000, ["blue-2"]), (24_001, [])])
def test_strangers_hear_the_origin_at_twice_their_range(gap: int, asked: list[str]) -> None:
    other = unit("blue-2", 30, 20, group=2)
    game = Game(unit("red-1", 10), unit("blue-1", 10, 30, actions=0), other, dice=[("forward observation", (1, 1))])
    game["blue-2"].x = game["red-1"].x + 1000 + gap
    game.play(Observe("red-1", "blue-1"))
    assert game.questions("snap") == asked


@pytest.mark.rule("blitz.14.0", "blitz.14.1")
def test_full_cover_hides_nobody_who_sends_within_twice_the_range() -> None:
    """Light cover between: Lock at 20 in is only there while it sends, and it is over afterwards."""
    other = unit("blue-2", 31, 20, group=2)
    hide = wall("light", 20, 21, 4)
    game = Game(
        unit("red-1", 10),
        unit("blue-1", 10, 30, actions=0),
        other,
        hide,
        dice=[("forward observation", (1, 1)), ("attack", (1, 1)), ("defence", (6, 6, 6))],
    )
    game.play(Observe("red-1", "blue-1"), SnapFire("blue-2", "LAC", "red-1"))
    assert not has_lock(game.state, game["blue-2"], game["red-1"])
    assert not any("emitting" in each.tokens for each in game.state.units.values())


@pytest.mark.rule("blitz.14.1", "blitz.15.3a")
def test_who_only_hears_the_origin_may_not_fire_at_those_who_fire() -> None:
    game = Game(*squad()[:4], unit("blue-9", 21, 24, group=2), dice=[SEES, *miss(1)])
    game.play(Observe("red-1", "blue-1"), IndirectFire("red-2", "LFM"))
    snaps = {ask.unit: ask.about[1:] for ask in game.asked if ask.kind == "snap"}
    assert snaps == {"blue-1": ("red-1", "red-2"), "blue-9": ("red-1",)}


@pytest.mark.rule("blitz.14.1", "blitz.10.4", "blitz.7.8")
def test_a_dead_observer_has_observed() -> None:
    rolls = [SEES, ("attack", (6,)), ("defence", (1, 1)), ("attack", (6, 6, 6)), ("defence", (1, 1))]
    frail = unit("red-1", 10, 20, hull=1, structure=1)
    game = Game(frail, *squad()[1:4], dice=[*rolls, ("marginal hit", (6,))])
    game.play(Observe("red-1", "blue-1"), IndirectFire("red-2", "LFM"), SnapFire("blue-1", "LAC", "red-1"))
    assert game["red-1"].is_destroyed
    assert game["blue-1"].hull < 5


@pytest.mark.rule("blitz.14.4", "blitz.trait.comms")
def test_boosts_add_a_die_an_action_and_the_comms_rating_once() -> None:
    booster = unit("red-2", 16, 20, actions=2, traits=("Comms:+2D6",))
    plain = unit("red-3", 10, 26)
    game = Game(
        unit("red-1", 10, traits=("Comms:+1D6",)),
        booster,
        plain,
        unit("blue-1", 10, 30, actions=0),
        dice=[("forward observation", (1,) * 8)],
    )
    game.play(Observe("red-1", "blue-1"), BoostComms("red-2", 2), BoostComms("red-3"))
    assert game.thrown("forward observation") == [2 + 1 + 2 + 2 + 1]
    assert (game["red-2"].actions, game["red-3"].actions) == (0, 0)


@pytest.mark.rule("blitz.14.4", "blitz.15.5b", "blitz.10.3")
def test_who_may_boost_and_who_not() -> None:
    near, far = unit("red-2", 10), unit("red-3", 10)
    near.y, far.y = 27_000, 13_000 - 1
    used = unit("red-4", 12, 20, actions=0, used=True)
    keeps = unit("red-5", 14, 20, actions=0, used=True, tokens={"standby": 1})
    silent = unit("red-6", 10, 18, tokens={"radio silence": 1})
    deaf = unit("red-7", 12, 18, ew=7)
    hidden = unit("red-8", 5.5, 20)
    block = wall("heavy", 7, 8.5, 4, 19, 21)
    game = Game(
        unit("red-1", 10),
        near,
        far,
        used,
        keeps,
        silent,
        deaf,
        hidden,
        block,
        unit("blue-1", 18, 28, actions=0),
        dice=[("forward observation", (1, 1))],
    )
    game.play(Observe("red-1", "blue-1"))
    assert game.questions("boost") == ["red-2", "red-5"]


@pytest.mark.rule("blitz.14.1a", "blitz.3.4a-action-bonus", "blitz.2.2-standard-modifiers")
def test_a_comms_test_has_posture_damage_and_bonus_dice() -> None:
    game = Game(
        unit("red-1", 10, actions=2, hull=0),
        unit("blue-1", 16, actions=0),
        posture="braced",
        dice=[("forward observation", (1, 1, 1))],
    )
    game.play(Observe("red-1", "blue-1"), AddDice("red-1", 1))
    assert game.thrown("forward observation") == [2 + 1 - 1 + 1]


@pytest.mark.rule("blitz.14.2a", "blitz.15.5b")
def test_radio_silence_chains_nothing() -> None:
    things = squad()[:4]
    things[1].tokens["radio silence"] = 1
    game = Game(*things, dice=[SEES])
    game.play(Observe("red-1", "blue-1"))
    assert game.questions("chain") == ["red-3"]


@pytest.mark.rule("blitz.14.2a")
def test_a_model_may_chain_several_attacks_on_one_success() -> None:
    twice = unit("red-2", 8, weapons=(f"2x {MORTAR[0]}",), actions=2)
    game = Game(
        unit("red-1", 10),
        twice,
        unit("red-3", 8, 22, weapons=MORTAR),
        unit("blue-1", 21, actions=0),
        dice=[("forward observation", (6, 1)), *miss(2)],
    )
    game.play(Observe("red-1", "blue-1"), IndirectFire("red-2", "LFM"), IndirectFire("red-2", "LFM 2"))
    assert game.questions("chain") == ["red-2", "red-2"]


@pytest.mark.rule("blitz.14.2a", "blitz.10.2c")
def test_friends_in_the_area_stop_chained_fire() -> None:
    near = unit("red-1", 19.5)
    game = Game(near, unit("red-2", 8, weapons=('LFM (T, AE:3")',)), unit("blue-1", 21, actions=0), dice=[SEES])
    game.play(Observe("red-1", "blue-1"))
    assert game.questions("chain") == []


@pytest.mark.rule("blitz.14.2a")
def test_only_useful_observations_are_offered() -> None:
    game = Game(*squad()[:4])
    offered = [order for order in game.offers() if isinstance(order, Observe)]
    assert offered == [Observe("red-1", "blue-1")]
    nobody = Game(unit("red-1", 10), unit("red-2", 8), unit("blue-1", 20))
    assert not [order for order in nobody.offers() if isinstance(order, Observe)]
    assert nobody.allows(Observe("red-1", "blue-1"))


@pytest.mark.rule("blitz.14.2a", "blitz.8.5d")
def test_the_mode_is_told() -> None:
    game = Game(*squad()[:4], dice=[SEES, *miss(1)])
    events = game.play(Observe("red-1", "blue-1"), IndirectFire("red-2", "LFM"))
    assert of_kind(events, RollMade)[0].purpose == "forward observation"
    words = [line.text for line in (game.battle.system.tell(game.state, event, "red") for event in events) if line]
    assert any("fires indirectly the LFM" in text for text in words)
    assert any("uses forward observation on" in text for text in words)


@pytest.mark.rule("blitz.A.4-gl", "blitz.14.2a")
@pytest.mark.parametrize(("gap", "fires"), [(36_000, True), (36_001, False)])
def test_a_grenade_launcher_reaches_farther_indirectly(gap: int, fires: bool) -> None:
    firer, target = unit("red-2", 2, weapons=("LGL (Arm)",)), unit("blue-1", 40, actions=0)
    target.x = firer.x + 1000 + gap
    game = Game(unit("red-1", 33), firer, target, dice=[SEES])
    game.play(Observe("red-1", "blue-1"))
    assert game.questions("chain") == (["red-2"] if fires else [])
