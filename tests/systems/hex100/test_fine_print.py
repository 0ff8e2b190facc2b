"""The fine print: chances at their ends, and what drones do that would leave or come home."""

from __future__ import annotations

import pytest

from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.advice.attack_odds import danger, outcomes
from gearlock.systems.hex100.advice.drones_and_signals import SAFETY, mode_worth
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.drones import terror as riding
from gearlock.systems.hex100.drones.kinds import Named
from gearlock.systems.hex100.drones.terror import LetGo, Pounced
from systems.hex100.drone_kit import CARRIER, RECON, TEGU
from systems.hex100.kit import E, Position, W, at, plain
from systems.hex100.test_get_it_off import SWARM, VICTIM, ridden

ALL = 100 * 100 * 100


@pytest.mark.rule("hex100.attack-sequence", "hex100.stat-penetration")
@pytest.mark.parametrize(("number", "hits"), [(-5, 0), (0, 0), (1, 1), (99, 99), (100, 100), (101, 100), (140, 100)])
def test_nobody_hits_less_than_never_nor_more_than_always(number: int, hits: int) -> None:
    missed, evaded, pierced, held = (weight for _, _, weight in outcomes(number, 20, 50, 4, 1, 1, 0))
    assert missed == (100 - hits) * 10_000
    assert evaded == hits * 20 * 100
    assert pierced == held == hits * 80 * 50
    assert missed + evaded + pierced + held == ALL


@pytest.mark.rule("hex100.attack-sequence", "hex100.stat-penetration")
@pytest.mark.parametrize(("number", "goes"), [(-5, 0), (0, 0), (1, 1), (99, 99), (100, 100), (101, 100), (140, 100)])
def test_no_armour_is_pierced_more_often_than_it_is_hit(number: int, goes: int) -> None:
    missed, evaded, pierced, held = outcomes(100, 0, number, 4, 1, 2, 3)
    assert (missed[2], evaded[2]) == (0, 0)
    assert pierced == (4, 2, 10_000 * goes)
    assert held == (4, 3, 10_000 * (100 - goes))


@pytest.mark.rule("hex100.drone-recon-modes")
@pytest.mark.parametrize("near", [True, False])
def test_a_drone_is_called_home_from_danger_by_its_own_side(near: bool) -> None:
    position = Position(plain(30), [(CARRIER, (0, 4), E)], [(TEGU, (8 if near else 29, 4), W)])
    position.field(RECON, (4, 4) if near else (0, 6), "loiter")
    state, drone = position.state, position.unit(RECON)
    state.units["blue-1"].lock = ""
    threat = danger(state, "red", drone)
    assert (threat > 0) is near
    assert mode_worth(state, "red", drone, "recall", Named()) == min(SAFETY, SAFETY * threat)
    assert mode_worth(state, "blue", drone, "recall", Named()) == 0.0, "a hacker does not save it"


@pytest.mark.rule("hex100.drone-terror")
def test_a_swarm_that_let_go_and_got_nowhere_is_on_its_victim_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def stay(*_: object) -> Script[bool]:
        yield from ()
        return True

    monkeypatch.setattr(riding, "approach", stay)
    position = ridden()
    position.unit(SWARM).pool = {"move": 1}
    ctx = Ctx(position.state, BOOK.apply)
    with pytest.raises(StopIteration) as over:
        next(riding.leave_for(ctx, SWARM, at(12, 4)))
    assert ctx.events == [LetGo(SWARM, VICTIM), Pounced(SWARM, VICTIM)]
    assert over.value.value is False
