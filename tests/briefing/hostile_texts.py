"""Texts that try the rules: fragments of everything they know, mixed with any character there is."""

from hypothesis import strategies as st

_FRAGMENTS = (
    "https://www.github.com/acme/api?x=1", "http://a@evil.ru", "www.x.org", "anna.berg@example.org", "<", ">", "[", "](", ")",
    "@tom", "(", "2026-03-12", "2026-03-12T14:00:00Z", "12.03.2026", "12.03.", "12/03/2026", "25/03/2026", "14:30", "9:00 AM",
    "2 p.m.", "10:00-11:30", "14h30", "14.30 Uhr", "Thu, ", "12 Mar", "Mar 12", "\u20ac1,250.00", "1.250,00 \u20ac", "EUR 49,99",
    "$5k", "$1.2M", "1", "42", "007", "4827193", "0123", "-", "\u2013", "\u2014", ".", ",", ":", ";", "!", "?", "/", "#", "%",
    "&", "*", "_", "|", "~", "=", "+", "'", '"', "\u201c", "\u2026", "\u00b0C", "order ", "code ", "is your", "Invoice No. ",
    "AB12-9XK4", "+49 30 1234567", "DE89 3704 0044 0532 0130 00", "a1b2c3d", "URGENT", "BUY NOW", "NASA", "\n", "\n\n", "- ",
    "\u2022 ", " ", "\u00a0", "\u202e", "\u200b", "\ufeff", "\U0001f389", "\u0301", "\u3164", "\x07", ":)", "\u00bd", "Hi Tom,",
    "Could you send it by Friday?", "Subject: x", "From: y", "Unsubscribe", "Best regards", "From", "e.g.", "Dr. ", "a link",
    "am", "pm", "euros", "and", "to", "percent", "\u5c71\u7530", "\u0130", "\u00df", "\ufb01", "x" * 60, "A" * 45,
)  # fmt: skip

mixtures = st.lists(st.one_of(st.sampled_from(_FRAGMENTS), st.text(max_size=6)), max_size=14).map("".join)
any_text = st.one_of(mixtures, st.text(max_size=80))
