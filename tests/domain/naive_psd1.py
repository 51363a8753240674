"""PSD1 a second time, as slow and as literal as the rule reads: texts in, text out, nothing shared with the product."""

import hashlib


def hex_(text):
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def replay(field_text, secret, public):
    """RESULT for a FIELD that is taken to be well formed."""
    k = hex_("PSD1 key\n" + "secret=" + secret + "\n" + "public=" + public + "\n" + "field=" + hex_(field_text) + "\n")
    return result_of(field_text, Words(k))


class Words:
    def __init__(self, k):
        self.k = k
        self.i = 0

    def next(self):
        self.i += 1
        return int(hex_(self.k + "," + str(self.i))[:8], 16)

    def uint(self, n):
        if n == 1:
            return 0
        w = self.next()
        while w >= 2**32 - (2**32 % n):
            w = self.next()
        return w % n

    def draw_from(self, a_list):
        position = self.uint(len(a_list))
        element = a_list[position]
        del a_list[position]
        return element


def result_of(field_text, words):
    header, body = field_text.splitlines()[1:5], field_text.splitlines()[5:]
    values = dict(line.split("=") for line in header)
    people = [tuple(int(part) for part in line.split(":")) for line in body if ":" in line]
    met = [tuple(int(part) for part in line[4:].split("-")) for line in body if line.startswith("met ")]
    mode, n = values["mode"], int(values["numbers"])
    lines = {
        "uniform": lambda: uniform(people, n, words),
        "twopot": lambda: twopot(people, n, words, False),
        "twopot-multifirst": lambda: twopot(people, n, words, True),
        "lives": lambda: lives(people, met, words),
        "lot": lambda: lot(people, words),
    }[mode]()
    return "PSD1 result\n" + "".join(f"{i + 1}:{line}\n" for i, line in enumerate(lines))


def owner(card):
    return int(card.split(".")[0])


def base_list(people):
    a = []
    for start, cards in sorted(people, key=lambda p: (-p[1], p[0])):
        a += [f"{start}.{k}" for k in range(1, cards + 1)]
    return a


def count_of(start, cards):
    return len([card for card in cards if owner(card) == start])


def uniform(people, n, words):
    a = base_list(people)
    b = n - len(a)
    starts = [start for start, _ in people]
    while True:
        pot = list(a)
        byes = [words.draw_from(pot) for _ in range(b)]
        if b == 0:
            break
        nobody_over_half_before = all(count_of(s, a) <= n / 2 for s in starts)
        somebody_over_half_now = any(count_of(s, pot) > len(pot) / 2 for s in starts)
        if not (nobody_over_half_before and somebody_over_half_now):
            break
    most = max(count_of(s, pot) for s in starts)
    giant = min(s for s in starts if count_of(s, pot) == most)
    while True:
        g = [card for card in pot if owner(card) == giant]
        o = [card for card in pot if owner(card) != giant]
        matches = []
        void = False
        while g and o:
            x = g.pop(0)
            matches.append((x, words.draw_from(o)))
        while g:
            matches.append((g.pop(0), g.pop(0)))
        while o:
            x = o.pop(0)
            y = words.draw_from(o)
            if owner(x) == owner(y):
                void = True
                break
            matches.append((x, y))
        if not void:
            return [f"{x} v {y}" for x, y in matches] + [f"{x} frei" for x in byes]


def twopot(people, n, words, multifirst):
    starts = sorted(start for start, _ in people)
    order = []
    while starts:
        order.append(words.draw_from(starts))
    cards_of = dict(people)
    if multifirst:
        order = [s for s in order if cards_of[s] > 1] + [s for s in order if cards_of[s] == 1]
    left, right = list(range(1, n // 2 + 1)), list(range(1, n // 2 + 1))
    left_holder, right_holder = {}, {}
    for s in order:
        for k in range(1, cards_of[s] + 1):
            card = f"{s}.{k}"
            if left:
                left_holder[words.draw_from(left)] = card
                continue
            while True:
                x = right[words.uint(len(right))]
                own = owner(left_holder[x]) == s
                foreign_in_pot = any(owner(left_holder[r]) != s for r in right)
                if not (own and foreign_in_pot):
                    break
            right.remove(x)
            right_holder[x] = card
    matches = [f"{left_holder[i]} v {right_holder[i]}" for i in sorted(right_holder)]
    return matches + [f"{left_holder[i]} frei" for i in sorted(right)]


def lives(people, met, words):
    byes = []
    p = sorted(start for start, _ in people)
    if len(p) % 2 == 1:
        fewest = min(count for _, count in people)
        e = sorted(start for start, count in people if count == fewest)
        byes.append(e[words.uint(len(e))])
        p.remove(byes[0])
    best = None
    for _ in range(200):
        o = list(p)
        attempt = []
        while o:
            x = o.pop(0)
            attempt.append((x, words.draw_from(o)))
        bad = len([1 for x, y in attempt if (x, y) in met or (y, x) in met])
        if best is None or bad < best[0]:
            best = (bad, attempt)
        if bad == 0:
            break
    return [f"{x} v {y}" for x, y in best[1]] + [f"{x} frei" for x in byes]


def lot(people, words):
    waiting = []
    for start, cards in sorted(people):
        waiting += [start] * cards
    lines = []
    while waiting:
        lines.append(str(words.draw_from(waiting)))
    return lines
