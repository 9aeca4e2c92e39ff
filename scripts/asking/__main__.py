"""Asks the agent a goal and shows the run as it happens."""

import argparse
import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from rich.console import Console

from scripts.asking.client import RefusedError, ask
from scripts.asking.language import guess_locale
from scripts.asking.view import View
from scripts.setup.edge_process import EdgeError, EdgeProcess
from scripts.setup.environment import build_catalog, ensure_edge
from scripts.setup.steps import SetupError, say


def main() -> int:
    """The exit code: 0 where the run ended with an answer."""
    args = _arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    locale = args.locale or guess_locale(args.goal, os.environ)
    try:
        with _agent(args.url) as url:
            return _run(url, args.goal, locale, as_json=args.json)
    except RefusedError as refused:
        if args.json:
            print(refused.body)
        say(f"Refused: {refused}")
    except httpx.HTTPError as error:
        say(f"No answer from {args.url or 'the local edge'}: {error or type(error).__name__}")
    except (SetupError, EdgeError) as error:
        say(str(error))
    except KeyboardInterrupt:
        return 130
    return 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/ask", description=__doc__)
    parser.add_argument("goal", help='for example "a site with a blog for my bakery, how much and how long?"')
    parser.add_argument(
        "--locale", choices=["en", "es"], help="default: the language of the goal, else of the terminal"
    )
    parser.add_argument("--url", help="where the agent is; default: a local edge, started for this run and then ended")
    parser.add_argument("--json", action="store_true", help="print the events as they are sent, one a line")
    return parser.parse_args()


@contextmanager
def _agent(url: str | None) -> Iterator[str]:
    if url:
        yield url
        return
    ensure_edge()
    build_catalog()
    say("Starting the local edge ...")
    with tempfile.TemporaryDirectory(prefix="ask-") as state:
        edge = EdgeProcess(Path(state))
        try:
            yield edge.url
        finally:
            edge.stop()


def _run(url: str, goal: str, locale: str, *, as_json: bool) -> int:
    view = View(Console(highlight=False))
    last = ""
    try:
        for line, event in ask(url, goal, locale):
            last = event["type"]
            if as_json:
                print(line, flush=True)
            else:
                view.show(event)
    finally:
        view.close()
    if last not in ("done", "error"):
        say("The stream ended in the middle of the run.")
    return 0 if last == "done" else 1


if __name__ == "__main__":
    sys.exit(main())
