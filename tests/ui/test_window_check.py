"""The doctor's look at a window: it draws one in another process, and survives what Qt does there."""

import pytest

from desktop.window_check import check_window


def test_a_window_is_drawn() -> None:
    check = check_window()
    assert (check.name, check.ok) == ("Window", True)
    assert "on “offscreen”" in check.detail


def test_an_unusable_display_is_a_failed_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "no-such-platform")
    check = check_window()
    assert not check.ok
    assert "Qt ended the process" in check.detail
