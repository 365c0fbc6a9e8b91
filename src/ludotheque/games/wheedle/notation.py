"""How Wheedle is written: companies B T G H N P A C F, stacks such as 2FB (two of F, one of B).

`turn` · `seek BT give F` · `offer 2F for B` · `offer 2F for B to 3` · `offer F for nothing` · `withdraw` · `take 7` ·
`centre F for B` (lay F, take B) · `stop` · `done` · `undone` · `time` (said by the clock)
"""

import functools
import re
from typing import Any

import msgspec

from ludotheque.games import stacks
from ludotheque.games.box import seats_in
from ludotheque.games.compiled import in_python, plain
from ludotheque.games.contract import Fact, Reason, Value
from ludotheque.games.notation import misread, not_an_action
from ludotheque.games.stacks import counts_in
from ludotheque.games.wheedle import rules
from ludotheque.games.wheedle.rules import COMPANIES, FACE_DOWN, NOBODY, SHARES, State

GAME = "wheedle"
TITLE = "Wheedle"
LETTERS = "".join(rules.LETTERS)
CARDS = tuple(LETTERS[company] for company in rules.COMPANY)
PRINTED = {
    letter: {"shares": int(shares), "majority": int(majority)}
    for letter, shares, majority in zip(LETTERS, SHARES, rules.MAJORITY, strict=True)
}
MEMORY = ("memory",)
addressee_of = in_python(rules.addressee_of)
company_score = in_python(rules.points)
counted = in_python(stacks.counted)
given_by = in_python(rules.given_by)
maker_of = in_python(rules.maker_of)
many = in_python(stacks.many)
packed = in_python(rules.packed)
wanted_by = in_python(rules.wanted_by)


class Offer(msgspec.Struct, frozen=True):
    """A standing offer; `to` is a seat, or null for everybody. Nothing wanted is a gift."""

    number: int
    give: dict[str, int]
    want: dict[str, int]
    to: int | None


class Seat(msgspec.Struct, frozen=True):
    """The public part of one player."""

    held: int
    seeks: list[str]
    gives: list[str]
    offer: Offer | None
    done: bool


class View(msgspec.Struct, frozen=True):
    """The view of one seat. `memory` are shares that each hand is known to have, at least."""

    game: str
    seat: int | None
    seats: int
    options: dict[str, Value]
    round: int
    rounds: int
    dealer: int
    phase: str
    actors: list[int]
    centre: str | None
    hand: dict[str, int]
    stop_is_right: bool
    players: list[Seat]
    ending: str | None
    stopper: int | None
    gained: list[int]
    scores: list[int]
    memory: list[dict[str, int]] | None


class Cards(msgspec.Struct, frozen=True):
    """Everything open."""

    hands: list[dict[str, int]]
    centre: str | None


def company_called(letter: str) -> int:
    """The company of that letter."""
    if letter not in LETTERS or len(letter) != 1:
        raise misread(GAME, "no_such_company", text=letter, letters=" ".join(LETTERS))
    return LETTERS.index(letter)


def companies_called(letters: str) -> int:
    """A set of companies such as BT."""
    companies = [company_called(letter) for letter in letters]
    if sorted(set(companies)) != companies:
        raise misread(GAME, "not_in_order", text=letters, letters=LETTERS)
    return sum(1 << company for company in companies)


def stack_called(text: str) -> int:
    """A stack such as 2FB; `nothing` is an empty one."""
    if text == "nothing":
        return 0
    if not re.fullmatch(f"([1-9]?[{LETTERS}])+", text):
        raise misread(GAME, "not_shares", text=text, letters=LETTERS)
    parts = re.findall(f"([1-9]?)([{LETTERS}])", text)
    companies_called("".join(letter for _, letter in parts))
    return sum(many(company_called(letter), int(n or 1)) for n, letter in parts)


def stack_text(stack: int) -> str:
    """How a stack is written."""
    return "".join(f"{n if n > 1 else ''}{letter}" for letter, n in counts(stack).items()) or "nothing"


def set_text(companies: int) -> str:
    """How a set of companies is written."""
    return "".join(LETTERS[company] for company in seats_in(companies))


@functools.lru_cache(4096)
def parse(text: str) -> int:
    """The action that a text means."""
    match text.split():
        case [word] if word in rules.SAYINGS:
            return rules.SAYINGS.index(word)
        case ["seek", sought, "give", given]:
            return rules.SEEK + companies_called(sought) * rules.SETS + companies_called(given)
        case ["seek", sought]:
            return rules.SEEK + companies_called(sought) * rules.SETS
        case ["give", given]:
            return rules.SEEK + companies_called(given)
        case ["offer", given, "for", wanted]:
            return offer_code(given, wanted, NOBODY)
        case ["offer", given, "for", wanted, "to", seat]:
            return offer_code(given, wanted, number_called(seat, rules.MOST_SEATS - 1))
        case ["take", number]:
            return rules.TAKE + number_called(number, rules.MOST_OFFERS - 1)
        case ["centre", laid, "for", taken]:
            return rules.CENTRE + company_called(laid) * COMPANIES + company_called(taken)
    raise not_an_action(text, GAME)


