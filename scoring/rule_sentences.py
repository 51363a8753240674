"""A sentence of the rule sheet for every choice of every rule field, German and English.

``{card}`` is the lowest trump, ``{card_en}`` the same in English, ``{points}`` the game points of a Bummerl.
"""

from collections.abc import Mapping
from typing import Final

from scoring.rule_texts import Words

ALWAYS: Final[Mapping[str, Words]] = {
    "table": (
        (
            "Ein Spiel zählt drei Siegpunkte gegen einen Gegner ohne Stich, zwei gegen einen mit höchstens 32 "
            "Augen, sonst einen."
        ),
        (
            "A deal is worth three game points against an opponent without a trick, two against one with 32 "
            "card points or fewer, otherwise one."
        ),
    ),
    "bummerl": (
        "Ein Bummerl gewinnt, wer zuerst {points} Siegpunkte hat.",
        "A Bummerl is won by whoever first has {points} game points.",
    ),
    "only_games": (
        "Gezählt werden nur gewonnene Spiele.",
        "Only won games are counted.",
    ),
    "bummerl_of_games": (
        "Ein Bummerl gewinnt, wer zuerst {points} Spiele gewonnen hat.",
        "A Bummerl is won by whoever has won {points} games first.",
    ),
    "follow": (
        (
            "Solange der Talon offen und nicht aufgebraucht ist, darf jede Karte zugegeben werden; danach "
            "gilt Farb- und Stichzwang."
        ),
        (
            "While the talon is open and not used up any card may be played; afterwards one must follow suit "
            "and head the trick, else trump."
        ),
    ),
    "marriage": (
        ("Wer am Ausspielen ist und König und Ober (Dame) einer Farbe hat, darf 20 ansagen, in der Trumpffarbe 40."),
        "The leader may announce king and queen of a suit for 20, in trumps for 40.",
    ),
    "claim": (
        (
            "Wer 66 Augen hat, muss sich ausmelden: gleich nach einem eigenen Stich oder einer Ansage, vor "
            "der nächsten Karte."
        ),
        (
            "Whoever has 66 card points must claim: directly after winning a trick or announcing a "
            "marriage, before the next card."
        ),
    ),
}
"""What no field varies."""

