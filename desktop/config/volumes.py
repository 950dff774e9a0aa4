"""What kind of disk a path lies on: network folders and folders of sync clients need care."""

import os
import re
import sys
from pathlib import Path

_NETWORK = re.compile(
    r"nfs4?|cifs|smb[23]?|smbfs|ncpfs|afs|9p|ceph|glusterfs|lustre|davfs|webdav|afpfs|ftp|"
    r"fuse\.(?:sshfs|rclone|davfs2|s3fs|gvfsd-fuse|glusterfs|ceph)"
)
_SYNCED = re.compile(
    r"dropbox|onedrive(?: - .*)?|google ?drive|googledrive-.*|my drive|icloud ?drive|mobile documents|"
    r"com~apple~clouddocs|nextcloud|owncloud|pcloud ?drive|mega|box(?: sync)?|sync|syncthing|"
    r"onedrive-.*|dropbox-.*",
    re.IGNORECASE,
)
_REMOTE_DRIVE = 4  # DRIVE_REMOTE of GetDriveTypeW
_MOUNTS = Path("/proc/self/mounts")


def is_network(path: Path) -> bool:
    """Tell whether a path lies on a network disk, as far as the system says."""
    if sys.platform == "win32":
        return str(path).startswith("\\\\") or _windows_drive_type(path) == _REMOTE_DRIVE
    try:
        return _is_network(file_system(path, _MOUNTS.read_text("utf-8", "surrogateescape")))
    except OSError:  # no such list on macOS
        return sys.platform == "darwin" and _is_network(_mac_file_system(path))


def file_system(path: Path, mounts: str) -> str:
    """Return the type of the file system that a path lies on, from the lines of /proc/self/mounts."""
    best, kind = "", ""
    place = os.path.realpath(path)
    for line in mounts.splitlines():
        fields = line.split(" ")
        if len(fields) < 3:
            continue
        point = re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), fields[1])
        inside = place == point or place.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= len(best):
            best, kind = point, fields[2]
    return kind


def sync_client(path: Path) -> str:
    """Return the folder above `path` that looks like the one of a sync client, "" when none does."""
    return next((part for part in path.parts[1:-1] if _SYNCED.fullmatch(part)), "")


def _is_network(kind: str) -> bool:
    return _NETWORK.fullmatch(kind) is not None


def _windows_drive_type(path: Path) -> int:
    import ctypes

    windll = getattr(ctypes, "windll")  # noqa: B009 - only Windows has it
    return int(windll.kernel32.GetDriveTypeW(path.absolute().anchor))


def _mac_file_system(path: Path) -> str:
    """Ask for the type by the list of mounts that macOS prints: "//host/share on /Volumes/x (smbfs, ...)"."""
    import subprocess

    done = subprocess.run(["/sbin/mount"], capture_output=True, text=True, check=False, timeout=5)
    lines = re.findall(r" on (.+) \(([^,)]+)", done.stdout)
    return file_system(
        path, "\n".join(f"- {point.replace(' ', chr(92) + '040')} {kind}" for point, kind in lines)
    )
