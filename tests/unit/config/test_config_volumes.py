"""Network disks and folders of sync clients are told apart from ordinary ones."""

from pathlib import Path

import pytest

from desktop.config import volumes
from desktop.config.volumes import file_system, is_network, sync_client

MOUNTS = """\
/dev/sda1 / ext4 rw,relatime 0 0
tmpfs /tmp tmpfs rw 0 0
server:/export /mnt/team nfs4 rw 0 0
//nas/photos /mnt/my\\040photos cifs rw 0 0
/dev/sdb1 /mnt/team/local ext4 rw 0 0
ann@host:/ /home/ann/remote fuse.sshfs rw 0 0
broken line
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/home/ann/a.txt", "ext4"),
        ("/mnt/team", "nfs4"),
        ("/mnt/team/x/a.txt", "nfs4"),
        ("/mnt/team/local/a.txt", "ext4"),
        ("/mnt/teamwork/a.txt", "ext4"),
        ("/mnt/my photos/a.jpg", "cifs"),
        ("/home/ann/remote/a.txt", "fuse.sshfs"),
    ],
)
def test_the_nearest_mount_decides(path: str, kind: str) -> None:
    assert file_system(Path(path), MOUNTS) == kind


@pytest.mark.parametrize(
    ("kind", "network"),
    [("nfs4", True), ("fuse.sshfs", True), ("smb3", True), ("ext4", False), ("fuse.portal", False)],
)
def test_what_the_system_lists_is_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, network: bool
) -> None:
    monkeypatch.setattr(volumes.sys, "platform", "linux")
    mounts = tmp_path / "mounts"
    mounts.write_text(f"/dev/x / ext4 rw 0 0\nx {tmp_path} {kind} rw 0 0\n", "utf-8")
    monkeypatch.setattr(volumes, "_MOUNTS", mounts)
    assert is_network(tmp_path / "a" / "b") is network


def test_without_a_list_nothing_is_claimed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(volumes.sys, "platform", "linux")
    monkeypatch.setattr(volumes, "_MOUNTS", tmp_path / "missing")
    assert not is_network(tmp_path)


def test_on_windows_the_drive_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(volumes.sys, "platform", "win32")
    monkeypatch.setattr(volumes, "_windows_drive_type", lambda path: 4 if str(path).startswith("Z") else 3)
    assert is_network(Path("Z:/x"))
    assert not is_network(Path("C:/x"))
    assert is_network(Path("\\\\server\\share"))


def test_on_a_mac_the_mounts_are_listed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Done:
        stdout = f"/dev/disk1 on / (apfs, local)\n//ann@nas/x on {tmp_path}/My Share (smbfs, nodev)\n"

    monkeypatch.setattr(volumes.sys, "platform", "darwin")
    monkeypatch.setattr(volumes, "_MOUNTS", tmp_path / "missing")
    monkeypatch.setattr("subprocess.run", lambda *_arguments, **_options: Done())
    assert is_network(tmp_path / "My Share" / "a.txt")
    assert not is_network(tmp_path / "a.txt")


@pytest.mark.parametrize(
    ("path", "client"),
    [
        ("/home/ann/Dropbox/x/library.carrel", "Dropbox"),
        ("/Users/ann/Library/Mobile Documents/x/a", "Mobile Documents"),
        ("/home/ann/OneDrive - Harbour Office/a", "OneDrive - Harbour Office"),
        ("/home/ann/Nextcloud/a", "Nextcloud"),
        ("/home/ann/documents/dropbox", ""),  # the file itself
        ("/home/ann/my-dropbox-notes/a", ""),
        ("/home/ann/a", ""),
    ],
)
def test_folders_of_sync_clients_are_known_by_name(path: str, client: str) -> None:
    assert sync_client(Path(path)) == client
