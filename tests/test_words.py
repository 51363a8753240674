"""One thing has one word, on screen, on paper and in the terminal: the glossary's."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
CATALOGUE = ROOT / "tournament" / "locale" / "en" / "LC_MESSAGES" / "django.po"

#: What is not said, and the word there is for it. `but`: texts in which it means something else.
OTHER_WORDS = {
    r"Kennw[oö]rt": "Passwort",
    r"[Vv]ormerk|vorgemerkt": "Reservierung, reserviert",
    r"[Zz]urück(zu)?dreh|[Rr]ücksetz|[Zz]urücksetz": "Zurückrollen",
    r"\bDurchg[aä]ng": "Runde",
    r"\bMatch(es)?\b|\bSpiele gegen\b": "Begegnung",
    r"\bKasse\b|\bKassen\b": "Kassa",
    r"\bJournal\b": "Protokoll",
    r"\bBackups?\b": "Sicherung",
    r"\bTurnierleiter\b|\bSpielleit": "Turnierleitung",
    r"\b[Ss]pielfrei\b": "Freilos",
    r"\bSmartphone": "Handy",
    r"\bLos(e|en)? (links|rechts)\b|(rechten|linken|letztes|nächsten) Lose?\b": "Zettel; Los ist ein Gleichstand oder eine Karte",
    r"\bPartie(n)?\b": "Begegnung; Partie nur, wo die Spieler ihr eigenes Wort dafür haben",
    r"\bVerlosung|\bZiehung\b": "Auslosung",
}
#: Exactly these texts may use one of them.
ALLOWED = {
    # the word for a match that a tournament can change, and the rule sheet that uses it
    "Partie", "Die Partie", "Anderes Wort für Partie", "Eine Partie gewinnt, wer zuerst %(count)s %(word)s gewonnen hat.",
    # the step of a draw in which it is carried out, and a real lottery
    "Ziehung", "Zur Ziehung", "Statt Zahlen von Gästen gehen auch Würfel oder die heutige Ziehung der Lotterie.",
    ("Das Programm kann nicht mogeln: sein Geheimnis ist seit der Ausschreibung versiegelt. Erst wenn das Feld feststeht, "
    "nennt der Saal Zahlen; aus beidem folgt die Ziehung. Jeder kann sie nachrechnen."),
}  # fmt: skip


def catalogue() -> list[str]:
    """All German texts of screens, paper and messages."""
    text = CATALOGUE.read_text(encoding="utf-8")
    found = re.findall(r'^msgid(?:_plural)? ((?:"(?:[^"\\]|\\.)*"\n)+)', text, re.M)
    joined = ("".join(re.findall(r'"((?:[^"\\]|\\.)*)"', each)) for each in found)
    return [each.replace('\\"', '"').replace("\\n", "\n") for each in joined if each]


def terminal() -> Iterator[str]:
    """What the commands say: they are not in the catalogue."""
    for path in sorted((ROOT / "tournament" / "management").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docs = {
            id(node.body[0].value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
            and node.body
            and isinstance(node.body[0], ast.Expr)
        }
        yield from (
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs
        )


@pytest.mark.parametrize("word", OTHER_WORDS)
def test_one_word_for_one_thing(word: str) -> None:
    texts = [*catalogue(), *terminal()]
    assert len(texts) > 2000
    found = [text for text in texts if re.search(word, text) and text not in ALLOWED]
    assert found == [], f"{OTHER_WORDS[word]}"


def test_what_is_allowed_is_still_said() -> None:
    assert set(catalogue()) >= ALLOWED
