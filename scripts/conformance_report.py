"""Test the conformance suite with our server and with broken ones, and write the results to protocol/CONFORMANCE.md.

conformance_report.py            runs every case against our server, and every broken server; writes the page
conformance_report.py NAME…      runs these broken servers only, and keeps the results of the others

The broken servers are listed in tests/protocol/conformance/broken.toml. The tests beside it check what the page says:
that our server passes, and that the case named there catches the broken server. This takes some minutes. If our own
server fails or skips a case, nothing is written and the exit code is 1.
`generate.py conformance` runs nothing: it updates the lists of cases on the page and keeps the results.
"""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT)]

from environment import TEST  # noqa: E402
from play import into_environment  # noqa: E402

into_environment("pyte", TEST)

from tests.protocol.conformance.broken import Broken, table  # noqa: E402
from tests.protocol.conformance.caught import PATIENCE, SCENARIOS, apart, citing, named, served, tried  # noqa: E402
from tests.protocol.conformance.page import MARK, caught_on, page  # noqa: E402
from tests.protocol.conformance.test_client_mode import CAUGHT  # noqa: E402
from uno_protocol.conformance.judging import Case, Judged  # noqa: E402
from uno_protocol.conformance.run import all_cases  # noqa: E402
from uno_protocol.conformance.scenario_files import files_of, of_files  # noqa: E402
from uno_protocol.conformance.scripted.run import all_client_cases  # noqa: E402
from uno_protocol.conformance.verdicts import Verdict  # noqa: E402

PAGE = ROOT / "protocol" / "CONFORMANCE.md"
AT_ONCE = 3
QUICK_SECONDS = 4.0


def with_scenarios() -> list[Case]:
    """The cases of the suite, and those that our scenarios make."""
    return [*all_cases(), *of_files(files_of([str(SCENARIOS)]))]


def most_telling(broken: Broken, judged: Sequence[Judged]) -> Case | None:
    """The failed case to name: preferably a quick one of the suite itself, about the thing that is broken."""

    def rank(one: Judged) -> tuple[bool, bool, bool, int]:
        case = one.case
        slow, aside = one.seconds > QUICK_SECONDS, case.clauses[0] not in broken.clauses
        return slow, case.group == "scenarios", aside, len(case.clauses)

    failed = [one for one in judged if one.verdict is Verdict.FAILED]
    return min(failed, key=rank).case if failed else None


def tell(broken: Broken) -> tuple[str, str | None]:
    """Try a broken server; gives its sentence, and the name of the case that catches it."""
    with served("tests.protocol.conformance.broken", broken.name, password=broken.password) as place:
        judged = tried(place, citing(broken), password=broken.password, patience=PATIENCE)
    case = most_telling(broken, judged)
    failed = sum(one.verdict is Verdict.FAILED for one in judged)
    print(f"{'caught' if case else 'MISSED':7} {broken.name:28} {failed} of {len(judged)} cases failed", flush=True)
    return broken.wrong, None if case is None else named(case)


def passes() -> bool:
    """Whether our own server passes every case; prints the ones that it fails."""
    judged: list[Judged] = []
    for cases, password in zip(apart(with_scenarios()), (False, True), strict=True):
        with served("uno_server", password=password) as place:
            judged += tried(place, cases, password=password)
    return all_passed(judged)


def all_passed(judged: Sequence[Judged]) -> bool:
    """Whether all have; tells which have not."""
    wrong = [one for one in judged if one.verdict is not Verdict.PASSED]
    for one in wrong:
        print(f"{one.verdict.value} with our own server: {named(one.case)}: {one.found}", file=sys.stderr)
    print(f"our own server passes {len(judged) - len(wrong)} of {len(judged)} cases", flush=True)
    return not wrong


def caught_by(broken: Sequence[Broken]) -> dict[str, str | None]:
    """By the sentence of each broken server the name of the case that catches it, None if none does."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return dict(pool.map(tell, broken))


def still_sound(caught: Mapping[str, str]) -> dict[str, str]:
    """The catches listed on the page whose server is in the table and whose case cites the broken clause."""
    return {
        broken.wrong: caught[broken.wrong]
        for broken in table()
        if broken.wrong in caught and caught[broken.wrong] in {named(case) for case in citing(broken)}
    }


def text_of(caught: Mapping[str, str]) -> str:
    """The written part of the page, with what has caught each broken server."""
    return page(with_scenarios(), table(), caught, all_client_cases(), CAUGHT)


def written() -> tuple[str, dict[str, str]]:
    """The part of the page that is written by hand, and the results on it that are still sound."""
    head, _, results = (PAGE.read_text(encoding="utf-8") if PAGE.exists() else "").partition(MARK)
    return head, still_sound(caught_on(results))


def current() -> str:
    """The page as it should be, with the results that are on it."""
    head, kept = written()
    return head + text_of(kept)


def files() -> Mapping[Path, Callable[[], str]]:
    """The page, for generate.py."""
    return {PAGE: current}


def main() -> int:
    """See the text at the top of this file."""
    parser = argparse.ArgumentParser(description="Test the conformance suite with our server and with broken ones.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="run only these broken servers")
    arguments = parser.parse_args()
    chosen = [one for one in table() if one.name in arguments.names]
    if len(chosen) < len(set(arguments.names)):
        parser.error("no broken server has that name; see broken.toml")
    if not chosen and not passes():
        return 1
    head, kept = written()
    tried_now = caught_by(chosen or table())
    caught = {sentence: tried_now.get(sentence, kept.get(sentence)) for sentence in {**kept, **tried_now}}
    kept = {sentence: case for sentence, case in caught.items() if case is not None}
    PAGE.write_text(head + text_of(kept), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
