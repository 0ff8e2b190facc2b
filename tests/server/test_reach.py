"""Where a table says others find it."""

from __future__ import annotations

import pytest

from gearlock.server import reach

AT = "http:" + "//"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.0.0.5"])
def test_a_table_that_listens_to_its_own_machine_is_found_nowhere_else(host: str) -> None:
    assert reach.addresses(host, 8420, ("table.example",)) == ()


def test_a_table_at_one_address_is_found_there_and_by_its_names() -> None:
    assert reach.addresses("192.168.0.7", 80, ("table.example",)) == (
        AT + "table.example:80/",
        AT + "192.168.0.7:80/",
    )
    assert reach.addresses("fd00::7", 80) == (AT + "[fd00::7]:80/",)


def test_a_table_that_listens_everywhere_is_found_at_every_address_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "_own_addresses", lambda with_six: iter(["10.0.0.2", "192.168.0.7", "10.0.0.2"]))
    assert reach.addresses("0.0.0.0", 8420) == (AT + "10.0.0.2:8420/", AT + "192.168.0.7:8420/")


@pytest.mark.parametrize("address", ["127.0.1.1", "169.254.3.4", "0.0.0.0", "::1"])
def test_addresses_that_lead_nobody_here_are_left_out(address: str) -> None:
    assert list(reach._useful(address)) == []
