"""How Willi is written: cards r5 y5 g5 b5, and `discard r5`, `play r5`, `willi`, `pass`, `swap r5 b3`, `keep`."""

import msgspec

from ludotheque.games.box import Fact, Reason, seats_in
from ludotheque.games.notation import card_called, named, not_an_action
from ludotheque.games.willi import rules
from ludotheque.games.willi.rules import NO_CARD, NOBODY, PLACES, State

TITLE = "Willi"
COLOURS = "rygb"
CARDS = tuple(f"{COLOURS[rules.COLOUR[card]]}{rules.NUMBER[card]}" for card in range(rules.CARDS))
PHASES = ("dealing", "discard", "play", "call", "swap", "over")
PLAIN = {"willi": rules.CALL, "pass": rules.PASS, "keep": rules.KEEP}
FORMS = "discard r5, play r5, willi, pass, swap r5 b3 (give r5, take b3) or keep"
RANKS = ("highest", "second", "third", "lowest")


class Played(msgspec.Struct, frozen=True):
    """A card of the trick and who laid it."""

    place: int
    card: str


class Memory(msgspec.Struct, frozen=True):
    """What an attentive player remembers of one place: cards won, cards seen going into the hand, colours run out."""

    won: list[str]
    shown: list[str]
    void: list[str]


class View(msgspec.Struct, frozen=True):
    """What one seat sees. Place 3 is Willi himself when three play."""

    game: str
    seat: int | None
    seats: int
    options: dict[str, str]
    round: int
    rounds: int
    starter: int
    phase: str
    actors: list[int]
    hand: list[str]
    discarded: str | None
    chosen: list[int]
    held: list[int]
    leader: int | None
    trick: list[Played]
    caller: int | None
    tricks: list[int]
    totals: list[int]
    gained: list[int]
    scores: list[int]
    memory: list[Memory]


class Cards(msgspec.Struct, frozen=True):
    """Everything open."""

    hands: list[list[str]]
    discards: list[str | None]
    pile: list[str]
    trick: list[Played]
    won: list[list[str]]


def parse(text: str) -> int:
    """The action that a text means."""
    match text.split():
        case ["discard", card]:
            return rules.DISCARD + card_called(card, CARDS)
        case ["play", card]:
            return rules.PLAY + card_called(card, CARDS)
        case ["swap", give, take]:
            return rules.SWAP + card_called(give, CARDS) * rules.CARDS + card_called(take, CARDS)
        case [word] if word in PLAIN:
            return PLAIN[word]
    raise not_an_action(text, FORMS)


def text(action: int) -> str:
    """How an action is written."""
    for word, plain in PLAIN.items():
        if action == plain:
            return word
    if action >= rules.SWAP:
        give, take = divmod(action - rules.SWAP, rules.CARDS)
        return f"swap {CARDS[give]} {CARDS[take]}"
    if action >= rules.PLAY:
        return f"play {CARDS[action - rules.PLAY]}"
    return f"discard {CARDS[action - rules.DISCARD]}"


def facts(s: State, seat: int, action: int, why: int) -> dict[str, Fact]:
    """What a refusal speaks of."""
    if why == rules.NOT_NOW:
        return {"phase": PHASES[s.phase]}
    if why == rules.NOT_IN_HAND:
        return {"card": text(action).split()[1]}
    if why == rules.FOLLOW:
        led = CARDS[s.trick[s.lead]]
        return {"colour": led[0], "number": led[1:]}
    if why in (rules.NOT_IN_TRICK, rules.ONE_COLOUR):
        return {"card": text(action).split()[2]}
    return {}


def look(view: State, seat: int) -> View:
    """A view as a typed message."""
    return View(
        game="willi",
        seat=seat if seat >= 0 else None,
        seats=int(view.seats),
        options={option.name: str(option.value(getattr(view, option.name))) for option in rules.OPTIONS},
        round=int(view.rounds),
        rounds=rules.ROUNDS,
        starter=int(view.first),
        phase=PHASES[view.phase],
        actors=seats_in(rules.actors(view)),
        hand=named(view.hand[seat], CARDS) if seat >= 0 else [],
        discarded=card_or_none(view.discard[seat]) if seat >= 0 else None,
        chosen=seats_in(view.chosen),
        held=[int(n) for n in view.held],
        leader=int(view.lead) if view.lead != NOBODY else None,
        trick=laid(view),
        caller=int(view.caller) if view.caller != NOBODY else None,
        tricks=[int(n) for n in view.tricks],
        totals=[int(n) for n in view.total],
        gained=[int(n) for n in view.gained],
        scores=[int(n) for n in view.score],
        memory=[
            Memory(
                won=named(view.won[place], CARDS),
                shown=named(view.shown[place], CARDS),
                void=[COLOURS[colour] for colour in seats_in(view.void[place])],
            )
            for place in range(PLACES)
        ],
    )


def card_or_none(card: int) -> str | None:
    """A card's name, if there is one."""
    return None if card == NO_CARD else CARDS[card]


def laid(s: State) -> list[Played]:
    """The trick in the order of play."""
    order = [(int(s.lead) + i) % PLACES for i in range(s.laid)]
    return [Played(place=place, card=CARDS[s.trick[place]]) for place in order]


def cards(s: State) -> Cards:
    """Everything open."""
    return Cards(
        hands=[named(s.hand[place], CARDS) for place in range(PLACES)],
        discards=[card_or_none(card) for card in s.discard],
        pile=[CARDS[card] for card in s.pile[s.turned :] if card != NO_CARD],
        trick=laid(s),
        won=[named(s.won[place], CARDS) for place in range(PLACES)],
    )


def reasons(s: State) -> list[list[Reason]]:
    """The rank of each place by its total (W9), and Willi's bonus."""
    return [[reason(s, place)] for place in range(PLACES)]


def reason(s: State, place: int) -> Reason:
    """Why a place got its score card, or none."""
    totals = [int(n) for n in s.total]
    better = sum(other > totals[place] for other in totals)
    kind = "tied" if totals.count(totals[place]) > 1 else RANKS[better]
    return Reason(kind=kind, points=int(s.gained[place]), facts={"total": totals[place]})
