"""A brain for tests that judges a world of Willi by a card of each hand: by luck, and by what the searcher keeps."""

from ludotheque.games.cards import lowest
from ludotheque.games.compiled import Floats, Ints, Record, jit


@jit
def policy(s: Record, seat: int, actions: Ints, n: int, mind: Record, rng: Ints) -> int:
    return actions[0]


@jit
def value(s: Record, places: int, mind: Record, fortunes: Floats) -> None:
    for place in range(places):
        fortunes[place] = lowest(s.hand[(place + 1) % places]) / 72 + lowest(s.hand[place]) / 144
