"""Allowed values of a type, in people's words: "a whole number from 0 to 65535"."""

from typing import Any

import msgspec.inspect as mi


def allowed(kind: mi.Type) -> str:
    """Words for the values that a type allows, from msgspec's description of the type."""
    match kind:
        case mi.Metadata(type=inner, extra_json_schema=schema):
            examples = (schema or {}).get("examples")
            return f"{allowed(inner)}, such as {' or '.join(examples)}" if examples else allowed(inner)
        case mi.IntType():
            return f"a whole number{span(kind)}"
        case mi.FloatType():
            return f"a number{span(kind)}"
        case mi.BoolType():
            return "true or false"
        case mi.LiteralType(values=values):
            return "one of " + ", ".join(map(str, values))
        case mi.CollectionType(item_type=item):
            return f"a list, each entry {allowed(item)}"
        case mi.StrType(min_length=least):
            return "a text that is not empty" if least else "a text"
    raise TypeError(f"no setting can be of this type, for there are no words for it: {kind}")


def span(kind: Any) -> str:
    """The least and the most that a number can be."""
    low = "" if kind.ge is None else f" from {kind.ge}"
    return low if kind.le is None else f"{low} to {kind.le}"
