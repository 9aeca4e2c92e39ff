"""Requests and responses at the edge: what is read of the one and how the other is written."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from pyodide.ffi import JsException
from workers import Request, Response

from agent.refusal import Refusal, invalid
from agent.requests import guess_locale
from agent.texts import text
from catalog.models import Locale

BODY_TIMEOUT_S: Final = 10
"""A body of a few hundred bytes that takes longer is not worth waiting for."""


@dataclass(frozen=True, kw_only=True)
class Incoming:
    """The parts of a request that the routes look at, read from JS once."""

    request: Request
    method: str
    path: str
    own_origin: str
    headers: Mapping[str, str]
    """By names in lower case."""
    locale: Locale
    """The language of a refusal as long as the body has not named one."""

    @property
    def address(self) -> str | None:
        """The visitor's, as Cloudflare says it: any other header is the visitor's own word."""
        return self.headers.get("cf-connecting-ip")

    @classmethod
    def of(cls, request: Request) -> "Incoming":
        headers = {name.lower(): value for name, value in request.headers.items()}
        url = urlsplit(request.url)
        return cls(
            request=request,
            # `request.method` raises KeyError for a method outside http.HTTPMethod.
            method=str(request.js_object.method),
            path=url.path,
            own_origin=f"{url.scheme}://{url.netloc}",
            headers=headers,
            locale=guess_locale(headers.get("accept-language")),
        )

    def cors(self, allowed: tuple[str, ...]) -> dict[str, str]:
        """The headers that let a browser of an allowed origin read the response, errors included.

        Raises `Refusal` for a browser of any other origin.
        """
        origin = self.headers.get("origin")
        if origin is None:
            return {"Vary": "Origin"}
        if origin != self.own_origin and origin not in allowed:
            message = text("origin_refused", self.locale)
            raise Refusal("origin_refused", message, headers={"Vary": "Origin"})
        # A page of another origin reads few headers by itself, and not the one that tells when to ask again.
        exposed = {"Access-Control-Expose-Headers": "Retry-After"}
        return {"Vary": "Origin", "Access-Control-Allow-Origin": origin, **exposed}

    async def json_body(self, limit: int) -> bytes:
        """The body of a JSON request, of at most `limit` bytes whatever its headers say. Raises `Refusal`."""
        kind, _, parameters = self.headers.get("content-type", "").lower().partition(";")
        charset = parameters.partition("charset=")[2].strip(" \"'")
        if kind.strip() != "application/json" or charset not in ("", "utf-8", "utf8"):
            raise Refusal("unsupported_media_type", text("unsupported_media_type", self.locale))
        too_large = Refusal("too_large", text("too_large", self.locale, limit=limit), limit=limit)
        length = self.headers.get("content-length", "")
        if length.isdigit() and int(length[:20]) > limit:
            raise too_large
        try:
            async with asyncio.timeout(BODY_TIMEOUT_S):
                body = await _read(self.request.js_object.body, limit)
        except (TimeoutError, JsException) as error:
            raise invalid("not_json", self.locale) from error
        if body is None:
            raise too_large
        return body


async def _read(stream: Any, limit: int) -> bytes | None:
    """All bytes of a JS stream, or None where there are more than `limit`."""
    if not stream:
        return b""
    reader, body = stream.getReader(), bytearray()
    while True:
        chunk = await reader.read()
        if chunk.done:
            return bytes(body)
        body += chunk.value.to_bytes()
        if len(body) > limit:
            await reader.cancel("too large")
            return None


def json_response(body: Any, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A JSON response that no cache keeps."""
    own = {"Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store"}
    own["X-Content-Type-Options"] = "nosniff"
    return Response(json.dumps(body, ensure_ascii=False), status=status, headers={**own, **(headers or {})})


def refusal_response(refusal: Refusal, headers: Mapping[str, str]) -> Response:
    """A refusal as JSON, readable for the page that asked."""
    return json_response(refusal.body(), status=refusal.status, headers={**headers, **refusal.headers})
