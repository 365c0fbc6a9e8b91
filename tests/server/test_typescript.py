"""TypeScript, word by word."""

from datetime import datetime
from enum import Enum
from textwrap import dedent
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec
import pytest
from msgspec import UNSET, Meta, Struct, UnsetType

from ludotheque.games.willi.notation import View
from ludotheque.server.typescript import typescript
from ludotheque.server.typescript_types import UntellableError

Item = TypeVar("Item")


class Colour(Enum):
    """What there is to choose from."""

    RED = "r"
    GREEN = "g"


class Card(Struct):
    """A card.

    Identical ones */ are the same.
    """

    colour: Colour
    number: int


class Everything(Struct, rename="camel"):
    is_it: bool
    some_bytes: bytes
    when: datetime
    whatever: Any
    nothing: None
    size: int | float
    first_card: Card | None
    cards: list[Card]
    hands: list[list[Card | None]]
    pair: tuple[int, str | None]
    marks: tuple[str, ...]
    kinds: frozenset[Literal["b", "a"]]
    by_name: dict[str, dict[str, Card]]
    by_number: dict[int, str]
    by_colour: dict[Colour, int]
    by_letter: dict[Literal["a", "b"], int]
    choice: Literal["x", 3] | None
    again: "Everything | None"
    about: Annotated[str, Meta(description="In one line.")] = ""


class Sit(Struct, tag_field="kind", tag="sit"):
    """Take a seat."""

    seat: int | None = None
    asked: int = 3


class Stand(Struct, tag_field="kind", tag="stand"):
    """Get up."""


class Told(Struct, omit_defaults=True):
    number: int
    name: str = ""
    cards: list[Card] = []


class Kept(Struct):
    name: str = ""
    note: str | UnsetType = UNSET


class Odd(Struct, tag_field="the-kind", tag=7):
    one: Annotated[int, msgspec.Meta(ge=1)] = msgspec.field(name="1st", default=1)


class Bare(Struct):
    pass


def lines(text: str) -> str:
    return dedent(text).lstrip("\n")


def test_types_of_all_kinds() -> None:
    assert typescript([Everything]) == lines("""
        export interface Everything {
          isIt: boolean;
          someBytes: string;
          when: string;
          whatever: unknown;
          nothing: null;
          size: number;
          firstCard: Card | null;
          cards: Card[];
          hands: (Card | null)[][];
          pair: [number, string | null];
          marks: string[];
          kinds: ("a" | "b")[];
          byName: Record<string, Record<string, Card>>;
          byNumber: Record<string, string>;
          byColour: Partial<Record<Colour, number>>;
          byLetter: Partial<Record<"a" | "b", number>>;
          choice: 3 | "x" | null;
          again: Everything | null;
          /** In one line. */
          about: string;
        }

        /**
         * A card.
         *
         * Identical ones *\\/ are the same.
         */
        export interface Card {
          colour: Colour;
          number: number;
        }

        /** What there is to choose from. */
        export type Colour = "r" | "g";
    """)


def test_what_the_browser_sends_may_leave_out_defaults() -> None:
    assert typescript([], [Sit | Stand], {Sit | Stand: "Command"}) == lines("""
        /** Take a seat. */
        export interface Sit {
          kind: "sit";
          seat?: number | null;
          asked?: number;
        }

        /** Get up. */
        export interface Stand {
          kind: "stand";
        }

        export type Command = Sit | Stand;
    """)


def test_what_the_server_sends_is_there_unless_it_is_omitted() -> None:
    assert typescript([Told, Kept]) == lines("""
        export interface Told {
          number: number;
          name?: string;
          cards?: Card[];
        }

        /**
         * A card.
         *
         * Identical ones *\\/ are the same.
         */
        export interface Card {
          colour: Colour;
          number: number;
        }

        /** What there is to choose from. */
        export type Colour = "r" | "g";

        export interface Kept {
          name: string;
          note?: string;
        }
    """)


def test_names_that_need_quotes_and_structs_without_fields() -> None:
    assert typescript([Odd, Bare], names={Bare: "Nothing"}) == lines("""
        export interface Odd {
          "the-kind": 7;
          "1st": number;
        }

        export type Nothing = Record<string, never>;
    """)


def test_long_unions_have_a_line_each() -> None:
    many = [msgspec.defstruct(f"Quite_a_long_name_{n}", [], tag=str(n)) for n in range(6)]
    union: Any = many[0]
    for one in many[1:]:
        union |= one
    text = typescript([union], names={union: "Many"})
    assert text.endswith("export type Many =" + "".join(f"\n  | {one.__name__}" for one in many) + ";\n")


def test_types_of_a_game_bear_its_name() -> None:
    text = typescript([View])
    assert "export interface WilliView {" in text
    assert "memory: WilliMemory" in text


def test_one_name_for_two_types_is_an_error() -> None:
    other = msgspec.defstruct("Card", ["x"])
    with pytest.raises(UntellableError, match="are both called Card"):
        typescript([Card, other])
    assert "export interface OtherCard {" in typescript([Card, other], names={other: "OtherCard"})
    with pytest.raises(UntellableError, match="are both called Sit"):
        typescript([Sit | Stand], names={Sit | Stand: "Sit"})


def test_what_cannot_be_told() -> None:
    class Many(Struct, Generic[Item]):
        item: Item

    class Listed(Struct, array_like=True):
        x: int

    class Strange(Struct):
        it: complex

    for one in (Many[int], Listed, Strange):
        with pytest.raises(UntellableError, match=r"can be told|cannot be told"):
            typescript([one])
