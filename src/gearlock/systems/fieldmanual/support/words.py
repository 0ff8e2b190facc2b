"""Support in words. A seat reads only what it may know."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.fieldmanual.forces.support import support_options
from gearlock.systems.fieldmanual.state import State
from gearlock.systems.fieldmanual.support import air_events as a
from gearlock.systems.fieldmanual.support import events as e
from gearlock.systems.fieldmanual.support.options import Choice, read_choice
from gearlock.table.measure import inches_text

STEP_5 = "fieldmanual.step5-support-points"


def choice_words(state: State, choice: Choice) -> str:
    """A choice in words."""
    option = support_options().get(choice.option)
    words = choice.option if option is None else option.name
    if choice.group:
        words += f" (Combat Group {choice.group})"
    if choice.unit in state.units:
        words += f" ({state.units[choice.unit].name})"
    return f"{'guided ' * choice.guided}{words}{', infiltrating' * choice.infiltrates}"


def bought(state: State, event: e.Bought, seat: str | None) -> Line | None:
    """A choice, for whoever may read it."""
    if seat not in (None, event.seat):
        return None
    when = f", for round {event.round}" if event.round else ""
    text = f"{event.seat.capitalize()} buys: {choice_words(state, read_choice(event.choice))}{when}."
    return Line(text, (), STEP_5)


def shown(state: State, event: e.SupportShown, _seat: str | None) -> Line:
    """Choices that are open now."""
    sides: dict[str, list[str]] = {}
    for key in event.keys:
        sides.setdefault(key.split(":")[1], []).append(choice_words(state, read_choice(state.facts[key].value)))
    text = "; ".join(f"{seat.capitalize()}: {', '.join(names)}" for seat, names in sides.items())
    return Line(f"Support is shown. {text}.", (), STEP_5)


def settled(_state: State, event: e.SupportSettled, _seat: str | None) -> Line:
    """The Command Points of both."""
    return Line(f"Command Points: red {event.red}, blue {event.blue}.", (), "fieldmanual.cp-pool")


def asset(_state: State, event: e.AssetRaised, _seat: str | None) -> Line:
    """An asset."""
    return Line(f"{event.name} is to be deployed.", (), "fieldmanual.defensive-assets")


def drone(state: State, event: e.DroneAssigned, _seat: str | None) -> Line:
    """A drone."""
    text = f"{state.units[event.owner].name} has an AA drone."
    return Line(text, (event.owner,), "fieldmanual.aa-drone")


def arrival(_state: State, event: e.ArrivalSettled, _seat: str | None) -> Line:
    """A group that does not deploy with the others."""
    how = "is held in reserve" if event.reserve else "infiltrates"
    rule = "fieldmanual.reserves" if event.reserve else "fieldmanual.infiltrators"
    return Line(f"{event.seat.capitalize()}'s Combat Group {event.group} {how}.", (), rule)


def _unit(state: State, name: str) -> str:
    return state.units[name].name if name in state.units else "Somebody"


def stage(_state: State, event: e.StageBegun, _seat: str | None) -> Line | None:
    """A phase of Step 3."""
    names = {"reserves": "Support: reserves.", "placing": "Support: airstrikes.", "artillery": "Support: artillery."}
    return Line(names[event.stage], (), "fieldmanual.support-events") if event.stage in names else None


def tried(_state: State, event: e.ReservesTried, _seat: str | None) -> Line:
    """A call for reserves."""
    what = "arrives" if event.comes else "does not arrive"
    return Line(f"{event.seat.capitalize()}'s Combat Group {event.group} {what}.", (), "fieldmanual.reserves")


def entered(state: State, event: e.Entered, _seat: str | None) -> Line:
    """A model at the edge."""
    return Line(f"{_unit(state, event.unit)} comes onto the table.", (event.unit,), "fieldmanual.reserves")


def drop_point(_state: State, event: e.DropPointChosen, _seat: str | None) -> Line:
    """Where a group comes down."""
    where = f"{inches_text(event.x)}, {inches_text(event.y)} in"
    text = f"{event.seat.capitalize()}'s Combat Group {event.group} drops around {where}."
    return Line(text, (), "fieldmanual.airdrop")


def dropped(state: State, event: e.Dropped, _seat: str | None) -> Line:
    """A model on the ground."""
    text = f"{_unit(state, event.unit)} comes down"
    if event.length:
        text += f", {inches_text(event.length)} in astray [{event.direction}, {event.distance}]"
    return Line(f"{text}.", (event.unit,), "fieldmanual.airdrop")


def paid(state: State, event: e.CallPaid, _seat: str | None) -> Line:
    """A call."""
    return Line(f"{_unit(state, event.unit)} calls for {event.what}.", (event.unit,), STEP_5)


def strike_called(state: State, event: e.StrikeCalled, _seat: str | None) -> Line:
    """A strike on its way."""
    what = choice_words(state, read_choice(event.written))
    whom = f" on {_unit(state, event.target)}" if event.target else ""
    where = f"{inches_text(event.x)}, {inches_text(event.y)} in"
    return Line(
        f"{event.seat.capitalize()}'s {what} is on its way{whom}, to {where}.", (), "fieldmanual.artillery-call"
    )


def corrected(_state: State, event: e.FireCorrected, _seat: str | None) -> Line:
    """A correction."""
    good = event.margin > 0
    what = f"{event.margin} in off its scatter" if good else f"{-event.margin} off its attack"
    return Line(f"The fire is corrected: {what}.", (), "fieldmanual.artillery-call")


def strike_landed(_state: State, event: e.StrikeLanded, _seat: str | None) -> Line:
    """A strike."""
    where = f"{inches_text(event.x)}, {inches_text(event.y)} in"
    astray = f", {inches_text(event.length)} in astray [{event.direction}, {event.distance}]" if event.direction else ""
    return Line(f"{event.weapon} comes down at {where}{astray}.", (), "fieldmanual.artillery-resolve")


def friendly(_state: State, event: e.FriendlyFireRolled, _seat: str | None) -> Line:
    """A die."""
    what = f"{event.seat} directs it" if event.seat else "nothing comes"
    return Line(f"Friendly fire: [{event.face}], {what}.", (), "fieldmanual.event-friendly-fire")


def air_called(_state: State, event: a.AirstrikeCalled, _seat: str | None) -> Line:
    """An airstrike that comes."""
    where = "from any edge but the enemy's" if event.anywhere else "from the home edge"
    return Line(f"{event.name} is ready, {where}.", (), "fieldmanual.airstrike-call")


def air_placed(state: State, event: a.AirstrikePlaced, _seat: str | None) -> Line:
    """It is there."""
    return Line(f"{_unit(state, event.unit)} appears.", (event.unit,), "fieldmanual.airstrike-move")


def flight_ended(state: State, event: a.FlightEnded, _seat: str | None) -> Line | None:
    """A move and a Turn."""
    if not event.turned:
        return None
    return Line(f"{_unit(state, event.unit)} turns.", (event.unit,), "fieldmanual.airstrike-move")


def air_left(state: State, event: a.AirstrikeLeft, _seat: str | None) -> Line:
    """Gone."""
    return Line(f"{_unit(state, event.unit)} leaves the table.", (event.unit,), "fieldmanual.airstrike-move")


def crashed(state: State, event: a.AirstrikeCrashed, _seat: str | None) -> Line:
    """Down."""
    where = (
        f" crashes at {inches_text(event.x)}, {inches_text(event.y)} in" if event.direction else " is blown to pieces"
    )
    return Line(f"{_unit(state, event.unit)}{where}.", (event.unit,), "fieldmanual.airstrike-damage")


def assigned(state: State, event: e.ActionAssigned, _seat: str | None) -> Line:
    """A turret's task."""
    what = "stands by for coordinates" if event.weapon else "keeps its Action for Reaction Fire"
    return Line(f"{_unit(state, event.unit)} {what}.", (event.unit,), "fieldmanual.defensive-assets")
