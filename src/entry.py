"""The Worker: its entrypoint class and nothing else."""

import logging
from typing import Any

from workers import Request, Response, WorkerEntrypoint

from edge.routes import respond, sweep

logging.basicConfig(level=logging.INFO, format="%(message)s")


class Default(WorkerEntrypoint):  # type: ignore[misc]
    """Requests and the cron trigger."""

    async def fetch(self, request: Request) -> Response:
        return await respond(request, self.env, self.ctx)

    async def scheduled(self, controller: Any, env: Any, ctx: Any) -> None:
        await sweep(self.env)
