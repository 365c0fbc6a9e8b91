"""The yardstick of live tables: a bare Litestar socket that answers, and sends what comes to the four of a group."""

import socket as sockets
from typing import Any

import uvicorn
from litestar import Litestar, WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

Socket = WebSocket[Any, Any, Any]
groups: dict[str, list[Socket]] = {}


@websocket("/ws/tables/{name:str}")
async def echo(socket: Socket, name: str, size: int) -> None:
    """Answers who speaks and tells everybody of the group, in so many bytes each: as many messages as tables send."""
    await socket.accept()
    group = groups.setdefault(name, [])
    group.append(socket)
    padding = "x" * size
    try:
        while True:
            message = (await socket.receive_data("text") + padding)[:size]
            for other in (socket, *group):
                await other.send_data(message, "text")
    except WebSocketDisconnect:
        group.remove(socket)


def main() -> None:
    """Serves on a free port, which it prints."""
    listening = sockets.socket()
    listening.bind(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)
    config = uvicorn.Config(
        Litestar([echo], logging_config=None),
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
    )
    uvicorn.Server(config).run([listening])


if __name__ == "__main__":
    main()
