"""Log lines with named fields, for people or for programs, that never tell a secret.

    log.info("table made", extra={"table": "k3", "game": "willi"})

    2026-03-04 12:34:56.789Z INFO    ludotheque.server.hall: table made  table=k3 game=willi
    {"time":"2026-03-04T12:34:56.789Z","level":"info","logger":"ludotheque.server.hall","message":"table made",…}

Every line of every library goes through one handler, and all that a line says through `masking`.
"""

import logging
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Literal, TextIO

import msgspec

from ludotheque.server.masking import fields, plain

USUAL = {*vars(logging.makeLogRecord({})), "message", "asctime", "taskName", "color_message"}
UVICORN = ("uvicorn", "uvicorn.error", "uvicorn.asgi")
CHATTY = ("alembic",)  # what it does at every start is no news


class Entry(msgspec.Struct, frozen=True):
    """A log line, without secrets."""

    time: str
    level: str
    logger: str
    message: str
    fields: dict[str, object]
    exception: str | None


def configure(level: str, form: Literal["text", "json"], stream: TextIO | None = None) -> None:
    """Sends all logging of this process to a stream, else to standard error. To be called once, at the start."""
    handler = Handler(stream or sys.stderr)
    handler.setFormatter(TextFormatter() if form == "text" else JsonFormatter())
    root = logging.getLogger()
    root.handlers = [handler]
    least = logging.getLevelNamesMapping()[level.upper()]
    root.setLevel(max(least, logging.INFO))  # other libraries' debugging tells what is sent, hands of cards included
    logging.getLogger("ludotheque").setLevel(least)
    for name in UVICORN:
        library = logging.getLogger(name)
        library.handlers, library.propagate = [], True
    for name in CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING)
    access = logging.getLogger("uvicorn.access")
    access.handlers, access.propagate = [], False


class Handler(logging.StreamHandler[TextIO]):
    """Writes lines; of one that cannot be written it names the place alone, as the rest might be secret."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - what logging calls it
        """Says what could not be logged."""
        kind = type(sys.exc_info()[1]).__name__
        self.stream.write(f"a line of {record.pathname}:{record.lineno} could not be logged: {kind}\n")


class TextFormatter(logging.Formatter):
    """Lines for people."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, and the lines of an exception after it."""
        entry = entry_of(record)
        line = f"{entry.time.replace('T', ' ')} {entry.level.upper():7} {entry.logger}: {one_line(entry.message)}"
        if entry.fields:
            line += "  " + " ".join(f"{name}={worded(value)}" for name, value in entry.fields.items())
        return "\n".join([line, *map(one_line, (entry.exception or "").splitlines())])


class JsonFormatter(logging.Formatter):
    """Lines for programs."""

    def format(self, record: logging.LogRecord) -> str:
        """One object; what a line names itself comes after what all lines have."""
        entry = msgspec.structs.asdict(entry_of(record))
        named: Mapping[str, object] = entry.pop("fields")
        if entry["exception"] is None:
            del entry["exception"]
        return msgspec.json.encode(
            {**entry, **{name: one for name, one in named.items() if name not in entry}}
        ).decode()


def entry_of(record: logging.LogRecord) -> Entry:
    """The log line of a record."""
    named = {name: value for name, value in vars(record).items() if name not in USUAL}
    trouble = logging.Formatter().formatException(record.exc_info) if record.exc_info else record.exc_text
    return Entry(
        time=datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        level=record.levelname.lower(),
        logger=record.name,
        message=str(plain(message_of(record))),
        fields=fields(named),
        exception=None if not trouble else str(plain(trouble)),
    )


def message_of(record: logging.LogRecord) -> str:
    """The message with its arguments, of which the secret ones are hidden by name."""
    if isinstance(record.args, Mapping):
        return str(record.msg) % fields(record.args)
    return record.getMessage()


def worded(value: object) -> str:
    """A field's value: as it is if it is one word, else as JSON."""
    if isinstance(value, str) and value.isprintable() and value and not set(value) & set(" \"'="):
        return value
    return msgspec.json.encode(value).decode()


def one_line(text: str) -> str:
    """A text that cannot pass for further lines, nor paint the terminal."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)
