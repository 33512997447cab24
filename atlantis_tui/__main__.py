"""`python -m atlantis_tui` is the same as `atlantis`."""

import sys

from atlantis_tui.cli import main

if __name__ == "__main__":
    sys.exit(main())
