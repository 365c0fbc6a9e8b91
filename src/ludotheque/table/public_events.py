"""Events as viewers may know them."""

import msgspec

from ludotheque.games.contract import Happening
from ludotheque.table import events as e
from ludotheque.table.facts import WATCHING


class PublicEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event as a viewer may know it. Which fields it has depends on its kind; `happened` tells what followed."""

    kind: str
    seat: int | None = None
    do: str | None = None
    person: str | None = None
    name: str | None = None
    level: str | None = None
    text: str | None = None
    preset: str | None = None
    until: str | None = None
    bot: bool = False
    again: bool = False
    late: bool = False
    happened: list[Happening] = []


def secretly(event: e.AnyEvent, hidden: tuple[str, ...]) -> int | None:
    """The seat that is told more of an event than others, if one is."""
    if isinstance(event, e.Did):
        return event.seat if hidden and event.do.split()[0] in hidden else None
    return event.seat if isinstance(event, e.Stands) else None


def public_event(event: e.AnyEvent, viewer: int, hidden: tuple[str, ...]) -> PublicEvent | None:
    """A viewer's form of an event; None if not even its existence may be known."""
    match event:
        case e.Did(seat=seat, do=do):
            shown = do if seat == viewer or do.split()[0] not in hidden else do.split()[0]
            return PublicEvent("did", seat=seat, do=shown, bot=event.bot, again=event.again)
        case e.Stands(seat=seat):
            return PublicEvent("stands", seat=seat, do=event.do, until=event.until) if seat == viewer else None
        case e.Sat(seat=seat):
            return PublicEvent("sat", seat=seat, person=event.person, name=event.name)
        case e.Claimed(seat=seat):
            return PublicEvent("claimed", seat=seat, person=event.person, name=event.name)
        case e.Botted(seat=seat):
            return PublicEvent("botted", seat=seat, level=event.level, name=event.name)
        case e.Left(seat=seat):
            return PublicEvent("left", seat=seat, late=event.late)
        case (
            e.Stood(seat=seat) | e.Unclaimed(seat=seat) | e.Emptied(seat=seat) | e.Readied(seat=seat)
            | e.Returned(seat=seat) | e.Salted(seat=seat) | e.Committed(seat=seat) | e.Revealed(seat=seat)
        ):  # fmt: skip
            return PublicEvent(str(event.__struct_config__.tag), seat=seat)
        case e.Removed(person=person) | e.Voted(person=person):
            return PublicEvent(str(event.__struct_config__.tag), person=person)
        case e.Said(seat=int() as seat):
            return PublicEvent("said", seat=seat, name=event.name, preset=event.preset)
        case e.Said(person=person):
            return PublicEvent("said", person=person, name=event.name, text=event.text, preset=event.preset)
    return PublicEvent(str(event.__struct_config__.tag))


def outline(event: e.AnyEvent) -> PublicEvent | None:
    """The form of an event for those who may not watch."""
    if isinstance(event, e.Did | e.Said):
        return PublicEvent(str(event.__struct_config__.tag))
    return public_event(event, WATCHING, ())
