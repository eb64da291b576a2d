"""What all tests share: a plain environment, how Hypothesis searches, checked data left as it was found."""

from __future__ import annotations

import os
import signal

from hypothesis import HealthCheck, settings

# A shell without job control starts its background jobs with Ctrl-C ignored, and children inherit that;
# the tests that press Ctrl-C would then wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# What whoever runs the tests has chosen for his own games.
for name in ("BURGUNDY_DATA", "NO_COLOR"):
    os.environ.pop(name, None)

# `ci` finds the same examples every time; `search` looks further: HYPOTHESIS_PROFILE=search pytest ...
settings.register_profile(
    "ci", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("search", deadline=None, max_examples=1000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