def number_called(text: str, most: int) -> int:
    """A whole number from 0 to most."""
    if not re.fullmatch("0|[1-9][0-9]{0,8}", text) or int(text) > most:
        raise misread(GAME, "not_a_number", text=text, most=most)
    return int(text)


def offer_code(given: str, wanted: str, to: int) -> int:
    """The action that offers something."""
    give, want = stack_called(given), stack_called(wanted)
    for stack in (give, want):
        for company in range(COMPANIES):
            if counted(stack, company) > SHARES[company]:
                raise misread(GAME, "only_so_many", shares=int(SHARES[company]), letter=LETTERS[company])
    return rules.OFFER + packed(give) + (packed(want) << rules.SIDE) + (to + 1 << rules.TO)


@functools.lru_cache(4096)
def text(action: int) -> str:
    """How an action is written."""
    if action < rules.CENTRE:
        return rules.SAYINGS[action]
    if action >= rules.OFFER:
        to = addressee_of(action)
        offer = f"offer {stack_text(given_by(action))} for {stack_text(wanted_by(action))}"
        return offer if to == NOBODY else f"{offer} to {to}"
    if action >= rules.TAKE:
        return f"take {action - rules.TAKE}"
    if action >= rules.SEEK:
        sought, given = (set_text(part) for part in divmod(action - rules.SEEK, rules.SETS))
        return " ".join(f"{word} {part}" for word, part in (("seek", sought), ("give", given)) if part)
    laid, taken = divmod(action - rules.CENTRE, COMPANIES)
    return f"centre {LETTERS[laid]} for {LETTERS[taken]}"


def facts(s: State, seat: int, action: int, why: int) -> dict[str, Fact]:
    """The facts of a refusal."""
    if why == rules.DEALER_TURNS:
        return {"seat": int(s.first)}
    if why == rules.NOT_HELD:
        asked = given_by(action) if action >= rules.OFFER else parse_laid(action)
        return {"company": missing(int(s.hand[seat]), asked)}
    if why in (rules.OFFER_GONE, rules.NOT_FOR_YOU):
        return {"number": action - rules.TAKE}
    if why == rules.NOT_HELD_TO_TAKE:
        return {"company": missing(int(s.hand[seat]), int(s.wanted[maker_of(s, action - rules.TAKE)]))}
    if why == rules.CENTRE_CHANGED:
        return {"company": LETTERS[s.centre]}
    return {}


def parse_laid(action: int) -> int:
    """The share laid in the centre, as a stack."""
    return many((action - rules.CENTRE) // COMPANIES, 1)


def missing(hand: int, asked: int) -> list[str]:
    """The companies of which a hand has too few."""
    return [LETTERS[c] for c in range(COMPANIES) if counted(asked, c) > counted(hand, c)]


def counts(stack: int) -> dict[str, int]:
    """A stack as people read it."""
    return {LETTERS[company]: n for company, n in counts_in(stack)}


def fixed(s: State) -> dict[str, Any]:
    """More fields that never change in a match: there are as many rounds as players (D9)."""
    return {"rounds": int(s.seats)}


def cards(state: State) -> Cards:
    """Everything open."""
    s = plain(state)
    return Cards(
        hands=[counts(hand) for hand in s.hand[: s.seats]],
        centre=LETTERS[s.centre] if s.centre != FACE_DOWN else None,
    )


def dealt(state: State) -> list[tuple[int, list[str]]]:
    """The parts of the deck: the centre card, and the hands (D2). By trades in the open all hands change alike."""
    now, seats = cards(state), int(state.seats)
    hands = [[letter for letter, n in hand.items() for _ in range(n)] for hand in now.hands]
    return [(1, [now.centre] if now.centre else []), *(((rules.CARDS - 1) // seats, hand) for hand in hands)]


def reasons(state: State) -> list[list[Reason]]:
    """The stop, and what each company brought (D6, D7)."""
    s = plain(state)
    return [[*stop_reason(s, seat), *company_reasons(s, seat)] for seat in range(s.seats)]


def stop_reason(s: State, seat: int) -> list[Reason]:
    """The result of crying stop."""
    if seat != s.stopper:
        return []
    right = s.ending == rules.RIGHT_STOP
    return [Reason(kind="right_stop" if right else "wrong_stop", points=rules.STOP_POINTS * (1 if right else -1))]


def company_reasons(s: State, seat: int) -> list[Reason]:
    """The points of each company, where everybody scored."""
    if s.ending == rules.WRONG_STOP:
        return []
    found = []
    for company in range(COMPANIES):
        shares = int(counted(s.hand[seat], company))
        facts: dict[str, Fact] = {"company": LETTERS[company], "shares": shares, "all": int(SHARES[company])}
        for kind, points in company_points(s, company, shares, int(company_score(s, seat, company))):
            found.append(Reason(kind=kind, points=points, facts=facts))
    return found


def company_points(s: State, company: int, shares: int, points: int) -> list[tuple[str, int]]:
    """The points of one company, taken apart: a majority in the bankrupt company is two reasons."""
    if company == s.centre and shares:
        majority = points + shares
        return [("majority", majority), ("bankrupt", -shares)] if majority else [("bankrupt", -shares)]
    if points:
        return [("full" if shares == SHARES[company] else "majority", points)]
    return []
