"""TypeScript declarations of messages, so that the browser's types are the server's own.

class Sit(Struct, tag_field="kind", tag="sit"):        /** Take a seat. */
    \"\"\"Take a seat.\"\"\"                           ──►   export interface Sit {
    seat: int | None = None                              kind: "sit";
                                                         seat?: number | null;
                                                       }
"""

import inspect
import json
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import msgspec.inspect as mi

from ludotheque.server.typescript_types import Names, UntellableError, choices, reached

WIDTH = 120
GAMES = ["ludotheque", "games"]
type_info: Any = mi.type_info


def typescript(types: Sequence[Any], inputs: Sequence[Any] = (), names: Names | None = None) -> str:
    """Declares types and all that they are made of, in this order.

    `types` are sent by the server, `inputs` by the browser, which may leave out what has a default. `names` names
    unions, and types that should not bear their own name; a type of a game also bears the game's.
    """
    wanted = names or {}
    received = {kind.cls: kind for one in inputs for kind in reached(type_info(one), set())}
    found = {kind.cls: kind for one in types for kind in reached(type_info(one), set())} | received
    unions = {one: wanted[one] for one in (*types, *inputs) if one in wanted and one not in found}
    named = unique({cls: wanted.get(cls) or name_of(cls) for cls in found} | unions)
    blocks = [declared(kind, named, may_omit=cls in received) for cls, kind in found.items()]
    blocks += [alias(name, choices(type_info(one), named)) for one, name in unions.items()]
    return "\n".join(blocks)


def name_of(cls: type) -> str:
    """The name of a type; those of a game bear its name, as every game has a View."""
    module = cls.__module__.split(".")
    return (module[2].capitalize() if module[:2] == GAMES and len(module) > 3 else "") + cls.__name__


def unique(names: dict[Any, str]) -> dict[Any, str]:
    """The names, if none is there twice."""
    owners: dict[str, Any] = {}
    for one, name in names.items():
        if name in owners:
            raise UntellableError(f"{owners[name]} and {one} are both called {name}; name one otherwise by `names`")
        owners[name] = one
    return names


def declared(kind: Any, names: Names, *, may_omit: bool) -> str:
    """A struct or an enum with its comment."""
    name, head = names[kind.cls], comment(kind.cls.__dict__.get("__doc__"))
    if isinstance(kind, mi.EnumType):
        return head + alias(name, [json.dumps(member.value, ensure_ascii=False) for member in kind.cls])
    if kind.array_like or not isinstance(kind.cls, type):
        raise UntellableError(f"{kind.cls} is array-like or generic; a plain Struct can be told in TypeScript")
    lines = list(properties(kind, names, may_omit))
    if not lines:
        return head + alias(name, ["Record<string, never>"])
    return head + f"export interface {name} {{\n" + "".join(f"  {line}\n" for line in lines) + "}\n"


def properties(kind: mi.StructType, names: Names, may_omit: bool) -> Iterator[str]:
    """The lines of an interface."""
    omitted = may_omit or kind.cls.__struct_config__.omit_defaults
    if kind.tag is not None:
        yield f"{key(str(kind.tag_field))}: {json.dumps(kind.tag)};"
    for field in kind.fields:
        mark = "?" if not field.required and (omitted or can_be_unset(field)) else ""
        yield from comment(description(field.type)).splitlines()
        yield from one_of(f"{key(field.encode_name)}{mark}:", choices(field.type, names))


def can_be_unset(field: mi.Field) -> bool:
    """Whether a field may be UNSET, and then is left out."""
    return field.default is msgspec.NODEFAULT and field.default_factory is msgspec.NODEFAULT


def description(kind: Any) -> str | None:
    """The description in a field's annotation."""
    return (kind.extra_json_schema or {}).get("description") if isinstance(kind, mi.Metadata) else None


def alias(name: str, members: Sequence[str]) -> str:
    """A type that is one of several."""
    return "".join(f"{line}\n" for line in one_of(f"export type {name} =", members))


def one_of(head: str, members: Sequence[str]) -> list[str]:
    """The lines that say what something may be, one a member where a single line would be too long."""
    line = f"{head} {' | '.join(members)};"
    return [line] if len(line) < WIDTH - 2 else [head, *(f"  | {one}" for one in members[:-1]), f"  | {members[-1]};"]


def key(name: str) -> str:
    """A property's name, in quotes where it needs them."""
    return name if name.isascii() and name.isidentifier() else json.dumps(name)


def comment(text: str | None) -> str:
    """A docstring as TypeScript's editors show it."""
    if not text:
        return ""
    lines = inspect.cleandoc(text).replace("*/", "*\\/").splitlines()
    if len(lines) == 1:
        return f"/** {lines[0]} */\n"
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"
