"""Maps made from a seed: two fifths to a half of the table covered or as a game wants it, mixed heights and ratings.

The table is cut into lots of about 6 inches. Pieces take one, two or four lots each and keep off their borders, so no
two overlap and there is always a way between them. The lots along the south and north edge, where armies deploy, hold
only what can be entered. Every square of four by four lots gets two pieces of 3 inches or more. A fair map looks the
same to both armies: turned by half it is itself. A seed gives the same map on every machine, in every version.
"""

from dataclasses import dataclass, field
from hashlib import blake2b

from gearlock.table.measure import INCH
from gearlock.table.polygon import Outline, Point, doubled_area
from gearlock.table.terrain import Ground, Piece

LOT = 6 * INCH
BLOCK = 4  # lots along a 24 inch square
TALL = 3 * INCH
MARGIN = 400  # mils every piece keeps off the border of its lots
VERGE = 1_300  # the same beside a road
ROAD = 1_000  # half a road's width
COVERED = (43, 50)  # hundredths of the table under terrain: filled up to the one, never beyond the other

Lot = tuple[int, int]


@dataclass(slots=True, frozen=True)
class Stock:
    """A sort of terrain piece to choose from: its heights in half inches, from and to."""

    name: str
    kind: str
    rating: str
    low: int
    high: int
    footing: bool = False
    square: bool = False
    depth: int = 0


AREAS = (
    Stock("Light wood", "area", "light", 6, 8),
    Stock("Old forest", "area", "heavy", 7, 10),
    Stock("Rough ground", "area", "light", 1, 2),
    Stock("Scrub", "area", "light", 2, 4),
    Stock("Dunes", "area", "heavy", 2, 4),
    Stock("Ruins", "area", "heavy", 3, 6, square=True),
    Stock("Shallows", "water", "", 0, 0, depth=500),
)
TALLS = (
    Stock("Rock spire", "instance", "heavy", 6, 12),
    Stock("Depot", "building", "heavy", 6, 9, footing=True, square=True),
    Stock("Tower block", "building", "heavy", 8, 12, footing=True, square=True),
    Stock("Billboard frame", "instance", "light", 6, 8, square=True),
)
LOWS = (
    Stock("Boulders", "instance", "heavy", 2, 4),
    Stock("Containers", "instance", "light", 3, 4, footing=True, square=True),
    Stock("Sheds", "building", "light", 3, 5, footing=True, square=True),
)


