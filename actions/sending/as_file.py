"""A mail from a user to themselves as a file, for looking at it: nothing of it is sent."""

from datetime import datetime

from briefing.mail import Address
from providers.mime.composition import compose, new_message_id
from providers.sender import FurtherField, OutgoingMail


def as_file(own_address: str, *, subject: str, text: str, html: str, date: datetime) -> bytes:
    """The whole message, as it would leave. Raises `SendRefusedError` for what is no address."""
    own = Address(email=own_address)
    mail = OutgoingMail(
        message_id=new_message_id(own_address),
        from_=own,
        to=(own,),
        subject=subject,
        body=text,
        html=html,
        headers=((FurtherField.AUTO_SUBMITTED, "auto-generated"),),
        date=date,
    )
    return compose(mail, with_bcc=False)
