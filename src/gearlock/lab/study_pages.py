"""The pages of duels, of the balance of models and of settings."""

from __future__ import annotations

from gearlock.lab.balance import Balance, readable_worth
from gearlock.lab.duels import Duel
from gearlock.lab.effects import Screened
from gearlock.lab.intervals import Estimate
from gearlock.lab.match_page import where_and_what
from gearlock.lab.pages import Fact, Page, Rows, Section
from gearlock.lab.plots import intervals, lines

SUGGESTED = (
    "The price a model would be worth, as a multiple of what it costs, with its interval (Fieller's). At 1 the price "
    "is right."
)
UNTOLD = (
    "What a model is worth, as a share of a game. What a point is worth is not shown yet, so no price is suggested."
)
MOST_MODELS = 40
"""Models drawn in the plot of a balance: the most underpriced and the most overpriced."""


def duel_page(duel: Duel) -> Page:
    """Who wins where."""
    one, other = duel.names
    first = duel.axes[0][0] if duel.axes else "situation"
    points = []
    for each in duel.exchanges:
        place, *rest = [value for _, value in each.given] or ["as laid out"]
        for name, chance in ((one, each.first), (f"{other} " if other == one else other, each.second)):
            line = ", ".join([name, *rest])
            points.append({"x": float(place) if place.lstrip("-").isdigit() else place, "value": chance, "line": line})
    ordered = any(isinstance(point["x"], str) for point in points)
    wins = sum(each.first > each.second for each in duel.exchanges)
    losses = sum(each.first < each.second for each in duel.exchanges)
    rows = tuple(
        (
            ", ".join(f"{name} {value}" for name, value in each.given) or "as laid out",
            each.one.weapon if each.one else "-",
            f"{each.one.mean_damage:.2f}" if each.one else "-",
            each.other.weapon if each.other else "-",
            f"{each.other.mean_damage:.2f}" if each.other else "-",
            f"{each.first:.1%}",
            f"{each.second:.1%}",
            str(each.attacks),
        )
        for each in duel.exchanges
    )
    sides = [title for name in (one, other) for title in (f"weapon of {name}", "mean damage")]
    titles = ("", *sides, f"{one} first", f"{other} first", "attacks")
    costs = zip(duel.names, duel.prices, strict=True)
    plot = lines(points, (first, "chance", ""), percent=True, ordered=ordered)
    text = (
        "The chance of each to destroy the other first, with the weapon that promises most damage there, attacks "
        "taking turns and either beginning as often. Exact by the rules; who is hurt is taken to shoot as well."
    )
    return Page(
        title=f"{one} against {other}",
        about=f"{duel.system}: shooting it out where they stand",
        verdict=f"{one} is ahead in {wins} of {len(duel.exchanges)} situations, {other} in {losses}.",
        facts=tuple(Fact(name, "-" if cost is None else str(cost), "points") for name, cost in costs),
        sections=(Section("Who is destroyed first", text, plot, Rows(titles, rows)),),
    )


