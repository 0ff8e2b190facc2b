"""The same examples in every run of `make test`, new ones in every run of `make soak`."""

from __future__ import annotations

import os

from hypothesis import Phase, settings

os.environ["GEARLOCK_TRACEBACK"] = "1"  # a fault that nobody foresaw fails a test with its traceback

PHASES = [phase for phase in Phase if phase is not Phase.explain]
"""Explaining a failure has been seen to run for ever where most examples fail alike."""
settings.register_profile("steady", derandomize=True, deadline=None, phases=PHASES)
settings.register_profile("exploring", deadline=None, max_examples=2000, phases=PHASES)
settings.load_profile("exploring" if os.environ.get("GEARLOCK_EXPLORE") else "steady")
