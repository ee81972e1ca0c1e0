"""`python -m server`: the command `crownhouse`, where its script is not at hand."""

import sys

from server.start.main import main

if __name__ == "__main__":
    sys.exit(main())
