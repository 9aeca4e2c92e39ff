"""The Worker: its entrypoint classes and nothing else."""

import logging
from typing import Any

from workers import Request, Response, WorkerEntrypoint

from edge import rpc
from edge.ledger import sweep
from edge.routes import respond

logging.basicConfig(level=logging.INFO, format="%(message)s")


class Default(WorkerEntrypoint):  # type: ignore[misc]
    """Requests and the cron trigger."""

    async def fetch(self, request: Request) -> Response:
        return await respond(request, self.env, self.ctx)

    async def scheduled(self, controller: Any, env: Any, ctx: Any) -> None:
        await sweep(self.env)


class Quota(WorkerEntrypoint):  # type: ignore[misc]
    """The same allowance for other Workers of the account, over a service binding; edge/rpc.py has the answers.

    Each public method can be called from there. An argument that is left out arrives as None.
    """

    async def take(self, kind: object = None, visitor_ip: object = None, run_id: object = None) -> rpc.Answer:
        return await rpc.take(self.env, kind=kind, visitor_ip=visitor_ip, run_id=run_id)

    async def settle(self, run_id: object = None, usage: object = None) -> rpc.Answer:
        return await rpc.settle(self.env, run_id=run_id, usage=usage)

    async def release(self, run_id: object = None) -> rpc.Answer:
        return await rpc.release(self.env, run_id=run_id)

    async def left(self, visitor_ip: object = None) -> rpc.Answer:
        return await rpc.left(self.env, visitor_ip=visitor_ip)
