"""Headers that tell browsers what our pages may do: nothing that they do not need.

Around the whole application, so that errors and files have them too, and live sockets cost nothing.
"""

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "media-src": "'self'",
    "connect-src": "'self'",  # WebSockets of the same host included: CSP 3, in all browsers since Safari 16
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
REFUSED = ("camera", "display-capture", "geolocation", "microphone", "midi", "payment", "serial", "usb")

HEADERS = {
    "Content-Security-Policy": "; ".join(f"{name} {sources}" for name, sources in POLICY.items()),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{name}=()" for name in REFUSED),
    "Referrer-Policy": "no-referrer",  # links carry secrets
    "X-Content-Type-Options": "nosniff",
}
RAW = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


def secured(app: ASGIApp) -> ASGIApp:
    """An application whose every answer has these headers."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *RAW]
            await send(message)

        await app(scope, receive, send_secured if scope["type"] == ScopeType.HTTP else send)

    return answer
