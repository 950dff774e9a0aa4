"""Places inside places: what the places and headings in a file that lies in another one begin with."""

from dataclasses import dataclass

from desktop.domain.records import HEADING_SEPARATOR


@dataclass(frozen=True, slots=True)
class Spot:
    """Where in a document something stands: its place and heading path, empty at the top of the file."""

    place: str = ""
    heading: str = ""

    def inside(self, place: str, heading: str = "") -> "Spot":
        """A place inside this one."""
        return Spot(joined(", ", self.place, place), joined(HEADING_SEPARATOR, self.heading, heading))


def joined(sign: str, *parts: str) -> str:
    """Join what is not empty."""
    return sign.join(part for part in parts if part)


TOP = Spot()
