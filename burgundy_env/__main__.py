"""`python -m burgundy_env`: the same as the command `burgundy`."""

import sys

from burgundy_env.cli import main

if __name__ == "__main__":
    sys.exit(main())
