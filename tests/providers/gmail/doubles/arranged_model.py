"""The model of Gmail behind a mailbox and a writer, and another program's hands on the same mail."""

from collections.abc import Mapping

from briefing.mail import MailId, mail_id, provider_id_of
from providers.gmail.mailbox import GmailMailbox
from providers.gmail.quota import QuotaBudget
from providers.gmail.writer import GmailWriter
from providers.mailbox import Account
from tests.providers.gmail.doubles.model import GmailModel, ModelApi
from tests.providers.mailbox_contract import Standing

WORK = Account(slug="gm0a1b2c3d", label="work")
QUICK_S = 0.02


class ArrangedGmailModel:
    """One account of the model; `api` is what the mailbox asks."""

    def __init__(
        self, model: GmailModel | None = None, *, takes_s: float = 0.0, busy_pause_s: float = QUICK_S, page_size: int = 500
    ) -> None:
        self.model = model or GmailModel()
        self.quota = QuotaBudget()
        self.api = ModelApi(self.model, self.quota, takes_s=takes_s)
        self.mailbox = GmailMailbox(self.api, account=WORK, quota=self.quota, busy_pause_s=busy_pause_s, page_size=page_size)
        self.writer = GmailWriter(self.api, account=WORK)

    async def deliver(self, raw: bytes) -> MailId:
        return self.id_of(self.model.deliver(raw))

    async def deliver_sent(self, raw: bytes) -> None:
        self.model.deliver(raw, {"SENT"})

    async def read_elsewhere(self, mail: MailId) -> None:
        self.model.relabel(provider_id_of(mail), remove=["UNREAD"])

    async def flag_elsewhere(self, mail: MailId) -> None:
        self.model.relabel(provider_id_of(mail), add=["STARRED"])

    async def archive_elsewhere(self, mail: MailId) -> None:
        self.model.relabel(provider_id_of(mail), remove=["INBOX"])

    async def delete_elsewhere(self, mail: MailId) -> None:
        self.model.delete(provider_id_of(mail))

    async def standing(self, mail: MailId) -> Standing:
        labels = self.model.labels(provider_id_of(mail))
        assert labels is not None
        return standing_of(labels, {label: name for name, label in self.model.own_labels.items()})

    async def make_named_elsewhere(self, name: str) -> None:
        self.model.own_labels[name] = f"Label_{len(self.model.own_labels) + 7}"

    def id_of(self, provider_id: str) -> MailId:
        return mail_id(WORK.slug, provider_id)


def standing_of(labels: frozenset[str], names: Mapping[str, str]) -> Standing:
    """What labels look like in a mail program; `names` are those of the user's own, by their ids."""
    places = labels & {"INBOX", "TRASH", "SPAM"}
    return Standing(
        in_inbox="INBOX" in places,
        in_archive=not places,
        in_trash="TRASH" in places,
        in_spam="SPAM" in places,
        under=frozenset(names[label] for label in labels & names.keys()),
        read="UNREAD" not in labels,
        flagged="STARRED" in labels,
        important="IMPORTANT" in labels,
    )
