"""3.6.5: what a squad suffers, at its limits: who throws for it, which rule is told, and what is nobody's loss."""

from __future__ import annotations

import pytest

from gearlock.systems.tactical.infantry import (
    LOCATIONS,
    CiviliansKilled,
    SquadHurt,
    cover_lines,
    mourn,
    pass_on,
    resolve_squad_damage,
    spread_over,
)
from gearlock.systems.tactical.state import ABOARD, DESTROYED, State
from systems.tactical.tables import LAC, LMG, play, put, table

DAMAGE, AREA = "tactical.3.6.5-damage", "tactical.3.6.5-area"


def field() -> State:
    state = table()
    put(state, "red-1", "hunter", 1, 1)
    put(state, "blue-1", "rifle-squad", 5, 5)
    return state


@pytest.mark.rule("tactical.3.6.5-damage")
@pytest.mark.rule("tactical.3.6.5-area")
@pytest.mark.parametrize(
    ("each", "said", "told"),
    [(False, "", DAMAGE), (True, "", AREA), (False, "tactical.3.2.6", "tactical.3.2.6"),
     (True, "tactical.3.2.6", "tactical.3.2.6")],
)  # fmt: skip
def test_a_loss_is_told_with_the_rule_that_caused_it(each: bool, said: str, told: str) -> None:
    state = field()
    dice = () if each else ((1,),)
    played = play(state, lambda ctx: resolve_squad_damage(ctx, "blue-1", 2, "red-1", each, said), *dice)
    (hurt,) = played.of(SquadHurt)
    assert (hurt.rule, hurt.by, hurt.damage, hurt.fallen, hurt.gone) == (told, "red-1", 2, (), False)
    assert sum(state.units["blue-1"].troopers) == (30 if each else 48)


@pytest.mark.rule("tactical.3.6.5-damage")
@pytest.mark.parametrize(("by", "seat"), [("red-1", "red"), ("", "red"), ("blue-2", "blue"), ("nobody", "red")])
def test_who_has_hit_throws_for_the_location_and_else_the_enemy(by: str, seat: str) -> None:
    state = field()
    put(state, "blue-2", "hunter", 9, 9)
    played = play(state, lambda ctx: resolve_squad_damage(ctx, "blue-1", 1, by), (2,))
    assert [roll.seat for roll in played.rolls] == [seat]


@pytest.mark.rule("tactical.3.6.5-damage")
@pytest.mark.parametrize(
    ("damage", "status", "rolls"),
    [(0, "fielded", 0), (-1, "fielded", 0), (1, "fielded", 1), (1, DESTROYED, 0), (1, ABOARD, 1)],
)
def test_no_damage_and_nobody_in_play_ask_for_no_die(damage: int, status: str, rolls: int) -> None:
    state = field()
    state.units["blue-1"].status = status
    played = play(state, lambda ctx: resolve_squad_damage(ctx, "blue-1", damage), *[(1,)] * rolls)
    assert len(played.of(SquadHurt)) == rolls


@pytest.mark.rule("tactical.3.6.5-casualties")
@pytest.mark.parametrize(("damage", "fallen", "gone"), [(4, (), False), (5, (1,), True), (9, (1,), True)])
def test_the_last_man_takes_the_squad_with_him(damage: int, fallen: tuple[int, ...], gone: bool) -> None:
    state = field()
    unit = state.units["blue-1"]
    unit.troopers = [5] + [0] * 9
    (hurt,) = play(state, lambda ctx: resolve_squad_damage(ctx, "blue-1", damage), (6,)).of(SquadHurt)
    assert (hurt.fallen, hurt.gone) == (fallen, gone)
    assert (unit.status == DESTROYED) == gone


@pytest.mark.rule("tactical.4.1.4-bystanders")
@pytest.mark.parametrize(
    ("dead", "civil", "by", "sent", "blamed"),
    [(2, True, "red-1", "", ["red"]), (2, False, "red-1", "", []), (0, True, "red-1", "", []),
     (1, True, "", "blue", ["blue"]), (1, True, "", "", [""]), (1, True, "red-1", "blue", ["red"])],
)  # fmt: skip
def test_only_dead_civilians_are_mourned_by_who_killed_them(
    dead: int, civil: bool, by: str, sent: str, blamed: list[str]
) -> None:
    state = field()
    if civil:
        state.units["blue-1"].tokens["civilians"] = 1
    played = play(state, lambda ctx: mourn(ctx, "blue-1", dead, by, sent))
    assert [(event.seat, event.dead) for event in played.of(CiviliansKilled)] == [(seat, dead) for seat in blamed]
    assert {name: count for name, count in state.points.items() if name.startswith("VP:")} == {
        f"VP:{seat}": -dead for seat in blamed if seat
    }


@pytest.mark.rule("tactical.3.6.5-damage")
def test_the_die_finds_the_man_of_the_table_and_goes_on_in_its_direction() -> None:
    assert {die: man for die, (man, _) in LOCATIONS.items()} == {1: 1, 2: 3, 3: 5, 4: 6, 5: 8, 6: 10}
    orders = {
        1: range(10), 2: (*range(2, 10), 0, 1), 3: (*range(4, 10), *range(4)), 4: (5, 4, 3, 2, 1, 0, 9, 8, 7, 6),
        5: (7, 6, 5, 4, 3, 2, 1, 0, 9, 8), 6: range(9, -1, -1),
    }  # fmt: skip
    for die, order in orders.items():
        for count in range(1, 11):
            left = pass_on((1,) * 10, die, count).troopers
            assert [number for number, points in enumerate(left) if not points] == sorted([*order][:count])


@pytest.mark.rule("tactical.3.6.5-area")
@pytest.mark.parametrize("damage", [1, 4, 5, 6])
def test_a_blast_takes_as_much_of_everybody(damage: int) -> None:
    found = spread_over((5, 0, 3, 5), damage)
    assert tuple(found.troopers) == tuple(max(0, had - damage) for had in (5, 0, 3, 5))


@pytest.mark.rule("tactical.3.6.5")
@pytest.mark.rule("tactical.7.2.2-anti-infantry")
def test_men_are_at_two_less_but_for_men_and_machine_guns() -> None:
    state = field()
    gear, men = state.units["red-1"], state.units["blue-1"]
    for attacker, target, weapon, value in (
        (gear, men, LAC, -2), (gear, men, LMG, 0), (gear, men, None, -2), (men, men, LAC, 0), (gear, gear, LAC, 0),
        (men, gear, LAC, 0), (None, men, LAC, -2), (None, men, LMG, 0), (None, gear, LAC, 0),
    ):  # fmt: skip
        assert sum(line.value for line in cover_lines(attacker, target, weapon)) == value
