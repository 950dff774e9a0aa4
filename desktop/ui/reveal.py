"""Shows a file in the system's file manager."""

import os
import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices


def reveal_command(path: Path, platform: str = sys.platform) -> list[str] | None:
    """Return the command that shows `path` selected, or None where the system has none."""
    if platform == "win32":
        explorer = Path(os.environ.get("SYSTEMROOT", r"C:\Windows"), "explorer.exe")
        return [str(explorer), f"/select,{path}"]
    if platform == "darwin":
        return ["/usr/bin/open", "-R", str(path)]
    return None


def reveal(path: Path) -> bool:
    """Show a file selected where the system can, else open its folder; return whether that worked."""
    command = reveal_command(path)
    if command is None:
        return QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))
    subprocess.Popen(command)  # noqa: S603 - a program of the system with a path, no shell
    return True
