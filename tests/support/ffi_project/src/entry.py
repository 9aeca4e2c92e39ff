"""A Worker that carries values across to D1, with the product's own adapter and with the raw binding."""

import json
from typing import Any

from pyodide.ffi import JsException
from workers import Request, Response, WorkerEntrypoint, python_to_rpc

from edge.d1 import D1Database
from quota.database import Statement
from quota.errors import DatabaseFailed

STORE = "INSERT INTO stored (name, value) VALUES (?1, ?2)"
READ = "SELECT value, typeof(value) AS type FROM stored WHERE name = ?1"


class Default(WorkerEntrypoint):  # type: ignore[misc]
    async def fetch(self, request: Request) -> Response:
        asked = json.loads(await request.text())
        try:
            return Response.json(await getattr(self, f"_{asked.pop('do')}")(**asked))
        except (DatabaseFailed, JsException) as error:
            return Response.json({"error": str(error)})

    async def _adapter(self, name: str, value: Any) -> Any:
        database = D1Database(self.env.DB)
        rows = await database.batch([Statement(STORE, (name, value)), Statement(READ, (name,))])
        return rows[1][0]

    async def _integer(self, name: str, value: int) -> Any:
        statements = [
            Statement(text.replace("stored", "numbers"), params)
            for text, params in (
                (STORE, (name, value)),
                (READ, (name,)),
            )
        ]
        return (await D1Database(self.env.DB).batch(statements))[1][0]

    async def _wrapper(self, name: str, value: Any) -> Any:
        await self.env.DB.prepare(STORE).bind(name, value).run()
        return (await D1Database(self.env.DB).batch([Statement(READ, (name,))]))[0][0]

    async def _raw(self, name: str, value: Any) -> Any:
        raw = python_to_rpc(self.env.DB)
        await raw.prepare(STORE).bind(name, python_to_rpc(value)).run()
        return (await D1Database(self.env.DB).batch([Statement(READ, (name,))]))[0][0]

    async def _begin(self) -> Any:
        return await D1Database(self.env.DB).batch([Statement("BEGIN TRANSACTION")])

    async def _half(self, name: str) -> Any:
        database = D1Database(self.env.DB)
        try:
            await database.batch([Statement(STORE, (name, 1)), Statement("INSERT INTO missing VALUES (1)")])
        except DatabaseFailed:
            return await database.batch([Statement(READ, (name,))])
        return "both were written"
