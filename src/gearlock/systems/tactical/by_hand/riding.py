"""7.2: who of a position rides in which vehicle: `carrier` says it, and the squad is aboard."""

from __future__ import annotations

from typing import Any

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.sheets import Sheet, Table
from gearlock.systems.tactical.state import ABOARD, FIELDED, State, Unit
from gearlock.systems.tactical.transports.passengers import refuse_seats


def get_in(sheet: Sheet, state: State, table: Table, unit: Unit, said: dict[str, Any]) -> None:
    """Who has a carrier is aboard it, if that is a vehicle of its own side; who is aboard says of what."""
    carrier = state.units.get(str(said.get("carrier", "")))
    if carrier is None:
        if said.get("status") == ABOARD:
            sheet.wrong(table, "status", 'who is aboard says of what: carrier = "red-1"')
    elif not unit.is_infantry or carrier.is_infantry or carrier.seat != unit.seat:
        sheet.wrong(table, "carrier", "squads ride in vehicles of their own side, and nobody else does")
    elif said.setdefault("status", ABOARD) != ABOARD:
        sheet.wrong(table, "status", f"who rides is '{ABOARD}', and not '{said['status']}'")


@heeds("tactical.7.2-passengers")
def sit_down(sheet: Sheet, state: State) -> None:
    """Everybody aboard is where its vehicle is; there is a seat for each man."""
    tables = {str(table.keys.get("id")): table for table in sheet.tables("model")}
    aboard = [unit for unit in state.units.values() if unit.status == ABOARD and unit.carrier in state.units]
    for unit in aboard:
        unit.status = FIELDED
    for unit in aboard:
        carrier = state.units[unit.carrier]
        refusal = refuse_seats(state, carrier, unit)
        if refusal is not None:
            sheet.wrong(tables[unit.id], "carrier", refusal.message)
        unit.status, unit.x, unit.y, unit.z = ABOARD, carrier.x, carrier.y, carrier.z
