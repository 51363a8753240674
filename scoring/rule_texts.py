"""The words of the rule sheet and of the edit form: labels of fields and values, and a sentence for every choice."""

from collections.abc import Mapping
from typing import Final

Words = tuple[str, str]
"""German, English."""

PRESET_LABELS: Final[Mapping[str, Words]] = {
    "schnapsen-weich": ("Schnapsen weich", "Schnapsen weich (soft)"),
    "schnapsen-scharf": ("Schnapsen scharf", "Schnapsen scharf (sharp)"),
    "66-a": ("Sechsundsechzig A", "Sixty-six A"),
    "66-b": ("Sechsundsechzig B", "Sixty-six B"),
    "66-c": ("Sechsundsechzig C", "Sixty-six C"),
    "turnier-weich": ("Turnier weich", "Tournament weich (soft)"),
    "turnier-scharf": ("Turnier scharf", "Tournament scharf (sharp)"),
    "pagat": ("Pagat", "Pagat"),
    "none": ("Nur gewonnene Spiele", "Won games only"),
}
CHANGED: Final[Words] = ("geändert", "changed")

FIELD_LABELS: Final[Mapping[str, Words]] = {
    "deck": ("Karten", "Cards"),
    "exchange": ("Austauschen", "Exchange"),
    "exchange_needs_trick": ("Austauschen nur nach eigenem Stich", "Exchange only after an own trick"),
    "exchange_before_first_lead": ("Austauschen vor dem ersten Ausspielen", "Exchange before the first lead"),
    "exchange_with_one_face_down": (
        "Austauschen bei nur einer verdeckten Karte",
        "Exchange with one face-down card left",
    ),
    "exchange_when_following": ("Austauschen vor dem Zugeben", "Exchange before following"),
    "exchange_at_opponents_close": ("Austauschen, wenn der Gegner zudreht", "Exchange when the opponent closes"),
    "marriage_before_first_trick": ("Ansagen ohne eigenen Stich", "Marriage without an own trick"),
    "marriage_lead": ("Ausspielen nach der Ansage", "Lead after a marriage"),
    "marriage_after_talon": ("Ansagen ohne offenen Talon", "Marriage without an open talon"),
    "close": ("Zudrehen", "Closing"),
    "close_with_one_face_down": ("Zudrehen bei nur einer verdeckten Karte", "Closing with one face-down card left"),
    "close_timing": ("Zeitpunkt des Zudrehens", "Time of closing"),
    "close_by": ("Wer zudrehen darf", "Who may close"),
    "closed_count": ("Zählung nach dem Zudrehen", "Count after closing"),
    "failed_close": ("Misslungenes Zudrehen", "Failed close"),
    "false_claim": ("Falsches Ausmelden", "False claim"),
    "revoke_points": ("Renonce", "Revoke"),
    "last_trick": ("Letzter Stich", "Last trick"),
    "last_trick_points": ("Wert des letzten Stichs", "Worth of the last trick"),
    "unclaimed": ("Niemand meldet sich aus", "Nobody claims"),
    "tie": ("Unentschieden", "Tie"),
    "next_dealer": ("Nächster Geber", "Next dealer"),
    "bummerl_points": ("Siegpunkte für ein Bummerl", "Game points for a Bummerl"),
    "schneider_double": ("Schneider doppelt", "Schneider counts twice"),
    "look_back": ("Stiche anschauen", "Looking back at tricks"),
    "draw_after_trick_down": ("Nachziehen erst nach dem Ablegen", "Draw only when the trick is down"),
    "deck_conflict": ("Uneinigkeit über das Blatt", "Disagreement about the deck"),
    "cutting": ("Abheben", "Cutting"),
    "marker_20_40": ("Anzeigen von 20 und 40", "Showing 20 and 40"),
}

YES_NO: Final[Mapping[bool, Words]] = {True: ("ja", "yes"), False: ("nein", "no")}

VALUE_LABELS: Final[Mapping[tuple[str, object], Words]] = {
    ("deck", 20): ("20 (Schnapsen)", "20 (Schnapsen)"),
    ("deck", 24): ("24 (Sechsundsechzig)", "24 (Sixty-six)"),
    ("exchange", "allowed"): ("erlaubt", "allowed"),
    ("exchange", "never"): ("nie", "never"),
    ("marriage_lead", "either"): ("König oder Ober", "king or queen"),
    ("marriage_lead", "king"): ("König", "king"),
    ("close", "allowed"): ("erlaubt", "allowed"),
    ("close", "never"): ("nie", "never"),
    ("close_timing", "after_draw"): ("nach dem Nachziehen", "after drawing"),
    ("close_timing", "before_or_after"): ("vor oder nach dem Nachziehen", "before or after drawing"),
    ("close_by", "leader"): ("wer ausspielt", "the leader"),
    ("close_by", "either"): ("beide", "either player"),
    ("closed_count", "at_close"): ("beim Zudrehen (finster)", "at the close"),
    ("closed_count", "final"): ("am Ende (hell)", "at the end"),
    ("failed_close", "two_or_three"): ("zwei oder drei", "two or three"),
    ("failed_close", "claim_two"): ("zwei oder drei, nach Ausmelden zwei", "two or three, two after a claim"),
    ("false_claim", "as_claimed"): ("so viel wie richtig ausgemeldet", "as if claimed rightly"),
    ("false_claim", "two"): ("zwei", "two"),
    ("false_claim", "two_or_three"): ("zwei oder drei", "two or three"),
    ("revoke_points", 3): ("drei Siegpunkte", "three game points"),
    ("revoke_points", "none"): ("nicht geregelt", "unregulated"),
    ("last_trick", "wins_deal"): ("gewinnt das Spiel", "wins the deal"),
    ("last_trick", "plus_ten"): ("zählt zehn Augen", "counts ten card points"),
    ("last_trick_points", "one"): ("ein Siegpunkt", "one game point"),
    ("last_trick_points", "by_table"): ("wie ausgemeldet", "as if claimed"),
    ("unclaimed", "higher_total"): ("mehr Augen gewinnt", "higher total wins"),
    ("unclaimed", "draw"): ("unentschieden", "draw"),
    ("tie", "redeal"): ("wird wiederholt", "dealt again"),
    ("tie", "carry_one"): ("nächstes Spiel zählt einen mehr", "next deal counts one more"),
    ("next_dealer", "alternate"): ("abwechselnd", "alternating"),
    ("next_dealer", "winner"): ("der Gewinner", "the winner"),
    ("look_back", "own_and_first"): ("eigene und der erste des Gegners", "own tricks and the opponent's first"),
    ("look_back", "last"): ("der letzte", "the last"),
    ("look_back", "first_on_demand"): ("der erste auf Verlangen", "the first on demand"),
    ("look_back", "never"): ("nie", "never"),
}
