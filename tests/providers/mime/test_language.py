"""The language of a mail, or none rather than a wrong one."""

import pytest

from providers.mime.language import language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Could you send me the signed contract by Friday, please?", "en"),
        ("Könntest du mir bitte bis Freitag den unterschriebenen Vertrag schicken?", "de"),
        ("Pourrais-tu m'envoyer le contrat signé avant vendredi, s'il te plaît ?", "fr"),
        ("¿Podrías enviarme el contrato firmado antes del viernes, por favor?", "es"),
        ("Kun je me voor vrijdag het ondertekende contract toesturen, alsjeblieft?", "nl"),
        ("Yes.", ""),
        ("OK 12345 67890 12345 67890 12345 67890 12345 67890", ""),
        ("", ""),
    ],
)
def test_a_language_is_named_when_it_is_plain(text: str, language: str) -> None:
    assert language_of(text) == language
