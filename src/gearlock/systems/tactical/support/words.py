"""Support in words."""

from __future__ import annotations

from gearlock.kernel.view import Line, Shot
from gearlock.systems.tactical.assets import SUPPORT, aircraft, salvos, stock_of
from gearlock.systems.tactical.attacks.words import look_of
from gearlock.systems.tactical.crew_levels import NAMES
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.support import events as e
from gearlock.systems.tactical.weapon_lists import all_arms
from gearlock.table.measure import inches_text

AIR, INTERCEPTION = "tactical.4.1.3-air", "tactical.4.1.3-interception"
CALLING, EFFECT = "tactical.4.1.3-artillery", "tactical.4.1.3-artillery-effect"
INTELLIGENCE, SUPPORT_RULE = "tactical.4.1.3-intelligence", "tactical.4.1.3-support"
SECRETS = {
    "mission": "mission type", "objective": "mission objective", "limit": "time limit", SUPPORT: "support",
}  # fmt: skip
"""What intelligence finds out, by the name of the fact."""
NOTHING_THERE = "none"


def ware_text(what: str, level: int, count: int) -> str:
    """What is bought, in words."""
    if what in aircraft():
        return f"{count} {what}{'s' * (count > 1)} with a {NAMES[level]} crew"
    if what in salvos():
        return f"{count} {what}{'s' * (count > 1)}"
    if what == e.REROLL:
        return f"{count} reroll{'s' * (count > 1)} of dice"
    return f"the enemy's {SECRETS.get(what, what)}"


def bought(_state: State, event: e.SupportBought, seat: str | None) -> Line | None:
    if seat not in (None, event.seat):
        return None
    text = f"{event.seat.title()} buys {ware_text(event.what, event.level, event.count)} for {event.tv} TV, in secret."
    return Line(text, (), SUPPORT_RULE)


def spotter(state: State, event: e.SpotterNamed, seat: str | None) -> Line | None:
    if seat not in (None, event.seat):
        return None
    return Line(f"The {state.units[event.unit].name} will call for artillery.", (event.unit,), CALLING)


def settled(_state: State, _event: e.SupportSettled, _seat: str | None) -> Line:
    return Line("Both sides have written down their support.", (), SUPPORT_RULE)


def intelligence(state: State, event: e.IntelligenceGiven, seat: str | None) -> Line:
    what = SECRETS[event.what]
    if seat == event.about:
        return Line(f"{event.to.title()}'s intelligence learns your {what}.", (), INTELLIGENCE)
    fact = state.facts.get(f"{event.what}:{event.about}")
    value = NOTHING_THERE if fact is None else fact.value
    value = stock_of(state, event.about).words() if event.what == SUPPORT else value
    return Line(f"{event.to.title()}'s intelligence learns {event.about}'s {what}: {value}.", (), INTELLIGENCE)


def called(state: State, event: e.BarrageCalled, _seat: str | None) -> Line:
    return Line(f"The {state.units[event.unit].name} calls for artillery.", (event.unit,), CALLING)


def answered(state: State, event: e.CallAnswered, seat: str | None) -> Line:
    unit = state.units[event.unit]
    if not event.heard:
        text = f"The call of the {unit.name} is not heard; a new one next round has +1."
    elif seat in (None, unit.seat):
        at = f"({inches_text(event.x)}, {inches_text(event.y)})"
        text = f"The call of the {unit.name} is heard: a {event.salvo} comes down at {at} in Step 4."
    else:
        text = f"The call of the {unit.name} is heard: something comes down in Step 4."
    return Line(text, (event.unit,), CALLING)


def landed(state: State, event: e.BarrageLanded, _seat: str | None) -> Line:
    off = f", {event.inches} in off its point" if event.inches else " on its point"
    if not event.on_table:
        off = ", off the table"
    names = ", ".join(state.units[name].name for name in event.struck) or "nobody"
    struck = f" It strikes {names}." if event.on_table else ""
    text = f"A {event.salvo} of {event.seat} lands{off}.{struck}"
    return Line(text, event.struck, EFFECT, (), tuple(Shot("shell", "", name, True) for name in event.struck))


def barrage_met(state: State, event: e.BarrageMet, _seat: str | None) -> Line:
    name = state.units[event.target].name
    if event.margin > 0:
        text = f"{name} {event.defense} against the {event.salvo} {event.threshold}: failed by {event.margin}"
    else:
        text = f"{name} {event.defense} against the {event.salvo} {event.threshold}: it still takes the full DM"
    return Line(f"{text}, {event.amount} damage points.", (event.target,), EFFECT)


def sent(_state: State, event: e.PlaneSent, _seat: str | None) -> Line:
    return Line(f"A {event.kind} of {event.seat} comes in.", (), AIR)


def flown(_state: State, event: e.RunFlown, _seat: str | None) -> Line:
    start, end = (f"({inches_text(x)}, {inches_text(y)})" for x, y in (event.start, event.end))
    return Line(f"The {event.kind} of {event.seat} crosses the table from {start} to {end}.", (), AIR)


def air_met(state: State, event: e.AirAttackMet, _seat: str | None) -> Line:
    target, weapon = state.units[event.target], all_arms().vehicle[event.weapon]
    found = f"a hit, Margin of Success {event.margin}" if event.hit else "a miss"
    text = f"{weapon.name} of the {event.kind} {event.attack} against {target.name} {event.defense}: {found}."
    return Line(text, (target.id,), AIR, (), (Shot(look_of(weapon), "", target.id, event.hit),))


def ended(_state: State, event: e.RunEnded, _seat: str | None) -> Line:
    rest = "is gone" if event.left else "has used up its weapons and flies back to base"
    return Line(f"The {event.kind} of {event.seat} {rest}.", (), AIR)


def intercepted(_state: State, event: e.Intercepted, _seat: str | None) -> Line:
    found = "shot down" if event.shot_down else "driven off" if event.driven_off else "gets through"
    verb = "" if found == "gets through" else "is "
    text = (
        f"A {event.kind} of {event.seat} intercepts the {event.target_kind}, {event.total} against {event.defense}: "
        f"it {verb}{found}."
    )
    return Line(text, (), INTERCEPTION)


def arrived(state: State, event: e.Arrived, _seat: str | None) -> Line:
    text = f"The {state.units[event.unit].name} arrives at its home edge."
    return Line(text, (event.unit,), "tactical.4.2.2-spending")


def clips_came(state: State, event: e.ClipsCame, _seat: str | None) -> Line:
    names = ", ".join(state.units[name].name for name in event.units)
    return Line(f"Spare clips have reached {names}.", event.units, "tactical.4.2.2-spending")
