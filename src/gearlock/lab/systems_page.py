"""The page of two forces under several systems."""

from __future__ import annotations

from collections.abc import Mapping

from gearlock.lab.compared_forces import Comparison
from gearlock.lab.pages import Fact, Page, Rows, Section
from gearlock.lab.plots import bars, intervals
from gearlock.lab.standing import Standing


def systems_page(compared: Comparison, told: Mapping[str, Standing]) -> Page:
    """What each rulebook makes of the same two forces."""
    a, b = (force.text() for force in compared.forces)
    pairings = {system: standing.pairings[0] for system, standing in told.items()}
    shares = [(system, pairing.share) for system, pairing in pairings.items()]
    left = [
        {"name": system, "group": name, "value": side.left}
        for system, pairing in pairings.items()
        for name, side in (("A", pairing.first), ("B", pairing.second))
        if side.left is not None
    ]
    rows = tuple(
        (system, str(p.games), f"{p.share.value:.1%}", f"{p.share.low:.1%} to {p.share.high:.1%}", f"{p.rounds:.1f}")
        for system, p in pairings.items()
    )
    highest, lowest = (pick(shares, key=lambda each: each[1].value) for pick in (max, min))
    if highest[1].low > lowest[1].high:
        verdict = f"The rulebooks disagree: A fares better in {highest[0]} than in {lowest[0]}."
    else:
        verdict = "No difference between the systems is shown: the intervals of A overlap. More games tell more."
    return Page(
        title="Two forces, several rulebooks",
        about=f"A: {a}. B: {b}. {compared.bot} leads both.",
        verdict=verdict,
        facts=tuple(
            Fact(system, f"{share.value:.0%}", f"{share.low:.0%} to {share.high:.0%} for A") for system, share in shares
        ),
        sections=(
            Section(
                "What A gets",
                "",
                intervals(shares, "share", 0.5, percent=True),
                Rows(("", "games", "share", "95 % interval", "rounds"), rows),
            ),
            Section(
                "What is left", "Of what each force cost, on average.", bars(left, ("", "points left"), percent=True)
            ),
        ),
    )
