"""The same examples in every run of `make test`, new ones in every run of `make soak`."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("exploring", deadline=None, max_examples=2000)
settings.load_profile("exploring" if os.environ.get("GEARLOCK_EXPLORE") else "steady")
