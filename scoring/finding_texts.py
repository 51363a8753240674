"""The sentences of the findings, German and English."""

from collections.abc import Mapping

# code, or code:variant where the parameter "problem" names the variant -> (German, English)
TEXTS: Mapping[str, tuple[str, str]] = {
    "bad_deal": ("Die Karten stimmen nicht.", "The cards are not right."),
    "bad_deal:missing": ("Es fehlen Karten: {cards}.", "Cards are missing: {cards}."),
    "bad_deal:twice": ("Karten kommen doppelt vor: {cards}.", "Cards occur twice: {cards}."),
    "bad_deal:foreign": ("Karten gehören nicht ins Spiel: {cards}.", "Cards do not belong to the deck: {cards}."),
    "bad_deal:size": (
        "{owner}: {count} Karten, es müssen {expected} sein.",
        "{owner}: {count} cards, there must be {expected}.",
    ),
    "not_in_hand": ("{player} hat {card} nicht in der Hand.", "{player} does not hold {card}."),
    "wrong_turn": ("{player} spielt {card}, ist aber nicht an der Reihe.", "{player} plays {card} out of turn."),
    "revoke": (
        "Renonce: {player} gibt {card} auf {led}, müsste aber {allowed} geben.",
        "Revoke: {player} plays {card} on {led}, but would have to play {allowed}.",
    ),
    "revoke:called": ("{player} hat Renonce gemacht; sie wurde angesagt.", "{player} has revoked, and it was called."),
    "must_lead_marriage_card": (
        "{player} spielt nach der Ansage {card} aus statt {allowed}.",
        "{player} leads {card} after the marriage instead of {allowed}.",
    ),
    "marriage_not_allowed": ("{player} darf nicht ansagen.", "{player} may not announce a marriage."),
    "exchange_not_allowed": ("{player} darf nicht austauschen.", "{player} may not exchange."),
    "close_not_allowed": ("{player} darf nicht zudrehen.", "{player} may not close."),
    "claim_not_allowed": ("{player} darf sich jetzt nicht ausmelden.", "{player} may not claim now."),
    "false_claim": (
        "{player} meldet sich mit {points} Augen aus, das sind weniger als 66.",
        "{player} claims with {points} card points, fewer than 66.",
    ),
    "late_claim": (
        "{player} hatte hier schon {points} Augen und hat sich nicht ausgemeldet.",
        "{player} had {points} card points here already and did not claim.",
    ),
    "late_claim:tally": (
        "Bei {points} Augen hat sich jemand zu spät ausgemeldet.",
        "With {points} card points somebody claimed late.",
    ),
    "unfinished": ("Das Spiel ist nicht zu Ende gespielt.", "The deal has not been played to its end."),
    "moves_after_end": ("Das Spiel war schon zu Ende.", "The deal was over already."),
    "result_differs": (
        "Eingetragen ist {recorded}, richtig ist {right}.",
        "Recorded is {recorded}, right is {right}.",
    ),
    "points_impossible": (
        "{points} Siegpunkte kann ein Spiel nicht zählen.",
        "A deal cannot be worth {points} game points.",
    ),
    "points_impossible_for_reason": (
        "{points} Siegpunkte sind bei diesem Ausgang nicht möglich ({reason}).",
        "{points} game points are not possible for this ending ({reason}).",
    ),
    "card_points_impossible": (
        "Diese Augen sind nicht möglich: {points}.",
        "These card points are not possible: {points}.",
    ),
    "card_points_impossible:tricks": (
        "So viele Stiche gibt es nicht: {tricks}.",
        "There cannot be so many tricks: {tricks}.",
    ),
    "card_points_impossible:for_tricks": (
        "{points} Augen mit {tricks} Stichen sind nicht möglich.",
        "{points} card points with {tricks} tricks are not possible.",
    ),
    "card_points_impossible:at_close": (
        "Beim Zudrehen kann niemand mehr gehabt haben als am Ende ({points} Augen, {tricks} Stiche).",
        "Nobody can have had more at the close than at the end ({points} card points, {tricks} tricks).",
    ),
    "deal_after_bummerl_end": ("Das Bummerl war schon zu Ende.", "The Bummerl was over already."),
    "bummerl_unfinished": ("Das Bummerl ist nicht zu Ende gespielt.", "The Bummerl has not been played to its end."),
    "bummerl_after_match_end": ("Die Partie war schon zu Ende.", "The match was over already."),
    "too_many_bummerl": (
        "Das sind mehr Bummerl, als eine Partie haben kann ({most}).",
        "These are more Bummerl than a match can have ({most}).",
    ),
    "match_unfinished": ("Die Partie ist nicht zu Ende gespielt.", "The match has not been played to its end."),
    "score_differs": (
        "Eingetragen ist {recorded}, richtig ist {right}.",
        "Recorded is {recorded}, right is {right}.",
    ),
    "winner_differs": (
        "Als Sieger ist {recorded} eingetragen, richtig ist {right}.",
        "{recorded} is recorded as the winner, right is {right}.",
    ),
    "schneider_doubled": (
        "Eingetragen ist {recorded}: Ein Schneider zählt in diesem Turnier nicht doppelt, richtig ist {right}.",
        "Recorded is {recorded}: a Schneider does not count twice in this tournament, right is {right}.",
    ),
    "schneider_not_doubled": (
        "Eingetragen ist {recorded}: Ein Schneider zählt in diesem Turnier doppelt, richtig ist {right}.",
        "Recorded is {recorded}: a Schneider counts twice in this tournament, right is {right}.",
    ),
    "countdown_rises": ("Der Stand steigt von {before} auf {after}.", "The count rises from {before} to {after}."),
    "countdown_both_fall": ("Beide Stände fallen im selben Spiel.", "Both counts fall in the same deal."),
    "countdown_step": (
        "Der Stand fällt von {before} auf {after}: So viel zählt kein Spiel.",
        "The count falls from {before} to {after}: no deal is worth that much.",
    ),
    "countdown_start": (
        "Der Stand beginnt bei {start} statt bei {expected}.",
        "The count starts at {start}, not at {expected}.",
    ),
    "countdown_lengths": ("Die beiden Zeilen sind verschieden lang.", "The two lines differ in length."),
    "unknown_rules": ("Diese Regeln gibt es nicht: {name}.", "There are no such rules: {name}."),
    "bad_rules": ("Die Regeln sind fehlerhaft.", "The rules are faulty."),
    "bad_rules:field": ("Dieses Regelfeld gibt es nicht: {field}.", "There is no such rule field: {field}."),
    "bad_rules:value": ("{field} kann nicht {value} sein.", "{field} cannot be {value}."),
    "bad_rules:shape": ("Die Regeln sind nicht lesbar.", "The rules cannot be read."),
    "bad_rules:contradiction": (
        "Diese Regeln widersprechen einander: {fields}.",
        "These rules contradict each other: {fields}.",
    ),
    "unreadable": ("Das ist nicht lesbar: {what}.", "This cannot be read: {what}."),
}

PLACES: Mapping[str, str] = {
    "move": "Zug",
    "deal": "Spiel",
    "bummerl": "Bummerl",
    "line": "Zeile",
    "result": "Ergebnis",
}
"""Words of ``Finding.where`` -> German."""
