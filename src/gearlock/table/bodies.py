"""Bodies on an inch table: upright cylinders, points among them, and where they face."""

import msgspec


class Body(msgspec.Struct, frozen=True, gc=False):
    """The space a model takes: a cylinder standing on elevation z. A point is a body without radius and height."""

    x: int
    y: int
    z: int = 0
    radius: int = 0
    height: int = 0

    @property
    def top(self) -> int:
        """The elevation of its highest point."""
        return self.z + self.height


class Pose(msgspec.Struct, frozen=True, gc=False):
    """Where a model stands and which way it faces."""

    x: int
    y: int
    z: int
    facing: int


def point(x: int, y: int, z: int = 0) -> Body:
    """A bare point, for measuring to markers and target points."""
    return Body(x, y, z)
