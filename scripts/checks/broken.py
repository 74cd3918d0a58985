"""Broken servers, without sockets: for each row of broken.toml a case that cites what it breaks must fail.

So for each row of wrong_declarations.toml, though the suite reads the schema that is made anew from the declaration.

check.py broken                each fourth broken server, as in the whole run
check.py broken --every 1      all of them
check.py broken --only NAME…   these

Each fault is planted in a process of its own, where the suite and the server run in one thread on a virtual clock
(tests/protocol/conformance/in_process.py). The case that protocol/CONFORMANCE.md names is tried first, then the others
that cite the clauses of the row; the first that fails ends the trial. Rows with `over = "sockets"` are tried over
sockets, as scripts/conformance_report.py does. Run it with the interpreter of `.venv`.
"""

import argparse
import faulthandler
import multiprocessing
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

from checks.faults import AT_ONCE, PROCESSES, Process, counted, keep_what_is_said, run  # noqa: E402
from tests.planting import plant  # noqa: E402
from tests.protocol.conformance.broken import Broken, both  # noqa: E402

CAUGHT, MISSED = 3, 4
LIMIT = 300.0
"""Seconds; all cases that cite a clause take some."""
LOADED_BY_THE_SUITE = "engine/"
"""Faults in here can be planted only where the suite is not loaded."""
FRESH = multiprocessing.get_context("spawn")
LOADED_ONCE = (
    "cryptography.hazmat.primitives.asymmetric.ec",
    "tests.protocol.conformance.page",
    "tests.protocol.conformance.suite",
)


def judge(log: str, broken: Broken) -> None:
    """Plants the faults in this process, tries the cases, and ends the process with CAUGHT or MISSED."""
    keep_what_is_said(log)
    faulthandler.dump_traceback_later(LIMIT, exit=True)
    plant(broken.edits)
    if broken.declared:
        read_the_schema_anew()
    from tests.protocol.conformance.in_process import caught  # late: it loads the server

    sys.exit(MISSED if caught(broken) is None else CAUGHT)


def read_the_schema_anew() -> None:
    """Lets the suite read the schema of what is declared now, instead of the published one."""
    from generating.schema import schema, written  # late: it loads the declarations

    from uno_protocol.conformance import shapes

    folder = Path(tempfile.mkdtemp(prefix="uno-schema-"))
    shapes.SCHEMA = folder / "schema.json"
    shapes.SCHEMA.write_text(written(schema()), encoding="utf-8")
    for read in (shapes.schema, shapes.event_kinds, shapes.check_of):
        read.cache_clear()
    shapes.schema()
    shutil.rmtree(folder)


def complaint(broken: Broken) -> str | None:
    """Tries a broken server. None if it was caught, else what is to be said of it."""
    if broken.over == "sockets":
        from tests.protocol.conformance.caught import catching

        return None if catching(broken) else "no case that cites its clauses has failed"
    loads = any(edit.file.startswith(LOADED_BY_THE_SUITE) for edit in broken.edits)
    match run(judge, broken, processes=FRESH if loads else PROCESSES):
        case Process(code) if code == CAUGHT:
            return None
        case Process(code) if code == MISSED:
            return "no case that cites its clauses has failed"
        case Process(code, said):
            return f"its process ended with {code}: {said[-600:]}"


def main(argv: Sequence[str] | None = None) -> int:
    """Exit code: 0 if every one was caught, 1 if not, 2 for a name that is not in the table."""
    parser = argparse.ArgumentParser(
        prog="check.py broken", description="Try the conformance suite with broken servers, without sockets."
    )
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="only these broken servers")
    parser.add_argument("--every", metavar="N", type=int, default=1, help="only each N-th broken server")
    arguments = parser.parse_args(argv)
    names = arguments.only
    chosen = [one for one in both() if not names or one.name in names]
    if len(chosen) < len(set(names)):
        parser.error("no broken server has that name; see broken.toml and wrong_declarations.toml")
    chosen = chosen[:: max(1, arguments.every)]
    began, missed = time.monotonic(), 0
    packages = [str(ROOT / name) for name in ("engine", "protocol", "server", "client")]
    os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), *packages])  # the server that forks has no other path
    PROCESSES.set_forkserver_preload([*LOADED_ONCE])
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for broken, why in zip(chosen, counted(pool.map(complaint, chosen), len(chosen)), strict=True):
            if why:
                missed += 1
                print(f"{broken.name}: {broken.wrong}: {why}", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} broken servers caught, {time.monotonic() - began:.0f} s")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
