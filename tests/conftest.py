"""What all tests share: how Hypothesis searches, and the cache of checked data left as it was found."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# `ci` finds the same examples every time; `search` looks further: HYPOTHESIS_PROFILE=search pytest ...
settings.register_profile(
    "ci", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("search", deadline=None, max_examples=1000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
