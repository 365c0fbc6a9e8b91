"""Why one would do something in Willi, by what a seat sees: high cards for a high total, low ones for a low (W9)."""

from ludotheque.games.cards import cards_in
from ludotheque.games.contract import Fact, Said
from ludotheque.games.willi.bot import MIDDLE, Habits, aims_high, chance_to_win, trick_lean
from ludotheque.games.willi.notation import CARDS
from ludotheque.games.willi.rules import (
    CALL,
    CALLING,
    COLOUR,
    DISCARD,
    DISCARDING,
    KEEP,
    NUMBER,
    PASS,
    PLACES,
    PLAY,
    SWAP,
    SWAP_COLOUR,
    SWAPPING,
    TRICKS_EACH,
    State,
    playable,
    trick_cards,
)

USUAL = Habits()
AIMS = {1: "high", -1: "low"}
LITTLE = 1  # so far from the middle a card matters little
LIKELY = 0.5  # the chance from which on a card will probably win


def deed(s: State, action: int) -> Said:
    """The effect of an action."""
    if action >= SWAP:
        give, take = divmod(action - SWAP, len(CARDS))
        return "swap", {"card_given": CARDS[give], "card_taken": CARDS[take]}
    if action >= CALL:
        return {CALL: "call", PASS: "pass", KEEP: "keep"}[action], {}
    return ("play", {"card": CARDS[action - PLAY]}) if action >= PLAY else ("discard", {"card": CARDS[action]})


def because(s: State, seat: int, action: int) -> Said:
    """Why a seat would do it."""
    aim = int(aims_high(s, seat, USUAL))
    if s.phase == DISCARDING:
        return why_discard(action - DISCARD, aim)
    if s.phase == CALLING:
        return why_call(s, aim) if action == CALL else why_pass(s, seat, aim)
    if s.phase == SWAPPING:
        return why_keep(s, seat, aim) if action == KEEP else why_swap(*divmod(action - SWAP, len(CARDS)), aim)
    return why_play(s, seat, action - PLAY, aim)


def fits(card: int, aim: int) -> int:
    """How well a card suits an aim: above 0 it does."""
    return aim * (int(NUMBER[card]) - MIDDLE)


def why_discard(card: int, aim: int) -> Said:
    """Why a card goes out of the round (W2)."""
    if abs(fits(card, aim)) <= LITTLE:
        return "discard_middle", {"card": CARDS[card]}
    if fits(card, aim) < 0:
        return "discard_unfit", {"card": CARDS[card], "aim": AIMS[aim]}
    return "felt", {"card": CARDS[card]}


def why_call(s: State, aim: int) -> Said:
    """Why one cries Willi! (W6)."""
    if aim * trick_lean(s) > 0:
        return "call_fit", {"total": lying(s), "aim": AIMS[aim]}
    return "call_safe", {}


def why_pass(s: State, seat: int, aim: int) -> Said:
    """Why one does not."""
    left = TRICKS_EACH * PLACES - int(s.tricks.sum())
    if left == TRICKS_EACH - s.tricks[seat]:
        return "pass_sure", {}
    if aim * trick_lean(s) <= 0:
        return "pass_unfit", {"total": lying(s), "aim": AIMS[aim]}
    return "pass_hope", {}


def lying(s: State) -> int:
    """The sum of the trick so far."""
    return sum(int(NUMBER[card]) for card in cards_in(trick_cards(s)))


def why_swap(give: int, take: int, aim: int) -> Said:
    """Why a card goes into the trick, and another to the hand (W8)."""
    facts: dict[str, Fact] = {"card_given": CARDS[give], "card_taken": CARDS[take]}
    if fits(give, aim) > fits(take, aim):
        return "swap_fit", {**facts, "aim": AIMS[aim]}
    return "swap_hand", facts


def why_keep(s: State, seat: int, aim: int) -> Said:
    """Why one swaps nothing."""
    own, won = cards_in(s.hand[seat]), cards_in(trick_cards(s))
    better = any(
        fits(give, aim) > fits(take, aim)
        for give in own
        for take in won
        if s.swap != SWAP_COLOUR or COLOUR[give] == COLOUR[take]
    )
    return ("keep_felt", {}) if better else ("keep_best", {"aim": AIMS[aim]})


def why_play(s: State, seat: int, card: int, aim: int) -> Said:
    """Why a card is played: it wins a trick that suits, or it goes where it does no harm."""
    facts: dict[str, Fact] = {"card": CARDS[card]}
    aimed: dict[str, Fact] = {**facts, "aim": AIMS[aim]}
    choices = cards_in(playable(s, seat))
    if len(choices) == 1:
        return "only_card", facts
    if s.tricks[seat] == TRICKS_EACH:
        return "has_both", facts
    suits = aim * (int(trick_lean(s)) + int(NUMBER[card]) - MIDDLE) > 0
    chance = float(chance_to_win(s, seat, card))
    if chance > 0 and suits:
        total = lying(s) + int(NUMBER[card])
        return ("wins", {**aimed, "total": total}) if s.laid == PLACES - 1 else ("may_win", aimed)
    if chance >= LIKELY:
        return "likely", facts
    if fits(card, aim) < 0:
        return "rid", aimed
    if chance == 0 and fits(card, aim) == min(fits(other, aim) for other in choices):
        return "miss_least", facts
    if fits(card, aim) < max(fits(other, aim) for other in cards_in(s.hand[seat])):
        return "keep_better", aimed
    return "felt", facts
