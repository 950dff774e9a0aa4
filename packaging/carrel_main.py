"""Where the frozen program starts; what `python -m desktop` starts is the same."""

import sys

from desktop.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
