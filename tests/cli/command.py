"""Run the `gearlock` command inside the test process, as its entry point would."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Any

import pytest

from gearlock.cli.main import run


@dataclass
class Done:
    code: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)


class Command:
    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys, self._monkeypatch = capsys, monkeypatch

    def __call__(self, *words: object) -> Done:
        self._monkeypatch.setattr(sys, "argv", ["gearlock", *map(str, words)])
        code = 0
        try:
            run()
        except SystemExit as leaving:
            code = int(leaving.code or 0)
        out, err = self._capsys.readouterr()
        return Done(code, out, err)
