"""Alembic's entry point: runs the steps on the connection, and inside the transaction, that `storage.migrate` opened.

The connection is handed in because the lock that keeps several processes apart belongs to its transaction.
"""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    version_table=context.config.attributes["version_table"],
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
