"""`python -m tui` starts the program, as `weathergage` does."""

import sys

from tui.cli import main

sys.exit(main())
