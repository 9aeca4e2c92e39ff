"""axe-core on a page: WCAG 2.2 AA and the best practices."""

from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"


def violations(page: Page, *rules: str) -> list[str]:
    """What axe finds wrong, by all rules or those named: one line for each rule with the elements that break it."""
    if not page.evaluate("Boolean(globalThis.axe)"):
        page.evaluate(AXE.read_text())
    options = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    found = page.evaluate("(options) => axe.run(document, options)", options)
    return [
        f"{rule['id']}: {rule['help']}: {[' '.join(map(str, node['target'])) for node in rule['nodes']]}"
        for rule in found["violations"]
    ]
