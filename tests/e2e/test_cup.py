"""An evening of eight by the stock client: one leaves, one is late, the host is killed in round two."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.host import LiveHost
from tests.e2e.test_single_commands import Commands
from tests.terminal import PtyTerminals

pytestmark = pytest.mark.e2e
NAMES = ("anna", "bert", "cleo", "dora", "emil", "fritz", "gerda", "hanna")
CODE = re.compile(r"[0-9A-Z]{4}-[0-9A-Z]{4}")
CUP = "intrigue-1"


class Evening(Commands):
    """Eight people at their terminals."""

    def said(self, name: str, words: str) -> str:
        ran = self.run(name, words)
        assert (ran.error, ran.status) == ("", 0), words
        return ran.out

    def page(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.said("anna", f"cup {CUP} --json"))["cup"]
        return found

    def concede_round(self) -> None:
        """At each table all but the first seat give up."""
        for table in [one for one in self.page()["tables"] if one["state"] == "running"]:
            for name in table["seats"][1:]:
                self.run(name, f"concede {table['id']} --yes")
        self.until(lambda page: all(one["state"] == "over" for one in page["tables"][:2]))

    def until(self, holds: Any) -> dict[str, Any]:
        for _ in range(100):
            if holds(page := self.page()):
                return page
            time.sleep(0.05)
        raise AssertionError(page)


def test_an_evening_of_eight(tmp_path: Path, terminals: PtyTerminals) -> None:
    host = LiveHost(tmp_path, terminals)
    host.start()
    try:
        evening = Evening(host)
        for name in NAMES:
            evening.said(name, f"name {name}")
        evening.said("anna", "club new Kronberg")
        for name in NAMES[1:]:
            (code,) = CODE.findall(evening.said("anna", "club invite"))
            evening.said(name, f"club join {code}")
        evening.said("anna", "cup open intrigue +30m rounds=2 club=Kronberg equal")
        for name in NAMES[:7]:
            evening.said(name, f"cup enter {CUP}")
        evening.said("anna", f"cup start {CUP}")
        first = evening.until(lambda page: len([one for one in page["tables"] if one["id"]]) == 2)
        assert sorted(len(one["seats"]) for one in first["tables"]) == [3, 4]
        evening.said("bert", f"cup leave {CUP}")
        evening.said("hanna", f"cup enter {CUP}")
        evening.concede_round()
        evening.until(lambda page: page["cup"]["round"] == 2 and all(one["id"] for one in page["tables"]))
        host.kill()
        host.start()
        second = [one for one in evening.page()["tables"] if one["round"] == 2]
        assert sorted(name for one in second for name in one["seats"]) == sorted({*NAMES} - {"bert"})
        evening.concede_round()
        over = evening.until(lambda page: page["cup"]["state"] == "over")
        rows = {row["name"]: row for row in over["rows"]}
        assert rows["bert"]["left"]
        assert rows["hanna"]["marks"][0]["score"] == 0.25
        assert over["rows"][0]["place"] == 1
        assert len(over["seed"]) == 64
    finally:
        host.close()
