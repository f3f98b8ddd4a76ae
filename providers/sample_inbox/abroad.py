"""Letters in German and in French."""

from providers.sample_inbox.cast import CAMILLE, HOTEL, JONAS, LINDNER
from providers.sample_inbox.letter import Enclosure, Letter

LETTERS = [
    Letter(
        key="jonas",
        sender=JONAS,
        subject="Wandern im Herbst?",
        hours=15.5,
        text="""Hallo Sam,

lange nichts gehört! Lena und ich wollen am Wochenende nach dem [[datum+20]] drei Tage an der Mosel wandern, von Cochem
nach Zell. Die Hütten sind fast
ausgebucht, ein Zimmer ist noch frei. Kommst du mit? Ich müsste bis [[tag+4]] zusagen.

Das Bier zahlst diesmal du.

Liebe Grüße
Jonas

Von meinem iPhone gesendet
""",
    ),
    Letter(
        key="lindner",
        sender=LINDNER,
        subject="Ihre Unterlagen für die Steuererklärung",
        hours=47.6,
        text="""Guten Tag Sam Rivera,

für Ihre deutsche Steuererklärung fehlen uns noch die Mietabrechnung und die Bescheinigung Ihrer Bank. Bitte senden Sie uns beides bis zum
[[datum+7]], damit wir die Frist des Finanzamts einhalten können. Die voraussichtliche Erstattung beträgt 612,40 Euro.

Mit freundlichen Grüßen
Annette Lindner
Steuerberaterin
""",
        enclosures=(Enclosure(name="Checkliste für Mandanten.pdf"),),
    ),
    Letter(
        key="hotel",
        sender=HOTEL,
        subject="Confirmation de votre réservation à Saint-Malo",
        hours=58.2,
        html="""<!DOCTYPE html><html lang="fr"><head><meta charset="utf-8"><style>td{font-family:Georgia}</style></head><body>
<div style="display:none;max-height:0">Votre séjour est confirmé.</div><table width="600"><tr><td><h2>Bonjour Sam Rivera,</h2>
<p>Nous avons le plaisir de confirmer votre réservation&nbsp;: une chambre double avec vue sur la mer, deux nuits à partir du [[jour+33]],
petit déjeuner compris.</p><p>Le montant total est de <b>248&nbsp;€</b>. L'annulation est gratuite jusqu'au [[jour+26]].</p>
<p>À quelle heure pensez-vous arriver&nbsp;? La réception ferme à 22&nbsp;h.</p>
<p>Au plaisir de vous accueillir,<br>l'équipe de l'Hôtel des Remparts</p></td></tr></table></body></html>""",
    ),
    Letter(
        key="camille",
        sender=CAMILLE,
        subject="Le bébé est là !",
        hours=10.9,
        text="""Coucou Sam,

elle est arrivée cette nuit à quatre heures : Louise, 3,2 kilos, beaucoup de cheveux et déjà un sacré caractère. Tout
le monde va bien, Mathieu n'a pas
dormi depuis deux jours.

Quand est-ce que tu viens nous voir ? La chambre d'amis t'attend.

Je t'embrasse
Camille
""",
        enclosures=(Enclosure(name="Louise.jpg", kind="image/jpeg", content=b"\xff\xd8\xff\xe0\x00\x10JFIF\x00"),),
    ),
]