SENTENCES: Final[Mapping[tuple[str, object], Words]] = {
    ("deck", 20): (
        ("Gespielt wird Schnapsen mit 20 Karten: Ass 11 Augen, Zehner 10, König 4, Ober (Dame) 3, Unter (Bube) 2."),
        "Schnapsen is played with 20 cards: ace 11 card points, ten 10, king 4, queen 3, jack 2.",
    ),
    ("deck", 24): (
        (
            "Gespielt wird Sechsundsechzig mit 24 Karten: Ass 11 Augen, Zehner 10, König 4, Ober (Dame) 3, "
            "Unter (Bube) 2, Neuner 0."
        ),
        "Sixty-six is played with 24 cards: ace 11 card points, ten 10, king 4, queen 3, jack 2, nine 0.",
    ),
    ("exchange", "allowed"): (
        (
            "{card} darf gegen die aufgeschlagene Trumpfkarte ausgetauscht werden, solange der Talon offen "
            "und nicht aufgebraucht ist."
        ),
        "{card_en} may be exchanged for the face-up trump card while the talon is open and not used up.",
    ),
    ("exchange", "never"): (
        "Die aufgeschlagene Trumpfkarte wird nicht ausgetauscht.",
        "The face-up trump card is not exchanged.",
    ),
    ("exchange_needs_trick", True): (
        "Austauschen darf nur, wer schon einen Stich hat.",
        "Only a player who has a trick may exchange.",
    ),
    ("exchange_needs_trick", False): (
        "Einen eigenen Stich braucht man zum Austauschen nicht.",
        "No own trick is needed for the exchange.",
    ),
    ("exchange_before_first_lead", True): (
        "Auch vor dem ersten Ausspielen darf ausgetauscht werden.",
        "The exchange is allowed before the first lead of the deal too.",
    ),
    ("exchange_before_first_lead", False): (
        "Vor dem ersten Ausspielen darf nicht ausgetauscht werden.",
        "There is no exchange before the first lead of the deal.",
    ),
    ("exchange_with_one_face_down", True): (
        ("Ausgetauscht werden darf auch noch, wenn neben der Trumpfkarte nur mehr eine verdeckte Karte im Talon ist."),
        "The exchange is still allowed with one face-down card left beside the trump card.",
    ),
    ("exchange_with_one_face_down", False): (
        ("Ist neben der Trumpfkarte nur mehr eine verdeckte Karte im Talon, darf nicht mehr ausgetauscht werden."),
        "With one face-down card left beside the trump card there is no exchange any more.",
    ),
    ("exchange_when_following", True): (
        "Austauschen darf, wer am Ausspielen ist, und der andere unmittelbar vor dem Zugeben.",
        "The leader may exchange before his lead, and the other player directly before following.",
    ),
    ("exchange_when_following", False): (
        "Austauschen darf nur, wer am Ausspielen ist.",
        "Only the leader may exchange.",
    ),
    ("exchange_at_opponents_close", True): (
        (
            "Dreht der Gegner zu, darf man unmittelbar danach noch austauschen, auch ohne Stich und bei nur "
            "mehr einer verdeckten Karte."
        ),
        (
            "Directly after the opponent has closed one may still exchange, even without a trick and with one "
            "face-down card left."
        ),
    ),
    ("exchange_at_opponents_close", False): (
        "Ist zugedreht, wird nicht mehr ausgetauscht.",
        "Once the talon is closed there is no exchange.",
    ),
    ("marriage_before_first_trick", True): (
        (
            "Angesagt werden darf auch ohne eigenen Stich; die Ansage zählt mit dem ersten Stich und "
            "verfällt, wenn keiner folgt."
        ),
        ("A marriage may be announced without an own trick; it counts with the first one and is void if none follows."),
    ),
    ("marriage_before_first_trick", False): (
        "Ansagen darf nur, wer schon einen Stich hat.",
        "Only a player who has a trick may announce a marriage.",
    ),
    ("marriage_lead", "either"): (
        "Danach ist eine der beiden Karten auszuspielen.",
        "One of the two cards must be led then.",
    ),
    ("marriage_lead", "king"): (
        "Danach ist der König auszuspielen.",
        "The king must be led then.",
    ),
    ("marriage_after_talon", True): (
        "Angesagt werden darf auch, wenn der Talon zugedreht oder aufgebraucht ist.",
        "Marriages may be announced with a closed or used-up talon too.",
    ),
    ("marriage_after_talon", False): (
        "Ist der Talon zugedreht oder aufgebraucht, darf nicht mehr angesagt werden.",
        "With a closed or used-up talon no marriage may be announced.",
    ),
    ("close", "allowed"): (
        "Zudrehen ist erlaubt; danach wird nicht mehr nachgezogen.",
        "The talon may be closed; no cards are drawn then.",
    ),
    ("close", "never"): (
        "Zugedreht wird nicht.",
        "The talon is never closed.",
    ),
    ("close_with_one_face_down", True): (
        "Zugedreht werden darf auch noch, wenn nur mehr eine verdeckte Karte im Talon ist.",
        "Closing is still allowed with one face-down card left.",
    ),
    ("close_with_one_face_down", False): (
        "Ist nur mehr eine verdeckte Karte im Talon, darf nicht mehr zugedreht werden.",
        "With one face-down card left closing is not allowed any more.",
    ),
    ("close_timing", "after_draw"): (
        "Zugedreht wird erst nach dem Nachziehen.",
        "The talon is closed only after drawing.",
    ),
    ("close_timing", "before_or_after"): (
        "Zugedreht werden darf vor oder nach dem Nachziehen.",
        "The talon may be closed before or after drawing.",
    ),
    ("close_by", "leader"): (
        "Zudrehen darf nur, wer am Ausspielen ist.",
        "Only the leader may close.",
    ),
    ("close_by", "either"): (
        "Zudrehen dürfen beide, aber nur zwischen den Stichen, bevor ausgespielt wird.",
        "Either player may close, but only between tricks, before the lead.",
    ),
    ("closed_count", "at_close"): (
        ("Gewinnt, wer zugedreht hat, so zählen Stiche und Augen des Gegners im Augenblick des Zudrehens (finster)."),
        "If the closer wins, the opponent's tricks and card points at the moment of closing count.",
    ),
    ("closed_count", "final"): (
        "Gewinnt, wer zugedreht hat, so zählen Stiche und Augen des Gegners am Ende des Spiels (hell).",
        "If the closer wins, the opponent's tricks and card points at the end of the deal count.",
    ),
    ("failed_close", "two_or_three"): (
        (
            "Meldet sich nicht richtig aus, wer zugedreht hat, so gewinnt der Gegner zwei Siegpunkte; drei, "
            "wenn er beim Zudrehen noch keinen Stich hatte."
        ),
        (
            "If the closer does not claim rightly, the opponent wins two game points; three if he had no "
            "trick when it was closed."
        ),
    ),
    ("failed_close", "claim_two"): (
        (
            "Meldet sich nicht richtig aus, wer zugedreht hat, so gewinnt der Gegner zwei Siegpunkte; drei, "
            "wenn er beim Zudrehen noch keinen Stich hatte. Meldet sich der Gegner vorher selbst richtig aus, "
            "gewinnt er zwei."
        ),
        (
            "If the closer does not claim rightly, the opponent wins two game points; three if he had no "
            "trick when it was closed. If the opponent claims rightly first, he wins two."
        ),
    ),
    ("false_claim", "as_claimed"): (
        ("Wer sich mit weniger als 66 Augen ausmeldet, verliert so viele Siegpunkte, wie er sonst gewonnen hätte."),
        "Whoever claims with fewer than 66 card points loses what a right claim would have won.",
    ),
    ("false_claim", "two"): (
        "Wer sich mit weniger als 66 Augen ausmeldet, verliert zwei Siegpunkte.",
        "Whoever claims with fewer than 66 card points loses two game points.",
    ),
    ("false_claim", "two_or_three"): (
        ("Wer sich mit weniger als 66 Augen ausmeldet, verliert zwei Siegpunkte; drei gegen einen Gegner ohne Stich."),
        ("Whoever claims with fewer than 66 card points loses two game points; three if the opponent has no trick."),
    ),
    ("revoke_points", 3): (
        "Eine angesagte Renonce beendet das Spiel und kostet drei Siegpunkte.",
        "A called revoke ends the deal and costs three game points.",
    ),
    ("revoke_points", "none"): (
        "Eine angesagte Renonce beendet das Spiel; wie es zählt, entscheidet die Turnierleitung.",
        "A called revoke ends the deal; what it counts is for the director to decide.",
    ),
    ("last_trick", "wins_deal"): (
        "Meldet sich niemand aus und hat niemand zugedreht, gewinnt der letzte Stich das Spiel.",
        "If nobody claims and nobody has closed, the last trick wins the deal.",
    ),
    ("last_trick", "plus_ten"): (
        "Hat niemand zugedreht, zählt der letzte Stich zehn Augen.",
        "If nobody has closed, the last trick counts ten card points.",
    ),
    ("last_trick_points", "one"): (
        "Das zählt einen Siegpunkt.",
        "That is worth one game point.",
    ),
    ("last_trick_points", "by_table"): (
        "Das zählt so viel, als hätte er sich ausgemeldet.",
        "That is worth as much as a claim.",
    ),
    ("unclaimed", "higher_total"): (
        ("Meldet sich niemand aus, gewinnt, wer mehr Augen hat; bei gleich vielen ist das Spiel unentschieden."),
        "If nobody claims, the higher total wins; equal totals are a tie.",
    ),
    ("unclaimed", "draw"): (
        "Meldet sich niemand aus, ist das Spiel unentschieden.",
        "If nobody claims, the deal is a draw.",
    ),
    ("tie", "redeal"): (
        "Ein unentschiedenes Spiel zählt nicht; derselbe Geber gibt noch einmal.",
        "A tied deal counts nothing; the same dealer deals again.",
    ),
    ("tie", "carry_one"): (
        (
            "Ist ein Spiel unentschieden, gibt derselbe Geber noch einmal, und das nächste gewonnene Spiel "
            "zählt einen Siegpunkt mehr; mehrere zählen zusammen."
        ),
        (
            "After a tied deal the same dealer deals again, and the next won deal counts one game point more; "
            "ties add up."
        ),
    ),
    ("next_dealer", "alternate"): (
        "Die höhere abgehobene Karte gibt zuerst, danach wird abwechselnd gegeben.",
        "The higher cut card deals first, then the deal alternates.",
    ),
    ("next_dealer", "winner"): (
        "Die höhere abgehobene Karte gibt zuerst, danach gibt, wer das letzte Spiel gewonnen hat.",
        "The higher cut card deals first, then the winner of the last deal.",
    ),
    ("schneider_double", True): (
        "Ein Schneider ({points}:0) zählt als zwei Bummerl.",
        "A Schneider ({points}:0) counts as two Bummerl.",
    ),
    ("schneider_double", False): (
        "Ein Schneider ({points}:0) zählt nicht mehr als jedes andere Bummerl.",
        "A Schneider ({points}:0) counts no more than any other Bummerl.",
    ),
    ("look_back", "own_and_first"): (
        "Die eigenen Stiche und den ersten Stich des Gegners darf man anschauen.",
        "One may look at one's own tricks and at the opponent's first one.",
    ),
    ("look_back", "last"): (
        "Nur den letzten Stich darf man noch einmal anschauen.",
        "Only the last trick may be looked at again.",
    ),
    ("look_back", "first_on_demand"): (
        "Auf Verlangen ist der erste Stich herzuzeigen.",
        "The first trick must be shown on demand.",
    ),
    ("look_back", "never"): (
        "Abgelegte Stiche darf man nicht mehr anschauen.",
        "Tricks that have been laid down may not be looked at again.",
    ),
    ("draw_after_trick_down", True): (
        "Nachgezogen wird erst, wenn der Stich verdeckt abgelegt ist.",
        "Cards are drawn only when the trick lies face down.",
    ),
    ("draw_after_trick_down", False): (
        "Nach jedem Stich wird nachgezogen, zuerst vom Gewinner des Stichs.",
        "Cards are drawn after every trick, the winner of the trick first.",
    ),
}
"""(field, value as it is written in records) -> sentence."""
