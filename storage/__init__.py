"""The database: engine, declarative base and migrations. Each package above owns its own tables, in a module named after what it stores."""
