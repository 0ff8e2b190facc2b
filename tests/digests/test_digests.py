"""Digested battles say at every decision what they said. Where they change on purpose: scripts/make_digests.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from digests.digesting import Plan, digest, fingerprint, first_difference
from digests.plans import BATTLES, plans_of
from gearlock.kernel.registry import all_systems

HERE = Path(__file__).parent
PLANS = [plan for system in all_systems() for plan in plans_of(system)]
QUICK = 4
"""Battles of each system that every run of the tests looks at; `make soak` looks at all."""
AT_FIRST = 120
"""So many decisions of them; `make soak` looks at all."""


def compare(plan: Plan) -> None:
    recorded = (HERE / plan.system / f"{plan.name}.txt").read_text().splitlines()
    assert not first_difference(plan, recorded[: plan.decisions])


@pytest.mark.parametrize("plan", [plan for plan in PLANS if plan.seed <= QUICK], ids=lambda plan: plan.name)
def test_a_battle_says_what_it_said(plan: Plan) -> None:
    compare(plan._replace(decisions=min(plan.decisions, AT_FIRST)))


@pytest.mark.soak
@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.name)
def test_all_battles_say_what_they_said(plan: Plan) -> None:
    compare(plan)


def test_every_planned_battle_is_recorded_and_no_other() -> None:
    kept = {(path.parent.name, path.stem) for path in HERE.glob("*/*.txt")}
    assert kept == {(plan.system, plan.name) for plan in PLANS}
    assert len(PLANS) == BATTLES * len(all_systems())


def test_a_difference_names_decision_and_part() -> None:
    plan = PLANS[0]._replace(decisions=5)
    lines = list(digest(plan))
    number, seat, kind, parts = lines[4].split()
    first, second, *rest = parts.split(".")
    forged = ".".join((first, "0000" if second != "0000" else "1111", *rest))
    said = first_difference(plan, [*lines[:4], f"{number} {seat} {kind} {forged}"])
    assert "decision 4: options" in said
    assert not first_difference(plan, lines)
    assert "lines before" in first_difference(plan, lines[:3])


def test_worths_that_were_added_up_in_another_order_are_the_same() -> None:
    assert fingerprint([0.1 + 0.2]) == fingerprint([0.3])
    assert fingerprint([0.3]) != fingerprint([0.301])
