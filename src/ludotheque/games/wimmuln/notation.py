"""How Wimmüln is written: cards r5 y5 g5 b5 v5, and `lead r4`, `guess r5 y3` (open, hidden), `play r5`."""

import functools

import msgspec

from ludotheque.games.compiled import in_python, plain
from ludotheque.games.contract import Fact, Reason, Value
from ludotheque.games.notation import card_called, laid_in_turn, name_or_none, named, not_an_action
from ludotheque.games.wimmuln import rules
from ludotheque.games.wimmuln.rules import NO_CARD, State

GAME = "wimmuln"
TITLE = "Wimmüln"
CARDS = rules.CARD_NAMES
PRINTED = {name: {"triangles": int(count)} for name, count in zip(CARDS, rules.TRIANGLES, strict=True)}
MEMORY = ("triangles", "memory")  # tricks lie face down once they are won
HIDDEN = ("guess",)
VERDICTS = ("no_guess", "both_guesses", "shown_higher", "shown_lower", "hidden_higher", "hidden_lower")
missing = in_python(rules.missing)
verdict = in_python(rules.verdict)


class Played(msgspec.Struct, frozen=True):
    """A card of the trick and who laid it."""

    place: int
    card: str


class Guess(msgspec.Struct, frozen=True):
    """The two cards that a place has laid as guesses, as far as they can be seen."""

    open: str | None
    hidden: str | None


class Memory(msgspec.Struct, frozen=True):
    """An attentive player's memory: cards played, the card the dealer took back, colours each hand ran out of."""

    played: list[str]
    shown: str | None
    void: list[list[str]]


class View(msgspec.Struct, frozen=True):
    """The view of one seat."""

    game: str
    seat: int | None
    seats: int
    options: dict[str, Value]
    round: int
    dealer: int
    phase: str
    actors: list[int]
    turned: list[str]
    trump: str | None
    hand: list[str]
    guesses: list[Guess]
    chosen: list[int]
    held: list[int]
    leader: int | None
    trick: list[Played]
    ahead: int | None
    tricks: list[int]
    triangles: list[int] | None
    gained: list[int]
    scores: list[int]
    memory: Memory | None


class Cards(msgspec.Struct, frozen=True):
    """Everything open."""

    hands: list[list[str]]
    turned: list[str]
    guesses: list[Guess]
    trick: list[Played]
    played: list[str]


@functools.lru_cache(4096)
def parse(text: str) -> int:
    """The action that a text means."""
    match text.split():
        case ["play", card]:
            return rules.PLAY + card_called(card, CARDS, GAME)
        case ["lead", card]:
            return rules.LEAD + card_called(card, CARDS, GAME)
        case ["guess", card, under]:
            return rules.GUESS + card_called(card, CARDS, GAME) * rules.CARDS + card_called(under, CARDS, GAME)
    raise not_an_action(text, GAME)


@functools.cache
def text(action: int) -> str:
    """How an action is written."""
    if action >= rules.GUESS:
        card, under = divmod(action - rules.GUESS, rules.CARDS)
        return f"guess {CARDS[card]} {CARDS[under]}"
    if action >= rules.LEAD:
        return f"lead {CARDS[action - rules.LEAD]}"
    return f"play {CARDS[action - rules.PLAY]}"


def facts(s: State, seat: int, action: int, why: int) -> dict[str, Fact]:
    """The facts of a refusal."""
    if why == rules.NOT_NOW:
        return {"phase": rules.PHASES[s.phase]}
    if why == rules.NOT_TURNED_UP:
        return {"card": CARDS[action - rules.LEAD], "cards": turned(s)}
    if why == rules.FOLLOW:
        return {"colour": CARDS[s.trick[s.lead]][0]}
    if why in (rules.NOT_IN_HAND, rules.LED, rules.TWO_CARDS):
        return {"card": CARDS[missing(s, seat, action) if action >= rules.GUESS else action - rules.PLAY]}
    return {}


def turned(s: State) -> list[str]:
    """The two cards that the dealer turned up: the one that leads, the one taken back."""
    return [CARDS[card] for card in s.turned if card != NO_CARD]


def cards(state: State) -> Cards:
    """Everything open."""
    s = plain(state)
    guesses = zip(s.open[: s.seats], s.hidden[: s.seats], strict=True)
    return Cards(
        hands=[named(s.hand[place], CARDS) for place in range(s.seats)],
        turned=turned(s),
        guesses=[Guess(name_or_none(card, CARDS), name_or_none(under, CARDS)) for card, under in guesses],
        trick=[Played(place, CARDS[card]) for place, card in laid_in_turn(s, s.seats)],
        played=named(s.played, CARDS),
    )


def secret(s: State, seat: int) -> int:
    """The guess of a seat."""
    return int(rules.GUESS + s.open[seat] * rules.CARDS + s.hidden[seat])


def dealt(state: State) -> list[tuple[int, list[str]]]:
    """The parts of the deck: hands with their guesses; all saw the dealer's last two cards, which were turned up."""
    s, now = plain(state), cards(state)
    parts: list[tuple[int, list[str]]] = []
    for place, (hand, guess) in enumerate(zip(now.hands, now.guesses, strict=True)):
        own = hand + [card for card in (guess.open, guess.hidden) if card]
        turned_up = 2 if place == s.first else 0
        parts += [(int(rules.HAND[s.seats]) - turned_up, own), (turned_up, [])]
    return parts


def reasons(state: State) -> list[list[Reason]]:
    """For each place its triangles and what its guesses were worth (M6)."""
    s = plain(state)
    return [[triangles(s, place), bonus(s, place)] for place in range(s.seats)]


def triangles(s: State, place: int) -> Reason:
    """The points for triangles."""
    points = s.triangles[place]
    return Reason(kind="triangles", points=points, facts={"triangles": points})


def bonus(s: State, place: int) -> Reason:
    """The points for a guess that came true, or none."""
    kind = verdict(s.open[place], s.hidden[place], s.tricks[place])
    facts: dict[str, Fact] = {
        "tricks": s.tricks[place],
        "open": int(rules.NUMBER[s.open[place]]),
        "hidden": int(rules.NUMBER[s.hidden[place]]),
    }
    return Reason(kind=VERDICTS[kind], points=int(rules.BONUS[kind]), facts=facts)
