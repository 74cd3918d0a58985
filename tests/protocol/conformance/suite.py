"""All cases of the suite, loaded: what many processes need that fork from one."""

from uno_protocol.conformance.run import all_cases

CASES = all_cases()
