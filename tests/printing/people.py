"""Names that have broken programs before, and plain ones in any number."""

HARD = (
    "Šnjarić Zdeňka-Łucja vulgo Moar in der Ödenkarschmiede Großsölk",
    "Maria und Josef Hinterberger-Oberwurzacher mit Annemarie",
    "Nguyễn Thị Hệ",
    "Őry Ákos, Đorđe Đukić",
    "Ó Súilleabháin, Seán",
    "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschaferswessenschafewarenwohlgepflegeundsorgfaltig",
    "<script>alert(1)</script>",
    "שלום כהן",
    "Resi 🎉👨‍👩‍👧 Huber",
)
_FIRST = (
    "Alois",
    "Berta",
    "Christl",
    "Dominik",
    "Erna",
    "Franz",
    "Gerti",
    "Hansjörg",
    "Inge",
    "Josef",
    "Karl",
    "Lisl",
    "Martin",
    "Notburga",
)
_LAST = (
    "Huber", "Größinger", "Stocker", "Zörweg", "Moser", "Perner-Gruber", "Schwaiger", "Trieb", "Wieser", "Oberhofer",
    "Katzensteiner", "Lämmerer", "Ahornegger",
)  # fmt: skip
PLACES = ("Rassach", "Großsölk", "Stainz", "St. Nikolai im Sölktal", "", "Schladming")


def name(index: int) -> str:
    """A plain name; different for each of the first 2,000."""
    base = f"{_LAST[index % len(_LAST)]} {_FIRST[index // len(_LAST) % len(_FIRST)]}"
    again = index // (len(_LAST) * len(_FIRST))
    return f"{base} {'I' * again}".strip()
