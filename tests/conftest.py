"""The same examples in every run of `make test`, new ones in every run of `make soak`."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, Phase, settings

os.environ["GEARLOCK_TRACEBACK"] = "1"  # a fault that nobody foresaw fails a test with its traceback

LEFT_OUT = {Phase.explain, Phase.shrink} if os.environ.get("GEARLOCK_HASTY") else {Phase.explain}
"""Explaining a failure has been seen to run for ever where most examples fail alike. The hasty need no small one."""
PHASES = [phase for phase in Phase if phase not in LEFT_OUT]
BUSY = [HealthCheck.too_slow]
"""How long it takes to make up an example tells more about who else uses the machine than about the test."""
settings.register_profile("steady", derandomize=True, deadline=None, phases=PHASES, suppress_health_check=BUSY)
settings.register_profile("exploring", deadline=None, max_examples=2000, phases=PHASES, suppress_health_check=BUSY)
settings.load_profile("exploring" if os.environ.get("GEARLOCK_EXPLORE") else "steady")
