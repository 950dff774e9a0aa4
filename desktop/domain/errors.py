"""The three ways work can end early: the person can act, it is a bug, it was cancelled."""


class UserError(Exception):
    """A problem in the environment or the input that the person can act on.

    `title` is a few words, `detail` one sentence saying what happened, `advice` what to do next.
    Everything that is not a UserError or Cancelled is a bug and is reported as one.
    """

    def __init__(self, title: str, detail: str, advice: str = "") -> None:
        super().__init__(title, detail, advice)
        self.title = title
        self.detail = detail
        self.advice = advice

    def __str__(self) -> str:
        """Return the three parts as one readable paragraph."""
        return " ".join(part for part in (f"{self.title}.", self.detail, self.advice) if part)


class DiskFullError(UserError):
    """There is no room left for what is to be stored; what was stored is safe."""


class LibraryDamagedError(UserError):
    """A part of the library file cannot be read any more; the text index can be made anew."""


class Cancelled(Exception):  # noqa: N818 - a quiet end, not an error
    """Work was stopped on request; it travels quietly and leaves the library consistent."""