def balance_page(found: Balance) -> Page:
    """Which models are worth more or less than they cost."""
    study = found.study
    known = [model for model in found.models if model.suggested is not None]
    shown = known if len(known) <= MOST_MODELS else [*known[: MOST_MODELS // 2], *known[-MOST_MODELS // 2 :]]
    share = [(model.model, _relative(model.suggested, model.price)) for model in shown if model.suggested]
    rows = tuple(
        (
            model.model,
            f"{model.price:.0f}",
            "-" if model.suggested is None else f"{model.suggested.value:.1f}",
            "-" if model.suggested is None else f"{model.suggested.low:.1f} to {model.suggested.high:.1f}",
            f"{model.worth.value:+.1%}",
            str(model.seen),
            model.verdict or "-",
        )
        for model in found.models
    )
    plot, text = intervals(share, "suggested price over price", 1.0) if share else None, SUGGESTED
    if not share and found.models:
        text = UNTOLD
        plot = intervals([(model.model, model.worth) for model in found.models[:MOST_MODELS]], "worth of a game", 0.0)
    wrong = [model for model in found.models if model.verdict]
    where, (worth, point) = where_and_what(study.system, (study.scenario,), study.options), readable_worth(found.point)
    return Page(
        title=f"The balance of {study.system}",
        about=f"{where}; forces of up to {study.size} drawn at random, led by {study.led_by}",
        verdict=balance_verdict(found),
        facts=(
            Fact("games", str(found.games), f"{found.pairs} pairs of forces"),
            Fact("models judged", str(len(found.models)), f"{found.unjudged} seen too rarely"),
            Fact("prices shown to be wrong", str(len(wrong))),
            Fact(worth, f"{point.value:.2%}", f"{point.low:.2%} to {point.high:.2%} of a game"),
        ),
        sections=(
            Section(
                "Worth over price",
                text,
                plot,
                Rows(("", "price", "suggested", "95 % interval", "worth of a game", "pairs", "shown"), rows),
            ),
        ),
    )


def balance_verdict(found: Balance) -> str:
    """What is shown about prices, in a sentence."""
    wrong = [f"{model.model} is {model.verdict}" for model in found.models if model.verdict]
    if wrong:
        return f"{'; '.join(wrong[:6])}{' and more' if len(wrong) > 6 else ''}."
    if not found.models:
        return "No model was fielded often enough to be judged. More games tell more."
    if found.point.low <= 0:
        return "It is not even shown that more points win more often. More games tell more."
    return "No price is shown to be wrong. More games tell more."


def screen_page(found: Screened) -> Page:
    """What the settings do, and whether the proposal held."""
    study = found.study
    plot = intervals([(each.setting, each.gain) for each in found.effects], "gain in share of a game", 0.0)
    rows = tuple(
        (
            each.setting,
            f"{each.usual:g}",
            f"{each.gain.value:+.1%}",
            f"{each.gain.low:+.1%} to {each.gain.high:+.1%}",
            f"{each.chance:.3f}",
            "-" if each.proposed is None else f"{each.proposed:g}",
        )
        for each in found.effects
    )
    facts = [Fact("games", str(found.games)), Fact("settings", str(len(found.effects)))]
    if found.confirmation is not None:
        sure = found.confirmation
        facts.append(
            Fact("proposed settings get", f"{sure.value:.1%}", f"{sure.low:.1%} to {sure.high:.1%} on fresh seeds")
        )
    where = where_and_what(study.system, study.scenarios, study.options)
    return Page(
        title=f"Settings of {study.plays}",
        about=f"{where}; each setting multiplied or divided by {study.factor:g} for every game",
        verdict=screen_verdict(found),
        facts=tuple(facts),
        sections=(
            Section(
                "Effects",
                "What a side gains with a setting multiplied over one that has it divided; chances are corrected for "
                "the number of settings.",
                plot if found.effects else None,
                Rows(("", "usual", "gain", "95 % interval", "chance", "proposed"), rows),
            ),
        ),
    )


def screen_verdict(found: Screened) -> str:
    """Whether a gain was found, and whether it was confirmed."""
    if not found.effects:
        return "Too few games to tell anything. More games tell more."
    if not found.proposal:
        reach = max((each.gain.high - each.gain.low) / 2 for each in found.effects)
        return f"No setting is shown to matter; effects much above {1.4 * reach:.0%} would have been seen."
    changes = ", ".join(f"{name}={value:g}" for name, value in found.proposal.items())
    if found.confirmation is None:
        return f"Worth trying: {changes}. Nothing counts until it is confirmed on fresh seeds."
    if found.is_confirmed:
        return f"Confirmed on fresh seeds: {changes} gets {found.confirmation.value:.0%} against the usual settings."
    return f"Not confirmed on fresh seeds: {changes} gets {found.confirmation.value:.0%} against the usual settings."


def _relative(price: Estimate, of: float) -> Estimate:
    return Estimate(price.value / of, price.low / of, price.high / of)
