"""How TypeScript writes a type that msgspec describes, and what the type is made of."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec.inspect as mi

from ludotheque.games.errors import LudothequeError

Names = Mapping[Any, str]

SIMPLE = {
    mi.AnyType: "unknown",
    mi.RawType: "unknown",
    mi.NoneType: "null",
    mi.BoolType: "boolean",
    mi.IntType: "number",
    mi.FloatType: "number",
    mi.StrType: "string",
    mi.BytesType: "string",
    mi.DecimalType: "string",
    mi.UUIDType: "string",
    mi.DateTimeType: "string",
    mi.DateType: "string",
}


class UntellableError(LudothequeError):
    """A type that has no TypeScript, or a name that two types would have."""


def typescript_type(kind: Any, names: Names) -> str:
    """A type as TypeScript writes it."""
    return " | ".join(choices(kind, names))


def choices(kind: Any, names: Names) -> list[str]:
    """The types that a value can be of, null last."""
    match kind:
        case mi.UnionType(types=types):
            found = [one for inner in types for one in choices(inner, names)]
            return sorted(dict.fromkeys(found), key=lambda one: one == "null")
        case mi.LiteralType(values=values):
            return sorted((json.dumps(one, ensure_ascii=False) for one in values), key=lambda one: one == "null")
        case mi.Metadata(type=inner):
            return choices(inner, names)
    return [single(kind, names)]


def single(kind: Any, names: Names) -> str:
    """A type that is not one of several."""
    match kind:
        case mi.StructType(cls=cls) | mi.EnumType(cls=cls):
            return names[cls]
        case mi.DictType(key_type=mi.LiteralType() | mi.EnumType() as of, value_type=value):
            return f"Partial<Record<{typescript_type(of, names)}, {typescript_type(value, names)}>>"
        case mi.DictType(value_type=value):
            return f"Record<string, {typescript_type(value, names)}>"
        case mi.TupleType(item_types=types):
            return f"[{', '.join(typescript_type(one, names) for one in types)}]"
        case mi.CollectionType(item_type=item):
            several = choices(item, names)
            return f"{several[0]}[]" if len(several) == 1 else f"({' | '.join(several)})[]"
    if type(kind) not in SIMPLE:
        raise UntellableError(f"{kind} cannot be told in TypeScript; a Struct, an Enum or a plain type can")
    return SIMPLE[type(kind)]


def reached(kind: Any, seen: set[Any]) -> Iterator[Any]:
    """The structs and enums in a type, each once, before those they are made of."""
    if isinstance(kind, mi.StructType | mi.EnumType):
        if kind.cls in seen:
            return
        seen.add(kind.cls)
        yield kind
    for part in parts(kind):
        yield from reached(part, seen)


def parts(kind: Any) -> Sequence[Any]:
    """The types that a type refers to directly."""
    match kind:
        case mi.StructType(fields=fields):
            return [field.type for field in fields]
        case mi.UnionType(types=types) | mi.TupleType(item_types=types):
            return types
        case mi.DictType(key_type=key, value_type=value):
            return [key, value]
        case mi.CollectionType(item_type=inner) | mi.Metadata(type=inner):
            return [inner]
    return []
