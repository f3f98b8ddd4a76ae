"""The tables of what is stored about a user's accounts at providers."""

from sqlalchemy import BigInteger, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from storage.database import Base


class StoredAccount(Base):
    """One connected account. In clear stands only what says nothing about its owner: `sealed` is the address, the grant and its scopes.

    `connected_at` is in milliseconds since the epoch; `quota_ledger` is the text that `providers.gmail.quota_ledger` writes.
    """

    __tablename__ = "account"
    __table_args__ = (UniqueConstraint("user_id", "label", name="uq_account_user_id_label"),)

    user_id: Mapped[str] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(primary_key=True)
    provider: Mapped[str]
    label: Mapped[str]
    sealed: Mapped[bytes]
    connected_at: Mapped[int] = mapped_column(BigInteger)
    needs_sign_in: Mapped[bool]
    quota_ledger: Mapped[str] = mapped_column("quota_book", server_default="")
