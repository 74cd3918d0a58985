"""A table's rules: presets, fingerprints, refusals, and seeing them before joining (P-7.12 to P-7.16)."""

import hashlib
import re

from uno_protocol.conformance import tabled
from uno_protocol.conformance.report import clauses_of_the_document
from uno_protocol.conformance.tools import Failed, Kit, Message, Person, fail_if, listing, same, says, told
from uno_protocol.conformance.verdicts import shown


def _presets() -> dict[str, dict[str, str]]:
    """The table of P-7.12: every option of every preset, in its order."""
    head, *rows = _table("P-7.12")
    names = [cell.strip("`") for cell in head[2:-1]]
    return {name: {row[0].strip("`"): row[at].strip("`") for row in rows} for at, name in enumerate(names, 2)}


def _table(clause: str) -> list[list[str]]:
    text = clauses_of_the_document()[clause].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text if line.startswith("| ")]


def _added() -> dict[str, list[str]]:
    """The options of P-18.2, each with what it takes, its default, and with what it is meaningless."""
    rows = [row for row in _table("P-18.2") if len(row) == 4 and row[0] != "option"]
    return {row[0].strip("`"): [row[1], row[2].strip("`"), row[3]] for row in rows}


def _differing() -> dict[str, dict[str, str]]:
    """The presets of P-18.3, each with what it differs by."""
    words = {row[0].strip("`"): re.findall(r"`([^`]+)`", row[1]) for row in _table("P-18.3")[1:]}
    return {name: dict(zip(of[::2], of[1::2], strict=True)) for name, of in words.items()}


def _fingerprint(rules: dict[str, str], order: list[str]) -> str:
    lines = "".join(f"{option}={rules[option]}\n" for option in (*order, *_added()) if option in rules)
    return hashlib.sha256(lines.encode()).hexdigest()[:8]


def _rules(kit: Kit, person: Person | None = None, **new: object) -> Message:
    """The answer to `table_rules` about a new table."""
    person = person or kit.person()
    person.open(new)
    return person.ok("table_rules", table=person.code)


def _no_sense(kit: Kit, field: str, option: str | None, reason: str, **new: object) -> None:
    person, name = kit.person(), kit.name()
    args = {"reason": reason, **({} if option is None else {"option": option})}
    due = {"t": "error", "code": "rules_refused", "field": field, "args": args}
    error = person.gets(due, "create_table", name=name, new=new)
    fail_if(not error.get("text"), "the reason stands in no sentence")
    person.refused("join_table", "no_such_table", table=name)


def _values(takes: str) -> list[str]:
    """The values that are listed, or both ends of the range."""
    ends = next(iter(re.findall(r"(\d+) to (\d+)", takes)), ())
    if "least-most" in takes:
        return ["-".join(ends)]
    return [",".join(3 * [end]) for end in ends] if " each " in takes else re.findall(r"`(\w+)`", takes) or list(ends)


OWN = {"extra": "0,0,4", "customizable_rule": "own"}


tabled.of_group(__name__, "RU")


