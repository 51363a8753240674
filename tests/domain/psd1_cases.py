"""The worked examples of PSD1 and the fields from which hypothesis chooses."""

from dataclasses import dataclass

from hypothesis import strategies as st

from tournament.domain.psd1 import Field, Mode


@dataclass(frozen=True)
class Example:
    """A draw as it was published: everything that goes in, and what must come out."""

    field: str
    secret: str
    public: str
    key: str
    result: str
    check: str


def folded(*parts: str) -> str:
    return "".join(f"{part}\n" for part in parts)


VEC_A = Example(
    field=folded("PSD1 field", "id=vec-a", "round=1", "numbers=8", "mode=uniform", "1:3", "2:2", "3:2", "4:1"),
    secret="055fad527abe5a31c277512557a8cdb4bd1492c06876bfdd04d3aeedc18ebdcc",
    public="4711",
    key="2dbbd6b1fb2a7f156dd21c0ed93e431b856e463f91e05264df2b1444f9bf087e",
    result=folded("PSD1 result", "1:1.1 v 4.1", "2:1.2 v 2.2", "3:1.3 v 3.2", "4:2.1 v 3.1"),
    check="f40dea0ce0cd16b535d87bffa6cb66ddf89ade98ab19bbb83f89c701969ec466",
)
VEC_A_FIELD_HEX = "6464f55c27bac4c7f0ca32d00b0586b9c7d6cb866b0b5cd25db8e0c019cf0a54"
VEC_A_S0 = "33943640a5d15555e3b9a2dcf13a3909ebf274d03fc9ba9782c67ef381de5387"
VEC_A_SEAL = "7d552d8f1bdfa9d41a61e21258b17dad3fc4bc3540b69745a0799fc3121b8c14"

VEC_C = Example(
    field=folded(
        "PSD1 field", "id=vec-c", "round=1", "numbers=16", "mode=twopot", "1:2", "2:3", "3:1", "4:2", "5:3"
    ),
    secret="318cca2f30fe7b0c34c9e38dc88c8d7fba155339fa776a5b48f2d3a9623f2957",
    public="33.12",
    key="7f1a18dd7684d46adabf66ebf93f85b788bd6567b2df44495ac119ce6520fa63",
    result=folded(
        "PSD1 result", "1:5.2 v 1.1", "2:4.1 v 1.2", "3:3.1 v 5.3",
        "4:5.1 frei", "5:2.1 frei", "6:2.3 frei", "7:4.2 frei", "8:2.2 frei",
    ),
    check="1a3e3b011a29f5838814c581d237446e23fbd2c3aa50115875df22d4d93e3a16",
)  # fmt: skip

VEC_N = Example(
    field=folded(
        "PSD1 field", "id=vec-n", "round=3", "numbers=7", "mode=lives",
        "1:0", "2:1", "4:0", "5:0", "7:0", "9:1", "12:0",
        "met 1-2", "met 1-12", "met 2-4", "met 4-5", "met 7-9",
    ),
    secret="20bd8aa5b2cedd036178c02cc1192f3d17fc469a953d9aafb3620189eb197b96",
    public="12.7",
    key="5dac85bdae837913e31f580df654ac7febf5ce56b39eb100157e2a2ee47aeea3",
    result=folded("PSD1 result", "1:1 v 5", "2:2 v 7", "3:4 v 9", "4:12 frei"),
    check="82455e4f22920031df2f82e0eb7f9f68c42a421498042063879d923aaf8de96d",
)  # fmt: skip

VEC_R = Example(
    field=folded(
        "PSD1 field", "id=vec-r", "round=20", "numbers=6", "mode=lot", "4:1", "8:1", "15:1", "16:1", "23:1", "42:1"
    ),
    secret="bd18dc24b88cdc37b580d154f65ba511aa0607587cfce622e74d11adea14c31b",
    public="108",
    key="8f4dbc81ae412d569abf94cb8e2fbdbb6a51d6792e10d52e70f0ed74c2331e7d",
    result=folded("PSD1 result", "1:16", "2:4", "3:8", "4:23", "5:15", "6:42"),
    check="3c2f1a8295765f9ff338b7e053750dc522c95dd61c43a6b3ee568fb38e942933",
)

EXAMPLES = {"vec-a": VEC_A, "vec-c": VEC_C, "vec-n": VEC_N, "vec-r": VEC_R}

secrets_ = st.text("0123456789abcdef", min_size=64, max_size=64)
publics = st.lists(st.integers(0, 10**20).map(str), min_size=1, max_size=9).map(".".join)


@st.composite
def holdings(draw: st.DrawFn, *, total: int) -> tuple[tuple[int, int], ...]:
    """People with start numbers that have gaps, who hold `total` cards together."""
    most = draw(st.sampled_from([1, 2, 3, 6, total]))
    counts = []
    while (left := total - sum(counts)) > 0:
        counts.append(draw(st.integers(1, min(most, left))))
    starts, start = [], 0
    for _ in counts:
        start += draw(st.integers(1, 3))
        starts.append(start)
    return tuple(zip(starts, counts, strict=True))


@st.composite
def card_fields(draw: st.DrawFn, *modes: Mode, most_numbers: int = 32) -> Field:
    """A field of cards: any number of byes, any holdings, also of one who has more than half."""
    numbers = draw(st.sampled_from([n for n in (2, 4, 8, 16, 32) if n <= most_numbers]))
    total = draw(st.integers(numbers // 2 + 1, numbers))
    mode = draw(st.sampled_from(modes))
    return Field("hypo", draw(st.integers(1, 256)), numbers, mode, draw(holdings(total=total)))


@st.composite
def lives_fields(draw: st.DrawFn) -> Field:
    """People alive, their byes so far, and any set of meetings among them."""
    starts = sorted(draw(st.sets(st.integers(1, 40), min_size=1, max_size=9)))
    people = tuple((start, draw(st.integers(0, 2))) for start in starts)
    pairs = [(a, b) for a in starts for b in starts if a < b]
    met = tuple(sorted(draw(st.sets(st.sampled_from(pairs))))) if pairs else ()
    return Field("hypo", draw(st.integers(1, 256)), len(starts), Mode.LIVES, people, met)


@st.composite
def lot_fields(draw: st.DrawFn) -> Field:
    """A tie group of cards."""
    people = draw(holdings(total=draw(st.integers(1, 20))))
    return Field("hypo", 9, sum(cards for _, cards in people), Mode.LOT, people)
