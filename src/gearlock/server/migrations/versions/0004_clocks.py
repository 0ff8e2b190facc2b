"""Clocks of people who want them."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make their table."""
    battle = sa.ForeignKey("battles.id", ondelete="CASCADE")
    op.create_table(
        "clocks",
        sa.Column("battle", sa.String(32), battle, primary_key=True),
        sa.Column("timing", sa.String(200), nullable=False),
        sa.Column("left", sa.String(400), nullable=False),
    )


def downgrade() -> None:
    """Nothing is thrown away."""
    raise RuntimeError("No clock is thrown away: a database stays as new as it is. Keep the newer Gearlock.")
