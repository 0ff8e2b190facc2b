"""The exact odds of attacks, held against the attacks themselves, played on everything the dice can show."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from gearlock.kernel.dice import DiceSource, Roll, all_outcomes
from gearlock.kernel.orders import Decline
from gearlock.kernel.script import Ctx
from gearlock.odds.walking import faces_alike, walk
from gearlock.systems.fieldmanual.attacks.outcomes import Plight, attack_odds
from gearlock.systems.fieldmanual.attacks.ranged import resolve_attack
from gearlock.systems.fieldmanual.attacks.weapons_in_use import Attack
from gearlock.systems.fieldmanual.damage.damage import ArmorCrushed, Damaged, SetAlight, Stunned
from gearlock.systems.fieldmanual.state import HULL_DOWN, STUN, TOP, State
from systems.fieldmanual.attacks.range import duel, weapons
from systems.fieldmanual.tables import piece, put

Chances = dict[Plight, Fraction]


def told(before: State, events: list[Any], name: str) -> Plight:
    """What events say has become of a model."""
    mine = [event for event in events if getattr(event, "unit", "") == name]
    unit = before.units[name]
    marked = [event.filled for event in mine if isinstance(event, Damaged)]
    hit = any(event.cause != "" for event in mine if isinstance(event, Damaged))
    return Plight(
        marked[-1] if marked else unit.boxes,
        hit,
        any(isinstance(event, Stunned) for event in mine),
        any(isinstance(event, SetAlight) for event in mine),
        sum(event.by for event in mine if isinstance(event, ArmorCrushed)),
    )


def walked(state: State, order: Attack, name: str) -> Chances:
    """The attack played on every class of faces."""

    def begin() -> Any:
        ctx = Ctx(state.clone(), lambda now, event: event.change(now))
        return ctx, resolve_attack(ctx, order)

    found: Chances = {}
    for leaf in walk(begin, faces_alike, lambda _ctx, _ask: Decline()):
        key = told(state, leaf.ctx.events, name)
        found[key] = found.get(key, Fraction(0)) + Fraction(leaf.ways, leaf.out_of)
    return found


def enumerated(state: State, order: Attack, name: str) -> Chances:
    """The attack played on every face of every die: the slow twin of everything."""

    def run(source: DiceSource) -> Plight:
        ctx = Ctx(state.clone(), lambda now, event: event.change(now))
        reply: Any = None
        script, made = resolve_attack(ctx, order), 0
        while True:
            try:
                step = script.send(reply)
            except StopIteration:
                return told(state, ctx.events, name)
            if isinstance(step, Roll):
                reply, made = source.roll(step, made), made + 1
            else:
                reply = Decline()

    return all_outcomes(run)


def counted(state: State, order: Attack, name: str = "") -> Chances:
    odds = attack_odds(state, order, name)
    assert sum(odds.chances.values()) == odds.total
    return {plight: Fraction(ways, odds.total) for plight, ways in odds.chances.items() if ways}


@pytest.mark.rule("fieldmanual.direct-fire", "fieldmanual.damage")
@pytest.mark.parametrize("burst", [0, 2])
def test_a_plain_shot_on_every_face(burst: int) -> None:
    state = duel(15, blue={"band": TOP, "boxes": 1})
    order = Attack("red-1", "LAC", "blue-1", burst=burst)
    assert counted(state, order) == enumerated(state, order, "blue-1")


SCENES: list[tuple[str, dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    ("LAC|F", {}, {}, {"burst": 2}),
    ("LAC|F", {"tokens": {STUN: 1}, "boxes": 3}, {"band": TOP, "tokens": {STUN: 1}, "actions": 0}, {}),
    ("LPA|F|||x9||H", {}, {}, {}),
    ("LPA|F|||x9||H", {}, {"stats": {"flaws": {"Vulnerable to Haywire": 1}}, "boxes": 3}, {}),
    ("LFL|F||12/24/-|x16||SB,M", {}, {}, {}),
    ("LAC|F|||x15||AP", {}, {"boxes": 2}, {}),
    (
        "LAC|F|||x8||AP",
        {},
        {"facing": 90, "stats": {"flaws": {"Weak Facing": 1}, "details": {"Weak Facing": "Rear"}}},
        {},
    ),
    ("LAC|F|||x15||AC", {}, {"stats": {"perks": {"Reinforced Front": 5}}}, {}),
    ("LAC|F|||x8||Link;LAC|F|||x8||Link", {}, {}, {"linked": True}),
    ("LAC|F|||x12||Link,AC,SB;LAC|F|||x12||Link,AC,SB", {}, {}, {"linked": True}),
    ("LGL|F|0|12/24/inf|x8||IF,AE2", {}, {}, {}),
    ("ABM|F|0|18/72/inf|x15||IF,Blast2", {}, {}, {}),
    ("ABM|F|0|18/72/inf|x15||IF,Blast2,H", {}, {"boxes": 2}, {}),
    ("LAC|F", {"stats": {"skills": (0, 0, 0, 0)}}, {}, {}),
    ("LAC|F", {}, {"card": "hac-turret"}, {"burst": 2}),
]


@pytest.mark.rule(
    "fieldmanual.damage", "fieldmanual.wt-haywire", "fieldmanual.wt-link", "fieldmanual.wt-blast", "fieldmanual.wt-ap"
)
@pytest.mark.parametrize("number", range(len(SCENES)))
def test_direct_fire_with_every_trait(number: int) -> None:
    rows, red, blue, more = SCENES[number]
    stats = {**weapons(rows), **{key: value for key, value in red.get("stats", {}).items() if key != "skills"}}
    state = duel(10, red={**red, "stats": stats}, blue=blue)
    if "skills" in red.get("stats", {}):
        state.units["red-1"].card = _unskilled(state)
    order = Attack("red-1", rows.partition("|")[0], "blue-1", **more)
    assert counted(state, order) == walked(state, order, "blue-1")


def _unskilled(state: State) -> Any:
    import msgspec

    card = state.units["red-1"].card
    return msgspec.structs.replace(card, skills=card.skills._replace(attack=0))


@pytest.mark.rule("fieldmanual.hull-down", "fieldmanual.ranged-defense")
def test_hull_down_has_a_least_defense() -> None:
    wall = piece("instance", (22, 19.5, 26, 20), 0.9, rating="heavy")
    state = duel(9.5, wall, blue={"band": "stationary", "tokens": {HULL_DOWN: 1}})
    order = Attack("red-1", "LAC", "blue-1", burst=2)
    assert counted(state, order) == walked(state, order, "blue-1")


@pytest.mark.rule("fieldmanual.wt-ae", "fieldmanual.wt-blast", "fieldmanual.fire-into-melee")
@pytest.mark.parametrize("name", ["blue-1", "blue-2", "red-2"])
@pytest.mark.parametrize("trait", ["AE2", "Blast2"])
def test_others_in_an_area_and_friends_in_the_melee(trait: str, name: str) -> None:
    state = duel(10, red={"stats": weapons(f"LGL|F|0|12/24/inf|x8|0|IF,{trait}")})
    y = state.units["blue-1"].y / 1000
    put(state, "blue-2", "jager", 25.5, y, 270, band="combat")
    put(state, "red-2", "jager", 24, y + 1.5, 270, band="combat")
    order = Attack("red-1", "LGL", "blue-1")
    assert counted(state, order, name) == walked(state, order, name)


@pytest.mark.rule("fieldmanual.wt-link", "fieldmanual.wt-ae")
def test_who_stands_beside_the_target_of_linked_weapons() -> None:
    state = duel(10, red={"stats": weapons("LGL|F|0|12/24/inf|x8|0|IF,AE2,Link;LGL|F|0|12/24/inf|x8|0|IF,AE2,Link")})
    state.units["blue-1"].card = state.units["red-1"].card
    put(state, "blue-2", "hac-turret", 25.5, state.units["blue-1"].y / 1000)
    order = Attack("red-1", "LGL", "blue-1", linked=True)
    assert counted(state, order, "blue-2") == walked(state, order, "blue-2")


@pytest.mark.rule("fieldmanual.rof-spray", "fieldmanual.combined-defense")
@pytest.mark.parametrize("name", ["blue-1", "blue-2", "blue-3"])
def test_each_under_a_spray(name: str) -> None:
    state = duel(10, blue={"card": "infantry-squad-proposed", "team": "blue-1", "mode": "W"})
    y = state.units["blue-1"].y / 1000
    put(state, "blue-2", "infantry-squad-proposed", 24.3, y + 1, 90, team="blue-1", mode="W", band="combat")
    put(state, "blue-3", "jager", 26, y, 270, band="combat")
    order = Attack("red-1", "LAC", "blue-1", spray=2)
    found = counted(state, order, name)
    assert found == pooled_walk(state, order, name)


def pooled_walk(state: State, order: Attack, name: str) -> Chances:
    """As `walked`, but a pool that is peeled is played on every throw."""

    def classes(roll: Roll) -> Any:
        import msgspec

        return faces_alike(msgspec.structs.replace(roll, step=None) if roll.count > 2 else roll)

    def begin() -> Any:
        ctx = Ctx(state.clone(), lambda now, event: event.change(now))
        return ctx, resolve_attack(ctx, order)

    found: Chances = {}
    for leaf in walk(begin, classes, lambda _ctx, _ask: Decline()):
        key = told(state, leaf.ctx.events, name)
        found[key] = found.get(key, Fraction(0)) + Fraction(leaf.ways, leaf.out_of)
    return found


@pytest.mark.rule("fieldmanual.indirect-attack", "fieldmanual.deviation", "fieldmanual.thrown-attack")
@pytest.mark.parametrize("name", ["blue-1", "blue-2"])
@pytest.mark.parametrize(
    ("rows", "way"),
    [("LRP/24|F|-1|12/24/inf|x12|0|IF", "indirect"), ("LFM|F|-1|24/96/inf|x15|0|IF,AE3", "indirect"),
     ("HG|F|-1|thrown|x15|0|T,AI,AE2|3", "thrown")],
)  # fmt: skip
def test_shots_that_may_go_astray(rows: str, way: str, name: str) -> None:
    state = duel(6, red={"stats": weapons(rows)}, blue={"tokens": {"observed:red-1": 1}})
    put(state, "blue-2", "jager", 25.5, state.units["blue-1"].y / 1000 + 2, 270, band="combat")
    order = Attack("red-1", rows.partition("|")[0], "blue-1", way=way)
    assert counted(state, order, name) == walked(state, order, name)


@pytest.mark.rule("fieldmanual.self-detonation")
@pytest.mark.parametrize("name", ["red-1", "blue-2"])
def test_a_weapon_set_off_in_hand(name: str) -> None:
    state = duel(10, red={"stats": weapons("HG|F|||x6||T,AI,AE2|3"), "boxes": 1})
    put(state, "blue-2", "jager", 24, 11.5, 270, band="combat")
    order = Attack("red-1", "HG", way="self")
    assert counted(state, order, name) == walked(state, order, name)


@pytest.mark.rule("fieldmanual.placed-attack")
def test_a_placed_weapon_does_nothing_yet() -> None:
    state = duel(10)
    assert counted(state, Attack("red-1", "HG", way="placed"), "blue-1") == {Plight(0): 1}


@pytest.mark.rule("fieldmanual.damage")
def test_the_sums_that_are_told() -> None:
    state = duel(10, blue={"boxes": 3})
    odds = attack_odds(state, Attack("red-1", "LAC", "blue-1", burst=2))
    unit = state.units["blue-1"]
    assert odds.filled.total == odds.total == 36 * 36
    assert sum(odds.fates(unit).values()) == odds.total
    assert odds.fates(unit)["dead"] == odds.filled.at_least(5) - odds.filled.at_least(6)
    assert 0 < odds.hits < odds.total
    assert odds.stuns == 0
