"""Sets up all that the whole test suite needs, and says so, before the suite is shared out to two processes."""

from scripts.setup.environment import ensure_chromium, ensure_edge, ensure_postgres, ensure_python, set_up

if __name__ == "__main__":
    set_up(ensure_python, ensure_edge, ensure_chromium, ensure_postgres)
