"""Who has the battles, and room for the names of people's own bots."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of leases, with that of everything; widen the names of players."""
    leases = op.create_table(
        "leases",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("holder", sa.String(200), nullable=False),
    )
    op.bulk_insert(leases, [{"name": "tables", "epoch": 0, "holder": ""}])
    for table in ("seats", "campaign_seats"):
        with op.batch_alter_table(table) as batch:
            batch.alter_column("player", type_=sa.String(200), existing_type=sa.String(40), existing_nullable=False)


def downgrade() -> None:
    """Nothing is thrown away."""
    raise RuntimeError("No battle is thrown away: a database stays as new as it is. Keep the newer Gearlock.")
