"""HTTP handlers of finished matches beyond their records: to play on from one of their moments."""

from litestar import post
from litestar.params import FromPath, JSONBody

from ludotheque.server.rest import POSTED, HttpRequest, NewTable, TheRoom, may_make_table, refusals
from ludotheque.table.playing_on import PlayOn


@post(
    "/api/tables/{name:str}/matches/{match:int}/play_on",
    responses=refusals(401, 404, 409, *POSTED, 503),
    summary="Play on from a moment",
)
async def play_on(
    request: HttpRequest, name: FromPath[str], match: FromPath[int], room: TheRoom, data: JSONBody[PlayOn]
) -> NewTable:
    """A new table, at which one sits in the middle of a finished match, with bots in all other seats."""
    person = await may_make_table(request, room)
    live = await room.hall.play_on(name, match, data, person.id, person.name)
    return NewTable(live.id)


HANDLERS = [play_on]
