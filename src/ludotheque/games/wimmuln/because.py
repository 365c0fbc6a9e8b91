"""Why one would do something in Wimmüln, by what a seat sees: what it guessed, and what it still has to win (M6)."""

from ludotheque.games.cards import cards_in, has
from ludotheque.games.contract import Fact, Said
from ludotheque.games.wimmuln.bot import Habits, others_may_have, strength, wanted
from ludotheque.games.wimmuln.notation import CARDS
from ludotheque.games.wimmuln.rules import (
    GUESS,
    GUESSING,
    LEAD,
    LEADING,
    NUMBER,
    PLAY,
    UPPER,
    State,
    beats,
    covered,
    one_fewer,
    opened,
    playable,
)

USUAL = Habits()
NEAR = 1.0  # a guess is near if it is no further from what the cards are good for
STRONG = 0.5  # a card that should win: its chance is at least this
WEAK = 0.3  # one that will hardly win: its chance is less


def deed(s: State, action: int) -> Said:
    """The effect of an action."""
    if action >= GUESS:
        return "guess", {"card": CARDS[opened(action)], "card_hidden": CARDS[covered(action)]}
    return ("lead", {"card": CARDS[action - LEAD]}) if action >= LEAD else ("play", {"card": CARDS[action - PLAY]})


def because(s: State, seat: int, action: int) -> Said:
    """Why a seat would do it."""
    if s.phase == LEADING:
        card = action - LEAD
        return "lead", {"card": CARDS[card], "card_kept": CARDS[s.turned.sum() - card]}
    if s.phase == GUESSING:
        return why_guess(s, seat, int(opened(action)), int(covered(action)))
    card = action - PLAY
    if len(choices(s, seat)) == 1:
        return "only_card", {"card": CARDS[card]}
    want = int(wanted(s, seat))
    if want < 0:
        return "triangles", {"card": CARDS[card]}
    return why_win(s, seat, card, want) if want else why_lose(s, seat, card)


def why_guess(s: State, seat: int, card: int, under: int) -> Said:
    """Why these two cards are the guesses: what the others are good for."""
    left = one_fewer(one_fewer(s.hand[seat], card), under)
    about = others_may_have(s, seat)
    good_for = sum(float(strength(s, about, own, USUAL)) for own in range(len(CARDS)) if has(left, own))
    if seat == s.first:
        good_for += float(strength(s, about, s.trick[seat], USUAL))
    shown, hidden = int(NUMBER[card]), int(NUMBER[under])
    if shown == hidden and abs(shown - good_for) <= NEAR:
        return "guess_both", {"tricks": shown}
    if abs(shown - good_for) <= NEAR:
        return "guess_shown", {"tricks": shown}
    if abs(hidden - good_for) <= NEAR:
        return "guess_hidden", {"tricks": hidden, "open": shown}
    return "guess_far", {"tricks": round(good_for), "open": shown, "hidden": hidden}


def why_win(s: State, seat: int, card: int, want: int) -> Said:
    """Why a card is played while tricks are wanted."""
    facts: dict[str, Fact] = {"card": CARDS[card]}
    wanting: dict[str, Fact] = {**facts, "tricks": want}
    about = others_may_have(s, seat)
    if s.laid + 1 == s.seats and ahead(s, card):
        return "wins", wanting
    if ahead(s, card) and strength(s, about, card, USUAL) >= STRONG:
        return "should_win", wanting
    if not any(ahead(s, other) for other in choices(s, seat)):
        return "cannot_win", facts
    if any(strength(s, about, other, USUAL) > strength(s, about, card, USUAL) for other in choices(s, seat)):
        return "keep_strong", wanting
    return ("strongest", wanting) if ahead(s, card) else ("felt", facts)


def why_lose(s: State, seat: int, card: int) -> Said:
    """Why a card is played when there are tricks enough."""
    facts: dict[str, Fact] = {"card": CARDS[card]}
    if not ahead(s, card):
        return "stay_below", facts
    if s.laid + 1 < s.seats:
        weak = strength(s, others_may_have(s, seat), card, USUAL) < WEAK
        return ("not_win" if weak else "hope_beaten"), facts
    return ("must_win" if all(ahead(s, other) for other in choices(s, seat)) else "felt"), facts


def ahead(s: State, card: int) -> bool:
    """Whether a card is the best of the trick when it is laid now (M5)."""
    return s.laid == 0 or bool(beats(s, card, s.trick[s.ahead]))


def choices(s: State, seat: int) -> list[int]:
    """The cards that may be played, identical ones once."""
    return cards_in(playable(s, seat) & ~UPPER)
