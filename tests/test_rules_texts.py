"""The rules for players say the same in every language, and what their examples show is true."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

from ludotheque.games.box import box
from ludotheque.games.cards import bit
from ludotheque.games.contract import Option
from ludotheque.games.holzwurm import notation as holzwurm
from ludotheque.games.holzwurm import rules as holzwurm_rules
from ludotheque.games.match import Match
from ludotheque.games.wheedle import notation as wheedle
from ludotheque.games.wheedle import rules as wheedle_rules
from ludotheque.games.willi import notation as willi
from ludotheque.games.willi import rules as willi_rules
from ludotheque.games.wimmuln import notation as wimmuln
from ludotheque.games.wimmuln import rules as wimmuln_rules
from ludotheque.games.wording import say
from ludotheque.table.setup import ALLOWANCE
from tests.games import test_holzwurm, test_wheedle, test_willi, test_wimmuln
from tests.games.arrange import go, undealt

TEXTS = Path(__file__).resolve().parent.parent / "web" / "src" / "games"
RULES = {"willi": ("W", 12), "wimmuln": ("M", 7), "holzwurm": ("H", 8), "wheedle": ("D", 9)}
YOU = {"en": "You", "fr": "Vous", "nl": "Jij", "de": "Du"}
OTHERS = ("fr", "nl", "de")
KEYS = {"caption", "row", "legal", "illegal", "trick", "hand", "offer"}
FENCE = "```"

each_text = pytest.mark.parametrize(("game", "language"), [(game, language) for game in RULES for language in YOU])


@dataclass(frozen=True)
class Block:
    """A heading, a paragraph, a list, a table, an example or a comment with ids, under the last such comment."""

    kind: str
    lines: tuple[str, ...]
    ids: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def cells(self) -> list[list[str]]:
        """The rows of a table, its head first."""
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in self.lines]
        return [rows[0], *rows[2:]]

    @property
    def fields(self) -> list[tuple[str, str]]:
        """The keys and values of an example."""
        pairs = [line.split(": ", 1) for line in self.lines]
        return [(key, value) for key, value in pairs]

    def get(self, key: str) -> list[str]:
        """All words of all lines with that key."""
        return [word for found, value in self.fields if found == key for word in value.split()]

    def rows(self) -> list[str]:
        return [value for key, value in self.fields if key == "row"]

    @property
    def caption(self) -> str:
        return next(value for key, value in self.fields if key == "caption")

    def laid(self) -> list[str]:
        """The cards of a trick in the order of play."""
        return [word.rstrip("*").split(":")[1] for word in self.get("trick")]

    def winner(self) -> int:
        """Which card of the trick is marked."""
        return next(i for i, word in enumerate(self.get("trick")) if word.endswith("*"))


def read(game: str, language: str) -> str:
    return (TEXTS / game / "rules" / f"{language}.md").read_text("utf-8")


def blocks(game: str, language: str = "en") -> Iterator[Block]:
    ids: tuple[str, ...] = ()
    for part in re.split(r"\n\n+", read(game, language).strip()):
        lines = tuple(part.splitlines())
        kind = kind_of(lines[0])
        if kind == "ids":
            ids = tuple(lines[0].split()[1:-1])
        if kind == "example":
            assert lines[0] == f"{FENCE}cards"
            assert lines[-1] == FENCE
            lines = lines[1:-1]
        elif kind == "section":
            ids = ()
        yield Block(kind, lines, ids)


def kind_of(line: str) -> str:
    kinds = {"# ": "title", "## ": "section", "<!-- ": "ids", FENCE: "example", "|": "table", "- ": "list"}
    return next((kind for begin, kind in kinds.items() if line.startswith(begin)), "paragraph")


def found(game: str, rule: str, kind: str) -> list[Block]:
    """The blocks of a kind that explain a rule, where it is explained first."""
    ids = next(block.ids for block in blocks(game) if rule in block.ids)
    return [block for block in blocks(game) if block.kind == kind and block.ids == ids]


def examples(game: str, rule: str) -> list[Block]:
    return found(game, rule, "example")


def numbers(text: str) -> list[int]:
    """The numbers in a text, with their signs."""
    return [int(number.replace("−", "-")) for number in re.findall(r"[−-]?\d+", text)]


def option(game: str, name: str) -> Option:
    return next(option for option in box(game).rules.OPTIONS if option.name == name)


# The four languages


@each_text
def test_every_rule_is_explained(game: str, language: str) -> None:
    letter, last = RULES[game]
    named = {rule for block in blocks(game, language) for rule in block.ids}
    assert named == {f"{letter}{number}" for number in range(1, last + 1)}


@pytest.mark.parametrize("game", RULES)
@pytest.mark.parametrize("language", OTHERS)
def test_all_languages_have_the_same_structure_cards_and_numbers(game: str, language: str) -> None:
    translated = [skeleton(block, YOU[language]) for block in blocks(game, language)]
    assert translated == [skeleton(block, YOU["en"]) for block in blocks(game)]


def skeleton(block: Block, you: str) -> tuple[object, ...]:
    """What does not depend on the language."""
    if block.kind == "ids":
        return block.kind, block.ids
    bold, counted = block.text.count("**"), sorted(numbers(block.text.replace("−", "")))
    if block.kind == "table":
        return block.kind, bold, [(len(row), numbers(" ".join(row[1:]))) for row in block.cells]
    if block.kind == "example":
        drawn = [(key, re.sub(rf"\b{you}:", "You:", value)) for key, value in block.fields if key != "caption"]
        return block.kind, bold, counted, drawn
    return block.kind, bold, counted, len(block.lines)


@each_text
def test_a_text_has_one_title_and_lists_and_tables_of_one_piece(game: str, language: str) -> None:
    kinds = Counter(block.kind for block in blocks(game, language))
    assert kinds["title"] == 1
    assert kinds["section"] >= 8
    for block in blocks(game, language):
        assert block.kind in ("list", "table", "example") or len(block.lines) == 1
        assert block.text.count("**") % 2 == 0
        if block.kind == "table":
            assert {len(row) for row in block.cells} == {len(block.cells[0])}
            assert set(block.lines[1]) <= set("| -")
        elif block.kind == "list":
            assert all(line.startswith("- ") for line in block.lines)


@each_text
def test_examples_have_a_caption_and_cards_of_the_game(game: str, language: str) -> None:
    for block in blocks(game, language):
        if block.kind == "example":
            assert set(dict(block.fields)) <= KEYS
            assert block.lines[0].startswith("caption: ")
            assert len(block.fields) > 1
            cards = [card for key in ("row", "legal", "illegal", "hand") for card in block.get(key)]
            held = Counter(cards + (block.laid() if block.get("trick") else []))
            assert held <= Counter(box(game).notation.CARDS)


@each_text
def test_typography(game: str, language: str) -> None:
    text = re.sub(rf"^(row|hand|<!--|{FENCE}).*$", "", read(game, language), flags=re.MULTILINE)
    assert not re.search(r"['\"]|\.\.\.| -\d", text)
    if language == "fr":
        assert not re.search(r" [:;!?»]|« |«(?!\u00a0)|(?<!\u00a0)»", text)
        assert not re.search(r"[\u00a0\u202f]{2}", text)
    else:
        assert not re.search(r"[«»\u00a0\u202f]", text)
        assert len(re.findall("„", text)) == (len(re.findall("“", text)) if language == "de" else 0)


@pytest.mark.parametrize("game", ["willi", "wimmuln", "holzwurm"])
def test_the_clock_allows_what_the_texts_say(game: str) -> None:
    lists = [block for block in blocks(game) if block.kind == "list"]
    clocks = [seconds for seconds in ALLOWANCE.values() if seconds is not None]
    assert numbers(lists[-2].text) == clocks


# Willi


def willi_trick(example: Block, seats: int = 4, tie: str = "first") -> Match:
    """The leader is seat 0; who plays next holds the cards that are bright or dim."""
    match = undealt("willi", seats, {"tie": tie}, 0)
    s, laid = match.state, example.laid()
    s.rounds, s.phase, s.lead, s.turn, s.laid = 1, willi_rules.PLAYING, 0, len(laid) % 4, len(laid)
    for place, card in enumerate(laid):
        s.trick[place] = willi.CARDS.index(card)
    for card in example.get("legal") + example.get("illegal"):
        s.hand[s.turn] |= bit(willi.CARDS.index(card))
    return match


def plays(match: Match, example: Block) -> None:
    """Bright cards may be played, dim ones may not."""
    seat = int(match.state.turn)
    assert all(match.allowed(seat, f"play {card}") for card in example.get("legal"))
    assert not any(match.allowed(seat, f"play {card}") for card in example.get("illegal"))


def test_W4_what_may_be_played() -> None:
    assert len(examples("willi", "W4")) == 2
    for example in examples("willi", "W4"):
        plays(willi_trick(example), example)


def test_W5_the_lowest_number_wins_and_the_edition_decides_ties() -> None:
    lowest, first, last = examples("willi", "W5")
    editions = willi_rules.EDITIONS
    for example, tie in ((lowest, "first"), (lowest, "last"), *zip((first, last), ("first", "last"), strict=True)):
        assert willi_rules.winner(willi_trick(example, tie=tie).state) == example.winner()
    assert [edition["tie"] for edition in editions.values()] == ["first", "last"]


def test_W6_who_cries_has_the_trick() -> None:
    (example,) = examples("willi", "W6")
    first, second, third, fourth = example.laid()
    match = test_willi.ready(first, second, third, fourth)
    go(match, f"0 play {first}", "0 pass", f"1 play {second}", "1 willi", f"2 play {third}", f"3 play {fourth}")
    assert test_willi.tricks_won(match)[example.winner()] == 1


def test_W6_who_is_asked_when() -> None:
    match = test_willi.ready("b8", "b3", "b9", "b1")
    asked: list[list[int]] = []
    for seat, card in enumerate(("b8", "b3", "b9", "b1")):
        go(match, f"{seat} play {card}")
        asked.append([])
        while test_willi.phase(match) == "call":
            asked[-1].append(match.actors[0])
            match.do(match.actors[0], "pass")
    assert asked == [[0], [1, 0], [2, 0, 1], []]


def test_W7_who_has_two_tricks_is_passed_over() -> None:
    (example,) = examples("willi", "W7")
    s = willi_trick(example).state
    s.tricks[1] = 2
    assert willi_rules.winner(s) == example.winner()


def test_W8_what_may_be_swapped() -> None:
    for example, swap in zip(examples("willi", "W8"), ("any", "colour"), strict=True):
        match = willi_trick(example)
        winner = example.winner()
        assert willi_rules.winner(match.state) == winner
        s = match.state
        s.hand[winner], s.hand[s.turn] = s.hand[s.turn], 0
        s.phase, s.turn, s.swap = willi_rules.SWAPPING, winner, option("willi", "swap").code(swap)
        for card in example.get("legal") + example.get("illegal"):
            possible = any(match.allowed(winner, f"swap {card} {taken}") for taken in example.laid())
            assert possible == (card in example.get("legal"))


def test_W9_totals_and_score_cards() -> None:
    (example,) = examples("willi", "W9")
    (table,) = found("willi", "W9", "table")
    sums = [sum(willi_rules.NUMBER[willi.CARDS.index(card)] for card in row.split()) for row in example.rows()]
    assert numbers(example.caption)[-1] == sum(sums) == numbers(" ".join(table.cells[1]))[-1]
    assert set(sums) <= set(numbers(example.caption))
    for totals, cards in list(pairwise(table.cells[1:]))[::2]:
        assert test_willi.scored(*map(int, totals[1:])) == [int(card) for card in cards[1:]]


def test_W11_willi_turns_up_any_card() -> None:
    (example,) = examples("willi", "W11")
    assert willi_rules.winner(willi_trick(example, seats=3).state) == example.winner() == willi_rules.WILLI
    (paragraph,) = found("willi", "W11", "paragraph")
    assert numbers(paragraph.text) == [willi_rules.WILLI_ADDS]


# Wimmüln


def wimmuln_trick(example: Block, trump: str = "b") -> Match:
    """The same for Wimmüln."""
    match = undealt("wimmuln", 4, {}, 0)
    s, laid = match.state, example.laid()
    s.rounds, s.phase, s.lead, s.turn, s.laid = 1, wimmuln_rules.PLAYING, 0, len(laid) % 4, len(laid)
    s.trump = wimmuln_rules.COLOUR_NAMES.index(trump)
    for place, card in enumerate(laid):
        s.trick[place] = wimmuln.CARDS.index(card)
    for card in example.get("legal") + example.get("illegal"):
        s.hand[s.turn] |= bit(wimmuln.CARDS.index(card))
    return match


def triangles_won(example: Block) -> list[int]:
    """The trick as it is played, with blue as trump: who wins how many triangles."""
    match = undealt("wimmuln", 4, {}, 0)
    s = match.state
    s.rounds, s.phase, s.lead, s.turn, s.trump = 1, wimmuln_rules.PLAYING, 0, 0, wimmuln_rules.COLOUR_NAMES.index("b")
    for seat, card in enumerate(example.laid()):
        s.hand[seat], s.held[seat], s.open[seat], s.hidden[seat] = bit(wimmuln.CARDS.index(card)), 1, 0, 0
    for seat, card in enumerate(example.laid()):
        match.do(seat, f"play {card}")
    return [int(n) for n in s.triangles[:4]]


def test_M1_the_cards_of_a_colour_and_their_triangles() -> None:
    (example,) = examples("wimmuln", "M1")
    assert example.get("row") == [card for card in wimmuln.CARDS if card.startswith("r")]
    (table,) = found("wimmuln", "M1", "table")
    *named, (_, usual) = table.cells[1:]
    carried = {number: int(points) for cell, points in named for number in numbers(cell)}
    assert [carried.get(number, int(usual)) for number in wimmuln_rules.IN_COLOUR] == [
        *wimmuln_rules.TRIANGLES[: wimmuln_rules.EACH]
    ]


def test_M2_colours_cards_and_tricks_by_the_number_of_players() -> None:
    (table,) = found("wimmuln", "M2", "table")
    players, colours, cards, tricks = [list(map(int, row[1:])) for row in table.cells]
    assert tuple(players) == wimmuln_rules.SEATS
    assert cards == [wimmuln_rules.HAND[seats] for seats in players]
    assert colours == [wimmuln_rules.deck_size(seats) // wimmuln_rules.EACH for seats in players]
    assert tricks == [held - wimmuln_rules.GUESSES for held in cards]


def test_M3_the_lower_card_is_trump_and_the_higher_leads() -> None:
    trump, none = (test_wimmuln.dealt(*example.rows(), seats=4) for example in examples("wimmuln", "M3"))
    assert test_wimmuln.view(trump).trump == "b"
    assert test_wimmuln.on_table(trump) == [(0, "r7")]
    assert test_wimmuln.view(none).trump is None
    assert sorted(none.legal(0)) == ["lead g4", "lead y4"]


def test_M4_two_cards_from_hand_are_guesses() -> None:
    (example,) = examples("wimmuln", "M4")
    shown, hidden = example.get("row")
    match = test_wimmuln.dealt("r7 b3", f"{shown} {hidden}", "r7", seats=4)
    assert match.allowed(0, f"guess {shown} {hidden}")
    assert not match.allowed(0, f"guess {shown} r7")


def test_M5_what_may_be_played_and_who_wins() -> None:
    *followed, trumped, identical = examples("wimmuln", "M5")
    assert len(followed) == 2
    for example in followed:
        plays(wimmuln_trick(example), example)
    for example in (trumped, identical):
        won = triangles_won(example)
        assert [seat for seat, triangles in enumerate(won) if triangles] == [example.winner()]


def bonus(shown: int, hidden: int, tricks: int) -> int:
    above, below = (wimmuln.CARDS.index(f"r{number}") for number in (shown, hidden))
    return int(wimmuln_rules.BONUS[wimmuln_rules.verdict(above, below, tricks)])


def test_M6_bonus_and_triangles() -> None:
    rewards, cases = found("wimmuln", "M6", "table")
    assert [list(map(int, row[1:])) for row in rewards.cells[1:]] == [
        [bonus(2, 4, 2), bonus(4, 2, 4)],
        [bonus(4, 2, 2), bonus(2, 4, 4)],
    ]
    for row in cases.cells[1:]:
        shown, hidden, tricks, points = map(int, row)
        assert bonus(shown, hidden, tricks) == points
    assert numbers(found("wimmuln", "M6", "paragraph")[0].text) == [bonus(3, 3, 3)]


def test_M6_the_worked_example() -> None:
    (example,) = examples("wimmuln", "M6")
    tricks = examples("wimmuln", "M5")[-2:]
    assert [row.split() for row in example.rows()] == [trick.laid() for trick in tricks]
    won = [sum(triangles_won(trick)) for trick in tricks]
    shown, hidden, *counted, reward, points = numbers(example.caption)
    assert counted == [*won, sum(won)]
    assert reward == bonus(shown, hidden, len(tricks))
    assert points == sum(won) + reward


def test_M7_the_match_ends_at_the_target() -> None:
    target = option("wimmuln", "target")
    (paragraph,) = found("wimmuln", "M7", "paragraph")
    assert numbers(paragraph.text) == [target.default]
    (table,) = [block for block in blocks("wimmuln") if block.kind == "table" and block.ids == ("M3", "M7")]
    assert numbers(table.text) == [target.default, target.low, target.high]


# Holzwurm


def worth(cards: list[str]) -> int:
    return sum(holzwurm.VALUES[card] for card in cards)


def position(*hands: str, rows: str = "") -> Match:
    """Seat 0 to act, with the pile of fate that the text shows."""
    (pile,) = examples("holzwurm", "H2")
    return test_holzwurm.position(*hands, rows=rows, fate=" ".join(pile.get("row")[:-1]))


def test_H1_even_numbers_count_plus() -> None:
    (example,) = examples("holzwurm", "H1")
    assert numbers(example.caption) == [holzwurm.VALUES[card] for card in example.get("row")]


def test_H2_the_pile_of_fate_is_sorted() -> None:
    (example,) = examples("holzwurm", "H2")
    *fate, last = example.get("row")
    match = test_holzwurm.dealt(" ".join(sorted(fate)))
    assert test_holzwurm.view(match, 0).fate == [*fate, last]
    assert numbers(example.caption) == [holzwurm.VALUES[card] for card in example.get("row")]


def test_H3_hands_by_the_number_of_players() -> None:
    (table,) = found("holzwurm", "H3", "table")
    players, cards, left = [list(map(int, row[1:])) for row in table.cells]
    assert tuple(players) == holzwurm_rules.SEATS
    assert cards == [holzwurm_rules.HAND[seats] for seats in players]
    dealt = [holzwurm_rules.FATE - 1 + seats * held for seats, held in zip(players, cards, strict=True)]
    assert left == [holzwurm_rules.DECK - used for used in dealt]


def test_H4_where_a_card_may_go() -> None:
    some, full = (
        position(" ".join(example.get("hand")), "b1", rows=", ".join(example.rows()))
        for example in examples("holzwurm", "H4")
    )
    assert test_holzwurm.choices(some, "r9") == {"@0"}
    assert test_holzwurm.choices(some, "g4") == {"@1", "new"}
    assert test_holzwurm.choices(some, "x7") == {"@0", "@1", "new"}
    assert test_holzwurm.choices(full, "v4") == {"@4"}


def test_H5_minus_lies_on_the_left() -> None:
    (example,) = examples("holzwurm", "H5")
    values = [holzwurm.VALUES[card] for card in example.get("row")]
    assert [value > 0 for value in values] == sorted(value > 0 for value in values)
    assert numbers(example.caption)[-1] == sum(values)


def test_H6_greater_than_the_count_or_the_row_is_yours() -> None:
    stays, taken = examples("holzwurm", "H6")
    for card in stays.get("legal"):
        match = go(position(f"{card} b1", "b3", rows=stays.rows()[0]), f"0 lay {card} @0")
        assert card in test_holzwurm.rows(match)[0]
    (card,) = taken.get("hand")
    match = go(position(card, "b3", rows=taken.rows()[0]), f"0 lay {card} @0")
    assert test_holzwurm.rows(match) == {}
    assert test_holzwurm.view(match, 0).worth == numbers(taken.caption)[-1]
    assert worth(taken.get("row")) in numbers(taken.caption)


def test_H7_hands_and_going_out() -> None:
    ben, lisa, thirteen = examples("holzwurm", "H7")
    for example in (ben, lisa, thirteen):
        assert numbers(example.caption)[-1] == worth(example.get("hand"))
    (table,) = found("holzwurm", "H7", "table")
    match = position("b2", *(" ".join(example.get("hand")) for example in (ben, lisa)))
    go(match, "0 lay b2 new")
    assert match.round_scores == [numbers(" ".join(table.cells[-1]))]


def test_H8_rounds() -> None:
    rounds = option("holzwurm", "rounds")
    (table,) = [block for block in blocks("holzwurm") if block.kind == "table" and block.ids == ("H3", "H8")]
    assert numbers(table.text) == [rounds.default, rounds.default, rounds.low, rounds.high]


# Wheedle


def shares(text: str) -> int:
    """A hand such as "9B 3F"."""
    return sum(wheedle.stack_called(part) for part in text.split())


def test_D1_companies_shares_and_majorities() -> None:
    (table,) = found("wheedle", "D1", "table")
    letters, _, totals, majorities = zip(*table.cells[1:], strict=True)
    assert "".join(letters) == wheedle.LETTERS == "".join(examples("wheedle", "D1")[0].get("row"))
    assert list(map(int, totals)) == list(wheedle_rules.SHARES)
    assert list(map(int, majorities)) == list(wheedle_rules.MAJORITY)


@pytest.mark.parametrize("language", YOU)
def test_D1_the_companies_are_called_as_everywhere(language: str) -> None:
    table = next(block for block in blocks("wheedle", language) if block.kind == "table")
    assert [row[1] for row in table.cells[1:]] == [
        say(language, "wheedle", "company", letter) for letter in wheedle.LETTERS
    ]


def test_D2_hands_by_the_number_of_players() -> None:
    (table,) = found("wheedle", "D2", "table")
    players, cards = [list(map(int, row[1:])) for row in table.cells]
    assert tuple(players) == wheedle_rules.SEATS
    for seats, held in zip(players, cards, strict=True):
        assert sum(test_wheedle.view(Match("wheedle", seats, seed=1), 0).hand.values()) == held


def test_D3_offers_and_gifts() -> None:
    offer, gift = (" ".join(example.get("offer")) for example in examples("wheedle", "D3"))
    match = go(test_wheedle.trading("F F F", "B", centre="A"), f"0 offer {offer}", "1 take 1")
    held = test_wheedle.hand(match, 1)["F"]
    go(match, f"0 offer {gift}")
    assert test_wheedle.hand(match, 1)["F"] == held
    assert test_wheedle.hand(go(match, "1 take 2"), 1)["F"] == held + 1


def test_D4_a_card_for_the_centre_card() -> None:
    (example,) = examples("wheedle", "D4")
    match = test_wheedle.trading()
    s = match.state
    (centre,) = example.get("row")
    s.hand[0], s.centre = shares(" ".join(example.get("hand"))), wheedle.LETTERS.index(centre)
    go(match, "0 centre T for F")
    assert test_wheedle.hand(match, 0) == {"F": 3}
    assert test_wheedle.view(match, 0).stop_is_right


def test_D5_D6_right_and_wrong_stops() -> None:
    (right,), (wrong,) = examples("wheedle", "D5"), examples("wheedle", "D6")
    assert wheedle_rules.rules_all(shares(" ".join(right.get("hand"))))
    assert not wheedle_rules.rules_all(shares(" ".join(wrong.get("hand"))))
    assert numbers(found("wheedle", "D6", "paragraph")[0].text) == [wheedle_rules.STOP_POINTS]


def test_D7_the_worked_example() -> None:
    (table,) = found("wheedle", "D7", "table")
    _, hands, *parts, points = (row[1:] for row in table.cells)
    match = test_wheedle.trading()
    for seat, hand in enumerate(hands):
        match.state.hand[seat] = shares(hand)
    match.state.centre = wheedle.LETTERS.index("P")
    everything = sum(map(shares, hands)) + shares("P")
    assert everything == wheedle_rules.ALL_SHARES
    go(match, "0 stop")
    kinds = ("right_stop", "full", "majority", "bankrupt")
    for row, kind in zip(parts, kinds, strict=True):
        reasons = match.reasons[0]
        assert numbers(" ".join(row)) == [sum(r.points for r in seat if r.kind == kind) for seat in reasons]
    assert match.round_scores == [numbers(" ".join(points))]
    (example,) = examples("wheedle", "D7")
    assert shares(" ".join(example.get("hand"))) == shares(hands[-1])
    assert numbers(example.caption)[-1] == match.round_scores[0][-1]
