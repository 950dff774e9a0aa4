"""Makes the set-up scripts importable, which lie beside the program and are no package."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "packaging"))
