"""The tables of what is known about a user."""

from sqlalchemy.orm import Mapped, mapped_column

from storage.database import Base


class StoredPreference(Base):
    """One thing that a user told us: `kind` is a `PreferenceKind`; the `value` of a `vip` is an address in lower case."""

    __tablename__ = "preference"

    user_id: Mapped[str] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str] = mapped_column(primary_key=True)
