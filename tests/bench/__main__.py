"""Runs benchmarks: `python -m tests.bench [NAME ...]`, all of them where none is named.

A benchmark is a module of this folder with a function `figures()` that yields one mapping per
figure: at least `figure`, `value` and `unit`, and `budget` where one is set. Each is printed as
one JSON line as soon as it is known.
"""

import importlib
import json
import pkgutil
import sys
from pathlib import Path


def main(names: list[str]) -> int:
    known = [module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)])]
    benchmarks = [name for name in known if not name.startswith("_")]
    unknown = [name for name in names if name not in benchmarks]
    if unknown:
        sys.stderr.write(f"no such benchmark: {', '.join(unknown)}; there are {', '.join(benchmarks)}\n")
        return 2
    for name in names or benchmarks:
        for figure in importlib.import_module(f"tests.bench.{name}").figures():
            sys.stdout.write(json.dumps({"bench": name, **figure}) + "\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
