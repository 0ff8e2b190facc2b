"""Battles, their seats, the lines of their logs, and what was said."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the four tables."""
    op.create_table(
        "battles",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("system", sa.String(40), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("seed", sa.String(80), nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("winner", sa.String(40), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
    )
    battle = ("battle", sa.String(32), sa.ForeignKey("battles.id", ondelete="CASCADE"))
    op.create_table(
        "seats",
        sa.Column(*battle, primary_key=True),
        sa.Column("seat", sa.String(40), primary_key=True),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("watch", sa.String(64), nullable=False),
    )
    for table, body in (("lines", ()), ("sayings", (sa.Column("seat", sa.String(40), nullable=False),))):
        op.create_table(
            table,
            sa.Column("battle", sa.String(32), sa.ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
            sa.Column("number", sa.Integer, primary_key=True),
            *body,
            sa.Column("body", sa.Text, nullable=False),
        )


def downgrade() -> None:
    """Nothing is thrown away."""
    raise RuntimeError("No battle is thrown away: a database stays as new as it is. Keep the newer Gearlock.")
