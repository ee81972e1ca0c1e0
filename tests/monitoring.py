"""Has Prometheus' own `promtool` read the alerts and every expression of the dashboard, and try the alerts on
made-up hosts (`tests/alerts.yml`).

    python -m tests.monitoring

Needs `promtool` (Debian's package prometheus). Exits 0, or says what is wrong and exits 1.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from docs.dashboard import PANELS

ROOT = Path(__file__).parents[1]
ALERTS = ROOT / "deploy" / "crownhouse-alerts.yml"
TRIED = ROOT / "tests" / "alerts.yml"


def expressions() -> list[str]:
    """Every expression of the dashboard, for all instances."""
    return [line.replace("$instance", ".*") for panel in PANELS for line in panel.lines.values()]


def main() -> int:
    """Check everything and return the exit status."""
    promtool = shutil.which("promtool")
    if promtool is None:
        sys.stderr.write("promtool is not installed here (Debian's package prometheus has it).\n")
        return 1
    rules = [{"record": f"panel:{n}", "expr": expr} for n, expr in enumerate(expressions(), 1)]
    with tempfile.TemporaryDirectory() as folder:
        panels = Path(folder) / "panels.yml"
        panels.write_text(json.dumps({"groups": [{"name": "panels", "rules": rules}]}), "utf-8")
        for arguments in (("check", "rules", ALERTS), ("check", "rules", panels), ("test", "rules", TRIED)):
            done = subprocess.run(
                [promtool, *map(str, arguments)], check=False, capture_output=True, text=True
            )
            if done.returncode:
                sys.stderr.write(f"{done.stdout}{done.stderr}")
                return 1
    sys.stdout.write(f"promtool reads all alerts and {len(rules)} expressions, and the alerts work\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
