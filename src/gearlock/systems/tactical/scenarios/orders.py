"""Orders of chapter 4.3: what is decided before a printed scenario."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class KeepBack(Order, frozen=True, tag="keep-back"):
    """Say which combat group is late."""

    group: int


class NameStevens(Order, frozen=True, tag="name-stevens"):
    """Say who drives with Colonel Stevens, the Commander, and who is Second in Command."""

    unit: str
    second: str = ""


class PlaceChit(Order, frozen=True, tag="place-chit"):
    """Put a chit on the table."""

    x: int = 0
    y: int = 0


class NoteVehicle(Order, frozen=True, tag="note-vehicle"):
    """Note in secret which chit is the vehicle."""

    chit: str


class BeginHullDown(Order, frozen=True, tag="begin-hull-down"):
    """Begin the battle in a hull-down position."""

    unit: str
    terrain: str
    whole: bool = False
