"""Forces that people keep on the server."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make their table."""
    op.create_table(
        "forces",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("system", sa.String(40), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("facts", sa.String(400), nullable=False),
        sa.Column("legal", sa.Boolean, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Nothing is thrown away."""
    raise RuntimeError("No force is thrown away: a database stays as new as it is. Keep the newer Gearlock.")