class Draw:
    """Numbers drawn from a seed: blake2b of seed and counter, so they never change."""

    def __init__(self, seed: int) -> None:
        self._seed = str(seed).encode()
        self._count = 0

    def randrange(self, stop: int) -> int:
        """A whole number from 0 up to, not including, stop; all equally likely."""
        limit = (1 << 64) // stop * stop
        while True:
            self._count += 1
            value = int.from_bytes(blake2b(b"%s/%d" % (self._seed, self._count), digest_size=8).digest(), "big")
            if value < limit:
                return value % stop

    def between(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return low + self.randrange(high - low + 1)


def generate(width: int, height: int, seed: int, fair: bool = True, covered: tuple[int, int] = COVERED) -> Ground:
    """A map of the given size in mils, at least 24 inches either way, so many hundredths of it `covered` by terrain."""
    if min(width, height) < BLOCK * LOT:
        raise ValueError("a generated map is at least 24 inches wide and high")
    plan = _Plan(width, height, Draw(seed), fair, *covered)
    plan.lay_road()
    for block in plan.blocks():
        plan.fill(block)
    plan.top_up()
    return Ground(width, height, tuple(plan.pieces), f"Seed {seed}")


@dataclass(slots=True)
class _Plan:
    """A map in the making."""

    width: int
    height: int
    draw: Draw
    fair: bool
    goal: int
    most: int
    pieces: list[Piece] = field(default_factory=list)
    taken: set[Lot] = field(default_factory=set)
    covered: int = 0  # twice the area
    road: int = 0  # the lot border a road runs along, 0 for none

    @property
    def columns(self) -> int:
        return self.width // LOT

    @property
    def rows(self) -> int:
        return self.height // LOT

    def lay_road(self) -> None:
        """Every other map has a road from south to north along a lot border; on a fair one it must be the middle."""
        if self.draw.randrange(2) or (self.fair and self.columns % 2):
            return
        self.road = self.columns // 2 if self.fair else 1 + self.draw.randrange(self.columns - 1)
        x = self._line(self.road, self.columns, self.width)
        outline = ((x - ROAD, 0), (x + ROAD, 0), (x + ROAD, self.height), (x - ROAD, self.height))
        self.pieces.append(Piece("road", "Road", "road", outline))

    def blocks(self) -> list[list[Lot]]:
        """The lots of every whole 24 inch square, and what is left over at the far edges."""
        return [
            [(column, row) for column in range(left, min(left + BLOCK, self.columns))
             for row in range(low, min(low + BLOCK, self.rows))]
            for left in range(0, self.columns, BLOCK)
            for low in range(0, self.rows, BLOCK)
        ]  # fmt: skip

    def fill(self, block: list[Lot]) -> None:
        """Two tall pieces first, then a large area, two long ones and something low."""
        while self._tall_in(block) < 2 and self._place(block, TALLS, (1, 1)):
            pass
        if len(self.taken.intersection(block)) <= len(block) // 4:
            self._place(block, AREAS, (2, 2))
            for _ in range(2):
                self._place(block, AREAS, (2, 1) if self.draw.randrange(2) else (1, 2))
            self._place(block, LOWS, (1, 1))

    def top_up(self) -> None:
        """More areas wherever a lot is free, until the goal is reached."""
        everywhere = [lot for block in self.blocks() for lot in block]
        for shape in ((2, 1), (1, 2), (1, 1)):
            while self.covered * 50 < self.goal * self.width * self.height and self._place(everywhere, AREAS, shape):
                pass

    def _tall_in(self, block: list[Lot]) -> int:
        """How many tall pieces have their middle in a block."""
        count = 0
        for piece in self.pieces:
            xs, ys = [x for x, _ in piece.outline], [y for _, y in piece.outline]
            middle = (
                (min(xs) + max(xs)) * self.columns // (2 * self.width),
                (min(ys) + max(ys)) * self.rows // (2 * self.height),
            )
            count += piece.top >= TALL and middle in block
        return count

    def _place(self, block: list[Lot], stocks: tuple[Stock, ...], shape: tuple[int, int]) -> bool:
        """Put one piece somewhere free in the block, and its twin on a fair map; False if there is no room."""
        entered = stocks is AREAS
        spots = [lot for lot in block if self._is_free(lot, shape, block, entered)]
        if not spots:
            return False
        lot = spots[self.draw.randrange(len(spots))]
        stock = stocks[self.draw.randrange(len(stocks))]
        self.taken.update(self._lots(lot, shape))
        outline = self._outline(lot, shape, stock)
        self._add(stock, outline, self.draw.between(stock.low, stock.high) * INCH // 2)
        return True

    def _add(self, stock: Stock, outline: Outline, top: int) -> None:
        twins = [outline]
        if self.fair:
            twins.append(tuple((self.width - x, self.height - y) for x, y in outline))
            self.taken.update({(self.columns - 1 - c, self.rows - 1 - r) for c, r in self.taken})
        for corners in twins:
            props: dict[str, int | str] = {"depth": stock.depth} if stock.depth else {}
            id = f"{stock.name.lower().replace(' ', '-')}-{len(self.pieces) + 1}"
            self.pieces.append(Piece(id, stock.name, stock.kind, corners, top, 0, stock.rating, stock.footing, props))
            self.covered += doubled_area(corners)

    def _lots(self, lot: Lot, shape: tuple[int, int]) -> set[Lot]:
        return {(lot[0] + right, lot[1] + up) for right in range(shape[0]) for up in range(shape[1])}

    def _is_free(self, lot: Lot, shape: tuple[int, int], block: list[Lot], entered: bool) -> bool:
        """Whether a piece fits here: lots free, not across the road, clear of its own twin, no bar to deployment."""
        lots = self._lots(lot, shape)
        if self.taken & lots or not lots <= set(block):
            return False
        if self.fair and lots & {(self.columns - 1 - column, self.rows - 1 - row) for column, row in lots}:
            return False
        if not entered and any(row in (0, self.rows - 1) for _, row in lots):
            return False
        across = shape[0] == 2 and lot[0] + 1 == self.road
        wide, high = shape[0] * self.width // self.columns, shape[1] * self.height // self.rows
        most = 2 * (wide - 2 * MARGIN) * (high - 2 * MARGIN) * (2 if self.fair else 1)
        return not across and (most + self.covered) * 50 <= self.most * self.width * self.height

    def _line(self, number: int, count: int, length: int) -> int:
        """Where a lot border lies; the lots share out what the table has beyond whole ones."""
        return number * length // count

    def _outline(self, lot: Lot, shape: tuple[int, int], stock: Stock) -> Outline:
        """A rectangle within its lots, or one with its corners cut off unevenly."""
        west, east = lot[0], lot[0] + shape[0]
        left = self._line(west, self.columns, self.width) + (VERGE if west == self.road else MARGIN)
        right = self._line(east, self.columns, self.width) - (VERGE if east == self.road else MARGIN)
        low = self._line(lot[1], self.rows, self.height) + MARGIN
        high = self._line(lot[1] + shape[1], self.rows, self.height) - MARGIN
        if stock not in AREAS:
            spare = (right - left) // 4
            left, right = left + self.draw.randrange(spare), right - self.draw.randrange(spare)
            low, high = low + self.draw.randrange(spare), high - self.draw.randrange(spare)
        if stock.square:
            return ((left, low), (right, low), (right, high), (left, high))
        cut = min(right - left, high - low) // 3
        sizes = [self.draw.between(cut // 4, cut) for _ in range(8)]
        corners: list[Point] = [
            (left + sizes[0], low), (right - sizes[1], low), (right, low + sizes[2]), (right, high - sizes[3]),
            (right - sizes[4], high), (left + sizes[5], high), (left, high - sizes[6]), (left, low + sizes[7]),
        ]  # fmt: skip
        return tuple(corners)