class RulesCases(Kit):
    def rules_before_joining(self) -> None:
        """RU-1 P-7.15: asks in the lobby for the rules of a table -> all of them, by name or code"""
        ann, bob, name = self.person(), self.person(), self.name()
        ann.open({"options": {"jump_in": "yes"}, "turn_seconds": 44, "show_hands": True, "watching": False}, name=name)
        ann.catch_up()
        n = ann.n
        for text in (ann.code, ann.code.lower(), name, name.upper()):
            rules = bob.ok("table_rules", table=text)
            for field in ("rules", "fingerprint", "preset", "turn_seconds", "name", "options"):
                same(field, ann.room[field], rules.get(field))
            same("the table", ann.code, rules["table"])
            door = (rules.get("show_hands"), rules.get("watching"), rules.get("password", False))
            same("show_hands, watching and password", (True, False, False), door)
        ann.catch_up()
        same("the last number of the table", n, ann.n)
        bob.refused("leave_table", "not_at_table")

    def rules_of_a_table_with_a_password(self) -> None:
        """RU-3 P-7.15 P-7.17: asks for the rules of a table with a password -> rules, and password"""
        ann, bob = self.hosted(2, {"password": "secret"})
        same("password", True, bob.ok("table_rules", table=ann.code).get("password"))

    def rules_of_another_table(self) -> None:
        """RU-4 P-7.15 P-7.2: asks at one table for the rules of another -> rules"""
        ann, bob = self.hosted(2, {"preset": "skyrus"})
        bob.open()
        same("the preset", "skyrus", bob.ok("table_rules", table=ann.code)["preset"])

    def the_presets(self) -> None:
        """RU-5 P-7.12 P-7.6: opens a table of each preset -> every option as P-7.12 has it"""
        for name, due in _presets().items():
            found = _rules(self, preset=name)
            for option, value in due.items():
                same(f"{option} of {name}", value, found["rules"].get(option))
            fail_if(found.get("options"), f"{name} differs from itself by {found.get('options')}")

    def fingerprints(self) -> None:
        """RU-6 P-7.12: computes the fingerprints of the presets -> those that the server tells"""
        presets = _presets()
        order = list(presets["official"])
        for name in presets:
            found = _rules(self, preset=name)
            same(f"the fingerprint of {name}", _fingerprint(found["rules"], order), found["fingerprint"])
            if name == "official":
                same("the fingerprint of official", "55ad0cc9", found["fingerprint"])

    def the_same_rules_by_two_ways(self) -> None:
        """RU-7 P-7.12: opens two tables with the same rules by different ways -> the same fingerprint; with one option
        different, another"""
        direct = _rules(self, preset="quickplay", options={"jump_in": "no"})
        quick = {"hand_size": "10", "chains": "yes", "chain_actions": "several_last"}
        roundabout = _rules(self, preset="official", options=quick)
        if direct["rules"] != roundabout["rules"] or direct["fingerprint"] != roundabout["fingerprint"]:
            raise Failed("quickplay, and official with what makes quickplay, are told apart")
        other = _rules(self, preset="official", options={"hand_size": "9", "chains": "yes"})
        fail_if(other["fingerprint"] == direct["fingerprint"], "other rules have the same fingerprint")

    def meaningless_options(self) -> None:
        """RU-8 P-7.12: sets options that another one makes meaningless -> their stored value, that of official, in the
        rules, and in the fingerprint"""
        official = _presets()["official"]
        for needed, idle in (
            ({"wild_draw_four": "free"}, {"wild_draw_four_needs": "no_alternative", "challenge_reveal": "everyone"}),
            ({"wild_draw_four": "enforced"}, {"challenge_reveal": "everyone"}),
            ({"uno": "off"}, {"uno_caught_by": "referee", "forget_chance": "0.5", "uno_grace": "3"}),
            ({"uno": "automatic"}, {"uno_caught_by": "referee", "uno_grace": "3"}),
            ({}, {"customizable_rule": "play_again", "target": "200", "forget_chance": "0.7"}),
        ):
            plain, more = _rules(self, options=needed), _rules(self, options={**needed, **idle})
            for option in idle:
                same(f"{option} with {needed}", official[option], more["rules"][option])
            same(f"the fingerprint with {needed}", plain["fingerprint"], more["fingerprint"])

    def numbers_are_short(self) -> None:
        """RU-9 P-7.12: sets numbers in the shortest way, and in a long one -> they are shown in the shortest; the long
        one may be refused as bad_value"""
        for text, due in (("2", "2"), ("0.25", "0.25"), ("2.0", "2"), ("1.50", "1.5"), ("0.250", "0.25")):
            person, new = self.person(), {"options": {"uno_grace": text}}
            answer = person.ask("create_table", name=self.name(), new=new)
            if text != due and answer["t"] == "error":
                says(answer, "new.options.uno_grace", option="uno_grace", reason="bad_value")
                continue
            fail_if(answer["t"] != "joined", f"a table with uno_grace {text} should be opened, got {told(answer)}")
            found = person.ok("table_rules", table=answer["table"])
            same(f"uno_grace {text}", due, found["rules"]["uno_grace"])

    def options_that_do_not_differ(self) -> None:
        """RU-10 P-7.15 P-7.12: sets options to what the preset has -> nothing that differs is told"""
        person = self.person()
        found = _rules(self, person, preset="street", options={"stacking": "same", "hand_size": "6"})
        same("options of the rules", {"hand_size": "6"}, found.get("options") or {})
        same("options of the line", {"hand_size": "6"}, listing(self.person())[person.code].get("options") or {})

    def an_unknown_option(self) -> None:
        """RU-12 P-7.16 P-12.1: opens a table with an unknown option -> rules_refused, unknown_option"""
        _no_sense(self, "new.options.colour_blind", "colour_blind", "unknown_option", options={"colour_blind": "yes"})

    def values_that_no_option_has(self) -> None:
        """RU-13 P-7.16 P-7.12: opens tables with an option that has no such value: of each kind of value one ->
        rules_refused, bad_value"""
        wrong = {"hand_size": "16", "target": "0", "jump_in": "maybe", "stacking": "sometimes", "extra": "5,0,0"}
        more = {"forget_chance": "1.5", "uno_grace": "nan", "decks": "3", "uno_penalty": "-1", "extra": "1,1"}
        needed = {"target": {"goal": "points"}, "forget_chance": {"uno": "random_forget"}}
        for option, value in (*wrong.items(), *more.items()):
            options = {**needed.get(option, {}), option: value}
            _no_sense(self, f"new.options.{option}", option, "bad_value", options=options)

    def options_that_do_not_combine(self) -> None:
        """RU-14 P-7.16: opens a table for ten with hands of 15: 150 cards of 108 -> rules_refused, does_not_combine,
        with one of the options"""
        options = {"hand_size": "15", "players": "10-10"}
        new = {"options": options, "seats": 10}
        error = self.person().refused("create_table", "rules_refused", name=self.name(), new=new)
        option = (error.get("args") or {}).get("option")
        says(error, f"new.options.{option}", reason="does_not_combine")
        fail_if(option not in _presets()["official"], f"args.option is no option: {option!r}")

    def seats_that_the_rules_do_not_take(self) -> None:
        """RU-15 P-7.16: opens tables with seats that the rules do not take, also by default -> rules_refused for
        new.seats, reason seats"""
        _no_sense(self, "new.seats", None, "seats", preset="street", seats=5)
        _no_sense(self, "new.seats", None, "seats", options={"players": "2-3"})
        _no_sense(self, "new.seats", None, "seats", options={"players": "5-8"})

    def the_further_presets(self) -> None:
        """RU-16 P-18.3 P-7.12: opens a table of each preset of P-18.3 -> every option as the two clauses have it, and
        that fingerprint"""
        presets = _presets()
        for name, differs in _differing().items():
            found = _rules(self, preset=name, seats=2)
            same(f"the rules of {name}", {**presets.get(name, presets["official"]), **differs}, found["rules"])
            same(
                f"the fingerprint of {name}",
                _fingerprint(found["rules"], list(presets["official"])),
                found["fingerprint"],
            )

    def the_further_options(self) -> None:
        """RU-17 P-18.2: opens tables with each added option, at its default and not, and where it means nothing -> it
        is told and in the fingerprint where it is not at its default, and only there"""
        official = _presets()["official"]
        order = list(official)
        for option, (takes, usual, meaningless) in _added().items():
            needed = dict(re.findall(r"`(\w+)` is `(\w+)`", meaningless))
            plain = _rules(self, options=needed)
            default = _rules(self, options={**needed, option: usual})
            if option in default["rules"] or default["fingerprint"] != plain["fingerprint"]:
                raise Failed(f"{option} is told at its default: {default['rules']}")
            other = next(value for value in reversed(_values(takes)) if value != usual)
            changed = _rules(self, options={**needed, option: other})
            same(option, other, changed["rules"].get(option))
            same(f"the fingerprint with {option}", _fingerprint(changed["rules"], order), changed["fingerprint"])
            if not needed.items() <= official.items():
                idle = _rules(self, options={option: other})
                fail_if(option in idle["rules"], f"{option} is told although it means nothing: {idle['rules']}")

    def every_value(self) -> None:
        """RU-18 P-18.2 P-7.12: opens tables with each value of each option, and both ends of its range, under the
        preset that is most like it -> it is in force, and told"""
        presets = _presets()
        for row in (row for row in _table("P-7.12")[1:] + _table("P-18.2") if len(row) > 2 and row[0] != "option"):
            option, takes, needed = row[0].strip("`"), row[1], dict(re.findall(r"`(\w+)` is `(\w+)`", row[-1]))
            for value in _values(takes):
                options = {**needed, option: value}
                like = max(presets, key=lambda name: len(options.items() & presets[name].items()))
                new: Message = {"preset": like, "seats": 2, "options": {"players": "2-4", **options}}
                found = _rules(self, **new)["rules"]
                same(f"{option} of {shown({'new': new})}", value, found.get(option, row[2].strip("`")))

    def the_hosts_own_rule(self) -> None:
        """RU-19 P-18.4 P-7.16: opens tables with a rule of the host's own, without its text, and with a text that
        cannot be shown -> one clean line, in a field of its own wherever rules are told; rules_refused"""
        ann, bob = self.people(2)
        _no_sense(self, "new.options.customizable_rule", "customizable_rule", "does_not_combine", options=OWN)
        _no_sense(self, "new.own_text", "own_text", "bad_value", options=OWN, own_text="a" * 201)
        _no_sense(self, "new.own_text", "own_text", "bad_value", options=OWN, own_text="a\u202eb")
        _no_sense(self, "new.own_text", "own_text", "bad_value", options=OWN, own_text="a" + 5 * "\u0301")
        _no_sense(self, "new.options.own_text", "own_text", "unknown_option", options={**OWN, "own_text": "Sing."})
        ann.open({"options": OWN, "own_text": "  Everybody   sings. "})
        bob.join(ann.code)
        rules = bob.ok("table_rules", table=ann.code)
        for told_ in (bob.room, rules):
            same("own_text", "Everybody sings.", told_.get("own_text"))
            if "own_text" in told_["rules"] or "own_text" in (told_.get("options") or {}):
                raise Failed("own_text is told as an option")
        ann.ok("change_table", own_text="Nobody sings.")
        same("own_text", "Nobody sings.", bob.event("table_changed").get("own_text"))
        ann.ok("change_table", preset="street")
        bob.event("table_changed")
        fail_if(bob.room.get("own_text"), "another preset keeps the host's own rule")
        plain = _rules(self, own_text="Sing.")
        fail_if(plain.get("own_text"), "own_text is told where it means nothing")
