"""A Worker that exercises what the local edge promises, one path each."""

import asyncio
import json
import logging
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import js
from greeting import greet  # type: ignore[import-not-found]  # stands beside it in the Worker
from pyodide.ffi import JsException, create_proxy, to_js
from workers import Request, Response, WorkerEntrypoint, fetch, import_from_javascript

DATA = json.loads((Path(__file__).parent / "data.json").read_text())
logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")


class Counter(WorkerEntrypoint):  # type: ignore[misc]
    """Called over RPC through the service binding."""

    async def add(self, a: int, b: int) -> dict[str, int]:
        return {"sum": a + b}


class Default(WorkerEntrypoint):  # type: ignore[misc]
    """Each path is a method `_get_{path}`."""

    async def fetch(self, request: Request) -> Response:
        path = urlsplit(request.url).path.removeprefix("/api/").replace("-", "_")
        return await getattr(self, f"_get_{path}")(request)

    async def scheduled(self, controller: Any, env: Any, ctx: Any) -> None:
        if controller.cron == "bad":
            raise ValueError("no such schedule")
        await self._note(f"cron {controller.cron}")

    async def _note(self, name: str) -> None:
        await self.env.DB.prepare("INSERT INTO events (name) VALUES (?)").bind(name).run()

    async def _get_bindings(self, request: Request) -> Response:
        found = {
            "greeting": greet(self.env.GREETING),
            "secret": len(self.env.IP_HASH_SECRET),
            "address": request.headers.get("cf-connecting-ip"),
            "data": DATA["answer"],
            "notes": (Path(__file__).parent / "notes.md").exists(),
            "shout": import_from_javascript("edge/shout.js").shout("ok"),
            "rpc": await self.env.COUNTER.add(2, 3),
            "added": getattr(self.env, "ADDED", None),
            "hidden": hasattr(self.env, "EDGE_TOKEN"),
        }
        return Response.json(found)

    async def _get_burst(self, request: Request) -> Response:
        return Response.json([bool((await self.env.BURST.limit({"key": "k"})).success) for _ in range(5)])

    async def _get_boom(self, request: Request) -> Response:
        raise ValueError("un acento: ñ")

    async def _get_log(self, request: Request) -> Response:
        print("printed")
        logging.info("logged")
        return Response("ok")

    async def _get_later(self, request: Request) -> Response:
        async def work() -> None:
            await asyncio.sleep(0.2)
            await self._note("later")

        self.ctx.waitUntil(work())
        return Response("accepted")

    async def _get_later_fails(self, request: Request) -> Response:
        async def work() -> None:
            raise ValueError("too late")

        self.ctx.waitUntil(work())
        return Response("accepted")

    async def _get_outbound(self, request: Request) -> Response:
        (url,) = parse_qs(urlsplit(request.url).query)["url"]
        return Response(await (await fetch(url)).text())

    async def _get_ai(self, request: Request) -> Response:
        try:
            out = await self.env.AI.run("@cf/some/model", {"prompt": "hi"})
        except JsException as error:
            return Response.json({"name": error.name, "message": error.message})
        if isinstance(out, dict):
            return Response.json({"json": out})
        return Response(out, headers={"content-type": "text/event-stream"})

    async def _get_ai_abort(self, request: Request) -> Response:
        controller = js.AbortController.new()
        stream = await self.env.AI.run("@cf/some/model", {"stream": True}, {"signal": controller.signal})
        reader = stream.getReader()
        await reader.read()
        controller.abort()
        return Response("aborted")

    async def _get_stream(self, request: Request) -> Response:
        """A tick every 50 ms for ever; what ends it is noted in D1."""

        async def aborted(_event: Any) -> None:
            await self._note("signal")

        async def pull(controller: Any) -> None:
            await asyncio.sleep(0.05)
            controller.enqueue(to_js(b"tick\n"))

        async def cancel(_reason: Any = None) -> None:
            await self._note("cancel")

        signal = request.js_object.signal
        signal.addEventListener("abort", create_proxy(lambda event: self.ctx.waitUntil(aborted(event))))
        stream = js.ReadableStream.new(pull=create_proxy(pull), cancel=create_proxy(cancel))
        return Response(stream, headers={"content-type": "application/x-ndjson"})
