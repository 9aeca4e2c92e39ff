"""Serves the Worker on the local edge, with the embedded defaults: the demo model and a local D1."""

import argparse
import os
import socket
import sys
import tomllib

from scripts.setup.environment import NODE, build_catalog, ensure_edge, ensure_python, set_up
from scripts.setup.steps import ROOT

SECRETS = ("IP_HASH_SECRET", "OPENAI_API_KEY", "ANTHROPIC_API_KEY")
HOST = ROOT / "scripts/edge/host.mjs"


def main() -> int:
    """Sets up what is missing and becomes the edge's process; returns only where that fails."""
    parser = argparse.ArgumentParser(prog="scripts/dev", description=__doc__)
    parser.add_argument("--port", type=_port, default=8787)
    parser.add_argument("--var", action="append", default=[], type=_pair, metavar="KEY:VALUE", help="overrides [vars]")
    parser.add_argument("--persist-to", default=".wrangler/state/v3", metavar="DIR", help="where D1 keeps its data")
    args = parser.parse_args()
    for name in _unknown(args.var):
        print(
            f"{name} is no key of [vars] in wrangler.toml and none of the secrets: nothing reads it.", file=sys.stderr
        )
    if not _is_free(args.port):
        print(f"Port {args.port} is taken; choose another with --port.", file=sys.stderr)
        return 1
    set_up(ensure_python, ensure_edge, build_catalog)
    print("Starting workerd ...", file=sys.stderr, flush=True)
    command = [str(NODE), str(HOST), "--port", str(args.port), "--persist-to", args.persist_to]
    for pair in args.var:
        command += ["--var", pair]
    os.chdir(ROOT)
    os.execv(command[0], command)


def _pair(text: str) -> str:
    key, colon, _ = text.partition(":")
    if not (key and colon):
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form KEY:VALUE")
    return text


def _port(text: str) -> int:
    if not text.isdigit() or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: 0 to 65535")
    return int(text)


def _unknown(pairs: list[str]) -> list[str]:
    """The names that were given and that the Worker does not know."""
    known = {*tomllib.loads((ROOT / "wrangler.toml").read_text())["vars"], *SECRETS}
    return [name for name in (pair.partition(":")[0] for pair in pairs) if name not in known]


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


if __name__ == "__main__":
    sys.exit(main())
